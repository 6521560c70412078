"""Every byte that a seat, a page and a spectator receive over a real connection.

Of two games that differ in hidden things alone it is the same: no hidden card, no order of cards, no die to come is in it.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from websockets.sync.connection import Connection

from tests.conformance.games import CASES, PLAYERS, VIEWERS, Case, played_alike
from tests.server.hosting import Listening, listening
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game
from wc3d.engine.replay import action_data
from wc3d.server.client.client import open_connection
from wc3d.server.match.match import Match
from wc3d.server.match.seat_keys import SPECTATOR_SEAT

HIDING = [case for case in CASES if case.twins is not None]

ALL = ["state", "events", "offers", "check"]


class SameDice(SeededDice):
    """Dice that fall as they fell in a game."""

    def __init__(self, game: Game) -> None:
        super().__init__(1)
        self.orders = [
            order
            for drawn in (game.opening[0], *(turn.drawn for turn in game.turns))
            for order in drawn.shuffles
        ]

    def shuffle(self, count: int, number: int) -> tuple[int, ...]:
        """The next order of that game."""
        return self.orders.pop(0)


class HeardClient:
    """A client that keeps every byte it is sent."""

    def __init__(
        self, host: Listening, match: Match, seat: int, key: str, parts: list[str]
    ) -> None:
        self.match = match
        self.seat = seat
        self.parts = parts
        self.bytes = list[str]()
        self.socket: Connection = open_connection(host.base.replace("http", "ws") + "/play")
        self.socket.send(json.dumps({"t": "join", "game": match.id, "key": key, "parts": parts}))
        self.take(lambda told: told["t"] == "welcome")

    def take(self, last: Any) -> dict[str, Any]:
        """Receive up to the message that is waited for."""
        while True:
            text = self.socket.recv(60)
            assert isinstance(text, str)
            self.bytes.append(text)
            told: dict[str, Any] = json.loads(text)
            if last(told):
                return told

    def ask(self, request: dict[str, Any]) -> None:
        """Ask for something, which is done."""
        self.socket.send(json.dumps(request))
        said = self.take(lambda told: told.get("id") == request["id"])
        assert said["t"] == "done", said

    def follow(self) -> None:
        """Receive all that there is by now; as a page, point at every body and press all that only shows."""
        number = self.match.visible_row_count(self.seat)
        self.take(lambda told: told.get("n") == number)
        if "screen" in self.parts:
            shown = self.take(lambda told: told["t"] == "screen" and told["n"] == number)
            for figure in shown["figures"][:6]:
                self.socket.send(json.dumps({"t": "pick", "id": figure["id"]}))
                self.take(lambda told: told["t"] == "screen")


def clients(
    host: Listening, match: Match, player: int, keys: dict[int, str]
) -> Iterator[HeardClient]:
    """The player, the player's page, and two who watch."""
    for seat in (player, SPECTATOR_SEAT):
        for parts in (ALL, ["screen"]):
            yield HeardClient(host, match, seat, keys[seat], parts)


def heard(
    case: Case, game: Game, player: int, folder: Path, patch: pytest.MonkeyPatch
) -> tuple[list[list[str]], Match]:
    """What each client hears of a game that goes as this one went."""
    folder.mkdir()
    patch.setattr("wc3d.server.match.registry.new_match_id", lambda: "0123456789ab")
    patch.setattr(secrets, "token_hex", lambda count=32: "5" * 2 * count)
    patch.setattr(Match, "make_fair_dice", lambda match: SameDice(game))
    with ExitStack() as stack:
        host = stack.enter_context(listening(folder))
        id, keys = host.registry.create_match(case.new())
        match = host.registry.load_match(id)
        match.now = lambda: 1000.0
        there = list(clients(host, match, player, keys))
        acting = {seat: HeardClient(host, match, seat, keys[seat], ["events"]) for seat in PLAYERS}
        for seat in PLAYERS:
            acting[seat].ask({"t": "commit", "id": f"c{seat}", "leave": True})
        for number, turn in enumerate(game.turns):
            action = action_data(turn.action)
            acting[turn.action.player].ask(
                {"t": "do", "id": f"a{number}", "at": match.record_length, "action": action}
            )
            for client in there:
                client.follow()
        for client in (*there, *acting.values()):
            client.socket.close()
        lines = urlopen(
            Request(
                f"{host.base}/games/{id}/stream",
                headers={"authorization": f"Bearer {keys[player]}"},
            )
        )
        stream = [lines.readline().decode()]
        lines.close()
        return [*(client.bytes for client in there), stream], match


def told_last(texts: list[str]) -> dict[tuple[str, int], str]:
    """The last message of each kind at each moment, as pages are painted as time allows; without commitments, which are new."""
    told = [(json.loads(text), re.sub(r'"[0-9a-f]{64}"', '""', text)) for text in texts]
    return {
        (message["t"], message.get("n", 0)): text
        for message, text in told
        if message["t"] != "marks"
    }


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("case", HIDING, ids=str)
def test_every_byte_is_the_same_whatever_is_hidden(
    case: Case, player: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = played_alike(case.id, player, 14)
    (one, first), (other, _) = (
        heard(case, game, player, tmp_path / str(i), monkeypatch) for i, game in enumerate(games)
    )
    assert games[0].digest() != games[1].digest()
    for mine, theirs in zip(one, other, strict=True):
        assert told_last(mine) == told_last(theirs)
    every = "".join(text for texts in one for text in texts)
    digest = case.rules.play.digest
    seen_by = case.rules.play.seen_by
    for entry in first.active_game.record:
        known = {digest(seen_by(entry.state_after, viewer)) for viewer in VIEWERS}
        assert digest(entry.state_after) in known or digest(entry.state_after) not in every
    assert not re.search(r'"(seed|shuffles|rolls|hash|secret|kept)":', every)
