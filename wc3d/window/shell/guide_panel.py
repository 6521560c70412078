"""The guide panel: a scrolling page and a list of all pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

from imgui_bundle import imgui

from wc3d.guide.markdown import (
    BOLD,
    CODE,
    PICTURE,
    Block,
    CodeBlock,
    HeadingBlock,
    ListBlock,
    ParagraphBlock,
    QuoteBlock,
    TableBlock,
    TextRun,
)
from wc3d.guide.pages import all_pages, resolve_link
from wc3d.ui.input_stack import InputLayer
from wc3d.window.shell.imgui_panda import ImGuiPanda
from wc3d.window.shell.widgets import (
    DIM_COLOR,
    FLAT_LIST_FLAG,
    GOLD_COLOR,
    TEXT_COLOR,
    draw_button,
    draw_combo,
    draw_dim_text,
    end_list,
    open_dialog,
    pack_color,
    scroll_by_keys,
)

PANEL_WIDTH_PX = 860.0
"""Panel width in pixels at text scale 1."""

CLOSE_BUTTON_WIDTH_PX = 94.0
"""Width reserved for the close button, in pixels."""

INDENT_PX = 18.0
"""Indent of lists, quotes and code, in pixels."""

BLOCK_GAP_PX = 4.0
HEADING_GAP_PX = 12.0
"""Gap above blocks and headings, in pixels."""

HEADING_SIZES_PX = {1: 25.0, 2: 21.0, 3: 18.0}

TABLE_FLAGS = imgui.TableFlags_.borders_inner_h | imgui.TableFlags_.sizing_stretch_prop

CODE_BACKGROUND = (38, 46, 56)

CODE_COLUMN_PATTERN = re.compile(r"\S+(?: \S+)*")
"""Part of a code line without two consecutive spaces."""

WordToken = tuple[str, TextRun, bool]
"""A word, its text run, and whether a space precedes the word."""


class GuidePanel(InputLayer):
    """The open guide page and the heading to scroll to. `topic` is "" while the guide is closed."""

    takes_mouse = takes_keys = is_dialog = True

    def __init__(self) -> None:
        self.topic = ""
        self._anchor: str | None = None

    def open_page(self, topic: str, anchor: str = "") -> None:
        """Open a page at a heading or at its start. An unknown topic opens the first page."""
        pages = all_pages()
        self.topic = topic if topic in pages else next(iter(pages), "")
        self._anchor = anchor

    @property
    def is_active(self) -> bool:
        return bool(self.topic)

    def on_cancel(self) -> bool:
        self.close()
        return True

    def close(self) -> None:
        """Close the guide."""
        self.topic = ""

    def draw(self, ui: ImGuiPanda) -> None:
        """Draw the open page."""
        width, height = ui.io.display_size.x, ui.io.display_size.y
        wide = min(PANEL_WIDTH_PX * ui.scale, width - 20)
        with open_dialog(ui, "guide", (wide, height - 20)):
            rows = [(page.topic, page.title) for page in all_pages().values()]
            imgui.set_next_item_width(wide - CLOSE_BUTTON_WIDTH_PX * ui.scale)
            title = all_pages()[self.topic].title
            draw_combo(
                ui, "guide pages", title, rows, (self.topic,), self.open_page, field="guide page"
            )
            imgui.same_line()
            if draw_button(ui, "Close", "close guide"):
                self.close()
            elif self.topic:
                self._draw_page(ui)
            ui.record_widget("guide")

    def _draw_page(self, ui: ImGuiPanda) -> None:
        size = (0.0, -imgui.get_text_line_height_with_spacing())
        imgui.begin_child("page", size, FLAT_LIST_FLAG)
        scroll_by_keys()
        if self._anchor == "":
            imgui.set_scroll_y(0.0)
            self._anchor = None
        _PageDrawing(ui, self).draw_blocks(all_pages()[self.topic].blocks)
        end_list()
        draw_dim_text(
            f"Esc closes the guide, Page down reads on. In a terminal: wc3d guide {self.topic}"
        )

    def scroll_if_target(self, anchor: str) -> None:
        """Scroll to the heading being drawn if it is the target of a link."""
        if anchor == self._anchor:
            imgui.set_scroll_here_y(0.0)
            self._anchor = None


class _PageDrawing:
    """Draws guide blocks with ImGui."""

    def __init__(self, ui: ImGuiPanda, reader: GuidePanel) -> None:
        self.ui = ui
        self.reader = reader
        self._number = 0

    def draw_blocks(self, blocks: Sequence[Block]) -> None:
        """Draw blocks one below the other, with a list close to the line above it."""
        for number, block in enumerate(blocks):
            if number and not isinstance(block, HeadingBlock | ListBlock):
                imgui.dummy((0, BLOCK_GAP_PX))
            self._draw_block(block)

    def _draw_block(self, block: Block) -> None:
        match block:
            case HeadingBlock():
                self._draw_heading(block)
            case ParagraphBlock():
                self._draw_text(block.inlines)
            case CodeBlock():
                self._draw_code(block)
            case ListBlock():
                self._draw_list(block)
            case QuoteBlock():
                with self._indented():
                    self.draw_blocks(block.blocks)
            case TableBlock():
                self._draw_table(block)
            case _:
                imgui.separator()

    def _draw_heading(self, heading: HeadingBlock) -> None:
        imgui.dummy((0, HEADING_GAP_PX))
        self.reader.scroll_if_target(heading.anchor)
        size = HEADING_SIZES_PX.get(heading.level, 17.0) * self.ui.scale
        imgui.push_font(self.ui.fonts["Bold"], size)
        imgui.push_style_color(imgui.Col_.text, GOLD_COLOR)
        imgui.text_wrapped("".join(run.text for run in heading.inlines))
        imgui.pop_style_color()
        imgui.pop_font()

    def _draw_code(self, code: CodeBlock) -> None:
        with self._indented():
            imgui.push_style_color(imgui.Col_.text, (0.78, 0.90, 0.98, 1.0))
            for line in code.lines:
                _draw_code_line(line)
            imgui.pop_style_color()

    def _draw_list(self, block: ListBlock) -> None:
        for number, item in enumerate(block.items):
            imgui.text_colored(
                DIM_COLOR, "•" if block.start is None else f"{block.start + number}."
            )
            imgui.same_line(0.0, 8.0)
            imgui.begin_group()
            self.draw_blocks(item)
            imgui.end_group()

    def _draw_table(self, table: TableBlock) -> None:
        self._number += 1
        if not imgui.begin_table(f"table {self._number}", len(table.header), TABLE_FLAGS):
            return
        for row in (table.header, *table.rows):
            imgui.table_next_row()
            for cell in row:
                imgui.table_next_column()
                self._draw_text(cell, is_bold=row is table.header)
        imgui.end_table()

    def _draw_text(self, inlines: Sequence[TextRun], *, is_bold: bool = False) -> None:
        """Draw text runs with line breaks."""
        left = imgui.get_cursor_pos_x()
        right = left + imgui.get_content_region_avail().x
        space = imgui.calc_text_size(" ").x
        end = left
        for number, (word, run, has_space) in enumerate(_split_words(inlines)):
            with self._font(is_bold or BOLD in run.styles):
                gap = space if has_space else 0.0
                width = imgui.calc_text_size(word).x
                if number and (end + gap + width <= right or not has_space):
                    imgui.same_line(0.0, gap)
                    end += gap + width
                else:
                    end = left + width
                self._draw_word(word, run)

    def _draw_word(self, word: str, run: TextRun) -> None:
        link = (
            resolve_link(run.target, self.reader.topic)
            if run.target and PICTURE not in run.styles
            else None
        )
        if link is not None and link.topic in all_pages():
            self._number += 1
            if imgui.text_link(f"{word}##link {self._number}"):
                self.reader.open_page(link.topic, link.anchor)
            self.ui.record_widget(f"link {link.topic}")
            return
        if CODE in run.styles:
            spot = imgui.get_cursor_screen_pos()
            size = imgui.calc_text_size(word)
            imgui.get_window_draw_list().add_rect_filled(
                (spot.x - 2, spot.y),
                (spot.x + size.x + 2, spot.y + size.y),
                pack_color(CODE_BACKGROUND),
                3,
            )
        imgui.text_colored(DIM_COLOR if PICTURE in run.styles else TEXT_COLOR, word)

    def _font(self, is_bold: bool) -> AbstractContextManager[None]:
        return _bold_font(self.ui) if is_bold else nullcontext()

    @contextmanager
    def _indented(self) -> Iterator[None]:
        imgui.indent(INDENT_PX * self.ui.scale)
        yield
        imgui.unindent(INDENT_PX * self.ui.scale)


@contextmanager
def _bold_font(ui: ImGuiPanda) -> Iterator[None]:
    imgui.push_font(ui.fonts["Bold"], imgui.get_font_size())
    yield
    imgui.pop_font()


def _draw_code_line(line: str) -> None:
    """Draw a code line; text after two spaces keeps its column in the proportional font."""
    left = imgui.get_cursor_pos_x()
    step = imgui.calc_text_size("0").x
    space = imgui.calc_text_size("  ").x
    end = left
    for number, part in enumerate(CODE_COLUMN_PATTERN.finditer(line)):
        at = max(end + space * bool(number), left + part.start() * step)
        if number:
            imgui.same_line(at)
        else:
            imgui.set_cursor_pos_x(at)
        imgui.text(part[0])
        end = at + imgui.calc_text_size(part[0]).x
    if not line.strip():
        imgui.text("")


def _split_words(inlines: Sequence[TextRun]) -> Iterator[WordToken]:
    """Yield the words of text runs."""
    has_space = False
    for run in inlines:
        text = f"[picture: {run.text}]" if PICTURE in run.styles else run.text
        for piece in re.findall(r"\s+|\S+", text):
            if piece.isspace():
                has_space = True
            else:
                yield piece, run, has_space
                has_space = False
