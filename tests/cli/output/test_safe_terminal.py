"""No text of a file commands the terminal: names are refused where they are read, and whatever else is printed is shown."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import BOARD, WALL, Wc3d, questions
from wc3d.cli.output.progress import ProgressLine
from wc3d.cli.output.safe_terminal import EscapingStream, escape_control_characters

COMMANDS = "\x1b]0;owned\x07\x1b[2J\x00\x9b\r\u202e"


@pytest.mark.parametrize("command", ["los", "judge", "check"])
@pytest.mark.parametrize(
    ("place", "feature", "board"),
    [
        ("terrain[0].name", {"name": COMMANDS}, {}),
        ("terrain[0].name", {"name": "wall\nAnswer: clear"}, {}),
        (
            "terrain[0].shape.file",
            {"shape": {"type": "mesh", "file": "wall\0.stl", "position": [5, 5]}},
            {},
        ),
        ("name", {}, {"name": COMMANDS}),
    ],
)
def test_a_name_that_commands_the_terminal_is_refused(
    wc3d: Wc3d,
    put: Callable[..., Path],
    command: str,
    place: str,
    feature: dict[str, Any],
    board: dict[str, Any],
) -> None:
    named = {**BOARD, "terrain": [{**WALL, **feature}], **board}
    if command == "judge":
        said = wc3d(
            command, put({**questions({"type": "sight", "from": "a", "to": "b"}), "map": named})
        )
    else:
        said = wc3d(
            command,
            put(named),
            *(("--from", "large@5,10", "--to", "large@15,10") if command == "los" else ()),
        )
    told = said.out + said.err
    assert place in told and "expected printable text" in told and said.code in (1, 2)
    assert told == escape_control_characters(told)


def test_whatever_is_printed_through_the_command_is_shown(wc3d: Wc3d, tmp_path: Path) -> None:
    said = wc3d("judge", tmp_path / COMMANDS.replace("\0", ""))
    assert said.err == escape_control_characters(said.err) and "no such file" in said.err
    stream = EscapingStream(io.StringIO())
    print(json.dumps(COMMANDS, ensure_ascii=False), "ends\tand lines", file=stream)
    printed = stream.stream.getvalue()  # type: ignore[attr-defined]
    assert (
        printed == escape_control_characters(printed)
        and json.loads(printed.partition('" ')[0] + '"') == COMMANDS
    )
    assert printed.endswith("ends\tand lines\n")


def test_the_command_opens_the_door(wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch) -> None:
    wc3d("rulings")
    assert isinstance(sys.stdout, EscapingStream) and isinstance(sys.stderr, EscapingStream)


def test_a_line_of_progress_may_write_over_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.StringIO()
    monkeypatch.setattr(raw, "isatty", lambda: True)
    line = ProgressLine(f"file{COMMANDS}", EscapingStream(raw))  # type: ignore[arg-type]
    line.last = 0.0
    line(1, 2)
    written = raw.getvalue().replace("\r", "")
    assert (
        raw.getvalue().startswith("\rfile")
        and "1 of 2" in written
        and escape_control_characters(written) == written
    )
