"""Compare exact sight with a sampler on the same random boards, in one run.

    python scripts/bench_sight.py [--boards 20] [--quick]

Each board is 48" x 48" with 20 features (boxes and cylinders, some in the air; no woods, as rays have no depth in them) and 20
models. Every pair of models is one question. Our solver answers it, and so do 4,096 random segments between the two volumes:
once in a single `occluded` query of embree itself, and once through trimesh's wrapper. A sampler is wrong when it says "blocked"
and our line, checked by independent code, is open. Our solver is wrong when any sampled segment is open and it says "blocked".
Times are processor time of one question, in milliseconds. Quote the ratios.
"""

from __future__ import annotations

import argparse
import itertools
import math
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

import numpy as np
import shapely
import trimesh
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh

from wc3d.games import load_map
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.geometry.distance import point_to_section
from wc3d.geometry.jit import use_compiled
from wc3d.geometry.kernel_store import KernelGroup
from wc3d.geometry.line_check import connects_volumes, is_open_line
from wc3d.geometry.sight_batch import decide_batch
from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism, footprint_between
from wc3d.geometry.visibility import MAX_SEARCH_CELLS, Occluder, Occluders, SightResult
from wc3d.table.body import Body
from wc3d.table.features import make_feature
from wc3d.table.maps.map_file import map_data, table_from_map
from wc3d.table.sight.sight import sight
from wc3d.table.sight.sight_area import seen_from
from wc3d.table.table import Table
from wc3d.ui.measuring.sight_area_worker import COARSE_CELLS_IN, FINE_CELL_IN
from wc3d.ui.measuring.sight_tools import compute_sight_area

A = TypeVar("A")
B = TypeVar("B")

SIZES = ((15 / 25.4, 1.75), (20 / 25.4, 2.25), (25 / 25.4, 2.75))
SEGMENTS = 4096
EMBREE_MISS = -1
"""What an `occluded` query answers for a segment that meets nothing."""


def box(
    x: float, y: float, width: float, depth: float, turn: float, low: float, high: float
) -> Prism:
    """A turned box."""
    c, s = math.cos(turn), math.sin(turn)
    corners = [
        (-width / 2, -depth / 2),
        (width / 2, -depth / 2),
        (width / 2, depth / 2),
        (-width / 2, depth / 2),
    ]
    return Prism(
        np.array([[x + u * c - v * s, y + u * s + v * c] for u, v in corners]),
        Plane(low),
        Plane(high),
    )


def random_pieces(rng: np.random.Generator, count: int) -> list[Piece]:
    """Walls, blocks and pillars; one in five hangs in the air."""
    out: list[Piece] = []
    for _ in range(count):
        x, y = rng.uniform(3, 45, 2)
        low = 0.0 if rng.random() < 0.8 else rng.uniform(0.5, 3.0)
        high = low + rng.uniform(1.0, 5.0)
        kind = rng.random()
        if kind < 0.15:
            out.append(Cylinder((x, y), rng.uniform(0.5, 2.5), low, high))
        elif kind < 0.55:
            out.append(
                box(
                    x,
                    y,
                    rng.uniform(4, 12),
                    rng.uniform(0.25, 0.6),
                    rng.uniform(0, math.pi),
                    low,
                    high,
                )
            )
        else:
            out.append(
                box(x, y, rng.uniform(2, 7), rng.uniform(2, 7), rng.uniform(0, math.pi), low, high)
            )
    return out


def random_models(rng: np.random.Generator, pieces: list[Piece], count: int) -> list[Cylinder]:
    """Models that stand on the table, in no solid."""
    out: list[Cylinder] = []
    while len(out) < count:
        radius, height = SIZES[rng.integers(3)]
        x, y = rng.uniform(1, 47, 2)
        volume = Cylinder((x, y), radius, 0.0, height)
        if not any(_meets(volume, p) for p in pieces):
            out.append(volume)
    return out


def _meets(volume: Cylinder, piece: Piece) -> bool:
    section = footprint_between(piece, volume.low, volume.high)
    return section is not None and point_to_section(volume.center, section) < volume.radius


def mesh_of(pieces: list[Piece]) -> trimesh.Trimesh:
    """The terrain as one mesh; what stands on the table reaches below it, as in the rulings."""
    parts = []
    for p in pieces:
        low = -5.0 if p.low <= 0 else p.low
        if isinstance(p, Cylinder):
            part = trimesh.creation.cylinder(radius=p.radius, height=p.high - low, sections=256)
            part.apply_translation((*p.center, (low + p.high) / 2))
        else:
            part = trimesh.creation.extrude_polygon(shapely.Polygon(p.points), p.high - low)
            part.apply_translation((0, 0, low))
        parts.append(part)
    whole = trimesh.util.concatenate(parts)
    assert isinstance(whole, trimesh.Trimesh)
    return whole


def sampled(
    ray: trimesh.ray.ray_pyembree.RayMeshIntersector,
    a: Cylinder,
    b: Cylinder,
    rng: np.random.Generator,
) -> bool:
    """Does one of 4,096 random segments between two volumes meet nothing?"""
    start, end = _points(a, rng), _points(b, rng)
    along = end - start
    length = np.linalg.norm(along, axis=1)
    ray_of, where = ray.intersects_id(start, along, multiple_hits=False, return_locations=True)[1:3]
    free = np.ones(SEGMENTS, dtype=bool)
    near = np.linalg.norm(where - start[ray_of], axis=1) < length[ray_of]
    free[ray_of[near]] = False
    return bool(free.any())


class EmbreeSampler:
    """Random segments traced by embree without a wrapper, in single precision.

    Args:
        terrain: the triangles that block sight, in inches.
    """

    def __init__(self, terrain: trimesh.Trimesh) -> None:
        self._scene = rtcore_scene.EmbreeScene()
        self._mesh = TriangleMesh(self._scene, np.asarray(terrain.triangles, dtype=np.float32))

    def is_clear(self, starts: np.ndarray, ends: np.ndarray) -> bool:
        """Return whether one of the segments (each end (n, 3), single precision) meets nothing."""
        hits = self._scene.run(
            starts, ends - starts, np.ones(len(starts), dtype=np.float32), query="OCCLUDED"
        )
        return bool((hits == EMBREE_MISS).any())


def _points(volume: Cylinder, rng: np.random.Generator) -> np.ndarray:
    """Half of them on the side, the others anywhere in the volume."""
    angle = rng.uniform(0, 2 * math.pi, SEGMENTS)
    out = volume.radius * np.where(rng.random(SEGMENTS) < 0.5, 1.0, np.sqrt(rng.random(SEGMENTS)))
    z = rng.uniform(volume.low, volume.high, SEGMENTS)
    return np.stack(
        [volume.center[0] + out * np.cos(angle), volume.center[1] + out * np.sin(angle), z], axis=1
    )


def figures(times: list[float]) -> str:
    """Median, 99th percentile and maximum of some seconds, in milliseconds."""
    ms = np.array(times) * 1e3
    return f"{np.median(ms):9.3f} {np.percentile(ms, 99):9.3f} {ms.max():9.3f}"


@dataclass
class Sampler:
    """The times and mistakes of one way to sample."""

    name: str
    times: list[float] = field(default_factory=list)
    """Seconds of each question."""
    misses: int = 0
    """Questions with an open line that the sampler did not find."""


def timed(solve: Callable[[A, A], B], pairs: Sequence[tuple[A, A]], times: list[float]) -> list[B]:
    """Return the answer to each pair and append its seconds to `times`; the first pair is answered once before."""
    solve(*pairs[0])
    answers = []
    for a, b in pairs:
        began = time.process_time()
        answers.append(solve(a, b))
        times.append(time.process_time() - began)
    return answers


def segments(a: Cylinder, b: Cylinder, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends of random segments between two volumes, each (4096, 3) in single precision."""
    return _points(a, rng).astype(np.float32), _points(b, rng).astype(np.float32)


def compare(boards: int) -> None:
    """Ask all solvers the same questions, and print times, wrong answers and the ratios of the medians."""
    ours: list[float] = []
    direct = Sampler("4,096 segments, embree")
    wrapped = Sampler("4,096 segments, trimesh")
    clear = undecided = wrong = 0
    for seed in range(boards):
        rng = np.random.default_rng(seed)
        pieces = random_pieces(rng, 20)
        occluders = tuple(Occluder((p,)) for p in pieces)
        ready = Occluders(occluders)
        mesh = mesh_of(pieces)
        models = random_models(rng, pieces, 20)
        embree = EmbreeSampler(mesh)
        pairs = list(itertools.combinations(models, 2))
        # Each solver answers all questions of a board before the next one starts: they do not empty each other's caches.
        answers = timed(ready.find_open_line, pairs, ours)
        direct_clear = timed(embree.is_clear, [segments(a, b, rng) for a, b in pairs], direct.times)
        wrapped_clear = timed(partial(sampled, mesh.ray, rng=rng), pairs, wrapped.times)
        for (a, b), (answer, line, _), by_embree, by_trimesh in zip(
            pairs, answers, direct_clear, wrapped_clear, strict=True
        ):
            clear += answer is SightResult.CLEAR
            undecided += answer is SightResult.UNDECIDED
            if answer is SightResult.CLEAR:
                assert line is not None
                wrong += not (connects_volumes(line, a, b) and is_open_line(line, occluders))
                direct.misses += not by_embree
                wrapped.misses += not by_trimesh
            elif by_trimesh and answer is SightResult.BLOCKED:
                wrong += 1
    print(
        f"{len(ours)} questions on {boards} boards, {clear} clear, {undecided} undecided; milliseconds\n"
    )
    print(f"{'':26}{'median':>9} {'p99':>9} {'maximum':>9}   median / ours   wrong")
    print(f"{'exact, a line or a proof':26}{figures(ours)}   {1:>13}   {wrong}")
    for sampler in (direct, wrapped):
        ratio = np.median(sampler.times) / np.median(ours)
        missed = f"{sampler.misses} ({100 * sampler.misses / max(1, clear):.1f}% of clear)"
        print(f"{sampler.name:26}{figures(sampler.times)}   {ratio:>13.0f}   {missed}")


def growth() -> None:
    """Print how the time of one question grows with the number of features."""
    print(f"\n{'features on the board':26}{'median':>9} {'p99':>9} {'maximum':>9}")
    for count in (5, 10, 20, 40, 80):
        times = []
        for seed in range(4):
            rng = np.random.default_rng(1000 + seed)
            pieces = random_pieces(rng, count)
            ready = Occluders(Occluder((p,)) for p in pieces)
            models = random_models(rng, pieces, 16)
            ready.find_open_line(models[0], models[1])
            for a, b in itertools.combinations(models, 2):
                began = time.process_time()
                ready.find_open_line(a, b)
                times.append(time.process_time() - began)
        print(f"{count:<26}{figures(times)}")


def whole_boards() -> None:
    """All pairs of 40 models on the densest board, and the area of sight of one model."""
    rng = np.random.default_rng(7)
    pieces = random_pieces(rng, 80)
    ready = Occluders(Occluder((p,)) for p in pieces)
    models = random_models(rng, pieces, 40)
    began = time.process_time()
    for a, b in itertools.combinations(models, 2):
        ready.find_open_line(a, b)
    print(f"\nall 780 pairs of 40 models among 80 features: {time.process_time() - began:.3f} s")
    features = tuple(
        make_feature(f"f{i}", "structure", (p,)) for i, p in enumerate(random_pieces(rng, 20))
    )
    table = Table((48, 48), features, policy=SPACE)
    viewer = Body("viewer", "medium", (24.0, 2.0, 0.0))
    began = time.process_time()
    seen = seen_from(table, viewer, "small", 0.5)
    print(
        f'visible area of one model, 48" x 48", 0.5" cells, {len(seen.levels)} levels: {time.process_time() - began:.2f} s'
    )


def batches() -> None:
    """Many pairs in one call on a board of 20 features, and the area of sight that follows the mouse."""
    use_compiled(KernelGroup.BATCH)
    rng = np.random.default_rng(7)
    pieces = random_pieces(rng, 20)
    ready = Occluders(Occluder((p,)) for p in pieces)
    models = random_models(rng, pieces, 640)
    rows = np.array([(*m.center, m.radius, m.low, m.high) for m in models])
    pairs = np.stack([np.repeat(rows, len(rows), axis=0), np.tile(rows, (len(rows), 1))], axis=1)
    ignored = np.full((len(pairs), 2), -1)
    print(f"\n{len(pairs):,} pairs of 640 models among 20 features, in one call")
    for threads in (1, 2):
        began, spent = time.perf_counter(), time.process_time()
        decide_batch(pairs, ignored, ready._terrain, 3.0, MAX_SEARCH_CELLS, None, threads)
        spent, began = time.process_time() - spent, time.perf_counter() - began
        print(
            f"  {threads} threads: {began:.2f} s by the clock, {spent:.2f} s of the processor, {len(pairs) / began:,.0f} a second"
        )
    table = load_map("crossroads")
    for words, cell, outlined in (
        ("coarse", COARSE_CELLS_IN[0], False),
        ("exact", FINE_CELL_IN, True),
    ):
        asked = {"base": "medium", "cell": cell, "outlined": outlined}
        clock, processor = [], []
        for step in range(20):
            viewer = Body("viewer", "medium", (6.0 + step, 4.0, 0.0))
            began, spent = time.perf_counter(), time.process_time()
            compute_sight_area(table, {**asked, "viewers": [viewer]}, lambda done, total: True)
            clock.append(time.perf_counter() - began)
            processor.append(time.process_time() - spent)
        times = 1e3 * np.median([clock, processor], axis=1)
        print(
            f'{words} area of sight, crossroads, {cell:g}" cells: median {times[0]:.0f} ms by the clock, {times[1]:.0f} ms of the processor'
        )


def small_pieces(rng: np.random.Generator, count: int) -> list[Piece]:
    """Crates, posts and low walls that stand on the table, half an inch to two inches each way."""
    places = rng.uniform(1, 47, (count, 2))
    sizes = rng.uniform(0.5, 2, (count, 3))
    return [
        Cylinder((x, y), wide / 2, 0.0, high)
        if number % 4 == 0
        else box(x, y, wide, deep, x, 0.0, high)
        for number, ((x, y), (wide, deep, high)) in enumerate(
            zip(places.tolist(), sizes.tolist(), strict=True)
        )
    ]


def readiness() -> None:
    """From a map's values to its first verdict, in seconds of the processor: the median and the most of 9 boards."""
    for words, make in (("small features", small_pieces), ("overlapping features", random_pieces)):
        times = []
        for seed in range(9):
            rng = np.random.default_rng(2000 + seed)
            features = tuple(
                make_feature(f"f{i}", "structure", (p,)) for i, p in enumerate(make(rng, 500))
            )
            given = map_data(Table((48, 48), features, policy=SPACE))
            began = time.process_time()
            table = table_from_map(given, SPACE)
            sight(table, Body("a", "small", (1.0, 1.0, 0.0)), Body("b", "large", (47.0, 47.0, 0.0)))
            times.append(time.process_time() - began)
        print(
            f"500 {words}, from map to first verdict: median {np.median(times):.3f} s, maximum {max(times):.3f} s"
        )


def main(argv: Sequence[str] | None = None) -> int:
    """Run everything and print it."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument(
        "--boards", type=int, default=20, help="boards to compare on (190 questions each)"
    )
    options.add_argument("--quick", action="store_true", help="only the comparison")
    chosen = options.parse_args(argv)
    Occluders([]).find_open_line(Cylinder((0, 0), 1, 0, 1), Cylinder((5, 0), 1, 0, 1))
    compare(chosen.boards)
    if not chosen.quick:
        growth()
        whole_boards()
        batches()
        readiness()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of the whole run, samplers included: {peak:.0f} MB")
    return 0
