"""Text decoding: encodings, line ends, and text heads of binary files.

Text is UTF-8 or UTF-16, with or without a byte order mark. UTF-16 without a mark is recognized by
the zero bytes of its first two characters (RFC 4627, section 3). These must therefore be ASCII, as
in JSON, TOML, XML and PLY. A line ends with LF, CRLF, CR or LF+CR.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from wc3d.errors import InputError, opened_file, read_bounded_file

EXPECTED_ENCODING_TEXT = "expected UTF-8 or UTF-16"

_MARKS = (  # UTF-32 first: its little-endian mark begins with the UTF-16 mark
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ZERO_BYTES: dict[tuple[bool, ...], str] = {
    (False, True, False, True): "utf-16-le",
    (True, False, True, False): "utf-16-be",
    (False, True, True, True): "utf-32-le",
    (True, True, True, False): "utf-32-be",
}
"""Encodings by which of the first four bytes are zero, for text that begins with ASCII."""

_LINE_END = re.compile(rb"\r\n|\n\r|\n|\r")


class TextError(InputError):
    """Bytes that are not text: `place` is the line, `reason` the byte and what was expected."""

    def __init__(self, source: str, place: str, reason: str) -> None:
        self.place = place
        self.reason = reason
        super().__init__(f"{source}: {place}: {reason}" if place else f"{source}: {reason}")


def find_encoding(data: bytes) -> tuple[str, int]:
    """Return the encoding, found from the first four bytes, and the length of the byte order mark.

    The encoding may be UTF-32, which no function here decodes.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding, len(mark)
    zero_bytes = tuple(byte == 0 for byte in data[:4])
    return _ZERO_BYTES.get(zero_bytes, "utf-8"), 0


def decode_text(data: bytes, source: str) -> str:
    """Return a text without its byte order mark, with LF line ends.

    Raises TextError, with the line and the byte, for anything that is not UTF-8 or UTF-16.
    """
    encoding, mark = find_encoding(data)
    if encoding.startswith("utf-32"):
        raise TextError(source, "", f"this is UTF-32 text; {EXPECTED_ENCODING_TEXT}")
    try:
        return normalize_line_ends(data[mark:].decode(encoding))
    except UnicodeDecodeError as error:
        sound = normalize_line_ends(data[mark : mark + error.start].decode(encoding))
        offset = mark + error.start + 1
        reason = f"invalid {encoding[:6].upper()} text at byte {offset}; {EXPECTED_ENCODING_TEXT}"
        raise TextError(source, f"line {sound.count(chr(10)) + 1}", reason) from None


def read_text(path: Path, limit: int, purpose: str) -> str:
    """Return the text of a file of up to `limit` bytes, with LF line ends. Raises InputError."""
    return decode_text(read_bounded_file(path, limit, purpose), str(path))


def normalize_line_ends(text: str) -> str:
    """Return a text with LF line ends."""
    if "\r" not in text:
        return text
    return text.replace("\r\n", "\n").replace("\n\r", "\n").replace("\r", "\n")


def numbered_lines(text: str) -> list[tuple[int, str]]:
    """Return the non-blank lines of a decoded text, stripped and numbered from 1."""
    lines = (line.strip() for line in text.split("\n"))
    return [(number, line) for number, line in enumerate(lines, 1) if line]


def read_lines(file: BinaryIO, limit: int) -> Generator[bytes, None, None]:
    """Yield the lines of a text of any size as UTF-8, with LF line ends.

    A line longer than `limit` characters is split into pieces of `limit` characters; only the last
    piece ends with LF. Undecodable bytes stay invalid UTF-8, so a damaged line does not affect the
    lines around it.
    """
    start = file.read(65_536)
    file.seek(0)
    encoding, mark = find_encoding(start)
    encoding = encoding if encoding.startswith("utf-16") else "utf-8"
    file.seek(mark)
    errors = "surrogateescape" if encoding == "utf-8" else "surrogatepass"
    first_end = _LINE_END.search(start[mark:].replace(b"\0", b""))
    newline = "\n" if first_end and first_end[0] == b"\n\r" else None
    text = io.TextIOWrapper(file, encoding=encoding, errors=errors, newline=newline)
    try:
        while line := _read_line(text, limit):
            if newline:  # the CR of an LF+CR begins the next line
                line = line.removeprefix("\r")
            if line:
                yield line.encode("utf-8", errors)
    finally:
        text.detach()


def first_line(path: Path, limit: int, purpose: str, length: int) -> bytes:
    """Return the first non-blank line of a text file as UTF-8, up to `length` characters.

    Surrounding spaces are removed, the LF stays. The rest of the file is not read. Return an empty
    line for a blank file. Raises InputError.
    """
    with opened_file(path, limit, purpose) as file, closing(read_lines(file, length)) as lines:
        line = next((line for line in lines if line.strip()), b"")
        return line.strip() + line[len(line.rstrip(b"\n")) :]


def _read_line(text: io.TextIOWrapper, limit: int) -> str:
    """Return the next line; replace a truncated last UTF-16 unit with an invalid character."""
    try:
        return text.readline(limit)
    except UnicodeDecodeError:
        text.seek(0, io.SEEK_END)
        return "\udcff"


@dataclass(frozen=True, slots=True)
class TextHead:
    """The lines of a file's head, without line ends, and the number of bytes before its body."""

    lines: tuple[str, ...]
    length: int


def read_text_head(data: bytes, last_line: str, limit: int) -> TextHead | None:
    """Return the head of a file with a possibly binary body, or None.

    Returns None if `last_line` is not within the first `limit` bytes. The first line's end sets
    the line end for the whole head, because a binary body may begin with CR or LF. Invalid UTF-8
    becomes U+FFFD, because comments in old files use any encoding.
    """
    start = data[:limit]
    first_end = _LINE_END.search(start)
    if first_end is None:
        return None
    ends = rb"(?:" + first_end[0] + rb"|\r?\n|\r)"
    last = re.search(
        rb"(?:^|[\r\n])[ \t]*" + re.escape(last_line.encode()) + rb"[ \t]*" + ends, start
    )
    if last is None:
        return None
    text = normalize_line_ends(start[: last.end()].decode("utf-8", "replace"))
    return TextHead(tuple(text.removesuffix("\n").split("\n")), last.end())


def recode_to_utf8(data: bytes) -> bytes:
    """Return text bytes without a byte order mark, recoded from UTF-16 if necessary.

    Line ends and all other bytes stay unchanged, so a binary body is not affected.
    """
    encoding, mark = find_encoding(data)
    if encoding.startswith("utf-16"):
        return data[mark:].decode(encoding, "replace").encode()
    return data[mark:] if data.startswith(codecs.BOM_UTF8) else data
