"""Animation steps: timed parts of an action, each with the state to show. Independent of graphics
and of the game played.

A step shows the state after the first `events_shown` events of the action, and nothing of later
events.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from math import dist
from typing import Any

from wc3d.animation.tracks import arc_jumps, ease, point_on_track
from wc3d.engine.actions import Event
from wc3d.engine.ruleset import RuleSet
from wc3d.presentation.attack_kinds import AttackKind
from wc3d.presentation.display_values import AreaEffectMark, DisplayedRoll, EventDisplay
from wc3d.presentation.evidence_view import XYZ, Stroke
from wc3d.presentation.palette import Livery, Pen
from wc3d.table.body import Body
from wc3d.table.table import Table

MOVE_SPEED_IN_PER_S = 9.0
"""Speed of a moving model at normal animation speed, in inches per second."""
MIN_MOVE_S, MAX_MOVE_S = 0.35, 1.8
SLIDE_S, AIM_S, DICE_S, TUMBLE_S, WORDS_S, HEALTH_S, DESTROYED_S, ARRIVAL_S, AREA_EFFECT_S = (
    0.45,
    0.8,
    0.95,
    0.55,
    0.75,
    0.6,
    1.2,
    0.5,
    0.5,
)
"""Seconds of each kind of step: placement, attack line, roll (and its tumbling part), result,
remaining health, destruction, arrival, area effect.
"""
WRECK_VIEW_S = 0.9
"""Seconds that a wreck is seen before a sentence says that its unit is elsewhere."""
AIRBORNE_MANNERS = ("jump", "throw")
"""The manners of moves that are drawn as arcs."""
SHOT_S = 0.35
"""Seconds that a shot adds to the step of its damage."""
MIN_SENTENCE_S, S_PER_LETTER, MAX_SENTENCE_S = 0.5, 0.014, 1.6
"""Seconds of a sentence: the minimum, per letter, and the maximum."""


MISS_WORDS, HIT_WORDS = ("missed", "out of range"), "hit"
"""The first words of an attack's result."""


class AnimationKind(StrEnum):
    """The kind of an animation step."""

    MOVE = "move"
    AIM = "aim"
    DICE = "dice"
    SPLASH = "splash"
    WORDS = "words"
    HEALTH = "health"
    GONE = "gone"
    COMES = "comes"
    TOLD = "told"


MOVING_KINDS = (
    AnimationKind.MOVE,
    AnimationKind.AIM,
    AnimationKind.SPLASH,
    AnimationKind.HEALTH,
    AnimationKind.GONE,
    AnimationKind.COMES,
)
"""The kinds of steps with motion; dice steps also move while the dice tumble."""


@dataclass(frozen=True)
class AttackProgress:
    """An attack between two events: its line, its target, its rolls and its sentence."""

    attack: Stroke | None = None
    beside_model: str = ""
    rolls: tuple[DisplayedRoll, ...] = ()
    sentence: str = ""
    why: str = ""
    is_open: bool = False
    """Whether the attack goes on; its sentence and rolls stay until another group begins."""
    attacker: str = ""
    kind: AttackKind | None = None
    weapon: str = ""
    """The name of the weapon on its card."""
    place: XYZ | None = None
    """Where it happens: its dice lie on the nearest part of the table's rim."""
    has_fired: bool = False
    """Whether the shot or blow itself has been shown."""

    def after_event(self, happening: EventDisplay) -> AttackProgress:
        """Return the progress after an event with this display."""
        under_way = self
        if happening.begins_attack or happening.attack is not None:
            under_way = AttackProgress(
                happening.attack,
                happening.beside_model,
                (),
                happening.sentence,
                happening.why,
                is_open=True,
                attacker=happening.attacker,
                kind=happening.attack_kind,
                weapon=happening.weapon,
                place=_place_of(happening),
            )
        elif happening.sentence and (happening.ends_attack or not self.is_open):
            under_way = AttackProgress(
                sentence=happening.sentence,
                why=happening.why,
                beside_model=happening.beside_model,
                place=_place_of(happening),
            )
        if happening.roll is not None:
            place = under_way.place or _place_of(happening)
            under_way = replace(under_way, rolls=(*under_way.rolls, happening.roll), place=place)
        if happening.beside_model and (happening.words or happening.roll is not None):
            under_way = replace(under_way, beside_model=happening.beside_model)
        return (
            replace(under_way, attack=None, is_open=False) if happening.ends_attack else under_way
        )


NO_ATTACK = AttackProgress()


def _place_of(happening: EventDisplay) -> XYZ | None:
    """Return where an event happens: at the end of its line, or at its first place."""
    points = happening.attack.points[-1:] if happening.attack is not None else happening.places
    return points[0] if points else None


@dataclass(frozen=True)
class AnimationStep:
    """A timed part of an action. `events_shown` events of the action have been shown before it.

    `group_number` counts the groups that are skipped together, such as an attack with all its
    dice. `state` is shown during the step. `tracks` are the paths of moving models, and `manner`
    is "walk", "jump", "fly", "fall", "slam", "throw", "push" or "put". `attack` is the current
    attack's line, `attacker`, `attack_kind` and `weapon` say who makes it and with what. `rolls` are
    its dice so far, of which the last `new_rolls` are rolled now; they lie on the rim near `dice_place`.
    `words` are written next to `beside_model`. `sentence` and `why` go to the game log.
    The shot or blow itself is seen in the step that `fires`, with its result, and if it hits, with its
    damage; `has_fired` is set from then on. `hurt_models`, `destroyed_models` and `arriving_models` are model ids; `gate` is the way in.
    The wrecks of `cleared_models` fade in the step.
    `damage` is the damage by model.
    """

    kind: AnimationKind
    seconds: float
    events_shown: int
    group_number: int
    rules: RuleSet = field(compare=False, repr=False)
    state: Any = field(compare=False, repr=False)
    tracks: Mapping[str, tuple[XYZ, ...]] = field(default_factory=dict)
    manner: str = ""
    attack: Stroke | None = None
    rolls: tuple[DisplayedRoll, ...] = ()
    new_rolls: int = 0
    words: str = ""
    beside_model: str = ""
    sentence: str = ""
    why: str = ""
    hurt_models: tuple[str, ...] = ()
    destroyed_models: tuple[str, ...] = ()
    arriving_models: tuple[str, ...] = ()
    cleared_models: tuple[str, ...] = ()
    splashes: tuple[AreaEffectMark, ...] = ()
    places: tuple[XYZ, ...] = ()
    attacker: str = ""
    attack_kind: AttackKind | None = None
    weapon: str = ""
    damage: Mapping[str, int] = field(default_factory=dict)
    gate: str = ""
    dice_place: XYZ | None = None
    fires: bool = False
    has_fired: bool = False
    was_hurt: bool = False
    """Whether the step before shows the damage of all models destroyed in this one."""

    @cached_property
    def start_table(self) -> Table:
        """The table at the start of the step."""
        return self.rules.queries.table(self.state)

    @cached_property
    def liveries(self) -> Mapping[str, Livery]:
        """The looks of the models at the start of the step."""
        return dict(self.rules.display.liveries(self.state))

    @property
    def has_shot(self) -> bool:
        """Return whether the attack's shot or blow is seen in this step or before it."""
        return self.fires or self.has_fired

    @property
    def attacker_body(self) -> Body | None:
        """The attacker as the step begins, or None without one on the table."""
        return next((body for body in self.start_table.bodies if body.id == self.attacker), None)

    def positions_at(self, part: float) -> dict[str, XYZ]:
        """Return the positions of moving models after a part (0 to 1) of the step."""
        present_ids = {body.id for body in self.start_table.bodies}
        return {
            id: point_on_track(track, ease(self.manner, part))
            for id, track in self.tracks.items()
            if id in present_ids
        }

    def table_at(self, part: float) -> Table:
        """Return the table after a part (0 to 1) of the step."""
        ways = self.positions_at(part)
        moved = [body.moved(ways[body.id]) for body in self.start_table.bodies if body.id in ways]
        return self.start_table.with_bodies(*moved) if moved else self.start_table

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """The attack's line and the paths of moving models."""
        ways = tuple(Stroke(track, Pen.PATH) for track in self.tracks.values() if len(track) > 1)
        return (*ways, self.attack) if self.attack is not None else ways


def replay_states(start_state: Any, events: Sequence[Event]) -> tuple[Any, ...]:
    """Return the state before the events and after each of them."""
    states = [start_state]
    for event in events:
        states.append(event.evolve(states[-1]))
    return tuple(states)


def make_steps(
    rules: RuleSet,
    start_state: Any,
    events: Sequence[Event],
    under_way: AttackProgress = NO_ATTACK,
    viewer: int | None = None,
) -> tuple[tuple[AnimationStep, ...], AttackProgress]:
    """Return an action's steps in order, and the attack still going on at its end.

    `under_way` is the attack that was going on before. `viewer` is the player whose knowledge is
    shown (None: shared knowledge). Events with nothing to see have no step.
    """
    making = _StepBuilder(rules, under_way)
    known_states = [
        rules.play.seen_by(state, viewer) for state in replay_states(start_state, events)
    ]
    looks = [
        rules.display.happening(state, event.seen_by(viewer))
        for state, event in zip(known_states, events, strict=False)
    ]
    for number, happening in enumerate(looks):
        making.add(
            _place_roll(happening, looks[number + 1 :]),
            number,
            known_states[number],
            known_states[number + 1],
        )
    return _fire_with_damage(_show_wrecks(making.steps)), making.under_way


def _show_wrecks(steps: Sequence[AnimationStep]) -> list[AnimationStep]:
    """Return the steps with more time for an end whose wreck is cleared in the next step."""
    result = [*steps]
    for number, (step, later) in enumerate(pairwise(steps)):
        if {*step.destroyed_models} & {*later.cleared_models}:
            result[number] = replace(step, seconds=step.seconds + WRECK_VIEW_S)
    return result


def _fire_with_damage(steps: Sequence[AnimationStep]) -> tuple[AnimationStep, ...]:
    """Return the steps with the shot of a hit moved to its damage, when both rolls are known.

    So the shot, the burst, the points and the end are one moment. A step with words and a shot has
    time for both, as its words come when the shot strikes.
    """
    result = [
        replace(step, seconds=step.seconds + SHOT_S)
        if step.fires and step.kind is AnimationKind.WORDS
        else step
        for step in steps
    ]
    for number, step in enumerate(steps):
        if not (step.fires and step.words.startswith(HIT_WORDS)) or step.damage:
            continue
        later = range(number + 1, len(steps))
        end = next((k for k in later if _shows_damage(steps[k])), None)
        if end is None or any(_interrupts(steps[k], step) for k in range(number + 1, end + 1)):
            continue
        for k in range(number, end):
            result[k] = replace(steps[k], fires=False, has_fired=False)  # also its usual time
        seconds = steps[end].seconds + SHOT_S
        result[end] = replace(steps[end], fires=True, has_fired=True, seconds=seconds)
    return tuple(result)


def _shows_damage(step: AnimationStep) -> bool:
    """Return whether a step shows the damage of an attack, which may be none."""
    is_told = step.kind is AnimationKind.WORDS and bool(step.damage)
    return is_told or step.kind in (AnimationKind.HEALTH, AnimationKind.GONE)


def _interrupts(step: AnimationStep, shot: AnimationStep) -> bool:
    """Return whether a step belongs to something else than an attack that has hit."""
    is_pause = step.kind in (AnimationKind.MOVE, AnimationKind.AIM, AnimationKind.SPLASH)
    return is_pause or step.fires or step.group_number != shot.group_number


def _place_roll(happening: EventDisplay, later_happenings: Sequence[EventDisplay]) -> EventDisplay:
    """Return a roll's display placed next to the model that the next words refer to."""
    if happening.roll is None or happening.beside_model:
        return happening
    return replace(
        happening,
        beside_model=next(
            (s.beside_model for s in later_happenings if s.words and s.beside_model), ""
        ),
    )


class _StepBuilder:
    """A builder that assembles steps event by event."""

    def __init__(self, rules: RuleSet, under_way: AttackProgress) -> None:
        self.rules = rules
        self.under_way = under_way
        self.steps: list[AnimationStep] = []
        self.thing = 0
        self._slid = False

    def add(self, happening: EventDisplay, number: int, old_state: Any, new_state: Any) -> None:
        """Add the steps of an event, from the state before it to the state after it."""
        previous = self.under_way
        self.under_way = self.under_way.after_event(happening)
        current = self.under_way
        if happening.ends_attack and happening.attack is not None:
            current = replace(current, attack=happening.attack)
        elif happening.ends_attack and not happening.sentence:
            current = replace(
                current,
                attack=previous.attack,
                attacker=previous.attacker,
                kind=previous.kind,
                weapon=previous.weapon,
            )
        if self._begins_new_thing(happening, previous):
            self.thing += 1
        steps = self._make_steps(happening, current, number, old_state)
        if happening.hurt_models and not happening.destroyed_models:
            steps.append(
                self._make_step(
                    AnimationKind.HEALTH,
                    HEALTH_S,
                    number + 1,
                    new_state,
                    current,
                    hurt_models=happening.hurt_models,
                    places=happening.places,
                    words=happening.words,
                    damage=happening.damage,
                )
            )
        self._fire(steps, happening, current)
        if happening.arriving_models:
            steps.append(
                self._make_step(
                    AnimationKind.COMES,
                    ARRIVAL_S,
                    number + 1,
                    new_state,
                    current,
                    arriving_models=happening.arriving_models,
                    gate=happening.gate,
                    places=happening.places,
                )
            )
        slid = happening.is_sliding and bool(happening.tracks)
        if steps and not self._merge_into_last(steps, slid):
            self.steps += steps
        self._slid = slid and bool(happening.strokes)

    def _fire(
        self, steps: list[AnimationStep], happening: EventDisplay, current: AttackProgress
    ) -> None:
        """Mark the step of these that shows the shot of the current attack, if any."""
        if current.attack is None or current.has_fired:
            return
        for number, step in enumerate(steps):
            if _shows_result(step, happening):
                steps[number] = replace(step, fires=True)
                steps[number:] = [replace(step, has_fired=True) for step in steps[number:]]
                self.under_way = replace(self.under_way, has_fired=True)
                return

    def _begins_new_thing(self, happening: EventDisplay, previous: AttackProgress) -> bool:
        """Return whether an event begins a new group: an attack, move or separate sentence."""
        begins = happening.begins_attack or happening.attack is not None
        is_separate = (
            (happening.ends_attack or not previous.is_open)
            and bool(happening.sentence or happening.tracks or happening.arriving_models)
            and not (self._slid and happening.is_sliding)
        )
        return begins or is_separate

    def _make_step(
        self,
        kind: AnimationKind,
        seconds: float,
        event_count: int,
        state: Any,
        current: AttackProgress,
        **more: Any,
    ) -> AnimationStep:
        fields = {
            "sentence": current.sentence,
            "why": current.why,
            "attack": current.attack,
            "rolls": current.rolls,
            "beside_model": current.beside_model,
            "attacker": current.attacker,
            "attack_kind": current.kind,
            "weapon": current.weapon,
            "dice_place": current.place,
            "has_fired": current.has_fired,
        }
        return AnimationStep(
            kind, seconds, event_count, self.thing, self.rules, state, **{**fields, **more}
        )

    def _make_steps(
        self, happening: EventDisplay, current: AttackProgress, number: int, old_state: Any
    ) -> list[AnimationStep]:
        """Return the steps shown before an event takes effect."""
        steps: list[AnimationStep] = []
        sentence = happening.sentence or current.sentence
        reason = happening.why or current.why

        def add(kind: AnimationKind, seconds: float, **more: Any) -> None:
            fields = {"places": happening.places, "sentence": sentence, "why": reason, **more}
            steps.append(self._make_step(kind, seconds, number, old_state, current, **fields))

        if happening.tracks:
            tracks = (
                self._add_arcs(happening.tracks, old_state)
                if happening.manner in AIRBORNE_MANNERS
                else happening.tracks
            )
            add(
                AnimationKind.MOVE,
                SLIDE_S if happening.is_sliding else _walk_seconds(happening),
                tracks=tracks,
                manner=happening.manner or "walk",
            )
        if happening.begins_attack or happening.attack is not None:
            old_rolls = current.rolls[:-1] if happening.roll is not None else current.rolls
            add(
                AnimationKind.AIM, max(AIM_S, _reading_seconds(happening.sentence)), rolls=old_rolls
            )
        if happening.splashes:
            add(
                AnimationKind.SPLASH,
                AREA_EFFECT_S,
                splashes=self._place_splashes(happening.splashes, current),
            )
        if happening.roll is not None:
            add(AnimationKind.DICE, DICE_S, new_rolls=1)
        if happening.words and not happening.destroyed_models:
            add(
                AnimationKind.WORDS,
                WORDS_S,
                words=happening.words,
                beside_model=happening.beside_model or current.beside_model,
                damage={} if happening.hurt_models else happening.damage,
            )
        if happening.destroyed_models:
            add(
                AnimationKind.GONE,
                DESTROYED_S,
                destroyed_models=happening.destroyed_models,
                words=happening.words,
                was_hurt=self._just_hurt(happening.destroyed_models),
            )
        if happening.sentence and not steps and not happening.arriving_models:
            seconds = _reading_seconds(happening.sentence + happening.why)
            add(AnimationKind.TOLD, seconds, cleared_models=happening.cleared_models)
        return steps

    def _just_hurt(self, ids: Sequence[str]) -> bool:
        """Return whether the step before shows the damage of all these models."""
        last = self.steps[-1] if self.steps else None
        return (
            last is not None and last.kind is AnimationKind.HEALTH and {*ids} <= {*last.hurt_models}
        )

    def _add_arcs(
        self, tracks: Mapping[str, tuple[XYZ, ...]], state: Any
    ) -> dict[str, tuple[XYZ, ...]]:
        table = self.rules.queries.table(state)
        bodies = {body.id: body for body in table.bodies}
        return {
            id: arc_jumps(track, bodies[id], table) if id in bodies else track
            for id, track in tracks.items()
        }

    @staticmethod
    def _place_splashes(
        splashes: tuple[AreaEffectMark, ...], current: AttackProgress
    ) -> tuple[AreaEffectMark, ...]:
        end = current.attack.points[-1] if current.attack is not None else None
        return tuple(
            s if s.at is not None else replace(s, at=end)
            for s in splashes
            if s.at is not None or end is not None
        )

    def _merge_into_last(self, steps: list[AnimationStep], slid: bool) -> bool:
        """Merge placements and simultaneous rolls into the previous step, if possible."""
        last = self.steps[-1] if self.steps else None
        if last is None or len(steps) != 1:
            return False
        (new,) = steps
        if (
            slid
            and self._slid
            and last.kind is AnimationKind.MOVE
            and new.kind is AnimationKind.MOVE
        ):
            self.steps[-1] = replace(last, tracks={**last.tracks, **new.tracks})
        elif last.kind is new.kind is AnimationKind.DICE and last.group_number == new.group_number:
            self.steps[-1] = replace(last, rolls=new.rolls, new_rolls=last.new_rolls + 1)
        else:
            return False
        return True


def _shows_result(step: AnimationStep, happening: EventDisplay) -> bool:
    """Return whether a step shows the result of an attack."""
    match step.kind:
        case AnimationKind.WORDS:
            return step.words.startswith((*MISS_WORDS, HIT_WORDS)) or bool(happening.damage)
        case AnimationKind.SPLASH | AnimationKind.HEALTH | AnimationKind.GONE:
            return True
        case AnimationKind.AIM:
            return happening.ends_attack
    return False


def _walk_seconds(happening: EventDisplay) -> float:
    length = max(sum(dist(a, b) for a, b in pairwise(track)) for track in happening.tracks.values())
    return min(MAX_MOVE_S, max(MIN_MOVE_S, length / MOVE_SPEED_IN_PER_S))


def _reading_seconds(words: str) -> float:
    return min(MAX_SENTENCE_S, MIN_SENTENCE_S + S_PER_LETTER * len(words))
