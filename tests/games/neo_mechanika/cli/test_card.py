"""`wc3d card`: every card with its rules, encodings and doubts; names; the list; the doubts; JSON; cards of one's own."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cli.conftest import Said, Wc3d
from tests.cli.test_startup import command_left, imported_by
from wc3d.games.neo_mechanika.rules.abilities.ability_clauses import ABILITIES
from wc3d.games.neo_mechanika.rules.cards import (
    CARDS,
    AbilityCard,
    CypherCard,
    UnitCard,
    WeaponCard,
)
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import WEAPON_QUALITIES
from wc3d.games.neo_mechanika.text.card_names import CARD_TABLES, find_cards_by_key, match_card
from wc3d.games.neo_mechanika.text.card_words import (
    card_rules,
    card_weapons,
    cards_named_by,
    describe_card,
    describe_encoding,
)
from wc3d.games.neo_mechanika.text.player_queries import look_up_card

KNOWN = find_cards_by_key(CARDS())

WIDTH = 80


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal 80 columns wide."""
    monkeypatch.setenv("COLUMNS", str(WIDTH))


def plain(lines: str | list[str]) -> str:
    """A text without its line breaks."""
    return " ".join(("\n".join(lines) if isinstance(lines, list) else lines).split())


@pytest.mark.parametrize("table", CARD_TABLES)
def test_every_card_is_told_with_its_rules_encodings_and_doubts(table: str) -> None:
    for card in find_cards_by_key(CARDS(), table).values():
        lines = describe_card(card, CARDS())
        assert max(len(line) for text in lines for line in text.splitlines()) <= WIDTH
        text = plain(lines)
        assert text.startswith(f"{card.name}: ")
        for one in (card, *cards_named_by(card, CARDS())):
            assert one.name in text
            for doubt in one.doubts:
                assert f"Doubt: {doubt}" in text
            if isinstance(one, AbilityCard | CypherCard):
                assert plain(one.text) in text
                assert all(f"Effect: {way}" in text for way in describe_encoding(one))


def test_every_ability_and_cypher_is_encoded() -> None:
    assert [card.id for card in CARDS().abilities.values() if card.id not in ABILITIES] == list(
        WEAPON_QUALITIES
    )
    assert not [
        card.id
        for card in CARDS().abilities.values()
        if "Not implemented" in plain(list(describe_encoding(card)))
    ]


def test_a_warjack_is_told_with_heads_hardpoints_and_points(wc3d: Wc3d) -> None:
    said = wc3d("card", "firebrand")
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == "Firebrand: warjack, costs 2, large base, Iron Star Alliance (p. 29)"
    assert lines[1] == "  SPD 6, STR 4, MAT 4, RAT 4, DEF 3, ARM 3, health 3"
    assert "  Recon Cortex: Pathfinder, Revelator" in lines
    assert "Weapons: 5 Weapon Points, hardpoints: 2 arm, 1 shoulder" in lines
    assert '  [arm, 2 points] Sun Piercer: ranged, RNG 8", POW 1, beam; High Intensity' in lines
    assert '    Assault Rifle: ranged, RNG 12", POW 4, ballistic' in lines


def test_a_squad_names_its_attachments_and_an_attachment_its_squads() -> None:
    for card in CARDS().units.values():
        text = plain(describe_card(card, CARDS()))
        squads = [CARDS().units[id] for id in card.joins]
        assert ("Joins: " in text) == bool(squads)
        for squad in squads:
            assert squad.name in text.split("Joins: ")[1]
            assert (
                card.name
                in plain(describe_card(squad, CARDS())).split("Attachments that can join it: ")[1]
            )


def test_a_weapon_names_who_carries_it_and_who_may(wc3d: Wc3d) -> None:
    assert "  Carried by: Paladin Enforcers\n" in wc3d("card", "weapon:bayonet").out
    out = wc3d("card", "bayonet_warjack").out
    assert "  Part of: Assault Rifle & Bayonet\n" in out and "  Option for: Firebrand\n" in out
    out = wc3d("card", "rail gun").out
    assert out.startswith(
        'Rail Gun: ranged, RNG 18", POW 5, ballistic; shoulder hardpoint, 3 points\n'
    )
    assert (
        'Arc Blade: melee, RNG 1", POW 5, kinetic, 2 on each model\n'
        in wc3d("card", "arc_blade").out
    )


def test_an_ability_names_who_has_it(wc3d: Wc3d) -> None:
    assert "\n  Units: " in wc3d("card", "flight").out
    out = plain(wc3d("card", "ability:fire").out)
    assert "Weapons: Blazer (Dusk Wolf, Strike Raptor); " in out
    assert "Cyphers: Pyrokinetic Surge" in out and "Brought by: Attack Mode (Arclock Pistol)" in out
    assert "'Jack Hunter of Firebrand" in plain(wc3d("card", "jack_hunter").out)


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("flight pack", "While charged: SPD +3 and has Flight."),
        ("mechanical optics", "While charged: RNG +4."),
        ("gate jammer", "While charged: has an extra cost of 1 Arc"),
        ("pathfinder", "Always: "),
    ],
)
def test_what_needs_a_charge_is_not_said_to_be_always_so(wc3d: Wc3d, name: str, way: str) -> None:
    assert f"Effect: {way}" in plain(wc3d("card", name).out)


def test_no_rule_that_needs_a_charge_is_said_to_be_always_so() -> None:
    charged = [card for card in CARDS().abilities.values() if card.trigger == "charge"]
    assert charged
    assert [
        card.id for card in charged for way in describe_encoding(card) if way.startswith("Always")
    ] == []


def test_a_cypher_is_told(wc3d: Wc3d) -> None:
    out = wc3d("card", "plexus").out
    assert out.startswith("Plexus Densifier: geometric, on friendly squad\n")
    assert out.endswith("  Effect: Always: ARM +2 and SPD -1.\n")
    assert "It has no effect beyond its POW and qualities" in wc3d("card", "pyrokinetic").out


# Names.


@pytest.mark.parametrize(
    "typed",
    ["dusk_wolf", "Dusk Wolf", "DUSK WOLF", "dusk", "unit:dusk_wolf", "warjack:dusk", "Unit: dusk"],
)
def test_a_card_is_found_by_id_name_and_part(typed: str) -> None:
    assert match_card(typed, KNOWN).id == "dusk_wolf"


def test_every_card_is_found_by_its_key() -> None:
    assert all(match_card(key, KNOWN) is card for key, card in KNOWN.items())


def test_a_name_that_several_cards_have_is_asked_back(wc3d: Wc3d) -> None:
    line = wc3d("card", "bayonet").one_line()
    assert (
        line
        == "wc3d: 'bayonet' is ambiguous: Bayonet (weapon:bayonet) or Bayonet (weapon:bayonet_warjack)?\n"
    )
    assert "is ambiguous: Fusion " in wc3d("card", "fusion").one_line()


def test_a_kind_or_faction_narrows_the_names(wc3d: Wc3d) -> None:
    assert "is ambiguous" in wc3d("card", "force barrier").one_line()
    assert (
        wc3d("card", "cypher:force barrier").out
        == wc3d("card", "--kind", "cypher", "force", "barrier").out
    )
    assert "Force Barrier: ability" in wc3d("card", "--kind", "Ability", "force barrier").out
    assert (
        wc3d("card", "--faction", "continuum", "fusion scythe").out
        == wc3d("card", "fusion_scythe_nemesis").out
    )
    assert "there is no card" in wc3d("card", "--faction", "iron", "dusk wolf").one_line()


def test_a_misspelt_name_is_answered_with_those_like_it(wc3d: Wc3d) -> None:
    assert (
        "there is no card 'dusc wolf'; did you mean Dusk Wolf?"
        in wc3d("card", "dusc wolf").one_line()
    )
    assert "did you mean Rail Gun or Slug Gun?" in wc3d("card", "weapon:rial_gun").one_line()
    assert "`wc3d card` lists all cards" in wc3d("card", "xyzzy").one_line()
    for nothing in ("!", "weapon:", ":", "-" * 2000):
        wc3d("card", "--", nothing).one_line()


# The list.


def test_alone_it_lists_every_name_once(wc3d: Wc3d) -> None:
    said = wc3d("card")
    text = plain(said.out)
    assert said.code == 0 and said.out.endswith(f"\n{len(KNOWN)} cards\n")
    assert all(card.name in text for card in KNOWN.values())
    assert max(map(len, said.out.splitlines())) <= WIDTH
    assert "Marcher Worlds and Aeternus Continuum\n  solo: " in said.out
    assert "Bayonet (weapon:bayonet)" in text and "Bayonet (weapon:bayonet_warjack)" in text


def test_the_list_is_filtered_by_kind_and_faction(wc3d: Wc3d) -> None:
    units = wc3d("card", "--kind", "unit", "--faction", "marcher").out
    assert "Dusk Wolf" in units and "Firebrand" not in units and "Weapons" not in units
    heroes = json.loads(wc3d("card", "--kind", "hero", "--json").out)
    assert {card["id"] for card in heroes} == {
        unit.id for unit in CARDS().units.values() if unit.hero
    }
    weapons = {
        card["id"]
        for card in json.loads(
            wc3d("card", "--kind", "weapon", "--faction", "marcher_worlds", "--json").out
        )
    }
    assert "rail_gun" in weapons and "sun_piercer" not in weapons
    assert "expected one of unit, weapon" in wc3d("card", "--kind", "tank").one_line()
    assert "there is no Faction 'mars'" in wc3d("card", "--faction", "mars").one_line()


# Doubts.


def test_every_doubt_is_listed_once_with_its_cards(wc3d: Wc3d) -> None:
    printed: list[dict[str, Any]] = json.loads(wc3d("card", "--doubts", "--json").out)
    found = {
        (each["doubt"], f"{card['type']}:{card['id']}")
        for each in printed
        for card in each["cards"]
    }
    assert found == {(doubt, key) for key, card in KNOWN.items() for doubt in card.doubts}
    assert len({each["doubt"] for each in printed}) == len(printed)
    assert [len(each["cards"]) for each in printed] == sorted(
        (len(each["cards"]) for each in printed), reverse=True
    )
    said = wc3d("card", "--doubts")
    assert said.code == 0 and max(map(len, said.out.splitlines())) <= WIDTH
    text = plain(said.out)
    assert all(
        each["doubt"] in text and card["name"] in text for each in printed for card in each["cards"]
    )
    assert re.search(rf"\n{len(printed)} doubtful values on \d+ of {len(KNOWN)} cards\n$", said.out)


def test_the_doubts_of_one_card_are_its_own_and_those_of_what_it_names(wc3d: Wc3d) -> None:
    firebrand = CARDS().units["firebrand"]
    printed = json.loads(wc3d("card", "firebrand", "--doubts", "--json").out)
    expected = {
        doubt for card in (firebrand, *cards_named_by(firebrand, CARDS())) for doubt in card.doubts
    }
    assert {each["doubt"] for each in printed} == expected
    assert wc3d("card", "--doubts", "ability:flight").out == "no doubtful values on 1 card\n"


# JSON.


def test_json_has_everything_a_card_has(wc3d: Wc3d) -> None:
    for card in (CARDS().units["firebrand"], CARDS().units["raker"]):
        printed = json.loads(wc3d("card", "--json", f"unit:{card.id}").out)
        assert UnitCard.model_validate(printed["card"]) == card
        weapons = [WeaponCard.model_validate(weapon) for weapon in printed["weapons"]]
        assert weapons == list(card_weapons(card, CARDS()).values())
        assert [rule["encoded"] for rule in printed["rules"]] == [
            [*describe_encoding(r)] for r in card_rules(card, CARDS()).values()
        ]
    assert json.loads(wc3d("card", "--json", "cryo lock").out)["card"]["encoded"]


# Cards of one's own.

HOMEBREW = """
[[unit]]
id = "my_wolf"
name = "My Wolf"
kind = "solo"
factions = ["marcher_worlds"]
base = "small"
spd = 6
mat = 4
rat = 4
def = 3
arm = 3
health = 3
cost = 1
size = 1
weapons = ["bayonet"]
abilities = ["flight"]
doubts = ["Ours."]
"""


@pytest.fixture
def shown(wc3d: Wc3d, tmp_path: Path) -> Callable[..., Said]:
    """Runs `wc3d card` with a folder that holds this card file."""

    def run(text: str, *argv: str) -> Said:
        (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
        return wc3d("card", "--cards", tmp_path, *argv)

    return run


def test_a_card_of_ones_own_is_shown(
    shown: Callable[..., Said], tmp_path: Path, wc3d: Wc3d
) -> None:
    out = shown(HOMEBREW, "my wolf").out
    assert (
        out.startswith("My Wolf: solo, costs 1, small base, Marcher Worlds\n")
        and "  Doubt: Ours.\n" in out
    )
    assert "Carried by: Paladin Enforcers, My Wolf\n" in shown(HOMEBREW, "weapon:bayonet").out
    assert "there is no card 'my wolf'" in wc3d("card", "my wolf").one_line()
    rule = '[[ability]]\nid = "howl"\nname = "Howl"\nkind = "ability"\ntrigger = "always"\ntext = "Loud."\n'
    (tmp_path / "rule.toml").write_text(rule)
    said = wc3d(
        "card", "--cards", tmp_path / "mine.toml", "--cards", tmp_path / "rule.toml", "howl"
    )
    assert (
        said.out
        == "Howl: ability, always. Loud.\n  Effect: Not implemented: it does nothing in a game.\n"
    )


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("spd = 6", "spd = 0", "unit[0] my_wolf.spd"),
        (
            '["flight"]',
            '["flihgt"]',
            "unit[0] my_wolf.abilities[0]: unknown ability 'flihgt'; did you mean flight",
        ),
        ("cost = 1", "price = 1", "unit[0] my_wolf.price"),
        ('"my_wolf"', '"dusk_wolf"', "unit[0] dusk_wolf.id"),
        ("[[unit]]", "[[unit]", "invalid TOML"),
    ],
)
def test_a_broken_card_is_told_with_file_card_and_field(
    shown: Callable[..., Said], old: str, new: str, place: str
) -> None:
    line = shown(HOMEBREW.replace(old, new), "my wolf").one_line()
    assert "mine.toml" in line and place in line


def test_a_folder_is_read_whatever_the_capitals_without_hidden_files(
    shown: Callable[..., Said], tmp_path: Path
) -> None:
    (tmp_path / "other.TOML").write_text(
        HOMEBREW.replace("my_wolf", "my_cub").replace("My Wolf", "My Cub"), encoding="utf-8"
    )
    (tmp_path / ".hidden.toml").write_text("[", encoding="utf-8")
    said = shown(HOMEBREW, "my cub")
    assert (said.code, said.err) == (0, "") and said.out.startswith("My Cub: solo")


def test_cards_in_a_subfolder_are_said_to_be_not_read(
    shown: Callable[..., Said], tmp_path: Path
) -> None:
    for name in ("more", "pictures"):
        (tmp_path / name).mkdir()
    (tmp_path / "more" / "cub.toml").write_text(HOMEBREW, encoding="utf-8")
    assert (
        shown(HOMEBREW, "my wolf").err
        == f"wc3d: note: {tmp_path / 'more'}: a subfolder; wc3d does not read its cards\n"
    )


def test_a_folder_without_cards_is_told(wc3d: Wc3d, tmp_path: Path) -> None:
    assert "expected a .toml file in this folder" in wc3d("card", "--cards", tmp_path).one_line()
    assert "no such file" in wc3d("card", "--cards", tmp_path / "none.toml").one_line()


# Elsewhere.


def test_in_a_game_the_same_is_said(wc3d: Wc3d) -> None:
    state: Any = SimpleNamespace(setup=SimpleNamespace(cards=CARDS()))
    for name in ("firebrand", "rail gun", "cryo lock", "flight pack"):
        assert "\n".join(look_up_card(state, name)) + "\n" == wc3d("card", name).out


def test_help_imports_nothing_heavy() -> None:
    assert imported_by(command_left(0, "card", "--help")) == set()
