"""Which way triangles face is mended where neighbors tell."""

from __future__ import annotations

import numpy as np
import trimesh

from tests.fuzz.spoiled_solids import united
from tests.geometry.mesh_solids.test_odd_surfaces import TOWER, strip
from wc3d.geometry.mesh_solids.surface_topology import find_shells_and_holes, orient_triangles


def volume(triangles: np.ndarray) -> float:
    return (
        float(
            np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])).sum()
        )
        / 6
    )


def test_triangles_turned_over_at_random_face_alike_again():
    whole = np.concatenate(
        [united(TOWER, 0.5), trimesh.creation.icosphere(3, 1.0).triangles + [9, 0, 1]]
    )
    for seed in range(5):
        flip = np.random.default_rng(seed).random(len(whole)) < 0.4
        spoiled = np.where(flip[:, None, None], whole[:, ::-1], whole)
        assert abs(volume(spoiled)) < 0.5 * volume(whole)
        assert abs(volume(orient_triangles(spoiled)) - volume(whole)) < 1e-9


def test_what_faces_alike_or_cannot_stays_as_it_is():
    whole = united(TOWER, 0.5)
    assert np.array_equal(orient_triangles(whole), whole)
    assert np.array_equal(orient_triangles(whole[:, ::-1]), whole[:, ::-1])
    assert np.array_equal(orient_triangles(strip(1)), strip(1))
    points = np.zeros((3, 3, 3))
    assert np.array_equal(orient_triangles(points), points)


def test_shells_and_open_edges_are_counted() -> None:
    box = trimesh.creation.box().triangles
    ball = trimesh.creation.icosphere(2).triangles + [5, 0, 0]
    both = np.concatenate([box, ball])
    shells, (rims, _) = find_shells_and_holes(both)
    assert shells == 2 and len(rims) == 0
    _, (edges, hole) = find_shells_and_holes(np.concatenate([box[2:], ball[1:]]))
    assert sorted(np.bincount(hole).tolist()) in ([3, 4], [3, 6]) and edges.shape == (
        len(hole),
        2,
        3,
    )


def test_copies_that_face_the_same_way_are_one_and_flipped_ones_among_them_are_turned() -> None:
    cube = np.asarray(trimesh.creation.box((2.0, 2.0, 2.0)).triangles)
    spoiled = np.concatenate([cube, cube, cube[:, [1, 2, 0]]])
    assert np.array_equal(orient_triangles(spoiled), cube)
    turned = cube.copy()
    turned[3] = turned[3, ::-1]
    assert len(orient_triangles(np.concatenate([turned, turned]))) == len(cube)
    assert round(volume(orient_triangles(np.concatenate([turned, turned]))), 9) == 8
    sheet = np.concatenate([cube[:1], cube[:1, ::-1]])
    assert len(orient_triangles(sheet)) == 2  # two sides of a sheet are no copies
