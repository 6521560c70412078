"""What happens, or may happen, when something else does: who is asked, when, what it costs, and what it changes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import (
    arms,
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
    channel,
    dice,
    fight,
    hurl,
    jack,
    pools,
    told,
)
from tests.games.neo_mechanika.rules.playing import asked, at_step, begun, refused
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Attack, Place, Use
from wc3d.games.neo_mechanika.rules.state import CardInPlay

SCOURGE = "1.scourge.1"
NEMESIS = "2.nemesis.1"
BRAND = "2.firebrand.1"
RAPTOR = "2.strike_raptor.1"
HUNTER = "1.hunter.1"
WEAVER = "1.coalition_weaver.1"
VOSS = "2.justicar_voss.1"
DEFENDERS = "2.paladin_defenders.1"
GUNNER = jack("scourge", cortex="killer_cortex", shoulder=["nailer", "rocket_pod"])


def shot(game: Game, target: str, attack: int, *rolls: tuple[int, ...], defense: int = 3) -> object:
    """Player 1's Scourge shoots its Nailer: so many strikes on 3 dice, none in defence."""
    return hurl(game, SCOURGE, "nailer", target, dice(attack, 3), dice(0, defense), *rolls)


# At the start and the end.


@pytest.mark.rule("NM-EXM-03")
@pytest.mark.rule("NM-STA-12")
def test_afterburner_triples_speed_before_anything_is_added_and_forbids_attacks() -> None:
    nemesis = "1.nemesis.1"
    jet = jack("nemesis", cortex="ghost_cortex", arm=["hellstormer"])
    state = begun(
        [jet], ["hunter"], at={nemesis: (10, 10), "2.hunter.1": (20, 10)}, arc={nemesis: 1}
    )
    state = state.with_unit(nemesis, cyphers=(CardInPlay("ascension_catalyst", 1, "turn"),))
    game = at_step(state, "activation")
    game.apply(Activate(player=1, unit=nemesis))
    assert options(game) == {("afterburner", nemesis)} and waits_for(game, "Reaction", 1)
    use(game, "afterburner", nemesis)
    assert value(game.state, nemesis, "SPD") == 20 and game.state.units[nemesis].arc == 0
    assert (
        refused(
            game, Attack(player=1, model=nemesis, weapon="hellstormer", target="2.hunter.1")
        ).code
        == "no_attacks"
    )
    assert refused(game, Advance(player=1, model=nemesis, path=((30.01, 10.0),))).code == "too_far"
    step(game, nemesis, (10, 30))
    skip(game)
    assert value(game.state, nemesis, "SPD") == 8


def test_afterburner_is_offered_only_at_the_start_and_only_with_arc() -> None:
    nemesis = "1.nemesis.1"
    for arc in (0, 1):
        state = begun(
            [jack("nemesis", cortex="ghost_cortex")], at={nemesis: (10, 10)}, arc={nemesis: arc}
        )
        game = at_step(state, "activation")
        game.apply(Activate(player=1, unit=nemesis))
        assert bool(options(game)) == (arc > 0)
        if arc:
            skip(game)
        assert (
            refused(game, Use(player=1, ability="afterburner", model=nemesis)).code
            == "unknown_ability"
        )


def test_arc_exchange_charges_an_empty_warjack_and_clears_at_the_end() -> None:
    jack_with = jack("scourge", cortex="misanthrope_cortex")
    game = at_step(begun([jack_with], at={SCOURGE: (10, 10)}), "activation")
    game.apply(Activate(player=1, unit=SCOURGE))
    use(game, "arc_exchange", SCOURGE)
    assert (
        game.state.units[SCOURGE].arc == 1
        and game.state.players[1].well == 6
        and asked(game) == "ActingQuestion"
    )
    skip(game)
    use(game, "arc_exchange", SCOURGE)
    choose(game, 1)
    assert (
        game.state.units[SCOURGE].arc == 0
        and game.state.units[SCOURGE].token
        and game.state.players[1].well == 7
    )
    charged = at_step(begun([jack_with], at={SCOURGE: (10, 10)}, arc={SCOURGE: 3}), "activation")
    charged.apply(Activate(player=1, unit=SCOURGE))
    assert asked(charged) == "ActingQuestion"  # it has Arc: nothing is to be gained
    skip(charged)
    use(charged, "arc_exchange", SCOURGE)
    choose(charged, 2)
    assert charged.state.units[SCOURGE].arc == 1


@pytest.mark.rule("NM-TRN-02")
def test_impulse_reactor_takes_the_own_token_before_the_ready_step_while_charged() -> None:
    marauder = "1.marauder.1"
    wolf = "1.scourge.1"
    for arc in (0, 1):
        at = {marauder: (10, 10), wolf: (20, 10), "2.marauder.1": (30, 30)}
        both: dict[str, Any] = {
            "arc": {marauder: arc, "2.marauder.1": 1},
            "tokens": [marauder, wolf, "2.marauder.1"],
        }
        game = at_step(
            begun(["marauder", "scourge"], ["marauder"], at=at, **both), "draw", player=2
        )
        if not arc:
            assert not options(game) and not game.state.units[wolf].token  # all had tokens: readied
            continue
        assert waits_for(game, "Reaction", 1) and options(game) == {
            ("impulse_reactor", marauder)
        }  # its owner's turn
        use(game, "impulse_reactor", marauder)
        assert not game.state.units[marauder].token
        assert game.state.units[wolf].token  # not all had tokens: nobody is readied


# After attacks of its own.


def test_fire_and_displace_after_each_ranged_attack_only() -> None:
    at = {HUNTER: (20, 20), "2.scourge.1": (20, 22)}
    game = fight(["hunter"], ["scourge"], at)
    hurl(game, HUNTER, "sniper_rifle", "2.scourge.1", dice(0, 6), dice(0, 3))
    assert options(game) == {("fire_and_displace", HUNTER)}
    use(game, "fire_and_displace", HUNTER)
    assert refused(game, Advance(player=1, model=HUNTER, path=((20.0, 16.99),))).code == "too_far"
    step(game, HUNTER, (20, 17))
    assert game.check(Advance(player=1, model=HUNTER, path=((20.0, 10.0),)))  # it was no advance
    blade = fight(["hunter"], ["scourge"], at)
    hurl(blade, HUNTER, "combat_blade", "2.scourge.1", dice(0, 3), dice(0, 3))
    assert asked(blade) == "ActingQuestion"


def test_battle_cruiser_moves_an_inch_after_each_ranged_attack() -> None:
    nemesis = "1.nemesis.1"
    cruiser = jack(
        "nemesis", cortex="battle_cruiser_cortex", arm=["stinger_cannon"], shoulder=["hex_cannon"]
    )
    game = fight([cruiser], ["scourge"], {nemesis: (20, 20), "2.scourge.1": (20, 28)})
    hurl(game, nemesis, "stinger_cannon", "2.scourge.1", dice(0, 4), dice(0, 3))
    use(game, "battle_cruiser", nemesis)
    step(game, nemesis, (20, 21))
    hurl(game, nemesis, "hex_cannon", "2.scourge.1", dice(0, 4), dice(0, 3))
    assert options(game) == {("battle_cruiser", nemesis)}
    skip(game)
    assert near(place(game, nemesis), 20, 21) and asked(game) == "ActingQuestion"


def test_bomber_moves_after_explosion_attacks_if_it_flies() -> None:
    raptor = "1.strike_raptor.1"
    bomber = jack(
        "strike_raptor", cortex="bomber_cortex", shoulder=["talon_rocket_pod", "rail_gun"]
    )
    game = fight(
        [bomber], ["scourge"], {raptor: (20, 20), "2.scourge.1": (20, 30)}, arc={raptor: 1}
    )
    hurl(game, raptor, "talon_rocket_pod", "2.scourge.1", dice(0, 6), dice(0, 3), dice(0, 4))
    assert asked(game) == "ActingQuestion"
    flying = fight(
        [bomber], ["scourge"], {raptor: (20, 20), "2.scourge.1": (20, 30)}, arc={raptor: 1}
    )
    use(flying, "jump_jets", raptor)
    hurl(flying, raptor, "talon_rocket_pod", "2.scourge.1", dice(0, 5), dice(0, 3), dice(0, 4))
    assert options(flying) == {("bomber", raptor)}
    use(flying, "bomber", raptor)
    step(flying, raptor, (20, 22))
    hurl(flying, raptor, "rail_gun", "2.scourge.1", dice(0, 4), dice(0, 3))
    assert asked(flying) == "ActingQuestion"


@pytest.mark.rule("NM-ATK-16")
def test_relentless_moves_after_a_melee_attack_that_destroyed() -> None:
    at = {SCOURGE: (20, 20), "2.hunter.1": (20, 22.5), "2.hunter.2": (24, 20)}
    game = fight([GUNNER], ["hunter", "hunter"], at)
    hurl(game, SCOURGE, "nailer", "2.hunter.2", dice(2, 3), dice(0, 4), dice(4, 5))
    assert not game.state.is_on_table("2.hunter.2") and asked(game) == "ActingQuestion"
    hurl(game, SCOURGE, "wrecking_claw", "2.hunter.1", dice(1, 4), dice(0, 4), dice(2, 5))
    use(game, "relentless", SCOURGE)
    step(game, SCOURGE, (20, 22))
    hurt = fight([GUNNER], ["marauder"], {SCOURGE: (20, 20), "2.marauder.1": (20, 22.5)})
    hurl(hurt, SCOURGE, "wrecking_claw", "2.marauder.1", dice(1, 4), dice(0, 2), dice(4, 5))
    assert asked(hurt) == "ActingQuestion"


# After attacks on it.


def test_heightened_reflexes_moves_the_model_aimed_at_hit_or_not_in_the_enemys_turn() -> None:
    at = {SCOURGE: (20, 20), BRAND: (20, 28)}
    north = [jack("firebrand", cortex="reflex_cortex")]
    game = fight([GUNNER], north, at)
    shot(game, BRAND, 0)
    assert options(game) == {("heightened_reflexes", BRAND)} and waits_for(game, "Reaction", 2)
    use(game, "heightened_reflexes", BRAND)
    assert waits_for(game, "MoveQuestion", 2)
    step(game, BRAND, (20, 31))
    assert near(place(game, BRAND), 20, 31) and waits_for(game, "ActingQuestion", 1)


@pytest.mark.rule("NM-SIL-173")
@pytest.mark.rule("NM-SPR-04")
def test_a_spray_that_is_aimed_at_it_lets_it_move_once_after_its_own_part() -> None:
    weaver = "1.immortal_weaver.1"
    engineer = "2.combat_engineer.1"
    at = {weaver: (20, 20), engineer: (20, 23), BRAND: (20, 26)}
    game = fight(
        ["immortal_weaver"], [jack("firebrand", cortex="reflex_cortex"), "combat_engineer"], at
    )
    hurl(game, weaver, "psychokinetic_hood", BRAND, dice(0, 3), dice(0, 2), dice(0, 3), dice(0, 3))
    assert options(game) == {("heightened_reflexes", BRAND)}
    use(game, "heightened_reflexes", BRAND)
    step(game, BRAND, (20, 29))
    assert waits_for(game, "ActingQuestion", 1)


@pytest.mark.rule("NM-ARC-08")
def test_slip_field_moves_it_only_while_charged() -> None:
    north = [jack("strike_raptor", cortex="dog_fighter_cortex")]
    for arc in (0, 1):
        game = fight([GUNNER], north, {SCOURGE: (20, 20), RAPTOR: (20, 28)}, arc={RAPTOR: arc})
        shot(game, RAPTOR, 0, defense=2 + arc)
        assert options(game) == ({("slip_field", RAPTOR)} if arc else set())
    use(game, "slip_field", RAPTOR)
    skip(game)
    assert near(place(game, RAPTOR), 20, 28)


@pytest.mark.rule("NM-SIL-25")
def test_slip_field_is_for_the_model_aimed_at_not_for_one_that_a_spray_also_meets() -> None:
    weaver = "1.immortal_weaver.1"
    at = {weaver: (20, 20), "2.scourge.1": (20, 23), RAPTOR: (20, 26.5)}
    game = fight(
        ["immortal_weaver"],
        ["scourge", jack("strike_raptor", cortex="dog_fighter_cortex")],
        at,
        arc={RAPTOR: 1},
    )
    hurl(
        game,
        weaver,
        "psychokinetic_hood",
        "2.scourge.1",
        dice(0, 3),
        dice(0, 3),
        dice(0, 3),
        dice(0, 3),
    )
    assert asked(game) == "ActingQuestion"


@pytest.mark.rule("NM-SIL-46")
def test_impulse_reciprocator_is_spiked_at_the_hit_and_strikes_back_after_the_attack() -> None:
    north = [
        jack(
            "nemesis",
            cortex="impulse_reciprocator_cortex",
            arm=["hellstormer", "fusion_scythe_nemesis"],
        )
    ]
    game = fight([GUNNER], north, {SCOURGE: (20, 20), NEMESIS: (20, 28)}, arc={NEMESIS: 1})
    shot(game, NEMESIS, 1)
    assert waits_for(game, "Reaction", 2) and options(game) == {("impulse_reciprocator", NEMESIS)}
    happened = use(game, "impulse_reciprocator", NEMESIS, dice(3, 4))
    assert arms(happened) == [(NEMESIS, 3)]  # its Arc Field had gone with the Arc
    assert waits_for(game, "ExtraAttack", 2)
    assert (
        refused(
            game, Attack(player=2, model=NEMESIS, weapon="fusion_scythe_nemesis", target=SCOURGE)
        ).code
        == "out_of_range"
    )
    back = hurl(game, NEMESIS, "hellstormer", SCOURGE, dice(0, 1), dice(0, 4), dice(0, 3), player=2)
    assert pools(back)[1] == ("attack", 4, 0) and waits_for(game, "ActingQuestion", 1)
    assert not is_so(game.state, NEMESIS, "strikes_back")


@pytest.mark.rule("NM-SIL-167")
def test_impulse_reciprocator_does_nothing_on_a_miss_without_arc_or_if_it_is_destroyed() -> None:
    north = [jack("nemesis", cortex="impulse_reciprocator_cortex", arm=["hellstormer"])]
    at = {SCOURGE: (20, 20), NEMESIS: (20, 28)}
    missed = fight([GUNNER], north, at, arc={NEMESIS: 1})
    shot(missed, NEMESIS, 0)
    assert asked(missed) == "ActingQuestion"
    empty = fight([GUNNER], north, at)
    shot(empty, NEMESIS, 1, dice(0, 4))
    assert asked(empty) == "ActingQuestion"
    dying = activated(
        begun([GUNNER], north, at=at, arc={NEMESIS: 1}).with_model(NEMESIS, damage=4), SCOURGE
    )
    shot(dying, NEMESIS, 1)
    use(dying, "impulse_reciprocator", NEMESIS, dice(3, 4))
    assert not dying.state.is_on_table(NEMESIS) and waits_for(dying, "ActingQuestion", 1)


def test_void_shifter_repositions_after_an_attack_that_hit_while_charged() -> None:
    for arc in (0, 1):
        game = fight(
            [GUNNER], ["justicar_voss"], {SCOURGE: (20, 20), VOSS: (20, 28)}, arc={VOSS: arc}
        )
        shot(game, VOSS, 1, *([] if arc else [dice(2, 4)]), defense=4)
        if not arc:
            assert asked(game) == "ActingQuestion"
            continue
        assert options(game) == {("void_jumper", VOSS)}
        skip(game, dice(3, 4))
        assert options(game) == {("void_shifter", VOSS)}
        use(game, "void_shifter", VOSS)
        assert (
            refused(game, Place(player=2, model=VOSS, at=(20.0, 28 + 2 + 30 / 25.4 + 0.01))).code
            == "too_far"
        )
        put_at(game, VOSS, (20, 28 + 2 + 30 / 25.4))
        assert waits_for(game, "ActingQuestion", 1)
    missed = fight([GUNNER], ["justicar_voss"], {SCOURGE: (20, 20), VOSS: (20, 28)}, arc={VOSS: 1})
    shot(missed, VOSS, 0, defense=4)
    assert asked(missed) == "ActingQuestion"


# Rolls, hits.


@pytest.mark.rule("NM-SIL-158")
@pytest.mark.rule("NM-SIL-159")
def test_refractor_field_rerolls_the_defence_for_an_arc_once_for_each_roll() -> None:
    at = {SCOURGE: (20, 20), BRAND: (20, 28)}
    game = fight([GUNNER], [jack("firebrand", cortex="recon_cortex")], at, arc={BRAND: 2})
    shot(game, BRAND, 2)
    assert waits_for(game, "Reaction", 2) and options(game) == {("refractor_field", BRAND)}
    happened = use(game, "refractor_field", BRAND, dice(2, 3))
    assert told(happened, events.Missed) and game.state.units[BRAND].arc == 1
    assert waits_for(game, "ActingQuestion", 1)
    second = hurl(game, SCOURGE, "rocket_pod", BRAND, dice(2, 3), dice(3, 3))
    assert options(game) == {("refractor_field", BRAND)}  # another roll; a worse result would stand
    worse = use(game, "refractor_field", BRAND, dice(0, 3), dice(0, 6))
    assert not told(second, events.Hit) and told(worse, events.Hit)


@pytest.mark.rule("NM-SIL-164")
def test_intercept_driver_takes_the_hit_of_a_friend_within_five_inches() -> None:
    edge = 5 + 30 / 25.4
    at = {
        SCOURGE: (20, 20),
        "2.hunter.1": (20, 28),
        f"{DEFENDERS}.a": (20, 28 + edge),
        f"{DEFENDERS}.b": (20, 28 + edge + 1.2),
    }
    game = fight([GUNNER], ["hunter", "paladin_defenders"], at, arc={DEFENDERS: 1})
    shot(game, "2.hunter.1", 2, defense=4)
    assert waits_for(game, "Reaction", 2) and options(game) == {
        ("intercept_driver", f"{DEFENDERS}.a")
    }
    happened = use(game, "intercept_driver", f"{DEFENDERS}.a", dice(3, 5))
    assert arms(happened) == [(f"{DEFENDERS}.a", 4)]
    assert game.state.units[DEFENDERS].arc == 0 and game.state.is_on_table("2.hunter.1")


@pytest.mark.rule("NM-SIL-164")
def test_intercept_driver_protects_its_own_squad_and_a_redirected_hit_is_not_redirected_again() -> (
    None
):
    second = "2.paladin_defenders.2"
    at = {
        SCOURGE: (20, 20),
        f"{DEFENDERS}.a": (20, 28),
        f"{DEFENDERS}.b": (22, 28),
        f"{second}.a": (24, 28),
    }
    game = fight(
        [GUNNER], ["paladin_defenders", "paladin_defenders"], at, arc={DEFENDERS: 1, second: 1}
    )
    shot(game, f"{DEFENDERS}.a", 1)
    assert options(game) == {
        ("intercept_driver", f"{DEFENDERS}.b"),
        ("intercept_driver", f"{second}.a"),
    }
    happened = use(game, "intercept_driver", f"{DEFENDERS}.b", dice(4, 4))
    assert arms(happened) == [(f"{DEFENDERS}.b", 4)] and not game.state.is_on_table(
        f"{DEFENDERS}.b"
    )
    assert game.state.units[second].arc == 1 and waits_for(game, "ActingQuestion", 1)


@pytest.mark.rule("NM-SIL-160")
@pytest.mark.rule("NM-SIL-74")
def test_intercept_driver_leaves_the_blast_around_the_model_aimed_at() -> None:
    at: dict[str, Any] = {SCOURGE: (20, 20), "2.marauder.1": (20, 28), "2.hunter.1": (18, 28)}
    at |= {f"{DEFENDERS}.a": (24.5, 28), f"{DEFENDERS}.b": (26.5, 28)}
    game = fight([GUNNER], ["marauder", "hunter", "paladin_defenders"], at, arc={DEFENDERS: 1})
    hurl(game, SCOURGE, "rocket_pod", "2.marauder.1", dice(1, 3), dice(0, 2))
    happened = use(game, "intercept_driver", f"{DEFENDERS}.a", dice(0, 5), dice(0, 4))
    assert arms(happened) == [(f"{DEFENDERS}.a", 5), ("2.hunter.1", 2)]


@pytest.mark.rule("NM-SIL-168")
def test_void_jumper_escapes_damage_and_effects_and_leaves_the_blast_to_its_neighbors() -> None:
    at = {SCOURGE: (20, 20), VOSS: (20, 28), "2.marauder.1": (22.5, 28)}
    game = fight([GUNNER], ["justicar_voss", "marauder"], at, arc={VOSS: 1})
    hurl(game, SCOURGE, "rocket_pod", VOSS, dice(1, 3), dice(0, 4))
    assert options(game) == {("void_jumper", VOSS)} and waits_for(game, "Reaction", 2)
    use(game, "void_jumper", VOSS)
    assert (
        refused(game, Place(player=2, model=VOSS, at=(20.0, 28 + 8 + 30 / 25.4 + 0.01))).code
        == "too_far"
    )
    happened = put_at(game, VOSS, (20, 36), dice(4, 4))
    assert arms(happened) == [("2.marauder.1", 4)] and game.state.models[VOSS].damage == 0
    assert asked(game) == "ActingQuestion"  # and its Void Shifter had no Arc left


def test_void_jumper_leaves_no_hit_for_another_to_take() -> None:
    at = {SCOURGE: (20, 20), VOSS: (20, 28), f"{DEFENDERS}.a": (22, 28)}
    game = fight([GUNNER], ["justicar_voss", "paladin_defenders"], at, arc={VOSS: 1, DEFENDERS: 1})
    shot(game, VOSS, 1, defense=4)
    assert options(game) == {("void_jumper", VOSS), ("intercept_driver", f"{DEFENDERS}.a")}
    use(game, "void_jumper", VOSS)
    skip(game)
    assert waits_for(game, "ActingQuestion", 1) and game.state.units[DEFENDERS].arc == 1


def test_void_jumper_comes_before_what_the_hit_does() -> None:
    claw = jack("scourge", cortex="killer_cortex")
    game = fight(
        [claw], ["justicar_voss"], {SCOURGE: (20, 20), VOSS: (20, 23)}, arc={VOSS: 1, SCOURGE: 1}
    )
    hurl(game, SCOURGE, "wrecking_claw", VOSS, dice(1, 5), dice(0, 4))
    use(game, "void_jumper", VOSS)
    skip(game)
    assert (
        waits_for(game, "ActingQuestion", 1) and not game.state.units[VOSS].token
    )  # Stun Module was not asked


@pytest.mark.rule("NM-SIL-168")
def test_who_eluded_a_hit_is_put_nowhere_by_the_attacker() -> None:
    nemesis = "1.nemesis.1"
    displacer = jack("nemesis", cortex="ghost_cortex", arm=["displacer"])
    game = fight(
        [displacer],
        ["justicar_voss"],
        {nemesis: (20, 20), VOSS: (20, 28)},
        arc={VOSS: 1, nemesis: 1},
    )
    skip(game)  # its Afterburner
    hurl(game, nemesis, "displacer", VOSS, dice(1, 5), dice(0, 4))
    use(game, "void_jumper", VOSS)
    skip(game)
    assert waits_for(game, "ActingQuestion", 1)  # no Dislocator


# After a Fury.


def test_fury_reciprocator_takes_the_card_back_for_an_arc() -> None:
    at = {WEAVER: (20, 20), "2.scourge.1": (20, 28)}
    hands = {1: ["null_collider"]}
    game = at_step(begun(["coalition_weaver"], at=at, arc={WEAVER: 1}, hands=hands), "cypher")
    channel(game, "null_collider", WEAVER, "2.scourge.1", dice(0, 10), dice(0, 3))
    assert game.state.players[1].discard == ("null_collider",) and options(game) == {
        ("fury_reciprocator", WEAVER)
    }
    use(game, "fury_reciprocator", WEAVER)
    assert game.state.players[1].hand == ("null_collider",) and game.state.players[1].discard == ()
    assert game.state.units[WEAVER].arc == 0
    empty = at_step(begun(["coalition_weaver"], at=at, hands=hands), "cypher")
    channel(empty, "null_collider", WEAVER, "2.scourge.1", dice(0, 11), dice(0, 3))
    assert not options(empty) and empty.state.players[1].discard == ("null_collider",)


# The windows themselves.


def test_in_a_window_the_active_player_is_asked_first_and_each_ability_once() -> None:
    stinger = jack("scourge", cortex="killer_cortex", arm=["stinger_cannon"])
    at = {SCOURGE: (20, 20), BRAND: (20, 28)}
    arc = {SCOURGE: 1, BRAND: 1}
    game = fight([stinger], [jack("firebrand", cortex="recon_cortex")], at, arc=arc)
    hurl(game, SCOURGE, "stinger_cannon", BRAND, dice(1, 4), dice(2, 3))
    assert waits_for(game, "Reaction", 1) and options(game) == {("targeter", SCOURGE)}
    wrong = [
        refused(game, Use(player=p, ability="refractor_field", model=BRAND)).code for p in (1, 2)
    ]
    assert wrong == ["not_now", "wrong_player"]
    use(game, "targeter", SCOURGE, dice(3, 4))
    assert waits_for(game, "Reaction", 2) and options(game) == {("refractor_field", BRAND)}
    skip(game, dice(0, 4))
    assert waits_for(game, "ActingQuestion", 1)


def test_several_abilities_in_one_window_are_used_in_any_order() -> None:
    nemesis = "1.nemesis.1"
    cruiser = jack("nemesis", cortex="battle_cruiser_cortex", arm=["displacer"])
    for order in (("battle_cruiser", "dislocator"), ("dislocator", "battle_cruiser")):
        game = fight(
            [cruiser], ["scourge"], {nemesis: (20, 20), "2.scourge.1": (20, 28)}, arc={nemesis: 1}
        )
        skip(game)  # its Afterburner
        hurl(game, nemesis, "displacer", "2.scourge.1", dice(1, 5), dice(0, 3), dice(0, 5))
        for i, ability in enumerate(order):
            assert options(game) == {(a, nemesis) for a in order[i:]}
            use(game, ability, nemesis)
            skip(game)
        assert asked(game) == "ActingQuestion"
