"""A hint at any time: what a sensible player might do now and why, worked out beside the window as the strongest bot weighs."""

from __future__ import annotations

from typing import Any

from wc3d._internal.progress import Progress
from wc3d.bots.advice import Hint, load_adviser
from wc3d.engine.actions import Event
from wc3d.engine.game import View
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.ui.play_session import PlaySession
from wc3d.workers.background import BackgroundProcess


class HintRequest:
    """The hints for the question at which they were asked for. `failure` says why there are none."""

    def __init__(self, session: PlaySession) -> None:
        self.session = session
        self.worker = BackgroundProcess()
        self.hints: tuple[Hint, ...] | None = None
        self.failure = ""
        self._about = -1

    @property
    def is_available(self) -> bool:
        """Can a hint be asked for now: does the game have an adviser, and is somebody asked here?"""
        return bool(self.session.person_to_act and self.session.rules.hint_bot)

    @property
    def is_open(self) -> bool:
        """Are hints wanted for the question that is open now?"""
        return self._about == self.session.change_count and bool(self.session.person_to_act)

    def toggle(self) -> None:
        """Ask for hints, or put them away. Raises InputError where there are none for this game, or it is nobody's turn here."""
        if self.is_open:
            self.clear()
            return
        session, rules = self.session, self.session.rules
        if not session.person_to_act:
            raise InputError("You get a hint only when it is your turn to decide")
        load_adviser(rules)
        view = session.game.view(session.person_to_act)
        changing, lasting = rules.split_state(view.state)
        self.hints, self.failure, self._about = None, "", session.change_count
        self.worker.start_task(
            "a hint",
            compute_hints,
            session.person_to_act,
            changing,
            view.log,
            rules=rules,
            lasting=lasting,
        )

    def poll(self) -> bool:
        """Hear what was worked out; True if there is anything new to show."""
        if self._about >= 0 and not self.is_open:
            self.clear()
            return True
        report = self.worker.poll()
        if report is None or not report.is_finished:
            return False
        self.hints, self.failure = tuple(report.answer or ()), report.failure or ""
        return True

    def close(self) -> None:
        """Let the process go."""
        self.worker.stop()

    def clear(self) -> None:
        """Put them away, and give up what is worked at."""
        if self.worker.is_busy:
            self.worker.stop()
        self.hints, self.failure, self._about = None, "", -1


def compute_hints(
    progress: Progress,
    player: int,
    changing: Any,
    log: tuple[Event, ...],
    *,
    rules: RuleSet,
    lasting: Any,
) -> tuple[Hint, ...]:
    """The hints for a player, who knows the log and the state that comes in two parts (see `RuleSet.for_sending`)."""
    state = rules.join_state(changing, lasting)
    return tuple(
        load_adviser(rules).find_hints(
            View(rules, player, state, player, rules.offers(state, player), log)
        )
    )
