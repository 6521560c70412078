"""The text of a roster file, plain or in an archive. An archive is never trusted: it is read in pieces, up to a limit."""
from __future__ import annotations

import io
import re
import stat
import struct
import zipfile
import zlib
from pathlib import Path

from wc3d.games.neo_mechanika.rules.forces.rosters.roster_file import shown
from wc3d.table.maps.reading import Fault, FileError, read_bytes, text_of

TEXT_LIMIT = 2_000_000
"""Bytes of an unpacked roster; real ones have some hundred thousand."""

PACKED_LIMIT = 1_000_000
"""Bytes of an archive."""

MOST_PACKED = 100
"""How many times larger than its archive a roster may be; real ones are ten to thirty times larger."""

PIECE = 65_536
"""Bytes read at once from an archive."""

OF_A_SYSTEM = (".DS_Store", "Thumbs.db", "desktop.ini")
"""Files that macOS or Windows keeps in a folder for itself."""

BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError, OverflowError,
)
"""What the reader of archives raises on broken ones."""


def roster_text(path: str | Path) -> str:
    """The text of a .ros or .json file, or of the one file in a .rosz archive: told by the content, not by the file's name.

    Raises FileError, in one line, for a file that cannot be read and for an archive that is broken, hostile or not a roster's.
    """
    source = str(path)
    data = read_bytes(path, TEXT_LIMIT)
    if data.startswith(b"PK"):
        data = _unpacked(data, source)
        if data.startswith(b"PK"):
            raise _refused(source, "an archive inside the archive; expected a roster")
    return text_of(data, source)


def _refused(source: str, text: str) -> FileError:
    return FileError(source, [Fault("", text)])


def _unpacked(data: bytes, source: str) -> bytes:
    """What the one file of an archive holds."""
    if len(data) > PACKED_LIMIT:
        raise _refused(source, f"larger than {PACKED_LIMIT / 1e6:g} MB, the limit for a packed roster")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read(archive, _only_file(archive, source), len(data), source)
    except BROKEN:
        raise _refused(source, "broken archive; expected a .rosz file with one roster in it") from None


def _only_file(archive: zipfile.ZipFile, source: str) -> zipfile.ZipInfo:
    entries = archive.infolist()
    files = [info for info in entries if not _is_of_a_system(info)] or entries
    if len(files) != 1:
        names = ", ".join(shown(info.filename) for info in files[:4]) + (", ..." if len(files) > 4 else "")
        advice = f" ({names}); unpack it and choose one of them" if files else ""
        raise _refused(source, f"the archive contains {len(files)} files; expected one roster{advice}")
    info = files[0]
    name = info.orig_filename
    if re.match(r"[/\\]|[A-Za-z]:", name) or ".." in re.split(r"[/\\]", name) or re.search(r"[\x00-\x1f]", name):
        raise _refused(source, "a path in the archive leads outside it; expected a plain file name")
    if info.is_dir() or stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
        raise _refused(source, "the archive contains a folder or a link; expected a plain file")
    if info.flag_bits & 0x41:
        raise _refused(source, "the archive is encrypted")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise _refused(source, "the archive uses an unsupported compression; expected deflate")
    return info


def _is_of_a_system(info: zipfile.ZipInfo) -> bool:
    """Return whether an entry is a folder or a file that macOS or Windows adds to archives by itself."""
    *folders, name = info.filename.replace("\\", "/").split("/")
    return info.is_dir() or "__MACOSX" in folders or name.startswith("._") or name in OF_A_SYSTEM


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, packed: int, source: str) -> bytes:
    """The file's bytes, counted while they come: what the archive says of its size does not matter."""
    size_limit = min(TEXT_LIMIT, packed * MOST_PACKED)
    pieces, size = [], 0
    with archive.open(info) as file:
        while piece := file.read(PIECE):
            size += len(piece)
            if size > size_limit:
                raise _refused(source, f"unpacks to more than {size_limit / 1e6:g} MB, too large for a roster of {packed} packed bytes")
            pieces.append(piece)
    return b"".join(pieces)
