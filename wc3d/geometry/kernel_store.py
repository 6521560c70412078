"""The folder of compiled kernels: where it is, what is ready in it, and who compiles now.

Numba writes the kernels into the folder. A mark says that all kernels of a group are there. Only
one process compiles a group at a time. Does not import numba.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import re
import sys
import time
from contextlib import AbstractContextManager
from enum import Enum
from functools import cache
from pathlib import Path

from wc3d._internal.atomic_write import STALE_AFTER_S
from wc3d._internal.file_lock import is_locked, lock_file
from wc3d._internal.unpack_zip import is_writable
from wc3d.errors import to_one_line
from wc3d.geometry.cache_folder import GEOMETRY_FOLDER, KERNEL_FILES, cache_folder, hash_kernels


class KernelGroup(Enum):
    """Kernels that are compiled together."""

    SIGHT = "sight"
    """The search for open lines. Python can interpret it: a board has few pieces near a line."""

    MESH = "mesh"
    """The construction of solids around meshes. Python would take minutes."""

    SURFACES = "surfaces"
    """The preparation of the meshes near a line, which Python can interpret, and distances from a
    mesh."""

    BATCH = "batch"
    """Many questions of sight in one call. Until it is compiled, each question is its own call."""


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


@cache
def kernel_folder() -> Path:
    """Return the folder for the compiled kernels of this process."""
    return Path(choose_cache_folder())


@cache
def hash_processor() -> str:
    """Return a hash of what this processor can do: numba compiles for this very processor."""
    text = platform.processor()
    with contextlib.suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
        wanted = ("model name", "flags", "Features", "CPU part")
        text = "\n".join(sorted({line for line in lines if line.startswith(wanted)}))
    return hashlib.sha256(f"{platform.machine()}\n{text}".encode()).hexdigest()[:8]


def _mark_path(group: KernelGroup) -> Path:
    name = f"{group.value}-{hash_kernels()}-{hash_processor()}.compiled"
    return kernel_folder() / name


def _lock_path(group: KernelGroup) -> Path:
    return kernel_folder() / f"{group.value}-{hash_kernels()}.lock"


def is_compiled(group: KernelGroup = KernelGroup.SIGHT) -> bool:
    """Return whether all kernels of a group are compiled and in the folder."""
    return _mark_path(group).exists()


def mark_compiled(group: KernelGroup) -> None:
    """Note that all kernels of a group are in the folder, if it can be written to."""
    with contextlib.suppress(OSError):
        _mark_path(group).touch()
        for leftover in kernel_folder().rglob("*.tmp.*"):  # from killed processes
            if time.time() - leftover.stat().st_mtime > STALE_AFTER_S:
                leftover.unlink()


def lock_group(group: KernelGroup) -> AbstractContextManager[None]:
    """Return a context in which no other process compiles a group."""
    return lock_file(_lock_path(group))


def is_being_compiled(group: KernelGroup) -> bool:
    """Return whether some process compiles a group now."""
    return is_locked(_lock_path(group))


def compiled_kernel_share() -> float:
    """Return the share of kernels already cached, 0 to 0.99, by this or other processes."""
    return min(0.99, sum(1 for _ in kernel_folder().rglob("*.nbi")) / _count_kernels())


@cache
def _count_kernels() -> int:
    """Return the number of functions that are compiled and cached separately."""
    return sum(
        len(
            re.findall(
                r"^@compile_(?:inner|outer|entry|unlocked)$",
                path.read_text(encoding="utf-8"),
                re.MULTILINE,
            )
        )
        for path in KERNEL_FILES
    )


def kernel_modules() -> list[str]:
    """Return the names of all modules with kernels."""
    package = GEOMETRY_FOLDER.parent.parent
    return [
        ".".join(path.relative_to(package).with_suffix("").parts)
        for path in KERNEL_FILES
        if path.stem != "__init__"
    ]
