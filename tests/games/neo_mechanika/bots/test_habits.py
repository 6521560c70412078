"""The right thing in small positions: each was a bad habit of a bot that searched single actions."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.games.neo_mechanika.bots.test_artifacts import field
from tests.games.neo_mechanika.bots.test_regular import (
    HUNTER,
    OTHERS,
    RANGERS,
    SCOURGE,
    squad,
)
from tests.games.neo_mechanika.rules.fighting import armed
from tests.games.neo_mechanika.rules.playing import at_step, begun
from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.bots.objective_value import unit_path_distance
from wc3d.games.neo_mechanika.bots.plan_variation import cross_plans, vary_plan
from wc3d.games.neo_mechanika.bots.planning_player import PlanningPlayer
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.bots.strengths import THOROUGH, make_regular
from wc3d.games.neo_mechanika.bots.turn_options import list_turn_options
from wc3d.games.neo_mechanika.bots.turn_plan import PlanFollower
from wc3d.games.neo_mechanika.bots.turn_search import SearchedPlan, TurnSearch
from wc3d.games.neo_mechanika.rules.actions import (
    Activate,
    Advance,
    Charge,
    Choose,
    Deploy,
    Play,
)
from wc3d.games.neo_mechanika.rules.missions import securing
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.moving.carrying import LEAVE_OPTION, TakeQuestion
from wc3d.games.neo_mechanika.rules.state import State

WOLF = "1.dusk_wolf.1"
FOES = "2.ranger_fire_team.1"
NODES = mission("uncertainty_principle")
"""A mission whose objectives only squads can hold: nodes at (12, 12), (36, 12), (8, 24) and so on."""

THINK = 60
LAST_TURN = 19
"""Player 1's last turn of Pulse round 2."""


def node_game(
    south: list[Any],
    at: dict[str, Any],
    *,
    step: str = "charging",
    turn: int = LAST_TURN,
    round: int = 2,
    **more: Any,
) -> Game:
    """A turn of player 1 in a mission of nodes against a warjack far away, or the foes in `at`."""
    north = ["ranger_fire_team"] if f"{FOES}.a" in at else ["scourge"]
    if north == ["scourge"]:
        at = {SCOURGE: (44, 44), **at}
    state = begun(south, north, at=at, mission=NODES, **more)
    return at_step(replace(state, round=round), step, turn=turn)


def play_turn(game: Game, think: int = THINK) -> list[Action]:
    """Play player 1's turn by the search; return its actions."""
    bot = PlanningPlayer("habit", think)
    turn = game.state.turn
    actions = []
    while game.state.turn == turn and (mover := game.to_act) is not None:
        action = (bot if mover == 1 else make_regular(2)).choose(game.view(mover))
        game.apply(action)
        if mover == 1:
            actions.append(action)
    return actions


def gap(state: State, unit: str, node: str) -> float:
    """The way of a unit to an objective in inches, 0 within its range."""
    return unit_path_distance(state, unit, state.objectives[node])


def activated(actions: list[Action]) -> list[str]:
    """The units that were activated, in order."""
    return [a.unit for a in actions if isinstance(a, Activate)]


def test_a_second_squad_goes_to_the_objective_that_nobody_holds() -> None:
    at = {**squad(RANGERS, 10.5, 10), **squad(OTHERS, 6.5, 17)}
    game = node_game(["ranger_fire_team", "ranger_fire_team"], at, tokens=(RANGERS,))
    assert gap(game.state, RANGERS, "node-1") == 0.0
    play_turn(game)
    assert gap(game.state, OTHERS, "node-3") == 0.0
    assert securing.securing_player(game.state, "node-1") == 1


@pytest.mark.parametrize(("unit", "takes"), [(WOLF, False), (RANGERS, True)])
def test_only_a_unit_that_can_score_an_artifact_carries_it(unit: str, takes: bool) -> None:
    game = at_step(field(ours=(8, 21), wolf=(6, 22)), "activation")
    game.apply(Activate(player=1, unit=unit))
    leader = unit if unit == WOLF else f"{unit}.a"
    game.apply(Advance(player=1, model=leader, path=((8.0, 24.0),)))
    while not isinstance(find_open_question(game.state), TakeQuestion):
        game.apply(PlanningPlayer("habit", THINK).choose(game.view(1)))
    choice = PlanningPlayer("habit", THINK).choose(game.view(1))
    assert isinstance(choice, Choose) and (choice.option != LEAVE_OPTION) is takes


def artifact_game(ours: tuple[float, float], carrying: str = "") -> Game:
    """A squad near an artifact or with one; another squad holds the nearest ruin."""
    at = {
        **squad(RANGERS, *ours),
        **squad(OTHERS, 10.5, 10.5),
        **squad(FOES, 40, 44),
    }
    state = begun(
        ["ranger_fire_team"] * 2, ["ranger_fire_team"], at=at, mission=mission("strange_matter")
    )
    state = state.with_unit(OTHERS, token=True).with_model(f"{RANGERS}.a", carrying=carrying)
    return at_step(replace(state, round=1 + bool(carrying)), turn=LAST_TURN if carrying else 3)


def test_a_squad_fetches_an_artifact() -> None:
    game = artifact_game((8, 20.5))
    play_turn(game)
    assert any(m.carrying for m in game.state.models_of(RANGERS))


def test_a_carrier_brings_its_artifact_to_a_ruin() -> None:
    game = artifact_game((12, 18.5), carrying="artifact-1")
    assert not securing.is_artifact_delivered(game.state, "ruin-1")
    play_turn(game)
    assert securing.is_artifact_delivered(game.state, "ruin-1")


def test_the_unit_that_can_hold_comes_through_the_gate_by_the_objective() -> None:
    """Unit, gate and objective are chosen together."""
    gates = {"1.gate.1": ((12, 7.5), 2), "1.gate.2": ((40, 4), 2)}
    game = node_game(
        [armed("battle_rifle"), "ranger_fire_team", "hunter"],
        {HUNTER: (24, 4)},
        step="deployment",
        turn=13,
        gates=gates,
        tokens=(HUNTER,),
    )
    deployed = [a for a in play_turn(game) if isinstance(a, Deploy)]
    assert (deployed[0].unit, deployed[0].gate) == (RANGERS, "1.gate.1")


def test_a_unit_that_can_hold_acts_before_one_that_cannot() -> None:
    at = {WOLF: (30, 6), **squad(RANGERS, 10.5, 4.5)}
    game = node_game([armed("battle_rifle"), "ranger_fire_team"], at)
    assert 2.0 < gap(game.state, RANGERS, "node-1") < 7.0
    assert activated(play_turn(game)) == [RANGERS]
    assert securing.securing_player(game.state, "node-1") == 1


def token_game(step: str = "charging", turn: int = LAST_TURN) -> Game:
    """A squad with a token near a free node, with a card that removes it; a warjack with nothing to do."""
    at = {WOLF: (30, 6), **squad(RANGERS, 10.5, 4.5)}
    units = [armed("battle_rifle"), "ranger_fire_team"]
    return node_game(
        units, at, step=step, turn=turn, tokens=(RANGERS,), hands={1: ["temporal_cycle"]}
    )


def test_a_card_that_readies_a_unit_is_followed_by_its_activation() -> None:
    game = token_game()
    actions = play_turn(game)
    played = next(i for i, a in enumerate(actions) if isinstance(a, Play))
    assert activated(actions[played:])[0] == RANGERS
    assert securing.securing_player(game.state, "node-1") == 1


def test_no_card_readies_a_unit_after_the_activations() -> None:
    game = token_game("cypher_again", turn=13)
    assert not any(isinstance(a, Play) for a in play_turn(game))


def test_a_card_for_this_turn_goes_to_a_unit_that_acts() -> None:
    """With the card, one of two warjacks reaches an objective this turn."""
    at = {WOLF: (15, 5.5), "1.dusk_wolf.2": (44, 4), SCOURGE: (44, 44)}
    state = begun(
        [armed("battle_rifle"), armed("battle_rifle")],
        at=at,
        mission=mission("boiling_point"),
        hands={1: ["ascension_catalyst"]},
    )
    game = at_step(replace(state, round=2), "charging", turn=11)
    assert 6.0 < gap(state, WOLF, "location-2") < 8.0
    actions = play_turn(game)
    assert [a.on for a in actions if isinstance(a, Play)] == activated(actions) == [WOLF]
    assert securing.securing_player(game.state, "location-2") == 1


def test_no_varied_plan_has_a_card_for_a_unit_that_does_not_act() -> None:
    game = token_game()
    follower = PlanFollower(1, NeoMechanikaPlayer("usual", THOROUGH))
    options = list_turn_options(game.view(1).fork(random.Random(1)), follower)
    readying = next(u.card for u in options.units if u.unit == RANGERS)
    assert readying is not None and readying in options.cards
    rng = random.Random(2)
    plan = other = options.make_plan()
    cards = set()
    for _ in range(200):
        plan = vary_plan(cross_plans(plan, other, rng), options, rng)
        other = vary_plan(plan, options, rng)
        names = [u.unit for u in plan.units]
        assert (RANGERS in names) == (plan.card == readying)
        cards.add(plan.card is None)
    assert cards == {True, False}


def test_arc_in_a_gate_that_no_unit_needs_goes_to_a_ready_unit() -> None:
    """The Arc goes to the well first, and from there to the unit in the next turn."""
    at = {WOLF: (10, 10), SCOURGE: (10, 15)}
    game = node_game([armed("battle_rifle")], at, gates={"1.gate.1": ((30, 5), 7)})
    assert game.state.players[1].well == 0
    play_turn(game)
    assert "1.gate.1" not in game.state.gates and game.state.players[1].well == 7


def test_arc_in_the_well_goes_to_a_ready_unit_before_an_idle_gate() -> None:
    at = {WOLF: (10, 10), SCOURGE: (10, 15)}
    game = node_game([armed("battle_rifle")], at, gates={"1.gate.1": ((30, 5), 3)})
    assert [a.on for a in play_turn(game) if isinstance(a, Charge)] == [WOLF]


def test_a_unit_with_nothing_to_gain_stays_out_of_reach() -> None:
    """Three ready warjacks would destroy what comes near them."""
    foes = {f"2.scourge.{n}": (18.0 + 4.0 * n, 28.0) for n in (1, 2, 3)}
    state = begun([armed()], ["scourge"] * 3, at={WOLF: (24, 8), **foes}, mission=NODES)
    game = at_step(replace(state, round=2), "charging", turn=LAST_TURN)
    play_turn(game)
    place = game.state.place(WOLF)
    assert place[1] < 14.0


def test_the_first_round_is_planned_by_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    real = TurnSearch.run

    def listen(search: TurnSearch) -> list[SearchedPlan]:
        plans = real(search)
        counts.append(len(plans))
        return plans

    monkeypatch.setattr(TurnSearch, "run", listen)
    at = {WOLF: (20, 4), **squad(RANGERS, 10.5, 3)}
    game = node_game([armed("battle_rifle"), "ranger_fire_team"], at, turn=1, round=1)
    before = gap(game.state, RANGERS, "node-1")
    play_turn(game, 200)
    assert counts and max(counts) > 2
    assert gap(game.state, RANGERS, "node-1") < before - 4.0


def test_a_unit_that_cannot_hold_blocks_an_enemy_holder() -> None:
    at = {WOLF: (12, 5.5), **squad(FOES, 10.5, 14)}
    game = node_game([armed()], at)
    assert securing.securing_player(game.state, "node-1") == 2
    play_turn(game)
    assert securing.securing_player(game.state, "node-1") != 2
