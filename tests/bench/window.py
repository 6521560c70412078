"""How fast the board is drawn: `python scripts/bench_window.py [--baseline FILE] [--save FILE] [--size 1280x720]`.

A full board (40 models, 40 features of terrain) on every back end that works here, drawn plainly, quickly and finely:
milliseconds of processor time (all cores together, so that other work on the machine does not count) a frame with the camera
turning, to move one model, and to build the board. `--save` writes the numbers, `--baseline` prints them next to those of
another day. pandagl needs a display (`xvfb-run -a python scripts/bench_window.py`).

`--meshes FILE...` instead draws a board of so many mesh pieces (`--copies`), turned and mirrored, without a display.
`--answers` instead measures how soon a window on a virtual screen answers (see answers.py).
`--minutes N` (or `--hours N`) instead plays games of two bots in an off-screen window for so long and watches the memory.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from tests.bench import answers, memory
from tests.bench.baseline import add_options, report
from tests.bench.full_board import MODELS, full_table
from wc3d.panda.mesh_files import MAX_TRIANGLES_LOW, MAX_TRIANGLES_QUICK
from wc3d.panda.render_target import RenderTarget, open_render_target
from wc3d.panda.table_scene import TableScene
from wc3d.scene.camera import Orbit
from wc3d.table.terrain.mesh_solids import DEFAULT_TOLERANCE_IN
from wc3d.window.board.board_screen import BoardScreen
from wc3d.window.shell.scene_updater import LOW_SHADOW_SAMPLES, QUICK_SHADOW_SAMPLES
from wc3d.window.shell.window import Window

ROOT = Path(__file__).resolve().parents[2]
BACK_ENDS = {"EGL": "p3headlessgl", "GLX": "pandagl", "tinydisplay": "p3tinydisplay"}
FRAMES = 12


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
    table = full_table()
    found = {}
    stage = open_render_target(size, (back_end,), is_smooth=False)
    for way, taps in (
        (("low", 0), ("quick", 4), ("fine", 12)) if stage.has_shaders else (("plain", 4),)
    ):
        began = time.process_time()
        board = TableScene(stage, table, taps=taps)
        stage.engine.render_frame()
        found[f"{way}: build, ms"] = (time.process_time() - began) * 1000
        turn = [0.0]
        at = [0]

        def frame(board: TableScene = board, turn: list[float] = turn) -> None:
            turn[0] += 3
            stage.set_camera(Orbit((24, 24, 0), turn[0], 38, 62).camera)
            board.on_camera_changed()
            stage.engine.render_frame()

        def move(board: TableScene = board, at: list[int] = at) -> None:
            at[0] += 1
            body = table.bodies[at[0] % MODELS]
            there = body.moved((body.at[0] + 0.01 * at[0], body.at[1], body.at[2]))
            board.show_bodies([there if b.id == body.id else b for b in table.bodies])

        frame()
        found[f"{way}: frame, ms"] = timed(frame, FRAMES)
        found[f"{way}: move one, ms"] = timed(move, 10)
        found[f"{way}: frame after a move, ms"] = timed(
            lambda move=move, frame=frame: (move(), frame()),  # type: ignore[misc]
            6,
        )
        board.close()
    stage.close()
    return found


def of_meshes(paths: Sequence[Path], copies: int, size: tuple[int, int]) -> dict[str, float]:
    """Milliseconds a frame of a board of mesh pieces, low and quickly: seen whole, seen whole and steeply, and its middle."""
    from tests.bench.selected_meshes import board, side_by_side  # they compile what they need

    placed, wide = side_by_side(paths, DEFAULT_TOLERANCE_IN, copies, np.random.default_rng(2))
    table = board(placed, wide)
    found = {}
    for way, taps, triangles in (
        ("low", LOW_SHADOW_SAMPLES, MAX_TRIANGLES_LOW),
        ("quick", QUICK_SHADOW_SAMPLES, MAX_TRIANGLES_QUICK),
    ):
        stage = open_render_target(size, (BACK_ENDS["EGL"],), is_smooth=False)
        shown = TableScene(stage, table, taps=taps, triangles=triangles)
        turn = [0.0]
        for name, tilt, away in (("whole", 38, 1.3), ("steep", 62, 1.3), ("middle", 38, 0.5)):

            def frame(
                shown: TableScene = shown,
                stage: RenderTarget = stage,
                turn: list[float] = turn,
                tilt: float = tilt,
                away: float = away,
            ) -> None:
                turn[0] += 3
                stage.set_camera(Orbit((wide / 2, wide / 2, 0), turn[0], tilt, away * wide).camera)
                shown.on_camera_changed()
                stage.engine.render_frame()

            for _ in range(3):
                frame()
            found[f"{copies} pieces, {way}, {name}: frame, ms"] = timed(frame, FRAMES)
        shown.close()
        stage.close()
    return found


def in_window(size: tuple[int, int]) -> dict[str, float]:
    """The whole window with its panels and the models' signs, quickly and finely."""
    window = Window(BoardScreen(full_table()), offscreen=True, size=size)
    found = {}
    for quick in (True, False):
        window.draws_quickly = quick
        window.board_view.replace_board(None)
        window.board_view.update_table()
        for _ in range(3):
            window.task_mgr.step()

        def frame() -> None:
            window.viewpoint.rotate(9, 0)
            window.aim_camera()
            window.task_mgr.step()

        found[f"window {'quick' if quick else 'fine'}: frame, ms"] = timed(frame, FRAMES)
    window.close()
    return found


def all_back_ends(size: str) -> dict[str, float]:
    """The numbers of every back end, each in a process of its own."""
    found: dict[str, float] = {}
    for name in (*BACK_ENDS, "window"):
        command = [sys.executable, "scripts/bench_window.py", "--only", name, "--size", size]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if done.returncode:
            print(
                f"{name}: not here ({(done.stderr.strip().splitlines() or ['?'])[-1][:90]})",
                flush=True,
            )
            continue
        found.update(
            {
                f"{name} {what}": value
                for what, value in json.loads(done.stdout.splitlines()[-1]).items()
            }
        )
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument(
        "--only", choices=(*BACK_ENDS, "window"), help="one back end, its numbers as JSON"
    )
    add_options(parser)
    parser.add_argument(
        "--meshes", nargs="+", type=Path, metavar="FILE", help="a board of these mesh files instead"
    )
    parser.add_argument("--copies", type=int, default=200, help="pieces on that board")
    parser.add_argument(
        "--answers",
        action="store_true",
        help="how soon the window answers, and what it does at rest",
    )
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--hours", type=float)
    asked = parser.parse_args(argv)
    width, height = (int(part) for part in asked.size.split("x"))
    if asked.minutes or asked.hours:
        return memory.watch((asked.minutes or 0.0) + 60 * (asked.hours or 0.0), (width, height))
    if asked.meshes:
        report(of_meshes(asked.meshes, asked.copies, (width, height)), asked)
        return 0
    if asked.answers:
        report(answers.measured(), asked)
        return 0
    if asked.only:
        size = (width, height)
        print(
            json.dumps(
                in_window(size) if asked.only == "window" else measured(BACK_ENDS[asked.only], size)
            )
        )
        return 0
    report(all_back_ends(asked.size), asked)
    return 0
