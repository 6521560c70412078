"""Times the window: `python scripts/bench_window.py [--size 1280x720] [--minutes N]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.window import main

if __name__ == "__main__":
    raise SystemExit(main())
