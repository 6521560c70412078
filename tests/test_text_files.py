"""The reader of text: every encoding and line end gives the same text; anything else is told with its place."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from wc3d._internal.text_files import (
    TextError,
    decode_text,
    first_line,
    numbered_lines,
    read_lines,
    read_text,
    read_text_head,
    recode_to_utf8,
)
from wc3d.errors import InputError

TEXT = '{"a": "Größe 山"}\n\nend\n'
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")
LINE_ENDS = ("\n", "\r\n", "\r", "\n\r")


@pytest.mark.parametrize("line_end", LINE_ENDS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_and_line_end_gives_the_same_text(encoding: str, line_end: str) -> None:
    data = TEXT.replace("\n", line_end).encode(encoding)
    assert decode_text(data, "f") == TEXT
    assert numbered_lines(decode_text(data, "f")) == [(1, '{"a": "Größe 山"}'), (3, "end")]
    lines = list(read_lines(io.BytesIO(data), 1_000))
    assert lines == ['{"a": "Größe 山"}\n'.encode(), b"\n", b"end\n"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_missing_last_line_end_shows(encoding: str) -> None:
    assert list(read_lines(io.BytesIO("a b\nc".encode(encoding)), 1_000)) == [b"a b\n", b"c"]


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"])
def test_a_file_may_be_empty(data: bytes) -> None:
    assert decode_text(data, "f") == ""
    assert list(read_lines(io.BytesIO(data), 1_000)) == []


def test_letters_that_are_no_line_end_end_no_line() -> None:
    text = "a\u2028b\x85c\x0cd"
    assert numbered_lines(text) == [(1, text)]
    assert list(read_lines(io.BytesIO(text.encode()), 1_000)) == [text.encode()]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a\r\nb\xe9c", "f: line 2: invalid UTF-8 text at byte 5; expected UTF-8 or UTF-16"),
        (b"\xef\xbb\xbf\xff", "f: line 1: invalid UTF-8 text at byte 4; expected UTF-8 or UTF-16"),
        ("a\nb".encode("utf-16-le") + b"\x00", "f: line 2: invalid UTF-16 text at byte 7"),
        ("ab".encode("utf-16") + b"\x00\xd8a\x00", "f: line 1: invalid UTF-16 text at byte 7"),
        ("{}".encode("utf-32"), "f: this is UTF-32 text; expected UTF-8 or UTF-16"),
        ("{}".encode("utf-32-be"), "f: this is UTF-32 text; expected UTF-8 or UTF-16"),
    ],
)
def test_anything_else_is_told_with_its_byte(data: bytes, message: str) -> None:
    with pytest.raises(TextError) as error:
        decode_text(data, "f")
    assert str(error.value).startswith(message)


def test_a_damaged_line_hides_no_other_line() -> None:
    assert list(read_lines(io.BytesIO(b"a\n\xe9\nc\n"), 100)) == [b"a\n", b"\xe9\n", b"c\n"]
    cut = "aa\nbb\nc".encode("utf-16")[:-1]
    lines = list(read_lines(io.BytesIO(cut), 100))
    assert lines[:2] == [b"aa\n", b"bb\n"]
    with pytest.raises(UnicodeDecodeError):
        lines[2].decode()


def test_a_long_line_comes_in_pieces() -> None:
    assert list(read_lines(io.BytesIO(b"abcde\nf\n"), 2)) == [b"ab", b"cd", b"e\n", b"f\n"]


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes(b"\xef\xbb\xbfone\r")
    assert read_text(file, 100, "a list") == "one\n"
    with pytest.raises(InputError, match="the limit for a list"):
        read_text(file, 3, "a list")


@pytest.mark.parametrize("body", [b"\r\n\x00\xff", b"\n\r", b"", b"end_header\n"])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r", b"\n\r"])
def test_a_binary_body_begins_after_the_head(line_end: bytes, body: bytes) -> None:
    data = line_end.join([b"ply", b"comment \xe9", b"end_header", b""]) + body
    head = read_text_head(data, "end_header", 1_000)
    assert head is not None
    assert head.lines == ("ply", "comment \ufffd", "end_header")
    assert data[head.length :] == body


def test_a_head_without_its_last_line_is_none() -> None:
    assert read_text_head(b"ply\nend_header", "end_header", 100) is None
    assert read_text_head(b"ply\nend_header\n", "end_header", 5) is None
    assert read_text_head(b"ply", "end_header", 5) is None


def test_a_binary_body_is_not_recoded() -> None:
    assert recode_to_utf8(b"ply\r\n\xff\xfe") == b"ply\r\n\xff\xfe"
    assert recode_to_utf8(b"\xef\xbb\xbfply\r\n\xff") == b"ply\r\n\xff"
    assert recode_to_utf8("ply\r\n山".encode("utf-16")) == "ply\r\n山".encode()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_first_line_is_found_without_the_rest(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "lines.txt"
    path.write_bytes("\n  \nfirst line\nsecond\n".encode(encoding))
    assert first_line(path, 1000, "a text", 1000) == b"first line\n"
    assert first_line(path, 1000, "a text", 5) == b"first"
    path.write_text(" \n\n", encoding=encoding)
    assert first_line(path, 1000, "a text", 1000) == b""
    with pytest.raises(InputError, match="the limit for a text"):
        first_line(path, 2, "a text", 1000)
