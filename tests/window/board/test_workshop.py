"""The workshop as a person uses it: clicks, drags and typed numbers, off-screen."""

import json
import time
from dataclasses import replace

import numpy as np
import pytest

from tests.screens.drawn_words import words_drawn
from tests.window.board.workshop import at, draft, drop, only, press, told, wait, write
from wc3d.registry import load_map, table_from_map
from wc3d.table.maps.edit_terrain import bounding_box
from wc3d.table.maps.lint import LintFinding
from wc3d.table.maps.map_file import save_map
from wc3d.table.maps.map_shapes import BoxShape
from wc3d.table.table_state import Ladder, hash_terrain
from wc3d.table.terrain.mesh_warnings import MeshWarning
from wc3d.window.board.workshop.job_queue import BackgroundJob
from wc3d.window.board.workshop.overlays import drag_handles
from wc3d.window.board.workshop.terrain_tools import DragChange


@pytest.mark.slow
def test_terrain_of_every_sort_is_picked_by_a_click(hand):
    places = (
        ((12, 12, 3), "hall"),
        ((6, 7, 4), "wood"),
        ((18, 16, 0), "mud"),
        ((12, 9.0, 3), "rungs"),
        ((22, 2, 0), None),
    )
    for point, id in places:
        hand.click(*at(hand, *point))
        assert draft(hand).selected_id == id
    press(hand, "row crate")
    assert draft(hand).selected_id == "crate"
    hand.key("escape")
    assert draft(hand).selected_id is None


def test_a_drag_moves_what_is_picked_along_the_grid_and_one_undo_takes_it_back(hand):
    before = draft(hand).table
    hand.drag(at(hand, 18, 8, 2), at(hand, 20.1, 5.9, 2))
    assert draft(hand).table is before, "only what is picked is moved"
    hand.click(*at(hand, 18, 8, 2))
    press(hand, "grid_1")
    hand.drag(at(hand, 18, 8, 2), at(hand, 20.1, 5.9, 2))
    assert only(hand, "crate").shapes[0].center == (20, 6) and draft(hand).is_unsaved
    assert hand.window.screen.table.feature("crate") is only(hand, "crate")
    press(hand, "undo")
    assert draft(hand).table is before and not draft(hand).is_unsaved
    press(hand, "redo")
    assert only(hand, "crate").shapes[0].center == (20, 6)


def test_a_door_is_opened_and_closed_by_its_button_and_stays_in_the_list(hand):
    before = draft(hand).table
    press(hand, "row crate")
    press(hand, "state open")
    [crate] = draft(hand).table.open_parts
    assert (crate.id, crate.state) == ("crate", "open")
    assert "crate" not in [f.id for f in draft(hand).table.features]
    assert "row crate" in hand.window.ui.widget_rects and draft(hand).selected_id == "crate"
    press(hand, "undo")
    assert draft(hand).table is before
    press(hand, "redo")
    press(hand, "save")
    wait(hand, lambda: not draft(hand).is_unsaved)
    assert [part.state for part in load_map(draft(hand).path).open_parts] == ["open"]
    press(hand, "state no")
    assert not draft(hand).table.parts and only(hand, "crate").state is None


def test_each_snap_button_changes_its_own_setting(hand):
    usual = draft(hand).snap
    for mark, changed in (
        ("grid_1", replace(usual, grid=1.0)),
        ("snap_angle", replace(usual, degrees=0.0)),
        ("snap_edges", replace(usual, edges=False)),
        ("snap_top", replace(usual, is_on_top=False)),
    ):
        draft(hand).snap = usual
        press(hand, mark)
        assert draft(hand).snap == changed


def test_models_go_along_with_terrain_in_one_step_which_is_taken_back_and_made_again_with_them(
    hand,
):
    screen = hand.window.screen
    desk = screen.board_model
    for at_ in ((18, 8, 2), (16, 20, 0), (2, 2, 0)):
        desk.place_model_at("small", at_)
    desk.selected_id = "small-1"

    def where():
        return {body.id: body.at for body in desk.table.bodies}

    hand.click(*at(hand, 17.2, 8, 2))
    press(hand, "grid_1")
    hand.drag(at(hand, 17.2, 8, 2), at(hand, 17.2, 5.9, 2))
    first = {"small-1": (18, 6, 2), "small-2": (16, 20, 0), "small-3": (2, 2, 0)}
    assert where() == first and any(
        "small-1 moved with the terrain" in notice.words
        for notice in hand.window.notices.visible_notices
    )
    press(hand, "undo")
    assert where() == first | {"small-1": (18, 8, 2)}
    press(hand, "redo")
    assert where() == first
    draft(hand).selected_id = "crate"
    hand.key("delete")
    assert where() == first | {"small-1": (18, 6, 0)}
    desk.table = desk.table.with_bodies(desk.table.body("small-3").moved((4, 2, 0)))
    press(hand, "undo")
    assert where() == first | {"small-3": (4, 2, 0)}
    screen.try_change(lambda: draft(hand).resize_board(24, 18))
    assert where() == {"small-1": (18, 6, 2), "small-3": (4, 2, 0)}
    press(hand, "undo")
    press(hand, "undo")
    assert where() == first | {"small-1": (18, 8, 2), "small-3": (4, 2, 0)}


def test_what_is_dragged_over_a_roof_stands_on_it_beside_a_wall_it_is_caught(hand):
    hand.click(*at(hand, 18, 8, 2))
    hand.drag(at(hand, 18, 8, 2), at(hand, 12, 12, 2), steps=6)
    assert (only(hand, "crate").low, only(hand, "crate").high) == (3, 5)
    hand.drag(at(hand, 12, 12, 5), at(hand, 15.6, 12, 5), steps=6)
    crate = bounding_box(only(hand, "crate"))
    assert crate.low == (pytest.approx(14.5), pytest.approx(11, abs=0.3), 0), (
        "its side touches the hall's"
    )


def test_the_signs_turn_and_raise(hand):
    window = hand.window
    window.show_whole_table()
    hand.click(*at(hand, 12, 12, 3))
    signs = drag_handles(only(hand, "hall"), DragChange(), steep=False)
    turn, lift = (at(hand, *signs[name]) for name in ("turn", "raise"))
    hand.drag((turn[0], turn[1] - 13), at(hand, 8.5, 15.4, 0.05), steps=6)
    assert only(hand, "hall").shapes[0].rotation == 45
    hand.drag((lift[0], lift[1] - 13), (lift[0], lift[1] - 73), steps=6)
    raised = only(hand, "hall").shapes[0].bottom
    assert raised > 0.5 and raised % 0.25 == 0
    hand.key("q")
    assert only(hand, "hall").shapes[0].rotation == 60
    hand.key("page_down")
    assert only(hand, "hall").shapes[0].bottom == raised - 0.25


@pytest.mark.slow
def test_numbers_are_typed(hand):
    hand.click(*at(hand, 12, 12, 3))
    hand.step(2)
    for mark, words in (
        ("x", 13.1),
        ("y", 9.05),
        ("z", 0.5),
        ("turned", 22.5),
        ("width", 4.4),
        ("depth", 3),
        ("height", 2.5),
    ):
        write(hand, mark, words)
    shape = only(hand, "hall").shapes[0]
    assert (shape.center, shape.bottom, shape.rotation) == ((13.1, 9.05), 0.5, 22.5)
    assert (shape.size, shape.height) == ((4.4, 3.0), 2.5)
    write(hand, "scale_by", 2)
    assert only(hand, "hall").shapes[0].size == (8.8, 6.0) and only(hand, "hall").shapes[
        0
    ].center == (13.1, 9.05)
    write(hand, "height", -1)
    assert "height: expected at least 0" in told(hand) and only(hand, "hall").shapes[0].height == 5
    before = draft(hand).table
    for mark, number in (("x", "nan"), ("turned", "1e999"), ("height", "-1e999")):
        hand.window.notices.visible_notices.clear()
        write(hand, mark, number)
        assert told(hand).startswith(f"{mark}: expected a number from -10,000 to 10,000, found"), (
            number
        )
    assert draft(hand).table is before


def test_what_is_typed_counts_when_the_board_is_clicked_instead_of_enter(hand):
    hand.click(*at(hand, 12, 12, 3))
    hand.step(2)
    x0, y0, x1, y1 = hand.window.ui.widget_rects["x"]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.key("end")
    for character in ".5":
        hand.device.keystroke(ord(character))
        hand.step()
    hand.click(*at(hand, 22, 2, 0))
    assert only(hand, "hall").shapes[0].center == (12.5, 12) and draft(hand).selected_id is None


def test_names_ids_kinds_and_flags(hand):
    hand.click(*at(hand, 18, 8, 2))
    hand.step(2)
    write(hand, "name", "Chest")
    write(hand, "id", "hall")
    assert "already in use" in told(hand)
    write(hand, "id", "chest")
    assert draft(hand).selected_id == "chest" and only(hand, "chest").name == "Chest"
    press(hand, "standable")
    press(hand, "kind_impassable")
    chest = only(hand, "chest")
    assert chest.kind.value == "impassable" and not chest.standable and chest.blocks_sight
    press(hand, "copy")
    assert (
        draft(hand).selected_id == "chest-2"
        and bounding_box(only(hand, "chest-2")).low[0] > bounding_box(chest).high[0]
    )
    hand.key("delete")
    assert draft(hand).selected_id is None and "chest-2" not in {
        f.id for f in draft(hand).table.features
    }


def test_long_names_in_the_list_are_told_apart_by_their_ends(hand, monkeypatch):
    for id, name in (
        ("crate", "Stones on the bank of the stream, south"),
        ("wood", "Stones on the bank of the stream, north"),
    ):
        press(hand, f"row {id}")
        write(hand, "name", name)
    drawn = words_drawn(monkeypatch)
    hand.window.request_redraw()
    hand.step()
    rows = {
        id: next(words.removesuffix(f"##{id}") for words in drawn if words.endswith(f"##{id}"))
        for id in ("crate", "wood")
    }
    assert rows["crate"] != rows["wood"] and all("…" in words for words in rows.values())


def test_shapes_are_drawn_corner_by_corner(hand):
    press(hand, "make_box")
    hand.click(*at(hand, 2, 18, 0))
    hand.move(*at(hand, 5, 20.1, 0))
    hand.click(*at(hand, 5, 20.1, 0))
    box = draft(hand).selected_feature
    assert (box.shapes[0].center, box.shapes[0].size, box.high) == ((3.5, 19.0), (3.0, 2.0), 3)
    hand.key("escape")
    press(hand, "new_kind_obscuring")
    press(hand, "make_cylinder")
    hand.click(*at(hand, 9, 20, 0))
    hand.click(*at(hand, 10.5, 20, 0))
    smoke = draft(hand).selected_feature
    assert (smoke.kind.value, smoke.shapes[0].radius, smoke.shapes[0].center) == (
        "obscuring",
        1.5,
        (9, 20),
    )
    hand.key("escape")
    press(hand, "make_prism")
    for corner in ((16, 19), (21, 19), (21, 23), (16, 23)):
        hand.click(*at(hand, *corner, 0))
    press(hand, "undo")
    hand.click(*at(hand, 16, 19, 0))
    assert draft(hand).selected_feature.shapes[0].points == ((16, 19), (21, 19), (21, 23))
    press(hand, "make_ladder")
    hand.click(*at(hand, 14.75, 11, 0))
    assert (
        draft(hand).selected_ladder.at,
        draft(hand).selected_ladder.bottom,
        draft(hand).selected_ladder.top,
    ) == (
        (14.75, 11),
        0,
        3,
    )
    press(hand, "make_ladder")
    hand.click(*at(hand, 1, 1, 0))
    assert "no floor" in told(hand)


def test_a_drag_draws_from_corner_to_corner_and_from_middle_to_rim(hand):
    looked = hand.window.viewpoint.orbit
    press(hand, "make_box")
    hand.drag(at(hand, 2, 18, 0), at(hand, 5, 20.1, 0))
    box = draft(hand).selected_feature
    assert (box.shapes[0].center, box.shapes[0].size) == ((3.5, 19.0), (3.0, 2.0))
    press(hand, "undo")
    press(hand, "make_cylinder")
    hand.drag(at(hand, 9, 20, 0), at(hand, 10.5, 20, 0))
    assert (
        draft(hand).selected_feature.shapes[0].center,
        draft(hand).selected_feature.shapes[0].radius,
    ) == (
        (9, 20),
        1.5,
    )
    assert hand.window.viewpoint.orbit == looked, "the view stays"


def test_a_drag_draws_two_corners_of_a_prism_and_puts_a_ladder_where_it_ends(hand):
    press(hand, "make_prism")
    hand.drag(at(hand, 16, 19, 0), at(hand, 21, 19, 0))
    hand.click(*at(hand, 21, 23, 0))
    hand.key("space")
    assert draft(hand).selected_feature.shapes[0].points == ((16, 19), (21, 19), (21, 23))
    press(hand, "make_ladder")
    hand.drag(at(hand, 15.5, 13, 0), at(hand, 14.75, 11, 0))
    assert draft(hand).selected_ladder.at == (14.75, 11)


def test_what_is_saved_is_what_is_shown(hand, tmp_path):
    hand.click(*at(hand, 12, 12, 3))
    hand.step(2)
    write(hand, "turned", 33.3)
    write(hand, "x", 11.11)
    assert hand.window.ui.widget_rects and draft(hand).is_unsaved
    press(hand, "save")
    assert not draft(hand).is_unsaved and "saved" in told(hand)
    assert hash_terrain(load_map(tmp_path / "yard.json")) == hash_terrain(hand.window.screen.table)


def test_a_new_board_has_the_size_that_is_asked_for(hand):
    before = draft(hand)
    press(hand, "new")
    assert draft(hand) is before, "nothing is lost before the size is known"
    hand.key("escape")
    hand.step(3)
    assert hand.window.screen.files.current_dialog is None and draft(hand) is before
    press(hand, "new")
    write(hand, "new_depth", 0)
    assert draft(hand) is before and "size" in told(hand)
    for mark, inches in (("new_width", 48), ("new_depth", 30)):
        x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
        hand.click((x0 + x1) / 2, (y0 + y1) / 2)
        hand.step(2)
        for character in str(inches):
            hand.device.keystroke(ord(character))
        hand.step(2)
    hand.key("enter")
    hand.step(3)
    assert draft(hand).table.size == (48, 30)


def test_the_rows_of_floors_do_not_overlap(hand, judged):
    screen = hand.window.screen
    wall = BoxShape(type="box", center=(5, 20), size=(6, 0.3), height=2.5)
    screen.try_change(lambda: screen.draft.add_feature(wall, "thin"))
    wait(hand, lambda: screen.check_result is not None)
    assert any(fit.largest_base is None for fit in screen.check_result.fits)
    press(hand, "tab_levels")
    hand.step(3)
    rects = hand.window.ui.widget_rects
    count = len(hand.window.screen.check_result.fits)
    assert count > 1
    foot = 0.0
    for number in range(count):
        row = rects[f"level {number}"]
        bases, eye = rects[f"level bases {number}"], rects.get(f"look_from level {number}")
        names = rects[f"level names {number}"]
        assert row[1] >= foot - 1 and names[1] >= row[3] - 1
        assert eye is None or (bases[2] <= eye[0] and eye[3] <= names[1] + 1)
        foot = names[3]


def test_warnings_that_flags_show_are_listed_with_the_findings(hand, judged, monkeypatch):
    wait(hand, lambda: hand.window.screen.check_result is not None)
    screen = hand.window.screen
    screen.findings = []
    warnings = [MeshWarning("overhang", "It hangs over.", (4.0, 5.0, 0.0))] * 2
    press(hand, "tab_findings")
    monkeypatch.setattr(screen, "selected_mesh_warnings", lambda: warnings)
    hand.step(3)
    drawn = words_drawn(monkeypatch)
    hand.window.request_redraw()
    hand.step(2)
    assert "mesh warning 2" in hand.window.ui.widget_rects
    assert not any("No findings" in words for words in drawn)
    assert any("Findings 2" in words for words in drawn)


def test_a_board_without_a_file_is_saved_where_one_says(hand, tmp_path):
    press(hand, "new")
    press(hand, "new_create")
    assert draft(hand).path is None and draft(hand).table.size == (36, 36)
    write(hand, "board_width", 30)
    press(hand, "save")
    wait(hand, lambda: "choose path" in hand.window.ui.widget_rects)
    hand.window.screen.files.chooser.typed_path = str(tmp_path / "new.json")
    press(hand, "choose take")
    assert (
        json.loads((tmp_path / "new.json").read_text())["size"] == [30, 36]
        and draft(hand).path == tmp_path / "new.json"
    )


def test_unsaved_changes_are_asked_about_before_they_are_lost(hand, tmp_path):
    window = hand.window
    hand.click(*at(hand, 18, 8, 2))
    hand.key("delete")
    window.userExit()
    assert not window.is_closed
    press(hand, "ask_cancel")
    assert not window.is_closed and draft(hand).is_unsaved
    window.userExit()
    press(hand, "guard_drop")
    assert window.is_closed and "crate" in {f.id for f in load_map(tmp_path / "yard.json").features}
    window.is_closed = False
    window.userExit()
    press(hand, "guard_save")
    assert window.is_closed and "crate" not in {
        f.id for f in load_map(tmp_path / "yard.json").features
    }
    window.is_closed = False
    window.userExit()
    assert window.is_closed, "nothing to lose any more"
    window.is_closed = False


@pytest.mark.slow
def test_findings_are_listed_and_shown_where_they_are(hand, judged):
    screen = hand.window.screen
    wait(hand, lambda: screen.check_result is not None)
    assert screen.findings == []
    hand.click(*at(hand, 18, 8, 2))
    hand.step(2)
    write(hand, "x", 15)
    write(hand, "y", 10.5)
    wait(hand, lambda: screen.check_result is not None)
    ((id, finding),) = screen.findings
    assert (id, finding.code) == ("crate", "overlap")
    (tag,) = [t for t in screen.tags() if "overlap" in t.words]
    assert tag.at[:2] == pytest.approx((14.25, 10.5), abs=0.3)
    hand.key("escape")
    press(hand, "tab_findings")
    press(hand, "finding 1")
    assert draft(hand).selected_id == "crate"


def test_a_proposed_ladder_is_added_by_its_button(hand, judged):
    screen = hand.window.screen
    wait(hand, lambda: screen.check_result is not None)
    ladder = Ladder("hall-ladder", (9.4, 12.0), 0.0, 3.0)
    found = LintFinding("terrain[0].shape", "stairs", "7 rungs", "warning", None, ladder)
    screen.findings = [("hall", found)]
    press(hand, "tab_findings")
    press(hand, "add ladder 1")
    assert draft(hand).table.ladders[-1] == ladder and draft(hand).selected_id == "hall-ladder"
    press(hand, "undo")
    assert ladder not in draft(hand).table.ladders


@pytest.mark.slow
def test_levels_tell_and_paint_which_bases_fit(hand, judged):
    screen = hand.window.screen
    window = hand.window
    wait(hand, lambda: screen.check_result is not None)
    press(hand, "tab_levels")
    assert [fit.height for fit in screen.check_result.fits] == [3, 2, 0]
    before = len(window.board_view.marks)
    press(hand, "level 0")
    assert screen.painted_levels == {3.0} and len(window.board_view.marks) > before
    assert [t.words for t in screen.tags() if t.words.startswith('3"')] == [
        '3": large',
        '3": small',
    ]
    press(hand, "paint_all")
    assert screen.painted_levels == {3.0, 2.0, 0.0}


@pytest.mark.slow
def test_what_is_picked_and_painted_is_seen_on_the_board(hand, judged):
    window = hand.window
    screen = hand.window.screen
    wait(hand, lambda: screen.check_result is not None)

    def picture():
        hand.move(600, 590)
        hand.rest()
        return window.render_target.read_pixels().astype(int)[80:480, 320:600]

    window.render.show()
    try:
        bare = picture()
        screen.select("hall")
        picked = picture()
        screen.select(None)
        screen.painted_levels = {0.0}
        painted = picture()
    finally:
        window.render.hide()
    assert (np.abs(picked - bare).max(axis=-1) > 20).mean() > 0.005
    assert (np.abs(painted - bare).max(axis=-1) > 20).mean() > 0.2


@pytest.mark.slow
def test_another_board_is_opened_beside_the_window(hand, tmp_path):
    save_map(table_from_map({"name": "Other", "size": [20, 30]}), tmp_path / "other.json")
    hand.click(*at(hand, 18, 8, 2))
    hand.key("delete")
    drop(hand, tmp_path / "other.json")
    hand.step(2)
    press(hand, "guard_drop")
    wait(hand, lambda: draft(hand).table.name == "Other")
    assert (
        hand.window.viewpoint.table_size == (20, 30)
        and not draft(hand).is_unsaved
        and draft(hand).undo_stack == []
    )


@pytest.mark.slow
def test_a_plan_is_printed_from_the_window(hand, tmp_path):
    press(hand, "plan")
    press(hand, "paper_a4")
    wait(hand, lambda: "choose path" in hand.window.ui.widget_rects)
    hand.window.screen.files.chooser.typed_path = str(tmp_path / "plan.pdf")
    press(hand, "choose take")
    wait(hand, lambda: "A4 page" in told(hand))
    assert (tmp_path / "plan.pdf").read_bytes().startswith(b"%PDF")


def slow(table, question, progress):
    while True:
        progress(1, 4)
        time.sleep(0.05)


@pytest.mark.slow
def test_it_is_said_how_far_long_work_is(hand):
    jobs = hand.window.screen.files.jobs
    jobs.add_job(BackgroundJob("cutting a hill", slow, {}, lambda answer: None))
    wait(hand, lambda: "cutting a hill" in hand.window.screen.status and jobs.fraction_done == 0.25)
    wait(hand, lambda: "job" in hand.window.ui.widget_rects)  # a bar
    hand.key("escape")
    assert jobs.current_job is None and "Stopped" in told(hand)


@pytest.mark.slow
def test_it_is_said_how_far_looking_the_board_over_is_and_it_can_be_stopped(
    hand, judged, monkeypatch
):
    screen = hand.window.screen
    monkeypatch.setattr("wc3d.window.board.workshop.editor_screen_base.check_board", slow)
    screen.on_draft_changed()
    press(hand, "tab_findings")
    wait(hand, lambda: screen.is_checking and screen.check_progress == 0.25)
    press(hand, "looking_over_stop")
    assert (
        not screen.is_checking
        and screen.check_result is None
        and "looking_over" not in hand.window.ui.widget_rects
    )
    monkeypatch.undo()
    press(hand, "looking_over_again")
    wait(hand, lambda: screen.check_result is not None)
    assert not screen.is_checking


def test_the_whole_board_is_seen_between_the_panels(hand):
    window = hand.window
    screen = hand.window.screen

    def seen():
        hand.step(2)
        left, top, right, bottom = screen.free_rect()
        assert (
            window.ui.widget_rects["row hall" if draft(hand).table.features else "file state"][2]
            < left
        )
        assert (
            window.ui.widget_rects["undo"][3] < top < bottom < window.ui.widget_rects["status"][1]
        )
        width, depth = draft(hand).table.size
        corners = [window.project_to_pixel((x, y, 0)) for x in (0, width) for y in (0, depth)]
        assert all(left <= x <= right and top <= y <= bottom for x, y in corners)
        return right - left, max(x for x, _ in corners) - min(x for x, _ in corners)

    hand.key("h")
    free, wide = seen()
    assert wide > 0.6 * free
    assert screen.message_rect()[3] <= window.ui.widget_rects["status"][1], (
        "what is told lies over the panel at the foot"
    )
    hand.key("t")
    seen()
    press(hand, "new")
    press(hand, "new_create")
    seen()
    write(hand, "board_width", 72)
    seen()


def test_the_ground_follows_the_name(hand):
    for name, ground in (("The salt flats", "salt"), ("Keep", "grassland"), ("Old street", "city")):
        write(hand, "board_name", name)
        hand.step()
        assert hand.window.board.ground_kind.name == ground


def test_the_toolbar_is_whole_in_a_narrow_window(hand):
    hand.step(2)
    last = hand.window.ui.widget_rects["help"]
    assert last[2] <= hand.window.render_target.size[0] - 5
