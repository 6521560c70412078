"""Playback of a saved game: read in the background, play, step, and jump to attacks. No graphics.

It shows the view of a player or the public view. Positions of models are public.
"""

from __future__ import annotations

import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wc3d.animation import queue
from wc3d.animation.queue import AnimationQueue
from wc3d.animation.steps import NO_ATTACK, AnimationStep, AttackProgress
from wc3d.engine.actions import Event
from wc3d.engine.game import ActionRecord, Game
from wc3d.engine.replay import ReplayCursor, ReplayReader
from wc3d.presentation.display_values import DisplayedRoll
from wc3d.presentation.evidence_view import Stroke
from wc3d.registry import rebuilder
from wc3d.scene.attack_places import find_weapon_places
from wc3d.table.table import Table
from wc3d.ui.game_log import GameLog, LogLine

PAUSE_BETWEEN_ACTIONS_S = 0.3
"""Seconds between two actions."""
PLAYBACK_SPEEDS = (*queue.SPEEDS, 8.0)


# Reading


class Recording:
    """A saved game as far as it has been read, with its log in each view (None: the public view).

    `attacks` and `rounds` hold the action counts at which they begin. `attack_progress` holds the
    unfinished attack after each action. `damage` describes a defect, which ends the recording.
    """

    def __init__(self, game: Game, path: str = "", damage: str = "") -> None:
        self.path = path
        self.damage = damage
        self._begin(game)
        self.sync(game)
        self.finish()

    def _begin(self, game: Game) -> None:
        self.replay = ReplayCursor(game)
        self._logs = {reader: GameLog(game.rules, game.start, reader) for reader in (None, 1, 2)}
        self.attacks: list[int] = []
        self.rounds: list[tuple[int, int]] = []
        self.attack_progress: list[AttackProgress] = []
        self._state = game.start
        self._last: ActionRecord | None = None
        self._add_events(game.opening[1])

    @property
    def game(self) -> Game:
        """The recorded game."""
        return self.replay.game

    @property
    def logs(self) -> Mapping[int | None, Sequence[LogLine]]:
        """The log lines for each reader."""
        return {reader: log.lines for reader, log in self._logs.items()}

    def sync(self, game: Game) -> bool:
        """Add new actions. Return True if an undo made it start from the beginning."""
        known_count = len(self.attack_progress) - 1
        anew = len(game.turns) < known_count or (
            known_count > 0 and game.turns[known_count - 1] is not self._last
        )
        if anew:
            self._begin(game)
            known_count = 0
        self.replay.game = game
        for turn in game.turns[known_count:]:
            self._add_events(turn.events)
            self._last = turn
        return anew

    def finish(self) -> None:
        """Log an unfinished attack at the end of the recording."""
        for log in self._logs.values():
            log.flush_open_attack(len(self.game.turns))

    def _add_events(self, events: tuple[Event, ...]) -> None:
        number = len(self.attack_progress)
        rules = self.game.rules
        under_way = self.attack_progress[-1] if self.attack_progress else NO_ATTACK
        for log in self._logs.values():
            log.add_events(events, number)
        for event in events:
            happening = rules.display.happening(
                rules.play.seen_by(self._state, None), event.seen_by(None)
            )
            under_way = under_way.after_event(happening)
            if (happening.begins_attack or happening.attack is not None) and self.attacks[-1:] != [
                number
            ]:
                self.attacks.append(number)
            if happening.round:
                self.rounds.append((number, happening.round))
            self._state = event.evolve(self._state)
        self.attack_progress.append(under_way)


def read_recording(progress: Callable[[int, int], object], path: str) -> Recording:
    """Read a saved game up to any damage. Raises InputError if no part is readable."""
    reading = ReplayReader(Path(path), rebuilder(path))
    while reading.replay_next():
        progress(reading.done, reading.total)
    return Recording(reading.game, path, reading.damage)


class IncrementalReader:
    """A saved game that is shown while it is read. Raises InputError for an unreadable file."""

    def __init__(self, path: str) -> None:
        self._reading = ReplayReader(Path(path), rebuilder(path))
        self.recording = Recording(self._reading.game, path)
        self.is_finished = False

    @property
    def fraction_read(self) -> float:
        """The fraction of the file read so far, 0 to 1."""
        return self._reading.done / max(self._reading.total, 1)

    @property
    def expected_action_count(self) -> int:
        """The expected number of actions, one for each line after the first."""
        return self._reading.total - 1

    def read_for(self, seconds: float) -> bool:
        """Read for some time, one line or more. Return whether earlier actions were taken back."""
        until = time.monotonic() + seconds
        has_more = self._reading.replay_next()
        while has_more and time.monotonic() < until:
            has_more = self._reading.replay_next()
        anew = self.recording.sync(self._reading.game)
        if not has_more:
            self.recording.damage, self.is_finished = self._reading.damage, True
            self.recording.finish()
        return anew


# Playing


class Playback:
    """A position in a recording, between two actions or within one. `clock` returns the time.

    `viewer` is the player whose view is shown (None: the public view). `read_more` continues an
    unfinished recording. `target_action_count` is the position to reach once it is read.
    """

    def __init__(
        self, recording: Recording | IncrementalReader, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.reader = recording if isinstance(recording, IncrementalReader) else None
        self.recording = (
            recording.recording if isinstance(recording, IncrementalReader) else recording
        )
        self.rules = self.recording.game.rules
        self.clock = clock
        self.target_action_count: int | None = None
        self.viewer: int | None = None
        self.animation = AnimationQueue(
            self.rules,
            self.replay.state,
            viewer=lambda: self.viewer,
            find_weapon=find_weapon_places,
            now=clock,
        )
        self.is_playing = False
        self.last_rest_time = 0.0

    @property
    def replay(self) -> ReplayCursor:
        """The cursor in the game."""
        return self.recording.replay

    @property
    def action_count(self) -> int:
        """The number of actions, as far as it is known."""
        return (
            len(self.replay)
            if self.reader is None
            else max(len(self.replay), self.reader.expected_action_count)
        )

    @property
    def actions_done(self) -> int:
        """The number of completed actions, including the one being shown."""
        return self.replay.actions_done

    @property
    def actions_shown(self) -> int:
        """The number of fully shown actions."""
        return self.actions_done - self.animation.waiting_actions

    @property
    def speed(self) -> float:
        """The playback speed."""
        return self.animation.speed

    @property
    def current_step(self) -> AnimationStep | None:
        """The current animation step, None between two actions."""
        return self.animation.current_step

    def strokes(self, lines: Sequence[LogLine]) -> tuple[Stroke, ...]:
        """Return the lines on the table of the current event, or of the last one in the log."""
        if self.current_step is not None:
            return self.current_step.strokes
        last = [line for line in lines if line.actions_done == self.actions_done]
        return tuple(dict.fromkeys(stroke for line in last for stroke in line.strokes))

    @property
    def step_progress(self) -> float:
        """The elapsed fraction of the animation step, 0 to 1."""
        return self.animation.step_progress

    @property
    def state(self) -> Any:
        """The displayed true state, before the restriction to a player's view."""
        return self.animation.state

    @property
    def table(self) -> Table:
        """The displayed table."""
        return self.animation.table

    def last_rolls(self) -> tuple[DisplayedRoll, ...]:
        """Return the rolls of the last action."""
        at = self.replay.actions_done
        state = self.replay.state_after(at - 1) if at else self.recording.game.start
        rolls = list[DisplayedRoll]()
        for event in self.replay.events:
            roll = self.rules.display.happening(state, event).roll
            rolls += [roll] if roll is not None else []
            state = event.evolve(state)
        return tuple(rolls)

    def read_more(self, seconds: float) -> None:
        """Read more of the file for some seconds."""
        if self.reader is None:
            return
        at = self.actions_done
        if self.reader.read_for(seconds):
            self.go_to(at)
        if self.reader.is_finished:
            self.reader = None
        if self.target_action_count is not None and (
            self.target_action_count <= len(self.replay) or self.reader is None
        ):
            self.go_to(self.target_action_count)

    def go_to(self, at: int) -> None:
        """Go to the position after `at` actions, or the nearest end. Wait if it is not read yet."""
        self.target_action_count = at if self.reader is not None and at > len(self.replay) else None
        if self.target_action_count is not None:
            return
        self.replay.go_to(min(max(at, 0), len(self.replay)))
        self.animation.reset(self.replay.state, self.recording.attack_progress[self.actions_done])
        self.last_rest_time = self.clock()

    def step_forward(self) -> None:
        """Start the next action. Finish a running one instead."""
        if self.animation.is_busy:
            self.animation.skip_all()
        elif self.actions_done < len(self.replay):
            old_state = self.replay.state
            progress = self.recording.attack_progress[self.actions_done]
            self.animation.reset(old_state, progress, goes_on=True)
            self.replay.step_forward()
            self.animation.add(old_state, self.replay.events, self.replay.state, self.actions_done)
        elif self.reader is None:
            self.is_playing = False
        self.target_action_count = None
        self.last_rest_time = self.clock()

    def step_back(self) -> None:
        """Take back the last or the running action."""
        self.is_playing = False
        self.go_to(self.actions_done - 1)

    def toggle_playing(self) -> None:
        """Play or pause. Start from the beginning at the end."""
        self.is_playing = not self.is_playing
        if (
            self.is_playing
            and self.actions_done == self.action_count
            and not self.animation.is_busy
        ):
            self.go_to(0)

    def change_speed(self, steps: int = 1) -> None:
        """Change the speed by some steps."""
        number = PLAYBACK_SPEEDS.index(self.speed) + steps
        self.animation.set_speed(PLAYBACK_SPEEDS[min(max(number, 0), len(PLAYBACK_SPEEDS) - 1)])

    def go_to_next_attack(self) -> bool:
        """Show the next attack from its beginning. Return False if there is none."""
        return self._show_attack(bisect_right(self.recording.attacks, self.actions_done))

    def go_to_previous_attack(self) -> bool:
        """Show the previous attack from its beginning. Return False if there is none."""
        return self._show_attack(bisect_left(self.recording.attacks, self.actions_done) - 1)

    def _show_attack(self, number: int) -> bool:
        is_valid = 0 <= number < len(self.recording.attacks)
        if is_valid:
            self.go_to(self.recording.attacks[number] - 1)
            self.step_forward()
        return is_valid

    def poll(self) -> bool:
        """Advance with the clock. Return whether the picture has changed."""
        if self.animation.is_busy:
            self.last_rest_time = self.clock()
            return self.animation.poll()
        if (
            self.is_playing
            and self.clock() - self.last_rest_time > PAUSE_BETWEEN_ACTIONS_S / self.speed
        ):
            self.step_forward()
            return True
        return False
