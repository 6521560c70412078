"""Where figures look while they attack: in a game without facings, an attacker turns to its target."""

from __future__ import annotations

from collections.abc import Iterable

from wc3d.animation.steps import AnimationStep
from wc3d.presentation.evidence_view import XYZ
from wc3d.presentation.facing import heading_toward
from wc3d.table.body import Body

TURN_S = 0.25
"""Seconds in which a figure turns."""


def aim_heading(step: AnimationStep) -> float | None:
    """Return the heading of a step's attacker to its target; None for a model with a facing."""
    body = step.attacker_body
    if step.attack is None or body is None or body.facing is not None:
        return None
    return heading_toward(body.at, step.attack.points[-1])


def turned_heading(start: float, goal: float, seconds: float) -> float:
    """Return the heading of a figure some seconds after it began to turn, the shorter way."""
    turn = (goal - start + 180.0) % 360.0 - 180.0
    return (start + turn * eased(seconds / TURN_S)) % 360.0


def eased(share: float) -> float:
    """Return the completed part of a motion that begins and ends slowly, by the part of its time."""
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


class AimedFigures:
    """The headings of figures that have attacked, until they move."""

    def __init__(self) -> None:
        self._aims: dict[str, tuple[XYZ, float]] = {}

    def add(self, step: AnimationStep) -> None:
        """Keep the heading of a step's attacker."""
        heading = aim_heading(step)
        if heading is not None and step.attacker_body is not None:
            self._aims[step.attacker] = step.attacker_body.at, heading

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
