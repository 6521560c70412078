"""What the game's book gives the judge's commands."""
from __future__ import annotations

from wc3d.games import game_entry, load
from wc3d.judge.judge_book import JudgeBook
from wc3d.judge.question_type import QuestionType
from wc3d.judge.question_types import QUESTIONS


def judge_book() -> JudgeBook:
    """The book of the game that is meant where none is named."""
    place = game_entry().judge_book
    book: JudgeBook = load(place) if place else JudgeBook()
    return book


def question_types() -> tuple[QuestionType, ...]:
    """All types of question that can be asked: everyone's, then the game's own."""
    return (*QUESTIONS, *judge_book().questions)
