"""Who sees whom on a table: the verdict with its evidence, and the area of sight (p. 32, 44)."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wc3d.errors import InputError
from wc3d.geometry.line_check import connects_volumes, is_open_line
from wc3d.geometry.visibility import Occluder
from wc3d.registry import load_map, table_from_map
from wc3d.table.body import Body
from wc3d.table.sight.sight import can_block_sight, sight
from wc3d.table.sight.sight_area import seen_from
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import find_standing_room, highest_standable


def board(*terrain: dict[str, Any], size: tuple[float, float] = (30, 30)) -> Table:
    return table_from_map(
        {
            "name": "board",
            "size": list(size),
            "terrain": [{"id": f"t{i}", **t} for i, t in enumerate(terrain)],
        }
    )


def box(
    center: tuple[float, float],
    size: tuple[float, float],
    height: float,
    bottom: float = 0,
    **more: Any,
) -> dict[str, Any]:
    kind = more.pop("kind", "structure")
    return {
        "kind": kind,
        "shape": {
            "type": "box",
            "center": center,
            "size": size,
            "bottom": bottom,
            "height": height,
        },
        **more,
    }


A, B = Body("a", "small", (10, 15, 0)), Body("b", "small", (20, 15, 0))


@pytest.mark.rule("NM-ATK-05")
def test_a_clear_sight_shows_a_line_and_how_near_it_was() -> None:
    table = board(box((15, 10), (1, 9.0), 4))  # its north end is 0.5" south of the line of centers
    found = sight(table, A, B)
    assert found and found.verdict == "clear"
    assert found.line is not None and found.clearance is not None
    occluders = tuple(Occluder(f.pieces) for f in table.features)
    assert is_open_line(found.line, occluders)
    assert connects_volumes(found.line, A.volume, B.volume)
    assert found.clearance == pytest.approx(
        0.5 + A.radius, abs=0.01
    )  # along the north sides of both
    assert found.blockers == () and found.short_by is None


@pytest.mark.rule("NM-ATK-05")
def test_a_blocked_sight_names_what_blocks_and_by_how_much() -> None:
    found = sight(board(box((15, 15), (1, 20), 1.95), box((25, 3), (2, 2), 5)), A, B)
    assert (
        not found and found.verdict == "blocked" and found.line is None and found.clearance is None
    )
    assert found.blockers == ("t0",)
    assert found.short_by == pytest.approx(0.2, abs=0.01)  # its top would sink from 1.95 to 1.75
    assert found.tolerance == 0.001


def test_two_walls_that_block_only_together_are_both_named() -> None:
    found = sight(board(box((15, 11), (1, 8.0), 4), box((16, 19), (1, 8.0), 4)), A, B)
    assert found.blockers == ("t0", "t1")


def test_shrinking_moves_the_faces_of_the_union_not_the_seams_within() -> None:
    halves = sight(board(box((15, 11), (1, 8.0), 4), box((15, 19), (1, 8.0), 4)), A, B)
    whole = sight(board(box((15, 15), (1, 16.0), 4)), A, B)
    assert halves.short_by == pytest.approx(whole.short_by, abs=0.005)
    assert whole.short_by == pytest.approx(
        0.5, abs=0.01
    )  # an inch thick: gone when shrunk by half of it


def test_what_stands_on_the_table_is_not_raised_off_it_by_shrinking() -> None:
    deck = board(box((15, 15), (6, 20), 3, bottom=0.0), box((15, 15), (6, 20), 2, bottom=3))
    assert sight(deck, A, B).short_by == pytest.approx(3.0, abs=0.01)  # its sides meet


@pytest.mark.rule("NM-TER-07")
def test_behind_a_wood_nothing_would_help_by_shrinking_solids() -> None:
    found = sight(board(box((15, 15), (1, 20), 6, kind="forest"), box((15, 2), (1, 1), 6)), A, B)
    assert found.verdict == "blocked" and found.blockers == ("t0",) and found.short_by is None


@pytest.mark.rule("NM-TER-06")
@pytest.mark.parametrize(("thickness", "verdict"), [(2.9, "clear"), (3.1, "blocked")])
def test_three_inches_into_a_wood(thickness: float, verdict: str) -> None:
    wood = box((20 - B.radius - thickness / 2 + 5, 15), (thickness + 10, 20), 6, kind="forest")
    assert sight(board(wood), A, B).verdict == verdict


def test_nothing_on_the_table_leaves_the_clearance_open() -> None:
    found = sight(board(), A, B)
    assert found.line is not None and found.clearance is None


def test_flat_ground_and_what_players_agreed_to_see_through_are_not_in_the_way() -> None:
    table = board(
        box((15, 15), (4, 20), 0, kind="rough"), box((15, 15), (1, 20), 4, blocks_sight=False)
    )
    assert not any(can_block_sight(f) and f.high > 0 for f in table.features)
    assert sight(table, A, B)


def test_sight_is_the_same_from_both_sides_to_the_last_digit() -> None:
    table = board(box((15, 12), (1, 5.5), 4), box((14, 18), (1, 4.8), 4))
    there = sight(table, A, B)
    back = sight(table, B, A)
    assert there.verdict == back.verdict
    assert there.line is not None and back.line is not None and there.witness == back.witness[::-1]  # type: ignore[index]


@pytest.mark.slow
def test_short_by_opens_a_mesh_ruin_too() -> None:
    table = load_map(Path(__file__).parents[3] / "maps" / "glaziers-row.json")
    rng = random.Random(5)
    seen = 0
    while seen < 4:
        bodies: list[Body] = []
        while len(bodies) < 2:
            x, y = rng.uniform(2, 28), rng.uniform(2, 28)
            z = highest_standable(table, "medium", (x, y))
            if z is not None:
                bodies.append(Body(f"m{len(bodies)}", "medium", (x, y, z)))
        found = sight(table, *bodies)
        if found.verdict == "blocked" and all(
            table.feature(id).blocks_sight for id in found.blockers
        ):
            seen += 1
            assert (
                found.short_by is not None and 0.01 < found.short_by < 3.0
            )  # no seam within a mesh opens


# The area of sight.


def test_the_area_of_sight_agrees_with_sight_cell_by_cell() -> None:
    table = board(box((15, 15), (1, 8), 4), box((22, 22), (6, 6), 2), size=(30, 24))
    viewer = Body("v", "medium", (8, 12, 0))
    found = seen_from(table, viewer, "small", cell=1.5)
    assert [level.height for level in found.levels] == [0.0, 2.0]
    for level in found.levels:
        assert len(level.cells) == 16 and all(len(row) == 20 for row in level.cells)
        for row, cells in enumerate(level.cells):
            for column, seen in enumerate(cells):
                at = (column + 0.5) * 1.5, (row + 0.5) * 1.5, level.height
                stands = table.stand("small", at)
                assert seen == int(
                    bool(stands) and bool(sight(table, viewer, Body("t", "small", at)))
                )


@pytest.mark.parametrize("seed", range(3))
def test_many_places_at_once_are_judged_as_each_alone(seed: int) -> None:
    rng = random.Random(seed)
    terrain = [
        box(
            (rng.uniform(2, 28), rng.uniform(2, 28)),
            (rng.uniform(0.5, 8), rng.uniform(0.5, 8)),
            rng.choice([0.5, 2]),
            rng.choice([0, 0, 2]),
            kind=rng.choice(["structure", "impassable", "rough"]),
        )
        for _ in range(12)
    ]
    pillar = {
        "kind": "structure",
        "shape": {"type": "cylinder", "center": [15, 15], "radius": 4, "height": 2},
    }
    table = board(*terrain, pillar)
    points = np.array([(x / 2, y / 2) for x in range(61) for y in range(61)])
    for level in (0.0, 0.5, 2.0):
        alone = [bool(table.stand("small", (x, y, level))) for x, y in points.tolist()]
        assert find_standing_room(table, "small", points, level).tolist() == alone


def test_a_level_on_which_no_such_base_can_stand_is_left_out() -> None:
    found = seen_from(
        board(box((15, 15), (1.3, 1.3), 2)), Body("v", "small", (5, 5, 0)), "large", cell=1
    )
    assert [level.height for level in found.levels] == [0.0]


def test_the_search_can_be_watched_and_stopped() -> None:
    seen: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> bool:
        seen.append((done, total))
        return len(seen) < 2

    found = seen_from(board(), Body("v", "small", (5, 5, 0)), "small", 1.0, progress)
    assert not found.complete and len(seen) == 2
    assert seen_from(
        board(), Body("v", "small", (5, 5, 0)), "small", 1.0, lambda done, total: True
    ).complete


@pytest.mark.parametrize("cell", [0.0, -1.0, math.nan, 1e-4, 100.0])
def test_a_cell_that_is_no_size_is_refused(cell: float) -> None:
    with pytest.raises(InputError, match="cell"):
        seen_from(board(), Body("v", "small", (5, 5, 0)), "small", cell)


def test_an_unknown_base_is_refused() -> None:
    with pytest.raises(InputError, match="base"):
        seen_from(board(), Body("v", "small", (5, 5, 0)), "huge")


@pytest.mark.rule("SPACE-05")
@pytest.mark.parametrize(
    ("under", "verdict"), [(0.0, "blocked"), (1e-4, "blocked"), (1e-2, "clear")]
)
def test_a_crack_under_a_feature_that_no_line_has_room_in_is_none_and_costs_nothing(
    under: float, verdict: str
) -> None:
    for kind in ("forest", "structure"):
        table = board(box((20, 15), (9, 18), height=6, bottom=under, kind=kind))
        assert (
            sight(table, Body("a", "small", (12, 15, 0)), Body("b", "small", (28, 15, 0))).verdict
            == verdict
        ), kind
