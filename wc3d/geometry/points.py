"""Points in plan and space, in inches: x east, y north, z up."""

from __future__ import annotations

XY = tuple[float, float]
XYZ = tuple[float, float, float]
