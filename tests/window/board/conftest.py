"""What the tests of the workshop share: its window, one for all tests of a file, and a hand on a fresh board."""

import pytest

from tests.screens.fake_input import FakeInput
from tests.window.board.workshop import BOARD
from wc3d.registry import load_map, table_from_map
from wc3d.table.maps.map_file import save_map
from wc3d.window.board.workshop.screen import EditorScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window


@pytest.fixture(scope="module")
def shared():
    """One window for all tests of a file: Panda allows one at a time. The board is drawn only where its picture is looked at."""
    settings = Settings(display=DisplaySettings(quality="low", scale=0.6))
    window = Window(
        EditorScreen(table_from_map(BOARD)), offscreen=True, size=(900, 600), settings=settings
    )
    window.render.hide()
    yield window, FakeInput(window)
    window.close()


@pytest.fixture
def judged():
    """For tests that need the board looked over: only theirs begin a process for it."""


@pytest.fixture
def hand(shared, tmp_path, request, monkeypatch):
    """The mouse and keyboard on a fresh board that lies in a folder of its own."""
    window, fake = shared
    save_map(table_from_map(BOARD), tmp_path / "yard.json")
    fake.move(600, 590)
    screen = EditorScreen(load_map(tmp_path / "yard.json"), tmp_path / "yard.json")
    if "judged" not in request.fixturenames:
        monkeypatch.setattr(screen._judge, "set_question", lambda *question: None)
    window.show_screen(screen)
    window.notices.visible_notices.clear()
    window.look_from_above()
    fake.step(3)
    yield fake
    window.screen.on_hide()
