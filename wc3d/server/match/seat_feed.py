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
from wc3d.engine.game import (
    ActionRecord,
    Game,
    UndoRecord,
    redoable_after_action,
    redoable_after_undo,
)
from wc3d.engine.replay import action_data
from wc3d.server.match.codec import codec_for
from wc3d.ui.game_log import GameLog, LogLine

LOG_PAGE_LINES = 60
"""Lines of the log that are told at once; older ones are asked for page by page."""

MAX_EXAMPLES_PER_OFFER = 8
"""Actions of a kind that are listed for programs that know no rules."""

STATE_PART, EVENTS_PART, OFFERS_PART, DIGEST_PART = "state", "events", "offers", "check"
"""What can be asked for when joining: the state in parts, events, what may be done with examples, the hash of what is seen."""

DEFAULT_PARTS = frozenset({OFFERS_PART})
"""What is told to those who ask for nothing in particular, beside the log in words."""

ALL_PARTS = frozenset({STATE_PART, EVENTS_PART, OFFERS_PART, DIGEST_PART})


@dataclass(frozen=True)
class FeedStep:
    """What a step did to the log as a seat reads it: from line `begin` on it is now `lines`; so many events were taken back.

    `redoer` is the player whose undone action can be redone after the step, 0 for nobody.
    """

    first_line: int
    lines: tuple[str, ...]
    removed_event_count: int = 0
    player_who_can_redo: int = 0


class SeatFeed:
    """Tells one seat (1, 2; None: who watches). It never holds more than the game's record and the seat's log."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game, self.rules, self.seat, self.codec = game, game.rules, seat, codec_for(game.rules)
        self.steps: list[FeedStep] = []
        self._turns: list[ActionRecord] = []
        self._undone: list[ActionRecord] = []
        self._log = self._write_log(())
        self.steps.append(FeedStep(0, tuple(line.words for line in self._log.lines)))
        self._seen: dict[int, Any] = {}

    def _write_log(self, turns: Iterable[ActionRecord]) -> GameLog:
        """The log of these turns."""
        log = GameLog(self.rules, self.game.start, self.seat)
        log.add_events(self.game.opening[1], 0)
        log.flush_open_attack(0)
        for turn_count, turn in enumerate(turns, 1):
            log.add_events(turn.events, turn_count)
            log.flush_open_attack(turn_count)
        return log

    def sync(self) -> None:
        """Come up to where the game is."""
        for entry in self.game.record[len(self.steps) - 1 :]:
            line_count = len(self._log.lines)
            if isinstance(entry, ActionRecord):
                self._turns.append(entry)
                self._undone = redoable_after_action(self._undone, entry)
                self._log.add_events(entry.events, len(self._turns))
                self._log.flush_open_attack(len(self._turns))
                step = FeedStep(
                    line_count,
                    tuple(line.words for line in self._log.lines[line_count:]),
                    player_who_can_redo=self._redo_player(),
                )
            else:
                undone_turns = self._turns[-entry.count :]
                del self._turns[-entry.count :]
                self._undone = redoable_after_undo(self._undone, undone_turns)
                self._log = self._write_log(self._turns)
                step = FeedStep(
                    len(self._log.lines),
                    (),
                    sum(len(turn.events) for turn in undone_turns),
                    self._redo_player(),
                )
            self.steps.append(step)

    def _redo_player(self) -> int:
        return self._undone[-1].action.player if self._undone else 0

    @property
    def log_lines(self) -> list[LogLine]:
        """The lines of the log, each with what happened in it."""
        return self._log.lines

    # Where the game stood

    def _state_after(self, version: int) -> Any:
        """The true state after so many entries of the record."""
        record = self.game.record
        if version:
            return record[version - 1].state_after
        first = record[0] if record else None
        return first.state_before if isinstance(first, ActionRecord) else self.game.state

    def state_seen_at(self, version: int) -> Any:
        """The state after so many entries of the record, as the seat may know it."""
        if version not in self._seen:
            recent_versions = sorted(self._seen)[-2:]
            self._seen = {v: self._seen[v] for v in recent_versions}
            self._seen[version] = self.rules.seen_by(self._state_after(version), self.seat)
        return self._seen[version]

    def events_until(self, version: int) -> list[Event]:
        """What had happened by then, as the seat knows it."""
        events = list(self.game.opening[1])
        for entry, step in zip(self.game.record[:version], self.steps[1:], strict=False):
            if isinstance(entry, ActionRecord):
                events += entry.events
            else:
                del events[len(events) - step.removed_event_count :]
        return [event.seen_by(self.seat) for event in events]

    def log_until(self, version: int) -> list[str]:
        """The log by then."""
        lines: list[str] = []
        for step in self.steps[: version + 1]:
            lines[step.first_line :] = step.lines
        return lines

    # Messages

    def full_message(self, version: int, parts: frozenset[str]) -> dict[str, Any]:
        """All that the seat may know after so many entries of the record, as far as it was asked for."""
        lines = self.log_until(version)
        begin = max(0, len(lines) - LOG_PAGE_LINES)
        message: dict[str, Any] = {
            "log": {"from": begin, "lines": lines[begin:]},
            **self._describe_position(version, parts),
        }
        if STATE_PART in parts:
            message["setup"] = strip_folders(self.rules.shared_setup(self.game.setup, self.seat))
            message |= self.codec.diff(None, self.state_seen_at(version))
        if EVENTS_PART in parts:
            message["events"] = [self.codec.encode(event) for event in self.events_until(version)]
        return message

    def step_message(self, version: int, parts: frozenset[str]) -> dict[str, Any]:
        """What the entry of the record that leads there has changed."""
        entry, step = self.game.record[version - 1], self.steps[version]
        message: dict[str, Any] = {
            "log": {"from": step.first_line, "lines": list(step.lines)},
            **self._describe_position(version, parts),
        }
        if STATE_PART in parts:
            message |= self.codec.diff(self.state_seen_at(version - 1), self.state_seen_at(version))
        if EVENTS_PART in parts and isinstance(entry, ActionRecord):
            message["events"] = [
                self.codec.encode(event.seen_by(self.seat)) for event in entry.events
            ]
        elif EVENTS_PART in parts:
            message["unlog"] = step.removed_event_count
        if isinstance(entry, UndoRecord):
            message["taken"] = entry.count
        return message

    def _describe_position(self, version: int, parts: frozenset[str]) -> dict[str, Any]:
        """Who is asked, where the game stands, and what may be done, if it is the seat that is asked now."""
        state = self.state_seen_at(version)
        mover = self.rules.to_act(state)
        message: dict[str, Any] = {
            "v": version,
            "to_act": mover,
            "moment": self.rules.describe_moment(state),
        }
        message["standings"] = self.rules.standings(state)
        if self.seat and self.steps[version].player_who_can_redo == self.seat:
            message["redo"] = True
        if DIGEST_PART in parts:
            message["check"] = self.rules.digest(state)
        if (
            OFFERS_PART in parts
            and mover is not None
            and mover == self.seat
            and version == len(self.game.record)
        ):
            message["question"] = self.rules.describe_question(state)
            message["offers"] = self.offers_to_json(state, mover)
        if mover is None:
            message["ending"] = self.rules.describe_ending(state)
        return message

    def offers_to_json(self, state: Any, mover: int) -> list[dict[str, Any]]:
        """What may be done, with some actions of each kind, ready to be sent."""
        return [
            {
                "type": offer.type,
                "text": offer.text,
                "actions": [
                    {"words": self.rules.describe(state, action), "action": action_data(action)}
                    for action in self.rules.examples(offer, MAX_EXAMPLES_PER_OFFER)
                ],
            }
            for offer in self.rules.offers(state, mover)
        ]


def strip_folders(data: Any) -> Any:
    """The same JSON, its files named without their folders: how the host's disk is arranged is nobody's business."""
    if isinstance(data, list):
        return [strip_folders(part) for part in data]
    if not isinstance(data, dict):
        return data
    return {
        name: PurePath(value).name
        if name == "file" and isinstance(value, str)
        else strip_folders(value)
        for name, value in data.items()
    }
