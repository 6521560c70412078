"""The facings of models at deployment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees, hypot

from wc3d.table.body import Body


def face_enemies(bodies: Sequence[Body], sides: Mapping[str, int]) -> dict[str, float]:
    """Return the facing of each model toward its nearest enemy, in degrees.

    The angle counts counter-clockwise from north. Models without enemies are left out.
    """
    headings = {}
    for body in bodies:
        enemies = [
            b.at for b in bodies if sides.get(b.id) and sides.get(b.id) != sides.get(body.id)
        ]
        if sides.get(body.id) and enemies:
            x, y, _ = min(enemies, key=lambda at: hypot(at[0] - body.at[0], at[1] - body.at[1]))
            headings[body.id] = degrees(atan2(-(x - body.at[0]), y - body.at[1])) % 360
    return headings
