"""The made-up game played again from its file, played many times by bots, and shown as a demonstration."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import ClassVar

import pytest

from tests.cli.conftest import Wc3d
from tests.cli.typing_in import Play
from tests.conformance.games import CASES
from wc3d.bots.random_player import RandomPlayer
from wc3d.ui.play_session import PlaySession


@pytest.fixture
def saved(play: Play, file: Path) -> Path:
    """A saved game of seven actions, one of them taken back."""
    play(
        "keep lens\nkeep shield\nmove 12.18 7.28\nundo\nwait\nwait\nshoot\nconcede\n",
        "--seed",
        3,
        "--names",
        "Anna",
        "Ben",
    )
    return file


def test_a_sound_game_is_said_to_be_sound(wc3d: Wc3d, saved: Path) -> None:
    last = json.loads(saved.read_text().splitlines()[-1])["hash"]
    said = wc3d("replay", saved, "--verify")
    assert (said.code, said.err) == (0, "")
    assert (
        said.out.splitlines()[0]
        == f"{saved}: intact: 6 actions, 2 lines of undone actions, hash {last}"
    )
    assert "the game is over: " in said.out and "the dice cannot be proven" in said.out


def test_the_log_and_a_position_are_told(wc3d: Wc3d, saved: Path) -> None:
    log = wc3d("replay", saved).out.splitlines()
    assert (
        log[0] == "Anna has the first turn (4 against 3)"
        and log[-1] == "Anna wins: the other gave up"
    )
    assert "keeps a lens" not in "\n".join(log)
    there = wc3d("replay", saved, "--to", 3).out
    assert there.startswith("Anna waits\nBen begins the turn in round 1\n")
    assert "After 3 of 6 actions: round 1 of 10" in there


def test_one_goes_through_it_both_ways(
    wc3d: Wc3d, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n\nb\nm\n5\n99\nx\nq\n"))
    said = wc3d("replay", saved, "--step")
    assert (
        "[0/6]" in said.out
        and "[3/6] b" in said.out
        and "After 2 of 6 actions" in said.out
        and "[5/6] 99" in said.out
    )
    assert "the game has 6 actions; expected a number from 0 to 6, found 99" in said.out
    assert (
        "'x': expected Enter (forward), b (back), the number of an action, m (position) or q (quit)"
        in said.out
    )


def test_it_is_printed_for_programs(wc3d: Wc3d, saved: Path) -> None:
    lines = [json.loads(line) for line in wc3d("replay", saved, "--json").out.splitlines()]
    assert [line["n"] for line in lines] == list(range(7))
    assert lines[0]["rolls"] == [[4], [3]] and lines[1]["action"] == {
        "type": "keep",
        "player": 1,
        "token": "lens",
    }
    assert lines[5]["events"][0]["kind"] == "used" and lines[6]["events"][0]["event"] == "Happened"


def test_a_changed_die_is_found(wc3d: Wc3d, saved: Path) -> None:
    saved.write_text(saved.read_text().replace('"rolls":[[4],[3]]', '"rolls":[[5],[3]]'))
    assert "line 1: " in wc3d("replay", saved, "--verify").one_line()


def test_bots_play_a_series_in_several_processes(wc3d: Wc3d, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    options = ("--game", "discs", "--games", 4, "--bots", "marksman,random", "--out", out)
    said = wc3d("simulate", *options, "--jobs", 2)
    assert said.code == 0 and said.out.startswith(
        "4 games: one force against itself; duel on crossroads; played by marksman and random"
    )
    played = sorted(
        (json.loads(line) for line in out.read_text().splitlines()), key=lambda game: game["game"]
    )
    pair = ["marksman", "random"]
    assert [game["bots"] for game in played] == [pair, pair[::-1], pair[::-1], pair]
    assert all(
        game["ended"] in ("two hits", "the rounds are played") and game["mission"] == "duel"
        for game in played
    )
    again = wc3d("simulate", *options, "--jobs", 1)
    assert again.code == 0 and len(out.read_text().splitlines()) == 4
    assert "marksman" in wc3d("simulate", "--table-only", out).out


def test_one_game_of_a_series_is_played_again(wc3d: Wc3d, tmp_path: Path) -> None:
    saved = tmp_path / "one.jsonl"
    one = json.loads(wc3d("simulate", "--game", "discs", "--only", 2, "--save", saved).out)
    assert (one["game"], one["bots"]) == (2, ["marksman", "marksman"])
    assert f"hash {one['state']}" in wc3d("replay", saved, "--verify").out


def test_what_a_series_cannot_have_is_refused(wc3d: Wc3d) -> None:
    for options, told in (
        (
            ("--forces", "marcher_worlds_skirmish"),
            "--forces: unknown force 'marcher_worlds_skirmish'",
        ),
        (("--bots", "greedy"), "--bots: unknown bot 'greedy'"),
        (("--mission", "race"), "unknown mission 'race'"),
        (("--mercy",), "--mercy: Discs has no such option"),
        (
            ("--map", "ravine"),
            '--map ravine: duel needs a 30" x 30" table, but this board is 48" x 48"',
        ),
    ):
        assert told in wc3d("simulate", "--game", "discs", "--games", 1, *options).one_line()


def test_a_demonstration_is_told(wc3d: Wc3d) -> None:
    said = wc3d("demo", "--game", "discs")
    first, *_, last = said.out.splitlines()
    assert said.code == 0 and " has the first turn (" in first and " wins: " in last


class Listener(RandomPlayer):
    """A bot that tells with which seed it was made."""

    seeds: ClassVar[list[str]] = []

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self.seeds.append(str(seed))


@pytest.mark.parametrize("door", ["play", "demo", "simulate", "window"])
def test_no_bot_can_work_out_the_dice_from_its_own_seed(
    wc3d: Wc3d, play: Play, monkeypatch: pytest.MonkeyPatch, door: str
) -> None:
    monkeypatch.setitem(vars(CASES[0].rules), "bots", {"listener": f"{__name__}:Listener"})
    monkeypatch.setattr(Listener, "seeds", [])
    seed = "as-secret-as-can-be"
    if door == "play":
        play("", "--bot", "both", "--seed", seed)
    elif door == "window":
        game = CASES[0].new(3)
        session = PlaySession(game, {1: "listener", 2: "listener"}, seed=seed)
        monkeypatch.setattr(
            session.bot_process,
            "start_task",
            lambda what, work, player, bot, seed, *rest, **more: Listener(seed),
        )
        session.poll()
    else:
        wc3d(
            door, "--game", "discs", "--seed", seed, *(("--only", 0) if door == "simulate" else ())
        )
    seeds = [
        told for told in Listener.seeds if told
    ]  # one that is only asked what it brings to a game has none
    assert seeds and len(set(seeds)) == len(seeds)
    assert not any(seed in told for told in seeds)
