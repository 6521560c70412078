"""Export of the board as a GLB file: every feature and every model's volume is a named node,
colored by kind.

Mesh files keep their textures, and copies share data. The numbers are inches with z up. A parent
node turns and scales them to GLB's meters with y up.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import trimesh
from numpy.typing import NDArray
from trimesh.visual.material import PBRMaterial

from wc3d._internal.atomic_write import write_output
from wc3d.meshes.textures import texture_to_image
from wc3d.presentation.palette import (
    RGB,
    ROLE_COLORS,
    Role,
    is_translucent,
    structure_tint,
    terrain_look,
)
from wc3d.scene.glb_details import KEPT_FREE_IN, base_color, detail_feature, split_materials
from wc3d.scene.ground_textures import ground_for_board
from wc3d.scene.mesh import DrawnMesh, make_box
from wc3d.scene.mesh_looks import MeshLook, TexturedTriangles
from wc3d.scene.terrain_details.colored_arrays import ColoredArrays, join_arrays
from wc3d.scene.terrain_meshes import (
    GROUND_LIFT_IN,
    PlacedMeshLook,
    cylinder_mesh,
    ground_mesh,
    make_feature_mesh,
)
from wc3d.table.features import Kind
from wc3d.table.table import Table

METERS_PER_INCH = 0.0254
"""Meters in an inch."""

INCHES_TO_GLB_MATRIX = np.array(
    [
        [METERS_PER_INCH, 0, 0, 0],
        [0, 0, METERS_PER_INCH, 0],
        [0, -METERS_PER_INCH, 0, 0],
        [0, 0, 0, 1],
    ],
    float,
)
TABLE_TOP_RGB: RGB = (124, 116, 92)


def make_trimesh_scene(table: Table, *, dressed: bool = False) -> trimesh.Scene:
    """Return the board as a scene with the nodes "table", "feature <id>" and "body <id>".

    Flat parts are "feature <id> ground"; mesh files are "feature <id> file 1" and so on. With
    `dressed`, terrain has the details of the window's pictures instead of plain solids: for each
    material a "feature <id> <material>", and a "feature <id> pine 1" and so on. Woods have no block.
    """
    scene = trimesh.Scene(base_frame="world")
    scene.graph.update(frame_from="world", frame_to="board", matrix=INCHES_TO_GLB_MATRIX)
    width, depth = table.size
    _add_mesh(scene, "table", make_box((0, 0, -0.25), (width, depth, 0)), TABLE_TOP_RGB)
    file_numbers: dict[Any, int] = {}
    ground = ground_for_board(table.name)
    keep_free = [(b.at[0], b.at[1], b.radius + KEPT_FREE_IN) for b in table.bodies]
    for feature in table.features:
        mesh = make_feature_mesh(feature)
        details = detail_feature(feature, mesh, ground, keep_free) if dressed else None
        rgb = (
            structure_tint(feature)
            if feature.kind is Kind.STRUCTURE
            else terrain_look(feature).body
        )
        is_wood = feature.kind is Kind.FOREST
        if details is None or (details.body is None and not is_wood):
            _add_mesh(
                scene,
                f"feature {feature.id}",
                mesh.mesh_without_files,
                rgb,
                0.35 if is_translucent(feature) else 1.0,
            )
        elif is_wood:
            patch = ground_mesh(feature.pieces, GROUND_LIFT_IN)
            _add_mesh(scene, f"feature {feature.id} ground", patch, rgb)
        if details is not None:
            parts = (
                [details.scattered] if details.body is None else [details.body, details.scattered]
            )
            _add_details(scene, feature.id, join_arrays(parts))
            for number, pine in enumerate(details.pines, 1):
                _add_file(scene, file_numbers, f"feature {feature.id} pine {number}", pine, rgb)
        for number, file in enumerate(mesh.files, 1):
            _add_file(scene, file_numbers, f"feature {feature.id} file {number}", file, rgb)
        _add_mesh(scene, f"feature {feature.id} ground", mesh.ground, rgb)
    for body in table.bodies:
        rgb = ROLE_COLORS[Role.FROM if body.is_plain else Role.MARKER]
        _add_mesh(scene, f"body {body.id}", cylinder_mesh(body.volume), rgb, 0.55)
    return scene


def _add_mesh(
    scene: trimesh.Scene, name: str, mesh: DrawnMesh, rgb: RGB, alpha: float = 1.0
) -> None:
    if not len(mesh.faces):
        return
    scene_mesh = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    scene_mesh.visual = trimesh.visual.TextureVisuals(
        material=PBRMaterial(
            name=name,
            baseColorFactor=[*rgb, round(alpha * 255)],
            roughnessFactor=0.9,
            metallicFactor=0.0,
            doubleSided=True,
            alphaMode="BLEND" if alpha < 1 else "OPAQUE",
        )
    )
    scene.add_geometry(scene_mesh, node_name=name, geom_name=name, parent_node_name="board")


def _add_details(scene: trimesh.Scene, id: str, arrays: ColoredArrays) -> None:
    """Add a mesh for each material of a feature's details."""
    for material, part in split_materials(arrays):
        base, shares = base_color(_to_linear(part.colors))
        scene_mesh = trimesh.Trimesh(
            part.points, part.faces, vertex_normals=part.normals, process=False
        )
        scene_mesh.visual = trimesh.visual.TextureVisuals(
            material=PBRMaterial(
                name=material.name,
                baseColorFactor=[*base.tolist(), 255],
                roughnessFactor=material.roughness,
                metallicFactor=material.metal,
                doubleSided=True,
            )
        )
        scene_mesh.visual.vertex_attributes["color"] = shares
        name = f"feature {id} {material.name}"
        scene.add_geometry(scene_mesh, node_name=name, geom_name=name, parent_node_name="board")


def _add_file(
    scene: trimesh.Scene, file_numbers: dict[Any, int], name: str, file: PlacedMeshLook, rgb: RGB
) -> None:
    """Add a placed mesh file, with a node for each texture; `rgb` colors a file without a look of
    its own.

    `file_numbers` numbers the files, so that copies share data.
    """
    for k, skin in enumerate(file.look.detail_levels[0]):
        of = file_numbers.setdefault(
            (file.key, None if file.look.has_own_colors else rgb), len(file_numbers)
        )
        shared = f"{file.key.path.name} {of} {k}"
        node = name if k == 0 else f"{name} part {k + 1}"
        if shared in scene.geometry:
            scene.graph.update(
                frame_from="board", frame_to=node, matrix=file.matrix, geometry=shared
            )
        else:
            scene_mesh = _textured_mesh(skin, file.look, None if file.look.has_own_colors else rgb)
            scene.add_geometry(
                scene_mesh,
                node_name=node,
                geom_name=shared,
                parent_node_name="board",
                transform=file.matrix,
            )


def _textured_mesh(skin: TexturedTriangles, look: MeshLook, rgb: RGB | None) -> trimesh.Trimesh:
    """Return triangles with their texture and vertex colors, or in one color if given."""
    scene_mesh = trimesh.Trimesh(
        skin.points, skin.faces, vertex_normals=skin.normals, process=False
    )
    image = look.textures[skin.texture] if skin.texture >= 0 else None
    material = PBRMaterial(
        baseColorFactor=[*(rgb or (255, 255, 255)), 255],
        baseColorTexture=None if image is None else texture_to_image(image),
        roughnessFactor=0.9,
        metallicFactor=0.0,
        doubleSided=not look.is_closed,
        alphaMode="MASK" if skin.cutoff else "OPAQUE",
        alphaCutoff=float(skin.cutoff) if skin.cutoff else None,
    )
    scene_mesh.visual = trimesh.visual.TextureVisuals(uv=skin.uv, material=material)
    if (skin.colors != 255).any():
        scene_mesh.visual.vertex_attributes["color"] = _to_linear(skin.colors)
    return scene_mesh


def _to_linear(colors: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return screen colors as linear light, which the format requires."""
    values = colors[:, :3] / 255
    light = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return np.column_stack([np.round(light * 255).astype(np.uint8), colors[:, 3]])


def export_glb(table: Table, path: Path | str, *, dressed: bool = False) -> Path:
    """Write the board to a complete GLB file or nothing. Raises InputError if that fails.

    With `dressed`, terrain has the details of the window's pictures.
    """
    output_path = Path(path)
    data = make_trimesh_scene(table, dressed=dressed).export(file_type="glb")
    write_output(output_path, data)
    return output_path
