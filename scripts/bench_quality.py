"""Times pictures by quality and size: `python scripts/bench_quality.py [--sizes 1920x1080]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.quality import main

if __name__ == "__main__":
    raise SystemExit(main())
