"""The regular lets no focus lapse that it could use, and steps all the way into melee."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.games.warmachine.rules.playing import activate, battle
from wc3d.games.warmachine.bots.danger import warcaster_danger
from wc3d.games.warmachine.bots.regular import BattlegroupPlayer
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.sight_in_game import find_melee

JACK_RADIUS_IN = 0.984252
"""The radius of a warjack's base."""


@pytest.mark.parametrize("gap", [4.3, 4.45, 4.49])
@pytest.mark.parametrize("degrees", [90.0, 73.0])
def test_a_step_into_melee_is_as_long_as_it_may_be(gap: float, degrees: float) -> None:
    """The Anvil walks 4 inches and reaches half an inch."""
    distance = gap + 2 * JACK_RADIUS_IN
    angle = math.radians(degrees)
    x = round(20 + distance * math.cos(angle), 4)
    y = round(20 + distance * math.sin(angle), 4)
    placed = {
        "1.anvil": (20, 20, 90.0),
        "2.mortar": (x, y, 270.0),
        "1.marshal": (20, 10, 90.0),
        "2.marshal": (20, 46, 270.0),
    }
    game = activate(battle(placed), "1.anvil")
    game.apply(BattlegroupPlayer(1).choose(game.view(1)))
    assert find_melee(game.state, "1.anvil").in_melee


def support(enemy: tuple[float, float], focus: int = 4) -> Any:
    """What a warcaster that has moved does with its focus; an Anvil stands in front of it."""
    placed = {
        "1.marshal": (20, 12, 90.0, {"focus": focus}),
        "1.anvil": (20, 16, 90.0),
        "2.mortar": (*enemy, 270.0),
    }
    game = activate(battle(placed), "1.marshal")
    game.apply(act.Advance(player=1, model="1.marshal", path=((20, 12.4),), facing=90.0))
    return BattlegroupPlayer(1).choose(game.view(1))


def test_focus_that_would_lapse_pays_a_spell_before_the_enemy_comes() -> None:
    action = support((20, 44))
    assert isinstance(action, act.CastSpell) and action.spell == "ward"
    assert action.target in ("1.anvil", "1.marshal")


def test_a_warjack_gets_the_focus_that_its_warcaster_does_not_need_after_its_move() -> None:
    placed = {
        "1.marshal": (20, 20, 90.0, {"focus": 6}),
        "1.anvil": (26, 20, 90.0),
        "2.mortar": (20, 25.5, 270.0),
    }
    game = battle(placed)
    state = game.state
    assert warcaster_danger(state, "1.marshal") > 1.0
    player = BattlegroupPlayer(1)
    after = player._focus_value_after_turn(state, "1.marshal")
    assert after < player.kept_focus_value(state, "1.marshal")
