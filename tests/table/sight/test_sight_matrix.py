"""A matrix of sight has the verdict of `sight` for each pair, in each game."""

from __future__ import annotations

import random

import numpy as np
import pytest

import wc3d
from tests.table.building import board, box, ramp, silo
from wc3d.errors import InputError
from wc3d.games.warmachine.rules.space.fighters import Fighter
from wc3d.games.warmachine.rules.space.policy import SPACE as WARMACHINE_SPACE
from wc3d.geometry import jit
from wc3d.geometry.kernel_store import KernelGroup
from wc3d.geometry.visibility import Occluders, SightResult
from wc3d.table.body import Body
from wc3d.table.features import Feature
from wc3d.table.sight.sight import sight
from wc3d.table.sight.sight_area import seen_from
from wc3d.table.table import Table

NUMBERS = {result.name.lower(): int(result) for result in SightResult}


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    jit.use_compiled(KernelGroup.BATCH)


def scenery() -> tuple[Feature, ...]:
    """A wall, a house, a hill, a balcony, a silo and two woods."""
    return (
        box("wall", "structure", (15, 12), (8, 0.5), 2.25, rotation=20),
        box("house", "structure", (24, 20), (5, 4), 4.0),
        ramp("hill", "structure", (6, 22), (6, 4), 0.5, 2.0),
        box("balcony", "structure", (10, 18), (4, 4), 0.5, bottom=2.0),
        silo("silo", "structure", (20, 6), 1.5, 5.0),
        box("wood", "obscuring", (8, 8), (6, 5), 4.0),
        silo("copse", "obscuring", (26, 10), 3.0, 4.0),
    )


def random_bodies(seed: int, count: int) -> list[Body]:
    """Models at random places outside the hill, in which a search takes long."""
    chance = random.Random(seed)
    bodies: list[Body] = []
    while len(bodies) < count:
        x, y = chance.uniform(1, 29), chance.uniform(1, 29)
        base, z = chance.choice(("small", "medium", "large")), chance.choice((0.0, 0.0, 2.5, 4.0))
        if not (2 < x < 10 and 19 < y < 25):
            bodies.append(Body(f"m{len(bodies)}", base, (x, y, z)))
    return bodies


def single_matrix(table: Table, a: list[Body], b: list[Body]) -> list[list[int]]:
    return [[NUMBERS[sight(table, viewer, target).verdict] for target in b] for viewer in a]


def test_a_matrix_has_the_verdicts_of_single_sights() -> None:
    table = board(*scenery())
    bodies = random_bodies(1, 40)
    matrix = table.sight_matrix(bodies[:30], bodies[15:])
    assert matrix.shape == (30, 25) and matrix.dtype == np.int8
    assert matrix.tolist() == single_matrix(table, bodies[:30], bodies[15:])
    assert 0.2 < (matrix == 1).mean() < 0.9
    assert matrix[20, 5] == 1, "a model sees itself"


@pytest.mark.parametrize("name", ["crossroads", "watchtowers"])
def test_the_models_on_a_board_are_named_by_id_or_given(name: str) -> None:
    table = wc3d.load_map(name)
    width, depth = table.size
    chance = random.Random(name)
    for i in range(14):
        at = chance.uniform(2, width - 2), chance.uniform(2, depth - 2)
        try:
            table = table.with_bodies(Body(f"m{i}", chance.choice(("small", "large")), at))
        except InputError:  # no room there
            continue
    bodies = list(table.bodies)
    matrix = table.sight_matrix([body.id for body in bodies], bodies)
    assert matrix.tolist() == single_matrix(table, bodies, bodies)
    np.testing.assert_array_equal(matrix, matrix.T)
    assert {0, 1} <= set(matrix.ravel().tolist())


def test_a_matrix_without_rows_or_columns_is_empty() -> None:
    table = board(*scenery())
    assert table.sight_matrix([], random_bodies(1, 3)).shape == (0, 3)
    assert table.sight_matrix(random_bodies(1, 3), []).shape == (3, 0)


def test_a_model_that_is_not_on_the_table_is_refused() -> None:
    with pytest.raises(InputError, match="model 'nobody': not on the table"):
        board(*scenery()).sight_matrix(["nobody"], [])


def fighters(seed: int, count: int) -> list[Fighter]:
    """Models that block sight, some of them knocked down, looking in all directions."""
    chance = random.Random(seed)
    return [
        Fighter(
            f"f{i}",
            chance.choice(("small", "medium", "large")),
            (chance.uniform(1, 29), chance.uniform(1, 29), 0.0),
            facing=chance.uniform(0, 360),
            knocked_down=i % 5 == 0,
            sizes=WARMACHINE_SPACE.bases,
        )
        for i in range(count)
    ]


def test_models_that_block_sight_count_for_all_pairs_but_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    models = fighters(3, 16)
    table = Table((30, 30), scenery(), bodies=tuple(models), policy=WARMACHINE_SPACE)
    expected = single_matrix(table, list(models), list(models))
    without = Table((30, 30), scenery(), policy=WARMACHINE_SPACE)
    assert expected != single_matrix(without, list(models), list(models)), "models block"
    together: list[int] = []
    decide = Occluders.decide_pairs

    def decide_and_note(self: Occluders, pairs: np.ndarray, **options: object) -> np.ndarray:
        together.append(len(pairs))
        return decide(self, pairs, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Occluders, "decide_pairs", decide_and_note)
    assert table.sight_matrix(models, models).tolist() == expected
    assert sum(together) > 60, "pairs without a back arc in between are decided together"


def test_an_area_of_a_model_that_looks_ahead_ends_at_its_back_arc() -> None:
    viewer = Fighter("v", "small", (15, 15, 0), facing=30.0, sizes=WARMACHINE_SPACE.bases)
    table = Table((30, 30), scenery(), policy=WARMACHINE_SPACE)
    seen = seen_from(table, viewer, "small", cell=1.5)
    for level in seen.levels:
        for row, cells in enumerate(level.cells):
            for column, is_seen in enumerate(cells):
                at = (column + 0.5) * 1.5, (row + 0.5) * 1.5, level.height
                target = Body("t", "small", at, sizes=WARMACHINE_SPACE.bases)
                stands = bool(table.stand("small", at))
                assert is_seen == int(stands and bool(sight(table, viewer, target)))
