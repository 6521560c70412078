"""Attacks that abilities and Cyphers give: with which weapons, at whom."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import Frame, Question, Resolution, find
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using, model_meant, said
from wc3d.games.neo_mechanika.rules.abilities.availability import EFFECT_NEEDED, can, weapons_for
from wc3d.games.neo_mechanika.rules.abilities.stats import amount
from wc3d.games.neo_mechanika.rules.actions import Attack
from wc3d.games.neo_mechanika.rules.fighting import continuous_effects
from wc3d.games.neo_mechanika.rules.fighting.attack import attack
from wc3d.games.neo_mechanika.rules.fighting.attack_modes import modes_of, with_mode
from wc3d.games.neo_mechanika.rules.fighting.damage import may_go_on
from wc3d.games.neo_mechanika.rules.fighting.targeting import check_target, targets
from wc3d.games.neo_mechanika.rules.frames import Activation
from wc3d.games.neo_mechanika.rules.handler_registry import Chapter
from wc3d.games.neo_mechanika.rules.handlers import refuse
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.weapons import STRIKE, Weapon, weapon, weapons_of

CHAPTER = Chapter()


@dataclass(frozen=True, slots=True)
class ExtraAttack(Question):
    """One more attack of a model, with one of these weapons; it may be given up. `each`: one with each of them.

    `strike`: what it attacks with if it is none of its weapons. `at`: the only model it may be made at.
    """

    model: str = ""
    keys: tuple[str, ...] = ()
    chains: bool = True
    why: str = ""
    strike: Weapon | None = None
    each: bool = False
    at: str = ""


NO_ATTACK = ExtraAttack()


@dataclass(frozen=True, slots=True)
class Further(Frame):
    """Further attacks that wait for the end of the one before."""

    STEPS: ClassVar[tuple[str, ...]] = ("ask",)
    attack: ExtraAttack = NO_ATTACK


def _armed(state: State, asked: ExtraAttack, action: Attack) -> Weapon | Verdict:
    if asked.strike is not None and action.weapon == STRIKE:
        return asked.strike
    found = weapon(state, asked.model, action.weapon)
    if found is None or found.key not in asked.keys:
        said = [f"{w.name} ({n})" if (n := w.key.partition("#")[2]) else w.name for w in weapons_of(state, asked.model)
                if w.key in asked.keys]  # fmt: skip
        return refuse("wrong_weapon", f"{asked.why} must use another weapon: {' or '.join(said) or 'none'}", "NM-ATK-02")
    return with_mode(found, action.mode)


def _check(state: State, asked: ExtraAttack, action: Attack) -> Verdict:
    if action.model != asked.model:
        return refuse("wrong_model", f"only {state.name(asked.model)} may make this attack", "NM-ATK-02")
    using = _armed(state, asked, action)
    if isinstance(using, Verdict):
        return using
    if asked.strike is None and continuous_effects.forbids(state, asked.model, using.kind):  # it forbids weapons (SIL-120)
        return refuse("system_failure", f"System Failure prevents {using.kind} attacks", "NM-CON-09")
    if asked.at and action.target != asked.at:
        return refuse("wrong_target", f"{asked.why} allows only {state.name(asked.at)} as the target", "NM-ATK-02")
    return check_target(state, asked.model, using, action.target)


def _candidates(state: State, asked: ExtraAttack) -> Iterator[Attack]:
    for key in asked.keys:
        plain = asked.strike or weapon(state, asked.model, key)
        if plain is None:
            continue
        for mode in modes_of(plain):
            using = with_mode(plain, mode)
            if isinstance(using, Weapon):
                for target in targets(state, asked.model, using):
                    yield Attack(player=asked.player, model=asked.model, weapon=key, target=target, mode=mode)


def _decide(r: Resolution, asked: ExtraAttack, action: Attack) -> None:
    using = _armed(r.state, asked, action)
    assert isinstance(using, Weapon)
    left = tuple(key for key in asked.keys if key != using.key) if asked.each else ()
    now = find(r.state, Activation)
    if now is not None and now.unit == r.state.models[asked.model].unit:
        r.update(now, replace(now, extra=(*now.extra, (asked.model, using.key))))
    further = [Further(attack=replace(asked, keys=left))] if left else []
    r.push(attack(asked.model, using, action.target, chains=asked.chains), *further)


@CHAPTER.step(Further, "ask")
def _further(r: Resolution, f: Further) -> None:
    """Go on while the attacker may: an attack may have cost it its life, or its activation (NM-SIL-167)."""
    if may_go_on(r.state, f.attack.model):
        r.push(f.attack)


CHAPTER.answers(ExtraAttack, Attack, text="make the attack", check=_check, decide=_decide, candidates=_candidates)
CHAPTER.may_pass(ExtraAttack, text="make no further attack", what=lambda asked: asked.why)


@CHAPTER.effect(vocabulary.AttackAgain)
def _attack_again(r: Resolution, e: vocabulary.AttackAgain, f: Using) -> None:
    """Give an attack, or one with each weapon; it comes before the rest of this one (NM-SIL-171)."""
    given = _given(r.state, e, f)
    if given is not None:
        r.push(given)


def _given(state: State, e: vocabulary.AttackAgain, f: Using) -> ExtraAttack | None:
    """The attack that an ability gives, if its model may make one."""
    model = model_meant(state, f, e.who)
    if model not in state.models or not may_go_on(state, model):
        return None
    keys = weapons_for(state, e, model)
    at = model_meant(state, f, e.at) if e.at is not None else ""
    if not keys or (e.at is not None and not at):
        return None
    return ExtraAttack("", f.player, model, keys, e.chains, said(state, f), each=e.weapons == "each", at=at)


@can(vocabulary.AttackAgain)
def _has_a_target(state: State, e: vocabulary.AttackAgain, f: Using) -> bool:
    given = _given(state, e, f)
    return given is not None and any(_check(state, given, attack) for attack in _candidates(state, given))


@CHAPTER.effect(vocabulary.MeleeStrike)
def _melee_strike(r: Resolution, e: vocabulary.MeleeStrike, f: Using) -> None:
    """Give a melee attack without a weapon of its own: RNG 1, the POW stated (NM-SIL-120)."""
    given = _strike_given(r.state, e, f)
    if given is not None:
        r.push(given)


def _strike_given(state: State, e: vocabulary.MeleeStrike, f: Using) -> ExtraAttack | None:
    """The attack that a card gives, if its model is on the table."""
    model = model_meant(state, f, vocabulary.Who.CHOSEN)
    if not model:
        return None
    pow = amount(state, e.pow, model)
    strike = Weapon(STRIKE, f.ability, said(state, f), "melee", e.energy, 1.0, pow, (), (f.ability,))
    return ExtraAttack("", f.player, model, (STRIKE,), why=said(state, f), strike=strike)


@can(vocabulary.MeleeStrike, since=EFFECT_NEEDED)
def _may_strike(state: State, e: vocabulary.MeleeStrike, f: Using) -> bool:
    given = _strike_given(state, e, f)
    return given is not None and any(_check(state, given, attack) for attack in _candidates(state, given))
