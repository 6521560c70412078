"""Parse the part of Markdown that the guide uses.

Blocks: headings (`#`), paragraphs, lists, fenced code, pipe tables, quotes and rules. Inline:
code, bold, italics, links, pictures and `<https://...>`. HTML comments are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape

BOLD = "bold"
ITALIC = "italic"
CODE = "code"
PICTURE = "picture"


@dataclass(frozen=True)
class TextRun:
    """A run of text in one style. `target` is the address of the link or picture it describes."""

    text: str
    styles: frozenset[str] = frozenset()
    target: str = ""


@dataclass(frozen=True)
class HeadingBlock:
    """A heading. `anchor` is its name in links, in the same form as on code hosts."""

    level: int
    inlines: Sequence[TextRun]
    anchor: str


@dataclass(frozen=True)
class ParagraphBlock:
    """A paragraph."""

    inlines: Sequence[TextRun]


@dataclass(frozen=True)
class CodeBlock:
    """Lines of code, and the language of the fence."""

    language: str
    lines: Sequence[str]


@dataclass(frozen=True)
class TableBlock:
    """A table. `aligned_right` is true for each column with right-aligned cells."""

    header: Sequence[Sequence[TextRun]]
    rows: Sequence[Sequence[Sequence[TextRun]]]
    aligned_right: Sequence[bool]


@dataclass(frozen=True)
class ListBlock:
    """A list. `start` is the first number of a numbered list, None for bullets."""

    items: Sequence[Sequence[Block]]
    start: int | None = None


@dataclass(frozen=True)
class QuoteBlock:
    """Quoted blocks."""

    blocks: Sequence[Block]


@dataclass(frozen=True)
class DividerBlock:
    """A horizontal rule."""


Block = (
    HeadingBlock | ParagraphBlock | CodeBlock | TableBlock | ListBlock | QuoteBlock | DividerBlock
)

COMMENT_PATTERN = re.compile(r"<!--.*?-->", re.DOTALL)
FENCE_PATTERN = re.compile(r"(`{3,}|~{3,})\s*([\w+-]*)")
HEADING_PATTERN = re.compile(r"(#{1,6})\s+(.+?)\s*#*\s*")
DIVIDER_PATTERN = re.compile(r"(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}")
ITEM_PATTERN = re.compile(r"( {0,3})([-*+]|\d{1,4}[.)])(\s+|$)(.*)")
DELIMITERS_PATTERN = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
CELL_BORDER_PATTERN = re.compile(r"(?<!\\)\|")

INLINE_PATTERN = re.compile(
    r"\\(?P<escaped>[\\`*_{}\[\]()#+\-.!|<>~])"
    r"|(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|!\[(?P<alt>[^\]]*)\]\((?P<source>[^()\s]+)\)"
    r"|\[(?P<label>(?:!\[[^\]]*\]\([^()]*\)|`[^`]*`|\[[^\[\]]*\]|[^\[\]`])+)\]\((?P<link>[^()\s]+)\)"
    r"|<(?P<address>(?:https?://|mailto:)[^>\s]+)>"
    r"|(?P<strong>\*\*|__)(?=\S)(?P<bold>.+?)(?<=\S)(?P=strong)(?!\*)"
    r"|(?P<star>\*)(?=[^\s*])(?P<italic>[^*]+?)(?<=\S)\*"
    r"|(?<!\w)_(?=\S)(?P<slanted>[^_]+?)(?<=\S)_(?!\w)",
    re.DOTALL,
)


def parse_blocks(text: str) -> list[Block]:
    """Return the blocks of a page."""
    parser = _Parser()
    return parser.parse(_without_comments(text).splitlines())


def parse_inlines(
    text: str, styles: frozenset[str] = frozenset(), target: str = ""
) -> list[TextRun]:
    """Return the runs of a text, each in one style."""
    runs: list[TextRun] = []
    position = 0

    def add(piece: str, *more: str, to: str = target) -> None:
        if piece:
            runs.append(TextRun(piece, styles.union(more), to))

    for match in INLINE_PATTERN.finditer(text):
        add(unescape(text[position : match.start()]))
        position = match.end()
        if match["escaped"]:
            add(match["escaped"])
        elif match["code"] is not None:
            code = match["code"]
            is_padded = code.startswith(" ") and code.endswith(" ") and code.strip()
            add(code[1:-1] if is_padded else code, CODE)
        elif match["source"]:
            add(unescape(match["alt"]) or match["source"], PICTURE, to=match["source"])
        elif match["link"]:
            runs.extend(parse_inlines(match["label"], styles, match["link"]))
        elif match["address"]:
            add(match["address"], to=match["address"])
        elif match["bold"]:
            runs.extend(parse_inlines(match["bold"], styles | {BOLD}, target))
        else:
            runs.extend(
                parse_inlines(match["italic"] or match["slanted"], styles | {ITALIC}, target)
            )
    add(unescape(text[position:]))
    return runs


def plain_text(inlines: Sequence[TextRun]) -> str:
    """Return the text of runs on one line, without styles."""
    return " ".join("".join(run.text for run in inlines).split())


def make_anchor(heading: str) -> str:
    """Return a heading's anchor, in the same form as on code hosts."""
    text = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return text.replace(" ", "-")


def iterate_inlines(blocks: Sequence[Block]) -> Iterator[TextRun]:
    """Yield every run of text in blocks and the blocks within."""
    for block in blocks:
        match block:
            case HeadingBlock(inlines=inlines) | ParagraphBlock(inlines=inlines):
                yield from inlines
            case TableBlock():
                for row in (block.header, *block.rows):
                    for cell in row:
                        yield from cell
            case ListBlock():
                for item in block.items:
                    yield from iterate_inlines(item)
            case QuoteBlock():
                yield from iterate_inlines(block.blocks)
            case _:
                pass


def _without_comments(text: str) -> str:
    """Return a text without HTML comments, except in code."""
    pieces = re.split(r"(^```.*?^```[ \t]*$)", text, flags=re.DOTALL | re.MULTILINE)
    return "".join(
        piece if piece.startswith("```") else COMMENT_PATTERN.sub("", piece) for piece in pieces
    )


def _split_row(line: str) -> list[str]:
    """Return the cells of a table's line."""
    inner = line.strip().removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return [cell.strip().replace("\\|", "|") for cell in CELL_BORDER_PATTERN.split(inner)]


def _is_table(lines: Sequence[str], at: int) -> bool:
    """Return whether a table begins at a line."""
    if at + 1 >= len(lines) or "|" not in lines[at]:
        return False
    delimiters = lines[at + 1].strip()
    return "|" in delimiters and DELIMITERS_PATTERN.fullmatch(delimiters) is not None


@dataclass
class _Parser:
    """A parser of lines into blocks. `anchors` counts equal headings to number their anchors."""

    anchors: dict[str, int] = field(default_factory=dict)

    def parse(self, lines: Sequence[str]) -> list[Block]:
        """Return the blocks of lines."""
        blocks: list[Block] = []
        at = 0
        while at < len(lines):
            line = lines[at].strip()
            if not line:
                at += 1
                continue
            block, at = self._next_block(lines, at, line)
            blocks.append(block)
        return blocks

    def _next_block(self, lines: Sequence[str], at: int, line: str) -> tuple[Block, int]:
        """Return the block that begins at a line, and the number of the line after it."""
        if fence := FENCE_PATTERN.match(line):
            return _read_code(lines, at, fence)
        if heading := HEADING_PATTERN.fullmatch(line):
            return self._make_heading(len(heading[1]), heading[2]), at + 1
        if DIVIDER_PATTERN.fullmatch(line):
            return DividerBlock(), at + 1
        if line.startswith(">"):
            end = _find_block_end(lines, at, lambda text: text.startswith(">"))
            quoted = [re.sub(r"^\s*> ?", "", text) for text in lines[at:end]]
            return QuoteBlock(self.parse(quoted)), end
        if ITEM_PATTERN.match(lines[at]):
            return self._read_list(lines, at)
        if _is_table(lines, at):
            return _read_table(lines, at)
        end = at + 1
        while end < len(lines) and not self._ends_paragraph(lines, end):
            end += 1
        text = "\n".join(text.strip() for text in lines[at:end])
        return ParagraphBlock(parse_inlines(text)), end

    def _make_heading(self, level: int, text: str) -> HeadingBlock:
        inlines = parse_inlines(text)
        anchor = make_anchor(plain_text(inlines))
        count = self.anchors.get(anchor, 0)
        self.anchors[anchor] = count + 1
        return HeadingBlock(level, inlines, f"{anchor}-{count}" if count else anchor)

    def _ends_paragraph(self, lines: Sequence[str], at: int) -> bool:
        line = lines[at].strip()
        begins_block = (
            FENCE_PATTERN.match(line)
            or HEADING_PATTERN.fullmatch(line)
            or ITEM_PATTERN.match(lines[at])
        )
        return not line or bool(begins_block) or line.startswith(">") or _is_table(lines, at)

    def _read_list(self, lines: Sequence[str], at: int) -> tuple[ListBlock, int]:
        first = ITEM_PATTERN.match(lines[at])
        assert first is not None
        is_numbered = first[2][0].isdecimal()
        items: list[list[Block]] = []
        while at < len(lines):
            item = ITEM_PATTERN.match(lines[at])
            if (
                item is None
                or item[2][0].isdecimal() != is_numbered
                or DIVIDER_PATTERN.fullmatch(lines[at].strip())
            ):
                break
            content, at = _read_item(lines, at, item)
            items.append(self.parse(content))
        return ListBlock(items, int(first[2][:-1]) if is_numbered else None), at


def _read_item(lines: Sequence[str], at: int, item: re.Match[str]) -> tuple[list[str], int]:
    """Return an item's lines without indentation, and the number of the line after it."""
    indent = len(item[1]) + len(item[2]) + 1
    content = [item[4]]
    at += 1
    is_in_code = FENCE_PATTERN.match(item[4]) is not None
    while at < len(lines):
        line = lines[at]
        is_inside = line.startswith(" " * min(indent, 2))
        is_blank = not line.strip()
        if is_blank and not any(
            text.startswith(" " * min(indent, 2)) for text in lines[at + 1 : at + 2]
        ):
            while at < len(lines) and not lines[at].strip():
                at += 1
            break
        if not (is_blank or is_inside):
            is_continued = (
                content[-1].strip()
                and not is_in_code
                and not ITEM_PATTERN.match(line)
                and not HEADING_PATTERN.match(line)
            )
            if not is_continued or FENCE_PATTERN.match(line.strip()) or _is_table(lines, at):
                break
        text = line[indent:] if line.startswith(" " * indent) else line.lstrip()
        if FENCE_PATTERN.match(text.strip()):
            is_in_code = not is_in_code
        content.append(text)
        at += 1
    return content, at


def _find_block_end(lines: Sequence[str], at: int, is_part: object) -> int:
    """Return the number of the first line from `at` on that is not part of a block."""
    assert callable(is_part)
    while at < len(lines) and is_part(lines[at].strip()):
        at += 1
    return at


def _read_code(lines: Sequence[str], at: int, fence: re.Match[str]) -> tuple[CodeBlock, int]:
    """Return the fenced code that begins at a line, and the number of the line after it."""
    indent = len(lines[at]) - len(lines[at].lstrip())
    end = at + 1
    while end < len(lines) and not lines[end].strip().startswith(fence[1]):
        end += 1
    code = [line[min(indent, len(line) - len(line.lstrip())) :] for line in lines[at + 1 : end]]
    return CodeBlock(fence[2], code), end + 1


def _read_table(lines: Sequence[str], at: int) -> tuple[TableBlock, int]:
    """Return the table that begins at a line, and the number of the line after it."""
    header = [parse_inlines(cell) for cell in _split_row(lines[at])]
    columns = len(header)
    marks = [*_split_row(lines[at + 1]), *[""] * columns][:columns]
    end = _find_block_end(lines, at + 2, lambda text: "|" in text)
    rows = []
    for line in lines[at + 2 : end]:
        cells = [*_split_row(line), *[""] * columns][:columns]
        rows.append([parse_inlines(cell) for cell in cells])
    return TableBlock(
        header, rows, [mark.endswith(":") and not mark.startswith(":") for mark in marks]
    ), end
