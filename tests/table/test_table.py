"""The table answers a player's questions by name, by body or by id, and stays as it was."""

from __future__ import annotations

import pytest

from tests.table.building import SMALL, at, board, box
from wc3d.errors import InputError
from wc3d.table.body import Body


def test_questions_by_id_and_by_body_given_without_a_height() -> None:
    roof = box("s", "structure", (20, 15), (4, 4), 3)
    jack = Body("jack", base="large", at=(10, 15))
    hunter = Body("hunter", base="small", at=(20, 15))
    table = board(roof).with_bodies(jack, hunter)
    assert table.body("hunter").at == (20, 15, 3) and table.body("jack").at == (10, 15, 0)
    assert table.distance(jack, hunter) == table.distance("hunter", "jack") > 8
    assert table.sight(jack, "hunter")
    assert table.cover(jack, hunter).intervening == ("s",)
    assert table.blast("jack").models == () and table.within(jack, 12) == ("hunter",)
    assert table.spray("jack", "hunter", 10).hits == ("hunter",)
    assert table.stand("small", (5, 5, 0)) and not table.stand("small", (5, 5, 1))
    assert table.jump(hunter, to=(24, 15)).end == (24, 15, 0)
    assert table.move(jack, [(10, 12)], 6).legal and table.slam("jack", hunter, 3).end[
        0
    ] == pytest.approx(7)
    assert table.reach(jack, 4).levels[0].height == 0
    assert table.reposition(hunter, "jack", (20, 18.5, 0)).legal is False
    assert table.body("jack").at == (10, 15, 0)


def test_who_is_not_there_cannot_be_asked_about() -> None:
    with pytest.raises(InputError, match="nobody"):
        board().distance("nobody", "else")


def test_bodies_with_heights_are_put_down_before_those_without() -> None:
    bridge = box("b", "structure", (15, 15), (6, 6), 1, bottom=3)
    upper = at("u", "large", 15, 15, 4)
    lower = Body("l", "large", (15, 15))
    table = board(bridge).with_bodies(lower, upper)
    assert [b.id for b in table.bodies] == ["l", "u"] and table.body("l").at == (15, 15, 0)


def test_a_body_is_replaced_by_one_of_the_same_id_and_taken_off() -> None:
    table = board(bodies=(at("a", "small", 5, 5), at("b", "small", 9, 5)))
    again = table.with_bodies(at("a", "small", 5 + SMALL, 5))
    assert again.body("a").at[0] == 5 + SMALL and table.body("a").at[0] == 5
    assert [b.id for b in again.without("a").bodies] == ["b"]
