"""Some of the spoiled meshes that `python -m tests.fuzz.mesh_sight` asks about by the thousand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.fuzz import mesh_sight
from tests.fuzz.segments import Rays, clearance, crossed, open_segments
from tests.fuzz.spoiled_solids import SOLIDS, as_mesh, block, box, spoiled, united
from wc3d.geometry.solids import Cylinder, Plane, Prism
from wc3d.geometry.visibility import Occluder, Occluders


def test_no_verdict_contradicts_the_clean_solid(tmp_path: Path) -> None:
    report = mesh_sight.play(3, 160, 2_000, tmp_path)
    assert report.faults == []
    assert min(report.ended["clear"], report.ended["blocked"]) > 15


@pytest.mark.slow
def test_no_verdict_of_many_contradicts_the_clean_solid(tmp_path: Path) -> None:
    assert mesh_sight.play(4, 1_500, 20_000, tmp_path).faults == []


def test_the_clean_solids_are_what_their_meshes_are() -> None:
    for solid in SOLIDS:
        prisms = solid(np.random.default_rng(5))
        volume = united(prisms, 9.0)
        inside = (
            float(np.einsum("ij,ij->i", volume[:, 0], np.cross(volume[:, 1], volume[:, 2])).sum())
            / 6
        )
        assert 0.3 < inside <= sum(as_mesh(p).volume for p in prisms) + 1e-6


def test_a_wrong_blocked_and_a_wrong_clear_are_seen() -> None:
    wall = block(-5, 5, -0.1, 0.1, 0.0, 3.0)
    chance = np.random.default_rng(9)
    triangles = as_mesh(wall).triangles
    none = np.zeros((0, 3, 3))
    past = Occluders([Occluder((wall,))])
    given = mesh_sight.Scene(
        [([wall], triangles)], past, past, triangles, none, Rays(triangles), 0.01, 0.03, "a wall"
    )
    a, b, c = (Cylinder(at, 0.5, 0.0, 2.0) for at in ((0.0, -2.0), (0.0, 2.0), (9.0, -1.0)))
    assert mesh_sight.fault_of_blocked(given, a, b, 100, chance) == ("", "blocked")
    assert "past the clean solid" in mesh_sight.fault_of_blocked(given, a, c, 100, chance)[0]
    gone = given._replace(triangles=triangles + 50.0, rays=Rays(triangles + 50.0))
    assert "misses every triangle" in mesh_sight.fault_of_blocked(gone, a, b, 100, chance)[0]
    line = (0.0, -2.0, 1.0), (0.0, 2.0, 1.0)
    assert mesh_sight.fault_of_clear(given, a, b, None)[0] == "clear without a line"
    assert "crosses a triangle" in mesh_sight.fault_of_clear(given, a, b, line)[0]
    assert "from one model to the other" in mesh_sight.fault_of_clear(given, a, c, line)[0]
    assert "by more than was spoiled" in mesh_sight.fault_of_clear(gone, a, b, line)[0]
    assert mesh_sight.fault_of_clear(gone._replace(left_out=triangles), a, b, line)[1].endswith(
        "left out"
    )
    rim = as_mesh(block(-5, 5, -2.5, -2.0, 0.0, 3.0)).triangles
    assert mesh_sight.fault_of_clear(gone._replace(left_out=rim), a, b, line)[1].endswith(
        "left out"
    ), "it begins in a hole"
    assert (
        "by more than was spoiled"
        in mesh_sight.fault_of_clear(gone._replace(shells=rim - [0, 0.3, 0]), a, b, line)[0]
    )
    around = as_mesh(block(-5, 5, -2.5, 2.5, 0.0, 3.0)).triangles
    assert (
        "within a shell" in mesh_sight.fault_of_clear(gone._replace(shells=around), a, b, line)[1]
    )


def test_attacks_find_a_narrow_way_and_no_way_through_a_wall() -> None:
    chance = np.random.default_rng(1)
    a, b = Cylinder((0.0, -3.0), 0.6, 0.0, 1.8), Cylinder((0.0, 3.0), 0.6, 0.0, 1.8)

    def wall(gap: float) -> np.ndarray:
        rings = (
            np.array([[x, -0.1], [y, -0.1], [y, 0.1], [x, 0.1]])
            for x, y in ((-5.0, -gap), (0.0, 5.0))
        )
        return np.concatenate(
            [as_mesh(Prism(ring, Plane(0.0), Plane(9.0))).triangles for ring in rings]
        )

    assert open_segments(Rays(wall(0.0)), a, b, 3_000, chance, 0.05) == []
    found = open_segments(Rays(wall(0.02)), a, b, 3_000, chance, 0.05)
    assert found and all(not crossed(wall(0.02), p, q).any() for p, q in found[:5])


def test_clearance_is_that_of_points_along_the_segment() -> None:
    chance = np.random.default_rng(2)
    for _ in range(20):
        triangles, a, b = chance.normal(size=(5, 3, 3)), *chance.normal(size=(2, 3)) * 2
        along = a + np.linspace(0, 1, 100)[:, None] * (b - a)
        weights = chance.dirichlet([0.5, 0.5, 0.5], 1000)
        points = np.einsum("wc,ncx->nwx", weights, triangles).reshape(-1, 3)
        sampled = np.linalg.norm(points[:, None] - along[None], axis=2).min()
        assert clearance(triangles, a, b) - 1e-9 <= sampled <= clearance(triangles, a, b) + 0.2


def test_spoiling_moves_no_corner_by_more_than_it_says() -> None:
    prisms = box(np.random.default_rng(1))
    high = prisms[0].high
    for seed in range(20):
        file = spoiled(prisms, np.random.default_rng(seed))
        assert abs(file.triangles[:, :, 2].max() - high) <= file.rough + 0.0201
