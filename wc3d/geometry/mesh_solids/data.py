"""The solids of a mesh as arrays, which are saved and loaded without the kernels."""

from __future__ import annotations

from collections.abc import Callable
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
    """Triangles in a tree of boxes.

    There are n triangles and 2^k leaves. Node 1 is the root; the children of node i are 2i and 2i
    + 1.
    """

    triangles: Floats
    """(n, 3, 3)."""
    boxes: Floats
    """(nodes, 6): lowest and highest x, y, z; infinity and minus infinity for empty boxes."""
    dipoles: Floats
    """(nodes, 7): sum of area vectors, area-weighted center, distance of its farthest corner."""
    order: Ints
    """(n,): the number of each triangle in the file."""
    edges: Ints
    """(n, 3): the number of the edge after each corner (`number_shared_edges`)."""


class PrismArrays(NamedTuple):
    """Level prisms as arrays."""

    corners: Floats
    """(c, 2): the corners of all footprints in sequence, counter-clockwise."""
    counts: Ints
    """(n,): the number of corners of each prism."""
    heights: Floats
    """(n, 2): from, to."""


@dataclass(frozen=True, eq=False)
class MeshSolids:
    """Triangles in inches around their own origin, between an inner and an outer solid.

    `inner` is certainly solid, from coarse to fine levels. Everything outside `outer` is certainly
    free; its rough floors are filled up to level at the heights `floors`. `doubt` is how far, in
    inches, the finest inner solid may fall short of thicker parts of the mesh. `outer_doubt` is
    how far the outer solid may reach beyond the mesh. `parts` counts the connected free parts.
    `doubtful` counts those near a hole of the surface that are neither clearly inside nor outside.
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
    own_triangles: int
    """Number of the mesh's own triangles, in the file's order; others close its open ground."""
    closed_holes: int
    open_holes: int
    """Numbers of closed (`closed_holes`) and open holes in scanned ground."""

    @property
    def is_closed_below(self) -> bool:
        """Return whether the mesh is scanned ground, closed down to the table."""
        return self.own_triangles < len(self.tree.triangles)

    @property
    def shortfall(self) -> float:
        """The largest gap in plan, in inches, between the finest inner solid and a wall."""
        return self.doubt - self.tolerance


COUNT_FIELDS = ("parts", "doubtful", "own_triangles", "closed_holes", "open_holes")
"""The counts of a mesh's solids, in storage order."""


def unpack_prisms(prisms: PrismArrays) -> list[Prism]:
    """Return the prisms as a list."""
    starts = np.concatenate([[0], np.cumsum(prisms.counts)])
    return [
        Prism(prisms.corners[starts[i] : starts[i + 1]], Plane(float(low)), Plane(float(high)))
        for i, (low, high) in enumerate(prisms.heights.tolist())
    ]


def save_mesh_solids(enclosure: MeshSolids, path: Path, is_shipped: bool = False) -> None:
    """Save the solids of a mesh to a file atomically; a shipped one is small and has no tree."""
    arrays: dict[str, Any] = {}
    if not is_shipped:
        arrays |= {f"tree_{k}": v for k, v in enclosure.tree._asdict().items()}
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
    save_arrays(arrays, path, compress=is_shipped)


def load_mesh_solids(path: Path, make_tree: Callable[[], TriangleTree]) -> MeshSolids:
    """Load a mesh's solids from a file; `make_tree` makes the tree if the file has none.

    Raises OSError, ValueError or KeyError for a bad file.
    """
    arrays: dict[str, Any] = load_arrays(path)
    if "tree_order" in arrays:
        tree = TriangleTree(*(arrays[f"tree_{k}"] for k in TriangleTree._fields))
    else:
        tree = make_tree()
    levels = sum(name.startswith("inner") for name in arrays) // len(PrismArrays._fields)
    inner, outer = (
        [PrismArrays(*(arrays[f"{name}_{k}"] for k in PrismArrays._fields)) for name in names]
        for names in ([f"inner{i}" for i in range(levels)], ["outer"])
    )
    tolerance, doubt, beyond, *counted = arrays["numbers"].tolist()
    return MeshSolids(
        tree, tuple(inner), outer[0], arrays["floors"], tolerance, doubt, beyond, *map(int, counted)
    )
