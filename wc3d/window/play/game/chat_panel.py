"""The chat of an online game: the last messages, and the players' requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    draw_button,
)

MAX_CHAT_LINES = 40
"""The number of messages that are kept in sight by scrolling."""

MAX_PROOF_CHARS = 21
"""Visible characters of the number that proves the game's course; the full number can be copied."""


class ChatPanel:
    """The chat; `typed_text` is the text being typed. It fills the panel that shows it."""

    def __init__(self) -> None:
        self.typed_text = ""

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
        """Draw the chat, the newest message first.

        `asks` is a request to the player and `wishes` the player's own request; both may be empty.
        `press` is called with a mark and the typed text. `status` has one line each for the clocks
        and the number that proves the game's course.
        """
        self._draw_wishes(ui, asks, wishes, press)
        if seated:
            self._draw_field(ui, press)
        for line in reversed(messages[-MAX_CHAT_LINES:]):
            imgui.text_wrapped(line)
        if seated:
            imgui.text_colored(DIM_COLOR, "Ask for")
            for words, mark in (
                ("A take-back", "back"),
                ("A pause", "break"),
                ("A judge", "judge"),
                ("Resume", "resume"),
                ("Create a judge link", "judge_link"),
            ):
                if draw_button(ui, words, mark, wide=-1.0):
                    press(mark, "")
        self._draw_status(ui, status, seated, press)

    def _draw_field(self, ui: Any, press: Callable[[str, str], object]) -> None:
        """Draw the field for a message and its button."""
        style = imgui.get_style()
        button = imgui.calc_text_size("Send").x + 2 * style.frame_padding.x + style.item_spacing.x
        imgui.set_next_item_width(imgui.get_content_region_avail().x - button)
        entered, self.typed_text = imgui.input_text(
            "##said", self.typed_text, imgui.InputTextFlags_.enter_returns_true
        )
        ui.record_widget("said")
        imgui.same_line()
        has_text = bool(self.typed_text.strip())
        if (draw_button(ui, "Send", "say", enabled=has_text) or entered) and has_text:
            press("say", self.typed_text)
            self.typed_text = ""

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
