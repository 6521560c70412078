"""Undo and redo in the judge: by keys and buttons, for models, walls, rulings and questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.screens.fake_input import FakeInput
from tests.screens.keyboard_hand import click_mark
from tests.screens.unseen_window import unseen_window
from wc3d.cli.window.screens import new_dispute_screen
from wc3d.table.features import Kind
from wc3d.table.maps.map_shapes import BoxShape
from wc3d.window.board.judge.screen import JudgeScreen


@pytest.fixture(scope="module")
def shared() -> Iterator[FakeInput]:
    with unseen_window() as hand:
        yield hand


@pytest.fixture
def hand(shared: FakeInput) -> FakeInput:
    shared.window.show_screen(new_dispute_screen(30.0, 30.0))
    shared.window.notices.visible_notices.clear()
    shared.step(4)
    return shared


def judge(hand: FakeInput) -> JudgeScreen:
    screen = hand.window.screen
    assert isinstance(screen, JudgeScreen)
    return screen


def add_wall(screen: JudgeScreen) -> None:
    shape = BoxShape(type="box", center=(15.0, 15.0), size=(6.0, 0.5), height=3.0)
    screen.case.add_terrain(shape, Kind.STRUCTURE, "wall-1")


def change_ruling(screen: JudgeScreen) -> None:
    name = next(iter(screen.case.question_type.rulings))
    screen.case.override_ruling(name, getattr(screen.table.policy, name) + 1.0)


CHANGES: dict[str, Callable[[JudgeScreen], Any]] = {
    "a model is placed": lambda screen: screen.case.add_model("large", (5.0, 20.0, 0.0)),
    "a model is moved": lambda screen: screen.case.move_model("small-1", (11.0, 10.0, 0.0)),
    "a model is removed": lambda screen: screen.case.remove_model("small-1"),
    "a model is renamed": lambda screen: screen.case.rename_model("small-1", "Scout"),
    "a wall is placed": add_wall,
    "a ruling is changed": change_ruling,
    "the doubt is changed": lambda screen: screen.case.set_doubt(0.25),
    "another question": lambda screen: screen.case.add_question("cover"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_undone_and_repeated(hand: FakeInput, name: str) -> None:
    screen = judge(hand)
    screen.case.add_model("small", (10.0, 10.0, 0.0))
    screen.case.add_model("medium", (20.0, 14.0, 0.0))
    hand.step()
    before = screen.case.contents_key
    CHANGES[name](screen)
    after = screen.case.contents_key
    assert after != before
    hand.step()
    hand.press("control")
    hand.key("z")
    assert screen.case.contents_key == before
    hand.key("y")
    hand.release("control")
    assert screen.case.contents_key == after


def test_a_wall_is_removed_and_comes_back(hand: FakeInput) -> None:
    screen = judge(hand)
    add_wall(screen)
    hand.step()
    screen.select_terrain("wall-1")
    screen.remove_selected()
    hand.step()
    assert not screen.table.features
    hand.window.run_commands(("undo",))
    assert [feature.id for feature in screen.table.features] == ["wall-1"]


def test_a_drag_is_one_change_and_the_buttons_do_the_same(hand: FakeInput) -> None:
    screen = judge(hand)
    assert not screen.history.can_undo
    screen.case.add_model("small", (10.0, 10.0, 0.0))
    hand.step()
    start, end = (hand.window.project_to_pixel((x, 10.0, 0.3)) for x in (10.0, 18.0))
    assert start is not None and end is not None
    hand.drag(start, end)
    hand.step(3)
    moved = screen.table.body("small-1").at
    assert moved[0] > 15.0
    click_mark(hand, "undo")
    assert screen.table.body("small-1").at == (10.0, 10.0, 0.0)
    click_mark(hand, "redo")
    assert screen.table.body("small-1").at == moved
    click_mark(hand, "undo")
    click_mark(hand, "undo")
    assert not screen.case.model_ids and not screen.history.can_undo
    hand.window.run_commands(("undo",))
    assert hand.window.notices.visible_notices[-1].words == "Nothing to undo"


def test_a_change_after_an_undo_forgets_what_was_undone(hand: FakeInput) -> None:
    screen = judge(hand)
    screen.case.add_model("small", (10.0, 10.0, 0.0))
    hand.step()
    hand.window.run_commands(("undo",))
    assert screen.history.can_redo
    screen.case.add_model("large", (10.0, 10.0, 0.0))
    hand.step()
    assert not screen.history.can_redo and screen.case.model_ids == ["large-1"]


def test_undo_ends_what_is_being_put(hand: FakeInput) -> None:
    screen = judge(hand)
    screen.case.add_model("small", (10.0, 10.0, 0.0))
    hand.step()
    screen.toggle_wall()
    hand.window.run_commands(("undo",))
    assert not screen.wall.is_active and screen.case.model_ids == ["small-1"]
