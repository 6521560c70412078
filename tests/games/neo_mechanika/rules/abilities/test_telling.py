"""How abilities are told: every word has its phrase, every field of it shows, and nothing is told in code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass, replace
from typing import Any

import pytest

from wc3d.engine.abilities import Do, When, While
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import ABILITIES
from wc3d.games.neo_mechanika.rules.abilities.moments import Moment
from wc3d.games.neo_mechanika.rules.abilities.vocabulary import (
    Add,
    EventRole,
    Grant,
    If,
    Own,
    PerArc,
    PerUnit,
    Selector,
)
from wc3d.games.neo_mechanika.text import ability_phrases
from wc3d.games.neo_mechanika.text.ability_sentences import (
    PHRASE_MAKERS,
    clause_sentence,
    describe_ability,
    describe_word,
)

WORDS = [
    word for word in vars(vocabulary).values() if isinstance(word, type) and is_dataclass(word)
]
WORDS += [While, When, Do]

SORTS = (None, Selector(), vocabulary.SELF, vocabulary.ENEMIES, vocabulary.OWN_UNIT)
MODIFIERS = ((Add("SPD", 1),), (Add("SPD", 2),), (Add("SPD", 1), Grant("flight")))
EFFECTS = (
    (vocabulary.Negate(),),
    (vocabulary.HitInstead(),),
    (vocabulary.Negate(), vocabulary.HitInstead()),
)
CONDITIONS = (None, If(hit=True), If(missed=True))
COSTS = (None, 1, 2)

BY_TYPE: dict[str, tuple[Any, ...]] = {
    "bool": (False, True),
    "bool | None": (None, True, False),
    "int": (1, 2, 3),
    "int | None": (None, 1, 2),
    "float": (1, 2.5),
    "float | None": (None, 1, 2.5),
    "Amount": (
        1,
        2,
        -1,
        PerArc(1),
        PerArc(-1),
        PerUnit(1, 5),
        PerUnit(1, 5, 3),
        Own("STR"),
        Own("POW"),
        Own("FOC"),
    ),
    "Selector | None": SORTS,
    "EventRole": tuple(EventRole),
    "EventRole | None": (None, *EventRole),
}
"""Values of a field by its type."""

BY_NAME: dict[str, tuple[Any, ...]] = {
    "side": ("", vocabulary.FRIENDLY, vocabulary.ENEMY),
    "Selector.kinds": ((), ("warjack",), ("solo", "squad"), ("gate",), vocabulary.UNIT_KINDS),
    "If.kinds": ((), ("melee",), ("ranged", "fury"), ("fury",)),
    "flag": tuple(ability_phrases.FLAG_PHRASES),
    "Selector.flag": ("", *ability_phrases.FLAG_PHRASES),
    "tag": ("", "paladin", "ranger"),
    "energy": ((), ("fire",), ("fire", "cold")),
    "weapon_energy": ((), ("fire",), ("fire", "cold")),
    "stat": tuple(ability_phrases.NUMBER_PHRASES),
    "Add.weapons": ("", vocabulary.MELEE, vocabulary.RANGED),
    "AttackAgain.weapons": tuple(ability_phrases.EXTRA_ATTACK_PHRASES),
    "until": tuple(ability_phrases.DURATION_PHRASES),
    "effect": ("fire", "lock_down"),
    "quality": ("fire", "lock_down"),
    "roll": ("attack", "defence", "damage"),
    "rules": (("fire",), ("fire", "lock_down")),
    "shares": ("", "one", "another"),
    "timing": tuple(ability_phrases.TIMING_PHRASES),
    "window": tuple(Moment),
    "modifiers": MODIFIERS,
    "effects": EFFECTS,
    "condition": CONDITIONS,
    "cost": COSTS,
    "by": SORTS,
    "of": SORTS,
    "target": SORTS,
    "LoseArc.each": (None, Selector(), vocabulary.ENEMIES),
    "Heal.each": (None, Selector(), vocabulary.ENEMIES),
    "While.who": (*SORTS, EventRole.AGAINST),
    "Boosting.who": (*SORTS, EventRole.AGAINST),
}
"""Values of a field whose type says too little: by its name, or by its word and its name."""


def values(word: type, name: str, of_type: str) -> tuple[Any, ...]:
    """Values that a field may have; fails for a field that nobody has thought of."""
    found = BY_NAME.get(f"{word.__name__}.{name}") or BY_TYPE.get(of_type) or BY_NAME.get(name)
    assert found is not None, (
        f"{word.__name__}.{name}: add values for it here, and see that telling.py tells it"
    )
    return found


def variants(word: type) -> Iterator[Any]:
    """A word as plain as it can be, and with each of its fields changed to each of its values."""
    required = {
        f.name: values(word, f.name, str(f.type))[-1] for f in fields(word) if f.default is MISSING
    }
    plain = word(**required)
    yield plain
    for f in fields(word):
        yield from (
            replace(plain, **{f.name: value}) for value in values(word, f.name, str(f.type))
        )


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word.__name__)
def test_every_word_has_its_phrase_and_every_field_shows_in_it(word: type) -> None:
    assert word in PHRASE_MAKERS or word in ability_phrases.EFFECT_PHRASES
    told: dict[str, Any] = {}
    for variant in variants(word):
        assert told.setdefault(describe_word(variant), variant) == variant


@pytest.mark.parametrize("window", Moment)
def test_who_does_it_and_to_whom_shows_at_every_moment(window: Moment) -> None:
    plain = When(window, EFFECTS[0])
    told: dict[str, Any] = {}
    for clause in (c for sort in SORTS for c in (replace(plain, by=sort), replace(plain, of=sort))):
        assert told.setdefault(clause_sentence(clause), clause) == clause


@pytest.mark.parametrize(
    "table",
    [
        "MOMENT_PHRASES",
        "ROLE_PHRASES",
        "TIMING_PHRASES",
        "NUMBER_PHRASES",
        "FLAG_PHRASES",
        "DURATION_PHRASES",
        "EFFECT_PHRASES",
        "EXTRA_ATTACK_PHRASES",
        "KIND_NAMES",
    ],
)
def test_no_two_terms_are_called_alike(table: str) -> None:
    names = list(getattr(ability_phrases, table).values())
    assert len(set(names)) == len(names)


def test_all_moments_and_roles_are_called_something() -> None:
    assert set(ability_phrases.MOMENT_PHRASES) == set(Moment)
    assert set(ability_phrases.ROLE_PHRASES) == set(EventRole)


@pytest.mark.parametrize("ability", ABILITIES)
def test_every_encoded_ability_is_told_in_plain_words(ability: str) -> None:
    told = describe_ability(ability)
    assert len(told) >= len(ABILITIES[ability]) > 0
    for text in told:
        assert text.endswith(".") and text[0].isupper() and ".." not in text
        assert not re.search(r"[(=\[<_{]|None|  |[a-z][A-Z]| ,|if :", text), text


def test_clauses_that_differ_are_told_differently() -> None:
    told: dict[str, Any] = {}
    for clause in (clause for clauses in ABILITIES.values() for clause in clauses):
        assert told.setdefault(clause_sentence(clause), clause) == clause


TOLD = {
    "compound_armor": ("If the damage is explosion: ARM +1.",),
    "adrenalizer": (
        'For each other friendly warrior model within 5": ARM +1 and has immunity to continuous effects.',
    ),
    "repair": (
        'When used, as a special action, on another friendly warjack, solo or squad within 1": damage is removed '
        "from the chosen model: 1 per strike on 3 Action Dice.",
    ),
    "relentless": (
        "After an attack by this model on anyone is fully resolved, if it is a melee attack and it destroyed an enemy model, "
        'optional: this model may move up to 2".',
    ),
    "cypher:plexus_densifier": ("Always: ARM +2 and SPD -1.",),
    "shield": (
        "Always: ARM +1, cumulative.",
        "It works for the model that carries the weapon, whichever weapon is used.",
    ),
}


@pytest.mark.parametrize("ability", TOLD)
def test_how_some_abilities_are_told(ability: str) -> None:
    assert describe_ability(ability) == TOLD[ability]


def test_what_is_not_encoded_is_not_told() -> None:
    assert describe_ability("blast") == describe_ability("nonsense") == ()
    with pytest.raises(TypeError, match="no phrase for object"):
        describe_word(object())
