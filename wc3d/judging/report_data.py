"""The data in a report page for answering it again: its questions as JSON and its mesh files,
within the HTML.

A page may come from a browser that saved it differently, or from anyone, so its content is not
trusted.
"""

from __future__ import annotations

import base64
import json
import lzma
import os
import re
import shutil
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from wc3d._internal.atomic_write import is_process_running, write_atomic
from wc3d._internal.memo import Size, memo_per_process
from wc3d.meshes.mesh_source import MESH_SUFFIXES
from wc3d.table.maps.strict_json import FileError, FileFault, parse_json, read_text

MAX_PAGE_BYTES = 64_000_000
MAX_MESH_BYTES = 64_000_000
"""The maximum size in bytes of a page to read or write."""

MAX_MESHES_BYTES = 2 * MAX_MESH_BYTES
"""The maximum unpacked size in bytes of all meshes of a page."""

MAX_UNPACK_BYTES = 64_000_000
"""The maximum additional memory in bytes for unpacking a mesh."""

_STRETCH = 1_000_000
"""Bytes of a mesh to compress between two checks of the remaining room."""

GZIP_MAGIC = b"\x1f\x8b"

QUESTIONS_ELEMENT, MESHES_ELEMENT = "wc3d-questions", "wc3d-meshes"
"""The ids of the two script elements that hold the data."""

SAFE_LESS_THAN = "\\u003c"
"""The escape of "<" in JSON within a page, so that browsers do not see the end of a script."""

_SCRIPT = re.compile(r"<script\b([^<>]{0,1000})>", re.IGNORECASE)
_SCRIPT_END = re.compile(r"</script", re.IGNORECASE)
_MESH_NAME = re.compile(
    r"(?!(?i:con|prn|aux|nul|com\d|lpt\d)[.])[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}"
)  # excludes Windows device names


@dataclass(frozen=True)
class ReportData:
    """A question file's JSON value with its map, and its mesh files by their names in the map."""

    questions: Mapping[str, Any]
    meshes: Mapping[str, bytes] = field(default_factory=dict)
    notes: Sequence[str] = ()
    """Sentences about the meshes for the page."""

    def to_html(self) -> str:
        """Return the script elements with the data."""
        parts = [script_element(QUESTIONS_ELEMENT, self.questions)]
        if self.meshes:
            parts.append(
                script_element(
                    MESHES_ELEMENT, {name: pack_mesh(data) for name, data in self.meshes.items()}
                )
            )
        return "\n".join(parts)


@memo_per_process(Size.SMALL)
def pack_mesh(data: bytes) -> str:
    """Return a mesh file as compressed text for a page."""
    return base64.b64encode(lzma.compress(data)).decode()


def fits_in_page(data: bytes, room: int) -> bool:
    """Return whether a mesh file fits in `room` characters of a page; stop early if not."""
    if room < 0 or len(data) <= room:
        return room >= 0
    packer = lzma.LZMACompressor()
    size = 0
    for start in range(0, len(data), _STRETCH):
        size += len(packer.compress(data[start : start + _STRETCH]))
        if 4 * size > 3 * room:  # base64 makes four characters from three bytes
            return False
    return True


def script_element(id: str, value: Any) -> str:
    """Return a script element that holds a JSON value and runs nothing."""
    return f'<script type="application/json" id="{id}">{html_safe_json(value)}</script>'


def html_safe_json(value: Any) -> str:
    """Return JSON in ASCII without any "<"."""
    return json.dumps(value, allow_nan=False, separators=(",", ":")).replace("<", SAFE_LESS_THAN)


def find_mesh_shapes(map_value: Any) -> Iterator[dict[str, Any]]:
    """Yield every mesh shape of a map's JSON value, even in an invalid map."""
    terrain = map_value.get("terrain") if isinstance(map_value, dict) else None
    for feature in terrain if isinstance(terrain, list) else ():
        shapes = feature.get("shape") if isinstance(feature, dict) else None
        for shape in shapes if isinstance(shapes, list) else [shapes]:
            if isinstance(shape, dict) and shape.get("type") == "mesh":
                yield shape


def read_report_data(path: Path) -> Any:
    """Return the question file's JSON value in a page. Its mesh shapes name temporary files with
    the page's meshes.

    Raises FileError, in one line, for a page without questions or with damaged or too large
    meshes.
    """
    source = str(path)
    text = read_text(path, MAX_PAGE_BYTES)
    question_text = _script_content(text, QUESTIONS_ELEMENT)
    if question_text is None:
        raise FileError(
            source,
            [
                FileFault(
                    "", "contains no questions; expected a page written by wc3d judge --report"
                )
            ],
        )
    questions = parse_json(question_text, source)
    mesh_text = _script_content(text, MESHES_ELEMENT)
    if mesh_text is not None:
        files = _unpack_meshes(parse_json(mesh_text, source), source)
        for shape in find_mesh_shapes(
            questions.get("map") if isinstance(questions, dict) else None
        ):
            name = shape.get("file")
            if isinstance(name, str) and name in files:
                shape["file"] = str(files[name])
    return questions


def copy_report_meshes(map_value: Any, folder: Path) -> None:
    """Copy a page's meshes, which are temporary, to `folder`, and update their names in the map."""
    for shape in find_mesh_shapes(map_value):
        mesh = Path(str(shape.get("file")))
        if mesh.is_relative_to(_mesh_folder()):
            data = mesh.read_bytes()
            names = (mesh.stem + (f"-{k}" if k else "") + mesh.suffix for k in count())
            target = next(
                t for name in names if not (t := folder / name).exists() or t.read_bytes() == data
            )
            write_atomic(target, data)
            shape["file"] = target.name


def read_embedded_json(path: Path, element: str) -> Any:
    """Return the JSON value of a script element in a page, None if there is none. Raises FileError."""
    content = _script_content(read_text(path, MAX_PAGE_BYTES), element)
    return None if content is None else parse_json(content, str(path))


def _script_content(text: str, id: str) -> str | None:
    """Return the content of the first script element with that id and any attributes."""
    named = re.compile(rf"""(?:^|\s)id\s*=\s*(["']?){id}\1(?:\s|/|$)""", re.IGNORECASE)
    for start in _SCRIPT.finditer(text):
        if named.search(start[1]):
            end = _SCRIPT_END.search(text, start.end())
            return text[start.end() : end.start()] if end else None
    return None


def _unpack_meshes(meshes: Any, source: str) -> dict[str, Path]:
    """Return the files of a page's meshes, by their names in the page."""
    if not isinstance(meshes, dict):
        raise FileError(
            source, [FileFault("meshes", "expected an object that maps file names to data")]
        )
    files: dict[str, Path] = {}
    room = MAX_MESHES_BYTES
    for name, data in meshes.items():
        if not _MESH_NAME.fullmatch(name) or Path(name).suffix.lower() not in MESH_SUFFIXES:
            raise FileError(
                source,
                [
                    FileFault(
                        "meshes",
                        f"{name[:40]!r}: expected the name of a mesh file ({', '.join(MESH_SUFFIXES)})",
                    )
                ],
            )
        mesh = _unpack_mesh(data, source, f"meshes.{name}", min(room, MAX_MESH_BYTES))
        room -= len(mesh)
        folder = _mesh_folder() / sha256(mesh).hexdigest()[:24]
        folder.mkdir(exist_ok=True)
        files[name] = folder / name
        if not files[name].exists():
            files[name].write_bytes(mesh)
    return files


def _unpack_mesh(data: Any, source: str, place: str, max_bytes: int) -> bytes:
    reader: Any = lzma.LZMADecompressor(lzma.FORMAT_XZ, MAX_UNPACK_BYTES)
    try:
        raw = base64.b64decode(data, validate=True)
        if raw.startswith(GZIP_MAGIC):  # the format of older pages
            reader = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        mesh: bytes = reader.decompress(raw, max_bytes + 1)
    except (ValueError, TypeError, EOFError, zlib.error, lzma.LZMAError):
        raise FileError(source, [FileFault(place, "damaged: expected xz data in base64")]) from None
    if len(mesh) > max_bytes:
        raise FileError(
            source,
            [
                FileFault(
                    place, f"larger than {max_bytes / 1e6:g} MB unpacked, the limit for a page"
                )
            ],
        )
    if not reader.eof:
        raise FileError(source, [FileFault(place, "damaged: the end of the data is missing")])
    return mesh


@memo_per_process(Size.FEW)
def _temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """Create a temporary folder for this process, and remove those of killed processes."""
    begins = "wc3d-page-"
    for old_folder in Path(tempfile.gettempdir()).glob(f"{begins}*-*"):
        process = old_folder.name.removeprefix(begins).partition("-")[0]
        if process.isdecimal() and not is_process_running(int(process)):
            shutil.rmtree(old_folder, ignore_errors=True)
    return tempfile.TemporaryDirectory(prefix=f"{begins}{os.getpid()}-", ignore_cleanup_errors=True)


def _mesh_folder() -> Path:
    """Return this process's folder for meshes from pages, which is removed at the process's end."""
    return Path(_temporary_folder().name)
