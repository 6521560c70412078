"""Small tables for tests, built straight from solids."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.table.body import Body
from wc3d.table.features import Feature, make_feature
from wc3d.table.table import Table
from wc3d.table.table_state import Ladder

SMALL = 15 / 25.4
MEDIUM = 20 / 25.4
LARGE = 25 / 25.4
RADII = {"small": SMALL, "medium": MEDIUM, "large": LARGE}


def corners(
    center: tuple[float, float], size: tuple[float, float], rotation: float = 0.0
) -> np.ndarray:
    """The corners of a rectangle, counter-clockwise."""
    turn = math.radians(rotation)
    c, s = math.cos(turn), math.sin(turn)
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(size) / 2
    return flat @ np.array([[c, s], [-s, c]]) + np.array(center)


def box(
    id: str,
    kind: str,
    center: tuple[float, float],
    size: tuple[float, float],
    height: float,
    bottom: float = 0.0,
    rotation: float = 0.0,
    **overrides: Any,
) -> Feature:
    """A box of terrain."""
    prism = Prism(corners(center, size, rotation), Plane(bottom), Plane(bottom + height))
    return make_feature(id, kind, (prism,), **overrides)


def silo(
    id: str,
    kind: str,
    center: tuple[float, float],
    radius: float,
    height: float,
    bottom: float = 0.0,
    **over: Any,
) -> Feature:
    """A round piece of terrain."""
    return make_feature(id, kind, (Cylinder(center, radius, bottom, bottom + height),), **over)


def ramp(
    id: str,
    kind: str,
    center: tuple[float, float],
    size: tuple[float, float],
    low: float,
    high: float,
) -> Feature:
    """A solid whose top rises from `low` in the west to `high` in the east."""
    slope = (high - low) / size[0]
    return make_feature(
        id,
        kind,
        (
            Prism(
                corners(center, size),
                Plane(0.0),
                Plane(low - slope * (center[0] - size[0] / 2), slope),
            ),
        ),
    )


def board(
    *features: Feature,
    bodies: tuple[Body, ...] = (),
    ladders: tuple[Ladder, ...] = (),
    size: tuple[float, float] = (30, 30),
) -> Table:
    """A table with terrain and models."""
    return Table(size, features, ladders, policy=SPACE).with_bodies(*bodies)


def at(id: str, base: str, x: float, y: float, z: float = 0.0, kind: str = "unit") -> Body:
    """A model."""
    return Body(id, base, (x, y, z), kind)
