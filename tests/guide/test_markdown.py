"""The parser understands the part of Markdown that the guide uses."""

from __future__ import annotations

import pytest

from wc3d.guide.markdown import (
    BOLD,
    CODE,
    ITALIC,
    PICTURE,
    CodeBlock,
    DividerBlock,
    HeadingBlock,
    ListBlock,
    ParagraphBlock,
    QuoteBlock,
    TableBlock,
    TextRun,
    iterate_inlines,
    make_anchor,
    parse_blocks,
    parse_inlines,
    plain_text,
)


def run(text: str, *styles: str, to: str = "") -> TextRun:
    """Return a run of text."""
    return TextRun(text, frozenset(styles), to)


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("plain", [run("plain")]),
        ("a **b** c", [run("a "), run("b", BOLD), run(" c")]),
        ("*b* and _c_", [run("b", ITALIC), run(" and "), run("c", ITALIC)]),
        ("**b *c***", [run("b ", BOLD), run("c", BOLD, ITALIC)]),
        ("snake_case_name and 2*3*4", [run("snake_case_name and 2"), run("3", ITALIC), run("4")]),
        ("`a * b` and `` a`b ``", [run("a * b", CODE), run(" and "), run("a`b", CODE)]),
        ("[x](y.md#z)", [run("x", to="y.md#z")]),
        (
            "[`x[1]` **b**](y.md)",
            [run("x[1]", CODE, to="y.md"), run(" ", to="y.md"), run("b", BOLD, to="y.md")],
        ),
        ("![A picture](p.png)", [run("A picture", PICTURE, to="p.png")]),
        ("[![A picture](p.png)](y.md)", [run("A picture", PICTURE, to="p.png")]),
        ("<https://a.b/c>", [run("https://a.b/c", to="https://a.b/c")]),
        (r"\*a\* &amp; b", [run("*"), run("a"), run("*"), run(" & b")]),
        ("[not a link] (x)", [run("[not a link] (x)")]),
    ],
)
def test_a_text_is_parsed_into_runs(text: str, runs: list[TextRun]) -> None:
    assert parse_inlines(text) == runs


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("Save a game", "save-a-game"),
        ("`wc3d rules`: ask", "wc3d-rules-ask"),
        ("What's new?", "whats-new"),
        ("A_b - c", "a_b---c"),
    ],
)
def test_an_anchor_is_made_as_code_hosts_make_it(heading: str, anchor: str) -> None:
    assert make_anchor(plain_text(parse_inlines(heading))) == anchor


def test_two_headings_of_one_name_have_two_anchors() -> None:
    headings = parse_blocks("# A\n\n## Keys\n\n## Keys\n")
    assert [block.anchor for block in headings if isinstance(block, HeadingBlock)] == [
        "a",
        "keys",
        "keys-1",
    ]


def test_blocks_are_told_apart() -> None:
    text = "# T\ntext\nof two lines\n\n---\n> quote\n> more\n\n```sh\na  b\n\n# c\n```\n- x\n"
    heading, paragraph, rule, quote, code, items = parse_blocks(text)
    assert isinstance(heading, HeadingBlock) and heading.level == 1
    assert (
        isinstance(paragraph, ParagraphBlock)
        and plain_text(paragraph.inlines) == "text of two lines"
    )
    assert isinstance(rule, DividerBlock)
    assert isinstance(quote, QuoteBlock) and len(quote.blocks) == 1
    assert code == CodeBlock("sh", ["a  b", "", "# c"])
    assert isinstance(items, ListBlock)


def test_lists_hold_lists_code_and_lines_that_go_on() -> None:
    text = "3. First\n   goes on\n   - inner\n4. Second\n\n   ```python\n   >>> 1\n       2\n   ```\n\nAfter\n"
    items, after = parse_blocks(text)
    assert isinstance(items, ListBlock) and items.start == 3 and isinstance(after, ParagraphBlock)
    first, second = items.items
    assert isinstance(first[0], ParagraphBlock) and plain_text(first[0].inlines) == "First goes on"
    assert isinstance(first[1], ListBlock) and first[1].start is None
    assert second[1] == CodeBlock("python", [">>> 1", "    2"])


def test_a_list_may_follow_a_list_of_another_kind() -> None:
    bullets, numbers = parse_blocks("- a\n- b\n1. c\n")
    assert isinstance(bullets, ListBlock) and len(bullets.items) == 2
    assert isinstance(numbers, ListBlock) and numbers.start == 1


def test_a_table_has_the_cells_of_its_header() -> None:
    [table] = parse_blocks("| a | b |\n| --- | ---: |\n| `x \\| y` | 1 |\n| only |\n")
    assert isinstance(table, TableBlock) and list(table.aligned_right) == [False, True]
    assert [plain_text(cell) for row in table.rows for cell in row] == ["x | y", "1", "only", ""]


def test_a_line_with_a_bar_is_not_a_table() -> None:
    [paragraph] = parse_blocks("a | b\nc | d\n")
    assert isinstance(paragraph, ParagraphBlock)


def test_comments_are_dropped_but_not_in_code() -> None:
    comment, code = parse_blocks("a <!-- b\nc --> d\n\n```\n<!-- kept -->\n```\n")
    assert isinstance(comment, ParagraphBlock) and plain_text(comment.inlines) == "a d"
    assert isinstance(code, CodeBlock) and code.lines == ["<!-- kept -->"]


def test_every_run_of_nested_blocks_is_listed() -> None:
    blocks = parse_blocks("# a\n\n- b\n  > c\n\n| d |\n| --- |\n| e |\n")
    assert [run.text for run in iterate_inlines(blocks)] == ["a", "b", "c", "d", "e"]
