"""A saved game as it is looked through: read beside the window, gone through by time, forward, back and to its attacks.

No graphics here. What is known is never more than one player knows, or both; where models stand is known to both.
"""
from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wc3d.engine.actions import Event
from wc3d.engine.game import Game
from wc3d.engine.replay import Replay, load, recover
from wc3d.errors import InputError
from wc3d.evidence.game_facts import DiceShown
from wc3d.games import rebuilder
from wc3d.staging import staging
from wc3d.staging.beats import NOTHING, Beat, UnderWay
from wc3d.staging.staging import Staging
from wc3d.table.table import Table
from wc3d.view.interaction.game_log import GameLog, LogLine

PAUSE = 0.3
"""Seconds between two actions."""
SPEEDS = (*staging.SPEEDS, 8.0)


# Reading


@dataclass(frozen=True)
class Recording:
    """A saved game: its states, its log as each player knows it (None: what both know), and in which actions attacks were made.

    `under_way` holds after each number of actions what is still going on. `damage` says what is wrong with the file; the
    recording is then what lies before that.
    """

    path: str
    replay: Replay
    logs: Mapping[int | None, tuple[LogLine, ...]]
    attacks: tuple[int, ...]
    rounds: tuple[tuple[int, int], ...]
    under_way: tuple[UnderWay, ...]
    damage: str = ""

    @property
    def game(self) -> Game:
        """The game."""
        return self.replay.game


def read_recording(progress: Callable[[int, int], object], path: str) -> Recording:
    """The recording of a saved game; of a damaged one what lies before the damage. Raises InputError if nothing does."""
    damage = ""
    try:
        game = load(path, rebuilder(path), progress)
    except InputError:
        game, damage = recover(path, rebuilder(path))
    return record(game, path, damage)


def record(game: Game, path: str = "", damage: str = "") -> Recording:
    """The recording of a game."""
    happened = [game.opening[1], *(turn.events for turn in game.turns)]
    logs = {reader: _log(game, happened, reader) for reader in (None, 1, 2)}
    state, now = game.start, NOTHING
    attacks, rounds, under_way = [], [], []
    for number, events in enumerate(happened):
        for event in events:
            seen = game.rules.happening(game.rules.seen_by(state, None), event.seen_by(None))
            now = now.after(seen)
            if seen.begins_attack or seen.attack is not None:
                attacks.append(number)
            if seen.round:
                rounds.append((number, seen.round))
            state = event.evolve(state)
        under_way.append(now)
    return Recording(path, Replay(game), logs, tuple(dict.fromkeys(attacks)), tuple(rounds), tuple(under_way), damage)


def _log(game: Game, happened: list[tuple[Event, ...]], reader: int | None) -> tuple[LogLine, ...]:
    log = GameLog(game.rules, game.start, reader)
    for done, events in enumerate(happened):
        log.tell(events, done)
    log.pause(len(game.turns))
    return tuple(log.lines)


# Going through it


class Playback:
    """Where one is in a recording: after `at` actions, or in the middle of the one that leads there. `now` tells the time.

    `viewer` is the player whose knowledge is told (None: what both know).
    """

    def __init__(self, recording: Recording, now: Callable[[], float] = time.monotonic) -> None:
        self.recording, self.replay, self.rules, self.now = recording, recording.replay, recording.game.rules, now
        self.viewer: int | None = None
        self.staging = Staging(self.rules, self.replay.state, viewer=lambda: self.viewer, now=now)
        self.playing = False
        self.rested = 0.0

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
        at, states = self.replay.at, self.replay.states
        state, found = states[at - 1] if at else self.recording.game.start, list[DiceShown]()
        for event in self.replay.events:
            roll = self.rules.happening(state, event).roll
            found += [roll] if roll is not None else []
            state = event.evolve(state)
        return tuple(found)

    def to(self, at: int) -> None:
        """Go to after so many actions at once, or to the nearest end."""
        self.replay.to(min(max(at, 0), len(self.replay)))
        self.staging.forget(self.replay.state, self.recording.under_way[self.at])
        self.rested = self.now()

    def forward(self) -> None:
        """Do the next action; one that is going on is finished at once."""
        if self.staging.busy:
            self.staging.skip_all()
        elif self.at < len(self.replay):
            before = self.replay.state
            self.staging.forget(before, self.recording.under_way[self.at])
            self.replay.forward()
            self.staging.add(before, self.replay.events, self.replay.state, self.at)
        else:
            self.playing = False
        self.rested = self.now()

    def back(self) -> None:
        """Take the last action back, or the one that is going on."""
        self.playing = False
        self.to(self.at - 1)

    def play(self) -> None:
        """Play, or pause; at the end it begins anew."""
        self.playing = not self.playing
        if self.playing and self.at == len(self.replay) and not self.staging.busy:
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
        there = 0 <= number < len(self.recording.attacks)
        if there:
            self.to(self.recording.attacks[number] - 1)
            self.forward()
        return there

    def poll(self) -> bool:
        """Go on with the time; True if the picture changes."""
        if self.staging.busy:
            self.rested = self.now()
            return self.staging.poll()
        if self.playing and self.now() - self.rested > PAUSE / self.speed:
            self.forward()
            return True
        return False
