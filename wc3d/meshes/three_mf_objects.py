"""The data of 3MF elements: objects, boolean shapes and property groups."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from wc3d.meshes.surface import Floats
from wc3d.meshes.three_mf_solids import BeamLattice

ObjectKey = tuple[str, str]
"""A file of the archive and an id in it."""


@dataclass
class PropertyGroup:
    """Numbered properties of triangles: colors or texture coordinates."""

    colors: array[int] = field(default_factory=lambda: array("B"))
    places: array[float] = field(default_factory=lambda: array("d"))
    texture: ObjectKey | None = None


@dataclass
class BooleanShape:
    """A boolean operation on a base and other objects."""

    base: tuple[ObjectKey, Floats]
    operation: str
    others: list[tuple[ObjectKey, Floats]] = field(default_factory=list)


@dataclass
class ModelObject:
    """A mesh, or a composition of other objects."""

    group: str = ""
    number: int = 0
    id: str = ""
    kind: str = "model"
    name: str = ""
    points: array[float] = field(default_factory=lambda: array("d"))
    corners: array[int] = field(default_factory=lambda: array("q"))
    groups: list[str] = field(default_factory=list)
    """The property group of each triangle, "" for none."""
    numbers: array[int] = field(default_factory=lambda: array("q"))
    """The property number in the group for each triangle corner."""
    components: list[tuple[ObjectKey, Floats]] = field(default_factory=list)
    lattice: BeamLattice | None = None
    boolean: BooleanShape | None = None
    stands_for_slices: bool = False
    has_mesh: bool = False

    @property
    def has_shape(self) -> bool:
        """Return whether the object has a shape of its own."""
        return bool(self.corners) or self.lattice is not None or self.boolean is not None
