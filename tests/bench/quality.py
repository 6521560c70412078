"""Times pictures by quality: `python scripts/bench_quality.py [--sizes 1280x720 1920x1080 3840x2160] [--qualities low high]`.

A full board (40 models, 40 features) with a turning camera, drawn off-screen through EGL: milliseconds by the clock until the
graphics card has drawn a frame. The pixels stay on the card, as in the window; `--copy` copies them to memory, too. `--save`
writes the numbers, `--baseline` prints them next to those of another day, and `--pictures FOLDER` keeps the last frames.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from panda3d.core import ConfigVariableBool
from PIL import Image

from tests.bench.baseline import add_options, report
from tests.bench.full_board import full_table
from wc3d.panda.render_target import RenderTarget, open_render_target
from wc3d.panda.table_scene import TableScene
from wc3d.scene.camera import Orbit
from wc3d.scene.quality import Quality
from wc3d.table.table import Table

BACK_END = "p3headlessgl"
SIZES = ("1280x720", "1920x1080", "3840x2160")
WARM_FRAMES, FRAMES = 4, 20
LOW_SHADOW_SAMPLES = 0


def turned_frame(stage: RenderTarget, scene: TableScene, turn: float) -> float:
    """Draw a frame and return its milliseconds."""
    stage.set_camera(Orbit((24, 24, 0), turn, 38, 62).camera)
    scene.on_camera_changed()
    started = time.perf_counter()
    stage.engine.render_frame()
    return (time.perf_counter() - started) * 1000


def measured(
    table: Table, quality: Quality, size: tuple[int, int], *, copies: bool, path: Path | None
) -> dict[str, float]:
    """The times of one quality at one size; no number is given for what the driver cannot draw."""
    name = f"{quality.value} {size[0]}x{size[1]}"
    started = time.perf_counter()
    stage = open_render_target(size, (BACK_END,), quality)
    if quality is not Quality.LOW and stage.post is None:
        print(f"{name}: the driver cannot draw it")
        stage.close()
        return {}
    scene = TableScene(stage, table, LOW_SHADOW_SAMPLES if quality is Quality.LOW else None)
    turned_frame(stage, scene, 0.0)
    first = (time.perf_counter() - started) * 1000
    if path is not None:
        stage.set_camera(Orbit((24, 20, 1), 20, 32, 34).camera)
        scene.on_camera_changed()
        Image.fromarray(stage.render()).save(path / f"{name.replace(' ', '-')}.png")
    if not copies:
        stage.output.clear_render_textures()
    ConfigVariableBool("gl-finish").set_value(True)
    frames = [turned_frame(stage, scene, 3.0 * n) for n in range(WARM_FRAMES + FRAMES)]
    ConfigVariableBool("gl-finish").set_value(False)
    scene.close()
    stage.close()
    times = sorted(frames[WARM_FRAMES:])
    return {
        f"{name}: frame, ms": statistics.median(times),
        f"{name}: slowest of {FRAMES}, ms": times[-1],
        f"{name}: opened and drawn first, ms": first,
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", nargs="+", default=SIZES, metavar="WIDTHxHEIGHT")
    parser.add_argument("--qualities", nargs="+", type=Quality, default=list(Quality))
    parser.add_argument("--copy", action="store_true", help="copy each picture to memory")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep a picture of each")
    add_options(parser)
    asked = parser.parse_args(argv)
    if asked.pictures is not None:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    table = full_table()
    numbers: dict[str, float] = {}
    for size in asked.sizes:
        width, height = (int(part) for part in size.split("x"))
        for quality in asked.qualities:
            found = measured(
                table, quality, (width, height), copies=asked.copy, path=asked.pictures
            )
            numbers.update(found)
            for name, value in found.items():
                print(f"{name:48} {value:9.2f}", flush=True)
    if asked.baseline or asked.save:
        report(numbers, asked)
    return 0
