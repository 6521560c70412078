"""Writes the cases of tests/cases that are derived: `python scripts/make_cases.py [NAME ...]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.cases.make import main

if __name__ == "__main__":
    raise SystemExit(main())
