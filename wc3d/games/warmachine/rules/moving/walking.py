"""Voluntary movement, in legs that end at the next free strike (WM-FRE-01, WM-RUL-20)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from wc3d.engine.agenda import Frame, Question, Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.actions import Choose
from wc3d.games.warmachine.rules.agenda_frames import Attacking, Fright
from wc3d.games.warmachine.rules.attack_plans import BASH_NAME, can_bash, free_strike_plan
from wc3d.games.warmachine.rules.cards import Armament
from wc3d.games.warmachine.rules.clouds import harm_along_path
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.sight_in_game import can_see
from wc3d.games.warmachine.rules.space.climbing_and_water import ground_height_at
from wc3d.games.warmachine.rules.space.fighters import DEFAULT_REACH_IN, facing_toward, get_fighter
from wc3d.games.warmachine.rules.space.melee import (
    FreeStrike,
    find_free_strikes,
    measure_melee_range,
)
from wc3d.games.warmachine.rules.space.policy import has_extra_terrain
from wc3d.games.warmachine.rules.state import XY, XYZ, State
from wc3d.games.warmachine.rules.stats import has_effect_word
from wc3d.games.warmachine.rules.units.command_checks import find_encounters, frights_along_path
from wc3d.geometry.tolerances import EPSILON_IN

REGISTRY = HandlerRegistry()

STRAIGHT_MOVES = ("charges", "slams")
"""Movements with a constant facing (WM-CHG-06, WM-SLM-06)."""

FLEEING_MOVE = "flees"
"""The movement of a fleeing model (WM-REF-23)."""


@dataclass(frozen=True, slots=True)
class Going(Frame):
    """A movement along a path in progress. `done` is the length covered in inches.

    `leavings` are the enemies whose melee ranges the path leaves, and where. `facing` is the final
    facing, None for the direction of movement. `start` is the starting point. `frights` are the
    lengths at which it may meet terror; `met` are the encounters before the movement.
    """

    STEPS: ClassVar[tuple[str, ...]] = ("leave", "leg", "struck", "rest", "fear")
    model: str = ""
    path: tuple[XY, ...] = ()
    facing: float | None = None
    how: str = "advances"
    start: XY = (0.0, 0.0)
    done: float = 0.0
    leavings: tuple[tuple[str, float], ...] = ()
    frights: tuple[float, ...] = ()
    met: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FreeStrikeQuestion(Question):
    """The question of making a free strike (WM-FRE-02), and with which weapon."""

    striker: str = ""
    mover: str = ""


def make_movement(
    state: State, model: str, path: Sequence[XY], verb: str, facing: float | None = None
) -> Going:
    """Return a frame for a movement along a path that is already checked."""
    x, y, _ = state.place(model)
    return Going("", model, tuple(path), facing, verb, (x, y))


def record_stay(r: Resolution, model: str, path: Sequence[XY], verb: str) -> None:
    """Log a run, charge or slam of 0", for which there is no `Moved` event."""
    x, y, _ = r.state.place(model)
    if path_length((x, y), path) <= EPSILON_IN:
        r.emit(events.MovedNowhere(model, verb))


def path_section(start: XY, path: Sequence[XY], low: float, high: float) -> tuple[XY, ...]:
    """Return the part of a path between two lengths: its start, corners and end."""
    track: list[XY] = []
    corners = (start, *path)
    along = 0.0
    for a, b in pairwise(corners):
        long = math.dist(a, b)
        if long > 0 and along + long >= low - EPSILON_IN and along <= high + EPSILON_IN:
            for at in (max(low, along), min(high, along + long)):
                t = (at - along) / long
                point = b if t >= 1 else (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
                if not track or math.dist(track[-1], point) > EPSILON_IN:
                    track.append(point)
        along += long
    return tuple(track) or (start,)


def path_length(start: XY, path: Sequence[XY]) -> float:
    """Return the length of a path in inches (WM-RUL-22)."""
    return sum(math.dist(a, b) for a, b in pairwise((start, *path)))


@REGISTRY.step(Going, "leave")
def _find_leavings(r: Resolution, f: Going) -> Going:
    """Find where the path leaves melee ranges (WM-FRE-01) or may meet terror (WM-REF-20)."""
    pairs = tuple(
        dict.fromkeys(
            (encounter.who, encounter.source) for encounter in find_encounters(r.state, f.model)
        )
    )
    leavings = tuple(
        (strike.enemy, strike.at_length)
        for strike in free_strikes_on_path(r.state, f.model, f.path)
    )
    return replace(
        f, leavings=leavings, frights=frights_along_path(r.state, f.model, f.path), met=pairs
    )


def free_strikes_on_path(state: State, model: str, path: Sequence[XY]) -> tuple[FreeStrike, ...]:
    """Return the melee ranges that a path leaves, and where (WM-FRE-01, WM-GEO-18).

    Some models provoke no free strikes.
    """
    if (
        state.has_trait(model, "slips_free_strikes")
        or has_effect_word(state, model, "pass_terrain")
        or not path
    ):
        return ()
    return find_free_strikes(state.table, model, path).strikes


@REGISTRY.step(Going, "leg")
def _walk_leg(r: Resolution, f: Going) -> Going:
    """Move to the next place with a free strike or a check for terror, or to the end."""
    if not f.leavings and not f.frights:
        _move_to(r, f, path_length(f.start, f.path))
        return replace(f, step="rest")
    if f.frights and (not f.leavings or f.frights[0] <= f.leavings[0][1]):
        _move_to(r, f, f.frights[0])
        r.push(Fright(model=f.model, known=f.met))
        return replace(f, done=f.frights[0], frights=f.frights[1:])
    (enemy, at), *rest = f.leavings
    _move_to(r, f, at)
    if free_strike_weapons(r.state, enemy, f.model):
        r.push(FreeStrikeQuestion(player=r.state.models[enemy].owner, striker=enemy, mover=f.model))
    return replace(f, done=at, leavings=tuple(rest))


def _move_to(r: Resolution, f: Going, to: float) -> None:
    """Move one leg, facing its direction (WM-MOV-02); charges keep their facing (WM-CHG-06)."""
    track = path_section(f.start, f.path, f.done, to)
    if len(track) < 2:
        return
    facing = f.facing if f.how in STRAIGHT_MOVES else facing_toward(track[-2], track[-1])
    end_facing = r.state.models[f.model].facing if facing is None else facing
    r.emit(events.Moved(f.model, track_with_heights(r.state, f.model, track), end_facing, f.how))
    end_torn_locks(r, f.model)
    harm_along_path(r, f.model, track)


def track_with_heights(state: State, id: str, track: Sequence[XY]) -> tuple[XYZ, ...]:
    """Return a track with heights over climbed thick obstacles (WM-REF-29, WM-RUL-150)."""
    z = state.place(id)[2]
    if not has_extra_terrain(state.table):
        return tuple((x, y, z) for x, y in track)
    radius = get_fighter(state.table, id).radius
    highest = z if has_effect_word(state, id, "pass_terrain") else math.inf
    return tuple((x, y, ground_height_at(state.table, (x, y), radius, highest)) for x, y in track)


def end_torn_locks(r: Resolution, id: str) -> None:
    """End the locks of a moved model whose partner is more than half an inch away (WM-RUL-75)."""
    for lock in r.state.locks:
        if (
            id in (lock.attacker, lock.defender)
            and r.state.table.distance(lock.attacker, lock.defender) > DEFAULT_REACH_IN + EPSILON_IN
        ):
            r.emit(events.Unlocked(lock, "torn apart"))


@REGISTRY.step(Going, "struck")
def _check_stopped(r: Resolution, f: Going) -> Going:
    """Stop a mover that cannot continue (WM-RUL-20), has left its path, or flees (WM-REF-20)."""
    flees = (
        f.how != FLEEING_MOVE and r.state.is_on_table(f.model) and r.state.models[f.model].fleeing
    )
    stopped = (
        flees
        or not r.state.is_on_table(f.model)
        or r.state.is_stationary(f.model)
        or is_off_path(r.state, f)
    )
    return replace(f, step="end") if stopped else replace(f, step="leg")


def is_off_path(state: State, f: Going) -> bool:
    """Return whether a mover is no longer at its length along the path."""
    return (
        math.dist(path_section(f.start, f.path, f.done, f.done)[0], state.place(f.model)[:2])
        > EPSILON_IN
    )


@REGISTRY.step(Going, "rest")
def _turn_at_end(r: Resolution, f: Going) -> None:
    """Turn the model to any direction at the end of an advance (WM-MOV-04)."""
    is_present = r.state.is_on_table(f.model)
    if is_present and f.facing is not None and f.facing != r.state.models[f.model].facing:
        r.emit(events.Faced(f.model, f.facing))


@REGISTRY.step(Going, "fear")
def _check_fear(r: Resolution, f: Going) -> None:
    """Check for terror at the end of the movement, before the model acts (WM-REF-20)."""
    if f.how != FLEEING_MOVE:
        r.push(Fright(model=f.model, known=f.met))


# Free strikes


@dataclass(frozen=True, slots=True)
class PredictedFreeStrike:
    """A free strike that a path provokes: striker, weapons, place and state at that time."""

    striker: str
    weapons: tuple[str, ...]
    at: XY
    state_then: State


def predict_free_strikes(
    state: State, model: str, path: Sequence[XY]
) -> Iterator[PredictedFreeStrike]:
    """Yield the free strikes that a path provokes, assuming that none of them stops the mover."""
    x, y, _ = state.place(model)
    for strike in free_strikes_on_path(state, model, path):
        track = path_section((x, y), path, 0.0, strike.at_length)
        facing = facing_toward(track[-2], track[-1]) if len(track) > 1 else None
        end_facing = state.models[model].facing if facing is None else facing
        new_state = state.with_model(
            model, at=track_with_heights(state, model, track)[-1], facing=end_facing
        )
        weapons = free_strike_weapons(new_state, strike.enemy, model)
        if weapons:
            yield PredictedFreeStrike(strike.enemy, weapons, strike.at, new_state)


def free_strike_weapons(state: State, striker: str, mover: str) -> tuple[str, ...]:
    """Return the working weapons with the mover in range (WM-FRE-02), and the bash (WM-JAK-05).

    The striker must see the mover (WM-RUL-15) and be able to attack (WM-RUL-16).
    """
    if (
        not state.is_on_table(striker)
        or state.is_stationary(striker)
        or state.models[striker].fleeing
    ):
        return ()
    striker_model, mover_model = get_fighter(state.table, striker), get_fighter(state.table, mover)

    def reaches(weapon: Armament) -> bool:
        return (
            weapon.kind == "melee"
            and measure_melee_range(striker_model, mover_model, weapon.melee_range).in_range
        )

    weapons = tuple(w.id for w in state.usable_weapons(striker) if reaches(w))
    if (
        not weapons
        and can_bash(state, striker)
        and measure_melee_range(striker_model, mover_model, 0.5).in_range
    ):
        weapons = (BASH_NAME,)
    return weapons if weapons and can_see(state, striker, mover) else ()


def _make_free_strike(r: Resolution, question: FreeStrikeQuestion, action: Choose) -> None:
    """Make a free attack with +2 and another damage die, without boosts (WM-FRE-02 to 05)."""
    r.push(
        Attacking(
            "",
            question.striker,
            question.mover,
            free_strike_plan(r.state, question.striker, action.option),
        )
    )


REGISTRY.register_choice_by_rule(
    FreeStrikeQuestion,
    text="make a free strike",
    rule="WM-FRE-02",
    decide=_make_free_strike,
    options=lambda state, asked: free_strike_weapons(state, asked.striker, asked.mover),
)
REGISTRY.register_pass(
    FreeStrikeQuestion, text="make no free strike", what="makes no free strike", rule="WM-RUL-18"
)
