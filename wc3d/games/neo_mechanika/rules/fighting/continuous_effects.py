"""Continuous effects: what each forbids, putting one on a model, and the roll at the end of a Pulse round (p. 36†)."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.agenda import END, Frame, Question, Resolution, question
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using, model_meant
from wc3d.games.neo_mechanika.rules.abilities.availability import can
from wc3d.games.neo_mechanika.rules.abilities.encoded_effects import (
    DAMAGING,
    SYSTEM_FAILURE,
    kind_of,
)
from wc3d.games.neo_mechanika.rules.abilities.selectors import has
from wc3d.games.neo_mechanika.rules.actions import Choose
from wc3d.games.neo_mechanika.rules.dice import ACTION, D6
from wc3d.games.neo_mechanika.rules.events import EffectEnded, EffectPut, Marked, Rolled
from wc3d.games.neo_mechanika.rules.frames import Attacking, Cause, cause_of, damage_points
from wc3d.games.neo_mechanika.rules.handler_registry import Chapter
from wc3d.games.neo_mechanika.rules.handlers import refuse
from wc3d.games.neo_mechanika.rules.state import State, other

CHAPTER = Chapter()

Token = tuple[str, str]
"""A model or void gate, and an effect on it."""


@dataclass(frozen=True, slots=True)
class ContinuousEffects(Frame):
    """Step 1 of the end of a Pulse round: a die for each token, the first player's models before the second's (NM-SIL-118)."""

    STEPS: ClassVar[tuple[str, ...]] = ("order", "roll", "next")
    left: tuple[Token, ...] = ()


@dataclass(frozen=True, slots=True)
class EffectQuestion(Question):
    """For which of these tokens does their owner roll next (NM-SIL-118)? Asked where it may change what the others do."""

    left: tuple[Token, ...] = ()


def has_effect(state: State, id: str, kind: str) -> bool:
    """Is an effect of this type on the model or void gate?"""
    return kind in map(kind_of, state.thing(id).effects)


def forbids(state: State, id: str, attack: str) -> bool:
    """Does System Failure keep the model from attacking with weapons of this kind, "melee" or "ranged" (NM-CON-09)?"""
    return f"{SYSTEM_FAILURE}:{attack}" in state.thing(id).effects and not is_immune(state, id)


def is_immune(state: State, id: str, kind: str = "") -> bool:
    """Do abilities keep continuous effects (of a kind) from doing anything to the model, or being put on it?"""
    return has(state, id, "no_effects") or (kind in DAMAGING and has(state, id, f"no_effect:{kind}"))


def may_be_put(state: State, id: str, kind: str) -> bool:
    """May an effect of this type be put on the model or void gate: is it there, without one, and not immune (NM-SIL-117)?"""
    return state.on_table(id) and not has_effect(state, id, kind) and not is_immune(state, id, kind)


def put(r: Resolution, id: str, kind: str, cause: Cause | None = None) -> None:
    """Put an effect's token on a model or void gate, by this cause; one that is there already stays as it is (NM-SIL-117)."""
    if not may_be_put(r.state, id, kind):
        return
    r.emit(EffectPut(id, f"{kind}:{_failing(r, id)}" if kind == SYSTEM_FAILURE else kind))
    if id in r.state.gates and cause is not None and cause.unit:
        r.emit(Marked(_mark(id, kind) + cause.unit))


def _failing(r: Resolution, id: str) -> str:
    """Which weapons fail: rolled once, as the token is put down (NM-CON-09, NM-CON-12)."""
    player, reason = other(r.state.owner(id)), f"System Failure on {r.state.name(id)}"
    (face,) = r.roll((D6,), player, reason)
    r.emit(Rolled(player, reason, plain=(face,), rule="NM-CON-09"))
    return "melee" if face <= 3 else "ranged"


def _mark(gate: str, kind: str) -> str:
    """The beginning of the mark that says which unit put an effect on a void gate (Disrupt asks, NM-SIL-140)."""
    return f"{kind} on {gate} by "


def _tokens(state: State, player: int) -> Iterator[Token]:
    for body in state.bodies:
        if state.owner(body.id) == player:
            yield from ((body.id, effect) for effect in state.thing(body.id).effects)


def end_of_round(r: Resolution) -> None:
    """Step 1 of the end of a Pulse round (NM-CON-03): the rolls go on the agenda. Within a player's models: in their order."""
    first = r.state.first
    tokens = (*_tokens(r.state, first), *_tokens(r.state, other(first)))
    if tokens:
        r.push(ContinuousEffects(left=tokens))


def order_matters(state: State, tokens: tuple[Token, ...]) -> bool:
    """May a model that its effect destroys be what keeps effects from another of these models (Adrenalizer)?"""
    if len({id for id, _ in tokens}) < 2:
        return False
    for first in {id for id, effect in tokens if kind_of(effect) in DAMAGING and _may_die(state, id)}:
        without = state.with_model(first, at=None)
        other_effects = [(id, kind_of(effect)) for id, effect in tokens if id != first]
        if any(is_immune(state, id, kind) != is_immune(without, id, kind) for id, kind in other_effects):
            return True
    return False


def _may_die(state: State, id: str) -> bool:
    """May one die's damage destroy the model?"""
    model = state.models.get(id)
    return model is not None and state.setup.cards.units[model.card].health - model.damage <= max(ACTION.faces)


@CHAPTER.step(ContinuousEffects, "order")
def _order(r: Resolution, frame: ContinuousEffects) -> None:
    """Each owner chooses the order of the own tokens (NM-SIL-118)."""
    owner = r.state.owner(frame.left[0][0])
    tokens = [(id, e) for id, e in frame.left if r.state.on_table(id) and e in r.state.thing(id).effects]
    mine = tuple(token for token in tokens if r.state.owner(token[0]) == owner)
    if r.state.setup.rulings > 1 and order_matters(r.state, mine):
        r.push(EffectQuestion("", owner, mine))


def _option(state: State, token: Token) -> str:
    """Return what an action states that chooses a token; saved games have the same text."""
    return f"{kind_of(token[1]).replace('_', ' ').title()} on {state.thing(token[0]).name}"


def option_words(state: State, option: str) -> str:
    """Return an option as people read it: the model of the token that it chooses has the name by which people call it."""
    effect_question = question(state)
    tokens = effect_question.left if isinstance(effect_question, EffectQuestion) else ()
    for id in (id for id, effect in tokens if _option(state, (id, effect)) == option):
        return option.removesuffix(state.thing(id).name) + state.name(id)
    return option


def _chosen(r: Resolution, effect_question: EffectQuestion, action: Choose) -> None:
    frame = r.find(ContinuousEffects)
    assert frame is not None
    token = next(t for t in effect_question.left if _option(r.state, t) == action.option)
    r.update(frame, replace(frame, left=(token, *(t for t in frame.left if t != token))))


CHAPTER.chooses(
    EffectQuestion, text="choose the next effect to roll for", decide=_chosen,
    options=lambda state, asked: [_option(state, token) for token in asked.left],
    refusal=lambda state, asked, chosen: refuse("no_such_option", f"there is no {chosen!r} to roll for", "NM-SIL-118"),
)  # fmt: skip


@CHAPTER.step(ContinuousEffects, "roll")
def _roll(r: Resolution, frame: ContinuousEffects) -> None:
    """Roll 1 Action Die: a blank ends the effect, else its strikes may be damage (NM-SIL-115, NM-SIL-116)."""
    id, effect = frame.left[0]
    if not r.state.on_table(id) or effect not in r.state.thing(id).effects:
        return
    kind, player = kind_of(effect), r.state.owner(id)
    reason = f"{kind.replace('_', ' ').title()} on {r.state.name(id)}"
    (strikes,) = r.roll((ACTION,), player, reason)
    r.emit(Rolled(player, reason, action=(strikes,), rule="NM-CON-03"))
    if not strikes:
        r.emit(EffectEnded(id, effect))
    elif kind in DAMAGING and not is_immune(r.state, id, kind):
        r.push(damage_points(id, strikes, energy=(kind,), cause=_cause(r.state, id, kind)))


def _cause(state: State, id: str, kind: str) -> Cause:
    """Whose doing the damage is: on a void gate that of the unit that put the effect there, else nobody's."""
    unit = next((mark.removeprefix(_mark(id, kind)) for mark in reversed(state.done) if mark.startswith(_mark(id, kind))), "")
    return Cause(state.units[unit].player if unit else 0, unit, kind)


@CHAPTER.step(ContinuousEffects, "next")
def _next(r: Resolution, frame: ContinuousEffects) -> ContinuousEffects:
    """Go on with the next token (NM-SIL-118)."""
    return replace(frame, left=frame.left[1:], step="order" if len(frame.left) > 1 else END)


@CHAPTER.effect(vocabulary.PutEffect)
def _put(r: Resolution, e: vocabulary.PutEffect, f: Using) -> None:
    """Put a continuous effect on the model meant, one of each type at most (NM-CON-02)."""
    model = model_meant(r, f, e.who)
    if model:
        attack = r.find(Attacking)
        put(r, model, e.effect, cause_of(r.state, attack) if attack is not None else None)


@can(vocabulary.PutEffect)
def _may_put(state: State, e: vocabulary.PutEffect, f: Using) -> bool:
    model = model_meant(state, f, e.who)
    return bool(model) and may_be_put(state, model, e.effect)
