"""A turn of WARMACHINE in a real window on a virtual screen: focus, a shot, a charge and a blow by mouse and keys alone."""

import shutil
import time

import pytest

from tests.screens.play_games import asks
from tests.screens.real_screen import Album, RealScreen
from tests.window.shell.test_real_window import EMPTY, PICTURES, Turn, calm
from wc3d.cli.main import main
from wc3d.engine.replay import load
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.window.play.game.action_buttons import GUARD_S

KEPT = PICTURES / "warmachine"
MIDDLE = KEPT / "game.jsonl"
"""A saved game, at the Control phase of Ben's turn: his Destroyer may shoot, and his warcaster may charge."""
DESTROYER = "2.destroyer"
JUGGERNAUT = "2.juggernaut"
SORSCHA = "2.sorscha"
CHARGER = "1.charger"
STRYKER = "1.stryker"


@pytest.mark.slow
def test_a_turn_with_a_shot_a_charge_and_a_blow_is_played_on_a_real_screen(tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    shutil.copy(MIDDLE, path)
    before = load(path, WARMACHINE.rebuild)
    with RealScreen(tmp_path, "play", "--window", "--load", path) as screen:
        game, faults = play_turn(screen, path)
    turns = game.turns[len(before.turns) :]
    assert {t.action.player for t in turns} == {2}
    done = [t.action.type for t in turns if t.action.type in ("assign", "attack", "charge")]
    assert done == ["assign", "assign", "assign", "attack", "charge", "attack", "attack"]
    assert game.over or game.state.active == 1
    assert main(["replay", str(path), "--verify"]) == 0
    assert f"intact: {len(game.turns)} actions" in capsys.readouterr().out
    assert not faults


def play_turn(screen, path):
    """Focus is divided, then each model does what it can; the game, and what was wrong with the pictures."""
    turn = Turn(screen, path, WARMACHINE)
    album = Album(screen, KEPT)
    screen.move(*EMPTY)
    calm(screen)
    album.take("focus")
    for jack in (JUGGERNAUT, JUGGERNAUT, DESTROYER):
        screen.press(f"give {jack}")
        assert turn.follow("a focus point").model == jack
        time.sleep(GUARD_S)  # a click on what has just changed under the mouse does nothing
    assert turn.space().type == "pass"

    activate(turn, DESTROYER)
    strike(turn, CHARGER, album, "shot")
    turn.space()

    activate(turn, SORSCHA)
    charge(turn, CHARGER, album)
    strike(turn, CHARGER)
    turn.space()

    activate(turn, JUGGERNAUT)
    strike(turn, STRYKER)
    if not turn.game.over:
        turn.space()
    return turn.game, album.faults


def activate(turn, id):
    """A model is picked in the list, and activated with the button on its card."""
    turn.pick(id)
    turn.screen.press(f"activate {id}")
    assert turn.follow("the activation").model == id


def strike(turn, target, album=None, name=""):
    """A target is picked, its first attack is made, and no roll is boosted."""
    screen = turn.screen
    turn.pick(target)
    row = screen.wait(
        "its attacks",
        lambda: next((m for m in screen.shown["marks"] if m.startswith("attack ")), None),
    )
    if album is not None:
        calm(screen)
        screen.hover(row)
        screen.wait("what it would do", lambda: screen.has("foretold"))
        album.take(name)
    screen.press(row)
    assert turn.follow("the attack").target == target
    while asks(turn.game) == "BoostQuestion":
        screen.wait("the question", lambda: screen.has("choose boost"))
        turn.space()


def charge(turn, target, album):
    """A charge is chosen on its target's card, aimed with the mouse, and made with a click."""
    screen = turn.screen
    turn.pick(target)
    screen.press(f"charge {SORSCHA} {target}")
    screen.wait("it to be aimed", lambda: screen.has("turn left"))
    at = turn.ground(turn.game.state.place(target))
    screen.move(*at)
    calm(screen)
    album.take("charge")
    screen.click(*at)
    assert turn.follow("the charge").type == "charge"
    assert turn.game.state.place(SORSCHA) != turn.game.turns[-1].state_before.place(SORSCHA)
