"""Extra attacks that abilities and Cyphers grant, with their weapons and targets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import Frame, Question, Resolution, find_frame
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import (
    Using,
    model_in_role,
    used_ability_name,
)
from wc3d.games.neo_mechanika.rules.abilities.availability import (
    RULINGS_REQUIRE_EFFECT,
    extra_attack_weapons,
    register_condition,
)
from wc3d.games.neo_mechanika.rules.abilities.stats import resolve_amount
from wc3d.games.neo_mechanika.rules.actions import Attack
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation
from wc3d.games.neo_mechanika.rules.fighting import continuous_effects
from wc3d.games.neo_mechanika.rules.fighting.attack import make_attack
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import apply_mode, attack_modes
from wc3d.games.neo_mechanika.rules.fighting.damage import can_continue_attacking
from wc3d.games.neo_mechanika.rules.fighting.targeting import check_target, legal_targets
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import STRIKE_KEY, Weapon, find_weapon, model_weapons

REGISTRY = HandlerRegistry()


@dataclass(frozen=True, slots=True)
class ExtraAttack(Question):
    """An optional extra attack of a model with one of these weapons, or with `each` of them.

    `strike` is the attack without a weapon of its own. `at` is the only legal target.
    """

    model: str = ""
    keys: tuple[str, ...] = ()
    chains: bool = True
    why: str = ""
    strike: Weapon | None = None
    each: bool = False
    at: str = ""


NO_EXTRA_ATTACK = ExtraAttack()


@dataclass(frozen=True, slots=True)
class Further(Frame):
    """Extra attacks that wait until the current attack ends."""

    STEPS: ClassVar[tuple[str, ...]] = ("ask",)
    attack: ExtraAttack = NO_EXTRA_ATTACK


def _find_weapon(state: State, question: ExtraAttack, action: Attack) -> Weapon | Verdict:
    if question.strike is not None and action.weapon == STRIKE_KEY:
        return question.strike
    candidate = find_weapon(state, question.model, action.weapon)
    if candidate is None or candidate.key not in question.keys:
        names = [
            f"{w.name} ({n})" if (n := w.key.partition("#")[2]) else w.name
            for w in model_weapons(state, question.model)
            if w.key in question.keys
        ]
        return refuse(
            "wrong_weapon",
            f"{question.why} cannot use this weapon; possible: {' or '.join(names) or 'none'}",
            "NM-ATK-02",
        )
    return apply_mode(candidate, action.mode)


def _check(state: State, question: ExtraAttack, action: Attack) -> Verdict:
    if action.model != question.model:
        return refuse(
            "wrong_model", f"only {state.name(question.model)} may make this attack", "NM-ATK-02"
        )
    using = _find_weapon(state, question, action)
    if isinstance(using, Verdict):
        return using
    # effects that forbid weapons (SIL-120)
    if question.strike is None and continuous_effects.is_attack_forbidden(
        state, question.model, using.kind
    ):
        return refuse(
            "system_failure", f"System Failure prevents {using.kind} attacks", "NM-CON-09"
        )
    if question.at and action.target != question.at:
        return refuse(
            "wrong_target",
            f"{question.why} allows only {state.name(question.at)} as the target",
            "NM-ATK-02",
        )
    return check_target(state, question.model, using, action.target)


def _list_candidates(state: State, question: ExtraAttack) -> Iterator[Attack]:
    for key in question.keys:
        plain = question.strike or find_weapon(state, question.model, key)
        if plain is None:
            continue
        for mode in attack_modes(plain):
            using = apply_mode(plain, mode)
            if isinstance(using, Weapon):
                for target in legal_targets(state, question.model, using):
                    yield Attack(
                        player=question.player,
                        model=question.model,
                        weapon=key,
                        target=target,
                        mode=mode,
                    )


def _decide(r: Resolution, question: ExtraAttack, action: Attack) -> None:
    using = _find_weapon(r.state, question, action)
    assert isinstance(using, Weapon)
    remaining_keys = (
        tuple(key for key in question.keys if key != using.key) if question.each else ()
    )
    activation = find_frame(r.state, Activation)
    if activation is not None and activation.unit == r.state.models[question.model].unit:
        r.replace_frame(
            activation, replace(activation, extra=(*activation.extra, (question.model, using.key)))
        )
    further = [Further(attack=replace(question, keys=remaining_keys))] if remaining_keys else []
    r.push(make_attack(question.model, using, action.target, chains=question.chains), *further)


@REGISTRY.step(Further, "ask")
def _ask_further(r: Resolution, f: Further) -> None:
    """Continue if the attacker is still on the table and active (NM-SIL-167)."""
    if can_continue_attacking(r.state, f.attack.model):
        r.push(f.attack)


REGISTRY.register_answer(
    ExtraAttack,
    Attack,
    text="make the attack",
    check=_check,
    decide=_decide,
    candidates=_list_candidates,
)
REGISTRY.register_pass(ExtraAttack, text="make no further attack", what=lambda asked: asked.why)


@REGISTRY.register_effect(vocabulary.AttackAgain)
def _attack_again(r: Resolution, e: vocabulary.AttackAgain, f: Using) -> None:
    """Grant an attack, or one with each weapon, before the current attack goes on (NM-SIL-171)."""
    extra_attack = _make_extra_attack(r.state, e, f)
    if extra_attack is not None:
        r.push(extra_attack)


def _make_extra_attack(state: State, e: vocabulary.AttackAgain, f: Using) -> ExtraAttack | None:
    """Return the extra attack of an ability, or None if the model cannot make it."""
    model = model_in_role(state, f, e.who)
    if model not in state.models or not can_continue_attacking(state, model):
        return None
    keys = extra_attack_weapons(state, e, model)
    at = model_in_role(state, f, e.at) if e.at is not None else ""
    if not keys or (e.at is not None and not at):
        return None
    return ExtraAttack(
        "",
        f.player,
        model,
        keys,
        e.chains,
        used_ability_name(state, f),
        each=e.weapons == "each",
        at=at,
    )


@register_condition(vocabulary.AttackAgain)
def _has_a_target(state: State, e: vocabulary.AttackAgain, f: Using) -> bool:
    extra_attack = _make_extra_attack(state, e, f)
    return extra_attack is not None and any(
        _check(state, extra_attack, attack) for attack in _list_candidates(state, extra_attack)
    )


@REGISTRY.register_effect(vocabulary.MeleeStrike)
def _give_melee_strike(r: Resolution, e: vocabulary.MeleeStrike, f: Using) -> None:
    """Grant a melee attack without a weapon: RNG 1, the stated POW (NM-SIL-120)."""
    extra_attack = _make_strike(r.state, e, f)
    if extra_attack is not None:
        r.push(extra_attack)


def _make_strike(state: State, e: vocabulary.MeleeStrike, f: Using) -> ExtraAttack | None:
    """Return the melee strike of a card, or None if its model is not on the table."""
    model = model_in_role(state, f, vocabulary.EventRole.CHOSEN)
    if not model:
        return None
    pow = resolve_amount(state, e.pow, model)
    strike = Weapon(
        STRIKE_KEY,
        f.ability,
        used_ability_name(state, f),
        "melee",
        e.energy,
        1.0,
        pow,
        (),
        (f.ability,),
    )
    return ExtraAttack(
        "", f.player, model, (STRIKE_KEY,), why=used_ability_name(state, f), strike=strike
    )


@register_condition(vocabulary.MeleeStrike, since=RULINGS_REQUIRE_EFFECT)
def _may_strike(state: State, e: vocabulary.MeleeStrike, f: Using) -> bool:
    extra_attack = _make_strike(state, e, f)
    return extra_attack is not None and any(
        _check(state, extra_attack, attack) for attack in _list_candidates(state, extra_attack)
    )
