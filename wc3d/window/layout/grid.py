"""The layout grid of the play and replay screens: a fixed place for each region.

The places depend on the window's size and the text scale alone, never on what the panels show.
Nothing moves while a game goes on. Start reading at `make_grid`.

A wide window has columns on both sides of the table: lists at the left, the question and the card
at the right. A low one folds the lists into one panel with tabs. A narrow one has a single column
at the right, with the lists and the card as tabs below the question.
"""

from __future__ import annotations

from dataclasses import dataclass

from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import WINDOW_MARGIN_PX

Points = float
"""A length at text scale 1, in pixels."""

BAR_ROW_HEIGHT_PX = 46.0
"""Height of the top bar with one row."""
BAR_EXTRA_ROW_PX = 33.0
"""Additional height of a second row."""
MIN_ONE_ROW_WIDTH_PX = 1235.0
"""Smallest window in which the top bar has one row."""
LOW_BAR_WINDOW_PX = 450.0
"""Height of a window below which the top bar has one row, even if it shows less."""
MIN_TWO_COLUMNS_WIDTH_PX = 960.0
"""Smallest window with columns on both sides."""
MIN_STACKED_HEIGHT_PX = 560.0
"""Smallest left column with two panels on top of each other; a lower one has tabs."""
LOW_COLUMN_HEIGHT_PX = 420.0
"""Height of a column below which the question gets more of it."""
LEFT_SHARE, MIN_LEFT_WIDTH_PX, MAX_LEFT_WIDTH_PX = 0.19, 200.0, 300.0
RIGHT_SHARE, MIN_RIGHT_WIDTH_PX, MAX_RIGHT_WIDTH_PX = 0.25, 272.0, 360.0
SINGLE_SHARE, MIN_SINGLE_WIDTH_PX, MAX_SINGLE_WIDTH_PX = 0.5, 240.0, 330.0
"""Shares of the window's width for the columns, and their limits."""
UPPER_SHARE, UPPER_SHARE_LOW, MAX_PROMPT_HEIGHT_PX = 0.44, 0.6, 420.0
"""Shares of a column for its upper panel in a usual and a low column, and its greatest height."""
LIST_SHARE = 0.62
"""Share of the left column for the upper list."""
STRIP_HEIGHT_PX, STRIP_HEIGHT_LOW_PX = 98.0, 76.0
"""Height of the strip for caption and dice, in a usual and in a low window."""
LOW_WINDOW_HEIGHT_PX = 560.0


@dataclass(frozen=True)
class Grid:
    """The regions of a screen in pixels: left, top, right, bottom.

    `strip` is for caption and dice, `table` for the view of the table below it, and `foot` for what
    lies below the table. `left_upper` and `left_lower` are the same region if they share it as
    tabs. In a single column all of `left_upper`, `left_lower` and `lower` share a region.
    """

    bar: Rect
    bar_rows: int
    strip: Rect
    table: Rect
    foot: Rect
    upper: Rect
    lower: Rect
    left_upper: Rect
    left_lower: Rect

    @property
    def has_left_column(self) -> bool:
        """Return whether there is a column at the left."""
        return self.left_upper != self.lower

    @property
    def are_lists_stacked(self) -> bool:
        """Return whether the two lists have places of their own."""
        return self.left_upper != self.left_lower


def make_grid(
    size: tuple[float, float],
    scale: float,
    *,
    foot_height: Points = 0.0,
    is_foot_wide: bool = False,
) -> Grid:
    """Return the grid of a window of `size` pixels with text enlarged by `scale`.

    `foot_height` is the height of what lies below the table. A wide foot reaches below the side
    columns.
    """
    width, height = size[0] / scale, size[1] / scale
    gap = WINDOW_MARGIN_PX
    rows = 1 if width >= MIN_ONE_ROW_WIDTH_PX or height < LOW_BAR_WINDOW_PX else 2
    bar = BAR_ROW_HEIGHT_PX + (rows - 1) * BAR_EXTRA_ROW_PX
    top = bar + gap
    is_foot = foot_height > 0
    floor = height - gap - (foot_height + gap if is_foot_wide and is_foot else 0.0)
    if width >= MIN_TWO_COLUMNS_WIDTH_PX:
        left = _clamp(LEFT_SHARE * width, MIN_LEFT_WIDTH_PX, MAX_LEFT_WIDTH_PX)
        right = _clamp(RIGHT_SHARE * width, MIN_RIGHT_WIDTH_PX, MAX_RIGHT_WIDTH_PX)
    else:
        left = 0.0
        right = _clamp(SINGLE_SHARE * width, MIN_SINGLE_WIDTH_PX, MAX_SINGLE_WIDTH_PX)
    x0 = width - gap - right
    upper, lower, left_upper, left_lower = _columns(left, x0, right, top, floor)
    t0, t1 = (2 * gap + left if left else gap), x0 - gap
    is_low = height < LOW_WINDOW_HEIGHT_PX
    strip = (t0, top, t1, top + (STRIP_HEIGHT_LOW_PX if is_low else STRIP_HEIGHT_PX))
    low = height - gap - (foot_height + gap if is_foot else 0.0)
    table = (t0, strip[3] + gap, t1, low)
    f0, f1 = (gap, width - gap) if is_foot_wide else (t0, t1)
    foot = (f0, low + gap, f1, height - gap)
    places = (strip, table, foot, upper, lower, left_upper, left_lower)
    return Grid(
        _to_pixels((0.0, 0.0, width, bar), scale), rows, *(_to_pixels(p, scale) for p in places)
    )


def _to_pixels(place: Rect, scale: float) -> Rect:
    """Return whole pixels, as ImGui places panels."""
    left, top, right, bottom = (float(round(value * scale)) for value in place)
    return left, top, right, bottom


def _columns(
    left: Points, x0: Points, right: Points, top: Points, floor: Points
) -> tuple[Rect, Rect, Rect, Rect]:
    """Return the upper and lower regions at the right and at the left, for a left width or 0."""
    gap = WINDOW_MARGIN_PX
    x1 = x0 + right
    column = floor - top
    share = UPPER_SHARE_LOW if column < LOW_COLUMN_HEIGHT_PX else UPPER_SHARE
    middle = top + min(share * column, MAX_PROMPT_HEIGHT_PX)
    upper, lower = (x0, top, x1, middle), (x0, middle + gap, x1, floor)
    if not left:
        return upper, lower, lower, lower
    if column < MIN_STACKED_HEIGHT_PX:
        whole = (gap, top, gap + left, floor)
        return upper, lower, whole, whole
    split = top + LIST_SHARE * column
    return upper, lower, (gap, top, gap + left, split), (gap, split + gap, gap + left, floor)


def _clamp(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)
