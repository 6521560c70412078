"""Squads: place the other models after one model of the squad has moved."""

from __future__ import annotations

from dataclasses import dataclass

from wc3d.geometry.points import XYZ
from wc3d.table.body import Body
from wc3d.table.sight.distances import distance, format_exceeded_distance, is_within
from wc3d.table.sight.sight import sight
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table_state import TableState
from wc3d.table.terrain.standing_places import highest_standable, stand


@dataclass(frozen=True)
class Reposition:
    """The answer to whether a squad's model may be put at a place. It is true if it may.

    - `legal`, `reason`: the verdict and why. `at`: the place with its height, (x, y, z).
    - `distance`: inches to the leader, base to base.

    >>> squad = table.with_bodies(wc3d.Body("scout", "small", (12, 5)))
    >>> squad.reposition("jack", "scout", (20, 5)).legal
    False
    """

    legal: bool
    reason: str
    at: XYZ
    distance: float

    @property
    def rules(self) -> tuple[SpaceRule, ...]:
        """The rules that decided."""
        return SpaceRule.SQUAD, SpaceRule.LINE_OF_SIGHT, SpaceRule.STAND

    def __bool__(self) -> bool:
        return self.legal

    def __repr__(self) -> str:
        return f"<Reposition: {'legal' if self.legal else f'illegal, {self.reason}'}>"


def reposition(
    table: TableState, leader: Body, body: Body, position: tuple[float, ...]
) -> Reposition:
    """Judge whether `body` may be put at `position` after its squad's `leader` moved to its
    present place.

    The place must be near enough to the leader, base to base, in its line of sight, and standable.
    The distance moved and obstacles in between do not matter; staying put is legal. Without a
    height, the place is on the highest level there.
    """
    x, y = float(position[0]), float(position[1])
    height = (
        position[2]
        if len(position) == 3
        else highest_standable(table, body.base, (x, y), ignore=(body.id,))
    )
    at = (x, y, 0.0 if height is None else float(height))
    moved = body.moved(at)
    separation = distance(table, leader, moved)
    footing = stand(table, body.base, at, ignore=(body.id,))
    if not footing:
        return Reposition(False, f"the model cannot stand there: {footing.reason}", at, separation)
    within = table.policy.squad_within
    page = table.policy.page(SpaceRule.SQUAD)
    if not is_within(separation, within):
        reason = f'{format_exceeded_distance(separation, within)}" from {leader.id}, more than {within:g}"{page}'
        return Reposition(False, reason, at, separation)
    new_table = table.with_bodies(moved)
    if sight(new_table, moved, leader).verdict != "clear":
        return Reposition(False, f"no line of sight to {leader.id}{page}", at, separation)
    return Reposition(True, f'{separation:.4g}" from {leader.id}, in sight', at, separation)
