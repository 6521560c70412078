"""Each container of a board has its own number, which is read from both sides."""

import numpy as np
import pytest
import shapely

from tests.shipped_boards import shipped_board
from wc3d.scene.mesh_numbers import (
    DIGITS,
    DOT_IN,
    INK_RGB,
    LETTERS,
    LIFT_IN,
    PLATES,
    SIGN_STEP_IN,
    make_mesh_numbers,
    mesh_number,
)
from wc3d.scene.terrain_meshes import make_feature_mesh


def containers():
    table = shipped_board("container-yard")
    made = [(f, make_feature_mesh(f)) for f in table.features]
    return [(f, m) for f, m in made if any(x.key.path.name in PLATES for x in m.files)]


def test_the_containers_of_a_yard_have_different_numbers():
    numbers = [mesh_number(f, k) for f, mesh in containers() for k in range(len(mesh.files))]
    assert len(numbers) > 12 and len(set(numbers)) == len(numbers)
    assert all(set(number) <= set(DIGITS) for number in numbers)
    assert set(LETTERS) < set(DIGITS) and {len(dots) for dots in DIGITS.values()} == {15}


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_number_lies_on_both_sides_and_looks_out(mirrored):
    feature, mesh = containers()[0]
    file = mesh.files[0]
    if mirrored:
        flip = file.matrix @ np.diag([-1.0, 1, 1, 1])
        file = type(file)(file.key, file.look, flip)
    made = make_mesh_numbers(feature, type(mesh)(mesh.body, mesh.ground, mesh.body, (file,)))
    back = np.linalg.inv(file.matrix)
    points = made.points @ back[:3, :3].T + back[:3, 3]
    normals = made.normals @ back[:3, :3].T
    assert np.abs(normals[:, 1] - np.sign(points[:, 1])).max() < 1e-6
    assert np.abs(points[:, 1]).min() > 1.24 and np.abs(points[:, 1]).max() < 1.25 + 2 * LIFT_IN
    a, b, c = np.moveaxis(made.points[made.faces], 1, 0)
    faces_out = (np.cross(b - a, c - a) * made.normals[made.faces[:, 0]]).sum(axis=1)
    assert (faces_out > 0).all()
    is_ink = (made.colors[:, :3] == INK_RGB).all(axis=1)
    assert 40 < is_ink.sum() / 3 < 200
    text = mesh_number(feature, 0)
    for side in (-1, 1):  # the dots of each sign, from left to right as seen from outside
        x = points[:, 0] * -side * (-1 if mirrored else 1)
        corners = np.column_stack([x, points[:, 2]])[made.faces]
        chosen = is_ink[made.faces[:, 0]] & (points[made.faces[:, 0], 1] * side > 0)
        ink = shapely.union_all(shapely.polygons(corners[chosen]), grid_size=1e-6)
        left, _, _, top = ink.bounds
        for k, sign in enumerate(text):
            for dot, bit in enumerate(DIGITS[sign]):
                row, column = divmod(dot, 3)
                spot = left + k * SIGN_STEP_IN + (column + 0.5) * DOT_IN, top - (row + 0.5) * DOT_IN
                assert ink.contains(shapely.Point(spot)) is (bit == "1")
