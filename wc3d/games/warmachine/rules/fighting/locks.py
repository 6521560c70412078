"""Locks on arms and heads: their end, and break attempts (WM-LCK-01 to 10, WM-RUL-74 to 78)."""

from __future__ import annotations

from collections.abc import Iterator

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import D6
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.actions import BreakLock, Release
from wc3d.games.warmachine.rules.agenda_frames import Activation, ActQuestion
from wc3d.games.warmachine.rules.focus import spend_focus
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.moving.movement_checks import (
    check_has_focus,
    check_is_activated,
    check_not_stationary,
    current_activation,
)
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.state import Lock, State
from wc3d.games.warmachine.rules.stats import stat_value

REGISTRY = HandlerRegistry()


def end_locks(r: Resolution, id: str, reason: str) -> None:
    """End all locks of a model that was moved, knocked down or removed (WM-RUL-75)."""
    for lock in r.state.locks:
        if id in (lock.attacker, lock.defender):
            r.emit(events.Unlocked(lock, reason))


def end_disabled_locks(r: Resolution, id: str) -> None:
    """End locks whose fist, arm or head has been disabled (WM-RUL-75)."""
    for lock in r.state.locks:
        fist = r.state.setup.weapon(lock.attacker, lock.fist)
        is_lost = fist is None or (
            fist.location is not None and r.state.is_disabled(lock.attacker, fist.location)
        )
        if id in (lock.attacker, lock.defender) and (
            is_lost or r.state.is_disabled(lock.defender, lock.part)
        ):
            r.emit(events.Unlocked(lock, "the system is disabled"))


def locks_on(state: State, defender: str) -> tuple[Lock, ...]:
    """Return the locks on a warjack, without those of this turn (WM-REF-74)."""
    return tuple(
        lock for lock in state.locks if lock.defender == defender and lock.since != state.turn
    )


def roll_strength_contest(
    r: Resolution, purpose: str, attacker: str, defender: str
) -> tuple[int, int]:
    """Roll d6 + STR for both models and return the totals (WM-MOD-05, WM-LCK-08)."""
    totals = []
    for id in (attacker, defender):
        player = r.state.models[id].owner
        label = f"{purpose}, strength of {r.state.name(id)}"
        faces = r.roll((D6,), player, label)
        total = faces[0] + stat_value(r.state, id, "STR")
        r.emit(events.Rolled(player, label, faces, total, rule="WM-MOD-05"))
        totals.append(total)
    r.emit(events.Contested(purpose, attacker, defender, *totals))
    return totals[0], totals[1]


def attempt_break(r: Resolution, lock: Lock) -> None:
    """Try to break a lock by a greater total (WM-LCK-08). A freed arm rests (WM-LCK-09)."""
    hold_total, break_total = roll_strength_contest(r, "break free", lock.attacker, lock.defender)
    if break_total > hold_total:
        r.emit(events.Unlocked(lock, "broken"))
        frame = r.find_frame(Activation)
        if frame is not None:
            r.update_frame(Activation, freed=(*frame.freed, lock.part))


def begin_combat_action(r: Resolution, model: str) -> None:
    """Try to break each lock once at the start of a combat action (WM-LCK-07, WM-RUL-78)."""
    f = current_activation(r.state, model)
    if f.tried:
        return
    r.update_frame(Activation, tried=True)
    for lock in locks_on(r.state, model):
        attempt_break(r, lock)


def _check_break(state: State, question: ActQuestion, action: BreakLock) -> Verdict:
    """Check a break attempt. The first ones are free, others cost a point each (WM-LCK-10)."""
    verdict = check_is_activated(state, question, action) and check_not_stationary(
        state, question.model
    )
    if not verdict:
        return verdict
    f = current_activation(state, question.model)
    if f.action == "none" or f.movement in ("run", "slam", "charge"):
        return refuse("no_action", "the warjack has no combat action left", "WM-LCK-07")
    if not any(lock.attacker == action.target for lock in locks_on(state, question.model)):
        return refuse("no_lock", "that model holds no lock that can be broken now", "WM-LCK-07")
    return check_has_focus(state, question.model, "WM-LCK-10") if f.tried else LEGAL


def _break(r: Resolution, question: ActQuestion, action: BreakLock) -> None:
    f = current_activation(r.state, question.model)
    if not f.tried:
        begin_combat_action(r, question.model)
    else:
        spend_focus(r, question.model, "break free")
        attempt_break(
            r,
            next(
                lock for lock in locks_on(r.state, question.model) if lock.attacker == action.target
            ),
        )
    frame = current_activation(r.state, question.model)
    r.update_frame(Activation, movement=frame.movement or "none", action=frame.action or "melee")


def _check_release(state: State, question: ActQuestion, action: Release) -> Verdict:
    """Check that the attacker is in its own activation, to release a part (WM-LCK-06)."""
    verdict = check_is_activated(state, question, action)
    if verdict and not any(
        (lock.attacker, lock.defender) == (question.model, action.target) for lock in state.locks
    ):
        return refuse("no_lock", "the warjack holds no lock on that model", "WM-LCK-06")
    return verdict


def _release(r: Resolution, question: ActQuestion, action: Release) -> None:
    for lock in r.state.locks:
        if (lock.attacker, lock.defender) == (question.model, action.target):
            r.emit(events.Unlocked(lock, "let go"))


def _list_breaks(state: State, question: ActQuestion) -> Iterator[BreakLock]:
    for lock in state.locks:
        if lock.defender == question.model:
            yield BreakLock(player=question.player, model=question.model, target=lock.attacker)


def _list_releases(state: State, question: ActQuestion) -> Iterator[Release]:
    for lock in state.locks:
        if lock.attacker == question.model:
            yield Release(player=question.player, model=question.model, target=lock.defender)


REGISTRY.register_answer(
    ActQuestion,
    BreakLock,
    text="break free",
    check=_check_break,
    decide=_break,
    candidates=_list_breaks,
)
REGISTRY.register_answer(
    ActQuestion,
    Release,
    text="release the lock",
    check=_check_release,
    decide=_release,
    candidates=_list_releases,
)
