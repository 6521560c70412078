"""Makes the small pictures of the boards: `python scripts/make_thumbnails.py [BOARD ...]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.screens.thumbnails import main

if __name__ == "__main__":
    raise SystemExit(main())
