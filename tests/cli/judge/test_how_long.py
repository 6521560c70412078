"""A long question tells at a terminal how far it is and how long it will take."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Wc3d, questions
from wc3d.cli.judge import command
from wc3d.cli.output import progress

Put = Callable[..., Path]


class Terminal(io.StringIO):
    """A stream that says it is a terminal, and keeps what was written."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def test_what_is_left_of_a_large_area_of_sight_is_told(
    wc3d: Wc3d, put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Terminal()
    monkeypatch.setattr(progress, "SHOW_AFTER_S", 0.0)
    monkeypatch.setattr(progress, "REFRESH_INTERVAL_S", 0.0)

    def line(what: str, **more: Any) -> progress.ProgressLine:
        return progress.ProgressLine(what, shown, **more)

    monkeypatch.setattr(command, "ProgressLine", line)
    wc3d("judge", put(questions({"type": "seen_from", "model": "a", "base": "small", "cell": 1})))
    assert "question 1 of 1 (seen_from)" in shown.getvalue() and " left" in shown.getvalue()
