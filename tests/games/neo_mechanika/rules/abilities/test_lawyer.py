"""Scenes in which several rules meet and the order of things decides."""

from __future__ import annotations

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import (
    choose,
    is_so,
    near,
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
    damage,
    dice,
    done,
    fight,
    hurl,
    jack,
    pools,
    told,
)
from tests.games.neo_mechanika.rules.playing import at_step, begun, refused
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Attack, Discard, Play
from wc3d.games.neo_mechanika.rules.state import CardInPlay, State

LARGE = 25 / 25.4
SMALL = 15 / 25.4
MINE = "1.scourge.1"
FOE = "2.hunter.1"
NEMESIS = "2.nemesis.1"
STAR = "2.morningstar.1"
SABERS = "1.saber_strike_force.1"
VOSS = "1.justicar_voss.1"
JAX = "1.jax_redblade.1"
ENFORCERS = "1.paladin_enforcers.1"


def lying(state: State, unit: str, card: str, until: str = "turn") -> State:
    """The state with a card of player 1 by a unit."""
    return state.with_unit(unit, cyphers=(CardInPlay(card, 1, until),))


# Attacks without a weapon.


@pytest.mark.rule("NM-SIL-120")
def test_system_failure_of_its_weapons_does_not_keep_a_warjack_from_the_strike_of_annihilation_vector() -> (
    None
):
    at = {MINE: (20, 20), FOE: (20, 20 + LARGE + SMALL + 0.5)}
    for failing in ("system_failure:melee", "system_failure:ranged"):
        state = begun(
            [jack("scourge", cortex="killer_cortex")],
            ["hunter"],
            at=at,
            hands={1: ["annihilation_vector"]},
        )
        game = at_step(state.with_model(MINE, effects=(failing,)), "cypher")
        done(game, Play(player=1, card="annihilation_vector", on=MINE))
        happened = hurl(game, MINE, "strike", FOE, dice(0, 4), dice(0, 4))
        assert told(happened, events.Missed)


@pytest.mark.rule("NM-CON-09")
def test_system_failure_forbids_an_attack_with_a_weapon_that_a_card_gives() -> None:
    at = {MINE: (20, 20), FOE: (20, 20 + LARGE + SMALL + 0.5)}
    state = begun(
        [jack("scourge", cortex="killer_cortex")],
        ["hunter"],
        at=at,
        hands={1: ["aggression_theorem"]},
    )
    game = at_step(state.with_model(MINE, effects=("system_failure:melee",)), "cypher")
    done(game, Play(player=1, card="aggression_theorem", on=MINE))
    assert (
        refused(game, Attack(player=1, model=MINE, weapon="wrecking_claw", target=FOE)).code
        == "system_failure"
    )


# Tokens.


def stunned() -> Game:
    """A trooper has shot at a Nemesis that strikes back with its Entrophier, and the squad got a token in its own activation."""
    answer = jack("nemesis", cortex="impulse_reciprocator_cortex", shoulder=["entrophier"])
    at = {f"{SABERS}.a": (20, 20), f"{SABERS}.b": (22, 20), NEMESIS: (20, 26)}
    game = fight(["saber_strike_force"], [answer], at, arc={SABERS: 1, NEMESIS: 2})
    hurl(game, f"{SABERS}.a", "ion_cannon", NEMESIS, dice(1, 5), dice(0, 3))
    use(game, "impulse_reciprocator", NEMESIS, dice(0, 4))
    hurl(game, NEMESIS, "entrophier", f"{SABERS}.a", dice(1, 5), dice(0, 3), player=2)
    use(game, "stun_module", NEMESIS, dice(0, 5))
    return game


@pytest.mark.rule("NM-ACT-03")
def test_a_token_got_in_its_own_activation_is_not_doubled_and_nobody_is_asked_about_eclipse_drive() -> (
    None
):
    game = stunned()
    assert game.state.units[SABERS].token and waits_for(
        game, "ActingQuestion", 1
    )  # the activation goes on
    skip(game)
    assert (
        not options(game) and game.state.units[SABERS].token and game.state.units[SABERS].arc == 1
    )


# Attacks within attacks.


@pytest.mark.rule("NM-SIL-171")
def test_a_spray_in_answer_to_a_spray_leaves_the_first_one_to_go_on() -> None:
    weaver = "1.immortal_weaver.1"
    star = jack("morningstar", cortex="deadeye_cortex", shoulder=["maelstrom"])
    at = {weaver: (20, 20), STAR: (20, 24), FOE: (20, 27), "1.hunter.1": (20, 16)}
    game = fight(["immortal_weaver", "hunter"], [star, "hunter"], at, arc={STAR: 1}, unit=weaver)
    hurl(game, weaver, "psychokinetic_hood", STAR, dice(1, 3), dice(0, 3))
    use(game, "impulse_reciprocator", STAR, dice(0, 5))
    met = ((weaver, 3), ("1.hunter.1", 4))
    back = [roll for _, defense in met for roll in (dice(1, 4), dice(0, defense), dice(0, 5))]
    happened = hurl(
        game, STAR, "maelstrom", weaver, *back, dice(1, 3), dice(0, 4), dice(0, 5), player=2
    )
    assert [(e.attacker, e.target) for e in told(happened, events.Hit)] == [
        *((STAR, id) for id, _ in met),
        (weaver, FOE),
    ]
    assert waits_for(game, "ActingQuestion", 1)


@pytest.mark.rule("NM-SIL-167")
def test_who_dies_of_the_answer_sprays_no_further() -> None:
    weaver = "1.immortal_weaver.1"
    star = jack("morningstar", cortex="deadeye_cortex", shoulder=["maelstrom"])
    at = {weaver: (20, 20), STAR: (20, 24), FOE: (20, 27)}
    game = fight(["immortal_weaver"], [star, "hunter"], at, arc={STAR: 1})
    hurl(game, weaver, "psychokinetic_hood", STAR, dice(1, 3), dice(0, 3))
    use(game, "impulse_reciprocator", STAR, dice(0, 5))
    happened = hurl(game, STAR, "maelstrom", weaver, dice(1, 4), dice(0, 3), dice(10, 5), player=2)
    assert (
        told(happened, events.ModelDestroyed)[0].model == weaver
        and not game.state.units[weaver].is_in_play
    )
    assert FOE not in [e.target for e in told(happened, events.Hit, events.Missed)]


@pytest.mark.rule("NM-SIL-164")
def test_intercept_driver_in_the_line_of_the_spray_takes_the_hit_and_its_own_part() -> None:
    weaver = "1.immortal_weaver.1"
    defenders = "2.paladin_defenders.1"
    at = {weaver: (20, 20), FOE: (20, 23), f"{defenders}.a": (20, 26), f"{defenders}.b": (30, 30)}
    game = fight(["immortal_weaver"], ["hunter", "paladin_defenders"], at, arc={defenders: 1})
    hurl(game, weaver, "psychokinetic_hood", FOE, dice(1, 3), dice(0, 4))
    rolls = (dice(0, 5), dice(1, 3), dice(0, 3), dice(0, 5))
    happened = use(game, "intercept_driver", f"{defenders}.a", *rolls)
    assert damage(happened) == [(f"{defenders}.a", 0)] * 2 and waits_for(game, "ActingQuestion", 1)


@pytest.mark.rule("NM-STF-03")
def test_who_eluded_the_first_attack_of_a_strafe_is_no_target_of_the_second() -> None:
    squad = "1.paladin_annihilators.1"
    voss = "2.justicar_voss.1"
    at = {f"{squad}.a": (20, 20), voss: (20, 26), FOE: (21.5, 27)}
    game = fight(["paladin_annihilators"], ["justicar_voss", "hunter"], at, arc={voss: 1})
    hurl(game, f"{squad}.a", "harbinger_cannon", voss, dice(1, 1), dice(1, 3), dice(0, 4))
    use(game, "void_jumper", voss)
    put_at(game, voss, (20, 27.5))
    aims = {a.target for o in game.offers() for a in o.candidates() if isinstance(a, Attack)}
    again = Attack(player=1, model=f"{squad}.a", weapon="harbinger_cannon", target=voss)
    assert aims == {FOE} and refused(game, again).code == "same_target"


def test_havoc_engine_follows_its_own_attacks_until_no_weapon_is_left() -> None:
    a = f"{SABERS}.a"
    foes = ["2.hunter.1", "2.hunter.2", "2.hunter.3"]
    at = {a: (20, 20), foes[0]: (20, 21.6), foes[1]: (21.6, 20), foes[2]: (18.4, 20)}
    game = fight(["saber_strike_force"], ["hunter"] * 3, at, arc={SABERS: 1})
    hurl(game, a, "ion_cannon", foes[0], dice(1, 5), dice(0, 4), dice(4, 4))
    for weapon, foe, pow in (("fusion_blade", foes[1], 3), ("tentacle_strike", foes[2], 2)):
        use(game, "havoc_engine", a)
        assert {
            x.weapon for o in game.offers() for x in o.candidates() if isinstance(x, Attack)
        } >= {weapon}
        hurl(game, a, weapon, foe, dice(1, 4), dice(0, 4), dice(4, pow + 1))
    assert waits_for(game, "ActingQuestion", 1) and not any(
        game.state.is_on_table(foe) for foe in foes
    )


# Slams and drags.


@pytest.mark.rule("NM-SIL-169")
def test_momentum_calibrator_and_repulsor_slam_one_after_the_other() -> None:
    brand = "1.firebrand.1"
    hammer = jack("firebrand", cortex="reflex_cortex", arm=["force_hammer"])
    state = begun([hammer], ["hunter"], at={brand: (20, 20), FOE: (20, 20 + LARGE + SMALL + 0.5)})
    game = activated(lying(state, brand, "momentum_calibrator"), brand)
    strength = int(value(state, brand, "STR"))
    happened = hurl(
        game, brand, "force_hammer", FOE, dice(1, 4), dice(0, 4), dice(2, strength), dice(0, 4)
    )
    assert pools(happened)[2] == ("Momentum Calibrator", strength, 0)
    assert near(place(game, FOE), 20, 20 + LARGE + SMALL + 0.5 + 2 + 3)


@pytest.mark.rule("NM-SLM-11")
def test_relentless_counts_an_enemy_slammed_off_the_table() -> None:
    game = fight(["justicar_voss"], ["hunter"], {VOSS: (20, 45), FOE: (20, 46.6)})
    happened = hurl(game, VOSS, "arc_blade", FOE, dice(1, 5), dice(0, 4), mode="repulsor")
    assert [e.why for e in told(happened, events.ModelDestroyed)] == ["slammed off the table"]
    assert options(game) == {("relentless", VOSS)}


# More attacks, more Arc.


def test_reiteration_complex_adds_one_shot_to_both_weapons_of_reflex_accelerator() -> None:
    a = f"{ENFORCERS}.a"
    foe = "2.scourge.1"
    state = begun(
        ["paladin_enforcers"],
        ["scourge"],
        at={a: (20, 20), foe: (20, 20 + LARGE + SMALL + 0.5)},
        arc={ENFORCERS: 1},
    )
    game = activated(lying(state, ENFORCERS, "reiteration_complex"), ENFORCERS)
    for weapon in ("assault_rifle", "bayonet", "assault_rifle"):
        hurl(game, a, weapon, foe, dice(0, 4), dice(0, 3))
    for weapon in ("assault_rifle", "bayonet"):
        assert (
            refused(game, Attack(player=1, model=a, weapon=weapon, target=foe)).code
            == "weapon_used"
        )


def test_arc_amplifier_lets_the_flight_pack_fly_in_that_activation() -> None:
    mira = "1.mira_hurst.1"
    at = {JAX: (20, 20), mira: (25, 20), FOE: (40, 40)}
    game = fight(["jax_redblade", "mira_hurst"], ["hunter"], at, unit=JAX, arc={mira: 1})
    slow = value(game.state, JAX, "SPD")
    assert not is_so(game.state, JAX, "flight")
    use(game, "arc_amplifier", mira)
    assert value(game.state, JAX, "SPD") == slow + 3 and is_so(game.state, JAX, "flight")
    step(game, JAX, (20, 20 + slow + 3))
    assert near(place(game, JAX), 20, 20 + slow + 3)


# Hands.

FULL = (
    "cryo_lock",
    "instability_equation",
    "null_collider",
    "pyrokinetic_surge",
    "force_barrier",
    "temporal_cycle",
)


@pytest.mark.rule("NM-CYP-01")
def test_thanotech_reclaimer_never_fills_a_hand_beyond_its_maximum() -> None:
    raxis = "1.hierotheos_raxis.1"
    for held in (5, 6):
        at = {raxis: (20, 20), FOE: (40, 40)}
        state = begun(
            ["hierotheos_raxis"], ["hunter"], at=at, arc={raxis: 1}, hands={1: FULL[:held]}
        )
        game = activated(state.with_player(1, discard=("recall_initiative",)), raxis)
        use(game, "thanotech_reclaimer", raxis)
        choose(game, "recall_initiative")
        assert waits_for(game, "ActingQuestion" if held == 5 else "DiscardDown", 1)
        if held == 6:  # any of the seven may go
            done(game, Discard(player=1, card="cryo_lock"))
        hand = game.state.players[1].hand
        assert (
            len(hand) == 6 and "recall_initiative" in hand and waits_for(game, "ActingQuestion", 1)
        )
