"""Miniatures of one's own: found by their unit's name, scaled to its base, shown in place of its mould; bad files get a line."""

import numpy as np
import pytest
import trimesh

from tests.screens.boards import mixed
from wc3d.meshes.mesh_source import MeshError
from wc3d.panda.render_target import open_render_target
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.palette import Livery
from wc3d.scene.figures import BASE_HEIGHT_IN
from wc3d.scene.miniatures import (
    MAX_FILE_BYTES,
    install_miniature,
    load_miniature,
    miniature_path,
    set_miniature_folder,
)
from wc3d.table.body import Body
from wc3d.window.shell import file_drop
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.window import Window
from wc3d.window.shell.xdnd import FileDrop

MOULD = "neo_mechanika/dusk_wolf"


@pytest.fixture(autouse=True)
def kept(tmp_path):
    set_miniature_folder(tmp_path / "miniatures")
    yield tmp_path / "miniatures"
    set_miniature_folder(None)


def statue(path, size=(12.0, 9.0, 30.0)):
    """A block of millimeters somewhere else than at the origin."""
    block = trimesh.creation.box(extents=size).apply_translation((70, -40, 15))
    block.export(path)
    return path


def stood(made):
    points = np.concatenate(
        [skin.points for skin in made.placed_look.look.detail_levels[0]]
    ).astype(float)
    return points @ made.placed_look.matrix[:3, :3].T + made.placed_look.matrix[:3, 3]


@pytest.mark.parametrize("ending", [".stl", ".glb", ".obj", ".ply"])
def test_a_file_stands_in_the_middle_of_its_base_as_large_as_fits(tmp_path, ending):
    made = load_miniature(statue(tmp_path / f"x{ending}"), 0.98, 2.75)
    assert made.placed_look is not None and not made.fault
    points = stood(made)
    assert (
        points.min(axis=0)[2] == pytest.approx(BASE_HEIGHT_IN, abs=1e-4)
        and points[:, 2].max() <= 2.75 + 1e-4
    )
    assert points[:, 2].max() > 2.7 or np.hypot(*points[:, :2].T).max() > 1.2
    assert np.abs(points[:, :2].min(axis=0) + points[:, :2].max(axis=0)).max() < 1e-3


def test_a_file_is_found_by_its_units_name_and_another_takes_its_place(tmp_path, kept):
    assert miniature_path(MOULD) is None and miniature_path("") is None
    first = install_miniature(MOULD, statue(tmp_path / "some.stl"))
    assert miniature_path(MOULD) == first == kept / f"{MOULD}.stl"
    second = install_miniature(MOULD, statue(tmp_path / "other.obj"))
    assert miniature_path(MOULD) == second and not first.exists()
    statue(kept / "hunter.stl")
    assert miniature_path("neo_mechanika/hunter") == kept / "hunter.stl"
    (tmp_path / "bad.stl").write_bytes(b"solid nothing\n" * 3)
    with pytest.raises(MeshError):
        install_miniature(MOULD, tmp_path / "bad.stl")
    assert miniature_path(MOULD) == second and second.exists()


def test_a_file_too_large_to_be_shown_and_one_that_cannot_be_copied_leave_the_one_before(
    tmp_path, kept, monkeypatch
):
    first = install_miniature(MOULD, statue(tmp_path / "some.stl"))
    before = first.read_bytes()
    with (tmp_path / "large.stl").open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    with pytest.raises(
        MeshError,
        match=r"large\.stl: the file has 80,000,001 bytes; a miniature may have at most 80,000,000",
    ):
        install_miniature(MOULD, tmp_path / "large.stl")

    def full(*files):
        raise OSError("no space left")

    monkeypatch.setattr("wc3d.scene.miniatures.shutil.copyfileobj", full)
    for name in ("other.stl", "other.obj"):
        with pytest.raises(OSError, match="no space left"):
            install_miniature(MOULD, statue(tmp_path / name))
    assert [path for path in kept.rglob("*") if path.is_file()] == [
        first
    ] and first.read_bytes() == before


def test_one_of_very_many_triangles_is_drawn_with_fewer(tmp_path):
    ball = trimesh.creation.icosphere(subdivisions=6, radius=15)
    ball.export(tmp_path / "fine.stl")
    made = load_miniature(tmp_path / "fine.stl", 0.6, 1.75)
    assert (
        len(ball.faces) > 80_000
        and made.placed_look is not None
        and made.placed_look.look.triangle_counts[0] <= 24_000
    )


def test_a_board_shows_it_and_a_bad_one_is_told_and_leaves_the_mould(tmp_path, kept):
    table = mixed(tmp_path)
    body = Body("own", "large", (15, 15, 0))
    stage = open_render_target((320, 240))
    board = TableScene(stage, table)
    board.show_bodies([body], liveries={"own": Livery((200, 30, 30), 1, figure=MOULD)})
    usual = board.node_by_body["own"].find_all_matches("**/+GeomNode").get_num_paths()
    install_miniature(MOULD, statue(tmp_path / "some.stl"))
    board.figure_nodes.remove_all()
    board.show_bodies([body], liveries={"own": Livery((200, 30, 30), 1, figure=MOULD)})
    assert board.node_by_body["own"].find("**/file") and not board.figure_nodes.faults
    board.show_bodies(
        [body.moved((20, 15, 0))], liveries={"own": Livery((200, 30, 30), 1, figure=MOULD)}
    )
    board.on_camera_changed()
    stage.render()
    (kept / f"{MOULD}.stl").write_bytes(b"nothing")
    board.figure_nodes.remove_all()
    board.show_bodies([body], liveries={"own": Livery((200, 30, 30), 1, figure=MOULD)})
    assert len(board.figure_nodes.faults) == 1 and board.figure_nodes.faults[0].startswith(
        "dusk_wolf.stl: expected a header of 84 bytes"
    )
    assert board.node_by_body["own"].find_all_matches("**/+GeomNode").get_num_paths() == usual
    board.close()
    stage.close()


def test_a_mesh_dropped_on_a_model_is_its_miniature(tmp_path, kept, monkeypatch):
    table = mixed(tmp_path)

    class Shown(Screen):
        @property
        def table(self):
            return table

        def liveries(self):
            return {"a": Livery((200, 30, 30), 1, figure=MOULD)}

    window = Window(Shown(), offscreen=True, size=(320, 240))
    set_miniature_folder(kept)
    monkeypatch.setattr(
        window, "hit_test", lambda x, y: type("Hit", (), {"what": "body", "id": "a"})()
    )
    file_drop.deliver_drop(window, FileDrop((str(statue(tmp_path / "some.stl")),), (1, 1)))
    assert (
        miniature_path(MOULD) is not None
        and "Saved as the miniature" in window.notices.visible_notices[-1].words
    )
    monkeypatch.setattr(window, "hit_test", lambda x, y: None)
    file_drop.deliver_drop(window, FileDrop((str(tmp_path / "some.stl"),), (1, 1)))
    assert (
        "drop it on a model to use it as its miniature" in window.notices.visible_notices[-1].words
    )
    window.close()
