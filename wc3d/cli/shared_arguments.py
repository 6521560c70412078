"""Arguments that several commands share: the game, the user's own cards, the cluster."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from wc3d.errors import InputError
from wc3d.registry import GAMES

if TYPE_CHECKING:
    from wc3d.scene.quality import Quality


def add_game_argument(command: argparse.ArgumentParser) -> None:
    """Declare the option that selects the game, hidden if there is only one game."""
    first, *other_games = GAMES
    help_text = (
        f"the game: {' or '.join(GAMES)} (default: {first})" if other_games else argparse.SUPPRESS
    )
    command.add_argument("--game", metavar="GAME", default="", help=help_text)


def add_cards_argument(command: argparse.ArgumentParser) -> None:
    """Declare the option for the user's own cards."""
    help_text = "a folder or file with your own cards (TOML); may be repeated"
    command.add_argument("--cards", metavar="FOLDER", action="append", default=[], help=help_text)


def add_cluster_argument(command: argparse.ArgumentParser) -> None:
    """Declare the option for a cluster that plays games."""
    help_text = "play on a Dask cluster: its scheduler's address, or local:N for N workers on this computer (needs wc3d[cluster])"
    command.add_argument("--cluster", metavar="ADDRESS", default="", help=help_text)


PICTURE_QUALITIES = ("low", "medium", "high", "photo")
"""The names of `wc3d.scene.quality.Quality`, without an import while help is shown."""


def add_quality_argument(command: argparse.ArgumentParser) -> None:
    """Declare the option for the quality of pictures."""
    help_text = (
        "how good the 3D pictures are; photo takes up to a minute each without a graphics card "
        "(default: high with a graphics card, otherwise low)"
    )
    command.add_argument("--quality", choices=PICTURE_QUALITIES, help=help_text)


def read_quality(arguments: argparse.Namespace, option: str, is_drawn: bool) -> Quality | None:
    """Return the quality of pictures, None for the default. Raises InputError without pictures.

    `option` is what asks for pictures.
    """
    if arguments.quality is None:
        return None
    if not is_drawn:
        raise InputError(f"--quality: changes pictures alone; add {option}")
    from wc3d.scene.quality import Quality

    return Quality(arguments.quality)


def require_in_range(name: str, value: int, minimum: int, maximum: int) -> None:
    """Raise InputError for a number that is out of range."""
    if not minimum <= value <= maximum:
        raise InputError(f"{name} {value}: expected a whole number from {minimum} to {maximum}")
