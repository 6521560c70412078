"""Where the files that come with the program lie: boards and meshes, in a checkout or installed."""
from __future__ import annotations

import sysconfig
from pathlib import Path


def shipped(folder: str) -> Path:
    """The folder "maps" or "models3d" of this program: beside its code in a checkout, else where it was installed to."""
    checkout = Path(__file__).resolve().parents[1] / folder
    return checkout if checkout.is_dir() else Path(sysconfig.get_path("data")) / "share" / "wc3d" / folder
