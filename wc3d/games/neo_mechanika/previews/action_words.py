"""An action in words, as an offer is listed, with what its player wants to know before choosing it."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from wc3d._internal.suggestions import pluralize
from wc3d.engine.actions import Action
from wc3d.games.neo_mechanika.odds.attack_summary import attack_of, describe_attack, used_in
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import name_of
from wc3d.games.neo_mechanika.rules.decisions import DECISIONS
from wc3d.games.neo_mechanika.rules.fighting.continuous_effects import option_words
from wc3d.games.neo_mechanika.rules.moving.carrying import is_near, lying
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.cyphers import changes_anything
from wc3d.games.neo_mechanika.rules.turn.deployment import cost
from wc3d.games.neo_mechanika.text.question_words import facts
from wc3d.games.neo_mechanika.text.vocabulary import (
    card_name,
    join_words,
    length,
    name,
    names,
    place,
)
from wc3d.table.moves.movement import Move

CHOICES = {
    "first": "take the first turn", "south": "sit at the south edge", "north": "sit at the north edge",
    "leave": "do not pick it up",
}  # fmt: skip

def describe_action(state: State, action: Action) -> str:
    """What the action asks for, in a few words; its kind is told elsewhere."""
    return _TOLD[type(action)](state, action)


def meaning(state: State, action: Action) -> str:
    """What the Cypher or ability that an action uses does, as its card says it; "" for other actions."""
    if isinstance(action, act.Play):
        return cypher_meaning(state, action.card)
    return ability_meaning(state, action.ability) if isinstance(action, act.Use) else ""


def cypher_meaning(state: State, card: str) -> str:
    """What a Cypher does, as its card says it."""
    cypher = state.setup.cards.cyphers.get(card)
    return cypher.text if cypher is not None else ""


def ability_meaning(state: State, ability: str) -> str:
    """What an ability does, or that of a Cypher, as its card says it."""
    cards, key = state.setup.cards, ability.partition("#")[0].removeprefix("cypher:")
    card = cards.abilities.get(key)
    return card.text if card is not None else cypher_meaning(state, key)


def _at(point: tuple[float, ...]) -> str:
    return place((*point, 0.0)[:3])


def _choose(state: State, a: Any) -> str:
    if a.option in CHOICES:
        return CHOICES[a.option]
    if a.option.isdecimal():
        return f"{a.option} Arc"
    if a.option in state.setup.cards.cyphers:
        return card_name(state, a.option)
    return name(state, option_words(state, a.option))


def _unit(state: State, id: str) -> str:
    """A unit, or a void gate, with what marks it."""
    marks = [f"{state.gates[id].arc} Arc"] if id in state.gates else facts(state, state.units[id]) if id in state.units else []
    return ", ".join((name(state, id), *marks))


def _deploy(state: State, a: Any) -> str:
    joined = f" with {names(state, a.attachments)}" if a.attachments else ""
    through = f" through {name(state, a.gate)}" if a.gate else ""
    costs = f"costs {cost(state, a.unit, a.attachments, a.gate)}" if a.unit in state.units else ""
    return f"{name(state, a.unit)}{joined}{through} at {_at(next(iter(a.places.values()), (0.0, 0.0)))}, {costs}"


def _clear(state: State, a: Any) -> str:
    return join_words([f"{arc} from {name(state, id)}" for id, arc in a.arc.items()])


def _play(state: State, a: Any) -> str:
    through = f" through {name(state, a.channel)} at" if a.channel else " on"
    is_known = a.card in state.setup.cards.cyphers and (a.on in state.models or a.on in state.units)
    idle = ", no effect now" if is_known and not changes_anything(state, a) else ""
    return f"{card_name(state, a.card)}{through} {name(state, a.on)}{_odds(state, a)}{idle}"


def _advance(state: State, a: Any) -> str:
    squad = f", {pluralize(len(a.others), 'other')} placed around it" if a.others else ""
    if not a.path:
        return f"{name(state, a.model)} stays{squad}"
    move = DECISIONS.check(state, a).evidence
    steps = [_step(s) for s in a.path]
    return f"{name(state, a.model)} to {', '.join(steps)}{_ending(state, a, move) if move else ''}{squad}"


def _ending(state: State, a: Any, move: Move) -> str:
    """What a move leads to: a height, a fall, objectives near by."""
    height = f', {length(move.end[2])} up' if round(move.end[2], 1) else ""
    fall = f", falls {length(move.fall)}" if move.fall else ""
    moved_model = replace(state.models[a.model], at=move.end)
    return height + fall + "".join(f", near {o.name}" for o in lying(state) if is_near(moved_model, o))


def _step(step: Any) -> str:
    if isinstance(step, act.JumpStep):
        return f"jump {_at(step.jump)}"
    return f"{step.ladder} to {_at(step.to)}" if isinstance(step, act.LadderStep) else _at(step)


def _attack(state: State, a: Any) -> str:
    using = used_in(state, a)
    mode = f" ({name_of(state, a.mode)})" if a.mode else ""
    return f"{name(state, a.target)} with {name(state, a.model)}'s {using.name if using else a.weapon}{mode}{_odds(state, a)}"


def _odds(state: State, action: Action) -> str:
    attack = attack_of(state, action)
    return f", {describe_attack(state, attack)}" if attack is not None else ""


def _use(state: State, a: Any) -> str:
    ability, _, way = a.ability.partition("#")
    second = f" ({way})" if way else ""
    return f"{name(state, a.model)}'s {name_of(state, ability)}{second}" + (f" on {name(state, a.target)}" if a.target else "")


def _place_gate(state: State, a: Any) -> str:
    return f"{_at(a.at)} with {a.arc} Arc" + (f", near {name(state, a.nominee)}" if a.nominee else ", near your own table edge")


_TOLD: dict[type[Action], Callable[[State, Any], str]] = {
    act.Pass: lambda state, a: "pass",
    act.Concede: lambda state, a: "concede",
    act.Choose: _choose,
    act.Deploy: _deploy,
    act.Charge: lambda state, a: _unit(state, a.on),
    act.Clear: _clear,
    act.Play: _play,
    act.Activate: lambda state, a: _unit(state, a.unit),
    act.Advance: _advance,
    act.Attack: _attack,
    act.Use: _use,
    act.Place: lambda state, a: f"{name(state, a.model)} at {_at(a.at)}",
    act.Recall: lambda state, a: _unit(state, a.unit),
    act.PlaceGate: _place_gate,
    act.Discard: lambda state, a: card_name(state, a.card),
}
