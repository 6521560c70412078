"""Models in the workshop when terrain is changed under them or into them: along, down, aside, up, or off the board."""

from dataclasses import replace

import pytest

from wc3d.registry import table_from_map
from wc3d.table.body import Body
from wc3d.table.maps.map_shapes import BoxShape, PrismShape
from wc3d.table.terrain.standing_places import stand
from wc3d.window.board.workshop.board_editor import BoardDraft
from wc3d.window.board.workshop.model_carrying import models_on_feature, move_models_with_terrain
from wc3d.window.board.workshop.overlays import moved_body
from wc3d.window.board.workshop.terrain_tools import DragChange

YARD = {
    "size": [24, 24],
    "terrain": [
        {
            "id": "hall",
            "kind": "structure",
            "shape": {"type": "box", "center": [12, 12], "size": [6, 4], "height": 3},
        },
        {
            "id": "rock",
            "kind": "structure",
            "shape": {"type": "prism", "points": [[2, 2], [6, 2], [6, 5], [2, 5]], "height": 2},
        },
        {
            "id": "crate",
            "kind": "structure",
            "shape": {"type": "box", "center": [13, 12], "size": [2, 2], "bottom": 3, "height": 1},
        },
        {
            "id": "wall",
            "kind": "obstacle",
            "shape": {"type": "box", "center": [20, 20], "size": [3, 0.5], "height": 2},
        },
    ],
}


@pytest.fixture
def draft():
    return BoardDraft(table_from_map(YARD))


def board(draft, **places):
    """The draft's board with small models on it."""
    return draft.table.with_bodies(*(Body(id, "small", at) for id, at in places.items()))


def where(table):
    return {body.id: tuple(round(v, 6) for v in body.at) for body in table.bodies}


def changed(draft, table, id, change):
    draft.selected_id = id
    change(draft)
    return move_models_with_terrain(table, draft.table)


def test_who_stands_on_terrain_comes_along_when_it_is_moved_turned_raised_or_scaled(draft):
    table = board(draft, on=(10.5, 11, 3), high=(13, 12, 4), below=(3, 20, 0))
    table, told = changed(draft, table, "hall", lambda d: d.move_selected((-2, -1, 0)))
    assert where(table) == {"on": (8.5, 10, 3), "high": (13, 12, 4), "below": (3, 20, 0)}
    assert told == ["on moved with the terrain"]
    table, _ = changed(draft, table, "hall", lambda d: d.rotate_selected(90))
    assert where(table)["on"] == (11, 9.5, 3)
    table, _ = changed(draft, table, "hall", lambda d: d.raise_selected(0.5))
    assert where(table)["on"] == (11, 9.5, 3.5)
    table, told = changed(draft, table, "hall", lambda d: d.scale_selected(1.2))
    assert where(table)["on"] == (11.2, 9.2, 4.1) and told == ["on moved with the terrain"]
    assert all(stand(table, b.base, b.at, (b.id,)) for b in table.bodies if b.id != "high")


@pytest.mark.parametrize(
    "change",
    [DragChange((-2.0, -1.0, 0.0)), DragChange(degrees=90.0), DragChange((1.0, 0.0, 0.25), 30.0)],
)
@pytest.mark.parametrize("id", ["hall", "rock"])
def test_a_drag_shows_who_comes_along_and_where_to(draft, id, change):
    table = board(draft, hall=(10, 12, 3), rock=(3, 3, 2))
    feature = table.feature(id)
    assert [body.id for body in models_on_feature(table, feature)] == [id]
    shown = moved_body(feature, change, table.body(id))
    draft.selected_id = id
    draft.move_selected(change.offset)
    draft.rotate_selected(change.degrees)
    now, told = move_models_with_terrain(table, draft.table)
    assert now.body(id).at == pytest.approx(shown.at, abs=1e-6) and told == [
        f"{id} moved with the terrain"
    ]


def test_a_prism_that_is_turned_takes_its_models_with_it_and_their_facing(draft):
    table = draft.table.with_bodies(Body("on", "small", (3, 3, 2), facing=10.0))
    table, _ = changed(draft, table, "rock", lambda d: d.rotate_selected(90))
    [on] = table.bodies
    assert on.at == pytest.approx((4.5, 2.5, 2)) and on.facing == pytest.approx(100)


def test_a_box_that_is_made_wider_or_higher_keeps_its_models_on_it(draft):
    table = board(draft, on=(10, 12, 3))
    table, _ = changed(draft, table, "hall", lambda d: d.set_shape_numbers(height=4))
    assert where(table) == {"on": (10, 12, 4)}
    table, _ = changed(draft, table, "hall", lambda d: d.set_shape_numbers(size=(12, 4)))
    assert where(table) == {"on": (8, 12, 4)}


def test_under_a_model_that_terrain_is_taken_from_it_comes_down(draft):
    table = board(draft, on=(13, 12, 4), near=(13, 12, 0))
    draft.selected_id = "hall"
    table = table.without("near")
    table, told = changed(draft, table, "crate", lambda d: d.remove_selected())
    assert where(table) == {"on": (13, 12, 3)} and told == ['on moved down to 3"']
    table, told = changed(draft, table, "hall", lambda d: d.remove_selected())
    assert where(table) == {"on": (13, 12, 0)} and told == ['on moved down to 0"']


def test_terrain_put_onto_models_puts_them_up_or_aside_whichever_is_nearer(draft):
    table = board(draft, under=(4, 12, 0), beside=(20, 14, 0))
    table, told = changed(
        draft, table, "hall", lambda d: d.set_shape_numbers(center=(4.5, 12), height=0.75)
    )
    assert where(table)["under"] == (4, 12, 0.75) and told == ['under moved up to 0.75"']
    table, told = changed(draft, table, "wall", lambda d: d.move_selected((0, -6, 0)))
    assert (
        told == ["beside moved aside"]
        and where(table)["beside"][2] == 0
        and table.body("beside").at != (20, 14, 0)
    )
    assert all(stand(table, b.base, b.at, (b.id,)) for b in table.bodies)


def test_a_model_without_room_is_taken_off_and_told(draft):
    table = board(draft, out=(23, 23, 0), stays=(2, 20, 0))
    draft.resize_board(20, 18)
    now, told = move_models_with_terrain(table, draft.table)
    assert where(now) == {} and told == ["out, stays removed: there is no room"]


def test_who_did_not_stand_before_stays_and_so_does_everyone_when_a_name_is_changed(draft):
    table = board(draft, air=(4, 20, 5), on=(10, 12, 3))
    table, told = changed(draft, table, "hall", lambda d: d.rename_selected("keep"))
    assert where(table) == {"air": (4, 20, 5), "on": (10, 12, 3)} and not told


def test_models_that_go_along_leave_each_other_room(draft):
    table = board(draft, a=(10, 11, 3), b=(11.5, 11, 3), c=(6, 11, 0))
    draft.selected_id = "hall"
    draft.change_selected("fewer", [BoxShape(type="box", center=(12, 12), size=(6, 4), height=3)])
    before = replace(draft.table, bodies=table.bodies)
    draft.change_selected(
        "other", [PrismShape(type="prism", points=((5, 9.5), (7, 9.5), (7, 12), (5, 12)), height=3)]
    )
    now, _ = move_models_with_terrain(before, draft.table)
    assert all(stand(now, b.base, b.at, (b.id,)) for b in now.bodies) and {"a", "b"} <= {
        b.id for b in now.bodies
    }
