"""Who is of whose battlegroup: warjacks whose warcaster, or that themselves, the opponent controls (Mk III)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.warmachine.rules.games.scene import Scene, scene
from tests.games.warmachine.rules.own_cards import cards, caster
from wc3d.engine.agenda import Resolution, find_open_question
from wc3d.engine.dice import ScriptedDice
from wc3d.games.warmachine.rules.fighting.damage import remove_model
from wc3d.games.warmachine.rules.focus import commander_of
from wc3d.games.warmachine.rules.spells.casting import check_channeler
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.rules.victory import end_if_warcaster_removed
from wc3d.games.warmachine.ruleset import WARMACHINE

SPELLS = """
[[warcaster.spells]]
id = "sway"
name = "Sway"
cost = 1
targets = "enemy"
rng = 10
hits = [{ word = "control", lasts = "round" }]

[[warcaster.spells]]
id = "steal"
name = "Steal"
cost = 1
targets = "enemy"
rng = 10
hits = [{ word = "control", lasts = "round", joins = true, only = "warjack" }]

[[warcaster.spells]]
id = "recruit"
name = "Recruit"
cost = 1
targets = "friend"
rng = 10
hits = [{ word = "take_over", lasts = "round" }]
"""
PLACES = {
    "1.adept": (20.0, 20.0, 90.0),
    "2.marshal": (20.0, 26.0, 270.0),
    "2.hound": (24.0, 26.0, 270.0),
    "2.mortar": (16.0, 26.0, 270.0),
}


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[Scene]:
    """An Adept with six points, who is activated, before an enemy battlegroup."""
    with cards(tmp_path, caster(SPELLS)):
        s = scene(
            PLACES,
            having={"1.adept": {"focus": 6}, "2.marshal": {"focus": 2}},
            edition="mk3_warcaster",
        )
        s.do("activate", model="1.adept")
        yield s


def to_control(s: Scene, player: int) -> Any:
    """Go on until a player divides focus."""
    for _ in range(40):
        asked = find_open_question(s.state)
        if isinstance(asked, ControlQuestion) and asked.player == player:
            return asked
        waiting = [
            m.id for m in s.state.models_in_play(s.game.to_act) if m.activated != s.state.turn
        ]
        activates = type(asked).__name__ == "ActivationQuestion"
        s.do("activate", model=waiting[0]) if activates else s.do("pass")
    raise AssertionError("no Control phase")


@pytest.mark.rule("WM-MK3-03")
def test_a_warjack_that_is_an_enemy_drops_out_of_its_battlegroup_as_long_as_that_lasts(
    begun: Scene,
) -> None:
    s = begun
    s.do("cast", model="1.adept", spell="sway", target="2.hound")
    assert s.state.models["2.hound"].owner == 1 and commander_of(s.state, "2.hound") == "", (
        "no friend of its warcaster's"
    )
    to_control(s, 2)
    refused = s.check("assign", model="2.hound", points=1)
    assert (refused.code, refused.rule) == ("no_warjack", "WM-MK3-06")
    assert s.check("assign", model="2.mortar", points=1) and s.state.models["2.hound"].focus == 0, (
        "no power up either"
    )
    to_control(s, 1)
    assert (
        s.state.models["2.hound"].owner == 2 and commander_of(s.state, "2.hound") == "2.marshal"
    ), "the round is over"


@pytest.mark.rule("WM-MK3-04")
@pytest.mark.rule("WM-RUL-156")
def test_the_warjacks_of_a_controlled_warcaster_stay_with_their_player_and_are_autonomous(
    begun: Scene,
) -> None:
    s = begun
    s.do("cast", model="1.adept", spell="sway", target="2.marshal")
    s.do("pass")
    assert s.check("activate", model="2.marshal"), "it acts for who controls it"
    asked = to_control(s, 2)
    assert asked.player == 2 and s.state.models["2.marshal"].owner == 1
    assert s.state.models["2.marshal"].focus == 2, "it gains nothing"
    for jack in ("2.hound", "2.mortar"):
        assert s.state.models[jack].owner == 2 and commander_of(s.state, jack) == ""
        assert s.state.models[jack].focus == 0 and not s.check("assign", model=jack, points=1)
    assert check_channeler(s.state, "2.marshal", "2.hound").code == "no_arc_node"
    s.do("pass")
    assert s.check("activate", model="2.hound") and not s.check("activate", model="2.marshal")


@pytest.mark.rule("WM-MK3-05")
def test_a_warcaster_that_comes_back_takes_its_warjacks_back(begun: Scene) -> None:
    s = begun
    s.do("cast", model="1.adept", spell="sway", target="2.marshal")
    to_control(s, 1)
    assert s.state.models["2.marshal"].owner == 2 and s.state.models["2.marshal"].lent == 0
    assert commander_of(s.state, "2.hound") == commander_of(s.state, "2.mortar") == "2.marshal"
    to_control(s, 2)
    assert s.state.models["2.marshal"].focus > 0 and s.check("assign", model="2.hound", points=1)


@pytest.mark.rule("WM-MK3-05")
def test_but_not_one_that_another_has_taken_over(begun: Scene) -> None:
    s = begun
    s.do("cast", model="1.adept", spell="sway", target="2.marshal")
    s.do("cast", model="1.adept", spell="steal", target="2.hound")
    assert commander_of(s.state, "2.hound") == "1.adept" and s.check("pass")
    marshal = s.state.models["2.marshal"]
    returned = s.state.with_model("2.marshal", effects=(), owner=marshal.lent, lent=0)
    assert (
        commander_of(returned, "2.mortar") == "2.marshal"
        and commander_of(returned, "2.hound") == "1.adept"
    )


@pytest.mark.rule("WM-MK3-05")
def test_a_warjack_without_a_commander_is_taken_over_by_a_friend(begun: Scene) -> None:
    s = begun
    s.do("cast", model="1.adept", spell="sway", target="2.hound")
    s.do("cast", model="1.adept", spell="recruit", target="2.hound")
    assert commander_of(s.state, "2.hound") == "1.adept"
    s.do("cast", model="1.adept", spell="steal", target="2.mortar")
    before = s.state.models["2.mortar"].effects
    s.do("cast", model="1.adept", spell="recruit", target="2.mortar")
    assert s.state.models["2.mortar"].effects == before, "it has one already"


@pytest.mark.rule("WM-RUL-156")
@pytest.mark.rule("WM-VIC-01")
def test_the_army_of_a_controlled_warcaster_that_is_removed_loses(begun: Scene) -> None:
    s = begun
    s.do("cast", model="1.adept", spell="sway", target="2.marshal")
    r = Resolution(s.state, ScriptedDice([]), WARMACHINE.play.steps)
    remove_model(r, "2.marshal", "a test")
    end_if_warcaster_removed(r)
    assert r.state.winner == 1 and r.state.models["2.marshal"].owner == 2
