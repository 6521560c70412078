"""Charges (WM-CHG-01 to 16): straight at an enemy, with another damage die after a long move."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Frame, Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.actions import Charge
from wc3d.games.warmachine.rules.agenda_frames import Activation, ActQuestion, end_activation
from wc3d.games.warmachine.rules.focus import spend_focus
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.moving.movement_checks import (
    check_full_movement,
    check_has_focus,
    check_movement,
    current_activation,
)
from wc3d.games.warmachine.rules.moving.walking import make_movement, record_stay
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.sight_in_game import is_in_reach, line_of_sight
from wc3d.games.warmachine.rules.space.charge_geometry import ChargeRun, compute_charge
from wc3d.games.warmachine.rules.space.fighters import facing_toward, get_fighter
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import (
    effect_total,
    has_effect_word,
    is_act_forbidden,
    stat_value,
)
from wc3d.games.warmachine.rules.units.orders import check_has_order
from wc3d.table.table import Table

REGISTRY = HandlerRegistry()

CHARGE_BONUS_IN = 3.0
"""Inches that a charge adds to the SPD (WM-CHG-04) and a charge attack needs (WM-CHG-08)."""


@dataclass(frozen=True, slots=True)
class Charging(Frame):
    """A charge after its move. `attack`: the target was out of range at first (WM-RUL-26)."""

    STEPS: ClassVar[tuple[str, ...]] = ("arrive",)
    model: str = ""
    target: str = ""
    start: tuple[float, float] = (0.0, 0.0)
    attack: bool = False


def check_charge_target(state: State, player: int, model: str, target: str) -> Verdict:
    """Check that the target is an enemy on the table in sight (WM-CHG-02)."""
    if not state.is_on_table(target) or state.models[target].owner == player:
        return refuse("no_enemy", "a charge needs an enemy on the table as its target", "WM-CHG-02")
    sight = line_of_sight(state, model, target)
    if not sight:
        return refuse(
            "no_sight", f"{state.name(model)} cannot see {state.name(target)}", "WM-CHG-02", sight
        )
    return replace_fields(LEGAL, evidence=sight)


def charge_length(state: State, model: str) -> float:
    """Return the length of a model's charge: SPD + 3" (WM-CHG-04), plus any effects."""
    return (
        stat_value(state, model, "SPD")
        + CHARGE_BONUS_IN
        + effect_total(state, model, "ease_charge")
    )


def charge_table(state: State, model: str) -> Table:
    """Return the table for a model's charge, without rough ground if an effect eases its charge."""
    if not has_effect_word(state, model, "ease_charge"):
        return state.table
    open_features = tuple(f for f in state.table.features if f.kind not in ("rough", "forest"))
    return replace(state.table, features=open_features)


def longest_reach(state: State, model: str) -> float:
    """Return the reach for measuring a charge: the longest melee weapon's (WM-RUL-14)."""
    return state.longest_melee_reach(model) or 0.5


def compute_charge_run(state: State, action: Charge) -> ChargeRun:
    """Return the result of a charge in its direction, or straight at the target without one."""
    charger, target = (get_fighter(state.table, id) for id in (action.model, action.target))
    direct = facing_toward(charger.place, target.place)
    direction = (
        (charger.facing if direct is None else direct)
        if action.direction is None
        else action.direction % 360.0
    )
    reach = longest_reach(state, action.model)
    length = charge_length(state, action.model)
    return compute_charge(
        charge_table(state, action.model), action.model, action.target, length, direction, reach
    )


def charge_stop_distance(path: ChargeRun, stop: float | None) -> float:
    """Return the length that a charger moves (WM-RUL-25, WM-RUL-27).

    It is `stop` if the target is in range by then. Without `stop`, the charger goes until the
    target is in range and it may make a charge attack. If the target is out of reach, it goes all
    the way.
    """
    if path.in_range_length is None:
        return path.stop_length
    first = path.in_range_length
    at = max(first, CHARGE_BONUS_IN) if stop is None else max(first, stop)
    return min(at, path.stop_length)


def _check(state: State, question: ActQuestion, action: Charge) -> Verdict:
    verdict = check_movement(state, question, action)
    if not verdict:
        return verdict
    f = current_activation(state, question.model)
    verdict = check_full_movement(state, f)
    if verdict and is_act_forbidden(state, question.model, "charge"):
        verdict = refuse("no_charge", "an effect prevents this model from charging", "WM-MOD-14")
    verdict = verdict and check_has_order(state, question.model, "charge")
    if (
        verdict
        and not state.models[question.model].is_warjack
        and not state.longest_melee_reach(question.model)
    ):
        verdict = refuse("no_weapon", "the model has no melee weapon to charge with", "WM-CHG-04")
    if (
        verdict
        and state.models[question.model].is_warjack
        and not has_effect_word(state, question.model, "ease_charge")
    ):
        verdict = check_has_focus(state, question.model, "WM-FOC-13")
    return verdict and check_charge_target(state, question.player, question.model, action.target)


def _charge(r: Resolution, question: ActQuestion, action: Charge) -> None:
    """Turn to any direction (WM-RUL-105), pay for a warjack (WM-FOC-13, WM-FOC-15), and charge."""
    state: State = r.state
    if state.models[question.model].is_warjack and not has_effect_word(
        state, question.model, "ease_charge"
    ):
        spend_focus(r, question.model, "charge")
    r.update_frame(Activation, movement="charge", action="charge")
    path = compute_charge_run(state, action)
    x, y, _ = state.place(question.model)
    distance = charge_stop_distance(path, action.stop)
    turn = math.radians(path.direction)
    ends = (x + distance * math.cos(turn), y + distance * math.sin(turn))
    if state.models[question.model].facing != path.direction:
        r.emit(events.Faced(question.model, path.direction, "WM-RUL-105"))
    record_stay(r, question.model, (ends,), "charges")
    was_in_range = is_in_reach(
        r.state, question.model, action.target, longest_reach(state, question.model)
    )
    r.push(
        make_movement(
            r.state, question.model, (ends,) if distance > 0 else (), "charges", path.direction
        ),
        Charging("", question.model, action.target, (x, y), not was_in_range),
    )


def charge_stop_reason(state: State, model: str) -> str:
    """Return the reason why a charger or slammer cannot act, as a clause, or ""."""
    if state.models[model].fleeing:
        return "it is fleeing"
    return "it is stationary" if state.is_stationary(model) else ""


@REGISTRY.step(Charging, "arrive")
def _arrive(r: Resolution, f: Charging) -> None:
    """Turn to the target (WM-CHG-07). After 3" it is a charge attack (WM-CHG-08).

    Out of range, the activation ends (WM-CHG-14 to 16).
    """
    state: State = r.state
    if not state.is_on_table(f.model):
        return
    can_attack = (
        state.is_on_table(f.target)
        and not state.is_stationary(f.model)
        and not state.models[f.model].fleeing
    )
    if not can_attack or not is_in_reach(state, f.model, f.target, longest_reach(state, f.model)):
        r.emit(events.ChargeFailed(f.model, f.target, "charge", charge_stop_reason(state, f.model)))
        end_activation(r, f.model)
        return
    place = state.place(f.model)
    facing = facing_toward(place[:2], state.place(f.target)[:2])
    if facing is not None and facing != state.models[f.model].facing:
        r.emit(events.Faced(f.model, facing, "WM-CHG-07"))
    if f.attack and math.dist(f.start, place[:2]) >= CHARGE_BONUS_IN - 1e-6:
        r.update_frame(Activation, charged=f.target)


def _candidates(state: State, question: ActQuestion) -> Iterator[Charge]:
    return (
        Charge(player=question.player, model=question.model, target=m.id)
        for m in state.models_in_play(3 - question.player)
    )


REGISTRY.register_answer(
    ActQuestion,
    Charge,
    text="charge an enemy",
    check=_check,
    decide=_charge,
    candidates=_candidates,
)
