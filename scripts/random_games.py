"""Plays random games of WARMACHINE and looks for what must not be: `python scripts/random_games.py [--games 1000]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.games.warmachine.rules.games.many import main

if __name__ == "__main__":
    raise SystemExit(main())
