"""The optional parts of the installation (extras), and the message about a missing extra."""

from __future__ import annotations

import importlib.util

from wc3d.errors import InputError

HOST_EXTRA_MODULES = ("starlette", "uvicorn", "websockets")
"""The modules that the extra `wc3d[host]` installs."""

MODULES_BY_EXTRA = {
    "window": ("the window and pictures", ("panda3d", "direct", "imgui_bundle")),
    "print": ("plans as PDF", ("fontTools",)),
    "host": ("hosted games", HOST_EXTRA_MODULES),
    "rl": ("learning environments", ("pettingzoo", "gymnasium")),
    "cluster": ("--cluster", ("distributed",)),
}
"""The features and modules of each extra."""


def require_host_extra(feature: str) -> None:
    """Raise InputError with install instructions if those libraries are missing."""
    missing = [name for name in HOST_EXTRA_MODULES if importlib.util.find_spec(name) is None]
    if missing:
        raise InputError(f"{feature} needs {', '.join(missing)}; run: pip install 'wc3d[host]'")


def describe_missing_extra(error: ModuleNotFoundError) -> str:
    """Return the extra to install for a missing module; "" if no extra includes the module."""
    module = str(error.name).partition(".")[0]
    for extra, (purpose, modules) in MODULES_BY_EXTRA.items():
        if module in modules:
            verb = "needs" if purpose.startswith("-") else "need"
            return f"{purpose} {verb} {module}, which is not installed; run: pip install 'wc3d[{extra}]'"
    return ""
