"""Numbers on plates of mesh files, so that no two containers of a board have the same one.

A mesh file has one number, which its copies share. A plate over it has the number of the copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from wc3d.presentation.palette import RGB
from wc3d.scene.materials import PLAIN
from wc3d.scene.mesh_tints import mesh_tint
from wc3d.scene.terrain_details.colored_arrays import (
    ColoredArrays,
    flat_triangles,
    join_arrays,
)
from wc3d.scene.terrain_meshes import FeatureMesh, PlacedMeshLook
from wc3d.table.features import Feature

Floats = NDArray[np.float64]
DIGITS = {
    "0": "111101101101111",
    "1": "010110010010111",
    "2": "111001111100111",
    "3": "111001111001111",
    "4": "101101111001001",
    "5": "111100111001111",
    "6": "111100111101111",
    "7": "111001010010010",
    "8": "111101111101111",
    "9": "111101111001111",
    "A": "010101111101101",
    "C": "111100100100111",
    "E": "111100111100111",
    "F": "111100111100100",
    "H": "101101111101101",
    "K": "101101110101101",
    "L": "100100100100111",
    "T": "111010010010010",
    "U": "101101101101111",
    "-": "000000111000000",
}
"""Stenciled signs: three dots wide and five high, from the top."""
LETTERS = "ACEFHKLTU"
DOT_IN, SIGN_STEP_IN = 0.05, 0.175
"""The size of a dot and the distance of signs in inches."""
MARGIN_IN = 0.055
"""The distance in inches of the first sign from the edge of a plate."""
LIFT_IN = 0.012
"""The distance in inches of a plate from its mesh file, and of the signs from their plate."""
PLATE_RGB: RGB = (196, 188, 164)
INK_RGB: RGB = (40, 37, 34)


@dataclass(frozen=True)
class Plate:
    """A part of an upright side of a mesh file, seen along y from outside: inches in its frame."""

    left: float
    bottom: float
    y: float
    size: tuple[float, float] = (0.96, 0.31)


PLATES: dict[str, tuple[Plate, ...]] = {
    "container.glb": (Plate(-1.68, 1.765, -1.24), Plate(-1.68, 1.765, 1.24)),
}
"""The plates with a number of mesh files; the second is turned around."""


def mesh_number(feature: Feature, number: int) -> str:
    """Return the number on a feature's mesh file, always the same."""
    code = crc32(f"{feature.id} {number}".encode())
    letter = LETTERS[code % len(LETTERS)]
    return f"{letter}{code // 16 % 9 + 1}-{code // 256 % 90 + 10}"


def make_mesh_numbers(feature: Feature, mesh: FeatureMesh) -> ColoredArrays:
    """Return the plates on the mesh files of a feature."""
    parts = []
    for number, file in enumerate(mesh.files):
        tint = np.array(mesh_tint(feature, number))
        for plate in PLATES.get(file.key.path.name, ()):
            parts += _make_plate(plate, mesh_number(feature, number), file, tint)
    return join_arrays(parts)


def _make_plate(plate: Plate, text: str, file: PlacedMeshLook, tint: Floats) -> list[ColoredArrays]:
    """Return a plate and its dots on a placed mesh file."""
    wide, tall = plate.size
    boxes = [(0.0, 0.0, wide, tall)]
    for k, sign in enumerate(text):
        left = MARGIN_IN + k * SIGN_STEP_IN
        for row in range(5):
            dots = DIGITS[sign][3 * row : 3 * row + 3]
            at = 0
            for is_ink, run in groupby(dots):
                count = len(list(run))
                if is_ink == "1":
                    top = tall - 0.03 - row * DOT_IN
                    boxes.append(
                        (left + at * DOT_IN, top - DOT_IN, left + (at + count) * DOT_IN, top)
                    )
                at += count
    x0, z0, x1, z1 = np.array(boxes).T
    lift = LIFT_IN * np.where(np.arange(len(boxes)) > 0, 2, 1)
    quads = np.stack(
        [np.stack([x, lift, z], axis=1) for x, z in ((x0, z0), (x1, z0), (x1, z1), (x0, z1))],
        axis=1,
    )
    if file.is_mirrored:  # read from left to right nevertheless
        quads[..., 0] = wide - quads[:, ::-1, 0]
        quads[..., 2] = quads[:, ::-1, 2]
    side = np.sign(plate.y)
    points = np.stack(
        [
            -side * (plate.left + quads[..., 0]),
            plate.y + side * quads[..., 1],
            plate.bottom + quads[..., 2],
        ],
        axis=2,
    )
    points = points @ file.matrix[:3, :3].T + file.matrix[:3, 3]
    triangles = points[:, [(0, 1, 2), (0, 2, 3)]]
    if file.is_mirrored:
        triangles = triangles[:, :, ::-1]
    light = tuple(np.clip(np.array(PLATE_RGB) * tint, 0, 255).astype(int).tolist())
    return [
        flat_triangles(triangles[:1].reshape(-1, 3, 3), light, PLAIN),
        flat_triangles(triangles[1:].reshape(-1, 3, 3), INK_RGB, PLAIN),
    ]
