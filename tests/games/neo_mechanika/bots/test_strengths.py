"""Players differ in what they think matters: the veteran looks for who scores, and for points as the end comes near."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.neo_mechanika.bots.test_regular import HUNTER, plan, squad
from tests.games.neo_mechanika.rules.playing import at_step, begun
from wc3d.games.neo_mechanika.bots.activation_estimate import (
    VICTORY_POINT_VALUE,
    victory_point_value,
)
from wc3d.games.neo_mechanika.bots.evaluation import (
    objective_holder_bonus,
    single_target_value,
    total_attack_value,
)
from wc3d.games.neo_mechanika.bots.planning_player import PlanningPlayer
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.bots.strengths import (
    RECRUIT,
    REGULAR,
    THOROUGH,
    make_recruit,
    make_regular,
)
from wc3d.games.neo_mechanika.bots.weights import (
    PLAIN_WEIGHTS,
    TUNED_WEIGHTS,
    Weights,
    current_weights,
    use_weights,
)
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import model_weapons

THEIRS = "2.ranger_fire_team.1"


def facing(x: float, y: float, *, tokens: tuple[str, ...] = ()) -> State:
    """A hunter acts; the enemy's rangers stand in a row from a place on."""
    at = {HUNTER: (24.0, 20.0), **squad(THEIRS, x, y)}
    state = begun(
        ["hunter"],
        ["ranger_fire_team"],
        at=at,
        tokens=tokens,
        mission=mission("uncertainty_principle"),
    )
    return at_step(state, "activation").state


def test_an_outlook_is_in_force_while_its_player_chooses() -> None:
    assert current_weights() is PLAIN_WEIGHTS
    with use_weights(TUNED_WEIGHTS):
        assert current_weights() is TUNED_WEIGHTS
        with use_weights(PLAIN_WEIGHTS):
            assert current_weights() is PLAIN_WEIGHTS
        assert current_weights() is TUNED_WEIGHTS
    assert current_weights() is PLAIN_WEIGHTS
    with pytest.raises(ZeroDivisionError), use_weights(TUNED_WEIGHTS):
        raise ZeroDivisionError
    assert current_weights() is PLAIN_WEIGHTS
    assert THOROUGH.weights is TUNED_WEIGHTS
    assert {s.weights for s in (RECRUIT, REGULAR)} == {PLAIN_WEIGHTS}
    assert PlanningPlayer(1).planner.strength is THOROUGH


def test_who_has_no_plan_leaves_the_secondary_missions_to_others() -> None:
    given = plan(secondaries="1")
    assert make_recruit(1).prepare(given, 1) is given
    for player in (make_regular(1), NeoMechanikaPlayer(1, THOROUGH), PlanningPlayer(1)):
        assert player.prepare(given, 1).options["secondary"] == (("overrun",), ())


def test_who_may_score_is_worth_more_to_whoever_thinks_so() -> None:
    state = facing(24.0, 26.0)
    weapon = max(model_weapons(state, HUNTER), key=lambda w: w.rng)
    worth = []
    for scoring in (0.0, 1.0, 2.0):
        with use_weights(Weights(sole_scorer=scoring)):
            worth.append(single_target_value(state, HUNTER, weapon, f"{THEIRS}.a"))
    assert (
        worth[1] - worth[0] == pytest.approx(worth[2] - worth[1])
        and worth[1] > 1.5 * worth[0] > 0.0
    )


def test_who_will_stand_by_an_objective_next_is_worth_more_before_it_is_there() -> None:
    spot = facing(24.0, 26.0).objectives["node-6"].at
    near = (spot[0] - 1.5, spot[1])
    away = (spot[0] - 1.5, spot[1] + 6.0)
    far = (20.0, 4.0)
    for place, tokens, worth in (
        (near, (), 1.5),
        (away, (), 0.5),
        (away, (THEIRS,), 0.0),
        (far, (), 0.0),
    ):
        state = facing(*place, tokens=tokens)
        with use_weights(Weights(objective_holder=1.5, objective_approacher=0.5)):
            assert objective_holder_bonus(state, f"{THEIRS}.b") == worth
        assert objective_holder_bonus(state, f"{THEIRS}.b") == (0.6 if worth == 1.5 else 0.0)


def test_a_point_is_worth_more_the_later_to_whom_the_end_matters() -> None:
    state = facing(24.0, 26.0)
    worth = []
    for turn, round in ((1, 1), (15, 2), (29, 3), (30, 3)):
        then = replace(state, turn=turn, round=round)
        assert victory_point_value(then) == VICTORY_POINT_VALUE
        with use_weights(Weights(final_turn_point=2.0)):
            worth.append(victory_point_value(then))
    assert (
        worth == sorted(worth)
        and worth[0] == pytest.approx(VICTORY_POINT_VALUE, rel=0.01)
        and 2.5 * VICTORY_POINT_VALUE < worth[-1] <= 3.0 * VICTORY_POINT_VALUE
    )


def test_what_one_outlook_made_of_a_state_is_not_taken_for_anothers() -> None:
    state = facing(24.0, 26.0)
    found = []
    for seen in (PLAIN_WEIGHTS, TUNED_WEIGHTS, PLAIN_WEIGHTS, TUNED_WEIGHTS):
        with use_weights(seen):
            found.append(total_attack_value(state, HUNTER))
    assert found[:2] == found[2:] and found[0] < found[1]
