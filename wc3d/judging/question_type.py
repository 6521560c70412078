"""Question types: each has functions that read, answer, describe, draw and doubt a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from wc3d._internal.progress import Progress
from wc3d.judging.displacement import Inaccuracy
from wc3d.judging.doubt import Doubt
from wc3d.judging.question_fields import JudgeQuestion
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.table.table import Table


@dataclass(frozen=True)
class TextFormat:
    """The text format of a field: `read_value` parses it (raises InputError), `format_value`
    formats it, `tip` explains it.

    If `read_value` returns None, the question omits the field.
    """

    read_value: Callable[[str], Any]
    format_value: Callable[[Any], str]
    tip: str


@dataclass(frozen=True)
class FormField:
    """A form field of a question: its key in the file, its label, its type and its default.

    A `point` is x and y; a `place` may also have a height. A `choice` is one of `choices`. A field
    of `words` has a `text_format`. `alternative_key` is the key of another field: the user fills
    one of the two.
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
        """True if the field takes integers, such as dice or points."""
        return isinstance(self.default, int) and self.value_type == "number"

    def round_if_count(self, value: float) -> float:
        """Return a number in the field's form: an integer for counts."""
        return round(value) if self.is_count else value


@dataclass(frozen=True, eq=False)
class QuestionType:
    """A type of question, with the functions that read, answer, describe, draw and doubt it.

    The functions take the table, the question and the verdict. A verdict names the deciding rules
    (`rules`) and includes its evidence.

    - `fields`: the class that reads the question from a file; its `type` is the name.
    - `ask(table, question, progress)`: the verdict. `strip_evidence(verdict)`: the same without
      its evidence.
    - `answer`: the attributes of the verdict in the JSON answer. `choose_answer_fields(verdict)`:
      the same if they depend on the verdict. `evidence`: those that only show the reason.
      `optional_fields`: those left out if None. `unordered_fields`: those in any order.
    - `deciding`: the attributes of the verdict that a doubt must not change.
    - `describe(table, question, verdict)`: the answer as text. `label`: its name on a form.
    - `evidence_view(table, question, verdict)`: the picture. `quick_evidence(table, question)`: a
      quick picture for dragging.
    - `doubt(table, question, inches, progress)`: the effect of models being `inches`
      off, or anywhere in a `Displacement`.
    - `form`: the fields of a form. `uses_all_models`: whether unnamed models may matter.
    - `rulings`, `terrain`: values of the space policy, and flags of terrain, that may decide it.

    >>> from wc3d.judging.question_types import question_type
    >>> question_type("nearest").answer
    ('models', 'distances', 'tied')
    """

    fields: type[JudgeQuestion]
    answer: tuple[str, ...]
    form: tuple[FormField, ...]
    ask: Callable[[Table, Any, Progress | None], Any]
    describe: Callable[[Table, Any, Any], list[str]]
    evidence_view: Callable[[Table, Any, Any], EvidenceView]
    doubt: Callable[[Table, Any, Inaccuracy, Progress | None], Doubt]
    quick_evidence: Callable[[Table, Any], EvidenceView] | None = None
    strip_evidence: Callable[[Any], Any] | None = None
    label: str = ""
    unordered_fields: tuple[str, ...] = ()
    optional_fields: tuple[str, ...] = ()
    deciding: tuple[str, ...] = ()
    choose_answer_fields: Callable[[Any], tuple[str, ...]] | None = None
    evidence: tuple[str, ...] = ()
    uses_all_models: bool = False
    rulings: tuple[str, ...] = ()
    terrain: tuple[str, ...] | None = None
    name: str = field(init=False)
    """The name in files."""

    def __post_init__(self) -> None:
        (name,) = get_args(self.fields.model_fields["type"].annotation)
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "label", self.label or name)
