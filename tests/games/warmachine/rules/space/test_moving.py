"""Advances and runs: what they cost, what stops them, and the same found by walking in small steps."""

from __future__ import annotations

import numpy as np
import pytest

from tests.games.warmachine.rules.building import MEDIUM, SMALL, box, enemy, field, model, pillar
from tests.games.warmachine.rules.scenes import CLOSED, LINEAR, ROUGH, STEP, Scene
from wc3d.games.warmachine.rules.space.moving import PathMove, compute_move
from wc3d.games.warmachine.rules.space.terrain import Passage, classify_passage
from wc3d.table.features import Feature

WALL = box("w", "obstacle", (20, 10), (0.5, 8), 0.8)


def go(
    path: list[tuple[float, float]], speed: float, *terrain: Feature, run: bool = False
) -> PathMove:
    return compute_move(
        field(model("m", "medium", 10, 10), terrain=terrain), "m", path, speed, run=run
    )


@pytest.mark.rule("WM-MOV-01")
@pytest.mark.rule("WM-MOV-06")
@pytest.mark.rule("WM-RUL-22")
def test_an_advance_is_as_long_as_spd_and_a_run_twice() -> None:
    done = go([(13, 10), (13, 14)], 7)
    assert (
        done.legal
        and done.length == done.cost == 7
        and done.end == (13, 14)
        and done.allowance == 7
    )
    assert not go([(13, 10), (13, 14.01)], 7).legal and go([(13, 10), (13, 21)], 7, run=True).legal
    assert go([(13, 10), (13, 14.01)], 7).end == (10, 10), "a move that is not legal is not made"


@pytest.mark.rule("WM-MOV-05")
@pytest.mark.rule("WM-GEO-13")
def test_a_base_never_crosses_another_whatever_its_status_and_height() -> None:
    for other in (enemy("x", "small", 16, 10, knocked_down=True), model("x", "small", 16, 10, 5)):
        done = compute_move(field(model("m", "medium", 10, 10), other), "m", [(20, 10)], 20)
        assert (
            not done.legal
            and done.stopped_by == "x"
            and done.stop_length == pytest.approx(6 - MEDIUM - SMALL)
        )
    beside = field(model("m", "medium", 10, 10), enemy("x", "small", 16, 10 + MEDIUM + SMALL))
    assert compute_move(beside, "m", [(20, 10)], 20).legal, "to touch in passing is allowed"
    upto = field(model("m", "medium", 10, 10), enemy("x", "small", 16, 10))
    assert compute_move(upto, "m", [(16 - MEDIUM - SMALL, 10)], 20).legal


@pytest.mark.rule("WM-TER-02")
@pytest.mark.rule("WM-GEO-14")
@pytest.mark.rule("WM-RUL-23")
@pytest.mark.rule("WM-RUL-110")
def test_an_inch_counts_double_while_any_part_of_the_base_is_over_rough_ground() -> None:
    one = box("r", "rough", (15, 10), (2, 6))
    two = box("s", "forest", (15, 10), (2, 6), 3)
    done = go([(20, 10)], 10, one, two)
    assert done.cost == pytest.approx(10 + 2 + 2 * MEDIUM) and not done.legal
    assert go([(20, 10)], 10, box("o", "obscuring", (15, 10), (2, 6), 3)).legal
    assert go([(20, 10)], 7, one, run=True).legal, "running through it is allowed"


@pytest.mark.rule("WM-RUL-34")
def test_nobody_walks_off_the_table() -> None:
    done = go([(10, -3)], 20)
    assert done.stopped_by == "edge" and done.stop_length == pytest.approx(10 - MEDIUM)
    assert go([(10, MEDIUM)], 20).legal


@pytest.mark.rule("WM-TER-04")
@pytest.mark.rule("WM-TER-08")
@pytest.mark.rule("WM-RUL-31")
@pytest.mark.rule("WM-RUL-33")
@pytest.mark.rule("WM-RUL-108")
@pytest.mark.rule("WM-TER-01")
@pytest.mark.rule("WM-TER-03")
@pytest.mark.rule("WM-RUL-32")
@pytest.mark.parametrize(
    ("kind", "size", "height", "what"),
    [
        ("obstacle", (0.99, 8), 1.0, Passage.LINEAR),
        ("obstacle", (1.0, 8), 1.0, Passage.THICK),
        ("structure", (0.5, 3), 1.0, Passage.LINEAR),
        ("structure", (0.5, 3), 1.01, Passage.CLOSED),
        ("obstacle", (0.5, 3), 1.5, Passage.CLOSED),
        ("impassable", (0.5, 3), 0.5, Passage.CLOSED),
        ("rough", (4, 4), 0.0, Passage.ROUGH),
        ("forest", (4, 4), 3.0, Passage.ROUGH),
        ("obscuring", (4, 4), 3.0, Passage.OPEN),
    ],
)
def test_features_are_read_by_kind_and_measure(
    kind: str, size: tuple[float, float], height: float, what: Passage
) -> None:
    assert classify_passage(box("f", kind, (20, 20), size, height, 33)) is what


@pytest.mark.rule("WM-RUL-108")
def test_a_pillar_is_as_thick_as_it_is_wide() -> None:
    assert classify_passage(pillar("p", "obstacle", (5, 5), 0.49, 1)) is Passage.LINEAR
    assert classify_passage(pillar("p", "obstacle", (5, 5), 0.5, 1)) is Passage.THICK


@pytest.mark.rule("WM-TER-05")
@pytest.mark.rule("WM-TER-06")
@pytest.mark.rule("WM-GEO-20")
def test_a_linear_obstacle_is_passed_by_a_base_that_comes_clear_of_it() -> None:
    touching = 9.75 - MEDIUM
    clear = 10.25 + MEDIUM
    assert go([(10 + clear, 10)], clear, WALL).legal
    short = go([(10 + clear - 0.01, 10)], 20, WALL)
    assert short.stopped_by == "w" and short.stop_length == pytest.approx(touching)
    assert go([(10 + clear, 10)], clear - 0.01, WALL).stopped_by == "w", (
        "the movement does not last"
    )
    assert go([(10 + touching, 10)], 20, WALL).legal, "short of it"


@pytest.mark.rule("WM-TER-07")
def test_nobody_runs_across_a_linear_obstacle() -> None:
    assert go([(24, 10)], 20, WALL, run=True).stopped_by == "w"


@pytest.mark.rule("WM-RUL-109")
def test_what_stops_a_base_over_a_linear_obstacle_stops_it_short_of_that() -> None:
    behind = box("block", "structure", (22, 10), (1, 8), 3)
    done = go([(30, 10)], 40, WALL, behind)
    assert done.stopped_by == "w" and done.stop_length == pytest.approx(9.75 - MEDIUM)
    roomy = box("block", "structure", (23, 10), (1, 8), 3)
    assert go([(30, 10)], 40, WALL, roomy).stopped_by == "block"
    mud = box("mud", "rough", (15, 10), (2, 8))
    enough = 10.25 + MEDIUM + 2 + 2 * MEDIUM
    clear = [(20.25 + MEDIUM, 10.0)]
    assert (
        go(clear, enough, WALL, mud).legal and go(clear, enough - 0.01, WALL, mud).stopped_by == "w"
    )


@pytest.mark.rule("WM-GEO-14")
@pytest.mark.rule("WM-GEO-20")
@pytest.mark.parametrize("seed", range(120))
def test_against_a_walk_in_small_steps(seed: int) -> None:
    scene = Scene(seed)
    dice = scene.dice
    mover = scene.mover
    path = [(24 + dice.uniform(-8, 8), 24 + dice.uniform(-8, 8)) for _ in range(dice.randint(1, 3))]
    speed = dice.uniform(3, 25)
    run = dice.random() < 0.2
    found = compute_move(scene.table, "m", path, speed, run=run)
    at, places = scene.places([mover.place, *path])
    deep = {
        id: scene.depth(id, places, mover.radius)
        for id in (*scene.sorts, *(o.id for o in scene.others), "edge")
    }
    rough = [deep[id] > 0 for id, sort in scene.sorts.items() if sort == ROUGH]
    cost = at + (STEP * sum_of(rough, len(at))).cumsum()
    assert found.cost == pytest.approx(cost[-1], abs=0.02)
    closed = [id for id in deep if scene.sorts.get(id, CLOSED) == CLOSED]
    stop, by = min(
        ((at[(deep[id] > 1e-6).argmax()], id) for id in closed if (deep[id] > 1e-6).any()),
        default=(at[-1] + 1, None),
    )
    while True:
        short = []
        for id in (id for id, sort in scene.sorts.items() if sort == LINEAR):
            over = deep[id] > 1e-6
            begins = [
                k
                for k in range(len(at))
                if over[k] and (k == 0 or not over[k - 1]) and at[k] < stop - STEP
            ]
            for k in begins:
                clear = next((n for n in range(k, len(at)) if not over[n]), None)
                if (
                    run
                    or clear is None
                    or at[clear] > stop + STEP
                    or cost[clear] > found.allowance + STEP
                ):
                    short.append((at[k], id))
        if not short:
            break
        stop, by = min(short)
    if any(
        abs(cost[n] - found.allowance) < 0.02 or abs(at[n] - stop) < 0.01
        for n in clear_places(scene, deep)
    ):
        return  # too near to be told by steps
    assert found.stopped_by == by
    if by is not None:
        assert found.stop_length == pytest.approx(stop, abs=0.01)


def sum_of(parts: list[np.ndarray], long: int) -> np.ndarray:
    """Where any of these holds, as numbers."""
    return np.logical_or.reduce([np.zeros(long, dtype=bool), *parts]).astype(float)


def clear_places(scene: Scene, deep: dict[str, np.ndarray]) -> list[int]:
    """The steps at which a base comes clear of a linear obstacle."""
    return [
        n
        for id, sort in scene.sorts.items()
        if sort == LINEAR
        for n in range(1, len(deep[id]))
        if deep[id][n - 1] > 1e-6 >= deep[id][n]
    ]
