"""Every screen of a game at every size: no panel over another, no cut text, and letters that can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from imgui_bundle import imgui

from tests.conformance.games import CASES
from tests.screens.fake_input import FakeInput
from tests.screens.play_games import asks, played_to, skirmish
from tests.screens.unseen_window import unseen_window
from wc3d.bots.advice import Hint
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.game import Game
from wc3d.ui.play_session import PlaySession
from wc3d.ui.playback import Recording
from wc3d.window.layout.grid import make_grid
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.play.replay.screen import ReplayScreen
from wc3d.window.shell.tag_layout import Rect
from wc3d.window.shell.window import Window

SIZES = ((1024, 768), (1280, 800), (1920, 1080), (2560, 1440), (3840, 2160))
SCALES = (1.0, 1.5, 2.0)
MIN_TEXT_PX = 12.0
"""Smallest text at 100 %, in pixels."""
OVERLAYS = ("menu", "score", "round", "##Tooltip", "doing", "foretold")
"""Panels that lie over others on purpose."""


def covers(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] - 0.5 and b[0] < a[2] - 0.5 and a[1] < b[3] - 0.5 and b[1] < a[3] - 0.5


# --- the grid alone


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("foot", [(0.0, False), (44.0, False), (124.0, True)], ids=str)
def test_regions_lie_beside_each_other_in_the_window(
    size: tuple[int, int], scale: float, foot: tuple[float, bool]
) -> None:
    if foot[1] and size[1] / scale < 520:
        foot = (80.0, True)  # a low window has no graph
    grid = make_grid(size, scale, foot_height=foot[0], is_foot_wide=foot[1])
    regions = [grid.bar, grid.strip, grid.table, grid.upper, grid.lower]
    regions += [grid.left_upper, grid.left_lower] + [grid.foot] * bool(foot[0])
    for x0, y0, x1, y1 in regions:
        assert 0 <= x0 < x1 <= size[0] and 0 <= y0 < y1 <= size[1]
    assert not [(a, b) for a, b in combinations(dict.fromkeys(regions), 2) if covers(a, b)]
    wide, high = grid.table[2] - grid.table[0], grid.table[3] - grid.table[1]
    assert wide >= 0.4 * size[0] and high >= 0.3 * size[1], (
        "the table has a good part of the window"
    )


# --- the screens


@pytest.fixture(scope="module")
def hand() -> Iterator[FakeInput]:
    with unseen_window() as made:
        yield made


def resize(window: Window, size: tuple[int, int], scale: float) -> None:
    """Give the panels another size; the picture of the table itself is hidden."""
    window.win.set_size(*size)
    window.ui.requested_scale = scale
    window.request_redraw(4)
    for _ in range(4):
        window.task_mgr.step()
    assert (window.win.get_x_size(), window.win.get_y_size()) == size
    assert window.ui.scale == scale, "the text is as large as was asked for"


def charging(game: Game) -> bool:
    return asks(game) == "ChargingQuestion" and game.to_act == 1 and game.state.turn > 2


def acting(game: Game) -> bool:
    return (
        asks(game) == "ActingQuestion"
        and game.to_act == 1
        and any(offer.type == "attack" and list(offer.candidates()) for offer in game.offers())
    )


def warmachine(kind: str) -> Game:
    game: Game = next(case for case in CASES if case.id == "warmachine").new(1)
    players = {player: RandomPlayer(f"1/{player}") for player in (1, 2)}
    while type(game.state.agenda[-1]).__name__ != kind:
        assert game.to_act is not None
        game.apply(players[game.to_act].choose(game.view(game.to_act)))
    return game


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    reacting = ("empyreans", "iron_star_alliance")
    return {
        "prompt": played_to(skirmish(), charging),
        "target": played_to(skirmish(), acting),
        "reaction": played_to(
            skirmish(3, reacting), lambda game: asks(game) == "Reaction" and game.to_act == 1
        ),
        "end": played_to(skirmish(), lambda game: False),
        "focus": warmachine("ControlQuestion"),
        "battle": warmachine("ActQuestion"),
    }


def show_target(screen: PlayScreen) -> None:
    controller = screen.controller
    item = controller.menu.items_of_kind("attack")[0]
    screen.select(getattr(item.action, "model", ""))
    controller.begin_aiming([item, *controller.menu.items_of_kind("attack")[1:]])


def show_menu(screen: PlayScreen) -> None:
    screen.on_button("menu")


def show_score(screen: PlayScreen) -> None:
    screen.on_button("score")


def show_round(screen: PlayScreen) -> None:
    screen._show_round_end("Pulse round 1 is over: Anna 1 VP, Ben 2 VP")


def show_notices(screen: PlayScreen) -> None:
    screen.window.legend = True  # type: ignore[attr-defined]
    screen.show_message("Saved in game.jsonl")
    screen.show_error("a long message about something that went wrong with a file " * 6)


def show_end_question(screen: PlayScreen) -> None:
    screen.controller.asks_before_end = True
    screen.controller.end_step()


def show_dice(screen: PlayScreen) -> None:
    item = screen.controller.menu.items_of_kind("attack")[0]
    screen.controller.apply_action(item.action)


def select_first(screen: PlayScreen) -> None:
    screen.select(screen.controller.units_to_act()[0])


def ask_for_hint(screen: PlayScreen) -> None:
    worker = screen.play_panels.hints.request.worker
    worker.start_task = lambda *more, **named: None  # type: ignore[method-assign]
    screen.on_button("weighed")


def show_hint(screen: PlayScreen) -> None:
    """A long hint, with its picture on the table."""
    ask_for_hint(screen)
    actions = [a for o in screen.session.game.offers() for a in o.candidates()][:2]
    words = "Move Ranger Infiltrators 12.5 inches north-west, near the place " * 3
    reasons = ("more points are likely this Pulse round (+14%)",) * 3
    screen.play_panels.hints.request.hints = tuple(
        Hint(action, words, 0.5, 0.1, (1.0, 0.0), reasons, 9) for action in actions
    )


def show_slow_hint(screen: PlayScreen) -> None:
    ask_for_hint(screen)
    screen.play_panels.hints.request._asked_at -= 60.0


def nothing(screen: PlayScreen) -> None:
    pass


SCREENS: dict[str, tuple[str, Callable[[PlayScreen], None]]] = {
    "prompt": ("prompt", nothing),
    "card": ("prompt", select_first),
    "reaction": ("reaction", nothing),
    "target": ("target", show_target),
    "end question": ("target", show_end_question),
    "dice": ("target", show_dice),
    "end": ("end", nothing),
    "hint": ("target", show_hint),
    "hint of warmachine": ("battle", show_hint),
    "slow hint": ("prompt", show_slow_hint),
    "menu": ("prompt", show_menu),
    "score": ("prompt", show_score),
    "round": ("prompt", show_round),
    "notices": ("prompt", show_notices),
    "focus": ("focus", nothing),
    "battle": ("battle", nothing),
}


def open_windows(window: Window) -> list[Any]:
    """The panels of the last frame, without parts of panels."""
    child = imgui.WindowFlags_.child_window.value
    return [
        panel
        for panel in window.ui.context.windows
        if panel.active
        and not panel.hidden
        and not panel.flags & child
        and panel.name != "Debug##Default"
    ]


def measure(window: Window, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is wrong with the panels as they are: overlaps, cut texts, small letters."""
    faults = list[str]()
    sizes = set[float]()
    draw_text = imgui.ImDrawList.add_text

    def note_text(self: Any, *more: Any, **named: Any) -> Any:
        sizes.add(float(more[1]) if not isinstance(more[0], tuple | imgui.ImVec2) else 99.0)
        return draw_text(self, *more, **named)

    push = imgui.push_font

    def note_font(font: Any, size: float) -> None:
        sizes.add(size)
        push(font, size)

    monkeypatch.setattr(imgui.ImDrawList, "add_text", note_text)
    monkeypatch.setattr(imgui, "push_font", note_font)
    window.request_redraw(1)
    window.task_mgr.step()
    monkeypatch.undo()
    scale = window.ui.scale
    faults += [f"text of {size:g} px" for size in sizes if size < MIN_TEXT_PX * scale - 0.01]
    width, height = window.win.get_x_size(), window.win.get_y_size()
    panels = open_windows(window)
    rects_of = window.ui.widget_rects
    rects = {}
    for panel in panels:
        rect = (panel.pos.x, panel.pos.y, panel.pos.x + panel.size.x, panel.pos.y + panel.size.y)
        if rect[0] < -0.5 or rect[1] < -0.5 or rect[2] > width + 0.5 or rect[3] > height + 0.5:
            faults.append(f"{panel.name} lies outside: {rect}")
        if not panel.name.startswith(OVERLAYS):
            rects[panel.name] = rect
    for (one, a), (other, b) in combinations(rects.items(), 2):
        if covers(a, b):
            faults.append(f"{one} lies over {other}")
    marks = [mark for mark in ("round", "score", "ruler", "help", "menu") if mark in rects_of]
    for one, other in combinations(marks, 2):
        if covers(rects_of[one], rects_of[other]):
            faults.append(f"{one} lies over {other}")
    for panel in window.ui.context.windows:
        if not panel.active or panel.hidden or panel.name == "Debug##Default":
            continue
        room = panel.inner_rect.get_width() - panel.window_padding.x
        if panel.content_size_ideal.x > room + 1.0:
            faults.append(f"{panel.name}: {panel.content_size_ideal.x:g} in {room:g} px")
        scrolls = not panel.flags & imgui.WindowFlags_.no_scrollbar.value
        tall = panel.inner_rect.get_height() - panel.window_padding.y
        if not scrolls and panel.content_size_ideal.y > tall + 1.0:
            faults.append(f"{panel.name}: {panel.content_size_ideal.y:g} in {tall:g} px of height")
    return faults


@pytest.mark.slow
@pytest.mark.parametrize("name", SCREENS)
def test_no_panel_lies_over_another_and_no_text_is_cut(
    hand: FakeInput, games: dict[str, Game], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    window = hand.window
    faults = []
    game, prepare = SCREENS[name]
    for size in SIZES:
        for scale in SCALES:
            bots = {2: "recruit"} if game not in ("focus", "battle") else {}
            screen = PlayScreen(PlaySession(games[game], bots), lambda: None)
            if name == "dice":
                screen = PlayScreen(PlaySession(played_to(skirmish(), acting), bots), lambda: None)
            window.show_screen(screen)
            resize(window, size, scale)
            prepare(screen)
            window.request_redraw(4)
            for _ in range(4):
                window.task_mgr.step()
            faults += [f"{size} at {scale:g}: {f}" for f in measure(window, monkeypatch)]
            if name == "notices" and "notices" not in window.ui.widget_rects:
                faults.append(f"{size} at {scale:g}: no notices")
            screen.session.close()
            window.legend = False
            window.notices.visible_notices.clear()
    assert not faults, "\n".join(faults)


@pytest.mark.slow
def test_no_panel_of_a_replay_lies_over_another(
    hand: FakeInput, games: dict[str, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    window = hand.window
    faults = []
    recording = Recording(games["prompt"])
    for size in SIZES:
        for scale in SCALES:
            screen = ReplayScreen(recording, lambda: None, begin=lambda game, bots: window.screen)
            window.show_screen(screen)
            resize(window, size, scale)
            for at in (0, 30, len(games["prompt"].turns)):
                screen.go_to(at)
                faults += [f"{size} at {scale:g}: {f}" for f in measure(window, monkeypatch)]
            for tool in screen.measuring.commands():
                if tool == "sight":
                    screen.measuring.commands()[tool]()
            window.request_redraw(4)
            for _ in range(4):
                window.task_mgr.step()
            faults += [f"{size} at {scale:g}, sight: {f}" for f in measure(window, monkeypatch)]
    assert not faults, "\n".join(faults)


def test_paddings_grow_with_the_text(hand: FakeInput, games: dict[str, Game]) -> None:
    window = hand.window
    screen = PlayScreen(PlaySession(games["prompt"], {2: "recruit"}), lambda: None)
    window.show_screen(screen)
    heights = {}
    for scale in (1.0, 1.5, 2.0):
        resize(window, (2560, 1440), scale)
        rects = window.ui.widget_rects
        heights[scale] = [rects[mark][3] - rects[mark][1] for mark in ("pass", "hint", "undo")]
    screen.session.close()
    for scale in (1.5, 2.0):
        assert heights[scale] == pytest.approx([scale * h for h in heights[1.0]], abs=1.0)


def test_what_is_measured_can_be_wrong(
    hand: FakeInput, games: dict[str, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    window = hand.window
    screen = PlayScreen(PlaySession(games["prompt"], {2: "recruit"}))
    window.show_screen(screen)
    resize(window, (1280, 800), 1.0)
    draw_panels = screen.draw_panels

    def spoil(ui: Any) -> None:
        draw_panels(ui)
        left, top, *_ = screen.grid.upper
        imgui.set_next_window_pos((left + 20, top + 20))
        imgui.set_next_window_size((90, 60))
        imgui.begin("too small", None, imgui.WindowFlags_.no_title_bar.value)
        imgui.push_font(ui.fonts["Regular"], 9.0)
        imgui.text("far more words than its panel has room for")
        imgui.pop_font()
        imgui.end()

    screen.draw_panels = spoil  # type: ignore[method-assign]
    window.request_redraw(3)
    for _ in range(3):
        window.task_mgr.step()
    faults = " ".join(measure(window, monkeypatch))
    screen.session.close()
    assert "lies over" in faults and "too small: " in faults and "text of 9 px" in faults
