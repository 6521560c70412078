"""Power attacks: head-butts, slams, locks, throws, pushes."""

from __future__ import annotations

import math

import pytest

from tests.games.warmachine.rules.building import box
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
from wc3d.engine.agenda import find_open_question
from wc3d.games.warmachine.display.previews import preview_action
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.state import Lock

FOCUSED = {"focus": 3}
FACE_TO_FACE = {"1.anvil": (20, 20, 90, FOCUSED), "2.mortar": (20, 22, 270)}


@pytest.mark.rule("WM-POW-01")
@pytest.mark.rule("WM-POW-02")
@pytest.mark.rule("WM-POW-04")
@pytest.mark.rule("WM-FOC-14")
@pytest.mark.rule("WM-HDB-01")
@pytest.mark.rule("WM-HDB-02")
@pytest.mark.rule("WM-HDB-03")
def test_a_head_butt_costs_a_point_and_knocks_down() -> None:
    game = activate(battle(FACE_TO_FACE, dice=[(4, 4), (3, 5), (1,), (1, 1), (1,)]), "1.anvil")
    do(game, act.HeadButt, model="1.anvil", target="2.mortar")
    decline(game)
    assert only(game, ev.Hit).total == 4 + 4 + 6 - 2 and only(game, ev.Damaged).total == 3 + 5 + 11
    assert (
        state_of(game).models["2.mortar"].knocked_down
        and state_of(game).models["1.anvil"].focus == 2
    )
    assert not check(game, act.HeadButt, model="1.anvil", target="2.mortar"), (
        "one power attack only"
    )
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    decline(game)
    assert state_of(game).models["1.anvil"].focus == 1, "normal attacks are bought"


@pytest.mark.rule("WM-HDB-01")
def test_a_head_butt_at_a_larger_base_is_harder() -> None:
    placed = {"1.hound": (20, 20, 90, FOCUSED), "2.mortar": (20, 22, 270)}
    game = activate(battle(placed, dice=[(4, 5), (1, 1)]), "1.hound")
    do(game, act.HeadButt, model="1.hound", target="2.mortar")
    decline(game)
    assert only(game, ev.Hit).total == 4 + 5 + 6 - 4


@pytest.mark.rule("WM-RUL-64")
def test_power_attacks_reach_half_an_inch_whatever_the_weapons() -> None:
    game = activate(
        battle({"1.hound": (20, 20, 90, FOCUSED), "2.mortar": (20, 23, 270)}), "1.hound"
    )
    assert check(game, act.Attack, model="1.hound", weapon="spear", target="2.mortar")
    assert check(game, act.HeadButt, model="1.hound", target="2.mortar").code == "out_of_reach"


@pytest.mark.rule("WM-RUL-62")
def test_without_a_point_there_is_no_power_attack() -> None:
    game = activate(battle({"1.anvil": (20, 20, 90), "2.mortar": (20, 22, 270)}), "1.anvil")
    for kind, parts in (
        (act.HeadButt, {}),
        (act.SlamInto, {}),
        (act.ThrowModel, {"weapon": "fist", "direction": 90.0}),
        (act.SeizePart, {"weapon": "fist", "part": "L"}),
    ):
        assert check(game, kind, model="1.anvil", target="2.mortar", **parts).rule == "WM-POW-01"


# Slams

APART = {"1.anvil": (20, 20, 90, FOCUSED), "2.mortar": (20, 26, 270)}


@pytest.mark.rule("WM-SLM-01")
@pytest.mark.rule("WM-SLM-04")
@pytest.mark.rule("WM-SLM-07")
@pytest.mark.rule("WM-SLM-08")
@pytest.mark.rule("WM-SLM-09")
@pytest.mark.rule("WM-SLM-18")
@pytest.mark.rule("WM-SLM-19")
@pytest.mark.rule("WM-SLM-21")
@pytest.mark.rule("WM-SLM-22")
@pytest.mark.rule("WM-REF-64")
def test_a_slam_drives_its_target_away_and_knocks_it_down() -> None:
    game = activate(battle(APART, dice=[(4, 5), (4,), (3, 4), (1,)]), "1.anvil")
    do(game, act.SlamInto, model="1.anvil", target="2.mortar")
    decline(game)
    assert only(game, ev.Hit).total == 4 + 5 + 6 - 2
    assert state_of(game).place("2.mortar")[1] == pytest.approx(30.0), "four inches straight away"
    assert only(game, ev.Damaged).total == 3 + 4 + 11
    assert state_of(game).models["2.mortar"].knocked_down
    assert not happened(game, ev.Declined), "nobody was asked for a free strike"


@pytest.mark.rule("WM-SLM-17")
@pytest.mark.rule("WM-SLM-20")
@pytest.mark.rule("WM-SLM-23")
@pytest.mark.rule("WM-SLM-24")
@pytest.mark.rule("WM-RUL-66")
@pytest.mark.rule("WM-RUL-67")
@pytest.mark.rule("WM-RUL-71")
def test_a_slam_into_another_model_hurts_more_and_both() -> None:
    placed = {**APART, "1.anvil": (20, 20, 90, {"focus": 1}), "2.spitter": (20, 29, 270)}
    game = activate(battle(placed, dice=[(4, 5), (6,), (3, 5), (1,), (2, 2)]), "1.anvil")
    do(game, act.SlamInto, model="1.anvil", target="2.mortar")
    damaged = happened(game, ev.Damaged)
    assert [(event.model, event.total) for event in damaged] == [
        ("2.mortar", 3 + 5 + 11),
        ("2.spitter", 2 + 2 + 11),
    ]
    assert state_of(game).models["2.spitter"].knocked_down, "struck, and smaller"
    placed["2.spitter"] = (20, 45, 270)
    wall = box("wall", "structure", (20, 29), (8, 1), 3.0)
    game = activate(
        battle(placed, dice=[(4, 5), (6,), (3, 4, 5), (1,)], terrain=(wall,)), "1.anvil"
    )
    do(game, act.SlamInto, model="1.anvil", target="2.mortar")
    assert only(game, ev.Damaged).total == 3 + 4 + 5 + 11, "a die more for the wall"


@pytest.mark.rule("WM-SLM-02")
@pytest.mark.rule("WM-RUL-60")
def test_what_is_knocked_down_is_not_slammed() -> None:
    game = activate(battle({**APART, "2.mortar": (20, 26, 270, {"down": 1})}), "1.anvil")
    assert check(game, act.SlamInto, model="1.anvil", target="2.mortar").rule == "WM-SLM-02"


@pytest.mark.rule("WM-SLM-07")
@pytest.mark.rule("WM-SLM-10")
@pytest.mark.rule("WM-SLM-11")
@pytest.mark.rule("WM-RUL-63")
@pytest.mark.rule("WM-REF-65")
def test_a_short_slam_makes_no_attack_or_a_bash_by_the_edition() -> None:
    near = {"1.anvil": (20, 20, 90, FOCUSED), "2.mortar": (20, 24, 270)}
    game = activate(battle(near), "1.anvil")
    do(game, act.SlamInto, model="1.anvil", target="2.mortar")
    assert not happened(game, ev.AttackDeclared)
    assert check(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar"), "bought"
    game = activate(
        battle(
            {**near, "1.anvil": (20, 20, 90, {"focus": 1})},
            edition="prime_reference",
            dice=[(1, 1)],
        ),
        "1.anvil",
    )
    do(game, act.SlamInto, model="1.anvil", target="2.mortar")
    assert only(game, ev.AttackDeclared).weapon == "bash"


@pytest.mark.rule("WM-SLM-12")
@pytest.mark.rule("WM-SLM-13")
def test_a_slam_that_falls_short_ends_the_activation() -> None:
    game = activate(battle({**APART, "2.mortar": (20, 36, 270)}), "1.anvil")
    do(game, act.SlamInto, model="1.anvil", target="2.mortar")
    assert state_of(game).place("1.anvil")[1] == pytest.approx(27.0) and only(
        game, ev.ActivationEnded
    )


# Locks


@pytest.mark.rule("WM-LCK-01")
@pytest.mark.rule("WM-LCK-02")
@pytest.mark.rule("WM-LCK-03")
@pytest.mark.rule("WM-LCK-04")
@pytest.mark.rule("WM-LCK-05")
@pytest.mark.rule("WM-LCK-06")
@pytest.mark.rule("WM-RUL-74")
def test_a_lock_holds_an_arm_and_the_fist() -> None:
    game = activate(battle(FACE_TO_FACE, dice=[(4, 4), (1, 1)]), "1.anvil")
    do(game, act.SeizePart, model="1.anvil", weapon="fist", target="2.mortar", part="R")
    decline(game)
    assert not happened(game, ev.Damaged) and len(state_of(game).locks) == 1
    assert (
        check(game, act.Attack, model="1.anvil", weapon="fist", target="2.mortar").code
        == "no_weapon"
    )
    assert check(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    assert [w.id for w in state_of(game).usable_weapons("2.mortar")] == ["cannon"]
    do(game, act.Release, model="1.anvil", target="2.mortar")
    assert not state_of(game).locks


@pytest.mark.rule("WM-LCK-07")
@pytest.mark.rule("WM-LCK-08")
@pytest.mark.rule("WM-LCK-09")
@pytest.mark.rule("WM-LCK-10")
@pytest.mark.rule("WM-RUL-75")
@pytest.mark.rule("WM-RUL-78")
@pytest.mark.rule("WM-REF-74")
def test_what_is_held_tries_to_break_free_first_and_rests_then() -> None:
    from dataclasses import replace

    from wc3d.engine.dice import ScriptedDice, SeededDice
    from wc3d.engine.game import Game
    from wc3d.games.warmachine.ruleset import WARMACHINE

    placed = {"1.anvil": (20, 20, 90), "2.mortar": (20, 22, 270, {"focus": 2})}
    game = battle(placed, active=2, turn=3)
    held = replace(state_of(game), locks=(Lock("1.anvil", "fist", "2.mortar", "R", 2),))
    game = Game(WARMACHINE, held, ScriptedDice([(3,), (3,), (2,), (5,)], SeededDice(1)), game.setup)
    activate(game, "2.mortar")
    assert check(game, act.Advance, model="2.mortar", path=((20.0, 24.0),)).rule == "WM-RUL-75"
    do(game, act.BreakLock, model="2.mortar", target="1.anvil")
    assert state_of(game).locks, "equal totals hold"
    assert state_of(game).models["2.mortar"].focus == 2, "the first attempt is free"
    do(game, act.BreakLock, model="2.mortar", target="1.anvil")
    assert not state_of(game).locks and state_of(game).models["2.mortar"].focus == 1
    assert (
        check(game, act.Attack, model="2.mortar", weapon="axe", target="1.anvil").rule
        == "WM-LCK-09"
    )


# Throws


@pytest.mark.rule("WM-THR-01")
@pytest.mark.rule("WM-THR-02")
@pytest.mark.rule("WM-THR-04")
@pytest.mark.rule("WM-THR-05")
@pytest.mark.rule("WM-THR-07")
@pytest.mark.rule("WM-THR-10")
@pytest.mark.rule("WM-THR-11")
@pytest.mark.rule("WM-THR-13")
@pytest.mark.rule("WM-RUL-73")
@pytest.mark.rule("WM-REF-72")
def test_a_throw_goes_half_the_strength_and_deviates() -> None:
    placed = {"1.anvil": (20, 20, 90, FOCUSED), "2.spitter": (20, 22, 270)}
    game = activate(battle(placed, dice=[(6, 5), (2,), (3,), (1, 4), (1, 1)]), "1.anvil")
    do(game, act.ThrowModel, model="1.anvil", weapon="fist", target="2.spitter", direction=90.0)
    decline(game)
    assert only(game, ev.Hit).total == 6 + 5 + 6 - 2
    assert only(game, ev.Contested).attack == 2 + 11
    x, y, _ = state_of(game).place("2.spitter")
    assert math.isclose(x, 20.0, abs_tol=1e-9) and y == pytest.approx(22 + 5.5 + 2), (
        "straight on by a d3 of 4"
    )
    assert (
        only(game, ev.Damaged).total == 1 + 1 + 11
        and state_of(game).models["2.spitter"].knocked_down
    )


@pytest.mark.rule("WM-THR-03")
def test_a_stronger_one_slips_free() -> None:
    placed = {"1.anvil": (20, 20, 90, FOCUSED), "2.spitter": (20, 22, 270)}
    game = activate(battle(placed, dice=[(6, 5), (1,), (6,)]), "1.anvil")
    do(game, act.ThrowModel, model="1.anvil", weapon="fist", target="2.spitter", direction=90.0)
    decline(game)
    assert not happened(game, ev.Damaged) and not state_of(game).models["2.spitter"].knocked_down


@pytest.mark.rule("WM-THR-01")
@pytest.mark.rule("WM-THR-06")
@pytest.mark.rule("WM-RUL-115")
def test_nothing_larger_is_thrown_and_nothing_backward() -> None:
    placed = {"1.ironclad": (20, 20, 90, FOCUSED), "2.juggernaut": (20, 22, 270)}
    game = activate(battle(placed, boxes=("cygnar", "khador")), "1.ironclad")
    ask = {"model": "1.ironclad", "weapon": "fist", "target": "2.juggernaut"}
    assert check(game, act.ThrowModel, **ask, direction=180.0)
    assert check(game, act.ThrowModel, **ask, direction=190.0).rule == "WM-THR-06"


# Pushes


@pytest.mark.rule("WM-REF-62")
@pytest.mark.rule("WM-REF-63")
def test_a_push_is_resisted_by_strength_and_is_of_one_edition() -> None:
    assert (
        check(
            activate(battle(FACE_TO_FACE), "1.anvil"), act.Push, model="1.anvil", target="2.mortar"
        ).rule
        == "WM-REF-62"
    )
    game = activate(battle(FACE_TO_FACE, edition="prime_reference", dice=[(4,), (4,)]), "1.anvil")
    do(game, act.Push, model="1.anvil", target="2.mortar", follow=True)
    assert state_of(game).place("2.mortar")[1] == pytest.approx(23.0)
    assert state_of(game).place("1.anvil")[1] == pytest.approx(21.0), "the attacker followed"
    game = activate(battle(FACE_TO_FACE, edition="prime_reference", dice=[(4,), (5,)]), "1.anvil")
    do(game, act.Push, model="1.anvil", target="2.mortar")
    assert state_of(game).place("2.mortar")[1] == 22.0
    assert find_open_question(game.state).player == 1  # type: ignore[union-attr]


@pytest.mark.rule("WM-REF-62")
def test_how_likely_a_push_is_resisted_is_told_before() -> None:
    """Both have STR 11: of 36 ways the dice may fall 15 are greater for the target."""
    game = activate(battle(FACE_TO_FACE, edition="prime_reference"), "1.anvil")
    shown = preview_action(game.state, act.Push(player=1, model="1.anvil", target="2.mortar"))
    assert shown is not None and shown.facts[0][1].startswith("58%")
