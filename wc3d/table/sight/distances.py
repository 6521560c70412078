"""3D distances from base to base."""

from __future__ import annotations

from wc3d.geometry.distance import disc_to_disc, disc_to_piece
from wc3d.geometry.points import XYZ
from wc3d.geometry.tolerances import EPSILON_IN
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.table_state import TableState


def distance(table: TableState, a: Body, b: Body) -> float:
    """Return the shortest distance between two models' bases, each at its own height, in inches."""
    return disc_to_disc(a.at, a.radius, b.at, b.radius)


def distance_to_point(table: TableState, body: Body, point: XYZ) -> float:
    """Return the shortest distance from a model's base to a point, in inches."""
    return disc_to_disc(body.at, body.radius, point, 0.0)


def distance_to_feature(table: TableState, body: Body, feature: Feature) -> float:
    """Return the distance from a model's base to a feature's solid in 3D, in inches."""
    return min(disc_to_piece(body.at, body.radius, piece) for piece in feature.pieces)


def is_within(distance: float, inches: float) -> bool:
    """Return whether a distance is within `inches`, inclusive."""
    return distance <= inches + EPSILON_IN


def format_exceeded_distance(distance: float, inches: float) -> str:
    """Format a distance that exceeds a limit: "7.42", with more decimals only if needed."""
    for decimals in (2, 3, 4):
        text = f"{distance:.{decimals}f}"
        if float(text) > inches + EPSILON_IN:
            return text.rstrip("0").rstrip(".")
    return f"{distance:.9g}"
