"""How the models of a picture stand: which way each looks, and the color of its part in the question."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees, hypot

from wc3d.evidence.exhibit import Exhibit
from wc3d.evidence.palette import PINS, RGB, ROLE_COLOURS, Livery, Role
from wc3d.table.body import Body
from wc3d.table.table import Table


def facings(table: Table, exhibit: Exhibit | None, liveries: Mapping[str, Livery] | None = None) -> dict[str, float]:
    """Which way the figures look: the two of a question at each other, those of a side at the nearest enemy, the others across
    the table."""
    middle = table.size[1] / 2
    result = {body.id: 0.0 if body.at[1] <= middle else 180.0 for body in table.bodies}
    result |= toward_enemies(table.bodies, {id: livery.side for id, livery in (liveries or {}).items()})
    if exhibit is None or len(exhibit.cut) < 2:
        return result
    (ax, ay), (bx, by) = exhibit.cut[0], exhibit.cut[-1]
    way = degrees(atan2(-(bx - ax), by - ay))
    for id, role in exhibit.roles.items():
        if role in (Role.FROM, Role.TO):
            result[id] = way if role is Role.FROM else way + 180
    return result


def toward_enemies(bodies: Sequence[Body], sides: Mapping[str, int]) -> dict[str, float]:
    """Which way each model of a side looks: at the nearest of the other side. Models without enemies are left out."""
    found = {}
    for body in bodies:
        enemies = [b.at for b in bodies if sides.get(b.id) and sides.get(b.id) != sides.get(body.id)]
        if sides.get(body.id) and enemies:
            x, y, _ = min(enemies, key=lambda at: hypot(at[0] - body.at[0], at[1] - body.at[1]))
            found[body.id] = degrees(atan2(-(x - body.at[0]), y - body.at[1])) % 360
    return found


def colours(exhibit: Exhibit | None, liveries: Mapping[str, Livery] | None = None) -> dict[str, RGB]:
    """The figures' colours: their parts in the question; models of a side that have none keep the side's."""
    roles = exhibit.roles if exhibit else {}
    return {id: ROLE_COLOURS[role] for id, role in roles.items() if role in PINS or id not in (liveries or {})}
