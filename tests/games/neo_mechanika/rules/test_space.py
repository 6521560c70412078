"""Neo-Mechanika's rules of space: its book has every rule that a verdict may name, and its void gates stay where they are."""

from __future__ import annotations

import pytest

from wc3d.games.neo_mechanika.rules.space import GATE_KIND, REFUSAL_PAGES, SPACE, rule_ids
from wc3d.table.body import Body
from wc3d.table.space_policy import Motion
from wc3d.table.space_rules import SpaceRule

GATE_BODY = Body("g", "small", (5, 5, 0), GATE_KIND)
MODEL = Body("m", "large", (9, 9, 0))


@pytest.mark.program("the book is whole")
def test_the_book_has_every_rule_that_a_verdict_may_name() -> None:
    assert set(rule_ids()) == set(SpaceRule)


@pytest.mark.program("how something is told")
def test_refusals_name_their_page() -> None:
    assert SPACE.page(SpaceRule.SPEED) == " (p. 27)" and SPACE.page(SpaceRule.COVER) == ""
    assert set(REFUSAL_PAGES) <= set(rule_ids())


@pytest.mark.rule("NM-MOV-16")
def test_models_move_and_jump_through_void_gates_and_slams_stop_at_them() -> None:
    assert SPACE.can_pass_through(GATE_BODY, MODEL, Motion.WALK) and SPACE.can_pass_through(
        GATE_BODY, MODEL, Motion.JUMP
    )
    assert not SPACE.can_pass_through(GATE_BODY, MODEL, Motion.SLAM) and not SPACE.can_pass_through(
        MODEL, GATE_BODY, Motion.WALK
    )


@pytest.mark.rule("NM-GAT-07")
def test_a_void_gate_never_moves() -> None:
    assert SPACE.immobility_reason(GATE_BODY, Motion.WALK) == "a void gate never moves"
    assert SPACE.immobility_reason(GATE_BODY, Motion.SLAM) == "a void gate is never moved"
    assert SPACE.immobility_reason(MODEL, Motion.JUMP) == ""
