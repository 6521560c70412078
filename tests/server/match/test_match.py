"""A hosted game: each request is done once or refused with the reason; each seat is told what it may know; nothing is lost."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.conftest import case
from tests.conformance.games import CASES, PLAYERS, VIEWERS, Case, played_alike
from tests.server.hosting import DISCS, WHOLE, again, hall_at, table_of
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.actions import Action
from wc3d.engine.fair_dice import make_commitment
from wc3d.errors import InputError
from wc3d.server.match.match import Listener, Match
from wc3d.server.match.requests import answer_request
from wc3d.server.match.seat_feed import SeatFeed
from wc3d.server.match.seat_keys import SEATS


def some_action(match: Match) -> Action:
    """An action that is possible now."""
    game = match.active_game
    return RandomPlayer(3).choose(game.view(game.to_act))


def data(action: Action) -> dict[str, Any]:
    """As a client sends it."""
    sent: dict[str, Any] = action.model_dump(mode="json")
    return sent


def test_a_game_is_the_same_after_the_host_was_away(case: Case, tmp_path: Path) -> None:
    table = table_of(case, tmp_path)
    while not table.match.active_game.undoable():
        table.play(1)
    assert table.ask(table.match.active_game.turns[-1].action.player, "undo")["t"] == "done"
    table.play(3)
    other = again(table, tmp_path)
    for seat in SEATS:
        assert other.match.welcome_messages(seat, WHOLE) == table.match.welcome_messages(
            seat, WHOLE
        )
        missed = other.match.welcome_messages(seat, WHOLE, 5)
        assert missed[0]["t"] == "resumed" and missed[1:] == table.told[seat]
    done = other.play(5)
    assert other.match.record_length == table.match.record_length + done
    assert done == 5 or other.match.player_to_act is None


def test_a_request_is_done_once_whatever_befalls(case: Case, tmp_path: Path) -> None:
    table = table_of(case, tmp_path)
    mover = table.match.player_to_act or 0
    action = data(some_action(table.match))
    request = {"id": "once", "action": action, "at": table.match.record_length}
    said = table.ask(mover, "do", **request)
    assert said["t"] == "done" and table.match.record_length == 1
    assert table.ask(mover, "do", **request) == {**said, "again": True}
    other = again(table, tmp_path)
    assert (
        other.ask(mover, "do", **request) == {**said, "again": True}
        and other.match.record_length == 1
    )


@pytest.mark.parametrize("at", [1, -1, True, None, "0", 0.0])
def test_what_is_meant_for_another_moment_is_not_done(tmp_path: Path, at: Any) -> None:
    table = table_of(DISCS, tmp_path)
    said = table.ask(
        table.match.player_to_act or 0, "do", action=data(some_action(table.match)), at=at
    )
    assert said["t"] == "stale" and said["v"] == 0 and table.match.record_length == 0


def test_nobody_acts_for_another(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    mover = table.match.player_to_act or 0
    action = data(some_action(table.match))
    assert table.ask(3 - mover, "do", action=action)["code"] == "not_yours"
    assert table.ask(0, "do", action=action)["code"] == "watching"
    assert table.ask(3 - mover, "do", action={**action, "player": 3 - mover})["t"] == "refused"
    assert table.match.record_length == 0 and not table.told[0]


@pytest.mark.parametrize(
    "action",
    [
        None,
        {},
        [],
        "x",
        {"type": "move"},
        {"type": [], "player": 1},
        {"type": "wait", "player": "1"},
        {"type": "move", "player": 1, "to": [1e999, 0]},
    ],
)
def test_nonsense_is_refused_and_changes_nothing(tmp_path: Path, action: Any) -> None:
    table = table_of(DISCS, tmp_path)
    said = table.ask(table.match.player_to_act or 0, "do", action=action)
    assert said["t"] == "refused" and said["text"] and table.match.record_length == 0


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"t": "do"},
        {"t": "no such", "id": "x"},
        {"t": "do", "id": 3},
        {"t": "do", "id": ""},
        {"t": "do", "id": "x" * 99},
        {"t": []},
        {"t": "log"},
        {"t": "log", "before": True, "most": 1},
    ],
)
def test_what_is_no_request_is_told_so(tmp_path: Path, message: dict[str, Any]) -> None:
    match = table_of(DISCS, tmp_path).match
    assert answer_request(match, 1, message)["t"] == "bad" and match.record_length == 0


def test_a_refusal_gives_the_rule(tmp_path: Path) -> None:
    table = table_of(CASES[1], tmp_path)
    mover = table.match.player_to_act or 0
    said = table.ask(
        mover,
        "do",
        action={"type": "advance", "player": mover, "model": "nobody", "path": [[1, 1]]},
    )
    assert said["t"] == "refused" and said["code"] and said["text"]
    assert table.ask(mover, "why", action={"type": "choose", "player": mover, "option": "first"})[
        "legal"
    ]


def test_only_ones_own_last_action_is_taken_back(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    first = table.match.player_to_act or 0
    table.play(1)
    assert table.ask(3 - first, "undo")["code"] == "not_yours"
    assert (
        table.ask(first, "undo")["t"] == "done"
        and table.match.record_length == 2
        and not table.match.active_game.turns
    )
    assert table.told[0][-1]["unlog"] == len(table.match.active_game.record[0].events)  # type: ignore[union-attr]
    assert table.ask(first, "undo")["code"] == "cannot_undo"


def test_only_ones_own_undone_action_is_redone(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    first = table.match.player_to_act or 0
    assert table.ask(first, "redo")["code"] == "cannot_redo"
    table.play(1)
    after = table.match.active_game.digest()
    assert table.ask(first, "undo")["t"] == "done"
    assert table.told[first][-1]["redo"] is True and "redo" not in table.told[3 - first][-1]
    assert table.ask(3 - first, "redo")["code"] == "cannot_redo"
    assert table.ask(first, "redo")["t"] == "done" and table.match.active_game.digest() == after
    assert "redo" not in table.told[first][-1]
    assert table.ask(first, "undo")["t"] == "done"
    assert again(table, tmp_path).match.active_game.redoable() == 1, (
        "what can be redone outlives the host"
    )


def test_where_nothing_can_be_written_nothing_happens(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(case, tmp_path)
    table.play(2)
    before = (
        table.match.active_game.digest(),
        [len(told) for told in table.told.values()],
        table.match.row_count,
    )

    def full(*values: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(table.match.store, "add_event", full)
        with pytest.raises(sqlite3.OperationalError):
            table.ask(table.match.player_to_act or 0, "do", action=data(some_action(table.match)))
    assert before == (
        table.match.active_game.digest(),
        [len(told) for told in table.told.values()],
        table.match.row_count,
    )
    table.play(3)
    assert again(table, tmp_path).match.record_length == 5


def test_what_is_on_the_disk_has_happened_though_somebody_could_not_be_told(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)

    def deaf(message: object) -> None:
        raise RuntimeError("gone")

    table.match.listeners["deaf"] = Listener(0, WHOLE, deaf)
    table.play(2)
    assert table.match.record_length == 2 and len(table.match.active_game.turns) == 2
    assert again(table, tmp_path).match.active_game.digest() == table.match.active_game.digest()


def test_a_page_of_the_log_is_the_log(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    table.play(30)
    lines = table.match.feeds[0].log_until(table.match.record_length)
    told = table.match.feeds[0].log_until(0)
    for message in table.told[0]:
        told[message["log"]["from"] :] = message["log"]["lines"]
    assert len(lines) > 20 and told == lines
    page = table.ask(0, "log", before=12, most=5)
    assert page["lines"] == lines[7:12] and page["from"] == 7
    assert table.ask(0, "log", before=10**9, most=10**9)["lines"] == lines[-200:]


# The dice


def test_the_game_begins_when_both_have_opened_what_they_committed_to(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path, begun=False)
    assert table.ask(1, "do", action={})["code"] == "not_begun"
    assert table.ask(1, "open", secret="00" * 32)["code"] == "too_early"
    assert table.ask(1, "commit", commitment="no")["code"] == "unreadable"
    assert (
        table.ask(1, "commit", commitment=table.match.spec.dice_commitment(table.match.id))["code"]
        == "not_yours"
    )
    table.give_dice(bytes(32))
    assert (
        table.match.player_to_act in PLAYERS
        and table.ask(1, "open", secret="11" * 32)["code"] == "too_late"
    )
    assert [message["t"] for message in table.told[1]] == ["talk"] * 4 + ["begun"]


def test_a_commitment_that_is_said_twice_is_the_same_one(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path, begun=False)
    for player in PLAYERS:
        said = make_commitment(table.match.id, str(player), bytes(32))
        assert [table.ask(player, "commit", commitment=said)["t"] for _ in range(3)] == ["done"] * 3
        assert table.ask(3 - player, "commit", commitment=said)["code"] == "not_yours"
    assert table.match.row_count == 2
    assert table.ask(1, "open", secret="00" * 32)["t"] == "done"
    assert (
        table.ask(1, "commit", commitment=make_commitment(table.match.id, "1", bytes(32)))["t"]
        == "done"
    )
    assert table.ask(1, "commit", commitment="ab" * 32)["code"] == "too_late"


def test_only_the_secret_that_was_committed_to_opens(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path, begun=False)
    for player in PLAYERS:
        assert table.ask(player, "commit", commitment=f"{player}" * 64)["t"] == "done"
    assert table.ask(1, "open", secret="11" * 32)["code"] == "not_committed"
    assert table.match.game is None


def test_a_share_may_be_left_to_the_host_and_everyone_is_told(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path, begun=False)
    for player in PLAYERS:
        assert table.ask(player, "commit", leave=True)["t"] == "done"
    assert table.match.game is not None
    assert [
        message.get("left") for message in table.told[0] if message.get("kind") == "commit"
    ] == [True, True]


def test_no_two_games_have_the_same_dice(tmp_path: Path) -> None:
    shown = set()
    for number in range(4):
        folder = tmp_path / str(number)
        folder.mkdir()
        table = table_of(DISCS, folder, begun=False)
        table.give_dice(bytes(32))
        shown.add(repr(table.match.make_fair_dice().shuffle(40, 0)))
    assert len(shown) == 4


# What is hidden


@pytest.mark.parametrize("player", PLAYERS)
def test_games_that_differ_in_what_is_hidden_are_told_the_same(case: Case, player: int) -> None:
    one, other = played_alike(case.id, player)
    told = []
    for game in (one, other):
        telling = SeatFeed(game, player)
        telling.sync()
        parts = frozenset({*WHOLE, "offers"})
        steps = [telling.step_message(version, parts) for version in range(1, len(game.record) + 1)]
        told.append(json.dumps([telling.full_message(len(game.record), parts), *steps]))
    assert told[0] == told[1] and one.digest() != other.digest()
    assert one.digest() not in told[0]


def test_nothing_that_was_told_holds_a_secret(case: Case, tmp_path: Path) -> None:
    secret = bytes(range(32))
    table = table_of(case, tmp_path, begun=False)
    table.give_dice(secret)
    table.play(25)
    told = json.dumps([table.told, [table.match.welcome_messages(seat, WHOLE) for seat in SEATS]])
    game = table.match.active_game
    digest = table.match.rules.play.digest
    for entry in game.record if case.twins is not None else ():
        seen = {digest(case.rules.play.seen_by(entry.state_after, viewer)) for viewer in VIEWERS}
        assert digest(entry.state_after) in seen or digest(entry.state_after) not in told, (
            "a hash of the whole state"
        )
    assert secret.hex() not in told and table.match.spec.secret not in told
    for message in (
        *(m for told in table.told.values() for m in told),
        *(table.match.welcome_messages(seat, WHOLE)[0] for seat in SEATS),
    ):
        assert not {"seed", "shuffles", "rolls", "hash"} & {*message, *message.get("setup", ())}
    assert all(key not in told for key in table.keys.values())


# The file


def test_a_file_of_games_has_one_host(tmp_path: Path) -> None:
    registry = hall_at(tmp_path)
    with pytest.raises(InputError, match="another host is using it"):
        hall_at(tmp_path)
    registry.store.close()
    assert hall_at(tmp_path).store.list_matches() == []


@pytest.mark.parametrize("content", [b"no database", b"\x00" * 5000])
def test_a_file_that_is_none_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "games.db").write_bytes(content)
    with pytest.raises(InputError, match=r"cannot open the file of hosted games .*not a database"):
        hall_at(tmp_path)


def test_keys_are_kept_as_hashes_only(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    table.match.store.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert all(key.encode() not in kept for key in table.keys.values())
