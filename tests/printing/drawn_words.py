"""Records the words that a drawing writes on its sheet."""

from __future__ import annotations

from typing import Any

import pytest

from wc3d.printing.canvas import Canvas


def record_words(sheet: Canvas, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets each text written on a sheet from now on."""
    words: list[str] = []
    plain = sheet.text

    def record(at: Any, text: str, *more: Any, **rest: Any) -> Any:
        words.append(text)
        return plain(at, text, *more, **rest)

    monkeypatch.setattr(sheet, "text", record)
    return words
