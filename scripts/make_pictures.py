"""Makes the pictures of the README and the guide: `python scripts/make_pictures.py [FOLDER] [--only NAME ...]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.screens.gallery_pictures import main

if __name__ == "__main__":
    raise SystemExit(main())
