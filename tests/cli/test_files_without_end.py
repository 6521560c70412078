"""What has no end, or too far an end, is refused at once, by every command that reads a file; and what was there stays."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import BOARD, Wc3d
from wc3d._internal import memo
from wc3d._internal.atomic_write import STALE_AFTER_S, write_atomic
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.judging import report_data
from wc3d.table.maps.map_file import table_from_map
from wc3d.table.maps.save_board import save_board
from wc3d.window.shell.settings import load_settings
from wc3d.window.shell.window_memory import WindowMemory, load_memory

NOBODY = 4194999
"""The number of no process: no system has so many."""

READERS = (
    ("judge", "f.json"),
    ("judge", "f.jsonl"),
    ("judge", "f.html"),
    ("los", "f.json", "--from", "small@4,4", "--to", "small@8,8"),
    ("replay", "f.jsonl"),
    ("replay", "f.jsonl", "--recover", "out.jsonl"),
    ("play", "--load", "f.jsonl"),
    ("play", "--map", "f.json"),
    ("play", "--force1", "f.json"),
    ("simulate", "--table-only", "f.jsonl"),
    ("simulate", "--games", "1", "--out", "f.jsonl"),
    ("simulate", "--games", "1", "--forces", "f.json"),
    ("card", "--cards", "f.toml"),
    ("force", "check", "f.json"),
    ("force", "import", "f.ros"),
    ("force", "list", "--cards", "f.toml"),
    ("export", "f.json", "out.glb"),
    ("fit", "f.stl"),
    ("odds", "hunter", "f", "hunter", "--cards", "f.toml"),
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_folder_that_cannot_be_listed_is_told(
    wc3d: Wc3d, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "a" / "b").mkdir(parents=True)
    (here / "a" / "a.json").write_text(json.dumps(BOARD), encoding="utf-8")
    list_folder = os.scandir

    def refuse(path: str) -> Any:
        if Path(path).name == "b":
            raise OSError(errno.EINVAL, "Invalid argument", str(path))
        return list_folder(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert "b: cannot read this folder (Invalid argument)" in wc3d("check", here / "a").one_line()


def test_a_mesh_that_is_a_device_is_told(wc3d: Wc3d) -> None:
    assert "expected a file, not a pipe or a device" in wc3d("fit", "/dev/null").one_line()


def test_fit_writes_over_no_board(wc3d: Wc3d, here: Path) -> None:
    (here / "a.json").write_text("mine", encoding="utf-8")
    assert "this file already exists" in wc3d("fit", "crate", here / "a.json").one_line()
    assert (here / "a.json").read_text(encoding="utf-8") == "mine"


def test_a_check_of_a_pile_ends(wc3d: Wc3d, here: Path) -> None:
    shape = {"type": "box", "center": [5, 5], "size": [2, 2], "height": 2}
    pile = [{"id": f"a{i}", "kind": "structure", "shape": shape} for i in range(100)]
    (here / "a.json").write_text(
        json.dumps({"name": "Pile", "size": [30, 30], "terrain": pile}), encoding="utf-8"
    )
    found = wc3d("check", "a.json").out
    assert "terrain: error: 1,000 pairs of shapes overlap" in found
    assert found.count("[overlap]") == 1_001


@pytest.mark.parametrize("words", READERS, ids=" ".join)
def test_a_pipe_that_nobody_writes_to_and_a_vast_file_are_refused_at_once(
    wc3d: Wc3d, here: Path, words: tuple[str, ...]
) -> None:
    path = here / next(word for word in words if word.startswith("f."))
    os.mkfifo(path)
    line = wc3d(*words).one_line()
    assert path.name in line and ("a pipe or a device" in line or "no such file" in line)
    path.unlink()
    with path.open("wb") as file:
        file.truncate(10**9)  # sparse: it takes no room
    line = wc3d(*words).one_line()
    assert path.name in line and ("larger than" in line and "the limit" in line)
    assert [p.name for p in here.iterdir()] == [path.name]


def test_a_folder_with_a_pipe_is_looked_over(wc3d: Wc3d, here: Path) -> None:
    os.mkfifo(here / "a.json")
    (here / "b.json").write_text(json.dumps(BOARD), encoding="utf-8")
    assert "1 file checked" in wc3d("check", here).out
    assert "a pipe or a device" in wc3d("check", here / "a.json").out


def test_settings_and_recent_files_that_are_pipes(here: Path) -> None:
    os.mkfifo(here / "pipe")
    with pytest.raises(InputError, match="a pipe or a device"):
        load_settings(here / "pipe")
    assert load_memory(here / "pipe") == WindowMemory()


def test_a_device_is_refused(wc3d: Wc3d) -> None:
    for words in (
        ("judge",),
        ("card", "--cards"),
        ("force", "import"),
        ("replay",),
        ("simulate", "--table-only"),
    ):
        assert "a pipe or a device" in wc3d(*words, "/dev/zero").one_line()


def test_a_saved_game_of_endless_lines_is_read_line_by_line(wc3d: Wc3d, here: Path) -> None:
    Path("g.jsonl").write_bytes(b"{}\n" * 20_000_000)
    assert "line 1: not a saved game" in wc3d("replay", "g.jsonl").one_line()


# What is written


def test_simulate_writes_over_no_file(wc3d: Wc3d, here: Path) -> None:
    Path("mine.jsonl").write_text("mine", encoding="utf-8")
    words = ("simulate", "--game", "discs", "--only", "1", "--save", "mine.jsonl")
    assert "--save mine.jsonl: this file already exists" in wc3d(*words[:1], *words[3:]).one_line()
    assert Path("mine.jsonl").read_text(encoding="utf-8") == "mine"


def test_a_force_that_may_not_play_is_told_with_its_file(wc3d: Wc3d, here: Path) -> None:
    Path("few.json").write_text(
        '{"faction": "marcher_worlds", "units": [{"unit": "hunter"}], "rack": []}', encoding="utf-8"
    )
    line = wc3d("play", "--force2", "few.json").one_line()
    assert (
        line.startswith("wc3d: --force2 few.json: ")
        and "at least 4" in line
        and "too_few" not in line
    )


def test_a_seed_that_a_terminal_would_obey_is_refused(wc3d: Wc3d, here: Path) -> None:
    for words in (("play",), ("force", "random", "--faction", "empyreans", "--out", "made.json")):
        assert "--seed" in wc3d(*words, "--seed", "3\u202e").one_line()
    assert list(here.iterdir()) == []


def test_what_killed_processes_left_beside_a_file_is_cleared_when_it_is_written_again(
    tmp_path: Path,
) -> None:
    for process in (NOBODY, os.getppid()):
        (tmp_path / f".a.json.{process}.part").write_bytes(b"half")
    old = tmp_path / ".a.json.1.part"
    others = {".a.json.x.part", ".b.json.4194999.part", "a.json.part"}
    for name in (*others, old.name):
        (tmp_path / name).write_bytes(b"half")
    os.utime(old, (0, old.stat().st_mtime - STALE_AFTER_S - 60))
    write_atomic(tmp_path / "a.json", "whole\n")
    assert {p.name for p in tmp_path.iterdir()} == {
        "a.json",
        f".a.json.{os.getppid()}.part",
        *others,
    }
    assert (tmp_path / "a.json").read_bytes() == b"whole\n"


def test_a_name_as_long_as_a_system_takes_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250 + ".json")
    write_atomic(path, "whole")
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_a_mesh_copied_before_is_not_copied_again(tmp_path: Path) -> None:
    """The program was killed after the mesh was copied and before the map was written."""
    (tmp_path / "from").mkdir()
    (tmp_path / "to").mkdir()
    mesh = (Path("models3d") / "bunker.obj").read_bytes() + b"# mine\n"
    (tmp_path / "from" / "mine.obj").write_bytes(mesh)
    shape = {"type": "mesh", "file": "mine.obj", "position": [15, 15, 0]}
    board = {"size": [30, 30], "terrain": [{"id": "m", "kind": "structure", "shape": shape}]}
    table = table_from_map(board, SPACE, folder=tmp_path / "from")
    for found, copied in ((b"", ("mine.obj",)), (mesh, ()), (b"another", ("mine-2.obj",))):
        (tmp_path / "to" / "mine.obj").unlink(missing_ok=True)
        if found:
            (tmp_path / "to" / "mine.obj").write_bytes(found)
        assert save_board(table, tmp_path / "to" / "board.json").copied_meshes == copied


def test_meshes_of_pages_that_killed_processes_left_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left = tmp_path / f"wc3d-page-{NOBODY}-x"
    used = tmp_path / f"wc3d-page-{os.getppid()}-x"
    for folder in (left, used):
        folder.mkdir()
        (folder / "mesh.stl").write_bytes(b"mesh")
    memo.clear()
    try:
        assert report_data._mesh_folder().name.startswith(f"wc3d-page-{os.getpid()}-")
    finally:
        report_data._temporary_folder().cleanup()
        memo.clear()
    assert [p.name for p in tmp_path.iterdir()] == [used.name]


@pytest.mark.parametrize(
    ("name", "taken"),
    [("wall.stl", True), ("nul.stl", False), ("COM1.obj", False), ("console.stl", True)],
)
def test_a_page_s_mesh_is_never_called_like_a_device_of_windows(name: str, taken: bool) -> None:
    assert bool(report_data._MESH_NAME.fullmatch(name)) is taken


def test_too_little_memory_is_told_in_a_line(
    wc3d: Wc3d, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise MemoryError("Unable to allocate 3 GiB")

    monkeypatch.setattr("wc3d.judging.dispute.read_text", full)
    Path("q.json").write_text("{}", encoding="utf-8")
    assert "not enough memory" in wc3d("judge", "q.json").one_line()
