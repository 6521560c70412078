"""Quick tests of lines from an eye past upright cylinders.

Each test is certain if it succeeds: a line is open, or one cylinder hides all of another.
Otherwise, the line search decides.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator

from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.solids import Cylinder
from wc3d.geometry.tolerances import MIN_CLEARANCE_IN, SIGHT_TOLERANCE_IN

EYE_LINE_CLEARANCE_IN = 2 * MIN_CLEARANCE_IN
"""Smallest clearance of an accepted line, in inches."""

TRIAL_DIRECTIONS = (0.0, 0.6, -0.6, 0.95, -0.95)
"""Directions to try, as parts of half the target's angular width."""


def find_open_eye_line(
    eye: XYZ, target: Cylinder, solids: Collection[Cylinder], ahead: XY
) -> tuple[XYZ, XYZ] | None:
    """Return a line from an eye to a cylinder in its front half-plane that is clear of all solids.

    Tries a few lines and returns None if none is clear. `ahead` is the unit vector of the front
    half-plane, with the eye on its edge.
    """
    for end in _target_points(eye, target):
        forward = (end[0] - eye[0]) * ahead[0] + (end[1] - eye[1]) * ahead[1]
        if forward > EYE_LINE_CLEARANCE_IN and not any(
            _comes_near(eye, end, solid) for solid in solids
        ):
            return eye, end
    return None


def _target_points(eye: XYZ, target: Cylinder) -> Iterator[XYZ]:
    """Yield points on a cylinder's side and far rim as seen from the eye, the highest first."""
    x, y = target.center[0] - eye[0], target.center[1] - eye[1]
    distance = math.hypot(x, y)
    if distance <= target.radius:
        return
    half = math.asin(target.radius / distance)
    middle = math.atan2(y, x)
    for z in (
        target.high - EYE_LINE_CLEARANCE_IN,
        (target.low + target.high) / 2,
        target.low + EYE_LINE_CLEARANCE_IN,
    ):
        for part in TRIAL_DIRECTIONS:
            turn = half * part
            along = distance * math.cos(turn)
            across = distance * math.sin(turn)
            depth = math.sqrt(max(0.0, target.radius**2 - across**2))
            long = along + depth * (
                0.99 if z > target.low + EYE_LINE_CLEARANCE_IN and target.high <= eye[2] else -0.99
            )
            yield (
                eye[0] + long * math.cos(middle + turn),
                eye[1] + long * math.sin(middle + turn),
                z,
            )


def _comes_near(eye: XYZ, end: XYZ, solid: Cylinder) -> bool:
    """Return whether a line comes within EYE_LINE_CLEARANCE_IN of a cylinder."""
    x = eye[0] - solid.center[0]
    y = eye[1] - solid.center[1]
    dx = end[0] - eye[0]
    dy = end[1] - eye[1]
    a = dx * dx + dy * dy
    b = x * dx + y * dy
    c = x * x + y * y - (solid.radius + EYE_LINE_CLEARANCE_IN) ** 2
    root = b * b - a * c
    if root <= 0.0:
        return False
    half = math.sqrt(root)
    first, last = max(0.0, (-b - half) / a), min(1.0, (half - b) / a)
    if first >= last:
        return False
    rise = end[2] - eye[2]
    low, high = sorted((eye[2] + first * rise, eye[2] + last * rise))
    return low < solid.high + EYE_LINE_CLEARANCE_IN and high > solid.low - EYE_LINE_CLEARANCE_IN


def is_surely_hidden(eye: XYZ, target: Cylinder, solid: Cylinder) -> bool:
    """Return whether a cylinder certainly blocks every line from an eye to another one.

    False may also mean unknown. In plan, the cylinder must cover more than the target's angular
    width and be entirely in front of the target. In every direction, a line to the highest visible
    point of the target must pass below its top. Grazing lines are blocked.
    """
    tx = target.center[0] - eye[0]
    ty = target.center[1] - eye[1]
    sx = solid.center[0] - eye[0]
    sy = solid.center[1] - eye[1]
    target_distance, solid_distance = math.hypot(tx, ty), math.hypot(sx, sy)
    if (
        solid_distance <= solid.radius + SIGHT_TOLERANCE_IN
        or solid_distance + solid.radius > target_distance - target.radius
        or solid.low > min(target.low, eye[2])
    ):
        return False
    angle = abs(math.atan2(sx * ty - sy * tx, sx * tx + sy * ty)) + math.asin(
        target.radius / target_distance
    )
    if (
        solid_distance * math.sin(angle) >= solid.radius - SIGHT_TOLERANCE_IN
        or angle >= math.pi / 2
    ):
        return False
    rise = target.high - eye[2]
    top = solid.high - eye[2]
    steepest = (
        rise / (target_distance - target.radius)
        if rise > 0.0
        else rise / (target_distance + target.radius)
    )
    depth = math.sqrt(solid.radius**2 - (solid_distance * math.sin(angle)) ** 2)
    along = solid_distance * math.cos(angle) + (-depth if top > 0.0 else depth)
    return top / along >= steepest
