"""Arguments that several commands share: the game, the user's own cards, the cluster."""

from __future__ import annotations

import argparse

from wc3d.errors import InputError
from wc3d.registry import GAMES


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


def require_in_range(name: str, value: int, minimum: int, maximum: int) -> None:
    """Raise InputError for a number that is out of range."""
    if not minimum <= value <= maximum:
        raise InputError(f"{name} {value}: expected a whole number from {minimum} to {maximum}")
