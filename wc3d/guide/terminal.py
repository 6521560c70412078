"""Render blocks of the guide as text for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wc3d.guide.markdown import (
    BOLD,
    CODE,
    ITALIC,
    PICTURE,
    Block,
    CodeBlock,
    DividerBlock,
    HeadingBlock,
    ListBlock,
    ParagraphBlock,
    QuoteBlock,
    TableBlock,
    TextRun,
    plain_text,
)
from wc3d.guide.pages import is_web_address, resolve_link

MAX_WIDTH_COLUMNS = 100
"""The maximum width in columns, because longer lines are hard to read."""

MIN_WIDTH_COLUMNS = 20
"""The minimum width in columns, also for narrower terminals."""

MIN_TABLE_COLUMN_CHARS = 7
"""The minimum width of a table column in characters; narrower tables are shown by row."""

INDENT = "  "
COLUMN_GAP = "  "
"""The space between two columns of a table."""

STYLE_CODES = {BOLD: "1", ITALIC: "4", CODE: "1", PICTURE: "3", "link": "4", "dim": "2"}
"""The terminal's code for each style (ECMA-48): bold, underlined, italic, dim."""

WordPart = tuple[str, frozenset[str]]
"""A part of a word, and its styles."""

Word = list[WordPart]


@dataclass(frozen=True)
class TerminalRenderer:
    """A renderer for the blocks of a topic. Without `has_styles`, code is in backticks."""

    topic: str
    width: int = 80
    has_styles: bool = False

    def render(self, blocks: Sequence[Block]) -> str:
        """Return blocks as text that ends with a line end."""
        lines = list(
            self._render_page(blocks, max(MIN_WIDTH_COLUMNS, min(self.width, MAX_WIDTH_COLUMNS)))
        )
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def _render_page(self, blocks: Sequence[Block], width: int) -> Iterator[str]:
        """Yield the lines of a page: headings at the left, everything else indented."""
        for number, block in enumerate(blocks):
            if number:
                yield ""
            if isinstance(block, HeadingBlock):
                yield from self._render_heading(block, width)
            else:
                yield from _indent(self._render_block(block, width - len(INDENT)), INDENT)

    def _render_heading(self, heading: HeadingBlock, width: int) -> Iterator[str]:
        text = plain_text(heading.inlines)
        yield from (self._apply_styles(line, {BOLD}) for line in _wrap_plain(text, width))
        if heading.level <= 2:
            yield ("=" if heading.level == 1 else "-") * min(len(text), width)

    def _render_block(self, block: Block, width: int) -> Iterator[str]:
        match block:
            case HeadingBlock():
                yield from self._render_heading(block, width)
            case ParagraphBlock():
                yield from self._render_wrapped(block.inlines, width)
            case CodeBlock():
                yield from _indent(
                    (self._apply_styles(line, {CODE}) for line in block.lines), INDENT
                )
            case ListBlock():
                yield from self._render_list(block, width)
            case QuoteBlock():
                yield from _indent(self._render_blocks(block.blocks, width - 2), "| ")
            case TableBlock():
                yield from self._render_table(block, width)
            case DividerBlock():
                yield "-" * width

    def _render_blocks(self, blocks: Sequence[Block], width: int) -> Iterator[str]:
        for number, block in enumerate(blocks):
            if number and not isinstance(block, ListBlock):
                yield ""
            yield from self._render_block(block, width)

    def _render_list(self, block: ListBlock, width: int) -> Iterator[str]:
        for number, item in enumerate(block.items):
            mark = "- " if block.start is None else f"{block.start + number}. "
            lines = self._render_blocks(item, width - len(mark))
            yield mark + next(lines, "")
            yield from _indent(lines, " " * len(mark))

    # Tables

    def _render_table(self, table: TableBlock, width: int) -> Iterator[str]:
        rows = [[self._split_words(cell) for cell in row] for row in (table.header, *table.rows)]
        widths = _column_widths(rows, width - len(COLUMN_GAP) * (len(table.header) - 1))
        if widths is None:
            yield from self._render_records(table, width)
            return
        laid_out = [
            [_wrap(cell, columns) for cell, columns in zip(row, widths, strict=True)]
            for row in rows
        ]
        is_tall = any(len(cell) > 1 for row in laid_out[1:] for cell in row)
        for number, row in enumerate(laid_out):
            if is_tall and number > 1:
                yield ""
            yield from self._render_row(row, widths, table.aligned_right, is_header=not number)
            if not number:
                yield COLUMN_GAP.join("-" * columns for columns in widths)

    def _render_row(
        self,
        row: Sequence[Sequence[Sequence[Word]]],
        widths: Sequence[int],
        aligned_right: Sequence[bool],
        is_header: bool,
    ) -> Iterator[str]:
        for number in range(max(1, *map(len, row))):
            cells = []
            for cell, columns, is_right in zip(row, widths, aligned_right, strict=True):
                words = cell[number] if number < len(cell) else []
                padding = " " * (columns - _line_length(words))
                text = self._render_line(words, {BOLD} if is_header else set())
                cells.append(padding + text if is_right else text + padding)
            yield COLUMN_GAP.join(cells)

    def _render_records(self, table: TableBlock, width: int) -> Iterator[str]:
        """Yield the lines of an overwide table: one for each cell, with its column's name."""
        for number, row in enumerate(table.rows):
            if number:
                yield ""
            for name, cell in zip(table.header, row, strict=True):
                if cell:
                    label = (
                        TextRun(f"{plain_text(name)}: ", frozenset({BOLD})) if name else TextRun("")
                    )
                    yield from self._render_wrapped([label, *cell], width)

    # Words

    def _render_wrapped(self, inlines: Sequence[TextRun], width: int) -> Iterator[str]:
        yield from (self._render_line(line) for line in _wrap(self._split_words(inlines), width))

    def _render_line(self, words: Sequence[Word], extra_styles: set[str] | None = None) -> str:
        """Return words as a line. Spaces between words of one style have this style too."""
        pieces: list[WordPart] = []
        for number, word in enumerate(words):
            if number:
                shared = words[number - 1][-1][1] & word[0][1]
                pieces.append((" ", shared))
            pieces += word
        text = ""
        styles: frozenset[str] = frozenset()
        run = ""
        for piece, piece_styles in pieces:
            if piece_styles != styles:
                text += self._apply_styles(run, styles | (extra_styles or set()))
                run = ""
                styles = piece_styles
            run += piece
        return text + self._apply_styles(run, styles | (extra_styles or set()))

    def _apply_styles(self, text: str, styles: frozenset[str] | set[str]) -> str:
        codes = sorted({STYLE_CODES[style] for style in styles})
        return (
            f"\033[{';'.join(codes)}m{text}\033[0m" if self.has_styles and codes and text else text
        )

    def _split_words(self, inlines: Sequence[TextRun]) -> list[Word]:
        """Return the words of a text, with descriptions of links and pictures."""
        words: list[Word] = [[]]
        for number, run in enumerate(inlines):
            is_last = number + 1 == len(inlines) or inlines[number + 1].target != run.target
            for text, styles in self._run_pieces(run, is_last):
                for position, piece in enumerate(re.split(r"\s+", text)):
                    if position:
                        words.append([])
                    if piece:
                        words[-1].append((piece, styles))
        return [word for word in words if word]

    def _run_pieces(self, run: TextRun, is_last: bool) -> Iterator[WordPart]:
        """Yield the text of a run, and a link's target after its last run."""
        text = run.text
        if PICTURE in run.styles:
            yield f"[picture: {text}]", run.styles
            return
        if CODE in run.styles and not self.has_styles:
            text = f"`{text}`"
        yield text, run.styles | {"link"} if run.target else run.styles
        if run.target and is_last and (place := self._describe_link(run)):
            yield f" ({place})", frozenset({"dim"})

    def _describe_link(self, run: TextRun) -> str:
        """Return a link's target, unless its text shows it."""
        link = resolve_link(run.target, self.topic)
        if link is not None:
            place = f"{link.topic}#{link.anchor}" if link.anchor else link.topic
            is_said = link.topic == self.topic or link.topic in run.text.lower()
            return "" if is_said else f"wc3d guide {place}"
        return run.target if is_web_address(run.target) and run.target != run.text else ""


def _indent(lines: Iterator[str], indent: str) -> Iterator[str]:
    return (indent + line for line in lines)


def _wrap_plain(text: str, width: int) -> list[str]:
    words: list[Word] = [[(word, frozenset())] for word in text.split()]
    return [
        "".join(" " * bool(n) + piece for n, word in enumerate(line) for piece, _ in word)
        for line in _wrap(words, width)
    ]


def _word_length(word: Word) -> int:
    return sum(len(text) for text, _ in word)


def _line_length(words: Sequence[Word]) -> int:
    return sum(map(_word_length, words)) + max(0, len(words) - 1)


def _wrap(words: Sequence[Word], width: int) -> list[list[Word]]:
    """Return words as lines that fit a width. Longer words are cut."""
    lines: list[list[Word]] = []
    length = 0
    for part in (part for word in words for part in _split_word(word, width)):
        if not lines or length + 1 + _word_length(part) > width:
            lines.append([])
            length = -1
        lines[-1].append(part)
        length += 1 + _word_length(part)
    return lines


def _split_word(word: Word, width: int) -> Iterator[Word]:
    """Yield a word in parts that fit a width."""
    part: Word = []
    for text, styles in word:
        while text:
            room = width - _word_length(part)
            if not room:
                yield part
                part = []
                continue
            part.append((text[:room], styles))
            text = text[room:]
    if part:
        yield part


def _column_widths(rows: Sequence[Sequence[Sequence[Word]]], width: int) -> list[int] | None:
    """Return a table's column widths, narrowing the widest first; None if they do not fit."""
    columns = list(zip(*rows, strict=True))
    widths = [max(1, *(_line_length(cell) for cell in column)) for column in columns]
    longest_words = [
        max((_word_length(word) for cell in column for word in cell), default=1)
        for column in columns
    ]
    min_widths = [
        min(own, MIN_TABLE_COLUMN_CHARS, longest)
        for own, longest in zip(widths, longest_words, strict=True)
    ]
    for floors in (longest_words, min_widths):
        while sum(widths) > width:
            shrinkable = [n for n, own in enumerate(widths) if own > floors[n]]
            if not shrinkable:
                break
            widths[max(shrinkable, key=lambda n: widths[n])] -= 1
    return widths if sum(widths) <= width else None
