"""The shrinkage that opens a line is the one that plain bisection finds."""

from __future__ import annotations

import random

import pytest

from tests.shipped_boards import shipped_board
from wc3d.errors import InputError
from wc3d.geometry.solid_union import SolidUnion
from wc3d.geometry.tolerances import SHORT_BY_STEP_IN
from wc3d.geometry.visibility import Occluder, Occluders, SightResult
from wc3d.table.body import Body
from wc3d.table.sight.shrink_search import MAX_SHORT_BY_CELLS, ShrinkSearch
from wc3d.table.sight.sight import Sight

CASES = 6
"""The blocked pairs of models that are tried on each board."""

BISECTED_IN = {
    "ravine": [2.29, 0.7863, 2.2512, 1.81, 1.2513, 2.2512],
    "crossroads": [0.0013, 0.1375, 0.11, 0.05, 0.2512, 0.2512],
    "watchtowers": [0.0963, 0.0562, 0.7125, 0.2175, 0.6063, 0.215],
    "trench-line": [0.2512, 0.0013, 0.2513, 0.07, 0.2513, 0.0037],
    "terraced-woods": [1.0763, 0.0462, 0.4212, 0.2513, 0.8538, 1.0975],
}
"""What bisection in twelve trials found for the pairs of `blocked_pairs`, in inches."""


def blocked_pairs(board: str, count: int) -> list[Sight]:
    """Return blocked sights of random models which have a `short_by`."""
    table = shipped_board(board)
    rng = random.Random(1)
    width, depth = table.size
    sights: list[Sight] = []
    while len(sights) < count:
        bodies = [
            Body(
                id,
                rng.choice(("small", "medium", "large")),
                (rng.uniform(2, width - 2), rng.uniform(2, depth - 2)),
            )
            for id in "ab"
        ]
        try:
            sight = table.with_bodies(*bodies).sight("a", "b")
        except InputError:
            continue
        if sight.verdict == "blocked" and sight.short_by is not None:
            sights.append(sight)
    return sights


def opens(sight: Sight, by: float) -> bool:
    """Return whether a line is open when all solids shrink by `by`."""
    woods = tuple(each for each in sight._occluders if each.is_obscuring)
    union = SolidUnion(list(sight._solids), *sight.ends, max(by, 1.0))
    trial = Occluders((*woods, Occluder(union.shrink(by))))
    depth = sight.table.policy.obscuring_depth
    found = trial.find_open_line(*sight.ends, depth=depth, budget=MAX_SHORT_BY_CELLS)
    return found[0] is SightResult.CLEAR


@pytest.mark.parametrize("board", BISECTED_IN)
def test_it_is_what_bisection_found(board: str) -> None:
    values = [sight.short_by for sight in blocked_pairs(board, CASES)]
    assert values == pytest.approx(BISECTED_IN[board], abs=SHORT_BY_STEP_IN)


@pytest.mark.parametrize("board", BISECTED_IN)
def test_a_line_is_open_at_it_and_shut_a_step_below(board: str) -> None:
    for sight in blocked_pairs(board, CASES):
        assert sight.short_by is not None
        assert opens(sight, sight.short_by + 1e-4)
        below = sight.short_by - SHORT_BY_STEP_IN - 1e-4
        assert below <= 0.0 or not opens(sight, below)


def test_it_takes_few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    trials: list[float] = []
    plain = ShrinkSearch._try

    def counted(search: ShrinkSearch, by: float) -> bool:
        trials.append(by)
        return plain(search, by)

    monkeypatch.setattr(ShrinkSearch, "_try", counted)
    sights = [sight for board in BISECTED_IN for sight in blocked_pairs(board, CASES)]
    assert len(trials) <= 9 * len(sights)


def test_the_shrunk_solids_of_a_slab_are_one_prism() -> None:
    """Slabs of the same plan are joined, and only what is near the line is kept."""
    sight = blocked_pairs("trench-line", 1)[0]
    union = SolidUnion(list(sight._solids), *sight.ends, 1.0)
    prisms = union.shrink(0.1)
    spans = [(prism.points.tobytes(), prism.high) for prism in prisms]
    assert not any(
        (points, prism.low) in spans for prism, (points, _) in zip(prisms, spans, strict=True)
    )
    assert all(prism.box[0] <= union.tube.bounds[2] for prism in prisms)
