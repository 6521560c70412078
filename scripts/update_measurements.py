"""Run benchmarks again and update the guide: `python scripts/update_measurements.py [SECTION...]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.measurements import main

if __name__ == "__main__":
    raise SystemExit(main())
