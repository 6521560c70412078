"""Puts a mesh file on a board, where a model can stand beside it: place_mesh.py MESH OUT.json [UNITS]."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal, get_args

import wc3d

Units = Literal["in", "mm", "cm", "m"]


def placed(file: Path, units: Units | None) -> wc3d.Table:
    """Return a board of 30 by 30 inches with the mesh in its middle."""
    shape = wc3d.mesh(file.name, (15, 15, 0), rotation=30, units=units)
    piece = wc3d.feature("piece", "structure", shape, folder=file.parent)
    return wc3d.new_table((30, 30), [piece], name=file.stem)


def main() -> int:
    """Write the board, and judge a sight past the mesh. Return 2 if it cannot be used."""
    file, out, *rest = sys.argv[1:]
    units = next((unit for unit in get_args(Units) if [unit] == rest), None)
    try:
        board = placed(Path(file), units)
        wc3d.save_map(board, out)
    except wc3d.InputError as error:
        print(error, file=sys.stderr)
        return 2
    piece = board.feature("piece")
    print(f"{file}: {piece.high - piece.low:.1f} inches high, written to {out}")
    table = board.with_bodies(
        wc3d.Body("viewer", "small", (15, 3)), wc3d.Body("target", "small", (15, 27))
    )
    sight = table.sight("viewer", "target")
    print(sight, f"blocked by {', '.join(sight.blockers)}" if sight.blockers else "")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
