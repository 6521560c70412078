"""The battle on the start screen: legal places, a slow camera that rests whenever it could be in the way."""

import time
from dataclasses import replace

import pytest
from imgui_bundle import imgui

import wc3d
from tests.screens.fake_input import FakeInput
from wc3d.cli.window.screens import make_start_screen
from wc3d.scene.figure_library import figure_base
from wc3d.table.terrain.standing_places import (
    highest_standable,
    is_base_on_table,
    overlapping_features,
    volumes_overlap,
)
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window
from wc3d.window.shell.window_memory import remember_tour
from wc3d.window.start import battle
from wc3d.window.start.slow_camera import MAX_IDLE_S, SlowCamera, can_move


def test_every_model_of_the_battle_has_a_figure_and_a_legal_place():
    board = wc3d.load_map(battle.battle_board())
    table = battle.place_fighters(board)
    assert len(table.bodies) == len(battle.FIGHTERS) and len(board.bodies) == 0
    for fighter, body in zip(battle.FIGHTERS, table.bodies, strict=True):
        assert body.base == figure_base(fighter.figure_path)
        assert highest_standable(board, body.base, body.at[:2]) == pytest.approx(body.at[2])
        assert is_base_on_table(table, body.at[:2], body.radius)
        assert not overlapping_features(table, body.volume)
        others = [other for other in table.bodies if other.id != body.id]
        assert not any(volumes_overlap(body.volume, other.volume) for other in others)
    assert battle.place_fighters(board).bodies == table.bodies
    liveries = battle.battle_liveries()
    assert {liveries[body.id].side for body in table.bodies} == {1, 2}
    assert set(battle.battle_facings()) == {body.id for body in table.bodies}


def wait(hand, is_done, seconds=90):
    end = time.monotonic() + seconds
    while not is_done() and time.monotonic() < end:
        hand.step()
    assert is_done()


def settled(hand):
    """Whether the battle stands and the picture is the final one."""
    window = hand.window
    table = window.screen.table
    return (
        table is not None
        and len(table.bodies) == len(battle.FIGHTERS)
        and window.is_at_rest
        and window.screen.is_board_ready
    )


@pytest.fixture(scope="module")
def hand(tmp_path_factory):
    """The start screen with its battle; the picture may move only when asked."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WC3D_CONFIG", str(tmp_path_factory.mktemp("config")))
        remember_tour()
        window = Window(
            make_start_screen(),
            offscreen=True,
            size=(640, 480),
            settings=Settings(display=DisplaySettings(quality="low")),
        )
        hand = FakeInput(window)
        window.keyboard.listen()
        wait(hand, lambda: settled(hand))
        yield hand
        window.close()


@pytest.fixture
def choose(hand):
    """A function that sets the setting of the moving picture."""

    def set_value(value, **more):
        display = hand.window.settings.display.model_copy(update={"start_picture": value, **more})
        hand.window.use_settings(Settings(display=display))
        wait(hand, lambda: settled(hand))

    hand.key("shift")
    yield set_value
    hand.window.help = False
    set_value("auto")


def turns(hand, steps=60):
    """The turns of the camera in some steps."""
    seen = set()
    for _ in range(steps):
        hand.step()
        time.sleep(0.004)
        seen.add(hand.window.viewpoint.orbit.turn)
    return seen


def test_at_rest_nothing_is_drawn(hand, choose):
    for value in ("auto", "still"):  # the processor draws here, so that automatic means off
        choose(value)
        hand.step(10)
        frame = imgui.get_frame_count()
        assert len(turns(hand)) == 1 and imgui.get_frame_count() == frame


def test_the_picture_moves_if_it_is_on(hand, choose):
    choose("moving")
    start = hand.window.viewpoint.orbit
    hand.window.keyboard.last_press_s -= 5.0
    hand.window.mouse_input.last_move_s -= 5.0
    wait(hand, lambda: hand.window.viewpoint.orbit.turn != start.turn)
    assert hand.window.viewpoint.orbit.target == start.target


def test_the_picture_rests_behind_a_dialog_without_the_focus_and_after_a_minute(
    hand, choose, monkeypatch
):
    window = hand.window
    choose("moving")
    assert can_move(window)
    window.help = True
    assert not can_move(window) and len(turns(hand, 30)) == 1
    window.help = False
    window.request_redraw()
    hand.step(4)
    assert can_move(window)
    monkeypatch.setattr(type(window), "has_focus", False)
    assert not can_move(window)
    monkeypatch.undo()
    window.keyboard.last_press_s -= MAX_IDLE_S + 1
    window.mouse_input.last_move_s -= MAX_IDLE_S + 1
    assert not can_move(window) and len(turns(hand, 30)) == 1
    hand.key("shift")
    assert can_move(window)


def test_automatic_means_a_graphics_card_and_no_reduced_motion(hand, choose, monkeypatch):
    window = hand.window
    choose("auto")
    assert window.render_target.is_software and not can_move(window)
    monkeypatch.setattr(window, "render_target", replace(window.render_target, is_software=False))
    assert can_move(window)
    choose("auto", pace=0.0)
    assert not can_move(window)
    choose("auto", pace=1.0, motion="reduced")
    assert not can_move(window)
    choose("auto", motion="full")


def test_a_slow_picture_waits_for_the_end_of_the_input(hand, choose):
    choose("moving")
    clock = [100.0]
    camera = SlowCamera(lambda: clock[0])
    window = hand.window
    window.keyboard.last_press_s -= 5.0
    window.mouse_input.last_move_s -= 5.0

    def step(seconds):
        clock[0] += seconds
        return camera.step(window, True)

    assert not step(0.0) and step(0.04)
    assert not step(0.2)  # that picture took 0.2 s
    assert not step(0.3) and step(0.4)
    step(0.2)
    window.keyboard.last_press_s = time.monotonic()
    assert not any(step(0.9) for _ in range(4))


def test_another_page_shows_the_board_of_the_game_and_home_the_battle_again(hand):
    start = hand.window.screen
    assert start.is_battle_shown and start.table.name == wc3d.load_map(battle.battle_board()).name
    orbit = battle.BATTLE_ORBIT
    start._show_page("game")
    wait(hand, lambda: not start.is_battle_shown and hand.window.is_at_rest)
    assert start.table is start.chosen_table and not start.table.bodies
    assert not hand.window.board.translucent_node.is_hidden()
    start.on_cancel()
    wait(hand, lambda: settled(hand))
    assert start.is_battle_shown and hand.window.board.translucent_node.is_hidden()
    assert hand.window.viewpoint.orbit.target == orbit.target


def test_boards_are_read_after_the_first_picture_and_the_battle_fades_in(hand):
    start = make_start_screen()
    hand.window.show_screen(start)
    assert not start.board_reader.is_busy and start.fade_share == 1
    is_page_drawn = False
    while not start.board_reader.is_busy:
        is_page_drawn = hand.window.is_drawn
        hand.step()
    assert is_page_drawn
    wait(hand, lambda: start.is_battle_shown)
    shares = [start.fade_share]
    while shares[-1] < 1:
        hand.step()
        shares.append(start.fade_share)
    assert shares[0] == 0 and sorted(shares) == shares
    wait(hand, lambda: settled(hand))
