"""The zip archive that a 3MF file is: unpacked piece by piece, never beyond its limits."""
from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import IO
from urllib.parse import unquote

from wc3d.meshes.files import Source, quoted

ENTRIES_LIMIT = 10_000
"""Files in the archive."""

UNPACKED_LIMIT = 500_000_000
"""Bytes that are unpacked of the archive in all."""

_AT_ONCE = 1 << 20


def plain_name(name: str) -> str:
    """The name of a file of the archive, as it is compared."""
    return name.lower().replace("\\", "/").lstrip("/")


class Archive:
    """An archive and its files, by names in which capitals do not matter."""

    def __init__(self, source: Source) -> None:
        self.source, self._left = source, UNPACKED_LIMIT
        if source.data.count(b"PK\x01\x02") > ENTRIES_LIMIT:
            raise source.wrong("", f"an archive with more than {ENTRIES_LIMIT:,} files")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(source.data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, EOFError):
            raise source.wrong("", "is not a 3MF archive, or damaged: export it again") from None
        self._entries = {plain_name(info.filename): info for info in self._zip.infolist()}
        self._counts = Counter(plain_name(info.filename) for info in self._zip.infolist())

    def holds(self, name: str) -> bool:
        """Is there a file of this name?"""
        return plain_name(name) in self._entries

    def names(self) -> list[str]:
        """Return the names of its files, as they are compared."""
        return list(self._entries)

    def pieces(self, name: str) -> Iterator[bytes]:
        """A file, piece by piece. Raises MeshError for one that is missing, damaged or a bomb."""
        info = self._entries.get(plain_name(name)) or self._entries.get(plain_name(unquote(name)))
        if info is None:
            raise self.source.wrong(quoted(name), "is not in the archive")
        if self._counts[plain_name(info.filename)] > 1:
            raise self.source.wrong(quoted(name), "is in the archive twice: export it again")
        if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise self.source.wrong(quoted(name), "is encrypted, or packed in a way that wc3d does not read")
        try:
            with self._zip.open(info) as file:
                yield from self._unpacked(file)
        except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, NotImplementedError, ValueError, RuntimeError):
            raise self.source.wrong(quoted(name), "damaged, so it cannot be unpacked: export it again") from None

    def _unpacked(self, file: IO[bytes]) -> Iterator[bytes]:
        while piece := file.read(_AT_ONCE):
            self._left -= len(piece)
            if self._left < 0:
                raise self.source.wrong("", f"unpacks to more than {UNPACKED_LIMIT / 1e6:g} MB")
            self.source.step(UNPACKED_LIMIT - self._left, 2 * UNPACKED_LIMIT)
            yield piece
