"""Bodies: models as space sees them."""
from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from wc3d.frozen import with_fields
from wc3d.geometry.points import XY, XYZ
from wc3d.geometry.solids import Cylinder
from wc3d.table.space_numbers import BASES, BaseSize


@dataclass(frozen=True)
class Body:
    """A model on the table, as space sees it: a solid cylinder standing on its base.

    `at` is the center of the bottom of the base, in inches. `kind` is a word of the game's own, for its space policy ("unit" is
    nothing special). `facing` is the way it looks, in degrees counter-clockwise from east (None where the game has no facing).
    The base's name is looked up in `sizes`; a table gives its bodies those of its policy.
    """

    id: str
    base: str
    at: XYZ
    kind: str = "unit"
    facing: float | None = None
    sizes: Mapping[str, BaseSize] = field(default_factory=lambda: BASES, repr=False)

    if TYPE_CHECKING:  # a place without a height is on the highest level there, once the body is put on a table

        def __init__(
            self, id: str, base: str, at: XY | XYZ, kind: str = "unit", facing: float | None = None,
            sizes: Mapping[str, BaseSize] = BASES,
        ) -> None: ...  # fmt: skip

    def __hash__(self) -> int:
        return hash((self.id, self.at))

    @property
    def is_plain(self) -> bool:
        """Is it a model like others, of no kind of the game's own?"""
        return self.kind == "unit"

    @cached_property
    def size(self) -> BaseSize:
        """The base's size."""
        return self.sizes[self.base]

    @cached_property
    def radius(self) -> float:
        """The base's radius in inches."""
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
        """The unit vector of its facing, or None."""
        if self.facing is None:
            return None
        turn = math.radians(self.facing)
        return math.cos(turn), math.sin(turn)

    def moved(self, at: XYZ) -> Body:
        """The same model elsewhere."""
        return with_fields(self, at=at)
