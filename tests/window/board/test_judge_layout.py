"""The judge at every size: the board, notices and the legend lie beside the panels, never under them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from tests.screens.fake_input import FakeInput
from tests.screens.unseen_window import unseen_window
from tests.window.play.test_layout_sizes import covers, open_windows, resize
from wc3d.cli.window.screens import new_dispute_screen
from wc3d.window.shell.tag_layout import Rect

SIZES = ((1024, 768), (1280, 800), (1920, 1080), (2560, 1440))


@pytest.fixture(scope="module")
def hand() -> Iterator[FakeInput]:
    with unseen_window() as made:
        yield made


def panels_of(hand: FakeInput) -> dict[str, Rect]:
    return {
        panel.name: (
            panel.pos.x,
            panel.pos.y,
            panel.pos.x + panel.size.x,
            panel.pos.y + panel.size.y,
        )
        for panel in open_windows(hand.window)
    }


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("board", [(30.0, 30.0), (36.0, 36.0), (48.0, 30.0)], ids=str)
def test_no_panel_lies_over_the_board(
    hand: FakeInput, size: tuple[int, int], board: tuple[float, float]
) -> None:
    resize(hand.window, size, 1.0)
    hand.window.show_screen(new_dispute_screen(*board))
    hand.step(4)
    panels = panels_of(hand)
    assert {"case", "verdict panel", "tools"} <= {*panels}
    for x in (0.0, board[0]):
        for y in (0.0, board[1]):
            spot = hand.window.project_to_pixel((x, y, 0.0))
            assert spot is not None
            under = [
                name
                for name, (x0, y0, x1, y1) in panels.items()
                if x0 <= spot[0] <= x1 and y0 <= spot[1] <= y1
            ]
            assert not under, f"the corner ({x}, {y}) is under {under}"


def test_the_board_is_framed_again_after_a_resize_and_by_its_key(hand: FakeInput) -> None:
    resize(hand.window, (1024, 768), 1.0)
    hand.window.show_screen(new_dispute_screen(36.0, 36.0))
    hand.step(4)
    small = hand.window.viewpoint.orbit
    resize(hand.window, (1920, 1080), 1.0)
    hand.step(4)
    large = hand.window.viewpoint.orbit
    assert large != small
    hand.window.zoom(0.5)
    hand.window.run_commands(("home",))
    assert hand.window.viewpoint.orbit == large


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_notices_and_the_legend_lie_beside_the_panels(
    hand: FakeInput, size: tuple[int, int]
) -> None:
    window = hand.window
    resize(window, size, 1.0)
    window.show_screen(new_dispute_screen(36.0, 36.0))
    window.legend = True
    window.notices.show_error("a long message about something that went wrong " * 6)
    hand.step(4)
    panels = panels_of(hand)
    window.legend = False
    window.notices.visible_notices.clear()
    assert {"legend", "notices", "case"} <= {*panels}
    pairs = combinations(panels.items(), 2)
    assert not [(one, other) for (one, a), (other, b) in pairs if covers(a, b)]
