"""The details of terrain, and decorative trees and stones, which do not affect the rules."""

from __future__ import annotations

from collections.abc import Sequence

from panda3d.core import NodePath

from wc3d.panda.material_textures import mesh_material
from wc3d.panda.mesh_files import MeshFileNodes
from wc3d.presentation.palette import RGB, terrain_look
from wc3d.scene import scenery
from wc3d.scene.figures import merge_parts
from wc3d.scene.ground_textures import GroundKind
from wc3d.scene.mesh_tints import mesh_tint
from wc3d.scene.pine_trees import place_pines
from wc3d.scene.terrain_details.colored_arrays import EMPTY_ARRAYS, ColoredArrays, join_arrays
from wc3d.scene.terrain_details.feature_details import solid_details
from wc3d.scene.terrain_details.rough_ground import make_rough_details
from wc3d.scene.terrain_details.surface_plants import make_surface_details
from wc3d.scene.terrain_details.wood_plants import make_wood_plants
from wc3d.scene.terrain_meshes import FeatureMesh
from wc3d.table.features import Feature, Kind
from wc3d.table.terrain.mesh_solids import MeshKey

XYR = tuple[float, float, float]


def solid_arrays(
    feature: Feature, mesh: FeatureMesh, ground: GroundKind, rgb: RGB, is_fine: bool
) -> tuple[ColoredArrays, ColoredArrays]:
    """Return the body of a solid and what lies at its foot; `rgb` colors a body without details."""
    details = solid_details(feature, mesh, ground, is_fine)
    if details is not None:
        return details
    surface = terrain_look(feature).surface
    return ColoredArrays(*merge_parts([(mesh.mesh_without_files, rgb)], surface)), EMPTY_ARRAYS


def add_mesh_files(
    feature: Feature,
    mesh: FeatureMesh,
    rgb: RGB,
    files: MeshFileNodes,
    parents: tuple[NodePath, NodePath],
    ground: GroundKind,
) -> None:
    """Add a feature's mesh files to the painted or the unpainted parent, each with its tint."""
    for number, file in enumerate(mesh.files):
        skin = files.add_mesh(file, rgb, parents[file.look.is_plain])
        if file.look.has_own_colors:
            skin.set_color_scale(*mesh_tint(feature, number, ground), 1.0)
        skin.set_shader_input("meshTile", float(mesh_material(feature.kind)))


def decorate_feature(
    feature: Feature,
    ground: GroundKind,
    keep_free: Sequence[XYR],
    files: MeshFileNodes,
    parent: NodePath,
    wait: bool,
    is_fine: bool,
    ladders: Sequence[XYR] = (),
) -> tuple[ColoredArrays, list[MeshKey]]:
    """Decorate woods, rough ground and the surfaces of solids, and return the mesh to draw.

    Pines are attached to `parent`. No plant is within the radius of any circle in `keep_free`, and
    nothing stands out of a wall within a circle of `ladders`.
    Without `wait`, plain trees replace mesh files that are not loaded; the second list names those
    files.
    """
    if feature.kind is Kind.ROUGH:
        return make_rough_details(feature, ground, is_fine), []
    if feature.kind.solid and not feature.water:
        return make_surface_details(feature, ground, keep_free, is_fine, ladders), []
    if feature.kind is not Kind.FOREST:
        return EMPTY_ARRAYS, []
    places = scenery.place_trees(feature, keep_free)
    pine_places, plants = make_wood_plants(feature, ground, places, keep_free, is_fine)
    trees, key = place_pines(feature, pine_places, wait)
    for tree in trees:
        files.add_mesh(tree, terrain_look(feature).body, parent)
    if pine_places and not trees:
        plain = ColoredArrays(*merge_parts(scenery.make_plain_trees(feature, pine_places)))
        plants = join_arrays([plants, plain])
    return plants, [] if key is None else [key]
