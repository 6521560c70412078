"""The cards: what ships is whole and says what the book says of it; every bad file is told with its place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import granted_rules
from wc3d.games.neo_mechanika.rules.cards import CARDS, CardError, UnitCard, load_cards

ALLY = """
[[unit]]
id = "ally"
name = "Ally"
kind = "solo"
factions = ["marcher_worlds"]
base = "small"
spd = 6
mat = 3
rat = 3
def = 3
arm = 3
health = 1
cost = 1
size = 1
weapons = ["handgun"]
"""
"""A sound unit of a user's own."""

BEAMER = """
[[weapon]]
id = "beamer"
name = "Beamer"
kind = "ranged"
energy = ["beam"]
rng = 8
pow = 3
"""


def told(folder: Path, text: str) -> str:
    """The message about a file of a user's own beside the shipped ones, without its path."""
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CardError) as caught:
        load_cards(extra=(folder,))
    return str(caught.value).replace(f"{path}: ", "")


def test_the_shipped_cards_are_these() -> None:
    cards = CARDS()
    kinds = [u.kind for u in cards.units.values()]
    counts = {kind: kinds.count(kind) for kind in ("warjack", "squad", "solo", "attachment")}
    assert counts == {"warjack": 8, "squad": 12, "solo": 22, "attachment": 4}
    assert sorted(u.id for u in cards.units.values() if u.hero) == [
        "artemis_fang",
        "astreus",
        "cassius_mooregrave",
        "corebus",
        "harlan_sek",
        "hierotheos_raxis",
        "jax_redblade",
        "justicar_voss",
        "mira_hurst",
        "voitek_sudal",
    ]
    assert (len(cards.units), len(cards.weapons), len(cards.abilities)) == (46, 109, 135)
    by_kind = [c.kind for c in cards.cyphers.values()]
    assert [by_kind.count(kind) for kind in ("fury", "geometric", "harmonic", "overdrive")] == [
        6,
        6,
        6,
        6,
    ]
    assert cards.factions() == (
        "aeternus_continuum",
        "empyreans",
        "iron_star_alliance",
        "marcher_worlds",
    )
    assert CARDS() is cards


def test_every_weapon_and_rule_is_on_some_card() -> None:
    cards = CARDS()
    weapons: set[str] = set()
    rules: set[str] = {a.id for a in cards.abilities.values() if a.kind != "ability"}
    for unit in cards.units.values():
        weapons |= {
            *unit.weapons,
            *(w for options in unit.weapon_options.values() for w in options),
        }
        rules |= {*unit.abilities, *(a for cortex in unit.cortexes for a in cortex.abilities)}
    weapons |= {part for id in weapons for part in cards.weapon(id).components}
    rules |= {a for id in weapons for a in cards.weapon(id).abilities}
    assert weapons == set(cards.weapons)
    assert rules | {rule for id in rules for rule in granted_rules(id)} == set(cards.abilities)


def test_what_is_assumed_is_said() -> None:
    cards = CARDS()
    assert "The base size is assumed." in cards.unit("nemesis").doubts
    assert cards.unit("combat_engineer").doubts == ()
    assert "RNG" in cards.weapon("fusion_glaive").doubts[0]
    assert "Points" in cards.weapon("obliterator").doubts[0]
    assert cards.cypher("kinetic_accelerator").doubts
    assert cards.ability("eruption").doubts


def test_the_specimen_card_is_the_paladin_commander() -> None:
    cards = CARDS()
    card = cards.unit("paladin_commander")
    assert [card.stat(name) for name in ("SPD", "MAT", "RAT", "DEF", "ARM")] == [6, 4, 4, 3, 3]
    assert [(cards.weapon(w).rng, cards.weapon(w).pow) for w in card.weapons] == [(10, 3), (1, 4)]


def test_a_stat_goes_by_its_name_in_the_book() -> None:
    weaver = CARDS().unit("coalition_weaver")
    wolf = CARDS().unit("dusk_wolf")
    assert (weaver.stat("FOC"), weaver.stat("STR"), weaver.stat("DEF")) == (4, None, 4)
    assert (wolf.stat("FOC"), wolf.stat("STR"), wolf.def_) == (None, 4, 3)


@pytest.mark.parametrize(
    ("unit", "stats"),
    [
        ("dusk_wolf", {"RAT": 4}),
        ("marauder", {"DEF": 2, "ARM": 4}),
        ("scourge", {"DEF": 3, "ARM": 4}),
        ("coalition_weaver", {"FOC": 4}),
        ("hunter", {"SPD": 7}),
        ("firebrand", {"SPD": 6}),
        ("nemesis", {"SPD": 6}),
        ("ranger_heavy_support", {"SPD": 4}),
        ("paladin_annihilators", {"SPD": 4}),
    ],
)
def test_the_numbers_that_the_books_examples_use(unit: str, stats: dict[str, int]) -> None:
    card = CARDS().unit(unit)
    assert {name: card.stat(name) for name in stats} == stats  # type: ignore[arg-type]


@pytest.mark.rule("NM-STA-20")
def test_a_weapon_is_melee_or_ranged_and_a_count_is_printed() -> None:
    cards = CARDS()
    assert cards.weapon("fusion_sword").kind == "melee"
    assert cards.weapon("handgun").kind == "ranged"
    assert (cards.weapon("arclock_pistol").count, cards.weapon("handgun").count) == (2, 1)


@pytest.mark.rule("NM-STA-21")
def test_the_energy_types_are_the_books(tmp_path: Path) -> None:
    nine = [
        "ballistic",
        "beam",
        "cold",
        "corrosion",
        "energy",
        "explosion",
        "fire",
        "force",
        "kinetic",
    ]
    path = tmp_path / "own.toml"
    path.write_text(BEAMER.replace('["beam"]', str(nine)), encoding="utf-8")
    assert list(load_cards(extra=(path,)).weapon("beamer").energy) == nine
    assert "weapon[0] beamer.energy[0]: expected one of" in told(
        tmp_path, BEAMER.replace('beam"]', 'plasma"]')
    )


@pytest.mark.rule("NM-STA-21")
def test_a_weapon_may_have_several_energy_types() -> None:
    assert CARDS().weapon("pulse_cannon").energy == ("explosion", "force")


@pytest.mark.rule("NM-STA-23")
def test_the_weapon_qualities_are_the_books(tmp_path: Path) -> None:
    eight = {
        "blast",
        "corrosion",
        "fire",
        "lock_down",
        "repulsor",
        "spray",
        "strafe",
        "system_failure",
    }
    assert {a.id for a in CARDS().abilities.values() if a.kind == "quality"} == eight
    message = told(tmp_path, BEAMER + 'qualities = ["blast", "cleave"]')
    assert "weapon[0] beamer.qualities[1]: unknown weapon quality 'cleave'" in message


@pytest.mark.rule("NM-STA-11")
def test_a_card_carries_special_rules_and_a_squads_its_number_of_models() -> None:
    cards = CARDS()
    assert cards.unit("coalition_weaver").abilities == (
        "fury_reciprocator",
        "arcantrik_amplifier",
        "arc_relay_10",
    )
    assert cards.weapon("battle_rifle").abilities == ("mechanical_optics",)
    assert {u.size for u in cards.units.values() if u.kind == "squad"} == {3}
    assert {u.size for u in cards.units.values() if u.kind != "squad"} == {1}


def test_an_attachment_has_no_speed_of_its_own() -> None:
    assert {u.id for u in CARDS().units.values() if u.spd is None} == {
        "aerolith",
        "paladin_aegis",
        "raker",
        "warder",
    }


@pytest.mark.parametrize("value", [-1, 0])
def test_a_stat_below_1_is_refused(tmp_path: Path, value: int) -> None:
    message = told(tmp_path, ALLY.replace("spd = 6", f"spd = {value}"))
    assert message == f"cards: unit[0] ally.spd: expected at least 1, found {value}"


@pytest.mark.parametrize(
    ("instead_of", "put", "message"),
    [
        (
            '["handgun"]',
            '["handgun", "hand_gun"]',
            "unit[0] ally.weapons[1]: unknown weapon 'hand_gun'; did you mean handgun",
        ),
        ('["handgun"]', "3", "unit[0] ally.weapons: expected a list, found 3"),
        ("spd = 6", 'spd = "fast"', "unit[0] ally.spd: input should be a valid integer"),
        ("spd = 6", "spd = 6.5", "unit[0] ally.spd: input should be a valid integer"),
        ("spd = 6", "speed = 6", "unit[0] ally.speed: unknown key"),
        ("spd = 6", "", "unit[0] ally.spd: missing"),
        (
            "spd = 6",
            "spd = 6\nstr = 4",
            "unit[0] ally.str: only a warjack can have it; this is a solo",
        ),
        ("def = 3", "", "unit[0] ally.def: missing"),
        (
            "size = 1",
            "size = 3",
            "unit[0] ally.size: only a squad has several models; this is a solo",
        ),
        (
            '"solo"',
            '"vehicle"',
            "unit[0] ally.kind: expected one of 'warjack', 'squad', 'solo' or 'attachment', found \"vehicle\"",
        ),
        (
            '"solo"',
            '"squad"\nhero = true',
            "unit[0] ally.hero: only a solo can be a Hero; this is a squad",
        ),
        (
            '"solo"',
            '"squad"\njoins = ["hunter"]',
            "unit[0] ally.joins: only an attachment can have it; this is a squad",
        ),
        (
            '"solo"',
            '"attachment"\njoins = ["hunter"]',
            "unit[0] ally.joins[0]: unknown squad 'hunter'",
        ),
        ('"solo"', '"warjack"', "unit[0] ally.cortexes: missing; every warjack needs it"),
        (
            '"ally"',
            '"Ally!"',
            "unit[0].id: expected an id of up to 60 lower-case letters, digits and underscores that starts with a letter, found 'Ally!'",
        ),
        ('"ally"', '"hunter"', "unit[0] hunter.id: 'hunter' is already the id of"),
        (
            "[[unit]]",
            "[[units]]",
            "units: expected one of the tables [[unit]], [[weapon]], [[cypher]], [[ability]]",
        ),
        (
            "[[unit]]",
            "[unit]",
            "unit: expected one of the tables [[unit]], [[weapon]], [[cypher]], [[ability]]",
        ),
        ("spd = 6", "spd = ", "invalid TOML (invalid value"),
        ("spd = 6", f"spd = {'9' * 5_000}", "invalid TOML (a number is too long)"),
        (
            "health",
            "abilities = ['pathfindr']\nhealth",
            "abilities[0]: unknown ability 'pathfindr'; did you mean pathfinder",
        ),
        (
            "health",
            "abilities = ['blast']\nhealth",
            "unit[0] ally.abilities[0]: unknown ability 'blast'",
        ),
    ],
)
def test_a_faulty_unit_is_told_with_its_place(
    tmp_path: Path, instead_of: str, put: str, message: str
) -> None:
    assert message in told(tmp_path, ALLY.replace(instead_of, put, 1))


@pytest.mark.parametrize(
    ("instead_of", "put", "message"),
    [
        ("rng = 8", "", "weapon[0] beamer.rng: missing"),
        (
            '"ranged"',
            '"equipment"',
            "weapon[0] beamer.energy: only a weapon that attacks can have it; this is equipment",
        ),
        (
            "rng = 8",
            "rng = 8\npoints = 2",
            "weapon[0] beamer.points: expected both points and location, or neither",
        ),
        (
            "rng = 8",
            'rng = 8\ncomponents = ["handgun"]',
            "weapon[0] beamer.components: a composite needs them, and no other weapon can have them",
        ),
        (
            "rng = 8",
            'rng = 8\ncomponents = ["wildflower"]',
            "weapon[0] beamer.components[0]: unknown melee or ranged weapon",
        ),
        (
            "pow = 3",
            'pow = 3\nabilities = ["cleav"]',
            "beamer.abilities[0]: unknown ability 'cleav'; did you mean cleave",
        ),
    ],
)
def test_a_faulty_weapon_is_told_with_its_place(
    tmp_path: Path, instead_of: str, put: str, message: str
) -> None:
    assert message in told(tmp_path, BEAMER.replace(instead_of, put))


CHASSIS = (
    ALLY.replace('"solo"', '"warjack"').replace('weapons = ["handgun"]\n', "")
    + 'str = 4\ncortexes = [{ id = "a_head", name = "A Head", abilities = ["stealth"] }]\n'
    + "hardpoints = { arm = 2 }\nweapon_points = 5\n"
)


def test_a_faulty_chassis_is_told_with_its_places(tmp_path: Path) -> None:
    text = CHASSIS.replace('"stealth"', '"stelth"')
    text += 'weapon_options.arm = ["ripper", "rail_gun", "handgun", "riper"]\nweapon_options.back = ["ripper"]\n'
    message = told(tmp_path, text)
    for fault in (
        "unit[0] ally.cortexes[0].abilities[0]: unknown ability 'stelth'; did you mean stealth",
        "unit[0] ally.weapon_options.arm[1]: the card of 'rail_gun' says shoulder",
        "unit[0] ally.weapon_options.arm[2]: the card of 'handgun' says no hardpoint",
        "unit[0] ally.weapon_options.arm[3]: unknown weapon 'riper'; did you mean ripper",
        "unit[0] ally.weapon_options.back: the chassis has no such hardpoint",
        "unit[0] ally.weapon_options.back[0]: the card of 'ripper' says arm",
    ):
        assert fault in message


def test_a_fury_needs_an_energy(tmp_path: Path) -> None:
    text = '[[cypher]]\nid = "spell"\nname = "Spell"\nkind = "fury"\ntext = ""\nexpires = "resolved"\ntarget = "enemy_model"\n'
    assert "cypher[0] spell.energy: missing; every Fury needs it" in told(tmp_path, text)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(ALLY.replace("spd = 6", "spd = -1"), encoding="utf-8")
    (tmp_path / "two.toml").write_text(BEAMER.replace("rng = 8", "rng = true"), encoding="utf-8")
    (tmp_path / "three.toml").write_bytes(b"\xff\xff")
    with pytest.raises(CardError) as caught:
        load_cards(extra=(tmp_path, tmp_path / "none.toml"))
    assert [f.place.replace(f"{tmp_path}{os.sep}", "") for f in caught.value.faults] == [
        "one.toml: unit[0] ally.spd",
        "three.toml: line 1",
        "two.toml: weapon[0] beamer.rng",
        "none.toml",
    ]


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CardError, match=r"expected a \.toml file"):
        load_cards(tmp_path)


def test_cards_of_a_users_own_stand_beside_the_shipped(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(ALLY.replace('"handgun"', '"beamer"') + BEAMER, encoding="utf-8")
    by_folder, by_file = load_cards(extra=(tmp_path,)), load_cards(extra=(path,))
    assert by_folder == by_file
    assert by_file.unit("ally").weapons == ("beamer",)
    assert by_file.unit("hunter") == CARDS().unit("hunter")
    assert by_file != CARDS()


def test_the_digest_is_that_of_the_numbers(tmp_path: Path) -> None:
    def digest(text: str) -> str:
        (tmp_path / "own.toml").write_text(text, encoding="utf-8")
        return load_cards(extra=(tmp_path,)).digest

    first = digest(ALLY)
    assert digest(ALLY + 'doubts = ["Who knows?"]\npage = "99"\n') == first
    assert digest(ALLY.replace("mat = 3", "mat = 4")) != first
    assert load_cards().digest == CARDS().digest != first


def test_an_unknown_id_is_told_with_those_like_it() -> None:
    cards = CARDS()
    for ask, message in (
        (lambda: cards.unit("dusk_wulf"), "unknown unit 'dusk_wulf'; did you mean dusk_wolf?"),
        (lambda: cards.weapon("rail_gum"), "unknown weapon 'rail_gum'; did you mean rail_gun?"),
        (lambda: cards.cypher("cryo_look"), "unknown Cypher 'cryo_look'; did you mean cryo_lock?"),
        (lambda: cards.ability("zzz"), "unknown ability 'zzz'"),
    ):
        with pytest.raises(InputError) as caught:
            ask()
        assert str(caught.value) == message


def test_a_card_is_a_value() -> None:
    card = CARDS().unit("hunter")
    again = UnitCard.model_validate_json(card.model_dump_json(by_alias=True))
    assert again == card and hash(again) == hash(card)
    with pytest.raises(ValueError, match="frozen"):
        card.spd = 9
