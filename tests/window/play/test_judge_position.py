"""From a game to the judge and back: the table goes there as it stands, and the game stays as it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.screens.fake_input import FakeInput
from tests.screens.keyboard_hand import click_mark
from tests.screens.play_games import played_to, skirmish
from tests.screens.unseen_window import unseen_window
from tests.window.play.test_layout_sizes import acting, charging, show_target, warmachine
from wc3d.cli.window.screens import judge_screen_for_position
from wc3d.engine.game import Game
from wc3d.ui.play_session import PlaySession
from wc3d.window.board.judge.screen import JudgeScreen
from wc3d.window.play.game.screen import PlayScreen


@pytest.fixture(scope="module")
def hand() -> Iterator[FakeInput]:
    with unseen_window() as made:
        made.window.make_judge_screen = judge_screen_for_position
        yield made


def begin(hand: FakeInput, game: Game, bots: dict[int, str] | None = None) -> PlayScreen:
    screen = PlayScreen(PlaySession(game, bots or {}), lambda: None)
    hand.window.show_screen(screen)
    hand.window.notices.visible_notices.clear()
    hand.step(4)
    return screen


def go_to_judge(hand: FakeInput) -> JudgeScreen:
    click_mark(hand, "menu")
    click_mark(hand, "judge position")
    judge: Any = hand.window.screen
    assert isinstance(judge, JudgeScreen)
    return judge


def what_is_kept(screen: PlayScreen) -> tuple[Any, ...]:
    controller = screen.controller
    return (
        controller.state,
        len(screen.session.game.turns),
        controller.selected_id,
        controller.aimed_items,
        controller.pending,
        screen.window.viewpoint.orbit,
        screen.window.cutaway,  # type: ignore[attr-defined]
    )


def test_the_judge_has_the_table_and_the_game_goes_on_as_it_was(hand: FakeInput) -> None:
    screen = begin(hand, played_to(skirmish(), acting), {2: "recruit"})
    show_target(screen)
    hand.window.zoom(0.7)
    before = what_is_kept(screen)
    judge = go_to_judge(hand)
    table = screen.rules.queries.table(screen.controller.state)
    assert judge.table.bodies == table.bodies and judge.table.features == table.features
    assert judge.table.policy == table.policy and not judge.is_unsaved
    click_mark(hand, "back to game")
    assert hand.window.screen is screen
    assert what_is_kept(screen) == before and not screen.play_panels.is_covering_table
    assert not screen.animation.is_paused
    turns = len(screen.session.game.turns)
    screen.controller.asks_before_end = False
    screen.controller.cancel()
    screen.controller.end_step()
    assert len(screen.session.game.turns) > turns, "the game goes on"
    screen.session.close()


def test_what_was_moved_at_the_judge_does_not_move_in_the_game(hand: FakeInput) -> None:
    screen = begin(hand, played_to(skirmish(), charging), {2: "recruit"})
    before = what_is_kept(screen)
    judge = go_to_judge(hand)
    judge.case.remove_model(judge.case.model_ids[0])
    hand.step(2)
    click_mark(hand, "back to game")
    assert hand.window.screen is judge and judge.is_leaving, "the dispute is not saved"
    click_mark(hand, "leave cancel")
    assert hand.window.screen is judge and not judge.is_leaving
    click_mark(hand, "back to game")
    click_mark(hand, "leave drop")
    assert hand.window.screen is screen and what_is_kept(screen) == before
    screen.session.close()


def test_a_position_of_warmachine_keeps_facings_and_sides(hand: FakeInput) -> None:
    screen = begin(hand, warmachine("ActQuestion"))
    judge = go_to_judge(hand)
    assert judge.table.bodies == screen.rules.queries.table(screen.controller.state).bodies
    assert judge.case.traits, "the questions are those of the game"
    click_mark(hand, "back to game")
    assert hand.window.screen is screen
    screen.session.close()


def test_leaving_the_judge_for_elsewhere_closes_the_game(
    hand: FakeInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = begin(hand, played_to(skirmish(), charging), {2: "recruit"})
    closed: list[bool] = []
    monkeypatch.setattr(screen.session, "close", lambda: closed.append(True))
    go_to_judge(hand)
    assert not closed
    other = begin(hand, skirmish())
    assert closed == [True]
    monkeypatch.undo()
    screen.session.close()
    other.session.close()


def test_a_window_without_a_judge_has_no_button(hand: FakeInput) -> None:
    hand.window.make_judge_screen = None
    screen = begin(hand, skirmish())
    click_mark(hand, "menu")
    assert "concede" in hand.window.ui.widget_rects
    assert "judge position" not in hand.window.ui.widget_rects
    hand.window.make_judge_screen = judge_screen_for_position
    screen.session.close()
