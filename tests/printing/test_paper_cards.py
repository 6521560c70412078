"""Cards to print: nothing is lost, everything fits, and there are boxes for every point of health."""

from __future__ import annotations

import pytest

from wc3d.printing.paper_cards import (
    CARD_HEIGHT_IN,
    CARD_WIDTH_IN,
    TEXT_SIZES_IN,
    CardEntry,
    PaperCard,
    TickRow,
    draw_card,
    fit_card,
    make_card_pages,
)
from wc3d.printing.printed_plan import PAPER_SIZES, ShapeMark, TextMark

LONG = CardEntry("Long rule", " ".join(f"word{number}" for number in range(600)))


def words_of(entries: tuple[CardEntry, ...]) -> list[str]:
    return " ".join(entry.text for entry in entries).split()


def text_marks(card: PaperCard, size: float) -> list[TextMark]:
    return [
        mark for mark in draw_card(card, size, (0.0, CARD_HEIGHT_IN)) if isinstance(mark, TextMark)
    ]


def test_short_text_is_large_and_longer_text_smaller() -> None:
    sizes = [
        fit_card(PaperCard("Card", entries=(CardEntry("", "word " * count),)))[0][1]
        for count in (10, 130, 190)
    ]
    assert sizes[0] == TEXT_SIZES_IN[0]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) > 1


@pytest.mark.parametrize(
    "entries",
    [(LONG,), (CardEntry("A", "b"), LONG, CardEntry("C", "d"), LONG), (CardEntry("Only a name"),)],
)
def test_text_that_does_not_fit_goes_on_on_further_cards(entries: tuple[CardEntry, ...]) -> None:
    card = PaperCard("Card", stats=(("SPD", "6"),), boxes=(TickRow("", (3,)),), entries=entries)
    parts = fit_card(card)
    assert words_of(tuple(entry for part, _ in parts for entry in part.entries)) == words_of(
        entries
    )
    assert [part.stats for part, _ in parts] == [card.stats, *[()] * (len(parts) - 1)]
    for part, size in parts:
        for mark in text_marks(part, size):
            assert 0.0 < mark.at[1] < CARD_HEIGHT_IN
            assert mark.is_centered or mark.at[0] + mark.width <= CARD_WIDTH_IN


def test_there_is_a_box_for_every_point_of_health() -> None:
    card = PaperCard("Squad", boxes=(TickRow("Health", (2, 2, 2)), TickRow("", (40,))))
    shapes = [m for m in draw_card(card, 0.1, (0, 0)) if isinstance(m, ShapeMark) and m.ink]
    assert len(shapes) == 6 + 40
    assert max(x for shape in shapes for ring in shape.rings for x, _ in ring) < CARD_WIDTH_IN


def test_a_damage_grid_has_a_box_for_each_letter_and_dot() -> None:
    card = PaperCard("Jack", grid=("  .. ", "LM.CR"))
    marks = list(draw_card(card, 0.1, (0, 0)))
    assert sum(isinstance(m, ShapeMark) and m.ink is not None for m in marks) == 7
    assert [m.text for m in marks if isinstance(m, TextMark)][-4:] == ["L", "M", "C", "R"]


@pytest.mark.parametrize("paper", PAPER_SIZES)
def test_nine_cards_lie_on_a_page_within_the_printers_margin(paper: str) -> None:
    cards = [PaperCard(f"Card {number}") for number in range(19)]
    pages = make_card_pages(cards, PAPER_SIZES[paper])
    titles = [[m.text for m in page.marks if isinstance(m, TextMark) and m.text] for page in pages]
    assert [len(page) for page in titles] == [9, 9, 1]
    corners = [
        point
        for page in pages
        for m in page.marks
        if isinstance(m, ShapeMark)
        for ring in m.rings
        for point in ring
    ]
    assert min(min(point) for point in corners) > 0.24
    assert max(x for x, _ in corners) < PAPER_SIZES[paper].width - 0.24


def test_no_cards_need_no_page() -> None:
    assert make_card_pages([], PAPER_SIZES["a4"]) == []
