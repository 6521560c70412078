"""Print figures that point at unclear names and layout: `python scripts/house_figures.py [--rooms]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.house_figures import main

if __name__ == "__main__":
    raise SystemExit(main())
