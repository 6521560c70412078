"""Some of the damaged mesh files that `python -m tests.fuzz.mesh_damage` reads by the thousand."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fuzz import mesh_damage


def test_damaged_files_are_read_or_refused_in_a_line(tmp_path: Path) -> None:
    faults, ended = mesh_damage.play(1, 300, tmp_path)
    assert faults == []
    assert min(ended[True], ended[False]) > 30, (
        "nearly all were read, or refused: too little or too much is damaged"
    )


@pytest.mark.slow
def test_many_damaged_files(tmp_path: Path) -> None:
    assert mesh_damage.play(2, 5_000, tmp_path)[0] == []


def test_whole_files_are_read(tmp_path: Path) -> None:
    for name, data in mesh_damage.whole_files().items():
        (tmp_path / name).write_bytes(data)
        fault, read = mesh_damage.fault_of(tmp_path / name)
        assert (fault, read) == ("", name not in ("looks.gltf", "other.stl")), name


def test_a_fault_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: Path) -> None:
        raise ValueError("it broke")

    monkeypatch.setattr(mesh_damage, "read_surface", broken)
    faults, _ = mesh_damage.play(1, 1, tmp_path)
    assert faults[0].endswith("try 0: ValueError: it broke")
    assert mesh_damage.damaged(random.Random(1), "a.stl", b"abc" * 99) != b"abc" * 99
