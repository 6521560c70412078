"""Little figures for the models, and trees for the woods: decoration, which no rule ever sees.

A figure always stays inside its model's volume and a tree inside its wood's.
"""
from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

import numpy as np
import trimesh
from numpy.typing import NDArray
from shapely import Point, Polygon, union_all
from trimesh.creation import annulus, box, capsule, cone, cylinder, icosphere, revolve, torus
from trimesh.transformations import rotation_matrix

from wc3d.table.features import Feature
from wc3d.table.table import Body
from wc3d.view.meshes import footprint, shaded
from wc3d.view.palette import RGB

Arrays = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.uint8], NDArray[np.int64]]
"""Points, normals, colours and faces."""

Part = tuple[trimesh.Trimesh, RGB]

CLOTH: RGB = (58, 64, 80)
METAL: RGB = (122, 126, 136)
GLOW: RGB = (190, 250, 250)
BASE: RGB = (46, 44, 44)
TRUNK: RGB = (92, 66, 46)
LEAVES: tuple[RGB, ...] = ((62, 88, 58), (78, 100, 60), (70, 94, 52))


def merged(parts: list[Part], surface: int = 0) -> Arrays:
    """Parts in their colours as one set of arrays; `surface` is the palette's surface pattern."""
    points, normals, colours, faces, count = [], [], [], [], 0
    for mesh, rgb in parts:
        where, facing, triangles = shaded(mesh, 32)
        points.append(where)
        normals.append(facing)
        colours.append(np.tile(np.array([*rgb, 255 - surface * 32], np.uint8), (len(where), 1)))
        faces.append(triangles + count)
        count += len(where)
    if not points:
        return np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 4), np.uint8), np.zeros((0, 3), np.int64)
    return np.concatenate(points), np.concatenate(normals), np.concatenate(colours), np.concatenate(faces)


def _placed(
    mesh: trimesh.Trimesh, x: float, y: float, z: float, turn: float = 0.0, axis: tuple[int, int, int] = (1, 0, 0)
) -> trimesh.Trimesh:
    if turn:
        mesh.apply_transform(rotation_matrix(np.radians(turn), axis))
    mesh.apply_translation((x, y, z))
    return mesh


def _scaled(mesh: trimesh.Trimesh, x: float, y: float, z: float) -> trimesh.Trimesh:
    mesh.apply_scale((x, y, z))
    return mesh


def _trooper(body: RGB) -> list[Part]:
    """A faceted soldier 1.66" tall facing north, unarmed; feet at 0."""
    parts: list[Part] = []
    for s in (-1, 1):
        parts += [
            (_placed(capsule(height=0.42, radius=0.12, count=[8, 10]), s * 0.17, s * 0.05, 0.24, s * 9, (0, 1, 0)), CLOTH),
            (_placed(box(extents=(0.2, 0.32, 0.14)), s * 0.2, 0.04 + s * 0.05, 0.12), METAL),
            (_placed(_scaled(icosphere(subdivisions=2, radius=0.2), 1, 0.9, 0.8), s * 0.36, 0, 1.2), body),
            (_placed(capsule(height=0.3, radius=0.09, count=[8, 8]), s * 0.36, 0.3, 1.0, 100), CLOTH),
        ]
    torso = revolve(np.array([[0, 0.68], [0.24, 0.7], [0.3, 0.95], [0.34, 1.2], [0.2, 1.32], [0, 1.34]]), sections=14)
    return [
        *parts,
        (_scaled(torso, 1.1, 0.8, 1), body),
        (_placed(_scaled(cylinder(radius=0.29, height=0.1, sections=16), 1.05, 0.85, 1), 0, 0, 0.74), METAL),
        (_placed(box(extents=(0.42, 0.22, 0.5)), 0, -0.28, 1.1), METAL),
        (_placed(icosphere(subdivisions=2, radius=0.17), 0, 0.03, 1.48), body),
        (_placed(box(extents=(0.2, 0.08, 0.06)), 0, 0.17, 1.5), GLOW),
    ]


def _rifle() -> list[Part]:
    return [
        (_placed(box(extents=(0.1, 0.6, 0.16)), 0.12, 0.28, 1.0), METAL),
        (_placed(cylinder(radius=0.045, height=0.2, sections=8), 0.12, 0.62, 1.03, 90), METAL),
    ]


def _shield(body: RGB) -> list[Part]:
    return [
        (_placed(box(extents=(0.05, 0.12, 0.9)), 0.42, 0.22, 1.1, 25), GLOW),
        (_placed(cylinder(radius=0.36, height=0.07, sections=20), -0.3, 0.48, 1.0, 90), body),
    ]


def _cannons() -> list[Part]:
    pair: list[Part] = []
    for s in (-1, 1):
        pair.append((_placed(cylinder(radius=0.11, height=0.8, sections=12), s * 0.44, 0.2, 1.36, 90), METAL))
        pair.append((_placed(cylinder(radius=0.07, height=0.05, sections=12), s * 0.44, 0.62, 1.36, 90), GLOW))
    return pair


def _void_gate() -> list[Part]:
    return [
        (_placed(torus(major_radius=0.46, minor_radius=0.08, major_sections=28, minor_sections=10), 0, 0, 0.86, 90), METAL),
        (_placed(cylinder(radius=0.4, height=0.02, sections=28), 0, 0, 0.86, 90), GLOW),
        (_placed(box(extents=(0.5, 0.3, 0.3)), 0, 0, 0.2), METAL),
    ]


@lru_cache(maxsize=64)
def _figure(base: str, kind: str, radius: float, height: float, colour: RGB) -> Arrays:
    if kind == "gate":
        parts = _void_gate()
    else:
        weapon = {"small": _rifle(), "medium": _shield(colour)}.get(base, _cannons())
        parts = _trooper(colour) + weapon
    feet = min(mesh.bounds[0, 2] for mesh, _ in parts)
    tall = max(mesh.bounds[1, 2] for mesh, _ in parts) - feet
    wide = max(float(np.hypot(*np.abs(mesh.vertices[:, :2]).T).max()) for mesh, _ in parts)
    scale = min((height - 0.16) / tall, 0.96 * radius / wide)
    for mesh, _ in parts:
        mesh.apply_translation((0, 0, -feet))
        mesh.apply_scale((scale, scale, min((height - 0.16) / tall, scale * 1.35)))
        mesh.apply_translation((0, 0, 0.12))
    stand = revolve(np.array([[0, 0], [radius, 0], [radius - 0.04, 0.12], [0, 0.12]]), sections=48)
    ring = _placed(annulus(r_min=radius - 0.07, r_max=radius - 0.01, height=0.05, sections=48), 0, 0, 0.105)
    return merged([(stand, BASE), (ring, colour), *parts])


def figure(body: Body, colour: RGB) -> Arrays:
    """The figure of a model on its base, at the origin, facing north."""
    return _figure(body.base, body.kind, body.radius, body.height, colour)


def _tree(height: float, rng: np.random.Generator, leaf: RGB) -> list[Part]:
    wide = min(0.8, height * 0.24)
    trunk = _placed(cylinder(radius=0.1, height=height * 0.5, sections=8), 0, 0, height * 0.25)
    crown = []
    for k in range(4):
        layer = cone(radius=wide * (1 - k * 0.2) * rng.uniform(0.9, 1.1), height=height * 0.34, sections=9)
        layer.vertices[:, :2] *= rng.uniform(0.92, 1.08, (len(layer.vertices), 1))
        crown.append(_placed(layer, 0, 0, height * (0.2 + k * 0.15), rng.uniform(1, 90), (0, 0, 1)))
    return [(trunk, TRUNK), *((layer, leaf) for layer in crown)]


def trees(wood: Feature, keep_free: Sequence[tuple[float, float, float]]) -> list[Part]:
    """Trees for a wood, the same every time; none within the radius of any (x, y, radius) of `keep_free`."""
    ground = union_all([Polygon(footprint(piece)) for piece in wood.pieces])
    room = ground.buffer(-0.55)
    if room.is_empty:
        return []
    rng = np.random.default_rng(crc32(wood.id.encode()))
    x0, y0, x1, y1 = room.bounds
    height = min(wood.high - wood.low, 4.5)
    if height < 0.5:
        height = 2.5
    parts: list[Part] = []
    placed: list[tuple[float, float, float]] = list(keep_free)
    wanted = max(3, int(ground.area / 4.5))
    for _ in range(wanted * 12):
        if wanted == 0:
            break
        x, y = rng.uniform((x0, y0), (x1, y1))
        if not room.contains(Point(x, y)) or any(np.hypot(x - a, y - b) < r for a, b, r in placed):
            continue
        tree = _tree(height * rng.uniform(0.55, 0.9), rng, LEAVES[wanted % len(LEAVES)])
        parts += [(_placed(mesh, x, y, wood.low), rgb) for mesh, rgb in tree]
        placed.append((x, y, 1.25))
        wanted -= 1
    return parts
