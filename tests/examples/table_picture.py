"""Draws a table with two models: table_picture.py OUT.svg [OUT.png]. The PNG is in 3D."""

from __future__ import annotations

import sys
from pathlib import Path

import wc3d


def main() -> int:
    """Write the plan, and the picture if it is asked for. Return 2 if it cannot be drawn."""
    plan, *pictures = sys.argv[1:]
    table = wc3d.board("ravine").with_bodies(
        wc3d.Body("jack", "large", (10, 4)), wc3d.Body("hunter", "small", (22, 31, 5))
    )
    svg = table.plan(plan)
    print(f"{plan}: {len(svg)} characters")
    sight = table.sight("jack", "hunter")
    print(sight)  # a notebook shows it as a picture
    for name in pictures:
        try:
            table.picture(name, width=960, height=640)
        except wc3d.InputError as error:  # no graphics here
            print(f"{name}: {error}", file=sys.stderr)
            return 2
        print(f"{name}: {Path(name).stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
