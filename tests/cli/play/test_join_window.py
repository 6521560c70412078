"""A seat at a host at the window, without the window: what is done there is asked of the host, what is told is shown."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import case_of
from tests.server.hosting import DISCS, Listening, listening
from wc3d.bots.random_player import RandomPlayer
from wc3d.cli.play.join_window import JoinedPlaySession
from wc3d.engine.actions import RefusedError, Verdict
from wc3d.engine.dice import D6, DiceError, Roll
from wc3d.errors import InputError
from wc3d.server.client.client import MatchClient
from wc3d.server.client.seat_game import SeatGame, join_seat_game, play_to_end, wait_for_begin
from wc3d.server.match.seat_keys import SeatLink, parse_link


def other_plays(link: SeatLink) -> threading.Thread:
    """A program at the other seat."""
    game = join_seat_game(MatchClient(link, lambda message: None))
    thread = threading.Thread(target=lambda: play_to_end(game, RandomPlayer(2).choose), daemon=True)
    thread.start()
    return thread


def session_of(link: SeatLink) -> JoinedPlaySession:
    """A seat at the window."""
    return JoinedPlaySession(
        wait_for_begin(join_seat_game(MatchClient(link, lambda message: None)))
    )


def both_seats(links: dict[int, SeatLink]) -> tuple[JoinedPlaySession, SeatGame]:
    """Player 1's seat at the window, and player 2's. A game begins when both have joined."""
    other = join_seat_game(MatchClient(links[2], lambda message: None))
    thread = threading.Thread(target=lambda: wait_for_begin(other), daemon=True)
    thread.start()
    session = session_of(links[1])
    thread.join(20)
    assert not thread.is_alive()
    return session, other


def until(session: JoinedPlaySession, there: Any, seconds: float = 30.0) -> None:
    """Let time go by until something is so."""
    end = time.monotonic() + seconds
    while not there() and time.monotonic() < end:
        session.poll()
        time.sleep(0.005)
    assert there()


def begin(host: Listening, case: str = "discs", **more: Any) -> dict[int, SeatLink]:
    """A new game's links."""
    return host.links(*host.registry.create_match(case_of(case).new(), **more))


@pytest.mark.parametrize("dice", ["fair", "chain", "typed"])
def test_a_game_is_played_to_its_end(tmp_path: Path, dice: str) -> None:
    with listening(tmp_path) as host:
        links = begin(host, dice=dice)
        other_plays(links[2])
        session = session_of(links[1])
        bot = RandomPlayer(1)
        while not session.is_over:
            until(session, lambda: session.person_to_act or session.is_over or session.wanted_roll)
            if session.wanted_roll is not None:
                session.type_roll(
                    [
                        die.faces[0] if i % 2 else die.faces[-1]
                        for i, die in enumerate(session.wanted_roll.dice)
                    ]
                )
            elif session.person_to_act:
                session.apply(bot.choose(session.game.view(1)))
        match = host.registry.load_match(links[1].game)
        assert session.game.digest() == DISCS.rules.play.digest(match.active_game.view(1).state)
        assert [line.words for line in session.log.lines if line.words.strip()]
        session.close()


def test_a_refusal_says_why_and_taking_back_is_asked_of_the_host(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        links = begin(host, "neo_mechanika")
        match = host.registry.load_match(links[1].game)
        session, _ = both_seats(links)
        with pytest.raises(RefusedError):
            session.undo_to(5)
        if session.person_to_act:
            session.apply(session.game.view(1).offers[0].sample(__import__("random").Random(1)))  # type: ignore[arg-type]
            assert len(match.active_game.turns) == 1
            until(session, lambda: not session.animation.is_busy and len(session.game.turns) == 1)
            if session.undoable_count():
                session.undo()
                until(session, lambda: not session.game.turns)
                assert not match.active_game.turns
        with pytest.raises(InputError, match="you cannot save a hosted game"):
            session.save_copy(tmp_path / "x")
        session.close()


def test_what_others_say_is_told(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        links = begin(host)
        session, other = both_seats(links)
        other.client.request_change("say", text="hello\x1b[2J")
        until(session, lambda: bool(session.news))
        assert session.news == ["Ben: hello[2J"]
        session.close()


def test_the_clocks_and_the_proof_are_shown_and_time_is_given(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        links = begin(host, clock=600.0)
        session, other = both_seats(links)
        match = host.registry.load_match(links[1].game)
        until(session, lambda: session.status_lines()[-1] == f"game={match.heads[-1]}")
        clocks = session.status_lines()[:-1]
        assert len(clocks) == 2 and all(": 10:00" in line or ": 9:" in line for line in clocks)
        session.on_talk_button("give", "")
        until(session, lambda: any(row.kind == "give" for row in match.rows))
        other.client.request_change("give", seconds=90)
        until(
            session,
            lambda: any(
                "gives" in line and "1:30 more time" in line for line in session.chat_lines
            ),
        )
        until(session, lambda: session.status_lines()[-1] == f"game={match.heads[-1]}")
        session.close()


def test_a_judge_is_announced_and_a_wish_is_withdrawn(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        links = begin(host)
        session, other = both_seats(links)
        match = host.registry.load_match(links[1].game)
        session.on_talk_button("judge", "")
        until(session, lambda: session.own_request == "You asked for a judge")
        session.on_talk_button("withdraw", "")
        until(session, lambda: not session.own_request and match.rows[-1].kind == "withdraw")
        session.on_talk_button("judge", "")
        until(session, lambda: bool(session.own_request))
        other.client.request_change("answer", yes=True)
        session.on_talk_button("judge_link", "")
        until(session, lambda: any("Give this link to" in words for words in session.news))
        link = parse_link(
            next(words for words in session.news if "Give this link to" in words).rpartition(" ")[2]
        )
        judge = MatchClient(link, lambda message: None, eyes=2)
        judge.connect()
        until(session, lambda: "The judge joins, and sees what Ben sees" in session.news)
        judge.close()
        until(session, lambda: "The judge has left" in session.news)
        session.close()
        later = session_of(links[1])
        assert "The judge has left" in later.chat_lines
        later.close()


def test_a_clock_goes_on_after_a_break_when_both_say_so(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        links = begin(host, clock=600.0)
        session, other = both_seats(links)
        match = host.registry.load_match(links[1].game)
        session.on_talk_button("break", "")
        until(session, lambda: bool(session.own_request))
        other.client.request_change("answer", yes=True)
        other.client.request_change("resume")
        until(session, lambda: any("ready to continue" in words for words in session.news))
        assert match.is_paused
        session.on_talk_button("resume", "")
        until(session, lambda: not match.is_paused)
        session.close()


def test_a_roll_that_the_host_refuses_can_be_typed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening(tmp_path) as host:
        links = begin(host)
        other_plays(links[2])
        session = session_of(links[1])

        def refuse(request: object) -> None:
            raise RefusedError(Verdict(False, "broken_off", "the game is paused; resume it first"))

        monkeypatch.setattr(session, "_request", refuse)
        session.wanted_roll = roll = Roll((D6,), 1, "attack")
        with pytest.raises(DiceError, match="the game is paused"):
            session.type_roll([6])
        assert session.wanted_roll is roll
        session.close()
