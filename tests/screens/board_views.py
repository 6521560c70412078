"""Draws ten fixed views of the included boards, to compare their looks before and after a change.

python scripts/make_views.py FOLDER [--size 1280x720] [--quality high] [--only NAME ...]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import get_args

import numpy as np
from PIL import Image

import wc3d
from wc3d._internal.data_files import data_folder
from wc3d.panda.render_target import open_render_target
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.palette import Livery
from wc3d.scene.camera import Orbit
from wc3d.scene.figure_library import figure_base, figure_names
from wc3d.scene.quality import Quality
from wc3d.scene.room import RoomName
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import highest_standable

SIDE_COLORS = ((240, 152, 36), (44, 148, 236))
MODELS = 24


@dataclass(frozen=True)
class View:
    """A board seen from a direction; `center` is in shares of the table's width and depth."""

    board: str
    center: tuple[float, float]
    turn: float
    tilt: float
    distance: float


VIEWS = (
    View("crossroads", (0.5, 0.5), 20, 34, 38),
    View("container-yard", (0.5, 0.45), -25, 28, 30),
    View("glaziers-row", (0.5, 0.5), 35, 30, 34),
    View("old-quarter", (0.45, 0.5), -30, 26, 30),
    View("pinewood", (0.5, 0.45), 15, 24, 34),
    View("ravine", (0.5, 0.5), 40, 32, 44),
    View("salt-flats", (0.5, 0.5), -15, 30, 40),
    View("terraced-woods", (0.45, 0.45), 25, 26, 38),
    View("trench-line", (0.5, 0.5), -35, 28, 32),
    View("watchtowers", (0.5, 0.5), 30, 34, 46),
)


def place_models(table: Table) -> tuple[Table, dict[str, Livery]]:
    """Return the table with models of both sides, and the look of each model."""
    rng = np.random.default_rng(5)
    liveries: dict[str, Livery] = {}
    names = cycle(sorted(figure_names())[::5])
    for _ in range(20 * MODELS):
        if len(table.bodies) == MODELS:
            break
        figure = next(names)
        base = figure_base(figure)
        x, y = rng.uniform(2, np.array(table.size) - 2)
        height = None if base is None else highest_standable(table, base, (x, y))
        if base is None or height is None:
            continue
        side = len(table.bodies) % 2 + 1
        body = Body(f"{side}.model.{len(table.bodies)}", base, (x, y, height), "unit")
        table = table.with_bodies(body)
        liveries[body.id] = Livery(SIDE_COLORS[side - 1], side, figure=figure)
    return table, liveries


def draw_view(
    view: View,
    size: tuple[int, int],
    path: Path,
    quality: Quality = Quality.LOW,
    room: RoomName = "night",
) -> None:
    """Draw one view and write it as a PNG. The room is the window's usual one."""
    table, liveries = place_models(wc3d.load_map(data_folder() / "maps" / f"{view.board}.json"))
    target = open_render_target(size, quality=quality)
    scene = TableScene(target, table, room_name=room)
    colors = {body.id: SIDE_COLORS[n % 2] for n, body in enumerate(table.bodies)}
    facing = {body.id: 180.0 * (n % 2) for n, body in enumerate(table.bodies)}
    scene.show_bodies(table.bodies, colors, facing, liveries)
    x, y = view.center
    target.set_camera(
        Orbit(
            (x * table.size[0], y * table.size[1], 1.0), view.turn, view.tilt, view.distance
        ).camera
    )
    scene.on_camera_changed()
    Image.fromarray(target.render()).save(path)
    scene.close()
    target.close()


def main() -> int:
    """Draw the views."""
    parser = argparse.ArgumentParser("make_views.py", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", default="1280x720", help="width and height in pixels")
    parser.add_argument("--quality", type=Quality, choices=Quality, default=Quality.LOW)
    parser.add_argument("--room", choices=get_args(RoomName), default="night")
    parser.add_argument("--only", nargs="*", help="names of boards")
    options = parser.parse_args()
    width, height = map(int, options.size.split("x"))
    options.folder.mkdir(parents=True, exist_ok=True)
    for view in VIEWS:
        if options.only is None or view.board in options.only:
            path = options.folder / f"{view.board}.png"
            draw_view(view, (width, height), path, options.quality, options.room)
            print(view.board, flush=True)
    return 0
