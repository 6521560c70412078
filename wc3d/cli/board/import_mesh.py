"""`wc3d fit FILE`: report how a mesh file fits as terrain, and write a map with it.

A folder is a kit: `fit_kit.py` settles it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.atomic_write import check_output_path
from wc3d._internal.data_files import ShippedKind, find_shipped_or_own_file
from wc3d.cli.board.check import check_json
from wc3d.cli.output.new_files import require_new_path
from wc3d.cli.output.progress import ProgressLine
from wc3d.cli.output.prompt import PromptInput, QuitError
from wc3d.errors import InputError
from wc3d.meshes.units import UNIT_NAMES, UP_AXES
from wc3d.registry import space_policy_of
from wc3d.table.maps.mesh_import_text import (
    CLOSE_READINGS_TEXT,
    describe_mesh_import,
    describe_mesh_warnings,
    describe_reading,
    describe_readings,
)

if TYPE_CHECKING:
    from wc3d.meshes.surface import MeshSurface
    from wc3d.table.maps.mesh_import import MeshImport

MIN_HEIGHT_IN = 1e-4
"""Inches: a lower mesh does not have a height, by the precision of positions on a board."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    file_help = (
        "a mesh file (STL, OBJ, GLB, glTF, PLY or 3MF), the name of an included mesh, "
        "or a folder: a kit, whose files have one size and one side up"
    )
    command.add_argument("file", metavar="FILE", help=file_help)
    command.add_argument(
        "map",
        metavar="MAP.json",
        nargs="?",
        help="the file to write, a board with this piece of terrain on it",
    )
    command.add_argument(
        "--units",
        choices=tuple(UNIT_NAMES),
        help="the units of the file (default: guessed from the mesh)",
    )
    up_help = "the axis that points up, such as y or --up=-y (default: guessed from the mesh)"
    command.add_argument("--up", choices=tuple(UP_AXES), help=up_help)
    face_help = "lay the mesh on a flat face: the largest, or the one that looks to a direction of "
    face_help += "the file such as --face=0,-1,0"
    command.add_argument("--face", metavar="FACE", help=face_help)
    larger = "scale the mesh by this factor (default: of the reading)"
    command.add_argument("--scale", type=float, metavar="TIMES", help=larger)
    as_help = "take reading N of those that this command lists (default: 1, the most likely)"
    command.add_argument("--as", dest="number", type=int, metavar="N", help=as_help)
    command.add_argument(
        "--rotate",
        type=float,
        default=0.0,
        metavar="DEGREES",
        help="turn the mesh counterclockwise, seen from above",
    )
    command.add_argument(
        "--mirror", action="store_true", help="mirror the mesh: swap left and right"
    )
    split_help = "write each piece of a print plate or a scene as a file into this new folder"
    command.add_argument("--split", metavar="FOLDER", help=split_help)
    closely = "how closely the collision shapes follow the mesh, in inches (default: 0.03)"
    command.add_argument("--tolerance", type=float, metavar="INCHES", help=closely)
    evenly = "how uneven a floor may be, in inches (default: 0.1)"
    command.add_argument("--uneven", type=float, metavar="INCHES", help=evenly)
    command.add_argument(
        "--picture", metavar="OUT.png", help="draw cuts through the mesh and its collision shapes"
    )
    command.add_argument(
        "--json", action="store_true", help="print the findings as JSON, for programs"
    )


def run(arguments: argparse.Namespace) -> int:
    """Report the result; write the map and the picture."""
    from wc3d.geometry.tolerances import MAX_UNEVEN_IN
    from wc3d.meshes.mesh_source import refuse_missing_file
    from wc3d.meshes.read_mesh import read_surface
    from wc3d.table.maps.mesh_import import import_mesh
    from wc3d.table.terrain.mesh_solids import DEFAULT_TOLERANCE_IN

    if os.path.isdir(arguments.file):
        from wc3d.cli.board.fit_kit import run_kit

        _check_range("--scale", 1.0 if arguments.scale is None else arguments.scale, 1e-6, 1e6)
        return run_kit(arguments, Path(arguments.file))
    path = find_shipped_or_own_file(arguments.file, ShippedKind.MESH)
    map_path = (
        require_new_path(str(check_output_path(arguments.map, ".json")))
        if arguments.map is not None
        else None
    )
    picture = (
        check_output_path(arguments.picture, ".png") if arguments.picture is not None else None
    )
    _check_range("--scale", 1.0 if arguments.scale is None else arguments.scale, 1e-6, 1e6)
    _check_range("--rotate", arguments.rotate, -3600.0, 3600.0)
    tolerance = DEFAULT_TOLERANCE_IN if arguments.tolerance is None else arguments.tolerance
    _check_range("--tolerance", tolerance, 0.005, 1.0)
    _check_range(
        "--uneven", MAX_UNEVEN_IN if arguments.uneven is None else arguments.uneven, 0.001, 1.0
    )
    refuse_missing_file(path)
    with ProgressLine(f"reading {path.name}", timed=True) as progress:
        surface = read_surface(path, progress)
    number = arguments.number
    if number is None and not arguments.json:
        number = _ask_reading(arguments, surface, path)
    if arguments.split is not None:
        from wc3d.cli.board.split import run_split

        return run_split(arguments, surface, path, 1 if number is None else number)
    if arguments.face is not None:
        _lay_on_face(arguments, surface, path, 1 if number is None else number)
        number = 1
    with ProgressLine(f"building the collision shapes of {path.name}", timed=True) as progress:
        fitting = import_mesh(
            surface,
            path.resolve(),
            space_policy_of(),
            units=arguments.units,
            up=arguments.up,
            scale=arguments.scale,
            rotation=arguments.rotate,
            tolerance=tolerance,
            uneven=arguments.uneven,
            mirrored=arguments.mirror,
            number=1 if number is None else number,
            progress=progress,
        )
    print(json.dumps(asdict(fitting)) if arguments.json else "\n".join(_describe(fitting, surface)))
    if map_path is not None:
        from wc3d.table.maps.map_file import save_map, table_from_map

        _refuse_invalid(fitting, path.resolve().parent)
        table = table_from_map(
            fitting.map, space_policy_of(), folder=path.resolve().parent, should_warn=False
        )
        save_map(table, map_path)
        if not arguments.json:
            print(f"wrote {map_path}; to look at it: wc3d view {map_path}")
    if picture is not None:
        from wc3d.printing.mesh_sections import draw_mesh_sections

        draw_mesh_sections(fitting.map, path.resolve().parent, picture)
    return 0


def _lay_on_face(
    arguments: argparse.Namespace, surface: MeshSurface, path: Path, number: int
) -> None:
    """Set units, scale and the upward direction so that the mesh lies on the named face."""
    import numpy as np

    from wc3d.meshes.file_readings import choose_file_reading
    from wc3d.meshes.mesh_faces import LARGEST, find_resting_face
    from wc3d.meshes.orientation import simplify_up

    direction = None
    if arguments.face != LARGEST:
        words = arguments.face.split(",")
        try:
            direction = np.array([float(word) for word in words])
        except ValueError:
            direction = np.zeros(0)
        if direction.shape != (3,) or not np.isfinite(direction).all() or not direction.any():
            expected = f"expected {LARGEST}, or the direction of a face such as 0,0,1"
            raise InputError(f"--face {arguments.face}: {expected}")
    reading = choose_file_reading(
        surface, path, number, unit=arguments.units, scale=arguments.scale, up=arguments.up
    )
    arguments.units = reading.unit
    arguments.scale = reading.scale
    arguments.up = simplify_up(-find_resting_face(surface.triangles, direction, path.name))


def _describe(fitting: MeshImport, surface: MeshSurface) -> list[str]:
    """Return the findings in lines, with the other readings side by side."""
    readings = describe_readings(fitting)
    if readings:
        from wc3d.table.maps.reading_sketch import draw_readings

        readings += [f"    {line}" for line in draw_readings(surface.triangles, fitting.readings)]
    return describe_mesh_import(fitting) + readings + describe_mesh_warnings(fitting)


def _ask_reading(arguments: argparse.Namespace, surface: MeshSurface, path: Path) -> int | None:
    """Ask at a terminal which reading to take if two are close; return its number."""
    prompt = PromptInput()
    if not (prompt.terminal and sys.stdout.isatty()):
        return None
    from wc3d.meshes.file_readings import propose_file_readings
    from wc3d.meshes.readings import are_close
    from wc3d.table.maps.reading_sketch import draw_readings

    readings = propose_file_readings(
        surface, path, unit=arguments.units, scale=arguments.scale, up=arguments.up
    )
    if not are_close(readings):
        return None
    print(f"{path.name}: {CLOSE_READINGS_TEXT}")
    for number, reading in enumerate(readings, 1):
        print(f"  {number}: {describe_reading(reading)}")
    print("\n".join(f"    {line}" for line in draw_readings(surface.triangles, readings)))
    while True:
        try:
            line = prompt.read_line(f"Number, 1 to {len(readings)} (Enter: 1): ")
        except QuitError:
            return None
        if not line:
            return 1
        if line.isdecimal() and 1 <= int(line[:3]) <= len(readings):
            return int(line[:3])


def _refuse_invalid(fitting: MeshImport, folder: Path) -> None:
    """Raise InputError for a board that `wc3d check` would reject."""
    errors = [
        finding.message
        for finding in check_json(lambda: fitting.map, folder)
        if finding.severity == "error"
    ]
    if not errors:
        return
    if fitting.size[2] < MIN_HEIGHT_IN:
        other_axis = "z" if fitting.up == "y" else "y"
        raise InputError(
            f"{fitting.file}: the mesh has no height, so no board was written; try --up {other_axis}, or give the mesh a height"
        )
    raise InputError(
        f"{fitting.file}: no board was written, because wc3d check would reject it: {errors[0]}"
    )


def _check_range(option: str, value: float, minimum: float, maximum: float) -> None:
    if not minimum <= value <= maximum:
        raise InputError(f"{option} {value:g}: expected a number from {minimum:g} to {maximum:g}")
