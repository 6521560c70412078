"""Melee ranges, engagement, and free strikes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter, other_fighters
from wc3d.geometry.plane.disc_path import DiscPath
from wc3d.geometry.plane.half_disc import HalfDisc
from wc3d.geometry.points import XY
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.table_state import TableState


def melee_region(attacker: Fighter, reach: float) -> HalfDisc:
    """Return a weapon's region in the front arc (WM-MEL-02..04, WM-GEO-04, WM-RUL-13)."""
    return HalfDisc(attacker.place, attacker.facing_vector, attacker.radius + reach)


@dataclass(frozen=True, slots=True)
class MeleeRange:
    """The result of a melee range check.

    `gap` is the distance in inches from the center of the target's base to the weapon's region.
    The target is in range if `gap` is not more than `radius`, its base radius.
    """

    in_range: bool
    gap: float
    radius: float
    rules: ClassVar[tuple[str, ...]] = (
        "WM-MEL-02",
        "WM-MEL-03",
        "WM-MEL-04",
        "WM-GEO-04",
        "WM-GEO-05",
        "WM-RUL-13",
    )


def measure_melee_range(attacker: Fighter, target: Fighter, reach: float) -> MeleeRange:
    """Check whether the target is in range of a weapon, in any status (WM-GEO-05).

    A reach of 0 means no melee range (WM-RUL-124).
    """
    gap = melee_region(attacker, reach).distance(target.place)
    return MeleeRange(reach > 0.0 and gap <= target.radius + EPSILON_IN, gap, target.radius)


def is_engaging(model: Fighter, enemy: Fighter) -> bool:
    """Return whether the model has the enemy in melee range (WM-RUL-14, WM-RUL-16).

    The longest working weapon counts. Sight is not needed (WM-RUL-15).
    """
    return (
        model.is_enemy_of(enemy) and measure_melee_range(model, enemy, model.melee_reach).in_range
    )


@dataclass(frozen=True, slots=True)
class Engagement:
    """Models that engage a model and those it engages, in table order (WM-MEL-05, WM-GEO-06)."""

    engaged_by: tuple[str, ...]
    engages: tuple[str, ...]
    rules: ClassVar[tuple[str, ...]] = (
        "WM-MEL-05",
        "WM-MEL-06",
        "WM-GEO-06",
        "WM-RUL-14",
        "WM-RUL-15",
        "WM-RUL-16",
        "WM-RUL-17",
    )

    @property
    def in_melee(self) -> bool:
        """Return whether the model is engaged or engages an enemy (WM-MEL-06)."""
        return bool(self.engaged_by or self.engages)


def find_engagement(table: TableState, model: Fighter | str) -> Engagement:
    """Return the models in melee with a model."""
    subject = get_fighter(table, model)
    rest = other_fighters(table, subject)
    return Engagement(
        tuple(enemy.id for enemy in rest if is_engaging(enemy, subject)),
        tuple(enemy.id for enemy in rest if is_engaging(subject, enemy)),
    )


@dataclass(frozen=True, slots=True)
class FreeStrike:
    """An enemy, and the length at which a path leaves its melee range (WM-GEO-19)."""

    enemy: str
    at_length: float
    at: XY


@dataclass(frozen=True, slots=True)
class FreeStrikes:
    """The free strikes that a path provokes, ordered by length."""

    strikes: tuple[FreeStrike, ...]
    path: tuple[XY, ...]
    rules: ClassVar[tuple[str, ...]] = (
        "WM-FRE-01",
        "WM-FRE-06",
        "WM-GEO-18",
        "WM-GEO-19",
        "WM-RUL-18",
        "WM-RUL-19",
        "WM-RUL-20",
        "WM-RUL-111",
    )


def find_free_strikes(table: TableState, model: Fighter | str, path: Sequence[XY]) -> FreeStrikes:
    """Return where a path leaves enemies' melee ranges, once each time (WM-RUL-19).

    `path` follows the model's place. Only positions count: obstacles on the path and the striker's
    sight are checked elsewhere (WM-RUL-111). Moving within a range, or ending in it, does not
    leave it (WM-FRE-06).
    """
    mover = get_fighter(table, model)
    course = DiscPath((mover.place, *path), mover.radius)
    strikes = []
    for enemy in other_fighters(table, mover):
        if enemy.is_enemy_of(mover) and enemy.melee_reach > 0.0:
            region = melee_region(enemy, enemy.melee_reach)
            strikes += [
                FreeStrike(enemy.id, at, course.point_at(at))
                for at in course.leaving_points(region.near_interval, mover.radius)
            ]
    return FreeStrikes(tuple(sorted(strikes, key=lambda strike: strike.at_length)), course.corners)
