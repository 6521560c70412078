"""Whether to use an ability when it is asked for: rerolls, moves after attacks, Arc spiked on a hit."""
from __future__ import annotations

from typing import Any

from wc3d.engine.abilities import When
from wc3d.engine.agenda import find
from wc3d.games.neo_mechanika.bots.evaluation import ARC, cost, single_worth, spray_worth
from wc3d.games.neo_mechanika.odds.chances import left, pools_odds
from wc3d.games.neo_mechanika.rules.abilities.encoded import ABILITIES
from wc3d.games.neo_mechanika.rules.abilities.stats import stat, weapon_stat
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
from wc3d.games.neo_mechanika.rules.fighting.damage import points_for
from wc3d.games.neo_mechanika.rules.frames import Attacking, DamageRoll
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import weapons_of


def is_useful(state: State, reaction: Reaction, action: Use) -> bool:
    """Does using it now help? What is not understood is used: most abilities only help their owner."""
    attack = find(state, Attacking)
    clauses = [c for c in ABILITIES.get(action.ability, ()) if isinstance(c, When) and c.window is reaction.window]
    return all(_helps(state, attack, e, action) for clause in clauses for e in clause.effects)


def _helps(state: State, attack: Attacking | None, effect: Any, action: Use) -> bool:
    match effect:
        case Reroll(roll=roll) if attack is not None:
            return _reroll_helps(state, attack, roll)
        case HitInstead() if attack is not None:
            return _better_hit(state, attack.target, action.model)
        case BecomesSpray() if attack is not None:
            at = attack.attacker, attack.weapon, attack.declared
            return spray_worth(state, *at) > single_worth(state, *at) + 0.5 * ARC
        case GiveToken() if attack is not None and attack.target in state.models:
            return not state.unit_of(attack.target).token
        case PutEffect(effect=name) if attack is not None and state.on_table(attack.target):
            return not any(e.startswith(name) for e in state.thing(attack.target).effects)
        case LoseArc() if attack is not None and state.on_table(attack.target):
            return state.owner(attack.target) != state.owner(action.model) and state.arc_on(attack.target) > 0
        case LoseArc():
            return False  # to clear its own unit
        case Boosting(modifiers=changes) if Grant("no_attacks") in changes:
            return not _can_fight(state, action.model)
    return True


def _can_fight(state: State, model: str) -> bool:
    """Is an enemy so near that the model could advance and attack it?"""
    speed = stat(state, model, "SPD").value
    reach = max((weapon_stat(state, model, w, "RNG").value for w in weapons_of(state, model)), default=0.0)
    enemies = (b.id for b in state.bodies if state.owner(b.id) != state.owner(model))
    return any(state.table.distance(model, id) <= speed + reach for id in enemies)


def _reroll_helps(state: State, attack: Attacking, roll: str) -> bool:
    """An attack that missed with a fair chance, a defence that failed, a damage roll below what may be expected."""
    odds = pools_odds(state, attack)
    hits = sum(attack.attack) > sum(attack.defense)
    if roll == "attack":
        return not hits and odds.hit >= 0.25
    if roll == "defence":
        return hits and odds.hit <= 0.85
    damage_roll = find(state, DamageRoll)
    if damage_roll is None:
        return False
    arm = max(1, damage_roll.arm or 4)
    return points_for(damage_roll.strikes, arm) < odds.damage / max(odds.hit, 1e-6) - 0.3


def _better_hit(state: State, target: str, instead: str) -> bool:
    """Is it better that the other model is hit: one that can take more, or is worth less?"""
    if not state.on_table(target):
        return False
    return (left(state, instead), -cost(state, instead)) > (left(state, target), -cost(state, target))
