"""How a window is opened: what its first picture need not wait for comes after it."""

import gc

import pytest

from wc3d._internal.gc_tuning import postpone_gc
from wc3d.window.shell.run_window import open_window
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.window import Window
from wc3d.workers import solver_warmup

PICTURES = 3


class Watched(Screen):
    """Notes whether Python searches for garbage, until the first picture and after it, then closes the window."""

    name = "watched"
    window: Window

    def __init__(self):
        self.searched: list[tuple[bool, bool]] = []

    def poll(self):
        self.searched.append((self.window.is_drawn, gc.isenabled()))
        self.window.is_closed = sum(drawn for drawn, _ in self.searched) > PICTURES
        return False


def test_garbage_is_searched_for_once_the_first_picture_is_there(monkeypatch):
    begun = []
    monkeypatch.setattr(solver_warmup, "start_warmup", lambda: begun.append(gc.isenabled()))
    screen = Watched()
    with postpone_gc():
        open_window(screen, offscreen=True, size=(320, 240))
    assert (False, False) in screen.searched and (False, True) not in screen.searched
    assert screen.searched[-1] == (True, True) and begun == [True] and gc.isenabled()


def test_garbage_is_searched_for_again_even_if_the_window_fails():
    class Failing(Watched):
        def poll(self):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), postpone_gc():
        open_window(Failing(), offscreen=True, size=(320, 240))
    assert gc.isenabled()
