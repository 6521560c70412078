"""Whom an attack may be aimed at: enemies, in range, in sight, not hidden by Stealth (p. 26, 30, 32)."""

from __future__ import annotations

import pytest

from tests.games.neo_mechanika.rules.fighting import (
    GATE,
    HUNTER,
    LARGE,
    SCOURGE,
    SMALL,
    WOLF,
    activated,
    armed,
    dice,
    fight,
    hurl,
    jack,
    pools,
)
from tests.games.neo_mechanika.rules.playing import begun, board, play, refused
from tests.table.building import box
from wc3d.games.neo_mechanika.rules.actions import Attack, Play

RIFLE = armed("battle_rifle", "ripper")
REAVERS = "2.vassal_reavers.1"
VOITEK = "2.voitek_sudal.1"
ARTEMIS = "1.artemis_fang.1"


def shot(target: str, weapon: str = "battle_rifle", model: str = WOLF) -> Attack:
    """The Wolf's rifle, if nothing else is said."""
    return Attack(player=1, model=model, weapon=weapon, target=target)


@pytest.mark.rule("NM-ATK-03")
def test_only_enemy_models_and_void_gates_on_the_table_are_targets() -> None:
    at = {
        WOLF: (10.0, 20.0),
        HUNTER: (14.0, 22.0),
        SCOURGE: (18.0, 20.0),
        f"{REAVERS}.a": (16.0, 24.0),
    }
    gates = {GATE: ((14.0, 18.0), 1), "1.gate.1": ((12.0, 16.0), 1)}
    g = fight([RIFLE, "hunter"], ["scourge", "vassal_reavers", "grafter"], at, gates=gates)
    for target in (SCOURGE, GATE, f"{REAVERS}.a"):
        assert g.check(shot(target)), target
    refusals = {
        HUNTER: "friendly_target",
        WOLF: "friendly_target",
        "1.gate.1": "friendly_target",
        "2.grafter.1": "not_in_play",
        f"{REAVERS}.b": "not_in_play",
        REAVERS: "not_in_play",
        "2.scourge.9": "unknown",
        "": "unknown",
        "ruin-1": "unknown",
    }
    for target, code in refusals.items():
        no = refused(g, shot(target))
        assert (no.code, no.rule, no.page) == (code, "NM-ATK-03", "30"), target
    offered = {
        a.target
        for o in g.offers()
        for a in o.candidates()
        if isinstance(a, Attack) and a.weapon == "battle_rifle"
    }
    assert offered == {SCOURGE, GATE, f"{REAVERS}.a"}


@pytest.mark.rule("NM-ATK-04")
@pytest.mark.rule("NM-ATK-08")
@pytest.mark.rule("NM-STA-22")
@pytest.mark.rule("NM-SIL-51")
@pytest.mark.parametrize(("weapon", "reach"), [("battle_rifle", 12.0), ("ripper", 2.0)])
def test_range_is_from_base_edge_to_base_edge_and_includes_exactly_rng(
    weapon: str, reach: float
) -> None:
    for beyond in (-0.01, 0.0, 0.01):
        at = {WOLF: (10.0, 20.0), SCOURGE: (10 + 2 * LARGE + reach + beyond, 20.0)}
        g = fight([RIFLE], ["scourge"], at)
        assert bool(g.check(shot(SCOURGE, weapon))) == (beyond <= 0)
    no = refused(g, shot(SCOURGE, weapon))
    assert (no.code, no.rule) == ("out_of_range", "NM-ATK-04")


@pytest.mark.rule("NM-ATK-07")
def test_distances_are_open_to_both_players_at_any_time() -> None:
    """What either player sees of the game has the table, and the table measures."""
    g = fight([RIFLE], ["scourge"], {WOLF: (10.0, 20.0), SCOURGE: (18.0, 20.0)})
    for player in (1, 2, None):
        assert g.view(player).state.table.distance(WOLF, SCOURGE) == pytest.approx(8 - 2 * LARGE)


@pytest.mark.rule("NM-ATK-05")
@pytest.mark.rule("NM-ATK-06")
@pytest.mark.rule("NM-SIL-84")
def test_terrain_blocks_sight_at_range_and_in_melee_and_models_do_not() -> None:
    wall = board(box("wall", "structure", (11.5, 20.0), (0.5, 8.0), 4.0))
    near = {WOLF: (10.0, 20.0), SCOURGE: (13.0, 20.0)}
    g = fight([RIFLE], ["scourge"], near, table=wall)
    for weapon in ("battle_rifle", "ripper"):
        no = refused(g, shot(SCOURGE, weapon))
        assert (no.code, no.rule) == ("no_sight", "NM-ATK-05")
    crowd = {
        WOLF: (10.0, 20.0),
        "1.dusk_wolf.2": (12.5, 20.0),
        "2.nemesis.1": (15.0, 20.0),
        SCOURGE: (17.5, 20.0),
    }
    g = fight([RIFLE, "dusk_wolf"], ["scourge", "nemesis"], crowd)
    assert g.check(shot(SCOURGE))


@pytest.mark.rule("NM-SIL-84")
def test_melee_between_levels_measures_in_space() -> None:
    """Edge above edge 1.9" is within RNG 2; at 2.1" it is not."""
    for height, reached in ((1.9, True), (2.1, False)):
        table = board(box("roof", "structure", (14.0, 20.0), (4.0, 6.0), height))
        at = {WOLF: (12 - LARGE, 20.0), SCOURGE: (12 + LARGE + 0.05, 20.0, height)}
        g = fight([RIFLE], ["scourge"], at, table=table)
        assert bool(g.check(shot(SCOURGE, "ripper"))) == reached, g.check(shot(SCOURGE, "ripper"))


@pytest.mark.rule("NM-STA-17")
@pytest.mark.rule("NM-SIL-25")
def test_stealth_hides_from_beyond_eight_inches_and_not_at_eight() -> None:
    for beyond in (-0.01, 0.0, 0.01):
        at = {WOLF: (10.0, 20.0), VOITEK: (10 + LARGE + SMALL + 8.0 + beyond, 20.0)}
        g = fight([RIFLE], ["voitek_sudal"], at)
        assert bool(g.check(shot(VOITEK))) == (beyond <= 0)
    no = refused(g, shot(VOITEK))
    assert (no.code, no.rule) == ("stealth", "NM-STA-17")


@pytest.mark.rule("NM-STA-17")
@pytest.mark.rule("NM-SIL-25")
@pytest.mark.rule("NM-STA-18")
def test_a_fury_measures_stealth_from_the_channelling_model() -> None:
    """And Revelator, which is for ranged attacks, does not help it."""
    weaver = "1.coalition_weaver.1"
    for apart, legal in ((8.0, True), (8.01, False)):
        at = {weaver: (10.0, 20.0), WOLF: (14.0, 22.0), VOITEK: (10 + 2 * SMALL + apart, 20.0)}
        g = play(
            [RIFLE, "coalition_weaver"],
            ["voitek_sudal"],
            at=at,
            hands={1: ["malediction_rubric"]},
            step="cypher",
        )
        verdict = g.check(Play(player=1, card="malediction_rubric", on=VOITEK, channel=weaver))
        assert bool(verdict) == legal and (legal or verdict.code == "stealth")


@pytest.mark.rule("NM-STA-18")
def test_revelator_sees_the_stealthy_at_range_only() -> None:
    recon = jack("firebrand", cortex="recon_cortex", arm=["assault_rifle_and_bayonet"])
    at = {"1.firebrand.1": (10.0, 20.0), VOITEK: (10 + LARGE + SMALL + 9.0, 20.0)}
    g = fight([recon], ["voitek_sudal"], at)
    assert g.check(shot(VOITEK, "assault_rifle", "1.firebrand.1"))
    other = jack("firebrand", cortex="neural_web_cortex", arm=["assault_rifle_and_bayonet"])
    g = fight([other], ["voitek_sudal"], at)
    assert refused(g, shot(VOITEK, "assault_rifle", "1.firebrand.1")).code == "stealth"


@pytest.mark.rule("NM-STA-10")
def test_the_base_of_the_card_is_the_base_on_the_table() -> None:
    state = begun(
        ["hunter", "dusk_wolf"],
        ["marauder"],
        at={HUNTER: (10, 20), WOLF: (20, 20), "2.marauder.1": (30, 20)},
    )
    bodies = {b.id: (b.radius, b.height) for b in state.bodies}
    assert bodies == {HUNTER: (SMALL, 1.75), "2.marauder.1": (20 / 25.4, 2.25), WOLF: (LARGE, 2.75)}


@pytest.mark.rule("NM-ATK-02")
@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Attack(player=1, model=WOLF, weapon="rail_gun", target=SCOURGE), "unknown_weapon"),
        (Attack(player=1, model=WOLF, weapon="", target=SCOURGE), "unknown_weapon"),
        (
            Attack(player=1, model=WOLF, weapon="battle_rifle", target=SCOURGE, mode="blast"),
            "no_modes",
        ),
        (Attack(player=1, model=HUNTER, weapon="sniper_rifle", target=SCOURGE), "wrong_unit"),
        (Attack(player=1, model=SCOURGE, weapon="wrecking_claw", target=WOLF), "wrong_unit"),
        (Attack(player=1, model="nobody", weapon="battle_rifle", target=SCOURGE), "wrong_unit"),
        (Attack(player=2, model=WOLF, weapon="battle_rifle", target=SCOURGE), "wrong_player"),
    ],
)
def test_what_cannot_be_declared(action: Attack, code: str) -> None:
    at = {WOLF: (10.0, 20.0), HUNTER: (10.0, 24.0), SCOURGE: (18.0, 20.0)}
    g = fight([RIFLE, "hunter"], ["scourge"], at)
    before = g.digest()
    assert refused(g, action).code == code
    assert g.digest() == before


@pytest.mark.rule("NM-ATK-02")
def test_a_weapon_with_modes_is_declared_with_one_of_them() -> None:
    at = {ARTEMIS: (10.0, 20.0), SCOURGE: (16.0, 20.0)}
    g = fight(["artemis_fang"], ["scourge"], at)
    no = refused(g, shot(SCOURGE, "arclock_pistol", ARTEMIS))
    assert no.code == "choose_mode"
    hurl(g, ARTEMIS, "arclock_pistol", SCOURGE, dice(1, 6), dice(0, 3), dice(0, 4), mode="fire")
    assert g.state.models[SCOURGE].effects == ("fire",)


@pytest.mark.rule("NM-STA-22")
def test_the_reach_of_a_weapon_is_as_it_is_modified_now() -> None:
    """Range and POW grow by 1 with Divination Algorithm beside the unit."""
    from wc3d.games.neo_mechanika.rules.state import CardInPlay

    at = {WOLF: (10.0, 20.0), SCOURGE: (10 + 2 * LARGE + 13.0, 20.0)}
    state = begun([RIFLE], ["scourge"], at=at)
    assert refused(activated(state, WOLF), shot(SCOURGE)).code == "out_of_range"
    g = activated(
        state.with_unit(WOLF, cyphers=(CardInPlay("divination_algorithm", 1, "pulse_round"),)), WOLF
    )
    happened = hurl(g, WOLF, "battle_rifle", SCOURGE, dice(1, 4), dice(0, 3), dice(0, 6))
    assert pools(happened)[2] == ("damage", 5, 1)
