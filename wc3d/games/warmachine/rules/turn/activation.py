"""A model's activation: movement, then action, and magic at any point (WM-TRN-12, WM-TRN-13).

A trooper's activation has two parts: all of its unit move, then all act (WM-REF-04).
"""

from __future__ import annotations

from wc3d._internal.fast_replace import replace_fields
from wc3d.engine.agenda import Resolution
from wc3d.games.warmachine.rules import events
from wc3d.games.warmachine.rules.agenda_frames import Activation, ActQuestion
from wc3d.games.warmachine.rules.handler_registry import HandlerRegistry
from wc3d.games.warmachine.rules.turn.unit_activation import MOVE, store_activation

REGISTRY = HandlerRegistry()


@REGISTRY.step(Activation, "begin")
def _begin(r: Resolution, f: Activation) -> Activation:
    if not f.part:
        r.emit(events.ActivationBegan(f.model))
    x, y, _ = r.state.place(f.model)
    return replace_fields(f, began_at=(x, y), began_facing=r.state.models[f.model].facing)


@REGISTRY.step(Activation, "ask")
def _ask(r: Resolution, f: Activation) -> Activation | None:
    """Ask for the next action until the activation ends or the model leaves the table or flees."""
    moved = f.part == MOVE and bool(f.movement)
    if f.ended or moved or not r.state.is_on_table(f.model) or r.state.models[f.model].fleeing:
        return replace_fields(f, step="finish")
    r.push(ActQuestion(player=r.state.models[f.model].owner, model=f.model))
    return None


@REGISTRY.step(Activation, "again")
def _ask_again(r: Resolution, f: Activation) -> Activation:
    return replace_fields(f, step="ask")


@REGISTRY.step(Activation, "finish")
def _finish(r: Resolution, f: Activation) -> None:
    if f.part:
        store_activation(r, f)
    else:
        r.emit(events.ActivationEnded(f.model))
