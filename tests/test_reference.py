"""The reference for programmers is current and complete, and its examples run."""

from __future__ import annotations

import doctest
import pydoc
import re
import sys
from pathlib import Path

import pytest
from reference_kit.pages import PAGES, Page
from reference_kit.render import described_names, find_docstring, render_pages

import wc3d
import wc3d.env
import wc3d.warcaster

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "wc3d" / "guide" / "reference"
PLACES = [place for page in PAGES for place in page.places()]
QUESTION_WORDS = ("What ", "Which ", "How ", "Where ", "Who ", "Is ", "Does ", "May ", "Has ", "Can ")
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
    assert not summary.startswith(QUESTION_WORDS)
    assert re.search(r"^>>> ", docstring, re.MULTILINE), f"{name} has no example"


@pytest.mark.parametrize("page", PAGES, ids=[page.file for page in PAGES])
def test_examples_run(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    if page.file == "env.md":
        pytest.importorskip("pettingzoo")
    monkeypatch.chdir(ROOT)
    failed, attempted = doctest.testfile(str(REFERENCE / page.file), module_relative=False)
    assert failed == 0
    assert attempted > len(list(page.places()))


@pytest.mark.parametrize("package", [wc3d, wc3d.warcaster, wc3d.env], ids=lambda package: package.__name__)
def test_every_exported_name_is_described(package: object) -> None:
    exported = {name for name in dir(package) if not name.startswith("_")}
    packages = {"env", "players", "warcaster"}
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
