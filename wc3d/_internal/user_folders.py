"""The folder of this user's settings."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def settings_folder() -> Path:
    """Return the folder of this user's settings and recent files."""
    if own := os.environ.get("WC3D_CONFIG"):
        return Path(own)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home())) / "wc3d"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "wc3d"
