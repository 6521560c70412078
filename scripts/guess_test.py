"""Print names at random for a reader to guess: `python scripts/guess_test.py [--paths 80] [--names 40]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.guess_test import main

if __name__ == "__main__":
    raise SystemExit(main())
