"""Clouds in play: where they stay and how long, whom they harm and whom not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.games.warmachine.rules.games.scene import Scene, scene
from tests.games.warmachine.rules.own_cards import cards, caster
from tests.games.warmachine.rules.playing import (
    activate,
    battle,
    decline,
    do,
    happened,
    only,
    state_of,
)
from wc3d.engine.dice import ScriptedDice, SeededDice
from wc3d.engine.game import Game
from wc3d.errors import InputError
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.cards import CARDS
from wc3d.games.warmachine.rules.state import CloudInPlay
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.games.warmachine.text.board_text import list_terrain

SMOKE = """
[[warcaster.spells]]
id = "smoke"
name = "Smoke"
cost = 2
targets = "any"
rng = 10
aoe = 4
offensive = true
hits = [{ word = "cloud", on = "area", pow = 9 }]
"""
ACID = CloudInPlay("cloud 1", (20.0, 26.0), 4.0, 1, 9)


def clouded(
    placed: dict[str, Any], cloud: CloudInPlay, *, active: int, dice: list[tuple[int, ...]]
) -> Game:
    """A battle with a cloud on the table."""
    game = battle(placed, active=active)
    return Game(
        WARMACHINE,
        replace(state_of(game), clouds=(cloud,)),
        ScriptedDice(dice, SeededDice(1)),
        game.setup,
    )


def smoked(tmp: Path, rolls: list[tuple[int, ...]]) -> Scene:
    """The Adept has cast a cloud at the Mortar."""
    s = scene(
        {"1.adept": (20, 20, 90), "2.mortar": (20, 27, 270)},
        rolls=rolls,
        having={"1.adept": {"focus": 2}},
    )
    s.do("activate", model="1.adept")
    s.do("cast", model="1.adept", spell="smoke", target="2.mortar")
    return s


@pytest.mark.rule("WM-CLD-01")
@pytest.mark.rule("WM-RUL-53")
@pytest.mark.rule("WM-RUL-54")
@pytest.mark.parametrize(
    ("rolls", "at"), [([(6, 5)], (20.0, 27.0)), ([(1, 1), (1, 2)], (20.0, 29.0))]
)
def test_a_cloud_stays_where_its_area_came_to_rest(
    rolls: list[tuple[int, ...]], at: tuple[float, float], tmp_path: Path
) -> None:
    with cards(tmp_path, caster(SMOKE)):
        s = smoked(tmp_path, rolls)
        (cloud,) = s.state.clouds
        assert cloud.center == pytest.approx(at) and (
            cloud.diameter,
            cloud.player,
            cloud.power,
        ) == (4.0, 1, 9)
        assert not [event for event in s.game.log if isinstance(event, ev.Damaged)], (
            "who is in it has not moved into it"
        )
        assert any("cloud 1" in line for line in list_terrain(s.state))
        labels = {label.id: label for label in WARMACHINE.display.labels(s.state)}
        assert [sign.short for sign in labels["2.mortar"].signs] == [
            "Cloud"
        ] and "in cloud 1" in labels["2.mortar"].words
        assert not labels["1.adept"].signs
        s.do("pass")
        assert s.state.active == 2 and s.state.clouds == (cloud,), "through the enemy's turn"


@pytest.mark.rule("WM-CLD-05")
@pytest.mark.parametrize(("to", "harmed"), [((20.0, 21.5), False), ((20.0, 23.5), True)])
def test_who_moves_into_a_harmful_cloud_suffers_it(to: tuple[float, float], harmed: bool) -> None:
    """The cloud reaches from 24; a medium base has a radius of 0.787."""
    game = activate(
        clouded({"1.hound": (20, 20, 90)}, replace(ACID, player=2), active=1, dice=[(6, 6), (1,)]),
        "1.hound",
    )
    do(game, act.Advance, model="1.hound", path=(to,))
    assert [event.total for event in happened(game, ev.Damaged)] == [12 + 9] * harmed


@pytest.mark.rule("WM-CLD-05")
@pytest.mark.rule("WM-RUL-54")
def test_who_is_inside_suffers_at_the_end_of_its_turn_alone() -> None:
    placed = {"1.hound": (20, 26, 90), "2.spitter": (20, 24, 270)}
    game = activate(clouded(placed, ACID, active=1, dice=[(5, 5), (1,)]), "1.hound")
    do(game, act.Advance, model="1.hound", path=((20.5, 26.0),))
    decline(game)
    assert not happened(game, ev.Damaged), "it was in it before"
    do(game, act.Pass)
    activate(game, "1.marshal")
    do(game, act.Pass)
    assert only(game, ev.Damaged).model == "1.hound", "not the enemy, whose turn it was not"
    assert state_of(game).active == 2


@pytest.mark.rule("WM-SLM-16")
def test_a_slammed_model_suffers_the_cloud_it_is_driven_through() -> None:
    placed = {"1.anvil": (20, 18, 90, {"focus": 1}), "2.mortar": (20, 23, 270)}
    cloud = replace(ACID, center=(20.0, 26.0), diameter=3.0)
    game = activate(
        clouded(placed, cloud, active=1, dice=[(6, 5), (6,), (1, 1), (1, 2)]), "1.anvil"
    )
    do(game, act.SlamInto, model="1.anvil", target="2.mortar")
    decline(game)
    assert state_of(game).place("2.mortar")[1] == pytest.approx(29.0), "right through it"
    assert sorted((event.cause, event.total) for event in happened(game, ev.Damaged)) == [
        ("cloud", 3 + 9),
        ("slam", 2 + 11),
    ]


@pytest.mark.program("how input is read or refused")
def test_only_what_has_an_area_leaves_a_cloud(tmp_path: Path) -> None:
    with (
        pytest.raises(InputError, match="no aoe"),
        cards(tmp_path, caster(SMOKE.replace("aoe = 4\n", "pow = 3\n"))),
    ):
        CARDS()
