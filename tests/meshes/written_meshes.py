"""Mesh files of pieces, written in the manner of many programs: format, units, axis up, words of the program."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np

from tests.meshes.kit_pieces import Triangles
from tests.meshes.making import Gltf, obj, ply, stl
from wc3d.meshes.units import UP_AXES, Up

MODEL_3MF = (
    '<?xml version="1.0"?><model unit="{unit}" '
    'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>'
    '<object id="1" type="model"><mesh><vertices>{points}</vertices>'
    "<triangles>{faces}</triangles></mesh></object></resources>"
    '<build><item objectid="1"/></build></model>'
)
TYPES_3MF = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>'
    "</Types>"
)
RELATIONS_3MF = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="r" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'
)


def lay_down(triangles: Triangles, up: Up) -> Triangles:
    """Triangles that stand on z, as a file has them whose axis `up` points up."""
    result = np.empty_like(triangles)
    for target, (axis, sign) in enumerate(UP_AXES[up]):
        result[..., axis] = sign * triangles[..., target]
    return result


def write_mesh(path: Path, triangles: Triangles, producer: str = "", unit: str = "") -> Path:
    """Write a file of the kind that its suffix tells."""
    points, corners = np.unique(np.round(triangles.reshape(-1, 3), 9), axis=0, return_inverse=True)
    faces = corners.reshape(-1, 3)
    kind = path.suffix
    if kind == ".stl":
        data = stl(triangles)
        path.write_bytes(producer.encode().ljust(80, b"\0") + data[80:])
    elif kind == ".obj":
        path.write_text((f"# {producer}\n" if producer else "") + obj(points, faces + 1))
    elif kind == ".ply":
        path.write_bytes(ply(points=points, faces=faces))
    elif kind == ".glb":
        made = Gltf()
        if producer:
            made.json["asset"]["generator"] = producer
        made.node(mesh=made.mesh(points, faces))
        ends = {"min": points.min(axis=0).tolist(), "max": points.max(axis=0).tolist()}
        made.json["accessors"][0].update(ends)
        path.write_bytes(made.glb())
    else:
        path.write_bytes(_3mf(points, faces, unit or "millimeter"))
    return path


def _3mf(points: np.ndarray, faces: np.ndarray, unit: str) -> bytes:
    model = MODEL_3MF.format(
        unit=unit,
        points="".join(f'<vertex x="{x:.9g}" y="{y:.9g}" z="{z:.9g}"/>' for x, y, z in points),
        faces="".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in faces),
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("[Content_Types].xml", TYPES_3MF)
        archive.writestr("_rels/.rels", RELATIONS_3MF)
        archive.writestr("3D/3dmodel.model", model)
    return out.getvalue()
