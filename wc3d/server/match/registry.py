"""The games that a host holds: begun, found by their links, listed, let go of while nobody is there."""
from __future__ import annotations

import copy
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

from wc3d.engine.game import Game
from wc3d.engine.replay import DamagedLineError, entries, written
from wc3d.errors import InputError, visible
from wc3d.server.match.match import HostedGame, Message, Told
from wc3d.server.match.match_spec import HostedPlan, setup_without_seed
from wc3d.server.match.notifications import unsent
from wc3d.server.match.requests import answer, go_on
from wc3d.server.match.seat_keys import HOST_KEY, JUDGE, SEATS, key_hash, new_id, new_key, seat_of
from wc3d.server.match.store import GameStore
from wc3d.server.match.table_talk import note_judge_gone

IDLE = 600.0
"""Seconds after which a game that nobody listens to leaves the memory; it is read again when somebody comes."""

LOG = logging.getLogger(__name__)


class GameHall:
    """All the games of a file. Only one thread at a time may use each game."""

    def __init__(self, store: GameStore, clock: Callable[[], float] = time.time) -> None:
        self.store, self.now = store, clock
        self.rooms: dict[str, HostedGame] = {}
        self.used: dict[str, float] = {}
        self.faults: dict[str, str] = {}
        if store.kept(HOST_KEY) is None:
            store.keep(HOST_KEY, new_key())

    @property
    def host_key(self) -> str:
        """The key of whoever runs the host."""
        return self.store.kept(HOST_KEY) or ""

    def begin(self, game: Game, **more: Any) -> tuple[str, dict[int, str]]:
        """Begin a game like this one, anew and with dice that nobody knows: its id, and the key of each seat.

        A game that plays on from another one (`origin`) goes on where it stands.
        `more` is what else its plan says (`HostedPlan`). Raises InputError.
        """
        rules, id = game.rules, new_id()
        setup = setup_without_seed(game)
        if game.origin is not None:
            game = copy.copy(game)
            game.setup = setup
            more["taken_over"] = [written(entry) for entry in entries(game)]
        plan = HostedPlan(setup, bots=dict(game.bots), **more)
        keys = {seat: new_key() for seat in SEATS}
        headline = f"{rules.headline(game.state)}: {' against '.join(rules.player_names(game.state))}"
        self.store.create(id, rules.name, headline, plan.data(), {seat: key_hash(key) for seat, key in keys.items()})
        room = self.room(id)
        for player in plan.bots:
            answer(room, player, {"t": "commit", "id": f"bot-{secrets.token_hex(8)}", "leave": True})
        return id, keys

    def room(self, id: str) -> HostedGame:
        """A game by its id. Raises InputError for none, and for one that cannot be gone on with."""
        self.used[id] = self.now()
        if id not in self.rooms:
            row = self.store.game(id)
            if row is None:
                raise InputError(f"game {visible(id[:60])}: not found in {self.store.path}")
            try:
                self.rooms[id] = room = HostedGame(row, self.store, self.now)
                go_on(room)
                note_judge_gone(room)
            except (InputError, DamagedLineError) as error:
                self.faults[id] = str(error)
                raise InputError(f"game {id} cannot be continued: {error}") from None
        return self.rooms[id]

    def seat(self, id: object, key: object) -> tuple[HostedGame, int] | None:
        """The game and the seat that a key opens; None for what opens nothing, whatever is wrong with it."""
        key_hashes = self.store.keys(id) if isinstance(id, str) else {}
        seat = seat_of(key, key_hashes or NOBODY)
        return None if seat is None or not isinstance(id, str) or not key_hashes else (self.room(id), seat)

    def new_links(self, id: str) -> dict[int, str]:
        """Other keys for all seats of a game; the old ones open nothing any more. Raises InputError."""
        if self.store.game(id) is None:
            raise InputError(f"--links {visible(id[:60])}: no such game in {self.store.path}: --list shows its games")
        keys = {seat: new_key() for seat in SEATS}
        judge = {JUDGE: key_hash(new_key())}  # that of nobody: the players can agree to another link
        self.store.rekey(id, {seat: key_hash(key) for seat, key in keys.items()} | judge)
        return keys

    def listed(self) -> list[Told]:
        """The games there are, for whoever runs the host."""
        games = []
        for row in self.store.games():
            room = self.rooms.get(row.id)
            activity: dict[str, Any] = {}
            if room is not None:
                seats = {listener.seat for listener in list(room.listeners.values())}
                activity = {"here": sorted(seats), "actions": room.version, "to_act": room.to_act}
            fault = {"fault": self.faults[row.id]} if row.id in self.faults else {}
            summary = {"game": row.id, "title": row.title, "rules": row.rules, "begun": row.begun, "over": row.over}
            games.append({**summary, **activity, **fault})
        return games

    def tidy(self, room: HostedGame) -> None:
        """Let go of a game that nobody has used for a while."""
        waits = room.listeners or room.plan.clock or room.to_act in room.plan.bots
        waits = waits or bool(room.awaited and unsent(room, room.awaited))
        if not waits and self.now() - self.used.get(room.id, 0) > IDLE:
            self.rooms.pop(room.id, None)


NOBODY: Mapping[int, str] = {seat: key_hash(new_key()) for seat in SEATS}
"""Compared with where there is no such game, so that it takes as long."""


def asked(room: HostedGame, seat: int, message: Message) -> Told:
    """The answer to a request; what is wrong in the program is told as such, and the game is as it was."""
    try:
        return answer(room, seat, message)
    except Exception as error:
        LOG.exception("game %s, seat %s: the request %.40r failed", room.id, seat, message.get("t"))
        text = f"the host had an error; nothing was done ({type(error).__name__})"
        return {"t": "failed", "id": str(message.get("id"))[:60], "text": text}
