"""A mesh held between two solids, as it is kept and loaded again: arrays, for which no kernel is needed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.array_cache import load_arrays, save_arrays
from wc3d.geometry.solids import Plane, Prism

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class TriangleTree(NamedTuple):
    """Triangles in a tree of boxes. n triangles, 2^k leaves; node 1 is the root, the children of node i are 2i and 2i + 1."""

    triangles: Floats
    """(n, 3, 3)."""
    boxes: Floats
    """(nodes, 6): from x, y, z, to x, y, z; empty boxes run from infinity to minus infinity."""
    dipoles: Floats
    """(nodes, 7): sum of area vectors, mean place weighted by area, and the farthest corner from there."""
    order: Ints
    """(n,): which triangle of the file each one is."""
    edges: Ints
    """(n, 3): the number of the edge after each corner (`edges_shared`)."""


class PrismArrays(NamedTuple):
    """Level prisms as arrays."""

    corners: Floats
    """(c, 2): of all footprints, one after the other, counter-clockwise."""
    counts: Ints
    """(n,): corners of each."""
    heights: Floats
    """(n, 2): from, to."""


@dataclass(frozen=True, eq=False)
class MeshBounds:
    """Triangles, in inches about their own origin, between two solids.

    `inner`: what is certainly solid, from coarse to fine; `outer`: what is outside it is certainly free, with rough floors filled
    up until they are level, at the heights `floors`. `doubt`: so far, in inches, may the
    finest inner solid fall short of the mesh, where that is thicker; `outer_doubt`: so far may the outer one reach beyond it.
    `parts`: connected parts of what the surface leaves free; `doubtful`:
    how many of them lie near a hole of the surface, neither clearly inside nor clearly outside.
    """

    tree: TriangleTree
    inner: tuple[PrismArrays, ...]
    outer: PrismArrays
    floors: Floats
    tolerance: float
    doubt: float
    outer_doubt: float
    parts: int
    doubtful: int
    own: int
    """Triangles of the mesh itself, the first ones by the tree's order; the rest closes what is open below (`close_sheets`)."""
    shut: int
    left: int
    """Holes of scanned ground that are shut, and that are left open."""

    @property
    def is_closed_below(self) -> bool:
        """Is the mesh scanned ground, closed down to the table?"""
        return self.own < len(self.tree.triangles)

    @property
    def shortfall(self) -> float:
        """So far, in inches along the plan, may the finest inner solid fall short of an upright wall."""
        return self.doubt - self.tolerance


COUNT_FIELDS = ("parts", "doubtful", "own", "shut", "left")
"""The numbers of things that an enclosure knows, in their order."""


def unpack_prisms(prisms: PrismArrays) -> list[Prism]:
    """The prisms one by one."""
    starts = np.concatenate([[0], np.cumsum(prisms.counts)])
    return [
        Prism(prisms.corners[starts[i] : starts[i + 1]], Plane(float(low)), Plane(float(high)))
        for i, (low, high) in enumerate(prisms.heights.tolist())
    ]


def save_mesh_bounds(enclosure: MeshBounds, path: Path) -> None:
    """Keep an enclosure in a file, whole or not at all."""
    arrays: dict[str, Any] = {f"tree_{k}": v for k, v in enclosure.tree._asdict().items()}
    for name, prisms in (
        *((f"inner{i}", p) for i, p in enumerate(enclosure.inner)),
        ("outer", enclosure.outer),
    ):
        arrays |= {f"{name}_{k}": v for k, v in prisms._asdict().items()}
    arrays["floors"] = enclosure.floors
    doubts = enclosure.doubt, enclosure.outer_doubt
    arrays["numbers"] = np.array(
        [enclosure.tolerance, *doubts, *(getattr(enclosure, name) for name in COUNT_FIELDS)]
    )
    save_arrays(arrays, path)


def load_mesh_bounds(path: Path) -> MeshBounds:
    """An enclosure kept in a file. Raises OSError, ValueError or KeyError where there is none or it is damaged."""
    arrays: dict[str, Any] = load_arrays(path)
    tree = TriangleTree(*(arrays[f"tree_{k}"] for k in TriangleTree._fields))
    levels = sum(name.startswith("inner") for name in arrays) // len(PrismArrays._fields)
    inner, outer = (
        [PrismArrays(*(arrays[f"{name}_{k}"] for k in PrismArrays._fields)) for name in names]
        for names in ([f"inner{i}" for i in range(levels)], ["outer"])
    )
    tolerance, doubt, beyond, *counted = arrays["numbers"].tolist()
    return MeshBounds(
        tree, tuple(inner), outer[0], arrays["floors"], tolerance, doubt, beyond, *map(int, counted)
    )
