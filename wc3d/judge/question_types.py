"""All types of question that can be asked about a table. A new one is a module of its own and its line here."""
from __future__ import annotations

from collections.abc import Sequence

from wc3d.judge.blast import BLAST
from wc3d.judge.cover import COVER
from wc3d.judge.jump import JUMP
from wc3d.judge.move import MOVE
from wc3d.judge.nearest import NEAREST
from wc3d.judge.question_type import QuestionType
from wc3d.judge.range import RANGE
from wc3d.judge.seen_from import SEEN_FROM
from wc3d.judge.sight import SIGHT
from wc3d.judge.slam import SLAM
from wc3d.judge.spray import SPRAY
from wc3d.judge.stand import STAND

QUESTIONS: tuple[QuestionType, ...] = (
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


def question_type(name: str, types: Sequence[QuestionType] = QUESTIONS) -> QuestionType:
    """A type of question by its name. Raises KeyError."""
    found = next((type for type in types if type.name == name), None)
    if found is None:
        raise KeyError(name)
    return found
