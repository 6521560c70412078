"""What is drawn of a moment: of an attack a ring round who makes it, and another round whom it is made at."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from wc3d.animation.steps import AnimationKind, AnimationStep
from wc3d.presentation.evidence_view import Stroke
from wc3d.presentation.palette import Pen
from wc3d.scene.animation_marks import ATTENTION_RGB, STRUCK_RGB, draw_step
from wc3d.table.body import Body

ATTACKER, BESIDE, TARGET = (
    Body(id, "small", (x, 10.0, z))
    for id, x, z in (("a", 5.0, 0.0), ("b", 6.5, 0.0), ("c", 12.0, 3.0))
)


def drawn(start, end, **fields):
    line = Stroke((start, end), Pen.CLEAR)
    rules: Any = SimpleNamespace(
        queries=SimpleNamespace(
            table=lambda state: SimpleNamespace(bodies=(ATTACKER, BESIDE, TARGET))
        )
    )
    board = Mock()
    step = AnimationStep(AnimationKind.DICE, 1.0, 0, 1, rules, None, attack=line, **fields)
    draw_step(board, step, 0.5)
    return board


def rings(start, end):
    board = drawn(start, end)
    return [(call.args[0], call.args[2], call.args[3]) for call in board.draw_ring.call_args_list]


def test_who_attacks_and_who_is_attacked_have_rings_of_their_own():
    assert rings((5.3, 10.1, 0.8), (11.7, 10.0, 3.9)) == [
        ((5.0, 10.0), pytest.approx(0.06), ATTENTION_RGB),
        ((12.0, 10.0), pytest.approx(3.06), STRUCK_RGB),
    ]


def test_a_line_to_a_place_where_nobody_stands_has_a_ring_at_its_beginning_alone():
    assert [color for _, _, color in rings((5.3, 10.1, 0.8), (11.7, 10.0, 0.8))] == [
        ATTENTION_RGB
    ], "below the target's feet"


def test_the_line_of_an_attack_is_gone_when_its_shot_was_seen():
    ends = (5.3, 10.1, 0.8), (11.7, 10.0, 3.9)
    before = drawn(*ends)
    after = drawn(*ends, has_fired=True)
    assert len(after.method_calls) < len(before.method_calls)
    assert after.draw_ring.call_count == before.draw_ring.call_count == 2
