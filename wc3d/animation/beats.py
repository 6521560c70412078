"""What happened as beats: moments of an action, each with the state that is shown meanwhile. No graphics, and no game is known.

A beat shows the state after the first `shown` of the action's events: nothing of those that come later is in it.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from math import dist
from typing import Any

from wc3d.engine.actions import Event
from wc3d.engine.ruleset import RuleSet
from wc3d.geometry.tolerances import EQUAL
from wc3d.presentation.evidence_view import XYZ, Stroke
from wc3d.presentation.palette import Pen
from wc3d.presentation.view_models import DiceShown, Happening, Splash
from wc3d.table.body import Body
from wc3d.table.table import Table
from wc3d.table.terrain.standing import support_height

PACE = 9.0
"""Inches a model moves in a second, at the usual speed."""
SHORTEST, LONGEST = 0.35, 1.8
SLIDE, AIM, DICE, TUMBLE, WORDS, HEALTH, GONE, COMES, SPLASH = 0.45, 0.8, 0.95, 0.55, 0.75, 0.35, 0.6, 0.5, 0.5
"""Seconds: models that are put elsewhere, an attack's line before its dice, a roll (of which it tumbles so long), what came of
it, the health that is left, a model's fall, one that comes, what spreads."""
ARC, STEEP, HIGHEST = 12, 0.3, 1.2
"""A jump is seen as an arc: of so many pieces, so much higher than it is long, and no higher than this many inches."""
GAP = 0.25
"""Inches between two places at which it is looked whether anything carries a base."""
TOLD, A_LETTER, LONGEST_TOLD = 0.5, 0.014, 1.6
"""Seconds of a sentence: at least, for each letter, and at most."""


class BeatKind(StrEnum):
    """What is seen in a beat."""

    MOVE = "move"
    AIM = "aim"
    DICE = "dice"
    SPLASH = "splash"
    WORDS = "words"
    HEALTH = "health"
    GONE = "gone"
    COMES = "comes"
    TOLD = "told"


MOVING = (BeatKind.MOVE, BeatKind.AIM, BeatKind.SPLASH, BeatKind.HEALTH, BeatKind.GONE, BeatKind.COMES)
"""The beats in which something goes on moving; in one of dice it does while they tumble."""


@dataclass(frozen=True)
class UnderWay:
    """What is going on between two events: the attack's line, whom it is aimed at, its rolls so far, and what was told of it."""

    attack: Stroke | None = None
    beside: str = ""
    rolls: tuple[DiceShown, ...] = ()
    told: str = ""
    why: str = ""
    on: bool = False
    """Is an attack going on? What was told and rolled stays until something else begins."""

    def after(self, happening: Happening) -> UnderWay:
        """The same after an event that looks like this."""
        under_way = self
        if happening.begins_attack or happening.attack is not None:
            under_way = UnderWay(happening.attack, happening.beside, (), happening.told, happening.why, on=True)
        elif happening.told and (happening.closes or not self.on):
            under_way = UnderWay(told=happening.told, why=happening.why, beside=happening.beside)
        if happening.roll is not None:
            under_way = replace(under_way, rolls=(*under_way.rolls, happening.roll))
        if happening.beside and (happening.words or happening.roll is not None):
            under_way = replace(under_way, beside=happening.beside)
        return replace(under_way, attack=None, on=False) if happening.closes else under_way


NOTHING = UnderWay()


@dataclass(frozen=True)
class Beat:
    """A moment of an action: how long it takes, and what is seen in it. `shown` events of the action have been shown before it.

    `thing` numbers the things that an action is made of, as they are skipped one by one: an attack with all its dice is one.
    `state` is shown meanwhile, with `tracks` the ways that models take (`how`: "walk", "jump", "fly", "fall", "slam", "put").
    `attack` is the line of the attack that goes on, `rolls` its dice so far, of which the last `fresh` are rolled now. `words`
    are written beside the model `beside`; `told` and `why` are the line of the story. `hurts`, `gone` and `comes` name models.
    """

    kind: BeatKind
    seconds: float
    shown: int
    thing: int
    rules: RuleSet = field(compare=False, repr=False)
    state: Any = field(compare=False, repr=False)
    tracks: Mapping[str, tuple[XYZ, ...]] = field(default_factory=dict)
    how: str = ""
    attack: Stroke | None = None
    rolls: tuple[DiceShown, ...] = ()
    fresh: int = 0
    words: str = ""
    beside: str = ""
    told: str = ""
    why: str = ""
    hurts: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    comes: tuple[str, ...] = ()
    splashes: tuple[Splash, ...] = ()
    places: tuple[XYZ, ...] = ()

    @cached_property
    def still(self) -> Table:
        """The table as it is when the beat begins."""
        return self.rules.table(self.state)

    def at(self, part: float) -> dict[str, XYZ]:
        """Where the models are that are on their way when a part (0 to 1) of it has passed."""
        present_ids = {body.id for body in self.still.bodies}
        return {id: along(track, eased(self.how, part)) for id, track in self.tracks.items() if id in present_ids}

    def table(self, part: float) -> Table:
        """The table when a part (0 to 1) of it has passed."""
        ways = self.at(part)
        moved = [body.moved(ways[body.id]) for body in self.still.bodies if body.id in ways]
        return self.still.with_bodies(*moved) if moved else self.still

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """The attack's line, and the ways that are being taken."""
        ways = tuple(Stroke(track, Pen.PATH) for track in self.tracks.values() if len(track) > 1)
        return (*ways, self.attack) if self.attack is not None else ways


def along(track: Sequence[XYZ], part: float) -> XYZ:
    """The point that lies a part (0 to 1) of the way along a track."""
    lengths = [dist(a, b) for a, b in pairwise(track)]
    remaining = sum(lengths) * min(max(part, 0.0), 1.0)
    for (a, b), length in zip(pairwise(track), lengths, strict=True):
        if remaining <= length:
            share = remaining / length if length else 1.0
            return tuple(p + (q - p) * share for p, q in zip(a, b, strict=True))  # type: ignore[return-value]
        remaining -= length
    return track[-1]


def leapt(track: Sequence[XYZ], body: Body, table: Table) -> tuple[XYZ, ...]:
    """The track of a move with jumps as it is seen: what is leapt is an arc, what is walked, climbed or fallen stays as it is.

    By the rules a jump is straight, and then a drop.
    """
    leaps = _leaps(track, body, table)
    points = [*track[:1]]
    for number, (a, b) in enumerate(pairwise(track)):
        points += [*_arc(a, b), b] if number in leaps else [b]
    return tuple(points)


def _leaps(track: Sequence[XYZ], body: Body, table: Table) -> set[int]:
    """Which stretches are leapt: the level ones on which nothing carries the base; where there is none, the last level one."""
    level = [i for i, (a, b) in enumerate(pairwise(track)) if a[2] == b[2] and a != b]
    over_gaps = {i for i in level if _gap(track[i], track[i + 1], body, table)}
    return over_gaps or {*level[-1:]}


def _gap(a: XYZ, b: XYZ, body: Body, table: Table) -> bool:
    """Is there a place between two of the same height at which no part of the base has that height below it?"""
    count = 1 + int(dist(a, b) / GAP)
    spots = ((a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count) for k in range(1, count))
    return any(support_height(table, body.base, spot, a[2]) < a[2] - EQUAL for spot in spots)


def _arc(a: XYZ, b: XYZ) -> list[XYZ]:
    """The points of a leap between its ends."""
    (x, y, z), (u, v, _) = a, b
    top = min(HIGHEST, STEEP * dist((x, y), (u, v)))
    return [(x + (u - x) * s, y + (v - y) * s, z + 4 * top * s * (1 - s)) for s in (k / ARC for k in range(1, ARC))]


def eased(motion: str, part: float) -> float:
    """How much of its way a model has made when a part of the time has passed: a fall grows faster, a slam slower."""
    return {"fall": part * part, "slam": 1 - (1 - part) ** 2}.get(motion, part)


# From events to beats


def states_of(start_state: Any, events: Sequence[Event]) -> tuple[Any, ...]:
    """The state before the events, and after each of them."""
    states = [start_state]
    for event in events:
        states.append(event.evolve(states[-1]))
    return tuple(states)


def beats_of(
    rules: RuleSet, start_state: Any, events: Sequence[Event], under_way: UnderWay = NOTHING, viewer: int | None = None
) -> tuple[tuple[Beat, ...], UnderWay]:
    """The beats of an action as a player knows it (None: as both do), in order, and what is still going on at its end.

    `under_way` is what was going on before. Events in which nothing can be seen have no beat.
    """
    making = _Making(rules, under_way)
    known_states = [rules.seen_by(state, viewer) for state in states_of(start_state, events)]
    looks = [rules.happening(state, event.seen_by(viewer)) for state, event in zip(known_states, events, strict=False)]
    for number, happening in enumerate(looks):
        making.add(_aimed(happening, looks[number + 1 :]), number, known_states[number], known_states[number + 1])
    return tuple(making.beats), making.under_way


def _aimed(happening: Happening, later_happenings: Sequence[Happening]) -> Happening:
    """A roll with the model beside which it is shown: that of which the next words are."""
    if happening.roll is None or happening.beside:
        return happening
    return replace(happening, beside=next((s.beside for s in later_happenings if s.words and s.beside), ""))


class _Making:
    """Puts beats together, an event at a time."""

    def __init__(self, rules: RuleSet, under_way: UnderWay) -> None:
        self.rules, self.under_way = rules, under_way
        self.beats: list[Beat] = []
        self.thing = 0
        self._slid = False

    def add(self, happening: Happening, number: int, old_state: Any, new_state: Any) -> None:
        """The beats of one event, from the state just before it to that just after."""
        previous, self.under_way = self.under_way, self.under_way.after(happening)
        current = replace(self.under_way, attack=previous.attack) if happening.closes and not happening.told else self.under_way
        if self._new_thing(happening, previous):
            self.thing += 1
        beats = self._seen(happening, current, number, old_state)
        if happening.hurts and not happening.gone:
            beats.append(self._beat(BeatKind.HEALTH, HEALTH, number + 1, new_state, current, hurts=happening.hurts, places=happening.places))
        if happening.comes:
            beats.append(self._beat(BeatKind.COMES, COMES, number + 1, new_state, current, comes=happening.comes, places=happening.places))
        slid = happening.slides and bool(happening.tracks)
        if beats and not self._joined(beats, slid):
            self.beats += beats
        self._slid = slid and bool(happening.strokes)

    def _new_thing(self, happening: Happening, previous: UnderWay) -> bool:
        """Does another thing begin: an attack, a way or a sentence of its own?"""
        begins = happening.begins_attack or happening.attack is not None
        is_separate = (happening.closes or not previous.on) and bool(happening.told or happening.tracks or happening.comes) and not (self._slid and happening.slides)
        return begins or is_separate

    def _beat(self, kind: BeatKind, seconds: float, event_count: int, state: Any, current: UnderWay, **more: Any) -> Beat:
        fields = {"told": current.told, "why": current.why, "attack": current.attack, "rolls": current.rolls, "beside": current.beside}
        return Beat(kind, seconds, event_count, self.thing, self.rules, state, **{**fields, **more})

    def _seen(self, happening: Happening, current: UnderWay, number: int, old_state: Any) -> list[Beat]:
        """What is seen of an event before it is done."""
        beats: list[Beat] = []
        sentence, reason = happening.told or current.told, happening.why or current.why

        def add(kind: BeatKind, seconds: float, **more: Any) -> None:
            fields = {"places": happening.places, "told": sentence, "why": reason, **more}
            beats.append(self._beat(kind, seconds, number, old_state, current, **fields))

        if happening.tracks:
            tracks = self._leapt(happening.tracks, old_state) if happening.how == "jump" else happening.tracks
            add(BeatKind.MOVE, SLIDE if happening.slides else _walk(happening), tracks=tracks, how=happening.how or "walk")
        if happening.begins_attack or happening.attack is not None:
            old_rolls = current.rolls[:-1] if happening.roll is not None else current.rolls
            add(BeatKind.AIM, max(AIM, _reading(happening.told)), rolls=old_rolls)
        if happening.splashes:
            add(BeatKind.SPLASH, SPLASH, splashes=self._placed(happening.splashes, current))
        if happening.roll is not None:
            add(BeatKind.DICE, DICE, fresh=1)
        if happening.words and not happening.gone:
            add(BeatKind.WORDS, WORDS, words=happening.words, beside=happening.beside or current.beside)
        if happening.gone:
            add(BeatKind.GONE, GONE, gone=happening.gone, words=happening.words)
        if happening.told and not beats and not happening.comes:
            add(BeatKind.TOLD, _reading(happening.told + happening.why))
        return beats

    def _leapt(self, tracks: Mapping[str, tuple[XYZ, ...]], state: Any) -> dict[str, tuple[XYZ, ...]]:
        table = self.rules.table(state)
        bodies = {body.id: body for body in table.bodies}
        return {id: leapt(track, bodies[id], table) if id in bodies else track for id, track in tracks.items()}

    @staticmethod
    def _placed(splashes: tuple[Splash, ...], current: UnderWay) -> tuple[Splash, ...]:
        end = current.attack.points[-1] if current.attack is not None else None
        return tuple(s if s.at is not None else replace(s, at=end) for s in splashes if s.at is not None or end is not None)

    def _joined(self, beats: list[Beat], slid: bool) -> bool:
        """Are these shown together with the beat before: models put elsewhere, and rolls that are made at the same time?"""
        last = self.beats[-1] if self.beats else None
        if last is None or len(beats) != 1:
            return False
        (new,) = beats
        if slid and self._slid and last.kind is BeatKind.MOVE and new.kind is BeatKind.MOVE:
            self.beats[-1] = replace(last, tracks={**last.tracks, **new.tracks})
        elif last.kind is new.kind is BeatKind.DICE and last.thing == new.thing:
            self.beats[-1] = replace(last, rolls=new.rolls, fresh=last.fresh + 1)
        else:
            return False
        return True


def _walk(happening: Happening) -> float:
    length = max(sum(dist(a, b) for a, b in pairwise(track)) for track in happening.tracks.values())
    return min(LONGEST, max(SHORTEST, length / PACE))


def _reading(words: str) -> float:
    return min(LONGEST_TOLD, TOLD + A_LETTER * len(words))
