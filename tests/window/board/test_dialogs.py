"""The editor's dialogs: no key and no click acts behind them; Enter confirms and Escape cancels."""

import json

import pytest

from tests.screens.keys_behind import assert_nothing_happens, bound_keys, window_state
from tests.window.board.workshop import draft, press, told, wait
from wc3d.window.board.workshop.files import UnsavedChangesGuard


def open_save(hand):
    hand.window.screen.files.ask_save_path()


def open_boards(hand):
    hand.window.screen.files.choose_board()


def open_guard(hand):
    hand.window.screen.files.show_dialog(UnsavedChangesGuard("closing the window", print))


def open_plan(hand):
    hand.window.screen.ask_for_plan()


def open_help(hand):
    hand.window.help = True


def open_guide(hand):
    hand.window.guide.open_page("boards")


DIALOGS = {
    "save as": open_save,
    "open": open_boards,
    "unsaved changes": open_guard,
    "plan": open_plan,
    "help": open_help,
    "guide": open_guide,
}


def is_open(hand):
    window = hand.window
    files = window.screen.files
    return bool(files.chooser or files.current_dialog or window.help or window.guide.topic)


def open_over_selection(hand, name):
    """Open a dialog over a board on which a piece and a model are selected."""
    screen = hand.window.screen
    hand.window.help = False
    hand.window.guide.close()
    screen.board_model.place_model_at("small", (3.0, 3.0, 0.0))
    screen.select("crate")
    DIALOGS[name](hand)
    hand.window.request_redraw()
    hand.step(3)
    assert is_open(hand)


def editor_state(hand):
    """What an editor's commands change, besides those of the window."""
    screen = hand.window.screen
    return {
        **window_state(hand.window),
        "board": screen.draft.table,
        "selected": (screen.draft.selected_id, screen.board_model.selected_id),
        "models": screen.board_model.table.bodies,
        "tools": (screen.measuring.tool, screen.drawing, screen.base_to_place),
        "file": screen.draft.is_unsaved,
        "open": (screen.files.chooser, screen.files.current_dialog),
    }


@pytest.mark.parametrize("name", DIALOGS)
def test_no_key_acts_behind_a_dialog(hand, name):
    open_over_selection(hand, name)
    keys = [row for row in bound_keys() if (name, row[1]) != ("help", "help")]
    assert_nothing_happens(hand, lambda: editor_state(hand), keys)


@pytest.mark.parametrize("name", DIALOGS)
def test_no_click_acts_behind_a_dialog(hand, name):
    open_over_selection(hand, name)
    before = editor_state(hand)
    x0, y0, x1, y1 = hand.window.ui.widget_rects["dialog"]
    places = (
        hand.window.project_to_pixel((12, 12, 3)),
        (5.0, 5.0),
        (895.0, 300.0),
        (20.0, 300.0),
        (450.0, 595.0),
    )
    for x, y in places:
        if x0 <= x < x1 and y0 <= y < y1:
            continue
        hand.click(x, y)
        hand.drag((x, y), (x + 30, y - 20), button="mouse3")
        hand.key("wheel_up")
        hand.step()
        assert editor_state(hand) == before


@pytest.mark.parametrize("name", DIALOGS)
def test_escape_closes_a_dialog_and_nothing_else(hand, name):
    open_over_selection(hand, name)
    hand.key("escape")
    hand.step(3)
    assert not is_open(hand) and draft(hand).selected_id == "crate"
    assert not hand.window.ui.dialog and not hand.window.ui.wants_keys
    hand.key("delete")
    assert "crate" not in [feature.id for feature in draft(hand).table.features], "keys act again"


def test_the_name_of_a_board_to_save_is_selected_and_typing_replaces_it(hand, tmp_path):
    press(hand, "row crate")
    hand.key("q")
    hand.window.screen.files.ask_save_path()
    hand.window.request_redraw()
    hand.step(3)
    for letter in "new":
        hand.key(letter)
        hand.device.keystroke(ord(letter))
        hand.step()
    hand.key("enter")
    hand.step(3)
    assert not is_open(hand) and (tmp_path / "new.json").is_file(), told(hand)
    crate = json.loads((tmp_path / "new.json").read_text())["terrain"][1]
    assert crate["shape"]["rotation"] == 15, "it was turned once, before the dialog"


def test_enter_saves_at_the_question_about_unsaved_changes(hand, tmp_path):
    press(hand, "row crate")
    hand.key("delete")
    closed = []
    hand.window.screen.files.guard_unsaved("closing the window", lambda: closed.append(True))
    hand.window.request_redraw()
    hand.step(3)
    hand.key("enter")
    hand.step(3)
    assert closed and not is_open(hand) and not draft(hand).is_unsaved
    board = json.loads((tmp_path / "yard.json").read_text())
    assert "crate" not in [feature["id"] for feature in board["terrain"]]


def test_arrows_and_enter_answer_without_saving(hand, tmp_path):
    before = (tmp_path / "yard.json").read_text()
    press(hand, "row crate")
    hand.key("delete")
    closed = []
    hand.window.screen.files.guard_unsaved("closing the window", lambda: closed.append(True))
    hand.window.request_redraw()
    hand.step(3)
    hand.key("arrow_right")
    hand.step(2)
    hand.key("enter")
    hand.step(3)
    assert closed and (tmp_path / "yard.json").read_text() == before


def test_the_file_dialog_remembers_its_folder(hand, tmp_path):
    (tmp_path / "plans").mkdir()
    screen = hand.window.screen
    screen.draft.path = None
    screen.files.ask_plan_path("svg")
    screen.files.chooser.typed_path = str(tmp_path / "plans" / "plan.svg")
    screen.files.chooser.accept()
    screen.files.jobs.stop()
    screen.files.ask_plan_path("svg")
    assert screen.files.chooser.folder == tmp_path / "plans"
    screen.files.ask_save_path()
    assert screen.files.chooser.folder != tmp_path / "plans", "boards have a folder of their own"


def test_editing_keys_do_nothing_while_a_mesh_is_placed_and_enter_places_it(hand, tmp_path):
    import trimesh

    trimesh.creation.box((1, 1, 1)).export(tmp_path / "block.stl")
    screen = hand.window.screen
    press(hand, "row crate")
    board = draft(hand).table
    screen.files.open_files([tmp_path / "block.stl"])
    wait(hand, lambda: screen.files.current_dialog is not None)
    hand.step(3)
    for key in ("delete", "q", "w", "page_up", "page_down", "control-d", "1", "u"):
        hand.key(key) if "-" not in key else None
    assert draft(hand).table is board and screen.files.current_dialog is not None
    assert not screen.board_model.table.bodies
    hand.key("enter")
    wait(hand, lambda: screen.files.current_dialog is None)
    assert len(draft(hand).table.features) == len(board.features) + 1, told(hand)


def test_a_letter_in_a_field_runs_no_command(hand):
    press(hand, "row crate")
    board = draft(hand).table
    x0, y0, x1, y1 = hand.window.ui.widget_rects["name"]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(2)
    assert hand.window.ui.wants_keys
    assert_nothing_happens(hand, lambda: {**window_state(hand.window), "board": draft(hand).table})
    assert draft(hand).table is board
