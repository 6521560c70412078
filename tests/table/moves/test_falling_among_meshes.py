"""Falls among meshes: where a model is put that fell onto another (NM-SIL-155)."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import pytest
import trimesh

from wc3d.registry import space_policy_of
from wc3d.table.body import Body
from wc3d.table.maps.map_file import table_from_map
from wc3d.table.moves.falling import TRIAL_ROOMS_IN, find_fall, find_nearest_standable
from wc3d.table.table import Table
from wc3d.table.terrain.standing_places import stand

SPACE = space_policy_of()
SMALL = SPACE.bases["small"].radius
LARGE = SPACE.bases["large"].radius


@pytest.fixture
def tower(tmp_path: Path) -> Table:
    """A tower 4" wide and 6" high, to the east of x = 15; its file is open below."""
    box = (
        trimesh.creation.box(bounds=[[15.0, 13.0, 0.0], [19.0, 17.0, 6.0]]).subdivide().subdivide()
    )
    trimesh.Trimesh(
        box.vertices, box.faces[box.triangles_center[:, 2] > 1e-6], process=False
    ).export(tmp_path / "a.stl")
    shape = {"type": "mesh", "file": "a.stl", "position": [0, 0, 0]}
    terrain = [{"id": "a", "kind": "structure", "shape": shape}]
    return table_from_map({"size": [30, 30], "terrain": terrain}, SPACE, folder=tmp_path)


def body(id: str, base: str, x: float, y: float, z: float = 0.0) -> Body:
    return Body(id, base, (x, y, z), sizes=SPACE.bases)


@pytest.mark.rule("NM-SIL-155")
def test_beside_another_model_the_nearest_place_is_exact(tower: Table) -> None:
    table = tower.with_bodies(body("m", "large", 10.2, 15))
    fall = find_fall(table, body("h", "small", 10.0, 15, 6), (10.0, 15.0, 6.0))
    assert fall.end == pytest.approx(
        (10.2 - LARGE - SMALL, 15, 0), abs=1e-9
    ) and fall.landed_on == ("m",)


@pytest.mark.rule("NM-SIL-155")
def test_between_a_model_and_a_mesh_it_is_found_to_a_thousandth_of_an_inch_and_quickly(
    tower: Table,
) -> None:
    [feature] = tower.features
    side = min(piece.box[0] for piece in feature.pieces)
    middle = side - SMALL - 0.2
    table = tower.with_bodies(body("m", "large", middle, 15))
    began = time.process_time()
    fall = find_fall(table, body("h", "small", middle + 0.15, 15.0, 6), (middle + 0.15, 15.0, 6.0))
    assert time.process_time() - began < 2.0
    assert stand(table, "small", fall.end, ignore=("h",))
    exact = min(
        math.dist((x, y), (middle + 0.15, 15.0))
        for x in np.linspace(middle - 3, side - SMALL, 2_000).tolist()
        for y in (15 + math.sqrt(max(0.0, (LARGE + SMALL) ** 2 - (x - middle) ** 2)),)
        if math.dist((x, y), (middle, 15.0)) >= LARGE + SMALL - 1e-9
    )
    found = math.dist(fall.end[:2], (middle + 0.15, 15.0))
    assert exact - 1e-3 <= found <= exact + 2 * TRIAL_ROOMS_IN[0] + 1e-3
    assert not fall.tied, "of two places equally near it is one"


def test_a_place_far_off_is_found_as_the_near_ones_are(tmp_path: Path) -> None:
    box = trimesh.creation.box(bounds=[[4.0, 4.0, 0.0], [16.0, 26.0, 6.0]]).subdivide().subdivide()
    trimesh.Trimesh(
        box.vertices, box.faces[box.triangles_center[:, 2] > 1e-6], process=False
    ).export(tmp_path / "a.stl")
    terrain = [
        {
            "id": "a",
            "kind": "structure",
            "shape": {"type": "mesh", "file": "a.stl", "position": [0, 0, 0]},
        }
    ]
    table = table_from_map({"size": [20, 30], "terrain": terrain}, SPACE, folder=tmp_path)
    [place] = find_nearest_standable(table, "small", (9.0, 15.0), 0.0)
    side = min(piece.box[0] for piece in table.features[0].pieces)
    assert place == pytest.approx((side - SMALL, 15.0, 0.0), abs=2 * TRIAL_ROOMS_IN[0])
