"""What a 3MF file's elements become: objects, boolean shapes, and groups of properties."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from wc3d.meshes.surface import Floats
from wc3d.meshes.three_mf_solids import BeamLattice

ObjectKey = tuple[str, str]
"""A file of the archive, and an id in it."""


@dataclass
class PropertyGroup:
    """Properties that triangles name by their number: colors, or places in a texture."""

    colors: array[int] = field(default_factory=lambda: array("B"))
    places: array[float] = field(default_factory=lambda: array("d"))
    texture: ObjectKey | None = None


@dataclass
class BooleanShape:
    """A shape that an operation makes of a base and others."""

    base: tuple[ObjectKey, Floats]
    operation: str
    others: list[tuple[ObjectKey, Floats]] = field(default_factory=list)


@dataclass
class ModelObject:
    """A mesh, or other objects put together."""

    group: str = ""
    number: int = 0
    id: str = ""
    kind: str = "model"
    points: array[float] = field(default_factory=lambda: array("d"))
    corners: array[int] = field(default_factory=lambda: array("q"))
    groups: list[str] = field(default_factory=list)
    """For each triangle, its group; nothing where it has none."""
    numbers: array[int] = field(default_factory=lambda: array("q"))
    """For each corner of each triangle, its number in the group."""
    components: list[tuple[ObjectKey, Floats]] = field(default_factory=list)
    lattice: BeamLattice | None = None
    boolean: BooleanShape | None = None
    stands_for_slices: bool = False
    has_mesh: bool = False

    @property
    def has_shape(self) -> bool:
        """Return whether it has a shape of its own."""
        return bool(self.corners) or self.lattice is not None or self.boolean is not None
