"""Whom a bot's attack would strike besides its target: friends count against it."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.games.warmachine.rules.playing import activate, battle
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.games.warmachine.bots.collateral_hits import collateral_value
from wc3d.games.warmachine.bots.danger import warcaster_danger
from wc3d.games.warmachine.bots.regular import BattlegroupPlayer
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.attack_plans import spell_plan, weapon_plan
from wc3d.games.warmachine.rules.space.areas import find_spray_hits
from wc3d.games.warmachine.rules.state import State


def with_spray(near: dict[str, Any]) -> Game:
    """A Repenter with its spray in front of an enemy, and others where they are placed."""
    placed = {"1.repenter": (20, 20, 90.0, {"focus": 2}), "2.mortar": (20, 26, 270.0), **near}
    return battle(placed, boxes=("protectorate", "mortar_and_spitter"))


def sprayed(state: State) -> float:
    spray = next(w for w in state.usable_weapons("1.repenter") if w.spray)
    return collateral_value(
        state, "1.repenter", "2.mortar", weapon_plan(state, "1.repenter", spray)
    )


@pytest.mark.rule("WM-SPR-02")
@pytest.mark.parametrize(
    ("near", "sign"),
    [
        ({}, 0),
        ({"2.spitter": (20, 23.2, 270)}, 1),
        ({"1.severius": (20, 23.2, 90)}, -1),
        ({"1.severius": (24, 23.2, 90)}, 0),
    ],
)
def test_a_spray_is_worth_more_for_foes_in_its_way_and_less_for_friends(
    near: dict[str, Any], sign: int
) -> None:
    worth = sprayed(with_spray(near).state)
    assert (worth > 0) - (worth < 0) == sign


@pytest.mark.rule("WM-SPR-02")
def test_its_own_warcaster_is_not_sprayed() -> None:
    game = activate(with_spray({"1.severius": (20, 23.2, 90.0)}), "1.repenter")
    sprays = 0
    while getattr(find_open_question(game.state), "model", "") == "1.repenter" and game.to_act == 1:
        action = BattlegroupPlayer(1).choose(game.view(1))
        if isinstance(action, act.Attack) and action.weapon == "flame_thrower":
            (x, y, _), (tx, ty, _) = game.state.place("1.repenter"), game.state.place(action.target)
            met = find_spray_hits(
                game.state.table, "1.repenter", math.degrees(math.atan2(ty - y, tx - x))
            ).models
            assert "1.severius" not in met
            sprays += 1
        game.apply(action)
    assert sprays == 1, "it goes where it can spray past it"


@pytest.mark.rule("WM-AOE-01")
def test_an_area_counts_who_stands_beside_its_target() -> None:
    def blasted(y: float, near: dict[str, Any]) -> float:
        state = battle({"1.marshal": (20, y, 90.0), "2.spitter": (20, 26, 270.0), **near}).state
        blast = next(s for s in state.setup.caster_card("1.marshal").spells if s.id == "blast")
        return collateral_value(
            state, "1.marshal", "2.spitter", spell_plan(state, "1.marshal", blast, "1.marshal")
        )

    assert blasted(20, {}) == 0.0
    assert blasted(20, {"2.marshal": (20, 27.6, 270.0)}) > 0.0 > blasted(24.4, {})


@pytest.mark.rule("WM-CHN-01")
def test_spells_endanger_a_warcaster_and_reach_farther_through_a_channeler() -> None:
    placed = {"1.marshal": (20, 10, 90.0), "2.deneghra": (20, 28, 270.0)}
    far = battle(placed, boxes=("anvil_and_hound", "cryx")).state
    node = battle(
        {**placed, "2.deathripper1": (20, 22, 90.0)}, boxes=("anvil_and_hound", "cryx")
    ).state
    assert warcaster_danger(node, "1.marshal") > warcaster_danger(far, "1.marshal")
