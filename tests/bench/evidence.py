"""Measures what a verdict of sight's evidence costs, the area of sight, and making many features ready for the search.

    python -m tests.bench.evidence [--pairs 30] [--save FILE] [--baseline FILE] [--answers FILE]

Pairs of models at random on the shipped boards and on random boards of 20 features; a hill of sloped prisms; 20 to 500 random
features. Times in milliseconds of the
processor. `--answers` writes each verdict with its numbers, to be compared with another day's.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from tests.bench.baseline import add_options, report
from tests.bench.sight import random_pieces
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.sight_solver import compile_sight_search
from wc3d.geometry.solids import Plane, Prism
from wc3d.geometry.visibility import Occluder, Occluders
from wc3d.registry import load_map
from wc3d.table.body import Body
from wc3d.table.features import make_feature
from wc3d.table.sight.sight import sight
from wc3d.table.sight.sight_area import seen_from
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import highest_standable

MAPS = Path(__file__).parents[2] / "maps"
BASES = ("small", "medium", "large")


def random_board(seed: int, count: int) -> Table:
    """A board of random boxes and pillars."""
    pieces = random_pieces(np.random.default_rng(seed), count)
    return Table(
        (48, 48),
        tuple(make_feature(f"f{i}", "structure", (p,)) for i, p in enumerate(pieces)),
        policy=SPACE,
    )


def hill(side: int = 24) -> Table:
    """A hill of 2 * side * side triangles, one sloped prism under each."""

    def height(x: float, y: float) -> float:
        return (
            0.2
            + 4.0 * math.exp(-((x - 15) ** 2 + (y - 15) ** 2) / 18)
            + 0.3 * math.sin(2 * x) * math.sin(2.3 * y)
        )

    xs = np.linspace(8, 22, side + 1)
    prisms = []
    for x0, x1 in pairwise(xs):
        for y0, y1 in pairwise(xs):
            for ring in ([(x0, y0), (x1, y0), (x1, y1)], [(x0, y0), (x1, y1), (x0, y1)]):
                points = np.array(ring)
                rows = np.column_stack([np.ones(3), points])
                at, slope_x, slope_y = np.linalg.solve(rows, [height(*p) for p in ring])
                prisms.append(Prism(points, Plane(0.0), Plane(at, slope_x, slope_y)))
    return Table((30, 30), (make_feature("hill", "structure", tuple(prisms)),), policy=SPACE)


def pairs(table: Table, seed: int, count: int) -> Iterator[tuple[Body, Body]]:
    """Pairs of models that stand at random on a table."""
    rng = np.random.default_rng(seed)

    def one(name: str) -> Body:
        while True:
            base = BASES[rng.integers(3)]
            x, y = (float(v) for v in rng.uniform((1, 1), np.array(table.size) - 1))
            z = highest_standable(table, base, (x, y))
            if z is not None:
                return Body(name, base, (x, y, z), sizes=table.policy.bases)

    for _ in range(count):
        yield one("a"), one("b")


def asked(
    boards: dict[str, tuple[Table, list[tuple[Body, Body]]]],
) -> tuple[dict[str, list[float]], list[dict[str, Any]]]:
    """Asks each pair for its verdict and then for each part of the evidence: seconds by part, and the answers."""
    times: dict[str, list[float]] = {}
    answers = []
    for name, (table, models) in boards.items():
        sight(table, *models[0])
        for a, b in models:
            began = time.process_time()
            found = sight(table, a, b)
            times.setdefault("verdict", []).append(time.process_time() - began)
            answer: dict[str, Any] = {"board": name, "a": a.at, "b": b.at, "verdict": found.verdict}
            whole = 0.0
            for part in ("line", "clearance") if found else ("blockers", "short_by"):
                began = time.process_time()
                answer[part] = getattr(found, part)
                times.setdefault(part, []).append(time.process_time() - began)
                whole += times[part][-1]
            times.setdefault("evidence, all of it", []).append(whole)
            answers.append(answer)
    return times, answers


def main(argv: Sequence[str] | None = None) -> int:
    """Run everything and print it."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--pairs", type=int, default=30, help="pairs of models on each board")
    options.add_argument("--hill", type=int, default=4, help="pairs of models beside the hill")
    options.add_argument(
        "--answers", type=Path, metavar="FILE", help="write each verdict with its numbers"
    )
    add_options(options)
    chosen = options.parse_args(argv)
    compile_sight_search()
    now: dict[str, float] = {}
    for count in (20, 100, 500):
        pieces = random_pieces(np.random.default_rng(3), count)
        began = time.process_time()
        Occluders(Occluder((p,)) for p in pieces)
        now[f"{count} features made ready"] = 1e3 * (time.process_time() - began)
    tables = {path.stem: load_map(path) for path in sorted(MAPS.glob("*.json"))}
    tables |= {f"random {seed}": random_board(seed, 20) for seed in range(5)}
    answers = []
    for name, boards in (
        ("boards", {n: (t, list(pairs(t, 11, chosen.pairs))) for n, t in tables.items()}),
        ("hill", {"hill": (hill(), list(pairs(hill(), 5, chosen.hill)))}),
    ):
        times, found = asked(boards)
        answers += found
        for part, seconds in times.items():
            ms = 1e3 * np.array(seconds)
            now |= {
                f"{name}: {part}, {k}": float(v)
                for k, v in (("median", np.median(ms)), ("p99", np.percentile(ms, 99)))
            }
    table = tables["random 0"]
    for cell in (0.5,):
        began = time.process_time()
        seen_from(
            table, Body("viewer", "medium", (24.0, 2.0, 0.0), sizes=SPACE.bases), "small", cell
        )
        now[f'area of sight, 48" x 48", {cell:g}" cells'] = 1e3 * (time.process_time() - began)
    report(now, chosen)
    if chosen.answers:
        chosen.answers.write_text("\n".join(map(json.dumps, answers)) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
