"""Measures photographs at random: `python scripts/measure_photos.py [--photos 200] [--seed 1]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.photo import main

if __name__ == "__main__":
    raise SystemExit(main())
