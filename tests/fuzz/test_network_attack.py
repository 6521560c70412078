"""The network attack in small: its parts, and a few seconds of all of it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.fuzz import network_attack
from tests.fuzz.network_attack import Measured, Watcher, report


def seen(seconds: float, failed: int = 0) -> Measured:
    """What others saw if every answer took so long."""
    return Measured(
        {what: [seconds] * 100 for what in ("health", "joins", "moves")},
        {"health": failed, "joins": 0, "moves": 0},
    )


@pytest.mark.parametrize(
    ("seconds", "failed", "log", "is_up", "words", "missed"),
    [
        (0.01, 0, "one line\n", True, ["quick"], ""),
        (0.01, 1, "", True, ["quick"], ""),
        (0.01, 5, "", True, ["quick"], "health answered"),
        (
            0.2,
            0,
            "",
            True,
            ["quick"],
            "health within 100 ms; joins within 100 ms; moves within 100 ms",
        ),
        (0.01, 0, "x" * 1_000_001, True, ["quick"], "the log is small"),
        (0.01, 0, "Traceback (most recent call last)", True, ["quick"], "no traceback"),
        (0.01, 0, "", False, [], "the host is up; a quick player is told though others drip"),
    ],
)
def test_each_goal_can_be_missed(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    seconds: float,
    failed: int,
    log: str,
    is_up: bool,
    words: list[str],
    missed: str,
) -> None:
    (tmp_path / "log").write_text(log, encoding="utf-8")
    code = report(seen(seconds, failed), Watcher(1), tmp_path / "log", "", is_up, words, 128, 60)
    last = capsys.readouterr().out.splitlines()[-1]
    assert (code, last) == (bool(missed), f"missed: {missed}" if missed else "every goal is met")


def test_the_time_of_most_answers() -> None:
    measured = Measured({"health": [0.01] * 98 + [9.0] * 2, "joins": [], "moves": [1.0]})
    assert measured.slow("health") == pytest.approx(0.01) and measured.slow(
        "joins"
    ) == measured.slow("moves") == float("inf")


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux", reason="other systems have no addresses beside 127.0.0.1"
)
def test_a_few_seconds_of_everything_harm_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        network_attack, "SLOWEST_ANSWER_S", float("inf")
    )  # tests share their machine
    monkeypatch.setattr(network_attack, "MOST_FAILED", 0.2)
    monkeypatch.setattr(network_attack, "GAMES", 30)
    network_attack.main(["--seconds", "6", "--half-open", "60", "--descriptors", "128"])
    told = capsys.readouterr().out
    assert told.splitlines()[-1] == "every goal is met", told
    assert all(
        f"{kind} " in told
        for kind in ("hold_open", "send_malformed", "stay_silent", "guess_keys", "ping")
    )
