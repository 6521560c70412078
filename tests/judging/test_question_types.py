"""A type of question is one value: what it says of itself agrees, and a game may bring types of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

import jsonschema
import pytest

from tests.cli.conftest import Wc3d, model, questions
from wc3d._internal.progress import Progress
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.judging.displacement import Inaccuracy, as_displacement
from wc3d.judging.dispute import MapCache, read_dispute
from wc3d.judging.doubt import Doubt
from wc3d.judging.nearest import NEAREST, NearestQuestion
from wc3d.judging.question_fields import JudgeQuestion, ModelId, model_keys, named_models
from wc3d.judging.question_file import question_schema, read_question_file
from wc3d.judging.question_type import FormField, QuestionType
from wc3d.judging.question_types import QUESTION_TYPES, JudgeBook, question_type
from wc3d.judging.solve import UNORDERED_FIELDS, answer, differences
from wc3d.presentation.evidence_view import EvidenceView
from wc3d.table.features import Feature
from wc3d.table.maps.strict_json import FileError
from wc3d.table.space_policy import SpacePolicy
from wc3d.table.space_rules import SpaceRule
from wc3d.table.table import Table

Put = Callable[..., Path]


class HeightQuestion(JudgeQuestion):
    """How high does a model stand?"""

    type: Literal["height"]
    model: ModelId


@dataclass(frozen=True)
class Height:
    """How high a model stands, in inches."""

    inches: float
    rules: tuple[SpaceRule, ...] = (SpaceRule.STAND,)


def ask(table: Table, question: HeightQuestion, progress: Progress | None) -> Height:
    return Height(table.body(question.model).at[2])


def tell(table: Table, question: HeightQuestion, verdict: Height) -> list[str]:
    return [f"{question.model} stands {verdict.inches:g} inches high"]


def draw(table: Table, question: HeightQuestion, verdict: Height) -> EvidenceView:
    return EvidenceView(
        "height", f"{verdict.inches:g}", tell(table, question, verdict)[0], None, "Standing"
    )


def doubt(
    table: Table, question: HeightQuestion, inches: Inaccuracy, progress: Progress | None
) -> Doubt:
    return Doubt(as_displacement(inches).inches, None, "not known", "nobody measured it")


HEIGHT = QuestionType(
    fields=HeightQuestion,
    answer=("inches",),
    form=(FormField("model", "of", "model"),),
    ask=ask,
    describe=tell,
    evidence_view=draw,
    doubt=doubt,
)
"""A type of question that a game might bring."""


@pytest.mark.parametrize("type", QUESTION_TYPES, ids=lambda type: type.name)
def test_what_a_type_says_of_itself_agrees(type: QuestionType) -> None:
    keys = {
        info.alias or name: info
        for name, info in type.fields.model_fields.items()
        if name != "type"
    }
    assert [field.key for field in type.form] == list(keys), (
        "a form has the fields of the file, in their order"
    )
    assert {f.key for f in type.form if f.value_type in ("model", "models")} == set(
        model_keys(type.fields)
    )
    assert set(type.unordered_fields) <= set(type.answer) and "rules" not in type.answer
    assert set(type.rulings) <= {field.name for field in fields(SpacePolicy)}
    assert set(type.terrain or ()) <= {field.name for field in fields(Feature)}
    assert type.fields.__doc__ and type.label


def test_each_type_has_a_name_of_its_own() -> None:
    assert len({type.name for type in QUESTION_TYPES}) == len(QUESTION_TYPES)
    assert all(question_type(type.name) is type for type in QUESTION_TYPES)
    with pytest.raises(KeyError, match="height"):
        question_type("height")


def test_a_game_may_bring_a_type_of_its_own() -> None:
    types = JudgeBook(questions=(HEIGHT,)).types
    asked = questions({"type": "height", "model": "a"}, models=[model("a", "small", 3, 3, 0)])
    assert types == (*QUESTION_TYPES, HEIGHT) and question_type("height", types) is HEIGHT
    dispute = read_dispute(asked, "here", Path(), MapCache(SPACE, types))
    got = answer(dispute, dispute.file.all_questions[0])
    assert got.to_json() == {"type": "height", "inches": 0.0, "rules": ["NM-TER-01"]}
    assert (
        got.answer_lines() == ["a stands 0 inches high"]
        and got.evidence_view().headline == got.answer_lines()[0]
    )
    jsonschema.validate(asked, question_schema(types))
    for wrong, place in (({"model": "z"}, "questions[0].model"), ({"why": 1}, "questions[0]")):
        with pytest.raises(FileError) as error:
            read_question_file(
                asked | {"questions": [{"type": "height", "model": "a"} | wrong]}, "here", types
            )
        assert error.value.faults[0].place.startswith(place)
    with pytest.raises(FileError, match="height"):
        read_question_file(asked, "here")


def test_the_models_a_question_names_and_where() -> None:
    question = NearestQuestion.model_validate({"type": "nearest", "from": "a", "among": ["b", "c"]})
    assert named_models(question) == {"among[0]": "b", "among[1]": "c", "from": "a"}
    assert model_keys(NEAREST.fields) == ("among", "from")


def test_a_model_in_a_list_that_is_not_there_is_told_with_its_place(wc3d: Wc3d, put: Put) -> None:
    path = put(questions({"type": "nearest", "from": "a", "among": ["b", "z"]}))
    assert "questions[0].among[1]" in wc3d("judge", path).one_line()
    assert "questions[0].among[1]" in wc3d("check", path).out


def test_fields_without_an_order_are_compared_without_it() -> None:
    assert {"blockers", "features", "contacts", "collateral", "intervening"} == set(
        UNORDERED_FIELDS
    )
    for name in UNORDERED_FIELDS:
        assert differences({name: ["a", "b"]}, {name: ["b", "a"]}, 0.0) == []
    wanted: dict[str, Any] = {"models": ["a", "b"]}
    assert differences(wanted, {"models": ["b", "a"]}, 0.0) and not differences(
        wanted, {"models": ["b", "a"]}, 0.0, ["models"]
    )
