"""Evaluate abilities and Cyphers by what their clauses do, not by their names."""

from __future__ import annotations

import math
from typing import Any

from wc3d.engine.abilities import Do, While
from wc3d.games.neo_mechanika.bots.activation_estimate import (
    improvement_value,
    objective_gain,
    ready_value,
)
from wc3d.games.neo_mechanika.bots.evaluation import (
    ARC_VALUE,
    attack_value,
    expected_attack_value,
    lost_health_share,
    model_value,
    ranked_objectives,
    total_attack_value,
)
from wc3d.games.neo_mechanika.bots.move_value import evaluate_moves, position_value
from wc3d.games.neo_mechanika.bots.weights import current_weights
from wc3d.games.neo_mechanika.odds.chances import attack_odds
from wc3d.games.neo_mechanika.rules import arc, events
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import ABILITIES
from wc3d.games.neo_mechanika.rules.abilities.selectors import matches_selector
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.actions import Play, Use
from wc3d.games.neo_mechanika.rules.fighting.damage import remaining_health
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder
from wc3d.games.neo_mechanika.rules.moving.returning import destroyed_models
from wc3d.games.neo_mechanika.rules.state import Boost, CardInPlay, State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.cyphers import changes_the_game, fury_weapon
from wc3d.games.neo_mechanika.rules.turn.usable_abilities import usable_abilities

DEFENSIVE_STATS = ("cover", "ARM", "DEF", "DEFENCE_PD")
"""The stats and flags that protect a unit in the opponent's turn."""


def unit_id_of(state: State, id: str) -> str:
    """Return the unit of a model, or the unit itself."""
    return state.models[id].unit if id in state.models and id not in state.units else id


# Cyphers


def card_play_value(state: State, action: Play) -> float:
    """Return the value of playing a card in step 3 or 5."""
    card = state.setup.cards.cyphers[action.card]
    if card.kind == "fury":
        return (1.0 + current_weights().fury) * _fury_worth(state, action)
    unit = unit_id_of(state, action.on)
    name = f"cypher:{card.id}"
    if not changes_the_game(state, action):
        return 0.0
    value = sum(
        _effects_worth(state, c.effects, unit, unit) for c in ABILITIES[name] if isinstance(c, Do)
    )
    if any(isinstance(c, While) for c in ABILITIES[name]):
        new_state = events.CardLies(unit, CardInPlay(card.id, action.player, card.expires)).evolve(
            state
        )
        value += _lasting_worth(state, new_state, unit, name)
    return value


def _fury_worth(state: State, action: Play) -> float:
    weapon = fury_weapon(state.setup.cards.cyphers[action.card])
    value = attack_value(state, action.channel, weapon, action.on)
    effect_count = len(ABILITIES.get(f"cypher:{action.card}", ()))
    return value + 0.3 * effect_count * attack_odds(state, action.channel, weapon, action.on).hit


def _lasting_worth(state: State, new_state: State, unit: str, name: str) -> float:
    """Return the value of a card that stays: its gain in the next activation and its protection."""
    changes = [m for c in ABILITIES[name] if isinstance(c, While) for m in c.modifiers]
    guards = sum(getattr(m, "stat", getattr(m, "flag", "")) in DEFENSIVE_STATS for m in changes)
    protection = guards * 0.08 * unit_value(state, unit)
    this_turn = state.setup.cards.cyphers[name.removeprefix("cypher:")].expires == "turn"
    offence = (
        total_attack_value(new_state, unit)
        - total_attack_value(state, unit)
        + 0.5 * (expected_attack_value(new_state, unit) - expected_attack_value(state, unit))
    )
    offence += 0.05 * len(changes) + objective_gain(new_state, unit) - objective_gain(state, unit)
    return protection + improvement_value(state, unit, offence, this_turn=this_turn)


def unit_value(state: State, unit: str) -> float:
    """Return the value of a unit's models on the table."""
    return sum(model_value(state, m.id) for m in state.models_of(unit))


# Abilities used in the unit's own activation


def ability_use_value(state: State, action: Use) -> float:
    """Return the value of using an ability in the activation, minus its cost."""
    borne = next(
        (b for name, b in usable_abilities(state, action.model) if name == action.ability), None
    )
    if borne is None:
        return 0.0
    unit = state.models[action.model].unit
    price = ARC_VALUE if borne.clause.cost is not None else 0.0
    if borne.clause.timing == "special action":
        price += total_attack_value(state, unit)
    value = 0.0
    if any(isinstance(e, vocabulary.Boosting) for e in borne.clause.effects):
        value += _boost_worth(state, borne, unit)
    return (
        value
        + _effects_worth(state, borne.clause.effects, unit, action.target or action.model)
        - price
    )


def _boost_worth(state: State, borne: Any, unit: str) -> float:
    """Return how much a boost improves the unit's attacks and movement."""
    boosted = events.Boosted(unit, Boost(borne.ability, "activation")).evolve(state)
    if borne.clause.cost is not None:
        boosted = boosted.with_unit(unit, arc=max(0, state.units[unit].arc - borne.clause.cost))
    attacks = total_attack_value(boosted, unit) - total_attack_value(state, unit)
    first = state.models_of(unit)[0].id
    faster = float(current_stat(boosted, first, "SPD").value) - float(
        current_stat(state, first, "SPD").value
    )
    reach = expected_attack_value(boosted, unit) - expected_attack_value(state, unit)
    can_hurry = bool(ranked_objectives(state, unit)) and faster > 0
    return max(attacks, 0.7 * reach) + (0.4 if can_hurry else 0.0)


def _effects_worth(state: State, effects: tuple[Any, ...], user: str, target: str) -> float:
    return sum(_effect_worth(state, e, user, target) for e in effects)


def _effect_worth(state: State, effect: Any, user: str, target: str) -> float:
    """Return the value of one effect on a unit or model; 0 for unknown effects."""
    unit = unit_id_of(state, target)
    own = unit in state.units and state.units[unit].player == state.units[user].player
    match effect:
        case vocabulary.TakeToken() if own:
            return ready_value(state, unit)
        case vocabulary.GainArc(arc=arc_limit) if own:
            gained = min(
                arc_limit,
                arc.free_arc_capacity(state, unit),
                state.players[state.units[unit].player].well,
            )
            return (
                0.5
                * gained
                * bool(expected_attack_value(state, unit))
                * (not state.units[unit].token)
            )
        case vocabulary.LoseArc(arc=arc_per_unit, each=sort) if sort is not None:
            return ARC_VALUE * sum(
                min(arc_per_unit, state.arc_on(id))
                for id in _list_units(state, sort, _find_model(state, target))
            )
        case vocabulary.DiscardFromHand():
            return 0.4 * bool(state.players[opponent_of(state.units[user].player)].hand)
        case vocabulary.LoseArc(arc=arc_limit) if not own and unit in state.units:
            return ARC_VALUE * min(arc_limit, state.arc_on(unit))
        case vocabulary.Heal(each=sort) if sort is not None:
            me = _find_model(state, target)
            return sum(
                model_value(state, b.id) * lost_health_share(state, b.id)
                for b in state.bodies
                if matches_selector(state, sort, me, b.id)
            )
        case vocabulary.Heal():
            return (
                2.0 * model_value(state, target) * lost_health_share(state, target)
                if target in state.models
                else 0.0
            )
        case vocabulary.EndEffects():
            return 0.6 * bool(target in state.models and state.models[target].effects)
        case vocabulary.ReturnModels(count=count) if own:
            return 0.8 * sum(model_value(state, m) for m in destroyed_models(state, unit)[:count])
        case vocabulary.AttackAgain() if own:
            return 0.8 * max(total_attack_value(state, unit), 0.0)
        case vocabulary.MeleeStrike() if own:
            return 0.8 * any(
                state.owner(id) != state.units[unit].player
                for id in state.table.within(_find_model(state, target), 1.0)
            )
        case vocabulary.MoveUpTo(inches=inches) if own:
            return _step_worth(state, unit, inches)
        case vocabulary.Burst(pow=pow, within=within):
            return _burst_worth(state, _find_model(state, target), within, pow)
    return 0.0


def _list_units(state: State, sort: vocabulary.Selector, bearer: str) -> set[str]:
    """Return the units with a model that the selector matches."""
    return {
        state.models[b.id].unit
        for b in state.bodies
        if b.id in state.models and matches_selector(state, sort, bearer, b.id)
    }


def _find_model(state: State, target: str) -> str:
    """Return the target model, or the target unit's first model."""
    return (
        target
        if target in state.models and state.is_on_table(target)
        else state.models_of(unit_id_of(state, target))[0].id
    )


def _step_worth(state: State, unit: str, inches: float) -> float:
    """Return the value of moving some inches farther: the gain in position value."""
    first = state.models_of(unit)[0]
    if first.at is None or not any(
        math.dist(first.at[:2], goal) <= inches + 2.0 for _, goal in ranked_objectives(state, unit)
    ):
        return 0.0
    order = MoveOrder(unit, inches, first.id)
    moves = evaluate_moves(state, order, first.id, attacking=False, has_plan=False)
    best_value = max(move.position_value for move in moves)
    return best_value - position_value(state, unit, first.id, first.at)


def _burst_worth(state: State, model: str, within: float, pow: int) -> float:
    """Return the value of a damage roll on all models nearby. Friendly models count against it."""
    value = 0.0
    for id in state.table.within(model, within):
        hurt = 0.5 * pow / 3.0 * model_value(state, id) / max(1, remaining_health(state, id))
        value += hurt if state.owner(id) != state.owner(model) else -hurt
    return value
