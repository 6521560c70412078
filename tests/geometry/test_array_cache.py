"""Arrays kept in files: whole or not at all."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import numpy as np
import pytest

from wc3d.geometry.array_cache import load_arrays, save_arrays


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    save_arrays({"a": np.arange(3), "words": np.array(["one", "two"])}, tmp_path / "a.npz")
    save_arrays({"a": np.arange(4.0), "words": np.array(["three"])}, tmp_path / "a.npz")
    found = load_arrays(tmp_path / "a.npz")
    assert found["a"].tolist() == [0, 1, 2, 3] and found["words"].tolist() == ["three"]
    assert [p.name for p in tmp_path.iterdir()] == ["a.npz"]


def test_what_a_killed_process_left_is_cleared_and_what_another_is_writing_is_not(
    tmp_path: Path,
) -> None:
    fresh = tmp_path / f".a.npz.{os.getppid()}.part"
    for part in (tmp_path / ".a.npz.4194999.part", fresh):  # no system has so many processes
        part.write_bytes(b"half")
    save_arrays({"a": np.arange(3)}, tmp_path / "a.npz")
    assert sorted(p.name for p in tmp_path.iterdir()) == [fresh.name, "a.npz"]


def test_where_writing_fails_what_was_kept_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_arrays({"a": np.arange(3)}, tmp_path / "a.npz")

    def fail(file: object, **_: object) -> None:
        file.write(b"half")  # type: ignore[attr-defined]
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", fail)
    with pytest.raises(OSError, match="No space"):
        save_arrays({"a": np.arange(9)}, tmp_path / "a.npz")
    assert load_arrays(tmp_path / "a.npz")["a"].tolist() == [0, 1, 2]
    assert [p.name for p in tmp_path.iterdir()] == ["a.npz"]


def test_every_damage_is_one_kind_of_error(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    with pytest.raises(OSError):
        load_arrays(path)
    save_arrays({"a": np.arange(30), "b": np.zeros((4, 5))}, path)
    whole = path.read_bytes()
    for end in range(0, len(whole), 7):
        path.write_bytes(whole[:end])
        with pytest.raises(ValueError):
            load_arrays(path)
    chance = np.random.default_rng(1)
    for _ in range(300):
        spoiled = bytearray(whole)
        for at in chance.integers(len(whole), size=3).tolist():
            spoiled[at] = int(chance.integers(256))
        path.write_bytes(bytes(spoiled))
        with contextlib.suppress(OSError, ValueError):
            load_arrays(path)
