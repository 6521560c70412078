"""Shipped boards, question files and meshes are found by name, by every command and by Python."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import wc3d as library
from tests.cli.conftest import Wc3d, questions
from wc3d._internal.data_files import (
    ShippedKind,
    UnknownFileError,
    data_folder,
    find_shipped_or_own_file,
    shipped_files,
)
from wc3d.errors import InputError
from wc3d.table.maps.map_file import MapError

SIGHT = {"type": "sight", "from": "a", "to": "b"}
TINY = {"name": "Tiny", "size": [4, 4]}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty working folder."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path


def test_no_name_means_two_files() -> None:
    names = [
        name for kind in (ShippedKind.BOARD, ShippedKind.QUESTIONS) for name in shipped_files(kind)
    ]
    assert len(names) == len(set(names)) == sum(1 for _ in (data_folder() / "maps").rglob("*.json"))
    meshes = [path for path in (data_folder() / "models3d").glob("*.*") if path.is_file()]
    assert len(shipped_files(ShippedKind.MESH)) == len(meshes)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("judge", "book-cover"), "has cover"),
        (("judge", "book-cover.json"), "has cover"),
        (("check", "ravine", "over-the-palisade", "two-roofs"), "3 files checked, no findings"),
        (("los", "ravine", "--from", "small@4,4", "--to", "large@20,20"), "cannot see"),
        (("export", "ravine", "plan.svg"), "wrote plan.svg"),
        (("export", "book-cover", "board.glb"), "wrote board.glb: a 3D model for any GLB viewer"),
        (("fit", "crate"), "crate.glb: 844 triangles"),
        (("fit", "ruin.stl", "--units", "in"), "ruin.stl"),
    ],
)
def test_a_command_finds_a_shipped_file_by_its_name(
    wc3d: Wc3d, words: tuple[str, ...], told: str
) -> None:
    said = wc3d(*words)
    assert (said.code, said.err) == (0, "") and told in said.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("judge", "over-the-palisad"),
            "question file or board with this name; did you mean over-the-palisade?",
        ),
        (
            ("judge", "nothing-like-it"),
            "nothing-like-it: no such file, and wc3d includes no question file or board with this name",
        ),
        (("judge", "nothing.json"), "nothing.json: no such file"),
        (("judge", "Ravin.json"), "did you mean ravine?"),
        (("judge", "ravine"), "expected a question file, not a board"),
        (("judge", "./book-cover"), "book-cover: no such file"),
        (("los", "ravin", "--from", "small@4,4", "--to", "small@8,8"), "did you mean ravine?"),
        (("check", "ravin"), "did you mean ravine?"),
        (("export", "ravin", "out.glb"), "did you mean ravine?"),
        (("fit", "crat"), "wc3d includes no mesh with this name; did you mean crate"),
        (("view", "crat"), "wc3d includes no board or question file or mesh with this name"),
        (("view", "ravine", "crat"), "wc3d includes no mesh with this name; did you mean crate"),
        (("play", "--map", "ravin"), "did you mean ravine?"),
        (
            ("play", "--map", "xyzzy"),
            "wc3d includes no board with this name; the names are container-yard, crossroads",
        ),
        (("host", "--show", "ravin", "--games", "games.db"), "did you mean ravine?"),
        (("simulate", "--games", "1", "--map", "ravin"), "did you mean ravine?"),
        (("ladder", "--games", "1", "--map", "ravin"), "did you mean ravine?"),
    ],
)
def test_an_unknown_name_is_refused_in_one_line_with_names_that_look_like_it(
    wc3d: Wc3d, words: tuple[str, ...], told: str, folder: Path
) -> None:
    assert told in wc3d(*words).one_line()
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "nul",
        "con.json",
        "C:ravine",
        "maps\\ravine.json",
        "a\0b",
        "x" * 300,
        "\ud800",
        "ravine.",
    ],
)
def test_a_name_that_means_something_else_elsewhere_finds_no_shipped_file(name: str) -> None:
    with pytest.raises(InputError):
        library.load_map(name)


def test_a_file_of_that_name_in_the_working_folder_comes_first(wc3d: Wc3d, folder: Path) -> None:
    (folder / "ravine.json").write_text(json.dumps(TINY), encoding="utf-8")
    (folder / "crossroads").mkdir()
    assert library.load_map("ravine").name == library.load_map("ravine.json").name == "Tiny"
    assert library.load_map("crossroads").size == (30, 30), "a folder is no file"
    assert find_shipped_or_own_file("ravine", ShippedKind.BOARD) == Path("ravine.json")
    shutil.copy(shipped_files(ShippedKind.QUESTIONS)["book-cover"], folder / "pinewood")
    assert find_shipped_or_own_file("pinewood", ShippedKind.BOARD) == Path("pinewood")
    assert (
        "beyond the table's edge"
        in wc3d("los", "ravine", "--from", "small@4,4", "--to", "small@20,20").one_line()
    )


def test_a_mission_is_played_on_its_own_board_whatever_lies_in_the_working_folder(
    wc3d: Wc3d, folder: Path
) -> None:
    for name in ("crossroads", "ravine"):
        (folder / f"{name}.json").write_text(json.dumps(TINY), encoding="utf-8")
    said = wc3d(
        "simulate",
        "--only",
        "0",
        "--bots",
        "random",
        "--forces",
        "marcher_worlds_skirmish",
        "--save",
        "game.jsonl",
    )
    assert (said.code, said.err) == (0, "")
    head = json.loads((folder / "game.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert head["setup"]["map"]["size"] == [30, 30]


def test_a_question_file_may_name_a_shipped_board(wc3d: Wc3d, folder: Path) -> None:
    asked = questions(SIGHT) | {"map": "open-ground"}
    (folder / "q.json").write_text(json.dumps(asked), encoding="utf-8")
    assert "a sees b" in wc3d("judge", "q.json").out
    assert wc3d("check", "q.json").out == "1 file checked, no findings\n"
    (folder / "q.json").write_text(json.dumps(asked | {"map": "open-grond"}), encoding="utf-8")
    assert (
        'map: no file "open-grond"' in (line := wc3d("judge", "q.json").one_line())
        and "did you mean open-ground?" in line
    )
    assert "did you mean open-ground?" in wc3d("check", "q.json").out


def test_python_finds_boards_by_name_and_its_errors_list_faults() -> None:
    assert (
        library.load_map("ravine").name
        == library.load_map(Path("ravine")).name
        == "Ravine crossing"
    )
    assert library.load_map("crossroads", "warmachine").policy.game == "warmachine"
    with pytest.raises(MapError, match=r"ravin: no such file.*did you mean ravine") as refused:
        library.load_map("ravin")
    assert len(refused.value.faults) == 1
    with pytest.raises(UnknownFileError):
        find_shipped_or_own_file("ravin", ShippedKind.BOARD)
