"""Writes tests/cases/space_own.jsonl: hard questions about space whose answers are derived by hand.

Each is set up along the x axis, where the answer can be read off, and then turned and moved (by 0, 30, 137 or -63
degrees), so that nothing in the file lies along an axis.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

S, M, L = 15 / 25.4, 20 / 25.4, 25 / 25.4
FRAMES = [(0, 15.0, 15.0), (30, 14.0, 16.0), (137, 16.5, 14.0), (-63, 15.25, 15.5)]
OUT = Path(__file__).resolve().parents[1] / "tests" / "cases" / "space_own.jsonl"


def box(id: str, kind: str, x: float, y: float, w: float, d: float, h: float, bottom: float = 0, **more: Any) -> dict:
    """A box from its centre, width, depth and height."""
    shape = {"type": "box", "center": [x, y], "size": [w, d], "rotation": 0, "bottom": bottom, "height": h}
    return {"id": id, "kind": kind, "shape": shape, **more}


def silo(id: str, kind: str, x: float, y: float, r: float, h: float, bottom: float = 0, **more: Any) -> dict:
    """An upright cylinder."""
    return {
        "id": id,
        "kind": kind,
        "shape": {"type": "cylinder", "center": [x, y], "radius": r, "bottom": bottom, "height": h},
        **more,
    }


def at(id: str, base: str, x: float, y: float = 0, z: float = 0, kind: str = "unit") -> dict:
    """A model."""
    return {"id": id, "base": base, "position": [x, y, z], "kind": kind}


def jump(x: float, y: float = 0) -> dict:
    """The model h jumps."""
    return {"type": "jump", "model": "h", "to": [x, y]}


def slam(distance: float, **more: Any) -> dict:
    """The model b is slammed away from a."""
    return {"type": "slam", "model": "b", "from": "a", "distance": distance, **more}


def move(*path: Any, speed: float = 6, **more: Any) -> dict:
    """The model h moves."""
    return {"type": "move", "model": "h", "path": list(path), "speed": speed, **more}


def stand(base: str, x: float, y: float = 0, z: float = 0) -> dict:
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

CASES: list[tuple[str, list[dict], list[dict], dict, dict]] = [
    # slams
    ("slam: a rim touched in passing", [silo("w", "structure", 1.5, 1 + S, 1, 3)], [A, B], slam(3), {"moved": 3, "contacts": []}),
    (
        "slam: 0.001 into the rim",
        [silo("w", "structure", 1.5, 0.999 + S, 1, 3)],
        [A, B],
        slam(3),
        {"moved": 1.5 - math.sqrt((1 + S) ** 2 - (0.999 + S) ** 2), "contacts": ["w"], "power_die": True},
    ),
    ("slam: along a wall's face", [box("w", "structure", 2, 1 + S, 8, 2, 3)], [A, B], slam(3), {"moved": 3, "contacts": []}),
    (
        "slam: a wall's corner touched in passing",
        [box("w", "structure", 2.5, 1 + S, 2, 2, 3)],
        [A, B],
        slam(3),
        {"end": [3, 0, 0], "contacts": []},
    ),
    (
        "slam: into a corner",
        [box("w", "structure", 3, 1 + 0.6 * S, 2, 2, 3)],
        [A, B],
        slam(3),
        {"moved": 2 - 0.8 * S, "contacts": ["w"]},
    ),
    (
        "slam: contact at nothing",
        [box("w", "obstacle", 1 + S, 0, 2, 4, 0.3)],
        [A, B],
        slam(3),
        {"moved": 0, "contacts": ["w"], "power_die": True, "end": [0, 0, 0]},
    ),
    (
        "slam: contact at the very end",
        [box("w", "structure", 4 + S, 0, 2, 4, 3)],
        [A, B],
        slam(3),
        {"moved": 3, "contacts": ["w"], "power_die": True},
    ),
    (
        "slam: just short of the wall",
        [box("w", "structure", 4.001 + S, 0, 2, 4, 3)],
        [A, B],
        slam(3),
        {"moved": 3, "contacts": [], "power_die": False},
    ),
    (
        "slam: two models and a wall at once",
        [box("w", "structure", 3, 0, 2, 0.3, 3)],
        [A, B, at("x", "small", 2 - S + TOUCH * 0.6, TOUCH * 0.8), at("y", "medium", 2 - S + (S + M) * 0.8, -(S + M) * 0.6)],
        slam(3),
        {"moved": 2 - S, "contacts": ["w", "x", "y"], "collateral": ["x"], "power_die": True},
    ),
    (
        "slam: a large model into a small one",
        [],
        [A, at("b", "large", 0), at("x", "small", 2)],
        slam(3),
        {"moved": 2 - S - L, "contacts": ["x"], "collateral": ["x"], "power_die": False},
    ),
    (
        "slam: stopped by a gate",
        [],
        [A, B, at("g", "small", 2, kind="gate")],
        slam(3),
        {"moved": 2 - TOUCH, "contacts": ["g"], "collateral": ["g"], "power_die": True},
    ),
    (
        "slam: a gate is never moved",
        [],
        [A, at("b", "small", 0, kind="gate")],
        slam(3),
        {"moved": 0, "end": [0, 0, 0], "contacts": []},
    ),
    ("slam: straight from above", [], [at("a", "large", 0, 0, 5), B], slam(3), {"moved": 0, "contacts": [], "destroyed": False}),
    (
        "slam: under a bridge it fits",
        [box("w", "structure", 2, 0, 2, 6, 1, bottom=1.75)],
        [A, B],
        slam(3),
        {"moved": 3, "contacts": []},
    ),
    (
        "slam: its head meets the bridge",
        [box("w", "structure", 2, 0, 2, 6, 1, bottom=1.74)],
        [A, B],
        slam(3),
        {"moved": 1 - S, "contacts": ["w"]},
    ),
    (
        "slam: flat impassable ground stops it and adds no die",
        [box("w", "impassable", 2, 0, 2, 6, 0)],
        [A, B],
        slam(3),
        {"moved": 1 - S, "contacts": ["w"], "power_die": False},
    ),
    (
        "slam: impassable far below stops it in the air",
        [ROOF4, box("w", "impassable", 2, 0, 2, 6, 0)],
        [at("a", "small", -3, 0, 4), at("b", "small", -1, 0, 4)],
        slam(4),
        {"moved": 2 - S, "contacts": ["w"], "fall": 0, "end": [1 - S, 0, 4]},
    ),
    (
        "slam: rough ground ahead shortens though it is not got to",
        [box("r", "rough", 3.9 + S, 0, 2, 6, 0)],
        [A, B],
        slam(3),
        {"moved": 1, "rough": True},
    ),
    (
        "slam: stopped before the rough ground",
        [box("r", "rough", 3.5 + S, 0, 2, 6, 0), box("w", "structure", 2, 3, 1, 6, 3)],
        [A, B],
        slam(3),
        {"moved": 1.5 - S, "rough": False, "contacts": ["w"]},
    ),
    ("slam: rough ground only touched", [box("r", "rough", 4 + S, 0, 2, 6, 0)], [A, B], slam(3), {"moved": 3, "rough": False}),
    ("slam: pathfinder", [box("r", "rough", 0, 0, 8, 6, 0)], [A, B], slam(3, pathfinder=True), {"moved": 3}),
    ("slam: half an inch in the rough", [box("r", "rough", 0, 0, 8, 6, 0)], [A, B], slam(0.5), {"moved": 0.5}),
    (
        "slam: half over the edge",
        [ROOF4],
        [at("a", "small", -5, 0, 4), at("b", "small", -1, 0, 4)],
        slam(1 + S - 0.001),
        {"fall": 0, "end": [S - 0.001, 0, 4]},
    ),
    (
        "slam: just over the edge",
        [ROOF4],
        [at("a", "small", -5, 0, 4), at("b", "small", -1, 0, 4)],
        slam(1 + S),
        {"fall": 4, "power": 4, "end": [S, 0, 0]},
    ),
    (
        "slam: onto a model",
        [ROOF4],
        [at("a", "small", -5, 0, 4), at("b", "small", -1, 0, 4), at("x", "medium", 2.25)],
        slam(3),
        {"fall": 4, "power": 4, "contacts": [], "end": [2.25 - S - M, 0, 0]},
    ),
    # jumps
    (
        "jump: a roof exactly as high is passed",
        [ROOF4, box("b", "structure", 5, 0, 4, 6, 4)],
        [H4],
        jump(5),
        {"end": [5, 0, 4], "length": 6, "fall": 0, "stopped_by": None},
    ),
    (
        "jump: a roof a hair higher stops it",
        [ROOF4, box("b", "structure", 5, 0, 4, 6, 4.002)],
        [H4],
        jump(5),
        {"end": [3 - S, 0, 0], "stopped_by": "b", "fall": 4, "ends_move": True},
    ),
    (
        "jump: rough ground 3 below",
        [box("roof", "structure", -4, 0, 8, 8, 3), box("r", "rough", 3, 0, 2, 6, 0)],
        [at("h", "small", -1, 0, 3)],
        jump(6),
        {"entered_rough": False, "end": [6, 0, 0], "power": 3},
    ),
    (
        "jump: rough ground 2.99 below",
        [box("roof", "structure", -4, 0, 8, 8, 2.99), box("r", "rough", 3, 0, 2, 6, 0)],
        [at("h", "small", -1, 0, 2.99)],
        jump(6),
        {"entered_rough": True, "power": 2},
    ),
    (
        "jump: 2 above a forest",
        [box("roof", "structure", -4, 0, 8, 8, 6), box("r", "forest", 3, 0, 2, 6, 4)],
        [at("h", "small", -1, 0, 6)],
        jump(6),
        {"entered_rough": True},
    ),
    (
        "jump: 3 above a forest",
        [box("roof", "structure", -4, 0, 8, 8, 7), box("r", "forest", 3, 0, 2, 6, 4)],
        [at("h", "small", -1, 0, 7)],
        jump(6),
        {"entered_rough": False},
    ),
    (
        "jump: over a large model",
        [box("roof", "structure", -4, 0, 8, 8, 2.75)],
        [at("h", "small", -1, 0, 2.75), at("x", "large", 2)],
        jump(5),
        {"end": [5, 0, 0], "stopped_by": None, "power": 2},
    ),
    (
        "jump: into a large model's head",
        [box("roof", "structure", -4, 0, 8, 8, 2.7)],
        [at("h", "small", -1, 0, 2.7), at("x", "large", 2.8)],
        jump(6),
        {"stopped_by": "x", "length": 3.8 - S - L, "fall": 2.7},
    ),
    ("jump: through a gate", [], [H, at("g", "small", 2, kind="gate")], jump(4), {"end": [4, 0, 0], "stopped_by": None}),
    (
        "jump: would end in a gate",
        [],
        [H, at("g", "small", 2, kind="gate")],
        jump(2.5),
        {"end": [2 - TOUCH, 0, 0], "stopped_by": "g", "ends_move": True},
    ),
    (
        "jump: ends just past a gate",
        [],
        [H, at("g", "small", 2, kind="gate")],
        jump(2 + TOUCH),
        {"stopped_by": None, "length": 2 + TOUCH},
    ),
    (
        "jump: onto the edge of a lower roof",
        [ROOF4, box("b", "structure", 5, 0, 4, 6, 1.5)],
        [H4],
        jump(2.5),
        {"end": [2.5, 0, 1.5], "fall": 2.5, "power": 2},
    ),
    (
        "jump: onto a model",
        [ROOF4],
        [H4, at("x", "medium", 3.2)],
        jump(3),
        {"end": [3.2 - S - M, 0, 0], "fall": 4, "power": 4, "stopped_by": None},
    ),
    (
        "jump: contact at the end of it",
        [ROOF4, box("b", "structure", 5, 0, 4, 6, 9)],
        [H4],
        jump(3 - S),
        {"stopped_by": "b", "length": 4 - S, "ends_move": True, "end": [3 - S, 0, 0]},
    ),
    (
        "jump: pressing on the wall it touches",
        [box("b", "structure", 1 + S, 0, 2, 6, 9)],
        [H],
        jump(2),
        {"stopped_by": "b", "length": 0, "end": [0, 0, 0], "fall": 0},
    ),
    # moves
    (
        "move: a gap exactly as wide as the base",
        [box("n", "structure", 3, 1 + S, 2, 2, 3), box("s", "structure", 3, -1 - S, 2, 2, 3)],
        [H],
        move([6, 0]),
        {"legal": True, "length": 6, "end": [6, 0, 0]},
    ),
    (
        "move: a gap 0.002 too narrow",
        [box("n", "structure", 3, 0.999 + S, 2, 2, 3), box("s", "structure", 3, -0.999 - S, 2, 2, 3)],
        [H],
        move([6, 0]),
        {"legal": False, "length": 6, "allowance": 6},
    ),
    ("move: under a bridge", [box("n", "structure", 3, 0, 2, 6, 1, bottom=1.75)], [H], move([6, 0]), {"legal": True}),
    ("move: a bridge too low", [box("n", "structure", 3, 0, 2, 6, 1, bottom=1.7)], [H], move([6, 0]), {"legal": False}),
    (
        "move: an obstacle 1 tall",
        [box("o", "obstacle", 3, 0, 1, 6, 1)],
        [H],
        move([3.5 + S, 0]),
        {"legal": True, "length": 3.5 + S},
    ),
    ("move: not fully across it", [box("o", "obstacle", 3, 0, 1, 6, 1)], [H], move([3.49 + S, 0]), {"legal": False}),
    (
        "move: an obstacle 1 tall on a kerb is a wall",
        [box("o", "obstacle", 3, 0, 1, 6, 1, bottom=0.1)],
        [H],
        move([5, 0]),
        {"legal": False},
    ),
    (
        "move: climbing needs one inch more",
        [box("o", "obstacle", 4, 0, 4, 6, 1, standable=True)],
        [H],
        move([4, 0], speed=5),
        {"legal": True, "length": 4, "allowance": 5, "end": [4, 0, 1], "fall": 0},
    ),
    (
        "move: no inch left to climb",
        [box("o", "obstacle", 4, 0, 4, 6, 1, standable=True)],
        [H],
        move([4, 0], speed=4.9),
        {"legal": False},
    ),
    ("move: through a gate", [], [H, at("g", "small", 3, kind="gate")], move([3 + TOUCH, 0]), {"legal": True}),
    ("move: ends on a gate", [], [H, at("g", "small", 3, kind="gate")], move([3 + TOUCH - 0.001, 0]), {"legal": False}),
    (
        "move: example 3 of rough ground",
        [box("r", "rough", 7 + S + 0.05, 0, 4, 6, 0)],
        [H],
        move([6, 0]),
        {"legal": False, "length": 6, "allowance": 4},
    ),
    ("move: up to the rough ground", [box("r", "rough", 7 + S, 0, 4, 6, 0)], [H], move([5, 0]), {"legal": True, "allowance": 6}),
    (
        "move: the rim of round rough ground grazed",
        [silo("r", "rough", 3, 1 + S, 1, 0)],
        [H],
        move([6, 0]),
        {"legal": True, "allowance": 6},
    ),
    ("move: 0.001 into it", [silo("r", "rough", 3, 0.999 + S, 1, 0)], [H], move([6, 0]), {"legal": False, "allowance": 4}),
    (
        "move: no less than an inch",
        [box("r", "rough", 0, 0, 8, 6, 0)],
        [H],
        move([1, 0], speed=2),
        {"legal": True, "allowance": 1},
    ),
    (
        "move: pathfinder",
        [box("r", "rough", 0, 0, 18, 6, 0)],
        [H],
        move([6, 0], pathfinder=True),
        {"legal": True, "allowance": 6},
    ),
    (
        "move: flight over rough and wall",
        [box("r", "rough", 0, 0, 18, 6, 0), box("w", "structure", 3, 0, 1, 6, 5)],
        [H],
        move([6, 0], flight=True),
        {"legal": True, "allowance": 6, "end": [6, 0, 0]},
    ),
    (
        "move: flight over impassable ground",
        [box("w", "impassable", 3, 0, 1, 6, 0)],
        [H],
        move([6, 0], flight=True),
        {"legal": False},
    ),
    (
        "move: flight down from a roof is no fall",
        [ROOF4],
        [H4],
        move([3, 0], flight=True),
        {"legal": True, "end": [3, 0, 0], "fall": 0},
    ),
    ("move: flight ends half over an edge", [TOWER], [H], move([3, 0], flight=True), {"legal": False}),
    ("move: off a roof", [ROOF4], [H4], move([2, 0]), {"legal": True, "end": [2, 0, 0], "fall": 4, "length": 3}),
    ("move: stops half over the edge", [ROOF4], [H4], move([0.3, 0]), {"legal": False}),
    (
        "move: over a crack between two roofs",
        [ROOF4, box("b", "structure", 5, 0, 8, 8, 4)],
        [H4],
        move([3, 0]),
        {"legal": True, "end": [3, 0, 4], "fall": 0},
    ),
    (
        "move: down a stair of two roofs",
        [ROOF4, box("b", "structure", 1, 0, 2, 8, 1.5)],
        [H4],
        move([3, 0]),
        {"legal": True, "end": [3, 0, 0], "fall": 2.5},
    ),
    (
        "move: up a ladder and on",
        [TOWER],
        [at("h", "small", 0)],
        move([1.5, 0], UP, [5, 0], speed=4.5),
        {"legal": True, "end": [5, 0, 4], "length": 2.5},
    ),
    ("move: too slow for the ladder", [TOWER], [at("h", "small", 0)], move([1.5, 0], UP, [5, 0], speed=4.4), {"legal": False}),
    ("move: too far from the ladder", [TOWER], [at("h", "small", 0)], move([1.99 - S, 0], UP), {"legal": False}),
    (
        "move: exactly one inch from the ladder",
        [TOWER],
        [at("h", "small", 0)],
        move([2 - S, 0], UP),
        {"legal": True, "end": [4, 0, 4]},
    ),
    (
        "move: walk, jump, walk",
        [ROOF4, box("b", "structure", 5, 0, 6, 6, 2)],
        [at("h", "small", -2, 0, 4)],
        move([-1, 0], {"jump": [4, 0]}, [5, 0], speed=7),
        {"legal": True, "end": [5, 0, 2], "length": 7, "fall": 2},
    ),
    (
        "move: on after a jump was stopped",
        [ROOF4, box("b", "structure", 5, 0, 6, 6, 9)],
        [H4],
        move({"jump": [4, 0]}, [0.8, 1]),
        {"legal": False},
    ),
    # standing
    ("stand: as large as the round top", [silo("t", "structure", 0, 0, L, 3)], [], stand("large", 0, 0, 3), {"standable": True}),
    ("stand: 0.001 off it", [silo("t", "structure", 0, 0, L, 3)], [], stand("large", 0.001, 0, 3), {"standable": False}),
    (
        "stand: on four tiles",
        [box(f"t{i}", "structure", x, y, 2, 2, 3) for i, (x, y) in enumerate([(-1, -1), (-1, 1), (1, -1), (1, 1)])],
        [],
        stand("large", 0.3, -0.2, 3),
        {"standable": True},
    ),
    (
        "stand: one tile lower",
        [
            box(f"t{i}", "structure", x, y, 2, 2, 3 - (i == 3) * 0.01)
            for i, (x, y) in enumerate([(-1, -1), (-1, 1), (1, -1), (1, 1)])
        ],
        [],
        stand("large", 0.3, -0.2, 3),
        {"standable": False},
    ),
    (
        "stand: a round top and a walk",
        [silo("t", "structure", 0, 0, 1.5, 2), box("w", "structure", 2, 0, 4, 2.4, 2)],
        [],
        stand("large", 1, 0, 2),
        {"standable": True},
    ),
    (
        "stand: the notch between them",
        [silo("t", "structure", 0, 0, 1.5, 2), box("w", "structure", 2, 0, 4, 2.4, 2)],
        [],
        stand("large", 1, 0.3, 2),
        {"standable": False},
    ),
    ("stand: beside a wall, touching", [box("w", "structure", 1 + M, 0, 2, 4, 2)], [], stand("medium", 0), {"standable": True}),
    ("stand: beside a model, touching", [], [at("x", "large", M + L)], stand("medium", 0), {"standable": True}),
    (
        "stand: under its feet a full bridge",
        [box("w", "structure", 0, 0, 6, 6, 1, bottom=3)],
        [at("x", "large", 0, 0, 4)],
        stand("large", 0),
        {"standable": True},
    ),
    (
        "stand: on an obstacle not marked",
        [box("o", "obstacle", 0, 0, 4, 4, 1)],
        [],
        stand("small", 0, 0, 1),
        {"standable": False},
    ),
    ("stand: on impassable terrain", [box("o", "impassable", 0, 0, 4, 4, 1)], [], stand("small", 0, 0, 1), {"standable": False}),
    # cover
    (
        "cover: the lane's edge touched",
        [box("w", "structure", 4, 1 + S, 1, 2, 3)],
        AB,
        COVER,
        {"cover": False, "intervening": []},
    ),
    (
        "cover: 0.001 into the lane",
        [box("w", "structure", 4, 0.999 + S, 1, 2, 3)],
        AB,
        COVER,
        {"cover": True, "intervening": ["w"]},
    ),
    (
        "cover: exactly one inch away",
        [box("w", "obstacle", 5 - S - 1.25, 0, 0.5, 4, 1)],
        AB,
        COVER,
        {"cover": True, "features": ["w"]},
    ),
    (
        "cover: under the line from a roof",
        [box("w", "obstacle", 3.75, 0, 0.5, 6, 8 * (1 - S) / 10 - 0.001)],
        [at("a", "small", -5, 0, 8), AB[1]],
        COVER,
        {"cover": False, "intervening": []},
    ),
    (
        "cover: just into that line",
        [box("w", "obstacle", 3.75, 0, 0.5, 6, 8 * (1 - S) / 10 + 0.001)],
        [at("a", "small", -5, 0, 8), AB[1]],
        COVER,
        {"cover": True, "intervening": ["w"]},
    ),
    (
        "cover: between models one above the other",
        [silo("w", "structure", 0, 0, 0.3, 1, bottom=3)],
        [at("a", "large", 0, 0, 5), at("b", "large", 0)],
        COVER,
        {"cover": False, "intervening": ["w"]},
    ),
]


def turned(frame: tuple[float, float, float], p: list[float]) -> list[float]:
    """A point of the set-up on the table."""
    turn = math.radians(frame[0])
    c, s = math.cos(turn), math.sin(turn)
    return [frame[1] + c * p[0] - s * p[1], frame[2] + s * p[0] + c * p[1], *p[2:]]


def step(frame: tuple[float, float, float], s: Any) -> Any:
    """A step of a path on the table."""
    return {k: turned(frame, v) if isinstance(v, list) else v for k, v in s.items()} if isinstance(s, dict) else turned(frame, s)


def placed(case: tuple, frame: tuple[float, float, float]) -> dict:
    """The case as a line of the file."""
    name, terrain, models, question, expected = case
    features = []
    for f in terrain:
        shape = f["shape"] | {"center": turned(frame, f["shape"]["center"])}
        features.append(f | {"shape": shape | ({"rotation": frame[0]} if "rotation" in shape else {})})
    board: dict[str, Any] = {"size": [30, 30], "terrain": features}
    asked = dict(question)
    if question["type"] == "move":
        asked["path"] = [step(frame, s) for s in question["path"]]
        if UP in question["path"]:
            board["ladders"] = [{"id": "rungs", "at": turned(frame, [3, 0]), "bottom": 0, "top": 4}]
    for key in ("to", "position"):
        if isinstance(asked.get(key), list):
            asked[key] = turned(frame, asked[key])
    right = {k: turned(frame, v) if k == "end" else v for k, v in expected.items()}
    people = [m | {"position": turned(frame, m["position"])} for m in models]
    return {"name": name, "map": board, "models": people, "question": asked, "expected": right, "tolerance": 1e-5}


def main() -> None:
    """Write the file."""
    lines = [json.dumps(placed(case, FRAMES[(i + 1) % 4])) for i, case in enumerate(CASES)]
    lines += [json.dumps(placed((case[0] + " (turned)", *case[1:]), FRAMES[(i + 3) % 4])) for i, case in enumerate(CASES)]
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
