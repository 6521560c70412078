"""The win chance at each turn of a recording, computed in the background. No graphics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wc3d._internal.progress import Progress
from wc3d.bots.advice import load_adviser
from wc3d.engine.replay import ReplayCursor
from wc3d.engine.ruleset import RuleSet
from wc3d.workers.background import BackgroundProcess


@dataclass(frozen=True)
class TurnChance:
    """Player 1's win chance (0 to 1) after `actions_done` actions, where `turn` begins."""

    actions_done: int
    turn: str
    chance: float


def compute_chance(progress: Progress, changing: Any, *, rules: RuleSet, lasting: Any) -> float:
    """Return player 1's win chance in a split state (see `PlayRules.split_state`), slow at first."""
    return load_adviser(rules).win_chance(rules.play.join_state(changing, lasting), 1)


class WinChanceHistory:
    """The win chances at the start of each turn and at the end, empty without an adviser."""

    def __init__(self) -> None:
        self.turn_chances: list[TurnChance] = []
        self.worker = BackgroundProcess()
        self._looked = 0
        self._turn = ""
        self._asked = 0, ""
        self._start: Any = None

    def update(self, replay: ReplayCursor, whole: bool) -> bool:
        """Collect a chance and start the next one. Return whether there is a new one.

        `whole` is True once the recording is fully read.
        """
        if not replay.game.rules.hint_bot:
            return False
        if self._looked > len(replay) + 1 or self._start is not replay.game.start:
            self.close()
            self.turn_chances = []
            self._looked = 0
            self._turn = ""
            self._start = replay.game.start
        report = self.worker.poll()
        new = report is not None and report.is_finished and not report.failure
        if report is not None and new:
            self.turn_chances.append(TurnChance(*self._asked, report.answer))
        if not self.worker.is_busy:
            self._ask(replay, whole)
        return new

    def _ask(self, replay: ReplayCursor, whole: bool) -> None:
        """Start computing the chance at the next turn, or at the end."""
        rules = replay.game.rules
        while self._looked <= len(replay) and not self.worker.is_busy:
            at = self._looked
            state = replay.state_after(self._looked)
            turn = ", ".join(rules.text.clock(state).split(", ")[:2])
            end = at == len(replay)
            if end and not whole:
                break
            if rules.text.standings(state) and (turn != self._turn or end):
                changing, lasting = rules.play.split_state(state)
                self._asked = at, turn
                self.worker.start_task(
                    "the chance to win", compute_chance, changing, rules=rules, lasting=lasting
                )
            self._looked = at + 1
            self._turn = turn

    def close(self) -> None:
        """Stop the worker process."""
        self.worker.stop()
