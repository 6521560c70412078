"""Makes the meshes of models3d/: `python scripts/make_meshes.py [FOLDER]`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.models3d.meshes import main

if __name__ == "__main__":
    raise SystemExit(main())
