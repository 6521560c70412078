"""The regular player of WARMACHINE: legal to the end, alike with a seed, careful with its warcaster, better than chance."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.games.warmachine.bots.battles import new_battle
from tests.games.warmachine.rules.building import box
from tests.games.warmachine.rules.playing import activate, battle
from wc3d.bots import bots_of, play_out
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game
from wc3d.engine.options import bot_defaults
from wc3d.games.warmachine.bots.attack_options import list_spell_attacks
from wc3d.games.warmachine.bots.attack_value import add_damage_chances
from wc3d.games.warmachine.bots.danger import warcaster_danger
from wc3d.games.warmachine.bots.distance_estimate import chance_in_range, estimate_distance
from wc3d.games.warmachine.bots.movement_options import (
    aggression,
    attack_value_with_focus,
    free_strike_cost,
    list_slams,
)
from wc3d.games.warmachine.bots.path_distance import find_path, truncate_path, walking_distance
from wc3d.games.warmachine.bots.power_attacks import knockdown_value
from wc3d.games.warmachine.bots.regular import BattlegroupPlayer
from wc3d.games.warmachine.display.attack_chances import chance_to_resist
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.agenda_frames import ActQuestion
from wc3d.games.warmachine.rules.state import Effect
from wc3d.games.warmachine.rules.stats import stat_value
from wc3d.games.warmachine.ruleset import WARMACHINE


def chosen(game: Game) -> object:
    """What the player does at the open question."""
    return BattlegroupPlayer(1).choose(game.view(game.to_act))


def test_it_can_be_named() -> None:
    assert bots_of(WARMACHINE)["regular"] is BattlegroupPlayer


@pytest.mark.rule("WM-SET-05")
@pytest.mark.parametrize("forces", [("anvil_and_hound", "cryx"), ("khador", "protectorate")])
def test_it_sets_warjacks_up_side_by_side_as_far_out_as_they_may_and_the_warcaster_behind_them(
    forces: tuple[str, str],
) -> None:
    game = new_battle(1, forces)
    while not game.state.round:
        offered = [
            a for offer in game.offers() if offer.type == "deploy" for a in offer.candidates()
        ]
        assert all(game.check(action) for action in offered[:1]), (
            "what is listed first, on an empty strip, may be done"
        )
        game.apply(BattlegroupPlayer(1).choose(game.view(game.to_act)))
    bases = game.state.table.policy.bases
    for model in game.state.models.values():
        x, y, _ = game.state.place(model.id)
        out = (y if game.state.sides[model.owner - 1] == "south" else 48 - y) + bases[
            model.base
        ].radius
        assert (5 < out < 6 if model.is_warcaster else 9.98 < out <= 10.0) and abs(x - 24) <= 9


def test_the_same_seed_plays_the_same_game() -> None:
    placed = {
        "1.anvil": (20, 20, 90.0, {"focus": 2}),
        "1.marshal": (20, 14, 90.0, {"focus": 3}),
        "2.mortar": (20, 28, 270.0),
    }
    games = [Game(WARMACHINE, battle(placed).state, SeededDice("seed"), {}) for _ in (1, 2)]
    for game in games:
        play_out(game, {p: BattlegroupPlayer(p) for p in (1, 2)}, limit=20)
    assert len(games[0].turns) == 20
    assert [t.action for t in games[0].turns] == [t.action for t in games[1].turns]
    assert games[0].digest() == games[1].digest()


def test_trying_changes_nothing() -> None:
    game = activate(
        battle({"1.anvil": (20, 20, 90.0, {"focus": 2}), "2.mortar": (20, 27, 270.0)}), "1.anvil"
    )
    digest = game.digest()
    chosen(game)
    assert game.digest() == digest


def test_a_warjack_with_focus_charges_an_enemy_that_it_reaches() -> None:
    game = activate(
        battle({"1.anvil": (20, 20, 90.0, {"focus": 2}), "2.mortar": (20, 27, 270.0)}), "1.anvil"
    )
    action = chosen(game)
    assert isinstance(action, act.Charge) and action.target == "2.mortar"


def test_without_focus_it_does_not() -> None:
    game = activate(battle({"1.anvil": (20, 20, 90.0), "2.mortar": (20, 27, 270.0)}), "1.anvil")
    assert isinstance(chosen(game), act.Advance)


def test_focus_is_worth_more_to_a_warjack_that_has_somebody_to_strike() -> None:
    near = battle({"1.anvil": (20, 20, 90.0), "2.mortar": (20, 27, 270.0)}).state
    far = battle({"1.anvil": (20, 5, 90.0), "2.mortar": (20, 40, 270.0)}).state
    assert (
        attack_value_with_focus(near, "1.anvil", 3) - attack_value_with_focus(near, "1.anvil", 0)
        > 1.0
    )
    assert (
        attack_value_with_focus(far, "1.anvil", 3)
        == attack_value_with_focus(far, "1.anvil", 1)
        < 1.0
    )


def test_a_screen_makes_a_place_safer() -> None:
    open_to = {"1.marshal": (20, 20, 90.0), "2.mortar": (20, 27, 270.0)}
    screened = {**open_to, "1.anvil": (20, 22.5, 90.0)}
    assert (
        0.0
        < warcaster_danger(battle(screened).state, "1.marshal")
        < warcaster_danger(battle(open_to).state, "1.marshal")
    )


def test_unspent_focus_makes_a_place_safer() -> None:
    bare = battle({"1.marshal": (20, 20, 90.0), "2.mortar": (20, 27, 270.0)}).state
    rich = battle({"1.marshal": (20, 20, 90.0, {"focus": 4}), "2.mortar": (20, 27, 270.0)}).state
    assert warcaster_danger(rich, "1.marshal") < warcaster_danger(bare, "1.marshal")


def test_the_chances_of_several_attacks_add_up_to_one() -> None:
    one = (0.5, 0.25, 0.25)
    assert add_damage_chances((one, one)) == pytest.approx((0.25, 0.25, 0.5))


ASKED = {
    "the division of focus": {
        "1.marshal": (20, 12, 90.0, {"focus": 6}),
        "1.anvil": (20, 20, 90.0),
        "2.mortar": (20, 27, 270.0),
    },
    "an activation": {"1.anvil": (20, 20, 90.0, {"focus": 2}), "2.mortar": (20, 27, 270.0)},
    "a shot": {"1.marshal": (20, 20, 90.0, {"focus": 4}), "2.mortar": (20, 27, 270.0)},
}


@pytest.mark.parametrize("asked", ASKED)
def test_the_same_view_is_answered_alike_whatever_is_hidden(asked: str) -> None:
    """All that a game of WARMACHINE hides is the dice to come."""
    answers = []
    for dice in ([(1, 1), (1,), (1, 1)], [(6, 6), (6,), (6, 6)]):
        game = battle(ASKED[asked], dice=dice)
        game = game if asked.startswith("the") else activate(game, next(iter(ASKED[asked])))
        answers.append(chosen(game))
    assert answers[0] == answers[1]


RADII = {"anvil": 0.984252, "mortar": 0.984252, "marshal": 0.590551}


@pytest.mark.parametrize(
    ("me", "focus", "far"),
    [
        ("anvil", 2, 7.5),
        ("anvil", 2, 8.0),
        ("anvil", 3, 7.0),
        ("marshal", 4, 8.0),
        ("marshal", 4, 10.0),
        ("marshal", 4, 12.0),
    ],
)
def test_it_does_not_know_what_only_a_measure_tells(me: str, focus: int, far: float) -> None:
    """An enemy a hundredth of an inch to this or that side of a range is the same to it: it guesses by eye."""
    answers = []
    for nearer in (-0.004, 0.004):
        y = 20 + far + nearer + RADII[me] + RADII["mortar"]
        game = activate(
            battle({f"1.{me}": (20, 20, 90.0, {"focus": focus}), "2.mortar": (20, y, 270.0)}),
            f"1.{me}",
        )
        answers.append(chosen(game))
        assert estimate_distance(game.state, f"1.{me}", "2.mortar") == far + (
            0.25 if far == int(far) else -0.25
        )
    one, two = (
        answer if isinstance(answer, act.Advance | act.Run) else repr(answer) for answer in answers
    )
    if isinstance(one, str) or isinstance(two, str):
        assert one == two
    else:
        assert type(one) is type(two) and math.dist(one.path[-1], two.path[-1]) < 0.1


@pytest.mark.parametrize(
    ("far", "sure"), [(6.0, 1.0), (6.7, 1.0), (6.8, 0.75), (7.7, 0.75), (7.8, 0.0), (0.0, 1.0)]
)
def test_a_guess_is_as_sure_as_the_inch_it_stands_for(far: float, sure: float) -> None:
    state = battle(
        {"1.anvil": (20, 20, 90.0), "2.mortar": (20, 20 + far + 2 * RADII["anvil"], 270.0)}
    ).state
    assert chance_in_range(state, "1.anvil", "2.mortar", 7.5) == pytest.approx(sure)


def test_it_finds_its_way_around_a_wall() -> None:
    house = box("house", "structure", (20, 24), (16, 2), 4.0)
    state = battle({"1.anvil": (20, 20, 90.0), "2.mortar": (20, 30, 270.0)}, terrain=(house,)).state
    me = state.models["1.anvil"]
    assert (
        walking_distance(state, me, (20, 20), (20, 30))
        > 18
        > walking_distance(state, me, (34, 20), (34, 30))
    )
    corners = find_path(state, me, (20, 30), ("2.mortar",))
    assert any(abs(x - 20) > 8 for x, _ in corners) and math.dist(corners[-1], (20, 30)) < 1
    assert math.dist(truncate_path((20, 20), corners, 5.0)[-1], (20, 20)) <= 5.01


def test_a_wall_of_models_is_gone_around_too() -> None:
    friends = {"1.hound": (20, 23, 90.0), "1.marshal": (18.2, 23, 90.0)}
    state = battle({"1.anvil": (20, 20, 90.0), **friends, "2.mortar": (20, 30, 270.0)}).state
    assert all(
        math.dist(at, (20, 23)) > 1.7
        for at in find_path(state, state.models["1.anvil"], (20, 30), ("2.mortar",))
    )


def test_over_rough_ground_it_goes_as_far_as_it_gets() -> None:
    mud = box("mud", "rough", (20, 24), (30, 16))
    game = activate(
        battle({"1.anvil": (20, 20, 90.0), "2.mortar": (20, 40, 270.0)}, terrain=(mud,)), "1.anvil"
    )
    action = chosen(game)
    assert isinstance(action, act.Advance) and game.check(action)
    speed = stat_value(game.state, "1.anvil", "SPD")
    assert speed / 2 - 0.2 < math.dist(action.path[-1], (20, 20)) <= speed / 2


def test_to_be_struck_while_it_goes_counts_against_a_way() -> None:
    beside = {"1.marshal": (20, 20, 90.0), "2.mortar": (20, 21.9, 270.0)}
    state = battle(beside).state
    assert (
        free_strike_cost(state, "1.marshal", ((20, 14),))
        > free_strike_cost(state, "1.marshal", ((20.1, 20),))
        == 0.0
    )
    down = battle({**beside, "2.mortar": (20, 21.9, 270.0, {"down": 1})}).state
    assert free_strike_cost(down, "1.marshal", ((20, 14),)) == 0.0


def test_a_warcaster_that_one_blow_would_remove_does_not_walk_out_of_a_melee() -> None:
    """Where it stays the enemy may strike it, too, but not for sure, nor with a die more."""
    hurt = {"damage": 14, "feat_used": True}
    game = activate(
        battle({"1.marshal": (20, 20, 90.0, hurt), "2.mortar": (20, 21.9, 270.0)}), "1.marshal"
    )
    assert not struck_on(game, chosen(game))


def struck_on(game: Game, action: object) -> bool:
    """Does what it does let an enemy strike?"""
    return (
        isinstance(action, act.Advance | act.Run)
        and free_strike_cost(game.state, action.model, action.path) > 0.0
    )


def test_who_is_stronger_holds_more_often_what_it_throws() -> None:
    state = battle({"1.anvil": (20, 20, 90.0), "2.spitter": (20, 22, 270.0)}).state
    assert chance_to_resist(state, "2.spitter", "1.anvil") > chance_to_resist(
        state, "1.anvil", "2.spitter"
    )


def test_to_lay_down_a_warcaster_is_worth_more_with_friends_beside_it() -> None:
    alone = {"1.anvil": (20, 20, 90.0), "2.marshal": (20, 22, 270.0)}
    one = battle(alone).state
    two = battle({**alone, "1.hound": (22, 20, 90.0)}).state
    assert (
        0
        < knockdown_value(one, "1.anvil", "2.marshal")
        < knockdown_value(two, "1.anvil", "2.marshal")
    )
    down = battle({**alone, "2.marshal": (20, 22, 270.0, {"down": 1})}).state
    assert knockdown_value(down, "1.anvil", "2.marshal") == 0


def test_a_slam_is_thought_of_where_it_gets_there() -> None:
    state = activate(
        battle({"1.anvil": (20, 20, 90.0, {"focus": 1}), "2.spitter": (20, 27, 270.0)}), "1.anvil"
    ).state
    assert [idea.attack_value > 0 for idea in list_slams(state, state.models["1.anvil"])] == [True]
    far = activate(
        battle({"1.anvil": (20, 20, 90.0, {"focus": 1}), "2.spitter": (20, 37, 270.0)}), "1.anvil"
    ).state
    assert list(list_slams(far, far.models["1.anvil"])) == []


def test_spells_go_through_a_channeler() -> None:
    state = battle(
        {
            "1.marshal": (20, 10, 90.0, {"focus": 6}),
            "1.hound": (20, 20, 90.0),
            "2.mortar": (20, 27, 270.0),
        }
    ).state
    assert {plan.origin for _, plan, _, _ in list_spell_attacks(state, "1.marshal")} == {"1.hound"}


def test_a_feat_waits_until_it_counts() -> None:
    far = battle(
        {"1.marshal": (20, 10, 90.0), "1.anvil": (22, 12, 90.0), "2.mortar": (20, 44, 270.0)}
    )
    near = battle(
        {"1.marshal": (20, 10, 90.0), "1.anvil": (22, 12, 90.0), "2.mortar": (20, 20, 270.0)}
    )
    assert not isinstance(chosen(activate(far, "1.marshal")), act.UseFeat)
    assert isinstance(chosen(activate(near, "1.marshal")), act.UseFeat)


def test_it_grows_keener_from_round_to_round() -> None:
    state = battle({"1.anvil": (20, 20, 90.0)}).state
    assert [aggression(replace(state, round=n)) for n in (1, 6, 16)] == [1.0, 1.0, 2.5]


def test_where_only_bots_play_a_game_has_a_limit_of_rounds() -> None:
    assert bot_defaults(WARMACHINE.setup.options) == {"rounds": "30"}


@pytest.mark.slow
@pytest.mark.parametrize("me", [1, 2])
def test_it_plays_to_the_end_and_beats_a_player_that_does_anything(me: int) -> None:
    won = 0
    for seed in (1, 2):
        game = new_battle(seed)
        play_out(game, {me: BattlegroupPlayer(seed), 3 - me: RandomPlayer(seed)}, limit=3000)
        won += game.state.winner == me
    assert won == 2


@pytest.mark.rule("WM-UPK-05")
def test_no_second_spell_is_put_on_a_friend_that_bears_one() -> None:
    """It would end the first."""
    shield = Effect("Blur", 1, "1.stryker", "upkeep", (("DEF", 3),))
    cast = []
    for borne in ((), (shield,)):
        caster = {"focus": 5, "feat_used": True, "stirred": 2, "effects": borne}
        placed = {
            "1.stryker": (20, 20, 90.0, caster),
            "2.mortar": (20, 29, 270.0),
            "2.spitter": (22, 29, 270.0),
        }
        game = activate(battle(placed, boxes=("cygnar", "mortar_and_spitter")), "1.stryker")
        asked = find_open_question(game.state)
        assert isinstance(asked, ActQuestion)
        found = BattlegroupPlayer(1).choose_support(game.view(1), asked, 0.0)
        cast.append(isinstance(found, act.CastSpell))
    assert cast == [True, False]
