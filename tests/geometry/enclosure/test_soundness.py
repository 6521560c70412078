"""Which way triangles face is mended where neighbors tell."""
from __future__ import annotations

import numpy as np
import trimesh

from tests.fuzz.spoiled_solids import united
from tests.geometry.enclosure.test_odd_surfaces import TOWER, strip
from wc3d.geometry.enclosure.soundness import facing_alike


def volume(triangles: np.ndarray) -> float:
    return float(np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])).sum()) / 6


def test_triangles_turned_over_at_random_face_alike_again():
    whole = np.concatenate([united(TOWER, 0.5), trimesh.creation.icosphere(3, 1.0).triangles + [9, 0, 1]])
    for seed in range(5):
        flip = np.random.default_rng(seed).random(len(whole)) < 0.4
        spoiled = np.where(flip[:, None, None], whole[:, ::-1], whole)
        assert abs(volume(spoiled)) < 0.5 * volume(whole)
        assert abs(volume(facing_alike(spoiled)) - volume(whole)) < 1e-9


def test_what_faces_alike_or_cannot_stays_as_it_is():
    whole = united(TOWER, 0.5)
    assert np.array_equal(facing_alike(whole), whole)
    assert np.array_equal(facing_alike(whole[:, ::-1]), whole[:, ::-1])
    assert np.array_equal(facing_alike(strip(1)), strip(1))
    points = np.zeros((3, 3, 3))
    assert np.array_equal(facing_alike(points), points)
