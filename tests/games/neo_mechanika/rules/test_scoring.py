"""Scoring the missions, and what they do between Pulse rounds (pp. ~50 to ~58)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.playing import begun
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import ScriptedDice
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation, Cause
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.events import ObjectiveRemoved, Scored, TokenGiven, ZonesActive
from wc3d.games.neo_mechanika.rules.fighting import continuous_effects
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.missions.scoring import (
    begin_round,
    score_activation,
    score_round,
)
from wc3d.games.neo_mechanika.rules.moving.removal import destroy_model
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.pulse import GameFrame

TEAM = "1.ranger_fire_team.1"
INFILTRATORS = "1.ranger_infiltrators.1"
HUNTER = "1.hunter.1"
WOLF = "1.dusk_wolf.1"
REAVERS = "2.vassal_reavers.1"
RAIDERS = "2.vassal_raiders.1"
GRAFTER = "2.grafter.1"
SCOURGE = "2.scourge.1"
SOUTH = ["ranger_fire_team", "ranger_infiltrators", "hunter", "dusk_wolf"]
NORTH = ["vassal_reavers", "vassal_raiders", "grafter", "scourge"]

Scores = list[tuple[int, int, str]]


def game(id: str, at: dict[str, Any], round: int = 1, **more: Any) -> State:
    return replace(begun(SOUTH, NORTH, at=at, mission=mission(id), **more), round=round)


def scores(r: Resolution) -> Scores:
    """Player, points, objective of each score."""
    return [(e.player, e.points, e.objective) for e in r.events if isinstance(e, Scored)]


def ended(state: State, *units: str) -> Resolution:
    """The activations of these units end, one after the other."""
    r = Resolution(state, ScriptedDice(), FRAME_STEPS)
    for unit in units:
        score_activation(r, Activation(unit=unit))
    return r


def round_over(state: State, *rolls: tuple[int, ...]) -> Resolution:
    """The scoring step at the end of the Pulse round, with these dice."""
    r = Resolution(state, ScriptedDice(rolls), FRAME_STEPS)
    score_round(r, GameFrame())
    return r


# Decay Constant


@pytest.mark.rule("NM-DCY-03")
def test_decay_constant_scores_when_a_squads_activation_ends_and_never_with_the_round() -> None:
    state = game("decay_constant", {f"{TEAM}.a": (10, 16), f"{REAVERS}.a": (38, 32)})
    assert scores(ended(state, TEAM)) == [(1, 1, "strategic-1")]
    assert scores(ended(state, INFILTRATORS)) == []
    assert scores(round_over(state)) == []


@pytest.mark.rule("NM-DCY-04")
def test_each_objective_scores_once_a_round_for_each_player() -> None:
    state = game("decay_constant", {f"{TEAM}.a": (10, 16), f"{INFILTRATORS}.a": (10, 18)})
    r = ended(state, TEAM, INFILTRATORS, TEAM)
    assert scores(r) == [(1, 1, "strategic-1")] and r.state.players[1].points == 1
    again = ended(replace(r.state, round=2), TEAM)
    assert scores(again) == [(1, 2, "strategic-1")] and again.state.players[1].points == 3


@pytest.mark.rule("NM-DCY-05")
@pytest.mark.parametrize("round", [1, 2, 3])
def test_an_objective_is_worth_the_number_of_the_round(round: int) -> None:
    assert scores(ended(game("decay_constant", {f"{TEAM}.a": (10, 16)}, round), TEAM)) == [
        (1, round, "strategic-1")
    ]


@pytest.mark.rule("NM-DCY-06")
def test_both_players_may_score_the_same_objective_in_one_round() -> None:
    first = ended(
        game("decay_constant", {f"{TEAM}.a": (10, 16), f"{REAVERS}.a": (20, 16)}), TEAM
    ).state
    swapped = first.with_model(f"{TEAM}.a", at=(20.0, 20.0, 0.0)).with_model(
        f"{REAVERS}.a", at=(10.0, 16.0, 0.0)
    )
    then = ended(swapped, REAVERS)
    assert scores(then) == [(2, 1, "strategic-1")]
    assert [p.points for p in then.state.players.values()] == [1, 1]


@pytest.mark.rule("NM-DCY-07")
def test_a_squad_that_secures_two_scores_both() -> None:
    state = game("decay_constant", {f"{TEAM}.a": (10, 16), f"{TEAM}.b": (24, 12)})
    assert scores(ended(state, TEAM)) == [(1, 1, "strategic-1"), (1, 1, "strategic-2")]


@pytest.mark.rule("NM-SIL-124")
def test_what_counts_is_the_board_when_everything_the_activation_did_has_happened() -> None:
    denied = game("decay_constant", {f"{TEAM}.a": (10, 16), GRAFTER: (10, 18)})
    assert scores(ended(denied, TEAM)) == []
    r = Resolution(denied, ScriptedDice(), FRAME_STEPS)
    destroy_model(r, GRAFTER, Cause(1, TEAM, "melee", "melee", f"{TEAM}.a"))
    score_activation(r, Activation(unit=TEAM))
    assert scores(r) == [(1, 1, "strategic-1")]
    fallen = Resolution(
        game("decay_constant", {f"{TEAM}.a": (10, 16)}), ScriptedDice(), FRAME_STEPS
    )
    destroy_model(fallen, f"{TEAM}.a", Cause(0, "", "fall"))
    score_activation(fallen, Activation(unit=TEAM))
    assert scores(fallen) == []


# Orders of Magnitude


def zones(state: State, *rolls: tuple[int, ...]) -> Resolution:
    r = Resolution(state, ScriptedDice(rolls), FRAME_STEPS)
    begin_round(r, GameFrame())
    return r


@pytest.mark.rule("NM-ORD-03")
@pytest.mark.rule("NM-SIL-135")
@pytest.mark.parametrize(("face", "number"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_d3_says_which_zones_are_active_one_on_each_side(face: int, number: int) -> None:
    r = zones(game("orders_of_magnitude", {}), (face,))
    assert r.events[-1] == ZonesActive(number)
    assert {o.id for o in r.state.objectives.values() if o.active} == {
        f"zone-south-{number}",
        f"zone-north-{number}",
    }


@pytest.mark.rule("NM-ORD-04")
@pytest.mark.rule("NM-ORD-05")
@pytest.mark.rule("NM-SIL-26")
def test_the_number_of_the_last_round_is_rolled_again() -> None:
    first = zones(game("orders_of_magnitude", {}), (3,)).state
    second = zones(first, (4,), (3,), (6,))
    assert second.rolls == [(4,), (3,), (6,)]
    assert {o.number for o in second.state.objectives.values() if o.active} == {3}
    third = zones(second.state, (5,), (4,)).state
    assert {o.number for o in third.objectives.values() if o.active} == {2}


@pytest.mark.rule("NM-ORD-03")
def test_other_missions_roll_nothing_when_a_round_begins() -> None:
    assert zones(game("strange_matter", {})).events == []


@pytest.mark.rule("NM-ORD-06")
@pytest.mark.parametrize("round", [1, 2, 3])
def test_an_active_zone_is_worth_three_and_another_one(round: int) -> None:
    at = {
        f"{TEAM}.a": (24, 14),
        f"{TEAM}.b": (40, 14),
        f"{REAVERS}.a": (24, 34),
        f"{RAIDERS}.a": (8, 14),
    }
    state = zones(game("orders_of_magnitude", at, round), (3,)).state
    expected = [
        (1, 1, "zone-south-1"),
        (1, 3, "zone-south-2"),
        (2, 1, "zone-south-3"),
        (2, 3, "zone-north-2"),
    ]
    assert scores(round_over(state)) == expected
    assert scores(ended(state, TEAM)) == []


# Strange Matter


@pytest.mark.rule("NM-STM-03")
@pytest.mark.rule("NM-STM-05")
@pytest.mark.parametrize("round", [1, 2, 3])
def test_a_ruin_is_worth_the_number_of_the_round_to_a_squad_or_solo(round: int) -> None:
    state = game(
        "strange_matter",
        {f"{TEAM}.a": (12, 12), HUNTER: (36, 12), WOLF: (12, 36), GRAFTER: (36, 36)},
        round,
    )
    assert scores(round_over(state)) == [
        (1, round, "ruin-1"),
        (1, round, "ruin-2"),
        (2, round, "ruin-4"),
    ]


@pytest.mark.rule("NM-STM-06")
def test_an_artifact_brought_to_a_ruin_adds_two_once_to_each_ruin() -> None:
    state = game(
        "strange_matter", {f"{TEAM}.a": (12, 12), f"{TEAM}.b": (36, 12), f"{TEAM}.c": (36, 14)}
    )
    state = state.with_model(f"{TEAM}.b", carrying="artifact-1")
    assert scores(round_over(state)) == [(1, 1, "ruin-1"), (1, 3, "ruin-2")]
    both = state.with_model(f"{TEAM}.c", carrying="artifact-2")
    assert scores(round_over(both)) == [(1, 1, "ruin-1"), (1, 3, "ruin-2")]


@pytest.mark.rule("NM-SIL-134")
def test_the_carrier_itself_must_secure_the_ruin() -> None:
    at = {f"{TEAM}.a": (12, 12), f"{TEAM}.b": (12, 15), WOLF: (12, 10)}
    state = game("strange_matter", at)
    assert scores(round_over(state.with_model(WOLF, carrying="artifact-1"))) == [(1, 1, "ruin-1")]
    assert scores(round_over(state.with_model(f"{TEAM}.b", carrying="artifact-1"))) == [
        (1, 1, "ruin-1")
    ]
    assert scores(round_over(state.with_model(f"{TEAM}.a", carrying="artifact-1"))) == [
        (1, 3, "ruin-1")
    ]


# Surface Tension


@pytest.mark.rule("NM-SFT-04")
@pytest.mark.rule("NM-SFT-05")
@pytest.mark.rule("NM-SIL-136")
@pytest.mark.parametrize("round", [1, 3])
def test_anchors_are_worth_one_at_home_and_three_across_and_the_platform_two(round: int) -> None:
    at = {
        f"{TEAM}.a": (10, 10),
        f"{TEAM}.b": (38, 38),
        f"{TEAM}.c": (24, 24),
        f"{REAVERS}.a": (38, 10),
        f"{REAVERS}.b": (10, 38),
    }
    state = game("surface_tension", at, round)
    expected = [
        (1, 2, "platform"),
        (1, 1, "anchor-1"),
        (1, 3, "anchor-4"),
        (2, 3, "anchor-2"),
        (2, 1, "anchor-3"),
    ]
    assert scores(round_over(state)) == expected
    swapped = state.with_player(1, side="north").with_player(2, side="south")
    expected = [
        (1, 2, "platform"),
        (1, 3, "anchor-1"),
        (1, 1, "anchor-4"),
        (2, 1, "anchor-2"),
        (2, 3, "anchor-3"),
    ]
    assert scores(round_over(swapped)) == expected


# Uncertainty Principle


@pytest.mark.rule("NM-UNP-02")
@pytest.mark.rule("NM-UNP-03")
@pytest.mark.parametrize(("round", "rolls"), [(1, [(2,), (3,)]), (2, [(2,)]), (3, [])])
def test_a_node_is_worth_the_number_of_the_round(round: int, rolls: list[tuple[int, ...]]) -> None:
    state = game("uncertainty_principle", {f"{TEAM}.a": (12, 12), HUNTER: (36, 12)}, round)
    assert scores(round_over(state, *rolls)) == [(1, round, "node-1")]


@pytest.mark.rule("NM-UNP-04")
@pytest.mark.rule("NM-UNP-05")
@pytest.mark.rule("NM-UNP-06")
def test_two_nodes_go_after_the_first_round_one_after_the_second_and_none_twice() -> None:
    first = round_over(game("uncertainty_principle", {}), (4,), (4,), (1,))
    assert [e.objective for e in first.events if isinstance(e, ObjectiveRemoved)] == [
        "node-4",
        "node-1",
    ]
    second = round_over(replace(first.state, round=2), (1,), (4,), (6,))
    assert [e.objective for e in second.events if isinstance(e, ObjectiveRemoved)] == ["node-6"]
    third = round_over(replace(second.state, round=3))
    assert third.events == []
    standing = [
        sum(not o.removed for o in s.objectives.values()) for s in (first.state, second.state)
    ]
    assert standing == [4, 3]


@pytest.mark.rule("NM-UNP-04")
@pytest.mark.rule("NM-SIL-123")
def test_what_goes_is_scored_before_it_goes_and_not_afterwards() -> None:
    first = round_over(
        game("uncertainty_principle", {f"{TEAM}.a": (12, 12), f"{REAVERS}.a": (36, 36)}), (1,), (6,)
    )
    kinds = [type(e).__name__ for e in first.events]
    assert kinds == ["Scored", "Scored", "Rolled", "ObjectiveRemoved", "Rolled", "ObjectiveRemoved"]
    assert scores(first) == [(1, 1, "node-1"), (2, 1, "node-6")]
    assert scores(round_over(replace(first.state, round=3))) == []


# Boiling Point


@pytest.mark.rule("NM-BOP-03")
@pytest.mark.rule("NM-SIL-125")
def test_boiling_point_scores_for_the_unit_whose_activation_ends_and_for_no_other() -> None:
    state = game("boiling_point", {HUNTER: (6, 15), WOLF: (15, 15), f"{TEAM}.a": (20, 20)})
    assert scores(ended(state, TEAM)) == [] and scores(round_over(state)) == []
    given = Resolution(state, ScriptedDice(), FRAME_STEPS)
    given.emit(TokenGiven(WOLF))
    assert scores(given) == []
    r = ended(state, HUNTER, WOLF, HUNTER)
    assert scores(r) == [(1, 1, "location-1"), (1, 1, "location-2")]


@pytest.mark.rule("NM-BOP-02")
@pytest.mark.rule("NM-BOP-04")
@pytest.mark.parametrize("round", [1, 2, 3])
@pytest.mark.parametrize(("unit", "model"), [(HUNTER, HUNTER), (WOLF, WOLF), (TEAM, f"{TEAM}.b")])
def test_any_unit_scores_a_location(round: int, unit: str, model: str) -> None:
    assert scores(ended(game("boiling_point", {model: (24, 15)}, round), unit)) == [
        (1, round, "location-3")
    ]


# Chaos Theory


@pytest.mark.rule("NM-CHT-02")
@pytest.mark.rule("NM-CHT-03")
@pytest.mark.parametrize(("round", "rolls"), [(1, [(1,)]), (2, [(1,)]), (3, [])])
def test_transmitters_and_towers_are_worth_the_number_of_the_round(
    round: int, rolls: list[tuple[int, ...]]
) -> None:
    state = game(
        "chaos_theory",
        {WOLF: (15, 8), f"{REAVERS}.a": (15, 22), HUNTER: (15, 15), GRAFTER: (25, 15)},
        round,
    )
    expected = [
        (1, round, "transmitter-1"),
        (1, round, "tower-2"),
        (2, round, "transmitter-2"),
        (2, round, "tower-3"),
    ]
    assert scores(round_over(state, *rolls)) == expected


@pytest.mark.rule("NM-CHT-04")
@pytest.mark.rule("NM-CHT-05")
@pytest.mark.rule("NM-CHT-06")
def test_a_tower_goes_after_the_first_and_after_the_second_round_a_transmitter_never() -> None:
    first = round_over(game("chaos_theory", {}), (3,))
    assert [o.id for o in first.state.objectives.values() if o.removed] == ["tower-2"]
    second = round_over(replace(first.state, round=2), (4,), (3,), (1,))
    assert [o.id for o in second.state.objectives.values() if o.removed] == ["tower-1", "tower-2"]
    third = round_over(replace(second.state, round=3)).state
    assert [o.id for o in third.objectives.values() if not o.removed] == [
        "transmitter-1",
        "transmitter-2",
        "tower-3",
    ]


# All missions


@pytest.mark.rule("NM-SIL-126")
def test_an_objective_is_scored_once_though_two_units_secure_it() -> None:
    state = game("surface_tension", {f"{TEAM}.a": (24, 24), f"{INFILTRATORS}.a": (24, 26)})
    assert scores(round_over(state)) == [(1, 2, "platform")]


@pytest.mark.rule("NM-PUL-05")
@pytest.mark.rule("NM-SIL-123")
def test_both_players_score_from_the_same_board_the_first_player_told_first() -> None:
    at = {
        f"{TEAM}.a": (24, 24),
        f"{REAVERS}.a": (10, 38),
        f"{REAVERS}.b": (38, 38),
        f"{RAIDERS}.a": (38, 10),
    }
    state = game("surface_tension", at, secondary=(("overrun",), ("overrun",)))
    expected = [(1, 2, "platform"), (2, 3, "anchor-2"), (2, 1, "anchor-3"), (2, 1, "anchor-4")]
    assert scores(round_over(state)) == expected
    swapped = round_over(replace(state, first=2))
    assert scores(swapped) == expected[1:] + expected[:1]
    assert [p.points for p in swapped.state.players.values()] == [2, 5]


@pytest.mark.rule("NM-PUL-07")
def test_a_model_destroyed_by_an_effect_in_step_one_neither_secures_nor_denies_in_step_three() -> (
    None
):
    at = {f"{TEAM}.a": (24, 24), f"{REAVERS}.a": (24, 26), f"{REAVERS}.b": (10, 10)}
    state = game("surface_tension", at)
    for model in (f"{REAVERS}.a", f"{REAVERS}.b"):
        state = state.with_model(model, effects=("fire",))
    r = Resolution(state, ScriptedDice([(1,), (1,)]), FRAME_STEPS)
    continuous_effects.roll_continuous_effects(r)
    r.run()
    score_round(r, GameFrame())
    assert scores(r) == [(1, 2, "platform")]


@pytest.mark.rule("NM-PUL-09")
@pytest.mark.rule("NM-VIC-02")
def test_points_of_mission_and_secondary_missions_make_one_total_that_never_shrinks() -> None:
    at = {
        f"{TEAM}.a": (24, 24),
        f"{INFILTRATORS}.a": (30, 30),
        "1.ranger_heavy_support.1.a": (32, 30),
    }
    south = [*SOUTH, "ranger_heavy_support"]
    chosen = mission("surface_tension")
    r = round_over(begun(south, NORTH, at=at, mission=chosen, secondary=(("overrun",), ())))
    assert scores(r) == [(1, 2, "platform"), (1, 2, "")] and r.state.players[1].points == 4
    destroy_model(r, f"{TEAM}.a", Cause(2, REAVERS, "melee", "melee", f"{REAVERS}.a"))
    score_round(r, GameFrame())
    assert r.state.players[1].points == 4
