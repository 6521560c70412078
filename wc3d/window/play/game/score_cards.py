"""The score, and the card at the end of a round with the points of both sides."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from imgui_bundle import imgui

from wc3d.presentation.display_values import ScoreTable
from wc3d.presentation.icons import ICONS
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    GOLD_COLOR,
    WINDOW_MARGIN_PX,
    draw_bold_text,
    draw_button,
    draw_dim_text,
    focus_button,
    open_dialog,
)

SCORE_TABLE_FLAGS = imgui.TableFlags_.borders_inner.value | imgui.TableFlags_.sizing_fixed_fit.value
CARD_WIDTH_PX = 640.0
"""Greatest width of a card."""


@dataclass(frozen=True)
class RoundCard:
    """The end of a round: a title, and the score or lines on both sides.

    A card that nobody may close continues by itself at the time `closes_at`.
    """

    title: str
    table: ScoreTable | None = None
    lines: Sequence[str] = ()
    closes_at: float | None = None

    @property
    def seconds_left(self) -> int | None:
        """The seconds until the card continues by itself, or None."""
        return None if self.closes_at is None else ceil(self.closes_at - time.monotonic())


def draw_round_card(ui: Any, card: RoundCard) -> bool:
    """Draw the card in the middle of the window. Return False once it is closed."""
    with open_dialog(ui, "round", most=_card_size(ui)):
        imgui.dummy((_card_size(ui)[0] - 26 * ui.scale, 0))
        draw_bold_text(ui, f"{ICONS['star']} {card.title}", 20, wrapped=True)
        if card.table is not None:
            _draw_points(ui, card.table)
            for section in card.table.sections:
                if not section.has_heading:
                    _draw_rows(section.rows)
        for line in card.lines:
            imgui.text_wrapped(line.strip())
        imgui.dummy((0, 4))
        left = card.seconds_left
        wait = f" in {max(left, 0)} s" if left is not None else ""
        words = f"Continue{wait}  ({ui.key_for_command('end')})"
        is_open = not draw_button(ui, words, "close round", main=True, wide=-1.0)
        focus_button()
        ui.record_panel("round end")
    return is_open


def draw_score_table(ui: Any, table: ScoreTable, ending: str) -> bool:
    """Draw the score in the middle of the window. Return False once it is closed."""
    with open_dialog(ui, "score", most=_card_size(ui)):
        imgui.dummy((_card_size(ui)[0] - 26 * ui.scale, 0))
        title = f"{ending}: {table.title[:1].lower()}{table.title[1:]}" if ending else table.title
        draw_bold_text(ui, f"{ICONS['star']} {title}", wrapped=True)
        _draw_points(ui, table)
        for number, section in enumerate(table.sections):
            if section.has_heading:
                imgui.separator()
                draw_bold_text(ui, section.title, 15, wrapped=True)
            if not number:
                ui.record_widget("mission")
            _draw_rows(section.rows)
        is_closed = draw_button(
            ui, f"Close  ({ui.key_for_command('cancel')})", "close score", wide=-1.0
        )
        focus_button()
        return not is_closed


def _card_size(ui: Any) -> tuple[float, float]:
    """Return the width and the greatest height of a card, in pixels."""
    margin = 2 * WINDOW_MARGIN_PX
    return (
        min(CARD_WIDTH_PX * ui.scale, ui.io.display_size.x - margin),
        ui.io.display_size.y - margin,
    )


def _draw_points(ui: Any, table: ScoreTable) -> None:
    """Draw the points of both players; the sources of the points follow in lines of their own."""
    columns = len(table.heads) - 1
    if imgui.begin_table("points", columns, SCORE_TABLE_FLAGS):
        for head in table.heads[:columns]:
            imgui.table_next_column()
            imgui.text_colored(DIM_COLOR, head)
        for row in table.rows:
            for number, words in enumerate(row[:columns]):
                imgui.table_next_column()
                if number == columns - 1:
                    imgui.text_colored(GOLD_COLOR, words)
                else:
                    imgui.text(words)
        imgui.end_table()
    for line in table.source_lines():
        draw_dim_text(line)
    ui.record_widget("points")


def _draw_rows(rows: Sequence[Any]) -> None:
    for row in rows:
        if row.is_inactive:
            draw_dim_text(row.words)
        else:
            imgui.text_wrapped(row.words)
