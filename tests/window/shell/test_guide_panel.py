"""The guide in the window: opened from the list of keys, at the page about the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.guide.small_guide import HOSTING, PLAYING, small_guide
from tests.screens.boards import mixed
from tests.screens.fake_input import FakeInput
from wc3d._internal import memo
from wc3d.guide.pages import READING_ORDER
from wc3d.window.board.board_screen import BoardScreen
from wc3d.window.board.judge.screen import JudgeScreen
from wc3d.window.board.workshop.screen import EditorScreen
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.play.replay.screen import ReplayScreen
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.window import Window
from wc3d.window.start.screen import StartScreen

LONG = "\n\n".join(f"## Part {n}\n\n{'word ' * 60}" for n in range(12))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FakeInput]:
    """A window on a board, and the hand that uses it."""
    window = Window(
        BoardScreen(mixed(tmp_path_factory.mktemp("guide"))), offscreen=True, size=(800, 600)
    )
    yield FakeInput(window)
    window.close()


@pytest.fixture
def hand(shared: FakeInput, tmp_path: Path) -> Iterator[FakeInput]:
    """The hand, with the small guide and a page about boards."""
    with small_guide(tmp_path) as folder:
        (folder / "boards.md").write_text(
            f"# Boards\n\nSee [hosting](hosting.md#keys).\n\n{LONG}\n", encoding="utf-8"
        )
        (folder / "hosting.md").write_text(
            HOSTING.replace("## Keys", f"{LONG}\n\n## Keys"), encoding="utf-8"
        )
        memo.clear()
        yield shared
        shared.window.guide.close()
        shared.window.help = False
        shared.step(2)


def press(hand: FakeInput, mark: str) -> None:
    """Click something by its mark."""
    x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
    hand.click((x0 + x1) / 2, (y0 + y1) / 2)
    hand.step(3)


def picture(hand: FakeInput) -> np.ndarray:
    """What the window shows."""
    hand.window.request_redraw()
    hand.step(3)
    return np.array(hand.window.render_target.read_pixels())


def test_the_list_of_keys_opens_the_page_about_the_screen(hand: FakeInput) -> None:
    window = hand.window
    window.run_commands(("help",))
    hand.step(3)
    press(hand, "open guide")
    assert window.guide.topic == "boards" and not window.help and "guide" in window.ui.widget_rects
    press(hand, "close guide")
    assert window.guide.topic == ""


def test_esc_closes_the_guide_first(hand: FakeInput) -> None:
    window = hand.window
    window.guide.open_page("boards")
    window.help = True
    hand.step(2)
    hand.key("escape")
    assert (window.guide.topic, window.help) == ("", True)
    hand.key("escape")
    assert not window.help


def test_a_link_leads_to_its_page_and_heading(hand: FakeInput) -> None:
    window = hand.window
    window.guide.open_page("boards")
    hand.step(3)
    start = picture(hand)
    press(hand, "link hosting")
    assert window.guide.topic == "hosting"
    at_heading = picture(hand)
    window.guide.open_page("hosting")
    hand.step(3)
    at_start = picture(hand)
    assert not np.array_equal(at_heading, at_start) and not np.array_equal(start, at_start)


def test_a_page_is_chosen_from_the_list(hand: FakeInput) -> None:
    hand.window.guide.open_page("boards")
    hand.step(3)
    press(hand, "guide pages")
    press(hand, "guide page playing")
    assert hand.window.guide.topic == "playing"


def test_every_kind_of_block_can_be_drawn(hand: FakeInput, tmp_path: Path) -> None:
    (tmp_path / "playing.md").write_text(
        f"{PLAYING}\n\n---\n\n<https://example.org>\n", encoding="utf-8"
    )
    memo.clear()
    hand.window.guide.open_page("playing")
    assert not np.array_equal(picture(hand), np.zeros_like(picture(hand)))
    hand.step(3)
    assert hand.window.guide.topic == "playing"


def test_an_unknown_page_opens_the_first(hand: FakeInput) -> None:
    hand.window.guide.open_page("no such page")
    assert hand.window.guide.topic == "playing"


@pytest.mark.parametrize(
    ("screen", "topic"),
    [
        (PlayScreen, "playing"),
        (ReplayScreen, "playing"),
        (StartScreen, "playing"),
        (JudgeScreen, "judging"),
        (BoardScreen, "boards"),
        (EditorScreen, "boards"),
    ],
)
def test_every_screen_has_its_page(screen: type[Screen], topic: str) -> None:
    assert screen.guide_topic == topic and topic in READING_ORDER
