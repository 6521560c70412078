"""What a mesh file says about the program that wrote it, and what that program usually writes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

MAX_PRODUCER_CHARS = 120
"""Most characters of a file's own words that are kept."""

MAX_HEAD_BYTES = 4_000
"""Bytes at the start of a text file in which a program names itself."""

MAX_JSON_BYTES = 4_000_000
"""Bytes of a glTF file in which its generator is searched."""

_GENERATOR = re.compile(rb'"generator"\s*:\s*"((?:[^"\\]|\\.){0,200})"')
_REMARKS = {
    ".obj": re.compile(rb"(?m)^[ \t]*#[ \t]*([^\r\n]*\S)"),
    ".ply": re.compile(rb"(?mi)^(?:comment|obj_info)[ \t]+([^\r\n]*\S)"),
}


class Habits(NamedTuple):
    """The usual output of a program: units and up axes with their relative frequency.

    `name` is how messages name the program. `ways` are keys of the size readings.
    """

    name: str
    ups: Mapping[str, float]
    ways: Mapping[str, float]


_PRINTED = {"mm": 0.95, "in": 0.02}
_HABITS: tuple[tuple[str, Habits], ...] = (
    ("tinkercad", Habits("Tinkercad", {"z": 0.97, "y": 0.01}, _PRINTED)),
    ("openscad", Habits("OpenSCAD", {"z": 0.97, "y": 0.01}, _PRINTED)),
    ("open ?cascade", Habits("a CAD program", {"z": 0.95, "y": 0.03}, _PRINTED)),
    ("freecad|cadquery|solidworks", Habits("a CAD program", {"z": 0.9, "y": 0.07}, _PRINTED)),
    ("meshmixer|magics|prusa|cura", Habits("a printing program", {"z": 0.95, "y": 0.03}, _PRINTED)),
    ("file units *= *inches", Habits("SketchUp", {"y": 0.6, "z": 0.38}, {"in56": 0.6, "in": 0.3})),
    (
        "file units *= *millimeters",
        Habits("SketchUp", {"y": 0.6, "z": 0.38}, {"mm": 0.5, "mm56": 0.45}),
    ),
    (
        "file units *= *meters",
        Habits("SketchUp", {"y": 0.6, "z": 0.38}, {"m56": 0.9, "m": 0.06}),
    ),
    (
        "centimeters as units|maya|unreal",
        Habits(
            "a program that writes centimeters", {"y": 0.95, "z": 0.04}, {"cm56": 0.6, "cm": 0.1}
        ),
    ),
    ("magicavoxel", Habits("MagicaVoxel", {"y": 0.95, "z": 0.04}, {"mm": 0.3, "kit": 0.1})),
    ("blockbench", Habits("Blockbench", {"y": 0.97, "z": 0.02}, {"m56": 0.5, "kit": 0.1})),
    (
        "kenney|unitygltf",
        Habits("a game kit", {"y": 0.97, "z": 0.02}, {"kit": 0.5, "m56": 0.2, "storey": 0.05}),
    ),
    ("wc3d", Habits("wc3d", {"y": 0.97, "z": 0.02}, {"m": 0.97})),
)
"""A pattern in a file's own words, and the habits of the program that writes such words."""


def read_producer(kind: str, data: bytes) -> str:
    """Return what a file of this suffix says about the program that wrote it, or ""."""
    if kind in (".glb", ".gltf"):
        match = _GENERATOR.search(data, 0, min(len(data), MAX_JSON_BYTES))
        words = match[1] if match else b""
    elif kind == ".stl":
        words = data[:80].split(b"\n")[0].split(b"\0")[0]
    elif kind in _REMARKS:
        words = b"; ".join(_REMARKS[kind].findall(data[:MAX_HEAD_BYTES])[:4])
    else:
        return ""
    text = words.decode("utf-8", "replace")
    return "".join(c if c.isprintable() else " " for c in text).strip()[:MAX_PRODUCER_CHARS]


def find_habits(producer: str) -> Habits | None:
    """Return the habits of the program that a file names, or None for an unknown program."""
    words = producer.lower()
    return next((habits for pattern, habits in _HABITS if re.search(pattern, words)), None)
