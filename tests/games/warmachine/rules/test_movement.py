"""Advancing, running, charging, standing up, and free strikes."""

from __future__ import annotations

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
from wc3d.errors import InputError
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.moving.walking import FreeStrikeQuestion
from wc3d.games.warmachine.ruleset import WARMACHINE


@pytest.mark.rule("WM-MOV-01")
@pytest.mark.rule("WM-MOV-02")
@pytest.mark.rule("WM-MOV-03")
@pytest.mark.rule("WM-MOV-04")
@pytest.mark.rule("WM-RUL-22")
def test_an_advance_goes_as_far_as_spd_and_ends_with_any_facing() -> None:
    game = activate(battle({"1.hound": (20, 20, 90)}), "1.hound")
    assert not check(game, act.Advance, model="1.hound", path=((20.0, 26.1),))
    do(game, act.Advance, model="1.hound", path=((23.0, 20.0), (23.0, 23.0)))
    assert state_of(game).models["1.hound"].facing == 90.0, "it faces the way it went last"
    assert not check(game, act.Advance, model="1.hound", path=((23.0, 24.0),)), "it moves once"
    game = activate(battle({"1.hound": (20, 20, 90)}), "1.hound")
    do(game, act.Advance, model="1.hound", path=((20.0, 26.0),), facing=12.5)
    assert state_of(game).models["1.hound"].facing == 12.5


@pytest.mark.rule("WM-TRN-12")
@pytest.mark.rule("WM-TRN-13")
@pytest.mark.rule("WM-MOV-09")
def test_movement_comes_before_the_action() -> None:
    game = activate(
        battle({"1.anvil": (20, 20, 90), "2.mortar": (20, 22, 270)}, dice=[(1, 1)]), "1.anvil"
    )
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    assert check(game, act.Advance, model="1.anvil", path=((20.0, 19.0),)).rule == "WM-TRN-13"


@pytest.mark.rule("WM-MOV-06")
@pytest.mark.rule("WM-MOV-07")
@pytest.mark.rule("WM-FOC-12")
@pytest.mark.rule("WM-FOC-15")
@pytest.mark.rule("WM-REF-08")
def test_a_run_is_twice_as_long_costs_a_warjack_a_point_and_ends_the_activation() -> None:
    game = activate(battle({"1.hound": (20, 20, 90)}), "1.hound")
    assert check(game, act.Run, model="1.hound", path=((20.0, 25.0),)).rule == "WM-FOC-12"
    game = activate(battle({"1.hound": (20, 20, 90, {"focus": 1})}), "1.hound")
    do(game, act.Run, model="1.hound", path=((20.0, 32.0),))
    assert (
        state_of(game).models["1.hound"].focus == 0
        and only(game, ev.ActivationEnded).model == "1.hound"
    )
    game = activate(battle({"1.marshal": (20, 20, 90)}), "1.marshal")
    do(game, act.Run, model="1.marshal", path=((20.0, 32.0),))
    assert only(game, ev.ActivationEnded).model == "1.marshal"


@pytest.mark.rule("WM-MOV-08")
def test_a_warcaster_that_runs_casts_nothing_before() -> None:
    game = activate(battle({"1.marshal": (20, 20, 90, {"focus": 6})}), "1.marshal")
    do(game, act.UseFeat, model="1.marshal")
    assert check(game, act.Run, model="1.marshal", path=((20.0, 25.0),)).rule == "WM-MOV-08"
    game = activate(battle({"1.marshal": (20, 20, 90, {"focus": 6})}), "1.marshal")
    do(game, act.CastSpell, model="1.marshal", spell="ward", target="1.marshal")
    assert check(game, act.Run, model="1.marshal", path=((20.0, 25.0),)).rule == "WM-MOV-08"


@pytest.mark.rule("WM-MOV-05")
@pytest.mark.rule("WM-RUL-34")
def test_bases_and_the_edge_are_not_crossed() -> None:
    game = activate(battle({"1.hound": (20, 20, 90), "1.anvil": (20, 23, 90)}), "1.hound")
    assert check(game, act.Advance, model="1.hound", path=((20.0, 26.0),)).rule == "WM-MOV-05"
    game = activate(battle({"1.hound": (2, 20, 90)}), "1.hound")
    assert check(game, act.Advance, model="1.hound", path=((0.0, 20.0),)).rule == "WM-RUL-34"


@pytest.mark.rule("WM-TER-02")
@pytest.mark.rule("WM-TER-03")
@pytest.mark.rule("WM-RUL-23")
def test_rough_ground_counts_double_and_walls_stop() -> None:
    rough = box("mud", "rough", (20, 24), (10, 10))
    game = activate(battle({"1.hound": (20, 22, 90)}, terrain=(rough,)), "1.hound")
    assert check(game, act.Advance, model="1.hound", path=((20.0, 25.0),))
    assert check(game, act.Advance, model="1.hound", path=((20.0, 25.1),)).rule == "WM-MOV-01"
    wall = box("wall", "structure", (20, 24), (10, 2), 3.0)
    game = activate(battle({"1.hound": (20, 20, 90)}, terrain=(wall,)), "1.hound")
    assert check(game, act.Advance, model="1.hound", path=((20.0, 25.0),)).rule == "WM-TER-03"


# Free strikes


@pytest.mark.rule("WM-FRE-01")
@pytest.mark.rule("WM-FRE-02")
@pytest.mark.rule("WM-FRE-03")
@pytest.mark.rule("WM-FRE-04")
@pytest.mark.rule("WM-FRE-05")
@pytest.mark.rule("WM-RUL-18")
@pytest.mark.rule("WM-RUL-20")
def test_who_leaves_a_melee_range_is_open_to_a_free_strike() -> None:
    placed = {"1.hound": (20, 21.8, 90), "2.mortar": (20, 20, 90, {"focus": 2})}
    game = activate(battle(placed, dice=[(2, 4), (1, 1, 2), (3,)]), "1.hound")
    do(game, act.Advance, model="1.hound", path=((20.0, 25.0),))
    asked = find_open_question(game.state)
    assert isinstance(asked, FreeStrikeQuestion) and (asked.player, asked.striker) == (
        2,
        "2.mortar",
    )
    at = state_of(game).place("1.hound")
    assert 21.8 < at[1] < 22.5, "it stands at the last place in range"
    do(game, act.Choose, option="axe")
    assert only(game, ev.Hit).total == 2 + 4 + 6 + 2, "nobody was asked for a boost"
    assert only(game, ev.Damaged).total == 1 + 1 + 2 + 16
    assert state_of(game).place("1.hound")[1] == 25.0


@pytest.mark.rule("WM-FRE-06")
def test_moving_within_a_melee_range_provokes_nothing() -> None:
    game = activate(battle({"1.hound": (20, 21.8, 90), "2.mortar": (20, 20, 90)}), "1.hound")
    do(game, act.Advance, model="1.hound", path=((20.2, 21.9),))
    assert find_open_question(game.state).player == 1 and not happened(game, ev.AttackDeclared)  # type: ignore[union-attr]


@pytest.mark.rule("WM-RUL-16")
def test_a_model_that_is_down_makes_no_free_strike() -> None:
    game = activate(
        battle({"1.hound": (20, 21.8, 90), "2.mortar": (20, 20, 90, {"down": 1})}), "1.hound"
    )
    do(game, act.Advance, model="1.hound", path=((20.0, 25.0),))
    assert find_open_question(game.state).player == 1  # type: ignore[union-attr]


# Charges


@pytest.mark.rule("WM-CHG-01")
@pytest.mark.rule("WM-CHG-04")
@pytest.mark.rule("WM-CHG-07")
@pytest.mark.rule("WM-CHG-08")
@pytest.mark.rule("WM-CHG-10")
@pytest.mark.rule("WM-CHG-11")
@pytest.mark.rule("WM-CHG-12")
@pytest.mark.rule("WM-FOC-13")
@pytest.mark.rule("WM-RUL-29")
def test_a_charge_of_three_inches_gives_a_charge_attack() -> None:
    placed = {"1.hound": (20, 20, 0, {"focus": 3}), "2.mortar": (20, 28, 270)}
    game = activate(battle(placed, dice=[(3, 4), (1, 2, 3), (1,)]), "1.hound")
    do(game, act.Charge, model="1.hound", target="2.mortar")
    assert state_of(game).models["1.hound"].facing == pytest.approx(90.0)
    assert state_of(game).models["1.hound"].focus == 2
    assert check(game, act.HeadButt, model="1.hound", target="2.mortar").rule == "WM-CHG-12"
    do(game, act.Attack, model="1.hound", weapon="spear", target="2.mortar")
    do(game, act.Pass)  # the attack roll may be boosted, the damage roll not
    assert only(game, ev.Damaged).total == 1 + 2 + 3 + 12
    assert check(game, act.Attack, model="1.hound", weapon="spear", target="2.mortar"), "bought"


@pytest.mark.rule("WM-CHG-09")
@pytest.mark.rule("WM-RUL-26")
def test_a_short_charge_makes_ordinary_attacks() -> None:
    placed = {"1.hound": (20, 20, 90, {"focus": 1}), "2.mortar": (20, 25.2, 270)}
    game = activate(battle(placed, dice=[(3, 4), (1, 2), (1,)]), "1.hound")
    do(game, act.Charge, model="1.hound", target="2.mortar", stop=2.0)
    do(game, act.Attack, model="1.hound", weapon="spear", target="2.mortar")
    assert only(game, ev.Damaged).total == 1 + 2 + 12


@pytest.mark.rule("WM-CHG-16")
@pytest.mark.rule("WM-RUL-27")
def test_a_charge_that_fails_goes_all_the_way_and_ends_the_activation() -> None:
    game = activate(
        battle({"1.hound": (20, 10, 90, {"focus": 1}), "2.mortar": (20, 30, 270)}), "1.hound"
    )
    do(game, act.Charge, model="1.hound", target="2.mortar")
    assert state_of(game).place("1.hound")[1] == pytest.approx(19.0)
    assert (
        only(game, ev.ActivationEnded).model == "1.hound"
        and state_of(game).models["1.hound"].focus == 0
    )


@pytest.mark.rule("WM-CHG-05")
@pytest.mark.rule("WM-CHG-14")
def test_a_charger_that_meets_rough_ground_stops() -> None:
    mud = box("mud", "rough", (20, 24), (10, 1))
    game = activate(
        battle({"1.hound": (20, 20, 90, {"focus": 1}), "2.mortar": (20, 28, 270)}, terrain=(mud,)),
        "1.hound",
    )
    do(game, act.Charge, model="1.hound", target="2.mortar")
    assert state_of(game).place("1.hound")[1] == pytest.approx(23.5 - 0.787402, abs=1e-4)
    assert only(game, ev.ActivationEnded).model == "1.hound"


@pytest.mark.rule("WM-CHG-15")
def test_a_charger_that_meets_another_model_stops() -> None:
    placed = {
        "1.hound": (20, 20, 90, {"focus": 1}),
        "2.spitter": (20, 29, 270),
        "2.mortar": (21, 25, 270),
    }
    game = activate(battle(placed), "1.hound")
    do(game, act.Charge, model="1.hound", target="2.spitter", direction=90.0)
    decline(game)
    assert state_of(game).place("1.hound")[1] < 24.0
    assert only(game, ev.ActivationEnded).model == "1.hound"


@pytest.mark.rule("WM-CHG-02")
def test_only_an_enemy_in_sight_is_charged_and_no_distance_is_told() -> None:
    placed = {
        "1.hound": (20, 20, 90, {"focus": 1}),
        "1.anvil": (20, 24, 90),
        "2.mortar": (20, 44, 270),
    }
    placed["2.spitter"] = (20, 10, 90)
    game = activate(battle(placed), "1.hound")
    assert check(game, act.Charge, model="1.hound", target="1.anvil").rule == "WM-CHG-02"
    assert check(game, act.Charge, model="1.hound", target="2.spitter").code == "no_sight"
    assert check(game, act.Charge, model="1.hound", target="2.marshal"), (
        "far beyond its reach, but in sight"
    )


@pytest.mark.rule("WM-CHG-13")
def test_after_a_charge_there_are_no_shots() -> None:
    game = activate(
        battle({"1.marshal": (20, 20, 90), "2.mortar": (20, 27, 270), "2.spitter": (26, 30, 270)}),
        "1.marshal",
    )
    do(game, act.Charge, model="1.marshal", target="2.mortar")
    found = check(game, act.Attack, model="1.marshal", weapon="pistol", target="2.spitter")
    assert not found


# Standing up


@pytest.mark.rule("WM-KND-04")
@pytest.mark.rule("WM-KND-05")
def test_who_was_knocked_down_this_turn_stays_down() -> None:
    game = activate(battle({"1.hound": (20, 20, 90, {"down": 2})}), "1.hound")
    assert check(game, act.StandUp, model="1.hound", gives="movement").rule == "WM-KND-05"
    game = activate(battle({"1.hound": (20, 20, 90, {"down": 1})}), "1.hound")
    assert check(game, act.Advance, model="1.hound", path=((20.0, 21.0),)).rule == "WM-STA-01"
    assert check(game, act.StandUp, model="1.hound", gives="movement")


@pytest.mark.rule("WM-RUL-59")
@pytest.mark.rule("WM-KND-06")
@pytest.mark.rule("WM-KND-07")
@pytest.mark.rule("WM-KND-08")
@pytest.mark.rule("WM-KND-09")
def test_standing_up_costs_movement_or_action() -> None:
    placed = {"1.anvil": (20, 20, 90, {"down": 1, "focus": 3}), "2.mortar": (20, 22, 270)}
    game = activate(battle(placed), "1.anvil")
    do(game, act.StandUp, model="1.anvil", gives="movement", facing=80.0)
    assert state_of(game).models["1.anvil"].facing == 80.0
    assert not check(game, act.Advance, model="1.anvil", path=((20.0, 19.5),))
    assert check(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    assert state_of(game).models["1.anvil"].stirred == state_of(game).turn, "no aiming"
    game = activate(battle(placed), "1.anvil")
    do(game, act.StandUp, model="1.anvil", gives="action")
    assert not check(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    assert check(game, act.Run, model="1.anvil", path=((20.0, 19.5),)).rule == "WM-KND-09"
    assert not check(game, act.Charge, model="1.anvil", target="2.mortar")
    assert not check(game, act.SlamInto, model="1.anvil", target="2.mortar")
    assert check(game, act.Advance, model="1.anvil", path=((20.0, 19.5),))


@pytest.mark.rule("WM-RUL-58")
@pytest.mark.rule("WM-STA-01")
def test_a_stationary_model_does_nothing() -> None:
    from wc3d.games.warmachine.rules.state import Effect

    frozen = Effect("grip", 2, "2.marshal", "round", (("stationary", 1),))
    placed = {
        "1.marshal": (20, 20, 90, {"focus": 6, "effects": (frozen,), "damage": 2}),
        "2.mortar": (20, 27, 270),
    }
    game = activate(battle(placed), "1.marshal")
    for kind, parts in (
        (act.Advance, {"path": ((20.0, 21.0),)}),
        (act.Attack, {"weapon": "pistol", "target": "2.mortar"}),
        (act.CastSpell, {"spell": "bolt", "target": "2.mortar"}),
        (act.UseFeat, {}),
    ):
        assert check(game, kind, model="1.marshal", **parts).rule == "WM-STA-01"
    assert check(game, act.Regenerate, model="1.marshal", points=2), (
        "but it regenerates (WM-REF-55)"
    )


@pytest.mark.rule("WM-CHG-03")
@pytest.mark.rule("WM-SLM-03")
@pytest.mark.rule("WM-RUL-24")
def test_a_model_that_is_slowed_neither_charges_nor_slams() -> None:
    from wc3d.games.warmachine.rules.state import Effect

    slow = Effect("grasp", 2, "2.marshal", "upkeep", (("SPD", -2),))
    placed = {"1.hound": (20, 20, 90, {"focus": 3, "effects": (slow,)}), "2.mortar": (20, 26, 270)}
    game = activate(battle(placed), "1.hound")
    assert check(game, act.Charge, model="1.hound", target="2.mortar").rule == "WM-CHG-03"
    assert check(game, act.SlamInto, model="1.hound", target="2.mortar").rule == "WM-CHG-03"
    assert check(game, act.Advance, model="1.hound", path=((20.0, 24.0),))
    assert not check(game, act.Advance, model="1.hound", path=((20.0, 24.1),))


@pytest.mark.rule("WM-JAK-05")
def test_a_bash_may_be_a_free_strike() -> None:
    placed = {"1.hound": (20, 21.8, 90), "2.mortar": (20, 20, 90)}
    arm = state_of(battle(placed)).setup.grids["2.mortar"].system_boxes("R")
    placed["2.mortar"] = (20, 20, 90, {"marked": arm})  # type: ignore[assignment]
    game = activate(battle(placed, dice=[(4, 5), (1, 1, 1)]), "1.hound")
    do(game, act.Advance, model="1.hound", path=((20.0, 25.0),))
    do(game, act.Choose, option="bash")
    assert only(game, ev.Hit).total == 4 + 5 + 6 - 2 + 2 and only(game, ev.Damaged).total == 3 + 11


@pytest.mark.parametrize("order", ["advance", "run"])
@pytest.mark.program("a typed move needs a destination or a facing")
def test_a_typed_move_without_a_destination_says_its_form(order: str) -> None:
    game = activate(battle({"1.hound": (20, 20, 90)}), "1.hound")
    with pytest.raises(
        InputError, match=rf"incomplete command; type: {order} X,Y \[X,Y \.\.\.\] \[FACING\]"
    ):
        WARMACHINE.text.parse_action(game, order)
    assert WARMACHINE.text.parse_action(game, f"{order} 20,22") is not None
    with pytest.raises(
        InputError, match=r"unknown weapon 'axle'.*; type: attack WEAPON TARGET \[DIRECTION\]"
    ):
        WARMACHINE.text.parse_action(game, "attack axle anvil")
