"""Read and write map files; report each fault with its place ("terrain[3].shape: missing")."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, ValidationError, ValidationInfo, field_validator

from wc3d._internal.atomic_write import write_atomic
from wc3d.errors import InputError, UnreadPartWarning
from wc3d.geometry.convex_parts import FootprintError
from wc3d.geometry.solids import Cylinder, Piece
from wc3d.meshes.mesh_source import MeshError, find_mesh_file
from wc3d.table.features import Feature, make_feature
from wc3d.table.maps.map_shapes import CylinderShape, MeshShape, PrismShape, Shapes
from wc3d.table.maps.strict_json import (
    Coordinate,
    FileError,
    FileFault,
    Id,
    Name,
    Point2D,
    StrictBool,
    StrictModel,
    read_json,
    repeated_id_faults,
    validation_faults,
)
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder, split_by_state

FEATURES_LIMIT = 2_000
"""The most features in a map, and the most ladders."""

MAX_TABLE_SIZE_IN = 600.0
"""The largest width or depth of a table in inches (50 feet)."""

ModelT = TypeVar("ModelT", bound=StrictModel)

TableSideLength = Annotated[
    float, Field(strict=True, allow_inf_nan=False, ge=1, le=MAX_TABLE_SIZE_IN)
]


def _remove_default(schema: dict[str, Any]) -> None:
    del schema["default"]


OPTIONAL_OVERRIDE: Any = Field(default=None, json_schema_extra=_remove_default)
"""An optional override: true, false, or missing for the kind's default."""


class MapError(FileError):
    """A map that cannot be used. It is an InputError.

    `where` names the map, and `faults` lists every mistake. A fault has a `place`
    ("terrain[3].shape.height", "" for the whole map) and a `text`.

    >>> try:
    ...     wc3d.table_from_map({"size": [30, 30], "terrain": [{"id": "a", "kind": "forest"}]})
    ... except wc3d.MapError as error:
    ...     print([fault.place for fault in error.faults])
    ['terrain[0].shape']
    """


TerrainKind = Literal["rough", "obscuring", "forest", "obstacle", "structure", "impassable"]
"""The kinds of terrain in a map file. Only missions add objectives."""


Protection = Literal["none", "concealment", "cover"]
"""The protection that players may assign to a feature, in games with several kinds."""


State = Literal["closed", "open", "removed"]
"""The state of a door, a roof or another part that the players open or take off."""


WATER_KINDS = ("rough", "impassable")
"""The kinds of ground that can be water: shallow and deep."""


class FeatureModel(StrictModel):
    """A feature of terrain: its kind, its solid, and the players' overrides.

    `water` makes rough ground shallow water, and impassable ground deep water. `state` is for a
    door, a roof or the like: one that is open or removed is not there for any rule.
    """

    id: Id
    name: Name = ""
    kind: TerrainKind
    shape: Shapes
    blocks_sight: StrictBool = OPTIONAL_OVERRIDE
    cover: StrictBool = OPTIONAL_OVERRIDE
    standable: StrictBool = OPTIONAL_OVERRIDE
    protection: Protection | None = None
    water: StrictBool = False
    state: State | None = None

    @field_validator("water", mode="after")
    @classmethod
    def _check_water(cls, water: bool, read: ValidationInfo) -> bool:
        if water and read.data.get("kind", WATER_KINDS[0]) not in WATER_KINDS:
            raise ValueError(
                "expected water to be of kind rough (shallow water) or impassable (deep water)"
            )
        return water

    @property
    def shapes(self) -> tuple[Any, ...]:
        """The shapes, as a tuple even for a single shape."""
        return self.shape if isinstance(self.shape, tuple) else (self.shape,)


class LadderModel(StrictModel):
    """A ladder, stairs or an elevator at a point, between two heights."""

    id: Id
    at: Point2D
    bottom: Coordinate = 0.0
    top: Coordinate


class MapModel(StrictModel):
    """A table and its terrain. Inches; the origin is south-west, x east, y north, z up."""

    name: Name = ""
    size: tuple[TableSideLength, TableSideLength]
    terrain: Annotated[tuple[FeatureModel, ...], Field(max_length=FEATURES_LIMIT)] = ()
    ladders: Annotated[tuple[LadderModel, ...], Field(max_length=FEATURES_LIMIT)] = ()


def map_schema() -> dict[str, Any]:
    """Return the JSON Schema of a map file.

    >>> from wc3d.table.maps.map_file import map_schema
    >>> sorted(map_schema()["properties"])
    ['ladders', 'name', 'size', 'terrain']
    """
    schema = MapModel.model_json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "wc3d map",
    }


def load_map(path: str | Path, policy: SpacePolicy) -> Table:
    """Load the table of a map file. Raises MapError, which lists every fault with its place."""
    try:
        data = read_json(path)
    except FileError as error:
        raise MapError(error.where, error.faults) from None
    return table_from_map(data, policy, str(path), Path(path).parent)


def table_from_map(
    data: Any,
    policy: SpacePolicy,
    source: str = "map",
    folder: Path | None = None,
    *,
    should_warn: bool = True,
) -> Table:
    """Build the table of a map given as an object. `folder` contains its mesh files. Raises
    MapError like `load_map`.

    Warns (UnreadPartWarning) about parts of its mesh files that were not read.
    """
    reading = read_map(data, policy, folder)
    if reading.faults or reading.table is None:
        raise MapError(source, reading.faults)
    for note in reading.notes if should_warn else ():
        warnings.warn(f"{source}: {note}", UnreadPartWarning, stacklevel=2)
    return reading.table


@dataclass(frozen=True)
class MapEntry:
    """A feature as read: its place in the file, its data, and its solids shape by shape."""

    place: str
    model: FeatureModel
    feature: Feature
    parts: tuple[tuple[Piece, ...], ...]

    @property
    def notes(self) -> list[FileFault]:
        """The parts of its mesh files that were not read."""
        meshes = [
            (i, shape) for i, shape in enumerate(self.model.shapes) if isinstance(shape, MeshShape)
        ]
        several = isinstance(self.model.shape, tuple)
        places = [
            (f"{self.place}.shape" + (f"[{i}]" if several else ""), shape) for i, shape in meshes
        ]
        return [
            FileFault(f"{place}.file", f"{Path(shape.file).name}: {note}")
            for place, shape in places
            for note in shape.notes
        ]


@dataclass(frozen=True)
class MapReadResult:
    """The readable part of a map, and every fault in it.

    `table` holds the features without a fault; None if the size is missing.
    """

    faults: tuple[FileFault, ...]
    table: Table | None
    entries: tuple[MapEntry, ...] = ()
    ladder_entries: tuple[tuple[str, Ladder], ...] = ()

    @property
    def notes(self) -> tuple[FileFault, ...]:
        """The parts of its mesh files that were not read."""
        return tuple(note for entry in self.entries for note in entry.notes)


def read_map(data: Any, policy: SpacePolicy, folder: Path | None = None) -> MapReadResult:
    """Read the valid parts of a map, and collect every fault."""
    faults: list[FileFault] = []
    model: MapModel | None
    try:
        model = MapModel.model_validate(data)
        described = [(f"terrain[{i}]", f) for i, f in enumerate(model.terrain)]
        ladders = [(f"ladders[{i}]", r) for i, r in enumerate(model.ladders)]
    except ValidationError as error:
        faults = validation_faults(error, data)
        model = _validate_or_none(
            MapModel, {"size": data.get("size")} if isinstance(data, dict) else data
        )
        described = _validate_members(FeatureModel, data, "terrain")
        ladders = _validate_members(LadderModel, data, "ladders")
    faults += repeated_id_faults(
        [(p, f.id) for p, f in described] + [(p, r.id) for p, r in ladders]
    )
    entries = []
    for place, entry in described:
        try:
            entries.append(_read_entry(place, entry, folder))
        except _ShapeError as error:
            faults.append(FileFault(f"{place}.shape{error.place}", error.text))
    rungs = []
    for place, ladder in ladders:
        if ladder.top <= ladder.bottom:
            faults.append(
                FileFault(
                    f"{place}.top",
                    f"expected a height above the bottom ({ladder.bottom:g}), found {ladder.top:g}",
                )
            )
        else:
            rungs.append((place, Ladder(ladder.id, ladder.at, ladder.bottom, ladder.top)))
    if model is None:
        return MapReadResult(tuple(faults), None, tuple(entries), tuple(rungs))
    present, open_parts = split_by_state(e.feature for e in entries)
    table = Table(
        model.size,
        present,
        tuple(r for _, r in rungs),
        name=model.name,
        open_parts=open_parts,
        policy=policy,
    )
    return MapReadResult(tuple(faults), table, tuple(entries), tuple(rungs))


def _validate_or_none(model: type[ModelT], data: Any) -> ModelT | None:
    """Return `data` as a model, or None if it is invalid."""
    try:
        return model.model_validate(data)
    except ValidationError:
        return None


def _validate_members(model: type[ModelT], data: Any, group: str) -> list[tuple[str, ModelT]]:
    """Return the valid members of a list in the file, with their places."""
    listed = data.get(group) if isinstance(data, dict) else None
    if not isinstance(listed, list | tuple):
        return []
    read = (
        (f"{group}[{i}]", _validate_or_none(model, member))
        for i, member in enumerate(listed[:FEATURES_LIMIT])
    )
    return [(place, member) for place, member in read if member is not None]


class _ShapeError(Exception):
    """A shape that is not a valid solid."""

    def __init__(self, place: str, text: str) -> None:
        super().__init__(text)
        self.place = place
        self.text = text


def _read_entry(place: str, described: FeatureModel, folder: Path | None) -> MapEntry:
    """Build the feature that a map describes, with its solids."""
    parts: list[tuple[Piece, ...]] = []
    for i, shape in enumerate(described.shapes):
        try:
            parts.append(shape.pieces(folder))
        except (FootprintError, InputError) as error:
            index = f"[{i}]" if isinstance(described.shape, tuple) else ""
            raise _ShapeError(
                index + (".file" if isinstance(shape, MeshShape) else ""), str(error)
            ) from None
    result = make_feature(
        described.id,
        described.kind,
        tuple(piece for part in parts for piece in part),
        name=described.name,
        blocks_sight=described.blocks_sight,
        cover=described.cover,
        standable=described.standable,
        protection=described.protection or "",
        water=described.water,
        state=described.state,
        shapes=described.shapes,
        meshes=tuple(
            s.mesh for s in described.shapes if isinstance(s, MeshShape) and s.mesh is not None
        ),
    )
    return MapEntry(place, described, result, tuple(parts))


def read_feature(data: Any, folder: Path | None = None) -> Feature:
    """Read one feature of a map, given as an object. Raises MapError like `load_map`, with places
    within the feature.
    """
    try:
        return _read_entry("", FeatureModel.model_validate(data), folder).feature
    except ValidationError as error:
        raise MapError("terrain", validation_faults(error, data)) from None
    except _ShapeError as error:
        raise MapError("terrain", [FileFault(f"shape{error.place}", error.text)]) from None


def map_data(table: Table, folder: Path | None = None) -> dict[str, Any]:
    """Return the table's map as the object of its file, without models.

    With `folder`, paths of mesh files are relative to that folder. Raises MapError for a feature
    made in code whose solid fits no map shape.
    """
    terrain = [_feature_dict(f, folder) for f in table.terrain]
    data: dict[str, Any] = {"name": table.name, "size": list(table.size), "terrain": terrain}
    if table.ladders:
        data["ladders"] = [
            {
                "id": r.id,
                "at": list(r.at) if isinstance(r.at, tuple) else r.at,
                "bottom": r.bottom,
                "top": r.top,
            }
            for r in table.ladders
        ]
    return data


def save_map(table: Table, path: str | Path) -> None:
    """Write the map of a table to a JSON file, completely or not at all.

    Models on the table are not part of a map. Mesh files are named relative to the new file. Raises
    MapError when the file cannot be written, or when no map shape describes a feature.

    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "copy.json"
    >>> wc3d.save_map(table, path)
    >>> wc3d.load_map(path).name == table.name
    True
    """
    path = Path(path)
    text = json.dumps(map_data(table, path.parent), indent=1, ensure_ascii=False) + "\n"
    try:
        write_atomic(path, text)
    except OSError as error:
        raise MapError(
            str(path), [FileFault("", f"cannot be written ({error.strerror})")]
        ) from None


def _feature_dict(source: Feature, folder: Path | None) -> dict[str, Any]:
    """Return a feature as the file stores it: only values that differ from the defaults."""
    shapes = [_shape_dict(s, folder) for s in source.shapes or shapes_from_pieces(source)]
    entry: dict[str, Any] = {"id": source.id}
    if source.name != source.id:
        entry["name"] = source.name
    entry["kind"] = source.kind.value
    entry["shape"] = shapes[0] if len(shapes) == 1 else shapes
    usual = make_feature(source.id, source.kind, source.pieces)
    for key in ("blocks_sight", "cover", "standable"):
        if getattr(source, key) != getattr(usual, key):
            entry[key] = getattr(source, key)
    if source.protection:
        entry["protection"] = source.protection
    if source.water:
        entry["water"] = True
    if source.state:
        entry["state"] = source.state.value
    return entry


def _shape_dict(shape: Any, folder: Path | None) -> dict[str, Any]:
    """Return a shape as the file stores it."""
    entry = shape.model_dump(mode="json", exclude_defaults=True) | {"type": shape.type}
    if isinstance(shape, MeshShape) and shape.path and folder is not None:
        try:
            is_same = find_mesh_file(shape.file, folder).samefile(shape.path)
        except (MeshError, OSError):
            is_same = False
        if not is_same:
            entry["file"] = Path(os.path.relpath(shape.path, folder)).as_posix()
    return {"type": entry.pop("type"), **entry}


def shapes_from_pieces(source: Feature) -> Iterator[Any]:
    """Yield map shapes for a feature made in code. Raises MapError if a piece fits none."""
    for piece in source.pieces:
        if isinstance(piece, Cylinder):
            yield CylinderShape(
                type="cylinder",
                center=piece.center,
                radius=piece.radius,
                bottom=piece.low,
                height=piece.high - piece.low,
            )
        elif piece.is_level:
            corners = tuple((float(x), float(y)) for x, y in piece.points)
            yield PrismShape(
                type="prism", points=corners, bottom=piece.low, height=piece.high - piece.low
            )
        else:
            raise MapError(
                source.id,
                [FileFault("", "a board file cannot describe sloped faces without a mesh file")],
            )
