"""Sight among meshes, cross-checked by trimesh's rays in the one safe direction: no ray may pass where `blocked` was proven."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
import trimesh

from tests.narrowed import a as as_a
from wc3d.geometry.distance import point_to_section
from wc3d.geometry.line_check import connects_volumes, is_open_line
from wc3d.geometry.mesh_prisms import split_into_prisms
from wc3d.geometry.solids import Cylinder, Piece, footprint_between
from wc3d.geometry.visibility import Occluder, Occluders, SightResult

SHIPPED = [
    Path(__file__).parents[2] / "models3d" / name
    for name in ("arch.glb", "bunker.obj", "crag.stl", "ruin.stl")
]
SIZES = ((15 / 25.4, 1.75), (20 / 25.4, 2.25), (25 / 25.4, 2.75))
RAYS = 1500


def rock(rng: np.random.Generator) -> trimesh.Trimesh:
    """A convex boulder with slopes all round."""
    points = rng.normal(size=(12, 3)) * rng.uniform(0.6, 2.2, 3)
    points[:, 2] = np.abs(points[:, 2])
    points[:4, 2] = 0.0
    return trimesh.convex.convex_hull(points)


def tilted(rng: np.random.Generator) -> trimesh.Trimesh:
    """A slab that leans: it touches the table with an edge or a corner."""
    slab = trimesh.creation.box(rng.uniform(0.3, 4.0, 3))
    slab.apply_transform(
        trimesh.transformations.rotation_matrix(rng.uniform(0, 6), rng.normal(size=3))
    )
    slab.apply_translation([0, 0, -slab.bounds[0, 2] + rng.choice([0.0, 0.0, 1.0])])
    return slab


def scene(rng: np.random.Generator) -> list[trimesh.Trimesh]:
    """Some meshes scattered over a table."""
    out = []
    for _ in range(rng.integers(2, 7)):
        kind = rng.integers(3)
        mesh = (
            trimesh.load(SHIPPED[rng.integers(len(SHIPPED))], force="mesh")
            if kind == 0
            else (rock, tilted)[kind - 1](rng)
        )
        mesh = mesh.copy()
        mesh.apply_transform(trimesh.transformations.rotation_matrix(rng.uniform(0, 6), [0, 0, 1]))
        mesh.apply_translation([*rng.uniform(5, 15, 2), 0])
        out.append(mesh)
    return out


def free_volume(rng: np.random.Generator, pieces: list[Piece]) -> Cylinder:
    """A model that meets no solid, on the table or in the air."""
    while True:
        radius, height = SIZES[rng.integers(3)]
        low = float(rng.choice([0.0, 0.0, rng.uniform(0, 5)]))
        volume = Cylinder(
            (float(rng.uniform(3, 17)), float(rng.uniform(3, 17))), radius, low, low + height
        )
        sections = [footprint_between(p, volume.low, volume.high) for p in pieces]
        if all(s is None or point_to_section(volume.center, s) >= radius for s in sections):
            return volume


def points_in(volume: Cylinder, rng: np.random.Generator) -> np.ndarray:
    """Points of a volume, more often than not on its side, off the table."""
    angle = rng.uniform(0, 2 * math.pi, RAYS)
    out = volume.radius * np.where(rng.random(RAYS) < 0.6, 1.0, np.sqrt(rng.random(RAYS)))
    z = np.where(
        rng.random(RAYS) < 0.3, volume.high, rng.uniform(volume.low + 0.01, volume.high, RAYS)
    )
    return np.stack(
        [volume.center[0] + out * np.cos(angle), volume.center[1] + out * np.sin(angle), z], axis=1
    )


@pytest.mark.parametrize("seed", range(12))
def test_no_ray_passes_where_blocked_was_proven_and_every_line_shown_is_free(seed: int) -> None:
    rng = np.random.default_rng(seed)
    meshes = scene(rng)
    occluders = tuple(Occluder(split_into_prisms(mesh)) for mesh in meshes)
    pieces = [p for o in occluders for p in o.pieces]
    ready = Occluders(occluders)
    rays = as_a(trimesh.Trimesh, trimesh.util.concatenate(meshes)).ray
    for _ in range(6):
        a, b = free_volume(rng, pieces), free_volume(rng, pieces)
        answer, line, _ = ready.find_open_line(a, b)
        assert answer is ready.find_open_line(b, a)[0] is not SightResult.UNDECIDED
        if answer is SightResult.CLEAR:
            assert (
                line is not None and connects_volumes(line, a, b) and is_open_line(line, occluders)
            )
            continue
        start, end = points_in(a, rng), points_in(b, rng)
        length = np.linalg.norm(end - start, axis=1)
        where, ray, _ = rays.intersects_location(
            start, (end - start) / length[:, None], multiple_hits=True
        )
        passes = np.ones(RAYS, dtype=bool)
        passes[ray[np.linalg.norm(where - start[ray], axis=1) <= length[ray]]] = False
        # a ray may slip through a mesh's edge: ask the solids
        for u, v in zip(start[passes], end[passes], strict=True):
            assert not is_open_line((tuple(u.tolist()), tuple(v.tolist())), occluders)
