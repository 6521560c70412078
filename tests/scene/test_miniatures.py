"""Miniatures of one's own: found by their unit's name, scaled to its base, shown in place of its mould; bad files get a line."""
import numpy as np
import pytest
import trimesh

from tests.screens.boards import mixed
from wc3d.meshes.files import MeshError
from wc3d.panda.board import Board
from wc3d.panda.graphics import open_stage
from wc3d.presentation.palette import Livery
from wc3d.scene.figures import FEET
from wc3d.scene.miniatures import LARGEST, adopt, file_of, miniature, use_folder
from wc3d.table.body import Body
from wc3d.window.shell import file_drop
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.window import Window
from wc3d.window.shell.xdnd import Drop

MOULD = "neo_mechanika/dusk_wolf"


@pytest.fixture(autouse=True)
def kept(tmp_path):
    use_folder(tmp_path / "miniatures")
    yield tmp_path / "miniatures"
    use_folder(None)


def statue(path, size=(12.0, 9.0, 30.0)):
    """A block of millimeters somewhere else than at the origin."""
    block = trimesh.creation.box(extents=size).apply_translation((70, -40, 15))
    block.export(path)
    return path


def stood(made):
    points = np.concatenate([skin.points for skin in made.placed.look.forms[0]]).astype(float)
    return points @ made.placed.matrix[:3, :3].T + made.placed.matrix[:3, 3]


@pytest.mark.parametrize("ending", [".stl", ".glb", ".obj", ".ply"])
def test_a_file_stands_in_the_middle_of_its_base_as_large_as_fits(tmp_path, ending):
    made = miniature(statue(tmp_path / f"x{ending}"), 0.98, 2.75)
    assert made.placed is not None and not made.fault
    points = stood(made)
    assert points.min(axis=0)[2] == pytest.approx(FEET, abs=1e-4) and points[:, 2].max() <= 2.75 + 1e-4
    assert points[:, 2].max() > 2.7 or np.hypot(*points[:, :2].T).max() > 1.2
    assert np.abs(points[:, :2].min(axis=0) + points[:, :2].max(axis=0)).max() < 1e-3


def test_a_file_is_found_by_its_units_name_and_another_takes_its_place(tmp_path, kept):
    assert file_of(MOULD) is None and file_of("") is None
    first = adopt(MOULD, statue(tmp_path / "some.stl"))
    assert file_of(MOULD) == first == kept / f"{MOULD}.stl"
    second = adopt(MOULD, statue(tmp_path / "other.obj"))
    assert file_of(MOULD) == second and not first.exists()
    statue(kept / "hunter.stl")
    assert file_of("neo_mechanika/hunter") == kept / "hunter.stl"
    (tmp_path / "bad.stl").write_bytes(b"solid nothing\n" * 3)
    with pytest.raises(MeshError):
        adopt(MOULD, tmp_path / "bad.stl")
    assert file_of(MOULD) == second and second.exists()


def test_a_file_too_large_to_be_shown_and_one_that_cannot_be_copied_leave_the_one_before(tmp_path, kept, monkeypatch):
    first = adopt(MOULD, statue(tmp_path / "some.stl"))
    before = first.read_bytes()
    with (tmp_path / "large.stl").open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(MeshError, match=r"large\.stl: the file has 80,000,001 bytes; a miniature may have at most 80,000,000"):
        adopt(MOULD, tmp_path / "large.stl")

    def full(*files):
        raise OSError("no space left")

    monkeypatch.setattr("wc3d.scene.miniatures.shutil.copyfileobj", full)
    for name in ("other.stl", "other.obj"):
        with pytest.raises(OSError, match="no space left"):
            adopt(MOULD, statue(tmp_path / name))
    assert [path for path in kept.rglob("*") if path.is_file()] == [first] and first.read_bytes() == before


def test_one_of_very_many_triangles_is_drawn_with_fewer(tmp_path):
    ball = trimesh.creation.icosphere(subdivisions=6, radius=15)
    ball.export(tmp_path / "fine.stl")
    made = miniature(tmp_path / "fine.stl", 0.6, 1.75)
    assert len(ball.faces) > 80_000 and made.placed is not None and made.placed.look.counts[0] <= 24_000


def test_a_board_shows_it_and_a_bad_one_is_told_and_leaves_the_mould(tmp_path, kept):
    table = mixed(tmp_path)
    body = Body("own", "large", (15, 15, 0))
    stage = open_stage((320, 240))
    board = Board(stage, table)
    board.show_bodies([body], liveries={"own": Livery((200, 30, 30), 1, mould=MOULD)})
    usual = board.of_body["own"].find_all_matches("**/+GeomNode").get_num_paths()
    adopt(MOULD, statue(tmp_path / "some.stl"))
    board.shown.forget()
    board.show_bodies([body], liveries={"own": Livery((200, 30, 30), 1, mould=MOULD)})
    assert board.of_body["own"].find("**/file") and not board.shown.faults
    board.show_bodies([body.moved((20, 15, 0))], liveries={"own": Livery((200, 30, 30), 1, mould=MOULD)})
    board.look_changed()
    stage.render()
    (kept / f"{MOULD}.stl").write_bytes(b"nothing")
    board.shown.forget()
    board.show_bodies([body], liveries={"own": Livery((200, 30, 30), 1, mould=MOULD)})
    assert len(board.shown.faults) == 1 and board.shown.faults[0].startswith("dusk_wolf.stl: ends after 7 bytes")
    assert board.of_body["own"].find_all_matches("**/+GeomNode").get_num_paths() == usual
    board.close()
    stage.close()


def test_a_mesh_dropped_on_a_model_is_its_miniature(tmp_path, kept, monkeypatch):
    table = mixed(tmp_path)

    class Shown(Screen):
        @property
        def table(self):
            return table

        def liveries(self):
            return {"a": Livery((200, 30, 30), 1, mould=MOULD)}

    window = Window(Shown(), offscreen=True, size=(320, 240))
    use_folder(kept)
    monkeypatch.setattr(window, "pick", lambda x, y: type("Hit", (), {"what": "body", "id": "a"})())
    file_drop.hand_over(window, Drop((str(statue(tmp_path / "some.stl")),), (1, 1)))
    assert file_of(MOULD) is not None and "Saved as the miniature" in window.notices.shown[-1].words
    monkeypatch.setattr(window, "pick", lambda x, y: None)
    file_drop.hand_over(window, Drop((str(tmp_path / "some.stl"),), (1, 1)))
    assert "drop it on a model to use it as its miniature" in window.notices.shown[-1].words
    window.close()
