"""What was found in a mesh file, in words: for `wc3d fit` and for the workshop's panel."""
from __future__ import annotations

from typing import TYPE_CHECKING

from wc3d._internal.suggestions import pluralize

if TYPE_CHECKING:
    from wc3d.meshes.surface import Unit
    from wc3d.table.maps.mesh_import import MeshFitting

UNITS: dict[Unit, str] = {"in": "inches", "mm": "millimeters", "cm": "centimeters", "m": "meters"}

LOW_PIECE = 'floors: none, because a piece this low is an obstacle ("standable": true in the board file lets models stand on it)'

NO_FLOOR = 'floors: none where a base fits ("levels" in the board file can add floors)'

STILL_SOLID = "the mesh still counts as solid, but sight near a hole may be undecided"

NOTHING_SOLID = "no part is certainly solid, so sight past it may be undecided (close its holes to fix that)"

SCANNED = 20.0
"""Inches: ground that is so wide and deep is a scan of a table."""

FEW_LEVELS = 6
"""Heights that are told one by one."""

SMALL_HEIGHT = 1.0
"""Inches: a lower piece is much lower than a model."""

SMALL_WIDTH = 2.0
"""Inches: a piece less wide and deep is hardly wider than a model's base."""

SMALL_NOTE = "  note: small next to a model; if it should be larger, give --scale or --units"

ROUGH_GROUND = '(set "uneven" in the board file to join them, or "levels" to list the floors)'


def fitting_lines(found: MeshFitting, brief: bool = False) -> list[str]:
    """What was found in a mesh file, a line for each thing; all but the first begin with two spaces. `brief`: its units, upward
    axis and size, which are told elsewhere, left out."""
    x, y, z = found.size
    left_out = found.degenerate + found.broken
    also = f" ({left_out:,} more without an area left out)" if left_out else ""
    choices = [
        f"  units: {UNITS[found.unit]} ({found.unit_why})",
        f"  up: {found.up_why if found.up_why.startswith(found.up) else f'{found.up} ({found.up_why})'}",
        f'  size: {x:.4g}" wide, {y:.4g}" deep, {z:.4g}" high',
        *((SMALL_NOTE,) if _may_be_too_small(found) else ()),
    ]
    return [
        f"{found.file}: {pluralize(found.triangles, 'triangle')}{also} in {pluralize(found.shells, 'shell')}",
        f"  {_surface(found)}",
        *(() if brief else choices),
        f"  {_solids(found)}",
        f"  {_floors(found)}",
        f"  prepared in {found.ready:.{0 if found.ready >= 10 else 1}f} s; one line of sight takes {found.question:.2g} ms",
        *(f"  note: {note}" for note in found.notes),
    ]


def warning_lines(found: MeshFitting) -> list[str]:
    """What to look at on it, and where on the map that was made."""
    places = [", ".join(f'{name} {value:.2f}"' for name, value in zip("xyz", w.at, strict=True)) for w in found.warnings]
    return [f"  look at {place}: {w.words}" for place, w in zip(places, found.warnings, strict=True)]


def _may_be_too_small(found: MeshFitting) -> bool:
    """Return whether a piece is much smaller than a model, and its scale was not given."""
    x, y, z = found.size
    is_scaled = "scale" in found.map["terrain"][0]["shape"]
    return not is_scaled and (z < SMALL_HEIGHT or max(x, y) < SMALL_WIDTH)


def _floors(found: MeshFitting) -> str:
    heights = [f'{height:.6g}"' for height in found.levels]
    if not heights:
        is_obstacle = found.map["terrain"][0]["kind"] == "obstacle"
        return LOW_PIECE if is_obstacle else NO_FLOOR
    if len(heights) <= FEW_LEVELS:
        return f"floors at: {', '.join(heights)}"
    return f"floors at: {len(heights)} heights from {heights[0]} to {heights[-1]} {ROUGH_GROUND}"


def _surface(found: MeshFitting) -> str:
    if found.ground:
        return _ground(found)
    if not found.open_edges:
        return "closed surface"
    unclear = "y is" if found.doubtful == 1 else "ies are"
    doubt = f"; {found.doubtful} cavit{unclear} unclear (solid or not)" if found.doubtful else ""
    effect = STILL_SOLID if found.solid else NOTHING_SOLID
    return f"{pluralize(found.open_edges, 'open edge')}: {effect}{doubt}"


def _ground(found: MeshFitting) -> str:
    """What is said of scanned ground: NM-SIL-156, WM-RUL-157."""
    scanned = min(found.size[:2]) >= SCANNED
    words = "scanned ground" if scanned else "open below"
    words += ": counts as solid from its rim down to the table"
    if found.shut:
        words += f"; {pluralize(found.shut, 'hole')} closed"
    if found.left:
        words += f"; {pluralize(found.left, 'hole')} in a side left open (sight near there may be undecided)"
    return f"{words}; {pluralize(found.open_edges, 'other open edge')}" if found.open_edges else words


def _solids(found: MeshFitting) -> str:
    if found.exact:
        return f"exact collision shape: {pluralize(found.pieces, 'convex piece')}"
    return (
        f'accuracy of the collision shapes: sight {found.inner:.2g}", movement {found.outer:.2g}" '
        f"({pluralize(found.pieces, 'piece')})"
    )
