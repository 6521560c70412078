"""A scan of a whole table, as a photogrammetry program gives one: `python scripts/make_meshes.py --scan FILE.glb`.

One sheet seen from above, with noise in every corner, hills, bluffs with steep sides, holes where nothing was seen (in sides as
well), arches over it that are open below where no camera came, and a large texture. The same arguments make the same bytes.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import trimesh
from numpy.typing import NDArray
from PIL import Image
from trimesh.visual.material import PBRMaterial

from wc3d.scene.textures import fractal_noise

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SIZE, TRIANGLES, PICTURE = 48.0, 1_065_000, 4096
"""Inches a side; about so many triangles; pixels a side of the texture."""
HOLES = 60
ARCHES = 5
BLUFFS = 9
HOLE = 0.15, 1.2
"""Inches across: the smallest and the largest."""
NOISE = 0.008
"""Inches: how far a corner is off, as a rule."""
METERS = 0.0254
AROUND, ALONG = 96, 400
"""Corners around an arch's tube and along it, of a million triangles."""


def ground(cells: int, rng: np.random.Generator) -> Floats:
    """The heights (cells + 1, cells + 1), in inches: hills, and bluffs with steep sides and level tops."""
    field = fractal_noise(512, 3, 4, 1.0)
    at = np.linspace(0, 511, cells + 1)
    low = np.minimum(at.astype(int), 510)
    share = (at % 1.0) * (at < 511)
    rows = field[low] * (1 - share)[:, None] + field[low + 1] * share[:, None]
    heights = 1.2 * (rows[:, low] * (1 - share) + rows[:, low + 1] * share)
    y, x = np.mgrid[0 : cells + 1, 0 : cells + 1] * (SIZE / cells)
    for _ in range(BLUFFS):
        (cx, cy), radius, top = (
            rng.uniform(8, SIZE - 8, 2),
            rng.uniform(2.0, 4.5),
            rng.uniform(1.5, 4.5),
        )
        wavy = radius * (1 + 0.12 * np.sin(5 * np.arctan2(y - cy, x - cx) + cx))
        rise = np.clip((wavy - np.hypot(x - cx, y - cy)) / 0.35 + 0.5, 0, 1)
        heights = np.maximum(heights, (top + 0.3) * rise * rise * (3 - 2 * rise))
    return heights


def sheet(cells: int, rng: np.random.Generator) -> tuple[Floats, Ints]:
    """The ground as a surface, with holes."""
    heights = ground(cells, rng)
    y, x = np.mgrid[0 : cells + 1, 0 : cells + 1] * (SIZE / cells)
    points = np.stack([x, y, heights], axis=2).reshape(-1, 3)
    k = np.arange(cells * (cells + 1)).reshape(cells, cells + 1)[:, :-1].reshape(-1)
    faces = np.concatenate(
        [
            np.stack([k, k + 1, k + cells + 2], axis=1),
            np.stack([k, k + cells + 2, k + cells + 1], axis=1),
        ]
    )
    steep = np.flatnonzero(np.abs(np.gradient(heights, axis=0)).reshape(-1) > 0.8 * SIZE / cells)
    seen = np.ones(len(faces), bool)
    middles = points[faces].mean(axis=1)
    for number in range(HOLES):
        spot = (
            points[rng.choice(steep)]
            if number % 4 == 0 and len(steep)
            else np.append(rng.uniform(2, SIZE - 2, 2), 0.0)
        )
        reach = rng.uniform(*HOLE) / 2
        far = np.hypot(*(middles[:, :2] - spot[:2]).T)
        if number % 4 == 0:
            far = np.linalg.norm(middles - spot, axis=1)
        seen &= far > reach
    return points, faces[seen]


def arch(
    middle: tuple[float, float], turn: float, wide: float, high: float, share: float
) -> tuple[Floats, Ints]:
    """A bow of rock from the ground to the ground: closed at its feet, which lie within it, and open below its top."""
    along = max(12, int(ALONG * share))
    around = max(8, int(AROUND * share))
    a, b = np.meshgrid(
        np.linspace(-0.12, np.pi + 0.12, along + 1),
        np.arange(around) * 2 * np.pi / around,
        indexing="ij",
    )
    thick = 0.45 + 0.12 * np.sin(3 * a + turn)
    out = wide + thick * np.cos(b)
    x, y, z = out * np.cos(a), thick * np.sin(b), (high / wide) * out * np.sin(a) + 0.4
    c, s = np.cos(turn), np.sin(turn)
    points = np.stack([middle[0] + c * x - s * y, middle[1] + s * x + c * y, z], axis=2).reshape(
        -1, 3
    )
    i, j = np.meshgrid(np.arange(along), np.arange(around), indexing="ij")
    k = (i * around + j).reshape(-1)
    ahead = (i * around + (j + 1) % around).reshape(-1)
    faces = np.concatenate(
        [
            np.stack([k, k + around, ahead], axis=1),
            np.stack([ahead, k + around, ahead + around], axis=1),
        ]
    )
    inner = np.cos(b).reshape(-1)[faces].mean(axis=1) < -0.85
    top = np.abs(a.reshape(-1)[faces].mean(axis=1) - np.pi / 2) < 0.35
    one = np.arange(1, around - 1)
    two = np.arange(2, around)
    last = along * around
    feet = [np.stack([0 * one, one, two], axis=1), np.stack([0 * one, two, one], axis=1) + last]
    return points, np.concatenate([faces[~(inner & top)], *feet])


def painted(pixels: int) -> Image.Image:
    """The texture: grass, earth and stone, with grain."""
    patches = fractal_noise(1024, 5, 9, 0.9)
    grain = np.random.default_rng(6).normal(0, 9, (pixels, pixels, 1))
    colors = np.array([[92, 104, 58], [128, 106, 76], [150, 146, 138]], float)
    wanted = np.linspace(0, 1023, pixels).astype(int)
    share = patches[wanted][:, wanted, None] * 2
    image = np.where(
        share < 1,
        colors[0] + (colors[1] - colors[0]) * share,
        colors[1] + (colors[2] - colors[1]) * (share - 1),
    )
    return Image.fromarray(np.clip(image + grain, 0, 255).astype(np.uint8))


def make_scan(path: Path, triangles: int = TRIANGLES, pixels: int = PICTURE) -> Path:
    """Write a scan of about so many triangles as a GLB file, in metres and y up, as scanners do."""
    rng = np.random.default_rng(11)
    share = float(np.sqrt(triangles / TRIANGLES))
    surfaces = [sheet(int(np.sqrt(triangles * 0.66 / 2)), rng)]
    for number in range(ARCHES):
        y, turn, wide, high = (
            float(rng.uniform(*ends))
            for ends in ((8, SIZE - 8), (0, np.pi), (1.6, 2.6), (2.0, 3.5))
        )
        surfaces.append(arch((8.0 + 8.0 * number, y), turn, wide, high, share))
    before = np.cumsum([0, *(len(points) for points, _ in surfaces)])
    points = np.concatenate([points for points, _ in surfaces])
    faces = np.concatenate([faces + k for (_, faces), k in zip(surfaces, before[:-1], strict=True)])
    points += rng.normal(0, NOISE, points.shape)
    uv = np.clip(points[:, :2] / SIZE, 0, 1)
    material = PBRMaterial(
        baseColorTexture=painted(pixels), metallicFactor=0.0, roughnessFactor=1.0
    )
    upright = points[:, [0, 2, 1]] * np.array([1, 1, -1]) * METERS
    mesh = trimesh.Trimesh(
        upright,
        faces,
        process=False,
        visual=trimesh.visual.TextureVisuals(uv=uv, material=material),
    )
    mesh.export(path)
    return path
