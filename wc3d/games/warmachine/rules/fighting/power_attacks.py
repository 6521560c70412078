"""Power attacks that a warjack requests: head-butt, lock, throw, push, slam (WM-POW-01 to 04)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Frame, Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.actions import HeadButt, Push, SeizePart, SlamInto, ThrowModel
from wc3d.games.warmachine.rules.agenda_frames import (
    Activation,
    ActQuestion,
    Attacking,
    AttackPlan,
    Bonus,
    end_activation,
)
from wc3d.games.warmachine.rules.attack_plans import bash_plan
from wc3d.games.warmachine.rules.cards import Armament
from wc3d.games.warmachine.rules.fighting.attack_declaration import (
    check_combat_action,
    set_against_charge_bonuses,
)
from wc3d.games.warmachine.rules.fighting.locks import begin_combat_action
from wc3d.games.warmachine.rules.fighting.targeting import check_melee_target
from wc3d.games.warmachine.rules.focus import HEAD, spend_focus
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.moving.charging import (
    CHARGE_BONUS_IN,
    charge_stop_reason,
    check_charge_target,
)
from wc3d.games.warmachine.rules.moving.movement_checks import (
    check_full_movement,
    check_has_focus,
    check_is_activated,
    check_movement,
    current_activation,
)
from wc3d.games.warmachine.rules.moving.walking import make_movement, record_stay
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.sight_in_game import is_in_reach
from wc3d.games.warmachine.rules.space.charge_geometry import compute_slam_approach
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.games.warmachine.rules.space.melee import measure_melee_range
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import stat_value

REGISTRY = HandlerRegistry()

POWER_ATTACK_RANGE_IN = 0.5
"""The melee range of every power attack, independent of weapons (WM-RUL-64)."""

SIZE_PENALTY, LARGER_SIZE_PENALTY = -2, -4
"""The attack modifiers of head-butts and slams, by the target's base (WM-HDB-01, WM-SLM-08)."""

THROW_PENALTY = -2
"""The modifier to the attack roll of a throw (WM-THR-02)."""


def base_radius(state: State, id: str) -> float:
    """Return the radius of a model's base, for size comparisons."""
    return state.table.policy.bases[state.models[id].base].radius


def size_penalty(state: State, attacker: str, target: str) -> Bonus:
    """Return -2 for a head-butt or slam, -4 against a larger base (WM-HDB-01, WM-SLM-08)."""
    larger = base_radius(state, target) > base_radius(state, attacker)
    return Bonus(
        "larger base" if larger else "power attack", LARGER_SIZE_PENALTY if larger else SIZE_PENALTY
    )


def head_weapon_power(state: State, id: str) -> int:
    """Return the POW of a working head weapon, if the model has one (WM-HDB-02)."""
    return max(
        (w.pow for w in state.usable_weapons(id) if w.location == HEAD and w.kind == "melee"),
        default=0,
    )


def check_power_attack(state: State, question: ActQuestion, action: Any) -> Verdict:
    """Check that a warjack may make a power attack now (WM-POW-01, WM-POW-02).

    It makes one instead of its normal attacks, for a focus point.
    """
    verdict = check_is_activated(state, question, action)
    if not verdict:
        return verdict
    f = current_activation(state, question.model)
    verdict = check_combat_action(state, question, f)
    if verdict and not state.models[question.model].is_warjack:
        return refuse("no_warjack", "only warjacks can make power attacks", "WM-JAK-01")
    if verdict and f.movement == "charge":
        return refuse("charged", "a model that charged cannot make a power attack", "WM-CHG-12")
    if verdict and f.action:
        return refuse("acting", "a power attack replaces the normal attacks", "WM-POW-01")
    return verdict and check_has_focus(state, question.model, "WM-POW-01")


def check_power_range(state: State, plan: AttackPlan, attacker: str, target: str) -> Verdict:
    """Check that the target is in sight and within half an inch (WM-RUL-64)."""
    return check_melee_target(state, None, plan, attacker, target)


def check_fist(state: State, question: ActQuestion, weapon: str) -> Verdict:
    """Check that a fist is open, working and empty (WM-LCK-01, WM-THR-01, WM-RUL-74, WM-REF-70)."""
    fist: Armament | None = state.setup.weapon(question.model, weapon)
    if fist is None or not fist.open_fist or not state.is_weapon_usable(question.model, fist):
        return refuse("no_fist", "this attack needs a free, working fist", "WM-RUL-74")
    return LEGAL


def headbutt_plan(state: State, attacker: str, target: str) -> AttackPlan:
    """Return a head-butt's plan: 2d6 + STR + head weapon, and a knockdown (WM-HDB-01 to 03)."""
    power = stat_value(state, attacker, "STR") + head_weapon_power(state, attacker)
    size = (size_penalty(state, attacker, target),) if state.is_on_table(target) else ()
    return AttackPlan(
        "melee",
        "head-butt",
        modifiers=size,
        power=power,
        then="headbutt",
        range=POWER_ATTACK_RANGE_IN,
        origin=attacker,
    )


def _check_headbutt(state: State, question: ActQuestion, action: HeadButt) -> Verdict:
    verdict = check_power_attack(state, question, action)
    if verdict and any(
        lock.defender == question.model and lock.part == HEAD for lock in state.locks
    ):
        return refuse("head_locked", "the head of this warjack is locked", "WM-RUL-77")
    return verdict and check_power_range(
        state, headbutt_plan(state, question.model, action.target), question.model, action.target
    )


def fist_plan(state: State, attacker: str, weapon: str, name: str, penalty: int = 0) -> AttackPlan:
    """Return the plan of a fist attack without direct damage (WM-LCK-02, WM-THR-02)."""
    modifiers = (Bonus(name, penalty),) if penalty else ()
    return AttackPlan(
        "melee",
        name,
        weapon,
        modifiers=modifiers,
        then=name,
        range=POWER_ATTACK_RANGE_IN,
        origin=attacker,
    )


def _check_lock(state: State, question: ActQuestion, action: SeizePart) -> Verdict:
    """Check that the target is another warjack's weapon arm or head (WM-LCK-01)."""
    verdict = check_power_attack(state, question, action) and check_fist(
        state, question, action.weapon
    )
    if not verdict:
        return verdict
    if not state.is_on_table(action.target) or not state.models[action.target].is_warjack:
        return refuse("no_warjack", "only a warjack's arm or head can be locked", "WM-LCK-01")
    if action.part not in lockable_systems(state, action.target):
        return refuse("no_part", "that arm or head cannot be locked", "WM-LCK-01")
    return check_power_range(
        state,
        fist_plan(state, question.model, action.weapon, "lock"),
        question.model,
        action.target,
    )


def lockable_systems(state: State, target: str) -> tuple[str, ...]:
    """Return the letters of a warjack's lockable systems: arms with a weapon, and the head."""
    arms = [
        w.location
        for w in state.setup.card_of(target).weapons
        if w.location and not state.is_disabled(target, w.location)
    ]
    held_parts = {lock.part for lock in state.locks if lock.defender == target}
    return tuple(part for part in dict.fromkeys([*arms, HEAD]) if part not in held_parts)


def _check_throw(state: State, question: ActQuestion, action: ThrowModel) -> Verdict:
    """Check the target's size and the direction (WM-THR-01, WM-THR-06, WM-RUL-115)."""
    verdict = check_power_attack(state, question, action) and check_fist(
        state, question, action.weapon
    )
    if not verdict:
        return verdict
    if not state.is_on_table(action.target) or base_radius(state, action.target) > base_radius(
        state, question.model
    ):
        return refuse("too_large", "a warjack cannot throw a model on a larger base", "WM-THR-01")
    angle = abs((action.direction - state.models[question.model].facing + 180.0) % 360.0 - 180.0)
    if angle > 90.0 + 1e-9:
        return refuse("behind", "the throw must point into the front arc", "WM-THR-06")
    plan = fist_plan(state, question.model, action.weapon, "throw", THROW_PENALTY)
    return check_power_range(state, plan, question.model, action.target)


def push_plan(state: State, attacker: str) -> AttackPlan:
    """Return the plan of a push. It has no attack roll, only a strength contest (WM-REF-62)."""
    return AttackPlan(
        "melee", "push", then="push", range=POWER_ATTACK_RANGE_IN, origin=attacker, boosts=()
    )


def _check_push(state: State, question: ActQuestion, action: Push) -> Verdict:
    if not state.edition["power.push"]:
        return refuse("no_push", "this edition has no push power attack", "WM-REF-62")
    return check_power_attack(state, question, action) and check_power_range(
        state, push_plan(state, question.model), question.model, action.target
    )


def begin_power_attack(r: Resolution, question: ActQuestion, purpose: str) -> None:
    """Pay and use the action (WM-POW-01, WM-RUL-62). A locked model first tries to break free."""
    begin_combat_action(r, question.model)
    spend_focus(r, question.model, purpose)
    f = current_activation(r.state, question.model)
    r.update_frame(Activation, movement=f.movement or "none", action="power")


def _headbutt(r: Resolution, question: ActQuestion, action: HeadButt) -> None:
    begin_power_attack(r, question, "head-butt")
    r.push(
        Attacking(
            "", question.model, action.target, headbutt_plan(r.state, question.model, action.target)
        )
    )


def _lock(r: Resolution, question: ActQuestion, action: SeizePart) -> None:
    begin_power_attack(r, question, "lock")
    plan = replace(fist_plan(r.state, question.model, action.weapon, "lock"), part=action.part)
    r.push(Attacking("", question.model, action.target, plan))


def _throw(r: Resolution, question: ActQuestion, action: ThrowModel) -> None:
    begin_power_attack(r, question, "throw")
    plan = fist_plan(r.state, question.model, action.weapon, "throw", THROW_PENALTY)
    r.push(
        Attacking(
            "", question.model, action.target, replace(plan, direction=action.direction % 360.0)
        )
    )


def _push(r: Resolution, question: ActQuestion, action: Push) -> None:
    begin_power_attack(r, question, "push")
    plan = replace(push_plan(r.state, question.model), free=action.follow)
    r.push(Attacking("effects", question.model, action.target, plan, hit=True))


# Slams


@dataclass(frozen=True, slots=True)
class Slamming(Frame):
    """A slam after its movement, with its start and whether it began out of range (WM-SLM-07)."""

    STEPS: ClassVar[tuple[str, ...]] = ("arrive",)
    model: str = ""
    target: str = ""
    start: tuple[float, float] = (0.0, 0.0)
    attack: bool = False


def _check_slam(state: State, question: ActQuestion, action: SlamInto) -> Verdict:
    """Check a slam, which takes movement and action (WM-SLM-01).

    The target must be an enemy in sight that is not knocked down (WM-SLM-02, WM-RUL-60).
    """
    verdict = check_movement(state, question, action) and check_power_attack(
        state, question, action
    )
    verdict = verdict and check_full_movement(state, current_activation(state, question.model))
    verdict = verdict and check_charge_target(state, question.player, question.model, action.target)
    if verdict and state.models[action.target].knocked_down:
        return refuse("down", "a knocked-down model cannot be slammed", "WM-SLM-02")
    return verdict


def _slam(r: Resolution, question: ActQuestion, action: SlamInto) -> None:
    """Turn to the target and move straight at it by SPD + 3" (WM-SLM-04, WM-REF-64)."""
    state: State = r.state
    begin_power_attack(r, question, "slam")
    r.update_frame(Activation, movement="slam")
    length = stat_value(state, question.model, "SPD") + CHARGE_BONUS_IN
    path = compute_slam_approach(state.table, question.model, action.target, length)
    place = state.place(question.model)
    if state.models[question.model].facing != path.direction:
        r.emit(events.Faced(question.model, path.direction, "WM-REF-64"))
    distance = (
        path.stop_length
        if path.in_range_length is None
        else min(max(path.in_range_length, CHARGE_BONUS_IN), path.stop_length)
    )
    record_stay(r, question.model, (path.place_at(distance),) if distance > 0 else (), "slams")
    was_in_range = is_in_reach(r.state, question.model, action.target, POWER_ATTACK_RANGE_IN)
    r.push(
        make_movement(
            r.state,
            question.model,
            (path.place_at(distance),) if distance > 0 else (),
            "slams",
            path.direction,
        ),
        Slamming("", question.model, action.target, place[:2], not was_in_range),
    )


@REGISTRY.step(Slamming, "arrive")
def _arrive(r: Resolution, f: Slamming) -> None:
    """Attack after 3" or more (WM-SLM-07), or end out of range (WM-SLM-12, WM-SLM-13)."""
    state: State = r.state
    if not state.is_on_table(f.model):
        return
    can_attack = (
        state.is_on_table(f.target)
        and not state.is_stationary(f.model)
        and not state.models[f.model].fleeing
    )
    if not can_attack or not is_in_reach(state, f.model, f.target, POWER_ATTACK_RANGE_IN):
        r.emit(events.ChargeFailed(f.model, f.target, "slam", charge_stop_reason(state, f.model)))
        end_activation(r, f.model)
        return
    x, y, _ = state.place(f.model)
    moved = ((x - f.start[0]) ** 2 + (y - f.start[1]) ** 2) ** 0.5
    if f.attack and moved >= CHARGE_BONUS_IN - 1e-6:
        modifiers = (
            size_penalty(state, f.model, f.target),
            *set_against_charge_bonuses(state, f.model, f.target),
        )
        strength = stat_value(state, f.model, "STR")
        plan = AttackPlan(
            "melee",
            "slam",
            modifiers=modifiers,
            power=strength,
            then="slam",
            range=POWER_ATTACK_RANGE_IN,
            origin=f.model,
        )
        r.push(Attacking("", f.model, f.target, plan))
    elif state.edition["slam.short"] == "bash":  # WM-REF-65; else no attack (WM-RUL-63)
        r.push(Attacking("", f.model, f.target, bash_plan(state, f.model)))


# Listed candidates


def _enemies_in_reach(state: State, question: ActQuestion) -> tuple[str, ...]:
    """Return the enemies in range of power attacks."""
    me = get_fighter(state.table, question.model)
    foes = (m.id for m in state.models_in_play(3 - question.player))
    return tuple(
        id
        for id in foes
        if measure_melee_range(me, get_fighter(state.table, id), POWER_ATTACK_RANGE_IN).in_range
    )


def _list_fists(state: State, question: ActQuestion) -> tuple[str, ...]:
    return tuple(w.id for w in state.usable_weapons(question.model) if w.open_fist)


def _list_headbutts(state: State, question: ActQuestion) -> Iterator[HeadButt]:
    return (
        HeadButt(player=question.player, model=question.model, target=id)
        for id in _enemies_in_reach(state, question)
    )


def _list_locks(state: State, question: ActQuestion) -> Iterator[SeizePart]:
    for id in _enemies_in_reach(state, question):
        if state.models[id].is_warjack:
            for fist in _list_fists(state, question):
                for part in lockable_systems(state, id):
                    yield SeizePart(
                        player=question.player,
                        model=question.model,
                        weapon=fist,
                        target=id,
                        part=part,
                    )


def _list_throws(state: State, question: ActQuestion) -> Iterator[ThrowModel]:
    facing = state.models[question.model].facing
    for id in _enemies_in_reach(state, question):
        for fist in _list_fists(state, question):
            for turn in (0.0, 60.0, -60.0):
                direction = (facing + turn) % 360.0
                yield ThrowModel(
                    player=question.player,
                    model=question.model,
                    weapon=fist,
                    target=id,
                    direction=direction,
                )


def _list_pushes(state: State, question: ActQuestion) -> Iterator[Push]:
    if state.edition["power.push"]:
        yield from (
            Push(player=question.player, model=question.model, target=id)
            for id in _enemies_in_reach(state, question)
        )


def _list_slams(state: State, question: ActQuestion) -> Iterator[SlamInto]:
    return (
        SlamInto(player=question.player, model=question.model, target=m.id)
        for m in state.models_in_play(3 - question.player)
    )


for _kind, _text, _check, _decide, _listed in (
    (HeadButt, "head-butt an enemy", _check_headbutt, _headbutt, _list_headbutts),
    (SlamInto, "slam an enemy", _check_slam, _slam, _list_slams),
    (SeizePart, "lock an arm or the head", _check_lock, _lock, _list_locks),
    (ThrowModel, "throw a model", _check_throw, _throw, _list_throws),
    (Push, "push a model", _check_push, _push, _list_pushes),
):
    REGISTRY.register_answer(
        ActQuestion, _kind, text=_text, check=_check, decide=_decide, candidates=_listed
    )
