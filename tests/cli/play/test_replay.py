"""`wc3d replay`: a saved game played again, looked through both ways, checked, and what is left of a damaged one."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Wc3d
from tests.cli.typing_in import BEGIN, playing


@pytest.fixture
def file(wc3d: Wc3d, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A saved game of ten actions, one of them taken back and done otherwise."""
    path = tmp_path / "game.jsonl"
    typed = BEGIN + "charge team\nundo\ncharge wolf\npass\n"
    playing(wc3d, monkeypatch, path)(typed, "--seed", 3, "--names", "Anna", "Ben")
    return path


def test_the_log_is_told_again(wc3d: Wc3d, file: Path) -> None:
    said = wc3d("replay", file)
    assert said.code == 0
    assert said.out.splitlines()[-3:] == [
        "",
        "--- Turn 1: Anna ---",
        "Anna charges Dusk Wolf 1 with 1 Arc (p. 27)",
    ]


def test_a_sound_game_is_said_to_be_sound(wc3d: Wc3d, file: Path) -> None:
    said = wc3d("replay", file, "--verify")
    assert (said.code, said.err) == (0, "")
    last = json.loads(file.read_text().splitlines()[-1])["hash"]
    first, players, end, dice, seal = said.out.splitlines()
    assert first == f"{file}: intact: 10 actions, 2 lines of undone actions, hash {last}"
    assert players == "players: Anna and Ben"
    assert end == "the game is not over: after 10 actions, Anna acts next"
    assert dice.startswith(
        "the dice cannot be proven fair: they come from a seed"
    ) and seal.startswith("not sealed")


def test_only_the_whole_game_is_verified(wc3d: Wc3d, file: Path) -> None:
    said = wc3d("replay", file, "--to", 5, "--verify").one_line()
    assert "--to: cannot be used with --verify" in said


def test_one_face_changed_is_found(wc3d: Wc3d, file: Path) -> None:
    file.write_text(file.read_text().replace('"rolls":[[6],[1]]', '"rolls":[[5],[1]]', 1))
    assert "line 1: the replayed state differs" in wc3d("replay", file, "--verify").one_line()


def test_other_cards_and_another_version_are_said_plainly(wc3d: Wc3d, file: Path) -> None:
    whole = file.read_text()
    head = json.loads(whole.splitlines()[0])
    file.write_text(whole.replace(head["setup"]["cards"], "0" * 8))
    assert "line 1: setup: cards: this game uses different cards" in wc3d("replay", file).one_line()
    file.write_text(whole.replace('"version":1', '"version":9', 1))
    assert (
        "saved in format version 9; this program reads version 1" in wc3d("replay", file).one_line()
    )


def test_the_position_at_any_point(wc3d: Wc3d, file: Path) -> None:
    said = wc3d("replay", file, "--to", 3)
    assert said.out.startswith(
        "Anna deploys Dusk Wolf 1 · position (15, 26) (p. 26)\n\nAfter 3 of 10 actions: "
    )
    assert "  Dusk Wolf 1: A (15, 26)\n" in said.out and "Scourge: in reserve" in said.out
    assert (
        "--to 11: expected a whole number from 0 to 10"
        in wc3d("replay", file, "--to", 11).one_line()
    )


def test_stepping_forward_and_back(wc3d: Wc3d, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("3\n\nb\nfar\nm\nq\n"))
    said = wc3d("replay", file, "--step")
    marks = [line.partition(" ")[0] for line in said.out.splitlines() if line.startswith("[")]
    assert marks == ["[0/10]", "[3/10]", "[4/10]", "[3/10]", "[3/10]", "[3/10]"]
    assert (
        "'far': expected Enter (forward)" in said.out
        and said.out.count("Anna deploys Ranger Fire Team") == 1
    )
    assert "After 3 of 10 actions" in said.out


def test_as_json_every_action_has_its_dice_and_events(wc3d: Wc3d, file: Path) -> None:
    steps = [json.loads(line) for line in wc3d("replay", file, "--json").out.splitlines()]
    assert [s["n"] for s in steps] == list(range(11))
    assert steps[0]["action"] is None and [e["event"] for e in steps[0]["events"]][-1] == "Rolled"
    assert (
        steps[3]["action"]["type"] == "deploy" and steps[3]["events"][0]["event"] == "UnitDeployed"
    )
    assert len(wc3d("replay", file, "--json", "--to", 2).out.splitlines()) == 3


def test_what_lies_before_damage_is_saved_elsewhere(wc3d: Wc3d, file: Path, tmp_path: Path) -> None:
    whole = file.read_text().splitlines(keepends=True)
    file.write_text("".join(whole[:-2]) + "{" + whole[-1])
    out = tmp_path / "sound.jsonl"
    said = wc3d("replay", file, "--recover", out)
    assert (
        f"{file} line {len(whole) - 1}: invalid JSON" in said.out
        and f"Saved 8 actions in {out}" in said.out
    )
    assert out.read_text() == "".join(whole[:-2])
    assert "this file already exists" in wc3d("replay", file, "--recover", out).one_line()
    assert (
        "The file is not damaged" in wc3d("replay", out, "--recover", tmp_path / "again.jsonl").out
    )


def test_half_a_character_in_a_saved_action_is_damage(
    wc3d: Wc3d, file: Path, tmp_path: Path
) -> None:
    lines = file.read_text().splitlines()
    lines[3] = lines[3].replace('"action":{', '"action":{"\\udc80":1,', 1)
    file.write_text("\n".join(lines) + "\n")
    assert (
        "line 4: contains a broken Unicode character" in wc3d("replay", file, "--verify").one_line()
    )
    said = wc3d("replay", file, "--recover", tmp_path / "whole.jsonl")
    assert (
        said.code == 0
        and "line 4: contains a broken Unicode character" in said.out
        and "Saved 2 actions in " in said.out
    )


def test_what_has_no_end_is_not_read(wc3d: Wc3d, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    vast = tmp_path / "vast.jsonl"
    os.mkfifo(pipe)
    with vast.open("wb") as made:
        made.truncate(10**9)
    for path, told in (
        (Path("/dev/zero"), "a pipe or a device"),
        (pipe, "a pipe or a device"),
        (vast, "the limit for "),
    ):
        for command in (("replay",), ("play", "--load"), ("simulate", "--table-only")):
            assert told in wc3d(*command, path).one_line()
    assert "the limit for a .jsonl file" in wc3d("judge", vast).one_line()


@pytest.mark.parametrize("number", ["", "12ab", "g" * 64, "a" * 65])
def test_a_noted_number_that_was_not_copied_whole_is_no_forgery(
    wc3d: Wc3d, file: Path, number: str
) -> None:
    said = wc3d("replay", file, "--verify", "--noted", f"game={number}")
    assert "expected WHO=NUMBER, where NUMBER has 64 hexadecimal digits" in said.one_line()


def test_two_different_numbers_of_one_are_refused(wc3d: Wc3d, file: Path) -> None:
    said = wc3d("replay", file, "--verify", "--noted", f"1={'a' * 64}", "--noted", f"1={'b' * 64}")
    assert "--noted 1: given twice with different numbers" in said.one_line()
