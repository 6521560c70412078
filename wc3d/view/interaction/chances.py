"""How the chance to win went through a recording, turn by turn, worked out by and by while it is watched. No graphics here."""
from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from wc3d.engine.replay import Replay
from wc3d.players.advice import adviser_of


@dataclass(frozen=True)
class ChanceThen:
    """Player 1's chance to win, 0 to 1, after so many actions, and which turn began there."""

    at: int
    turn: str
    chance: float


class ChancesOverTime:
    """The chances as turns begin and at the end, as far as they are worked out; none where the game has no adviser."""

    def __init__(self) -> None:
        self.found: list[ChanceThen] = []
        self._looked, self._turn = 0, ""
        self._start: Any = None

    def go_on(self, replay: Replay, whole: bool, seconds: float) -> bool:
        """Work on for about so long, a turn at least; True if one more is known. `whole`: nothing more will be read."""
        rules = replay.game.rules
        if not rules.adviser:
            return False
        if self._looked > len(replay) + 1 or self._start is not replay.game.start:
            self.found, self._looked, self._turn, self._start = [], 0, "", replay.game.start
        known, until = len(self.found), time.monotonic() + seconds
        while self._looked <= len(replay) and (len(self.found) == known or time.monotonic() < until):
            at, state = self._looked, replay.after(self._looked)
            turn = ", ".join(rules.clock(state).split(", ")[:2])
            end = at == len(replay)
            if end and not whole:
                break
            if rules.standings(state) and (turn != self._turn or end):
                self.found.append(ChanceThen(at, turn, adviser_of(rules).chance(state, 1)))
            self._looked, self._turn = at + 1, turn
        return len(self.found) > known
