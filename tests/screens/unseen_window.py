"""One window for many tests; its board is not drawn, for nobody looks at it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.screens.fake_input import FakeInput
from tests.screens.play_games import skirmish
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window


@contextmanager
def unseen_window() -> Iterator[FakeInput]:
    """A window with a game, and the hand on it."""
    settings = Settings(display=DisplaySettings(quality="low", pace=0.0))
    window = Window(
        PlayScreen(PlaySession(skirmish())), offscreen=True, size=(1280, 720), settings=settings
    )
    window.render.hide()
    yield FakeInput(window)
    window.close()
