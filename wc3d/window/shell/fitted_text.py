"""Text in a fixed height: it ends with a whole line, and a tooltip has all of it.

Add paragraphs to a `FittedText` and draw it at the end. It never cuts a line in half.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui

from wc3d.window.shell.imgui_panda import TEXT_SIZE_PX
from wc3d.window.shell.widgets import DIM_COLOR, TEXT_COLOR, Rgba

ELLIPSIS = " …"
TOOLTIP_WIDTH_PX = 360.0
"""Width of the tooltip with all of the text, in pixels at text scale 1."""


@dataclass(frozen=True)
class Paragraph:
    """Words in one color; `bold_px` is the size of bold ones at text scale 1, or 0.

    `label` stands before the words, which begin `indent` pixels from the left. `lead` draws a
    button there instead. Tests find a visible paragraph by `mark`. One that `is_optional` is left out
    where the whole of it has no room.
    """

    words: str
    paint: Rgba = TEXT_COLOR
    bold_px: float = 0.0
    label: str = ""
    label_paint: Rgba = DIM_COLOR
    indent: float = 0.0
    lead: Callable[[], object] | None = None
    mark: str = ""
    is_optional: bool = False


class FittedText:
    """Paragraphs that are drawn one below the other, as far as whole lines have room."""

    def __init__(self, ui: Any) -> None:
        self.ui = ui
        self.paragraphs: list[Paragraph] = []

    def add(self, words: str, paint: Rgba = TEXT_COLOR, **details: Any) -> None:
        """Add a paragraph, with the `details` of `Paragraph`."""
        if words:
            self.paragraphs.append(Paragraph(words, paint, **details))

    def add_bold(self, words: str, size: float = 17.0, **details: Any) -> None:
        """Add a bold paragraph."""
        self.add(words, bold_px=size, **details)

    def add_dim(self, words: str) -> None:
        """Add a paragraph in a dim color."""
        self.add(words, DIM_COLOR)

    def add_optional(self, words: str) -> None:
        """Add a dim paragraph that is left out where it has no room; the tooltip has it."""
        self.add(words, DIM_COLOR, is_optional=True)

    def add_facts(self, rows: Sequence[tuple[str, str]], indent: float) -> None:
        """Add rows of names and values, which begin `indent` pixels from the left."""
        for name, value in rows:
            self.add(value, label=name, indent=indent)

    def draw(self) -> None:
        """Draw as many whole lines as the current panel has room for."""
        room = imgui.get_content_region_avail()
        pieces = [self._split(paragraph, room.x) for paragraph in self.paragraphs]
        counts = self._count_lines(pieces, room.y)
        missing = [
            paragraph
            for paragraph, lines, count in zip(self.paragraphs, pieces, counts, strict=True)
            if count < len(lines)
        ]
        if missing:
            self._draw_tooltip_area(room)
        is_short = not all(paragraph.is_optional for paragraph in missing)
        last = max((i for i, count in enumerate(counts) if count), default=0)
        for number, (paragraph, lines) in enumerate(zip(self.paragraphs, pieces, strict=True)):
            shown = lines[: counts[number]]
            if not shown:
                continue
            if is_short and number == last:
                shown[-1] = self._add_ellipsis(shown[-1], paragraph, room.x)
            self._draw_paragraph(paragraph, shown)

    # --- the lines

    def _push_font(self, paragraph: Paragraph) -> None:
        if paragraph.bold_px:
            imgui.push_font(self.ui.fonts["Bold"], paragraph.bold_px * self.ui.scale)
        else:
            imgui.push_font(self.ui.fonts["Regular"], TEXT_SIZE_PX * self.ui.scale)

    def _indent(self, paragraph: Paragraph) -> float:
        style = imgui.get_style()
        if paragraph.lead is not None:
            return float(imgui.get_frame_height() + 2 * style.frame_padding.x)
        label = imgui.calc_text_size(paragraph.label).x if paragraph.label else 0.0
        return float(max(paragraph.indent, label + style.item_spacing.x if label else 0.0))

    def _split(self, paragraph: Paragraph, width: float) -> list[str]:
        """Return the lines of a paragraph in a width."""
        room = max(width - self._indent(paragraph), 1.0)
        lines = []
        self._push_font(paragraph)
        font, size = imgui.get_font(), imgui.get_font_size()
        for text in paragraph.words.split("\n"):
            rest = text
            while imgui.calc_text_size(rest).x > room:
                data = rest.encode()
                end = max(font.calc_word_wrap_position_python(size, rest, room), 1)
                line = data[:end].decode(errors="ignore") or rest[0]
                lines.append(line.rstrip())
                rest = rest[len(line) :].lstrip()
            lines.append(rest)
        imgui.pop_font()
        return lines

    def _heights(self, paragraph: Paragraph) -> tuple[float, float]:
        """Return the height of a line, and what a paragraph needs beyond its lines."""
        self._push_font(paragraph)
        line = imgui.get_text_line_height()
        imgui.pop_font()
        extra = 2 * imgui.get_style().frame_padding.y if paragraph.lead is not None else 0.0
        return line, extra

    def _count_lines(self, pieces: Sequence[Sequence[str]], room: float) -> list[int]:
        """Return how many lines of each paragraph have room."""
        spacing = imgui.get_style().item_spacing.y
        counts = list[int]()
        y = 0.0
        is_full = False
        for paragraph, lines in zip(self.paragraphs, pieces, strict=True):
            height, extra = self._heights(paragraph)
            count = 0 if is_full else min(len(lines), int((room - y - extra + 0.01) / height))
            count = max(count, 0) or (1 if not counts else 0)  # the first line always stands
            if paragraph.is_optional and count < len(lines):
                counts.append(0)
                continue
            is_full = is_full or count < len(lines)
            y += count * height + extra + spacing
            counts.append(count)
        return counts

    def _add_ellipsis(self, line: str, paragraph: Paragraph, width: float) -> str:
        self._push_font(paragraph)
        room = width - self._indent(paragraph)
        while line and imgui.calc_text_size(line + ELLIPSIS).x > room:
            line = line.rpartition(" ")[0].rstrip() if " " in line else line[:-1]
        imgui.pop_font()
        return line + ELLIPSIS

    # --- drawing

    def _draw_paragraph(self, paragraph: Paragraph, lines: Sequence[str]) -> None:
        left = imgui.get_cursor_pos_x()
        indent = self._indent(paragraph)
        if paragraph.lead is not None:
            paragraph.lead()
            imgui.same_line(left + indent)
        elif paragraph.label:
            imgui.text_colored(paragraph.label_paint, paragraph.label)
            imgui.same_line(left + indent)
        self._push_font(paragraph)
        imgui.text_colored(paragraph.paint, "\n".join(lines))
        imgui.pop_font()
        if paragraph.mark:
            self.ui.record_widget(paragraph.mark)

    def _draw_tooltip_area(self, room: Any) -> None:
        """Let the mouse or the keyboard on the text show all of it."""
        start = imgui.get_cursor_pos()
        imgui.set_next_item_allow_overlap()
        imgui.invisible_button("whole text", room, imgui.ButtonFlags_.enable_nav.value)
        self.ui.record_widget("whole text")
        if imgui.is_item_hovered():
            imgui.begin_tooltip()
            imgui.push_text_wrap_pos(TOOLTIP_WIDTH_PX * self.ui.scale)
            for paragraph in self.paragraphs:
                words = f"{paragraph.label}  {paragraph.words}".strip()
                self._push_font(paragraph)
                imgui.push_style_color(imgui.Col_.text, paragraph.paint)
                imgui.text_wrapped(words)
                imgui.pop_style_color()
                imgui.pop_font()
            imgui.pop_text_wrap_pos()
            imgui.end_tooltip()
        imgui.set_cursor_pos(start)
