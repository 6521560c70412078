"""The libraries that only hosting and joining games need: an extra of the installation."""
from __future__ import annotations

import importlib.util

from wc3d.errors import InputError

HOST_EXTRA = ("starlette", "uvicorn", "websockets")
"""What the extra `wc3d[host]` installs."""


def need_host_extra(what: str) -> None:
    """Are those libraries there? Raises InputError that says how to get them."""
    missing = [name for name in HOST_EXTRA if importlib.util.find_spec(name) is None]
    if missing:
        raise InputError(f"{what} needs {', '.join(missing)}: pip install 'wc3d[host]'")
