"""What a dropped file is, by its ending and its beginning; and the list of addresses in which files come."""

import json
from pathlib import Path

import pytest

from wc3d._internal.data_files import shipped_folder
from wc3d.errors import InputError
from wc3d.window.shell.file_drop import detect_kind
from wc3d.window.shell.xdnd import make_drop_target, parse_uri_list

GAME = Path(__file__).parents[2] / "screens" / "pictures" / "game.jsonl"


def test_files_come_as_addresses_with_what_is_not_ascii_written_out():
    text = "# from a file manager\r\nfile:///a/%D0%B4%D0%BE%D0%BC%201.stl\r\nfile://localhost/b%23c.json\nfile:/old.obj\r\n\0"
    drop = parse_uri_list(text.encode(), (3.0, 4.0))
    assert drop.paths == ("/a/дом 1.stl", "/b#c.json", "/old.obj")
    assert drop.at == (3.0, 4.0) and drop.remote_uris == ()


def test_what_is_no_file_of_this_computer_is_told_apart():
    drop = parse_uri_list(
        b"https://example.org/a.stl\r\nfile://elsewhere/b.stl\r\nfile://[broken\r\nfile:///c.stl\r\n"
    )
    assert drop.paths == ("/c.stl",)
    assert drop.remote_uris == (
        "https://example.org/a.stl",
        "file://elsewhere/b.stl",
        "file://[broken",
    )


def test_a_name_that_is_no_utf8_is_the_same_name_on_the_disk(tmp_path):
    name = b"\xff\xfe.stl"
    Path(bytes(tmp_path).decode(), name.decode("utf-8", "surrogateescape")).write_bytes(b"x")
    [path] = parse_uri_list(f"file://{tmp_path}/%FF%FE.stl".encode()).paths
    assert Path(path).read_bytes() == b"x"
    with pytest.raises(InputError, match=r"\?\?\.stl: wc3d cannot read some characters"):
        detect_kind(Path(path))


@pytest.mark.parametrize(
    "path, given",
    [
        (shipped_folder("maps") / "ravine.json", "board"),
        (shipped_folder("maps") / "questions" / "book-cover.json", "dispute"),
        (GAME, "game"),
    ],
)
def test_shipped_files_are_what_they_are(path, given):
    assert detect_kind(path) == given


def test_the_ending_may_be_in_capitals_and_a_list_of_questions_is_no_game(tmp_path):
    (tmp_path / "A.STL").write_bytes(b"")
    (tmp_path / "q.jsonl").write_text(json.dumps({"map": "x.json", "questions": []}) + "\n")
    (tmp_path / "page.HTML").write_text("<html>")
    assert [detect_kind(tmp_path / name) for name in ("A.STL", "q.jsonl", "page.HTML")] == [
        "mesh",
        "dispute",
        "dispute",
    ]


@pytest.mark.parametrize(
    "name, data, words",
    [
        ("a.txt", b"solid", "expected a mesh (.stl"),
        ("a.json", b"{", "line 1 column 2"),
        ("a.json", b"\xff\xff", "UTF-8"),
        ("a.json", b"[]", "neither a board"),
        ("a.json", b'{"units": []}', "neither a board"),
        ("a.jsonl", b" \n", "empty"),
    ],
)
def test_a_strange_file_is_refused_by_name(tmp_path, name, data, words):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError) as told:
        detect_kind(tmp_path / name)
    assert (
        str(tmp_path / name) in str(told.value)
        and words in str(told.value)
        and "\n" not in str(told.value)
    )


def test_a_folder_is_a_kit_and_what_is_not_there_is_refused(tmp_path):
    assert detect_kind(tmp_path) == "kit"
    kinds = {
        tmp_path / "gone.stl": "no such file",
        Path("/dev/null"): "expected a file, not a pipe or device",
    }
    for path, words in kinds.items():
        with pytest.raises(InputError, match=words):
            detect_kind(path)


def test_where_there_is_no_x_server_nothing_hears_of_drops(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":65000")
    assert make_drop_target(1) is None
