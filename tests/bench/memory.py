"""Plays games of two bots in one window and watches the memory."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import multiprocessing
import os
import resource
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from wc3d.cli.window.screens import make_start_screen
from wc3d.window.shell.window import Window
from wc3d.window.shell.window_memory import remember_tour

FACTIONS = ("aeternus_continuum", "iron_star_alliance", "marcher_worlds")
GREW = 0.5
"""Megabytes that a game may add to the window's memory, after the first ones, before it is called a leak."""


def trim() -> None:
    """Give memory that is free back to the system, where that can be asked for, so that what is left is in use."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)


def resident(process: int | str = "self") -> float:
    """Megabytes of memory that a process has in use now."""
    statm = Path(f"/proc/{process}/statm")
    if statm.exists():
        return int(statm.read_text(encoding="ascii").split()[1]) * resource.getpagesize() / 2**20
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def children() -> float:
    """Megabytes of memory in use in the processes beside this one, those of the bots."""
    return sum(
        resident(process.pid)
        for process in multiprocessing.active_children()
        if process.pid is not None
    )


def held(window: Any) -> dict[str, int]:
    """How many there are of what a game could leave behind: Python's objects, nodes of the scene, what the graphics hold."""
    graphics = window.win.get_gsg().get_prepared_objects()
    return {
        "objects": len(gc.get_objects()),
        "nodes": window.render.find_all_matches("**").get_num_paths(),
        "buffers": graphics.get_num_prepared_vertex_buffers(),
        "textures": graphics.get_num_prepared_textures(),
    }


def step(window: Any) -> float:
    """One step of the window; the seconds of the processor's time it took here, besides what the graphics did."""
    began = time.thread_time()
    window.task_mgr.step()
    return time.thread_time() - began


def until(window: Any, there: Callable[[], object]) -> float:
    """Step until this is so; the longest step."""
    longest = 0.0
    while not there():
        longest = max(longest, step(window))
    return longest


def begin(window: Any, number: int) -> float:
    """On the start screen: two bots with the sample forces, and begin; the longest step."""
    start = window.screen
    slowest = until(window, lambda: start.is_board_ready)
    for i, seat in enumerate(start.new.seats):
        seat.force = f"{FACTIONS[(number + i) % len(FACTIONS)]}_skirmish"
        seat.bot = "recruit"
    start.new.mission, start.new.seed = "boiling_point", str(number)
    start.begin()
    return max(slowest, until(window, lambda: window.screen.name == "play"))


def look_on(window: Any) -> float:
    """Look at a game from farther and farther round the table until it is over; the longest step."""
    session = window.screen.session
    slowest = 0.0
    seen = 0
    while not session.game.over and not session.stop_reason:
        if seen != session.change_count:
            seen = session.change_count
            window.viewpoint.turn(2, 0)
            window.aim_camera()
        slowest = max(slowest, step(window))
    if session.stop_reason:
        raise SystemExit(session.stop_reason)
    return max(slowest, until(window, lambda: window.is_at_rest))


def watch(minutes: float, size: tuple[int, int]) -> int:
    """Game after game of two bots in one window, each begun on the start screen, as a person would watch them. After each: the
    memory of the window's and of the bots' process. The exit code: 1 if what the window holds went on growing."""
    marks: list[float] = []
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        os.environ["WC3D_CONFIG"] = folder
        remember_tour()
        window: Any = Window(make_start_screen(), offscreen=True, size=size)
        ends = time.monotonic() + minutes * 60
        while time.monotonic() < ends or not marks:
            slowest = max(begin(window, len(marks)), look_on(window))
            actions = len(window.screen.session.game.turns)
            bots = children()
            window.go_to_start()
            until(window, lambda: window.screen.is_board_ready and window.is_at_rest)
            trim()
            counts, before = held(window), counts
            marks.append(resident())
            told = ", ".join(
                f"{value} {name} ({value - before.get(name, 0):+d})"
                for name, value in counts.items()
            )
            print(
                f"game {len(marks)}: {actions} actions, {marks[-1]:.1f} MB and bots {bots:.0f} MB, {told}, "
                f"longest step {slowest:.2f} s",
                flush=True,
            )
        window.close()
    grown = growth(marks)
    print(
        f"{len(marks)} games in {minutes:g} minutes; at last {grown:+.2f} MB a game (limit {GREW:g})"
    )
    return int(grown > GREW)


def growth(marks: Sequence[float]) -> float:
    """Megabytes a game, from the lowest mark of the second third to that of the last: the driver gives the pictures of a board
    that is gone back when it likes, which lifts a mark by as much as 32."""
    third = len(marks) // 3
    if not third:
        return 0.0
    return (min(marks[-third:]) - min(marks[-2 * third : -third])) / third
