"""Models in the workshop: they try a board, look over it, and are taken to the judge."""

import math

import numpy as np
import pytest

from tests.window.board.workshop import at, draft, press, wait
from wc3d.cli.window.save_questions import question_file_data
from wc3d.cli.window.screens import judge_screen_for_board
from wc3d.registry import load_map
from wc3d.table.maps.base_fit import BoardReport, fit_bases
from wc3d.table.sight.sight_area import seen_from
from wc3d.table.terrain.standing_places import stand
from wc3d.ui.measuring import sight_area_worker
from wc3d.ui.measuring.tools import Tool


def see_levels(hand):
    """The board looked over, here and now."""
    screen = hand.window.screen
    screen.check_result = BoardReport((), fit_bases(screen.table))
    return screen


def test_models_try_the_board_and_are_not_saved(hand, tmp_path):
    hand.move(*at(hand, 12, 12, 3))
    hand.key("1")
    screen = hand.window.screen
    assert screen.table.bodies[0].at[2] == 3 and not draft(hand).is_unsaved
    hand.click(*at(hand, 18, 8, 2))
    hand.key("delete")
    assert len(screen.table.bodies) == 1 and "crate" not in {f.id for f in screen.table.features}
    press(hand, "save")
    assert load_map(tmp_path / "yard.json").bodies == ()


def test_one_click_puts_a_large_base_on_a_level_and_paints_what_it_sees(hand, monkeypatch):
    monkeypatch.setattr(sight_area_worker, "REST_TIME_S", math.inf)  # only the coarse area
    screen = see_levels(hand)
    press(hand, "tab_levels")
    press(hand, "look_from level 0")
    (model,) = screen.table.bodies
    assert (model.base, model.at[2], screen.measuring.tool, screen.measuring.viewer) == (
        "large",
        3,
        Tool.AREA,
        model,
    )
    wait(hand, lambda: screen.measuring.area_worker.sight_area is not None)
    [*areas] = (area.shape.area for area in screen.measuring.area_worker.sight_area.areas)
    seen = seen_from(screen.table, model, "small", 1.0)
    assert areas == pytest.approx([sum(map(sum, level.cells)) for level in seen.levels]), (
        "the judge's own answer"
    )
    press(hand, "look_from level 0")
    assert screen.table.bodies == (model,), "who stands there already looks"


def test_a_picked_model_has_a_panel_to_ask_from(hand):
    screen = hand.window.screen
    press(hand, "put_large")
    assert "Click where to put the large base" in screen.status
    hand.click(*at(hand, 12, 12, 3))
    assert [body.at for body in screen.table.bodies] == [
        pytest.approx((12, 12, 3), abs=0.1)
    ] and screen.base_to_place is None
    press(hand, "model_area")
    assert screen.measuring.viewer == screen.table.bodies[0]
    hand.key("escape")
    hand.key("escape")
    press(hand, "model_sight")
    assert screen.measuring.tool is Tool.SIGHT and screen.measuring.viewer == screen.table.bodies[0]
    hand.key("escape")
    press(hand, "model_remove")
    assert screen.table.bodies == ()


def test_a_model_stands_at_the_nearest_place_where_it_can(hand):
    screen = see_levels(hand)
    hand.move(*at(hand, 9.3, 15.3, 0))
    hand.key("3")
    (model,) = screen.table.bodies
    assert (
        model.at[2] == 0
        and 0 < np.hypot(model.at[0] - 9.3, model.at[1] - 15.3) < 1
        and "nearest free spot" in screen.status
    )
    assert stand(screen.draft.table, "large", model.at).standable
    hand.move(*at(hand, *model.at))
    hand.key("2")
    other = screen.table.bodies[-1]
    assert (
        np.hypot(other.at[0] - model.at[0], other.at[1] - model.at[1])
        >= model.radius + other.radius
    )
    hand.move(600, 590)
    hand.key("1")
    assert screen.base_to_place == "small" and len(screen.table.bodies) == 2, (
        "beside the board it is taken in hand"
    )
    hand.key("escape")
    assert screen.base_to_place is None


def test_the_judge_is_asked_about_the_board_with_its_models_and_its_moves_are_kept_on_the_board(
    hand, tmp_path
):
    window = hand.window
    screen = hand.window.screen
    screen.make_judge_screen = judge_screen_for_board
    screen.board_model.place_model_at("large", (12, 12, 3))
    screen.board_model.cancel()
    window.viewpoint.center_on((12, 12, 0), 15.0)
    press(hand, "ask_judge")
    before = screen.board_model.table
    orbit = screen._view
    judge = window.screen
    assert judge.name == "judge" and [body.base for body in judge.table.bodies] == ["large"]
    assert (
        question_file_data(
            judge.case.report_contents, tmp_path, judge.services.save_questions.keywords["map_file"]
        )["map"]
        == "yard.json"
    )
    judge.case.move_model("large-1", (3, 3, 0))
    window.viewpoint.show_whole_table()
    press(hand, "back to board")
    assert (
        window.screen is screen
        and screen.board_model.table.features == before.features
        and screen.board_model.table.body("large-1").at == (3, 3, 0)
    )
    assert window.viewpoint.orbit == orbit
    press(hand, "row crate")
    hand.key("delete")
    assert [f.id for f in screen.table.features] == ["hall", "wood", "mud"]


def test_of_a_board_that_is_not_saved_the_judge_keeps_what_is_shown_and_closing_asks_about_it(
    hand, tmp_path
):
    window = hand.window
    screen = hand.window.screen
    screen.make_judge_screen = judge_screen_for_board
    screen.try_change(lambda: draft(hand).resize_board(name="Yard of towers"))
    press(hand, "ask_judge")
    judge = window.screen
    papers = question_file_data(
        judge.case.report_contents, tmp_path, judge.services.save_questions.keywords["map_file"]
    )
    assert (
        papers["map"]["name"] == "Yard of towers"
        and load_map(tmp_path / "yard.json").name == "Yard"
    )
    window.userExit()
    hand.step(3)
    assert window.screen is screen and not window.is_closed and draft(hand).is_unsaved
    press(hand, "guard_save")
    assert window.is_closed and load_map(tmp_path / "yard.json").name == "Yard of towers"
    window.is_closed = False
