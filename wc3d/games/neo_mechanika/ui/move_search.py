"""Background searches for a pending move: the path to the pointer and the reachable areas."""

from __future__ import annotations

from typing import Any

from wc3d.games.neo_mechanika.previews.reaches import (
    reach_preview,
    reach_question,
    solve_reach_evidence,
)
from wc3d.games.neo_mechanika.previews.shortest_path import ShortestPath, path_question, solve_path
from wc3d.games.neo_mechanika.rules import actions
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.ui.pending_move import PendingMove
from wc3d.presentation.preview import Preview
from wc3d.ui.pending_actions import PendingAction
from wc3d.workers.table_worker import LatestQuestionWorker, WorkerFactory


class PathSearch:
    """A background search for the path to the pointer, if it is not straight."""

    def __init__(self, worker: WorkerFactory) -> None:
        self._follower = LatestQuestionWorker(worker)
        self._move: PendingMove | None = None

    def search(self, move: PendingMove, goal: actions.Point) -> None:
        """Request the path; only the latest request gets an answer."""
        self._move = move
        self._follower.set_question(
            solve_path,
            move.state.table,
            path_question(move.state, move.order, move.model, goal, snaps=move.snaps),
        )

    def poll(self) -> bool:
        """Pass a new path to its move; return whether an answer came, with or without a path."""
        reply = self._follower.poll()
        if reply is None or self._move is None or not (reply[1].answer or reply[1].failure):
            return False
        if reply[0]["model"] != self._move.model:
            return False
        way = reply[1].answer
        self._move.set_found_path(
            reply[0]["goal"], way.path if isinstance(way, ShortestPath) else None
        )
        return True

    @property
    def is_busy(self) -> bool:
        """Return whether an answer is pending."""
        return self._follower.is_busy

    def close(self) -> None:
        """Stop the process."""
        self._follower.stop()


class ReachSearch:
    """A background search for the areas that the pending move's model can reach, by level."""

    def __init__(self, worker: WorkerFactory) -> None:
        self.worker = worker()
        self.searched_pending: tuple[Any, ...] | None = None
        self.reach: Preview | None = None

    def on_pending_changed(self, pending: PendingAction | None) -> None:
        """Search again if another model is pending; clear the result if none is."""
        target = (pending.model, pending.state) if isinstance(pending, PendingMove) else None
        last_target = self.searched_pending
        if (
            target is not None
            and last_target is not None
            and target[0] == last_target[0]
            and target[1] is last_target[1]
        ):
            return
        self.searched_pending = target
        self.reach = None
        if target is not None:
            model, state = target
            self.worker.solve(solve_reach_evidence, state.table, reach_question(state, None, model))

    def poll(self) -> bool:
        """Return whether the answer has arrived."""
        report = self.worker.poll()
        if report is None or report.answer is None or self.searched_pending is None:
            return False
        state: State = self.searched_pending[1]
        self.reach = reach_preview(state, report.answer)
        return True

    def close(self) -> None:
        """Stop the process."""
        self.worker.stop()
