"""A tool for the pose of the selected mesh: the face that it lies on, or a length that is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from math import dist

from wc3d.geometry.points import XYZ

MIN_KNOWN_LENGTH_IN = 0.01
"""Shortest distance of the two points of a known length, in inches."""


class PoseToolKind(StrEnum):
    """What the next clicks choose."""

    FACE = "face"
    LENGTH = "length"


@dataclass
class PoseTool:
    """A tool that waits for clicks on the selected mesh."""

    kind: PoseToolKind
    points: list[XYZ] = field(default_factory=list)
    """The ends of a known length so far."""

    @property
    def length(self) -> float | None:
        """The distance of two ends in inches, or None before there are two."""
        return dist(*self.points) if len(self.points) == 2 else None

    def add_point(self, point: XYZ) -> None:
        """Add an end; the third begins anew."""
        self.points = [point] if len(self.points) == 2 else [*self.points, point]

    @property
    def hint(self) -> str:
        """What to do next."""
        if self.kind is PoseToolKind.FACE:
            return "Click the face that the mesh should lie on. Esc: stop"
        if self.length is not None:
            return "Enter how long it should be, at the right. Esc: stop"
        ends = ("one end", "the other end")
        return f"Click {ends[len(self.points)]} of something whose length you know. Esc: stop"
