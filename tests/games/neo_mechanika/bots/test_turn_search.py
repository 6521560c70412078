"""The search over whole turns stays within its budget, plays by the rules, and knows only its view."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.games.neo_mechanika.bots.test_random_player import skirmish
from tests.games.neo_mechanika.bots.test_regular import RANGERS, SCOURGE, squad
from tests.games.neo_mechanika.rules.fighting import armed
from tests.games.neo_mechanika.rules.playing import at_step, begun
from tests.games.neo_mechanika.rules.test_hidden import twin
from wc3d.bots import make_bot
from wc3d.engine.actions import Action, Event
from wc3d.engine.agenda import Question, find_open_question
from wc3d.engine.dice import Dice, SeededDice
from wc3d.engine.game import Game, View
from wc3d.engine.position import Position
from wc3d.games.neo_mechanika.bots import turn_plan, turn_search
from wc3d.games.neo_mechanika.bots.plan_variation import (
    charge_unit,
    cross_plans,
    list_first_plans,
    vary_plan,
    with_card,
)
from wc3d.games.neo_mechanika.bots.planning_player import (
    PLANNED_QUESTIONS,
    VETERAN_PLANS,
    PlanningPlayer,
)
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.bots.strengths import THOROUGH, make_regular
from wc3d.games.neo_mechanika.bots.turn_hints import (
    ACTION_LABELS,
    build_hint,
    find_turn_hints,
)
from wc3d.games.neo_mechanika.bots.turn_options import TurnOptions, list_turn_options
from wc3d.games.neo_mechanika.bots.turn_plan import (
    NONE,
    PlanFollower,
    TurnPlan,
    UnitPlan,
    follow_turn,
    play_turn,
)
from wc3d.games.neo_mechanika.bots.turn_recording import record_turn
from wc3d.games.neo_mechanika.bots.turn_replies import list_replies, list_reply_cards
from wc3d.games.neo_mechanika.bots.turn_search import (
    MAX_ALIKE,
    RACE,
    SearchedPlan,
    TurnSearch,
    select_plan,
)
from wc3d.games.neo_mechanika.bots.turn_value import TurnValue, judge_positions, load_turn_value
from wc3d.games.neo_mechanika.rules.actions import Advance, Play
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

WOLF = "1.dusk_wolf.1"

HASH_SCRIPT = """
from tests.games.neo_mechanika.bots.test_turn_search import turn_game, play_planned_turn
print([a.model_dump_json() for a in play_planned_turn(turn_game(), "same", 40)])
"""


def turn_game(step: str = "charging", round: int = 2) -> Game:
    """A turn begins: a warjack and a squad against a warjack, with units in the reserve."""
    at = {WOLF: (10, 10), **squad(RANGERS, 20, 8), SCOURGE: (10, 20)}
    state = begun(
        [armed("battle_rifle"), "ranger_fire_team", "hunter"],
        at=at,
        gates={"1.gate.1": ((15, 8), 5)},
        mission=mission("decay_constant"),
    )
    return at_step(replace(state, round=round), step, turn=19 if round == 2 else 3)


def play_planned_turn(game: Game, seed: str, think: int) -> list[Action]:
    """Play a turn by a planning player and return its actions."""
    bot = PlanningPlayer(seed, think)
    turn = game.state.turn
    actions = []
    while game.state.turn == turn and (mover := game.to_act) is not None:
        player = bot if mover == 1 else make_regular(2)
        action = player.choose(game.view(mover))
        assert game.check(action)
        game.apply(action)
        actions.append(action)
    return actions


def follower_of(game: Game) -> PlanFollower:
    """A follower of player 1's plans."""
    return PlanFollower(1, NeoMechanikaPlayer("usual", THOROUGH))


@pytest.mark.parametrize("budget", [50, 80, 160])
def test_a_search_stays_within_its_budget(budget: int) -> None:
    search = TurnSearch(turn_game().view(1), "key", budget)
    plans = search.run()
    assert len(plans) > 1 and 0.6 * budget <= search.used <= budget


@pytest.mark.parametrize("round", [1, 2])
def test_every_action_of_a_planned_turn_is_legal(round: int) -> None:
    actions = play_planned_turn(turn_game(round=round), "a", 40)
    assert {"activate", "pass"} <= {a.type for a in actions}


def test_a_search_changes_neither_the_game_nor_its_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    game = turn_game()
    before = game.digest()
    whole = Position.apply

    def apply(self: Position, action: Action, dice: Dice | None = None) -> tuple[Event, ...]:
        assert type(self) is Position and self.dice is not game.dice
        return whole(self, action, dice)

    monkeypatch.setattr(Position, "apply", apply)
    PlanningPlayer(3, 40).choose(game.view(1))
    assert game.digest() == before


def test_the_same_plan_with_the_same_dice_ends_the_same() -> None:
    game = turn_game()
    follower = follower_of(game)
    root = game.view(1).fork(random.Random(1))
    plan = list_turn_options(root, follower).make_plan()
    ends = []
    for _ in range(2):
        position = root.fork()
        assert 0 < play_turn(position, follower, plan) < 60
        ends.append(position.digest())
        assert position.state.turn == game.state.turn + 1
    assert ends[0] == ends[1]


def test_a_plan_without_parts_still_plays_a_legal_turn() -> None:
    game = turn_game()
    position = game.view(1).fork(random.Random(1))
    play_turn(position, follower_of(game), TurnPlan(deployments=(), gate=NONE))
    assert position.state.turn == game.state.turn + 1
    assert position.state.units[WOLF].token or position.state.units[RANGERS].token


def test_random_variations_play_legal_turns() -> None:
    game = turn_game()
    follower = follower_of(game)
    root = game.view(1).fork(random.Random(1))
    options = list_turn_options(root, follower)
    rng = random.Random(5)
    plan = options.make_plan()
    other = plan
    seen = set()
    for _ in range(25):
        plan = vary_plan(plan, options, rng)
        other = cross_plans(other, plan, rng)
        seen.add(repr(plan))
        assert len({u.unit for u in plan.units}) == len(plan.units) <= 2
        position = root.fork()
        play_turn(position, follower, other)
        assert position.state.turn == game.state.turn + 1
    assert len(seen) > 15


def test_units_and_their_moves_are_listed_once_with_the_stay() -> None:
    game = turn_game()
    follower = follower_of(game)
    options = list_turn_options(game.view(1).fork(random.Random(1)), follower)
    assert {u.unit for u in options.units} == {WOLF, RANGERS}
    assert all(len(u.moves) > 1 for u in options.units) and set(follower.moves) == {WOLF, RANGERS}
    assert options.make_plan().units[0] in [u.make_plan() for u in options.units]


def test_a_search_goes_on_in_the_middle_of_an_activation() -> None:
    game = turn_game("activation")
    bot = PlanningPlayer("b", 40)
    game.apply(bot.choose(game.view(1)))
    plans = TurnSearch(game.view(1), "key", 40).run()
    acting = find_open_question(game.state)
    assert plans[0].plan.units[0].unit == getattr(acting, "unit", "")


def test_hidden_cards_and_the_game_s_dice_change_no_choice() -> None:
    game = skirmish(6)
    rng = random.Random(6)
    players = {p: make_regular(p) for p in (1, 2)}
    searched = 0
    while searched < 3:
        mover = game.to_act
        assert mover is not None
        view = game.view(mover)
        question = find_open_question(game.state)
        if isinstance(question, PLANNED_QUESTIONS) and game.state.round and rng.random() < 0.2:
            state = twin(game.state, mover, rng)
            other_game = Game(game.rules, state, SeededDice("others"), game.setup)
            other_view = replace(other_game.view(mover), log=view.log)
            choices = [PlanningPlayer("same", 30).choose(v) for v in (view, other_view)]
            assert choices[0] == choices[1]
            searched += 1
        game.apply(players[mover].choose(view))


def test_equal_seeds_play_equal_turns_in_every_process() -> None:
    outputs = []
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", HASH_SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        )
        outputs.append(run.stdout)
    here = [a.model_dump_json() for a in play_planned_turn(turn_game(), "same", 40)]
    assert outputs[0] == outputs[1] == f"{here}\n"


def test_another_plan_is_taken_only_where_it_is_surely_better() -> None:
    results = (
        [0.5, 0.6, 0.5, 0.6, 0.5],
        [0.7, 0.5, 0.6, 0.5, 0.5],
        [0.6, 0.7, 0.65, 0.7, 0.6],
    )
    usual, lucky, better = (
        SearchedPlan(TurnPlan(units=(UnitPlan(str(k)),)), answered=each)
        for k, each in enumerate(results)
    )
    untried = SearchedPlan(TurnPlan(), results=[0.9, 0.9, 0.9])
    dropped = SearchedPlan(TurnPlan(), answered=[0.9, 0.9])
    assert select_plan([usual, better, dropped]) is better
    assert select_plan([usual, lucky, better]) is better
    assert select_plan([usual, lucky]) is usual
    assert select_plan([usual, untried]) is usual
    assert select_plan([usual]) is usual


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        ("veteran", VETERAN_PLANS),
        ("veteran@33", 33),
        ("master", 10 * VETERAN_PLANS),
        ("master@33", 33),
    ],
)
def test_the_veteran_and_the_master_differ_in_their_budget(name: str, budget: int) -> None:
    bot = make_bot(NEO_MECHANIKA, name, 1)
    assert isinstance(bot, PlanningPlayer) and bot.think == budget


def test_screened_plans_differ_in_results_and_in_outline() -> None:
    plans = TurnSearch(turn_game().view(1), "key", 240, margin=1.0).run()
    results = [tuple(p.results[:2]) for p in plans]
    outlines = [p.plan.outline for p in plans[1:]]
    assert len(set(results)) == len(results)
    assert len(set(outlines)) > 1 and all(outlines.count(o) <= MAX_ALIKE for o in outlines)
    answered = [p.plan.outline for p in plans[1:] if p.answered]
    assert len(set(answered)) > 1 or len(answered) == 1


def test_replies_lower_the_chance_of_what_stands_in_the_open() -> None:
    """The opponent takes the reply that is worst for the player."""
    search = TurnSearch(turn_game().view(1), "key", 140)
    judged = [p for p in search.run() if p.answered]
    assert judged and all(len(p.replied) == len(p.answered) for p in judged)
    for searched in judged:
        assert all(0.0 <= chance <= 1.0 for chance in searched.answered)
        assert all(s.turn == search.problem.view.state.turn + 2 or s.over for s in searched.replied)


def test_turn_hints_tell_different_lines_with_chances_and_points() -> None:
    game = turn_game()
    hints = find_turn_hints(game.view(1), 120)
    assert 2 <= len(hints) <= 3 and len({h.line for h in hints}) == len(hints)
    for hint in hints:
        assert any(words.startswith("Activate: ") for words in hint.line)
        assert all(words.split(":")[0] in ACTION_LABELS.values() for words in hint.line)
        assert 0.0 <= hint.chance <= 1.0 and hint.uncertainty >= 0.0 and hint.tries > 0
        assert all(0.0 <= points <= 40.0 for points in hint.points)
    assert not hints[0].is_alike
    assert find_turn_hints(game.view(2), 80) == []
    assert find_turn_hints(game.view(1), 120) == hints


def test_plans_whose_chances_differ_less_than_their_errors_are_alike() -> None:
    view = turn_game().view(1)
    search = TurnSearch(view, "hint", 10)
    search.problem.follower.moves = {}
    first, near, far = (
        SearchedPlan(TurnPlan(deployments=(), gate=NONE), answered=answered)
        for answered in ([0.5, 0.6, 0.7], [0.45, 0.55, 0.65], [0.1, 0.1, 0.12])
    )
    assert [build_hint(view, search, p, first).is_alike for p in (first, near, far)] == [
        False,
        True,
        False,
    ]


def test_the_turn_without_a_search_is_recorded_as_a_plan() -> None:
    game = turn_game()
    root = game.view(1).fork(random.Random(1))
    plan = record_turn(root.fork(), NeoMechanikaPlayer("usual", THOROUGH))
    assert plan.charges and {u.unit for u in plan.units} <= {WOLF, RANGERS} and plan.units
    assert not any(u.focus for u in plan.units), "the best target is chosen when the time comes"
    position = root.fork()
    play_turn(position, follower_of(game), plan)
    assert position.state.turn == game.state.turn + 1


def test_a_search_tries_the_turn_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    view = turn_game().view(1)
    recorded = TurnPlan(units=(UnitPlan(RANGERS),), deployments=(), gate=NONE)
    monkeypatch.setattr(turn_search, "record_turn", lambda position, planner: recorded)
    search = TurnSearch(view, "key", 30)
    proposed: list[TurnPlan] = []
    real = TurnSearch._play

    def listen(self: TurnSearch, searched: SearchedPlan, sample: int) -> Position:
        proposed.append(searched.plan)
        return real(self, searched, sample)

    monkeypatch.setattr(TurnSearch, "_play", listen)
    search.run()
    assert recorded in proposed[:4]


def test_deployments_are_listed_once_wherever_the_units_stand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lists = []
    real = turn_plan.deployment_plans

    def listen(view: View, question: Question, most: int) -> list[Action]:
        lists.append(question)
        return real(view, question, most)

    monkeypatch.setattr(turn_plan, "deployment_plans", listen)
    game = turn_game()
    follower = follower_of(game)
    root = game.view(1).fork(random.Random(1))
    options = list_turn_options(root, follower)
    for plan in (options.make_plan(), replace(options.make_plan(), units=())):
        position = root.fork()
        play_turn(position, follower, plan)
        assert position.state.units["1.hunter.1"].is_in_play
    assert len(lists) == 1


def test_a_card_for_a_unit_lets_the_unit_act() -> None:
    game = turn_game()
    root = game.view(1).fork(random.Random(1))
    options = list_turn_options(root, follower_of(game))
    alone = replace(options.make_plan(), units=())
    for unit in (WOLF, RANGERS):
        card = Play(player=1, card="any", on=unit)
        assert [u.unit for u in with_card(alone, card, options).units] == [unit]
    assert with_card(alone, None, options) == alone


def test_a_plan_may_charge_any_unit_first() -> None:
    game = turn_game()
    follower = follower_of(game)
    root = game.view(1).fork(random.Random(1))
    options = list_turn_options(root, follower)
    for unit in (WOLF, RANGERS):
        plan = charge_unit(replace(options.make_plan(), charges=()), unit, options)
        arc = [s.units[unit].arc for s, _ in follow_turn(root.fork(), follower, plan)]
        assert (arc[0], max(arc)) == (0, 1)
    assert charge_unit(plan, SCOURGE, options) == plan


def test_replies_charge_their_units_and_play_cards() -> None:
    """The opponent's answer has Arc, deployments and the hand dealt in the sample."""
    search = TurnSearch(turn_game().view(1), "key", 40)
    end = search._play(SearchedPlan(TurnPlan()), 0)
    replies = list_replies(end, search.problem.replier)
    assert replies and replies[0].deployments
    for reply in replies:
        assert {getattr(c, "on", "") for c in reply.charges} == {u.unit for u in reply.units}
    cards = list_reply_cards(end, search.problem.replier)
    hand = {c.split("@")[0] for c in end.state.players[2].hand}
    assert all(card.player == 2 and card.card in hand for card in cards)


def test_new_plans_are_judged_after_quick_replies() -> None:
    """A new plan's chance is the worst after few replies, the same for all plans."""
    search = TurnSearch(turn_game().view(1), "key", 40)
    searched = SearchedPlan(TurnPlan(deployments=(), gate=NONE))
    search._simulate(searched)
    assert search.problem.quick_replies and search.used == 1 + len(search.problem.quick_replies)
    replied = []
    for reply in search.problem.quick_replies:
        position = searched.ends[0].fork()
        play_turn(position, search.problem.replier, reply)
        replied.append(position.state)
    assert searched.results == [min(judge_positions(search.problem.value, replied, 1))]


def test_a_unit_whose_planned_move_is_blocked_still_attacks() -> None:
    game = turn_game("activation")
    follower = PlanFollower(1, NeoMechanikaPlayer("usual", THOROUGH))
    far = Advance(player=1, model=WOLF, path=((40.0, 40.0),))
    plan = TurnPlan(units=(UnitPlan(WOLF, far),), deployments=(), gate=NONE)
    position = game.view(1).fork(random.Random(1))
    kinds = [action.type for _, action in follow_turn(position, follower, plan)]
    assert "attack" in kinds and "advance" not in kinds


def test_a_player_may_judge_by_another_value() -> None:
    """With all weights 0, every position is even and the usual plan is played."""
    value = load_turn_value()
    blind = TurnValue(0.0 * value.early, 0.0 * value.late, value.games)
    game = turn_game()
    search = TurnSearch(game.view(1), "key", 60, value=blind)
    assert {p.chance for p in search.run()} == {0.5}
    assert PlanningPlayer(1, 60, value=blind).value is blind


def test_where_no_listed_deployment_fits_others_are_listed() -> None:
    game = turn_game()
    follower = follower_of(game)
    root = game.view(1).fork(random.Random(1))
    plan = TurnPlan(units=(UnitPlan(WOLF),), gate=NONE)
    play_turn(root.fork(), follower, plan)
    sites = [(key, value) for key, value in follower._lists.items() if key[0] == "deployment"]
    blocked = [a.model_copy(update={"places": {"1.hunter.1": (10, 10)}}) for a in sites[0][1]]
    follower._lists[sites[0][0]] = blocked
    position = root.fork()
    play_turn(position, follower, plan)
    assert position.state.units["1.hunter.1"].is_in_play


def test_the_best_plans_run_a_race_with_the_same_replies() -> None:
    """After each stage fewer plans go on, so that the last ones meet more dice."""
    search = TurnSearch(turn_game().view(1), "key", 400, margin=1.0)
    plans = search.run()
    counts = sorted((len(p.answered) for p in plans), reverse=True)
    assert len(plans[0].answered) == counts[0] == counts[1] > counts[2] >= RACE[0][1]
    assert 0 < counts.count(RACE[0][1]) <= RACE[0][0] - RACE[1][0]


def test_plans_attack_before_or_after_the_move() -> None:
    """A unit that attacks first moves to where it is needed, whatever it could attack there."""
    game = turn_game("activation")
    root = game.view(1).fork(random.Random(1))
    options = list_turn_options(root, follower_of(game))
    own = options.find_unit(WOLF)
    assert own is not None and sorted(map(repr, own.moves)) == sorted(map(repr, own.standings))
    first, later = (own.make_plan_of(attacks_first=way) for way in (True, False))
    assert first.attacks_first and first.advance == own.standings[0]
    assert not later.attacks_first and later.advance == own.moves[0]
    usual = options.make_plan()
    ways = {
        u.attacks_first for p in list_first_plans(options, usual) for u in p.units if u.unit == WOLF
    }
    assert ways == {True, False}


def test_replies_attack_before_or_after_the_move() -> None:
    game = turn_game()
    root = game.view(1).fork(random.Random(1))
    replies = list_replies(root, follower_of(game))
    ways = {u.attacks_first for r in replies for u in r.units if u.unit == WOLF}
    assert ways == {True, False}


def test_variations_leave_the_void_gate_and_deploy_something() -> None:
    game = turn_game()
    options = list_turn_options(game.view(1).fork(random.Random(1)), follower_of(game))
    rng = random.Random(3)
    plan = options.make_plan()
    for _ in range(60):
        plan = vary_plan(plan, options, rng)
        assert plan.gate == 0 and NONE not in plan.deployments


def test_each_void_gate_is_tried_after_the_activations() -> None:
    plans = list_first_plans(TurnOptions(1, (), [], [], [], []), TurnPlan())
    assert {plan.gate for plan in plans} == {NONE, 0, 1, 2}
