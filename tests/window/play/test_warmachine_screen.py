"""WARMACHINE on the play screen, driven by Panda's real input chain: a drag and a turn, the damage chart, focus, the ruler."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.warmachine.rules.playing import activate, battle, do, state_of
from tests.narrowed import a
from tests.screens.fake_input import FakeInput
from tests.ui.test_warmachine import new_game
from wc3d.bots import bots_of
from wc3d.engine.game import Game
from wc3d.games.warmachine.rules import actions as act
from wc3d.games.warmachine.rules.turn.control import ControlQuestion
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.games.warmachine.ui.pending_placement import PendingMove
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window

ANVIL = "1.anvil"
MORTAR = "2.mortar"
CASTERS_NEAR = {"1.marshal": (18, 17, 90), "2.marshal": (27, 25, 240)}


@pytest.fixture(scope="module")
def shared() -> Iterator[FakeInput]:
    """One window for all tests here."""
    game = battle({ANVIL: (24, 20, 90)})
    settings = Settings(display=DisplaySettings(quality="low"))
    window = Window(
        PlayScreen(PlaySession(game)), offscreen=True, size=(1280, 800), settings=settings
    )
    yield FakeInput(window)
    window.close()


def show(shared: FakeInput, game: Game) -> Any:
    """The screen of a game that two people play."""
    shared.window.show_screen(PlayScreen(PlaySession(game)))
    shared.step(3)
    return shared.window.screen


def press(shared: FakeInput, mark: str) -> None:
    """Click a widget."""
    x0, y0, x1, y1 = shared.window.ui.widget_rects[mark]
    shared.click((x0 + x1) / 2, (y0 + y1) / 2)
    shared.step(3)


def spot(shared: FakeInput, x: float, y: float, z: float = 0.0) -> tuple[float, float]:
    """The pixel of a place."""
    found = shared.window.project_to_pixel((x, y, z))
    assert found is not None
    return found


def test_a_model_is_dragged_turned_and_put_down_with_the_mouse(shared):
    game = activate(battle({ANVIL: (24, 20, 90), MORTAR: (25.2, 22, 240)}), ANVIL)
    screen = show(shared, game)
    shared.window.viewpoint.center_on((24, 20, 0), 18.0)
    shared.window.aim_camera()
    shared.step(2)
    shared.drag(spot(shared, 24, 20, 0.9), spot(shared, 21, 21))
    shared.step(2)
    way = a(PendingMove, screen.controller.pending)
    assert way.is_placed and screen.table.body(ANVIL).at[:2] == pytest.approx(way.destination), (
        "it is shown where it would be"
    )
    shared.move(*spot(shared, 24.5, 21))
    shared.step(2)
    before = way.facing
    assert (
        before is not None
        and min(before, 360.0 - before) < 3
        and screen.facings()[ANVIL] == (before - 90.0) % 360.0
    )
    assert "draft told" in shared.window.ui.widget_rects and "1 free strike" in way.status
    shared.key("q")
    assert way.facing == pytest.approx((before + 15.0) % 360.0, abs=0.1)
    shared.key("space")
    shared.step(2)
    assert game.turns[-1].action == act.Advance(
        player=1, model=ANVIL, path=way.full_path, facing=way.facing
    )


def test_boxes_of_a_system_are_lit_together_and_stay_lit_where_one_was_clicked(shared):
    screen = show(shared, battle({ANVIL: (24, 20, 90)}))
    screen.select(ANVIL)
    shared.step(3)
    cortex = state_of(screen.session.game).damage_grid(ANVIL).system_boxes("C")
    assert all(f"box {c} {r}" in shared.window.ui.widget_rects for c, r in cortex)
    press(shared, f"box {cortex[0][0]} {cortex[0][1]}")
    assert screen.play_panels.chart.pinned_part == "C"
    press(shared, "part C")
    assert screen.play_panels.chart.pinned_part == ""


def test_the_ruler_is_refused_before_anything_is_declared(shared):
    screen = show(shared, battle({ANVIL: (24, 20, 90)}))
    screen.measuring.use_tool(type(screen.measuring.tool)("measure"))
    assert (
        not screen.measuring.is_active
        and "WM-RNG-03" in shared.window.notices.visible_notices[-1].words
    )
    screen.measuring.use_tool(type(screen.measuring.tool)("sight"))
    assert screen.measuring.is_active and not screen.measuring.can_measure_distances
    screen.measuring.clear()


def test_focus_is_given_by_a_button_of_the_question_or_its_key(shared):
    game = new_game()
    bots = {player: bots_of(WARMACHINE)["random"](player) for player in (1, 2)}
    while not isinstance(game.state.agenda[-1], ControlQuestion):
        game.apply(bots[game.to_act].choose(game.view(game.to_act)))
    show(shared, game)
    jack = next(m.id for m in game.state.models_in_play(game.to_act) if m.is_warjack)
    shared.step(4)
    left, top, right, bottom = shared.window.screen.grid.upper
    x0, y0, x1, y1 = shared.window.ui.widget_rects[f"give {jack}"]
    assert left <= x0 and x1 <= right and top <= y0 and y1 <= bottom
    press(shared, f"give {jack}")
    assert game.turns[-1].action == act.Assign(player=game.to_act, model=jack)
    shared.window.screen.on_button("present")
    shared.window.request_redraw()
    shared.step(3)
    marks = shared.window.screen.play_panels.buttons.marks
    number = next(i for i, mark in enumerate(marks, 1) if mark.startswith("give "))
    jack = marks[number - 1].removeprefix("give ")
    before = len(game.turns)
    shared.key(str(number))
    shared.step(3)
    assert [turn.action for turn in game.turns[before:]] == [
        act.Assign(player=game.to_act, model=jack)
    ]
    do(game, act.Pass)


def test_the_whole_table_is_seen_at_first_and_the_armies_fill_the_view_at_a_key(shared):
    screen = show(shared, battle({ANVIL: (20, 20, 90), **CASTERS_NEAR}))
    view = shared.window.viewpoint
    whole = view.orbit
    shared.key("h")
    shared.step(2)
    near = view.orbit
    left, top, right, bottom = screen.free_rect()
    for body in screen.table.bodies:
        x, y = spot(shared, *body.at)
        assert left < x < right and top < y < bottom
    assert near.distance < 0.8 * whole.distance
    shared.key("h")
    shared.step(2)
    assert view.orbit == whole
    show(shared, battle({ANVIL: (20, 20, 90)}))
    assert view.orbit == whole, "the warcasters stand in opposite corners"
