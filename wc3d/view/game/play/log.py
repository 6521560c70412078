"""The log of a game line by line, each line with what happened in it and where: so that a click can show it on the table."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from wc3d.engine.actions import Event
from wc3d.evidence.exhibit import XYZ, Stroke
from wc3d.evidence.palette import Pen
from wc3d.warcaster import events as ev
from wc3d.warcaster.moving.carrying import place_of
from wc3d.warcaster.state import State
from wc3d.warcaster.words.log import Chronicle

BREAST = 1.0
"""Inches above a base at which an attack's line is drawn where the attack names none."""


@dataclass(frozen=True, eq=False)
class Entry:
    """A line of the log: its words, what happened in it, the state just before, and how many actions had been done then."""

    words: str
    events: tuple[Event, ...]
    state: State
    done: int

    @property
    def heading(self) -> bool:
        """Does a round or a turn begin here?"""
        return self.words.startswith(("===", "---"))

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """The lines to be drawn on the table for it: of attacks, and ways that models took."""
        found = [stroke for event in self.events if (stroke := _stroke(event, self.state)) is not None]
        return tuple(found)

    @property
    def places(self) -> tuple[XYZ, ...]:
        """Where it happened: what the camera should look at; none where it happened nowhere on the table."""
        drawn = tuple(p for stroke in self.strokes for p in (stroke.points[0], stroke.points[-1]))
        return drawn or tuple(p for event in self.events for p in _places(event, self.state))


def _stroke(event: Event, state: State) -> Stroke | None:
    if isinstance(event, ev.AttackDeclared):
        ends = event.line or tuple(_breast(state, id) for id in (event.attacker, event.target) if state.on_table(id))
        return Stroke(tuple(ends), Pen.CLEAR, event.weapon) if len(ends) == 2 else None
    if isinstance(event, ev.Moved) and len(event.track) > 1:
        return Stroke(event.track, Pen.PATH)
    if isinstance(event, ev.Repositioned) and state.on_table(event.model):
        return Stroke((state.place(event.model), event.at), Pen.PATH, bold=False)
    return None


def _breast(state: State, id: str) -> XYZ:
    x, y, z = state.place(id)
    return x, y, z + BREAST


def _places(event: Any, state: State) -> tuple[XYZ, ...]:
    """Where the things that an event names are."""
    for name in ("at", "model", "target", "unit", "on", "gate", "objective"):
        found = _place(getattr(event, name, None), state)
        if found:
            return found
    return tuple(p for _, p in getattr(event, "places", ()))


def _place(thing: Any, state: State) -> tuple[XYZ, ...]:
    if isinstance(thing, tuple) and len(thing) == 3 and all(isinstance(v, float) for v in thing):
        return (thing,)
    if not isinstance(thing, str):
        return (thing.at,) if hasattr(thing, "at") else ()
    if thing in state.units:
        return tuple(state.place(m.id) for m in state.models_of(thing))
    if thing in state.objectives:
        return (place_of(state, thing),)
    return (state.place(thing),) if thing and state.on_table(thing) else ()


class Log:
    """The lines so far, as one player knows them (None: as both know them)."""

    def __init__(self, start: State, reader: int | None) -> None:
        self.teller = Chronicle(start, reader)
        self.entries: list[Entry] = []
        self._waiting: list[Event] = []
        self._before = start

    def tell(self, happened: Iterable[Event], done: int) -> None:
        """Add what has happened after so many actions. What belongs to an attack still going on waits for its end."""
        for event in happened:
            if not self._waiting:
                self._before = self.teller.state
            before = self.teller.state
            lines = [line for line in self.teller.tell((event,)) if line]
            if len(lines) > 1 and self._waiting:
                self._add(lines[:1], self._waiting, self._before, done)
                lines, self._waiting, self._before = lines[1:], [], before
            self._waiting.append(event)
            if lines:
                self._add(lines, self._waiting, self._before, done)
                self._waiting = []

    def pause(self, done: int) -> None:
        """A question is open: tell what there is of an attack that is still going on."""
        lines = self.teller.rest()
        if lines:
            self._add(lines, self._waiting, self._before, done)
            self._waiting = []

    def _add(self, lines: list[str], events: list[Event], before: State, done: int) -> None:
        self.entries += [Entry(line, tuple(events), before, done) for line in lines]
