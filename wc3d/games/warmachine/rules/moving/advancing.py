"""Advances and runs (WM-MOV-01 to 09), and standing up (WM-KND-04 to 09)."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from wc3d._internal.fast_replace import replace_fields
from wc3d._internal.memo import memo_on_state
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.actions import Advance, Run, StandUp
from wc3d.games.warmachine.rules.agenda_frames import Activation, ActQuestion, end_activation
from wc3d.games.warmachine.rules.focus import spend_focus
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.moving.movement_checks import (
    check_has_focus,
    check_is_activated,
    check_movement,
    current_activation,
)
from wc3d.games.warmachine.rules.moving.rejoin_formation import (
    check_regains_formation,
    straight_paths_to_unit,
)
from wc3d.games.warmachine.rules.moving.walking import (
    make_movement,
    record_stay,
    track_with_heights,
)
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.space.moving import PathMove, compute_move
from wc3d.games.warmachine.rules.state import XY, State
from wc3d.games.warmachine.rules.stats import has_effect_word, is_act_forbidden, stat_value
from wc3d.games.warmachine.rules.units.orders import check_has_order
from wc3d.table.table import Table

REGISTRY = HandlerRegistry()

MAX_RANDOM_PATHS = 12
"""The number of attempts to find a random path."""


@memo_on_state
def compute_path_move(state: State, model: str, path: tuple[XY, ...], run: bool) -> PathMove:
    """Return the result of a path: up to the SPD, or twice that in a run (WM-MOV-01, WM-MOV-06)."""
    return compute_move(
        movement_table(state, model), model, path, float(stat_value(state, model, "SPD")), run=run
    )


def movement_table(state: State, model: str) -> Table:
    """Return the table for a model's movement, without terrain that an effect lets it pass."""
    return (
        replace(state.table, features=())
        if has_effect_word(state, model, "pass_terrain")
        else state.table
    )


def check_path(state: State, model: str, path: Sequence[XY], run: bool) -> Verdict:
    """Check that the model may move along this path."""
    if not path:
        return LEGAL
    if is_act_forbidden(state, model, "move"):
        return refuse("held", "an effect lets the model turn but not move", "WM-MOD-14")
    way = compute_path_move(state, model, tuple(path), run)
    if way.legal:
        end = path[-1]
        if has_effect_word(state, model, "pass_terrain"):
            free = state.table.without(model).stand(
                state.models[model].base, track_with_heights(state, model, [end])[0]
            )
            if not free:
                return refuse(
                    "no_room",
                    f"the model cannot end its movement there: {free.reason}",
                    "WM-TER-03",
                    way,
                )
        return replace_fields(LEGAL, evidence=way)
    if way.stopped_by is not None:
        blocker = (
            "the table edge"
            if way.stopped_by == "edge"
            else state.table.display_name(way.stopped_by)
        )
        rule = (
            "WM-RUL-34"
            if way.stopped_by == "edge"
            else "WM-MOV-05"
            if state.is_on_table(way.stopped_by)
            else "WM-TER-03"
        )
        if any(f.id == way.stopped_by and f.water for f in state.table.features):
            return refuse(
                "deep_water",
                f"a model cannot choose to enter deep water: {blocker}",
                "WM-REF-35",
                way,
            )
        return refuse("in_the_way", f"{state.name(blocker)} is in the way", rule, way)
    message = f'the path costs {way.cost:.2f}", the limit is {way.allowance:g}"'
    return refuse("too_far", message, "WM-MOV-06" if run else "WM-MOV-01", way)


def _check_advance(state: State, question: ActQuestion, action: Advance) -> Verdict:
    verdict = check_movement(state, question, action) and check_regains_formation(
        state, question.model, action.path
    )
    return verdict and check_path(state, question.model, action.path, run=False)


def _advance(r: Resolution, question: ActQuestion, action: Advance) -> None:
    r.update_frame(Activation, movement="advance")
    if not action.path and action.facing is not None:
        r.emit(events.Faced(question.model, action.facing % 360.0))
        return
    facing = None if action.facing is None else action.facing % 360.0
    r.push(make_movement(r.state, question.model, action.path, "advances", facing))


def _check_run(state: State, question: ActQuestion, action: Run) -> Verdict:
    """Check a run: no combat action (WM-MOV-07), and focus for a warjack (WM-FOC-12).

    Troopers need the order (WM-REF-07).
    """
    verdict = check_movement(state, question, action) and check_has_order(
        state, question.model, "run"
    )
    if not verdict:
        return verdict
    f = current_activation(state, question.model)
    if f.action == "none":
        return refuse(
            "stood", "the model forfeited its action to stand up and cannot run", "WM-KND-09"
        )
    if f.cast or f.feat:
        return refuse(
            "has_cast",
            "a warcaster that cast a spell or used its feat this turn cannot run",
            "WM-MOV-08",
        )
    if is_act_forbidden(state, question.model, "run"):
        return refuse("no_run", "an effect prevents this model from running", "WM-MOD-14")
    if state.models[question.model].is_warjack:
        verdict = check_has_focus(state, question.model, "WM-FOC-12")
    return (
        verdict
        and check_regains_formation(state, question.model, action.path)
        and check_path(state, question.model, action.path, run=True)
    )


def _run(r: Resolution, question: ActQuestion, action: Run) -> None:
    """Run, then end the activation (WM-MOV-07, WM-REF-08). Only warjacks pay (WM-FOC-15)."""
    if r.state.models[question.model].is_warjack:
        spend_focus(r, question.model, "run")
    r.update_frame(Activation, movement="run", action="none")
    end_activation(r, question.model)
    facing = None if action.facing is None else action.facing % 360.0
    record_stay(r, question.model, action.path, "runs")
    r.push(make_movement(r.state, question.model, action.path, "runs", facing))


# Listed candidates


def place_in_direction(state: State, model: str, angle: float, distance: float) -> XY:
    """Return the point at a distance in a direction, rounded to hundredths of an inch."""
    x, y, _ = state.place(model)
    turn = math.radians(angle)
    return round(x + distance * math.cos(turn), 2), round(y + distance * math.sin(turn), 2)


def candidate_paths(state: State, question: ActQuestion, run: bool) -> Iterator[tuple[XY, ...]]:
    """Yield the longest straight paths back to the unit, toward enemies, and all around.

    Enemies follow in their own order, because sorting by distance would reveal it.
    """
    distance = stat_value(state, question.model, "SPD") * (2 if run else 1) - 0.02
    yield from straight_paths_to_unit(state, question.model, distance)
    place = state.place(question.model)
    for at in [m.at for m in state.models_in_play(3 - question.player) if m.at is not None][:2]:
        angle = math.degrees(math.atan2(at[1] - place[1], at[0] - place[0]))
        yield (place_in_direction(state, question.model, angle, distance),)
    for k in range(8):
        yield (place_in_direction(state, question.model, 45.0 * k, distance),)


def _list_advances(state: State, question: ActQuestion) -> Iterator[Advance]:
    yield from (
        Advance(player=question.player, model=question.model, path=way)
        for way in candidate_paths(state, question, run=False)
    )
    yield Advance(player=question.player, model=question.model)


def _list_runs(state: State, question: ActQuestion) -> Iterator[Run]:
    yield from (
        Run(player=question.player, model=question.model, path=way)
        for way in candidate_paths(state, question, run=True)
    )


def paths_back_to_unit(state: State, id: str) -> Iterator[tuple[XY, ...]]:
    """Yield paths that bring a trooper back to its formation, or nearer (WM-REF-13)."""
    if state.is_stationary(id) or is_act_forbidden(state, id, "move"):
        return
    for path in straight_paths_to_unit(state, id, float(stat_value(state, id, "SPD"))):
        if check_regains_formation(state, id, path) and check_path(state, id, path, run=False):
            yield path


def random_paths(
    state: State, question: ActQuestion, rng: random.Random, run: bool
) -> Iterator[tuple[XY, ...]]:
    """Yield random paths, more often toward the enemy, or back to a trooper's formation."""
    speed = stat_value(state, question.model, "SPD") * (2 if run else 1)
    yield from straight_paths_to_unit(state, question.model, speed)
    place = state.place(question.model)
    foes = [m.at for m in state.models_in_play(3 - question.player) if m.at is not None]
    for k in range(MAX_RANDOM_PATHS):
        at = rng.choice(foes) if foes else place
        toward = math.degrees(math.atan2(at[1] - place[1], at[0] - place[0]))
        angle = toward + rng.gauss(0, 20 + 12 * k) if rng.random() < 0.8 else rng.uniform(0, 360)
        yield (
            place_in_direction(
                state, question.model, angle, speed * rng.random() ** (0.3 + k / 6) - 0.01
            ),
        )


def _sample_advance(state: State, question: ActQuestion, rng: random.Random) -> Advance | None:
    if not check_movement(state, question, Advance(player=question.player, model=question.model)):
        return None
    for path in random_paths(state, question, rng, run=False):
        if check_regains_formation(state, question.model, path) and check_path(
            state, question.model, path, run=False
        ):
            return Advance(player=question.player, model=question.model, path=path)
    return Advance(
        player=question.player, model=question.model, facing=round(rng.uniform(0, 360), 1)
    )


def _sample_run(state: State, question: ActQuestion, rng: random.Random) -> Run | None:
    if not _check_run(state, question, Run(player=question.player, model=question.model)):
        return None
    runs = (
        Run(player=question.player, model=question.model, path=path)
        for path in random_paths(state, question, rng, run=True)
    )
    return next((action for action in runs if _check_run(state, question, action)), None)


REGISTRY.register_answer(
    ActQuestion,
    Advance,
    text="advance",
    check=_check_advance,
    decide=_advance,
    candidates=_list_advances,
    sample=_sample_advance,
)
REGISTRY.register_answer(
    ActQuestion,
    Run,
    text="run",
    check=_check_run,
    decide=_run,
    candidates=_list_runs,
    sample=_sample_run,
)


# Standing up


def _check_stand(state: State, question: ActQuestion, action: StandUp) -> Verdict:
    """Check that a model was knocked down before this activation (WM-KND-04, WM-KND-05)."""
    verdict = check_is_activated(state, question, action)
    if not verdict:
        return verdict
    me, f = state.models[question.model], current_activation(state, question.model)
    if not me.knocked_down:
        return refuse("not_down", f"{me.name} is already standing", "WM-KND-04")
    if me.down == state.turn:
        text = "the model was knocked down this turn and cannot stand up until the next turn"
        return refuse("down_this_turn", text, "WM-KND-05")
    if me.has_effect_word("stationary"):
        return refuse("stationary", f"{me.name} is stationary", "WM-STA-01")
    if f.movement or f.action:
        return refuse(
            "nothing_to_give", "the model has no movement or action left to forfeit", "WM-KND-06"
        )
    return LEGAL


def _stand(r: Resolution, question: ActQuestion, action: StandUp) -> None:
    """Stand up facing any direction, and forfeit movement or action (WM-KND-06, WM-KND-07)."""
    facing = (
        r.state.models[question.model].facing if action.facing is None else action.facing % 360.0
    )
    r.emit(events.StoodUp(question.model, facing, action.gives))
    if action.gives == "movement":
        r.update_frame(Activation, movement="stand")  # it may act, without aiming (WM-KND-08)
    else:
        # the model may advance, but not run or charge (WM-KND-09)
        r.update_frame(Activation, action="none")


REGISTRY.register_answer(
    ActQuestion,
    StandUp,
    text="stand up",
    check=_check_stand,
    decide=_stand,
    candidates=lambda state, asked: (
        StandUp(player=asked.player, model=asked.model, gives=gives)
        for gives in ("movement", "action")
    ),
)
