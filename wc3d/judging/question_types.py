"""All types of questions about a table. A new type is a separate module and a line here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wc3d.judging.blast import BLAST
from wc3d.judging.cover import COVER
from wc3d.judging.distance import RANGE
from wc3d.judging.jump import JUMP
from wc3d.judging.move import MOVE
from wc3d.judging.nearest import NEAREST
from wc3d.judging.question_fields import ModelEntry
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.judging.seen_from import SEEN_FROM
from wc3d.judging.sight import SIGHT
from wc3d.judging.slam import SLAM
from wc3d.judging.spray import SPRAY
from wc3d.judging.stand import STAND

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
"""The types in the order of the form."""


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
    """A game's own question types and its rulebook's sources.

    `policy_source` returns the id and page of a space policy value by its name. `rulings` returns
    the place and text of each ruling on a rule, by the rule's id.
    """

    questions: tuple[QuestionType, ...] = ()
    general: tuple[QuestionType, ...] = QUESTION_TYPES
    """The shared question types that this game permits."""
    model: type[ModelEntry] = ModelEntry
    """The form of models in files."""
    traits: tuple[FormField, ...] = ()
    """The model's form fields after base and place; a `flag` is a word in its `status` list."""
    policy_source: Callable[[str], tuple[str, str]] = _no_page
    rulings: Callable[[str], tuple[tuple[str, str], ...]] = _no_rulings

    @property
    def types(self) -> tuple[QuestionType, ...]:
        """All permitted question types: the shared ones, then the game's own."""
        return (*self.general, *self.questions)


EMPTY_JUDGE_BOOK = JudgeBook()
"""The book of a game that adds nothing."""
