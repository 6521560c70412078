"""Slams to their end: facing, whom they strike; and locks whose attacker walks away."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from tests.games.warmachine.rules.games.scene import scene
from tests.games.warmachine.rules.playing import (
    activate,
    battle,
    check,
    decline,
    do,
    happened,
    only,
    state_of,
)
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.state import Lock
from wc3d.games.warmachine.ruleset import WARMACHINE


@pytest.mark.rule("WM-SLM-06")
def test_a_slammer_looks_where_it_went_and_turns_no_more() -> None:
    placed = {"1.anvil": (20, 20, 30, {"focus": 1}), "2.mortar": (24, 24, 270)}
    game = activate(battle(placed, dice=[(6, 5), (3,), (1, 1)]), "1.anvil")
    do(game, act.SlamInto, model="1.anvil", target="2.mortar")
    decline(game)
    assert state_of(game).models["1.anvil"].facing == pytest.approx(45.0)
    assert not check(game, act.Advance, model="1.anvil", facing=90.0)


@pytest.mark.rule("WM-SLM-25")
@pytest.mark.rule("WM-RUL-67")
def test_a_larger_model_that_a_slammed_one_runs_into_takes_nothing() -> None:
    placed = {
        "1.hound": (20, 20, 90, {"focus": 1}),
        "2.spitter": (20, 25, 270),
        "2.mortar": (20, 29, 270),
    }
    game = activate(battle(placed, dice=[(6, 5), (6,), (1, 1, 1)]), "1.hound")
    do(game, act.SlamInto, model="1.hound", target="2.spitter")
    decline(game)
    assert state_of(game).place("2.spitter")[1] == pytest.approx(29 - 0.984252 - 0.787402)
    assert {event.model for event in happened(game, ev.Damaged)} == {"2.spitter"}
    assert [state_of(game).models[id].knocked_down for id in ("2.spitter", "2.mortar")] == [
        True,
        False,
    ]


@pytest.mark.rule("WM-RUL-75")
@pytest.mark.parametrize(("to", "held"), [((20.3, 20.0), True), ((20.0, 17.0), False)])
def test_a_lock_ends_when_its_attacker_walks_out_of_reach(
    to: tuple[float, float], held: bool
) -> None:
    game = battle({"1.anvil": (20, 20, 90), "2.mortar": (20, 22, 270)})
    lock = Lock("1.anvil", "fist", "2.mortar", "R", 1)
    game = activate(
        Game(WARMACHINE, replace(state_of(game), locks=(lock,)), SeededDice(1), game.setup),
        "1.anvil",
    )
    do(game, act.Advance, model="1.anvil", path=(to,), facing=90.0)
    decline(game)
    assert bool(state_of(game).locks) is held
    assert [event.lock for event in happened(game, ev.Unlocked)] == [lock] * (not held)
    assert only(game, ev.ActivationBegan).model == "1.anvil"


@pytest.mark.rule("WM-RUL-20")
def test_a_mover_that_a_free_strike_pushes_off_its_way_stops_there() -> None:
    """A repulsor shield strikes: the rest of the way leads from another place than where the mover now stands."""
    halberd = ((5, 5), (6, 5), (5, 4))
    s = scene(
        {"1.hound": (20, 21.8, 90), "2.revenger": (20, 20, 90), "2.severius": (44, 44, 270)},
        rolls=[(6, 5), (1, 1, 1)],
        having={"2.revenger": {"marked": halberd}},
    )
    s.do("activate", model="1.hound")
    s.do("advance", model="1.hound", path=((24.0, 21.8),))
    before = s.state.place("1.hound")
    assert s.game.to_act == 2 and before[1] == 21.8
    s.do("choose", option="repulsor_shield")
    after = s.state.place("1.hound")
    assert math.dist(before, after) == pytest.approx(1.0) and after[1] > 22.0, (
        "pushed straight away, and no farther"
    )
    assert not s.check("advance", model="1.hound", path=((24.0, 22.0),)) and s.game.to_act == 1
