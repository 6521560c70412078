"""Abilities that grant or take away properties: stealth, cover, ignoring them, movement, and what effects cannot do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import is_so, value
from tests.games.neo_mechanika.rules.fighting import dice, fight, hurl, jack, pools
from tests.games.neo_mechanika.rules.moving import go, ground, roof
from tests.games.neo_mechanika.rules.playing import at_step, begun, refused
from tests.table.building import box
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import ScriptedDice
from wc3d.games.neo_mechanika.rules.actions import Advance, Attack, Play
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.fighting import continuous_effects
from wc3d.games.neo_mechanika.rules.moving.movement import MoveOrder
from wc3d.games.neo_mechanika.rules.turn.deployment import deployment_cost

NEMESIS = "1.nemesis.1"
SCOURGE = "1.scourge.1"
RAPTOR = "1.strike_raptor.1"
BRAND = "1.firebrand.1"
HUNTER = "2.hunter.1"
FAR = 8 + (15 + 25) / 25.4 + 0.01
NEAR = 8 + (15 + 25) / 25.4


def shoot(model: str, weapon: str, target: str) -> Attack:
    return Attack(player=1, model=model, weapon=weapon, target=target)


@pytest.mark.rule("NM-STA-17")
@pytest.mark.rule("NM-ARC-08")
def test_mimetic_cloak_gives_stealth_only_while_charged() -> None:
    gunner = jack("scourge", cortex="killer_cortex", shoulder=["nailer"])
    for arc, away, legal in ((1, FAR, False), (1, NEAR, True), (0, FAR, True)):
        at = {SCOURGE: (20, 20), HUNTER: (20, 20 + away)}
        game = fight([gunner], ["hunter"], at, arc={HUNTER: arc})
        assert is_so(game.state, HUNTER, "stealth") == (arc > 0)
        assert bool(game.check(shoot(SCOURGE, "nailer", HUNTER))) == legal


@pytest.mark.rule("NM-STA-14")
@pytest.mark.rule("NM-STA-17")
def test_stealth_of_a_card_needs_no_arc() -> None:
    at = {SCOURGE: (20, 20), "2.voitek_sudal.1": (20, 20 + FAR)}
    game = fight(
        [jack("scourge", cortex="killer_cortex", shoulder=["nailer"])], ["voitek_sudal"], at
    )
    assert refused(game, shoot(SCOURGE, "nailer", "2.voitek_sudal.1")).code == "stealth"


def test_spotlight_takes_stealth_away_within_ten_inches() -> None:
    engineer = "1.combat_engineer.1"
    edge = 10 + (15 + 20) / 25.4
    gunner = jack("dusk_wolf", cortex="scout_cortex", shoulder=["rail_gun"])
    for arc, away, stealthy in ((1, edge, False), (1, edge + 0.01, True), (0, edge, True)):
        at = {"1.dusk_wolf.1": (20, 8), engineer: (30, 20), "2.voitek_sudal.1": (30, 20 + away)}
        game = fight([gunner, "combat_engineer"], ["voitek_sudal"], at, arc={engineer: arc})
        assert is_so(game.state, "2.voitek_sudal.1", "stealth") == stealthy
    at = {engineer: (20, 20), "1.hunter.1": (22, 20)}
    own = begun(["combat_engineer", "hunter"], at=at, arc={engineer: 1, "1.hunter.1": 1})
    assert is_so(own, "1.hunter.1", "stealth")  # only that of enemies


@pytest.mark.rule("NM-STA-18")
def test_revelator_of_a_head_ignores_stealth_with_ranged_weapons_only() -> None:
    scout = jack("firebrand", cortex="recon_cortex", shoulder=["null_cannon"], arm=["force_hammer"])
    game = fight([scout], ["voitek_sudal"], {BRAND: (20, 20), "2.voitek_sudal.1": (20, 20 + FAR)})
    assert game.check(shoot(BRAND, "null_cannon", "2.voitek_sudal.1"))
    assert is_so(game.state, BRAND, "ignore_stealth", "null_cannon")
    assert not is_so(game.state, BRAND, "ignore_stealth", "force_hammer")


def test_smart_lock_ignores_cover_with_ranged_weapons_while_charged() -> None:
    scout = jack("dusk_wolf", cortex="scout_cortex", shoulder=["rail_gun"])
    target = "2.paladin_defenders.1"
    at = {"1.dusk_wolf.1": (20, 20), f"{target}.a": (20, 28), "2.paladin_aegis.1": (22, 28)}
    more: dict[str, Any] = {
        "attachments": ((), ["paladin_aegis"]),
        "joined": {target: ["2.paladin_aegis.1"]},
    }
    for arc, covered in ((0, 2), (1, 0)):
        game = fight(
            [scout], ["paladin_defenders"], at, arc={target: 1, "1.dusk_wolf.1": arc}, **more
        )
        told = hurl(
            game, "1.dusk_wolf.1", "rail_gun", f"{target}.a", dice(0, 4 + arc), dice(0, 3 + covered)
        )
        assert pools(told)[1] == ("defence", 3, covered)


def test_force_field_covers_the_whole_charged_squad_with_its_attachment() -> None:
    squad = "2.paladin_enforcers.1"
    aegis = "2.paladin_aegis.1"
    at = {f"{squad}.a": (20, 28), f"{squad}.b": (40, 40), aegis: (22, 28)}
    for arc in (0, 1):
        joined: dict[str, Any] = {
            "attachments": ((), ["paladin_aegis"]),
            "joined": {squad: [aegis]},
        }
        state = begun([], ["paladin_enforcers"], at=at, arc={squad: arc}, **joined)
        assert [is_so(state, id, "cover") for id in at] == [arc > 0] * 3
    alone = begun([], ["paladin_enforcers"], at={f"{squad}.a": (20, 28)}, arc={squad: 1})
    assert not is_so(alone, f"{squad}.a", "cover")


def test_kinetic_field_covers_itself_and_friends_within_five_inches() -> None:
    raxis = "2.hierotheos_raxis.1"
    edge = 5 + (20 + 25) / 25.4
    at = {
        raxis: (20, 20),
        "2.scourge.1": (20, 20 + edge),
        "2.scourge.2": (20, 20 - edge - 0.01),
        "1.hunter.1": (22, 20),
    }
    gates = {"2.gate.1": ((17.0, 20.0), 2)}
    for arc in (0, 1):
        state = begun(
            ["hunter"],
            ["hierotheos_raxis", "scourge", "scourge"],
            at=at,
            gates=gates,
            arc={raxis: arc},
        )
        assert [is_so(state, id, "cover") for id in (*at, "2.gate.1")] == [
            arc > 0,
            arc > 0,
            False,
            False,
            arc > 0,
        ]


def test_adrenalizer_keeps_continuous_effects_from_doing_anything() -> None:
    grafter = "1.grafter.1"
    marauder = "1.marauder.1"
    at = {grafter: (20, 20), marauder: (23, 20)}
    state = begun(["grafter", "marauder"], at=at, arc={grafter: 1})
    state = state.with_model(marauder, effects=("fire", "corrosion", "system_failure:melee"))
    assert value(state, marauder, "RAT") == 4 and value(state, marauder, "ARM") == 5
    assert not continuous_effects.is_attack_forbidden(state, marauder, "melee")
    lone = state.with_unit(grafter, arc=0)
    assert value(lone, marauder, "RAT") == 3 and value(lone, marauder, "ARM") == 3
    assert continuous_effects.is_attack_forbidden(lone, marauder, "melee")
    r = Resolution(state, ScriptedDice([(1,), (2,), (0,)]), FRAME_STEPS)
    continuous_effects.roll_continuous_effects(r)
    r.run()
    assert r.state.models[marauder].damage == 0
    assert r.state.models[marauder].effects == ("fire", "corrosion")


@pytest.mark.rule("NM-MOV-10")
def test_flight_of_a_card_rolls_two_more_dice_against_melee_of_those_without() -> None:
    claw = jack("scourge", cortex="killer_cortex")
    game = fight(
        [claw],
        [jack("nemesis", cortex="ghost_cortex")],
        {SCOURGE: (20, 20), "2.nemesis.1": (20, 23)},
    )
    assert pools(hurl(game, SCOURGE, "wrecking_claw", "2.nemesis.1", dice(0, 4), dice(0, 5)))[
        1
    ] == ("defence", 3, 2)


@pytest.mark.rule("NM-STA-16")
def test_dynamic_accelerator_crosses_rough_terrain_as_if_it_were_open_while_charged() -> None:
    squad = "1.ranger_infiltrators.1"
    mud = ground(box("mud", "rough", (20, 20), (20, 20), 0))
    for arc in (0, 1):
        game = fight(
            ["ranger_infiltrators"],
            ["scourge"],
            {f"{squad}.a": (20, 20)},
            arc={squad: arc},
            table=mud,
        )
        assert bool(game.check(Advance(player=1, model=f"{squad}.a", path=((20.0, 25.9),)))) == (
            arc > 0
        )


@pytest.mark.rule("NM-STA-16")
def test_pathfinder_crosses_rough_terrain_as_if_it_were_open() -> None:
    sudal = "1.voitek_sudal.1"
    mud = ground(box("mud", "rough", (20, 20), (20, 20), 0))
    game = fight(["voitek_sudal"], ["scourge"], {sudal: (20, 20)}, table=mud)
    assert game.check(Advance(player=1, model=sudal, path=((20.0, 25.9),)))


@pytest.mark.rule("NM-TER-20")
def test_spider_takes_no_damage_from_falls() -> None:
    for head, hurt in (("spider_cortex", 0), ("killer_cortex", 1)):
        state = begun(
            [jack("scourge", cortex=head)],
            at={SCOURGE: (10, 20)},
            table=ground(roof("A", 0, 12, 4.0)),
        )
        state = state.with_model(SCOURGE, at=(10.0, 20.0, 4.0))
        order = MoveOrder(SCOURGE, 6.0, own_activation=True)
        done = go(
            state,
            order,
            Advance(player=1, model=SCOURGE, path=((15.0, 20.0),)),
            [] if not hurt else [(2, 2, 0, 0)],
        )
        assert done.state.models[SCOURGE].damage == hurt


@pytest.mark.rule("NM-GAT-14")
def test_gate_jammer_makes_enemies_pay_one_more_at_gates_within_ten_inches_while_charged() -> None:
    sudal = "1.voitek_sudal.1"
    edge = 10 + 30 / 25.4
    for arc, away, more in ((1, edge, 1), (1, edge + 0.01, 0), (0, edge, 0)):
        at = {sudal: (20, 20)}
        gates = {"2.gate.1": ((20.0, 20.0 + away), 3), "1.gate.1": ((23.0, 20.0), 2)}
        state = begun(["voitek_sudal", "hunter"], ["scourge"], at=at, gates=gates, arc={sudal: arc})
        assert deployment_cost(state, "2.scourge.1", gate="2.gate.1") == 2 + more
        assert deployment_cost(state, "1.hunter.1", gate="1.gate.1") == 1


@pytest.mark.rule("NM-STA-19")
def test_reflex_accelerator_attacks_with_both_weapons_while_charged() -> None:
    squad = "1.paladin_enforcers.1"
    at = {f"{squad}.a": (20, 20), "2.scourge.1": (20, 22.5)}
    for arc in (0, 1):
        game = fight(["paladin_enforcers"], ["scourge"], at, arc={squad: arc})
        hurl(game, f"{squad}.a", "assault_rifle", "2.scourge.1", dice(0, 3 + arc), dice(0, 3))
        assert bool(game.check(shoot(f"{squad}.a", "bayonet", "2.scourge.1"))) == (arc > 0)
        again = refused(game, shoot(f"{squad}.a", "assault_rifle", "2.scourge.1"))
        assert again.code == ("weapon_used" if arc else "attack_made")


@pytest.mark.rule("NM-STA-19")
def test_weapon_expert_attacks_once_with_each_weapon() -> None:
    marauder = "1.marauder.1"
    game = fight(["marauder"], ["scourge"], {marauder: (20, 20), "2.scourge.1": (20, 22.3)})
    hurl(game, marauder, "mangler", "2.scourge.1", dice(0, 4), dice(0, 3))
    hurl(game, marauder, "shredder", "2.scourge.1", dice(0, 1), dice(0, 4), dice(0, 3))
    assert refused(game, shoot(marauder, "mangler", "2.scourge.1")).code == "weapon_used"


def test_rapid_strike_attacks_twice_with_each_melee_weapon() -> None:
    wolf = "1.dusk_wolf.1"
    fighter = jack("dusk_wolf", cortex="fighter_cortex", arm=["impaler", "slug_gun"])
    game = fight([fighter], ["scourge"], {wolf: (20, 20), "2.scourge.1": (20, 23)})
    for _ in range(2):
        hurl(game, wolf, "impaler", "2.scourge.1", dice(0, 4), dice(0, 3))
    assert refused(game, shoot(wolf, "impaler", "2.scourge.1")).code == "weapon_used"
    hurl(game, wolf, "slug_gun", "2.scourge.1", dice(0, 4), dice(0, 3))
    assert refused(game, shoot(wolf, "slug_gun", "2.scourge.1")).code == "weapon_used"


@pytest.mark.rule("NM-CYP-15")
def test_arc_relay_is_what_a_channel_needs() -> None:
    state = begun(
        ["hunter"],
        at={"1.hunter.1": (20, 20), "2.scourge.1": (20, 26)},
        hands={1: ["null_collider"]},
    )
    action = Play(player=1, card="null_collider", on="2.scourge.1", channel="1.hunter.1")
    assert refused(at_step(state, "cypher"), action).code == "no_channel"
