"""Pages of the guide as HTML: one document each, with links that work beside each other."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from wc3d.guide.html import HtmlRenderer, read_style_sheet, render_index, render_page
from wc3d.guide.markdown import parse_blocks
from wc3d.guide.pages import all_pages, find_page

pytestmark = pytest.mark.usefixtures("guide")

EMPTY = {"meta", "link", "hr", "br", "img"}


class Document(HTMLParser):
    """The tags and links of a document. Fails if a tag is closed that is not open."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.hrefs: list[str] = []
        self.ids: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.hrefs += [values["href"] or ""] if tag == "a" else []
        self.ids += [values["id"] or ""] if "id" in values else []
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_every_page_is_a_whole_document() -> None:
    for text in (render_index(), *map(render_page, all_pages().values())):
        document = Document(text)
        assert text.startswith("<!doctype html>\n") and len(set(document.ids)) == len(document.ids)
        assert "<script" not in text and "style=" not in text  # the host allows neither


def test_links_are_relative_and_lead_to_pages() -> None:
    playing = Document(render_page(find_page("playing")))
    assert "hosting#start-a-host" in playing.hrefs and "https://example.org/rules" in playing.hrefs
    assert {"keys", "measuring", "save-a-game"} <= set(playing.ids)
    table = Document(render_page(find_page("table")))
    assert "../playing" in table.hrefs and "../index" in table.hrefs and "table" in table.hrefs
    assert not any("README" in href for href in Document(render_page(find_page("hosting"))).hrefs)


def test_text_is_escaped() -> None:
    text = HtmlRenderer("playing").render(
        parse_blocks('# <b>"\n\n`<i>` & [x](https://a.b/?c=d&e="f)\n\n```\n<script>\n```\n')
    )
    assert "<b>" not in text and "<i>" not in text and "<script>" not in text
    assert (
        "<code>&lt;i&gt;</code> &amp; " in text and 'href="https://a.b/?c=d&amp;e=&quot;f"' in text
    )


def test_the_blocks_of_a_page() -> None:
    text = render_page(find_page("playing"))
    for part in (
        '<h2 id="keys">Keys</h2>',
        '<th scope="col" class="number">count</th>',
        "<td><code>M</code></td>",
        "<li>Esc closes the tool.<ul>",
        '<ol start="1">',
        "Picture: The window in a turn",
        "<blockquote><p>Every action is saved.</p></blockquote>",
        "wc3d play --load game.jsonl | less</code></pre>",
    ):
        assert part in text, part
    assert "command: keys" not in text


def test_the_index_lists_every_page_with_its_summary() -> None:
    text = render_index()
    for page in all_pages().values():
        assert page.summary in text and f'<a href="{page.topic}">' in text


def test_the_style_sheet_is_shipped() -> None:
    assert "main" in read_style_sheet()
