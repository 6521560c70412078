"""An action in words, as an offer is listed: "Marauder with Rail Gun, 7.3 inches away"."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wc3d.engine.actions import Action
from wc3d.warcaster import actions as act
from wc3d.warcaster.abilities.bearers import name_of
from wc3d.warcaster.book.chronicle_words import card_name, length, listed, name, names, place
from wc3d.warcaster.fighting.weapons import weapon
from wc3d.warcaster.state import State

CHOICES = {
    "first": "take the first turn", "south": "sit at the south edge", "north": "sit at the north edge", "leave": "leave it lying",
}  # fmt: skip


def described(state: State, action: Action) -> str:
    """What the action asks for, in a few words; its kind is told elsewhere."""
    return _TOLD[type(action)](state, action)


def _at(point: tuple[float, ...]) -> str:
    return place((*point, 0.0)[:3])


def _choose(state: State, a: Any) -> str:
    if a.option in CHOICES:
        return CHOICES[a.option]
    return card_name(state, a.option) if a.option in state.setup.cards.cyphers else name(state, a.option)


def _deploy(state: State, a: Any) -> str:
    joined = f" with {names(state, a.attachments)}" if a.attachments else ""
    through = f" through {name(state, a.gate)}" if a.gate else ""
    return f"{name(state, a.unit)}{joined}{through} at {_at(next(iter(a.places.values()), (0.0, 0.0)))}"


def _clear(state: State, a: Any) -> str:
    return listed([f"{arc} from {name(state, id)}" for id, arc in a.arc.items()])


def _play(state: State, a: Any) -> str:
    through = f" through {name(state, a.channel)} at" if a.channel else " on"
    return f"{card_name(state, a.card)}{through} {name(state, a.on)}"


def _advance(state: State, a: Any) -> str:
    way = f"to {', '.join(_step(s) for s in a.path)}" if a.path else "stays"
    squad = f", {len(a.others)} placed around it" if a.others else ""
    return f"{name(state, a.model)} {way}{squad}"


def _step(step: Any) -> str:
    if isinstance(step, act.JumpStep):
        return f"jump {_at(step.jump)}"
    return f"{step.ladder} to {_at(step.to)}" if isinstance(step, act.LadderStep) else _at(step)


def _attack(state: State, a: Any) -> str:
    using = weapon(state, a.model, a.weapon)
    mode = f" ({name_of(state, a.mode)})" if a.mode else ""
    away = f", {length(state.table.distance(a.model, a.target))} away"
    return f"{name(state, a.target)} with {name(state, a.model)}'s {using.name if using else a.weapon}{mode}{away}"


def _use(state: State, a: Any) -> str:
    ability, _, way = a.ability.partition("#")
    second = f" ({way})" if way else ""
    return f"{name_of(state, ability)}{second} of {name(state, a.model)}" + (f" on {name(state, a.target)}" if a.target else "")


def _place_gate(state: State, a: Any) -> str:
    return f"{_at(a.at)} with {a.arc} Arc" + (f", near {name(state, a.nominee)}" if a.nominee else ", by the own edge")


_TOLD: dict[type[Action], Callable[[State, Any], str]] = {
    act.Pass: lambda state, a: "pass",
    act.Concede: lambda state, a: "give up",
    act.Choose: _choose,
    act.Deploy: _deploy,
    act.Charge: lambda state, a: name(state, a.on),
    act.Clear: _clear,
    act.Play: _play,
    act.Activate: lambda state, a: name(state, a.unit),
    act.Advance: _advance,
    act.Attack: _attack,
    act.Use: _use,
    act.Place: lambda state, a: f"{name(state, a.model)} at {_at(a.at)}",
    act.Recall: lambda state, a: name(state, a.unit),
    act.PlaceGate: _place_gate,
    act.Discard: lambda state, a: card_name(state, a.card),
}
