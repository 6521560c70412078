"""Panels over the board lie where they cover least, and nothing moves away under the mouse."""

from wc3d.table.body import Body
from wc3d.window.layout.panels import PanelPlacer, clamp_to_room, model_boxes

SIZE = (100.0, 50.0)
PLACES = [(0.0, 0.0), (200.0, 0.0), (0.0, 200.0)]
AWAY = (900.0, 900.0)
HERE = (20.0, 20.0, 60.0, 45.0)
"""A model's box under the first place."""


def find(place, boxes=None, concerned=(), about="a question", mouse=AWAY, places=PLACES, size=SIZE):
    return place.find_place(places, size, boxes or {}, concerned, about, mouse)


def test_the_first_place_is_taken_where_no_model_is():
    assert find(PanelPlacer()) == PLACES[0]


def test_another_place_is_taken_where_the_first_covers_a_model():
    assert find(PanelPlacer(), {"a": HERE}, ["a"]) == PLACES[1]


def test_models_that_it_is_about_count_above_all():
    there = (205.0, 5.0, 295.0, 45.0)
    boxes = {"a": (20.0, 20.0, 60.0, 45.0), "b": there, "c": (0.0, 190.0, 100.0, 260.0)}
    assert find(PanelPlacer(), boxes, ["b", "c"]) == PLACES[0]
    assert find(PanelPlacer(), boxes, ["a", "c"]) == PLACES[1]


def test_it_stays_where_it_is_until_another_place_is_clearly_better():
    place = PanelPlacer()
    models = {"a": HERE}
    assert find(place, models, ["a"]) == PLACES[1]
    slightly = {"a": (205.0, 0.0, 215.0, 12.0)}
    assert find(place, slightly) == PLACES[1], "a corner of another model"
    assert find(place, {"a": (200.0, 0.0, 300.0, 50.0)}) == PLACES[0]
    assert find(place) == PLACES[0]


def test_it_does_not_move_away_under_the_mouse_but_for_another_question():
    place = PanelPlacer()
    assert find(place) == PLACES[0]
    assert find(place, {"a": HERE}, ["a"], mouse=(50.0, 25.0)) == PLACES[0]
    assert find(place, {"a": HERE}, ["a"], mouse=(50.0, 25.0), about="the next") == PLACES[1]


def test_it_keeps_its_corner_under_the_mouse_when_it_grows():
    place = PanelPlacer()
    tall = [(0.0, 100.0), (200.0, 0.0), (0.0, 200.0)]
    find(place)
    assert find(place, mouse=(50.0, 25.0), places=tall, size=(100.0, 250.0)) == (0.0, 0.0)


def test_a_place_lies_in_the_room():
    room = (100.0, 50.0, 500.0, 300.0)
    assert clamp_to_room((0.0, 0.0), SIZE, room) == (100.0, 50.0)
    assert clamp_to_room((450.0, 290.0), SIZE, room) == (400.0, 250.0)
    assert clamp_to_room((150.0, 60.0), SIZE, room) == (150.0, 60.0)
    assert clamp_to_room((150.0, 60.0), (600.0, 400.0), room) == (100.0, 50.0), (
        "its beginning, where it has no room"
    )


def test_models_behind_the_camera_take_no_pixels():
    bodies = [Body("seen", "small", (10.0, 5.0, 0.0)), Body("behind", "small", (10.0, -5.0, 0.0))]
    boxes = model_boxes(bodies, lambda p: (10 * p[0], 300 - 10 * p[2]) if p[1] > 0 else None)
    x0, y0, x1, y1 = boxes.pop("seen")
    assert not boxes and x0 < 100 < x1 and y0 <= 300 - 10 * bodies[0].height and y1 >= 300
