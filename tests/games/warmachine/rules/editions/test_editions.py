"""Editions of WARMACHINE: columns, combinations, single switches, and what is said to a mistake."""

from __future__ import annotations

import json
import re

import pytest

from wc3d.errors import InputError
from wc3d.games.warmachine.rules.editions import (
    BOTH_COLUMNS,
    COLUMN_NAMES,
    DEFAULT_EDITION,
    SWITCHES,
    Edition,
    SwitchValue,
    describe_switches,
    format_value,
    parse_edition,
    read_edition,
)

TABLE: dict[str, tuple[SwitchValue, SwitchValue, SwitchValue]] = {
    "units": (False, True, False),
    "units.warcaster": (False, False, True),
    "command": (False, True, False),
    "terrain.extra": (False, True, False),
    "attack.target_in_melee": ("none", "penalty", "none"),
    "attack.back_strike": (False, True, False),
    "cloud": ("concealment", "own_bonus", "concealment"),
    "slam.short": ("no_attack", "bash", "no_attack"),
    "power.push": (False, True, False),
    "throw.small_bonus": (0, 1, 0),
    "jack.disabled": ("removed", "wreck", "removed"),
    "screening": (True, True, True),
    "focus.carry_over": ("none", "none", "up_to_focus"),
    "focus.power_up": (False, False, True),
    "focus.jack_cap": ("assigned", "assigned", "held"),
    "focus.start": ("none", "none", "full"),
    "focus.extra_ranged": ("yes", "yes", "card"),
    "focus.power_field": ("overboost", "overboost", "reinforce"),
    "focus.shake": (False, False, True),
    "measure": ("declared", "declared", "declared"),
    "attack.reroll": ("same_dice", "same_dice", "same_dice"),
    "spell.spread": ("always", "always", "always"),
}
"""Each switch in the three columns, the third on top of the first."""


def test_each_column_sets_each_switch_as_the_table_says() -> None:
    assert set(TABLE) == set(SWITCHES)
    for i, column in enumerate(COLUMN_NAMES):
        assert parse_edition(column).switch_values == {key: row[i] for key, row in TABLE.items()}, (
            column
        )


def test_both_additions_together_take_the_focus_of_one_and_the_rest_of_the_other() -> None:
    both = parse_edition(BOTH_COLUMNS)
    for key, (quick, prime, mk3) in TABLE.items():
        assert both[key] == (mk3 if mk3 != quick else prime), key
    assert (
        parse_edition("mk3_warcaster+prime_reference")
        == both
        == parse_edition("quick_start + prime_reference+mk3_warcaster")
    )
    assert both.name == BOTH_COLUMNS


def test_a_single_switch_overrides_its_column() -> None:
    edition = parse_edition(
        "prime_reference, slam.short=no_attack, screening=off, throw.small_bonus=0"
    )
    assert (edition["slam.short"], edition["screening"], edition["throw.small_bonus"]) == (
        "no_attack",
        False,
        0,
    )
    assert edition["power.push"] is True
    assert parse_edition("focus.shake=yes") == DEFAULT_EDITION.with_changes({"focus.shake": True})


def test_a_switch_set_as_its_column_says_is_not_changed() -> None:
    assert parse_edition("prime_reference,slam.short=bash") == parse_edition("prime_reference")
    assert (
        parse_edition("").with_changes({"screening": False}).with_changes({"screening": True})
        == DEFAULT_EDITION
    )


def test_an_edition_is_written_and_read_as_the_same() -> None:
    for text in (
        "quick_start",
        BOTH_COLUMNS,
        "prime_reference, slam.short=no_attack",
        "mk3_warcaster, measure=free, screening=off",
    ):
        edition = parse_edition(text)
        assert parse_edition(edition.as_text()) == edition
        assert read_edition(json.loads(json.dumps(edition.as_json()))) == edition
    assert read_edition({}) == DEFAULT_EDITION
    assert read_edition("prime_reference") == parse_edition("prime_reference")


def test_a_saved_edition_names_every_switch() -> None:
    assert parse_edition("prime_reference").as_json()["switches"].keys() == SWITCHES.keys()


def test_a_game_saved_before_there_was_a_switch_goes_on_as_it_was_played() -> None:
    saved = parse_edition("prime_reference").as_json()
    older = {key: value for key, value in saved["switches"].items() if SWITCHES[key].before is None}
    then = read_edition({**saved, "switches": older})
    assert (then["attack.reroll"], then["spell.spread"]) == ("boostable", "if_it_stands")
    assert read_edition(then.as_json()) == then
    assert read_edition({"switches": {"screening": False}})["attack.reroll"] == "same_dice", (
        "this is no saved game"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prime_referense", "unknown name 'prime_referense'; did you mean prime_reference?"),
        ("zzz", "expected one of quick_start, prime_reference, mk3_warcaster"),
        ("mk3_warcaster+mk3_warcaster", "mk3_warcaster is given twice"),
        ("quick_start, slam.shot=bash", "unknown switch 'slam.shot'; did you mean slam.short?"),
        (
            "slam.short=bashh",
            "slam.short: expected one of no_attack, bash, found 'bashh'; did you mean bash?",
        ),
        ("screening=1", "screening: expected one of off, on"),
        ("throw.small_bonus=yes", "throw.small_bonus: expected one of 0, 1"),
        ("screening=on, screening=off", "screening is given twice"),
        ("quick_start, screening", "expected KEY=VALUE"),
    ],
)
def test_a_mistake_in_an_edition_gets_one_line(text: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)) as error:
        parse_edition(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (7, "setup.edition: expected a name"),
        ({"column": "quick_start"}, "setup.edition: unknown key 'column'"),
        ({"columns": 3}, "setup.edition: columns: expected a name"),
        ({"switches": []}, "setup.edition: expected a name"),
        ({"switches": {"screening": 1}}, "setup.edition: screening: expected one of off, on"),
        (
            {"switches": {"throw.small_bonus": True}},
            "setup.edition: throw.small_bonus: expected one of 0, 1",
        ),
        ({"switches": {"slam.short": ["bash"]}}, "setup.edition: slam.short: expected one of"),
    ],
)
def test_a_mistake_in_a_saved_edition_names_its_place(data: object, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        read_edition(data, "setup.edition")


def test_asking_for_a_switch_that_is_none_names_near_ones() -> None:
    with pytest.raises(InputError, match=r"did you mean focus\.shake"):
        Edition()["focus.shak"]


def test_every_switch_is_told_in_a_line_with_its_rules() -> None:
    lines = list(describe_switches(DEFAULT_EDITION))
    assert len(lines) == len(SWITCHES)
    for line, (key, switch) in zip(lines, SWITCHES.items(), strict=True):
        assert line.startswith(f"{key} = {format_value(switch.quick_start)}: ")
        assert all(rule in line for rule in switch.rules) and switch.rules
    for switch in SWITCHES.values():
        assert {switch.quick_start, switch.prime, switch.mk3} - {None} <= switch.values.keys()
