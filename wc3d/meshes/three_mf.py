"""3MF files: a zip archive of XML, in units of their own, z up."""
from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NoReturn
from urllib.parse import unquote
from xml.parsers import expat

import numpy as np

from wc3d.meshes.files import CORNERS_LIMIT, PLACED_LIMIT, TRIANGLES_LIMIT, MeshError, Source, quoted
from wc3d.meshes.images import read_texture
from wc3d.meshes.surface import Floats, Material, Patch, Texture, Unit, alike, joined
from wc3d.meshes.three_mf_archive import Archive, plain_name
from wc3d.meshes.three_mf_slicers import SETTINGS, SlicerParts, read_slicer_parts
from wc3d.meshes.words import Indices

ELEMENTS_LIMIT = 2_000_000
"""Elements of XML that are not read."""

DEPTH_LIMIT = 64
"""Objects within objects."""

_MAIN, _LINKS = "3d/3dmodel.model", "_rels/.rels"

_SUPPORTS = ("support", "solidsupport")
"""Kinds of objects that only hold up others while they are printed."""

_LIMIT = 100_000
"""Elements of each kind of which a file has but a few."""

_UNITS: dict[str, tuple[Unit, float]] = {
    "micron": ("mm", 0.001), "millimeter": ("mm", 1), "centimeter": ("cm", 1), "meter": ("m", 1),
    "inch": ("in", 1), "foot": ("in", 12),
}  # fmt: skip

_Key = tuple[str, str]
"""A file of the archive, and an id in it."""


@dataclass
class _Group:
    """Properties that triangles name by their number: colors, or places in a texture."""

    colors: array[int] = field(default_factory=lambda: array("B"))
    places: array[float] = field(default_factory=lambda: array("d"))
    texture: _Key | None = None


@dataclass
class _Object:
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
    components: list[tuple[_Key, Floats]] = field(default_factory=list)


class _Package:
    """What was read of the archive so far."""

    def __init__(self, source: Source) -> None:
        self.source, self.archive = source, Archive(source)
        self.objects: dict[_Key, _Object] = {}
        self.groups: dict[_Key, _Group] = {}
        self.images: dict[_Key, str] = {}
        self.items: list[tuple[_Key, Floats]] = []
        self.root, self.unit = _MAIN, "millimeter"
        self.counts: Counter[str] = Counter()
        self.triangles = 0
        self.parts = SlicerParts()
        self._read: set[str] = set()
        self._textures: dict[_Key, Texture | None] = {}

    def read(self, name: str) -> None:
        """Read one of its files of XML, once. Raises MeshError."""
        name = plain_name(name)
        if name not in self._read:
            self._read.add(name)
            _Model(self, name).parse()

    def read_all(self) -> None:
        """Read what the archive begins with: its model, and what a slicer notes of its parts. Raises MeshError."""
        if self.archive.holds(_LINKS):
            self.read(_LINKS)
        if not (self.archive.holds(self.root) or self.archive.holds(unquote(self.root))) and self.archive.holds(_MAIN):
            self.root = _MAIN
        self.read(self.root)
        if not self.items:  # nothing is to be built: all is shown that is not within something else
            within = {child for made in self.objects.values() for child, _ in made.components}
            self.items = [(key, np.eye(4)) for key in self.objects if key[0] == self.root and key not in within]
        for name in SETTINGS:
            if self.archive.holds(name) and not read_slicer_parts(self.archive.pieces(name), self.parts):
                self.source.note(f"{quoted(name)}: expected XML with a slicer's parts, left out")

    def placed(self) -> Iterator[tuple[_Object, str, Floats]]:
        """Every mesh where the items have it, with its file. Raises MeshError for objects within themselves, and for too many."""
        waiting = [(key, matrix, 1) for key, matrix in reversed(self.items)]
        visited = 0
        while waiting:
            key, above, depth = waiting.pop()
            visited += 1
            if visited > PLACED_LIMIT:
                raise self.source.wrong("", f"more than {PLACED_LIMIT:,} objects are placed")
            if depth > DEPTH_LIMIT:
                raise self.source.wrong(f"object {quoted(key[1])}", f"more than {DEPTH_LIMIT} deep, or within itself")
            self.read(key[0])
            if key not in self.objects:
                raise self.source.wrong(f"object {quoted(key[1])}", "does not exist")
            found = self.objects[key]
            for child, matrix in reversed(found.components):
                if (key[1], child[1]) in self.parts.components:
                    self.leave_out()
                else:
                    waiting.append((child, above @ matrix, depth + 1))
            if found.kind in _SUPPORTS or (found.kind == "other" and depth > 1):
                self.leave_out()
            elif found.corners:
                yield found, key[0], above

    def leave_out(self) -> None:
        """Note that parts are left out."""
        self.source.note("parts that are no surface (supports, a slicer's modifiers and the like) are left out")

    def texture(self, key: _Key) -> Texture | None:
        """An image of the archive; without one that is missing or huge, which is noted."""
        if key not in self._textures:
            try:
                name = self.images.get(key, "")
                self._textures[key] = read_texture(self.source, f"texture {quoted(name)}", b"".join(self.archive.pieces(name)))
            except MeshError as error:
                self.source.note(f"texture left out: {error}")
                self._textures[key] = None
        return self._textures[key]


class _Model:
    """One file of the archive while its XML is read."""

    def __init__(self, package: _Package, name: str) -> None:
        self.package, self.name = package, name
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = lambda *_: self._wrong("expected no document type")
        self.object, self.group, self.sliced = _Object(), _Group(), False
        self.handlers = {name[4:]: getattr(self, name) for name in dir(self) if name.startswith("_on_")}
        self.handlers["Relationship"] = self._on_relationship

    def _wrong(self, expected: str) -> NoReturn:
        raise self.package.source.wrong(f"{quoted(self.name)}, line {self.parser.CurrentLineNumber}", expected)

    def parse(self) -> None:
        """Read it all. Raises MeshError for what is no such XML."""
        try:
            for piece in self.package.archive.pieces(self.name):
                self.parser.Parse(piece, False)
            self.parser.Parse(b"", True)
        except expat.ExpatError as error:
            self._wrong(f"expected XML ({expat.ErrorString(error.code)})")

    def _start(self, name: str, given: dict[str, str]) -> None:
        handler = self._pass if self.sliced else self.handlers.get(name) or self._handler(name)
        try:
            handler(given)
        except KeyError as error:
            self._wrong(f"expected an attribute {error}")
        except (ValueError, OverflowError):
            self._wrong("expected numbers")

    def _handler(self, name: str) -> Callable[[dict[str, str]], None]:
        """What handles elements of a name that comes with the name of its space, or is not read."""
        found = self.handlers.get(name.rpartition(":")[2], self._pass)
        if len(self.handlers) < _LIMIT:
            self.handlers[name] = found
        return found

    def _pass(self, given: dict[str, str]) -> None:
        self._count("of other kinds", ELEMENTS_LIMIT)

    def _count(self, kind: str, limit: int = _LIMIT) -> None:
        """Count an element that fills the memory or takes time. Raises MeshError for too many."""
        self.package.counts[kind] += 1
        if self.package.counts[kind] > limit:
            self._wrong(f"more than {limit:,} elements {kind}")

    def _end(self, name: str) -> None:
        if name.endswith("slicestack"):
            self.sliced = False
        if name.endswith("object"):
            made, self.object = self.object, _Object()
            self.package.triangles += len(made.corners) // 3
            self.package.source.refuse_many(self.package.triangles)

    def _on_model(self, given: dict[str, str]) -> None:
        if self.name == self.package.root:
            self.package.unit = given.get("unit", "millimeter")
            if self.package.unit not in _UNITS:
                self._wrong(f"expected a unit ({', '.join(_UNITS)}), found {quoted(self.package.unit)}")

    def _on_object(self, given: dict[str, str]) -> None:
        made = _Object(given.get("pid", ""), int(given.get("pindex") or 0), given["id"], given.get("type", "model"))
        if self.package.objects.setdefault((self.name, given["id"]), made) is not made:
            self._wrong(f"object {quoted(given['id'])} stands there twice")
        self._count("object")
        self.object = made

    def _on_vertex(self, given: dict[str, str]) -> None:
        points = self.object.points
        points.extend((float(given["x"]), float(given["y"]), float(given["z"])))
        if len(points) > 3 * CORNERS_LIMIT:
            self._wrong(f"more than {CORNERS_LIMIT:,} corners")

    def _on_triangle(self, given: dict[str, str]) -> None:
        made = self.object
        made.corners.extend((int(given["v1"]), int(given["v2"]), int(given["v3"])))
        if "pid" in given or made.group or made.groups:
            self._name_properties(made, given)
        if len(made.corners) > 3 * TRIANGLES_LIMIT:
            self.package.source.refuse_many(len(made.corners) // 3)

    def _name_properties(self, made: _Object, given: dict[str, str]) -> None:
        """Keep which properties the last triangle names."""
        made.groups += [""] * (len(made.corners) // 3 - 1 - len(made.groups)) + [given.get("pid", made.group)]
        number = int(given.get("p1") or made.number)
        made.numbers.extend([0] * (len(made.corners) - 3 - len(made.numbers)))
        made.numbers.extend((number, int(given.get("p2") or number), int(given.get("p3") or number)))

    def _on_component(self, given: dict[str, str]) -> None:
        self._count("component")
        self.object.components.append(self._placed(given))

    def _on_item(self, given: dict[str, str]) -> None:
        self._count("item")
        if self.name == self.package.root:
            self.package.items.append(self._placed(given))

    def _placed(self, given: dict[str, str]) -> tuple[_Key, Floats]:
        path = next((value for name, value in given.items() if name.endswith(":path")), self.name)
        matrix = np.eye(4)
        if "transform" in given:
            numbers = [float(word) for word in given["transform"].split()[:13]]
            if len(numbers) != 12:
                self._wrong("expected a transform of 12 numbers")
            matrix[:3] = np.array(numbers).reshape(4, 3).T
        return (plain_name(path), given["objectid"]), matrix

    def _on_slicestack(self, given: dict[str, str]) -> None:
        """Outlines for a printer: its corners are none of the mesh."""
        self._count("slicestack")
        self.sliced = True

    def _on_basematerials(self, given: dict[str, str]) -> None:
        self._count("of properties")
        self.group = self.package.groups.setdefault((self.name, given["id"]), _Group())

    _on_colorgroup = _on_basematerials

    def _on_texture2dgroup(self, given: dict[str, str]) -> None:
        self._on_basematerials(given)
        self.group.texture = (self.name, given["texid"])

    def _on_base(self, given: dict[str, str]) -> None:
        self._count("base")
        self.group.colors.extend(_color(given.get("displaycolor", "#FFFFFFFF")))

    def _on_color(self, given: dict[str, str]) -> None:
        self._count("color", CORNERS_LIMIT)
        self.group.colors.extend(_color(given.get("color", "")))

    def _on_tex2coord(self, given: dict[str, str]) -> None:
        self._count("tex2coord", CORNERS_LIMIT)
        self.group.places.extend((float(given["u"]), float(given["v"])))

    def _on_texture2d(self, given: dict[str, str]) -> None:
        self._count("texture2d")
        self.package.images[self.name, given["id"]] = given["path"]

    def _on_relationship(self, given: dict[str, str]) -> None:
        if given.get("Type", "").endswith("/3dmodel"):
            self.package.root = plain_name(given["Target"])


def _color(text: str) -> tuple[int, int, int, int]:
    """A color such as #RRGGBB or #RRGGBBAA; white for what is none."""
    try:
        red, green, blue, *opacity = bytes.fromhex(text.strip().removeprefix("#"))
    except ValueError:
        return 255, 255, 255, 255
    return red, green, blue, opacity[0] if opacity else 255


def read_3mf(source: Source) -> list[Patch]:
    """The triangles of a 3MF file, each where its items have it. Raises MeshError for one that is damaged."""
    package = _Package(source)
    package.read_all()
    source.unit, scale = _UNITS[package.unit]
    places: dict[int, tuple[_Object, str, list[Floats]]] = {}
    total = 0
    for made, name, matrix in package.placed():
        total += len(made.corners) // 3
        source.refuse_many(total)
        places.setdefault(id(made), (made, name, []))[2].append(np.diag([scale, scale, scale, 1.0]) @ matrix)
    found: dict[tuple[str, str, bool], list[Patch]] = defaultdict(list)
    for made, name, matrices in places.values():
        for group, patch in _patches(package, made, name):
            found[name, group, patch.material is None] += [patch.moved(matrix) for matrix in matrices]
    return [joined(patches, patches[0].material) for patches in found.values()]


def _patches(package: _Package, made: _Object, name: str) -> Iterator[tuple[str, Patch]]:
    """A mesh's triangles, those of a group of properties together. Raises MeshError for corners that do not exist."""
    points, corners = np.array(made.points).reshape(-1, 3), np.array(made.corners).reshape(-1, 3)
    wrong = np.asarray(((corners < 0) | (corners >= len(points))).any(axis=1))
    if wrong.any() and not package.source.may_leave_out(wrong):
        at = int(np.argmax(wrong))
        words = f"it names corners {corners[at].tolist()}, there are {len(points):,} from 0 on"
        raise package.source.wrong(f"{quoted(name)}, triangle {at + 1:,} of an object", words)
    groups = np.array((made.groups + [""] * len(corners))[: len(corners)])
    numbers = np.zeros(corners.shape, dtype=np.int64)
    numbers.reshape(-1)[: len(made.numbers)] = made.numbers
    kept, corners[wrong] = ~wrong, 0
    for first, last in package.parts.stretches.get(made.id, ()) if name == package.root else ():
        kept[max(0, first) : max(0, last + 1)] = False
        package.leave_out()
    for group, own in alike(groups):
        own = own[kept[own]]
        if not len(own):
            continue
        yield group, _looking(package, package.groups.get((name, group), _Group()), points[corners[own]], numbers[own])


def _looking(package: _Package, group: _Group, triangles: Floats, numbers: Indices) -> Patch:
    """Triangles with what their group says of their corners, where it does."""
    places = np.array(group.places, dtype=np.float32).reshape(-1, 2)
    colors = np.array(group.colors, dtype=np.uint8).reshape(-1, 4)
    listed = colors if group.texture is None else places
    if numbers.min() < 0 or numbers.max() >= len(listed):
        return Patch(triangles)
    if group.texture is None:
        return Patch(triangles, None, colors[numbers], Material())
    return Patch(triangles, places[numbers], None, Material(texture=package.texture(group.texture)))
