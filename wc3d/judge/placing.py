"""At what height a model stands whose file does not say."""
from __future__ import annotations

from wc3d.geometry.points import XYZ
from wc3d.table.table import Table
from wc3d.table.terrain.standing import highest_standable, support_height


def at_height(table: Table, base: str, position: tuple[float, ...]) -> XYZ:
    """A position with its z: the one given, or that of the highest standable level there (else of the highest support)."""
    if len(position) == 3:
        return position[0], position[1], position[2]
    x, y = position
    z = highest_standable(table, base, (x, y))
    return x, y, support_height(table, base, (x, y), float("inf")) if z is None else z
