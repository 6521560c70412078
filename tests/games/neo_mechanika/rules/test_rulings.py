"""The named rulings: one for every silence, true to its words, and only those with a choice can be switched."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
from pydantic import ValidationError

from wc3d.games.neo_mechanika.rules.book import rulings
from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK
from wc3d.games.neo_mechanika.rules.book.rulings import (
    SPACE_RULINGS,
    GameOptions,
    Ruling,
    silence_rulings,
)
from wc3d.games.neo_mechanika.rules.space import SPACE

RULINGS = silence_rulings()
BY_NAME = {ruling.name: ruling for ruling in (*RULINGS, *SPACE_RULINGS)}
NUMBERS = {0: "none", 1: "one|once", 4: "four"}

CONSTANTS = [
    ("TABLE_SIDE_IN", "CMP-01", '48" x 48"'),
    ("SKIRMISH_TABLE_SIDE_IN", "SKM-01", '30" x 30"'),
    ("MIN_STAT", "STA-13", "below 1"),
    ("STEALTH_RANGE_IN", "STA-17", '8" away'),
    ("START_WELL_ARC", "SET-04", "7 Arc"),
    ("HAND_SIZE", "CYP-01", "is 5"),
    ("INITIAL_DEPLOYMENT_COST", "SET-07", "at most 5"),
    ("INITIAL_DEPTH_IN", "SET-07", 'within 5" of their own'),
    ("MAX_GATE_ARC", "ARC-07", "void gate 5"),
    ("MAX_WARJACK_ARC", "ARC-07", "warjack 3"),
    ("MAX_SOLO_ARC", "ARC-07", "solo 1"),
    ("MAX_SQUAD_ARC", "ARC-07", "squad 1"),
    ("GATE_RANGE_IN", "GAT-03", 'within 5"'),
    ("MIN_GATE_ARC", "GAT-06", "1 to 5 Arc"),
    ("GATE_DEF", "GAT-08", "DEF 3"),
    ("GATE_ARM", "GAT-08", "ARM 5"),
    ("DEPLOY_RANGE_IN", "GAT-16", 'within 1"'),
    ("SQUAD_RANGE_IN", "GAT-17", 'within 2"'),
    ("OBJECTIVE_RANGE_IN", "OBJ-02", 'within 1"'),
    ("COVER_DICE", "ATK-11", "+2 PD"),
    ("FLIGHT_DICE", "MOV-10", "+2 PD"),
    ("STRAFE_RANGE_IN", "STF-02", 'within 2"'),
    ("REPULSOR_SLAM_IN", "SLM-08", 'slammed 3"'),
]


def test_one_ruling_for_every_silence_in_order() -> None:
    assert [ruling.id for ruling in RULINGS] == [
        id for id, entry in BOOK.entries.items() if entry.kind == "silence"
    ]


def test_names_are_plain_words_and_each_is_one() -> None:
    assert len(BY_NAME) == len(RULINGS) + len(SPACE_RULINGS)
    assert [name for name in BY_NAME if not re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", name)] == []


def test_the_words_are_the_rule_books() -> None:
    for one in RULINGS:
        entry = BOOK.rule(one.id)
        assert (one.text, one.why, one.page) == (entry.ruling, entry.why, entry.page) and one.text


def test_yes_is_true_and_no_is_false() -> None:
    said = [
        one for one in RULINGS if re.match(r"(yes|no)\b", one.text) and isinstance(one.value, bool)
    ]
    assert len(said) >= 20
    assert [one.name for one in said if one.value != one.text.startswith("yes")] == []


def test_a_number_stands_in_the_ruling() -> None:
    counted = [one for one in RULINGS if not isinstance(one.value, bool | str)]
    assert len(counted) >= 10
    for one in counted:
        words = f"{BOOK.rule(one.id).text} {one.text}"
        number = f"{one.value:g}"
        assert re.search(rf"\b({number}|{NUMBERS.get(int(one.value), number)})\b", words), one


def test_the_value_is_one_of_the_options() -> None:
    assert [one.name for one in BY_NAME.values() if one.value not in one.options] == []
    assert Ruling("NM-SIL-73", "blast_rolls_get_excess", False).options == (False,)


def test_the_options_of_a_game_are_the_rulings_with_a_choice() -> None:
    options = GameOptions()
    assert {
        one.name: one.value for one in BY_NAME.values() if len(one.options) > 1
    } == options.model_dump()
    for name in GameOptions.model_fields:
        for value in BY_NAME[name].options:
            assert getattr(GameOptions.model_validate({name: value}), name) == value


@pytest.mark.parametrize(
    "given",
    [
        {"mercy": "yes"},
        {"secondary_missions": 6},
        {"secondary_missions": -1},
        {"secondary_missions": True},
        {"smell": 1},
    ],
)
def test_other_options_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        GameOptions(**given)


def test_options_have_a_text_form_and_do_not_change() -> None:
    options = GameOptions(mercy=True, secondary_missions=3)
    assert GameOptions.model_validate_json(options.model_dump_json()) == options
    with pytest.raises(ValidationError):
        options.mercy = False


def test_the_space_policy_is_listed_whole() -> None:
    listed = {one.name: one.value for one in SPACE_RULINGS}
    policy = {field.name: getattr(SPACE, field.name) for field in dataclasses.fields(SPACE)}
    assert policy.pop("edition") == "", "Neo-Mechanika has one edition"
    for base in policy.pop("bases").values():
        assert f"{base.name} {base.diameter_mm:g} mm wide" in str(listed["bases"])
    assert {name: value for name, value in listed.items() if name != "bases"} == policy


@pytest.mark.parametrize(("name", "id", "words"), CONSTANTS, ids=[name for name, _, _ in CONSTANTS])
def test_a_number_of_the_rules_is_the_rules(name: str, id: str, words: str) -> None:
    assert words in BOOK.rule(id).text
    assert f"{getattr(rulings, name):g}" in words


def test_rounds_and_turns() -> None:
    assert "three Pulse rounds" in BOOK.rule("PUL-01").text and rulings.PULSE_ROUNDS == 3
    assert "five turns each" in BOOK.rule("PUL-02").text and rulings.TURNS_PER_ROUND == 5
    assert "skirmish three" in BOOK.rule("PUL-02").text and rulings.SKIRMISH_TURNS_PER_ROUND == 3


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("initial_deployment_within", rulings.INITIAL_DEPTH_IN),
        ("skirmish_initial_dc", rulings.INITIAL_DEPLOYMENT_COST),
        ("least_arc_on_placing_a_gate", rulings.MIN_GATE_ARC),
        ("other_squad_models_deployed_within", rulings.SQUAD_RANGE_IN),
        ("objective_diameter_mm", rulings.OBJECTIVE_DIAMETER_MM),
        ("covering_objective_height", rulings.COVERING_OBJECTIVE_HEIGHT_IN),
    ],
)
def test_the_game_uses_the_value_that_stands_beside_the_ruling(name: str, value: float) -> None:
    assert BY_NAME[name].value == value
