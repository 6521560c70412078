"""Export terrain for 3D printing: closed solids in millimeters, as an STL or a 3MF file."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.atomic_write import write_output
from wc3d._internal.suggestions import pluralize, suggest_similar
from wc3d.errors import InputError
from wc3d.scene.mesh import DrawnMesh
from wc3d.scene.mesh_looks import placement_matrix
from wc3d.scene.terrain_meshes import union_mesh
from wc3d.table.features import Feature
from wc3d.table.maps.map_shapes import MeshShape
from wc3d.table.space_constants import MILLIMETERS_PER_INCH
from wc3d.table.table import Table
from wc3d.table.terrain.mesh_solids import read_triangles

SAME_CORNER_IN = 1e-5
"""Corners this close are one. Inches."""

MAX_PRINTED_PIECES = 50_000
"""The most pieces of a collision shape that are united; more print as they are."""

STL_HEADER_BYTES = 80

STL_TRIANGLE = np.dtype(
    [("normal", "<f4", (3,)), ("corners", "<f4", (3, 3)), ("attributes", "<u2")]
)
"""A triangle of a binary STL file."""

FIXED_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of files in the archive, so that the same board gives the same file."""

MODEL_XML = """<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
<resources>
{objects}</resources>
<build>
{items}</build>
</model>
"""

TYPES_XML = """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"""

RELATIONS_XML = """<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""


@dataclass(frozen=True, eq=False)
class PrintedPiece:
    """A feature as closed solids in millimeters.

    `replaced_files` are its mesh files that are not closed; their collision shapes are printed.
    """

    feature: Feature
    mesh: DrawnMesh
    replaced_files: tuple[str, ...] = ()


def make_print_pieces(
    table: Table, scale: float = 1.0, part: str | None = None
) -> list[PrintedPiece]:
    """Return the solid terrain of a board, or one feature of it, as closed solids.

    Lengths are millimeters at the table's true size times `scale`. A single feature stands in the
    middle, on the height 0. Raises InputError for an unknown feature, and if nothing is solid.
    """
    features = [feature for feature in table.features if is_printable(feature)]
    if part is not None:
        features = [feature for feature in features if feature.id == part]
        if not features:
            _refuse_part(table, part)
    if not features:
        raise InputError("the board has no solid terrain to print")
    pieces = [_make_piece(feature, MILLIMETERS_PER_INCH * scale) for feature in features]
    return [_move_to_middle(pieces[0])] if part is not None else pieces


def is_printable(feature: Feature) -> bool:
    """Return whether a feature is a solid with a height, and not an area such as a wood."""
    has_mesh = any(isinstance(shape, MeshShape) for shape in feature.shapes)
    return (feature.kind.solid or has_mesh) and feature.high > feature.low


def _refuse_part(table: Table, part: str) -> None:
    ids = [feature.id for feature in table.features]
    if part in ids:
        raise InputError(f"--part {part}: an area without a solid, so there is nothing to print")
    raise InputError(f"--part {part}: the board has no such terrain{suggest_similar(part, ids)}")


def _make_piece(feature: Feature, millimeters: float) -> PrintedPiece:
    """Return the closed solids of a feature."""
    solids: list[DrawnMesh] = []
    replaced: list[str] = []
    plain = []
    for shape in feature.shapes:
        if not isinstance(shape, MeshShape):
            plain += list(shape.pieces())
            continue
        triangles = _placed_triangles(shape)
        closed = make_closed_mesh(triangles)
        if closed is None:
            replaced.append(Path(shape.file).name)
            outer = feature.pieces if shape.mesh is None else shape.mesh.pieces
            closed = union_mesh(outer, MAX_PRINTED_PIECES)
        solids.append(closed)
    if plain or not feature.shapes:
        solids.append(union_mesh(plain or feature.pieces))
    return PrintedPiece(feature, _join(solids, millimeters), tuple(replaced))


def _placed_triangles(shape: MeshShape) -> NDArray[np.float64]:
    """Return the triangles of a mesh file at its place, in inches. Raises MeshError."""
    assert shape.path is not None
    triangles = read_triangles(shape.path, shape.import_settings)
    matrix = placement_matrix(shape)
    return triangles @ matrix[:3, :3].T + matrix[:3, 3]


def make_closed_mesh(triangles: NDArray[np.float64]) -> DrawnMesh | None:
    """Return triangles as a closed mesh that faces outward, or None if they have an open edge.

    Closed bodies may touch: the mesh is closed if each edge runs as often forward as backward.
    """
    keys = np.round(triangles.reshape(-1, 3) / SAME_CORNER_IN).astype(np.int64)
    _, first, numbers = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    faces = numbers.reshape(-1, 3)
    a, b, c = faces.T
    faces = faces[(a != b) & (b != c) & (c != a)]
    if not len(faces) or not is_closed(faces):
        return None
    mesh = DrawnMesh(triangles.reshape(-1, 3)[first], faces)
    return mesh if volume_of(mesh) > 0 else DrawnMesh(mesh.vertices, faces[:, ::-1])


def is_closed(faces: NDArray[np.int64]) -> bool:
    """Return whether each edge of the triangles runs as often forward as backward."""
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    direction = np.where(edges[:, 0] < edges[:, 1], 1, -1)
    _, numbers = np.unique(np.sort(edges, axis=1), axis=0, return_inverse=True)
    return not np.bincount(numbers.ravel(), direction).any()


def volume_of(mesh: DrawnMesh) -> float:
    """Return the volume inside a closed mesh; negative if it faces inward."""
    a, b, c = np.moveaxis(mesh.triangles, 1, 0)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def _join(solids: Sequence[DrawnMesh], millimeters: float) -> DrawnMesh:
    counts = np.cumsum([0, *(len(solid.vertices) for solid in solids)])
    return DrawnMesh(
        np.concatenate([solid.vertices for solid in solids]) * millimeters,
        np.concatenate([solid.faces + n for solid, n in zip(solids, counts, strict=False)]),
    )


def _move_to_middle(piece: PrintedPiece) -> PrintedPiece:
    low = piece.mesh.vertices.min(axis=0)
    high = piece.mesh.vertices.max(axis=0)
    origin = np.array([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]])
    moved = DrawnMesh(piece.mesh.vertices - origin, piece.mesh.faces)
    return PrintedPiece(piece.feature, moved, piece.replaced_files)


def stl_bytes(pieces: Sequence[PrintedPiece]) -> bytes:
    """Return the pieces as one binary STL file."""
    mesh = _join([piece.mesh for piece in pieces], 1.0)
    records = np.zeros(len(mesh.faces), STL_TRIANGLE)
    records["normal"] = mesh.face_normals
    records["corners"] = mesh.triangles
    header = b"wc3d terrain in millimeters".ljust(STL_HEADER_BYTES)
    return header + np.uint32(len(records)).tobytes() + records.tobytes()


def three_mf_bytes(pieces: Sequence[PrintedPiece]) -> bytes:
    """Return the pieces as a 3MF file with a named object each."""
    objects = "".join(_object_xml(number, piece) for number, piece in enumerate(pieces, 1))
    items = "".join(f'<item objectid="{number}"/>\n' for number in range(1, len(pieces) + 1))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (
            ("[Content_Types].xml", TYPES_XML),
            ("_rels/.rels", RELATIONS_XML),
            ("3D/3dmodel.model", MODEL_XML.format(objects=objects, items=items)),
        ):
            archive.writestr(zipfile.ZipInfo(name, FIXED_DATE), text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _object_xml(number: int, piece: PrintedPiece) -> str:
    vertices = "".join(
        f'<vertex x="{x:.5f}" y="{y:.5f}" z="{z:.5f}"/>' for x, y, z in piece.mesh.vertices.tolist()
    )
    triangles = "".join(
        f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in piece.mesh.faces.tolist()
    )
    name = quoteattr(piece.feature.name)
    return (
        f'<object id="{number}" type="model" name={name}><mesh><vertices>{vertices}</vertices>'
        f"<triangles>{triangles}</triangles></mesh></object>\n"
    )


def export_for_printing(table: Table, path: Path, scale: float, part: str | None) -> list[str]:
    """Write the terrain as an STL or a 3MF file. Return what was written and what was left out."""
    pieces = make_print_pieces(table, scale, part)
    content = three_mf_bytes(pieces) if path.suffix.lower() == ".3mf" else stl_bytes(pieces)
    write_output(path, content)
    corners = np.concatenate([piece.mesh.vertices for piece in pieces])
    wide, deep, high = np.ptp(corners, axis=0)
    size = "true size" if scale == 1.0 else f"{scale:g} times the true size"
    lines = [
        f"wrote {path}: {pluralize(len(pieces), 'piece')} of terrain, "
        f"{wide:.0f} x {deep:.0f} x {high:.0f} mm, {size}"
    ]
    left_out = [feature for feature in table.features if not is_printable(feature)]
    if left_out and part is None:
        lines.append(
            f"left out: {pluralize(len(left_out), 'area')} without a solid, such as woods and rough ground"
        )
    for piece in pieces:
        for file in piece.replaced_files:
            lines.append(
                f"{piece.feature.id}: {file} is not closed, so its collision shape is printed"
            )
    return lines
