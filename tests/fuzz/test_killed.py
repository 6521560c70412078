"""Some of the kills that `python -m tests.fuzz.killed` deals by the hundred."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.fuzz import killed
from tests.fuzz.killed import READY, Saver, say

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system parts no processes"),
]


def test_nothing_acknowledged_is_lost_and_no_litter_is_left() -> None:
    faults, dealt = killed.play(1, 24)
    assert faults == [] and len(dealt) >= 5


@pytest.mark.parametrize(
    ("write", "told"),
    [
        (lambda path, number: path.write_text(str(number) * 3_000_000, encoding="utf-8"), "lost"),
        (
            lambda path, number: path.with_name(f"{number}.tmp").write_text("x", encoding="utf-8"),
            "litter",
        ),
    ],
)
def test_a_fault_is_seen(monkeypatch: pytest.MonkeyPatch, write: object, told: str) -> None:
    path = Path("file")

    def work() -> None:
        path.write_text("0" * 3_000_000, encoding="utf-8")
        say(READY)
        for number in range(1, 9):
            write(path, number)  # type: ignore[operator]
            say(number)

    def check(folder: Path, said: list[str]) -> str:
        return "" if len((folder / path).read_text(encoding="utf-8")) == 3_000_000 else "it is lost"

    monkeypatch.setattr(killed, "SAVERS", {"bad": Saver(work, check, frozenset({"file"}), 0.02)})
    faults, _ = killed.play(1, 40)
    assert any(told in fault for fault in faults)
