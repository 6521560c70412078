"""Fit the value of positions at a turn's end to saved games.

`python scripts/learn_turn_value.py measure FOLDER --out FEATURES.json` replays the saved games of a
folder, and `... fit FEATURES.json` fits the weights, tests them on games left out and writes them.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.turn_value import main

if __name__ == "__main__":
    raise SystemExit(main())
