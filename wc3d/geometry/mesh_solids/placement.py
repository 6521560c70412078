"""The solids of a mesh at their place on a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wc3d.geometry.solids import Prism

if TYPE_CHECKING:
    from wc3d.geometry.mesh_solids.data import MeshSolids


@dataclass(frozen=True, eq=False)
class PlacedMesh:
    """A mesh between two solids, placed on a table: mirrored (x to -x) or not, rotated
    counter-clockwise, moved.

    `pieces` contain the mesh. A base can stand on their tops at the heights `floors`.
    """

    enclosure: MeshSolids
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    cosine: float = 1.0
    sine: float = 0.0
    mirrored: bool = False
    pieces: tuple[Prism, ...] = ()
    floors: tuple[float, ...] = ()
