"""`wc3d los`, `check`, `schema`, `export`, `view`, and the pictures and reports of `judge`."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.conftest import BOARD, Wc3d, model, questions
from wc3d.cli.output.progress import ProgressLine
from wc3d.cli.shared_arguments import PICTURE_QUALITIES
from wc3d.panda.requirements import NoGraphicsError
from wc3d.scene.quality import Quality
from wc3d.table.table import Table

Put = Callable[..., Path]
PNG = b"\x89PNG\r\n\x1a\n"
ROOT = Path(__file__).resolve().parents[2]
RANGE = {"type": "range", "from": "a", "to": "b"}


def test_los_says_the_same_as_judge(wc3d: Wc3d, put: Put) -> None:
    board = put(BOARD, "board.json")
    los = wc3d("los", board, "--from", "small@5,10", "--to", "large@15,10,0", "--json")
    asked = questions({"type": "sight", "from": "a", "to": "b"})
    judged = wc3d("judge", put(asked), "--json")
    assert (los.code, los.answers) == (0, judged.answers)


def test_los_in_words_names_the_models_as_given(wc3d: Wc3d, put: Put) -> None:
    said = wc3d("los", put(BOARD, "board.json"), "--from", "small@5,10", "--to", "medium@5,14")
    assert said.out.startswith("small@5,10 sees medium@5,14: clear by ")


def test_los_between_two_models_given_alike(wc3d: Wc3d, put: Put) -> None:
    said = wc3d("los", put(BOARD, "board.json"), "--from", "small@5,10", "--to", "small@5,10")
    assert said.code == 0
    assert said.out.startswith("small@5,10 sees small@5,10 (to): ")
    assert "note: " in said.out


def test_los_refuses_a_faulty_map_in_one_line(wc3d: Wc3d, put: Put) -> None:
    line = wc3d(
        "los", put({"size": [30]}, "board.json"), "--from", "small@5,10", "--to", "small@9,9"
    ).one_line()
    assert "board.json" in line and "size[1]" in line


def test_check_finds_nothing_in_a_sound_board(wc3d: Wc3d, put: Put) -> None:
    said = wc3d("check", put({"size": [30, 30], "terrain": [BOARD["terrain"][2]]}, "board.json"))
    assert (said.code, said.out, said.err) == (0, "1 file checked, no findings\n", "")


@pytest.mark.parametrize(
    ("data", "places"),
    [
        ({"size": [30], "terrain": 3}, ("size[1]", "terrain")),
        (
            {"size": [30, 30], "terrain": [{**BOARD["terrain"][0], "kind": "obstacle"}]},
            ("terrain[0].kind", "structure"),
        ),
        (
            questions(RANGE, models=[model("a", "small", 10, 10, 0), model("b", "small", 3, 3)]),
            ("models[0].position", "wall"),
        ),
        (
            questions(RANGE, models=[model("a", "small", -1, 10, 0), model("b", "small", 3, 3)]),
            ("models[0].position", "table"),
        ),
        (
            questions(RANGE, models=[model("a", "small", 3, 3), model("b", "small", 3, 3)]),
            ("models[1].position", "a"),
        ),
        (questions({**RANGE, "why": 1}, {"type": "smell"}), ("questions[0].why", "questions[1]")),
        ("[", ("line 1",)),
    ],
    ids=[
        "unreadable",
        "kind",
        "in a wall",
        "off the table",
        "two in one place",
        "bad questions",
        "no JSON",
    ],
)
def test_check_lists_every_fault_with_its_place(
    wc3d: Wc3d, put: Put, data: Any, places: tuple[str, ...]
) -> None:
    path = put(data)
    said = wc3d("check", path)
    assert (said.code, said.err) == (1, "")
    assert all(line.startswith(f"{path}: ") for line in said.out.splitlines()[:-1])
    for place in places:
        assert place in said.out


def test_warnings_alone_are_no_reason_to_say_no(wc3d: Wc3d, put: Put) -> None:
    post = {
        "id": "post",
        "kind": "structure",
        "shape": {"type": "cylinder", "center": [22, 20], "radius": 0.2, "height": 5},
    }
    said = wc3d("check", put({"size": [30, 30], "terrain": [post]}))
    assert (said.code, said.err) == (0, "")
    assert "warning" in said.out and said.out.endswith("1 file checked, 1 finding (all warnings)\n")


def test_check_searches_folders_and_counts(wc3d: Wc3d, put: Put, tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    put({"size": [30, 30]}, "deep/a.json")
    put({"size": [30, 30]}, "deep/er/b.json")
    put({"size": [30, -30]}, "deep/er/c.json")
    put("not looked at", "deep/notes.txt")
    said = wc3d("check", tmp_path / "deep")
    assert said.code == 1
    assert said.out.endswith("3 files checked, 1 finding\n")


def test_check_leaves_saved_games_in_a_folder_alone(wc3d: Wc3d, put: Put, tmp_path: Path) -> None:
    put({"size": [30, 30], "terrain": []}, "board.json")
    (tmp_path / "duel.jsonl").write_text('{"wc3d":"game","version":1}\n', encoding="utf-8")
    checked = wc3d("check", tmp_path)
    assert (checked.code, checked.err) == (0, "")
    assert "1 file checked" in checked.out


def test_check_searches_folders_for_files_of_lines_and_whatever_the_capitals(
    wc3d: Wc3d, put: Put, tmp_path: Path
) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("deep/a.JSON", "deep/b.jsonl", "deep/c.JsonL"):
        put({"size": [30, -30]}, name)
    said = wc3d("check", tmp_path / "deep")
    assert said.code == 1 and said.out.endswith("3 files checked, 3 findings\n")
    assert (
        "a.JSON: size[1]" in said.out
        and "b.jsonl: line 1 size[1]" in said.out
        and "c.JsonL: line 1" in said.out
    )


def test_check_warns_of_a_file_without_questions_which_is_answered(wc3d: Wc3d, put: Put) -> None:
    said = wc3d("check", put(questions()))
    assert said.code == 0 and "questions: warning: this file has no questions [empty]\n" in said.out
    assert wc3d("judge", put(questions()), "--json").answers == []
    unasked = {key: value for key, value in questions().items() if key != "questions"}
    assert "questions: error: expected a list of questions" in wc3d("check", put(unasked)).out


def test_check_reads_lines_and_says_which(wc3d: Wc3d, put: Put) -> None:
    lines = [json.dumps(questions({**RANGE, "to": to})) for to in "bz"]
    said = wc3d("check", put("\n".join([lines[0], "{", lines[1]]), "q.jsonl"))
    told = said.out.splitlines()
    assert said.code == 1
    assert any("line 2" in line and "JSON" in line for line in told)
    assert any("line 3 questions[0].to" in line for line in told)


def test_everything_shipped_passes_the_check(wc3d: Wc3d) -> None:
    said = wc3d("check", ROOT / "maps")
    assert (said.code, said.out.splitlines()[:-1]) == (0, [])


@pytest.mark.parametrize("name", ["map", "questions", "mission"])
def test_schemas_are_json_schema(wc3d: Wc3d, name: str) -> None:
    schema = json.loads(wc3d("schema", name).out)
    jsonschema.Draft202012Validator.check_schema(schema)


def test_the_schemas_accept_what_is_shipped_and_refuse_what_is_not(wc3d: Wc3d) -> None:
    for name, folder in (("map", "maps"), ("map", "maps/book"), ("questions", "maps/questions")):
        validator = jsonschema.Draft202012Validator(json.loads(wc3d("schema", name).out))
        files = sorted((ROOT / folder).glob("*.json"))
        assert files
        for file in files:
            data = json.loads(file.read_text(encoding="utf-8"))
            assert list(validator.iter_errors(data)) == [], file
            assert not validator.is_valid(data | {"nonsense": 1})


def test_the_schema_of_a_mission_takes_what_the_program_takes(wc3d: Wc3d) -> None:
    validator = jsonschema.Draft202012Validator(json.loads(wc3d("schema", "mission").out))
    guide = (ROOT / "wc3d" / "guide" / "formats.md").read_text(encoding="utf-8")
    hill = json.loads(guide[guide.index('{"id": "hill", "name": "King') :].partition("```")[0])
    assert validator.is_valid(hill)
    assert not validator.is_valid(hill | {"objectives": []}) and not validator.is_valid(
        hill | {"nonsense": 1}
    )


def test_a_game_without_missions_of_one_s_own_has_no_schema_of_them(wc3d: Wc3d) -> None:
    assert "has no mission files" in wc3d("schema", "mission", "--game", "warmachine").one_line()


def test_export_writes_a_glb_with_the_board(wc3d: Wc3d, put: Put, tmp_path: Path) -> None:
    for source, name in ((BOARD, "board"), (questions(RANGE), "asked")):
        out = tmp_path / f"{name}.glb"
        said = wc3d("export", put(source, f"{name}.json"), out)
        assert (said.code, said.err) == (0, "")
        magic, version, length = struct.unpack("<4sII", out.read_bytes()[:12])
        assert (magic, version, length) == (b"glTF", 2, out.stat().st_size)


def opened(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """The tables that `wc3d view` opens, without a window."""
    tables: list[Table] = []
    opened = lambda screen, title, begun, **options: tables.append(screen.table)  # noqa: E731
    monkeypatch.setattr("wc3d.window.shell.run_window.open_window", opened)
    return tables


def test_view_opens_a_map_or_the_table_of_a_question_file(
    wc3d: Wc3d, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = opened(monkeypatch)
    assert wc3d("view", put(BOARD, "board.json")).code == 0
    assert wc3d("view", put(questions(RANGE), "asked.json")).code == 0
    assert [[len(t.features), len(t.bodies)] for t in tables] == [[3, 0], [3, 3]]


@pytest.mark.slow
def test_a_picture_is_drawn_for_each_answer(wc3d: Wc3d, put: Put, tmp_path: Path) -> None:
    said = wc3d(
        "judge",
        put(questions(RANGE, {**RANGE, "type": "cover"})),
        "--picture",
        tmp_path / "out.png",
    )
    assert (said.code, said.err) == (0, "")
    assert f"Drawn: {tmp_path / 'out.png'}, {tmp_path / 'out-2.png'}\n" in said.out
    assert all((tmp_path / name).read_bytes().startswith(PNG) for name in ("out.png", "out-2.png"))


def test_a_picture_beside_json_leaves_the_json_alone(wc3d: Wc3d, put: Put, tmp_path: Path) -> None:
    said = wc3d("judge", put(questions(RANGE)), "--json", "--picture", tmp_path / "out.png")
    assert said.code == 0 and len(said.answers) == 1
    assert (tmp_path / "out.png").read_bytes().startswith(PNG)


@pytest.mark.parametrize("quality", [None, *PICTURE_QUALITIES])
def test_a_picture_is_drawn_with_the_quality_asked_for(
    wc3d: Wc3d, put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quality: str | None
) -> None:
    asked: list[Quality | None] = []

    def draw(*_: object, quality: Quality | None) -> list[Path]:
        asked.append(quality)
        return []

    monkeypatch.setattr("wc3d.panda.answer_picture.draw_answer_pages", draw)
    options = [] if quality is None else ["--quality", quality]
    path = tmp_path / "out.png"
    assert wc3d("judge", put(questions(RANGE)), "--picture", path, *options).code == 0
    assert asked == [None if quality is None else Quality(quality)]
    assert tuple(Quality) == PICTURE_QUALITIES


def test_a_picture_of_where_a_model_is_seen_from(wc3d: Wc3d, put: Put, tmp_path: Path) -> None:
    asked = questions({"type": "seen_from", "model": "a", "base": "small", "cell": 2})
    assert wc3d("judge", put(asked), "--picture", tmp_path / "out.png").code == 0
    assert (tmp_path / "out.png").read_bytes().startswith(PNG)


def test_a_picture_of_the_table_where_nothing_is_asked(
    wc3d: Wc3d, put: Put, tmp_path: Path
) -> None:
    said = wc3d("judge", put(questions()), "--picture", tmp_path / "out.png")
    assert (said.code, said.err) == (0, "")
    assert said.out == f"this file contains no questions\n\nDrawn: {tmp_path / 'out.png'}\n"
    assert (tmp_path / "out.png").read_bytes().startswith(PNG)


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a graphics library."""

    def refuse(*_: object, **options: object) -> None:
        raise NoGraphicsError("no graphics library on this machine: apt-get install libegl1 libgl1")

    monkeypatch.setattr("wc3d.panda.answer_picture.draw_answer_pages", refuse)
    monkeypatch.setattr("wc3d.window.shell.run_window.open_window", refuse)


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("format", [[], ["--json"]], ids=["words", "json"])
def test_without_graphics_the_verdict_is_given_and_the_package_named(
    wc3d: Wc3d, put: Put, tmp_path: Path, format: list[str]
) -> None:
    plain = wc3d("judge", put(questions(RANGE)), *format)
    said = wc3d("judge", put(questions(RANGE)), "--picture", tmp_path / "out.png", *format)
    assert (said.code, said.out) == (2, plain.out)
    assert said.err.count("\n") == 1 and "apt-get install" in said.err and "libegl1" in said.err
    assert not (tmp_path / "out.png").exists()


@pytest.mark.usefixtures("blind")
def test_without_graphics_there_is_no_window(wc3d: Wc3d, put: Put) -> None:
    assert "apt-get install" in wc3d("view", put(BOARD, "board.json")).one_line()


@pytest.mark.usefixtures("blind")
def test_a_picture_refused_does_not_cost_the_report(wc3d: Wc3d, put: Put, tmp_path: Path) -> None:
    page = tmp_path / "out.html"
    assert (
        wc3d(
            "judge", put(questions(RANGE)), "--picture", tmp_path / "out.png", "--report", page
        ).code
        == 2
    )
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith("out")] == ["out.html"]


class Terminal:
    """A stream that remembers what is written, and may be a terminal."""

    def __init__(self, is_terminal: bool) -> None:
        self.is_terminal = is_terminal
        self.written = ""

    def isatty(self) -> bool:
        return self.is_terminal

    def write(self, text: str) -> int:
        self.written += text
        return len(text)

    def flush(self) -> None:
        pass


@pytest.mark.parametrize(
    ("is_terminal", "seconds", "shown"),
    [(True, 1.0, True), (True, 0.1, False), (False, 1.0, False)],
)
def test_progress_is_shown_on_a_terminal_for_what_takes_long_and_wiped(
    is_terminal: bool, seconds: float, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr("wc3d.cli.output.progress.time.monotonic", lambda: now[0])
    terminal = Terminal(is_terminal)
    with ProgressLine("seen_from", terminal) as progress:  # type: ignore[arg-type]
        now[0] = seconds
        assert progress(3, 10) is True
    assert ("seen_from: 3 of 10" in terminal.written) is shown
    assert terminal.written.endswith("\r") is shown
