"""Secondary missions: choosing them, and when they score (p. ~55)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.playing import begun, board, play
from tests.table.building import box
from wc3d.engine.actions import Event
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import ScriptedDice
from wc3d.games.neo_mechanika.rules.actions import Activate, Advance
from wc3d.games.neo_mechanika.rules.agenda_frames import Cause, ModelsMoved
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.arc import clear_arc, collapse_empty_gates
from wc3d.games.neo_mechanika.rules.book.rulings import GameOptions
from wc3d.games.neo_mechanika.rules.events import Moved, Scored, TurnBegan, UnitDeployed
from wc3d.games.neo_mechanika.rules.fighting import continuous_effects
from wc3d.games.neo_mechanika.rules.fighting.damage import apply_damage
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.missions.scoring import score_round
from wc3d.games.neo_mechanika.rules.missions.secondary import (
    SECONDARY_MISSIONS,
    list_faults,
    score_recon,
)
from wc3d.games.neo_mechanika.rules.moving.removal import destroy_model, remove_unit
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.pulse import GameFrame

SMALL = SPACE.bases["small"].radius
LARGE = SPACE.bases["large"].radius
TEAM = "1.ranger_fire_team.1"
WOLF = "1.dusk_wolf.1"
SCOURGE = "2.scourge.1"
SOUTH = [
    "ranger_fire_team",
    "ranger_fire_team",
    "ranger_infiltrators",
    "ranger_heavy_support",
    "dusk_wolf",
]
NORTH = [
    "scourge",
    "scourge",
    "grafter",
    "immortal_weaver",
    "marauder",
    "grafter",
    "vassal_reavers",
]


def game(
    at: dict[str, Any], one: tuple[str, ...] = (), two: tuple[str, ...] = (), **more: Any
) -> Resolution:
    return Resolution(
        begun(SOUTH, NORTH, at=at, secondary=(one, two), **more), ScriptedDice(), FRAME_STEPS
    )


def scores(told: Resolution | tuple[Event, ...]) -> list[tuple[int, int, str]]:
    events = told.events if isinstance(told, Resolution) else told
    return [(e.player, e.points, e.why) for e in events if isinstance(e, Scored)]


def shot(kind: str = "ranged", attack: str = "ranged", unit: str = TEAM) -> Cause:
    """One of player 1's squads did it."""
    return Cause(1, unit, kind, attack, f"{unit}.a" if unit == TEAM else unit)


# Choosing


@pytest.mark.rule("NM-SEC-01")
@pytest.mark.rule("NM-SIL-138")
def test_as_many_as_the_players_agreed_on_one_if_they_said_nothing_none_if_they_use_none() -> None:
    chosen = mission("strange_matter")
    agreed = GameOptions().secondary_missions
    assert agreed == 1
    assert (
        list(list_faults(chosen, ("recon",), agreed)) == []
        and list(list_faults(chosen, (), agreed)) == []
    )
    assert list(list_faults(chosen, ("recon", "salvage"), agreed)) == [
        "2 chosen, but the players agreed on 1"
    ]
    assert list(list_faults(chosen, ("recon",), 0)) == ["1 chosen, but the players agreed on 0"]
    assert list(list_faults(chosen, tuple(SECONDARY_MISSIONS), 5)) == []


@pytest.mark.rule("NM-SKM-04")
def test_a_skirmish_has_none() -> None:
    assert list(list_faults(mission("boiling_point"), ("recon",))) == [
        "a skirmish has no secondary missions"
    ]
    assert list(list_faults(mission("boiling_point"), ())) == []


@pytest.mark.program("how input is read or refused")
def test_unknown_and_repeated_choices_are_told() -> None:
    chosen = mission("strange_matter")
    assert list(list_faults(chosen, ("recom",))) == ["unknown 'recom'; did you mean recon?"]
    assert list(list_faults(chosen, ("recon", "recon"), 2)) == ["'recon' is chosen twice"]


@pytest.mark.rule("NM-SEC-02")
@pytest.mark.rule("NM-SIL-138")
def test_each_player_scores_for_the_own_choice_and_both_may_have_the_same() -> None:
    at = {WOLF: (20, 45), SCOURGE: (20, 3)}
    for one, two, expected in (
        (("recon",), (), [(1, 3, "Recon")]),
        (("salvage",), ("recon",), [(2, 3, "Recon")]),
        (("recon",), ("recon",), [(1, 3, "Recon"), (2, 3, "Recon")]),
    ):
        r = game(at, one, two)
        score_recon(r, ModelsMoved())
        assert scores(r) == expected


# Body Count

VICTIMS = (
    "2.grafter.1",
    "2.immortal_weaver.1",
    "2.marauder.1",
    "2.grafter.2",
    "2.scourge.1",
    "2.scourge.2",
)


def bodies(*, reavers: int = 0) -> Resolution:
    """A turn of player 1's with six enemy units of one model, and a squad of so many."""
    at: dict[str, Any] = {unit: (10 + 3 * i, 20) for i, unit in enumerate(VICTIMS)}
    at |= {f"2.vassal_reavers.1.{'abc'[i]}": (10 + 3 * i, 30) for i in range(reavers)}
    r = game({**at, f"{TEAM}.a": (20, 10)}, ("body_count",))
    r.emit(TurnBegan(1))
    return r


@pytest.mark.rule("NM-SEC-03")
@pytest.mark.rule("NM-SIL-139")
def test_the_third_enemy_unit_destroyed_in_a_turn_scores_at_once_and_no_later_one_does() -> None:
    r = bodies()
    counts = []
    for unit in VICTIMS:
        destroy_model(r, unit, shot())
        counts.append(len(scores(r)))
    assert counts == [0, 0, 1, 1, 1, 1] and scores(r) == [(1, 2, "Body Count")]


@pytest.mark.rule("NM-SEC-03")
@pytest.mark.rule("NM-SIL-139")
def test_each_turn_counts_anew_the_opponents_too() -> None:
    r = bodies()
    for unit in VICTIMS[:2]:
        destroy_model(r, unit, shot())
    r.emit(TurnBegan(2))
    for unit in VICTIMS[2:4]:
        destroy_model(r, unit, shot())
    assert scores(r) == []
    destroy_model(r, VICTIMS[4], shot())
    assert scores(r) == [(1, 2, "Body Count")]


@pytest.mark.rule("NM-SIL-139")
@pytest.mark.parametrize(
    "kind", ["melee", "ranged", "fury", "blast", "collateral", "slam", "fall", "edge"]
)
def test_whatever_the_player_did_counts(kind: str) -> None:
    r = bodies()
    for unit in VICTIMS[:3]:
        destroy_model(r, unit, shot(kind))
    assert scores(r) == [(1, 2, "Body Count")]


@pytest.mark.rule("NM-SIL-139")
def test_units_count_not_models_and_only_what_the_player_destroyed() -> None:
    r = bodies(reavers=3)
    for model in "abc":
        destroy_model(r, f"2.vassal_reavers.1.{model}", shot())
    destroy_model(r, VICTIMS[0], shot())
    destroy_model(r, VICTIMS[1], Cause(2, "2.scourge.2", "blast", "ranged", "2.scourge.2"))
    destroy_model(r, VICTIMS[2], Cause(0, "", "fall"))
    remove_unit(r, VICTIMS[3], destroyed=False)
    assert scores(r) == []
    destroy_model(r, VICTIMS[4], shot())
    assert scores(r) == [(1, 2, "Body Count")]


@pytest.mark.rule("NM-SIL-139")
def test_effects_at_the_end_of_a_round_are_in_no_turn() -> None:
    r = bodies(reavers=1)
    for unit in VICTIMS[:2]:
        destroy_model(r, unit, shot())
    continuous_effects.put_effect(r, "2.vassal_reavers.1.a", "fire", shot())
    r.dice = ScriptedDice([(2,)])
    continuous_effects.roll_continuous_effects(r)
    r.run()
    assert not r.state.units["2.vassal_reavers.1"].is_in_play and scores(r) == []


# Disrupt

GATES = {"2.gate.1": ((30, 30), 2), "1.gate.1": ((20, 30), 2)}


@pytest.mark.rule("NM-SEC-04")
@pytest.mark.rule("NM-SIL-140")
@pytest.mark.parametrize("kind", ["melee", "ranged", "fury", "blast", "collateral"])
def test_an_enemy_gate_that_a_unit_made_collapse_scores_each_time(kind: str) -> None:
    r = game(
        {f"{TEAM}.a": (28, 30)},
        ("disrupt",),
        ("disrupt",),
        gates={**GATES, "2.gate.2": ((33, 30), 1)},
    )
    apply_damage(r, "2.gate.1", 1, shot(kind))
    assert scores(r) == []
    apply_damage(r, "2.gate.1", 2, shot(kind))
    apply_damage(r, "2.gate.2", 1, shot(kind))
    assert scores(r) == [(1, 1, "Disrupt")] * 2


@pytest.mark.rule("NM-SIL-140")
def test_the_owners_own_doing_scores_for_nobody() -> None:
    r = game({f"{TEAM}.a": (28, 30)}, ("disrupt",), ("disrupt",), gates=GATES)
    clear_arc(r, "2.gate.1", 2, "Charging Phase")
    apply_damage(r, "1.gate.1", 2, shot("blast"))
    collapse_empty_gates(r)
    assert not r.state.gates and scores(r) == []


@pytest.mark.rule("NM-SIL-140")
@pytest.mark.rule("NM-SIL-107")
def test_an_effect_that_its_hit_put_there_is_a_units_doing() -> None:
    r = game({f"{TEAM}.a": (28, 30)}, ("disrupt",), gates=GATES)
    continuous_effects.put_effect(r, "2.gate.1", "corrosion", shot())
    continuous_effects.put_effect(r, "1.gate.1", "corrosion")
    r.dice = ScriptedDice([(2,), (2,)])
    continuous_effects.roll_continuous_effects(r)
    r.run()
    assert not r.state.gates and scores(r) == [(1, 1, "Disrupt")]


# Overrun

SQUADS = (
    "1.ranger_fire_team.1",
    "1.ranger_fire_team.2",
    "1.ranger_infiltrators.1",
    "1.ranger_heavy_support.1",
)


def overrun(
    count: int, two: tuple[str, ...] = ("overrun",), more: Mapping[str, Any] | None = None
) -> Resolution:
    """So many squads of player 1's, one of them with one model left."""
    at = {
        f"{unit}.{m}": (10 + 6 * i, 20 + 2 * k)
        for i, unit in enumerate(SQUADS[:count])
        for k, m in enumerate("abc")
    }
    partial = {m: xy for m, xy in at.items() if not m.startswith(SQUADS[0]) or m.endswith("b")}
    return game({**partial, **(more or {})}, ("overrun",), two)


@pytest.mark.rule("NM-SEC-05")
@pytest.mark.rule("NM-SIL-141")
@pytest.mark.parametrize(
    ("count", "expected"), [(2, []), (3, [(1, 2, "Overrun")]), (4, [(1, 2, "Overrun")])]
)
def test_a_lead_of_three_squads_scores_every_round_partial_ones_count(
    count: int, expected: list[Any]
) -> None:
    r = overrun(count)
    score_round(r, GameFrame())
    assert scores(r) == expected
    r.state = replace(r.state, round=2)
    score_round(r, GameFrame())
    assert scores(r) == expected * 2


@pytest.mark.rule("NM-SEC-05")
def test_it_is_a_lead_over_the_opponents_squads_other_units_do_not_count() -> None:
    r = overrun(3, more={"2.vassal_reavers.1.c": (40, 40)})
    score_round(r, GameFrame())
    assert scores(r) == []
    r = overrun(2, more={WOLF: (40, 20)})
    score_round(r, GameFrame())
    assert scores(r) == []


# Recon


def moved(state: State, model: str, x: float, y: float) -> Resolution:
    """A model comes to a place."""
    r = Resolution(state, ScriptedDice(), FRAME_STEPS)
    r.emit(Moved(model, ((x, y, 0.0),)))
    score_recon(r, ModelsMoved())
    return r


@pytest.mark.rule("NM-SEC-06")
@pytest.mark.rule("NM-SIL-142")
@pytest.mark.parametrize(("inches", "expected"), [(5.0, [(1, 3, "Recon")]), (5.001, [])])
def test_the_first_time_within_five_inches_of_the_opponents_edge_scores(
    inches: float, expected: list[Any]
) -> None:
    state = game({f"{TEAM}.a": (20, 30), f"{TEAM}.b": (20, 28)}, ("recon",)).state
    assert scores(moved(state, f"{TEAM}.b", 20, 48 - inches - SMALL)) == expected
    north = state.with_player(1, side="north").with_player(2, side="south")
    assert scores(moved(north, f"{TEAM}.b", 20, inches + SMALL)) == expected


@pytest.mark.rule("NM-SEC-06")
def test_it_scores_once_in_a_game() -> None:
    r = moved(game({WOLF: (20, 30)}, ("recon",)).state, WOLF, 20, 45)
    for y in (45.0, 30.0, 46.0):
        r.emit(Moved(WOLF, ((21.0, y, 0.0),)))
        score_recon(r, ModelsMoved())
    assert scores(r) == [(1, 3, "Recon")]


@pytest.mark.rule("NM-SIL-142")
def test_by_deployment_too_and_on_a_roof_but_not_by_a_gate_or_near_the_own_edge() -> None:
    r = game({}, ("recon",), gates={"1.gate.1": ((20, 46), 3)})
    score_recon(r, ModelsMoved())
    assert scores(r) == []
    r.emit(UnitDeployed(WOLF, "1.gate.1", ((WOLF, (22.0, 45.0, 0.0)),)))
    score_recon(r, ModelsMoved())
    assert scores(r) == [(1, 3, "Recon")]
    home = game({f"{TEAM}.a": (20, 2)}, ("recon",))
    score_recon(home, ModelsMoved())
    assert scores(home) == []
    high = game(
        {f"{TEAM}.a": (20, 44, 6)},
        ("recon",),
        table=board(box("tower", "structure", (20, 44), (4, 4), 6)),
    )
    score_recon(high, ModelsMoved())
    assert scores(high) == [(1, 3, "Recon")]


@pytest.mark.rule("NM-SIL-142")
def test_a_model_that_comes_near_and_goes_on_scores_also_when_the_fall_there_destroys_it() -> None:
    there = {"1.hunter.1": (24.0, 40.0)}
    g = play(["hunter"], at=there, secondary=(("recon",), ()), step="activation")
    g.apply(Activate(player=1, unit="1.hunter.1"))
    assert scores(
        g.apply(Advance(player=1, model="1.hunter.1", path=((24.0, 43.0), (24.0, 40.0))))
    ) == [(1, 3, "Recon")]
    tower = board(box("tower", "structure", (24, 39.5), (6, 6), 5))
    g = play(
        ["hunter"],
        at=there,
        secondary=(("recon",), ()),
        step="activation",
        table=tower,
        dice=[(2, 2, 2, 2, 2)],
    )
    g.apply(Activate(player=1, unit="1.hunter.1"))
    told = g.apply(Advance(player=1, model="1.hunter.1", path=((24.0, 44.0),)))
    assert not g.state.is_on_table("1.hunter.1") and scores(told) == [(1, 3, "Recon")]


# Salvage


@pytest.mark.rule("NM-SEC-07")
@pytest.mark.rule("NM-SIL-143")
@pytest.mark.parametrize(
    ("cause", "expected"),
    [
        (shot("melee", "melee"), True),
        (shot("blast", "melee"), True),
        (shot("ranged", "ranged"), False),
        (shot("blast", "ranged"), False),
        (shot("fall", "melee"), False),
        (shot("collateral", "melee"), False),
        (shot("edge", "melee"), False),
        (shot("melee", "melee", WOLF), False),
    ],
)
def test_a_warjack_destroyed_by_a_squads_melee_attack_scores(cause: Cause, expected: bool) -> None:
    r = game(
        {SCOURGE: (20, 30), "2.scourge.2": (30, 30), f"{TEAM}.a": (20, 28), WOLF: (24, 28)},
        ("salvage",),
    )
    destroy_model(r, SCOURGE, cause)
    assert scores(r) == ([(1, 2, "Salvage")] if expected else [])
    destroy_model(r, "2.scourge.2", cause)
    assert len(scores(r)) == (2 if expected else 0)


@pytest.mark.rule("NM-SEC-07")
def test_only_enemy_warjacks_are_salvaged() -> None:
    r = game({"2.grafter.1": (20, 30), WOLF: (24, 28), f"{TEAM}.a": (20, 28)}, ("salvage",))
    destroy_model(r, "2.grafter.1", shot("melee", "melee"))
    destroy_model(r, WOLF, shot("blast", "melee"))
    assert scores(r) == []
