"""Slicer settings of a 3MF file: which parts are print modifiers, not surfaces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.parsers import expat

SETTINGS_FILES = (
    "metadata/slic3r_pe_model.config",
    "metadata/superslicer_model.config",
    "metadata/model_settings.config",
)
"""Settings files: PrusaSlicer and its forks list triangle ranges, Bambu Studio lists components."""

PARTS_LIMIT = 100_000
"""Most parts stored."""


@dataclass
class SlicerParts:
    """Parts that are not surfaces: modifiers, negative volumes, support enforcers and blockers."""

    stretches: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    """Triangle ranges by object id, including the last triangle."""
    components: set[tuple[str, str]] = field(default_factory=set)
    """Pairs of ids: an object and one of its components."""
    names: dict[str, str] = field(default_factory=dict)
    """Names of objects by their ids."""
    plates: dict[str, str] = field(default_factory=dict)
    """Names of the plates of objects by the objects' ids."""


class _Reader:
    """A settings file while it is read."""

    def __init__(self, slicer_parts: SlicerParts) -> None:
        self.found = slicer_parts
        self.object = ""
        self.volume = (0, -1)
        self.surface = True
        self.parts = 0
        self.plate = ""
        self.container = ""
        """The innermost element that has names: an object, a volume, a part or a plate."""
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler, self.parser.EndElementHandler = self._start, self._end
        self.parser.StartDoctypeDeclHandler = self._refuse

    def _refuse(self, *_: object) -> None:
        raise ValueError("unexpected document type (DOCTYPE)")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name in ("object", "volume", "part", "plate"):
            self.container = name
        if name == "object":
            self.object = attributes.get("id", "")
        elif name == "plate":
            self.plate = ""
        elif name == "volume":
            self.volume = (int(attributes["firstid"]), int(attributes["lastid"]))
            self.surface = True
        elif name == "metadata":
            entry = attributes.get("key"), attributes.get("value")
            self._read_name(*entry)
            self.surface &= entry != ("modifier", "1") and (
                entry[0] != "volume_type" or entry[1] == "ModelPart"
            )
        elif name == "part" and attributes.get("subtype", "normal_part") != "normal_part":
            self._count_part()
            self.found.components.add((self.object, attributes["id"]))

    def _read_name(self, key: str | None, value: str | None) -> None:
        """Read the name of an object or a plate, or which object lies on the plate."""
        if not value or len(self.found.names) + len(self.found.plates) >= PARTS_LIMIT:
            return
        if self.container == "object" and key == "name":
            self.found.names.setdefault(self.object, value)
        elif self.container == "plate" and key == "plater_name":
            self.plate = value
        elif self.container == "plate" and key == "object_id" and self.plate:
            self.found.plates.setdefault(value, self.plate)

    def _end(self, name: str) -> None:
        if name == "volume" and not self.surface:
            self._count_part()
            self.found.stretches[self.object].append(self.volume)
        if name == "volume":
            self.surface = True

    def _count_part(self) -> None:
        self.parts += 1
        if self.parts > PARTS_LIMIT:
            raise ValueError("the slicer settings list too many parts")


def read_slicer_parts(settings: Iterable[bytes], slicer_parts: SlicerParts) -> bool:
    """Add the parts in a settings file in chunks; return False for another kind of file."""
    reader = _Reader(slicer_parts)
    try:
        for piece in settings:
            reader.parser.Parse(piece, False)
        reader.parser.Parse(b"", True)
    except (expat.ExpatError, KeyError, ValueError, OverflowError):
        return False
    return True
