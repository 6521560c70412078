"""How the models of a picture stand: which way each looks, and the color of its part in the question."""
from __future__ import annotations

from collections.abc import Mapping
from math import atan2, degrees

from wc3d.evidence.exhibit import Exhibit
from wc3d.evidence.palette import PINS, RGB, ROLE_COLORS, Livery, Role
from wc3d.evidence.poses import toward_enemies
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


def colors(exhibit: Exhibit | None, liveries: Mapping[str, Livery] | None = None) -> dict[str, RGB]:
    """The figures' colors: their parts in the question; models of a side that have none keep the side's."""
    roles = exhibit.roles if exhibit else {}
    return {id: ROLE_COLORS[role] for id, role in roles.items() if role in PINS or id not in (liveries or {})}
