"""The zip archive of a 3MF file, unpacked in chunks within size limits."""

from __future__ import annotations

import io
import lzma
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import IO
from urllib.parse import unquote

from wc3d.meshes.mesh_source import MeshSource, quote_words

ENTRIES_LIMIT = 10_000
"""Most files in the archive."""

UNPACKED_LIMIT = 500_000_000
"""Most unpacked bytes of the archive."""

MIN_VERTEX_BYTES = len(b'<vertex x="1" y="2" z="3"/>')
"""Fewest bytes of a vertex."""

VERTEX_TAG = re.compile(rb"<(?:[\w.-]+:)?vertex\b")

_AT_ONCE = 1 << 20


def normalize_name(name: str) -> str:
    """Return an archived file's name in the form used for comparison."""
    return name.lower().replace("\\", "/").lstrip("/")


class ThreeMfArchive:
    """An archive with case-insensitive file names."""

    def __init__(self, source: MeshSource) -> None:
        self.source = source
        self._left = UNPACKED_LIMIT
        if source.data.count(b"PK\x01\x02") > ENTRIES_LIMIT:
            raise source.make_error(
                "", f"the archive contains more than {ENTRIES_LIMIT:,} files, the limit"
            )
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(source.data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, EOFError):
            raise source.make_error(
                "", "this is not a 3MF archive, or a damaged one; export it again"
            ) from None
        self._entries = {normalize_name(info.filename): info for info in self._zip.infolist()}
        self._counts = Counter(normalize_name(info.filename) for info in self._zip.infolist())

    def has_file(self, name: str) -> bool:
        """Return whether there is a file with this name."""
        return normalize_name(name) in self._entries

    def names(self) -> list[str]:
        """Return the normalized names of the files."""
        return list(self._entries)

    def has_more_vertices(self, name: str, limit: int) -> bool:
        """Return whether a model file certainly has more than `limit` vertices.

        Counting their tags is 30 times as quick as parsing them. Only a file that is large enough
        is unpacked. Raises MeshError for a file that cannot be unpacked.
        """
        if self._find(name).file_size <= limit * MIN_VERTEX_BYTES:
            return False
        count = 0
        unpacked = self._left
        try:
            for piece in self.read_chunks(name):
                count += len(VERTEX_TAG.findall(piece.replace(b"\0", b"")))
                if count > limit:
                    return True
        finally:
            self._left = unpacked
        return False

    def read_chunks(self, name: str) -> Iterator[bytes]:
        """Yield a file in chunks. Raises MeshError for a missing or damaged file or a zip bomb."""
        info = self._find(name)
        if info.file_size > self._left:  # zipfile never yields more than this size
            raise self.source.make_error(
                "", f"unpacks to more than {UNPACKED_LIMIT / 1e6:g} MB, the limit"
            )
        try:
            with self._zip.open(info) as file:
                yield from self._unpack(file)
        except (
            zipfile.BadZipFile,
            zlib.error,
            lzma.LZMAError,
            EOFError,
            OSError,
            NotImplementedError,
            ValueError,
            RuntimeError,
        ):
            raise self.source.make_error(
                quote_words(name), "this file is damaged and cannot be unpacked; export it again"
            ) from None

    def _find(self, name: str) -> zipfile.ZipInfo:
        """Return the entry of a file. Raises MeshError for a missing or unreadable file."""
        info = self._entries.get(normalize_name(name)) or self._entries.get(
            normalize_name(unquote(name))
        )
        if info is None:
            raise self.source.make_error(
                quote_words(name), "this file is not in the archive; export it again"
            )
        if self._counts[normalize_name(info.filename)] > 1:
            raise self.source.make_error(
                quote_words(name), "this file is in the archive twice; export it again"
            )
        if info.flag_bits & 1 or info.compress_type not in (
            zipfile.ZIP_STORED,
            zipfile.ZIP_DEFLATED,
        ):
            raise self.source.make_error(
                quote_words(name),
                "this file is encrypted, or compressed in a way that wc3d does not read",
            )
        return info

    def _unpack(self, file: IO[bytes]) -> Iterator[bytes]:
        while piece := file.read(_AT_ONCE):
            self._left -= len(piece)
            if self._left < 0:
                raise self.source.make_error(
                    "", f"unpacks to more than {UNPACKED_LIMIT / 1e6:g} MB, the limit"
                )
            self.source.report_progress(UNPACKED_LIMIT - self._left, 2 * UNPACKED_LIMIT)
            yield piece
