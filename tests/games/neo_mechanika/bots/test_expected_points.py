"""How a game stands: no objective counts twice, and at a Pulse round's end what is expected is what is scored."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.neo_mechanika.bots.test_regular import SCOURGE, squad
from tests.games.neo_mechanika.rules.playing import at_step, begun
from wc3d._internal.data_files import shipped_folder
from wc3d.bots import bots_of, play_out
from wc3d.engine.game import Game
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.neo_mechanika.bots.objective_value import objective_stake
from wc3d.games.neo_mechanika.bots.turn_features import expected_points
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.missions.scoring import objective_points, secured_objectives
from wc3d.games.neo_mechanika.rules.missions.securing import securing_player
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.pulse import turns_left
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.registry import load_map

BOTS = bots_of(NEO_MECHANIKA)


def begin(number: int) -> Game:
    """A game at its first question: both sides lead the same force, in one mission after another."""
    missions = [entry.id for entry in NEO_MECHANIKA.setup.missions()]
    factions = ("marcher_worlds", "aeternus_continuum", "empyreans", "iron_star_alliance")
    seed, index = divmod(number, len(missions))
    faction = factions[(seed + index) % len(factions)]
    entry = NEO_MECHANIKA.mission(missions[index])
    force = NEO_MECHANIKA.setup.force(f"{faction}_{entry.size}", entry.id, number)
    table = load_map(shipped_folder("maps") / f"{entry.board}.json")
    plan = GamePlan(entry.id, table, (force, force), seed=f"weights/{number}")
    return NEO_MECHANIKA.new_game(plan)


def payable(state: State) -> float:
    """The victory points that the board can still pay in this Pulse round, each objective to one player."""
    lying = [o for o in state.objectives.values() if not o.removed and not o.portable]
    return sum(
        max(objective_stake(state, player, o).this_round for player in (1, 2)) for o in lying
    )


def due(state: State) -> float:
    """The victory points that both players together may expect of this Pulse round."""
    return sum(expected_points(state, player) - state.players[player].points for player in (1, 2))


def nodes(lying: int, **places: tuple[float, float]) -> State:
    """Squads by the first nodes of a mission; a name such as `ours_1` is a squad's, with its first model's place."""
    at = {SCOURGE: (24.0, 45.0)}
    ours, theirs = (
        [place for name, place in places.items() if name.startswith(side)]
        for side in ("ours", "theirs")
    )
    for player, found in ((1, ours), (2, theirs)):
        for number, (x, y) in enumerate(found, 1):
            at |= squad(f"{player}.ranger_fire_team.{number}", x, y)
    plan = mission("uncertainty_principle")
    plan = replace(plan, objectives=plan.objectives[:lying], removed=("", (0, 0, 0)))
    units = ["ranger_fire_team"] * len(ours), ["scourge", *["ranger_fire_team"] * len(theirs)]
    return at_step(begun(*units, at=at, mission=plan), "activation").state


def test_two_holders_of_an_objective_are_paid_once() -> None:
    one, two = (nodes(6, ours_1=(10.6, 13.8), **more) for more in ({}, {"ours_2": (10.6, 10.2)}))
    assert securing_player(two, "node-1") == 1
    assert expected_points(two, 1) == expected_points(one, 1) == 1.0


def test_two_on_their_way_to_an_objective_are_paid_once() -> None:
    assert 0.0 < due(nodes(1, ours_1=(9, 8.5), ours_2=(12, 7))) < 1.0


def test_what_both_may_secure_is_shared() -> None:
    alone = nodes(1, ours_1=(10.6, 13.8))
    challenged = nodes(1, ours_1=(10.6, 13.8), theirs_1=(10.6, 17.5))
    contested = nodes(1, ours_1=(10.6, 13.8), theirs_1=(10.6, 10.2))
    assert (
        expected_points(alone, 1)
        > expected_points(challenged, 1)
        > expected_points(contested, 1)
        > 0.0
    )
    assert due(challenged) <= 1.0 and due(contested) <= 1.0


@pytest.mark.parametrize("number", range(7))
def test_no_more_is_expected_than_the_board_can_pay(number: int) -> None:
    game = begin(number)
    turn = 0
    looked = 0
    players = {p: BOTS["random"](p) for p in (1, 2)}
    while not game.over:
        play_out(game, players, limit=1)
        state = game.state
        if state.turn > turn and state.round and not state.over:
            turn = state.turn
            looked = looked + 1
            assert due(state) <= payable(state) + 1e-9, state.turn
            for player in (1, 2):
                assert expected_points(state, player) >= state.players[player].points
    assert looked > 6


@pytest.mark.parametrize("number", [1, 3, 6])
def test_when_no_turn_is_left_what_is_held_is_expected(number: int) -> None:
    game = begin(number)
    rounds = set()
    players = {p: BOTS["recruit"](p) for p in (1, 2)}
    assert game.state.setup.mission.scored == "round"
    while not game.over:
        state = game.state
        if (
            state.round
            and not turns_left(state)
            and state.phase > 5
            and not any(m.effects for m in state.models.values())
        ):
            for player in (1, 2):
                held = sum(
                    objective_points(state, player, o) for o in secured_objectives(state, player)
                )
                assert expected_points(state, player) == state.players[player].points + held
            rounds.add(state.round)
        play_out(game, players, limit=1)
    assert rounds
