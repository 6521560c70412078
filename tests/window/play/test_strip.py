"""The strip of dice and the prompt beside it: each roll says what it is for, and no button or line is cut off."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.conformance.games import CASES
from tests.screens.drawn_words import words_drawn
from tests.screens.fake_input import FakeInput
from tests.screens.play_games import played_to, skirmish
from tests.screens.readme_pictures import has_a_target
from tests.screens.unseen_window import unseen_window
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.dice import Die
from wc3d.engine.game import Game
from wc3d.presentation.display_values import DisplayedRoll
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.animation_panels import StripContent
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window

SIZES = ((1280, 720), (900, 600), (1024, 768), (1920, 1080))
ACTION, POWER = Die("Action", (0, 0, 1, 1, 1, 2)), Die("Power", (0, 1, 1, 1, 1, 2))
SPEED_MARKS = ("pace 0", "pace 0.5", "pace 1", "pace 2", "pace 4", "present", "go on")


@pytest.fixture(scope="module")
def hand() -> Iterator[FakeInput]:
    with unseen_window() as made:
        yield made


@pytest.fixture(scope="module")
def attacking() -> Game:
    return played_to(skirmish(), has_a_target)


def battle() -> Game:
    game: Game = next(case for case in CASES if case.id == "warmachine").new(1)
    players = {player: RandomPlayer(f"1/{player}") for player in (1, 2)}
    while type(game.state.agenda[-1]).__name__ != "ActQuestion":
        assert game.to_act is not None
        game.apply(players[game.to_act].choose(game.view(game.to_act)))
    return game


def resize(window: Window, size: tuple[int, int]) -> None:
    window.win.set_size(*size)
    window.ui.requested_scale = 1.0
    window.request_redraw(4)
    for _ in range(4):
        window.task_mgr.step()


def roll(why: str, player: int, actions: int, powers: int) -> DisplayedRoll:
    return DisplayedRoll(player, why, ((ACTION, (1,) * actions), (POWER, (1,) * powers)), "= 6")


@pytest.mark.parametrize(
    ("why", "label"),
    [
        ("attack roll", "Attack"),
        ("Strafe roll", "Strafe"),
        ("attack roll, Ben's Marshal's Sword, charge attack against Hound", "Attack"),
        ("damage roll, blast of Cannon against Anvil", "Damage"),
        ("out of formation, command check of Anna's Pikeman C", "Command check"),
        ("deviation of Cannon: direction and distance", "Deviation"),
        ("a shot", "A shot"),
    ],
)
def test_a_label_says_in_a_word_or_two_what_a_roll_is_for(why: str, label: str) -> None:
    assert DisplayedRoll(1, why, ()).label == label


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_each_roll_has_its_label_above_its_dice_in_every_window(
    hand: FakeInput, attacking: Game, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rolls = (
        roll("Strafe roll", 1, 0, 1),
        roll("attack roll", 1, 3, 0),
        roll("defense roll", 2, 3, 0),
        roll("damage roll", 1, 4, 2),
    )
    content = StripContent("Anna fires at Ben", "within range", rolls, "hit", 0, 0.0)
    monkeypatch.setattr("wc3d.window.play.game.screen.strip_content_of", lambda staging: content)
    screen = PlayScreen(PlaySession(attacking, {2: "recruit"}))
    hand.window.show_screen(screen)
    resize(hand.window, size)
    drawn = words_drawn(monkeypatch)
    hand.window.request_redraw(2)
    hand.step(2)
    rects = hand.window.ui.widget_rects
    names = ("Strafe", "Attack", "Defense", "Damage")
    assert {*names} <= {*drawn}
    strip = screen.grid.strip
    labels = [rects[f"dice label {name}"] for name in names]
    for left, top, right, bottom in labels:
        assert strip[0] < left < right < strip[2] and strip[1] < top < bottom < strip[3] - 12
    assert all(one[2] < other[0] for one, other in pairwise(labels))
    screen.session.close()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_button_of_a_running_animation_is_cut_off(
    hand: FakeInput, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played_to(skirmish(), has_a_target)
    settings = Settings(display=DisplaySettings(quality="low", pace=1.0, tour=False))
    hand.window.settings = settings
    monkeypatch.setattr(PlaySession, "_poll_bots", lambda session: False)
    session = PlaySession(game, {1: "random", 2: "random"})
    monkeypatch.setattr(session.bot_process, "start", lambda: None)
    hand.window.show_screen(PlayScreen(session))
    resize(hand.window, size)
    session.animation.now = lambda: 100.0
    player = RandomPlayer("1")
    while not session.animation.is_busy:
        mover = game.to_act
        assert mover is not None
        session._do(player.choose(game.view(mover)))
    hand.window.request_redraw(3)
    hand.step(3)
    ui = hand.window.ui
    assert {*SPEED_MARKS} <= {*ui.widget_rects}
    panel = ui.widget_rects["now"]
    slots = next(w for w in ui.context.windows if "slots" in w.name and w.active)
    low, high = slots.inner_rect.min, slots.inner_rect.max
    for mark in SPEED_MARKS:
        left, top, right, bottom = ui.widget_rects[mark]
        assert panel[0] <= left < right <= panel[2] and panel[1] <= top < bottom <= panel[3]
        if mark != "go on":
            assert low.x <= left and right <= high.x and low.y <= top and bottom <= high.y, mark
    session.close()
    hand.window.settings = Settings(display=DisplaySettings(quality="low", pace=0.0))


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (1920, 1080)], ids=str)
@pytest.mark.parametrize("name", ["neo_mechanika", "warmachine"])
def test_how_to_attack_stands_whole_in_the_prompt(
    hand: FakeInput,
    attacking: Game,
    name: str,
    size: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = attacking if name == "neo_mechanika" else battle()
    hand.window.settings = Settings(display=DisplaySettings(quality="low", pace=0.0))
    screen = PlayScreen(PlaySession(game, {2: "recruit"} if name == "neo_mechanika" else {}))
    hand.window.show_screen(screen)
    resize(hand.window, size)
    drawn = words_drawn(monkeypatch)
    hand.window.request_redraw(2)
    hand.step(2)
    hooks = screen.controller.hooks
    words = hooks.instructions(screen.controller.context)
    assert words in drawn and len(words) <= 42
    assert not any(text.endswith("…") for text in drawn if "enemy" in text or "destroys" in text)
    screen.session.close()
