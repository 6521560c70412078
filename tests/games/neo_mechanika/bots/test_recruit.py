"""The recruit does the sensible thing in plain positions, knows nothing hidden, and beats chance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.neo_mechanika.bots.peeking import must_not_peek
from tests.games.neo_mechanika.bots.test_random_player import skirmish
from tests.games.neo_mechanika.bots.test_regular import squad
from tests.games.neo_mechanika.rules.fighting import armed
from tests.games.neo_mechanika.rules.playing import asked, at_step, begun, board, play
from tests.table.building import box
from wc3d.bots import bots_of, play_out
from wc3d.engine.actions import Action
from wc3d.engine.game import Game, View
from wc3d.games.neo_mechanika.bots.evaluation import single_target_value
from wc3d.games.neo_mechanika.bots.move_value import danger_at
from wc3d.games.neo_mechanika.bots.strengths import make_recruit
from wc3d.games.neo_mechanika.rules.actions import (
    Activate,
    Attack,
    Charge,
    Choose,
    Deploy,
    Discard,
    Pass,
    Play,
)
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.missions.securing import securing_player
from wc3d.games.neo_mechanika.rules.turn.racks import DiscardQuestion
from wc3d.games.neo_mechanika.rules.weapons import model_weapons
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

BOTS = bots_of(NEO_MECHANIKA)

WOLF = "1.dusk_wolf.1"
SCOURGE = "2.scourge.1"
RANGERS = "1.ranger_fire_team.1"
SQUAD = squad(RANGERS, 9.0, 10.0)


def acts(game: Game, unit: str) -> list[Action]:
    """Everything a recruit does in a unit's activation."""
    game.apply(Activate(player=1, unit=unit))
    player = make_recruit(1)
    done: list[Action] = []
    while game.to_act == 1 and asked(game) != "CypherQuestion":
        action = player.choose(game.view(1))
        done.append(action)
        game.apply(action)
    return done


def test_it_shoots_at_whom_it_can_see() -> None:
    state = begun([armed("battle_rifle")], at={WOLF: (10, 10), SCOURGE: (10, 20)})
    done = acts(at_step(state, "activation"), WOLF)
    assert [a.target for a in done if isinstance(a, Attack)] == [SCOURGE]


def test_it_takes_an_objective_it_can_reach() -> None:
    state = begun(
        ["ranger_fire_team"], at={**SQUAD, SCOURGE: (40, 44)}, mission=mission("decay_constant")
    )
    game = at_step(state, "activation")
    assert securing_player(game.state, "strategic-1") == 0
    acts(game, RANGERS)
    assert securing_player(game.state, "strategic-1") == 1


def test_it_deploys_when_it_can_and_recalls_nobody() -> None:
    game = play(
        ["dusk_wolf", "ranger_fire_team"],
        at={WOLF: (30, 10), SCOURGE: (10, 40)},
        gates={"1.gate.1": ((10, 8), 4)},
        step="deployment",
    )
    action = make_recruit().choose(game.view(1))
    assert isinstance(action, Deploy)
    assert action.unit == RANGERS


def test_it_charges_the_unit_that_can_fight() -> None:
    places = {WOLF: (10, 10), "1.combat_engineer.1": (40, 4), SCOURGE: (10, 18)}
    state = begun([armed("battle_rifle"), "combat_engineer"], at=places)
    action = make_recruit().choose(at_step(state, "charging").view(1))
    assert action == Charge(player=1, on=WOLF)


def test_it_frees_a_tokened_unit_with_a_card() -> None:
    game = play(
        [armed("battle_rifle")],
        at={WOLF: (10, 10), SCOURGE: (10, 18)},
        tokens=[WOLF],
        hands={1: ["impulse_inducer"]},
        step="cypher",
    )
    assert make_recruit().choose(game.view(1)) == Play(player=1, card="impulse_inducer", on=WOLF)


def test_it_keeps_that_card_where_it_would_do_nothing() -> None:
    game = play(
        [armed("battle_rifle")],
        at={WOLF: (10, 10), SCOURGE: (10, 18)},
        hands={1: ["impulse_inducer"]},
        step="cypher",
    )
    assert make_recruit().choose(game.view(1)) == Pass(player=1)


def test_it_throws_away_what_its_force_cannot_use() -> None:
    game = play(
        ["ranger_fire_team"],
        at=SQUAD,
        hands={1: ["force_barrier", "ascension_catalyst"]},
        step="discard",
    )
    assert asked(game) == DiscardQuestion.__name__
    assert make_recruit().choose(game.view(1)) == Discard(player=1, card="ascension_catalyst")


def test_it_fears_places_in_the_open_more_than_cover() -> None:
    wall = box("wall", "obstacle", (10, 16.25), (6, 0.5), 1.2)
    shooters = squad("2.ranger_fire_team.1", 9.0, 22.0)
    teams = ["ranger_fire_team"]
    at = {**SQUAD, **shooters}
    open_table, walled = (
        begun(teams, teams, at=at, table=table) for table in (board(), board(wall))
    )
    first = f"{RANGERS}.a"
    there = (10.0, 15.3, 0.0)
    assert (
        0.0
        < danger_at(walled, RANGERS, first, there)
        < danger_at(open_table, RANGERS, first, there)
    )


def test_it_fears_those_who_have_acted_less() -> None:
    shooters = squad("2.ranger_fire_team.1", 9.0, 22.0)
    teams = ["ranger_fire_team"]
    at = {**SQUAD, **shooters}
    first = f"{RANGERS}.a"
    fresh, acted = (
        begun(teams, teams, at=at, tokens=tokens) for tokens in ((), ("2.ranger_fire_team.1",))
    )
    assert (
        0.0
        < danger_at(acted, RANGERS, first, (10.0, 15.3, 0.0))
        < danger_at(fresh, RANGERS, first, (10.0, 15.3, 0.0))
    )


@pytest.mark.parametrize(("id", "more"), [("decay_constant", 2.0), ("boiling_point", 1.0)])
def test_an_enemy_who_may_score_is_worth_more_where_not_all_may(id: str, more: float) -> None:
    team = squad("2.ranger_fire_team.1", 18.0, 20.0)
    teams = ([armed("battle_rifle")], ["scourge", "ranger_fire_team"])
    at = {WOLF: (17, 10), SCOURGE: (16, 18), **team}
    plain = begun(*teams, at=at)
    scored = begun(*teams, at=at, mission=mission(id))
    using = model_weapons(plain, WOLF)[0]
    for target, times in (("2.ranger_fire_team.1.a", more), (SCOURGE, 1.0)):
        worth = single_target_value(plain, WOLF, using, target)
        assert worth > 0.1 and single_target_value(scored, WOLF, using, target) == pytest.approx(
            times * worth
        )


def test_hidden_cards_do_not_change_what_it_does() -> None:
    must_not_peek(make_recruit, 40)


def test_the_same_seeds_play_the_same_game() -> None:
    games = [skirmish(7), skirmish(7)]
    for game in games:
        play_out(game, {p: BOTS["recruit"](p) for p in (1, 2)}, limit=90)
    assert [t.action for t in games[0].turns] == [t.action for t in games[1].turns]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_it_beats_chance(seed: int) -> None:
    game = skirmish(seed)
    own = 1 + seed % 2
    play_out(game, {own: make_recruit(seed), 3 - own: BOTS["random"](seed)})
    assert game.state.winner == own
    assert game.state.players[own].points >= 3
    assert "recall" not in {t.action.type for t in game.turns if t.action.player == own}


def test_it_takes_the_first_turn() -> None:
    game = skirmish(8)
    mover = game.to_act
    assert mover is not None
    assert make_recruit().choose(game.view(mover)) == Choose(player=mover, option="first")


def test_where_nothing_is_offered_it_says_so() -> None:
    view = skirmish(9).view(None)
    with pytest.raises(ValueError, match="the view offers no legal action"):
        make_recruit().choose(
            View(NEO_MECHANIKA, None, replace(view.state, agenda=()), None, (), ())
        )
