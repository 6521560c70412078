"""What a new game lacks is told by name when it is registered, and costs nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import Any, Literal

import pytest

from tests.made_up import GAME
from tests.made_up.discs_shown import DISCS
from wc3d import registry
from wc3d.engine.check_rules import describe_missing_functions, find_rules_fault
from wc3d.engine.rule_parts import PlayRules, TextRules
from wc3d.errors import InputError
from wc3d.registry import GAMES, GameEntry, all_games, rules_of
from wc3d.simple_game import SimpleAction, SimpleGame


class Dance(SimpleAction):
    """An action without an effect."""

    type: Literal["dance"] = "dance"


class NamelessAction(SimpleAction):
    """An action without a type."""


class Empty(SimpleGame):
    """A game that is not written yet."""


class HalfWritten(SimpleGame):
    """A game whose actions are not written yet."""

    name = "half"
    title = "Half"
    actions = (Dance, NamelessAction)


def test_every_missing_part_of_a_simple_game_is_named() -> None:
    with pytest.raises(InputError) as error:
        Empty().rules()
    assert str(error.value) == (
        "the game Empty lacks name, title, place, actions, deploy (see wc3d guide games)"
    )
    assert HalfWritten.missing_parts() == (
        "place",
        "deploy",
        "Dance.resolve",
        'NamelessAction.type: Literal["..."] = "..."',
        "NamelessAction.resolve",
    )


def test_missing_functions_of_a_rules_set_are_named() -> None:
    parts: Any = PlayRules
    with pytest.raises(TypeError) as error:
        parts(steps={}, check=None)
    assert describe_missing_functions(error.value) == (
        "it lacks play.decide, play.offers, play.digest, play.read_action "
        "(see wc3d guide contributing)"
    )
    assert describe_missing_functions(TypeError("f() missing 1 required argument: 'x'")) == ""


def test_a_rules_set_with_a_fault_is_refused() -> None:
    place = "tests.made_up.discs_shown:DISCS"
    assert find_rules_fault(DISCS, place, "discs") == ""
    assert "not a RuleSet but a value of type int" in find_rules_fault(3, place, "discs")
    assert "has the name 'discs', but its entry has the name 'chess'" in find_rules_fault(
        DISCS, place, "chess"
    )
    assert find_rules_fault(replace(DISCS, place="nowhere:X"), place, "discs") == (
        f"its place is 'nowhere:X'; expected '{place}'"
    )
    text: Any = DISCS.text
    broken = replace(DISCS, text=replace(text, headline="Discs"))
    assert find_rules_fault(broken, place, "discs") == "text.headline must be a function"


def __getattr__(name: str) -> Any:
    """Make the rules when they are loaded, as a module of a package does."""
    if name == "EMPTY":
        return Empty().rules()
    if name == "UNFINISHED":
        text: Any = TextRules
        return text(describe=None)
    raise AttributeError(name)


PLACE = "tests.simple_game.test_missing_parts"


def entry(id: str, **parts: Any) -> GameEntry:
    """Return the entry of a broken game."""
    return replace(GAME, id=id, name=id, **parts)


ENTRIES = {
    "empty": entry("empty", rules=f"{PLACE}:EMPTY"),
    "unfinished": entry("unfinished", rules=f"{PLACE}:UNFINISHED"),
    "nowhere": entry("nowhere", rules="no_such_module:RULES"),
    "renamed": entry("renamed"),
    "roomless": replace(GAME, id="roomless", space=f"{PLACE}:PLACE"),
    "windowless": replace(GAME, id="windowless", window="no_such_module.window:HOOKS"),
    "warmachine": replace(GAME, id="warmachine"),
    "discs": GAME,
}
"""The entries of installed packages; only the last is whole."""

REASONS = {
    "empty": "the game Empty lacks name, title, place, actions, deploy",
    "unfinished": "Discs cannot be played: it lacks text.teller, text.headline",
    "nowhere": "its rules no_such_module:RULES cannot be loaded (ModuleNotFoundError",
    "renamed": "has the name 'discs', but its entry has the name 'renamed'",
    "roomless": f"its space {PLACE}:PLACE is not a SpacePolicy",
    "windowless": "its window no_such_module.window:HOOKS cannot be loaded",
    "warmachine": "there is already a game warmachine",
}


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The broken packages, installed."""
    points = {id: EntryPoint(id, f"{PLACE}:{id.upper()}_ENTRY", "wc3d.games") for id in ENTRIES}
    monkeypatch.setattr(registry, "find_entry_points", lambda group: points)
    monkeypatch.setattr(registry, "load_entry_point", lambda point: ENTRIES[point.name])
    before = dict(GAMES)
    GAMES.pop("discs", None)
    clear: Any = all_games
    clear.cache_clear()
    yield
    clear.cache_clear()
    GAMES.clear()
    GAMES.update(before)


@pytest.mark.usefixtures("installed")
def test_each_broken_game_costs_one_warning_line_and_the_others_play(
    capsys: pytest.CaptureFixture[str],
) -> None:
    games = all_games()
    warnings = capsys.readouterr().err.splitlines()
    assert len(warnings) == len(REASONS)
    for (id, reason), line in zip(REASONS.items(), warnings, strict=True):
        assert line.startswith(f"wc3d: warning: the entry point {id} = ") and reason in line
    assert set(REASONS) & set(games) == {"warmachine"}
    assert rules_of("discs") is DISCS and rules_of("warmachine").title == "WARMACHINE"
