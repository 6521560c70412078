"""Pictures of all figures in one sheet, and which of them look alike: `python scripts/figure_sheet.py [OUT.png] [--alike N]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.figure_sheet import main

if __name__ == "__main__":
    raise SystemExit(main())
