"""Clocks: how long each player has thought. Only the time between rows of one running host counts, never that of one away."""
from __future__ import annotations

from dataclasses import dataclass, field

AWAY = "came back"
"""The kind of row that says that the host was away: the time before it is nobody's."""


@dataclass
class ThinkingClock:
    """`limit`: seconds each player has, 0 for as many as they like; `bonus`: seconds added for each action.

    They are for the whole game or, where they are `by_turn`, for each player's turn anew.
    """

    limit: float
    bonus: float
    by_turn: bool = False
    used: dict[int, float] = field(default_factory=lambda: {1: 0.0, 2: 0.0})
    running: int = 0
    since: float = 0.0
    turn: object = None

    def goes_on(self, at: float, kind: str, acted: int, asked: int | None, turn: object = None) -> None:
        """Something has happened then: who has `acted` (0: nobody), who is `asked` now (None: nobody), and in which turn."""
        if self.running and kind != AWAY:
            self.used[self.running] += max(0.0, at - self.since)
        if acted:
            self.used[acted] -= self.bonus
        if self.by_turn and turn != self.turn:
            self.used = {1: 0.0, 2: 0.0}
        self.running, self.since, self.turn = asked or 0, at, turn

    def left(self, now: float) -> dict[int, float]:
        """The seconds each player has left."""
        gone = {player: self.used[player] + (max(0.0, now - self.since) if player == self.running else 0.0) for player in (1, 2)}
        return {player: round(self.limit - seconds, 1) for player, seconds in gone.items()}

    def fallen(self, now: float) -> int:
        """The player whose time is up; 0 for nobody."""
        return next((player for player, seconds in self.left(now).items() if seconds <= 0), 0) if self.limit else 0
