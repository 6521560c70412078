"""`wc3d check --game NAME` names what is missing or wrong in a package that is not installed."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d, wc3d
from wc3d.cli.main import main
from wc3d.registry import GAMES

__all__ = ["wc3d"]

NUMBERS = itertools.count()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a new game in the working folder; its module has a name of its own."""
    games = dict(GAMES)
    paths = list(sys.path)
    monkeypatch.chdir(tmp_path)
    name = f"checked{next(NUMBERS)}"
    assert main(["new", "game", name]) == 0
    yield tmp_path / f"{name}-game" / name
    sys.path[:] = paths
    GAMES.clear()
    GAMES.update(games)


def change(file: Path, before: str, after: str) -> None:
    """Change a text in a file."""
    text = file.read_text()
    assert before in text
    file.write_text(text.replace(before, after))


def test_a_sound_game_is_found_by_its_name_and_by_its_folder(package: Path, wc3d: Wc3d) -> None:
    for name in (package.name, package.parent.name):
        said = wc3d("check", "--game", name)
        assert (said.code, said.out) == (0, f"game {name} checked, no fault\n")


def test_an_unknown_game_with_a_folder_here_says_how_to_install_it(
    package: Path, wc3d: Wc3d
) -> None:
    line = wc3d("play", "--game", package.name, "--bot", "both").one_line()
    folder = package.parent.name
    assert f"unknown game '{package.name}'; the folder {folder} holds this game" in line
    assert f"python -m pip install -e {folder}" in line
    assert "holds this game" not in wc3d("play", "--game", "chess").one_line()


def test_several_faults_are_a_line_each(package: Path, wc3d: Wc3d) -> None:
    game = package / "game.py"
    change(game, f'title = "{package.name.capitalize()}"', "")
    change(package / "__init__.py", 'space="', 'window="no_such_module:HOOKS",\n    space="')
    said = wc3d("check", "--game", package.name)
    assert said.code == 2 and said.err == ""
    assert said.out.splitlines() == [
        f"{package.name}: the game {package.name.capitalize()} lacks title (see wc3d guide games)",
        f"{package.name}: its window no_such_module:HOOKS cannot be loaded (there is no module no_such_module)",
        f"game {package.name} checked, 2 faults",
    ]


FAULTS = {
    "board": (
        'board="crossroads"',
        'board="nowhere"',
        "mission hill cannot begin: nowhere",
    ),
    "evaluate": (
        "return super().evaluate(state, player) + near[player - 1] - near[2 - player]",
        'return "good"',
        "evaluate: it returned 'good'; expected a number",
    ),
    "resolve": (
        "speed = r.state.model(self.model).speed",
        "speed = r.state.modell(self.model).speed",
        "Move.resolve: AttributeError",
    ),
    "deploy": (
        "width, depth = board.size\n        sides",
        "return 7\n        sides",
        "deploy: it returned 7",
    ),
}
"""Changes of the rules, and what the line about each says."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_game_is_played_to_find_its_faults(fault: str, package: Path, wc3d: Wc3d) -> None:
    before, after, words = FAULTS[fault]
    change(package / "game.py", before, after)
    said = wc3d("check", "--game", package.name)
    assert said.code == 2 and "Traceback" not in said.out + said.err
    first, *_, last = said.out.splitlines()
    assert first.startswith(f"{package.name}: ") and words in first
    assert last.startswith(f"game {package.name} checked, ") and last.endswith("fault")


def test_a_package_without_a_game_or_with_a_broken_one(package: Path, wc3d: Wc3d) -> None:
    project = package.parent / "pyproject.toml"
    change(package / "__init__.py", "import GameEntry", "import NoSuchEntry")
    said = wc3d("check", "--game", package.name)
    assert said.code == 2 and "cannot be used (ImportError: cannot import name" in said.out
    change(project, "wc3d.games", "wc3d.gamez")
    said = wc3d("check", "--game", package.parent.name)
    assert said.code == 2 and 'expected [project.entry-points."wc3d.games"]' in said.out
    project.write_text("[project")
    said = wc3d("check", "--game", package.parent.name)
    assert said.code == 2 and "pyproject.toml: cannot be read (" in said.out


def test_games_of_the_program_and_other_names(wc3d: Wc3d) -> None:
    said = wc3d("check", "--game", "no-such-game")
    assert said.code == 2 and "no-such-game: no game has this name; expected the id" in said.out
    assert "expected PATH, a board or question file, or --game NAME" in wc3d("check").one_line()
    assert "not both" in wc3d("check", "ravine", "--game", "warmachine").one_line()
