"""Continuous effects: restrictions, placement, and the end-of-round rolls (p. 36†)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from wc3d.engine.agenda import END_STEP, Frame, Question, Resolution, find_open_question
from wc3d.engine.dice import D6
from wc3d.games.neo_mechanika.rules.abilities import vocabulary
from wc3d.games.neo_mechanika.rules.abilities.activate_ability import Using, model_in_role
from wc3d.games.neo_mechanika.rules.abilities.availability import register_condition
from wc3d.games.neo_mechanika.rules.abilities.effect_modifiers import (
    DAMAGING_EFFECTS,
    SYSTEM_FAILURE,
    effect_kind,
)
from wc3d.games.neo_mechanika.rules.abilities.selectors import has_flag
from wc3d.games.neo_mechanika.rules.actions import Choose
from wc3d.games.neo_mechanika.rules.agenda_frames import (
    Attacking,
    Cause,
    attack_cause,
    make_damage_points,
)
from wc3d.games.neo_mechanika.rules.dice import ACTION_DIE
from wc3d.games.neo_mechanika.rules.events import EffectEnded, EffectPut, Marked, Rolled
from wc3d.games.neo_mechanika.rules.handler_registry import HandlerRegistry
from wc3d.games.neo_mechanika.rules.refusals import refuse
from wc3d.games.neo_mechanika.rules.state import State, opponent_of

REGISTRY = HandlerRegistry()

EffectToken = tuple[str, str]
"""A model or void gate, and an effect on it."""


@dataclass(frozen=True, slots=True)
class ContinuousEffects(Frame):
    """The end-of-round step that rolls for each token, the first player's first (NM-SIL-118)."""

    STEPS: ClassVar[tuple[str, ...]] = ("order", "roll", "next")
    left: tuple[EffectToken, ...] = ()


@dataclass(frozen=True, slots=True)
class EffectQuestion(Question):
    """A choice of the next token to roll for, where the order may matter (NM-SIL-118)."""

    left: tuple[EffectToken, ...] = ()


def has_continuous_effect(state: State, id: str, kind: str) -> bool:
    """Return whether an effect of this type is on the model or void gate."""
    return kind in map(effect_kind, state.model_or_gate(id).effects)


def is_attack_forbidden(state: State, id: str, attack: str) -> bool:
    """Return whether System Failure forbids "melee" or "ranged" attacks (NM-CON-09)."""
    return f"{SYSTEM_FAILURE}:{attack}" in state.model_or_gate(
        id
    ).effects and not is_immune_to_effects(state, id)


def is_immune_to_effects(state: State, id: str, kind: str = "") -> bool:
    """Return whether abilities make the model immune to continuous effects, or to one kind."""
    return has_flag(state, id, "no_effects") or (
        kind in DAMAGING_EFFECTS and has_flag(state, id, f"no_effect:{kind}")
    )


def can_put_effect(state: State, id: str, kind: str) -> bool:
    """Return whether an effect may be put there: present, without one, not immune (NM-SIL-117)."""
    return (
        state.is_on_table(id)
        and not has_continuous_effect(state, id, kind)
        and not is_immune_to_effects(state, id, kind)
    )


def put_effect(r: Resolution, id: str, kind: str, cause: Cause | None = None) -> None:
    """Put an effect on a model or void gate unless it has one of this type (NM-SIL-117)."""
    if not can_put_effect(r.state, id, kind):
        return
    r.emit(EffectPut(id, f"{kind}:{_roll_failing_kind(r, id)}" if kind == SYSTEM_FAILURE else kind))
    if id in r.state.gates and cause is not None and cause.unit:
        r.emit(Marked(_format_mark_prefix(id, kind) + cause.unit))


def _roll_failing_kind(r: Resolution, id: str) -> str:
    """Roll the failing kind of weapon, once, as the token is placed (NM-CON-09, NM-CON-12)."""
    player = opponent_of(r.state.owner(id))
    reason = f"System Failure on {r.state.name(id)}"
    (face,) = r.roll((D6,), player, reason)
    r.emit(Rolled(player, reason, plain=(face,), rule="NM-CON-09"))
    return "melee" if face <= 3 else "ranged"


def _format_mark_prefix(gate: str, kind: str) -> str:
    """Return the prefix of the mark for an effect's cause on a void gate (Disrupt, NM-SIL-140)."""
    return f"{kind} on {gate} by "


def _list_tokens(state: State, player: int) -> Iterator[EffectToken]:
    for body in state.bodies:
        if state.owner(body.id) == player:
            yield from ((body.id, effect) for effect in state.model_or_gate(body.id).effects)


def roll_continuous_effects(r: Resolution) -> None:
    """Push the rolls of the end-of-round step (NM-CON-03), in the order of a player's models."""
    first = r.state.first
    tokens = (*_list_tokens(r.state, first), *_list_tokens(r.state, opponent_of(first)))
    if tokens:
        r.push(ContinuousEffects(left=tokens))


def is_order_relevant(state: State, tokens: tuple[EffectToken, ...]) -> bool:
    """Return whether a model that may die protects others from their effects (Adrenalizer)."""
    if len({id for id, _ in tokens}) < 2:
        return False
    for first in {
        id
        for id, effect in tokens
        if effect_kind(effect) in DAMAGING_EFFECTS and _may_die(state, id)
    }:
        without = state.with_model(first, at=None)
        other_effects = [(id, effect_kind(effect)) for id, effect in tokens if id != first]
        if any(
            is_immune_to_effects(state, id, kind) != is_immune_to_effects(without, id, kind)
            for id, kind in other_effects
        ):
            return True
    return False


def _may_die(state: State, id: str) -> bool:
    """Return whether the damage of one die may destroy the model."""
    model = state.models.get(id)
    return model is not None and state.setup.cards.units[model.card].health - model.damage <= max(
        ACTION_DIE.faces
    )


@REGISTRY.step(ContinuousEffects, "order")
def _ask_order(r: Resolution, frame: ContinuousEffects) -> None:
    """Ask each owner for the order of their tokens (NM-SIL-118)."""
    owner = r.state.owner(frame.left[0][0])
    tokens = [
        (id, e)
        for id, e in frame.left
        if r.state.is_on_table(id) and e in r.state.model_or_gate(id).effects
    ]
    mine = tuple(token for token in tokens if r.state.owner(token[0]) == owner)
    if r.state.setup.rulings > 1 and is_order_relevant(r.state, mine):
        r.push(EffectQuestion("", owner, mine))


def format_option(state: State, token: EffectToken) -> str:
    """Return an action's text for a token; saved games contain the same text."""
    return (
        f"{effect_kind(token[1]).replace('_', ' ').title()} on {state.model_or_gate(token[0]).name}"
    )


def option_words(state: State, option: str) -> str:
    """Return an option for display, with the model's display name."""
    effect_question = find_open_question(state)
    tokens = effect_question.left if isinstance(effect_question, EffectQuestion) else ()
    for id in (id for id, effect in tokens if format_option(state, (id, effect)) == option):
        return option.removesuffix(state.model_or_gate(id).name) + state.name(id)
    return option


def _move_to_front(r: Resolution, effect_question: EffectQuestion, action: Choose) -> None:
    frame = r.find_frame(ContinuousEffects)
    assert frame is not None
    token = next(t for t in effect_question.left if format_option(r.state, t) == action.option)
    r.replace_frame(frame, replace(frame, left=(token, *(t for t in frame.left if t != token))))


REGISTRY.register_choice(
    EffectQuestion,
    text="choose the next effect to roll for",
    decide=_move_to_front,
    options=lambda state, asked: [format_option(state, token) for token in asked.left],
    refusal=lambda state, asked, chosen: refuse(
        "no_such_option", f"there is no {chosen!r} to roll for", "NM-SIL-118"
    ),
)


@REGISTRY.step(ContinuousEffects, "roll")
def _roll(r: Resolution, frame: ContinuousEffects) -> None:
    """Roll 1 Action Die: a blank ends the effect, strikes may damage (NM-SIL-115, NM-SIL-116)."""
    id, effect = frame.left[0]
    if not r.state.is_on_table(id) or effect not in r.state.model_or_gate(id).effects:
        return
    kind = effect_kind(effect)
    player = r.state.owner(id)
    reason = f"{kind.replace('_', ' ').title()} on {r.state.name(id)}"
    (strikes,) = r.roll((ACTION_DIE,), player, reason)
    r.emit(Rolled(player, reason, action=(strikes,), rule="NM-CON-03"))
    if not strikes:
        r.emit(EffectEnded(id, effect))
    elif kind in DAMAGING_EFFECTS and not is_immune_to_effects(r.state, id, kind):
        r.push(
            make_damage_points(id, strikes, energy=(kind,), cause=_find_cause(r.state, id, kind))
        )


def _find_cause(state: State, id: str, kind: str) -> Cause:
    """Return the cause of the damage: the unit that put the effect on a void gate, else nobody."""
    unit = next(
        (
            mark.removeprefix(_format_mark_prefix(id, kind))
            for mark in reversed(state.done)
            if mark.startswith(_format_mark_prefix(id, kind))
        ),
        "",
    )
    return Cause(state.units[unit].player if unit else 0, unit, kind)


@REGISTRY.step(ContinuousEffects, "next")
def _go_to_next_token(r: Resolution, frame: ContinuousEffects) -> ContinuousEffects:
    """Continue with the next token (NM-SIL-118)."""
    return replace(frame, left=frame.left[1:], step="order" if len(frame.left) > 1 else END_STEP)


@REGISTRY.register_effect(vocabulary.PutEffect)
def _put_effect(r: Resolution, e: vocabulary.PutEffect, f: Using) -> None:
    """Put a continuous effect on a model, up to one of each type (NM-CON-02)."""
    model = model_in_role(r, f, e.who)
    if model:
        attack = r.find_frame(Attacking)
        put_effect(
            r, model, e.effect, attack_cause(r.state, attack) if attack is not None else None
        )


@register_condition(vocabulary.PutEffect)
def _may_put(state: State, e: vocabulary.PutEffect, f: Using) -> bool:
    model = model_in_role(state, f, e.who)
    return bool(model) and can_put_effect(state, model, e.effect)
