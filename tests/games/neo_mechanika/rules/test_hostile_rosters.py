"""Rosters that are broken or hostile: each is refused at once, in one line."""

from __future__ import annotations

import io
import json
import stat
import struct
import time
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.neo_mechanika.rules.rosters import (
    GAME,
    SAMPLES,
    Reader,
    as_xml,
    roster,
    sel,
    zipped,
)
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.forces.rosters import describe_import, read_roster


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    return Reader(tmp_path)


HEAD = b'<roster gameSystemId="6e64-0ab9-a430-a976"><forces><force catalogueName="Empyreans"><selections>'
LAUGHS = (
    b'<!DOCTYPE r [<!ENTITY a "ha">'
    + b"".join(
        b'<!ENTITY %c "%s">' % (b, b"&%c;" % (b - 1) * 10) for b in range(ord("b"), ord("k"))
    )
    + b']><roster name="&j;"/>'
)


def nested(levels: int) -> dict[str, Any]:
    part = sel("Hunter")
    for _ in range(levels):
        part = sel("Group", part)
    return part


def linked() -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("mine.ros")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def archive_of(*names: str) -> bytes:
    """An archive with the same roster under each name."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, roster(sel("Hunter")))
    return file.getvalue()


def lying(data: bytes, at: int, value: bytes) -> bytes:
    """An archive whose directory says something else of its file."""
    start = data.index(b"PK\1\2") + at
    return data[:start] + value + data[start + len(value) :]


BOMB = zipped(b" " * 40_000_000)

HOSTILE: dict[str, tuple[bytes, str]] = {
    "zip bomb": (BOMB, "unpacks to more than 2 MB"),
    "zip bomb, smaller": (zipped(b" " * 1_900_000), "unpacks to more than 0."),
    "zip bomb that says it is small": (lying(BOMB, 24, struct.pack("<I", 99)), "damaged archive"),
    "two files": (
        archive_of("a.ros", "b.ros"),
        "the archive contains 2 files; expected one roster",
    ),
    "another empty file": (zipped(b"", "x.txt"), "contains no .ros file, only x.txt"),
    "another text": (zipped(b"Hello", "x.txt"), "contains no .ros file, only x.txt"),
    "a picture": (zipped(b"\x89PNG\r\n\x1a\n\0\xff", "x.png"), "no .ros file, only x.png"),
    "an empty roster": (zipped(b"", "mine.ros"), "empty; expected a roster"),
    "no file": (archive_of(), "the archive contains 0 files"),
    "nested archive": (zipped(zipped(b"<roster/>")), "contains another archive"),
    "absolute path": (zipped(b"<roster/>", "/etc/mine.ros"), "leads outside it"),
    "path upwards": (zipped(b"<roster/>", "a/../../mine.ros"), "leads outside it"),
    "path upwards, other slashes": (zipped(b"<roster/>", "..\\mine.ros"), "leads outside it"),
    "drive letter": (zipped(b"<roster/>", "C:\\mine.ros"), "leads outside it"),
    "share": (zipped(b"<roster/>", "\\\\there\\mine.ros"), "leads outside it"),
    "escape in the name": (zipped(b"<roster/>", "\x1b[2J.ros"), "leads outside it"),
    "link": (zipped(b"/etc/passwd", linked()), "a folder or a link"),
    "folder": (zipped(b"", "folder/"), "a folder or a link"),
    "encrypted": (lying(zipped(b"<roster/>"), 8, b"\1\0"), "encrypted"),
    "packed otherwise": (
        zipped(b"<roster/>", method=zipfile.ZIP_BZIP2),
        "an unsupported compression",
    ),
    "archive with a hole": (
        zipped(roster(sel("Hunter"))).replace(b"PK\3\4", b"PK\3\5"),
        "damaged archive",
    ),
    "large archive": (b"PK" + b"\0" * 1_000_000, "the limit for a packed roster"),
    "large file": (HEAD + b" " * 2_000_000, "larger than 2 MB"),
    "billion laughs": (LAUGHS, "unexpected document type definition"),
    "external entity": (
        b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><roster name="&x;"/>',
        "unexpected document type definition",
    ),
    "external DTD": (
        b'<!DOCTYPE roster SYSTEM "file:///etc/passwd"><roster/>',
        "unexpected document type definition",
    ),
    "undefined entity": (b'<roster name="&x;"/>', "invalid XML (undefined entity)"),
    "deep XML": (HEAD + b"<a>" * 200, "nested too deeply"),
    "deep selections": (
        as_xml("roster", {**GAME, "forces": [{"selections": [nested(40)]}]}).encode(),
        "nested too deeply",
    ),
    "deep JSON": (b'{"forces": ' + b"[" * 40_000, "nested too deeply"),
    "deep JSON, closed": (
        b'{"forces": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
        "nested too deeply",
    ),
    "deep JSON selections": (roster(nested(60)), "nested too deeply"),
    "many tags": (HEAD + b"<a/>" * 60_000, "the limit for a roster"),
    "many objects": (b'{"forces": [' + b"{}," * 60_000 + b"{}]}", "the limit for a roster"),
    "many selections": (
        roster(*[sel("Hunter", sel("Sniper Rifle"))] * 600),
        "more than 1000 selections",
    ),
    "a long list": (roster(*[sel("Hunter")] * 1200), "has 1200 entries"),
    "the same key over and over": (
        b'{"forces": [], ' + b'"a":1, ' * 200_000 + b'"a":1}',
        "given twice",
    ),
    "a number of many digits": (
        b'{"forces": [], "a": ' + b"9" * 10_000 + b"}",
        "a number has too many digits",
    ),
    "NUL bytes": (b'<roster name="a\0b"/>', "invalid XML"),
    "only NUL bytes": (b"\0" * 1000, "not a roster"),
    "UTF-16, cut off": ('<roster name="Größe"/>'.encode("utf-16")[:-1], "invalid UTF-16"),
    "Latin-1": (
        b'<?xml version="1.0" encoding="ISO-8859-1"?><roster name="\xe9"/>',
        "invalid UTF-8",
    ),
    "cut off": ((SAMPLES / "empyreans.ros").read_bytes()[:9000], "invalid XML"),
    "cut off archive": (zipped((SAMPLES / "empyreans.ros").read_bytes())[:1500], "damaged archive"),
    "empty": (b"", "empty; expected a roster"),
    "text": (b"Marcher Worlds\n- Hunter", "not a roster"),
    "catalogue": (b'<catalogue xmlns="urn:any" name="a"/>', "expected <roster>, found <catalogue>"),
    "page": (b"<html><body>", "expected <roster>, found <html>"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_and_broken_files_are_refused_in_one_line_at_once(case: str, read: Reader) -> None:
    data, message = HOSTILE[case]
    start = time.process_time()
    with pytest.raises(InputError) as error:
        read(data)
    assert time.process_time() - start < 2
    text = str(error.value)
    assert message in text and text.isprintable() and len(text.partition("mine.ros")[2]) < 300


def test_a_folder_a_missing_file_and_a_name_with_nul_are_refused(tmp_path: Path) -> None:
    none = tmp_path / "none.ros"
    for path, message in (
        (tmp_path, "not a folder"),
        (none, "no such file"),
        ("a\0b.ros", "cannot be read"),
    ):
        with pytest.raises(InputError, match=message):
            read_roster(path, CARDS())


def test_names_cannot_write_to_the_terminal(read: Reader) -> None:
    names = ["\x1b[2J", "a\u202eb", "\ud800", "x" * 5000, "line\nline\r\ttab", "\x9b31m"]
    found = read(roster(*(sel(name) for name in names), sel("Hunter"), name="\x1b[31m" + "n" * 900))
    assert [choice.unit for choice in found.force.units] == ["hunter"]
    for line in [
        *describe_import(found),
        *(f"{e.entry_text}{e.became}{e.why}" for e in found.report),
    ]:
        assert line.isprintable() and len(line) < 250


# ------------------------------------------------------------------------------------------------------------------- fuzz

SEEDS = [path.read_bytes() for path in sorted(SAMPLES.iterdir())]
SEEDS += [zipped(data) for data in SEEDS]
LOCAL = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
KEYS = [
    "name",
    "number",
    "selections",
    "forces",
    "categories",
    "profiles",
    "catalogueName",
    "force",
    "selection",
]
TEXTS = st.text(max_size=8) | st.sampled_from(["Hunter", "Dusk Wolf", "Ripper", "Cyphers"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5)
    ),
    max_leaves=20,
)
PUT = st.binary(max_size=6) | st.sampled_from([b"&x;", b"<", b'"', b"9" * 99])
CHANGES = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), PUT), max_size=6)


def refused_or_read(data: bytes, path: Path) -> None:
    """A file is read, or refused by the one error in one line; nothing else comes of it."""
    path.write_bytes(data)
    try:
        found = read_roster(path, CARDS())
    except InputError as error:
        assert str(error).isprintable()
    else:
        assert all(line.isprintable() for line in describe_import(found))


def changed(data: bytes, changes: Iterable[tuple[float, int, bytes]]) -> bytes:
    for where, cut, put in changes:
        at = int(where * len(data))
        data = data[:at] + put + data[at + cut :]
    return data


@given(st.sampled_from(SEEDS), CHANGES)
@LOCAL
def test_changed_files_are_read_or_refused(
    tmp_path: Path, data: bytes, changes: list[tuple[float, int, bytes]]
) -> None:
    refused_or_read(changed(data, changes), tmp_path / "mine.ros")


@given(VALUES, VALUES)
@LOCAL
def test_json_of_any_shape_is_read_or_refused(tmp_path: Path, forces: Any, selections: Any) -> None:
    refused_or_read(
        json.dumps({"roster": {**GAME, "forces": forces}}).encode(), tmp_path / "mine.json"
    )
    force = {"catalogueName": "Marcher Worlds", "selections": selections}
    refused_or_read(json.dumps({**GAME, "forces": [force]}).encode(), tmp_path / "mine.json")
