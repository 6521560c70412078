"""The shapes of effects at a moment: soft round sprites and streaks, as arrays for one drawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wc3d.animation.effects import BLOW_END_S, BLOW_START_S, EffectKind, VisualEffect
from wc3d.presentation.attack_kinds import AttackKind
from wc3d.presentation.palette import RGB

Floats = NDArray[np.float64]

LOOK_COLORS: dict[AttackKind | None, RGB] = {
    None: (255, 170, 80),
    AttackKind.MELEE: (235, 240, 250),
    AttackKind.BALLISTIC: (255, 190, 80),
    AttackKind.EXPLOSIVE: (255, 140, 50),
    AttackKind.ENERGY: (60, 180, 255),
    AttackKind.FIRE: (255, 110, 20),
    AttackKind.COLD: (150, 215, 255),
    AttackKind.CORROSION: (120, 200, 30),
    AttackKind.FORCE: (140, 100, 255),
    AttackKind.MAGIC: (230, 70, 215),
}
"""The glow of each kind of attack."""
DUST_RGB: RGB = (132, 112, 88)
SMOKE_RGB: RGB = (62, 60, 62)
SOOT_RGB: RGB = (40, 37, 36)
DEBRIS_RGB: RGB = (74, 68, 62)
SHARD_RGB: RGB = (60, 180, 255)
GLANCE_RGB: RGB = (170, 210, 255)
WHITE_HOT_RGB: RGB = (255, 248, 225)
STEEL_RGB: RGB = (255, 186, 104)
"""The burst of a blow: sparks from steel."""
GRAVITY_IN_PER_S2 = 14.0
"""The fall of sparks and debris, slower than in nature so that it can be seen."""
GLOW, LIGHT = 0.4, 1.0
"""The usual glow, which keeps its color over a pale ground, and that of light cast on figures."""
TRAIL_SHARE = 1.3
"""The share of a blow after which the light behind a blade is gone."""
FRAGMENTS_PER_IN = 13
"""How many fragments fly for each inch of a burst's radius."""
SPRITE_COLUMNS, STREAK_COLUMNS = 9, 12
"""Numbers of a sprite (point, radius, color, opacity, glow) and of a streak (two points, half
width, color, opacity, glow)."""


@dataclass(frozen=True)
class EffectFrame:
    """All sprites (n, 9) and streaks (n, 12) of a moment, in inches, with colors from 0 to 1.

    A glow of 1 adds light, 0 covers what is behind.
    """

    sprites: Floats
    streaks: Floats

    def __bool__(self) -> bool:
        return bool(len(self.sprites) or len(self.streaks))


class _Collector:
    """Collects the shapes of one moment."""

    def __init__(self) -> None:
        self.sprites: list[Floats] = []
        self.streaks: list[Floats] = []

    def add_sprites(
        self, at: ArrayLike, radius: ArrayLike, rgb: RGB, alpha: ArrayLike, glow: float = GLOW
    ) -> None:
        """Add round sprites at points (n, 3)."""
        points = np.asarray(at, float).reshape(-1, 3)
        rows = np.empty((len(points), SPRITE_COLUMNS))
        rows[:, :3] = points
        rows[:, 3] = radius
        rows[:, 4:7] = np.asarray(rgb) / 255
        rows[:, 7] = np.clip(alpha, 0.0, 1.0)
        rows[:, 8] = glow
        self.sprites.append(rows)

    def add_streaks(
        self,
        start: ArrayLike,
        end: ArrayLike,
        width: ArrayLike,
        rgb: RGB,
        alpha: ArrayLike,
        glow: float = GLOW,
    ) -> None:
        """Add streaks from points (n, 3) to points (n, 3)."""
        first = np.asarray(start, float).reshape(-1, 3)
        last = np.asarray(end, float).reshape(-1, 3)
        rows = np.empty((max(len(first), len(last)), STREAK_COLUMNS))
        rows[:, :3] = first
        rows[:, 3:6] = last
        rows[:, 6] = width
        rows[:, 7:10] = np.asarray(rgb) / 255
        rows[:, 10] = np.clip(alpha, 0.0, 1.0)
        rows[:, 11] = glow
        self.streaks.append(rows)

    def frame(self) -> EffectFrame:
        """Return all shapes."""
        return EffectFrame(
            np.concatenate([np.empty((0, SPRITE_COLUMNS)), *self.sprites]),
            np.concatenate([np.empty((0, STREAK_COLUMNS)), *self.streaks]),
        )


def effect_frame(effects: Sequence[tuple[VisualEffect, float]]) -> EffectFrame:
    """Return the shapes of effects, each at its seconds since the beginning of its step."""
    shapes = _Collector()
    for effect, seconds in effects:
        part = (seconds - effect.start_s) / effect.seconds
        if 0.0 <= part < 1.0:
            DRAWERS[effect.kind](shapes, effect, part)
    return shapes.frame()


# Parts of effects


def _random(effect: VisualEffect) -> np.random.Generator:
    return np.random.default_rng(effect.seed)


def _rgb(effect: VisualEffect) -> RGB:
    return LOOK_COLORS[effect.look]


def _ends(effect: VisualEffect) -> tuple[Floats, Floats]:
    """Return the start of an effect, and the way to its end."""
    start = np.array(effect.at)
    return start, (np.array(effect.end) if effect.end is not None else start) - start


def _sides(way: Floats) -> Floats:
    """Return two unit vectors (2, 3) across a direction."""
    length = np.linalg.norm(way)
    along = way / length if length > 1e-9 else np.array([1.0, 0.0, 0.0])
    helper = np.array([0.0, 0.0, 1.0]) if abs(along[2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    side = np.cross(along, helper)
    side /= np.linalg.norm(side)
    return np.stack([side, np.cross(side, along)])


def _directions(random: np.random.Generator, count: int, lowest: float) -> Floats:
    """Return unit vectors (n, 3) whose height is at least `lowest`."""
    turn = random.uniform(0, 2 * np.pi, count)
    high = random.uniform(lowest, 1.0, count)
    flat = np.sqrt(np.maximum(0.0, 1 - high * high))
    return np.column_stack([flat * np.cos(turn), flat * np.sin(turn), high])


def _thrown(start: Floats, speed: Floats, seconds: float, floor: float) -> Floats:
    """Return points (n, 3) that fly with a speed (n, 3) and fall to a floor."""
    points = start + speed * seconds
    points[:, 2] -= 0.5 * GRAVITY_IN_PER_S2 * seconds * seconds
    points[:, 2] = np.maximum(points[:, 2], floor)
    return points


# Effects


def _draw_flash(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    start, way = _ends(effect)
    fade = (1 - part) ** 2
    rgb = _rgb(effect)
    shapes.add_sprites(start, 3.0 * effect.size, rgb, 0.4 * fade, LIGHT)
    shapes.add_sprites(start, effect.size * (0.8 + 0.5 * part), rgb, 0.95 * fade)
    shapes.add_sprites(start, 0.5 * effect.size, WHITE_HOT_RGB, fade)
    length = np.linalg.norm(way)
    if length > 1e-6:
        ahead = way / length
        rays = np.concatenate([[1.7 * ahead], 0.8 * ahead + [[0.0, 0.0, 0.5], *_sides(way)]])
        rays = np.concatenate([rays, 0.8 * ahead - _sides(way)])
        width = effect.size * np.array([0.3, *[0.14] * (len(rays) - 1)])
        shapes.add_streaks(start, start + effect.size * rays, width, rgb, 0.9 * fade)
        shapes.add_streaks(
            start, start + 0.7 * effect.size * rays, 0.4 * width, WHITE_HOT_RGB, fade
        )


def _draw_tracer(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    start, way = _ends(effect)
    head = min(1.0, part * 1.3)
    tail = max(0.0, head - 0.34)
    fade = 1 - part**6
    first, last = start + way * tail, start + way * head
    shapes.add_streaks(start, last, 0.7 * effect.size, SMOKE_RGB, 0.35 * fade, 0)
    shapes.add_streaks(first, last, 2.2 * effect.size, _rgb(effect), 0.6 * fade)
    shapes.add_streaks(
        start + way * (0.4 * tail + 0.6 * head), last, effect.size, WHITE_HOT_RGB, fade
    )
    shapes.add_sprites(last, 4.5 * effect.size, _rgb(effect), 0.9 * fade)
    shapes.add_sprites(last, 2.0 * effect.size, WHITE_HOT_RGB, fade)


def _draw_missile(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    start, way = _ends(effect)
    lift = 0.12 * np.linalg.norm(way)

    def place(share: ArrayLike) -> Floats:
        shares = np.clip(np.asarray(share, float).reshape(-1, 1), 0.0, 1.0)
        points: Floats = start + way * shares
        points[:, 2:] += 4 * lift * shares * (1 - shares)
        return points

    head = part * part * 0.4 + part * 0.6
    trail = np.linspace(0.0, head, 14)
    age = head - trail
    shapes.add_sprites(
        place(trail), effect.size * (0.8 + 2.2 * age), SMOKE_RGB, 0.5 * (1 - age) * (1 - part**4), 0
    )
    shapes.add_streaks(place(head - 0.08), place(head), effect.size, _rgb(effect), 1.0)
    shapes.add_sprites(place(head), 2.0 * effect.size, (255, 236, 190), 0.95)


def _draw_beam(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    start, way = _ends(effect)
    reach = min(1.0, part * 6)
    fade = min(1.0, (1 - part) * 2.5) * (0.85 + 0.15 * np.sin(60 * part + effect.seed % 7))
    end = start + way * reach
    rgb = _rgb(effect)
    shapes.add_streaks(start, end, 3.2 * effect.size, rgb, 0.35 * fade)
    shapes.add_streaks(start, end, effect.size, (240, 252, 255), fade)
    shapes.add_sprites([start, end], [5 * effect.size, 6 * effect.size], rgb, 0.7 * fade)
    random = _random(effect)
    share = random.uniform(0, reach, 10)
    drift = random.normal(0, 1, (10, 3)) * 0.25 * part
    shapes.add_sprites(start + way * share[:, None] + drift, 0.07, rgb, fade)


def _draw_stream(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    start, way = _ends(effect)
    random = _random(effect)
    count = 64
    begin = random.uniform(0, 0.62, count)
    age = (part - begin) / 0.38
    flying = (age > 0) & (age < 1)
    spread = random.normal(0, 1, (count, 2)) @ _sides(way)
    share = np.clip(age, 0, 1)[:, None]
    points = start + way * share + spread * effect.size * (0.15 + 0.9 * share)
    points[:, 2] = np.maximum(points[:, 2], 0.05)
    alpha = np.where(flying, 0.75 * (1 - np.clip(age, 0, 1) ** 3), 0.0)
    radius = effect.size * (0.5 + 1.1 * share[:, 0])
    shapes.add_sprites(points[flying], radius[flying], _rgb(effect), alpha[flying])
    core = flying & (age < 0.45)
    shapes.add_sprites(points[core], 0.4 * radius[core], (255, 244, 214), alpha[core])


def _draw_pulse(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    start, way = _ends(effect)
    sides = _sides(way)
    turn = np.linspace(0, 2 * np.pi, 19)
    for number in range(3):
        share = part * 1.25 - 0.13 * number
        if not 0 <= share <= 1:
            continue
        circle = np.column_stack([np.cos(turn), np.sin(turn)]) @ sides
        ring = start + way * share + circle * effect.size * (0.5 + 0.8 * share)
        shapes.add_streaks(ring[:-1], ring[1:], 0.06, _rgb(effect), 0.85 * (1 - 0.25 * number))
    shapes.add_sprites(start + way * min(1.0, 1.25 * part), 0.7 * effect.size, _rgb(effect), 0.5)


def _draw_orb(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    start, way = _ends(effect)
    sides = _sides(way)
    head = min(1.0, part * 1.1)
    fade = 1 - part**8
    turn = 9 * part + np.array([0, 2.1, 4.2])
    circle = np.column_stack([np.cos(turn), np.sin(turn)]) @ sides * 1.3 * effect.size
    shapes.add_sprites(start + way * head, 1.7 * effect.size, _rgb(effect), 0.7 * fade)
    shapes.add_sprites(start + way * head, 0.7 * effect.size, (255, 240, 255), fade)
    shapes.add_sprites(start + way * head + circle, 0.4 * effect.size, _rgb(effect), fade)
    random = _random(effect)
    share = head * random.uniform(0.4, 1.0, 16)
    drift = random.normal(0, 0.16, (16, 3))
    shapes.add_sprites(start + way * share[:, None] + drift, 0.08, _rgb(effect), 0.8 * (1 - part))


def _draw_swing(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    """Draw the light that a blade leaves behind, as far as it has swung."""
    path = np.array(effect.path)
    swung = part * effect.seconds / (BLOW_END_S - BLOW_START_S)
    head = min(1.0, swung)
    tail = min(head, max(0.0, swung - TRAIL_SHARE))
    fade = min(1.0, 2.0 * (1 - part))
    places = np.linspace(tail, head, 17) * (len(path) - 1)
    steps = np.arange(len(path))
    edge = np.column_stack([np.interp(places, steps, path[:, k]) for k in range(3)])
    pivot = np.column_stack([np.full((17, 2), effect.at[:2]), edge[:, 2]])
    share = np.linspace(0.05, 1.0, 16)
    for far, width, rgb, alpha in (
        (0.72, 0.2, _rgb(effect), 0.25),
        (0.86, 0.18, _rgb(effect), 0.55),
        (0.97, 0.11, _rgb(effect), 0.8),
        (1.0, 0.05, (255, 255, 255), 1.0),
    ):
        arc = pivot + far * (edge - pivot)
        shapes.add_streaks(arc[:-1], arc[1:], width * share, rgb, alpha * share * fade)


def _draw_sparks(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    random = _random(effect)
    count = 28
    start = np.array(effect.at)
    speed = _directions(random, count, -0.2) * random.uniform(3, 10, (count, 1)) * effect.size
    seconds = part * effect.seconds
    head = _thrown(start, speed, seconds, effect.floor + 0.03)
    tail = _thrown(start, speed, max(0.0, seconds - 0.07), effect.floor + 0.03)
    fade = 1 - part**2
    rgb = STEEL_RGB if effect.look is AttackKind.MELEE else _rgb(effect)
    shapes.add_streaks(tail, head, 0.05, rgb, fade)
    shapes.add_streaks(0.5 * (tail + head), head, 0.025, WHITE_HOT_RGB, fade)
    shapes.add_sprites(start, 0.75 * effect.size * (1 - part), rgb, 0.8 * (1 - part) ** 2)


def _draw_debris(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    random = _random(effect)
    count = round(FRAGMENTS_PER_IN * min(2.0, effect.size))
    start = np.array(effect.at) + random.normal(0, 0.1, (count, 3))
    speed = _directions(random, count, 0.25) * random.uniform(1.8, 5.5, (count, 1))
    speed *= min(1.6, 0.6 + 0.4 * effect.size)
    points = _thrown(start, speed, part * effect.seconds, effect.floor + 0.04)
    turn = _directions(random, count, -1.0) * (random.uniform(0.07, 0.17, (count, 1)))
    spin = np.cos(14 * part + random.uniform(0, 6, count))[:, None]
    alpha = min(1.0, 6 * part) * (1 - part**4)
    shapes.add_streaks(points - turn * spin, points + turn * spin, 0.09, DEBRIS_RGB, alpha, 0)


def _draw_dust(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    random = _random(effect)
    count = 16
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False) + random.uniform(-0.2, 0.2, count)
    eased = 1 - (1 - part) ** 3
    away = effect.size * (0.45 + 0.6 * eased) * random.uniform(0.8, 1.1, count)
    points = np.array(effect.at) + np.column_stack(
        [
            away * np.cos(turn),
            away * np.sin(turn),
            0.1 + 0.35 * eased * random.uniform(0.3, 1, count),
        ]
    )
    radius = (0.16 + 0.3 * eased) * (0.6 + 0.4 * effect.size)
    shapes.add_sprites(points, radius, DUST_RGB, 0.55 * (1 - part) ** 1.5, 0)


def _draw_smoke(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    random = _random(effect)
    count = 14
    begin = random.uniform(0, 0.45, count)
    age = np.clip((part - begin) / (1 - begin), 0, 1)
    visible = part > begin
    drift = random.normal(0, 0.35, (count, 3)) * effect.size
    drift[:, 2] = 0.2 * np.abs(drift[:, 2])
    points = np.array(effect.at) + drift * (0.4 + 0.8 * age[:, None])
    points[:, 2] += 1.5 * age * effect.size
    radius = effect.size * (0.25 + 0.5 * age)
    alpha = 0.6 * np.minimum(1.0, 6 * age) * (1 - age) ** 1.2
    shapes.add_sprites(points[visible], radius[visible], SMOKE_RGB, alpha[visible], 0)


def _draw_column(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    """Draw smoke that goes on rising from a place and becomes thin."""
    random = _random(effect)
    count = 64
    begin = np.linspace(0.0, 0.72, count) + random.uniform(0, 0.02, count)
    age = np.clip((part - begin) / 0.34, 0, 1)
    visible = (part > begin) & (age < 1)
    drift = random.normal(0, 0.3, (count, 3)) * effect.size
    points = np.array(effect.at) + drift * (0.5 + age[:, None])
    points[:, 0] += 0.5 * age**1.5
    points[:, 2] = effect.at[2] + 0.3 + 3.2 * age**0.9 + 0.2 * np.abs(drift[:, 2])
    radius = effect.size * (0.55 + 0.85 * age)
    alpha = 0.7 * np.minimum(1.0, 6 * age) * (1 - age) ** 0.6 * (1 - begin) ** 0.8
    shapes.add_sprites(points[visible], radius[visible], SOOT_RGB, alpha[visible], 0)


def _draw_shards(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    random = _random(effect)
    count = 22
    start = np.array(effect.at)
    speed = _directions(random, count, -0.1) * random.uniform(2, 5, (count, 1)) * effect.size * 0.7
    points = _thrown(start, speed, part * effect.seconds, effect.floor + 0.04)
    turn = _directions(random, count, -1.0) * random.uniform(0.1, 0.26, (count, 1))
    spin = np.cos(9 * part + random.uniform(0, 6, count))[:, None]
    fade = 1 - part**2
    shapes.add_streaks(points - turn * spin, points + turn * spin, 0.06, SHARD_RGB, fade)
    shapes.add_sprites(start, effect.size * (0.6 + 1.5 * part), SHARD_RGB, 0.6 * (1 - part) ** 3)


def _draw_gate(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    x, y, z = effect.at
    opened = 1 - (1 - part) ** 3
    fade = min(1.0, 2.2 * (1 - part))
    turn = np.linspace(0, 2 * np.pi, 25)
    for number, (height, share) in enumerate(((0.08, 1.0), (0.6, 0.82), (1.2, 0.6))):
        radius = effect.size * share * opened
        shift = turn + (2.4 + number) * part
        ring = np.column_stack(
            [
                x + radius * np.cos(shift),
                y + radius * np.sin(shift),
                np.full(25, z + height * opened),
            ]
        )
        shapes.add_streaks(ring[:-1], ring[1:], 0.05 + 0.04 * share, SHARD_RGB, 0.8 * fade)
    random = _random(effect)
    count = 18
    where = random.uniform(0, 2 * np.pi, count) - 3 * part
    away = effect.size * opened * random.uniform(0.2, 1.0, count)
    high = ((random.uniform(0, 1, count) + part) % 1.0) * 1.8
    points = np.column_stack([x + away * np.cos(where), y + away * np.sin(where), z + high])
    shapes.add_sprites(points, 0.09, SHARD_RGB, fade)
    shapes.add_sprites((x, y, z + 0.5), effect.size * opened, SHARD_RGB, 0.45 * fade)


def _draw_blast(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    random = _random(effect)
    count = 18
    start = np.array(effect.at)
    eased = 1 - (1 - part) ** 2
    points = start + _directions(random, count, 0.0) * effect.size * 0.75 * eased
    fade = (1 - part) ** 1.3
    rgb = _rgb(effect)
    shapes.add_sprites(start, 2.2 * effect.size, rgb, 0.5 * (1 - part) ** 2, LIGHT)
    shapes.add_sprites(points, effect.size * (0.2 + 0.22 * eased), rgb, 0.6 * fade)
    shapes.add_sprites(
        start + (0, 0, 0.3), effect.size * (0.5 + 0.4 * eased), WHITE_HOT_RGB, 0.9 * (1 - part) ** 3
    )


def _draw_charge(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    start = np.array(effect.at)
    random = _random(effect)
    grown = min(1.0, 1.6 * part)
    fade = min(1.0, 6 * part, 4 * (1 - part))
    rgb = _rgb(effect)
    shapes.add_sprites(start, effect.size * (0.4 + 0.6 * grown), rgb, 0.75 * fade)
    shapes.add_sprites(start, 0.35 * effect.size * grown, WHITE_HOT_RGB, fade)
    count = 10
    away = _directions(random, count, -0.6)
    phase = (random.uniform(0, 1, (count, 1)) + 1.6 * part) % 1.0
    far = start + away * effect.size * 3.2 * (1 - phase)
    near = start + away * effect.size * 3.2 * (0.75 - 0.75 * phase)
    shapes.add_streaks(far, near, 0.035, rgb, 0.8 * fade * phase[:, 0])


def _draw_impact(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    """Draw a burst: a flash of light, a ball of fire with dark smoke round it, and a ring."""
    random = _random(effect)
    start = np.array(effect.at)
    rgb = STEEL_RGB if effect.look is AttackKind.MELEE else _rgb(effect)
    size = effect.size
    eased = 1 - (1 - part) ** 3
    count = 14
    way = _directions(random, count, -0.4)
    reach = random.uniform(0.35, 1.0, (count, 1)) * size * 0.8
    smoke = start + way * reach * (0.5 + 0.6 * eased) + (0.0, 0.0, 0.5 * part)
    shapes.add_sprites(smoke, size * (0.25 + 0.3 * eased), SMOKE_RGB, 0.6 * (1 - part) ** 1.2, 0)
    shapes.add_sprites(start, 2.6 * size, rgb, 0.3 * (1 - part) ** 3, LIGHT)
    fire = start + way * reach * (0.25 + 0.75 * eased)
    shapes.add_sprites(fire, size * (0.34 - 0.2 * part), rgb, 0.9 * (1 - part) ** 1.6, 0.25)
    flash = max(0.0, 1 - 3.2 * part)
    shapes.add_sprites(start, size * (0.55 + 0.5 * eased), WHITE_HOT_RGB, flash)
    rays = start + way * size * (0.5 + 1.7 * eased)
    inner = start + way * size * (0.2 + 1.2 * eased)
    shapes.add_streaks(inner, rays, 0.09 * size, WHITE_HOT_RGB, flash)
    turn = np.linspace(0, 2 * np.pi, 25)
    radius = size * (0.3 + 1.5 * eased)
    ring = np.column_stack(
        [
            start[0] + radius * np.cos(turn),
            start[1] + radius * np.sin(turn),
            np.full(25, effect.floor + 0.08),
        ]
    )
    shapes.add_streaks(ring[:-1], ring[1:], 0.1 * (1 - part), rgb, 0.8 * (1 - part) ** 1.5)


def _draw_glance(shapes: _Collector, effect: VisualEffect, part: float) -> None:
    """Draw sparks that fly up and back from a target, and a pale shield where it was struck."""
    random = _random(effect)
    start, way = _ends(effect)
    back = np.array([way[0], way[1], 0.0])
    length = float(np.linalg.norm(back))
    back = back / length if length > 1e-6 else back
    count = 22
    spread = random.normal(0, 0.28, (count, 3))
    speed = (0.75 * back + (0.0, 0.0, 1.0) + spread) * random.uniform(3.5, 8, (count, 1))
    seconds = part * effect.seconds
    head = _thrown(start, speed, seconds, effect.floor + 0.03)
    tail = _thrown(start, speed, max(0.0, seconds - 0.09), effect.floor + 0.03)
    shapes.add_streaks(tail, head, 0.06, GLANCE_RGB, 1 - part**2)
    shapes.add_streaks(0.5 * (tail + head), head, 0.03, (255, 255, 255), 1 - part**2)
    fade = (1 - part) ** 1.5
    shapes.add_sprites(start, 0.5 * effect.size * (1 - part), (255, 255, 255), fade)
    sides = _sides(back if length > 1e-6 else np.array([1.0, 0.0, 0.0]))
    turn = np.linspace(0, 2 * np.pi, 21)
    circle = np.column_stack([np.cos(turn), np.sin(turn)]) @ sides
    for share in (0.55, 0.85):
        ring = start + 0.25 * back + circle * effect.size * share * (0.6 + 0.4 * part)
        shapes.add_streaks(ring[:-1], ring[1:], 0.06, GLANCE_RGB, 0.9 * fade)


DRAWERS: dict[EffectKind, Callable[[_Collector, VisualEffect, float], None]] = {
    EffectKind.FLASH: _draw_flash,
    EffectKind.TRACER: _draw_tracer,
    EffectKind.MISSILE: _draw_missile,
    EffectKind.BEAM: _draw_beam,
    EffectKind.STREAM: _draw_stream,
    EffectKind.PULSE: _draw_pulse,
    EffectKind.ORB: _draw_orb,
    EffectKind.SWING: _draw_swing,
    EffectKind.SPARKS: _draw_sparks,
    EffectKind.DEBRIS: _draw_debris,
    EffectKind.DUST: _draw_dust,
    EffectKind.SMOKE: _draw_smoke,
    EffectKind.COLUMN: _draw_column,
    EffectKind.SHARDS: _draw_shards,
    EffectKind.GATE: _draw_gate,
    EffectKind.BLAST: _draw_blast,
    EffectKind.CHARGE: _draw_charge,
    EffectKind.IMPACT: _draw_impact,
    EffectKind.GLANCE: _draw_glance,
}
"""The function that draws each kind of effect."""
