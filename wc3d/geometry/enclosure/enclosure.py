"""A mesh held between two solids, ready to be placed, and kept as arrays."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from wc3d.geometry.enclosure.enclose import inner_prisms, layered
from wc3d.geometry.enclosure.floors import outer_doubt, walkable_prisms
from wc3d.geometry.enclosure.soundness import facing_alike
from wc3d.geometry.enclosure.tree import Floats, Ints, TriangleTree, triangle_tree
from wc3d.geometry.kept_arrays import keep_arrays, kept_arrays
from wc3d.geometry.solids import Plane, Prism
from wc3d.progress import Progress, part_of

REACHES = (0.25, 0.1, 0.0)
"""How far each level of the inner solid may fall short, in inches, besides the tolerance: the coarsest first."""

GIVES = ((8,), (5, 2), (2, 1))
"""How many cells the outlines of each level may fall short by, twice over."""


class Prisms(NamedTuple):
    """Level prisms as arrays."""

    corners: Floats
    """(c, 2): of all footprints, one after the other, counter-clockwise."""
    counts: Ints
    """(n,): corners of each."""
    heights: Floats
    """(n, 2): from, to."""


@dataclass(frozen=True, eq=False)
class Enclosure:
    """Triangles, in inches about their own origin, between two solids.

    `inner`: what is certainly solid, from coarse to fine; `outer`: what is outside it is certainly free, with rough floors filled
    up until they are level, at the heights `floors`. `doubt`: so far, in inches, may the
    finest inner solid fall short of the mesh, where that is thicker; `outer_doubt`: so far may the outer one reach beyond it.
    `parts`: connected parts of what the surface leaves free; `doubtful`:
    how many of them lie near a hole of the surface, neither clearly inside nor clearly outside.
    """

    tree: TriangleTree
    inner: tuple[Prisms, ...]
    outer: Prisms
    floors: Floats
    tolerance: float
    doubt: float
    outer_doubt: float
    parts: int
    doubtful: int

    @property
    def shortfall(self) -> float:
        """So far, in inches along the plan, may the finest inner solid fall short of an upright wall."""
        return self.doubt - self.tolerance


def _as_arrays(prisms: list[Prism]) -> Prisms:
    corners = np.concatenate([p.points for p in prisms]) if prisms else np.zeros((0, 2))
    heights = np.array([[p.low, p.high] for p in prisms]).reshape(-1, 2)
    return Prisms(corners, np.array([len(p.points) for p in prisms], dtype=np.int64), heights)


def enclose(triangles: Floats, tolerance: float, progress: Progress | None = None) -> Enclosure:
    """Triangles (n, 3, 3), inches, whatever they bound, between two solids that follow them to within about `tolerance`.

    Raises CancelledError when `progress` says so.
    """
    tree = triangle_tree(facing_alike(triangles))
    found = layered(tree.triangles, tree, tolerance, part_of(progress, 0.0, 0.4))
    inner = []
    for k, (reach, gives) in enumerate(zip(REACHES, GIVES, strict=True), 4):
        prisms = inner_prisms(found, max(reach, found.step), gives, part_of(progress, k / 10, (k + 1) / 10))
        inner.append(_as_arrays(prisms))
    outer, floors = walkable_prisms(found, part_of(progress, 0.7, 1.0))
    doubt = found.cell * (1.5 + 2 * GIVES[-1][0]) + max(REACHES[-1], found.step)
    beyond = outer_doubt(found.cell)
    return Enclosure(
        tree, tuple(inner), _as_arrays(outer), np.array(floors), tolerance, doubt, beyond, found.parts, found.doubtful
    )


def prisms_of(found: Prisms) -> list[Prism]:
    """The prisms one by one."""
    starts = np.concatenate([[0], np.cumsum(found.counts)])
    return [
        Prism(found.corners[starts[i] : starts[i + 1]], Plane(float(low)), Plane(float(high)))
        for i, (low, high) in enumerate(found.heights.tolist())
    ]


def save_enclosure(enclosure: Enclosure, path: Path) -> None:
    """Keep an enclosure in a file, whole or not at all."""
    arrays: dict[str, Any] = {f"tree_{k}": v for k, v in enclosure.tree._asdict().items()}
    for name, prisms in (*((f"inner{i}", p) for i, p in enumerate(enclosure.inner)), ("outer", enclosure.outer)):
        arrays |= {f"{name}_{k}": v for k, v in prisms._asdict().items()}
    arrays["floors"] = enclosure.floors
    doubts = enclosure.doubt, enclosure.outer_doubt
    arrays["numbers"] = np.array([enclosure.tolerance, *doubts, enclosure.parts, enclosure.doubtful])
    keep_arrays(arrays, path)


def load_enclosure(path: Path) -> Enclosure:
    """An enclosure kept in a file. Raises OSError, ValueError or KeyError where there is none or it is damaged."""
    arrays: dict[str, Any] = kept_arrays(path)
    tree = TriangleTree(*(arrays[f"tree_{k}"] for k in TriangleTree._fields))
    inner, outer = (
        [Prisms(*(arrays[f"{name}_{k}"] for k in Prisms._fields)) for name in names]
        for names in ([f"inner{i}" for i in range(len(REACHES))], ["outer"])
    )
    tolerance, doubt, beyond, parts, doubtful = arrays["numbers"].tolist()
    return Enclosure(tree, tuple(inner), outer[0], arrays["floors"], tolerance, doubt, beyond, int(parts), int(doubtful))
