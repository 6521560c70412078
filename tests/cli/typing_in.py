"""Games in the terminal for tests: what is typed comes from a text, as through a pipe."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Said, Wc3d

BEGIN = """\
choose first
choose south
deploy wolf_1 15,26
deploy team 9,27 b@9,25.5
pass
deploy scourge 12 4
deploy reavers 18,4
pass
"""
"""Of a game with seed 3: player 1, Anna, wins the roll, sits north and deploys, then Ben does."""

Play = Callable[..., Said]


def playing(wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch, path: Path) -> Play:
    """Plays a game with what is typed: play("choose first", "--bot", 2)."""

    def play(typed: str, *options: object) -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        where = () if "--load" in options or "--save" in options else ("--save", path)
        return wc3d("play", *where, *options)

    return play
