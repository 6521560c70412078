"""A saved game as it is looked through: read beside the window, gone through by time, forward, back and to its attacks.

No graphics here. What is known is never more than one player knows, or both; where models stand is known to both.
"""
from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist
from typing import Any

from wc3d.engine.actions import Event
from wc3d.engine.game import Game
from wc3d.engine.replay import Replay, load, recover
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.evidence.exhibit import XYZ, Stroke
from wc3d.evidence.game_facts import DiceShown
from wc3d.evidence.palette import Pen
from wc3d.games import rebuilder
from wc3d.table.table import Table
from wc3d.view.interaction.game_log import GameLog, LogLine

PACE = 11.0
"""Inches a model moves in a second, at the usual speed."""
SHORTEST, LONGEST = 0.25, 1.6
AIM, DICE, SLIDE, HURT, PAUSE = 0.7, 0.8, 0.45, 0.35, 0.3
"""Seconds: an attack's line before its dice, each roll, models that are put elsewhere, damage; between two actions."""
SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)


# Reading


@dataclass(frozen=True)
class Recording:
    """A saved game: its states, its log as each player knows it (None: what both know), and in which actions attacks were made.

    `under_way` holds after each number of actions the line of the attack that is still going on. `damage` says what is wrong
    with the file; the recording is then what lies before that.
    """

    path: str
    replay: Replay
    logs: Mapping[int | None, tuple[LogLine, ...]]
    attacks: tuple[int, ...]
    rounds: tuple[tuple[int, int], ...]
    under_way: tuple[Stroke | None, ...]
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
    state, attack = game.start, None
    attacks, rounds, under_way = [], [], []
    for number, events in enumerate(happened):
        for event in events:
            seen = game.rules.happening(state, event)
            if seen.begins_attack or seen.attack is not None:
                attack = seen.attack
                attacks.append(number)
            if seen.closes:
                attack = None
            if seen.round:
                rounds.append((number, seen.round))
            state = event.evolve(state)
        under_way.append(attack)
    return Recording(path, Replay(game), logs, tuple(dict.fromkeys(attacks)), tuple(rounds), tuple(under_way), damage)


def _log(game: Game, happened: list[tuple[Event, ...]], reader: int | None) -> tuple[LogLine, ...]:
    log = GameLog(game.rules, game.start, reader)
    for done, events in enumerate(happened):
        log.tell(events, done)
    log.pause(len(game.turns))
    return tuple(log.lines)


# What an action looks like


@dataclass(frozen=True)
class Beat:
    """A moment of an action: how long it takes, the state before it and its table, who moves along which way, which attack goes
    on and what was rolled in it so far."""

    seconds: float
    before: Any
    still: Table
    tracks: Mapping[str, tuple[XYZ, ...]] = field(default_factory=dict)
    attack: Stroke | None = None
    rolls: tuple[DiceShown, ...] = ()

    def table(self, part: float) -> Table:
        """The table when a part (0 to 1) of it has passed."""
        bodies = {body.id: body for body in self.still.bodies}
        moved = [bodies[id].moved(along(track, part)) for id, track in self.tracks.items() if id in bodies]
        return self.still.with_bodies(*moved) if moved else self.still

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """The attack's line, and the ways that are being taken."""
        ways = tuple(Stroke(track, Pen.PATH) for track in self.tracks.values() if len(track) > 1)
        return (*ways, self.attack) if self.attack is not None else ways


def along(track: tuple[XYZ, ...], part: float) -> XYZ:
    """The point that lies a part (0 to 1) of the way along a track."""
    lengths = [dist(a, b) for a, b in pairwise(track)]
    left = sum(lengths) * min(max(part, 0.0), 1.0)
    for (a, b), length in zip(pairwise(track), lengths, strict=True):
        if left <= length:
            share = left / length if length else 1.0
            return tuple(p + (q - p) * share for p, q in zip(a, b, strict=True))  # type: ignore[return-value]
        left -= length
    return track[-1]


def beats_of(rules: RuleSet, state: Any, events: Iterable[Event], attack: Stroke | None = None) -> tuple[Beat, ...]:
    """The moments of an action, in order; those in which nothing can be seen are left out.

    `attack` is the line of one that was declared in an action before and is still going on.
    """
    beats: list[Beat] = []
    rolls: tuple[DiceShown, ...] = ()
    together = False
    for event in events:
        seen, table = rules.happening(state, event), rules.table(state)
        slides = seen.slides and bool(seen.tracks)
        if slides and together and seen.strokes:
            last = beats.pop()
            beats.append(Beat(SLIDE, last.before, last.still, {**last.tracks, **seen.tracks}))
        elif slides:
            beats.append(Beat(SLIDE, state, table, seen.tracks))
        elif seen.tracks:
            length = max(sum(dist(a, b) for a, b in pairwise(track)) for track in seen.tracks.values())
            beats.append(Beat(min(LONGEST, max(SHORTEST, length / PACE)), state, table, seen.tracks))
        if seen.begins_attack or seen.attack is not None:
            attack, rolls = seen.attack, ()
            beats.append(Beat(AIM, state, table, {}, attack))
        if seen.roll is not None:
            rolls = (*rolls, seen.roll)
            beats.append(Beat(DICE, state, table, {}, attack, rolls))
        if seen.hurts:
            beats.append(Beat(HURT, state, table, {}, attack, rolls))
        together = slides and bool(seen.strokes)
        state = event.evolve(state)
    return tuple(beats)


# Going through it


class Playback:
    """Where one is in a recording: after `at` actions, or in the middle of the one that leads there. `now` tells the time."""

    def __init__(self, recording: Recording, now: Callable[[], float] = time.monotonic) -> None:
        self.recording, self.replay, self.rules, self.now = recording, recording.replay, recording.game.rules, now
        self.speed = 1.0
        self.playing = False
        self.beats: tuple[Beat, ...] = ()
        self.number = 0
        self.since = 0.0
        self.rested = 0.0

    @property
    def at(self) -> int:
        """How many actions have been done, the one that is going on among them."""
        return self.replay.at

    @property
    def beat(self) -> Beat | None:
        """The moment that is being shown; None between two actions."""
        return self.beats[self.number] if self.number < len(self.beats) else None

    @property
    def part(self) -> float:
        """How much of the moment has passed, 0 to 1."""
        beat = self.beat
        return min(1.0, (self.now() - self.since) * self.speed / beat.seconds) if beat is not None else 1.0

    @property
    def state(self) -> Any:
        """The true state as it is shown; a player's view of it is `known`."""
        beat = self.beat
        return beat.before if beat is not None else self.replay.state

    @property
    def table(self) -> Table:
        """The table as it is shown."""
        beat = self.beat
        return beat.table(self.part) if beat is not None else self.rules.table(self.replay.state)

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
        self.beats, self.number = (), 0
        self.rested = self.now()

    def forward(self) -> None:
        """Do the next action; one that is going on is finished at once."""
        if self.beat is not None:
            self.to(self.at)
        elif self.at < len(self.replay):
            before, attack = self.replay.state, self.recording.under_way[self.at]
            self.replay.forward()
            self.beats, self.number = beats_of(self.rules, before, self.replay.events, attack), 0
            self.since = self.rested = self.now()
        else:
            self.playing = False

    def back(self) -> None:
        """Take the last action back, or the one that is going on."""
        self.playing = False
        self.to(self.at - 1)

    def play(self) -> None:
        """Play, or pause; at the end it begins anew."""
        self.playing = not self.playing
        if self.playing and self.at == len(self.replay) and self.beat is None:
            self.to(0)

    def faster(self, steps: int = 1) -> None:
        """Go to the next speed, or one before."""
        part, number = self.part, SPEEDS.index(self.speed) + steps
        self.speed = SPEEDS[min(max(number, 0), len(SPEEDS) - 1)]
        if self.beat is not None:
            self.since = self.now() - part * self.beat.seconds / self.speed

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
        beat = self.beat
        if beat is not None:
            if self.part >= 1.0:
                self.since += beat.seconds / self.speed
                self.number += 1
                self.rested = self.now()
            return True
        if self.playing and self.now() - self.rested > PAUSE / self.speed:
            self.forward()
            return True
        return False
