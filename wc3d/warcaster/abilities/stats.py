"""Numbers and properties as they are now, each with its receipt. Worked out from the state at every question, never stored.

All multipliers come first, then all additions (NM-STA-12), then the floor of 1, once (NM-STA-13, SIL-20).
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from wc3d.engine.abilities import While
from wc3d.engine.modifiers import Line, Receipt
from wc3d.warcaster.abilities.ability_sources import Borne, auras, borne_by, from_boosts, from_cards, name_of, of_weapon
from wc3d.warcaster.abilities.selectors import holds, matches
from wc3d.warcaster.abilities.vocabulary import AGAINST, Add, Amount, AtLeast, Deny, Grant, PerArc, PerUnit, Times
from wc3d.warcaster.book.rulings import GATE_ARM, GATE_DEF, HAND
from wc3d.warcaster.fighting.weapons import STRIKE, Weapon
from wc3d.warcaster.state import State

PRINTED = "on the card"
"""Where the number stands from which a stat is worked out."""

GATE_STATS = {"DEF": GATE_DEF, "ARM": GATE_ARM}
"""A void gate's stats (NM-GAT-08, p. 40)."""

NO_EFFECTS = Grant("no_effects")
"""Continuous effects do nothing to the model."""


@dataclass(frozen=True, slots=True)
class Case:
    """What a number is asked for: an attack by a model with a weapon at another, or damage of some energy types."""

    attacker: str = ""
    target: str = ""
    weapon: Weapon | None = None
    kind: str = ""
    energy: tuple[str, ...] = ()


NOTHING = Case()


@dataclass(frozen=True, slots=True)
class Applied:
    """A modifier that applies now: where it comes from, what it is, and whose ability it is."""

    source: str
    modifier: Any
    bearer: str


def applied(state: State, subject: str, case: Case = NOTHING) -> tuple[Applied, ...]:
    """Every modifier that applies to a model or void gate now."""
    if not state.on_table(subject):
        return ()
    key = ("applied", subject, case)
    kept = state.notes.get(key)
    if kept is None:
        kept = state.notes[key] = tuple(_applied(state, subject, case))
    found: tuple[Applied, ...] = kept
    return found


def _applied(state: State, subject: str, case: Case) -> Iterator[Applied]:
    """The same rule from several bearers counts once, if it does not say otherwise (SIL-48)."""
    counted: set[tuple[str, While]] = set()
    immune = False
    for borne in _around(state, subject, case):
        clause: While = borne.clause
        if (borne.ability, clause) in counted:
            continue
        if _reaches(state, borne, subject, case) and holds(state, clause.condition, borne.bearer, case):
            if not clause.stacks:
                counted.add((borne.ability, clause))
            for modifier in clause.modifiers:
                if _is_of_weapon(modifier, case):
                    immune = immune or modifier == NO_EFFECTS
                    yield Applied(borne.source, modifier, borne.bearer)
    if not immune:
        yield from _of_effects(state, subject)


def _is_of_weapon(modifier: Any, case: Case) -> bool:
    """Does a modifier that is only for the model's weapons of a kind count with what is used now?"""
    kind = getattr(modifier, "weapons", "")
    return not kind or (case.weapon is not None and case.weapon.kind == kind and case.weapon.key != STRIKE)


def _of_effects(state: State, subject: str) -> Iterator[Applied]:
    from wc3d.warcaster.fighting.continuous_effects import modifiers_of

    for effect in state.thing(subject).effects:
        for modifier in modifiers_of(effect):
            yield Applied(name_of(state, effect), modifier, subject)


def _around(state: State, subject: str, case: Case) -> Iterator[Borne]:
    """The While clauses that might change this model's numbers."""
    if subject in state.models:
        yield from borne_by(state, subject, While)
        yield from from_cards(state, subject)
        yield from from_boosts(state, subject)
    yield from auras(state)
    if case.attacker and case.target == subject:
        yield from (b for b in from_boosts(state, case.attacker) if b.clause.who is AGAINST)
    if case.weapon is not None and subject in (case.attacker, case.target):
        yield from of_weapon(state, case.attacker, case.weapon.abilities, While)


def _reaches(state: State, borne: Borne, subject: str, case: Case) -> bool:
    who = borne.clause.who
    if who is AGAINST:
        return subject == case.target and subject != case.attacker
    if who is None:
        return borne.whole_unit or subject == borne.bearer
    return matches(state, who, borne.bearer, subject)


def amount(state: State, value: Amount, bearer: str, weapon: Weapon | None = None) -> int:
    """How much an amount is now, for this bearer."""
    if isinstance(value, int):
        return value
    if isinstance(value, PerArc):
        return value.amount * (state.arc_on(bearer) if bearer in state.models or bearer in state.gates else 0)
    if isinstance(value, PerUnit):
        return value.amount * _units_near(state, value, bearer)
    if value.stat == "POW" and weapon is not None:
        return int(weapon_stat(state, bearer, weapon, "POW").value)
    return int(stat(state, bearer, value.stat).value)


def _units_near(state: State, per: PerUnit, bearer: str) -> int:
    own = state.unit_of(bearer)
    near = {
        state.models[id].unit
        for id in state.table.within(bearer, per.within)
        if id in state.models and state.owner(id) == own.player and state.models[id].unit != own.id
    }
    return len(near) if per.most is None else min(per.most, len(near))


def stat(state: State, subject: str, name: str, case: Case = NOTHING) -> Receipt:
    """A stat of a model or void gate as it is now, with its receipt. A stat the card lacks is 0 and stays 0 (SIL-22)."""
    base = _printed(state, subject, name)
    if base is None:
        return Receipt(name, 0, (), None, source=PRINTED)
    return Receipt(name, base, _lines(state, subject, (name,), case), source=PRINTED)


def weapon_stat(state: State, attacker: str, weapon: Weapon, name: str, case: Case | None = None) -> Receipt:
    """A weapon's RNG or POW as it is now, with its receipt."""
    base = weapon.rng if name == "RNG" else weapon.pow
    case = case or Case(attacker, "", weapon, weapon.kind, weapon.energy)
    if base is None:
        return Receipt(name, 0, (), None, source=PRINTED)
    return Receipt(name, base, _lines(state, attacker, (name,), case), source=PRINTED)


def extra(state: State, subject: str, name: str, case: Case = NOTHING) -> Receipt:
    """A number no card prints (extra dice, extra attacks): the sum of what changes it, with its receipt."""
    return Receipt(name, 0, _lines(state, subject, (name,), case), None, source=PRINTED)


def _lines(state: State, subject: str, names: tuple[str, ...], case: Case) -> tuple[Line, ...]:
    lines = []
    for a in applied(state, subject, case):
        m = a.modifier
        if isinstance(m, Add) and m.stat in names:
            changed = amount(state, m.amount, a.bearer, case.weapon)
            if changed:
                lines.append(Line(a.source, changed))
        elif isinstance(m, Times) and m.stat in names:
            lines.append(Line(a.source, m.by, multiplies=True))
    return tuple(lines)


def _printed(state: State, subject: str, name: str) -> int | None:
    if subject in state.gates:
        return GATE_STATS.get(name)
    card = state.models[subject].card
    if name == "SPD" and subject in state.unit_of(subject).attached:
        card = state.unit_of(subject).card  # an attachment's SPD is its squad's (NM-SQD-09)
    printed: int | None = state.setup.cards.units[card].stat(name)  # type: ignore[arg-type]
    return printed


def has(state: State, subject: str, flag: str, case: Case = NOTHING) -> bool:
    """Has a model or void gate this property now (flight, stealth, cover, ignore_sight, ...)?"""
    granted = False
    for a in applied(state, subject, case):
        if isinstance(a.modifier, Deny) and a.modifier.flag == flag:
            return False
        granted = granted or (isinstance(a.modifier, Grant) and a.modifier.flag == flag)
    return granted


def sources(state: State, subject: str, flag: str, case: Case = NOTHING) -> tuple[str, ...]:
    """What grants the property."""
    return tuple(
        a.source for a in applied(state, subject, case) if isinstance(a.modifier, Grant) and a.modifier.flag == flag
    )


def hand_size(state: State, player: int) -> int:
    """The most cards a player may hold (NM-CYP-01, p. 38); never below 0 (SIL-93)."""
    size, least = HAND, 0
    for model in state.models.values():
        if model.at is not None and state.owner(model.id) == player:
            for a in applied(state, model.id):
                if isinstance(a.modifier, Add) and a.modifier.stat == "HAND":
                    size += amount(state, a.modifier.amount, a.bearer)
                elif isinstance(a.modifier, AtLeast) and a.modifier.stat == "HAND":
                    least = max(least, a.modifier.value)
    return max(size, least, 0)
