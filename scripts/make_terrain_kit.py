"""Makes the terrain kit of models3d/: `python scripts/make_terrain_kit.py [PIECE ...] [--out FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from terrain_kit.kit import main

if __name__ == "__main__":
    raise SystemExit(main())
