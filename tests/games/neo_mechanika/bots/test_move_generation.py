"""Which moves are worth weighing: who leads a squad, and how far forward its others come."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

from tests.games.neo_mechanika.bots.test_regular import RANGERS, SCOURGE, squad
from tests.games.neo_mechanika.rules.playing import OPEN, at_step, begun
from wc3d import load_map
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.bots.move_generation import (
    candidate_moves,
    choose_leader,
    objective_goals,
)
from wc3d.games.neo_mechanika.bots.move_value import evaluate_advances
from wc3d.games.neo_mechanika.bots.objective_value import path_distance_to_objective
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.bots.strengths import REGULAR, THOROUGH
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.missions.securing import securing_player
from wc3d.games.neo_mechanika.rules.moving.movement import check_move
from wc3d.games.neo_mechanika.rules.state import XYZ, State
from wc3d.games.neo_mechanika.rules.turn.activation import advance_order
from wc3d.table.table import Table

RAVINE = load_map("maps/ravine.json")


def activation(at: dict[str, tuple[float, float]], *, table: Table = OPEN) -> Game:
    """Rangers are to act in Decay Constant, an enemy far away."""
    state = begun(
        ["ranger_fire_team"],
        at={**at, SCOURGE: (44, 44)},
        mission=mission("decay_constant"),
        table=table,
    )
    return at_step(state, "activation")


def leader(state: State, goal: str) -> str:
    """Who leads the rangers toward an objective."""
    return choose_leader(
        state, RANGERS, state.objectives[goal], partial(advance_order, state, RANGERS)
    )


def test_whose_way_a_comrade_bars_does_not_lead() -> None:
    a, b, c = (f"{RANGERS}.{letter}" for letter in "abc")
    at = {a: (31.2979, 11.531), b: (30.9329, 10.4077), c: (31.6629, 12.6543)}
    barred = activation(
        at, table=RAVINE
    ).state  # up the ladder of the bank: c stands beside its foot
    goal = "strategic-3"
    ways = {
        id: path_distance_to_objective(barred, barred.place(id), "small", barred.objectives[goal])
        for id in (a, b, c)
    }
    assert ways[a] < min(ways[b], ways[c]) and leader(barred, goal) == c
    assert leader(activation({**at, c: (33.0, 10.0)}, table=RAVINE).state, goal) == a


def foremost(state: State, action: Advance, end: XYZ) -> XYZ:
    """Which of the models ends nearest to the first objective after a move, by what the move says."""
    ends = [end, *((*p, 0.0) if len(p) == 2 else p for p in action.others.values())]
    return min(ends, key=lambda p: math.dist(p[:2], state.objectives["strategic-1"].at[:2]))


def test_a_squads_others_are_put_toward_its_goal_as_far_as_may_be() -> None:
    state = activation(squad(RANGERS, 8.6, 2.0)).state
    order = advance_order(state, RANGERS, f"{RANGERS}.a")
    goals = objective_goals(state, RANGERS)[:1]
    plain, reaching = (
        list(candidate_moves(state, order, order.model, goals, reaching=r)) for r in (False, True)
    )
    assert reaching[: len(plain)] == plain and len(reaching) > len(plain)
    spot = state.objectives["strategic-1"].at
    nearest = min(math.dist(end, spot) for _, end in plain)
    far = min(math.dist(end, spot) for _, end in reaching)
    assert (
        3.0 < nearest - far < 3.2
    )  # 2" and the base of who stands there, less a little to keep clear
    for action, end in reaching[len(plain) :]:
        assert check_move(state, order, action) and len(action.others) == 2
        assert foremost(state, action, end) == end


def test_who_reaches_so_holds_an_objective_an_activation_sooner() -> None:
    held = []
    for strength in (replace(REGULAR, reaching=False), REGULAR, THOROUGH):
        game = activation(squad(RANGERS, 8.6, 5.8))
        game.apply(Activate(player=1, unit=RANGERS))
        game.apply(NeoMechanikaPlayer(1, strength).choose(game.view(1)))
        held.append(securing_player(game.state, "strategic-1"))
    assert held == [0, 1, 1]


def test_one_who_is_alone_has_nobody_to_put_forward() -> None:
    state = activation({f"{RANGERS}.a": (8.6, 2.0)}).state
    found = [evaluate_advances(state, RANGERS, attacking=False, reaching=r) for r in (False, True)]
    assert found[0] == found[1]
