"""`wc3d guide`, `wc3d guide playing`, `wc3d guide --search dice`: the guide in the terminal."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Sequence

from wc3d.cli.output.colors import has_colors
from wc3d.cli.output.safe_terminal import escape_control_characters, write_control_code
from wc3d.cli.rulebook.rules import parse_positive
from wc3d.errors import InputError
from wc3d.guide.markdown import Block
from wc3d.guide.pages import REFERENCE_PREFIX, GuidePage, all_pages, find_page
from wc3d.guide.search import GuidePassage, matching_words, search_guide
from wc3d.guide.terminal import MAX_WIDTH_COLUMNS, TerminalRenderer

MAX_PASSAGE_CHARS = 240
"""The maximum length in characters of a passage in search results."""

SUMMARY_INDENT_CHARS = 2
"""Spaces between a topic and its summary."""

STYLE_CODE_PATTERN = re.compile(r"(\033\[[\d;]*m)")
"""A terminal code that styles text."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.epilog = (
        "Examples: wc3d guide playing; wc3d guide playing#keys; wc3d guide --search save a game"
    )
    command.add_argument(
        "topic", metavar="TOPIC", nargs="?", help="the page to show (default: list all pages)"
    )
    command.add_argument(
        "section", metavar="SECTION", nargs="*", help="start at the heading with these words"
    )
    command.add_argument(
        "--search", metavar="WORD", nargs="+", help="find passages that contain these words"
    )
    command.add_argument(
        "--limit",
        metavar="N",
        type=parse_positive,
        default=5,
        help="print up to N passages (default: 5)",
    )


def run(arguments: argparse.Namespace) -> int:
    """List the pages, show a page or search them. Return 1 if the search finds nothing."""
    if arguments.search:
        if arguments.topic:
            raise InputError("guide: expected either a page or --search, found both")
        return _search(" ".join(arguments.search), arguments.limit)
    if not arguments.topic:
        print(_list_topics(_terminal_width()), end="")
        return 0
    topic, _, anchor = arguments.topic.partition("#")
    page = find_page(topic)
    section = " ".join([anchor, *arguments.section]).strip()
    blocks = page.blocks_from(page.find_anchor(section)) if section else page.blocks
    _show(page, blocks)
    return 0


def _terminal_width() -> int:
    return shutil.get_terminal_size().columns


def _list_topics(width: int) -> str:
    """Return the list of pages, each with its summary. Raises InputError if there are none."""
    pages = all_pages()
    if not pages:
        raise InputError("the pages of the guide are missing; reinstall wc3d")
    column = max(map(len, pages)) + 2 * SUMMARY_INDENT_CHARS
    lines = ["Pages of the guide:", ""]
    for topic, page in pages.items():
        if topic.startswith(REFERENCE_PREFIX) and "Reference for programmers:" not in lines:
            lines += ["", "Reference for programmers:", ""]
        summary = _wrap(page.summary, min(width, MAX_WIDTH_COLUMNS) - column)
        lines.append(
            f"{' ' * SUMMARY_INDENT_CHARS}{topic:{column - SUMMARY_INDENT_CHARS}}{summary[0]}"
        )
        lines += [" " * column + line for line in summary[1:]]
    lines += ["", "wc3d guide TOPIC shows a page; wc3d guide --search WORDS finds passages."]
    return "\n".join(lines) + "\n"


def _wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(20, width), break_long_words=False, break_on_hyphens=False) or [
        ""
    ]


def _show(page: GuidePage, blocks: Sequence[Block]) -> None:
    """Print blocks of a page, in a pager if they do not fit the terminal."""
    is_terminal = bool(sys.stdout.isatty())
    has_styles = has_colors(sys.stdout)
    text = TerminalRenderer(page.topic, _terminal_width(), has_styles).render(blocks)
    is_long = text.count("\n") >= shutil.get_terminal_size().lines
    if is_terminal and is_long and sys.stdin.isatty() and _show_in_pager(text):
        return
    _print_styled(text)


def _print_styled(text: str) -> None:
    """Print a text with the program's styles; other control characters are escaped."""
    for piece in STYLE_CODE_PATTERN.split(text):
        if STYLE_CODE_PATTERN.fullmatch(piece):
            write_control_code(sys.stdout, piece)
        else:
            print(piece, end="")


def pager_command() -> str:
    """Return the pager to use: $PAGER, else less; empty without either."""
    named = os.environ.get("PAGER")
    if named is not None:
        return "" if named.strip() in ("", "cat") else named
    return "less -R" if shutil.which("less") else ""


def _show_in_pager(text: str) -> bool:
    """Show a text in the user's pager. Return whether that was possible."""
    command = pager_command()
    if not command:
        return False
    visible_text = "".join(
        piece if STYLE_CODE_PATTERN.fullmatch(piece) else escape_control_characters(piece)
        for piece in STYLE_CODE_PATTERN.split(text)
    )
    sys.stdout.flush()
    pager = subprocess.Popen(
        command,
        shell=True,
        stdin=subprocess.PIPE,
        env={"LESS": "-R", **os.environ},
        text=True,
        encoding=sys.stdout.encoding or "utf-8",
        errors="backslashreplace",
    )
    assert pager.stdin is not None
    try:
        with pager.stdin as pipe:
            pipe.write(visible_text)
    except OSError:
        pass  # the reader left the pager early, or it could not start
    while True:
        try:
            return pager.wait() not in (126, 127)
        except KeyboardInterrupt:  # the pager handles Ctrl-C itself
            continue


def _search(question: str, limit: int) -> int:
    """Print the passages that answer a question, best first."""
    passages = search_guide(question)
    if not passages:
        print(f"no passage found for {question}")
        return 1
    width = min(_terminal_width(), MAX_WIDTH_COLUMNS)
    has_styles = has_colors(sys.stdout)
    for number, passage in enumerate(passages[:limit]):
        _print_styled(
            "\n" * bool(number)
            + "\n".join(_describe_passage(passage, question, width, has_styles))
            + "\n"
        )
    if len(passages) > limit:
        print(f"\n{limit} of {len(passages)} results (--limit {len(passages)} prints all)")
    return 0


def _describe_passage(
    passage: GuidePassage, question: str, width: int, has_styles: bool
) -> Iterator[str]:
    """Yield the lines of a passage: its place, its page and heading, and its text."""
    heading = (
        passage.title
        if passage.heading == passage.title
        else f"{passage.title} > {passage.heading}"
    )
    yield f"{passage.link}  ({heading})"
    words = matching_words(passage.text, question)
    for line in _wrap(excerpt(passage.text, words), width - SUMMARY_INDENT_CHARS):
        yield " " * SUMMARY_INDENT_CHARS + (_highlight(line, words) if has_styles else line)


def excerpt(text: str, words: frozenset[str]) -> str:
    """Return the part of a text around its first matching word."""
    if len(text) <= MAX_PASSAGE_CHARS:
        return text
    places = [
        match.start() for match in re.finditer(r"[a-z0-9]+", text.lower()) if match[0] in words
    ]
    start = (
        max(0, min(places[0] - MAX_PASSAGE_CHARS // 3, len(text) - MAX_PASSAGE_CHARS))
        if places
        else 0
    )
    start = text.rfind(" ", 0, start) + 1 if start else 0
    end = (
        text.rfind(" ", start, start + MAX_PASSAGE_CHARS)
        if start + MAX_PASSAGE_CHARS < len(text)
        else len(text)
    )
    return ("... " if start else "") + text[start:end] + (" ..." if end < len(text) else "")


def _highlight(line: str, words: frozenset[str]) -> str:
    """Return a line with its matching words in bold."""

    def style(match: re.Match[str]) -> str:
        return f"\033[1m{match[0]}\033[0m" if match[0].lower() in words else match[0]

    return re.sub(r"[A-Za-z0-9]+", style, line)
