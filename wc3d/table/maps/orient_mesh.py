"""Turn a placed mesh to any orientation: onto a face, or by quarter turns."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from wc3d.meshes.orientation import placed_matrix, split_matrix, turn_between
from wc3d.meshes.surface import Floats
from wc3d.meshes.units import FORMAT_UNITS_AND_UP
from wc3d.table.features import Feature
from wc3d.table.maps.edit_terrain import (
    TerrainEditError,
    bounding_box,
    change_shape,
    feature_shapes,
    move_feature,
    rebuild_feature,
)
from wc3d.table.maps.map_shapes import MeshShape

DOWN = np.array([0.0, 0.0, -1.0])


def single_mesh(feature: Feature) -> MeshShape:
    """Return the mesh that a feature consists of. Raises TerrainEditError for anything else."""
    shapes = feature_shapes(feature)
    if len(shapes) != 1 or not isinstance(shapes[0], MeshShape):
        raise TerrainEditError(f"{feature.id}: expected terrain made of one mesh")
    return shapes[0]


def table_matrix(shape: MeshShape) -> Floats:
    """Return the matrix (3, 3) from the axes of a mesh's file to the table's, without a scale."""
    _, usual_up = FORMAT_UNITS_AND_UP.get(Path(shape.file).suffix.lower(), ("in", "z"))
    return placed_matrix(shape.up or usual_up, shape.rotation, shape.mirrored)


def orient_shape(shape: MeshShape, turn: Floats) -> MeshShape:
    """Return a mesh turned by a matrix (3, 3) of the table's axes, in place.

    Levels that the players settled are lost, as they were for the old orientation.
    """
    up, rotation = split_matrix(turn @ table_matrix(shape), shape.mirrored)
    turned = change_shape(shape, up=up, rotation=rotation, levels=None)
    assert isinstance(turned, MeshShape)
    return turned


def turn_onto_face(normal: Floats) -> Floats:
    """Return the smallest turn (3, 3) that lays a face with an outward normal on the table."""
    return turn_between(normal / np.linalg.norm(normal), DOWN)


def orient_feature(feature: Feature, turn: Floats, folder: Path | None) -> Feature:
    """Return a mesh feature turned about its middle, with its bottom at the same height."""
    new = rebuild_feature(feature, folder, shapes=(orient_shape(single_mesh(feature), turn),))
    old_box, new_box = bounding_box(feature), bounding_box(new)
    by = (
        old_box.middle[0] - new_box.middle[0],
        old_box.middle[1] - new_box.middle[1],
        feature.low - new.low,
    )
    return move_feature(new, by, folder) if any(by) else new
