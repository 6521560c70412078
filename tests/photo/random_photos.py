"""Photographs at random: cameras of standing players, marks with noise, and the true places."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from wc3d.geometry.points import XYZ
from wc3d.geometry.solids import Prism
from wc3d.photo.camera import Array, PhotoCamera
from wc3d.photo.camera_fit import FILM_DIAGONAL_MM
from wc3d.photo.marks_file import CORNER_NAMES
from wc3d.photo.reading import corner_places
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import stand, table_levels

SENSORS = ((4032, 3024), (6000, 4000), (3024, 4032))
BASES = ("small", "medium", "large")

QUESTIONS: tuple[dict[str, Any], ...] = (
    {"type": "sight", "from": "a", "to": "b"},
    {"type": "cover", "from": "a", "to": "b"},
    {"type": "spray", "from": "a", "to": "b", "range": 10.0},
    {"type": "blast", "target": "a"},
    {"type": "nearest", "from": "a"},
    {"type": "slam", "model": "b", "from": "a", "distance": 4.0},
    {"type": "jump", "model": "a", "to": [15.0, 15.0]},
    {"type": "move", "model": "a", "path": [[15.0, 15.0]], "speed": 12.0},
    {"type": "stand", "base": "medium", "position": [15.0, 15.0]},
)
"""A question of each type whose answer may be certain, about the models a and b."""


@dataclass(frozen=True, eq=False)
class RandomPhoto:
    """A photograph: its marks as a file, the camera, and where the models really are."""

    marks: dict[str, Any]
    camera: PhotoCamera
    truth: dict[str, XYZ]


def look_at(eye: Array, target: Array, roll: float) -> Array:
    """The axes of a camera that looks from the eye to the target."""
    forward = (target - eye) / np.linalg.norm(target - eye)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    c, s = math.cos(roll), math.sin(roll)
    return np.stack([c * right + s * down, c * down - s * right, forward])


def random_camera(
    dice: np.random.Generator, size: tuple[float, float], bend: bool = True
) -> tuple[PhotoCamera, int, int, float]:
    """A camera in a standing player's hand that sees the whole table, its picture and EXIF."""
    width, depth = size
    corners = np.array(list(corner_places(size).values()))
    while True:
        w, h = SENSORS[dice.integers(len(SENSORS))]
        focal_35mm = dice.uniform(24, 52)
        turn = dice.uniform(0, 2 * math.pi)
        far = dice.uniform(0.55, 1.6)
        eye = np.array(
            [
                width / 2 + math.cos(turn) * width * far,
                depth / 2 + math.sin(turn) * depth * far,
                dice.uniform(24, 44),
            ]
        )
        target = np.array([width / 2, depth / 2, 0]) + dice.normal(0, 1.5, 3) * [1, 1, 0]
        camera = PhotoCamera(
            look_at(eye, target, dice.normal(0, 0.12)),
            eye,
            math.hypot(w, h) * focal_35mm / FILM_DIAGONAL_MM * math.exp(dice.normal(0, 0.012)),
            np.array([w / 2, h / 2]),
            dice.uniform(-0.06, 0.06),
            dice.normal(0, 0.01) if bend else 0.0,
        )
        seen = camera.project(corners)
        if np.isfinite(seen).all() and (seen > 0).all() and (seen < [w, h]).all():
            return camera, w, h, float(round(focal_35mm))


def crop(
    dice: np.random.Generator, camera: PhotoCamera, seen: Array, w: int, h: int
) -> tuple[PhotoCamera, int, int]:
    """The camera of a picture cut on all sides, so that all marks stay in it."""
    low = np.floor(dice.random(2) * np.maximum(seen.min(axis=0) - 5, 0)).astype(int)
    high = np.array([w, h]) - np.floor(
        dice.random(2) * np.maximum([w, h] - seen.max(axis=0) - 5, 0)
    ).astype(int)
    moved = PhotoCamera(
        camera.axes, camera.eye, camera.focal_px, camera.center - low, camera.k1, camera.k2
    )
    return moved, int(high[0] - low[0]), int(high[1] - low[1])


def random_places(
    dice: np.random.Generator, table: Table, bases: list[str], margin: float = 0.05
) -> list[XYZ]:
    """Places where the bases stand, not in each other, sometimes on top of terrain."""
    heights = [level.height for level in table_levels(table)]
    places: list[XYZ] = []
    while len(places) < len(bases):
        x, y = dice.uniform(1.2, np.array(table.size) - 1.2).tolist()
        z = float(dice.choice(heights)) if dice.random() < 0.4 else 0.0
        base = bases[len(places)]
        if all(math.dist((x, y), at[:2]) > 2.2 for at in places) and stand(table, base, (x, y, z)):
            places.append((x, y, z))
    return places


def terrain_corners(table: Table) -> list[XYZ]:
    """Corners on the tops of terrain."""
    return [
        (float(x), float(y), float(piece.high))
        for feature in table.features
        for piece in feature.pieces
        if isinstance(piece, Prism) and piece.top.is_level
        for x, y in piece.points
    ]


def random_photo(
    seed: int,
    table: Table,
    map_source: Any,
    noise: float | None = None,
    references: int = 0,
    models: int = 2,
    is_cropped: bool = False,
    has_exif: bool = True,
    questions: tuple[dict[str, Any], ...] = (),
) -> RandomPhoto:
    """A photograph of models at random places, marked with noise."""
    dice = np.random.default_rng(seed)
    camera, w, h, focal_35mm = random_camera(dice, table.size)
    bases = [BASES[dice.integers(3)] for _ in range(models)]
    places = random_places(dice, table, bases)
    known = terrain_corners(table)
    chosen = [known[k] for k in dice.permutation(len(known))[:references]]
    world = np.array([*corner_places(table.size).values(), *chosen, *places], float)
    seen = camera.project(world)
    if is_cropped:
        camera, w, h = crop(dice, camera, seen, w, h)
        seen = camera.project(world)
    sd = float(dice.uniform(1, 5)) if noise is None else noise
    pixels = (seen + dice.normal(0, sd, seen.shape)).tolist()
    photo = {"width": w, "height": h} | ({"focal_35mm": focal_35mm} if has_exif else {})
    ids = [chr(ord("a") + k) for k in range(models)]
    marks = {
        "photo": photo,
        "map": map_source,
        "corners": dict(zip(CORNER_NAMES, pixels[:4], strict=True)),
        "references": [
            {"at": list(at), "pixel": pixel}
            for at, pixel in zip(chosen, pixels[4 : 4 + len(chosen)], strict=True)
        ],
        "noise": max(sd, 0.05),
        "models": [
            {"id": id, "base": base, "pixel": pixel, "level": at[2]}
            for id, base, pixel, at in zip(
                ids, bases, pixels[4 + len(chosen) :], places, strict=True
            )
        ],
        "questions": list(questions or [{"type": "sight", "from": "a", "to": "b"}]),
    }
    return RandomPhoto(marks, camera, dict(zip(ids, places, strict=True)))


def random_board(seed: int, side: float) -> dict[str, Any]:
    """A board of boxes, cylinders and woods."""
    dice = np.random.default_rng(seed)
    terrain = []
    for k in range(dice.integers(4, 9)):
        center = dice.uniform(4, side - 4, 2).round(3).tolist()
        height = float(dice.choice([0.75, 1.5, 2.0, 3.0, 4.0]))
        kind = "obstacle" if height < 1 else str(dice.choice(["structure", "structure", "forest"]))
        shape: dict[str, Any] = {
            "type": "box",
            "center": center,
            "size": dice.uniform(1.0, 5.0, 2).round(3).tolist(),
            "rotation": float(dice.integers(0, 180)),
            "height": height,
        }
        if dice.random() < 0.25:
            radius = float(dice.uniform(0.8, 2.5))
            shape = {"type": "cylinder", "center": center, "radius": radius, "height": height}
        terrain.append({"id": f"t{k}", "kind": kind, "shape": shape})
    return {"name": "Table", "size": [side, side], "terrain": terrain}
