"""`wc3d force`: lists, checks, sheets, forces by chance, the builder by words and numbers, and rosters."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Said, Wc3d
from wc3d.cli.main import commands_for_game
from wc3d.cli.output.prompt import PromptInput
from wc3d.games.neo_mechanika.cli.builder_commands import COMMAND_FORMS, HELP_TEXT
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.forces.force_files import (
    UnitChoice,
    list_faults,
    load_force,
    make_skirmish_limits,
    sample_force,
    sample_names,
)
from wc3d.registry import game_entry

HOMEBREW = """\
[[unit]]
id = "tin_wolf"
name = "Tin Wolf"
kind = "warjack"
factions = ["marcher_worlds", "tin_league"]
base = "large"
spd = 5
str = 4
mat = 4
rat = 4
def = 3
arm = 4
health = 3
cost = 2
size = 1
abilities = ["jump_jets"]
cortexes = [{ id = "tin_cortex", name = "Tin Cortex", abilities = ["pathfinder"] }]
hardpoints = { arm = 1, tail = 1 }
weapon_points = 3
weapon_options.arm = ["ripper"]
weapon_options.tail = ["tin_whip"]

[[weapon]]
id = "tin_whip"
name = "Tin Whip"
kind = "melee"
energy = ["kinetic"]
rng = 2
pow = 4
points = 1
location = "tail"
"""


@pytest.fixture
def homebrew(tmp_path: Path) -> Path:
    """A folder with a card of one's own."""
    folder = tmp_path / "homebrew"
    folder.mkdir()
    (folder / "tin.toml").write_text(HOMEBREW, encoding="utf-8")
    return folder


# ------------------------------------------------------------------------------------------------------- list, check


def test_the_list_has_every_card_and_every_sample(wc3d: Wc3d) -> None:
    said = wc3d("force", "list")
    assert (said.code, said.err) == (0, "")
    for id in (*CARDS().units, *CARDS().cyphers):
        assert f"[{id}]" in said.out
    for name in sample_names():
        assert f"    {name}: {sample_force(name).name} (" in said.out


def test_the_list_of_a_faction_and_of_a_kind(wc3d: Wc3d) -> None:
    said = wc3d("force", "list", "--faction", "Marcher Worlds", "--kind", "warjack")
    assert said.out.splitlines()[:3] == [
        "Marcher Worlds [marcher_worlds]",
        "  Warjacks",
        "    Dusk Wolf [dusk_wolf] (?): cost 2, 5 Weapon Points, hardpoints: arm 2, shoulder 1, up to 4",
    ]
    assert "Hunter" not in said.out and "Scourge" not in said.out and "Cryo Lock" not in said.out
    heroes = wc3d("force", "list", "--faction", "iron", "--kind", "hero").out
    assert (
        "Voitek Sudal, Bounty Hunter [voitek_sudal] (?): cost 1, unique, also Marcher Worlds"
        in heroes
    )
    cyphers = wc3d("force", "list", "--kind", "cypher").out
    assert (
        "Null Collider [null_collider]: POW 3, energy, on enemy model, at once" in cyphers
        and "Heroes" not in cyphers
    )


@pytest.mark.parametrize("name", sample_names())
def test_every_sample_is_legal_and_has_a_sheet_of_80_columns(wc3d: Wc3d, name: str) -> None:
    size = ("--skirmish", 6) if name.endswith("skirmish") else ()
    said = wc3d("force", "check", name, *size)
    assert said.code == 0 and said.out.startswith(f"{name}: legal, ")
    sheet = wc3d("force", "print", name, *size)
    assert sheet.code == 0 and max(map(len, sheet.out.splitlines())) <= 80
    force = sample_force(name)
    told = " ".join(sheet.out.split())
    carried = {id for choice in force.units for ids in choice.weapons.values() for id in ids}
    for card in (
        *(CARDS().unit(choice.unit) for choice in (*force.units, *force.heroes)),
        *map(CARDS().unit, force.attachments),
        *map(CARDS().weapon, carried),
        *map(CARDS().cypher, force.rack),
    ):
        assert card.name in told
        assert all(" ".join(doubt.split()) in told for doubt in card.doubts), (
            f"the doubts of {card.name}"
        )


def test_every_refusal_is_told_with_its_place_page_and_rule(
    wc3d: Wc3d, put: Callable[[Any, str], Path]
) -> None:
    wolf = {"unit": "dusk_wolf", "cortex": "ace_cortex", "weapons": {"arm": ["rail_gun"]}}
    path = put(
        {
            "faction": "marcher_worlds",
            "units": [wolf, {"unit": "huntr"}],
            "rack": ["cryo_lock"] * 2,
        },
        "bad.json",
    )
    said = wc3d("force", "check", path, "--mission", "boiling_point")
    told = " ".join(said.out.split())
    assert (said.code, said.err) == (1, "")
    for line in (
        "bad.json: not legal, 10 problems",
        "units[1].unit: There is no unit 'huntr'; did you mean hunter",
        "units: 2 units, but at least 4 are needed (probably p. 56, NM-SKM-02)",
        "units[0].cortex: Dusk Wolf has no head 'ace_cortex'; expected one of neural_net_cortex, scout_cortex",
        "units[0].weapons.arm[0]: Rail Gun fits shoulder hardpoints, not arm hardpoints (p. 42, NM-FRC-12)",
        "rack: Cryo Lock is in the rack 2 times (p. 43, NM-FRC-15)",
    ):
        assert line in told


def test_a_size_is_a_mission_s_or_a_skirmish_s(wc3d: Wc3d) -> None:
    assert wc3d("force", "check", "empyreans_full", "--mission", "strange_matter").code == 0
    assert wc3d("force", "check", "empyreans_full", "--mission", "boiling_point").code == 1
    five = wc3d("force", "check", "empyreans_skirmish", "--skirmish", 5)
    assert (
        five.code == 1
        and "units: 6 units, but at most 5 are allowed (probably p. 56, NM-SKM-02)" in five.out
    )
    assert (
        "unknown mission 'chess'"
        in wc3d("force", "check", "empyreans_full", "--mission", "chess").one_line()
    )
    assert (
        "expected 4 to 8 units, found 3"
        in wc3d("force", "check", "empyreans_full", "--skirmish", 3).one_line()
    )
    both = wc3d("force", "check", "empyreans_full", "--skirmish", 5, "--mission", "boiling_point")
    assert "not allowed with" in both.one_line()


# ------------------------------------------------------------------------------------------------------------- print


def test_a_sheet_tells_what_is_needed_at_the_table(wc3d: Wc3d) -> None:
    lines = wc3d("force", "print", "marcher_worlds_full").out.splitlines()
    for line in (
        "  15 of 15 units, 2 of 3 Heroes, no attachments, 15 Cyphers, deployment cost 29",
        "2 x Dusk Wolf (?): warjack, large base, cost 2",
        "  SPD 5  STR 4  MAT 4  RAT 4  DEF 3  ARM 4  health 3  [_][_][_] [_][_][_]",
        "  head: Scout Cortex",
        "  5 of 5 Weapon Points",
        '  shoulder: Rail Gun (3): ranged, RNG 18", POW 5, ballistic; Arc Booster',
        "  rules: Arcantrik Turbine, Slip Displacer, Pathfinder, Smart Lock",
        "RACK: FURY (4 OF 15)",
        "Null Collider: POW 3, energy, on enemy model, at once",
        "  Mechanical Optics (while charged): This weapon gets +4 RNG.",
        "  Dusk Wolf: One source prints ARM 3; two print 4.",
    ):
        assert line in lines, line


def test_a_sheet_says_if_the_force_is_not_legal(wc3d: Wc3d) -> None:
    said = wc3d("force", "print", "marcher_worlds_full", "--skirmish", 5)
    assert said.code == 0
    assert (
        "  NOT LEGAL:\n  ! 15 units, but at most 5 are allowed (probably p. 56, NM-SKM-02)\n"
        in said.out
    )


def test_a_sheet_in_markdown(wc3d: Wc3d) -> None:
    lines = wc3d("force", "print", "aeternus_continuum_skirmish", "--markdown").out.splitlines()
    assert lines[0] == "# Aeternus Continuum skirmish" and "## Rack: overdrive (3 of 12)" in lines
    assert "- 5 of 5 Weapon Points" in lines


def test_a_force_of_unknown_cards_has_no_sheet(wc3d: Wc3d, put: Callable[[Any, str], Path]) -> None:
    path = put(
        {"faction": "marcher_worlds", "units": [{"unit": "huntr"}], "rack": ["cryo"]}, "bad.json"
    )
    assert (
        "bad.json: There is no unit 'huntr'; did you mean hunter"
        in wc3d("force", "print", path).one_line()
    )


# ------------------------------------------------------------------------------------------------------------ random


def test_a_force_by_chance_is_legal_and_the_same_for_the_same_seed(
    wc3d: Wc3d, tmp_path: Path
) -> None:
    asked = ("force", "random", "--faction", "empyreans", "--skirmish", 5, "--seed")
    one = wc3d(*asked, 3)
    again = wc3d(*asked, 3)
    other = wc3d(*asked, "three")
    assert one == again != other
    path = tmp_path / "chance.json"
    assert wc3d(*asked, 3, "--out", path).out == f"The force is saved in {path} (seed 3)\n"
    assert path.read_text(encoding="utf-8") == one.out
    made = load_force(path)
    assert (
        made.faction == "empyreans"
        and len(made.units) == 5
        and list_faults(made, CARDS(), make_skirmish_limits(5)) == ()
    )
    assert "this file already exists" in wc3d(*asked, 3, "--out", path).one_line()


def test_a_force_by_chance_has_as_many_units_as_are_asked_for(wc3d: Wc3d) -> None:
    asked = ("force", "random", "--faction", "aeternus continuum", "--seed", 1)
    assert len(json.loads(wc3d(*asked).out)["units"]) == 15
    assert len(json.loads(wc3d(*asked, "--units", 2).out)["units"]) == 2
    assert "--units 16: expected a number from 1 to 15" in wc3d(*asked, "--units", 16).one_line()
    assert (
        "there is no Faction 'martians'"
        in wc3d("force", "random", "--faction", "martians").one_line()
    )


# ------------------------------------------------------------------------------------------------------- the builder

Build = Callable[..., Said]


@pytest.fixture
def build(wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Build:
    """Builds a force with what is typed: build("add hunter", "--skirmish", 5). The folder is empty at first."""
    monkeypatch.chdir(tmp_path)

    def run(
        typed: str,
        *options: object,
        action: tuple[object, ...] = ("new", "--faction", "marcher_worlds"),
    ) -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return wc3d("force", *action, *options)

    return run


def answer(out: str, typed: str) -> str:
    """What was answered to a line, as one line."""
    return " ".join(out.split(f"> {typed}\n", 1)[1].split("\n> ", 1)[0].split())


WOLF = "add dusk wolf\nhead 1 scout\nmount 1 battle rifle\nmount wolf ripper\nmount 1 rail gun\n"


def test_a_force_is_built_by_words_and_saved(build: Build) -> None:
    typed = (
        WOLF
        + "copy 1\nadd ranger fire team x2\nadd hunter\nadd jax\nadd warder\nfill 13\nname The Pack\nsave pack.json\n"
    )
    said = build(typed)
    assert (said.code, said.err) == (0, "")
    assert said.out.rstrip().endswith("The force is saved in pack.json\n>")
    made = load_force("pack.json")
    weapons = {"arm": ("battle_rifle", "ripper"), "shoulder": ("rail_gun",)}
    wolf = UnitChoice(unit="dusk_wolf", cortex="scout_cortex", weapons=weapons)
    assert made.units[:2] == (wolf, wolf) and [choice.unit for choice in made.units[2:]] == [
        "ranger_fire_team"
    ] * 2 + ["hunter"]
    assert (made.name, made.heroes[0].unit, made.attachments, len(made.rack)) == (
        "The Pack",
        "jax_redblade",
        ("warder",),
        13,
    )
    assert list_faults(made, CARDS()) == ()


def test_a_force_is_built_by_numbers(build: Build) -> None:
    said = build("1\n4\n4\nlist fury\n3\nshow\nquit\nyes\n", "--out", "numbers.json")
    assert said.out.rstrip().endswith(
        "The force is saved in numbers.json; it is not legal yet, 5 problems"
    )
    made = load_force("numbers.json")
    assert made.units == (
        UnitChoice(unit="dusk_wolf", cortex="sniper_cortex", weapons={"arm": ("battle_rifle",)}),
    )
    assert made.rack == ("malediction_rubric",)
    assert answer(said.out, "show") == (
        "Units 1 Dusk Wolf: Sniper Cortex; arm Battle Rifle; 1 of 5 Weapon Points Rack: fury R1 Malediction Rubric"
    )


def test_what_a_warjack_may_have_is_listed_anew_after_each_number(build: Build) -> None:
    """Each number is of the list printed last: a second 1 is no second head, and what was taken has no number (U2)."""
    said = build("add dusk wolf\n1\n4\n4\n99\nshow\nquit\nno\n")
    lists = said.out.split("  Heads\n")
    assert len(lists) == 5  # when it is added, and after the head and each weapon
    assert all("(current head)" in one and "list what else you can add" in one for one in lists[2:])
    assert "Neural Net Cortex; arm Battle Rifle" in answer(said.out, "show")
    again = build("add dusk wolf\n1\n1\nshow\nquit\nno\n")
    assert "Dusk Wolf: Scout Cortex" in answer(again.out, "show")


def test_the_last_number_of_a_warjack_s_list_goes_on_to_the_others(build: Build) -> None:
    last = re.findall(
        r"^ +(\d+) list what else you can add", build("add dusk wolf\nquit\nno\n").out, re.MULTILINE
    )[-1]
    said = build(f"add dusk wolf\n{last}\nquit\nno\n")
    assert "  Squads\n" in said.out.split(f"> {last}\n")[1]


ANSWERS = (
    (
        "mount 1 wildflower",
        "No: Dusk Wolf has 5 Weapon Points, but its weapons cost 7 (p. 42, NM-FRC-11)",
    ),
    (
        "mount 1 slug gun",
        "No: Dusk Wolf has 5 Weapon Points, but its weapons cost 6 (p. 42, NM-FRC-11)",
    ),
    (
        "mount 1 nailer",
        "No: Dusk Wolf has 5 Weapon Points, but its weapons cost 6 (p. 42, NM-FRC-11)",
    ),
    ("unmount 1 rail", "Dusk Wolf: Scout Cortex; arm Battle Rifle, Ripper; 2 of 5 Weapon Points"),
    ("mount 1 nailer", "No: Nailer is for Scourge, not for Dusk Wolf (p. 42, NM-FRC-14)"),
    ("mount 1 slug gun", "No: Dusk Wolf has 2 arm hardpoints for 3 weapons (p. 42, NM-FRC-13)"),
    ("mount 1 wrecking claw", "No: Wrecking Claw fits no hardpoint (p. 42, NM-FRC-12)"),
    ("head 1 ace", "No: Dusk Wolf has no head 'ace_cortex'"),
    ("head 1", "incomplete command; type: head WARJACK HEAD"),
    ("mount", "incomplete command; type: mount WARJACK WEAPON"),
    ("mount 2 ripper", "there is no row '2'; expected Dusk Wolf"),
    ("add marauder", "No: Marauder belongs to Aeternus Continuum (p. 41, NM-SIL-28)"),
    ("add hunter x5", "No: 5 copies of Hunter, but at most 4 are allowed (p. 41, NM-FRC-02)"),
    ("add hunter x0", "expected a whole number of 1 or more, found '0'"),
    (
        "add ranger",
        "'ranger' is ambiguous: Ranger Fire Team or Ranger Heavy Support or Ranger Infiltrators?",
    ),
    ("add huntr", "there is no card 'huntr'; did you mean Hunter?"),
    (
        "add cassius",
        "No: Baron Cassius Mooregrave belongs to Iron Star Alliance and Aeternus Continuum (p. 43, NM-FRC-08)",
    ),
    ("fill 16", "No: 16 Cyphers, but at most 15 are allowed (p. 43, NM-FRC-15)"),
    ("remove hunter", "there is no row 'hunter'; expected Dusk Wolf"),
    ("list foo", "type: list, or list and one of warjack, squad"),
    ("list heroes", "Heroes 1 Artemis Fang [artemis_fang] (?): cost 1, unique 2 "),
    ("99", "expected a number from 1 to 4"),
    ("undo 99", "there are 6 changes to undo"),
    ("undo x", "expected a whole number of 1 or more, found 'x'"),
    ("fly", "unknown command 'fly'; type help for a list"),
    ("check", "0 Cyphers, but at least 12 are needed (p. 43, NM-FRC-15)"),
    ("card ripper", 'Ripper: melee, RNG 2", POW 4'),
    ("rules NM-FRC-15", "NM-FRC-15 (p. 43)"),
    ("? how large must my rack be", "NM-FRC-15 (p. 43)"),
    ("help", "Type the number of a listed"),
    ("save .", "'.': expected a file name"),
    ("save no/such/place.json", "no/such/place.json: cannot be written"),
    ("save " + "x" * 300, "x" * 70),
    ("name " + "x" * 101, "expected a name of up to 100 printable characters"),
)


def test_what_is_refused_or_not_understood_is_told_and_changes_nothing(build: Build) -> None:
    said = build(WOLF + "".join(f"{typed}\n" for typed, _ in ANSWERS) + "undo\nshow\nquit\nno\n")
    rest = said.out
    for typed, told in ANSWERS:
        assert answer(rest, typed).startswith(told), typed
        rest = rest[rest.index(f"> {typed}\n") + 1 :]
    assert (
        "Dusk Wolf: Scout Cortex; arm Battle Rifle, Ripper; shoulder Rail Gun; 5 of 5 Weapon Points"
        in answer(rest, "show")
    )
    assert (said.code, said.err) == (0, "") and list(Path().iterdir()) == []


def test_a_line_without_end_is_not_read_as_a_number(build: Build) -> None:
    said = build("9" * 5000 + "\nadd hunter x" + "9" * 5000 + "\nadd hunter\nquit\nno\n")
    assert (
        said.out.count("expected a line of up to 4000 characters\n") == 2
        and "Added Hunter" in said.out
    )
    assert (said.code, said.err) == (0, "")


def test_what_may_not_be_added_any_more_is_listed_with_the_reason(build: Build) -> None:
    said = build(WOLF + "add artemis\nfit 1\nlist heroes\nquit\nno\n")
    unique = (
        "- Artemis Fang: Artemis Fang is taken 2 times, but a Hero is unique (p. 41, NM-SIL-29)"
    )
    assert unique in answer(said.out, "list heroes")
    fitted = answer(said.out, "fit 1")
    assert "Shoulder (1 of 1 hardpoint used) - Talon Rocket Pod (2): " in fitted
    assert (
        "4 remove Battle Rifle 5 remove Ripper 6 remove Rail Gun 7 list what else you can add"
        in fitted
    )


def test_totals_and_what_is_missing_follow_each_change(build: Build) -> None:
    said = build(
        "add hunter\nadd hunter x2\nadd weaver\nfill\nremove R1\nundo\nremove hunter\nquit\nno\n",
        "--skirmish",
        4,
    )
    assert "1 of 4 units, 0 of 1 Hero, no attachments, no Cyphers, deployment cost 1" in answer(
        said.out, "add hunter"
    )
    assert "still to fix: 3 units, but at least 4 are needed (probably p. 56, NM-SKM-02)" in answer(
        said.out, "add hunter x2"
    )
    assert answer(said.out, "fill").endswith("nothing left to fix")
    assert "11 Cyphers, but at least 12 are needed (p. 43, NM-FRC-15); 2 Fury Cyphers" in answer(
        said.out, "remove R1"
    )
    assert answer(said.out, "undo").endswith("nothing left to fix")
    assert "still to fix: 3 units" in answer(said.out, "remove hunter")


def test_numbers_do_not_outlive_the_rows_they_name(build: Build) -> None:
    said = build("add dusk wolf\nadd dusk wolf\nremove 1\n4\nquit\nno\n")
    assert answer(said.out, "4").startswith(
        "there is no numbered list to choose from; list shows what you can add"
    )


def test_another_file_is_written_over_only_if_the_player_says_so(build: Build) -> None:
    Path("mine.json").write_text("mine", encoding="utf-8")
    said = build("add hunter\nsave mine.json\nno\nquit\nno\n")
    assert "mine.json already exists. Overwrite it? (yes or no) no\nNot saved\n" in said.out
    assert Path("mine.json").read_text(encoding="utf-8") == "mine"
    build("add hunter\nsave mine.json\nyes\nadd hunter\nsave\n")
    assert len(load_force("mine.json").units) == 2


def test_a_force_is_edited_in_its_own_file(build: Build) -> None:
    build("add hunter\nsave f.json\n")
    said = build("copy hunter\nsave\n", action=("edit", "f.json"))
    assert "Units 1 Hunter" in " ".join(said.out.split()) and len(load_force("f.json").units) == 2


def test_a_sample_is_edited_elsewhere(build: Build) -> None:
    build("remove H1\nquit\nyes\n", action=("edit", "empyreans_skirmish"))
    made = load_force("force-1.json")
    assert made == sample_force("empyreans_skirmish").model_copy(update={"heroes": ()})


def test_a_force_of_unknown_cards_can_be_mended(build: Build) -> None:
    bad = {
        "faction": "marcher_worlds",
        "units": [{"unit": "huntr"}, {"unit": "hunter"}],
        "rack": ["cryo"],
    }
    Path("bad.json").write_text(json.dumps(bad), encoding="utf-8")
    said = build("print\ncopy 1\nremove 1\nremove cryo\nfill\nsave\n", action=("edit", "bad.json"))
    assert (
        answer(said.out, "print")
        == answer(said.out, "copy 1")
        == "unknown unit 'huntr'; did you mean hunter?"
    )
    assert list_faults(load_force("bad.json"), CARDS()) == ()


@pytest.mark.parametrize("typed", ["add hunter\n", "add hunter\nquit\n", "add hunter\nquit\nhm\n"])
def test_what_is_not_saved_when_the_input_ends_is_kept(build: Build, typed: str) -> None:
    assert "Your changes are saved in force-1.json" in build(typed).out
    assert load_force("force-1.json").units == (UnitChoice(unit="hunter"),)
    said = build("add hunter\n", action=("edit", "force-1.json"))
    assert "Your changes are saved in force-1.unsaved.json" in said.out
    assert (
        len(load_force("force-1.json").units),
        len(load_force("force-1.unsaved.json").units),
    ) == (1, 2)


def test_what_is_not_saved_when_it_is_stopped_is_kept(
    build: Build, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(("add hunter", "add hunter"))

    def line(self: PromptInput, prompt: str, sayable: object = None) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr(PromptInput, "read_line", line)
    said = build("")
    assert (said.code, said.err) == (130, "wc3d: stopped\n")
    assert len(load_force("force-1.json").units) == 2


def test_what_can_be_kept_nowhere_is_printed(build: Build) -> None:
    said = build("add hunter\n", "--out", "no/such/place.json")
    assert said.code == 2 and "no/such/place.json: cannot be written" in said.err
    assert '"units": [\n  {"unit": "hunter"}\n ]' in said.out


def test_nothing_is_asked_or_kept_if_nothing_was_changed(build: Build) -> None:
    assert build("quit\n").code == 0
    assert build("remove H1\nundo\nquit\n", action=("edit", "empyreans_full")).code == 0
    assert list(Path().iterdir()) == []


def test_the_faction_is_asked_for(build: Build) -> None:
    said = build("9\nmartians\nempy\nquit\n", action=("new",))
    assert "there is no Faction 'martians'; expected Aeternus Continuum or Empyreans" in said.out
    assert "Empyreans: 1 to 15 units and up to 3 Heroes (p. 41, NM-FRC-01)." in said.out
    assert "You left before choosing a Faction" in build("", action=("new",)).out
    assert build("2\nquit\n", action=("new",)).out.count("Empyreans: 1 to 15") == 1


def test_the_help_names_every_order() -> None:
    assert all(form.split()[0] in HELP_TEXT for form in COMMAND_FORMS.values())
    assert "force" in commands_for_game(game_entry())


# --------------------------------------------------------------------------------------------------- homebrew, rosters


def test_cards_of_one_s_own_are_listed_built_checked_and_drawn_by_chance(
    build: Build, wc3d: Wc3d, homebrew: Path
) -> None:
    own = ("--cards", homebrew)
    assert (
        "Tin Wolf [tin_wolf]: cost 2, 3 Weapon Points, hardpoints: arm 1, tail 1"
        in wc3d("force", "list", *own).out
    )
    said = build("add tin wolf\n1\nmount 1 whip\nfill\nsave tin.json\n", *own)
    assert answer(said.out, "mount 1 whip").startswith(
        "Tin Wolf: Tin Cortex; tail Tin Whip; 1 of 3 Weapon Points"
    )
    assert (
        wc3d("force", "check", "tin.json", *own).code == 0
        and wc3d("force", "check", "tin.json").code == 1
    )
    assert "  tail: Tin Whip (1): melee" in wc3d("force", "print", "tin.json", *own).out
    drawn = json.loads(wc3d("force", "random", "--faction", "tin_league", "--units", 4, *own).out)
    assert [choice["unit"] for choice in drawn["units"]] == ["tin_wolf"] * 4
    none = wc3d("force", "random", "--faction", "tin_league", *own)
    assert (
        "no legal force of faction 'tin_league' found: 4 units, but at least 15 are needed"
        in none.one_line()
    )


def test_a_broken_card_of_one_s_own_is_told_in_one_line(wc3d: Wc3d, homebrew: Path) -> None:
    (homebrew / "tin.toml").write_text(HOMEBREW.replace("pow = 4", "pow = 0"), encoding="utf-8")
    assert (
        "tin.toml: weapon[0] tin_whip.pow: expected at least 1"
        in wc3d("force", "list", "--cards", homebrew).one_line()
    )


ROSTERS = Path(__file__).parents[3] / "rosters"


def test_a_roster_becomes_a_force(wc3d: Wc3d, tmp_path: Path) -> None:
    path = tmp_path / "wolves.json"
    said = wc3d("force", "import", ROSTERS / "marcher_worlds.ros", "--out", path)
    assert said.code == 0 and " matched, 0 guessed, 0 unknown" in said.out
    assert "imported force: legal, " in said.out and said.out.endswith(
        f"The force is saved in {path}\n"
    )
    assert list_faults(load_force(path), CARDS()) == ()
    assert (
        "this file already exists"
        in wc3d("force", "import", ROSTERS / "marcher_worlds.ros", "--out", path).one_line()
    )
    assert "The force was not saved" in wc3d("force", "import", ROSTERS / "empyreans.json").out


# -------------------------------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize("action", ["check", "print", "edit"])
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty; expected a JSON object"),
        ("[1]", "expected an object, found [1]"),
        (
            '{"faction": 3, "units": {}, "rack": "x"}',
            "faction: expected text, found 3; units: expected a list",
        ),
        (
            json.dumps({"faction": "empyreans", "units": [], "rack": ["x"] * 10**5}),
            "rack: expected up to 200 entries",
        ),
        (
            json.dumps({"name": "\x1b[2J", "faction": "empyreans", "units": [], "rack": []}),
            "name: expected printable text",
        ),
        ("[" * 10**5, "the JSON is nested too deeply"),
    ],
)
def test_a_file_that_is_no_force_is_told_in_one_line(
    wc3d: Wc3d, put: Callable[[Any, str], Path], action: str, text: str, told: str
) -> None:
    assert f"f.json: {told}" in wc3d("force", action, put(text, "f.json")).one_line()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "the following arguments are required: ACTION"),
        (("fly",), "invalid choice: 'fly'"),
        (("check", "nowhere.json"), "nowhere.json: no such file"),
        (("check", "nowhere"), "unknown sample force 'nowhere'"),
        (("print", "."), ".: expected a file, not a folder"),
        (("list", "--faction", "martians"), "there is no Faction 'martians'"),
        (("check", "x" * 300), "File name too long"),
        (
            ("random", "--faction", "empyreans", "--out", "x" * 300),
            "cannot be written (File name too long)",
        ),
        (("list", "--cards", "x" * 300), "File name too long"),
        (("list", "--cards", "nowhere"), "cards: nowhere: no such file"),
        (("new", "--faction", "empyreans", "--out", "."), ".: expected a file name, not a folder"),
        (("random", "--faction", "empyreans", "--units", "many"), "invalid int value: 'many'"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    wc3d: Wc3d, words: tuple[str, ...], told: str
) -> None:
    assert told in wc3d("force", *words).one_line()
