"""The animation queue: actions that wait to be shown, and the clock that shows them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from wc3d.animation.damage_numbers import (
    DamageNumber,
    damage_numbers,
    has_number,
    number_seconds,
)
from wc3d.animation.effects import (
    UNKNOWN_PLACES,
    VisualEffect,
    WeaponPlaces,
    effects_end,
    impact_delay_s,
    step_effects,
)
from wc3d.animation.headings import AimedFigures
from wc3d.animation.remains import STAIN_S, Remains, remains_of
from wc3d.animation.steps import (
    MOVING_KINDS,
    NO_ATTACK,
    TUMBLE_S,
    AnimationKind,
    AnimationStep,
    AttackProgress,
    make_steps,
    replay_states,
)
from wc3d.engine.actions import Event
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.display_values import DisplayedRoll
from wc3d.presentation.evidence_view import XYZ
from wc3d.table.table import Table

SPEEDS = (0.5, 1.0, 2.0, 4.0)
"""Animation speeds; 0 shows everything at once."""
DICE_LINGER_S = 5.0
"""Seconds that the last dice stay on screen."""


@dataclass(frozen=True)
class AnimatedAction:
    """A queued action: its events and steps, the states around them, and the action count."""

    events: tuple[Event, ...]
    states: tuple[Any, ...]
    steps: tuple[AnimationStep, ...]
    state_after: Any
    action_count: int


@dataclass(frozen=True)
class LingeringStep:
    """A finished step whose effects go on, the time at which it began, and its effects."""

    step: AnimationStep
    since: float
    effects: tuple[VisualEffect, ...]

    @property
    def end_s(self) -> float:
        """The second of the step at which nothing of it is left to see."""
        number_end = 0.0
        if has_number(self.step):
            number_end = number_seconds(self.step) + impact_delay_s(self.step)
        return max(effects_end(self.effects), number_end)


class AnimationQueue:
    """A queue that shows a game event by event.

    `state` is the true state up to the last event shown. `speed` 0 shows everything at once.
    `viewer` returns the player whose knowledge limits the sentences (None: shared knowledge).
    `heard` receives each shown event and the number of actions done by then. `rested` receives the
    action count at the end of each action, and whether everything has been shown. `find_weapon`
    returns where the weapon of a step's attacker is. `now` returns the time in seconds.
    """

    def __init__(
        self,
        rules: RuleSet,
        state: Any,
        *,
        speed: float = 1.0,
        viewer: Callable[[], int | None] = lambda: None,
        heard: Callable[[Event, int], object] = lambda event, done: None,
        rested: Callable[[int, bool], object] = lambda done, all_shown: None,
        find_weapon: Callable[[AnimationStep], WeaponPlaces] = lambda step: UNKNOWN_PLACES,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.rules = rules
        self.state = state
        self.viewer = viewer
        self.now = now
        self.on_event = heard
        self.on_action_end = rested
        self.find_weapon = find_weapon
        self.speed = speed
        self.is_paused = False
        """Whether the clock is stopped."""
        self.under_way: AttackProgress = NO_ATTACK
        self.lying_rolls: tuple[DisplayedRoll, ...] = ()
        self.lying_beside = ""
        self.lying_place: XYZ | None = None
        self.is_reduced = False
        """Whether motion is reduced: steps have no effects, and models do not glide."""
        self.changes = 0
        self._waiting: list[AnimatedAction] = []
        self._number = 0
        self._events_shown = 0
        self._since = self._lying_since = now()
        self._lingering: list[LingeringStep] = []
        self.aimed_figures = AimedFigures()
        self._remains: list[Remains] = []
        self._effects: tuple[AnimationStep | None, tuple[VisualEffect, ...]] = (None, ())

    # --- displayed state

    @property
    def is_busy(self) -> bool:
        """Return whether any event has not been shown yet."""
        return bool(self._waiting)

    @property
    def waiting_actions(self) -> int:
        """The number of actions not fully shown yet, including the current one."""
        return len(self._waiting)

    @property
    def current_step(self) -> AnimationStep | None:
        """The step being shown, if any."""
        return self._waiting[0].steps[self._number] if self._waiting else None

    @property
    def remaining_steps(self) -> tuple[AnimationStep, ...]:
        """The steps not fully shown yet, the current one first."""
        return tuple(
            step
            for i, s in enumerate(self._waiting)
            for step in s.steps[self._number if i == 0 else 0 :]
        )

    @property
    def waiting_events(self) -> int:
        """The number of events not shown yet."""
        return sum(len(stretch.events) for stretch in self._waiting) - self._events_shown

    @property
    def step_progress(self) -> float:
        """The elapsed part of the current step, 0 to 1."""
        step = self.current_step
        return min(1.0, max(0.0, self.step_seconds / step.seconds)) if step is not None else 1.0

    @property
    def step_seconds(self) -> float:
        """The elapsed seconds of the current step, at normal speed."""
        return (self.now() - self._since) * self.speed

    @property
    def shown_progress(self) -> float:
        """The part of the current step that is shown: with reduced motion, models do not glide."""
        step = self.current_step
        if self.is_reduced and step is not None and step.kind is AnimationKind.MOVE:
            return float(self.step_progress >= 0.5)
        return self.step_progress

    @property
    def effects(self) -> tuple[tuple[VisualEffect, float], ...]:
        """The effects under way, each with the seconds since its step began."""
        groups = [
            *((s.effects, (self.now() - s.since) * self.speed) for s in self._lingering),
            (self._current_effects(), self.step_seconds),
        ]
        return tuple(
            (effect, seconds)
            for effects, seconds in groups
            for effect in effects
            if effect.start_s <= seconds < effect.end_s
        )

    @property
    def damage_numbers(self) -> tuple[DamageNumber, ...]:
        """The damage numbers under way."""
        step = self.current_step
        steps = [(s.step, (self.now() - s.since) * self.speed) for s in self._lingering]
        if step is not None:
            steps.append((step, self.step_seconds))
        return damage_numbers(steps, is_reduced=self.is_reduced)

    def lingers(self, step: AnimationStep) -> bool:
        """Return whether a step has ended by itself and its effects go on."""
        return any(lingering.step is step for lingering in self._lingering)

    def _current_effects(self) -> tuple[VisualEffect, ...]:
        """Return the effects of the current step, computed once."""
        step = self.current_step
        if self._effects[0] is not step:
            self._effects = step, self._make_effects(step) if step is not None else ()
        return () if self.is_reduced else self._effects[1]

    def _make_effects(self, step: AnimationStep) -> tuple[VisualEffect, ...]:
        is_attack = step.attack is not None
        return step_effects(step, weapon=self.find_weapon(step) if is_attack else UNKNOWN_PLACES)

    @property
    def remains(self) -> tuple[tuple[Remains, float], ...]:
        """The remains of destroyed models, each with the seconds since its fall began."""
        step = self.current_step
        falling = remains_of(step, self._since) if step is not None and not self.is_reduced else ()
        return (
            *((each, (self.now() - each.since) * self.speed) for each in self._remains),
            *((each, self.step_seconds) for each in falling),
        )

    @property
    def table(self) -> Table:
        """The table as shown."""
        step = self.current_step
        return (
            step.table_at(self.shown_progress)
            if step is not None
            else self.rules.queries.table(self.state)
        )

    @property
    def gone_models(self) -> frozenset[str]:
        """The models whose end the current action has shown."""
        steps = self._waiting[0].steps[: self._number + 1] if self._waiting else ()
        gone = (step for step in steps if step.kind is AnimationKind.GONE)
        return frozenset(id for step in gone for id in step.destroyed_models)

    @property
    def moving_positions(self) -> dict[str, XYZ]:
        """The displayed positions of moving models."""
        step = self.current_step
        return step.positions_at(self.shown_progress) if step is not None else {}

    @property
    def tumbling_rolls(self) -> int:
        """The number of the last displayed rolls that still tumble."""
        step = self.current_step
        return (
            step.new_rolls
            if step is not None
            and step.kind is AnimationKind.DICE
            and self.step_seconds < TUMBLE_S
            and not self.is_reduced
            else 0
        )

    @property
    def rolls(self) -> tuple[DisplayedRoll, ...]:
        """The displayed dice: those of the current step, or the last ones for a while."""
        step = self.current_step
        return step.rolls if step is not None else self.lying_rolls

    @property
    def dice_place(self) -> XYZ | None:
        """The place whose nearest part of the rim the displayed dice lie on, if any."""
        step = self.current_step
        return step.dice_place if step is not None else self.lying_place

    # --- queued actions

    def add(
        self, old_state: Any, events: Sequence[Event], new_state: Any, action_count: int
    ) -> None:
        """Add the events of an action to the queue."""
        viewer = self.viewer()
        beats, self.under_way = make_steps(self.rules, old_state, events, self.under_way, viewer)
        stretch = AnimatedAction(
            tuple(events),
            replay_states(old_state, events),
            beats if self.speed else (),
            new_state,
            action_count,
        )
        rolls = tuple(
            roll for step in beats for roll in step.rolls[len(step.rolls) - step.new_rolls :]
        )
        if not self.speed and rolls:
            self.lying_rolls, self.lying_beside, self._lying_since = rolls, "", self.now()
            self.lying_place = beats[-1].dice_place
        for step in beats if not self.speed else ():
            self.aimed_figures.add(step)
        self._waiting.append(stretch)
        if len(self._waiting) == 1:
            self._begin()

    def _begin(self) -> None:
        """Begin the first action in the queue; finish actions without visible steps at once."""
        self._number = self._events_shown = 0
        self._since = self.now()
        while self._waiting and not self._waiting[0].steps:
            self._finish()
        self._show_events()
        self._clear_wrecks()

    def _finish(self) -> None:
        """Finish the first action."""
        first = self._waiting[0]
        self._show_events(len(first.events))
        for step in first.steps[self._number :]:
            self.aimed_figures.add(step)
        self._waiting.pop(0)
        self._number = self._events_shown = 0
        self.state = first.state_after
        self.changes += 1
        self.on_action_end(first.action_count, not self._waiting)

    def _show_events(self, event_count: int | None = None) -> None:
        """Show the first action's events up to `event_count`, or up to the current step."""
        if not self._waiting:
            return
        first = self._waiting[0]
        upto = first.steps[self._number].events_shown if event_count is None else event_count
        for event in first.events[self._events_shown : upto]:
            self.on_event(event, first.action_count)
        if upto > self._events_shown or self.state is not first.states[upto]:
            self.changes += 1
        self._events_shown = upto
        self.state = first.states[upto]

    def _next_step(self) -> None:
        """Go on to the next step."""
        first = self._waiting[0]
        self._lay_dice((first.steps[self._number],))
        self.aimed_figures.add(first.steps[self._number])
        self._number += 1
        if self._number < len(first.steps):
            self._since = self.now()
            self._show_events()
            self._clear_wrecks()
        else:
            self._finish()
            self._begin()

    def _clear_wrecks(self) -> None:
        """Let the wrecks fade that the current step clears."""
        step = self.current_step
        ids = step.cleared_models if step is not None else ()
        self._remains = [
            each.cleared((self.now() - each.since) * self.speed) if each.id in ids else each
            for each in self._remains
        ]

    def _lay_dice(self, beats: Sequence[AnimationStep]) -> None:
        """Leave the dice of the shown steps on screen."""
        for step in beats:
            self.lying_rolls, self.lying_beside = step.rolls, step.beside_model
            self.lying_place = step.dice_place
            self._lying_since = self.now()

    # --- time

    def poll(self) -> bool:
        """Advance to the current time; return whether the picture changes."""
        step = self.current_step
        has_effects = self._drop_finished_effects()
        if step is None:
            if self.lying_rolls and self.now() - self._lying_since > DICE_LINGER_S:
                self.lying_rolls = ()
                return True
            return has_effects
        if self.is_paused:
            return False
        if self.step_seconds >= step.seconds:
            lingering = LingeringStep(step, self._since, self._current_effects())
            if lingering.end_s > self.step_seconds:
                self._lingering.append(lingering)
            if not self.is_reduced:
                self._remains += remains_of(step, self._since)
            self._next_step()
            return True
        return (
            has_effects
            or step.fires
            or step.kind in MOVING_KINDS
            or (step.kind is AnimationKind.DICE and self.step_seconds < TUMBLE_S + 0.1)
        )

    def _drop_finished_effects(self) -> bool:
        """Drop what is over of finished steps; return whether there were effects."""
        steps = self._lingering
        self._lingering = [s for s in steps if s.end_s > (self.now() - s.since) * self.speed]
        remains = self._remains
        ages = [(self.now() - each.since) * self.speed for each in remains]
        self._remains = [r for r, age in zip(remains, ages, strict=True) if age < STAIN_S]
        return bool(steps)

    def delay_step(self, seconds: float) -> None:
        """Delay the start of the current step, while the camera moves to it."""
        self._since = self.now() + seconds

    def skip_group(self) -> bool:
        """Skip to the end of the current group of steps; return whether there was one."""
        step = self.current_step
        if step is None:
            return False
        count = self.waiting_actions
        self._lingering = []
        while (
            self.current_step is not None
            and self.waiting_actions == count
            and self.current_step.group_number == step.group_number
        ):
            self._next_step()
        return True

    def skip_all(self) -> bool:
        """Skip to the present; return whether anything was waiting."""
        self._lingering = []
        if not self._waiting:
            return False
        while self._waiting:
            self._lay_dice(self._waiting[0].steps[self._number :])
            self._finish()
        return True

    def set_speed(self, speed: float) -> None:
        """Set the animation speed; 0 shows everything at once."""
        part = self.step_progress
        step = self.current_step
        self._lingering = []
        self._remains = []
        self.speed = speed
        if not speed:
            self.skip_all()
        elif step is not None:
            self._since = self.now() - part * step.seconds / speed

    def reset(
        self, state: Any, under_way: AttackProgress = NO_ATTACK, *, goes_on: bool = False
    ) -> None:
        """Switch to another state of the game and drop everything not shown yet.

        `goes_on`: it is the next state, so that figures keep their headings and remains lie there.
        """
        self._waiting = []
        if not goes_on:
            self.aimed_figures.clear()
            self._remains = []
        self._lingering = []
        self._number = 0
        self._events_shown = 0
        self.state = state
        self.under_way = under_way
        self.lying_rolls = ()
        self.changes += 1
