"""Numbers and properties as they are now, each with its receipt. Worked out from the state at every question, never stored.

All multipliers come first, then all additions (NM-STA-12), then the floor of 1, once (NM-STA-13, SIL-20).
"""
from __future__ import annotations

from functools import lru_cache

from wc3d.engine.modifiers import Line, Receipt
from wc3d.games.neo_mechanika.rules.abilities.selectors import (
    NOTHING,
    AttackFacts,
    applied,
    attack_facts,
)
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Add, Amount, PerArc, PerUnit, Times
from wc3d.games.neo_mechanika.rules.book.rulings import GATE_ARM, GATE_DEF
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import Weapon

PRINTED = "on the card"
"""Where the number stands from which a stat is worked out."""

GATE_STATS = {"DEF": GATE_DEF, "ARM": GATE_ARM}
"""A void gate's stats (NM-GAT-08, p. 40)."""


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
    unit_ids = {
        state.models[id].unit
        for id in state.table.within(bearer, per.within)
        if id in state.models and state.owner(id) == own.player and state.models[id].unit != own.id
    }
    return len(unit_ids) if per.most is None else min(per.most, len(unit_ids))


def stat(state: State, subject: str, name: str, facts: AttackFacts = NOTHING) -> Receipt:
    """A stat of a model or void gate as it is now, with its receipt. A stat the card lacks is 0 and stays 0 (SIL-22)."""
    base = _printed(state, subject, name)
    if base is None:
        return _unchanged(name, 0, None)
    lines = _lines(state, subject, name, facts)
    return Receipt(name, base, lines, source=PRINTED) if lines else _unchanged(name, base)


@lru_cache(maxsize=1024)
def _unchanged(name: str, base: int, floor: float | None = 1) -> Receipt:
    """The receipt of a number that nothing changes."""
    return Receipt(name, base, (), floor, source=PRINTED)


def weapon_stat(state: State, attacker: str, weapon: Weapon, name: str, facts: AttackFacts | None = None) -> Receipt:
    """A weapon's RNG or POW as it is now, with its receipt."""
    base = weapon.rng if name == "RNG" else weapon.pow
    facts = facts or attack_facts(attacker, weapon)
    if base is None:
        return _unchanged(name, 0, None)
    lines = _lines(state, attacker, name, facts)
    return Receipt(name, base, lines, source=PRINTED) if lines else _unchanged(name, base)


def extra(state: State, subject: str, name: str, facts: AttackFacts = NOTHING) -> Receipt:
    """A number no card prints (extra dice, extra attacks): the sum of what changes it, with its receipt."""
    lines = _lines(state, subject, name, facts)
    return Receipt(name, 0, lines, None, source=PRINTED) if lines else _unchanged(name, 0, None)


def _lines(state: State, subject: str, name: str, facts: AttackFacts) -> tuple[Line, ...]:
    modifiers = applied(state, subject, name, facts)
    if not modifiers:
        return ()
    lines = []
    for a in modifiers:
        m = a.modifier
        if isinstance(m, Add):
            changed = amount(state, m.amount, a.bearer, facts.weapon)
            if changed:
                lines.append(Line(a.source, changed))
        elif isinstance(m, Times):
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
