"""Build random boards: draw layouts until one passes the linter and keeps the ranges."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from wc3d._internal.progress import Progress
from wc3d.board_generator.kit_pieces import describe_ladders, describe_piece
from wc3d.board_generator.layout import (
    BoardLayout,
    LayoutMaker,
    marker_points,
)
from wc3d.board_generator.measures import (
    RANGES,
    BoardMeasures,
    describe_measures,
    measure_sides,
    measure_table,
    missed_ranges,
)
from wc3d.board_generator.styles import (
    MAX_SEED_CHARS,
    MAX_SIDE_IN,
    MIN_SIDE_IN,
    BoardStyle,
    find_style,
)
from wc3d.errors import InputError
from wc3d.geometry.points import XY
from wc3d.table.maps.lint import lint_map
from wc3d.table.maps.map_file import MapReadResult, read_map
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import highest_standable

MAX_LAYOUTS = 40
"""The layouts that are drawn before the search gives up."""

MIN_SHARE, MAX_SHARE = 0.5, 2.0
"""The limits of the factor for the number of pieces of a group."""

SHARE_STEP = 1.15
"""The factor by which a layout outside a range changes the next one's number of pieces."""

STEPS_PER_LAYOUT = 200
"""The steps of progress for a layout: its lines of sight."""


class BoardGenerationStoppedError(InputError):
    """Nobody waits for the board any more."""


@dataclass(frozen=True, eq=False)
class RandomBoard:
    """A random board: its map, its table, its figures, and the number of layouts drawn."""

    style: BoardStyle
    seed: str
    map: dict[str, Any]
    table: Table
    measures: BoardMeasures
    layouts: int

    def summary_lines(self) -> Iterator[str]:
        """Yield what the board is and its figures, line by line."""
        width, depth = self.table.size
        counts = f"{len(self.table.features)} pieces of terrain, {len(self.table.ladders)} ladders"
        yield f'{self.table.name}: {width:g}" by {depth:g}", {counts}, layout {self.layouts}'
        yield from (f"  {line}" for line in describe_measures(self.measures))


def generate_board(
    style: str, size: XY, seed: str, policy: SpacePolicy, progress: Progress | None = None
) -> RandomBoard:
    """Return the random board of a style, a size (width, depth) in inches and a seed.

    The same arguments give the same board. `progress(done, total)` is called now and then; the
    work stops when it returns False. Raises InputError for an unknown style, for a size or a seed
    out of range, and if no layout keeps the ranges.
    """
    chosen = find_style(style)
    if not all(MIN_SIDE_IN <= side <= MAX_SIDE_IN for side in size):
        raise InputError(
            f"size {size[0]:g} x {size[1]:g}: expected sides from {MIN_SIDE_IN:g} to {MAX_SIDE_IN:g} inches"
        )
    if not seed or len(seed) > MAX_SEED_CHARS or not seed.isprintable():
        raise InputError(f"seed: expected 1 to {MAX_SEED_CHARS} printable characters")
    maker = LayoutMaker(chosen, size)
    shares = {group.name: 1.0 for group in chosen.groups}
    for number in range(1, MAX_LAYOUTS + 1):
        keep_going = _make_counter(progress, number)
        generator = random.Random(f"{style} {size[0]:g}x{size[1]:g} {seed} {number}")
        layout = maker.make_layout(generator, shares)
        keep_going()
        measures, reading = _measure_layout(layout, f"{chosen.title} {seed}", policy, keep_going)
        if measures is None or (table := reading.table) is None:
            continue
        if missed_ranges(measures):
            _adjust_shares(shares, measures)
        elif has_marker_room(table) and not lint_map(reading):
            data = describe_layout(layout, table.name)
            return RandomBoard(chosen, seed, data, table, measures, number)
    raise InputError(
        f"{style}, seed {seed}: none of {MAX_LAYOUTS} layouts is fair and open enough; try another seed"
    )


def _measure_layout(
    layout: BoardLayout, name: str, policy: SpacePolicy, keep_going: Callable[[], object]
) -> tuple[BoardMeasures | None, MapReadResult]:
    """Return the figures of a layout, None if its sides differ too much, and its map as read."""
    reading = read_map(describe_layout(layout, name), policy)
    solids = [placed.footprint for placed in layout.pieces if placed.is_solid]
    hiding = [placed.footprint for placed in layout.pieces if placed.is_hiding]
    near, far = measure_sides(layout.size, solids + hiding)
    if reading.table is None or abs(near - far) > RANGES["side_difference"].high * max(near, far):
        return None, reading
    measures = measure_table(reading.table, solids + hiding, solids, keep_going)
    return measures, reading


def describe_layout(layout: BoardLayout, name: str) -> dict[str, Any]:
    """Return the map of a layout as the object of its file."""
    ladders = [
        ladder
        for placed in layout.pieces
        for ladder in describe_ladders(placed.piece, placed.place, placed.id)
    ]
    return {
        "name": name,
        "size": list(layout.size),
        "terrain": [
            describe_piece(placed.piece, placed.place, placed.id, placed.name)
            for placed in layout.pieces
        ],
        "ladders": ladders,
    }


def has_marker_room(table: Table) -> bool:
    """Return whether the largest base of the game stands at every marker of a mission."""
    largest = max(table.policy.bases.values(), key=lambda base: base.radius).name
    return all(
        highest_standable(table, largest, point) is not None for point in marker_points(table.size)
    )


def _make_counter(progress: Progress | None, number: int) -> Callable[[], None]:
    """Return a function that reports a step of a layout. It raises an exception to stop."""
    steps = 0

    def keep_going() -> None:
        nonlocal steps
        steps += 1
        # each layout is half of what is left, because their number is unknown
        share = 1 - 0.5 ** (number - 1 + min(1.0, steps / STEPS_PER_LAYOUT))
        if progress is not None and not progress(round(1000 * share), 1000):
            raise BoardGenerationStoppedError("the random board was canceled")

    return keep_going


def _adjust_shares(shares: dict[str, float], measures: BoardMeasures) -> None:
    """Change the number of pieces for the next layout by the ranges that this one missed."""
    lines = RANGES["middle_lines"]
    is_open = (
        measures.deployment_lines > RANGES["deployment_lines"].high
        or measures.middle_lines > lines.high
    )
    factors = {
        "large": SHARE_STEP if is_open else 1.0,
        "walls": SHARE_STEP if is_open else 1.0,
        "areas": 1.0,
        "cover": 1.0,
    }
    if measures.middle_lines < lines.low:
        factors |= {"large": 1 / SHARE_STEP, "walls": 1 / SHARE_STEP}
    if measures.near_cover < RANGES["near_cover"].low:
        factors["cover"] = SHARE_STEP
    elif measures.near_cover > RANGES["near_cover"].high:
        factors["cover"] = 1 / SHARE_STEP
    for name, factor in factors.items():
        shares[name] = min(MAX_SHARE, max(MIN_SHARE, shares[name] * factor))
