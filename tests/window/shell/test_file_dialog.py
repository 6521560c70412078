"""The panel that chooses files: its list, its typed path, what it refuses, and that it is clicked like the rest."""

from pathlib import Path

import pytest

from tests.screens.fake_input import FakeInput
from wc3d.errors import InputError
from wc3d.window.shell.file_dialog import (
    DIALOG_HEIGHT_PX,
    FileDialog,
    draw_file_dialog,
    list_entries,
)
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.window import Window


class Shelf(Screen):
    """A screen with nothing but a chooser."""

    def __init__(self):
        self.chooser = None

    @property
    def input_layers(self):
        return () if self.chooser is None else (self.chooser,)

    def draw_panels(self, ui):
        self.chooser = draw_file_dialog(ui, self.chooser)


@pytest.fixture(scope="module")
def hand():
    window = Window(Shelf(), offscreen=True, size=(1280, 720))
    yield FakeInput(window)
    window.close()


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "one.json").write_text("{}")
    for name in ("b.json", "A.JSON", "notes.txt", ".hidden.json"):
        (tmp_path / name).write_text("x" * 1500)
    (tmp_path / "lost.json").symlink_to(tmp_path / "nowhere")
    return tmp_path


def press(hand, mark):
    hand.step(2)
    x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(2)


def opened(hand, folder, chosen, **options):
    screen = hand.window.screen
    screen.chooser = FileDialog("Open", chosen, folder=folder, **{"endings": (".json",), **options})
    hand.window.request_redraw()
    hand.step(3)
    return screen.chooser


def test_folders_come_first_and_only_files_of_the_endings(folder):
    assert [e.path.name for e in list_entries(folder, (".json",))] == ["boards", "A.JSON", "b.json"]
    assert [e.path.name for e in list_entries(folder)] == [
        "boards",
        "A.JSON",
        "b.json",
        "notes.txt",
    ]
    assert list_entries(folder)[1].size_text == "1.5 kB"
    refused = {
        folder / "b.json": "not a file",
        folder / "none": "no such folder",
        Path("a\0b"): "cannot be read",
    }
    for bad, why in refused.items():
        with pytest.raises(InputError, match=why):
            list_entries(bad)


def test_names_that_are_no_text_or_mean_something_to_the_panels_are_listed_and_told(hand, folder):
    for name in ("b\udcff.json", "100%s%n##x###y.json", "😀\n.json"):
        (folder / name).write_text("{}")
    (folder / "dir\udcff").mkdir()
    found: list[Path] = []
    opened(hand, folder, found.append)
    press(hand, "file b?.json")
    assert "b?.json: wc3d cannot read some characters" in hand.window.screen.chooser.fault
    press(hand, "file dir?")
    assert (
        "dir?: wc3d cannot read" in hand.window.screen.chooser.fault
        and hand.window.screen.chooser.folder == folder
    )
    hand.window.notices.show_error(hand.window.screen.chooser.fault + "\udcff" + 10_000 * "%s%n")
    for name in ("100%s%n##x###y.json", "😀\n.json"):
        opened(hand, folder, found.append)
        press(hand, f"file {name}")
        press(hand, "choose take")
        assert found.pop() == folder / name
    assert len(hand.window.notices.visible_notices[0].words) == 700


def test_a_file_is_chosen_by_clicks(hand, folder):
    found: list[Path] = []
    opened(hand, folder, found.append)
    press(hand, "file boards")
    press(hand, "file one.json")
    assert (
        hand.window.screen.chooser.typed_path == "one.json"
        and hand.window.screen.chooser.folder == folder / "boards"
        and not found
    )
    press(hand, "choose take")
    assert found == [folder / "boards" / "one.json"] and hand.window.screen.chooser is None
    hand.step(2)
    assert not hand.window.ui.wants_mouse


def test_the_folder_above_and_the_places_are_one_click_away(hand, folder):
    chooser = opened(hand, folder / "boards", print, places={"Mine": folder})
    press(hand, "choose up")
    assert chooser.folder == folder
    press(hand, "file boards")
    press(hand, "place Mine")
    assert chooser.folder == folder
    hand.key("escape")
    hand.step(2)
    assert hand.window.screen.chooser is None


def test_a_path_can_be_typed(hand, folder):
    found: list[Path] = []
    chooser = opened(hand, folder, found.append)
    press(hand, "choose path")
    hand.key("end")
    for character in "b.json":
        hand.device.keystroke(ord(character))
    hand.step(2)
    assert chooser.typed_path == "b.json"
    hand.key("enter")
    hand.step(2)
    assert found == [folder / "b.json"]


def test_what_cannot_be_opened_is_told_and_the_panel_stays(hand, folder):
    def broken(path):
        raise InputError(f"{path}: not a board")

    chooser = opened(hand, folder, broken)
    chooser.typed_path = "none.json"
    chooser.accept()
    assert "no such file" in chooser.fault and chooser.is_open
    chooser.typed_path = "b.json"
    press(hand, "choose take")
    assert chooser.fault == f"{folder / 'b.json'}: not a board" and chooser.is_open
    assert "choose fault" in hand.window.ui.widget_rects
    chooser.typed_path = "~nobody-of-this-name/x.json"
    chooser.accept()
    assert chooser.fault and chooser.is_open
    press(hand, "choose cancel")
    assert hand.window.screen.chooser is None


def test_a_file_is_replaced_only_when_asked_twice(hand, folder):
    found: list[Path] = []
    chooser = opened(hand, folder, found.append, saving=True, name="new")
    press(hand, "choose take")
    assert found == [folder / "new.json"]
    chooser = opened(hand, folder, found.append, saving=True, name="b.json")
    press(hand, "choose take")
    assert len(found) == 1 and "press again to replace" in chooser.fault
    press(hand, "choose take")
    assert found[1:] == [folder / "b.json"]
    chooser = opened(hand, folder, found.append, saving=True, name="b.json")
    chooser.go_to_folder(folder / "boards")
    assert (chooser.folder, chooser.typed_path) == (folder / "boards", "b.json"), (
        "the name is kept from folder to folder"
    )
    chooser.typed_path = str(folder / "gone" / "b.json")
    chooser.accept()
    assert "does not exist" in chooser.fault
    chooser.cancel()


def test_the_list_has_all_the_room_that_the_foot_leaves_and_gives_some_for_a_long_fault(
    hand, folder
):
    chooser = opened(hand, folder, lambda path: None)
    hand.rest()
    *_, list_end = hand.window.ui.widget_rects["files"]
    *_, words_end = hand.window.ui.widget_rects["choose endings"]
    edge = (720 + DIALOG_HEIGHT_PX) / 2
    assert edge - 14 < words_end < edge - 4
    chooser.fault = "what is wrong " * 20
    hand.window.request_redraw()
    hand.rest()
    *_, shorter = hand.window.ui.widget_rects["files"]
    *_, words_end = hand.window.ui.widget_rects["choose fault"]
    assert shorter < list_end - 10 and edge - 14 < words_end < edge - 4
    press(hand, "choose cancel")
