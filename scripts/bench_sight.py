"""Times exact sight beside a sampler: `python scripts/bench_sight.py [--boards 20] [--quick]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.sight import main

if __name__ == "__main__":
    raise SystemExit(main())
