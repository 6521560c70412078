"""Meshes held between two solids, asked for sight; every answer is checked against their triangles by other code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tests.fuzz.segments import Floats, Rays, clearance, crossed, open_segments
from tests.fuzz.spoiled_solids import as_placed, united
from wc3d.geometry.mesh_solids.build import build_mesh_solids
from wc3d.geometry.mesh_solids.data import MeshSolids, unpack_prisms
from wc3d.geometry.mesh_solids.placement import PlacedMesh
from wc3d.geometry.solids import Cylinder, Prism
from wc3d.geometry.visibility import Occluder, Occluders, SightResult
from wc3d.table.maps.map_shapes import cosine_and_sine, place_prism

CLEAR = SightResult.CLEAR
BLOCKED = SightResult.BLOCKED
UNDECIDED = SightResult.UNDECIDED


def model(
    x: float, y: float, z: float = 0.0, radius: float = 0.591, height: float = 1.75
) -> Cylinder:
    """A model's volume."""
    return Cylinder((x, y), radius, z, z + height)


@dataclass(frozen=True, eq=False)
class Held:
    """A mesh where it stands, and its triangles there."""

    enclosure: MeshSolids
    occluders: Occluders
    triangles: Floats

    def sees(self, a: Cylinder, b: Cylinder, tries: int = 3_000) -> SightResult:
        """The answer, once both ways agree on it and neither the triangles nor so many segments contradict it."""
        answer, line, _ = self.occluders.find_open_line(a, b)
        other = self.occluders.find_open_line(b, a)[0]
        assert {answer, other} != {CLEAR, BLOCKED}
        if answer is CLEAR:
            assert line is not None
            p, q = np.array(line[0]), np.array(line[1])
            assert not crossed(self.triangles, p, q).any(), "the line crosses a triangle"
            for volume, end in ((a, p), (b, q)):
                assert np.hypot(*(end[:2] - volume.center)) <= volume.radius + 1e-6
                assert volume.low - 1e-6 <= end[2] <= volume.high + 1e-6
        if answer is BLOCKED:
            for p, q in open_segments(
                Rays(self.triangles), a, b, tries, np.random.default_rng(1), 0.0501
            ):
                assert clearance(self.triangles, p, q) < 0.0012, f"{p} {q} is open"
        return answer


def hold(
    triangles: Floats,
    tolerance: float = 0.03,
    at: tuple[float, float, float] = (0.0, 0.0, 0.0),
    degrees: float = 0.0,
    mirrored: bool = False,
) -> Held:
    """Triangles held between two solids, mirrored, turned and moved."""
    made = build_mesh_solids(triangles, tolerance)
    cosine, sine = cosine_and_sine(degrees)
    pieces = tuple(place_prism(p, degrees, at, mirrored) for p in unpack_prisms(made.outer))
    occluder = Occluder(pieces, mesh=PlacedMesh(made, at, cosine, sine, mirrored, pieces))
    return Held(made, Occluders([occluder]), as_placed(triangles, degrees, at, mirrored))


def exact(prisms: Sequence[Prism], a: Cylinder, b: Cylinder) -> SightResult:
    """The answer past the prisms themselves."""
    return Occluders([Occluder(tuple(prisms))]).find_open_line(a, b)[0]


@lru_cache(maxsize=64)
def _united(prisms: tuple[Prism, ...]) -> Floats:
    return united(list(prisms), 0.5)


def hold_prisms(prisms: Sequence[Prism], tolerance: float = 0.03) -> Held:
    """The union of prisms as a mesh, held between two solids."""
    return hold(_united(tuple(prisms)), tolerance)
