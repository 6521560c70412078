"""Read a roster's text from a plain file or an untrusted archive, in chunks up to a limit."""

from __future__ import annotations

import io
import re
import stat
import struct
import zipfile
import zlib
from pathlib import Path

from wc3d.games.neo_mechanika.rules.forces.rosters.roster_file import printable_text
from wc3d.table.maps.strict_json import FileError, FileFault, decode_file, read_bytes

MAX_TEXT_BYTES = 2_000_000
"""The most bytes of an unpacked roster; real rosters have some hundred thousand."""

MAX_ARCHIVE_BYTES = 1_000_000
"""The most bytes of an archive."""

MAX_COMPRESSION_RATIO = 100
"""The highest ratio of a roster's size to its archive's; real rosters have 10 to 30."""

CHUNK_BYTES = 65_536
"""The bytes read from an archive at once."""

SYSTEM_FILES = (".DS_Store", "Thumbs.db", "desktop.ini")
"""Files that macOS or Windows adds to a folder."""

ROSTER_SUFFIXES = (".ros", ".json", ".xml")
"""The suffixes of a roster in an archive. Another name is accepted for a file that holds one."""

ROSTER_STARTS = ("<", "{", "[")
"""The first characters of XML and JSON."""

ARCHIVE_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,
    OverflowError,
)
"""The exceptions that a broken archive can raise."""


def read_roster_text(path: str | Path) -> str:
    """Return the text of a .ros or .json file, or of the single file in a .rosz archive.

    The content decides the format, not the file's name. Raises FileError, in one line, if the file
    is unreadable, or if the archive is broken, hostile or not a roster's.
    """
    source = str(path)
    data = read_bytes(path, MAX_TEXT_BYTES)
    if not data.startswith(b"PK"):
        return decode_file(data, source)
    name, data = _unpack(data, source)
    if data.startswith(b"PK"):
        raise _make_error(source, "the archive contains another archive; expected a roster")
    holds_other_file = not name.lower().endswith(ROSTER_SUFFIXES)
    missing_text = (
        f"the archive contains no .ros file, only {printable_text(name)}; expected one roster"
    )
    try:
        text = decode_file(data, source)
    except FileError:
        if holds_other_file:
            raise _make_error(source, missing_text) from None
        raise
    if holds_other_file and text.lstrip()[:1] not in ROSTER_STARTS:
        raise _make_error(source, missing_text)
    return text


def _make_error(source: str, text: str) -> FileError:
    return FileError(source, [FileFault("", text)])


def _unpack(data: bytes, source: str) -> tuple[str, bytes]:
    """Return the name and the content of the archive's single file."""
    if len(data) > MAX_ARCHIVE_BYTES:
        raise _make_error(
            source, f"larger than {MAX_ARCHIVE_BYTES / 1e6:g} MB, the limit for a packed roster"
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            info = _find_only_file(archive, source)
            return info.filename, _read(archive, info, len(data), source)
    except ARCHIVE_ERRORS:
        raise _make_error(
            source, "damaged archive; expected a .rosz file with one roster in it"
        ) from None


def _find_only_file(archive: zipfile.ZipFile, source: str) -> zipfile.ZipInfo:
    entries = archive.infolist()
    files = [info for info in entries if not _is_system_file(info)] or entries
    if len(files) != 1:
        names = ", ".join(printable_text(info.filename) for info in files[:4]) + (
            ", ..." if len(files) > 4 else ""
        )
        advice = f" ({names}); unpack it and choose one of them" if files else ""
        raise _make_error(
            source, f"the archive contains {len(files)} files; expected one roster{advice}"
        )
    info = files[0]
    name = info.orig_filename
    if (
        re.match(r"[/\\]|[A-Za-z]:", name)
        or ".." in re.split(r"[/\\]", name)
        or re.search(r"[\x00-\x1f]", name)
    ):
        raise _make_error(
            source, "a path in the archive leads outside it; expected a plain file name"
        )
    if info.is_dir() or stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
        raise _make_error(source, "the archive contains a folder or a link; expected a plain file")
    if info.flag_bits & 0x41:
        raise _make_error(source, "the archive is encrypted; unpack it first")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise _make_error(source, "the archive uses an unsupported compression; expected deflate")
    return info


def _is_system_file(info: zipfile.ZipInfo) -> bool:
    """Return whether an entry is a folder or a file that macOS or Windows adds to archives."""
    *folders, name = info.filename.replace("\\", "/").split("/")
    return info.is_dir() or "__MACOSX" in folders or name.startswith("._") or name in SYSTEM_FILES


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, packed: int, source: str) -> bytes:
    """Read the file's bytes and count them, without trust in the archive's stated size."""
    size_limit = min(MAX_TEXT_BYTES, packed * MAX_COMPRESSION_RATIO)
    pieces = []
    size = 0
    with archive.open(info) as file:
        while piece := file.read(CHUNK_BYTES):
            size += len(piece)
            if size > size_limit:
                raise _make_error(
                    source,
                    f"unpacks to more than {size_limit / 1e6:g} MB, the limit for an archive of {packed} bytes",
                )
            pieces.append(piece)
    return b"".join(pieces)
