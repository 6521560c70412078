"""Slams in the game: Repulsor, Furies, contact, collateral damage, falls, void gates, the edge (p. 37)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.fighting import (
    GATE,
    LARGE,
    MARAUDER,
    MEDIUM,
    NEMESIS,
    SCOURGE,
    SMALL,
    WOLF,
    armed,
    channel,
    damage,
    dice,
    fight,
    hurl,
    lent,
    pools,
    resolved,
    rollers,
    told,
)
from tests.games.neo_mechanika.rules.playing import begun, board, play
from tests.table.building import box
from wc3d.engine.agenda import Resolution
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.fighting.attack import make_attack
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.table.features import Feature

WEAVER = "1.coalition_weaver.1"
REAVERS = "2.vassal_reavers.1"
RANGERS = "1.ranger_fire_team.1"
A, B, C = (f"{REAVERS}.{letter}" for letter in "abc")
SLUG = armed("slug_gun")
"""Repulsor at RNG 8, POW 3."""


def struck(
    south: Sequence[Any],
    north: Sequence[Any],
    at: Mapping[str, Any],
    *rolls: object,
    features: tuple[Feature, ...] = (),
) -> Resolution:
    """The first model hits the second with a Slug Gun's Repulsor, by one strike; every roll after those two is written down."""
    first, second = list(at)[:2]
    state = begun(south, north, at=at, table=board(*features))
    return thrown(state, first, second, *rolls)


def thrown(state: State, attacker: str, target: str, *rolls: object) -> Resolution:
    """The same on a state. The weapon is the Slug Gun's Repulsor whoever holds it."""
    gun = lent(begun([SLUG], at={WOLF: (40, 40)}), WOLF, "slug_gun", "repulsor")
    dice_of = {"attack": int(state.setup.card_of(attacker).stat("RAT") or 0), "defence": 3}
    if target in state.models:
        dice_of["defence"] = int(state.setup.card_of(target).stat("DEF") or 0)
    made = [dice(1, dice_of["attack"]), dice(0, dice_of["defence"]), *rolls]
    return resolved(state, make_attack(attacker, gun, target), rolls=made)  # type: ignore[arg-type]


@pytest.mark.rule("NM-SLM-01")
@pytest.mark.rule("NM-SLM-03")
@pytest.mark.rule("NM-SLM-08")
@pytest.mark.rule("NM-SLM-09")
@pytest.mark.rule("NM-SIL-145")
def test_a_hit_slams_a_model_no_larger_three_inches_away_before_its_one_damage_roll() -> None:
    at = {WOLF: (10.0, 20.0), SCOURGE: (13.0, 24.0)}
    g = fight([SLUG], ["scourge"], at)
    happened = hurl(g, WOLF, "slug_gun", SCOURGE, dice(1, 4), dice(0, 3), dice(4, 4))
    assert [type(e).__name__ for e in told(happened, events.Hit, events.Moved, events.Damaged)] == [
        "Hit",
        "Moved",
        "Damaged",
    ]
    assert g.state.place(SCOURGE)[:2] == pytest.approx((13 + 3 * 0.6, 24 + 3 * 0.8))
    assert pools(happened)[2:] == [("damage", 3, 1)] and damage(happened) == [(SCOURGE, 1)]


@pytest.mark.rule("NM-SLM-08")
@pytest.mark.parametrize(
    ("target", "at", "moved"),
    [("scourge", SCOURGE, False), ("marauder", MARAUDER, False), ("grafter", "2.grafter.1", True)],
)
def test_a_larger_model_is_only_damaged(target: str, at: str, moved: bool) -> None:
    """The Weaver is small."""
    radius = {"scourge": LARGE, "marauder": MEDIUM, "grafter": SMALL}[target]
    g = fight(
        ["coalition_weaver"], [target], {WEAVER: (10.0, 20.0), at: (10.5 + SMALL + radius, 20.0)}
    )
    defense = 2 if target == "marauder" else 3
    happened = hurl(g, WEAVER, "battle_staff", at, dice(1, 3), dice(0, defense), dice(0, 5))
    assert bool(told(happened, events.Moved)) == moved
    assert pools(happened)[2] == ("damage", 4, 1)


@pytest.mark.rule("NM-SLM-08")
def test_a_miss_slams_nobody() -> None:
    g = fight([SLUG], ["scourge"], {WOLF: (10.0, 20.0), SCOURGE: (15.0, 20.0)})
    assert not told(hurl(g, WOLF, "slug_gun", SCOURGE, dice(0, 4), dice(0, 3)), events.Moved)


@pytest.mark.rule("NM-SLM-02")
@pytest.mark.rule("NM-SLM-04")
@pytest.mark.parametrize("kind", ["obstacle", "structure"])
def test_against_terrain_it_stops_and_the_damage_has_a_power_die_more(kind: str) -> None:
    wall = box("wall", kind, (18.0, 20.0), (1.0, 6.0), 0.9 if kind == "obstacle" else 3.0)
    r = struck(
        [SLUG],
        ["scourge"],
        {WOLF: (10.0, 20.0), SCOURGE: (15.0, 20.0)},
        dice(0, 5),
        features=(wall,),
    )
    assert r.state.place(SCOURGE)[0] == pytest.approx(17.5 - LARGE)
    assert pools(r.events)[2] == ("damage", 3, 2)


@pytest.mark.rule("NM-SLM-04")
@pytest.mark.rule("NM-SLM-05")
@pytest.mark.rule("NM-SLM-06")
@pytest.mark.rule("NM-SLM-07")
@pytest.mark.rule("NM-SIL-85")
@pytest.mark.rule("NM-SIL-89")
@pytest.mark.parametrize(
    ("behind", "radius", "power", "collateral"),
    [
        ("2.scourge.1", LARGE, 2, False),
        ("2.marauder.1", MEDIUM, 2, True),
        ("2.grafter.1", SMALL, 1, True),
    ],
)
def test_a_medium_model_thrown_against_a_larger_an_equal_and_a_smaller(
    behind: str, radius: float, power: int, collateral: bool
) -> None:
    """Larger: one Power Die more; equal: that and collateral damage; smaller: collateral damage alone. Nobody else moves."""
    target = "2.marauder.2"
    at = {WOLF: (10.0, 20.0), target: (15.0, 20.0), behind: (15 + MEDIUM + 1.0 + radius, 20.0)}
    rolls = [dice(0, 3 + power)] + ([dice(4, 3)] if collateral else [])
    r = struck([SLUG], ["marauder", "marauder", "scourge", "grafter"], at, *rolls)
    assert r.state.place(target)[0] == pytest.approx(16.0)
    wanted = [("damage", 3, power)] + ([("collateral damage", 3, 0)] if collateral else [])
    assert pools(r.events)[2:] == wanted
    assert [e.model for e in told(r.events, events.Moved)] == [target]
    if collateral:
        assert [e.cause for e in told(r.events, events.Damaged)] == ["ranged", "collateral"]


@pytest.mark.rule("NM-SIL-89")
def test_collateral_damage_is_for_friend_and_foe_of_the_attacker() -> None:
    at = {WOLF: (10.0, 20.0), A: (15.0, 20.0), f"{RANGERS}.a": (15 + 2 * SMALL + 1.0, 20.0)}
    r = struck([SLUG, "ranger_fire_team"], ["vassal_reavers"], at, dice(0, 5), dice(3, 3))
    assert told(r.events, events.ModelDestroyed) == [
        events.ModelDestroyed(f"{RANGERS}.a", "collateral", 1)
    ]
    assert rollers(r.events)[-1] == (1, "collateral damage")


@pytest.mark.rule("NM-SIL-87")
def test_two_models_contacted_at_once_are_one_power_die_and_two_collateral_rolls() -> None:
    at = {WOLF: (10.0, 20.0), A: (15.0, 20.0), B: (16.5, 20.6), C: (16.5, 19.4)}
    r = struck([SLUG], ["vassal_reavers"], at, dice(0, 5), dice(0, 3), dice(0, 3))
    assert pools(r.events)[2:] == [
        ("damage", 3, 2),
        ("collateral damage", 3, 0),
        ("collateral damage", 3, 0),
    ]


@pytest.mark.rule("NM-SIL-88")
def test_already_touching_what_is_in_the_way_is_contact() -> None:
    at = {WOLF: (10.0, 20.0), A: (15.0, 20.0), B: (15 + 2 * SMALL, 20.0)}
    r = struck([SLUG], ["vassal_reavers"], at, dice(0, 5), dice(0, 3))
    assert r.state.place(A)[:2] == pytest.approx((15.0, 20.0))
    assert pools(r.events)[2:] == [("damage", 3, 2), ("collateral damage", 3, 0)]


@pytest.mark.rule("NM-SIL-90")
def test_from_straight_above_there_is_no_movement_and_damage_as_usual() -> None:
    slab = box("slab", "structure", (20.0, 20.0), (6.0, 6.0), 0.2, bottom=3.0)
    at = {WOLF: (20.0, 20.0, 3.2), SCOURGE: (20.0, 20.0, 0.0)}
    r = struck([SLUG], ["scourge"], at, dice(0, 4), features=(slab,))
    assert r.state.place(SCOURGE) == (20.0, 20.0, 0.0) and pools(r.events)[2:] == [("damage", 3, 1)]


@pytest.mark.rule("NM-SIL-91")
def test_a_void_gate_hit_stays_and_a_model_thrown_against_one_makes_it_suffer() -> None:
    state = begun(
        [SLUG],
        ["vassal_reavers"],
        at={WOLF: (10.0, 20.0), A: (15.0, 24.0)},
        gates={GATE: ((15.0, 20.0), 2)},
    )
    r = thrown(state, WOLF, GATE, dice(5, 4))
    assert not told(r.events, events.Moved) and r.state.gates[GATE].arc == 1
    state = begun(
        [SLUG],
        ["vassal_reavers"],
        at={WOLF: (10.0, 20.0), A: (13.0, 20.0)},
        gates={GATE: ((15.5, 20.0), 2)},
    )
    r = thrown(state, WOLF, A, dice(0, 5), dice(5, 3))
    assert (
        pools(r.events)[2:] == [("damage", 3, 2), ("collateral damage", 3, 0)]
        and r.state.gates[GATE].arc == 1
    )


@pytest.mark.rule("NM-SLM-11")
@pytest.mark.rule("NM-MOV-17")
def test_beyond_the_edge_it_is_destroyed_and_nothing_is_rolled() -> None:
    r = struck([SLUG], ["scourge"], {WOLF: (41.0, 20.0), SCOURGE: (45.0, 20.0)})
    assert [why for why, _, _ in pools(r.events)] == ["attack", "defence"]
    assert told(r.events, events.ModelDestroyed)[0].by == 1 and not r.state.is_on_table(SCOURGE)


@pytest.mark.rule("NM-SLM-12")
@pytest.mark.rule("NM-SIL-86")
@pytest.mark.rule("NM-SIL-69")
@pytest.mark.rule("NM-TER-19")
def test_movement_then_fall_then_damage_then_collateral() -> None:
    """Off a roof of 2.5" it drops where it ends, beside what it met in the air: POW 2 for the fall, rolled by the attacker."""
    roof = box("roof", "structure", (13.0, 20.0), (6.0, 6.0), 2.5)
    tower = box("tower", "structure", (19.8, 20.0), (2.0, 6.0), 2.5)
    at = {WOLF: (11.5, 20.0, 2.5), SCOURGE: (15.0, 20.0, 2.5), A: (18.8 + SMALL, 20.0, 2.5)}
    r = struck(
        [SLUG],
        ["scourge", "vassal_reavers"],
        at,
        dice(0, 2),
        dice(0, 4),
        dice(0, 3),
        features=(roof, tower),
    )
    assert [why for why, _, _ in pools(r.events)][2:] == [
        'Scourge falls 2.5"',
        "damage",
        "collateral damage",
    ]
    assert pools(r.events)[2] == ('Scourge falls 2.5"', 2, 0) and rollers(r.events)[2][0] == 1
    order = [type(e).__name__ for e in told(r.events, events.Moved, events.Fell, events.Damaged)]
    assert order == ["Moved", "Fell", "Damaged", "Damaged", "Damaged"]
    assert r.state.place(SCOURGE)[2] == 0.0


@pytest.mark.rule("NM-SIL-86")
def test_destroyed_by_the_fall_it_skips_its_damage_roll_and_collateral_is_rolled_still() -> None:
    roof = box("roof", "structure", (13.0, 20.0), (6.0, 6.0), 2.5)
    tower = box("tower", "structure", (19.8, 20.0), (2.0, 6.0), 2.5)
    at = {WOLF: (11.5, 20.0, 2.5), SCOURGE: (15.0, 20.0, 2.5), A: (18.8 + SMALL, 20.0, 2.5)}
    state = begun(
        [SLUG], ["scourge", "vassal_reavers"], at=at, table=board(roof, tower)
    ).with_model(SCOURGE, damage=2)
    r = thrown(state, WOLF, SCOURGE, dice(4, 2), dice(2, 3))
    assert [why for why, _, _ in pools(r.events)][2:] == ['Scourge falls 2.5"', "collateral damage"]
    assert [e.model for e in told(r.events, events.ModelDestroyed)] == [SCOURGE, A]


@pytest.mark.rule("NM-SLM-13")
@pytest.mark.rule("NM-MOV-07")
def test_only_the_model_hit_is_thrown_not_its_squad() -> None:
    at = {WOLF: (10.0, 20.0), A: (15.0, 20.0), B: (15.0, 22.0), C: (15.0, 18.0)}
    r = struck([SLUG], ["vassal_reavers"], at, dice(0, 4))
    assert r.state.place(A)[0] == pytest.approx(18.0)
    assert [r.state.place(id)[:2] for id in (B, C)] == [(15.0, 22.0), (15.0, 18.0)]


@pytest.mark.rule("NM-SLM-01")
@pytest.mark.rule("NM-SIL-101")
@pytest.mark.rule("NM-SLM-05")
def test_a_fury_slams_away_from_the_channelling_model_whatever_the_size() -> None:
    """Velocity Projector: 3", POW 4 and the same for collateral damage."""
    at = {WEAVER: (10.0, 20.0), SCOURGE: (16.0, 20.0), A: (16 + LARGE + SMALL + 2.0, 20.0)}
    hands = {1: ["velocity_projector"]}
    g = play(["coalition_weaver"], ["scourge", "vassal_reavers"], at=at, hands=hands, step="cypher")
    happened = channel(
        g, "velocity_projector", WEAVER, SCOURGE, dice(1, 11), dice(0, 3), dice(0, 5), dice(2, 4)
    )
    assert g.state.place(SCOURGE)[0] == pytest.approx(18.0)
    assert pools(happened)[2:] == [("damage", 4, 1), ("collateral damage", 4, 0)], (
        "a smaller model adds no Power Die"
    )
    assert damage(happened) == [(SCOURGE, 0), (A, 1)]


@pytest.mark.rule("NM-MOV-09")
@pytest.mark.rule("NM-SLM-02")
def test_a_flier_is_stopped_like_anyone() -> None:
    at = {WOLF: (10.0, 20.0), NEMESIS: (15.0, 20.0), A: (15 + LARGE + SMALL + 1.0, 20.0)}
    r = struck([SLUG], ["nemesis", "vassal_reavers"], at, dice(0, 4), dice(0, 3))
    assert r.state.place(NEMESIS)[0] == pytest.approx(16.0)
