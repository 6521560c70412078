"""Describe actions in the list of offers, with the information a player needs to choose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from wc3d._internal.suggestions import pluralize
from wc3d.engine.actions import Action
from wc3d.engine.text import join_words
from wc3d.games.neo_mechanika.odds.attack_summary import (
    attack_from_action,
    describe_attack,
    weapon_of_attack,
)
from wc3d.games.neo_mechanika.rules import actions
from wc3d.games.neo_mechanika.rules.abilities.ability_sources import ability_name
from wc3d.games.neo_mechanika.rules.action_dispatcher import DECISIONS
from wc3d.games.neo_mechanika.rules.fighting.continuous_effects import option_words
from wc3d.games.neo_mechanika.rules.moving.carrying import is_near_objective, objectives_on_table
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.cyphers import changes_anything
from wc3d.games.neo_mechanika.rules.turn.deployment import deployment_cost
from wc3d.games.neo_mechanika.text.formatting import (
    card_name,
    display_name,
    format_place,
    join_display_names,
)
from wc3d.games.neo_mechanika.text.status_words import list_unit_facts
from wc3d.presentation.format_inches import format_length
from wc3d.table.moves.movement import Move

CHOICE_PHRASES = {
    "first": "take the first turn",
    "south": "take the south side",
    "north": "take the north side",
    "leave": "do not pick it up",
}


def describe_action(state: State, action: Action) -> str:
    """Describe an action in a few words, without its kind."""
    return _PHRASES[type(action)](state, action)


def explain_action(state: State, action: Action) -> str:
    """Return the card text of an action's Cypher or ability; "" for other actions."""
    if isinstance(action, actions.Play):
        return cypher_meaning(state, action.card)
    return ability_meaning(state, action.ability) if isinstance(action, actions.Use) else ""


def cypher_meaning(state: State, card: str) -> str:
    """Return the card text of a Cypher."""
    cypher = state.setup.cards.cyphers.get(card)
    return cypher.text if cypher is not None else ""


def ability_meaning(state: State, ability: str) -> str:
    """Return the card text of an ability or of a Cypher's ability."""
    cards = state.setup.cards
    key = ability.partition("#")[0].removeprefix("cypher:")
    card = cards.abilities.get(key)
    return card.text if card is not None else cypher_meaning(state, key)


def _format_point(point: tuple[float, ...]) -> str:
    return format_place((*point, 0.0)[:3])


def _describe_choice(state: State, a: Any) -> str:
    if a.option in CHOICE_PHRASES:
        return CHOICE_PHRASES[a.option]
    if a.option.isdecimal():
        return f"{a.option} Arc"
    if a.option in state.setup.cards.cyphers:
        return card_name(state, a.option)
    return display_name(state, option_words(state, a.option))


def _describe_unit(state: State, id: str) -> str:
    """Name a unit or void gate with its distinguishing marks."""
    marks = (
        [f"{state.gates[id].arc} Arc"]
        if id in state.gates
        else list_unit_facts(state, state.units[id])
        if id in state.units
        else []
    )
    return ", ".join((display_name(state, id), *marks))


def _describe_deployment(state: State, a: Any) -> str:
    joined = f" with {join_display_names(state, a.attachments)}" if a.attachments else ""
    through = f" through {display_name(state, a.gate)}" if a.gate else ""
    costs = (
        f"costs {deployment_cost(state, a.unit, a.attachments, a.gate)}"
        if a.unit in state.units
        else ""
    )
    return f"{display_name(state, a.unit)}{joined}{through} at {_format_point(next(iter(a.places.values()), (0.0, 0.0)))}, {costs}"


def _describe_clearing(state: State, a: Any) -> str:
    return join_words([f"{arc} from {display_name(state, id)}" for id, arc in a.arc.items()])


def _describe_card_play(state: State, a: Any) -> str:
    through = f" through {display_name(state, a.channel)} at" if a.channel else " on"
    is_known = a.card in state.setup.cards.cyphers and (a.on in state.models or a.on in state.units)
    idle = ", no effect now" if is_known and not changes_anything(state, a) else ""
    return f"{card_name(state, a.card)}{through} {display_name(state, a.on)}{_describe_odds(state, a)}{idle}"


def _describe_advance(state: State, a: Any) -> str:
    squad = f", {pluralize(len(a.others), 'other')} placed around it" if a.others else ""
    if not a.path:
        return f"{display_name(state, a.model)} stays{squad}"
    move = DECISIONS.check(state, a).evidence
    steps = [_describe_step(s) for s in a.path]
    return f"{display_name(state, a.model)} to {', '.join(steps)}{_describe_move_end(state, a, move) if move else ''}{squad}"


def _describe_move_end(state: State, a: Any, move: Move) -> str:
    """Describe the end of a move: its height, a fall, nearby objectives."""
    height = f", {format_length(move.end[2])} up" if round(move.end[2], 1) else ""
    fall = f", falls {format_length(move.fall)}" if move.fall else ""
    moved_model = replace(state.models[a.model], at=move.end)
    return (
        height
        + fall
        + "".join(
            f", near {o.name}"
            for o in objectives_on_table(state)
            if is_near_objective(moved_model, o)
        )
    )


def _describe_step(step: Any) -> str:
    if isinstance(step, actions.JumpStep):
        return f"jump {_format_point(step.jump)}"
    return (
        f"{step.ladder} to {_format_point(step.to)}"
        if isinstance(step, actions.LadderStep)
        else _format_point(step)
    )


def _describe_attack_action(state: State, a: Any) -> str:
    using = weapon_of_attack(state, a)
    mode = f" ({ability_name(state, a.mode)})" if a.mode else ""
    weapon = f"{display_name(state, a.model)}'s {using.name if using else a.weapon}"
    return f"{display_name(state, a.target)} with {weapon}{mode}{_describe_odds(state, a)}"


def _describe_odds(state: State, action: Action) -> str:
    attack = attack_from_action(state, action)
    return f", {describe_attack(state, attack)}" if attack is not None else ""


def _describe_ability_use(state: State, a: Any) -> str:
    ability, _, way = a.ability.partition("#")
    second = f" ({way})" if way else ""
    return f"{display_name(state, a.model)}'s {ability_name(state, ability)}{second}" + (
        f" on {display_name(state, a.target)}" if a.target else ""
    )


def _describe_gate_placement(state: State, a: Any) -> str:
    return f"{_format_point(a.at)} with {a.arc} Arc" + (
        f", near {display_name(state, a.nominee)}" if a.nominee else ", near your own table edge"
    )


_PHRASES: dict[type[Action], Callable[[State, Any], str]] = {
    actions.Pass: lambda state, a: "pass",
    actions.Concede: lambda state, a: "concede",
    actions.Choose: _describe_choice,
    actions.Deploy: _describe_deployment,
    actions.Charge: lambda state, a: _describe_unit(state, a.on),
    actions.Clear: _describe_clearing,
    actions.Play: _describe_card_play,
    actions.Activate: lambda state, a: _describe_unit(state, a.unit),
    actions.Advance: _describe_advance,
    actions.Attack: _describe_attack_action,
    actions.Use: _describe_ability_use,
    actions.Place: lambda state, a: f"{display_name(state, a.model)} at {_format_point(a.at)}",
    actions.Recall: lambda state, a: _describe_unit(state, a.unit),
    actions.PlaceGate: _describe_gate_placement,
    actions.Discard: lambda state, a: card_name(state, a.card),
}
