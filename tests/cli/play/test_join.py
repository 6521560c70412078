"""A seat at a host in the terminal: what is asked and typed is as at one's own table, and players talk."""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.cli.conftest import Wc3d
from tests.conformance.games import case_of
from tests.server.hosting import DISCS, Listening, listening
from wc3d.bots.random_player import RandomPlayer
from wc3d.cli.output.prompt import PromptInput
from wc3d.cli.play.join import ask_for_roll
from wc3d.engine.actions import RefusedError, Verdict
from wc3d.engine.replay import load
from wc3d.server.client.client import MatchClient
from wc3d.server.client.seat_game import SeatGame, join_seat_game, play_to_end
from wc3d.server.match.seat_keys import SeatLink


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Listening]:
    """A host that listens."""
    with listening(tmp_path) as there:
        yield there


def other_plays(link: SeatLink) -> threading.Thread:
    """Somebody at the other seat."""
    thread = threading.Thread(
        target=lambda: play_to_end(
            join_seat_game(MatchClient(link, lambda message: None, patience=3)),
            RandomPlayer(2).choose,
        ),
        daemon=True,
    )
    thread.start()
    return thread


def test_a_bot_takes_a_seat_by_its_link(wc3d: Wc3d, host: Listening) -> None:
    links = host.links(*host.registry.create_match(DISCS.new()))
    other = other_plays(links[2])
    said = wc3d("play", "--join", str(links[1]), "--bot", "tests.made_up.marksman:Marksman")
    other.join(10)
    assert (
        said.code == 0
        and " actions. " in said.out
        and host.registry.load_match(links[1].game).is_over
    )


@pytest.mark.parametrize("way", ["bot", "person", "window"])
def test_a_copy_that_does_not_match_the_host_s_is_told_in_one_line(
    wc3d: Wc3d, host: Listening, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    handle = SeatGame.handle_message

    def handle_message(game: SeatGame, message: Mapping[str, Any]) -> None:
        differs = game.client.seat == 1 and "set" in message
        handle(game, {**message, "check": "something else"} if differs else message)

    monkeypatch.setattr(SeatGame, "handle_message", handle_message)
    links = host.links(*host.registry.create_match(DISCS.new()))
    other_plays(links[2])
    options = {"bot": ("--bot", "tests.made_up.marksman:Marksman"), "window": ("--window",)}
    said = wc3d("play", "--join", str(links[1]), *options.get(way, ()))
    assert said.code == 2
    assert "no longer matches the host's" in said.err and "join again" in said.err
    assert "Traceback" not in said.err and len(said.err.strip().splitlines()) == 1


def test_a_person_plays_talks_and_gives_up(
    wc3d: Wc3d, host: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = host.links(*host.registry.create_match(case_of("neo_mechanika").new()))
    other_plays(links[2])
    typed = "help\nphrases\nsay Hello <b>there</b>\nsay 1\nwhy not choose first\nnonsense\nyes\nsave x\n1\n1\nconcede\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    said = wc3d("play", "--join", str(links[1]))
    assert said.code == 0, said.err
    for part in (
        "You are player 1",
        "Your dice secret",
        "say TEXT",
        "  2 Thank you",
        "unknown command 'nonsense'",
        "there is no request for you to answer",
        "you cannot save a hosted game",
        "wins",
    ):
        assert part in said.out, part
    match = host.registry.load_match(links[1].game)
    assert [row.body["text"] for row in match.rows if row.kind == "say"] == [
        "Hello <b>there</b>",
        "Hello, have a good game!",
    ]
    assert match.is_over and links[1].key not in said.out


def test_the_clock_is_told_time_is_given_and_the_game_can_be_proven(
    wc3d: Wc3d, host: Listening, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    links = host.links(*host.registry.create_match(DISCS.new(), clock=600.0, bonus=5.0))
    other = other_plays(links[2])
    typed = "help\nclock\nproof\ngive 90\ngive x\nconcede\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    said = wc3d("play", "--join", str(links[1]))
    other.join(10)
    assert said.code == 0, said.err
    assert (
        re.search(r"Anna: (9:5|10:0)\d left; Ben: ", said.out)
        and "expected: give SECONDS" in said.out
    )
    match = host.registry.load_match(links[1].game)
    assert any(
        f"game={head}: with this number you can check later" in said.out
        for head in match.heads
        if head
    )
    assert [(row.seat, row.body["seconds"]) for row in match.rows if row.kind == "give"] == [
        (1, 90)
    ]
    record = tmp_path / "record.jsonl"
    record.write_text(match.record_text() or "", encoding="utf-8")
    start = "To verify this game, download its record from the host and run: wc3d replay --verify RECORD"
    [command] = [line for line in said.out.splitlines() if line.startswith(start)]
    noted = command.partition(" RECORD ")[2].split()
    proven = wc3d("replay", "--verify", record, *noted)
    assert proven.code == 0, proven.err
    assert "the proof number that you noted proves the whole game" in proven.out
    alone = wc3d("replay", "--verify", record)
    assert "the notes saved on this computer confirm the whole game" in alone.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--join", "nonsense"], "not a game link"),
        (
            [
                "--join",
                "http://127.0.0.1:1/#0123456789ab.abcdefghijklmnopqrstuv",
                "--window",
                "--bot",
                "x",
            ],
            "a bot needs no window",
        ),
        (
            [
                "--join",
                "http://127.0.0.1:1/#0123456789ab.abcdefghijklmnopqrstuv",
                "--dice",
                "typed",
            ],
            "--dice: cannot be used with --join",
        ),
    ],
)
def test_what_cannot_be_joined_is_told(wc3d: Wc3d, words: list[str], told: str) -> None:
    said = wc3d("play", *words)
    assert said.code == 2 and told in said.err


def test_a_seat_that_the_host_refuses_is_told_in_one_line(
    wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(link: str, bot: str) -> int:
        raise RefusedError(Verdict(False, "too_late", text="the dice are committed already"))

    monkeypatch.setattr("wc3d.cli.play.join.join_in_terminal", refuse)
    said = wc3d("play", "--join", "http://127.0.0.1:8700/game#0-key").one_line()
    assert "the host refused to seat you: the dice are committed already" in said


def test_people_agree_in_the_terminal_and_programs_by_themselves(
    wc3d: Wc3d, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening(tmp_path) as host:
        links = host.links(
            *host.registry.create_match(case_of("neo_mechanika").new(), agreeing=True)
        )
        client = MatchClient(links[2], lambda message: None, patience=3)
        other = threading.Thread(
            target=lambda: play_to_end(join_seat_game(client), RandomPlayer(2).choose), daemon=True
        )
        other.start()
        typed = "propose rounds=5\npropose mercy\nnonsense\npropose board=watchtowers mercy=yes edges=no\nconcede\n"
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        said = wc3d("play", "--join", str(links[1]))
        assert said.code == 0, said.err
        for part in (
            "The host proposes:",
            "  Board: Crossroads, 30 by 30 inches",
            "  mercy: yes, no",
            "rounds=5: expected board=NAME or one of",
            "Player 2 agrees to the terms",
        ):
            assert part in said.out, part
        match = host.registry.load_match(links[1].game)
        record = tmp_path / "record.jsonl"
        record.write_text(match.record_text() or "", encoding="utf-8")
        game = load(record, match.rules.rebuild)
        assert game.setup["map"]["name"] == "Watchtowers" and game.setup["options"]["mercy"] is True
        other.join(10)


def test_who_types_nothing_more_keeps_the_seat(
    wc3d: Wc3d, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening(tmp_path) as host:
        links = host.links(*host.registry.create_match(DISCS.new(), agreeing=True))
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        said = wc3d("play", "--join", str(links[1]))
        assert (
            said.code == 0
            and "The game has not started" in said.out
            and "Traceback" not in said.err
        )


def test_who_types_a_roll_while_the_game_is_paused_can_resume_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class PausedClient:
        roll_to_type: ClassVar = {
            "player": 1,
            "why": "attack",
            "dice": [{"name": "d6", "faces": [1, 2, 3, 4, 5, 6]}],
        }
        requests: ClassVar[list[str]] = []

        def request_change(self, kind: str, **more: object) -> None:
            self.requests.append(kind)
            if kind == "rolled":
                raise RefusedError(
                    Verdict(False, "broken_off", "the game is paused; resume it first")
                )

    monkeypatch.setattr("sys.stdin", io.StringIO("6\n\n"))
    ask_for_roll(PausedClient(), PromptInput())  # type: ignore[arg-type]
    assert "No: the game is paused; resume it first" in capsys.readouterr().out
    assert PausedClient.requests == ["rolled", "resume"]
