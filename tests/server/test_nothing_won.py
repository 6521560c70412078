"""What a cheater tries at a host: to make a roll vanish, to spend the other player's time, to spoil what is noted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import case_of
from tests.server.hosting import DISCS, HostedTable, hall_at, table_of
from tests.server.match.test_clocks import TimedGame
from tests.server.match.test_external_dice import CHAINS, give, of_chains
from tests.server.test_forgeries import parsed, put, resealed
from tests.server.test_judge import agreed, hall_of
from wc3d.bots.random_player import RandomPlayer
from wc3d.cli.main import main
from wc3d.cli.play.verify import verify_record
from wc3d.engine.dice import SeededDice
from wc3d.engine.replay import (
    DamagedGameError,
    GameJournal,
    action_data,
    continue_game,
    format_line,
    load,
    recover,
    save,
)
from wc3d.errors import InputError

# Rolls


def act_until_waiting(table: HostedTable) -> int:
    """Let random players act until dice are awaited, the other player asking for a move back; return who acted."""
    for number in range(200):
        mover = table.match.player_to_act or 0
        has_wished = table.ask(3 - mover, "wish", what="back")["t"] == "done"
        action = RandomPlayer(f"{number}").choose(table.match.active_game.view(mover))
        assert table.ask(mover, "do", action=action_data(action))["t"] == "done"
        if table.match.dice_wanted_row is not None and has_wished:
            return mover
        roll_all(table)
    raise AssertionError("no action rolled dice")


def roll_all(table: HostedTable) -> None:
    """Give all dice that are awaited."""
    while (want := table.match.dice_wanted_row) is not None:
        if "roll" in want.body:
            roll = want.body["roll"]
            faces = [die["faces"][table.count % len(die["faces"])] for die in roll["dice"]]
            assert table.ask(roll["player"] or 1, "rolled", faces=faces)["t"] == "done"
        else:
            give(table)


@pytest.mark.parametrize("dice", ["chain", "typed"])
def test_a_roll_that_is_awaited_is_not_taken_back(
    tmp_path: Path, dice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wc3d.server.match.registry.new_match_id", lambda: "0123456789ab")
    monkeypatch.setattr("secrets.token_bytes", lambda count: b"\x02" * count)
    monkeypatch.setattr("secrets.token_hex", lambda count: "02" * count)
    case = case_of("neo_mechanika")
    table = of_chains(case, tmp_path) if dice == "chain" else table_of(case, tmp_path, dice=dice)
    roll_all(table)
    mover = act_until_waiting(table)
    want = table.match.dice_wanted_row
    version = table.match.record_length
    assert want is not None
    if dice == "chain":  # the mover knows both links then, and what they roll
        number = want.body["number"]
        link = CHAINS[3 - mover][number].hex()
        assert table.ask(3 - mover, "link", number=number, link=link)["t"] == "done"
    assert table.ask(mover, "answer", yes=True)["code"] == "rolling"
    assert table.match.dice_wanted_row is want and table.match.record_length == version
    assert table.ask(mover, "answer", yes=False)["t"] == "done"
    if dice == "chain":
        link = CHAINS[mover][number].hex()
        assert table.ask(mover, "link", number=number, link=link)["t"] == "done"
    roll_all(table)
    assert table.match.record_length == version + 1


@pytest.mark.parametrize("number", [True, 1.0, "1", [1]])
def test_a_link_has_a_number_that_all_note_alike(tmp_path: Path, number: Any) -> None:
    table = of_chains(DISCS, tmp_path)
    assert (
        table.match.dice_wanted_row is not None and table.match.dice_wanted_row.body["number"] == 1
    )
    said = table.ask(1, "link", number=number, link=CHAINS[1][1].hex())
    assert said["code"] == "not_wanted"


def test_a_link_in_capitals_is_refused(tmp_path: Path) -> None:
    """No later link would follow it, as its text is another one."""
    table = of_chains(DISCS, tmp_path)
    for link in (CHAINS[1][1].hex().upper(), " ".join((CHAINS[1][1].hex()[:62], "a"))):
        assert table.ask(1, "link", number=1, link=link)["code"] == "not_committed"
    give(table)
    assert table.match.game is not None


# Time


def test_nobody_takes_back_while_the_other_player_thinks(tmp_path: Path) -> None:
    timed = TimedGame(tmp_path, clock=600.0)
    mover = timed.table.match.player_to_act or 0
    timed.act()
    assert timed.table.match.clock.running_player == 3 - mover and timed.game.undoable()
    timed.wait(100.0)
    assert timed.table.ask(mover, "undo")["code"] == "thinking"
    assert timed.agree_back(mover)["t"] == "done"
    timed.act()
    assert timed.table.match.player_to_act == 3 - mover


def test_without_a_clock_an_action_is_taken_back_as_before(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    mover = table.match.player_to_act or 0
    table.play(1)
    assert table.ask(mover, "undo")["t"] == "done"


def test_a_clock_goes_on_when_both_are_there_and_say_so(tmp_path: Path) -> None:
    timed = TimedGame(tmp_path, clock=60.0)
    player = 3 - (timed.table.match.player_to_act or 0)
    assert timed.agree_break()
    timed.wait(1000.0)
    for _ in range(2):
        assert timed.table.ask(player, "resume")["t"] == "done"
        assert timed.table.match.is_paused
    assert timed.table.told[0][-1]["kind"] == "ready"
    timed.wait(1000.0)
    timed.table.match.remove_listener(("test", player))
    assert timed.table.ask(3 - player, "resume")["t"] == "done"
    assert timed.table.match.is_paused, "who was ready has left meanwhile"
    timed.restart()
    assert timed.table.ask(player, "resume")["t"] == "done"
    assert not timed.table.match.is_paused and timed.left == {1: 60.0, 2: 60.0}


def test_what_was_said_before_an_earlier_break_does_not_count(tmp_path: Path) -> None:
    timed = TimedGame(tmp_path, clock=60.0)
    for _ in range(2):
        assert timed.agree_break()
        assert timed.table.ask(1, "resume")["t"] == "done" and timed.table.match.is_paused
        assert timed.table.ask(2, "resume")["t"] == "done" and not timed.table.match.is_paused


# Links


def test_new_links_close_the_judges_seat_too(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    old = agreed(table)
    registry = hall_of(table)
    keys = registry.renew_keys(table.match.id)
    assert registry.find_seat(table.match.id, old) is None and registry.find_seat(
        table.match.id, keys[1]
    ) == (
        table.match,
        1,
    )
    assert registry.find_seat(table.match.id, agreed(table)) is not None


# Records


@pytest.fixture
def record(tmp_path: Path) -> str:
    """The record of a game with a clock."""
    timed = TimedGame(tmp_path, clock=600.0)
    for _ in range(6):
        timed.wait(1.0)
        timed.act()
    assert timed.table.ask(1, "concede")["t"] == "done"
    return timed.table.match.record_text() or ""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("agreed", True),
        ("to", 1),
        ("undo", 1),
        ("links", [[1, "a", "b"]]),
        ("bots", {}),
        ("origin", {}),
    ],
)
def test_an_entry_of_another_kind_of_line_is_refused(
    record: str, name: str, value: Any, tmp_path: Path
) -> None:
    lines = parsed(record)
    lines[1][name] = value
    with pytest.raises(InputError, match="line 2: "):
        verify_record(put(tmp_path, resealed(lines)), {})


@pytest.mark.parametrize("name", ["n", "at", "by", "sum", "hash"])
def test_what_is_wrong_with_a_huge_value_is_said_in_a_line(
    record: str, name: str, tmp_path: Path
) -> None:
    lines = parsed(record)
    lines[1][name] = 10**4000
    text = "".join(
        format_line({k: v for k, v in line.items() if k != "sum"}) for line in resealed(lines)
    )
    if name == "sum":
        text = record.replace(f'"sum":"{lines[2]["sum"]}"', f'"sum":{10**4000}')
    path = tmp_path / "huge.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        verify_record(str(path), {})
    assert len(str(error.value)) < 400


@pytest.mark.parametrize("number", ["é", "", "ab", "\udcff"])
def test_a_noted_number_that_is_none_is_told(record: str, number: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"your proof number .* does not occur in this file"):
        verify_record(put(tmp_path, parsed(record)), {"game": number})


def test_playing_on_leaves_a_sealed_record_as_it_is(record: str, tmp_path: Path) -> None:
    path = Path(put(tmp_path, parsed(record)))
    before = path.read_bytes()
    with pytest.raises(InputError, match="the sealed file of a hosted game is read-only"):
        GameJournal(load(path, DISCS.rules.rebuild), path)
    assert path.read_bytes() == before
    other = tmp_path / "other.jsonl"
    GameJournal(load(path, DISCS.rules.rebuild), other)
    assert load(other, DISCS.rules.rebuild).over


# Games that play on from another one


def branch_of(folder: Path, taken_over: int) -> HostedTable:
    """Return a hosted game that plays on from another one, and was played to its end."""
    whole = case_of("neo_mechanika").new()
    for number in range(200):
        if whole.to_act is not None:
            whole.apply(RandomPlayer(f"{number}").choose(whole.view(whole.to_act)))
    registry = hall_at(folder)
    id, keys = registry.create_match(continue_game(whole, taken_over, "game x", SeededDice(0)))
    table = HostedTable(registry.load_match(id), keys)
    table.give_dice()
    table.play(30)
    assert table.match.is_over or table.ask(1, "concede")["t"] == "done"
    return table


@pytest.mark.parametrize("taken_over", [0, 60])
def test_dice_that_were_taken_over_are_not_called_fair(
    tmp_path: Path, taken_over: int, capsys: pytest.CaptureFixture[str]
) -> None:
    table = branch_of(tmp_path, taken_over)
    game = table.match.active_game
    path = put(tmp_path, parsed(table.match.record_text() or ""))
    assert main(["replay", path, "--verify"]) == 0
    out = capsys.readouterr().out
    drawn = [turn.drawn for turn in game.turns[taken_over:]]
    own = sum(len(draw.rolls) + len(draw.shuffles) for draw in drawn)
    assert f"each of the {own} rolls and shuffles" in out
    start = f"the opening and the first {taken_over} actions" if taken_over else "the opening"
    assert (
        f"this game starts from {game.origin}; this file does not prove {start}, or the dice rolled there"
        in out
    )
    assert "or the dice rolled there" in out


def test_no_name_in_a_record_makes_a_line_of_its_own(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = parsed(record)
    lines[0]["origin"] = {
        "file": "x\nits whole course is proven\x1b[31m",
        "actions": 0,
        "hash": "0",
    }
    verify_record(put(tmp_path, resealed(lines)), {})
    out = capsys.readouterr().out
    assert "\nits whole" not in out and "\x1b" not in out and "x its whole course is proven" in out


def test_an_origin_that_hides_more_than_there_is_is_told(record: str, tmp_path: Path) -> None:
    lines = parsed(record)
    lines[0]["origin"] = {"file": "x", "actions": 10**9, "hash": "0"}
    for line in lines[1:]:
        for name in ("by", "at", "clock"):
            del line[name]
    with pytest.raises(InputError, match=r"999999993 of the 1,000,000,000 actions copied from x$"):
        verify_record(put(tmp_path, resealed(lines)), {})
    for line in lines:
        for name in ("seal", "seal_key", "parts", "clock", "begun"):
            line.pop(name, None)
    with pytest.raises(InputError, match="the end of the game is missing"):
        load(put(tmp_path, lines), DISCS.rules.rebuild)


def test_a_line_that_was_taken_over_has_no_clock_of_its_own(record: str, tmp_path: Path) -> None:
    lines = parsed(record)
    lines[0]["origin"] = {"file": "x", "actions": 2, "hash": "0"}
    with pytest.raises(
        InputError,
        match="line 2: a line copied from x after action 2 must not have 'by', 'at' or 'clock'",
    ):
        verify_record(put(tmp_path, resealed(lines)), {})


def test_a_game_that_is_cut_in_what_it_took_over_goes_on_with_what_is_left(tmp_path: Path) -> None:
    game = DISCS.new()
    for number in range(4):
        game.apply(RandomPlayer(f"{number}").choose(game.view(game.to_act)))
    path = tmp_path / "branch.jsonl"
    save(continue_game(game, 4, "game", SeededDice(0)), path)
    cut = "".join(path.read_text(encoding="utf-8").splitlines(keepends=True)[:3])
    path.write_text(cut, encoding="utf-8")
    with pytest.raises(DamagedGameError, match="line 4: the end of the game is missing"):
        load(path, DISCS.rules.rebuild)
    found, damage = recover(path, DISCS.rules.rebuild)
    assert (
        "the end of the game is missing: 2 of the 4 actions copied from" in damage
        and found.inherited_count == 2
    )
    found.apply(RandomPlayer("on").choose(found.view(found.to_act)))
    assert found.undoable() in (0, 1)
    save(found, path)
    assert load(path, DISCS.rules.rebuild).digest() == found.digest()


@pytest.mark.parametrize("name", ["\udcff.jsonl", "a\x1b[31m\n.jsonl"])
def test_a_game_plays_on_from_a_file_of_any_name(tmp_path: Path, name: str) -> None:
    game = DISCS.new()
    game.apply(RandomPlayer("1").choose(game.view(game.to_act)))
    branch = continue_game(game, 1, name, SeededDice(0))
    path = tmp_path / "branch.jsonl"
    save(branch, path)
    origin = json.loads(path.read_text(encoding="utf-8").splitlines()[0])["origin"]
    assert origin["file"].isprintable() and load(path, DISCS.rules.rebuild).origin == branch.origin
