"""`wc3d simulate`: the balance table and its doubt, the results file that it goes on with, and everything that may go wrong."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Said, Wc3d
from tests.heeding import heed_ctrl_c
from wc3d.bots import process_pool
from wc3d.bots.process_pool import TaskResult
from wc3d.bots.tournament import GameResult, play_game
from wc3d.cli.main import make_parser
from wc3d.cli.output.progress import ProgressLine
from wc3d.cli.simulate.results_file import to_json_line
from wc3d.cli.simulate.simulate_args import read_series
from wc3d.cli.simulate.win_rate_table import (
    count_results,
    describe_first_turn,
    describe_significance,
    format_report,
    wilson_interval,
)
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.forces.force_files import (
    SKIRMISH_LIMITS,
    check_force,
    sample_force,
    sample_names,
)

SMALL = [
    name for name in sample_names() if check_force(sample_force(name), CARDS(), SKIRMISH_LIMITS)
]
LARGE = [name for name in sample_names() if name not in SMALL]
TWO = SMALL[:2]


def game(
    number: int, forces: tuple[str, str] = ("a", "b"), winner: int = 1, **changes: Any
) -> GameResult:
    """A game that nobody has played."""
    told = {
        "game": number,
        "series": "s",
        "forces": forces,
        "bots": ("random", "random"),
        "mission": "m",
        "map": "b",
        "seed": "1/0",
        "first": 1,
        "winner": winner,
        "ended": "victory points",
        "points": (4, 2),
        "lost": (1, 3),
        "rounds": 3,
        "actions": 200,
        "seconds": 2.0,
        "state": "x",
        "version": "0",
        "cards": "c",
        **changes,
    }
    return GameResult.model_validate(told)


@pytest.fixture(scope="module")
def one_played() -> str:
    """The line of game 0 of what `simulate` plays."""
    asked = make_parser().parse_args(["simulate", "--bots", "random", "--forces", *TWO])
    return f"{to_json_line(play_game(read_series(asked), 0))}\n"


def results(path: Path) -> dict[int, dict[str, Any]]:
    """The games of a results file by number, without what differs from run to run."""
    lines = [json.loads(text) for text in path.read_text().splitlines()]
    found = {told["game"]: {k: v for k, v in told.items() if k != "seconds"} for told in lines}
    assert len(found) == len(lines)
    return found


@pytest.fixture
def simulate(wc3d: Wc3d) -> Callable[..., Said]:
    """Runs the command with the random bot and two forces: simulate("--games", 3)."""
    return lambda *words: wc3d("simulate", "--bots", "random", "--forces", *TWO, *words)


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Games are played in this process; the list tells which."""
    played: list[int] = []

    def done(
        work: Callable[[int], GameResult],
        tasks: Iterable[int],
        jobs: int,
        meanwhile: Callable[[], object],
    ) -> Generator[Any, None, None]:
        for task in tasks:
            played.append(task)
            meanwhile()
            yield TaskResult(task, work(task))

    monkeypatch.setattr(process_pool, "run_in_processes", done)
    return played


# The table


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (60, 100, 0.5020, 0.6906),
    ],
)
def test_the_interval_is_wilsons(won: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(won / games, games) == pytest.approx((low, high), abs=1e-4)


def test_noise_gets_no_verdict() -> None:
    assert [
        describe_significance(share, n)
        for share, n in ((0.5, 10), (0.75, 8), (1.0, 3), (0.6, 100), (0.4, 100), (0.55, 100))
    ] == [
        "unclear",
        "unclear",
        "unclear",
        "stronger",
        "weaker",
        "unclear",
    ]


def test_everything_is_counted_for_the_right_side() -> None:
    games = [
        game(0),
        game(1, ("b", "a"), 0, points=(3, 3), lost=(0, 5)),
        game(2, ("b", "a"), 1, seconds=5.0),
    ]
    first, second = count_results(games, "forces")
    assert (first.name, first.wins, first.draws, first.losses, first.win_share) == (
        "a",
        1,
        1,
        1,
        0.5,
    )
    assert (second.name, second.wins, second.draws, second.losses) == ("b", 1, 1, 1)
    assert first.totals == [4 + 3 + 2, 2 + 3 + 4, 1 + 5 + 3, 9, 9.0]
    assert second.totals == [2 + 3 + 4, 4 + 3 + 2, 3 + 0 + 1, 9, 9.0]
    assert describe_first_turn(games).startswith(
        "Win share of the player with the first turn: 83% ["
    )


def test_two_bots_and_three_forces_have_tables_of_their_own() -> None:
    both = ("recruit", "random")
    lines = format_report(
        [game(0, bots=both), game(1, ("b", "c"), 2, bots=both), game(2, ("c", "a"), bots=both)]
    )
    assert re.search(r"^recruit +3 +2 +0 +1 ", "\n".join(lines), re.M)
    assert not any("first turn" in line for line in lines)
    at = next(n for n, line in enumerate(lines) if line.startswith("wins against"))
    assert [line.split() for line in lines[at + 1 : at + 4]] == [
        ["#1", "c", ".", "1", "1"],
        ["#2", "a", "0", ".", "1"],
        ["#3", "b", "0", "0", "."],
    ]


def test_a_force_against_itself_gets_no_share() -> None:
    (row,) = (
        line
        for line in format_report([game(n, ("a", "a")) for n in range(50)])
        if line.startswith("a ")
    )
    assert row.split()[:7] == ["a", "100", "50", "0", "50", "-", "-"]


def test_the_bar_tells_pace_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.StringIO()
    monkeypatch.setattr(raw, "isatty", lambda: True)
    with ProgressLine("games", raw, timed=True, before=10) as bar:
        bar.last = 0.0
        bar(10, 40)
        assert bar.bar is not None
        bar.bar.start_t -= 20
        bar.last = 0.0
        bar(20, 40)
    assert re.search(r"games: 20 of 40 \|#+ +\| +0\.[45]\d/s, 00:(39|4\d) left", raw.getvalue())


@pytest.mark.parametrize("width", [60, 80, 100, 130])
def test_tables_fit_the_terminal(width: int) -> None:
    games = [game(n, ("a force of a rather long name", "b")) for n in range(4)]
    lines = format_report(games, width)
    whole = format_report(games)
    assert all(len(line) <= width for line in lines)
    assert "win share" in lines[0] or width == 60
    assert any(line.startswith("Columns left out for lack of space:") for line in lines) == (
        max(map(len, whole[:3])) > width
    )
    assert not any(line.startswith("Left out") for line in whole)


# Playing


@pytest.mark.slow
def test_the_same_games_whatever_the_processes_and_interruptions(
    simulate: Callable[..., Said],
    tmp_path: Path,
    inline: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = tmp_path / "whole.jsonl"
    parts = tmp_path / "parts.jsonl"
    said = simulate("--games", 3, "--out", whole)
    assert (said.code, said.err, inline) == (0, "", [0, 1, 2])
    lines = whole.read_text().splitlines(keepends=True)
    parts.write_text(lines[1] + lines[0][:200])
    monkeypatch.undo()
    again = simulate("--games", 3, "--out", parts, "--jobs", 2)
    told = again.err.splitlines()
    assert told[0].endswith("parts.jsonl: the last line is incomplete; its game is played again")
    assert told[1].endswith("parts.jsonl: already contains 1 of 3 games") and len(told) == 2
    assert results(whole) == results(parts)
    assert len(results(parts)) == 3
    timeless = [re.sub(r" *[\d.]+$", "", text.out, flags=re.M) for text in (said, again)]
    assert timeless[0] == timeless[1]
    assert said.out.startswith(
        "3 games: 2 forces, every one against every other; chaos_theory on crossroads; played by random; seed 1\n"
    )
    alone = json.loads(simulate("--only", 2).out)
    assert {**alone, "seconds": 0} == {**results(whole)[2], "seconds": 0}


@pytest.mark.slow
def test_what_is_there_is_not_played_again_and_fewer_games_are_counted(
    simulate: Callable[..., Said], tmp_path: Path, inline: list[int]
) -> None:
    out = tmp_path / "x.jsonl"
    said = simulate("--games", 3, "--out", out)
    assert (
        "Some pairs played more games than others; to prevent that, play a multiple of 2 games."
        in said.out
    )
    before = out.read_text()
    fewer = simulate("--games", 2, "--out", out)
    assert (inline, out.read_text()) == ([0, 1, 2], before)
    assert fewer.out.startswith("2 games: ") and "Some pairs" not in fewer.out


def test_the_table_of_a_file_is_that_of_its_games(wc3d: Wc3d, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    games = [game(n, winner=n % 3) for n in (2, 0, 1)]
    path.write_text("".join(f"{g.model_dump_json()}\n" for g in games) + '{"game": 9')
    said = wc3d("simulate", "--table-only", path)
    assert (said.code, said.out) == (0, "\n".join(format_report(games)) + "\n")
    with path.open("a") as file:
        file.write(f"\n{game(4).model_dump_json()}\n")
    assert f"{path}: line 4: " in wc3d("simulate", "--table-only", path).one_line()
    path.write_text(
        "".join(f"{g.model_dump_json()}\n" for g in (*games, games[0]))
    )  # two processes played the same game
    assert wc3d("simulate", "--table-only", path).out == said.out


@pytest.mark.slow
def test_a_game_that_fails_is_told_with_the_command_that_repeats_it(
    simulate: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def done(
        work: Callable[[int], GameResult], tasks: Iterable[int], *more: object
    ) -> Generator[Any, None, None]:
        for task in tasks:
            yield (
                TaskResult(task, work(task))
                if task
                else TaskResult(task, None, "KeyError: 'x' (damage.py, line 3)")
            )

    monkeypatch.setattr(process_pool, "run_in_processes", done)
    out = tmp_path / "x.jsonl"
    said = simulate(
        "--games", 2, "--seed", "a b", "--mercy", "--mission", "boiling_point", "--out", out
    )
    assert said.code == 1
    assert list(results(out)) == [1]
    assert said.out.startswith("1 game: ")
    words = f"wc3d simulate --forces {' '.join(TWO)} --bots random --seed 'a b' --mission boiling_point --mercy --only 0"
    assert (
        said.err
        == f"wc3d: game 0 failed: KeyError: 'x' (damage.py, line 3); to repeat it: {words}\n"
    )
    saved = tmp_path / "game.jsonl"
    alone = simulate(
        "--seed", "a b", "--mission", "boiling_point", "--mercy", "--only", 0, "--save", saved
    )
    assert json.loads(alone.out)["state"] == json.loads(saved.read_text().splitlines()[-1])["hash"]
    assert json.loads(alone.out)["series"] == results(out)[1]["series"]


@pytest.mark.slow
def test_ctrl_c_stops_it_and_the_same_command_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "x.jsonl"
    words = ["simulate", "--games", "500", "--bots", "random", "--forces", *TWO, "--out", str(out)]
    command = [sys.executable, "-m", "wc3d.cli.main", *words]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, start_new_session=True, preexec_fn=heed_ctrl_c
    )
    until = time.monotonic() + 120
    while not (out.exists() and out.read_text().count("\n") >= 2):
        assert process.poll() is None and time.monotonic() < until
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    told, err = process.communicate(
        timeout=60
    )  # the processes it started hold these pipes too: none is left
    assert process.returncode == 130
    count = len(results(out))
    assert (
        err == f"wc3d: stopped after {count} of 500 games; run the same command again to continue\n"
    )
    assert told.startswith(f"{count} games: ")


# Bad input


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--games: expected the number of games"),
        (("--games", 0), "--games 0: expected a whole number from 1 to 999999999"),
        (("--games", "many"), "--games: invalid int value"),
        (("--games", 1, "--jobs", 0), "--jobs 0: expected"),
        (("--only", -1), "--only -1: expected"),
        (("--only", 1, "--save", "no/such/folder/x"), "the folder no/such/folder does not exist"),
        (("--games", 1, "--seed", "\x1b[2J"), "--seed ?[2J: expected up to 4000 printable"),
        (("--games", 1, "--save", "x"), "--save: needs --only"),
        (("--games", 1, "--forces", f"{TWO[0]}s"), f"did you mean {TWO[0]}"),
        (("--games", 1, "--forces", "nobody.json"), "nobody.json: no such file"),
        (
            ("--games", 1, "--forces", "random:nobody"),
            "random:nobody: unknown Faction; expected one of ",
        ),
        (("--games", 1, "--forces", "all", TWO[0]), f"{TWO[0]} is listed 2 times"),
        (
            ("--games", 1, "--forces", TWO[0], LARGE[0], "--mission", "chaos_theory"),
            f"{LARGE[0]} cannot play chaos_theory: ",
        ),
        (
            ("--games", 1, "--mission", "chaos_theory", "strange_matter"),
            "expected missions of one size (skirmish or full)",
        ),
        (("--games", 1, "--mission", "chaos_theori"), "did you mean chaos_theory"),
        (("--games", 1, "--bots", "recriut"), "did you mean recruit"),
        (("--games", 1, "--bots", "recruit,random,recruit"), "expected one or two bots"),
        (("--games", 1, "--out", "no/such/folder/x.jsonl"), "cannot be written"),
        (("--games", 1, "--out", "."), "not a folder"),
        (("--games", 1, "--out", "/dev/full"), "a pipe or a device"),
        (("--table-only", "nothing.jsonl"), "nothing.jsonl: no such file"),
    ],
)
def test_a_mistake_is_told_in_one_line(
    wc3d: Wc3d, words: tuple[object, ...], said: str, inline: list[int]
) -> None:
    assert said in wc3d("simulate", *words).one_line()
    assert inline == []


def test_an_illegal_force_is_told_with_its_first_fault_and_the_page(
    wc3d: Wc3d, tmp_path: Path
) -> None:
    path = tmp_path / "mine.json"
    path.write_text(sample_force(TWO[0]).model_copy(update={"rack": ()}).model_dump_json())
    line = wc3d("simulate", "--games", 1, "--forces", path, TWO[1]).one_line()
    assert f"{path} cannot play strange_matter: " in line and "p. 43, NM-FRC-15" in line


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seed", "2"), "game 0 has seed 1/0, but this command gives it 2/0"),
        (
            ("--bots", "recruit"),
            "game 0 has bots random and random, but this command gives it recruit and recruit",
        ),
        (
            ("--forces", *TWO[::-1]),
            f"game 0 has forces {TWO[0]} and {TWO[1]}, but this command gives it ",
        ),
        (
            ("--mission", "boiling_point"),
            "game 0 has mission chaos_theory, but this command gives it boiling_point",
        ),
        (("--map", "pinewood"), "game 0 has map crossroads, but this command gives it pinewood"),
        (("--mercy",), "game 0 was played with other forces, "),
    ],
)
def test_a_file_of_another_series_is_refused_and_left_alone(
    simulate: Callable[..., Said],
    tmp_path: Path,
    one_played: str,
    words: tuple[str, ...],
    said: str,
) -> None:
    out = tmp_path / "x.jsonl"
    out.write_text(one_played + '{"game": 1, "cut')
    line = simulate("--games", 1, "--out", out, *words).one_line()
    assert f"{out}: line 1: {said}" in line
    assert out.read_text() == one_played + '{"game": 1, "cut'


def test_games_of_other_cards_or_another_version_are_refused(
    simulate: Callable[..., Said], tmp_path: Path, one_played: str
) -> None:
    out = tmp_path / "x.jsonl"
    for name, words in (("cards", "card set"), ("version", "version")):
        out.write_text(json.dumps(json.loads(one_played) | {name: "old"}) + "\n")
        assert (
            f"line 1: {words} old, but this program has"
            in simulate("--games", 1, "--out", out).one_line()
        )
