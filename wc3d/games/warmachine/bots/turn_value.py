"""The value of a position between turns: named features of both sides, and the win chance.

`scripts/learn_warmachine_value.py` fits the weights to games that bots play.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from wc3d.games.warmachine.bots.distance_estimate import estimate_distance
from wc3d.games.warmachine.bots.threats import (
    ThreatTable,
    boxes_left,
    expected_losses,
    model_worth,
    removal_chance,
    total_boxes,
)
from wc3d.games.warmachine.rules.state import State, opponent_of
from wc3d.games.warmachine.rules.stats import control_radius
from wc3d.games.warmachine.rules.turn.control import upkeep_spell_names

WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "models": 1.1,
        "warcaster": 2.4,
        "loss": -0.9,
        "later_loss": -0.45,
        "hurt": -1.0,
        "later_doom": -1.2,
        "feat": 0.5,
        "spells": 0.12,
        "lame": -0.35,
        "astray": -0.35,
        "near": 0.2,
    }
)
"""The weight of each feature in the log odds.

A side's features are `models` (the worth of its models but the warcaster), `warcaster` (the share
of the warcaster's boxes), `loss` (the worth that it can expect to lose if the opponent moves next),
`later_loss` (the same if it moves first), `hurt` (the share of the warcaster's boxes that it can
expect to lose if the opponent moves next), `later_doom` (the chance to lose the warcaster in the
opponent's next turn if it moves first), `feat` (unused), `spells` (upkeep spells in play), `lame`
(models knocked down or stationary), `astray` (warjacks outside the
control area), `near`
(the models' nearness to the enemy warcaster).
"""

DOOM_SHARE = 0.8
"""The share of the estimated chance to lose the warcaster at once that comes true."""

NEAR_IN = 30.0
"""The distance from the enemy warcaster at which a model counts as near."""

ASTRAY_IN = 3.0
"""The inches outside the control area at which a warjack counts as quite astray."""

PRESSURE_WEIGHT = 0.5
"""The weight of pressure in the search, in half log odds."""

PRESSING_IN, PRESSING_WARCASTER_SHARE = 6.0, 0.5
"""The distance within which a model presses the enemy warcaster fully, and a warcaster's share."""

MAX_LOGIT = 12.0
"""The maximum log odds."""

CERTAIN_CHANCE = 0.999
"""The highest chance while the game goes on."""


def measure_side(state: State, player: int, table: ThreatTable) -> dict[str, float]:
    """Return a side's features, and `doom`, the chance to lose the warcaster at once."""
    caster = state.warcaster_of(player)
    is_next = _moves_next(state) == player
    doom, hurt = removal_chance(state, caster, table)
    loss = expected_losses(state, player, table)
    foe = state.warcaster_of(opponent_of(player))
    lame = 0.0
    astray = 0.0
    near = 0.0
    command = 0.0
    if caster.at is not None:
        command = control_radius(state, caster.id)
    for model in state.models_in_play(player):
        if state.is_inert(model.id):
            continue
        if state.is_stationary(model.id):
            lame += 2.0 if model.is_warcaster else 1.0
        worth = model_worth(state, model)
        if worth and foe.at is not None:
            distance = estimate_distance(state, model.id, foe.id)
            near += worth * max(0.0, 1.0 - distance / NEAR_IN)
        if model.is_warjack and caster.at is not None:
            gap = estimate_distance(state, model.id, caster.id) - command
            astray += min(1.0, max(0.0, gap) / ASTRAY_IN)
    boxes = boxes_left(state, caster.id) / total_boxes(state, caster.id)
    return {
        "models": sum(model_worth(state, m) for m in state.models_in_play(player)),
        "warcaster": boxes,
        "loss": 0.0 if is_next else loss,
        "later_loss": loss if is_next else 0.0,
        "hurt": 0.0 if is_next else hurt * boxes,
        "later_doom": doom if is_next else 0.0,
        "doom": 0.0 if is_next else doom,
        "feat": float(not caster.feat_used),
        "spells": float(len(upkeep_spell_names(state, player))),
        "lame": lame,
        "astray": astray,
        "near": near,
    }


def _moves_next(state: State) -> int:
    """Return the player with the next turn, or with this turn if it has just begun.

    A side with models still to activate counts as moving next.
    """
    if state.phase == "setup" or not state.active:
        return state.first or 1
    return state.active


def win_chance(state: State, player: int, table: ThreatTable | None = None) -> float:
    """Return a player's chance to win; a draw counts as half."""
    if state.over:
        return 0.5 if not state.winner else float(state.winner == player)
    if state.phase == "setup" or any(state.warcaster_of(p).at is None for p in (1, 2)):
        return 0.5
    table = table if table is not None else ThreatTable()
    own = measure_side(state, player, table)
    other = measure_side(state, opponent_of(player), table)
    return combine_features(own, other)


def combine_features(
    own: Mapping[str, float],
    other: Mapping[str, float],
    weights: Mapping[str, float] = WEIGHTS,
    doom_share: float = DOOM_SHARE,
) -> float:
    """Return the win chance of the side with the features `own`."""
    logit = sum(weight * (own[name] - other[name]) for name, weight in weights.items())
    logit = min(MAX_LOGIT, max(-MAX_LOGIT, logit))
    chance = 1.0 / (1.0 + math.exp(-logit))
    chance *= 1.0 - doom_share * own["doom"]
    chance += (1.0 - chance) * doom_share * other["doom"]
    return min(CERTAIN_CHANCE, max(1.0 - CERTAIN_CHANCE, chance))


def search_value(state: State, player: int, table: ThreatTable) -> float:
    """Return the value by which a search compares states: the win chance with its log odds halved,
    and the pressure of both sides.

    Near a sure win or loss the win chance hardly changes, but the search must still prefer the
    plan that gets on. Who is ahead must close in, since waiting does not win.
    """
    chance = win_chance(state, player, table)
    if state.over:
        return chance
    logit = 0.5 * math.log(chance / (1.0 - chance))
    sides = (player, opponent_of(player))
    own, other = (measure_pressure(state, side) for side in sides)
    logit += PRESSURE_WEIGHT * (own - other)
    return 1.0 / (1.0 + math.exp(-logit))


def measure_pressure(state: State, player: int) -> float:
    """Return the nearness of a side's models to the enemy warcaster, times its lead in models."""
    foe = state.warcaster_of(opponent_of(player))
    own, other = (
        sum(model_worth(state, m) for m in state.models_in_play(side))
        for side in (player, opponent_of(player))
    )
    if own <= other or foe.at is None:
        return 0.0
    closeness = 0.0
    for model in state.models_in_play(player):
        distance = estimate_distance(state, model.id, foe.id)
        share = PRESSING_WARCASTER_SHARE if model.is_warcaster else model_worth(state, model)
        closeness += share * max(0.0, 1.0 - max(0.0, distance - PRESSING_IN) / NEAR_IN)
    return closeness * min(1.0, own - other)
