"""What was found in a mesh file, in words: for `wc3d fit` and for the workshop's panel."""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wc3d.meshes.surface import Unit
    from wc3d.table.maps.fit import MeshFitting

UNITS: dict[Unit, str] = {"in": "inches", "mm": "millimeters", "cm": "centimeters", "m": "meters"}

NO_LEVEL = 'no level of it: none is wide enough without gaps (with "levels" its map can say where models stand)'

NOTHING_SOLID = "nothing of it is certainly solid, so sight past it may be undecided more often (closing its holes mends that)"

SCANNED = 20.0
"""Inches: ground that is so wide and deep is a scan of a table."""

FEW_LEVELS = 6
"""Heights that are told one by one."""

ROUGH_GROUND = '(with "uneven" its map can say how rough one floor may be, with "levels" where models stand)'


def counted(number: int, what: str) -> str:
    """A number of things, in words."""
    return f"{number:,} {what}" if number == 1 or what == "more" else f"{number:,} {what}s"


def fitting_lines(found: MeshFitting, brief: bool = False) -> list[str]:
    """What was found in a mesh file, a line for each thing; all but the first begin with two spaces. `brief`: its units, upward
    axis and size, which are told elsewhere, left out."""
    x, y, z = found.size
    left_out = found.degenerate + found.broken
    also = f" ({counted(left_out, 'more')} without an area left out)" if left_out else ""
    choices = [
        f"  units: {UNITS[found.unit]} ({found.unit_why})",
        f"  up: {found.up_why if found.up_why.startswith(found.up) else f'{found.up} ({found.up_why})'}",
        f'  size: {x:.4g}" wide, {y:.4g}" deep, {z:.4g}" high',
    ]
    return [
        f"{found.file}: {found.triangles:,} triangles{also} in {counted(found.shells, 'shell')}",
        f"  {_surface(found)}",
        *(() if brief else choices),
        f"  {_solids(found)}",
        f"  a base can stand at: {_stands(found)}",
        f"  ready in {found.ready:.{0 if found.ready >= 10 else 1}f} s; a question of sight takes {found.question:.2g} ms",
        *(f"  note: {note}" for note in found.notes),
    ]


def warning_lines(found: MeshFitting) -> list[str]:
    """What to look at on it, and where on the map that was made."""
    places = [", ".join(f'{name} {value:.2f}"' for name, value in zip("xyz", w.at, strict=True)) for w in found.warnings]
    return [f"  look at {place}: {w.words}" for place, w in zip(places, found.warnings, strict=True)]


def _stands(found: MeshFitting) -> str:
    heights = [f'{height:.6g}"' for height in found.levels]
    if len(heights) <= FEW_LEVELS:
        return ", ".join(heights) or NO_LEVEL
    return f"{len(heights)} heights from {heights[0]} to {heights[-1]} {ROUGH_GROUND}"


def _surface(found: MeshFitting) -> str:
    if found.ground:
        return _ground(found)
    if not found.open_edges:
        return "its surface is closed"
    doubt = f"; {counted(found.doubtful, 'hollow')} may be solid or not" if found.doubtful else ""
    mend = "no need to mend it" if found.solid else NOTHING_SOLID
    return f"its surface is open at {counted(found.open_edges, 'edge')}: {mend}{doubt}"


def _ground(found: MeshFitting) -> str:
    """What is said of scanned ground: NM-SIL-156, WM-RUL-157."""
    scanned = min(found.size[:2]) >= SCANNED
    words = "it is scanned ground: solid" if scanned else "it is open below, and counts as solid"
    words += " from its rim down to the table"
    if found.shut:
        words += f", {counted(found.shut, 'hole')} in it shut"
    if found.left:
        words += f", {counted(found.left, 'hole')} in a side left open (sight near there may be undecided)"
    return f"{words}; open at {counted(found.open_edges, 'edge')} besides" if found.open_edges else words


def _solids(found: MeshFitting) -> str:
    if found.exact:
        return f"the rules take it exactly: {counted(found.pieces, 'convex piece')}"
    return (
        f'the rules go by solids within {found.inner:.2g}" of it for sight, and within {found.outer:.2g}" for moving '
        f"({counted(found.pieces, 'piece')})"
    )
