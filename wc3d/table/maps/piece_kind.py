"""The kind of terrain that a piece of a kit becomes."""

from __future__ import annotations

from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.meshes.kits.piece_types import PieceType
from wc3d.table.features import Kind


def propose_kind(piece_type: PieceType, height: float, obstacle_height: float) -> Kind:
    """Return the kind of terrain for a type of piece and its height in inches."""
    if piece_type == "tree":
        return Kind.IMPASSABLE  # shown as it is; a forest would be a green cylinder
    return Kind.STRUCTURE if height >= obstacle_height - EPSILON_IN else Kind.OBSTACLE
