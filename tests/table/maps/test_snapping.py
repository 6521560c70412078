"""Snapping: grid, angles, edges, corners, and on top of other terrain."""

from typing import Any

import pytest

from wc3d.registry import table_from_map
from wc3d.table.maps.edit_terrain import bounding_box, move_feature
from wc3d.table.maps.snapping import (
    SnapSettings,
    feature_footprint,
    round_to_grid,
    snap_angle,
    snap_move,
    snap_point,
)

BOARD: dict[str, Any] = {
    "size": [30, 30],
    "terrain": [
        {
            "id": "crate",
            "kind": "structure",
            "shape": {"type": "box", "center": [5, 5], "size": [2, 2], "height": 2},
        },
        {
            "id": "hall",
            "kind": "structure",
            "shape": {"type": "box", "center": [15.1, 15.1], "size": [6, 6], "height": 3},
        },
        {
            "id": "slant",
            "kind": "structure",
            "shape": {
                "type": "box",
                "center": [24, 6],
                "size": [6, 1],
                "rotation": 45,
                "height": 3,
            },
        },
        {
            "id": "deck",
            "kind": "structure",
            "shape": {"type": "box", "center": [5, 25], "size": [4, 2], "bottom": 4, "height": 0.5},
        },
    ],
}
GRID = SnapSettings(grid=0.25, edges=False, is_on_top=False)
EDGES = SnapSettings(grid=0.25, edges=True, is_on_top=False)
LOOSE = SnapSettings(0.0, False, False, 0.0)  # nothing catches


@pytest.fixture(scope="module")
def table():
    return table_from_map(BOARD)


def landed(table, id, by, snap):
    return move_feature(table.feature(id), snap_move(table, table.feature(id), by, snap), None)


def test_the_grid_is_that_of_a_corner_or_the_middle(table):
    assert landed(table, "crate", (1.1, 0.4), GRID).shapes[0].center == (6.0, 5.5)
    assert landed(table, "crate", (1.1, 0.4), SnapSettings(1.0, False, False)).shapes[0].center == (
        6.0,
        5.0,
    )
    assert landed(table, "crate", (1.1, 0.4), LOOSE).shapes[0].center == (6.1, 5.4)
    assert (
        round_to_grid(0.126, 0.25) == 0.25
        and round_to_grid(-0.1, 0.25) == 0.0
        and str(round_to_grid(-0.1, 0.25)) == "0.0"
    )


def test_a_shape_of_odd_size_keeps_its_corners_on_the_grid():
    odd = table_from_map(
        {
            "size": [30, 30],
            "terrain": [
                {
                    "id": "box",
                    "kind": "structure",
                    "shape": {
                        "type": "box",
                        "center": [5.125, 5.125],
                        "size": [0.75, 2.25],
                        "height": 2,
                    },
                },
                {
                    "id": "prism",
                    "kind": "forest",
                    "shape": {
                        "type": "prism",
                        "points": [[10, 10], [12.3, 10], [11, 13]],
                        "height": 2,
                    },
                },
            ],
        }
    )
    assert bounding_box(landed(odd, "box", (3.1, 2.2), GRID)).low[:2] == (7.75, 6.25)
    assert landed(odd, "prism", (3.1, 2.2), GRID).shapes[0].points[0] == (13.0, 12.25)


def test_angles_come_in_steps():
    assert (
        snap_angle(52.0, GRID) == 45
        and snap_angle(-8.0, GRID) == 345
        and snap_angle(359.0, GRID) == 0
    )
    assert snap_angle(52.3, LOOSE) == 52.3


def test_an_edge_is_caught_exactly_and_before_the_grid(table):
    beside = landed(table, "crate", (5.85, 9.0), EDGES)
    assert bounding_box(beside).high[0] == pytest.approx(12.1) and beside.high == 2
    at_the_edge = landed(table, "crate", (-4.1, 0.0), EDGES)
    assert bounding_box(at_the_edge).low[0] == pytest.approx(0.0)
    flush = landed(table, "crate", (5.85, 8.02), EDGES)
    assert bounding_box(flush).low[1] == pytest.approx(12.1), (
        "its south side in line with the hall's"
    )


def test_a_slanting_side_is_touched(table):
    near = landed(table, "crate", (18.26, 3.25), EDGES)
    assert 0 <= feature_footprint(near).distance(feature_footprint(table.feature("slant"))) < 1e-5


def test_what_is_moved_over_other_terrain_stands_on_it_and_keeps_its_height_above_it(table):
    snap = SnapSettings(grid=0.25, edges=False, is_on_top=True)
    on_top = landed(table, "crate", (10.0, 10.0), snap)
    assert (on_top.low, on_top.high) == (3, 5)
    moved_on = table_from_map(
        {
            **BOARD,
            "terrain": [
                {**BOARD["terrain"][0], "shape": on_top.shapes[0].model_dump(mode="json")},
                *BOARD["terrain"][1:],
            ],
        }
    )
    assert landed(moved_on, "crate", (-10.0, -10.0), snap).low == 0
    assert landed(table, "deck", (10.0, -10.0), snap).low == 7, (
        "a raised deck stays 4 inches above what is below it"
    )
    assert landed(table, "crate", (10.0, 10.0), GRID).low == 0


def test_a_drawn_corner_is_caught_by_corners_then_by_the_grid(table):
    assert snap_point(table, (12.3, 12.0), EDGES) == (12.1, 12.1)
    assert snap_point(table, (0.2, 29.8), EDGES) == (0.0, 30.0)
    assert snap_point(table, (9.1, 9.4), EDGES) == (9.0, 9.5)
    assert snap_point(table, (12.3, 12.0), GRID) == (12.25, 12.0)
