"""Makes the sounds of the window out of numbers: `python scripts/make_sounds.py [--out FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from sound_kit.waves import main

if __name__ == "__main__":
    raise SystemExit(main())
