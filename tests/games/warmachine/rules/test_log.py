"""The log as a stranger reads it: whose model it is, what is told once, how many there are, and by which rule a model goes."""

from __future__ import annotations

import pytest

from tests.games.warmachine.rules.playing import battle, state_of
from wc3d.games.warmachine.rules import events as ev
from wc3d.games.warmachine.text.formatting import format_count
from wc3d.games.warmachine.text.log import LogWriter, format_scoreboard
from wc3d.games.warmachine.text.status_words import describe_ending

PLACED = {
    "1.marshal": (20, 20, 90.0),
    "2.marshal": (20, 30, 270.0),
    "1.anvil": (26, 20, 90.0),
    "2.mortar": (26, 30, 270.0),
}


def story() -> LogWriter:
    return LogWriter(state_of(battle(PLACED)))


def test_of_two_models_of_one_name_it_says_whose() -> None:
    state = story().state
    one, two = state.setup.names
    assert (
        state.name("1.marshal") == f"{one}'s Marshal"
        and state.name("2.marshal") == f"{two}'s Marshal"
    )
    assert state.name("1.anvil") == "Anvil"


def test_where_a_model_looks_is_told_unless_it_has_just_moved() -> None:
    moved = ev.Moved("1.anvil", ((26, 20, 0), (26, 24, 0)), 90.0)
    faced = ev.Faced("1.anvil", 45.0)
    assert len(story().format_lines([moved, faced])) == 1
    assert story().format_lines([faced]) == ["  Anvil turns to face north-east (WM-MOV-04)"]
    assert len(story().format_lines([moved, ev.Faced("2.mortar", 45.0)])) == 2


def test_focus_that_is_given_point_by_point_is_added_up() -> None:
    given = ev.FocusAssigned("1.marshal", "1.anvil", 1)
    giver = story().state.name("1.marshal")
    assert [line.strip() for line in story().format_lines([given, given])] == [
        f"{giver} assigns 1 focus point to Anvil (WM-FOC-02)",
        f"{giver} assigns 1 focus point to Anvil, which now has 2 (WM-FOC-02)",
    ]


def test_boxes_are_no_boxs() -> None:
    assert [format_count(n, "damage box") for n in (1, 2)] == ["1 damage box", "2 damage boxes"]


@pytest.mark.parametrize(("id", "rule"), [("2.marshal", "WM-DCA-02"), ("2.mortar", "WM-DJA-15")])
def test_a_model_is_removed_by_its_own_rule(id: str, rule: str) -> None:
    assert rule in story().format_lines([ev.ModelRemoved(id, "")])[0]


def test_a_warjack_without_a_box_goes_by_the_rule_of_the_last_box() -> None:
    told = story()
    boxes = tuple(told.state.damage_grid("2.mortar").boxes)
    assert (
        "WM-DJA-16"
        in told.format_lines(
            [ev.Damaged("2.mortar", len(boxes), boxes=boxes), ev.ModelRemoved("2.mortar", "")]
        )[-1]
    )


def test_damage_beyond_the_last_box_is_told() -> None:
    told = story()
    boxes = told.state.setup.caster_card("2.marshal").boxes
    lines = told.format_lines(
        [
            ev.Damaged("2.marshal", boxes, total=50, arm=15),
            ev.Damaged("1.marshal", 2, total=17, arm=15),
        ]
    )
    assert (
        "; 35 damage points rolled, but only 15 boxes were left (" in lines[0]
        and "only" not in lines[1]
    )


def test_the_end_says_whose_warcaster_is_gone_and_how_all_stand() -> None:
    told = story()
    name = told.state.setup.names[1]
    lines = told.format_lines(
        [ev.ModelRemoved("2.marshal", ""), ev.GameEnded(1, "Marshal is removed from play")]
    )
    assert any(f"{name}'s Marshal is removed from play (WM-VIC-01)" in line for line in lines)
    assert lines[-2:] == format_scoreboard(told.state) and "Marshal is gone" in lines[-1]
    assert f"{name}'s Marshal" in describe_ending(told.state)
