"""Times games: `python scripts/bench_game.py [--game warmachine] [--games 10] [--profile] [--baseline FILE] [--save FILE]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.game import main

if __name__ == "__main__":
    raise SystemExit(main())
