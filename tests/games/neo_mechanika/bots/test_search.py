"""The veteran looks ahead within its budget, sees no more than its view, and tells what it weighed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.games.neo_mechanika.bots.test_random_player import skirmish
from tests.games.neo_mechanika.bots.test_regular import RANGERS, SCOURGE, squad
from tests.games.neo_mechanika.rules.fighting import armed
from tests.games.neo_mechanika.rules.playing import at_step, begun
from tests.games.neo_mechanika.rules.test_hidden import twin
from wc3d.bots import make_bot, play_out
from wc3d.bots.advice import load_adviser
from wc3d.engine.actions import Action, Event
from wc3d.engine.agenda import Question, find_open_question
from wc3d.engine.dice import Dice, Roll, SeededDice
from wc3d.engine.game import Game, View
from wc3d.engine.position import Position
from wc3d.games.neo_mechanika.bots import adviser
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.bots.search import (
    ACTIONS_PER_TURN,
    CHOICES_PER_TURN,
    FIRST_SEARCH_ROUND,
    MAX_OPTIONS,
    MIN_PLAYOUTS_PER_OPTION,
    SEARCHED_QUESTIONS,
    SearchOption,
    VeteranPlayer,
    significantly_best,
)
from wc3d.games.neo_mechanika.bots.stratified_dice import StratifiedDice
from wc3d.games.neo_mechanika.bots.strengths import THOROUGH, make_regular
from wc3d.games.neo_mechanika.bots.win_probability import (
    FEATURES,
    TIME_REASON,
    compute_features,
    expected_points,
    explain_difference,
    load_weights,
    win_chance,
)
from wc3d.games.neo_mechanika.rules.actions import Charge, Deploy, Pass, PlaceGate
from wc3d.games.neo_mechanika.rules.dice import ACTION_DIE, dice_pool
from wc3d.games.neo_mechanika.rules.forces.force import UnitChoice
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.turn.pulse import turns_left
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

WOLF = "1.dusk_wolf.1"


def decision(round: int = FIRST_SEARCH_ROUND, left: int = 1) -> Game:
    """A unit is to be chosen, with two that can act, and so many turns of the Pulse round left."""
    at = {WOLF: (10, 10), **squad(RANGERS, 20, 8), SCOURGE: (10, 20)}
    state = begun(
        [armed("battle_rifle"), "ranger_fire_team"], at=at, mission=mission("decay_constant")
    )
    state = replace(state, round=round)
    return at_step(state, "activation", turn=state.turn + turns_left(state) - left)


def enough(options: int, left: int = 1) -> int:
    """The budget that it needs to try so many options."""
    return options * MIN_PLAYOUTS_PER_OPTION * ACTIONS_PER_TURN * (1 + left)


def test_it_stays_within_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    view = decision().view(1)
    tried = [0]
    whole = Position.apply

    def counted(self: Position, action: Action, dice: Dice | None = None) -> tuple[Event, ...]:
        tried[0] += type(self) is Position
        return whole(self, action, dice)

    monkeypatch.setattr(Position, "apply", counted)
    for think in (1, 10, enough(2) - 1):
        VeteranPlayer(1, think).choose(view)
        assert tried[0] == 0, "too little for two options"
    for think in (enough(2), enough(3)):
        tried[0] = 0
        VeteranPlayer(1, think).choose(view)
        assert 0 < tried[0] <= think + MAX_OPTIONS
    player, tried[0] = VeteranPlayer(1, enough(2)), 0
    for _ in range(20 * CHOICES_PER_TURN):
        player.choose(view)
    assert (
        (CHOICES_PER_TURN - 1) * enough(2) < tried[0] <= CHOICES_PER_TURN * enough(2) + MAX_OPTIONS
    )
    once = tried[0]
    player.choose(view)
    assert tried[0] == once, "nothing is left for this turn"


@pytest.mark.parametrize(
    ("left", "budget", "most"), [(1, 2, 2), (1, 3, 3), (3, 2, 2), (1, 20, MAX_OPTIONS)]
)
def test_it_tries_no_more_options_than_it_can_try_often(
    monkeypatch: pytest.MonkeyPatch, left: int, budget: int, most: int
) -> None:
    asked: list[int] = []

    def options(
        player: VeteranPlayer, view: View, question: Question, usual: Action, most: int
    ) -> list[SearchOption]:
        asked.append(most)
        return [SearchOption(usual)]

    monkeypatch.setattr(VeteranPlayer, "list_options", options)
    VeteranPlayer(3, enough(budget, left)).choose(decision(left=left).view(1))
    assert asked == [most]


def test_where_a_turn_is_far_from_the_round_s_end_it_does_not_look_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = decision(left=9).view(1)
    monkeypatch.setattr(VeteranPlayer, "run_playouts", lambda *_: pytest.fail("looked ahead"))
    assert VeteranPlayer(3).choose(view) == NeoMechanikaPlayer(3, THOROUGH).choose(view)


def test_hidden_cards_and_the_game_s_dice_do_not_change_what_it_does() -> None:
    game = skirmish(6)
    rng = random.Random(6)
    players = {p: make_regular(p) for p in (1, 2)}
    looked = 0
    while looked < 4:
        mover = game.to_act
        assert mover is not None
        view = game.view(mover)
        left = turns_left(game.state)
        if isinstance(find_open_question(game.state), SEARCHED_QUESTIONS) and (
            game.state.round < FIRST_SEARCH_ROUND or left < 2
        ):
            other_game = Game(
                game.rules, twin(game.state, mover, rng), SeededDice("others"), game.setup
            )
            other_view = replace(other_game.view(mover), log=view.log)
            think = enough(2, left)
            assert VeteranPlayer("same", think).choose(view) == VeteranPlayer("same", think).choose(
                other_view
            )
            looked += game.state.round >= FIRST_SEARCH_ROUND
        game.apply(players[mover].choose(view))


def test_it_looks_ahead_to_the_end_of_the_pulse_round() -> None:
    view = decision().view(1)
    player = VeteranPlayer(1, 400)
    asked = find_open_question(view.state)
    assert asked is not None
    options = player.list_options(view, asked, player.default_action(view), MAX_OPTIONS)
    player.run_playouts(view, options, 400)
    ends = [end for option in options for end in option.end_states]
    assert len(options) >= 2 and all(
        len(option.end_states) == len(option.results) for option in options
    )
    assert len(ends) >= 2 and all(end.over or end.round == FIRST_SEARCH_ROUND + 1 for end in ends)


def test_in_the_first_pulse_round_it_does_not_look_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    view = decision(FIRST_SEARCH_ROUND - 1).view(1)
    monkeypatch.setattr(VeteranPlayer, "run_playouts", lambda *_: pytest.fail("looked ahead"))
    assert VeteranPlayer(3).choose(view) == NeoMechanikaPlayer(3, THOROUGH).choose(view)


def test_its_name_may_say_its_budget() -> None:
    bot = make_bot(NEO_MECHANIKA, "veteran@33", 1)
    assert isinstance(bot, VeteranPlayer) and bot.think == 33


def test_the_same_seed_chooses_the_same() -> None:
    view = decision().view(1)
    assert VeteranPlayer(3, enough(3)).choose(view) == VeteranPlayer(3, enough(3)).choose(view)


def test_what_it_tries_leaves_the_game_as_it_was() -> None:
    game = decision()
    before = game.digest()
    VeteranPlayer(3, enough(3)).choose(game.view(1))
    assert game.digest() == before


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


def test_features_are_what_one_has_more_of() -> None:
    state = decision().state
    mine = compute_features(state, 1)
    theirs = compute_features(state, 2)
    assert mine.keys() == FEATURES.keys() and all(mine[n] == -theirs[n] for n in mine)
    assert mine["strength"] > 0 and win_chance(state, 1) + win_chance(state, 2) == pytest.approx(
        1.0
    )


def test_a_point_more_is_a_better_chance_and_is_told() -> None:
    state = decision().state
    ahead = state.with_player(1, points=3)
    assert win_chance(ahead, 1) > win_chance(state, 1)
    assert explain_difference(state, ahead, 1)[0][0] == "points"
    assert expected_points(ahead, 1) == expected_points(state, 1) + 3


def test_what_is_told_of_a_change_adds_up_to_it() -> None:
    state = decision().state
    ahead = replace(state.with_player(1, points=2), round=2)
    for player in (1, 2):
        found = dict(explain_difference(state, ahead, player))
        assert (
            sum(found.values())
            == pytest.approx(win_chance(ahead, player) - win_chance(state, player))
            and found["points"] != 0.0
        )
    late = dict(explain_difference(ahead, replace(ahead, round=3), 1))
    assert late[TIME_REASON] > 0.0, "two points ahead, and less time left to make up for them"
    assert TIME_REASON not in dict(explain_difference(state, state.with_player(1, points=1), 1)), (
        "no time has gone by within a Pulse round"
    )


def test_the_weights_say_where_they_come_from() -> None:
    known = load_weights()
    assert len(known["rounds"]) == 3 and all(
        each.keys() == FEATURES.keys() for each in known["rounds"]
    )
    assert known["games"] > 0 and str(known["games"]) in known["from"]


def test_hints_are_what_it_tries_the_best_first() -> None:
    hints = load_adviser(NEO_MECHANIKA).find_hints(decision().view(1), 200)
    chances = [h.chance for h in hints if h.chance is not None]
    assert 1 <= len(hints) <= 3 and len(chances) == len(hints)
    assert chances == sorted(chances, reverse=True)
    assert all(0.0 < chance < 1.0 for chance in chances) and all(h.words and h.tries for h in hints)
    assert any(h.reasons for h in hints) and not [
        why for h in hints for why in h.reasons if why.endswith(("(+0%)", "(-0%)"))
    ]
    assert load_adviser(NEO_MECHANIKA).find_hints(decision().view(2)) == []


def test_a_hint_s_chance_points_and_reasons_are_means_over_the_same_playouts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = decision().view(1)
    after = [
        replace(
            view.state.with_player(1, points=p).with_player(2, points=1), round=view.state.round + 1
        )
        for p in (0, 4, 5)
    ]
    tried = SearchOption(Pass(player=1), [0.2, 0.6, 0.7], after)
    monkeypatch.setattr(
        adviser, "_try_options", lambda view, think, done=None, progress=None: [tried]
    )
    hint = adviser.ADVISER.find_hints(view)[0]
    assert (hint.chance, hint.points, hint.tries) == (
        pytest.approx(0.5),
        (pytest.approx(3.0), 1.0),
        3,
    )
    means = dict(
        adviser.average_reasons([dict(explain_difference(view.state, end, 1)) for end in after])
    )
    changes = [win_chance(end, 1) - win_chance(view.state, 1) for end in after]
    assert sum(means.values()) == pytest.approx(sum(changes) / 3)
    assert hint.reasons[0] == f"the score improves ({means['points']:+.0%})"


@pytest.mark.parametrize("order", [1, -1])
def test_the_last_playout_does_not_decide_what_a_hint_tells(
    order: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = decision().view(1)
    ends = [view.state.with_player(1, points=p) for p in (0, 6)][::order]
    monkeypatch.setattr(
        adviser,
        "_try_options",
        lambda view, think, done=None, progress=None: [
            SearchOption(Pass(player=1), [0.4, 0.6], ends)
        ],
    )
    hint = adviser.ADVISER.find_hints(view)[0]
    assert hint.points[0] == pytest.approx(3.0 + expected_points(view.state, 1)), (
        "the round is not over: expected, not scored"
    )
    assert hint.reasons[0].startswith("the score improves (+")


def test_the_points_of_a_hint_are_those_of_the_round_in_play() -> None:
    view = decision(round=2).view(1)
    player = VeteranPlayer("hint", enough(2))
    hint = adviser.ADVISER.find_hints(view, enough(2), 1)[0]
    asked = find_open_question(view.state)
    assert asked is not None
    found = player.list_options(view, asked, player.default_action(view), adviser.MIN_PLANS)
    player.run_playouts(view, found, player.think)
    option = next(o for o in found if o.action == hint.action)
    scored = [
        end.players[1].points for end in option.end_states if end.round == view.state.round + 1
    ]
    assert len(scored) == hint.tries and hint.points[0] == pytest.approx(sum(scored) / len(scored))


def test_another_option_is_taken_only_where_it_is_surely_better() -> None:
    results = (
        [0.5, 0.6, 0.5, 0.6, 0.5],
        [0.9, 0.2, 0.9, 0.2, 0.9],
        [0.6, 0.7, 0.65, 0.7, 0.6],
        [0.9],
    )
    usual, lucky, better, once = (SearchOption(Pass(player=1), list(each)) for each in results)
    assert significantly_best([usual, better]) is better
    assert (
        significantly_best([usual, lucky]) is usual
        and significantly_best([usual, once]) is usual
        and significantly_best([usual]) is usual
    )


@pytest.mark.slow
def test_it_plays_a_skirmish_to_its_end() -> None:
    game = skirmish(5)
    play_out(game, {1: VeteranPlayer(1, 30), 2: VeteranPlayer(2, 30)})
    assert game.over


@pytest.mark.parametrize(
    ("step", "kind"), [("charging", Charge), ("gate", PlaceGate), ("deployment", Deploy)]
)
def test_hints_tell_several_plans_for_charging_gates_and_deployments(
    step: str, kind: type[Action]
) -> None:
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
    player = VeteranPlayer("hint", enough(4, 1))
    hints = adviser.ADVISER.find_hints(game.view(1), player.think)
    assert len(hints) == 3 == len({h.words for h in hints}) and all(h.tries for h in hints)
    assert hints[0].action == player.default_action(game.view(1)) and isinstance(
        hints[0].action, kind
    )
    assert all(game.check(h.action) for h in hints)
