"""Units and upward axes of mesh files."""

from __future__ import annotations

from typing import Literal

Unit = Literal["in", "mm", "cm", "m"]
Up = Literal["z", "y", "x", "-z", "-y", "-x"]
"""The file's axis that points up on the table."""

UpDirection = tuple[float, float, float]
"""A direction in the file's axes that points up on the table, for a mesh that lies on any face."""

AnyUp = Up | UpDirection

INCHES_PER_UNIT: dict[Unit, float] = {"in": 1.0, "mm": 1 / 25.4, "cm": 1 / 2.54, "m": 1000 / 25.4}
"""Inches per unit."""

UNIT_NAMES: dict[Unit, str] = {
    "in": "inches",
    "mm": "millimeters",
    "cm": "centimeters",
    "m": "meters",
}

FORMAT_UNITS_AND_UP: dict[str, tuple[Unit, Up]] = {".glb": ("m", "y"), ".gltf": ("m", "y")}
"""The units and upward axis that a format's standard defines; else inches and z."""

UP_AXES: dict[Up, tuple[tuple[int, float], tuple[int, float], tuple[int, float]]] = {
    "z": ((0, 1.0), (1, 1.0), (2, 1.0)),
    "y": ((0, 1.0), (2, -1.0), (1, 1.0)),
    "x": ((2, -1.0), (1, 1.0), (0, 1.0)),
    "-z": ((0, 1.0), (1, -1.0), (2, -1.0)),
    "-y": ((0, 1.0), (2, 1.0), (1, -1.0)),
    "-x": ((2, 1.0), (1, 1.0), (0, -1.0)),
}
"""For each upward axis, the file's axis and sign that become x, y and z: a turn, never a mirror."""


def describe_up(up: AnyUp) -> str:
    """Return an upward axis or direction in words."""
    return up if isinstance(up, str) else "(" + ", ".join(f"{value:.3g}" for value in up) + ")"
