"""How the chance to win went through a recording, turn by turn, worked out beside the window meanwhile. No graphics here."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wc3d._internal.progress import Progress
from wc3d.bots.advice import adviser_of
from wc3d.engine.replay import Replay
from wc3d.engine.ruleset import RuleSet
from wc3d.workers.background import BackgroundProcess


@dataclass(frozen=True)
class ChanceThen:
    """Player 1's chance to win, 0 to 1, after so many actions, and which turn began there."""

    at: int
    turn: str
    chance: float


def chance_now(progress: Progress, changing: Any, *, rules: RuleSet, lasting: Any) -> float:
    """Player 1's chance in a state that comes in two parts (see `RuleSet.for_sending`). The first of a board takes a while."""
    return adviser_of(rules).chance(rules.put_together(changing, lasting), 1)


class ChancesOverTime:
    """The chances as turns begin and at the end, as far as they are worked out; none where the game has no adviser."""

    def __init__(self) -> None:
        self.found: list[ChanceThen] = []
        self.worker = BackgroundProcess()
        self._looked, self._turn = 0, ""
        self._asked = 0, ""
        self._start: Any = None

    def go_on(self, replay: Replay, whole: bool) -> bool:
        """Hear what is worked out, and ask for the next; True if one more is known. `whole`: nothing more will be read."""
        if not replay.game.rules.adviser:
            return False
        if self._looked > len(replay) + 1 or self._start is not replay.game.start:
            self.close()
            self.found, self._looked, self._turn, self._start = [], 0, "", replay.game.start
        report = self.worker.poll()
        new = report is not None and report.ended and not report.failure
        if report is not None and new:
            self.found.append(ChanceThen(*self._asked, report.answer))
        if not self.worker.busy:
            self._ask(replay, whole)
        return new

    def _ask(self, replay: Replay, whole: bool) -> None:
        """Have the chance worked out as the next turn begins, or at the end."""
        rules = replay.game.rules
        while self._looked <= len(replay) and not self.worker.busy:
            at, state = self._looked, replay.after(self._looked)
            turn = ", ".join(rules.clock(state).split(", ")[:2])
            end = at == len(replay)
            if end and not whole:
                break
            if rules.standings(state) and (turn != self._turn or end):
                changing, lasting = rules.for_sending(state)
                self._asked = at, turn
                self.worker.ask("the chance to win", chance_now, changing, rules=rules, lasting=lasting)
            self._looked, self._turn = at + 1, turn

    def close(self) -> None:
        """Let the process go."""
        self.worker.stop()
