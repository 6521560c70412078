"""Writes who sees whom on a board, models on a grid, as CSV: sight_matrix.py MAP.json OUT.csv [INCHES BETWEEN]."""

from __future__ import annotations

import csv
import sys
from itertools import product

import wc3d


def with_grid(table: wc3d.Table, apart: float) -> wc3d.Table:
    """The table with a small model wherever one can stand."""
    width, depth = table.size
    across, along = (int(side // apart) for side in (width, depth))
    for column, row in product(range(across), range(along)):
        at = ((column + 0.5) * apart, (row + 0.5) * apart)
        try:
            table = table.with_bodies(wc3d.Body(f"{at[0]:g} {at[1]:g}", "small", at))
        except wc3d.InputError:  # no level bears a base there
            continue
    return table


def main() -> None:
    """Ask every pair, and write the answers: how far apart two are if they see each other, else why not."""
    source, out, *rest = sys.argv[1:]
    table = with_grid(wc3d.load_map(source), float(rest[0]) if rest else 8.0)
    names = [body.id for body in table.bodies]
    with open(out, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["from / to", *names])
        for one in names:
            seen = [table.sight(one, other) if other != one else None for other in names]
            rows.writerow(
                [
                    one,
                    *(
                        "" if s is None else "clear" if s else ", ".join(s.blockers) or s.verdict
                        for s in seen
                    ),
                ]
            )
    print(f"{out}: {len(names)} models, {len(names) * (len(names) - 1)} questions")


if __name__ == "__main__":
    main()
