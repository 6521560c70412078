"""What the tests of the command line share: a small board with a wall and a wood, and the command itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from wc3d.cli.main import main

WALL = {
    "id": "wall",
    "kind": "structure",
    "shape": {"type": "box", "center": [10, 10], "size": [1, 8], "height": 4},
}
LOW = {
    "id": "low",
    "kind": "obstacle",
    "shape": {"type": "box", "center": [20, 10], "size": [0.5, 8], "height": 0.8},
}
WOOD = {
    "id": "wood",
    "kind": "forest",
    "shape": {"type": "box", "center": [10, 22], "size": [5, 5], "height": 5},
}
BOARD: dict[str, Any] = {"name": "Test board", "size": [30, 30], "terrain": [WALL, LOW, WOOD]}


def model(id: str, base: str, *position: Any) -> dict[str, Any]:
    """A model of a question file."""
    return {"id": id, "base": base, "position": list(position)}


def questions(
    *asked: dict[str, Any], models: list[dict[str, Any]] | None = None, **more: Any
) -> dict[str, Any]:
    """A question file on the test board."""
    standing = [
        model("a", "small", 5, 10, 0),
        model("b", "large", 15, 10, 0),
        model("c", "medium", 5, 14, 0),
    ]
    return {
        "map": BOARD,
        "models": standing if models is None else models,
        "questions": list(asked),
        **more,
    }


@dataclass(frozen=True)
class Said:
    """What a command said: its exit code, standard output and standard error."""

    code: int
    out: str
    err: str

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The answers it printed as JSON."""
        answers: list[dict[str, Any]] = json.loads(self.out)["answers"]
        return answers

    def one_line(self) -> str:
        """Its one line of error. Fails if there is more, or another exit code than 2, or anything printed."""
        assert self.code == 2, self
        assert self.err.count("\n") == 1 and self.err.endswith("\n"), self.err
        assert "Traceback" not in self.err
        return self.err


def without_announcement(err: str) -> str:
    """Standard error without the line that a machine's very first question of sight prints while kernels are compiled."""
    return "".join(
        line for line in err.splitlines(keepends=True) if not line.startswith("wc3d: compiling ")
    )


Wc3d = Callable[..., Said]


@pytest.fixture
def wc3d(capsys: pytest.CaptureFixture[str]) -> Wc3d:
    """Runs the command in this process: wc3d("judge", path, "--json")."""

    def run(*argv: object) -> Said:
        capsys.readouterr()
        try:
            code = main([str(word) for word in argv])
        except SystemExit as left:  # argparse leaves so
            code = left.code if isinstance(left.code, int) else 2
        out, err = capsys.readouterr()
        return Said(code, out, without_announcement(err))

    return run


@pytest.fixture
def put(tmp_path: Path) -> Callable[[Any, str], Path]:
    """Writes a JSON value (or a text) to a file: put({...}, "q.json")."""

    def write(value: Any, name: str = "q.json") -> Path:
        path = tmp_path / name
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return path

    return write
