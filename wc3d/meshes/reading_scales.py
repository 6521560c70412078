"""Scales at which mesh files are made, and how often each one is meant in a format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from wc3d.meshes.producers import Habits
from wc3d.meshes.units import Unit

FIGURE_SCALE = 0.017857
"""Scale 1:56, of figures of 28 to 32 mm."""

KIT_SCALE = 10 * FIGURE_SCALE
"""Scale of a kit whose unit is 10 meters, such as a tile of a street."""

STOREY_SCALE = 0.0635
"""Scale of a kit in meters whose unit becomes a storey of 2.5 inches."""

MIN_SHARE = 0.002
"""Smallest share of a way that is not usual in a format."""

HABIT_WEIGHT = 0.85
"""Weight of a program's habits against those of the format."""


class Way(NamedTuple):
    """A unit and a scale, how often they are meant, and why."""

    key: str
    unit: Unit
    scale: float
    label: str
    share: float = MIN_SHARE
    reason: str = ""


_WAYS = (
    Way("mm", "mm", 1.0, "millimeters"),
    Way("in", "in", 1.0, "inches"),
    Way("cm", "cm", 1.0, "centimeters"),
    Way("m", "m", 1.0, "meters, as modeled"),
    Way("m56", "m", FIGURE_SCALE, "meters of the real thing, at 1:56"),
    Way("kit", "m", KIT_SCALE, "a 1:10 kit, at 1:56"),
    Way("storey", "m", STOREY_SCALE, "a kit whose unit is a storey"),
    Way("cm56", "cm", FIGURE_SCALE, "centimeters of the real thing, at 1:56"),
    Way("mm56", "mm", FIGURE_SCALE, "millimeters of the real thing, at 1:56"),
    Way("in56", "in", FIGURE_SCALE, "inches of the real thing, at 1:56"),
)

SHARES: Mapping[str, Mapping[str, float]] = {
    "stl": {"mm": 0.90, "in": 0.022, "cm": 0.006, "m": 0.012, "m56": 0.015, "mm56": 0.01},
    "obj": {
        "mm": 0.30,
        "m56": 0.24,
        "in": 0.12,
        "kit": 0.07,
        "storey": 0.06,
        "cm": 0.04,
        "m": 0.04,
        "cm56": 0.03,
        "in56": 0.03,
        "mm56": 0.02,
    },
    "glb": {
        "m56": 0.42,
        "kit": 0.16,
        "m": 0.14,
        "mm": 0.08,
        "storey": 0.06,
        "cm56": 0.04,
        "cm": 0.03,
        "in": 0.02,
    },
    "ply": {"mm": 0.3, "m56": 0.2, "m": 0.17, "in": 0.12, "cm": 0.06, "kit": 0.03, "storey": 0.03},
    "3mf": {"mm": 0.9, "in": 0.03, "cm": 0.02},
}
"""How often a format means each way. Other ways have `MIN_SHARE`."""

UPS: Mapping[str, Mapping[str, float]] = {
    "stl": {"z": 0.88, "y": 0.09, "-y": 0.01, "x": 0.006, "-x": 0.006, "-z": 0.006},
    "obj": {"y": 0.62, "z": 0.34, "-y": 0.01, "x": 0.01, "-x": 0.01, "-z": 0.01},
    "glb": {"y": 0.96, "z": 0.03},
    "gltf": {"y": 0.96, "z": 0.03},
    "ply": {"z": 0.66, "y": 0.3, "-y": 0.01, "-z": 0.01},
    "3mf": {"z": 0.97, "y": 0.02},
}
"""How often a format means each upward axis."""

KINDS = {"glb": "GLB", "gltf": "glTF", "stl": "STL", "obj": "OBJ", "ply": "PLY", "3mf": "3MF"}
"""Names of the formats in texts."""


def ways_for(kind: str, declared: Unit | None, habits: Habits | None) -> tuple[Way, ...]:
    """Return all ways to read a file of a format, with their shares.

    `declared` is the unit that the file states, and `habits` are those of its program.
    """
    shares = dict(SHARES["glb" if kind == "gltf" else kind])
    reason = f"{KINDS.get(kind, kind.upper())} files usually mean that"
    reasons = {key: reason for key, share in shares.items() if share >= 0.2}
    if declared is not None and kind not in ("glb", "gltf"):
        shares = {key: share * 0.05 for key, share in shares.items()}
        shares[declared] = 0.9
        shares[f"{declared}56"] = 0.04
        reasons = {declared: "as the file says"}
    if kind in ("glb", "gltf"):
        reasons = dict.fromkeys(("m", "m56"), "glTF files are in meters")
    if habits is not None and (declared is None or kind in ("glb", "gltf")):
        shares = {
            key: HABIT_WEIGHT * habits.ways.get(key, MIN_SHARE)
            + (1.0 - HABIT_WEIGHT) * shares.get(key, MIN_SHARE)
            for key in {*shares, *habits.ways}
        }
        reasons = {
            key: f"files of {habits.name} usually mean that"
            for key, share in habits.ways.items()
            if share >= 0.3
        }
    return tuple(
        way._replace(
            share=max(shares.get(way.key, 0.0), MIN_SHARE), reason=reasons.get(way.key, "")
        )
        for way in _WAYS
    )
