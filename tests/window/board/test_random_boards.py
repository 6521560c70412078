"""Random boards in the editor: asked for with style, size and seed, built in the background, and built again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.window.board.workshop import at, draft, press, told, wait, write
from wc3d.board_generator.generate import generate_board
from wc3d.cli.window.screens import make_start_screen, random_board_screen
from wc3d.registry import space_policy_of
from wc3d.window.board.workshop.files import NewBoardForm, UnsavedChangesGuard


@pytest.mark.slow
def test_a_random_board_is_built_saved_and_built_again(hand: Any) -> None:
    before = draft(hand)
    files = hand.window.screen.files
    press(hand, "new")
    press(hand, "style_wilds")
    write(hand, "random_seed", "3")
    files.current_dialog.width = files.current_dialog.depth = 30.0  # typed as for an empty board
    press(hand, "random_create")
    assert files.current_dialog is None and draft(hand) is before, "the board goes on meanwhile"
    wait(hand, lambda: draft(hand) is not before, 120)
    assert draft(hand).table.name == "Wilds 3"
    expected = generate_board("wilds", (30.0, 30.0), "3", space_policy_of())
    assert [f.id for f in draft(hand).table.features] == [f.id for f in expected.table.features]
    assert draft(hand).table.size == (30, 30) and draft(hand).is_unsaved
    assert 'Wilds 3: 30" by 30"' in told(hand)
    assert any("near" in line or "cover" in line for line in files.random_draft.figures)
    first = draft(hand)
    press(hand, "random_another")
    assert files.current_dialog is None, "an unchanged random board is not asked about"
    wait(hand, lambda: draft(hand) is not first, 120)
    second = draft(hand)
    assert second.table.size == (30, 30) and second.table.name != "Wilds 3"
    second.selected_id = second.table.features[0].id
    hand.window.screen.remove_selected()
    press(hand, "random_another")
    assert isinstance(files.current_dialog, UnsavedChangesGuard)
    hand.key("escape")


def test_a_size_without_random_boards_is_told_and_esc_stops_the_building(hand: Any) -> None:
    before = draft(hand)
    files = hand.window.screen.files
    files.create_random_board(NewBoardForm(20.0, 30.0, "city", "1"))
    wait(hand, lambda: "expected sides from 30 to 60" in told(hand), 60)
    files.create_random_board(NewBoardForm(60.0, 60.0, "ruins", "1"))
    wait(hand, lambda: files.jobs.status_text, 60)
    assert "Building a random board, ruins 1" in files.jobs.status_text
    hand.click(*at(hand, 1, 1, 0))
    hand.key("escape")
    hand.step(2)
    assert files.jobs.current_job is None and draft(hand) is before and "Stopped" in told(hand)


def test_the_start_screen_leads_to_the_form(hand: Any) -> None:
    hand.window.show_screen(make_start_screen())
    hand.window.screen.on_button("board")
    hand.step(3)
    press(hand, "new random")
    wait(hand, lambda: hand.window.screen.name == "workshop")
    form = hand.window.screen.files.current_dialog
    assert isinstance(form, NewBoardForm) and (form.width, form.depth) == (48.0, 48.0)
    hand.step(3)
    assert "random_create" in hand.window.ui.widget_rects
    assert random_board_screen().name == "workshop"
