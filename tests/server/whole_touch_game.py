"""Plays a skirmish on a phone to its end, by a finger alone: python -m tests.server.whole_touch_game [SEED [MINUTES]].

It prints the taps, the wrong taps and the waits of over a second, and what went wrong.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.server.test_touch_game import seated

STRIDE = 20
"""Taps between two lines of progress."""


def main(seed: int = 1, minutes: float = 20.0) -> int:
    """Play until the game is over, or for so many minutes. Return 0 if it came to its end."""
    start = time.monotonic()
    is_over = False
    with tempfile.TemporaryDirectory() as folder, seated(Path(folder), seed) as player:
        while not is_over and time.monotonic() - start < 60 * minutes:
            is_over = player.play(player.taps + player.drags + STRIDE)
            state = player.table.match.active_game.state
            moment = "over" if is_over else f"turn {state.turn}"
            print(f"{time.monotonic() - start:.0f} s, {moment}: {player.report()}", flush=True)
        print(*player.log, *player.browser.complaints(), sep="\n")
    return 0 if is_over else 1


if __name__ == "__main__":
    raise SystemExit(main(*(int(word) for word in sys.argv[1:3])))
