"""`wc3d force new`, `edit` and `import` of WARMACHINE: a battlegroup built line by line, and lists of names."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Said, Wc3d, put, wc3d
from wc3d.games.warmachine.rules.battlegroup_editor import BattlegroupDraft
from wc3d.games.warmachine.rules.cards import CARDS
from wc3d.games.warmachine.rules.forces import load_legal_force

__all__ = ["put", "wc3d"]

GAME = "--game", "warmachine"
Build = Callable[..., Said]


@pytest.fixture
def build(wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Build:
    """Types lines into the builder: build("add stryker", "save")."""
    monkeypatch.chdir(tmp_path)

    def typed(*lines: str, action: tuple[str, ...] = ("new", "--faction", "cygnar")) -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
        return wc3d("force", *action, *GAME)

    return typed


@pytest.mark.rule("WM-SET-02")
def test_a_battlegroup_is_built_saved_and_played(build: Build, wc3d: Wc3d, tmp_path: Path) -> None:
    said = build(
        "1",
        "add charger x2",
        "add ironclad",
        "remove charger",
        "name My box",
        "check",
        "save mine.json",
        "quit",
    )
    assert (
        said.code == 0
        and "Legal" in said.out
        and "The battlegroup is saved in mine.json" in said.out
    )
    force = load_legal_force(str(tmp_path / "mine.json"), 1)
    assert (force.name, force.warcaster, force.warjacks) == (
        "My box",
        "stryker",
        ("charger", "ironclad"),
    )
    assert wc3d("force", "check", "mine.json", *GAME).out.startswith("mine.json: legal")
    again = build("add lancer", "save", action=("edit", "mine.json"))
    assert (
        again.code == 0
        and "lancer" in json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))["warjacks"]
    )


@pytest.mark.rule("WM-SET-02")
@pytest.mark.rule("WM-MOD-02")
def test_what_the_rules_do_not_allow_is_refused_and_changes_nothing(build: Build) -> None:
    said = " ".join(
        build(
            "add stryker", "add stryker", "add sorscha", "add juggernaut", "show", "save", "save"
        ).out.split()
    )
    assert (
        "already leads this battlegroup; a battlegroup has one warcaster (Quick Start rules, WM-SET-02)"
        in said
    )
    assert said.count("belongs to another faction; a battlegroup has only one") == 2
    assert "warcaster: Commander Coleman Stryker" in said and "warjacks:" not in said.replace(
        "Warjacks", ""
    )


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("add dragon",), "there is no model 'dragon'"),
        (("add",), "type: add NAME [xN]"),
        (("99",), "expected a number"),
        (("fly",), "unknown command 'fly'"),
        (("save",), "the battlegroup has no warcaster yet"),
        (("undo 3",), "there are no changes to undo"),
        (("add stryker", "add charger x13"), "can have up to 12 warjacks"),
        (("remove charger",), "the battlegroup has no Charger"),
    ],
)
def test_a_mistake_is_told_in_a_line_and_asked_again(
    build: Build, lines: tuple[str, ...], words: str
) -> None:
    said = build(*lines, "quit")
    assert said.code == 0 and words in " ".join(said.out.split())


def test_what_was_not_saved_is_kept(build: Build, tmp_path: Path) -> None:
    assert "Your changes are saved in battlegroup-1.json" in build("add stryker", "add lancer").out
    assert load_legal_force(str(tmp_path / "battlegroup-1.json"), 1).warjacks == ("lancer",)


def test_before_leaving_it_asks_what_is_to_come_of_changes(build: Build, tmp_path: Path) -> None:
    said = build("add stryker", "quit", "no")
    assert "Save in battlegroup-1.json?" in said.out and "kept" not in said.out
    assert not (tmp_path / "battlegroup-1.json").exists()
    assert (
        "The battlegroup is saved in battlegroup-1.json" in build("add stryker", "quit", "yes").out
    )


def test_what_can_be_kept_nowhere_is_printed(build: Build) -> None:
    said = build(
        "add stryker", action=("new", "--faction", "cygnar", "--out", "no/such/place.json")
    )
    assert (
        said.code == 2 and "no/such/place.json" in said.err and '"warcaster": "stryker"' in said.out
    )


def test_a_battlegroup_without_its_warcaster_is_kept_gone_on_with_and_not_played(
    wc3d: Wc3d, build: Build
) -> None:
    assert "Your changes are saved in battlegroup-1.json" in build("add lancer", "add charger").out
    checked = wc3d("force", "check", "battlegroup-1.json", *GAME)
    assert (
        checked.code == 1
        and "the battlegroup has no warcaster yet (Quick Start rules, WM-SET-02)" in checked.out
    )
    refused = wc3d("play", *GAME, "--force1", "./battlegroup-1.json", "--force2", "khador")
    assert refused.code == 2 and "the battlegroup has no warcaster yet" in refused.one_line()
    assert build("add stryker", "save", "quit", action=("edit", "battlegroup-1.json")).code == 0
    force = load_legal_force("./battlegroup-1.json", 1)
    assert (force.warcaster, force.warjacks) == ("stryker", ("lancer", "charger"))


LIST = """\
Cygnar army
Commander Coleman Stryker [+28]
- Ironclad (12)
2 Charger
Lancer x1
  - Sorscha - 5 pts
== 75 points ==
"""


def test_a_list_is_read_line_by_line_and_each_line_is_told(wc3d: Wc3d, tmp_path: Path) -> None:
    path = tmp_path / "club.txt"
    path.write_text(LIST, encoding="utf-8")
    said = wc3d("force", "import", path, "--out", tmp_path / "out.json", *GAME)
    assert said.code == 0 and "imported battlegroup: legal" in said.out
    lines = said.out.splitlines()
    assert lines[0] == "line 1: Cygnar army: skipped: no card has this name" and lines[3].endswith(
        "read as Charger, 2 times"
    )
    assert (
        "not added: Kommander Sorscha belongs to another faction" in lines[5]
        and "no model name" in lines[6]
    )
    force = load_legal_force(str(tmp_path / "out.json"), 1)
    assert (force.warcaster, sorted(force.warjacks)) == (
        "stryker",
        ["charger", "charger", "ironclad", "lancer"],
    )


def test_a_list_without_a_warcaster_is_refused(wc3d: Wc3d, tmp_path: Path) -> None:
    path = tmp_path / "club.txt"
    path.write_text("2 Charger\n", encoding="utf-8")
    said = wc3d("force", "import", path, *GAME)
    assert said.code == 2 and "no line names a known warcaster" in said.one_line()


def test_a_draft_of_a_battlegroup_is_that_battlegroup() -> None:
    for name in ("cygnar", "cryx", "pikes_and_rifles"):
        force = load_legal_force(name, 1)
        assert BattlegroupDraft.from_battlegroup(force, CARDS()).as_battlegroup == force
