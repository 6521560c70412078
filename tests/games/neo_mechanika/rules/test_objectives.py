"""Objectives: securing, carrying, picking up and putting down (p. 49)."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.playing import begun, board
from tests.table.building import box
from wc3d.engine.action_handlers import HandlerOffer
from wc3d.engine.agenda import Resolution, find_open_question
from wc3d.engine.dice import ScriptedDice
from wc3d.games.neo_mechanika.rules.actions import Choose
from wc3d.games.neo_mechanika.rules.agenda_frames import Cause
from wc3d.games.neo_mechanika.rules.all_handlers import ACTION_HANDLERS, FRAME_STEPS
from wc3d.games.neo_mechanika.rules.events import Moved, ObjectiveTaken, Passed
from wc3d.games.neo_mechanika.rules.fighting.slamming import Slamming
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.missions.securing import (
    is_contested,
    list_secured,
    securing_player,
)
from wc3d.games.neo_mechanika.rules.moving.carrying import (
    TakeQuestion,
    carrier_of,
    drop_objectives,
    last_supported_place,
    objective_place,
    offer_pickups,
    touched_objectives,
)
from wc3d.games.neo_mechanika.rules.moving.removal import destroy_model, remove_unit
from wc3d.games.neo_mechanika.rules.objectives import OBJECTIVE_RADIUS_IN
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import Gate, State
from wc3d.games.neo_mechanika.rules.turn.deployment import check_off_objectives

SMALL = SPACE.bases["small"].radius
LARGE = SPACE.bases["large"].radius
TEAM = "1.ranger_fire_team.1"
HUNTER = "1.hunter.1"
WOLF = "1.dusk_wolf.1"
REAVERS = "2.vassal_reavers.1"
GRAFTER = "2.grafter.1"
SCOURGE = "2.scourge.1"
SOUTH = ["ranger_fire_team", "hunter", "dusk_wolf"]
NORTH = ["vassal_reavers", "grafter", "scourge"]


def game(id: str, at: dict[str, Any], **more: Any) -> State:
    return begun(SOUTH, NORTH, at=at, mission=mission(id), **more)


def beside(x: float, y: float, inches: float, radius: float = SMALL) -> tuple[float, float]:
    """A place west of an objective at (x, y), so many inches from it."""
    return x - OBJECTIVE_RADIUS_IN - inches - radius, y


# Securing


@pytest.mark.rule("NM-OBJ-02")
@pytest.mark.rule("NM-SIL-129")
@pytest.mark.parametrize(("inches", "expected"), [(0.0, 1), (0.99, 1), (1.0, 1), (1.0001, 0)])
def test_within_an_inch_of_the_discs_edge(inches: float, expected: int) -> None:
    assert pytest.approx(20 / 25.4) == OBJECTIVE_RADIUS_IN
    state = game("decay_constant", {f"{TEAM}.a": beside(10, 16, inches)})
    assert securing_player(state, "strategic-1") == expected


@pytest.mark.rule("NM-SIL-129")
@pytest.mark.parametrize(("height", "expected"), [(0.9, 1), (1.2, 0)])
def test_the_inch_is_measured_in_three_dimensions(height: float, expected: int) -> None:
    deck = box(
        "deck", "structure", (7, 16), (4, 4), height
    )  # its edge is at x = 9, over the objective's west edge at 9.21
    state = game("decay_constant", {f"{TEAM}.a": (9 - SMALL, 16, height)}, table=board(deck))
    assert securing_player(state, "strategic-1") == expected


@pytest.mark.rule("NM-OBJ-03")
def test_one_model_of_a_squad_is_enough() -> None:
    state = game(
        "decay_constant",
        {f"{TEAM}.a": (20, 16), f"{TEAM}.b": (21, 17), f"{TEAM}.c": beside(10, 16, 1)},
    )
    assert list_secured(state, 1) == (("strategic-1", TEAM),)
    assert securing_player(state, "strategic-1") == 1 and securing_player(state, "strategic-2") == 0


@pytest.mark.rule("NM-OBJ-04")
@pytest.mark.rule("NM-SIL-127")
@pytest.mark.parametrize(
    ("enemy", "radius"), [(f"{REAVERS}.a", SMALL), (GRAFTER, SMALL), (SCOURGE, LARGE)]
)
@pytest.mark.parametrize(("inches", "denied"), [(1.0, True), (1.001, False)])
def test_any_enemy_unit_model_within_an_inch_denies_it(
    enemy: str, radius: float, inches: float, denied: bool
) -> None:
    x, y = beside(10, 16, inches, radius)
    state = game("decay_constant", {f"{TEAM}.a": (11, 17), enemy: (x, y)})
    assert is_contested(state, "strategic-1") is denied
    assert securing_player(state, "strategic-1") == (0 if denied else 1)


@pytest.mark.rule("NM-OBJ-01")
@pytest.mark.rule("NM-DCY-02")
def test_a_unit_of_another_kind_does_not_hold_it_and_does_not_stop_its_own_side() -> None:
    alone = game("decay_constant", {WOLF: (10, 16)})
    assert securing_player(alone, "strategic-1") == 0
    together = game("decay_constant", {WOLF: (10, 17), f"{TEAM}.a": (10, 15)})
    assert list_secured(together, 1) == (("strategic-1", TEAM),)


@pytest.mark.rule("NM-OBJ-05")
def test_void_gates_neither_secure_nor_deny() -> None:
    gates = {"2.gate.1": ((10, 16), 3)}
    assert (
        securing_player(game("boiling_point", {}, gates={"1.gate.1": ((6, 15), 3)}), "location-1")
        == 0
    )
    assert (
        securing_player(
            game("decay_constant", {f"{TEAM}.a": (10, 17.2)}, gates=gates), "strategic-1"
        )
        == 1
    )


@pytest.mark.rule("NM-SIL-128")
def test_one_unit_near_two_objectives_secures_both() -> None:
    state = game("decay_constant", {f"{TEAM}.a": (10, 16), f"{TEAM}.b": (24, 12)})
    assert list_secured(state, 1) == (("strategic-1", TEAM), ("strategic-2", TEAM))


@pytest.mark.rule("NM-SQD-11")
def test_an_attachment_is_a_model_of_its_squad() -> None:
    squad = "1.paladin_enforcers.1"
    aegis = "1.paladin_aegis.1"
    state = begun(
        ["paladin_enforcers"],
        attachments=(["paladin_aegis"], []),
        mission=mission("decay_constant"),
        joined={squad: [aegis]},
        at={aegis: (10, 16), f"{squad}.a": (20, 20)},
    )
    assert list_secured(state, 1) == (("strategic-1", squad),)


# Picking up


def asked(state: State, model: str, track: tuple[Any, ...] = ()) -> TakeQuestion | None:
    r = Resolution(state, ScriptedDice(), FRAME_STEPS)
    offer_pickups(r, model, track)
    r.run()
    found = find_open_question(r.state)
    assert found is None or isinstance(found, TakeQuestion)
    return found


def answered(state: State, model: str, option: str) -> Resolution:
    r = Resolution(state, ScriptedDice(), FRAME_STEPS)
    offer_pickups(r, model)
    r.run()
    found = r.pop()
    (handler,) = ACTION_HANDLERS.handlers_for(found)  # type: ignore[arg-type]
    handler.decide(r, found, Choose(player=state.owner(model), option=option))
    return r


@pytest.mark.rule("NM-OBJ-07")
@pytest.mark.parametrize(("inches", "touches"), [(0.0, True), (0.001, False), (-0.5, True)])
def test_a_model_that_contacts_a_portable_objective_may_pick_it_up_at_once(
    inches: float, touches: bool
) -> None:
    state = game("strange_matter", {HUNTER: beside(8, 24, inches)})
    found = asked(state, HUNTER)
    assert found == (
        TakeQuestion(player=1, model=HUNTER, objectives=("artifact-1",)) if touches else None
    )


@pytest.mark.rule("NM-OBJ-07")
def test_only_if_its_player_wants() -> None:
    state = game("strange_matter", {GRAFTER: (8, 24)})
    taken = answered(state, GRAFTER, "artifact-1")
    assert taken.events == [ObjectiveTaken(GRAFTER, "artifact-1")]
    assert (
        taken.state.models[GRAFTER].carrying == "artifact-1"
        and carrier_of(taken.state, "artifact-1").id == GRAFTER  # type: ignore[union-attr]
    )
    left = answered(state, GRAFTER, "leave")
    assert left.events == [Passed(2, "objective")] and carrier_of(left.state, "artifact-1") is None


@pytest.mark.program("offers agree with what is checked")
def test_the_answers_are_offered_and_others_refused() -> None:
    state = game("strange_matter", {HUNTER: (8, 24)})
    question_ = asked(state, HUNTER)
    assert question_ is not None
    (handler,) = ACTION_HANDLERS.handlers_for(question_)
    offer = HandlerOffer(state, question_, handler)
    assert [a.option for a in offer.candidates()] == ["artifact-1", "leave"]  # type: ignore[attr-defined]
    assert offer.sample(random.Random(1)) is not None
    refusal = offer.check(Choose(player=1, option="artifact-2"))
    assert (refusal.code, refusal.rule, refusal.page) == ("unknown", "NM-OBJ-07", "49")


@pytest.mark.rule("NM-STM-04")
@pytest.mark.parametrize("model", [f"{TEAM}.b", HUNTER, WOLF])
def test_any_kind_of_unit_carries_an_artifact(model: str) -> None:
    assert asked(game("strange_matter", {model: (24, 24)}), model) is not None


@pytest.mark.rule("NM-OBJ-06")
def test_permanent_objectives_are_never_picked_up() -> None:
    assert asked(game("strange_matter", {HUNTER: (12, 12)}), HUNTER) is None
    assert asked(game("decay_constant", {f"{TEAM}.a": (10, 16)}), f"{TEAM}.a") is None


@pytest.mark.rule("NM-OBJ-08")
def test_a_model_carries_one_at_most() -> None:
    state = game("strange_matter", {HUNTER: (8, 24)}).with_model(HUNTER, carrying="artifact-2")
    assert asked(state, HUNTER) is None


@pytest.mark.rule("NM-OBJ-08")
def test_of_two_that_it_touches_it_takes_one() -> None:
    state = game("strange_matter", {HUNTER: (8, 24)}).with_objective(
        "artifact-2", at=(8.5, 24.0, 0.0)
    )
    found = asked(state, HUNTER)
    assert found is not None and found.objectives == ("artifact-1", "artifact-2")
    taken = answered(state, HUNTER, "artifact-2").state
    assert taken.models[HUNTER].carrying == "artifact-2" and not touched_objectives(taken, HUNTER)


@pytest.mark.rule("NM-SIL-132")
def test_what_is_carried_cannot_be_handed_over() -> None:
    state = game("strange_matter", {HUNTER: (8, 24), WOLF: (8, 25.7)}).with_model(
        HUNTER, carrying="artifact-1"
    )
    assert asked(state, WOLF) is None
    assert asked(state.with_model(HUNTER, carrying=""), WOLF) is not None


@pytest.mark.rule("NM-SIL-131")
def test_what_it_touches_on_its_way_on_that_level_can_be_picked_up_too() -> None:
    state = game("strange_matter", {HUNTER: (14, 24)})
    assert asked(state, HUNTER) is None  # a reposition, or a flight across
    assert asked(state, HUNTER, ((2.0, 24.0, 0.0), (14.0, 24.0, 0.0))) is not None
    near = 24 + OBJECTIVE_RADIUS_IN + SMALL
    assert asked(state, HUNTER, ((2.0, near, 0.0), (14.0, near, 0.0))) is not None
    assert asked(state, HUNTER, ((2.0, near + 0.01, 0.0), (14.0, near + 0.01, 0.0))) is None
    assert asked(state, HUNTER, ((2.0, 24.0, 3.0), (13.0, 24.0, 3.0), (14.0, 24.0, 0.0))) is None


@pytest.mark.rule("NM-SIL-131")
def test_only_at_its_own_level() -> None:
    roof = box("roof", "structure", (8, 24), (6, 6), 3)
    state = game("strange_matter", {HUNTER: (8, 24, 3)}, table=board(roof))
    assert state.objectives["artifact-1"].at == (8, 24, 3) and asked(state, HUNTER) is not None
    assert asked(state.with_objective("artifact-1", at=(8.0, 24.0, 0.0)), HUNTER) is None


@pytest.mark.rule("NM-OBJ-07")
def test_a_model_that_is_gone_when_it_would_be_asked_is_not_asked() -> None:
    r = Resolution(game("strange_matter", {HUNTER: (8, 24)}), ScriptedDice(), FRAME_STEPS)
    offer_pickups(r, HUNTER)
    destroy_model(r, HUNTER, Cause(2, GRAFTER, "melee", "melee", GRAFTER))
    r.run()
    assert find_open_question(r.state) is None and not r.state.agenda


@pytest.mark.rule("NM-OBJ-09")
def test_a_carried_objective_goes_wherever_its_carrier_goes() -> None:
    state = game("strange_matter", {HUNTER: (8, 24)}).with_model(HUNTER, carrying="artifact-1")
    moved = Moved(HUNTER, ((8.0, 24.0, 0.0), (3.0, 20.0, 0.0))).evolve(state)
    assert objective_place(moved, "artifact-1") == (3, 20, 0)


# Putting down


@pytest.mark.rule("NM-OBJ-10")
@pytest.mark.parametrize("how", ["destroyed", "recalled"])
def test_a_carrier_that_leaves_the_table_leaves_it_where_it_stood(how: str) -> None:
    state = game("strange_matter", {HUNTER: (20, 30)}).with_model(HUNTER, carrying="artifact-1")
    r = Resolution(state, ScriptedDice(), FRAME_STEPS)
    if how == "destroyed":
        destroy_model(r, HUNTER, Cause(2, GRAFTER, "melee", "melee", GRAFTER))
    else:
        remove_unit(r, HUNTER, destroyed=False)
    assert not r.state.units[HUNTER].is_in_play and carrier_of(r.state, "artifact-1") is None
    assert objective_place(r.state, "artifact-1") == (20, 30, 0)


@pytest.mark.rule("NM-OBJ-11")
def test_either_side_may_pick_up_what_was_put_down() -> None:
    state = game("strange_matter", {HUNTER: (20, 30), WOLF: (24, 30), GRAFTER: (20, 27)})
    state = state.with_model(HUNTER, carrying="artifact-1")
    r = Resolution(state, ScriptedDice(), FRAME_STEPS)
    destroy_model(r, HUNTER, Cause(2, GRAFTER, "melee", "melee", GRAFTER))
    for model, player in ((GRAFTER, 2), (WOLF, 1)):
        moved = Moved(model, ((20.5, 30.0, 0.0),)).evolve(r.state)
        assert asked(moved, model) == TakeQuestion(
            player=player, model=model, objectives=("artifact-1",)
        )


@pytest.mark.rule("NM-SIL-133")
def test_beside_the_edge_the_whole_disc_stays_on_the_table() -> None:
    state = game("strange_matter", {HUNTER: (SMALL, 30)}).with_model(HUNTER, carrying="artifact-1")
    r = Resolution(state, ScriptedDice(), FRAME_STEPS)
    drop_objectives(r, HUNTER)
    assert objective_place(r.state, "artifact-1") == (pytest.approx(OBJECTIVE_RADIUS_IN), 30, 0)


@pytest.mark.rule("NM-OBJ-10")
def test_a_model_that_carries_nothing_puts_nothing_down() -> None:
    r = Resolution(game("strange_matter", {HUNTER: (8, 24)}), ScriptedDice(), FRAME_STEPS)
    drop_objectives(r, HUNTER)
    assert not r.events


@pytest.mark.rule("NM-SIL-131")
def test_a_slammed_model_may_pick_up_what_it_is_thrown_across() -> None:
    state = game("strange_matter", {WOLF: (9, 20), f"{REAVERS}.a": (9, 22)})
    r = Resolution(state, ScriptedDice(), FRAME_STEPS)
    r.push(Slamming(model=f"{REAVERS}.a", source=WOLF, inches=9))
    r.run()
    assert r.state.models[f"{REAVERS}.a"].at == (9, 31, 0)
    assert find_open_question(r.state) == TakeQuestion(
        player=2, model=f"{REAVERS}.a", objectives=("artifact-1",)
    )


@pytest.mark.rule("NM-SIL-133")
def test_a_carrier_that_is_slammed_off_leaves_it_on_the_table() -> None:
    state = game("strange_matter", {WOLF: (5, 20), HUNTER: (2, 20)}).with_model(
        HUNTER, carrying="artifact-1"
    )
    r = Resolution(state, ScriptedDice(), FRAME_STEPS)
    r.push(Slamming(model=HUNTER, source=WOLF, inches=3))
    r.run()
    assert not r.state.models[HUNTER].is_in_play and carrier_of(r.state, "artifact-1") is None
    assert objective_place(r.state, "artifact-1") == pytest.approx((OBJECTIVE_RADIUS_IN, 20, 0))


@pytest.mark.rule("NM-SIL-133")
@pytest.mark.parametrize(
    ("start", "end", "last"),
    [
        (
            (3, 20, 0),
            (SMALL, 20, 0),
            (OBJECTIVE_RADIUS_IN, 20, 0),
        ),  # straight off: a small base hangs over before the disc does
        (
            (3, 20, 0),
            (LARGE, 20, 0),
            (LARGE, 20, 0),
        ),  # a large base crosses the edge while the disc still lies on the table
        (
            (3, 4, 0),
            (SMALL, 4 - (3 - SMALL), 0),
            (OBJECTIVE_RADIUS_IN, 4 - (3 - OBJECTIVE_RADIUS_IN), 0),
        ),  # at a slant: on its way, not beside it
        (
            (SMALL, 20, 0),
            (SMALL, 47.5, 0),
            (OBJECTIVE_RADIUS_IN, 48 - OBJECTIVE_RADIUS_IN, 0),
        ),  # along one edge and off at another
        (
            (45, 20, 3),
            (48 - SMALL, 20, 3),
            (48 - OBJECTIVE_RADIUS_IN, 20, 0),
        ),  # off a roof: it lies on what is below
    ],
)
def test_slammed_off_the_table_it_stays_at_the_last_place_where_it_all_lies_on_it(
    start: Any, end: Any, last: Any
) -> None:
    roof = box("roof", "structure", (44, 20), (4, 4), 3)
    state = game("strange_matter", {}, table=board(roof))
    assert last_supported_place(state, start, end) == pytest.approx(last)


@pytest.mark.rule("NM-OBJ-13")
@pytest.mark.rule("NM-SIL-114")
def test_nobody_is_deployed_near_an_objective_that_lies_on_the_table() -> None:
    state = game("strange_matter", {HUNTER: (20, 30)})
    for x, y in ((12, 12), (8, 24)):
        assert not check_off_objectives(state, f"{TEAM}.a", (*beside(x, y, 1.0), 0.0))
        assert check_off_objectives(state, f"{TEAM}.a", (*beside(x, y, 1.001), 0.0))
    carried = state.with_model(HUNTER, carrying="artifact-1")
    for at in ((8.0, 24.0, 0.0), (21.5, 30.0, 0.0)):
        assert check_off_objectives(carried, f"{TEAM}.a", at)


@pytest.mark.rule("NM-SKM-06")
def test_the_same_holds_in_a_skirmish() -> None:
    at = {WOLF: beside(6, 15, 1.0, LARGE)}
    state = game("boiling_point", at)
    assert securing_player(state, "location-1") == 1
    gate = Gate("2.gate.1", 2, "Void Gate 1", (6.0, 16.0, 0.0), 3)
    assert securing_player(replace(state, gates={gate.id: gate}), "location-1") == 1
    assert securing_player(game("boiling_point", {**at, GRAFTER: (6, 16)}), "location-1") == 0
