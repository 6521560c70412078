"""The state of a target between attacks, after damage and hit effects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from wc3d.games.warmachine.rules.cards import (
    KIND_BY_CARD,
    AnyCard,
    SoloCard,
    UnitCard,
    WarcasterCard,
    WarjackCard,
)
from wc3d.games.warmachine.rules.damage_grid import GRID_SIZE, DamageGrid, mark_damage
from wc3d.games.warmachine.rules.vocabulary import (
    AnyEffect,
    DisableMarked,
    KnockDown,
    MakeStationary,
    MarkSystem,
    Modify,
)

REINFORCED_POINTS = 5
"""Damage points that one focus point prevents (WM-MK3-29)."""


@dataclass(frozen=True)
class TargetState:
    """A target's state: `marked` boxes of a warrior or the `grid` of a warjack, and the effects on
    it.

    A warcaster spends its `reserve` points to reinforce its power field as soon as it suffers
    damage (WM-MK3-29). `struck`: the attacker has hit the target before. `gone`: the target is
    removed.
    """

    marked: int = 0
    grid: DamageGrid | None = None
    is_stationary: bool = False
    reserve: int = 0
    struck: bool = False
    gone: bool = False
    changes: frozenset[Modify] = frozenset()

    @property
    def boxes_marked(self) -> int:
        """The number of marked boxes."""
        return self.marked if self.grid is None else len(self.grid.marked)

    def is_system_disabled(self, system: str | None) -> bool:
        """Return whether this system is disabled (WM-DJA-06)."""
        return self.grid is not None and system is not None and self.grid.is_disabled(system)

    def stat_change(self, stat: str, shot: bool) -> int:
        """Return the change of DEF or ARM by effects; `shot`: the attack is not in melee."""
        counted = (effect for effect in self.changes if shot or not effect.against)
        return sum(
            number
            for effect in counted
            for name, number in effect.stats.changed_stats()
            if name == stat
        )


class GridDamageCache:
    """The damage to grids, point by point, each step computed once (WM-DJA-01 to 16)."""

    def __init__(self, stays: bool) -> None:
        self._stays = stays
        self._steps: dict[tuple[DamageGrid, int], tuple[DamageGrid, int, bool]] = {}
        self._same: dict[DamageGrid, DamageGrid] = {}

    def grids_after(
        self, grid: DamageGrid, column: int, max_points: int
    ) -> list[tuple[DamageGrid, bool]]:
        """Return the grid and removal after 0, 1, ... `max_points` points from a column on."""
        grids = [(grid, False)]
        is_removed = False
        while len(grids) <= max_points:
            if not is_removed:
                grid, column, is_removed = self._step(grid, column)
            grids.append((grid, is_removed))
        return grids

    def _step(self, grid: DamageGrid, column: int) -> tuple[DamageGrid, int, bool]:
        step = self._steps.get((grid, column))
        if step is None:
            result = mark_damage(grid, column, 1, stays=self._stays)
            new_grid = self._same.setdefault(result.grid, result.grid)
            step = self._steps[grid, column] = (
                new_grid,
                result.boxes[0][0] if result.boxes else column,
                result.removed,
            )
        return step


def apply_damage(
    target_state: TargetState, card: AnyCard, max_points: int, steps: GridDamageCache
) -> list[list[TargetState]]:
    """Return the outcomes of 0, 1, ... `max_points` damage points.

    The outcomes of each number are equally likely, one per column of a grid.
    """
    if not isinstance(card, WarjackCard):
        return [[_apply_row_damage(target_state, card, points)] for points in range(max_points + 1)]
    assert target_state.grid is not None
    chains = [
        steps.grids_after(target_state.grid, column, max_points)
        for column in range(1, GRID_SIZE + 1)
    ]
    states: dict[tuple[DamageGrid, bool], TargetState] = {}
    outcomes = [[target_state]]
    for points in range(1, max_points + 1):
        reached = [chain[points] for chain in chains]
        for grid, is_removed in reached:
            if (grid, is_removed) not in states:
                states[grid, is_removed] = replace(target_state, grid=grid, gone=is_removed)
        outcomes.append([states[key] for key in reached])
    return outcomes


def _apply_row_damage(
    target_state: TargetState, card: WarcasterCard | UnitCard | SoloCard, points: int
) -> TargetState:
    """Return a warcaster or another warrior after damage.

    A point of its reserve prevents 5 damage points (WM-MK3-29). The others mark boxes (WM-DCA-01,
    02).
    """
    reserve = target_state.reserve
    if points and reserve:
        points = max(0, points - REINFORCED_POINTS)
        reserve = reserve - 1
    marked = min(card.boxes, target_state.marked + points)
    return replace(target_state, marked=marked, reserve=reserve, gone=marked == card.boxes)


def apply_hit_effects(
    old_state: TargetState, new_state: TargetState, card: AnyCard, effects: Iterable[AnyEffect]
) -> TargetState:
    """Return a surviving target after a hit's effects; uncounted effects change nothing."""
    for effect in effects:
        wrong_kind = effect.only and effect.only != KIND_BY_CARD[type(card)]
        if new_state.gone or wrong_kind or effect.on not in ("target", "area"):
            continue
        if isinstance(effect, KnockDown) or (
            isinstance(effect, MakeStationary) and not is_immune_to(card, effect.by)
        ):
            new_state = replace(new_state, is_stationary=True)
        elif isinstance(effect, Modify):
            new_state = replace(new_state, changes=new_state.changes | {effect})
        elif isinstance(effect, MarkSystem):
            new_state = _mark_boxes(new_state, effect.system, effect.boxes)
        elif isinstance(effect, DisableMarked):
            new_state = _disable_hit_systems(old_state, new_state, effect.systems)
    return new_state


def is_immune_to(card: AnyCard, energy: str | None) -> bool:
    """Return whether a card is immune to damage and effects of this kind."""
    return bool(energy) and any(
        trait.word == "immune" and trait.to == energy for trait in card.traits
    )


def _mark_boxes(target_state: TargetState, system: str, boxes: int) -> TargetState:
    """Return the target with more boxes of a system marked, from the left column and the top."""
    if target_state.grid is None:
        return target_state
    grid = target_state.grid
    for box in [box for box in grid.system_boxes(system) if box not in grid.marked][:boxes]:
        grid = grid.with_marked(box)
    return replace(target_state, grid=grid, gone=grid.is_down)


def _disable_hit_systems(
    old_state: TargetState, new_state: TargetState, systems: Iterable[str]
) -> TargetState:
    """Return the target with those systems disabled in which the damage has marked a box."""
    if old_state.grid is None or new_state.grid is None:
        return new_state
    hit_systems = {
        new_state.grid.system_at(box) for box in new_state.grid.marked - old_state.grid.marked
    }
    for system in systems:
        if system in hit_systems and not new_state.gone:
            new_state = _mark_boxes(
                new_state, system, len(new_state.grid.boxes) if new_state.grid else 0
            )
    return new_state
