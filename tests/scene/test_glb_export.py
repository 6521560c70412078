"""The exported board, read again by trimesh: names, volumes, places, colors, and no half file."""

from math import pi, sin

import numpy as np
import pytest
import trimesh

from tests.scene.test_mesh_looks import textured_ball
from tests.screens.boards import mixed
from wc3d.errors import InputError
from wc3d.geometry.solids import Plane, Prism
from wc3d.registry import table_from_map
from wc3d.scene.glb_details import detail_feature, split_materials
from wc3d.scene.glb_export import INCHES_TO_GLB_MATRIX, export_glb
from wc3d.scene.ground_textures import GROUNDS
from wc3d.scene.terrain_meshes import CYLINDER_SIDES, make_feature_mesh
from wc3d.table.features import make_feature

ROUND = CYLINDER_SIDES / 2 * sin(2 * pi / CYLINDER_SIDES) / pi
"""How much of a cylinder its mesh fills."""


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    folder = tmp_path_factory.mktemp("export")
    return trimesh.load_scene(export_glb(mixed(folder), folder / "board.glb"))


def world_mesh(scene, name):
    matrix, geometry = scene.graph[name]
    mesh = scene.geometry[geometry].copy()
    mesh.merge_vertices(merge_tex=True, merge_norm=True)
    return mesh.apply_transform(np.linalg.inv(INCHES_TO_GLB_MATRIX) @ matrix)


@pytest.mark.parametrize(
    ("name", "volume"),
    [
        ("feature wall", 6 * 0.5 * 2),
        ("feature silo", 4 * pi * 5 * ROUND),
        ("feature house", 6 * 0.5 * 4 + 0.5 * 4 * 4),
        ("feature bunker", 4 * 3 * 2 - 1 * 3 * 1),
        ("feature smoke", 4 * pi * 3 * ROUND),
        ("body b", (25 / 25.4) ** 2 * pi * 2.75 * ROUND),
        ("body g", (15 / 25.4) ** 2 * pi * 1.75 * ROUND),
    ],
)
def test_solids_have_their_volumes(scene, name, volume):
    mesh = world_mesh(scene, name)
    assert mesh.is_watertight and mesh.volume == pytest.approx(volume, rel=1e-5)


def test_everything_is_there_by_name_and_in_place(scene):
    nodes = set(scene.graph.nodes_geometry)
    assert {
        "table",
        "feature rubble ground",
        "feature wood",
        "feature spire",
        "feature barricade",
        "body d",
    } <= nodes
    assert "feature rubble" not in nodes
    low, high = world_mesh(scene, "body d").bounds
    assert (low + high) / 2 == pytest.approx([22, 20, 5 + 1.75 / 2], abs=1e-4)
    assert world_mesh(scene, "feature rubble ground").area == pytest.approx(22.0, abs=0.01)


def test_kinds_have_different_colors_and_woods_are_seen_through(scene):
    def color(name):
        return tuple(scene.geometry[name].visual.material.baseColorFactor)

    kinds = [
        "feature silo",
        "feature wood",
        "feature smoke",
        "feature spire",
        "feature barricade",
        "feature rubble ground",
    ]
    assert len({color(name)[:3] for name in kinds}) == len(kinds)
    assert color("feature wood")[3] < 255 and color("feature wall")[3] == 255


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path):
    table = mixed(tmp_path)
    with pytest.raises(InputError, match=r"nowhere.*board\.glb"):
        export_glb(table, tmp_path / "nowhere" / "board.glb")
    (tmp_path / "taken.glb").mkdir()
    with pytest.raises(InputError, match=r"taken\.glb"):
        export_glb(table, tmp_path / "taken.glb")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bunker.stl", "taken.glb"]


def test_mesh_files_are_exported_with_their_textures_and_colors_once_for_all_copies(tmp_path):
    ball = textured_ball(tmp_path / "ball.glb", subdivisions=2)
    shape = {"type": "mesh", "file": ball.name, "units": "in"}
    terrain = [
        {
            "id": "one",
            "kind": "structure",
            "shape": {**shape, "position": [6, 5, 1], "rotation": 90},
        },
        {
            "id": "two",
            "kind": "structure",
            "shape": {**shape, "position": [14, 5, 1], "mirrored": True},
        },
    ]
    table = table_from_map({"size": [20, 10], "terrain": terrain}, folder=tmp_path)
    scene = trimesh.load_scene(export_glb(table, tmp_path / "board.glb"))
    (first, one), (second, two) = (scene.graph[f"feature {id} file 1"] for id in ("one", "two"))
    assert one == two and "feature one" not in scene.graph.nodes_geometry
    visual = scene.geometry[one].visual
    assert visual.material.baseColorTexture.size == (64, 32)
    shown = scene.geometry[one].vertices
    for matrix, at, west in ((first, (6, 5, 1), (0, -1, 0)), (second, (14, 5, 1), (1, 0, 0))):
        placed = (np.linalg.inv(INCHES_TO_GLB_MATRIX) @ matrix) @ np.column_stack(
            [shown, np.ones(len(shown))]
        ).T
        assert placed[:3].mean(axis=1) == pytest.approx(at, abs=0.01)
        red = visual.uv[:, 0] < 0.5
        aside = (placed[:3].T - at) @ west
        assert (aside[red] > -0.2).all() and (aside[~red] < 0.2).all()
    assert (
        export_glb(table, tmp_path / "again.glb").read_bytes()
        == (tmp_path / "board.glb").read_bytes()
    )


def test_a_dressed_board_has_materials_plants_and_true_sizes(scene, tmp_path):
    board = mixed(tmp_path)
    dressed = trimesh.load_scene(export_glb(board, tmp_path / "dressed.glb", dressed=True))
    names = set(dressed.graph.nodes_geometry)
    plain = set(scene.graph.nodes_geometry)
    assert "feature wall" in plain and "feature wall" not in names
    assert any(name.startswith("feature wood ") for name in names)
    for id in ("wall", "bunker"):
        parts = [world_mesh(dressed, name) for name in names if name.startswith(f"feature {id} ")]
        low, high = world_mesh(scene, f"feature {id}").bounds
        top = max(part.bounds[1][2] for part in parts)
        assert np.abs(top - high[2]) < 0.11  # with a loose brick
        assert all((part.bounds[0] > low - 0.6).all() for part in parts)
    colors = set()
    for name in names - plain:
        material = dressed.geometry[dressed.graph[name][1]].visual.material
        assert 0 < material.roughnessFactor <= 1
        colors.add(tuple(material.baseColorFactor))
    assert len(colors) > 10


def test_the_top_of_a_hill_is_exported_as_ground():
    block = Prism(np.array([(0, 0), (6, 0), (6, 6), (0, 6.0)]), Plane(0), Plane(2))
    hill = make_feature("hill", "structure", (block,), name="Hill")
    details = detail_feature(hill, make_feature_mesh(hill), GROUNDS[0], [])
    assert details.body is not None
    names = {material.name for material, _ in split_materials(details.body)}
    assert {"ground", "earth"} <= names
    assert details.scattered.points[:, 2].max() > 2  # tufts on the top
