"""The room as it is drawn: the table is the same in each room, and no room is in the way."""

import numpy as np
import pytest

from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.panda import shaders
from wc3d.panda.render_target import open_render_target
from wc3d.panda.table_scene import TableScene
from wc3d.scene.camera import Camera, Orbit
from wc3d.table.table import Table

TABLE = Table((30.0, 30.0), name="Fields", policy=SPACE)
OVERVIEW = Orbit((15.0, 15.0, 0.0), 20.0, 30.0, 80.0).camera
TOP = Orbit((15.0, 15.0, 0.0), 0.0, 89.9, 80.0).camera
UP = Camera((15.0, 15.0, 2.0), 0.0, 88.0, 60.0, 0.1, 400.0)


@pytest.fixture(scope="module")
def pictures():
    stage = open_render_target((320, 240))
    drawn = {}
    for name in ("plain", "day", "night"):
        scene = TableScene(stage, TABLE, room_name=name)
        for view, camera in (("overview", OVERVIEW), ("top", TOP), ("up", UP)):
            stage.set_camera(camera)
            scene.on_camera_changed()
            stage.render()
            drawn[name, view] = stage.render().astype(int)
        kinds = {kind for node, kind in scene.ground_nodes if node.get_name() == "floor"}
        plain, room = {shaders.SURFACE_FLOOR}, {shaders.SURFACE_ROOM}
        assert kinds == (plain if name == "plain" else room)
        scene.close()
    stage.close()
    return drawn


def test_the_table_is_the_same_in_every_room_and_the_rest_is_not(pictures):
    plain, day, night = (pictures[name, "overview"] for name in ("plain", "day", "night"))
    middle = np.s_[110:150, 120:200]
    for room in (day, night):
        assert (room[middle] == plain[middle]).all()
        assert (np.abs(room[:40] - plain[:40]).max(axis=2) > 8).mean() > 0.5
    assert day[:40].mean() > night[:40].mean() + 10


def test_the_lamp_is_above_the_table_and_does_not_hide_it_from_above(pictures):
    middle = np.s_[100:140, 140:180]
    for name in ("day", "night"):
        assert (pictures[name, "top"][middle] == pictures["plain", "top"][middle]).all()
        lamp = pictures[name, "up"][110:130, 150:170]
        assert lamp.mean() > 2 * pictures[name, "up"][:20, :20].mean()
