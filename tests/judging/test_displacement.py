"""Displacements: joint errors of models, their bounds, and proofs with a doubt for each model."""

import math
import random

import numpy as np
import pytest

from tests.judging.test_doubt import scattered, wall
from wc3d.judging.displacement import (
    EvenDisplacement,
    JointDisplacement,
    as_displacement,
    shift_body,
)
from wc3d.judging.doubt import assess_cover_doubt, assess_sight_doubt
from wc3d.judging.question_types import question_type
from wc3d.table.body import Body
from wc3d.table.sight.cover import has_cover
from wc3d.table.sight.distances import distance
from wc3d.table.sight.sight import sight

BOUND = 9.4877


def joint(dice, ids=("a", "b"), size=0.12):
    """A displacement with a random covariance of this size."""
    root = dice.normal(0, size, (2 * len(ids), 2 * len(ids))) / math.sqrt(2 * len(ids))
    return JointDisplacement(tuple(ids), root @ root.T, BOUND)


def is_within(displacement, before, after):
    """Whether moved bodies are within a displacement."""
    ids = [body.id for body in before]
    off = np.concatenate(
        [np.subtract(m.at[:2], b.at[:2]) for b, m in zip(before, after, strict=True)]
    )
    inverse = np.linalg.pinv(displacement.covariance_of(ids))
    return float(off @ inverse @ off) <= displacement.bound * (1 + 1e-9)


def somewhere(dice, displacement, bodies):
    """The bodies at a random place of the displacement, often at its end."""
    covariance = displacement.covariance_of([body.id for body in bodies])
    values, vectors = np.linalg.eigh(covariance)
    way = dice.normal(size=len(values))
    way *= dice.choice([1.0, dice.random()]) / np.linalg.norm(way)
    off = vectors @ (np.sqrt(displacement.bound * np.maximum(values, 0)) * way)
    return tuple(
        shift_body(body, (float(off[2 * k]), float(off[2 * k + 1]), 0.0))
        for k, body in enumerate(bodies)
    )


def test_a_number_is_an_even_displacement():
    assert as_displacement(0.25) == EvenDisplacement(0.25)
    assert as_displacement(EvenDisplacement(0.25)) == EvenDisplacement(0.25)


def test_models_that_are_not_in_it_are_exact():
    displacement = joint(np.random.default_rng(1))
    assert displacement.flat("c") == 0.0 and displacement.up("a") == 0.0
    assert displacement.inches == max(displacement.flat("a"), displacement.flat("b"))
    assert displacement.covariance_of(["b", "c"])[2:].max() == 0.0
    assert displacement.covariance_of(["b", "a"])[:2, 2:] == pytest.approx(
        displacement.covariance[2:, :2]
    )


def test_the_bounds_of_a_distance_hold_and_are_tight():
    dice = np.random.default_rng(2)
    for _ in range(40):
        displacement = joint(dice, size=0.5)
        a = Body("a", "small", (5.0, 5.0, 0.0))
        b = Body("b", "large", (5 + dice.uniform(-4, 4), 5 + dice.uniform(-4, 4), 2.0))
        least, most = displacement.distance_bounds(a, b)
        gaps = [
            distance(None, *somewhere(dice, displacement, (a, b)))  # type: ignore[arg-type]
            for _ in range(300)
        ]
        assert least - 1e-9 <= min(gaps) and max(gaps) <= most + 1e-9
        ends = [distance(None, *pair) for pair in displacement.end_pairs(a, b)]  # type: ignore[arg-type]
        assert most - max([*gaps, *ends]) < 0.2 and min([*gaps, *ends]) - least < 0.2


def test_parts_cover_all_places():
    dice = np.random.default_rng(3)
    displacement = joint(dice, size=0.4)
    pair = Body("a", "small", (5.0, 5.0, 0.0)), Body("b", "large", (15.0, 5.0, 0.0))
    parts = [displacement.whole("a", "b")]
    for _ in range(9):
        parts = [half for part in parts for half in part.halves() if not half.outside]
    assert 64 < len(parts) < 512
    for part in parts:
        assert is_within(displacement, pair, part.place_inside(pair))
    for _ in range(300):
        places = somewhere(dice, displacement, pair)
        assert any(
            all(
                math.dist(shift_body(pair[k], part.off(k)).at[:2], places[k].at[:2])
                <= part.flat(k) + 1e-9
                for k in (0, 1)
            )
            for part in parts
        )


def test_places_to_try_are_within():
    dice = np.random.default_rng(4)
    displacement = joint(dice, ids=("a", "b", "c"))
    table = wall().with_bodies(
        *(Body(id, "small", (5 + 5 * k, 5, 0)) for k, id in enumerate("abcd"))
    )
    bodies = [table.body(id) for id in "abc"]
    places = list(displacement.placements(table, ["d", "a", "b", "c"], True))
    assert len(places) > 60
    assert all([body.id for body in moved] == ["a", "b", "c"] for moved in places)
    assert all(is_within(displacement, bodies, moved) for moved in places)
    assert list(displacement.placements(table, ["d"], True)) == []
    pair = table.body("a"), table.body("b")
    far = tuple(shift_body(body, (3.0, -2.0, 0.0)) for body in pair)
    assert is_within(displacement, pair, displacement.limit(pair, far))
    assert all(is_within(displacement, pair, moved) for moved in displacement.end_pairs(*pair))


@pytest.mark.parametrize("size", [0.06, 0.2])
@pytest.mark.rule("NM-ATK-05")
def test_sight_holds_or_falls_as_the_doubt_says(size):
    dice = np.random.default_rng(11)
    counts = {True: 0, False: 0, None: 0}
    boards = random.Random(11)
    for _ in range(50):
        table, a, b = scattered(boards)
        displacement = joint(dice, size=size)
        doubt = assess_sight_doubt(table, a, b, displacement)
        counts[doubt.stands] += 1
        verdict = sight(table, a, b).verdict
        if doubt.stands:
            for _ in range(25):
                assert sight(table, *somewhere(dice, displacement, (a, b))).verdict == verdict
        elif doubt.stands is False:
            assert is_within(displacement, (a, b), doubt.places)
            assert sight(table, *doubt.places).verdict == doubt.other != verdict
    assert counts[True] > 30 and counts[False] > 0 and counts[None] < 6


@pytest.mark.rule("NM-ATK-11")
def test_cover_holds_or_falls_as_the_doubt_says():
    dice = np.random.default_rng(12)
    boards = random.Random(5)
    counts = {True: 0, False: 0, None: 0}
    for _ in range(50):
        table, a, b = scattered(boards)
        x0, _, _, y1 = table.features[0].pieces[0].box
        b = b.moved((x0 + dice.uniform(-1, 1), y1 + 1.2, 0))
        displacement = joint(dice, size=0.15)
        doubt = assess_cover_doubt(table, a, b, displacement)
        counts[doubt.stands] += 1
        covered = has_cover(table, a, b)
        if doubt.stands:
            for _ in range(25):
                assert has_cover(table, *somewhere(dice, displacement, (a, b))) == covered
        elif doubt.stands is False:
            assert is_within(displacement, (a, b), doubt.places)
            assert has_cover(table, *doubt.places) != covered
    assert counts[True] > 25 and counts[False] > 3


def test_errors_that_go_together_leave_a_distance_certain():
    """Both models a fifth of an inch off the same way: who is nearest cannot change."""
    shared = np.asarray(np.kron(np.ones((3, 3)), np.eye(2)) * 0.2**2, float)
    table = wall().with_bodies(
        Body("a", "small", (5, 5, 0)),
        Body("b", "small", (8, 5, 0)),
        Body("c", "small", (5, 8.1, 0)),
    )
    nearest = question_type("nearest")
    question = nearest.fields.model_validate({"type": "nearest", "from": "a"})
    together = JointDisplacement(("a", "b", "c"), shared, BOUND)
    apart = JointDisplacement(("a", "b", "c"), np.eye(6) * 0.2**2, BOUND)
    assert nearest.doubt(table, question, together, None).stands is True
    assert nearest.doubt(table, question, apart, None).stands is False
