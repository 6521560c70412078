"""Fields in which something is typed: what is being typed is kept here until it is done, so that nothing changes in between."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from wc3d.view.board.judge.case import MOST
from wc3d.view.window.panels import DIM

SELECT = imgui.InputTextFlags_.auto_select_all.value


class TypedFields:
    """What is being typed in the fields of a screen, by each field's key; `complain` is told of numbers that are none."""

    def __init__(self, complain: Callable[[str], object]) -> None:
        self._now: dict[str, Any] = {}
        self._complain = complain

    def number(self, ui: Any, key: str, value: float, mark: str, form: str = "%.4f") -> float | None:
        """A number that is typed; what it is, once it is done and another one."""
        _, now = imgui.input_double(f"##{key}", self._now.get(key, value), 0.0, 0.0, form, SELECT)
        typed: float | None = self._done(ui, key, now, value, mark)
        if typed is None or abs(typed) <= MOST:  # what is no number is not at most anything
            return typed
        self._complain(f"{mark}: expected a number from -{MOST:,.0f} to {MOST:,.0f}, got {typed:g}")
        return None

    def text(self, ui: Any, key: str, value: str, mark: str) -> str | None:
        """A text that is typed; what it is, once it is done and another one."""
        _, now = imgui.input_text(f"##{key}", self._now.get(key, value), SELECT)
        return self._done(ui, key, now, value, mark)

    def _done(self, ui: Any, key: str, now: Any, value: Any, mark: str) -> Any:
        ui.mark(mark)
        if imgui.is_item_active():
            self._now[key] = now
            return None
        self._now.pop(key, None)
        return now if now != value else None  # also what was begun, typed and done within one slow frame


def label(words: str) -> None:
    """Words beside fields, on their line."""
    imgui.align_text_to_frame_padding()
    imgui.text_colored(imgui.ImVec4(*DIM), words)
