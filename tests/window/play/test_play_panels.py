"""The play screen's panels: nothing moves away under the mouse, a hint has its button, Enter saves, signs cover no model."""

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from imgui_bundle import imgui

from tests.conformance.games import CASES
from tests.screens.drawn_words import words_drawn
from tests.screens.play_games import played_to, skirmish
from tests.screens.unseen_window import unseen_window
from tests.window.play.test_layout_sizes import warmachine
from tests.window.play.test_play_screen import Driver, charging
from wc3d.bots.advice import Hint
from wc3d.bots.random_player import RandomPlayer
from wc3d.games.neo_mechanika.ui.window_hooks import NeoMechanikaWindowHooks
from wc3d.presentation.preview import FloatingTag
from wc3d.ui.hint_display import HINT_TIP
from wc3d.ui.play_session import PlaySession
from wc3d.window.layout.model_labels import group_nearby
from wc3d.window.play.game import prompt_panel
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.play.model_labels import CROWD_DISTANCE_PX, _find_visible
from wc3d.window.shell import widgets
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.widgets import draw_tags


@pytest.fixture(scope="module")
def shared():
    with unseen_window() as hand:
        yield hand


@pytest.fixture
def play(shared):
    def show(game, bots=None):
        shared.window.show_screen(PlayScreen(PlaySession(game, bots or {})))
        shared.step(3)
        return Driver(shared)

    yield show
    shared.window.screen.session.close()
    shared.window.settings = Settings(display=DisplaySettings(quality="low", pace=0.0))


def middle(hand, mark):
    x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
    return (x0 + x1) / 2, (y0 + y1) / 2


def test_a_hint_that_comes_moves_no_button(play, monkeypatch):
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    hand.click(f"unit {next(u.id for u in hand.game.state.units_in_play(1))}")
    advice = hand.screen.play_panels.hints.request
    monkeypatch.setattr(advice.worker, "start_task", lambda *words, **more: None)
    names = ("charge ", "aim ", "pass", "hint", "take ")

    def buttons():
        rects = hand.window.ui.widget_rects
        return {mark: rect for mark, rect in rects.items() if mark.startswith(names)}

    before = buttons()
    assert len(before) >= 4
    hand.click("hint")
    assert advice.is_open and "hints" in hand.window.ui.widget_rects
    action = hand.screen.controller.menu.items_of_kind("charge")[0].action
    hint = Hint(action, "charge somebody " * 12, 0.5, 0.1, (1.0, 0.0), ("it is near",) * 9, 40)
    advice.hints = (hint, hint)
    hand.window.request_redraw()
    hand.fake.step(3)
    after = buttons()
    assert "hint 0" in after and all(after[mark] == rect for mark, rect in before.items())


def test_a_long_question_ends_with_a_whole_line_and_a_tooltip_has_all_of_it(play, monkeypatch):
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    assert "whole text" not in hand.window.ui.widget_rects, "it has room"
    for count in range(1, 40):
        sentence = "Charge somebody " * count
        monkeypatch.setattr(prompt_panel, "question_sentence", lambda *_, words=sentence: words)
        with monkeypatch.context() as listening:
            drawn = words_drawn(listening)
            hand.window.request_redraw()
            hand.fake.step(1)
        panel = next(w for w in hand.window.ui.context.windows if "asked words" in w.name)
        room = panel.inner_rect.get_height()
        assert panel.content_size_ideal.y <= room + 0.5, f"{count}: a line is cut"
    assert any(words.endswith("\u2026") for words in drawn)
    hand.fake.move(*middle(hand, "whole text"))
    drawn = words_drawn(monkeypatch)
    hand.window.request_redraw()
    hand.fake.step(3)
    assert any(words.strip() == sentence.strip() for words in drawn), "the whole question"


def test_answers_use_the_room_of_fixed_slots_that_a_prompt_does_not_need(play, monkeypatch):
    hand = play(warmachine("ActQuestion"))
    request = type(hand.screen.play_panels.hints.request)
    monkeypatch.setattr(request, "is_available", property(lambda self: False))
    controller = hand.screen.controller
    slots = lambda: next(  # noqa: E731
        w.size.y for w in hand.window.ui.context.windows if "/slots" in w.name
    )
    hand.window.request_redraw()
    hand.fake.step(2)
    before = slots()
    assert "pass" in hand.window.ui.widget_rects
    kinds = controller.menu.kinds_to_list
    starters = [s for kind in kinds for s in controller.action_starters_for_kind(kind.type)]
    controller.begin_pending(starters[0].target)
    hand.window.request_redraw()
    hand.fake.step(2)
    row = imgui.get_frame_height_with_spacing()
    assert "pass" not in hand.window.ui.widget_rects and slots() >= before + 1.5 * row
    asked = hand.screen.grid.upper
    cancel = hand.window.ui.widget_rects["put down"]
    assert asked[1] < cancel[1] and cancel[3] < asked[3]


def test_the_button_beside_the_key_asks_for_a_hint_and_puts_it_away(play, monkeypatch):
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    advice = hand.screen.play_panels.hints.request
    monkeypatch.setattr(advice.worker, "start_task", lambda *words, **more: None)
    hand.click("hint")
    assert advice.is_open
    hand.click("hint")
    assert not advice.is_open


def test_what_a_hint_says_is_not_hidden_by_what_its_button_does(play, monkeypatch):
    told: list[str] = []
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    monkeypatch.setattr(
        hand.screen.play_panels.hints.request.worker, "start_task", lambda *words, **more: None
    )
    monkeypatch.setattr(widgets, "draw_tooltip", told.append)
    hand.fake.move(*middle(hand, "hint"))
    hand.window.request_redraw()  # the mouse may be there already
    hand.fake.step(2)
    assert set(told) == {HINT_TIP}
    hand.click("hint")
    told.clear()
    hand.window.request_redraw()
    hand.fake.step(2)
    assert "hints" in hand.window.ui.widget_rects and not told


def test_what_a_bot_weighed_is_not_offered_while_a_person_s_action_is_shown(play):
    game = played_to(skirmish(), charging)
    hand = play(game, {2: "recruit"})
    session = hand.screen.session
    staging = hand.screen.animation
    staging.set_speed(1.0)
    session.apply(RandomPlayer("1").choose(game.view(1)))
    hand.fake.step(2)
    assert (
        staging.is_busy
        and not session.is_showing_bot
        and "weighed" not in hand.window.ui.widget_rects
    )


def test_enter_saves_the_copy_that_was_named(play, tmp_path):
    hand = play(played_to(skirmish(), charging), {2: "recruit"})
    hand.key("escape")
    hand.screen.play_panels.menu.copy_name = str(tmp_path / "copy.jsonl")
    hand.fake.step(2)
    hand.click("copy name")
    hand.key("enter")
    assert (tmp_path / "copy.jsonl").exists() and not hand.screen.play_panels.is_menu_open


@pytest.mark.parametrize(("id", "told"), [("warmachine", True), ("neo_mechanika", False)])
def test_the_tools_have_words_where_the_steps_of_the_turn_leave_room(play, monkeypatch, id, told):
    case = next(case for case in CASES if case.id == id)
    hand = play(case.new(case.seed))
    drawn = words_drawn(monkeypatch)
    hand.window.request_redraw()
    hand.fake.step()
    assert any("Measure" in words for words in drawn) is told
    x1 = hand.window.ui.widget_rects["menu"][2]
    assert 1280 - 24 < x1 < 1280, "the row ends at the edge"
    assert imgui.get_io().display_size.x == 1280


def test_signs_lie_over_no_model_and_those_of_a_crowd_in_a_column(play):
    hand = play(
        played_to(skirmish(), lambda game: charging(game) and game.state.turn > 5), {2: "recruit"}
    )
    screen = hand.screen
    window = hand.window
    window.settings = Settings(display=DisplaySettings(quality="low", pace=0.0, names="all"))
    window.request_redraw(3)
    hand.fake.step(3)
    labels = {label.id: label for label in screen.rules.display.labels(screen.controller.state)}
    seen = _find_visible(window.project_to_pixel, list(labels.values()), (), ())
    signs = {
        mark.removeprefix("badge "): rect
        for mark, rect in window.ui.widget_rects.items()
        if mark.startswith("badge ")
    }
    assert len(signs) >= 6

    def over(rect, box):
        return max(0, min(rect[2], box[2]) - max(rect[0], box[0])) * max(
            0, min(rect[3], box[3]) - max(rect[1], box[1])
        )

    small = {
        one.thing.id: 0.15 * (one.box[2] - one.box[0]) * (one.box[3] - one.box[1]) for one in seen
    }
    assert not [
        (id, one.thing.id)
        for id, rect in signs.items()
        for one in seen
        if over(rect, one.box) > small[one.thing.id]
    ]
    crowds = group_nearby([one.spot for one in seen], CROWD_DISTANCE_PX * window.ui.scale)
    columns: list[list[Any]] = [
        [signs[id] for k in crowd if (id := seen[k].thing.id) in signs] for crowd in crowds
    ]
    longest: list[Any] = max(columns, key=len)
    column = sorted(longest, key=lambda rect: rect[1])
    assert len(column) >= 2 and all(
        0 <= below[1] - above[3] < 4 for above, below in pairwise(column)
    )


@pytest.fixture(scope="module")
def declared():
    """A battle up to an attack whose dice have not been rolled: it is asked whether they are boosted. With that attack."""
    case = next(case for case in CASES if case.id == "warmachine")
    game = case.new(1)
    players = {player: RandomPlayer(f"1/{player}") for player in (1, 2)}
    while (
        type(game.state.agenda[-1]).__name__ != "BoostQuestion"
        or game.turns[-1].action.type != "attack"
    ):
        assert game.to_act is not None
        game.apply(players[game.to_act].choose(game.view(game.to_act)))
    attack = game.turns[-1].action
    game.undo(1)
    return game, attack


def test_an_attack_that_is_taken_back_leaves_neither_line_nor_dice_nor_story(play, declared):
    game, attack = declared
    hand = play(game)
    screen = hand.screen
    staging = hand.screen.animation
    staging.set_speed(1.0)
    screen.session.apply(attack)
    hand.fake.step(3)
    assert (
        staging.is_busy
        and staging.under_way.is_open
        and "story" in hand.window.ui.widget_rects
        and screen.draw_animation(hand.window.board)
    )
    line = screen.session.log.lines[-1]
    screen.on_button("present")
    screen.show_log_line(next(line for line in reversed(screen.session.log.lines) if line.strokes))
    assert screen.attention.line is not None
    screen.on_button("undo")
    hand.fake.step(3)
    assert game.turns[-1].action != attack and line not in screen.session.log.lines
    assert (
        not staging.is_busy
        and not staging.rolls
        and not staging.under_way.is_open
        and not screen.draw_animation(hand.window.board)
    )
    assert screen.attention.line is None and not {"story", "dice"} & {*hand.window.ui.widget_rects}


def test_signs_lie_beside_the_line_of_the_story(play, declared):
    game, attack = declared
    hand = play(game)
    screen = hand.screen
    window = hand.window
    screen.animation.now = lambda: 100.0
    screen.animation.set_speed(1.0)
    screen.session.apply(attack)
    hand.fake.step(3)
    model = screen.table.body(
        next(mark for mark in window.ui.widget_rects if mark.startswith("badge ")).removeprefix(
            "badge "
        )
    )
    for _ in range(20):  # until the model is seen right below the line
        across, along = window.project_to_pixel(model.at)
        window.viewpoint.pan(640 - across, 150 - along)
        window.aim_camera()
        hand.fake.step()
    hand.fake.step(2)
    x0, y0, x1, y1 = window.ui.widget_rects["story"]
    across, along = window.project_to_pixel(model.at)
    assert x0 < across < x1 and along < y1 + 60
    signs = [rect for mark, rect in window.ui.widget_rects.items() if mark.startswith("badge ")]
    assert signs and not [r for r in signs if r[0] < x1 and x0 < r[2] and r[1] < y1 and y0 < r[3]]


def test_a_sign_whose_place_is_behind_the_bar_is_left_out(shared):
    tags = [FloatingTag((300.0, high, 0.0), "here", (255, 255, 255)) for high in (20.0, 300.0)]
    covered: list[Rect] = []

    class Shelf(Screen):
        name = "shelf"

        def draw_panels(self, ui):
            covered[:] = draw_tags(tags, lambda at: at[:2], room=(0.0, 56.0, 900.0, 700.0))

    shared.window.show_screen(Shelf())
    shared.step(2)
    assert [rect[1] > 56 for rect in covered] == [True]


def test_a_large_hand_lies_between_the_panels_at_the_sides(shared):
    state = skirmish().state
    hand = [*state.players[1].hand, *state.players[2].hand][:8]
    players = {1: SimpleNamespace(hand=hand)}
    menu = SimpleNamespace(find_offer=lambda kind: None, items_of_kind=lambda kind: ())
    interaction: Any = SimpleNamespace(
        state=SimpleNamespace(players=players, setup=state.setup), menu=menu, aimed_items=()
    )
    own = NeoMechanikaWindowHooks()
    room = (260.0, 60.0, 950.0, 700.0)

    class Shelf(Screen):
        name = "shelf"

        def draw_panels(self, ui):
            own.draw_panels(ui, interaction, 1, room, {})

    shared.window.show_screen(Shelf())
    shared.step(4)
    boxes = [shared.window.ui.widget_rects[f"card {i}"] for i in range(8)]
    assert all(room[0] <= box[0] and box[2] <= room[2] for box in boxes)
    assert max(box[2] for box in boxes) - boxes[0][0] > 500
    assert all(one[2] <= other[0] or one[3] <= other[1] for one, other in pairwise(boxes))
