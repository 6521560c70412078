"""The damage boxes on a warjack's card: whole in small windows."""

from __future__ import annotations

import pytest

from tests.games.warmachine.rules.playing import activate, battle
from tests.screens.fake_input import FakeInput
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.damage_boxes import MIN_BOX_SIZE_PX
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window

ANVIL = "1.anvil"
MORTAR = "2.mortar"


@pytest.mark.parametrize("size", [(1280, 720), (900, 600)], ids=str)
def test_no_panel_cuts_the_damage_boxes_of_a_warjack(size: tuple[int, int]) -> None:
    game = activate(battle({ANVIL: (24, 20, 90), MORTAR: (25.2, 22, 240)}), ANVIL)
    settings = Settings(display=DisplaySettings(quality="low"))
    window = Window(PlayScreen(PlaySession(game)), offscreen=True, size=size, settings=settings)
    hand = FakeInput(window)
    hand.step(3)
    screen = window.screen
    assert isinstance(screen, PlayScreen)
    screen.select(ANVIL)
    hand.step(4)
    rects = window.ui.widget_rects
    left, top, right, bottom = screen.grid.lower
    boxes = [rect for name, rect in rects.items() if name.startswith(("box ", "part ", "chart"))]
    assert len(boxes) > 30
    for x0, y0, x1, y1 in boxes:
        assert left <= x0 and top <= y0
        assert x1 <= right and y1 <= bottom
    assert all(x1 - x0 >= MIN_BOX_SIZE_PX for x0, _, x1, _ in boxes)
    window.close()
