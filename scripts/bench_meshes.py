"""Times sight among meshes: `python scripts/bench_meshes.py FILE... [--copies 200]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.meshes import main

if __name__ == "__main__":
    raise SystemExit(main())
