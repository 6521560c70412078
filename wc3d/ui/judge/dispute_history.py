"""Undo and redo of a dispute: pieces, questions, readings and doubt."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from wc3d.table.table import Table
from wc3d.ui.judge.question_form import DisputeDraft

MAX_STEPS = 200
"""Changes that can be undone."""


@dataclass(frozen=True, eq=False)
class _Snapshot:
    """A dispute at one moment, and the key that tells whether it differs."""

    key: object
    table: Table
    questions: list[dict[str, Any]]
    question_index: int
    ruling_values: dict[str, float]
    terrain_values: dict[str, dict[str, Any]]
    doubt: float


class DisputeHistory:
    """Earlier and undone states of a dispute. `record` notes a change, whatever made it."""

    def __init__(self, case: DisputeDraft) -> None:
        self.case = case
        self._changes = case.change_count
        self._current = self._take()
        self._earlier: list[_Snapshot] = []
        self._undone: list[_Snapshot] = []

    @property
    def can_undo(self) -> bool:
        """Return whether there is a change to undo."""
        return bool(self._earlier)

    @property
    def can_redo(self) -> bool:
        """Return whether there is an undone change."""
        return bool(self._undone)

    def record(self) -> None:
        """Note the dispute as it is now, if it has changed since the last call."""
        if self.case.change_count == self._changes:
            return
        self._changes = self.case.change_count
        if self.case.contents_key == self._current.key:
            return
        self._earlier = [*self._earlier, self._current][-MAX_STEPS:]
        self._undone = []
        self._current = self._take()

    def undo(self) -> bool:
        """Return to the state before the last change. Return whether there is one."""
        self.record()
        if not self._earlier:
            return False
        self._undone.append(self._current)
        self._restore(self._earlier.pop())
        return True

    def redo(self) -> bool:
        """Repeat the last undone change. Return whether there is one."""
        self.record()
        if not self._undone:
            return False
        self._earlier.append(self._current)
        self._restore(self._undone.pop())
        return True

    def _take(self) -> _Snapshot:
        case = self.case
        return _Snapshot(
            case.contents_key,
            case.table,
            deepcopy(case.questions),
            case.question_index,
            dict(case.readings.ruling_values),
            deepcopy(case.readings.terrain_values),
            case.doubt,
        )

    def _restore(self, snapshot: _Snapshot) -> None:
        case = self.case
        case.table = snapshot.table
        case.questions = deepcopy(snapshot.questions)
        case.question_index = snapshot.question_index
        case.readings.ruling_values = dict(snapshot.ruling_values)
        case.readings.terrain_values = deepcopy(snapshot.terrain_values)
        case.doubt = snapshot.doubt
        case.previous_positions = ()
        case.change_count += 1
        self._current = snapshot
        self._changes = case.change_count
