"""Dice as cubes on the rim of the table: geometry, and the way they roll to their result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import Size, memo_per_process
from wc3d.animation.steps import TUMBLE_S
from wc3d.engine.dice import Die
from wc3d.presentation.die_faces import (
    PIP_RADIUS,
    STROKE_RADIUS,
    face_pips,
    face_strokes,
    side_of,
)
from wc3d.presentation.display_values import DieLook, DisplayedRoll
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.palette import RGB
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.scenery import RIM_HEIGHT_IN, RIM_WIDTH_IN

Floats = NDArray[np.float64]

DIE_SIDE_IN = 0.56
"""The side of a die in inches; it fits the rim."""
DIE_STEP_IN, ROLL_GAP_IN = 0.74, 0.4
"""Distance between dice, and the extra gap between rolls."""
ROLL_LENGTH_IN, ROLL_HEIGHT_IN, BOUNCES = 5.0, 1.6, 3
"""Length of a roll along the rim, height of its first bounce, and number of bounces."""
MAX_YAW_DEG = 14.0
"""The most that a resting die is turned."""
GRID_CELLS = 8
"""The grid of a side of a rounded cube."""
SIDE_NORMALS = ((0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0))
"""The directions of the sides, in the order of `die_sides`."""
PIP_SECTIONS, PIP_LIFT = 12, 0.012


@dataclass(frozen=True)
class DieCube:
    """A die to draw: its kind, the values of its sides, and its place (4, 4)."""

    die: Die
    sides: tuple[int, ...]
    place: Floats

    @property
    def top(self) -> int:
        """The value on the side that is nearest to the top."""
        heights = [float(self.place[2, :3] @ np.array(normal)) for normal in SIDE_NORMALS]
        return self.sides[int(np.argmax(heights))]


# Motion


def dice_on_rim(
    rolls: Sequence[DisplayedRoll],
    tumbling: int,
    seconds: float,
    at: XYZ | None,
    size: tuple[float, float],
    seed: int = 0,
) -> tuple[DieCube, ...]:
    """Return the dice of rolls on the part of the rim nearest to a place.

    The last `tumbling` rolls have rolled for `seconds`. Each die comes to rest with the recorded
    face on top. Without a place, the dice lie at the side of the player of the first roll.
    """
    if not rolls:
        return ()
    start, way = _rim_line(rolls, at, size)
    outward = np.array([way[1], -way[0], 0.0])
    if np.dot(outward[:2], np.array(size) / 2 - start[:2]) > 0:
        outward = -outward
    cubes = list[DieCube]()
    offset = 0.0
    for number, roll in enumerate(rolls):
        is_rolling = len(rolls) - number <= tumbling
        for die, faces in roll.dice:
            for face in faces:
                key = f"{number}|{len(cubes)}|{die.name}|{face}|{roll.why}|{seed}".encode()
                motion = DieMotion(start + way * offset, way, outward, crc32(key))
                sides, side = side_of(die, face)
                share = min(1.0, max(0.0, seconds / TUMBLE_S)) if is_rolling else 1.0
                cubes.append(DieCube(die, sides, motion.place(side, share)))
                offset += DIE_STEP_IN
        offset += ROLL_GAP_IN
    return tuple(cubes)


def _rim_line(
    rolls: Sequence[DisplayedRoll], at: XYZ | None, size: tuple[float, float]
) -> tuple[Floats, Floats]:
    """Return where the first die lies on the rim, and the direction of the next dice."""
    width, depth = size
    half = RIM_WIDTH_IN / 2
    z = RIM_HEIGHT_IN + DIE_SIDE_IN / 2
    if at is None:
        at = (width / 2, depth if rolls[0].player == 2 else 0.0, 0.0)
    x = min(max(at[0], 0.5), width - 0.5)
    y = min(max(at[1], 0.5), depth - 0.5)
    sides = (
        (y, (x, -half, z), (1.0, 0.0, 0.0)),
        (depth - y, (x, depth + half, z), (1.0, 0.0, 0.0)),
        (x, (-half, y, z), (0.0, 1.0, 0.0)),
        (width - x, (width + half, y, z), (0.0, 1.0, 0.0)),
    )
    _, start, way = min(sides, key=lambda side: side[0])
    toward_middle = np.dot(np.array([width / 2, depth / 2]) - start[:2], way[:2])
    return np.array(start), np.array(way) * (1.0 if toward_middle >= 0 else -1.0)


@dataclass(frozen=True)
class DieMotion:
    """The way of one die to its rest at `rest`, along the rim; `outward` points off the table."""

    rest: Floats
    way: Floats
    outward: Floats
    seed: int

    def place(self, side: int, share: float) -> Floats:
        """Return the die's place (4, 4) after a share of the roll; `side` ends on top."""
        random = np.random.default_rng(self.seed)
        yaw, drift, turns, delay = random.uniform((-1, -1, 0.8, 0.0), (1, 1, 1.3, 0.12))
        left = 1.0 - min(1.0, max(0.0, (share - delay) / (0.88 - delay)))
        eased = left * left
        away = ROLL_LENGTH_IN * (0.8 + 0.4 * abs(drift)) * eased
        height = ROLL_HEIGHT_IN * abs(sin(BOUNCES * pi * left)) * left
        point = self.rest + self.way * away + self.outward * drift * 0.8 * eased
        # a die on an edge needs more height than one on a side
        angle = turns * 2 * pi * eased * 2
        high = DIE_SIDE_IN / 2 * (abs(cos(angle)) + abs(sin(angle)) - 1)
        matrix = np.eye(4)
        matrix[:3, :3] = (
            _rotation(np.cross([0.0, 0.0, 1.0], self.way), -angle)
            @ _rotation(
                np.array([0.0, 0.0, 1.0]), np.radians(MAX_YAW_DEG) * yaw + 2.5 * drift * eased
            )
            @ _side_up(side)
        )
        matrix[:3, 3] = point + np.array([0.0, 0.0, height + high])
        return matrix


def _rotation(axis: Floats, angle: float) -> Floats:
    """Return a rotation (3, 3) around a unit vector."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + sin(angle) * cross + (1 - cos(angle)) * (cross @ cross)


def _side_up(side: int) -> Floats:
    """Return the rotation (3, 3) that brings a side of a cube to the top."""
    normal = np.array(SIDE_NORMALS[side], float)
    if normal[2] > 0.5:
        return np.eye(3)
    if normal[2] < -0.5:
        return _rotation(np.array([1.0, 0.0, 0.0]), pi)
    return _rotation(np.cross(normal, [0.0, 0.0, 1.0]), pi / 2)


# Geometry


@memo_per_process(Size.SMALL)
def die_mesh(sides: tuple[int, ...], look: DieLook) -> tuple[tuple[DrawnMesh, RGB], ...]:
    """Return a die of side 2 around the origin: its rounded body, and the marks of its sides."""
    bevel = 0.12 + 0.5 * look.round
    marks = []
    for value, normal in zip(sides, SIDE_NORMALS, strict=True):
        flat = 1.0 + PIP_LIFT
        frame = _side_frame(np.array(normal, float))
        reach = min(1.0, 1.18 - 0.35 * bevel)
        for x, y in face_pips(value):
            disc = _pip(look.has_diamonds) * PIP_RADIUS + (x * reach, y * reach, flat)
            marks.append(_placed(disc, frame))
        for start, end in face_strokes(value):
            marks.append(_placed(_stroke_corners(start, end, flat), frame))
    return ((_rounded_cube(bevel), look.body), *((mark, look.ink) for mark in marks))


def _side_frame(normal: Floats) -> Floats:
    """Return a rotation (3, 3) that brings the top of a cube to a side."""
    number = SIDE_NORMALS.index(tuple(int(v) for v in normal))  # type: ignore[arg-type]
    return _side_up(number).T


def _placed(corners: Floats, frame: Floats) -> DrawnMesh:
    """Return a convex polygon on the top side as a mesh on another side."""
    points = corners @ frame.T
    faces = [(0, i, i + 1) for i in range(1, len(points) - 1)]
    return DrawnMesh(points, faces)


def _pip(is_diamond: bool) -> Floats:
    """Return the outline (n, 3) of a mark of radius 1."""
    sections = 4 if is_diamond else PIP_SECTIONS
    turn = np.linspace(0, 2 * np.pi, sections, endpoint=False) + np.pi / 2
    size = 1.35 if is_diamond else 1.0
    return np.column_stack([size * np.cos(turn), size * np.sin(turn), np.zeros(sections)])


def _stroke_corners(start: tuple[float, float], end: tuple[float, float], z: float) -> Floats:
    """Return a stroke of a digit as a rectangle (4, 3)."""
    a, b = np.array(start), np.array(end)
    way = (b - a) / max(float(np.linalg.norm(b - a)), 1e-9)
    side = np.array([-way[1], way[0]]) * STROKE_RADIUS
    first, last = a - way * STROKE_RADIUS, b + way * STROKE_RADIUS
    corners = [first - side, last - side, last + side, first + side]
    return np.column_stack([np.array(corners), np.full(4, z)])


@memo_per_process(Size.SMALL)
def _rounded_cube(bevel: float) -> DrawnMesh:
    """Return a cube of side 2 whose edges are rounded by a radius of up to 1."""
    inner = max(0.0, 1.0 - bevel)
    rows = np.concatenate([[-1.0], np.linspace(-inner, inner, GRID_CELLS - 1), [1.0]])
    if inner > 0:
        curve = inner + (1 - inner) * np.array([0.35, 0.7])
        rows = np.concatenate([[-1.0], -curve[::-1], [-inner, inner], curve, [1.0]])
    count = len(rows)
    u, v = np.meshgrid(rows, rows)
    top = np.column_stack([u.ravel(), v.ravel(), np.ones(count * count)])
    cells = np.arange(count * count).reshape(count, count)
    a, b, c, d = (
        part.ravel() for part in (cells[:-1, :-1], cells[:-1, 1:], cells[1:, 1:], cells[1:, :-1])
    )
    quads = np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])])
    points = []
    faces = []
    for number, normal in enumerate(SIDE_NORMALS):
        side = top @ _side_frame(np.array(normal, float)).T
        core = np.clip(side, -inner, inner)
        out = side - core
        points.append(core + bevel * out / np.linalg.norm(out, axis=1, keepdims=True))
        faces.append(quads + number * count * count)
    return DrawnMesh(np.concatenate(points), np.concatenate(faces))
