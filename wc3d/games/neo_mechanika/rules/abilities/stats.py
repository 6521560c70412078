"""Current numbers and properties with receipts, computed from the state and never stored.

All multipliers come first, then all additions (NM-STA-12), then the floor of 1, once (NM-STA-13,
SIL-20).
"""

from __future__ import annotations

from wc3d._internal.memo import Size, memo_per_process
from wc3d.engine.receipt import Receipt, ReceiptLine
from wc3d.games.neo_mechanika.rules.abilities.selectors import (
    NO_ATTACK_FACTS,
    AttackFacts,
    applied_modifiers,
    make_attack_facts,
)
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import Add, Amount, PerArc, PerUnit, Times
from wc3d.games.neo_mechanika.rules.book.rulings import GATE_ARM, GATE_DEF
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import Weapon

PRINTED_SOURCE = "on the card"
"""The source of a stat's base value in receipts."""

GATE_STATS = {"DEF": GATE_DEF, "ARM": GATE_ARM}
"""A void gate's stats (NM-GAT-08, p. 40)."""


def resolve_amount(state: State, value: Amount, bearer: str, weapon: Weapon | None = None) -> int:
    """Return the current value of an amount for a bearer."""
    if isinstance(value, int):
        return value
    if isinstance(value, PerArc):
        return value.amount * (
            state.arc_on(bearer) if bearer in state.models or bearer in state.gates else 0
        )
    if isinstance(value, PerUnit):
        return value.amount * _count_units_near(state, value, bearer)
    if value.stat == "POW" and weapon is not None:
        return int(current_weapon_stat(state, bearer, weapon, "POW").value)
    return int(current_stat(state, bearer, value.stat).value)


def _count_units_near(state: State, per: PerUnit, bearer: str) -> int:
    own = state.unit_of(bearer)
    unit_ids = {
        state.models[id].unit
        for id in state.table.within(bearer, per.within)
        if id in state.models and state.owner(id) == own.player and state.models[id].unit != own.id
    }
    return len(unit_ids) if per.most is None else min(per.most, len(unit_ids))


def current_stat(
    state: State, subject: str, name: str, facts: AttackFacts = NO_ATTACK_FACTS
) -> Receipt:
    """Return a current stat with its receipt. A stat that the card lacks stays 0 (SIL-22)."""
    base = _find_printed_stat(state, subject, name)
    if base is None:
        return _make_unchanged_receipt(name, 0, None)
    lines = _build_lines(state, subject, name, facts)
    return (
        Receipt(name, base, lines, source=PRINTED_SOURCE)
        if lines
        else _make_unchanged_receipt(name, base)
    )


def explain_stat(state: State, id: str, name: str) -> Receipt:
    """Return a stat of a model on the table by its name. Raises KeyError for other ids."""
    if not state.is_on_table(id):
        raise KeyError(f"{id} is not on the table")
    return current_stat(state, id, name.upper())


@memo_per_process(Size.LARGE)
def _make_unchanged_receipt(name: str, base: float, floor: float | None = 1) -> Receipt:
    """Return the receipt of an unmodified number."""
    return Receipt(name, base, (), floor, source=PRINTED_SOURCE)


def current_weapon_stat(
    state: State, attacker: str, weapon: Weapon, name: str, facts: AttackFacts | None = None
) -> Receipt:
    """Return a weapon's current RNG or POW with its receipt."""
    base = weapon.rng if name == "RNG" else weapon.pow
    facts = facts or make_attack_facts(attacker, weapon)
    if base is None:
        return _make_unchanged_receipt(name, 0, None)
    lines = _build_lines(state, attacker, name, facts)
    return (
        Receipt(name, base, lines, source=PRINTED_SOURCE)
        if lines
        else _make_unchanged_receipt(name, base)
    )


def bonus_total(
    state: State, subject: str, name: str, facts: AttackFacts = NO_ATTACK_FACTS
) -> Receipt:
    """Return the sum of modifiers to a number that no card prints (extra dice, extra attacks)."""
    lines = _build_lines(state, subject, name, facts)
    return (
        Receipt(name, 0, lines, None, source=PRINTED_SOURCE)
        if lines
        else _make_unchanged_receipt(name, 0, None)
    )


def _build_lines(
    state: State, subject: str, name: str, facts: AttackFacts
) -> tuple[ReceiptLine, ...]:
    modifiers = applied_modifiers(state, subject, name, facts)
    if not modifiers:
        return ()
    lines = []
    for a in modifiers:
        m = a.modifier
        if isinstance(m, Add):
            changed = resolve_amount(state, m.amount, a.bearer, facts.weapon)
            if changed:
                lines.append(ReceiptLine(a.source, changed))
        elif isinstance(m, Times):
            lines.append(ReceiptLine(a.source, m.by, is_multiplier=True))
    return tuple(lines)


def _find_printed_stat(state: State, subject: str, name: str) -> int | None:
    if subject in state.gates:
        return GATE_STATS.get(name)
    card = state.models[subject].card
    if name == "SPD" and subject in state.unit_of(subject).attached:
        card = state.unit_of(subject).card  # an attachment's SPD is its squad's (NM-SQD-09)
    printed: int | None = state.setup.cards.units[card].stat(name)  # type: ignore[arg-type]
    return printed
