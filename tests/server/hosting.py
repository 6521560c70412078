"""Hosted games for tests: rooms without a network, and hosts that listen at an address of this machine."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.conformance.games import PLAYERS, Case, case_of
from wc3d.bots.random_player import RandomPlayer
from wc3d.cli.host.command import open_listening_socket
from wc3d.engine.fair_dice import make_commitment
from wc3d.server.http.app import HostServer
from wc3d.server.http.uvicorn_server import UvicornServer
from wc3d.server.limits import ServerLimits
from wc3d.server.match.match import Listener, Match
from wc3d.server.match.notifications import Notifier
from wc3d.server.match.registry import MatchRegistry
from wc3d.server.match.requests import answer_request
from wc3d.server.match.seat_feed import ALL_PARTS
from wc3d.server.match.seat_keys import SEATS, SeatLink
from wc3d.server.match.store import MatchStore
from wc3d.server.match.work_queue import MatchExecutor

WHOLE = ALL_PARTS - {"offers"}


@dataclass
class HostedTable:
    """A hosted game, and what each seat was told of it."""

    match: Match
    keys: dict[int, str]
    told: dict[int, list[dict[str, Any]]] = field(
        default_factory=lambda: {seat: [] for seat in SEATS}
    )
    count: int = 0
    desk: MatchExecutor | None = None
    """The desk of a host that listens: requests go through it, as only one thread at a time may use a game."""

    def listen(self) -> None:
        """Hear what each seat is told."""
        for seat in SEATS:
            self.match.add_listener(
                ("test", seat), Listener(seat, WHOLE, self.told[seat].append), self.match.row_count
            )
            self.told[seat].clear()

    def ask(self, seat: int, kind: str, **what: Any) -> dict[str, Any]:
        """The answer to a request."""
        self.count += 1
        message = {"t": kind, "id": f"r{self.count}", **what}
        if self.desk is None:
            return self._answer(seat, message)
        said: Future[dict[str, Any]] = Future()
        self.desk.submit(self.match.id, lambda: said.set_result(self._answer(seat, message)))
        return said.result(60)

    def _answer(self, seat: int, message: dict[str, Any]) -> dict[str, Any]:
        return answer_request(self.match, seat, {"at": self.match.record_length, **message})

    def give_dice(self, secret: bytes | None = None) -> None:
        """Both players give their share."""
        mine = {player: secret or secrets.token_bytes(32) for player in PLAYERS}
        for player in PLAYERS:
            said = make_commitment(self.match.id, str(player), mine[player])
            assert self.ask(player, "commit", commitment=said)["t"] == "done"
        for player in PLAYERS:
            assert self.ask(player, "open", secret=mine[player].hex())["t"] == "done"

    def play(self, actions: int, seed: int = 1) -> int:
        """Let random players go on: how many actions they did, fewer only if the game is over."""
        players = {player: RandomPlayer(f"{seed}/{player}") for player in PLAYERS}
        for done in range(actions):
            if (mover := self.match.player_to_act) is None:
                return done
            action = players[mover].choose(self.match.active_game.view(mover))
            assert self.ask(mover, "do", action=action.model_dump(mode="json"))["t"] == "done"
        return actions


def hall_at(folder: Path) -> MatchRegistry:
    """The hall of a folder's file."""
    return MatchRegistry(MatchStore(folder / "games.db"))


def table_of(case: Case, folder: Path, begun: bool = True, **more: Any) -> HostedTable:
    """A new hosted game of a case."""
    registry = hall_at(folder)
    id, keys = registry.create_match(case.new(), **more)
    table = HostedTable(registry.load_match(id), keys)
    if begun:
        table.give_dice()
    table.listen()
    return table


def again(table: HostedTable, folder: Path) -> HostedTable:
    """The same game, read from its file by another host."""
    table.match.store.close()
    made = HostedTable(hall_at(folder).load_match(table.match.id), table.keys, count=table.count)
    made.listen()
    return made


@dataclass
class Listening:
    """A host that listens."""

    registry: MatchRegistry
    port: int
    server: HostServer

    @property
    def base(self) -> str:
        """What its links begin with."""
        return f"http://127.0.0.1:{self.port}"

    def links(self, id: str, keys: dict[int, str]) -> dict[int, SeatLink]:
        """The link of each seat."""
        return {seat: SeatLink(self.base, id, key) for seat, key in keys.items()}


@contextmanager
def listening(
    folder: Path,
    limits: ServerLimits | None = None,
    unsent: int = 1 << 18,
    port: int = 0,
    summoner: Notifier | None = None,
    base: str = "",
) -> Iterator[Listening]:
    """A host at a port of this machine (0: any that is free), in a thread of this process."""
    registry = hall_at(folder)
    bound = open_listening_socket("127.0.0.1", port, unsent)
    host = HostServer(registry, limits=limits, notifier=summoner, base=base)
    server = UvicornServer(host, log_level="error", timeout_graceful_shutdown=1)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.005)
    try:
        yield Listening(registry, bound.getsockname()[1], host)
    finally:
        server.should_exit = True
        thread.join(90)
        bound.close()


DISCS = case_of("discs")
