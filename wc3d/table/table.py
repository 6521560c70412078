"""The table: its size, its terrain and the bodies on it. A value: never changed, replaced."""
from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from wc3d.geometry.solids import Cylinder
from wc3d.table.features import Feature
from wc3d.table.rulings import NEO_MECHANIKA, BaseSize, SpacePolicy


@dataclass(frozen=True, slots=True)
class Body:
    """A model on the table, as space sees it: a solid cylinder standing on its base (p. 32).

    `at` is the centre of the bottom of the base, in inches. `kind` is "unit" or "gate" (a void gate).
    """

    id: str
    base: str
    at: tuple[float, float, float]
    kind: str = "unit"
    sizes: SpacePolicy = NEO_MECHANIKA

    @property
    def size(self) -> BaseSize:
        """The base's size."""
        return self.sizes.bases[self.base]

    @property
    def radius(self) -> float:
        """The base's radius in inches."""
        return self.size.radius

    @property
    def height(self) -> float:
        """The height of the volume in inches."""
        return self.size.height

    @property
    def volume(self) -> Cylinder:
        """The space the model fills."""
        x, y, z = self.at
        return Cylinder((x, y), self.radius, z, z + self.height)

    def moved(self, at: tuple[float, float, float]) -> Body:
        """The same model elsewhere."""
        return replace(self, at=at)


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder, stairs or an elevator at a point, between two heights (p. 45)."""

    id: str
    at: tuple[float, float]
    bottom: float
    top: float


@dataclass(frozen=True, eq=False)
class Table:
    """A table of `size` (width, depth) inches with terrain, ladders and bodies. The south-west corner is (0, 0)."""

    size: tuple[float, float]
    features: tuple[Feature, ...] = ()
    ladders: tuple[Ladder, ...] = ()
    bodies: tuple[Body, ...] = ()
    name: str = ""
    policy: SpacePolicy = NEO_MECHANIKA

    @cached_property
    def _bodies_by_id(self) -> dict[str, Body]:
        return {b.id: b for b in self.bodies}

    @cached_property
    def _features_by_id(self) -> dict[str, Feature]:
        return {f.id: f for f in self.features}

    def body(self, id: str) -> Body:
        """The body of that id. Raises KeyError."""
        return self._bodies_by_id[id]

    def feature(self, id: str) -> Feature:
        """The feature of that id. Raises KeyError."""
        return self._features_by_id[id]

    def with_bodies(self, *bodies: Body) -> Table:
        """A new table on which each of `bodies` stands (replacing any of the same id)."""
        new = {b.id for b in bodies}
        return replace(self, bodies=tuple(b for b in self.bodies if b.id not in new) + bodies)

    def without(self, *ids: str) -> Table:
        """A new table without these bodies."""
        return replace(self, bodies=tuple(b for b in self.bodies if b.id not in ids))
