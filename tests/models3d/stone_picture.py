"""The picture of the old arch: hewn stones that all differ, worn edges, and dirt at the foot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image
from shapely import Polygon

Floats = NDArray[np.float64]
DOTS_PER_IN = 30
COURSE_IN, STONE_IN = 0.55, 1.1
"""The height of a course and the usual length of a stone in inches."""
JOINT_IN, WEAR_IN = 0.035, 0.1
"""Half the width of a joint, and the width of a worn edge in inches."""
VAULT_MIDDLE, VAULT_STONES, RING_IN = (0.0, 1.1), 17, 0.75
"""The point from which the stones of the vault spread, their number, and their length in inches."""
JOINT_RGB = np.array((58, 52, 45))
STONE_RGBS = np.array(
    ((112, 104, 92), (138, 128, 112), (124, 122, 118), (150, 134, 108), (98, 92, 86))
)
DIRT_RGB = np.array((64, 55, 42))
MOSS_RGB = np.array((82, 88, 54))


@dataclass(frozen=True)
class Face:
    """A part of the picture: its place in dots, and the outline of the face that it shows in inches."""

    left: int
    top: int
    outline: Polygon

    @property
    def size(self) -> tuple[int, int]:
        """The width and height in dots."""
        x0, y0, x1, y1 = self.outline.bounds
        return round((x1 - x0) * DOTS_PER_IN), round((y1 - y0) * DOTS_PER_IN)


def noise(width: int, height: int, cell: float, seed: int) -> Floats:
    """Return smooth noise from 0 to 1 with cells of so many dots."""
    shape = int(height / cell) + 3, int(width / cell) + 3
    values = np.random.RandomState(seed).random_sample(shape).astype(np.float32)
    image = Image.fromarray(values).resize(
        (round(shape[1] * cell), round(shape[0] * cell)), Image.Resampling.BICUBIC
    )
    return np.asarray(image, float)[:height, :width]


def _stones(x: Floats, z: Floats, seed: int) -> tuple[Floats, Floats]:
    """Return the distance to the next joint, and a number from 0 to 1 for each stone."""
    row = np.floor(z / COURSE_IN).astype(int)
    rng = np.random.RandomState(seed)
    shift, long = rng.random_sample(64), rng.uniform(0.8, 1.3, 64)
    along = (x + 20) / (STONE_IN * long[row % 64]) + shift[row % 64]
    column = np.floor(along).astype(int)
    away = np.minimum(
        (0.5 - np.abs(along % 1 - 0.5)) * STONE_IN * long[row % 64],
        (0.5 - np.abs(z / COURSE_IN % 1 - 0.5)) * COURSE_IN,
    )
    return away, rng.random_sample((64, 128))[row % 64, column % 128]


def _vault_stones(x: Floats, z: Floats, vault: Polygon) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Return the same for the stones around the vault, and where those are."""
    reach = shapely.distance(vault, shapely.points(x, z))
    angle = np.arctan2(z - VAULT_MIDDLE[1], x - VAULT_MIDDLE[0]) / np.pi * VAULT_STONES
    inside = (reach < RING_IN) & (z > VAULT_MIDDLE[1])
    radius = np.hypot(x - VAULT_MIDDLE[0], z - VAULT_MIDDLE[1])
    away = (0.5 - np.abs(angle % 1 - 0.5)) * radius * np.pi / VAULT_STONES
    away = np.minimum(away, RING_IN - reach)
    tone = np.random.RandomState(3).random_sample(64)[np.floor(angle).astype(int) % 64]
    return away, tone, inside


def draw_face(face: Face, seed: int, vault: Polygon | None = None, has_foot: bool = True) -> Floats:
    """Return a face of the solid in color, its upper row first."""
    width, height = face.size
    x0, z0 = face.outline.bounds[:2]
    column, row = np.meshgrid(np.arange(width), np.arange(height - 1, -1, -1))
    x, z = x0 + (column + 0.5) / DOTS_PER_IN, z0 + (row + 0.5) / DOTS_PER_IN
    rough = noise(width, height, 14, seed) * 0.5 + noise(width, height, 5, seed + 1) * 0.3
    rough += noise(width, height, 2, seed + 2) * 0.2
    bend = 0.05 * (noise(width, height, 9, seed + 3) - 0.5)
    away, tone = _stones(x + bend, z + bend, seed)
    if vault is not None:
        ring_away, ring_tone, inside = _vault_stones(x, z, vault)
        away, tone = np.where(inside, ring_away, away), np.where(inside, ring_tone, tone)
    color = STONE_RGBS[(tone * 97).astype(int) % len(STONE_RGBS)].astype(float)
    color *= (0.72 + 0.3 * tone + 0.55 * (rough - 0.5))[..., None]
    bevel = np.clip((away - JOINT_IN) / 0.07, 0, 1)
    color *= (0.84 + 0.2 * bevel)[..., None]
    edge = shapely.distance(face.outline.boundary, shapely.points(x, z))
    worn = np.clip(1 - edge / (WEAR_IN * (0.4 + 1.4 * rough)), 0, 1)
    chipped = (noise(width, height, 6, seed + 4) > 0.62) & (edge < 0.16)
    color = np.where(chipped[..., None], color * 0.66, color * (1 + 0.3 * worn)[..., None])
    joint = np.clip(1 - (away - JOINT_IN * (0.3 + rough)) / 0.02, 0, 1)
    color += (JOINT_RGB - color) * (0.9 * joint)[..., None]
    if has_foot:
        dirt = np.clip(1.15 - z / (0.5 + 1.3 * noise(width, height, 20, seed + 5)), 0, 1) * 0.75
        color += (DIRT_RGB - color) * dirt[..., None]
        moss = np.clip((noise(width, height, 24, seed + 6) - 0.58) * 4, 0, 0.6) * np.clip(
            2 - z, 0, 1
        )
        color += (MOSS_RGB - color) * moss[..., None]
    drips = np.clip((noise(width, 1, 7, seed + 7) - 0.5) * 2, 0, 1) * np.clip(edge / 0.3, 0, 1)
    return color * (1 - 0.25 * drips * noise(width, height, 30, seed + 8))[..., None]


def draw_picture(faces: list[tuple[Face, Floats]]) -> Image.Image:
    """Return the faces in one picture; the dots between them repeat the nearest."""
    width = max(face.left + face.size[0] for face, _ in faces)
    height = max(face.top + face.size[1] for face, _ in faces)
    picture = np.zeros((height, width, 3))
    for face, colors in faces:
        picture[face.top : face.top + face.size[1], face.left : face.left + face.size[0]] = colors
    return Image.fromarray(np.rint(np.clip(picture, 0, 255)).astype(np.uint8))
