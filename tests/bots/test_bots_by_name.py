"""Bots by name: those of the game, of installed packages, and one's own as module:Class; what a file names runs no code."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Generator, Iterable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Said, Wc3d, without_announcement
from wc3d._internal import memo
from wc3d.bots import (
    bot_names,
    bots_of,
    list_usable_bots,
    make_bot,
    match,
    process_pool,
    validate_bot_name,
)
from wc3d.cli.main import main
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

SLOW_AND_STEADY = """
from wc3d.bots.random_player import RandomPlayer
class Steady(RandomPlayer): pass
class NoBot:
    def __init__(self, seed): pass
class NoSeed:
    def choose(self, view): pass
class Number:
    def __init__(self, seed): pass
    def choose(self, view): return 3
class Cheater(Steady):
    def choose(self, view):
        action = super().choose(view)
        return action.model_copy(update={"player": 3 - action.player})
ran = []
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a module of bots in it."""
    (tmp_path / "own_bots_here.py").write_text(SLOW_AND_STEADY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*__import__("sys").path])
    return tmp_path


@pytest.fixture
def wc3d(capsys: pytest.CaptureFixture[str]) -> Wc3d:
    """Runs the command in this process."""

    def run(*argv: object) -> Said:
        capsys.readouterr()
        code = main([str(word) for word in argv])
        out, err = capsys.readouterr()
        return Said(code, out, without_announcement(err))

    return run


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that names a bot."""
    point = EntryPoint("steady", "own_bots_here:Steady", match.ENTRY_POINT_GROUP)
    monkeypatch.setattr(
        "importlib.metadata.entry_points",
        lambda group: [point] if group == match.ENTRY_POINT_GROUP else [],
    )
    memo.clear()
    yield
    memo.clear()


def test_a_bot_of_one_s_own_plays(
    wc3d: Wc3d, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("first\nsouth\nquit\n"))
    said = wc3d("play", "--seed", 3, "--bot", "2=own_bots_here:Steady", "--save", "game.jsonl")
    assert (said.code, said.err) == (0, "")
    head = json.loads((folder / "game.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert head["bots"] == {"2": "own_bots_here:Steady"}


def test_a_saved_game_names_a_bot_but_runs_no_code(
    wc3d: Wc3d, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    test_a_bot_of_one_s_own_plays(wc3d, folder, monkeypatch)
    line = wc3d("play", "--load", "game.jsonl").one_line()
    assert (
        "the saved game uses the bot own_bots_here:Steady; confirm it with --bot 2=own_bots_here:Steady"
        in line
    )
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert wc3d("play", "--load", "game.jsonl", "--bot", "2=own_bots_here:Steady").code == 0


def test_a_bot_of_one_s_own_plays_a_series(wc3d: Wc3d, folder: Path) -> None:
    said = wc3d(
        "simulate",
        "--only",
        0,
        "--bots",
        "own_bots_here:Steady,random",
        "--forces",
        "marcher_worlds_skirmish",
    )
    assert said.code == 0 and json.loads(said.out)["bots"] == ["own_bots_here:Steady", "random"]


def test_an_installed_package_brings_a_bot(folder: Path, installed: None) -> None:
    assert bot_names(NEO_MECHANIKA) == [
        "regular",
        "veteran",
        "master",
        "recruit",
        "random",
        "steady",
    ]
    assert type(bots_of(NEO_MECHANIKA)["steady"](1)).__name__ == "Steady"
    assert (
        validate_bot_name(NEO_MECHANIKA, "steady") == "steady"
        and validate_bot_name(NEO_MECHANIKA, "") == "regular"
    )


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "recriut",
            "one of regular, veteran, master, recruit, random, or MODULE:CLASS; did you mean recruit?",
        ),
        ("veteran@many", "bot veteran@many: expected a whole number from 1 to 100000 after @"),
        ("veteran@0", "expected a whole number from 1 to"),
        ("regular@20", "bot regular@20: regular does not take a budget; leave out @20"),
        (
            "nowhere_at_all:Bot",
            "bot nowhere_at_all:Bot: found no module 'nowhere_at_all' in this folder or",
        ),
        (
            "own_bots_here:Stedy",
            "bot own_bots_here:Stedy: own_bots_here has no class 'Stedy'; did you mean Steady?",
        ),
        ("own_bots_here:ran", "own_bots_here has no class 'ran'"),
        ("own_bots_here:NoBot", "expected a class with a method choose(view)"),
        (
            "own_bots_here:NoSeed",
            "bot own_bots_here:NoSeed: expected a class whose constructor takes a seed",
        ),
        (":", "no module ''"),
        ("own_bots_here:", "own_bots_here has no class ''"),
    ],
)
def test_what_is_no_bot_is_told(name: str, told: str, folder: Path) -> None:
    with pytest.raises(InputError) as met:
        make_bot(NEO_MECHANIKA, name, 1)
    assert told in str(met.value)


NO_ACTION = "bot own_bots_here:Number: choose(view) must return an action, found 3"


def test_a_choice_that_is_no_action_ends_a_game(wc3d: Wc3d, folder: Path) -> None:
    said = wc3d("play", "--seed", 3, "--bot", "both=own_bots_here:Number", "--save", "game.jsonl")
    assert (said.code, said.err) == (2, f"wc3d: {NO_ACTION}\n")


def test_an_action_that_the_rules_do_not_allow_ends_a_game(wc3d: Wc3d, folder: Path) -> None:
    said = wc3d("play", "--seed", 3, "--bot", "both=own_bots_here:Cheater", "--save", "game.jsonl")
    assert said.code == 2 and said.err.startswith(
        "wc3d: bot own_bots_here:Cheater: the rules do not allow its action: "
    )
    assert said.err.count("\n") == 1


def test_a_choice_that_is_no_action_ends_a_series(wc3d: Wc3d, folder: Path) -> None:
    said = wc3d(
        "simulate",
        "--only",
        0,
        "--bots",
        "own_bots_here:Number",
        "--forces",
        "marcher_worlds_skirmish",
    )
    assert (said.code, said.out) == (2, "") and NO_ACTION in said.err


@pytest.mark.parametrize(
    "words",
    [
        ("ladder", "--bots", "own_bots_here:Number", "random", "--games", 1),
        (
            "simulate",
            "--bots",
            "own_bots_here:Number",
            "--games",
            1,
            "--forces",
            "marcher_worlds_skirmish",
        ),
    ],
)
def test_a_fault_of_a_bot_ends_all_games(
    words: tuple[object, ...], wc3d: Wc3d, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play_here(
        work: Callable[[Any], Any], tasks: Iterable[Any], *more: object
    ) -> Generator[Any, None, None]:
        for task in tasks:
            try:
                yield process_pool.TaskResult(task, work(task))
            except InputError as error:
                yield process_pool.TaskResult(task, None, process_pool.describe_error(error))

    monkeypatch.setattr(process_pool, "run_in_processes", play_here)
    said = wc3d(*words)
    assert said.code == 2 and said.err.endswith(f"wc3d: {NO_ACTION}\n")


def test_a_broken_bot_of_a_package_is_left_out_of_a_ladder_of_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "importlib.metadata.entry_points",
        lambda group: [EntryPoint("broken", "no_module:Bot", group)],
    )
    memo.clear()
    try:
        assert "broken" in bot_names(NEO_MECHANIKA) and "broken" not in list_usable_bots(
            NEO_MECHANIKA
        )
        warning = "wc3d: warning: the entry point broken = no_module:Bot (wc3d.bots) cannot be used (ModuleNotFoundError"
        assert capsys.readouterr().err.startswith(warning)
        with pytest.raises(InputError, match="the entry point broken = no_module:Bot"):
            validate_bot_name(NEO_MECHANIKA, "broken")
    finally:
        memo.clear()
