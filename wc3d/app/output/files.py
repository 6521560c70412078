"""Where the user wants something written: checked before any work is done (`writing` then writes it whole or not at all)."""
from __future__ import annotations

import os
from pathlib import Path

from wc3d.errors import InputError


def check_output(out: str, *endings: str) -> Path:
    """The path of an output that could be written. Raises InputError."""
    path = Path(out)
    if path.suffix.lower() not in endings:
        raise InputError(f"{out}: expected a file name that ends in {' or '.join(endings)}")
    if os.path.isdir(path):
        raise InputError(f"{out}: expected a file name, this is a folder")
    if not os.path.isdir(path.parent):
        raise InputError(f"{out}: there is no folder {path.parent} to write to")
    if not os.access(path.parent, os.W_OK):
        raise InputError(f"{out}: the folder {path.parent} cannot be written to")
    return path
