"""The house keeps its order: who may import whom, what lies at the top, and that nothing depends on one machine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOP = {"pyproject.toml", "README.md", "wc3d", "models3d", "maps", "tests", "scripts"}
"""The names at the top; dotfiles may stand beside them."""

BUILT = {"build", "dist", "out", "demo-game", "__pycache__"}
ARCHIVED = {"PKG-INFO", "setup.cfg"}
"""The files that setuptools adds at the top of a source distribution."""

MADE = (".png", ".html", ".glb")
"""What building and the README's own commands leave there, never committed (.gitignore)."""

OF_A_MACHINE = re.compile(
    r"/wor[k]/|/hom[e]/\w+/|/User[s]/\w+/|/roo[t]/|\.\./share[d]|[A-Z]:\\\\User[s]"
)


@cache
def shipped() -> list[Path]:
    """Every file of the project: what git would commit, or all of them where there is no git."""
    asked = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(asked, capture_output=True, check=False)
    if listed.returncode == 0:
        return [
            path
            for name in listed.stdout.decode().split("\0")
            if name and (path := ROOT / name).is_file()
        ]
    caches = {f".{tool}_cache" for tool in ("ruff", "mypy", "pytest", "import_linter")}
    left_out = {".git", ".venv", "wc3d.egg-info", ".hypothesis"} | caches
    found: list[Path] = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = set(folders) - left_out
        found += [
            path
            for name in names
            if name not in left_out and (path := Path(folder, name)).is_file()
        ]
    return found


def test_a_room_imports_only_from_the_rooms_below_it() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_nothing_else_lies_at_the_top() -> None:
    found = {path.relative_to(ROOT).parts[0] for path in shipped()}
    added = ARCHIVED if (ROOT / "PKG-INFO").is_file() else set()
    assert {
        name for name in found if not name.startswith(".") and not name.endswith(MADE)
    } - BUILT - added <= TOP


def test_no_file_names_a_path_of_some_machine() -> None:
    for path in shipped():
        if path.suffix in {".png", ".stl", ".glb", ".pyc"}:
            continue
        found = OF_A_MACHINE.search(path.read_text(encoding="utf-8", errors="ignore"))
        assert found is None, f"{path.relative_to(ROOT)}: {found and found.group()}"


@pytest.mark.parametrize("word", ["utils", "helpers", "misc", "common"])
def test_every_module_has_a_name_that_says_what_it_is_for(word: str) -> None:
    assert [path for path in shipped() if path.stem == word and path.suffix == ".py"] == []


def test_every_module_opens_with_a_sentence() -> None:
    for path in shipped():
        if path.suffix == ".py" and path.relative_to(ROOT).parts[0] == "wc3d":
            text = path.read_text(encoding="utf-8")
            assert text.startswith('"""'), f"{path.relative_to(ROOT)} has no docstring"
