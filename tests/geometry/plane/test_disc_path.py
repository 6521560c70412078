"""The quick answers of a course leave nothing out: what it may not meet it never touches, and the first contact is the first."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from wc3d.geometry import jit
from wc3d.geometry.boxes import section_box
from wc3d.geometry.distance import Section
from wc3d.geometry.plane.disc_path import DiscPath
from wc3d.geometry.plane.section_group import SectionGroup


def drawn(rng: random.Random) -> tuple[DiscPath, list[Section]]:
    """A path of one to three legs, and figures around it."""
    corners = tuple(
        (rng.uniform(0, 20), rng.uniform(0, 20)) for _ in range(rng.choice((1, 2, 2, 3, 4)))
    )
    figures: list[Section] = []
    for _ in range(40):
        x = rng.uniform(0, 20)
        y = rng.uniform(0, 20)
        size = rng.uniform(0.05, 2)
        turns = sorted(rng.uniform(0, math.tau) for _ in range(rng.choice((3, 4, 6))))
        ring = np.array([(x + size * math.cos(t), y + size * math.sin(t)) for t in turns])
        figures.append(ring if rng.random() < 0.8 else ((x, y), size))
    return DiscPath(corners, rng.choice((0.6, 0.8, 1.0))), figures


@pytest.mark.parametrize("seed", range(60))
def test_what_a_course_may_not_meet_it_does_not(seed: int) -> None:
    course, figures = drawn(random.Random(seed))
    far = [figure for figure in figures if not course.may_meet_box(section_box(figure))]
    assert far
    assert course.overlap_intervals(far) == [] and course.first_contact(far) is None


@pytest.mark.parametrize("seed", range(60))
def test_the_first_contact_of_many_is_the_least_of_each_on_its_leg(seed: int) -> None:
    course, figures = drawn(random.Random(1000 + seed))
    alone = [at for figure in figures if (at := course.first_contact([figure])) is not None]
    assert course.first_contact(figures) == min(alone, default=None)


@pytest.mark.parametrize("seed", range(200))
def test_a_group_is_swept_as_its_sections_are_bit_for_bit(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    course, figures = drawn(random.Random(2000 + seed))
    figures += [np.array([(3.0, 3.0), (3.0, 3.0), (9.0, 3.0)]), ((5.0, 5.0), 1.0)]
    group = SectionGroup(tuple(figures), tuple(map(section_box, figures)))
    overlaps = course.overlap_intervals(figures)
    contact = course.first_contact(figures)
    for value in ("compiled", "interpreted"):
        monkeypatch.setenv("WC3D_KERNELS", value)
        monkeypatch.setattr(jit, "_used_groups", set())
        assert course.overlap_intervals(group) == overlaps
        assert course.first_contact(group) == contact
        assert course.overlap_intervals(figures[:5], group) == overlaps
