"""Says which rules no test proves: `python scripts/rule_coverage.py [--tests tests] [--missing-only]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.book.rule_coverage import main

if __name__ == "__main__":
    raise SystemExit(main())
