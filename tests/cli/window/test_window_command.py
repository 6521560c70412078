"""The commands that open a window: at the right place; without a screen one line that names the terminal commands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Wc3d
from wc3d._internal.data_files import shipped_folder
from wc3d.cli.window.screens import new_board_screen
from wc3d.window.board.judge.screen import JudgeScreen
from wc3d.window.board.workshop.screen import EditorScreen
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.window_memory import load_memory

CROSSROADS = shipped_folder("maps") / "crossroads.json"
COVER = shipped_folder("maps") / "questions" / "book-cover.json"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "config"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Screen, dict[str, Any]]]:
    """The screens that windows were opened at, on a machine with a display; none is really opened."""
    found: list[tuple[Screen, dict[str, Any]]] = []
    monkeypatch.setenv("DISPLAY", ":7654")

    def open_window(screen: Screen, title: str, begun: Callable[[], object], **more: Any) -> None:
        found.append((screen, more))
        begun()

    monkeypatch.setattr("wc3d.window.shell.run_window.open_window", open_window)
    return found


@pytest.fixture
def saved(wc3d: Wc3d, tmp_path: Path) -> Path:
    """A saved game, just begun."""
    from tests.screens.play_games import skirmish
    from wc3d.engine.replay import save

    save(skirmish(), tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


def test_without_a_screen_one_line_names_the_terminal_commands(
    wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch, saved: Path, tmp_path: Path
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    for words, instead in (
        (("view", CROSSROADS), f"wc3d check {CROSSROADS}"),
        (("judge", COVER, "--window"), f"wc3d judge {COVER}"),
        (("replay", saved, "--window"), f"wc3d replay {saved}"),
        (("play", "--window"), "without --window"),
        (("start",), "wc3d play, wc3d replay"),
        ((), "wc3d play, wc3d replay"),
    ):
        line = wc3d(*words).one_line()
        assert "display" in line and instead in line
    assert not (tmp_path / "config").exists()


def test_each_command_opens_the_window_at_its_place(
    wc3d: Wc3d, opened: list[Any], saved: Path
) -> None:
    for words, name in (
        ((), "start"),
        (("start",), "start"),
        (("judge", COVER, "--window"), "judge"),
        (("replay", saved, "--window"), "replay"),
        (("play", "--window", "--save", "new.jsonl"), "play"),
        (("play", "--window", "--load", saved), "play"),
    ):
        said = wc3d(*words)
        assert (said.code, said.err) == (0, "")
        screen, options = opened.pop()
        assert (
            screen.name == name
            and options["complaints"] == []
            and options["start"]().name == "start"
        )
    assert wc3d("view", CROSSROADS).code == 0
    assert opened.pop()[0].table.name == "Crossroads"
    assert [f.kind for f in load_memory().files] == ["board", "game", "game", "dispute"]


def test_a_board_that_is_built_goes_to_the_judge_with_its_models() -> None:
    built = new_board_screen(30.0, 40.0)
    assert isinstance(built, EditorScreen) and built.make_judge_screen is not None
    built.board_model.place_model_at("large", (12.0, 12.0, 0.0))
    judge = built.make_judge_screen(built.board_model.table, Path("maps/yard.json"), built)
    assert (
        isinstance(judge, JudgeScreen)
        and judge.table.size == (30, 40)
        and judge.case.name == "yard"
    )
    assert [body.base for body in judge.table.bodies] == [
        "large"
    ] and judge.previous_screen is built


def test_a_broken_settings_file_does_not_keep_the_window_from_opening(
    wc3d: Wc3d, opened: list[Any], own_folder: Path
) -> None:
    own_folder.mkdir()
    (own_folder / "settings.toml").write_text("[keys]\nmeasure = 3\n")
    assert wc3d("start").code == 0
    (complaint,) = opened.pop()[1]["complaints"]
    assert str(own_folder / "settings.toml") in complaint and "keys.measure" in complaint


def test_what_goes_not_with_the_window_is_refused(
    wc3d: Wc3d, opened: list[Any], saved: Path, tmp_path: Path
) -> None:
    assert (
        "--window: cannot be used with --step"
        in wc3d("replay", saved, "--window", "--step").one_line()
    )
    assert "no such file" in wc3d("replay", tmp_path / "none.jsonl", "--window").one_line()
    assert "not a folder" in wc3d("replay", tmp_path, "--window").one_line()
    assert not opened
