"""Show on standard error what of a file was not read, one line for each warning."""

from __future__ import annotations

import sys
import warnings
from typing import Any

from wc3d.cli.output.colors import print_styled
from wc3d.errors import UnreadPartWarning, to_one_line


def print_unread_warnings() -> None:
    """Print each UnreadWarning from now on as a line of the command line, other warnings as before."""
    show = warnings.showwarning
    if getattr(show, "shows_unread", False):
        return

    def show_line(message: Any, category: type[Warning], *more: Any, **named: Any) -> None:
        if issubclass(category, UnreadPartWarning):
            print_styled("wc3d: note:", "yellow", f" {to_one_line(str(message))}", sys.stderr)
        else:
            show(message, category, *more, **named)

    show_line.shows_unread = True  # type: ignore[attr-defined]
    warnings.showwarning = show_line
