"""Show the card of the selection: numbers with receipts, weapons and rules."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d._internal.memo import memo_on_state
from wc3d.engine.receipt import Receipt
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import active_abilities
from wc3d.games.neo_mechanika.rules.abilities.selectors import AttackFacts
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat, current_weapon_stat
from wc3d.games.neo_mechanika.rules.book.rulebook import rule_page
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import model_weapons
from wc3d.games.neo_mechanika.text.formatting import display_name, effect_name
from wc3d.games.neo_mechanika.text.status_words import list_unit_facts
from wc3d.presentation.display_values import InfoSheet, SheetNumber, SheetRow, SheetSection
from wc3d.presentation.icons import ICONS

AGAINST_PHRASES = {
    "melee": "against melee attacks",
    "ranged": "against ranged attacks",
    "fury": "against Furies",
}
"""The kinds of attacks against which a number may differ."""
STAT_NAMES = ("SPD", "STR", "MAT", "RAT", "FOC", "DEF", "ARM")


@memo_on_state
def card_sheet(state: State, id: str) -> InfoSheet | None:
    """Return the card of a void gate or unit; for a model, with the model's own numbers."""
    unit = state.models[id].unit if id in state.models and id not in state.units else id
    if unit in state.gates:
        gate = state.gates[unit]
        numbers = [
            f"{stat_name} {current_stat(state, unit, stat_name).value:g}"
            for stat_name in ("DEF", "ARM")
        ]
        words = ", ".join(
            (
                f"{ICONS['gate']} void gate",
                f"{gate.arc} Arc",
                *numbers,
                *map(effect_name, gate.effects),
            )
        )
        return InfoSheet(unit, display_name(state, unit), facts=(words,))
    return _build_unit_sheet(state, unit, id) if unit in state.units else None


def _build_unit_sheet(state: State, unit: str, picked: str) -> InfoSheet:
    card = state.setup.card_of(unit)
    description = f"{'Hero, ' if card.hero else ''}{card.kind}, {card.base} base, {card.health} health, DC {card.cost}"
    unit_facts = list_unit_facts(state, state.units[unit])
    models = [m.id for m in state.models_of(unit)]
    shown_model = picked if picked in models else models[0] if models else None
    model = shown_model or state.units[unit].models[0]
    return InfoSheet(
        unit,
        display_name(state, unit),
        (", ".join(unit_facts),) if unit_facts else (),
        tuple(_list_numbers(state, unit, shown_model)),
        (
            SheetSection("Weapons", tuple(_list_weapons(state, model)), has_heading=False),
            SheetSection(
                "Rules", tuple(_list_rules(state, model)), has_heading=False, is_flowing=True
            ),
        ),
        description,
    )


def _list_numbers(state: State, unit: str, model: str | None) -> Iterator[SheetNumber]:
    """Yield the present numbers; in brackets, those against some attacks only."""
    card = state.setup.card_of(model or unit)
    for stat_name in STAT_NAMES:
        printed = card.stat(stat_name)  # type: ignore[arg-type]
        if printed is None:
            continue
        receipts_by_case = stat_receipts(state, model, stat_name) if model is not None else {}
        usual, *special_values = [
            f"{receipt.value:g}" for receipt in receipts_by_case.values()
        ] or [f"{printed:g}"]
        value = usual + (f" ({'/'.join(dict.fromkeys(special_values))})" if special_values else "")
        lines = tuple(f"{condition}{receipt}" for condition, receipt in receipts_by_case.items())
        yield SheetNumber(
            stat_name, value, lines, any(receipt.lines for receipt in receipts_by_case.values())
        )


def stat_receipts(state: State, model: str, stat_name: str) -> dict[str, Receipt]:
    """Return a number's receipts by phrase: in general, and against some attacks if different."""
    receipts_by_case = {"": current_stat(state, model, stat_name)}
    for kind, words in AGAINST_PHRASES.items() if stat_name in ("DEF", "ARM") else ():
        special = current_stat(state, model, stat_name, AttackFacts(kind=kind))
        if special.value != receipts_by_case[""].value:
            receipts_by_case[f"{words}: "] = special
    return receipts_by_case


def _list_weapons(state: State, model: str) -> Iterator[SheetRow]:
    """Yield the weapons with their present numbers."""
    for w in model_weapons(state, model):
        numbers = [
            current_weapon_stat(state, model, w, "RNG"),
            *([current_weapon_stat(state, model, w, "POW")] if w.pow is not None else []),
        ]
        reach, *power = [f"{receipt.value:g}" for receipt in numbers]
        words = (f'RNG {reach}"' if w.kind == "ranged" else f'melee {reach}"') + "".join(
            f", POW {pow}" for pow in power
        )
        qualities = [q.replace("_", " ").title() for q in w.qualities]
        changed = [str(receipt) for receipt in numbers if receipt.lines]
        rules = map(state.setup.cards.abilities.get, (*w.abilities, *w.qualities))
        tip = "\n".join(changed + [f"{a.name}: {a.text}" for a in rules if a])
        words = f"{ICONS['cross']} {w.name}: {words}" + (
            f"; {', '.join(qualities)}" if qualities else ""
        )
        yield SheetRow(words, tip, is_changed=bool(changed), id=f"weapon {w.key}")


def _list_rules(state: State, model: str) -> Iterator[SheetRow]:
    """Yield the model's rules with their texts. Rules that need Arc have a sign (p. 27)."""
    abilities = state.setup.cards.abilities
    printed = state.setup.abilities.get(model, ())
    working = active_abilities(state, model) if state.is_on_table(model) else printed
    for id in dict.fromkeys(i for i in (*working, *printed) if i in abilities):
        works = id in working
        words = abilities[id].name if works else f"{abilities[id].name} ({ICONS['bolt']})"
        waits = (
            ""
            if works
            else f"Not now: it works while the unit has Arc (p. {rule_page('NM-ARC-08')}).\n"
        )
        yield SheetRow(words, waits + abilities[id].text, is_inactive=not works, id=f"rule {id}")
