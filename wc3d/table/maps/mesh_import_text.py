"""Describe an imported mesh file in words, for `wc3d fit` and the workshop's panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wc3d._internal.suggestions import pluralize
from wc3d.meshes.units import describe_up

if TYPE_CHECKING:
    from wc3d.meshes.readings import Reading
    from wc3d.table.maps.mesh_import import MeshImport

LOW_PIECE_TEXT = 'floors: none, because a piece this low is an obstacle ("standable": true in the board file lets models stand on it)'

NO_FLOOR_TEXT = 'floors: none where a base fits ("levels" in the board file can add floors)'

STILL_SOLID_TEXT = "the mesh still counts as solid, but sight near a hole may be undecided"

NOTHING_SOLID_TEXT = (
    "no part is certainly solid, so sight past it may be undecided (close its holes to fix that)"
)

OTHER_READINGS_TEXT = "other readings, less likely:"

CLOSE_READINGS_TEXT = "two readings are about equally likely; choose one:"

MIN_SCAN_WIDTH_IN = 20.0
"""Ground at least this wide and deep is a scan of a table. Inches."""

MAX_LISTED_LEVELS = 6
"""The most heights that are listed one by one."""

SMALL_HEIGHT_IN = 1.0
"""A piece lower than this is much lower than a model. Inches."""

SMALL_WIDTH_IN = 2.0
"""A piece narrower than this is hardly wider than a model's base. Inches."""

SMALL_PIECE_TEXT = "  note: small next to a model; if it should be larger, give --scale or --units"

ROUGH_GROUND_TEXT = '(set "uneven" in the board file to join them, or "levels" to list the floors)'


def describe_mesh_import(fitting: MeshImport, brief: bool = False) -> list[str]:
    """Return a line for each property of a mesh file; all but the first begin with two spaces.

    `brief` omits units, upward axis and size.
    """
    x, y, z = fitting.size
    left_out = fitting.degenerate + fitting.broken
    omission_note = f" ({left_out:,} more without an area left out)" if left_out else ""
    choices = [
        f"  units: {_with_reason(fitting.label, fitting.unit_why)}",
        f"  up: {_with_reason(describe_up(fitting.up), fitting.up_why)}",
        f'  size: {x:.4g}" wide, {y:.4g}" deep, {z:.4g}" high',
        *((SMALL_PIECE_TEXT,) if _may_be_too_small(fitting) else ()),
    ]
    return [
        f"{fitting.file}: {pluralize(fitting.triangles, 'triangle')}{omission_note} in {pluralize(fitting.shells, 'shell')}",
        f"  {_surface(fitting)}",
        *(() if brief else choices),
        f"  {_solids(fitting)}",
        f"  {_floors(fitting)}",
        *_describe_rough_plate(fitting),
        f"  prepared in {fitting.ready:.{0 if fitting.ready >= 10 else 1}f} s; one line of sight takes {fitting.question:.2g} ms",
        *(f"  note: {note}" for note in fitting.notes),
    ]


def describe_reading(reading: Reading) -> str:
    """Return a reading in one line: units, upward axis and size."""
    x, y, z = reading.size
    size = f'{x:.3g}" wide, {y:.3g}" deep, {z:.3g}" high'
    return f"{reading.label}, {reading.up} up: {size}"


def describe_readings(fitting: MeshImport) -> list[str]:
    """Return a line for each other likely reading, and how to choose one."""
    others = [
        f"  {'or ' if fitting.is_close else ''}--as {number}: {describe_reading(reading)}"
        for number, reading in enumerate(fitting.readings, 1)
        if number != fitting.number
    ]
    if not others:
        return []
    heading = CLOSE_READINGS_TEXT if fitting.is_close else OTHER_READINGS_TEXT
    return [f"  {heading}", *others]


def _with_reason(words: str, reason: str) -> str:
    return f"{words} ({reason})" if reason else words


def describe_mesh_warnings(fitting: MeshImport) -> list[str]:
    """Return the warnings about the mesh, with places on the new map."""
    places = [
        ", ".join(f'{name} {value:.2f}"' for name, value in zip("xyz", w.at, strict=True))
        for w in fitting.warnings
    ]
    return [
        f"  look at {place}: {w.words}" for place, w in zip(places, fitting.warnings, strict=True)
    ]


def _may_be_too_small(fitting: MeshImport) -> bool:
    """Return whether a piece is much smaller than a model and its scale was guessed."""
    x, y, z = fitting.size
    is_scaled = "scale" in fitting.map["terrain"][0]["shape"]
    return not is_scaled and (z < SMALL_HEIGHT_IN or max(x, y) < SMALL_WIDTH_IN)


def _floors(fitting: MeshImport) -> str:
    heights = [f'{height:.6g}"' for height in fitting.levels]
    if not heights:
        is_obstacle = fitting.map["terrain"][0]["kind"] == "obstacle"
        return LOW_PIECE_TEXT if is_obstacle else NO_FLOOR_TEXT
    if len(heights) <= MAX_LISTED_LEVELS:
        return f"floors at: {', '.join(heights)}"
    return (
        f"floors at: {len(heights)} heights from {heights[0]} to {heights[-1]} {ROUGH_GROUND_TEXT}"
    )


def _describe_rough_plate(fitting: MeshImport) -> tuple[str, ...]:
    """Return a line that proposes the unevenness that a rough plate needs."""
    plate = fitting.rough_plate
    if plate is None:
        return ()
    return (
        f'  note: the ground at about {plate.height:.2g}" is uneven by more than 0.1"; '
        f"--uneven {plate.needed:g} makes it one floor",
    )


def _surface(fitting: MeshImport) -> str:
    if fitting.ground:
        return _ground(fitting)
    if not fitting.open_edges:
        return "closed surface"
    unclear = "y is" if fitting.doubtful == 1 else "ies are"
    doubt = (
        f"; {fitting.doubtful} cavit{unclear} unclear (solid or not)" if fitting.doubtful else ""
    )
    effect = STILL_SOLID_TEXT if fitting.solid else NOTHING_SOLID_TEXT
    return f"{pluralize(fitting.open_edges, 'open edge')}: {effect}{doubt}"


def _ground(fitting: MeshImport) -> str:
    """Describe scanned ground: NM-SIL-156, WM-RUL-157."""
    scanned = min(fitting.size[:2]) >= MIN_SCAN_WIDTH_IN
    words = "scanned ground" if scanned else "open below"
    words += ": counts as solid from its rim down to the table"
    if fitting.shut:
        words += f"; {pluralize(fitting.shut, 'hole')} closed"
    if fitting.left:
        words += f"; {pluralize(fitting.left, 'hole')} in a side left open (sight near there may be undecided)"
    return (
        f"{words}; {pluralize(fitting.open_edges, 'other open edge')}"
        if fitting.open_edges
        else words
    )


def _solids(fitting: MeshImport) -> str:
    if fitting.exact:
        return f"exact collision shape: {pluralize(fitting.pieces, 'convex piece')}"
    return (
        f'accuracy of the collision shapes: sight {fitting.inner:.2g}", movement {fitting.outer:.2g}" '
        f"({pluralize(fitting.pieces, 'piece')})"
    )
