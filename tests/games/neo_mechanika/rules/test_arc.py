"""Arc: the well, limits, charging and clearing."""

from __future__ import annotations

import random

import pytest

from tests.games.neo_mechanika.rules.playing import (
    arc_total,
    asked,
    at_step,
    begun,
    play,
    refused,
    until,
)
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import SeededDice
from wc3d.games.neo_mechanika.rules import arc
from wc3d.games.neo_mechanika.rules.actions import Charge, Clear, Pass, Recall
from wc3d.games.neo_mechanika.rules.agenda_frames import Cause
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.events import Charged, Cleared, GateCollapsed
from wc3d.games.neo_mechanika.rules.moving.removal import destroy_model
from wc3d.games.neo_mechanika.rules.state import State

WOLF = "1.dusk_wolf.1"
SQUAD = "1.ranger_fire_team.1"
SOLO = "1.hunter.1"
TRIO = {f"{SQUAD}.a": (20.0, 10.0), f"{SQUAD}.b": (22.0, 10.0), f"{SQUAD}.c": (24.0, 10.0)}
EVERYONE = {WOLF: (10.0, 10.0), SOLO: (30.0, 10.0), **TRIO, "2.scourge.1": (10.0, 40.0)}
UNITS = ("dusk_wolf", "ranger_fire_team", "hunter")


def resolution(state: State) -> Resolution:
    """Something that happens in a state, for effects."""
    return Resolution(state, SeededDice(1), FRAME_STEPS)


@pytest.mark.rule("NM-ARC-02")
@pytest.mark.rule("NM-ARC-03")
def test_charging_moves_one_arc_from_the_well() -> None:
    g = play(UNITS, at=EVERYONE)
    assert not g.state.units[WOLF].is_charged
    g.apply(Charge(player=1, on=WOLF))
    assert g.state.units[WOLF].arc == 1 and g.state.units[WOLF].is_charged
    assert g.state.players[1].well == 6


@pytest.mark.rule("NM-ARC-02")
def test_from_an_empty_well_nothing_is_charged() -> None:
    g = play(UNITS, at=EVERYONE, arc={WOLF: 2}, gates={"1.gate.1": ((40, 10), 5)})
    assert g.state.players[1].well == 0
    no = refused(g, Charge(player=1, on=WOLF))
    assert (no.code, no.rule) == ("well_empty", "NM-ARC-02")


@pytest.mark.rule("NM-ARC-07")
@pytest.mark.rule("NM-SIL-44")
@pytest.mark.parametrize(("id", "most"), [(WOLF, 3), (SQUAD, 1), (SOLO, 1), ("1.gate.1", 5)])
def test_nothing_is_charged_beyond_its_limit(id: str, most: int) -> None:
    def at(amount: int) -> State:
        if id == "1.gate.1":
            return begun(UNITS, at=EVERYONE, gates={id: ((40, 10), amount)})
        return begun(UNITS, at=EVERYONE, arc={id: amount})

    assert arc.arc_limit(at(most), id) == most
    assert at_step(at(most - 1)).check(Charge(player=1, on=id))
    no = refused(at_step(at(most)), Charge(player=1, on=id))
    assert (no.code, no.rule) == ("at_limit", "NM-ARC-07")


@pytest.mark.rule("NM-SIL-44")
def test_an_effect_gives_only_what_the_limit_and_the_well_allow() -> None:
    r = resolution(begun(UNITS, at=EVERYONE, arc={WOLF: 1}))
    assert arc.gain_arc(r, WOLF, 5, "an effect") == 2
    assert r.state.units[WOLF].arc == 3 and r.state.players[1].well == 4
    assert arc.gain_arc(r, WOLF, 1, "an effect") == 0
    assert [e for e in r.events if isinstance(e, Charged)] == [Charged(WOLF, 2, "an effect")]
    r = resolution(begun(UNITS, at=EVERYONE, arc={SQUAD: 1}, gates={"1.gate.1": ((40, 10), 5)}))
    assert arc.gain_arc(r, WOLF, 3, "an effect") == 1 and r.state.players[1].well == 0


@pytest.mark.rule("NM-ARC-04")
def test_cleared_arc_is_in_its_owners_well() -> None:
    r = resolution(begun(UNITS, at=EVERYONE, arc={WOLF: 2, "2.scourge.1": 1}))
    assert arc.clear_arc(r, WOLF, 1, "an effect") == 1
    assert arc.clear_arc(r, "2.scourge.1", 4, "an effect") == 1, "no more than there is"
    assert arc.clear_arc(r, "2.scourge.1", 1, "an effect") == 0
    assert [r.state.players[p].well for p in (1, 2)] == [6, 7]
    assert len([e for e in r.events if isinstance(e, Cleared)]) == 2


@pytest.mark.rule("NM-ARC-05")
def test_a_destroyed_units_arc_is_cleared() -> None:
    r = resolution(begun(UNITS, at=EVERYONE, arc={WOLF: 3}))
    destroy_model(r, WOLF, Cause(2, "2.scourge.1", "melee"))
    assert r.state.units[WOLF].arc == 0 and r.state.players[1].well == 7


@pytest.mark.rule("NM-ARC-06")
def test_a_recalled_units_arc_is_cleared() -> None:
    g = play(UNITS, at=EVERYONE, arc={WOLF: 3}, step="deployment")
    g.apply(Recall(player=1, unit=WOLF))
    assert g.state.units[WOLF].arc == 0 and g.state.players[1].well == 7


@pytest.mark.rule("NM-ARC-14")
@pytest.mark.rule("NM-SIL-45")
@pytest.mark.rule("NM-GAT-10")
def test_a_gate_may_be_cleared_to_nothing_and_collapses_and_a_new_one_placed() -> None:
    g = play(UNITS, at=EVERYONE, gates={"1.gate.1": ((40, 10), 3), "1.gate.2": ((44, 10), 4)})
    happened = g.apply(Clear(player=1, arc={"1.gate.1": 3, "1.gate.2": 1}))
    assert GateCollapsed("1.gate.1") in happened
    assert list(g.state.gates) == ["1.gate.2"] and g.state.players[1].well == 4
    until(g, "GateQuestion")
    g.apply(next(a for o in g.offers() if o.type == "place_gate" for a in o.candidates()))
    assert set(g.state.gates) == {"1.gate.2", "1.gate.3"}, "no id is used twice"


@pytest.mark.rule("NM-TRN-03")
def test_step_two_is_one_charge_or_any_clearing_and_never_both() -> None:
    g = play(UNITS, at=EVERYONE, arc={WOLF: 2, SQUAD: 1})
    assert {o.type for o in g.offers()} == {"charge", "clear", "pass"}
    g.apply(Clear(player=1, arc={WOLF: 2, SQUAD: 1}))
    assert g.state.players[1].well == 7 and asked(g) != "ChargingQuestion"
    g.undo()
    g.apply(Charge(player=1, on=WOLF))
    assert g.state.units[WOLF].arc == 3 and asked(g) != "ChargingQuestion"
    g.undo()
    g.apply(Pass(player=1))
    assert g.state.players[1].well == 4 and g.state.phase > 2


@pytest.mark.rule("NM-TRN-14")
def test_arc_freed_in_step_two_can_be_used_in_step_seven() -> None:
    g = play(UNITS, at=EVERYONE, arc={WOLF: 2}, gates={"1.gate.1": ((40, 10), 5)})
    g.apply(Clear(player=1, arc={WOLF: 2}))
    until(g, "GateQuestion")
    offered = [a for o in g.offers() if o.type == "place_gate" for a in o.candidates()]
    assert {a.arc for a in offered} == {1, 2}  # type: ignore[attr-defined]


@pytest.mark.rule("NM-TRN-03")
@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Charge(player=1, on="1.dusk_wolf.9"), "unknown"),
        (Charge(player=1, on=f"{SQUAD}.a"), "unknown"),
        (Charge(player=1, on="2.scourge.1"), "not_yours"),
        (Charge(player=1, on="1.grafter.1"), "not_in_play"),
        (Clear(player=1, arc={}), "nothing_named"),
        (Clear(player=1, arc={WOLF: 0}), "not_so_much_arc"),
        (Clear(player=1, arc={WOLF: -1}), "not_so_much_arc"),
        (Clear(player=1, arc={WOLF: 3}), "not_so_much_arc"),
        (Clear(player=1, arc={WOLF: 1, SQUAD: 1}), "not_so_much_arc"),
        (Clear(player=1, arc={"2.gate.1": 1}), "not_yours"),
        (Clear(player=1, arc={"nothing": 1}), "unknown"),
    ],
)
def test_what_cannot_be_charged_or_cleared(action: Charge | Clear, code: str) -> None:
    g = play((*UNITS, "grafter"), at=EVERYONE, arc={WOLF: 2}, gates={"2.gate.1": ((40, 40), 5)})
    before = g.digest()
    assert refused(g, action).code == code
    assert g.digest() == before


@pytest.mark.program("how something is told")
def test_it_is_told_how_much_can_be_cleared() -> None:
    g = play(UNITS, at=EVERYONE, arc={WOLF: 2})
    assert (
        refused(g, Clear(player=1, arc={WOLF: 0})).text
        == "Dusk Wolf has 2 Arc: you can clear 1 to 2, not 0"
    )
    assert refused(g, Clear(player=1, arc={SQUAD: 1})).text.endswith("has 0 Arc: nothing to clear")


@pytest.mark.rule("NM-TRN-13")
def test_the_other_player_is_not_asked() -> None:
    g = play(UNITS, at=EVERYONE)
    assert not g.check(Charge(player=2, on="2.scourge.1"))


@pytest.mark.rule("NM-ARC-01")
@pytest.mark.parametrize("seed", range(6))
def test_a_players_arc_is_always_seven_in_all(seed: int) -> None:
    g = play(
        (*UNITS, "strike_raptor", "combat_engineer"),
        ("scourge", "grafter", "vassal_reavers"),
        at={**EVERYONE, "2.scourge.1": (12.0, 14.0)},
        arc={WOLF: 1, "2.scourge.1": 3},
        gates={"1.gate.1": ((40, 10), 4), "2.gate.1": ((40, 40), 2)},
    )
    rng = random.Random(seed)
    for _ in range(120):
        offers = list(g.offers())
        rng.shuffle(offers)
        action = next((a for o in offers if (a := o.sample(rng)) is not None), None)
        if action is None:
            break
        g.apply(action)
        assert [arc_total(g.state, p) for p in (1, 2)] == [7, 7], action
        assert all(
            g.state.arc_on(id) <= arc.arc_limit(g.state, id)
            for p in (1, 2)
            for id in arc.arc_holders(g.state, p)
        )
    assert g.state.turn > 2
