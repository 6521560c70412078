"""The chat of an online game in the window: in a place of its own, and never unseen."""

from __future__ import annotations

import time
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
        assert {"card yes", "card no"} <= set(window.ui.widget_rects), "a request opens its card"
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


LAYOUTS = ((1024, 768, 1.0), (1024, 768, 1.5), (1280, 800, 1.0), (1920, 1080, 1.0))
"""Sizes and text scales with one column, with tabs at both sides, and with stacked lists."""


def test_a_request_and_unread_messages_are_in_sight_at_every_layout(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        session, other = both_seats(begin(host, "neo_mechanika"))
        screen = JoinedPlayScreen(session)
        window = Window(
            screen,
            offscreen=True,
            size=SIZES[0],
            settings=Settings(display=DisplaySettings(quality="low", pace=0.0)),
        )
        window.render.hide()
        hand = FakeInput(window)
        clock = [100.0]
        screen.talk_card.guard.now = lambda: clock[0]

        def shown() -> dict[str, Any]:
            window.request_redraw(4)
            hand.step(4)
            return dict(window.ui.widget_rects)

        def center_of(rect: Any) -> tuple[float, float]:
            """Return the middle of a widget in pixels of the hand's window, which keeps its size."""
            sizes = [
                now / first for now, first in zip(window.render_target.size, SIZES[0], strict=True)
            ]
            return (rect[0] + rect[2]) / 2 / sizes[0], (rect[1] + rect[3]) / 2 / sizes[1]

        def press(mark: str) -> None:
            hand.click(*center_of(shown()[mark]))

        has_one_column = set()
        place: Any = ()
        for number, (wide, high, scale) in enumerate(LAYOUTS):
            resize(window, (wide, high), scale)
            has_one_column.add(not screen.grid.has_left_column)
            for measuring in (False, True):
                if measuring != screen.measuring.is_active:
                    screen.commands()["measure"]()
                screen.play_panels.tab = screen.play_panels.lower_tab = "Log"
                assert "talk card" not in shown()
                if measuring:
                    hand.move(*center_of(place))
                other.client.request_change("say", text=f"hello {number}")
                until(session, lambda n=number: f"hello {n}" in " ".join(session.chat_lines[-1:]))  # type: ignore[misc]
                other.client.request_change("wish", what="back" if session.game.turns else "break")
                until(session, lambda: bool(session.incoming_request))
                rects = shown()
                left, top, right, bottom = card = rects["talk card"]
                x0, y0, x1, y1 = screen.grid.table
                assert x0 <= left < right <= x1 and y0 <= top < bottom <= y1
                for mark in ("card yes", "card no", "read chat"):
                    assert overlap(rects[mark], card), (wide, high, scale, measuring, mark)
                if measuring:
                    hand.press()
                    hand.release()
                    hand.step(2)
                    assert session.incoming_request, "a click that was meant for the table"
                clock[0] += 1.0
                place = rects["card no"]
                press("card no")
                until(session, lambda: not session.incoming_request)
                assert "card no" not in shown()
                clock[0] += 1.0
                press("read chat")
                assert "talk card" not in shown(), "what is read is not shown again"
                until(
                    session,
                    lambda: (
                        host.registry.load_match(session.seat_game.client.link.game).rows[-1].kind
                        == "answer"
                    ),
                )
        assert has_one_column == {True, False}
        session.close()
        window.close()


def test_both_clocks_are_in_the_top_bar_at_every_size(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        session, _ = both_seats(begin(host, "neo_mechanika", clock=600.0))
        screen = JoinedPlayScreen(session)
        window = Window(
            screen,
            offscreen=True,
            size=SIZES[0],
            settings=Settings(display=DisplaySettings(quality="low", pace=0.0)),
        )
        window.render.hide()
        hand = FakeInput(window)
        for size, scale in (*((size, 1.0) for size in SIZES), ((1280, 800), 1.5)):
            resize(window, size, scale)
            for measuring in (False, True):
                if measuring != screen.measuring.is_active:
                    screen.commands()["measure"]()
                window.request_redraw(4)
                hand.step(4)
                shown = dict(window.ui.widget_rects)
                bar = screen.grid.bar
                clocks = [shown["clock 1"], shown["clock 2"]]
                assert all(bar[0] <= c[0] < c[2] <= bar[2] and c[3] <= bar[3] for c in clocks)
                step = screen.rules.display.turn_bar(session.state).step
                others = ("undo", "menu", "help", "score", "round", f"step {step}")
                for clock, mark in product(clocks, [m for m in others if m in shown]):
                    assert not overlap(clock, shown[mark]), (size, scale, mark)
                assert not overlap(*clocks)
        words = {clock.player: clock.words for clock in session.clocks}
        assert all(w == "10:00" or w.startswith("9:") for w in words.values())
        running = [clock.player for clock in session.clocks if clock.is_running]
        assert running == [session.game.to_act]
        hand.rest()
        session.connection.client._clock = (
            {"left": {"1": 9.0, "2": 600.0}, "running": 0},
            time.monotonic(),
        )
        assert screen.poll(), "a new time is drawn"
        assert not screen.poll(), "nothing is drawn while the times stay"
        assert [clock.is_low for clock in session.clocks] == [True, False]
        session.close()
        window.close()
