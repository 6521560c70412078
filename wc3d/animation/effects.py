"""The effects of animation steps: flashes, tracers, sparks, dust. Pure functions of step and seed.

Start reading at `step_effects`. `wc3d.scene.effect_shapes` turns an effect into shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from math import atan2, cos, dist, radians, sin
from zlib import crc32

from wc3d.animation.falls import (
    MACHINE_TOPPLE_S,
    SHUDDER_S,
    TOPPLE_S,
    FallKind,
    fall_heading,
    fall_kind,
)
from wc3d.animation.headings import TURN_S
from wc3d.animation.steps import (
    AIRBORNE_MANNERS,
    HIT_WORDS,
    MISS_WORDS,
    AnimationKind,
    AnimationStep,
)
from wc3d.presentation.attack_kinds import AttackKind
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.facing import heading_direction
from wc3d.table.body import Body

KNOCKED_DOWN_WORDS = "knocked down"
"""The first words of a step in which a model is knocked down."""
MAX_MELEE_LINE_IN = 3.0
"""Longest attack line of a melee attack, in inches; most shots are longer."""
FORCED_MANNERS = ("slam", "throw", "push")
"""The manners of moves that other models force."""
LANDING_MANNERS = (*AIRBORNE_MANNERS, "slam", "fall")
"""The manners of moves that raise dust at their end."""
SHOTS_PER_ATTACK, SHOT_GAP_S = 3, 0.09
"""Tracers of a ballistic attack, and the seconds between them."""
FLIGHT_S = 0.22
"""Seconds that a shot is on its way."""
IMPACT_DELAYS_S = {
    AttackKind.MELEE: 0.3,
    AttackKind.BALLISTIC: FLIGHT_S,
    AttackKind.EXPLOSIVE: 0.4,
    AttackKind.ENERGY: 0.12,
    AttackKind.FIRE: 0.3,
    AttackKind.COLD: 0.3,
    AttackKind.CORROSION: 0.3,
    AttackKind.FORCE: 0.34,
    AttackKind.MAGIC: 0.4,
}
"""Seconds from the shot or blow to its impact."""
BLOW_START_S, BLOW_END_S, BLOW_TRAIL_S = 0.14, 0.36, 0.42
"""The seconds of a blow between which the blade swings, and those in which its trail fades."""
SMOKING_LOOKS = (AttackKind.EXPLOSIVE, AttackKind.FIRE)
"""The kinds of attacks whose hits smoke."""
HIT_SIZE, HIT_S, DAMAGE_SHARE = 0.3, 0.25, 0.6
"""The size and the seconds of the few sparks of a hit, and the burst of damage compared with that of an end."""
CHIPS_SIZE = 0.55
"""The size of a few fragments."""
CHEST_SHARE = 0.6
"""The height of a chest, as a share of the model's."""
CONTACT_SHARE = 0.7
"""How far from its middle a model is struck, as a share of its base's radius."""
SWEEP_DEG, SWEEP_POINTS = (100.0, -20.0), 13
"""The arc of a blade whose place is unknown: from and to how far left of its target, and its points."""
MAX_LANDINGS = 8
"""The most models of one step that raise dust."""


class EffectKind(StrEnum):
    """The kind of an effect."""

    FLASH = "flash"
    TRACER = "tracer"
    MISSILE = "missile"
    BEAM = "beam"
    STREAM = "stream"
    PULSE = "pulse"
    ORB = "orb"
    SWING = "swing"
    SPARKS = "sparks"
    DEBRIS = "debris"
    DUST = "dust"
    SMOKE = "smoke"
    COLUMN = "column"
    SHARDS = "shards"
    GATE = "gate"
    BLAST = "blast"
    CHARGE = "charge"
    IMPACT = "impact"
    GLANCE = "glance"


@dataclass(frozen=True)
class VisualEffect:
    """An effect at a place, or from one place to another, and its time in the step.

    `size` is its radius in inches, `look` the kind of attack that colors it. `seed` decides all
    that looks random. `floor` is the height at which what falls stays. `path` is the way of a blade.
    """

    kind: EffectKind
    at: XYZ
    end: XYZ | None = None
    start_s: float = 0.0
    seconds: float = 0.5
    size: float = 1.0
    look: AttackKind | None = None
    seed: int = 0
    floor: float = 0.0
    path: tuple[XYZ, ...] = ()

    @property
    def end_s(self) -> float:
        """The second of the step at which it is over."""
        return self.start_s + self.seconds


@dataclass(frozen=True)
class WeaponPlaces:
    """Where an attacker's weapon is: the end of its gun, and the way of its blade's tip in a blow."""

    muzzle: XYZ | None = None
    blade: tuple[XYZ, ...] = ()


UNKNOWN_PLACES = WeaponPlaces()


def attack_look(step: AnimationStep) -> AttackKind:
    """Return the kind of a step's attack; a game without kinds is judged by the line's length."""
    if step.attack_kind is not None:
        return step.attack_kind
    points = step.attack.points if step.attack is not None else ()
    is_far = bool(points) and dist(points[0], points[-1]) > MAX_MELEE_LINE_IN
    return AttackKind.BALLISTIC if is_far else AttackKind.MELEE


def shot_start_s(step: AnimationStep) -> float:
    """Return the second of a step at which its shot leaves: an attacker turns first."""
    return TURN_S if step.kind is AnimationKind.AIM else 0.0


def impact_delay_s(step: AnimationStep) -> float:
    """Return the second of a step at which its shot strikes; 0 without a shot."""
    return shot_start_s(step) + IMPACT_DELAYS_S[attack_look(step)] if step.fires else 0.0


def is_deflected(step: AnimationStep) -> bool:
    """Return whether a step shows a hit without damage."""
    return step.kind is AnimationKind.WORDS and bool(step.damage) and not any(step.damage.values())


def step_effects(
    step: AnimationStep, seed: int = 0, weapon: WeaponPlaces = UNKNOWN_PLACES
) -> tuple[VisualEffect, ...]:
    """Return the effects of a step; equal arguments give equal effects."""
    makers: dict[AnimationKind, Callable[[AnimationStep], Iterator[VisualEffect]]] = {
        AnimationKind.MOVE: _move_effects,
        AnimationKind.AIM: partial(_aim_effects, weapon=weapon),
        AnimationKind.SPLASH: _area_effects,
        AnimationKind.WORDS: _result_effects,
        AnimationKind.HEALTH: _damage_effects,
        AnimationKind.GONE: _fall_effects,
        AnimationKind.COMES: _arrival_effects,
    }
    maker = makers.get(step.kind)
    if maker is None:
        return ()
    shots = _shot_effects(step, weapon) if step.fires else ()
    effects = [_delayed(effect, shot_start_s(step)) for effect in shots]
    effects += [_delayed(effect, impact_delay_s(step)) for effect in maker(step)]
    return tuple(_seeded(effect, step, seed + number) for number, effect in enumerate(effects))


def _delayed(effect: VisualEffect, seconds: float) -> VisualEffect:
    return replace(effect, start_s=effect.start_s + seconds)


def _seeded(effect: VisualEffect, step: AnimationStep, number: int) -> VisualEffect:
    place = ",".join(f"{value:.3f}" for value in effect.at)
    text = f"{step.kind}|{step.events_shown}|{effect.kind}|{place}|{number}"
    return replace(effect, seed=crc32(text.encode()))


def effects_end(effects: Sequence[VisualEffect]) -> float:
    """Return the second of the step at which the last of its effects is over."""
    return max((effect.end_s for effect in effects), default=0.0)


# Movement


def _move_effects(step: AnimationStep) -> Iterator[VisualEffect]:
    if step.manner not in LANDING_MANNERS:
        return
    bodies = _bodies_of(step)
    for id, track in list(step.tracks.items())[:MAX_LANDINGS]:
        if id not in bodies or len(track) < 2:
            continue
        radius = bodies[id].radius
        landing = 0.96 * step.seconds
        yield VisualEffect(EffectKind.DUST, track[-1], None, landing, 0.7, 1.4 * radius + 0.4)
        if step.manner in FORCED_MANNERS:
            at = _above(track[-1], 0.3)
            yield VisualEffect(
                EffectKind.DEBRIS, at, None, landing, 0.6, radius + 0.4, floor=track[-1][2]
            )


# Attacks


def _aim_effects(step: AnimationStep, weapon: WeaponPlaces) -> Iterator[VisualEffect]:
    """Yield a glow that grows at the weapon of a shooter who is about to fire."""
    if step.attack is None or step.fires:
        return
    look = attack_look(step)
    if look is not AttackKind.MELEE:
        end = step.attack.points[-1]
        muzzle = weapon.muzzle or _chest_point(step)
        yield VisualEffect(
            EffectKind.CHARGE, muzzle, end, TURN_S, step.seconds - TURN_S, 0.32, look
        )


def _chest_point(step: AnimationStep) -> XYZ:
    """Return the point above the rim of an attacker's base that is nearest to its target."""
    assert step.attack is not None
    start, end = step.attack.points[0], step.attack.points[-1]
    body = step.attacker_body
    if body is None:
        return _toward(start, end, 0.35)
    height = body.at[2] + CHEST_SHARE * body.height
    x, y, _ = _toward((*body.at[:2], height), (*end[:2], height), body.radius)
    return x, y, height


def _swept_path(step: AnimationStep) -> tuple[XYZ, ...]:
    """Return the arc of a blade whose place is unknown, round its attacker and past the target."""
    assert step.attack is not None
    (x, y, z), (u, v, _) = step.attack.points[0], step.attack.points[-1]
    body = step.attacker_body
    if body is not None:
        (x, y, z), height = body.at, CHEST_SHARE * body.height
        reach, z = body.radius + 0.55, z + height
    else:
        reach = 1.3
    ahead = atan2(v - y, u - x)
    first, last = (radians(turn) for turn in SWEEP_DEG)
    turns = [ahead + first + (last - first) * k / (SWEEP_POINTS - 1) for k in range(SWEEP_POINTS)]
    return tuple(
        (x + reach * cos(turn), y + reach * sin(turn), z + 0.5 - 0.8 * k / (SWEEP_POINTS - 1))
        for k, turn in enumerate(turns)
    )


def _shot_effects(step: AnimationStep, weapon: WeaponPlaces) -> Iterator[VisualEffect]:
    """Yield the shot or blow of an attack; a miss goes past its target to the ground."""
    if step.attack is None:
        return
    end = _impact_point(step)
    look = attack_look(step)
    delay = IMPACT_DELAYS_S[look]
    if look is AttackKind.MELEE:
        path = weapon.blade or _swept_path(step)
        seconds = BLOW_END_S - BLOW_START_S + BLOW_TRAIL_S
        body = step.attacker_body
        pivot = body.at if body is not None else step.attack.points[0]
        yield VisualEffect(
            EffectKind.SWING, pivot, end, BLOW_START_S, seconds, 1.0, look, path=path
        )
        return
    muzzle = weapon.muzzle or _chest_point(step)
    yield VisualEffect(EffectKind.FLASH, muzzle, end, 0.0, 0.2, 0.8, look)
    match look:
        case AttackKind.BALLISTIC:
            for shot in range(SHOTS_PER_ATTACK):
                begin = shot * SHOT_GAP_S
                if shot:
                    yield VisualEffect(EffectKind.FLASH, muzzle, end, begin, 0.14, 0.65, look)
                yield VisualEffect(EffectKind.TRACER, muzzle, end, begin, 1.3 * delay, 0.09, look)
            yield VisualEffect(EffectKind.SMOKE, muzzle, None, 0.05, 0.9, 0.45)
        case AttackKind.EXPLOSIVE:
            yield VisualEffect(EffectKind.MISSILE, muzzle, end, 0.0, delay, 0.2, look)
            yield VisualEffect(EffectKind.SMOKE, muzzle, None, 0.05, 1.0, 0.6)
        case AttackKind.ENERGY:
            yield VisualEffect(EffectKind.BEAM, muzzle, end, 0.05, 0.5, 0.13, look)
        case AttackKind.FORCE:
            yield VisualEffect(EffectKind.PULSE, muzzle, end, 0.0, 1.3 * delay, 0.5, look)
        case AttackKind.MAGIC:
            yield VisualEffect(EffectKind.ORB, muzzle, end, 0.0, 1.1 * delay, 0.34, look)
        case _:
            yield VisualEffect(EffectKind.STREAM, muzzle, end, 0.0, 0.75, 0.34, look)


def _impact_point(step: AnimationStep) -> XYZ:
    """Return where a shot ends: at its target, or past it if it missed."""
    assert step.attack is not None
    bodies = _bodies_of(step)
    target = bodies.get(step.beside_model)
    attacker = bodies.get(step.attacker)
    if target is None or attacker is None or attacker.id == target.id:
        return step.attack.points[-1]
    if step.words.startswith(MISS_WORDS):
        return _beyond(attacker, target)
    return _contact(step, target)


def _area_effects(step: AnimationStep) -> Iterator[VisualEffect]:
    look = step.attack_kind or AttackKind.EXPLOSIVE
    for splash in step.splashes:
        if splash.at is None:
            continue
        if splash.end is not None:
            yield VisualEffect(EffectKind.STREAM, splash.at, splash.end, 0.0, 0.5, 0.4, look)
            continue
        size = max(splash.radius, 0.5)
        ground = (splash.at[0], splash.at[1], max(splash.at[2], 0.0))
        yield VisualEffect(EffectKind.BLAST, ground, None, 0.0, 0.45, size, look)
        yield VisualEffect(
            EffectKind.DEBRIS, _above(ground, 0.2), None, 0.04, 0.8, size, floor=ground[2]
        )
        yield VisualEffect(EffectKind.SMOKE, ground, None, 0.12, 1.0, 0.7 * size)


def _result_effects(step: AnimationStep) -> Iterator[VisualEffect]:
    body = _bodies_of(step).get(step.beside_model)
    if body is None:
        return
    look = step.attack_kind
    floor = body.at[2]
    if step.words.startswith(MISS_WORDS):
        attacker = step.attacker_body
        at = _beyond(attacker, body) if attacker is not None else body.at
        yield VisualEffect(EffectKind.DUST, at, None, 0.0, 0.8, 0.6)
    elif step.words.startswith(HIT_WORDS) and step.has_shot:
        at = _contact(step, body)
        yield VisualEffect(EffectKind.SPARKS, at, None, 0.0, HIT_S, HIT_SIZE, look, floor=floor)
        if look in SMOKING_LOOKS:
            yield VisualEffect(EffectKind.SMOKE, at, None, 0.05, 0.8, 0.3)
    elif is_deflected(step):
        attacker = step.attacker_body
        start = attacker.at if attacker is not None else None
        at = _contact(step, body)
        yield VisualEffect(EffectKind.GLANCE, at, start, 0.0, 0.6, _impact_size(body), floor=floor)
    elif step.words.startswith(KNOCKED_DOWN_WORDS):
        yield VisualEffect(EffectKind.DUST, body.at, None, 0.2, 0.6, body.radius + 0.4)


def _impact_size(body: Body) -> float:
    """Return the radius of a burst at a model, in inches."""
    return 0.75 + 0.6 * body.radius


def _damage_effects(step: AnimationStep) -> Iterator[VisualEffect]:
    bodies = _bodies_of(step)
    for id in step.hurt_models:
        if id not in bodies:
            continue
        body = bodies[id]
        at = _contact(step, body)
        look = step.attack_kind
        floor = body.at[2]
        size = DAMAGE_SHARE * _impact_size(body)
        yield VisualEffect(EffectKind.IMPACT, at, None, 0.0, 0.45, size, look, floor=floor)
        yield VisualEffect(EffectKind.DEBRIS, at, None, 0.0, 0.9, CHIPS_SIZE, floor=floor)
        yield VisualEffect(EffectKind.SMOKE, at, None, 0.1, 1.0, 0.26)


def _fall_effects(step: AnimationStep) -> Iterator[VisualEffect]:
    bodies = _bodies_of(step)
    for id in step.destroyed_models:
        if id not in bodies:
            continue
        body = bodies[id]
        floor = body.at[2]
        size = body.radius
        middle = _above(body.at, 0.5 * body.height)
        match fall_kind(step, id):
            case FallKind.COLLAPSE:
                yield from _collapse_effects(step, body)
            case FallKind.BREAK:
                yield VisualEffect(
                    EffectKind.SHARDS, middle, None, 0.0, 0.9, size + 0.6, floor=floor
                )
                yield VisualEffect(EffectKind.DUST, body.at, None, 0.4, 0.8, size + 0.8)
                yield VisualEffect(EffectKind.COLUMN, body.at, None, 0.5, 2.0, 0.5 * size)
            case FallKind.TOPPLE:
                contact = _contact(step, body)
                look = step.attack_kind
                if not step.was_hurt:
                    yield VisualEffect(
                        EffectKind.IMPACT, contact, None, 0.0, 0.5, 0.7, look, floor=floor
                    )
                yield VisualEffect(
                    EffectKind.DEBRIS, contact, None, 0.0, 0.9, CHIPS_SIZE, floor=floor
                )
                lies = _lying_place(step, body)
                yield VisualEffect(EffectKind.DUST, lies, None, TOPPLE_S, 0.8, size + 0.6)


def _collapse_effects(step: AnimationStep, body: Body) -> Iterator[VisualEffect]:
    """Yield the end of a machine: sparks while it shudders, a burst, and smoke where it lies."""
    floor = body.at[2]
    middle = _above(body.at, 0.5 * body.height)
    for begin, height in ((0.0, 0.7), (0.12, 0.4), (SHUDDER_S, 0.6)):
        at = _above(body.at, height * body.height)
        yield VisualEffect(EffectKind.SPARKS, at, None, begin, 0.6, 0.8, floor=floor)
    burst = _impact_size(body)
    yield VisualEffect(EffectKind.IMPACT, middle, None, SHUDDER_S, 0.6, burst, floor=floor)
    yield VisualEffect(
        EffectKind.DEBRIS, middle, None, SHUDDER_S, 1.1, 1.0 + body.radius, floor=floor
    )
    yield VisualEffect(EffectKind.SMOKE, middle, None, SHUDDER_S + 0.1, 1.3, body.radius)
    lies = _lying_place(step, body)
    landing = SHUDDER_S + MACHINE_TOPPLE_S
    yield VisualEffect(EffectKind.DUST, lies, None, landing, 1.0, body.radius + 0.9)
    begin = landing - 0.3
    yield VisualEffect(EffectKind.COLUMN, lies, None, begin, 3.4, 0.75 * body.radius)


def _lying_place(step: AnimationStep, body: Body) -> XYZ:
    """Return the ground below the middle of a model that has fallen over."""
    x, y = heading_direction(fall_heading(step, body.id))
    out = 0.5 * body.radius + 0.5 * body.height
    return body.at[0] + out * x, body.at[1] + out * y, body.at[2]


def _arrival_effects(step: AnimationStep) -> Iterator[VisualEffect]:
    bodies = _bodies_of(step)
    gate = bodies.get(step.gate)
    if gate is not None:
        yield VisualEffect(EffectKind.GATE, gate.at, None, 0.0, 0.7, gate.radius + 0.3)
    for id in step.arriving_models[:MAX_LANDINGS]:
        if id not in bodies:
            continue
        body = bodies[id]
        if fall_kind(step, id) is FallKind.BREAK:
            yield VisualEffect(EffectKind.GATE, body.at, None, 0.0, 0.9, body.radius + 0.4)
        else:
            landing = 0.7 * step.seconds
            yield VisualEffect(EffectKind.DUST, body.at, None, landing, 0.7, body.radius + 0.35)


# Places


def _bodies_of(step: AnimationStep) -> dict[str, Body]:
    return {body.id: body for body in step.start_table.bodies}


def _above(point: XYZ, height: float) -> XYZ:
    return point[0], point[1], point[2] + height


def _toward(start: XYZ, end: XYZ, length: float) -> XYZ:
    """Return the point some inches along a line, at most its middle."""
    part = min(0.5, length / max(dist(start, end), 1e-6))
    x, y, z = (a + (b - a) * part for a, b in zip(start, end, strict=True))
    return x, y, z


def _beyond(attacker: Body, target: Body) -> XYZ:
    """Return the point of the ground behind a target and beside the line to it."""
    span = max(dist(attacker.at[:2], target.at[:2]), 1e-6)
    along_x = (target.at[0] - attacker.at[0]) / span
    along_y = (target.at[1] - attacker.at[1]) / span
    past = target.radius + 0.7
    aside = target.radius + 0.3
    x = target.at[0] + past * along_x - aside * along_y
    y = target.at[1] + past * along_y + aside * along_x
    return x, y, target.at[2]


def _contact(step: AnimationStep, body: Body) -> XYZ:
    """Return where a model is struck: on the side of its attacker, if there is one."""
    height = CHEST_SHARE * body.height
    attacker = step.attacker_body
    if attacker is None or attacker.id == body.id:
        return _above(body.at, height)
    x, y, _ = _toward(body.at, (*attacker.at[:2], body.at[2]), CONTACT_SHARE * body.radius)
    return x, y, body.at[2] + height
