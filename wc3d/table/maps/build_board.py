"""Build a board in Python, within the limits of a map file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Real
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np
from pydantic import ValidationError

from wc3d._internal.suggestions import suggest_similar
from wc3d.errors import InputError
from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.solids import Cylinder, Prism
from wc3d.table import features as terrain
from wc3d.table.features import Feature, Kind
from wc3d.table.maps.map_file import MapError, map_data, read_feature, table_from_map
from wc3d.table.maps.map_shapes import BoxShape, CylinderShape, MeshShape, PrismShape
from wc3d.table.maps.strict_json import FileFault, StrictModel, validation_faults
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder

Shape = BoxShape | PrismShape | CylinderShape | MeshShape
FeatureShape = Shape | Prism | Cylinder
"""The shapes of a feature: those of a map file, or convex solids."""

MAX_QUOTE_CHARS = 60
"""The number of characters of an invalid value that a message shows."""

ModelT = TypeVar("ModelT", bound=StrictModel)


def box(
    center: XY, size: XY, height: float, *, rotation: float = 0.0, bottom: float = 0.0
) -> BoxShape:
    """Return a box, for `feature`.

    `center` is (x, y) and `size` is (along x, along y) before the box is turned by `rotation`
    degrees counter-clockwise about its center. It reaches from `bottom` to `bottom + height`. All
    lengths are inches. Raises MapError for values that a map file could not hold.

    >>> wc3d.box((12, 15), (6, 0.5), height=2, rotation=30).size
    (6.0, 0.5)
    """
    data = {
        "type": "box",
        "center": center,
        "size": size,
        "height": height,
        "rotation": rotation,
        "bottom": bottom,
    }
    return _validate_shape(BoxShape, data)


def prism(points: Sequence[XY], height: float, *, bottom: float = 0.0) -> PrismShape:
    """Return an upright prism over a polygon, for `feature`.

    `points` are the corners (x, y) of the polygon. It may be concave but may not cross itself. The
    prism reaches from `bottom` to `bottom + height`, in inches. Raises MapError.

    >>> len(wc3d.prism([(3, 3), (9, 4), (7, 9)], height=4).points)
    3
    """
    return _validate_shape(
        PrismShape, {"type": "prism", "points": points, "height": height, "bottom": bottom}
    )


def cylinder(center: XY, radius: float, height: float, *, bottom: float = 0.0) -> CylinderShape:
    """Return an upright cylinder, for `feature`.

    `center` is (x, y). The cylinder reaches from `bottom` to `bottom + height`. All lengths are
    inches. Raises MapError.

    >>> wc3d.cylinder((22, 20), 2, 5).radius
    2.0
    """
    return _validate_shape(
        CylinderShape,
        {
            "type": "cylinder",
            "center": center,
            "radius": radius,
            "height": height,
            "bottom": bottom,
        },
    )


def mesh(
    file: str | Path,
    position: XYZ,
    *,
    rotation: float = 0.0,
    scale: float = 1.0,
    mirrored: bool = False,
    units: Literal["in", "mm", "cm", "m"] | None = None,
    up: Literal["z", "y", "x", "-z", "-y", "-x"] | tuple[float, float, float] | None = None,
) -> MeshShape:
    """Return a mesh file (STL, OBJ, GLB, glTF, PLY, 3MF) placed on the table, for `feature`.

    `position` is the place of the file's origin, (x, y, z) in inches. `rotation` is in degrees
    counter-clockwise. `units` and `up` describe the file; by default they are "in" and "z", for
    GLB and glTF "m" and "y". `up` may be a direction (x, y, z) of the file. `scale` multiplies on
    top. `feature` reads the file and raises MapError if it cannot be used.

    >>> wc3d.mesh("ruin.stl", (20, 8, 0), rotation=90, units="mm").file
    'ruin.stl'
    """
    options = {"rotation": rotation, "scale": scale, "mirrored": mirrored, "units": units, "up": up}
    return _validate_shape(
        MeshShape, {"type": "mesh", "file": str(file), "position": position, **options}
    )


def feature(
    id: str,
    kind: Kind | str,
    shape: FeatureShape | Sequence[FeatureShape],
    *,
    name: str = "",
    blocks_sight: bool | None = None,
    cover: bool | None = None,
    standable: bool | None = None,
    state: Literal["closed", "open", "removed"] | None = None,
    folder: Path | None = None,
) -> Feature:
    """Return a feature of terrain made of one shape or of several.

    `kind` is a `Kind` or its value, such as "forest". The flags override the kind's defaults:
    `blocks_sight`, `cover` (grants cover), `standable` (models may stand on top). `state` is for a
    door or a roof; one that is open or removed is not there for any rule. `folder` contains its
    mesh files. Raises InputError for an unknown kind, for a missing shape and for a value that is
    not a shape. Raises MapError for a mesh file that cannot be used.

    >>> ruin = wc3d.feature("ruin", "structure", [wc3d.box((10, 10), (4, 4), height=3),
    ...                                           wc3d.cylinder((12, 12), 1, 5)])
    >>> ruin.high, ruin.blocks_sight, ruin.standable
    (5.0, True, True)
    """
    _check_kind(id, kind)
    flags: dict[str, Any] = {
        "blocks_sight": blocks_sight,
        "cover": cover,
        "standable": standable,
        "state": state,
    }
    shapes = tuple(shape) if isinstance(shape, list | tuple) else (shape,)
    pieces = tuple(s for s in shapes if isinstance(s, Prism | Cylinder))
    if pieces and len(pieces) == len(shapes):
        return terrain.make_feature(id, kind, pieces, name=name, **flags)
    _check_shapes(id, shapes)
    data = {
        "id": id,
        "name": name,
        "kind": str(kind),
        "shape": shapes if len(shapes) > 1 else shapes[0],
    }
    try:
        return read_feature(
            data | {flag: value for flag, value in flags.items() if value is not None}, folder
        )
    except MapError as error:
        raise MapError(f"feature {id}", error.faults) from None


def _check_kind(id: str, kind: Kind | str) -> None:
    """Check the kind of a feature. Raises InputError."""
    if str(kind) not in list(Kind):
        kinds = [k.value for k in Kind if k is not Kind.OBJECTIVE]
        raise InputError(
            f"feature {id}: unknown kind {kind!r}; expected one of {', '.join(kinds)}{suggest_similar(kind, kinds)}"
        )


def _check_shapes(id: str, shapes: tuple[Any, ...]) -> None:
    """Check the shapes of a feature. Raises InputError."""
    known = BoxShape | PrismShape | CylinderShape | MeshShape | dict
    wrong = next((s for s in shapes if not isinstance(s, known)), None)
    if wrong is not None or not shapes:
        kind_text = type(wrong).__name__ if shapes else "none"
        raise InputError(
            f"feature {id}: expected shapes (wc3d.box, prism, cylinder, mesh), found {kind_text}"
        )


def build_table(
    size: XY, features: Iterable[Feature], ladders: Iterable[Ladder], name: str, policy: SpacePolicy
) -> Table:
    """Build a table of `size` (width, depth) inches. Raises InputError with every fault that a map
    could not hold.
    """
    features = tuple(features)
    ladders = tuple(ladders)
    for group, items, kind in (("features", features, Feature), ("ladders", ladders, Ladder)):
        wrong = [
            FileFault(
                f"{group}[{i}]", f"expected a wc3d.{kind.__name__}, found {type(item).__name__}"
            )
            for i, item in enumerate(items)
            if not isinstance(item, kind)
        ]
        if wrong:
            raise MapError("board", wrong)
    table = Table(_read_size(size), features, ladders, name=name, policy=policy)
    return table_from_map(map_data(table, Path()), policy, "board", Path())


def _read_size(size: Any) -> XY:
    """Return the size of a table as two floats. Raises InputError for values such as "30x30"."""
    sides = (
        list(size)
        if isinstance(size, Sequence | np.ndarray) and not isinstance(size, str | bytes)
        else []
    )
    wrong = InputError(f"board: expected a size (width, depth) in inches, found {_quote(size)}")
    if len(sides) != 2 or not all(
        isinstance(side, Real) and not isinstance(side, bool) for side in sides
    ):
        raise wrong
    try:
        return float(sides[0]), float(sides[1])
    except OverflowError:
        raise wrong from None


def _quote(value: object) -> str:
    """Return the repr of a value, shortened for a message."""
    text = repr(value)
    return text if len(text) <= MAX_QUOTE_CHARS else f"{text[:MAX_QUOTE_CHARS]}..."


def _validate_shape(kind: type[ModelT], data: dict[str, Any]) -> ModelT:
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        raise MapError(data["type"], validation_faults(error, data)) from None
