"""Forces: each limit of pp. 41 to 43 and of a skirmish, the weapons a choice brings, files, samples and forces by chance."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from wc3d.engine.actions import LEGAL
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.forces import force_editor
from wc3d.games.neo_mechanika.rules.forces.force_files import (
    PRIMARY_LIMITS,
    SKIRMISH_LIMITS,
    Force,
    ForceError,
    Limits,
    UnitChoice,
    check_attachment,
    check_force,
    choice_abilities,
    choice_weapons,
    compatible_chassis,
    list_faults,
    load_force,
    make_random_force,
    make_skirmish_limits,
    sample_force,
    sample_names,
    save_force,
    weapon_points_cost,
)

RACK = (
    "cryo_lock",
    "null_collider",
    "pyrokinetic_surge",
    "displacement_index",
    "force_barrier",
    "temporal_cycle",
    "arcane_synthesis",
    "recall_initiative",
    "revelation_matrix",
    "annihilation_vector",
    "ascension_catalyst",
    "impulse_inducer",
)
"""Three of each kind."""


def units(*ids: str) -> tuple[UnitChoice, ...]:
    return tuple(UnitChoice(unit=id) for id in ids)


def jack(unit: str, cortex: str | None, **weapons: tuple[str, ...]) -> UnitChoice:
    return UnitChoice(unit=unit, cortex=cortex, weapons=weapons)


WOLF = jack("dusk_wolf", "scout_cortex", arm=("battle_rifle", "ripper"), shoulder=("rail_gun",))
SCOURGE = jack(
    "scourge", "revenger_cortex", arm=("void_splitter",), shoulder=("nailer", "hollowphage_cannon")
)
FIFTEEN = (
    *(WOLF,) * 4,
    *units(
        *("ranger_fire_team",) * 4,
        *("coalition_weaver",) * 3,
        *("combat_engineer",) * 2,
        *("hunter",) * 2,
    ),
)
"""The units of the book's example (p. 41)."""


def force(*chosen: UnitChoice, faction: str = "marcher_worlds", **parts: Any) -> Force:
    return Force(faction=faction, units=chosen, **{"rack": RACK, **parts})


def refusals(asked: Force, limits: Limits = PRIMARY_LIMITS) -> list[tuple[str, str, str, str]]:
    """Code, rule, page and place of every refusal."""
    return [(v.code, v.rule, v.page, v.evidence) for v in list_faults(asked, CARDS(), limits)]


# ------------------------------------------------------------------------------------------------ the force (p. 41)


@pytest.mark.rule("NM-EXM-06")
@pytest.mark.rule("NM-FRC-01")
@pytest.mark.rule("NM-FRC-02")
def test_the_books_force_of_15_is_legal_with_heroes_or_without() -> None:
    assert len(FIFTEEN) == 15
    assert check_force(force(*FIFTEEN), CARDS()) == LEGAL
    assert refusals(force(*FIFTEEN, heroes=units("artemis_fang", "voitek_sudal"))) == []


@pytest.mark.rule("NM-EXM-06")
@pytest.mark.rule("NM-FRC-03")
def test_a_fifth_warjack_of_a_chassis_is_illegal_whatever_it_carries() -> None:
    other = jack("dusk_wolf", "sniper_cortex", arm=("slug_gun",))
    asked = force(*FIFTEEN[:4], other, *FIFTEEN[5:])
    assert refusals(asked) == [("too_many_copies", "NM-FRC-03", "41", "units")]
    assert (
        check_force(asked, CARDS()).text
        == "5 copies of Dusk Wolf, but at most 4 are allowed (units)."
    )


@pytest.mark.rule("NM-FRC-02")
def test_a_fifth_copy_of_a_unit_is_illegal() -> None:
    assert refusals(force(*units(*("hunter",) * 4))) == []
    assert refusals(force(*units(*("hunter",) * 5))) == [
        ("too_many_copies", "NM-FRC-02", "41", "units")
    ]


@pytest.mark.rule("NM-FRC-01")
@pytest.mark.rule("NM-SIL-27")
def test_a_force_has_1_to_15_units() -> None:
    assert refusals(force(*units("hunter"))) == []
    assert refusals(force()) == [("too_few_units", "NM-SIL-27", "41", "units")]
    assert refusals(force(*FIFTEEN, *units("hunter"))) == [
        ("too_many_units", "NM-FRC-01", "41", "units")
    ]


@pytest.mark.rule("NM-FRC-04")
def test_heroes_are_counted_apart_from_the_units() -> None:
    assert refusals(force(*FIFTEEN, heroes=units("artemis_fang"))) == []
    assert refusals(force(*units("hunter", "artemis_fang"))) == [
        ("hero_among_units", "NM-FRC-04", "41", "units[1]")
    ]
    assert refusals(force(*units("hunter"), heroes=units("hunter"))) == [
        ("not_a_hero", "NM-FRC-04", "41", "heroes[0]")
    ]


@pytest.mark.rule("NM-FRC-01")
def test_a_fourth_hero_is_illegal() -> None:
    asked = force(
        *FIFTEEN, heroes=units("artemis_fang", "voitek_sudal", "justicar_voss", "hierotheos_raxis")
    )
    assert ("too_many_heroes", "NM-FRC-01", "41", "heroes") in refusals(asked)
    three = force(*FIFTEEN, heroes=asked.heroes[:3])
    assert "too_many_heroes" not in {code for code, *_ in refusals(three)}


@pytest.mark.rule("NM-SIL-29")
def test_a_hero_is_taken_once() -> None:
    asked = force(*units("hunter"), heroes=units("artemis_fang", "artemis_fang"))
    assert refusals(asked) == [("hero_twice", "NM-SIL-29", "41", "heroes")]


@pytest.mark.rule("NM-FRC-05")
def test_attachments_are_no_units_and_do_not_count_toward_the_15() -> None:
    fifteen = units(
        *("paladin_enforcers",) * 4,
        *("paladin_annihilators",) * 4,
        *("paladin_weaver",) * 4,
        *("paladin_commander",) * 3,
    )
    assert (
        refusals(force(*fifteen, faction="iron_star_alliance", attachments=("paladin_aegis",) * 4))
        == []
    )
    among = force(*units("paladin_enforcers", "paladin_aegis"), faction="iron_star_alliance")
    assert refusals(among) == [("attachment_among_units", "NM-FRC-05", "43", "units[1]")]
    no_attachment = force(
        *units("paladin_enforcers"), faction="iron_star_alliance", attachments=("paladin_weaver",)
    )
    assert refusals(no_attachment) == [("not_an_attachment", "NM-FRC-05", "43", "attachments[0]")]


@pytest.mark.rule("NM-SIL-32")
def test_a_fifth_attachment_of_a_kind_is_illegal() -> None:
    asked = force(
        *units("paladin_enforcers"),
        faction="iron_star_alliance",
        attachments=("paladin_aegis",) * 5,
    )
    assert refusals(asked) == [("too_many_attachments", "NM-SIL-32", "43", "attachments")]


@pytest.mark.rule("NM-FRC-06")
def test_a_mission_may_demand_kinds_of_units() -> None:
    limits = Limits(demands=(("warjack", 2), ("squad", 1)))
    assert refusals(force(WOLF, WOLF, *units("ranger_fire_team")), limits) == []
    lacking = force(WOLF, *units("hunter"))
    assert refusals(lacking, limits) == [("demand_not_met", "NM-FRC-06", "41", "units")] * 2
    assert refusals(lacking) == []


@pytest.mark.rule("NM-SIL-28")
def test_a_force_is_of_one_faction() -> None:
    asked = force(
        *units("hunter", "marauder"), heroes=units("justicar_voss"), attachments=("raker",)
    )
    assert refusals(asked) == [
        ("other_faction", "NM-SIL-28", "41", place)
        for place in ("units[1]", "heroes[0]", "attachments[0]")
    ]


@pytest.mark.rule("NM-EXM-09")
@pytest.mark.rule("NM-FRC-08")
def test_a_wild_card_is_legal_in_the_factions_its_card_names() -> None:
    sudal = units("voitek_sudal")
    assert refusals(force(*units("hunter"), heroes=sudal)) == []
    assert (
        refusals(force(*units("paladin_weaver"), faction="iron_star_alliance", heroes=sudal)) == []
    )
    asked = force(*units("grafter"), faction="aeternus_continuum", heroes=sudal)
    assert refusals(asked) == [("other_faction", "NM-FRC-08", "43", "heroes[0]")]


@pytest.mark.rule("NM-SKM-02")
def test_a_skirmish_has_4_to_8_units_and_one_hero() -> None:
    one = units("artemis_fang")
    assert (
        refusals(force(*FIFTEEN[:4], heroes=one), SKIRMISH_LIMITS)
        == refusals(force(*FIFTEEN[3:11], heroes=one), SKIRMISH_LIMITS)
        == []
    )
    assert refusals(force(*FIFTEEN[:3]), SKIRMISH_LIMITS) == [
        ("too_few_units", "NM-SKM-02", "~56", "units")
    ]
    assert refusals(force(*FIFTEEN[:9]), SKIRMISH_LIMITS) == [
        ("too_many_units", "NM-SKM-02", "~56", "units")
    ]
    two = force(*FIFTEEN[:4], heroes=units("artemis_fang", "voitek_sudal"))
    assert refusals(two, SKIRMISH_LIMITS) == [("too_many_heroes", "NM-SKM-02", "~56", "heroes")]


@pytest.mark.rule("NM-SKM-02")
def test_the_players_agree_on_the_size_of_a_skirmish() -> None:
    assert refusals(force(*FIFTEEN[:5]), make_skirmish_limits(5)) == []
    assert refusals(force(*FIFTEEN[:6]), make_skirmish_limits(5)) == [
        ("too_many_units", "NM-SKM-02", "~56", "units")
    ]
    for size in (3, 9):
        with pytest.raises(InputError, match="expected 4 to 8 units"):
            make_skirmish_limits(size)


@pytest.mark.rule("NM-SIL-31")
def test_copies_and_rack_are_the_same_in_a_skirmish() -> None:
    asked = force(*units(*("hunter",) * 5), rack=RACK[:11])
    assert [code for code, *_ in refusals(asked, SKIRMISH_LIMITS)] == [
        "too_many_copies",
        "too_few_cyphers",
        "too_few_of_a_kind",
    ]


# ------------------------------------------------------------------------------------------- a warjack's arms (p. 42)


@pytest.mark.rule("NM-FRC-09")
def test_a_warjack_has_a_head_and_only_a_warjack_is_customized() -> None:
    assert refusals(force(jack("dusk_wolf", None))) == [("no_head", "NM-FRC-09", "42", "units[0]")]
    for choice in (jack("hunter", "scout_cortex"), jack("hunter", None, arm=("ripper",))):
        assert refusals(force(choice)) == [("not_customised", "NM-FRC-09", "42", "units[0]")]
    with pytest.raises(ValueError, match="frozen"):
        WOLF.cortex = "fighter_cortex"


@pytest.mark.rule("NM-FRC-10")
def test_the_head_is_one_of_the_card_and_costs_nothing() -> None:
    full = {"arm": ("battle_rifle", "ripper"), "shoulder": ("rail_gun",)}
    for cortex in CARDS().unit("dusk_wolf").cortexes:
        assert refusals(force(jack("dusk_wolf", cortex.id, **full))) == []
        assert set(cortex.abilities) <= set(choice_abilities(jack("dusk_wolf", cortex.id), CARDS()))
    asked = force(jack("dusk_wolf", "ace_cortex", **full))
    assert refusals(asked) == [("head_not_on_card", "NM-FRC-10", "42", "units[0].cortex")]


@pytest.mark.rule("NM-EXM-07")
@pytest.mark.rule("NM-FRC-11")
def test_weapons_cost_at_most_the_chassis_points() -> None:
    def asked(arm: str, first: str, second: str) -> list[tuple[str, str, str, str]]:
        choice = jack("scourge", "revenger_cortex", arm=(arm,), shoulder=(first, second))
        return refusals(force(choice, faction="aeternus_continuum"))

    assert asked("void_splitter", "nailer", "hollowphage_cannon") == []  # 1 + 1 + 3
    assert asked("void_splitter", "nailer", "rocket_pod") == []  # 1 + 1 + 2
    assert asked("void_splitter", "rocket_pod", "hollowphage_cannon") == [  # 1 + 2 + 3
        ("too_many_points", "NM-FRC-11", "42", "units[0].weapons")
    ]


@pytest.mark.rule("NM-EXM-07")
@pytest.mark.rule("NM-FRC-12")
def test_a_weapon_takes_a_hardpoint_of_its_own_kind() -> None:
    on_the_arm = jack("scourge", "revenger_cortex", arm=("nailer",))
    asked = force(on_the_arm, faction="aeternus_continuum")
    assert refusals(asked) == [("wrong_hardpoint", "NM-FRC-12", "42", "units[0].weapons.arm[0]")]
    assert (
        check_force(asked, CARDS()).text
        == "Nailer fits shoulder hardpoints, not arm hardpoints (units[0].weapons.arm[0])."
    )
    built_in = force(
        jack("scourge", "revenger_cortex", arm=("wrecking_claw",)), faction="aeternus_continuum"
    )
    assert ("wrong_hardpoint", "NM-FRC-12", "42", "units[0].weapons.arm[0]") in refusals(built_in)


@pytest.mark.rule("NM-EXM-07")
@pytest.mark.rule("NM-FRC-13")
@pytest.mark.rule("NM-SIL-30")
def test_hardpoints_limit_the_weapons() -> None:
    def asked(
        unit: str, cortex: str, **weapons: tuple[str, ...]
    ) -> list[tuple[str, str, str, str]]:
        return refusals(
            force(jack(unit, cortex, **weapons), faction=CARDS().unit(unit).factions[0])
        )

    too_few = ("too_few_hardpoints", "NM-FRC-13", "42")
    assert asked("scourge", "revenger_cortex", arm=("void_splitter", "stinger_cannon")) == [
        (*too_few, "units[0].weapons.arm")
    ]
    assert asked("dusk_wolf", "scout_cortex", arm=("ripper",) * 3) == [
        (*too_few, "units[0].weapons.arm")
    ]
    assert (*too_few, "units[0].weapons.back") in asked(
        "dusk_wolf", "scout_cortex", back=("ripper",)
    )
    assert asked("dusk_wolf", "scout_cortex", arm=("ripper", "ripper")) == []
    assert asked("dusk_wolf", "scout_cortex") == []


@pytest.mark.rule("NM-EXM-08")
@pytest.mark.rule("NM-FRC-14")
def test_a_weapon_goes_only_on_chassis_that_its_card_lists() -> None:
    assert compatible_chassis("talon_rocket_pod", CARDS()) == ("dusk_wolf", "strike_raptor")
    pod = ("talon_rocket_pod",)
    for chassis, head in (("dusk_wolf", "scout_cortex"), ("strike_raptor", "ace_cortex")):
        assert refusals(force(jack(chassis, head, shoulder=pod))) == []
    asked = force(jack("scourge", "revenger_cortex", shoulder=pod), faction="aeternus_continuum")
    assert refusals(asked) == [
        ("not_for_this_chassis", "NM-FRC-14", "42", "units[0].weapons.shoulder[0]")
    ]


# --------------------------------------------------------------------------------------------------- the rack (p. 43)


@pytest.mark.rule("NM-FRC-15")
def test_a_rack_has_12_to_15_different_cyphers_three_of_each_kind() -> None:
    def asked(*rack: str) -> list[str]:
        return [
            code
            for code, *where in refusals(force(WOLF, rack=rack))
            if where == ["NM-FRC-15", "43", "rack"]
        ]

    more = ("malediction_rubric", "reiteration_complex", "encrypted_command")
    assert asked(*RACK) == asked(*RACK, *more) == []
    assert asked(*RACK, *more, "plexus_densifier") == ["too_many_cyphers"]
    assert asked(*RACK[:11]) == ["too_few_cyphers", "too_few_of_a_kind"]
    assert asked(*RACK, RACK[0]) == ["cypher_twice"]
    assert asked(*RACK[:11], more[0]) == ["too_few_of_a_kind"]
    assert asked(RACK[0], *RACK[:2], *RACK[3:]) == ["cypher_twice", "too_few_of_a_kind"]
    assert asked() == ["too_few_cyphers"] + ["too_few_of_a_kind"] * 4


# ------------------------------------------------------------------------------------------- what the rules do not name


def test_unknown_cards_are_refused_by_place_and_the_rest_is_still_checked() -> None:
    wolf = jack("dusk_wolf", "scout_cortex", arm=("rippr",), shoulder=("nailer",))
    asked = force(
        wolf,
        *units("huntr"),
        heroes=units("artemis"),
        attachments=("rakr",),
        rack=(*RACK[1:], "cryo_look"),
    )
    assert [(v.code, v.evidence) for v in list_faults(asked, CARDS())] == [
        ("unknown_weapon", "units[0].weapons.arm[0]"),
        ("unknown_unit", "units[1].unit"),
        ("unknown_unit", "heroes[0].unit"),
        ("unknown_unit", "attachments[0]"),
        ("unknown_cypher", "rack[11]"),
        ("not_for_this_chassis", "units[0].weapons.shoulder[0]"),
        ("too_few_of_a_kind", "rack"),
    ]
    assert check_force(asked, CARDS()).text.startswith(
        "There is no weapon 'rippr'; did you mean ripper"
    )
    assert [code for code, *_ in refusals(force(WOLF, faction="martians"))] == [
        "unknown_faction",
        "other_faction",
    ]


@pytest.mark.rule("NM-SQD-05")
def test_an_attachment_joins_only_squads_its_card_names() -> None:
    for squad in ("paladin_enforcers", "paladin_annihilators", "paladin_defenders"):
        assert check_attachment("paladin_aegis", squad, CARDS())
    for squad in ("ranger_fire_team", "vassal_reavers", "paladin_weaver"):
        verdict = check_attachment("paladin_aegis", squad, CARDS())
        assert (verdict.legal, verdict.code, verdict.page, verdict.rule) == (
            False,
            "not_a_squad_it_joins",
            "43",
            "NM-SQD-05",
        )
    assert (
        check_attachment("hunter", "ranger_fire_team", CARDS()).text
        == "Hunter can join no squad, not Ranger Fire Team."
    )


# ------------------------------------------------------------------------------------------------ what a unit brings


def keys(choice: UnitChoice) -> list[str]:
    return [weapon.key for weapon in choice_weapons(choice, CARDS())]


@pytest.mark.rule("NM-STA-20")
def test_identical_weapons_are_weapons_of_their_own() -> None:
    assert keys(UnitChoice(unit="artemis_fang")) == ["arclock_pistol", "arclock_pistol#2"]
    assert keys(jack("dusk_wolf", "scout_cortex", arm=("ripper", "ripper"))) == [
        "ripper",
        "ripper#2",
    ]


def test_the_weapons_of_a_choice_in_order() -> None:
    assert keys(UnitChoice(unit="ranger_fire_team")) == [
        "battle_rifle",
        "null_detonator",
        "fusion_blade",
    ]
    assert keys(SCOURGE) == ["wrecking_claw", "void_splitter", "nailer", "hollowphage_cannon"]
    turned = jack(
        "scourge",
        "revenger_cortex",
        shoulder=("nailer", "hollowphage_cannon"),
        arm=("void_splitter",),
    )
    assert keys(turned) == keys(SCOURGE)
    assert [w.hardpoint for w in choice_weapons(SCOURGE, CARDS())] == [
        None,
        "arm",
        "shoulder",
        "shoulder",
    ]
    assert keys(jack("dusk_wolf", "scout_cortex")) == []


def test_a_rifle_and_its_bayonet_are_two_weapons() -> None:
    firebrand = jack(
        "firebrand",
        "reflex_cortex",
        arm=("repulsor_shield", "assault_rifle_and_bayonet"),
        shoulder=("null_cannon",),
    )
    assert refusals(force(firebrand, faction="iron_star_alliance")) == []
    assert keys(firebrand) == ["repulsor_shield", "assault_rifle", "bayonet_warjack", "null_cannon"]
    twice = jack("firebrand", "reflex_cortex", arm=("assault_rifle_and_bayonet",) * 2)
    assert keys(twice) == [
        "assault_rifle",
        "bayonet_warjack",
        "assault_rifle#2",
        "bayonet_warjack#2",
    ]


def test_the_rules_of_a_choice_are_the_cards_the_heads_and_the_equipments() -> None:
    cloaked = jack("scourge", "spider_cortex", shoulder=("cloaking_device", "cloaking_device"))
    assert choice_abilities(cloaked, CARDS()) == (
        "servo_booster",
        "pathfinder",
        "spider",
        "mimetic_cloak",
    )
    assert keys(cloaked) == ["wrecking_claw"]
    assert choice_abilities(UnitChoice(unit="paladin_commander"), CARDS()) == (
        "compound_armor",
        "command_interface_paladin",
        "reflex_accelerator",
    )


def test_an_unknown_unit_brings_nothing() -> None:
    for ask in (choice_weapons, choice_abilities):
        with pytest.raises(InputError, match="unknown unit 'huntr'; did you mean hunter"):
            ask(UnitChoice(unit="huntr"), CARDS())


# -------------------------------------------------------------------------------------------- files, samples, chance


def test_a_force_comes_back_from_its_file(tmp_path: Path) -> None:
    asked = force(*FIFTEEN, name="Das Rudel \u2126", heroes=units("artemis_fang"))
    path = tmp_path / "pack.json"
    save_force(asked, path)
    assert load_force(path) == asked and hash(load_force(path)) == hash(asked)
    assert Force.model_validate_json(asked.model_dump_json()) == asked
    assert [p.name for p in tmp_path.iterdir()] == ["pack.json"]
    save_force(force(), path)
    assert load_force(path) == force()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty; expected a JSON object"),
        ("{", "line 1 column 2: invalid JSON"),
        ("[]", "expected an object, found []"),
        ("{}", "faction: missing; units: missing; rack: missing"),
        ('{"faction": "x", "units": [], "rack": [], "points": 3}', "points: unknown key"),
        (
            '{"faction": "x", "units": ["hunter"], "rack": []}',
            'units[0]: expected an object, found "hunter"',
        ),
        (
            '{"faction": "x", "units": [{"unit": 3}], "rack": []}',
            "units[0].unit: expected text, found 3",
        ),
        (
            '{"faction": "x", "units": [{"unit": "a", "weapons": {"arm": 3}}], "rack": []}',
            "units[0].weapons.arm: expected",
        ),
        ('{"faction": "x", "units": [], "rack": [null]}', "rack[0]: expected text, found null"),
        ('{"faction": "x", "faction": "y", "units": [], "rack": []}', "faction: given twice"),
        (
            json.dumps({"faction": "x", "units": [], "rack": ["a"] * 201}),
            "rack: expected up to 200 entries",
        ),
    ],
)
def test_a_faulty_file_is_told_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ForceError) as caught:
        load_force(path)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_or_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(ForceError, match="no such file"):
        load_force(tmp_path / "none.json")
    with pytest.raises(ForceError, match="cannot be written"):
        save_force(force(), tmp_path / "none" / "force.json")


@pytest.mark.parametrize("name", sample_names())
def test_a_sample_is_legal(name: str) -> None:
    sample = sample_force(name)
    skirmish_sample = name.endswith("_skirmish")
    assert name.startswith(f"{sample.faction}_") and skirmish_sample != name.endswith("_full")
    assert (
        list_faults(sample, CARDS(), SKIRMISH_LIMITS if skirmish_sample else PRIMARY_LIMITS) == ()
    )
    assert len(sample.units) == (6 if skirmish_sample else 15), (
        "any two of a size can be played against each other"
    )


def taken(forces: Iterable[Force]) -> set[tuple[str, ...]]:
    """What forces use: units, heads by chassis, weapons by chassis, attachments."""
    found: set[tuple[str, ...]] = set()
    for each in forces:
        found |= {(id,) for id in each.attachments}
        for choice in (*each.units, *each.heroes):
            found |= {(choice.unit,), ("head", choice.unit, choice.cortex or "")}
            found |= {("weapon", choice.unit, id) for ids in choice.weapons.values() for id in ids}
    return found


def may_be_taken(faction: str) -> set[tuple[str, ...]]:
    """What a Faction's forces may use."""
    own = [card for card in CARDS().units.values() if faction in card.factions]
    heads = {("head", card.id, cortex.id) for card in own for cortex in card.cortexes}
    weapons = {
        ("weapon", card.id, id)
        for card in own
        for ids in card.weapon_options.values()
        for id in ids
    }
    return {(card.id,) for card in own} | heads | weapons


@pytest.mark.parametrize("faction", CARDS().factions())
def test_the_four_samples_of_a_faction_use_all_it_may_take(faction: str) -> None:
    samples = [
        sample for name in sample_names() if (sample := sample_force(name)).faction == faction
    ]
    assert len(samples) == 4 == len(set(samples)) == len({sample.name for sample in samples})
    assert may_be_taken(faction) - taken(samples) == set()


def test_an_unknown_sample_is_told_with_those_like_it() -> None:
    with pytest.raises(
        InputError, match="unknown sample force 'marcher_full'; did you mean marcher_worlds_full"
    ):
        sample_force("marcher_full")


@pytest.mark.parametrize("faction", CARDS().factions())
@pytest.mark.parametrize(
    "limits",
    [PRIMARY_LIMITS, SKIRMISH_LIMITS, Limits(units=(6, 12), demands=(("warjack", 3), ("solo", 2)))],
)
def test_a_force_by_chance_is_legal(faction: str, limits: Limits) -> None:
    made = [make_random_force(CARDS(), faction, limits, random.Random(seed)) for seed in range(150)]
    assert all(list_faults(each, CARDS(), limits) == () for each in made)
    assert made[7] == make_random_force(CARDS(), faction, limits, random.Random(7))
    assert {len(each.units) for each in made} == set(range(limits.units[0], limits.units[1] + 1))
    assert {len(each.rack) for each in made} == {12, 13, 14, 15}
    assert may_be_taken(faction) - taken(made) == set()
    assert {id for each in made for id in each.rack} == set(CARDS().cyphers)


def test_no_force_by_chance_of_a_faction_there_is_not() -> None:
    with pytest.raises(InputError, match="no legal force of faction 'martians'"):
        make_random_force(CARDS(), "martians", PRIMARY_LIMITS, random.Random(1))


# ------------------------------------------------------------------------------------------------ a force in the making


def test_each_card_goes_to_its_list() -> None:
    made = force()
    for id in ("hunter", "artemis_fang", "warder", "malediction_rubric"):
        made = force_editor.add_card(made, id, CARDS())
    assert (made.units, made.heroes) == (units("hunter"), units("artemis_fang"))
    assert (made.attachments, made.rack) == (("warder",), (*RACK, "malediction_rubric"))
    for part in ("units", "heroes", "attachments"):
        made = force_editor.remove_entry(made, (part, 0))
    assert made == force(rack=made.rack)
    with pytest.raises(InputError, match="unknown unit 'huntr'; did you mean hunter"):
        force_editor.add_card(made, "huntr", CARDS())


def test_what_a_change_brings_is_refused_and_what_was_there_or_is_lacking_is_not() -> None:
    bad = force(*units("hunter", "hunter", "hunter", "hunter", "marauder"), rack=())

    def asked(id: str, limits: Limits = PRIMARY_LIMITS) -> str:
        return force_editor.check_change(
            bad, force_editor.add_card(bad, id, CARDS()), CARDS(), limits
        ).code

    assert (
        asked("combat_engineer") == asked("dusk_wolf") == "legal"
    )  # no head and an empty rack are but lacking
    assert asked("hunter") == "too_many_copies"
    assert asked("marauder") == "other_faction"
    assert asked("combat_engineer", make_skirmish_limits(4)) == "too_many_units"
    lacks = [
        verdict.code
        for verdict in force_editor.missing_parts(
            force(jack("dusk_wolf", None), rack=RACK[:11]), CARDS(), SKIRMISH_LIMITS
        )
    ]
    assert lacks == ["too_few_units", "no_head", "too_few_cyphers", "too_few_of_a_kind"]
    assert force_editor.missing_parts(bad, CARDS(), PRIMARY_LIMITS) == tuple(
        v for v in list_faults(bad, CARDS()) if v.page == "43"
    )


@pytest.mark.rule("NM-FRC-09")
def test_a_warjack_is_customized_step_by_step() -> None:
    choice = force_editor.set_head(jack("dusk_wolf", None), "scout_cortex")
    for id in ("ripper", "rail_gun", "battle_rifle"):
        choice = force_editor.add_weapon(choice, id, CARDS())
    assert choice == jack(
        "dusk_wolf", "scout_cortex", arm=("ripper", "battle_rifle"), shoulder=("rail_gun",)
    )
    assert weapon_points_cost(choice, CARDS()) == 5
    assert refusals(force_editor.replace_unit(force(WOLF, WOLF), ("units", 1), choice)) == []
    less = force_editor.remove_weapon(force_editor.remove_weapon(choice, "rail_gun"), "ripper")
    assert less == jack("dusk_wolf", "scout_cortex", arm=("battle_rifle",))
    assert force_editor.remove_weapon(less, "ripper") == less
    built_in = force_editor.replace_unit(
        force(WOLF), ("units", 0), force_editor.add_weapon(WOLF, "wrecking_claw", CARDS())
    )
    assert "NM-FRC-12" in [rule for _, rule, *_ in refusals(built_in)]


@pytest.mark.parametrize("size", [0, 12, 15, 99])
@pytest.mark.parametrize(
    "begun", [(), ("cryo_lock", "encrypted_command"), RACK, ("impulse_inducer", "no_such_card")]
)
def test_a_rack_is_filled_with_what_it_lacks(begun: tuple[str, ...], size: int) -> None:
    rack = force_editor.fill_rack(begun, CARDS(), size)
    assert rack[: len(begun)] == begun and len(set(rack)) == len(rack)
    assert "too_few_of_a_kind" not in [code for code, *_ in refusals(force(WOLF, rack=rack))]
    assert len(rack) in (max(12, size), 13 if "no_such_card" in begun else 12) or set(
        CARDS().cyphers
    ) <= set(rack)
    assert force_editor.fill_rack(rack, CARDS(), size) == rack


def test_what_deploying_everything_costs() -> None:
    some = (WOLF, *units("hunter", "ranger_fire_team", "no_such_card"))
    asked = force(*some, heroes=units("artemis_fang"), attachments=("warder",))
    assert force_editor.total_deployment_cost(asked, CARDS()) == 2 + 1 + 2 + 1 + 1
