"""Interpreted kernels answer like compiled ones, and give way to them when these are ready."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import wc3d
from wc3d._internal import memo
from wc3d._internal.file_lock import is_locked, lock_file
from wc3d.geometry import jit, kernel_store, sight_solver
from wc3d.geometry.kernel_store import KernelGroup
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.geometry.visibility import Occluder, Occluders, SightResult
from wc3d.judging.dispute import open_dispute
from wc3d.judging.solve import answer
from wc3d.registry import map_cache
from wc3d.table.sight.sight import make_occluders

Start = Callable[[str], None]


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """A function that puts this process back to its start, with a value of the variable."""

    def restart(value: str) -> None:
        memo.clear()
        monkeypatch.setenv("WC3D_KERNELS", value)
        monkeypatch.setattr(jit, "_used_groups", set())
        monkeypatch.setattr(jit, "_next_check", {})
        monkeypatch.setattr(sight_solver, "_search", None)
        for entry in jit._entries:
            monkeypatch.setattr(entry, "_run", entry._choose)

    monkeypatch.setattr(jit, "start_compiling", lambda: None)
    yield restart


def is_search_compiled() -> bool:
    assert sight_solver._search is not None
    return sight_solver._search.is_compiled


def random_occluders(seed: int) -> Occluders:
    """Return towers, blocks, ramps and woods at random places, turned at random."""
    chance = random.Random(seed)
    occluders = []
    for number in range(8):
        x, y = chance.uniform(2, 10), chance.uniform(-3, 3)
        wide, high = chance.uniform(0.3, 1.5), chance.uniform(0.5, 4.0)
        if number % 3 == 0:
            occluders.append(Occluder((Cylinder((x, y), wide / 2, 0.0, high),)))
            continue
        angles = chance.uniform(0.0, 1.5) + np.arange(4) * np.pi / 2
        ring = [x, y] + wide * np.column_stack([np.cos(angles), np.sin(angles)])
        slope = chance.choice((0.0, 0.2))
        top = Plane(high - slope * x, slope, 0.0)
        prism = Prism(ring, Plane(chance.choice((0.0, 0.4)), 0.0, 0.0), top)
        occluders.append(Occluder((prism,), is_obscuring=number % 3 == 1))
    return Occluders(occluders)


def random_answers(count: int) -> list[tuple[SightResult, Any, int]]:
    """Return the answers to searches through random occluders."""
    answers = []
    for seed in range(count):
        low = 0.5 * (seed % 3)
        ends = Cylinder((0.0, 0.0), 0.6, low, low + 1.5), Cylinder((12.0, 0.5), 1.0, 0.0, 2.5)
        occluders = random_occluders(seed)
        for grow in (0.0, 0.05):
            answers.append(occluders.find_open_line(*ends, budget=5, grow=grow))
    return answers


def board_answers(board: str, count: int) -> list[tuple[SightResult, Any, int]]:
    """Return the answers to questions of models at random places of a board."""
    chance = random.Random(board)
    table = wc3d.load_map(board)
    occluders = make_occluders(table.features)[1]
    answers = []
    for _ in range(count):
        ends = []
        for _ in range(2):
            x, y = chance.uniform(0.5, table.size[0]), chance.uniform(0.5, table.size[1])
            low = chance.choice((0.0, 0.0, 3.0, 5.0))
            radius, height = chance.choice(((0.59, 1.5), (0.79, 1.75), (0.98, 2.25)))
            ends.append(Cylinder((x, y), radius, low, low + height))
        grow = chance.choice((0.0, 0.0, 0.05))
        answers.append(occluders.find_open_line(ends[0], ends[1], budget=1000, grow=grow))
    return answers


def test_interpreted_searches_are_the_compiled_ones(start: Start) -> None:
    answers = []
    for value in ("interpreted", "compiled"):
        start(value)
        answers.append(random_answers(40))
        assert is_search_compiled() == (value == "compiled")
    assert answers[0] == answers[1], "the same result, bits of the line and number of cells"
    assert {result for result, _, _ in answers[0]} == set(SightResult)


@pytest.mark.parametrize(
    ("board", "count"),
    [
        ("ravine", 100),
        ("crossroads", 100),
        ("terraced-woods", 100),
        ("watchtowers", 100),
        ("trench-line", 100),
        ("container-yard", 8),
        ("old-quarter", 8),
    ],
)
def test_hundreds_of_questions_have_the_same_answers_both_ways(
    start: Start, board: str, count: int
) -> None:
    answers = []
    for value in ("interpreted", "compiled"):
        start(value)
        answers.append(board_answers(board, count))
        assert is_search_compiled() == (value == "compiled")
    assert answers[0] == answers[1], "the same result, bits of the line and number of cells"
    assert len({result for result, _, _ in answers[0]}) > 1


def test_kernels_use_only_functions_that_numba_rounds_like_python() -> None:
    for function in jit.make_dispatchers():
        assert isinstance(function, FunctionType)
        assert "hypot" not in function.__code__.co_names, function


@pytest.mark.parametrize("name", ["book-sight", "over-the-palisade"])
def test_a_file_of_questions_has_the_same_answers_both_ways(start: Start, name: str) -> None:
    path = Path("maps/questions") / f"{name}.json"
    answers = []
    for value in ("interpreted", "compiled"):
        start(value)
        dispute = open_dispute(path, map_cache())
        answers.append(
            [answer(dispute, question).lines(set()) for question in dispute.file.all_questions]
        )
        assert is_search_compiled() == (value == "compiled")
    assert answers[0] == answers[1] and len(answers[0]) > 1


def test_a_board_of_meshes_has_the_same_answers_both_ways(start: Start) -> None:
    table = wc3d.load_map("container-yard")  # its solids are compiled or cached
    sights = []
    for value in ("interpreted", "compiled"):
        start(value)
        moved = table.with_bodies(
            wc3d.Body("a", base="small", at=(4, 4)), wc3d.Body("b", base="large", at=(20, 20))
        )
        sights.append(moved.sight("a", "b"))
        assert is_search_compiled() == (value == "compiled")
    interpreted, compiled = sights
    assert interpreted.verdict == compiled.verdict == "clear"
    assert (interpreted.line, interpreted.clearance) == (compiled.line, compiled.clearance)


def test_searches_go_over_to_compiled_kernels_when_these_are_ready(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    start("")
    ready: list[bool] = []
    monkeypatch.setattr(jit, "is_compiled", lambda group: bool(ready))
    monkeypatch.setattr(jit, "CHECK_INTERVAL_S", 0.0)
    before = random_answers(3)
    assert not is_search_compiled()
    ready.append(True)
    with jit.keep_interpreting():
        random_answers(1)
        assert not is_search_compiled(), "a thread loads them first"
    after = random_answers(3)
    assert is_search_compiled()
    assert before == after


@pytest.mark.parametrize("reason", ["long", "error"])
def test_a_long_or_unusual_search_waits_for_the_compiled_kernels(
    start: Start, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    start("compiled")
    expected = random_answers(4)
    start("")
    is_waiting = [False]
    monkeypatch.setattr(jit, "is_compiled", lambda group: is_waiting[0])
    if reason == "long":
        monkeypatch.setattr(sight_solver, "MAX_INTERPRETED_CELLS", 1)
    else:
        monkeypatch.setattr(jit.Entry, "interpret", divide_by_zero)

    def wait(group: KernelGroup) -> None:
        is_waiting[0] = True
        jit._used_groups.add(group)

    monkeypatch.setattr(sight_solver, "use_compiled", wait)
    assert random_answers(4) == expected
    assert is_waiting == [True]


def divide_by_zero(entry: jit.Entry, *arguments: Any) -> Any:
    """Interpret a kernel; a search fails as Python's numbers do where compiled ones go on."""
    if entry.function.__name__ == "decide_open_line":
        raise ZeroDivisionError
    return entry.function(*arguments)


def test_interpreted_and_compiled_kernels_never_meet() -> None:
    """A compiled kernel calls only compiled ones; an interpreted one calls no entry in between."""
    dispatchers = jit.make_dispatchers()
    assert len(dispatchers) > 100
    plain = {id(function) for function in dispatchers} | {id(entry) for entry in jit._entries}
    for function, dispatcher in dispatchers.items():
        assert isinstance(function, FunctionType)
        names = function.__code__.co_names
        compiled = dispatcher.py_func.__globals__
        assert not [name for name in names if id(compiled.get(name)) in plain], function
        if function.__module__.endswith(".line_batch"):
            continue  # never interpreted: until it is compiled, each question is asked alone
        called = [function.__globals__.get(name) for name in names]
        entries = [value for value in called if isinstance(value, jit.Entry)]
        assert all(entry.must_be_compiled for entry in entries), function


FIRST_QUESTION = """
import sys
from wc3d.geometry import jit
started = []
jit.start_compiling = lambda: started.append(True)
from wc3d.cli.main import main
assert main(["los", "ravine", "--from", "small@4,4", "--to", "large@20,20"]) == 0
print(bool(started), "numba" in sys.modules)
"""


def test_the_first_question_on_a_computer_is_answered_without_compiling(tmp_path: Path) -> None:
    env = {**os.environ, "WC3D_KERNELS": "", "WC3D_CACHE": str(tmp_path), "NUMBA_CACHE_DIR": ""}
    done = subprocess.run(
        [sys.executable, "-c", FIRST_QUESTION], env=env, capture_output=True, text=True, check=True
    )
    assert "blocked by Outcrop, south" in done.stdout and done.stderr == ""
    assert done.stdout.endswith("True False\n")


def test_one_process_beside_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[list[str], dict[str, Any]]] = []

    class Process:
        def __init__(self, command: list[str], **options: Any) -> None:
            started.append((command, options))

        def poll(self) -> int | None:
            return None

    monkeypatch.setattr(jit.subprocess, "Popen", Process)
    monkeypatch.setattr(jit, "_compilers", [])
    monkeypatch.setattr(kernel_store, "kernel_folder", lambda: tmp_path)
    with kernel_store.lock_group(KernelGroup.SIGHT):
        jit.start_compiling()
        assert not started and jit.is_compiling(), "another process compiles"
    assert not jit.is_compiling()
    jit.start_compiling()
    jit.start_compiling()
    [(command, options)] = started
    assert command[1:] == ["-m", "wc3d.geometry.compile_kernels"]
    assert options["env"]["WC3D_KERNELS"] == "compiled" and options["start_new_session"]
    assert jit.is_compiling()


def test_a_group_is_compiled_once_and_marked(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[KernelGroup] = []
    monkeypatch.setattr("wc3d.geometry.compile_kernels.compile_group", compiled.append)
    monkeypatch.setattr(kernel_store, "kernel_folder", lambda: tmp_path)
    for _ in range(2):
        start("compiled")
        jit.use_compiled(KernelGroup.MESH)
    assert compiled == [KernelGroup.MESH]
    assert kernel_store.is_compiled(KernelGroup.MESH)
    assert not kernel_store.is_compiled(KernelGroup.SIGHT)
    assert not kernel_store.is_being_compiled(KernelGroup.MESH)


def test_a_group_that_cannot_be_saved_is_not_marked(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a full disk: the next process must not take it for compiled."""

    class FullDisk:
        def load_overload(self, *signature: Any) -> None:
            return None

        def save_overload(self, *made: Any) -> None:
            raise OSError(28, "No space left on device")

    def compile_and_save(group: KernelGroup) -> None:
        kernel = jit._guard_cache(SimpleNamespace(_cache=FullDisk()))
        kernel._cache.save_overload("signature", "made")

    monkeypatch.setattr("wc3d.geometry.compile_kernels.compile_group", compile_and_save)
    monkeypatch.setattr(kernel_store, "kernel_folder", lambda: tmp_path)
    monkeypatch.setattr(jit, "_unsaved_kernels", [])
    start("compiled")
    jit.use_compiled(KernelGroup.MESH)
    assert not kernel_store.is_compiled(KernelGroup.MESH)


HOLDER = """
import sys, time
from pathlib import Path
from wc3d._internal import memo
from wc3d._internal.file_lock import lock_file
with lock_file(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def test_the_lock_of_a_killed_process_is_released(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert not is_locked(path)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        assert is_locked(path)
        holder.kill()
    with lock_file(path):
        assert is_locked(path)
    assert not is_locked(path)


def test_where_no_file_can_be_locked_nobody_waits(tmp_path: Path) -> None:
    with lock_file(tmp_path / "missing" / "lock"):
        assert not is_locked(tmp_path / "missing" / "lock")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_a_killed_compiler_leaves_kernels_that_the_next_one_completes(tmp_path: Path) -> None:
    env = {**os.environ, "WC3D_CACHE": str(tmp_path), "NUMBA_CACHE_DIR": ""}
    command = [sys.executable, "-m", "wc3d.geometry.compile_kernels"]
    with subprocess.Popen(command, env=env) as compiler:
        while compiler.poll() is None and len(list(tmp_path.rglob("*.nbi"))) < 10:
            time.sleep(0.1)
        compiler.send_signal(signal.SIGKILL)
    assert not list(tmp_path.rglob("*.compiled"))
    ask = [sys.executable, "-c", FIRST_QUESTION]
    interpreted = {**env, "WC3D_KERNELS": ""}
    done = subprocess.run(ask, env=interpreted, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("True False\n")
    subprocess.run(command, env=env, check=True)
    assert len(list(tmp_path.rglob("*.compiled"))) == len(KernelGroup)
    done = subprocess.run(ask, env=interpreted, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("False True\n")
