"""Files split into pieces: by names, or by what is apart in plan."""

import io
import zipfile

import numpy as np
import pytest

from tests.meshes.kit_pieces import box, house, join, round_post
from tests.meshes.making import Gltf, same
from tests.meshes.written_meshes import RELATIONS_3MF, TYPES_3MF, write_mesh
from wc3d.errors import InputError
from wc3d.meshes.kits.kit_file import PieceReading
from wc3d.meshes.kits.settle import settle_kit
from wc3d.meshes.kits.split_file import split_file
from wc3d.meshes.read_mesh import read_surface
from wc3d.meshes.to_inches import convert_to_inches

INCHES = PieceReading("in", 1.0, "z")
CUBE = box((0, 0, 0), (1, 2, 3))


def indexed(triangles):
    points, corners = np.unique(triangles.reshape(-1, 3), axis=0, return_inverse=True)
    return points, corners.reshape(-1, 3)


def pieces_of(path, folder, reading=INCHES):
    """The pieces of a file by name, in inches, as their kit reads them."""
    split = split_file(path, folder, reading)
    kit = settle_kit(folder)
    return split, {
        file.stem: convert_to_inches(
            read_surface(file).triangles, "m", "y", kit.readings[".glb"].scale
        )
        for file in kit.files
    }


def test_a_plate_without_names_is_split_where_parts_are_apart_in_plan(tmp_path):
    lid = box((20, 0, 5), (22, 2, 5.5))  # floats above the crate: both are one piece
    crate = box((20, 0, 0), (22, 2, 4))
    plate = join(
        house(), crate, lid, round_post(0.4, 1, (30, 1, 0)), box((40, 0, 0), (40.01, 0.01, 0.01))
    )
    path = write_mesh(tmp_path / "plate.stl", plate)
    split, pieces = pieces_of(path, tmp_path / "out")
    assert sorted(pieces) == ["plate-1", "plate-2", "plate-3"]
    assert np.ptp(pieces["plate-1"], axis=(0, 1)) == pytest.approx((6, 4, 5), abs=1e-5)
    assert np.ptp(pieces["plate-2"], axis=(0, 1)) == pytest.approx((2, 2, 5.5), abs=1e-5)
    assert same(pieces["plate-2"], join(crate, lid) - [21, 1, 0])
    assert split.notes == ('left out: 1 loose part smaller than 0.1"',)


def test_a_courtyard_around_a_post_leaves_the_post_a_piece(tmp_path):
    walls = [
        ((0, 0, 0), (9, 1, 2)),
        ((0, 8, 0), (9, 9, 2)),
        ((0, 1, 0), (1, 8, 2)),
        ((8, 1, 0), (9, 8, 2)),
    ]
    yard = join(*(box(*ends) for ends in walls), round_post(0.5, 3, (4.5, 4.5, 0)))
    _, pieces = pieces_of(write_mesh(tmp_path / "yard.stl", yard), tmp_path / "out")
    assert len(pieces) == 2


def test_a_scene_is_split_by_the_names_of_its_nodes(tmp_path):
    made = Gltf()
    mesh = made.mesh(*indexed(CUBE))
    leaves = [
        made.node(mesh=mesh, name=name, translation=[x, 0, 0])
        for name, x in (("walls", 0), ("roof", 0.5))
    ]
    made.json["nodes"] += [
        {"name": "Old house", "children": leaves},
        {"name": "Tree", "mesh": mesh, "translation": [9, 0, 0], "scale": [1, 1, 2]},
        {"mesh": mesh, "name": "Tree", "translation": [19, 0, 0], "scale": [1, 1, 2]},
    ]
    made.json["nodes"].append({"name": "Scene", "children": [2, 3, 4]})
    made.json["scenes"] = [{"nodes": [5]}]
    path = tmp_path / "scene.glb"
    path.write_bytes(made.glb())
    split, pieces = pieces_of(path, tmp_path / "out", PieceReading("in", 1.0, "y"))
    assert sorted(pieces) == ["old-house", "tree"]
    assert split.copies == (1, 2)
    assert np.ptp(pieces["old-house"], axis=(0, 1)) == pytest.approx((1.5, 3, 2), abs=1e-5)
    assert np.ptp(pieces["tree"], axis=(0, 1)) == pytest.approx((1, 6, 2), abs=1e-5)


@pytest.mark.parametrize("word", ["o", "g"])
def test_an_obj_is_split_by_its_objects_or_groups(tmp_path, word):
    lines = []
    points, faces = indexed(CUBE)
    for number, name in enumerate(["Crate/Big", "con"]):
        lines.append(f"{word} {name}")
        lines += [f"v {x + 9 * number} {y} {z * (number + 1)}" for x, y, z in points]
        lines += [
            "f " + " ".join(str(i + 1 + number * len(points)) for i in face) for face in faces
        ]
    (tmp_path / "two.obj").write_text("\n".join(lines))
    _, pieces = pieces_of(tmp_path / "two.obj", tmp_path / "out")
    assert sorted(pieces) == ["con-piece", "crate-big"]
    assert same(pieces["crate-big"], CUBE - [0.5, 1, 0])


def test_a_text_stl_is_split_by_its_solids(tmp_path):
    text = ""
    for name, x in (("wall one", 0.0), ("wall two", 5.0)):
        text += f"solid {name}\n"
        for triangle in (CUBE * [1, 1, 1 + x] + [x, 0, 0]).tolist():
            corners = "".join(f"vertex {a} {b} {c}\n" for a, b, c in triangle)
            text += f"facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n"
        text += f"endsolid {name}\n"
    (tmp_path / "two.stl").write_text(text)
    _, pieces = pieces_of(tmp_path / "two.stl", tmp_path / "out")
    assert sorted(pieces) == ["wall-one", "wall-two"]


def test_a_3mf_is_split_by_items_named_by_object_and_plate(tmp_path):
    points, faces = indexed(CUBE)
    objects = ""
    for number, name in ((1, "Wall"), (2, "Crate")):
        vertices = "".join(f'<vertex x="{x}" y="{y}" z="{z * number}"/>' for x, y, z in points)
        triangles = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in faces)
        objects += (
            f'<object id="{number}" name="{name}" type="model"><mesh><vertices>{vertices}</vertices>'
            f"<triangles>{triangles}</triangles></mesh></object>"
        )
    items = "".join(
        f'<item objectid="{number}" transform="1 0 0 0 1 0 0 0 1 {x} 0 0"/>'
        for number, x in ((1, 0), (2, 10), (2, 20))
    )
    model = (
        '<model unit="inch" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">'
        f"<resources>{objects}</resources><build>{items}</build></model>"
    )
    settings = (
        '<config><object id="2"><metadata key="name" value="Big crate"/>'
        '<part id="1" subtype="normal_part"><metadata key="name" value="inner"/></part></object>'
        '<plate><metadata key="plater_id" value="1"/><metadata key="plater_name" value="Harbor"/>'
        '<model_instance><metadata key="object_id" value="2"/></model_instance></plate></config>'
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("[Content_Types].xml", TYPES_3MF)
        archive.writestr("_rels/.rels", RELATIONS_3MF)
        archive.writestr("3D/3dmodel.model", model)
        archive.writestr("Metadata/model_settings.config", settings)
    (tmp_path / "plate.3mf").write_bytes(file.getvalue())
    split, pieces = pieces_of(tmp_path / "plate.3mf", tmp_path / "out")
    assert sorted(pieces) == ["harbor-big-crate", "wall"]
    assert split.copies == (1, 2)


def test_colors_and_textures_stay_with_their_pieces(tmp_path):
    made = Gltf()
    red, blue = made.mesh(*indexed(CUBE)), made.mesh(*indexed(CUBE))
    made.json["materials"] = [
        {"pbrMetallicRoughness": {"baseColorFactor": color}}
        for color in ([1, 0, 0, 1], [0, 0, 0.5, 1])
    ]
    for mesh in (red, blue):
        made.json["meshes"][mesh]["primitives"][0]["material"] = mesh
    for mesh in (red, blue):
        made.node(mesh=mesh, name=f"cube {mesh}", translation=[9 * mesh, 0, 0])
    (tmp_path / "two.glb").write_bytes(made.glb())
    split = split_file(tmp_path / "two.glb", tmp_path / "out", PieceReading("in", 1.0, "y"))
    surfaces = [read_surface(file) for file in (*split.files, tmp_path / "two.glb")]
    materials = [part.material for surface in surfaces for part in surface.parts]
    colors = [material.color for material in materials if material is not None]
    assert colors[0] == pytest.approx((1, 0, 0, 1), abs=1e-6)
    assert colors[:2] == [pytest.approx(color, abs=1e-6) for color in colors[2:]]


def test_what_cannot_be_split_is_told_and_nothing_is_written(tmp_path):
    one = write_mesh(tmp_path / "one.stl", house())
    with pytest.raises(InputError, match=r"one\.stl: is one piece"):
        split_file(one, tmp_path / "out", INCHES)
    assert not (tmp_path / "out").exists()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x.txt").write_text("x")
    with pytest.raises(InputError, match="full: already exists; expected the name of a new folder"):
        split_file(one, tmp_path / "full", INCHES)
    crowd = join(*(box((3 * k, 0, 0), (3 * k + 1, 1, 1 + k / 99)) for k in range(600)))
    with pytest.raises(InputError, match="has 600 pieces, more than the limit of 500"):
        split_file(write_mesh(tmp_path / "crowd.stl", crowd), tmp_path / "out", INCHES)
