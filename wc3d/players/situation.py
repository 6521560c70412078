"""What a player has to know before deciding, in a few lines: points, Arc, tokens, and what the question is about."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wc3d.engine.agenda import find, question
from wc3d.warcaster.abilities.choices import AmountQuestion
from wc3d.warcaster.abilities.extra_attacks import ExtraAttack
from wc3d.warcaster.abilities.returning import ReturnQuestion
from wc3d.warcaster.abilities.stats import stat
from wc3d.warcaster.book.chronicle_words import effect_name, length, listed, name, names, place
from wc3d.warcaster.moving.movement import MoveQuestion
from wc3d.warcaster.moving.repositioning import PlaceQuestion
from wc3d.warcaster.state import PLAYERS, State, Unit
from wc3d.warcaster.turn.activation import ActingQuestion, Activation
from wc3d.warcaster.turn.deployment import DeploymentQuestion, InitialQuestion


def standings(state: State) -> list[str]:
    """A line for each player: points, Arc in the well, cards, void gates and which units have activated."""
    return [f"  {state.setup.names[p - 1]}: {_standing(state, p)}" for p in PLAYERS]


def _standing(state: State, player: int) -> str:
    who = state.players[player]
    told = f"{who.points} VP, {who.well} Arc in the well, {len(who.hand)} cards in hand"
    spent = [u.id for u in state.units_in_play(player) if u.token]
    return told + (f"; activation tokens: {names(state, spent)}" if spent else "")


def facts(state: State, unit: Unit) -> list[str]:
    """What marks a unit in play: how many models are left, its Arc, token and cards, and the damage and effects of its models."""
    models = state.models_of(unit.id)
    whole = len(unit.models) + len(unit.attached)
    told = [f"{len(models)} of {whole} models"] if whole > 1 else []
    told += [f"{unit.arc} Arc"] if unit.arc else []
    told += ["activation token"] if unit.token else []
    told += [state.setup.cards.cyphers[c.card].name for c in unit.cyphers]
    for m in models:
        health = state.setup.card_of(m.id).health
        hurt = f"{health - m.damage} of {health} health" if m.damage else ""
        marks = [t for t in (hurt, *map(effect_name, m.effects), f"carries {state.name(m.carrying)}" if m.carrying else "") if t]
        if marks:
            told.append(f"{m.name}: {listed(marks)}" if len(unit.models) > 1 else listed(marks))
    return told


def asked_about(state: State) -> list[str]:
    """What the question is about, where the offers alone do not say it."""
    asked: Any = question(state)
    tell = _ABOUT.get(type(asked))
    return [f"  {line}" for line in tell(state, asked)] if tell is not None else []


def _initial(state: State, asked: Any) -> list[str]:
    return [f"{asked.left} DC left to deploy with"]


def _deployment(state: State, asked: Any) -> list[str]:
    gates = [f"{name(state, g.id)} ({g.arc} Arc)" for g in state.gates_of(asked.player)]
    return [f"To deploy with: {listed(gates)}"] if gates else ["No void gate to deploy through"]


def _acting(state: State, asked: Any) -> list[str]:
    now = find(state, Activation)
    models = state.models_of(asked.unit)
    speed = stat(state, models[0].id, "SPD").value
    done = [word for word, so in (("has advanced", now and now.advanced), ("has attacked", now and now.fired)) if so]
    unit = state.units[asked.unit]
    told = [f'SPD {speed:g}"', *(f for f in facts(state, unit) if f != "activation token"), *done]
    where = [f"{m.name.removeprefix(unit.name).strip() or 'at'} {place(state.place(m.id))}" for m in models]
    return [f"{name(state, asked.unit)}: {', '.join((*told, *where))}"]


def _move(state: State, asked: Any) -> list[str]:
    order = asked.order
    return [f"{order.why}: {name(state, order.model or order.unit)} may move up to {length(order.inches)}"]


def _place(state: State, asked: Any) -> list[str]:
    of = "where it stands" if asked.of == asked.model else name(state, asked.of)
    sight = ", in sight of it" if asked.sight else ""
    return [f"{asked.why}: {name(state, asked.model)} within {length(asked.within)} of {of}{sight}"]


def _return(state: State, asked: Any) -> list[str]:
    return [f"{asked.why}: {name(state, asked.model)} within {length(asked.within)} of another of its squad"]


def _amount(state: State, asked: Any) -> list[str]:
    way = "to charge" if asked.what == "charge" else "to clear from"
    return [f"{asked.source}: {way} {name(state, asked.holder)}"]


def _extra(state: State, asked: Any) -> list[str]:
    return [f"{asked.why}: an attack of {name(state, asked.model)}"] if asked.why else []


_ABOUT: dict[type, Callable[[State, Any], list[str]]] = {
    InitialQuestion: _initial,
    DeploymentQuestion: _deployment,
    ActingQuestion: _acting,
    MoveQuestion: _move,
    PlaceQuestion: _place,
    ReturnQuestion: _return,
    AmountQuestion: _amount,
    ExtraAttack: _extra,
}
