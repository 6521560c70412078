"""Of a feature of many pieces only those near a place or a way are looked at: none that matters may be left out."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from wc3d.geometry.distance import Section
from wc3d.geometry.points import XY
from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism, footprint_between
from wc3d.geometry.sweep import distance_until_beside, moved_disc_overlaps, overlap_interval
from wc3d.table.features import MAX_SINGLE_BOX_TESTS, Feature, Kind, make_feature


def heap(rng: random.Random, count: int) -> Feature:
    """Prisms, some sloped, and cylinders, here and there on twenty inches."""
    pieces: list[Piece] = []
    for _ in range(count):
        x = rng.uniform(0, 20)
        y = rng.uniform(0, 20)
        low = rng.uniform(0, 4)
        if rng.random() < 0.2:
            pieces.append(Cylinder((x, y), rng.uniform(0.1, 1), low, low + rng.uniform(0.1, 2)))
            continue
        turns = sorted(rng.uniform(0, math.tau) for _ in range(rng.randint(3, 7)))
        size = rng.uniform(0.05, 1.5)
        corners = np.array(
            [(x + size * math.cos(turn), y + size * math.sin(turn)) for turn in turns]
        )
        pieces.append(Prism(corners, Plane(low), Plane(low + 5 - 0.1 * x - 0.1 * y, 0.1, 0.1)))
    return make_feature("heap", Kind.STRUCTURE, tuple(pieces))


def lanes(rng: random.Random, count: int) -> list[tuple[XY, XY]]:
    """Ways all about, some along an axis, some of no length."""
    found = []
    for k in range(count):
        a, b = ((rng.uniform(-2, 22), rng.uniform(-2, 22)) for _ in range(2))
        found.append((a, (b, (b[0], a[1]), (a[0], b[1]), a)[k % 4] if k % 8 < 4 else b))
    return found


@pytest.mark.parametrize("count", [MAX_SINGLE_BOX_TESTS, 300])
def test_whatever_a_disc_meets_on_its_way_is_in_its_lane(count: int) -> None:
    rng = random.Random(count)
    met = 0
    looked_at = 0
    heaped = heap(rng, count)
    for a, b in lanes(rng, 60):
        radius = rng.choice((0.5, 1.0, 2.5))
        low = rng.uniform(0, 3)
        near = {id(p) for p in heaped.pieces_in_lane(a, b, radius, low, low + 2)}
        looked_at += len(near)
        for piece in heaped.pieces:
            plan = footprint_between(piece, low, low + 2)
            if plan is not None and moved_disc_overlaps(a, b, radius, plan):
                met += 1
                assert id(piece) in near
    assert 0 < met <= looked_at < 60 * count / 3


def test_nothing_is_met_before_the_first_of_it_is_beside_the_mover() -> None:
    rng = random.Random(5)
    late = 0
    for piece in heap(rng, 200).pieces:
        plan: Section = (
            (piece.center, piece.radius) if isinstance(piece, Cylinder) else piece.points
        )
        turn = rng.uniform(0, math.tau)
        start = (rng.uniform(0, 20), rng.uniform(0, 20))
        radius = rng.choice((0.5, 2.5))
        way = math.cos(turn), math.sin(turn)
        span = overlap_interval(start, way, radius, plan)
        if span is not None:
            assert distance_until_beside(start, way, plan) - radius <= span[0] + 1e-9
            late += distance_until_beside(start, way, plan) + 2 > span[0]
    assert late > 10
