"""The planning player follows its plan, adapts it to the dice, and stays within its budget."""

from __future__ import annotations

import random

import pytest

from tests.games.neo_mechanika.bots.test_regular import SCOURGE
from tests.games.neo_mechanika.bots.test_turn_search import (
    WOLF,
    follower_of,
    play_planned_turn,
    turn_game,
)
from tests.games.neo_mechanika.rules.playing import at_step, begun
from wc3d.engine.actions import Action
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game, View
from wc3d.games.neo_mechanika.bots import planning_player, turn_plan
from wc3d.games.neo_mechanika.bots.attack_table import AttackTable
from wc3d.games.neo_mechanika.bots.planning_player import PlanningPlayer
from wc3d.games.neo_mechanika.bots.player import NeoMechanikaPlayer
from wc3d.games.neo_mechanika.bots.strengths import THOROUGH
from wc3d.games.neo_mechanika.bots.styles import Style
from wc3d.games.neo_mechanika.bots.turn_plan import NONE, TurnPlan, UnitPlan, follow_turn
from wc3d.games.neo_mechanika.bots.turn_search import SearchedPlan, TurnProblem, TurnSearch
from wc3d.games.neo_mechanika.bots.turn_value import TurnValue
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Attack, Pass, Use


def test_a_turn_stays_within_the_player_s_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets = []
    real = TurnSearch

    def listen(
        view: View,
        key: str,
        budget: int,
        plan: TurnPlan | None,
        style: Style,
        value: TurnValue | None,
    ) -> TurnSearch:
        budgets.append(budget)
        return real(view, key, budget, plan, style=style, value=value)

    monkeypatch.setattr(planning_player, "TurnSearch", listen)
    play_planned_turn(turn_game(), "a", 200)
    assert len(budgets) > 1 and sum(budgets) <= 200


def test_a_unit_attacks_without_another_search_but_looks_again_before_it_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Dice between attacks are no reason to search; before the move they are."""
    game = turn_game("activation")
    bot = PlanningPlayer("a", 400)
    searches: list[TurnSearch] = []
    move = Advance(player=1, model=WOLF, path=((11.0, 11.0),))
    own = UnitPlan(WOLF, move, attacks_first=True)
    usual = SearchedPlan(TurnPlan(units=(own,), deployments=(), gate=NONE))

    def run(search: TurnSearch) -> list[SearchedPlan]:
        searches.append(search)
        return [usual]

    monkeypatch.setattr(TurnSearch, "run", run)
    kinds: list[str] = []
    while not kinds or kinds[-1] != "advance":
        action = bot.choose(game.view(1))
        kinds.append(action.type)
        counted = len(searches)
        assert counted == (2 if action.type == "advance" else 1)
        game.apply(action)
    assert "attack" in kinds


def usual_search(monkeypatch: pytest.MonkeyPatch, own: UnitPlan) -> None:
    """Let each search return one plan for the warjack."""
    usual = SearchedPlan(TurnPlan(units=(own,), deployments=(), gate=NONE))
    monkeypatch.setattr(TurnSearch, "run", lambda self: [usual])


def next_attack(game: Game) -> Action:
    """Return what a planning player does with its warjack first."""
    bot = PlanningPlayer("a", 400)
    game.apply(Activate(player=1, unit=WOLF))
    return bot.choose(game.view(1))


def test_an_attack_that_the_plan_overlooks_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan's table does not know every obstacle, so the bot looks again when it attacks."""
    usual_search(monkeypatch, UnitPlan(WOLF, attacks_first=True))
    monkeypatch.setattr(AttackTable, "list_attacks", lambda *values: iter(()))
    action = next_attack(turn_game("activation"))
    assert isinstance(action, Attack) and action.target == SCOURGE


def test_an_attack_on_the_plan_s_favorite_target_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    usual_search(monkeypatch, UnitPlan(WOLF, attacks_first=True, focus=SCOURGE))
    monkeypatch.setattr(
        NeoMechanikaPlayer, "choose", lambda *values: pytest.fail("another attack was sought")
    )
    action = next_attack(turn_game("activation"))
    assert isinstance(action, Attack) and action.target == SCOURGE


def test_without_budget_the_usual_plan_is_made_again_after_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []
    real = TurnProblem.usual_plan

    def listen(problem: TurnProblem) -> TurnPlan:
        made.append(problem.view.state.drawn)
        return real(problem)

    monkeypatch.setattr(TurnProblem, "usual_plan", listen)
    play_planned_turn(turn_game(), "a", 5)
    assert len(made) > 1 and len(set(made)) == len(made)


def test_a_spike_that_is_not_legal_yet_is_tried_later() -> None:
    game = turn_game("activation")
    game.apply(Activate(player=1, unit=WOLF))
    question = find_open_question(game.state)
    assert question is not None
    position = game.view(1).fork(random.Random(1))
    use = Use(player=1, ability="displace", model=WOLF)
    plan = TurnPlan(units=(UnitPlan(WOLF, uses=(use,)),))
    progress = turn_plan.Progress()
    for _ in range(2):
        proposals = list(follower_of(game).propose(position, question, plan, progress))
        assert proposals[0] == use and proposals[-1] == Pass(player=1)


def test_a_hero_attacks_with_both_weapons() -> None:
    hero = "1.artemis_fang.1"
    state = begun(["artemis_fang"], ["scourge"], at={hero: (10, 10), SCOURGE: (10, 15)})
    game = at_step(state, "activation", turn=19)
    plan = TurnPlan(units=(UnitPlan(hero),), deployments=(), gate=NONE)
    position = game.view(1).fork(random.Random(1))
    actions = [action for _, action in follow_turn(position, follower_of(game), plan)]
    assert len({a.weapon for a in actions if isinstance(a, Attack)}) == 2


def test_too_small_a_budget_plays_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    view = turn_game().view(1)
    monkeypatch.setattr(TurnSearch, "run", lambda self: pytest.fail("searched"))
    assert PlanningPlayer(3, 5).choose(view) == NeoMechanikaPlayer(3, THOROUGH).choose(view)
