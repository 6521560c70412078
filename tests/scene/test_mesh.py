"""Meshes that are drawn, held against a library for meshes."""

import numpy as np
import pytest
import trimesh

from tests.screens.measured import measured
from wc3d.scene.mesh import (
    DrawnMesh,
    make_box,
    make_cone,
    make_cylinder,
    make_ring,
    make_sphere,
    revolve_profile,
)

PLACED = np.array([[0.0, 2, 0, 5], [2, 0, 0, -1], [0, 0, 2, 3], [0, 0, 0, 1]])
"""A matrix that mirrors, makes twice as large and moves."""


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (make_box((1, 2, 3), (4, 4, 9)), trimesh.creation.box(bounds=[(1, 2, 3), (4, 4, 9)])),
        (make_cone(2.0, 5.0, 9), trimesh.creation.cone(radius=2.0, height=5.0, sections=9)),
        (make_cylinder(1.0, 3.0, 8), trimesh.creation.cylinder(radius=1.0, height=3.0, sections=8)),
        (
            make_ring(1.0, 1.5, 0.2, 40),
            trimesh.creation.annulus(r_min=1.0, r_max=1.5, height=0.2, sections=40),
        ),
        (
            revolve_profile([(0, 0), (2, 0), (1, 3), (0, 3)], 7),
            trimesh.creation.revolve([[0, 0], [2, 0], [1, 3], [0, 3]], sections=7),
        ),
    ],
    ids=["box", "cone", "column", "ring", "revolved"],
)
def test_simple_bodies_are_those_of_the_library(ours, theirs):
    assert np.array_equal(ours.vertices, theirs.vertices) and np.array_equal(
        ours.faces, theirs.faces
    )
    assert ours.face_normals == pytest.approx(theirs.face_normals, abs=1e-12) and np.array_equal(
        ours.bounds, theirs.bounds
    )
    sharp = theirs.face_adjacency_angles > np.radians(30)
    edges = theirs.vertices[theirs.face_adjacency_edges[sharp]]
    assert np.array_equal(np.unique(ours.crease_edges(30), axis=0), np.unique(edges, axis=0))


def test_a_ball_is_closed_and_nearly_round():
    made = measured(make_sphere(2.0, 40))
    assert made.is_volume and made.volume == pytest.approx(4 / 3 * np.pi * 8, rel=0.02)


def test_a_mirror_image_is_turned_the_right_way_out():
    made = make_cone(1.0, 2.0, 12)
    assert measured(made.transformed(PLACED)).volume == pytest.approx(8 * measured(made).volume)
    assert measured(made.flipped()).volume == pytest.approx(-measured(made).volume)
    assert made.translated((1, 2, 3)).bounds == pytest.approx(made.bounds + (1, 2, 3))


def test_what_has_no_area_faces_nowhere_and_an_empty_mesh_has_no_edges():
    assert not DrawnMesh([(0, 0, 0), (1, 0, 0), (2, 0, 0)], [(0, 1, 2)]).face_normals.any()
    assert DrawnMesh().crease_edges(30).shape == (0, 2, 3) and DrawnMesh().face_normals.shape == (
        0,
        3,
    )
