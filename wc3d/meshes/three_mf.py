"""3MF files: a zip archive of XML, with its own units, z up.

The reader supports the core, colors and textures, multi-file parts, beam lattices and boolean
shapes. Parts that only affect printing are omitted: supports, slicer modifiers, and items with the
slicers' non-standard attribute `printable="0"`. Metadata, names, triangle groups, other material
properties and slicer files count as metadata. Everything else is reported. An unsupported required
extension is rejected.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import NoReturn
from urllib.parse import unquote
from xml.parsers import expat

import numpy as np
from numpy.typing import NDArray

from wc3d.meshes.booleans import (
    OPERATIONS,
    BooleanError,
    Solid,
    combine_solids,
    make_solid,
    solid_triangles,
)
from wc3d.meshes.mesh_source import (
    CORNERS_LIMIT,
    MAX_NAME_CHARS,
    MAX_SCENE_PIECES,
    TRIANGLES_LIMIT,
    MeshError,
    MeshSource,
    quote_words,
)
from wc3d.meshes.surface import (
    Floats,
    Material,
    ObjectName,
    Texture,
    TrianglePatch,
    Triangles,
    group_by_key,
    join_patches,
)
from wc3d.meshes.text_lines import IndexArray
from wc3d.meshes.textures import read_texture
from wc3d.meshes.three_mf_archive import ThreeMfArchive, normalize_name
from wc3d.meshes.three_mf_namespaces import (
    KNOWN_ATTRIBUTES,
    LOOK_ELEMENTS,
    METADATA_ELEMENTS,
    OBJECT_TYPES,
    XmlNamespaces,
)
from wc3d.meshes.three_mf_objects import BooleanShape, ModelObject, ObjectKey, PropertyGroup
from wc3d.meshes.three_mf_slicers import SETTINGS_FILES, SlicerParts, read_slicer_parts
from wc3d.meshes.three_mf_solids import BeamLattice, clip_shells, lattice_shells
from wc3d.meshes.units import Unit

ELEMENTS_LIMIT = 2_000_000
"""Most unread XML elements."""

DEPTH_LIMIT = 64
"""Most levels of nested objects."""

TAG_LIMIT = 8_000_000
"""Most bytes of a tag with its attributes: the parser rescans a longer one for each chunk."""

_MAIN = "3d/3dmodel.model"
_LINKS = "_rels/.rels"

_SUPPORTS = ("support", "solidsupport")
"""Types of objects that only support others during printing."""

_LIMIT = 100_000
"""Most elements of a kind that is normally rare."""

_UNITS: dict[str, tuple[Unit, float]] = {
    "micron": ("mm", 0.001),
    "millimeter": ("mm", 1),
    "centimeter": ("cm", 1),
    "meter": ("m", 1),
    "inch": ("in", 1),
    "foot": ("in", 12),
}


class _Package:
    """The data read from the archive so far."""

    def __init__(self, source: MeshSource) -> None:
        self.source = source
        self.archive = ThreeMfArchive(source)
        self.objects: dict[ObjectKey, ModelObject] = {}
        self.groups: dict[ObjectKey, PropertyGroup] = {}
        self.images: dict[ObjectKey, str] = {}
        self.items: list[tuple[ObjectKey, Floats]] = []
        self.unprintable: list[tuple[ObjectKey, Floats]] = []
        self.used: set[ObjectKey] = set()
        self.root = _MAIN
        self.unit = "millimeter"
        self.counts: Counter[str] = Counter()
        self.triangles = 0
        self.parts = SlicerParts()
        self._read: set[str] = set()
        self._textures: dict[ObjectKey, Texture | None] = {}

    def read(self, name: str) -> None:
        """Read one of the archive's XML files, once. Raises MeshError."""
        name = normalize_name(name)
        if name not in self._read:
            self._read.add(name)
            _Model(self, name).parse()

    def read_all(self) -> None:
        """Read the root model and the slicer's settings. Raises MeshError."""
        if self.archive.has_file(_LINKS):
            self.read(_LINKS)
        if not (
            self.archive.has_file(self.root) or self.archive.has_file(unquote(self.root))
        ) and self.archive.has_file(_MAIN):
            self.root = _MAIN
        self.read(self.root)
        if self.items and self.unprintable:
            self.source.add_note(
                f"left out: items that are not to be printed ({len(self.unprintable):,})"
            )
            self.used.update(key for key, _ in self.unprintable)
        elif self.unprintable:
            self.items = self.unprintable
            self.source.add_note("no item is to be printed, so all items are read")
        if not self.items:  # an empty build: show every object that is not part of another
            within = {
                child
                for mesh_object in self.objects.values()
                for child, _ in mesh_object.components
            }
            self.items = [
                (key, np.eye(4))
                for key in self.objects
                if key[0] == self.root and key not in within
            ]
        for name in SETTINGS_FILES:
            if self.archive.has_file(name) and not read_slicer_parts(
                self.archive.read_chunks(name), self.parts
            ):
                self.source.add_note(
                    f"{quote_words(name)}: expected XML with the parts of a slicer; left out"
                )

    def iter_placed_objects(self) -> Iterator[tuple[ObjectKey, Floats, int]]:
        """Yield objects with a shape, their matrices and the numbers of their items.

        Raises MeshError for cycles.
        """
        waiting = [
            (key, matrix, 1, number) for number, (key, matrix) in reversed([*enumerate(self.items)])
        ]
        visited = 0
        while waiting:
            key, parent_matrix, depth, number = waiting.pop()
            visited += 1
            if visited > MAX_SCENE_PIECES:
                raise self.source.make_error(
                    "", f"places more than {MAX_SCENE_PIECES:,} objects, the limit"
                )
            if depth > DEPTH_LIMIT:
                text = (
                    f"this object is nested more than {DEPTH_LIMIT} levels deep, or contains itself"
                )
                raise self.source.make_error(f"object {quote_words(key[1])}", text)
            self.read(key[0])
            if key not in self.objects:
                raise self.source.make_error(f"object {quote_words(key[1])}", "does not exist")
            mesh_object = self.objects[key]
            self.used.add(key)
            for child, matrix in reversed(mesh_object.components):
                if (key[1], child[1]) in self.parts.components:
                    self.used.add(child)
                    self.note_omitted()
                else:
                    waiting.append((child, parent_matrix @ matrix, depth + 1, number))
            if mesh_object.kind in _SUPPORTS or (mesh_object.kind == "other" and depth > 1):
                self.note_omitted()
            elif mesh_object.has_shape:
                if mesh_object.stands_for_slices:
                    words = "the object consists of slices, which wc3d does not read; export it as a mesh"
                    raise self.source.make_error(f"object {quote_words(key[1])}", words)
                yield key, parent_matrix, number

    def item_name(self, number: int) -> str:
        """Return the name of an item: of its plate, if the slicer named it, and of its object."""
        (_file, id), _matrix = self.items[number]
        mesh_object = self.objects.get(self.items[number][0])
        name = self.parts.names.get(id) or (mesh_object.name if mesh_object is not None else "")
        plate = self.parts.plates.get(id, "")
        return f"{plate} {name}".strip()[:MAX_NAME_CHARS]

    def count_unread(self) -> None:
        """Count unplaced objects and unreferenced model files."""
        unused = sum(
            mesh_object.has_shape
            for key, mesh_object in self.objects.items()
            if key not in self.used
        )
        self.source.count_skipped("objects that are not in the build", count=unused)
        read = {normalize_name(unquote(name)) for name in self._read}
        for name in self.archive.names():
            if name.endswith(".model") and name not in self._read | read:
                self.source.count_skipped("files", name)

    def note_omitted(self) -> None:
        """Add a note about omitted parts."""
        self.source.add_note(
            "left out: parts that are not a surface (such as supports and slicer modifiers)"
        )

    def texture(self, key: ObjectKey) -> Texture | None:
        """Return an image of the archive; note a missing or huge image and return None."""
        if key not in self._textures:
            try:
                name = self.images.get(key, "")
                self._textures[key] = read_texture(
                    self.source,
                    f"texture {quote_words(name)}",
                    b"".join(self.archive.read_chunks(name)),
                )
            except MeshError as error:
                self.source.add_note(f"texture left out: {error}")
                self._textures[key] = None
        return self._textures[key]


class _Model:
    """An XML file of the archive while it is read."""

    def __init__(self, package: _Package, name: str) -> None:
        self.package = package
        self.name = name
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = lambda *_: self._raise_error(
            "expected XML without a document type (DOCTYPE)"
        )
        self.object = ModelObject()
        self.group = PropertyGroup()
        self.spaces = XmlNamespaces()
        self.is_in_object = False
        self.began, self.skipped = False, 0
        """Whether the root element has begun, and the number of open skipped elements."""
        self.own_handlers: dict[str, Callable[[dict[str, str]], None]] = {
            name[4:]: getattr(self, name) for name in dir(self) if name.startswith("_on_")
        }
        self.own_handlers["Relationship"] = self._on_relationship
        self.handlers: dict[str, Callable[[dict[str, str]], None]] = {}

    def _raise_error(self, expected: str) -> NoReturn:
        raise self.package.source.make_error(
            f"{quote_words(self.name)}, line {self.parser.CurrentLineNumber}", expected
        )

    def parse(self) -> None:
        """Read the file. Raises MeshError for invalid XML."""
        if self.package.archive.has_more_vertices(self.name, CORNERS_LIMIT):
            raise self.package.source.make_error(
                quote_words(self.name), f"more than {CORNERS_LIMIT:,} vertices"
            )
        try:
            size = 0
            for piece in self.package.archive.read_chunks(self.name):
                self.parser.Parse(piece, False)
                size += len(piece)
                if size - max(0, self.parser.CurrentByteIndex) > TAG_LIMIT:
                    self._raise_error(f"a tag is larger than {TAG_LIMIT / 1e6:g} MB, the limit")
            self.parser.Parse(b"", True)
        except expat.ExpatError as error:
            self._raise_error(f"invalid XML ({expat.ErrorString(error.code)})")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.spaces.enter_element()
        if self.skipped:
            self.skipped += 1
            self._count_other(attributes)
            return
        prefix, _, local = name.rpartition(":")
        if attributes and not (len(attributes) == 3 and local in ("vertex", "triangle")):
            self._look_at_attributes(local, attributes)
        if not self.began:
            self.began = True
            self.spaces.use_root_namespace(name)
        handler = self.handlers.get(name) or self._find_handler(name, prefix, local)
        try:
            handler(attributes)
        except KeyError as error:
            self._raise_error(f"expected the attribute {error}")
        except (ValueError, OverflowError):
            self._raise_error(f"expected numbers as the attributes of <{name}>")

    def _look_at_attributes(self, local: str, attributes: dict[str, str]) -> None:
        """Store an element's namespace declarations, and count its unread attributes."""
        if self.spaces.declare(attributes):
            self.handlers.clear()
        if local in KNOWN_ATTRIBUTES:
            for attribute in self.spaces.unread_attributes(local, attributes):
                self.package.source.count_skipped("attributes", attribute)

    def _find_handler(self, name: str, prefix: str, local: str) -> Callable[[dict[str, str]], None]:
        """Return the handler for an element name with an optional namespace prefix."""
        own_handler = self.own_handlers.get(local)
        if self.spaces.is_read(prefix):
            handler = own_handler or (
                self._count_other if local in METADATA_ELEMENTS else self._make_skip_handler(name)
            )
        elif local in LOOK_ELEMENTS:
            handler = own_handler or self._count_other
        else:
            handler = (
                self._ignore if self.spaces.is_metadata(prefix) else self._make_skip_handler(name)
            )
        if len(self.handlers) < _LIMIT and local != "model":
            self.handlers[name] = handler
        return handler

    def _make_skip_handler(self, name: str) -> Callable[[dict[str, str]], None]:
        """Return a handler that skips an element with its content, and counts it."""

        def skip(attributes: dict[str, str]) -> None:
            self.package.source.count_skipped("elements", name)
            self._ignore(attributes)

        return skip

    def _ignore(self, attributes: dict[str, str]) -> None:
        """Skip an element with its content."""
        self._count_other(attributes)
        self.skipped = 1

    def _count_other(self, attributes: dict[str, str]) -> None:
        self._count_element("other kinds", ELEMENTS_LIMIT)

    def _count_element(self, kind: str, limit: int = _LIMIT) -> None:
        """Count an element that costs memory or time. Raises MeshError for too many."""
        self.package.counts[kind] += 1
        if self.package.counts[kind] > limit:
            self._raise_error(f"has more than {limit:,} elements ({kind}), the limit")

    def _end(self, name: str) -> None:
        if self.spaces.leave_element():
            self.handlers.clear()
        if self.skipped:
            self.skipped -= 1
        elif name.rpartition(":")[2] == "object":
            mesh_object = self.object
            self.object = ModelObject()
            self.is_in_object = False
            self.package.triangles += len(mesh_object.corners) // 3
            self.package.source.refuse_too_many(self.package.triangles)

    def _on_model(self, attributes: dict[str, str]) -> None:
        for prefix in attributes.get("requiredextensions", "").split():
            if self.spaces.uri(prefix) is None or not self.spaces.is_read(prefix):
                named = self.spaces.uri(prefix) or prefix
                self._raise_error(
                    f"requires the extension {quote_words(named)}, which wc3d does not read; export the mesh without it"
                )
        for prefix in attributes.get("recommendedextensions", "").split():
            if not self.spaces.is_read(prefix):
                self.package.source.count_skipped("extensions", self.spaces.uri(prefix) or prefix)
        if self.name == self.package.root:
            self.package.unit = attributes.get("unit", "millimeter")
            if self.package.unit not in _UNITS:
                self._raise_error(
                    f"expected a unit ({', '.join(_UNITS)}), found {quote_words(self.package.unit)}"
                )

    def _on_object(self, attributes: dict[str, str]) -> None:
        if self.is_in_object:
            self._raise_error("expected objects side by side, found one inside another")
        kind = attributes.get("type", "model")
        if kind not in OBJECT_TYPES:
            self.package.source.count_skipped("types of objects (read as models)", kind)
        mesh_object = ModelObject(
            attributes.get("pid", ""), int(attributes.get("pindex") or 0), attributes["id"], kind
        )
        mesh_object.name = attributes.get("name", "")[:MAX_NAME_CHARS]
        mesh_object.stands_for_slices = any(
            name.rpartition(":")[2] == "meshresolution" and value == "lowres"
            for name, value in attributes.items()
        )
        if (
            self.package.objects.setdefault((self.name, attributes["id"]), mesh_object)
            is not mesh_object
        ):
            self._raise_error(f"two objects have the id {quote_words(attributes['id'])}")
        self._count_element("object")
        self.object = mesh_object
        self.is_in_object = True

    def _on_mesh(self, attributes: dict[str, str]) -> None:
        self._count_other(attributes)
        if not self.is_in_object or self.object.has_mesh:
            self._raise_error("expected one mesh in each object")
        self.object.has_mesh = True

    def _on_vertex(self, attributes: dict[str, str]) -> None:
        points = self.object.points
        points.extend((float(attributes["x"]), float(attributes["y"]), float(attributes["z"])))
        if len(points) > 3 * CORNERS_LIMIT:
            self._raise_error(
                f"has more than {CORNERS_LIMIT:,} vertices, the limit; simplify the mesh"
            )

    def _on_triangle(self, attributes: dict[str, str]) -> None:
        mesh_object = self.object
        mesh_object.corners.extend(
            (int(attributes["v1"]), int(attributes["v2"]), int(attributes["v3"]))
        )
        if "pid" in attributes or mesh_object.group or mesh_object.groups:
            self._name_properties(mesh_object, attributes)
        if len(mesh_object.corners) > 3 * TRIANGLES_LIMIT:
            self.package.source.refuse_too_many(len(mesh_object.corners) // 3)

    def _name_properties(self, mesh_object: ModelObject, attributes: dict[str, str]) -> None:
        """Store the last triangle's properties."""
        mesh_object.groups += [""] * (
            len(mesh_object.corners) // 3 - 1 - len(mesh_object.groups)
        ) + [attributes.get("pid", mesh_object.group)]
        number = int(attributes.get("p1") or mesh_object.number)
        mesh_object.numbers.extend([0] * (len(mesh_object.corners) - 3 - len(mesh_object.numbers)))
        mesh_object.numbers.extend(
            (number, int(attributes.get("p2") or number), int(attributes.get("p3") or number))
        )

    def _on_component(self, attributes: dict[str, str]) -> None:
        self._count_element("component")
        self.object.components.append(self._read_placement(attributes))

    def _on_item(self, attributes: dict[str, str]) -> None:
        self._count_element("item")
        if self.name == self.package.root:
            printed = attributes.get("printable", "1").strip().lower() not in ("0", "false")
            (self.package.items if printed else self.package.unprintable).append(
                self._read_placement(attributes)
            )

    def _read_placement(self, attributes: dict[str, str]) -> tuple[ObjectKey, Floats]:
        path = next(
            (value for name, value in attributes.items() if name.rpartition(":")[2] == "path"),
            self.name,
        )
        matrix = np.eye(4)
        if "transform" in attributes:
            numbers = [float(word) for word in attributes["transform"].split()[:13]]
            if len(numbers) != 12:
                self._raise_error("expected 12 numbers as the transform")
            matrix[:3] = np.array(numbers).reshape(4, 3).T
        return (normalize_name(path), attributes["objectid"]), matrix

    def _on_slicestack(self, attributes: dict[str, str]) -> None:
        """Skip slices for a printer: their vertices are not part of the mesh."""
        self._count_element("slicestack")
        self.package.source.count_skipped("slices (the mesh is read instead)", count=1)
        self._ignore(attributes)

    def _on_beamlattice(self, attributes: dict[str, str]) -> None:
        own = {name.rpartition(":")[2]: value for name, value in attributes.items()}
        lattice = BeamLattice(
            float(own["radius"]), float(own.get("minlength") or own.get("precision") or 0)
        )
        lattice.cap = own.get("cap", "sphere")
        lattice.ball_mode = own.get("ballmode", "none")
        lattice.ball_radius = float(own.get("ballradius") or 0)
        lattice.clipping = own.get("clippingmode", "none")
        lattice.clipping_object = own.get("clippingmesh", "")
        for attribute, value, expected in (
            ("cap", lattice.cap, ("hemisphere", "sphere", "butt")),
            ("ballmode", lattice.ball_mode, ("none", "mixed", "all")),
            ("clippingmode", lattice.clipping, ("none", "inside", "outside")),
        ):
            if value not in expected:
                self._raise_error(
                    f"{attribute}: expected one of {', '.join(expected)}, found {quote_words(value)}"
                )
        if self.object.lattice is not None:
            self._raise_error("expected one beam lattice per mesh")
        self.object.lattice = lattice

    def _on_beam(self, attributes: dict[str, str]) -> None:
        self._count_element("beam", TRIANGLES_LIMIT)
        lattice = self._lattice()
        first = float(attributes["r1"]) if "r1" in attributes else lattice.radius
        lattice.radii.extend((first, float(attributes["r2"]) if "r2" in attributes else first))
        lattice.ends.extend((int(attributes["v1"]), int(attributes["v2"])))
        caps = attributes.get("cap1", ""), attributes.get("cap2", "")
        if not {*caps} <= {"", "hemisphere", "sphere", "butt"}:
            self._raise_error(
                f"expected the caps hemisphere, sphere or butt, found {quote_words(' '.join(caps))}"
            )
        lattice.caps.append(caps)

    def _on_ball(self, attributes: dict[str, str]) -> None:
        self._count_element("ball", TRIANGLES_LIMIT)
        lattice = self._lattice()
        lattice.balls.append(int(attributes["vindex"]))
        lattice.ball_radii.append(
            float(attributes["r"]) if "r" in attributes else lattice.ball_radius
        )

    def _lattice(self) -> BeamLattice:
        """Return the current object's lattice. Raises MeshError if there is none."""
        if self.object.lattice is None:
            self._raise_error("found a beam or ball outside a beam lattice")
        return self.object.lattice

    def _on_booleanshape(self, attributes: dict[str, str]) -> None:
        self._count_element("boolean shapes")
        operation = attributes.get("operation", "union")
        if operation not in OPERATIONS:
            self._raise_error(
                f"expected an operation ({', '.join(OPERATIONS)}), found {quote_words(operation)}"
            )
        if self.object.boolean is not None:
            self._raise_error("expected one boolean shape per object")
        self.object.boolean = BooleanShape(self._read_placement(attributes), operation)

    _on_booleans = _on_booleanshape  # the element's name in the extension's draft

    def _on_boolean(self, attributes: dict[str, str]) -> None:
        self._count_element("boolean shapes")
        if self.object.boolean is None:
            self._raise_error("found a boolean element outside a boolean shape")
        self.object.boolean.others.append(self._read_placement(attributes))

    def _on_basematerials(self, attributes: dict[str, str]) -> None:
        self._count_element("properties")
        self.group = self.package.groups.setdefault((self.name, attributes["id"]), PropertyGroup())

    _on_colorgroup = _on_basematerials

    def _on_texture2dgroup(self, attributes: dict[str, str]) -> None:
        self._on_basematerials(attributes)
        self.group.texture = (self.name, attributes["texid"])

    def _on_base(self, attributes: dict[str, str]) -> None:
        self._count_element("base")
        self.group.colors.extend(_color(attributes.get("displaycolor", "#FFFFFFFF")))

    def _on_color(self, attributes: dict[str, str]) -> None:
        self._count_element("color", CORNERS_LIMIT)
        self.group.colors.extend(_color(attributes.get("color", "")))

    def _on_tex2coord(self, attributes: dict[str, str]) -> None:
        self._count_element("tex2coord", CORNERS_LIMIT)
        self.group.places.extend((float(attributes["u"]), float(attributes["v"])))

    def _on_texture2d(self, attributes: dict[str, str]) -> None:
        self._count_element("texture2d")
        self.package.images[self.name, attributes["id"]] = attributes["path"]

    def _on_relationship(self, attributes: dict[str, str]) -> None:
        if attributes.get("Type", "").endswith("/3dmodel"):
            self.package.root = normalize_name(attributes["Target"])


def _color(text: str) -> tuple[int, int, int, int]:
    """Parse a color such as #RRGGBB or #RRGGBBAA; return white for an invalid one."""
    try:
        red, green, blue, *opacity = bytes.fromhex(text.strip().removeprefix("#"))
    except ValueError:
        return 255, 255, 255, 255
    return red, green, blue, opacity[0] if opacity else 255


class _Solids:
    """The shapes of objects with lattices or boolean operations."""

    def __init__(self, package: _Package) -> None:
        self.package = package
        self.source = package.source
        self._triangles: dict[ObjectKey, Triangles] = {}
        self._solids: dict[ObjectKey, Solid] = {}
        self._effort: list[int] = []

    def triangles(self, key: ObjectKey) -> Triangles:
        """Return the triangles of an object's lattice and boolean shape, empty without these."""
        mesh_object = self.package.objects[key]
        if key not in self._triangles:
            groups = [np.zeros((0, 3, 3))]
            if mesh_object.lattice is not None:
                groups.append(self._lattice(key, mesh_object.lattice))
            if mesh_object.boolean is not None:
                groups.append(solid_triangles(self.solid(key)))
            self._triangles[key] = np.concatenate(groups)
        return self._triangles[key]

    def solid(self, key: ObjectKey, depth: int = 1) -> Solid:
        """Return an object as a solid. Raises MeshError for an open, composite or cyclic object."""
        place = f"object {quote_words(key[1])}"
        if depth > DEPTH_LIMIT:
            raise self.source.make_error(
                place,
                f"this object is nested more than {DEPTH_LIMIT} levels deep, or contains itself",
            )
        self.package.read(key[0])
        mesh_object = self.package.objects.get(key)
        if mesh_object is None:
            raise self.source.make_error(place, "does not exist")
        self.package.used.add(key)
        if key in self._solids:
            return self._solids[key]
        if mesh_object.components or mesh_object.stands_for_slices:
            raise self.source.make_error(
                place,
                "expected a mesh for a boolean operation or clipping; export it as a triangle mesh",
            )
        try:
            self._solids[key] = (
                self._boolean(mesh_object.boolean, depth)
                if mesh_object.boolean
                else self._mesh(key, mesh_object)
            )
        except BooleanError as error:
            raise self.source.make_error(place, str(error)) from None
        return self._solids[key]

    def _boolean(self, shape: BooleanShape, depth: int) -> Solid:
        base, *operands = (
            self.solid(key, depth + 1).transform(matrix[:3])
            for key, matrix in (shape.base, *shape.others)
        )
        result = combine_solids(shape.operation, base, operands, self._effort)
        self.source.refuse_too_many(result.num_tri())
        return result

    def _mesh(self, key: ObjectKey, mesh_object: ModelObject) -> Solid:
        points, corners, wrong = _corners_of(self.package, mesh_object, key[0])
        solids = []
        if len(corners):
            solids.append(make_solid(points[corners[~wrong]], corners[~wrong]))
        if mesh_object.lattice is not None:
            shells = self._lattice(key, mesh_object.lattice)
            solids.append(make_solid(shells))
        if not solids:
            raise self.source.make_error(f"object {quote_words(key[1])}", "contains no triangles")
        return combine_solids("union", solids[0], solids[1:], self._effort)

    def _lattice(self, key: ObjectKey, lattice: BeamLattice) -> Triangles:
        place = f"object {quote_words(key[1])}"
        mesh_object = self.package.objects[key]
        shells = lattice_shells(
            self.source, place, lattice, np.array(mesh_object.points).reshape(-1, 3)
        )
        if lattice.clipping != "none":
            clipping = (key[0], lattice.clipping_object)
            if clipping == key:
                raise self.source.make_error(place, "the beam lattice is clipped by its own object")
            return clip_shells(
                self.source, place, shells, self.solid(clipping), lattice.clipping == "inside"
            )
        return np.concatenate([np.zeros((0, 3, 3)), *(group.reshape(-1, 3, 3) for group in shells)])


def read_3mf(source: MeshSource) -> list[TrianglePatch]:
    """Return a 3MF file's triangles, placed by its items. Raises MeshError for a damaged file."""
    package = _Package(source)
    package.read_all()
    source.unit, scale = _UNITS[package.unit]
    solids = _Solids(package)
    places: dict[ObjectKey, list[tuple[Floats, int | None]]] = {}
    total = 0
    for key, matrix, number in package.iter_placed_objects():
        total += len(package.objects[key].corners) // 3 + len(solids.triangles(key))
        source.refuse_too_many(total)
        scaled = np.diag([scale, scale, scale, 1.0]) @ matrix
        places.setdefault(key, []).append((scaled, number if source.with_objects else None))
    if source.with_objects:
        for number in range(len(package.items)):
            source.add_object((ObjectName(package.item_name(number), number),))
    groups: dict[tuple[str, str, bool], list[TrianglePatch]] = defaultdict(list)
    for key, copies in places.items():
        patches = list(_patches(package, package.objects[key], key[0]))
        if len(solids.triangles(key)):
            patches.append(("", TrianglePatch(solids.triangles(key))))
        for group, patch in patches:
            groups[key[0], group, patch.material is None] += [
                patch.transform(matrix).with_object(number) for matrix, number in copies
            ]
    package.count_unread()
    return [join_patches(patches, patches[0].material) for patches in groups.values()]


def _corners_of(
    package: _Package, mesh_object: ModelObject, name: str
) -> tuple[Floats, IndexArray, NDArray[np.bool_]]:
    """Return a mesh's points, its triangles' corners, and which triangles have invalid corners.

    Raises MeshError for more than a few invalid triangles.
    """
    points = np.array(mesh_object.points).reshape(-1, 3)
    corners = np.array(mesh_object.corners, dtype=np.int64).reshape(-1, 3)
    wrong = np.asarray(((corners < 0) | (corners >= len(points))).any(axis=1))
    if wrong.any() and not package.source.can_leave_out(wrong):
        at = int(np.argmax(wrong))
        words = f"uses vertices {corners[at].tolist()}, but the object has only {len(points):,} vertices (numbered from 0)"
        raise package.source.make_error(f"{quote_words(name)}, triangle {at + 1:,}", words)
    return points, corners, wrong


def _patches(
    package: _Package, mesh_object: ModelObject, name: str
) -> Iterator[tuple[str, TrianglePatch]]:
    """Yield a mesh's triangles by property group. Raises MeshError for invalid corners."""
    points, corners, wrong = _corners_of(package, mesh_object, name)
    if not len(points):
        return
    groups = np.array((mesh_object.groups + [""] * len(corners))[: len(corners)])
    numbers = np.zeros(corners.shape, dtype=np.int64)
    numbers.reshape(-1)[: len(mesh_object.numbers)] = mesh_object.numbers
    is_kept, corners[wrong] = ~wrong, 0
    for first, last in (
        package.parts.stretches.get(mesh_object.id, ()) if name == package.root else ()
    ):
        is_kept[max(0, first) : max(0, last + 1)] = False
        package.note_omitted()
    for group, own in group_by_key(groups):
        own = own[is_kept[own]]
        if not len(own):
            continue
        yield (
            group,
            _make_patch(
                package,
                package.groups.get((name, group), PropertyGroup()),
                points[corners[own]],
                numbers[own],
            ),
        )


def _make_patch(
    package: _Package, group: PropertyGroup, triangles: Floats, numbers: IndexArray
) -> TrianglePatch:
    """Return triangles with their group's corner properties, if any."""
    places = np.array(group.places, dtype=np.float32).reshape(-1, 2)
    colors = np.array(group.colors, dtype=np.uint8).reshape(-1, 4)
    listed = colors if group.texture is None else places
    if numbers.min() < 0 or numbers.max() >= len(listed):
        return TrianglePatch(triangles)
    if group.texture is None:
        return TrianglePatch(triangles, None, colors[numbers], Material())
    return TrianglePatch(
        triangles, places[numbers], None, Material(texture=package.texture(group.texture))
    )
