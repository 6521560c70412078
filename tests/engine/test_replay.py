"""Games as files: played again line by line, and every kind of damage is told in one line with its place."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.engine.counting import Add, counting, played, rebuilt
from wc3d.engine.actions import RefusedError
from wc3d.engine.dice import DiceWantedError, ScriptedDice, SeededDice, TypedDice
from wc3d.engine.game import GameOrigin
from wc3d.engine.replay import (
    GameJournal,
    ReplayCursor,
    continue_game,
    has_typed_dice,
    is_saved_game,
    load,
    read_rules_name,
    recover,
    save,
)
from wc3d.errors import InputError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a game that has been played for a while."""
    path = tmp_path / "game.jsonl"
    save(played(), path)
    return path


def lines(path: Path) -> list[Any]:
    """The lines of a saved game."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def change(path: Path, number: int, how: Callable[[dict[str, Any]], object]) -> None:
    """Change the line of that number."""
    entries = lines(path)
    how(entries[number - 1])
    path.write_text("".join(json.dumps(e) + "\n" for e in entries))


def test_a_game_comes_back_whole(file: Path) -> None:
    game = played()
    again = load(file, rebuilt)
    assert again.digest() == game.digest()
    assert (
        again.turns == game.turns and again.record == game.record and again.opening == game.opening
    )
    assert again.log == game.log and again.logs == game.logs


def test_saving_what_was_loaded_writes_the_same_file(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    save(load(file, rebuilt), other)
    assert other.read_bytes() == file.read_bytes()


def test_a_loaded_game_goes_on_with_the_dice_it_would_have_had(file: Path) -> None:
    game = played()
    again = load(file, rebuilt)
    for one in (game, again):
        one.apply(Add(player=one.to_act or 0, dice=30))
    assert again.digest() == game.digest()


def test_the_first_line_says_what_it_is(file: Path) -> None:
    head = lines(file)[0]
    assert (head["wc3d"], head["version"], head["rules"]) == ("game", 1, "counting")
    assert head["dice"] == {"seed": 7} and sorted(head["opening"]["shuffles"][0]) == [0, 1, 2, 3, 4]


def test_what_was_taken_back_stays_in_the_file(file: Path) -> None:
    entries = lines(file)
    assert [e.get("n", "undo") for e in entries[1:5]] == [1, "undo", 1, 2]
    assert entries[1]["action"]["number"] == 3 and entries[3]["action"]["number"] == 0.5
    assert entries[2]["hash"] == entries[0]["hash"]


def test_dice_that_were_rolled_by_hand_are_wanted_again_when_the_game_goes_on(
    tmp_path: Path,
) -> None:
    path = tmp_path / "typed.jsonl"
    game = counting(dice=TypedDice(lambda roll: [4] * len(roll.dice), SeededDice(9)))
    game.apply(Add(player=1, dice=2))
    save(game, path)
    assert has_typed_dice(path)
    assert load(path, rebuilt).state.total == 8


def test_a_game_of_scripted_dice_asks_for_dice_when_it_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "scripted.jsonl"
    game = counting(dice=ScriptedDice([[1, 2]]))
    game.apply(Add(player=1, dice=2))
    save(game, path)
    assert not has_typed_dice(path)
    again = load(path, rebuilt)
    with pytest.raises(DiceWantedError, match="1 d4"):
        again.apply(Add(player=2, dice=1))
    assert again.digest() == game.digest()


DAMAGE: list[tuple[int, Callable[[dict[str, Any]], object], str]] = [
    (1, lambda e: e.update(wc3d="map"), "line 1: not a saved game"),
    (
        1,
        lambda e: e.update(version=2),
        "line 1: saved in format version 2; this program reads version 1",
    ),
    (
        1,
        lambda e: e.update(rules="chess"),
        "line 1: this is a game of 'chess'; expected 'counting'",
    ),
    (1, lambda e: e.update(hash="0"), "line 1: the replayed state differs"),
    (1, lambda e: e.update(setup={}), "line 1: goal: expected a whole number"),
    (1, lambda e: e.pop("setup"), "line 1: setup: expected an object, found none"),
    (
        1,
        lambda e: e["opening"].update(shuffles=[[0, 1]]),
        "line 1: the file contains no order for a shuffle of 5 cards",
    ),
    (6, lambda e: e.update(hash="0"), "line 6: the replayed state differs"),
    (6, lambda e: e.update(n=9), "line 6: expected action 3, found action 9"),
    (6, lambda e: e.update(n=True), "line 6: n: expected a whole number"),
    (
        6,
        lambda e: e["action"].update(number=-1),
        "line 6: the rules do not allow this action: negative: nothing is taken away",
    ),
    (
        6,
        lambda e: e["action"].update(type="jump"),
        "line 6: the rules do not allow this action: unreadable",
    ),
    (6, lambda e: e.pop("action"), "line 6: action: expected an object, found none"),
    (6, lambda e: e.update(rolls=[[9]]), "line 6: "),
    (6, lambda e: e.update(rolls=[]), "line 6: the file contains no dice for"),
    (
        6,
        lambda e: e["rolls"].append([1]),
        "line 6: this line lists more dice than its action rolls",
    ),
    (6, lambda e: e.update(rolls=[[1.5]]), "line 6: rolls: expected a whole number"),
    (6, lambda e: e.update(rolls=3), "line 6: rolls: expected a list of lists"),
    (3, lambda e: e.update(undo=2), "line 3: the rules do not allow this action: cannot_undo"),
    (3, lambda e: e.update(undo="all"), "line 3: undo: expected a whole number"),
    (3, lambda e: e.update(hash="0"), "line 3: the replayed state differs"),
    (1, lambda e: e["dice"].update(seed=8), "line 1: this line was changed after it was saved"),
    (1, lambda e: e.update(version=True), "line 1: this line was changed after it was saved"),
    (6, lambda e: e.update(sum="0"), "line 6: this line was changed after it was saved"),
    (6, lambda e: e.pop("sum"), "line 6: this line was changed after it was saved"),
    (
        6,
        lambda e: e.update(more=float("1e308") * 10),
        "line 6: invalid JSON (Infinity is not allowed; expected an ordinary number)",
    ),
]


@pytest.mark.parametrize(("number", "how", "told"), DAMAGE)
def test_damage_is_told_with_its_line(
    file: Path, number: int, how: Callable[[dict[str, Any]], object], told: str
) -> None:
    change(file, number, how)
    with pytest.raises(InputError) as error:
        load(file, rebuilt)
    assert str(error.value).startswith(f"{file} {told}") and "\n" not in str(error.value)


@pytest.mark.parametrize(("number", "how", "told"), [case for case in DAMAGE if case[0] > 1])
def test_what_lies_before_damage_is_recovered(
    file: Path, number: int, how: Callable[[dict[str, Any]], object], told: str, tmp_path: Path
) -> None:
    whole = file.read_bytes().splitlines(keepends=True)
    change(file, number, how)
    game, damage = recover(file, rebuilt)
    assert damage.startswith(f"{file} {told}")
    save(game, tmp_path / "recovered.jsonl")
    assert (tmp_path / "recovered.jsonl").read_bytes() == b"".join(whole[: number - 1])


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "line 1: not a saved game, or a damaged one: empty"),
        (b"{}", "line 1: not a saved game, or a damaged one: unfinished"),
        (b"{}\n", "line 1: not a saved game"),
        (b"[]\n", "line 1: not a saved game, or a damaged one: the line: expected an object"),
        (
            b"\x89PNG\r\n\x1a\n",
            "line 1: not a saved game, or a damaged one: invalid UTF-8 text at byte 1",
        ),
        (
            b"{'a': 1}\n",
            "line 1: not a saved game, or a damaged one: invalid JSON (expecting property name",
        ),
        (
            b'{"a": NaN}\n',
            "line 1: not a saved game, or a damaged one: invalid JSON (NaN is not allowed; expected an ordinary number)",
        ),
        (b'{"wc3d": "game", "a": 1e999}\n', "line 1: saved in format version None"),
        (b"[" * 100_000 + b"\n", "line 1: not a saved game, or a damaged one: nested too deeply"),
        (
            b'{"a": ' + b"9" * 9000 + b"}\n",
            "line 1: not a saved game, or a damaged one: invalid JSON (",
        ),
    ],
)
def test_what_is_no_saved_game_is_told_so(tmp_path: Path, data: bytes, told: str) -> None:
    path = tmp_path / "what.jsonl"
    path.write_bytes(data)
    for read in (load, recover):
        with pytest.raises(InputError) as error:
            read(path, rebuilt)
        assert str(error.value).startswith(f"{path} {told}"), error.value


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        load(tmp_path / "none.jsonl", rebuilt)
    assert str(error.value) == f"{tmp_path / 'none.jsonl'}: no such file"
    with pytest.raises(InputError, match="not a folder"):
        load(tmp_path, rebuilt)


def test_a_file_cut_anywhere_loses_at_most_its_last_line(file: Path) -> None:
    data = file.read_bytes()
    starts = [i + 1 for i, byte in enumerate(data) if byte == ord("\n")]
    for cut in range(starts[-3], len(data)):
        file.write_bytes(data[:cut])
        whole = data[:cut].count(b"\n") + (
            cut + 1 in starts
        )  # a line without its end alone is whole
        game, damage = recover(file, rebuilt)
        assert len(game.record) == whole - 1
        assert bool(damage) == (cut not in starts and cut + 1 not in starts)
        assert not damage or f"line {whole + 1}: unfinished" in damage


def test_a_whole_last_line_counts_without_its_end(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data.removesuffix(b"\n"))
    game = load(file, rebuilt)
    assert game.record == played().record
    journal = GameJournal(game, file)
    game.apply(Add(player=game.to_act or 0, number=1))
    journal.append_new()
    assert file.read_bytes().startswith(data) and load(file, rebuilt).digest() == game.digest()
    file.write_bytes(data.splitlines()[0])
    assert load(file, rebuilt).record == []


def test_a_last_line_without_its_end_must_have_its_sum(file: Path) -> None:
    change(file, 6, lambda e: e.update(sum="0"))
    data = b"".join(file.read_bytes().splitlines(keepends=True)[:6])
    file.write_bytes(data.removesuffix(b"\n"))
    game, damage = recover(file, rebuilt)
    assert damage == f"{file} line 6: unfinished: the program stopped while writing it"
    assert len(game.record) == 4


@pytest.mark.parametrize("tail", ["", "\n", "\n \n\n"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r", "\n\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_an_editor_may_have_stored_the_file_anew(
    file: Path, encoding: str, line_end: str, tail: str
) -> None:
    text = file.read_text(encoding="utf-8").removesuffix("\n") + tail
    file.write_bytes(text.replace("\n", line_end).encode(encoding))
    assert load(file, rebuilt).record == played().record
    assert read_rules_name(file) == "counting" and not has_typed_dice(file)


def test_a_utf_16_file_that_was_cut_is_recovered(file: Path) -> None:
    data = file.read_text(encoding="utf-8").encode("utf-16")
    file.write_bytes(data[:-3])
    game, damage = recover(file, rebuilt)
    assert "unfinished" in damage and len(game.record) == len(played().record) - 1


def test_a_key_given_twice_is_damage(file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b'"hash":', b'"hash":"0","hash":')
    file.write_bytes(b"".join(lines))
    with pytest.raises(InputError, match="line 3: hash: given twice"):
        load(file, rebuilt)


def test_a_blank_line_between_lines_is_damage(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"\n", b"\n\n", 1))
    with pytest.raises(InputError, match="line 2: invalid JSON"):
        load(file, rebuilt)


def test_a_journal_is_what_saving_would_write(tmp_path: Path) -> None:
    game = counting(1000)
    journal = GameJournal(game, tmp_path / "a.jsonl")
    for number in (1, 2, 3, 4):
        game.apply(Add(player=game.to_act or 0, number=number, dice=number % 2))
        journal.append_new()
    game.undo()
    game.apply(Add(player=game.to_act or 0, number=5))
    journal.append_new()
    save(game, tmp_path / "b.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert load(tmp_path / "a.jsonl", rebuilt).digest() == game.digest()


def test_a_failed_save_leaves_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = file.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="cannot be written"):
        save(played(4), file)
    assert file.read_bytes() == old and [p.name for p in file.parent.iterdir()] == [file.name]


def test_a_journal_that_could_not_be_written_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = counting(1000)
    journal = GameJournal(game, tmp_path / "a.jsonl")
    game.apply(Add(player=1, number=1))
    with monkeypatch.context() as patch:
        patch.setattr(
            os,
            "fsync",
            lambda descriptor: (_ for _ in ()).throw(OSError(28, "No space left on device")),
        )
        with pytest.raises(InputError, match="cannot be written"):
            journal.append_new()
    game.apply(Add(player=2, number=2))
    journal.append_new()
    assert load(journal.path, rebuilt).state.total == 3


def test_a_journal_whose_file_is_gone_is_written_anew(tmp_path: Path) -> None:
    game = counting(1000)
    journal = GameJournal(game, tmp_path / "a.jsonl")
    game.apply(Add(player=1, number=1))
    journal.append_new()
    journal.path.unlink()
    game.apply(Add(player=2, number=2))
    journal.append_new()
    assert load(journal.path, rebuilt).state.total == 3


def test_two_games_are_not_mixed_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    one = counting(1000)
    journal = GameJournal(one, path)
    other = load(path, rebuilt)
    second = GameJournal(other, path)
    other.apply(Add(player=1, number=5))
    second.append_new()
    whole = path.read_bytes()
    one.apply(Add(player=1, number=1))
    for _ in range(2):
        with pytest.raises(InputError, match="another program changed this file"):
            journal.append_new()
    assert path.read_bytes() == whole


def test_a_replaced_file_of_the_same_size_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    games = [counting(1000), counting(1000)]
    first, second = [GameJournal(game, path) for game in games]
    for game in games:
        game.apply(Add(player=1, number=1))
    with pytest.raises(InputError, match="another program changed this file"):
        first.append_new()
    second.append_new()
    assert load(path, rebuilt).state.total == 1


KILLED = """
import sys
from tests.engine.counting import Add, counting
from wc3d.engine.replay import GameJournal
game = counting(10**9)
journal = GameJournal(game, sys.argv[1])
while True:
    game.apply(Add(player=game.to_act, number=1))
    journal.append_new()
    print(len(game.turns), flush=True)
"""


def test_a_killed_program_loses_at_most_what_it_had_not_yet_told(tmp_path: Path) -> None:
    path = tmp_path / "killed.jsonl"
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for _ in range(20):
        told = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    process.wait()
    game, _ = recover(path, rebuilt)
    assert len(game.turns) >= told == 20


def test_a_game_is_looked_through_both_ways() -> None:
    game = played()
    replay = ReplayCursor(game)
    totals = [replay.state.total] + [replay.step_forward().total for _ in range(len(replay))]
    assert totals[0] == 0 and totals[-1] == game.state.total and totals == sorted(totals)
    assert replay.step_forward() is game.state
    assert [replay.step_back().total for _ in range(len(replay))] == totals[-2::-1]
    assert replay.step_back() is replay.go_to(0) and replay.events == game.opening[1]
    assert replay.go_to(2).total == totals[2] and replay.events == game.turns[1].events
    for beyond in (-1, len(replay) + 1):
        with pytest.raises(InputError, match="expected a number from 0 to"):
            replay.go_to(beyond)
    assert replay.actions_done == 2


def test_redo_goes_on_where_it_stood_when_the_file_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = counting()
    for number in (1, 2, 3):
        game.apply(Add(player=game.to_act or 0, number=number))
    final = game.digest()
    game.undo(3)
    game.redo()
    save(game, path)
    again = load(path, rebuilt)
    assert again.redoable() == game.redoable() == 2
    again.redo(2)
    assert again.digest() == final


def test_a_game_plays_on_from_a_point_of_another_and_names_it(file: Path, tmp_path: Path) -> None:
    whole = load(file, rebuilt)
    branch = continue_game(whole, 2, "game.jsonl", SeededDice("other"))
    assert branch.origin == GameOrigin("game.jsonl", 2, whole.digest())
    assert (
        branch.turns == whole.turns[:2] == branch.record
        and branch.state == whole.turns[1].state_after
    )
    assert len(whole.turns) > 2, "the original is left as it was"
    with pytest.raises(RefusedError, match="belong to the game from which this one starts"):
        branch.undo(1, agreed=True)
    branch.apply(Add(player=branch.to_act or 0, dice=3))
    other = tmp_path / "branch.jsonl"
    save(branch, other)
    assert lines(other)[0]["origin"] == {"file": "game.jsonl", "actions": 2, "hash": whole.digest()}
    again = load(other, rebuilt)
    assert (
        again.origin == branch.origin
        and again.digest() == branch.digest()
        and again.undoable() == 0
    )


def test_playing_on_from_beyond_the_end_is_refused(file: Path) -> None:
    whole = load(file, rebuilt)
    count = len(whole.turns)
    with pytest.raises(
        InputError,
        match=f"the game has {count} actions; expected a number from 0 to {count}, found {count + 1}",
    ):
        continue_game(whole, count + 1, "game.jsonl", SeededDice(1))


@pytest.mark.parametrize(
    "origin", [5, {"file": "a", "actions": -1, "hash": "b"}, {"file": 1, "actions": 1, "hash": "b"}]
)
def test_an_origin_that_is_none_is_told(file: Path, origin: Any) -> None:
    change(file, 1, lambda entry: entry.update(origin=origin))
    with pytest.raises(InputError, match=r"line 1: origin"):
        load(file, rebuilt)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_saved_game_is_recognized_by_its_first_line_damaged_or_not(
    tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "game.jsonl"
    lines = {
        '\n {"wc3d": "game", "version": 1': True,
        '{"map": "ravine", "questions": []}\n{"wc3d":"game"}': False,
        "": False,
    }
    for text, is_game in lines.items():
        path.write_bytes(text.encode(encoding))
        assert is_saved_game(path) is is_game
