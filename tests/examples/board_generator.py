"""Makes a board by chance, walls and woods alike for both sides, and writes it as a map: board_generator.py OUT.json [SEED]."""

from __future__ import annotations

import random
import sys

import wc3d

SIDE = 30.0


def both_sides(
    id: str, kind: str, x: float, y: float, turned: float, chance: random.Random
) -> list[wc3d.Feature]:
    """A feature, and the same one seen from the other side of the table."""
    high = chance.choice((1.0, 2.0, 4.0))
    found = []
    for name, at, more in (
        (f"{id} south", (x, y), 0.0),
        (f"{id} north", (SIDE - x, SIDE - y), 180.0),
    ):
        if kind == "forest":
            shape: wc3d.Shape = wc3d.cylinder(at, 2.0, 4.0)
        else:
            shape = wc3d.box(at, (5.0, 0.5), high, rotation=turned + more)
        found.append(wc3d.feature(name, kind, shape))
    return found


def make(seed: str) -> wc3d.Table:
    """The board of a seed."""
    chance = random.Random(seed)
    features: list[wc3d.Feature] = []
    for number, x in enumerate((5.0, 12.0, 19.0, 26.0), 1):
        kind = chance.choice(("structure", "obstacle", "forest"))
        y = chance.uniform(8.0, 12.0)
        features += both_sides(f"{kind} {number}", kind, x, y, chance.uniform(-60.0, 60.0), chance)
    return wc3d.new_table((SIDE, SIDE), features, name=f"Board {seed}")


def main() -> None:
    """Make the board, and write it."""
    out, *seed = sys.argv[1:]
    table = make(*seed or ["1"])
    wc3d.save_map(table, out)
    print(f"{out}: {table!r}")


if __name__ == "__main__":
    main()
