"""What a player's computer notes of a game at a host as it is played, to hold the record against it afterwards."""

from __future__ import annotations

import re
from pathlib import Path

from wc3d.window.shell.settings import settings_folder

GAME_ID_PATTERN = re.compile(r"[0-9a-f]{12}")
CHAIN_HEAD_PATTERN = re.compile(r"[0-9a-f]{64}")


class ChainHeadNotes:
    """The heads of a record's chain that one seat was told, one a line. `fault` says why they cannot be kept, if so."""

    def __init__(self, game: str, seat: str) -> None:
        self.path = settings_folder() / "noted" / f"{game}-{seat}.txt"
        self.last = ""
        self.fault = ""

    def add_head(self, head: str) -> None:
        """Note a head. A computer that cannot keep notes can still play."""
        if head == self.last or not CHAIN_HEAD_PATTERN.fullmatch(head):
            return
        self.last = head
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with self.path.open("a", encoding="ascii") as file:
                file.write(head + "\n")
        except OSError as error:
            self.fault = f"{self.path}: cannot keep a record of this game there ({error.strerror})"


def read_noted_heads(game: str, parent: Path | None = None) -> list[str]:
    """Return the heads that this computer has noted of a game, in order; none for a game that it did not join."""
    if not GAME_ID_PATTERN.fullmatch(game):
        return []
    heads: list[str] = []
    for path in sorted(((parent or settings_folder()) / "noted").glob(f"{game}-*.txt")):
        try:
            heads += CHAIN_HEAD_PATTERN.findall(path.read_text(encoding="ascii"))
        except (OSError, ValueError):
            continue
    return heads
