"""Times random play in a learner's environments: `python scripts/bench_env.py [--listed] [--vector]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.environment import main

if __name__ == "__main__":
    raise SystemExit(main())
