"""Sprays in the game: whom the line meets, each with an attack of its own (p. 35)."""

from __future__ import annotations

import pytest

from tests.games.neo_mechanika.rules.fighting import (
    SCOURGE,
    WOLF,
    armed,
    damage,
    dice,
    done,
    fight,
    hurl,
    jack,
    pools,
    rollers,
    told,
)
from tests.games.neo_mechanika.rules.playing import asked, board, refused
from tests.table.building import box
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Attack, Use

WEAVER = "1.immortal_weaver.1"
RANGERS = "1.ranger_fire_team.1"
REAVERS = "2.vassal_reavers.1"
THROWER = armed("flame_thrower")


@pytest.mark.rule("NM-SPR-03")
@pytest.mark.rule("NM-SPR-04")
@pytest.mark.rule("NM-SIL-76")
@pytest.mark.rule("NM-SIL-77")
@pytest.mark.rule("NM-STA-24")
def test_each_model_on_the_line_friend_or_foe_is_attacked_by_itself_nearest_first() -> None:
    """The line goes on past the target; each attack has the attacker's whole pool, each model its own defence and effect."""
    at = {
        WOLF: (10.0, 20.0),
        f"{RANGERS}.a": (13.0, 20.0),
        SCOURGE: (15.5, 20.0),
        "2.nemesis.1": (18.5, 20.0),
    }
    g = fight([THROWER, "ranger_fire_team"], ["scourge", "nemesis"], at, arc={WOLF: 1})
    rolls = (
        dice(0, 5),
        dice(1, 3),
        dice(2, 5),
        dice(0, 3),
        dice(4, 5),
        dice(3, 5),
        dice(2, 3),
        dice(3, 4),
    )
    happened = hurl(g, WOLF, "flame_thrower", SCOURGE, *rolls)
    assert pools(happened) == [
        ("attack", 4, 1),
        ("defence", 3, 0),
        ("attack", 4, 1),
        ("defence", 3, 0),
        ("damage", 3, 2),
        ("attack", 4, 1),
        ("defence", 3, 0),
        ("damage", 3, 1),
    ]
    assert [player for player, why in rollers(happened) if why == "defence"] == [1, 2, 2]
    assert [e.target for e in told(happened, events.Hit, events.Missed)] == [
        f"{RANGERS}.a",
        SCOURGE,
        "2.nemesis.1",
    ]
    assert damage(happened) == [(SCOURGE, 1), ("2.nemesis.1", 1)]
    burning = [id for id in (f"{RANGERS}.a", SCOURGE, "2.nemesis.1") if g.state.models[id].effects]
    assert burning == [SCOURGE, "2.nemesis.1"]
    no = refused(g, Attack(player=1, model=WOLF, weapon="flame_thrower", target=SCOURGE))
    assert no.code == "weapon_used", "however many it met, it is one attack with the weapon"


@pytest.mark.rule("NM-SPR-02")
def test_the_line_has_the_weapons_range_from_the_attackers_base_and_may_miss_a_model_aside() -> (
    None
):
    """RNG 10: a base that begins 10.05" away is not met, one that begins 9.95" away is; one 0.7" aside of it is not."""
    reach = 10.0 + 25 / 25.4 + 15 / 25.4
    for beyond, met in ((-0.05, True), (0.05, False)):
        at = {
            WOLF: (10.0, 20.0),
            SCOURGE: (15.0, 20.0),
            f"{REAVERS}.a": (10 + reach + beyond, 20.0),
        }
        at[f"{REAVERS}.b"] = (12.0, 20 + 15 / 25.4 + 0.7)
        g = fight([THROWER], ["scourge", "vassal_reavers"], at)
        rolls = [dice(0, 4), dice(0, 3)] * (2 if met else 1)
        happened = hurl(g, WOLF, "flame_thrower", SCOURGE, *rolls)
        assert [e.target for e in told(happened, events.Missed)] == [SCOURGE, f"{REAVERS}.a"][
            : 2 if met else 1
        ]


@pytest.mark.rule("NM-SPR-01")
def test_the_target_of_a_spray_is_chosen_like_any_other() -> None:
    wall = board(box("wall", "structure", (15.0, 14.0), (1.0, 6.0), 4.0))
    at = {
        WOLF: (10.0, 20.0),
        f"{RANGERS}.a": (13.0, 20.0),
        SCOURGE: (22.1, 20.0),
        f"{REAVERS}.b": (20.0, 21.5),
    }
    g = fight(
        [THROWER, "ranger_fire_team"],
        ["scourge", "vassal_reavers"],
        at,
        table=wall,
        arc={REAVERS: 1},
    )
    wanted = {
        f"{RANGERS}.a": "friendly_target",
        SCOURGE: "out_of_range",
        f"{REAVERS}.b": "stealth",
        "2.nobody.1": "unknown",
    }
    for target, code in wanted.items():
        assert (
            refused(g, Attack(player=1, model=WOLF, weapon="flame_thrower", target=target)).code
            == code
        )
    g = fight([THROWER], ["scourge"], {WOLF: (10.0, 14.0), SCOURGE: (19.0, 14.0)}, table=wall)
    assert (
        refused(g, Attack(player=1, model=WOLF, weapon="flame_thrower", target=SCOURGE)).code
        == "no_sight"
    )


@pytest.mark.rule("NM-SPR-03")
@pytest.mark.rule("NM-SIL-78")
def test_terrain_that_hides_a_model_wholly_saves_it_from_the_line() -> None:
    """A wall across the line behind the target: who stands behind it is not attacked."""
    wall = board(box("wall", "structure", (17.5, 20.0), (0.5, 8.0), 4.0))
    at = {WOLF: (10.0, 20.0), SCOURGE: (15.0, 20.0), f"{REAVERS}.a": (18.8, 20.0)}
    g = fight([THROWER], ["scourge", "vassal_reavers"], at, table=wall)
    happened = hurl(g, WOLF, "flame_thrower", SCOURGE, dice(0, 4), dice(0, 3))
    assert [e.target for e in told(happened, events.Missed)] == [SCOURGE]


@pytest.mark.rule("NM-SIL-25")
def test_stealth_is_no_help_on_the_line() -> None:
    """The Reaver is 9" from the thrower: no target, but met."""
    at = {WOLF: (10.0, 20.0), SCOURGE: (15.0, 20.0), f"{REAVERS}.a": (10 + 9 + 40 / 25.4, 20.0)}
    g = fight([THROWER], ["scourge", "vassal_reavers"], at, arc={REAVERS: 1})
    assert (
        refused(g, Attack(player=1, model=WOLF, weapon="flame_thrower", target=f"{REAVERS}.a")).code
        == "stealth"
    )
    happened = hurl(
        g,
        WOLF,
        "flame_thrower",
        SCOURGE,
        dice(0, 4),
        dice(0, 3),
        dice(1, 4),
        dice(0, 3),
        dice(2, 4),
    )
    assert damage(happened) == [(f"{REAVERS}.a", 1)]


@pytest.mark.rule("NM-SPR-05")
def test_no_cover_against_a_spray() -> None:
    wall = board(box("wall", "obstacle", (13.4, 20.0), (0.4, 6.0), 0.9))
    at = {WOLF: (10.0, 20.0), SCOURGE: (15.0, 20.0)}
    g = fight([armed("flame_thrower", "battle_rifle")], ["scourge"], at, table=wall)
    happened = hurl(g, WOLF, "flame_thrower", SCOURGE, dice(0, 4), dice(0, 3))
    assert not any(e.cover for e in told(happened, events.AttackDeclared))
    assert pools(hurl(g, WOLF, "battle_rifle", SCOURGE, dice(0, 4), dice(0, 5)))[1] == (
        "defence",
        3,
        2,
    ), "a rifle meets cover"


@pytest.mark.rule("NM-SPR-06")
@pytest.mark.rule("NM-SIL-79")
def test_the_line_rises_to_a_target_above_and_passes_over_one_behind() -> None:
    table = board(box("roof", "structure", (16.5, 10.0), (7.0, 6.0), 3.0))
    at = {
        WEAVER: (10.0, 10.0, 0.0),
        "2.dusk_wolf.1": (14.0, 10.0, 3.0),
        f"{REAVERS}.a": (15.6, 10.0, 3.0),
        f"{REAVERS}.b": (17.0, 10.0, 3.0),
    }
    g = fight(
        ["immortal_weaver"],
        [jack("dusk_wolf", cortex="fighter_cortex"), "vassal_reavers"],
        at,
        table=table,
    )
    rolls = [dice(0, 3), dice(0, 3)] * 2
    happened = hurl(g, WEAVER, "psychokinetic_hood", "2.dusk_wolf.1", *rolls)
    assert [e.target for e in told(happened, events.Missed)] == ["2.dusk_wolf.1", f"{REAVERS}.a"]


@pytest.mark.rule("NM-SPR-04")
def test_who_sprays_may_be_destroyed_by_an_answer_and_attacks_no_more() -> None:
    """Impulse Reciprocator: the first model hit strikes back and destroys the Weaver; the second is not attacked."""
    reciprocator = jack(
        "nemesis", cortex="impulse_reciprocator_cortex", arm=["fusion_scythe_nemesis"]
    )
    at = {WEAVER: (10.0, 20.0), "2.nemesis.1": (13.0, 20.0), SCOURGE: (16.0, 20.0)}
    g = fight(["immortal_weaver"], [reciprocator, "scourge"], at, arc={"2.nemesis.1": 1})
    hurl(g, WEAVER, "psychokinetic_hood", "2.nemesis.1", dice(1, 3), dice(0, 3))
    assert asked(g) == "Reaction"
    done(g, Use(player=2, ability="impulse_reciprocator", model="2.nemesis.1"), dice(0, 5))
    happened = hurl(
        g,
        "2.nemesis.1",
        "fusion_scythe_nemesis",
        WEAVER,
        dice(8, 4),
        dice(0, 3),
        dice(6, 12),
        player=2,
    )
    assert told(happened, events.ModelDestroyed) and not g.state.is_on_table(WEAVER)
    assert not [e for e in told(happened, events.AttackDeclared) if e.target == SCOURGE]
    assert asked(g) != "ActingQuestion" and not g.state.units[WEAVER].token
