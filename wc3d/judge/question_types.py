"""All types of question that can be asked about a table. A new one is a module of its own and its line here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wc3d.judge.blast import BLAST
from wc3d.judge.cover import COVER
from wc3d.judge.jump import JUMP
from wc3d.judge.move import MOVE
from wc3d.judge.nearest import NEAREST
from wc3d.judge.question_fields import ModelEntry
from wc3d.judge.question_type import FormField, QuestionType
from wc3d.judge.range import RANGE
from wc3d.judge.seen_from import SEEN_FROM
from wc3d.judge.sight import SIGHT
from wc3d.judge.slam import SLAM
from wc3d.judge.spray import SPRAY
from wc3d.judge.stand import STAND

QUESTION_TYPES: tuple[QuestionType, ...] = (
    SIGHT,
    RANGE,
    COVER,
    SPRAY,
    BLAST,
    SLAM,
    MOVE,
    JUMP,
    STAND,
    SEEN_FROM,
    NEAREST,
)
"""In the order in which they are offered."""


def question_type(name: str, types: Sequence[QuestionType] = QUESTION_TYPES) -> QuestionType:
    """Return a type of question by its name. Raises KeyError.

    >>> question_type("cover").answer
    ('cover', 'features', 'intervening')
    """
    match = next((type for type in types if type.name == name), None)
    if match is None:
        raise KeyError(name)
    return match


def _no_page(name: str) -> tuple[str, str]:
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
    general: tuple[QuestionType, ...] = QUESTION_TYPES
    """Of the types of question of every game those that can be asked."""
    model: type[ModelEntry] = ModelEntry
    """How a file says what a model is."""
    traits: tuple[FormField, ...] = ()
    """What of that is asked on a form, besides base and place; a `flag` is a word of its list `status`."""
    policy_source: Callable[[str], tuple[str, str]] = _no_page
    rulings: Callable[[str], tuple[tuple[str, str], ...]] = _no_rulings

    @property
    def types(self) -> tuple[QuestionType, ...]:
        """All types of question that can be asked: those of every game, then the game's own."""
        return (*self.general, *self.questions)


EMPTY_JUDGE_BOOK = JudgeBook()
"""Of a game that adds nothing."""
