"""Abilities that change pools and numbers for a kind of attack or foe: who, against whom, and with which Arc."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import (
    is_so,
    of_weapon,
    options,
    skip,
    use,
    value,
)
from tests.games.neo_mechanika.rules.fighting import (
    activated,
    channel,
    dice,
    fight,
    hurl,
    jack,
    pools,
    with_abilities,
)
from tests.games.neo_mechanika.rules.moving import ground
from tests.games.neo_mechanika.rules.playing import asked, at_step, begun, refused
from tests.table.building import box
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules.abilities.selectors import AttackFacts
from wc3d.games.neo_mechanika.rules.abilities.stats import bonus_total
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Attack
from wc3d.games.neo_mechanika.rules.forces.force_files import UnitChoice

SCOURGE = "1.scourge.1"
HUNTER = "1.hunter.1"
WEAVER = "1.coalition_weaver.1"
COREBUS = "1.corebus.1"
TEAM = "2.ranger_fire_team.1"
WARDER = "2.warder.1"
DAEMON = "2.daemon.1"
JAX = "2.jax_redblade.1"
BARON = "2.cassius_mooregrave.1"
MORNINGSTAR = "1.morningstar.1"
FOE = "2.hunter.1"
LARGE = 25 / 25.4
MEDIUM = 20 / 25.4
SMALL = 15 / 25.4
GUNNER = jack("scourge", cortex="killer_cortex", arm=["void_splitter"], shoulder=["nailer"])
JOINED: dict[str, Any] = {"attachments": ((), ["warder"]), "joined": {TEAM: [WARDER]}}


def shoot(model: str, weapon: str, target: str, player: int = 1) -> Attack:
    return Attack(player=player, model=model, weapon=weapon, target=target)


def defense(
    game: Game, weapon: str, target: str, attack: int, dice_left: int, by: str = SCOURGE
) -> tuple[int, int]:
    """The defence pool of an attack that fails, with so many dice to attack and to defend."""
    _, (_, action, power) = pools(
        hurl(game, by, weapon, target, dice(0, attack), dice(0, dice_left))
    )[:2]
    return action, power


# Aegis Field.


def test_aegis_field_covers_that_model_against_ranged_attacks_while_charged() -> None:
    for arc in (0, 1):
        at = {SCOURGE: (20, 20), DAEMON: (20, 26), FOE: (22.5, 26)}
        game = fight(
            [GUNNER], [jack("daemon", cortex="hound_cortex"), "hunter"], at, arc={DAEMON: arc}
        )
        assert [is_so(game.state, id, "cover") for id in (DAEMON, FOE, SCOURGE)] == [
            arc > 0,
            False,
            False,
        ]
        # a Hound's Mimetic Cloak does not hide it at 6"
        assert defense(game, "nailer", DAEMON, 3, 3 + 2 * arc) == (3, 2 * arc)


@pytest.mark.rule("NM-ATK-11")
@pytest.mark.rule("NM-SIL-83")
def test_aegis_field_is_no_second_cover_and_none_against_melee_sprays_and_smart_locks() -> None:
    daemon = jack("daemon", cortex="eidolon_cortex")
    wall = ground(box("low", "obstacle", (20, 24), (4, 0.5), 1.0))
    for arc in (0, 1):
        walled = fight(
            [GUNNER], [daemon], {SCOURGE: (20, 20), DAEMON: (20, 26)}, arc={DAEMON: arc}, table=wall
        )
        assert defense(walled, "nailer", DAEMON, 3, 5) == (3, 2)
    near = {SCOURGE: (20, 20), DAEMON: (20, 23)}
    melee = fight([GUNNER], [daemon], near, arc={DAEMON: 1})
    assert defense(melee, "wrecking_claw", DAEMON, 4, 3) == (3, 0)
    burner = jack("strike_raptor", cortex="ace_cortex", arm=["flame_thrower"])
    spray = fight(
        [burner], [daemon], {"1.strike_raptor.1": (20, 20), DAEMON: (20, 26)}, arc={DAEMON: 1}
    )
    assert defense(spray, "flame_thrower", DAEMON, 4, 3, by="1.strike_raptor.1") == (3, 0)
    scout = jack("dusk_wolf", cortex="scout_cortex", shoulder=["rail_gun"])
    wolf = "1.dusk_wolf.1"
    smart = fight([scout], [daemon], {wolf: (20, 20), DAEMON: (20, 26)}, arc={DAEMON: 1, wolf: 1})
    assert defense(smart, "rail_gun", DAEMON, 5, 3, by=wolf) == (3, 0)


@pytest.mark.rule("NM-SIL-158")
@pytest.mark.rule("NM-SIL-166")
def test_aegis_field_covers_against_furies_and_ends_with_the_arc_that_is_spent_in_the_middle() -> (
    None
):
    state = begun(
        ["coalition_weaver"],
        [jack("daemon", cortex="eidolon_cortex")],
        at={WEAVER: (20, 20), DAEMON: (20, 26)},
        arc={DAEMON: 1},
        hands={1: ["null_collider"]},
    )
    game = at_step(with_abilities(state, DAEMON, "refractor_field"), "cypher")
    happened = channel(game, "null_collider", WEAVER, DAEMON, dice(1, 11), dice(0, 5))
    assert pools(happened)[1] == ("defence", 3, 2) and options(game) == {
        ("refractor_field", DAEMON)
    }
    again = use(game, "refractor_field", DAEMON, dice(1, 5))
    assert pools(again) == [("defence", 3, 2)] and not is_so(game.state, DAEMON, "cover")


# Arc Disruptor.


@pytest.mark.rule("NM-SQD-10")
def test_arc_disruptor_gives_the_whole_charged_squad_two_dice_against_furies() -> None:
    at = {
        WEAVER: (20, 20),
        f"{TEAM}.a": (20, 26),
        f"{TEAM}.b": (40, 40),
        WARDER: (22, 26),
        FOE: (18, 26),
    }
    for arc in (0, 1):
        state = begun(
            ["coalition_weaver"],
            ["ranger_fire_team", "hunter"],
            at=at,
            arc={TEAM: arc},
            **JOINED,
            hands={1: ["null_collider"] * 3},
        )
        for target, action, power in ((f"{TEAM}.a", 3, 2 * arc), (WARDER, 3, 2 * arc), (FOE, 4, 0)):
            game = at_step(state, "cypher")
            rolls = dice(0, 4 + 7 - arc + arc), dice(0, action + power)
            assert pools(channel(game, "null_collider", WEAVER, target, *rolls))[1] == (
                "defence",
                action,
                power,
            )


@pytest.mark.rule("NM-SIL-158")
@pytest.mark.rule("NM-SIL-166")
def test_arc_disruptor_does_nothing_against_guns_and_goes_with_the_warder_and_the_arc() -> None:
    at = {SCOURGE: (20, 20), f"{TEAM}.a": (20, 26), WARDER: (22, 26)}
    game = fight([GUNNER], ["ranger_fire_team"], at, arc={TEAM: 1}, **JOINED)
    assert defense(game, "nailer", f"{TEAM}.a", 3, 3) == (3, 0)
    state = begun(
        ["coalition_weaver"],
        ["ranger_fire_team"],
        at={WEAVER: (20, 20), **dict(list(at.items())[1:])},
        **JOINED,
        arc={TEAM: 1},
        hands={1: ["null_collider"]},
    )
    alone = at_step(state.with_model(WARDER, at=None), "cypher")
    assert pools(channel(alone, "null_collider", WEAVER, f"{TEAM}.a", dice(0, 11), dice(0, 3)))[
        1
    ] == ("defence", 3, 0)
    renewed = with_abilities(state, f"{TEAM}.a", "refractor_field")
    spent = at_step(renewed, "cypher")
    channel(spent, "null_collider", WEAVER, f"{TEAM}.a", dice(1, 11), dice(0, 5))
    assert pools(use(spent, "refractor_field", f"{TEAM}.a", dice(1, 5))) == [("defence", 3, 2)]
    assert (
        bonus_total(
            spent.state, f"{TEAM}.a", "DEFENCE_PD", AttackFacts(WEAVER, f"{TEAM}.a", kind="fury")
        ).value
        == 0
    )


def test_arc_disruptor_adds_to_cover() -> None:
    at = {WEAVER: (20, 20), f"{TEAM}.a": (20, 26), WARDER: (26, 26)}
    wall: dict[str, Any] = {
        "table": ground(box("low", "obstacle", (20, 24.6), (4, 0.5), 1.0)),
        "hands": {1: ["null_collider"]},
    }
    state = begun(
        ["coalition_weaver"], ["ranger_fire_team"], at=at, arc={TEAM: 1}, **wall, **JOINED
    )
    happened = channel(
        at_step(state, "cypher"), "null_collider", WEAVER, f"{TEAM}.a", dice(0, 11), dice(0, 7)
    )
    assert pools(happened)[1] == ("defence", 3, 4)


# Flight Pack.


@pytest.mark.rule("NM-MOV-09")
def test_flight_pack_adds_three_inches_and_flight_while_charged() -> None:
    jax = "1.jax_redblade.1"
    wall = ground(box("house", "structure", (20, 24), (30, 2), 3.0))
    for arc in (0, 1):
        game = fight(
            ["jax_redblade"], ["hunter"], {jax: (20, 20), FOE: (40, 40)}, arc={jax: arc}, table=wall
        )
        assert value(game.state, jax, "SPD") == 6 + 3 * arc and is_so(
            game.state, jax, "flight"
        ) == (arc > 0)
        assert bool(game.check(Advance(player=1, model=jax, path=((20.0, 29.0),)))) == (arc > 0)
        assert (
            refused(
                game, Advance(player=1, model=jax, path=((20.0 + 6 + 3 * arc + 0.01, 20.0),))
            ).code
            == "too_far"
        )


@pytest.mark.rule("NM-STA-12")
def test_flight_pack_is_added_after_what_multiplies() -> None:
    nemesis = "1.nemesis.1"
    state = begun(
        [jack("nemesis", cortex="ghost_cortex")], at={nemesis: (10, 10)}, arc={nemesis: 2}
    )
    game = at_step(with_abilities(state, nemesis, "flight_pack"), "activation")
    game.apply(Activate(player=1, unit=nemesis))
    use(game, "afterburner", nemesis)
    assert value(game.state, nemesis, "SPD") == 6 * 3 + 3


@pytest.mark.rule("NM-MOV-10")
@pytest.mark.rule("NM-SIL-158")
def test_flight_pack_defends_against_melee_and_its_dice_are_rerolled_with_the_arc_spent() -> None:
    game = fight([GUNNER], ["jax_redblade"], {SCOURGE: (20, 20), JAX: (20, 23)}, arc={JAX: 1})
    happened = hurl(game, SCOURGE, "wrecking_claw", JAX, dice(1, 4), dice(0, 7))
    assert pools(happened)[1] == ("defence", 5, 2)
    assert pools(use(game, "refractor_field", JAX, dice(1, 7))) == [("defence", 5, 2)]
    assert not is_so(game.state, JAX, "flight")
    shot = fight([GUNNER], ["jax_redblade"], {SCOURGE: (20, 20), JAX: (20, 23)}, arc={JAX: 1})
    assert pools(hurl(shot, SCOURGE, "nailer", JAX, dice(0, 3), dice(0, 5)))[1] == ("defence", 5, 0)
    flier = fight(
        ["jax_redblade"],
        ["jax_redblade"],
        {"1.jax_redblade.1": (20, 20), JAX: (20, 22)},
        arc={JAX: 1, "1.jax_redblade.1": 1},
    )
    met = hurl(flier, "1.jax_redblade.1", "fusion_sword", JAX, dice(0, 6), dice(0, 5))
    assert pools(met)[1] == ("defence", 5, 0)


# Gladiator.


def test_gladiator_rolls_two_more_dice_in_melee_against_enemy_warjacks() -> None:
    at = {COREBUS: (20, 20), "2.scourge.1": (20, 22.3), FOE: (21.9, 20)}
    for arc in (0, 1):
        game = fight(
            ["corebus"],
            ["scourge", "hunter"],
            at,
            arc={COREBUS: arc},
            gates={"2.gate.1": ((18, 20), 1)},
        )
        for key, target, gained, against in (("fist", "2.scourge.1", 2, 3), ("fist#2", FOE, 0, 4)):
            happened = hurl(game, COREBUS, key, target, dice(0, 4 + arc + gained), dice(0, against))
            assert pools(happened)[0] == ("attack", 4, arc + gained)
        shot = hurl(game, COREBUS, "teleforce_blaster", "2.scourge.1", dice(0, 4 + arc), dice(0, 3))
        assert pools(shot)[0] == ("attack", 4, arc)
    at_gate = fight(
        ["corebus"], ["scourge"], dict(list(at.items())[:2]), gates={"2.gate.1": ((18, 20), 1)}
    )
    assert pools(hurl(at_gate, COREBUS, "fist", "2.gate.1", dice(0, 4), dice(0, 3)))[0] == (
        "attack",
        4,
        0,
    )


@pytest.mark.rule("NM-SIL-158")
def test_gladiator_counts_for_its_rerolls_and_for_attacks_out_of_its_activation() -> None:
    mine = "2.corebus.1"
    foe = "1.scourge.1"
    state = begun([GUNNER], ["corebus"], at={foe: (20, 20), mine: (20, 22.3)}, arc={mine: 1})
    game = activated(with_abilities(state, mine, "riposte"), foe)
    hurl(game, foe, "wrecking_claw", mine, dice(0, 4), dice(0, 2))
    use(game, "riposte", mine)
    assert asked(game) == "ExtraAttack"
    happened = hurl(game, mine, "fist", foe, dice(0, 7), dice(0, 3), player=2)
    assert pools(happened)[0] == ("attack", 4, 3)
    focused = begun(
        ["corebus"],
        ["scourge"],
        at={COREBUS: (20, 20), "2.scourge.1": (20, 22.3)},
        arc={COREBUS: 1},
    )
    rerolling = activated(with_abilities(focused, COREBUS, "power_focus"), COREBUS)
    use(rerolling, "power_focus", COREBUS)  # its 3 dice are there, the spent Arc's is not
    hurl(rerolling, COREBUS, "fist", "2.scourge.1", dice(0, 9), dice(0, 3))
    assert pools(use(rerolling, "power_focus", COREBUS, dice(0, 9))) == [("attack", 4, 5)]


def test_gladiator_is_the_bearers_alone() -> None:
    at = {SCOURGE: (20, 20), COREBUS: (23, 20), "2.scourge.1": (20, 23)}
    game = fight([GUNNER, "corebus"], ["scourge"], at)
    assert pools(hurl(game, SCOURGE, "wrecking_claw", "2.scourge.1", dice(0, 4), dice(0, 3)))[
        0
    ] == ("attack", 4, 0)


# Living Terror.


def test_living_terror_adds_two_to_defence_against_melee_of_warriors() -> None:
    squad = "1.ranger_heavy_support.1"
    at = {HUNTER: (20, 20), SCOURGE: (20, 24.4), BARON: (20, 22), f"{squad}.a": (22, 22)}
    south: list[str | UnitChoice] = ["hunter", GUNNER, "ranger_heavy_support"]
    axe = "1.jax_redblade.1"
    attacks = (
        (HUNTER, "combat_blade", 3, 5),
        (HUNTER, "sniper_rifle", 6, 3),
        (SCOURGE, "wrecking_claw", 4, 3),
    )
    for by, key, attack, against in attacks:
        game = fight(south, ["cassius_mooregrave"], at, unit=by)
        assert defense(game, key, BARON, attack, against, by=by) == (against, 0)
    beside = begun(south, ["cassius_mooregrave", "hunter"], at={**at, FOE: (20, 18)})
    assert (
        value(beside, FOE, "DEF", attacker=HUNTER, target=FOE, kind="melee") == 4
    )  # the Baron's alone
    assert value(beside, BARON, "DEF", attacker=f"{squad}.a", target=BARON, kind="melee") == 5
    assert (
        value(beside, BARON, "DEF")
        == 3
        == value(beside, BARON, "DEF", attacker=HUNTER, target=BARON, kind="fury")
    )
    sworded = fight(["jax_redblade"], ["cassius_mooregrave"], {axe: (20, 20), BARON: (20, 22)})
    assert defense(sworded, "fusion_sword", BARON, 5, 5, by=axe) == (5, 0)


def test_living_terror_counts_when_the_defence_is_rolled_again() -> None:
    state = begun(
        ["hunter"], ["cassius_mooregrave"], at={HUNTER: (20, 20), BARON: (20, 22)}, arc={BARON: 1}
    )
    game = activated(with_abilities(state, BARON, "refractor_field"), HUNTER)
    hurl(game, HUNTER, "combat_blade", BARON, dice(1, 3), dice(0, 5))
    assert pools(use(game, "refractor_field", BARON, dice(1, 5))) == [("defence", 5, 0)]


def test_living_terror_is_no_defence_when_the_baron_takes_anothers_hit() -> None:
    state = begun(
        ["hunter"],
        ["hunter", "cassius_mooregrave"],
        at={HUNTER: (20, 20), FOE: (20, 22), BARON: (22, 22)},
    )
    game = activated(with_abilities(state, BARON, "guardian"), HUNTER)
    hurl(game, HUNTER, "combat_blade", FOE, dice(1, 3), dice(0, 4))
    happened = use(game, "guardian", BARON, dice(0, 4))
    assert pools(happened) == [("damage", 3, 1)]  # the defence was the Hunter's


# Range Amplifier, Range Extender.


@pytest.mark.rule("NM-ARC-08")
def test_range_amplifier_lengthens_ranged_weapons_by_the_arc() -> None:
    guns = jack(
        "morningstar",
        cortex="deadeye_cortex",
        arm=["seeker", "assault_shield"],
        shoulder=["null_cannon"],
    )
    for arc in range(4):
        state = begun(
            [guns], ["hunter"], at={MORNINGSTAR: (10, 10), FOE: (40, 40)}, arc={MORNINGSTAR: arc}
        )
        reach = {
            key: of_weapon(state, MORNINGSTAR, key, "RNG")
            for key in ("seeker", "null_cannon", "assault_shield")
        }
        assert reach == {"seeker": 12 + arc, "null_cannon": 14 + arc, "assault_shield": 1}
        for more, legal in ((0.0, True), (0.01, False)):
            far = state.with_model(FOE, at=(10.0, 10 + 12 + arc + LARGE + SMALL + more, 0.0))
            assert (
                bool(activated(far, MORNINGSTAR).check(shoot(MORNINGSTAR, "seeker", FOE))) == legal
            )


@pytest.mark.rule("NM-ARC-09")
def test_range_amplifier_loses_an_inch_with_each_arc_that_is_spent() -> None:
    guns = jack("morningstar", cortex="deadeye_cortex", arm=["seeker"])
    state = begun(
        [guns],
        ["hunter"],
        at={MORNINGSTAR: (10, 10), FOE: (10, 10 + 14 + LARGE + SMALL)},
        arc={MORNINGSTAR: 2},
    )
    game = activated(with_abilities(state, MORNINGSTAR, "jump_jets"), MORNINGSTAR)
    assert game.check(shoot(MORNINGSTAR, "seeker", FOE))
    use(game, "jump_jets", MORNINGSTAR)
    assert refused(game, shoot(MORNINGSTAR, "seeker", FOE)).code == "out_of_range"
    game.undo()
    assert game.check(shoot(MORNINGSTAR, "seeker", FOE)) and game.state.units[MORNINGSTAR].arc == 2


def test_range_amplifier_of_a_lash_is_for_the_lash_and_counts_once() -> None:
    daemon = "1.daemon.1"
    armed_so = jack(
        "daemon", cortex="hound_cortex", arm=["gravitonic_lash", "phase_trajectile_cannon"]
    )
    state = begun([armed_so], ["hunter"], at={daemon: (10, 10)}, arc={daemon: 3})
    both = with_abilities(state, daemon, "range_amplifier")
    for there, lash, cannon in ((state, 9, 10), (both, 9, 13)):
        assert of_weapon(there, daemon, "gravitonic_lash", "RNG") == lash
        assert of_weapon(there, daemon, "phase_trajectile_cannon", "RNG") == cannon


def forge_at(apart: float, *north: str, **more: Any) -> Game:
    """A Daemon with a Protean Forge, and a Marauder so many inches away."""
    smith = jack("daemon", cortex="hound_cortex", arm=["protean_forge"])
    at = {"1.daemon.1": (20, 20), "2.marauder.1": (20, 20 + apart + LARGE + MEDIUM), **more}
    return fight([smith], ["marauder", *north], at)


def forge(target: str, mode: str) -> Attack:
    return Attack(player=1, model="1.daemon.1", weapon="protean_forge", target=target, mode=mode)


def test_range_extender_adds_two_inches_to_an_attack_in_that_mode_alone() -> None:
    assert forge_at(4.0).check(forge("2.marauder.1", "range_extender"))
    assert refused(forge_at(4.01), forge("2.marauder.1", "range_extender")).code == "out_of_range"
    assert refused(forge_at(2.01), forge("2.marauder.1", "strafe")).code == "out_of_range"
    assert refused(forge_at(2.01), forge("2.marauder.1", "armor_piercing")).code == "out_of_range"
    game = forge_at(3.0)
    offered = {
        a.mode
        for o in game.offers()
        if o.type == "attack"
        for a in o.candidates()
        if isinstance(a, Attack)
    }
    assert offered == {"range_extender"}
    happened = hurl(
        game,
        "1.daemon.1",
        "protean_forge",
        "2.marauder.1",
        dice(0, 4),
        dice(0, 2),
        mode="range_extender",
    )
    assert pools(happened) == [("attack", 4, 0), ("defence", 2, 0)]  # no Strafe is rolled


def test_attack_mode_protean_forge_chooses_one_of_three_for_each_attack() -> None:
    near = {"2.scourge.1": (22.6, 21.5)}
    for mode in ("", "blast"):
        assert refused(forge_at(1.0), forge("2.marauder.1", mode)).code == "choose_mode"
    pierced = forge_at(1.0)
    hit = hurl(
        pierced,
        "1.daemon.1",
        "protean_forge",
        "2.marauder.1",
        dice(1, 4),
        dice(0, 2),
        dice(3, 4),
        mode="armor_piercing",
    )
    assert [e.arm for e in hit if hasattr(e, "arm")] == [3]
    plain = forge_at(3.0)
    hit = hurl(
        plain,
        "1.daemon.1",
        "protean_forge",
        "2.marauder.1",
        dice(1, 4),
        dice(0, 2),
        dice(3, 4),
        mode="range_extender",
    )
    assert [e.arm for e in hit if hasattr(e, "arm")] == [4]
    strafed = forge_at(1.0, "scourge", **near)
    happened = hurl(
        strafed,
        "1.daemon.1",
        "protean_forge",
        "2.marauder.1",
        (1,),
        dice(0, 4),
        dice(0, 2),
        mode="strafe",
    )
    assert pools(happened)[0] == ("Strafe", 0, 1) and asked(strafed) == "StrafeQuestion"
    assert refused(strafed, forge("2.marauder.1", "strafe")).code == "same_target"
    more = hurl(
        strafed,
        "1.daemon.1",
        "protean_forge",
        "2.scourge.1",
        dice(1, 4),
        dice(0, 3),
        dice(0, 4),
        mode="strafe",
    )
    assert [e.arm for e in more if hasattr(e, "arm")] == [4]
    assert (
        asked(strafed) == "ActingQuestion"
        and refused(strafed, forge("2.scourge.1", "strafe")).code == "weapon_used"
    )


def test_attack_mode_protean_forge_is_chosen_anew_for_an_extra_attack() -> None:
    smith = jack("daemon", cortex="hound_cortex", arm=["protean_forge"])
    at = {"1.daemon.1": (20, 20), FOE: (20, 22.5), "2.marauder.1": (20, 20 - 4 - LARGE - MEDIUM)}
    game = activated(
        with_abilities(
            begun([smith], ["hunter", "marauder"], at=at), "1.daemon.1", "phase_stalker"
        ),
        "1.daemon.1",
    )
    hurl(game, "1.daemon.1", "protean_forge", FOE, (0,), dice(0, 4), dice(0, 4), mode="strafe")
    assert refused(game, forge("2.marauder.1", "range_extender")).code == "weapon_used"
    charged = activated(
        with_abilities(
            begun([smith], ["hunter", "marauder"], at=at, arc={"1.daemon.1": 1}),
            "1.daemon.1",
            "phase_stalker",
        ),
        "1.daemon.1",
    )
    hurl(charged, "1.daemon.1", "protean_forge", FOE, (0,), dice(0, 5), dice(0, 4), mode="strafe")
    use(charged, "phase_stalker", "1.daemon.1")
    skip(charged)  # it does not move
    assert (
        asked(charged) == "ExtraAttack"
        and refused(charged, forge("2.marauder.1", "")).code == "choose_mode"
    )
    assert refused(charged, forge("2.marauder.1", "strafe")).code == "out_of_range"
    happened = hurl(
        charged,
        "1.daemon.1",
        "protean_forge",
        "2.marauder.1",
        dice(0, 4),
        dice(0, 2),
        mode="range_extender",
    )
    assert pools(happened) == [("attack", 4, 0), ("defence", 2, 0)]
