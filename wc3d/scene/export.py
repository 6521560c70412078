"""The board as a GLB file: every feature and every model's volume as a named node, colored by kind; mesh files as they are, with
their textures, each once however many copies there are. The numbers are inches with z up; a node above them turns and scales it
to GLB's meters with y up."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import trimesh
from numpy.typing import NDArray
from trimesh.visual.material import PBRMaterial

from wc3d._internal.atomic_write import write_output
from wc3d.meshes.images import image_of
from wc3d.presentation.palette import RGB, ROLE_COLORS, Role, look_of, structure_tint, translucent
from wc3d.scene.looks import MeshLook, Skin
from wc3d.scene.mesh import DrawnMesh, box
from wc3d.scene.terrain_meshes import PlacedLook, cylinder_mesh, feature_mesh
from wc3d.table.features import Kind
from wc3d.table.table import Table

INCH = 0.0254
"""Meters."""

TO_GLB = np.array([[INCH, 0, 0, 0], [0, 0, INCH, 0], [0, -INCH, 0, 0], [0, 0, 0, 1]], float)
TABLE_TOP: RGB = (124, 116, 92)


def scene_of(table: Table) -> trimesh.Scene:
    """The board as a scene: "table", "feature <id>" (and "feature <id> ground" for what is flat, "feature <id> file 1"
    and so on for its mesh files), "body <id>"."""
    scene = trimesh.Scene(base_frame="world")
    scene.graph.update(frame_from="world", frame_to="board", matrix=TO_GLB)
    width, depth = table.size
    _add(scene, "table", box((0, 0, -0.25), (width, depth, 0)), TABLE_TOP)
    file_numbers: dict[Any, int] = {}
    for feature in table.features:
        mesh = feature_mesh(feature)
        rgb = structure_tint(feature) if feature.kind is Kind.STRUCTURE else look_of(feature).body
        _add(scene, f"feature {feature.id}", mesh.plain, rgb, 0.35 if translucent(feature) else 1.0)
        for number, file in enumerate(mesh.files, 1):
            _add_file(scene, file_numbers, f"feature {feature.id} file {number}", file, rgb)
        _add(scene, f"feature {feature.id} ground", mesh.ground, rgb)
    for body in table.bodies:
        rgb = ROLE_COLORS[Role.FROM if body.is_plain else Role.MARKER]
        _add(scene, f"body {body.id}", cylinder_mesh(body.volume), rgb, 0.55)
    return scene


def _add(scene: trimesh.Scene, name: str, mesh: DrawnMesh, rgb: RGB, alpha: float = 1.0) -> None:
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


def _add_file(scene: trimesh.Scene, file_numbers: dict[Any, int], name: str, file: PlacedLook, rgb: RGB) -> None:
    """A mesh file where it stands, a node for each of its textures; one that says nothing of its looks in a color. `file_numbers` numbers
    the files, so that copies share what is drawn."""
    for k, skin in enumerate(file.look.forms[0]):
        of = file_numbers.setdefault((file.key, None if file.look.painted else rgb), len(file_numbers))
        shared, node = f"{file.key.path.name} {of} {k}", name if k == 0 else f"{name} part {k + 1}"
        if shared in scene.geometry:
            scene.graph.update(frame_from="board", frame_to=node, matrix=file.matrix, geometry=shared)
        else:
            scene_mesh = _skinned(skin, file.look, None if file.look.painted else rgb)
            scene.add_geometry(scene_mesh, node_name=node, geom_name=shared, parent_node_name="board", transform=file.matrix)


def _skinned(skin: Skin, look: MeshLook, rgb: RGB | None) -> trimesh.Trimesh:
    """Triangles with their texture and the colors of their corners; all in one color, if one is given."""
    scene_mesh = trimesh.Trimesh(skin.points, skin.faces, vertex_normals=skin.normals, process=False)
    image = look.textures[skin.texture] if skin.texture >= 0 else None
    material = PBRMaterial(
        baseColorFactor=[*(rgb or (255, 255, 255)), 255],
        baseColorTexture=None if image is None else image_of(image),
        roughnessFactor=0.9,
        metallicFactor=0.0,
        doubleSided=not look.closed,
        alphaMode="MASK" if skin.cutoff else "OPAQUE",
        alphaCutoff=float(skin.cutoff) if skin.cutoff else None,
    )
    scene_mesh.visual = trimesh.visual.TextureVisuals(uv=skin.uv, material=material)
    if (skin.colors != 255).any():
        scene_mesh.visual.vertex_attributes["color"] = _as_light(skin.colors)
    return scene_mesh


def _as_light(colors: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Colors as a screen shows them as amounts of light, which is what the format has."""
    values = colors[:, :3] / 255
    light = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return np.column_stack([np.round(light * 255).astype(np.uint8), colors[:, 3]])


def export_glb(table: Table, path: Path | str) -> Path:
    """Write the board to a GLB file, whole or not at all. Raises InputError if the file cannot be written."""
    output_path = Path(path)
    data = scene_of(table).export(file_type="glb")
    write_output(output_path, data)
    return output_path
