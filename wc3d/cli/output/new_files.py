"""Paths of new files that a command writes."""

from __future__ import annotations

import os
from pathlib import Path

from wc3d.errors import InputError


def require_new_path(named: str) -> Path:
    """Return a path for a new file. Raises InputError if the file exists."""
    if os.path.isdir(named):
        raise InputError(f"{named}: expected a file name, not a folder")
    if os.path.exists(named):
        raise InputError(f"{named}: this file already exists; choose another name")
    return Path(named)


def free_path_beside(path: Path) -> Path:
    """Return the path for unsaved work: `path`, or the first free name next to it."""
    names = (
        path.with_name(f"{path.stem}.unsaved{f'-{i}' if i else ''}.json") for i in range(10**6)
    )
    return path if not os.path.exists(path) else next(name for name in names if not name.exists())
