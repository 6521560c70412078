"""Folders of game packages that may not be installed, by their `pyproject.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

GAMES_GROUP = "wc3d.games"
"""The group of the entry points of games."""

PROJECT_FILE = "pyproject.toml"

MAX_FOLDERS = 500
"""The most folders beside each other that are searched."""

MAX_PROJECT_BYTES = 1_000_000


def read_game_points(folder: Path) -> dict[str, str]:
    """Return the games of a package's folder: "module:NAME" by the name of each entry point.

    Raises OSError for a file that cannot be read, and ValueError for one that is not TOML.
    """
    path = folder / PROJECT_FILE
    if path.stat().st_size > MAX_PROJECT_BYTES:
        raise ValueError(f"larger than {MAX_PROJECT_BYTES / 1e6:g} MB")
    points: Any = tomllib.loads(path.read_text(encoding="utf-8"))
    for key in ("project", "entry-points", GAMES_GROUP):
        points = points.get(key, {})
        if not isinstance(points, Mapping):
            raise ValueError(f"{key}: expected a table")
    return {str(name): str(place) for name, place in points.items()}


def find_game_folder(id: str) -> Path | None:
    """Return the folder here whose package has a game with this name, or None."""
    for folder in (Path(), *islice(_list_folders(), MAX_FOLDERS)):
        try:
            if id in read_game_points(folder):
                return folder
        except (OSError, ValueError):
            continue
    return None


def _list_folders() -> Iterator[Path]:
    """Yield the folders in the working folder, with the likely ones first."""
    try:
        folders = (path for path in Path().iterdir() if path.is_dir())
        yield from sorted(folders, key=lambda path: (not path.name.endswith("-game"), path.name))
    except OSError:
        return
