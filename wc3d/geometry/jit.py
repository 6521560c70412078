"""Kernels: functions that run interpreted at first, and compiled by numba once that is done.

Compiling takes half a minute, once for each computer. Meanwhile Python interprets the same
functions. A process beside compiles them into `kernel_store`. As soon as all kernels of a group are
there, calls from Python go to the compiled kernels. A call that is under way ends as it began:
compiled kernels are copies of the functions with other globals, so they never meet interpreted ones.
Both compute the same bits. Kernels use no `hypot`, which numba rounds differently than Python.

`WC3D_KERNELS=compiled` waits for the compiled kernels instead, `WC3D_KERNELS=interpreted` never
uses them.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import update_wrapper
from importlib import import_module
from threading import Lock, Timer
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

import numpy as np

from wc3d.geometry.cache_folder import GEOMETRY_FOLDER, hash_kernels
from wc3d.geometry.kernel_store import (
    KernelGroup,
    is_being_compiled,
    is_compiled,
    kernel_folder,
    kernel_modules,
    lock_group,
    mark_compiled,
)

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])
COMPILER_MODULE = "wc3d.geometry.compile_kernels"
KERNELS_VARIABLE = "WC3D_KERNELS"
SURFACE_MODULES = ("adjacency", "culling", "mesh_distance", "mesh_surfaces")
"""Modules whose entries are needed after a mesh became solid."""
BATCH_MODULES = ("line_batch",)
"""Modules whose entries decide many questions at once, and are never interpreted."""

COMPILING_NOTICE = "wc3d: preparing for this computer, only this once (up to a minute) ..."
NOTICE_AFTER_S = 2.0
"""Seconds of compiling after which the notice appears."""

CHECK_INTERVAL_S = 0.5
"""Seconds between two looks whether the kernels are compiled by now."""

_SETTINGS = {"cache": True, "error_model": "numpy", "no_cfunc_wrapper": True}
_WITHIN = {**_SETTINGS, "no_cpython_wrapper": True, "_nrt": False}
_INLINED = {**_WITHIN, "inline": "always"}
_WITHOUT_ARRAYS = {**_SETTINGS, "_nrt": False}

_options: dict[Callable[..., Any], dict[str, Any]] = {}
"""The compiler's options for each kernel, by its function."""
_entries: list[Entry] = []
_dispatchers: dict[Callable[..., Any], Any] = {}
"""Numba's compiled version of each kernel, by its function; filled at once."""
_unsaved_kernels: list[Any] = []
"""The kernels that this process compiled, or left to Python, without a file in the cache."""
_MAKING = Lock()
_used_groups: set[KernelGroup] = set()
"""The groups whose compiled kernels this process uses."""
_compilers: list[subprocess.Popen[bytes]] = []
_next_check: dict[KernelGroup, float] = {}
is_compilation_shown = False
"""Whether the program itself shows that it waits for compiled kernels."""
_is_loading = False
"""Whether a thread loads compiled kernels, and all others interpret until it has done so."""


class Entry:
    """A kernel that Python calls, interpreted or compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.function = function
        package, _, module = function.__module__.rpartition(".")
        self.must_be_compiled = package.endswith(".mesh_solids")
        if module in SURFACE_MODULES:
            self.group = KernelGroup.SURFACES
        elif module in BATCH_MODULES:
            self.group = KernelGroup.BATCH
        else:
            self.group = KernelGroup.MESH if self.must_be_compiled else KernelGroup.SIGHT
        self._run = self._choose
        _entries.append(self)

    def __call__(self, *arguments: Any) -> Any:
        return self._run(*arguments)

    def _choose(self, *arguments: Any) -> Any:
        if not may_use_compiled(self.group, self.must_be_compiled):
            return self.interpret(*arguments)
        self._run = self.compiled
        return self._run(*arguments)

    def interpret(self, *arguments: Any) -> Any:
        """Call the function in Python."""
        with np.errstate(all="ignore"):
            return self.function(*arguments)

    @property
    def compiled(self) -> Any:
        """Numba's version of the function, which compiles itself or loads itself when called."""
        return make_dispatchers()[self.function]


def entry_of(kernel: Any) -> Entry:
    """Return a decorated kernel, which type checkers see as a function."""
    assert isinstance(kernel, Entry)
    return kernel


def _add_kernel(function: Callable[..., Any], options: dict[str, Any]) -> None:
    assert not _dispatchers, f"{function.__module__} is not among the modules with kernels"
    _options[function] = options


def compile_inner(function: FunctionT) -> FunctionT:
    """Compile a function that only compiled code calls and that creates no arrays.

    Python wrappers take longer to compile than many functions, and counting references to arrays
    takes longer than many searches. Inner functions have neither.
    """
    _add_kernel(function, _WITHIN)
    return function


def compile_inlined(function: FunctionT) -> FunctionT:
    """Compile a function into its only caller, which saves one optimization pass."""
    _add_kernel(function, _INLINED)
    return function


def compile_outer(function: FunctionT) -> FunctionT:
    """Compile a function that Python calls."""
    _add_kernel(function, _SETTINGS)
    return cast(FunctionT, Entry(function))


def compile_entry(function: FunctionT) -> FunctionT:
    """Compile a function that Python calls and that creates no arrays; skip reference counts."""
    _add_kernel(function, _WITHOUT_ARRAYS)
    return cast(FunctionT, Entry(function))


def compile_unlocked(function: FunctionT) -> FunctionT:
    """Compile a function like `compile_entry` that runs without the GIL, so in several threads."""
    _add_kernel(function, {**_WITHOUT_ARRAYS, "nogil": True})
    return cast(FunctionT, Entry(function))


def make_dispatchers() -> dict[Callable[..., Any], Any]:
    """Return numba's version of every kernel. Imports numba, but compiles nothing yet.

    Each is made from a copy of the function whose globals hold numba's version of other kernels.
    """
    with _MAKING:
        if not _dispatchers:
            modules = [import_module(name) for name in kernel_modules()]
            settings = _import_numba().config
            settings.CACHE_DIR = str(kernel_folder())
            scopes = {module.__name__: dict(vars(module)) for module in modules}
            made = {
                function: _make_dispatcher(function, options, scopes[function.__module__])
                for function, options in _options.items()
            }
            by_id = {id(function): dispatcher for function, dispatcher in made.items()}
            by_id.update((id(entry), made[entry.function]) for entry in _entries)
            for scope in scopes.values():
                scope.update(
                    (name, by_id[id(value)]) for name, value in scope.items() if id(value) in by_id
                )
            _dispatchers.update(made)
    return _dispatchers


def _import_numba() -> ModuleType:
    import numba

    return numba


def _make_dispatcher(
    function: Callable[..., Any], options: dict[str, Any], scope: dict[str, Any]
) -> Any:
    assert isinstance(function, FunctionType)
    copy = FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__qualname__ = function.__qualname__
    copy.__module__ = function.__module__
    return _guard_cache(_import_numba().njit(**options)(copy))


def _guard_cache(compiled: Any) -> Any:
    """Recompile a kernel whose cache file is damaged, and accept one that cannot be cached."""
    store = getattr(compiled, "_cache", None)
    if store is None:  # NUMBA_DISABLE_JIT
        _unsaved_kernels.append(compiled)
        return compiled
    if hasattr(store, "_impl"):  # cache key: the kernels' source instead of path and time
        from numba.core.caching import IndexDataCacheFile

        store._cache_path = str(kernel_folder())
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
        try:
            save(*made)
        except OSError:  # such as a full disk
            _unsaved_kernels.append(compiled)

    store.load_overload, store.save_overload = load_or_discard, save_if_possible
    return compiled


def is_always_interpreted() -> bool:
    """Return whether the user asked for interpreted kernels."""
    return os.environ.get(KERNELS_VARIABLE) == "interpreted"


def may_use_compiled(group: KernelGroup, must_be_compiled: bool = False) -> bool:
    """Return whether to use the compiled kernels of a group.

    If they `must_be_compiled`, wait for them: solids of meshes take longer interpreted than
    compiling. Otherwise have a process beside compile them, and look now and then if it is done.
    """
    if group in _used_groups:
        return True
    if is_always_interpreted():
        return False
    if must_be_compiled or os.environ.get(KERNELS_VARIABLE) == "compiled":
        use_compiled(group)
        return True
    if _is_loading or time.monotonic() < _next_check.get(group, 0.0):
        return False
    _next_check[group] = time.monotonic() + CHECK_INTERVAL_S
    if is_compiled(group):
        _used_groups.add(group)
        return True
    start_compiling()
    return False


@contextlib.contextmanager
def keep_interpreting() -> Iterator[None]:
    """Interpret in all threads, while this one waits for compiled kernels and loads them."""
    global _is_loading
    _is_loading = True
    try:
        yield
    finally:
        _is_loading = False


def use_compiled(group: KernelGroup) -> None:
    """Use the compiled kernels of a group from now on; compile them first, or wait until another
    process has done so."""
    if group in _used_groups:
        return
    if is_compiled(group):
        _used_groups.add(group)
        return
    if os.environ.get(KERNELS_VARIABLE) != "compiled":
        start_compiling()  # the other groups, on another core
    notice = Timer(NOTICE_AFTER_S, _announce_compilation)
    notice.daemon = True
    notice.start()
    try:
        with lock_group(group):
            if group not in _used_groups:
                _used_groups.add(group)
                if not is_compiled(group):
                    import_module(COMPILER_MODULE).compile_group(group)  # it imports this one
                    if not _unsaved_kernels:
                        mark_compiled(group)
    finally:
        notice.cancel()


def _announce_compilation() -> None:
    if not is_compilation_shown:
        print(COMPILING_NOTICE, file=sys.stderr, flush=True)


def start_compiling() -> None:
    """Start a process that compiles all kernels and outlives this one, unless one runs already."""
    if _compilers or is_being_compiled(KernelGroup.SIGHT):
        return
    package_folder = str(GEOMETRY_FOLDER.parent.parent)
    paths = os.pathsep.join(filter(None, [package_folder, *sys.path]))
    environment = {
        **os.environ,
        KERNELS_VARIABLE: "compiled",
        "NUMBA_CACHE_DIR": str(kernel_folder()),
        "PYTHONPATH": paths,
    }
    with contextlib.suppress(OSError, ValueError):
        _compilers.append(
            subprocess.Popen(
                [sys.executable, "-m", COMPILER_MODULE],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=package_folder,
                env=environment,
                start_new_session=True,
            )
        )


def is_compiling() -> bool:
    """Return whether the process that `start_compiling` found or started is at work."""
    return any(process.poll() is None for process in _compilers) or is_being_compiled(
        KernelGroup.SIGHT
    )
