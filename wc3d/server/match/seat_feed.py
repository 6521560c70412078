"""The messages to a seat: states, events, the log in words, and the possible actions.

The content comes only from `PlayRules.seen_by`, `Event.seen_by` and `TextRules.teller`; replays
from a seat show the same. The feed never sends the true state's hash, seeds, card orders or future dice.
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
"""Log lines in a first message. Clients request older lines page by page."""

MAX_EXAMPLES_PER_OFFER = 8
"""The maximum number of example actions per offer, for programs that do not know the rules."""

STATE_PART, EVENTS_PART, OFFERS_PART, DIGEST_PART = "state", "events", "offers", "check"
"""Optional parts: the state, the events, offers with examples, and the digest of the seen state."""

DEFAULT_PARTS = frozenset({OFFERS_PART})
"""The parts for clients that request none. All clients also receive the log."""

ALL_PARTS = frozenset({STATE_PART, EVENTS_PART, OFFERS_PART, DIGEST_PART})


@dataclass(frozen=True)
class FeedStep:
    """A step's change to a seat's log: `lines` replace the log from `first_line` on.

    `removed_event_count` counts the undone events. `player_who_can_redo` is 0 for neither player.
    """

    first_line: int
    lines: tuple[str, ...]
    removed_event_count: int = 0
    player_who_can_redo: int = 0


class SeatFeed:
    """Builds the messages for a seat (None: spectators). It stores only the record and the log."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game = game
        self.rules = game.rules
        self.seat = seat
        self.codec = codec_for(game.rules)
        self.steps: list[FeedStep] = []
        self._turns: list[ActionRecord] = []
        self._undone: list[ActionRecord] = []
        self._log = self._write_log(())
        self.steps.append(FeedStep(0, tuple(line.words for line in self._log.lines)))
        self._seen: dict[int, Any] = {}

    def _write_log(self, turns: Iterable[ActionRecord]) -> GameLog:
        """Return the log of these turns."""
        log = GameLog(self.rules, self.game.start, self.seat)
        log.add_events(self.game.opening[1], 0)
        log.flush_open_attack(0)
        for turn_count, turn in enumerate(turns, 1):
            log.add_events(turn.events, turn_count)
            log.flush_open_attack(turn_count)
        return log

    def sync(self) -> None:
        """Catch up with the game's record."""
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
        """The lines of the log with their events."""
        return self._log.lines

    # Past states

    def _state_after(self, version: int) -> Any:
        """Return the true state after `version` entries of the record."""
        record = self.game.record
        if version:
            return record[version - 1].state_after
        first = record[0] if record else None
        return first.state_before if isinstance(first, ActionRecord) else self.game.state

    def state_seen_at(self, version: int) -> Any:
        """Return the seat's view of the state after `version` entries of the record."""
        if version not in self._seen:
            recent_versions = sorted(self._seen)[-2:]
            self._seen = {v: self._seen[v] for v in recent_versions}
            self._seen[version] = self.rules.play.seen_by(self._state_after(version), self.seat)
        return self._seen[version]

    def events_until(self, version: int) -> list[Event]:
        """Return the events of the first `version` entries, as the seat knows them."""
        events = list(self.game.opening[1])
        for entry, step in zip(self.game.record[:version], self.steps[1:], strict=False):
            if isinstance(entry, ActionRecord):
                events += entry.events
            else:
                del events[len(events) - step.removed_event_count :]
        return [event.seen_by(self.seat) for event in events]

    def log_until(self, version: int) -> list[str]:
        """Return the log after `version` entries of the record."""
        lines: list[str] = []
        for step in self.steps[: version + 1]:
            lines[step.first_line :] = step.lines
        return lines

    # Messages

    def full_message(self, version: int, parts: frozenset[str]) -> dict[str, Any]:
        """Return the seat's whole view after `version` entries, limited to the requested parts."""
        lines = self.log_until(version)
        begin = max(0, len(lines) - LOG_PAGE_LINES)
        message: dict[str, Any] = {
            "log": {"from": begin, "lines": lines[begin:]},
            **self._describe_position(version, parts),
        }
        if STATE_PART in parts:
            message["setup"] = strip_folders(
                self.rules.setup.shared_setup(self.game.setup, self.seat)
            )
            message |= self.codec.diff(None, self.state_seen_at(version))
        if EVENTS_PART in parts:
            message["events"] = [self.codec.encode(event) for event in self.events_until(version)]
        return message

    def step_message(self, version: int, parts: frozenset[str]) -> dict[str, Any]:
        """Return the changes of the entry that leads to `version`."""
        entry = self.game.record[version - 1]
        step = self.steps[version]
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
        """Return the player to act, the position, and the seat's offers if it is to act now."""
        state = self.state_seen_at(version)
        mover = self.rules.play.to_act(state)
        message: dict[str, Any] = {
            "v": version,
            "to_act": mover,
            "moment": self.rules.text.describe_moment(state),
        }
        message["standings"] = self.rules.text.standings(state)
        if self.seat and self.steps[version].player_who_can_redo == self.seat:
            message["redo"] = True
        if DIGEST_PART in parts:
            message["check"] = self.rules.play.digest(state)
        if (
            OFFERS_PART in parts
            and mover is not None
            and mover == self.seat
            and version == len(self.game.record)
        ):
            message["question"] = self.rules.text.describe_question(state)
            message["offers"] = self.offers_to_json(state, mover)
        if mover is None:
            message["ending"] = self.rules.text.describe_ending(state)
        return message

    def offers_to_json(self, state: Any, mover: int) -> list[dict[str, Any]]:
        """Return the offers with some example actions each, as JSON."""
        return [
            {
                "type": offer.type,
                "text": offer.text,
                "actions": [
                    {
                        "words": self.rules.text.describe(state, action),
                        "action": action_data(action),
                    }
                    for action in self.rules.search.examples(offer, MAX_EXAMPLES_PER_OFFER)
                ],
            }
            for offer in self.rules.play.offers(state, mover)
        ]


def strip_folders(data: Any) -> Any:
    """Return JSON without the folders of file names, to hide the layout of the host's disk."""
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
