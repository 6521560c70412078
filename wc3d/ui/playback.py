"""A saved game as it is looked through: read beside the window, gone through by time, forward, back and to its attacks.

No graphics here. What is known is never more than one player knows, or both; where models stand is known to both.
"""
from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wc3d.animation import queue
from wc3d.animation.beats import NOTHING, Beat, UnderWay
from wc3d.animation.queue import Staging
from wc3d.engine.actions import Event
from wc3d.engine.game import Game, Turn
from wc3d.engine.replay import Reading, Replay
from wc3d.presentation.view_models import DiceShown
from wc3d.registry import rebuilder
from wc3d.table.table import Table
from wc3d.ui.game_log import GameLog, LogLine

PAUSE = 0.3
"""Seconds between two actions."""
SPEEDS = (*queue.SPEEDS, 8.0)


# Reading


class Recording:
    """A saved game as far as it has been read: its log as each player knows it (None: what both know), and in which actions
    attacks were made.

    `rounds` says after how many actions each began, `under_way` after each number of actions what is still going on. `damage`
    says what is wrong with the file; the recording is then what lies before that.
    """

    def __init__(self, game: Game, path: str = "", damage: str = "") -> None:
        self.path, self.damage = path, damage
        self._begin(game)
        self.follow(game)
        self.end()

    def _begin(self, game: Game) -> None:
        self.replay = Replay(game)
        self._logs = {reader: GameLog(game.rules, game.start, reader) for reader in (None, 1, 2)}
        self.attacks: list[int] = []
        self.rounds: list[tuple[int, int]] = []
        self.under_way: list[UnderWay] = []
        self._state = game.start
        self._last: Turn | None = None
        self._take(game.opening[1])

    @property
    def game(self) -> Game:
        """The game."""
        return self.replay.game

    @property
    def logs(self) -> Mapping[int | None, Sequence[LogLine]]:
        """The lines of the log for each reader."""
        return {reader: log.lines for reader, log in self._logs.items()}

    def follow(self, game: Game) -> bool:
        """Take up what has been done since; all of it anew where something was taken back: then True."""
        known_count = len(self.under_way) - 1
        anew = len(game.turns) < known_count or (known_count > 0 and game.turns[known_count - 1] is not self._last)
        if anew:
            self._begin(game)
            known_count = 0
        self.replay.game = game
        for turn in game.turns[known_count:]:
            self._take(turn.events)
            self._last = turn
        return anew

    def end(self) -> None:
        """Nothing more comes: what there is of an attack that is still going on is told."""
        for log in self._logs.values():
            log.pause(len(self.game.turns))

    def _take(self, events: tuple[Event, ...]) -> None:
        number, rules = len(self.under_way), self.game.rules
        under_way = self.under_way[-1] if self.under_way else NOTHING
        for log in self._logs.values():
            log.tell(events, number)
        for event in events:
            happening = rules.happening(rules.seen_by(self._state, None), event.seen_by(None))
            under_way = under_way.after(happening)
            if (happening.begins_attack or happening.attack is not None) and self.attacks[-1:] != [number]:
                self.attacks.append(number)
            if happening.round:
                self.rounds.append((number, happening.round))
            self._state = event.evolve(self._state)
        self.under_way.append(under_way)


def read_recording(progress: Callable[[int, int], object], path: str) -> Recording:
    """The recording of a saved game; of a damaged one what lies before the damage. Raises InputError if nothing does."""
    reading = Reading(Path(path), rebuilder(path))
    while reading.go_on():
        progress(reading.done, reading.total)
    return Recording(reading.game, path, reading.damage)


class ReadByAndBy:
    """A saved game that is looked at while it is read: `recording` is as far as that has come. Raises InputError for a file
    with nothing sound in it."""

    def __init__(self, path: str) -> None:
        self._reading = Reading(Path(path), rebuilder(path))
        self.recording = Recording(self._reading.game, path)
        self.ended = False

    @property
    def share(self) -> float:
        """How much of it has been read, 0 to 1."""
        return self._reading.done / max(self._reading.total, 1)

    @property
    def expected(self) -> int:
        """How many actions there may be: one a line after the first."""
        return self._reading.total - 1

    def go_on(self, seconds: float) -> bool:
        """Read on for about so long, a line at least; True if something that was read before has been taken back."""
        until, has_more = time.monotonic() + seconds, self._reading.go_on()
        while has_more and time.monotonic() < until:
            has_more = self._reading.go_on()
        anew = self.recording.follow(self._reading.game)
        if not has_more:
            self.recording.damage, self.ended = self._reading.damage, True
            self.recording.end()
        return anew


# Going through it


class Playback:
    """Where one is in a recording: after `at` actions, or in the middle of the one that leads there. `clock` tells the time.

    `viewer` is the player whose knowledge is told (None: what both know). A recording that is still being read is read on by
    `read_on`; `awaited` is how many actions of it one wants to be after.
    """

    def __init__(self, recording: Recording | ReadByAndBy, clock: Callable[[], float] = time.monotonic) -> None:
        self.reading = recording if isinstance(recording, ReadByAndBy) else None
        self.recording = recording.recording if isinstance(recording, ReadByAndBy) else recording
        self.rules, self.now = self.recording.game.rules, clock
        self.awaited: int | None = None
        self.viewer: int | None = None
        self.staging = Staging(self.rules, self.replay.state, viewer=lambda: self.viewer, now=clock)
        self.playing = False
        self.rested = 0.0

    @property
    def replay(self) -> Replay:
        """The game, forward and back."""
        return self.recording.replay

    @property
    def last(self) -> int:
        """How many actions there are, as far as is known."""
        return len(self.replay) if self.reading is None else max(len(self.replay), self.reading.expected)

    @property
    def at(self) -> int:
        """How many actions have been done, the one that is going on among them."""
        return self.replay.at

    @property
    def shown_at(self) -> int:
        """How many actions have been shown to their end."""
        return self.at - self.staging.ahead

    @property
    def speed(self) -> float:
        """How fast it plays."""
        return self.staging.speed

    @property
    def beat(self) -> Beat | None:
        """The moment that is being shown; None between two actions."""
        return self.staging.beat

    @property
    def part(self) -> float:
        """How much of the moment has passed, 0 to 1."""
        return self.staging.part

    @property
    def state(self) -> Any:
        """The true state as it is shown; a player's view of it is `known`."""
        return self.staging.state

    @property
    def table(self) -> Table:
        """The table as it is shown."""
        return self.staging.table

    def last_rolls(self) -> tuple[DiceShown, ...]:
        """The rolls of the action that was done last."""
        at = self.replay.at
        state, rolls = self.replay.after(at - 1) if at else self.recording.game.start, list[DiceShown]()
        for event in self.replay.events:
            roll = self.rules.happening(state, event).roll
            rolls += [roll] if roll is not None else []
            state = event.evolve(state)
        return tuple(rolls)

    def read_on(self, seconds: float) -> None:
        """Read on for about so long what has not been read."""
        if self.reading is None:
            return
        at = self.at
        if self.reading.go_on(seconds):
            self.to(at)
        if self.reading.ended:
            self.reading = None
        if self.awaited is not None and (self.awaited <= len(self.replay) or self.reading is None):
            self.to(self.awaited)

    def to(self, at: int) -> None:
        """Go to after so many actions at once, or to the nearest end; to what has not been read yet, once it has been."""
        self.awaited = at if self.reading is not None and at > len(self.replay) else None
        if self.awaited is not None:
            return
        self.replay.to(min(max(at, 0), len(self.replay)))
        self.staging.forget(self.replay.state, self.recording.under_way[self.at])
        self.rested = self.now()

    def forward(self) -> None:
        """Do the next action; one that is going on is finished at once."""
        if self.staging.busy:
            self.staging.skip_all()
        elif self.at < len(self.replay):
            old_state = self.replay.state
            self.staging.forget(old_state, self.recording.under_way[self.at])
            self.replay.forward()
            self.staging.add(old_state, self.replay.events, self.replay.state, self.at)
        elif self.reading is None:
            self.playing = False
        self.awaited = None
        self.rested = self.now()

    def back(self) -> None:
        """Take the last action back, or the one that is going on."""
        self.playing = False
        self.to(self.at - 1)

    def play(self) -> None:
        """Play, or pause; at the end it begins anew."""
        self.playing = not self.playing
        if self.playing and self.at == self.last and not self.staging.busy:
            self.to(0)

    def faster(self, steps: int = 1) -> None:
        """Go to the next speed, or one before."""
        number = SPEEDS.index(self.speed) + steps
        self.staging.pace(SPEEDS[min(max(number, 0), len(SPEEDS) - 1)])

    def next_attack(self) -> bool:
        """Show the next attack, from just before it; False if there is none."""
        return self._show_attack(bisect_right(self.recording.attacks, self.at))

    def previous_attack(self) -> bool:
        """Show the attack before; False if there is none."""
        return self._show_attack(bisect_left(self.recording.attacks, self.at) - 1)

    def _show_attack(self, number: int) -> bool:
        is_valid = 0 <= number < len(self.recording.attacks)
        if is_valid:
            self.to(self.recording.attacks[number] - 1)
            self.forward()
        return is_valid

    def poll(self) -> bool:
        """Go on with the time; True if the picture changes."""
        if self.staging.busy:
            self.rested = self.now()
            return self.staging.poll()
        if self.playing and self.now() - self.rested > PAUSE / self.speed:
            self.forward()
            return True
        return False
