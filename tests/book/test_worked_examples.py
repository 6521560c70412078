"""The rulebook's worked examples about dice, Arc, attacks, blasts, sprays, slams and Furies, played with the book's dice."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from tests.games.neo_mechanika.rules.fighting import (
    LARGE,
    MARAUDER,
    MEDIUM,
    SCOURGE,
    SMALL,
    WOLF,
    activated,
    armed,
    channel,
    damage,
    dice,
    done,
    fight,
    hurl,
    jack,
    lent,
    pools,
    resolved,
    told,
)
from tests.games.neo_mechanika.rules.playing import begun, board, play, refused
from tests.table.building import box
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Advance, Attack, Pass, Use
from wc3d.games.neo_mechanika.rules.agenda_frames import Cause, make_damage_roll
from wc3d.games.neo_mechanika.rules.dice import ACTION_DIE
from wc3d.games.neo_mechanika.rules.fighting.attack import make_attack
from wc3d.games.neo_mechanika.rules.fighting.damage import compute_damage_points
from wc3d.games.neo_mechanika.rules.state import Boost, CardInPlay

COMMANDER = "1.paladin_commander.1"
ENGINEER = "2.combat_engineer.1"
WEAVER = "1.coalition_weaver.1"
THEIR_WOLF = "2.dusk_wolf.1"
FIGHTER = jack("dusk_wolf", cortex="fighter_cortex")
"""A Dusk Wolf whose head changes nothing in its defence."""


@pytest.mark.rule("NM-EXM-02")
@pytest.mark.rule("NM-CMP-12")
def test_three_action_dice_that_add_up_to_three_strikes() -> None:
    """Every triple of faces that counts 3 is three strikes, or a super strike, a strike and a miss."""
    triples = {tuple(sorted(t)) for t in product(ACTION_DIE.faces, repeat=3) if sum(t) == 3}
    assert triples == {(1, 1, 1), (0, 1, 2)}
    for triple in ((1, 1, 1), (2, 1, 0), (0, 2, 1)):
        state = begun(at={WOLF: (10, 20), SCOURGE: (20, 20)})
        r = resolved(
            state, make_damage_roll(SCOURGE, 3, cause=Cause(1, WOLF), why="damage"), rolls=[triple]
        )
        assert [e.strikes for e in told(r.events, events.Damaged)] == [3]


@pytest.mark.rule("NM-EXM-03")
@pytest.mark.rule("NM-STA-12")
@pytest.mark.parametrize("card_first", [True, False])
def test_the_nemesis_advances_twenty_inches(card_first: bool) -> None:
    """SPD 6, tripled by Afterburner, +2 by Ascension Catalyst: 20", in whichever order they came."""
    nemesis = "1.nemesis.1"
    state = begun(["nemesis"], ["scourge"], at={nemesis: (4.0, 20.0), SCOURGE: (44.0, 44.0)})
    card = {"cyphers": (CardInPlay("ascension_catalyst", 1, "turn"),)}
    boost = {"boosts": (Boost("afterburner", "activation"),)}
    for change in (card, boost) if card_first else (boost, card):
        state = state.with_unit(nemesis, **change)
    g = activated(state, nemesis)
    assert g.explain(nemesis, "SPD").value == 20
    assert g.check(Advance(player=1, model=nemesis, path=((24.0, 20.0),)))
    assert not g.check(Advance(player=1, model=nemesis, path=((24.01, 20.0),)))


@pytest.mark.rule("NM-EXM-04")
@pytest.mark.rule("NM-STA-21")
def test_the_pulse_cannons_damage_is_explosion_and_force_damage() -> None:
    armored = "2.paladin_annihilators.1.a"
    state = begun(
        ["paladin_commander"], ["paladin_annihilators"], at={COMMANDER: (10, 20), armored: (18, 20)}
    )
    cannon = lent(state, COMMANDER, "pulse_cannon")
    assert set(cannon.energy) == {"explosion", "force"}
    rolls = [dice(1, 4), dice(0, 3), dice(4, 4)]
    hit = resolved(state, make_attack(COMMANDER, cannon, armored), rolls=rolls)
    assert [(e.points, e.arm) for e in told(hit.events, events.Damaged)] == [(1, 4)], (
        "Compound Armor counts against it"
    )
    force = resolved(
        state, make_attack(COMMANDER, replace(cannon, energy=("force",)), armored), rolls=rolls
    )
    assert [e.arm for e in told(force.events, events.Damaged)] == [3], (
        "and not against force damage alone"
    )


@pytest.mark.rule("NM-EXM-05")
@pytest.mark.rule("NM-STA-03")
@pytest.mark.rule("NM-STA-04")
def test_the_specimen_cards_numbers_are_the_pools() -> None:
    """SPD 6, MAT 4, RAT 4, DEF 3, ARM 3, RNG 10 POW 3 and RNG 1 POW 4: the Paladin Commander."""
    state = begun(
        ["paladin_commander"],
        ["paladin_commander"],
        at={COMMANDER: (10, 20), "2.paladin_commander.1": (11.9, 20)},
    )
    for key, pow in (("pulse_cannon", 3), ("fusion_sword", 4)):
        using = lent(state, COMMANDER, key)
        rolls = [dice(1, 4), dice(0, 3), dice(3, pow + 1)]
        r = resolved(state, make_attack(COMMANDER, using, "2.paladin_commander.1"), rolls=rolls)
        assert pools(r.events) == [("attack", 4, 0), ("defence", 3, 0), ("damage", pow, 1)]
    assert [(e.points, e.arm) for e in told(r.events, events.Damaged)] == [(1, 3)]
    g = activated(state, COMMANDER)
    assert g.check(Advance(player=1, model=COMMANDER, path=((10, 26),)))
    assert not g.check(Advance(player=1, model=COMMANDER, path=((10, 26.01),)))


@pytest.mark.rule("NM-EXM-10")
@pytest.mark.rule("NM-ARC-08")
def test_a_charged_fire_teams_rifles_reach_four_inches_farther_and_the_arc_stays() -> None:
    squad = "1.ranger_fire_team.1"
    models = [f"{squad}.{letter}" for letter in "abc"]
    at = {id: (10.0, 18.0 + 2 * i) for i, id in enumerate(models)} | {
        SCOURGE: (10 + SMALL + LARGE + 15.8, 20.0)
    }
    g = fight(["ranger_fire_team"], ["scourge"], at, arc={squad: 1})
    for id in models:
        hurl(g, id, "battle_rifle", SCOURGE, dice(0, 4), dice(0, 3))
    assert g.state.units[squad].arc == 1
    g = fight(["ranger_fire_team"], ["scourge"], at)
    for id in models:
        assert (
            refused(g, Attack(player=1, model=id, weapon="battle_rifle", target=SCOURGE)).code
            == "out_of_range"
        )


@pytest.mark.rule("NM-EXM-11")
@pytest.mark.rule("NM-ARC-09")
def test_the_annihilators_spike_hunter_killer_salvo() -> None:
    squad = "1.paladin_annihilators.1"
    models = [f"{squad}.{letter}" for letter in "abc"]
    table = board(
        box("wall", "structure", (15.0, 20.0), (0.5, 12.0), 4.0),
        box("hedge", "obstacle", (18.6, 20.0), (0.4, 8.0), 0.9),
    )
    at = {id: (10.0, 18.0 + 2 * i) for i, id in enumerate(models)} | {
        SCOURGE: (20.0, 20.0),
        MARAUDER: (30.0, 20.0),
    }
    g = fight(["paladin_annihilators"], ["scourge", "marauder"], at, table=table, arc={squad: 1})
    aimed = Attack(player=1, model=models[0], weapon="harbinger_cannon", target=SCOURGE)
    assert refused(g, aimed).code == "no_sight"
    g.apply(Use(player=1, ability="hunter_killer_salvo", model=models[0]))
    assert (g.state.units[squad].arc, g.state.players[1].well) == (0, 7)
    for id in models:
        happened = hurl(g, id, "harbinger_cannon", SCOURGE, (0,), dice(0, 3), dice(0, 3))
        assert pools(happened)[2] == ("defence", 3, 0), "no cover either"
    no = refused(g, replace_target(aimed, MARAUDER))
    assert no.code in ("attack_made", "out_of_range")
    g = fight(["paladin_annihilators"], ["scourge", "marauder"], at, table=table, arc={squad: 1})
    g.apply(Use(player=1, ability="hunter_killer_salvo", model=models[0]))
    assert refused(g, replace_target(aimed, MARAUDER)).code == "out_of_range", "range still applies"
    g.apply(Pass(player=1))
    assert not g.state.units[squad].boosts, "for the rest of that activation"


def replace_target(action: Attack, target: str) -> Attack:
    """The same attack at another target."""
    return action.model_copy(update={"target": target})


@pytest.mark.rule("NM-EXM-16")
@pytest.mark.rule("NM-ATK-09")
@pytest.mark.rule("NM-ATK-10")
@pytest.mark.rule("NM-ATK-11")
@pytest.mark.rule("NM-ATK-13")
@pytest.mark.rule("NM-ATK-14")
@pytest.mark.rule("NM-ATK-15")
def test_the_dusk_wolfs_rail_gun_at_the_marauder_behind_a_low_wall() -> None:
    wall = board(box("wall", "obstacle", (18.6, 20.0), (0.4, 6.0), 0.9))
    g = fight(
        [armed("rail_gun")],
        ["marauder"],
        {WOLF: (10.0, 20.0), MARAUDER: (20.0, 20.0)},
        table=wall,
        arc={WOLF: 2},
    )
    happened = hurl(g, WOLF, "rail_gun", MARAUDER, (2, 1, 1, 0, 1, 0), (1, 0, 1, 1))
    assert pools(happened) == [("attack", 4, 2), ("defence", 2, 2)]
    assert told(happened, events.Hit) == [events.Hit(WOLF, MARAUDER, 5, 3)]
    happened = done(g, Pass(player=1), (1, 0, 2, 1, 0, 1, 1))  # the Rail Gun's spike is declined
    assert pools(happened) == [("damage", 5, 2)]
    assert told(happened, events.Damaged) == [
        events.Damaged(MARAUDER, 1, "ranged", strikes=6, arm=4)
    ]
    assert g.state.models[MARAUDER].damage == 1


@pytest.mark.rule("NM-EXM-17")
@pytest.mark.rule("NM-ATK-15")
@pytest.mark.parametrize(("strikes", "arm", "points"), [(6, 1, 6), (6, 3, 2), (8, 3, 2), (2, 3, 0)])
def test_strikes_against_arm(strikes: int, arm: int, points: int) -> None:
    assert compute_damage_points(strikes, arm) == points


BLASTED = {
    COMMANDER: (10.0, 20.0),
    THEIR_WOLF: (18.0, 20.0),
    ENGINEER: (18.0, 20.0 + LARGE + MEDIUM + 0.5),
    "1.paladin_enforcers.1.a": (18.0 + LARGE + SMALL + 1.2, 20.0),
    "1.paladin_enforcers.1.b": (18.0, 20.0 - LARGE - SMALL - 1.9),
}


@pytest.mark.rule("NM-EXM-20")
@pytest.mark.rule("NM-BLA-02")
def test_the_commanders_blast_catches_the_engineer_and_the_nearer_enforcer() -> None:
    g = fight(["paladin_commander", "paladin_enforcers"], [FIGHTER, "combat_engineer"], BLASTED)
    rolls = dice(2, 4), dice(0, 3), dice(0, 5), dice(0, 3), dice(0, 3)
    happened = hurl(g, COMMANDER, "pulse_cannon", THEIR_WOLF, *rolls)
    assert [id for id, _ in damage(happened)] == [THEIR_WOLF, ENGINEER, "1.paladin_enforcers.1.a"]


@pytest.mark.rule("NM-EXM-21")
@pytest.mark.rule("NM-BLA-04")
def test_the_same_shot_misses() -> None:
    g = fight(["paladin_commander", "paladin_enforcers"], [FIGHTER, "combat_engineer"], BLASTED)
    happened = hurl(g, COMMANDER, "pulse_cannon", THEIR_WOLF, dice(0, 4), dice(0, 3), dice(0, 3))
    assert pools(happened)[2:] == [("blast damage", 3, 0)] and [
        id for id, _ in damage(happened)
    ] == [THEIR_WOLF]


@pytest.mark.rule("NM-EXM-22")
@pytest.mark.rule("NM-BLA-06")
def test_a_kinetic_weapons_blast_damage_is_kinetic_and_explosion() -> None:
    """At range: Compound Armor counts, and Arc Field, which is against ranged attacks."""
    a, b, nemesis = (
        f"2.{id}" for id in ("paladin_annihilators.1.a", "paladin_annihilators.1.b", "nemesis.1")
    )
    at = {WOLF: (10, 20), a: (18, 20), b: (18, 22), nemesis: (18 + SMALL + LARGE + 1, 20)}
    state = begun(
        [armed("battle_rifle")], ["paladin_annihilators", "nemesis"], at=at, arc={nemesis: 1}
    )
    kinetic = replace(lent(state, WOLF, "battle_rifle", "blast"), energy=("kinetic",))
    r = resolved(
        state,
        make_attack(WOLF, kinetic, a),
        rolls=[dice(1, 4), dice(0, 3), dice(0, 5), dice(0, 4), dice(0, 4)],
    )
    assert {e.model: e.arm for e in told(r.events, events.Damaged)} == {a: 3, b: 4, nemesis: 4}


@pytest.mark.rule("NM-EXM-23")
@pytest.mark.rule("NM-SPR-03")
@pytest.mark.rule("NM-SPR-04")
def test_the_immortal_weavers_spray_attacks_the_firebrand_and_two_enforcers() -> None:
    weaver = "1.immortal_weaver.1"
    brand = "2.firebrand.1"
    enforcers = "2.paladin_enforcers.1"
    at = {
        weaver: (10.0, 10.0),
        brand: (15.0, 10.0),
        f"{enforcers}.a": (13.0, 10.5),
        f"{enforcers}.b": (17.5, 9.5),
        "1.marauder.1": (11.5, 11.8),
    }
    g = fight(["immortal_weaver", "marauder"], ["firebrand", "paladin_enforcers"], at)
    happened = hurl(g, weaver, "psychokinetic_hood", brand, *[dice(0, 3), dice(0, 3)] * 3)
    assert [e.target for e in told(happened, events.Missed)] == [
        f"{enforcers}.a",
        brand,
        f"{enforcers}.b",
    ]


@pytest.mark.rule("NM-EXM-24")
@pytest.mark.rule("NM-SPR-06")
def test_the_spray_at_a_wolf_on_a_structure_meets_one_ranger_and_passes_over_the_other() -> None:
    weaver = "1.immortal_weaver.1"
    rangers = "2.ranger_fire_team.1"
    table = board(box("roof", "structure", (16.5, 10.0), (7.0, 8.0), 3.0))
    at = {
        weaver: (10.0, 10.0, 0.0),
        THEIR_WOLF: (14.0, 10.0, 3.0),
        f"{rangers}.a": (15.6, 10.0, 3.0),
        f"{rangers}.b": (17.0, 10.0, 3.0),
    }
    g = fight(["immortal_weaver"], [FIGHTER, "ranger_fire_team"], at, table=table)
    happened = hurl(g, weaver, "psychokinetic_hood", THEIR_WOLF, *[dice(0, 3), dice(0, 3)] * 2)
    assert [e.target for e in told(happened, events.Missed)] == [THEIR_WOLF, f"{rangers}.a"]


REAVER = "2.vassal_reavers.1.a"


@pytest.mark.rule("NM-EXM-25")
@pytest.mark.rule("NM-SIL-17")
@pytest.mark.rule("NM-SLM-04")
@pytest.mark.rule("NM-SLM-09")
def test_the_weavers_staff_throws_the_reaver_against_the_scourge() -> None:
    at = {WEAVER: (10.0, 10.0), REAVER: (12.0, 10.0), SCOURGE: (15.8248, 10.0)}
    g = fight(["coalition_weaver"], ["vassal_reavers", "scourge"], at)
    happened = hurl(g, WEAVER, "battle_staff", REAVER, dice(2, 3), dice(0, 3), dice(1, 7))
    assert g.state.place(REAVER)[:2] == pytest.approx((14.25, 10.0), abs=1e-4)
    assert pools(happened)[2:] == [("damage", 4, 3)], (
        "POW 4, excess 2 and 1 for the contact; none against the Scourge"
    )


@pytest.mark.rule("NM-EXM-26")
@pytest.mark.rule("NM-SLM-06")
@pytest.mark.rule("NM-SLM-07")
def test_the_same_against_a_small_model_and_a_medium_one_against_a_small_one() -> None:
    other = "2.vassal_reavers.1.b"
    at = {WEAVER: (10.0, 10.0), REAVER: (12.0, 10.0), other: (12 + 2 * SMALL + 2.25, 10.0)}
    g = fight(["coalition_weaver"], ["vassal_reavers"], at)
    happened = hurl(
        g, WEAVER, "battle_staff", REAVER, dice(2, 3), dice(0, 3), dice(0, 7), dice(0, 4)
    )
    assert pools(happened)[2:] == [("damage", 4, 3), ("collateral damage", 4, 0)]
    at = {WOLF: (10.0, 10.0), MARAUDER: (13.0, 10.0), REAVER: (13 + MEDIUM + SMALL + 1.5, 10.0)}
    g = fight([armed("slug_gun")], ["marauder", "vassal_reavers"], at)
    happened = hurl(g, WOLF, "slug_gun", MARAUDER, dice(2, 4), dice(0, 2), dice(0, 5), dice(0, 3))
    assert pools(happened)[2:] == [("damage", 3, 2), ("collateral damage", 3, 0)]


@pytest.mark.rule("NM-EXM-28")
@pytest.mark.rule("NM-CYP-19")
@pytest.mark.rule("NM-CYP-21")
def test_pyrokinetic_surge_through_the_weaver_at_the_scourge() -> None:
    """3 Arc in the well; one of the other four lies on the Weaver and adds nothing."""
    at = {WEAVER: (10.0, 20.0), SCOURGE: (17.0, 20.0), WOLF: (10.0, 30.0)}
    hands = {1: ["pyrokinetic_surge"]}
    arc = {WEAVER: 1, WOLF: 3}
    g = play(
        ["coalition_weaver", armed("rail_gun")],
        ["scourge"],
        at=at,
        hands=hands,
        arc=arc,
        step="cypher",
    )
    assert g.state.players[1].well == 3
    rolls = (1, 0, 2, 0, 1, 1, 0), (1, 1, 0), (0, 1, 0, 1, 1, 1)
    happened = channel(g, "pyrokinetic_surge", WEAVER, SCOURGE, *rolls)
    assert pools(happened) == [("attack", 4, 3), ("defence", 3, 0), ("damage", 3, 3)]
    assert told(happened, events.Hit) == [events.Hit(WEAVER, SCOURGE, 5, 2)]
    assert g.state.models[SCOURGE].effects == ("fire",)
    assert told(happened, events.Damaged) == [events.Damaged(SCOURGE, 1, "fury", strikes=4, arm=4)]
