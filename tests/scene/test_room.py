"""The room around a table: few triangles, soft shapes, darker than the table, and never in the way of the camera."""

import numpy as np
import pytest

from wc3d.scene import room
from wc3d.scene.vertex_normals import flat_normals

SIZE = (48.0, 30.0)


def triangles(parts):
    return sum(len(mesh.faces) for mesh, _ in parts)


@pytest.mark.parametrize("name", ["day", "night"])
def test_a_room_has_few_triangles_and_a_lamp_that_is_seen_only_from_below(name):
    plain = room.make_room(SIZE)
    parts = room.make_room(SIZE, name)
    assert len(parts) == len(plain) + 1 and triangles(parts) < 150
    lamp = parts[-1][0]
    _, normals, _ = flat_normals(lamp)
    assert (normals[:, 2] < -0.5).all()
    assert lamp.vertices[:, 2].min() == room.LAMP_HEIGHT_IN
    assert lamp.vertices[:, :2].mean(axis=0) == pytest.approx((24, 15), abs=0.5)


def luminance(pixels):
    return (pixels / 255.0) @ (0.25, 0.6, 0.15)


def test_the_shapes_of_a_room_are_soft():
    for name in ("day", "night"):
        image = room.room_map(name, SIZE)
        assert image.shape == (room.MAP_ROWS_PX, room.MAP_WIDTH_PX, 3)
        walls = luminance(image[room.FLOOR_ROWS_PX : room.FLOOR_ROWS_PX + room.WALL_ROWS_PX])
        for number in range(4):
            wall = walls[:, number * room.WALL_WIDTH_PX : (number + 1) * room.WALL_WIDTH_PX]
            assert np.abs(np.diff(wall, axis=1)).max() < 0.14
            assert wall.std() > 0.02


def test_the_day_is_brighter_than_the_night_and_both_are_darker_than_a_mat():
    day, night = (luminance(room.room_map(name, SIZE)) for name in ("day", "night"))
    assert day.mean() > 1.3 * night.mean()
    mat = luminance(np.array([140, 134, 108]))
    rows = slice(0, room.FLOOR_ROWS_PX)
    for image in (day, night):
        assert image[rows].mean() < 0.75 * mat
    night = night[: room.FLOOR_ROWS_PX + room.WALL_ROWS_PX]
    assert np.percentile(night, 99.5) < 1.2 * mat and night.max() < 1.4 * mat, "lamps are small"


def test_the_rug_lies_around_the_table_whatever_its_size():
    for size in ((30.0, 30.0), (24.0, 60.0)):
        floor = room.room_map("day", size)[: room.FLOOR_ROWS_PX, : room.FLOOR_WIDTH_PX].astype(int)
        bluish = floor[..., 2] - floor[..., 0]
        span = np.array(size) + 2 * room.WALLS

        def at(x, y, span=span, bluish=bluish):
            column = int((x + room.WALLS) / span[0] * room.FLOOR_WIDTH_PX)
            row = int((y + room.WALLS) / span[1] * room.FLOOR_ROWS_PX)
            return bluish[row, column]

        beside = at(size[0] + 15, size[1] / 2), at(size[0] / 2, size[1] + 15)
        beyond = at(size[0] + 50, size[1] / 2), at(size[0] / 2, size[1] + 50)
        assert min(beside) > max(beyond) + 5


@pytest.mark.parametrize(("name", "least"), [("day", 0.25), ("night", 0.18)])
def test_the_table_stands_in_a_room_that_is_not_black(name, least):
    image = luminance(room.room_map(name, SIZE))
    floor = image[: room.FLOOR_ROWS_PX, : room.FLOOR_WIDTH_PX]
    walls = image[room.FLOOR_ROWS_PX : room.FLOOR_ROWS_PX + room.WALL_ROWS_PX]
    legs = image[-1, : room.MAP_WIDTH_PX // 4]
    for part in (floor, walls, legs):
        assert part.mean() > least
        assert part.min() > 0.4 * least
    assert walls.std() > 0.05, "shelves and windows are seen"


def test_lamps_on_the_walls_are_warm_by_night():
    image = room.room_map("night", SIZE).astype(float)
    walls = image[room.FLOOR_ROWS_PX : room.FLOOR_ROWS_PX + room.WALL_ROWS_PX]
    beside_windows = walls[room.SCONCE_ROW_PX - 3 : room.SCONCE_ROW_PX + 3]
    lamps = beside_windows[..., 0] > np.percentile(beside_windows[..., 0], 99)
    lit = beside_windows[lamps].mean(axis=0)
    assert lit[0] > lit[1] > lit[2] + 20 and lit[0] > 1.4 * beside_windows[..., 0].mean()
