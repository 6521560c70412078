"""Discs with one broken function: `broken:check__none` holds the rules whose `check` returns None."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from tests.made_up import GAME
from tests.made_up.discs_shown import DISCS
from wc3d.engine.guard_rules import find_result_type
from wc3d.engine.ruleset import PARTS, RuleSet
from wc3d.registry import GameEntry


def return_none(*_: Any) -> Any:
    return None


def return_text(*_: Any) -> Any:
    return "nonsense"


def return_number(*_: Any) -> Any:
    return 7


def return_list(*_: Any) -> Any:
    return [None, 3]


def raise_error(*_: Any) -> Any:
    raise ValueError("broken on purpose")


def take_nothing() -> Any:
    return None


FAULTS: dict[str, Callable[..., Any]] = {
    "none": return_none,
    "text": return_text,
    "number": return_number,
    "list": return_list,
    "raises": raise_error,
    "takes_nothing": take_nothing,
}
"""What replaces a function, by a word."""

FUNCTIONS = [
    f"{part}.{field.name}"
    for part in PARTS
    for field in fields(getattr(DISCS, part))
    if find_result_type(str(field.type))
]
"""The functions of all parts of a rules set."""


def entry_of(function: str, fault: str) -> GameEntry:
    """Return the entry of the game with this broken function."""
    name = f"{function.replace('.', '__')}__{fault}"
    id = f"broken_{name}"
    return replace(GAME, id=id, name=id, rules=f"tests.made_up.broken:{name}")


def __getattr__(name: str) -> RuleSet:
    part, field, fault = name.split("__", 2) if name.count("__") == 2 else ("", "", "")
    if part not in PARTS:
        raise AttributeError(name)
    broken: Any = replace(getattr(DISCS, part), **{field: FAULTS[fault]})
    changes = {"name": f"broken_{name}", "place": f"{__name__}:{name}", part: broken}
    rules: Any = replace(DISCS, **changes)
    globals()[name] = rules
    return rules  # type: ignore[no-any-return]
