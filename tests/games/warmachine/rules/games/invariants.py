"""What must hold in every game of WARMACHINE, however it is played: of a state, and of all that has happened."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

from wc3d.engine.actions import Event
from wc3d.engine.game import Game
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.rules.state import Model, State

OVERLAP = 1e-5
"""Inches that two bases may overlap: what arithmetic loses."""


def faults(state: State) -> list[str]:
    """What is not as it must be between two actions."""
    return [
        *_overlaps(state),
        *(fault for m in state.models_in_play() for fault in _model_faults(state, m)),
        *_locks(state),
    ]


def _overlaps(state: State) -> Iterator[str]:
    bodies = {body.id: body for body in state.table.bodies}
    for one, other in combinations(state.models_in_play(), 2):
        apart = (
            math.dist(state.place(one.id)[:2], state.place(other.id)[:2])
            - bodies[one.id].radius
            - bodies[other.id].radius
        )
        if apart < -OVERLAP:
            yield f"{one.id} and {other.id} overlap by {-apart}"


def _model_faults(state: State, m: Model) -> Iterator[str]:
    if m.focus < 0 or m.damage < 0:
        yield f"{m.id}: focus {m.focus}, damage {m.damage}"
    if not m.is_warjack:
        if m.damage >= state.setup.damage_row_size(m.id):
            yield f"{m.id} should have been removed"
        if m.focus and not m.is_warcaster:
            yield f"{m.id} has focus"
        if m.fleeing and (
            not state.edition["command"] or state.setup.card_of(m.id).has_trait("fearless")
        ):
            yield f"{m.id} flees"
        return
    grid = state.damage_grid(m.id)
    if len(set(m.marked)) != len(m.marked) or not set(m.marked) <= set(grid.boxes):
        yield f"{m.id}: boxes {m.marked}"
    if m.focus and state.is_disabled(m.id, "C"):
        yield f"{m.id} has focus without a cortex"
    if grid.is_down and state.edition["jack.disabled"] == "removed":
        yield f"{m.id} should have been removed"
    if m.focus > 3 and state.edition["focus.jack_cap"] == "held":
        yield f"{m.id} holds {m.focus} focus points"
    if m.assigned > 3:
        yield f"{m.id} was assigned {m.assigned} focus points"


def _locks(state: State) -> Iterator[str]:
    for lock in state.locks:
        if not (state.is_on_table(lock.attacker) and state.is_on_table(lock.defender)):
            yield f"{lock} of models that are gone"


def story_faults(game: Game) -> list[str]:
    """What is not as it must be in the course of a game: who activates how often, what focus is spent and kept."""
    found = []
    state = game.start
    done = set[str]()
    for event in game.log:
        if isinstance(event, ev.TurnBegan):
            done = set()
        for id in _activating(state, event):
            found += [f"{id} activates twice in turn {state.turn}"] * (id in done)
            done.add(id)
        state = event.evolve(state)
        found += [
            f"{m.id} has {m.focus} focus points" for m in state.models.values() if m.focus < 0
        ]
        if isinstance(event, ev.PhaseBegan) and event.phase == "control":
            found += _kept(state)
    if state.over != game.over or {m.id: m for m in state.models.values()} != dict(
        game.state.models
    ):
        found.append("what happened does not add up to the state of the game")
    return found


def _activating(state: State, event: Event) -> tuple[str, ...]:
    """Who activates by an event: a model, a whole unit but those of it that flee, or one that flees (WM-REF-03, WM-REF-05)."""
    if isinstance(event, ev.UnitActivationBegan):
        return tuple(
            m.id for m in state.members_of(event.unit) if not m.fleeing and m.fled != state.turn
        )
    return (event.model,) if isinstance(event, ev.ActivationBegan | ev.FlightBegan) else ()


def _kept(state: State) -> Iterator[str]:
    """Focus points that outlasted their Maintenance phase (WM-TRN-06, WM-MK3-14)."""
    carried = state.edition["focus.carry_over"] == "up_to_focus"
    for m in state.models_in_play(state.active):
        most = state.setup.caster_card(m.id).foc if m.is_warcaster and carried else 0
        if m.focus > most and not (m.is_warcaster and carried):
            yield f"{m.id} has kept {m.focus} focus points in turn {state.turn}"
