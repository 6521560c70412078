"""WARMACHINE's commands: `card`, `odds`, and what `rules` and `rulings` say with --game warmachine."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d
from wc3d.games.warmachine.rules.card_words import describe_card
from wc3d.games.warmachine.rules.cards import CARDS

GAME = ("--game", "warmachine")


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal 80 columns wide."""
    monkeypatch.setenv("COLUMNS", "80")


def test_every_card_is_told_with_its_weapons_sources_and_doubts() -> None:
    cards = CARDS()
    for card in cards.models.values():
        lines = describe_card(card, cards)
        assert max(len(line) for text in lines for line in text.splitlines()) <= 80
        text = " ".join(" ".join(lines).split())
        assert text.startswith(f"{card.name}: ")
        for weapon in card.weapons:
            assert f"{weapon.name}" in text
        for doubt in card.doubts:
            assert f"Doubt: {doubt}" in text
        assert all(cards.sources[source].says in text for source in card.sources.values())


def test_a_card_is_found_by_a_part_of_its_name(wc3d: Wc3d) -> None:
    said = wc3d("card", *GAME, "sorscha")
    assert said.code == 0
    assert "Kommander Sorscha: warcaster, Khador, small base" in said.out
    assert "Spell Wind Rush: cost 2, RNG caster, AOE -, POW -, once per turn" in said.out
    assert (
        wc3d("card", "--game=warmachine", "sorscha").out
        == said.out
        == wc3d("card", "sorscha", *GAME).out
    )


def test_the_cards_are_listed_by_faction(wc3d: Wc3d) -> None:
    everything = wc3d("card", *GAME).out
    assert re.findall(r"^\w+", everything, re.MULTILINE) == [
        "Cryx",
        "Cygnar",
        "Demonstration",
        "Khador",
        "Protectorate",
    ]
    assert (
        wc3d("card", *GAME, "--faction", "khador").out.splitlines()[2].strip()
        == "warjacks: Juggernaut, Destroyer"
    )


def test_a_card_and_the_doubts_are_printed_for_programs(wc3d: Wc3d) -> None:
    hound = json.loads(wc3d("card", *GAME, "hound", "--json").out)
    assert (hound["id"], hound["arm"], hound["shield_arm"]) == ("hound", 16, 18)
    doubts = json.loads(wc3d("card", *GAME, "--doubts", "--json").out)
    assert {"not verified" in row["doubt"] for row in doubts} == {True, False}
    assert len(json.loads(wc3d("card", *GAME, "--json").out)) == len(CARDS().models)


def test_doubts_are_told_of_all_cards_or_of_one(wc3d: Wc3d) -> None:
    assert (
        wc3d("card", *GAME, "--doubts").out.splitlines()[-1]
        == f"{len(doubts())} doubtful values on 15 of 25 cards"
    )
    assert wc3d("card", *GAME, "anvil", "--doubts").out == "no doubtful values on 1 card\n"


def doubts() -> set[str]:
    return {doubt for card in CARDS().models.values() for doubt in card.doubts}


def test_odds_are_told_in_words_and_as_fractions(wc3d: Wc3d) -> None:
    said = wc3d("odds", *GAME, "anvil", "maul", "hound", "--exact").out
    assert "Attack: 2d6 +6 against DEF 13: hits 58.3% (7/12), critical hit 8.3% (1/12)" in said
    assert "Damage of a hit: 2d6 +17 against ARM 18: 6.00 points on average" in said
    assert "Hound removed: 0% (0)" in said
    data = json.loads(wc3d("odds", *GAME, "anvil", "maul", "hound", "--json").out)
    assert data["hit"]["exact"] == "7/12" and data["systems"]["A"]["exact"] in said
    assert data["not_counted"] == []


def test_odds_say_what_they_do_not_count(wc3d: Wc3d) -> None:
    assert (
        "Not counted: deviation of a miss" in wc3d("odds", *GAME, "mortar", "cannon", "hound").out
    )
    assert (
        "Not counted: the target suffers continuous fire."
        in wc3d("odds", *GAME, "spitter", "sprayer", "hound").out
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("card", "nobody"), "there is no model 'nobody'"),
        (("card", "--faction", "rhul"), "there is no faction 'rhul'"),
        (
            ("odds", "anvil", "sword", "hound"),
            "there is no weapon or spell of Anvil 'sword'; expected Maul or Fist",
        ),
        (
            ("odds", "anvil", "maul", "hound", "--attacks", "9"),
            "--attacks 9: expected a number from 1 to 4",
        ),
        (
            ("odds", "anvil", "maul", "hound", "--focus", "1"),
            "focus does not raise a warjack's ARM (WM-FOC-18)",
        ),
        (
            ("odds", "anvil", "maul", "hound", "--marked", "7,1"),
            "--marked '7,1': expected COLUMN,ROW, each from 1 to 6",
        ),
        (("odds", "anvil", "maul", "hound", "--edition", "mk4"), "edition: unknown name 'mk4'"),
        (("force", "list", "--faction", "rhul"), "there is no faction 'rhul'"),
        (("rules", "WM-CHG-99"), "no such rule"),
        (
            ("play", "--force1", "pikes_and_rifles"),
            "units and solos are not allowed in quick_start",
        ),
        (("play", "--switches", "slam.short"), "edition: expected KEY=VALUE"),
        (("play", "--map", "crossroads"), 'the table is 30" deep; the forces need 40"'),
        (("play", "--force1", "legion"), "unknown battlegroup 'legion'"),
    ],
)
def test_a_mistake_gets_one_line(wc3d: Wc3d, words: tuple[str, ...], said: str) -> None:
    assert said in wc3d(words[0], *GAME, *words[1:]).one_line()


def test_an_unknown_game_is_told(wc3d: Wc3d) -> None:
    assert "unknown game 'chess'" in wc3d("card", "--game", "chess").one_line()


def test_rules_and_rulings_of_the_game_are_found(wc3d: Wc3d) -> None:
    assert (
        "WM-CHG-04 (the Quick Start rules), Charging"
        in wc3d("rules", *GAME, "how", "far", "does", "a", "charge", "go").out
    )
    assert "Switch: slam.short" in wc3d("rules", *GAME, "SLM-07").out
    assert "WM-RUL-70" in wc3d("rulings", *GAME, "off", "the", "table").out
    assert "NM-" not in wc3d("rulings", *GAME).out


def test_without_the_game_named_the_first_one_is_meant(wc3d: Wc3d) -> None:
    assert "Firebrand: warjack, costs 2" in wc3d("card", "firebrand").out
    assert wc3d("card", "--game", "neo_mechanika", "firebrand").out == wc3d("card", "firebrand").out


def test_battlegroups_are_listed_checked_printed_and_made_by_chance(
    wc3d: Wc3d, tmp_path: Path
) -> None:
    listed = wc3d("force", "list", *GAME).out
    assert (
        "cryx: Cryx battlegroup box (Warwitch Deneghra, Deathripper, Deathripper, Defiler, Slayer)"
        in listed
    )
    assert wc3d("force", "check", "khador", *GAME).out.startswith("khador: legal.")
    assert "Juggernaut: warjack, Khador, large base" in wc3d("force", "print", "khador", *GAME).out
    made = wc3d("force", "random", "--faction", "cryx", "--seed", "3", *GAME).out
    assert json.loads(made)["warcaster"] == "deneghra"
    (tmp_path / "mixed.json").write_text(
        '{"warcaster": "stryker", "warjacks": ["slayer", "crusher"]}', encoding="utf-8"
    )
    said = wc3d("force", "check", tmp_path / "mixed.json", *GAME)
    assert said.code == 1
    assert (
        "there is no warjack 'crusher'; did you mean crusader?" in said.out
        and "belong to one faction" in said.out
    )
    assert (
        "unknown battlegroup 'kador'; did you mean khador?"
        in wc3d("force", "check", "kador", *GAME).one_line()
    )
