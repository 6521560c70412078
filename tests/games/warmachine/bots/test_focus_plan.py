"""What focus is best spent on: exact against chances added up by hand, and played so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.warmachine.rules.playing import activate, battle
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.games.warmachine.bots.attack_options import melee_value
from wc3d.games.warmachine.bots.attack_value import (
    add_damage_chances,
    attack_damage_chances,
    damage_value,
)
from wc3d.games.warmachine.bots.focus_plan import (
    continuation_value,
    gain_over_stopping,
    plan_attempt,
)
from wc3d.games.warmachine.bots.quick_attacks import should_boost
from wc3d.games.warmachine.bots.regular import BattlegroupPlayer
from wc3d.games.warmachine.bots.threats import ThreatTable
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.agenda_frames import BoostQuestion
from wc3d.games.warmachine.rules.attack_plans import weapon_plan
from wc3d.games.warmachine.rules.state import State


def duel(focus: int, damage: int = 0) -> Game:
    """Two warcasters beside each other, alone."""
    placed = {
        "1.marshal": (20, 20, 90.0, {"focus": focus, "feat_used": True}),
        "2.marshal": (20, 21.5, 270, {"damage": damage}),
    }
    return battle(placed)


def sword(state: State, focus: int, again: bool = False, keep: float = 0.0) -> float:
    """What one attack with the sword is worth, or as many as can be bought after it."""
    weapon = next(w for w in state.usable_weapons("1.marshal") if w.kind == "melee")
    made = plan_attempt(state, "1.marshal", "2.marshal", weapon_plan(state, "1.marshal", weapon))
    table = continuation_value(state, "2.marshal", focus, keep, [made], made if again else None)
    return gain_over_stopping(state, "2.marshal", table, focus, keep)


@pytest.mark.parametrize("damage", [0, 12])
def test_without_focus_it_is_the_attack_alone(damage: int) -> None:
    state = duel(0, damage).state
    weapon = next(w for w in state.usable_weapons("1.marshal") if w.kind == "melee")
    points = attack_damage_chances(
        state, "1.marshal", "2.marshal", weapon_plan(state, "1.marshal", weapon)
    )
    assert sword(state, 0) == pytest.approx(damage_value(state, "2.marshal", points))
    assert sword(state, 0) == pytest.approx(melee_value(state, "1.marshal", "2.marshal", 0, 0.0))


@pytest.mark.rule("WM-FOC-09")
def test_two_points_boost_both_rolls_of_a_single_attack() -> None:
    state = duel(2, 12).state
    weapon = next(w for w in state.usable_weapons("1.marshal") if w.kind == "melee")
    plan = weapon_plan(state, "1.marshal", weapon)
    both = attack_damage_chances(state, "1.marshal", "2.marshal", plan, attack_dice=3, more=1)
    assert sword(state, 2) == pytest.approx(damage_value(state, "2.marshal", both))
    assert sword(state, 5) == pytest.approx(sword(state, 2)), "there is nothing else to spend on"


@pytest.mark.rule("WM-FOC-07")
def test_points_are_worth_at_least_what_attacks_bought_with_all_of_them_are() -> None:
    state = duel(3).state
    weapon = next(w for w in state.usable_weapons("1.marshal") if w.kind == "melee")
    points = attack_damage_chances(
        state, "1.marshal", "2.marshal", weapon_plan(state, "1.marshal", weapon)
    )
    assert sword(state, 3, again=True) > damage_value(
        state, "2.marshal", add_damage_chances([points] * 4)
    )


def test_points_that_are_worth_more_kept_are_kept() -> None:
    state = duel(6).state
    assert sword(state, 6, again=True, keep=50.0) == pytest.approx(sword(state, 0))
    assert sword(state, 6, again=True) > sword(state, 6, again=True, keep=0.3) > sword(state, 0)


def test_a_warcaster_boosts_to_bring_down_one_that_is_nearly_gone() -> None:
    """Its points would be worth ARM; but boosted blows may end the game."""
    game = activate(duel(6, 12), "1.marshal")
    player = BattlegroupPlayer(1)
    while not isinstance(find_open_question(game.state), BoostQuestion):
        game.apply(player.choose(game.view(1)))
        assert game.to_act == 1
    assert isinstance(player.choose(game.view(1)), act.Choose)


def test_a_boost_is_weighed_after_the_attack_has_removed_its_target() -> None:
    placed = {
        "1.marshal": (20, 20, 90.0, {"focus": 6, "feat_used": True}),
        "2.marshal": (20, 21.5, 270, {"damage": 12}),
        "2.spitter": (22.5, 21.5, 270),
    }
    game = activate(battle(placed), "1.marshal")
    player = BattlegroupPlayer(1)
    while not isinstance(question := find_open_question(game.state), BoostQuestion):
        game.apply(player.choose(game.view(1)))
    state = game.state.with_model("2.marshal", at=None)
    for roll in ("attack", "damage"):
        other = replace(question, target="2.spitter", roll=roll)
        assert should_boost(state, other, 0, ThreatTable()) in (False, True)
        assert not should_boost(state, replace(other, target="2.marshal"), 0, ThreatTable())
