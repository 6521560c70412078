"""Edit terrain: move, turn, scale, rename, copy and create features.

Every result is read like a map file. All numbers are rounded to a millionth of an inch before the
solid is made. The saved map is therefore the one that was shown and judged.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from pydantic import ValidationError

from wc3d.errors import InputError
from wc3d.geometry.points import XYZ
from wc3d.geometry.solids import Prism
from wc3d.table.features import Feature, Kind
from wc3d.table.features import make_feature as usual_feature
from wc3d.table.maps.map_file import (
    WATER_KINDS,
    MapError,
    MapModel,
    read_feature,
    shapes_from_pieces,
)
from wc3d.table.maps.map_shapes import (
    BoxShape,
    CylinderShape,
    LevelOutline,
    MeshShape,
    PrismShape,
    rotate_points,
)
from wc3d.table.maps.standing_regions import section_to_polygon
from wc3d.table.maps.strict_json import validation_faults
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder
from wc3d.table.terrain.standing_places import flat_top_height, piece_footprint, table_levels

AnyShape = BoxShape | PrismShape | CylinderShape | MeshShape

FEATURE_FLAGS = ("blocks_sight", "cover", "standable")
"""The properties of a feature that players may override."""

DEFAULT_HEIGHTS_IN: dict[Kind, float] = {
    Kind.STRUCTURE: 3.0,
    Kind.IMPASSABLE: 3.0,
    Kind.OBSTACLE: 1.0,
    Kind.FOREST: 4.0,
    Kind.OBSCURING: 3.0,
    Kind.ROUGH: 0.0,
}
"""The height of new terrain in inches, for every kind."""

NUMBER_DIGITS = 6
"""The decimal places of a stored number."""

SCALE_DIGITS = 12
"""The decimal places of a mesh's scale, which multiplies lengths of hundreds of millimeters."""


class TerrainEditError(InputError):
    """An edit whose result is not valid terrain, with the reason in one line."""


def round_number(value: float) -> float:
    """Round a number for storage."""
    return round(float(value), NUMBER_DIGITS) + 0.0


def round_scale(value: float) -> float:
    """Round a mesh's scale for storage."""
    return float(f"{value:.{SCALE_DIGITS}g}")


def feature_shapes(feature: Feature) -> tuple[AnyShape, ...]:
    """Return a feature's shapes as a map file describes them. Raises MapError if its solids are
    made in code and fit no shape.
    """
    return tuple(feature.shapes) or tuple(shapes_from_pieces(feature))


def change_shape(shape: AnyShape, **values: Any) -> AnyShape:
    """Return the shape with other values. Raises TerrainEditError."""
    data = shape.model_dump() | values
    try:
        return type(shape).model_validate(data)
    except ValidationError as error:
        fault = validation_faults(error, data)[0]
        raise TerrainEditError(f"{fault.place or 'the shape'}: {fault.text}") from None


# --- position of a feature


@dataclass(frozen=True)
class BoundingBox:
    """An axis-aligned bounding box: its lowest and highest corner."""

    low: XYZ
    high: XYZ

    @property
    def middle(self) -> tuple[float, float]:
        """The middle (x, y) in plan."""
        return round_number((self.low[0] + self.high[0]) / 2), round_number(
            (self.low[1] + self.high[1]) / 2
        )

    @property
    def size(self) -> XYZ:
        """The width, depth and height."""
        x, y, z = (b - a for a, b in zip(self.low, self.high, strict=True))
        return x, y, z


def bounding_box(feature: Feature) -> BoundingBox:
    """Return the bounding box of a feature."""
    boxes = [p.box for p in feature.pieces]
    return BoundingBox(
        (min(b[0] for b in boxes), min(b[1] for b in boxes), feature.low),
        (max(b[2] for b in boxes), max(b[3] for b in boxes), feature.high),
    )


def pivot_point(feature: Feature) -> XYZ:
    """Return the point about which a feature turns and scales, at its bottom: the anchor of its
    shape, or the mean for several.

    Turning the feature does not move this point. A mesh uses its middle, because its origin may be
    far away.
    """
    shapes = feature_shapes(feature)
    if len(shapes) == 1 and isinstance(shapes[0], MeshShape):
        return _mesh_anchor(feature, shapes[0])
    middles = [_middle(shape) for shape in shapes]
    x, y = (sum(m[k] for m in middles) / len(middles) for k in (0, 1))
    return round_number(x), round_number(y), round_number(feature.low)


def _mesh_anchor(feature: Feature, shape: MeshShape) -> XYZ:
    """Return the middle of the bottom of a mesh's bounding box, in the coordinates of its file."""
    origin = np.array(shape.position[:2])
    own = rotate_points(
        np.concatenate([p.points for p in feature.pieces if isinstance(p, Prism)]) - origin,
        -shape.rotation,
    )
    x, y = rotate_points((own.min(axis=0) + own.max(axis=0)) / 2, shape.rotation) + origin
    return round_number(x), round_number(y), round_number(feature.low)


def _middle(shape: AnyShape) -> tuple[float, float]:
    if isinstance(shape, MeshShape):
        return shape.position[:2]
    if isinstance(shape, PrismShape):
        middle = shapely.Polygon(shape.points).centroid
        return float(middle.x), float(middle.y)
    return shape.center


# --- changes of shapes


def move_shape(shape: AnyShape, by: XYZ) -> AnyShape:
    """Return the shape moved `by` a vector."""
    dx, dy, dz = by

    def at(point: Iterable[float]) -> tuple[float, float]:
        x, y = point
        return round_number(x + dx), round_number(y + dy)

    if isinstance(shape, MeshShape):
        x, y, z = shape.position
        return change_shape(
            shape, position=(round_number(x + dx), round_number(y + dy), round_number(z + dz))
        )
    bottom = round_number(shape.bottom + dz)
    if isinstance(shape, PrismShape):
        return change_shape(shape, points=tuple(at(p) for p in shape.points), bottom=bottom)
    return change_shape(shape, center=at(shape.center), bottom=bottom)


def turn_shape(shape: AnyShape, degrees: float, about: tuple[float, float]) -> AnyShape:
    """Return the shape turned counter-clockwise about a point."""

    def at(points: Iterable[Iterable[float]]) -> tuple[tuple[float, float], ...]:
        turned_points = rotate_points(np.array(list(points), dtype=float) - about, degrees) + about
        return tuple((round_number(x), round_number(y)) for x, y in turned_points)

    if isinstance(shape, PrismShape):
        return change_shape(shape, points=at(shape.points))
    if isinstance(shape, CylinderShape):
        return change_shape(shape, center=at([shape.center])[0])
    rotation = round_number((shape.rotation + degrees) % 360.0)
    if isinstance(shape, MeshShape):
        x, y, z = shape.position
        return change_shape(shape, position=(*at([(x, y)])[0], z), rotation=rotation)
    return change_shape(shape, center=at([shape.center])[0], rotation=rotation)


def scale_shape(shape: AnyShape, factor: float, about: XYZ) -> AnyShape:
    """Return the shape scaled in all three directions about a point."""
    ax, ay, az = about

    def at(point: Iterable[float]) -> tuple[float, float]:
        x, y = point
        return round_number(ax + (x - ax) * factor), round_number(ay + (y - ay) * factor)

    def up(z: float) -> float:
        return round_number(az + (z - az) * factor)

    if isinstance(shape, MeshShape):
        x, y, z = shape.position
        levels = (
            None
            if shape.levels is None
            else tuple(_scale_level(level, factor) for level in shape.levels)
        )
        return change_shape(
            shape,
            position=(*at((x, y)), up(z)),
            scale=round_scale(shape.scale * factor),
            levels=levels,
        )
    values: dict[str, Any] = {
        "bottom": up(shape.bottom),
        "height": round_number(shape.height * factor),
    }
    if isinstance(shape, PrismShape):
        return change_shape(shape, points=tuple(at(p) for p in shape.points), **values)
    if isinstance(shape, CylinderShape):
        return change_shape(
            shape, center=at(shape.center), radius=round_number(shape.radius * factor), **values
        )
    size = round_number(shape.size[0] * factor), round_number(shape.size[1] * factor)
    return change_shape(shape, center=at(shape.center), size=size, **values)


def _scale_level(level: LevelOutline, factor: float) -> dict[str, Any]:
    outline = tuple((round_number(x * factor), round_number(y * factor)) for x, y in level.outline)
    return {"height": round_number(level.height * factor), "outline": outline}


# --- changes of features


def flag_overrides(feature: Feature) -> dict[str, bool]:
    """Return the flags of a feature that differ from its kind's defaults."""
    return {key: value for key, value in describe_flags(feature).items() if value is not None}


def describe_flags(feature: Feature) -> dict[str, bool | None]:
    """Return each flag of a feature, or None for the kind's default."""
    plain = usual_feature(feature.id, feature.kind, feature.pieces)
    return {
        key: None if getattr(feature, key) == getattr(plain, key) else getattr(feature, key)
        for key in FEATURE_FLAGS
    }


def rebuild_feature(feature: Feature, folder: Path | None, **changes: Any) -> Feature:
    """Return the feature with another `id`, `name`, `kind`, `shapes` or flags, read as from a map
    file.

    A flag of None means the kind's default. Raises TerrainEditError, and MeshError for a mesh that
    cannot be used.
    """
    name = "" if feature.name == feature.id else feature.name
    data: dict[str, Any] = {
        "id": feature.id,
        "name": name,
        "kind": feature.kind.value,
        **flag_overrides(feature),
    }
    data |= {
        "protection": feature.protection or None,
        "water": feature.water and changes.get("kind", feature.kind) in WATER_KINDS,
        "state": feature.state,
    }
    data |= {key: value for key, value in changes.items() if key != "shapes"}
    shapes = changes.get("shapes") or feature_shapes(feature)
    return build_feature(data, shapes, folder)


def build_feature(
    data: dict[str, Any], shapes: Collection[AnyShape], folder: Path | None
) -> Feature:
    """Build a feature from shapes and its `data`: id, name, kind and flags. Raises
    TerrainEditError, in one line.
    """
    dumped = [s.model_dump() for s in shapes]
    whole = {k: v for k, v in data.items() if v is not None} | {
        "shape": dumped[0] if len(dumped) == 1 else dumped
    }
    try:
        return read_feature(whole, folder)
    except MapError as error:
        raise TerrainEditError("; ".join(str(f) for f in error.faults)) from None


def move_feature(feature: Feature, by: XYZ, folder: Path | None) -> Feature:
    """Return the feature moved `by` a vector."""
    return rebuild_feature(
        feature, folder, shapes=tuple(move_shape(s, by) for s in feature_shapes(feature))
    )


def scale_feature(feature: Feature, factor: float, folder: Path | None) -> Feature:
    """Return the feature scaled about its pivot. Raises TerrainEditError."""
    if not factor > 0:
        raise TerrainEditError(f"scale: expected a number above 0, found {factor:g}")
    about = pivot_point(feature)
    return rebuild_feature(
        feature,
        folder,
        shapes=tuple(scale_shape(s, factor, about) for s in feature_shapes(feature)),
    )


def feature_rotation(feature: Feature) -> float | None:
    """Return the rotation in a feature's file; None for prisms, cylinders and several shapes."""
    shapes = feature_shapes(feature)
    return (
        shapes[0].rotation
        if len(shapes) == 1 and isinstance(shapes[0], BoxShape | MeshShape)
        else None
    )


# --- changes of the table


def make_unused_id(table: Table, new_id: str) -> str:
    """Return `new_id`, with a number appended if a feature or ladder already uses it."""
    used_ids = {feature.id for feature in table.terrain} | {r.id for r in table.ladders}
    return choose_unused_id(used_ids, new_id)


def choose_unused_id(used_ids: Collection[str], new_id: str) -> str:
    """Return `new_id`, with a number appended if it is used."""
    if new_id not in used_ids:
        return new_id
    stem = new_id.rstrip("0123456789").rstrip("-") or new_id
    return next(name for k in count(2) if (name := f"{stem}-{k}") not in used_ids)


def put_feature(table: Table, feature: Feature, instead: str | None = None) -> Table:
    """Return the table with a feature added, or in place of `instead`. Raises TerrainEditError if
    its id is taken.
    """
    terrain = table.terrain
    used_ids = {f.id for f in terrain if f.id != instead} | {r.id for r in table.ladders}
    if feature.id in used_ids:
        raise TerrainEditError(f'"{feature.id}" is already in use; choose another id')
    placed = (
        (*terrain, feature)
        if instead is None
        else tuple(feature if f.id == instead else f for f in terrain)
    )
    return table.with_terrain(placed)


def put_ladder(table: Table, ladder: Ladder, instead: str | None = None) -> Table:
    """Return the table with a ladder added, or in place of `instead`. Raises TerrainEditError."""
    used_ids = {f.id for f in table.terrain}
    used_ids |= {r.id for r in table.ladders if r.id != instead}
    if ladder.id in used_ids:
        raise TerrainEditError(f'"{ladder.id}" is already in use; choose another id')
    if not ladder.top > ladder.bottom:
        raise TerrainEditError(
            f"top: expected a height above the bottom ({ladder.bottom:g}), found {ladder.top:g}"
        )
    data = {
        "size": table.size,
        "ladders": [{"id": ladder.id, "at": ladder.at, "bottom": ladder.bottom, "top": ladder.top}],
    }
    _check_map(data)
    ladders = tuple(ladder if r.id == instead else r for r in table.ladders)
    return replace(table, ladders=ladders if instead is not None else (*table.ladders, ladder))


def remove_element(table: Table, id: str) -> Table:
    """Return the table without the feature or ladder of that id."""
    return replace(
        table,
        features=tuple(f for f in table.features if f.id != id),
        open_parts=tuple(f for f in table.open_parts if f.id != id),
        ladders=tuple(r for r in table.ladders if r.id != id),
    )


def resize_table(table: Table, size: tuple[float, float], name: str) -> Table:
    """Return the table with another size and name. Raises TerrainEditError."""
    _check_map({"name": name, "size": size})
    return replace(table, size=(round_number(size[0]), round_number(size[1])), name=name)


def _check_map(data: dict[str, Any]) -> None:
    try:
        MapModel.model_validate(data)
    except ValidationError as error:
        fault = validation_faults(error, data)[0]
        raise TerrainEditError(f"{fault.place}: {fault.text}") from None


def floor_height(table: Table, at: tuple[float, float], but: str | None = None) -> float:
    """Return the highest solid level over a point, without the feature `but`; 0 for the table."""
    spot = shapely.Point(at)
    best = 0.0
    for f in table.features:
        if f.id == but or not f.kind.solid:
            continue
        for piece in f.pieces:
            x0, y0, x1, y1 = piece.box
            if not (x0 <= at[0] <= x1 and y0 <= at[1] <= y1) or piece.high <= best:
                continue
            top = flat_top_height(piece)
            if (
                top is not None
                and top > best
                and section_to_polygon(piece_footprint(piece)).intersects(spot)
            ):
                best = top
    return round_number(best)


def make_ladder(table: Table, at: tuple[float, float]) -> Ladder:
    """Return a ladder from the floor at a point up to the highest level it reaches. Raises
    TerrainEditError if there is none.
    """
    x, y = round_number(at[0]), round_number(at[1])
    spot = shapely.Point(x, y)
    within = table.policy.ladder_within
    heights = {0.0} | {
        round_number(level.height)
        for level in table_levels(table)
        if any(section_to_polygon(s).distance(spot) <= within for s in level.shapes)
    }
    top = max(heights)
    floor = floor_height(table, (x, y))
    bottom = floor if floor < top else max((z for z in heights if z < top), default=0.0)
    if top <= bottom:
        raise TerrainEditError(f'there is no floor to climb to within {within:g}" of this point')
    return Ladder(make_unused_id(table, "ladder"), (x, y), bottom, top)
