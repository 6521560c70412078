"""A feature in its own coordinates, so that its details move and turn with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism

Points = NDArray[np.float64]
DECIMALS = 5
"""Places of coordinates: fewer than the rounding errors of a move, more than an eye can see."""


@dataclass(frozen=True)
class LocalFrame:
    """Coordinates on the table: an origin, the height of the foot, and the direction of x."""

    origin: tuple[float, float]
    foot: float
    direction: tuple[float, float]

    def to_table(self, points: Points) -> Points:
        """Return local points (n, 2 or 3) on the table."""
        c, s = self.direction
        result = points.copy()
        result[:, :2] = points[:, :2] @ np.array([[c, s], [-s, c]]) + self.origin
        if points.shape[1] == 3:
            result[:, 2] += self.foot
        return result

    def turn_to_table(self, vectors: Points) -> Points:
        """Return local directions (n, 3) on the table."""
        c, s = self.direction
        result = vectors.copy()
        result[:, :2] = vectors[:, :2] @ np.array([[c, s], [-s, c]])
        return result

    def to_local(self, points: Points) -> Points:
        """Return points of the table (n, 2) in local coordinates."""
        c, s = self.direction
        moved: Points = (points - np.array(self.origin)) @ np.array([[c, -s], [s, c]])
        return np.round(moved, DECIMALS) + 0.0

    def localize(self, piece: Piece) -> Piece:
        """Return a piece in local coordinates."""
        if isinstance(piece, Cylinder):
            x, y = self.to_local(np.array([piece.center]))[0].tolist()
            return Cylinder((x, y), piece.radius, self._height(piece.low), self._height(piece.high))
        return Prism(
            self.to_local(piece.points),
            self._localize_plane(piece.bottom),
            self._localize_plane(piece.top),
        )

    def _height(self, z: float) -> float:
        return round(z - self.foot, DECIMALS)

    def _localize_plane(self, plane: Plane) -> Plane:
        if plane.is_level:
            return Plane(self._height(plane.at))
        c, s = self.direction
        return replace(
            plane,
            at=plane.height(*self.origin) - self.foot,
            slope_x=c * plane.slope_x + s * plane.slope_y,
            slope_y=-s * plane.slope_x + c * plane.slope_y,
        )


def local_frame(pieces: Sequence[Piece]) -> LocalFrame:
    """Return the frame of a feature: on its first piece, along that piece's first side."""
    first = pieces[0]
    foot = min(piece.low for piece in pieces)
    if isinstance(first, Prism):
        start = first.points[0]
        way = first.points[1] - start
        way = way / np.hypot(*way)
        return LocalFrame((float(start[0]), float(start[1])), foot, (float(way[0]), float(way[1])))
    direction = (1.0, 0.0)
    if len(pieces) > 1:
        other = pieces[1]
        spot = np.array(other.center) if isinstance(other, Cylinder) else other.points[0]
        way = spot - first.center
        if np.hypot(*way) > 1e-3:
            way = way / np.hypot(*way)
            direction = (float(way[0]), float(way[1]))
    return LocalFrame(first.center, foot, direction)
