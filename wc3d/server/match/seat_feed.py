"""What one seat is told of a game: states as it may know them, what happened, the log in words, what may be done. No more.

Nothing here but what `RuleSet.seen_by`, `Event.seen_by` and `RuleSet.teller` let the seat know; replays from a seat show the
same. What is never told: the true state's hash, seeds, orders of cards, dice to come.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from wc3d.engine.actions import Event
from wc3d.engine.game import Game, Turn, Undone, undone_after_turn, undone_after_undo
from wc3d.engine.replay import action_data
from wc3d.server.match.codec import wire_of
from wc3d.ui.game_log import GameLog, LogLine

PAGE = 60
"""Lines of the log that are told at once; older ones are asked for page by page."""

LISTED = 8
"""Actions of a kind that are listed for programs that know no rules."""

STATE, EVENTS, OFFERS, CHECK = "state", "events", "offers", "check"
"""What can be asked for when joining: the state in parts, events, what may be done with examples, the hash of what is seen."""

PLAIN = frozenset({OFFERS})
"""What is told to those who ask for nothing in particular, beside the log in words."""

ALL_PARTS = frozenset({STATE, EVENTS, OFFERS, CHECK})


@dataclass(frozen=True)
class StepTold:
    """What a step did to the log as a seat reads it: from line `begin` on it is now `lines`; so many events were taken back.

    `redoer` is the player whose undone action can be redone after the step, 0 for nobody.
    """

    begin: int
    lines: tuple[str, ...]
    unlog: int = 0
    redoer: int = 0


class SeatTelling:
    """Tells one seat (1, 2; None: who watches). It never holds more than the game's record and the seat's log."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game, self.rules, self.seat, self.wire = game, game.rules, seat, wire_of(game.rules)
        self.steps: list[StepTold] = []
        self._turns: list[Turn] = []
        self._undone: list[Turn] = []
        self._log = self._written(())
        self.steps.append(StepTold(0, tuple(line.words for line in self._log.lines)))
        self._seen: dict[int, Any] = {}

    def _written(self, turns: Iterable[Turn]) -> GameLog:
        """The log of these turns."""
        log = GameLog(self.rules, self.game.start, self.seat)
        log.tell(self.game.opening[1], 0)
        log.pause(0)
        for turn_count, turn in enumerate(turns, 1):
            log.tell(turn.events, turn_count)
            log.pause(turn_count)
        return log

    def follow(self) -> None:
        """Come up to where the game is."""
        for entry in self.game.record[len(self.steps) - 1 :]:
            line_count = len(self._log.lines)
            if isinstance(entry, Turn):
                self._turns.append(entry)
                self._undone = undone_after_turn(self._undone, entry)
                self._log.tell(entry.events, len(self._turns))
                self._log.pause(len(self._turns))
                step = StepTold(line_count, tuple(line.words for line in self._log.lines[line_count:]), redoer=self._redoer())
            else:
                undone_turns = self._turns[-entry.count :]
                del self._turns[-entry.count :]
                self._undone = undone_after_undo(self._undone, undone_turns)
                self._log = self._written(self._turns)
                step = StepTold(len(self._log.lines), (), sum(len(turn.events) for turn in undone_turns), self._redoer())
            self.steps.append(step)

    def _redoer(self) -> int:
        return self._undone[-1].action.player if self._undone else 0

    @property
    def log_lines(self) -> list[LogLine]:
        """The lines of the log, each with what happened in it."""
        return self._log.lines

    # Where the game stood

    def _after(self, version: int) -> Any:
        """The true state after so many entries of the record."""
        record = self.game.record
        if version:
            return record[version - 1].after
        first = record[0] if record else None
        return first.before if isinstance(first, Turn) else self.game.state

    def seen(self, version: int) -> Any:
        """The state after so many entries of the record, as the seat may know it."""
        if version not in self._seen:
            recent_versions = sorted(self._seen)[-2:]
            self._seen = {v: self._seen[v] for v in recent_versions}
            self._seen[version] = self.rules.seen_by(self._after(version), self.seat)
        return self._seen[version]

    def events(self, version: int) -> list[Event]:
        """What had happened by then, as the seat knows it."""
        events = list(self.game.opening[1])
        for entry, step in zip(self.game.record[:version], self.steps[1:], strict=False):
            if isinstance(entry, Turn):
                events += entry.events
            else:
                del events[len(events) - step.unlog :]
        return [event.seen_by(self.seat) for event in events]

    def lines(self, version: int) -> list[str]:
        """The log by then."""
        lines: list[str] = []
        for step in self.steps[: version + 1]:
            lines[step.begin :] = step.lines
        return lines

    # Messages

    def whole(self, version: int, parts: frozenset[str]) -> dict[str, Any]:
        """All that the seat may know after so many entries of the record, as far as it was asked for."""
        lines = self.lines(version)
        begin = max(0, len(lines) - PAGE)
        message: dict[str, Any] = {"log": {"from": begin, "lines": lines[begin:]}, **self._standing(version, parts)}
        if STATE in parts:
            message["setup"] = without_folders(self.rules.shared_setup(self.game.setup, self.seat))
            message |= self.wire.change(None, self.seen(version))
        if EVENTS in parts:
            message["events"] = [self.wire.encode(event) for event in self.events(version)]
        return message

    def step(self, version: int, parts: frozenset[str]) -> dict[str, Any]:
        """What the entry of the record that leads there has changed."""
        entry, step = self.game.record[version - 1], self.steps[version]
        message: dict[str, Any] = {"log": {"from": step.begin, "lines": list(step.lines)}, **self._standing(version, parts)}
        if STATE in parts:
            message |= self.wire.change(self.seen(version - 1), self.seen(version))
        if EVENTS in parts and isinstance(entry, Turn):
            message["events"] = [self.wire.encode(event.seen_by(self.seat)) for event in entry.events]
        elif EVENTS in parts:
            message["unlog"] = step.unlog
        if isinstance(entry, Undone):
            message["taken"] = entry.count
        return message

    def _standing(self, version: int, parts: frozenset[str]) -> dict[str, Any]:
        """Who is asked, where the game stands, and what may be done, if it is the seat that is asked now."""
        state = self.seen(version)
        mover = self.rules.to_act(state)
        message: dict[str, Any] = {"v": version, "to_act": mover, "moment": self.rules.moment(state)}
        message["standings"] = self.rules.standings(state)
        if self.seat and self.steps[version].redoer == self.seat:
            message["redo"] = True
        if CHECK in parts:
            message["check"] = self.rules.digest(state)
        if OFFERS in parts and mover is not None and mover == self.seat and version == len(self.game.record):
            message["question"] = self.rules.describe_question(state)
            message["offers"] = self.offers(state, mover)
        if mover is None:
            message["ending"] = self.rules.ending(state)
        return message

    def offers(self, state: Any, mover: int) -> list[dict[str, Any]]:
        """What may be done, with some actions of each kind, ready to be sent."""
        return [
            {"type": offer.type, "text": offer.text, "actions": [
                {"words": self.rules.describe(state, action), "action": action_data(action)}
                for action in self.rules.examples(offer, LISTED)
            ]}
            for offer in self.rules.offers(state, mover)
        ]  # fmt: skip


def without_folders(data: Any) -> Any:
    """The same JSON, its files named without their folders: how the host's disk is arranged is nobody's business."""
    if isinstance(data, list):
        return [without_folders(part) for part in data]
    if not isinstance(data, dict):
        return data
    return {
        name: PurePath(value).name if name == "file" and isinstance(value, str) else without_folders(value)
        for name, value in data.items()
    }
