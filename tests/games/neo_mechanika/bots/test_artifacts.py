"""Bots and artifacts: what carrying one is worth follows from whether, and when, it can score."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.games.neo_mechanika.bots.test_regular import RANGERS, squad
from tests.games.neo_mechanika.rules.fighting import armed
from tests.games.neo_mechanika.rules.playing import at_step, begun
from wc3d.engine.agenda import find_open_question
from wc3d.games.neo_mechanika.bots.artifact_moves import list_pickup_moves
from wc3d.games.neo_mechanika.bots.choosers import artifact_pickup_value
from wc3d.games.neo_mechanika.bots.deployment_choosers import gate_plans
from wc3d.games.neo_mechanika.bots.evaluation import objective_holder_bonus
from wc3d.games.neo_mechanika.bots.objective_value import (
    artifact_value,
    assign_objectives,
    objective_stake,
    presence_value,
    unit_path_distance,
)
from wc3d.games.neo_mechanika.bots.turn_features import TURN_FEATURES, measure_sides
from wc3d.games.neo_mechanika.rules.actions import PlaceGate
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.gates import GateQuestion

WOLF = "1.dusk_wolf.1"
FOES = "2.ranger_fire_team.1"


Place = tuple[float, float]


def field(
    ours: Place = (8, 22), wolf: Place = (6, 24), theirs: Place = (44, 46), round: int = 1
) -> State:
    """A warjack and a squad near the artifact in the west, an enemy squad where it is put."""
    at = {WOLF: wolf, **squad(RANGERS, *ours), **squad(FOES, *theirs)}
    plan = mission("strange_matter")
    state = begun(
        [armed("battle_rifle"), "ranger_fire_team"], ["ranger_fire_team"], at=at, mission=plan
    )
    return at_step(replace(state, round=round), "activation").state


def value(state: State, unit: str, artifact: str = "artifact-1") -> float:
    """What an artifact brings a unit from where it stands."""
    found = state.objectives[artifact]
    return artifact_value(
        state, unit, found, unit_path_distance(state, unit, found), acts=not state.units[unit].token
    )


def test_only_who_may_hold_a_ruin_gains_by_an_artifact() -> None:
    state = field()
    assert value(state, RANGERS) > 0.0 == value(state, WOLF)
    assert (
        WOLF not in assign_objectives(state, 1) or not assign_objectives(state, 1)[WOLF][1].portable
    )


def test_an_artifact_brings_less_the_later_it_scores_and_nothing_too_late() -> None:
    worths = [value(field(round=round), RANGERS) for round in (1, 2, 3)]
    assert (
        worths[0] > worths[1] > worths[2] >= 0.0 and value(field((8, 26), round=3), RANGERS) == 0.0
    )
    near, far = (value(field(ours=(x, 22)), RANGERS) for x in (8, 16))
    assert near > far > 0.0


def test_an_artifact_by_itself_scores_nothing() -> None:
    state = field()
    assert all(
        objective_stake(state, 1, o).total == 0.0 for o in state.objectives.values() if o.portable
    )


def test_a_carrier_gains_by_a_ruin_until_another_has_brought_one() -> None:
    state = field(ours=(13.8, 12), wolf=(20, 20))
    ruin = state.objectives["ruin-1"]
    carrier = f"{RANGERS}.a"
    free = presence_value(state, RANGERS, ruin)
    laden = state.with_model(carrier, carrying="artifact-1")
    assert presence_value(laden, RANGERS, ruin) == pytest.approx(free + 2 * (1 + 0.5 + 0.25))
    assert (
        objective_stake(laden, 1, ruin).this_round == objective_stake(state, 1, ruin).this_round + 2
        and objective_stake(laden, 2, ruin).this_round == objective_stake(state, 2, ruin).this_round
    )


def test_a_warjack_leaves_an_artifact_to_those_who_can_score_it() -> None:
    state = field()
    assert (
        artifact_pickup_value(state, WOLF, "artifact-1")
        < 0.0
        < artifact_pickup_value(state, f"{RANGERS}.a", "artifact-1")
    )


def test_a_warjack_takes_an_artifact_that_only_an_enemy_could_score() -> None:
    state = field(ours=(44, 2), theirs=(7, 26)).with_unit(RANGERS, token=True)
    threatened = replace(state, round=2)
    assert value(threatened, FOES) > value(threatened, RANGERS)
    assert artifact_pickup_value(threatened, WOLF, "artifact-1") > 0.0


def test_an_enemy_that_carries_what_it_can_score_is_worth_more() -> None:
    state = field(theirs=(30, 30))
    for model, more in ((f"{FOES}.a", True), (WOLF, False)):
        laden = state.with_model(model, carrying="artifact-3")
        assert (objective_holder_bonus(laden, model) > objective_holder_bonus(state, model)) is more


def test_moves_over_an_artifact_go_on_toward_a_ruin() -> None:
    state = field(ours=(8, 20.5))
    moves = list_pickup_moves(state, RANGERS)
    spot = state.objectives["artifact-1"].at[:2]
    ruins = [o.at[:2] for o in state.objectives.values() if not o.portable]
    gained = []
    for move in moves:
        points = [step[:2] for step in move.path if isinstance(step, tuple)]
        assert len(points) == len(move.path)
        gained.append(
            min(math.dist(spot, r) for r in ruins) - min(math.dist(points[-1], r) for r in ruins)
        )
    assert max(gained) > 1.0 and gained[0] == pytest.approx(max(gained), abs=0.01)
    laden = state.with_model(f"{RANGERS}.a", carrying="artifact-2")
    assert list_pickup_moves(state, WOLF) == [] == list_pickup_moves(laden, RANGERS)
    assert list_pickup_moves(field(ours=(8, 4)), RANGERS) == []


def carried(state: State) -> float:
    """The points that player 1 expects from artifacts."""
    return float(measure_sides(state, 1)[0, list(TURN_FEATURES).index("carried")])


def test_the_value_counts_an_artifact_that_a_unit_can_fetch() -> None:
    far, near = (carried(field(ours=(8, y))) for y in (6, 22))
    laden = carried(field(ours=(8, 22)).with_model(f"{RANGERS}.a", carrying="artifact-1"))
    assert far < near < laden
    alone = field(ours=(16, 23))
    only_one = replace(
        alone,
        objectives={
            id: replace(o, removed=o.portable and id != "artifact-1")
            for id, o in alone.objectives.items()
        },
    )
    assert carried(alone) >= carried(only_one) > 0.0
    assert carried(alone) < 2.0 * carried(only_one), "one squad fetches one artifact"


def test_a_carrier_expects_more_points_the_nearer_it_is_to_a_ruin() -> None:
    """The artifact is where its carrier stands, not where it was taken."""
    places = ((8, 22), (10, 18), (12, 13.5))
    points = [
        carried(
            field(ours=place, round=2)
            .with_unit(RANGERS, token=True)
            .with_model(f"{RANGERS}.a", carrying="artifact-1")
        )
        for place in places
    ]
    assert points[0] < points[1] < points[2]


def gate_field(*gates: tuple[float, float]) -> State:
    """A solo at home, another in reserve, and void gates with Arc for it."""
    state = begun(
        ["hunter", "hunter"],
        ["ranger_fire_team"],
        at={"1.hunter.1": (8, 9), **squad(FOES, 44, 46)},
        gates={f"1.gate.{k}": (place, 2) for k, place in enumerate(gates, 1)},
        mission=mission("strange_matter"),
    )
    return state


def test_a_void_gate_near_an_artifact_is_worth_more() -> None:
    assert carried(gate_field()) <= carried(gate_field((30, 4))) < carried(gate_field((9, 20)))


def test_a_void_gate_may_go_toward_an_artifact() -> None:
    game = at_step(gate_field(), "gate", turn=3)
    question = find_open_question(game.state)
    assert isinstance(question, GateQuestion)
    plans = [a for a in gate_plans(game.view(1), question) if isinstance(a, PlaceGate)]
    spots = [o.at for o in game.state.objectives.values() if o.portable]
    nearest = [min(math.dist(a.at[:2], spot[:2]) for spot in spots) for a in plans]
    assert min(nearest) < 10.5 and nearest[-1] == min(nearest)
