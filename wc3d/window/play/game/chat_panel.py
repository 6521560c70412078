"""The chat of an online game: the last messages, and the players' requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    NO_FOCUS_FLAG,
    WINDOW_MARGIN_PX,
    draw_button,
    open_panel,
)

MAX_CHAT_LINES = 4
"""Number of visible lines."""

PANEL_WIDTH_PX = 300

MAX_PROOF_CHARS = 21
"""Visible characters of the number that proves the game's course; the full number can be copied."""


class ChatPanel:
    """The chat panel; `words` is the text being typed."""

    def __init__(self) -> None:
        self.typed_text = ""
        self.is_open = True

    def draw(
        self,
        ui: Any,
        messages: Sequence[str],
        asks: str,
        wishes: str,
        seated: bool,
        press: Callable[[str, str], object],
        status: Sequence[str] = (),
    ) -> None:
        """Draw the panel.

        `asks` is a request to the player and `wishes` the player's own request; both may be empty.
        `press` is called with a mark and the typed text. `status` has one line each for the clocks
        and the number that proves the game's course.
        """
        width, height = ui.io.display_size.x, ui.io.display_size.y
        with open_panel(
            "talk",
            (width - WINDOW_MARGIN_PX, height - WINDOW_MARGIN_PX),
            (PANEL_WIDTH_PX * ui.scale, 0),
            corner=(1.0, 1.0),
            flags=NO_FOCUS_FLAG,
        ):
            if draw_button(ui, "Chat" if not self.is_open else "Close chat", "talk"):
                self.is_open = not self.is_open
            self._draw_wishes(ui, asks, wishes, press)
            if not self.is_open:
                return
            for line in messages[-MAX_CHAT_LINES:]:
                imgui.text_wrapped(line)
            self._draw_status(ui, status, seated, press)
            if not seated:
                return
            imgui.set_next_item_width((PANEL_WIDTH_PX - 80) * ui.scale)
            entered, self.typed_text = imgui.input_text(
                "##said", self.typed_text, imgui.InputTextFlags_.enter_returns_true
            )
            ui.record_widget("said")
            imgui.same_line()
            if (
                draw_button(ui, "Send", "say", enabled=bool(self.typed_text.strip())) or entered
            ) and self.typed_text.strip():
                press("say", self.typed_text)
                self.typed_text = ""
            imgui.text_colored(DIM_COLOR, "Ask for")
            for words, mark in (
                ("a take-back", "back"),
                ("a pause", "break"),
                ("a judge", "judge"),
            ):
                imgui.same_line()
                if draw_button(ui, words, mark):
                    press(mark, "")
            if draw_button(ui, "Resume", "resume"):
                press("resume", "")
            if draw_button(ui, "Create a judge link", "judge_link"):
                press("judge_link", "")

    def _draw_wishes(
        self, ui: Any, asks: str, wishes: str, press: Callable[[str, str], object]
    ) -> None:
        """Draw a request to the player with its answers, and the player's own request."""
        if asks:
            imgui.push_style_color(imgui.Col_.text, GOLD_COLOR)
            imgui.text_wrapped(asks)
            imgui.pop_style_color()
            for words, mark in (("Accept", "yes"), ("Decline", "no")):
                if draw_button(ui, words, mark):
                    press(mark, "")
                imgui.same_line()
            imgui.new_line()
        if wishes:
            imgui.text_wrapped(wishes)
            if draw_button(ui, "Withdraw request", "withdraw"):
                press("withdraw", "")

    def _draw_status(
        self, ui: Any, status: Sequence[str], seated: bool, press: Callable[[str, str], object]
    ) -> None:
        """Draw the clocks with a button that grants time, and the shortened proof number."""
        for line in status:
            proof = line.startswith("game=")
            imgui.text_colored(DIM_COLOR, f"{line[:MAX_PROOF_CHARS]}…" if proof else line)
            if proof:
                imgui.same_line()
                if draw_button(ui, "Copy", "copy proof"):
                    imgui.set_clipboard_text(line)
        if (
            seated
            and any(not line.startswith("game=") for line in status)
            and draw_button(ui, "Give 1 minute", "give")
        ):
            press("give", "")
