"""Attacks that a player requests: initial, bought, special, bash (WM-ATK-01 to 04)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wc3d._internal.suggestions import pluralize
from wc3d.engine.actions import LEGAL, Verdict
from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.actions import Attack
from wc3d.games.warmachine.rules.agenda_frames import (
    Activation,
    ActQuestion,
    Attacking,
    AttackPlan,
    Bonus,
)
from wc3d.games.warmachine.rules.attack_plans import BASH_NAME, bash_plan, can_bash, weapon_plan
from wc3d.games.warmachine.rules.cards import Armament
from wc3d.games.warmachine.rules.fighting.locks import begin_combat_action
from wc3d.games.warmachine.rules.fighting.targeting import (
    check_melee_target,
    check_not_in_melee,
    check_target,
    is_from_front,
)
from wc3d.games.warmachine.rules.focus import spend_focus
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.moving.movement_checks import (
    check_has_focus,
    check_is_activated,
    check_not_stationary,
    current_activation,
)
from wc3d.games.warmachine.rules.refusals import refuse
from wc3d.games.warmachine.rules.space.arcs import Arc, arc_of
from wc3d.games.warmachine.rules.space.areas import is_aimed_at
from wc3d.games.warmachine.rules.space.fighters import get_fighter
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.rules.stats import is_act_forbidden
from wc3d.games.warmachine.rules.turn.unit_activation import MOVE

REGISTRY = HandlerRegistry()

CHARGE_EXTRA_DICE = 1
"""The extra damage dice of a charge attack (WM-CHG-11)."""


def check_combat_action(state: State, question: ActQuestion, f: Activation) -> Verdict:
    """Check that the model has a combat action now (WM-TRN-12, WM-MOV-07, WM-MOV-09)."""
    verdict = check_not_stationary(state, question.model)
    if verdict and f.part == MOVE:
        return refuse("moving", "the whole unit moves before any trooper acts", "WM-REF-04")
    if verdict and (f.action == "none" or f.movement == "run"):
        return refuse("no_action", "the model has forfeited its combat action", "WM-TRN-12")
    return verdict


def is_initial_attack(f: Activation, weapon: Armament) -> bool:
    """Return whether this is an initial attack of a weapon (WM-ATK-01), not bought (WM-RUL-36)."""
    if weapon.id in f.used or f.bought:
        return False
    if weapon.kind == "melee":
        return f.action in ("", "melee", "charge")
    return f.action in ("", "ranged")


def check_attack_kind(state: State, f: Activation, weapon: Armament) -> Verdict:
    """Check that the attack does not mix melee and ranged attacks (WM-REF-39, WM-RUL-35)."""
    if weapon.kind == "melee" and f.action == "ranged":
        return refuse(
            "mixed",
            "the model has made ranged attacks and cannot make melee attacks in the same action",
            "WM-REF-39",
        )
    if weapon.kind == "ranged" and f.action not in ("", "ranged"):
        rule = {"charge": "WM-CHG-13", "slam": "WM-SLM-11"}.get(f.movement, "WM-REF-39")
        return refuse("mixed", "the model cannot make ranged attacks in this action", rule)
    if f.action == BASH_NAME:
        return refuse("bashed", "a bash uses the whole combat action", "WM-JAK-04")
    return LEGAL


def check_weapon(state: State, question: ActQuestion, f: Activation, weapon: Armament) -> Verdict:
    """Check that the weapon works (WM-DJA-12), is free (WM-LCK-03, WM-LCK-04, WM-LCK-09) and has a
    use left (WM-ATK-02).
    """
    if not state.is_weapon_usable(question.model, weapon):
        return refuse("no_weapon", f"{weapon.name} cannot be used now", "WM-DJA-12")
    if weapon.location is not None and weapon.location in f.freed:
        return refuse("just_freed", f"{weapon.name} has broken free this turn", "WM-LCK-09")
    rate = weapon.rof or 1
    if weapon.kind == "ranged" and f.shots.count(weapon.id) >= rate:
        limit = "once" if rate == 1 else pluralize(rate, "time")
        return refuse(
            "rate_of_fire", f"{weapon.name} can be used only {limit} per turn", "WM-MOD-12"
        )
    return check_attack_kind(state, f, weapon)


def check_attack_cost(
    state: State, question: ActQuestion, f: Activation, weapon: Armament
) -> Verdict:
    """Check that the model can pay for the attack (WM-FOC-07, WM-POW-04, WM-SLM-10)."""
    if is_initial_attack(f, weapon):
        return LEGAL
    ranged_ban = (
        state.edition["focus.extra_ranged"] == "card" and state.models[question.model].is_warcaster
    )
    if weapon.kind == "ranged" and ranged_ban:
        return refuse("melee_only", "a warcaster can buy only melee attacks", "WM-MK3-21")
    return check_has_focus(state, question.model, "WM-FOC-07")


def plan_attack(state: State, f: Activation, weapon: Armament, target: str) -> AttackPlan:
    """Return the plan of an attack, as a charge attack if one is due (WM-CHG-08 to 11)."""
    plan = weapon_plan(state, f.model, weapon)
    if f.charged == target and weapon.kind == "melee":
        bonuses = tuple(
            Bonus("charge attack", t.attack) for t in weapon.traits if t.word == "charge_bonus"
        )
        bonuses += set_against_charge_bonuses(state, f.model, target)
        return replace(
            plan,
            boosts=("attack",),
            extra_dice=CHARGE_EXTRA_DICE,
            modifiers=bonuses,
            name=f"{plan.name}, charge attack",
        )
    return plan


def set_against_charge_bonuses(state: State, attacker: str, target: str) -> tuple[Bonus, ...]:
    """Return the penalties for attacking the front of weapons set against charges and slams."""
    if not state.is_on_table(target) or not is_from_front(state, attacker, target):
        return ()
    penalties = [
        t.attack
        for w in state.usable_weapons(target)
        for t in w.traits
        if t.word == "set_against_charges"
    ]
    return tuple(Bonus("set against charges", n) for n in penalties)


def check_attack(state: State, question: ActQuestion, action: Attack) -> Verdict:
    """Check that the attack is allowed. The distance of a ranged attack is measured later."""
    verdict = check_is_activated(state, question, action)
    if not verdict:
        return verdict
    f = current_activation(state, question.model)
    verdict = check_combat_action(state, question, f)
    if not verdict:
        return verdict
    if action.special:
        return _check_special(state, question, f, action)
    if action.weapon == BASH_NAME:
        return _check_bash(state, question, f, action)
    weapon = state.setup.weapon(question.model, action.weapon)
    if weapon is None:
        return refuse("no_weapon", f"{state.name(question.model)} has no such weapon", "WM-ATK-01")
    if (
        f.charged
        and state.is_on_table(f.charged)
        and (weapon.kind != "melee" or action.target != f.charged)
    ):
        return refuse("charge_first", "the model must make its charge attack first", "WM-RUL-29")
    verdict = check_weapon(state, question, f, weapon) and check_attack_cost(
        state, question, f, weapon
    )
    if not verdict:
        return verdict
    plan = plan_attack(state, f, weapon, action.target)
    if weapon.kind == "melee":
        return check_melee_target(state, weapon, plan, question.model, action.target)
    verdict = check_not_in_melee(state, question.model) and check_spray_direction(
        state, question.model, weapon, action
    )
    return verdict and check_target(state, plan, question.model, action.target)


def check_spray_direction(state: State, model: str, weapon: Armament, action: Attack) -> Verdict:
    """Check a spray's direction: in the front arc (WM-SPR-01), at its target (WM-RUL-51)."""
    if action.direction is None:
        return LEGAL
    if not weapon.spray:
        return refuse("no_spray", "only a spray attack has a direction", "WM-SPR-01")
    angle = abs((action.direction - state.models[model].facing + 180.0) % 360.0 - 180.0)
    if angle > 90.0 + 1e-9:
        return refuse("behind", "a spray must point into the front arc", "WM-SPR-01")
    if state.is_on_table(action.target) and not is_aimed_at(
        state.table, model, action.target, action.direction
    ):
        return refuse("not_at_target", "the spray must touch its target", "WM-RUL-51")
    return LEGAL


def _check_bash(state: State, question: ActQuestion, f: Activation, action: Attack) -> Verdict:
    """Check a bash: no working melee weapon, no other attack (WM-JAK-02, WM-JAK-04)."""
    if not can_bash(state, question.model):
        return refuse(
            "no_bash", "only a warjack without a working melee weapon can bash", "WM-JAK-02"
        )
    if f.action not in ("", "charge"):
        return refuse("acting", "a bash uses the whole combat action", "WM-JAK-04")
    return check_melee_target(
        state, None, bash_plan(state, question.model), question.model, action.target
    )


def perform_attack(
    r: Resolution, question: ActQuestion, action: Attack, bonuses: tuple[Bonus, ...] = ()
) -> None:
    """Start an attack with `bonuses`. A locked model first tries to break free (WM-LCK-07)."""
    begin_combat_action(r, question.model)
    state: State = r.state
    f = current_activation(state, question.model)
    if action.special:
        _make_special_attack(r, question, f, action)
        return
    if action.weapon == BASH_NAME:
        plan = bash_plan(state, question.model)
        r.update_frame(Activation, movement=f.movement or "none", action=BASH_NAME, charged="")
        r.push(Attacking("", question.model, action.target, plan))
        return
    weapon = state.setup.weapon(question.model, action.weapon)
    if weapon is None or not check_weapon(state, question, f, weapon):
        return  # a weapon that has just broken free is unusable this turn (WM-LCK-09)
    plan = plan_attack(state, f, weapon, action.target)
    plan = replace(plan, modifiers=(*plan.modifiers, *bonuses))
    if action.direction is not None:
        plan = replace(plan, direction=action.direction % 360.0)
    if not is_initial_attack(f, weapon):
        spend_focus(r, question.model, "additional attack")
    r.update_frame(
        Activation,
        movement=f.movement or "none",
        action=f.action or weapon.kind,
        charged="",
        used=(*f.used, weapon.id),
        bought=f.bought + (not is_initial_attack(f, weapon)),
        shots=(*f.shots, weapon.id) if weapon.kind == "ranged" else f.shots,
    )
    r.push(Attacking("", question.model, action.target, plan))


# Special attacks


def _check_special(state: State, question: ActQuestion, f: Activation, action: Attack) -> Verdict:
    """Check a special attack: in place of normal ones (WM-MOD-16), not bought (WM-FOC-08)."""
    special = next(
        (
            s
            for s in getattr(state.setup.card_of(question.model), "special_attacks", ())
            if s.word == action.weapon
        ),
        None,
    )
    if special is None:
        return refuse(
            "no_special", f"{state.name(question.model)} has no such special attack", "WM-MOD-16"
        )
    if f.action or f.movement == "charge":
        return refuse("acting", "a special attack replaces all normal attacks", "WM-MOD-16")
    if is_act_forbidden(state, question.model, "special_attack"):
        return refuse("no_special", "an effect prevents special attacks", "WM-MOD-14")
    weapons = [state.setup.weapon(question.model, id) for id in special_weapons(special)]
    if not all(w is not None and state.is_weapon_usable(question.model, w) for w in weapons):
        return refuse("no_weapon", "a weapon that this attack needs cannot be used", "WM-DJA-12")
    if special.word == "strike_all":
        return LEGAL
    first = weapons[0]
    plan = weapon_plan(state, question.model, first) if first is not None else AttackPlan()
    return check_melee_target(
        state, first, replace(plan, name=special.name), question.model, action.target
    )


def special_weapons(special: object) -> tuple[str, ...]:
    """Return the weapons of a special attack."""
    return getattr(special, "weapons", None) or (getattr(special, "weapon", ""),)


def _make_special_attack(
    r: Resolution, question: ActQuestion, f: Activation, action: Attack
) -> None:
    state: State = r.state
    special = next(
        s
        for s in getattr(state.setup.card_of(question.model), "special_attacks", ())
        if s.word == action.weapon
    )
    r.update_frame(Activation, movement=f.movement or "none", action="special")
    weapons = [
        w
        for id in special_weapons(special)
        if (w := state.setup.weapon(question.model, id)) is not None
    ]
    plan = weapon_plan(state, question.model, weapons[0])
    if special.word == "strike_all":
        rest = (m.id for m in state.models_in_play() if m.id != question.model)
        targets = [id for id in rest if state.table.distance(question.model, id) <= special.within]
        if not targets:
            r.emit(events.NobodyReached(question.model, special.name, special.within))
        targets.sort(key=state.is_stationary)  # automatic hits; one roll is made for all others
        plan = replace(plan, name=special.name, power=None, then="special", weapon="")
        r.push(
            *(
                Attacking("", question.model, targets[0], plan, also=tuple(targets[1:]))
                for _ in targets[:1]
            )
        )
        return
    strength = plan.power - weapons[0].pow if plan.power is not None else 0
    power = strength + sum(w.pow for w in weapons)
    r.push(
        Attacking(
            "",
            question.model,
            action.target,
            replace(plan, name=special.name, power=power, weapon=""),
        )
    )


# Listed candidates


def _candidates(state: State, question: ActQuestion) -> Iterator[Attack]:
    """Yield an attack with every working weapon on every enemy in the front arc."""
    f, me = current_activation(state, question.model), state.models[question.model]
    if not check_combat_action(state, question, f):
        return
    foes = state.models_in_play(3 - question.player)
    attacker = get_fighter(state.table, me.id)
    front = [
        m.id for m in foes if arc_of(attacker, get_fighter(state.table, m.id)).arc is not Arc.BACK
    ]
    for special in getattr(state.setup.card_of(me.id), "special_attacks", ()):
        for id in front[:1] if special.word == "strike_all" else front:
            yield Attack(
                player=question.player, model=me.id, weapon=special.word, target=id, special=True
            )
    for weapon in state.usable_weapons(me.id):
        if check_weapon(state, question, f, weapon) and check_attack_cost(
            state, question, f, weapon
        ):
            yield from (
                Attack(player=question.player, model=me.id, weapon=weapon.id, target=id)
                for id in front
            )
    if can_bash(state, me.id):
        yield from (
            Attack(player=question.player, model=me.id, weapon=BASH_NAME, target=id) for id in front
        )


REGISTRY.register_answer(
    ActQuestion,
    Attack,
    text="attack",
    check=check_attack,
    decide=perform_attack,
    candidates=_candidates,
)
