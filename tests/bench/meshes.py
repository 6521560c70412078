"""Measures sight among meshes beside the usual shortcut, in one run: `python scripts/bench_meshes.py FILE... [--copies 200]`.

Each file stands alone in the middle of a table, in the units and with the upward axis that `wc3d fit` takes it to have, with 6"
of table around it. Pairs of models on the table and on the floors found are asked of our solver, and of 4,096 random segments
between the two volumes, traced through the same triangles by trimesh with embreex. A sampler's "blocked" is wrong when our line
is open; ours is wrong when a sampled segment is open. With `--copies` the files stand together instead, turned and mirrored, on
one table of so many pieces. Milliseconds of the processor unless said otherwise; quote the ratios.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import trimesh

from tests.bench.sight import SEGMENTS, figures, sampled
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.mesh_solids.build import build_mesh_solids
from wc3d.geometry.mesh_solids.close_scans import close_scanned_ground
from wc3d.geometry.mesh_solids.data import load_mesh_solids, save_mesh_solids
from wc3d.geometry.mesh_solids.surface_topology import orient_triangles
from wc3d.meshes.file_readings import propose_file_readings
from wc3d.meshes.read_mesh import read_surface
from wc3d.table.body import Body
from wc3d.table.maps.map_file import table_from_map
from wc3d.table.sight.sight import Sight, sight
from wc3d.table.table import Table
from wc3d.table.terrain.mesh_solids import (
    DEFAULT_TOLERANCE_IN,
    MeshImportSettings,
    load_mesh_solid,
    read_triangles,
)
from wc3d.table.terrain.standing_places import stand, table_levels

SIZES = ("small", "medium", "large")


@dataclass
class Tally:
    """What the questions on one table took and how they ended."""

    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    evidence: list[float] = field(default_factory=list)
    """The line and its clearance, or what blocks, once the verdict is known."""
    clear: int = 0
    undecided: int = 0
    wrong: int = 0
    misses: int = 0
    """Lines that the sampler did not find."""
    doubt: float = 0.0
    """The greatest, in inches."""

    def tell(self) -> None:
        """Prints it."""
        n = len(self.ours)
        share = 100 * self.undecided / max(1, n)
        print(
            f'  {n} pairs, {self.clear} clear, {self.undecided} undecided ({share:.1f}%, by at most {self.doubt:.3f}")'
        )
        print(f"  {'':26}{'median':>9} {'p99':>9} {'maximum':>9}  wrong")
        print(f"  {'exact (line or proof)':26}{figures(self.ours)}  {self.wrong}")
        print(f"  {'evidence':26}{figures(self.evidence)}")
        print(f"  {f'{SEGMENTS:,} segments, embreex':26}{figures(self.theirs)}  {self.misses}")


def fit_of(path: Path, tolerance: float) -> MeshImportSettings:
    """The units and upward axis a file is taken to have."""
    best = propose_file_readings(read_surface(path), path)[0]
    return MeshImportSettings(best.unit, best.up, best.scale, tolerance)


Placed = tuple[Path, MeshImportSettings, float, float, float, bool]
"""A mesh file on a table: path, fit, x, y, turn in degrees, mirrored."""


def board(placed: Sequence[Placed], size: float) -> Table:
    """A square table with mesh files on it."""
    features = [
        {
            "id": f"p{i}",
            "kind": "structure",
            "shape": {
                "type": "mesh",
                "file": path.name,
                "position": [x, y, -lowest(path, fit)],
                "rotation": turn,
                "units": fit.units,
                "up": fit.up,
                "scale": fit.scale,
                "tolerance": fit.tolerance,
                "mirrored": mirrored,
            },
        }
        for i, (path, fit, x, y, turn, mirrored) in enumerate(placed)
    ]
    with tempfile.TemporaryDirectory() as folder:
        for path in {path for path, *_ in placed}:
            os.symlink(path.resolve(), Path(folder) / path.name)
        return table_from_map(
            {"size": [size, size], "terrain": features}, SPACE, folder=Path(folder)
        )


def lowest(path: Path, fit: MeshImportSettings) -> float:
    """The height of a file's lowest corner, in inches."""
    return float(read_triangles(path, fit)[:, :, 2].min())


def standing_models(table: Table, rng: np.random.Generator, count: int) -> list[Body]:
    """Models that stand where they can, half of them above the table if there are floors."""
    floors = [level.height for level in table_levels(table) if level.height > 0.05]
    found: list[Body] = []
    for k in range(count * 60):
        x, y = rng.uniform(1.0, table.size[0] - 1.0, 2)
        z = float(rng.choice(floors)) if floors and k % 2 else 0.0
        base = SIZES[rng.integers(3)]
        if stand(table, base, (x, y, z)):
            found.append(Body(f"m{len(found)}", base, (x, y, z)))
            if len(found) == count:
                break
    return found


def ask(table: Table, triangles: np.ndarray, pairs: int, seed: int) -> Tally:
    """So many random pairs, asked of both."""
    rng = np.random.default_rng(seed)
    whole = trimesh.Trimesh(
        triangles.reshape(-1, 3), np.arange(3 * len(triangles)).reshape(-1, 3), process=False
    )
    standing = standing_models(table, rng, 60)
    tally = Tally()
    for k in range(pairs + 2):
        i, j = rng.choice(len(standing), 2, replace=False)
        a, b = standing[i], standing[j]
        began = time.process_time()
        answer = sight(table, a, b)
        verdict = answer.verdict
        between = time.process_time()
        seen = sampled(whole.ray, a.volume, b.volume, rng)
        after = time.process_time()
        if k < 2:  # what is made ready on first use
            continue
        tally.ours.append(between - began)
        tally.theirs.append(after - between)
        tally.evidence.append(evidence(answer))
        tally.clear += verdict == "clear"
        tally.misses += verdict == "clear" and not seen
        tally.wrong += verdict == "blocked" and seen
        if verdict == "undecided":
            tally.undecided += 1
            tally.doubt = max(tally.doubt, answer.doubt or 0.0)
    return tally


def evidence(answer: Sight) -> float:
    """Seconds until the evidence for a verdict is known."""
    began = time.process_time()
    _ = answer.line, answer.clearance, answer.blockers, answer.short_by
    return time.process_time() - began


def on_board(
    path: Path, fit: MeshImportSettings, x: float, y: float, turn: float, mirrored: bool
) -> np.ndarray:
    """A file's triangles where they stand on a board, and what closes scanned ground."""
    triangles = read_triangles(path, fit)
    low = -float(triangles[:, :, 2].min())
    triangles = np.concatenate(
        [triangles, close_scanned_ground(orient_triangles(triangles)).triangles]
    )
    triangles = triangles * [-1.0 if mirrored else 1.0, 1.0, 1.0]
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    moved = triangles @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    return np.asarray(moved + [x, y, low])


def prepare(path: Path, fit: MeshImportSettings) -> tuple[float, float]:
    """Seconds until a file's enclosure is made, and until it is read where it was kept."""
    triangles = read_triangles(path, fit)
    began = time.process_time()
    made = build_mesh_solids(triangles, fit.tolerance)
    first = time.process_time() - began
    with tempfile.TemporaryDirectory() as folder:
        save_mesh_solids(made, Path(folder) / "kept.npz")
        began = time.process_time()
        load_mesh_solids(Path(folder) / "kept.npz", lambda: made.tree)
        return first, time.process_time() - began


def one_by_one(paths: Sequence[Path], tolerance: float, pairs: int) -> None:
    """Each file alone on a table."""
    for path in paths:
        fit = fit_of(path, tolerance)
        triangles = read_triangles(path, fit)
        wide = triangles.max(axis=(0, 1)) - triangles.min(axis=(0, 1))
        middle = (triangles.max(axis=(0, 1)) + triangles.min(axis=(0, 1)))[:2] / 2
        size = float(max(wide[:2].max() + 12.0, 16.0))
        placed = (path, fit, size / 2 - middle[0], size / 2 - middle[1], 0.0, False)
        enclosure = load_mesh_solid(path, fit).bounds
        sides = " x ".join(f"{w:.1f}" for w in wide)
        print(
            f"{path.name}: {len(triangles)} triangles, {sides} in, {'exact' if enclosure is None else 'enclosed'}"
        )
        if enclosure is not None:
            first, kept = prepare(path, fit)
            pieces = " + ".join(str(len(level.counts)) for level in enclosure.inner)
            print(f"  ready in {first:.2f} s, from the cache in {kept:.2f} s")
            print(f"  pieces {pieces}, outer {len(enclosure.outer.counts)}")
        ask(board([placed], size), on_board(*placed), pairs, 1).tell()


def side_by_side(
    paths: Sequence[Path], tolerance: float, copies: int, rng: np.random.Generator
) -> tuple[list[Placed], float]:
    """So many pieces in all, turned and mirrored, and the size of a table that has room for them."""
    fits = {path: fit_of(path, tolerance) for path in paths}
    across = int(np.ceil(np.sqrt(copies)))
    placed: list[Placed] = []
    for k in range(copies):
        path = paths[k % len(paths)]
        x, y = 4.0 + 6.0 * (k % across), 4.0 + 6.0 * (k // across)
        placed.append((path, fits[path], x, y, float(rng.uniform(0, 360)), bool(rng.integers(2))))
    return placed, 6.0 * across + 2.0


def together(paths: Sequence[Path], tolerance: float, copies: int, pairs: int) -> None:
    """All files on one table, so many pieces in all."""
    rng = np.random.default_rng(2)
    placed, size = side_by_side(paths, tolerance, copies, rng)
    began = time.process_time()
    table = board(placed, size)
    ready = time.process_time() - began
    standing = standing_models(table, rng, 2)
    began = time.process_time()
    first_verdict = sight(table, *standing).verdict
    first = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    triangles = np.concatenate([on_board(*each) for each in placed])
    print(
        f"\n{copies} pieces, {len(triangles):,} triangles: ready in {ready:.1f} s, {first_verdict} after {first:.1f} s more"
    )
    print(f"  peak memory until then {peak:.2f} GB")
    ask(table, triangles, pairs, 3).tell()


def main(argv: Sequence[str] | None = None) -> int:
    """Run it and print it."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("files", nargs="+", type=Path, help="mesh files")
    options.add_argument("--pairs", type=int, default=200, help="pairs of models on each table")
    options.add_argument(
        "--copies",
        type=int,
        default=0,
        help="all files on one table instead, so many pieces in all",
    )
    options.add_argument("--tolerance", type=float, default=DEFAULT_TOLERANCE_IN, help="inches")
    chosen = options.parse_args(argv)
    if chosen.copies:
        together(chosen.files, chosen.tolerance, chosen.copies, chosen.pairs)
    else:
        one_by_one(chosen.files, chosen.tolerance, chosen.pairs)
    return 0
