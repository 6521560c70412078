"""A drop a little too far goes to the nearest legal place, in the window as on the page."""

from __future__ import annotations

import time
from math import dist
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import case_of
from tests.games.neo_mechanika.rules.playing import at_step, begun
from tests.screens.fake_input import FakeInput
from tests.screens.unseen_window import unseen_window
from tests.server.hosting import table_of
from tests.server.pages.test_page_sessions import screen_of
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.scene.picking import RayHit
from wc3d.ui.controller import SNAP_CONFIRM_IN
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.screen import PlayScreen

MODEL = "1.scourge.1"


@pytest.fixture(scope="module")
def shared() -> Any:
    with unseen_window() as hand:
        yield hand


def show_moving(hand: FakeInput) -> PlayScreen:
    """The window with a model that has been activated and may move."""
    state = begun(
        ("scourge",),
        ("dusk_wolf",),
        at={MODEL: (15, 12), "2.dusk_wolf.1": (24, 17)},
        arc={MODEL: 2},
    )
    screen = PlayScreen(PlaySession(at_step(state, "activation"), {2: "recruit"}))
    hand.window.show_screen(screen)
    hand.step(3)
    screen.session.apply(act.Activate(player=1, unit=MODEL))
    screen._update()
    return screen


def floor(place: tuple[float, float]) -> RayHit:
    return RayHit("table", "", (*place, 0.0), 1.0, True)


def drop(hand: FakeInput, screen: PlayScreen, goal: tuple[float, float]) -> None:
    """Drag the model to a place and let go, until its path is known."""
    assert screen.begin_drag(RayHit("body", MODEL, (15, 12, 1.0), 1.0, True))
    screen.on_drag(floor(goal))
    screen.on_drop(floor(goal))
    end = time.monotonic() + 60
    while time.monotonic() < end and screen.controller._is_putting_down:
        hand.step()
    assert not screen.controller._is_putting_down


@pytest.mark.parametrize("excess", [0.01, 1.5])
def test_a_drop_a_little_too_far_goes_as_far_as_it_may(shared: FakeInput, excess: float) -> None:
    screen = show_moving(shared)
    screen.controller.begin_pending(MODEL)
    reach = screen.controller.pending.order.inches  # type: ignore[union-attr]
    goal = (15.0, 12.0 + reach + excess)
    count = len(screen.session.game.turns)
    drop(shared, screen, goal)
    assert len(screen.session.game.turns) == count + 1, "it is done at once"
    end = screen.session.game.state.place(MODEL)[:2]
    assert reach - 0.1 < dist((15, 12), end) <= reach
    assert dist(end, goal) < excess + 0.1
    screen.session.close()


def test_a_drop_much_too_far_waits_for_a_confirmation(shared: FakeInput) -> None:
    screen = show_moving(shared)
    count = len(screen.session.game.turns)
    goal = (15.0, 28.0)
    drop(shared, screen, goal)
    pending = screen.controller.pending
    assert len(screen.session.game.turns) == count
    assert pending is not None and pending.is_placed and pending.is_ready
    assert dist(pending.ghosts[0].at[:2], goal) > SNAP_CONFIRM_IN
    screen.session.close()


def test_the_window_and_the_page_put_models_down_by_the_same_rule(
    shared: FakeInput, tmp_path: Path
) -> None:
    page = screen_of(table_of(case_of("neo_mechanika"), tmp_path).match, 1)
    screen = show_moving(shared)
    assert screen.controller.snaps and page.controller.snaps
    assert type(screen.controller).on_drop is type(page.controller).on_drop
    screen.session.close()
