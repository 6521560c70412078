"""One promise for every format: whatever of a file is not read is told, and what a file requires and is not read is refused.

Each file here is the block with one thing more that its reader does not know. It is read, and the notes name that thing.
What is metadata, by the words at the head of each reader, is not told.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.conftest import Wc3d
from tests.cli.conftest import wc3d as wc3d
from tests.meshes.making import (
    CUBE,
    CUBE_FACES,
    CUBE_POINTS,
    Gltf,
    cube_gltf,
    obj,
    ply,
    put,
    read,
    same,
    stl,
    stl_text,
)
from tests.meshes.test_three_mf import CORE, mesh, packed
from wc3d.errors import UnreadPartWarning
from wc3d.meshes import mesh_source
from wc3d.meshes.mesh_source import MeshError
from wc3d.registry import load_map

# --- STL, OBJ and PLY


def stl_with_attributes() -> bytes:
    """A binary STL in which three triangles have attributes, such as colors."""
    data = bytearray(stl())
    for k in range(3):
        struct.pack_into("<H", data, 84 + 50 * k + 48, 0x8001)
    return bytes(data)


def ply_with(header: str, rows: str = "", vertex: str = "", values: str = "") -> str:
    """A text PLY with more in its header and behind its faces, and with more for each vertex."""
    head, _, body = ply().decode().partition("end_header\n")
    head = head.replace("property float z\n", "property float z\n" + vertex)
    lines = body.splitlines()
    lines[: len(CUBE_POINTS)] = [f"{line} {values}" for line in lines[: len(CUBE_POINTS)]]
    return head + header + "end_header\n" + "\n".join([*lines, rows]) + "\n"


OTHER = "element {0} 2\nproperty float {1}\n"

TOLD: dict[str, tuple[str, bytes | str, str]] = {
    "stl: attributes": (
        "a.stl",
        stl_with_attributes(),
        "attributes of triangles (colors, for some programs) (3)",
    ),
    "stl: more bytes": (
        "a.stl",
        stl(more=b"further words"),
        "13 bytes after the triangles left out",
    ),
    "stl text: line": (
        "a.stl",
        stl_text().replace("  facet", "  color 1 0 0\n  facet", 2),
        'lines "color" (2)',
    ),
    "stl text: binary behind": (
        "a.stl",
        stl_text().encode() + stl(),
        "left out: bytes that are not text, from byte ",
    ),
    "obj: line": ("a.obj", obj() + "l 1 2 3\n", 'lines "l" (1)'),
    "obj: points": ("a.obj", obj() + "p 1\np 2\n", 'lines "p" (2)'),
    "obj: word": ("a.obj", obj() + "frobnicate 1\n", 'lines "frobnicate" (1)'),
    "obj: joined word": ("a.obj", obj() + "f1 2 3\n", 'lines "f1" (1)'),
    "obj: surface": (
        "a.obj",
        obj() + "cstype bezier\ndeg 1 1\nsurf 0 1 0 1 1 2 3 4\nend\n",
        "free-form surfaces and curves (convert them to polygons) (1)",
    ),
    "obj: call": ("a.obj", obj() + "call other.obj\n", 'lines "call" (1)'),
    "obj: long word": ("a.obj", obj() + "x" * 500 + " 1\n", 'lines "xxxxxxxxxxxxxxxx" (1)'),
    "obj: face of two": ("a.obj", obj() + "f 1 2\n", "faces with fewer than three vertices (1)"),
    "obj: more of a corner": (
        "a.obj",
        obj() + "v 0 0 0 1 1 1 1 1\n",
        "numbers after the vertex colors (1)",
    ),
    "ply: element": ("a.ply", ply_with(OTHER.format("edge", "a"), "1\n2"), 'elements "edge" (2)'),
    "ply: list": (
        "a.ply",
        ply_with("element net 1\nproperty list uchar int parts\n", "2 5 6"),
        'elements "net" (1)',
    ),
    "ply: property": (
        "a.ply",
        ply_with("", vertex="property float quality\n", values="1"),
        'properties "vertex.quality" (8)',
    ),
    "ply: face of two": (
        "a.ply",
        ply(faces=[*CUBE_FACES.tolist(), [0, 1]]),
        "faces with fewer than three vertices (1)",
    ),
    "ply: more bytes": (
        "a.ply",
        ply("binary_big_endian") + b"more",
        "bytes after the last element (4)",
    ),
    "ply: more lines": ("a.ply", ply() + b"1 2 3\n", "lines after the last element (1)"),
}


# --- glTF


def gltf(change: Callable[[Gltf], object]) -> bytes:
    """The block as a GLB after a change."""
    made = cube_gltf()
    change(made)
    return made.glb()


def extended(*place: str | int) -> Callable[[Gltf], object]:
    """Put an unknown extension on a part of a file."""

    def change(made: Gltf) -> None:
        part: Any = made.json
        for key in place:
            part = part[key]
        part["extensions"] = {"XYZ_unknown": {"extensions": 1}}

    return change


def keyed(*place: str | int) -> Callable[[Gltf], object]:
    """Put an unknown key on a part of a file."""

    def change(made: Gltf) -> None:
        part: Any = made.json
        for key in place:
            part = part[key]
        part["unknownKey"] = 1

    return change


def other_primitive(made: Gltf, **more: Any) -> None:
    """Add a primitive to the block's mesh."""
    made.json["meshes"][0]["primitives"].append({"attributes": {"POSITION": 0}, **more})


def attribute(made: Gltf, name: str, target: bool = False) -> object:
    """Give the block's primitive an attribute, or a target with one."""
    primitive = made.json["meshes"][0]["primitives"][0]
    if target:
        primitive["targets"] = [{name: 0}]
    else:
        primitive["attributes"][name] = 0
    return made


def hide(made: Gltf) -> object:
    """Put a hidden block beside the block."""
    made.node(children=[2], extensions={"KHR_node_visibility": {"visible": False}})
    made.node(mesh=0, extensions={"KHR_node_visibility": {"visible": True}})
    return made


PARTS: dict[str, tuple[str | int, ...]] = {
    "document": (),
    "asset": ("asset",),
    "node": ("nodes", 0),
    "mesh": ("meshes", 0),
    "primitive": ("meshes", 0, "primitives", 0),
    "accessor": ("accessors", 0),
    "bufferView": ("bufferViews", 0),
}

GLTF: dict[str, tuple[Callable[[Gltf], object], str]] = {
    **{
        f"extension of {name}": (extended(*place), 'extensions "XYZ_unknown" (1)')
        for name, place in PARTS.items()
    },
    **{
        f"key of {name}": (keyed(*place), "unknownKey")
        for name, place in PARTS.items()
        if name != "asset"
    },
    "extension of material": (
        lambda m: m.json.update(materials=[{"extensions": {"XYZ_unknown": {}}}]),
        'extensions "XYZ_unknown" (1)',
    ),
    "extension that is used": (
        lambda m: m.json.update(extensionsUsed=["XYZ_unknown"]),
        'extensions "XYZ_unknown" (1)',
    ),
    "points": (lambda m: other_primitive(m, mode=0), "points and lines (1)"),
    "lines": (lambda m: other_primitive(m, mode=1), "points and lines (1)"),
    "loop": (lambda m: other_primitive(m, mode=2), "points and lines (1)"),
    "line strip": (lambda m: other_primitive(m, mode=3), "points and lines (1)"),
    "no corners": (
        lambda m: other_primitive(m, attributes={"NORMAL": 0}),
        "primitives without vertices (1)",
    ),
    "corners left over": (
        lambda m: other_primitive(m, indices=m.accessor([0, 0, 0, 3], "u1")),
        "do not form a triangle (1)",
    ),
    "too few corners": (
        lambda m: other_primitive(m, indices=m.accessor([0, 1], "u1")),
        "do not form a triangle (2)",
    ),
    "short strip": (
        lambda m: other_primitive(m, mode=5, indices=m.accessor([0, 1], "u1")),
        "do not form a triangle (2)",
    ),
    "attribute": (lambda m: attribute(m, "_TEMPERATURE"), 'attributes "_TEMPERATURE" (1)'),
    "second colors": (lambda m: attribute(m, "COLOR_1"), 'attributes "COLOR_1" (1)'),
    "many joints": (lambda m: attribute(m, "JOINTS_4"), 'attributes "JOINTS_4" (1)'),
    "attribute of a target": (
        lambda m: attribute(m, "_PRESSURE", True),
        'attributes of morph targets "_PRESSURE" (1)',
    ),
    "animation": (
        lambda m: m.json.update(animations=[{}]),
        "animations (the first pose is read) (1)",
    ),
    "camera": (lambda m: m.json.update(cameras=[{}, {}]), "cameras (2)"),
    "other scene": (
        lambda m: m.json.update(
            nodes=[{"mesh": 0}, {"mesh": 0}], scenes=[{"nodes": [0]}, {"nodes": [1]}]
        ),
        "nodes with meshes outside the scene (1)",
    ),
    "hidden": (
        lambda m: (hide(m), m.json.update(scenes=[{"nodes": [0, 1]}])),
        "left out: 1 hidden node with meshes (KHR_node_visibility)",
    ),
    "matrix and translation": (
        lambda m: m.json["nodes"][0].update(
            matrix=np.eye(4).reshape(-1).tolist(), translation=[9, 0, 0]
        ),
        'parts "nodes.translation next to a matrix" (1)',
    ),
    "no such scene": (
        lambda m: m.json.update(scene=5, scenes=[{"nodes": [0]}]),
        "scene 5 does not exist; read the first scene instead",
    ),
    "copies": (
        lambda m: m.json["nodes"][0].update(
            extensions={"EXT_mesh_gpu_instancing": {"attributes": {"_ID": m.accessor([7.0])}}}
        ),
        'attributes of instances "_ID" (1)',
    ),
}
TOLD["glb: another behind it"] = (
    "a.glb",
    cube_gltf().glb() * 2,
    "bytes after its last chunk left out",
)
TOLD["glb: chunk"] = (
    "a.glb",
    cube_gltf().glb(told=0) + struct.pack("<I4sI", 4, b"MORE", 7),
    'chunks "MORE" (1)',
)
TOLD |= {f"glb: {name}": ("a.glb", gltf(change), words) for name, (change, words) in GLTF.items()}


# --- 3MF

UNKNOWN = "http://example.com/unknown"


def three_mf(
    objects: str = "",
    inside: str = "",
    item: str = "",
    of_object: str = "",
    model: str = "",
    behind: str = "",
    **more: str,
) -> bytes:
    """The block as a 3MF with more in it."""
    head = f'<model unit="millimeter" xmlns="{CORE}" xmlns:u="{UNKNOWN}" {model}>'
    block = mesh().replace("</mesh>", inside + "</mesh>")
    resources = f'<resources>{objects}<object id="1" {of_object}>{block}</object></resources>'
    return packed(
        main=f'{head}{resources}<build><item objectid="1" {item}/>{behind}</build></model>', **more
    )


INNER = "<u:vertices><u:vertex x='1' y='1' z='1'/></u:vertices><triangle v1='0' v2='1' v3='2'/>"

THREE_MF: dict[str, tuple[bytes, str]] = {
    "element": (three_mf(objects="<u:field/>"), 'elements "u:field" (1)'),
    "element of the core": (three_mf(objects="<frobnicate/>"), 'elements "frobnicate" (1)'),
    "element of a mesh": (three_mf(inside=f"<u:net>{INNER}</u:net>"), 'elements "u:net" (1)'),
    "element of the core's name": (
        three_mf(inside=f"<u:triangles>{INNER}</u:triangles>"),
        'elements "u:triangles" (1)',
    ),
    "element of the build": (three_mf(behind="<u:item objectid='1'/>"), 'elements "u:item" (1)'),
    "attribute of an item": (three_mf(item='u:mirror="x"'), 'attributes "item u:mirror" (1)'),
    "plain attribute of an item": (three_mf(item='hollow="1"'), 'attributes "item hollow" (1)'),
    "attribute of an object": (
        three_mf(of_object='u:shell="1"'),
        'attributes "object u:shell" (1)',
    ),
    "type of object": (
        three_mf(of_object='type="ghost"'),
        'types of objects (read as models) "ghost" (1)',
    ),
    "recommended extension": (
        three_mf(model='recommendedextensions="u"'),
        f'extensions "{UNKNOWN}" (1)',
    ),
    "object nowhere": (
        three_mf(objects=f'<object id="2">{mesh()}</object>'),
        "objects that are not in the build (1)",
    ),
    "namespace of its own": (
        three_mf(objects=f'<field xmlns="{UNKNOWN}"/>'),
        'elements "field" (1)',
    ),
    "slices": (three_mf(objects='<slicestack id="3"/>'), "slices (the mesh is read instead) (1)"),
    "model file": (
        three_mf(other=f'<model xmlns="{CORE}"/>'),
        'files "3d/objects/other.model" (1)',
    ),
    "not printed": (
        three_mf(behind='<item objectid="1" printable="0"/>'),
        "left out: items that are not to be printed (1)",
    ),
}
TOLD |= {f"3mf: {name}": ("a.3mf", data, words) for name, (data, words) in THREE_MF.items()}


@pytest.mark.parametrize("name", TOLD)
def test_what_is_not_read_is_told(tmp_path: Path, name: str) -> None:
    file, data, words = TOLD[name]
    surface = read(tmp_path / file, data)
    assert same(surface.triangles, CUBE)
    assert words in "\n".join(surface.notes)
    assert all(note.isprintable() for note in surface.notes)


METADATA: dict[str, tuple[str, bytes | str]] = {
    "stl text": ("a.stl", stl_text().replace("solid made", "solid my vertex tool vertex 2 facet")),
    "obj": (
        "a.obj",
        "# made\no block\ng wall\ns off\n"
        + "vn 0 0 1\n"
        + obj().replace("v 0 0 0\n", "v 0 0 0 1.0\n"),
    ),
    "ply": (
        "a.ply",
        ply()
        .replace(b"comment made\n", b"comment made\nobj_info 7\n")
        .replace(
            b"property float z\n",
            b"property float z\n" + b"".join(b"property float n%c\n" % axis for axis in b"xyz"),
        )
        .replace(b".0 0.0\n", b".0 0.0 0 0 1\n")
        .replace(b".0 3.0\n", b".0 3.0 0 0 1\n"),
    ),
    "glb": (
        "a.glb",
        gltf(
            lambda m: (
                attribute(m, "NORMAL"),
                attribute(m, "TEXCOORD_1"),
                m.json.update(
                    materials=[{"name": "a", "extensions": {"KHR_materials_sheen": {}}}],
                    samplers=[{}],
                    extras={"a": 1},
                    extensionsUsed=["KHR_materials_sheen", "KHR_mesh_quantization"],
                ),
            )
        ),
    ),
    "3mf": (
        "a.3mf",
        three_mf(
            objects="<metadata name='Title'>a</metadata>",
            item='partnumber="7"',
            of_object='name="wall"',
        ),
    ),
}


@pytest.mark.parametrize("name", METADATA)
def test_metadata_is_not_told(tmp_path: Path, name: str) -> None:
    file, data = METADATA[name]
    surface = read(tmp_path / file, data)
    assert same(surface.triangles, CUBE)
    assert surface.notes == ()


REQUIRED: dict[str, tuple[str, bytes, str]] = {
    "glb": (
        "a.glb",
        gltf(lambda m: m.json.update(extensionsRequired=["XYZ_unknown"])),
        'a.glb: extensionsRequired: requires the extension "XYZ_unknown", which wc3d does not read; export the mesh',
    ),
    "glb read leniently": (
        "a.glb",
        gltf(lambda m: m.json.update(extensionsRequired=["XYZ_unknown"], scene=None)),
        'requires the extension "XYZ_unknown"',
    ),
    "glb of a later version": (
        "a.glb",
        gltf(lambda m: m.json["asset"].update(minVersion="2.1")),
        "requires glTF 2.1",
    ),
    "glb of the next glTF": (
        "a.glb",
        gltf(lambda m: m.json["asset"].update(version="3.0")),
        "asset.version: expected glTF 2.0, found 3.0",
    ),
    "3mf": (
        "a.3mf",
        three_mf(model='requiredextensions="u"'),
        f'line 1: requires the extension "{UNKNOWN}", which wc3d does not read; export the mesh without it',
    ),
    "3mf without a name": (
        "a.3mf",
        three_mf(model='requiredextensions="q"'),
        'requires the extension "q"',
    ),
    "3mf of slices": (
        "a.3mf",
        three_mf(of_object='slicestackid="3" meshresolution="lowres"'),
        "the object consists of slices",
    ),
    "all hidden": (
        "a.glb",
        gltf(
            lambda m: m.json["nodes"][0].update(
                extensions={"KHR_node_visibility": {"visible": False}}
            )
        ),
        "everything in the scene is hidden",
    ),
}


@pytest.mark.parametrize("name", REQUIRED)
def test_what_is_required_and_not_read_is_refused(tmp_path: Path, name: str) -> None:
    file, data, words = REQUIRED[name]
    with pytest.raises(MeshError) as caught:
        read(tmp_path / file, data)
    assert words in str(caught.value)


@pytest.mark.parametrize("asset", [{"version": "2.1"}, {"version": "3.0", "minVersion": "2.0"}])
def test_a_later_version_that_2_0_can_read_is_read(tmp_path: Path, asset: dict[str, str]) -> None:
    assert same(
        read(tmp_path / "a.glb", gltf(lambda m: m.json["asset"].update(asset))).triangles, CUBE
    )


def test_extensions_of_looks_may_be_required(tmp_path: Path) -> None:
    names = [
        "KHR_materials_unlit",
        "KHR_texture_basisu",
        "KHR_lights_punctual",
        "EXT_mesh_features",
    ]
    data = gltf(lambda m: m.json.update(extensionsRequired=names, extensionsUsed=names))
    assert same(read(tmp_path / "a.glb", data).triangles, CUBE)


def test_a_strip_restarts_only_where_the_file_says_so(tmp_path: Path) -> None:
    row = [0, 1, 2, 255, 3, 4, 5, 6]
    for mode, corners in (
        (5, [[0, 1, 2], [3, 4, 5], [5, 4, 6]]),
        (6, [[0, 1, 2], [3, 4, 5], [3, 5, 6]]),
    ):
        made = Gltf()
        made.json["meshes"].append(
            {
                "primitives": [
                    {
                        "attributes": {"POSITION": made.accessor(CUBE_POINTS)},
                        "indices": made.accessor(row, "u1"),
                        "mode": mode,
                    }
                ]
            }
        )
        made.node(mesh=0)
        with pytest.raises(
            MeshError,
            match=r"uses vertex 255, .* restarts a strip, which needs KHR_mesh_primitive_restart",
        ):
            read(tmp_path / "a.glb", made.glb())
        for name in ("KHR_mesh_primitive_restart", "EXT_mesh_primitive_restart"):
            made.json["extensionsUsed"] = made.json["extensionsRequired"] = [name]
            surface = read(tmp_path / "a.glb", made.glb())
            assert same(surface.triangles, CUBE_POINTS[corners])
            assert surface.notes == ()


def test_old_face_lines_are_faces(tmp_path: Path) -> None:
    lines = obj().splitlines()
    mixed = (
        "\n".join(line.replace("f ", "fo ") if i % 2 else line for i, line in enumerate(lines))
        + "\n"
    )
    surface = read(tmp_path / "a.obj", mixed)
    assert same(surface.triangles, CUBE)
    assert surface.notes == ()


@pytest.mark.parametrize(
    "name", ["my vertex tool vertex 2", "facet", "endloop outer loop", "normal facet"]
)
def test_a_solid_may_have_any_name(tmp_path: Path, name: str) -> None:
    text = stl_text(end=f"endsolid {name}\n").replace("solid made", f"solid {name}", 1)
    for data in (
        text,
        text.replace("\n", " "),
        text.replace("\n", "\r"),
        text.replace("\n", "\n\r"),
    ):
        surface = read(tmp_path / "a.stl", data)
        assert same(surface.triangles, CUBE)
        assert surface.notes == ()


def test_many_different_things_are_counted_in_little_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mesh_source, "MAX_NAMES_COUNTED", 100)
    words = "".join(f"word{k} 1\n" * (1 + (k == 7)) for k in range(5_000))
    (note,) = read(tmp_path / "a.obj", obj() + words).notes
    assert note.startswith("not read: lines others (4,9")
    assert note.endswith("and 93 more")
    assert len(note) < 400


def test_notes_beyond_the_limit_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mesh_source, "NOTES_LIMIT", 2)
    libraries = "".join(f"mtllib gone{k}.mtl\n" for k in range(5))
    notes = read(tmp_path / "a.obj", libraries + obj()).notes
    assert len(notes) == 3
    assert notes[-1] == "and 3 more notes"


def test_fit_check_and_the_loader_tell_it(wc3d: Wc3d, tmp_path: Path) -> None:
    put(tmp_path / "shed.obj", obj() + "l 1 2\n")
    said = wc3d("fit", tmp_path / "shed.obj", tmp_path / "shed.json")
    assert '  note: not read: lines "l" (1)' in said.out.splitlines()
    assert said.err == ""
    said = wc3d("check", tmp_path / "shed.json")
    assert 'terrain[0].shape.file: warning: shed.obj: not read: lines "l" (1) [unread]' in said.out
    assert said.code == 0
    with pytest.warns(
        UnreadPartWarning,
        match=r'shed\.json: terrain\[0\]\.shape\.file: shed\.obj: not read: lines "l" \(1\)',
    ):
        load_map(tmp_path / "shed.json")
    board = json.loads((tmp_path / "shed.json").read_text())
    x, y = (side / 2 for side in board["size"])
    said = wc3d(
        "los", tmp_path / "shed.json", "--from", f"small@{x},1", "--to", f"small@{x},{2 * y - 1}"
    )
    assert said.err.count("wc3d: note: ") == 1
    assert 'shed.obj: not read: lines "l" (1)' in said.err


def test_an_empty_scene_leaves_nothing_outside(tmp_path: Path) -> None:
    data = gltf(lambda m: m.json.update(nodes=[{"mesh": 0}, {}], scenes=[{"nodes": [1]}]))
    surface = read(tmp_path / "a.glb", data)
    assert same(surface.triangles, CUBE)
    assert surface.notes == ("the scene is empty, so everything in the file is read",)


def test_copies_without_places_stand_where_their_node_is(tmp_path: Path) -> None:
    made = cube_gltf(translation=[5, 0, 0])
    copies = {"attributes": {"_ID": made.accessor(np.zeros(2))}}
    made.json["nodes"][0]["extensions"] = {"EXT_mesh_gpu_instancing": copies}
    assert same(
        read(tmp_path / "a.glb", made.glb()).triangles, np.concatenate([CUBE, CUBE]) + [5, 0, 0]
    )
