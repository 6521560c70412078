"""What players who sit apart say to each other: the last words, what is asked of one, and what one can ask."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from imgui_bundle import imgui

from wc3d.window.shell.widgets import DIM, EDGE, GOLD, UNBIDDEN, button, panel

LAST = 4
"""Lines that are shown."""

WIDE = 300

SHOWN_DIGITS = 21
"""Characters of the number that proves the course of a game; all of it can be copied."""


class TableTalk:
    """The panel. `words` is what is being typed."""

    def __init__(self) -> None:
        self.words = ""
        self.open = True

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

        `asks` is what is asked of the person, `wishes` what the person has asked for; empty if nothing is. `press` is
        called with a mark and the words typed. `status` has the clocks and the number that proves the course of the
        game, a line each.
        """
        width, height = ui.io.display_size.x, ui.io.display_size.y
        with panel("talk", (width - EDGE, height - EDGE), (WIDE * ui.scale, 0), corner=(1.0, 1.0), flags=UNBIDDEN):
            if button(ui, "Chat" if not self.open else "Close chat", "talk"):
                self.open = not self.open
            self._draw_wishes(ui, asks, wishes, press)
            if not self.open:
                return
            for line in messages[-LAST:]:
                imgui.text_wrapped(line)
            self._draw_status(ui, status, seated, press)
            if not seated:
                return
            imgui.set_next_item_width((WIDE - 80) * ui.scale)
            entered, self.words = imgui.input_text("##said", self.words, imgui.InputTextFlags_.enter_returns_true)
            ui.mark("said")
            imgui.same_line()
            if (button(ui, "Send", "say", enabled=bool(self.words.strip())) or entered) and self.words.strip():
                press("say", self.words)
                self.words = ""
            imgui.text_colored(DIM, "Ask for")
            for words, mark in (("a take-back", "back"), ("a pause", "break"), ("a judge", "judge")):
                imgui.same_line()
                if button(ui, words, mark):
                    press(mark, "")
            if button(ui, "Resume", "resume"):
                press("resume", "")
            if button(ui, "Create a judge link", "judge_link"):
                press("judge_link", "")

    def _draw_wishes(self, ui: Any, asks: str, wishes: str, press: Callable[[str, str], object]) -> None:
        """Draw what is asked of the person with its answers, and what the person has asked for."""
        if asks:
            imgui.push_style_color(imgui.Col_.text, GOLD)
            imgui.text_wrapped(asks)
            imgui.pop_style_color()
            for words, mark in (("Accept", "yes"), ("Decline", "no")):
                if button(ui, words, mark):
                    press(mark, "")
                imgui.same_line()
            imgui.new_line()
        if wishes:
            imgui.text_wrapped(wishes)
            if button(ui, "Withdraw request", "withdraw"):
                press("withdraw", "")

    def _draw_status(
        self, ui: Any, status: Sequence[str], seated: bool, press: Callable[[str, str], object]
    ) -> None:
        """Draw the clocks with a button that gives time, and the number that proves the course, shortened."""
        for line in status:
            proof = line.startswith("game=")
            imgui.text_colored(DIM, f"{line[:SHOWN_DIGITS]}…" if proof else line)
            if proof:
                imgui.same_line()
                if button(ui, "Copy", "copy proof"):
                    imgui.set_clipboard_text(line)
        if seated and any(not line.startswith("game=") for line in status) and button(ui, "Give 1 minute", "give"):
            press("give", "")
