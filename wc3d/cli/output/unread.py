"""Show on standard error what of a file was not read, one line for each warning."""

from __future__ import annotations

import sys
import warnings
from typing import Any

from wc3d.cli.output.colors import tell
from wc3d.errors import UnreadWarning, one_line


def show_unread() -> None:
    """Print each UnreadWarning from now on as a line of the command line, other warnings as before."""
    show = warnings.showwarning
    if getattr(show, "shows_unread", False):
        return

    def show_line(message: Any, category: type[Warning], *more: Any, **named: Any) -> None:
        if issubclass(category, UnreadWarning):
            tell("wc3d: note:", "yellow", f" {one_line(str(message))}", sys.stderr)
        else:
            show(message, category, *more, **named)

    show_line.shows_unread = True  # type: ignore[attr-defined]
    warnings.showwarning = show_line
