"""The value of positions at a turn's end: the win chance by learned weights of named features.

`scripts/learn_turn_value.py` fits the weights to saved games and writes `turn_value.json`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from wc3d._internal.memo import Size, memo_per_process
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.bots.styles import USUAL_STYLE, Style
from wc3d.games.neo_mechanika.bots.turn_features import TURN_FEATURES, Floats, measure_sides
from wc3d.games.neo_mechanika.rules.book.rulings import PULSE_ROUNDS
from wc3d.games.neo_mechanika.rules.state import State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.pulse import turns_left

VALUE_FILE = Path(__file__).with_name("turn_value.json")

MAX_FILE_BYTES = 100_000
"""The maximum size of a value file."""

MAX_WEIGHT = 100.0
"""The maximum weight of a feature."""

MAX_LOGIT = 30.0
"""The maximum log odds, so that the exponential cannot overflow."""

FINAL_LOGIT_PER_POINT = 0.8
"""The increase in the log odds for each victory point ahead when the game is over."""


@dataclass(frozen=True, slots=True)
class TurnValue:
    """The weights of the features in each Pulse round: at its beginning, and at its end."""

    early: Floats
    late: Floats
    games: int

    def win_chances(self, features: Floats, rounds: Floats, progress: Floats) -> Floats:
        """Return the win chances of a batch of positions.

        Each position has a row of `features`, its Pulse round from 1, and the share of that round
        that is over.
        """
        index = np.clip(rounds.astype(np.int64), 1, PULSE_ROUNDS) - 1
        share = progress[:, None]
        weights = self.early[index] * (1.0 - share) + self.late[index] * share
        logits = np.clip((features * weights).sum(axis=1), -MAX_LOGIT, MAX_LOGIT)
        chances: Floats = 1.0 / (1.0 + np.exp(-logits))
        return chances


def round_progress(state: State) -> float:
    """Return the share of the Pulse round that is over."""
    turns = 2 * int(state.setup.mission.turns_per_round)
    return min(1.0, max(0.0, 1.0 - (turns_left(state) + 1) / turns))


def judge_positions(
    value: TurnValue, states: Sequence[State], player: int, style: Style = USUAL_STYLE
) -> list[float]:
    """Return a player's win chance in each state, in one batch, as a style counts it.

    After the game, the chance also grows with the lead, so that a search prefers more points.
    """
    if not states:
        return []
    sides = np.stack([measure_sides(s, player) for s in states]) * style.factors()
    features = sides[:, 0] - sides[:, 1]
    rounds = np.array([float(s.round) for s in states])
    progress = np.array([round_progress(s) for s in states])
    chances = value.win_chances(features, rounds, progress)
    return [
        _judge_end(s, player) if s.over else float(c) for s, c in zip(states, chances, strict=True)
    ]


def _judge_end(state: State, player: int) -> float:
    """Return the value of a finished game: half by its result, half by the lead in points."""
    lead = state.players[player].points - state.players[opponent_of(player)].points
    likely = 1.0 / (1.0 + math.exp(-FINAL_LOGIT_PER_POINT * lead))
    result = 0.5 if not state.winner else float(state.winner == player)
    return 0.5 * (likely + result)


# The file


@memo_per_process(Size.FEW)
def load_turn_value() -> TurnValue:
    """Load the value that the package ships."""
    return read_turn_value(VALUE_FILE)


def read_turn_value(path: Path) -> TurnValue:
    """Return the value in a file. Raises InputError with the file, the place and what it expects."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
    if len(content) > MAX_FILE_BYTES:
        raise InputError(f"{path}: expected up to {MAX_FILE_BYTES} bytes")
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        raise InputError(f"{path}: expected JSON with features and rounds") from None
    fail = partial(_fail, path)
    if not isinstance(data, dict):
        raise fail("expected an object with features and rounds")
    if data.get("features") != list(TURN_FEATURES):
        raise fail(f"features: expected {', '.join(TURN_FEATURES)}")
    rounds = data.get("rounds")
    if not isinstance(rounds, list) or len(rounds) != PULSE_ROUNDS:
        raise fail(f"rounds: expected a list of {PULSE_ROUNDS} Pulse rounds")
    parts = {
        name: np.array(
            [_read_weights(path, entry, number, name) for number, entry in enumerate(rounds, 1)]
        )
        for name in ("early", "late")
    }
    games = data.get("games")
    if not isinstance(games, int) or isinstance(games, bool) or games < 0:
        raise fail("games: expected the number of games")
    return TurnValue(parts["early"], parts["late"], games)


def _fail(path: Path, message: str) -> InputError:
    return InputError(f"{path}: {message}")


def _read_weights(path: Path, entry: Any, number: int, name: str) -> list[float]:
    """Return the weights of a Pulse round. Raises InputError."""
    weights = entry.get(name) if isinstance(entry, dict) else None
    place = f"rounds: round {number}: {name}"
    if not isinstance(weights, list) or len(weights) != len(TURN_FEATURES):
        raise _fail(path, f"{place}: expected a list of {len(TURN_FEATURES)} weights")
    for feature, weight in zip(TURN_FEATURES, weights, strict=True):
        is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not is_number or not 0.0 <= weight <= MAX_WEIGHT:
            raise _fail(path, f"{place}: {feature}: expected a number from 0 to {MAX_WEIGHT:g}")
    return [float(w) for w in weights]
