"""A board whose terrain is edited looks like one that is built anew, and keeps what has not changed."""

from dataclasses import replace

import numpy as np
import pytest

from tests.screens.boards import mixed
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.solids import Plane, Prism
from wc3d.panda.render_target import open_render_target
from wc3d.panda.table_scene import TableScene
from wc3d.scene.camera import Orbit, overview_orbit
from wc3d.table.features import make_feature
from wc3d.table.maps.edit_terrain import move_feature
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder


def picture(stage, board):
    stage.set_camera(overview_orbit(board.table.size).camera)
    board.on_camera_changed()
    board.redraw_shadow()
    return stage.render().astype(int)


def test_an_edited_board_looks_like_a_new_one(tmp_path):
    table = mixed(tmp_path).without(*"abcdwgr")
    others = tuple(f for f in table.features if f.id not in ("silo", "wood", "rubble"))
    silo = move_feature(table.feature("silo"), (-4.0, -2.0, 0.0), tmp_path)
    edited = replace(table, features=(*others, silo), ladders=(Ladder("new", (22, 15.7), 0, 5),))
    stage = open_render_target((320, 200))
    try:
        board = TableScene(stage, table, keep_free=[])
        kept = {made: nodes for made, nodes in board._built.items() if made in others}
        before = picture(stage, board)
        board.show_terrain(edited)
        board.build()
        after = picture(stage, board)
        assert all(board._built[made] is nodes for made, nodes in kept.items())
        assert set(board._built) == {*others, silo, *edited.ladders}
        board.close()
        fresh = TableScene(stage, edited, keep_free=[])
        anew = picture(stage, fresh)
        fresh.close()
    finally:
        stage.close()
    assert (np.abs(after - anew).max(axis=-1) > 12).mean() < 0.002
    assert (np.abs(after - before).max(axis=-1) > 12).mean() > 0.02


def test_terrain_is_fine_only_with_fine_shadows(tmp_path):
    table = mixed(tmp_path)
    stage = open_render_target((64, 40))
    counts = {}
    try:
        for samples in (0, 4, 12):
            board = TableScene(stage, table, taps=samples, keep_free=[])
            nodes = board.terrain_node.find_all_matches("**/+GeomNode")
            geoms = [node.node().get_geom(0) for node in nodes]
            counts[samples] = sum(geom.get_primitive(0).get_num_primitives() for geom in geoms)
            board.close()
    finally:
        stage.close()
    assert counts[0] == counts[4]
    assert counts[12] > 2 * counts[0]


def top_picture(stage, features, samples):
    table = Table((20, 20), features, policy=SPACE, name="Meadow")
    board = TableScene(stage, table, taps=samples, keep_free=[(10.0, 10.0, 20.0)])
    board.scatter_node.hide()
    stage.set_camera(Orbit((10, 10, 0.0), 0.0, 89.0, 6.0).camera)
    board.on_camera_changed()
    shown = stage.render().astype(float)
    board.close()
    return shown


@pytest.mark.parametrize("samples", [0, 12])
def test_the_ground_of_the_board_continues_on_a_hill(samples):
    """Seen from above, a hill without plants looks as the mat below it does."""
    corners = np.array([(1, 1), (19, 1), (19, 19), (1, 19.0)])
    hill = make_feature("h", "structure", (Prism(corners, Plane(0), Plane(0.2)),), name="Hill")
    rock = make_feature("h", "structure", (Prism(corners, Plane(0), Plane(0.2)),), name="Wall")
    stage = open_render_target((160, 120))
    try:
        bare, on_hill, on_wall = (
            top_picture(stage, features, samples) for features in ((), (hill,), (rock,))
        )
    finally:
        stage.close()
    assert bare.std() > 3
    assert np.abs(bare.mean(axis=(0, 1)) - on_hill.mean(axis=(0, 1))).max() < 6
    assert np.corrcoef(bare.ravel(), on_hill.ravel())[0, 1] > 0.7
    assert np.corrcoef(bare[..., 1].ravel(), on_wall[..., 1].ravel())[0, 1] < 0.4


def wall_contrast(stage, name, samples):
    """Return the differences between rows of dots on the side of a box with this name."""
    box = Prism(np.array([(6, 8), (14, 8), (14, 9), (6, 9.0)]), Plane(0), Plane(4))
    table = Table((20, 20), (make_feature("box", "structure", (box,), name=name),), policy=SPACE)
    board = TableScene(stage, table, taps=samples, keep_free=[])
    stage.set_camera(Orbit((10, 8, 2.0), 0.0, 8.0, 14.0).camera)
    board.on_camera_changed()
    shown = stage.render().astype(float)
    board.close()
    rows = shown[85:115, 130:190].mean(axis=(1, 2))
    return np.abs(np.diff(rows))


def test_the_plain_look_draws_planks_and_beds_of_rock():
    stage = open_render_target((320, 200))
    try:
        plain, planks, rock = (wall_contrast(stage, name, 4) for name in ("Hut", "Crate", "Cliff"))
    finally:
        stage.close()
    assert planks.mean() > 2 * plain.mean() and planks.max() > 8
    assert rock.max() > 2 * plain.max()
