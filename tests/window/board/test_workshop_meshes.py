"""Meshes in the workshop: dropped, measured, fitted, carried and looked over."""

import numpy as np
import pytest
import trimesh

from tests.window.board.workshop import at, draft, drop, press, told, wait, write
from wc3d.registry import load_map
from wc3d.table.maps.edit_terrain import bounding_box
from wc3d.table.table_state import hash_terrain
from wc3d.window.board.workshop.mesh_placement import MeshDraft


def block(folder, size, name="block.stl"):
    mesh = trimesh.creation.box(extents=(size, size, size))
    mesh.export(folder / name)
    return folder / name


def shed(folder):
    """A shed of 80 by 60 by 50 mm with a flat roof, open below: solids can only hold it."""
    outer = trimesh.creation.box(extents=(80, 60, 50))
    room = trimesh.creation.box(extents=(70, 50, 50))
    room.apply_translation((0, 0, -5))
    mesh = trimesh.boolean.difference([outer, room])
    kept = mesh.triangles_center[:, 2] > -24.9
    trimesh.Trimesh(mesh.vertices, mesh.faces[kept], process=False).export(folder / "shed.stl")
    return folder / "shed.stl"


@pytest.mark.slow
def test_a_mesh_is_added_with_its_unit_asked_and_copied_when_saved(hand, tmp_path):
    screen = hand.window.screen
    (tmp_path / "downloads").mkdir()
    drop(hand, block(tmp_path / "downloads", 50.8), at=at(hand, 4, 19, 0))
    wait(hand, lambda: screen.files.current_dialog is not None)
    assert screen.files.current_dialog.measurements.readings[0].unit == "mm"
    hand.step(2)
    press(hand, "place")
    wait(hand, lambda: draft(hand).selected_feature is not None)
    assert bounding_box(draft(hand).selected_feature).size == pytest.approx(
        (2, 2, 2), abs=1e-4
    ) and draft(hand).selected_feature.low == pytest.approx(0)
    assert "in millimeters" in told(hand)
    write(hand, "mesh_scale", 0.05)
    wait(hand, lambda: draft(hand).selected_feature.shapes[0].scale == 0.05)
    press(hand, "save")
    assert "block.stl copied next to it" in told(hand) and (tmp_path / "block.stl").exists()
    assert hash_terrain(load_map(tmp_path / "yard.json")) == hash_terrain(screen.table)
    press(hand, "turn_left")
    wait(hand, lambda: draft(hand).selected_feature.shapes[0].rotation == 15)


@pytest.mark.slow
def test_a_dropped_mesh_is_fitted_placed_and_fitted_again_and_each_change_is_one_step(
    hand, tmp_path
):
    screen = hand.window.screen
    drop(hand, shed(tmp_path), at=at(hand, 5, 18, 0))
    wait(hand, lambda: screen.files.current_dialog is not None)
    new = screen.files.current_dialog

    def size() -> list[float]:
        return [round(v, 3) for v in screen.files.current_dialog.size]

    assert size() == [3.15, 2.362, 1.969]
    press(hand, "unit_cm")
    assert size() == [31.496, 23.622, 19.685]
    press(hand, "unit_mm")
    press(hand, "up_y")
    assert size() == [3.15, 1.969, 2.362]
    press(hand, "up_z")
    write(hand, "fit_scale", 2)
    write(hand, "fit_rotation", 90)
    press(hand, "fit_mirror")
    assert (new.scale, new.rotation, new.mirrored) == (2, 90, True)
    press(hand, "place")
    wait(hand, lambda: draft(hand).selected_feature is not None)
    shape = draft(hand).selected_feature.shapes[0]
    assert (shape.units, shape.scale, shape.rotation, shape.mirrored, shape.tolerance) == (
        "mm",
        2,
        90,
        True,
        0.03,
    )
    wide, deep, high = bounding_box(draft(hand).selected_feature).size
    assert (wide, deep, high) == pytest.approx((2 * 2.362, 2 * 3.15, 2 * 1.969), abs=0.1)
    steps = len(draft(hand).undo_stack)
    write(hand, "tolerance", 0.06)
    wait(hand, lambda: draft(hand).selected_feature.shapes[0].tolerance == 0.06)
    assert len(draft(hand).undo_stack) == steps + 1
    press(hand, "undo")
    assert draft(hand).selected_feature.shapes == (shape,)
    press(hand, "settle")
    assert draft(hand).selected_feature.shapes[0].levels
    press(hand, "undo")
    assert draft(hand).selected_feature.shapes == (shape,)


@pytest.mark.slow
def test_what_to_look_at_on_a_mesh_is_marked_where_it_is_and_a_click_goes_there(hand, tmp_path):
    screen = hand.window.screen
    drop(hand, shed(tmp_path), at=at(hand, 5, 18, 0))
    wait(hand, lambda: screen.files.current_dialog is not None)
    press(hand, "place")
    wait(hand, lambda: draft(hand).selected_feature is not None)
    write(hand, "turned", 90)
    warnings = screen.selected_mesh_warnings()
    assert [w.label for w in warnings[:2]] == ["open", "open"]
    middle = bounding_box(draft(hand).selected_feature).middle
    half = (2.362 / 2, 3.15 / 2)
    for x, y, z in (w.at for w in warnings):
        inside = [abs(v - m) < h + 0.1 for v, m, h in zip((x, y), middle, half, strict=True)]
        assert all(inside) and abs(z) < 0.2
    assert any("1 open" in tag.words and tag.at == warnings[0].at for tag in screen.tags())
    press(hand, "warning 1")
    assert hand.window.viewpoint.orbit.target == warnings[0].at
    hand.window.look_from_above()


@pytest.mark.slow
def test_a_mesh_is_shown_where_it_is_to_stand_and_carried_there_by_the_mouse(hand, tmp_path):
    screen = hand.window.screen
    drop(hand, shed(tmp_path), at=at(hand, 5, 18, 0))
    wait(hand, lambda: isinstance(screen.files.current_dialog, MeshDraft))
    new = screen.files.current_dialog
    assert np.ptp(new.placed_triangles(), axis=(0, 1)) == pytest.approx(
        [3.1496, 2.3622, 1.9685], abs=1e-3
    )
    hand.step(2)
    assert any(
        node.find("**/block") or node.name == "block" for node in hand.window.board_view.marks
    )
    hand.drag(at(hand, 5, 18, 0), at(hand, 8, 20, 0))
    assert new.at == pytest.approx((8, 20), abs=0.3)
    hand.click(*at(hand, 4, 20, 0))
    assert new.at == pytest.approx((4, 20), abs=0.1)
    hand.window.look_from_above()
    x0, y0, x1, y1 = hand.window.ui.widget_rects["fit_size"]
    hand.device.set_pointer_in_window((x0 + x1) / 2, (y0 + y1) / 2)
    hand.press()  # before any frame is drawn with the mouse there
    hand.release()
    assert new.at == pytest.approx((4, 20), abs=0.1), "a panel keeps its clicks, however quick"
    hand.key("escape")
    hand.step(2)
    assert screen.files.current_dialog is None and not any(
        node.name == "block" for node in hand.window.board_view.marks
    )


@pytest.mark.slow
def test_a_mesh_is_left_while_it_is_looked_into(hand, tmp_path):
    screen = hand.window.screen
    before = draft(hand).table
    drop(hand, shed(tmp_path))
    wait(hand, lambda: screen.files.current_dialog is not None)
    hand.step(3)
    assert screen.files.mesh_checker.elapsed_s is not None
    hand.key("escape")
    hand.step(2)
    assert (
        screen.files.current_dialog is None
        and screen.files.mesh_checker.elapsed_s is None
        and draft(hand).table is before
    )


@pytest.mark.slow
def test_what_is_broken_is_told_with_file_and_place_and_the_board_stays(hand, tmp_path):
    screen = hand.window.screen
    before = draft(hand).table
    (tmp_path / "torn.obj").write_text("v 0 0 0\nv 1 0 0\nf 1 2 9\n")
    (tmp_path / "bad.json").write_text(
        '{"size": [30, 30], "terrain": [{"id": "a", "kind": "lava", "shape": {"type": "box"}}]}'
    )
    drop(hand, tmp_path / "torn.obj")
    wait(hand, lambda: "torn.obj" in told(hand))
    assert screen.files.current_dialog is None and "\n" not in told(hand)
    drop(hand, tmp_path / "bad.json")
    wait(hand, lambda: "bad.json: terrain[0].kind" in told(hand))
    drop(hand, tmp_path / "none.glb")
    wait(hand, lambda: "none.glb" in told(hand))
    assert draft(hand).table is before
    good = block(tmp_path, 2.0, "good.stl")
    drop(hand, good)
    wait(hand, lambda: screen.files.current_dialog is not None)


@pytest.mark.slow
def test_a_click_on_a_reading_takes_its_units_axis_and_scale(hand, tmp_path):
    screen = hand.window.screen
    trimesh.creation.box(extents=(4, 2, 3)).export(tmp_path / "thing.obj")
    drop(hand, tmp_path / "thing.obj", at=at(hand, 5, 18, 0))
    wait(hand, lambda: screen.files.current_dialog is not None)
    new = screen.files.current_dialog
    readings = new.measurements.readings
    assert new.has_reading(readings[0]) and new.size == pytest.approx(readings[0].size)
    hand.step(2)
    number, inches = next((k, r) for k, r in enumerate(readings, 1) if r.label == "inches")
    press(hand, f"reading_{number}")
    assert (new.unit, new.up, new.scale) == ("in", inches.up, 1.0)
    assert new.size == pytest.approx(inches.size) and max(new.size) == pytest.approx(4)
    press(hand, "up_-x")
    assert new.up == "-x" and new.size == pytest.approx((3, 2, 4))
    press(hand, "ask_cancel")
