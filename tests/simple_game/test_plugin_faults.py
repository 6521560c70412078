"""A fault of a plug-in is one line that names the plug-in, its function, the file and the line."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cli.conftest import Said, Wc3d, wc3d
from tests.server.hosting import HostedTable, hall_at
from wc3d.cli.new.command import fill_template, read_template, template_words
from wc3d.engine.game import Game
from wc3d.engine.ruleset_types import GamePlan
from wc3d.errors import PluginFaultError, describe_plugin_fault, describe_program_error
from wc3d.registry import GAMES, GameEntry, load_map, register, rules_of
from wc3d.server.match.registry import answer_safely
from wc3d.server.match.work_queue import MatchExecutor
from wc3d.window.shell.error_handler import ErrorHandler

__all__ = ["wc3d"]

SIZES = "sides = ((1, 4.0), (2, depth - 4.0))"
FAULTS = {
    "check-raises": (
        "model = state.model(self.model)\n        if state.model(self.target)",
        "model = state.model(self.model)\n        if state.modell(self.target)",
        "Shoot.check: AttributeError: 'SimpleState' object has no attribute 'modell'",
    ),
    "check-forgets": (
        "return allowed_if(state.table.move(self.model, [self.to], speed))",
        "allowed_if(state.table.move(self.model, [self.to], speed))",
        "Move.check: it returned None; expected a Verdict: LEGAL, refuse(...) or allowed_if(...)",
    ),
    "resolve-raises": (
        "r.emit(ModelWalked(self.model, r.state.table.move(self.model, [self.to], speed).track))",
        'r.emit(ModelWalked(self.model, {}["track"]))',
        "Move.resolve: KeyError: 'track'",
    ),
    "resolve-emits-text": (
        "r.emit(ModelWalked(self.model, r.state.table.move(self.model, [self.to], speed).track))",
        'r.emit("moved")',
        "Move.resolve: AttributeError: 'str' object has no attribute 'evolve'",
    ),
    "examples-forget": (
        "yield cls.ahead(state, model, math.radians(turn), far)",
        "cls.ahead(state, model, math.radians(turn), far)",
        "Move.examples: it returned None; expected actions: yield each of them",
    ),
    "examples-are-texts": (
        "yield cls.ahead(state, model, math.radians(turn), far)",
        'yield "ahead"',
        "Move.examples: it returned 'ahead'; expected actions of the class Move",
    ),
    "deploy-raises": (SIZES, "sides = ((1, 4.0), (2, depth - None))", "Hostile.deploy: TypeError"),
    "deploy-is-wrong": (
        SIZES,
        "return 7",
        "Hostile.deploy: it returned 7; expected models, each at (x, y)",
    ),
    "objectives-are-wrong": (
        'return (SimpleObjective("hill", "The hill", (width / 2, depth / 2), radius=4.0),)',
        'return (SimpleObjective("hill", "The hill", None),)',
        "Hostile.objectives: it returned (SimpleObjective(",
    ),
    "score-raises": (
        "if holder := r.state.holder_of(r.state.objectives[0]):",
        "if holder := r.state.holder_of(r.state.objectives[1]):",
        "Hostile.score_round: IndexError: tuple index out of range",
    ),
    "evaluate-is-a-text": (
        "return super().evaluate(state, player) + near[player - 1] - near[2 - player]",
        'return "good"',
        "Hostile.evaluate: it returned 'good'; expected a number",
    ),
    "calls-exit": (
        "near = [0.0, 0.0]",
        'raise SystemExit("bye")',
        "Hostile.evaluate: SystemExit: bye",
    ),
}
"""Changes of the template, and what the line about each says."""

EXTRA_METHODS = {
    "next-player-is-wrong": (
        "def next_player(self, state): return 3",
        "Hostile.next_player: it returned 3; expected 1, 2 or None",
    ),
    "ending-is-a-text": (
        'def find_ending(self, state): return "over"',
        "Hostile.find_ending: it returned 'over'; expected None or (winner, reason)",
    ),
    "winner-is-a-number": (
        "def find_winner(self, state): return 1",
        "Hostile.find_winner: it returned 1; expected (winner, reason)",
    ),
    "too-few-parameters": (
        "def next_player(self): return 1",
        "Hostile.next_player: Hostile.next_player() takes 1 positional argument but 2 were given",
    ),
    "state-is-lost": (
        "def prepare_state(self, state): pass",
        "Hostile.prepare_state: it returned None; expected the changed state",
    ),
}
"""Methods added to the game, and what the line about each says."""

EVENTS = {
    "evolve-forgets": (
        "def evolve(self, state): state.with_model(self.model)",
        "Cheered.evolve: it returned None; expected a SimpleState",
    ),
    "words-are-a-number": (
        "def words(self, state): return 7",
        "Cheered.words: it returned 7; expected a text",
    ),
    "words-raise": ("def words(self, state): return 1 / 0", "Cheered.words: ZeroDivisionError"),
}
"""Methods of an event that each move emits, and what the line about each says."""

CHEERED = '''

@dataclass(frozen=True)
class Cheered(SimpleEvent):
    """A model cheers."""

    model: str

    {method}


class Hostile(SimpleGame):'''

Write = Callable[[str], str]

NUMBERS = itertools.count()
"""The numbers of the packages, as Python imports a module of a name only once."""


def game_text(id: str) -> str:
    """Return the rules of the written game with one fault; "" means none."""
    text = fill_template(read_template("game.py"), template_words("hostile"))
    if id in FAULTS:
        before, after, _ = FAULTS[id]
        assert before in text, id
        return text.replace(before, after)
    if id in EXTRA_METHODS:
        return text.replace("    def deploy(", f"    {EXTRA_METHODS[id][0]}\n\n    def deploy(")
    if id in EVENTS:
        text = text.replace("    SimpleGame,\n", "    SimpleEvent,\n    SimpleGame,\n")
        text = text.replace("\n\nclass Hostile(SimpleGame):", CHEERED.format(method=EVENTS[id][0]))
        walked = "r.emit(ModelWalked(self.model, r.state.table.move(self.model, [self.to], speed).track))"
        return text.replace(walked, "r.emit(Cheered(self.model))")
    return text


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Writes the package of a game with a fault, registers it, and returns its id."""
    before = dict(GAMES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))

    def written(fault: str) -> str:
        name = f"hostile{next(NUMBERS)}"
        package = tmp_path / name
        package.mkdir()
        (package / "__init__.py").touch()
        text = game_text(fault).replace("hostile.game", f"{name}.game")
        (package / "game.py").write_text(text.replace('name = "hostile"', f'name = "{name}"'))
        register(
            GameEntry(name, name, "Hostile", rules=f"{name}.game:RULES", space=f"{name}.game:SPACE")
        )
        return name

    yield written
    GAMES.clear()
    GAMES.update(before)


def expected_words(fault: str) -> str:
    """Return what the line about a fault says."""
    return {**{id: each[2] for id, each in FAULTS.items()}}.get(
        fault, {**EXTRA_METHODS, **EVENTS}.get(fault, ("", ""))[1]
    )


def require_line(said: Said, name: str, words: str, file: Path) -> None:
    """Check the last line about a fault, which is the only one on stderr."""
    line = said.err.splitlines()[-1]
    assert said.code == 2 and "Traceback" not in said.err, said.err
    assert line.startswith(f"wc3d: the plug-in {name} has a fault in {words}"), line
    assert f"({file}, line " in line and line.endswith(
        "WC3D_TRACEBACK=1 prints the calls that led to it"
    )


@pytest.mark.parametrize("fault", [*FAULTS, *EXTRA_METHODS, *EVENTS])
def test_each_fault_ends_the_command_with_one_line(
    fault: str, write: Write, wc3d: Wc3d, tmp_path: Path
) -> None:
    name = write(fault)
    said = wc3d("play", "--game", name, "--seed", 1, "--bot", "both", "--save", "game.jsonl")
    assert said.err.count("\n") == 1
    require_line(said, name, expected_words(fault), tmp_path / name / "game.py")


def test_the_game_before_a_fault_is_saved_and_another_game_plays(
    write: Write, wc3d: Wc3d, tmp_path: Path
) -> None:
    name = write("score-raises")
    said = wc3d("play", "--game", name, "--seed", 1, "--bot", "both", "--save", "game.jsonl")
    assert said.code == 2
    sound = write("")
    said = wc3d("play", "--game", sound, "--seed", 1, "--bot", "both=random", "--save", "b.jsonl")
    assert said.code == 0 and " after 3 rounds" in said.out
    verified = wc3d("replay", "game.jsonl", "--verify")
    assert verified.code == 0 and "intact" in verified.out


def test_a_traceback_is_printed_on_request(
    write: Write, wc3d: Wc3d, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write("resolve-raises")
    monkeypatch.setenv("WC3D_TRACEBACK", "1")
    said = wc3d("play", "--game", name, "--seed", 1, "--bot", "both", "--save", "game.jsonl")
    assert said.code == 2 and "Traceback (most recent call last)" in said.err
    assert said.err.splitlines()[-1].endswith(", line 83)"), said.err


BOTS = """
class Raising:
    def __init__(self, seed): pass
    def choose(self, view): return [][view.player]


class Calling:
    def __init__(self, seed): pass
    def choose(self, view): return view.state.table.distance("nobody", "scout1")
"""


def test_a_bot_s_fault_ends_the_command_with_one_line(
    write: Write, wc3d: Wc3d, tmp_path: Path
) -> None:
    sound = write("")
    (tmp_path / "hostile_bots.py").write_text(BOTS)
    file = tmp_path / "hostile_bots.py"
    options = ("--game", sound, "--seed", 1, "--save", "game.jsonl")
    said = wc3d("play", *options, "--bot", "both=hostile_bots:Raising")
    words = "Raising.choose: IndexError: list index out of range"
    require_line(said, "hostile_bots", words, file)
    options = (*options[:-1], "other.jsonl")
    said = wc3d("play", *options, "--bot", "both=hostile_bots:Calling")
    assert said.code == 2 and said.err.count("\n") == 1
    assert f"(in Calling.choose, {file}, line 9)" in said.err


BROKEN_BOTS = {
    "def f(:": "cannot be imported (SyntaxError: invalid syntax, {file}, line 1)",
    "import no_such_module": "cannot be imported (ModuleNotFoundError: No module named "
    "'no_such_module', {file}, line 1)",
    "raise SystemExit(3)": "cannot be imported (SystemExit: 3, {file}, line 1)",
    "class Bot:\n    def __init__(self, seed): pass\n    def choose(self): pass": (
        "expected a class with a method choose(view)"
    ),
}
"""Modules of bots that cannot be used, and what is said about each."""


@pytest.mark.parametrize("text", BROKEN_BOTS)
def test_a_module_of_bots_that_cannot_be_imported_is_one_line(
    text: str, write: Write, wc3d: Wc3d, tmp_path: Path
) -> None:
    name = f"broken_bots{next(NUMBERS)}"
    file = tmp_path / f"{name}.py"
    file.write_text(f"{text}\n")
    options = ("--game", write(""), "--save", "g.jsonl", "--bot", f"both={name}:Bot")
    words = BROKEN_BOTS[text].format(file=file)
    assert words in wc3d("play", *options).one_line()


def test_a_bot_s_plan_is_checked(write: Write, wc3d: Wc3d, tmp_path: Path) -> None:
    name = f"planning_bots{next(NUMBERS)}"
    text = f"{BOTS}\n    def prepare(self, plan, player): return 3\n"
    (tmp_path / f"{name}.py").write_text(text)
    options = ("--game", write(""), "--save", "g.jsonl", "--bot", f"both={name}:Calling")
    line = wc3d("play", *options).one_line()
    assert "Calling.prepare: it returned 3; expected a GamePlan" in line


class FakeWindow:
    """The parts of a window that handle errors."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.screens: list[str] = []
        self.notices = SimpleNamespace(show_error=lambda words: self.shown.append(str(words)))

    def log(self, words: str) -> None:
        """Ignore the log."""

    def request_redraw(self, frames: int) -> None:
        """Ignore drawing."""

    def make_start_screen(self) -> str:
        """Return the start screen."""
        return "start"

    def show_screen(self, screen: str) -> None:
        """Remember a screen."""
        self.screens.append(screen)


def test_the_window_tells_the_fault_and_returns_to_its_start_screen(write: Write) -> None:
    name = write("resolve-raises")
    game = new_game(name)
    window: Any = FakeWindow()
    handler = ErrorHandler(window)
    for _ in range(2):
        with pytest.raises(KeyError) as error:
            game.apply(next(iter(game.offers()[0].candidates())))
        handler.handle_error(error.value)
    assert all(f"the plug-in {name} has a fault in Move.resolve" in line for line in window.shown)
    assert len(window.shown) == 2 and window.screens == ["start"]


def new_game(name: str) -> Game:
    """Return a new game of a written package."""
    rules = rules_of(name)
    board = load_map("crossroads", name)
    return rules.new_game(GamePlan("hill", board, (None, None), ("Anna", "Ben"), 1))


def test_a_host_answers_with_the_fault_and_without_the_file(
    write: Write, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    registry = hall_at(tmp_path)
    broken, sound = (
        registry.load_match(registry.create_match(new_game(write(fault)))[0])
        for fault in ("resolve-raises", "")
    )
    for match in (broken, sound):
        table = HostedTable(match, {})
        table.give_dice()
        mover = match.player_to_act or 0
        action = next(iter(match.active_game.offers()[0].candidates()))
        message = {
            "t": "do",
            "id": "first move",
            "at": match.record_length,
            "action": action.model_dump(mode="json"),
        }
        reply = answer_safely(match, mover, message)
        if match is sound:
            assert reply["t"] == "done"
        else:
            text = "Move.resolve: KeyError: 'track'"
            assert reply["t"] == "failed" and text in reply["text"]
            assert str(tmp_path) not in reply["text"]
            assert str(tmp_path) in caplog.text and match.player_to_act == mover


def test_a_host_tells_the_table_that_a_bot_stopped(
    write: Write, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    name = write("")
    registry = hall_at(tmp_path)
    id, keys = registry.create_match(new_game(name))
    table = HostedTable(registry.load_match(id), keys)
    table.give_dice()
    table.match.spec = replace(table.match.spec, bots={1: "random", 2: "random"})
    table.listen()

    async def fails(match: Any, player: int) -> str:
        return f"the plug-in {name} has a fault in Move.check: KeyError: 7 (/home/x.py, line 3)"

    async def run() -> None:
        executor = MatchExecutor(registry)
        executor._choose_action = fails  # type: ignore[method-assign]
        try:
            await executor._play_bots(table.match)
        finally:
            await executor.close()

    with caplog.at_level(logging.ERROR):
        asyncio.run(run())
    [told] = [message for message in table.told[0] if message["t"] == "failed"]
    mover = ("Anna", "Ben")[(table.match.player_to_act or 0) - 1]
    words = f"the plug-in {name} has a fault in Move.check: KeyError: 7"
    assert told == {"t": "failed", "id": "bot", "text": f"{mover}'s bot stopped: {words}"}
    assert "(/home/x.py, line 3)" in caplog.text


def test_a_fault_of_the_program_is_not_blamed_on_a_plug_in() -> None:
    assert describe_plugin_fault(ValueError("x")) == ""
    assert describe_program_error(ValueError("x")) == (
        "program error, please report it (ValueError: x)"
    )
    assert describe_program_error(PluginFaultError("the plug-in a has a fault in b: c")) == (
        "the plug-in a has a fault in b: c"
    )
