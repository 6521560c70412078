"""The shipped pages: they use the Markdown that we render, and their links lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from wc3d.guide.markdown import PICTURE, iterate_inlines
from wc3d.guide.pages import READING_ORDER, GuidePage, all_pages, is_web_address, resolve_link
from wc3d.guide.terminal import TerminalRenderer

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "wc3d" / "guide"

UNSUPPORTED = {
    "HTML": re.compile(r"</?[a-zA-Z][\w-]*(?:\s[^<>]*)?/?>"),
    "a heading underlined": re.compile(r"^(?:=+|-+)\s*$"),
    "a link by reference": re.compile(r"\]\[|^\s*\[[^\]]+\]:\s"),
    "a title in a link": re.compile(r"\]\([^()\s]+\s+[\"']"),
    "a footnote": re.compile(r"\[\^"),
    "a task list": re.compile(r"^\s*[-*] \[[ xX]\]"),
    "text struck through": re.compile(r"~~"),
    "a tab": re.compile(r"\t"),
}
"""The parts of Markdown that the guide does not use, as they look on a line."""


def text_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a page that are not code, with their numbers; comments and code in a line are blanked."""
    without_comments = re.sub(
        r"<!--.*?-->", lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL
    )
    is_code = False
    for number, line in enumerate(without_comments.splitlines(), 1):
        if line.strip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield number, re.sub(r"(`+).+?\1", "x", line)


def unsupported(text: str) -> list[str]:
    """Return what a page uses that we do not render."""
    lines = list(text_lines(text))
    faults = [
        f"line {number}: {what}"
        for number, line in lines
        for what, look in UNSUPPORTED.items()
        if look.search(line)
    ]
    return [fault for fault in faults if not _is_rule(fault, lines)]


def _is_rule(fault: str, lines: list[tuple[int, str]]) -> bool:
    """Return whether an underline is a rule: a blank line stands before it."""
    number = int(fault.split(":")[0].removeprefix("line "))
    before = dict(lines).get(number - 1, "")
    return fault.endswith("underlined") and not before.strip()


@pytest.mark.parametrize(
    "text",
    [
        "a <b>b</b>",
        "A\n===",
        "[a][b]",
        "[a]: b",
        '[a](b "c")',
        "a[^1]",
        "- [ ] a",
        "~~a~~",
        "\ta",
        "text\n---",
    ],
)
def test_what_we_do_not_render_is_noticed(text: str) -> None:
    assert len(unsupported(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "a < b > c",
        "`<b>`",
        "```\n<b>\t\n```",
        "<!-- <b> -->",
        "<https://a.b>",
        "a\n\n---\n",
        "| --- |",
    ],
)
def test_what_we_render_is_allowed(text: str) -> None:
    assert unsupported(text) == []


def shipped() -> list[GuidePage]:
    """The shipped pages."""
    files = sorted(GUIDE.rglob("*.md"))
    return [
        GuidePage(
            file.relative_to(GUIDE).with_suffix("").as_posix(), file.read_text(encoding="utf-8")
        )
        for file in files
    ]


@pytest.mark.parametrize("page", shipped(), ids=lambda page: page.topic)
def test_a_shipped_page_is_rendered_whole(page: GuidePage) -> None:
    assert unsupported(page.text) == []
    assert page.headings[0].level == 1 and 10 <= len(page.summary) <= 200
    for width in (40, 80):
        lines = TerminalRenderer(page.topic, width).render(page.blocks).splitlines()
        assert len(lines) > 5


@pytest.mark.parametrize("page", shipped(), ids=lambda page: page.topic)
def test_every_link_of_a_shipped_page_leads_somewhere(page: GuidePage) -> None:
    folder = (GUIDE / f"{page.topic}.md").parent
    for run in iterate_inlines(page.blocks):
        target = run.target
        if not target or is_web_address(target):
            continue
        if PICTURE in run.styles:
            assert (folder / target).is_file() and run.text != target, target
        elif (link := resolve_link(target, page.topic)) is not None:
            assert link.topic in all_pages(), target
            assert not link.anchor or link.anchor in [
                heading.anchor for heading in all_pages()[link.topic].headings
            ], target
        else:
            assert (folder / target.partition("#")[0]).exists(), target


def test_every_topic_has_its_page() -> None:
    assert set(READING_ORDER) <= set(all_pages())
