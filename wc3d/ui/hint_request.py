"""Hints: sensible actions with reasons, computed in the background by the strongest bot."""

from __future__ import annotations

import time
from typing import Any, Protocol

from wc3d._internal.progress import Progress
from wc3d.bots.advice import Hint, find_hints
from wc3d.engine.actions import Event
from wc3d.engine.game import Game, View
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.workers.background import BackgroundProcess

SLOW_AFTER_S = 1 / 3
"""Seconds after which a computation shows its progress and how to cancel it."""
PROGRESS_STEPS = 10
"""The steps in which the progress is shown."""
PREPARE_AFTER_S = 2.0
"""Seconds after which an open question lets the worker load what a hint needs."""
PREPARATION_BUDGET = 1
"""The simulated turns of a preparation: few, as only what it loads is needed."""


class HintSource(Protocol):
    """The game that hints are for. Only its view of the player to act is used.

    `person_to_act` is that player (0: nobody), `change_count` counts all changes.
    """

    @property
    def game(self) -> Game: ...

    @property
    def rules(self) -> RuleSet: ...

    @property
    def person_to_act(self) -> int: ...

    @property
    def change_count(self) -> int: ...


class HintRequest:
    """The hints for a question. `failure` says why there are none."""

    def __init__(self, session: HintSource) -> None:
        self.session = session
        self.worker = BackgroundProcess()
        self.hints: tuple[Hint, ...] | None = None
        self.failure = ""
        self._about = -1
        self._asked_question = -1
        self._question_since = 0.0
        self._asked_at = 0.0
        self._shown_progress: tuple[bool, float] = False, 0.0

    @property
    def is_available(self) -> bool:
        """Return whether a person is to act."""
        return bool(self.session.person_to_act)

    @property
    def is_open(self) -> bool:
        """Return whether hints were requested for the open question."""
        return self._about == self.session.change_count and bool(self.session.person_to_act)

    @property
    def is_slow(self) -> bool:
        """Return whether the hints have been computed for long enough to show the progress."""
        is_due = self.is_open and self.hints is None
        return is_due and time.monotonic() - self._asked_at >= SLOW_AFTER_S

    @property
    def progress(self) -> float:
        """The finished part of the computation, 0 to 1, in a few steps."""
        return PROGRESS_STEPS * self.worker.done // max(1, self.worker.total) / PROGRESS_STEPS

    def toggle(self) -> None:
        """Request hints, or hide them. Raises InputError without a person to act."""
        if self.is_open:
            self.clear()
            return
        session = self.session
        rules = self.session.rules
        if not session.person_to_act:
            raise InputError("Hints are available only when you have a decision to make")
        self.hints = None
        self.failure = ""
        self._about = session.change_count
        self._asked_at = time.monotonic()
        view, lasting = self._split_view()
        self.worker.start_task("a hint", compute_hints, *view, rules=rules, lasting=lasting)

    def _split_view(self) -> tuple[tuple[int, Any, tuple[Event, ...]], Any]:
        """Return the player with what changes in the view, and what lasts for the whole game."""
        player = self.session.person_to_act
        view = self.session.game.view(player)
        changing, lasting = self.session.rules.play.split_state(view.state)
        return (player, changing, view.log), lasting

    def prepare(self) -> None:
        """Let the worker load what a hint needs once a question has been open for a moment.

        On a fresh process a hint takes several times as long: modules, compiled geometry, and the
        terrain of a board with meshes.
        """
        now = time.monotonic()
        if self.session.change_count != self._asked_question:
            self._asked_question = self.session.change_count
            self._question_since = now
        is_due = now - self._question_since >= PREPARE_AFTER_S
        if is_due and self.session.person_to_act and not self.is_open and not self.worker.is_alive:
            view, lasting = self._split_view()
            self.worker.prepare(
                compute_hints,
                *view,
                PREPARATION_BUDGET,
                rules=self.session.rules,
                lasting=lasting,
            )

    def poll(self) -> bool:
        """Collect finished hints. Return whether the display has changed."""
        if self._about >= 0 and not self.is_open:
            self.clear()
            return True
        report = self.worker.poll()
        if report is None or not report.is_finished:
            shown = self._shown_progress
            self._shown_progress = self.is_slow, self.progress
            return self.is_open and self._shown_progress != shown
        self.hints = tuple(report.answer or ())
        self.failure = report.failure or ""
        return True

    def close(self) -> None:
        """Stop the worker process."""
        self.worker.stop()

    def clear(self) -> None:
        """Hide the hints and stop their computation."""
        if self.worker.is_busy:
            self.worker.stop()
        self.hints = None
        self.failure = ""
        self._about = -1


def compute_hints(
    progress: Progress,
    player: int,
    changing: Any,
    log: tuple[Event, ...],
    think: int = 0,
    *,
    rules: RuleSet,
    lasting: Any,
) -> tuple[Hint, ...]:
    """Return the hints for a player, from the log and the parts of `PlayRules.split_state`.

    `think` is the number of simulated turns; 0 means the default.
    """
    state = rules.play.join_state(changing, lasting)
    return tuple(
        find_hints(
            View(rules, player, state, player, rules.play.offers(state, player), log),
            think,
            progress=progress,
        )
    )
