"""Makes warmachine_own.jsonl: questions of all types of WARMACHINE at random places, answered the slow way by its oracle.

A case is kept only where its answer stands with everything a little nearer and a little farther.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import shapely

from tests.cases.make import warmachine_oracle as slow
from tests.cases.make.warmachine_oracle import MARGIN, RADII, STEP, Piece, Scene

Json = dict[str, Any]
Made = tuple[Scene, Json, Json]
"""A scene, a question about it, and its answer."""

EACH, ALIKE, PATIENCE = 11, 4, 30
"""Cases of each type; of one sort no more than so many, as long as so many tries have not been made."""

ROUGH = ("rough", "forest")
HARD = ("obstacle", "structure", "impassable")


def kept(once: Callable[[float], Any]) -> Any:
    """An answer that is the same a little nearer and a little farther; None if it is not."""
    answers = [once(grow) for grow in (-MARGIN, 0.0, MARGIN)]
    return answers[1] if answers[0] == answers[1] == answers[2] else None


# In the plane, by distances


def arc(dice: Random) -> Made | None:
    one, other = slow.spread(dice, 2, wide=3)
    x, y = slow.frame(one, other.at)
    if min(abs(x - other.radius), abs(x + other.radius)) < MARGIN:
        return None
    where = "front" if x >= other.radius else "back" if x < -other.radius else "partly"
    return (
        Scene((one, other)),
        {"type": "in_front", "model": "m0", "target": "m1"},
        {"arc": where, "forward": x, "across": y},
    )


def melee(dice: Random) -> Made | None:
    one, other = slow.spread(dice, 2, wide=1.7, apart=0.0)
    reach = dice.choice((0.5, 2.0))
    gap = slow.half_disc(one.at, one.facing, one.radius + reach).distance(shapely.Point(other.at))
    if abs(gap - other.radius) < MARGIN:
        return None
    question = {"type": "melee_range", "attacker": "m0", "target": "m1", "reach": reach}
    return Scene((one, other)), question, {"in_range": bool(gap <= other.radius), "gap": gap}


def engaged(dice: Random) -> Made | None:
    found = [
        Piece(
            m.id,
            m.base,
            m.at,
            m.facing,
            m.owner,
            dice.choice((0.0, 0.5, 2.0)),
            dice.choice(((), (), (), ("stationary",))),
        )
        for m in slow.spread(dice, 5, wide=2.6)
    ]

    def pairs(grow: float) -> list[list[str]]:
        foes = [m for m in found[1:] if m.owner != found[0].owner]
        me = found[0]
        return [
            [m.id for m in foes if not m.still and slow.in_melee(m, me, grow)],
            [m.id for m in foes if not me.still and slow.in_melee(me, m, grow)],
        ]

    answer = kept(pairs)
    if answer is None:
        return None
    right = {
        "engaged_by": answer[0],
        "engages": answer[1],
        "in_melee": bool(answer[0] or answer[1]),
    }
    return Scene(tuple(found)), {"type": "engaged", "model": "m0"}, right


def area(dice: Random) -> Made | None:
    found = slow.spread(dice, 5, wide=3)
    across = dice.choice((3.0, 4.0, 5.0))
    center = (
        found[0].at
        if dice.random() < 0.5
        else (round(24 + dice.uniform(-2, 2), 3), round(24 + dice.uniform(-2, 2), 3))
    )
    answer = kept(
        lambda grow: [
            m.id for m in found if math.dist(m.at, center) <= across / 2 + m.radius + grow
        ]
    )
    at = {"target": "m0"} if center == found[0].at else {"center": list(center)}
    return answer and (
        Scene(tuple(found)),
        {"type": "area", "diameter": across, **at},
        {"models": answer},
    )


def deviation(dice: Random) -> Made | None:
    one, other = slow.spread(dice, 2)
    far = math.dist(one.at, other.at) - one.radius - other.radius
    rng = dice.choice((4.0, 6.0, 10.0))
    if abs(far - rng) < MARGIN:
        return None
    way = (
        (other.at[0] - one.at[0]) / math.dist(one.at, other.at),
        (other.at[1] - one.at[1]) / math.dist(one.at, other.at),
    )
    reach = one.radius + rng
    start = other.at if far <= rng else (one.at[0] + reach * way[0], one.at[1] + reach * way[1])
    die = dice.randint(1, 6)
    inches = dice.randint(1, 6)
    moved = min(inches, (far if far <= rng else rng) / 2)
    turn = math.atan2(way[1], way[0]) - math.radians(60 * (die - 1))
    question = {
        "type": "deviation",
        "from": "m0",
        "to": "m1",
        "range": rng,
        "die": die,
        "distance": inches,
    }
    point = [start[0] + moved * math.cos(turn), start[1] + moved * math.sin(turn)]
    return Scene((one, other)), question, {"start": list(start), "point": point, "moved": moved}


def spray(dice: Random) -> Made | None:
    found = slow.spread(dice, 6, wide=5)
    turn = dice.uniform(-120, 120)
    one, (u, v) = found[0], slow.unit(found[0].facing + turn)
    sx, sy = one.at[0] + one.radius * u, one.at[1] + one.radius * v
    strip = shapely.Polygon(
        [
            (sx + f * u - s * v, sy + f * v + s * u)
            for f, s in ((0, -0.5), (8, -0.5), (8, 0.5), (0, 0.5))
        ]
    )
    answer = kept(
        lambda grow: [
            m.id for m in found[1:] if strip.distance(shapely.Point(m.at)) <= m.radius + grow
        ]
    )
    if answer is None or abs(abs(turn) - 90) < 1:
        return None
    question = {"type": "spray", "from": "m0", "direction": (one.facing + turn) % 360}
    return Scene(tuple(found)), question, {"legal": abs(turn) <= 90, "models": answer}


def screening(dice: Random) -> Made | None:
    found = slow.spread(dice, 4, wide=2.5)
    one = Piece("m0", "medium", (24.0, 14.0))
    target = found[1]
    models = (one, *found[1:])
    hull = shapely.union(
        shapely.Point(one.at), shapely.Point(target.at).buffer(target.radius, quad_segs=2048)
    ).convex_hull

    def by(grow: float) -> list[str]:
        return [
            m.id
            for m in models[2:]
            if m.radius >= target.radius
            and hull.distance(shapely.Point(m.at)) < m.radius + grow
            and math.dist(m.at, target.at) - m.radius - target.radius <= 1 + grow
        ]

    answer = kept(by)
    right = {"screened": bool(answer), "screened_by": answer}
    return (
        None
        if answer is None
        else (Scene(models), {"type": "screening", "from": "m0", "to": "m1"}, right)
    )


def control(dice: Random) -> Made | None:
    found = slow.spread(dice, 6, wide=9)
    focus = dice.choice((3, 4, 5))
    me = found[0]
    answer = kept(
        lambda grow: [
            m.id
            for m in found
            if m is me or math.dist(m.at, me.at) - m.radius - me.radius <= 2 * focus + grow
        ]
    )
    question = {"type": "control_area", "caster": "m0", "focus": focus}
    return answer and (Scene(tuple(found)), question, {"radius": 2 * focus, "models": answer})


def back(dice: Random) -> Made | None:
    one, other, was = slow.spread(dice, 3, wide=3)
    sides = [slow.frame(other, at)[0] + one.radius for at in (one.at, was.at)]
    if min(map(abs, sides)) < MARGIN:
        return None
    down = dice.random() < 0.2
    target = Piece(
        "m1", other.base, other.at, other.facing, status=("knocked_down",) if down else ()
    )
    question = {"type": "back_strike", "from": "m0", "to": "m1", "began": list(was.at)}
    return Scene((one, target)), question, {"back_strike": max(sides) < 0 and not down}


def formation(dice: Random) -> Made | None:
    found = slow.spread(dice, 6, wide=3.2)
    how = dice.choice(("open", "skirmish"))
    near = {"open": 1.0, "skirmish": 3.0}[how]

    def groups(grow: float) -> list[list[str]]:
        left = list(found)
        made = []
        while left:
            group = [left.pop(0)]
            while more := [
                m
                for m in left
                if any(math.dist(m.at, g.at) - m.radius - g.radius <= near + grow for g in group)
            ]:
                group += more
                left = [m for m in left if m not in more]
            made.append(sorted(m.id for m in group))
        return made

    answer = kept(groups)
    question = {"type": "formation", "models": [m.id for m in found], "formation": how}
    return answer and (
        Scene(tuple(found)),
        question,
        {"groups": answer, "in_formation": len(answer) == 1},
    )


def grid(dice: Random) -> Made | None:
    letters = [[dice.choice("xx....LRMCHA") for _ in range(6)] for _ in range(6)]
    column = dice.randint(1, 6)
    points = dice.randint(1, 20)
    marked = [
        (c, r)
        for c in range(1, 7)
        for r in range(1, 7)
        if letters[r - 1][c - 1] != "x" and dice.random() < 0.2
    ]
    systems = {
        s: [(c, r) for c in range(1, 7) for r in range(1, 7) if letters[r - 1][c - 1] == s]
        for s in ".LRMCHA"
    }
    named = {("hull" if s == "." else s): boxes for s, boxes in systems.items() if boxes}
    hurt = set(marked)
    boxes = []
    order = [s for s in named if set(named[s]) <= hurt]
    if len(order) > 1 or not named:
        return None  # the order of what is disabled at the start is nobody's business
    free = [
        (c, r)
        for k in range(6)
        for c in [(column - 1 + k) % 6 + 1]
        for r in range(1, 7)
        if letters[r - 1][c - 1] != "x" and (c, r) not in hurt
    ]
    for box in free[:points]:
        if len(order) >= 3:
            break
        boxes.append(list(box))
        hurt.add(box)
        order += [s for s in named if s not in order and set(named[s]) <= hurt]
    question = {
        "type": "damage_grid",
        "rows": ["".join(row) for row in letters],
        "column": column,
        "points": points,
        "marked": [list(box) for box in marked],
    }
    gone = len(order) >= 3 or len(boxes) == len(free)
    return Scene(()), question, {"boxes": boxes, "disabled": order, "removed": gone}


# In space, by many lines


def sight(dice: Random) -> Made | None:
    found = slow.spread(dice, 5, wide=4)
    found[3] = Piece("m3", found[3].base, found[3].at, status=("knocked_down",))
    scene = Scene(tuple(found), tuple(slow.grounds(dice, dice.randint(0, 3), HARD, found, 4)))
    verdict = slow.sees(scene, found[0], found[1])
    return (
        (scene, {"type": "sight", "from": "m0", "to": "m1"}, {"verdict": verdict})
        if verdict
        else None
    )


def protection(dice: Random) -> Made | None:
    target = Piece("m1", dice.choice(list(RADII)), (24.0, 24.0))
    one = slow.spread(dice, 1, around=(24.0, 14.0), wide=2)[0]
    ground = slow.grounds(dice, 3, ("obscuring", *HARD), [target, one], 2.2)
    eye = np.array([*one.at, slow.HEIGHTS[one.base]])
    ends = slow.ends_on(target, heights=False)

    def hides(grow: float) -> list[str]:
        return [
            g.id
            for g in ground
            if g.plan.distance(shapely.Point(target.at)) - target.radius <= 1 + grow
            and slow.clips(
                eye, ends, (g.center, g.size[0] / 2) if g.round else g.plan, 0, g.height, 2 * grow
            ).any()
        ]

    answer = kept(hides)
    if answer is None:
        return None
    kinds = {g.kind for g in ground if g.id in answer}
    best = "cover" if kinds & set(HARD) else "concealment" if kinds else "none"
    question = {"type": "protection", "from": "m0", "to": "m1"}
    return Scene((one, target), tuple(ground)), question, {"protection": best, "features": answer}


# Along ways, in small steps


def free_strikes(dice: Random) -> Made | None:
    found = slow.spread(dice, 5, wide=3)
    me = found[0]
    foes = [
        Piece(m.id, m.base, m.at, m.facing, 3 - me.owner, dice.choice((0.5, 2.0)))
        for m in found[1:]
    ]
    path = [
        me.at,
        *[
            (round(24 + dice.uniform(-4, 4), 3), round(24 + dice.uniform(-4, 4), 3))
            for _ in range(2)
        ],
    ]
    at, places = slow.along(path)
    points = shapely.points(places)
    strikes = []
    for foe in foes:
        gap = (
            shapely.distance(slow.half_disc(foe.at, foe.facing, foe.radius + foe.reach), points)
            - me.radius
        )
        turns = np.flatnonzero(np.diff(np.sign(np.diff(gap)))) + 1
        if np.abs(gap[[0, -1, *turns]]).min() < MARGIN:
            return None
        inside = gap <= 0
        strikes += [(float(at[k]), foe.id) for k in np.flatnonzero(inside[:-1] & ~inside[1:])]
    strikes.sort()
    if any(b[0] - a[0] < 3 * STEP for a, b in pairwise(strikes)):
        return None
    question = {"type": "free_strikes", "model": "m0", "path": [list(p) for p in path[1:]]}
    return (
        Scene((me, *foes)),
        question,
        {"strikes": [{"enemy": id, "at_length": far} for far, id in strikes]},
    )


def things(scene: Scene, sorts: tuple[str, ...], *without: str) -> list[Any]:
    """What a way may meet: other bases, the edge, and terrain of some sorts."""
    return [*scene.others(*without), "edge", *(g for g in scene.terrain if g.sort in sorts)]


def rough_cost(scene: Scene, at: Any, places: Any, radius: float) -> Any:
    """What each length along a way has cost."""
    rough = np.zeros(len(at), bool)
    for g in scene.terrain:
        if g.sort == "rough":
            rough |= slow.depth(g, places, radius) > 0
    steps = np.diff(at) * np.where(rough[:-1] | rough[1:], 2.0, 1.0)
    return np.concatenate([[0], np.cumsum(steps)])


def move(dice: Random) -> Made | None:
    found = slow.spread(dice, 4, wide=4)
    me = found[0]
    scene = Scene(
        tuple(found), tuple(slow.grounds(dice, 3, (*ROUGH, "obscuring", "impassable"), [me], 4))
    )
    path = [
        me.at,
        *[
            (round(me.at[0] + dice.uniform(-4, 4), 3), round(me.at[1] + dice.uniform(-4, 4), 3))
            for _ in range(2)
        ],
    ]
    run = dice.random() < 0.3
    speed = float(dice.randint(4, 7))
    at, places = slow.along(path)
    answer = kept(
        lambda grow: sorted(
            slow.first_met(scene, things(scene, ("shut",), "m0"), at, places, me.radius, grow)[1]
        )
    )
    far, _ = slow.first_met(scene, things(scene, ("shut",), "m0"), at, places, me.radius, 0.0)
    cost = float(rough_cost(scene, at, places, me.radius)[-1])
    allowance = speed * (2 if run else 1)
    if (
        answer is None
        or len(answer) > 1
        or abs(cost - allowance) < 0.05
        or not _crosses(scene, me, at, places)
    ):
        return None
    legal = not answer and cost <= allowance
    right = {
        "legal": legal,
        "cost": cost,
        "allowance": allowance,
        "end": list(path[-1] if legal else me.at),
        "stopped_by": answer[0] if answer else None,
        "stop_length": far if answer else None,
    }
    return (
        scene,
        {
            "type": "move",
            "model": "m0",
            "path": [list(p) for p in path[1:]],
            "speed": speed,
            "run": run,
        },
        right,
    )


def _crosses(scene: Scene, me: Piece, at: Any, places: Any) -> bool:
    """Does the way pass the rims of rough ground and of what is shut clearly, so that small steps find where?"""
    for thing in [*(g for g in scene.terrain if g.sort != "open"), *scene.others(me.id)]:
        deep = slow.depth(thing, places, me.radius)
        turns = np.flatnonzero(np.diff(np.sign(np.diff(deep)))) + 1
        if np.abs(deep[[0, -1, *turns]]).min() < MARGIN:
            return False
    return True


def going(dice: Random, question: str) -> Made | None:
    found = slow.spread(dice, 4, wide=5)
    me = found[0]
    target = found[1]
    scene = Scene(tuple(found), tuple(slow.grounds(dice, 2, (*ROUGH, *HARD, "obscuring"), [me], 5)))
    direct = math.degrees(math.atan2(target.at[1] - me.at[1], target.at[0] - me.at[0]))
    straight = question == "slam_approach"
    direction = direct if straight else direct + dice.gauss(0, 14)
    reach = 0.5 if straight else dice.choice((0.5, 2.0))
    length = float(dice.randint(6, 10))
    end = me.at[0] + length * slow.unit(direction)[0], me.at[1] + length * slow.unit(direction)[1]
    at, places = slow.along([me.at, end])
    way = things(scene, ("rough", "thin", "shut"), "m0", "m1")
    met, by = slow.first_met(scene, way, at, places, me.radius, 0.0)
    swept = [slow.half_disc((x, y), direction, me.radius + reach) for x, y in places[::10].tolist()]
    gap = shapely.distance(np.array(swept), shapely.Point(target.at)) - target.radius
    touch, _ = slow.first_met(scene, [target], at, places, me.radius, 0.0)
    coarse = at[::10]
    first = (
        float(np.interp(0.0, [gap[k], gap[k - 1]], [coarse[k], coarse[k - 1]]))
        if (k := int((gap <= 0).argmax()))
        else 0.0
    )
    first = first if (gap <= 0).any() else math.inf
    steady = (
        slow.first_met(scene, way, at, places, me.radius, MARGIN)[1]
        == by
        == slow.first_met(scene, way, at, places, me.radius, -MARGIN)[1]
    )
    near = [
        abs(a - b)
        for a, b in (
            (first, met),
            (touch, met),
            (first, length),
            (met, length),
            (touch, length),
            (touch, 3.0),
            (met, 3.0),
        )
        if math.isfinite(a) and math.isfinite(b)
    ]
    if (
        len(by) > 1
        or not steady
        or min([1.0, *near]) < MARGIN
        or (abs(gap).min() < MARGIN / 3 and not (gap <= 0).any())
    ):
        return None
    if ((gap <= 0).any() and -gap.min() < MARGIN) or abs(gap[0]) < MARGIN:
        return None
    possible = first < met
    stop = min(length, met, touch)
    inside = coarse[(gap <= 0) & (coarse <= stop)]
    attack = bool(possible and gap[0] > 0 and len(inside) and inside.max() >= 3.0)
    if possible and len(inside) and abs(inside.max() - 3.0) < MARGIN:
        return None
    right = {
        "possible": possible,
        "in_range_length": first if possible else None,
        "stop_length": stop,
        "contact_length": touch if touch < met else None,
        "stopped_by": by[0] if met < min(touch, math.inf) else None,
        ("slam_attack" if straight else "charge_attack"): attack,
    }
    if right["contact_length"] == math.inf:
        right["contact_length"] = None
    asked: Json = {"type": question, "model": "m0", "target": "m1", "length": length}
    if not straight:
        asked |= {"reach": reach, "direction": direction % 360}
    return scene, asked, right


def directions(dice: Random) -> Made | None:
    """Without anything else in the way: as far as a target's circle is within reach, by the law of sines."""
    me, target = slow.spread(dice, 2, wide=3.4)
    reach = dice.choice((0.5, 2.0))
    length = float(dice.randint(7, 10))
    far = math.dist(me.at, target.at)
    wide = me.radius + reach + target.radius
    if far < wide + 0.3 or far + wide > length + 2:
        return None
    direct = math.degrees(math.atan2(target.at[1] - me.at[1], target.at[0] - me.at[0]))
    half = math.degrees(math.asin(wide / far))
    if math.sqrt(far * far - wide * wide) > length - MARGIN:
        return None
    low = (direct - half) % 360
    asked = {"type": "charge", "model": "m0", "target": "m1", "length": length, "reach": reach}
    return Scene((me, target)), asked, {"possible": True, "directions": [[low, low + 2 * half]]}


def driven(dice: Random, question: str) -> Made | None:
    found = slow.spread(dice, 4, wide=3.5)
    cause = Piece("m0", "large", found[0].at, found[0].facing)
    me = found[1]
    scene = Scene(
        (cause, *found[1:]), tuple(slow.grounds(dice, 3, (*ROUGH, *HARD, "obscuring"), [me], 4))
    )
    if question == "slam":
        rolled = dice.randint(1, 6)
        x, y = me.at[0] - cause.at[0], me.at[1] - cause.at[1]
        far = 9.0
        budget = rolled / 2 if me.radius > cause.radius else float(rolled)
        way = (x / math.hypot(x, y), y / math.hypot(x, y))
        asked: Json = {"type": "slam", "model": "m1", "from": "m0", "distance": rolled}
    else:
        strength = dice.randint(6, 12)
        die = dice.randint(1, 6)
        off = dice.randint(1, 3)
        turn = cause.facing + dice.uniform(-85, 85)
        (u, v), (p, q) = slow.unit(turn), slow.unit(turn - 60 * (die - 1))
        flight = (strength / 2 * u + off * p, strength / 2 * v + off * q)
        far = budget = math.hypot(*flight)
        way = (flight[0] / far, flight[1] / far)
        asked = {
            "type": "throw",
            "model": "m1",
            "from": "m0",
            "strength": strength,
            "direction": turn % 360,
            "die": die,
            "deviation": off,
        }
    at, places = slow.along([me.at, (me.at[0] + far * way[0], me.at[1] + far * way[1])])
    smaller = [m for m in scene.others("m0", "m1") if m.radius < me.radius - 1e-9]
    hard = [m for m in scene.others("m0", "m1") if m not in smaller]
    stops: list[Any] = [*hard, "edge", *(g for g in scene.terrain if g.sort in ("thin", "shut"))]
    met, by = slow.first_met(scene, stops, at, places, me.radius, 0.0)
    cost = rough_cost(scene, at, places, me.radius) if question == "slam" else at
    free = float(np.interp(budget, cost, at))
    steady = all(
        slow.first_met(scene, stops, at, places, me.radius, grow)[1] == by
        for grow in (-MARGIN, MARGIN)
    )
    if not steady or len(by) > 1 or abs(met - free) < MARGIN or not _crosses(scene, me, at, places):
        return None
    moved = min(met, free)
    end = (me.at[0] + moved * way[0], me.at[1] + moved * way[1])
    over = [(slow.first_met(scene, [m], at, places, me.radius, 0.0)[0], m.id) for m in smaller]
    struck = [id for length, id in sorted(over) if length < moved]
    lies_on = any(math.dist(end, m.at) < m.radius + me.radius + MARGIN for m in (*smaller, cause))
    if (lies_on and not (question == "slam" and not struck)) or any(
        abs(length - moved) < MARGIN for length, _ in over
    ):
        return None
    contacts = [] if met > free or by == ["edge"] else by
    equal = [m.id for m in hard if m.id in contacts and m.radius <= me.radius + 1e-9]
    right = {
        "end": list(end),
        "moved": moved,
        "contacts": contacts,
        "struck": struck,
        "extra_die": bool(contacts),
        "collateral": [*struck, *equal],
        "edge": met <= free and by == ["edge"],
    }
    if question == "throw":
        right |= {"legal": True}
    return (scene, asked, right) if question == "slam" or me.radius <= cause.radius else None


TYPES: dict[str, Callable[[Random], Made | None]] = {
    "in_front": arc,
    "sight": sight,
    "melee_range": melee,
    "engaged": engaged,
    "free_strikes": free_strikes,
    "move": move,
    "charge": lambda dice: going(dice, "charge"),
    "charge directions": directions,
    "slam_approach": lambda dice: going(dice, "slam_approach"),
    "slam": lambda dice: driven(dice, "slam"),
    "throw": lambda dice: driven(dice, "throw"),
    "area": area,
    "deviation": deviation,
    "spray": spray,
    "screening": screening,
    "protection": protection,
    "control_area": control,
    "back_strike": back,
    "formation": formation,
    "damage_grid": grid,
}
"""What makes the cases of each type; a charge is asked with a direction, and for all of them."""

LOOSE = {"move", "free_strikes", "charge", "slam_approach", "slam", "throw"}
"""Types that are answered in steps: to within two of them."""


def cases() -> list[Json]:
    """So many cases of every type."""
    return [case for name, maker in TYPES.items() for case in _of(name, maker)]


def sort_of(expected: Json) -> str:
    """What an answer is like: its words, and which of its lists are empty. So that not all cases of a type are alike."""
    words = {
        key: bool(v) if isinstance(v, list) else v
        for key, v in expected.items()
        if isinstance(v, list | str | bool)
    }
    words |= {"stopped_by": expected["stopped_by"] is not None} if "stopped_by" in expected else {}
    return str(sorted(words.items()))


def _of(name: str, maker: Callable[[Random], Made | None]) -> Iterator[Json]:
    dice = Random(f"warmachine {name}")
    made = 0
    tried = 0
    sorts = Counter[str]()
    while made < EACH:
        found = maker(dice)
        if not found:
            continue
        scene, question, expected = found
        tried = tried + 1
        sort = sort_of(expected)
        if sorts[sort] >= ALIKE and tried < PATIENCE:
            continue
        made, sorts[sort] = made + 1, sorts[sort] + 1
        edition = "prime_reference" if name in ("back_strike", "formation") else "quick_start"
        yield {
            "name": f"{name} {made}",
            "game": "warmachine",
            "edition": edition,
            "map": {
                "name": name,
                "size": list(scene.size),
                "terrain": [g.as_json() for g in scene.terrain],
            },
            "models": [m.as_json() for m in scene.models],
            "question": question,
            "expected": expected,
            "tolerance": 4 * STEP if name in LOOSE else 1e-4,
        }
