"""The regular plays by the mission: a holder for each objective, who stays; gates and units where they are needed."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from tests.games.neo_mechanika.bots.peeking import must_not_peek
from tests.games.neo_mechanika.bots.test_random_player import skirmish
from tests.games.neo_mechanika.rules.playing import asked, at_step, begun, play
from wc3d import load_map
from wc3d.bots import bots_of, make_bot, play_out, prepare_plan_for_bots
from wc3d.engine.actions import Action
from wc3d.engine.game import Game
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.neo_mechanika.bots.deployment_values import planned_gate_value
from wc3d.games.neo_mechanika.bots.objective_value import (
    assign_objectives,
    objective_stake,
    unclaimed_objectives,
)
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.bots.strengths import RECRUIT, REGULAR, make_regular
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Deploy, Pass, PlaceGate
from wc3d.games.neo_mechanika.rules.forces.force import Force, UnitChoice
from wc3d.games.neo_mechanika.rules.forces.force_files import sample_force
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.missions.securing import securing_player
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

BOTS = bots_of(NEO_MECHANIKA)
RANGERS = "1.ranger_fire_team.1"
OTHERS = "1.ranger_fire_team.2"
HUNTER = "1.hunter.1"
SCOURGE = "2.scourge.1"


def squad(unit: str, x: float, y: float) -> dict[str, tuple[float, float]]:
    """Three models in a row."""
    return {f"{unit}.{letter}": (x + 1.5 * i, y) for i, letter in enumerate("abc")}


def acts(game: Game, unit: str) -> list[Action]:
    """Everything a regular does in a unit's activation."""
    game.apply(Activate(player=1, unit=unit))
    player = make_regular(1)
    done = list[Action]()
    while game.to_act == 1 and asked(game) not in ("CypherQuestion", "ActivationQuestion"):
        done.append(player.choose(game.view(1)))
        game.apply(done[-1])
    return done


def test_each_objective_gets_the_nearest_who_may_hold_it() -> None:
    at = {**squad(RANGERS, 9, 8), **squad(OTHERS, 22, 6), HUNTER: (10, 14), SCOURGE: (40, 44)}
    state = begun(
        ["ranger_fire_team", "ranger_fire_team", "hunter"], at=at, mission=mission("decay_constant")
    )
    goers = assign_objectives(at_step(state, "activation").state, 1)
    assert goers[RANGERS][1].id == "strategic-1" and goers[OTHERS][1].id == "strategic-2"


def test_a_holder_stays_where_it_holds() -> None:
    at = {**squad(RANGERS, 8.6, 16), SCOURGE: (40, 44)}
    game = at_step(
        begun(["ranger_fire_team"], at=at, mission=mission("uncertainty_principle")), "activation"
    )
    assert securing_player(game.state, "node-1") == 0
    at = {**squad(RANGERS, 10.6, 13.8), SCOURGE: (40, 44)}
    game = at_step(
        begun(["ranger_fire_team"], at=at, mission=mission("uncertainty_principle")), "activation"
    )
    assert securing_player(game.state, "node-1") == 1
    acts(game, RANGERS)
    assert securing_player(game.state, "node-1") == 1


@pytest.mark.parametrize(
    ("mission", "goes_first"), [("boiling_point", True), ("chaos_theory", False)]
)
def test_who_chooses_goes_first_where_activations_score_and_last_where_rounds_do(
    mission: str, goes_first: bool
) -> None:
    force = sample_force("marcher_worlds_skirmish")
    board = load_map("maps/crossroads.json")
    sides = set()
    for seed in range(8):
        game = new_game(board, (force, force), mission, seed=seed)
        chooser = game.to_act
        play_out(game, {p: make_regular(seed + p) for p in (1, 2)}, limit=2 if goes_first else 1)
        assert asked(game) == "InitialQuestion" and (game.state.first == chooser) is goes_first
        sides.add(game.state.players[1].side)
    assert sides == {"south", "north"}


def test_a_gate_is_put_toward_an_objective_nobody_goes_to() -> None:
    at = {**squad(RANGERS, 9, 15), SCOURGE: (40, 44)}
    game = play(
        ["ranger_fire_team", "ranger_fire_team"],
        at=at,
        step="gate",
        mission=mission("decay_constant"),
    )
    action = make_regular(1).choose(game.view(1))
    assert isinstance(action, PlaceGate)
    goals = [o.at for id, o in game.state.objectives.items() if id != "strategic-1"]
    assert min(math.dist(action.at[:2], g[:2]) for g in goals) < 16.0


def test_enemies_near_by_are_no_reason_to_put_a_gate_elsewhere() -> None:
    action = PlaceGate(player=1, at=(10, 19), arc=2, nominee=f"{RANGERS}.a")

    def worth(enemy: float) -> float:
        state = begun(
            ["ranger_fire_team"],
            at={**squad(RANGERS, 9, 15), SCOURGE: (10, enemy)},
            mission=mission("decay_constant"),
        )
        return planned_gate_value(state, action)

    assert worth(22.5) == worth(44.0) > worth(21.0)  # but there must be room for those who come


def test_no_gate_is_put_where_nobody_is_left_to_come() -> None:
    game = play(["ranger_fire_team"], at={**squad(RANGERS, 9, 15), SCOURGE: (40, 44)}, step="gate")
    assert make_regular(1).choose(game.view(1)) == Pass(player=1)


@pytest.mark.parametrize(
    ("turn", "round", "placed"), [(9, 1, True), (25, 3, True), (27, 3, False), (29, 3, False)]
)
def test_no_gate_is_put_for_whom_no_turn_is_left(turn: int, round: int, placed: bool) -> None:
    state = begun(
        ["ranger_fire_team", "ranger_fire_team"],
        at={**squad(RANGERS, 9, 15), SCOURGE: (40, 44)},
        tokens=[RANGERS],
        mission=mission("decay_constant"),
    )
    game = at_step(replace(state, round=round), "gate", turn=turn)
    assert isinstance(make_regular(1).choose(game.view(1)), PlaceGate) == placed


@pytest.mark.parametrize(
    ("waits", "tokens", "brought"),
    [
        ("hunter", False, False),
        ("hunter", True, True),
        ("ranger_fire_team", False, True),
        ("ranger_fire_team", True, True),
    ],
)
def test_in_the_last_round_only_who_may_hold_is_brought_while_others_wait_for_a_turn(
    waits: str, tokens: bool, brought: bool
) -> None:
    at = {
        **squad(RANGERS, 9, 15),
        **squad(OTHERS, 22, 6),
        HUNTER: (10, 10),
        "1.hunter.2": (12, 10),
        SCOURGE: (40, 44),
    }
    state = begun(
        [*["ranger_fire_team"] * 2, *["hunter"] * 2, waits],
        at=at,
        mission=mission("decay_constant"),
    )
    units = {id: replace(u, token=tokens) for id, u in state.units.items()}
    game = at_step(replace(state, round=3, units=units), "gate", turn=25)
    assert isinstance(make_regular(1).choose(game.view(1)), PlaceGate) == brought


def test_more_units_are_needed_where_nobody_comes_soon() -> None:
    at = {**squad(RANGERS, 9.0, 15.0), **squad(OTHERS, 22, 4), "2.scourge.1": (40, 44)}
    state = begun(
        ["ranger_fire_team", "ranger_fire_team"], at=at, mission=mission("decay_constant")
    )
    needed = {
        o.id: value for value, o in unclaimed_objectives(at_step(state, "activation").state, 1)
    }
    assert (
        needed["strategic-1"] < needed["strategic-2"] < needed["strategic-6"]
    )  # held; an activation away; far from all


def test_what_an_enemy_holds_is_needed_as_much_as_it_brings_him() -> None:
    at = {
        **squad(RANGERS, 9.0, 15.0),
        **{f"2.ranger_fire_team.1.{n}": (35.0 + 1.5 * i, 33.0) for i, n in enumerate("abc")},
    }
    state = begun(
        ["ranger_fire_team"], ["ranger_fire_team"], at=at, mission=mission("uncertainty_principle")
    )
    game = at_step(state, "activation")
    held = [id for id in game.state.objectives if securing_player(game.state, id) == 2]
    needed = {o.id: value for value, o in unclaimed_objectives(game.state, 1)}
    assert all(
        needed[id] > 0.5 * objective_stake(game.state, 2, game.state.objectives[id]).total
        for id in held
    )


def test_at_the_start_units_are_deployed_across_from_what_they_will_hold() -> None:
    game = skirmish(3)
    while asked(game) != "InitialQuestion":
        mover = game.to_act
        assert mover is not None
        game.apply(make_regular(1).choose(game.view(mover)))
    mover = game.to_act
    assert mover is not None
    action = make_regular(1).choose(game.view(mover))
    assert isinstance(action, Deploy)
    first = next(iter(action.places.values()))
    assert min(abs(first[0] - o.at[0]) for o in game.state.objectives.values()) < 0.1


def test_who_may_hold_is_deployed_first() -> None:
    game = play(
        ["hunter", "ranger_fire_team", "coalition_weaver", "coalition_weaver"],
        at={"1.coalition_weaver.1": (30, 10), "1.coalition_weaver.2": (34, 10), SCOURGE: (10, 40)},
        gates={"1.gate.1": ((10, 8), 2)},
        step="deployment",
        mission=mission("decay_constant"),
    )
    action = make_regular(1).choose(game.view(1))
    assert isinstance(action, Deploy) and action.unit == RANGERS


def test_a_squad_comes_out_of_a_void_gate_on_the_side_of_what_it_will_hold() -> None:
    gate = (15, 8)
    game = play(
        ["hunter", "ranger_fire_team"],
        at={HUNTER: (30, 10), SCOURGE: (10, 40)},
        gates={"1.gate.1": (gate, 2)},
        step="deployment",
        mission=mission("decay_constant"),
    )
    action = make_regular(1).choose(game.view(1))
    assert isinstance(action, Deploy) and action.unit == RANGERS
    goals = [o.at[:2] for o in game.state.objectives.values()]
    nearer = max(
        math.dist(gate, goal) - math.dist(at[:2], goal)
        for at in action.places.values()
        for goal in goals
    )
    assert (
        nearer > 5.0
    )  # an inch from the gate, two from the first, and their bases: most of an advance
    first = next(iter(action.places.values()))
    assert (
        min(math.dist(gate, goal) for goal in goals)
        - min(math.dist(first[:2], goal) for goal in goals)
        > 2.0
    )


def test_what_is_far_from_both_is_worth_the_rounds_to_come() -> None:
    at = {**squad(RANGERS, 9, 15), SCOURGE: (40, 44)}
    state = at_step(
        begun(["ranger_fire_team"], at=at, mission=mission("decay_constant")), "activation"
    ).state
    worth = objective_stake(state, 1, state.objectives["strategic-1"])
    assert worth.this_round == 1.0 and worth.later_rounds == pytest.approx(2 * 0.5 + 3 * 0.25)


def plan(mission: str = "strange_matter", **options: Any) -> GamePlan:
    """A game of two forces, the first with many more squads."""
    squads = Force(
        faction="marcher_worlds", units=(UnitChoice(unit="ranger_fire_team"),) * 5, rack=()
    )
    jacks = Force(faction="aeternus_continuum", units=(UnitChoice(unit="scourge"),) * 3, rack=())
    return GamePlan(mission, load_map("maps/ravine.json"), (squads, jacks), options=options)


def test_secondary_missions_are_chosen_by_the_forces_where_some_are_played() -> None:
    regular = make_regular(1)
    assert not regular.prepare(plan(), 1).options  # nobody spoke of any
    assert regular.prepare(plan("chaos_theory", secondaries="1"), 1).options == {"secondaries": "1"}
    assert regular.prepare(plan(secondaries="1"), 1).options["secondary"] == (("overrun",), ())
    other = regular.prepare(plan(secondary=(("disrupt", "recon"), ()), secondaries="2"), 2).options[
        "secondary"
    ]
    assert other[0] == ("disrupt", "recon") and len(other[1]) == 2 and "overrun" not in other[1]
    assert regular.prepare(plan(secondary=(("salvage",), ())), 1).options["secondary"] == (
        ("salvage",),
        (),
    )


def test_bots_choose_secondary_missions_before_their_game() -> None:
    chosen = prepare_plan_for_bots(
        NEO_MECHANIKA, plan(secondaries="1"), {1: "regular", 2: "recruit"}
    ).options["secondary"]
    assert chosen == (("overrun",), ())  # a recruit plays for none


def test_hidden_cards_do_not_change_what_it_does() -> None:
    must_not_peek(make_regular, 30)


def test_the_same_seeds_play_the_same_game() -> None:
    games = [skirmish(7), skirmish(7)]
    for game in games:
        play_out(game, {p: BOTS["regular"](p) for p in (1, 2)}, limit=80)
    assert [t.action for t in games[0].turns] == [t.action for t in games[1].turns]
    assert any(isinstance(t.action, Advance) for t in games[0].turns)


def test_a_bot_by_its_former_name_plays_on() -> None:
    for name, strength in (("greedy", RECRUIT), ("recruit", RECRUIT), ("regular", REGULAR)):
        bot = make_bot(NEO_MECHANIKA, name, 1)
        assert isinstance(bot, NeoMechanikaPlayer) and bot.strength is strength
