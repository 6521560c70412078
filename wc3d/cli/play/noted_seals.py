"""Notes of a hosted game's chain heads on a player's computer, to check the record afterward."""

from __future__ import annotations

import re
from pathlib import Path

from wc3d._internal.user_folders import settings_folder

GAME_ID_PATTERN = re.compile(r"[0-9a-f]{12}")
CHAIN_HEAD_PATTERN = re.compile(r"[0-9a-f]{64}")


class NotedSeals:
    """A file of the chain heads that a seat received. `fault`: why it cannot be written."""

    def __init__(self, game: str, seat: str) -> None:
        self.path = settings_folder() / "noted" / f"{game}-{seat}.txt"
        self.last = ""
        self.fault = ""

    def add_head(self, head: str) -> None:
        """Write a head. If the file cannot be written, set `fault` instead of raising an error."""
        if head == self.last or not CHAIN_HEAD_PATTERN.fullmatch(head):
            return
        self.last = head
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with self.path.open("a", encoding="ascii") as file:
                file.write(head + "\n")
        except OSError as error:
            self.fault = f"cannot save this game's proof numbers to {self.path} ({error.strerror})"


def read_noted_heads(game: str, parent: Path | None = None) -> list[str]:
    """Return a game's heads noted on this computer, in order; none for a game not joined."""
    if not GAME_ID_PATTERN.fullmatch(game):
        return []
    heads: list[str] = []
    for path in sorted(((parent or settings_folder()) / "noted").glob(f"{game}-*.txt")):
        try:
            heads += CHAIN_HEAD_PATTERN.findall(path.read_text(encoding="ascii"))
        except (OSError, ValueError):
            continue
    return heads
