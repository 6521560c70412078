"""A user's mistake is told in one line that names the file, the place and what was expected; exit 2, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import BOARD, Wc3d, model, questions
from wc3d._internal.atomic_write import write_atomic, write_output
from wc3d.errors import InputError
from wc3d.table.maps.strict_json import MAX_MAP_FILE_BYTES

Put = Callable[..., Path]
SIGHT = {"type": "sight", "from": "a", "to": "b"}


def with_map(**changes: Any) -> dict[str, Any]:
    """A question file whose map differs."""
    return questions(SIGHT) | {"map": BOARD | changes}


def shaped(**shape: Any) -> dict[str, Any]:
    """A question file whose map has one feature of this shape."""
    return with_map(terrain=[{"id": "x", "kind": "structure", "shape": shape}])


def box(**changes: Any) -> dict[str, Any]:
    """A question file whose map has one box."""
    return shaped(**({"type": "box", "center": [5, 5], "size": [2, 2], "height": 2} | changes))


MISTAKES: list[tuple[str, Any, tuple[str, ...]]] = [
    ("wrong JSON", '{"map": ', ("line 1", "JSON")),
    ("no JSON", "the wall is 2 inches tall", ("line 1", "JSON")),
    ("empty", "", ("empty",)),
    ("a list", "[]", ("object",)),
    ("a number", "3", ("object",)),
    ("nested without end", "[" * 100_000, ("nested",)),
    ("a key twice", '{"map": {}, "map": {}}', ("map", "twice")),
    ("no map", {"models": [], "questions": []}, ("map", "missing")),
    ("no questions", {"map": BOARD}, ("questions",)),
    ("both", questions(SIGHT, question=SIGHT), ("questions",)),
    ("unknown key", questions(SIGHT, question_s=[]), ("question_s", "unknown key")),
    (
        "unknown key in a model",
        questions(SIGHT, models=[model("a", "small", 1, 1) | {"z": 3}]),
        ("models[0].z", "unknown key"),
    ),
    (
        "unknown key in a question",
        questions({**SIGHT, "through": "w"}),
        ("questions[0].through", "unknown key"),
    ),
    (
        "unknown type",
        questions({"type": "smell", "from": "a", "to": "b"}),
        ("questions[0]", "smell", "sight"),
    ),
    ("no type", questions({"from": "a", "to": "b"}), ("questions[0]", "type")),
    (
        "unknown base",
        questions(SIGHT, models=[model("a", "huge", 1, 1)]),
        ("models[0].base", "huge", "small"),
    ),
    (
        "unknown kind of model",
        questions(SIGHT, models=[model("a", "small", 1, 1) | {"kind": "x"}]),
        ("models[0].kind", "gate"),
    ),
    (
        "id twice",
        questions(SIGHT, models=[model("a", "small", 1, 1), model("a", "small", 3, 3)]),
        ("models[1].id", "a"),
    ),
    (
        "unknown id",
        questions({**SIGHT, "to": "z"}),
        ("questions[0].to", '"z"', "the models are a, b, c"),
    ),
    ("unknown id in from", questions({**SIGHT, "from": "z"}), ("questions[0].from", '"z"')),
    ("unknown target", questions({"type": "blast", "target": "z"}), ("questions[0].target", '"z"')),
    (
        "unknown model",
        questions({"type": "jump", "model": "z", "to": [1, 1]}),
        ("questions[0].model", '"z"'),
    ),
    (
        "unknown ladder",
        questions(
            {"type": "move", "model": "a", "path": [{"ladder": "l", "to": [1, 1, 1]}], "speed": 6}
        ),
        ("questions[0].path[0].ladder", '"l"'),
    ),
    ("NaN", '{"map": {"size": [30, NaN]}, "questions": []}', ("map", "size[1]", "finite")),
    (
        "infinite",
        json.dumps(questions(models=[model("a", "small", 1, float("inf"))])),
        ("models[0].position[1]", "finite"),
    ),
    ("too large for a float", '{"map": {"size": [30, 1e999]}, "questions": []}', ("size[1]",)),
    (
        "a number as text",
        questions(SIGHT, models=[model("a", "small", "1", 1)]),
        ("models[0].position[0]", "number"),
    ),
    ("one coordinate", questions(SIGHT, models=[model("a", "small", 1)]), ("models[0].position",)),
    (
        "far away",
        questions(SIGHT, models=[model("a", "small", 1, 1e9)]),
        ("models[0].position[1]", "10000"),
    ),
    (
        "negative speed",
        questions({"type": "move", "model": "a", "path": [[1, 1]], "speed": -6}),
        ("questions[0].speed", "-6"),
    ),
    (
        "negative range",
        questions({"type": "spray", "from": "a", "to": "b", "range": -1}),
        ("questions[0].range", "-1"),
    ),
    (
        "sight of itself",
        questions({**SIGHT, "to": "a"}),
        ("questions[0]", "must be different models"),
    ),
    (
        "spray at itself",
        questions({"type": "spray", "from": "a", "to": "a", "range": 8}),
        ("questions[0]", "direction"),
    ),
    (
        "slam by itself",
        questions({"type": "slam", "model": "a", "from": "a", "distance": 3}),
        ("questions[0]", "different"),
    ),
    (
        "empty path",
        questions({"type": "move", "model": "a", "path": [], "speed": 6}),
        ("questions[0].path", "empty"),
    ),
    (
        "a strange step",
        questions({"type": "move", "model": "a", "path": [{"fly": 1}], "speed": 6}),
        ("questions[0].path[0]",),
    ),
    (
        "tiny cells",
        questions({"type": "seen_from", "model": "a", "base": "small", "cell": 1e-9}),
        ("questions[0].cell", "0.05"),
    ),
    (
        "unknown kind",
        with_map(terrain=[{"id": "x", "kind": "swamp", "shape": BOARD["terrain"][0]["shape"]}]),
        ("map", "terrain[0].kind", "swamp", "forest"),
    ),
    ("unknown shape", shaped(type="cone"), ("terrain[0].shape", "cone", "box")),
    (
        "no height",
        shaped(type="box", center=[5, 5], size=[2, 2]),
        ("terrain[0].shape.height", "missing"),
    ),
    ("negative size", box(size=[-2, 2]), ("terrain[0].shape.size[0]", "-2")),
    ("negative height", box(height=-2), ("terrain[0].shape.height", "-2")),
    (
        "negative radius",
        shaped(type="cylinder", center=[5, 5], radius=-1, height=2),
        ("terrain[0].shape.radius", "-1"),
    ),
    ("negative table", with_map(size=[-30, 30]), ("size[0]", "-30")),
    (
        "NaN in a shape",
        json.dumps(box(height="@")).replace('"@"', "NaN"),
        ("terrain[0].shape.height", "finite"),
    ),
    (
        "two corners",
        shaped(type="prism", points=[[1, 1], [5, 5]], height=2),
        ("terrain[0].shape.points",),
    ),
    (
        "crosses itself",
        shaped(type="prism", points=[[1, 1], [5, 5], [5, 1], [1, 5]], height=2),
        ("shape.points", "cross"),
    ),
    (
        "no area",
        shaped(type="prism", points=[[1, 1], [3, 3], [5, 5]], height=2),
        ("terrain[0].shape.points",),
    ),
    ("feature id twice", with_map(terrain=BOARD["terrain"][:1] * 2), ("terrain[1].id", "wall")),
    ("a map's unknown key", with_map(terain=[]), ("terain", "unknown key")),
    (
        "missing mesh",
        shaped(type="mesh", file="gone.stl", position=[5, 5, 0]),
        ("terrain[0].shape.file", "gone.stl"),
    ),
    ("missing map", questions(SIGHT) | {"map": "gone.json"}, ("map", "gone.json")),
    ("a map no system can name", questions(SIGHT) | {"map": "x" * 300}, ("map", "no file")),
    ("a map with a zero in its name", questions(SIGHT) | {"map": "a\0b.json"}, ("map", "no file")),
    ("a map that is a number", questions(SIGHT) | {"map": 3}, ("map", "3")),
    ("no corner at all", shaped(type="prism", points=[], height=2), ("shape.points", "found 0")),
    ("a number of thousands of digits", '{"map": ' + "1" * 5000 + "}", ("too many digits",)),
    ("half a character", '{"map": "\\ud800", "questions": []}', ("no file",)),
    ("expected too few", questions(SIGHT, SIGHT, expected=["clear"]), ("expected", "2")),
]


@pytest.mark.parametrize(
    ("given", "words"), [m[1:] for m in MISTAKES], ids=[m[0] for m in MISTAKES]
)
def test_judge_tells_a_mistake_in_one_line(
    wc3d: Wc3d, put: Put, given: Any, words: tuple[str, ...]
) -> None:
    path = put(given)
    said = wc3d("judge", path)
    for word in (str(path), *words):
        assert word in said.one_line()
    assert said.out == ""


@pytest.mark.parametrize(
    ("given", "words"), [m[1:] for m in MISTAKES], ids=[m[0] for m in MISTAKES]
)
def test_a_bad_line_is_told_and_the_rest_answered(
    wc3d: Wc3d, put: Put, given: Any, words: tuple[str, ...]
) -> None:
    bad = given if isinstance(given, str) else json.dumps(given)
    if not bad.strip():
        bad = "?"
        words = ("JSON",)
    good = json.dumps(questions({"type": "range", "from": "a", "to": "b"}))
    said = wc3d("judge", put("\n".join([good, bad, good]), "q.jsonl"), "--json")
    first, second, third = (json.loads(line) for line in said.out.splitlines())
    assert said.code == 2
    assert first["answers"] == third["answers"]
    assert list(second) == ["error"]
    for word in ("line 2", *words):
        assert word.replace("line 1", "line") in second["error"]


def test_every_fault_is_told_at_once(wc3d: Wc3d, put: Put) -> None:
    bad = questions({"type": "sight", "from": 1}, models=[model("a", "huge", 1)])
    line = wc3d("judge", put(bad)).one_line()
    for place in ("models[0].base", "models[0].position", "questions[0].from", "questions[0].to"):
        assert place in line


def test_a_missing_file(wc3d: Wc3d, tmp_path: Path) -> None:
    for command in (
        ["judge"],
        ["check"],
        ["los", "--from", "small@1,1", "--to", "small@5,5"],
        ["view"],
    ):
        assert "gone.json" in wc3d(*command[:1], tmp_path / "gone.json", *command[1:]).one_line()
    assert "gone.json" in wc3d("export", tmp_path / "gone.json", tmp_path / "out.glb").one_line()
    assert "gone.jsonl" in wc3d("judge", tmp_path / "gone.jsonl").one_line()
    assert not (tmp_path / "out.glb").exists()


def test_names_no_system_knows(wc3d: Wc3d, put: Put) -> None:
    long = "x" * 300
    for argv in (
        ["judge", f"{long}.json"],
        ["judge", f"{long}.jsonl"],
        ["check", long],
        ["view", long],
    ):
        assert "xxx" in wc3d(*argv).one_line()
    good = put({"size": [30, 30]})
    assert "xxx" in wc3d("export", good, f"{long}.glb").one_line()
    assert "no file" in wc3d("check", put(questions(SIGHT) | {"map": long})).out


def test_names_that_would_command_a_terminal(wc3d: Wc3d) -> None:
    for argv in (
        ["force", "import"],
        ["force", "check"],
        ["simulate", "--table-only"],
        ["judge"],
        ["card", "--cards"],
    ):
        line = wc3d(*argv, "gone/\x1b[2J\u202e.json").one_line()
        assert line.rstrip("\n").isprintable() and "[2J" in line


def test_a_device_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="a pipe or device"):
        write_atomic(pipe, "text")
    with pytest.raises(InputError, match="a pipe or device"):
        write_output(pipe, b"")
    assert pipe.is_fifo() and list(tmp_path.iterdir()) == [pipe]


def test_a_folder_instead_of_a_file(wc3d: Wc3d, tmp_path: Path) -> None:
    assert "folder" in wc3d("judge", tmp_path).one_line()
    (tmp_path / "d.jsonl").mkdir()
    assert "folder" in wc3d("judge", tmp_path / "d.jsonl").one_line()
    assert "no *.json" in wc3d("check", tmp_path).one_line()


def test_a_file_that_is_not_text(wc3d: Wc3d, tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    path.write_bytes(b'{"map": "\xff\xfe"}')
    assert "UTF-8" in wc3d("judge", path).one_line()
    lines = tmp_path / "q.jsonl"
    lines.write_bytes(b'{"map": "\xff\xfe"}\n')
    assert "UTF-8" in json.loads(wc3d("judge", lines, "--json").out)["error"]


def test_a_huge_file(wc3d: Wc3d, tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    path.write_bytes(b" " * (MAX_MAP_FILE_BYTES + 1))
    assert "the limit" in wc3d("judge", path).one_line()
    good = json.dumps(questions({"type": "range", "from": "a", "to": "b"})).encode()
    lines = tmp_path / "q.jsonl"
    lines.write_bytes(good + b"\n[" + b" " * (2 * MAX_MAP_FILE_BYTES) + b"]\n" + good + b"\n")
    said = wc3d("judge", lines, "--json")
    first, second, third = (json.loads(line) for line in said.out.splitlines())
    assert (said.code, first) == (2, third)
    assert "line 2" in second["error"] and "the limit" in second["error"]


def test_a_broken_mesh(wc3d: Wc3d, put: Put, tmp_path: Path) -> None:
    (tmp_path / "broken.stl").write_bytes(b"solid nothing\nendsolid")
    line = wc3d("judge", put(shaped(type="mesh", file="broken.stl", position=[5, 5, 0]))).one_line()
    assert "terrain[0].shape.file" in line and "broken.stl" in line


@pytest.mark.parametrize("name", ["noise.stl", "noise.obj", "noise.glb"])
def test_a_mesh_of_noise(wc3d: Wc3d, put: Put, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(bytes(range(255, 0, -1)) * 9)
    line = wc3d("judge", put(shaped(type="mesh", file=name, position=[5, 5, 0]))).one_line()
    assert f"terrain[0].shape.file: {name}" in line and "module" not in line
    assert {
        "noise.stl": "export it again",
        "noise.obj": "contains no faces",
        "noise.glb": "JSON: ",
    }[name] in line


def test_a_map_and_a_question_file_are_not_taken_for_each_other(wc3d: Wc3d, put: Put) -> None:
    assert "expected a question file, not a board" in wc3d("judge", put(BOARD)).one_line()
    line = wc3d("los", put(questions(SIGHT)), "--from", "small@1,1", "--to", "small@5,5").one_line()
    assert "expected a board, not a question file" in line


def test_an_open_mesh_is_terrain_too(wc3d: Wc3d, put: Put, tmp_path: Path) -> None:
    (tmp_path / "open.obj").write_text(
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n"
    )
    said = wc3d("judge", put(shaped(type="mesh", file="open.obj", position=[5, 5, 0])))
    assert said.code == 0 and not said.err


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ([], ("expected a command", "--help")),
        (["dance"], ("dance", "judge")),
        (["judge"], ("FILE",)),
        (["judge", "q.json", "--pictures"], ("--pictures",)),
        (["los", "m.json", "--from", "small@1,1"], ("--to",)),
        (
            ["los", "m.json", "--from", "tiny@1,1", "--to", "small@2,2"],
            ("--from", "tiny@1,1", "small@4,4"),
        ),
        (["los", "m.json", "--from", "small@1", "--to", "small@2,2"], ("--from", "small@1")),
        (
            ["los", "m.json", "--from", "small@1,nan", "--to", "small@2,2"],
            ("--from", "small@1,nan"),
        ),
        (["los", "m.json", "--from", "small", "--to", "small@2,2"], ("--from", "small@4,4")),
        (["schema", "games"], ("games", "questions")),
        (["export", "m.json", "out.obj"], ("out.obj", ".glb")),
        (["export", "m.json"], ("OUT",)),
        (["check"], ("PATH",)),
        (["judge", "q.json", "--picture", "out.gif"], ("out.gif", ".png")),
        (["judge", "q.json", "--picture", "nowhere/out.png"], ("nowhere/out.png", "folder")),
        (["judge", "q.json", "--report", "out.pdf"], ("out.pdf", ".html")),
        (["judge", "q.json", "--picture", ""], (".png",)),
        (["judge", "q.json", "--quality", "photo"], ("--quality", "--picture OUT.png")),
        (["judge", "q.json", "--picture", "a.png", "--quality", "best"], ("best", "photo")),
        (
            ["los", "m.json", "--from", "small@1,1", "--to", "small@5,5", "--quality", "low"],
            ("--quality", "--picture OUT.png"),
        ),
        (["demo", "--quality", "high"], ("--quality", "--out DIR")),
        (["judge", "q.json", "--report", ""], (".html",)),
        (
            ["los", "m.json", "--from", "small@1e9,1", "--to", "small@2,2"],
            ("--from", "small@1e9,1"),
        ),
        (["judge", "q.jsonl", "--picture", "out.png"], ("q.jsonl", ".json")),
    ],
)
def test_bad_arguments(
    wc3d: Wc3d,
    argv: list[str],
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    line = wc3d(*argv).one_line()
    for word in words:
        assert word in line


def test_an_output_that_is_a_folder_is_refused_before_any_work(wc3d: Wc3d, tmp_path: Path) -> None:
    (tmp_path / "out.png").mkdir()
    assert (
        "out.png"
        in wc3d("judge", tmp_path / "unread.json", "--picture", tmp_path / "out.png").one_line()
    )


def test_a_reader_that_leaves_is_no_fault(put: Put) -> None:
    path = put(
        "\n".join([json.dumps(questions({"type": "range", "from": "a", "to": "b"}))] * 200),
        "q.jsonl",
    )
    command = f"{sys.executable} -m wc3d.cli.main judge {path} --json | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False
    )
    assert json.loads(done.stdout)["answers"][0]["type"] == "range"
    assert (done.returncode, done.stderr) == (141, "")


def said_by(shell: str) -> tuple[int, str, str]:
    """What a command line of a shell says, `$WC3D` being the command: its exit code, output and errors."""
    environment = os.environ | {"WC3D": f"{sys.executable} -m wc3d.cli.main"}
    done = subprocess.run(
        ["bash", "-c", shell], capture_output=True, text=True, check=False, env=environment
    )
    return done.returncode, done.stdout, done.stderr


def test_no_room_for_the_output_is_told_in_one_line(tmp_path: Path) -> None:
    code, _, told = said_by(f"ulimit -f 1; $WC3D schema map > {tmp_path / 'schema.json'}")
    assert (code, told.count("\n")) == (2, 1)
    assert "cannot write the output" in told


def test_a_closed_output_is_no_traceback() -> None:
    assert said_by("$WC3D schema map >&-") == (0, "", "")
    assert said_by("$WC3D judge gone.json 2>&-") == (2, "", "")


def test_a_stream_that_lacks_a_character(put: Put) -> None:
    a, b = model("\u00e4", "small", 5, 10, 0), model("\u65e5", "large", 15, 10, 0)
    path = put(questions({"type": "range", "from": "\u00e4", "to": "\u65e5"}, models=[a, b]))
    code, out, told = said_by(f"PYTHONIOENCODING=ascii $WC3D judge {path}")
    assert (code, told) == (0, "") and out.startswith("\\xe4 to \\u65e5: ")
    code, out, told = said_by(f"PYTHONIOENCODING=ascii $WC3D judge {path} --json")
    assert (code, told) == (0, "") and json.loads(out)["answers"][0]["type"] == "range"


def test_an_interrupt_is_no_traceback(
    wc3d: Wc3d, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wc3d.cli.judge.command.answer_dispute", interrupted)
    said = wc3d("judge", put(questions(SIGHT)))
    assert (said.code, said.out) == (130, "")
    assert said.err == "wc3d: stopped\n"
