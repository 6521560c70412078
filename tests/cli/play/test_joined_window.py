"""A seat at a host at the window, without the window: what is done there is asked of the host, what is told is shown."""
from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import case_of
from tests.server.hosting import DISCS, Listening, listening
from wc3d.bots.random_legal import RandomPlayer
from wc3d.cli.play.joined_window import JoinedPlay
from wc3d.engine.actions import RefusedError, Verdict
from wc3d.engine.dice import DiceError, Roll
from wc3d.errors import InputError
from wc3d.games.warmachine.rules.dice import D6
from wc3d.server.client.client import HostClient
from wc3d.server.client.seat_game import SeatGame, begun, joined, play_seat
from wc3d.server.match.seat_keys import SeatLink, read_link


def other_plays(link: SeatLink) -> threading.Thread:
    """A program at the other seat."""
    game = joined(HostClient(link, lambda message: None))
    thread = threading.Thread(target=lambda: play_seat(game, RandomPlayer(2).choose), daemon=True)
    thread.start()
    return thread


def session_of(link: SeatLink) -> JoinedPlay:
    """A seat at the window."""
    return JoinedPlay(begun(joined(HostClient(link, lambda message: None))))


def both_seats(links: dict[int, SeatLink]) -> tuple[JoinedPlay, SeatGame]:
    """Player 1's seat at the window, and player 2's. A game begins when both have joined."""
    other = joined(HostClient(links[2], lambda message: None))
    thread = threading.Thread(target=lambda: begun(other), daemon=True)
    thread.start()
    session = session_of(links[1])
    thread.join(20)
    assert not thread.is_alive()
    return session, other


def until(session: JoinedPlay, there: Any, seconds: float = 30.0) -> None:
    """Let time go by until something is so."""
    end = time.monotonic() + seconds
    while not there() and time.monotonic() < end:
        session.poll()
        time.sleep(0.005)
    assert there()


def begin(host: Listening, case: str = "discs", **more: Any) -> dict[int, SeatLink]:
    """A new game's links."""
    return host.links(*host.hall.begin(case_of(case).new(), **more))


@pytest.mark.parametrize("dice", ["fair", "chain", "typed"])
def test_a_game_is_played_to_its_end(tmp_path: Path, dice: str) -> None:
    with listening(tmp_path) as host:
        links = begin(host, dice=dice)
        other_plays(links[2])
        session, bot = session_of(links[1]), RandomPlayer(1)
        while not session.over:
            until(session, lambda: session.asked or session.over or session.wanted)
            if session.wanted is not None:
                session.type_roll([die.faces[0] if i % 2 else die.faces[-1] for i, die in enumerate(session.wanted.dice)])
            elif session.asked:
                session.do(bot.choose(session.game.view(1)))
        room = host.hall.room(links[1].game)
        assert session.game.digest() == DISCS.rules.digest(room.playing.view(1).state)
        assert [line.words for line in session.log.lines if line.words.strip()]
        session.close()


def test_a_refusal_says_why_and_taking_back_is_asked_of_the_host(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        links = begin(host, "neo_mechanika")
        room = host.hall.room(links[1].game)
        session, _ = both_seats(links)
        with pytest.raises(RefusedError):
            session.undo_to(5)
        if session.asked:
            session.do(session.game.view(1).offers[0].sample(__import__("random").Random(1)))  # type: ignore[arg-type]
            assert len(room.playing.turns) == 1
            until(session, lambda: not session.staging.busy and len(session.game.turns) == 1)
            if session.undoable():
                session.undo()
                until(session, lambda: not session.game.turns)
                assert not room.playing.turns
        with pytest.raises(InputError, match="the host keeps the game"):
            session.save_copy(tmp_path / "x")
        session.close()


def test_what_others_say_is_told(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        links = begin(host)
        session, other = both_seats(links)
        other.client.do("say", text="hello\x1b[2J")
        until(session, lambda: bool(session.news))
        assert session.news == ["Ben: hello[2J"]
        session.close()


def test_the_clocks_and_the_proof_are_shown_and_time_is_given(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        links = begin(host, clock=600.0)
        session, other = both_seats(links)
        room = host.hall.room(links[1].game)
        until(session, lambda: session.status()[-1] == f"game={room.heads[-1]}")
        clocks = session.status()[:-1]
        assert len(clocks) == 2 and all(": 10:00" in line or ": 9:" in line for line in clocks)
        session.deal("give", "")
        until(session, lambda: any(row.kind == "give" for row in room.rows))
        other.client.do("give", seconds=90)
        until(session, lambda: any("gives" in line and "1:30 more time" in line for line in session.said))
        until(session, lambda: session.status()[-1] == f"game={room.heads[-1]}")
        session.close()


def test_a_judge_is_announced_and_a_wish_is_withdrawn(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        links = begin(host)
        session, other = both_seats(links)
        room = host.hall.room(links[1].game)
        session.deal("judge", "")
        until(session, lambda: session.wishes == "You asked for a judge")
        session.deal("withdraw", "")
        until(session, lambda: not session.wishes and room.rows[-1].kind == "withdraw")
        session.deal("judge", "")
        until(session, lambda: bool(session.wishes))
        other.client.do("answer", yes=True)
        session.deal("judge_link", "")
        until(session, lambda: any("Give this link to" in words for words in session.news))
        link = read_link(next(words for words in session.news if "Give this link to" in words).rpartition(" ")[2])
        judge = HostClient(link, lambda message: None, eyes=2)
        judge.join()
        until(session, lambda: "The judge joins, and sees what Ben sees" in session.news)
        judge.close()
        until(session, lambda: "The judge has left" in session.news)
        session.close()
        later = session_of(links[1])
        assert "The judge has left" in later.said
        later.close()


def test_a_clock_goes_on_after_a_break_when_both_say_so(tmp_path: Path) -> None:
    with listening(tmp_path) as host:
        links = begin(host, clock=600.0)
        session, other = both_seats(links)
        room = host.hall.room(links[1].game)
        session.deal("break", "")
        until(session, lambda: bool(session.wishes))
        other.client.do("answer", yes=True)
        other.client.do("resume")
        until(session, lambda: any("ready to continue" in words for words in session.news))
        assert room.broken_off
        session.deal("resume", "")
        until(session, lambda: not room.broken_off)
        session.close()


def test_a_roll_that_the_host_refuses_can_be_typed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(tmp_path) as host:
        links = begin(host)
        other_plays(links[2])
        session = session_of(links[1])

        def refuse(request: object) -> None:
            raise RefusedError(Verdict(False, "broken_off", "the game is paused: resume it first"))

        monkeypatch.setattr(session, "_request", refuse)
        session.wanted = roll = Roll((D6,), 1, "attack")
        with pytest.raises(DiceError, match="the game is paused"):
            session.type_roll([6])
        assert session.wanted is roll
        session.close()
