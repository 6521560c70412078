"""The pose of a mesh in the editor: quarter turns, a face that is clicked, and scales."""

import pytest

from tests.meshes.kit_pieces import house
from tests.meshes.written_meshes import write_mesh
from tests.window.board.workshop import at, draft, drop, press, wait, write
from wc3d.table.maps.edit_terrain import bounding_box


@pytest.fixture
def placed(hand, tmp_path):
    """A house of 6 by 4 and 5 high that stands on the board, selected."""
    drop(hand, write_mesh(tmp_path / "house.stl", house() * 25.4), at=at(hand, 6, 19, 0))
    wait(hand, lambda: hand.window.screen.files.current_dialog is not None)
    hand.step(2)
    press(hand, "place")
    wait(hand, lambda: draft(hand).selected_feature is not None)
    return hand


def size(hand):
    return bounding_box(draft(hand).selected_feature).size


@pytest.mark.slow
def test_a_mesh_is_turned_by_quarters_and_lies_on_the_face_that_is_clicked(placed):
    hand = placed
    steps = len(draft(hand).undo_stack)
    press(hand, "quarter_x")
    wait(hand, lambda: size(hand)[2] == pytest.approx(4, abs=0.01))
    assert draft(hand).selected_feature.low == pytest.approx(0, abs=1e-6)
    press(hand, "quarter_y")
    wait(hand, lambda: size(hand)[2] == pytest.approx(6, abs=0.01))
    press(hand, "undo")
    press(hand, "undo")
    assert size(hand) == pytest.approx((6, 4, 5), abs=0.01)
    assert len(draft(hand).undo_stack) == steps
    press(hand, "pose_face")
    x, y = bounding_box(draft(hand).selected_feature).middle
    hand.click(*at(hand, x, y - 1, 4))  # the front of the roof, from above
    wait(hand, lambda: not isinstance(draft(hand).selected_feature.shapes[0].up, str | None))
    assert draft(hand).selected_feature.low == pytest.approx(0, abs=1e-6)
    assert hand.window.screen.pose_tool is None
    press(hand, "undo")
    assert size(hand) == pytest.approx((6, 4, 5), abs=0.01)


@pytest.mark.slow
def test_a_mesh_is_scaled_by_a_known_length_to_the_table_and_to_figures(placed):
    hand = placed
    x, y = bounding_box(draft(hand).selected_feature).middle
    press(hand, "pose_length")
    tool = hand.window.screen.pose_tool
    for dx in (-1.5, 1.5):
        hand.click(*at(hand, x + dx, y, 5))  # along the ridge
    assert tool.length == pytest.approx(3, abs=0.15)
    write(hand, "known_length", tool.length * 2)
    wait(hand, lambda: size(hand) == pytest.approx((12, 8, 10), abs=0.02))
    press(hand, "undo")
    press(hand, "figures 28 to 32 mm")
    wait(hand, lambda: size(hand)[0] == pytest.approx(6 * 32 / 28, abs=0.01))
    press(hand, "undo")
    press(hand, "fit_table")
    wait(hand, lambda: size(hand)[0] == pytest.approx(24, abs=0.05))
