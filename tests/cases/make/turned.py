"""Makes sight_turned.jsonl and space_turned.jsonl: questions whose answers follow from a line of arithmetic (`how`).

Each scene is laid out along the x axis (the arithmetic is done there), then turned and moved as a whole, so that no
answer may depend on the axes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

SIZE = [48, 48]
TURNS = [0.0, 33.3, 90.0, 127.9, 201.7, 278.4]
SMALL, MEDIUM, LARGE = 30 / 50.8, 40 / 50.8, 50 / 50.8
"""Base radii in inches; their volumes are 1.75, 2.25 and 2.75 tall."""

Json = dict[str, Any]


class Frame:
    """A scene's own axes on the table: turned about the table's center."""

    def __init__(self, turn: float) -> None:
        self.turn = turn
        quarter: dict[float, tuple[float, float]] = {0.0: (1, 0), 90.0: (0, 1)}
        self.c, self.s = quarter.get(
            turn, (math.cos(math.radians(turn)), math.sin(math.radians(turn)))
        )

    def xy(self, x: float, y: float) -> list[float]:
        """A point of the scene, on the table."""
        return [round(24 + self.c * x - self.s * y, 9), round(24 + self.s * x + self.c * y, 9)]

    def model(
        self, id: str, base: str, x: float, y: float, z: float = 0.0, kind: str = "unit"
    ) -> Json:
        """A model of the scene."""
        made: Json = {"id": id, "base": base, "position": [*self.xy(x, y), z]}
        return made | ({"kind": kind} if kind != "unit" else {})

    def box(
        self, x0: float, x1: float, y0: float, y1: float, high: float, low: float = 0.0
    ) -> Json:
        """A box from x0 to x1, y0 to y1 and low to high."""
        shape: Json = {
            "type": "box",
            "center": self.xy((x0 + x1) / 2, (y0 + y1) / 2),
            "size": [round(x1 - x0, 9), round(y1 - y0, 9)],
        }
        shape |= {"rotation": self.turn} if self.turn else {}
        shape |= {"bottom": low} if low else {}
        return shape | {"height": round(high - low, 9)}

    def disc(self, x: float, y: float, radius: float, high: float) -> Json:
        """An upright cylinder."""
        return {"type": "cylinder", "center": self.xy(x, y), "radius": radius, "height": high}


def feature(id: str, kind: str, *shapes: Json, **more: Any) -> Json:
    """A feature of the map."""
    return {
        "id": id,
        "kind": kind,
        "shape": shapes[0] if len(shapes) == 1 else list(shapes),
        **more,
    }


def case(
    name: str, terrain: list[Json], models: list[Json], question: Json, expected: Any, how: str
) -> Json:
    """One line of a case file."""
    return {
        "name": name,
        "map": {"size": SIZE, "terrain": terrain},
        "models": models,
        "question": question,
        "expected": expected,
        "tolerance": 1e-4,
        "how": how,
    }


def pair(
    f: Frame, apart: float, a: str = "small", b: str = "small", za: float = 0.0, zb: float = 0.0
) -> list[Json]:
    """Two models so far from center to center, the scene's origin half way."""
    return [f.model("a", a, -apart / 2, 0, za), f.model("b", b, apart / 2, 0, zb)]


SIGHT = {"type": "sight", "from": "a", "to": "b"}


def wall_cases(f: Frame) -> Iterator[Json]:
    """Walls at their critical height or width, give or take 0.002 inches."""
    for high, verdict in ((1.748, "clear"), (1.752, "blocked")):
        terrain = [feature("wall", "structure", f.box(-0.25, 0.25, -12, 12, high))]
        how = "two small models: no line is higher than 1.75 anywhere"
        yield case(f"sight wall {high}", terrain, pair(f, 9), SIGHT, verdict, how)
    # The best line leaves from the viewer's far edge and lands on the target's near edge: the wall's near face decides.
    rise = (4.25 + SMALL) / (9 - LARGE + SMALL)
    for change, verdict in ((-0.002, "clear"), (0.002, "blocked")):
        terrain = [
            feature(
                "wall", "structure", f.box(-0.25, 0.25, -12, 12, round(1.75 + rise + change, 9))
            )
        ]
        how = "1.75 + (4.25 + r) / (9 - R + r) at the near face"
        yield case(
            f"sight up over a wall {change:+}",
            terrain,
            pair(f, 9, "small", "large"),
            SIGHT,
            verdict,
            how,
        )
    for change, verdict in ((-0.002, "clear"), (0.002, "blocked")):
        terrain = [feature("pillar", "structure", f.disc(0, 0, round(SMALL + change, 9), 6))]
        how = "half way between equal discs no line is farther out than their radius"
        yield case(f"sight past a pillar {change:+}", terrain, pair(f, 12), SIGHT, verdict, how)


def slit_cases(f: Frame) -> Iterator[Json]:
    """Slits, shared faces, gaps under a deck, windows."""
    for gap, verdict in ((0.02, "clear"), (0.0, "blocked")):
        halves = [
            feature("north", "structure", f.box(-1, 1, gap / 2, 14, 6)),
            feature("south", "structure", f.box(-1, 1, -14, -gap / 2, 6)),
        ]
        yield case(
            f"sight slit {gap}",
            halves,
            pair(f, 10),
            SIGHT,
            verdict,
            "a straight line through the middle, or a shared face",
        )
        hanging = [feature("deck", "structure", f.box(-1, 1, -14, 14, 6, low=gap))]
        yield case(
            f"sight under a deck {gap}",
            hanging,
            pair(f, 10),
            SIGHT,
            verdict,
            "a level line below the underside",
        )
    for base, verdict in (("small", "blocked"), ("large", "clear")):
        window = feature(
            "wall",
            "structure",
            f.box(-0.2, 0.2, -14, 14, 1.8),
            f.box(-0.2, 0.2, -14, 14, 6, low=2.2),
            f.box(-0.2, 0.2, 0.4, 14, 2.2, low=1.8),
            f.box(-0.2, 0.2, -14, -0.4, 2.2, low=1.8),
        )
        how = "the sill is at 1.8: above every line between small models, below one that rises to 2.75"
        yield case(
            f"sight window to a {base}", [window], pair(f, 9, "small", base), SIGHT, verdict, how
        )
    roof = feature("roof", "structure", f.box(-4, 4, -4, 4, 5, low=4))
    above = [f.model("a", "small", 0, 0, 5), f.model("b", "small", 0, 0)]
    yield case(
        "sight through a roof",
        [roof],
        above,
        SIGHT,
        "blocked",
        "every line crosses the slab within its 8 by 8",
    )
    inside = [f.model("a", "small", -0.5, 0), f.model("b", "small", 0.5, 0)]
    wall = feature("wall", "structure", f.box(-0.2, 0.2, -14, 14, 6))
    yield case(
        "sight of volumes that meet",
        [wall],
        inside,
        SIGHT,
        "clear",
        "1 apart, 1.18 between centers when they touch: they meet",
    )
    for kind, high, more, verdict in (
        ("rough", 5, {}, "clear"),
        ("impassable", 0, {}, "clear"),
        ("impassable", 5, {}, "blocked"),
        ("structure", 5, {"blocks_sight": False}, "clear"),
        ("rough", 5, {"blocks_sight": True}, "blocked"),
        ("obstacle", 1, {}, "clear"),
    ):
        terrain = [feature("x", kind, f.box(-0.5, 0.5, -14, 14, high), **more)]
        name = f"sight {kind} {high} {'overridden' if more else ''}".strip()
        yield case(
            name,
            terrain,
            pair(f, 9),
            SIGHT,
            verdict,
            "the kind's default, or what the players agreed",
        )


def wood_cases(f: Frame) -> Iterator[Json]:
    """Obscuring terrain: three inches of it, from within or into it."""
    for depth, verdict in ((2.99, "clear"), (3.01, "blocked")):
        into = [f.model("a", "small", -6, 0), f.model("b", "small", depth + SMALL, 0)]
        wood = [feature("wood", "forest", f.box(0, 14, -14, 14, 9))]
        yield case(
            f"sight {depth} into a wood",
            wood,
            into,
            SIGHT,
            verdict,
            "the target's near edge is so deep in it",
        )
        both = pair(f, depth + 2 * SMALL)
        wide = [feature("wood", "obscuring", f.box(-14, 14, -14, 14, 9))]
        yield case(
            f"sight {depth} within a wood",
            wide,
            both,
            SIGHT,
            verdict,
            "so far from base to base, all of it in the wood",
        )
        two = [
            feature("west", "forest", f.box(-14, 0, -14, 14, 9)),
            feature("east", "forest", f.box(4, 14, -14, 14, 9)),
        ]
        apart = [
            f.model("a", "small", -depth / 2 - SMALL, 0),
            f.model("b", "small", 4 + depth / 2 + SMALL, 0),
        ]
        yield case(f"sight {depth} of two woods", two, apart, SIGHT, verdict, "half of it in each")
        twice = [
            feature("one", "forest", f.box(0, 14, -14, 14, 9)),
            feature("other", "obscuring", f.box(0, 14, -14, 14, 9)),
        ]
        yield case(
            f"sight {depth} of woods that overlap",
            twice,
            into,
            SIGHT,
            verdict,
            "what overlaps counts once",
        )
    for high, verdict in ((1.7, "clear"), (9, "blocked")):
        thin = [feature("hedge", "obscuring", f.box(-0.03, 0.03, -14, 14, high))]
        yield case(
            f"sight through a hedge {high}",
            thin,
            pair(f, 9),
            SIGHT,
            verdict,
            "seen through however thin, or seen over",
        )
    flat = [feature("wood", "forest", f.box(-3, 3, -14, 14, 0))]
    yield case(
        "sight across a flat wood",
        flat,
        pair(f, 12),
        SIGHT,
        "clear",
        "obscuring terrain of no height obscures nothing",
    )
    # Down from a roof: the target's top is 0.75 above the wood, which ends 2 before its near edge; the viewer is high enough.
    tower = feature("tower", "structure", f.box(-9, -5, -2, 2, 8))
    low_wood = feature("wood", "forest", f.box(-3, 3, -14, 14, 1))
    down = [f.model("a", "small", -6, 0, 8), f.model("b", "small", 6, 0)]
    yield case(
        "sight over a wood from a roof",
        [tower, low_wood],
        down,
        SIGHT,
        "clear",
        "from 9.75 down to 1.75, never below 1 over the wood",
    )


def reach_cases(f: Frame) -> Iterator[Json]:
    """Ranges, cover, sprays and blasts."""
    for gap, rise in ((3.0, 4.0), (0.0, 2.5), (6.0, 2.5)):
        models = pair(f, gap + SMALL + LARGE, "small", "large", 0, rise)
        how = "the hypotenuse of the gap and the rise"
        yield case(
            f"range {gap} and {rise}",
            [],
            models,
            {"type": "range", "from": "a", "to": "b"},
            {"distance": math.hypot(gap, rise)},
            how,
        )
    overlap = [f.model("a", "small", 0, 0), f.model("b", "large", 0.3, 0, 5)]
    yield case(
        "range straight up",
        [],
        overlap,
        {"type": "range", "from": "a", "to": "b"},
        {"distance": 5.0},
        "plans overlap: the rise only",
    )
    cover = {"type": "cover", "from": "a", "to": "b"}
    for off, has in ((0.999, True), (1.001, False)):
        x = 5 - SMALL - off
        terrain = [feature("w", "obstacle", f.box(x - 0.5, x, -3, 3, 1))]
        expected = {"cover": has, "features": ["w"] if has else [], "intervening": ["w"]}
        yield case(
            f"cover {off}", terrain, pair(f, 10), cover, expected, "so far from the target's base"
        )
    for side, between in ((-0.002, True), (0.002, False)):
        edge = SMALL + side
        terrain = [feature("w", "structure", f.box(3.5, 4, round(edge, 9), 6, 3))]
        expected = {"cover": between, "intervening": ["w"] if between else []}
        yield case(
            f"cover beside the lane {side:+}",
            terrain,
            pair(f, 10),
            cover,
            expected,
            "equal discs: the hull is as wide as they are",
        )
    for low, between in ((1.748, True), (1.752, False)):
        terrain = [feature("w", "structure", f.box(3.5, 4, -3, 3, 5, low=low))]
        expected = {"cover": False, "intervening": ["w"] if between else []}
        yield case(
            f"cover under a beam {low}",
            terrain,
            pair(f, 10),
            cover,
            expected,
            "the hull ends at 1.75; the beam is too far up",
        )
    spray = {"type": "spray", "from": "a", "to": "b", "range": 8}
    for y, met in ((LARGE - 0.002, True), (LARGE + 0.002, False)):
        models = [
            f.model("a", "small", -5, 0),
            f.model("b", "small", 0, 0),
            f.model("c", "large", 2, round(y, 9)),
        ]
        yield case(
            f"spray {y:.3f} beside the line",
            [],
            models,
            spray,
            {"hits": ["b", "c"] if met else ["b"]},
            "the line meets it, or not",
        )
    for z, met in ((0.002, False), (-1.0, True)):
        # The line rises from 0 to 3 over 4 - r, and at 1.5 further it is at 3 (5.5 - r) / (4 - r).
        at = 3 * (5.5 - SMALL) / (4 - SMALL)
        models = [
            f.model("a", "small", -4, 0),
            f.model("b", "small", 0, 0, 3),
            f.model("c", "small", 1.5 + SMALL, 0, round(at - 1.75 - z, 9)),
        ]
        hits = ["b", "c"] if met else ["b"]
        yield case(
            f"spray over a head {z:+}",
            [],
            models,
            spray | {"range": 9},
            {"hits": hits},
            "the line rises past its near top edge, or into it",
        )
    blast = {"type": "blast", "target": "t"}
    for far, reached in ((2.0, True), (2.001, False)):
        models = [f.model("t", "large", 0, 0), f.model("n", "small", LARGE + SMALL + far, 0)]
        yield case(
            f"blast {far}",
            [],
            models,
            blast,
            {"models": ["n"] if reached else [], "tied": False},
            'within 2" includes exactly 2"',
        )
    ring = [f.model("t", "small", 0, 0)] + [
        f.model(f"n{i}", "small", *xy)
        for i, xy in enumerate(((2.5, 0), (-2, 0), (0, 2.5), (0, -3)))
    ]
    expected = {"models": ["n1", "n0", "n2"], "tied": True}
    yield case(
        "blast tie for second",
        [],
        ring,
        blast,
        expected,
        "n1 is nearest; n0 and n2 are equally far",
    )


def move_cases(f: Frame) -> Iterator[Json]:
    """Standing, walking, jumping and slams."""
    expected: Json
    roof = [feature("roof", "structure", f.box(-3, 3, -3, 3, 4))]
    for inset, fine in ((0.0, True), (0.002, False)):
        at = [*f.xy(round(3 - SMALL + inset, 9), 0), 4]
        yield case(
            f"stand at an edge {inset}",
            roof,
            [],
            {"type": "stand", "base": "small", "position": at},
            {"standable": fine},
            "the whole base or not",
        )
    deck = [feature("deck", "structure", f.box(-6, 6, -6, 6, 4, low=2.5))]
    for base, fine in (("medium", True), ("large", False)):
        asked = {"type": "stand", "base": base, "position": [*f.xy(0, 0), 0]}
        yield case(
            f"stand under a deck {base}",
            deck,
            [],
            asked,
            {"standable": fine},
            "2.5 of room for 2.25 or 2.75",
        )
    joined = [
        feature("west", "structure", f.box(-3, 0, -3, 3, 4)),
        feature("east", "structure", f.box(0, 3, -3, 3, 4)),
    ]
    asked = {"type": "stand", "base": "large", "position": [*f.xy(0, 0), 4]}
    yield case(
        "stand across a joint",
        joined,
        [],
        asked,
        {"standable": True},
        "two roofs of one height are one level",
    )

    walker = [f.model("m", "small", -5, 0)]

    def move(*path: Any, speed: float = 6, **more: Any) -> Json:
        return {"type": "move", "model": "m", "path": list(path), "speed": speed, **more}

    gate = [
        feature("n", "structure", f.box(-1, 1, SMALL, 6, 3)),
        feature("s", "structure", f.box(-1, 1, -6, -SMALL, 3)),
    ]
    yield case(
        "move through a gap as wide as the base",
        gate,
        walker,
        move(f.xy(1, 0)),
        {"legal": True, "length": 6},
        "touching is not entering",
    )
    tight = [feature("n", "structure", f.box(-1, 1, SMALL - 0.002, 6, 3)), gate[1]]
    yield case(
        "move through a gap too narrow",
        tight,
        walker,
        move(f.xy(1, 0)),
        {"legal": False},
        "0.002 too narrow",
    )
    rough = [feature("r", "rough", f.box(-2, 2, -6, 6, 0))]
    for x, fine in ((-2 - SMALL, True), (-2 - SMALL + 0.5, True), (0.0, False)):
        allowance = 4 if x > -2 - SMALL else 6
        length = x + 5
        expected = {"legal": fine, "length": length, "allowance": allowance}
        yield case(
            f"move {length:.2f} toward rough ground",
            rough,
            walker,
            move(f.xy(x, 0)),
            expected,
            "entering it costs 2 of 6",
        )
    yield case(
        "move with pathfinder",
        rough,
        walker,
        move(f.xy(1, 0), pathfinder=True),
        {"legal": True, "allowance": 6},
        "rough ground costs it nothing",
    )
    fence = [feature("f", "obstacle", f.box(-3, -2.5, -6, 6, 1))]
    yield case(
        "move wholly across a fence",
        fence,
        walker,
        move(f.xy(-2.5 + SMALL, 0)),
        {"legal": True},
        "just across",
    )
    yield case(
        "move onto a fence",
        fence,
        walker,
        move(f.xy(-2.5 + SMALL - 0.01, 0)),
        {"legal": False},
        "0.01 short of across",
    )
    other = [*walker, f.model("o", "medium", -2, 0)]
    touch = -2 - SMALL - MEDIUM
    yield case(
        "move up to a model",
        [],
        other,
        move(f.xy(touch, 0)),
        {"legal": True},
        "touching is not overlapping",
    )
    yield case(
        "move past a model",
        [],
        other,
        move(f.xy(1, 0)),
        {"legal": False},
        "models are not walked through",
    )
    yield case(
        "move past a gate",
        [],
        [*walker, f.model("o", "small", -2, 0, kind="gate")],
        move(f.xy(1, 0)),
        {"legal": True},
        "a gate is",
    )

    jumper = [f.model("m", "small", -4, 0, 4)]
    step = [
        feature("a", "structure", f.box(-8, -2, -4, 4, 4)),
        feature("b", "structure", f.box(2, 8, -4, 4, 3)),
    ]
    expected = {
        "legal": True,
        "end": [*f.xy(4, 0), 3],
        "length": 8,
        "fall": 1,
        "power": 1,
        "stopped_by": None,
    }
    yield case(
        "jump to a lower roof",
        step,
        jumper,
        {"type": "jump", "model": "m", "to": f.xy(4, 0)},
        expected,
        "4 to 3",
    )
    for high, stopped in ((4.0, None), (4.1, "b")):
        level = [step[0], feature("b", "structure", f.box(2, 8, -4, 4, high))]
        end = [*f.xy(4, 0), 4] if stopped is None else [*f.xy(2 - SMALL, 0), 0]
        expected = {"end": end, "stopped_by": stopped, "fall": 4.0 - end[2]}
        yield case(
            f"jump to a roof at {high}",
            level,
            jumper,
            {"type": "jump", "model": "m", "to": f.xy(4, 0)},
            expected,
            "level is passed, higher stops",
        )

    slammed = [f.model("s", "small", -6, 0), f.model("m", "small", -3, 0)]
    slam = {"type": "slam", "model": "m", "from": "s", "distance": 3}
    wall = [feature("w", "structure", f.box(SMALL, 2, -4, 4, 3))]
    expected = {
        "end": [*f.xy(0, 0), 0],
        "moved": 3,
        "contacts": ["w"],
        "power_die": True,
        "collateral": [],
    }
    yield case(
        "slam that ends at a wall",
        wall,
        slammed,
        slam,
        expected,
        "contact at the very end of the distance",
    )
    for base, die, hurt in (("small", True, ["o"]), ("large", True, [])):
        radius = {"small": SMALL, "large": LARGE}[base]
        models = [*slammed, f.model("o", base, SMALL + radius - 1, 0)]
        expected = {"moved": 2, "contacts": ["o"], "power_die": die, "collateral": hurt}
        yield case(
            f"slam into a {base} model",
            [],
            models,
            slam,
            expected,
            "one inch short; who suffers depends on the bases",
        )
    edge = [feature("roof", "structure", f.box(-9, -1, -4, 4, 5))]
    on_roof = [f.model("s", "small", -6, 0, 5), f.model("m", "small", -3, 0, 5)]
    off = {"end": [*f.xy(0, 0), 0], "moved": 3, "fall": 5, "power": 5}
    yield case(
        "slam off a roof", edge, on_roof, slam, off, "its base is wholly past the edge at -1"
    )
    short = {"end": [*f.xy(-1.5, 0), 5], "moved": 1.5, "fall": 0, "power": 0}
    half_over = slam | {"distance": 1.5}
    yield case(
        "slam half over an edge",
        edge,
        on_roof,
        half_over,
        short,
        "part of the base still lies on the roof",
    )
    ground = [feature("r", "rough", f.box(-3.2, 9, -4, 4, 0))]
    yield case(
        "slam from rough ground", ground, slammed, slam, {"moved": 1, "rough": True}, "3 less 2"
    )
    yield case(
        "slam 2 from rough ground",
        ground,
        slammed,
        slam | {"distance": 2},
        {"moved": 1, "rough": True},
        "2 less 2, but never less than 1",
    )


def cases(*makers: Callable[[Frame], Iterator[Json]]) -> list[Json]:
    """The cases of these makers, in order, each turned otherwise."""
    made: list[Json] = []
    for maker in makers:
        for i in range(len(list(maker(Frame(0.0))))):
            made.append(list(maker(Frame(TURNS[len(made) % len(TURNS)])))[i])
    return made


def sight_cases() -> list[Json]:
    """What sight_turned.jsonl holds."""
    return cases(wall_cases, slit_cases, wood_cases)


def space_cases() -> list[Json]:
    """What space_turned.jsonl holds."""
    return cases(reach_cases, move_cases)
