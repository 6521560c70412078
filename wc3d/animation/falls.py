"""How and where destroyed models fall: away from their attacker, where nobody stands. It has no rules."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import dist, hypot
from zlib import crc32

from wc3d.animation.steps import AnimationStep
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.facing import heading_direction, heading_toward
from wc3d.presentation.palette import Silhouette
from wc3d.table.body import Body
from wc3d.table.terrain.standing_places import stand

FALL_TURNS_DEG = (50.0, -50.0, 20.0, -20.0, 85.0, -85.0, 120.0, -120.0, 160.0, -160.0)
"""The directions in which a model may fall, from the one away from its attacker, the best first."""
FALL_ROOM_IN, FALLEN_WIDTH_SHARE = 0.05, 0.6
"""The least gap in inches between who lies and who stands, and half the width of who lies, by its base's radius."""
SHUDDER_S = 0.3
"""Seconds that a machine shudders before it topples and parts of it fly off."""
TOPPLE_S, MACHINE_TOPPLE_S = 0.5, 0.65
"""Seconds in which a person and a machine topple, from upright to lying."""


class FallKind(StrEnum):
    """The way in which a model leaves the table."""

    TOPPLE = "topple"
    COLLAPSE = "collapse"
    BREAK = "break"


FALLS_BY_SILHOUETTE = {Silhouette.WARJACK: FallKind.COLLAPSE, Silhouette.PORTAL: FallKind.BREAK}
"""The falls of machines and structures; all other models topple."""


def fall_kind(step: AnimationStep, id: str) -> FallKind:
    """Return how a model of a step falls."""
    livery = step.liveries.get(id)
    silhouette = livery.silhouette if livery is not None else Silhouette.TROOPER
    return FALLS_BY_SILHOUETTE.get(silhouette, FallKind.TOPPLE)


def random_share(text: str) -> float:
    """Return a number from 0 to 1 that looks random, the same for equal texts."""
    return crc32(text.encode()) % 1000 / 1000


def fall_heading(step: AnimationStep, id: str) -> float:
    """Return the heading in which a model topples, in degrees counter-clockwise from north.

    It falls away from its attacker, half to a side, or elsewhere if others stand there. Without any
    room it falls where there is most.
    """
    body = step.start_table.body(id)
    away = _heading_away(step, body)
    side = 1.0 if random_share(id) < 0.5 else -1.0
    near = _neighbors(body, step.start_table.bodies)
    best, most = away + side * FALL_TURNS_DEG[0], -1.0
    for turn in FALL_TURNS_DEG:
        toward = away + side * turn
        room = min((_room_beside(body, other, toward) for other in near), default=FALL_ROOM_IN)
        if not _is_level(step, body, toward):
            room = min(room, 0.0)
        if room >= FALL_ROOM_IN:
            return toward
        if room > most:
            best, most = toward, room
    return best


def _heading_away(step: AnimationStep, body: Body) -> float:
    """Return the heading from a step's attacker to a model, -180 to 180; any without an attacker."""
    attacker = step.attacker_body
    heading = heading_toward(attacker.at, body.at) if attacker is not None else None
    if heading is None:
        return 360.0 * random_share(body.id)
    return heading - 360.0 if heading > 180.0 else heading


def _neighbors(body: Body, others: Sequence[Body]) -> list[Body]:
    """Return the models that one may fall on."""
    return [
        other
        for other in others
        if other.id != body.id
        and dist(other.at[:2], body.at[:2]) < body.radius + body.height + other.radius
        and other.at[2] < body.at[2] + body.height
        and body.at[2] < other.at[2] + other.height
    ]


def _room_beside(body: Body, other: Body, toward: float) -> float:
    """Return the gap between another base and a model that lies toward a heading, in inches."""
    x, y = heading_direction(toward)
    ahead, aside = other.at[0] - body.at[0], other.at[1] - body.at[1]
    along = min(max(ahead * x + aside * y, 0.0), body.radius + body.height)
    gap = hypot(ahead - along * x, aside - along * y) - other.radius
    return gap - FALLEN_WIDTH_SHARE * body.radius


def _is_level(step: AnimationStep, body: Body, toward: float) -> bool:
    """Return whether the ground where a model would lie is as high as it stands."""
    x, y = heading_direction(toward)
    spots = [
        (body.at[0] + share * body.height * x, body.at[1] + share * body.height * y, body.at[2])
        for share in (0.5, 0.9)
    ]
    return all(is_ground(step, spot) for spot in spots)


def is_ground(step: AnimationStep, spot: XYZ) -> bool:
    """Return whether a spot is on the table, in the open, on ground of its height."""
    table = step.start_table
    base = min(table.policy.bases.values(), key=lambda size: size.radius)
    return bool(stand(table, base.name, spot, [body.id for body in table.bodies], fallen=True))
