"""Caches: their scopes, their bounds, and where they are declared."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import wc3d
from wc3d._internal import memo
from wc3d._internal.memo import SharedNotes, Size, memo_on, memo_on_state, memo_per_terrain

ROOM_OF_KERNELS = "geometry"
"""Any change here, even of an import, makes all kernels compile again."""


class Owner:
    """Something with notes."""

    def __init__(self) -> None:
        self.notes: dict[Any, Any] = {}
        self.calls: list[str] = []

    @memo_on_state
    def doubled(self, text: str) -> str:
        """Double a text, and remember that it was asked for."""
        self.calls.append(text)
        return text * 2


@memo_on("notes", Size.FEW)
def noted(owner: Owner, number: int) -> int:
    """Return a number, and remember that it was asked for."""
    owner.calls.append(str(number))
    return number


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    caches = len(memo._TERRAIN_CACHES)
    yield
    del memo._TERRAIN_CACHES[caches:]


def test_results_on_a_state_live_as_long_as_the_state() -> None:
    a, b = Owner(), Owner()
    assert [a.doubled("x"), a.doubled("x"), b.doubled("x")] == ["xx"] * 3
    assert (a.calls, b.calls) == (["x"], ["x"])
    assert [a.doubled(text="y"), a.doubled(text="y")] == ["yy"] * 2
    assert a.calls == ["x", "y"]


def test_a_bounded_cache_on_a_state_starts_again_when_it_is_full() -> None:
    owner = Owner()
    for number in (*range(Size.FEW), 0, Size.FEW, 0):
        assert noted(owner, number) == number
    assert owner.calls == [*map(str, range(Size.FEW)), str(Size.FEW), "0"]


def test_results_about_terrain_stay_while_games_are_on_the_same_terrain() -> None:
    calls: list[int] = []
    remember = memo_per_terrain(Size.FEW)(calls.append)
    board = object()
    another = object()
    for terrain, count in ((board, 1), (board, 1), (another, 2), (None, 3), (None, 4)):
        memo.use_terrain(terrain)
        remember(7)
        assert len(calls) == count
    memo.clear()
    remember(7)
    assert len(calls) == 5


def test_a_cache_drops_what_was_used_least_recently() -> None:
    calls: list[int] = []
    remember = memo_per_terrain(Size.FEW)(calls.append)
    for number in (*range(Size.FEW), 0, Size.FEW, 0, 1):
        remember(number)
    assert calls == [*range(Size.FEW), Size.FEW, 1]


def test_shared_notes_are_for_those_very_parts_and_not_for_ever() -> None:
    shared = SharedNotes(2)
    parts = [{"a": 1} for _ in range(3)]
    shared.notes_for(parts[0])["seen"] = True
    assert shared.notes_for(parts[0]) == {"seen": True} and shared.notes_for(dict(parts[0])) == {}
    shared.notes_for(parts[0])
    shared.notes_for(parts[1])
    assert shared.notes_for(parts[0]) == {
        "seen": True
    }  # asked for lately: the copy was forgotten in its place
    shared.notes_for(parts[2])
    assert shared.notes_for(parts[0]) == {"seen": True} and shared.notes_for(parts[1]) == {}
    memo.use_terrain(None)
    assert shared.notes_for(parts[0]) == {}


def test_shared_notes_are_asked_for_by_many_threads_at_once() -> None:
    shared = SharedNotes(3)
    parts = [{"a": 1} for _ in range(6)]

    def ask(start: int) -> int:
        return sum(len(shared.notes_for(parts[(start + i) % 6])) for i in range(3000))

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(ask, range(4))) == [0, 0, 0, 0]


def test_shared_notes_forget_nothing_before_there_is_too_much() -> None:
    shared = SharedNotes(8)
    parts = [{"a": 1} for _ in range(8)]
    for part in parts:
        shared.notes_for(part)["seen"] = True
    assert all(shared.notes_for(part) for part in parts)


def test_no_other_module_makes_caches_of_its_own() -> None:
    package = Path(wc3d.__file__).parent
    makers = set()
    for path in package.rglob("*.py"):
        names = {
            alias.name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.ImportFrom) and node.module == "functools"
            for alias in node.names
        }
        if names & {"cache", "lru_cache"} and path.parts[len(package.parts)] != ROOM_OF_KERNELS:
            makers.add(path.relative_to(package).as_posix())
    assert makers == {"_internal/memo.py"}
