"""`wc3d host` prints links that open seats, goes on with what its file holds, and says in a line what cannot be."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from wc3d.cli import main as command_line
from wc3d.cli import optional_dependencies
from wc3d.server.client.client import MatchClient
from wc3d.server.match.seat_keys import SeatLink, parse_link


@contextmanager
def hosted(folder: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """The command at a free port of this machine."""
    run = [sys.executable, "-m", "wc3d", "host", "--port", "0", "--map", "crossroads", *words]
    process = subprocess.Popen(
        run,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def environment() -> dict[str, str]:
    """Python finds the program whatever folder it runs in."""
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}


def lines_of(process: subprocess.Popen[str], count: int) -> list[str]:
    """The first lines that it prints."""
    assert process.stdout is not None
    return [process.stdout.readline() for _ in range(count)]


def links_in(lines: list[str]) -> list[SeatLink]:
    """The links that are printed."""
    return [parse_link(line.rpartition(" ")[2]) for line in lines if "/#" in line]


def test_its_links_open_the_seats_and_its_games_outlive_it(tmp_path: Path) -> None:
    with hosted(tmp_path, "--names", "Anna", "<b>Ben") as process:
        lines = lines_of(process, 9)
        links = links_in(lines)
        assert "/list#" in lines[0] and lines[-1].startswith("The host is running")
        assert [line.partition(":")[0] for line in lines[0:8:2]] == [
            "Lobby",
            "Anna (player 1)",
            "<b>Ben (player 2)",
            "Spectators",
        ]
        assert all(line.startswith("  ") for line in lines[1:8:2]), "each says what it is"
        assert "For <b>Ben alone" in lines[5] and "Keep this link secret" in lines[1]
        heard: list[object] = []
        for seat, link in zip((1, 2, 0), links, strict=True):
            client = MatchClient(link, heard.append)
            client.connect()
            assert client.seat == seat
            client.close()
        assert len(heard) == 3
    run = [sys.executable, "-m", "wc3d", "host", "--list"]
    told = subprocess.run(
        run, cwd=tmp_path, capture_output=True, text=True, check=True, env=environment()
    ).stdout
    assert links[0].game in told and "in progress" in told and links[0].key not in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--seed", "7"], "--seed: cannot be used for hosted games"),
        (["--port", "70000"], "--port 70000: expected a number from 0 to 65535"),
        (["--address", "no.such.address.invalid"], "cannot listen on this address and port"),
        (["--links", "x"], "wc3d-games.db: no such file"),
        (["--games", "."], ".: cannot open|.: expected a file"),
        (["--force1", "nonsense"], "nonsense"),
        (["--list", "--games", "missing.db"], "missing.db: no such file; start a game"),
        (["--rounds", "5"], "--rounds: Warcaster: Neo-Mechanika has no such option"),
    ],
)
def test_what_cannot_be_is_told_in_a_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command_line.main(["host", "--port", "0", *words]) == 2
    said = capsys.readouterr().err
    assert any(part in said for part in told.split("|")) and said.count("\n") == 1


@pytest.mark.parametrize("words", [["--list"], ["--links", "x"]])
@pytest.mark.parametrize("foreign", [False, True])
def test_what_only_looks_into_a_file_neither_makes_nor_changes_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], foreign: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    if foreign:
        with contextlib.closing(sqlite3.connect("some.db")) as other:
            other.execute("create table plants (name text)")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert command_line.main(["host", *words, "--games", "some.db"]) == 2
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_no_game_is_begun_in_a_file_that_holds_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with contextlib.closing(sqlite3.connect("some.db")) as other:
        other.execute("create table plants (name text)")
    assert command_line.main(["host", "--games", "some.db", "--port", "0"]) == 2


def test_an_option_of_one_game_is_listed_as_that_games() -> None:
    run = [sys.executable, "-m", "wc3d", "host", "--help"]
    env = {**environment(), "COLUMNS": "500"}
    told = " ".join(
        subprocess.run(run, capture_output=True, text=True, check=True, env=env).stdout.split()
    )
    assert (
        "--rounds {5,7,10,30} WARMACHINE only: " in told
        and "--mercy Warcaster: Neo-Mechanika only: a player" in told
    )
    assert "--map MAP a board file" in told


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        optional_dependencies, "HOST_EXTRA_MODULES", ("starlette", "no_such_library")
    )
    assert command_line.main(["host"]) == 2
    assert (
        capsys.readouterr().err
        == "wc3d: wc3d host needs no_such_library; run: pip install 'wc3d[host]'\n"
    )


@pytest.mark.parametrize("words", [("--clock", "0"), ("--clock", "0+0"), ("--turn-clock", "0")])
def test_a_clock_without_time_is_refused(
    words: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games.db"
    with pytest.raises(SystemExit) as left:
        command_line.main(["host", *words, "--games", str(games), "--port", "0"])
    told = capsys.readouterr().err
    assert left.value.code == 2 and not games.exists()
    assert (
        f"{words[0]}: {words[1]} gives the players no time; for a game without a clock, leave this option out"
        in told
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--clock", "60+"), "'60+': expected minutes, as in 60 or 60+5"),
        (("--turn-clock", "nan"), "'nan': expected minutes, as in 60 or 60+5"),
        (("--clock", "1_0"), "'1_0': expected minutes, as in 60 or 60+5"),
        (("--clock", "999999"), "'999999': expected minutes, as in 60 or 60+5"),
        (("--delay=-1",), "'-1': expected a number of seconds from 0 to 86400"),
        (("--delay", "inf"), "'inf': expected a number of seconds from 0 to 86400"),
        (
            ("--url", "club.example"),
            "'club.example': expected an address such as https://club.example",
        ),
    ],
)
def test_a_clock_a_delay_or_an_address_says_what_was_expected(
    words: tuple[str, ...], expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        command_line.main(["host", *words, "--games", str(tmp_path / "games.db"), "--port", "0"])
    assert left.value.code == 2 and expected in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--clock", "--turn-clock"])
def test_games_that_go_on_take_no_other_clock(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with hosted(tmp_path, "--clock", "60") as process:
        lines_of(process, 9)
    assert command_line.main(["host", "--port", "0", option, "5"]) == 2
    told = capsys.readouterr().err
    assert (
        f"{option}: the games in wc3d-games.db already have clocks; leave out {option}, or start another game"
        in told
    )


@pytest.mark.parametrize(
    "url",
    [
        "club.example",
        "javascript:x",
        "ftp://club.example",
        "https://",
        "https://club.example/?a",
        "https://club.example/#a",
    ],
)
def test_an_address_whose_links_would_open_nothing_is_told(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games.db"
    with pytest.raises(SystemExit) as left:
        command_line.main(["host", "--url", url, "--games", str(games), "--port", "0"])
    assert left.value.code == 2 and "--url" in capsys.readouterr().err and not games.exists()
