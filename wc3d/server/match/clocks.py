"""The clock of a hosted game."""

from __future__ import annotations

from wc3d.engine.game import Game
from wc3d.engine.thinking_time import PLAYERS, ThinkingTime, TimeControl, to_milliseconds

HOST_AWAY = "came back"
"""The kind of row for a host that was away. The time since it was last `seen` counts for nobody."""

HEARTBEAT_INTERVAL_S = 15.0
"""Seconds between two saves of the host's time. A crash refunds up to this much thinking time."""


class MatchClock:
    """The clock of a game.

    `running_player` has been thinking since `running_since_ms` of the host's time; 0 means that no
    clock runs. `spent_ms` is the time of each player since the last line of the record.
    """

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.time = ThinkingTime(control)
        self.spent_ms = dict.fromkeys(PLAYERS, 0)
        self.running_player = 0
        self.running_since_ms = 0
        self.turn: object = None
        self._game: Game | None = None
        self._left: dict[int, int] | None = None

    @property
    def limit_s(self) -> float:
        """The initial seconds of each player, 0 without a clock."""
        return self.control.limit

    def book_time(self, until: float) -> None:
        """Charge the time since the last row to the player whose clock runs."""
        until_ms = max(self.running_since_ms, to_milliseconds(until))
        self._left = None
        if self.running_player:
            self.time.spent[self.turn, self.running_player] += until_ms - self.running_since_ms
            self.spent_ms[self.running_player] += until_ms - self.running_since_ms
        self.running_since_ms = until_ms

    def add_time(self, player: int, seconds: float) -> None:
        """Add to a player's time."""
        self.time.given[self.turn, player] += to_milliseconds(seconds)

    def start_for(self, at: float, awaited: int | None, game: Game | None) -> None:
        """Start the clock of the awaited player at the time `at`. None stops the clock."""
        self.running_player = awaited or 0
        self.running_since_ms = to_milliseconds(at)
        self._game = game
        self._left = None
        if game is not None and self.limit_s:
            self.turn = self.time.clock_key(game)

    def remaining_s(self, time_s: float) -> dict[int, float]:
        """Return the remaining seconds of each player."""
        return {
            player: round(remaining_ms / 1000, 1)
            for player, remaining_ms in self._remaining_at(time_s).items()
        }

    def player_out_of_time(self, time_s: float) -> int:
        """Return the player who is out of time, 0 for neither."""
        return (
            next(
                (
                    player
                    for player, remaining_ms in self._remaining_at(time_s).items()
                    if remaining_ms <= 0
                ),
                0,
            )
            if self.limit_s
            else 0
        )

    def _remaining_at(self, time_s: float) -> dict[int, int]:
        if self._game is None:
            return dict.fromkeys(PLAYERS, to_milliseconds(self.limit_s))
        if self._left is None:
            self._left = self.time.remaining_ms(self._game)
        elapsed_ms = max(0, to_milliseconds(time_s) - self.running_since_ms)
        return {
            player: remaining_ms - (elapsed_ms if player == self.running_player else 0)
            for player, remaining_ms in self._left.items()
        }
