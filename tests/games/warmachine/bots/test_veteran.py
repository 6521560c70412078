"""The veteran of WARMACHINE: the right choice in small positions, the same game with a seed, within its budget."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.games.warmachine.bots.battles import new_battle
from tests.games.warmachine.rules.playing import activate, battle
from wc3d.bots import bots_of, make_bot
from wc3d.bots.plan_search import select_plan
from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.warmachine.bots.approach import list_approaches
from wc3d.games.warmachine.bots.planning_player import MasterPlayer, VeteranPlayer
from wc3d.games.warmachine.bots.regular import BattlegroupPlayer
from wc3d.games.warmachine.bots.threats import ThreatTable, expected_losses, removal_chance
from wc3d.games.warmachine.bots.turn_search import TurnProblem, blur_places, make_search
from wc3d.games.warmachine.bots.turn_value import (
    WEIGHTS,
    combine_features,
    measure_pressure,
    search_value,
    win_chance,
)
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.sight_in_game import find_melee
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.rules.turn.turn import TurnFrame
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.registry import load_map

THINK = 60


def with_control(game: Game) -> Game:
    """The game at the division of focus of the turn."""
    state = game.state
    player = state.active
    agenda = (
        state.agenda[0],
        TurnFrame(step="activation", player=player),
        ControlQuestion(player=player),
    )
    changed = replace(state, agenda=agenda, phase="control")
    return Game(WARMACHINE, changed, SeededDice(1), game.setup)


def play_turn(game: Game, player: Any) -> Iterator[Action]:
    """Play the turn with one player at every question; yield its actions."""
    turn = game.state.turn
    while not game.over and game.state.turn == turn:
        action = player.choose(game.view(game.to_act))
        assert game.check(action)
        game.apply(action)
        yield action


def turn_of(
    placed: dict[str, Any], *, control: bool = False, think: int = THINK, seed: int = 1
) -> tuple[list[Any], Game]:
    """The actions of the veteran's turn, and the game after it."""
    game = battle(placed)
    game = with_control(game) if control else game
    return list(play_turn(game, VeteranPlayer(seed, think))), game


def test_they_can_be_named() -> None:
    assert bots_of(WARMACHINE)["veteran"] is VeteranPlayer
    assert bots_of(WARMACHINE)["master"] is MasterPlayer
    assert MasterPlayer(1).think == 10 * VeteranPlayer(1).think


@pytest.mark.parametrize("seed", [1, 2])
def test_a_warcaster_that_can_be_killed_is_attacked_and_not_the_nearer_warjack(seed: int) -> None:
    placed = {
        "1.anvil": (20, 20, 90.0, {"focus": 3}),
        "2.marshal": (20, 26.5, 270.0, {"damage": 12}),
        "2.mortar": (23.5, 22.5, 270.0),
    }
    actions, _ = turn_of(placed, seed=seed)
    first = next(a for a in actions if a.type in ("charge", "attack", "slam", "headbutt"))
    assert first.target == "2.marshal"


def test_a_warcaster_in_danger_steps_back_or_keeps_its_focus() -> None:
    placed = {
        "1.marshal": (20, 20, 90.0, {"focus": 5, "damage": 8}),
        "2.mortar": (19, 29.5, 270.0),
        "2.spitter": (22, 29.5, 270.0),
    }
    before = battle(placed).state
    exposed = replace(before, models=before.with_model("1.marshal", focus=0).models)
    danger, _ = removal_chance(exposed, exposed.models["1.marshal"], ThreatTable())
    _, game = turn_of(placed)
    left, _ = removal_chance(game.state, game.state.models["1.marshal"], ThreatTable())
    assert left < 0.5 * danger


@pytest.mark.parametrize(
    ("placed", "used"),
    [
        ({"2.mortar": (20, 41, 270.0), "2.spitter": (22, 41, 270.0)}, False),
        (
            {
                "1.hound": (17.5, 20, 90.0),
                "2.mortar": (20, 23.5, 270.0),
                "2.spitter": (17.5, 23.5, 270.0),
                "2.marshal": (19, 26, 270.0),
            },
            True,
        ),
    ],
    ids=["nobody near", "three near"],
)
def test_the_feat_is_kept_until_enemies_are_near(placed: dict[str, Any], used: bool) -> None:
    own = {"1.marshal": (19, 14, 90.0, {"focus": 2}), "1.anvil": (20, 20, 90.0, {"focus": 1})}
    actions, _ = turn_of({**own, **placed}, think=120)
    assert any(a.type == "feat" for a in actions) == used


def test_focus_goes_to_a_warjack_that_can_strike() -> None:
    placed = {
        "1.marshal": (20, 10, 90.0, {"focus": 5}),
        "1.anvil": (20, 18, 90.0),
        "2.mortar": (20, 24, 270.0),
    }
    actions, _ = turn_of(placed, control=True)
    assigned = sum(a.points for a in actions if isinstance(a, act.Assign))
    assert assigned >= 2


GAPS = (1.0, 3.0, 4.0, 4.3)
"""Inches to an enemy. Without focus the warjack cannot charge; its SPD is 4, its reach 0.5."""


def gap_to_mortar(gap: float) -> Game:
    """A warjack with a gap between its base and an enemy's."""
    y = 20 + 2 * 0.984252 + gap
    return battle({"1.anvil": (20, 20, 90.0), "2.mortar": (20, y, 270.0)})


@pytest.mark.parametrize("gap", GAPS)
def test_the_regular_walks_into_melee_where_it_can(gap: float) -> None:
    game = gap_to_mortar(gap)
    list(play_turn(game, BattlegroupPlayer(1)))
    assert find_melee(game.state, "1.anvil").in_melee


@pytest.mark.parametrize("gap", GAPS)
def test_a_plan_engages_an_enemy_that_can_be_reached(gap: float) -> None:
    game = activate(gap_to_mortar(gap), "1.anvil")
    models = game.state.models
    ways = list_approaches(game.state, models["1.anvil"], models["2.mortar"])
    game.apply(next(action for action in ways if game.check(action)))
    assert find_melee(game.state, "1.anvil").in_melee


def test_the_same_seed_plays_the_same_turn_whatever_the_dice() -> None:
    placed = {
        "1.anvil": (20, 20, 90.0, {"focus": 2}),
        "1.marshal": (20, 14, 90.0, {"focus": 3}),
        "2.mortar": (20, 28, 270.0),
    }
    first = turn_of(placed)[0]
    assert first == turn_of(placed)[0]
    choices = []
    for dice in ([(1, 1), (1,)], [(6, 6), (6,)]):
        game = battle(placed, dice=dice)
        choices.append(VeteranPlayer(1, THINK).choose(game.view(1)))
    assert choices[0] == choices[1], "the dice to come are hidden"


def test_trying_changes_nothing() -> None:
    game = battle({"1.anvil": (20, 20, 90.0, {"focus": 2}), "2.mortar": (20, 27, 270.0)})
    digest = game.digest()
    VeteranPlayer(1, 20).choose(game.view(1))
    assert game.digest() == digest


@pytest.mark.parametrize("budget", [1, 12, 40, 90])
def test_a_search_keeps_within_its_budget(budget: int) -> None:
    game = battle({"1.anvil": (20, 20, 90.0, {"focus": 2}), "2.mortar": (20, 27, 270.0)})
    search = make_search(game.view(1), "key", budget)
    plans = search.run()
    assert search.used <= max(2, budget) and plans
    assert select_plan(plans) in plans


def test_a_plan_for_a_turn_is_not_sought_beyond_the_turns_budget() -> None:
    game = battle({"1.anvil": (20, 20, 90.0, {"focus": 2}), "2.mortar": (20, 23, 270.0)})
    player = VeteranPlayer(1, 40)
    list(play_turn(game, player))
    assert player._left >= 0


def test_no_plan_knows_what_only_a_measure_tells() -> None:
    placed = {"1.anvil": (20, 20, 90.0, {"focus": 2})}
    near, far = (
        TurnProblem(battle({**placed, "2.mortar": (20, y, 270.0)}).view(1), "key")._root(0)
        for y in (29.96, 30.04)
    )
    assert near.state.models["2.mortar"].at == far.state.models["2.mortar"].at


def test_a_model_close_to_another_keeps_its_place() -> None:
    state = battle({"1.anvil": (20, 20, 90.0), "2.mortar": (20, 23, 270.0)}).state
    assert blur_places(state, 1, random.Random(1)).models["2.mortar"] == state.models["2.mortar"]


def test_the_chances_of_both_players_add_up_to_one() -> None:
    state = battle(
        {
            "1.anvil": (20, 20, 90.0),
            "1.marshal": (20, 15, 90.0, {"damage": 9}),
            "2.mortar": (20, 24, 270.0),
        }
    ).state
    assert win_chance(state, 1) + win_chance(state, 2) == pytest.approx(1.0)


def test_a_warcaster_near_its_end_lowers_the_chance() -> None:
    safe = {"1.marshal": (20, 20, 90.0), "2.mortar": (20, 44, 270.0)}
    threatened = {**safe, "2.mortar": (20, 24, 270.0)}
    hurt = {**threatened, "1.marshal": (20, 20, 90.0, {"damage": 13})}
    chances = [win_chance(battle(p, active=2).state, 1) for p in (safe, threatened, hurt)]
    assert chances == sorted(chances, reverse=True) and chances[0] > chances[2] + 0.2


def test_every_weight_counts() -> None:
    empty = {**dict.fromkeys(WEIGHTS, 0.0), "doom": 0.0}
    for name, weight in WEIGHTS.items():
        chance = combine_features({**empty, name: 1.0}, empty)
        assert (chance > 0.5) == (weight > 0.0) and chance != 0.5
    assert combine_features({**empty, "doom": 1.0}, empty) < 0.2


def test_who_is_ahead_closes_in() -> None:
    far = {"1.anvil": (20, 8, 90.0), "1.marshal": (20, 4, 90.0), "2.marshal": (20, 40, 270.0)}
    near = {**far, "1.anvil": (20, 26, 90.0)}
    table = ThreatTable()
    values = [search_value(battle(p).state, 1, table) for p in (far, near)]
    assert values[1] > values[0] + 0.02
    assert measure_pressure(battle(near).state, 2) == 0.0


def test_a_sure_win_still_leaves_plans_to_compare() -> None:
    """The win chance of both is above 95 %."""
    placed = {"1.anvil": (20, 30, 90.0), "1.hound": (22, 30, 90.0), "1.marshal": (20, 20, 90.0)}
    table = ThreatTable()
    states = [
        battle({**placed, "2.marshal": (20, 45, 270.0, {"damage": d})}).state for d in (10, 12)
    ]
    chances = [win_chance(state, 1, table) for state in states]
    values = [search_value(state, 1, table) for state in states]
    assert chances[0] < chances[1] and values[1] - values[0] > chances[1] - chances[0] > 0.0


def test_losses_are_expected_only_within_reach() -> None:
    near = battle({"1.anvil": (20, 20, 90.0), "2.mortar": (20, 24, 270.0)}).state
    far = battle({"1.anvil": (20, 5, 90.0), "2.mortar": (20, 44, 270.0)}).state
    table = ThreatTable()
    assert expected_losses(near, 1, table) > 0.1 > expected_losses(far, 1, ThreatTable()) == 0.0


FORCES = [name for name, _ in WARMACHINE.setup.forces("battlegroup")]
ARMIES = [name for name, _ in WARMACHINE.setup.forces("army")]


def play_rounds(game: Game, rounds: int) -> None:
    """Play with two veterans of a small budget."""
    players = {p: make_bot(WARMACHINE, "veteran@12", p) for p in (1, 2)}
    while not game.over and game.state.round <= rounds:
        action = players[game.to_act or 1].choose(game.view(game.to_act))
        assert game.check(action)
        game.apply(action)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(FORCES)))
def test_it_plays_every_battlegroup(number: int) -> None:
    play_rounds(new_battle(1, (FORCES[number], FORCES[number - 1])), 3)


@pytest.mark.slow
def test_it_plays_armies() -> None:
    forces = [WARMACHINE.setup.force(name, "armies", 1) for name in ARMIES]
    mission = next(m for m in WARMACHINE.setup.missions() if m.size == "army")
    table = load_map(mission.board, WARMACHINE.name)
    plan = GamePlan(mission.id, table, (forces[0], forces[1]), ("Anna", "Ben"), 1)
    play_rounds(WARMACHINE.new_game(plan), 1)


def test_a_round_of_questions_is_answered_from_the_setup_on() -> None:
    game = new_battle(3)
    play_rounds(game, 1)
    assert game.state.round == 2 and find_open_question(game.state) is not None
