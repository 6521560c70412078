"""A dispute about a board that is not saved is asked about once before another board takes its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.screens.fake_input import FakeInput
from tests.screens.keyboard_hand import click_mark
from tests.screens.unseen_window import unseen_window
from tests.window.board.workshop import BOARD
from wc3d.cli.window.screens import EditorInput, board_editor_screen
from wc3d.registry import table_from_map
from wc3d.window.board.judge.screen import JudgeScreen
from wc3d.window.board.workshop.files import NewBoardForm
from wc3d.window.board.workshop.screen import EditorScreen


@pytest.fixture(scope="module")
def hand() -> Iterator[FakeInput]:
    with unseen_window() as made:
        yield made


def begin_dispute(hand: FakeInput, tmp_path: Path) -> tuple[EditorScreen, JudgeScreen]:
    """A board without unsaved changes, and an unsaved dispute about it."""
    editor = board_editor_screen(EditorInput(table_from_map(BOARD), None, (), {}))
    assert isinstance(editor, EditorScreen)
    hand.window.show_screen(editor)
    editor.open_judge_screen()
    judge = hand.window.screen
    assert isinstance(judge, JudgeScreen)
    judge.report_writer.out = str(tmp_path / "dispute")
    judge.case.set_doubt(0.25)
    judge.go_back()
    hand.step(3)
    assert hand.window.screen is editor and judge.is_unsaved and not editor.draft.is_unsaved
    return editor, judge


def test_the_dispute_is_asked_about_once_and_then_the_board_is_opened(
    hand: FakeInput, tmp_path: Path
) -> None:
    editor, judge = begin_dispute(hand, tmp_path)
    editor.files.new_board()
    assert hand.window.screen is judge and judge.is_leaving
    click_mark(hand, "leave drop")
    assert hand.window.screen is editor
    assert isinstance(editor.files.current_dialog, NewBoardForm)
    editor.files.create_board(editor.files.current_dialog)
    assert editor.judge_screen is None and not editor.draft.table.features


def test_whoever_cancels_keeps_board_and_dispute(hand: FakeInput, tmp_path: Path) -> None:
    editor, judge = begin_dispute(hand, tmp_path)
    editor.files.new_board()
    click_mark(hand, "leave cancel")
    assert hand.window.screen is judge and judge.is_unsaved and not judge.is_leaving
    judge.go_back()
    assert editor.judge_screen is judge and editor.files.current_dialog is None


def test_nothing_is_asked_without_a_dispute(hand: FakeInput) -> None:
    editor = board_editor_screen(EditorInput(table_from_map(BOARD), None, (), {}))
    assert isinstance(editor, EditorScreen)
    hand.window.show_screen(editor)
    editor.files.new_board()
    assert hand.window.screen is editor
    assert isinstance(editor.files.current_dialog, NewBoardForm)
