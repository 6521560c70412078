"""Many sections swept as one: the parts of a mesh's footprint."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wc3d.geometry.boxes import Box
from wc3d.geometry.distance import Section
from wc3d.geometry.tolerances import TINY_LENGTH_IN


class SectionArrays(NamedTuple):
    """Sections as arrays for the compiled sweeps. A section without corners is a disc."""

    boxes: NDArray[np.float64]
    """(n, 4): the bounding boxes."""
    corners: NDArray[np.float64]
    """(m, 2): the corners of all polygons in turn."""
    sides: NDArray[np.float64]
    """(m, 3): the unit vector and the length of the side that ends at each corner."""
    begins: NDArray[np.int64]
    """(n + 1,): the first corner of each section, and the number of all corners."""
    discs: NDArray[np.float64]
    """(n, 3): center and radius of each disc; 0 for a polygon."""


@dataclass(frozen=True, eq=False)
class SectionGroup:
    """Sections with their bounding boxes."""

    sections: tuple[Section, ...]
    boxes: tuple[Box, ...]

    @cached_property
    def arrays(self) -> SectionArrays:
        """The sections as arrays."""
        return pack_sections(self.sections, self.boxes)


def pack_sections(sections: Sequence[Section], boxes: Sequence[Box]) -> SectionArrays:
    """Return sections and their bounding boxes as arrays."""
    rings = [[] if isinstance(section, tuple) else section.tolist() for section in sections]
    discs = [
        (*section[0], section[1]) if isinstance(section, tuple) else (0.0, 0.0, 0.0)
        for section in sections
    ]
    sides = [
        _side(start, end)
        for ring in rings
        for start, end in zip([*ring[-1:], *ring[:-1]], ring, strict=True)
    ]
    return SectionArrays(
        np.array(boxes, dtype=np.float64).reshape(-1, 4),
        np.array([corner for ring in rings for corner in ring], dtype=np.float64).reshape(-1, 2),
        np.array(sides, dtype=np.float64).reshape(-1, 3),
        np.array([0, *accumulate(len(ring) for ring in rings)], dtype=np.int64),
        np.array(discs, dtype=np.float64).reshape(-1, 3),
    )


def _side(start: Sequence[float], end: Sequence[float]) -> tuple[float, float, float]:
    """Return a side's unit vector and length, by the `hypot` of Python that kernels lack."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = math.hypot(x, y)
    return (x / length, y / length, length) if length > TINY_LENGTH_IN else (0.0, 0.0, length)
