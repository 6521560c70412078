"""Ways on foot: round what stands in the way and up ladders, and a regular that takes them."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.games.neo_mechanika.bots.test_regular import (
    HUNTER,
    OTHERS,
    RANGERS,
    SCOURGE,
    acts,
    squad,
)
from tests.games.neo_mechanika.rules.playing import at_step, begun
from wc3d import load_map
from wc3d.games.neo_mechanika.bots.objective_value import (
    ARRIVAL_CHANCE_PER_ACTIVATION,
    MAX_DETOUR_IN,
    activation_distance,
    assign_objectives,
    distance_to_objective,
    expected_value_in_round,
    path_distance_to_objective,
    unit_path_distance,
    value_if_absent,
)
from wc3d.games.neo_mechanika.bots.path_distance import distance_field_to
from wc3d.games.neo_mechanika.rules.actions import Advance, LadderStep
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.missions.securing import securing_player
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.table.table import Table

RAVINE = load_map("maps/ravine.json")
ABOVE = "strategic-3"
BELOW = "strategic-2"


def ravine(x: float, y: float, table: Table = RAVINE) -> State:
    """Two squads in the ravine, one by an objective; another lies five inches up a bank."""
    at = {**squad(RANGERS, x, y), **squad(OTHERS, 22.5, 10), SCOURGE: (6, 44)}
    return begun(
        ["ranger_fire_team", "ranger_fire_team"],
        at=at,
        mission=mission("decay_constant"),
        table=table,
    )


def test_a_way_to_a_level_above_leads_to_a_ladder() -> None:
    state = ravine(40, 6)
    up = state.objectives[ABOVE]
    here = (37.0, 11.0, 0.0)
    assert up.at[2] == 5.0 and distance_to_objective(here, "small", up) < 6.0
    assert (
        path_distance_to_objective(state, here, "small", up) > 8.0
    )  # to the rungs at (30, 13), up, and along the bank
    spot, ladder, height = distance_field_to(state, "small", up).next_leg(here, 20.0)
    assert (ladder, height) == ("bank-rungs-south", 5.0) and spot == pytest.approx(
        (30.0, 13.0), abs=2.0
    )


def test_a_way_that_is_free_is_as_long_as_it_is_straight() -> None:
    state = ravine(40, 6)
    below = state.objectives[BELOW]
    assert path_distance_to_objective(
        state, (24.0, 6.0, 0.0), "small", below
    ) == distance_to_objective((24.0, 6.0, 0.0), "small", below)
    assert path_distance_to_objective(state, (24.0, 11.0, 0.0), "small", below) == 0.0


def test_without_ladders_no_way_leads_up() -> None:
    state = ravine(40, 6, replace(RAVINE, ladders=()))
    up = state.objectives[ABOVE]
    here = (37.0, 11.0, 0.0)
    assert path_distance_to_objective(state, here, "small", up) == pytest.approx(
        distance_to_objective(here, "small", up) + MAX_DETOUR_IN
    )


@pytest.mark.parametrize("base", ["small", "medium", "large"])
def test_a_way_leads_onto_an_obstacle_and_across_one(base: str) -> None:
    board = load_map("maps/crossroads.json")
    state = begun(
        ["hunter"],
        at={HUNTER: (4, 4), SCOURGE: (26, 26)},
        mission=mission("boiling_point"),
        table=board,
    )
    steps = state.objectives["location-2"]
    beside = state.objectives["location-1"]
    assert steps.at[2] == 0.75
    for here in ((15.0, 9.0, 0.0), (9.0, 16.5, 0.0), (26.0, 13.0, 0.0)):
        assert (
            0.0
            <= path_distance_to_objective(state, here, base, steps)
            - distance_to_objective(here, base, steps)
            < 3.0
        )
    between = (9.0, 16.5, 0.0)  # a wall and a hedge, with a house behind
    assert (
        path_distance_to_objective(state, between, base, beside)
        - distance_to_objective(between, base, beside)
        < 4.0
    )


@pytest.mark.parametrize(
    ("board", "of"), [("crossroads", "chaos_theory"), ("terraced-woods", "decay_constant")]
)
def test_every_objective_is_reached_on_foot(board: str, of: str) -> None:
    table = load_map(f"maps/{board}.json")
    state = begun(
        ["hunter"], at={HUNTER: (4, 4), SCOURGE: (26, 26)}, mission=mission(of), table=table
    )
    for base in ("small", "medium", "large"):
        for o in state.objectives.values():
            found = distance_field_to(state, base, o)
            assert found.floors.heights[0] == 0.0
            ground = [far for column in found.distances[0] for far in column if far < math.inf]
            assert len(ground) > 0.95 * found.floors.free_cells[0].sum(), (base, o.id)


def test_a_regular_goes_onto_the_steps_in_the_middle() -> None:
    board = load_map("maps/crossroads.json")
    at = {HUNTER: (15, 10), SCOURGE: (26, 26)}
    game = at_step(
        begun(["hunter"], at=at, mission=mission("boiling_point"), table=board), "activation"
    )
    acts(game, HUNTER)
    assert game.state.place(HUNTER)[2] == 0.75 and securing_player(game.state, "location-2") == 1


def test_a_regular_goes_to_the_ladder_and_up() -> None:
    game = at_step(ravine(29.0, 10.0), "activation")
    moved = [
        action for action in acts(game, RANGERS) if isinstance(action, Advance) and action.path
    ]
    assert any(isinstance(step, LadderStep) for action in moved for step in action.path)
    assert max(m.at[2] for m in game.state.models_of(RANGERS) if m.at is not None) == 5.0


def test_it_goes_round_a_corner_to_the_foot_of_a_ladder() -> None:
    at = {**squad(RANGERS, 24.0, 12.4), SCOURGE: (6, 44)}  # the ledge is in the way to its rungs
    state = begun(["ranger_fire_team"], at=at, mission=mission("orders_of_magnitude"), table=RAVINE)
    moved = [
        action
        for action in acts(at_step(state, "activation"), RANGERS)
        if isinstance(action, Advance) and action.path
    ]
    assert any(
        isinstance(step, LadderStep) and len(action.path) > 1
        for action in moved
        for step in action.path
    )


def test_whoever_of_a_row_is_nearest_to_the_ladder_leads() -> None:
    at = {
        **squad(RANGERS, 22.8, 11.6),
        **squad(OTHERS, 40, 6),
        SCOURGE: (6, 44),
    }  # on 22.8, 24.3 and 25.8; the rungs are at 22
    zones = mission("orders_of_magnitude")
    game = at_step(
        begun(["ranger_fire_team", "ranger_fire_team"], at=at, mission=zones, table=RAVINE),
        "activation",
    )
    assert game.state.objectives["zone-south-2"].at == (24.0, 14.0, 3.0)
    acts(game, RANGERS)
    assert securing_player(game.state, "zone-south-2") == 1


def test_who_would_come_a_round_too_late_sets_out_now() -> None:
    state = at_step(ravine(29.0, 6.5), "activation").state
    up = state.objectives[ABOVE]
    assert assign_objectives(state, 1)[RANGERS][1] is up
    steps = unit_path_distance(state, RANGERS, up) / activation_distance(state, RANGERS)
    assert state.round == 1 and 2.0 < steps <= 3.0
    assert value_if_absent(state, RANGERS, up) == pytest.approx(
        ARRIVAL_CHANCE_PER_ACTIVATION**2 * expected_value_in_round(state, 1, up, 3)
    )
    late = replace(state, round=2)
    assert (
        value_if_absent(late, RANGERS, late.objectives[ABOVE]) == 0.0
    )  # nothing can be missed there any more
