"""`wc3d fit FILE`: what a mesh file would be as terrain, and a map with it."""
from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.atomic_write import check_output
from wc3d._internal.data_files import ShippedKind, find_file
from wc3d.cli.board.check import findings_of
from wc3d.cli.output.new_files import new_file
from wc3d.cli.output.progress import ProgressLine
from wc3d.errors import InputError
from wc3d.registry import space_of
from wc3d.table.maps.mesh_import_text import UNITS, fitting_lines, warning_lines

if TYPE_CHECKING:
    from wc3d.table.maps.mesh_import import MeshFitting

FLAT = 1e-4
"""A mesh lower than this has no height: positions on a board are written to this step. Inches."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    file_help = "a mesh file (STL, OBJ, GLB, glTF, PLY or 3MF), or the name of an included mesh"
    command.add_argument("file", metavar="FILE", help=file_help)
    command.add_argument("map", metavar="MAP.json", nargs="?", help="write a board with this piece to MAP.json")
    command.add_argument("--units", choices=tuple(UNITS), help="the units of the file (default: guessed from the mesh)")
    command.add_argument("--up", choices=("y", "z"), help="the axis that points up (default: guessed from the mesh)")
    larger = "enlarge it by this factor (default: 1, or less if it is larger than any table)"
    command.add_argument("--scale", type=float, metavar="TIMES", help=larger)
    command.add_argument("--rotate", type=float, default=0.0, metavar="DEGREES", help="turn it counterclockwise")
    command.add_argument("--mirror", action="store_true", help="swap left and right")
    closely = "how closely the collision shapes follow the mesh, in inches (default: 0.03)"
    command.add_argument("--tolerance", type=float, metavar="INCHES", help=closely)
    evenly = "how much the height may vary within one floor, in inches (default: 0.1)"
    command.add_argument("--uneven", type=float, metavar="INCHES", help=evenly)
    command.add_argument("--picture", metavar="OUT.png", help="draw sections of the mesh and its collision shapes")
    command.add_argument("--json", action="store_true", help="print the findings as JSON, for programs")


def run(arguments: argparse.Namespace) -> int:
    """Tell what was found; write the map and the picture."""
    from wc3d.geometry.tolerances import UNEVEN
    from wc3d.meshes.files import must_be_file
    from wc3d.meshes.reading import read_surface
    from wc3d.table.maps.mesh_import import fit_mesh
    from wc3d.table.terrain.meshes import TOLERANCE

    path = find_file(arguments.file, ShippedKind.MESH)
    map_path = new_file(str(check_output(arguments.map, ".json"))) if arguments.map is not None else None
    picture = check_output(arguments.picture, ".png") if arguments.picture is not None else None
    _check("--scale", 1.0 if arguments.scale is None else arguments.scale, 1e-6, 1e6)
    _check("--rotate", arguments.rotate, -3600.0, 3600.0)
    tolerance = TOLERANCE if arguments.tolerance is None else arguments.tolerance
    _check("--tolerance", tolerance, 0.005, 1.0)
    _check("--uneven", UNEVEN if arguments.uneven is None else arguments.uneven, 0.001, 1.0)
    must_be_file(path)
    with ProgressLine(f"reading {path.name} and building its collision shapes", timed=True) as progress:
        surface = read_surface(path, progress)
        fitting = fit_mesh(
            surface, path.resolve(), space_of(), units=arguments.units, up=arguments.up, scale=arguments.scale,
            rotation=arguments.rotate, tolerance=tolerance, uneven=arguments.uneven, mirrored=arguments.mirror,
            progress=progress,
        )  # fmt: skip
    print(json.dumps(asdict(fitting)) if arguments.json else "\n".join(fitting_lines(fitting) + warning_lines(fitting)))
    if map_path is not None:
        from wc3d.table.maps.map_file import save_map, table_from_map

        _refuse_invalid(fitting, path.resolve().parent)
        table = table_from_map(fitting.map, space_of(), folder=path.resolve().parent, should_warn=False)
        save_map(table, map_path)
        if not arguments.json:
            print(f"wrote {map_path}; look at it with: wc3d view {map_path}")
    if picture is not None:
        from wc3d.printing.mesh_sections import draw_sections

        draw_sections(fitting.map, path.resolve().parent, picture)
    return 0


def _refuse_invalid(fitting: MeshFitting, folder: Path) -> None:
    """Raise InputError for a board that `wc3d check` would reject."""
    errors = [finding.message for finding in findings_of(lambda: fitting.map, folder) if finding.severity == "error"]
    if not errors:
        return
    if fitting.size[2] < FLAT:
        other_axis = "z" if fitting.up == "y" else "y"
        raise InputError(f"{fitting.file}: has no height, so no board was written: give the mesh a height, or try --up {other_axis}")
    raise InputError(f"{fitting.file}: no board was written, as wc3d check would reject it: {errors[0]}")


def _check(option: str, value: float, minimum: float, maximum: float) -> None:
    if not minimum <= value <= maximum:
        raise InputError(f"{option} {value:g}: expected a number from {minimum:g} to {maximum:g}")
