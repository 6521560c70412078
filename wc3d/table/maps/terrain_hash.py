"""Is terrain still what a game was begun on? Either its solids are the same, or the mesh files that they are made of."""

from __future__ import annotations

import hashlib
import json

from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.table_state import TableState, hash_terrain

CHANGED_MESH_TEXT = "a mesh file of the board has changed since the game started"
OTHER_TERRAIN_TEXT = "not the terrain on which the game started"


def hash_meshes(table: TableState) -> str:
    """A hash of what the table's mesh files held when they were read; "" if it has none. Other programs' solids share it."""
    digests = [
        shape.triangles_hash
        for f in table.features
        for shape in f.shapes
        if isinstance(shape, MeshShape)
    ]
    return hashlib.sha256(json.dumps(digests).encode()).hexdigest()[:16] if digests else ""


def find_terrain_change(table: TableState, terrain: str, meshes: str) -> str | None:
    """Why a table, read from a save's own map, is not what its game was begun on; None if it is.

    `terrain` and `meshes` are the digests then; a save of before does not tell the second (""). Where only the solids differ, a
    newer program makes them more closely: each action's hash tells whether the game comes out as it did.
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
