"""The camera: pixels and places agree both ways, and marks lead back to the camera that took them."""

import math

import numpy as np
import pytest

from tests.photo.random_photos import random_camera
from wc3d.photo.camera import PARAMETERS, PhotoCamera, rotation_matrix
from wc3d.photo.camera_fit import (
    fit_camera,
    lens_of,
    misfit_slopes,
    misfits,
    refine_camera,
)
from wc3d.photo.chi_square import chi_square_bound, chi_square_tail
from wc3d.photo.placement import height_of_mark, place_marks
from wc3d.photo.reading import corner_places


def corners(side=30.0):
    return np.array(list(corner_places((side, side)).values()))


def test_pixels_and_places_agree_both_ways():
    for seed in range(20):
        dice = np.random.default_rng(seed)
        camera, _, _, _ = random_camera(dice, (30, 30))
        heights = dice.choice([0.0, 2.0, 5.0], 12)
        places = np.c_[dice.uniform(0, 30, (12, 2)), heights]
        assert camera.on_level(camera.project(places), heights) == pytest.approx(
            places[:, :2], abs=1e-6
        )


def test_what_is_behind_the_lens_has_no_pixel():
    camera, _, _, _ = random_camera(np.random.default_rng(1), (30, 30))
    behind = camera.eye - 5 * camera.axes[2]
    beyond = camera.eye + camera.axes[2] + 30 * camera.axes[0]
    assert np.isnan(camera.project(np.array([behind, beyond]))).all()
    assert np.isnan(camera.on_level(camera.center[None], camera.eye[2] + 1)).all()


def test_a_strong_lens_stops_where_it_folds():
    camera = PhotoCamera(np.eye(3), np.zeros(3), 1000.0, np.zeros(2), k1=-0.3)
    assert 0.9 < camera.max_radius < math.sqrt(1 / 0.9)
    assert np.isnan(camera.project(np.array([[2.0, 0.0, 1.0]]))).all()
    assert PhotoCamera(np.eye(3), np.zeros(3), 1000.0, np.zeros(2), k1=0.1).max_radius == 3.0


def test_a_turn_is_a_rotation():
    turn = rotation_matrix(np.array([0.3, -0.2, 0.5]))
    assert turn @ turn.T == pytest.approx(np.eye(3)) and np.linalg.det(turn) == pytest.approx(1)
    assert rotation_matrix(np.zeros(3)) == pytest.approx(np.eye(3))
    assert rotation_matrix(np.array([0, 0, math.pi / 2])) @ [1, 0, 0] == pytest.approx([0, 1, 0])


def test_the_slopes_are_those_of_the_misfits():
    dice = np.random.default_rng(3)
    camera, w, h, focal = random_camera(dice, (30, 30))
    lens = lens_of(w, h, focal)
    places = np.vstack([corners(), [[10, 12, 3.0]]])
    pixels = camera.project(places) + dice.normal(0, 4, (5, 2))
    slopes = misfit_slopes(camera, lens, places, 3.0)
    for i in range(PARAMETERS):
        step = np.zeros(PARAMETERS)
        step[i] = 1e-6
        ahead = misfits(camera.moved(step), lens, places, pixels, 3.0)
        behind = misfits(camera.moved(-step), lens, places, pixels, 3.0)
        assert slopes[:, i] == pytest.approx((ahead - behind) / 2e-6, rel=1e-4, abs=1e-3)


def test_exact_marks_lead_back_to_the_camera():
    for seed in range(12):
        dice = np.random.default_rng(seed)
        camera, w, h, focal = random_camera(dice, (36, 36), bend=False)
        places = np.vstack([corners(36), np.c_[dice.uniform(4, 32, (6, 2)), [0, 2, 3, 5, 1, 4]]])
        fits = fit_camera(lens_of(w, h, focal), places, camera.project(places), 0.1)
        assert fits[0].camera.eye == pytest.approx(camera.eye, abs=0.1), seed
        at = np.array([[11.0, 20.0, 2.0]])
        spot, _ = place_marks(fits[0], camera.project(at), at[:, 2], 0.1)
        assert spot[0] == pytest.approx([11, 20], abs=0.02)
        assert height_of_mark(
            fits[0], (20, 9), tuple(camera.project(np.array([[20, 9, 3.5]]))[0])
        ) == (pytest.approx(3.5, abs=0.05))


def test_a_camera_never_ends_below_the_table():
    camera, w, h, focal = random_camera(np.random.default_rng(5), (30, 30))
    mirrored = corners() * [1, 1, -1]
    start = PhotoCamera(
        camera.axes * [1, 1, -1] * [[1], [-1], [1]],
        camera.eye * [1, 1, -1],
        camera.focal_px,
        camera.center,
    )
    pixels = start.project(mirrored)
    assert refine_camera(start, lens_of(w, h, focal), mirrored, pixels, 3.0) is None


@pytest.mark.parametrize(
    ("size", "cropped", "sure_focal"),
    [
        ((4032, 3024), False, True),
        ((3024, 4032), False, True),
        ((4080, 3072), False, True),
        ((1365, 1024), False, True),
        ((6000, 4000), False, True),
        ((3000, 3000), True, False),
        ((2820, 2103), True, False),
        ((100, 16), True, False),
    ],
)
def test_the_shape_tells_whether_a_picture_is_cropped(size, cropped, sure_focal):
    width, height = size
    lens = lens_of(width, height, 26.0)
    assert lens.is_cropped is cropped and (lens.focal_sd < 0.1) is sure_focal
    assert lens_of(width, height, None).focal_sd > 0.1
    assert lens_of(4000, 2252, 26.0).focal_sd > lens_of(4000, 3000, 26.0).focal_sd


def test_chi_square():
    assert chi_square_bound(2) == pytest.approx(5.9915, abs=1e-3)
    assert chi_square_bound(4) == pytest.approx(9.4877, abs=1e-3)
    assert chi_square_bound(20) == pytest.approx(31.410, abs=1e-2)
    assert chi_square_bound(0) == 0.0
    assert chi_square_tail(5.9915, 2) == pytest.approx(0.05, abs=1e-4)
    assert chi_square_tail(1e6, 2) == 0.0 and chi_square_tail(3.0, 0) == 1.0
