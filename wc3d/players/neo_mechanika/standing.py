"""How a game stands: what is known to both, as features that a player can name, and the chance to win that they give.

What each is worth comes from games played (`scripts/learn_weights.py`), not from taste: `weights.json` says from how many.
"""
from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any

from wc3d.players.neo_mechanika.evaluation import wounds
from wc3d.players.neo_mechanika.stakes import activations_left, may_use, speed, stake, unit_gap, wanted
from wc3d.warcaster.book.rulings import PULSE_ROUNDS
from wc3d.warcaster.missions.securing import secured_by
from wc3d.warcaster.state import State, other

FILE = Path(__file__).with_name("weights.json")

FEATURES = {
    "points": "a victory point ahead",
    "due": "a point to be expected at the end of this Pulse round",
    "held": "a point secured for the end of this Pulse round",
    "coming": "a point that units stand to score, now or on their way",
    "later": "a point that what is secured now brings in later Pulse rounds",
    "strength": "a point of deployment cost on the table, less its damage",
    "turn": "to have the turn",
}
"""The features by their names, each in words: how much more of it a player has than the other."""

TIME = "time"
"""That time has gone by, as a reason."""


def features(state: State, player: int) -> dict[str, float]:
    """What a player has more of than the other, by feature."""
    mine, theirs = _of(state, player), _of(state, other(player))
    found = {name: mine[name] - theirs[name] for name in mine}
    found["turn"] = 0.0 if state.over else 1.0 if state.active == player else -1.0
    return found


def _of(state: State, player: int) -> dict[str, float]:
    units, points = list(state.units_in_play(player)), float(state.players[player].points)
    secured = [stake(state, player, o) for o in state.objectives.values() if secured_by(state, o.id) == player]
    return {
        "points": points,
        "due": expected_points(state, player) - points,
        "held": sum(s.now for s in secured),
        "coming": sum(value for value, _ in wanted(state, player).values()),
        "later": sum(s.later for s in secured),
        "strength": sum(_strength(state, u.id) for u in units),
    }


def _strength(state: State, unit: str) -> float:
    card = state.setup.card_of(unit)
    each = card.cost / card.size
    return sum(each * (1.0 - 0.6 * wounds(state, m.id)) for m in state.models_of(unit))


@cache
def weights() -> dict[str, Any]:
    """What each feature is worth in each Pulse round, and where that comes from."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def _worth(state: State) -> dict[str, float]:
    rounds: list[dict[str, float]] = weights()["rounds"]
    return rounds[min(max(state.round, 1), PULSE_ROUNDS) - 1]


def logit(state: State, player: int) -> float:
    """How well a player stands, on the scale on which 0 is even and 1 is a chance of 73%."""
    if state.over:
        return 0.0 if not state.winner else 20.0 if state.winner == player else -20.0
    worth = _worth(state)
    return sum(worth[name] * value for name, value in features(state, player).items())


def chance(state: State, player: int) -> float:
    """The chance that a player wins, between equals; a draw counts as half."""
    return _likely(logit(state, player))


def _likely(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))


def reasons(before: State, after: State, player: int) -> list[tuple[str, float]]:
    """What makes one state better for a player than another: each feature, and `TIME`, with its part of what the chance to win
    changes by, weightiest first. While the game goes on they add up to that change.

    `TIME` is what comes of a new Pulse round alone: there is less time left to change what was there before.
    """
    earlier, later, was, now = _worth(before), _worth(after), features(before, player), features(after, player)
    changes = {name: later[name] * (now[name] - was[name]) for name in now}
    changes[TIME] = sum((later[name] - earlier[name]) * was[name] for name in was)
    began, gone = logit(before, player), sum(changes.values())
    each = (_likely(began + gone) - _likely(began)) / gone if abs(gone) > 1e-9 else _likely(began) * (1.0 - _likely(began))
    found = [(name, each * change) for name, change in changes.items() if abs(change) > 1e-9]
    return sorted(found, key=lambda f: (-abs(f[1]), f[0]))


def expected_points(state: State, player: int) -> float:
    """The victory points a player may expect to have when this Pulse round ends: what is there, what is held, what is near.

    An objective held counts in full; one contested for a third, one that a unit reaches and may hold for six tenths.
    """
    points = float(state.players[player].points)
    for unit, (_, o) in wanted(state, player).items():
        now = stake(state, player, o).now
        if o.portable or not may_use(state, unit, o):
            continue
        apart = unit_gap(state, unit, o)
        if apart <= 1e-6:
            points += now if secured_by(state, o.id) == player else now / 3.0
        elif not state.units[unit].token and apart <= speed(state, unit) and activations_left(state, player):
            points += 0.6 * now
    return points
