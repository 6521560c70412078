"""Playing Cyphers: on whom, through whom, one of each type, when they go to the discard pile; Furies as attacks (p. 38-39)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.neo_mechanika.rules.fighting import (
    GATE,
    HUNTER,
    LARGE,
    NEMESIS,
    SCOURGE,
    SMALL,
    WOLF,
    channel,
    damage,
    dice,
    done,
    pools,
    rollers,
    told,
    with_abilities,
)
from tests.games.neo_mechanika.rules.playing import (
    at_step,
    begun,
    board,
    go_on,
    play,
    refused,
    until,
)
from tests.table.building import box
from wc3d.engine.agenda import Resolution
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import Activate, Attack, Pass, Play
from wc3d.games.neo_mechanika.rules.agenda_frames import Cause
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.moving.removal import remove_unit
from wc3d.games.neo_mechanika.rules.state import CardInPlay
from wc3d.games.neo_mechanika.rules.turn.cyphers import channelers

WEAVER = "1.coalition_weaver.1"
SQUAD = "1.ranger_fire_team.1"
REAVERS = "2.vassal_reavers.1"
A, B, C = (f"{SQUAD}.{letter}" for letter in "abc")
ALL = (
    "malediction_rubric",
    "pyrokinetic_surge",
    "force_barrier",
    "plexus_densifier",
    "divination_algorithm",
    "revelation_matrix",
    "kinetic_accelerator",
    "interdiction_protocol",
    "encrypted_command",
    "aggression_theorem",
)
SOUTH = ("dusk_wolf", "ranger_fire_team", "hunter", "coalition_weaver")
EVERYONE = {
    WOLF: (10.0, 10.0),
    A: (20.0, 10.0),
    B: (20.0, 11.8),
    C: (20.0, 8.2),
    HUNTER: (30.0, 10.0),
    WEAVER: (38.0, 10.0),
    SCOURGE: (38.0, 16.0),
}


def holding(*, south: tuple[str, ...] = SOUTH, **more: object) -> Game:
    """Player 1 at step 3 with every card of `ALL` in hand."""
    at = {id: place for id, place in EVERYONE.items() if id.split(".")[1] in (*south, "scourge")}
    return play(south, ["scourge"], at=at, hands={1: ALL}, step="cypher", **more)  # type: ignore[arg-type]


def card(id: str, on: str, through: str = "") -> Play:
    """Player 1 plays a card."""
    return Play(player=1, card=id, on=on, channel=through)


# On whom.


@pytest.mark.rule("NM-CYP-08")
@pytest.mark.rule("NM-CYP-09")
@pytest.mark.rule("NM-CYP-10")
@pytest.mark.parametrize(
    ("id", "rule", "units"),
    [
        ("force_barrier", "NM-CYP-08", {SQUAD}),
        ("divination_algorithm", "NM-CYP-09", {WOLF, SQUAD, HUNTER, WEAVER}),
        ("encrypted_command", "NM-CYP-09", {HUNTER, WEAVER}),
        ("kinetic_accelerator", "NM-CYP-10", {WOLF}),
    ],
)
def test_each_type_is_for_its_kind_of_friendly_unit(id: str, rule: str, units: set[str]) -> None:
    g = holding(gates={"1.gate.1": ((10, 5), 1)})
    for unit in (WOLF, SQUAD, HUNTER, WEAVER):
        assert bool(g.check(card(id, unit))) == (unit in units), unit
        if unit not in units:
            no = refused(g, card(id, unit))
            assert (no.code, no.rule) == ("wrong_kind", rule)
    assert refused(g, card(id, SCOURGE)).code == "enemy_unit"
    for on in ("1.gate.1", "1.grafter.1", A, ""):
        no = refused(g, card(id, on))
        assert (no.code, no.rule) == ("unknown", rule), on
    offered = {
        a.on for o in g.offers() for a in o.candidates() if isinstance(a, Play) and a.card == id
    }
    assert offered == units


@pytest.mark.rule("NM-CYP-13")
def test_a_card_for_a_model_is_played_on_one_and_affects_it_alone() -> None:
    """Aggression Theorem: one model of the squad attacks, and only that one."""
    at = EVERYONE | {SCOURGE: (26.0, 10.0)}
    g = play(SOUTH, ["scourge"], at=at, hands={1: ALL}, step="cypher")
    assert refused(g, card("aggression_theorem", SQUAD)).code == "unknown", "a squad is no model"
    nobody = refused(g, card("aggression_theorem", ""))
    assert nobody.text.endswith("needs a model of a friendly unit in play"), "no empty name"
    assert refused(g, card("aggression_theorem", SCOURGE)).code == "enemy_unit"
    g.apply(card("aggression_theorem", B))
    assert (
        refused(g, Attack(player=1, model=A, weapon="battle_rifle", target=SCOURGE)).code
        == "wrong_model"
    )
    assert g.check(Attack(player=1, model=B, weapon="battle_rifle", target=SCOURGE))


@pytest.mark.rule("NM-CYP-13")
def test_a_card_for_a_squad_affects_all_its_models_and_lies_by_it() -> None:
    """Plexus Densifier: ARM +2, SPD -1."""
    g = holding()
    g.apply(card("plexus_densifier", SQUAD))
    assert [g.explain(id, "ARM").value for id in (A, B, C)] == [5, 5, 5]
    assert g.explain(HUNTER, "ARM").value == 2
    assert [c.card for c in g.state.units[SQUAD].cyphers] == ["plexus_densifier"]
    assert "plexus_densifier" not in g.state.players[1].hand + g.state.players[1].discard


@pytest.mark.rule("NM-CYP-11")
def test_they_need_neither_range_nor_sight_nor_a_channelling_model() -> None:
    """No model with Arc Relay, a wall all round, the whole table away."""
    walls = board(
        *(box(f"wall-{y}", "structure", (20.0, y), (12.0, 1.0), 4.0) for y in (5.0, 14.0))
    )
    g = holding(south=("dusk_wolf", "ranger_fire_team", "hunter"), table=walls)
    assert channelers(g.state, 1) == ()
    for id, on in (
        ("force_barrier", SQUAD),
        ("divination_algorithm", HUNTER),
        ("kinetic_accelerator", WOLF),
    ):
        assert g.check(card(id, on))
    assert refused(g, card("force_barrier", SQUAD, WEAVER)).rule == "NM-CYP-11"


# One of each type.


@pytest.mark.rule("NM-CYP-12")
def test_a_second_card_of_a_type_waits_until_the_first_is_gone_and_other_types_may_come() -> None:
    g = holding()
    g.apply(card("force_barrier", SQUAD))
    until(g, "CypherQuestion", 1)
    no = refused(g, card("plexus_densifier", SQUAD))
    assert (no.code, no.rule) == ("one_of_each_type", "NM-CYP-12")
    assert g.check(card("divination_algorithm", SQUAD))
    state = g.state.with_unit(SQUAD, cyphers=())
    assert at_step(replace(state, agenda=()), "cypher").check(card("plexus_densifier", SQUAD))


@pytest.mark.rule("NM-SIL-95")
def test_a_card_on_one_model_counts_for_its_unit_and_a_fury_never_counts() -> None:
    state = begun(SOUTH, ["scourge"], at=EVERYONE, hands={1: ALL})
    lying = state.with_unit(
        SQUAD, cyphers=(CardInPlay("revelation_matrix", 1, "pulse_round", model=A),)
    )
    assert (
        refused(at_step(lying, "cypher"), card("divination_algorithm", SQUAD)).code
        == "one_of_each_type"
    )
    g = at_step(state, "cypher")
    channel(g, "malediction_rubric", WEAVER, SCOURGE, dice(0, 11), dice(0, 3))
    until(g, "CypherQuestion", 1)
    assert g.check(card("pyrokinetic_surge", SCOURGE, WEAVER))


# To the discard pile.


@pytest.mark.rule("NM-CYP-14")
def test_a_card_that_names_no_end_is_discarded_when_its_effects_are_resolved() -> None:
    at = EVERYONE | {SCOURGE: (26.0, 10.0)}
    g = play(SOUTH, ["scourge"], at=at, hands={1: ALL}, step="cypher")
    g.apply(card("aggression_theorem", B))
    assert g.state.players[1].discard == (), "its attack is still to come"
    done(
        g, Attack(player=1, model=B, weapon="battle_rifle", target=SCOURGE), dice(0, 3), dice(0, 3)
    )
    assert g.state.players[1].discard == ("aggression_theorem",)
    g = holding()
    channel(g, "malediction_rubric", WEAVER, SCOURGE, dice(0, 11), dice(0, 3))
    assert g.state.players[1].discard == ("malediction_rubric",), "a Fury that misses too"


@pytest.mark.rule("NM-SIL-96")
def test_a_card_goes_with_the_unit_it_lies_by() -> None:
    g = holding()
    g.apply(card("force_barrier", SQUAD))
    r = Resolution(g.state, g.dice, FRAME_STEPS)
    remove_unit(r, SQUAD, destroyed=False, cause=Cause())
    assert r.state.players[1].discard == ("force_barrier",) and r.state.units[SQUAD].cyphers == ()


@pytest.mark.rule("NM-SIL-97")
def test_each_card_lasts_as_long_as_it_says() -> None:
    """Ascension Catalyst to the end of the turn, Divination Algorithm to the end of the Pulse round."""
    at = EVERYONE | {SCOURGE: (44.0, 44.0)}
    g = play(
        SOUTH,
        ["scourge"],
        at=at,
        hands={1: ("ascension_catalyst", "divination_algorithm")},
        step="cypher",
    )
    g.apply(card("ascension_catalyst", WOLF))
    until(g, "CypherQuestion", 1)
    g.apply(card("divination_algorithm", HUNTER))
    assert g.explain(WOLF, "SPD").value == 7
    until(g, "ChargingQuestion", 2)
    assert g.explain(WOLF, "SPD").value == 5 and "ascension_catalyst" in g.state.players[1].discard
    assert [c.card for c in g.state.units[HUNTER].cyphers] == ["divination_algorithm"]
    while g.state.round == 1:
        go_on(g)
    assert g.state.units[HUNTER].cyphers == ()


# Furies.


@pytest.mark.rule("NM-CYP-15")
@pytest.mark.rule("NM-SIL-36")
def test_without_a_model_with_arc_relay_no_fury_is_played() -> None:
    g = holding(south=("dusk_wolf", "ranger_fire_team", "hunter"))
    for through in (WOLF, "", WEAVER):
        no = refused(g, card("malediction_rubric", SCOURGE, through))
        assert (no.code, no.rule) == ("no_channel", "NM-CYP-15")
    assert not [a for o in g.offers() for a in o.candidates() if isinstance(a, Play) and a.channel]


@pytest.mark.rule("NM-CYP-16")
@pytest.mark.rule("NM-SIL-99")
def test_card_channelling_model_and_target_are_declared_and_a_wrong_one_costs_nothing() -> None:
    g = holding()
    before = g.digest()
    wrong = [
        (card("malediction_rubric", SCOURGE), "no_channel"),
        (card("malediction_rubric", SCOURGE, HUNTER), "no_channel"),
        (card("malediction_rubric", SCOURGE, SCOURGE), "no_channel"),
        (card("malediction_rubric", "", WEAVER), "unknown"),
        (card("malediction_rubric", HUNTER, WEAVER), "friendly_target"),
        (card("null_collider", SCOURGE, WEAVER), "not_in_hand"),
        (card("no_card", SCOURGE, WEAVER), "not_in_hand"),
    ]
    for action, code in wrong:
        assert refused(g, action).code == code, action
    assert g.digest() == before and "malediction_rubric" in g.state.players[1].hand


@pytest.mark.rule("NM-CYP-17")
@pytest.mark.rule("NM-SIL-99")
@pytest.mark.rule("NM-EXM-27")
def test_a_furys_range_is_the_channelling_models_arc_relay() -> None:
    """The Coalition Weaver's Arc Relay [10]: a Scourge at 10.00" and at 10.01"."""
    for apart, legal in ((9.99, True), (10.0, True), (10.01, False)):
        at = {WEAVER: (10.0, 20.0), SCOURGE: (10 + SMALL + LARGE + apart, 20.0)}
        g = play(
            ["coalition_weaver"],
            ["scourge"],
            at=at,
            hands={1: ["pyrokinetic_surge"]},
            step="cypher",
        )
        assert bool(g.check(card("pyrokinetic_surge", SCOURGE, WEAVER))) == legal
    no = refused(g, card("pyrokinetic_surge", SCOURGE, WEAVER))
    assert (no.code, no.rule) == ("out_of_range", "NM-CYP-17")
    assert g.state.players[1].hand == ("pyrokinetic_surge",)


@pytest.mark.rule("NM-CYP-18")
def test_the_channelling_model_must_see_the_target() -> None:
    wall = board(box("wall", "structure", (38.0, 13.0), (6.0, 0.5), 4.0))
    no = refused(holding(table=wall), card("malediction_rubric", SCOURGE, WEAVER))
    assert (no.code, no.rule) == ("no_sight", "NM-CYP-18")


@pytest.mark.rule("NM-CYP-07")
@pytest.mark.rule("NM-CYP-19")
@pytest.mark.rule("NM-CYP-20")
@pytest.mark.rule("NM-CYP-21")
@pytest.mark.rule("NM-STA-05")
@pytest.mark.rule("NM-SIL-98")
@pytest.mark.parametrize("on_wolf", [0, 2, 3])
def test_a_fury_rolls_foc_and_the_arc_in_the_well_then_pow_and_the_excess(on_wolf: int) -> None:
    g = holding(arc={WOLF: on_wolf, HUNTER: 1})
    well = 7 - on_wolf - 1
    happened = channel(
        g, "malediction_rubric", WEAVER, SCOURGE, dice(3, 4 + well), dice(1, 3), dice(4, 6)
    )
    assert pools(happened) == [("attack", 4, well), ("defence", 3, 0), ("damage", 4, 2)]
    assert rollers(happened) == [(1, "attack"), (2, "defence"), (1, "damage")]
    assert damage(happened) == [(SCOURGE, 1)] and g.state.players[1].well == well, "it costs no Arc"


@pytest.mark.rule("NM-ARC-12")
def test_arc_on_the_channelling_model_gives_no_power_die() -> None:
    g = holding(arc={WEAVER: 1})
    assert pools(channel(g, "malediction_rubric", WEAVER, SCOURGE, dice(0, 10), dice(0, 3)))[0] == (
        "attack",
        4,
        6,
    )


@pytest.mark.rule("NM-CYP-20")
def test_flight_is_no_help_against_a_fury() -> None:
    at = {WEAVER: (10.0, 20.0), NEMESIS: (16.0, 20.0)}
    g = play(
        ["coalition_weaver"], ["nemesis"], at=at, hands={1: ["malediction_rubric"]}, step="cypher"
    )
    assert pools(channel(g, "malediction_rubric", WEAVER, NEMESIS, dice(0, 11), dice(0, 3)))[1] == (
        "defence",
        3,
        0,
    )


@pytest.mark.rule("NM-CYP-22")
@pytest.mark.rule("NM-SIL-100")
def test_channelling_is_neither_activation_nor_attack_of_the_model() -> None:
    """With a token it channels; without one it gets none, and activates and attacks afterwards."""
    g = holding(tokens=[WEAVER, WOLF])
    assert g.check(card("malediction_rubric", SCOURGE, WEAVER))
    at = {WEAVER: (10.0, 20.0), SCOURGE: (16.0, 20.0)}
    g = play(
        ["coalition_weaver"], ["scourge"], at=at, hands={1: ["malediction_rubric"]}, step="cypher"
    )
    channel(g, "malediction_rubric", WEAVER, SCOURGE, dice(0, 11), dice(0, 3))
    assert not g.state.units[WEAVER].token
    g.apply(Activate(player=1, unit=WEAVER))
    assert g.check(Attack(player=1, model=WEAVER, weapon="handgun", target=SCOURGE))


@pytest.mark.rule("NM-SIL-100")
def test_a_model_without_foc_does_not_channel() -> None:
    state = with_abilities(
        begun(SOUTH, ["scourge"], at=EVERYONE, hands={1: ALL}), HUNTER, "arc_relay_10"
    )
    assert channelers(state, 1) == (WEAVER,)


@pytest.mark.rule("NM-CYP-23")
def test_a_fury_at_a_void_gate_and_one_for_models_of_units_only() -> None:
    """Pyrokinetic Surge names a model; Malediction Rubric a unit's model."""
    at = {WEAVER: (10.0, 20.0), SCOURGE: (30.0, 30.0)}
    hands = {1: ["pyrokinetic_surge", "malediction_rubric"]}
    g = play(
        ["coalition_weaver"],
        ["scourge"],
        at=at,
        hands=hands,
        gates={GATE: ((16.0, 20.0), 2)},
        step="cypher",
    )
    assert refused(g, card("malediction_rubric", GATE, WEAVER)).code == "wrong_target"
    happened = channel(g, "pyrokinetic_surge", WEAVER, GATE, dice(3, 11), dice(1, 3), dice(5, 5))
    assert pools(happened)[1:] == [("defence", 3, 0), ("damage", 3, 2)]
    assert g.state.gates[GATE].arc == 1 and g.state.gates[GATE].effects == ("fire",)


@pytest.mark.rule("NM-SIL-101")
def test_a_fury_with_blast_blasts_with_the_cards_pow_and_types_on_hit_and_on_miss() -> None:
    at = {
        WEAVER: (10.0, 20.0),
        SCOURGE: (16.0, 20.0),
        f"{REAVERS}.a": (16.0, 20 + LARGE + SMALL + 1.0),
    }
    north = ["scourge", "vassal_reavers"]
    hands = {1: ["instability_equation"]}
    g = play(["coalition_weaver"], north, at=at, hands=hands, step="cypher")
    happened = channel(
        g, "instability_equation", WEAVER, SCOURGE, dice(1, 11), dice(0, 3), dice(0, 5), dice(2, 4)
    )
    assert pools(happened)[2:] == [("damage", 4, 1), ("blast damage", 4, 0)]
    assert damage(happened) == [(SCOURGE, 0), (f"{REAVERS}.a", 1)]
    g = play(["coalition_weaver"], north, at=at, hands=hands, step="cypher")
    happened = channel(
        g, "instability_equation", WEAVER, SCOURGE, dice(0, 11), dice(0, 3), dice(4, 4)
    )
    assert damage(happened) == [(SCOURGE, 1)]


@pytest.mark.rule("NM-CYP-21")
@pytest.mark.rule("NM-ATK-17")
def test_a_fury_without_pow_hits_without_a_damage_roll() -> None:
    at = {WEAVER: (10.0, 20.0), SCOURGE: (16.0, 20.0)}
    g = play(["coalition_weaver"], ["scourge"], at=at, hands={1: ["cryo_lock"]}, step="cypher")
    happened = channel(g, "cryo_lock", WEAVER, SCOURGE, dice(1, 11), dice(0, 3))
    assert (
        told(happened, events.Hit)
        and not told(happened, events.Damaged)
        and g.state.units[SCOURGE].token
    )


@pytest.mark.rule("NM-CYP-04")
def test_one_card_or_none_at_a_step() -> None:
    g = holding()
    g.apply(Pass(player=1))
    assert refused(g, card("force_barrier", SQUAD)).code == "not_now"
