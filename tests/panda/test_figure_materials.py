"""The materials of figures in the window: each reflects light in a way of its own."""

import numpy as np
import pytest
import trimesh

from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.panda import figure_nodes
from wc3d.panda.render_target import open_render_target
from wc3d.panda.table_scene import TableScene
from wc3d.presentation.palette import Livery
from wc3d.scene.camera import Orbit
from wc3d.scene.figure_files import EDGE_ALPHA_STEP, MATERIAL_STEP, MATERIALS
from wc3d.scene.figure_library import pose_count
from wc3d.scene.quality import Quality
from wc3d.table.body import Body
from wc3d.table.table import Table

RGB = (150, 90, 60)
NUMBERS = {material.name: k for k, material in enumerate(MATERIALS)}


@pytest.fixture(scope="module")
def stage():
    opened = open_render_target((200, 200))
    yield opened
    opened.close()


def ball(material, flags=0):
    """A ball of radius 1 over the table, in a material; `flags` lower its alpha."""
    form = trimesh.creation.icosphere(4, 1.0)
    points = np.asarray(form.vertices)
    alpha = 255 - MATERIAL_STEP * NUMBERS[material] - flags
    colors = np.tile(np.array([*RGB, alpha], np.uint8), (len(points), 1))
    return points + (0, 0, 1.2), points, colors, np.asarray(form.faces)


def drawn(stage, monkeypatch, material, flags=0, distance=6):
    """The pixels of a ball, brightest first."""
    picture = drawn_ball(stage, monkeypatch, material, flags, distance).reshape(-1, 3)
    return picture[np.argsort(-picture.sum(axis=1))]


def drawn_ball(stage, monkeypatch, material, flags=0, distance=6):
    """The middle of a picture of a ball, 50 by 50 pixels."""
    monkeypatch.setattr(figure_nodes, "build_figure", lambda cast, far: ball(material, flags))
    body = Body("x", "large", (6, 6, 0))
    board = TableScene(stage, Table((12, 12), bodies=(body,), policy=SPACE))
    stage.set_camera(Orbit((6, 6, 1.2), 0, 20, distance).camera)
    board.on_camera_changed()
    stage.render()
    picture = stage.render()[75:125, 75:125].astype(float)
    board.close()
    return picture


def test_smooth_materials_have_a_bright_highlight_and_cloth_has_none(stage, monkeypatch):
    spread = {}
    for material in ("ceramic", "painted steel", "cloth"):
        pixels = drawn(stage, monkeypatch, material).sum(axis=1)
        spread[material] = pixels[:20].mean() - np.median(pixels)
    assert spread["ceramic"] > spread["painted steel"] > spread["cloth"]


def test_metal_reflects_in_its_own_color_and_paint_in_white(stage, monkeypatch):
    highlights = {
        material: drawn(stage, monkeypatch, material)[:20].mean(axis=0)
        for material in ("polished brass", "ceramic")
    }
    share = {material: rgb[2] / rgb[0] for material, rgb in highlights.items()}
    assert share["polished brass"] < share["ceramic"]


def test_light_has_no_shady_side(stage, monkeypatch):
    shade = {}
    for material in ("light", "matte"):
        picture = drawn_ball(stage, monkeypatch, material).sum(axis=2)
        mirrored = picture[:, ::-1]
        shade[material] = np.abs(picture - mirrored).mean() / picture.mean()
    assert shade["light"] < 0.4 * shade["matte"]


def test_steel_shows_where_an_edge_is_chipped_in_the_physically_based_look(monkeypatch):
    target = open_render_target((200, 200), quality=Quality.HIGH)

    def gray_share(material, flags):
        pixels = drawn(target, monkeypatch, material, flags, distance=2.5)
        return (np.ptp(pixels, axis=1) < 0.25 * pixels.max(axis=1)).mean()

    assert gray_share("painted steel", EDGE_ALPHA_STEP) > gray_share("painted steel", 0) + 0.1
    assert gray_share("cloth", 0) < 0.05
    target.close()


def test_the_flag_of_an_edge_changes_nothing_in_the_plain_look(stage, monkeypatch):
    whole, edge = (
        drawn(stage, monkeypatch, "painted steel", flags) for flags in (0, EDGE_ALPHA_STEP)
    )
    assert np.array_equal(whole, edge)


def test_the_members_of_a_squad_are_drawn_in_different_poses(stage):
    name = "neo_mechanika/ranger_fire_team"
    assert pose_count(name) == 3
    bodies = [
        Body(f"1.ranger_fire_team.1.{m}", "small", (3 + k, 6, 0)) for k, m in enumerate("abcd")
    ]
    board = TableScene(stage, Table((12, 12), bodies=(), policy=SPACE, name="Snow"))
    board.show_bodies(bodies, liveries={b.id: Livery(RGB, 1, figure=name) for b in bodies})
    casts = list(board.figure_nodes.nodes_by_kind)
    assert sorted(cast.variant.pose for cast in casts) == [0, 1, 2]
    assert {cast.ground for cast in casts} == {"snow"} and {c.variant.number for c in casts} == {1}
    board.close()


def test_with_quick_shadows_figures_have_few_triangles_from_closer_by(stage):
    board = TableScene(stage, Table((12, 12), policy=SPACE))
    fast = figure_nodes.FigureNodes(board.figures, board.mesh_file_nodes, taps=4)
    fine = figure_nodes.FigureNodes(board.figures, board.mesh_file_nodes, taps=12)
    assert fast.far_distance < fine.far_distance
    board.close()
