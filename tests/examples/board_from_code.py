"""Builds a board in Python, checks who sees whom on it and writes it: board_from_code.py OUT.json."""

from __future__ import annotations

import sys

import wc3d


def crossing() -> wc3d.Table:
    """Return a board with two walls, a wood, and a silo with a ladder. Its halves mirror each other."""
    features = [
        wc3d.feature(f"wall-{name}", "structure", wc3d.box(at, (8, 0.5), height=2, rotation=turn))
        for name, at, turn in (("south", (9, 10), 20), ("north", (21, 20), 20))
    ]
    corners = [(2, 19), (8, 18), (10, 24), (4, 27)]
    mirrored = [(30 - x, 30 - y) for x, y in corners]
    features += [
        wc3d.feature("wood-west", "forest", wc3d.prism(corners, height=4)),
        wc3d.feature("wood-east", "forest", wc3d.prism(mirrored, height=4)),
        wc3d.feature("silo", "structure", wc3d.cylinder((15, 15), radius=2, height=5)),
    ]
    ladders = [wc3d.Ladder("rungs", (15, 12.8), 0, 5)]
    return wc3d.new_table((30, 30), features, ladders, name="Crossing")


def main() -> None:
    """Write the board, and judge one sight on it."""
    board = crossing()
    wc3d.save_map(board, sys.argv[1])
    table = board.with_bodies(
        wc3d.Body("guard", "small", (15, 15)), wc3d.Body("runner", "medium", (15, 3))
    )
    print(f"{table!r} written to {sys.argv[1]}")
    print(table.sight("guard", "runner"), f"{table.distance('guard', 'runner'):.1f} inches apart")


if __name__ == "__main__":
    main()
