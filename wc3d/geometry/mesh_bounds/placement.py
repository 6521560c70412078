"""An enclosed mesh where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wc3d.geometry.solids import Prism

if TYPE_CHECKING:
    from wc3d.geometry.mesh_bounds.data import MeshBounds


@dataclass(frozen=True, eq=False)
class PlacedMesh:
    """An enclosed mesh on a table: mirrored (x to -x) if so, turned counter-clockwise, then moved.

    `pieces` hold it there; of their tops a base can stand on those at the heights `floors`.
    """

    enclosure: MeshBounds
    position: tuple[float, float, float] = (0.0, 0.0, 0.0)
    cosine: float = 1.0
    sine: float = 0.0
    mirrored: bool = False
    pieces: tuple[Prism, ...] = ()
    floors: tuple[float, ...] = ()
