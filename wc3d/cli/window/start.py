"""`wc3d start`, and a bare `wc3d` with a display: open the start screen."""

from __future__ import annotations

import argparse

from wc3d.cli.shared_arguments import add_cards_argument

TERMINAL_ALTERNATIVES = "wc3d play, wc3d replay FILE --step, wc3d judge FILE or wc3d check MAP; wc3d --help lists all commands"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_cards_argument(command)


def run(arguments: argparse.Namespace) -> int:
    """Run the window until it is closed."""
    from wc3d.cli.window.screens import make_start_screen, run_window

    return run_window(make_start_screen(), "wc3d", TERMINAL_ALTERNATIVES)
