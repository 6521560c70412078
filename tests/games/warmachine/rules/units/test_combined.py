"""Combined attacks: troopers of a unit with that rule make one attack together."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.warmachine.rules.playing import (
    activate,
    check,
    decline,
    do,
    happened,
    only,
    state_of,
)
from tests.games.warmachine.rules.units.scenes import PRIME, fight, troops
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.games.warmachine.display.attack_chances import plan_from_action
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.agenda_frames import ActQuestion
from wc3d.games.warmachine.ruleset import WARMACHINE


def ready(placed: dict[str, Any], unit: str, **more: Any) -> Game:
    """The game with this unit activated; all have stayed where they are, and its leader acts."""
    game = activate(fight(placed, **more), unit)
    do(game, act.Pass)
    do(game, act.Pass)
    do(game, act.Activate, model=f"{unit}.1")
    return game


def shot(game: Game, *others: str, **more: Any) -> Any:
    """A combined ranged attack of the leader of the Riflemen."""
    given = {
        "model": "1.rifles.1",
        "weapon": "rifle",
        "target": "2.spitter",
        "together": others,
        **more,
    }
    return act.CombinedAttack(player=1, **given)


@pytest.mark.rule("WM-REF-45")
@pytest.mark.rule("WM-RUL-148")
def test_a_combined_ranged_attack_is_better_by_each_rifle_in_open_formation() -> None:
    """RAT 5 and aiming 2; three rifles +3."""
    placed = troops("1.rifles", (20, 16), (22, 16), (24, 16), (27, 16)) | {
        "2.spitter": (20, 26, 270)
    }
    game = ready(placed, "1.rifles", dice=[(1, 2), (1, 2)])
    verdict = game.check(shot(game, "1.rifles.2", "1.rifles.3", "1.rifles.4"))
    assert not verdict and verdict.code == "not_open" and verdict.rule == "WM-REF-45", (
        "the fourth is 1.8 inches away"
    )
    game.apply(shot(game, "1.rifles.2", "1.rifles.3"))
    decline(game)
    rolled = next(event for event in happened(game, ev.Rolled) if event.kind == "attack")
    assert rolled.total == 3 + 5 + 2 + 3
    assert len(happened(game, ev.AttackDeclared)) == 1 and only(game, ev.Combined).bonus == 3
    do(game, act.Pass)
    do(game, act.Activate, model="1.rifles.2")
    spent = check(game, act.Attack, model="1.rifles.2", weapon="rifle", target="2.spitter")
    assert not spent, "it has made its attack"
    do(game, act.Pass)
    do(game, act.Activate, model="1.rifles.4")
    again = game.check(shot(game, "1.rifles.3", model="1.rifles.4"))
    assert not again and again.rule in ("WM-RUL-148", "WM-REF-45", "WM-MOD-12")
    assert check(game, act.Attack, model="1.rifles.4", weapon="rifle", target="2.spitter")


@pytest.mark.rule("WM-RUL-148")
def test_who_proves_out_of_range_adds_nothing_and_its_shot_is_spent() -> None:
    placed = troops("1.rifles", (20, 16), (20, 14.2), (20, 12.4)) | {"2.spitter": (20, 28.4, 270)}
    game = ready(placed, "1.rifles", dice=[(1, 2)])
    assert plan_from_action(state_of(game), shot(game, "1.rifles.2")).modifiers[-1].amount == 2  # type: ignore[union-attr]
    game.apply(shot(game, "1.rifles.2"))
    assert only(game, ev.Combined).bonus == 1


@pytest.mark.rule("WM-REF-46")
def test_a_combined_melee_attack_is_better_by_each_pike_that_reaches() -> None:
    placed = troops("1.pikes", (20, 20), (22.4, 20), (25.5, 20)) | {"2.spitter": (21.2, 22.6, 270)}
    attack = {"model": "1.pikes.1", "weapon": "pike", "target": "2.spitter"}
    game = ready(placed, "1.pikes", dice=[(1, 2)])
    far = check(game, act.CombinedAttack, together=("1.pikes.3",), **attack)
    assert not far and far.code == "out_of_reach"
    do(game, act.CombinedAttack, together=("1.pikes.2",), **attack)
    rolled = next(event for event in happened(game, ev.Rolled) if event.kind == "attack")
    assert rolled.total == 3 + 5 + 2


@pytest.mark.rule("WM-REF-45")
def test_only_a_unit_with_the_rule_combines_and_each_once() -> None:
    placed = troops("2.husks", (20, 22), (22.5, 22), facing=270.0) | {"1.hound": (20, 20, 90)}
    attack = {"model": "2.husks.1", "weapon": "claws", "target": "1.hound"}
    game = ready(placed, "2.husks", active=2)
    verdict = check(game, act.CombinedAttack, together=("2.husks.2",), **attack)
    assert not verdict and verdict.rule == "WM-REF-46"
    placed = troops("1.pikes", (20, 20), (22.4, 20)) | {"2.spitter": (21.2, 22.6, 270)}
    game = ready(placed, "1.pikes")
    for together in ((), ("1.pikes.1",), ("1.pikes.2", "1.pikes.2")):
        named = {**attack, "model": "1.pikes.1", "weapon": "pike", "target": "2.spitter"}
        verdict = check(game, act.CombinedAttack, together=together, **named)
        assert not verdict and verdict.code == "nobody"


@pytest.mark.program("offers agree with what is checked")
def test_a_combined_attack_is_listed_with_all_that_can_take_part_and_can_be_typed() -> None:
    placed = troops("1.rifles", (20, 16), (22, 16), (24, 16), (27, 16)) | {
        "2.spitter": (20, 26, 270)
    }
    game = ready(placed, "1.rifles", edition=PRIME)
    assert isinstance(find_open_question(game.state), ActQuestion)
    (offer,) = (offer for offer in game.offers() if offer.type == "combined")
    listed = [action for action in offer.candidates() if action.target == "2.spitter"]  # type: ignore[attr-defined]
    assert [action.together for action in listed] == [("1.rifles.2", "1.rifles.3")]  # type: ignore[attr-defined]
    assert (
        WARMACHINE.text.parse_action(game, "combine rifle spitter with rifles.2 rifles.3")
        == listed[0]
    )
