"""The window as a person has it: a real one on a virtual screen, a whole turn by mouse and keys, its pictures compared."""

import json
import os
import shutil
import subprocess
import sys
import time
from itertools import islice, product
from math import dist
from pathlib import Path

import pytest

from tests.screens.fake_input import FakeInput
from tests.screens.play_games import asks, played_to, skirmish
from tests.screens.real_screen import SIZE, Album, RealScreen, alike, cells
from wc3d._internal.data_files import shipped_folder
from wc3d.animation.queue import DICE_LINGER_S
from wc3d.cli.main import main
from wc3d.engine.replay import load, save
from wc3d.games.neo_mechanika.rules import actions as act
from wc3d.games.neo_mechanika.rules.space import SPACE
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.judging.dispute import MapCache, open_table
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.screen import PlayScreen
from wc3d.window.shell.settings import load_settings_or_default
from wc3d.window.shell.window import Window

ROOT = Path(__file__).resolve().parents[3]
PICTURES = Path(__file__).parents[2] / "screens" / "pictures"
MIDDLE = PICTURES / "game.jsonl"
"""A saved game, at the start of a turn of Anna's. Where cards have changed: `python -m tests.window.shell.test_real_window` makes
it anew, then WC3D_PICTURES=write its pictures."""
TURN = {
    "charge",
    "play",
    "activate",
    "advance",
    "attack",
    "deploy",
    "place_gate",
    "discard",
    "pass",
}
"""What is done in it."""
CROSSROADS = shipped_folder("maps").resolve() / "crossroads.json"
COVER = shipped_folder("maps").resolve() / "questions" / "book-cover.json"
WAYS = ((-2, 1), (2, 1), (-2, -1), (2, -1), (-3, 0), (3, 0))
"""Where a model is dragged, in inches east and north: the first way that is open."""
FREE = (275, 60, 930, 600)
"""The pixels between the panels, left, top, right and bottom; `EMPTY` is one that shows no model either."""
SLIP = 0.08
LIST, FIRST, LAST = (130, 300), 70, 465
"""A pixel of the list of units, and the highest and the lowest at which its rows are in sight."""
EMPTY = (400, 90)


@pytest.mark.slow
def test_a_whole_turn_is_played_with_mouse_and_keys_on_a_real_screen(tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    shutil.copy(MIDDLE, path)
    before = load(path, NEO_MECHANIKA.rebuild)
    with RealScreen(tmp_path, "play", "--window", "--load", path, quality="auto") as screen:
        game, faults = play_turn(screen, path)
    done = [t.action for t in game.turns[len(before.turns) :]]
    assert {a.type for a in done} >= TURN and {a.player for a in done} == {1}
    assert game.state.turn == before.state.turn + 1 and game.state.active == 2
    assert any(t.drawn.rolls for t in game.turns[len(before.turns) :])
    assert len(game.state.players[1].hand) == 5
    assert main(["replay", str(path), "--verify"]) == 0
    assert f"intact: {len(game.turns)} actions" in capsys.readouterr().out
    assert not faults


@pytest.mark.slow
def test_what_happens_is_shown_in_order_on_a_real_screen_and_a_key_shows_the_rest(tmp_path):
    path = tmp_path / "game.jsonl"
    shutil.copy(MIDDLE, path)
    game = load(path, NEO_MECHANIKA.rebuild)
    offer = next(o for o in game.offers() if o.type == "charge")
    unit = next(
        a.on for a in offer.candidates() if isinstance(a, act.Charge) and a.on in game.state.units
    )
    with RealScreen(tmp_path, "play", "--window", "--load", path, pace=0.5) as screen:
        screen.press("sit down")
        screen.press(f"unit {unit}")
        screen.press(f"charge {unit}")
        screen.wait("the story", lambda: screen.has("story") and screen.has("go on"))
        assert not screen.has("pass"), "nothing is asked before it was shown"
        done = load(path, NEO_MECHANIKA.rebuild).turns[-1].action
        assert done == act.Charge(player=1, on=unit), "the game itself never waits"
        screen.key("Return", "present")
        screen.wait("the next question", lambda: screen.has("pass") and not screen.has("story"))
        screen.key("Escape", "cancel")
        screen.key("Escape", "cancel")
        screen.press("pace 4")
        screen.wait(
            "the settings",
            lambda: "pace = 4" in (tmp_path / "config" / "settings.toml").read_text(),
        )


def test_a_board_with_models_is_shown_and_picked_on_a_real_screen(tmp_path):
    file = shipped_folder("maps") / "questions" / "book-sight.json"
    with RealScreen(tmp_path, "view", file) as screen:
        screen.wait("the window", lambda: "ready" in screen.log)
        before = cells(screen.picture())
        assert before.std() > 15
        screen.key("t", "top")
        assert not alike(before, cells(screen.picture()))
        model = open_table(file, MapCache(SPACE)).bodies[0]
        x, y, z = model.at
        screen.click(*screen.spot((x, y, z + model.height)))
        screen.wait("the model to be picked", lambda: f"click {model.id}" in screen.log)


@pytest.fixture(scope="module")
def broken(tmp_path_factory):
    """A settings file that cannot be used."""
    file = tmp_path_factory.mktemp("settings") / "settings.toml"
    file.write_text('[display]\nquality = "best"\n')
    return file


@pytest.fixture(scope="module")
def hand(broken):
    """The same game in a window without a screen, opened with that settings file."""
    settings, fault = load_settings_or_default(broken)
    screen = PlayScreen(PlaySession(load(MIDDLE, NEO_MECHANIKA.rebuild)))
    window = Window(screen, offscreen=True, size=SIZE, settings=settings, complaints=[fault])
    screen.on_button("sit down")
    yield FakeInput(window)
    window.close()


def test_a_broken_settings_file_is_told_in_the_window_and_it_goes_on(hand, broken):
    hand.step(2)
    [notice] = hand.window.notices.visible_notices
    assert notice.is_error and str(broken) in notice.words and "display.quality" in notice.words
    assert "notices" in hand.window.ui.widget_rects and "charge" in [
        kind.type for kind in hand.window.screen.controller.menu.kinds_to_list
    ]


@pytest.mark.slow
def test_a_single_missing_model_is_noticed(hand):
    def shot():
        hand.window.request_board_redraw()
        hand.rest()
        return cells(hand.window.render_target.read_pixels().astype(float))

    hand.window.notices.visible_notices.clear()
    hand.key("h")
    whole = shot()
    assert alike(whole, shot())
    for node in hand.window.board.node_by_body.values():
        node.hide()
        assert not alike(whole, shot())
        node.show()


NOWHERE = """
import contextlib, io, json, sys
from wc3d.cli.main import main
for words in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.redirect_stderr(io.StringIO()) as failed:
        code = main(words)
    print(json.dumps([code, said.getvalue(), failed.getvalue()]))
"""
"""Runs commands one after another, in a process that has drawn nothing yet."""


@pytest.mark.parametrize("display", ["", ":7654"])
def test_where_no_window_can_be_opened_one_line_names_the_terminal_commands(display, tmp_path):
    instead = {
        ("view", str(CROSSROADS)): f"wc3d check {CROSSROADS}",
        ("judge", str(COVER), "--window"): f"wc3d judge {COVER}",
        ("replay", str(MIDDLE), "--window"): f"wc3d replay {MIDDLE}",
        ("play", "--window"): "without --window",
    }
    more = {"DISPLAY": display, "WC3D_CONFIG": str(tmp_path / "config"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", NOWHERE, json.dumps([*instead])]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=True,
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    for named, (code, said, failed) in zip(instead.values(), told, strict=True):
        assert code == 2
        assert said == "" and failed.count("\n") == 1 and "DISPLAY" in failed and named in failed
    assert not list(tmp_path.glob("*.jsonl"))


# A person at the window


class Turn:
    """A person who plays a turn and reads the saved file to know what has been done."""

    def __init__(self, screen, path, rules=NEO_MECHANIKA):
        self.screen = screen
        self.path = path
        self.rules = rules
        self.game = load(path, rules.rebuild)

    @property
    def done(self):
        return len(self.game.turns)

    def follow(self, what):
        """Until the file has a line more than before."""
        before = self.done

        def more():
            if self.path.read_bytes().count(b"\n") - 1 > before:
                self.game = load(self.path, self.rules.rebuild)
                return True

        self.screen.wait(f"{what} in the saved file", more)
        return self.game.turns[-1].action

    def options(self, kind, fit=lambda action: True):
        """Some actions of a kind that are offered now."""
        offer = next((o for o in self.game.offers() if o.type == kind), None)
        return [a for a in islice(offer.candidates(), 300) if fit(a)] if offer is not None else []

    def space(self):
        """Space, again if it only let the dice lie; the action that was done."""
        before = self.done
        self.screen.key("space", "end")
        if self.path.read_bytes().count(b"\n") - 1 == before:
            self.screen.key("space", "end")
        return self.follow("the end of a step")

    def on_to(self, *questions):
        """Go on until one of these is asked."""
        while asks(self.game) not in questions:
            self.space()

    def pick(self, unit):
        """Click a unit in the list at the left, which is turned by the wheel until its row is in sight."""
        screen = self.screen
        mark = f"unit {unit}"
        screen.move(*LIST)
        while not FIRST < (high := screen.middle(mark)[1]) < LAST:
            screen.stir("click", 5 if high > FIRST else 4)
        screen.press(mark)

    def look_down_on(self, id):
        """From above nothing hides a model: look at this one so; the pixel of its head."""
        self.screen.key("t", "top")
        self.pick(self.game.state.models[id].unit)
        body = self.game.state.table.body(id)
        x, y, z = body.at
        return self.screen.spot((x, y, z + body.height))

    def ground(self, at):
        """The pixel of a place."""
        x, y, *z = at
        return self.screen.spot((x, y, z[0] if z else 0.0))

    def room(self, near, action):
        """A place near another where no panel is, and at which an action is allowed, even if the mouse slips a little."""
        x, y = near[:2]
        for east, north in sorted(
            product(range(-5, 6), repeat=2), key=lambda by: abs(by[0]) + abs(by[1])
        ):
            at = (x + east * 0.5, y + north * 0.5)
            slips = [
                (at[0] + dx, at[1] + dy)
                for dx, dy in ((0, 0), (SLIP, 0), (-SLIP, 0), (0, SLIP), (0, -SLIP))
            ]
            px, py = self.ground(at)
            if (
                FREE[0] < px < FREE[2]
                and FREE[1] < py < FREE[3]
                and all(self.game.check(action(slip)) for slip in slips)
            ):
                return at
        raise AssertionError(f"no room near {near}")


def calm(screen):
    """Wait until no dice and no notice are shown any more, and all mesh files are drawn."""
    screen.wait(
        "dice and notices to go",
        lambda: not any(screen.has(mark) for mark in ("dice", "notices", "doing")),
    )


def play_turn(screen, path):
    """A whole turn, with pictures of its start, of a target and of its end; the game, and what was wrong with the pictures."""
    turn = Turn(screen, path)
    album = Album(screen, PICTURES)
    screen.press("sit down")
    screen.wait("the hand of cards", lambda: screen.has("card 0"))
    screen.move(*EMPTY)
    calm(screen)
    album.take("start")

    charge = turn.options("charge", lambda a: a.on in turn.game.state.units)[0]
    turn.pick(charge.on)
    screen.press(f"charge {charge.on}")
    assert turn.follow("the charge") == charge
    turn.on_to("CypherQuestion")

    play_a_card(turn)
    turn.on_to("ActivationQuestion")

    unit = charge.on
    turn.pick(unit)
    screen.press(f"activate {unit}")
    assert turn.follow("the activation").unit == unit
    turn.on_to("ActingQuestion")
    drag_it(turn, turn.game.state.models_of(unit)[0].id)
    attack(turn, album)
    turn.on_to("DeploymentQuestion")

    deploy(turn)
    turn.on_to("GateQuestion")
    gate = turn.options("place_gate")[0]
    screen.click(*turn.ground(turn.room(gate.at, lambda at: gate.model_copy(update={"at": at}))))
    assert turn.follow("the void gate").type == "place_gate"
    turn.on_to("DiscardQuestion")
    screen.press("card 0")
    assert turn.follow("the discard").type == "discard"
    while turn.game.state.active == 1:
        turn.space()
    screen.press("sit down")
    screen.key("h", "home")
    screen.wait("the other hand of cards", lambda: screen.has("card 0"))
    screen.move(*EMPTY)
    time.sleep(DICE_LINGER_S + 1.0)  # until no dice lie on the rim
    calm(screen)
    album.take("end")
    return turn.game, album.faults


def play_a_card(turn):
    """A card of the hand, on the model that is clicked."""
    screen = turn.screen
    state = turn.game.state
    card = turn.options("play", lambda a: not a.channel and a.on in state.units)[0]
    screen.press(f"card {state.players[1].hand.index(card.card)}")
    screen.wait("a target to be wanted", lambda: screen.has("drop aim"))
    screen.click(*turn.look_down_on(state.models_of(card.on)[0].id))
    screen.key("h", "home")
    done = turn.follow("the card")
    assert (done.type, done.card) == ("play", card.card)


def drag_it(turn, model):
    """A model is dragged to another place, to which the rules let it go straight."""
    screen = turn.screen
    state = turn.game.state
    x, y, z = state.place(model)
    ends = [(x + east, y + north) for east, north in WAYS]
    goal = next(
        end for end in ends if turn.game.check(act.Advance(player=1, model=model, path=(end,)))
    )
    screen.drag(turn.look_down_on(model), turn.ground((*goal, z)))
    assert turn.follow("the move").type == "advance"
    assert dist(turn.game.state.place(model)[:2], goal) < 0.2


def attack(turn, album):
    """A target is clicked, the mouse rests on one of its attacks, and then makes it."""
    screen = turn.screen
    wanted = turn.options("attack")[0]
    screen.click(*turn.look_down_on(wanted.target))
    row = screen.wait(
        "its attacks",
        lambda: next((m for m in screen.shown["marks"] if m.startswith("attack ")), None),
    )
    calm(screen)
    screen.hover(row)
    screen.wait("what it would do", lambda: screen.has("foretold"))
    album.take("target")
    screen.press(row)
    screen.wait("the dice", lambda: screen.has("dice"))
    assert turn.follow("the attack").type == "attack"


def deploy(turn):
    """A unit of the reserve is taken in hand and put down."""
    screen = turn.screen
    screen.key("t", "top")
    wanted = turn.options("deploy", lambda a: len(a.places) == 1)[0]
    [(model, near)] = wanted.places.items()
    at = turn.room(near, lambda at: wanted.model_copy(update={"places": {model: at}}))
    screen.press(f"take {wanted.unit}")
    screen.click(*turn.ground(at))
    assert turn.follow("the deployment").unit == wanted.unit


if __name__ == "__main__":
    save(
        played_to(
            skirmish(seed=5),
            lambda g: asks(g) == "ChargingQuestion" and g.to_act == 1 and g.state.turn >= 3,
        ),
        MIDDLE,
    )
