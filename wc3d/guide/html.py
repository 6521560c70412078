"""Render pages of the guide as HTML, for the host."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files

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
)
from wc3d.guide.pages import (
    REFERENCE_PREFIX,
    GuideLink,
    GuidePage,
    all_pages,
    is_web_address,
    resolve_link,
)

STYLE_SHEET = "guide.css"

STYLE_TAGS = {BOLD: "strong", ITALIC: "em", CODE: "code"}

INDEX_TOPIC = "index"
"""The name of the page that lists all topics."""


@dataclass(frozen=True)
class HtmlRenderer:
    """A renderer for the page of a topic."""

    topic: str

    def render(self, blocks: Sequence[Block]) -> str:
        """Return blocks as HTML."""
        return "\n".join(line for block in blocks for line in self._render_block(block))

    def link_href(self, link: GuideLink) -> str:
        """Return a link to a page of the guide, relative to this page."""
        if link.topic == self.topic and link.anchor:
            return f"#{link.anchor}"
        path = posixpath.relpath(link.topic, posixpath.dirname(self.topic) or ".")
        return path + (f"#{link.anchor}" if link.anchor else "")

    def _render_block(self, block: Block) -> Iterator[str]:
        match block:
            case HeadingBlock(level=level):
                text = self.render_inlines(block.inlines)
                yield f'<h{level} id="{escape(block.anchor)}">{text}</h{level}>'
            case ParagraphBlock():
                yield f"<p>{self.render_inlines(block.inlines)}</p>"
            case CodeBlock():
                code = "\n".join(block.lines)
                yield f'<pre tabindex="0"><code>{escape(code)}</code></pre>'
            case ListBlock():
                yield "<ul>" if block.start is None else f'<ol start="{block.start}">'
                yield from (f"<li>{self._render_item(item)}</li>" for item in block.items)
                yield "</ul>" if block.start is None else "</ol>"
            case QuoteBlock():
                yield f"<blockquote>{self.render(block.blocks)}</blockquote>"
            case TableBlock():
                yield from self._render_table(block)
            case DividerBlock():
                yield "<hr>"

    def _render_item(self, item: Sequence[Block]) -> str:
        """Return the content of a list's item; its first paragraph needs no tag."""
        if item and isinstance(item[0], ParagraphBlock):
            return self.render_inlines(item[0].inlines) + self.render(item[1:])
        return self.render(item)

    def _render_table(self, table: TableBlock) -> Iterator[str]:
        yield '<div class="scroll" tabindex="0"><table><thead><tr>'
        for cell, is_right in zip(table.header, table.aligned_right, strict=True):
            yield f'<th scope="col"{NUMBER_CELL_ATTRIBUTE if is_right else ""}>{self.render_inlines(cell)}</th>'
        yield "</tr></thead><tbody>"
        for row in table.rows:
            cells = zip(row, table.aligned_right, strict=True)
            yield "<tr>"
            yield from (
                f"<td{NUMBER_CELL_ATTRIBUTE if is_right else ''}>{self.render_inlines(cell)}</td>"
                for cell, is_right in cells
            )
            yield "</tr>"
        yield "</tbody></table></div>"

    def render_inlines(self, inlines: Sequence[TextRun]) -> str:
        """Return runs of text as HTML."""
        return "".join(map(self._render_run, inlines)).replace("\n", " ")

    def _render_run(self, run: TextRun) -> str:
        text = escape(run.text)
        if PICTURE in run.styles:
            return f'<em class="picture">Picture: {text}</em>'
        for style, tag in STYLE_TAGS.items():
            if style in run.styles:
                text = f"<{tag}>{text}</{tag}>"
        if not run.target:
            return text
        link = resolve_link(run.target, self.topic)
        if link is not None and link.topic in all_pages():
            return f'<a href="{escape(self.link_href(link))}">{text}</a>'
        if is_web_address(run.target):
            return f'<a href="{escape(run.target)}" rel="noopener noreferrer" target="_blank">{text}</a>'
        return text


NUMBER_CELL_ATTRIBUTE = ' class="number"'
"""The attribute of a cell that is aligned to the right."""


def render_page(page: GuidePage) -> str:
    """Return a page of the guide as an HTML document."""
    renderer = HtmlRenderer(page.topic)
    return _render_document(renderer, page.title, renderer.render(page.blocks))


def render_index() -> str:
    """Return the list of all pages as an HTML document, to be served next to the pages."""
    renderer = HtmlRenderer(INDEX_TOPIC)
    rows = (
        f"<dt>{_render_link(renderer, page)}</dt><dd>{escape(page.summary)}</dd>"
        for page in all_pages().values()
    )
    return _render_document(
        renderer, "The guide to wc3d", f"<h1>The guide to wc3d</h1>\n<dl>{''.join(rows)}</dl>"
    )


def read_style_sheet() -> str:
    """Return the style sheet of the pages."""
    return files("wc3d.guide").joinpath(STYLE_SHEET).read_text(encoding="utf-8")


def _render_link(renderer: HtmlRenderer, page: GuidePage) -> str:
    current = ' aria-current="page"' if page.topic == renderer.topic else ""
    return f'<a href="{escape(renderer.link_href(GuideLink(page.topic)))}"{current}>{escape(page.title)}</a>'


def _render_document(renderer: HtmlRenderer, title: str, body: str) -> str:
    """Return an HTML document: the topics, then a page."""
    is_reference = renderer.topic.startswith(REFERENCE_PREFIX)
    listed = [
        page
        for page in all_pages().values()
        if page.topic.startswith(REFERENCE_PREFIX) == is_reference
    ]
    links = "".join(f"<li>{_render_link(renderer, page)}</li>" for page in listed)
    path_up = "../" if is_reference else ""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<title>{escape(title)} - wc3d guide</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{path_up}{STYLE_SHEET}">
</head>
<body>
<a class="past" href="#page">Skip to the text</a>
<nav aria-label="The guide"><a href="{path_up}{INDEX_TOPIC}">All pages</a><ul>{links}</ul></nav>
<main id="page">
{body}
</main>
</body>
</html>
"""
