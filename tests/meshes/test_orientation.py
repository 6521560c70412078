"""Any orientation of a mesh is an upward direction and a rotation; faces are found exactly."""

import itertools

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from tests.meshes.kit_pieces import box, house, join
from wc3d.meshes.mesh_faces import find_hit_face, find_resting_face
from wc3d.meshes.mesh_source import MeshError
from wc3d.meshes.orientation import (
    QUARTER_TURNS,
    placed_matrix,
    simplify_up,
    split_matrix,
    turn_between,
    upright_matrix,
)
from wc3d.meshes.to_inches import convert_to_inches, turn_upright
from wc3d.meshes.units import UP_AXES

RANDOM_TURNS = Rotation.random(40, rng=np.random.default_rng(5)).as_matrix()


def test_a_direction_turns_upright_and_is_never_mirrored():
    for turn in RANDOM_TURNS:
        matrix = upright_matrix(tuple(turn[2].tolist()))
        assert matrix @ turn[2] == pytest.approx([0, 0, 1], abs=1e-12)
        assert np.linalg.det(matrix) == pytest.approx(1.0)
    for up in UP_AXES:
        points = np.random.default_rng(1).uniform(size=(9, 3, 3))
        direction = tuple(upright_matrix(up)[2].tolist())
        assert (turn_upright(points, up) == points @ upright_matrix(up).T).all()
        assert simplify_up(np.array(direction)) == up


@pytest.mark.parametrize("mirrored", [False, True])
def test_any_orientation_is_stored_as_up_and_rotation(mirrored):
    flip = np.diag([-1.0 if mirrored else 1.0, 1.0, 1.0])
    for turn in RANDOM_TURNS:
        up, rotation = split_matrix(turn @ flip, mirrored)
        assert placed_matrix(up, rotation, mirrored) == pytest.approx(turn @ flip, abs=2e-8)


def test_quarter_turns_are_exact_and_four_of_them_are_none():
    for first, second in itertools.product(QUARTER_TURNS.values(), repeat=2):
        up, rotation = split_matrix(first @ second, mirrored=False)
        assert isinstance(up, str) and rotation in (0, 90, 180, 270)
        assert (placed_matrix(up, rotation, False) == first @ second).all()
    for turn in QUARTER_TURNS.values():
        assert (np.linalg.matrix_power(turn, 4) == np.eye(3)).all()


def test_opposite_directions_have_a_turn_too():
    for direction in np.eye(3):
        turn = turn_between(direction, -direction)
        assert turn @ direction == pytest.approx(-direction)
        assert np.linalg.det(turn) == pytest.approx(1.0)


def test_a_face_is_flat_once_the_mesh_lies_on_it():
    for turn in RANDOM_TURNS[:10]:
        triangles = house() @ turn.T
        up = simplify_up(-find_resting_face(triangles, turn @ np.array([0, -1.0, 0]), "x"))
        laid = convert_to_inches(triangles, "in", up)
        low = laid[..., 2].min()
        on_table = np.abs(laid[..., 2] - low) < 0.1
        assert (laid[on_table][:, 2] == low).all() and on_table.sum() >= 6
        assert np.ptp(laid[..., 2]) == pytest.approx(4.0, abs=1e-6)  # its depth


def test_the_largest_face_is_the_default_and_a_flat_mesh_has_none():
    normal = find_resting_face(box((0, 0, 0), (5, 0.3, 3)), None, "x")
    assert abs(normal[1]) == pytest.approx(1.0)
    with pytest.raises(MeshError, match="the mesh is flat"):
        find_resting_face(box((0, 0, 0), (1, 1, 1))[:1], None, "flat.stl")


def test_a_ray_finds_the_nearest_face_whichever_way_its_triangles_turn():
    wall = box((0, 0, 0), (4, 1, 4))
    scene = join(wall, wall[:, ::-1] + [0, 5, 0])
    start = np.array([2.0, -9.0, 2.0])
    assert find_hit_face(scene, start, np.array([0, 1.0, 0])) == pytest.approx([0, -1, 0])
    assert find_hit_face(scene, np.array([2, 20.0, 2]), np.array([0, -1.0, 0])) == pytest.approx(
        [0, 1, 0]
    )
    assert find_hit_face(scene, start, np.array([1.0, 0, 0])) is None
