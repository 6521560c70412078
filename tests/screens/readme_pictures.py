"""Makes the README's pictures of the window from real games.

Two bots play a skirmish up to an attack in the middle of it; then the window shows it as a player sees it. Two others play
WARMACHINE until a warjack could walk out of an enemy's melee range; the picture foretells what comes of that.
"""

from __future__ import annotations

import argparse
import math
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

import wc3d
from wc3d.bots import bots_of
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.neo_mechanika import new_game, sample_force
from wc3d.games.neo_mechanika.display.board_markers import objective_markers
from wc3d.games.neo_mechanika.display.labels import facings_of, labels_of, liveries_by_model
from wc3d.games.neo_mechanika.rules.actions import Attack
from wc3d.games.neo_mechanika.rules.turn.activation import ActingQuestion
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.games.warmachine.rules.actions import Advance
from wc3d.games.warmachine.rules.agenda_frames import ActQuestion
from wc3d.games.warmachine.rules.moving.walking import predict_free_strikes
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.panda.table_scene import TableScene
from wc3d.registry import load_map
from wc3d.scene.camera import Orbit
from wc3d.scene.figures import Livery
from wc3d.scene.game_marks import draw_markers
from wc3d.scene.picking import RayHit
from wc3d.scene.quality import Quality
from wc3d.table.table import Table
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.play.model_labels import draw_labels
from wc3d.window.shell.screen import Screen
from wc3d.window.shell.window import Window

BOTS = bots_of(NEO_MECHANIKA)


class Field(Screen):
    """A game's table without panels: the models with their signs, and the objectives."""

    name = "field"

    def __init__(self, game: Game) -> None:
        self.state = game.state

    @property
    def table(self) -> Table:
        return self.state.table

    def liveries(self) -> Mapping[str, Livery]:
        return liveries_by_model(self.state)

    def facings(self) -> Mapping[str, float]:
        return facings_of(self.state)

    def draw_marks(self, board: TableScene) -> None:
        draw_markers(board, objective_markers(self.state))

    def draw_panels(self, ui: Any) -> None:
        draw_labels(
            ui, self.window.project_to_pixel, labels_of(self.state), objective_markers(self.state)
        )


ROOT = Path(__file__).resolve().parents[2]
SIZE = (1280, 720)
QUALITY = 88


def played_until(game: Game, stop: Callable[[Game], bool]) -> None:
    """Let two recruits play until `stop` says so, or the end."""
    bots = {player: BOTS["recruit"](player) for player in (1, 2)}
    while game.to_act is not None and not stop(game):
        game.apply(bots[game.to_act].choose(game.view(game.to_act)))


def has_a_target(game: Game) -> bool:
    """Is it player 1's squad's or warjack's moment, late enough, with somebody to attack?"""
    asked = find_open_question(game.state)
    if not isinstance(asked, ActingQuestion) or game.to_act != 1 or game.state.turn < 6:
        return False
    attacks = [
        a
        for offer in game.offers()
        if "attack" in offer.text
        for a in offer.candidates()
        if isinstance(a, Attack)
    ]
    return len({a.target for a in attacks}) >= 3


def battle() -> Game:
    """A full game in the container yard, in its nineteenth turn."""
    forces = sample_force("marcher_worlds_full"), sample_force("iron_star_alliance_full")
    table = wc3d.load_map(ROOT / "maps" / "container-yard.json")
    game = new_game(table, forces, "strange_matter", seed=11, names=("Ann", "Ben"))
    played_until(game, lambda game: game.state.turn >= 19)
    return game


def warmachine() -> tuple[Game, tuple[str, tuple[float, float], str]]:
    """The first battle of two battlegroups in which a warjack could leave an enemy's melee range, and `way_out` of it."""
    table = load_map(ROOT / "maps" / "salt-flats.json", WARMACHINE.name)
    forces = (
        WARMACHINE.setup.force("cygnar", "battle", 1),
        WARMACHINE.setup.force("khador", "battle", 1),
    )
    regular = bots_of(WARMACHINE)["regular"]
    for seed in range(11, 31):
        game = WARMACHINE.new_game(GamePlan("battle", table, forces, ("Ann", "Ben"), seed))
        bots = {player: regular(player) for player in (1, 2)}
        while game.to_act is not None and game.state.turn < 24:
            if (found := way_out(game)) is not None:
                return game, found
            game.apply(bots[game.to_act].choose(game.view(game.to_act)))
    raise LookupError("no warjack had a way out in 20 battles")


def way_out(game: Game) -> tuple[str, tuple[float, float], str] | None:
    """The model that acts, where it may go past an enemy that would strike at it, and that enemy; None if there is none."""
    asked = find_open_question(game.state)
    if (
        not isinstance(asked, ActQuestion)
        or asked.player != 1
        or game.state.turn < 5
        or not game.state.models[asked.model].is_warjack
    ):
        return None
    x, y, _ = game.state.place(asked.model)
    for turn in range(-90, 270, 15):
        to = x + 4 * math.cos(math.radians(turn)), y + 4 * math.sin(math.radians(turn))
        if game.check(Advance(player=1, model=asked.model, path=(to,))):
            for strike in predict_free_strikes(game.state, asked.model, (to,)):
                return asked.model, to, strike.striker
    return None


def draw_warmachine(window: Window, out: Path) -> None:
    """Write warmachine.jpg: the warjack in hand, put down and turned to the enemy."""
    game, (model, to, enemy) = warmachine()
    screen = PlayScreen(PlaySession(game))
    window.show_screen(screen)
    settle(window)
    x, y, _ = game.state.place(model)
    window.viewpoint.orbit = Orbit((x + 1.0, y - 0.6, 0.8), 20.0, 36.0, 17.0)
    window.aim_camera()
    screen.controller.begin_pending(model)
    screen.controller.on_click(RayHit("table", "", (*to, 0.0), 1.0, True))
    screen.controller.on_hover(RayHit("body", enemy, game.state.place(enemy), 1.0, True))
    window.request_redraw(3)
    settle(window)
    Image.fromarray(window.render_target.read_pixels()).save(
        out / "warmachine.jpg", quality=80, optimize=True
    )


def settle(window: Window, seconds: float = 1.0) -> None:
    """Let the window come to rest, its mesh files drawn."""
    end = time.monotonic() + seconds
    while (
        time.monotonic() < end
        or not window.is_at_rest
        or (window.board is not None and window.board.features_waiting_for)
    ):
        window.task_mgr.step()


def use_picture_quality(window: Window, quality: Quality | None) -> None:
    """Draw the window's scene finely: as well as this machine can at once, or with a quality."""
    if quality is not None:
        window.graphics.use_quality(quality)
        window.notices.visible_notices.clear()
    window.draws_quickly = False
    window.board_view.rebuild_board()


def main(argv: Sequence[str] | None = None, quality: Quality | None = None) -> int:
    """Write play.jpg, battle.jpg and warmachine.jpg."""
    parser = argparse.ArgumentParser(
        description="Makes the README's pictures of the window from a real game."
    )
    parser.add_argument("out", type=Path, nargs="?", default=ROOT / ".pictures")
    parser.add_argument("--quality", type=Quality, default=quality, help="low to photo")
    given = parser.parse_args(argv)
    out: Path = given.out
    out.mkdir(parents=True, exist_ok=True)
    forces = (
        sample_force("marcher_worlds_hunt_skirmish"),
        sample_force("iron_star_alliance_skirmish"),
    )
    game = new_game(
        wc3d.load_map(ROOT / "maps" / "crossroads.json"),
        forces,
        "boiling_point",
        seed=11,
        names=("Ann", "Ben"),
    )
    played_until(game, has_a_target)
    asked = find_open_question(game.state)
    assert isinstance(asked, ActingQuestion)
    acting = game.state.table.body(game.state.models_of(asked.unit)[0].id)
    with tempfile.TemporaryDirectory() as folder:
        screen = PlayScreen(PlaySession(game, {2: "recruit"}, path=Path(folder) / "game.jsonl"))
        window = Window(screen, offscreen=True, size=SIZE)
        use_picture_quality(window, given.quality)
        settle(window)
        there = window.project_to_pixel((acting.at[0], acting.at[1], acting.at[2] + 0.6))
        assert there is not None
        screen.on_click(window.hit_test(*there))
        settle(window)
        Image.fromarray(window.render_target.read_pixels()).save(out / "play.jpg", quality=QUALITY)
        window.show_screen(Field(battle()))
        window.viewpoint.orbit = Orbit((24.0, 25.5, 0.8), 215.0, 24.0, 20.0, 40.0)
        window.aim_camera()
        settle(window)
        Image.fromarray(window.render_target.read_pixels()).save(
            out / "battle.jpg", quality=QUALITY
        )
        draw_warmachine(window, out)
        window.close()
    return 0
