"""What a page keeps so that it can be answered again: its questions as JSON and the files of its meshes, all within its HTML.

The page may come back from a browser that saved it in its own way, or from anyone at all: nothing in it is trusted.
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
from functools import cache, lru_cache
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from wc3d._internal.atomic_write import is_process_running, write_atomic
from wc3d.meshes.mesh_source import MESH_SUFFIXES
from wc3d.table.maps.strict_json import FileError, FileFault, parse_json, read_text

MAX_PAGE_BYTES = 64_000_000
MAX_MESH_BYTES = 64_000_000
"""Bytes: no page is written or read past this."""

MAX_MESHES_BYTES = 2 * MAX_MESH_BYTES
"""Bytes: the meshes of a page together hold no more, unpacked."""

MAX_UNPACK_BYTES = 64_000_000
"""Bytes that unpacking a mesh may take besides."""

_STRETCH = 1_000_000
"""Bytes of a mesh that are packed before it is asked again whether they fit."""

GZIP_MAGIC = b"\x1f\x8b"

QUESTIONS_ELEMENT, MESHES_ELEMENT = "wc3d-questions", "wc3d-meshes"
"""The ids of the two script elements that keep all this."""

SAFE_LESS_THAN = "\\u003c"
"""How "<" is written in JSON within a page, so that no browser takes it for the end of a script."""

_SCRIPT = re.compile(r"<script\b([^<>]{0,1000})>", re.IGNORECASE)
_SCRIPT_END = re.compile(r"</script", re.IGNORECASE)
_MESH_NAME = re.compile(
    r"(?!(?i:con|prn|aux|nul|com\d|lpt\d)[.])[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}"
)  # no device of Windows


@dataclass(frozen=True)
class ReportData:
    """A question file's JSON value with its map in it, and the mesh files that the map names, by these names."""

    questions: Mapping[str, Any]
    meshes: Mapping[str, bytes] = field(default_factory=dict)
    notes: Sequence[str] = ()
    """What the page is to tell of the meshes, a sentence each."""

    def to_html(self) -> str:
        """The script elements that keep it."""
        parts = [script_element(QUESTIONS_ELEMENT, self.questions)]
        if self.meshes:
            parts.append(
                script_element(
                    MESHES_ELEMENT, {name: pack_mesh(data) for name, data in self.meshes.items()}
                )
            )
        return "\n".join(parts)


@lru_cache(maxsize=64)
def pack_mesh(data: bytes) -> str:
    """A mesh file as a page keeps it."""
    return base64.b64encode(lzma.compress(data)).decode()


def can_fit(data: bytes, room: int) -> bool:
    """May a mesh file take no more than so many characters of a page? What surely takes more is not packed to its end."""
    if room < 0 or len(data) <= room:
        return room >= 0
    packer, size = lzma.LZMACompressor(), 0
    for start in range(0, len(data), _STRETCH):
        size += len(packer.compress(data[start : start + _STRETCH]))
        if 4 * size > 3 * room:  # base64 makes four characters of three bytes
            return False
    return True


def script_element(id: str, value: Any) -> str:
    """A script element that holds a JSON value and runs nothing."""
    return f'<script type="application/json" id="{id}">{html_safe_json(value)}</script>'


def html_safe_json(value: Any) -> str:
    """JSON in ASCII without any "<"."""
    return json.dumps(value, allow_nan=False, separators=(",", ":")).replace("<", SAFE_LESS_THAN)


def find_mesh_shapes(map_value: Any) -> Iterator[dict[str, Any]]:
    """Every mesh shape of a map's JSON value, whatever else is in it."""
    terrain = map_value.get("terrain") if isinstance(map_value, dict) else None
    for feature in terrain if isinstance(terrain, list) else ():
        shapes = feature.get("shape") if isinstance(feature, dict) else None
        for shape in shapes if isinstance(shapes, list) else [shapes]:
            if isinstance(shape, dict) and shape.get("type") == "mesh":
                yield shape


def read_report_data(path: Path) -> Any:
    """The question file's JSON value in a page; its mesh shapes name files that hold the page's own meshes, until the program
    ends. Raises FileError, in one line, for a page that keeps none or whose meshes are damaged or too large."""
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
    """Copy a page's meshes, which go when the program ends, beside a file in `folder`, and name them so in its map."""
    for shape in find_mesh_shapes(map_value):
        mesh = Path(str(shape.get("file")))
        if mesh.is_relative_to(_mesh_folder()):
            data, names = (
                mesh.read_bytes(),
                (mesh.stem + (f"-{k}" if k else "") + mesh.suffix for k in count()),
            )
            target = next(
                t for name in names if not (t := folder / name).exists() or t.read_bytes() == data
            )
            write_atomic(target, data)
            shape["file"] = target.name


def _script_content(text: str, id: str) -> str | None:
    """What stands in the first script element with that id; browsers write its attributes as they like."""
    named = re.compile(rf"""(?:^|\s)id\s*=\s*(["']?){id}\1(?:\s|/|$)""", re.IGNORECASE)
    for start in _SCRIPT.finditer(text):
        if named.search(start[1]):
            end = _SCRIPT_END.search(text, start.end())
            return text[start.end() : end.start()] if end else None
    return None


def _unpack_meshes(meshes: Any, source: str) -> dict[str, Path]:
    """The meshes of a page as files, by their names in it."""
    if not isinstance(meshes, dict):
        raise FileError(source, [FileFault("meshes", "expected an object of names and data")])
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
        if raw.startswith(GZIP_MAGIC):  # as pages kept meshes before
            reader = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        mesh: bytes = reader.decompress(raw, max_bytes + 1)
    except (ValueError, TypeError, EOFError, zlib.error, lzma.LZMAError):
        raise FileError(source, [FileFault(place, "damaged: expected xz data in base64")]) from None
    if len(mesh) > max_bytes:
        raise FileError(
            source,
            [FileFault(place, f"more than {max_bytes / 1e6:g} MB unpacked, too large for a page")],
        )
    if not reader.eof:
        raise FileError(source, [FileFault(place, "damaged: the end is missing")])
    return mesh


@cache
def _temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder with the number of this process in its name; those of processes that were killed go."""
    begins = "wc3d-page-"
    for old_folder in Path(tempfile.gettempdir()).glob(f"{begins}*-*"):
        process = old_folder.name.removeprefix(begins).partition("-")[0]
        if process.isdecimal() and not is_process_running(int(process)):
            shutil.rmtree(old_folder, ignore_errors=True)
    return tempfile.TemporaryDirectory(prefix=f"{begins}{os.getpid()}-", ignore_cleanup_errors=True)


def _mesh_folder() -> Path:
    """The folder of this process for meshes out of pages; it goes when the process ends."""
    return Path(_temporary_folder().name)
