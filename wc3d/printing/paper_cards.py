"""Cards to print and cut out: nine on a page, 63 by 88 mm, with boxes to tick.

Text that does not fit is made smaller, and then goes on on a further card. Inches, y up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from wc3d._internal.memo import Size, memo_per_process
from wc3d.presentation.palette import INK_COLOR, RGB
from wc3d.printing.canvas import Box, Canvas
from wc3d.printing.printed_plan import (
    WHITE_RGB,
    Mark,
    PaperSize,
    PrintedPage,
    TextMark,
    line_mark,
    rectangle_mark,
)

CARD_WIDTH_IN = 63 / 25.4
CARD_HEIGHT_IN = 88 / 25.4
COLUMNS = ROWS = 3
EDGE_IN = 0.1
"""The space around the text of a card."""
TITLE_HEIGHT_IN = 0.36
STATS_HEIGHT_IN = 0.3
BOX_IN = 0.115
"""The width of a box to tick."""
BOX_GAP_IN = 0.03
GRID_BOX_IN = 0.15
"""The width of a box in a damage grid."""
TEXT_SIZES_IN = (0.105, 0.096, 0.088, 0.08, 0.074)
"""The heights of a card's text, the largest that fits first."""
LINE_SPACING = 1.28
ENTRY_GAP = 0.35
"""The space between two entries, in lines."""
PALE_RGB: RGB = (238, 235, 228)
CUT_RGB: RGB = (150, 146, 138)


@dataclass(frozen=True)
class CardEntry:
    """A paragraph of a card: a name in bold, and its text."""

    name: str = ""
    text: str = ""


@dataclass(frozen=True)
class TickRow:
    """A row of boxes to tick, such as a trooper's health, in groups."""

    label: str
    groups: tuple[int, ...]


@dataclass(frozen=True)
class PaperCard:
    """A card: its title, line below it, stats, boxes to tick and paragraphs.

    `grid` are the rows of a damage grid: a space for no box, "." for a box without a letter.
    `color` is the title's background.
    """

    title: str
    subtitle: str = ""
    stats: tuple[tuple[str, str], ...] = ()
    boxes: tuple[TickRow, ...] = ()
    grid: tuple[str, ...] = ()
    entries: tuple[CardEntry, ...] = ()
    color: RGB = (70, 74, 84)


@dataclass(frozen=True)
class _Word:
    text: str
    is_bold: bool

    def width(self, size: float) -> float:
        return _unit_width(self.text, self.is_bold) * size


@memo_per_process(Size.LARGE)
def _unit_width(text: str, is_bold: bool) -> float:
    """Return the width of a text whose letters have a height of 1."""
    return Canvas.text_width(text, 100.0, is_bold) / 100.0


_Line = list[_Word]


def make_card_pages(cards: Iterable[PaperCard], paper: PaperSize) -> list[PrintedPage]:
    """Return the pages with all cards, and lines to cut along."""
    whole = [part for card in cards for part in fit_card(card)]
    left = (paper.width - COLUMNS * CARD_WIDTH_IN) / 2
    top = paper.height - (paper.height - ROWS * CARD_HEIGHT_IN) / 2
    pages = []
    for start in range(0, len(whole), COLUMNS * ROWS):
        marks: list[Mark] = list(_cut_lines(left, top))
        for number, (card, size) in enumerate(whole[start : start + COLUMNS * ROWS]):
            row, column = divmod(number, COLUMNS)
            marks += draw_card(
                card, size, (left + column * CARD_WIDTH_IN, top - row * CARD_HEIGHT_IN)
            )
        pages.append(PrintedPage(paper.width, paper.height, tuple(marks)))
    return pages


def fit_card(card: PaperCard) -> list[tuple[PaperCard, float]]:
    """Return a card and the further cards for the rest of its text, each with its text size."""
    for size in TEXT_SIZES_IN:
        if _text_height(card.entries, size) <= _text_room(card):
            return [(card, size)]
    size = TEXT_SIZES_IN[-1]
    parts: list[tuple[PaperCard, float]] = []
    rest = list(card.entries)
    part = card
    while rest:
        room = _text_room(part)
        here: list[CardEntry] = []
        while rest and _text_height([*here, rest[0]], size) <= room:
            here.append(rest.pop(0))
        if rest and not (here and parts):  # fill the first card; on others, split only what is long
            first, second = _split_entry(rest[0], room - _text_height(here, size), size)
            if first is not None:
                here.append(first)
                rest[0] = second
            elif not here and parts:
                here.append(rest.pop(0))
        parts.append((replace(part, entries=tuple(here)), size))
        part = PaperCard(card.title, "continued", color=card.color)
    return parts


def _split_entry(entry: CardEntry, room: float, size: float) -> tuple[CardEntry | None, CardEntry]:
    """Return the part of an entry whose lines fit, None if none do, and the rest."""
    lines = list(_wrap(entry, size))
    count = int(room / (size * LINE_SPACING) - ENTRY_GAP)
    if count < 1 or count >= len(lines):
        return None, entry
    words = [word.text for line in lines[:count] for word in line if not word.is_bold]
    rest = [word.text for line in lines[count:] for word in line if not word.is_bold]
    if not words:
        return None, entry
    return CardEntry(entry.name, " ".join(words)), CardEntry("", " ".join(rest))


def _text_room(card: PaperCard) -> float:
    """Return the height that is left for the text."""
    return CARD_HEIGHT_IN - TITLE_HEIGHT_IN - _head_height(card) - 2 * EDGE_IN


def _head_height(card: PaperCard) -> float:
    """Return the height of stats and boxes."""
    height = STATS_HEIGHT_IN + EDGE_IN / 2 if card.stats else 0.0
    height += len(card.boxes) * (BOX_IN + BOX_GAP_IN)
    height += len(card.grid) * GRID_BOX_IN + EDGE_IN / 2 if card.grid else 0.0
    return height


def _text_height(entries: Sequence[CardEntry], size: float) -> float:
    lines = sum(len(list(_wrap(entry, size))) + ENTRY_GAP for entry in entries)
    return lines * size * LINE_SPACING


def _wrap(entry: CardEntry, size: float) -> Iterator[_Line]:
    """Yield the lines of an entry."""
    name = f"{entry.name}:" if entry.name and entry.text else entry.name
    words = [_Word(word, True) for word in name.split()]
    words += [_Word(word, False) for word in entry.text.split()]
    room = CARD_WIDTH_IN - 2 * EDGE_IN
    line: _Line = []
    width = 0.0
    for word in words:
        step = word.width(size) + _space(size)
        if line and width + step - _space(size) > room:
            yield line
            line = []
            width = 0.0
        line.append(word)
        width += step
    if line:
        yield line


def _space(size: float) -> float:
    return (_unit_width("a a", False) - 2 * _unit_width("a", False)) * size


def draw_card(card: PaperCard, size: float, corner: tuple[float, float]) -> Iterator[Mark]:
    """Yield the marks of a card whose top left corner is at a point of the page."""
    left, top = corner
    inner = left + EDGE_IN
    right = left + CARD_WIDTH_IN - EDGE_IN
    yield rectangle_mark((left, top - TITLE_HEIGHT_IN, left + CARD_WIDTH_IN, top), card.color, None)
    width = right - inner
    yield _fitted(card.title, (inner, top - 0.13), 0.145, width, is_bold=True)
    yield _fitted(card.subtitle, (inner, top - 0.275), 0.095, width)
    y = top - TITLE_HEIGHT_IN - EDGE_IN / 2
    if card.stats:
        yield from _stats(card.stats, (inner, y - STATS_HEIGHT_IN, right, y))
        y -= STATS_HEIGHT_IN + EDGE_IN / 2
    for row in card.boxes:
        yield from _tick_row(row, inner, right, y)
        y -= BOX_IN + BOX_GAP_IN
    if card.grid:
        yield from _grid(card.grid, inner, y)
        y -= len(card.grid) * GRID_BOX_IN + EDGE_IN / 2
    y -= EDGE_IN / 2 + size / 2
    for entry in card.entries:
        for line in _wrap(entry, size):
            x = inner
            for words in _runs(line):
                yield TextMark((x, y), words.text, size, is_bold=words.is_bold, is_centered=False)
                x += words.width(size) + _space(size)
            y -= size * LINE_SPACING
        y -= ENTRY_GAP * size * LINE_SPACING


def _runs(line: _Line) -> Iterator[_Word]:
    """Yield the words of a line joined where their weight is the same."""
    for is_bold in (True, False):
        words = [word.text for word in line if word.is_bold == is_bold]
        if words:
            yield _Word(" ".join(words), is_bold)


def _fitted(
    text: str, at: tuple[float, float], size: float, width: float, is_bold: bool = False
) -> TextMark:
    """Return a white line of text, smaller if it is too wide."""
    natural = _Word(text, is_bold).width(size)
    fitted = size if natural <= width else size * width / natural
    return TextMark(at, text, fitted, WHITE_RGB, is_bold, is_centered=False)


def _stats(stats: Sequence[tuple[str, str]], box: Box) -> Iterator[Mark]:
    x0, y0, x1, y1 = box
    step = (x1 - x0) / len(stats)
    yield rectangle_mark(box, PALE_RGB, None)
    for number, (name, value) in enumerate(stats):
        x = x0 + (number + 0.5) * step
        size = min(0.13, 0.13 * step / max(_Word(value, True).width(0.15), 1e-6))
        yield TextMark((x, y1 - 0.07), name, min(0.075, step * 0.3))
        yield TextMark((x, y0 + 0.095), value, size, is_bold=True)


def _tick_row(row: TickRow, left: float, right: float, top: float) -> Iterator[Mark]:
    """Yield a label and boxes, smaller if they are too many for the row."""
    x = left
    if row.label:
        yield TextMark((x, top - BOX_IN / 2), row.label, 0.08, is_centered=False)
        x += _Word(row.label, False).width(0.08) + 2 * BOX_GAP_IN
    units = sum(row.groups) * (BOX_IN + BOX_GAP_IN) + (len(row.groups) - 1) * 2 * BOX_GAP_IN
    scale = min(1.0, (right - x) / units) if units else 1.0
    for count in row.groups:
        for _ in range(count):
            side = BOX_IN * scale
            yield rectangle_mark((x, top - side, x + side, top), WHITE_RGB, INK_COLOR, 0.008)
            x += (BOX_IN + BOX_GAP_IN) * scale
        x += 2 * BOX_GAP_IN * scale


def _grid(rows: Sequence[str], left: float, top: float) -> Iterator[Mark]:
    for number, row in enumerate(rows):
        for column, letter in enumerate(row):
            if letter == " ":
                continue
            x, y = left + column * GRID_BOX_IN, top - (number + 1) * GRID_BOX_IN
            box = (x, y, x + GRID_BOX_IN, y + GRID_BOX_IN)
            yield rectangle_mark(box, WHITE_RGB, INK_COLOR, 0.008)
            if letter != ".":
                middle = (x + GRID_BOX_IN / 2, y + GRID_BOX_IN / 2)
                yield TextMark(middle, letter, 0.085, CUT_RGB)


def _cut_lines(left: float, top: float) -> Iterator[Mark]:
    for column in range(COLUMNS + 1):
        x = left + column * CARD_WIDTH_IN
        yield line_mark([(x, top), (x, top - ROWS * CARD_HEIGHT_IN)], CUT_RGB, 0.006)
    for row in range(ROWS + 1):
        y = top - row * CARD_HEIGHT_IN
        yield line_mark([(left, y), (left + COLUMNS * CARD_WIDTH_IN, y)], CUT_RGB, 0.006)
