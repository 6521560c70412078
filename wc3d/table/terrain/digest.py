"""A hash of terrain, by which a saved game knows its table again."""
from __future__ import annotations

import hashlib
import json
from typing import Any

from wc3d.geometry.solids import Cylinder, Piece
from wc3d.table.layout import Layout

DIGITS = 6
"""Digits of an inch to which two tables must agree to be the same."""


def terrain_digest(table: Layout) -> str:
    """A hash of the terrain's solids: equal tables have equal ones, on any machine."""
    parts: list[Any] = [table.size, [(r.id, r.at, r.bottom, r.top) for r in table.ladders]]
    for f in table.features:
        flags = (f.blocks_sight, f.cover, f.standable)
        parts.append((f.id, f.kind.value, flags, [_solid(p) for p in f.pieces]))
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def _solid(piece: Piece) -> list[Any]:
    if isinstance(piece, Cylinder):
        numbers = [*piece.center, piece.radius, piece.low, piece.high]
    else:
        planes = [n for p in (piece.bottom, piece.top) for n in (p.at, p.slope_x, p.slope_y)]
        numbers = [*piece.points.ravel().tolist(), *planes]
    return [round(float(n), DIGITS) + 0.0 for n in numbers]
