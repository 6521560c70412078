"""The 24 Cyphers: what each does, to whom, and when it is over."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.neo_mechanika.rules.abilities.kit import (
    arms,
    choose,
    is_so,
    near,
    of_weapon,
    place,
    put_at,
    skip,
    step,
    value,
    waits_for,
)
from tests.games.neo_mechanika.rules.fighting import (
    activated,
    channel,
    damage,
    dice,
    done,
    hurl,
    jack,
    pools,
    told,
)
from tests.games.neo_mechanika.rules.playing import asked, at_step, begun, go_on, refused, until
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance, Attack, Choose, Play
from wc3d.games.neo_mechanika.rules.state import CardInPlay, State, Where

WEAVER = "1.coalition_weaver.1"
SCOURGE = "2.scourge.1"
MARAUDER = "2.marauder.1"
GATE = "2.gate.1"
TEAM = "1.ranger_fire_team.1"
WOLF = "1.dusk_wolf.1"
HUNTER = "1.hunter.1"
SHOT = {WEAVER: (20, 20), SCOURGE: (20, 28)}
TWO = {f"{TEAM}.a": (20, 20), f"{TEAM}.b": (22, 20), SCOURGE: (40, 40)}
ROUND = "pulse_round"
TURN = "turn"


def holding(card: str, south: list[Any], north: list[Any], at: dict[str, Any], **more: Any) -> Game:
    """A game at step 3 in which player 1 holds the card."""
    return at_step(begun(south, north, at=at, hands={1: [card]}, **more), "cypher")


def fury(
    card: str, north: list[Any] | None = None, at: dict[str, Any] | None = None, **more: Any
) -> Game:
    return holding(card, ["coalition_weaver"], north or ["scourge"], at or SHOT, **more)


def play(game: Game, card: str, on: str, *rolls: tuple[int, ...]) -> Any:
    """Play a card that is no Fury, with every roll written down."""
    return done(game, Play(player=1, card=card, on=on), *rolls)


def lying(state: State, unit: str, card: str, until: str = ROUND) -> State:
    """The state with a card by a unit."""
    owner = state.units[unit].player
    return state.with_unit(
        unit, cyphers=(*state.units[unit].cyphers, CardInPlay(card, owner, until))
    )


def is_discarded(game: Game, card: str) -> bool:
    return card in game.state.players[1].discard and not any(
        u.cyphers for u in game.state.units.values()
    )


# Furies.


@pytest.mark.rule("NM-CYP-21")
def test_cryo_lock_gives_a_token_and_does_no_damage() -> None:
    game = fury("cryo_lock")
    happened = channel(game, "cryo_lock", WEAVER, SCOURGE, dice(1, 11), dice(0, 3))
    assert (
        game.state.units[SCOURGE].token
        and damage(happened) == []
        and is_discarded(game, "cryo_lock")
    )
    missed = fury("cryo_lock")
    channel(missed, "cryo_lock", WEAVER, SCOURGE, dice(0, 11), dice(0, 3))
    assert not missed.state.units[SCOURGE].token and is_discarded(missed, "cryo_lock")
    tokened = fury("cryo_lock", tokens=[SCOURGE])
    assert not told(
        channel(tokened, "cryo_lock", WEAVER, SCOURGE, dice(1, 11), dice(0, 3)), events.TokenGiven
    )
    at_gate = fury("cryo_lock", gates={GATE: ((23, 28), 2)})
    assert (
        refused(at_gate, Play(player=1, card="cryo_lock", on=GATE, channel=WEAVER)).code
        == "wrong_target"
    )


@pytest.mark.rule("NM-BLA-06")
def test_instability_equation_is_a_blast_of_explosion() -> None:
    at = {**SHOT, MARAUDER: (22.5, 28), "2.paladin_commander.1": (18, 28)}
    game = fury("instability_equation", ["scourge", "marauder", "paladin_commander"], at)
    rolls = (dice(1, 11), dice(0, 3), dice(0, 5), dice(0, 4), dice(0, 4))
    happened = channel(game, "instability_equation", WEAVER, SCOURGE, *rolls)
    assert arms(happened) == [
        (SCOURGE, 4),
        ("2.paladin_commander.1", 4),
        (MARAUDER, 4),
    ]  # the Commander's Compound Armor
    missed = fury("instability_equation", ["scourge", "marauder"], {**SHOT, MARAUDER: (22.5, 28)})
    happened = channel(
        missed, "instability_equation", WEAVER, SCOURGE, dice(0, 11), dice(0, 3), dice(4, 4)
    )
    assert damage(happened) == [(SCOURGE, 1)]


def test_malediction_rubric_expires_enemy_cards_before_the_damage() -> None:
    state = begun(["coalition_weaver"], ["scourge"], at=SHOT, hands={1: ["malediction_rubric"]})
    game = at_step(lying(state, SCOURGE, "kinetic_accelerator"), "cypher")
    happened = channel(
        game, "malediction_rubric", WEAVER, SCOURGE, dice(1, 11), dice(0, 3), dice(4, 5)
    )
    assert game.state.units[SCOURGE].cyphers == () and game.state.players[2].discard == (
        "kinetic_accelerator",
    )
    kinds = [type(e) for e in happened if isinstance(e, (events.CardExpired, events.Damaged))]
    assert kinds == [events.CardExpired, events.Damaged, events.CardExpired]
    squad = "2.vassal_reavers.1"
    at = {WEAVER: (20, 20), f"{squad}.a": (20, 28), f"{squad}.b": (30, 28)}
    state = begun(
        ["coalition_weaver"], ["vassal_reavers"], at=at, hands={1: ["malediction_rubric"]}
    )
    thick = at_step(lying(state, squad, "plexus_densifier"), "cypher")
    happened = channel(
        thick, "malediction_rubric", WEAVER, f"{squad}.a", dice(1, 11), dice(0, 3), dice(0, 5)
    )
    assert arms(happened) == [(f"{squad}.a", 2)]


def test_null_collider_takes_an_arc_and_rolls_damage() -> None:
    game = fury("null_collider", arc={SCOURGE: 2})
    happened = channel(game, "null_collider", WEAVER, SCOURGE, dice(1, 11), dice(0, 3), dice(4, 4))
    assert game.state.units[SCOURGE].arc == 1 and damage(happened) == [(SCOURGE, 1)]
    at_gate = fury("null_collider", gates={GATE: ((23, 28), 3)})
    channel(at_gate, "null_collider", WEAVER, GATE, dice(1, 11), dice(0, 3), dice(5, 4))
    assert at_gate.state.gates[GATE].arc == 1  # one for the card, one for the damage point


@pytest.mark.rule("NM-EXM-28")
def test_pyrokinetic_surge_sets_on_fire_and_burns() -> None:
    game = fury("pyrokinetic_surge")
    happened = channel(
        game, "pyrokinetic_surge", WEAVER, SCOURGE, dice(1, 11), dice(0, 3), dice(4, 4)
    )
    assert game.state.models[SCOURGE].effects == ("fire",) and damage(happened) == [(SCOURGE, 1)]


@pytest.mark.rule("NM-SLM-01")
def test_velocity_projector_slams_away_from_the_channel_before_the_damage() -> None:
    at = {**SHOT, MARAUDER: (20, 31.2)}
    game = fury("velocity_projector", ["scourge", "marauder"], at)
    happened = channel(
        game, "velocity_projector", WEAVER, SCOURGE, dice(1, 11), dice(0, 3), dice(0, 5), dice(4, 4)
    )
    assert near(place(game, SCOURGE), 20, 31.2 - (25 + 20) / 25.4)
    assert pools(happened)[2:] == [("damage", 4, 1), ("collateral damage", 4, 0)] and damage(
        happened
    )[1] == (MARAUDER, 1)
    free = fury("velocity_projector")
    channel(free, "velocity_projector", WEAVER, SCOURGE, dice(1, 11), dice(0, 3), dice(0, 5))
    assert near(place(free, SCOURGE), 20, 31)


# Geometrics.


@pytest.mark.rule("NM-EXM-15")
def test_displacement_index_moves_a_squad_up_to_three_inches_at_once() -> None:
    squad = "1.paladin_enforcers.1"
    at = {f"{squad}.a": (20, 20), f"{squad}.b": (22, 20), f"{squad}.c": (24, 20)}
    game = holding(
        "displacement_index", ["paladin_enforcers"], ["scourge"], {**at, SCOURGE: (40, 40)}
    )
    play(game, "displacement_index", squad)
    assert waits_for(game, "MoveQuestion", 1)
    assert (
        refused(game, Advance(player=1, model=f"{squad}.c", path=((24.0, 23.01),))).code
        == "too_far"
    )
    step(game, f"{squad}.c", (24, 23), a=(22.5, 23), b=(24, 21.5))
    assert near(place(game, f"{squad}.b"), 24, 21.5) and is_discarded(game, "displacement_index")


def test_force_barrier_covers_the_squad_until_the_pulse_round_ends() -> None:
    game = holding("force_barrier", ["ranger_fire_team"], ["scourge"], TWO)
    play(game, "force_barrier", TEAM)
    assert is_so(game.state, f"{TEAM}.a", "cover") and is_so(game.state, f"{TEAM}.b", "cover")
    assert game.state.units[TEAM].cyphers == (CardInPlay("force_barrier", 1, ROUND),)
    until(game, "ChargingQuestion", 2)
    assert is_so(game.state, f"{TEAM}.a", "cover")
    for _ in range(12):
        if game.state.round > 1:
            break
        next_turn(game)
    assert game.state.round == 2 and not game.state.units[TEAM].cyphers


def next_turn(game: Game) -> None:
    """Go on to the next turn's Charging Phase, doing nothing."""
    turn = game.state.turn
    while game.state.turn == turn or asked(game) != "ChargingQuestion":
        go_on(game)


def test_mortality_destabilizer_brings_one_model_back_but_no_attachment() -> None:
    at = {f"{TEAM}.a": (20, 20), SCOURGE: (40, 40)}
    game = holding("mortality_destabilizer", ["ranger_fire_team"], ["scourge"], at)
    play(game, "mortality_destabilizer", TEAM)
    put_at(game, f"{TEAM}.b", (22, 20))
    assert [m.id for m in game.state.models_of(TEAM)] == [f"{TEAM}.a", f"{TEAM}.b"]
    assert is_discarded(game, "mortality_destabilizer")
    squad = "1.vassal_reavers.1"
    raker = "1.raker.1"
    whole = {f"{squad}.{x}": (20 + 2 * i, 20) for i, x in enumerate("abc")}
    joined = {"attachments": (["raker"], ()), "joined": {squad: [raker]}}
    full = holding(
        "mortality_destabilizer",
        ["vassal_reavers"],
        ["scourge"],
        {**whole, SCOURGE: (40, 40)},
        **joined,
    )
    play(full, "mortality_destabilizer", squad)
    assert asked(full) != "ReturnQuestion" and not full.state.is_on_table(raker)


@pytest.mark.rule("NM-STA-13")
def test_plexus_densifier_thickens_and_slows_the_whole_squad() -> None:
    game = holding("plexus_densifier", ["ranger_fire_team"], ["scourge"], TWO)
    play(game, "plexus_densifier", TEAM)
    for model in (f"{TEAM}.a", f"{TEAM}.b"):
        assert value(game.state, model, "ARM") == 5 and value(game.state, model, "SPD") == 5
    slowed = game.state.with_model(f"{TEAM}.a", effects=("lock_down",))
    assert value(slowed, f"{TEAM}.a", "SPD") == 3
    assert game.state.units[TEAM].cyphers[0].until == ROUND


def test_reiteration_complex_gives_each_model_one_more_ranged_attack_this_turn() -> None:
    at = {f"{TEAM}.a": (20, 20), f"{TEAM}.b": (22, 20), SCOURGE: (21, 22.3)}
    state = lying(
        begun(["ranger_fire_team"], ["scourge"], at=at), TEAM, "reiteration_complex", TURN
    )
    game = activated(state, TEAM)
    for _ in range(2):
        hurl(game, f"{TEAM}.a", "battle_rifle", SCOURGE, dice(0, 3), dice(0, 3))
    for weapon in ("battle_rifle", "fusion_blade"):
        assert (
            refused(game, Attack(player=1, model=f"{TEAM}.a", weapon=weapon, target=SCOURGE)).code
            == "attack_made"
        )
    hurl(game, f"{TEAM}.b", "fusion_blade", SCOURGE, dice(0, 3), dice(0, 3))
    assert (
        refused(
            game, Attack(player=1, model=f"{TEAM}.b", weapon="fusion_blade", target=SCOURGE)
        ).code
        == "attack_made"
    )
    hurl(game, f"{TEAM}.b", "battle_rifle", SCOURGE, dice(0, 3), dice(0, 3))
    until(game, "ChargingQuestion", 2)
    assert (
        game.state.units[TEAM].cyphers == ()
        and "reiteration_complex" in game.state.players[1].discard
    )


def test_temporal_cycle_takes_the_token_off_a_squad() -> None:
    takes_a_token_off("temporal_cycle", "ranger_fire_team", f"{TEAM}.a", WEAVER)


def test_encrypted_command_takes_the_token_off_a_solo() -> None:
    takes_a_token_off("encrypted_command", "hunter", HUNTER, "1.dusk_wolf.2")


def test_impulse_inducer_takes_the_token_off_a_warjack() -> None:
    takes_a_token_off("impulse_inducer", "dusk_wolf", WOLF, WEAVER)


def takes_a_token_off(card: str, unit: str, model: str, wrong: str) -> None:
    """A card takes the token off a unit, which can then be activated; it cannot be played on a unit of the wrong kind."""
    id = f"1.{unit}.1"
    at = {model: (20, 20), WEAVER: (30, 30), "1.dusk_wolf.2": (10, 30), SCOURGE: (40, 40)}
    game = holding(
        card, [unit, "coalition_weaver", "dusk_wolf", "dusk_wolf"], ["scourge"], at, tokens=[id]
    )
    assert refused(game, Play(player=1, card=card, on=wrong)).code == "wrong_kind"
    play(game, card, id)
    assert not game.state.units[id].token and is_discarded(game, card)
    assert game.check(Activate(player=1, unit=id))


# Harmonics.


@pytest.mark.rule("NM-CYP-13")
def test_aggression_theorem_lets_one_model_attack_at_once() -> None:
    at = {f"{TEAM}.a": (20, 20), f"{TEAM}.b": (22, 20), SCOURGE: (20, 26)}
    game = holding("aggression_theorem", ["ranger_fire_team"], ["scourge"], at, arc={TEAM: 1})
    play(game, "aggression_theorem", f"{TEAM}.b")
    assert waits_for(game, "ExtraAttack", 1)
    assert (
        refused(
            game, Attack(player=1, model=f"{TEAM}.a", weapon="battle_rifle", target=SCOURGE)
        ).code
        == "wrong_model"
    )
    shot = hurl(game, f"{TEAM}.b", "battle_rifle", SCOURGE, dice(0, 4), dice(0, 3))
    assert pools(shot)[0] == ("attack", 3, 1) and is_discarded(game, "aggression_theorem")
    until(game, "ActivationQuestion", 1)
    game.apply(Activate(player=1, unit=TEAM))
    assert game.check(
        Attack(player=1, model=f"{TEAM}.b", weapon="battle_rifle", target=SCOURGE)
    )  # it used nothing up


def test_aggression_theorem_may_be_given_up_and_serves_tokened_units() -> None:
    game = holding(
        "aggression_theorem",
        ["dusk_wolf"],
        ["scourge"],
        {WOLF: (20, 20), SCOURGE: (20, 26)},
        tokens=[WOLF],
    )
    play(game, "aggression_theorem", WOLF)
    assert asked(game) != "ExtraAttack" and is_discarded(
        game, "aggression_theorem"
    )  # it has no weapon
    armed = jack("dusk_wolf", cortex="scout_cortex", arm=["slug_gun"])
    game = holding(
        "aggression_theorem",
        [armed],
        ["scourge"],
        {WOLF: (20, 20), SCOURGE: (20, 26)},
        tokens=[WOLF],
    )
    play(game, "aggression_theorem", WOLF)
    skip(game)
    assert is_discarded(game, "aggression_theorem")


def test_arcane_synthesis_charges_a_unit_with_what_its_owner_likes() -> None:
    game = holding(
        "arcane_synthesis",
        ["dusk_wolf"],
        ["scourge"],
        {WOLF: (20, 20), SCOURGE: (20, 26)},
        arc={WOLF: 1},
    )
    play(game, "arcane_synthesis", WOLF)
    assert refused(game, Choose(player=1, option="3")).code == "wrong_amount"
    choose(game, 2)
    assert game.state.units[WOLF].arc == 3 and game.state.players[1].well == 4
    full = holding(
        "arcane_synthesis",
        ["dusk_wolf"],
        ["scourge"],
        {WOLF: (20, 20), SCOURGE: (20, 26)},
        arc={WOLF: 3},
    )
    play(full, "arcane_synthesis", WOLF)
    assert asked(full) != "AmountQuestion" and is_discarded(full, "arcane_synthesis")


def test_divination_algorithm_improves_ranged_weapons_of_the_unit() -> None:
    game = holding("divination_algorithm", ["ranger_fire_team"], ["scourge"], TWO)
    play(game, "divination_algorithm", TEAM)
    for model in (f"{TEAM}.a", f"{TEAM}.b"):
        assert [of_weapon(game.state, model, "battle_rifle", n) for n in ("RNG", "POW")] == [13, 5]
        assert [of_weapon(game.state, model, "fusion_blade", n) for n in ("RNG", "POW")] == [1, 3]
        assert (
            of_weapon(game.state, model, "null_detonator", "POW") == 0
        )  # it has none, and no card makes one (SIL-22)


@pytest.mark.rule("NM-ARC-06")
def test_recall_initiative_recalls_a_unit_whole() -> None:
    game = holding(
        "recall_initiative",
        ["dusk_wolf"],
        ["scourge"],
        {WOLF: (20, 20), SCOURGE: (20, 26)},
        arc={WOLF: 2},
    )
    play(game, "recall_initiative", WOLF)
    assert game.state.units[WOLF].where is Where.RESERVE and game.state.players[1].well == 7
    assert is_discarded(game, "recall_initiative") and game.state.players[2].points == 0


def test_revelation_matrix_lets_a_unit_disregard_stealth() -> None:
    sudal = "2.voitek_sudal.1"
    state = begun(
        ["ranger_fire_team"], ["voitek_sudal"], at={f"{TEAM}.a": (20, 20), sudal: (20, 30)}
    )
    aim = Attack(player=1, model=f"{TEAM}.a", weapon="battle_rifle", target=sudal)
    assert refused(activated(state, TEAM), aim).code == "stealth"
    assert activated(lying(state, TEAM, "revelation_matrix"), TEAM).check(aim)


# Overdrives.


def test_annihilation_vector_strikes_with_the_warjacks_strength_within_an_inch() -> None:
    mine = "1.scourge.1"
    foe = "2.scourge.1"
    claw = jack("scourge", cortex="killer_cortex")
    edge = 1 + 50 / 25.4
    at = {mine: (20, 20), foe: (20, 20 + edge), MARAUDER: (20 - 1 - 45 / 25.4, 20)}
    game = holding("annihilation_vector", [claw], ["scourge", "marauder"], at, arc={mine: 2})
    play(game, "annihilation_vector", mine)
    assert waits_for(game, "ExtraAttack", 1)
    assert (
        refused(game, Attack(player=1, model=mine, weapon="wrecking_claw", target=foe)).code
        == "wrong_weapon"
    )
    assert (
        refused(game, Attack(player=1, model=mine, weapon="strike", target="2.gate.9")).code
        == "unknown"
    )
    happened = hurl(game, mine, "strike", foe, dice(1, 6), dice(0, 3), (4,), dice(0, 7))
    assert pools(happened)[0] == ("attack", 4, 2) and pools(happened)[3] == (
        "damage",
        6,
        1,
    )  # STR 4 and 2 for its Arc, once
    assert game.state.models[foe].effects == ("system_failure:ranged",) and is_discarded(
        game, "annihilation_vector"
    )
    solo = holding("annihilation_vector", [claw], ["scourge", "marauder"], at)
    play(solo, "annihilation_vector", mine)
    beyond = holding(
        "annihilation_vector", [claw], ["scourge"], {mine: (20, 20), foe: (20, 20 + edge + 0.01)}
    )
    play(beyond, "annihilation_vector", mine)
    assert (
        refused(beyond, Attack(player=1, model=mine, weapon="strike", target=foe)).code
        == "out_of_range"
    )
    hurl(solo, mine, "strike", MARAUDER, dice(1, 4), dice(0, 2), dice(0, 5))
    assert solo.state.models[MARAUDER].effects == ()


@pytest.mark.rule("NM-MOV-08")
def test_ascension_catalyst_gives_speed_and_flight_for_the_turn() -> None:
    game = holding(
        "ascension_catalyst", ["dusk_wolf"], ["scourge"], {WOLF: (20, 20), SCOURGE: (40, 40)}
    )
    play(game, "ascension_catalyst", WOLF)
    assert value(game.state, WOLF, "SPD") == 7 and is_so(game.state, WOLF, "flight")
    until(game, "ChargingQuestion", 2)
    assert value(game.state, WOLF, "SPD") == 5 and not is_so(game.state, WOLF, "flight")
    assert is_discarded(game, "ascension_catalyst")


def test_interdiction_protocol_helps_friendly_warriors_within_five_inches_and_counts_once() -> None:
    edge = 5 + 40 / 25.4
    second = "1.dusk_wolf.2"
    at = {
        WOLF: (20, 20),
        second: (24, 20),
        HUNTER: (20, 20 + edge),
        f"{TEAM}.a": (20, 20 - edge - 0.01),
        "2.hunter.1": (22, 22),
    }
    state = begun(["dusk_wolf", "dusk_wolf", "hunter", "ranger_fire_team"], ["hunter"], at=at)
    one = lying(state, WOLF, "interdiction_protocol")
    assert (
        value(one, HUNTER, "DEF") == 6
        and value(one, f"{TEAM}.a", "DEF") == 3
        and value(one, "2.hunter.1", "DEF") == 4
    )
    assert value(one, second, "DEF") == value(state, second, "DEF")
    assert value(lying(one, second, "interdiction_protocol"), HUNTER, "DEF") == 6


def test_kinetic_accelerator_improves_melee_weapons() -> None:
    state = lying(
        begun(["scourge"], at={"1.scourge.1": (20, 20)}), "1.scourge.1", "kinetic_accelerator"
    )
    assert of_weapon(state, "1.scourge.1", "wrecking_claw", "RNG") == 3
    assert of_weapon(state, "1.scourge.1", "wrecking_claw", "POW") == 5


@pytest.mark.rule("NM-SLM-03")
def test_momentum_calibrator_slams_an_inch_for_each_strike_before_the_damage() -> None:
    mine = "1.scourge.1"
    claw = jack("scourge", cortex="killer_cortex", shoulder=["nailer"])
    at = {mine: (20, 20), SCOURGE: (20, 22.5), MARAUDER: (20, 26)}
    state = lying(begun([claw], ["scourge", "marauder"], at=at), mine, "momentum_calibrator", TURN)
    game = activated(state, mine)
    happened = hurl(
        game,
        mine,
        "wrecking_claw",
        SCOURGE,
        dice(1, 4),
        dice(0, 3),
        dice(3, 4),
        dice(0, 5),
        dice(4, 4),
    )
    assert near(place(game, SCOURGE), 20, 26 - 45 / 25.4)  # 3", but for the Marauder
    assert pools(happened)[2:] == [
        ("Momentum Calibrator", 4, 0),
        ("damage", 4, 1),
        ("collateral damage", 4, 0),
    ]
    none = activated(state, mine)
    happened = hurl(
        none, mine, "wrecking_claw", SCOURGE, dice(1, 4), dice(0, 3), dice(0, 4), dice(0, 5)
    )
    assert near(place(none, SCOURGE), 20, 22.5)
    assert (
        len(pools(hurl(none, mine, "nailer", SCOURGE, dice(1, 3), dice(0, 3), dice(0, 4)))) == 3
    )  # melee attacks only


def test_momentum_calibrator_is_on_the_warjack_and_not_on_others() -> None:
    claw = jack("scourge", cortex="killer_cortex")
    at = {"1.scourge.1": (20, 20), "1.scourge.2": (30, 20), SCOURGE: (30, 22.5)}
    state = lying(
        begun([claw, claw], ["scourge"], at=at), "1.scourge.1", "momentum_calibrator", TURN
    )
    game = activated(state, "1.scourge.2")
    assert (
        len(
            pools(
                hurl(
                    game,
                    "1.scourge.2",
                    "wrecking_claw",
                    SCOURGE,
                    dice(1, 4),
                    dice(0, 3),
                    dice(0, 5),
                )
            )
        )
        == 3
    )
