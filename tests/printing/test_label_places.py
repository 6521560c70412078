"""Labels of the plan and of the side cut: none covers another, in the shipped disputes."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tests.book.asking import QUESTIONS, dispute
from tests.printing.drawn_words import record_words
from wc3d.judging.solve import answer
from wc3d.presentation.palette import ROLE_PINS
from wc3d.printing.canvas import Box, Canvas, LabelPlacer
from wc3d.printing.plan import SCALE_MARGIN_PT, PlanDrawing
from wc3d.printing.side_cut import SideCutDrawing

PANEL, PICTURE, PAGE = (480.0, 190.0), (1156.0, 318.0), (760.0, 330.0)
"""Sizes of the side cut on the judge screen, in a picture and on a report page, in points."""


def shared(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def drawings(name: str) -> list[Any]:
    """Return the plans and the side cuts of a file's questions, drawn."""
    asked = dispute(name)
    found: list[Any] = []
    for question in asked.file.all_questions:
        judged = answer(asked, question)
        table, view = judged.table, judged.evidence_view()
        sheets: list[Any] = [PlanDrawing(table, view, 560.0, 540.0)]
        if len(view.cut) >= 2 and not view.shows_whole_table:
            sheets += [SideCutDrawing(table, view, *size) for size in (PANEL, PICTURE, PAGE)]
        for sheet in sheets:
            sheet.draw()
        found += sheets
    return found


SLOW = ("off-the-stack", "spray-up-the-arch")
"""The files whose questions take half a minute to answer."""
NAMES = [
    pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW))
    for name in sorted(path.stem for path in QUESTIONS.glob("*.json"))
]


@pytest.mark.parametrize("name", NAMES)
def test_no_label_of_a_dispute_covers_another(name: str) -> None:
    for drawing in drawings(name):
        boxes = drawing.labels.label_boxes
        assert not [pair for pair in combinations(boxes, 2) if shared(*pair)]
        for x0, y0, x1, y1 in boxes:
            assert x0 >= 0 and y0 >= 0
            assert x1 <= drawing.sheet.width and y1 <= drawing.sheet.height


def placed(count: int, first: int) -> LabelPlacer:
    """Return labels that are all requested at one point."""
    labels = LabelPlacer(Canvas(300, 200))
    for k in range(count):
        labels.request_label((150, 100), f"label {k}", first=first)
    labels.draw_labels()
    return labels


def test_important_labels_go_far_away_and_others_are_omitted() -> None:
    important, others = placed(60, 1).label_boxes, placed(60, 7).label_boxes
    assert len(others) < len(important) <= 60
    for boxes in (important, others):
        assert not [pair for pair in combinations(boxes, 2) if shared(*pair)]


def test_the_labels_of_a_verdict_are_all_there(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = dispute("over-the-palisade")
    view = answer(asked, asked.file.all_questions[0]).evidence_view()
    pins = [id for id, role in view.roles.items() if role in ROLE_PINS]
    drawing = SideCutDrawing(asked.table, view, *PANEL)
    words = record_words(drawing.sheet, monkeypatch)
    drawing.draw()
    for id in [*pins, "Palisade, south", "center line"]:
        assert any(text.startswith(id) for text in words), words
    assert sum(text.startswith("Palisade, north") for text in words) <= 1


def test_a_plan_names_no_model_beyond_its_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = dispute("over-the-palisade")
    judged = answer(asked, asked.file.all_questions[0])
    plan = PlanDrawing(judged.table, judged.evidence_view(), 546.0, 486.0)
    words = record_words(plan.sheet, monkeypatch)
    plan.draw()
    beyond = []
    for body in judged.table.bodies:
        (x, y), r = plan.to_sheet(*body.at[:2]), body.radius * plan.scale
        low = plan.sheet.height - SCALE_MARGIN_PT + r
        if not (SCALE_MARGIN_PT - r < x < plan.sheet.width + r and -r < y < low):
            beyond.append(body.id)
    assert beyond == ["further-back"]
    assert not [text for text in words if text.startswith("further-back")]
    assert [text for text in words if text.startswith("lookout")]
