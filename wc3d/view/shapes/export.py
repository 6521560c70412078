"""The board as a GLB file: every feature and every model's volume as a named node, colored by kind. The
numbers are inches with z up; a node above them turns and scales it to GLB's meters with y up."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import trimesh
from trimesh.visual.material import PBRMaterial

from wc3d.evidence.palette import LOOKS, RGB, ROLE_COLORS, Role, structure_tint, translucent
from wc3d.table.features import Kind
from wc3d.table.table import Table
from wc3d.view.shapes.meshes import cylinder_mesh, feature_mesh
from wc3d.writing import write_output

INCH = 0.0254
"""Meters."""

TO_GLB = np.array([[INCH, 0, 0, 0], [0, 0, INCH, 0], [0, -INCH, 0, 0], [0, 0, 0, 1]], float)
TABLE_TOP: RGB = (124, 116, 92)


def scene_of(table: Table) -> trimesh.Scene:
    """The board as a scene: "table", "feature <id>" (and "feature <id> ground" for what is flat), "body <id>"."""
    scene = trimesh.Scene(base_frame="world")
    scene.graph.update(frame_from="world", frame_to="board", matrix=TO_GLB)
    width, depth = table.size
    slab = trimesh.creation.box(extents=(width, depth, 0.25))
    slab.apply_translation((width / 2, depth / 2, -0.125))
    _add(scene, "table", slab, TABLE_TOP)
    for feature in table.features:
        made = feature_mesh(feature)
        rgb = structure_tint(feature) if feature.kind is Kind.STRUCTURE else LOOKS[feature.kind].body
        _add(scene, f"feature {feature.id}", made.body, rgb, 0.35 if translucent(feature) else 1.0)
        _add(scene, f"feature {feature.id} ground", made.ground, rgb)
    for body in table.bodies:
        rgb = ROLE_COLORS[Role.FROM if body.is_plain else Role.MARKER]
        _add(scene, f"body {body.id}", cylinder_mesh(body.volume), rgb, 0.55)
    return scene


def _add(scene: trimesh.Scene, name: str, mesh: trimesh.Trimesh, rgb: RGB, alpha: float = 1.0) -> None:
    if not len(mesh.faces):
        return
    shown = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    shown.visual = trimesh.visual.TextureVisuals(
        material=PBRMaterial(
            name=name,
            baseColorFactor=[*rgb, round(alpha * 255)],
            roughnessFactor=0.9,
            metallicFactor=0.0,
            doubleSided=True,
            alphaMode="BLEND" if alpha < 1 else "OPAQUE",
        )
    )
    scene.add_geometry(shown, node_name=name, geom_name=name, parent_node_name="board")


def export_glb(table: Table, path: Path | str) -> Path:
    """Write the board to a GLB file, whole or not at all. Raises InputError if the file cannot be written."""
    out = Path(path)
    data = scene_of(table).export(file_type="glb")
    write_output(out, data)
    return out
