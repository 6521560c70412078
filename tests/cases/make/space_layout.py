"""The notation of the cases of space: terrain, models and questions, set up along the x axis."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
Case = tuple[str, list[Json], list[Json], Json, Json]
"""A name, terrain, models, a question and the right answer."""

S, M, L = 15 / 25.4, 20 / 25.4, 25 / 25.4


def box(
    id: str,
    kind: str,
    x: float,
    y: float,
    w: float,
    d: float,
    h: float,
    bottom: float = 0,
    **more: Any,
) -> Json:
    """A box from its center, width, depth and height."""
    shape = {
        "type": "box",
        "center": [x, y],
        "size": [w, d],
        "rotation": 0,
        "bottom": bottom,
        "height": h,
    }
    return {"id": id, "kind": kind, "shape": shape, **more}


def silo(
    id: str, kind: str, x: float, y: float, r: float, h: float, bottom: float = 0, **more: Any
) -> Json:
    """An upright cylinder."""
    return {
        "id": id,
        "kind": kind,
        "shape": {"type": "cylinder", "center": [x, y], "radius": r, "bottom": bottom, "height": h},
        **more,
    }


def at(id: str, base: str, x: float, y: float = 0, z: float = 0, kind: str = "unit") -> Json:
    """A model."""
    return {"id": id, "base": base, "position": [x, y, z], "kind": kind}


def jump(x: float, y: float = 0) -> Json:
    """The model h jumps."""
    return {"type": "jump", "model": "h", "to": [x, y]}


def slam(distance: float, **more: Any) -> Json:
    """The model b is slammed away from a."""
    return {"type": "slam", "model": "b", "from": "a", "distance": distance, **more}


def move(*path: Any, speed: float = 6, **more: Any) -> Json:
    """The model h moves."""
    return {"type": "move", "model": "h", "path": list(path), "speed": speed, **more}


def stand(base: str, x: float, y: float = 0, z: float = 0) -> Json:
    """Can such a base stand there?"""
    return {"type": "stand", "base": base, "position": [x, y, z]}


COVER = {"type": "cover", "from": "a", "to": "b"}
A, B, H = at("a", "small", -3), at("b", "small", 0), at("h", "small", 0)
AB = [at("a", "small", -5), at("b", "small", 5)]
ROOF4 = box("roof", "structure", -4, 0, 8, 8, 4)
H4 = at("h", "small", -1, 0, 4)
TOWER = box("tower", "structure", 5, 0, 4, 4, 4)
TOUCH = 2 * S
UP = {"ladder": "rungs", "to": [4, 0, 4]}
