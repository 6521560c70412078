"""What is kept or left out to be quick changes no answer: brief moves, solids in a lane, edges met, boards read once."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from wc3d._internal.data_files import shipped_folder
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.rules.forces.force_files import sample_force
from wc3d.geometry.boxes import moved_disc_box
from wc3d.geometry.distance import point_to_segment
from wc3d.geometry.points import XY
from wc3d.geometry.solids import footprint_between
from wc3d.geometry.sweep import moved_disc_overlaps
from wc3d.registry import load_map
from wc3d.table.body import Body
from wc3d.table.features import Kind
from wc3d.table.moves.edge_overlap import _overlaps, _select_sides, _sides, ground_outline
from wc3d.table.moves.movement import move
from wc3d.table.moves.path_steps import Walk
from wc3d.table.table import Table
from wc3d.table.terrain.obstacle_slices import extend_upward, slices_in_lane
from wc3d.table.terrain.standing_places import flat_tops, highest_standable

BOARDS = ("crossroads", "container-yard", "old-quarter")


@pytest.fixture(scope="module", params=BOARDS)
def board(request: pytest.FixtureRequest) -> Table:
    """A board with a dozen models on it, some of them on roofs."""
    table = load_map(shipped_folder("maps") / f"{request.param}.json")
    rng = random.Random(3)
    bodies = list[Body]()
    while len(bodies) < 12:
        base = rng.choice(("small", "medium", "large"))
        at = (rng.uniform(2, table.size[0] - 2), rng.uniform(2, table.size[1] - 2))
        if highest_standable(table, base, at) is not None:
            bodies.append(Body(f"m{len(bodies)}", base, at))
    return table.with_bodies(*bodies)


def test_a_brief_move_says_the_same_of_a_legal_way_and_why_another_is_none(board: Table) -> None:
    rng = random.Random(1)
    legal = 0
    illegal = 0
    for _ in range(150):
        body = rng.choice(board.bodies)
        x, y, _ = body.at
        path = tuple(
            Walk((x := x + rng.uniform(-4, 4), y := y + rng.uniform(-4, 4)))
            for _ in range(rng.randint(1, 3))
        )
        through = rng.choice(((), (), ("models", "structures")))
        whole, brief = (
            move(board, body, path, 7.0, through=through, brief=b) for b in (False, True)
        )
        if whole or whole.code == "too_far":
            assert brief == whole
            legal += 1
        else:
            assert (brief.legal, brief.code, brief.blockers, brief.reason) == (
                False,
                whole.code,
                whole.blockers,
                whole.reason,
            )
            illegal += 1
    assert legal > 10 and illegal > 10


def test_no_solid_that_a_way_meets_is_left_out_of_its_lane(board: Table) -> None:
    rng = random.Random(2)
    met = 0
    for _ in range(15):
        a: XY = (rng.uniform(1, board.size[0] - 1), rng.uniform(1, board.size[1] - 1))
        b: XY = (a[0] + rng.uniform(-6, 6), a[1] + rng.uniform(-6, 6))
        low = rng.choice((0.0, 1.0, 3.0))
        radius = rng.choice((0.6, 1.0))
        found = {
            id(piece)
            for _, piece, _ in slices_in_lane(board.features, a, b, radius, low, low + 1.75)
        }
        for feature in board.features:
            for piece in feature.pieces if feature.solid else ():
                plan = footprint_between(
                    extend_upward(piece) if feature.kind is Kind.IMPASSABLE else piece,
                    low,
                    low + 1.75,
                )
                if plan is not None and moved_disc_overlaps(a, b, radius, plan):
                    assert id(piece) in found
                    met += 1
    assert met > 2


def test_edges_are_met_where_the_base_is_over_one_of_them(board: Table) -> None:
    rng = random.Random(4)
    met = 0
    heights = sorted({t.height for t in flat_tops(board.features) if t.height > 0.5})
    for _ in range(60):
        z = rng.choice(heights)
        radius = 0.6
        start = (rng.uniform(1, board.size[0] - 1), rng.uniform(1, board.size[1] - 1))
        turn = rng.uniform(0, math.tau)
        inches = rng.uniform(1, 9)
        way = (math.cos(turn), math.sin(turn))
        end = (start[0] + inches * way[0], start[1] + inches * way[1])
        near = _select_sides(
            _sides(board.features, z, radius),
            start,
            way,
            moved_disc_box(start, end, radius),
            radius,
        )
        spans = _overlaps(near, start, way, radius) if len(near) else []
        for side in ground_outline(board.features, z, radius).tolist():
            for t in np.linspace(0.0, inches, 25).tolist():
                place = (start[0] + t * way[0], start[1] + t * way[1])
                if (
                    point_to_segment(place, (side[0][0], side[0][1]), (side[1][0], side[1][1]))
                    < radius - 1e-6
                ):
                    assert any(first < t < last for first, last in spans)
                    met += 1
        for first, last in spans:
            middle = start[0] + (first + last) / 2 * way[0], start[1] + (first + last) / 2 * way[1]
            assert (
                min(point_to_segment(middle, tuple(a), tuple(b)) for a, b in near.tolist()) < radius
            )
    assert met > 5


def test_games_on_one_board_share_its_terrain_and_another_board_does_not() -> None:
    table = load_map(shipped_folder("maps") / "crossroads.json")
    forces = sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish")
    one, two = (new_game(table, forces, "boiling_point", seed=seed) for seed in (1, 2))
    assert (
        one.state.setup.table.features is two.state.setup.table.features
        and one.setup["map"] is not two.setup["map"]
    )
    other = new_game(
        load_map(shipped_folder("maps") / "crossroads.json"), forces, "boiling_point", seed=1
    )
    assert (
        other.state.setup.table.features is not one.state.setup.table.features
        and other.digest() == one.digest()
    )
