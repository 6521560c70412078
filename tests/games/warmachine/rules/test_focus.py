"""Focus: gained, divided, spent and lost; the phases of a turn; upkeep spells, channeling, feats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

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
from wc3d.engine.dice import ScriptedDice, SeededDice
from wc3d.engine.game import Game
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.state import Effect
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.rules.turn.turn import ActivationQuestion, GameFrame, TurnFrame
from wc3d.games.warmachine.ruleset import WARMACHINE

SIDE_BY_SIDE = {
    "1.marshal": (20, 20, 90),
    "1.anvil": (23, 20, 90),
    "1.hound": (26, 20, 90),
    "2.mortar": (20, 40, 270),
}


def turn_of(
    placed: dict[str, Any],
    *,
    edition: str = "",
    dice: Sequence[Sequence[int]] = (),
    player: int = 1,
) -> Game:
    """A game at the beginning of a player's turn."""
    game = battle(placed, edition=edition)
    state = replace(state_of(game), agenda=(GameFrame(step="second"), TurnFrame(player=player)))
    return Game(WARMACHINE, state, ScriptedDice(dice, SeededDice(1)), game.setup)


@pytest.mark.rule("WM-TRN-05")
@pytest.mark.rule("WM-TRN-06")
@pytest.mark.rule("WM-TRN-09")
@pytest.mark.rule("WM-FOC-01")
@pytest.mark.rule("WM-REF-01")
def test_focus_goes_in_maintenance_and_comes_in_control() -> None:
    placed = {
        **SIDE_BY_SIDE,
        "1.marshal": (20, 20, 90, {"focus": 4}),
        "1.anvil": (23, 20, 90, {"focus": 2}),
    }
    game = turn_of(placed)
    assert [event.phase for event in happened(game, ev.PhaseBegan)] == ["maintenance", "control"]
    assert only(game, ev.FocusLost).models == ("1.marshal", "1.anvil")
    assert (
        state_of(game).models["1.marshal"].focus == 6
        and state_of(game).models["1.anvil"].focus == 0
    )


@pytest.mark.rule("WM-TRN-10")
@pytest.mark.rule("WM-FOC-02")
@pytest.mark.rule("WM-FOC-05")
def test_focus_is_divided_with_at_most_three_for_a_warjack() -> None:
    game = turn_of(SIDE_BY_SIDE)
    do(game, act.Assign, model="1.anvil", points=2)
    assert check(game, act.Assign, model="1.anvil", points=2).rule == "WM-FOC-05"
    do(game, act.Assign, model="1.anvil", points=1)
    do(game, act.Assign, model="1.hound", points=3)
    assert check(game, act.Assign, model="1.hound", points=1).code == "no_focus"
    assert {id: state_of(game).models[id].focus for id in ("1.marshal", "1.anvil", "1.hound")} == {
        "1.marshal": 0,
        "1.anvil": 3,
        "1.hound": 3,
    }


@pytest.mark.rule("WM-FOC-03")
@pytest.mark.rule("WM-FOC-04")
@pytest.mark.rule("WM-RUL-80")
def test_focus_reaches_as_far_as_the_control_area_whatever_the_facing() -> None:
    radii = 0.590551 + 0.984252
    for gap, reached in ((11.99, True), (12.01, False)):
        game = turn_of(
            {**SIDE_BY_SIDE, "1.marshal": (20, 30, 90), "1.anvil": (20, 30 - radii - gap, 90)}
        )
        assert bool(check(game, act.Assign, model="1.anvil")) is reached


@pytest.mark.rule("WM-DJA-08")
def test_a_warjack_without_cortex_receives_no_focus() -> None:
    lost = state_of(battle(SIDE_BY_SIDE)).setup.grids["1.anvil"].system_boxes("C")
    game = turn_of({**SIDE_BY_SIDE, "1.anvil": (23, 20, 90, {"marked": lost})})
    assert check(game, act.Assign, model="1.anvil").rule == "WM-DJA-08"


@pytest.mark.rule("WM-FOC-06")
@pytest.mark.rule("WM-MK3-15")
def test_focus_is_spent_in_the_own_activation_alone() -> None:
    placed = {"1.hound": (20, 21.8, 90, {"focus": 3}), "2.mortar": (20, 20, 90, {"focus": 3})}
    game = activate(battle(placed, dice=[(6, 5), (6, 6, 6), (1,)]), "1.hound")
    do(game, act.Advance, model="1.hound", path=((20.0, 25.0),))
    do(game, act.Choose, option="axe")
    assert state_of(game).models["2.mortar"].focus == 3


@pytest.mark.rule("WM-FOC-16")
@pytest.mark.rule("WM-FOC-17")
@pytest.mark.rule("WM-FOC-18")
@pytest.mark.rule("WM-RUL-82")
def test_unspent_focus_raises_a_warcasters_arm_and_no_warjacks() -> None:
    placed = {"1.anvil": (20, 20, 90, {"focus": 3}), "2.marshal": (20, 21.9, 270, {"focus": 4})}
    game = activate(battle(placed, dice=[(6, 5), (3, 4)]), "1.anvil")
    assert game.explain("1.anvil", "ARM").value == 19
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.marshal")
    decline(game)
    assert only(game, ev.Damaged).arm == 15 + 4


@pytest.mark.rule("WM-FOC-19")
@pytest.mark.rule("WM-MK3-28")
def test_a_point_clears_a_box() -> None:
    game = activate(battle({"1.marshal": (20, 20, 90, {"focus": 3, "damage": 5})}), "1.marshal")
    assert not check(game, act.Regenerate, model="1.marshal", points=4)
    do(game, act.Regenerate, model="1.marshal", points=3)
    assert (
        state_of(game).models["1.marshal"].damage,
        state_of(game).models["1.marshal"].focus,
    ) == (2, 0)


# The turn


@pytest.mark.rule("WM-TRN-11")
@pytest.mark.rule("WM-RUL-05")
def test_every_model_activates_once_before_the_turn_ends() -> None:
    game = battle({"1.anvil": (20, 20, 90)})
    assert isinstance(find_open_question(game.state), ActivationQuestion)
    assert not check(game, act.Pass), "nobody is left out"
    activate(game, "1.anvil")
    do(game, act.Pass)
    assert check(game, act.Activate, model="1.anvil").rule == "WM-TRN-11"
    activate(game, "1.marshal")
    do(game, act.Pass)
    assert state_of(game).active == 2


@pytest.mark.rule("WM-TRN-01")
@pytest.mark.rule("WM-TRN-02")
@pytest.mark.rule("WM-TRN-03")
def test_both_take_a_turn_in_every_round_the_first_first() -> None:
    game = battle({})
    seen = []
    for _ in range(20):
        asked = find_open_question(game.state)
        if isinstance(asked, ActivationQuestion):
            seen.append((state_of(game).round, asked.player))
            activate(game, f"{asked.player}.marshal")
        do(game, act.Pass)
    assert seen[:5] == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]


@pytest.mark.rule("WM-TRN-04")
@pytest.mark.rule("WM-TRN-07")
@pytest.mark.rule("WM-FEA-01")
@pytest.mark.rule("WM-FEA-02")
def test_a_feat_is_used_once_and_lasts_a_round() -> None:
    game = activate(battle(SIDE_BY_SIDE), "1.marshal")
    do(game, act.UseFeat, model="1.marshal")
    assert (
        game.explain("1.anvil", "ARM").value == 19 + 3
        and game.explain("2.mortar", "ARM").value == 18
    )
    assert check(game, act.UseFeat, model="1.marshal").rule == "WM-FEA-01"
    for _ in range(40):
        if (
            isinstance(find_open_question(game.state), ControlQuestion)
            and state_of(game).active == 1
        ):
            break
        do(game, act.Pass) if check(game, act.Pass) else activate(
            game,
            next(
                m.id
                for m in state_of(game).models_in_play(game.to_act)
                if m.activated != state_of(game).turn
            ),
        )
        if state_of(game).active == 2:
            assert game.explain("1.anvil", "ARM").value == 22, "during the enemy's turn, too"
    assert game.explain("1.anvil", "ARM").value == 19


@pytest.mark.rule("WM-TRN-08")
@pytest.mark.rule("WM-CON-01")
@pytest.mark.rule("WM-CON-02")
@pytest.mark.rule("WM-CON-03")
@pytest.mark.rule("WM-CON-04")
@pytest.mark.rule("WM-CON-05")
@pytest.mark.rule("WM-RUL-56")
@pytest.mark.rule("WM-RUL-57")
def test_fire_burns_on_three_or_more_and_goes_out_below() -> None:
    fire = Effect("fire", 2, "2.mortar", "continuous")
    placed = {**SIDE_BY_SIDE, "1.anvil": (23, 20, 90, {"effects": (fire,)})}
    game = turn_of(placed, dice=[(2,)])
    assert not state_of(game).models["1.anvil"].effects and not happened(game, ev.Damaged)
    game = turn_of(placed, dice=[(3,), (6, 6), (1,)])
    damaged = only(game, ev.Damaged)
    rolls = happened(game, ev.Rolled)
    assert (damaged.total, damaged.points) == (24, 5) and [roll.player for roll in rolls] == [
        1,
        2,
        2,
    ]
    corrosion = replace(fire, name="corrosion")
    game = turn_of(
        {**SIDE_BY_SIDE, "1.marshal": (20, 20, 90, {"effects": (corrosion,), "focus": 5})},
        dice=[(6,)],
    )
    assert only(game, ev.Damaged).points == 1
    game = turn_of(
        {**SIDE_BY_SIDE, "1.marshal": (20, 20, 90, {"effects": (fire,), "focus": 5})},
        dice=[(6,), (2, 2)],
    )
    assert only(game, ev.Damaged).arm == 15, "its focus is gone already"


# Spells


@pytest.mark.rule("WM-FOC-11")
@pytest.mark.rule("WM-SPL-01")
@pytest.mark.rule("WM-SPL-02")
@pytest.mark.rule("WM-SPL-03")
@pytest.mark.rule("WM-SPL-07")
@pytest.mark.rule("WM-MOD-06")
def test_an_offensive_spell_is_rolled_with_foc_and_paid_for() -> None:
    placed = {"1.marshal": (20, 20, 90, {"focus": 5}), "2.mortar": (20, 27, 270)}
    game = activate(battle(placed, dice=[(1, 3), (4, 5), (1,)]), "1.marshal")
    do(game, act.CastSpell, model="1.marshal", spell="bolt", target="2.mortar")
    decline(game)
    assert only(game, ev.Hit).total == 1 + 3 + 6 and only(game, ev.Damaged).total == 4 + 5 + 11
    assert state_of(game).models["1.marshal"].focus == 3
    assert check(game, act.CastSpell, model="1.marshal", spell="bolt", target="2.mortar")
    assert check(game, act.CastSpell, model="1.marshal", spell="blast", target="2.mortar")


@pytest.mark.rule("WM-SPL-04")
def test_spells_are_cast_in_melee() -> None:
    game = activate(
        battle({"1.marshal": (20, 20, 90, {"focus": 5}), "2.mortar": (20, 21.7, 270)}), "1.marshal"
    )
    assert check(game, act.CastSpell, model="1.marshal", spell="bolt", target="2.mortar")


@pytest.mark.rule("WM-SPL-09")
@pytest.mark.rule("WM-RUL-83")
def test_a_spell_out_of_range_is_lost() -> None:
    placed = {
        "1.marshal": (20, 20, 90, {"focus": 6}),
        "1.hound": (20, 30, 90),
        "2.mortar": (20, 44, 270),
    }
    game = activate(battle(placed), "1.marshal")
    do(game, act.CastSpell, model="1.marshal", spell="ward", target="1.hound")
    assert happened(game, ev.OutOfRange) and not state_of(game).models["1.hound"].effects
    assert state_of(game).models["1.marshal"].focus == 4


@pytest.mark.rule("WM-UPK-01")
@pytest.mark.rule("WM-UPK-02")
@pytest.mark.rule("WM-UPK-03")
@pytest.mark.rule("WM-RUL-85")
def test_an_upkeep_spell_lasts_while_it_is_paid_for() -> None:
    ward = Effect("Ward", 1, "1.marshal", "upkeep", (("ARM", 2),))
    placed = {**SIDE_BY_SIDE, "1.anvil": (23, 20, 90, {"effects": (ward,)})}
    game = turn_of(placed)
    do(game, act.Upkeep, spell="Ward")
    do(game, act.Pass)
    assert (
        game.explain("1.anvil", "ARM").value == 21 and state_of(game).models["1.marshal"].focus == 5
    )
    game = turn_of(placed)
    do(game, act.Pass)
    assert game.explain("1.anvil", "ARM").value == 19
    game = activate(battle({**placed, "1.marshal": (20, 20, 90, {"focus": 2})}), "1.marshal")
    do(game, act.CastSpell, model="1.marshal", spell="ward", target="1.marshal")
    assert (
        game.explain("1.anvil", "ARM").value == 19 and game.explain("1.marshal", "ARM").value == 17
    ), "one copy only"


@pytest.mark.rule("WM-UPK-04")
@pytest.mark.rule("WM-UPK-05")
def test_a_second_friendly_upkeep_spell_takes_the_place_of_the_first() -> None:
    other = Effect("Blur", 1, "1.marshal", "upkeep", (("DEF:shot", 3),))
    enemy = Effect("Parasite", 2, "2.marshal", "upkeep", (("ARM", -3),))
    placed = {
        **SIDE_BY_SIDE,
        "1.anvil": (20, 23, 90, {"effects": (other, enemy)}),
        "1.marshal": (20, 20, 90, {"focus": 2}),
    }
    game = activate(battle(placed), "1.marshal")
    do(game, act.CastSpell, model="1.marshal", spell="ward", target="1.anvil")
    assert {effect.name for effect in state_of(game).models["1.anvil"].effects} == {
        "Parasite",
        "Ward",
    }


@pytest.mark.rule("WM-CHN-01")
@pytest.mark.rule("WM-CHN-02")
@pytest.mark.rule("WM-CHN-03")
@pytest.mark.rule("WM-CHN-04")
@pytest.mark.rule("WM-CHN-05")
@pytest.mark.rule("WM-RUL-88")
def test_a_spell_through_an_arc_node_starts_there() -> None:
    placed = {
        "1.marshal": (20, 20, 270, {"focus": 5}),
        "1.hound": (20, 28, 90),
        "2.mortar": (20, 38, 270),
    }
    game = activate(battle(placed, dice=[(6, 6), (3, 3), (1,)]), "1.marshal")
    assert not check(game, act.CastSpell, model="1.marshal", spell="bolt", target="2.mortar"), (
        "it looks away"
    )
    do(game, act.CastSpell, model="1.marshal", spell="bolt", target="2.mortar", channel="1.hound")
    decline(game)
    assert only(game, ev.Damaged).model == "2.mortar" and check(game, act.Pass)


@pytest.mark.rule("WM-CHN-07")
@pytest.mark.rule("WM-CHN-08")
@pytest.mark.rule("WM-KND-02")
@pytest.mark.rule("WM-DJA-07")
def test_who_is_engaged_down_or_without_arc_node_does_not_channel() -> None:
    caster = {"1.marshal": (20, 20, 90, {"focus": 5}), "2.mortar": (20, 40, 270)}
    ask = {"model": "1.marshal", "spell": "bolt", "target": "2.mortar", "channel": "1.hound"}
    cases = (
        ({"1.hound": (20, 26, 90), "2.spitter": (22, 26, 180)}, "WM-CHN-07"),
        ({"1.hound": (20, 26, 90, {"down": 1})}, "WM-CHN-08"),
        ({"1.hound": (20, 36, 90)}, "WM-CHN-03"),
        ({"1.hound": (20, 26, 90, {"marked": ((3, 4), (4, 4))})}, "WM-DJA-07"),
    )
    for placed, rule in cases:
        game = activate(battle({**caster, **placed}), "1.marshal")
        assert check(game, act.CastSpell, **ask).rule == rule
    still = Effect("grip", 2, "2.marshal", "round", (("stationary", 1),))
    game = activate(battle({**caster, "1.hound": (20, 26, 90, {"effects": (still,)})}), "1.marshal")
    assert check(game, act.CastSpell, **ask), "a stationary one does"


# What the Mk III chapter changes


@pytest.mark.rule("WM-MK3-07")
@pytest.mark.rule("WM-MK3-08")
@pytest.mark.rule("WM-MK3-09")
@pytest.mark.rule("WM-MK3-10")
@pytest.mark.rule("WM-MK3-12")
@pytest.mark.rule("WM-MK3-14")
@pytest.mark.rule("WM-RUL-90")
def test_mk3_focus_is_kept_filled_up_and_powers_warjacks() -> None:
    placed = {
        **SIDE_BY_SIDE,
        "1.marshal": (20, 20, 90, {"focus": 4}),
        "1.anvil": (23, 20, 90, {"focus": 2}),
    }
    game = turn_of(placed, edition="mk3_warcaster")
    focus = {id: state_of(game).models[id].focus for id in ("1.marshal", "1.anvil", "1.hound")}
    assert focus == {"1.marshal": 6, "1.anvil": 1, "1.hound": 1}
    assert check(game, act.Assign, model="1.anvil", points=2) and not check(
        game, act.Assign, model="1.anvil", points=3
    )


@pytest.mark.rule("WM-MK3-29")
@pytest.mark.rule("WM-MK3-30")
@pytest.mark.rule("WM-MK3-32")
def test_mk3_a_point_makes_damage_five_less() -> None:
    placed = {"1.anvil": (20, 20, 90), "2.marshal": (20, 21.9, 270, {"focus": 4})}
    game = activate(battle(placed, dice=[(6, 5), (3, 4)], edition="mk3_warcaster"), "1.anvil")
    do(game, act.Attack, model="1.anvil", weapon="maul", target="2.marshal")
    assert game.to_act == 2
    do(game, act.Choose, option="reinforce")
    damaged = only(game, ev.Damaged)
    assert (damaged.arm, damaged.points) == (15, 7 + 17 - 15 - 5) and state_of(game).models[
        "2.marshal"
    ].focus == 3


@pytest.mark.rule("WM-MK3-23")
@pytest.mark.rule("WM-MK3-24")
@pytest.mark.rule("WM-MK3-25")
def test_mk3_a_point_shakes_off_lying_and_being_stationary() -> None:
    still = Effect("grip", 2, "2.marshal", "round", (("stationary", 1),))
    placed = {**SIDE_BY_SIDE, "1.marshal": (20, 20, 90, {"down": 1, "effects": (still,)})}
    game = turn_of(placed, edition="mk3_warcaster")
    do(game, act.Shake, model="1.marshal", what="stationary")
    do(game, act.Shake, model="1.marshal", what="knocked_down")
    assert (
        not state_of(game).is_stationary("1.marshal")
        and state_of(game).models["1.marshal"].focus == 4
    )
    assert not check(turn_of(placed), act.Shake, model="1.marshal", what="knocked_down")
