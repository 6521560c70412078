"""Attacks: initial and bought, rolls and boosts, criticals, ranges, damage on rows and grids."""

from __future__ import annotations

import pytest

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
from wc3d.engine.game import Game
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.agenda_frames import Attacking, BoostQuestion
from wc3d.games.warmachine.rules.attack_plans import weapon_plan
from wc3d.games.warmachine.rules.fighting.targeting import attack_receipt, defense_receipt

FACE_TO_FACE = {"1.anvil": (20, 20, 90), "2.mortar": (20, 22, 270)}


@pytest.mark.rule("WM-ATK-01")
@pytest.mark.rule("WM-ATK-05")
@pytest.mark.rule("WM-ATK-07")
@pytest.mark.rule("WM-DMG-01")
@pytest.mark.rule("WM-DMG-03")
@pytest.mark.rule("WM-DMG-04")
@pytest.mark.rule("WM-MOD-05")
@pytest.mark.rule("WM-MOD-10")
@pytest.mark.rule("WM-DJA-01")
def test_a_melee_attack_is_rolled_against_def_and_its_damage_against_arm() -> None:
    game = activate(battle(FACE_TO_FACE, dice=[(1, 3), (4, 5), (1,)]), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    hit = only(game, ev.Hit)
    assert (hit.total, hit.against, hit.critical) == (1 + 3 + 6, 10, False)
    damaged = only(game, ev.Damaged)
    assert (damaged.total, damaged.arm, damaged.points) == (4 + 5 + 17, 18, 8)
    assert damaged.column == 1 and len(damaged.boxes) == 8 == len(
        state_of(game).models["2.mortar"].marked
    )
    assert check(game, act.Attack, model="1.anvil", weapon="fist", target="2.mortar"), (
        "one attack for each weapon"
    )
    assert (
        check(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar").code
        == "no_focus"
    )


@pytest.mark.rule("WM-ATK-02")
@pytest.mark.rule("WM-FOC-07")
@pytest.mark.rule("WM-RUL-36")
def test_more_attacks_are_bought_and_end_the_initial_ones() -> None:
    game = activate(
        battle({**FACE_TO_FACE, "1.anvil": (20, 20, 90, {"focus": 2})}, dice=[(1, 1), (1, 1)]),
        "1.anvil",
    )
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    decline(game)
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    decline(game)
    assert state_of(game).models["1.anvil"].focus == 1
    do(game, act.Attack, model="1.anvil", weapon="fist", target="2.mortar")
    decline(game)
    assert state_of(game).models["1.anvil"].focus == 0, "the fist's initial attack was given up"


@pytest.mark.rule("WM-ATK-08")
@pytest.mark.rule("WM-ATK-09")
def test_all_ones_miss_and_all_sixes_hit() -> None:
    for dice, hits in (((1, 1), False), ((6, 6), True)):
        game = activate(
            battle({"1.anvil": (20, 20, 90), "2.marshal": (20, 21.9, 270, {})}, dice=[dice]),
            "1.anvil",
        )
        do(game, act.Attack, model="1.anvil", weapon="maul", target="2.marshal")
        assert bool(happened(game, ev.Hit)) is hits


@pytest.mark.rule("WM-ATK-06")
@pytest.mark.rule("WM-ATK-11")
@pytest.mark.rule("WM-FOC-09")
@pytest.mark.rule("WM-FOC-10")
@pytest.mark.rule("WM-DMG-02")
@pytest.mark.rule("WM-RUL-38")
def test_boosts_add_a_die_before_it_is_rolled_and_two_of_a_number_are_critical() -> None:
    placed = {**FACE_TO_FACE, "1.anvil": (20, 20, 90, {"focus": 2})}
    game = activate(battle(placed, dice=[(2, 5, 5), (1, 1, 1)]), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    asked = find_open_question(game.state)
    assert (
        isinstance(asked, BoostQuestion)
        and asked.roll == "attack"
        and not happened(game, ev.Rolled)
    )
    do(game, act.Choose, option="boost")
    asked = find_open_question(game.state)
    assert isinstance(asked, BoostQuestion) and asked.roll == "damage", (
        "the attack roll is boosted once only"
    )
    do(game, act.Choose, option="boost")
    hit = only(game, ev.Hit)
    assert hit.critical and hit.total == 2 + 5 + 5 + 6
    assert only(game, ev.Damaged).total == 3 + 17
    assert state_of(game).models["1.anvil"].focus == 0
    assert state_of(game).models["2.mortar"].knocked_down, "the maul's critical effect"


@pytest.mark.rule("WM-RNG-01")
def test_a_model_in_melee_cannot_shoot() -> None:
    game = activate(battle({"1.marshal": (20, 20, 90), "2.spitter": (20, 21.8, 270)}), "1.marshal")
    assert (
        check(game, act.Attack, model="1.marshal", weapon="pistol", target="2.spitter").rule
        == "WM-RNG-01"
    )


@pytest.mark.rule("WM-RNG-02")
@pytest.mark.rule("WM-RNG-03")
@pytest.mark.rule("WM-RNG-04")
@pytest.mark.rule("WM-MOD-11")
@pytest.mark.rule("WM-RUL-40")
def test_a_target_out_of_range_is_missed_after_the_declaration() -> None:
    game = activate(battle({"1.marshal": (20, 20, 90), "2.spitter": (20, 40, 270)}), "1.marshal")
    do(game, act.Attack, model="1.marshal", weapon="pistol", target="2.spitter")
    kinds = [
        type(event)
        for event in game.log
        if isinstance(event, ev.AttackDeclared | ev.OutOfRange | ev.Rolled)
    ]
    assert kinds == [ev.AttackDeclared, ev.OutOfRange]
    again = check(game, act.Attack, model="1.marshal", weapon="pistol", target="2.spitter")
    assert (again.rule, again.text) == ("WM-MOD-12", "Pistol can be used only once per turn")


@pytest.mark.rule("WM-RNG-05")
@pytest.mark.rule("WM-RUL-43")
@pytest.mark.rule("WM-REF-41")
@pytest.mark.rule("WM-REF-42")
def test_a_model_that_kept_its_place_and_facing_aims() -> None:
    game = activate(battle({"1.marshal": (20, 20, 90), "2.spitter": (20, 27, 270)}), "1.marshal")

    def bonus() -> float:
        state = state_of(game)
        pistol = state.setup.weapon("1.marshal", "pistol")
        assert pistol is not None
        return attack_receipt(
            state, Attacking("", "1.marshal", "2.spitter", weapon_plan(state, "1.marshal", pistol))
        ).value

    assert bonus() == 6 + 2
    do(game, act.Advance, model="1.marshal", facing=91.0)
    assert bonus() == 6


@pytest.mark.rule("WM-MEL-01")
@pytest.mark.rule("WM-MEL-02")
@pytest.mark.rule("WM-MEL-03")
def test_every_weapon_reaches_as_far_as_it_does() -> None:
    game = activate(battle({"1.hound": (20, 20, 90), "2.spitter": (20, 23.2, 270)}), "1.hound")
    assert check(game, act.Attack, model="1.hound", weapon="spear", target="2.spitter")
    assert (
        check(game, act.Attack, model="1.hound", weapon="shield", target="2.spitter").rule
        == "WM-MEL-01"
    )


@pytest.mark.rule("WM-STA-02")
@pytest.mark.rule("WM-RUL-39")
@pytest.mark.rule("WM-KND-01")
def test_a_stationary_model_is_hit_in_melee_without_a_roll() -> None:
    placed = {**FACE_TO_FACE, "2.mortar": (20, 22, 270, {"down": 1})}
    game = activate(battle(placed, dice=[(3, 4), (2,)]), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    assert only(game, ev.Hit).automatic
    assert [event.kind for event in happened(game, ev.Rolled)] == ["damage", "column"]


@pytest.mark.rule("WM-STA-03")
@pytest.mark.rule("WM-RUL-41")
@pytest.mark.rule("WM-RUL-42")
@pytest.mark.rule("WM-REF-53")
def test_against_shots_a_stationary_model_has_def_5() -> None:
    placed = {"1.marshal": (20, 20, 90), "2.spitter": (20, 27, 270, {"down": 1})}
    state = state_of(battle(placed))
    pistol = state.setup.weapon("1.marshal", "pistol")
    bolt = state.setup.spell("1.marshal", "bolt")
    assert pistol is not None and bolt is not None
    from wc3d.games.warmachine.rules.attack_plans import spell_plan

    for plan in (
        weapon_plan(state, "1.marshal", pistol),
        spell_plan(state, "1.marshal", bolt, "1.marshal"),
    ):
        assert defense_receipt(state, Attacking("", "1.marshal", "2.spitter", plan)).value == 5


@pytest.mark.rule("WM-DCA-01")
@pytest.mark.rule("WM-DCA-02")
@pytest.mark.rule("WM-VIC-01")
def test_a_warcaster_without_boxes_is_removed_and_its_player_loses() -> None:
    placed = {"1.anvil": (20, 20, 90), "2.marshal": (20, 21.9, 270, {"damage": 12})}
    game = activate(battle(placed, dice=[(6, 6), (1, 1)]), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.marshal")
    assert only(game, ev.Damaged).points == 3, "no more than boxes are left"
    assert game.over and state_of(game).winner == 1 and not state_of(game).is_on_table("2.marshal")


@pytest.mark.rule("WM-DJA-06")
@pytest.mark.rule("WM-DJA-08")
@pytest.mark.rule("WM-RUL-81")
def test_a_disabled_cortex_takes_the_focus_with_it() -> None:
    marked = tuple((c, r) for c, r in ((4, 6), (5, 6), (3, 6)))
    placed = {
        "1.anvil": (20, 20, 90),
        "2.mortar": (20, 22, 270, {"focus": 2, "marked": marked[:2]}),
    }
    grid = state_of(battle(placed)).setup.grids["2.mortar"]
    cortex = grid.system_boxes("C")
    above = [box for box in grid.boxes if box[0] == cortex[0][0] and box not in cortex]
    placed["2.mortar"] = (20, 22, 270, {"focus": 2, "marked": (*cortex[1:], *above)})
    game = activate(battle(placed, dice=[(6, 5), (1, 1), (cortex[0][0],)]), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    assert [event.system for event in happened(game, ev.SystemDisabled)] == ["C"]
    assert state_of(game).models["2.mortar"].focus == 0


@pytest.mark.rule("WM-DJA-14")
@pytest.mark.rule("WM-DJA-15")
@pytest.mark.rule("WM-RUL-94")
def test_the_third_disabled_system_removes_a_warjack() -> None:
    grid = state_of(battle(FACE_TO_FACE)).setup.grids["2.mortar"]
    lost = (*grid.system_boxes("M"), *grid.system_boxes("C"), *grid.system_boxes("L")[:-1])
    placed = {**FACE_TO_FACE, "2.mortar": (20, 22, 270, {"marked": lost})}
    last = grid.system_boxes("L")[-1]
    rest = tuple(box for box in grid.boxes if box[0] == last[0] and box != last and box not in lost)
    placed["2.mortar"] = (20, 22, 270, {"marked": (*lost, *rest)})
    game = activate(battle(placed, dice=[(6, 5), (6, 6), (last[0],)]), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    assert happened(game, ev.SystemDisabled)[0].system == "L"
    assert only(game, ev.Damaged).points == 1, "the rest of the damage is dropped"
    assert not state_of(game).is_on_table("2.mortar")


@pytest.mark.rule("WM-DJA-12")
@pytest.mark.rule("WM-RUL-92")
def test_a_disabled_arm_attacks_no_more() -> None:
    grid = state_of(battle(FACE_TO_FACE)).setup.grids["1.anvil"]
    placed = {**FACE_TO_FACE, "1.anvil": (20, 20, 90, {"marked": grid.system_boxes("R")})}
    game = activate(battle(placed), "1.anvil")
    assert (
        check(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar").rule
        == "WM-DJA-12"
    )
    assert check(game, act.Attack, model="1.anvil", weapon="fist", target="2.mortar")


@pytest.mark.rule("WM-JAK-01")
@pytest.mark.rule("WM-JAK-02")
@pytest.mark.rule("WM-JAK-03")
@pytest.mark.rule("WM-JAK-04")
@pytest.mark.rule("WM-RUL-79")
def test_a_warjack_without_weapons_bashes_and_that_is_all() -> None:
    grid = state_of(battle(FACE_TO_FACE)).setup.grids["1.anvil"]
    arms = (*grid.system_boxes("L"), *grid.system_boxes("R"))
    game = activate(battle(FACE_TO_FACE), "1.anvil")
    assert (
        check(game, act.Attack, model="1.anvil", weapon="bash", target="2.mortar").rule
        == "WM-JAK-02"
    )
    placed = {**FACE_TO_FACE, "1.anvil": (20, 20, 90, {"marked": arms, "focus": 3})}
    game = activate(battle(placed, dice=[(3, 4), (3, 4)]), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="bash", target="2.mortar")
    decline(game)
    assert only(game, ev.Hit).total == 3 + 4 + 6 - 2
    assert only(game, ev.Damaged).total == 3 + 4 + 11
    assert not check(game, act.Attack, model="1.anvil", weapon="bash", target="2.mortar")


@pytest.mark.rule("WM-JAK-07")
@pytest.mark.rule("WM-DJA-13")
def test_a_shield_counts_while_its_arm_works() -> None:
    placed = {"1.hound": (20, 20, 90)}
    assert battle(placed).explain("1.hound", "ARM").value == 18
    lost = state_of(battle(placed)).setup.grids["1.hound"].system_boxes("L")
    assert battle({"1.hound": (20, 20, 90, {"marked": lost})}).explain("1.hound", "ARM").value == 16


@pytest.mark.rule("WM-DJA-10")
@pytest.mark.rule("WM-DJA-11")
@pytest.mark.rule("WM-RUL-91")
def test_disabled_movement_slows_and_forbids_charges_and_slams() -> None:
    lost = state_of(battle(FACE_TO_FACE)).setup.grids["1.anvil"].system_boxes("M")
    game = activate(
        battle({"1.anvil": (20, 20, 90, {"marked": lost, "focus": 3}), "2.mortar": (20, 26, 270)}),
        "1.anvil",
    )
    assert (game.explain("1.anvil", "SPD").value, game.explain("1.anvil", "DEF").value) == (1, 7)
    assert check(game, act.Charge, model="1.anvil", target="2.mortar").rule == "WM-DJA-11"
    assert check(game, act.SlamInto, model="1.anvil", target="2.mortar").rule == "WM-DJA-11"
    assert check(game, act.Run, model="1.anvil", path=((20.0, 21.9),))


@pytest.mark.rule("WM-RUL-35")
@pytest.mark.rule("WM-ATK-03")
@pytest.mark.rule("WM-MOD-12")
@pytest.mark.rule("WM-REF-39")
def test_each_attack_may_have_another_target_but_melee_and_shots_are_not_mixed() -> None:
    placed = {"1.anvil": (20, 20, 90), "2.mortar": (19, 21.9, 270), "2.spitter": (21.2, 21.8, 270)}
    game = activate(battle(placed, dice=[(1, 1), (1, 1)]), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.mortar")
    do(game, act.Attack, model="1.anvil", weapon="fist", target="2.spitter")
    assert [event.target for event in happened(game, ev.AttackDeclared)] == [
        "2.mortar",
        "2.spitter",
    ]
    game = activate(
        battle({"1.marshal": (20, 20, 90, {"focus": 3}), "2.mortar": (20, 27, 270)}, dice=[(1, 1)]),
        "1.marshal",
    )
    do(game, act.Attack, model="1.marshal", weapon="pistol", target="2.mortar")
    decline(game)
    assert (
        check(game, act.Attack, model="1.marshal", weapon="sword", target="2.mortar").rule
        == "WM-REF-39"
    )
    assert (
        check(game, act.Attack, model="1.marshal", weapon="pistol", target="2.mortar").rule
        == "WM-MOD-12"
    )


# A weapon that follows up


CRYX = ("cryx", "mortar_and_spitter")


def bite(game: Game) -> ev.Hit:
    """The Deathripper bites the Mortar, without boosts; return the hit."""
    do(game, act.Attack, model="1.deathripper1", weapon="mandible", target="2.mortar")
    decline(game)
    return happened(game, ev.Hit)[-1]


@pytest.mark.rule("WM-MOD-14")
def test_the_mandible_hits_again_without_a_roll_only_in_the_same_activation() -> None:
    placed = {
        "1.deathripper1": (20, 20, 90, {"focus": 3, "struck": "2.mortar"}),
        "2.mortar": (20, 21.8, 90),
    }
    game = activate(battle(placed, boxes=CRYX, dice=[(6, 5), (1, 1)]), "1.deathripper1")
    assert not bite(game).automatic, "the hit of an earlier turn does not count"
    assert bite(game).automatic


@pytest.mark.rule("WM-MOD-14")
def test_a_free_strike_of_the_mandible_is_rolled_for() -> None:
    placed = {
        "1.deathripper1": (20, 20, 90, {"struck": "2.mortar", "activated": 1}),
        "2.mortar": (20, 21.8, 90),
    }
    game = activate(battle(placed, boxes=CRYX, active=2, dice=[(6, 5), (1, 1, 1)]), "2.mortar")
    do(game, act.Advance, model="2.mortar", path=((20.0, 25.0),))
    do(game, act.Choose, option="mandible")
    assert not only(game, ev.Hit).automatic
