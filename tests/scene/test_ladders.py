"""Ladders are drawn in front of their walls and along them."""

from dataclasses import replace

import numpy as np
import pytest
import shapely

from tests.shipped_boards import shipped_board
from wc3d.geometry.solids import Plane, Prism
from wc3d.scene.ground_textures import GRASS, GROUNDS
from wc3d.scene.ladders import (
    MAX_WALL_DISTANCE_IN,
    STEEL_GROUNDS,
    WOOD_RISE_IN,
    ladder_surface,
    make_ladder,
)
from wc3d.scene.terrain_meshes import plan_outline
from wc3d.table.features import make_feature
from wc3d.table.table_state import Ladder

DECK = next(ground for ground in GROUNDS if ground.name in STEEL_GROUNDS)


def corners_of(ladder, features, ground=GRASS):
    return np.concatenate([part.vertices for part, _ in make_ladder(ladder, features, ground)])


@pytest.mark.parametrize("turn", [0.0, 0.5, 2.2])
def test_a_ladder_stands_just_in_front_of_its_wall(turn):
    c, s = np.cos(turn), np.sin(turn)
    box = np.array([(-4, -4), (4, -4), (4, 0), (-4, 0)], float) @ np.array([[c, s], [-s, c]])
    wall = make_feature("wall", "structure", (Prism(box, Plane(0.0), Plane(5.0)),))
    at = np.array((1.0, -0.2)) @ np.array([[c, s], [-s, c]])
    points = corners_of(Ladder("l", tuple(at.tolist()), 0, 5), [wall]) @ np.array(
        [[c, -s, 0], [s, c, 0], [0, 0, 1]]
    )
    assert 0 < points[:, 1].min() < 0.05 and points[:, 1].max() < 0.2
    assert 0.55 < points[:, 0].min() < 0.68 and 1.32 < points[:, 0].max() < 1.45
    assert points[:, 2].min() == 0 and 5 < points[:, 2].max() < 5 + WOOD_RISE_IN


def test_a_ladder_without_a_wall_stands_where_it_is():
    points = corners_of(Ladder("l", (7.0, 3.0), 1, 4), ())
    assert points.min(axis=0) == pytest.approx((6.62, 2.94, 1), abs=0.04)
    assert points.max(axis=0) == pytest.approx((7.38, 3.06, 4.15), abs=0.08)


def test_ladders_are_of_wood_or_steel_by_their_board_and_none_is_like_another():
    first, again, other = (make_ladder(Ladder(name, (7.0, 3.0), 0, 4)) for name in ("a", "a", "b"))
    assert all(
        np.array_equal(p.vertices, q.vertices) for (p, _), (q, _) in zip(first, again, strict=True)
    )
    assert not np.array_equal(first[0][0].vertices, other[0][0].vertices)
    steel = make_ladder(Ladder("a", (7.0, 3.0), 0, 4), (), DECK)
    assert {rgb for _, rgb in steel}.isdisjoint({rgb for _, rgb in first})
    assert ladder_surface(DECK) != ladder_surface(GRASS)
    assert corners_of(Ladder("a", (7.0, 3.0), 0, 4), (), DECK)[:, 2].max() == 4


@pytest.mark.parametrize("ground", [GRASS, DECK])
def test_a_ladder_has_a_rung_for_each_step_between_its_rails(ground):
    parts = make_ladder(Ladder("a", (7.0, 3.0), 0, 5), (), ground)
    wide = [part.vertices for part, _ in parts if np.ptp(part.vertices[:, 0]) > 0.5]
    heights = np.sort([corners[:, 2].mean() for corners in wide])
    assert len(heights) == 12
    assert np.diff(heights).min() > 0.3 and np.diff(heights).max() < 0.5


@pytest.mark.parametrize("name", ["ravine", "terraced-woods", "trench-line", "watchtowers"])
def test_no_ladder_of_a_shipped_board_sinks_into_its_wall(name):
    table = shipped_board(name)
    assert table.ladders
    for ladder in table.ladders:
        middle = (ladder.bottom + ladder.top) / 2
        walls = [
            piece
            for feature in table.features
            if feature.kind.solid
            for piece in feature.pieces
            if piece.low < middle < piece.high
        ]
        points = corners_of(ladder, table.features)
        assert np.hypot(*(points[:, :2].mean(axis=0) - ladder.at)) < MAX_WALL_DISTANCE_IN
        if walls:
            spots = shapely.points(points[:, :2])
            assert not shapely.contains(plan_outline(walls).buffer(-0.01), spots).any()


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("salt-flats", ("roof-rungs", "tank-rungs")),
        ("container-yard", ("bridge-rungs", "gantry-rungs", "gantry-stair", "roof-rungs")),
        ("pinewood", ("hide-ladder",)),
        ("old-quarter", ()),
    ],
)
def test_no_ladder_is_drawn_twice_where_a_mesh_file_shows_it(name, ids):
    table = shipped_board(name)
    for ladder in table.ladders:
        is_in_mesh = ladder.id.startswith((*ids, "tank-rungs"))
        assert bool(make_ladder(ladder, table.features)) != is_in_mesh
        assert make_ladder(ladder, ())


def test_a_ladder_of_a_turned_mesh_is_where_the_mesh_shows_it():
    """The shipped boards have tanks at two turns and two ladders on each board."""
    table = shipped_board("salt-flats")
    moved = [replace(ladder, at=(ladder.at[0] + 1.5, ladder.at[1])) for ladder in table.ladders]
    assert all(make_ladder(ladder, table.features) for ladder in moved)
