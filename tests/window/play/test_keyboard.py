"""A game by the keyboard alone: the cross on the table, the keys in the panels, the menu and the score."""

import pytest
from imgui_bundle import imgui

from tests.games.neo_mechanika.rules.playing import at_step, begun
from tests.screens.fake_input import FakeInput
from tests.screens.keyboard_hand import go_to_model, press_button, wait
from tests.screens.keys_behind import assert_nothing_happens, press, window_state
from tests.screens.play_games import asks, played_to, skirmish
from tests.window.play.test_layout_sizes import charging, covers, resize
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window

ACTION_MARKS = ("pass", "hint", "undo", "redo", "menu", "help", "score", "measure", "sight", "area")


@pytest.fixture(scope="module")
def shared():
    settings = Settings(display=DisplaySettings(quality="low", pace=0.0))
    window = Window(
        PlayScreen(PlaySession(skirmish())), offscreen=True, size=(1280, 720), settings=settings
    )
    window.render.hide()
    yield FakeInput(window)
    window.close()


@pytest.fixture
def show(shared):
    """Shows a game and returns the hand on it; the mouse lies in a corner and is never moved."""

    def shown(game, bots=None):
        shared.window.show_screen(PlayScreen(PlaySession(game, bots or {2: "recruit"})))
        shared.window.notices.visible_notices.clear()
        shared.move(2.0, 2.0)
        shared.step(4)
        return shared

    yield shown
    shared.window.table_cursor.hide()
    shared.window.screen.session.close()


def duel():
    """A Scourge that reaches a Dusk Wolf with its claw after a short move."""
    state = begun(
        ("scourge",),
        ("dusk_wolf",),
        at={"1.scourge.1": (15, 12), "2.dusk_wolf.1": (15, 17)},
        arc={"1.scourge.1": 2},
    )
    return at_step(state, "activation")


def test_the_cross_picks_what_it_is_on_and_goes_from_model_to_model(show):
    hand = show(duel())
    screen = hand.window.screen
    screen.controller.selected_id = None
    press(hand, "f7")
    assert "cross" in hand.window.ui.widget_rects and hand.window.table_cursor.is_active
    go_to_model(hand, "2.dusk_wolf.1")
    assert screen.hovered_id == "2.dusk_wolf.1", "as the mouse points at it"
    press(hand, "enter")
    assert screen.controller.selected_model == "2.dusk_wolf.1"
    press(hand, "shift-tab")
    press(hand, "enter")
    assert screen.controller.selected_model == "1.scourge.1"
    before = hand.window.mouse_position()
    press(hand, "arrow_right")
    press(hand, "arrow_down")
    press(hand, "shift-arrow_right")
    press(hand, "control-arrow_up")
    after = hand.window.mouse_position()
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((72.0, 11.0))
    press(hand, "f7")
    assert not hand.window.table_cursor.is_active
    assert hand.window.mouse_position() == pytest.approx((2.0, 2.0), abs=1.0)


def test_at_the_edge_the_view_moves_and_the_cross_stays_in_sight(show):
    hand = show(duel())
    press(hand, "f7")
    before = hand.window.viewpoint.orbit.target
    for _ in range(30):
        press(hand, "shift-arrow_left")
    x, y = hand.window.mouse_position()
    assert 0 < x < 1280 and 0 < y < 720 and not hand.window.ui.covers((x, y))
    assert hand.window.viewpoint.orbit.target != before


def test_the_mouse_takes_the_table_back(show):
    hand = show(duel())
    press(hand, "f7")
    assert hand.window.table_cursor.is_active
    hand.click(640.0, 420.0)
    assert not hand.window.table_cursor.is_active


def test_an_activation_is_played_by_keys_alone(show):
    """Pick, activate, move, attack with its roll, and end the activation."""
    game = duel()
    hand = show(game)
    screen = hand.window.screen
    press(hand, "f7")
    go_to_model(hand, "1.scourge.1")
    press(hand, "enter")
    press_button(hand, "activate 1.scourge.1")
    assert isinstance(game.turns[-1].action, act.Activate)
    wait(hand, lambda: "1.scourge.1" in screen.controller.movable_models)
    press(hand, "escape")
    assert not hand.window.keyboard.panel_focus.is_on and hand.window.table_cursor.is_active
    start = game.state.place("1.scourge.1")
    go_to_model(hand, "1.scourge.1")
    press(hand, "enter")  # it is picked already: the drag begins
    assert hand.window.mouse_input.is_dragging
    for _ in range(8):
        press(hand, "control-arrow_up")
    press(hand, "enter")
    assert not hand.window.mouse_input.is_dragging
    wait(hand, lambda: screen.controller.pending is None or screen.controller.pending.is_placed)
    if screen.controller.pending is not None:
        press(hand, "space")
    wait(hand, lambda: game.state.place("1.scourge.1") != start)
    assert isinstance(game.turns[-1].action, act.Advance)
    count = len(game.turns)
    go_to_model(hand, "2.dusk_wolf.1")
    press(hand, "enter")
    marks = [mark for mark in hand.window.ui.widget_rects if mark.startswith(("aim", "attack"))]
    assert marks, sorted(hand.window.ui.widget_rects)
    if marks[0].startswith("aim"):  # else the key has already chosen the target's attacks
        press_button(hand, marks[0])
    press(hand, "1")  # the button of the first target shows this key
    wait(hand, lambda: len(game.turns) > count)
    assert isinstance(game.turns[-1].action, act.Attack)
    assert any(
        "Roll" in type(event).__name__ for turn in game.turns[count:] for event in turn.events
    )
    for _ in range(6):
        wait(hand, lambda: not screen.session.animation.is_busy)
        if asks(game) != "ActingQuestion":
            break
        press(hand, "space")
    assert asks(game) != "ActingQuestion", "the activation has ended"


def buttons_of(window):
    """The marks of the buttons of actions and units in the window now."""
    marks = window.ui.widget_rects
    return [m for m in marks if m in ACTION_MARKS or m.startswith(("unit ", "activate "))]


def tooltip_rect():
    """The tooltip of this frame, or None."""
    for window in imgui.get_current_context().windows:
        if window.active and not window.hidden and window.name.startswith("##Tooltip"):
            return (
                window.pos.x,
                window.pos.y,
                window.pos.x + window.size.x,
                window.pos.y + window.size.y,
            )
    return None


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800)])
def test_no_tooltip_of_the_keyboard_covers_a_button(show, size):
    hand = show(played_to(skirmish(), charging))
    window = hand.window
    resize(window, size, 1.0)
    seen = set()
    for _ in range(3):  # the question, the bar, and the lists
        press(hand, window.settings.key_for("panels").lower())
        for _ in range(8):
            press(hand, "tab")
            tip = tooltip_rect()
            if tip is None:
                continue
            seen.add(window.ui.focused_widget)
            for mark in buttons_of(window):
                assert not covers(tip, window.ui.widget_rects[mark]), (
                    window.ui.focused_widget,
                    mark,
                )
    assert {"measure", "help"} <= seen and any(mark.startswith("unit ") for mark in seen)
    resize(window, (1280, 720), 1.0)


@pytest.mark.parametrize("panel", ["menu", "score"])
def test_no_key_acts_behind_the_menu_or_the_score(show, panel):
    game = duel()
    hand = show(game)
    screen = hand.window.screen
    screen.on_button(panel)
    hand.window.request_redraw()
    hand.step(3)

    def state():
        panels = screen.play_panels
        return {
            **window_state(hand.window),
            "game": (len(game.turns), asks(game)),
            "selected": screen.controller.selected_id,
            "pending": screen.controller.pending,
            "tool": screen.measuring.tool,
            "panels": (panels.is_menu_open, panels.is_score_open, panels.is_log_open),
        }

    assert_nothing_happens(hand, state)
    press(hand, "escape")
    assert not screen.play_panels.is_covering_table


def test_space_behind_the_help_passes_no_step(show):
    game = duel()
    hand = show(game)
    hand.window.help = True
    hand.window.request_redraw()
    hand.step(3)
    selected = hand.window.screen.controller.selected_id
    for key in ("space", "tab", "shift-tab"):
        press(hand, key)
        assert not game.turns and hand.window.screen.controller.selected_id == selected
