"""The adviser tells what the search over turns compares, with chances, points and reasons of the same samples."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.games.neo_mechanika.bots.test_random_player import skirmish
from tests.games.neo_mechanika.bots.test_regular import RANGERS, SCOURGE, squad
from tests.games.neo_mechanika.rules.fighting import armed
from tests.games.neo_mechanika.rules.playing import at_step, begun
from tests.games.neo_mechanika.rules.test_hidden import twin
from wc3d.bots import play_out
from wc3d.bots.advice import load_adviser
from wc3d.engine.actions import Action
from wc3d.engine.dice import Roll, SeededDice
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.bots import adviser
from wc3d.games.neo_mechanika.bots.planning_player import PlanningPlayer
from wc3d.games.neo_mechanika.bots.stratified_dice import StratifiedDice
from wc3d.games.neo_mechanika.bots.strengths import make_regular
from wc3d.games.neo_mechanika.bots.turn_features import TURN_FEATURES, expected_points
from wc3d.games.neo_mechanika.bots.turn_hints import expected_points_at_round_end
from wc3d.games.neo_mechanika.bots.turn_plan import TurnPlan
from wc3d.games.neo_mechanika.bots.turn_search import SearchedPlan
from wc3d.games.neo_mechanika.bots.turn_value import (
    TIME_REASON,
    explain_difference,
    load_turn_value,
    win_chance,
)
from wc3d.games.neo_mechanika.rules.actions import Activate, Charge, Deploy, Pass, PlaceGate
from wc3d.games.neo_mechanika.rules.dice import ACTION_DIE, dice_pool
from wc3d.games.neo_mechanika.rules.forces.force import UnitChoice
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

WOLF = "1.dusk_wolf.1"


def decision(round: int = 2) -> Game:
    """A unit is to be chosen, with two that can act."""
    at = {WOLF: (10, 10), **squad(RANGERS, 20, 8), SCOURGE: (10, 20)}
    state = begun(
        [armed("battle_rifle"), "ranger_fire_team"], at=at, mission=mission("decay_constant")
    )
    return at_step(replace(state, round=round), "activation", turn=19 if round == 2 else 3)


def use_plans(monkeypatch: pytest.MonkeyPatch, plans: list[SearchedPlan]) -> None:
    """Let the adviser find these plans."""
    monkeypatch.setattr(
        adviser, "search_actions", lambda view, think, done=None, progress=None: plans
    )


def test_even_dice_show_each_face_as_often_as_real_ones_and_stray_less() -> None:
    def sums(dice: object) -> list[int]:
        return [sum(dice.roll(Roll(dice_pool(4), 1, "try"), 10 * i)) for i in range(3000)]  # type: ignore[attr-defined]

    even = sums(StratifiedDice(SeededDice(1)))
    real = sums(SeededDice(1))
    mean = 4 * sum(ACTION_DIE.faces) / 6
    assert sum(even) / 3000 == pytest.approx(mean, abs=0.05) and sum(real) / 3000 == pytest.approx(
        mean, abs=0.15
    )
    spread = [sum((s - mean) ** 2 for s in found) / 3000 for found in (even, real)]
    assert spread[0] < 0.4 * spread[1]


def test_a_point_more_is_a_better_chance_and_is_told() -> None:
    state = decision().state
    ahead = state.with_player(1, points=3)
    assert win_chance(ahead, 1) > win_chance(state, 1)
    assert win_chance(state, 1) + win_chance(state, 2) == pytest.approx(1.0)
    assert explain_difference(state, ahead, 1)[0][0] == "points"
    assert expected_points(ahead, 1) == expected_points(state, 1) + 3
    over = replace(state, over=True)
    chances = [win_chance(replace(over, winner=w), 1) for w in (1, 0, 2)]
    assert chances == [1.0, 0.5, 0.0]


def test_what_is_told_of_a_change_adds_up_to_it() -> None:
    state = decision().state
    ahead = replace(state.with_player(1, points=2), round=2)
    for player in (1, 2):
        parts = dict(explain_difference(state, ahead, player))
        change = win_chance(ahead, player) - win_chance(state, player)
        assert sum(parts.values()) == pytest.approx(change) and parts["points"] != 0.0
    lead = state.with_player(1, points=8)
    late = dict(explain_difference(lead, replace(lead, round=3), 1))
    assert late[TIME_REASON] > 0.0, "a lead, and less time left to make up for it"
    assert TIME_REASON not in dict(explain_difference(state, state.with_player(1, points=1), 1))


def test_every_feature_has_its_words() -> None:
    assert adviser.REASONS.keys() == {*TURN_FEATURES, TIME_REASON}
    value = load_turn_value()
    words = adviser.ADVISER.describe_certainty()
    assert f"{value.games} games" in words and f"{value.errors[0]:.2f}" in words


def test_hints_are_what_it_tries_the_best_first() -> None:
    hints = load_adviser(NEO_MECHANIKA).find_hints(decision().view(1), 120)
    chances = [h.chance for h in hints if h.chance is not None]
    assert 2 <= len(hints) <= 3 and len(chances) == len(hints)
    assert chances[1:] == sorted(chances[1:], reverse=True)
    assert all(0.0 < chance < 1.0 for chance in chances) and all(h.words and h.tries for h in hints)
    assert any(h.reasons for h in hints) and not [
        why for h in hints for why in h.reasons if why.endswith(("(+0%)", "(-0%)"))
    ]
    assert load_adviser(NEO_MECHANIKA).find_hints(decision().view(2)) == []


def test_a_hint_s_chance_points_and_reasons_are_means_over_the_same_samples(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = decision().view(1)
    ends = [
        replace(
            view.state.with_player(1, points=p).with_player(2, points=1), round=view.state.round + 1
        )
        for p in (0, 4, 5)
    ]
    searched = SearchedPlan(
        TurnPlan(), first=Pass(player=1), answered=[0.2, 0.6, 0.7], replied=ends
    )
    use_plans(monkeypatch, [searched])
    hint = adviser.ADVISER.find_hints(view)[0]
    assert (hint.chance, hint.points, hint.tries) == (
        pytest.approx(0.5),
        (pytest.approx(3.0), 1.0),
        3,
    )
    means = dict(
        adviser.average_reasons([dict(explain_difference(view.state, end, 1)) for end in ends])
    )
    changes = [win_chance(end, 1) - win_chance(view.state, 1) for end in ends]
    assert sum(means.values()) == pytest.approx(sum(changes) / 3)
    assert hint.reasons[0] == f"the score improves ({means['points']:+.0%})"


def test_points_are_scored_where_the_round_is_over_and_expected_where_it_is_not() -> None:
    state = decision().state
    ahead = state.with_player(1, points=6)
    ended = replace(ahead, round=3)
    assert expected_points_at_round_end(state, ended, 1) == 6.0
    assert expected_points_at_round_end(state, ahead, 1) == expected_points(ahead, 1) > 6.0


@pytest.mark.parametrize(
    ("step", "kind"),
    [("charging", Charge), ("gate", PlaceGate), ("deployment", Deploy), ("activation", Activate)],
)
def test_hints_tell_several_plans_for_every_choice_of_a_turn(step: str, kind: type[Action]) -> None:
    at = {WOLF: (10, 10), **squad(RANGERS, 20, 8), SCOURGE: (10, 20)}
    units: list[str | UnitChoice] = [
        armed("battle_rifle"),
        "ranger_fire_team",
        "ranger_fire_team",
        "hunter",
    ]
    gates = {"1.gate.1": ((15, 8), 5)} if step == "deployment" else {}
    state = begun(units, at=at, gates=gates, mission=mission("decay_constant"))
    game = at_step(replace(state, round=2), step, turn=19)
    hints = adviser.ADVISER.find_hints(game.view(1), 120)
    assert 2 <= len(hints) == len({h.words for h in hints}) and all(h.tries for h in hints)
    assert any(isinstance(h.action, kind) for h in hints)
    assert all(game.check(h.action) for h in hints)


def test_an_answer_outside_a_plan_is_told_with_its_chance() -> None:
    """Before the game, the hint is the usual deployment."""
    game = skirmish(3)
    mover = game.to_act
    assert mover is not None and game.state.round == 0
    (hint,) = adviser.ADVISER.find_hints(game.view(mover))
    assert game.check(hint.action) and hint.tries == adviser.USUAL_SAMPLES
    assert hint.chance is not None and 0.0 < hint.chance < 1.0


def test_hidden_cards_change_no_hint() -> None:
    game = skirmish(6)
    rng = random.Random(6)
    players = {p: make_regular(p) for p in (1, 2)}
    compared = 0
    while compared < 2:
        mover = game.to_act
        assert mover is not None
        view = game.view(mover)
        if game.state.round and rng.random() < 0.05:
            state = twin(game.state, mover, rng)
            other_game = Game(game.rules, state, SeededDice("others"), game.setup)
            other_view = replace(other_game.view(mover), log=view.log)
            hints = [adviser.ADVISER.find_hints(v, 40) for v in (view, other_view)]
            assert hints[0] == hints[1]
            compared += 1
        game.apply(players[mover].choose(view))


def test_the_first_hint_is_the_plan_that_the_veteran_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    view = decision().view(1)
    usual, lucky, sure = (
        SearchedPlan(TurnPlan(), first=Activate(player=1, unit=unit), answered=list(results))
        for unit, results in (
            ("a", (0.3, 0.5, 0.3, 0.2, 0.4)),
            ("b", (0.95, 0.0, 0.9, 0.0, 0.2)),
            ("c", (0.6, 0.6, 0.6, 0.45, 0.65)),
        )
    )
    monkeypatch.setattr(adviser, "_describe_plan", lambda view, action: action.unit)
    use_plans(monkeypatch, [usual, lucky, sure])
    assert [h.words for h in adviser.ADVISER.find_hints(view)] == ["c", "b", "a"]


def test_the_action_taken_is_compared_with_the_best_plan_that_begins_with_it() -> None:
    """The search continues the taken action as well as it can."""
    view = decision().view(1)
    taken = Activate(player=1, unit=RANGERS)
    plans = adviser.search_actions(view, 120, taken)
    assert plans[0].first == taken and plans[0].plan.opening == taken
    assert any(p.first != taken for p in plans)


@pytest.mark.slow
def test_the_veteran_plays_a_skirmish_to_its_end() -> None:
    game = skirmish(5)
    play_out(game, {1: PlanningPlayer(1, 30), 2: PlanningPlayer(2, 30)})
    assert game.over
