"""What changes inside an attack: one test for each ruling, and both positions of each switch."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import options, place, put_at, use
from tests.games.neo_mechanika.rules.fighting import (
    LARGE,
    SMALL,
    activated,
    armed,
    channel,
    damage,
    dice,
    fight,
    hurl,
    jack,
    pools,
    resolved,
    told,
    with_abilities,
)
from tests.games.neo_mechanika.rules.moving import ground
from tests.games.neo_mechanika.rules.playing import asked, at_step, begun, refused
from tests.table.building import board as small_board
from tests.table.building import box
from wc3d import odds
from wc3d.engine.game import Game
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Place
from wc3d.games.neo_mechanika.rules.book.rulings import RULINGS_VERSION, GameOptions
from wc3d.games.neo_mechanika.rules.book.switch_text import (
    format_switches,
    parse_switches,
    switch_choices,
    switchable_rulings,
)
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.dice import ACTION_DIE, POWER_DIE
from wc3d.games.neo_mechanika.rules.fighting.attack import make_attack
from wc3d.games.neo_mechanika.rules.fighting.dragging import compute_drag
from wc3d.games.neo_mechanika.rules.space import space_policy_for
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import Weapon, find_weapon
from wc3d.games.neo_mechanika.text.log import LogWriter
from wc3d.table.body import Body
from wc3d.table.moves.jumping import jump

SCOURGE = "1.scourge.1"
WOLF = "1.dusk_wolf.1"
HUNTER = "2.hunter.1"
BRAND = "2.firebrand.1"
MARAUDER = "2.marauder.1"
VOSS = "2.justicar_voss.1"
OCULUS = "1.oculus.1"
DEFENDERS = "2.paladin_defenders.1"
REAVERS = "2.vassal_reavers.1"
GUNNER = jack("scourge", cortex="killer_cortex", shoulder=["nailer", "rocket_pod"])
RECON = jack("firebrand", cortex="recon_cortex")
WINCHER = jack("scourge", cortex="revenger_cortex", arm=["reaper"])


# Rerolls


def strike_chances(action: int, power: int) -> dict[int, Fraction]:
    """Return how likely each number of strikes is, face by face: arithmetic that shares nothing with the program's."""
    chances = {0: Fraction(1)}
    for faces in [(0, 0, 0, 1, 1, 2)] * action + [(0, 1, 1, 1, 1, 2)] * power:
        following: dict[int, Fraction] = {}
        for (strikes, chance), face in product(chances.items(), faces):
            following[strikes + face] = following.get(strikes + face, Fraction(0)) + chance / 6
        chances = following
    return chances


@pytest.mark.rule("NM-SIL-158")
@pytest.mark.parametrize("recount", [False, True])
def test_odds_of_a_reroll_are_those_of_the_same_dice_or_of_a_pool_counted_again(
    recount: bool,
) -> None:
    """Captain Redblade's Flight gives 2 Power Dice in melee, until her Arc is spent on Refractor Field."""
    assert Counter(ACTION_DIE.faces) == Counter((0, 0, 0, 1, 1, 2))
    assert Counter(POWER_DIE.faces) == Counter((0, 1, 1, 1, 1, 2))
    attacks = strike_chances(4, 0)
    first = strike_chances(5, 2)
    second = strike_chances(5, 0) if recount else first

    def misses(strikes: int, defense: dict[int, Fraction]) -> Fraction:
        return sum(
            (chance for against, chance in defense.items() if against >= strikes), Fraction(0)
        )

    expected = sum(
        (
            chance * (1 - misses(strikes, first)) * (1 - misses(strikes, second))
            for strikes, chance in attacks.items()
        ),
        Fraction(0),
    )
    result = odds(
        "dusk_wolf",
        "ripper",
        "jax_redblade",
        target_arc=1,
        target_spikes=["refractor_field"],
        switches=["rerolls_count_dice_again=yes"] if recount else [],
    )
    assert result.hit == expected
    assert f"{float(expected):.1%}" == ("5.9%" if recount else "2.7%")


def fury(agreed: GameOptions) -> Game:
    """Return a game in which an Oculus with 1 Arc has just missed with a Fury: 4 AD and 6 PD."""
    state = begun(
        [jack("oculus")],
        ["scourge"],
        at={OCULUS: (20, 20), "2.scourge.1": (20, 26)},
        arc={OCULUS: 1},
        hands={1: ["null_collider"]},
        options=agreed,
    )
    game = at_step(state, "cypher")
    channel(game, "null_collider", OCULUS, "2.scourge.1", dice(0, 10), dice(0, 3))
    return game


@pytest.mark.rule("NM-SIL-158")
def test_a_reroll_rolls_the_same_dice_unless_the_players_agreed_to_count_them_again() -> None:
    same = use(fury(GameOptions()), "psycho_reactor", OCULUS, dice(0, 10))
    assert pools(same) == [("attack", 4, 6)]
    counted = use(
        fury(GameOptions(rerolls_count_dice_again=True)), "psycho_reactor", OCULUS, dice(0, 11)
    )
    assert pools(counted) == [("attack", 4, 7)]
    assert [e.rule for e in told((*same, *counted), events.Rolled)] == ["NM-SIL-158"] * 2


@pytest.mark.rule("NM-SIL-158")
def test_a_game_begun_by_earlier_readings_still_counts_the_pool_again() -> None:
    game = fury(GameOptions())
    game.state = replace(game.state, setup=replace(game.state.setup, rulings=3))
    attacking = next(f for f in reversed(game.state.agenda) if hasattr(f, "attack_action"))
    before = replace(attacking, attack_action=0, defense_action=0)
    assert "attack_action" in repr(attacking)
    assert "attack_action" not in repr(before), "a state of that game has the hash it had"
    game.state = replace(
        game.state, agenda=tuple(before if f is attacking else f for f in game.state.agenda)
    )
    assert pools(use(game, "psycho_reactor", OCULUS, dice(0, 11))) == [("attack", 4, 7)]


@pytest.mark.rule("NM-SIL-159")
@pytest.mark.parametrize("repeat", [False, True])
def test_an_ability_rerolls_a_roll_once_unless_the_players_agreed_otherwise(repeat: bool) -> None:
    at = {SCOURGE: (20, 20), BRAND: (20, 28)}
    game = fight([GUNNER], [RECON], at, arc={BRAND: 3}, options=GameOptions(rerolls_repeat=repeat))
    hurl(game, SCOURGE, "nailer", BRAND, dice(3, 3), dice(0, 3))
    if not repeat:
        happened = use(game, "refractor_field", BRAND, dice(0, 3), dice(0, 6))
        assert told(happened, events.Hit) and game.state.units[BRAND].arc == 2
        return
    for arc in (2, 1):
        assert not told(use(game, "refractor_field", BRAND, dice(0, 3)), events.Hit)
        assert game.state.units[BRAND].arc == arc and options(game) == {("refractor_field", BRAND)}
    last = use(game, "refractor_field", BRAND, dice(3, 3))
    assert told(last, events.Missed) and game.state.units[BRAND].arc == 0


@pytest.mark.rule("NM-SIL-159")
def test_another_ability_may_make_the_same_roll_again() -> None:
    gun = jack("morningstar", arm=["seeker"])
    star = "1.morningstar.1"
    state = begun([gun], ["hunter"], at={star: (20, 20), HUNTER: (20, 26)}, arc={star: 1})
    state = with_abilities(state, star, "power_focus")
    game = activated(state.with_unit(star, arc=3), star)
    use(game, "power_focus", star)
    hurl(game, star, "seeker", HUNTER, dice(0, 9), dice(0, 4))
    assert options(game) == {("targeter", star), ("power_focus", star)}
    use(game, "targeter", star, dice(0, 9))
    assert options(game) == {("power_focus", star)}, "the last result stands"


@pytest.mark.rule("NM-SIL-159")
def test_odds_know_of_rerolls_that_are_repeated() -> None:
    asked_for: dict[str, Any] = {
        "target_arc": 3,
        "target_spikes": ["refractor_field"],
        "target_head": "recon_cortex",
    }
    once = odds("dusk_wolf", "battle_rifle", "firebrand", **asked_for)
    often = odds(
        "dusk_wolf", "battle_rifle", "firebrand", switches=["rerolls_repeat=yes"], **asked_for
    )
    assert 0 < often.hit < once.hit


# Hits that another model takes


@pytest.mark.rule("NM-SIL-160")
@pytest.mark.parametrize("follows", [False, True])
def test_the_blast_stays_around_the_model_aimed_at_or_follows_the_hit(follows: bool) -> None:
    at: dict[str, Any] = {SCOURGE: (20, 20), MARAUDER: (20, 28), HUNTER: (18, 28)}
    at |= {f"{DEFENDERS}.a": (24.5, 28), f"{DEFENDERS}.b": (26.5, 28)}
    agreed = GameOptions(redirected_blasts_follow=follows)
    game = fight(
        [GUNNER],
        ["marauder", "hunter", "paladin_defenders"],
        at,
        arc={DEFENDERS: 1},
        options=agreed,
    )
    hurl(game, SCOURGE, "rocket_pod", MARAUDER, dice(1, 3), dice(0, 2))
    happened = use(game, "intercept_driver", f"{DEFENDERS}.a", dice(0, 5), dice(0, 4))
    beside = f"{DEFENDERS}.b" if follows else HUNTER
    assert [model for model, _ in damage(happened)] == [f"{DEFENDERS}.a", beside]
    assert told(happened, events.Redirected)[0].blast == ("follows" if follows else "stays")


@pytest.mark.rule("NM-SIL-160")
@pytest.mark.rule("NM-SIL-74")
def test_who_takes_the_hit_beside_the_target_suffers_no_blast_and_nobody_takes_its_place() -> None:
    at: dict[str, Any] = {SCOURGE: (20, 20), MARAUDER: (20, 28), HUNTER: (18, 28)}
    at |= {f"{DEFENDERS}.a": (22, 28), f"{DEFENDERS}.b": (20, 30.5)}
    game = fight([GUNNER], ["marauder", "hunter", "paladin_defenders"], at, arc={DEFENDERS: 1})
    hurl(game, SCOURGE, "rocket_pod", MARAUDER, dice(1, 3), dice(0, 2))
    happened = use(game, "intercept_driver", f"{DEFENDERS}.a", dice(0, 5), dice(0, 4))
    assert [model for model, _ in damage(happened)] == [f"{DEFENDERS}.a", HUNTER]


@pytest.mark.rule("NM-SIL-164")
def test_who_takes_a_hit_takes_its_excess_against_its_own_arm() -> None:
    at: dict[str, Any] = {SCOURGE: (20, 20), HUNTER: (20, 28), f"{DEFENDERS}.a": (22, 28)}
    game = fight([GUNNER], ["hunter", "paladin_defenders"], at, arc={DEFENDERS: 1})
    hurl(game, SCOURGE, "nailer", HUNTER, dice(4, 3), dice(1, 4))
    happened = use(game, "intercept_driver", f"{DEFENDERS}.a", dice(0, 6))
    assert pools(happened) == [("damage", 3, 3)], "no defense roll of its own"
    assert [(e.model, e.arm) for e in told(happened, events.Damaged)] == [(f"{DEFENDERS}.a", 4)]


# Models put somewhere, dragged, jumping


@pytest.mark.rule("NM-SIL-161")
@pytest.mark.parametrize("by_center", [False, True])
def test_a_model_is_put_within_inches_of_its_own_place_by_its_edges_or_its_center(
    by_center: bool,
) -> None:
    agreed = GameOptions(put_within_by_center=by_center)
    game = fight(
        [GUNNER],
        ["justicar_voss"],
        {SCOURGE: (20, 20), VOSS: (20, 28)},
        arc={VOSS: 1},
        options=agreed,
    )
    hurl(game, SCOURGE, "nailer", VOSS, dice(1, 3), dice(0, 4))
    use(game, "void_jumper", VOSS)
    farthest = 8.0 if by_center else 8.0 + 2 * SMALL
    far = refused(game, Place(player=2, model=VOSS, at=(20.0, 28 + farthest + 0.01)))
    assert (far.code, far.rule) == ("too_far", "NM-SIL-161")
    offered = [a for offer in game.offers() for a in offer.candidates() if isinstance(a, Place)]
    assert offered and all(game.check(action) for action in offered)
    happened = put_at(game, VOSS, (20, 28 + farthest))
    assert told(happened, events.Repositioned)[0].ruling == "NM-SIL-161"


@pytest.mark.rule("NM-SIL-162")
def test_a_model_dragged_off_a_roof_stops_beside_its_attacker_and_falls_there() -> None:
    roof = box("roof", "structure", (20, 28), (8, 8), 4.0)
    game = fight(
        [WINCHER], ["hunter"], {SCOURGE: (20, 20), HUNTER: (20, 25, 4)}, table=ground(roof)
    )
    found = compute_drag(game.state, HUNTER, SCOURGE)
    assert found is not None and found.contacts == ()
    assert found.turn == pytest.approx((20, 20 + LARGE + SMALL, 4))
    assert found.fall.end == pytest.approx((20, 20 + LARGE + SMALL, 0)) and not found.fall.landed_on


@pytest.mark.rule("NM-SIL-162")
def test_a_model_straight_above_part_of_its_attacker_is_not_dragged() -> None:
    bridge = box("bridge", "structure", (20, 20), (8, 8), 0.5, bottom=3.5)
    game = fight(
        [WINCHER], ["hunter"], {SCOURGE: (20, 20, 0), HUNTER: (20, 21, 4)}, table=ground(bridge)
    )
    found = compute_drag(game.state, HUNTER, SCOURGE)
    assert found is not None and found.turn == pytest.approx((20, 21, 4)) and found.fall.height == 0


@pytest.mark.rule("NM-SIL-163")
@pytest.mark.rule("NM-MOV-16")
@pytest.mark.parametrize("stops", [False, True])
def test_a_jump_passes_through_a_void_gate_or_stops_at_it(stops: bool) -> None:
    policy = space_policy_for(RULINGS_VERSION, GameOptions(gates_stop_jumps=stops))
    gate = Body("gate", "small", (18, 15, 0), kind="gate")
    jumper = Body("jumper", "small", (14, 15, 0))
    found = jump(replace(small_board(bodies=(gate, jumper)), policy=policy), jumper, (21, 15))
    assert found.stopped_by == ("gate" if stops else None) and found.ends_move is stops
    assert found.end == pytest.approx((18 - 2 * SMALL if stops else 21, 15, 0))


@pytest.mark.rule("NM-SIL-163")
def test_a_saved_game_keeps_its_space() -> None:
    both = product((False, True), repeat=2)
    spaces = [
        space_policy_for(RULINGS_VERSION, GameOptions(walks_over_edges=over, gates_stop_jumps=stop))
        for over, stop in both
    ]
    assert [(s.walks_over_edges, s.gates_stop_jumps) for s in spaces] == list(
        product((False, True), repeat=2)
    )
    assert (
        not space_policy_for(1, GameOptions()).gates_stop_jumps
        and not space_policy_for(3, GameOptions()).gates_stop_jumps
    )


# The course of an attack


@pytest.mark.rule("NM-SIL-165")
def test_an_attack_goes_on_at_a_target_that_a_slam_has_taken_out_of_reach() -> None:
    weaver = "1.coalition_weaver.1"
    game = fight(["coalition_weaver"], ["hunter"], {weaver: (20, 20), HUNTER: (20, 21.9)})
    happened = hurl(game, weaver, "battle_staff", HUNTER, dice(1, 3), dice(0, 4), dice(0, 5))
    assert place(game, HUNTER)[1] == pytest.approx(24.9), (
        "3 inches on, beyond the staff's reach of 1 inch"
    )
    assert damage(happened) == [(HUNTER, 0)]


@pytest.mark.rule("NM-SIL-166")
def test_arc_that_a_hit_takes_is_missing_when_the_strikes_are_counted() -> None:
    state = begun(
        [armed("slug_gun")], ["hunter"], at={WOLF: (20, 20), HUNTER: (20, 26)}, arc={HUNTER: 1}
    )
    state = with_abilities(state, HUNTER, "arc_field")
    arm = state.setup.card_of(HUNTER).arm
    for rules, against in (((), arm + 1), (("null_strike",), arm)):
        gun = with_weapon(state, WOLF, "slug_gun", qualities=(), pow=4, abilities=rules)
        happened = resolved(
            state, make_attack(WOLF, gun, HUNTER), rolls=[dice(1, 4), dice(0, 4), dice(0, 5)]
        ).events
        assert [e.arm for e in told(happened, events.Damaged)] == [against], (
            "Arc Field ends with the Arc"
        )


def with_weapon(state: State, model: str, key: str, **changes: Any) -> Weapon:
    """Return a weapon of a model, changed."""
    found = find_weapon(state, model, key)
    assert found is not None
    return replace(found, **changes)


@pytest.mark.rule("NM-SIL-167")
def test_the_blast_of_a_destroyed_attacker_is_still_resolved() -> None:
    at: dict[str, Any] = {WOLF: (20, 20), MARAUDER: (20, 22.2), HUNTER: (20, 24.2)}
    state = begun([armed("slug_gun")], ["marauder", "hunter"], at=at)
    gun = with_weapon(state, WOLF, "slug_gun", qualities=("blast",), pow=4, abilities=())
    state = state.with_model(WOLF, damage=state.setup.card_of(WOLF).health - 1)
    rolls = [dice(1, 4), dice(0, 2), dice(0, 5), dice(8, 4), dice(8, 4)]
    done = resolved(state, make_attack(WOLF, gun, MARAUDER), rolls=rolls)
    assert [model for model, _ in damage(done.events)] == [MARAUDER, WOLF, HUNTER]
    assert not done.state.is_on_table(WOLF) and not done.state.is_on_table(HUNTER)


@pytest.mark.rule("NM-SIL-167")
@pytest.mark.parametrize("gone", [WOLF, HUNTER])
def test_an_attack_that_is_not_declared_yet_is_lost_with_attacker_or_target(gone: str) -> None:
    state = begun([armed("slug_gun")], ["hunter"], at={WOLF: (20, 20), HUNTER: (20, 24)})
    gun = with_weapon(state, WOLF, "slug_gun")
    state = state.with_model(gone, at=None)
    assert resolved(state, make_attack(WOLF, gun, HUNTER, part="spray")).events == []


@pytest.mark.rule("NM-SIL-168")
def test_a_model_that_eludes_a_hit_was_hit_and_suffers_nothing() -> None:
    at = {SCOURGE: (20, 20), VOSS: (20, 28), MARAUDER: (22.5, 28)}
    state = with_abilities(
        begun([GUNNER], ["justicar_voss", "marauder"], at=at, arc={VOSS: 1}),
        VOSS,
        "dominion_converter",
    )
    game = activated(state, SCOURGE)
    hurl(game, SCOURGE, "rocket_pod", VOSS, dice(1, 3), dice(0, 4))
    use(game, "void_jumper", VOSS)
    happened = put_at(game, VOSS, (20, 33), dice(0, 4))
    assert [model for model, _ in damage(happened)] == [MARAUDER], (
        "the blast is where the model was"
    )
    assert options(game) == {("dominion_converter", VOSS)}, "it answers an attack that hit"


@pytest.mark.rule("NM-SIL-169")
def test_what_must_happen_comes_before_what_may_in_the_order_of_the_card() -> None:
    state = begun([armed("ripper")], ["hunter"], at={WOLF: (20, 20), HUNTER: (20, 22)}).with_model(
        WOLF, damage=1
    )
    for rules in (
        ("cleave", "gorge", "explosive_collapse"),
        ("cleave", "explosive_collapse", "gorge"),
    ):
        claw = with_weapon(state, WOLF, "ripper", abilities=rules)
        other = state.with_model(HUNTER, damage=state.setup.card_of(HUNTER).health - 1)
        done = resolved(
            other,
            make_attack(WOLF, claw, HUNTER),
            rolls=[dice(8, 4), dice(0, 4), dice(8, 12), dice(4, 4)],
        )
        order = [type(e).__name__ for e in told(done.events, events.Healed, events.Damaged)[1:]]
        assert order == (["Healed", "Damaged"] if rules[1] == "gorge" else ["Damaged", "Healed"])


@pytest.mark.rule("NM-SIL-170")
def test_a_model_of_a_spray_is_attacked_wherever_it_stands_by_then() -> None:
    flames = jack("dusk_wolf", cortex="scout_cortex", arm=["flame_thrower"])
    state = begun([flames], ["hunter"], at={WOLF: (20, 20), HUNTER: (40, 40)})
    thrower = with_weapon(state, WOLF, "flame_thrower")
    rolls = [dice(0, 4), dice(0, 4)]
    happened = resolved(state, make_attack(WOLF, thrower, HUNTER, part="spray"), rolls=rolls).events
    assert [e.target for e in told(happened, events.Missed)] == [HUNTER]


@pytest.mark.rule("NM-SIL-171")
def test_an_attack_given_in_the_middle_of_another_comes_before_the_rest_of_it() -> None:
    jax = "2.jax_redblade.1"
    state = begun([armed("ripper")], ["jax_redblade"], at={WOLF: (20, 20), jax: (20, 22.2)})
    game = activated(with_abilities(state, WOLF, "heightened_reflexes"), WOLF)
    hurl(game, WOLF, "ripper", jax, dice(0, 4), dice(0, 5))
    assert options(game) == {("riposte", jax)}
    use(game, "riposte", jax)
    hurl(game, jax, "fusion_sword", WOLF, dice(0, 5), dice(0, 3), player=2)
    assert options(game) == {("heightened_reflexes", WOLF)}, (
        "what follows the answer comes before the rest of the attack"
    )
    assert sum(hasattr(f, "attacker") for f in game.state.agenda) == 2, (
        "and the first attack is not over"
    )


@pytest.mark.rule("NM-SIL-172")
def test_what_happens_near_a_destroyed_model_is_measured_from_its_last_place() -> None:
    near_last = (20, 29.2)
    at: dict[str, Any] = {WOLF: (20, 20), MARAUDER: (20, 24), HUNTER: near_last}
    state = begun([armed("slug_gun")], ["marauder", "hunter"], at=at)
    gun = with_weapon(
        state, WOLF, "slug_gun", qualities=("repulsor",), pow=4, abilities=("explosive_collapse",)
    )
    state = state.with_model(MARAUDER, damage=state.setup.card_of(MARAUDER).health - 1)
    rolls = [dice(8, 4), dice(0, 2), dice(10, 12), dice(0, 4)]
    happened = resolved(state, make_attack(WOLF, gun, MARAUDER), rolls=rolls).events
    assert told(happened, events.Moved)[0].track[-1] == pytest.approx((20, 27, 0))
    assert [model for model, _ in damage(happened)] == [MARAUDER, HUNTER]


@pytest.mark.rule("NM-SIL-173")
def test_after_a_spray_its_attacker_acts_once() -> None:
    weaver = "1.immortal_weaver.1"
    at = {weaver: (20, 20), MARAUDER: (20, 23), HUNTER: (20, 25.5)}
    state = with_abilities(
        begun(["immortal_weaver"], ["marauder", "hunter"], at=at), weaver, "sidestep"
    )
    game = activated(state, weaver)
    rolls = dice(1, 3), dice(0, 2), dice(0, 5), dice(1, 3), dice(0, 4), dice(0, 5)
    happened = hurl(game, weaver, "psychokinetic_hood", MARAUDER, *rolls)
    assert len(told(happened, events.Hit)) == 2 and options(game) == {("sidestep", weaver)}
    use(game, "sidestep", weaver)
    assert asked(game) == "MoveQuestion"


# What is told


@pytest.mark.rule("NM-SIL-158")
@pytest.mark.rule("NM-SIL-160")
@pytest.mark.rule("NM-SIL-164")
def test_the_log_names_the_rulings_that_decided() -> None:
    at = {SCOURGE: (20, 20), BRAND: (20, 28), f"{DEFENDERS}.a": (23, 28)}
    game = fight([GUNNER], [RECON, "paladin_defenders"], at, arc={BRAND: 1, DEFENDERS: 1})
    start = game.state
    heard = list(hurl(game, SCOURGE, "rocket_pod", BRAND, dice(3, 3), dice(0, 3)))
    heard += use(game, "refractor_field", BRAND, dice(1, 3))
    heard += use(game, "intercept_driver", f"{DEFENDERS}.a", dice(0, 6))
    teller = LogWriter(start)
    lines = "\n".join([*teller.format_lines(heard), *teller.format_rest()])
    assert "Defense reroll: 1 strike · 3 AD [1 0 0] (p. 30, NM-SIL-158)" in lines
    assert (
        "; the blast stays centered on Firebrand (p. 34, NM-SIL-160) (p. 30, NM-SIL-164)" in lines
    )


@pytest.mark.parametrize(
    ("card", "ruling"),
    [
        ("refractor_field", "NM-SIL-158"),
        ("psycho_reactor", "NM-SIL-159"),
        ("guardian", "NM-SIL-160"),
        ("void_phaser", "NM-SIL-161"),
        ("winch", "NM-SIL-162"),
        ("riposte", "NM-SIL-171"),
        ("explosive_collapse", "NM-SIL-172"),
    ],
)
def test_the_doubts_of_a_card_name_the_ruling(card: str, ruling: str) -> None:
    assert any(ruling in doubt for doubt in CARDS().abilities[card].doubts)


# Switches


@pytest.mark.program("how input is read or refused")
def test_switches_are_read_as_people_write_them() -> None:
    agreed = parse_switches(["rerolls_repeat=yes", "gates_stop_jumps = on", "secondary_missions=3"])
    assert agreed == GameOptions(rerolls_repeat=True, gates_stop_jumps=True, secondary_missions=3)
    assert (
        parse_switches(format_switches(agreed)) == agreed and format_switches(GameOptions()) == ()
    )
    assert set(switchable_rulings()) == set(GameOptions.model_fields)
    assert ("mercy=yes", "mercy: yes") in switch_choices() and (
        "mercy=yes",
        "mercy: yes",
    ) not in switch_choices(["mercy"])


@pytest.mark.program("how input is read or refused")
@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("rerolls_repeats=yes", "unknown ruling 'rerolls_repeats'; did you mean rerolls_repeat?"),
        ("rerolls_repeat=maybe", "rerolls_repeat to be one of no, yes, found 'maybe'"),
        ("rerolls_repeat", "rerolls_repeat to be one of no, yes, found ''"),
        ("secondary_missions=6", "secondary_missions to be one of 0, 1, 2, 3, 4, 5, found '6'"),
    ],
)
def test_a_switch_that_cannot_be_read_is_refused_with_what_is_expected(
    written: str, message: str
) -> None:
    with pytest.raises(InputError, match=r"^switches: ") as raised:
        parse_switches([written])
    assert message in str(raised.value)


@pytest.mark.program("how input is read or refused")
def test_a_switch_is_set_once() -> None:
    with pytest.raises(InputError, match="rerolls_repeat is set twice"):
        parse_switches(["rerolls_repeat=yes", "rerolls_repeat=no"])
