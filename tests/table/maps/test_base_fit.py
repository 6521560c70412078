"""Which bases fit where: the smallest and the largest on each level, and areas in which they really can stand."""

from math import dist
from typing import Any

import numpy as np
import pytest
import shapely

from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.registry import table_from_map
from wc3d.table.maps.base_fit import fit_bases, inspect_board
from wc3d.table.moves import walkable
from wc3d.table.terrain.standing_places import stand

BOARD: dict[str, Any] = {
    "size": [20, 20],
    "terrain": [
        {
            "id": "roof",
            "kind": "structure",
            "shape": {"type": "box", "center": [5, 5], "size": [4, 4], "height": 3},
        },
        {
            "id": "post",
            "kind": "structure",
            "shape": {"type": "box", "center": [15, 5], "size": [1.3, 1.3], "height": 2},
        },
        {
            "id": "rail",
            "kind": "structure",
            "shape": {"type": "box", "center": [5, 15], "size": [4, 0.5], "height": 1.5},
        },
        {
            "id": "low",
            "kind": "structure",
            "standable": False,
            "shape": {"type": "box", "center": [15, 15], "size": [4, 4], "bottom": 2, "height": 1},
        },
    ],
}


def test_each_level_tells_its_smallest_and_largest_base():
    found = {fit.height: fit for fit in fit_bases(table_from_map(BOARD))}
    assert list(found) == [3, 2, 1.5, 0]
    assert (found[3].smallest_base, found[3].largest_base, found[3].features) == (
        "small",
        "large",
        ("roof",),
    )
    assert (found[2].smallest_base, found[2].largest_base) == ("small", "small")
    assert (found[1.5].smallest_base, found[1.5].largest_base) == (None, None)
    (x, y, z), rail = found[1.5].at, shapely.box(3, 14.75, 7, 15.25)
    assert rail.covers(shapely.Point(x, y)) and z == 1.5, "the sign of a level is on it"
    assert found[0].features == ()


def test_the_tallest_and_the_smallest_that_fit_stand_on_their_level():
    table = table_from_map(BOARD)
    found = {fit.height: fit for fit in fit_bases(table)}
    shown = {z: [body.base for body in fit.sample_models] for z, fit in found.items()}
    assert shown == {3: ["large", "small"], 2: ["small"], 1.5: [], 0: ["large", "small"]}
    for fit in found.values():
        for body in fit.sample_models:
            assert stand(table, body.base, body.at) and body.at[2] == fit.height
        if len(fit.sample_models) == 2:
            tallest, smallest = fit.sample_models
            assert dist(tallest.at, smallest.at) > tallest.radius + smallest.radius


@pytest.mark.parametrize("base", ["small", "medium", "large"])
def test_the_areas_are_where_a_base_can_stand(base):
    table = table_from_map(BOARD)
    for fit in fit_bases(table):
        if base not in fit.areas:
            continue
        for part in shapely.get_parts(fit.areas[base]):
            spot = part.representative_point()
            assert stand(table, base, (spot.x, spot.y, fit.height))
    ground = fit_bases(table)[-1].areas
    under = shapely.Point(15, 15)
    assert ground["small"].covers(under) and not ground["medium"].covers(under), (
        'there are 2" under the low deck'
    )


def test_a_board_is_looked_over_with_places_of_findings():
    data = {
        **BOARD,
        "terrain": [
            *BOARD["terrain"],
            {
                "id": "clash",
                "kind": "structure",
                "shape": {"type": "box", "center": [6, 6], "size": [4, 4], "height": 3},
            },
        ],
    }
    told: list[float] = []

    def progress(done: int, total: int) -> bool:
        told.append(done / total)
        return True

    looked = inspect_board(data, None, SPACE, progress)
    assert told == sorted(told) and told[0] < 0.05 and 0.8 < told[-1] < 1 and len(told) > 3 * 4
    (clash,) = [f for f in looked.findings if f.code == "overlap"]
    assert clash.where == "terrain[4].shape" and clash.at == pytest.approx((5.5, 5.5, 1.5))
    assert inspect_board({"size": "wide"}, None, SPACE).fits == ()


@pytest.mark.parametrize("seed", range(3))
def test_among_many_pieces_those_within_the_rest_are_left_as_they_are_and_the_areas_are_the_same(
    seed, monkeypatch
):
    rng = np.random.default_rng(seed)
    pieces = []
    for _ in range(500):
        x, y, w, h, turn = (
            round(float(v), 3) for v in rng.uniform((4, 4, 0.05, 0.05, 0), (14, 14, 2, 2, 90))
        )
        if rng.random() < 0.3:
            pieces.append({"type": "cylinder", "center": [x, y], "radius": w / 2, "height": 1.0})
        else:
            pieces.append(
                {
                    "type": "box",
                    "center": [x, y],
                    "size": [w, h],
                    "rotation": turn,
                    "height": 1.0 + rng.integers(2),
                }
            )
    table = table_from_map(
        {"size": [18, 18], "terrain": [{"id": "heap", "kind": "structure", "shape": pieces}]}
    )
    quick = fit_bases(table)
    monkeypatch.setattr(walkable, "MANY_PLANS", 10**6)
    slow = fit_bases(table)
    assert [fit.areas.keys() for fit in quick] == [
        fit.areas.keys() for fit in slow
    ] and "small" in quick[-1].areas
    for one, other in zip(quick, slow, strict=True):
        for base, area in one.areas.items():
            assert shapely.difference(area, other.areas[base]).area < 1e-9
            assert shapely.difference(other.areas[base], area).area < 1e-4, (
                "round pieces are drawn a hair larger"
            )
