"""The shapes of a map file, and their convex solids."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import AfterValidator, Discriminator, Field, PrivateAttr, Tag, field_validator

from wc3d._internal.memo import Size, memo_per_process
from wc3d.geometry.convex_parts import normalize_ring, split_into_convex
from wc3d.geometry.mesh_solids.placement import PlacedMesh
from wc3d.geometry.points import XYZ
from wc3d.geometry.solids import Cylinder, Piece, Plane, Points, Prism
from wc3d.meshes.mesh_source import find_mesh_file
from wc3d.meshes.units import Unit, Up, UpDirection
from wc3d.table.maps.strict_json import (
    Coordinate,
    Degrees,
    Height,
    Name,
    Point2D,
    Point3D,
    Positive,
    StrictBool,
    StrictModel,
)
from wc3d.table.terrain.mesh_solids import (
    DEFAULT_TOLERANCE_IN,
    MeshImportSettings,
    MeshKey,
    MeshSolid,
    load_mesh_solid,
    make_mesh_key,
)

POINTS_LIMIT = 2_000
"""The most corners of a polygon."""

PLATE_THICKNESS_IN = 0.01
"""The thickness of a level that the players settled. Inches."""

SHAPES_LIMIT = 500
"""The most shapes of a feature."""


class BoxShape(StrictModel):
    """A box: `size` [x, y] before it is turned by `rotation` degrees counter-clockwise about its
    `center`.
    """

    type: Literal["box"]
    center: Point2D
    size: tuple[Positive, Positive]
    rotation: Degrees = 0.0
    bottom: Coordinate = 0.0
    height: Height

    def pieces(self, folder: Path | None = None) -> tuple[Piece, ...]:
        """Return its convex solids."""
        x, y = self.size[0] / 2, self.size[1] / 2
        corners = rotate_points(
            np.array([[-x, -y], [x, -y], [x, y], [-x, y]]), self.rotation
        ) + np.array(self.center)
        return (Prism(corners, Plane(self.bottom), Plane(self.bottom + self.height)),)


class PrismShape(StrictModel):
    """An upright prism over a polygon, convex or not, that does not cross itself."""

    type: Literal["prism"]
    points: Annotated[tuple[Point2D, ...], Field(min_length=3, max_length=POINTS_LIMIT)]
    bottom: Coordinate = 0.0
    height: Height

    @field_validator("points")
    @classmethod
    def _check_outline(cls, points: tuple[Point2D, ...]) -> tuple[Point2D, ...]:
        normalize_ring(
            points
        )  # pydantic reports a FootprintError to the user, because it is a ValueError
        return points

    def pieces(self, folder: Path | None = None) -> tuple[Piece, ...]:
        """Return its convex solids."""
        bottom, top = Plane(self.bottom), Plane(self.bottom + self.height)
        return tuple(Prism(part, bottom, top) for part in split_into_convex(self.points))


class CylinderShape(StrictModel):
    """An upright cylinder."""

    type: Literal["cylinder"]
    center: Point2D
    radius: Positive
    bottom: Coordinate = 0.0
    height: Height

    def pieces(self, folder: Path | None = None) -> tuple[Piece, ...]:
        """Return its convex solids."""
        return (Cylinder(self.center, self.radius, self.bottom, self.bottom + self.height),)


class LevelOutline(StrictModel):
    """A standable level: its height and outline in inches, before the mesh is turned and moved."""

    height: Coordinate
    outline: Annotated[tuple[Point2D, ...], Field(min_length=3, max_length=POINTS_LIMIT)]

    @field_validator("outline")
    @classmethod
    def _check_outline(cls, points: tuple[Point2D, ...]) -> tuple[Point2D, ...]:
        normalize_ring(points)
        return points

    def plates(self) -> list[Prism]:
        """Return thin plates whose tops are the level."""
        return [
            Prism(part, Plane(self.height - PLATE_THICKNESS_IN), Plane(self.height))
            for part in split_into_convex(self.outline)
        ]


def _check_direction(direction: UpDirection) -> UpDirection:
    if not max(abs(value) for value in direction) >= 1e-6:
        raise ValueError("expected a direction [x, y, z] that is not 0")
    return direction


UpVector = Annotated[tuple[Coordinate, Coordinate, Coordinate], AfterValidator(_check_direction)]
"""A direction of a mesh file that points up on the table."""


class MeshShape(StrictModel):
    """A mesh file (STL, OBJ, GLB, glTF, PLY, 3MF): scaled, mirrored, turned about its own origin,
    then moved to `position`.

    `file` is searched next to the map, then in `models3d/`. `units` and `up` default to inches and
    z, for GLB and glTF to meters and y; `up` may also be a direction [x, y, z] of the file, for a
    mesh that lies on any face; `scale` multiplies on top. The solids of a mesh that is
    open, dirty or large, or that has levels, follow it to within `tolerance` inches. `levels` are
    the levels that the players settled. Without them the program finds the levels, each even to
    within `uneven` inches (0.1).
    """

    type: Literal["mesh"]
    file: Annotated[Name, Field(min_length=1)]
    position: Point3D
    rotation: Degrees = 0.0
    scale: Positive = 1.0
    units: Unit | None = None
    up: Up | UpVector | None = None
    mirrored: StrictBool = False
    tolerance: Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0.005, le=1.0)] = (
        DEFAULT_TOLERANCE_IN
    )
    uneven: Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0.001, le=1.0)] | None = (
        None
    )
    levels: Annotated[tuple[LevelOutline, ...], Field(max_length=100)] | None = None
    _found: Path | None = PrivateAttr(default=None)
    _made_of: MeshKey | None = PrivateAttr(default=None)
    _made_from: str = PrivateAttr(default="")
    _notes: tuple[str, ...] = PrivateAttr(default=())
    _mesh: PlacedMesh | None = PrivateAttr(default=None)

    @property
    def import_settings(self) -> MeshImportSettings:
        """The settings for importing its file."""
        return MeshImportSettings(
            self.units, self.up, self.scale, self.tolerance, self.levels is not None, self.uneven
        )

    @property
    def mesh(self) -> PlacedMesh | None:
        """The placed mesh, if its solids only bound it; available after `pieces`."""
        return self._mesh

    @property
    def mesh_key(self) -> MeshKey | None:
        """The identity of its file when the solids were made."""
        return self._made_of

    @property
    def triangles_hash(self) -> str:
        """The hash of its file's triangles; available after `pieces`."""
        return self._made_from

    @property
    def notes(self) -> tuple[str, ...]:
        """The parts of its file that were not read; available after `pieces`."""
        return self._notes

    @property
    def path(self) -> Path | None:
        """The path of the file, once it has been read."""
        return self._found

    def find(self, folder: Path | None = None) -> Path:
        """Find its file next to a map in `folder`, then in models3d/. Raises MeshError."""
        self._found = find_mesh_file(self.file, folder)
        return self._found

    def pieces(self, folder: Path | None = None) -> tuple[Piece, ...]:
        """Return solids that are or bound the mesh. Raises MeshError for an unusable file."""
        path = self.find(folder)
        self._made_of = make_mesh_key(path, self.import_settings)
        solid = load_mesh_solid(path, self.import_settings)
        self._made_from = solid.triangles_hash
        self._notes = solid.notes
        pieces = _place_prisms(solid, self.rotation, self.position, self.mirrored)
        self._mesh = None
        if solid.bounds is not None:
            floors = tuple(float(h) + self.position[2] for h in solid.bounds.floors)
            if self.levels is not None:
                plates = [plate for level in self.levels for plate in level.plates()]
                pieces += tuple(
                    place_prism(p, self.rotation, self.position, self.mirrored) for p in plates
                )
                floors = tuple(level.height + self.position[2] for level in self.levels)
            cosine, sine = cosine_and_sine(self.rotation)
            self._mesh = PlacedMesh(
                solid.bounds, self.position, cosine, sine, self.mirrored, pieces, floors
            )
        return pieces


Shape = Annotated[BoxShape | PrismShape | CylinderShape | MeshShape, Field(discriminator="type")]


def _shape_tag(value: Any) -> str:
    return "several shapes" if isinstance(value, list | tuple) else "one shape"


Shapes = Annotated[
    Annotated[Shape, Tag("one shape")]
    | Annotated[
        Annotated[tuple[Shape, ...], Field(min_length=1, max_length=SHAPES_LIMIT)],
        Tag("several shapes"),
    ],
    Discriminator(_shape_tag),
]
"""A shape, or a list of shapes that together make a feature."""


def cosine_and_sine(degrees: float) -> tuple[float, float]:
    """Return the cosine and sine of an angle, exact for quarter turns."""
    quarters, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarters) % 4]
    return cos(radians(degrees)), sin(radians(degrees))


def rotate_points(points: Points, degrees: float) -> Points:
    """Return `points` (n, 2) turned counter-clockwise about the origin."""
    c, s = cosine_and_sine(degrees)
    return points @ np.array([[c, s], [-s, c]])


def mesh_point_on_table(
    place: XYZ, position: Sequence[float], rotation: float, mirrored: bool
) -> XYZ:
    """Return the table point for a mesh point in inches: mirror it, turn it and move it."""
    flat = rotate_points(np.array([[-place[0] if mirrored else place[0], place[1]]]), rotation)[0]
    return float(flat[0] + position[0]), float(flat[1] + position[1]), place[2] + position[2]


@memo_per_process(Size.MEDIUM)
def _place_prisms(
    solid: MeshSolid, degrees: float, position: tuple[float, float, float], mirrored: bool
) -> tuple[Prism, ...]:
    """Return the placed prisms of a mesh, cached because boards are read again for every game."""
    return tuple(place_prism(p, degrees, position, mirrored) for p in solid.prisms)


def place_prism(
    prism: Prism, degrees: float, position: tuple[float, float, float], mirrored: bool = False
) -> Prism:
    """Return a prism mirrored (x to -x) if `mirrored`, turned about the origin, then moved."""
    if mirrored:
        bottom, top = (Plane(p.at, -p.slope_x, p.slope_y) for p in (prism.bottom, prism.top))
        prism = Prism((prism.points * [-1.0, 1.0])[::-1], bottom, top)
    x, y, z = position
    c, s = cosine_and_sine(degrees)

    def plane(p: Plane) -> Plane:
        slope_x, slope_y = c * p.slope_x - s * p.slope_y, s * p.slope_x + c * p.slope_y
        return Plane(p.at + z - slope_x * x - slope_y * y, slope_x, slope_y)

    return Prism(
        rotate_points(prism.points, degrees) + np.array([x, y]),
        plane(prism.bottom),
        plane(prism.top),
    )
