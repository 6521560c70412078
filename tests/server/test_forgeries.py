"""Forged records: whatever is changed in a record is named, or is not the game that was noted while it was played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.conformance.games import case_of
from tests.server.hosting import DISCS, table_of
from tests.server.match.test_clocks import TimedGame
from wc3d.bots.random_player import RandomPlayer
from wc3d.cli.main import main
from wc3d.cli.play.noted_seals import NotedSeals, read_noted_heads
from wc3d.cli.play.verify import verify_record
from wc3d.engine.record_seal import (
    BEGUN_FIELD,
    CLOCK_FIELD,
    GIVE_FIELD,
    PARTS_FIELD,
    SEAL_FIELD,
    SEAL_KEY_FIELD,
    TIME_UP_FIELD,
    SealChain,
)
from wc3d.engine.replay import ReplayReader, file_entries, format_line, load
from wc3d.engine.saved_dice import read_dice
from wc3d.errors import InputError
from wc3d.registry import rebuilder

Lines = list[dict[str, Any]]
Forge = Callable[[Lines], object]


def parsed(record: str) -> Lines:
    """Return the lines of a record."""
    return [json.loads(line) for line in record.splitlines()]


@pytest.fixture(scope="module")
def same_dice() -> Iterator[None]:
    """Make the same secrets for each run, so that the games of this module are always the same."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("wc3d.server.match.registry.new_match_id", lambda: "0123456789ab")
        patched.setattr("secrets.token_bytes", lambda count: b"\x02" * count)
        yield


@pytest.fixture(scope="module")
def lost_on_time(same_dice: None) -> tuple[str, str]:
    """Return the record of a game with all kinds of lines, and the head that the players were told last."""
    with TemporaryDirectory() as folder:
        timed = TimedGame(Path(folder), clock=300.0, bonus=5.0)
        for number in range(8):
            timed.wait(2.5)
            timed.act()
            if number == 1:
                assert timed.undo()["t"] == "done"
            if number == 3:
                assert timed.table.ask(2, "give", seconds=30)["t"] == "done"
        for _ in range(50):
            if timed.game.turns[-1].is_final:
                break
            timed.act()
        assert timed.agree_back(timed.game.turns[-1].action.player)["t"] == "done"
        timed.wait(500.0)
        record = timed.table.match.record_text()
        assert record is not None
        timed.table.match.store.close()
        return record, str(timed.table.told[1][-1][SEAL_FIELD])


@pytest.fixture(scope="module")
def played_out(same_dice: None) -> tuple[str, list[str]]:
    """Return the record of a game without a clock that was played to its end, and the heads that a player was told."""
    with TemporaryDirectory() as folder:
        table = table_of(DISCS, Path(folder))
        table.play(2000)
        record = table.match.record_text()
        assert record is not None
        table.match.store.close()
        return record, [message[SEAL_FIELD] for message in table.told[1] if SEAL_FIELD in message]


def put(folder: Path, lines: Lines) -> str:
    """Write lines with correct checksums, as a forger would."""
    path = folder / "forged.jsonl"
    text = "".join(
        format_line({name: value for name, value in line.items() if name != "sum"})
        for line in lines
    )
    path.write_text(text, encoding="utf-8")
    return str(path)


def resealed(lines: Lines) -> Lines:
    """Return the lines with a chain of their own, as a forger makes it who knows the key."""
    first, *others = (
        {name: v for name, v in line.items() if name not in (SEAL_FIELD, PARTS_FIELD, "sum")}
        for line in lines
    )
    chain = SealChain(bytes.fromhex(first.pop(SEAL_KEY_FIELD)))
    made = [chain.seal_header(first)]
    chain.advance_past(made[0])
    for line in others:
        made.append(chain.seal_line(line))
        chain.advance_past(made[-1])
    return made


TIME_FIELDS = (BEGUN_FIELD, CLOCK_FIELD)


def first_with(lines: Lines, name: str) -> dict[str, Any]:
    """Return the first line behind the opening that has an entry."""
    return next(line for line in lines[1:] if name in line)


def last_with(lines: Lines, name: str) -> dict[str, Any]:
    """Return the last line that has an entry."""
    return next(line for line in reversed(lines) if name in line)


def swapped(lines: Lines) -> None:
    """Swap two actions."""
    numbers = [i for i, line in enumerate(lines) if line.get("n") in (1, 2)]
    lines[numbers[0]], lines[numbers[1]] = lines[numbers[1]], lines[numbers[0]]


def other_die(lines: Lines) -> None:
    """Change a die."""
    roll = next(line for line in lines if line.get("rolls"))["rolls"][0]
    roll[0] = 1 if roll[0] != 1 else 2


def moved_time(lines: Lines) -> None:
    """Book thinking time to the other player."""
    last_with(lines, "action")[CLOCK_FIELD]["spent"].reverse()
    spent = next(line for line in lines[1:] if line[CLOCK_FIELD]["spent"] != [0, 0])[CLOCK_FIELD][
        "spent"
    ]
    spent.reverse()


def more_left(lines: Lines) -> None:
    """Give a player more time than the lines before it give."""
    lines[3][CLOCK_FIELD]["left"][0] += 60_000


def plain_concession(lines: Lines) -> None:
    """Make a loss on time look like a concession."""
    lines.remove(last_with(lines, TIME_UP_FIELD))


def other_loser(lines: Lines) -> None:
    """Let the other player lose on time."""
    line = last_with(lines, TIME_UP_FIELD)
    line[TIME_UP_FIELD] = 3 - line[TIME_UP_FIELD]


def stripped(lines: Lines) -> None:
    """Take the seal away."""
    for line in lines:
        for name in (SEAL_FIELD, SEAL_KEY_FIELD, PARTS_FIELD, BEGUN_FIELD, CLOCK_FIELD, "by", "at"):
            line.pop(name, None)
    lines[:] = [line for line in lines if TIME_UP_FIELD not in line and GIVE_FIELD not in line]


def drop(name: str) -> Forge:
    """Return a forgery that leaves out the first line with an entry."""
    return lambda lines: lines.remove(first_with(lines, name))


def change(where: str, value: Any, line: int = 0) -> Forge:
    """Return a forgery that changes an entry, named with dots."""

    def forge(lines: Lines) -> None:
        *names, last = where.split(".")
        part: Any = lines[line]
        for name in names:
            part = part[name]
        part[last] = value

    return forge


NAMED: dict[str, tuple[Forge, str]] = {
    "a cut end": (
        lambda lines: lines.__delitem__(slice(-1, None)),
        "the end of the game is missing: the game is not over after",
    ),
    "a longer cut": (
        lambda lines: lines.__delitem__(slice(5, None)),
        "the end of the game is missing: the game is not over after",
    ),
    "nothing but the opening": (
        lambda lines: lines.__delitem__(slice(1, None)),
        "the end of the game is missing",
    ),
    "an action left out": (lambda lines: lines.remove(lines[1]), "lines are missing or moved"),
    "a line twice": (lambda lines: lines.insert(2, dict(lines[1])), "line 3"),
    "the order of two actions": (swapped, "lines are missing or moved"),
    "a name": (
        change("setup.names", ["Anna", "Zoe"]),
        "line 1: this line was changed after the game was sealed: setup names",
    ),
    "the board's name": (
        change("setup.map.name", "Elsewhere"),
        "line 1: this line was changed after the game was sealed: setup map",
    ),
    "the length of the game": (change("setup.rounds", 11), "line 1"),
    "a bot": (
        change("bots", {"2": "regular"}),
        "line 1: this line was changed after the game was sealed: bots",
    ),
    "the clock": (
        change(CLOCK_FIELD, {"limit": 3000.0, "bonus": 5.0, "by_turn": False}),
        "was sealed: clock",
    ),
    "the kind of clock": (change(f"{CLOCK_FIELD}.by_turn", True), "was sealed: clock"),
    "no clock": (lambda lines: lines[0].pop(CLOCK_FIELD), "was sealed: clock"),
    "the day": (change(BEGUN_FIELD, 1_000_000), "was sealed: begun"),
    "seeded dice": (
        change("dice", {"seed": 1}),
        "line 1: this line was changed after the game was sealed: dice",
    ),
    "typed dice": (
        change("dice.typed", True),
        "line 1: this line was changed after the game was sealed: dice",
    ),
    "the secret of a player": (
        change("dice.fair.secrets.1", "ab" * 32),
        "the dice secret of player 1 does not match the one",
    ),
    "the secret of the host": (
        change("dice.fair.secrets.host", "ab" * 32),
        "the dice secret of the host does not match the one",
    ),
    "a commitment": (
        change("dice.fair.commitments.2", "ab" * 32),
        "the dice secret of player 2 does not match the one",
    ),
    "the game's id": (change("dice.fair.game", "aaaaaaaaaaaa"), "line 1"),
    "the rules": (change("rules", "warmachine"), "line 1"),
    "a die": (other_die, r"roll for .* is \d in the file, but the dice secrets give \d"),
    "an action": (change("action.token", "anvil", 1), "line 2"),
    "who acted": (change("by", 2, 1), "line 2: by: expected seat 1, found seat 2"),
    "an endless player": (
        change("action.player", "y" * 5000, 1),
        "expected seat y{40}, found seat 1",
    ),
    "the judge acted": (change("by", 3, 1), "line 2: by: expected seat 1, found seat 3"),
    "when": (change("at", 10, 2), "line 3: "),
    "who thought": (moved_time, "clock: player . used time, but it was the turn of player ."),
    "the time left": (more_left, "line 4: clock: .* the lines before it leave"),
    "a gift": (
        lambda lines: first_with(lines, GIVE_FIELD).update({GIVE_FIELD: 3000}),
        "clock: .* the lines before it leave",
    ),
    "a gift to oneself": (
        lambda lines: first_with(lines, GIVE_FIELD).update(to=2),
        "give: expected a number of seconds for the other",
    ),
    "no gift": (drop(GIVE_FIELD), "clock: .* the lines before it leave"),
    "nothing taken back": (drop("undo"), "line "),
    "a loss on time as a concession": (plain_concession, "clock: .* the lines before it leave"),
    "another loser on time": (other_loser, "time_up: player . still has time"),
    "another loser": (
        lambda lines: lines[-1]["action"].update(player=3 - lines[-1]["action"]["player"]),
        "lost on time",
    ),
    "the chain's key": (
        change(SEAL_KEY_FIELD, "ab" * 32),
        "line 1: this line was changed after the game was sealed",
    ),
    "a head": (
        change(SEAL_FIELD, "ab" * 32, 4),
        "line 5: this line was changed after it was sealed",
    ),
    "the first head": (
        change(SEAL_FIELD, "ab" * 32),
        "line 1: this line was changed after it was sealed",
    ),
    "no seal in the first line": (
        lambda lines: lines[0].pop(SEAL_FIELD),
        "line 1: .*: only a sealed record has this, but seal is missing",
    ),
    "nothing of the seal in the first line": (
        lambda lines: [
            lines[0].pop(name) for name in (SEAL_FIELD, SEAL_KEY_FIELD, PARTS_FIELD, *TIME_FIELDS)
        ],
        "line 2: this line is sealed, but the first",
    ),
}
"""Forgeries by somebody who corrects checksums, with what is said of each."""


def test_the_record_itself_is_sound(
    lost_on_time: tuple[str, str], tmp_path: Path, capsys: Any
) -> None:
    record, head = lost_on_time
    path = put(tmp_path, parsed(record))
    verify_record(path, {"game": head})
    out = capsys.readouterr().out
    assert Path(path).read_text(encoding="utf-8") == record
    assert "lost on time, according to the clock in the file" in out
    assert (
        "clock: 5 minutes per player plus 5 seconds per action" in out
        and "players: Anna and Ben" in out
    )
    assert "the proof number that you noted proves the whole game" in out


def test_the_log_of_a_record_tells_of_a_loss_on_time(
    lost_on_time: tuple[str, str], tmp_path: Path, capsys: Any
) -> None:
    assert main(["replay", str(write(tmp_path, lost_on_time[0]))]) == 0
    assert (
        capsys.readouterr()
        .out.splitlines()[-1]
        .endswith("lost on time, according to the clock in the file")
    )


@pytest.mark.parametrize("name", NAMED)
def test_a_change_is_named(lost_on_time: tuple[str, str], name: str, tmp_path: Path) -> None:
    lines = parsed(lost_on_time[0])
    forge, said = NAMED[name]
    forge(lines)
    with pytest.raises(InputError, match=said):
        verify_record(put(tmp_path, lines), {})


def test_another_order_of_cards_is_named(same_dice: None, tmp_path: Path) -> None:
    table = table_of(case_of("neo_mechanika"), tmp_path)
    while not any(turn.drawn.shuffles for turn in table.match.active_game.turns):
        assert table.play(1) == 1
    table.ask(1, "concede")
    lines = parsed(table.match.record_text() or "")
    next(line for line in lines if line.get("shuffles"))["shuffles"][0].reverse()
    with pytest.raises(InputError, match=r"line \d+: shuffle of .* the order in the file differs"):
        verify_record(put(tmp_path, lines), {})
    table.match.store.close()


# Forgeries by somebody who knows the key and makes another chain


CONTRADICTIONS: dict[str, tuple[Forge, str]] = {
    **{
        name: NAMED[name]
        for name in (
            "who acted",
            "the judge acted",
            "who thought",
            "the time left",
            "a gift",
            "a gift to oneself",
            "no gift",
            "a die",
            "another loser on time",
            "another loser",
            "a cut end",
            "the secret of a player",
            "an action left out",
        )
    },
    "a line before its time": (
        change("at", 10**9, 1),
        "line 3: at: .* is earlier than the previous line",
    ),
    "no time between": (
        lambda lines: [line.update(at=0) for line in lines[1:]],
        "clock: the players .* but only 0 ms passed",
    ),
    "a loser who had time": (
        lambda lines: lines.insert(
            2,
            {
                TIME_UP_FIELD: 1,
                "hash": lines[1]["hash"],
                "by": 0,
                "at": lines[1]["at"],
                CLOCK_FIELD: {"spent": [0, 0], "left": lines[1][CLOCK_FIELD]["left"]},
            },
        ),
        "line 3: time_up: player 1 still has time",
    ),
}
"""Changes that contradict what is left, whatever the chain says."""


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_a_contradiction_is_named_though_the_chain_is_made_again(
    lost_on_time: tuple[str, str], name: str, tmp_path: Path
) -> None:
    lines = parsed(lost_on_time[0])
    forge, said = CONTRADICTIONS[name]
    forge(lines)
    with pytest.raises(InputError, match=said):
        verify_record(put(tmp_path, resealed(lines)), {})


def test_a_loss_on_time_made_a_concession_is_not_the_game_that_was_noted(
    lost_on_time: tuple[str, str], tmp_path: Path, capsys: Any
) -> None:
    record, head = lost_on_time
    lines = parsed(record)
    lost = last_with(lines, TIME_UP_FIELD)
    plain_concession(lines)
    lines[-1][CLOCK_FIELD]["spent"] = lost[CLOCK_FIELD]["spent"]
    path = put(tmp_path, resealed(lines))
    verify_record(path, {})
    assert "lost on time" not in capsys.readouterr().out
    with pytest.raises(InputError, match=r"your proof number .* does not occur in this file"):
        verify_record(path, {"game": head})


def renamed(lines: Lines) -> None:
    """Play the same actions with the same dice under another name, so that all hashes fit."""
    head = lines[0]
    rules = DISCS.rules
    dice = read_dice(head["dice"])
    game = rules.rebuild({**head["setup"], "names": ["Anna", "Zoe"]}, dice)
    for line in lines[1:]:
        game.apply(rules.play.read_action(line["action"]))
    for line, entry in zip(lines, file_entries(game), strict=True):
        line.update({name: entry[name] for name in ("setup", "hash") if name in entry})


CONSISTENT: dict[str, Forge] = {
    "a name": renamed,
    "a bot": change("bots", {"2": "regular"}),
    "the day": change(BEGUN_FIELD, 1_000_000),
    "a longer clock that was not used": change(BEGUN_FIELD, 1_000_001),
    "later actions": lambda lines: [line.update(at=line["at"] + 5) for line in lines[1:]],
    "another key": change(SEAL_KEY_FIELD, "ab" * 32),
    "seeded dice": change("dice", {"seed": 1}),
}
"""Changes that leave a record without contradictions."""


@pytest.mark.parametrize("name", CONSISTENT)
def test_a_chain_made_again_is_not_the_one_that_was_noted(
    played_out: tuple[str, list[str]], name: str, tmp_path: Path, capsys: Any
) -> None:
    record, heads = played_out
    lines = parsed(record)
    CONSISTENT[name](lines)
    path = put(tmp_path, resealed(lines))
    with pytest.raises(InputError, match=r"your proof number .* does not occur in this file"):
        verify_record(path, {"game": heads[-1]})
    verify_record(path, {})
    out = capsys.readouterr().out
    assert (
        "Compare this proof number with the one that both players' programs showed at the end"
        in out
    )
    assert name != "seeded dice" or "the dice cannot be proven" in out


def test_an_entry_that_nobody_reads_is_refused_even_in_a_chain_made_again(
    played_out: tuple[str, list[str]], tmp_path: Path
) -> None:
    lines = parsed(played_out[0])
    change("note", "hello", 1)(lines)
    with pytest.raises(InputError, match="line 2: 'note': unknown key"):
        verify_record(put(tmp_path, resealed(lines)), {})


def other_course(record: str, actions: int, folder: Path) -> Lines:
    """Return a record that is the same up to an action, and then goes on with the same dice to another winner."""
    lines = parsed(record)
    kept = next(i for i, line in enumerate(lines) if line.get("n") == actions) + 1
    path = folder / "cut.jsonl"
    path.write_text(
        "".join(
            map(
                format_line,
                ({k: v for k, v in line.items() if k != "sum"} for line in lines[:kept]),
            )
        )
    )
    reading = ReplayReader(path, rebuilder(path))
    while reading.replay_next():
        pass
    game = reading.game
    winner = game.rules.setup.outcome(load(write(folder, record), game.rules.rebuild)).winner or 1
    for number in range(6):
        if game.to_act is not None:
            game.apply(RandomPlayer(f"another/{number}").choose(game.view(game.to_act)))
    if not game.over:
        conceding = game.rules.search.concede_action(winner)
        assert conceding is not None
        game.apply(conceding)
    at = lines[kept - 1]["at"]
    made = [
        {**entry, "by": entry["action"]["player"], "at": at}
        for entry in list(file_entries(game))[kept:]
    ]
    return resealed([*lines[:kept], *made])


def write(folder: Path, record: str) -> Path:
    """Write a record as it is."""
    path = folder / "record.jsonl"
    path.write_text(record, encoding="utf-8")
    return path


def test_another_course_with_the_same_dice_is_found(
    played_out: tuple[str, list[str]], tmp_path: Path, capsys: Any
) -> None:
    record, heads = played_out
    forged = other_course(record, 12, tmp_path)
    path = put(tmp_path, forged)
    verify_record(path, {})
    out = capsys.readouterr().out
    assert "another game with the same dice" in out and "if the players received the numbers" in out
    with pytest.raises(InputError, match=r"your proof number .* does not occur in this file"):
        verify_record(path, {"game": heads[-1]})
    verify_record(path, {"game": heads[11]})
    behind = len(forged) - 13
    out = capsys.readouterr().out
    assert (
        f"the proof number that you noted proves the game up to action 12, but not the {behind} lines after that"
        in out
    )


def test_what_this_computer_noted_says_where_a_record_leaves_it(
    played_out: tuple[str, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path / "config"))
    record, heads = played_out
    game_id = parsed(record)[0]["dice"]["fair"]["game"]
    notes = NotedSeals(game_id, "ab")
    for head in heads[:20]:
        notes.add_head(head)
    verify_record(str(write(tmp_path, record)), {})
    assert (
        "the notes saved on this computer confirm the game up to action 20"
        in capsys.readouterr().out
    )
    forged = other_course(record, 12, tmp_path)
    with pytest.raises(
        InputError,
        match="this is not the game that was played on this computer; it differs after action 12",
    ):
        verify_record(put(tmp_path, forged), {})
    lines = parsed(record)
    renamed(lines)
    with pytest.raises(InputError, match="it differs at line 1"):
        verify_record(put(tmp_path, resealed(lines)), {})


def test_a_record_whose_seal_was_taken_away_proves_nothing(
    lost_on_time: tuple[str, str], tmp_path: Path, capsys: Any
) -> None:
    record, head = lost_on_time
    lines = parsed(record)
    stripped(lines)
    path = put(tmp_path, lines)
    with pytest.raises(InputError, match="this file is not sealed, so it has no such number"):
        verify_record(path, {"game": head})
    verify_record(path, {})
    assert "not sealed: the players received no proof numbers" in capsys.readouterr().out


# Records of earlier versions


EARLIER = Path(__file__).parent / "earlier"


@pytest.mark.parametrize(
    ("name", "dice"),
    [
        ("fair", "the dice are fair if the players"),
        ("chain", "the dice are fair if the players"),
        ("typed", "the dice cannot be proven"),
        ("seeded", "the dice cannot be proven"),
    ],
)
def test_an_earlier_record_is_what_it_was(name: str, dice: str, capsys: Any) -> None:
    verify_record(str(EARLIER / f"{name}.jsonl"), {})
    out = capsys.readouterr().out
    assert ": intact: " in out and dice in out and "not sealed" in out
    assert ("the game is not over" in out) == (name == "seeded")


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        (0, {BEGUN_FIELD: 2**70}),
        (0, {BEGUN_FIELD: 1_000_000}),
        (0, {BEGUN_FIELD: "x"}),
        (0, {CLOCK_FIELD: {"limit": "x"}}),
        (0, {CLOCK_FIELD: {"limit": -5, "bonus": 0, "by_turn": False}}),
        (0, {SEAL_KEY_FIELD: "ab" * 32}),
        (0, {PARTS_FIELD: {}}),
        (1, {"by": 99}),
        (1, {"at": -1}),
        (1, {CLOCK_FIELD: {"spent": [1, 1], "left": "x"}}),
    ],
)
def test_a_record_without_a_seal_has_no_keys_of_a_sealed_one(
    line: int, entry: dict[str, Any], tmp_path: Path
) -> None:
    lines = parsed((EARLIER / "seeded.jsonl").read_text(encoding="utf-8"))
    lines[line].update(entry)
    [name] = entry
    said = f"line {line + 1}: {name}: only a sealed record has this, but seal is missing"
    with pytest.raises(InputError, match=said):
        verify_record(put(tmp_path, lines), {})


@pytest.mark.parametrize("version", [True, 1.0])
def test_the_version_is_the_number_itself(version: Any, tmp_path: Path) -> None:
    lines = parsed((EARLIER / "seeded.jsonl").read_text(encoding="utf-8"))
    lines[0]["version"] = version
    with pytest.raises(InputError, match="line 1: version: expected a whole number"):
        verify_record(put(tmp_path, lines), {})


@pytest.mark.parametrize("agreed", [1, "yes", None])
def test_an_agreement_is_true_or_false(agreed: Any, tmp_path: Path) -> None:
    lines = parsed((EARLIER / "seeded.jsonl").read_text(encoding="utf-8"))
    first_with(lines, "undo")["agreed"] = agreed
    with pytest.raises(InputError, match="agreed: expected true or false"):
        verify_record(put(tmp_path, lines), {})


def test_an_earlier_record_is_written_as_it_was() -> None:
    path = EARLIER / "seeded.jsonl"
    game = load(path, rebuilder(path))
    assert "".join(map(format_line, file_entries(game))) == path.read_text(encoding="utf-8")


# Notes


def test_a_computer_that_cannot_keep_notes_says_so_and_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "noted").write_text("a file where the folder should be", encoding="ascii")
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path))
    notes = NotedSeals("0123456789ab", "ab")
    notes.add_head("ab" * 32)
    assert (
        "cannot save this game's proof numbers to " in notes.fault
        and read_noted_heads("0123456789ab") == []
    )


@pytest.mark.parametrize("game", ["", "../0123456789", "*", "0123456789ab/..", "0123456789AB"])
def test_only_the_id_of_a_game_finds_notes(game: str, tmp_path: Path) -> None:
    (tmp_path / "noted").mkdir()
    (tmp_path / "noted" / "0123456789ab-x.txt").write_text("ab" * 32 + "\n", encoding="ascii")
    assert read_noted_heads(game, tmp_path) == [] and read_noted_heads(
        "0123456789ab", tmp_path
    ) == ["ab" * 32]


def test_a_head_is_noted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WC3D_CONFIG", str(tmp_path))
    notes = NotedSeals("0123456789ab", "ab")
    for head in ("ab" * 32, "ab" * 32, "nonsense", "cd" * 32):
        notes.add_head(head)
    assert read_noted_heads("0123456789ab") == ["ab" * 32, "cd" * 32]
