"""The rules of weapons: on a hit, before the damage roll, after the attack; modes; those that cost Arc."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import (
    arms,
    near,
    options,
    place,
    put_at,
    skip,
    step,
    use,
    waits_for,
)
from tests.games.neo_mechanika.rules.fighting import (
    activated,
    armed,
    damage,
    dice,
    done,
    fight,
    hurl,
    jack,
    pools,
    told,
)
from tests.games.neo_mechanika.rules.moving import ground
from tests.games.neo_mechanika.rules.playing import asked, begun, refused
from tests.table.building import box
from wc3d.engine.actions import Event
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Advance, Attack, Place
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import apply_mode
from wc3d.games.neo_mechanika.rules.fighting.dragging import compute_drag
from wc3d.games.neo_mechanika.rules.forces.force_files import UnitChoice
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.state import CardInPlay
from wc3d.games.neo_mechanika.rules.weapons import Weapon, find_weapon
from wc3d.table.features import Feature

WOLF = "1.dusk_wolf.1"
SCOURGE = "2.scourge.1"
RAPTOR = "1.strike_raptor.1"
NEMESIS = "1.nemesis.1"
BRAND = "1.firebrand.1"
MINE = "1.scourge.1"
VOSS = "1.justicar_voss.1"
FANG = "1.artemis_fang.1"
HUNTER = "1.hunter.1"
GATE = "2.gate.1"
REAVERS = "2.vassal_reavers.1"


def shoot(model: str, weapon: str, target: str, mode: str = "") -> Attack:
    return Attack(player=1, model=model, weapon=weapon, target=target, mode=mode)


def scourge(*shoulder: str, arm: tuple[str, ...] = ()) -> UnitChoice:
    return jack("scourge", cortex="revenger_cortex", arm=arm, shoulder=shoulder)


def no_reaction(game: Game) -> bool:
    """Does the activation go on?"""
    return waits_for(game, "ActingQuestion", 1)


# Before the damage roll.


@pytest.mark.rule("NM-STA-13")
def test_arc_booster_lowers_armour_for_that_attack_and_never_below_one() -> None:
    at = {HUNTER: (20, 20), "2.hunter.1": (20, 30), "2.marauder.1": (24, 30)}
    game = fight(["hunter"], ["hunter", "marauder"], at, arc={HUNTER: 1})
    hurl(game, HUNTER, "sniper_rifle", "2.marauder.1", dice(1, 7), dice(0, 2))
    assert options(game) == {("arc_booster", HUNTER)}
    happened = use(game, "arc_booster", HUNTER, dice(3, 5))
    assert arms(happened) == [("2.marauder.1", 3)] and game.state.units[HUNTER].arc == 0
    skip(game)
    assert all(not u.boosts for u in game.state.units.values())
    corroded = begun(["hunter"], ["hunter"], at=dict(list(at.items())[:2]), arc={HUNTER: 1})
    corroded = corroded.with_model("2.hunter.1", effects=("corrosion",))
    low = activated(corroded, HUNTER)
    happened = hurl(low, HUNTER, "sniper_rifle", "2.hunter.1", dice(1, 7), dice(0, 4), dice(1, 5))
    assert (
        arms(happened) == [("2.hunter.1", 1)] and low.state.units[HUNTER].arc == 1
    )  # nobody was asked: ARM is 1


def test_arc_booster_is_not_offered_on_a_miss_or_without_arc() -> None:
    at = {HUNTER: (20, 20), "2.marauder.1": (20, 30)}
    missed = fight(["hunter"], ["marauder"], at, arc={HUNTER: 1})
    hurl(missed, HUNTER, "sniper_rifle", "2.marauder.1", dice(0, 7), dice(0, 2))
    assert options(missed) == {("fire_and_displace", HUNTER)}
    empty = fight(["hunter"], ["marauder"], at)
    hurl(empty, HUNTER, "sniper_rifle", "2.marauder.1", dice(1, 6), dice(0, 2), dice(0, 5))
    assert options(empty) == {("fire_and_displace", HUNTER)}


def test_delayed_blast_lets_the_attacker_step_back_and_never_catches_it() -> None:
    squad = "1.ranger_infiltrators.1"
    at = {f"{squad}.a": (20, 20), f"{squad}.b": (22.2, 22.5), SCOURGE: (20, 22.5)}
    at |= {"2.hunter.1": (17.5, 22.5), "2.hunter.2": (20, 25)}
    game = fight(["ranger_infiltrators"], ["scourge", "hunter", "hunter"], at)
    hurl(game, f"{squad}.a", "magnetic_charge", SCOURGE, dice(1, 4), dice(0, 3))
    assert options(game) == {("delayed_blast", f"{squad}.a")}
    use(game, "delayed_blast", f"{squad}.a")
    assert (
        refused(game, Advance(player=1, model=f"{squad}.b", path=((22.0, 20.0),))).code
        == "not_its_move"
    )
    assert (
        refused(game, Advance(player=1, model=f"{squad}.a", path=((20.0, 16.9),))).code == "too_far"
    )
    happened = done_moving(game, f"{squad}.a", (20, 17), dice(0, 5), dice(0, 4), dice(0, 4))
    # the attacker stood nearest the target (0.93"); b and the hunter beside it are the two nearest but for it
    assert [m for m, _ in damage(happened)] == [SCOURGE, f"{squad}.b", "2.hunter.1"]
    assert near(place(game, f"{squad}.b"), 22.2, 22.5)


def done_moving(
    game: Game, model: str, to: tuple[float, float], *rolls: tuple[int, ...]
) -> tuple[Event, ...]:
    """A step with dice that follow it."""
    assert game.to_act is not None
    return done(game, Advance(player=game.to_act, model=model, path=(to,)), *rolls)


# On a hit.


@pytest.mark.rule("NM-SIL-71")
def test_carrion_ablator_corrodes_before_the_damage_roll() -> None:
    squad = "1.vassal_raiders.1"
    game = fight(
        ["vassal_raiders"], ["scourge"], {f"{squad}.a": (20, 20), SCOURGE: (20, 28)}, arc={squad: 1}
    )
    hurl(game, f"{squad}.a", "spiker", SCOURGE, dice(1, 4), dice(0, 3))
    happened = use(game, "carrion_ablator", f"{squad}.a", dice(3, 5))
    assert game.state.models[SCOURGE].effects == ("corrosion",) and arms(happened) == [(SCOURGE, 3)]


def test_stun_module_gives_the_unit_hit_a_token_once() -> None:
    at = {MINE: (20, 20), "2.marauder.1": (20, 22.7)}
    game = fight([scourge()], ["marauder"], at, arc={MINE: 2})
    hurl(game, MINE, "wrecking_claw", "2.marauder.1", dice(1, 6), dice(0, 2))
    use(game, "stun_module", MINE, dice(0, 6))
    assert (
        game.state.units["2.marauder.1"].token
        and no_reaction(game)
        and game.state.units[MINE].arc == 1
    )
    tokened = fight([scourge()], ["marauder"], at, arc={MINE: 2}, tokens=["2.marauder.1"])
    hurl(tokened, MINE, "wrecking_claw", "2.marauder.1", dice(1, 6), dice(0, 2), dice(0, 7))
    assert no_reaction(tokened)  # it has one: there is nothing to be had for the Arc
    gates = {GATE: ((20, 22.7), 2)}
    at_gate = fight([scourge()], ["hunter"], {MINE: (20, 20)}, arc={MINE: 1}, gates=gates)
    hurl(at_gate, MINE, "wrecking_claw", GATE, dice(1, 5), dice(0, 3), dice(0, 6))
    assert no_reaction(at_gate)


def test_power_attack_fails_the_systems_of_warjacks_only() -> None:
    at = {BRAND: (20, 20), SCOURGE: (20, 22.5), "2.marauder.1": (22.3, 20)}
    brand = jack("firebrand", cortex="recon_cortex", arm=["fusion_glaive", "fusion_glaive"])
    game = fight([brand], ["scourge", "marauder"], at, arc={BRAND: 2})
    hurl(game, BRAND, "fusion_glaive", "2.marauder.1", dice(1, 6), dice(0, 2), dice(0, 6))
    assert no_reaction(game)
    hurl(game, BRAND, "fusion_glaive#2", SCOURGE, dice(1, 6), dice(0, 3))
    use(game, "power_attack", BRAND, (2,), dice(0, 6))
    assert game.state.models[SCOURGE].effects == ("system_failure:melee",)


@pytest.mark.rule("NM-SIL-71")
def test_null_strike_takes_an_arc_from_units_and_gates_before_the_damage() -> None:
    cannon = jack("firebrand", cortex="recon_cortex", shoulder=["null_cannon"])
    game = fight([cannon], ["scourge"], {BRAND: (20, 20), SCOURGE: (20, 28)}, arc={SCOURGE: 2})
    hurl(game, BRAND, "null_cannon", SCOURGE, dice(1, 4), dice(0, 3), dice(0, 6))
    assert game.state.units[SCOURGE].arc == 1 and game.state.players[2].well == 6
    at_gate = fight([cannon], ["scourge"], {BRAND: (20, 20)}, gates={GATE: ((20, 28), 1)})
    happened = hurl(at_gate, BRAND, "null_cannon", GATE, dice(1, 4), dice(0, 3))
    assert GATE not in at_gate.state.gates and damage(happened) == []
    miss = fight([cannon], ["scourge"], {BRAND: (20, 20), SCOURGE: (20, 28)}, arc={SCOURGE: 2})
    hurl(miss, BRAND, "null_cannon", SCOURGE, dice(0, 4), dice(0, 3))
    assert miss.state.units[SCOURGE].arc == 2


def test_nullifier_makes_no_damage_roll() -> None:
    squad = "1.ranger_fire_team.1"
    game = fight(
        ["ranger_fire_team"],
        ["scourge"],
        {f"{squad}.a": (20, 20), SCOURGE: (20, 25)},
        arc={SCOURGE: 1},
    )
    happened = hurl(game, f"{squad}.a", "null_detonator", SCOURGE, dice(3, 3), dice(0, 3))
    assert damage(happened) == [] and game.state.units[SCOURGE].arc == 0
    at_gate = fight(
        ["ranger_fire_team"], ["scourge"], {f"{squad}.a": (20, 20)}, gates={GATE: ((20, 25), 2)}
    )
    hurl(at_gate, f"{squad}.a", "null_detonator", GATE, dice(3, 3), dice(0, 3))
    assert at_gate.state.gates[GATE].arc == 1


def test_null_blast_takes_an_arc_from_the_model_hit_and_all_within_two_inches() -> None:
    missile = jack("strike_raptor", cortex="ace_cortex", shoulder=["vortex_missile"])
    edge = 2 + (25 + 15) / 25.4
    at = {
        RAPTOR: (20, 20),
        "2.scourge.1": (20, 28),
        f"{REAVERS}.a": (20, 28 + edge),
        "2.hunter.1": (20 - edge - 0.01, 28),
    }
    at |= {f"{REAVERS}.b": (21.3, 28 + edge - 0.4), HUNTER: (20, 28 - edge)}
    arc = {RAPTOR: 1, SCOURGE: 2, REAVERS: 1, "2.hunter.1": 1, HUNTER: 1}
    more: dict[str, Any] = {"gates": {GATE: ((20 + edge, 28), 2)}, "arc": arc}
    game = fight([missile, "hunter"], ["scourge", "vassal_reavers", "hunter"], at, **more)
    hurl(game, RAPTOR, "vortex_missile", SCOURGE, dice(1, 5), dice(0, 3))
    use(game, "null_blast", RAPTOR, dice(0, 5))
    left = {u: game.state.units[u].arc for u in arc}
    assert (
        left == {RAPTOR: 0, SCOURGE: 1, REAVERS: 0, "2.hunter.1": 1, HUNTER: 0}
        and game.state.gates[GATE].arc == 1
    )


def test_malefactor_makes_the_enemys_cards_on_the_model_hit_expire() -> None:
    hexer = jack("nemesis", cortex="ghost_cortex", shoulder=["hex_cannon"])
    state = begun([hexer], ["scourge"], at={NEMESIS: (20, 20), SCOURGE: (20, 28)})
    cards = (
        CardInPlay("ascension_catalyst", 2, "turn"),
        CardInPlay("divination_algorithm", 2, "pulse_round"),
    )
    state = state.with_unit(SCOURGE, cyphers=cards)
    game = activated(state, NEMESIS)
    hurl(game, NEMESIS, "hex_cannon", SCOURGE, dice(1, 4), dice(0, 3), dice(0, 5))
    assert game.state.units[SCOURGE].cyphers == () and set(game.state.players[2].discard) == {
        c.card for c in cards
    }


@pytest.mark.rule("NM-SLM-05")
def test_force_ram_slams_in_place_of_lock_down() -> None:
    squad = "1.paladin_enforcers.1"
    aegis = "1.paladin_aegis.1"
    at = {f"{squad}.a": (18, 20), aegis: (20, 20), SCOURGE: (20, 26), "2.marauder.1": (20, 30)}
    joined: dict[str, Any] = {
        "attachments": (["paladin_aegis"], ()),
        "joined": {squad: [aegis]},
        "arc": {squad: 1},
    }
    game = fight(["paladin_enforcers"], ["scourge", "marauder"], at, **joined)
    hurl(game, aegis, "force_generator_aegis", SCOURGE, dice(1, 4), dice(0, 3))
    happened = use(game, "force_ram", aegis, dice(0, 4), dice(0, 3))
    assert (
        near(place(game, SCOURGE), 20, 30 - (25 + 20) / 25.4)
        and game.state.models[SCOURGE].effects == ()
    )
    assert pools(happened) == [
        ("damage", 3, 1),
        ("collateral damage", 3, 0),
    ]  # a smaller base in the way: no more dice
    plain = fight(["paladin_enforcers"], ["scourge", "marauder"], at, **joined)
    hurl(plain, aegis, "force_generator_aegis", SCOURGE, dice(1, 4), dice(0, 3))
    skip(plain, dice(0, 4))
    assert plain.state.models[SCOURGE].effects == ("lock_down",) and near(
        place(plain, SCOURGE), 20, 26
    )


# The rolls.


@pytest.mark.rule("NM-SIL-158")
def test_targeter_rerolls_attacks_with_that_weapon_once_each_while_charged() -> None:
    gun = scourge("nailer", arm=("stinger_cannon",))
    at = {MINE: (20, 20), SCOURGE: (20, 28)}
    game = fight([gun], ["scourge"], at, arc={MINE: 1})
    hurl(game, MINE, "stinger_cannon", SCOURGE, dice(0, 4), dice(1, 3))
    happened = use(game, "targeter", MINE, dice(3, 4), dice(0, 5))
    assert told(happened, events.Hit) and no_reaction(game) and game.state.units[MINE].arc == 1
    hurl(game, MINE, "nailer", SCOURGE, dice(0, 4), dice(1, 3))
    assert no_reaction(game)
    empty = fight([gun], ["scourge"], at)
    hurl(empty, MINE, "stinger_cannon", SCOURGE, dice(0, 3), dice(1, 3))
    assert no_reaction(empty)


@pytest.mark.rule("NM-SPR-02")
def test_shockwave_makes_the_attack_a_spray_when_it_is_declared() -> None:
    gun = scourge(arm=("void_splitter",))
    at = {MINE: (20, 20), "2.marauder.1": (20, 24), SCOURGE: (20, 26.5)}
    game = fight([gun], ["marauder", "scourge"], at, arc={MINE: 2})
    hurl(game, MINE, "void_splitter", "2.marauder.1")
    assert options(game) == {("shockwave", MINE)}
    happened = use(game, "shockwave", MINE, dice(0, 4), dice(0, 2), dice(0, 4), dice(0, 3))
    assert pools(happened) == [
        ("attack", 3, 1),
        ("defence", 2, 0),
        ("attack", 3, 1),
        ("defence", 3, 0),
    ]
    assert game.state.units[MINE].arc == 1 and no_reaction(game)
    plain = fight([gun], ["marauder", "scourge"], at, arc={MINE: 1})
    hurl(plain, MINE, "void_splitter", "2.marauder.1")
    assert len(pools(skip(plain, dice(0, 4), dice(0, 2)))) == 2


# After the attack.


def test_cleave_gives_one_more_attack_with_the_weapon_and_that_gives_none() -> None:
    at = {
        WOLF: (20, 20),
        "2.hunter.1": (20, 22.5),
        "2.hunter.2": (22.5, 20),
        "2.hunter.3": (17.5, 20),
    }
    game = fight([armed("ripper", "slug_gun")], ["hunter"] * 3, at)
    hurl(game, WOLF, "ripper", "2.hunter.1", dice(1, 4), dice(0, 4), dice(2, 5))
    use(game, "cleave", WOLF)
    assert refused(game, shoot(WOLF, "slug_gun", "2.hunter.2")).code == "wrong_weapon"
    hurl(game, WOLF, "ripper", "2.hunter.2", dice(1, 4), dice(0, 4), dice(2, 5))
    assert not game.state.is_on_table("2.hunter.2") and no_reaction(game)
    assert refused(game, shoot(WOLF, "ripper", "2.hunter.3")).code == "weapon_used"
    assert game.check(shoot(WOLF, "slug_gun", "2.hunter.3"))


@pytest.mark.rule("NM-ATK-16")
def test_cleave_is_for_destroyed_enemies_and_may_be_given_up() -> None:
    at = {WOLF: (20, 20), "2.hunter.1": (20, 22.5), SCOURGE: (22.9, 20)}
    game = fight([armed("ripper")], ["hunter", "scourge"], at)
    hurl(game, WOLF, "ripper", SCOURGE, dice(1, 4), dice(0, 3), dice(4, 5))
    assert no_reaction(game)
    at_gate = fight([armed("ripper")], ["hunter"], {WOLF: (20, 20)}, gates={GATE: ((20, 22.5), 1)})
    hurl(at_gate, WOLF, "ripper", GATE, dice(1, 4), dice(0, 3), dice(5, 5))
    assert GATE not in at_gate.state.gates and no_reaction(
        at_gate
    )  # a gate collapses, it is not destroyed
    given_up = fight([armed("ripper")], ["hunter", "scourge"], at)
    hurl(given_up, WOLF, "ripper", "2.hunter.1", dice(1, 4), dice(0, 4), dice(2, 5))
    use(given_up, "cleave", WOLF)
    skip(given_up)
    assert no_reaction(given_up)


def test_dislocator_repositions_the_enemy_it_hit() -> None:
    gun = jack("nemesis", cortex="oracle_cortex", arm=["displacer"])
    game = fight([gun], ["scourge"], {NEMESIS: (20, 20), SCOURGE: (20, 28)}, arc={NEMESIS: 2})
    skip(game)  # its Afterburner
    hurl(game, NEMESIS, "displacer", SCOURGE, dice(1, 6), dice(0, 3), dice(0, 5))
    use(game, "dislocator", NEMESIS)
    reach = 28 + 3 + 50 / 25.4
    assert waits_for(game, "PlaceQuestion", 1)
    assert refused(game, Place(player=1, model=SCOURGE, at=(20.0, reach + 0.01))).code == "too_far"
    put_at(game, SCOURGE, (20, reach))
    assert near(place(game, SCOURGE), 20, reach) and game.state.units[NEMESIS].arc == 1
    missed = fight([gun], ["scourge"], {NEMESIS: (20, 20), SCOURGE: (20, 28)}, arc={NEMESIS: 1})
    skip(missed)
    hurl(missed, NEMESIS, "displacer", SCOURGE, dice(0, 5), dice(0, 3))
    assert no_reaction(missed)
    at_gate = fight(
        [gun], ["scourge"], {NEMESIS: (20, 20)}, arc={NEMESIS: 1}, gates={GATE: ((20, 28), 2)}
    )
    skip(at_gate)
    hurl(at_gate, NEMESIS, "displacer", GATE, dice(1, 5), dice(0, 3), dice(0, 5))
    assert no_reaction(at_gate)


@pytest.mark.rule("NM-SIL-172")
def test_explosive_collapse_hurts_those_near_the_model_it_destroyed() -> None:
    gun = jack("strike_raptor", cortex="ace_cortex", shoulder=["particle_cannon"])
    edge = 2 + 30 / 25.4
    squad = "2.paladin_enforcers.1"
    at: dict[str, Any] = {
        RAPTOR: (20, 20),
        "2.hunter.1": (20, 30),
        f"{squad}.a": (20 + edge, 30),
        HUNTER: (20 - edge, 30),
    }
    at |= {f"{squad}.b": (20.0, 30 + edge + 0.01)}
    game = fight([gun, "hunter"], ["hunter", "paladin_enforcers"], at)
    happened = hurl(
        game,
        RAPTOR,
        "particle_cannon",
        "2.hunter.1",
        dice(1, 4),
        dice(0, 4),
        dice(2, 7),
        dice(1, 4),
        dice(3, 4),
    )
    rolls = [(e.model, e.strikes, e.arm) for e in told(happened, events.Damaged)]
    assert rolls == [("2.hunter.1", 2, 2), (HUNTER, 1, 2), (f"{squad}.a", 3, 3)]
    hurt = fight(
        [gun, "hunter"],
        ["marauder"],
        {RAPTOR: (20, 20), "2.marauder.1": (20, 30), HUNTER: (20, 32.5)},
    )
    assert (
        len(
            damage(
                hurl(
                    hurt,
                    RAPTOR,
                    "particle_cannon",
                    "2.marauder.1",
                    dice(1, 4),
                    dice(0, 2),
                    dice(4, 7),
                )
            )
        )
        == 1
    )


@pytest.mark.rule("NM-SIL-162")
def test_winch_drags_a_damaged_enemy_until_it_touches_something() -> None:
    gun = jack("scourge", cortex="revenger_cortex", arm=["reaper"])
    at = {MINE: (20, 20), "2.marauder.1": (20, 27)}
    game = fight([gun], ["marauder"], at)
    hurl(game, MINE, "reaper", "2.marauder.1", dice(1, 3), dice(0, 2), dice(4, 5))
    use(game, "winch", MINE)
    assert near(place(game, "2.marauder.1"), 20, 20 + (25 + 20) / 25.4)
    walled = fight(
        [gun], ["marauder"], at, table=ground(box("low", "obstacle", (20, 24), (4, 0.5), 1.0))
    )
    hurl(walled, MINE, "reaper", "2.marauder.1", dice(1, 3), dice(0, 2), dice(4, 5))
    use(walled, "winch", MINE)
    assert near(place(walled, "2.marauder.1"), 20, 24.25 + 20 / 25.4)
    unhurt = fight([gun], ["marauder"], at)
    hurl(unhurt, MINE, "reaper", "2.marauder.1", dice(1, 3), dice(0, 2), dice(3, 5))
    assert no_reaction(unhurt)


@pytest.mark.rule("NM-SIL-146")
def test_rough_ground_shortens_a_drag() -> None:
    gun = jack("scourge", cortex="revenger_cortex", arm=["reaper"])
    at = {MINE: (10, 10), "2.hunter.1": (17.5, 10)}
    mud = box("mud", "rough", (15, 10), (4, 6), 0.0)
    touching = 10 + (25 + 15) / 25.4

    def dragged(*terrain: Feature) -> float:
        game = fight([gun], ["hunter"], at, table=ground(*terrain))
        found = compute_drag(game.state, "2.hunter.1", MINE)
        assert found is not None and bool(found.rough) == bool(found.turn[0] > touching + 0.01)
        assert bool(found.contacts) == (not found.rough)
        return found.turn[0]

    assert dragged() == pytest.approx(touching)
    assert dragged(mud) == pytest.approx(touching + 2)
    assert dragged(box("aside", "rough", (15, 14), (4, 6), 0.0)) == pytest.approx(touching)
    near = {MINE: (10, 10), "2.hunter.1": (touching + 1.5, 10)}
    game = fight([gun], ["hunter"], near, table=ground(mud))
    found = compute_drag(game.state, "2.hunter.1", MINE)
    assert found is not None and found.turn[0] == pytest.approx(
        touching + 0.5
    )  # to no less than 1"


@pytest.mark.rule("NM-SIL-131")
def test_what_is_dragged_across_an_artifact_may_pick_it_up() -> None:
    gun = jack("scourge", cortex="revenger_cortex", arm=["reaper"])
    game = fight(
        [gun],
        ["marauder"],
        {MINE: (8, 20), "2.marauder.1": (8, 27)},
        mission=mission("strange_matter"),
    )
    assert game.state.objectives["artifact-1"].at[:2] == (8, 24)
    hurl(game, MINE, "reaper", "2.marauder.1", dice(1, 3), dice(0, 2), dice(4, 5))
    use(game, "winch", MINE)
    assert near(place(game, "2.marauder.1"), 8, 20 + (25 + 20) / 25.4)
    assert waits_for(game, "TakeQuestion", 2)


# Attacks on it.


@pytest.mark.rule("NM-SLM-01")
def test_repulsor_ram_slams_a_melee_attacker_away_with_its_own_strength() -> None:
    brand = "2.firebrand.1"
    ram = jack("firebrand", cortex="recon_cortex", arm=["repulsor_shield"])
    edge = 20 - 3 - 1.0
    at = {MINE: (20, 20), brand: (20, 22.5), "1.hunter.1": (20, edge)}
    game = fight([scourge(), "hunter"], [ram], at, arc={brand: 1})
    hurl(game, MINE, "wrecking_claw", brand, dice(1, 4), dice(0, 3))
    skip(game, dice(0, 5))  # its Refractor Field
    assert waits_for(game, "Reaction", 2) and options(game) == {("repulsor_ram", brand)}
    happened = use(game, "repulsor_ram", brand, dice(3, 4))
    assert near(place(game, MINE), 20, edge + (25 + 15) / 25.4) and damage(happened) == [
        ("1.hunter.1", 1)
    ]
    assert pools(happened) == [("collateral damage", 4, 0)]  # the claw's POW
    assert not game.state.is_on_table("1.hunter.1")
    assert [(e.model, e.by) for e in told(happened, events.ModelDestroyed)] == [
        ("1.hunter.1", 2)
    ]  # the ram's doing
    shot = fight([scourge("nailer")], [ram], {MINE: (20, 20), brand: (20, 22.5)}, arc={brand: 1})
    hurl(shot, MINE, "nailer", brand, dice(1, 3), dice(0, 3))
    skip(shot, dice(0, 4))
    assert no_reaction(shot)


# Modes.


@pytest.mark.rule("NM-ATK-02")
def test_attack_mode_arc_blade_chooses_one_of_three_for_each_attack() -> None:
    at = {VOSS: (20, 20), SCOURGE: (20, 22.3), "2.hunter.1": (21.9, 20)}
    state = begun(["justicar_voss"], ["scourge", "hunter"], at=at)
    state = state.with_unit(SCOURGE, cyphers=(CardInPlay("plexus_densifier", 2, "pulse_round"),))
    game = activated(state, VOSS)
    assert refused(game, shoot(VOSS, "arc_blade", SCOURGE)).code == "choose_mode"
    assert refused(game, shoot(VOSS, "arc_blade", SCOURGE, "blast")).code == "choose_mode"
    hurl(game, VOSS, "arc_blade", SCOURGE, dice(1, 5), dice(0, 3), dice(0, 6), mode="malefactor")
    assert game.state.units[SCOURGE].cyphers == ()
    hurl(
        game, VOSS, "arc_blade#2", "2.hunter.1", dice(1, 5), dice(0, 4), dice(0, 6), mode="repulsor"
    )
    assert near(place(game, "2.hunter.1"), 24.9, 20)
    assert refused(game, shoot(VOSS, "arc_blade", SCOURGE, "armor_piercing")).code == "weapon_used"
    pierced = activated(state, VOSS)
    happened = hurl(
        pierced,
        VOSS,
        "arc_blade",
        SCOURGE,
        dice(1, 5),
        dice(0, 3),
        dice(0, 6),
        mode="armor_piercing",
    )
    assert arms(happened) == [(SCOURGE, 5)]  # 4, and 2 of the card, which stays


def test_attack_mode_arclock_pistol_chooses_one_of_three_for_each_attack() -> None:
    at = {FANG: (20, 20), "2.voitek_sudal.1": (20, 29.6), "2.paladin_enforcers.1.a": (21.5, 28)}
    game = fight(["artemis_fang"], ["voitek_sudal", "paladin_enforcers"], at)
    assert (
        refused(game, shoot(FANG, "arclock_pistol", "2.voitek_sudal.1", "blast")).code == "stealth"
    )
    hurl(game, FANG, "arclock_pistol", "2.voitek_sudal.1", dice(0, 6), dice(0, 3), mode="revelator")
    rolls = (dice(1, 6), dice(0, 3), dice(0, 4), dice(0, 3))
    shot = hurl(game, FANG, "arclock_pistol#2", "2.paladin_enforcers.1.a", *rolls, mode="blast")
    assert arms(shot) == [("2.paladin_enforcers.1.a", 3), ("2.voitek_sudal.1", 3)]
    fire = fight(["artemis_fang"], ["scourge"], {FANG: (20, 20), SCOURGE: (20, 28)})
    happened = hurl(
        fire, FANG, "arclock_pistol", SCOURGE, dice(1, 6), dice(0, 3), dice(0, 4), mode="fire"
    )
    assert fire.state.models[SCOURGE].effects == ("fire",) and told(happened, events.AttackDeclared)
    pistol = find_weapon(fire.state, FANG, "arclock_pistol")
    assert pistol is not None
    burning = apply_mode(pistol, "fire")
    assert isinstance(burning, Weapon) and burning.energy == ("ballistic", "fire")


@pytest.mark.rule("NM-ATK-02")
def test_weapons_without_modes_take_none() -> None:
    game = fight([armed("ripper")], ["scourge"], {WOLF: (20, 20), SCOURGE: (20, 22.5)})
    assert refused(game, shoot(WOLF, "ripper", SCOURGE, "blast")).code == "no_modes"
    assert asked(game) == "ActingQuestion" and step(game, WOLF, (20, 20.2))
