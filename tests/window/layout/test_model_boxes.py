"""Where models are on the screen."""

from wc3d.table.body import Body
from wc3d.window.layout.model_boxes import model_boxes


def test_models_behind_the_camera_take_no_pixels():
    bodies = [Body("seen", "small", (10.0, 5.0, 0.0)), Body("behind", "small", (10.0, -5.0, 0.0))]
    boxes = model_boxes(bodies, lambda p: (10 * p[0], 300 - 10 * p[2]) if p[1] > 0 else None)
    x0, y0, x1, y1 = boxes.pop("seen")
    assert not boxes and x0 < 100 < x1 and y0 <= 300 - 10 * bodies[0].height and y1 >= 300
