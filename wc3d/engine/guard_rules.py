"""Guards around the functions of a plug-in's rules, so that each wrong result is one line.

A function whose result does not fit its type in `wc3d.engine.rule_parts` raises PluginFaultError,
which names the function. The games of this program are not guarded.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass, replace
from functools import wraps
from numbers import Integral, Real
from typing import Any, TypeVar

from wc3d._internal.memo import Size, memo_per_process
from wc3d.errors import PluginFaultError, make_plugin_fault

PartT = TypeVar("PartT")

ALIASES = {
    "Id": "str",
    "Viewer": "Player | None",
    "Setup": "Mapping[str, Any]",
    "Rgb": "tuple[int, int, int]",
    "PreparedGame": "tuple[State, Dice, Setup]",
}
"""The aliases of `wc3d.engine.rule_parts`, each as another type."""

UNCHECKED = ("Any", "bool", "Force", "NoReturn")
"""Types that fit every value. A value that is no bool counts as true or false."""

METHODS = {
    "State": ("agenda", "drawn"),
    "Dice": ("roll", "shuffle"),
    "Offer": ("type", "player", "text", "check", "candidates", "sample"),
    "Teller": ("format_lines", "format_rest"),
}
"""The attributes of values of any class."""

OBJECT_RESULTS = {
    "Offer": {
        "check": "Verdict",
        "candidates": "Iterator[Action]",
        "sample": "Action | None",
    },
    "Teller": {"format_lines": "list[str]", "format_rest": "list[str]"},
}
"""The methods of returned objects, with the type of each one's result."""

WORDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "Player": "1 or 2",
    "None": "None",
    "State": "a state with an agenda",
    "Dice": "dice",
}
"""The types in words."""

Guard = Callable[[Callable[..., Any], Any], Any]
"""A function from a plug-in's function and its result to the result. Raises PluginFaultError."""


def guard_part(part: PartT, name: str) -> PartT:
    """Return a part of a rules set with guarded functions. Functions of wc3d stay as they are."""
    if not is_dataclass(part):
        return part
    changes: dict[str, Any] = {}
    for field in fields(part):
        value = getattr(part, field.name)
        place = f"{name}.{field.name}"
        result = find_result_type(str(field.type))
        if place == "play.decide" and _is_foreign(value):
            changes[field.name] = guard_decide(value, place)
        elif result and _is_foreign(value):
            changes[field.name] = guard_function(value, result, place)
        elif field.name == "player_queries" and isinstance(value, Mapping):
            changes[field.name] = {
                word: guard_function(query, "list[str]", f"{place}[{word!r}]")
                if _is_foreign(query)
                else query
                for word, query in value.items()
            }
    return replace(part, **changes) if changes else part  # type: ignore[type-var]


def _is_foreign(value: Any) -> bool:
    """Return whether a value is a function outside wc3d that has no guard yet."""
    function = getattr(value, "func", value)
    module = getattr(function, "__module__", None) or type(function).__module__
    return callable(value) and not hasattr(value, "guards") and module.partition(".")[0] != "wc3d"


def find_result_type(annotation: str) -> str:
    """Return the type of a function's result; "" for a type that is not of a function.

    >>> from wc3d.engine.guard_rules import find_result_type
    >>> find_result_type("Callable[[State, Id], Receipt | None] | None")
    'Receipt | None'
    """
    for node in ast.walk(ast.parse(annotation, mode="eval")):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Callable":
            assert isinstance(node.slice, ast.Tuple)
            return ast.unparse(node.slice.elts[1])
    return ""


def guard_function(function: Callable[..., Any], result: str, place: str) -> Callable[..., Any]:
    """Return a function that checks each result of another, which stands at a place."""
    guard = make_guard(result)

    @wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        try:
            value = function(*arguments, **keywords)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:
                raise
            problem = f"{type(error).__name__}: {error}"
        else:
            try:
                return guard(function, value)
            except _WrongResultError as wrong:
                problem = f"it returned {_show(wrong.value)}; expected {describe_type(result)}"
        raise _make_fault(function, place, problem)

    call.guards = function  # type: ignore[attr-defined]
    return call


def guard_decide(function: Callable[..., Any], place: str) -> Callable[..., Any]:
    """Return a function like `guard_function` that also demands a changed state.

    Without the demand, bots would play a game for ever whose actions do nothing.
    """
    checked = guard_function(function, "Any", place)

    @wraps(function)
    def call(resolution: Any, action: Any) -> Any:
        before = resolution.state
        checked(resolution, action)
        if resolution.state is before:
            words = "it changed nothing; expected it to answer the open question"
            raise _make_fault(function, place, words)

    call.guards = function  # type: ignore[attr-defined]
    return call


def _make_fault(function: Callable[..., Any], place: str, problem: str) -> PluginFaultError:
    """Return the fault of a function, named by its place in the rules."""
    return make_plugin_fault(getattr(function, "func", function), problem, place)


def _show(value: Any) -> str:
    """Return a value as a short text, even if its own `repr` fails."""
    try:
        return f"{value!r:.60}"
    except Exception:
        return f"a value of type {type(value).__name__}"


class _WrongResultError(Exception):
    """A result that does not fit. `value` is the part that is wrong."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


@memo_per_process(Size.SMALL)
def make_guard(text: str) -> Guard:
    """Return the guard for a type, such as "tuple[str, ...]".

    Offers are guarded again in each state, and parsing a type takes 20 microseconds.
    """
    return _make_guard(ast.parse(ALIASES.get(text, text), mode="eval").body)


def _make_guard(node: ast.expr) -> Guard:
    if isinstance(node, ast.BinOp):
        return _make_union_guard(_list_options(node))
    if isinstance(node, ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return _make_container_guard(ast.unparse(node.value), parts)
    name = ast.unparse(node)
    if name in ALIASES:
        return make_guard(ALIASES[name])
    if name in OBJECT_RESULTS:
        return lambda function, value: guard_object(function, value, name)
    fits = _find_test(name)

    def guard(function: Callable[..., Any], value: Any) -> Any:
        if not fits(value):
            raise _WrongResultError(value)
        return value

    return guard


def _list_options(node: ast.expr) -> list[ast.expr]:
    """Return the types of a union."""
    if isinstance(node, ast.BinOp):
        return [*_list_options(node.left), *_list_options(node.right)]
    return [node]


def _find_test(name: str) -> Callable[[Any], bool]:
    """Return the test for a type without parts."""
    if name in UNCHECKED:
        return lambda value: True
    if name == "None":
        return lambda value: value is None
    if name == "Player":
        return lambda value: isinstance(value, Integral) and value in (1, 2)
    if name in METHODS:
        return lambda value: all(hasattr(value, attribute) for attribute in METHODS[name])
    base: type | None = {"str": str, "int": Integral, "float": Real}.get(name)
    if base is not None:
        return lambda value: isinstance(value, base)
    return lambda value: any(kind.__name__ == name for kind in type(value).__mro__)


def _make_union_guard(options: Sequence[ast.expr]) -> Guard:
    guards = [_make_guard(option) for option in options]

    def guard(function: Callable[..., Any], value: Any) -> Any:
        for option in guards:
            try:
                return option(function, value)
            except _WrongResultError:
                continue
        raise _WrongResultError(value)

    return guard


def _make_container_guard(kind: str, parts: Sequence[ast.expr]) -> Guard:
    """Return the guard for a container with parts of given types."""
    guards = [_make_guard(part) for part in parts if ast.unparse(part) != "..."]
    if kind == "Iterator":
        return lambda function, value: _guard_items(function, value, guards[0], parts[0])
    base: Any = {"Mapping": Mapping, "dict": Mapping, "frozenset": Set}.get(kind, list | tuple)
    is_fixed = kind == "tuple" and len(guards) == len(parts)

    def guard(function: Callable[..., Any], value: Any) -> Any:
        if not isinstance(value, base) or (is_fixed and len(value) != len(guards)):
            raise _WrongResultError(value)
        if base is Mapping:
            for key, item in value.items():
                guards[0](function, key)
                guards[1](function, item)
            return value
        each = guards if is_fixed else [guards[0]] * len(value)
        items = [check(function, item) for check, item in zip(each, value, strict=True)]
        is_same = all(new is old for new, old in zip(items, value, strict=True))
        return value if is_same else type(value)(items)

    return guard


def _guard_items(
    function: Callable[..., Any], value: Any, guard: Guard, part: ast.expr
) -> Iterator[Any]:
    """Return an iterator whose items are checked when they are taken."""
    if not isinstance(value, Iterable) or isinstance(value, str):
        raise _WrongResultError(value)

    def iterate() -> Iterator[Any]:
        for item in value:
            try:
                yield guard(function, item)
            except _WrongResultError as wrong:
                words = f"it yielded {_show(wrong.value)}; expected {_describe(part)}"
                raise make_plugin_fault(function, words) from None

    return iterate()


def guard_object(function: Callable[..., Any], value: Any, name: str) -> Any:
    """Return an object of a plug-in with guarded methods, and one of wc3d as it is."""
    if not all(hasattr(value, attribute) for attribute in METHODS[name]):
        raise _WrongResultError(value)
    if type(value).__module__.partition(".")[0] == "wc3d":
        return value
    return GuardedObject(value, name)


class GuardedObject:
    """An offer or a teller of a plug-in. Its own methods answer, and their results are checked."""

    def __init__(self, guarded: Any, name: str) -> None:
        vars(self).update(guarded=guarded, name=name)

    def __repr__(self) -> str:
        return repr(self.guarded)

    def __getattr__(self, attribute: str) -> Any:
        if attribute.startswith("__") or attribute in ("guarded", "name"):
            raise AttributeError(attribute)
        value = getattr(self.guarded, attribute)
        result = OBJECT_RESULTS[self.name].get(attribute)
        if result is None:
            return value
        return guard_function(value, result, f"{type(self.guarded).__name__}.{attribute}")

    def __setattr__(self, attribute: str, value: Any) -> None:
        setattr(self.guarded, attribute, value)

    def __eq__(self, other: object) -> bool:
        return self.guarded == (other.guarded if isinstance(other, GuardedObject) else other)

    def __hash__(self) -> int:
        return hash(self.guarded)


def describe_type(text: str) -> str:
    """Return a type in words.

    >>> from wc3d.engine.guard_rules import describe_type
    >>> describe_type("tuple[str, ...]"), describe_type("Verdict")
    ('a list, each item a text', 'a Verdict')
    """
    return _describe(ast.parse(ALIASES.get(text, text), mode="eval").body)


def _describe(node: ast.expr) -> str:
    if isinstance(node, ast.BinOp):
        return " or ".join(_describe(option) for option in _list_options(node))
    if isinstance(node, ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        kind = ast.unparse(node.value)
        words = [_describe(part) for part in parts if ast.unparse(part) != "..."]
        if kind in ("Mapping", "dict"):
            return f"a mapping, each value {words[1]}"
        if kind == "tuple" and len(words) == len(parts):
            return f"({', '.join(words)})"
        return f"{'a set' if kind == 'frozenset' else 'a list'}, each item {words[0]}"
    name = ast.unparse(node)
    if name in ALIASES:
        return describe_type(ALIASES[name])
    article = "an" if name[0] in "AEIOU" else "a"
    return WORDS.get(name) or ("any value" if name in UNCHECKED else f"{article} {name}")
