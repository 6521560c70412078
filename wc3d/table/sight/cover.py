"""Intervening terrain and the cover it gives."""

from __future__ import annotations

from dataclasses import dataclass

from wc3d._internal.memo import Size, memo_per_terrain
from wc3d.geometry.boxes import Box, boxes_overlap
from wc3d.geometry.distance import disc_to_piece
from wc3d.geometry.hull_test import hull_intersects
from wc3d.geometry.points import XYZ
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.sight.distances import distance_to_feature, is_within
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table_state import TableState


@dataclass(frozen=True)
class Cover:
    """The cover of a target. It is true if the target has cover.

    - `features`: ids of the features that grant it.
    - `intervening`: ids of all features with height between the two models.
    - `distances`: inches from the target's base to each intervening feature, in the same order.

    >>> cover = table.cover("jack", "hunter")
    >>> bool(cover), cover.intervening[0], cover.distances[0]
    (True, 'bank-north', 0.0)
    """

    cover: bool
    features: tuple[str, ...]
    intervening: tuple[str, ...]
    distances: tuple[float, ...]

    @property
    def rules(self) -> tuple[SpaceRule, ...]:
        """The rules that decided."""
        return SpaceRule.COVER, SpaceRule.COVER_TERRAIN

    def __bool__(self) -> bool:
        return self.cover

    def __repr__(self) -> str:
        words = f"behind {', '.join(self.features)}" if self.cover else "none"
        return f"<Cover: {words}>"


def intervenes(feature: Feature, attacker: Body, target: Body, policy: SpacePolicy) -> bool:
    """Return whether a line from volume to volume passes through the feature.

    All such lines together are the convex hull of the two volumes. The feature intervenes exactly
    if its interior meets that hull. Terrain without height never intervenes.
    """
    return is_feature_between(feature, policy.cover_from(attacker), policy.cover_to(target))


def is_feature_between(feature: Feature, first: Cylinder, second: Cylinder) -> bool:
    """Return whether the feature's interior meets the convex hull of two volumes."""
    if not feature.pieces or feature.high - feature.low <= EPSILON_IN:
        return False
    (ax, ay), (bx, by), a, b = first.center, second.center, first.radius, second.radius
    around = min(ax - a, bx - b), min(ay - a, by - b), max(ax + a, bx + b), max(ay + a, by + b)
    return any(
        hull_intersects(first, second, piece)
        for piece in feature.pieces_in_box(around)
        if piece.high - piece.low > EPSILON_IN
    )


def cover(table: TableState, attacker: Body, target: Body) -> Cover:
    """Return whether the target has cover: intervening terrain near its base that grants it."""
    between = [
        f for f in table.features if f.pieces and intervenes(f, attacker, target, table.policy)
    ]
    distances = tuple(distance_to_feature(table, target, f) for f in between)
    granting = tuple(
        f.id
        for f, d in zip(between, distances, strict=True)
        if f.cover and is_within(d, table.policy.cover_within)
    )
    return Cover(bool(granting), granting, tuple(f.id for f in between), distances)


def has_cover(table: TableState, attacker: Body, target: Body) -> bool:
    """Return whether `cover` is true, without evidence. Faster: most terrain is far away."""
    policy = table.policy
    ends = policy.cover_from(attacker), policy.cover_to(target)
    return any(
        is_feature_between(f, *ends)
        for f in _find_near_cover(table.features, target.at, target.radius, policy.cover_within)
    )


@memo_per_terrain(Size.HUGE)
def _find_near_cover(
    features: tuple[Feature, ...], at: XYZ, radius: float, inches: float
) -> tuple[Feature, ...]:
    """Return the features that grant cover and are within `inches` of a base."""
    (x, y, _), reach = at, radius + inches + 2 * EPSILON_IN
    around = (x - reach, y - reach, x + reach, y + reach)
    return tuple(
        f
        for f in features
        if f.cover and boxes_overlap(f.box, around) and _is_near(f, at, radius, inches, around)
    )


def _is_near(feature: Feature, at: XYZ, radius: float, inches: float, around: Box) -> bool:
    """Return whether a feature is within `inches` of a base, measuring only near pieces."""
    z = at[2]
    return any(
        is_within(disc_to_piece(at, radius, piece), inches)
        for piece in feature.pieces_in_box(around)
        if piece.low <= z + inches + EPSILON_IN and piece.high >= z - inches - EPSILON_IN
    )
