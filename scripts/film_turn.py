"""Films how a bot's turn is shown in the window: `python scripts/film_turn.py [FOLDER] [--pictures]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.screens.turn_film import main

if __name__ == "__main__":
    raise SystemExit(main())
