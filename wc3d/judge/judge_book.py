"""What a game's book gives the judge besides the space policy of its tables."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wc3d.judge.question_type import QuestionType
from wc3d.judge.question_types import QUESTIONS


def _nowhere(name: str) -> tuple[str, str]:
    return "", ""


def _no_rulings(id: str) -> tuple[tuple[str, str], ...]:
    return ()


@dataclass(frozen=True)
class JudgeBook:
    """A game's own types of question, where its book has the values of the space policy, and how the book is read.

    `policy_source` gives the id and page of a value by its name. `rulings` gives the rulings on a rule, by the rule's id: where
    each stands, and its words.
    """

    questions: tuple[QuestionType, ...] = ()
    policy_source: Callable[[str], tuple[str, str]] = _nowhere
    rulings: Callable[[str], tuple[tuple[str, str], ...]] = _no_rulings

    @property
    def types(self) -> tuple[QuestionType, ...]:
        """All types of question that can be asked: those of every game, then the game's own."""
        return (*QUESTIONS, *self.questions)


NO_BOOK = JudgeBook()
"""Of a game that adds nothing."""
