"""Bounds in the plan."""

from __future__ import annotations

import numpy as np

from wc3d.geometry.boxes import boxes_overlap, moved_disc_box, section_box


def test_boxes_that_only_touch_do_not_meet() -> None:
    assert boxes_overlap((0, 0, 2, 2), (1, 1, 3, 3)) and boxes_overlap((0, 0, 9, 9), (3, 3, 4, 4))
    assert not boxes_overlap((0, 0, 2, 2), (2, 0, 3, 2)) and not boxes_overlap(
        (0, 0, 2, 2), (0, 2.1, 2, 3)
    )


def test_the_bounds_of_sections_and_of_a_disc_on_its_way() -> None:
    assert section_box(((1.0, 2.0), 3.0)) == (-2.0, -1.0, 4.0, 5.0)
    assert section_box(np.array([(0.0, 1.0), (5.0, -2.0), (3.0, 4.0)])) == (0.0, -2.0, 5.0, 4.0)
    assert moved_disc_box((4.0, 0.0), (1.0, 6.0), 0.5) == (0.5, -0.5, 4.5, 6.5)
