"""Attack a host on this machine: `python scripts/host_attack.py [--seconds 60]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.fuzz.network_attack import main

if __name__ == "__main__":
    raise SystemExit(main())
