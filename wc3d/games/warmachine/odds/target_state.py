"""A target as it stands between attacks: what damage and the effects of hits make of it."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from wc3d.games.warmachine.rules.cards import (
    KINDS,
    AnyCard,
    SoloCard,
    UnitCard,
    WarcasterCard,
    WarjackCard,
)
from wc3d.games.warmachine.rules.damage_grid import SIDE, DamageGrid, mark_damage
from wc3d.games.warmachine.rules.vocabulary import (
    AnyEffect,
    DisableMarked,
    KnockDown,
    MakeStationary,
    MarkSystem,
    Modify,
)

REINFORCED = 5
"""Damage points that one focus point takes off (WM-MK3-29)."""


@dataclass(frozen=True)
class TargetState:
    """A target: `marked` boxes of a warcaster or another warrior, or the `grid` of a warjack; whether it is stationary, and
    what else is on it.

    `reserve` are points that a warcaster spends to reinforce its power field, as soon as it suffers damage (WM-MK3-29); `struck`
    says that the attacker has hit it before, `gone` that it is removed.
    """

    marked: int = 0
    grid: DamageGrid | None = None
    still: bool = False
    reserve: int = 0
    struck: bool = False
    gone: bool = False
    changes: frozenset[Modify] = frozenset()

    @property
    def boxes_marked(self) -> int:
        """How many of its boxes are marked."""
        return self.marked if self.grid is None else len(self.grid.marked)

    def has_lost(self, system: str | None) -> bool:
        """Is this system of it disabled (WM-DJA-06)?"""
        return self.grid is not None and system is not None and self.grid.is_disabled(system)

    def change(self, stat: str, shot: bool) -> int:
        """What the effects on it add to DEF or ARM against an attack in melee, or against one that is not."""
        counted = (one for one in self.changes if shot or not one.against)
        return sum(number for one in counted for name, number in one.stats.named() if name == stat)


class GridSteps:
    """What damage does to grids, point by point, each step worked out once (WM-DJA-01 to 16)."""

    def __init__(self, stays: bool) -> None:
        self._stays = stays
        self._steps: dict[tuple[DamageGrid, int], tuple[DamageGrid, int, bool]] = {}
        self._same: dict[DamageGrid, DamageGrid] = {}

    def after(self, grid: DamageGrid, column: int, most: int) -> list[tuple[DamageGrid, bool]]:
        """The grid after 0, 1, ... `most` points from a column on, and whether the warjack is removed then."""
        found = [(grid, False)]
        gone = False
        while len(found) <= most:
            if not gone:
                grid, column, gone = self._step(grid, column)
            found.append((grid, gone))
        return found

    def _step(self, grid: DamageGrid, column: int) -> tuple[DamageGrid, int, bool]:
        step = self._steps.get((grid, column))
        if step is None:
            done = mark_damage(grid, column, 1, stays=self._stays)
            after = self._same.setdefault(done.grid, done.grid)
            step = self._steps[grid, column] = after, done.boxes[0][0] if done.boxes else column, done.removed
        return step


def hurt(standing: TargetState, card: AnyCard, most: int, steps: GridSteps) -> list[list[TargetState]]:
    """What 0, 1, ... `most` damage points make of it: for each number the equally likely outcomes, one a column of a grid."""
    if not isinstance(card, WarjackCard):
        return [[_in_its_row(standing, card, points)] for points in range(most + 1)]
    assert standing.grid is not None
    chains = [steps.after(standing.grid, column, most) for column in range(1, SIDE + 1)]
    made: dict[tuple[DamageGrid, bool], TargetState] = {}
    found = [[standing]]
    for points in range(1, most + 1):
        reached = [chain[points] for chain in chains]
        for grid, gone in reached:
            if (grid, gone) not in made:
                made[grid, gone] = replace(standing, grid=grid, gone=gone)
        found.append([made[one] for one in reached])
    return found


def _in_its_row(standing: TargetState, card: WarcasterCard | UnitCard | SoloCard, points: int) -> TargetState:
    """A warcaster or another warrior after damage: a point of its reserve takes off 5 (WM-MK3-29), the rest marks boxes
    (WM-DCA-01, 02).
    """
    reserve = standing.reserve
    if points and reserve:
        points, reserve = max(0, points - REINFORCED), reserve - 1
    marked = min(card.boxes, standing.marked + points)
    return replace(standing, marked=marked, reserve=reserve, gone=marked == card.boxes)


def affected(
    before: TargetState, after: TargetState, card: AnyCard, effects: Iterable[AnyEffect]
) -> TargetState:
    """What the effects of a hit make of a target that its damage has not removed; those not named change nothing here."""
    for effect in effects:
        wrong_kind = effect.only and effect.only != KINDS[type(card)]
        if after.gone or wrong_kind or effect.on not in ("target", "area"):
            continue
        if isinstance(effect, KnockDown) or (isinstance(effect, MakeStationary) and not is_immune(card, effect.by)):
            after = replace(after, still=True)
        elif isinstance(effect, Modify):
            after = replace(after, changes=after.changes | {effect})
        elif isinstance(effect, MarkSystem):
            after = _marked(after, effect.system, effect.boxes)
        elif isinstance(effect, DisableMarked):
            after = _disabled(before, after, effect.systems)
    return after


def is_immune(card: AnyCard, energy: str | None) -> bool:
    """Does its card make it immune to damage and effects of this kind?"""
    return bool(energy) and any(trait.word == "immune" and trait.to == energy for trait in card.traits)


def _marked(standing: TargetState, system: str, boxes: int) -> TargetState:
    """With boxes of a system marked besides, the leftmost column's topmost first."""
    if standing.grid is None:
        return standing
    grid = standing.grid
    for box in [box for box in grid.boxes_of(system) if box not in grid.marked][:boxes]:
        grid = grid.with_marked(box)
    return replace(standing, grid=grid, gone=grid.is_down)


def _disabled(before: TargetState, after: TargetState, systems: Iterable[str]) -> TargetState:
    """With every one of these systems disabled in which the damage has marked a box."""
    if before.grid is None or after.grid is None:
        return after
    struck = {after.grid.system(box) for box in after.grid.marked - before.grid.marked}
    for system in systems:
        if system in struck and not after.gone:
            after = _marked(after, system, len(after.grid.boxes) if after.grid else 0)
    return after
