"""Plays games at a host over failing connections: `python scripts/host_faults.py [--games 100] [--case discs] [--dice chain]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.fuzz.hosted_games import main

if __name__ == "__main__":
    raise SystemExit(main())
