"""`wc3d fit FILE`: what a mesh file would be as terrain, and a map with it."""
from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d.app.output.progress import ProgressLine
from wc3d.errors import InputError
from wc3d.games import space_of
from wc3d.writing import check_output

if TYPE_CHECKING:
    from wc3d.table.maps.fit import MeshFitting

UNITS = {"in": "inches", "mm": "millimeters", "cm": "centimeters", "m": "meters"}


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument("file", metavar="FILE", help="a mesh: STL, OBJ, GLB, glTF, PLY or 3MF")
    command.add_argument("map", metavar="MAP.json", nargs="?", help="write a map with this piece, ready to judge and to view")
    command.add_argument("--units", choices=tuple(UNITS), help="what its numbers are (default: guessed)")
    command.add_argument("--up", choices=("y", "z"), help="which of its axes points up (default: guessed)")
    command.add_argument("--scale", type=float, default=1.0, metavar="TIMES", help="make it so many times as large")
    command.add_argument("--rotate", type=float, default=0.0, metavar="DEGREES", help="turn it counter-clockwise")
    command.add_argument("--mirror", action="store_true", help="mirror it, left to right")
    closely = "how closely, in inches, the rules' solids follow it (default: 0.03)"
    command.add_argument("--tolerance", type=float, metavar="INCHES", help=closely)
    command.add_argument("--picture", metavar="OUT.png", help="draw sections: the file, the rules' solids in and around it")
    command.add_argument("--json", action="store_true", help="print what was found as JSON, for programs")


def run(arguments: argparse.Namespace) -> int:
    """Tell what was found; write the map and the picture."""
    from wc3d.meshes.reading import read_surface
    from wc3d.table.maps.fit import fit_mesh
    from wc3d.table.terrain.meshes import TOLERANCE

    path = Path(arguments.file)
    out = check_output(arguments.map, ".json") if arguments.map is not None else None
    picture = check_output(arguments.picture, ".png") if arguments.picture is not None else None
    _check("--scale", arguments.scale, 1e-6, 1e6)
    _check("--rotate", arguments.rotate, -3600.0, 3600.0)
    tolerance = TOLERANCE if arguments.tolerance is None else arguments.tolerance
    _check("--tolerance", tolerance, 0.005, 1.0)
    if not path.is_file():
        raise InputError(f"{path}: no such file")
    with ProgressLine(f"{path.name} read and made solid") as progress:
        surface = read_surface(path, progress)
        found = fit_mesh(
            surface, path.resolve(), space_of(), units=arguments.units, up=arguments.up, scale=arguments.scale,
            rotation=arguments.rotate, tolerance=tolerance, mirrored=arguments.mirror, progress=progress,
        )  # fmt: skip
    print(json.dumps(asdict(found)) if arguments.json else "\n".join(_lines(found)))
    if out is not None:
        from wc3d.table.maps.map_file import save_map, table_from_map

        save_map(table_from_map(found.map, space_of(), folder=path.resolve().parent), out)
        if not arguments.json:
            print(f"{out} written: wc3d view {out}")
    if picture is not None:
        from wc3d.view.paper.mesh_sections import draw_sections

        draw_sections(found.map, path.resolve().parent, picture)
    return 0


def counted(number: int, what: str) -> str:
    """A number of things, in words."""
    return f"{number:,} {what}" if number == 1 or what == "more" else f"{number:,} {what}s"


def _check(option: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise InputError(f"{option} {value:g}: expected {least:g} to {most:g}")


def _lines(found: MeshFitting) -> list[str]:
    x, y, z = found.size
    left_out = found.degenerate + found.broken
    also = f" ({counted(left_out, 'more')} without an area left out)" if left_out else ""
    stands = ", ".join(f'{height:.4g}"' for height in found.levels)
    lines = [
        f"{found.file}: {found.triangles:,} triangles{also} in {counted(found.shells, 'shell')}",
        f"  {_surface(found)}",
        f"  units: {UNITS[found.unit]} ({found.unit_why})",
        f"  up: {found.up_why if found.up_why.startswith(found.up) else f'{found.up} ({found.up_why})'}",
        f'  size: {x:.4g}" wide, {y:.4g}" deep, {z:.4g}" high',
        f"  {_solids(found)}",
        f"  a base can stand at: {stands or 'no level of it'}",
        f"  ready in {found.ready:.2g} s; a question of sight takes {found.question:.2g} ms",
    ]
    return lines + [f"  note: {note}" for note in found.notes]


def _surface(found: MeshFitting) -> str:
    if not found.open_edges:
        return "its surface is closed"
    place: Any = found.open_near
    near = f", one near ({place[0]:.2f}, {place[1]:.2f}, {place[2]:.2f}) of the map" if place is not None else ""
    doubt = f"; {counted(found.doubtful, 'hollow')} may be solid or not" if found.doubtful else ""
    return f"its surface is open at {counted(found.open_edges, 'edge')}{near}: no need to mend it{doubt}"


def _solids(found: MeshFitting) -> str:
    if found.exact:
        return f"the rules take it exactly: {counted(found.pieces, 'convex piece')}"
    return (
        f'the rules go by solids within {found.inner:.2g}" of it for sight, and within {found.outer:.2g}" for moving '
        f"({counted(found.pieces, 'piece')})"
    )
