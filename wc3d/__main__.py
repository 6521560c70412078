"""`python -m wc3d`: the same as the command `wc3d`."""

from __future__ import annotations

import sys

from wc3d.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
