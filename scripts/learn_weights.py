"""What a game's features are worth: `python scripts/learn_weights.py play --out GAMES.jsonl`, then `... fit GAMES.jsonl`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.weights import main

if __name__ == "__main__":
    raise SystemExit(main())
