"""The graph under a replay's time line: the chances that `analyze` finds, worked out by and by; a click goes to the turn."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.screens.fake_input import FakeInput
from wc3d import load_map
from wc3d._internal.data_files import shipped_folder
from wc3d.bots import bots_of, play_out
from wc3d.bots.advice import load_adviser
from wc3d.cli.advice.analyze import analyze_turns
from wc3d.engine.game import Game
from wc3d.engine.replay import ReplayCursor
from wc3d.games.neo_mechanika import new_game, sample_force
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.ui.playback import Recording
from wc3d.ui.win_chance_graph import TurnChance, WinChanceHistory
from wc3d.window.play.replay.chance_graph import (
    GRAPH_HEIGHT_PX,
    describe_turn_chance,
    graph_height,
    turn_at,
)
from wc3d.window.play.replay.panels import FOOT_HEIGHT_PX
from wc3d.window.play.replay.screen import ReplayScreen
from wc3d.window.shell.window import Window

STOP = 150
NAMES = "Anna", "Ben"


@pytest.fixture(scope="module")
def game() -> Game:
    """Some turns of a skirmish, played by chance."""
    table = load_map(Path(shipped_folder("maps")) / "crossroads.json")
    forces = sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish")
    found = new_game(table, forces, "boiling_point", seed=5, names=NAMES)
    bots = bots_of(NEO_MECHANIKA)
    play_out(found, {p: bots["random"](p) for p in (1, 2)}, limit=STOP)
    return found


@pytest.fixture
def chances() -> Iterator[WinChanceHistory]:
    made = WinChanceHistory()
    yield made
    made.close()


def work_out(chances: WinChanceHistory, replay: ReplayCursor, whole: bool) -> None:
    """All that is asked for, by the process beside the window."""
    chances.update(replay, whole)
    while chances.worker.is_busy:
        chances.update(replay, whole)
        time.sleep(0.01)


def test_it_is_what_analyze_finds(game: Game, chances: WinChanceHistory) -> None:
    work_out(chances, ReplayCursor(game), True)
    turns = analyze_turns(game, load_adviser(NEO_MECHANIKA))
    assert len(turns) > 3
    assert [c.chance for c in chances.turn_chances[1:]] == [t.chance for t in turns]
    assert [(c.actions_done, c.turn) for c in chances.turn_chances[:-1]] == [
        (t.first, t.turn) for t in turns
    ]
    assert chances.turn_chances[-1].actions_done == STOP


def test_it_goes_on_as_the_file_is_read_and_begins_anew_with_another(
    game: Game, chances: WinChanceHistory
) -> None:
    replay = ReplayCursor(game)
    assert not chances.update(replay, False) and chances.worker.is_busy, (
        "nothing is worked out in the window itself"
    )
    while not chances.update(replay, False):
        time.sleep(0.01)
    assert len(chances.turn_chances) == 1  # a turn at a time
    work_out(chances, replay, False)
    assert chances.turn_chances[-1].actions_done < STOP and not chances.update(
        replay, False
    )  # the end is told once all is read
    shorter = new_game(game.state.setup.table, game.state.setup.forces, "chaos_theory", seed=6)
    work_out(chances, ReplayCursor(shorter), True)
    assert chances.turn_chances == [], "the other has only been set up"


def test_the_turn_that_is_pointed_at_is_told() -> None:
    found = [
        TurnChance(6, "turn 1", 0.5),
        TurnChance(20, "turn 2", 0.3),
        TurnChance(40, "turn 3", 0.8),
    ]
    assert [turn_at(found, at).actions_done for at in (0, 6, 19.9, 20, 100)] == [6, 6, 6, 20, 40]
    assert describe_turn_chance(found[1], NAMES).startswith("turn 2: Ben 70% to win")
    assert describe_turn_chance(found[2], NAMES).startswith("turn 3: Anna 80% to win")


def test_there_is_none_where_nobody_can_say_how_a_game_stands() -> None:
    unknown = replace(WARMACHINE, hint_bot="")
    assert graph_height(unknown) == 0.0
    assert graph_height(WARMACHINE) == graph_height(NEO_MECHANIKA) > GRAPH_HEIGHT_PX


def test_a_click_goes_to_the_turn(game: Game) -> None:
    window = Window(ReplayScreen(Recording(game)), offscreen=True, size=(1000, 640))
    window.render.hide()
    try:
        hand = FakeInput(window)
        screen = window.screen
        assert isinstance(screen, ReplayScreen) and screen.bottom_height > FOOT_HEIGHT_PX
        hand.step(40)
        while (
            len(screen._chances.turn_chances)
            < len(analyze_turns(game, load_adviser(NEO_MECHANIKA))) + 1
        ):
            hand.step()
        hand.step(3)
        x0, y0, x1, y1 = window.ui.widget_rects["chances"]
        hand.click(x0 + 0.6 * (x1 - x0), (y0 + y1) / 2)
        hand.step(2)
        turns = {t.first for t in analyze_turns(game, load_adviser(NEO_MECHANIKA))}
        assert (
            screen.playback.actions_done in turns
            and 0.3 * STOP < screen.playback.actions_done <= 0.6 * STOP
        )
    finally:
        window.close()
