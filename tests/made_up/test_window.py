"""The made-up game in the window, driven by real input: begun on the start screen, played, passed on, watched again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import CASES, play_at_random
from tests.made_up.conftest import install
from tests.made_up.discs import Concede, Keep, Move, shot
from tests.screens.drawn_words import words_drawn
from tests.screens.fake_input import FakeInput
from wc3d.cli.main import make_parser
from wc3d.cli.play.command import make_play_screen
from wc3d.cli.window.screens import make_start_screen
from wc3d.engine.agenda import find_open_question
from wc3d.engine.dice import SeededDice, TypedDice
from wc3d.engine.game import Game
from wc3d.engine.replay import save
from wc3d.ui.play_session import PlaySession, TypedRolls
from wc3d.window.play.game.opening_roll_screen import OpeningRollScreen
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.play.replay.screen import ReplayScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window
from wc3d.window.shell.window_memory import remember_tour


def begun() -> Game:
    """Anna's first turn: she keeps a lens, Ben a shield."""
    game = CASES[0].new(3)
    game.apply(Keep(player=1, token="lens"))
    game.apply(Keep(player=2, token="shield"))
    return game


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FakeInput]:
    """One window for all tests here: Panda allows one at a time."""
    with pytest.MonkeyPatch.context() as patch:
        install(folder := tmp_path_factory.mktemp("installed"))
        patch.syspath_prepend(folder)  # the processes beside the window find it there
        patch.setenv("WC3D_CONFIG", str(tmp_path_factory.mktemp("config")))
        remember_tour()
        settings = Settings(display=DisplaySettings(quality="low", pace=0.0))
        window = Window(
            PlayScreen(PlaySession(begun())), offscreen=True, size=(1024, 640), settings=settings
        )
        window.render.hide()  # nobody looks at the board
        yield FakeInput(window)
        window.close()


class Driver:
    """A person at the window who knows the widgets by name."""

    def __init__(self, fake: FakeInput) -> None:
        self.fake = fake
        self.window = fake.window

    @property
    def screen(self) -> Any:
        """What is shown."""
        return self.window.screen

    @property
    def game(self) -> Game:
        """The game that is played."""
        game: Game = self.screen.session.game
        return game

    @property
    def marks(self) -> set[str]:
        """The widgets that are there."""
        return {*self.window.ui.widget_rects}

    def click(self, mark: str) -> None:
        """Click a widget."""
        self.window.request_redraw()
        self.fake.step(3)
        x0, y0, x1, y1 = self.window.ui.widget_rects[mark]
        self.fake.click((x0 + x1) / 2, (y0 + y1) / 2)
        self.fake.step(3)

    def key(self, key: str) -> None:
        """Press a key."""
        self.fake.key(key)
        self.fake.step(3)

    def spot(self, x: float, y: float, z: float = 0.0) -> tuple[float, float]:
        """Where a point of the board is on the screen."""
        place = self.window.project_to_pixel((x, y, z))
        assert place is not None
        return place

    def look(self, x: float, y: float) -> None:
        """Look at a place of the board."""
        self.window.viewpoint.center_on((x, y, 0.0), 26.0)
        self.window.aim_camera()
        self.fake.step()

    def wait(self, done: Callable[[], bool], seconds: float = 90) -> None:
        """Let the window go on until something is so."""
        end = time.monotonic() + seconds
        while not done() and time.monotonic() < end:
            self.fake.step()
            time.sleep(0.02)
        assert done(), [notice.words for notice in self.window.notices.visible_notices]
        self.fake.step(2)


@pytest.fixture
def play(shared: FakeInput) -> Iterator[Callable[..., Driver]]:
    """Shows a game and gives what drives it."""

    def show(game: Game, bots: dict[int, str] | None = None, **more: Any) -> Driver:
        shared.window.show_screen(PlayScreen(PlaySession(game, bots or {}, **more)))
        shared.step(3)
        return Driver(shared)

    yield show
    Driver(shared).screen.session.close()


def test_a_game_is_played_with_mouse_and_keys_and_the_screen_is_passed(
    play: Callable[..., Driver], tmp_path: Path
) -> None:
    hand = play(CASES[0].new(3), path=tmp_path / "game.jsonl")
    for token in ("lens", "shield"):
        assert "sit down" in hand.marks and not any(mark.startswith("keep") for mark in hand.marks)
        hand.click("sit down")
        hand.click(f"keep {token}")
    assert hand.game.state.tokens == ("lens", "shield") and "sit down" not in hand.marks
    hand.look(15, 10)
    hand.fake.drag(hand.spot(15, 10.1, 1.0), hand.spot(14, 7.5), steps=3)
    hand.fake.step(2)
    moved = hand.game.turns[-1].action
    assert isinstance(moved, Move) and moved.player == 1
    hand.key("space")
    assert hand.game.turns[-1].action.type == "wait" and hand.game.to_act == 1
    assert len((tmp_path / "game.jsonl").read_text().splitlines()) >= 5


def test_the_other_disc_is_clicked_and_shot_at_and_the_dice_are_shown(
    play: Callable[..., Driver],
) -> None:
    hand = play(begun())
    x, y, z = hand.game.state.places[1]
    hand.look(x, y)
    hand.fake.click(*hand.spot(x, y, z + 1.0))
    hand.fake.step(2)
    assert hand.screen.controller.selected_id == "disc2"
    hand.click("shoot disc2")
    assert hand.game.turns[-1].action == shot(1)
    assert hand.screen.animation.rolls and "dice" in hand.marks


def test_undo_score_menu_and_giving_up(play: Callable[..., Driver], tmp_path: Path) -> None:
    hand = play(begun())
    hand.key("space")
    hand.click("undo")
    assert len(hand.game.turns) == 2
    hand.click("score")
    assert "close score" in hand.marks
    hand.click("close score")
    hand.key("escape")
    hand.key("escape")
    hand.screen.play_panels.is_menu_open = True
    hand.screen.play_panels.menu.copy_name = str(tmp_path / "copy.jsonl")
    hand.click("save copy")
    assert (tmp_path / "copy.jsonl").exists()
    hand.screen.play_panels.is_menu_open = True
    hand.click("concede")
    assert not hand.game.over
    hand.click("concede")
    assert hand.game.over and hand.game.turns[-1].action == Concede(player=1)
    assert {"ending", "close score"} <= hand.marks


def test_cards_lists_and_labels_are_drawn_and_nothing_hidden_is(
    play: Callable[..., Driver], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = words_drawn(monkeypatch)
    hand = play(begun(), {2: "random"})
    hand.screen.play_panels.is_score_open = True
    for disc in ("disc1", "disc2"):
        hand.screen.select(disc)
        hand.window.request_redraw()
        hand.fake.step(3)
    shown = "\n".join(drawn)
    assert "Disc of Anna" in shown and "Disc of Ben" in shown and "round 1 of 10" in shown
    assert (
        "a lens: the first shot" in shown and "a hidden token" in shown and "a shield" not in shown
    )


@pytest.mark.slow
def test_a_bot_plays_beside_the_window(play: Callable[..., Driver]) -> None:
    hand = play(begun(), {2: "marksman"})
    hand.key("space")
    hand.wait(lambda: hand.game.to_act == 1)
    assert hand.game.turns[-1].action == shot(2)


def test_the_first_rolls_of_typed_dice_are_asked_for_and_then_the_game_begins(
    shared: FakeInput,
) -> None:
    typed = TypedRolls()
    rules = CASES[0].rules
    hand = Driver(shared)

    def make() -> Game:
        return rules.new_game(CASES[0].plan(), TypedDice(typed, SeededDice(4)))

    def begin(game: Game) -> PlayScreen:
        return PlayScreen(PlaySession(game, typed=typed))

    shared.window.show_screen(OpeningRollScreen(rules, make, typed, ("Anna", "Ben"), begin))
    shared.step(3)
    hand.click("face 5")
    shared.device.keystroke(ord("2"))
    shared.step(4)
    assert hand.screen.name == "play" and hand.game.state.first == 1
    hand.screen.session.close()


def test_a_saved_game_is_watched(shared: FakeInput, tmp_path: Path) -> None:
    game = play_at_random(CASES[0].new(5), 5)
    save(game, tmp_path / "game.jsonl")
    shared.window.show_screen(ReplayScreen(tmp_path / "game.jsonl"))
    hand = Driver(shared)
    hand.wait(lambda: hand.screen.table is not None)
    for key in ("right", "right", "right", "left"):
        hand.key(key)
    playback = hand.screen.playback
    while playback.reader is not None:
        playback.read_more(1.0)
    playback.go_to(0)
    attacks = 0
    while playback.go_to_next_attack():
        attacks += 1
        assert playback.current_step is not None
        hand.fake.step(2)
    assert attacks == sum(turn.action.type == "shoot" for turn in game.turns) > 0
    playback.go_to(len(game.turns))
    hand.fake.step(3)
    assert CASES[0].rules.play.digest(playback.state) == game.digest()


@pytest.fixture
def start(shared: FakeInput, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Driver:
    """The mouse on a fresh start screen, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path / "config"))
    remember_tour()
    shared.window.notices.visible_notices = []
    shared.window.show_screen(make_start_screen())
    hand = Driver(shared)
    hand.screen.page, hand.screen.recent_files, hand.screen.tour = "home", (), None
    hand.wait(lambda: hand.screen.is_board_ready)
    return hand


def test_the_start_screen_offers_the_game(start: Driver, tmp_path: Path) -> None:
    start.click("game")
    start.click("game discs")
    start.wait(lambda: start.screen.is_board_ready)
    assert (
        start.screen.new_game.rules is CASES[0].rules
        and "mission" in start.marks
        and "force 1" not in start.marks
    )
    start.click("rounds")
    start.click("rounds 5")
    start.click("seat 2")
    start.click("seat 2 marksman")
    start.click("begin")
    start.wait(lambda: start.screen.name == "play")
    assert start.screen.session.bots == {2: "marksman"} and start.game.setup["rounds"] == 5
    assert '"rules":"discs"' in (tmp_path / "game-1.jsonl").read_text()
    start.screen.on_button("leave")
    assert start.screen.name == "start"


def test_a_saved_game_is_gone_on_with(start: Driver, tmp_path: Path) -> None:
    game = begun()
    save(game, tmp_path / "mine.jsonl")
    start.screen.open_file(tmp_path / "mine.jsonl", "game")
    start.wait(lambda: start.screen.page == "resume")
    start.click("seat 2")
    start.click("seat 2 ")
    start.click("resume")
    start.wait(lambda: start.screen.name == "play")
    assert start.game.digest() == game.digest() and find_open_question(
        start.game.state
    ) == find_open_question(game.state)
    start.screen.on_button("leave")


def test_the_command_opens_the_window_on_the_game(shared: FakeInput, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    arguments = make_parser().parse_args(
        ["play", "--game", "discs", "--window", "--bot", "2", "--save", str(path)]
    )
    shared.window.show_screen(make_play_screen(arguments, path))
    hand = Driver(shared)
    shared.step(3)
    assert (
        hand.game.rules is CASES[0].rules
        and hand.screen.session.bots == {2: "marksman"}
        and path.exists()
    )
    hand.screen.session.close()
