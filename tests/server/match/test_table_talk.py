"""What players apart deal with: talk, pointing, taking back even dice, breaking off, giving up, clocks, those who watch later."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.conformance.conftest import case
from tests.conformance.games import Case
from tests.server.hosting import DISCS, WHOLE, HostedTable, again, hall_at, table_of
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.replay import load
from wc3d.server.match.match import Listener
from wc3d.server.match.table_talk import CHAT_PHRASES


class Hours:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def timed(folder: Path, **more: Any) -> tuple[HostedTable, Hours]:
    """A game whose host has such a clock."""
    table = table_of(DISCS, folder, **more)
    hours = Hours()
    hours.time = table.match.rows[-1].time
    table.match.now = hours
    return table, hours


def rolled(table: HostedTable) -> int:
    """Play until a roll has been made: by whom."""
    while not table.match.active_game.turns or not table.match.active_game.turns[-1].is_final:
        table.play(1, table.count)
    return table.match.active_game.turns[-1].action.player


def test_dice_are_taken_back_when_the_other_agrees_and_fall_anew(
    case: Case, tmp_path: Path
) -> None:
    table = table_of(case, tmp_path)
    player = rolled(table)
    turn = table.match.active_game.turns[-1]
    done = len(table.match.active_game.turns)
    assert table.ask(player, "undo")["code"] == "cannot_undo"
    assert table.ask(player, "wish", what="back")["t"] == "done"
    assert table.ask(player, "answer", yes=True)["code"] == "nothing_asked"
    assert table.ask(3 - player, "answer", yes=True)["t"] == "done"
    assert (
        len(table.match.active_game.turns) == done - 1
        and table.match.active_game.state is turn.state_before
    )
    assert [message["unlog"] for message in table.told[0] if "unlog" in message] == [
        len(turn.events)
    ]
    other = again(table, tmp_path)
    assert other.match.active_game.digest() == table.match.active_game.digest()
    for which in (table.match, other.match):
        which.active_game.apply(turn.action)
    one, two = (which.active_game.turns[-1].drawn for which in (table.match, other.match))
    assert one == two


def test_what_is_not_agreed_to_stays(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    player = rolled(table)
    before = table.match.record_length
    assert table.ask(player, "wish", what="back")["t"] == "done"
    assert table.ask(player, "wish", what="break")["code"] == "asked_already"
    assert table.ask(3 - player, "answer", yes="no")["code"] == "unreadable"
    assert table.ask(3 - player, "answer", yes=False)["t"] == "done"
    assert (
        table.match.record_length == before
        and table.ask(3 - player, "answer", yes=True)["code"] == "nothing_asked"
    )


def test_a_wish_can_be_withdrawn_by_who_has_it_alone(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    player = rolled(table)
    assert table.ask(player, "withdraw")["code"] == "nothing_asked"
    table.ask(player, "wish", what="back")
    assert table.ask(3 - player, "withdraw")["code"] == "nothing_asked"
    assert table.ask(3 - player, "wish", what="break")["code"] == "asked_already"
    assert table.ask(player, "withdraw")["t"] == "done" and table.told[0][-1]["kind"] == "withdraw"
    assert table.ask(3 - player, "answer", yes=True)["code"] == "nothing_asked"
    table = again(table, tmp_path)
    assert table.ask(3 - player, "wish", what="break")["t"] == "done"


def test_a_wish_is_gone_when_the_game_has_gone_on(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    player = rolled(table)
    table.ask(player, "wish", what="back")
    table.play(1)
    assert table.ask(3 - player, "answer", yes=True)["code"] == "nothing_asked"


def test_a_bot_agrees(tmp_path: Path) -> None:
    game = DISCS.new()
    game.bots = {2: "random"}
    registry = hall_at(tmp_path)
    id, keys = registry.create_match(game)
    table = HostedTable(registry.load_match(id), keys)
    assert table.ask(1, "commit", leave=True)["t"] == "done" and table.match.game is not None
    while not any(turn.action.player == 1 for turn in table.match.active_game.turns):
        table.play(1)
    assert table.ask(1, "wish", what="back")["t"] == "done"
    assert not any(turn.action.player == 1 for turn in table.match.active_game.turns)


def test_a_game_is_broken_off_by_both_and_gone_on_with_by_either(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    mover = table.match.player_to_act or 0
    table.ask(1, "wish", what="break")
    assert table.ask(2, "answer", yes=True)["t"] == "done"
    action = RandomPlayer(1).choose(table.match.active_game.view(mover)).model_dump(mode="json")
    assert table.ask(mover, "do", action=action)["code"] == "broken_off"
    table = again(table, tmp_path)
    assert table.ask(mover, "do", action=action)["code"] == "broken_off"
    assert (
        table.ask(2, "resume")["t"] == "done" and table.ask(2, "resume")["code"] == "not_broken_off"
    )
    assert table.ask(mover, "do", action=action)["t"] == "done"


def test_whoever_gives_up_has_lost_and_the_record_is_shown(case: Case, tmp_path: Path) -> None:
    table = table_of(case, tmp_path)
    table.play(3)
    assert table.match.record_text() is None
    loser = 3 - (table.match.player_to_act or 0)
    assert table.ask(loser, "concede")["t"] == "done"
    assert (
        table.match.is_over
        and table.match.player_to_act is None
        and table.told[0][-1]["to_act"] is None
    )
    path = tmp_path / "game.jsonl"
    path.write_text(table.match.record_text() or "", encoding="utf-8")
    game = load(path, case.rules.rebuild)
    assert case.rules.setup.outcome(game).winner == 3 - loser
    assert table.ask(loser, "concede")["t"] == "refused"


@pytest.mark.parametrize("what", [{"phrase": 1}, {"text": CHAT_PHRASES[1]}])
def test_a_phrase_is_said_by_its_number(tmp_path: Path, what: dict[str, Any]) -> None:
    table = table_of(DISCS, tmp_path)
    assert table.ask(1, "say", **what)["t"] == "done"
    assert [table.told[seat][-1]["text"] for seat in (0, 1, 2)] == [CHAT_PHRASES[1]] * 3


@pytest.mark.parametrize(
    "what", [{}, {"phrase": -1}, {"phrase": 99}, {"phrase": True}, {"text": 3}, {"text": " \x1b"}]
)
def test_nothing_is_said_without_words(tmp_path: Path, what: dict[str, Any]) -> None:
    assert table_of(DISCS, tmp_path).ask(1, "say", **what)["code"] == "unreadable"


def test_pointing_is_seen_by_all_and_not_kept(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    number = table.match.row_count
    assert (
        table.ask(1, "point", place=[3, 4.5, 0])["t"] == "pointed"
        and table.match.row_count == number
    )
    assert [table.told[seat][-1]["place"] for seat in (0, 1, 2)] == [[3, 4.5, 0]] * 3
    for place in (None, [], [1], [1, "2"], [1, True], [float("inf"), 0], [1e9, 0], [1, 2, 3, 4]):
        assert table.ask(1, "point", place=place)["t"] == "bad"
    assert table.ask(0, "point", place=[1, 1])["code"] == "watching"


# Time


def test_a_clock_runs_for_who_is_asked_and_ends_the_game(tmp_path: Path) -> None:
    table, hours = timed(tmp_path, clock=100.0, bonus=5.0)
    mover = table.match.player_to_act or 0
    hours.time += 30
    table.play(1)
    left = table.match.clock.remaining_s(hours.time)
    assert left[mover] == pytest.approx(75, abs=0.2) and left[3 - mover] == pytest.approx(
        100, abs=0.2
    )
    slow = table.match.player_to_act or 0
    hours.time += 90
    table.match.check_clocks()
    assert not table.match.is_over
    hours.time += 60
    table.match.check_clocks()
    assert (
        table.match.is_over
        and table.match.active_game.rules.setup.outcome(table.match.active_game).winner == 3 - slow
    )
    assert [message["kind"] for message in table.told[0] if message["t"] == "talk"] == ["time"]


def test_a_clock_by_the_turn_begins_anew_with_each_turn(tmp_path: Path) -> None:
    table, hours = timed(tmp_path, clock=100.0, by_turn=True)
    whose = table.match.clock.turn
    resets = 0
    for number in range(12):
        hours.time += 60
        table.play(1, number)
        if table.match.is_over:
            break
        if table.match.clock.turn != whose:
            whose = table.match.clock.turn
            resets = resets + 1
            assert table.match.clock.remaining_s(hours.time) == {1: 100, 2: 100}
        else:
            assert min(table.match.clock.remaining_s(hours.time).values()) < 100
    assert resets
    left = table.match.clock.remaining_s(hours.time)
    assert table.match.is_over or again(table, tmp_path).match.clock.remaining_s(hours.time) == left


def test_no_time_goes_by_while_the_host_is_away_or_the_game_is_broken_off(tmp_path: Path) -> None:
    table, hours = timed(tmp_path, clock=100.0)
    hours.time += 10
    table.ask(1, "wish", what="break")
    table.ask(2, "answer", yes=True)
    left = table.match.clock.remaining_s(hours.time)
    hours.time += 10_000
    table.ask(1, "say", text="hello")
    assert table.match.clock.remaining_s(hours.time) == left
    table.ask(1, "resume")
    table.ask(2, "resume")
    other = again(table, tmp_path)
    assert other.match.clock.remaining_s(other.match.rows[-1].time) == left


def test_who_watches_later_is_told_the_same_later(tmp_path: Path) -> None:
    table, hours = timed(tmp_path, delay=60.0)
    table.match.remove_listener(("test", 0))
    hours.time += 61
    seen: list[dict[str, Any]] = []
    table.match.add_listener("late", Listener(0, WHOLE, seen.append))
    assert seen[0]["begun"] and seen[0]["v"] == 0
    for _ in range(4):
        hours.time += 10
        table.play(1, table.count)
        table.ask(1, "point", place=[1, 1])
        table.match.check_clocks()
    assert (
        len(seen) == 1
        and table.ask(0, "log", before=999, most=99)["lines"] == seen[0]["log"]["lines"]
    )
    hours.time += 41
    table.match.check_clocks()
    assert [message["v"] for message in seen] == [0, 1, 2]
    hours.time += 1000
    table.match.check_clocks()
    assert [message["v"] for message in seen] == [0, 1, 2, 3, 4]
