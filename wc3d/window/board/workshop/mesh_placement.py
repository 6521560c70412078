"""Mesh placement: measurements, user choices and background checks, without graphics."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.points import XY, XYZ
from wc3d.meshes.mesh_source import MeshError
from wc3d.meshes.to_inches import convert_to_inches
from wc3d.meshes.units import FORMAT_UNITS_AND_UP, UNIT_NAMES, AnyUp, Unit
from wc3d.table.maps.edit_terrain import round_number
from wc3d.table.maps.map_shapes import MeshShape, rotate_points
from wc3d.table.terrain.mesh_solids import (
    DEFAULT_TOLERANCE_IN,
    MeshImportSettings,
    MeshKey,
    make_mesh_key,
)
from wc3d.window.board.workshop import background_tasks
from wc3d.workers.interval_timer import IntervalTimer
from wc3d.workers.table_worker import LatestQuestionWorker

if TYPE_CHECKING:
    from wc3d.meshes.readings import Reading
    from wc3d.table.maps.mesh_import import MeshImport


def ghost_triangles(
    triangles: NDArray[np.float64], path: Path, fit: MeshImportSettings
) -> NDArray[np.float64]:
    """Return a file's triangles in inches about its origin, z up, with these import settings."""
    units, up_axis = FORMAT_UNITS_AND_UP.get(path.suffix.lower(), ("in", "z"))
    return convert_to_inches(triangles, fit.units or units, fit.up or up_axis, fit.scale)


@dataclass
class MeshDraft:
    """A mesh to place `at` a point: its measurements and the user's choices."""

    measurements: background_tasks.MeshMeasurements
    at: XY
    unit: Unit
    up: AnyUp
    scale: float = 1.0
    rotation: float = 0.0
    tolerance: float = DEFAULT_TOLERANCE_IN
    uneven: float | None = None
    mirrored: bool = False
    is_placing: bool = False
    """Whether to place the mesh as soon as it is solid."""

    @classmethod
    def from_measurements(
        cls, measurements: background_tasks.MeshMeasurements, at: XY
    ) -> MeshDraft:
        """Return a mesh to place with its most likely reading."""
        best = measurements.readings[0]
        return cls(measurements, at, best.unit, best.up, best.scale)

    def take_reading(self, reading: Reading) -> None:
        """Take the units, the upward axis and the scale of a reading."""
        self.unit = reading.unit
        self.up = reading.up
        self.scale = reading.scale

    def has_reading(self, reading: Reading) -> bool:
        """Return whether the mesh has the units, the axis and the scale of a reading."""
        return (self.unit, self.up, self.scale) == (reading.unit, reading.up, reading.scale)

    @property
    def unit_words(self) -> str:
        """The units, and the scale if it is not 1."""
        words = UNIT_NAMES[self.unit]
        return words if self.scale == 1.0 else f"{words} times {self.scale:.4g}"

    @property
    def path(self) -> Path:
        """The mesh file."""
        return self.measurements.path

    @property
    def fit(self) -> MeshImportSettings:
        """The import settings, as a map stores them."""
        unit, up_axis = FORMAT_UNITS_AND_UP.get(self.path.suffix.lower(), ("in", "z"))
        units = None if self.unit == unit else self.unit
        axis = None if self.up == up_axis else self.up
        return MeshImportSettings(units, axis, self.scale, self.tolerance, uneven=self.uneven)

    def local_corners(self) -> tuple[XYZ, XYZ]:
        """Return the extreme corners in inches about the origin, before mirroring and rotation."""
        low, high = self.measurements.low, self.measurements.high
        box = convert_to_inches(
            np.array([[low, high, high]], dtype=np.float64), self.unit, self.up, self.scale
        )
        (x0, y0, z0), (x1, y1, z1) = (
            corner.tolist() for corner in (box.min(axis=(0, 1)), box.max(axis=(0, 1)))
        )
        return (x0, y0, z0), (x1, y1, z1)

    def placed_triangles(self) -> NDArray[np.float64]:
        """Return preview triangles (n, 3, 3) about the origin, in inches."""
        return ghost_triangles(self.measurements.preview_triangles, self.path, self.fit)

    @property
    def size(self) -> XYZ:
        """Width, depth and height in inches."""
        low, high = self.local_corners()
        return high[0] - low[0], high[1] - low[1], high[2] - low[2]

    def make_shape(self, at: XY, floor: float) -> MeshShape:
        """Return the mesh shape with its middle over a point and its bottom on a floor."""
        low, high = self.local_corners()
        middle = np.array(
            [[(low[0] + high[0]) / 2 * (-1 if self.mirrored else 1), (low[1] + high[1]) / 2]]
        )
        dx, dy = rotate_points(middle, self.rotation)[0]
        position = round_number(at[0] - dx), round_number(at[1] - dy), round_number(floor - low[2])
        own = {"units": self.fit.units, "up": self.fit.up}
        return MeshShape(
            type="mesh",
            file=str(self.path),
            position=position,
            rotation=self.rotation,
            scale=self.scale,
            tolerance=self.tolerance,
            uneven=self.uneven,
            mirrored=self.mirrored,
            **own,  # type: ignore[arg-type]
        )


class MeshChecker:
    """Checks meshes one at a time in a separate process, newest request first."""

    def __init__(self) -> None:
        self._found: dict[MeshKey, MeshImport | str] = {}
        self._stopped: set[MeshKey] = set()
        self._follower = LatestQuestionWorker()
        self._wanted: MeshKey | None = None
        self._since = 0.0
        self._share = 0.0
        self._clock = IntervalTimer()

    def request_check(self, path: Path, fit: MeshImportSettings) -> MeshImport | str | None:
        """Return the result or an error; None while the check runs or is stopped."""
        try:
            key = make_mesh_key(path, fit)
        except MeshError as error:
            return str(error)
        if key not in self._found and key not in self._stopped and key != self._wanted:
            self._wanted = key
            self._since = time.monotonic()
            self._share = 0.0
            self._follower.set_question(
                background_tasks.check_mesh,
                background_tasks.NO_TABLE,
                {"path": str(path), "fit": list(fit), "key": key},
            )
        return self._found.get(key)

    def cached_result(self, path: Path, fit: MeshImportSettings) -> MeshImport | str | None:
        """Return a cached result or error, or None."""
        try:
            return self._found.get(make_mesh_key(path, fit))
        except MeshError as error:
            return str(error)

    @property
    def elapsed_s(self) -> float | None:
        """The elapsed time of the last requested check in seconds, or None."""
        return time.monotonic() - self._since if self._wanted is not None else None

    @property
    def fraction_done(self) -> float:
        """The progress of the check from 0 to 1."""
        return self._share

    def poll(self) -> bool:
        """Check for results. Return whether there are any."""
        reply = self._follower.poll()
        if reply is None:
            return self._wanted is not None and self._clock.is_due()
        question, report = reply
        key = question["key"]
        if report.failure or report.answer is not None:
            if report.answer is not None:
                report.answer.solids.cache()
            self._found[key] = report.failure or report.answer.fitting
            self._wanted = None if key == self._wanted else self._wanted
        elif report.total and key == self._wanted:
            self._share = report.done / report.total
        return True

    def stop(self) -> bool:
        """Cancel the checks until they are requested again. Return whether there were any."""
        if self._wanted is None:
            return False
        self._stopped.add(self._wanted)
        self.close()
        return True

    def resume(self) -> None:
        """Allow the stopped checks again."""
        self._stopped.clear()

    def close(self) -> None:
        """Close the process."""
        self._wanted = None
        self._follower.stop()
