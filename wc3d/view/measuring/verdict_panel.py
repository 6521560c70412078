"""The panel of a verdict: what the answer is, by which rule, and the numbers."""
from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.evidence.exhibit import Exhibit
from wc3d.evidence.palette import BAD, GOOD, PLAIN
from wc3d.view.window.panels import DIM, EDGE, facts, panel, sign

WIDTH = 340.0


def draw_verdict(ui: Any, seen: Exhibit, top: float = EDGE) -> None:
    """The verdict of an exhibit, in the window's upper right corner."""
    with panel("verdict", (ui.io.display_size.x - EDGE, top), (WIDTH * ui.scale, 0), corner=(1, 0)):
        words = {True: "CLEAR", False: seen.verdict, None: seen.verdict}[seen.good]
        sign(ui, words, {True: GOOD, False: BAD, None: PLAIN}[seen.good], "verdict")
        imgui.push_text_wrap_pos(0)
        imgui.text(seen.headline)
        imgui.text_colored(imgui.ImVec4(*DIM), seen.rule)
        imgui.separator()
        facts(seen.facts)
        imgui.pop_text_wrap_pos()
