"""Attacks that abilities and Cyphers give: with which weapons, at whom."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.actions import Verdict
from wc3d.engine.agenda import Frame, Question, Resolution, find
from wc3d.warcaster import events
from wc3d.warcaster.abilities.vocabulary import AttackAgain
from wc3d.warcaster.actions import Attack, Pass
from wc3d.warcaster.chapter import Chapter
from wc3d.warcaster.fighting import continuous_effects
from wc3d.warcaster.fighting.attack import Attacking, attack
from wc3d.warcaster.fighting.damage import may_go_on
from wc3d.warcaster.fighting.modes import modes_of, with_mode
from wc3d.warcaster.fighting.targeting import check_target, targets
from wc3d.warcaster.fighting.weapons import STRIKE, Weapon, weapon, weapons_of
from wc3d.warcaster.handlers import refuse
from wc3d.warcaster.state import State

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


def weapons_for(state: State, given: AttackAgain, model: str) -> tuple[str, ...]:
    """The weapons with which a model may make an attack that an ability gives it, by key."""
    from wc3d.warcaster.turn.activation import Activation

    keys = tuple(w.key for w in weapons_of(state, model))
    if given.weapons == "same":
        attacking = find(state, Attacking)
        return tuple(key for key in keys if attacking is not None and key == attacking.weapon.key)
    if given.weapons == "unused":
        now = find(state, Activation)
        return tuple(key for key in keys if now is not None and (model, key) not in (*now.fired, *now.extra))
    return keys


def _armed(state: State, asked: ExtraAttack, action: Attack) -> Weapon | Verdict:
    if asked.strike is not None and action.weapon == STRIKE:
        return asked.strike
    found = weapon(state, asked.model, action.weapon)
    if found is None or found.key not in asked.keys:
        said = [f"{w.name} ({n})" if (n := w.key.partition("#")[2]) else w.name for w in weapons_of(state, asked.model)
                if w.key in asked.keys]  # fmt: skip
        return refuse("wrong_weapon", f"{asked.why}: not with this weapon, but with {' or '.join(said) or 'none'}", "NM-ATK-02")
    return with_mode(found, action.mode)


def _check(state: State, asked: ExtraAttack, action: Attack) -> Verdict:
    if action.model != asked.model:
        return refuse("wrong_model", f"it is {state.name(asked.model)} that attacks", "NM-ATK-02")
    using = _armed(state, asked, action)
    if isinstance(using, Verdict):
        return using
    if asked.strike is None and continuous_effects.forbids(state, asked.model, using.kind):  # it forbids weapons (SIL-120)
        return refuse("system_failure", f"System Failure forbids {using.kind} attacks", "NM-CON-09")
    if asked.at and action.target != asked.at:
        return refuse("wrong_target", f"{asked.why}: only at {state.name(asked.at)}", "NM-ATK-02")
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
    from wc3d.warcaster.turn.activation import Activation

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
    """An attack may have cost the attacker its life, or its activation."""
    if may_go_on(r.state, f.attack.model):
        r.push(f.attack)


def _give_up(r: Resolution, asked: ExtraAttack, action: Pass) -> None:
    r.emit(events.Passed(asked.player, asked.why))


CHAPTER.answers(ExtraAttack, Attack, text="make the attack", check=_check, decide=_decide, candidates=_candidates)
CHAPTER.may_pass(ExtraAttack, text="make no further attack", decide=_give_up)
