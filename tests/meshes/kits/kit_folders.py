"""Folders of kits that scripts write."""

from __future__ import annotations

from pathlib import Path

from tests.meshes import kit_pieces
from tests.meshes.kit_pieces import Triangles, box, join, round_post
from tests.meshes.written_meshes import lay_down, write_mesh
from wc3d.meshes.units import Up

METERS_1_56 = 0.0254 / 0.017857
"""Units of a file in meters of the real thing, for an inch on a table at 1:56."""


def kit_pieces_in_inches() -> dict[str, Triangles]:
    """Eight pieces of a village as they stand on a table."""
    return {
        "house-small": kit_pieces.house(),
        "house-large": kit_pieces.house(9, 6, 3.2, 6.5),
        "wall-door": kit_pieces.wall_with_door(6, 2.6),
        "wall-plain": box((0, 0, 0), (6, 0.3, 2.6)),
        "tower": kit_pieces.tower(),
        "barrel": round_post(0.35, 0.8),
        "barricade": box((0, 0, 0), (4, 0.5, 1.1)),
        "tree": join(round_post(0.25, 2.2), round_post(1.3, 2.6, (0, 0, 2.2))),
    }


def write_kit(
    folder: Path, suffix: str = ".glb", up: Up = "y", units_per_inch: float = METERS_1_56
) -> Path:
    """Write the eight pieces as files of one format and size."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, triangles in kit_pieces_in_inches().items():
        write_mesh(folder / f"{name}{suffix}", lay_down(triangles * units_per_inch, up))
    return folder
