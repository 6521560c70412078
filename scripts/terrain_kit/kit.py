"""Every piece of the kit, and the command that writes them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from terrain_kit import landmarks, metalwork, nature, plumbing, ruins, timber, walls, yard
from terrain_kit.piece import Piece

FOLDER = Path(__file__).resolve().parents[2] / "models3d"

ROOMS = (ruins, walls, metalwork, plumbing, yard, timber, nature, landmarks)

PIECES: dict[str, Callable[[Piece], None]] = {
    name: build for room in ROOMS for name, build in room.PIECES.items()
}
"""By file name, without its ending."""


def made(name: str) -> bytes:
    """The GLB file of a piece; the same bytes each time."""
    piece = Piece(Random(name))
    PIECES[name](piece)
    return piece.file(name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the pieces named, or all of them."""
    parser = argparse.ArgumentParser(description="Makes the terrain kit of models3d/.")
    parser.add_argument("pieces", nargs="*", metavar="PIECE", help="names of pieces (default: all)")
    parser.add_argument(
        "--out",
        type=Path,
        default=FOLDER,
        metavar="FOLDER",
        help="where to write (default: models3d)",
    )
    options = parser.parse_args(arguments)
    unknown = set(options.pieces) - set(PIECES)
    if unknown:
        parser.error(
            f"no piece is named {', '.join(sorted(unknown))}; there are {', '.join(PIECES)}"
        )
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.pieces or PIECES:
        (options.out / f"{name}.glb").write_bytes(made(name))
        print(options.out / f"{name}.glb")
    return 0
