"""Each function of a plug-in's rules, broken in every way, costs one line and never a traceback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cli.conftest import Said, Wc3d, wc3d
from tests.made_up import broken
from tests.made_up.discs_shown import DISCS
from tests.server.hosting import HostedTable, hall_at
from wc3d.engine.actions import LEGAL
from wc3d.engine.check_rules import find_rules_fault
from wc3d.engine.guard_rules import GuardedObject, describe_type, make_guard
from wc3d.engine.ruleset_types import GamePlan
from wc3d.errors import InputError, PluginFaultError, describe_plugin_fault
from wc3d.registry import GAMES, GameEntry, load_map, load_rules, register
from wc3d.server.match.registry import answer_safely
from wc3d.window.shell.error_handler import ErrorHandler
from wc3d.window.start.new_game import NewGame

__all__ = ["wc3d"]

CALLED = [
    ("start", "setup.missions"),
    ("start", "setup.forces"),
    ("start", "display.turn_bar"),
    ("terminal", "setup.prepare_game"),
    ("terminal", "play.check"),
    ("terminal", "play.decide"),
    ("terminal", "play.offers"),
    ("terminal", "play.digest"),
    ("terminal", "text.teller"),
    ("series", "setup.outcome"),
    ("host", "setup.restore_game"),
    ("host", "text.headline"),
]
"""Functions that each use calls."""

Use = Callable[[GameEntry, Wc3d, Path], str]


@pytest.fixture(autouse=True)
def as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = dict(GAMES)
    monkeypatch.chdir(tmp_path)
    yield
    GAMES.clear()
    GAMES.update(before)


def line_of(said: Said) -> str:
    """Return the only line on stderr of a command that failed; "" for one that did not."""
    assert said.code in (0, 2) and "Traceback" not in said.err, said.err
    if said.code == 2:
        assert said.err.count("\n") == 1, said.err
        return said.err
    return ""


def play_in_terminal(entry: GameEntry, wc3d: Wc3d, folder: Path) -> str:
    options = ("--bot", "both=random", "--seed", 1, "--save", f"{entry.id}.jsonl")
    return line_of(wc3d("play", "--game", entry.id, *options))


def play_in_series(entry: GameEntry, wc3d: Wc3d, folder: Path) -> str:
    return line_of(wc3d("simulate", "--game", entry.id, "--only", 0, "--bots", "random"))


def use_start_screen(entry: GameEntry, wc3d: Wc3d, folder: Path) -> str:
    new = NewGame(load_rules(entry))
    for size in new.missions_by_size:
        new.set_size(size)
    assert new.available_missions() is not None and new.available_boards() is not None
    assert new.available_forces() is not None
    for option in new.rules.setup.options:
        new.option_choices(option)
        new.rules.setup.describe_option(option, option.default, new.mission)
    new.describe_force(1)
    game = new.game_maker(load_map(new.board, entry.id), None)()
    game.rules.display.turn_bar(game.state)
    game.rules.text.headline(game.state)
    return ""


def play_on_host(entry: GameEntry, wc3d: Wc3d, folder: Path) -> str:
    rules = load_rules(entry)
    board = load_map("crossroads", entry.id)
    mission = rules.setup.missions()[0].id
    game = rules.new_game(GamePlan(mission, board, (None, None), ("Anna", "Ben"), 1))
    hall = folder / entry.id
    hall.mkdir()
    registry = hall_at(hall)
    id, keys = registry.create_match(game)
    table = HostedTable(registry.load_match(id), keys)
    table.give_dice()
    table.listen()
    for number in range(4):
        mover = table.match.player_to_act or 0
        action = next(iter(table.match.active_game.offers()[0].candidates()))
        message = {
            "t": "do",
            "id": f"move {number}",
            "at": table.match.record_length,
            "action": action.model_dump(mode="json"),
        }
        reply = answer_safely(table.match, mover, message)
        if reply["t"] != "done":
            assert "\n" not in reply["text"]
            assert "internal error" not in reply["text"] or "the plug-in" in reply["text"]
            return str(reply["text"])
    return ""


USES: dict[str, Use] = {
    "terminal": play_in_terminal,
    "series": play_in_series,
    "start": use_start_screen,
    "host": play_on_host,
}


def find_line(use: str, function: str, fault: str, wc3d: Wc3d, folder: Path) -> str:
    """Return the line that a broken function costs in a use; "" if it is not missed."""
    entry = broken.entry_of(function, fault)
    register(entry)
    try:
        return USES[use](entry, wc3d, folder)
    except InputError as error:
        line = str(error)
    except Exception as error:
        line = describe_plugin_fault(error)
        assert line, f"{function} {fault}: {type(error).__name__}: {error}"
    finally:
        del GAMES[entry.id]
    assert "\n" not in line
    return line


@pytest.mark.parametrize(("use", "function"), CALLED)
def test_a_broken_function_is_named(use: str, function: str, wc3d: Wc3d, tmp_path: Path) -> None:
    for fault in ("none", "number"):
        line = find_line(use, function, fault, wc3d, tmp_path)
        assert "the plug-in tests.made_up has a fault in" in line or "must return" in line
        assert function in line, line


@pytest.mark.slow
@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("function", broken.FUNCTIONS)
def test_each_broken_function_costs_one_line(
    use: str, function: str, wc3d: Wc3d, tmp_path: Path
) -> None:
    for fault in broken.FAULTS:
        find_line(use, function, fault, wc3d, tmp_path)


@pytest.mark.slow
def test_a_series_in_processes_tells_the_fault(wc3d: Wc3d, tmp_path: Path) -> None:
    register(broken.entry_of("play.offers", "none"))
    said = wc3d("simulate", "--game", "broken_play__offers__none", "--games", 2, "--bots", "random")
    assert said.code in (1, 2) and "Traceback" not in said.out + said.err
    assert "has a fault in play.offers: it returned None" in said.out + said.err


def test_the_words_of_a_fault() -> None:
    rules: Any = broken.__getattr__("text__describe__none")
    with pytest.raises(PluginFaultError) as error:
        rules.text.describe(None, None)
    assert str(error.value).startswith(
        "the plug-in tests.made_up has a fault in text.describe: it returned None; expected a text ("
    )
    rules = broken.__getattr__("text__describe__takes_nothing")
    with pytest.raises(PluginFaultError, match=r"text.describe: TypeError: .*takes 0 positional"):
        rules.text.describe(None, None)
    rules = broken.__getattr__("setup__missions__list")
    assert "setup.missions: it returned None; expected a list, each item a MissionEntry" in (
        find_rules_fault(rules, rules.place, rules.name)
    )


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("str", "a", None),
        ("float", 1, "1"),
        ("int", 3, 3.5),
        ("Player | None", None, 3),
        ("list[str]", ["a"], "a"),
        ("list[str]", (), [1]),
        ("tuple[str, str]", ("a", "b"), ("a",)),
        ("tuple[float, ...]", (1.0, 2), (1.0, "x")),
        ("Mapping[Id, float]", {"a": 1.0}, {"a": None}),
        ("frozenset[Id]", frozenset("a"), ["a"]),
        ("Verdict", LEGAL, None),
        ("bool", None, None),
        ("Setup", {}, []),
    ],
)
def test_results_that_fit_and_results_that_do_not(kind: str, good: Any, bad: Any) -> None:
    guard = make_guard(kind)
    assert guard(len, good) is good
    if kind != "bool":
        with pytest.raises(Exception):  # noqa: B017 - a private error, which becomes a fault
            guard(len, bad)
    assert describe_type(kind)


def test_offers_and_tellers_of_a_plug_in_are_guarded_too() -> None:
    game = DISCS.new_game(
        GamePlan("duel", load_map("crossroads", "discs"), (None, None), ("Anna", "Ben"), 1)
    )
    offer: Any = game.offers()[0]
    assert isinstance(offer, GuardedObject) and offer.type == offer.guarded.type
    assert offer == offer.guarded and hash(offer) == hash(offer.guarded)
    own = SimpleNamespace(check=lambda action: "legal", candidates=lambda: ["move"])
    for name in ("type", "player", "text", "sample"):
        setattr(own, name, None)
    offer = GuardedObject(own, "Offer")
    with pytest.raises(PluginFaultError, match="check: it returned 'legal'; expected a Verdict"):
        offer.check(None)
    with pytest.raises(PluginFaultError, match="it yielded 'move'; expected an Action"):
        list(offer.candidates())


def test_the_window_tells_a_wrong_result_as_a_fault_of_the_plug_in() -> None:
    shown: list[str] = []
    window: Any = SimpleNamespace(
        log=lambda words: None,
        request_redraw=lambda frames: None,
        notices=SimpleNamespace(show_error=shown.append),
        make_start_screen=None,
    )
    rules: Any = broken.__getattr__("setup__forces__none")
    with pytest.raises(PluginFaultError) as error:
        rules.setup.forces("")
    ErrorHandler(window).handle_error(error.value)
    assert "has a fault in setup.forces: it returned None" in shown[0]
