"""Loads a host on this machine: `python scripts/host_load.py [--games 200] [--every 5] [--idle 1000] [--beside 4]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.host import main

if __name__ == "__main__":
    raise SystemExit(main())
