"""Links that open something to look at: a board, a dispute, a game of this host that is over."""
from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from wc3d.host.hall import GameHall
from wc3d.host.look_dispute import LiveDispute
from wc3d.host.look_replay import ReplayPage
from wc3d.host.look_screen import LookScreen
from wc3d.host.shelf import BOARD, DISPUTE, REPLAY, Shelf, look_key
from wc3d.judge.question_case import Dispute
from wc3d.table.table import Table
from wc3d.view.work.table_worker import MakeWorker


class Looks:
    """What of a hall and a shelf can be looked at, and by whom."""

    def __init__(self, hall: GameHall, shelf: Shelf, worker: MakeWorker) -> None:
        self.hall, self.shelf, self.worker = hall, shelf, worker

    def listed(self) -> list[dict[str, str]]:
        """The boards and disputes, for whoever runs the host."""
        return self.shelf.listed(self.hall.host_key)

    def replay_link(self, game: str) -> str:
        """What a link that shows a finished game ends in."""
        return f"{REPLAY}/{game}#{look_key(self.hall.host_key, REPLAY, game)}"

    def opened(self, what: str, name: str, key: Any) -> Callable[[], LookScreen] | None:
        """What makes the screen that a key opens; None for what opens nothing. In the turn of the game, if it is about one."""
        right = look_key(self.hall.host_key, what, name)
        fits = hmac.compare_digest((key if isinstance(key, str) else "").encode(), right.encode())
        if what == REPLAY:
            seated = self.hall.seat(name, key)
            room = seated[0] if seated is not None else self.hall.room(name) if fits else None
            over = room is not None and room.over and room.game is not None and bool(room.game.turns)
            return partial(ReplayPage, room.playing, room.title, self.worker) if room is not None and over else None
        read = self.shelf.opened(what, name) if fits else None
        title = self.shelf.files[what, name].title if read is not None else ""
        return partial(SCREENS[what], read, title, self.worker) if read is not None else None


def _board(read: Callable[[], Table], title: str, worker: MakeWorker) -> LookScreen:
    return LookScreen(read(), title, worker)


def _dispute(read: Callable[[], Dispute], title: str, worker: MakeWorker) -> LookScreen:
    return LiveDispute(read(), title, worker)


SCREENS: Mapping[str, Callable[[Any, str, MakeWorker], LookScreen]] = {BOARD: _board, DISPUTE: _dispute}
