"""Buttons that stay where they are, have keys, and are not pressed by a click meant for another question."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from tests.games.warmachine.rules.playing import activate, battle
from tests.screens.drawn_words import words_drawn
from tests.screens.fake_input import FakeInput
from tests.screens.play_games import BOTS, asks, played_to, skirmish
from tests.screens.unseen_window import unseen_window
from tests.window.play.test_layout_sizes import acting, charging
from tests.window.play.test_play_screen import Driver
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.games.neo_mechanika.rules.agenda_frames import Activation
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.action_buttons import GUARD_S, ClickGuard, KeyedButtons
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.tag_layout import do_lines_cross, is_line_over


class Clock:
    """A time that a test turns on."""

    def __init__(self) -> None:
        self.time = 50.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture(scope="module")
def shared() -> Iterator[FakeInput]:
    with unseen_window() as hand:
        yield hand


@pytest.fixture
def play(shared: FakeInput) -> Iterator[Any]:
    def show(game: Game, bots: dict[int, str] | None = None) -> Driver:
        shared.window.show_screen(PlayScreen(PlaySession(game, bots or {})))
        shared.step(3)
        return Driver(shared)

    yield show
    screen: Any = shared.window.screen
    screen.session.close()
    shared.window.settings = Settings(display=DisplaySettings(quality="low", pace=0.0))


# --- clicks meant for an earlier question


def test_a_new_question_ignores_a_resting_mouse_for_a_moment() -> None:
    clock = Clock()
    guard = ClickGuard(clock)
    guard.watch("charge", (10.0, 10.0))
    assert not guard.is_blocking((10.0, 10.0)), "the first question of a screen"
    guard.watch("cypher", (10.0, 10.0))
    assert guard.is_blocking((10.0, 10.0))
    clock.time += GUARD_S - 0.01
    assert guard.is_blocking((12.0, 10.0))
    clock.time += 0.02
    assert not guard.is_blocking((12.0, 10.0))


def test_a_mouse_that_moves_has_seen_the_new_question() -> None:
    clock = Clock()
    guard = ClickGuard(clock)
    guard.watch("charge", (10.0, 10.0))
    guard.watch("cypher", (10.0, 10.0))
    assert not guard.is_blocking((40.0, 10.0))
    guard.watch("cypher", (40.0, 10.0))
    assert not guard.is_blocking((10.0, 10.0)), "back at the old place"


def test_a_double_click_passes_one_step(play: Any) -> None:
    clock = Clock()
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    hand.screen.play_panels.buttons.guard.now = clock
    assert hand.screen.session.game.state.phase == 2
    hand.click("pass")
    done = len(hand.game.turns)
    assert hand.game.state.phase == 3
    hand.click("pass")
    assert len(hand.game.turns) == done, "the mouse rests where the old question had its button"
    clock.time += GUARD_S + 0.01
    hand.click("pass")
    assert len(hand.game.turns) == done + 1


# --- fixed slots


def test_the_last_slot_and_the_hint_stay_through_a_whole_turn(play: Any) -> None:
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    bot = BOTS["recruit"](1)
    places: dict[str, set[Any]] = {}
    turn = hand.game.state.turn
    questions = set()
    while hand.game.state.turn == turn and not hand.game.over:
        hand.screen.controller.apply_action(bot.choose(hand.game.view(1)))
        hand.window.request_redraw()
        hand.fake.step(2)
        if hand.game.to_act == 1:
            questions.add(asks(hand.game))
            for mark in ("pass", "hint", "now"):
                if mark in hand.window.ui.widget_rects:
                    left, top, _, _ = hand.window.ui.widget_rects[mark]
                    places.setdefault(mark, set()).add((left, top))
    assert len(questions) >= 3 and {*places} == {"pass", "hint", "now"}
    assert all(len(tops) == 1 for tops in places.values()), places


def test_the_first_picture_is_the_last_one(play: Any) -> None:
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    window = hand.window
    window.show_screen(PlayScreen(hand.screen.session))
    pictures = []
    for _ in range(6):
        window.request_redraw(1)
        window.task_mgr.step()
        pictures.append(
            {mark: r for mark, r in window.ui.widget_rects.items() if "badge" not in mark}
        )
    assert pictures[0] and all(picture == pictures[-1] for picture in pictures[1:])


def test_a_panel_that_grows_is_drawn_until_it_rests(play: Any) -> None:
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    window = hand.window
    hand.screen.play_panels.is_menu_open = True
    window.request_redraw(1)
    for _ in range(8):  # nobody moves the mouse
        window.task_mgr.step()
    settled = dict(window.ui.widget_rects)
    window.request_redraw(2)
    window.task_mgr.step()
    window.task_mgr.step()
    assert window.ui.widget_rects["close menu"] == settled["close menu"]
    assert window.is_drawn


# --- keys


def test_each_action_button_has_a_key_that_does_what_a_click_does(play: Any) -> None:
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    unit = hand.screen.controller.units_to_act()[0]
    hand.key("page_down")
    while unit not in hand.screen.rules.queries.group(
        hand.screen.controller.state, hand.screen.controller.selected_id
    ):
        hand.key("page_down")
    marks = hand.screen.play_panels.buttons.marks
    assert len({*marks}) == len(marks)
    number = marks.index(f"charge {unit}") + 1
    hand.key(str(number))
    assert hand.game.turns[-1].action == act.Charge(player=1, on=unit)


def test_rows_are_picked_by_keys_both_ways(play: Any) -> None:
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    controller = hand.screen.controller
    rows = [
        row.id
        for player in (1, 2)
        for row in hand.screen.rules.display.roster(controller.state, player).rows
    ]
    for expected in rows[:3]:
        hand.key("page_down")
        assert controller.selected_id == expected
    hand.key("page_up")
    assert controller.selected_id == rows[1]
    for _ in range(2):
        hand.key("page_up")
    assert controller.selected_id == rows[-1]


def test_a_key_presses_nothing_behind_the_menu(play: Any) -> None:
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    done = len(hand.game.turns)
    hand.screen.on_button("menu")
    hand.window.request_redraw()
    hand.fake.step(2)
    hand.key("1")
    assert hand.screen.controller.pending is None and len(hand.game.turns) == done


def test_a_key_whose_button_is_gone_does_nothing(shared: FakeInput) -> None:
    buttons = KeyedButtons()
    assert not buttons.press(0)
    buttons.marks = ["charge"]
    assert buttons.press(0) and not buttons.press(1)
    buttons.end_frame()
    assert buttons._pressed == ""


# --- ending an activation


def test_ending_an_activation_with_unused_actions_asks_once(play: Any) -> None:
    hand = play(played_to(skirmish(), acting), {2: "recruit"})
    controller = hand.screen.controller
    done = len(hand.game.turns)
    hand.key("space")
    assert len(hand.game.turns) == done and "end question" in hand.window.ui.widget_rects
    count = controller.hooks.count_unused_actions(controller.context)
    assert count > 1 and f"with {count} actions left?" in controller.end_question
    hand.key("escape")
    assert "end question" not in hand.window.ui.widget_rects and controller.end_question == ""
    hand.key("space")
    hand.key("space")
    assert hand.game.turns[done].action == act.Pass(player=1)


def test_the_question_can_be_switched_off(play: Any) -> None:
    hand = play(played_to(skirmish(), acting), {2: "recruit"})
    hand.window.settings = Settings(
        display=DisplaySettings(quality="low", pace=0.0, confirm_end=False)
    )
    done = len(hand.game.turns)
    hand.key("space")
    assert hand.game.turns[done].action == act.Pass(player=1)


def test_nothing_is_asked_where_nothing_is_left(play: Any) -> None:
    def spent(game: Game) -> bool:
        frames = [frame for frame in game.state.agenda if isinstance(frame, Activation)]
        return (
            asks(game) == "ActingQuestion"
            and game.to_act == 1
            and frames[-1].advanced
            and not any(list(o.candidates()) for o in game.offers() if o.type == "attack")
        )

    hand = play(played_to(skirmish(), spent), {2: "recruit"})
    assert hand.screen.controller.hooks.count_unused_actions(hand.screen.controller.context) == 0
    done = len(hand.game.turns)
    hand.key("space")
    assert hand.game.turns[done].action == act.Pass(player=1)


def test_warmachine_asks_too(play: Any) -> None:
    hand = play(activate(battle({"1.anvil": (24, 20, 90)}), "1.anvil"))
    done = len(hand.game.turns)
    hand.key("space")
    assert len(hand.game.turns) == done and "end question" in hand.window.ui.widget_rects
    hand.click("keep acting")
    assert "end question" not in hand.window.ui.widget_rects


# --- the end of a round


@pytest.mark.parametrize("close", ["space", "enter", "escape", "button"])
def test_the_end_of_a_round_is_a_card_that_a_key_or_its_button_closes(
    play: Any, close: str
) -> None:
    game = played_to(skirmish(), lambda g: g.state.round == 2 and g.to_act == 1)
    turns = len(game.turns)
    before = next(t.state_before for t in reversed(game.turns) if t.state_before.round == 1)
    hand = play(game, {2: "recruit"})
    hand.screen._last_state = before
    hand.screen._show_news()
    hand.window.request_redraw()
    hand.fake.step(3)
    rects = hand.window.ui.widget_rects
    assert "round end" in rects and "points" in rects
    card = hand.screen.play_panels.round_card
    assert card.title.startswith("Pulse round 1 is over") and len(card.table.rows) == 2
    if close == "button":
        hand.click("close round")
    else:
        hand.key(close)
    assert "round end" not in hand.window.ui.widget_rects and len(game.turns) == turns


def test_a_round_of_warmachine_ends_with_both_battlegroups(play: Any) -> None:
    hand = play(activate(battle({"1.anvil": (24, 20, 90)}), "1.anvil"))
    hand.screen._show_round_end("Round 2")
    hand.window.request_redraw()
    hand.fake.step(3)
    card = hand.screen.play_panels.round_card
    assert "round end" in hand.window.ui.widget_rects and len(card.lines) == 2


def test_where_only_bots_play_the_card_of_a_round_continues_by_itself(
    play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played_to(skirmish(), lambda g: g.state.round == 2 and g.to_act == 1)
    before = next(t.state_before for t in reversed(game.turns) if t.state_before.round == 1)
    hand = play(game, {2: "recruit"})
    monkeypatch.setattr(hand.screen.session, "people", ())
    clock = Clock()
    monkeypatch.setattr("wc3d.window.play.game.score_cards.time.monotonic", clock)
    hand.screen._last_state = before
    hand.screen._show_news()
    drawn = words_drawn(monkeypatch)
    hand.window.request_redraw()
    hand.fake.step(3)
    assert "round end" in hand.window.ui.widget_rects
    assert any(words.startswith("Continue in 8 s") for words in drawn)
    assert hand.screen.animation.is_paused
    assert not any("is over" in n.words for n in hand.window.notices.visible_notices)
    clock.time += 5.0
    hand.fake.step(3)
    assert any(words.startswith("Continue in 3 s") for words in drawn)
    clock.time += 3.5
    hand.fake.step(3)
    assert "round end" not in hand.window.ui.widget_rects and not hand.screen.animation.is_paused


# --- a saved game


def test_a_loaded_game_opens_with_the_whole_table_between_the_panels(play: Any) -> None:
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    left, top, right, bottom = hand.screen.whole_table_rect()
    spots = [hand.spot(corner) for corner in ((0, 0), (30, 0), (0, 30), (30, 30))]
    for across, along in spots:
        assert left <= across <= right and top <= along <= bottom
    across, along = zip(*spots, strict=True)
    assert max(across) - min(across) > 0.9 * (right - left)
    assert max(along) - min(along) > 0.75 * (bottom - top)
    assert top < hand.screen.grid.strip[3], "the strip above the table is empty at rest"


# --- signs


@pytest.mark.parametrize("names", ["needed", "all"])
def test_no_lines_of_signs_cross_and_crowds_share_one(play: Any, names: str) -> None:
    game = skirmish()
    seen = 0
    lists = 0
    for turn in (4, 6, 8):
        game = played_to(game, lambda game, turn=turn: charging(game) and game.state.turn >= turn)
        hand = play(game, {2: "recruit"})
        window = hand.window
        if names == "all":
            window.settings = Settings(
                display=DisplaySettings(quality="low", pace=0.0, names="all")
            )
            window.request_redraw(3)
            hand.fake.step(3)
        lines = window.ui.label_lines
        signs = {
            m: r for m, r in window.ui.widget_rects.items() if m.startswith(("badge ", "marker "))
        }
        assert not [(a, b) for a, b in combinations(lines, 2) if do_lines_cross(a, b)]
        inner = [(x0 + 1, y0 + 1, x1 - 1, y1 - 1) for x0, y0, x1, y1 in signs.values()]
        assert not [(line, rect) for line in lines for rect in inner if is_line_over(line, rect)]
        seen += len(signs)
        lists += len([m for m in signs if m.startswith("badge ")]) > len(lines)
        hand.screen.session.close()
    assert seen >= 12 and (lists or names == "needed")


def words_of(hand: Driver, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The words in the window now, without the marks of its buttons."""
    with monkeypatch.context() as patch:
        drawn = words_drawn(patch)
        hand.window.request_redraw(3)
        hand.fake.step(3)
    return {words.partition("###")[0] for words in drawn}


def test_the_buttons_of_a_number_say_what_they_do(
    play: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered = lambda game: game.to_act == 1 and any(o.type == "place_gate" for o in game.offers())  # noqa: E731
    hand = play(played_to(skirmish(), offered), {2: "recruit"})
    pending = hand.screen.controller.pending
    gate = pending.controls()[0]
    assert gate.number == pending.arc == gate.most > 2
    assert {
        f"{gate.most} of {gate.most} Arc on the gate",
        f"− One less on the gate: {gate.most - 1} Arc",
        f"+ At most {gate.most} Arc on the gate",
    } <= words_of(hand, monkeypatch)
    hand.click("more gate")
    assert pending.arc == gate.most, "what cannot grow is not pressed"
    for _ in range(gate.most):
        hand.click("less gate")
    assert pending.arc == 1
    assert {"− At least 1 Arc on the gate", "+ One more on the gate: 2 Arc"} <= words_of(
        hand, monkeypatch
    )


def test_the_score_is_in_plain_words(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = play(skirmish(), {2: "recruit"})
    hand.screen.on_button("score")
    hand.fake.step(3)
    assert {"Anna 0", "Ben 0"} <= words_of(hand, monkeypatch)
    later = played_to(skirmish(), lambda game: game.state.players[1].points > 0)
    table = later.rules.display.score(later.state, later.log)
    points = later.state.players[1].points
    line = table.source_lines()[0]
    assert line.startswith(f"Anna {points}: ") and line.endswith(")")
