"""The close-up magnifies the narrowest place, in the section that shows the gap."""

import numpy as np
import pytest

from tests.narrowed import there
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.presentation.palette import PEN_COLORS, Pen
from wc3d.printing.closeup import draw_closeup, find_narrowest_gap, level_section
from wc3d.table.features import make_feature
from wc3d.table.table import Table


def box(x0, y0, x1, y1, low, high):
    return Prism(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float), Plane(low), Plane(high))


def board(*pieces):
    return Table(
        (30, 30),
        tuple(make_feature(f"f{k}", "structure", (piece,)) for k, piece in enumerate(pieces)),
        policy=SPACE,
    )


def test_a_line_over_a_wall_has_its_gap_above_the_wall():
    narrow = there(find_narrowest_gap(board(box(9, 0, 10, 20, 0, 2)), ((2, 5, 1.0), (18, 5, 3.6))))
    edge = 1.0 + 2.6 * 7 / 16  # the line's height over the near edge of the wall
    slope = 2.6 / 16
    assert narrow.gap == pytest.approx((edge - 2) / (1 + slope**2) ** 0.5, abs=1e-9)
    assert narrow.obstacle_point == pytest.approx((9, 5, 2), abs=1e-3) and narrow.is_vertical


@pytest.mark.parametrize("slit", [0.02, 0.2])
def test_a_slit_is_shown_by_a_level_cut(slit):
    table = board(box(9, 0, 10, 5, 0, 4), box(9, 5 + slit, 10, 12, 0, 4))
    line = ((2, 5 + slit / 2, 1.0), (18, 5 + slit / 2, 1.5))
    narrow = there(find_narrowest_gap(table, line))
    assert narrow.gap == pytest.approx(slit / 2) and not narrow.is_vertical
    sheet = there(draw_closeup(table, line, 376, 128))
    picture = np.asarray(sheet.image).astype(int)
    green = np.abs(picture - [int(v * 0.8) for v in PEN_COLORS[Pen.CLEAR]]).max(axis=-1) < 20
    assert green.any(axis=0).mean() > 0.7  # the line runs across the close-up
    walls = np.abs(picture - [226, 216, 196]).max(axis=-1) < 12
    assert walls[60:].any() and walls[:200].any()  # a wall on either side of it


def test_a_wide_gap_needs_no_closeup_and_woods_do_not_count():
    line = ((2, 5, 1.0), (18, 5, 1.0))
    assert draw_closeup(board(box(9, 8, 10, 9, 0, 4)), line, 376, 128) is None
    wood = Table((30, 30), (make_feature("w", "forest", (box(9, 0, 10, 9, 0, 4),)),), policy=SPACE)
    assert find_narrowest_gap(wood, line) is None


def test_a_level_cut_holds_only_what_stands_at_that_height():
    pieces = (box(0, 0, 2, 2, 0, 1), box(4, 0, 6, 2, 0.5, 3), Cylinder((10, 1), 1, 2, 3))
    assert level_section(pieces, 0.75).area == pytest.approx(8)
    assert level_section(pieces, 2.5).area == pytest.approx(4 + np.pi, abs=0.01)
