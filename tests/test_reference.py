"""The reference for programmers is current and complete, its examples run, and the formats in the guide are read."""

from __future__ import annotations

import doctest
import json
import pydoc
import re
import sys
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path

import pytest
from reference_kit.pages import PAGES, Page
from reference_kit.render import described_names, find_docstring, render_pages

import wc3d
import wc3d.games.neo_mechanika
import wc3d.rl
from tests.made_up.discs_shown import DISCS
from wc3d.cli.output import exit_codes
from wc3d.engine import replay
from wc3d.engine.ruleset import RuleSet
from wc3d.games.neo_mechanika.rules.forces.force import Force
from wc3d.games.neo_mechanika.rules.missions.mission_file import MissionModel
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.judging.question_file import read_question_file
from wc3d.judging.question_types import QUESTION_TYPES
from wc3d.table.maps.map_file import read_map

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "wc3d" / "guide" / "reference"
PLACES = [place for page in PAGES for place in page.places()]
QUESTION = re.compile(r"(What|Which|How|Where|Who|Is|Does|May|Has|Can) ")
MAX_HELP_LINES = 100
"""Two screens."""


@pytest.mark.parametrize("name", sorted(render_pages()))
def test_page_is_current(name: str) -> None:
    text = (REFERENCE / name).read_text(encoding="utf-8")
    assert text == render_pages()[name], "run: python scripts/make_reference.py"


def test_no_page_is_left_over() -> None:
    assert {path.name for path in REFERENCE.iterdir()} == set(render_pages())


@pytest.mark.parametrize(("module", "name"), PLACES, ids=[f"{m}:{n}" for m, n in PLACES])
def test_public_name_has_summary_and_example(module: str, name: str) -> None:
    docstring = find_docstring(module, name)
    summary = docstring.partition("\n")[0]
    assert summary.endswith((".", ".)")), summary
    assert not QUESTION.match(summary)
    assert re.search(r"^>>> ", docstring, re.MULTILINE), f"{name} has no example"


def test_what_a_game_must_write_is_named() -> None:
    docstring = find_docstring("wc3d.engine.ruleset", "RuleSet")
    named = {
        part: set(re.findall(r"`(\w+)`", names))
        for part, names in re.findall(r"^- `(\w+)`: (.*)$", docstring, re.MULTILINE)
    }
    parts = {field.name: type(getattr(DISCS, field.name)) for field in fields(RuleSet)}
    needed = {
        name: {
            f.name for f in fields(part) if f.default is MISSING and f.default_factory is MISSING
        }
        for name, part in parts.items()
        if is_dataclass(part)
    }
    assert named == {name: names for name, names in needed.items() if names}


@pytest.mark.parametrize("page", PAGES, ids=[page.file for page in PAGES])
def test_examples_run(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    if page.file == "env.md":
        pytest.importorskip("pettingzoo")
    monkeypatch.chdir(ROOT)
    failed, attempted = doctest.testfile(str(REFERENCE / page.file), module_relative=False)
    assert failed == 0
    assert attempted > len(list(page.places()))


@pytest.mark.parametrize(
    "package", [wc3d, wc3d.games.neo_mechanika, wc3d.rl], ids=lambda package: package.__name__
)
def test_every_exported_name_is_described(package: object) -> None:
    exported = {name for name in dir(package) if not name.startswith("_")}
    packages = {"bots", "games", "rl"}
    alias_of_shapes = {"Shape"}
    data = {"Force"}  # described at load_force; its docstring is part of a file format
    assert exported - packages - alias_of_shapes - data - described_names() == set()


def test_help_fits_on_two_screens_and_names_everything() -> None:
    page = re.sub(".\x08", "", pydoc.render_doc(wc3d))
    assert len(page.splitlines()) <= MAX_HELP_LINES
    names = {name for name in dir(wc3d) if not name.startswith("_")}
    assert {name for name in names if not re.search(rf"\b{name}\b", page)} == set()


def test_examples_of_help_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, attempted = doctest.testmod(sys.modules["wc3d"])
    assert failed == 0
    assert attempted > 5


FORMATS = (ROOT / "wc3d" / "guide" / "formats.md").read_text(encoding="utf-8")


def format_rows(heading: str) -> list[list[str]]:
    """Return the cells of each row of the table under a heading of the page on formats."""
    section = FORMATS.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def test_json_of_the_page_on_formats_is_read() -> None:
    blocks = re.findall(r"^```json\n(.*?)^```$", FORMATS, re.MULTILINE | re.DOTALL)
    board, questions, mission = (json.loads(block) for block in blocks)
    assert read_map(board, SPACE, ROOT / "models3d").faults == ()
    assert len(read_question_file(questions, "formats.md").all_questions) == 2
    assert not list(MissionModel.model_validate(mission).find_faults())


def test_the_page_on_formats_lists_the_fields_of_every_question() -> None:
    rows = {cells[0].partition("`: ")[0].strip("`"): cells for cells in format_rows("Questions")}
    assert rows.keys() == {type.name for type in QUESTION_TYPES}
    for type in QUESTION_TYPES:
        fields, answer = rows[type.name]
        keys = {info.alias or name for name, info in type.fields.model_fields.items()} - {"type"}
        assert set(fields.partition(": ")[2].split(", ")) == keys
        named = set(re.findall(r"[a-z_]+", answer))
        assert set(type.answer) | set(type.optional_fields) <= named


def test_the_page_on_formats_lists_the_keys_of_saved_games() -> None:
    rows = {cells[0]: set(re.findall(r"`(\w+)`", cells[1])) for cells in format_rows("Saved games")}
    every = rows["every line"]
    hosted = rows["hosted games"]
    assert rows["action"] == replay.ACTION_KEYS - replay.LINE_KEYS
    assert rows["undo"] == replay.UNDO_KEYS - replay.LINE_KEYS
    assert hosted | every >= replay.LINE_KEYS | replay.CLOCK_LINE_KEYS
    assert rows["first"] <= replay.HEAD_KEYS


def test_the_page_on_formats_lists_the_keys_of_forces_and_the_exit_codes() -> None:
    assert all(f"`{name}`" in FORMATS for name in Force.model_fields if name != "name")
    codes = {int(code) for cells in format_rows("Exit codes") for code in cells[0].split(", ")}
    assert codes == {value for name, value in vars(exit_codes).items() if name.isupper()}
