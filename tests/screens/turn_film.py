"""Films how a bot's turn is shown in the window: every picture of it, and a moving one for the README.

Two bots play up to the turn; then one goes on in the window, whose clock is turned on by hand: the film is the same each time.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from copy import copy
from pathlib import Path

import numpy as np
from PIL import Image

from tests.screens.readme_pictures import (
    BOTS,
    ROOT,
    played_until,
    settle,
    use_picture_quality,
)
from wc3d.animation.steps import make_steps
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika import new_game, sample_force
from wc3d.panda.picture_files import FILM_INTERVAL_S, encode_gif
from wc3d.registry import load_map
from wc3d.scene.camera import Orbit
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window

SIZE = (1280, 720)
PART_PX, FILM_PX = (676, 560), (600, 497)
"""The part of the window that is filmed, from the strip of dice down, and the size of the film."""
FILM_COLORS, SAME_COLOR = 112, 24
"""How exact its colors are: it must have less than 1.3 megabytes."""
VIEW = 262.0, 44.0, 19.5
"""From where the camera looks at the attacks: degrees round them and above them, and inches away."""
RAISED_IN = 1.6
"""How far above the attacks the camera looks: the strip of dice covers the upper part."""
SEED, FIRST_ACTION, SECONDS, PACE = 3, 241, 11.0, 1.6
"""The game, the action with which the film begins, its length and speed: a shot, a blow, and two falls."""


class Clock:
    """A time that is turned on by hand."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def the_moment(seed: int, first_action: int) -> Game:
    """A skirmish after some actions, in a turn of the second player."""
    forces = (
        sample_force("marcher_worlds_hunt_skirmish"),
        sample_force("iron_star_alliance_skirmish"),
    )
    game = new_game(
        load_map(ROOT / "maps" / "crossroads.json"),
        forces,
        "boiling_point",
        seed=seed,
        names=("Ann", "Ben"),
    )
    played_until(
        game,
        lambda game: (
            len(game.turns) >= first_action and game.to_act == 2 and game.state.active == 2
        ),
    )
    return game


def middle_of_attacks(game: Game, seconds: float) -> tuple[float, float, float]:
    """The middle of the lines of attacks in the seconds that come."""
    ahead = copy(game)
    bot = BOTS["recruit"](2)
    turn = game.state.turn
    points = list[tuple[float, float, float]]()
    shown = 0.0
    while ahead.to_act == 2 and ahead.state.turn == turn and shown < seconds:
        ahead.apply(bot.choose(ahead.view(2)))
        beats, _ = make_steps(game.rules, ahead.turns[-1].state_before, ahead.turns[-1].events)
        shown += sum(beat.seconds for beat in beats)
        points += [
            point for beat in beats if beat.attack is not None for point in beat.attack.points
        ]
    x, y, z = np.mean(points, axis=0)
    return float(x), float(y), float(z) + RAISED_IN


def film(
    game: Game, seconds: float, see: Callable[[Image.Image], object], *, speed: float = PACE
) -> None:
    """Let the bot whose turn it is play in the window, and see a picture of every moment."""
    clock = Clock()
    bot = BOTS["recruit"](2)
    turn = game.state.turn
    middle = middle_of_attacks(game, seconds)
    session = PlaySession(game, {2: "recruit"})
    session.bot_process.start = lambda: None  # type: ignore[method-assign]
    screen = PlayScreen(session)
    window = Window(
        screen,
        offscreen=True,
        size=SIZE,
        settings=Settings(display=DisplaySettings(pace=speed, tour=False)),
    )
    session.animation.now = clock
    session._poll_bots = lambda: False  # type: ignore[method-assign]
    screen.play_panels.is_log_open = False
    session.stop_reason = "the bot waits"
    use_picture_quality(window, None)
    settle(window)
    session.stop_reason = ""
    window.viewpoint.orbit = Orbit(middle, *VIEW)
    window.aim_camera()
    end = clock.time + seconds
    while clock.time < end and (
        session.animation.is_busy or (game.to_act == 2 and game.state.turn == turn)
    ):
        while (
            session.animation.waiting_actions < 2 and game.to_act == 2 and game.state.turn == turn
        ):
            session._do(bot.choose(game.view(2)))
        clock.time += FILM_INTERVAL_S
        window.request_redraw(1)
        for _ in range(2):
            window.request_redraw(1)
            window.task_mgr.step()
        left, top, _, _ = map(int, screen.grid.strip)
        part = (left, top, left + PART_PX[0], top + PART_PX[1])
        see(Image.fromarray(window.render_target.read_pixels()).crop(part))
    window.close()


def main(argv: Sequence[str] | None = None) -> int:
    """Write the film's pictures, or turn.gif."""
    parser = argparse.ArgumentParser(description="Films how a bot's turn is shown in the window.")
    parser.add_argument("out", type=Path, nargs="?", default=ROOT / ".pictures")
    parser.add_argument(
        "--pictures", action="store_true", help="write every picture beside it, too"
    )
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--first", type=int, default=FIRST_ACTION, help="the first action shown")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    given = parser.parse_args(argv)
    out: Path = given.out
    out.mkdir(parents=True, exist_ok=True)
    pictures: list[Image.Image] = []
    film(the_moment(given.seed, given.first), given.seconds, pictures.append)
    for number, picture in enumerate(pictures if given.pictures else ()):
        picture.save(out / f"turn-{number:04}.png")
    (out / "turn.gif").write_bytes(
        encode_gif(
            [np.asarray(picture.convert("RGB")) for picture in pictures],
            FILM_PX,
            FILM_COLORS,
            SAME_COLOR,
        )
    )
    print(
        f"{out / 'turn.gif'}: {len(pictures)} pictures, {(out / 'turn.gif').stat().st_size // 1024} KB"
    )
    return 0
