"""Watching a saved game: positions, animation, attacks, speeds, whose knowledge, and what a damaged file does."""

import time
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

import wc3d
from tests.screens.fake_input import FakeInput
from tests.screens.real_screen import RealScreen
from wc3d._internal.data_files import shipped_folder
from wc3d.animation.steps import make_steps
from wc3d.bots import bots_of
from wc3d.engine.game import UndoRecord
from wc3d.engine.replay import load, replay_entry, save
from wc3d.games.neo_mechanika import new_game, sample_force
from wc3d.games.neo_mechanika.rules import events as ev
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.games.neo_mechanika.text.formatting import roll_name
from wc3d.ui.playback import IncrementalReader, Playback, Recording, read_recording
from wc3d.window.play.game.screen import save_branch_and_make_screen
from wc3d.window.play.replay.screen import ReplayScreen
from wc3d.window.shell.settings import DisplaySettings, Settings
from wc3d.window.shell.window import Window
from wc3d.workers.background import BackgroundProcess

BOTS = bots_of(NEO_MECHANIKA)

STOP = 160


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A saved game in which models move and attack."""
    table = wc3d.load_map(shipped_folder("maps") / "crossroads.json")
    forces = sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish")
    game = new_game(table, forces, "boiling_point", seed=5, names=("Anna", "Ben"))
    bots = {1: BOTS["random"](1), 2: BOTS["random"](2)}
    while (mover := game.to_act) is not None and len(game.turns) < STOP:
        game.apply(bots[mover].choose(game.view(mover)))
    path = tmp_path_factory.mktemp("saved") / "game.jsonl"
    save(game, path)
    return path


@pytest.fixture(scope="module")
def recording(file):
    return read_recording(lambda done, total: True, str(file))


class Clock:
    """A time that tests turn on."""

    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


@pytest.fixture
def playback(recording):
    recording.replay.go_to(0)
    return Playback(recording, Clock())


def run_out(playback, step=0.05, most=4000):
    """Let the time go on until the action is over; the tables that were shown."""
    shown = []
    while playback.current_step is not None and most:
        most -= 1
        shown.append(playback.table)
        playback.clock.time += step
        playback.poll()
    return shown


# The playback, without a window


def test_positions_are_those_of_the_game_both_ways(playback, file):
    game = load(file, NEO_MECHANIKA.rebuild)
    for at in (40, 3, len(game.turns), 0, 17):
        playback.go_to(at)
        expected = game.turns[at - 1].state_after if at else game.turns[0].state_before
        assert playback.state == expected and {b.id: b.at for b in playback.table.bodies} == {
            b.id: b.at for b in expected.bodies
        }
    playback.go_to(10**6)
    assert playback.actions_done == len(game.turns)
    playback.go_to(-4)
    assert playback.actions_done == 0


def test_a_model_goes_along_its_path_and_ends_where_the_game_has_it(playback):
    turns = playback.recording.game.turns
    number, moved = next(
        (n, e)
        for n, t in enumerate(turns)
        for e in t.events
        if isinstance(e, ev.Moved) and len(e.track) > 1
    )
    playback.go_to(number)
    playback.step_forward()
    places = [
        table.body(moved.model).at
        for table in run_out(playback)
        if moved.model in {b.id for b in table.bodies}
    ]
    assert places[0] == pytest.approx(moved.track[0]) and len(set(places)) > 3
    assert playback.actions_done == number + 1 and playback.state == turns[number].state_after


@pytest.mark.slow
def test_every_action_is_shown_from_its_state_before_to_its_state_after(recording):
    for turn in recording.game.turns:
        for step in make_steps(NEO_MECHANIKA, turn.state_before, turn.events)[0]:
            assert step.seconds > 0
            for id, track in step.tracks.items():
                assert step.table_at(0.0).body(id).at == pytest.approx(track[0])
                assert step.state.place(id) == pytest.approx(track[0])
                assert step.table_at(1.0).body(id).at == pytest.approx(track[-1])


def test_an_attack_is_shown_with_its_line_and_its_dice(playback):
    assert playback.recording.attacks
    while playback.go_to_next_attack():
        event = next(e for e in playback.replay.events if isinstance(e, ev.AttackDeclared))
        seen = []
        while playback.current_step is not None:
            step = playback.current_step
            seen.append(step)
            playback.clock.time += step.seconds / playback.speed + 1e-6
            playback.poll()
        lines = [s for step in seen for s in step.strokes if s.label == event.weapon]
        assert lines and (event.line is None or lines[0].points == event.line)
        rolled = [e for e in playback.replay.events if isinstance(e, ev.Rolled)]
        shown = {
            (r.player, r.why, tuple(face for _, faces in r.dice for face in faces))
            for step in seen
            for r in step.rolls
        }
        names = {e: e.why if e.plain else roll_name(e) for e in rolled}
        assert shown == {(e.player, names[e], (*e.action, *e.power, *e.plain)) for e in rolled}
    assert playback.actions_done == playback.recording.attacks[-1]


def test_from_attack_to_attack_and_back(playback):
    attacks = playback.recording.attacks
    assert not playback.go_to_previous_attack() and playback.actions_done == 0
    for expected in attacks[:3]:
        assert (
            playback.go_to_next_attack()
            and playback.actions_done == expected
            and playback.current_step is not None
        )
    assert (
        playback.go_to_previous_attack()
        and playback.actions_done == attacks[min(2, len(attacks) - 1) - 1]
    )
    playback.go_to(len(playback.replay))
    assert not playback.go_to_next_attack()


@pytest.mark.slow
def test_playing_goes_to_the_end_at_every_speed(playback):
    assert (playback.change_speed(), playback.speed)[1] == 2.0
    for _ in range(9):
        playback.change_speed()
    assert playback.speed == 8.0
    for _ in range(9):
        playback.change_speed(-1)
    assert playback.speed == 0.5
    playback.go_to(0)
    playback.toggle_playing()
    most = 60_000
    while playback.is_playing and most:
        most -= 1
        playback.clock.time += 0.2
        playback.poll()
    assert playback.actions_done == len(playback.replay) and not playback.is_playing
    playback.toggle_playing()
    assert playback.is_playing and playback.actions_done == 0


def test_a_change_of_speed_does_not_make_a_model_jump(playback):
    playback.go_to_next_attack()
    playback.clock.time += 0.3
    part = playback.step_progress
    playback.change_speed(2)
    assert playback.step_progress == pytest.approx(part)


def test_forward_twice_finishes_what_is_going_on_and_back_takes_it_back(playback):
    playback.go_to_next_attack()
    at = playback.actions_done
    playback.step_forward()
    assert playback.actions_done == at and playback.current_step is None
    playback.step_back()
    assert playback.actions_done == at - 1 and playback.current_step is None


def test_reading_tells_how_far_it_is(file):
    told = []
    read_recording(lambda done, total: told.append((done, total)), str(file))
    assert told[0] == (2, STOP + 1) and told[-1] == (STOP + 1, STOP + 1)


@pytest.mark.slow
def test_hidden_cards_are_in_no_log_of_the_other(recording):
    game = recording.game
    lines = {
        reader: [e.words for e in entries if " draws " in e.words]
        for reader, entries in recording.logs.items()
    }
    cards = game.state.setup.cards.cyphers
    drawing = [e for turn in game.turns for e in turn.events if isinstance(e, ev.Drew)]
    drew = [(e.player, cards[card].name) for e in drawing for card in e.cards]
    assert {player for player, _ in drew} == {1, 2}
    for player, card in drew:
        name = game.state.setup.names[player - 1]
        told = {
            reader: any(name in line and card in line for line in lines[reader])
            for reader in (None, 1, 2)
        }
        assert told == {None: False, 1: player == 1, 2: player == 2}


# In a window


@pytest.fixture(scope="module")
def hand():
    settings = Settings(display=DisplaySettings(quality="low"))
    window = Window(
        ReplayScreen(Recording(_short())), offscreen=True, size=(1000, 640), settings=settings
    )
    window.render.hide()  # nobody looks at the board
    yield FakeInput(window)
    window.close()


def _short():
    table = wc3d.load_map(shipped_folder("maps") / "crossroads.json")
    forces = sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish")
    game = new_game(table, forces, "boiling_point", seed=3)
    bot = BOTS["random"](1)
    for _ in range(3):
        game.apply(bot.choose(game.view(game.to_act)))
    return game


@pytest.fixture
def screen(hand, recording):
    recording.replay.go_to(0)
    hand.window.show_screen(ReplayScreen(recording))
    hand.step(3)
    return hand.window.screen


def press(hand, mark, part=0.5):
    hand.step(2)
    x0, y0, x1, y1 = hand.window.ui.widget_rects[mark]
    hand.click(x0 + (x1 - x0) * part, (y0 + y1) / 2)
    hand.step(2)


def test_the_slider_goes_both_ways(hand, screen):
    press(hand, "slider", 0.75)
    later = screen.playback.actions_done
    assert 0.6 * STOP < later < 0.9 * STOP and set(hand.window.board.node_by_body) == {
        b.id for b in screen.playback.table.bodies
    }
    press(hand, "slider", 0.2)
    assert 0.1 * STOP < screen.playback.actions_done < 0.4 * STOP


def test_buttons_and_keys_do_the_same(hand, screen):
    press(hand, "forward")
    screen.go_to(1)
    hand.key(".")
    screen.go_to(screen.playback.actions_done)
    assert screen.playback.actions_done == 2
    hand.key(",")
    assert screen.playback.actions_done == 1
    hand.key("]")
    assert (
        screen.playback.actions_done == screen.playback.recording.attacks[0]
        and screen.playback.current_step is not None
    )
    press(hand, "next_attack")
    assert screen.playback.actions_done == screen.playback.recording.attacks[1]
    hand.key("[")
    assert screen.playback.actions_done == screen.playback.recording.attacks[0]
    press(hand, "play")
    assert screen.playback.is_playing
    hand.key("p")
    assert not screen.playback.is_playing
    press(hand, "speed 4")
    assert screen.playback.speed == 4.0
    hand.key("+")
    assert screen.playback.speed == 8.0


def test_a_click_in_the_log_goes_there(hand, screen):
    screen.go_to(screen.playback.recording.attacks[0])
    hand.step(4)
    number = screen.current_line_number
    press(hand, f"log {number - 2}", 0.1)
    assert screen.playback.actions_done == screen.log_lines[number - 2].actions_done


def test_hands_are_shown_only_to_who_knows_them(hand, screen):
    screen.go_to(STOP)
    known = {}
    for viewer in (None, 1, 2):
        press(hand, f"viewer {viewer or 'both'}")
        assert screen.viewer == viewer
        cards = screen.visible_state.setup.cards.cyphers
        known[viewer] = {
            p: [c in cards for c in screen.visible_state.players[p].hand] for p in (1, 2)
        }
    hands = {p: len(screen.playback.state.players[p].hand) for p in (1, 2)}
    assert all(hands.values())
    for viewer, seen in known.items():
        assert seen == {p: [p == viewer] * hands[p] for p in (1, 2)}


def read_to_its_end(hand, screen):
    """Let the window go on until the file is read; it takes as many steps as it takes."""
    for _ in range(20_000):
        hand.step()
        if screen.fault or (screen.table is not None and screen.playback.reader is None):
            return
    raise AssertionError("it is still being read")


@pytest.fixture
def lines_read(monkeypatch):
    """The numbers of the lines after the first that were played again, by the steps at which that was."""
    told = []

    def counted(game, entry):
        told.append(len(game.turns))
        replay_entry(game, entry)

    monkeypatch.setattr("wc3d.engine.replay.replay_entry", counted)
    return told


def test_the_board_is_seen_before_a_second_line_is_read_and_it_begins_where_it_is_said(
    hand, file, lines_read
):
    read: list[Any] = []
    hand.window.show_screen(ReplayScreen(file, read=read.append, at=7))
    screen = hand.window.screen
    while screen.table is None or not hand.window.is_drawn:
        assert not lines_read
        hand.step()
    assert (
        not lines_read
        and screen.playback.actions_done == 0
        and screen.playback.action_count == STOP
    )
    assert set(hand.window.board.node_by_body) == {
        body.id for body in screen.table.bodies
    } and read == [file]
    read_to_its_end(hand, screen)
    assert (
        screen.playback.actions_done == 7 and len(lines_read) == len(screen.playback.replay) == STOP
    )


def test_what_is_not_read_yet_is_gone_to_once_it_is(hand, file, monkeypatch):
    monkeypatch.setattr("wc3d.window.play.replay.screen.READ_TIME_PER_STEP_S", 0.0)  # a line a step
    hand.window.show_screen(ReplayScreen(file))
    screen = hand.window.screen
    while screen.table is None or len(screen.playback.replay) < 5:
        hand.step()
    screen.go_to(4)
    assert screen.playback.actions_done == 4 and screen.playback.target_action_count is None
    screen.go_to(30)
    assert screen.playback.actions_done == 4 and screen.playback.target_action_count == 30
    while screen.playback.target_action_count is not None:
        assert screen.playback.reader is not None and len(screen.playback.replay) <= 30
        hand.step()
    assert screen.playback.actions_done == 30 and screen.playback.reader is not None


def test_a_game_read_by_and_by_is_the_same_as_one_read_at_once_with_what_was_taken_back(tmp_path):
    game = _short()
    assert game.undoable()
    path = tmp_path / "undone.jsonl"
    bot = BOTS["random"](1)
    for count in (1, 2):
        taken = min(count, game.undoable())
        if taken:
            game.undo(taken)
        for _ in range(4):
            game.apply(bot.choose(game.view(game.to_act)))
    assert any(isinstance(entry, UndoRecord) for entry in game.record)
    save(game, path)
    reading = IncrementalReader(str(path))
    whole = read_recording(lambda done, total: True, str(path))
    playback = Playback(reading, Clock())
    while playback.reader is not None:
        playback.go_to(len(playback.replay))
        playback.read_more(0.0)
        assert (
            len(playback.recording.attack_progress)
            == len(playback.replay) + 1
            > playback.actions_done
        )
    parts = playback.recording
    assert [turn.state_after for turn in parts.game.turns] == [
        turn.state_after for turn in whole.game.turns
    ]
    assert (parts.attacks, parts.rounds) == (whole.attacks, whole.rounds)
    for reader in (None, 1, 2):
        assert [(e.words, e.actions_done) for e in parts.logs[reader]] == [
            (e.words, e.actions_done) for e in whole.logs[reader]
        ]


def test_a_damaged_file_is_shown_as_far_as_it_is_sound_and_a_broken_one_told(hand, file, tmp_path):
    lines = file.read_text().splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    broken = tmp_path / "broken.jsonl"
    damaged.write_text("".join([*lines[:50], "{oops\n", *lines[51:]]))
    broken.write_text("no game\n")
    left = []
    for path in (damaged, broken):
        hand.window.show_screen(ReplayScreen(path, on_leave=lambda: left.append(True)))
        screen = hand.window.screen
        read_to_its_end(hand, screen)
        told = [n.words for n in hand.window.notices.visible_notices if n.is_error]
        if path == damaged:
            assert len(screen.playback.replay) == 49 and any(
                f"{path} line 51: invalid JSON" in words for words in told
            )
        else:
            assert f"{path} line 1" in screen.fault and any(
                f"{path} line 1" in words for words in told
            )
    press(hand, "leave")
    assert left


def test_work_beside_the_window_tells_of_faults_and_can_be_given_up(file):
    beside = BackgroundProcess()
    for arguments, words in (((str(file) + "x",), "no such file"), ((3,), "program error")):
        beside.start_task("reading", read_recording, *arguments)
        end = time.monotonic() + 60
        report = None
        while beside.is_busy and time.monotonic() < end:
            report = beside.poll()
            time.sleep(0.02)
        assert report is not None and words in report.failure
    beside.start_task("reading", read_recording, str(file))
    beside.stop()
    assert beside.poll() is None and not beside.task_name


def test_what_is_drawn_is_not_worked_out_again_while_nothing_happens(hand, screen, monkeypatch):
    attack = screen.playback.recording.attacks[0]
    screen.go_to(attack)
    assert screen._strokes()
    hand.rest()
    screen._update_chances(screen.playback)
    while screen._chances.worker.is_busy:  # they are worked out once
        hand.step()
    hand.rest()
    asked = []
    real = screen.rules.display.happening

    def happening(state, event):
        asked.append(event)
        return real(state, event)

    monkeypatch.setitem(vars(screen.rules.display), "happening", happening)
    hand.step(20)
    assert not asked and screen.playback.actions_done == attack


def test_rebound_keys_are_obeyed(recording, hand):
    settings = Settings()
    assert settings.commands_by_key()["]"] == ("next_attack",)
    recording.replay.go_to(0)
    hand.window.show_screen(ReplayScreen(recording))
    before = hand.window.settings
    hand.window.use_settings(replace(before, keys={**before.keys, "next_attack": ("f9",)}))
    hand.key("]")
    assert hand.window.screen.playback.actions_done == 0
    hand.key("f9")
    assert hand.window.screen.playback.actions_done == recording.attacks[0]
    hand.window.use_settings(before)


# For real


@pytest.mark.slow
def test_a_real_window_is_scrubbed(file, tmp_path):
    """`wc3d replay FILE --window`; the slider is clicked with a real mouse at two places."""
    with RealScreen(tmp_path, "replay", file, "--window") as screen:
        screen.wait("the recording", lambda: f"recording {STOP}" in screen.log)
        x0, y0, x1, y1 = screen.wait("the slider", lambda: screen.shown["marks"].get("slider"))
        came = []
        for share in (0.2, 0.7):
            before = screen.heard("at ")
            screen.click(x0 + share * (x1 - x0), (y0 + y1) / 2)
            screen.wait(
                "another position", partial(lambda before: screen.heard("at ") > before, before)
            )
            came.append(int([line for line in screen.log if line.startswith("at ")][-1].split()[1]))
        assert 0 < came[0] < came[1]
        assert str(file) in (tmp_path / "config" / "window.json").read_text()


def test_a_game_is_played_on_from_the_point_that_is_watched(hand, recording, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path / "config"))
    recording.replay.go_to(0)
    hand.window.show_screen(ReplayScreen(recording, begin=save_branch_and_make_screen))
    hand.window.screen.go_to(40)
    press(hand, "play on here")
    assert "play on as 1" in hand.window.ui.widget_rects
    hand.key("escape")
    hand.step(2)
    assert "play on as 1" not in hand.window.ui.widget_rects
    press(hand, "play on here")
    press(hand, "play on as 2")
    session = hand.window.screen.session
    assert session.game.origin.actions == 40 and session.bots == {1: "regular"}
    again = load(tmp_path / "game-1.jsonl", NEO_MECHANIKA.rebuild)
    assert again.origin == session.game.origin and again.turns[:40] == recording.game.turns[:40]
    hand.window.screen.session.close()


def test_no_game_is_played_on_from_its_end(hand, tmp_path, monkeypatch):
    game = _short()
    game.apply(NEO_MECHANIKA.search.concede_action(game.to_act))
    hand.window.show_screen(ReplayScreen(Recording(game), begin=save_branch_and_make_screen, at=0))
    screen = hand.window.screen
    assert screen.branch_refusal() == ""
    screen.go_to(len(game.turns))
    assert "The game is over here" in screen.branch_refusal()
    press(hand, "play on here")
    assert not screen.is_asking_who_plays
