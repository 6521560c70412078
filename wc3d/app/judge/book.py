"""What the game's book gives the judge's commands."""
from __future__ import annotations

from wc3d.games import game_entry, load
from wc3d.judge.judge_book import NO_BOOK, JudgeBook


def judge_book() -> JudgeBook:
    """The book of the game that is meant where none is named."""
    place = game_entry().book.judge
    book: JudgeBook = load(place) if place else NO_BOOK
    return book
