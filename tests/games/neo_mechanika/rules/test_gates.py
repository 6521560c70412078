"""Placing void gates."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.playing import (
    NO_OBJECTIVES,
    arc_total,
    asked,
    board,
    play,
    refused,
    until,
)
from tests.table.building import box
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules.actions import Deploy, Pass, PlaceGate, Point, Recall
from wc3d.games.neo_mechanika.rules.events import GatePlaced
from wc3d.games.neo_mechanika.rules.missions.book_missions import ObjectivePlan
from wc3d.games.neo_mechanika.rules.turn import gates

SMALL = 15 / 25.4
LARGE = 25 / 25.4
WOLF = "1.dusk_wolf.1"
SQUAD = "1.ranger_fire_team.1"
SOLO = "1.hunter.1"
FANG = "1.artemis_fang.1"
UNITS = ("dusk_wolf", "ranger_fire_team", "hunter", "artemis_fang")

PALADINS = ("paladin_annihilators", "paladin_enforcers", "firebrand")


def place(arc: int = 1, at: Point = (20.0, 3.0), nominee: str = "") -> PlaceGate:
    """Player 1 places a gate."""
    return PlaceGate(player=1, at=at, arc=arc, nominee=nominee)


def gate_step(**more: Any) -> Game:
    """Step 7 of player 1's turn, with a hunter, a squad and a warjack in the middle of the table."""
    at = {
        WOLF: (10.0, 20.0),
        SOLO: (30.0, 20.0),
        f"{SQUAD}.a": (40.0, 20.0),
        f"{SQUAD}.b": (42.0, 20.0),
    }
    return play(UNITS, at=at, step="gate", **more)


# Placing a gate


@pytest.mark.rule("NM-GAT-02")
@pytest.mark.rule("NM-TRN-10")
@pytest.mark.rule("NM-SIL-42")
def test_one_gate_is_placed_in_step_seven_also_when_nothing_was_deployed() -> None:
    g = play(UNITS, at={SOLO: (30.0, 20.0)}, step="deployment")
    g.apply(Pass(player=1))
    assert asked(g) == "GateQuestion" and g.state.phase == 7
    g.apply(place(2))
    assert g.state.gates["1.gate.1"].at == (20.0, 3.0, 0.0) and g.to_act == 2
    g = play(UNITS, at={SOLO: (30.0, 20.0)}, step="deployment")
    g.apply(Recall(player=1, unit=SOLO))
    assert asked(g) == "GateQuestion", "after a recall, too"
    g.apply(Pass(player=1))
    assert not g.state.gates


@pytest.mark.rule("NM-GAT-03")
def test_within_five_inches_of_the_own_edge() -> None:
    g = gate_step()
    assert g.check(place(at=(20.0, 5 + SMALL)))
    far = refused(g, place(at=(20.0, 5.01 + SMALL)))
    assert (far.code, far.rule) == ("too_far", "NM-GAT-03")
    assert '5.001"' in refused(g, place(at=(20.0, 5.001 + SMALL))).text, (
        "as exactly as one needs to see that it is too far"
    )
    assert refused(g, place(at=(20.0, 45.0))).code == "too_far"
    north = play(UNITS, at={SOLO: (30.0, 20.0)}, step="gate", player=2)
    assert north.check(PlaceGate(player=2, at=(20.0, 45.0), arc=1))
    assert not north.check(PlaceGate(player=2, at=(20.0, 3.0), arc=1))


@pytest.mark.rule("NM-GAT-04")
@pytest.mark.rule("NM-SIL-105")
@pytest.mark.rule("NM-SIL-106")
def test_within_five_inches_of_a_nominated_warrior() -> None:
    reach = 5 + 2 * SMALL
    g = gate_step()
    assert g.check(place(at=(30.0, 20 + reach), nominee=SOLO))
    far = refused(g, place(at=(30.0, 20.01 + reach), nominee=SOLO))
    assert (far.code, far.rule) == ("too_far", "NM-GAT-04")
    assert g.check(place(at=(42.0, 20 + reach), nominee=f"{SQUAD}.b")), "any model of a squad"
    jack = refused(g, place(at=(12.0, 24.0), nominee=WOLF))
    assert (jack.code, jack.rule) == ("not_a_warrior", "NM-GAT-04")
    assert gate_step(tokens=[SOLO]).check(place(at=(30.0, 24.0), nominee=SOLO)), "tokened or not"


@pytest.mark.rule("NM-SIL-106")
def test_an_attachment_can_be_nominated() -> None:
    squad = "2.paladin_enforcers.1"
    aegis = "2.paladin_aegis.1"
    g = play(
        ("hunter",),
        PALADINS,
        attachments=((), ("paladin_aegis",)),
        joined={squad: [aegis]},
        at={f"{squad}.a": (10.0, 20.0), aegis: (30.0, 20.0)},
        step="gate",
        player=2,
    )
    assert g.check(PlaceGate(player=2, at=(34.0, 20.0), arc=1, nominee=aegis))


@pytest.mark.rule("NM-SIL-105")
def test_it_stands_on_roofs_behind_walls_and_near_enemies_but_not_in_anything() -> None:
    roof = box("roof", "structure", (33, 20), (3, 3), 2.0)
    wall = box("wall", "structure", (30, 23), (6, 0.5), 6.0)
    at = {SOLO: (30.0, 20.0), "2.scourge.1": (26.0, 20.0)}
    g = play(UNITS, at=at, table=board(roof, wall), step="gate")
    assert g.check(place(at=(33.0, 20.0), nominee=SOLO)).evidence[2] == 2.0
    assert g.check(place(at=(30.0, 24.5), nominee=SOLO)), "no line of sight is asked for"
    assert g.check(place(at=(26.0, 20 + LARGE + SMALL), nominee=SOLO)), "touching an enemy"
    assert refused(g, place(at=(26.0, 21.0), nominee=SOLO)).code == "cannot_stand"
    assert refused(g, place(at=(33.0, 20.0, 1.0), nominee=SOLO)).code == "cannot_stand"
    assert refused(g, place(at=(20.0, 0.3))).code == "off_table"
    assert refused(g, place(at=(-4.0, 3.0))).code == "off_table"


@pytest.mark.rule("NM-SIL-105")
def test_five_inches_from_the_nominee_are_counted_in_three_dimensions() -> None:
    roof = box("roof", "structure", (34, 20), (4, 4), 4.0)
    g = play(UNITS, at={SOLO: (30.0, 20.0)}, table=board(roof), step="gate")
    assert g.check(place(at=(33.0, 20.0), nominee=SOLO))
    assert refused(g, place(at=(34.9, 20.0), nominee=SOLO)).code == "too_far", (
        '3.7" along and 4" up'
    )


@pytest.mark.rule("NM-SIL-105")
def test_a_gate_may_stand_beside_an_objective() -> None:
    token = ObjectivePlan("relay", "Relay", "relay", (20.0, 3.0))
    g = gate_step(mission=replace(NO_OBJECTIVES, objectives=(token,)))
    assert g.check(place(at=(21.0, 3.0)))


@pytest.mark.rule("NM-GAT-05")
def test_a_model_deployed_this_turn_cannot_be_nominated() -> None:
    g = play(UNITS, gates={"1.gate.1": ((20.0, 20.0), 2)}, step="deployment")
    g.apply(Deploy(player=1, unit=SOLO, gate="1.gate.1", places={SOLO: (21.8, 20.0)}))
    g.apply(Pass(player=1))
    no = refused(g, place(at=(24.0, 20.0), nominee=SOLO))
    assert (no.code, no.rule) == ("deployed_this_turn", "NM-GAT-05")
    until(g, "GateQuestion", player=2)
    until(g, "GateQuestion", player=1)
    assert g.check(place(at=(24.0, 20.0), nominee=SOLO)), "the turn after it can"


@pytest.mark.rule("NM-GAT-06")
@pytest.mark.rule("NM-SIL-104")
def test_it_is_charged_with_one_to_five_arc_from_the_well() -> None:
    g = gate_step()
    assert [bool(g.check(place(arc))) for arc in (-1, 0, 1, 5, 6, 7)] == [
        False,
        False,
        True,
        True,
        False,
        False,
    ]
    assert refused(g, place(0)).rule == "NM-GAT-06"
    happened = g.apply(place(5))
    placed = next(e for e in happened if isinstance(e, GatePlaced))
    assert placed.gate.arc == 5 and g.state.players[1].well == 2 and arc_total(g.state, 1) == 7


@pytest.mark.rule("NM-GAT-06")
def test_with_an_empty_well_none_is_placed_and_with_little_arc_only_that() -> None:
    g = gate_step(gates={"1.gate.1": ((3.0, 3.0), 5)})
    assert refused(g, place(3)).code == "well_empty" and g.check(place(2))
    g = gate_step(gates={"1.gate.1": ((3.0, 3.0), 5)}, arc={WOLF: 2})
    assert g.to_act == 2, "nothing is asked: everyone sees that the well is empty"


@pytest.mark.rule("NM-GAT-01")
@pytest.mark.rule("NM-SIL-103")
def test_no_third_gate() -> None:
    two = {"1.gate.1": ((3.0, 3.0), 1), "1.gate.2": ((6.0, 3.0), 1), "2.gate.1": ((6.0, 45.0), 1)}
    g = gate_step(gates=two)
    assert g.to_act == 2
    verdict = gates.check_place_gate(g.state, gates.GateQuestion(player=1), place())
    assert (verdict.code, verdict.rule) == ("two_gates", "NM-GAT-01")


@pytest.mark.rule("NM-GAT-07")
def test_a_gate_stays_where_it_is() -> None:
    g = gate_step()
    g.apply(place(3))
    where = g.state.gates["1.gate.1"].at
    until(g, "GateQuestion", player=2)
    until(g, "GateQuestion", player=1)
    assert g.state.gates["1.gate.1"].at == where and g.state.gates["1.gate.1"].arc == 3


@pytest.mark.rule("NM-GAT-04")
@pytest.mark.parametrize(
    ("nominee", "code"),
    [
        ("1.nobody.1", "unknown"),
        ("2.scourge.1", "not_yours"),
        (FANG, "not_in_play"),
        (f"{SQUAD}.c", "not_in_play"),
    ],
)
def test_who_cannot_be_nominated(nominee: str, code: str) -> None:
    g = gate_step()
    assert refused(g, place(at=(30.0, 24.0), nominee=nominee)).code == code


@pytest.mark.program("offers agree with what is checked")
def test_offered_gates_can_be_placed() -> None:
    g = gate_step()
    offer = next(o for o in g.offers() if o.type == "place_gate")
    listed = list(offer.candidates())
    assert {a.nominee for a in listed} == {"", SOLO, f"{SQUAD}.a", f"{SQUAD}.b"}  # type: ignore[attr-defined]
    rng = random.Random(2)
    sampled = [offer.sample(rng) for _ in range(30)]
    assert all(a is not None and g.check(a) for a in sampled)
