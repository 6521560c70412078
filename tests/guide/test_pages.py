"""Pages are found by topic, and their parts by heading."""

from __future__ import annotations

from pathlib import Path

import pytest

from wc3d._internal import memo
from wc3d.errors import InputError
from wc3d.guide.markdown import HeadingBlock
from wc3d.guide.pages import GuideLink, GuidePage, all_pages, find_page, resolve_link
from wc3d.guide.search import matching_words, search_guide

pytestmark = pytest.mark.usefixtures("guide")


def test_pages_stand_in_reading_order_and_the_reference_last(guide: Path) -> None:
    for name in ("another", "reference/index", "reference/a"):
        (guide / f"{name}.md").write_text("# Another\n\nOne. Two.\n", encoding="utf-8")
    memo.clear()
    order = ["playing", "hosting", "another", "reference/index", "reference/a", "reference/table"]
    assert list(all_pages()) == order


def test_a_page_has_a_title_and_a_summary() -> None:
    page = find_page("playing")
    assert (page.title, page.summary) == ("Playing", "Play at one screen or by a link.")
    assert GuidePage("x", "").title == GuidePage("x", "").summary == "x"
    assert GuidePage("x", "# X\n\nVersion 1.5 is here").summary == "Version 1.5 is here"


@pytest.mark.parametrize(
    ("topic", "found"),
    [
        ("Playing", "playing"),
        ("hosting.md", "hosting"),
        ("table", "reference/table"),
        ("reference/table", "reference/table"),
    ],
)
def test_a_page_is_found_by_its_topic(topic: str, found: str) -> None:
    assert find_page(topic).topic == found


@pytest.mark.parametrize(
    ("topic", "told"),
    [("playng", "did you mean playing"), ("zzz", "expected one of hosting, playing, table")],
)
def test_an_unknown_topic_is_refused_with_similar_ones(topic: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        find_page(topic)


@pytest.mark.parametrize(
    ("section", "anchor"),
    [
        ("save-a-game", "save-a-game"),
        ("#keys", "keys"),
        ("save game", "save-a-game"),
        ("Measur", "measuring"),
    ],
)
def test_a_section_is_found_by_words_of_its_heading(section: str, anchor: str) -> None:
    page = find_page("playing")
    first = page.blocks_from(page.find_anchor(section))[0]
    assert isinstance(first, HeadingBlock) and first.anchor == anchor


@pytest.mark.parametrize(
    ("section", "told"),
    [("saev-a-game", "did you mean save-a-game"), ("###", "expected one of playing, keys")],
)
def test_an_unknown_section_is_refused_with_similar_ones(section: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        find_page("playing").find_anchor(section)


@pytest.mark.parametrize(
    ("target", "topic", "link"),
    [
        ("judging.md", "playing", GuideLink("judging")),
        ("judging.md#a", "playing", GuideLink("judging", "a")),
        ("#a", "playing", GuideLink("playing", "a")),
        ("reference/table.md", "playing", GuideLink("reference/table")),
        ("../playing.md#a", "reference/table", GuideLink("playing", "a")),
        ("judge.md", "reference/table", GuideLink("reference/judge")),
        ("../../README.md", "playing", None),
        ("https://example.org/a.md", "playing", None),
        ("../../maps/x.json", "playing", None),
    ],
)
def test_links_lead_to_pages_and_headings(target: str, topic: str, link: GuideLink | None) -> None:
    assert resolve_link(target, topic) == link


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("how do I save", "playing#save-a-game"),
        ("measuring distances between models", "playing#keys"),
        ("start hosting", "hosting#start-a-host"),
        ("cancelling a move", "playing#measuring"),
        ("what does a key open", "hosting#keys"),
        ("measure table reference", "reference/table#table"),
    ],
)
def test_a_question_finds_its_passage_first(question: str, place: str) -> None:
    assert search_guide(question)[0].link == place


def test_nothing_is_found_for_unknown_words() -> None:
    assert search_guide("xyzzy") == search_guide("") == []


def test_the_words_that_match_are_forms_of_those_asked_for() -> None:
    assert matching_words("Measure or measured, not seen.", "measuring") == {"measure", "measured"}
