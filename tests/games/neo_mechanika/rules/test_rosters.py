"""Rosters of BattleScribe and New Recruit: what becomes of each entry, and the refusal of those of other games."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.rosters import GAME, SAMPLES, Reader, roster, sel, zipped
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.cards import CARDS, UnitCard, load_cards
from wc3d.games.neo_mechanika.rules.forces.force_files import (
    SKIRMISH_LIMITS,
    Force,
    UnitChoice,
    list_faults,
)
from wc3d.games.neo_mechanika.rules.forces.rosters import (
    ImportedForce,
    SelectedEntry,
    describe_import,
    read_roster,
)
from wc3d.games.neo_mechanika.rules.forces.rosters.card_name_index import load_aliases

FACTIONS = ("aeternus_continuum", "empyreans", "iron_star_alliance", "marcher_worlds")
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


def jack(unit: str, cortex: str | None, **weapons: tuple[str, ...]) -> UnitChoice:
    return UnitChoice(unit=unit, cortex=cortex, weapons=weapons)


def units(*ids: str) -> tuple[UnitChoice, ...]:
    return tuple(UnitChoice(unit=id) for id in ids)


EXPECTED = {
    "marcher_worlds": Force(
        name='The Wolves & "Co"',
        faction="marcher_worlds",
        rack=RACK,
        heroes=units("artemis_fang"),
        attachments=("warder",),
        units=(
            jack(
                "dusk_wolf",
                "scout_cortex",
                arm=("battle_rifle", "battle_rifle"),
                shoulder=("rail_gun",),
            ),
            jack(
                "dusk_wolf",
                "fighter_cortex",
                arm=("ripper", "flame_thrower"),
                shoulder=("wildflower",),
            ),
            *units(
                "ranger_fire_team", "ranger_heavy_support", "coalition_weaver", "hunter", "hunter"
            ),
        ),
    ),
    "iron_star_alliance": Force(
        name="Iron patrol",
        faction="iron_star_alliance",
        rack=RACK,
        heroes=units("voitek_sudal"),
        attachments=("paladin_aegis",),
        units=(
            jack(
                "firebrand",
                "jack_hunter_cortex",
                arm=("assault_rifle_and_bayonet", "repulsor_shield"),
                shoulder=("null_cannon",),
            ),
            jack(
                "morningstar",
                "defender_cortex",
                arm=("seeker", "heavy_fusion_glaive"),
                shoulder=("null_cannon",),
            ),
            *units("paladin_enforcers", "paladin_annihilators", "paladin_siegebreaker"),
        ),
    ),
    "aeternus_continuum": Force(
        name="Raxis",
        faction="aeternus_continuum",
        rack=(),
        heroes=units("hierotheos_raxis"),
        attachments=("raker",),
        units=(
            jack(
                "scourge",
                "revenger_cortex",
                arm=("void_splitter",),
                shoulder=("hollowphage_cannon", "nailer"),
            ),
            jack(
                "nemesis",
                "impulse_reciprocator_cortex",
                arm=("fusion_saw_nemesis", "fusion_scythe_nemesis"),
                shoulder=("hex_cannon",),
            ),
            *units("vassal_reavers", "vassal_raiders", "grafter"),
        ),
    ),
    "empyreans": Force(
        name="First light",
        faction="empyreans",
        rack=RACK,
        heroes=units("astreus"),
        attachments=("aerolith",),
        units=(
            jack(
                "daemon",
                "wraith_cortex",
                arm=("protean_forge", "antiminator"),
                back=("starfire_array",),
            ),
            jack(
                "sentinel",
                "numen_cortex",
                arm=("heavy_plasma_blade",),
                chest=("dark_star",),
                back=("starfire_array",),
            ),
            *units("saber_strike_force", "saber_vanguard", "oculus"),
        ),
    ),
}
"""What the sample rosters hold."""


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    return Reader(tmp_path)


def entry(found: ImportedForce, said: str) -> SelectedEntry:
    """The only entry that says this."""
    (one,) = [e for e in found.report if e.entry_text == said]
    return one


def hows(found: ImportedForce) -> set[str]:
    return {e.how for e in found.report}


# ------------------------------------------------------------------------------------------------------------ the samples


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_sample_of_each_faction_is_the_same_force_from_each_kind_of_file(
    faction: str, read: Reader
) -> None:
    xml = SAMPLES / f"{faction}.ros"
    found = read_roster(xml, CARDS())
    assert found.force == EXPECTED[faction]
    assert read_roster(SAMPLES / f"{faction}.json", CARDS()) == found
    assert read(zipped(xml.read_bytes()), "mine.rosz") == found
    assert {v.code for v in list_faults(found.force, CARDS(), SKIRMISH_LIMITS)} == (
        {"too_few_cyphers", "too_few_of_a_kind"} if not found.force.rack else set()
    )
    assert "guessed" not in hows(found)


def test_the_content_tells_the_kind_of_file_not_its_name(read: Reader) -> None:
    xml = (SAMPLES / "empyreans.ros").read_bytes()
    assert (
        read(zipped(xml), "mine.json")
        == read(xml, "mine.rosz")
        == read(b"\xef\xbb\xbf" + xml, "mine")
    )


def test_units_that_the_rulebook_has_no_rules_for_are_told(read: Reader) -> None:
    found = read_roster(SAMPLES / "iron_star_alliance.ros", CARDS())
    lines = describe_import(found)
    assert lines[0] == "Iron patrol (iron_star_alliance): 5 units, 1 Hero, 1 attachment, 12 Cyphers"
    assert lines[2:] == [
        "unknown: Duchess (forces[0].selections[8]): a vehicle, for which the rulebook has no rules",
        "unknown: Force Barrier (forces[0].selections[9]): a mantlet, for which the rulebook has no rules",
    ]
    later = read(
        roster(sel("Skybreaker", profiles=[{"name": "Skybreaker", "typeName": "Vehicle"}]))
    )
    assert entry(later, "Skybreaker").why.startswith("a vehicle")


def test_a_roster_without_cyphers_leaves_the_rack_empty_and_says_so() -> None:
    found = read_roster(SAMPLES / "aeternus_continuum.ros", CARDS())
    assert found.force.rack == ()
    assert entry(found, "Cyphers").why == "the roster has no Cyphers, so the rack stays empty"


# -------------------------------------------------------------------------------------------------------- every card's name


def carrying(unit: UnitCard) -> list[dict[str, Any]]:
    """A unit once with each head and each weapon it can have, by the names on the cards, and what its card has."""
    fixed = [sel(CARDS().weapon(id).name) for id in unit.weapons]
    heads = [sel(cortex.name) for cortex in unit.cortexes]
    weapons = [sel(CARDS().weapon(id).name) for ids in unit.weapon_options.values() for id in ids]
    both = [[head, weapon] for head in heads for weapon in weapons]
    return [sel(unit.name, *fixed, *inner) for inner in both or [[]]]


@pytest.mark.parametrize("id", CARDS().units)
def test_every_unit_head_and_weapon_is_matched_as_itself(id: str, read: Reader) -> None:
    unit = CARDS().unit(id)
    options = [
        (location, weapon) for location, ids in unit.weapon_options.items() for weapon in ids
    ]
    expected = [
        UnitChoice(unit=id, cortex=cortex.id, weapons={location: (weapon,)})
        for cortex in unit.cortexes
        for location, weapon in options
    ] or [UnitChoice(unit=id)]
    found = read(roster(*carrying(unit), sel("Cyphers", sel("Cryo Lock"))))
    assert hows(found) == {"matched"}
    if unit.kind == "attachment":
        assert found.force.attachments == (id,)
    else:
        assert (found.force.heroes if unit.hero else found.force.units) == tuple(expected)


def test_every_cypher_is_matched_as_itself(read: Reader) -> None:
    found = read(roster(sel("Cyphers", *(sel(c.name) for c in CARDS().cyphers.values()))))
    assert found.force.rack == tuple(CARDS().cyphers)
    assert hows(found) == {"matched"}


def test_other_names_name_cards(read: Reader) -> None:
    names = load_aliases()
    assert set(names["units"].values()) <= set(CARDS().units)
    assert set(names["weapons"].values()) <= set(CARDS().weapons)
    assert read(
        roster(sel("Heirotheos Raxis"), sel("Doctor Myra Hurst"), sel("Jax Redblade"))
    ).force.heroes == units("hierotheos_raxis", "mira_hurst", "jax_redblade")
    assert read(roster(sel("Scourge", sel("Nailor")))).force.units[0].weapons == {
        "shoulder": ("nailer",)
    }


@pytest.mark.parametrize(
    "name",
    ["Saber Strikeforce", "SABER STRIKE-FORCE", "  saber\n strike force", "“Saber Strike Force”"],
)
def test_capitals_spaces_quotes_and_hyphens_do_not_matter(name: str, read: Reader) -> None:
    found = read(roster(sel(name), sel("Astreus"), catalogue="EMPYREANS"))
    assert found.force.units == units("saber_strike_force") and found.force.heroes == units(
        "astreus"
    )
    assert found.report[1].how == "matched"


def test_a_new_unit_in_a_folder_is_imported_without_any_code(tmp_path: Path) -> None:
    (tmp_path / "more.toml").write_text(
        '[[unit]]\nid = "scout"\nname = "Far Scout"\nkind = "solo"\nfactions = ["marcher_worlds"]\nbase = "small"\nspd = 6\n'
        'mat = 3\nrat = 3\ndef = 3\narm = 2\nhealth = 1\ncost = 1\nsize = 1\nweapons = ["handgun"]\n'
    )
    (tmp_path / "mine.json").write_bytes(roster(sel("Far Scout", sel("Hand Gun"))))
    found = read_roster(tmp_path / "mine.json", load_cards(extra=[tmp_path / "more.toml"]))
    assert found.force.units == units("scout")


# ------------------------------------------------------------------------------------------------------- names in context


def test_a_weapon_is_the_one_of_its_unit(read: Reader) -> None:
    saw = sel("Fusion Saw")
    found = read(
        roster(
            sel("Nemesis", saw), sel("Vassal Reavers", saw), sel("Harlan Sek", sel("Fusion Blade"))
        )
    )
    assert found.force.units == (
        jack("nemesis", None, arm=("fusion_saw_nemesis",)),
        *units("vassal_reavers"),
    )
    assert [e.why for e in found.report if e.entry_text == "Fusion Blade"] == [
        "already on its card"
    ]


def test_a_weapon_that_its_unit_cannot_have_is_not_given_to_it(read: Reader) -> None:
    found = read(roster(sel("Dusk Wolf", sel("Hex Cannon"))))
    assert found.force.units == units("dusk_wolf")
    assert entry(found, "Hex Cannon") == SelectedEntry(
        "unknown",
        "Hex Cannon",
        "forces[0].selections[0].selections[0]",
        "",
        "a weapon that Dusk Wolf cannot have",
        "Dusk Wolf",
    )


def test_force_barrier_is_a_cypher_only_in_the_rack(read: Reader) -> None:
    assert read(roster(sel("Force Barrier"))).force.rack == ()
    assert read(roster(sel("The Rack", sel("Geometrics", sel("Force Barrier"))))).force.rack == (
        "force_barrier",
    )
    assert read(roster(sel("Force Barrier", categories=[{"name": "Cyphers"}]))).force.rack == (
        "force_barrier",
    )


def test_heads_and_weapons_below_several_levels_are_found(read: Reader) -> None:
    wolf = sel(
        "Dusk Wolf",
        sel("Cortex", sel("Scout")),
        sel(
            "Hardpoints",
            sel("Left Arm", sel("Ripper")),
            sel("Right Arm", sel("Ripper")),
            sel("Shoulder", sel("Blazer")),
        ),
    )
    found = read(roster(sel("Units", sel("Warjacks", wolf))))
    assert found.force.units == (
        jack("dusk_wolf", "scout_cortex", arm=("ripper", "ripper"), shoulder=("blazer",)),
    )
    assert entry(found, "Blazer").place == "forces[0]" + "".join(
        f".selections[{i}]" for i in (0, 0, 0, 1, 2, 0)
    )


def test_parts_stand_for_a_composite_weapon(read: Reader) -> None:
    def arm(*inner: dict[str, Any]) -> tuple[str, ...]:
        return read(roster(sel("Firebrand", *inner))).force.units[0].weapons["arm"]

    both = sel("Assault Rifle"), sel("Bayonet")
    for written in (both, [sel("Assault Rifle & Bayonet", *both)], [sel("Left Arm", *both)]):
        assert arm(*written) == ("assault_rifle_and_bayonet",)
    assert arm(*both, *both) == ("assault_rifle_and_bayonet",) * 2
    half = read(roster(sel("Firebrand", sel("Bayonet"))))
    assert half.force.units[0].weapons["arm"] == ("assault_rifle_and_bayonet",)
    assert (
        entry(half, "Bayonet").how == "guessed"
        and "the other parts are not in the roster" in entry(half, "Bayonet").why
    )


def test_several_of_a_kind(read: Reader) -> None:
    found = read(
        roster(
            sel("Hunter", sel("Sniper Rifle", number=3), number=3),
            sel("Marauder", number=0),
            sel("Dusk Wolf", sel("Ripper", number=4), sel("Rail Gun"), number=2),
            sel("Warder", number=2),
        )
    )
    wolf = jack("dusk_wolf", None, arm=("ripper", "ripper"), shoulder=("rail_gun",))
    assert found.force.units == (*units("hunter", "hunter", "hunter"), wolf, wolf)
    assert found.force.attachments == ("warder", "warder")
    assert entry(found, "Hunter").became == "3 x Hunter"
    assert entry(found, "Marauder").why == "number is 0"


def test_an_attachment_inside_its_squad_and_a_squad_inside_itself(read: Reader) -> None:
    found = read(
        roster(
            sel(
                "Ranger Fire Team",
                sel("Ranger Fire Team", sel("Battle Rifle"), number=3),
                sel("Warder"),
            )
        )
    )
    assert (found.force.units, found.force.attachments) == (units("ranger_fire_team"), ("warder",))


def test_a_second_head_is_told(read: Reader) -> None:
    found = read(roster(sel("Dusk Wolf", sel("Scout Cortex"), sel("Sniper Cortex"))))
    assert found.force.units == (jack("dusk_wolf", "scout_cortex"),)
    assert entry(found, "Sniper Cortex").why == "a second head; Scout Cortex is already chosen"


def test_a_misspelled_name_is_guessed_and_a_far_one_is_not(read: Reader) -> None:
    found = read(
        roster(
            sel("Dusk Wulf", sel("Scoot Cortex"), sel("Battle Riffle")),
            sel("Nekosphynx"),
            sel("Paladin"),
            sel("Cyphers", sel("Cryo Lokc"), sel("Unheard Of")),
        )
    )
    assert found.force.units == (jack("dusk_wolf", "scout_cortex", arm=("battle_rifle",)),)
    assert found.force.rack == ("cryo_lock",)
    assert {e.entry_text for e in found.report if e.how == "guessed"} == {
        "Dusk Wulf",
        "Scoot Cortex",
        "Battle Riffle",
        "Cryo Lokc",
    }
    assert {e.entry_text for e in found.report if e.how == "unknown"} == {
        "Nekosphynx",
        "Paladin",
        "Unheard Of",
    }
    assert entry(found, "Dusk Wulf").why == "closest spelling"
    far = entry(read(roster(sel("Paladin Strikers"))), "Paladin Strikers")
    assert far.why.startswith("no card has this name; closest: Paladin ")


# ------------------------------------------------------------------------------------------------------ forces and games


def test_the_force_may_stand_inside_another_and_lists_may_be_written_as_in_xml(
    read: Reader,
) -> None:
    inner = {
        "catalogueName": "Marcher Worlds",
        "selections": {"selection": {"name": "Hunter", "number": "2"}},
    }
    whole = {
        "name": "Mine",
        **GAME,
        "forces": {"force": {"catalogueName": "Marcher Worlds", "forces": [inner]}},
    }
    for data in ({"roster": whole}, whole):
        found = read(json.dumps(data).encode())
        assert found.force.units == units("hunter", "hunter")
        assert entry(found, "Hunter").place == "forces[0].forces[0].selections[0]"


def test_a_catalogue_of_no_faction_is_guessed_from_the_units(read: Reader) -> None:
    found = read(roster(sel("Hunter"), sel("Dusk Wolf"), sel("Grafter"), catalogue="My own"))
    assert found.force.faction == "marcher_worlds"
    assert found.report[0] == SelectedEntry(
        "guessed",
        "My own",
        "forces[0].catalogueName",
        "marcher_worlds",
        "most of the units belong to this Faction",
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            roster(
                sel("Hunter"),
                gameSystemId="28ec-711c-d87f-3aeb",
                gameSystemName="Warhammer 40,000 10th Edition",
            ),
            "gameSystemName: this roster is for Warhammer 40,000 10th Edition; expected Warcaster: Neo-Mechanika",
        ),
        (roster(sel("Hunter"), gameSystemId="", gameSystemName=""), "the game is missing"),
        (roster(), "forces: nothing is selected"),
        (roster(sel("Hunter"), forces=[]), "forces: nothing is selected"),
        (
            roster(
                forces=[
                    {"catalogueName": c, "selections": [sel("Hunter")]}
                    for c in ("Empyreans", "Marcher Worlds")
                ]
            ),
            "forces: contains 2 forces (forces[0] of Empyreans, forces[1] of Marcher Worlds), expected one; export each force",
        ),
        (
            roster(sel("Nobody"), catalogue="My own"),
            "forces[0].catalogueName: unknown Faction 'My own'; expected one of",
        ),
        (
            roster(sel("Hunter", number=201)),
            "forces[0].selections[0].number: expected a whole number from 0 to 200",
        ),
        (roster(sel("Hunter", number=-1)), "number: expected a whole number"),
        (roster(sel("Hunter", number=True)), "number: expected a whole number"),
        (
            roster(sel("Hunter", number=200), sel("Hunter", number=1)),
            "forces[0].selections[1]: the roster has more than 200 units",
        ),
        (
            roster(sel("Dusk Wolf", sel("Ripper", number=150), sel("Rail Gun", number=150))),
            "more than 200 weapons",
        ),
        (
            roster(sel("Cyphers", sel("Cryo Lock", number=200), sel("Null Collider"))),
            "more than 200 Cyphers",
        ),
        (roster(sel("Warder", number=150), sel("Raker", number=150)), "more than 200 units"),
        (roster(sel(" ")), "forces[0].selections[0].name: missing"),
        (roster({"name": ["a"]}), "forces[0].selections[0].name: expected text"),
        (roster(forces="all"), "forces: expected a list"),
        (roster(forces=["all"]), "forces[0]: expected an object"),
        (b'{"units": []}', "not a roster"),
        (b"[]", "not a roster"),
        (b"{", "invalid JSON"),
        (b'{"forces": [], "forces": []}', "forces: given twice"),
    ],
)
def test_what_is_no_roster_of_one_force_of_this_game_is_refused(
    data: bytes, message: str, read: Reader
) -> None:
    with pytest.raises(InputError) as error:
        read(data)
    assert (
        message in str(error.value)
        and "mine.ros" in str(error.value)
        and "\n" not in str(error.value)
    )


# What a list builder or an editor makes of a file


@pytest.mark.parametrize("name", [2024, 7.5, True, "2024"])
def test_a_name_that_looks_like_a_number_may_be_one(name: object, read: Reader) -> None:
    text = name if isinstance(name, str) else json.dumps(name)
    found = read(roster(sel("Hunter"), {"name": name, "categories": [{"name": name}]}, name=name))
    assert found.force.name == text
    assert [e.entry_text for e in found.report if e.how == "unknown"][:1] == [text]


def test_a_number_of_a_kind_may_be_text_or_missing(read: Reader) -> None:
    numbers = ("2", 2.0, None)
    found = read(roster(*(sel("Hunter", number=number) for number in numbers)))  # type: ignore[arg-type]
    assert len(found.force.units) == 5


@pytest.mark.parametrize(
    "empty", [None, "", [], {}, [None], {"selection": None}, {"selection": []}]
)
def test_a_list_may_be_empty_in_any_form(empty: object, read: Reader) -> None:
    hunter = {"name": "Hunter", "selections": empty, "categories": None, "profiles": ""}
    assert len(read(roster(hunter)).force.units) == 1


@pytest.mark.parametrize("wrong", [0, False, 7, "x", ["x"], {"selection": 3}])
def test_a_list_of_another_kind_is_a_mistake(wrong: object, read: Reader) -> None:
    with pytest.raises(InputError, match=r"selections\[0\]\.selections"):
        read(roster({"name": "Hunter", "selections": wrong}))


def unread(found: ImportedForce) -> list[tuple[str, str]]:
    return [(e.entry_text, e.place) for e in found.report if e.why.startswith("left out: not part")]


def test_an_unknown_key_of_json_is_told_with_its_place(read: Reader) -> None:
    known: dict[str, Any] = {"costs": [{"a": 1}], "rules": [], "customName": "x", "id": "1"}
    data = json.loads(roster(sel("Hunter", surprise={"deep": 1}, **known), extra=2))
    data["more"] = 3
    data["roster"]["forces"] = {"force": data["roster"]["forces"], "odd": 4}
    assert unread(read(json.dumps(data).encode())) == [
        ("more", "more"),
        ("extra", "extra"),
        ("odd", "forces.odd"),
        ("surprise", "forces[0].selections[0].surprise"),
    ]


def test_an_unknown_part_of_xml_is_told_with_its_line(read: Reader) -> None:
    text = (SAMPLES / "marcher_worlds.ros").read_text(encoding="utf-8")
    assert not unread(read(text.encode()))
    start = text.index("<selections>")
    line = f"line {text.count(chr(10), 0, start) + 1}"
    text = (
        text[:start]
        + '<odd a="1"><deep/></odd>words'
        + text[start:].replace("<selection ", '<selection new="1" ', 2)
    )
    found = read(text.encode())
    assert [said for said, _ in unread(found)] == ["odd", "the text 'words'", "new"]
    assert unread(found)[0] == ("odd", line)
    assert "(2 of them)" in next(e.why for e in found.report if e.entry_text == "new")


def test_many_unknown_keys_are_counted(read: Reader) -> None:
    found = read(roster(sel("Hunter", **{f"key{i:03}": i for i in range(500)})))
    assert len(unread(found)) == 21 and "(480 of them)" in found.report[-1].why


def test_a_roster_zipped_again_on_another_system_is_read(read: Reader) -> None:
    sample = (SAMPLES / "marcher_worlds.ros").read_bytes()
    names = (
        "army/",
        "army/army.ros",
        "__MACOSX/army/._army.ros",
        "army/.DS_Store",
        "army/._army.ros",
        "Thumbs.db",
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(
                name,
                sample
                if name.endswith("/army.ros")
                else b""
                if name.endswith("/")
                else b"\0\5\x16\7",
            )
    assert read(file.getvalue(), "army.rosz") == read(sample)


def test_several_rosters_in_an_archive_are_named(read: Reader) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in ("a.ros", "b.ros", "__MACOSX/._a.ros"):
            archive.writestr(name, b"<roster/>")
    with pytest.raises(
        InputError,
        match=r"contains 2 files; expected one roster \(a\.ros, b\.ros\); unpack it and choose one",
    ):
        read(file.getvalue(), "two.rosz")


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("kind", ["ros", "json"])
def test_a_roster_may_be_stored_in_any_encoding(
    kind: str, encoding: str, line_end: str, read: Reader
) -> None:
    text = (SAMPLES / f"marcher_worlds.{kind}").read_text(encoding="utf-8")
    assert read(text.replace("\n", line_end).encode(encoding)) == read(text.encode())
