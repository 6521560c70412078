"""Signs of use on walls: ivy, posters, vents and plates, between a wall and its solid's surface."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import shapely
from numpy.typing import NDArray

from wc3d.presentation.palette import RGB
from wc3d.scene import materials as m
from wc3d.scene.ground_textures import GroundKind
from wc3d.scene.terrain_details.colored_arrays import (
    ColoredArrays,
    flat_triangles,
    join_arrays,
)
from wc3d.scene.terrain_details.layers import Layer
from wc3d.scene.terrain_details.wall_styles import WallStyle

Floats = NDArray[np.float64]
MIN_INSET_IN = 0.03
"""The smallest inset in inches of a wall that has room for marks."""
MIN_SIDE_IN = 1.1
"""The shortest side in inches with marks."""
MIN_HEIGHT_IN = 0.66
"""The lowest side in inches with marks."""
MARKS_PER_SQ_IN = 0.16
MARK_DEPTH_IN = 0.012
"""The distance in inches of a flat mark from its solid's surface."""
IVY_LEAVES = 70
IVY_RGBS: tuple[RGB, ...] = ((70, 98, 48), (92, 112, 52), (112, 96, 50))
POSTER_RGBS: tuple[RGB, ...] = ((206, 196, 170), (164, 62, 48), (66, 92, 118), (196, 160, 76))
GROUND_MARKS: dict[str, tuple[str, ...]] = {
    "grassland": ("ivy", "ivy", "vent"),
    "forest floor": ("ivy",),
    "city": ("poster", "poster", "ivy", "vent"),
    "station deck": ("plate", "vent", "poster"),
    "desert": ("poster", "vent"),
    "salt": ("plate", "vent"),
    "mud": ("poster", "plate"),
    "snow": ("vent",),
}


def make_wall_marks(
    layers: Sequence[Layer], style: WallStyle, ground: GroundKind, seed: int
) -> ColoredArrays:
    """Return the marks on the sides of a solid, none of which lies outside of the solid."""
    if style.inset < MIN_INSET_IN:
        return join_arrays([])
    rng = np.random.default_rng(seed + 21)
    parts = []
    for layer in layers:
        low = layer.low + 0.1
        high = layer.high - style.coping - 0.1
        if high - low < MIN_HEIGHT_IN:
            continue
        for polygon in layer.polygons:
            outline = shapely.orient_polygons(polygon).exterior
            for start, end in pairwise(np.asarray(outline.coords)[:, :2]):
                length = float(np.hypot(*(end - start)))
                if length < MIN_SIDE_IN:
                    continue
                for _ in range(int(rng.poisson(length * (high - low) * MARKS_PER_SQ_IN))):
                    kinds = GROUND_MARKS.get(ground.name, ("ivy",))
                    kind = kinds[int(rng.integers(len(kinds)))]
                    side = _Side(start, (end - start) / length, length, low, high)
                    parts.append(side.make_mark(kind, rng))
    return join_arrays(parts)


class _Side:
    """A straight side of a wall: places along it (x), up (z) and inward (depth)."""

    def __init__(self, start: Floats, way: Floats, length: float, low: float, high: float) -> None:
        self.start = start
        self.way = way
        self.inward = np.array([-way[1], way[0]])
        self.length = length
        self.low = low
        self.high = high

    def place(self, spots: Floats) -> Floats:
        """Return points (n, 3) on the table for (along, depth, z)."""
        plan = self.start + spots[:, :1] * self.way + spots[:, 1:2] * self.inward
        return np.column_stack([plan, spots[:, 2]])

    def make_mark(self, kind: str, rng: np.random.Generator) -> ColoredArrays:
        """Return a mark at a random place."""
        if kind == "ivy":
            return self._ivy(rng)
        wide, tall = {"poster": (0.42, 0.56), "vent": (0.5, 0.3), "plate": (0.6, 0.36)}[kind]
        wide *= rng.uniform(0.85, 1.15)
        x = rng.uniform(0.1, self.length - wide - 0.1)
        z = rng.uniform(self.low, self.high - tall)
        tilt = rng.uniform(-0.03, 0.03) if kind == "poster" else 0.0
        if kind == "poster":
            rgb = POSTER_RGBS[int(rng.integers(len(POSTER_RGBS)))]
            frame = self._quad(x, z, wide, tall, rgb, m.PLAIN, tilt)
            band = z + tall * rng.uniform(0.2, 0.6)
            ink = POSTER_RGBS[int(rng.integers(len(POSTER_RGBS)))]
            print_ = self._quad(
                x + 0.05, band, wide - 0.1, tall * 0.24, ink, m.PLAIN, tilt, MARK_DEPTH_IN / 2
            )
            return join_arrays([frame, print_])
        if kind == "plate":
            return self._quad(x, z, wide, tall, (206, 168, 60), m.HAZARD)
        slats = [
            self._quad(
                x + 0.03,
                z + 0.03 + k * tall / 5,
                wide - 0.06,
                0.03,
                (60, 62, 64),
                m.METAL,
                depth=MARK_DEPTH_IN / 2,
            )
            for k in range(5)
        ]
        return join_arrays([self._quad(x, z, wide, tall, (120, 122, 122), m.METAL), *slats])

    def _quad(
        self,
        x: float,
        z: float,
        wide: float,
        tall: float,
        rgb: RGB,
        material: int,
        tilt: float = 0.0,
        depth: float = MARK_DEPTH_IN,
    ) -> ColoredArrays:
        corners = self.place(
            np.array(
                [
                    (x, depth, z),
                    (x + wide, depth, z + tilt),
                    (x + wide, depth, z + tall + tilt),
                    (x, depth, z + tall),
                ]
            )
        )
        return flat_triangles(corners[np.array([(0, 1, 2), (0, 2, 3)])], rgb, material)

    def _ivy(self, rng: np.random.Generator) -> ColoredArrays:
        """Return leaves that climb up from the foot and grow fewer."""
        reach = min(0.9, self.length / 2 - 0.1)
        middle = rng.uniform(reach, self.length - reach) if self.length > 2 * reach else reach
        up = rng.random(IVY_LEAVES) ** 1.6
        spread = reach * (1 - 0.75 * up) * 0.8
        x = middle + spread * rng.uniform(-1, 1, IVY_LEAVES) + 0.15 * np.sin(up * 5)
        z = self.low - 0.05 + up * min(2.2, self.high - self.low)
        size = rng.uniform(0.05, 0.11, IVY_LEAVES)
        x = np.clip(x, 0.12, self.length - 0.12)
        z = np.clip(z, self.low + 0.02, self.high - 0.12)
        turn = rng.uniform(0, 2 * np.pi, IVY_LEAVES)
        corners = []
        for k, radius in ((0, 1.0), (1, 0.7), (2, 0.7)):
            angle = turn + k * 2 * np.pi / 3
            depth = rng.uniform(0.003, 0.026, IVY_LEAVES)
            corners.append(
                self.place(
                    np.column_stack(
                        [
                            x + size * radius * np.cos(angle),
                            depth,
                            z + size * radius * np.sin(angle),
                        ]
                    )
                )
            )
        rgb = IVY_RGBS[int(rng.integers(len(IVY_RGBS)))]
        tones = np.repeat(rng.uniform(0.75, 1.2, IVY_LEAVES), 3)
        return flat_triangles(np.stack(corners, axis=1), rgb, m.LEAVES, tones)
