"""Background tasks of the editor: load boards and meshes, check boards and print plans."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.progress import Progress, scale_progress
from wc3d.meshes.file_readings import propose_file_readings
from wc3d.meshes.read_mesh import read_surface
from wc3d.meshes.readings import Reading
from wc3d.meshes.surface import Triangles
from wc3d.meshes.units import FORMAT_UNITS_AND_UP
from wc3d.registry import space_policy_of
from wc3d.scene.mesh_simplification import simplify_quickly
from wc3d.table.maps.base_fit import BoardReport, inspect_board
from wc3d.table.maps.map_file import load_map
from wc3d.table.table import Table
from wc3d.table.terrain.mesh_solids import (
    MeshImportSettings,
    SolidCache,
    add_cached_solids,
    cached_solids,
    load_mesh_solid,
    make_mesh_key,
)
from wc3d.workers.table_worker import Question

if TYPE_CHECKING:
    from wc3d.table.maps.mesh_import import MeshImport

NO_TABLE = Table((1.0, 1.0), policy=space_policy_of())
"""The table for tasks that need none."""


@dataclass(frozen=True, eq=False)
class LoadedSolids:
    """Meshes cut into solids."""

    solids: SolidCache

    def cache(self) -> None:
        """Cache the solids in memory."""
        add_cached_solids(self.solids)


@dataclass(frozen=True, eq=False)
class LoadedBoard:
    """A loaded board with its meshes."""

    path: Path
    table: Table
    meshes: LoadedSolids


@dataclass(frozen=True, eq=False)
class MadeBoard:
    """A random board with its meshes, and its summary line by line."""

    table: Table
    meshes: LoadedSolids
    lines: tuple[str, ...]


@dataclass(frozen=True)
class MeshMeasurements:
    """A mesh file's extent in its own units, triangle count and likely readings."""

    path: Path
    low: tuple[float, float, float]
    high: tuple[float, float, float]
    triangles: int
    readings: tuple[Reading, ...]
    """The likely readings, the most likely first; at least one."""
    preview_triangles: Triangles
    """Triangles for the preview, possibly simplified, in the file's units."""


@dataclass(frozen=True, eq=False)
class MeshCheckResult:
    """The result of `wc3d fit` for a mesh, with places relative to its origin, and its solid."""

    fitting: MeshImport
    solids: LoadedSolids


def read_board(table: Table, question: Question, progress: Progress) -> LoadedBoard:
    """Load a map file. Raises MapError with the file, and each error with its place."""
    progress(0, 1)
    path = Path(question["path"])
    map_table = load_map(path, table.policy)
    return LoadedBoard(path, map_table, LoadedSolids(cached_solids()))


def make_random_board(table: Table, question: Question, progress: Progress) -> MadeBoard:
    """Build a random board. Raises InputError."""
    from wc3d.board_generator.generate import generate_board  # slow imports

    wide, deep = question["size"]
    board = generate_board(
        question["style"], (wide, deep), question["seed"], table.policy, progress
    )
    return MadeBoard(board.table, LoadedSolids(cached_solids()), tuple(board.summary_lines()))


def measure_mesh(table: Table, question: Question, progress: Progress) -> MeshMeasurements:
    """Return a mesh's size and its likely readings. Raises MeshError."""
    path = Path(question["path"])
    surface = read_surface(path, progress)
    low, high = (tuple(float(v) for v in corner) for corner in (surface.low, surface.high))
    ghost = simplify_quickly(surface.triangles)
    return MeshMeasurements(
        path,
        low,  # type: ignore[arg-type]
        high,  # type: ignore[arg-type]
        len(surface.triangles),
        propose_file_readings(surface, path),
        ghost,
    )


def check_mesh(table: Table, question: Question, progress: Progress) -> MeshCheckResult:
    """Return the findings about a mesh with these import settings. Raises MeshError."""
    from wc3d.table.maps.mesh_import import import_mesh  # slow imports

    path = Path(question["path"])
    fit = MeshImportSettings(*question["fit"])
    surface = read_surface(path, scale_progress(progress, 0.0, 0.1))
    usual_units, usual_up = FORMAT_UNITS_AND_UP.get(path.suffix.lower(), ("in", "z"))
    units = fit.units or usual_units
    up_axis = fit.up or usual_up
    result = import_mesh(
        surface,
        path,
        table.policy,
        units=units,
        up=up_axis,
        scale=fit.scale,
        tolerance=fit.tolerance,
        uneven=fit.unevenness if fit.must_be_bounded else None,
        progress=scale_progress(progress, 0.1, 1.0),
    )
    solid = load_mesh_solid(path, fit._replace(units=units, up=up_axis))
    x, y, z = result.map["terrain"][0]["shape"]["position"]
    own = tuple(replace(w, at=(w.at[0] - x, w.at[1] - y, w.at[2] - z)) for w in result.warnings)
    return MeshCheckResult(
        replace(result, warnings=own), LoadedSolids({make_mesh_key(path, fit): solid})
    )


def make_mesh_solid(table: Table, question: Question, progress: Progress) -> LoadedSolids:
    """Cut a mesh into solids. Raises MeshError."""
    path = Path(question["path"])
    fit = MeshImportSettings(*question["fit"])
    return LoadedSolids({make_mesh_key(path, fit): load_mesh_solid(path, fit, progress)})


def check_board(table: Table, question: Question, progress: Progress) -> BoardReport:
    """Return the linter's findings and the levels of a board from its map data."""
    return inspect_board(question["map"], Path(question["folder"]), table.policy, progress)


def print_plan(table: Table, question: Question, progress: Progress) -> str:
    """Write a plan as PDF pages or one SVG sheet, and return a summary. Raises InputError."""
    from wc3d.printing.write_plan import write_plan  # slow font import

    progress(0, 1)
    return write_plan(table, Path(question["path"]), question["paper"])
