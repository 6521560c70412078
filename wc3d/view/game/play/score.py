"""The score: what was scored when and for what, and what the mission asks for."""
from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from wc3d.evidence.game_facts import ScoreTable
from wc3d.evidence.icons import ICONS
from wc3d.view.window.panels import DIM, GOLD, button, heading, panel

LOOK = imgui.TableFlags_.borders_inner.value | imgui.TableFlags_.sizing_fixed_fit.value


def draw_score(ui: Any, table: ScoreTable, ending: str, middle: float) -> bool:
    """Draw the table of points and what is said below it, around this pixel; False once it is closed. `ending` says how the
    game ended, if it did."""
    with panel("score", (middle, ui.io.display_size.y / 2), corner=(0.5, 0.5)):
        title = f"{ending}: {table.title[:1].lower()}{table.title[1:]}" if ending else table.title
        heading(ui, f"{ICONS['star']} {title}")
        if imgui.begin_table("points", len(table.heads), LOOK):
            for head in table.heads:
                imgui.table_next_column()
                imgui.text_colored(imgui.ImVec4(*DIM), head)
            for row in table.rows:
                _row(row)
            imgui.end_table()
        for number, section in enumerate(table.sections):
            if section.heading:
                imgui.separator()
                heading(ui, section.title, 15)
            if not number:
                ui.mark("mission")
            for line in section.rows:
                if line.waits:
                    imgui.text_colored(imgui.ImVec4(*DIM), line.words)
                else:
                    imgui.text(line.words)
        return not button(ui, f"Close  ({ui.key('cancel')})", "close score")


def _row(row: tuple[str, ...]) -> None:
    """A player's points; the sum, last but one, stands out."""
    for number, words in enumerate(row):
        imgui.table_next_column()
        if number == len(row) - 2 and number:
            imgui.text_colored(imgui.ImVec4(*GOLD), words)
        else:
            imgui.text(words)
