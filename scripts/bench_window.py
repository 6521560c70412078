"""How fast the board is drawn: `python scripts/bench_window.py [--baseline FILE] [--save FILE] [--size 1280x720]`.

A full board (40 models, 40 features of terrain) on every back end that works here, drawn plainly, quickly and finely:
milliseconds of processor time (all cores together, so that other work on the machine does not count) a frame with the camera
turning, to move one model, and to build the board. `--save` writes the numbers, `--baseline` prints them next to those of
another day. pandagl needs a display (`xvfb-run -a python scripts/bench_window.py`).

`--minutes N` (or `--hours N`) instead plays games of two bots in an off-screen window for so long and watches the memory.
"""
from __future__ import annotations

import argparse
import contextlib
import ctypes
import gc
import json
import multiprocessing
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

MAPS = Path(__file__).resolve().parents[1] / "maps"
BACK_ENDS = {"EGL": "p3headlessgl", "GLX": "pandagl", "tinydisplay": "p3tinydisplay"}
MODELS, FEATURES, FRAMES = 40, 40, 12
FACTIONS = ("aeternus_continuum", "iron_star_alliance", "marcher_worlds")
GREW = 0.5
"""Megabytes that a game may add to the window's memory, after the first ones, before it is called a leak."""


def full_table() -> Any:
    """The largest board of ours with barricades added, and models of every size on it."""
    import numpy as np

    from wc3d.geometry.solids import Plane, Prism
    from wc3d.table.features import feature
    from wc3d.table.maps.map_file import load_map
    from wc3d.table.table import Body
    from wc3d.table.terrain.standing import highest_standable

    table, rng = load_map(MAPS / "terraced-woods.json"), np.random.default_rng(5)
    extra = []
    for k in range(FEATURES - len(table.features)):
        x, y = rng.uniform(3, 44, 2)
        corners = np.array([[x, y], [x + 3, y], [x + 3, y + 0.5], [x, y + 0.5]])
        extra.append(feature(f"barricade {k}", "obstacle", (Prism(corners, Plane(0.0), Plane(0.9)),)))
    table = replace(table, features=(*table.features, *extra), bodies=())
    while len(table.bodies) < MODELS:
        n = len(table.bodies)
        base = ("small", "small", "small", "medium", "large")[n % 5]
        x, y = rng.uniform(2, 46, 2)
        height = highest_standable(table, base, (x, y))
        if height is not None:
            body = Body(f"{1 + n % 2}.model.{n}", base, (x, y, height), "gate" if n % 10 == 0 else "unit")
            table = table.with_bodies(body)
    return table


def timed(work: Callable[[], object], times: int) -> float:
    """Milliseconds of processor time that a piece of work takes: the median."""
    took = []
    for _ in range(times):
        began = time.process_time()
        work()
        took.append((time.process_time() - began) * 1000)
    return statistics.median(took)


def measured(back_end: str, size: tuple[int, int]) -> dict[str, float]:
    """The numbers of one back end. Raises NoGraphics."""
    from wc3d.view.shapes.camera import Orbit
    from wc3d.view.stage.board import Board
    from wc3d.view.stage.graphics import open_stage

    table, found = full_table(), {}
    stage = open_stage(size, (back_end,))
    for way, taps in (("low", 0), ("quick", 4), ("fine", 12)) if stage.shaders else (("plain", 4),):
        began = time.process_time()
        board = Board(stage, table, taps=taps)
        stage.engine.render_frame()
        found[f"{way}: build, ms"] = (time.process_time() - began) * 1000
        turn, at = [0.0], [0]

        def frame(board: Board = board, turn: list[float] = turn) -> None:
            turn[0] += 3
            Orbit((24, 24, 0), turn[0], 38, 62).apply(stage)
            board.look_changed()
            stage.engine.render_frame()

        def move(board: Board = board, at: list[int] = at) -> None:
            at[0] += 1
            body = table.bodies[at[0] % MODELS]
            there = body.moved((body.at[0] + 0.01 * at[0], body.at[1], body.at[2]))
            board.show_bodies([there if b.id == body.id else b for b in table.bodies])

        frame()
        found[f"{way}: frame, ms"] = timed(frame, FRAMES)
        found[f"{way}: move one, ms"] = timed(move, 10)
        found[f"{way}: frame after a move, ms"] = timed(lambda move=move, frame=frame: (move(), frame()), 6)  # type: ignore[misc]
        board.close()
    stage.close()
    return found


def in_window(size: tuple[int, int]) -> dict[str, float]:
    """The whole window with its panels and the models' signs, quickly and finely."""
    from wc3d.view.board.board_screen import Preview
    from wc3d.view.window.window import Window

    window, found = Window(Preview(full_table()), offscreen=True, size=size), {}
    for quick in (True, False):
        window.quick = quick
        window._new_board(None)
        window._follow_table(window.screen.table)
        for _ in range(3):
            window.task_mgr.step()

        def frame() -> None:
            window.viewpoint.turn(9, 0)
            window.look()
            window.task_mgr.step()

        found[f"window {'quick' if quick else 'fine'}: frame, ms"] = timed(frame, FRAMES)
    window.close()
    return found


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
    return sum(resident(process.pid) for process in multiprocessing.active_children() if process.pid is not None)


def held(window: Any) -> dict[str, int]:
    """How many there are of what a game could leave behind: Python's objects, nodes of the scene, what the graphics hold."""
    graphics = window.win.get_gsg().get_prepared_objects()
    return {
        "objects": len(gc.get_objects()), "nodes": window.render.find_all_matches("**").get_num_paths(),
        "buffers": graphics.get_num_prepared_vertex_buffers(), "textures": graphics.get_num_prepared_textures(),
    }  # fmt: skip


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
    slowest = until(window, lambda: start.board_ready)
    for i, seat in enumerate(start.new.seats):
        seat.force, seat.bot = f"{FACTIONS[(number + i) % len(FACTIONS)]}_skirmish", "greedy"
    start.new.mission, start.new.seed = "boiling_point", str(number)
    start.begin()
    return max(slowest, until(window, lambda: window.screen.name == "play"))


def look_on(window: Any) -> float:
    """Look at a game from farther and farther round the table until it is over; the longest step."""
    session, slowest, seen = window.screen.session, 0.0, 0
    while not session.game.over and not session.stuck:
        if seen != session.changes:
            seen = session.changes
            window.viewpoint.turn(2, 0)
            window.look()
        slowest = max(slowest, step(window))
    if session.stuck:
        raise SystemExit(session.stuck)
    return max(slowest, until(window, lambda: window.at_rest))


def watch(minutes: float, size: tuple[int, int]) -> int:
    """Game after game of two bots in one window, each begun on the start screen, as a person would watch them. After each: the
    memory of the window's and of the bots' process. The exit code: 1 if what the window holds went on growing."""
    from wc3d.app.window.doors import start_screen
    from wc3d.view.window.recent import remember_tour
    from wc3d.view.window.window import Window

    marks: list[float] = []
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        os.environ["WC3D_CONFIG"] = folder
        remember_tour()
        window, ends = Window(start_screen(), offscreen=True, size=size), time.monotonic() + minutes * 60
        while time.monotonic() < ends or not marks:
            slowest = max(begin(window, len(marks)), look_on(window))
            actions, bots = len(window.screen.session.game.turns), children()
            window.to_start()
            until(window, lambda: window.screen.board_ready and window.at_rest)
            trim()
            counts, before = held(window), counts
            marks.append(resident())
            told = ", ".join(f"{value} {name} ({value - before.get(name, 0):+d})" for name, value in counts.items())
            print(f"game {len(marks)}: {actions} actions, {marks[-1]:.1f} MB and bots {bots:.0f} MB, {told}, "
                  f"longest step {slowest:.2f} s", flush=True)  # fmt: skip
        window.close()
    grown = growth(marks)
    print(f"{len(marks)} games in {minutes:g} minutes; at last {grown:+.2f} MB a game (limit {GREW:g})")
    return int(grown > GREW)


def growth(marks: Sequence[float]) -> float:
    """Megabytes a game, from the lowest mark of the second third to that of the last: the driver gives the pictures of a board
    that is gone back when it likes, which lifts a mark by as much as 32."""
    third = len(marks) // 3
    if not third:
        return 0.0
    return (min(marks[-third:]) - min(marks[-2 * third : -third])) / third


def all_back_ends(size: str) -> dict[str, float]:
    """The numbers of every back end, each in a process of its own."""
    found: dict[str, float] = {}
    for name in (*BACK_ENDS, "window"):
        done = subprocess.run(
            [sys.executable, __file__, "--only", name, "--size", size], capture_output=True, text=True, check=False
        )
        if done.returncode:
            print(f"{name}: not here ({(done.stderr.strip().splitlines() or ['?'])[-1][:90]})", flush=True)
            continue
        found.update({f"{name} {what}": value for what, value in json.loads(done.stdout.splitlines()[-1]).items()})
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--only", choices=(*BACK_ENDS, "window"), help="one back end, its numbers as JSON")
    parser.add_argument("--baseline", type=Path, metavar="FILE")
    parser.add_argument("--save", type=Path, metavar="FILE")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--hours", type=float)
    asked = parser.parse_args(argv)
    width, height = (int(part) for part in asked.size.split("x"))
    if asked.minutes or asked.hours:
        return watch((asked.minutes or 0.0) + 60 * (asked.hours or 0.0), (width, height))
    if asked.only:
        size = (width, height)
        print(json.dumps(in_window(size) if asked.only == "window" else measured(BACK_ENDS[asked.only], size)))
        return 0
    before: dict[str, float] = json.loads(asked.baseline.read_text(encoding="utf-8")) if asked.baseline else {}
    now = all_back_ends(asked.size)
    for name, value in now.items():
        ratio = f"  {value / before[name]:.2f} of {before[name]:.1f}" if before.get(name) else ""
        print(f"{name:44} {value:9.1f}{ratio}")
    if asked.save:
        asked.save.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
