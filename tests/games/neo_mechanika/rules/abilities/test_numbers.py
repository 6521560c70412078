"""Abilities that change numbers: by how much, against what, for whom, and whether Arc is needed."""

from __future__ import annotations

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import arms, is_so, of_weapon, value
from tests.games.neo_mechanika.rules.fighting import armed, channel, dice, fight, hurl, jack, pools
from tests.games.neo_mechanika.rules.playing import at_step, begun
from wc3d.games.neo_mechanika.rules.abilities.hand_size import max_hand_size
from wc3d.games.neo_mechanika.rules.actions import Play
from wc3d.games.neo_mechanika.rules.forces.force_files import UnitChoice
from wc3d.games.neo_mechanika.rules.weapons import find_weapon

WOLF = "1.dusk_wolf.1"
SCOURGE = "1.scourge.1"
RAPTOR = "1.strike_raptor.1"
BRAND = "1.firebrand.1"
COMMANDER = "2.paladin_commander.1"
HUNTER = "2.hunter.1"
WEAVER = "1.coalition_weaver.1"


def scourge(
    head: str = "killer_cortex", arm: tuple[str, ...] = (), shoulder: tuple[str, ...] = ()
) -> UnitChoice:
    return jack("scourge", cortex=head, arm=arm, shoulder=shoulder)


@pytest.mark.rule("NM-STA-15")
def test_compound_armor_counts_against_explosions_only() -> None:
    gunner = scourge(shoulder=("rocket_pod", "nailer"))
    game = fight([gunner], ["paladin_commander"], {SCOURGE: (20, 20), COMMANDER: (20, 28)})
    rocket = hurl(game, SCOURGE, "rocket_pod", COMMANDER, dice(1, 3), dice(0, 3), dice(3, 5))
    nail = hurl(game, SCOURGE, "nailer", COMMANDER, dice(1, 3), dice(0, 3), dice(2, 4))
    assert arms(rocket) == [(COMMANDER, 4)] and arms(nail) == [(COMMANDER, 3)]


@pytest.mark.rule("NM-ARC-08")
def test_arc_field_adds_armour_for_each_arc_against_ranged_and_fury_attacks() -> None:
    for arc in range(4):
        state = begun(
            [jack("nemesis", cortex="ghost_cortex")],
            at={"1.nemesis.1": (10, 10)},
            arc={"1.nemesis.1": arc},
        )
        assert (
            value(state, "1.nemesis.1", "ARM", kind="ranged")
            == 3 + arc
            == value(state, "1.nemesis.1", "ARM", kind="fury")
        )
        assert (
            value(state, "1.nemesis.1", "ARM", kind="melee")
            == 3
            == value(state, "1.nemesis.1", "ARM")
        )


def test_advanced_optics_lengthens_ranged_weapons() -> None:
    sniper = jack("dusk_wolf", cortex="sniper_cortex", arm=["slug_gun", "impaler"])
    state = begun([sniper], at={WOLF: (10, 10)})
    assert (
        of_weapon(state, WOLF, "slug_gun", "RNG") == 10
        and of_weapon(state, WOLF, "impaler", "RNG") == 2
    )


@pytest.mark.rule("NM-EXM-10")
def test_mechanical_optics_lengthens_that_weapon_of_a_charged_squad() -> None:
    team = "1.ranger_fire_team.1"
    rifle = "battle_rifle"
    at = {
        f"{team}.a": (10, 10),
        f"{team}.b": (12, 10),
        f"{team}.c": (14, 10),
        "2.scourge.1": (12, 26.5),
    }
    game = fight(["ranger_fire_team"], ["scourge"], at, arc={team: 1})
    assert [of_weapon(game.state, f"{team}.{x}", rifle, "RNG") for x in "abc"] == [16] * 3
    assert of_weapon(game.state, f"{team}.a", "null_detonator", "RNG") == 6
    hurl(game, f"{team}.b", rifle, "2.scourge.1", dice(0, 4), dice(0, 3))
    assert game.state.units[team].arc == 1
    assert (
        of_weapon(
            begun(["ranger_fire_team"], at={f"{team}.a": (10, 10)}), f"{team}.a", rifle, "RNG"
        )
        == 12
    )


def test_anti_air_rolls_two_more_dice_at_those_with_flight() -> None:
    raptor = jack(
        "strike_raptor", cortex="ace_cortex", shoulder=["cyclone_cannon", "cyclone_cannon"]
    )
    flier = "2.nemesis.1"
    walker = "2.scourge.1"
    at = {RAPTOR: (20, 20), flier: (20, 30), walker: (24, 30)}
    game = fight([raptor], [jack("nemesis", cortex="ghost_cortex"), "scourge"], at)
    at_flier = hurl(game, RAPTOR, "cyclone_cannon", flier, dice(0, 1), dice(0, 6), dice(0, 3))
    at_walker = hurl(game, RAPTOR, "cyclone_cannon#2", walker, dice(0, 1), dice(0, 4), dice(0, 3))
    assert pools(at_flier)[1] == ("attack", 6, 0) and pools(at_walker)[1] == ("attack", 4, 0)


def test_defense_matrix_of_two_cannons_counts_once_against_ballistic_weapons_while_charged() -> (
    None
):
    raptor = jack(
        "strike_raptor", cortex="ace_cortex", shoulder=["cyclone_cannon", "cyclone_cannon"]
    )
    foe = "2.nemesis.1"
    at = {RAPTOR: (20, 20), foe: (20, 30)}
    start = begun([raptor], [jack("nemesis", cortex="ghost_cortex", arm=["hellstormer"])], at=at)
    shot = {"attacker": foe, "target": RAPTOR, "kind": "ranged"}
    gun = find_weapon(start, RAPTOR, "cyclone_cannon")
    beam = find_weapon(start, foe, "hellstormer")
    for arc, more in ((0, 0), (1, 3), (3, 3)):  # its Thrusters add 1 for each Arc
        state = start.with_unit(RAPTOR, arc=arc)
        assert value(state, RAPTOR, "DEF", weapon=gun, **shot) == 2 + arc + more
        assert value(state, RAPTOR, "DEF", weapon=beam, **shot) == 2 + arc


def test_arcantrik_turbine_counts_each_arc() -> None:
    for arc in range(4):
        assert (
            value(begun(["dusk_wolf"], at={WOLF: (10, 10)}, arc={WOLF: arc}), WOLF, "SPD")
            == 5 + arc
        )


def test_servo_booster_counts_each_arc_for_the_strength_and_the_melee_weapons() -> None:
    for arc in range(4):
        south = [scourge(arm=("force_rod",), shoulder=("nailer",))]
        state = begun(south, at={SCOURGE: (20, 20)}, arc={SCOURGE: arc})
        assert value(state, SCOURGE, "STR") == 4 + arc
        assert of_weapon(state, SCOURGE, "wrecking_claw", "POW") == 4 + arc
        assert of_weapon(state, SCOURGE, "force_rod", "POW") == 3 + arc
        assert of_weapon(state, SCOURGE, "nailer", "POW") == 3 and value(state, SCOURGE, "SPD") == 6


def test_arcantrik_amplifier_adds_five_inches_to_furies_while_charged() -> None:
    far = {"1.coalition_weaver.1": (10, 10), "2.scourge.1": (10, 10 + 12 + 15 / 25.4 + 25 / 25.4)}
    hands = {1: ["null_collider"]}
    charged = at_step(
        begun(["coalition_weaver"], at=far, hands=hands, arc={"1.coalition_weaver.1": 1}), "cypher"
    )
    assert pools(
        channel(
            charged, "null_collider", "1.coalition_weaver.1", "2.scourge.1", dice(0, 10), dice(0, 3)
        )
    )
    plain = at_step(begun(["coalition_weaver"], at=far, hands=hands), "cypher")
    verdict = plain.check(
        Play(player=1, card="null_collider", on="2.scourge.1", channel="1.coalition_weaver.1")
    )
    assert (verdict.code, verdict.rule) == ("out_of_range", "NM-CYP-17")


@pytest.mark.rule("NM-CYP-17")
def test_arc_relay_10_says_how_far_furies_reach() -> None:
    furies_reach("coalition_weaver", 10)


@pytest.mark.rule("NM-CYP-17")
def test_arc_relay_12_says_how_far_furies_reach() -> None:
    furies_reach("paladin_weaver", 12)


@pytest.mark.rule("NM-CYP-17")
def test_arc_relay_13_says_how_far_furies_reach() -> None:
    furies_reach("immortal_weaver", 13)


@pytest.mark.rule("NM-CYP-17")
def test_arc_relay_14_says_how_far_furies_reach() -> None:
    furies_reach("oculus", 14)


def furies_reach(unit: str, inches: int) -> None:
    """Furies channelled through a unit on a small base reach so far and no farther."""
    id = f"1.{unit}.1"
    apart = inches + (15 + 25) / 25.4
    for away, legal in ((apart, True), (apart + 0.01, False)):
        state = begun(
            [unit], at={id: (10, 10), "2.scourge.1": (10, 10 + away)}, hands={1: ["null_collider"]}
        )
        game = at_step(state, "cypher")
        assert (
            bool(game.check(Play(player=1, card="null_collider", on="2.scourge.1", channel=id)))
            == legal
        )


def test_armor_piercing_lowers_the_targets_armour_for_this_weapon_only() -> None:
    wolf = jack("dusk_wolf", cortex="scout_cortex", arm=["impaler", "ripper"])
    game = fight([wolf], ["scourge"], {WOLF: (20, 20), "2.scourge.1": (20, 23)})
    pierced = hurl(game, WOLF, "impaler", "2.scourge.1", dice(1, 4), dice(0, 3), dice(2, 3))
    plain = hurl(game, WOLF, "ripper", "2.scourge.1", dice(1, 4), dice(0, 3), dice(2, 5))
    assert arms(pierced) == [("2.scourge.1", 3)] and arms(plain) == [("2.scourge.1", 4)]


def test_bomber_rolls_one_more_die_with_explosion_weapons() -> None:
    raptor = jack(
        "strike_raptor", cortex="bomber_cortex", shoulder=["talon_rocket_pod", "cyclone_cannon"]
    )
    game = fight([raptor], ["scourge"], {RAPTOR: (20, 20), "2.scourge.1": (20, 30)})
    rocket = hurl(
        game, RAPTOR, "talon_rocket_pod", "2.scourge.1", dice(0, 5), dice(0, 3), dice(0, 4)
    )
    bullet = hurl(game, RAPTOR, "cyclone_cannon", "2.scourge.1", dice(0, 1), dice(0, 4), dice(0, 3))
    assert pools(rocket)[0] == ("attack", 5, 0) and pools(bullet)[1] == ("attack", 4, 0)


def test_entropic_field_adds_three_dice_against_furies() -> None:
    at = {WEAVER: (10, 10), "2.scourge.1": (10, 18)}
    hands = {1: ["null_collider"]}
    state = begun(["coalition_weaver"], [scourge("misanthrope_cortex")], at=at, hands=hands)
    told = channel(
        at_step(state, "cypher"), "null_collider", WEAVER, "2.scourge.1", dice(0, 11), dice(0, 6)
    )
    assert pools(told) == [("attack", 4, 7), ("defence", 6, 0)]
    assert value(state, "2.scourge.1", "DEF", kind="ranged") == 3


def test_force_projector_lengthens_melee_weapons_by_the_arc() -> None:
    defenders = "1.paladin_defenders.1"
    brand = jack("firebrand", cortex="recon_cortex", arm=["fusion_glaive", "sun_piercer"])
    south: list[str | UnitChoice] = [brand, "paladin_defenders"]
    at = {BRAND: (10, 10), f"{defenders}.a": (20, 20), f"{defenders}.b": (22, 20)}
    for arc in range(4):
        state = begun(south, at=at, arc={BRAND: arc, defenders: min(arc, 1)})
        assert (
            of_weapon(state, BRAND, "fusion_glaive", "RNG") == 1 + arc
            and of_weapon(state, BRAND, "sun_piercer", "RNG") == 8
        )
        assert of_weapon(state, f"{defenders}.b", "fusion_spear", "RNG") == 2 + min(arc, 1)


def test_high_intensity_makes_each_arc_two_power_dice_with_this_weapon() -> None:
    at = {WOLF: (20, 20), "2.scourge.1": (20, 28)}
    game = fight([armed("particle_accelerator", "slug_gun")], ["scourge"], at, arc={WOLF: 3})
    beam = hurl(game, WOLF, "particle_accelerator", "2.scourge.1", dice(0, 10), dice(0, 3))
    bullet = hurl(game, WOLF, "slug_gun", "2.scourge.1", dice(0, 7), dice(0, 3))
    assert pools(beam)[0] == ("attack", 4, 6) and pools(bullet)[0] == ("attack", 4, 3)


def test_neural_net_counts_other_friendly_units_within_five_inches_up_to_three() -> None:
    others: list[str | UnitChoice] = ["hunter", "hunter", "hunter", "hunter", "ranger_fire_team"]
    at = {
        WOLF: (20, 20),
        "1.ranger_fire_team.1.a": (22, 20),
        "1.ranger_fire_team.1.b": (23.5, 20),
        "2.hunter.1": (20, 22),
    }
    south = [jack("dusk_wolf", cortex="neural_net_cortex"), *others]
    north = ["hunter"]
    assert (
        value(begun(south, north, at=at), WOLF, "DEF") == 4
    )  # a squad is one unit; enemies do not count
    edge = 20 + 5 + (15 + 25) / 25.4
    for n, expected in ((1, 5), (2, 6), (4, 6)):
        more = {f"1.hunter.{i + 1}": (17.0 + 2 * i, edge if i == 0 else 17.0) for i in range(n)}
        more["1.hunter.1"] = (20.0, edge)
        assert value(begun(south, north, at={**at, **more}), WOLF, "DEF") == expected
    beyond = {"1.hunter.1": (20.0, edge + 0.01)}
    gate = {"1.gate.1": ((17.0, 20.0), 2)}
    assert value(begun(south, north, at={**at, **beyond}, gates=gate), WOLF, "DEF") == 4


def test_neural_web_has_no_most() -> None:
    south: list[str | UnitChoice] = [
        jack("firebrand", cortex="neural_web_cortex"),
        *["paladin_commander"] * 4,
    ]
    at = {BRAND: (20, 20)} | {f"1.paladin_commander.{i}": (15 + 2 * i, 17) for i in range(1, 5)}
    state = begun(south, at=at)
    assert value(state, BRAND, "MAT") == 8 and value(state, BRAND, "RAT") == 4


def test_psycho_relay_makes_the_hand_one_of_six_while_it_is_in_play() -> None:
    raxis = "2.hierotheos_raxis.1"
    away = begun(["dusk_wolf"], ["hierotheos_raxis"])
    assert [max_hand_size(away, p) for p in (1, 2)] == [5, 5]
    state = begun(["dusk_wolf"], ["hierotheos_raxis"], at={raxis: (20, 20)})
    assert [max_hand_size(state, p) for p in (1, 2)] == [5, 6]


def test_shield_adds_up_with_each_that_is_carried() -> None:
    bare = jack("firebrand", cortex="recon_cortex")
    for n in range(3):
        brand = jack("firebrand", cortex="recon_cortex", arm=["repulsor_shield"] * n) if n else bare
        state = begun([brand], at={BRAND: (10, 10)})
        assert value(state, BRAND, "ARM") == 3 + n
        assert value(state, BRAND, "ARM", energy=("explosion",)) == 3 + n


def test_structural_analyzer_strengthens_melee_weapons() -> None:
    raptor = jack("strike_raptor", cortex="precision_cortex", arm=["fusion_drill", "slug_gun"])
    state = begun([raptor], at={RAPTOR: (10, 10)})
    assert (
        of_weapon(state, RAPTOR, "fusion_drill", "POW") == 6
        and of_weapon(state, RAPTOR, "slug_gun", "POW") == 3
    )


def test_thrusters_add_to_defence_for_each_arc_and_cross_rough_terrain() -> None:
    for arc in range(4):
        state = begun(
            [jack("strike_raptor", cortex="ace_cortex")], at={RAPTOR: (10, 10)}, arc={RAPTOR: arc}
        )
        assert value(state, RAPTOR, "DEF") == 2 + arc and is_so(state, RAPTOR, "pathfinder") == (
            arc > 0
        )


def test_void_shifter_armours_while_charged() -> None:
    voss = "1.justicar_voss.1"
    for arc in (0, 1):
        state = begun(["justicar_voss"], at={voss: (10, 10)}, arc={voss: arc})
        assert value(state, voss, "ARM") == 3 + arc


def test_adrenalizer_of_several_grafters_counts_once_and_helps_others_only() -> None:
    first = "1.grafter.1"
    second = "1.grafter.2"
    marauder = "1.marauder.1"
    wolf = "1.scourge.1"
    edge = 20 + 5 + (15 + 20) / 25.4
    at = {
        first: (20, 20),
        second: (18, 20),
        marauder: (20, edge),
        wolf: (20, 17),
        "2.hunter.1": (22, 20),
    }
    south = ["grafter", "grafter", "marauder", "scourge"]
    none = begun(south, ["hunter"], at=at)
    both = begun(south, ["hunter"], at=at, arc={first: 1, second: 1})
    assert value(none, marauder, "ARM") == 4 and value(none, first, "ARM") == 3
    assert value(both, marauder, "ARM") == 5 and value(both, first, "ARM") == 4 == value(
        both, second, "ARM"
    )
    one = begun(south, ["hunter"], at=at, arc={first: 1})
    assert value(one, first, "ARM") == 3 and value(one, second, "ARM") == 4  # "other" models
    assert (
        value(both, wolf, "ARM") == 4 and value(both, "2.hunter.1", "ARM") == 2
    )  # warriors, friends
    beyond = begun(south, ["hunter"], at={**at, marauder: (20, edge + 0.01)}, arc={first: 1})
    assert value(beyond, marauder, "ARM") == 4
