"""Pictures of all figures at 600, 150 and 60 pixels, and their outlines compared pair by pair.

python scripts/figure_sheet.py                the pairs whose outlines are most alike, at 60 pixels
python scripts/figure_sheet.py figures.png    also a sheet: each figure large, and beside it small and smaller
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, cos, radians, sin
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.panda.render_target import open_render_target
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.palette import Livery
from wc3d.scene.camera import Orbit
from wc3d.scene.figure_library import figure_base, figure_names, pose_count
from wc3d.scene.figures import BASE_HEIGHT_IN, make_figure
from wc3d.table.body import Body
from wc3d.table.table import Table

TALL = 60
"""Pixels of the tallest volume: about what a figure has at the usual height of the camera."""
TALLEST = 2.75
TURNS = (28.0, -40.0)
"""Degrees from the front: outlines are looked at from these sides."""
TILT = 24.0
"""Degrees above the horizon."""
SIZES = (600, 150, 60)
SIDES = ((240, 152, 36), (44, 148, 236))


@dataclass(frozen=True)
class Pair:
    """Two figures, and how much of what either covers only one of them does, from the side from which they differ most."""

    apart: float
    one: str
    other: str
    poses: tuple[int, int]


def outline_of(mould: str, turn: float, pose: int = 0) -> NDArray[np.bool_]:
    """The pixels that a figure covers, its base left out, in a picture 60 pixels high and twice as wide."""
    points, _, _, faces = make_figure(
        Body(f"1.x.{pose + 1}", figure_base(mould) or "small", (0, 0, 0)),
        Livery(SIDES[0], 1, figure=mould),
        far=True,
    )
    faces = faces[(points[faces][:, :, 2] > BASE_HEIGHT_IN + 0.08).any(axis=1)]
    c = cos(radians(turn))
    s = sin(radians(turn))
    up = cos(radians(TILT))
    along = sin(radians(TILT))
    x, y, z = points.T
    across = x * c + y * s
    ahead = -x * s + y * c
    scale = TALL / (TALLEST * up + 0.4)
    flat = np.column_stack([TALL + across * scale, TALL - 4 - (z * up - ahead * along) * scale])
    sheet = Image.new("1", (2 * TALL, TALL))
    pen = ImageDraw.Draw(sheet)
    for corners in flat[faces]:
        pen.polygon([tuple(corner) for corner in corners.tolist()], fill=1)
    return np.asarray(sheet)


def apart(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    """How much of what either covers only one does, laid over one another as well as can be (0: alike, 1: apart)."""
    best = 1.0
    for dx in range(-4, 5, 2):
        moved = np.roll(other, dx, axis=1)
        best = min(best, float((one ^ moved).sum()) / max(1, int((one | moved).sum())))
    return best


def compared(names: Sequence[str]) -> list[Pair]:
    """All pairs in all their poses, those that are most alike first."""
    outlines = {
        (name, pose): [outline_of(name, 180 + turn, pose) for turn in TURNS]
        for name in names
        for pose in range(pose_count(name))
    }
    pairs = [
        Pair(
            max(apart(a, b) for a, b in zip(outlines[one], outlines[other], strict=True)),
            one[0],
            other[0],
            (one[1], other[1]),
        )
        for one, other in combinations(outlines, 2)
        if one[0] != other[0]
    ]
    return sorted(pairs, key=lambda pair: pair.apart)


def sheet(names: Sequence[str], columns: int = 6, all_poses: bool = False) -> Image.Image:
    """Every figure at three sizes, in its first pose or in all of them."""
    shown = [(name, pose) for name in names for pose in range(pose_count(name) if all_poses else 1)]
    large, middle, small = SIZES
    page = Image.new(
        "RGB", (columns * (large + middle), ceil(len(shown) / columns) * large), (52, 56, 62)
    )
    for size, left, top in ((large, 0, 0), (middle, large, 0), (small, large, middle + 20)):
        stage = open_render_target((size, size))
        stage.output.set_clear_color((0.2, 0.22, 0.24, 1))
        board = TableScene(stage, Table((8, 8), policy=SPACE), ink=0.0)
        for k, (name, pose) in enumerate(shown):
            id = f"1.x.{k % 9 + 1}.{'abc'[pose]}"
            body = Body(id, figure_base(name) or "small", (4, 4, 0))
            board.show_bodies(
                [body],
                facing={id: 180 + TURNS[0]},
                liveries={id: Livery(SIDES[k % 2], 1 + k % 2, figure=name)},
            )
            away = {"small": 3.3, "medium": 4.2, "large": 5.3}[body.base]
            stage.set_camera(Orbit((4, 4, body.height * 0.46), 0, 20, away).camera)
            board.on_camera_changed()
            stage.render()
            tile = Image.fromarray(stage.render())
            page.paste(tile, (k % columns * (large + middle) + left, k // columns * large + top))
        board.close()
        stage.close()
    return page


def main(argv: Sequence[str] | None = None) -> int:
    """Compare and draw."""
    parser = argparse.ArgumentParser(
        description="All figures in one sheet, and which of them look alike."
    )
    parser.add_argument("out", nargs="?", type=Path)
    parser.add_argument(
        "--alike", type=int, default=12, metavar="N", help="how many pairs are named (default: 12)"
    )
    parser.add_argument(
        "--poses", action="store_true", help="draw every pose (default: the first of each figure)"
    )
    parser.add_argument(
        "--game", default="neo_mechanika", help="whose figures (default: neo_mechanika)"
    )
    asked = parser.parse_args(argv)
    names = [name for name in figure_names() if name.startswith(f"{asked.game}/")]
    for pair in compared(names)[: asked.alike]:
        print(f"{pair.apart:5.2f}  {pair.one} {pair.poses[0]}  {pair.other} {pair.poses[1]}")
    if asked.out is not None:
        sheet(names, all_poses=asked.poses).save(asked.out)
        print(asked.out)
    return 0
