"""The shapes of a map file, and the convex solids they are."""
from __future__ import annotations

from math import cos, radians, sin
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Discriminator, Field, PrivateAttr, Tag, field_validator

from wc3d.geometry.convex_parts import convex_parts, outline
from wc3d.geometry.solids import Cylinder, Piece, Plane, Points, Prism
from wc3d.meshes.files import find_mesh
from wc3d.table.maps.reading import Coordinate, Degrees, Flat, Height, Point, Positive, Strict, Text
from wc3d.table.terrain.meshes import MeshKey, mesh_key, mesh_prisms

POINTS_LIMIT = 2_000
"""Corners: no polygon has more."""

SHAPES_LIMIT = 500
"""Shapes: no feature has more."""


class BoxShape(Strict):
    """A box: `size` [x, y] before it is turned by `rotation` degrees counter-clockwise about its `center`."""

    type: Literal["box"]
    center: Flat
    size: tuple[Positive, Positive]
    rotation: Degrees = 0.0
    bottom: Coordinate = 0.0
    height: Height

    def pieces(self, folder: Path | None = None) -> tuple[Piece, ...]:
        """The convex solids it is."""
        x, y = self.size[0] / 2, self.size[1] / 2
        corners = turned(np.array([[-x, -y], [x, -y], [x, y], [-x, y]]), self.rotation) + np.array(self.center)
        return (Prism(corners, Plane(self.bottom), Plane(self.bottom + self.height)),)


class PrismShape(Strict):
    """An upright prism over a polygon, convex or not, that does not cross itself."""

    type: Literal["prism"]
    points: Annotated[tuple[Flat, ...], Field(min_length=3, max_length=POINTS_LIMIT)]
    bottom: Coordinate = 0.0
    height: Height

    @field_validator("points")
    @classmethod
    def _simple(cls, points: tuple[Flat, ...]) -> tuple[Flat, ...]:
        outline(points)  # a FootprintError is a ValueError: its words reach the user, with the place
        return points

    def pieces(self, folder: Path | None = None) -> tuple[Piece, ...]:
        """The convex solids it is."""
        bottom, top = Plane(self.bottom), Plane(self.bottom + self.height)
        return tuple(Prism(part, bottom, top) for part in convex_parts(self.points))


class CylinderShape(Strict):
    """An upright cylinder."""

    type: Literal["cylinder"]
    center: Flat
    radius: Positive
    bottom: Coordinate = 0.0
    height: Height

    def pieces(self, folder: Path | None = None) -> tuple[Piece, ...]:
        """The convex solids it is."""
        return (Cylinder(self.center, self.radius, self.bottom, self.bottom + self.height),)


class MeshShape(Strict):
    """A watertight mesh (STL, OBJ, GLB; z is up): scaled, turned about its own origin, then moved to `position`.

    `file` is looked up next to the map, then in `models3d/`.
    """

    type: Literal["mesh"]
    file: Annotated[Text, Field(min_length=1)]
    position: Point
    rotation: Degrees = 0.0
    scale: Positive = 1.0
    _found: Path | None = PrivateAttr(default=None)
    _made_of: MeshKey | None = PrivateAttr(default=None)

    @property
    def made_of(self) -> MeshKey | None:
        """What its file was when its solids were made."""
        return self._made_of

    @property
    def path(self) -> Path | None:
        """Where the file was found, once it has been read."""
        return self._found

    def find(self, folder: Path | None = None) -> Path:
        """Look for its file: beside a map in `folder`, then in models3d/. Raises MeshError when it is missing."""
        self._found = find_mesh(self.file, folder)
        return self._found

    def pieces(self, folder: Path | None = None) -> tuple[Piece, ...]:
        """The convex solids it is. Raises MeshError when the file is missing or no solid."""
        path = self.find(folder)
        self._made_of = mesh_key(path, self.scale)
        return tuple(placed(p, self.rotation, self.position) for p in mesh_prisms(path, self.scale))


Shape = Annotated[BoxShape | PrismShape | CylinderShape | MeshShape, Field(discriminator="type")]


def _one_or_many(value: Any) -> str:
    return "several shapes" if isinstance(value, list | tuple) else "one shape"


Shapes = Annotated[
    Annotated[Shape, Tag("one shape")]
    | Annotated[Annotated[tuple[Shape, ...], Field(min_length=1, max_length=SHAPES_LIMIT)], Tag("several shapes")],
    Discriminator(_one_or_many),
]
"""One shape, or a list of shapes that together are one feature."""


def turn(degrees: float) -> tuple[float, float]:
    """The cosine and sine of an angle, exact for quarter turns."""
    quarters, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarters) % 4]
    return cos(radians(degrees)), sin(radians(degrees))


def turned(points: Points, degrees: float) -> Points:
    """`points` (n, 2) turned counter-clockwise about the origin."""
    c, s = turn(degrees)
    return points @ np.array([[c, s], [-s, c]])


def placed(prism: Prism, degrees: float, position: tuple[float, float, float]) -> Prism:
    """A prism turned about the origin, then moved."""
    x, y, z = position
    c, s = turn(degrees)

    def plane(p: Plane) -> Plane:
        slope_x, slope_y = c * p.slope_x - s * p.slope_y, s * p.slope_x + c * p.slope_y
        return Plane(p.at + z - slope_x * x - slope_y * y, slope_x, slope_y)

    return Prism(turned(prism.points, degrees) + np.array([x, y]), plane(prism.bottom), plane(prism.top))
