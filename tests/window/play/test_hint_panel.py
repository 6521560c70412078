"""A hint at the window: fixed buttons with keys, words in the strip, its picture on the table, and a wait that can be ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.warmachine.rules.playing import activate, battle
from tests.screens.fake_input import FakeInput
from tests.screens.play_games import asks, played_to, skirmish
from tests.screens.unseen_window import unseen_window
from tests.window.play.test_layout_sizes import acting, charging
from tests.window.play.test_play_screen import Driver
from wc3d.bots.advice import Hint
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.ui.hint_request import SLOW_AFTER_S
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.screen import PlayScreen

BUTTONS = ("hint", "hint do", "hint next")


@pytest.fixture(scope="module")
def shared() -> Iterator[FakeInput]:
    with unseen_window() as hand:
        yield hand


@pytest.fixture
def play(shared: FakeInput) -> Iterator[Any]:
    def show(game: Game) -> Driver:
        bots = {3 - (game.to_act or 1): next(iter(game.rules.bots))}
        screen = PlayScreen(PlaySession(game, bots))
        worker = screen.play_panels.hints.request.worker
        worker.start_task = lambda *more, **named: None  # type: ignore[method-assign]
        shared.window.show_screen(screen)
        shared.step(3)
        return Driver(shared)

    yield show
    screen: Any = shared.window.screen
    screen.session.close()


def redraw(hand: Driver) -> None:
    hand.window.request_redraw(2)
    hand.fake.step(3)


def give(hand: Driver, *actions: Any) -> None:
    """Let hints come: these actions."""
    hand.screen.play_panels.hints.request.hints = tuple(
        Hint(action, f"plan {number}", 0.5, 0.1, (1.0, 0.0), ("it is near",), 9)
        for number, action in enumerate(actions)
    )
    redraw(hand)


def rects(hand: Driver) -> dict[str, Any]:
    return {m: r for m, r in hand.window.ui.widget_rects.items() if m in BUTTONS}


def candidates(game: Game, kind: str) -> list[Any]:
    return [a for offer in game.offers() if offer.type == kind for a in offer.candidates()]


# --- fixed places


@pytest.mark.parametrize("size", [(1024, 768), (1600, 900)], ids=str)
def test_the_three_buttons_keep_their_places_from_question_to_question(
    play: Any, size: tuple[int, int]
) -> None:
    hand = play(played_to(skirmish(), charging))
    before = hand.window.win.get_x_size(), hand.window.win.get_y_size()
    hand.window.win.set_size(*size)
    redraw(hand)
    assert {*rects(hand)} == {"hint"}, "nothing to do before there is a hint"
    closed = rects(hand)["hint"]
    hand.key("i")
    waiting = rects(hand)
    actions = candidates(hand.game, "charge")[:2]
    give(hand, *actions)
    assert rects(hand) == waiting and waiting["hint"] == closed
    give(hand, actions[0])
    assert rects(hand) == waiting, "also where there is no next one"
    hand.key("y")
    assert len(hand.game.turns) and {*rects(hand)} == {"hint"}
    assert rects(hand)["hint"] == closed
    hand.window.win.set_size(*before)
    redraw(hand)


def test_a_hint_is_told_in_the_strip(play: Any) -> None:
    hand = play(played_to(skirmish(), charging))
    hand.key("i")
    assert "hint state" in hand.window.ui.widget_rects
    give(hand, *candidates(hand.game, "charge")[:2])
    left, top, right, bottom = hand.window.ui.widget_rects["hints"]
    x0, y0, x1, y1 = hand.screen.grid.strip
    assert (left, top) >= (x0 - 1, y0 - 1) and right <= x1 + 1 and bottom <= y1 + 1
    assert "hint 0" in hand.window.ui.widget_rects
    hand.click("hint next")
    assert "hint 1" in hand.window.ui.widget_rects


# --- keys and clicks


@pytest.mark.parametrize("way", ["key", "click"])
def test_do_it_and_next_best_by_key_and_by_click(play: Any, way: str) -> None:
    hand = play(played_to(skirmish(), charging))
    press = hand.key if way == "key" else hand.click
    marks = dict(zip(BUTTONS, "iyx", strict=True)) if way == "key" else {m: m for m in BUTTONS}
    first, second = candidates(hand.game, "charge")[:2]
    done = len(hand.game.turns)
    press(marks["hint"])
    give(hand, first, second)
    press(marks["hint next"])
    assert hand.screen.play_panels.hints.hint.action == second
    press(marks["hint do"])
    assert hand.game.turns[done].action == second
    assert len(hand.game.turns) >= done + 1 and hand.screen.play_panels.hints.hint is None


def test_the_keys_do_nothing_without_a_hint_and_behind_a_dialog(play: Any) -> None:
    hand = play(played_to(skirmish(), charging))
    done = len(hand.game.turns)
    hand.key("y")
    hand.key("x")
    assert len(hand.game.turns) == done
    hand.key("i")
    give(hand, *candidates(hand.game, "charge")[:2])
    hand.screen.on_button("menu")
    redraw(hand)
    hand.key("x")
    hand.key("y")
    assert len(hand.game.turns) == done and hand.screen.play_panels.hints.number == 0
    hand.screen.on_button("menu")
    hand.window.help = True
    redraw(hand)
    hand.key("y")
    hand.key("x")
    assert len(hand.game.turns) == done and hand.screen.play_panels.hints.number == 0
    hand.window.help = False
    redraw(hand)
    hand.key("x")
    assert hand.screen.play_panels.hints.number == 1


def test_an_activation_that_a_hint_ends_is_asked_about(play: Any) -> None:
    hand = play(played_to(skirmish(), acting))
    done = len(hand.game.turns)
    hand.key("i")
    give(hand, act.Pass(player=1))
    hand.key("y")
    assert len(hand.game.turns) == done and "end question" in hand.window.ui.widget_rects
    hand.key("y")
    assert len(hand.game.turns) == done, "the question has buttons of its own"
    hand.key("escape")
    assert {*rects(hand)} == {*BUTTONS}
    hand.key("y")
    hand.key("space")
    assert hand.game.turns[done].action == act.Pass(player=1)


def test_a_measuring_tool_is_closed_before_a_hint_is_done(play: Any) -> None:
    hand = play(played_to(skirmish(), charging))
    done = len(hand.game.turns)
    hand.key("i")
    give(hand, *candidates(hand.game, "charge")[:1])
    hand.key("m")
    hand.key("y")
    assert len(hand.game.turns) == done
    assert any("measuring tool" in n.words for n in hand.window.notices.visible_notices)


# --- the wait


def test_a_wait_shows_its_progress_after_a_moment_and_can_be_ended(play: Any) -> None:
    hand = play(played_to(skirmish(), charging))
    hand.key("i")
    request = hand.screen.play_panels.hints.request
    request._asked_at += 1000
    redraw(hand)
    assert "hint cancel" not in hand.window.ui.widget_rects
    request._asked_at -= 1000 + SLOW_AFTER_S
    hand.fake.step(3)  # nobody moves the mouse
    assert "hint cancel" in hand.window.ui.widget_rects
    hand.click("hint cancel")
    assert not request.is_open and "hints" not in hand.window.ui.widget_rects


def test_the_game_goes_on_while_a_hint_is_computed(play: Any) -> None:
    hand = play(played_to(skirmish(), charging))
    hand.key("i")
    done = len(hand.game.turns)
    hand.key("space")
    assert len(hand.game.turns) == done + 1
    assert not hand.screen.play_panels.hints.request.is_open


# --- the picture


def test_the_table_shows_the_hint(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = play(played_to(skirmish(), lambda g: asks(g) == "ActingQuestion" and g.to_act == 1))
    hand.key("i")
    drawn: list[Any] = []
    hints = hand.screen.play_panels.hints
    draw = hints.draw

    def note(board: Any, attention: Any, eye: str | None = None) -> None:
        drawn.append(hints.hint)
        draw(board, attention, eye)

    monkeypatch.setattr(hints, "draw", note)
    moves = [move for move in candidates(hand.game, "advance") if move.path][:2]
    give(hand, *moves)
    assert drawn and drawn[-1].action == moves[0]
    hand.key("x")
    assert drawn[-1].action == moves[1], "the table shows what Do it would do"
    hand.key("i")
    assert drawn[-1] is None


def test_warmachine_has_hints(play: Any) -> None:
    hand = play(activate(battle({"1.anvil": (24, 20, 90)}), "1.anvil"))
    hand.key("i")
    request = hand.screen.play_panels.hints.request
    assert request.is_open and {*rects(hand)} == {*BUTTONS}
    action = candidates(hand.game, "advance")[0]
    done = len(hand.game.turns)
    give(hand, action)
    hand.click("hint do")
    assert hand.game.turns[done].action == action
