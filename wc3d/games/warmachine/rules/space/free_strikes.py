"""Free strikes: where on its way a model leaves the melee ranges of its enemies."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from wc3d.games.warmachine.rules.space.fighters import Fighter, get_fighter, other_fighters
from wc3d.games.warmachine.rules.space.melee import melee_region
from wc3d.geometry.plane.disc_path import DiscPath
from wc3d.geometry.points import XY
from wc3d.table.table_state import TableState


@dataclass(frozen=True, slots=True)
class FreeStrike:
    """An enemy whose melee range is left, and where: so many inches along the path, at the last place in range (WM-GEO-19)."""

    enemy: str
    at_length: float
    at: XY


@dataclass(frozen=True, slots=True)
class FreeStrikes:
    """The free strikes a path is open to, in the order of its length."""

    strikes: tuple[FreeStrike, ...]
    path: tuple[XY, ...]
    rules: ClassVar[tuple[str, ...]] = (
        "WM-FRE-01", "WM-FRE-06", "WM-GEO-18", "WM-GEO-19", "WM-RUL-18", "WM-RUL-19", "WM-RUL-20", "WM-RUL-111",
    )  # fmt: skip


def find_free_strikes(table: TableState, model: Fighter | str, path: Sequence[XY]) -> FreeStrikes:
    """Where a model leaves its enemies' melee ranges on a path, whose corners follow its place: once each time (WM-RUL-19).

    By position alone: whether the path is free, and whether the striker sees, are other questions (WM-RUL-111). To move within
    a range, or to end in it, is not to leave it (WM-FRE-06).
    """
    mover = get_fighter(table, model)
    course = DiscPath((mover.place, *path), mover.radius)
    strikes = []
    for enemy in other_fighters(table, mover):
        if enemy.is_enemy_of(mover) and enemy.melee_reach > 0.0:
            region = melee_region(enemy, enemy.melee_reach)
            strikes += [FreeStrike(enemy.id, at, course.point_at(at)) for at in course.leaving_points(region.near_interval, mover.radius)]
    return FreeStrikes(tuple(sorted(strikes, key=lambda strike: strike.at_length)), course.corners)
