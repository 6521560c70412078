"""Makes the figures of models3d/figures/: `python scripts/make_figures.py [FIGURE ...] [--out FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from figure_kit.kit import main

if __name__ == "__main__":
    raise SystemExit(main())
