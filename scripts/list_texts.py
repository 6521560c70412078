"""List every text that a person reads, with its place: `python scripts/list_texts.py [--group window]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.texts import main

if __name__ == "__main__":
    raise SystemExit(main())
