"""Links that open something to look at: a board, a dispute, a game of this host that is over."""
from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from wc3d.engine.dice import SeededDice
from wc3d.engine.replay import play_on
from wc3d.errors import InputError
from wc3d.judge.question_case import Dispute
from wc3d.server.match.match import HostedGame
from wc3d.server.match.registry import GameHall
from wc3d.server.pages.board_page import LookScreen
from wc3d.server.pages.dispute_page import LiveDispute
from wc3d.server.pages.replay_page import ReplayPage
from wc3d.server.pages.shared_files import BOARD, DISPUTE, REPLAY, Shelf, look_key
from wc3d.table.table import Table
from wc3d.workers.table_worker import MakeWorker

MAX_BRANCHES = 20
"""New games that may be begun from the replay of one game while the host runs."""


class Looks:
    """What of a hall and a shelf can be looked at, and by whom."""

    def __init__(self, hall: GameHall, shelf: Shelf, worker: MakeWorker) -> None:
        self.hall, self.shelf, self.worker = hall, shelf, worker
        self._branches: Counter[str] = Counter()

    def listed(self) -> list[dict[str, str]]:
        """The boards and disputes, for whoever runs the host."""
        return self.shelf.listed(self.hall.host_key)

    def replay_link(self, game: str) -> str:
        """What a link that shows a finished game ends in."""
        return f"{REPLAY}/{game}#{look_key(self.hall.host_key, REPLAY, game)}"

    def play_on(self, room: HostedGame, actions: int) -> dict[int, str]:
        """Begin a new game from a point of one that is over; return what the link of each seat ends in. Raises InputError."""
        if self._branches[room.id] >= MAX_BRANCHES:
            raise InputError(f"{MAX_BRANCHES} games were already started from this replay: play one of them, or restart the host")
        game = play_on(room.playing, actions, f"game {room.id}", SeededDice("the new game has dice of its own"))
        game.bots = dict(room.plan.bots)
        id, keys = self.hall.begin(game, dice=room.plan.dice)
        self._branches[room.id] += 1
        return {seat: f"{id}.{key}" for seat, key in keys.items() if seat not in game.bots}

    def opened(self, kind: str, name: str, key: Any) -> Callable[[], LookScreen] | None:
        """What makes the screen that a key opens; None for what opens nothing. In the turn of the game, if it is about one."""
        right = look_key(self.hall.host_key, kind, name)
        fits = hmac.compare_digest((key if isinstance(key, str) else "").encode(), right.encode())
        if kind == REPLAY:
            seated = self.hall.seat(name, key)
            room = seated[0] if seated is not None else self.hall.room(name) if fits else None
            is_over = room is not None and room.over and room.game is not None and bool(room.game.turns)
            if room is None or not is_over:
                return None
            return partial(ReplayPage, room.playing, room.title, self.worker, partial(self.play_on, room))
        read = self.shelf.opened(kind, name) if fits else None
        title = self.shelf.files[kind, name].title if read is not None else ""
        return partial(SCREENS[kind], read, title, self.worker) if read is not None else None


def _board(read: Callable[[], Table], title: str, worker: MakeWorker) -> LookScreen:
    return LookScreen(read(), title, worker)


def _dispute(read: Callable[[], Dispute], title: str, worker: MakeWorker) -> LookScreen:
    return LiveDispute(read(), title, worker)


SCREENS: Mapping[str, Callable[[Any, str, MakeWorker], LookScreen]] = {BOARD: _board, DISPUTE: _dispute}
