"""The details of terrain for an exported board: joints, plants and stones, by material.

Each material of a feature is a mesh of its own. The mesh has the material's roughness and metal,
and a base color that its vertex colors vary.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wc3d.scene import scenery
from wc3d.scene.ground_textures import GroundKind
from wc3d.scene.materials import GROUND, MATERIALS, SurfaceMaterial
from wc3d.scene.pine_trees import place_pines
from wc3d.scene.terrain_details.colored_arrays import ColoredArrays, join_arrays
from wc3d.scene.terrain_details.feature_details import solid_details
from wc3d.scene.terrain_details.rough_ground import make_rough_details
from wc3d.scene.terrain_details.surface_plants import make_surface_details
from wc3d.scene.terrain_details.wood_plants import make_wood_plants
from wc3d.scene.terrain_meshes import FeatureMesh, PlacedMeshLook
from wc3d.table.features import Feature, Kind

ALPHA_STEP = 16
"""The step of a vertex color's alpha from one material to the next."""
GROUND_MATERIAL = SurfaceMaterial("ground", 0.92, 0.0, 4.0)
"""The material of the board's own ground, which an exported board has as plain color."""
KEPT_FREE_IN = 0.9
"""The room around a base without plants, in inches."""


@dataclass(frozen=True, eq=False)
class FeatureDetails:
    """What is drawn of a feature: its body or None, what lies about it, and its pines."""

    body: ColoredArrays | None
    scattered: ColoredArrays
    pines: list[PlacedMeshLook]


def detail_feature(
    feature: Feature,
    mesh: FeatureMesh,
    ground: GroundKind,
    keep_free: list[tuple[float, float, float]],
) -> FeatureDetails:
    """Return the details of a feature on a board with this ground."""
    if feature.kind is Kind.ROUGH:
        return FeatureDetails(None, make_rough_details(feature, ground), [])
    if feature.kind is Kind.FOREST:
        places = scenery.place_trees(feature, keep_free)
        pine_places, plants = make_wood_plants(feature, ground, places, keep_free)
        return FeatureDetails(None, plants, place_pines(feature, pine_places)[0])
    details = solid_details(feature, mesh, ground)
    body, foot = details if details is not None else (None, join_arrays([]))
    if feature.kind.solid and not feature.water:
        foot = join_arrays([foot, make_surface_details(feature, ground, keep_free)])
    return FeatureDetails(body, foot, [])


def split_materials(
    arrays: ColoredArrays,
) -> Iterator[tuple[SurfaceMaterial, ColoredArrays]]:
    """Yield the part of a mesh in each material; a face has the material of its first corner."""
    numbers = (255 - arrays.colors[:, 3].astype(int) + ALPHA_STEP // 2) // ALPHA_STEP
    of_faces = numbers[arrays.faces[:, 0]]
    for number in np.unique(of_faces).tolist():
        faces = arrays.faces[of_faces == number]
        used, places = np.unique(faces, return_inverse=True)
        yield (
            GROUND_MATERIAL if number == GROUND else MATERIALS[number],
            ColoredArrays(
                arrays.points[used],
                arrays.normals[used],
                arrays.colors[used],
                places.reshape(-1, 3),
            ),
        )


def base_color(light: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the brightest color of a part, and the vertex colors as shares of it."""
    brightest = np.maximum(light[:, :3].max(axis=0), 1)
    shares = np.round(light[:, :3] / brightest * 255).astype(np.uint8)
    return brightest, np.column_stack([shares, np.full(len(light), 255, np.uint8)])
