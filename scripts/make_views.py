"""Draws ten fixed views of the boards: `python scripts/make_views.py FOLDER [--quality high]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.screens.board_views import main

if __name__ == "__main__":
    raise SystemExit(main())
