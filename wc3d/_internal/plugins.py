"""Objects by name: "module:name", and entry points of installed packages.

A broken entry point only prints a warning on stderr.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from wc3d._internal.memo import Size, memo_per_process
from wc3d.errors import InputError, describe_import_error, note_plugin, to_one_line

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@memo_per_process(Size.LARGE)
def load_object(place: str) -> Any:
    """Import the object at "module:name"."""
    module, _, name = place.partition(":")
    note_plugin(module)
    return getattr(importlib.import_module(module), name)


def has_module(name: str) -> bool:
    """Return whether a module of this name exists; only its parents are imported."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


@memo_per_process(Size.FEW)
def find_entry_points(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group by name."""
    from importlib.metadata import entry_points  # slow import that few commands need

    return {point.name: point for point in entry_points(group=group)}


def load_entry_point(point: EntryPoint) -> Any:
    """Return the object of an entry point. Raises InputError if its import fails for any reason."""
    note_plugin(point.value.partition(":")[0])
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        raise InputError(
            f"{describe_entry_point(point)} cannot be used ({describe_import_error(error)})"
        ) from error


def describe_entry_point(point: EntryPoint) -> str:
    """Describe an entry point for a message: its name, group and package."""
    package = f" of the package {point.dist.name}" if point.dist is not None else ""
    return f"the entry point {point.name} = {point.value} ({point.group}){package}"


def print_warning(message: object) -> None:
    """Print a one-line warning, except in worker processes: their parent has already printed it."""
    processes = sys.modules.get("multiprocessing.process")
    if processes is None or processes.parent_process() is None:
        print(to_one_line(f"wc3d: warning: {message}"), file=sys.stderr)
