"""Slits, railings, wires, cracks and sheets: what is fine is never taken for shut, nor what is thin for open."""

from __future__ import annotations

import numpy as np
import pytest

from tests.fuzz.spoiled_solids import block, wall
from tests.geometry.mesh_solids.held import (
    BLOCKED,
    CLEAR,
    UNDECIDED,
    exact,
    hold,
    hold_prisms,
    model,
)
from wc3d.geometry.solids import Cylinder, Prism

Scene = tuple[list[Prism], list[tuple[Cylinder, Cylinder]]]

FRONT = model(0, -2.5)
BACK = model(0, 2.5)
SMALL = {"radius": 0.2, "height": 0.5}


def arrow_slits() -> Scene:
    """Slits of 0.1" in a wall of 0.5"."""
    slits = [(x, x + 0.1, 0.4, 1.6) for x in (-2.0, -0.05, 2.0)]
    return wall(-4, 4, -0.25, 0.25, 3.0, slits), [
        (FRONT, BACK),
        (model(1, -0.9, **SMALL), model(1, 0.9, **SMALL)),
    ]


def small_window() -> Scene:
    """A window of 0.1" by 0.1"."""
    return wall(-4, 4, -0.1, 0.1, 3.0, [(0.0, 0.1, 1.0, 1.1)]), [
        (FRONT, BACK),
        (model(-3, -2.5, **SMALL), model(-3, 2, **SMALL)),
    ]


def thin_wall() -> Scene:
    """A wall of 0.05"."""
    return [block(-4, 4, 0, 0.05, 0, 3)], [(FRONT, BACK), (model(3.5, -2), model(4.5, 2))]


def railing() -> Scene:
    """Posts of 0.1" every 0.4" under a rail, on a plinth."""
    posts = [block(x, x + 0.1, 0, 0.1, 0.2, 2.4) for x in np.arange(-4, 4, 0.4).tolist()]
    return [*posts, block(-4, 4, 0, 0.1, 0, 0.2), block(-4, 4, 0, 0.1, 2.4, 2.6)], [(FRONT, BACK)]


def wire_fence() -> Scene:
    """Wires of 0.04" every 0.25", across posts."""
    wires = [block(-4, 4, 0, 0.04, z, z + 0.04) for z in np.arange(0.2, 2.5, 0.25).tolist()]
    return [*wires, block(-4, -3.8, -0.1, 0.1, 0, 2.6), block(3.8, 4, -0.1, 0.1, 0, 2.6)], [
        (FRONT, BACK)
    ]


def grid() -> Scene:
    """Bars of 0.06" both ways, holes of 0.14"."""
    bars = [block(x, x + 0.06, 0, 0.06, 0, 3) for x in np.arange(-2, 2, 0.2).tolist()]
    return [*bars, *(block(-2, 2, 0, 0.06, z, z + 0.06) for z in np.arange(0, 3, 0.2).tolist())], [
        (FRONT, BACK)
    ]


def cracked_floor() -> Scene:
    """Planks 2" up with cracks of 0.05" between."""
    planks = [block(x, x + 0.45, -3, 3, 2.0, 2.1) for x in np.arange(-3, 3, 0.5).tolist()]
    beams = [block(-3, 3, y, y + 0.2, 1.8, 2.0) for y in (-3, 2.8)]
    return [*planks, *beams], [
        (model(0, 0, 2.1), model(0, 0)),
        (model(0, 0, 2.1), model(0, 2, **SMALL)),
    ]


def whole_floor() -> Scene:
    """A floor of 0.1" without a crack, and walls below."""
    legs = [block(-3, 3, y, y + 0.2, 0, 2.0) for y in (-3, 2.8)] + [
        block(x, x + 0.2, -3, 3, 0, 2.0) for x in (-3, 2.8)
    ]
    return [block(-3, 3, -3, 3, 2.0, 2.1), *legs], [(model(0, 0, 2.1), model(0, 0, **SMALL))]


def upper_floor() -> Scene:
    """A floor between walls that go on above it, with models on it and under it."""
    floor = whole_floor()[0]
    walls = [block(-3, 3, y, y + 0.2, 2.1, 4.0) for y in (-3, 2.8)]
    on = model(0, 0, 2.1)
    under = model(0, 0, **SMALL)
    return [*floor, *walls], [
        (on, under),
        (on, model(1, 1)),
        (on, model(0, -6)),
        (model(0, 0, 2.1, **SMALL), model(0, -6)),
    ]


def joint() -> Scene:
    """Two walls that meet without a gap, one a little turned behind the other."""
    return [block(-4, 0, 0, 0.4, 0, 3), block(0, 4, 0, 0.4, 0, 3)], [
        (FRONT, BACK),
        (model(-0.7, -1), model(0.7, 1.4)),
    ]


SCENES = [
    arrow_slits,
    small_window,
    thin_wall,
    railing,
    wire_fence,
    grid,
    cracked_floor,
    whole_floor,
    upper_floor,
    joint,
]


@pytest.mark.parametrize("scene", SCENES, ids=lambda s: s.__name__)
def test_the_answer_is_that_of_the_clean_solid(scene):
    prisms, questions = scene()
    held = hold_prisms(prisms)
    for a, b in questions:
        assert held.sees(a, b) is exact(prisms, a, b)


@pytest.mark.parametrize("tolerance", [0.015, 0.1, 0.3])
@pytest.mark.parametrize("scene", SCENES, ids=lambda s: s.__name__)
def test_no_tolerance_makes_it_wrong(scene, tolerance):
    prisms, questions = scene()
    held = hold_prisms(prisms, tolerance)
    for a, b in questions:
        assert held.sees(a, b, 500) in (exact(prisms, a, b), UNDECIDED)


def test_a_slanted_line_through_a_crack_may_not_be_found_but_is_never_denied():
    prisms, _ = cracked_floor()
    a, b = model(1, 1, 2.1), model(-1, -1, **SMALL)
    assert exact(prisms, a, b) is CLEAR
    assert hold_prisms(prisms).sees(a, b) in (CLEAR, UNDECIDED)


def test_lines_just_above_and_below_the_top_of_a_wall():
    held = hold_prisms([block(-4, 4, -0.1, 0.1, 0, 1.0)])
    assert (
        held.sees(model(0, -2, radius=0.2, height=1.01), model(0, 2, radius=0.2, height=1.01))
        is CLEAR
    )
    assert held.sees(
        model(0, -2, radius=0.2, height=0.99), model(0, 2, radius=0.2, height=0.99)
    ) in (BLOCKED, UNDECIDED)
    assert (
        held.sees(model(0, -2, radius=0.2, height=0.9), model(0, 2, radius=0.2, height=0.9))
        is BLOCKED
    )


@pytest.mark.parametrize("gap", [0.0015, 0.003, 0.01, 0.03, 0.08])
@pytest.mark.parametrize("low", [0.5, 0.503])
def test_a_level_gap_between_two_slabs_is_never_proven_shut(gap, low):
    held = hold_prisms([block(-3, 3, -1, 1, 0, low), block(-3, 3, -1, 1, low + gap, 2.5)])
    answer = held.sees(model(0, -2), model(0, 2))
    assert answer in ((CLEAR, UNDECIDED) if gap > 0.002 else (CLEAR, UNDECIDED, BLOCKED))


@pytest.mark.parametrize("degrees", [0.0, 31.7])
def test_a_sheet_without_thickness_is_never_seen_through(degrees):
    sheet = np.array([[[-4, 0, 0], [4, 0, 0], [4, 0, 3]], [[-4, 0, 0], [4, 0, 3], [-4, 0, 3.0]]])
    held = hold(sheet, degrees=degrees)
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    assert held.sees(model(2 * s, -2 * c), model(-2 * s, 2 * c)) is BLOCKED
    assert held.sees(model(0, -2, 2), model(0, 2, 2)) is CLEAR


@pytest.mark.parametrize("thick", [0.0, 0.001, 0.005, 0.02, 0.05])
def test_a_sheet_between_two_floors_hides_and_holds(thick):
    sheet = block(-3, 3, -3, 3, 2.0, 2.0 + max(thick, 1e-3))
    triangles = np.array(
        [[[-3, -3, 2], [3, -3, 2], [3, 3, 2]], [[-3, -3, 2], [3, 3, 2], [-3, 3, 2.0]]]
    )
    held = hold(triangles) if thick == 0.0 else hold_prisms([sheet])
    assert held.sees(model(0, 0, 2.1, **SMALL), model(0, 0, **SMALL)) in (BLOCKED, UNDECIDED)
    outer = held.enclosure.outer
    assert len(outer.counts), "nothing holds the sheet: a model would fall through"
    assert (
        outer.heights[:, 0].min() <= 2.0 + 1e-9 and outer.heights[:, 1].max() >= 2.0 + thick - 1e-9
    )
    assert held.enclosure.floors.tolist() == pytest.approx([2.0 + thick], abs=1e-9)


def test_a_fence_of_sheets_without_thickness_is_seen_through_between_them():
    one = np.array([[[0, 0, 0], [0.1, 0, 0], [0.1, 0, 3]], [[0, 0, 0], [0.1, 0, 3], [0, 0, 3.0]]])
    held = hold(np.concatenate([one + [x, 0, 0] for x in np.arange(-3, 3, 0.2)]))
    assert held.sees(FRONT, BACK) is CLEAR
