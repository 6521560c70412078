"""Some of the spoilt inputs that `python -m tests.fuzz.inputs` feeds to the program by the thousand."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from tests.fuzz import inputs
from tests.fuzz.input_kinds import Kind
from tests.fuzz.mutations import spoiled_value


def test_a_value_is_spoilt_the_same_way_again() -> None:
    value = {"map": {"size": [30, 30]}, "models": [{"id": "a", "position": [1, 2.5]}]}
    made = [spoiled_value(random.Random(k), value) for k in range(50)]
    assert made == [spoiled_value(random.Random(k), value) for k in range(50)]
    assert sum(m != value for m in made) > 40


def found(monkeypatch: pytest.MonkeyPatch, command: str, data: bytes) -> list[str]:
    """What is said of an input that is not spoilt at all."""
    kind = Kind("made", {"a.json": data}, (command,), lambda chance, name, data: data)
    monkeypatch.setattr(inputs, "kinds", lambda folder: (kind,))
    return list(inputs.play("1", 0, 2, 1.0, 1).faults)


@pytest.mark.parametrize(
    ("cpu_per_minute", "verdict"),
    [(0.02, ""), (0.0, "waits for something without end"), (50.0, "hangs: over 120 s")],
)
def test_a_slow_machine_is_no_hang(
    monkeypatch: pytest.MonkeyPatch, cpu_per_minute: float, verdict: str
) -> None:
    minutes = [0]
    monkeypatch.setattr(inputs.time, "monotonic", lambda: 60.0 * minutes[-1])
    monkeypatch.setattr(inputs.Worker, "_cpu", lambda worker: cpu_per_minute * minutes[-1])
    worker = object.__new__(inputs.Worker)
    worker.process = SimpleNamespace(is_alive=lambda: True)
    worker.line = Mock()
    worker.left = 1
    worker.ask(7)
    troubles = []
    for minute in range(1, 6):
        minutes.append(minute)
        troubles.append(worker.trouble())
    assert troubles[0] == "" and troubles[-1] == verdict


@pytest.mark.slow
def test_a_fault_is_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = b'{"size": [30, 30]}'
    assert found(monkeypatch, "check FILE", good) == []
    monkeypatch.setattr("wc3d.cli.board.check.run", lambda given: print("\x9b", file=given.nothing))
    assert "AttributeError" in found(monkeypatch, "check FILE", good)[0]
    monkeypatch.setattr("wc3d.cli.board.check.run", lambda given: Path("litter").write_text("x"))
    assert "left behind: litter" in found(monkeypatch, "check FILE", good)[0]
    monkeypatch.setattr(
        "wc3d.cli.board.check.run", lambda given: bool(bytearray(800_000_000)) and 0
    )
    assert "took 78" in found(monkeypatch, "check FILE", good)[0]
    assert "left behind: OUT.txt" not in capsys.readouterr().err


@pytest.mark.slow
def test_spoilt_inputs_are_taken_or_refused_in_a_line() -> None:
    tally = inputs.play("tests", 0, 1500, 4.0, 2)
    assert tally.faults == {}
    assert tally.ended.total() >= 500 and len({kind for kind, _ in tally.ended}) == 12
