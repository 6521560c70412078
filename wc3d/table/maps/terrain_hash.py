"""Compare terrain with that at the start of a game, by its solids or by its mesh files."""

from __future__ import annotations

import hashlib
import json

from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.table_state import TableState, hash_terrain

CHANGED_MESH_TEXT = "a mesh file of the board has changed since the game started"
OTHER_TERRAIN_TEXT = "not the terrain on which the game started"


def hash_meshes(table: TableState) -> str:
    """Return a hash of the table's mesh files as they were read; "" for none.

    Unlike a hash of the solids, it is the same in every version of the program.
    """
    digests = [
        shape.triangles_hash
        for f in table.features
        for shape in f.shapes
        if isinstance(shape, MeshShape)
    ]
    return hashlib.sha256(json.dumps(digests).encode()).hexdigest()[:16] if digests else ""


def find_terrain_change(table: TableState, terrain: str, meshes: str) -> str | None:
    """Return why a table, read from a save's own map, differs from that of the game's start; None
    if it is the same.

    `terrain` and `meshes` are the original hashes; older saves have "" for `meshes`. If only the
    solids differ, a newer program builds them more closely. The hash of each action then shows
    whether the game replays the same way.
    """
    if terrain == hash_terrain(table):
        return None
    digest = hash_meshes(table)
    return (
        OTHER_TERRAIN_TEXT
        if not digest
        else CHANGED_MESH_TEXT
        if meshes and meshes != digest
        else None
    )
