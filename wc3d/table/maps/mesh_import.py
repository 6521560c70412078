"""Convert a mesh file to terrain: choose a reading, build solids, and measure them."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from wc3d._internal.progress import Progress, scale_progress
from wc3d.geometry.mesh_solids.data import MeshSolids
from wc3d.geometry.mesh_solids.surface_topology import find_shells_and_holes, orient_triangles
from wc3d.geometry.points import XYZ
from wc3d.meshes.file_readings import propose_file_readings
from wc3d.meshes.mesh_source import MeshError, ReadingStoppedError
from wc3d.meshes.orientation import nearest_axis
from wc3d.meshes.readings import Reading, are_close
from wc3d.meshes.surface import MeshSurface, Triangles
from wc3d.meshes.to_inches import convert_to_inches
from wc3d.meshes.units import AnyUp, Unit
from wc3d.table.body import Body
from wc3d.table.maps.lint import suggest_kind
from wc3d.table.maps.map_file import MAX_TABLE_SIZE_IN, table_from_map
from wc3d.table.maps.map_shapes import mesh_point_on_table, rotate_points
from wc3d.table.maps.rough_plates import RoughPlate, find_rough_plate
from wc3d.table.maps.standing_regions import StandingRegions
from wc3d.table.sight.sight import sight
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.table import Table
from wc3d.table.terrain.mesh_solids import DEFAULT_TOLERANCE_IN, MeshImportSettings, load_mesh_solid
from wc3d.table.terrain.mesh_warnings import MeshWarning, find_mesh_warnings

MAP_MARGIN_IN = 6.0
"""The width of table around the piece on the new map. Inches."""

TIMED_QUESTIONS = 40
"""The number of sight queries that measure the response time."""

MAX_TIMING_S = 1.0
"""The time after which no more sight queries are measured. Seconds."""


@dataclass(frozen=True)
class MeshImport:
    """The properties of an imported mesh file. Lengths are in inches, except for `unit`."""

    file: str
    triangles: int
    degenerate: int
    broken: int
    shells: int
    open_edges: int
    """The number of open edges, without those of scanned ground that count as closed."""
    unit: Unit
    unit_why: str
    up: AnyUp
    up_why: str
    scale: float
    label: str
    """The units and the scale, in words."""
    readings: tuple[Reading, ...]
    """The likely readings, the most likely first."""
    number: int
    """The number of the reading that was taken, from 1."""
    is_close: bool
    """True if the first two readings are about equally likely."""
    size: tuple[float, float, float]
    exact: bool
    """True if the solid matches the file exactly."""
    pieces: int
    """The number of convex pieces of the solid for movement."""
    inner: float
    """The farthest that the inner solid, which proves "blocked", may fall short of the mesh."""
    outer: float
    """The farthest that the outer solid, used for movement, may reach beyond the mesh."""
    doubtful: int
    """The number of hollows near a hole that are neither clearly inside nor clearly outside."""
    ground: bool
    """True for scanned ground, solid from its rim down to the table."""
    shut: int
    """The number of holes of scanned ground that count as closed."""
    left: int
    """The number of holes of scanned ground that stay open."""
    solid: bool
    """True if any part is certainly solid."""
    levels: tuple[float, ...]
    """The heights at which a base can stand, without the table."""
    rough_plate: RoughPlate | None
    """A plate that is too uneven for one floor, and the unevenness that it needs."""
    ready: float
    """The import time in seconds."""
    question: float
    """The median time of a sight query in milliseconds."""
    notes: tuple[str, ...]
    """The parts of the file that were not read."""
    warnings: tuple[MeshWarning, ...]
    """The warnings about the mesh, with places on the map."""
    map: dict[str, Any]
    """A map with only this piece."""


def import_mesh(
    surface: MeshSurface,
    path: Path,
    policy: SpacePolicy,
    *,
    units: Unit | None = None,
    up: AnyUp | None = None,
    scale: float | None = None,
    rotation: float = 0.0,
    tolerance: float = DEFAULT_TOLERANCE_IN,
    uneven: float | None = None,
    mirrored: bool = False,
    number: int = 1,
    progress: Progress | None = None,
) -> MeshImport:
    """Import a mesh as terrain, with its likely reading of this number, from 1.

    Units, upward axis and scale that are not None leave only readings that agree. Raises
    MeshError.
    """
    axis = up if up is None or isinstance(up, str) else nearest_axis(up)
    readings = propose_file_readings(surface, path, unit=units, scale=scale, up=axis)
    if not 1 <= number <= len(readings):
        raise MeshError(
            f"{path.name}: there is no reading {number}; expected a number from 1 to {len(readings)}"
        )
    reading = readings[number - 1]
    own_up: AnyUp = reading.up if up is None else up
    triangles = convert_to_inches(surface.triangles, reading.unit, own_up, reading.scale)
    fit = MeshImportSettings(reading.unit, own_up, reading.scale, tolerance, uneven=uneven)
    started = time.perf_counter()
    solid = load_mesh_solid(path, fit, scale_progress(progress, 0.0, 0.9), surface)
    duration = time.perf_counter() - started
    _report_progress(path, progress, 0.9)
    data = _build_map(path, triangles, fit, rotation, mirrored)
    table = table_from_map(data, policy, folder=path.parent, should_warn=False)
    [feature] = table.features
    kind = suggest_kind(feature, policy.obstacle_height)
    if kind is not feature.kind:
        data["terrain"][0]["kind"] = kind.value
        table = table_from_map(data, policy, folder=path.parent, should_warn=False)
        [feature] = table.features
    shells, opened = find_shells_and_holes(
        orient_triangles(triangles) if solid.bounds is None else solid.bounds.tree.triangles
    )
    _report_progress(path, progress, 0.94)
    warnings = find_mesh_warnings(triangles, solid.bounds, opened)
    levels = tuple(round(z, 6) for z in StandingRegions(table).floor_heights())
    has_usual_floors = solid.bounds is not None and uneven is None
    raised = triangles - [0.0, 0.0, float(triangles[..., 2].min())]
    plate = find_rough_plate(raised, levels) if has_usual_floors else None
    _report_progress(path, progress, 0.97)
    return MeshImport(
        file=path.name,
        triangles=len(triangles),
        degenerate=surface.degenerate,
        broken=surface.broken,
        shells=shells,
        open_edges=len(opened[0]),
        unit=reading.unit,
        unit_why=reading.size_why,
        up=own_up,
        up_why=reading.up_why,
        scale=reading.scale,
        label=reading.label,
        readings=readings,
        number=number,
        is_close=are_close(readings),
        size=_size(triangles),
        pieces=len(feature.pieces),
        **_describe_enclosure(solid.bounds),
        levels=levels,
        rough_plate=plate,
        ready=duration,
        question=_measure_sight_time(table),
        notes=surface.notes,
        warnings=tuple(replace(w, at=_place_on_table(w.at, data)) for w in warnings),
        map=data,
    )


def _describe_enclosure(closely: MeshSolids | None) -> dict[str, Any]:
    """Return the properties of the solids that bound a mesh; None stands for an exact solid."""
    if closely is None:
        return {
            "exact": True,
            "inner": 0.0,
            "outer": 0.0,
            "doubtful": 0,
            "ground": False,
            "shut": 0,
            "left": 0,
            "solid": True,
        }
    return {
        "exact": False,
        "inner": closely.doubt,
        "outer": closely.outer_doubt,
        "doubtful": closely.doubtful,
        "ground": closely.is_closed_below,
        "shut": closely.closed_holes,
        "left": closely.open_holes,
        "solid": len(closely.inner[-1].counts) > 0,
    }


def _report_progress(path: Path, progress: Progress | None, share: float) -> None:
    """Report the share of work done. Raises ReadingStoppedError if nobody waits for the result."""
    if progress is not None and not progress(round(1000 * share), 1000):
        raise ReadingStoppedError(f"{path.name}: reading was canceled")


def _size(triangles: Triangles) -> tuple[float, float, float]:
    x, y, z = (float(v) for v in np.ptp(triangles.reshape(-1, 3), axis=0))
    return x, y, z


def _build_map(
    path: Path, triangles: Triangles, fit: MeshImportSettings, rotation: float, mirrored: bool
) -> dict[str, Any]:
    """Return a map with the piece in its middle, standing on the table."""
    flat = triangles[..., :2].reshape(-1, 2) * ([-1.0, 1.0] if mirrored else [1.0, 1.0])
    flat = rotate_points(flat, rotation)
    low, high = flat.min(axis=0), flat.max(axis=0)
    size = [float(math.ceil(max(6.0, v) + 2 * MAP_MARGIN_IN)) for v in high - low]
    if max(size) > MAX_TABLE_SIZE_IN:
        wide, deep = high - low
        words = f'no table is larger than {MAX_TABLE_SIZE_IN:g}"; set its units or its scale'
        raise MeshError(
            f'{path.name}: the mesh would be {wide:,.0f}" wide and {deep:,.0f}" deep, but {words}'
        )
    x, y = (
        round(float(side / 2 - (a + b) / 2), 4) + 0.0
        for side, a, b in zip(size, low, high, strict=True)
    )
    z = round(float(-triangles[..., 2].min()), 4) + 0.0
    shape: dict[str, Any] = {
        "type": "mesh",
        "file": path.name,
        "position": [x, y, z],
        "units": fit.units,
        "up": fit.up,
    }
    usual = {
        "scale": 1.0,
        "rotation": 0.0,
        "tolerance": DEFAULT_TOLERANCE_IN,
        "uneven": None,
        "mirrored": False,
    }
    settings = {
        "scale": fit.scale,
        "rotation": rotation,
        "tolerance": fit.tolerance,
        "uneven": fit.uneven,
        "mirrored": mirrored,
    }
    shape |= {name: value for name, value in settings.items() if value != usual[name]}
    id = (
        "-".join(
            "".join(c if c.isascii() and c.isalnum() else " " for c in path.stem.lower()).split()
        )[:40]
        or "mesh"
    )
    return {
        "name": path.stem[:60],
        "size": size,
        "terrain": [{"id": id, "kind": "structure", "shape": shape}],
    }


def _place_on_table(place: XYZ, data: dict[str, Any]) -> XYZ:
    shape = data["terrain"][0]["shape"]
    return mesh_point_on_table(
        place, shape["position"], shape.get("rotation", 0.0), bool(shape.get("mirrored"))
    )


def _measure_sight_time(table: Table) -> float:
    """Return the median time of a sight query across the piece, in milliseconds."""
    random = np.random.default_rng(0)
    base = next(iter(table.policy.bases))
    times = []
    for _ in range(TIMED_QUESTIONS):
        angle = random.uniform(0.0, 2 * math.pi)
        offset = random.normal(math.pi, 0.4)
        (x, y), turns = (side / 2 for side in table.size), (angle, angle + offset)
        ends = [(x + (x - 1) * math.cos(turn), y + (y - 1) * math.sin(turn), 0.0) for turn in turns]
        a, b = (
            Body(name, base, end, sizes=table.policy.bases)
            for name, end in zip("ab", ends, strict=True)
        )
        started = time.perf_counter()
        sight(table, a, b)
        times.append(time.perf_counter() - started)
        if sum(times[1:]) > MAX_TIMING_S:  # the first query may compile the search
            break
    return 1e3 * float(np.median(times))
