"""The chat of an online game in the window: in a place of its own, and never unseen."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

from tests.cli.play.test_join_window import begin, both_seats, until
from tests.screens.fake_input import FakeInput
from tests.server.hosting import listening
from tests.window.play.test_layout_sizes import resize
from wc3d.bots.random_player import RandomPlayer
from wc3d.cli.play.join_window import JoinedPlayScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window

CHAT = ("said", "say", "back", "break", "judge", "resume", "judge_link")
SIZES = ((1024, 768), (1280, 800), (1920, 1080))


def overlap(a: Any, b: Any) -> bool:
    """Return whether two rectangles have more than an edge in common."""
    wide = min(a[2], b[2]) - max(a[0], b[0])
    return bool(wide > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1)


def show(hand: FakeInput, tab: str) -> dict[str, Any]:
    """Open a tab of the lists; all widgets after it."""
    screen: Any = hand.window.screen
    panels = screen.play_panels
    assert f"tab {tab.lower()}" in hand.window.ui.widget_rects
    panels.tab = panels.lower_tab = tab
    hand.window.request_redraw(4)
    hand.step(4)
    return dict(hand.window.ui.widget_rects)


def test_the_chat_lies_under_nothing_and_counts_what_is_unread(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        session, other = both_seats(begin(host, "neo_mechanika"))
        window = Window(
            JoinedPlayScreen(session),
            offscreen=True,
            size=SIZES[0],
            settings=Settings(display=DisplaySettings(quality="low", pace=0.0)),
        )
        window.render.hide()
        hand = FakeInput(window)
        for number, size in enumerate(SIZES, 1):
            resize(window, size, 1.0)
            hand.step(4)
            shown = show(hand, "Log")
            assert "tab chat" in shown and "said" not in shown
            other.client.request_change("say", text="hello")
            until(session, lambda number=number: len(session.chat_lines) == number)  # type: ignore[misc]
            window.request_redraw(4)
            hand.step(4)
            shown = show(hand, "Chat (1)")
            assert "tab chat" in shown, "it has been read"
            panels = [mark for mark in ("asked", "card", "cards") if mark in shown]
            assert "card" in panels
            for mark, panel in product(CHAT, panels):
                assert not overlap(shown[mark], shown[panel]), (size, mark, panel)
            left, top, right, bottom = shown["said"]
            assert 0 <= left < right <= size[0] and 0 <= top < bottom <= size[1]
        show(hand, "Log")
        other.client.request_change("wish", what="break")
        until(session, lambda: bool(session.incoming_request))
        window.request_redraw(4)
        hand.step(4)
        assert {"yes", "no"} <= set(window.ui.widget_rects), "a request opens the chat"
        bot = RandomPlayer(1)
        while session.person_to_act:
            session.apply(bot.choose(session.game.view(1)))
            until(session, lambda: not session.animation.is_busy)
        assert session.game.to_act == 2
        window.request_redraw(4)
        hand.step(4)
        assert "waiting" in window.ui.widget_rects, "it says whom the game waits for"
        session.close()
        window.close()
