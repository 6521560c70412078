"""Kernels that were kept badly, or cannot be kept, cost a compilation and nothing else."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from wc3d.geometry import jit
from wc3d.geometry.cache_folder import GEOMETRY_FOLDER, cache_folder
from wc3d.geometry.jit import _guard_cache, entry_of
from wc3d.geometry.kernel_store import choose_cache_folder, is_compiled


class Cache:
    """A store of compiled kernels that neither reads nor writes."""

    def __init__(self) -> None:
        self.flushed = 0

    def load_overload(self, signature: Any, target: Any) -> Any:
        raise pickle.UnpicklingError("pickle data was truncated")

    def save_overload(self, signature: Any, made: Any) -> None:
        raise OSError(28, "No space left on device")

    def flush(self) -> None:
        self.flushed += 1


@pytest.fixture(autouse=True)
def unsaved(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The kernels without a file in the cache; those of the real ones stay as they are."""
    monkeypatch.setattr(jit, "_unsaved_kernels", [])
    return jit._unsaved_kernels


def test_a_damaged_kernel_is_thrown_away_and_one_that_cannot_be_kept_is_used() -> None:
    cache = Cache()
    kernel = _guard_cache(SimpleNamespace(_cache=cache))
    assert kernel._cache.load_overload("signature", "target") is None
    assert cache.flushed == 1
    kernel._cache.save_overload("signature", "made")


def test_a_function_that_is_not_compiled_is_left_alone() -> None:
    def plain() -> int:
        return 3

    assert _guard_cache(plain) is plain


def test_two_installations_of_the_same_text_share_what_is_kept(tmp_path: Path) -> None:
    """A copy of the package elsewhere, as a second installation has it, loads what the first one compiled."""
    if not is_compiled():
        pytest.skip("nothing is kept yet")
    shutil.copytree(
        GEOMETRY_FOLDER.parent, tmp_path / "wc3d", ignore=shutil.ignore_patterns("__pycache__")
    )
    said = "import wc3d; from wc3d.geometry.cache_folder import cache_folder; from wc3d.geometry.kernel_store import is_compiled"
    said += "; print(cache_folder(), is_compiled(), wc3d.__file__)"
    ran = subprocess.run(
        [sys.executable, "-c", said], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    folder, compiled, where = ran.stdout.split()
    assert (Path(folder), compiled) == (cache_folder(), "True") and tmp_path in Path(where).parents
    from wc3d.geometry.sight_search.mesh_surfaces import line_distance

    index = vars(entry_of(line_distance).compiled._cache._cache_file)
    assert index["_source_stamp"] in str(cache_folder()), (
        "stamped by the text, not by when the file was written"
    )
    assert index["_index_name"].startswith("mesh_surfaces.line_distance-")


def test_a_folder_for_kernels_that_cannot_be_written_to_is_replaced_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    for unusable in (tmp_path / "file", tmp_path / "file" / "below"):
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(unusable))
        assert choose_cache_folder() == str(cache_folder())
        told = f"wc3d: NUMBA_CACHE_DIR {unusable}: cannot be written to; compiled code goes to {cache_folder()}\n"
        assert capsys.readouterr().err == told
        assert choose_cache_folder() == str(cache_folder()) and capsys.readouterr().err == "", (
            "child processes say nothing"
        )
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "new"))
    assert choose_cache_folder() == str(tmp_path / "new")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    assert choose_cache_folder() == str(cache_folder()) and capsys.readouterr().err == ""


def test_a_cache_folder_that_cannot_be_written_to_is_replaced_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    monkeypatch.setenv("WC3D_CACHE", str(tmp_path / "file"))
    folder = choose_cache_folder()
    warning = f"wc3d: WC3D_CACHE {tmp_path / 'file'}: cannot be written to; compiled code goes to {folder}\n"
    assert capsys.readouterr().err == warning
    assert choose_cache_folder() == folder and capsys.readouterr().err == "", (
        "child processes say nothing"
    )
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    monkeypatch.setenv("WC3D_CACHE", str(tmp_path / "new"))
    assert choose_cache_folder() == str(cache_folder()) and capsys.readouterr().err == ""


def test_a_command_runs_with_an_unusable_folder_for_kernels(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    asked = [
        sys.executable,
        "-c",
        "from wc3d.geometry.kernel_store import is_compiled; is_compiled()",
    ]
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "file")}
    ran = subprocess.run(asked, env=env, capture_output=True, text=True, check=True)
    assert ran.stderr.count("\n") == 1 and ran.stderr.startswith("wc3d: NUMBA_CACHE_DIR ")
