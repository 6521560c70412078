"""A board that is read slowly: the window has words and a bar meanwhile, and closes with the error of a broken file."""

import threading

import pytest

from tests.screens.drawn_words import words_drawn
from tests.screens.fake_input import FakeInput
from wc3d.cli.main import main
from wc3d.cli.window import view
from wc3d.cli.window.screens import EditorInput
from wc3d.errors import InputError
from wc3d.registry import table_from_map
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.window import Window
from wc3d.window.start.loading_screen import LoadingScreen
from wc3d.workers.reading_thread import ReadingThread


class Board(Screen):
    """The screen after the reading."""

    name = "board"


@pytest.fixture
def gate():
    """What a reading waits for."""
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
def show():
    windows = []

    def shown(screen, **options):
        windows.append(Window(screen, offscreen=True, size=(640, 400), **options))
        hand = FakeInput(windows[-1])
        hand.step(3)
        return hand

    yield shown
    for window in windows:
        window.close()


def wait(hand, done):
    for _ in range(2000):
        if done():
            return
        hand.step()
    raise AssertionError("it does not come")


def test_the_window_says_what_it_reads_and_then_shows_it(show, gate, monkeypatch):
    def read():
        gate.wait(60)
        return "the board"

    drawn = words_drawn(monkeypatch)
    given = []
    board = Board()

    def make(answer):
        given.append(answer)
        return board

    screen = LoadingScreen("Loading yard.json", ReadingThread(read), make)
    hand = show(screen)
    assert any("Loading yard.json" in words for words in drawn)
    assert "loading" in hand.window.ui.widget_rects and hand.window.screen is screen
    gate.set()
    wait(hand, lambda: hand.window.screen is board)
    assert given == ["the board"] and screen.failure is None and not hand.window.is_closed


def test_a_broken_file_closes_the_window_with_its_error(show):
    def read():
        raise InputError("yard.json: not a board")

    screen = LoadingScreen("Loading yard.json", ReadingThread(read), lambda answer: Board())
    hand = show(screen)
    wait(hand, lambda: hand.window.is_closed)
    assert str(screen.failure) == "yard.json: not a board"


@pytest.mark.parametrize("key", ["escape", "enter"])
def test_escape_and_enter_at_cancel_go_to_the_start(show, gate, key):
    screen = LoadingScreen("Loading yard.json", ReadingThread(gate.wait), lambda answer: Board())
    hand = show(screen, start=Board)
    hand.key(key)
    hand.step(3)
    assert hand.window.screen.name == "board"


def test_view_opens_the_window_before_a_slow_board_is_read(monkeypatch, gate, tmp_path, capsys):
    """The command itself: the window is there first, and the board and the error come later."""
    (tmp_path / "yard.json").write_text("{}")
    screens = []
    answers = [EditorInput(table_from_map({"size": [24, 24], "terrain": []}), None, (), {})]

    def read(progress, path, *more):
        gate.wait(60)
        if not answers:
            raise InputError(f"{path}: not a board")
        return answers.pop()

    def open_window(screen, title, begun, **options):
        screens.append((screen, screen.name))
        begun()
        gate.set()
        while not screen._reading.wait(1.0):
            pass
        screen.window = FakeWindow()
        screen.poll()

    class FakeWindow:
        def show_screen(self, screen):
            screens.append((screen, screen.name))

        def close_without_asking(self):
            screens.append((None, "closed"))

    monkeypatch.setattr(view, "QUICK_READING_S", 0.0)
    monkeypatch.setattr("wc3d.cli.window.screens.read_editor_input", read)
    monkeypatch.setattr("wc3d.window.shell.run_window.open_window", open_window)
    assert main(["view", str(tmp_path / "yard.json")]) == 0
    assert [name for _, name in screens] == ["loading", "workshop"]
    gate.clear()
    assert main(["view", str(tmp_path / "yard.json")]) == 2
    assert [name for _, name in screens[2:]] == ["loading", "closed"]
    assert "yard.json: not a board" in capsys.readouterr().err
