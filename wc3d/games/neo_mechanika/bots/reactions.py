"""Decide on optional abilities: rerolls, moves after attacks and Arc spikes on a hit."""

from __future__ import annotations

from typing import Any

from wc3d.engine.abilities import When
from wc3d.engine.agenda import find_frame
from wc3d.games.neo_mechanika.bots.evaluation import (
    ARC_VALUE,
    model_value,
    single_target_value,
    spray_value,
)
from wc3d.games.neo_mechanika.odds.chances import odds_before_roll
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import ABILITIES
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat, current_weapon_stat
from wc3d.games.neo_mechanika.rules.abilities.triggers import Reaction
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import (
    BecomesSpray,
    Boosting,
    GiveToken,
    Grant,
    HitInstead,
    LoseArc,
    PutEffect,
    Reroll,
)
from wc3d.games.neo_mechanika.rules.actions import Use
from wc3d.games.neo_mechanika.rules.agenda_frames import Attacking, DamageRoll
from wc3d.games.neo_mechanika.rules.fighting.damage import compute_damage_points, remaining_health
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import model_weapons


def is_useful(state: State, reaction: Reaction, action: Use) -> bool:
    """Return whether using an ability now helps. Unknown abilities count as useful."""
    attack = find_frame(state, Attacking)
    clauses = [
        c
        for c in ABILITIES.get(action.ability, ())
        if isinstance(c, When) and c.window is reaction.window
    ]
    return all(_is_helpful(state, attack, e, action) for clause in clauses for e in clause.effects)


def _is_helpful(state: State, attack: Attacking | None, effect: Any, action: Use) -> bool:
    match effect:
        case Reroll(roll=roll) if attack is not None:
            return _is_reroll_helpful(state, attack, roll)
        case HitInstead() if attack is not None:
            return _is_better_hit(state, attack.target, action.model)
        case BecomesSpray() if attack is not None:
            at = attack.attacker, attack.weapon, attack.declared
            return spray_value(state, *at) > single_target_value(state, *at) + 0.5 * ARC_VALUE
        case GiveToken() if attack is not None and attack.target in state.models:
            return not state.unit_of(attack.target).token
        case PutEffect(effect=name) if attack is not None and state.is_on_table(attack.target):
            return not any(e.startswith(name) for e in state.model_or_gate(attack.target).effects)
        case LoseArc() if attack is not None and state.is_on_table(attack.target):
            return (
                state.owner(attack.target) != state.owner(action.model)
                and state.arc_on(attack.target) > 0
            )
        case LoseArc():
            return False  # it would clear its own unit
        case Boosting(modifiers=changes) if Grant("no_attacks") in changes:
            return not _can_fight(state, action.model)
    return True


def _can_fight(state: State, model: str) -> bool:
    """Return whether an enemy is near enough for the model to advance and attack."""
    speed = current_stat(state, model, "SPD").value
    reach = max(
        (current_weapon_stat(state, model, w, "RNG").value for w in model_weapons(state, model)),
        default=0.0,
    )
    enemies = (b.id for b in state.bodies if state.owner(b.id) != state.owner(model))
    return any(state.table.distance(model, id) <= speed + reach for id in enemies)


def _is_reroll_helpful(state: State, attack: Attacking, roll: str) -> bool:
    """Return whether a reroll helps: an unlucky miss, a failed defense or a low damage roll."""
    odds = odds_before_roll(state, attack)
    hits = sum(attack.attack) > sum(attack.defense)
    if roll == "attack":
        return not hits and odds.hit >= 0.25
    if roll == "defence":
        return hits and odds.hit <= 0.85
    damage_roll = find_frame(state, DamageRoll)
    if damage_roll is None:
        return False
    arm = max(1, damage_roll.arm or 4)
    return compute_damage_points(damage_roll.strikes, arm) < odds.damage / max(odds.hit, 1e-6) - 0.3


def _is_better_hit(state: State, target: str, instead: str) -> bool:
    """Return whether hitting the other model is better: it can take more, or is worth less."""
    if not state.is_on_table(target):
        return False
    return (remaining_health(state, instead), -model_value(state, instead)) > (
        remaining_health(state, target),
        -model_value(state, target),
    )
