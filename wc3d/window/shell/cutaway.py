"""Looking into a building: terrain above a ceiling is neither drawn nor met by the mouse, and the ceiling is moved by inches."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wc3d.panda.shaders import NO_CEILING_IN
from wc3d.table.table import Table

CEILING_STEP_IN, LOWEST_CEILING_IN = 1.0, 1.0
"""Inches: how far the ceiling moves at a time, and where it goes no lower."""

Ray = tuple[NDArray[np.float64], NDArray[np.float64]]
"""A ray: where it starts, and its direction."""


class Cutaway:
    """How high what is shown reaches (`height`, in inches): at first, everything is shown."""

    def __init__(self) -> None:
        self.height = NO_CEILING_IN

    @property
    def is_cut_open(self) -> bool:
        """Is anything cut off?"""
        return self.height < NO_CEILING_IN

    def lower_ceiling(self, table: Table) -> str:
        """An inch lower, at first to below the highest terrain; what is to be said of it."""
        top = max((f.high for f in table.features), default=0.0)
        if top <= LOWEST_CEILING_IN:
            return f'Nothing to cut away: no terrain is higher than {LOWEST_CEILING_IN:g}"'
        start = self.height if self.is_cut_open else float(round(top))
        self.height = max(start - CEILING_STEP_IN, LOWEST_CEILING_IN)
        return self._status_words()

    def raise_ceiling(self, table: Table) -> str:
        """An inch higher, until all is shown again; what is to be said of it."""
        top = max((f.high for f in table.features), default=0.0)
        self.height += CEILING_STEP_IN
        if self.height >= top:
            self.height = NO_CEILING_IN
        return self._status_words()

    def is_hidden(self, z: float) -> bool:
        """Is what stands at this height above the ceiling?"""
        return z >= self.height

    def clip_ray(self, ray: Ray) -> Ray | None:
        """A ray from where it comes through the ceiling; None if it stays above."""
        start, way = ray
        if start[2] <= self.height:
            return ray
        if way[2] >= 0:
            return None
        return start + way * ((self.height - start[2]) / way[2]), way

    def _status_words(self) -> str:
        return f'Cut away above {self.height:g}"' if self.is_cut_open else "Nothing is cut away"
