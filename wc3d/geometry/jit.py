"""Compile the sight kernels with numba on first use, and cache them for later processes."""

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
"""The last kernels to be compiled, of the line search and of the mesh code."""


def choose_cache_folder() -> str:
    """Return the folder for compiled kernels: $NUMBA_CACHE_DIR if writable, else the program's
    own.

    Warns if a folder that the user named is not writable.
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
        os.environ["NUMBA_CACHE_DIR"] = folder  # for child processes
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
    """Recompile a kernel whose cache file is damaged, and accept one that cannot be cached."""
    store = getattr(compiled, "_cache", None)
    if store is None:
        return compiled
    if hasattr(store, "_impl"):  # cache key: the kernels' source instead of path and time
        store._cache_path = str(_settings.CACHE_DIR)
        store._cache_file = IndexDataCacheFile(
            store._cache_path, store._impl.filename_base, hash_kernels()
        )
    load, save = store.load_overload, store.save_overload

    def load_or_discard(*signature: Any) -> Any:
        try:
            return load(*signature)
        except Exception:  # pickle raises any exception for a damaged file
            store.flush()
            return None

    def save_if_possible(*made: Any) -> None:
        with contextlib.suppress(OSError):
            save(*made)

    store.load_overload, store.save_overload = load_or_discard, save_if_possible
    return compiled


def compile_inner(function: FunctionT) -> FunctionT:
    """Compile a function that only compiled code calls and that creates no arrays.

    Python wrappers take longer to compile than many functions, and counting references to arrays
    takes longer than many searches. Inner functions have neither.
    """
    return cast(FunctionT, _guard_cache(_inner(function)))


def compile_inlined(function: FunctionT) -> FunctionT:
    """Compile a function into its only caller, which saves one optimization pass."""
    return cast(FunctionT, _guard_cache(_folded(function)))


def compile_outer(function: FunctionT) -> FunctionT:
    """Compile a function that Python calls."""
    return cast(FunctionT, _guard_cache(_outer(function)))


def compile_entry(function: FunctionT) -> FunctionT:
    """Compile a function that Python calls and that creates no arrays; skip reference counts."""
    return cast(FunctionT, _guard_cache(_entry(function)))


def is_compiled(last: str = SIGHT_KERNEL) -> bool:
    """Return whether all kernels up to `last` are compiled."""
    return bool(_settings.DISABLE_JIT) or any(Path(_settings.CACHE_DIR).rglob(f"{last}-*.nbi"))


def compiled_kernel_share() -> float:
    """Return the share of kernels already cached, 0 to 0.99, by this or other processes."""
    return min(0.99, sum(1 for _ in Path(_settings.CACHE_DIR).rglob("*.nbi")) / _count_kernels())


@cache
def _count_kernels() -> int:
    """Return the number of functions that are compiled and cached separately."""
    return sum(
        len(
            re.findall(
                r"^@compile_(?:inner|outer|entry)$", path.read_text(encoding="utf-8"), re.MULTILINE
            )
        )
        for path in KERNEL_FILES
    )


def announce_compilation() -> None:
    """Print a notice before the first call if the kernels must be compiled."""
    if not is_compiled():
        for leftover in Path(_settings.CACHE_DIR).rglob("*.tmp.*"):  # from killed processes
            with contextlib.suppress(OSError):
                if time.time() - leftover.stat().st_mtime > STALE_AFTER_S:
                    leftover.unlink()
        print(
            "wc3d: compiling the sight solver, only this once (up to half a minute) ...",
            file=sys.stderr,
            flush=True,
        )
