"""What an ability can do at all just now: nobody is asked about what cannot be, or about what does nothing.

Whether an effect does anything stands beside what lets it happen (`can`); an effect of which nothing is said always does.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from wc3d.engine.abilities import When
from wc3d.engine.agenda import find
from wc3d.warcaster import arc
from wc3d.warcaster.abilities.selectors import has
from wc3d.warcaster.abilities.using import Using
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

Can = Callable[[State, Any, Using], bool]
"""Would an effect do anything, if this ability were used now?"""

NOTHING_ASKED = 2
"""From these readings on nobody is asked about what does nothing (`wc3d.warcaster.book.rulings.RULINGS`)."""

_CAN: dict[type, Can] = {}


def can(kind: type) -> Callable[[Can], Can]:
    """Marks what says whether a kind of effect would do anything."""

    def mark(answer: Can) -> Can:
        _CAN[kind] = answer
        return answer

    return mark


def does_something(state: State, effects: Iterable[Any], use: Using) -> bool:
    """Would one of these effects do anything, if this ability were used now?"""
    return any(type(e) not in _CAN or _CAN[type(e)](state, e, use) for e in effects)


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
    """Can it be done, in a window about `subject`, and would it do anything once its Arc is paid?"""
    if not _is_possible(state, when, bearer, subject):
        return False
    if state.setup.rulings < NOTHING_ASKED:
        return True
    unit = state.unit_of(bearer)
    paid = state.with_unit(unit.id, arc=unit.arc - when.cost) if when.cost and unit.arc >= when.cost else state
    return does_something(paid, when.effects, Using("", "", bearer, unit.player, when.effects))


def _is_possible(state: State, when: When, bearer: str, subject: str) -> bool:
    """Not: Arc that cannot be had; what needs damage, weapons or models that are not there, or a model that is anchored."""
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
