"""Move models when terrain changes: they move with it, or to a place nearby."""

from __future__ import annotations

import cmath
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import degrees, dist

import numpy as np

from wc3d.geometry.distance import point_to_section
from wc3d.geometry.points import XYZ
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.maps.edit_terrain import AnyShape, feature_shapes
from wc3d.table.maps.map_shapes import BoxShape, MeshShape, PrismShape
from wc3d.table.maps.map_shapes import cosine_and_sine as turn_of
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import find_standing_room, flat_tops, stand, table_levels
from wc3d.window.board.workshop.nearest_place import MAX_SHIFT_IN

SEARCH_STEP_IN = 0.25
"""Grid step of the search for a place, in inches."""

NO_KNOWN_PLACES: Mapping[str, Body | None] = {}
"""Default without known destinations."""

BodyMove = Callable[[Body], Body]
"""The movement of a model with the terrain below."""


def move_models_with_terrain(
    old_table: Table, new_table: Table, destinations: Mapping[str, Body | None] = NO_KNOWN_PLACES
) -> tuple[Table, list[str]]:
    """Return the table after a terrain change with its models, and a report of their moves.

    Models on terrain that was moved, rotated or scaled move with it. Those left in the air, inside
    terrain or off the table come down, or else move to the nearest place. Without room they are
    removed. Models that could not stand before stay. `destinations` overrides a model's place
    (None: off the table).
    """
    table = replace(new_table, bodies=())
    ways = _find_changed_features(old_table.features, new_table.features)
    targets = {
        body.id: way(body)
        for feature, way in ways
        for body in models_on_feature(old_table, feature)
    }
    rider_ids = targets.keys() - destinations.keys()
    targets |= {id: body for id, body in destinations.items() if body is not None}
    calm = [body for body in old_table.bodies if body.id not in {**targets, **destinations}]
    calm = [
        b for b in calm if stand(table, b.base, b.at) or not stand(old_table, b.base, b.at, (b.id,))
    ]
    upset = {
        b.id: b for b in old_table.bodies if b not in calm and b.id not in destinations
    } | targets
    table = table.with_bodies(*calm)
    ids_by_fate = dict[str, list[str]]()
    for id, body in upset.items():
        at = _find_landing(table, body, down=id in rider_ids)
        if at is not None:
            table = table.with_bodies(body.moved(at))
        moved = id in rider_ids and body not in old_table.bodies
        ids_by_fate.setdefault(_outcome_words(body, at, moved), []).append(id)
    order = [body.id for body in old_table.bodies]
    table = replace(
        table,
        bodies=tuple(
            sorted(table.bodies, key=lambda b: order.index(b.id) if b.id in order else len(order))
        ),
    )
    return table, [f"{', '.join(ids)} {fate}" for fate, ids in ids_by_fate.items() if fate]


def _outcome_words(target: Body, at: XYZ | None, moved: bool) -> str:
    """Return a model's outcome, such as "moved aside", or "" if nothing happened."""
    if at is None:
        return "removed: there is no room"
    if at == target.at:
        return "moved with the terrain" if moved else ""
    if at[:2] != target.at[:2]:
        return "moved aside"
    return f'moved {"down" if at[2] < target.at[2] else "up"} to {at[2]:.4g}"'


def models_on_feature(table: Table, feature: Feature) -> tuple[Body, ...]:
    """Return the models on a feature, which move with it."""
    return tuple(body for body in table.bodies if _is_on_feature(feature, body))


def _find_changed_features(
    old_features: Sequence[Feature], new_features: Sequence[Feature]
) -> list[tuple[Feature, BodyMove]]:
    """Return the changed features and the moves of models on them; removed ones do not move any."""
    kept_ids = {id(feature) for feature in new_features} & {id(feature) for feature in old_features}
    old, new = (
        [f for f in features if id(f) not in kept_ids] for features in (old_features, new_features)
    )
    named = {feature.id: feature for feature in new}
    renamed = new[0] if len(old) == len(new) == 1 else None
    pairs = ((feature, named.get(feature.id, renamed)) for feature in old)
    return [
        (feature, _keep_place if goal is None else _make_transform(feature, goal))
        for feature, goal in pairs
    ]


def _keep_place(body: Body) -> Body:
    return body


def _is_on_feature(feature: Feature, body: Body) -> bool:
    """Return whether a model's base is at least partly on this feature."""
    if not feature.solid or body.at[2] <= EPSILON_IN:
        return False
    at = body.at[:2]
    reach = body.radius - EPSILON_IN
    return any(
        abs(top.height - body.at[2]) <= EPSILON_IN and point_to_section(at, top.section) < reach
        for top in flat_tops((feature,))
    )


def _make_transform(old: Feature, new: Feature) -> BodyMove:
    """Return the move of a model on a feature that was moved, rotated, scaled or mirrored."""
    shapes = feature_shapes(old)
    new_shapes = feature_shapes(new)
    (middle, ahead), (to, onward) = _reference_frame(shapes), _reference_frame(new_shapes)
    flipped = _is_mirrored(shapes) != _is_mirrored(new_shapes)
    taller = (new.high - new.low) / (old.high - old.low)

    def way(body: Body) -> Body:
        local = (complex(*body.at[:2]) - middle) / ahead
        spot = to + onward * (-local.conjugate() if flipped else local)
        at = spot.real, spot.imag, new.low + (body.at[2] - old.low) * taller
        if dist(at, body.at) <= EPSILON_IN:
            return body
        facing = (
            body.facing
            if body.facing is None or flipped
            else body.facing + degrees(cmath.phase(onward / ahead))
        )
        return replace(body, at=at, facing=facing)

    return way


def _is_mirrored(shapes: Iterable[AnyShape]) -> bool:
    return any(isinstance(shape, MeshShape) and shape.mirrored for shape in shapes)


def _reference_frame(shapes: Sequence[AnyShape]) -> tuple[complex, complex]:
    """Return a reference point of shapes, and the vector to another one, in plan."""
    points = [point for shape in shapes for point in _reference_points(shape)]
    far_index = max(range(len(points)), key=lambda k: (abs(points[k] - points[0]), -k))
    ahead = points[far_index] - points[0]
    return points[0], ahead if abs(ahead) > EPSILON_IN else 1.0 + 0.0j


def _reference_points(shape: AnyShape) -> list[complex]:
    """Return points that move with a shape."""
    if isinstance(shape, PrismShape):
        return [complex(*point) for point in shape.points]
    if isinstance(shape, MeshShape):
        return [
            complex(*shape.position[:2]),
            complex(*shape.position[:2]) + shape.scale * complex(*turn_of(shape.rotation)),
        ]
    if isinstance(shape, BoxShape):
        return [
            complex(*shape.center),
            complex(*shape.center) + shape.size[0] / 2 * complex(*turn_of(shape.rotation)),
        ]
    return [complex(*shape.center), complex(*shape.center) + shape.radius]


def _find_landing(table: Table, body: Body, down: bool) -> XYZ | None:
    """Return the nearest place where a model can stand; if moved `down`, try below first."""
    x, y, z = body.at
    if stand(table, body.base, body.at):
        return body.at
    heights = [level.height for level in table_levels(table)]
    spots = [at for height in heights if stand(table, body.base, at := (x, y, height))]
    lower_spot = next((at for at in spots if at[2] <= z), None)
    if down and lower_spot is not None:
        return lower_spot
    aside = _find_spot_nearby(
        table, body, [height for height in heights if abs(height - z) <= MAX_SHIFT_IN]
    )
    candidates = [at for at in (*spots, aside) if at is not None]
    return min(candidates, key=lambda at: dist(at, body.at), default=None)


def _find_spot_nearby(table: Table, body: Body, heights: Iterable[float]) -> XYZ | None:
    """Return the nearest place at one of these heights within MAX_SHIFT_IN, or None."""
    steps = np.arange(-MAX_SHIFT_IN, MAX_SHIFT_IN + SEARCH_STEP_IN / 2, SEARCH_STEP_IN)
    offsets = np.stack(np.meshgrid(steps, steps), axis=2).reshape(-1, 2)
    offsets = offsets[np.hypot(*offsets.T) <= MAX_SHIFT_IN]
    points = np.array(body.at[:2]) + offsets
    spots = [
        (float(point[0]), float(point[1]), height)
        for height in heights
        for point in points[find_standing_room(table, body.base, points, height)]
    ]
    spots = sorted(
        (at for at in spots if dist(at, body.at) <= MAX_SHIFT_IN), key=lambda at: dist(at, body.at)
    )
    return next((at for at in spots if stand(table, body.base, at)), None)
