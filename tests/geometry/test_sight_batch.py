"""A batch of sights has the verdicts of its single questions, in any number of threads."""

from __future__ import annotations

import math
import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import wc3d
from wc3d.geometry import jit, sight_batch
from wc3d.geometry.kernel_store import KernelGroup
from wc3d.geometry.sight_search import quick_verdicts
from wc3d.geometry.sight_search.culling import cull_pieces
from wc3d.geometry.solids import Cylinder, Piece, Plane, Prism
from wc3d.geometry.visibility import (
    Occluder,
    Occluders,
    SightResult,
    point_volume,
)
from wc3d.table.sight.sight import make_occluders

Volumes = tuple[Cylinder, Cylinder]
BLOCKED, CLEAR, UNDECIDED = (int(result) for result in SightResult)
BASES = ((15 / 25.4, 1.75), (20 / 25.4, 2.25), (25 / 25.4, 2.75), (60 / 25.4, 4.0))
"""The radius and height of a small, a medium, a large and a huge base."""
FLOORS = (0.0, 0.0, 0.0, 0.0, 0.5, 1.0, 2.0, 2.25, 3.0, 4.0)
"""Heights on which models stand."""


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    jit.use_compiled(KernelGroup.BATCH)


def ring(x: float, y: float, width: float, depth: float, turn: float) -> np.ndarray:
    """The corners of a turned rectangle."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, depth / 2]
    c, s = math.cos(turn), math.sin(turn)
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + [x, y])


class RandomBoard:
    """Walls, rows of touching walls, blocks, pillars, hills and woods, and models among them.

    Half of the boards have all places on a grid, where lines graze corners and faces touch.
    """

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._step = (0.0, 0.25, 0.0, 0.5)[seed % 4]
        self.occluders = Occluders(self._occluder() for _ in range(self._chance.randint(6, 26)))

    def _place(self, low: float, high: float, least: float = 0.0) -> float:
        value = self._chance.uniform(low, high)
        return max(least, round(value / self._step) * self._step if self._step else value)

    def _occluder(self) -> Occluder:
        chance = self._chance
        x, y = self._place(2, 22), self._place(2, 22)
        low = chance.choice((0.0, 0.0, 0.0, 0.5, 1.75, 2.25))
        high = low + chance.choice((0.5, 1.0, 1.75, 2.25, 2.75, 4.0))
        turn = chance.choice((0.0, math.pi / 2, math.pi / 4, chance.uniform(0, 3)))
        width, depth = self._place(1, 7, 0.5), self._place(1, 7, 0.5)
        match chance.choice(("pillar", "wall", "row", "hill", "block", "wood")):
            case "pillar":
                return Occluder((Cylinder((x, y), width / 3, low, high),))
            case "wall":
                return Occluder((level_prism(ring(x, y, width, 0.25, turn), low, high),))
            case "row":
                return Occluder(
                    tuple(
                        level_prism(ring(x + i * width, y, width, 0.5, 0.0), low, high)
                        for i in range(3)
                    )
                )
            case "hill":
                corners = ring(x, y, width, depth, turn)
                slopes = chance.uniform(-0.3, 0.3), chance.uniform(-0.3, 0.3)
                top = Plane(0.3 - float((corners @ np.array(slopes)).min()), *slopes)
                return Occluder((Prism(corners, Plane(0.0), top),))
            case shape:
                prism = level_prism(ring(x, y, width, depth, turn), low, high)
                return Occluder((prism,), is_obscuring=shape == "wood")

    def _volume(self) -> Cylinder:
        """A volume that is in no slope, where a search takes long and gives up."""
        volume = self._any_volume()
        while any(
            isinstance(piece, Prism) and not piece.is_level and is_near(volume, piece)
            for occluder in self.occluders.occluders
            for piece in occluder.pieces
        ):
            volume = self._any_volume()
        return volume

    def _any_volume(self) -> Cylinder:
        x, y, z = self._place(0, 24), self._place(0, 24), self._chance.choice(FLOORS)
        radius, height = self._chance.choice(BASES)
        if self._chance.random() < 0.1:
            return point_volume((x, y, z + height))  # an eye
        return Cylinder((x, y), radius, z, z + height)

    def pairs(self, count: int) -> list[Volumes]:
        """Random pairs of volumes. They may overlap level terrain and each other."""
        return [(self._volume(), self._volume()) for _ in range(count)]


def is_near(volume: Cylinder, piece: Prism) -> bool:
    (x, y), (x0, y0, x1, y1) = volume.center, piece.box
    wide = volume.radius
    return x0 < x + wide and x1 > x - wide and y0 < y + wide and y1 > y - wide


def level_prism(corners: np.ndarray, low: float, high: float) -> Prism:
    return Prism(corners, Plane(low), Plane(high))


def rows(pairs: list[Volumes]) -> np.ndarray:
    """Pairs of volumes as a batch has them."""
    return np.array(
        [[[*v.center, v.radius, v.low, v.high] for v in pair] for pair in pairs], dtype=np.float64
    ).reshape(-1, 2, 5)


def single_verdicts(occluders: Occluders, pairs: list[Volumes]) -> list[int]:
    return [int(occluders.find_open_line(a, b)[0]) for a, b in pairs]


QUICK_SEEDS = [1, 2, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 20, 21, 22, 23]
"""Boards without a question whose search gives up after a second. One of number 12 does."""


def test_a_batch_has_the_verdicts_of_single_questions_on_random_boards() -> None:
    counts = np.zeros(3, dtype=np.int64)
    for seed in QUICK_SEEDS:
        board = RandomBoard(seed)
        pairs = board.pairs(150)
        verdicts = board.occluders.decide_pairs(rows(pairs)).tolist()
        assert verdicts == single_verdicts(board.occluders, pairs), seed
        counts += np.bincount(verdicts, minlength=3)
    assert min(counts[BLOCKED], counts[CLEAR]) > 300 and counts[UNDECIDED] == 1


@pytest.mark.parametrize(
    "board",
    ["crossroads", "glaziers-row", "ravine", "terraced-woods", "trench-line", "watchtowers"],
)
def test_a_batch_has_the_verdicts_of_single_questions_on_a_plain_board(board: str) -> None:
    table = wc3d.load_map(board)
    occluders = make_occluders(table.features)[1]
    chance = random.Random(board)
    heights = sorted({piece.high for f in table.features for piece in f.pieces} | {0.0})
    pairs = []
    for _ in range(800):
        ends = []
        for _ in range(2):
            x, y = (0.25 * chance.randint(2, int(4 * side) - 2) for side in table.size)
            low = chance.choice((0.0, 0.0, chance.choice(heights)))
            radius, height = chance.choice(BASES)
            ends.append(Cylinder((x, y), radius, low, low + height))
        pairs.append((ends[0], ends[1]))
    verdicts = occluders.decide_pairs(rows(pairs)).tolist()
    assert verdicts == single_verdicts(occluders, pairs)
    assert min(verdicts.count(BLOCKED), verdicts.count(CLEAR)) > 50


def test_pairs_near_meshes_are_decided_one_at_a_time_and_the_others_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    occluders = make_occluders(wc3d.load_map("container-yard").features)[1]
    small, height = BASES[0]
    chance = random.Random(3)
    pairs = []
    for _ in range(60):
        x, y = chance.uniform(1, 47), chance.uniform(1, 47)
        ends = [(x, y), (x + chance.uniform(-9, 9), y + chance.uniform(-9, 9))]
        a, b = (Cylinder(at, small, 0.0, height) for at in ends)
        pairs.append((a, b))
    expected = single_verdicts(occluders, pairs)
    near = [bool(occluders.meshes_near(a, b)) for a, b in pairs]
    asked: list[Volumes] = []
    find = Occluders.find_open_line

    def find_and_note(self: Occluders, a: Cylinder, b: Cylinder, **options: object) -> object:
        asked.append((a, b))
        return find(self, a, b, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Occluders, "find_open_line", find_and_note)
    assert occluders.decide_pairs(rows(pairs)).tolist() == expected
    assert asked == [pair for pair, is_near in zip(pairs, near, strict=True) if is_near]
    assert 10 < len(asked) < 50


def test_all_threads_together_decide_each_pair_once() -> None:
    board = RandomBoard(5)
    pairs = rows([pair for pair in board.pairs(2000) if not is_stacked(*pair)])
    ignored = np.full((len(pairs), 2), -1)
    terrain = board.occluders._terrain
    results = [
        sight_batch.decide_batch(pairs, ignored, terrain, 3.0, 2000, None, threads)
        for threads in (1, 2, 5)
    ]
    assert set(results[0].tolist()) == {BLOCKED, CLEAR, UNDECIDED}
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])


def is_stacked(a: Cylinder, b: Cylinder) -> bool:
    return bool(sight_batch.find_stacked_pairs(rows([(a, b)]))[0])


def test_batches_on_two_boards_at_the_same_time_do_not_mix() -> None:
    boards = [RandomBoard(seed) for seed in (6, 8)]
    pairs = [rows(board.pairs(600)) for board in boards]
    expected = [
        board.occluders.decide_pairs(part) for board, part in zip(boards, pairs, strict=True)
    ]
    with ThreadPoolExecutor(4) as pool:
        jobs = [pool.submit(boards[i % 2].occluders.decide_pairs, pairs[i % 2]) for i in range(12)]
        for i, job in enumerate(jobs):
            np.testing.assert_array_equal(job.result(), expected[i % 2])


def test_the_kernel_lets_go_of_the_lock_of_python() -> None:
    from wc3d.geometry.sight_search.line_batch import decide_open_lines
    from wc3d.geometry.sight_search.setup import decide_open_line

    options = [
        jit.entry_of(kernel).compiled.targetoptions.get("nogil", False)
        for kernel in (decide_open_lines, decide_open_line)
    ]
    assert options == [True, False], "single questions share one workspace"


@pytest.mark.parametrize("is_ready", [True, False])
def test_progress_counts_all_pairs_and_stops_the_batch(
    is_ready: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wc3d.geometry.sight_batch.may_use_batch", lambda: is_ready)
    board = RandomBoard(2)
    pairs = rows(board.pairs(900))
    expected = board.occluders.decide_pairs(pairs)
    calls: list[tuple[int, int]] = []

    def stop_at_half(done: int, total: int) -> bool:
        calls.append((done, total))
        return done < total / 2

    verdicts = board.occluders.decide_pairs(pairs, progress=stop_at_half)
    assert calls == sorted(calls) and {total for _, total in calls} == {len(pairs)}
    assert calls[-1][0] < len(pairs), "it is not called again after it stopped the work"
    decided = verdicts != UNDECIDED
    assert 300 < decided.sum() < 800
    np.testing.assert_array_equal(verdicts[decided], expected[decided])


def test_until_the_batch_is_compiled_each_question_is_asked_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = RandomBoard(9)
    pairs = rows(board.pairs(150))
    expected = board.occluders.decide_pairs(pairs)
    monkeypatch.setattr("wc3d.geometry.sight_batch.may_use_batch", lambda: False)
    monkeypatch.setattr(
        "wc3d.geometry.sight_batch.decide_batch", lambda *_: pytest.fail("it is not compiled")
    )
    np.testing.assert_array_equal(board.occluders.decide_pairs(pairs), expected)


def test_an_ignored_piece_does_not_count_for_its_pair_alone() -> None:
    wall = Occluder((level_prism(ring(5, 0, 0.5, 8, 0), 0.0, 4.0),))
    posts = [Occluder((Cylinder((x, 0.0), 2.0, 0.0, 4.0),)) for x in (9.0, 15.0)]
    ends = [Cylinder((x, 0.0), 0.6, 0.0, 1.75) for x in (0.0, 12.0, 18.0)]
    occluders = Occluders([wall, *posts])
    own = occluders.own_rows([1, 2])
    assert own is not None
    pairs = rows([(ends[1], ends[2])] * 3 + [(ends[0], ends[1])])
    ignored = np.array([[-1, -1], [own[1], -1], [own[0], -1], [own[0], own[1]]])
    expected = [BLOCKED, CLEAR, BLOCKED, BLOCKED]
    assert occluders.decide_pairs(pairs, ignored=ignored).tolist() == expected
    assert occluders.decide_pairs(pairs[[1, 0]], ignored=ignored[:2][::-1]).tolist() == [
        CLEAR,
        BLOCKED,
    ]


def test_merged_occluders_have_no_row_of_their_own() -> None:
    plates = [Occluder((level_prism(ring(x, 0, 2, 2, 0), 3.0, 3.5),)) for x in (4, 6, 12)]
    occluders = Occluders(plates)
    assert occluders.own_rows([0, 1]) is None
    assert occluders.own_rows([2]) == [0], "the merged plates come last"


# The quick verdicts


def quick_verdict(pieces: list[Piece], a: Cylinder, b: Cylinder, woods: bool = False) -> int:
    """Return the quick verdict of the interpreted kernel."""
    terrain = Occluders([Occluder((piece,), woods) for piece in pieces])._terrain
    [ends] = rows([(a, b)])
    picked = np.zeros(len(pieces) + 1, dtype=np.int64)
    count = cull_pieces(ends, terrain.reals, terrain.grow, picked)
    return quick_verdicts.find_quick_verdict(ends, terrain, picked, count)


LEFT, RIGHT = (Cylinder((x, 0.0), 0.6, 0.0, 1.75) for x in (0.0, 12.0))


@pytest.mark.parametrize(
    ("pieces", "verdict"),
    [
        ([], CLEAR),
        ([level_prism(ring(6, 9, 2, 2, 0), 0.0, 4.0)], CLEAR),  # nothing in between
        ([level_prism(ring(6, 0, 0.5, 8, 0), 0.0, 1.7)], CLEAR),  # over it
        ([level_prism(ring(6, 0, 0.5, 8, 0), 0.0, 1.75)], BLOCKED),  # as high as both
        ([level_prism(ring(6, 0, 0.5, 8, 1.0), 0.0, 3.0)], BLOCKED),
        ([Cylinder((6.0, 0.0), 0.61, 0.0, 3.0)], BLOCKED),
        ([Cylinder((6.0, 0.0), 0.59, 0.0, 3.0)], UNDECIDED),  # a hair's breadth on both sides
        ([Cylinder((6.0, 0.0), 0.3, 0.0, 3.0)], CLEAR),  # past it
        ([level_prism(ring(6, 0, 0.5, 8, 0), 0.1, 3.0)], UNDECIDED),  # under it
        ([level_prism(ring(6, y, 0.5, 4, 0), 0.0, 3.0) for y in (-1.9, 1.9)], UNDECIDED),
    ],
)
def test_a_quick_verdict_is_given_where_it_is_certain(pieces: list[Piece], verdict: int) -> None:
    for a, b in ((LEFT, RIGHT), (RIGHT, LEFT)):
        assert quick_verdict(pieces, a, b) == verdict
        expected = int(Occluders([Occluder((p,)) for p in pieces]).find_open_line(a, b)[0])
        assert verdict in (expected, UNDECIDED)


def test_a_corner_behind_a_volume_is_no_wall() -> None:
    """Beyond both tangents lies only what is behind the smaller volume."""
    wide, point = Cylinder((0.0, 0.0), 2.0, 0.0, 2.0), Cylinder((2.2, 0.0), 0.1, 0.0, 2.0)
    behind = level_prism(ring(3.5, 0, 1.5, 1.5, math.pi / 4), 0.0, 4.0)
    assert quick_verdict([behind], wide, point) == CLEAR


def test_a_wood_around_a_volume_gives_no_quick_proof() -> None:
    wood: list[Piece] = [level_prism(ring(1, 0, 4, 4, 0), 0.0, 4.0)]
    assert quick_verdict(wood, LEFT, RIGHT, woods=True) == UNDECIDED
    apart = Cylinder((-4.0, 0.0), 0.6, 0.0, 1.75)
    assert quick_verdict(wood, apart, RIGHT, woods=True) == BLOCKED


def test_a_volume_in_a_slope_and_volumes_that_nearly_touch_are_left_to_the_search() -> None:
    hill = Prism(ring(0, 0, 4, 4, 0), Plane(0.0), Plane(1.0, 0.2, 0.0))
    assert quick_verdict([hill], LEFT, RIGHT) == UNDECIDED
    near = Cylinder((1.21, 0.0), 0.6, 0.0, 1.75)
    assert quick_verdict([level_prism(ring(0.6, 0, 3, 3, 0), 0.0, 1.0)], LEFT, near) == UNDECIDED
