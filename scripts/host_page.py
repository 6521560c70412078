"""Opens a host's page in Chromium and turns it: `python scripts/host_page.py [--pages 4] [--case neo_mechanika]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.bench.host_page import main

if __name__ == "__main__":
    raise SystemExit(main())
