"""Each player's remaining thinking time, from the time spent and the actions that were not undone.

Time is measured by the wall clock and never comes back. A bonus belongs to an action and is lost
if that action is undone. With a clock for each turn, time belongs to the turn, so reaching a turn
again gives no fresh time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wc3d.engine.actions import PLAYERS, Correction
from wc3d.engine.game import Game
from wc3d.engine.ruleset import RuleSet


def to_milliseconds(seconds: float) -> int:
    """Return whole milliseconds. All sums use them, so they are exact."""
    return round(seconds * 1000)


@dataclass(frozen=True)
class TimeControl:
    """The settings of a clock, in seconds.

    `limit` is each player's time for the game or, with `by_turn`, for each turn; 0 means no clock.
    `bonus` is the time added by each action.
    """

    limit: float
    bonus: float = 0.0
    by_turn: bool = False

    def __str__(self) -> str:
        minutes = self.limit / 60
        limit = f"{minutes:g} minute{'' if minutes == 1 else 's'}"
        bonus = (
            f" plus {self.bonus:g} second{'' if self.bonus == 1 else 's'} per action"
            if self.bonus
            else ""
        )
        return f"{limit} per {'turn' if self.by_turn else 'player'}{bonus}"


def turn_key(rules: RuleSet, state: Any) -> tuple[Any, ...]:
    """Return a key that identifies the turn of a state."""
    bar = rules.display.turn_bar(state)
    return bar.heading, bar.active, bar.turn


class ThinkingTime:
    """The time each player has spent and received, by turn if the clock is by turn."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.spent: defaultdict[tuple[Any, int], int] = defaultdict(int)
        self.given: defaultdict[tuple[Any, int], int] = defaultdict(int)

    def clock_key(self, game: Game) -> Any:
        """Return the key for booking time at the game's present point."""
        return turn_key(game.rules, game.state) if self.control.by_turn else None

    def count_bonus_actions(self, game: Game) -> dict[int, int]:
        """Count each player's actions that currently earn a bonus."""
        counts = dict.fromkeys(PLAYERS, 0)
        if not self.control.bonus:
            return counts
        turn = self.clock_key(game)
        for entry in reversed(game.turns[game.inherited_count :]):
            if self.control.by_turn and turn_key(game.rules, entry.state_before) != turn:
                break
            if entry.action.player in counts and not isinstance(entry.action, Correction):
                counts[entry.action.player] += 1
        return counts

    def remaining_ms(self, game: Game) -> dict[int, int]:
        """Return each player's remaining milliseconds at the game's present point."""
        limit = to_milliseconds(self.control.limit)
        bonus = to_milliseconds(self.control.bonus)
        actions = self.count_bonus_actions(game)
        turn = self.clock_key(game)
        return {
            player: limit
            + bonus * actions[player]
            + self.given[turn, player]
            - self.spent[turn, player]
            for player in PLAYERS
        }


def read_time_control(data: Mapping[str, Any]) -> TimeControl:
    """Return the settings of a clock from JSON. Raises ValueError."""
    by_turn = data.get("by_turn")
    if not isinstance(by_turn, bool):
        raise ValueError('clock: expected "by_turn" to be true or false')
    return TimeControl(_read_seconds(data.get("limit")), _read_seconds(data.get("bonus")), by_turn)


def _read_seconds(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value < 1e9:
        raise ValueError('clock: expected "limit" and "bonus" in seconds')
    return float(value)
