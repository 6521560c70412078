"""Mesh files in 3D: in their own colors, turned and mirrored as they stand, in the form that fits; copies share one geometry."""

import numpy as np
import pytest
import trimesh

from tests.scene.test_mesh_looks import textured_ball
from wc3d.panda.material_textures import mesh_material
from wc3d.panda.render_target import open_render_target
from wc3d.panda.shaders import NO_CEILING_IN
from wc3d.panda.table_scene import TableScene
from wc3d.registry import table_from_map
from wc3d.scene import mesh_looks
from wc3d.scene.camera import Orbit
from wc3d.scene.materials import PLAIN
from wc3d.scene.quality import Quality
from wc3d.table.features import Kind

SIZE = (320, 240)


@pytest.fixture(autouse=True)
def fresh(monkeypatch, tmp_path):
    monkeypatch.setattr(mesh_looks, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(mesh_looks, "_looks", {})


@pytest.fixture(scope="module")
def stage():
    opened = open_render_target(SIZE)
    yield opened
    opened.close()


def board_with(folder, *placed, name="ball.glb"):
    """A board on which a mesh lies as each of these say."""
    terrain = [
        {
            "id": f"ball {k}",
            "kind": "structure",
            "shape": {"type": "mesh", "file": name, "scale": 0.04, **how},
        }
        for k, how in enumerate(placed)
    ]
    return table_from_map({"size": [24, 24], "terrain": terrain}, "", folder)


def colors_seen(stage, table, target, away=9.0):
    """The mean colors of the left and the right of what is in the middle of a picture from the south."""
    board = TableScene(stage, table, taps=0)
    stage.set_camera(Orbit(target, 0.0, 30.0, away).camera)
    board.on_camera_changed()
    pixels = stage.render().astype(float)
    forms = [standing.shown for standing in board.mesh_file_nodes._standing]
    board.close()
    return (
        pixels[115:125, 130:150].mean(axis=(0, 1)),
        pixels[115:125, 170:190].mean(axis=(0, 1)),
        forms,
    )


def test_a_texture_lies_where_the_file_has_it_turned_and_mirrored_too(stage, tmp_path):
    textured_ball(tmp_path / "ball.glb", subdivisions=3)
    for how, swapped in (({}, False), ({"rotation": 180.0}, True), ({"mirrored": True}, True)):
        table = board_with(tmp_path, {"position": [12, 12, 1.6], **how})
        left, right, _ = colors_seen(stage, table, (12, 12, 1.6))
        red, blue = (right, left) if swapped else (left, right)
        assert red[0] > red[2] + 40 and blue[2] > blue[0] + 40, how


def test_without_its_texture_it_is_drawn_in_plain_color(stage, tmp_path):
    path = textured_ball(tmp_path / "ball.glb", subdivisions=3)
    data = path.read_bytes()
    at = data.index(b"\x89PNG")
    path.write_bytes(data[: at + 60] + bytes(len(data) - at - 60))
    left, right, _ = colors_seen(
        stage, board_with(tmp_path, {"position": [12, 12, 1.6]}), (12, 12, 1.6)
    )
    assert np.abs(left - right).max() < 60 and np.ptp(left) < 60


@pytest.mark.parametrize("taps", [0, 4])
def test_cut_open_a_mirrored_mesh_is_as_light_as_it_is_otherwise(stage, tmp_path, taps):
    trimesh.creation.icosphere(subdivisions=3, radius=1.5).export(tmp_path / "ball.stl")
    means = []
    for mirrored in (False, True):
        table = board_with(
            tmp_path,
            {"position": [12, 12, 1.5], "scale": 1.0, "mirrored": mirrored},
            name="ball.stl",
        )
        board = TableScene(stage, table, taps=taps)
        assert board.unpainted_node.get_num_children() == 1
        stage.set_camera(Orbit((12, 12, 1.5), 0.0, 25.0, 9.0).camera)
        board.on_camera_changed()
        whole = stage.render().astype(float)
        board.cut_above(1.5)
        cut = stage.render().astype(float)
        board.cut_above(NO_CEILING_IN)
        assert np.abs(stage.render() - whole).max() < 3
        means += [cut[112:128, 140:180].mean(), cut[145:155, 140:180].mean()]
        board.close()
    assert means[:2] == pytest.approx(means[2:], abs=6)
    assert means[1] > means[0] + 25


def test_copies_share_one_geometry_and_are_coarser_from_afar(stage, tmp_path):
    textured_ball(tmp_path / "ball.glb")
    places = [
        {"position": [2 + 4 * (k % 6), 2 + 4 * (k // 6), 1.6], "rotation": 10.0 * k}
        for k in range(36)
    ]
    table = board_with(tmp_path, *places)
    board = TableScene(stage, table, taps=0, triangles=20_000)
    try:
        for away, finest in ((20.0, 1), (40.0, 2)):
            stage.set_camera(Orbit((12, 12, 0), 0.0, 40.0, away).camera)
            board.on_camera_changed()
            shown = [standing.shown for standing in board.mesh_file_nodes._standing]
            assert min(shown) >= finest and len(shown) == 36
        board.set_mesh_detail(3_000_000)
        assert min(standing.shown for standing in board.mesh_file_nodes._standing) < min(shown)
        assert len(board.mesh_file_nodes._nodes) <= 5
        gone = board_with(tmp_path, *places[:3])
        board.show_terrain(gone)
        board.build()
        assert len(board.mesh_file_nodes._standing) == 3
    finally:
        board.close()


def test_untextured_meshes_have_the_relief_of_their_kind_of_terrain(tmp_path):
    trimesh.creation.icosphere(subdivisions=3, radius=1.5).export(tmp_path / "ball.stl")
    table = board_with(tmp_path, {"position": [12, 12, 1.5], "scale": 1.0}, name="ball.stl")
    target = open_render_target((160, 120), quality=Quality.HIGH)
    board = TableScene(target, table)
    target.set_camera(Orbit((12, 12, 1.5), 0.0, 25.0, 9.0).camera)
    board.on_camera_changed()
    bricks = target.render().astype(float)
    skin = board.unpainted_node.get_child(0)
    skin.set_shader_input("meshTile", float(PLAIN))
    plain = target.render().astype(float)
    board.close()
    target.close()
    ball = np.s_[40:80, 60:100]
    assert np.abs(bricks - plain)[ball].mean() > 3
    assert mesh_material(Kind.STRUCTURE) != mesh_material(Kind.IMPASSABLE)
