"""A hint at any time: asked for with a key, worked out beside the window, put away when the game goes on."""

import time

import pytest

from tests.screens.play_games import played_to, skirmish
from wc3d.engine.agenda import find_open_question
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules.turn.charging import ChargingQuestion
from wc3d.ui.hint_request import PREPARE_AFTER_S, HintRequest
from wc3d.ui.play_session import PlaySession
from wc3d.window.play.game.screen import PlayScreen


@pytest.fixture
def asked():
    game = played_to(
        skirmish(),
        lambda game: (
            isinstance(find_open_question(game.state), ChargingQuestion) and game.to_act == 1
        ),
    )
    session = PlaySession(game, {2: "recruit"})
    advice = HintRequest(session)
    yield advice
    advice.close()
    session.close()


def heard(advice, seconds=90):
    end = time.monotonic() + seconds
    while advice.hints is None and time.monotonic() < end:
        advice.poll()
        time.sleep(0.05)
    return advice.hints


@pytest.mark.slow
def test_a_hint_names_what_may_be_done_now_and_says_why(asked):
    asked.toggle()
    assert asked.is_open and asked.hints is None
    hints = heard(asked)
    assert hints and not asked.failure
    assert all(asked.session.check(hint.action) for hint in hints)
    assert all(0 <= hint.chance <= 1 and hint.words and hint.reasons for hint in hints)
    before = asked.session.game.digest()
    asked.toggle()
    assert not asked.is_open and asked.hints is None and asked.session.game.digest() == before


def test_it_is_put_away_when_the_game_goes_on(asked):
    asked.toggle()
    session = asked.session
    session.apply(session.rules.search.pass_action(1))
    assert not asked.is_open
    assert asked.poll() and asked.hints is None and not asked.worker.is_busy


def test_who_is_not_asked_is_told_so(asked):
    advice = HintRequest(PlaySession(asked.session.game, {1: "recruit"}))
    with pytest.raises(InputError, match="only when you have a decision"):
        advice.toggle()
    assert not advice.worker.is_alive


def test_a_question_that_stays_open_lets_the_worker_prepare_itself(asked):
    asked.prepare()
    assert not asked.worker.is_alive
    asked._question_since -= PREPARE_AFTER_S
    asked.prepare()
    assert asked.worker.is_alive and not asked.worker.is_busy
    assert not asked.is_open and asked.hints is None, "nothing is shown"
    process = asked.worker._channel.process
    asked.prepare()
    asked.toggle()
    assert asked.worker._channel.process is process, "the hint uses what was prepared"


def test_nothing_is_prepared_while_nobody_is_asked(asked):
    advice = HintRequest(PlaySession(asked.session.game, {1: "recruit"}))
    advice.prepare()
    advice._question_since -= PREPARE_AFTER_S
    advice.prepare()
    assert not advice.worker.is_alive


def test_the_screen_of_a_game_lets_the_worker_prepare_itself(asked):
    screen = PlayScreen(asked.session)
    request = screen.play_panels.hints.request
    screen._poll_hints()
    request._question_since -= PREPARE_AFTER_S
    screen._poll_hints()
    assert request.worker.is_alive
    request.close()
