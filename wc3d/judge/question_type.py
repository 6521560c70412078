"""A type of question is one value: how it is asked, answered, told, drawn and doubted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from wc3d._internal.progress import Progress
from wc3d.judge.doubt import Doubt
from wc3d.judge.question_fields import JudgeQuestion
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.table.table import Table


@dataclass(frozen=True)
class TextFormat:
    """How a field is typed that has a form of its own: `read` (raises InputError), `tell` for what is there, and what to type.

    What is read as None leaves the field out of the question.
    """

    read_value: Callable[[str], Any]
    format_value: Callable[[Any], str]
    tip: str


@dataclass(frozen=True)
class FormField:
    """A field of a question on a form: its key in the file, its words, what it holds, and what it holds at first.

    A `point` is x and y, a `place` may have a height too. A `choice` is one of `choices`; `words` are typed as `typed` says.
    `instead_of` is the key of another field: one of the two is filled.
    """

    key: str
    words: str
    value_type: Literal[
        "model", "models", "number", "base", "flag", "point", "place", "path", "choice", "words"
    ]
    default: Any = None
    choices: tuple[str, ...] = ()
    text_format: TextFormat | None = None
    alternative_key: str = ""

    @property
    def is_count(self) -> bool:
        """Does it hold whole numbers: dice, points?"""
        return isinstance(self.default, int) and self.value_type == "number"

    def round_if_count(self, value: float) -> float:
        """A number as the question takes it: a whole one where it counts."""
        return round(value) if self.is_count else value


@dataclass(frozen=True, eq=False)
class QuestionType:
    """A type of question: how it is read, answered, put into words, drawn and doubted.

    The functions take the table, the question as read, and the verdict. A verdict names the rules
    that decided (`rules`) and carries its evidence.

    - `fields`: the class that reads the question from a file; its `type` is the name.
    - `ask(table, question, progress)`: the verdict. `verdict_alone`: the same without slow
      evidence.
    - `answer`: the attributes of the verdict that make the JSON answer. `answer_of(verdict)`: the
      same where they depend on the verdict. `evidence`: those that only show why. `sometimes`:
      those that appear only if not None. `unordered`: those whose order means nothing.
    - `tell(table, question, verdict)`: the answer in words. `label`: its name on a form.
    - `exhibit(table, question, verdict)`: the picture. `glance(table, question)`: a quick picture
      for dragging.
    - `doubt(table, question, inches, progress)`: whether it holds if models are so far off.
    - `form`: the fields of a form. `looks_at_all`: whether models that are not named may matter.
    - `rulings`, `terrain`: values of the space policy, and flags of terrain, that may decide it.

    >>> from wc3d.judge.question_types import question_type
    >>> question_type("nearest").answer
    ('models', 'distances', 'tied')
    """

    fields: type[JudgeQuestion]
    answer: tuple[str, ...]
    form: tuple[FormField, ...]
    ask: Callable[[Table, Any, Progress | None], Any]
    describe: Callable[[Table, Any, Any], list[str]]
    evidence_view: Callable[[Table, Any, Any], EvidenceView]
    doubt: Callable[[Table, Any, float, Progress | None], Doubt]
    quick_evidence: Callable[[Table, Any], EvidenceView] | None = None
    strip_evidence: Callable[[Any], Any] | None = None
    label: str = ""
    unordered_fields: tuple[str, ...] = ()
    optional_fields: tuple[str, ...] = ()
    choose_answer_fields: Callable[[Any], tuple[str, ...]] | None = None
    evidence: tuple[str, ...] = ()
    uses_all_models: bool = False
    rulings: tuple[str, ...] = ()
    terrain: tuple[str, ...] | None = None
    name: str = field(init=False)
    """How files name it."""

    def __post_init__(self) -> None:
        (name,) = get_args(self.fields.model_fields["type"].annotation)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "label", self.label or name)
