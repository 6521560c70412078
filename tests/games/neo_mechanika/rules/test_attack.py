"""Attacks from declaration to damage: pools, comparison, excess, cover, Flight, Arc, weapon effects (p. 30)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.neo_mechanika.rules.fighting import (
    FIREBRAND,
    HUNTER,
    MARAUDER,
    NEMESIS,
    SCOURGE,
    WOLF,
    activated,
    armed,
    channel,
    damage,
    decline,
    dice,
    fight,
    hurl,
    jack,
    lent,
    pools,
    resolved,
    rollers,
    told,
    with_card,
)
from tests.games.neo_mechanika.rules.playing import begun, board, play, refused
from tests.table.building import box
from wc3d.engine.dice import Roll, SeededDice, TypedDice
from wc3d.engine.receipt import ReceiptLine
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities.stats import (
    bonus_total,
    current_stat,
    current_weapon_stat,
)
from wc3d.games.neo_mechanika.rules.actions import Attack, Pass, Use
from wc3d.games.neo_mechanika.rules.fighting.attack import make_attack
from wc3d.games.neo_mechanika.rules.state import CardInPlay
from wc3d.games.neo_mechanika.rules.weapons import find_weapon

RIFLE = armed("battle_rifle", "ripper")
SQUAD = "1.ranger_fire_team.1"
APART = {WOLF: (10.0, 20.0), SCOURGE: (18.0, 20.0)}
CLOSE = {WOLF: (10.0, 20.0), SCOURGE: (13.0, 20.0)}


@pytest.mark.rule("NM-CMP-12")
@pytest.mark.rule("NM-ATK-12")
@pytest.mark.rule("NM-ATK-13")
def test_action_and_power_dice_count_alike_and_a_super_strike_twice() -> None:
    g = fight([RIFLE], ["scourge"], APART, arc={WOLF: 2})
    happened = hurl(g, WOLF, "battle_rifle", SCOURGE, (1, 0, 0, 2, 2, 1), (2, 2, 1), dice(0, 4 + 1))
    assert told(happened, events.Hit) == [events.Hit(WOLF, SCOURGE, strikes=6, against=5)]


# Kinds of attack, and their pools.


@pytest.mark.rule("NM-STA-03")
@pytest.mark.rule("NM-STA-04")
@pytest.mark.rule("NM-STA-06")
@pytest.mark.rule("NM-ATK-09")
@pytest.mark.rule("NM-ATK-10")
def test_mat_in_melee_rat_at_range_and_def_against_both() -> None:
    g = fight([RIFLE], ["marauder"], {WOLF: (10.0, 20.0), MARAUDER: (12.0, 20.0)})
    assert pools(hurl(g, WOLF, "battle_rifle", MARAUDER, dice(0, 4), dice(0, 2))) == [
        ("attack", 4, 0),
        ("defence", 2, 0),
    ]
    hunter = {HUNTER: (10.0, 20.0), MARAUDER: (12.0, 20.0)}  # MAT 3, RAT 6
    g = fight(["hunter"], ["marauder"], hunter)
    assert pools(hurl(g, HUNTER, "combat_blade", MARAUDER, dice(0, 3), dice(0, 2))) == [
        ("attack", 3, 0),
        ("defence", 2, 0),
    ]
    g = fight(["hunter"], ["marauder"], hunter)
    assert pools(hurl(g, HUNTER, "sniper_rifle", MARAUDER, dice(0, 6), dice(0, 2))) == [
        ("attack", 6, 0),
        ("defence", 2, 0),
    ]


@pytest.mark.rule("NM-CMP-13")
@pytest.mark.rule("NM-STA-13")
@pytest.mark.rule("NM-SIL-22")
def test_a_model_without_the_stat_cannot_make_the_attack_and_any_other_rolls_a_die() -> None:
    """The Wolf's card without RAT; with RAT 1 and Fire on it one die is left."""
    state = begun([RIFLE], ["scourge"], at=CLOSE)
    g = activated(with_card(state, "dusk_wolf", rat=None), WOLF)
    no = refused(g, Attack(player=1, model=WOLF, weapon="battle_rifle", target=SCOURGE))
    assert (no.code, no.rule) == ("no_stat", "NM-SIL-22")
    assert {a.weapon for o in g.offers() if o.type == "attack" for a in o.candidates()} == {  # type: ignore[attr-defined]
        "ripper"
    }
    g = activated(with_card(state, "dusk_wolf", rat=1).with_model(WOLF, effects=("fire",)), WOLF)
    assert pools(hurl(g, WOLF, "battle_rifle", SCOURGE, dice(0, 1), dice(0, 3)))[0] == (
        "attack",
        1,
        0,
    )


@pytest.mark.rule("NM-SIL-19")
def test_the_floor_of_one_holds_for_weapons_too() -> None:
    """A printed POW or RNG has the floor of a stat; what no card prints, such as extra dice, has none."""
    state = begun([RIFLE], ["scourge"], at=CLOSE)
    rifle = find_weapon(state, WOLF, "battle_rifle")
    assert rifle is not None
    for receipt in (
        current_stat(state, WOLF, "RAT"),
        current_weapon_stat(state, WOLF, rifle, "POW"),
        current_weapon_stat(state, WOLF, rifle, "RNG"),
    ):
        assert replace(receipt, lines=(ReceiptLine("made worse", -99),)).value == 1, receipt.name
    assert (
        replace(
            bonus_total(state, WOLF, "ATTACK_AD"), lines=(ReceiptLine("made worse", -99),)
        ).value
        == -99
    )


@pytest.mark.rule("NM-ARC-11")
@pytest.mark.rule("NM-ATK-09")
@pytest.mark.parametrize("arc", [0, 1, 2, 3])
def test_each_arc_on_the_attacker_is_a_power_die_in_melee_and_at_range(arc: int) -> None:
    g = fight([RIFLE], ["scourge"], APART, arc={WOLF: arc})
    assert pools(hurl(g, WOLF, "battle_rifle", SCOURGE, dice(0, 4 + arc), dice(0, 3)))[0] == (
        "attack",
        4,
        arc,
    )
    g = fight([RIFLE], ["scourge"], CLOSE, arc={WOLF: arc})
    assert pools(hurl(g, WOLF, "ripper", SCOURGE, dice(0, 4 + arc), dice(0, 3)))[0] == (
        "attack",
        4,
        arc,
    )


@pytest.mark.rule("NM-ARC-11")
@pytest.mark.rule("NM-SIL-49")
def test_a_squads_one_arc_is_a_power_die_for_each_of_its_models() -> None:
    at = {
        f"{SQUAD}.a": (10.0, 20.0),
        f"{SQUAD}.b": (10.0, 22.0),
        f"{SQUAD}.c": (10.0, 24.0),
        SCOURGE: (18.0, 22.0),
    }
    g = fight(["ranger_fire_team"], ["scourge"], at, arc={SQUAD: 1})
    for letter in "abc":
        rolled = pools(
            hurl(g, f"{SQUAD}.{letter}", "battle_rifle", SCOURGE, dice(0, 4), dice(0, 3))
        )
        assert rolled == [("attack", 3, 1), ("defence", 3, 0)]
    assert g.state.units[SQUAD].arc == 1


@pytest.mark.rule("NM-ARC-13")
def test_arc_gives_no_dice_to_defence_nor_to_damage() -> None:
    g = fight([RIFLE], ["scourge"], APART, arc={WOLF: 3, SCOURGE: 3})
    rolled = pools(hurl(g, WOLF, "battle_rifle", SCOURGE, dice(1, 7), dice(0, 3), dice(0, 5)))
    assert rolled == [("attack", 4, 3), ("defence", 3, 0), ("damage", 4, 1)]


@pytest.mark.rule("NM-ARC-09")
@pytest.mark.rule("NM-SIL-46")
def test_arc_spiked_before_the_roll_gives_no_power_die_any_more() -> None:
    """Slip Displacer is spiked before the attack: 2 Arc, then 1."""
    g = fight([RIFLE], ["scourge"], APART, arc={WOLF: 2})
    g.apply(Use(player=1, ability="slip_displacer", model=WOLF))
    decline(g)
    assert g.state.units[WOLF].arc == 1 and g.state.players[1].well == 6
    assert pools(hurl(g, WOLF, "battle_rifle", SCOURGE, dice(0, 5), dice(0, 3)))[0] == (
        "attack",
        4,
        1,
    )


@pytest.mark.rule("NM-ARC-08")
@pytest.mark.rule("NM-SIL-46")
def test_a_charge_rule_works_without_spending_and_stops_with_the_last_arc() -> None:
    """Mechanical Optics: the rifle's 12" are 16" while there is Arc."""
    at = {WOLF: (10.0, 20.0), SCOURGE: (10 + 15 + 50 / 25.4, 20.0)}
    g = fight([RIFLE], ["scourge"], at, arc={WOLF: 1})
    shot = Attack(player=1, model=WOLF, weapon="battle_rifle", target=SCOURGE)
    assert g.check(shot) and g.state.units[WOLF].arc == 1
    g.apply(Use(player=1, ability="slip_displacer", model=WOLF))
    decline(g)
    assert refused(g, shot).code == "out_of_range"


# The comparison, the excess and the damage.


@pytest.mark.rule("NM-ATK-12")
@pytest.mark.parametrize(("strikes", "against"), [(0, 0), (1, 2), (3, 3), (6, 6), (0, 6)])
def test_no_more_strikes_than_the_defence_is_a_miss_and_a_tie_is_one(
    strikes: int, against: int
) -> None:
    g = fight([RIFLE], ["scourge"], APART)
    happened = hurl(g, WOLF, "battle_rifle", SCOURGE, dice(strikes, 4), dice(against, 3))
    assert told(happened, events.Missed) == [events.Missed(WOLF, SCOURGE, strikes, against)]
    assert not told(happened, events.Hit, events.Damaged)


@pytest.mark.rule("NM-ATK-13")
@pytest.mark.rule("NM-ATK-14")
@pytest.mark.rule("NM-STA-22")
@pytest.mark.parametrize(("strikes", "against"), [(1, 0), (4, 3), (8, 0), (7, 2)])
def test_a_hit_adds_its_excess_as_power_dice_to_the_pow(strikes: int, against: int) -> None:
    g = fight([RIFLE], ["scourge"], APART)
    over = strikes - against
    rolled = pools(
        hurl(
            g, WOLF, "battle_rifle", SCOURGE, dice(strikes, 4), dice(against, 3), dice(0, 4 + over)
        )
    )
    assert rolled == [("attack", 4, 0), ("defence", 3, 0), ("damage", 4, over)]


@pytest.mark.rule("NM-ATK-02")
def test_an_attack_goes_declare_roll_both_compare_damage_apply() -> None:
    g = fight([RIFLE], ["scourge"], APART)
    happened = hurl(g, WOLF, "battle_rifle", SCOURGE, dice(8, 4), dice(0, 3), dice(12, 12))
    kinds = [type(e).__name__ for e in happened]
    assert kinds == [
        "AttackDeclared",
        "Rolled",
        "Rolled",
        "Hit",
        "Rolled",
        "Damaged",
        "ModelDestroyed",
        "UnitLeft",
    ]


@pytest.mark.rule("NM-SIL-69")
def test_the_attackers_player_rolls_attack_and_damage_the_targets_the_defence() -> None:
    g = fight([RIFLE], ["scourge"], APART)
    happened = hurl(g, WOLF, "battle_rifle", SCOURGE, dice(1, 4), dice(0, 3), dice(0, 5))
    assert rollers(happened) == [(1, "attack"), (2, "defence"), (1, "damage")]


@pytest.mark.rule("NM-STA-07")
@pytest.mark.rule("NM-ATK-15")
@pytest.mark.parametrize(("strikes", "points"), [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (11, 2)])
def test_each_whole_arm_of_strikes_is_a_damage_point(strikes: int, points: int) -> None:
    g = fight([RIFLE], ["scourge"], APART)  # ARM 4
    happened = hurl(g, WOLF, "battle_rifle", SCOURGE, dice(4, 4), dice(0, 3), dice(strikes, 8))
    assert damage(happened) == [(SCOURGE, points)] and g.state.models[SCOURGE].damage == points


@pytest.mark.rule("NM-ATK-15")
def test_strikes_left_over_are_not_carried_to_the_next_roll() -> None:
    g = fight([RIFLE], ["scourge"], CLOSE)
    hurl(g, WOLF, "battle_rifle", SCOURGE, dice(1, 4), dice(0, 3), dice(3, 5))
    hurl(g, WOLF, "ripper", SCOURGE, dice(1, 4), dice(0, 3), dice(3, 5))
    assert g.state.models[SCOURGE].damage == 0


@pytest.mark.rule("NM-ATK-15")
@pytest.mark.rule("NM-CON-04")
@pytest.mark.rule("NM-SIL-71")
def test_arm_is_taken_as_it_is_when_damage_is_rolled() -> None:
    """The Hollowphage Cannon's own Corrosion is on the model before its damage roll: ARM 4 is 3."""
    jacked = jack("scourge", cortex="killer_cortex", shoulder=["hollowphage_cannon"])
    at = {"1.scourge.1": (10.0, 20.0), "2.dusk_wolf.1": (18.0, 20.0)}
    g = fight([jacked], [RIFLE], at)
    happened = hurl(
        g, "1.scourge.1", "hollowphage_cannon", "2.dusk_wolf.1", dice(1, 3), dice(0, 3), dice(3, 5)
    )
    assert damage(happened) == [("2.dusk_wolf.1", 1)]


@pytest.mark.rule("NM-ATK-16")
@pytest.mark.rule("NM-STA-08")
def test_damage_adds_up_and_at_health_the_model_is_gone_at_once() -> None:
    g = fight([armed("battle_rifle", "ripper", "rail_gun")], ["scourge"], CLOSE)
    hurl(g, WOLF, "ripper", SCOURGE, dice(4, 4), dice(0, 3), dice(8, 8))
    assert g.state.models[SCOURGE].damage == 2 and g.state.is_on_table(SCOURGE)
    happened = hurl(g, WOLF, "battle_rifle", SCOURGE, dice(1, 4), dice(0, 3), dice(4, 5))
    assert told(happened, events.ModelDestroyed) and not g.state.is_on_table(SCOURGE)
    no = refused(g, Attack(player=1, model=WOLF, weapon="rail_gun", target=SCOURGE))
    assert (no.code, no.rule) == ("not_in_play", "NM-ATK-03")


@pytest.mark.rule("NM-STA-08")
@pytest.mark.rule("NM-SIL-70")
def test_a_squads_model_without_health_boxes_dies_of_any_damage_and_alone() -> None:
    reavers = "2.vassal_reavers.1"
    at = {
        WOLF: (10.0, 20.0),
        f"{reavers}.a": (15.0, 20.0),
        f"{reavers}.b": (15.0, 23.0),
        f"{reavers}.c": (15.0, 26.0),
    }
    g = fight([armed("battle_rifle")], ["vassal_reavers"], at)
    hurl(g, WOLF, "battle_rifle", f"{reavers}.a", dice(1, 4), dice(0, 3), dice(2, 5))
    assert [m.id for m in g.state.models_of(reavers)] == [f"{reavers}.b", f"{reavers}.c"]
    assert g.state.units[reavers].is_in_play


@pytest.mark.rule("NM-ATK-17")
@pytest.mark.rule("NM-STA-24")
@pytest.mark.rule("NM-CON-01")
def test_a_hit_without_damage_is_a_hit_and_a_miss_gives_no_effect() -> None:
    """The Immolator sets alight whoever it hits, whether or not it hurts."""
    immolator = jack("firebrand", cortex="recon_cortex", shoulder=["immolator"])
    at = {FIREBRAND: (10.0, 20.0), SCOURGE: (18.0, 20.0)}
    g = fight([immolator], ["scourge"], at)
    happened = hurl(g, FIREBRAND, "immolator", SCOURGE, dice(1, 4), dice(0, 3), dice(0, 6))
    assert told(happened, events.Hit) and damage(happened) == [(SCOURGE, 0)]
    assert g.state.models[SCOURGE].effects == ("fire",)
    g = fight([immolator], ["scourge"], at)
    hurl(g, FIREBRAND, "immolator", SCOURGE, dice(1, 4), dice(1, 3))
    assert g.state.models[SCOURGE].effects == ()


@pytest.mark.rule("NM-STA-24")
@pytest.mark.rule("NM-SIL-71")
@pytest.mark.parametrize(
    ("attacker", "weapon", "effect"),
    [
        (
            jack("scourge", cortex="killer_cortex", shoulder=["hollowphage_cannon"]),
            "hollowphage_cannon",
            "corrosion",
        ),
        (
            jack("scourge", cortex="killer_cortex", shoulder=["entrophier"]),
            "entrophier",
            "lock_down",
        ),
    ],
)
def test_a_quality_puts_its_effect_on_the_model_hit_before_the_damage(
    attacker: object, weapon: str, effect: str
) -> None:
    at = {"1.scourge.1": (10.0, 20.0), "2.dusk_wolf.1": (18.0, 20.0)}
    g = fight([attacker], [RIFLE], at)  # type: ignore[list-item]
    happened = hurl(g, "1.scourge.1", weapon, "2.dusk_wolf.1", dice(1, 3), dice(0, 3), dice(0, 5))
    order = [type(e).__name__ for e in told(happened, events.Hit, events.EffectPut, events.Damaged)]
    assert order == ["Hit", "EffectPut", "Damaged"]
    assert g.state.models["2.dusk_wolf.1"].effects == (effect,)


@pytest.mark.rule("NM-STA-24")
@pytest.mark.rule("NM-CON-09")
def test_system_failure_by_a_weapon_rolls_its_side_as_it_is_put() -> None:
    """Cortex Shock and its like put the effect; the quality itself stands on no shipped weapon, so it is lent to one here."""
    state = begun([RIFLE], ["scourge"], at=APART)
    failing = lent(state, WOLF, "battle_rifle", "system_failure")
    r = resolved(
        state, make_attack(WOLF, failing, SCOURGE), rolls=[dice(1, 4), dice(0, 3), (3,), dice(0, 5)]
    )
    assert r.state.models[SCOURGE].effects == ("system_failure:melee",)


@pytest.mark.rule("NM-CON-11")
def test_effects_of_different_types_add_up_on_one_model_and_in_its_rolls() -> None:
    """Fire -1 RAT, Tune Up +1 RAT; Corrosion -1 ARM, twice the same counts once."""
    state = begun([RIFLE], ["scourge"], at=APART)
    g = activated(state.with_model(WOLF, effects=("fire", "corrosion")), WOLF)
    assert g.explain(WOLF, "RAT").value == 3 and g.explain(WOLF, "ARM").value == 3
    assert pools(hurl(g, WOLF, "battle_rifle", SCOURGE, dice(0, 3), dice(0, 3)))[0] == (
        "attack",
        3,
        0,
    )
    g = activated(state.with_model(WOLF, effects=("fire", "tune_up")), WOLF)
    assert pools(hurl(g, WOLF, "battle_rifle", SCOURGE, dice(0, 4), dice(0, 3)))[0] == (
        "attack",
        4,
        0,
    )


# Cover and Flight.

LOW_WALL = board(box("wall", "obstacle", (16.0, 20.0), (0.5, 6.0), 0.9))


@pytest.mark.rule("NM-ATK-11")
@pytest.mark.rule("NM-TER-12")
def test_cover_is_two_power_dice_at_range_and_none_in_melee() -> None:
    at = {WOLF: (10.0, 20.0), SCOURGE: (17.5, 20.0)}
    g = fight([RIFLE], ["scourge"], at, table=LOW_WALL)
    happened = hurl(g, WOLF, "battle_rifle", SCOURGE, dice(0, 4), dice(0, 5))
    assert (
        pools(happened)[1] == ("defence", 3, 2) and told(happened, events.AttackDeclared)[0].cover
    )
    near = {WOLF: (14.7, 20.0), SCOURGE: (17.3, 20.0)}
    g = fight([RIFLE], ["scourge"], near, table=LOW_WALL)
    happened = hurl(g, WOLF, "ripper", SCOURGE, dice(0, 4), dice(0, 3))
    assert (
        pools(happened)[1] == ("defence", 3, 0)
        and not told(happened, events.AttackDeclared)[0].cover
    )
    assert pools(hurl(g, WOLF, "battle_rifle", SCOURGE, dice(0, 4), dice(0, 5)))[1] == (
        "defence",
        3,
        2,
    )


@pytest.mark.rule("NM-ATK-11")
@pytest.mark.rule("NM-CYP-20")
def test_cover_counts_against_a_fury() -> None:
    weaver = "1.coalition_weaver.1"
    at = {weaver: (10.0, 20.0), SCOURGE: (17.5, 20.0)}
    g = play(
        ["coalition_weaver"],
        ["scourge"],
        at=at,
        hands={1: ["malediction_rubric"]},
        table=LOW_WALL,
        step="cypher",
    )
    assert pools(channel(g, "malediction_rubric", weaver, SCOURGE, dice(0, 11), dice(0, 5)))[1] == (
        "defence",
        3,
        2,
    )


@pytest.mark.rule("NM-SIL-83")
def test_two_covers_are_one() -> None:
    """A low wall and a Cypher that grants cover."""
    reavers = "2.vassal_reavers.1"
    at = {WOLF: (10.0, 20.0), f"{reavers}.a": (17.0, 20.0)}
    state = begun([RIFLE], ["vassal_reavers"], at=at, table=LOW_WALL)
    state = state.with_unit(reavers, cyphers=(CardInPlay("force_barrier", 2, "pulse_round"),))
    g = activated(state, WOLF)
    assert pools(hurl(g, WOLF, "battle_rifle", f"{reavers}.a", dice(0, 4), dice(0, 5)))[1] == (
        "defence",
        3,
        2,
    )


@pytest.mark.rule("NM-MOV-10")
@pytest.mark.rule("NM-SIL-82")
@pytest.mark.rule("NM-SIL-83")
def test_flight_is_two_power_dice_in_melee_against_those_without() -> None:
    at = {WOLF: (10.0, 20.0), NEMESIS: (13.0, 20.0)}
    g = fight([RIFLE], ["nemesis"], at)
    assert pools(hurl(g, WOLF, "ripper", NEMESIS, dice(0, 4), dice(0, 5)))[1] == ("defence", 3, 2)
    assert pools(hurl(g, WOLF, "battle_rifle", NEMESIS, dice(0, 4), dice(0, 3)))[1] == (
        "defence",
        3,
        0,
    )
    scythe = jack("nemesis", cortex="ghost_cortex", arm=["fusion_scythe_nemesis"])
    g = fight([scythe], ["nemesis"], {"1.nemesis.1": (10.0, 20.0), NEMESIS: (13.0, 20.0)})
    assert pools(hurl(g, "1.nemesis.1", "fusion_scythe_nemesis", NEMESIS, dice(0, 4), dice(0, 3)))[
        1
    ] == ("defence", 3, 0)


# Squads: one attack after the other.


@pytest.mark.rule("NM-SIL-68")
@pytest.mark.rule("NM-ACT-08")
def test_a_squads_attacks_are_each_resolved_before_the_next_is_declared() -> None:
    reavers = "2.vassal_reavers.1"
    at = {f"{SQUAD}.a": (10.0, 20.0), f"{SQUAD}.b": (10.0, 22.0), f"{reavers}.a": (16.0, 21.0)}
    g = fight(["ranger_fire_team"], ["vassal_reavers"], at)
    hurl(g, f"{SQUAD}.a", "battle_rifle", f"{reavers}.a", dice(1, 3), dice(0, 3), dice(2, 5))
    no = refused(
        g, Attack(player=1, model=f"{SQUAD}.b", weapon="battle_rifle", target=f"{reavers}.a")
    )
    assert no.code == "not_in_play"


@pytest.mark.rule("NM-ATK-01")
def test_a_rule_that_names_one_kind_of_attack_leaves_the_others() -> None:
    """Entropic Field: DEF +3 against Furies. Arc Field: ARM +1 for each Arc against ranged attacks and Furies, not in melee."""
    weaver = "1.coalition_weaver.1"
    misanthrope = jack("scourge", cortex="misanthrope_cortex")
    at = {weaver: (10.0, 20.0), WOLF: (10.0, 24.0), SCOURGE: (13.0, 22.0)}
    g = play(
        [RIFLE, "coalition_weaver"],
        [misanthrope],
        at=at,
        hands={1: ["malediction_rubric"]},
        step="cypher",
    )
    assert pools(channel(g, "malediction_rubric", weaver, SCOURGE, dice(0, 11), dice(0, 6)))[1] == (
        "defence",
        6,
        0,
    )
    g = fight([RIFLE], [misanthrope], CLOSE)
    assert pools(hurl(g, WOLF, "battle_rifle", SCOURGE, dice(0, 4), dice(0, 3)))[1] == (
        "defence",
        3,
        0,
    )
    at = {WOLF: (10.0, 20.0), NEMESIS: (13.0, 20.0)}
    g = fight([RIFLE], ["nemesis"], at, arc={NEMESIS: 1})
    assert damage(hurl(g, WOLF, "battle_rifle", NEMESIS, dice(1, 4), dice(0, 3), dice(3, 5))) == [
        (NEMESIS, 0)
    ]
    g = fight([RIFLE], ["nemesis"], at, arc={NEMESIS: 1})
    assert damage(hurl(g, WOLF, "ripper", NEMESIS, dice(1, 4), dice(0, 5), dice(3, 5))) == [
        (NEMESIS, 1)
    ]


@pytest.mark.rule("NM-SIL-18")
def test_pools_are_not_capped_by_the_dice_in_the_box() -> None:
    g = fight([armed("rail_gun")], ["scourge"], APART, arc={WOLF: 3})
    hurl(g, WOLF, "rail_gun", SCOURGE, dice(14, 7), dice(0, 3))
    happened = g.apply(Pass(player=1))
    assert pools(happened) == [("damage", 5, 14)]


@pytest.mark.rule("NM-SIL-50")
def test_a_squad_keeps_its_arc_until_its_last_model_goes() -> None:
    reavers = "2.vassal_reavers.1"
    at = {WOLF: (10.0, 20.0), f"{reavers}.a": (15.0, 20.0), f"{reavers}.b": (12.0, 22.5)}
    g = fight([RIFLE], ["vassal_reavers"], at, arc={reavers: 1})
    hurl(g, WOLF, "battle_rifle", f"{reavers}.a", dice(1, 4), dice(0, 3), dice(2, 5))
    assert g.state.units[reavers].arc == 1 and g.state.players[2].well == 6
    hurl(g, WOLF, "ripper", f"{reavers}.b", dice(1, 4), dice(0, 3), dice(2, 5))
    assert g.state.units[reavers].arc == 0 and g.state.players[2].well == 7


@pytest.mark.rule("NM-STA-11")
@pytest.mark.rule("NM-STA-14")
def test_an_advantage_needs_no_arc() -> None:
    g = fight([RIFLE], ["nemesis"], {WOLF: (10.0, 20.0), NEMESIS: (13.0, 20.0)})
    assert g.state.units[NEMESIS].arc == 0
    assert pools(hurl(g, WOLF, "ripper", NEMESIS, dice(0, 4), dice(0, 5)))[1] == (
        "defence",
        3,
        2,
    ), "Flight without Arc"


@pytest.mark.rule("NM-STA-02")
@pytest.mark.rule("NM-SIL-23")
def test_a_strength_check_rolls_str_action_dice_and_the_rule_that_asks_says_what_for() -> None:
    """Momentum Calibrator: the Wolf's STR 4, an inch of slam for each strike."""
    state = begun([RIFLE], ["scourge"], at=CLOSE).with_unit(
        WOLF, cyphers=(CardInPlay("momentum_calibrator", 1, "turn"),)
    )
    g = activated(state, WOLF)
    happened = hurl(g, WOLF, "ripper", SCOURGE, dice(1, 4), dice(0, 3), dice(3, 4), dice(0, 5))
    assert pools(happened)[2][1:] == (4, 0)
    assert g.state.place(SCOURGE)[0] == pytest.approx(16.0)


@pytest.mark.program("how something is told")
def test_who_rolls_by_hand_is_told_for_whom_and_what() -> None:
    """A Strafe, a Fury, blast damage and the rest: each roll names the weapon or the model."""
    prompts: list[tuple[int, str]] = []

    def by_hand(roll: Roll) -> tuple[int, ...]:
        prompts.append((roll.player, roll.why))
        return dice(2 if roll.player == 1 else 0, len(roll.dice))

    blaster = "1.paladin_commander.1"
    at = {blaster: (10.0, 20.0), SCOURGE: (18.0, 20.0), MARAUDER: (20.0, 20.0)}
    g = fight(["paladin_commander"], ["scourge", "marauder"], at)
    action = Attack(player=1, model=blaster, weapon="pulse_cannon", target=SCOURGE)
    g.apply(action, dice=TypedDice(by_hand, SeededDice(1)))
    assert prompts == [
        (1, "Pulse Cannon of Paladin Commander at Scourge, attack roll"),
        (2, "Scourge, defense roll"),
        (1, "damage on Scourge"),
        (1, "blast damage on Marauder"),
    ]
