"""A cutaway view into buildings: hide terrain above a ceiling from the camera and the mouse."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wc3d.panda.shaders import NO_CEILING_IN
from wc3d.table.table import Table

CEILING_STEP_IN, LOWEST_CEILING_IN = 1.0, 1.0
"""Step and lower limit of the ceiling, in inches."""

Ray = tuple[NDArray[np.float64], NDArray[np.float64]]
"""A ray's origin and direction."""


class Cutaway:
    """The ceiling (`height` in inches); initially all terrain is visible."""

    def __init__(self) -> None:
        self.height = NO_CEILING_IN

    @property
    def is_cut_open(self) -> bool:
        """Return whether terrain is hidden."""
        return self.height < NO_CEILING_IN

    def lower_ceiling(self, table: Table) -> str:
        """Lower the ceiling by an inch, starting below the highest terrain. Return a message."""
        top = max((f.high for f in table.features), default=0.0)
        if top <= LOWEST_CEILING_IN:
            return f'Nothing to cut away: no terrain is higher than {LOWEST_CEILING_IN:g}"'
        start = self.height if self.is_cut_open else float(round(top))
        self.height = max(start - CEILING_STEP_IN, LOWEST_CEILING_IN)
        return self._status_words()

    def raise_ceiling(self, table: Table) -> str:
        """Raise the ceiling by an inch until all terrain is visible. Return a message."""
        top = max((f.high for f in table.features), default=0.0)
        self.height += CEILING_STEP_IN
        if self.height >= top:
            self.height = NO_CEILING_IN
        return self._status_words()

    def is_hidden(self, z: float) -> bool:
        """Return whether a height is above the ceiling."""
        return z >= self.height

    def clip_ray(self, ray: Ray) -> Ray | None:
        """Return the part of a ray below the ceiling, or None if the ray stays above."""
        start, way = ray
        if start[2] <= self.height:
            return ray
        if way[2] >= 0:
            return None
        return start + way * ((self.height - start[2]) / way[2]), way

    def _status_words(self) -> str:
        return f'Cut away above {self.height:g}"' if self.is_cut_open else "Nothing is cut away"
