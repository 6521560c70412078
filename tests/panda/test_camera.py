"""The camera's numbers are those that Panda draws with."""

import numpy as np
import pytest
from panda3d.core import Point2, Point3

from wc3d.panda.render_target import open_render_target
from wc3d.scene.camera import Orbit, camera_from_eye
from wc3d.table.body import Body


def cameras(rng):
    for _ in range(30):
        yield Orbit(
            tuple(rng.uniform(0, 30, 3)),
            rng.uniform(0, 360),
            rng.uniform(4, 89.9),
            rng.uniform(4, 120),
        ).camera
        yield camera_from_eye(
            Body("a", "small", tuple(rng.uniform(0, 30, 3))),
            rng.uniform(0, 360),
            rng.uniform(-60, 60),
        )


@pytest.mark.parametrize("size", [(640, 400), (300, 500)])
def test_points_and_rays_are_where_panda_has_them(size):
    rng = np.random.default_rng(1)
    stage = open_render_target(size)
    seen = 0
    width, height = size
    for camera in cameras(rng):
        stage.set_camera(camera)
        assert np.allclose(stage.camera.get_pos(stage.root), camera.eye, atol=1e-4)
        for point in rng.uniform(-5, 40, (20, 3)):
            flat = Point2()
            inside = stage.lens.project(
                stage.camera.get_relative_point(stage.root, Point3(*point)), flat
            )
            pixel = camera.project_to_pixel(point, size)
            assert inside == (pixel is not None)
            if pixel is not None:
                seen += 1
                assert pixel == pytest.approx(
                    ((flat.x + 1) / 2 * width, (1 - flat.y) / 2 * height), abs=0.01
                )
        x, y = rng.uniform(0, 1, 2) * size
        near, far = Point3(), Point3()
        stage.lens.extrude(Point2(2 * x / width - 1, 1 - 2 * y / height), near, far)
        begin, end = (
            np.array([*stage.root.get_relative_point(stage.camera, p)]) for p in (near, far)
        )
        start, way = camera.pixel_ray(x, y, size)
        assert np.allclose(start, begin, atol=1e-3) and np.allclose(
            way, (end - begin) / np.linalg.norm(end - begin), atol=1e-4
        )
    stage.close()
    assert seen > 100
