"""Fit the weights of WARMACHINE's position value to games between bots.

`python scripts/learn_warmachine_value.py --games 200 --out ROWS.jsonl` plays the games that the file
does not have yet, and prints the fitted weights and their scores on games left out.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.warmachine_value import main

if __name__ == "__main__":
    raise SystemExit(main())
