"""Makes tests/cases/sight_own.jsonl: questions of sight whose right answer is known by a formula, one a line.

Every case is laid out in a frame of its own: the viewer A stands at (0, 0), the target B at (D, 0), lines run along +x.
The frame is then turned by an odd angle and moved to the middle of a 48" table. Two facts are used throughout:

- All lines from A to B stay in the convex hull of the two volumes: aside of the x axis by no more than the larger radius.
- In a frame whose walls run along y (and are wide), a line crosses the plane x = w after the part
  (w - xa) / (xb - xa) of its way. Heights there depend on xa, za, xb, zb only, and -r <= xa <= r, D - r <= xb <= D + r:
  the best line lies above the x axis, so a question in three dimensions is one in two.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

RADIUS = {"small": 15 / 25.4, "medium": 20 / 25.4, "large": 25 / 25.4}
HEIGHT = {"small": 1.75, "medium": 2.25, "large": 2.75}
SIZES = tuple(RADIUS)
MIDDLE = 24.0


@dataclass
class Case:
    """A question in its own frame; `angle` (degrees) turns it on the table."""

    family: str
    name: str
    angle: float
    terrain: list[dict[str, Any]] = field(default_factory=list)
    models: list[dict[str, Any]] = field(default_factory=list)

    def at(self, x: float, y: float) -> list[float]:
        """A point of the frame, on the table."""
        c, s = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        return [round(MIDDLE + c * x - s * y, 9), round(MIDDLE + s * x + c * y, 9)]

    def box(
        self, x0: float, x1: float, y0: float, y1: float, low: float, high: float
    ) -> dict[str, Any]:
        """A box from x0 to x1, y0 to y1."""
        return {
            "type": "box",
            "center": self.at((x0 + x1) / 2, (y0 + y1) / 2),
            "size": [round(x1 - x0, 9), round(y1 - y0, 9)],
            "rotation": self.angle,
            "bottom": low,
            "height": round(high - low, 9),
        }

    def prism(self, points: list[tuple[float, float]], high: float) -> dict[str, Any]:
        """A polygon on the table."""
        return {
            "type": "prism",
            "points": [self.at(x, y) for x, y in points],
            "bottom": 0,
            "height": high,
        }

    def cylinder(self, x: float, y: float, radius: float, high: float) -> dict[str, Any]:
        """A round pillar on the table."""
        return {
            "type": "cylinder",
            "center": self.at(x, y),
            "radius": round(radius, 9),
            "bottom": 0,
            "height": high,
        }

    def put(self, kind: str, *shapes: dict[str, Any]) -> Case:
        """Add a feature of one or more shapes."""
        shape: Any = shapes[0] if len(shapes) == 1 else list(shapes)
        self.terrain.append({"id": f"{kind}-{len(self.terrain) + 1}", "kind": kind, "shape": shape})
        return self

    def stand(self, base: str, x: float, y: float = 0.0, z: float = 0.0) -> Case:
        """Add a model: the first is A, the second B."""
        self.models.append(
            {"id": "ab"[len(self.models)], "base": base, "position": [*self.at(x, y), z]}
        )
        return self

    def asks(self, clear: bool, how: str, margin: float) -> dict[str, Any]:
        """The line of the case file. `margin`: how far, in inches, the layout is from the other answer."""
        return {
            "name": self.name,
            "map": {"name": self.name, "size": [48, 48], "terrain": self.terrain},
            "models": self.models,
            "question": {"type": "sight", "from": "a", "to": "b"},
            "expected": "clear" if clear else "blocked",
            "how": how,
            "min_margin": margin,
            "family": self.family,
        }


def slits() -> Iterator[dict[str, Any]]:
    """Two tall walls with a slit of 0.02" between them, straight on and at an angle to the line of centers."""
    for i, (a, b, aside) in enumerate(
        (
            ("small", "small", 0.0),
            ("small", "large", 0.55),
            ("medium", "small", -0.57),
            ("large", "large", 0.95),
        )
    ):
        case = Case("slit", f"slit-0.02-{a}-{b}", 17.3 + 41.7 * i).stand(a, 0).stand(b, 9)
        case.put("structure", case.box(4, 4.3, aside + 0.01, 9, 0, 5)).put(
            "structure", case.box(4, 4.3, -9, aside - 0.01, 0, 5)
        )
        yield case.asks(
            True,
            f"the line y = {aside} goes through the slit and meets both discs (|y| below both radii)",
            0.01,
        )
    # The same slit turned by phi about its center C, 5" from both: the line along it passes 5 sin(phi) from both centers, so it
    # is clear while that is below the radii. A channel t deep lets through only lines within atan(w / t) of its direction, at
    # most w aside: they pass A at 5 sin(phi - atan(w / t)) - w or more, and that hides B once it is above A's radius.
    for phi, clear in ((4.0, True), (6.0, True), (9.0, False), (14.0, False)):
        case = (
            Case("slit", f"slit-turned-{phi:g}", 203.1 - 3 * phi)
            .stand("small", 0)
            .stand("small", 10)
        )
        turned = Case("", "", case.angle + phi)
        x, y = (value - MIDDLE for value in case.at(5, 0))
        for low, high in ((0.01, 12), (-12, -0.01)):
            shape = turned.box(-0.5, 0.5, low, high, 0, 5)
            shape["center"] = [round(shape["center"][0] + x, 9), round(shape["center"][1] + y, 9)]
            case.put("structure", shape)
        straight = 5 * math.sin(math.radians(phi))
        turn = math.radians(phi) - math.atan2(0.02, 1.0)
        nearest = 5 * math.sin(turn) - 0.02
        assert clear == (straight < RADIUS["small"]) and (clear or nearest > RADIUS["small"])
        how = (
            f"the channel's own line passes {straight:.3f} from both centers"
            if clear
            else f"no line through it is nearer than {nearest:.3f}"
        )
        yield case.asks(
            clear, f"{how}; the radius is 0.591", 0.01 if clear else nearest - RADIUS["small"]
        )


def over_a_wall(
    top_a: float, r_a: float, top_b: float, r_b: float, distance: float, near: float, far: float
) -> float:
    """The height of a wall (its faces at x = near and far) that just hides B.

    A falling line is lowest over the wall's far face. It is highest there when it starts at A's front rim (xa = r_a, the
    part of the way done least) and ends at B's far rim (xb = D + r_b). A rising line is the same seen from B.
    """
    if top_a < top_b:
        return over_a_wall(top_b, r_b, top_a, r_a, distance, distance - far, distance - near)
    return top_a - (top_a - top_b) * (far - r_a) / (distance + r_b - r_a)


def walls() -> Iterator[dict[str, Any]]:
    """A wide wall 0.002" lower and 0.002" higher than the one that just hides B, for every pair of bases."""
    for i, (a, b) in enumerate((a, b) for a in SIZES for b in SIZES):
        distance = 8.0 + 0.45 * i
        near = 2.2 + 0.31 * i
        critical = over_a_wall(
            HEIGHT[a], RADIUS[a], HEIGHT[b], RADIUS[b], distance, near, near + 0.3
        )
        for step in (-0.002, 0.002):
            case = (
                Case("wall", f"wall-{a}-{b}{step:+g}", 13.7 + 37.3 * i)
                .stand(a, 0)
                .stand(b, round(distance, 9))
            )
            case.put("structure", case.box(near, near + 0.3, -9, 9, 0, round(critical + step, 9)))
            yield case.asks(
                step < 0,
                f"a wall of {critical:.6f} just hides B (front rim of the taller to far rim of the other)",
                0.002,
            )


def windows() -> Iterator[dict[str, Any]]:
    """A level slot 0.02" high through a thick wall: level lines, and falling ones that the wall's depth lets through."""
    for i, (a, b, sill) in enumerate(
        (("small", "small", 1.7), ("small", "large", 0.9), ("small", "small", 1.76))
    ):
        case = Case("window", f"slot-{a}-{b}-{sill}", 71.9 + 61 * i).stand(a, 0).stand(b, 8)
        case.put(
            "structure",
            case.box(4, 4.5, -9, 9, 0, sill),
            case.box(4, 4.5, -9, 9, round(sill + 0.02, 9), 5),
        )
        clear = sill + 0.02 <= min(HEIGHT[a], HEIGHT[b])
        yield case.asks(
            clear,
            "a level line in the slot" if clear else "no line between them rises to the slot",
            0.01,
        )
    # From large (2.75" tall) through a slot 0.02" high and 0.5" deep: a line falls at most 0.02 / 0.5 = 0.04 an inch.
    # The steepest leaves the slot at its sill and is at sill - 0.04 * (8 + 0.591 - 4.5) over B's far rim; it must be below
    # B's top there.
    for sill, angle in ((1.88, 5.2), (1.95, 95.4)):
        case = Case("window", f"slot-falling-{sill}", angle).stand("large", 0).stand("small", 8)
        case.put(
            "structure",
            case.box(4, 4.5, -9, 9, 0, sill),
            case.box(4, 4.5, -9, 9, round(sill + 0.02, 9), 5),
        )
        end = sill - 0.04 * (8 + RADIUS["small"] - 4.5)
        yield case.asks(
            end < 1.75,
            f"the steepest line through the slot is {end:.4f} up at B's far rim (B is 1.75)",
            abs(end - 1.75) / 8,
        )
    # A window 0.3 x 0.3", aside of the axis.
    for aside, clear in ((0.0, True), (0.45, True), (2.2, False)):
        case = (
            Case("window", f"window-aside-{aside}", 148.8 + 9 * aside)
            .stand("small", 0)
            .stand("small", 8)
        )
        low, high = aside - 0.15, aside + 0.15
        case.put(
            "structure",
            case.box(4, 4.25, -9, 9, 0, 1),
            case.box(4, 4.25, -9, 9, 1.3, 4),
            case.box(4, 4.25, -9, low, 1, 1.3),
            case.box(4, 4.25, high, 9, 1, 1.3),
        )
        how = (
            "the line y = aside at z = 1.15"
            if clear
            else "every line is within 0.591 of the axis, the window begins at 2.05"
        )
        yield case.asks(clear, how, 0.14 if clear else low - RADIUS["small"])


def bridges() -> Iterator[dict[str, Any]]:
    """Gaps under something that hangs: on the level, and from a roof down through the gap."""
    for gap, clear in ((0.02, True), (0.0, False)):
        case = (
            Case("under", f"gap-on-the-table-{gap}", 31.4 + 500 * gap)
            .stand("small", 0)
            .stand("medium", 9)
        )
        case.put("structure", case.box(3, 5.5, -9, 9, gap, 6))
        yield case.asks(
            clear,
            "a level line 0.01 up" if clear else "what stands on the table leaves no gap",
            0.01,
        )
    # A on a roof 4" up, its rim above the roof's edge x = e. Lines under a curtain must be low at its near face x1:
    # the lowest runs from the edge (e, 4) to B's near foot (D - r, 0) and is at 4 (D - r - x1) / (D - r - e) there.
    for i, (a, b) in enumerate((("small", "small"), ("large", "medium"), ("medium", "large"))):
        edge = RADIUS[a]
        distance = 11.0 + i
        face = 5.0 + 0.7 * i
        critical = 4 * (distance - RADIUS[b] - face) / (distance - RADIUS[b] - edge)
        for step in (0.004, -0.004):
            case = (
                Case("under", f"under-a-curtain-{a}-{b}{step:+g}", 119.6 + 53 * i)
                .stand(a, 0, z=4)
                .stand(b, distance)
            )
            case.put("structure", case.box(-5, edge, -9, 9, 0, 4))
            case.put("structure", case.box(face, face + 0.4, -9, 9, round(critical + step, 9), 14))
            yield case.asks(step > 0, f"the lowest line is {critical:.6f} up at the curtain", 0.003)


def seams() -> Iterator[dict[str, Any]]:
    """Walls that share a face, an edge, a corner: nothing slips between; the same a hair apart: it does."""
    # The quarters: in front (x < 4.5) the left is open above 1" and the right below it, behind the other way round. A line would
    # have to change sides, or height, exactly at x = 4.5, along an edge that two of the boxes share: it has no clearance.
    layouts: tuple[tuple[str, list[tuple[float, ...]]], ...] = (
        ("a level face", [(4, 4.4, -9, 9, 0, 1), (4, 4.4, -9, 9, 1, 5)]),
        ("an upright face", [(4, 4.4, -9, 0, 0, 5), (4, 4.4, 0, 9, 0, 5)]),
        ("an upright edge", [(4, 4.5, -9, 0, 0, 5), (4.5, 5, 0, 9, 0, 5)]),
        ("a level edge", [(4, 4.5, -9, 9, 0, 1.2), (4.5, 5, -9, 9, 1.2, 5)]),
        (
            "quarters",
            [
                (4, 4.5, -9, 0, 0, 1),
                (4, 4.5, 0, 9, 1, 5),
                (4.5, 5, 0, 9, 0, 1),
                (4.5, 5, -9, 0, 1, 5),
            ],
        ),
    )
    for i, (shares, boxes) in enumerate(layouts):
        case = (
            Case("seam", f"share-{shares.replace(' ', '-')}", 8.6 + 27.7 * i)
            .stand("large", 0)
            .stand("medium", 9)
        )
        for box in boxes:
            case.put("structure", case.box(*box))
        yield case.asks(False, f"together they close the way; they share {shares}", 0.5)
    case = Case("seam", "edge-apart-0.02", 166.1).stand("large", 0).stand("medium", 9)
    case.put("structure", case.box(4, 4.5, -9, 0, 0, 5)).put(
        "structure", case.box(4.5, 5, 0.02, 9, 0, 5)
    )
    yield case.asks(True, "the line y = 0.01 passes above the one and below the other", 0.01)


def woods() -> Iterator[dict[str, Any]]:
    """Into a wood 2.99" and 3.01" deep, out of it, over it, through it, and woods made of several shapes."""
    for i, (a, b) in enumerate((("small", "small"), ("large", "medium"))):
        for depth in (2.99, 3.01):
            for outward in (False, True):
                case = Case(
                    "wood",
                    f"wood-{depth}-{a}-{b}-{'out' if outward else 'in'}",
                    22.4 + 77 * i + 200 * (depth > 3),
                )
                models = [(a, 0.0), (b, round(5 + depth + RADIUS[b], 9))]
                for base, x in reversed(models) if outward else models:
                    case.stand(base, x)
                case.put("forest", case.box(5, 14, -9, 9, 0, 6))
                yield case.asks(depth < 3, f"from its edge to the near rim it is {depth}", 0.01)
    for high, clear in ((1.6, True), (2.0, False)):
        case = Case("wood", f"head-above-{high}", 301.5).stand("small", 0).stand("small", 11)
        case.put("forest", case.box(3, 14, -9, 9, 0, high))
        yield case.asks(
            clear,
            "a level line over it at 1.7"
            if clear
            else 'no line above it; 7.4" of it to the near rim',
            0.1,
        )
    # Both outside, A on a roof (top 5.75): over the wood's far edge as over a wall.
    for i, b in enumerate(SIZES):
        critical = over_a_wall(5.75, RADIUS["small"], HEIGHT[b], RADIUS[b], 12.0, 4.0, 7.0)
        for step in (-0.002, 0.002):
            case = (
                Case("wood", f"over-a-wood-{b}{step:+g}", 44.4 + 101 * i)
                .stand("small", 0, z=4)
                .stand(b, 12)
            )
            case.put("structure", case.box(-4, 0.6, -6, 6, 0, 4)).put(
                "forest", case.box(4, 7, -9, 9, 0, round(critical + step, 9))
            )
            yield case.asks(step < 0, f"a wood of {critical:.6f} is just seen over", 0.001)
    # A on the roof, B 5" deep in the wood: the line comes in from above. The shortest way inside runs from front rim (top 5.75)
    # to near rim (top 1.75): (wood - 1.75) / sin(slope) with sin = 4 / sqrt(4^2 + (10 - 2 r)^2). Any other way in is 5" or more.
    run = 10 - 2 * RADIUS["small"]
    critical = 1.75 + 3 * 4 / math.hypot(4, run)
    for step in (-0.02, 0.02):
        case = (
            Case("wood", f"into-a-wood-from-above{step:+g}", 250.7)
            .stand("small", 0, z=4)
            .stand("small", 10)
        )
        case.put("structure", case.box(-4, 0.6, -6, 6, 0, 4))
        case.put(
            "forest", case.box(10 - RADIUS["small"] - 5, 15, -9, 9, 0, round(critical + step, 9))
        )
        yield case.asks(
            step < 0, f'a wood of {critical:.6f} is just 3" along the steepest line', 0.02
        )


def lobes() -> Iterator[dict[str, Any]]:
    """Several shapes that are one wood, and the same shapes as two woods."""
    # A stands in the first strip (its rim 1" from the strip's edge x = 1.591), the second strip is t thick, B is beyond: 1 + t.
    r = RADIUS["small"]
    for thick, one, clear in (
        (1.0, True, True),
        (1.99, True, True),
        (2.01, True, False),
        (1.0, False, False),
    ):
        case = (
            Case("lobes", f"strips-{thick}-{'one' if one else 'two'}", 87.2 + 40 * thick)
            .stand("small", 0)
            .stand("large", 10)
        )
        strips = [
            case.box(-2, round(r + 1, 9), -9, 9, 0, 6),
            case.box(4, round(4 + thick, 9), -9, 9, 0, 6),
        ]
        if one:
            case.put("forest", *strips)
            yield case.asks(
                clear, f"one wood: A is in it, {1 + thick} of it on the shortest line", 0.01
            )
        else:
            case.put("forest", strips[0]).put("forest", strips[1])
            yield case.asks(clear, "two woods: the second is seen through", 0.3)
    # A in one strip, B in another, both 1.4" deep: 2.8" in all, whether they are one wood or two. At 1.6" it is 3.2".
    for deep, one in ((1.4, True), (1.4, False), (1.6, True), (1.6, False)):
        case = (
            Case(
                "lobes", f"from-strip-to-strip-{deep}-{'one' if one else 'two'}", 190.9 + 31 * deep
            )
            .stand("small", 0)
            .stand("small", 9)
        )
        strips = [
            case.box(-2, round(r + deep, 9), -9, 9, 0, 6),
            case.box(round(9 - r - deep, 9), 11, -9, 9, 0, 6),
        ]
        for group in [strips] if one else [strips[:1], strips[1:]]:
            case.put("forest", *group)
        yield case.asks(deep < 1.5, f"{2 * deep} of wood in all on the shortest line", 0.1)
    # Two woods that overlap count once: 2.9" deep of the one, the other lies over half of it.
    case = (
        Case("lobes", "overlapping-woods", 61.0)
        .stand("small", 0)
        .stand("small", round(5 + 2.9 + r, 9))
    )
    case.put("forest", case.box(5, 12, -9, 9, 0, 6)).put(
        "obscuring", case.box(6.5, 12, -8, 8, 0, 5)
    )
    yield case.asks(True, '2.9" of both together, B is in both', 0.1)


def levels() -> Iterator[dict[str, Any]]:
    """From a roof to its foot, and one model above another with a crack between the floor plates."""
    # A stands back from the edge x = e of a roof H up. The steepest line starts at A's front top rim, passes the edge, and is at
    # H - h (D + r - e) / (e - r) over B's far rim: B is seen when that is below its top.
    for i, (a, b, roof) in enumerate(
        (("small", "small", 4.0), ("large", "small", 6.0), ("medium", "large", 8.0))
    ):
        edge = 2.5
        critical = edge - RADIUS[b] + (roof - HEIGHT[b]) * (edge - RADIUS[a]) / HEIGHT[a]
        assert critical - RADIUS[b] > edge
        for step in (0.01, -0.01):
            case = (
                Case("levels", f"roof-to-foot-{a}-{b}{step:+g}", 3.3 + 83 * i)
                .stand(a, 0, z=roof)
                .stand(b, round(critical + step, 9))
            )
            case.put("structure", case.box(-5, edge, -9, 9, 0, roof))
            yield case.asks(step > 0, f"B is just seen at D = {critical:.6f}", 0.005)
    # Plates 0.25" thick with their underside 3" up. Through a crack 0.02" wide lines lean at most 0.02 / 0.25 = 0.08 an inch:
    # one under both models is seen through, one 2" aside needs a lean of (2 - 0.591) / 1.75 = 0.8 from A's top to the crack.
    for i, (crack, at, clear) in enumerate(
        ((0.02, 0.0, True), (0.02, 0.5, True), (0.0, 0.0, False), (0.02, 2.0, False))
    ):
        case = (
            Case("levels", f"crack-{crack}-at-{at}", 12.9 + 49 * i)
            .stand("small", 0, z=3.25)
            .stand("small", 0.1)
        )
        case.put("structure", case.box(-6, at - crack / 2, -6, 6, 3, 3.25)).put(
            "structure", case.box(at + crack / 2, 6, -6, 6, 3, 3.25)
        )
        how = (
            "straight down through the crack"
            if clear
            else "the plates touch"
            if not crack
            else "no line leans so far"
        )
        yield case.asks(clear, how, 0.01)


def shapes() -> Iterator[dict[str, Any]]:
    """Out of a walled yard (one prism that is not convex), and past pillars."""
    yard = [
        (2.0, 2.0),
        (-2.0, 2.0),
        (-2.0, -2.0),
        (2.0, -2.0),
        (2.0, -1.5),
        (-1.5, -1.5),
        (-1.5, 1.5),
        (2.0, 1.5),
    ]
    for x, clear in ((9.0, True), (-9.0, False)):
        case = (
            Case("yard", f"yard-{'open' if clear else 'back'}", 29.5)
            .stand("small", 0)
            .stand("medium", x)
        )
        yield case.put("structure", case.prism(yard, 5)).asks(
            clear, "through the open side" if clear else "through its back wall", 0.5
        )
    # The last line out of the yard goes past the corner C = (2, 1.5) and touches A's disc from below: it climbs at
    # atan2(1.5, 2) + asin(r / |C|). B, 5" on along it, is seen while its center is less than its radius off that line.
    r = RADIUS["small"]
    reach = RADIUS["medium"]
    climb = math.atan2(1.5, 2) + math.asin(r / 2.5)
    for step in (-0.01, 0.01):
        off = reach + step
        x = 2 + 5 * math.cos(climb) - off * math.sin(climb)
        y = 1.5 + 5 * math.sin(climb) + off * math.cos(climb)
        case = Case("yard", f"yard-corner{step:+g}", 77.7).stand("small", 0).stand("medium", x, y)
        yield case.put("structure", case.prism(yard, 5)).asks(
            step < 0, "the line past the corner that touches A's disc just misses or meets B", 0.004
        )
    # A pillar hides B when it reaches across both outer tangents of the two discs: every line has to cross it then. With discs of
    # radii p, q and D between their centers the lower tangent's distance from a point (x, y) is y cos(t) + x sin(t) + p, where
    # sin(t) = (q - p) / D is how it leans: for p = q simply y + p. A pillar at (x, c) reaches it when that is below its radius.
    for i, (a, b) in enumerate((("small", "small"), ("large", "large"), ("small", "large"))):
        p = RADIUS[a]
        q = RADIUS[b]
        x = 4.0
        aside = 0.2
        lean = math.asin((q - p) / 8)
        needed = aside * math.cos(lean) + x * math.sin(lean) + p
        for step in (-0.01, 0.01):
            case = (
                Case("pillar", f"pillar-{a}-{b}{step:+g}", 140.3 + 66 * i).stand(a, 0).stand(b, 8)
            )
            case.put("structure", case.cylinder(x, aside, needed + step, 5))
            yield case.asks(
                step < 0, f"a pillar of radius {needed:.6f} just reaches the lower tangent", 0.01
            )


def cases() -> list[dict[str, Any]]:
    """Every case, in order."""
    families = (slits, walls, windows, bridges, seams, woods, lobes, levels, shapes)
    return [case for family in families for case in family()]
