"""Verdicts under a doubt of measurement: what is proved holds at random places, what is refuted is refuted by its places."""

import math
from random import Random

import pytest

from tests.narrowed import there
from wc3d.judging.blast import BLAST
from wc3d.judging.distance import bound_distance, range_bounds
from wc3d.judging.doubt import (
    Doubt,
    assess_cover_doubt,
    assess_sight_doubt,
    certain_volume,
    possible_volume,
    shift_body,
)
from wc3d.judging.perturbation import perturb_models
from wc3d.registry import table_from_map
from wc3d.table.body import Body
from wc3d.table.sight.cover import has_cover
from wc3d.table.sight.distances import distance
from wc3d.table.sight.sight import sight
from wc3d.table.sight.sprays_and_blasts import blast

SIXTEENTH = 1 / 16
BASES = ("small", "medium", "large")


def wall(height=2.0, kind="structure", width=0.5):
    """A wall across the middle, six inches long."""
    shape = {"type": "box", "center": [15, 15], "size": [6, width], "height": height}
    return table_from_map(
        {"size": [30, 30], "terrain": [{"id": "wall", "kind": kind, "shape": shape}]}
    )


def scattered(dice):
    """A table of boxes, woods and cylinders at random, and two models among them."""
    terrain = []
    for k in range(dice.randint(2, 6)):
        at = [dice.uniform(8, 22), dice.uniform(8, 22)]
        kind = dice.choice(["structure", "obstacle", "forest", "obscuring"])
        height = dice.uniform(0.5, 1.0) if kind == "obstacle" else dice.uniform(1.2, 4)
        shape = {"type": "cylinder", "center": at, "radius": dice.uniform(0.4, 2), "height": height}
        if dice.random() < 0.7:
            shape = {
                "type": "box",
                "center": at,
                "size": [dice.uniform(1, 6), dice.uniform(0.3, 2)],
                "rotation": dice.uniform(0, 180),
                "height": height,
            }
        terrain.append({"id": f"t{k}", "kind": kind, "shape": shape})
    table = table_from_map({"size": [30, 30], "terrain": terrain})
    a = Body(
        "a", dice.choice(BASES), (dice.uniform(4, 26), dice.uniform(2, 7), dice.choice([0, 0, 1.5]))
    )
    return table, a, Body("b", dice.choice(BASES), (dice.uniform(4, 26), dice.uniform(23, 28), 0))


def somewhere(dice, body, inches, edge=False):
    """The model somewhere within the doubt, or at its very end."""
    turn = dice.uniform(0, 2 * math.pi)
    far = inches * (1 if edge else math.sqrt(dice.random()))
    up = dice.choice([-inches, inches]) if edge else dice.uniform(-inches, inches)
    return shift_body(body, (far * math.cos(turn), far * math.sin(turn), up))


def is_within_doubt(before, after, inches):
    flat = math.hypot(after.at[0] - before.at[0], after.at[1] - before.at[1])
    return flat <= inches + 1e-9 and abs(after.at[2] - before.at[2]) <= inches + 1e-9


def holds(doubt, ask, a, b, dice):
    """Whatever the doubt says, checked by asking elsewhere."""
    now = ask(a, b)
    if doubt.stands is True:
        for k in range(25):
            assert (
                ask(
                    somewhere(dice, a, doubt.inches, k % 2), somewhere(dice, b, doubt.inches, k % 2)
                )
                == now
            )
    elif doubt.stands is False:
        assert all(
            is_within_doubt(x, y, doubt.inches) for x, y in zip((a, b), doubt.places, strict=True)
        )
        assert ask(*doubt.places) == doubt.other != now


@pytest.mark.rule("NM-ATK-05")
def test_sight_in_doubt_at_random_boards():
    dice = Random(11)
    found = {True: 0, False: 0, None: 0}
    for _ in range(60):
        table, a, b = scattered(dice)
        doubt = assess_sight_doubt(table, a, b, dice.choice([SIXTEENTH, 0.25]))
        found[doubt.stands] += 1
        holds(doubt, lambda x, y, table=table: sight(table, x, y).verdict, a, b, dice)
    assert found[True] > 35 and found[False] > 2 and found[None] < 6


@pytest.mark.rule("NM-ATK-11")
def test_cover_in_doubt_at_random_boards():
    dice = Random(5)
    found = {True: 0, False: 0, None: 0}
    for _ in range(60):
        table, a, b = scattered(dice)
        b = b.moved(
            (
                table.features[0].pieces[0].box[0] + dice.uniform(-1, 1),
                table.features[0].pieces[0].box[3] + 1.2,
                0,
            )
        )
        doubt = assess_cover_doubt(table, a, b, dice.choice([SIXTEENTH, 0.25]))
        found[doubt.stands] += 1
        holds(
            doubt,
            lambda x, y, table=table: "cover" if has_cover(table, x, y) else "no cover",
            a,
            b,
            dice,
        )
    assert found[True] > 30 and found[False] > 3 and found[None] < 10


@pytest.mark.parametrize(
    ("height", "verdict", "stands"),
    [
        (2.4, "blocked", True),
        (1.9, "blocked", True),
        (1.76, "blocked", False),
        (1.74, "clear", False),
        (1.6, "clear", True),
    ],
)
def test_a_wall_as_tall_as_two_models_and_a_little(height, verdict, stands):
    """Two small models, 1.75" tall, at a wall that is taller or lower than they by more, or less, than a sixteenth."""
    table = wall(height, width=0.5)
    a, b = Body("a", "small", (15, 12, 0)), Body("b", "small", (15, 18, 0))
    assert sight(table, a, b).verdict == verdict
    doubt = assess_sight_doubt(table, a, b, SIXTEENTH)
    assert doubt.stands is stands, doubt
    if stands is False:
        assert {body.id for body in doubt.places} == {"a", "b"} and doubt.other in doubt.words


def test_the_doubt_that_a_wall_bears_is_what_it_is_higher_by():
    """Both models may be higher by the doubt: a wall 0.1" taller than they bears any doubt below 0.1", none above."""
    table = wall(1.85)
    a = Body("a", "small", (15, 12, 0))
    b = Body("b", "small", (15, 18, 0))
    assert assess_sight_doubt(table, a, b, 0.098).stands is True
    assert assess_sight_doubt(table, a, b, 0.103).stands is False


def test_what_is_known_only_part_by_part():
    """A pillar hides nobody, but no one line passes it wherever both stand: the places are halved until each has its own."""
    shape = {"type": "cylinder", "center": [15, 15], "radius": 0.4, "height": 6}
    table = table_from_map(
        {"size": [30, 30], "terrain": [{"id": "pillar", "kind": "structure", "shape": shape}]}
    )
    a, b = Body("a", "small", (15, 8, 0)), Body("b", "small", (15, 22, 0))
    doubt = assess_sight_doubt(table, a, b, 0.3)
    assert doubt.stands is True and doubt.tried > 1
    holds(doubt, lambda x, y: sight(table, x, y).verdict, a, b, Random(3))


def test_a_doubt_wider_than_the_models_proves_nothing_and_breaks_nothing():
    table = wall(4.0)
    a = Body("a", "small", (15, 12, 0))
    b = Body("b", "small", (15, 18, 0))
    assert assess_sight_doubt(table, a, b, 3.0).stands is False
    stopped = assess_sight_doubt(wall(1.7), a, b, 0.8, progress=lambda done, total: False)
    assert stopped.stands is not True


@pytest.mark.rule("NM-ATK-04")
def test_the_range_in_doubt_is_exact():
    dice = Random(2)
    table = wall()
    for _ in range(200):
        one, two = (
            Body(
                id,
                dice.choice(BASES),
                (dice.uniform(10, 16), dice.uniform(10, 16), dice.choice([0, 0, 3])),
            )
            for id in "ab"
        )
        least, most = range_bounds(one, two, 0.2)
        far = distance(table, somewhere(dice, one, 0.2), somewhere(dice, two, 0.2))
        assert least - 1e-9 <= far <= most + 1e-9
    a, b = Body("a", "small", (10, 10, 0)), Body("b", "small", (15, 10, 3))
    ends = [
        distance(table, shift_body(a, (-s, 0, -s)), shift_body(b, (s, 0, s))) for s in (-0.2, 0.2)
    ]
    assert range_bounds(a, b, 0.2) == pytest.approx(ends)
    doubt = bound_distance(a, b, 0.2)
    assert doubt.stands is None and doubt.words.startswith("between ")


@pytest.mark.rule("NM-BLA-02")
def test_the_blast_in_doubt():
    """Two models near, a third 2.2" off: a sixteenth changes nothing, an eighth puts neither in nor out, more does."""
    r = 15 / 25.4
    places = {
        "t": (10, 5, 0),
        "x": (10.5 + 2 * r, 5, 0),
        "y": (11 + 2 * r, 7, 0),
        "z": (12.2 + 2 * r, 5, 0),
    }
    table = wall().with_bodies(*(Body(id, "small", at) for id, at in places.items()))
    assert blast(table, table.body("t")).models == ("x", "y")
    question = BLAST.fields.model_validate({"type": "blast", "target": "t"})
    assert BLAST.doubt(table, question, SIXTEENTH, None).stands is True
    table = table.with_bodies(table.body("y").moved((10, 5 + 2 * r + 1.99, 0)))
    doubt = BLAST.doubt(table, question, SIXTEENTH, None)
    assert doubt.stands is False
    assert set(
        blast(table.with_bodies(*doubt.places), table.with_bodies(*doubt.places).body("t")).models
    ) != {"x", "y"}


def test_without_a_proof_it_is_refuted_or_not_known():
    table = wall().with_bodies(Body("a", "small", (15, 14.1, 0)))

    def side(there):
        return "near" if there.body("a").at[1] > 14.15 else "far"

    doubt = perturb_models(table, ["a"], SIXTEENTH, side)
    assert doubt.stands is False and doubt.places[0].at[1] > 14.15
    assert perturb_models(table, ["a"], 0.01, side).stands is None
    stopped = perturb_models(table, ["a"], 0.01, side, progress=lambda done, total: done < 5)
    assert isinstance(stopped, Doubt) and stopped.stands is None and stopped.tried == 5


def test_cores_and_reaches_hold_what_they_should():
    dice = Random(1)
    body = Body("a", "medium", (5, 5, 1))
    inner = there(certain_volume(body.volume, 0.2, 0.1))
    outer = possible_volume(body.volume, 0.2, 0.1)
    for _ in range(100):
        v = shift_body(
            body,
            (0.2 * math.cos(t := dice.uniform(0, 7)), 0.2 * math.sin(t), dice.choice([-0.1, 0.1])),
        ).volume
        away = math.dist(v.center, inner.center)
        assert (
            away + inner.radius <= v.radius + 1e-9
            and v.low <= inner.low + 1e-9
            and inner.high <= v.high + 1e-9
        )
        assert (
            away + v.radius <= outer.radius + 1e-9
            and outer.low <= v.low + 1e-9
            and v.high <= outer.high + 1e-9
        )
    assert (
        certain_volume(body.volume, 1.0, 0.1) is None
        and certain_volume(body.volume, 0.1, 1.2) is None
    )
