"""Deploying through void gates, recalling, and squads with their attachments."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.playing import (
    NO_OBJECTIVES,
    asked,
    at_step,
    begun,
    board,
    play,
    refused,
    until,
)
from tests.table.building import at, box
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules.abilities.stats import current_stat
from wc3d.games.neo_mechanika.rules.actions import Deploy, Pass, PlaceGate, Point, Recall
from wc3d.games.neo_mechanika.rules.agenda_frames import Cause
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.events import Cleared, GateCollapsed, UnitDeployed
from wc3d.games.neo_mechanika.rules.missions.book_missions import ObjectivePlan
from wc3d.games.neo_mechanika.rules.moving.removal import destroy_model
from wc3d.games.neo_mechanika.rules.state import CardInPlay, State, Where
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

SMALL = 15 / 25.4
LARGE = 25 / 25.4
WOLF = "1.dusk_wolf.1"
SQUAD = "1.ranger_fire_team.1"
SOLO = "1.hunter.1"
FANG = "1.artemis_fang.1"
UNITS = ("dusk_wolf", "ranger_fire_team", "hunter", "artemis_fang")
GATE = {"1.gate.1": ((20.0, 20.0), 5)}
PALADINS = ("paladin_annihilators", "paladin_enforcers", "firebrand")


def squad_at(x: float, y: float, squad: str = SQUAD) -> dict[str, tuple[float, float]]:
    """A squad of three, side by side, the first in the middle."""
    return {f"{squad}.a": (x, y), f"{squad}.b": (x + 1.3, y), f"{squad}.c": (x - 1.3, y)}


def by_gate(gap: float, radius: float) -> tuple[float, float]:
    """A place east of a gate at (20, 20), so far from base to base."""
    return 20.0 + SMALL + radius + gap, 20.0


# Deploying


def deploy(
    unit: str,
    places: dict[str, Any],
    gate: str = "1.gate.1",
    attachments: tuple[str, ...] = (),
    player: int = 1,
) -> Deploy:
    """A unit comes through a gate."""
    return Deploy(player=player, unit=unit, gate=gate, places=places, attachments=attachments)


def deployment_step(**more: Any) -> Game:
    """Step 6 of player 1's turn with a gate of 5 Arc at (20, 20)."""
    return play(UNITS, gates=more.pop("gates", GATE), step="deployment", **more)


@pytest.mark.rule("NM-EXM-29")
@pytest.mark.rule("NM-GAT-21")
@pytest.mark.rule("NM-SIL-108")
@pytest.mark.rule("NM-GAT-10")
def test_a_gate_of_five_brings_units_of_two_and_three_and_collapses_when_both_are_placed() -> None:
    g = play(
        ("dusk_wolf",),
        PALADINS,
        attachments=((), ("paladin_aegis",)),
        gates={"2.gate.1": ((20.0, 20.0), 5)},
        step="deployment",
        player=2,
    )
    squad = "2.paladin_enforcers.1"
    aegis = "2.paladin_aegis.1"
    places = {**squad_at(20, 18.6, squad), aegis: (20.0, 17.3)}
    g.apply(deploy(squad, places, "2.gate.1", (aegis,), 2))
    assert g.state.gates["2.gate.1"].arc == 2 and g.state.players[2].well == 5
    on_the_gate = refused(
        g, deploy("2.firebrand.1", {"2.firebrand.1": (20.5, 20.5)}, "2.gate.1", player=2)
    )
    assert on_the_gate.code == "cannot_stand"
    happened = g.apply(
        deploy("2.firebrand.1", {"2.firebrand.1": (20.0, 22.0)}, "2.gate.1", player=2)
    )
    assert [type(e) for e in happened[:3]] == [Cleared, UnitDeployed, GateCollapsed]
    assert g.state.players[2].well == 7 and not g.state.gates


@pytest.mark.rule("NM-SIL-108")
def test_an_emptied_gate_stays_until_the_step_ends() -> None:
    two = {"1.gate.1": ((20.0, 20.0), 2), "1.gate.2": ((30.0, 20.0), 2)}
    g = deployment_step(gates=two)
    g.apply(deploy(WOLF, {WOLF: by_gate(0.5, LARGE)}))
    assert g.state.gates["1.gate.1"].arc == 0 and asked(g) == "DeploymentQuestion"
    assert refused(g, deploy(SOLO, {SOLO: (20.3, 20.3)}, "1.gate.2")).code == "cannot_stand"
    happened = g.apply(Pass(player=1))
    assert GateCollapsed("1.gate.1") in happened and list(g.state.gates) == ["1.gate.2"]


@pytest.mark.rule("NM-EXM-29")
@pytest.mark.rule("NM-GAT-14")
@pytest.mark.rule("NM-GAT-15")
def test_two_gates_never_share_a_cost_and_the_well_pays_nothing() -> None:
    raptor = "1.strike_raptor.1"
    g = play(
        ("strike_raptor", "hunter"),
        gates={"1.gate.1": ((20.0, 20.0), 2), "1.gate.2": ((24.0, 20.0), 2)},
        step="deployment",
    )
    assert g.state.players[1].well == 3
    no = refused(g, deploy(raptor, {raptor: (22.0, 20.0)}))
    assert (no.code, no.rule) == ("too_dear", "NM-GAT-14")


@pytest.mark.rule("NM-EXM-30")
@pytest.mark.rule("NM-TRN-14")
def test_arc_freed_by_deploying_charges_the_gate_of_the_same_turn() -> None:
    squad = "2.paladin_enforcers.1"
    aegis = "2.paladin_aegis.1"
    g = play(
        ("dusk_wolf",),
        PALADINS,
        attachments=((), ("paladin_aegis",)),
        at={"2.firebrand.1": (40.0, 40.0)},
        arc={"2.firebrand.1": 3},
        gates={"2.gate.1": ((20.0, 20.0), 3), "2.gate.2": ((30.0, 20.0), 1)},
        step="deployment",
        player=2,
    )
    assert g.state.players[2].well == 0
    g.apply(
        deploy(squad, {**squad_at(20, 18.6, squad), aegis: (20.0, 17.3)}, "2.gate.1", (aegis,), 2)
    )
    assert asked(g) == "GateQuestion" and g.state.players[2].well == 3
    offered = {arc for arc in range(8) if g.check(PlaceGate(player=2, at=(20.0, 45.0), arc=arc))}
    assert offered == {1, 2, 3}


@pytest.mark.rule("NM-GAT-12")
@pytest.mark.rule("NM-TRN-09")
def test_any_number_is_deployed_or_one_unit_recalled_never_both() -> None:
    g = deployment_step(at={FANG: (40.0, 40.0)})
    assert {o.type for o in g.offers()} == {"deploy", "recall", "pass"}
    g.apply(deploy(WOLF, {WOLF: by_gate(0.5, LARGE)}))
    g.apply(deploy(SOLO, {SOLO: (20.0, 18.0)}))
    no = refused(g, Recall(player=1, unit=FANG))
    assert (no.code, no.rule) == ("already_deployed", "NM-GAT-12")
    g.apply(deploy(SQUAD, squad_at(20, 21.9)))
    assert len(list(g.state.units_in_play(1))) == 4
    g = deployment_step(at={FANG: (40.0, 40.0), SOLO: (42.0, 40.0)})
    g.apply(Recall(player=1, unit=FANG))
    assert asked(g) != "DeploymentQuestion", "one unit, and the step is over"
    g = deployment_step(at={FANG: (40.0, 40.0)})
    g.apply(Pass(player=1))
    assert g.state.units[FANG].is_in_play and asked(g) != "DeploymentQuestion"


@pytest.mark.rule("NM-GAT-13")
@pytest.mark.parametrize(
    ("action", "code"),
    [
        (deploy("1.dusk_wolf.9", {"1.dusk_wolf.9": (20.0, 22.0)}), "unknown"),
        (deploy(f"{SQUAD}.a", {f"{SQUAD}.a": (20.0, 22.0)}), "unknown"),
        (deploy("2.scourge.1", {"2.scourge.1": (20.0, 22.0)}), "not_yours"),
        (deploy(FANG, {FANG: (20.0, 22.0)}), "not_in_reserve"),
        (deploy(WOLF, {WOLF: (20.0, 22.0)}, "1.gate.7"), "unknown"),
        (deploy(WOLF, {WOLF: (20.0, 22.0)}, ""), "unknown"),
        (deploy(WOLF, {WOLF: (30.0, 32.0)}, "2.gate.1"), "not_yours"),
        (deploy(WOLF, {}), "missing_place"),
        (deploy(WOLF, {WOLF: (20.0, 22.0), SOLO: (22.0, 22.0)}), "unknown"),
        (deploy(WOLF, {WOLF: (20.0, 22.0)}, attachments=("1.raker.1",)), "unknown"),
        (deploy(WOLF, {WOLF: (20.0, 22.0)}, attachments=(SOLO,)), "not_yours"),
        (deploy(WOLF, {WOLF: (200.0, 22.0)}), "off_table"),
        (deploy(WOLF, {WOLF: (20.0, 22.0, 3.0)}), "cannot_stand"),
    ],
)
def test_only_own_reserves_through_own_gates(action: Deploy, code: str) -> None:
    g = deployment_step(at={FANG: (40.0, 40.0)}, gates={**GATE, "2.gate.1": ((30.0, 30.0), 4)})
    before = g.digest()
    assert refused(g, action).code == code
    assert g.digest() == before


@pytest.mark.program("how input is read or refused")
def test_a_place_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        deploy(WOLF, {WOLF: (float("nan"), 22.0)})
    with pytest.raises(ValueError, match="finite"):
        PlaceGate(player=1, at=(float("inf"), 3.0), arc=1)


@pytest.mark.rule("NM-GAT-13")
def test_units_may_share_a_gate_or_use_both() -> None:
    g = deployment_step(gates={"1.gate.1": ((20.0, 20.0), 3), "1.gate.2": ((30.0, 20.0), 2)})
    g.apply(deploy(WOLF, {WOLF: by_gate(0.5, LARGE)}))
    g.apply(deploy(SOLO, {SOLO: (20.0, 18.0)}))
    g.apply(deploy(SQUAD, squad_at(30, 18.5), "1.gate.2"))
    assert {u.id for u in g.state.units_in_play(1)} == {WOLF, SOLO, SQUAD}
    assert not g.state.gates and g.state.players[1].well == 7


@pytest.mark.rule("NM-GAT-16")
@pytest.mark.parametrize(("unit", "radius"), [(WOLF, LARGE), (SOLO, SMALL)])
def test_a_warjack_or_solo_stands_within_an_inch_of_the_gate(unit: str, radius: float) -> None:
    g = deployment_step()
    assert g.check(deploy(unit, {unit: by_gate(1.0, radius)}))
    no = refused(g, deploy(unit, {unit: by_gate(1.01, radius)}))
    assert (no.code, no.rule) == ("too_far", "NM-GAT-16")


@pytest.mark.rule("NM-GAT-17")
@pytest.mark.rule("NM-SIL-110")
def test_a_squads_first_model_is_within_one_inch_and_the_others_within_two_of_it() -> None:
    a, b, c = (f"{SQUAD}.{letter}" for letter in "abc")
    g = deployment_step()
    x = by_gate(1.0, SMALL)[0]
    out = x + 2 + 2 * SMALL
    assert g.check(deploy(SQUAD, {a: (x, 20.0), b: (out, 20.0), c: (x, 21.5)})), (
        "3 inches and more from the gate"
    )
    far = refused(g, deploy(SQUAD, {a: (x, 20.0), b: (out + 0.01, 20.0), c: (x, 21.5)}))
    assert (far.code, far.rule) == ("too_far", "NM-GAT-17")
    first_far = refused(g, deploy(SQUAD, {b: (out, 20.0), a: (x, 20.0), c: (x, 21.5)}))
    assert first_far.code == "too_far", "the first one named is the first one placed"


@pytest.mark.rule("NM-GAT-17")
def test_no_line_of_sight_is_asked_for_in_a_deployment() -> None:
    wall = box("wall", "structure", (22, 20), (0.3, 10), 6.0)
    g = deployment_step(table=board(wall))
    a, b, c = (f"{SQUAD}.{letter}" for letter in "abc")
    places = {a: (21.0, 21.0), b: (22.8, 21.0), c: (22.8, 22.4)}
    seen = replace(g.state.table, bodies=()).with_bodies(
        at("a", "small", *places[a]), at("b", "small", *places[b])
    )
    assert not seen.sight("a", "b")
    assert g.check(deploy(SQUAD, places))


@pytest.mark.rule("NM-GAT-18")
@pytest.mark.rule("NM-OBJ-13")
@pytest.mark.rule("NM-SIL-114")
def test_not_within_an_inch_of_an_objective_that_lies_on_the_table() -> None:
    relic = ObjectivePlan("relic", "Relic", "relic", (20.0, 24.0), portable=True)
    tokens = (ObjectivePlan("relay", "Relay", "relay", (24.0, 20.0)), relic)
    state = begun(
        UNITS,
        gates=GATE,
        at={FANG: (40.0, 40.0)},
        mission=replace(NO_OBJECTIVES, objectives=tokens),
    )
    disc = 20 / 25.4
    for token in (0, 1):
        spot = [20.0, 20.0]
        spot[token] = 24.0 - disc - 1.0 - SMALL
        g = at_step(state, "deployment")
        no = refused(g, deploy(SOLO, {SOLO: tuple(spot)}))
        assert (no.code, no.rule) == ("near_objective", "NM-GAT-18"), "exactly 1 inch is too near"
        spot[token] -= 0.01
        assert g.check(deploy(SOLO, {SOLO: tuple(spot)}))
    carried = state.with_model(FANG, carrying="relic")
    assert at_step(carried, "deployment").check(
        deploy(SOLO, {SOLO: (20.0, 24.0 - disc - 1.0 - SMALL)})
    )
    removed = state.with_objective("relay", removed=True)
    assert at_step(removed, "deployment").check(
        deploy(SOLO, {SOLO: (24.0 - disc - 1.0 - SMALL, 20.0)})
    )


@pytest.mark.rule("NM-GAT-19")
def test_deployed_models_stand_legally() -> None:
    hut = box("hut", "structure", (22, 20), (1, 6), 4.0)
    g = deployment_step(table=board(hut), at={"2.scourge.1": (18.0, 20.0)})
    assert refused(g, deploy(SOLO, {SOLO: (21.2, 20.0)})).rule == "NM-MOV-12", "in the hut"
    in_an_enemy = refused(g, deploy(SOLO, {SOLO: (18.5, 20.0)}))
    assert in_an_enemy.code == "cannot_stand" and in_an_enemy.text.endswith(
        "the model's volume overlaps Scourge"
    )
    over = {f"{SQUAD}.a": (20.0, 18.7), f"{SQUAD}.b": (20.5, 18.7), f"{SQUAD}.c": (20.0, 17.4)}
    assert refused(g, deploy(SQUAD, over)).code == "cannot_stand", "in one of its own squad"


@pytest.mark.rule("NM-GAT-20")
@pytest.mark.rule("NM-SIL-112")
def test_a_unit_comes_back_whole_and_bare() -> None:
    state = begun(UNITS, at={WOLF: (20.0, 24.0)}, arc={WOLF: 2}, gates=GATE, tokens=[WOLF])
    state = state.with_unit(WOLF, cyphers=(CardInPlay("divination_algorithm", 1, "pulse_round"),))
    state = state.with_model(WOLF, damage=2, effects=("fire",))
    g = at_step(state, "deployment")
    g.apply(Recall(player=1, unit=WOLF))
    until(g, "DeploymentQuestion", player=1)
    g.apply(deploy(WOLF, {WOLF: by_gate(0.5, LARGE)}))
    unit = g.state.units[WOLF]
    model = g.state.models[WOLF]
    assert (unit.arc, unit.token, unit.cyphers, unit.boosts) == (0, False, (), ())
    assert (model.damage, model.effects) == (0, ())
    assert g.state.players[1].discard == ("divination_algorithm",)


@pytest.mark.program("offers agree with what is checked")
def test_offered_deployments_can_be_done() -> None:
    g = play(
        ("hunter",),
        (*PALADINS, "paladin_weaver"),
        attachments=((), ("paladin_aegis", "paladin_aegis")),
        gates={"2.gate.1": ((20.0, 20.0), 3)},
        step="deployment",
        player=2,
    )
    offer = next(o for o in g.offers() if o.type == "deploy")
    listed = list(offer.candidates())
    assert {(a.unit, a.attachments) for a in listed} == {  # type: ignore[attr-defined]
        ("2.paladin_annihilators.1", ()),
        ("2.paladin_annihilators.1", ("2.paladin_aegis.1",)),
        ("2.paladin_enforcers.1", ()),
        ("2.paladin_enforcers.1", ("2.paladin_aegis.1",)),
        ("2.firebrand.1", ()),
        ("2.paladin_weaver.1", ()),
    }
    rng = random.Random(3)
    sampled = [offer.sample(rng) for _ in range(40)]
    assert all(a is not None and g.check(a) for a in sampled)
    assert any(a.attachments for a in sampled) and len({str(a) for a in sampled}) > 20  # type: ignore[union-attr]


def test_a_gate_jammer_makes_units_dearer() -> None:
    jammer = "2.voitek_sudal.1"

    def game(y: float) -> Game:
        return play(
            UNITS,
            ("voitek_sudal",),
            at={jammer: (20.0, y)},
            arc={jammer: 1},
            gates={"1.gate.1": ((20.0, 20.0), 2)},
            step="deployment",
        )

    reach = 10 + 2 * SMALL
    assert refused(game(20 + reach), deploy(WOLF, {WOLF: by_gate(0.5, LARGE)})).code == "too_dear"
    assert game(20.01 + reach).check(deploy(WOLF, {WOLF: by_gate(0.5, LARGE)}))


# Recalling and leaving


@pytest.mark.rule("NM-GAT-22")
@pytest.mark.rule("NM-SIL-113")
@pytest.mark.rule("NM-CMP-07")
def test_any_unit_in_play_is_recalled_tokened_or_half_dead() -> None:
    at = {WOLF: (20.0, 24.0), f"{SQUAD}.a": (40.0, 40.0)}
    g = play(UNITS, at=at, arc={SQUAD: 1}, tokens=[SQUAD, WOLF], step="deployment")
    g.apply(Recall(player=1, unit=SQUAD))
    squad = g.state.units[SQUAD]
    assert (
        squad.where is Where.RESERVE
        and not squad.token
        and squad.arc == 0
        and g.state.players[1].well == 7
    )
    assert not g.state.models_of(SQUAD)


@pytest.mark.rule("NM-GAT-22")
@pytest.mark.parametrize(
    ("unit", "code"),
    [("1.nobody.1", "unknown"), ("2.scourge.1", "not_yours"), (SOLO, "not_in_play")],
)
def test_who_cannot_be_recalled(unit: str, code: str) -> None:
    g = play(UNITS, at={WOLF: (20.0, 24.0), "2.scourge.1": (20.0, 30.0)}, step="deployment")
    assert refused(g, Recall(player=1, unit=unit)).code == code


@pytest.mark.rule("NM-GAT-23")
@pytest.mark.rule("NM-CMP-06")
def test_only_destruction_takes_a_hero_out_of_the_game() -> None:
    g = play(UNITS, at={FANG: (40.0, 40.0), WOLF: (20.0, 24.0)}, gates=GATE, step="deployment")
    g.apply(Recall(player=1, unit=FANG))
    assert g.state.units[FANG].where is Where.RESERVE
    until(g, "DeploymentQuestion", player=1)
    assert g.check(deploy(FANG, {FANG: (20.0, 18.5)}))
    r = Resolution(
        begun(UNITS, at={FANG: (40.0, 40.0), WOLF: (20.0, 24.0)}, gates=GATE),
        SeededDice(1),
        FRAME_STEPS,
    )
    destroy_model(r, FANG, Cause(2, "2.scourge.1", "melee"))
    destroy_model(r, WOLF, Cause(2, "2.scourge.1", "melee"))
    g = at_step(r.state, "deployment")
    no = refused(g, deploy(FANG, {FANG: (20.0, 18.5)}))
    assert (no.code, no.rule) == ("out_of_the_game", "NM-CMP-06")
    assert g.check(deploy(WOLF, {WOLF: by_gate(0.5, LARGE)})), "any other destroyed unit comes back"


@pytest.mark.rule("NM-GAT-24")
def test_a_unit_recalled_now_comes_back_in_the_next_deployment_phase_at_the_earliest() -> None:
    g = play(UNITS, at={WOLF: (20.0, 24.0)}, gates=GATE, step="deployment")
    g.apply(Recall(player=1, unit=WOLF))
    assert not g.check(deploy(WOLF, {WOLF: by_gate(0.5, LARGE)}))
    until(g, "DeploymentQuestion", player=1)
    assert g.state.turn == 3 and g.check(deploy(WOLF, {WOLF: by_gate(0.5, LARGE)}))


# Squads and attachments


def killed(state: State, *models: str) -> State:
    """The state after these models are destroyed."""
    r = Resolution(state, SeededDice(1), FRAME_STEPS)
    for model in models:
        destroy_model(r, model, Cause(2, "2.scourge.1", "melee"))
    return r.state


@pytest.mark.rule("NM-SQD-01")
@pytest.mark.rule("NM-SQD-02")
@pytest.mark.rule("NM-SQD-03")
def test_a_squad_is_in_play_until_its_last_model_is_gone_and_then_in_reserve() -> None:
    a, b, c = (f"{SQUAD}.{letter}" for letter in "abc")
    at = {a: (40.0, 40.0), b: (42.0, 40.0), c: (44.0, 40.0)}
    state = begun(UNITS, at=at, arc={SQUAD: 1}, gates={"1.gate.1": ((20.0, 20.0), 4)})
    two_dead = killed(state, a, b)
    unit = two_dead.units[SQUAD]
    assert unit.is_in_play and unit.arc == 1 and [m.id for m in two_dead.models_of(SQUAD)] == [c]
    g = at_step(two_dead, "deployment")
    assert refused(g, deploy(SQUAD, squad_at(20, 18.6))).code == "not_in_reserve"
    assert asked(at_step(two_dead, "activation")) == "ActivationQuestion"
    gone = killed(two_dead, c)
    assert gone.units[SQUAD].where is Where.RESERVE and gone.units[SQUAD].arc == 0
    g = at_step(gone, "deployment")
    g.apply(deploy(SQUAD, squad_at(20, 18.6)))
    assert len(g.state.models_of(SQUAD)) == 3


@pytest.mark.rule("NM-SQD-04")
def test_a_squads_models_may_be_far_apart_until_it_moves() -> None:
    at = {f"{SQUAD}.a": (5.0, 20.0), f"{SQUAD}.b": (43.0, 20.0), f"{SQUAD}.c": (24.0, 40.0)}
    g = play(UNITS, at=at, step="deployment")
    until(g, "ChargingQuestion", player=1)
    assert [m.at[:2] for m in g.state.models_of(SQUAD) if m.at] == list(at.values())


@pytest.mark.rule("NM-EXM-31")
@pytest.mark.rule("NM-SQD-06")
@pytest.mark.rule("NM-SQD-08")
def test_annihilators_with_an_aegis_cost_three_from_one_gate() -> None:
    squad = "2.paladin_annihilators.1"
    aegis = "2.paladin_aegis.1"
    places = {**squad_at(20, 18.6, squad), aegis: (20.0, 17.3)}

    def game(arc: int) -> Game:
        return play(
            ("hunter",),
            PALADINS,
            attachments=((), ("paladin_aegis",)),
            gates={"2.gate.1": ((20.0, 20.0), arc)},
            step="deployment",
            player=2,
        )

    no = refused(game(2), deploy(squad, places, "2.gate.1", (aegis,), 2))
    assert (no.code, no.rule) == ("too_dear", "NM-SQD-08")
    assert game(2).check(deploy(squad, squad_at(20, 18.6, squad), "2.gate.1", player=2)), (
        "the squad alone can"
    )
    g = game(3)
    g.apply(deploy(squad, places, "2.gate.1", (aegis,), 2))
    assert g.state.players[2].well == 7 and not g.state.gates
    assert (
        current_stat(g.state, aegis, "SPD").value == CARDS().unit("paladin_annihilators").spd == 4
    )


@pytest.mark.rule("NM-SQD-05")
@pytest.mark.rule("NM-SQD-07")
@pytest.mark.rule("NM-SIL-32")
@pytest.mark.rule("NM-SIL-111")
def test_who_may_join_whom() -> None:
    raiders = "2.vassal_raiders.1"
    reavers = "2.vassal_reavers.1"
    enforcers = "2.paladin_enforcers.1"
    raker = "2.raker.1"
    second = "2.raker.2"
    aegis = "2.paladin_aegis.1"
    north = ("vassal_raiders", "vassal_reavers", "paladin_enforcers", "grafter")
    attachments = ((), ("raker", "raker", "paladin_aegis"))
    state = begun(
        ("hunter",), north, attachments=attachments, gates={"2.gate.1": ((20.0, 20.0), 5)}
    )

    def joining(squad: str, *attachments: str) -> Deploy:
        beside = {id: (20.0 + 1.7 * i, 16.9) for i, id in enumerate(attachments)}
        return deploy(squad, {**squad_at(20, 18.6, squad), **beside}, "2.gate.1", attachments, 2)

    g = at_step(state, "deployment", player=2)
    wrong = refused(g, joining(raiders, aegis))
    assert (wrong.code, wrong.rule) == ("not_a_squad_it_joins", "NM-SQD-05")
    assert refused(g, joining(enforcers, raker)).code == "not_a_squad_it_joins"
    lone = deploy(
        "2.grafter.1", {"2.grafter.1": (20.0, 18.3), raker: (20.0, 16.9)}, "2.gate.1", (raker,), 2
    )
    assert refused(g, lone).code == "not_a_squad_it_joins"
    twice = refused(g, joining(raiders, raker, second))
    assert (twice.code, twice.rule) == ("same_attachment_twice", "NM-SQD-07")
    g.apply(joining(raiders, raker))
    away = {
        id: (30.0 + 2 * i, 40.0)
        for i, id in enumerate((f"{raiders}.a", f"{raiders}.b", f"{raiders}.c", raker))
    }
    moved = g.state
    for id, (x, y) in away.items():
        moved = moved.with_model(id, at=(x, y, 0.0))
    g = at_step(
        killed(moved.with_gate("2.gate.1", arc=5).with_player(2, well=2), raker),
        "deployment",
        player=2,
    )
    used = refused(g, joining(reavers, raker))
    assert (used.code, used.rule) == ("in_use", "NM-SIL-111"), "dead, it waits with its squad"
    assert g.check(joining(reavers, second))
    free = killed(g.state, f"{raiders}.a", f"{raiders}.b", f"{raiders}.c")
    assert at_step(free, "deployment", player=2).check(joining(reavers, raker))


@pytest.mark.rule("NM-SQD-05")
def test_an_attachment_joins_only_while_its_squad_is_deployed() -> None:
    squad = "2.paladin_enforcers.1"
    g = play(
        ("hunter",),
        PALADINS,
        attachments=((), ("paladin_aegis",)),
        at={f"{squad}.a": (20.0, 18.0)},
        gates={"2.gate.1": ((20.0, 20.0), 5)},
        step="deployment",
        player=2,
    )
    late = deploy(squad, {"2.paladin_aegis.1": (20.0, 22.0)}, "2.gate.1", ("2.paladin_aegis.1",), 2)
    assert refused(g, late).code == "not_in_reserve"
    alone = deploy("2.paladin_aegis.1", {"2.paladin_aegis.1": (20.0, 22.0)}, "2.gate.1", player=2)
    assert refused(g, alone).code == "unknown"


@pytest.mark.rule("NM-SQD-11")
def test_an_attachment_is_a_model_of_its_squad() -> None:
    squad = "2.paladin_enforcers.1"
    aegis = "2.paladin_aegis.1"
    state = begun(
        ("hunter",),
        PALADINS,
        attachments=((), ("paladin_aegis",)),
        joined={squad: [aegis]},
        at={f"{squad}.a": (20.0, 18.0), aegis: (22.0, 18.0)},
    )
    assert state.unit_of(aegis).id == squad and [m.id for m in state.models_of(squad)] == [
        f"{squad}.a",
        aegis,
    ]
    last = killed(state, f"{squad}.a")
    assert last.units[squad].is_in_play, "the squad is in play as long as its attachment is"
    g = at_step(last, "deployment", player=2)
    g.apply(Recall(player=2, unit=squad))
    assert (
        g.state.models[aegis].at is None
        and g.state.models[aegis].unit == ""
        and not g.state.units[squad].attached
    )


@pytest.mark.rule("NM-SIL-109")
def test_a_squad_is_deployed_whole_or_not_at_all() -> None:
    g = deployment_step()
    a, b = f"{SQUAD}.a", f"{SQUAD}.b"
    no = refused(g, deploy(SQUAD, {a: (20.0, 18.6), b: (21.4, 18.6)}))
    assert (no.code, no.rule) == ("missing_place", "NM-SIL-109")
    pit = [
        box("north", "structure", (20.5, 22.6), (9, 3), 6.0),
        box("south", "structure", (20.5, 17.4), (9, 3), 6.0),
        box("west", "structure", (17.4, 20), (3, 2.2), 6.0),
        box("east", "structure", (23.4, 20), (3, 2.2), 6.0),
    ]
    tight = deployment_step(table=board(*pit))
    offered = {a.unit for o in tight.offers() if o.type == "deploy" for a in o.candidates()}  # type: ignore[attr-defined]
    assert offered == {SOLO, FANG}, "there is room for one small base"


@pytest.mark.rule("NM-FRC-07")
def test_models_of_two_squads_are_never_mixed() -> None:
    g = play(
        ("ranger_fire_team", "ranger_fire_team"),
        gates={"1.gate.1": ((20.0, 20.0), 5)},
        step="deployment",
    )
    one = "1.ranger_fire_team.1"
    two = "1.ranger_fire_team.2"
    places: dict[str, Point] = {
        f"{one}.a": (20.0, 18.6),
        f"{one}.b": (21.4, 18.6),
        f"{two}.c": (18.6, 18.6),
    }
    no = refused(g, Deploy(player=1, unit=one, gate="1.gate.1", places=places))
    assert (no.code, no.text) == ("unknown", f"the deployed unit has no model '{two}.c'")
    for squad, y in ((one, 18.6), (two, 21.4)):
        mates: dict[str, Point] = {
            f"{squad}.{m}": (x, y) for m, x in zip("abc", (20.0, 21.4, 18.6), strict=True)
        }
        g.apply(Deploy(player=1, unit=squad, gate="1.gate.1", places=mates))
    assert all(g.state.models[f"{squad}.{m}"].unit == squad for squad in (one, two) for m in "abc")


@pytest.mark.rule("NM-SIL-150")
def test_a_place_without_a_height_is_on_the_level_of_the_gate_and_then_of_the_first_model() -> None:
    deck = box("deck", "structure", (20, 20), (14, 14), 0.5, bottom=4.5)
    for height in (0.0, 5.0):
        game = deployment_step(table=board(deck), gates={"1.gate.1": ((20.0, 20.0, height), 5)})
        x, y = by_gate(0.5, SMALL)
        game.apply(deploy(SQUAD, squad_at(x, y + 0.2) | {f"{SQUAD}.c": (x, y + 1.7)}))
        assert {game.state.place(m)[2] for m in game.state.units[SQUAD].models} == {height}


@pytest.mark.program("how something is told")
def test_a_squad_in_reserve_is_told_with_all_its_models() -> None:
    state = begun(UNITS, at={WOLF: (10, 10)})
    sheet = NEO_MECHANIKA.display.sheet(state, SQUAD)
    assert (
        state.units[SQUAD].where is Where.RESERVE
        and sheet is not None
        and sheet.facts == ("3 models",)
    )
