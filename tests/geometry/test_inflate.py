"""What lies between two volumes, one above the other, parts them where every line must cross it, and nowhere else."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from tests.geometry.test_visibility import box, model
from wc3d.geometry.line_check import connects_volumes, is_open_line
from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism
from wc3d.geometry.visibility import Occluder, Occluders, SightResult


def occluders(*pieces: object) -> Occluders:
    return Occluders(Occluder((piece,)) for piece in pieces)  # type: ignore[arg-type]


def test_who_stands_on_a_lintel_is_not_seen_by_who_sticks_in_it_from_below() -> None:
    lintel = box(10, 10, 4.5, 1.94, low=1.35, high=2.24)
    pillar = box(11.9, 10, 0.5, 1.94, high=1.35)
    assert occluders(lintel, pillar).find_open_line(model(11.6, 9.9), model(10.5, 9.85, 2.24)) == (
        SightResult.BLOCKED,
        None,
        0,
    )


@pytest.mark.parametrize(
    ("crack", "expected"),
    [(0.0, SightResult.BLOCKED), (0.001, SightResult.BLOCKED), (0.004, SightResult.CLEAR)],
)
def test_a_crack_between_two_plates_parts_them_if_no_line_has_room_in_it(
    crack: float, expected: SightResult
) -> None:
    left, right = box(5, 10, 10, 20, low=2.7, high=3), box(15 + crack, 10, 10, 20, low=2.7, high=3)
    found, line, _ = occluders(left, right).find_open_line(model(10.0, 10.0), model(10.1, 10.3, 3))
    assert found is expected and (line is None) == (expected is SightResult.BLOCKED)


def test_over_an_edge_there_is_sight() -> None:
    plate = box(10, 10, 6, 6, low=2.7, high=3)
    # the plate ends 3" from its middle
    for far, expected in (
        (2.3, SightResult.BLOCKED),
        (2.8, SightResult.CLEAR),
    ):
        assert (
            occluders(plate).find_open_line(model(10 + far, 10), model(10 + far, 10.2, 3))[0]
            is expected
        )


def test_who_stands_on_an_arch_is_not_seen_by_who_stands_below_it_though_its_underside_slopes() -> (
    None
):
    """The deck is 4" wide; below it a disc sticks out by 0.15", but no line from there to above passes beside the deck."""
    rising, falling = (
        Prism(
            np.array([(8, y), (12, y), (12, y + 5), (8, y + 5)], dtype=float),
            Plane(at, slope_y=slope),
            Plane(5.0),
        )
        for y, at, slope in ((5, 1.5, 0.25), (10, 6.5, -0.25))
    )
    below, above = Cylinder((8.84, 10.0), 0.99, 0.0, 2.75), Cylinder((10.0, 10.5), 0.99, 5.0, 7.75)
    assert occluders(rising, falling).find_open_line(below, above) == (SightResult.BLOCKED, None, 0)


def point_in(volume: Cylinder, rng: random.Random) -> tuple[float, float, float]:
    turn = rng.uniform(0, 2 * math.pi)
    out = volume.radius * rng.choice((0.999, math.sqrt(rng.random())))
    height = rng.choice(
        (volume.low + 1e-4, volume.high - 1e-4, rng.uniform(volume.low, volume.high))
    )
    return volume.center[0] + out * math.cos(turn), volume.center[1] + out * math.sin(turn), height


def test_no_line_passes_what_parts_two_volumes() -> None:
    rng = random.Random(3)
    parted = 0
    for _ in range(300):
        cut = rng.uniform(8, 12)
        low = rng.uniform(1.2, 3)
        thick = rng.uniform(0.05, 0.6)
        crack = rng.choice((0.0, 0.0005, 0.01, 0.3))
        thinner = rng.uniform(0.5, 1)
        slope = rng.choice((0.0, 0.0, rng.uniform(-0.05, 0.05)))
        ramp = Prism(
            np.array([(cut - 1, 7), (cut + 2, 7), (cut + 2, 13), (cut - 1, 13)]),
            Plane(low - slope * cut, slope),
            Plane(low + thick),
        )
        pieces: list[Piece] = [
            box(cut / 2, 10, cut, rng.uniform(2, 8), low=low, high=low + thick),
            box(cut + 5 + crack, 10, 10, rng.uniform(2, 8), low=low, high=low + thick * thinner),
            *([ramp] if slope else []),
        ]
        below = model(rng.uniform(8, 12), 10)
        above = model(rng.uniform(8, 12), rng.uniform(9, 11), low + thick)
        every = tuple(Occluder((piece,)) for piece in pieces)
        found, line, cells = Occluders(every).find_open_line(below, above, budget=10_000)
        if line is not None:
            assert is_open_line(line, every) and connects_volumes(line, below, above)
        if found is SightResult.BLOCKED and cells == 0:
            parted += 1
            lines = ((point_in(below, rng), point_in(above, rng)) for _ in range(200))
            thin = [line for line in lines if is_open_line(line, every)]
            assert all((Occluders(every).clearance(line) or 0.0) < 0.001 for line in thin)
    assert parted > 30
