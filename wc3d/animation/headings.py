"""Where figures look while they attack: in a game without facings, an attacker turns to its target."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, degrees, dist

from wc3d.animation.steps import AnimationStep
from wc3d.presentation.evidence_view import XYZ
from wc3d.table.body import Body

TURN_S = 0.25
"""Seconds in which a figure turns."""


def heading_toward(start: XYZ, end: XYZ) -> float | None:
    """Return the heading from a point to another, in degrees counter-clockwise from north."""
    if dist(start[:2], end[:2]) < 1e-6:
        return None
    return degrees(atan2(start[0] - end[0], end[1] - start[1])) % 360


def aim_heading(step: AnimationStep) -> float | None:
    """Return the heading of a step's attacker to its target; None for a model with a facing."""
    body = next((body for body in step.start_table.bodies if body.id == step.attacker), None)
    if step.attack is None or body is None or body.facing is not None:
        return None
    return heading_toward(body.at, step.attack.points[-1])


def turned_heading(start: float, goal: float, seconds: float) -> float:
    """Return the heading of a figure some seconds after it began to turn, the shorter way."""
    share = min(1.0, max(0.0, seconds / TURN_S))
    turn = (goal - start + 180.0) % 360.0 - 180.0
    return (start + turn * share * share * (3 - 2 * share)) % 360.0


class AimedFigures:
    """The headings of figures that have attacked, until they move."""

    def __init__(self) -> None:
        self._aims: dict[str, tuple[XYZ, float]] = {}

    def add(self, step: AnimationStep) -> None:
        """Keep the heading of a step's attacker."""
        heading = aim_heading(step)
        if heading is not None:
            at = next(body.at for body in step.start_table.bodies if body.id == step.attacker)
            self._aims[step.attacker] = at, heading

    def headings(self, bodies: Iterable[Body]) -> dict[str, float]:
        """Return the headings of those of the bodies that are where they attacked."""
        aims = self._aims
        return {
            body.id: aims[body.id][1]
            for body in bodies
            if body.id in aims and aims[body.id][0] == body.at and body.facing is None
        }

    def clear(self) -> None:
        """Forget all headings."""
        self._aims.clear()
