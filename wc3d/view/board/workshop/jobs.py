"""What the workshop has worked out beside the window: boards and meshes read, the linter's findings, plans to print."""
from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from trimesh import Trimesh

from wc3d.games import space_of
from wc3d.geometry.mesh_prisms import ColumnsError, refuse_large
from wc3d.meshes.files import MeshError
from wc3d.progress import Progress
from wc3d.table.maps.level_fit import LookedOver, look_over
from wc3d.table.maps.map_file import load_map
from wc3d.table.space_numbers import MILLIMETERS_PER_INCH
from wc3d.table.table import Table
from wc3d.table.terrain.meshes import Kept, MeshKey, cache_solids, cached_solids, mesh_key, mesh_prisms, read_mesh
from wc3d.view.shapes.meshes import bodies_of, keep_bodies
from wc3d.view.work.table_worker import Question

NOTHING = Table((1.0, 1.0), policy=space_of())
"""The table that goes with a question that needs none."""

MILLIMETERS = 1 / MILLIMETERS_PER_INCH

HUGE = 20.0
"""A mesh wider than this in its own units is hardly in inches."""


@dataclass(frozen=True, eq=False)
class Cut:
    """Meshes cut into solids, and these as they are drawn."""

    solids: Kept
    bodies: dict[MeshKey, Trimesh]

    def keep(self) -> None:
        """Keep it in memory: nothing is made twice."""
        cache_solids(self.solids)
        keep_bodies(self.bodies)


@dataclass(frozen=True, eq=False)
class ReadBoard:
    """A board that was read, with its meshes."""

    path: Path
    table: Table
    meshes: Cut


@dataclass(frozen=True)
class Measured:
    """A mesh file as it is: its lowest and highest corner in its own units, and its triangles."""

    path: Path
    low: tuple[float, float, float]
    high: tuple[float, float, float]
    triangles: int

    @property
    def size(self) -> tuple[float, float, float]:
        """How wide, deep and high, in its own units."""
        x, y, z = (b - a for a, b in zip(self.low, self.high, strict=True))
        return x, y, z

    @property
    def guess(self) -> str:
        """The unit it is likely in: "mm" or "in"."""
        return "mm" if max(self.size) > HUGE else "in"

    def words(self, scale: float) -> str:
        """Its size in inches at a scale."""
        x, y, z = (v * scale for v in self.size)
        return f'{x:.4g}" wide, {y:.4g}" deep, {z:.4g}" high'


def read_board(table: Table, question: Question, progress: Progress) -> ReadBoard:
    """Read a map file. Raises MapError: the file, and each fault with its place."""
    progress(0, 1)
    path = Path(question["path"])
    found = load_map(path, table.policy)
    solids = cached_solids()
    return ReadBoard(path, found, Cut(solids, bodies_of(solids)))


def measure_mesh(table: Table, question: Question, progress: Progress) -> Measured:
    """How large a mesh file is, and whether it is a solid. Raises MeshError: the file, and where it is open."""
    progress(0, 1)
    path = Path(question["path"])
    mesh = read_mesh(path)
    try:
        refuse_large(mesh)
    except ColumnsError as error:
        raise MeshError(f"{path.name} {error}") from None
    low, high = (tuple(float(v) for v in corner) for corner in mesh.bounds)
    return Measured(path, low, high, len(mesh.faces))  # type: ignore[arg-type]


def cut_mesh(table: Table, question: Question, progress: Progress) -> Cut:
    """A mesh as convex solids at a scale. Raises MeshError."""
    path, scale = Path(question["path"]), question["scale"]
    key = mesh_key(path, scale)
    return Cut({key: mesh_prisms(path, scale, progress)}, bodies_of([key]))


def judge_board(table: Table, question: Question, progress: Progress) -> LookedOver:
    """The linter's findings and the levels of a board given as its map."""
    return look_over(question["map"], Path(question["folder"]), table.policy, progress)


def print_plan(table: Table, question: Question, progress: Progress) -> str:
    """Write a plan: a PDF of pages, or one sheet as SVG; what was written. Raises InputError."""
    from wc3d.view.paper.export import write_plan  # its library of typefaces is slow to load, and nothing else needs it

    progress(0, 1)
    return write_plan(table, Path(question["path"]), question["paper"])
