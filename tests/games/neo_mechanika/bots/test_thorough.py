"""Who acts is chosen by what each would do, not by what a glance promises."""

from __future__ import annotations

from tests.games.neo_mechanika.bots.test_regular import RANGERS, SCOURGE, squad
from tests.games.neo_mechanika.rules.fighting import armed
from tests.games.neo_mechanika.rules.playing import at_step, begun, board, play
from tests.table.building import box
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.bots.activation_estimate import estimate_activation_value
from wc3d.games.neo_mechanika.bots.choosers import CHOOSERS, activation_value, rank_activations
from wc3d.games.neo_mechanika.bots.deployment_choosers import candidate_deployments
from wc3d.games.neo_mechanika.bots.move_value import danger_at
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer, Strength
from wc3d.games.neo_mechanika.bots.strengths import THOROUGH, make_regular
from wc3d.games.neo_mechanika.rules.actions import Activate
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.table.features import Feature

WOLF = "1.dusk_wolf.1"
GLANCING = NeoMechanikaPlayer(1, Strength(CHOOSERS))
CELL = [
    box("north", "structure", (19.5, 12), (8, 0.5), 5.0),
    box("south", "structure", (19.5, 8), (8, 0.5), 5.0),
    box("west", "structure", (15.5, 10), (0.5, 4), 5.0),
    box("east", "structure", (23.5, 10), (0.5, 4), 5.0),
]


def decision(*walls: Feature) -> Game:
    """A wolf or a squad acts; an enemy is as near to both as if no walls were there."""
    at = {WOLF: (10, 10), **squad(RANGERS, 18, 10), SCOURGE: (14, 22)}
    return at_step(
        begun([armed("battle_rifle"), "ranger_fire_team"], at=at, table=board(*walls)), "activation"
    )


def test_who_can_do_nothing_does_not_act_first_whatever_a_glance_promises() -> None:
    free = decision()
    walled = decision(*CELL)
    for game in (free, walled):
        assert estimate_activation_value(game.state, RANGERS) > estimate_activation_value(
            game.state, WOLF
        )
        assert GLANCING.choose(game.view(1)) == Activate(player=1, unit=RANGERS)
    assert activation_value(walled.state, RANGERS) < activation_value(walled.state, WOLF)
    for game, unit in ((free, RANGERS), (walled, WOLF)):
        assert make_regular(1).choose(game.view(1)) == Activate(player=1, unit=unit)
        assert NeoMechanikaPlayer(1, THOROUGH).choose(game.view(1)) == Activate(player=1, unit=unit)


def test_working_it_out_leaves_nobody_out() -> None:
    units = [a.unit for a in rank_activations(decision(*CELL).view(1))]
    assert units == [WOLF, RANGERS]


def test_of_two_who_could_do_as_much_whoever_is_in_danger_acts_first() -> None:
    wall = box("wall", "structure", (14, 14), (8, 0.5), 5.0)
    other = "1.dusk_wolf.2"
    at = {WOLF: (14, 10), other: (30, 10), SCOURGE: (14, 18), "2.scourge.2": (30, 18)}
    state = at_step(
        begun(["dusk_wolf"] * 2, ["scourge"] * 2, at=at, table=board(wall)), "activation"
    ).state
    in_danger, safe = (danger_at(state, unit, unit, state.place(unit)) for unit in (other, WOLF))
    assert in_danger > safe == 0.0
    assert activation_value(state, other) - activation_value(state, WOLF) > 0.9 * in_danger


def test_it_tries_more_ways_to_place_who_comes_in() -> None:
    game = play(
        ["hunter", "ranger_fire_team"],
        at={"1.hunter.1": (30, 10), SCOURGE: (10, 40)},
        gates={"1.gate.1": ((15, 8), 2)},
        step="deployment",
        mission=mission("decay_constant"),
    )
    view = game.view(1)
    asked = find_open_question(view.state)
    assert asked is not None
    once, often = (
        list(candidate_deployments(view, asked, bot.strength.arrangements))
        for bot in (GLANCING, make_regular(1))
    )
    assert len(often) > len(once) and all(deployment in often for deployment in once)
    best = NeoMechanikaPlayer(1, THOROUGH).choose(view)
    assert best in often
