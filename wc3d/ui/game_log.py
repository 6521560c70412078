"""The log of a game, with the events and places of each line for display on the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from wc3d.engine.actions import Event
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.evidence_view import XYZ, Stroke


@dataclass(frozen=True, eq=False)
class LogLine:
    """A line of the log with its events, the state before them and the number of actions done."""

    rules: RuleSet
    words: str
    events: tuple[Event, ...]
    state: Any
    actions_done: int

    @property
    def is_heading(self) -> bool:
        """Return whether a round or a turn begins here."""
        return self.words.startswith(("===", "---"))

    @cached_property
    def strokes(self) -> tuple[Stroke, ...]:
        """The lines to draw on the table: attacks and paths of models."""
        return tuple(
            s
            for event in self.events
            for s in self.rules.display.happening(self.state, event).strokes
        )

    @cached_property
    def places(self) -> tuple[XYZ, ...]:
        """The places of the events for the camera, empty if they have none on the table."""
        end_points = tuple(
            p for stroke in self.strokes for p in (stroke.points[0], stroke.points[-1])
        )
        return end_points or tuple(
            p
            for event in self.events
            for p in self.rules.display.happening(self.state, event).places
        )


class GameLog:
    """The log in a reader's view (None: the public view)."""

    def __init__(self, rules: RuleSet, start: Any, reader: int | None) -> None:
        self.rules = rules
        self.teller = rules.text.teller(start, reader)
        self.lines: list[LogLine] = []
        self._waiting: list[Event] = []
        self._before = start

    def add_events(self, happened: Iterable[Event], action_count: int) -> None:
        """Add the events of an action. Events of an unfinished attack wait for its end."""
        for event in happened:
            if not self._waiting:
                self._before = self.teller.state
            old_state = self.teller.state
            words = [line for line in self.teller.format_lines((event,)) if line]
            if words and self._waiting and getattr(self.teller, "is_waiting", False):
                # the lines describe the waiting events, and the new event waits for others
                self._add_lines(words, self._waiting, self._before, action_count)
                words = []
                self._waiting = []
                self._before = old_state
            if len(words) > 1 and self._waiting:
                self._add_lines(words[:1], self._waiting, self._before, action_count)
                words = words[1:]
                self._waiting = []
                self._before = old_state
            self._waiting.append(event)
            if words:
                self._add_lines(words, self._waiting, self._before, action_count)
                self._waiting = []

    def flush_open_attack(self, action_count: int) -> None:
        """Add the lines of an unfinished attack, because a question is open."""
        words = self.teller.format_rest()
        if words:
            self._add_lines(words, self._waiting, self._before, action_count)
            self._waiting = []

    def _add_lines(
        self, lines: list[str], events: list[Event], state: Any, action_count: int
    ) -> None:
        self.lines += [
            LogLine(self.rules, words, tuple(events), state, action_count) for words in lines
        ]
