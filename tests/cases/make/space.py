"""Makes space_own.jsonl: hard questions about space whose answers are derived by hand.

Each is set up along the x axis, where the answer can be read off, and then turned and moved (by 0, 30, 137 or -63
degrees), so that nothing in the file lies along an axis.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tests.cases.make.space_falls import JUMPS, SLAMS
from tests.cases.make.space_layout import UP, Case, Json
from tests.cases.make.space_moves import COVER_CASES, MOVES, STANDING

Frame = tuple[float, float, float]
"""A turn in degrees, and where the origin of the set-up lies."""

FRAMES: tuple[Frame, ...] = (
    (0, 15.0, 15.0),
    (30, 14.0, 16.0),
    (137, 16.5, 14.0),
    (-63, 15.25, 15.5),
)


def turned(frame: Frame, p: Sequence[float]) -> list[float]:
    """A point of the set-up on the table."""
    turn = math.radians(frame[0])
    c, s = math.cos(turn), math.sin(turn)
    return [frame[1] + c * p[0] - s * p[1], frame[2] + s * p[0] + c * p[1], *p[2:]]


def step(frame: Frame, s: Any) -> Any:
    """A step of a path on the table."""
    return (
        {k: turned(frame, v) if isinstance(v, list) else v for k, v in s.items()}
        if isinstance(s, dict)
        else turned(frame, s)
    )


def placed(case: Case, frame: Frame) -> Json:
    """The case as a line of the file."""
    name, terrain, models, question, expected = case
    features = []
    for f in terrain:
        shape = f["shape"] | {"center": turned(frame, f["shape"]["center"])}
        features.append(
            f | {"shape": shape | ({"rotation": frame[0]} if "rotation" in shape else {})}
        )
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
    return {
        "name": name,
        "map": board,
        "models": people,
        "question": asked,
        "expected": right,
        "tolerance": 1e-5,
    }


def cases() -> list[Json]:
    """Every case twice, each time turned otherwise."""
    layouts = [*SLAMS, *JUMPS, *MOVES, *STANDING, *COVER_CASES]
    made = [placed(case, FRAMES[(i + 1) % 4]) for i, case in enumerate(layouts)]
    return made + [
        placed((f"{case[0]} (turned)", *case[1:]), FRAMES[(i + 3) % 4])
        for i, case in enumerate(layouts)
    ]
