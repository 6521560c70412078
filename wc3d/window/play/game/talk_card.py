"""The card over the table that shows a request or unread messages of a hosted game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.icons import ICONS
from wc3d.window.play.game.action_buttons import ClickGuard
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import (
    AUTO_SIZE_FLAGS,
    GOLD_COLOR,
    NO_FOCUS_FLAG,
    WINDOW_MARGIN_PX,
    buttons_width,
    draw_button,
    open_panel,
    shorten_to_width,
)

CARD_WIDTH_PX = 380.0
"""Greatest width of the card."""
MAX_SHOWN_MESSAGES = 3
"""Unread messages in the card; the chat has all of them."""


@dataclass(frozen=True)
class TalkNews:
    """What the player has not answered or read: a request, or messages, newest last."""

    request: str = ""
    messages: Sequence[str] = ()

    def __bool__(self) -> bool:
        return bool(self.request or self.messages)


class TalkCard:
    """The card, in one place at the top of the table whatever the window shows.

    It comes by itself, so its buttons ignore a click that was meant for the table.
    """

    def __init__(self, guard: ClickGuard | None = None) -> None:
        self.guard = guard or ClickGuard()

    def draw(
        self,
        ui: Any,
        table: Rect,
        news: TalkNews,
        answer: Callable[[bool], object],
        read: Callable[[], object],
    ) -> None:
        """Draw the card at the top of the table, if there is news."""
        mouse = imgui.get_mouse_pos()
        self.guard.watch((news.request, len(news.messages)), (mouse.x, mouse.y))
        if not news:
            return
        gap = WINDOW_MARGIN_PX * ui.scale
        wide = min(CARD_WIDTH_PX * ui.scale, table[2] - table[0] - 2 * gap)
        spot = (table[0] + table[2]) / 2, table[1] + gap
        most = wide, table[3] - spot[1]
        with open_panel(
            "talk card", spot, corner=(0.5, 0.0), flags=AUTO_SIZE_FLAGS | NO_FOCUS_FLAG, most=most
        ):
            room = wide - 2 * imgui.get_style().window_padding.x
            imgui.dummy((room, 0))
            if news.request:
                imgui.text_colored(GOLD_COLOR, ICONS["warning"])
                imgui.same_line()
                imgui.text_wrapped(news.request)
                for words, is_yes in (("Accept", True), ("Decline", False)):
                    mark = "card yes" if is_yes else "card no"
                    if draw_button(ui, words, mark) and not self._is_blocked():
                        answer(is_yes)
                    imgui.same_line()
                imgui.new_line()
            if news.messages:
                self._draw_messages(ui, news.messages, room, read)
            ui.record_panel("talk card")

    def _draw_messages(
        self, ui: Any, messages: Sequence[str], room: float, read: Callable[[], object]
    ) -> None:
        """Draw the last unread messages, a line each, and the button that opens the chat."""
        for line in messages[-MAX_SHOWN_MESSAGES:]:
            imgui.text(shorten_to_width(line, room))
        count = len(messages)
        words = f"Read {count} messages" if count > 1 else "Read the message"
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(0.0, room - buttons_width([words])))
        if draw_button(ui, words, "read chat") and not self._is_blocked():
            read()

    def _is_blocked(self) -> bool:
        mouse = imgui.get_mouse_pos()
        return self.guard.is_blocking((mouse.x, mouse.y))
