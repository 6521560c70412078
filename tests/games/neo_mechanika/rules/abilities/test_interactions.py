"""Abilities that meet: what one changes in the middle of another, with gates, with attachments, with models that are gone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import (
    arms,
    is_so,
    near,
    of_weapon,
    options,
    place,
    put_at,
    skip,
    step,
    use,
    value,
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
from tests.games.neo_mechanika.rules.playing import asked, at_step, begun, refused
from tests.table.building import box
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Attack, Play
from wc3d.games.neo_mechanika.rules.state import CardInPlay

WOLF = "1.dusk_wolf.1"
MINE = "1.scourge.1"
BRAND = "1.firebrand.1"
NEMESIS = "1.nemesis.1"
RAPTOR = "1.strike_raptor.1"
HUNTER = "1.hunter.1"
SCOURGE = "2.scourge.1"
MARAUDER = "2.marauder.1"
FOE = "2.hunter.1"
GATE = "2.gate.1"
GRAFTER = "2.grafter.1"
DEFENDERS = "2.paladin_defenders.1"
KILLER = jack("scourge", cortex="killer_cortex", shoulder=["nailer", "rocket_pod"])


def with_aegis(squad: str, north: bool = False) -> dict[str, Any]:
    """An Aegis has joined the first squad of that name."""
    player = 2 if north else 1
    attachments = ((), ["paladin_aegis"]) if north else (["paladin_aegis"], ())
    return {
        "attachments": attachments,
        "joined": {f"{player}.{squad}.1": [f"{player}.paladin_aegis.1"]},
    }


# Rolls made again.


@pytest.mark.rule("NM-SIL-158")
def test_refractor_field_rolls_the_dice_of_cover_again() -> None:
    brand = "2.firebrand.1"
    at = {MINE: (20, 20), brand: (20, 28)}
    state = begun([KILLER], [jack("firebrand", cortex="recon_cortex")], at=at, arc={brand: 1})
    state = state.with_unit(brand, cyphers=(CardInPlay("force_barrier", 2, "pulse_round"),))
    game = activated(state, MINE)
    first = hurl(game, MINE, "nailer", brand, dice(3, 3), dice(0, 5))
    again = use(game, "refractor_field", brand, dice(5, 5))
    assert pools(first)[1] == pools(again)[0] == ("defence", 3, 2) and told(again, events.Missed)


@pytest.mark.rule("NM-SIL-158")
def test_targeter_rerolls_with_the_arc_that_is_left() -> None:
    gun = jack("nemesis", cortex="ghost_cortex", arm=["stinger_cannon"])
    game = fight([gun], ["scourge"], {NEMESIS: (20, 20), SCOURGE: (20, 28)}, arc={NEMESIS: 2})
    skip(game)  # its Afterburner
    first = hurl(game, NEMESIS, "stinger_cannon", SCOURGE, dice(0, 6), dice(1, 3))
    again = use(game, "targeter", NEMESIS, dice(1, 6))
    assert pools(first)[0] == pools(again)[0] == ("attack", 4, 2) and told(again, events.Missed)


# Hits taken by another.


@pytest.mark.rule("NM-SIL-164")
def test_intercept_driver_brings_the_effects_and_the_slam_on_who_takes_the_hit() -> None:
    weaver = "1.coalition_weaver.1"
    at = {
        weaver: (20, 20),
        FOE: (20, 21.9),
        f"{DEFENDERS}.a": (18.2, 21),
        f"{DEFENDERS}.b": (30, 30),
    }
    game = fight(["coalition_weaver"], ["hunter", "paladin_defenders"], at, arc={DEFENDERS: 1})
    hurl(game, weaver, "battle_staff", FOE, dice(1, 3), dice(0, 4))
    use(game, "intercept_driver", f"{DEFENDERS}.a", dice(0, 5))
    assert near(place(game, FOE), 20, 21.9) and not near(place(game, f"{DEFENDERS}.a"), 18.2, 21)


def test_intercept_driver_gives_the_attacker_who_took_the_hit_to_put_elsewhere() -> None:
    displacer = jack("nemesis", cortex="ghost_cortex", arm=["displacer"])
    at = {NEMESIS: (20, 20), FOE: (20, 28), f"{DEFENDERS}.a": (22, 28), f"{DEFENDERS}.b": (24, 28)}
    game = fight([displacer], ["hunter", "paladin_defenders"], at, arc={NEMESIS: 1, DEFENDERS: 1})
    skip(game)  # its Afterburner
    hurl(game, NEMESIS, "displacer", FOE, dice(1, 5), dice(0, 4))
    use(game, "intercept_driver", f"{DEFENDERS}.a", dice(0, 5))
    use(game, "dislocator", NEMESIS)
    put_at(game, f"{DEFENDERS}.a", (22, 30))
    assert near(place(game, f"{DEFENDERS}.a"), 22, 30) and asked(game) == "ActingQuestion"


def test_intercept_driver_takes_the_hit_and_who_was_aimed_at_still_moves() -> None:
    brand = "2.firebrand.1"
    at = {MINE: (20, 20), brand: (20, 28), f"{DEFENDERS}.a": (22, 28), f"{DEFENDERS}.b": (24, 28)}
    game = fight(
        [KILLER],
        [jack("firebrand", cortex="reflex_cortex"), "paladin_defenders"],
        at,
        arc={DEFENDERS: 1},
    )
    hurl(game, MINE, "nailer", brand, dice(1, 3), dice(0, 3))
    use(game, "intercept_driver", f"{DEFENDERS}.a", dice(0, 4))
    assert options(game) == {("heightened_reflexes", brand)}


def test_intercept_driver_does_not_let_the_target_collapse() -> None:
    gun = jack("strike_raptor", cortex="ace_cortex", shoulder=["particle_cannon"])
    at = {RAPTOR: (20, 20), FOE: (20, 28), f"{DEFENDERS}.a": (22, 28), f"{DEFENDERS}.b": (23.5, 28)}
    game = fight([gun], ["hunter", "paladin_defenders"], at, arc={DEFENDERS: 1})
    hurl(game, RAPTOR, "particle_cannon", FOE, dice(1, 4), dice(0, 4))
    happened = use(game, "intercept_driver", f"{DEFENDERS}.a", dice(4, 7))
    assert damage(happened) == [(f"{DEFENDERS}.a", 1)] and not game.state.is_on_table(
        f"{DEFENDERS}.a"
    )  # not what it targeted


# More attacks.


def test_cleave_follows_an_attack_given_by_a_cypher() -> None:
    at = {WOLF: (20, 20), FOE: (20, 22.5), "2.hunter.2": (22.5, 20)}
    game = at_step(
        begun([armed("ripper")], ["hunter", "hunter"], at=at, hands={1: ["aggression_theorem"]}),
        "cypher",
    )
    game.apply(Play(player=1, card="aggression_theorem", on=WOLF))
    hurl(game, WOLF, "ripper", FOE, dice(1, 4), dice(0, 4), dice(2, 5))
    use(game, "cleave", WOLF)
    hurl(game, WOLF, "ripper", "2.hunter.2", dice(1, 4), dice(0, 4), dice(2, 5))
    assert not game.state.is_on_table("2.hunter.2") and not options(
        game
    )  # what Cleave gives, gives no more
    assert game.state.players[1].discard == ("aggression_theorem",)


def test_relentless_brings_the_next_target_within_reach_of_the_next_weapon() -> None:
    claws = jack("scourge", cortex="killer_cortex", arm=["force_rod"])
    game = fight(
        [claws], ["hunter", "hunter"], {MINE: (20, 20), FOE: (20, 22.5), "2.hunter.2": (20, 25.2)}
    )
    rod = Attack(player=1, model=MINE, weapon="force_rod", target="2.hunter.2")
    assert refused(game, rod).code == "out_of_range"
    hurl(game, MINE, "wrecking_claw", FOE, dice(1, 4), dice(0, 4), dice(2, 5))
    use(game, "relentless", MINE)
    step(game, MINE, (20, 22))
    assert game.check(rod)


def test_rapid_strike_gives_no_more_attacks_out_of_its_activation() -> None:
    fighter = jack("dusk_wolf", cortex="fighter_cortex", arm=["impaler"])
    at = {WOLF: (20, 20), SCOURGE: (20, 23)}
    hands = {1: ["aggression_theorem"]}
    game = at_step(begun([fighter], ["scourge"], at=at, hands=hands), "cypher")
    game.apply(Play(player=1, card="aggression_theorem", on=WOLF))
    hurl(game, WOLF, "impaler", SCOURGE, dice(0, 4), dice(0, 3))
    assert game.state.players[1].discard == ("aggression_theorem",) and asked(game) != "ExtraAttack"


# Arc that is gone, numbers that change in between.


@pytest.mark.rule("NM-SIL-46")
def test_servo_booster_hits_less_hard_once_the_arc_is_spiked_in_the_middle_of_the_attack() -> None:
    game = fight([KILLER], ["marauder"], {MINE: (20, 20), MARAUDER: (20, 22.7)}, arc={MINE: 2})
    assert of_weapon(game.state, MINE, "wrecking_claw", "POW") == 6
    hurl(game, MINE, "wrecking_claw", MARAUDER, dice(1, 6), dice(0, 2))
    happened = use(game, "stun_module", MINE, dice(0, 6))
    assert pools(happened) == [("damage", 5, 1)]  # the excess was rolled with both


def test_force_projector_reaches_less_far_after_a_spike() -> None:
    brand = jack("firebrand", cortex="jack_hunter_cortex", arm=["fusion_glaive"])
    apart = 3 + 50 / 25.4
    game = fight([brand], ["scourge"], {BRAND: (20, 20), SCOURGE: (20, 20 + apart)}, arc={BRAND: 2})
    glaive = Attack(player=1, model=BRAND, weapon="fusion_glaive", target=SCOURGE)
    assert game.check(glaive)
    use(game, "jack_hunter", BRAND)
    assert refused(game, glaive).code == "out_of_range"


def test_adrenalizer_ends_when_its_bearer_spikes_the_last_arc() -> None:
    grafter = "1.grafter.1"
    squad = "1.vassal_reavers.1"
    at = {grafter: (20, 20), f"{squad}.b": (20, 24), "1.marauder.1": (22, 20)}
    game = fight(["grafter", "vassal_reavers", "marauder"], ["scourge"], at, arc={grafter: 1})
    assert value(game.state, "1.marauder.1", "ARM") == 5
    use(game, "resurrection_protocol", grafter, target=f"{squad}.b")
    assert value(game.state, "1.marauder.1", "ARM") == 4


@pytest.mark.rule("NM-STA-12")
def test_afterburner_multiplies_before_lock_down_and_a_cypher_take_away() -> None:
    state = begun(
        [jack("nemesis", cortex="ghost_cortex")], at={NEMESIS: (10, 10)}, arc={NEMESIS: 1}
    )
    state = state.with_model(NEMESIS, effects=("lock_down",))
    state = state.with_unit(NEMESIS, cyphers=(CardInPlay("ascension_catalyst", 1, "turn"),))
    game = at_step(state, "activation")
    game.apply(Activate(player=1, unit=NEMESIS))
    use(game, "afterburner", NEMESIS)
    assert value(game.state, NEMESIS, "SPD") == 3 * 6 + 2 - 2


# Auras that come and go.


@pytest.mark.rule("NM-SIL-166")
def test_adrenalizer_ends_in_the_middle_of_the_blast_that_destroys_its_bearer() -> None:
    at = {MINE: (20, 20), GRAFTER: (20, 28), MARAUDER: (22, 28)}
    state = begun([KILLER], ["grafter", "marauder"], at=at, arc={GRAFTER: 1})
    health = state.setup.cards.unit("grafter").health
    game = activated(state.with_model(GRAFTER, damage=health - 1), MINE)
    rolls = (dice(1, 3), dice(0, int(value(state, GRAFTER, "DEF"))), dice(5, 5), dice(0, 4))
    happened = hurl(game, MINE, "rocket_pod", GRAFTER, *rolls)
    assert not game.state.is_on_table(GRAFTER) and arms(happened)[1] == (MARAUDER, 4)
    spared = activated(state, MINE)
    assert arms(hurl(spared, MINE, "rocket_pod", GRAFTER, *rolls[:2], dice(0, 5), dice(0, 4)))[
        1
    ] == (MARAUDER, 5)


def test_interdiction_protocol_goes_where_the_warjack_goes() -> None:
    at = {WOLF: (20, 20), HUNTER: (20, 24), "1.hunter.2": (20, 14)}
    state = begun(["dusk_wolf", "hunter", "hunter"], ["scourge"], at=at)
    state = state.with_unit(WOLF, cyphers=(CardInPlay("interdiction_protocol", 1, "pulse_round"),))
    game = activated(state, WOLF)
    assert [value(game.state, h, "DEF") for h in (HUNTER, "1.hunter.2")] == [6, 6]
    step(game, WOLF, (24, 22))
    assert [value(game.state, h, "DEF") for h in (HUNTER, "1.hunter.2")] == [6, 4]
    assert value(game.state.with_model(WOLF, at=None), HUNTER, "DEF") == 4


def test_spotlight_is_carried_along_and_goes_out_with_the_last_arc() -> None:
    engineer = "1.combat_engineer.1"
    sudal = "2.voitek_sudal.1"
    at = {engineer: (20, 20), sudal: (20, 33), WOLF: (17, 20)}
    game = fight(
        ["combat_engineer", "dusk_wolf"], ["voitek_sudal"], at, arc={engineer: 1}, tokens=[WOLF]
    )
    assert is_so(game.state, sudal, "stealth")
    step(game, engineer, (20, 24))
    assert not is_so(game.state, sudal, "stealth")
    use(game, "jump_start", engineer, target=WOLF)
    assert is_so(game.state, sudal, "stealth")


@pytest.mark.rule("NM-ATK-11")
def test_kinetic_field_covers_a_gate_against_a_shot_until_the_last_arc_is_gone() -> None:
    raxis = "2.hierotheos_raxis.1"
    for arc, cover in ((1, 2), (0, 0)):
        gates = {GATE: ((20, 28), 3)}
        game = fight(
            [KILLER],
            ["hierotheos_raxis"],
            {MINE: (20, 20), raxis: (23, 28)},
            gates=gates,
            arc={raxis: arc},
        )
        happened = hurl(game, MINE, "nailer", GATE, dice(0, 3), dice(0, 3 + cover))
        assert pools(happened)[1] == ("defence", 3, cover)


# Cover and sight that do not matter.


@pytest.mark.rule("NM-SIL-80")
def test_hunter_killer_salvo_lets_strafe_go_on_at_those_out_of_sight() -> None:
    squad = "1.paladin_annihilators.1"
    wall = ground(box("wall", "structure", (20, 24), (8, 1), 5.0))
    at = {f"{squad}.a": (20, 20), SCOURGE: (20, 28), FOE: (22.5, 28)}
    game = fight(["paladin_annihilators"], ["scourge", "hunter"], at, arc={squad: 1}, table=wall)
    at_foe = Attack(player=1, model=f"{squad}.a", weapon="harbinger_cannon", target=FOE)
    assert refused(game, at_foe).code == "no_sight"
    use(game, "hunter_killer_salvo", f"{squad}.a")
    hurl(game, f"{squad}.a", "harbinger_cannon", SCOURGE, (1,), dice(0, 3), dice(0, 3))
    assert waits_for(game, "StrafeQuestion", 1)
    assert pools(done(game, at_foe, dice(0, 3), dice(0, 4))) == [
        ("attack", 3, 0),
        ("defence", 4, 0),
    ]


def test_hunter_killer_salvo_takes_cover_for_nothing_when_smart_lock_has_gone_with_the_arc() -> (
    None
):
    squad = "1.paladin_annihilators.1"
    for arc, spiked, cover in ((0, False, 2), (1, False, 0), (1, True, 0)):
        state = begun(
            ["paladin_annihilators"],
            ["scourge"],
            at={f"{squad}.a": (20, 20), SCOURGE: (20, 28)},
            arc={squad: arc},
        )
        game = activated(
            state.with_unit(SCOURGE, cyphers=(CardInPlay("force_barrier", 2, "pulse_round"),)),
            squad,
        )
        if spiked:
            use(game, "hunter_killer_salvo", f"{squad}.a")
        rolls = ((0,), dice(0, 3 + game.state.units[squad].arc), dice(0, 3 + cover))
        assert pools(hurl(game, f"{squad}.a", "harbinger_cannon", SCOURGE, *rolls))[2] == (
            "defence",
            3,
            cover,
        )


def test_divination_lock_takes_force_field_and_force_barrier_for_nothing() -> None:
    squad = "1.paladin_enforcers.1"
    foes = "2.paladin_defenders.1"
    at = {f"{squad}.a": (20, 20), f"{foes}.a": (20, 28), "2.paladin_aegis.1": (22, 28)}
    more = with_aegis("paladin_defenders", north=True)
    for spiked, cover in ((False, 2), (True, 0)):
        state = begun(
            ["paladin_enforcers"], ["paladin_defenders"], at=at, arc={squad: 1, foes: 1}, **more
        )
        game = activated(
            state.with_unit(foes, cyphers=(CardInPlay("force_barrier", 2, "pulse_round"),)), squad
        )
        if spiked:
            use(game, "divination_lock", f"{squad}.a")
        action = 3 + (0 if spiked else 1)
        happened = hurl(
            game, f"{squad}.a", "assault_rifle", f"{foes}.a", dice(0, action), dice(0, 3 + cover)
        )
        assert pools(happened)[1] == ("defence", 3, cover)  # two covers are one


# Squads and their attachments.


def test_divination_lock_and_plexus_densifier_are_for_attachments_too() -> None:
    squad = "1.paladin_enforcers.1"
    aegis = "1.paladin_aegis.1"
    at = {f"{squad}.a": (20, 20), aegis: (22, 20)}
    state = begun(
        ["paladin_enforcers"], ["scourge"], at=at, arc={squad: 1}, **with_aegis("paladin_enforcers")
    )
    arm = value(state, aegis, "ARM")
    spd = value(state, aegis, "SPD")
    game = activated(
        state.with_unit(squad, cyphers=(CardInPlay("plexus_densifier", 1, "pulse_round"),)), squad
    )
    assert (value(game.state, aegis, "ARM"), value(game.state, aegis, "SPD")) == (arm + 2, spd - 1)
    use(game, "divination_lock", aegis)
    assert all(is_so(game.state, m, "ignore_cover") for m in at)


def test_displacement_index_takes_the_attachment_along() -> None:
    squad = "1.paladin_defenders.1"
    aegis = "1.paladin_aegis.1"
    at = {f"{squad}.a": (20, 20), aegis: (22, 20), SCOURGE: (20, 26)}
    hands = {1: ["displacement_index"]}
    game = at_step(
        begun(
            ["paladin_defenders"],
            ["scourge"],
            at=at,
            hands=hands,
            **with_aegis("paladin_defenders"),
        ),
        "cypher",
    )
    game.apply(Play(player=1, card="displacement_index", on=squad))
    moved = Advance(
        player=1, model=f"{squad}.a", path=((20.0, 23.0),), others={aegis: (22.0, 23.0)}
    )
    done(game, moved)
    assert near(place(game, aegis), 22, 23) and near(place(game, f"{squad}.a"), 20, 23)


def test_intercept_driver_protects_the_attachment_of_its_squad() -> None:
    aegis = "2.paladin_aegis.1"
    at = {MINE: (20, 20), f"{DEFENDERS}.a": (22, 29), aegis: (20, 28)}
    game = fight(
        [KILLER],
        ["paladin_defenders"],
        at,
        arc={DEFENDERS: 1},
        **with_aegis("paladin_defenders", north=True),
    )
    defense = int(value(game.state, aegis, "DEF"))
    covered = 2 if is_so(game.state, aegis, "cover") else 0
    hurl(game, MINE, "nailer", aegis, dice(1, 3), dice(0, defense + covered))
    assert options(game) == {("intercept_driver", f"{DEFENDERS}.a")}
    use(game, "intercept_driver", f"{DEFENDERS}.a", dice(4, 4))
    assert game.state.is_on_table(aegis) and not game.state.is_on_table(f"{DEFENDERS}.a")
    assert game.state.units[DEFENDERS].models and game.state.models_of(
        DEFENDERS
    )  # the attachment alone is the squad now


# Void gates.


@pytest.mark.rule("NM-SIL-107")
def test_weapons_do_to_gates_what_can_be_done_to_them() -> None:
    gates = {GATE: ((20, 22.5), 3)}
    game = fight(
        [jack("dusk_wolf", cortex="scout_cortex", arm=["impaler"])],
        ["scourge"],
        {WOLF: (20, 20)},
        gates=gates,
    )
    assert arms(hurl(game, WOLF, "impaler", GATE, dice(1, 4), dice(0, 3), dice(4, 3))) == [
        (GATE, 4)
    ]  # Armor-Piercing
    assert game.state.gates[GATE].arc == 2
    slam = fight([armed("slug_gun")], ["scourge"], {WOLF: (20, 20)}, gates=gates)
    hurl(slam, WOLF, "slug_gun", GATE, dice(1, 4), dice(0, 3), dice(0, 4))
    assert near(slam.state.gates[GATE].at, 20, 22.5)  # Repulsor: a gate stays
    hexer = jack("nemesis", cortex="ghost_cortex", shoulder=["hex_cannon"])
    game = fight([hexer], ["scourge"], {NEMESIS: (20, 14)}, gates=gates)
    assert damage(hurl(game, NEMESIS, "hex_cannon", GATE, dice(1, 4), dice(0, 3), dice(0, 5))) == [
        (GATE, 0)
    ]  # Malefactor


@pytest.mark.rule("NM-GAT-10")
def test_explosive_collapse_is_for_models_not_for_a_gate_that_collapses() -> None:
    gun = jack("strike_raptor", cortex="ace_cortex", shoulder=["particle_cannon"])
    at = {RAPTOR: (20, 20), FOE: (20, 29.5)}
    game = fight([gun], ["hunter"], at, gates={GATE: ((20, 28), 1)})
    happened = hurl(game, RAPTOR, "particle_cannon", GATE, dice(1, 4), dice(0, 3), dice(5, 7))
    assert GATE not in game.state.gates and damage(happened) == [(GATE, 1)]


# Models that leave play in the middle of an attack.


@pytest.mark.rule("NM-SIL-167")
def test_who_is_destroyed_by_the_answer_to_its_attack_does_nothing_after_it() -> None:
    nemesis = "2.nemesis.1"
    north = [jack("nemesis", cortex="impulse_reciprocator_cortex", arm=["hellstormer"])]
    game = fight(
        ["hunter"], north, {HUNTER: (20, 20), nemesis: (20, 28)}, arc={nemesis: 1, HUNTER: 0}
    )
    hurl(game, HUNTER, "sniper_rifle", nemesis, dice(1, 6), dice(0, 3))
    use(game, "impulse_reciprocator", nemesis, dice(0, 5))
    hurl(game, nemesis, "hellstormer", HUNTER, (0,), dice(1, 4), dice(0, 4), dice(4, 5), player=2)
    assert (
        not game.state.is_on_table(HUNTER) and not options(game) and asked(game) != "ActingQuestion"
    )
    assert game.state.units[HUNTER].where.name == "RESERVE"


@pytest.mark.rule("NM-SIL-41")
def test_explosive_collapse_may_destroy_the_attacker_whose_activation_is_over_then() -> None:
    gun = jack("strike_raptor", cortex="ace_cortex", shoulder=["particle_cannon", "rail_gun"])
    at = {RAPTOR: (20, 20), FOE: (20, 22.5), SCOURGE: (20, 30)}
    state = begun([gun], ["hunter", "scourge"], at=at)
    health = state.setup.cards.unit("strike_raptor").health
    game = activated(state.with_model(RAPTOR, damage=health - 1), RAPTOR)
    hurl(game, RAPTOR, "particle_cannon", FOE, dice(1, 4), dice(0, 4), dice(2, 7), dice(6, 4))
    assert not game.state.is_on_table(RAPTOR) and asked(game) != "ActingQuestion"


@pytest.mark.rule("NM-SLM-11")
def test_a_slam_off_the_table_leaves_nobody_to_roll_damage_against() -> None:
    weaver = "1.coalition_weaver.1"
    game = fight(
        ["coalition_weaver"], ["hunter"], {weaver: (20, 45.5), FOE: (20, 47.3)}, arc={FOE: 1}
    )
    happened = hurl(game, weaver, "battle_staff", FOE, dice(1, 3), dice(0, 4))
    assert (
        not game.state.is_on_table(FOE)
        and damage(happened) == []
        and asked(game) == "ActingQuestion"
    )


def test_fire_and_displace_after_the_shot_that_ended_its_target() -> None:
    game = fight(["hunter"], ["hunter"], {HUNTER: (20, 20), FOE: (20, 28)})
    hurl(game, HUNTER, "sniper_rifle", FOE, dice(1, 6), dice(0, 4), dice(2, 5))
    assert not game.state.is_on_table(FOE) and options(game) == {("fire_and_displace", HUNTER)}


@pytest.mark.rule("NM-SIL-167")
def test_slip_field_and_heightened_reflexes_of_one_that_was_destroyed_are_not_asked() -> None:
    raptor = "2.strike_raptor.1"
    state = begun(
        [KILLER],
        [jack("strike_raptor", cortex="dog_fighter_cortex")],
        at={MINE: (20, 20), raptor: (20, 28)},
    )
    health = state.setup.cards.unit("strike_raptor").health
    state = state.with_unit(raptor, arc=1).with_model(raptor, damage=health - 1)
    game = activated(state, MINE)
    hurl(game, MINE, "nailer", raptor, dice(1, 3), dice(0, 3), dice(8, 4))
    assert not game.state.is_on_table(raptor) and asked(game) == "ActingQuestion"


def test_intercept_driver_of_a_model_that_dies_leaves_the_squad_to_go_on() -> None:
    at = {MINE: (20, 20), FOE: (20, 28), f"{DEFENDERS}.a": (22, 28), f"{DEFENDERS}.b": (20, 30.9)}
    game = fight([KILLER], ["hunter", "paladin_defenders"], at, arc={DEFENDERS: 1})
    hurl(game, MINE, "nailer", FOE, dice(1, 3), dice(0, 4))
    use(game, "intercept_driver", f"{DEFENDERS}.a", dice(4, 4))
    assert not game.state.is_on_table(f"{DEFENDERS}.a") and game.state.is_on_table(FOE)
    second = hurl(game, MINE, "rocket_pod", FOE, dice(1, 3), dice(0, 4), dice(0, 5), dice(0, 4))
    assert [m for m, _ in arms(second)] == [
        FOE,
        f"{DEFENDERS}.b",
    ]  # no Arc is left, and the dead is no neighbor
