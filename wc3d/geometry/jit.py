"""Compiles the sight kernels on their first use (numba), and keeps them for every later process."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba import njit
from numba.core.caching import IndexDataCacheFile

from wc3d._internal.atomic_write import STALE_AFTER_S
from wc3d._internal.unpack_zip import is_writable
from wc3d.errors import to_one_line
from wc3d.geometry.cache_folder import KERNEL_FILES, cache_folder, hash_kernels

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])
SIGHT_KERNEL, MESH_KERNEL = "setup.decide_open_line", "mesh_distance.point_distances"
"""The kernels that are compiled last, of the search for an open line and of what makes meshes solid."""


def choose_cache_folder() -> str:
    """Return the folder for compiled kernels: $NUMBA_CACHE_DIR, or the program's own where that is not set or not writable.

    Warn of a folder that the user named and that cannot be written to.
    """
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named and is_writable(Path(named)):
        return named
    folder = str(cache_folder())
    own = os.environ.get("WC3D_CACHE")
    is_refused = bool(own) and not Path(folder).is_relative_to(own or "")
    for name, value in (("NUMBA_CACHE_DIR", named), ("WC3D_CACHE", own if is_refused else None)):
        if value:
            warning = f"wc3d: {name} {value}: cannot be written to; compiled code goes to {folder}"
            print(to_one_line(warning), file=sys.stderr)
    if named or is_refused:
        os.environ["NUMBA_CACHE_DIR"] = folder  # for the processes that this one starts
    return folder


_settings: Any = numba.config
_settings.CACHE_DIR = choose_cache_folder()

_SETTINGS = {"cache": True, "error_model": "numpy", "no_cfunc_wrapper": True}
_WITHIN = {**_SETTINGS, "no_cpython_wrapper": True, "_nrt": False}
_inner: Any = njit(**_WITHIN)  # type: ignore[call-overload]
_folded: Any = njit(**_WITHIN, inline="always")  # type: ignore[call-overload]
_outer: Any = njit(**_SETTINGS)  # type: ignore[call-overload]
_entry: Any = njit(**_SETTINGS, _nrt=False)  # type: ignore[call-overload]


def _guard_cache(compiled: Any) -> Any:
    """A kernel whose kept form cannot be read (a damaged file) is compiled anew; one that cannot be kept (full disk) is used."""
    store = getattr(compiled, "_cache", None)
    if store is None:
        return compiled
    if hasattr(
        store, "_impl"
    ):  # named by the kernels' text, not by where it lies and when it was written
        store._cache_path = str(_settings.CACHE_DIR)
        store._cache_file = IndexDataCacheFile(
            store._cache_path, store._impl.filename_base, hash_kernels()
        )
    load, save = store.load_overload, store.save_overload

    def load_or_discard(*signature: Any) -> Any:
        try:
            return load(*signature)
        except Exception:  # whatever pickle makes of a damaged file
            store.flush()
            return None

    def save_if_possible(*made: Any) -> None:
        with contextlib.suppress(OSError):
            save(*made)

    store.load_overload, store.save_overload = load_or_discard, save_if_possible
    return compiled


def compile_inner(function: FunctionT) -> FunctionT:
    """Compiles what only compiled code calls, and what makes no arrays.

    It has no glue for Python, which takes longer to compile than many a function, and counts no references to the arrays it is
    given, which takes longer than many a search.
    """
    return cast(FunctionT, _guard_cache(_inner(function)))


def compile_inlined(function: FunctionT) -> FunctionT:
    """Compiles a function into its only caller: one pass of optimization less over all that it calls."""
    return cast(FunctionT, _guard_cache(_folded(function)))


def compile_outer(function: FunctionT) -> FunctionT:
    """Compiles what Python calls."""
    return cast(FunctionT, _guard_cache(_outer(function)))


def compile_entry(function: FunctionT) -> FunctionT:
    """Compiles what Python calls and what makes no arrays: like `inner`, it counts no references."""
    return cast(FunctionT, _guard_cache(_entry(function)))


def is_compiled(last: str = SIGHT_KERNEL) -> bool:
    """Need the kernels not be compiled any more, as far as those go that are made ready when `last` is?"""
    return bool(_settings.DISABLE_JIT) or any(Path(_settings.CACHE_DIR).rglob(f"{last}-*.nbi"))


def compiled_kernel_share() -> float:
    """The share of all kernels, 0 to 0.99, that is compiled and kept; processes that compile side by side share it."""
    return min(0.99, sum(1 for _ in Path(_settings.CACHE_DIR).rglob("*.nbi")) / _count_kernels())


@cache
def _count_kernels() -> int:
    """How many functions are compiled and kept one by one."""
    return sum(
        len(
            re.findall(
                r"^@compile_(?:inner|outer|entry)$", path.read_text(encoding="utf-8"), re.MULTILINE
            )
        )
        for path in KERNEL_FILES
    )


def announce_compilation() -> None:
    """Says, before the first call, that the kernels will now be compiled, if they are not kept yet."""
    if not is_compiled():
        for leftover in Path(_settings.CACHE_DIR).rglob(
            "*.tmp.*"
        ):  # of a process that was killed while it kept a kernel
            with contextlib.suppress(OSError):
                if time.time() - leftover.stat().st_mtime > STALE_AFTER_S:
                    leftover.unlink()
        print(
            "wc3d: compiling the sight solver, only this once (up to half a minute) ...",
            file=sys.stderr,
            flush=True,
        )
