"""Plays random games and checks every state of them: `python scripts/exhaustive.py [--games 1000] [--until-used 5]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.fuzz.exhaustive import main

if __name__ == "__main__":
    raise SystemExit(main())
