"""The log of a game line by line, each line with what happened in it and where: so that a click can show it on the table."""

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
    """A line of the log: its words, what happened in it, the state just before, and how many actions had been done then."""

    rules: RuleSet
    words: str
    events: tuple[Event, ...]
    state: Any
    actions_done: int

    @property
    def is_heading(self) -> bool:
        """Does a round or a turn begin here?"""
        return self.words.startswith(("===", "---"))

    @cached_property
    def strokes(self) -> tuple[Stroke, ...]:
        """The lines to be drawn on the table for it: of attacks, and ways that models took."""
        return tuple(
            s for event in self.events for s in self.rules.happening(self.state, event).strokes
        )

    @cached_property
    def places(self) -> tuple[XYZ, ...]:
        """Where it happened: what the camera should look at; none where it happened nowhere on the table."""
        end_points = tuple(
            p for stroke in self.strokes for p in (stroke.points[0], stroke.points[-1])
        )
        return end_points or tuple(
            p for event in self.events for p in self.rules.happening(self.state, event).places
        )


class GameLog:
    """The lines so far, as one player knows them (None: as both know them)."""

    def __init__(self, rules: RuleSet, start: Any, reader: int | None) -> None:
        self.rules, self.teller = rules, rules.teller(start, reader)
        self.lines: list[LogLine] = []
        self._waiting: list[Event] = []
        self._before = start

    def add_events(self, happened: Iterable[Event], action_count: int) -> None:
        """Add what has happened after so many actions. What belongs to an attack still going on waits for its end."""
        for event in happened:
            if not self._waiting:
                self._before = self.teller.state
            old_state = self.teller.state
            words = [line for line in self.teller.format_lines((event,)) if line]
            if words and self._waiting and getattr(self.teller, "is_waiting", False):
                # the lines tell what has waited, and now the event itself waits for others
                self._add_lines(words, self._waiting, self._before, action_count)
                words, self._waiting, self._before = [], [], old_state
            if len(words) > 1 and self._waiting:
                self._add_lines(words[:1], self._waiting, self._before, action_count)
                words, self._waiting, self._before = words[1:], [], old_state
            self._waiting.append(event)
            if words:
                self._add_lines(words, self._waiting, self._before, action_count)
                self._waiting = []

    def flush_open_attack(self, action_count: int) -> None:
        """A question is open: tell what there is of an attack that is still going on."""
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
