"""What panels write, as a test hears it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from imgui_bundle import imgui


def words_drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All words that panels draw from now on."""
    drawn: list[str] = []

    def listening(function: Callable[..., Any]) -> Callable[..., Any]:
        def heard(*words: Any, **more: Any) -> Any:
            drawn.extend(word for word in words if isinstance(word, str))
            return function(*words, **more)

        return heard

    for name in ("text", "text_wrapped", "text_colored", "button", "selectable"):
        monkeypatch.setattr(imgui, name, listening(getattr(imgui, name)))
    monkeypatch.setattr(imgui.ImDrawList, "add_text", listening(imgui.ImDrawList.add_text))
    return drawn
