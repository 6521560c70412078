"""OBJ files with their materials.

The reader supports corners with colors, texture coordinates, faces (`f`, and `fo` in old files),
and the color, opacity and base texture of materials. Names (`g`, `o`), comments, normals (`vn`),
smoothing groups (`s`) and other material data are metadata. Everything else is reported: points,
lines, free-form curves and surfaces, and any other keyword.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass, replace

import numpy as np

from wc3d._internal.text_files import recode_to_utf8
from wc3d.meshes.mesh_source import (
    CORNERS_LIMIT,
    MAX_NAME_CHARS,
    MAX_SCENE_PIECES,
    MeshError,
    MeshSource,
    quote_words,
)
from wc3d.meshes.surface import (
    Colors,
    Floats,
    Material,
    ObjectName,
    ObjectNumbers,
    TrianglePatch,
    Uv,
    group_by_key,
)
from wc3d.meshes.text_lines import IndexArray, LineMask, TextLines, read_stretches
from wc3d.meshes.textures import read_sibling_texture
from wc3d.meshes.triangulate import triangulate_faces

CHOICES_LIMIT = 2_000_000
"""Most lines that select a material: some programs write one per face."""

MATERIALS_LIMIT = 100_000
"""Most materials of a file, and most lines of a material file."""

LIBRARIES_LIMIT, LIBRARY_LIMIT = 100, 10_000_000
"""Most material files, and most bytes of each."""

_REMARK = re.compile(rb"(?m)^([ \t]*(?:v|vt|f|fo)[ \t](?:[^#\n]*[ \t])?)#[^\n]*")
"""A comment after numbers. (A material's name may contain a #.)"""

_WORDS = re.compile(rb"(?mi)^[ \t]*(?:#|(?:mtllib|usemtl|g|o)\b)[^\n]*$")
"""A line of text, which never continues on the next line, even with a backslash at its end."""

_READ = (b"v", b"vt", b"f", b"fo", b"mtllib", b"usemtl")
_METADATA = (b"vn", b"g", b"o", b"s")
_OPTION = re.compile(
    r"-(?:(?:blend[uv]|cc|clamp|imfchan|texres|boost|bm)\s+\S+|mm(?:\s+\S+){2}|[ost](?:\s+[-+.\deE]+){1,3})\s+"
)


@dataclass(frozen=True)
class _Faces:
    """Faces of a block of lines: flat corners, and each face's corner count, line and material."""

    corners: IndexArray
    uv: IndexArray
    """Indices of texture coordinates; -1 for corners without any."""
    counts: IndexArray
    line: IndexArray
    material: IndexArray
    object: IndexArray
    group: IndexArray


class _Reader:
    """The data read from a file so far."""

    def __init__(self, source: MeshSource) -> None:
        self.source = source
        self.points: list[Floats] = [np.zeros((0, 3))]
        self.colors: list[Floats] = [np.zeros((0, 3))]
        self.places: list[Floats] = [np.zeros((0, 2))]
        self.faces: list[_Faces] = []
        self.points_read = self.places_read = self.faces_read = self.triangles = self.chosen = 0
        self.known = {b"": 0}
        """Material numbers by name, in the file's order; "" before the first selection."""
        self.libraries: list[str] = []
        self.material = 0
        self.objects = _NamedObjects(b"o")
        self.groups = _NamedObjects(b"g")

    def read(self, lines: TextLines) -> None:
        """Read another block of lines."""
        point, place, face = (
            lines.lines_beginning(*words) for words in ((b"v",), (b"vt",), (b"f", b"fo"))
        )
        points, colors = self._points(lines, point)
        self.points.append(points)
        self.colors.append(colors)
        self.places.append(self._places(lines, place))
        corners, uv, counts = lines.parse_corners(face)
        self.triangles += int(np.maximum(counts - 2, 0).sum())
        self.source.refuse_too_many(self.triangles)
        self.faces_read += len(counts)
        corners = _to_indices(
            corners, np.repeat((self.points_read + np.cumsum(point))[face], counts)
        )
        uv = _to_indices(uv, np.repeat((self.places_read + np.cumsum(place))[face], counts))
        self.faces.append(
            _Faces(
                corners,
                uv,
                counts,
                lines.number[face],
                self._materials(lines)[face],
                *(
                    names.numbers_of(lines, face) if self.source.with_objects else counts * 0
                    for names in (self.objects, self.groups)
                ),
            )
        )
        self._skip_other_lines(lines)
        self.points_read += int(point.sum())
        self.places_read += int(place.sum())
        if max(self.points_read, self.places_read, self.faces_read) > CORNERS_LIMIT:
            raise self.source.make_error(
                "",
                f"has more than {CORNERS_LIMIT:,} vertices or faces, the limit; simplify the mesh",
            )

    def _skip_other_lines(self, lines: TextLines) -> None:
        """Count the lines that are not read."""
        unread_mask = ~lines.lines_beginning(*_READ, *_METADATA)
        for word, count in lines.first_words(unread_mask):
            if word.startswith(b"#"):
                continue
            if word.lower() in (b"surf", b"curv"):
                self.source.count_skipped(
                    "free-form surfaces and curves (convert them to polygons)", count=count
                )
            self.source.count_skipped("lines", word, count)

    def _points(self, lines: TextLines, mask: LineMask) -> tuple[Floats, Floats]:
        """Return the corners and their colors, -1 for lines without a color."""
        numbers, counts = lines.parse_numbers(mask)
        if (counts < 3).any():
            raise self.source.make_error(
                f"line {lines.number[mask][counts < 3][0]}",
                "expected v and three numbers, for example v 0 0 1",
            )
        at = (np.cumsum(counts) - counts)[:, None] + np.arange(3)
        colors = np.full((len(counts), 3), -1.0)
        colored = counts >= 6
        self.source.count_skipped("numbers after the vertex colors", count=int((counts > 7).sum()))
        colors[colored] = numbers[at[colored] + 3]
        return numbers[at], colors

    def _places(self, lines: TextLines, mask: LineMask) -> Floats:
        numbers, counts = lines.parse_numbers(mask)
        if (counts < 1).any():
            raise self.source.make_error(
                f"line {lines.number[mask][counts < 1][0]}",
                "expected vt and two numbers, for example vt 0.5 1",
            )
        first = np.cumsum(counts) - counts
        second = (
            np.where(counts > 1, numbers[np.minimum(first + 1, len(numbers) - 1)], 0.0)
            if len(first)
            else numbers[:0]
        )
        return np.column_stack([numbers[first], second])

    def _materials(self, lines: TextLines) -> IndexArray:
        """Return the selected material at each line."""
        self.libraries += [
            _decode(rest) for _, rest in lines.remainders(lines.lines_beginning(b"mtllib"))
        ]
        choosing = lines.lines_beginning(b"usemtl")
        self.chosen += int(choosing.sum()) + len(self.libraries)
        if self.chosen > CHOICES_LIMIT:
            raise self.source.make_error(
                "",
                f"changes the material more than {CHOICES_LIMIT:,} times; join the faces of each material",
            )
        choices = [self.material]
        for _, rest in lines.remainders(choosing):
            choices.append(self.known.setdefault(rest, len(self.known)))
        if len(self.known) > MATERIALS_LIMIT:
            raise self.source.make_error(
                "", f"has more than {MATERIALS_LIMIT:,} materials, the limit"
            )
        self.material = choices[-1]
        return np.array(choices)[np.cumsum(choosing)]

    def patches(self) -> list[TrianglePatch]:
        """Return all triangles, grouped by material. Raises MeshError for an invalid corner."""
        if not self.triangles:
            raise self.source.make_error("", "contains no faces; export it as a triangle mesh")
        names = ("corners", "uv", "counts", "line", "material", "object", "group")
        corners, uv, counts, line, material, objects, groups = (
            np.concatenate([getattr(faces, name) for faces in self.faces]) for name in names
        )
        wrong = (corners < 0) | (corners >= self.points_read)
        bad = np.bincount(np.repeat(np.arange(len(counts)), counts), wrong, len(counts)) > 0
        if wrong.any() and not self.source.can_leave_out(bad):
            face = np.searchsorted(np.cumsum(counts), np.argmax(wrong), side="right")
            explanation = (
                f"but there are only {self.points_read:,}"
                if self.points_read
                else "but there are none"
            )
            raise self.source.make_error(
                f"line {line[face]}",
                f"the face uses vertex {corners[np.argmax(wrong)] + 1}, {explanation}",
            )
        points = np.concatenate(self.points)
        corners[wrong] = 0
        triangles, owner = triangulate_faces(self.source, points[corners], counts)
        triangles = triangles[~bad[owner]]
        owner = owner[~bad[owner]]
        materials = _materials_of(self.source, self.libraries)
        colors = np.concatenate(self.colors)
        places = np.concatenate(self.places)
        numbers = self._object_numbers(objects, groups) if self.source.with_objects else None
        patches = []
        looks = [materials.get(_decode(name)) for name in self.known]
        look_indices = np.array([i if look is not None else -1 for i, look in enumerate(looks)])
        for i, indices in group_by_key(look_indices[material][owner]):
            own = triangles[indices]
            look = None if i < 0 else looks[i]
            patches.append(
                TrianglePatch(
                    points[corners[own]],
                    _uv(places, uv[own]),
                    _shades(colors[corners[own]]),
                    look,
                    None if numbers is None else numbers[owner[indices]],
                )
            )
        return patches

    def _object_numbers(self, objects: IndexArray, groups: IndexArray) -> ObjectNumbers | None:
        """Return the object of each face: by the objects' names if there are several, else by the
        groups'.
        """
        for names, numbers in ((self.objects, objects), (self.groups, groups)):
            used = np.unique(numbers)
            if len(used) > 1 and not names.is_full:
                for name in names.numbers:
                    self.source.add_object((ObjectName(_decode(name), names.numbers[name]),))
                return numbers.astype(np.int32)
        return None


class _NamedObjects:
    """The names in lines that begin an object or a group."""

    def __init__(self, word: bytes) -> None:
        self.word = word
        self.numbers: dict[bytes, int] = {b"": 0}
        """Numbers by name, in the file's order; "" before the first name."""
        self.is_full = False
        self._current = 0
        self._line_count = 0

    def numbers_of(self, lines: TextLines, mask: LineMask) -> IndexArray:
        """Return the number of the name that is valid at each line of a mask."""
        naming = lines.lines_beginning(self.word)
        self._line_count += int(naming.sum())
        if self._line_count > CHOICES_LIMIT:
            self.is_full = True
            return np.zeros(int(mask.sum()), dtype=np.int64)
        choices = [self._current]
        for _, name in lines.remainders(naming):
            if len(self.numbers) >= MAX_SCENE_PIECES and name not in self.numbers:
                self.is_full = True
                name = b""
            choices.append(self.numbers.setdefault(name[:MAX_NAME_CHARS], len(self.numbers)))
        self._current = choices[-1]
        return np.array(choices)[np.cumsum(naming)[mask]]


def read_obj(source: MeshSource) -> list[TrianglePatch]:
    """Return an OBJ file's triangles by material, with their textures. Raises MeshError."""
    if b"\\\n" in source.data or b"\\\r\n" in source.data:  # a line continues on the next
        source.data = _WORDS.sub(lambda line: line[0].rstrip(b"\\ \t\r"), source.data)
        source.data = re.sub(rb"\\\r?\n", b" ", source.data)
    if b"#" in source.data:
        source.data = _REMARK.sub(rb"\1", source.data)
    reader = _Reader(source)
    for lines in read_stretches(source):
        reader.read(lines)
    return reader.patches()


def _to_indices(numbers: IndexArray, count: IndexArray) -> IndexArray:
    """Convert numbers from 1, or backward from `count` if negative, to indices from 0."""
    return np.where(numbers < 0, numbers + count, numbers - 1)


def _uv(places: Floats, indices: IndexArray) -> Uv | None:
    """Return texture coordinates if any corner has some; (0, 0) for corners without any."""
    has_uv = (indices >= 0) & (indices < len(places))
    if not has_uv.any():
        return None
    return np.where(has_uv[..., None], places[np.where(has_uv, indices, 0)], 0.0).astype(np.float32)


def _shades(colors: Floats) -> Colors | None:
    """Return corner colors if there are any, white for missing ones; files use 0 to 1 or to 255."""
    colored = np.asarray((colors >= 0).all(axis=-1))
    if not colored.any():
        return None
    shades = np.full((*colors.shape[:2], 4), 255, dtype=np.uint8)
    factor = 255 if np.nanmax(colors) <= 1 else 1
    shades[..., :3] = np.where(
        colored[..., None], np.clip(np.rint(np.nan_to_num(colors) * factor), 0, 255), 255
    )
    return shades


def _decode(rest: bytes) -> str:
    """Decode text as UTF-8, else as the Windows encoding of old files."""
    try:
        return rest.decode()
    except UnicodeDecodeError:
        return rest.decode("cp1252", "replace")


def _materials_of(source: MeshSource, libraries: list[str]) -> dict[str, Material]:
    """Return the materials of the material files. Adds a note for each missing file."""
    materials: dict[str, Material] = {}
    for library in list(dict.fromkeys(libraries))[:LIBRARIES_LIMIT]:
        texts, error = _texts_of(source, library)
        if not texts:
            source.add_note(f"materials left out: {error}")
        for text in texts:
            _read_materials(source, text, materials)
    return materials


def _texts_of(source: MeshSource, library: str) -> tuple[list[str], MeshError | None]:
    """Return the texts of the material files in a line, and the error for the first if missing."""
    several = library.split()[:LIBRARIES_LIMIT]
    texts = []
    first_error = None
    for name in (library, *(several if len(several) > 1 else ())):
        try:
            texts.append(_decode(recode_to_utf8(source.read_sibling(name, LIBRARY_LIMIT))))
        except MeshError as error:
            first_error = first_error or error
        if name == library and texts:
            break
    if first_error is not None and not texts:
        with contextlib.suppress(MeshError):
            texts = [
                _decode(
                    recode_to_utf8(
                        source.read_renamed_sibling(library, first_error, ".mtl", LIBRARY_LIMIT)
                    )
                )
            ]
    return texts, first_error


def _read_materials(source: MeshSource, text: str, materials: dict[str, Material]) -> None:
    name = ""
    images = {}
    for line in text.splitlines()[:MATERIALS_LIMIT]:
        key, _, rest = line.strip().partition(" ")
        key = key.lower()
        rest = rest.strip()
        if key == "newmtl":
            name = rest
            materials[name] = Material()
        elif name in materials and rest:
            try:
                materials[name] = _apply_line(materials[name], key, rest)
            except ValueError:
                source.add_note(
                    f"material {quote_words(name)}: expected numbers after {key}, found {quote_words(rest)}"
                )
            if key == "map_kd":
                images[name] = _OPTION.sub("", rest + " ").strip() if rest.startswith("-") else rest
    textures = {
        image: read_sibling_texture(source, image) for image in dict.fromkeys(images.values())
    }
    for name, image in images.items():
        if textures[image] is not None:  # files with textures have arbitrary colors
            materials[name] = replace(
                materials[name],
                texture=textures[image],
                color=(1.0, 1.0, 1.0, materials[name].color[3]),
            )


def _apply_line(material: Material, key: str, rest: str) -> Material:
    """Return a material changed by a line of its file. Raises ValueError for invalid numbers."""
    if key not in ("kd", "d", "tr"):
        return material
    numbers = [min(max(float(word), 0.0), 1.0) for word in rest.replace("-halo", "").split()[:3]]
    if key == "kd":
        red, green, blue = numbers * 3 if len(numbers) == 1 else numbers
        return replace(material, color=(red, green, blue, material.color[3]))
    opacity = (
        numbers[0] if key == "d" else 1 - numbers[0]
    ) or 1.0  # occluders must stay visible; many files swap 0 and 1
    return replace(
        material, color=(*material.color[:3], opacity), alpha="opaque" if opacity == 1 else "blend"
    )
