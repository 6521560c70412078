"""Signs lie beside their models: over no other sign, over no model if that can be, in a column where many stand together."""

from wc3d.window.layout.model_labels import (
    figure_rect,
    find_column_place,
    find_label_place,
    group_nearby,
)
from wc3d.window.shell.tag_layout import Rect

SIZE = (60.0, 18.0)
ROOM = (0.0, 0.0, 400.0, 300.0)


def covered(a, b):
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def test_a_model_s_box_reaches_from_head_to_foot_and_is_square_from_above():
    assert figure_rect((100, 60), (100, 100), 40) == (100 - 14.4, 60, 100 + 14.4, 104)
    above = figure_rect((100, 100), (100, 100), 40)
    assert above[1] == 80 and above[3] == 120


def test_a_sign_with_room_stands_right_over_its_model():
    box = (90.0, 100.0, 110.0, 140.0)
    found = find_label_place(SIZE, box, (), (box,), ROOM)
    assert found is not None
    rect, over = found
    assert over == 0 and rect == (70.0, 79.0, 130.0, 97.0)


def test_signs_of_models_in_two_ranks_cover_neither_models_nor_each_other():
    boxes = [
        (100.0 + 40 * (k % 3), 100.0 + 24 * (k // 3), 118.0 + 40 * (k % 3), 132.0 + 24 * (k // 3))
        for k in range(6)
    ]
    taken: list[Rect] = []
    for box in boxes:
        found = find_label_place(SIZE, box, taken, boxes, ROOM)
        assert found is not None
        rect, over = found
        assert over == 0 and not any(covered(rect, other) for other in taken)
        assert (
            ROOM[0] <= rect[0] and rect[2] <= ROOM[2] and ROOM[1] <= rect[1] and rect[3] <= ROOM[3]
        )
        taken.append(rect)


def test_where_all_is_taken_there_is_no_place():
    assert find_label_place(SIZE, (90, 100, 110, 140), [ROOM], (), ROOM) is None


def test_a_column_stands_beside_those_it_is_for():
    group = (100.0, 100.0, 160.0, 150.0)
    rect = find_column_place((70.0, 90.0), group, (), (group,), ROOM)
    assert (
        rect is not None
        and not covered(rect, group)
        and min(abs(rect[0] - group[2]), abs(rect[2] - group[0])) < 12
    )


def test_many_that_stand_in_reach_of_each_other_are_together_and_few_are_not():
    row = [(30.0 * k, 50.0) for k in range(5)]
    assert group_nearby([*row, (300.0, 50.0), (320.0, 50.0)], 40.0) == [[0, 1, 2, 3, 4]]
    assert group_nearby(row[:2], 40.0) == []
