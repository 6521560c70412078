"""The first view of a table fills the room between the panels, with its terrain."""

from dataclasses import replace

import numpy as np
import pytest
from shapely import Polygon

from tests.shipped_boards import shipped_board
from wc3d.scene.camera import frame_points, overview_orbit
from wc3d.window.shell.table_screen import MAX_TILT_DEG, MIN_TILT_DEG, best_tilt, board_points


def framed(size, rect, name):
    """Return the board's corners and all points in pixels, and the tilt of the view."""
    wide, high = size
    left, top, right, bottom = rect
    room = left / wide * 2 - 1, 1 - bottom / high * 2, right / wide * 2 - 1, 1 - top / high * 2
    table = shipped_board(name)
    points = board_points(table)
    orbit = overview_orbit(table.size)
    tilt = best_tilt(size, orbit, points, room)
    view = frame_points(size, replace(orbit, tilt=tilt), points, room=room)
    width, depth = table.size
    corners = np.array([(0, 0, 0), (width, 0, 0), (width, depth, 0), (0, depth, 0.0)])
    on_film, _ = view.camera.project_to_film(np.concatenate([corners, points]), size)
    pixels = (on_film * (1, -1) + 1) / 2 * size
    return pixels[:4], pixels, tilt


SIZES = [
    ((1280, 720), (263, 62, 940, 640)),
    ((1920, 1080), (263, 62, 1580, 1000)),
    ((800, 1200), (10, 62, 790, 900)),
]


@pytest.mark.parametrize(("size", "rect"), SIZES)
@pytest.mark.parametrize("name", ["crossroads", "container-yard", "watchtowers"])
def test_the_board_and_its_terrain_fill_the_room_and_nothing_is_cut_off(size, rect, name):
    board, whole, tilt = framed(size, rect, name)
    left, top, right, bottom = rect
    low, high = whole.min(axis=0), whole.max(axis=0)
    slack = 0.005 * np.array(size)  # the middle is as exact; panels have wider margins
    assert (low >= (left, top) - slack).all() and (high <= (right, bottom) + slack).all()
    assert MIN_TILT_DEG <= tilt <= MAX_TILT_DEG
    extent = (high - low) / (right - left, bottom - top)
    assert extent.max() > 0.97
    if size[0] > size[1]:
        assert Polygon(board).area > 0.62 * (right - left) * (bottom - top)


def test_a_low_room_has_a_flatter_view_than_a_high_room():
    flat, steep = (framed((1280, 720), (10, 10, 1270, low), "crossroads")[2] for low in (420, 700))
    assert flat < steep
