"""Links to shared pages: a board, a dispute or a finished game of this host."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from wc3d.engine.dice import SeededDice
from wc3d.engine.replay import continue_game
from wc3d.errors import InputError
from wc3d.judging.dispute import Dispute
from wc3d.server.match.match import Match
from wc3d.server.match.registry import MatchRegistry
from wc3d.server.pages.board_page import BoardPageController
from wc3d.server.pages.dispute_page import DisputePageController
from wc3d.server.pages.replay_page import ReplayPageController
from wc3d.server.pages.shared_files import BOARD, DISPUTE, REPLAY, SharedFiles, derive_share_key
from wc3d.table.table import Table
from wc3d.workers.table_worker import WorkerFactory

MAX_BRANCH_MATCHES = 20
"""The maximum number of new games from a replay while the host runs."""


class SharedPages:
    """The links to the shared files and the finished games of a host."""

    def __init__(
        self, registry: MatchRegistry, shared_files: SharedFiles, worker: WorkerFactory
    ) -> None:
        self.registry = registry
        self.shared_files = shared_files
        self.make_worker = worker
        self._branches: Counter[str] = Counter()

    def list_links(self) -> list[dict[str, str]]:
        """Return the links to boards and disputes, for the host's owner."""
        return self.shared_files.list_links(self.registry.host_key)

    def replay_link_suffix(self, game: str) -> str:
        """Return the ending of a link to a game's replay."""
        return f"{REPLAY}/{game}#{derive_share_key(self.registry.host_key, REPLAY, game)}"

    def begin_branch_match(self, match: Match, actions: int) -> dict[int, str]:
        """Begin a game from a point in a finished one. Return link endings. Raises InputError."""
        if self._branches[match.id] >= MAX_BRANCH_MATCHES:
            raise InputError(
                f"{MAX_BRANCH_MATCHES} games were already started from this replay; play one of them, or restart the host"
            )
        game = continue_game(
            match.active_game,
            actions,
            f"game {match.id}",
            SeededDice("the new game has dice of its own"),
        )
        game.bots = dict(match.spec.bots)
        id, keys = self.registry.create_match(game, dice=match.spec.dice)
        self._branches[match.id] += 1
        return {seat: f"{id}.{key}" for seat, key in keys.items() if seat not in game.bots}

    def find_page_factory(
        self, kind: str, name: str, key: Any
    ) -> Callable[[], BoardPageController] | None:
        """Return a link's controller factory, or None. Call it in the queue of a replayed game."""
        right = derive_share_key(self.registry.host_key, kind, name)
        fits = hmac.compare_digest((key if isinstance(key, str) else "").encode(), right.encode())
        if kind == REPLAY:
            seated = self.registry.find_seat(name, key)
            match = (
                seated[0]
                if seated is not None
                else self.registry.load_match(name)
                if fits
                else None
            )
            is_over = (
                match is not None
                and match.is_over
                and match.game is not None
                and bool(match.game.turns)
            )
            if match is None or not is_over:
                return None
            return partial(
                ReplayPageController,
                match.active_game,
                match.title,
                self.make_worker,
                partial(self.begin_branch_match, match),
            )
        read = self.shared_files.find_reader(kind, name) if fits else None
        title = self.shared_files.files[kind, name].title if read is not None else ""
        return (
            partial(CONTROLLER_FACTORIES[kind], read, title, self.make_worker)
            if read is not None
            else None
        )


def _open_board_screen(
    read: Callable[[], Table], title: str, worker: WorkerFactory
) -> BoardPageController:
    return BoardPageController(read(), title, worker)


def _open_dispute_screen(
    read: Callable[[], Dispute], title: str, worker: WorkerFactory
) -> BoardPageController:
    return DisputePageController(read(), title, worker)


CONTROLLER_FACTORIES: Mapping[str, Callable[[Any, str, WorkerFactory], BoardPageController]] = {
    BOARD: _open_board_screen,
    DISPUTE: _open_dispute_screen,
}
