"""Bodies: models as cylinders on the table."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from wc3d._internal.fast_replace import replace_fields
from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.solids import Cylinder
from wc3d.table.space_constants import BASES, BaseSize


@dataclass(frozen=True)
class Body:
    """A model on the table: a cylinder on its base, as a frozen value.

    - `id`: its name in questions and answers.
    - `base`: "small" (30 mm), "medium" (40 mm) or "large" (50 mm), or a base that the game adds.
    - `at`: the center of the bottom of the base, (x, y, z) in inches. With (x, y) alone the table
      puts the model on the highest level where it can stand (`Table.with_bodies`).
    - `kind`: "unit", or a word of the game, such as "gate".
    - `facing`: degrees counter-clockwise from east; None where the game has no facing.
    - `radius`, `height`: the size of its volume in inches. `volume`: the cylinder itself.

    >>> jack = wc3d.Body("jack", base="large", at=(10, 4, 0))
    >>> round(jack.radius, 3), jack.height
    (0.984, 2.75)
    >>> jack.moved((12, 4, 0)).at
    (12, 4, 0)
    """

    id: str
    base: str
    at: XYZ
    kind: str = "unit"
    facing: float | None = None
    sizes: Mapping[str, BaseSize] = field(default_factory=lambda: BASES, repr=False)

    if TYPE_CHECKING:  # without a height, the table uses the highest level there

        def __init__(
            self,
            id: str,
            base: str,
            at: XY | XYZ,
            kind: str = "unit",
            facing: float | None = None,
            sizes: Mapping[str, BaseSize] = BASES,
        ) -> None: ...

    def __hash__(self) -> int:
        return hash((self.id, self.at))

    @property
    def is_plain(self) -> bool:
        """Return whether the body is an ordinary model, without a kind that the game adds."""
        return self.kind == "unit"

    @cached_property
    def size(self) -> BaseSize:
        """The size of the base."""
        return self.sizes[self.base]

    @cached_property
    def radius(self) -> float:
        """The radius of the base in inches."""
        return self.sizes[self.base].radius

    @property
    def height(self) -> float:
        """The height of the volume in inches."""
        return self.size.height

    @cached_property
    def volume(self) -> Cylinder:
        """The space the model fills."""
        x, y, z = self.at
        return Cylinder((x, y), self.radius, z, z + self.height)

    @property
    def heading(self) -> XY | None:
        """The unit vector of the facing, or None."""
        if self.facing is None:
            return None
        turn = math.radians(self.facing)
        return math.cos(turn), math.sin(turn)

    def moved(self, at: XYZ) -> Body:
        """Return the same model at another place (x, y, z)."""
        return replace_fields(self, at=at)
