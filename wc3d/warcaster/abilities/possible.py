"""What an ability can do at all just now: nobody is asked about what cannot be."""
from __future__ import annotations

from wc3d.engine.abilities import When
from wc3d.engine.agenda import find
from wc3d.warcaster import arc
from wc3d.warcaster.abilities.selectors import has
from wc3d.warcaster.abilities.vocabulary import (
    AttackAgain,
    GainArc,
    LessDamage,
    RepositionWithin,
    SlamAway,
    Who,
)
from wc3d.warcaster.frames import Activation, Attacking, DamageRoll
from wc3d.warcaster.state import State
from wc3d.warcaster.weapons import weapons_of


def weapons_for(state: State, given: AttackAgain, model: str) -> tuple[str, ...]:
    """The weapons with which a model may make an attack that an ability gives it, by key."""
    keys = tuple(w.key for w in weapons_of(state, model))
    if given.weapons == "same":
        attacking = find(state, Attacking)
        return tuple(key for key in keys if attacking is not None and key == attacking.weapon.key)
    if given.weapons == "unused":
        now = find(state, Activation)
        return tuple(key for key in keys if now is not None and (model, key) not in (*now.fired, *now.extra))
    return keys


def may_be_put(state: State, model: str, player: int) -> bool:
    """May this player's effects reposition the model? An ability may anchor it against the enemy's (Quantum Anchor)."""
    return state.owner(model) == player or not has(state, model, "no_enemy_reposition")


def can_be_done(state: State, when: When, bearer: str, subject: str) -> bool:
    """Can it be done, in a window about `subject`?

    Not: Arc that cannot be had; what needs damage, weapons or models that are not there, or a model that is anchored.
    """
    attack = find(state, Attacking)
    for e in when.effects:
        if isinstance(e, GainArc) and when.optional:
            unit = subject if e.who is Who.ACTIVATED else state.models[bearer].unit
            return arc.room(state, unit) > 0 and state.players[state.owner(unit)].well > 0
        if isinstance(e, LessDamage):
            roll = find(state, DamageRoll)
            return roll is not None and roll.points > 0
        if isinstance(e, RepositionWithin) and e.who is Who.TARGET:
            return attack is not None and may_be_put(state, attack.target, state.owner(bearer))
        if isinstance(e, SlamAway) and e.who is Who.ATTACKER:
            return attack is not None and state.on_table(attack.attacker)
        if isinstance(e, AttackAgain):
            there = e.at is None or (attack is not None and state.on_table(attack.attacker))
            return there and bool(weapons_for(state, e, bearer))
    return True
