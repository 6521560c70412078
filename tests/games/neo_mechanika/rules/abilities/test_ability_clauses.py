"""Every rule on a card is encoded, everything encoded is on a card, and every word of it does something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from wc3d.engine.abilities import Do, When, While
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import (
    ABILITIES,
    CARRIED_RULES,
    WEAPON_RULES,
    granted_rules,
)
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.all_handlers import EFFECT_RESOLVERS
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.fighting import attack_modes
from wc3d.games.neo_mechanika.rules.fighting.attack import EFFECT_QUALITIES

GAME = Path(attack_modes.__file__).parents[2]
SOURCES = {
    p: p.read_text()
    for room in ("rules", "text", "odds", "previews", "display")
    for p in (GAME / room).rglob("*.py")
}
RULES = [p for p in SOURCES if not {"text", "odds", "previews", "display"} & set(p.parts)]
NAMING_MODULES = ("ability_clauses.py", "effect_modifiers.py", "unit_abilities.py", "vocabulary.py")
CODE = "\n".join(SOURCES[p] for p in RULES if p.name not in NAMING_MODULES)
QUALITIES = {"blast", "repulsor", "spray", "strafe", *EFFECT_QUALITIES}


def on_units() -> set[str]:
    """Every ability named on a unit's card or a head's."""
    units = CARDS().units.values()
    return {
        a
        for u in units
        for abilities in (u.abilities, *(c.abilities for c in u.cortexes))
        for a in abilities
    }


def on_weapons() -> set[str]:
    """Every rule named on a weapon's or equipment's card."""
    return {a for w in CARDS().weapons.values() for a in w.abilities}


def modes_named() -> set[str]:
    return {rule for name in ABILITIES for rule in granted_rules(name)}


def parts(value: Any) -> Iterator[Any]:
    """A value and every value in it."""
    yield value
    if is_dataclass(value):
        for f in fields(value):
            yield from parts(getattr(value, f.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from parts(part)


ALL = [(name, c) for name, clauses in ABILITIES.items() for c in clauses]


def test_every_rule_on_a_card_is_encoded_or_a_quality_that_attacks_know() -> None:
    assert on_units() | on_weapons() <= set(ABILITIES)
    assert (
        set(attack_modes.WEAPON_QUALITIES)
        == QUALITIES
        == {q for q in CARDS().abilities if CARDS().abilities[q].kind == "quality"}
    )
    assert {q for w in CARDS().weapons.values() for q in w.qualities} <= QUALITIES
    assert {q for c in CARDS().cyphers.values() for q in c.qualities} <= QUALITIES


def test_every_cypher_is_encoded_or_no_more_than_what_its_card_prints() -> None:
    encoded = {name.removeprefix("cypher:") for name in ABILITIES if name.startswith("cypher:")}
    plain = {
        c.id
        for c in CARDS().cyphers.values()
        if c.kind == "fury" and c.pow is not None and c.qualities
    }
    assert encoded | plain == set(CARDS().cyphers) and plain == {
        "instability_equation",
        "pyrokinetic_surge",
    }


def test_nothing_is_encoded_that_no_card_names() -> None:
    rules = {name for name in ABILITIES if not name.startswith("cypher:")}
    assert rules == (on_units() | on_weapons() | modes_named()) - QUALITIES
    assert set(CARDS().abilities) >= rules


def test_rules_of_weapons_are_on_weapons_and_abilities_of_units_on_units() -> None:
    both = {
        "mimetic_cloak",
        "advanced_optics",
        "revelator",
        "range_amplifier",
    }  # equipment, a pistol's mode, a Gravitonic Lash
    artifacts = set(granted_rules("alien_artifacts"))
    assert {*WEAPON_RULES, *CARRIED_RULES} <= on_weapons() | modes_named()
    assert on_units() & (on_weapons() | modes_named() - artifacts) == both


@pytest.mark.parametrize(
    ("name", "clause"), ALL, ids=[f"{name}-{type(c).__name__}" for name, c in ALL]
)
def test_every_word_of_it_does_something(name: str, clause: Any) -> None:
    assert isinstance(clause, (While, When, Do, vocabulary.ChooseRulePerAttack, vocabulary.Brings))
    for effect in getattr(clause, "effects", ()):
        assert type(effect) in EFFECT_RESOLVERS
    for part in parts(clause):
        if isinstance(part, (vocabulary.Grant, vocabulary.Deny)):
            kind = part.flag.partition(":")[0]
            asked = f'"{part.flag}"' in CODE or f'f"{kind}:' in CODE
            assert asked or f'flag="{part.flag}"' in "".join(SOURCES.values()), part
        elif isinstance(part, vocabulary.Add | vocabulary.Times | vocabulary.AtLeast):
            assert f'"{part.stat}"' in CODE, part
    if isinstance(clause, When):
        assert f"Moment.{clause.window.name}" in CODE


def test_every_window_and_every_verb_is_used() -> None:
    used = {c.window for _, c in ALL if isinstance(c, When)}
    assert used == set(Moment)
    assert {type(e) for _, c in ALL for e in getattr(c, "effects", ())} == set(EFFECT_RESOLVERS)
    assert {
        part for _, c in ALL for part in parts(c) if isinstance(part, vocabulary.EventRole)
    } == set(vocabulary.EventRole)


def test_every_word_is_used_and_every_part_of_one() -> None:
    said = [part for _, c in ALL for part in parts(c)]
    for kind in vars(vocabulary).values():
        if is_dataclass(kind) and isinstance(kind, type):
            mine = [part for part in said if type(part) is kind]
            assert mine, kind
            for f in fields(kind):
                assert any(getattr(part, f.name) != f.default for part in mine), (
                    f"{kind.__name__}.{f.name}"
                )


ONE_CARD_ONLY = {
    "DragToward": "winch",
    "ReplaceQuality": "force_ram",
    "BecomesSpray": "shockwave",
    "MeleeStrike": "cypher:annihilation_vector",
    "RecallUnit": "cypher:recall_initiative",
    "EndEffects": "tune_up",
    "ReturnCard": "fury_reciprocator",
    "Negate": "void_jumper",
    "CardFromDiscard": "thanotech_reclaimer",
    "DiscardFromHand": "penumbral_agitator",
    "KeepCypher": "apotropaic_reactor",
    "NoToken": "eclipse_drive",
    "LessDamage": "force_barrier_spike",
}
"""The verbs that serve one card alone: as good as functions of its own."""


def test_hardly_any_card_needs_a_verb_of_its_own() -> None:
    """Nothing is encoded as a function; a verb that only one card uses counts as one. A tenth of all cards may have that."""
    users: dict[str, set[str]] = {}
    for name, c in ALL:
        for e in getattr(c, "effects", ()):
            users.setdefault(type(e).__name__, set()).add(name)
    assert {verb: one for verb, (one, *more) in users.items() if not more} == ONE_CARD_ONLY
    assert len(ONE_CARD_ONLY) <= (len(CARDS().abilities) + len(CARDS().cyphers)) / 10


@pytest.mark.rule("NM-ARC-10")
def test_every_unit_has_a_rule_for_charge_and_one_for_spike_whatever_its_head() -> None:
    cards = CARDS()
    for unit in cards.units.values():
        of_weapons = [
            a
            for w in unit.weapons
            for part in (w, *cards.weapon(w).components)
            for a in cards.weapon(part).abilities
        ]
        for head in unit.cortexes or (None,):
            rules = [*unit.abilities, *of_weapons, *(head.abilities if head else ())]
            assert {"charge", "spike"} <= {cards.abilities[a].trigger for a in rules}, (
                unit.id,
                head,
            )
