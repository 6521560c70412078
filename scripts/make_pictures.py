"""Makes the README's pictures of the window from a real game: `python scripts/make_pictures.py [FOLDER]`."""
from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.view.readme_pictures import main

if __name__ == "__main__":
    raise SystemExit(main())
