"""Clocks follow from the actions that stand: nothing that is done, undone or restarted makes time."""

from __future__ import annotations

import json
import random
import sqlite3
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance.games import PLAYERS, Case, case_of
from tests.server.hosting import DISCS, HostedTable, hall_at, table_of
from wc3d.bots.random_player import RandomPlayer
from wc3d.cli.host.command import clock_settings, parse_clock
from wc3d.engine.actions import Correction
from wc3d.engine.chain_dice import make_chain
from wc3d.engine.game import Game
from wc3d.engine.record_seal import TIME_UP_FIELD
from wc3d.engine.replay import ReplayReader
from wc3d.engine.thinking_time import turn_key
from wc3d.errors import InputError
from wc3d.registry import rebuilder
from wc3d.server.match.clocks import HEARTBEAT_INTERVAL_S
from wc3d.server.match.match import TIME_GIFT_ROW, TIME_UP_ROW
from wc3d.server.match.match_spec import MatchSpec, match_spec_from_json
from wc3d.server.match.registry import MatchRegistry
from wc3d.server.match.store import MatchStore


class Hours:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


class TimedGame:
    """A hosted game whose host has such a clock, and can be restarted."""

    def __init__(self, folder: Path, case: Case = DISCS, **plan: Any) -> None:
        self.folder = folder
        self.hours = Hours()
        self.table = table_of(case, folder, **plan)
        self.hours.time = self.table.match.rows[-1].time
        self.table.match.now = self.hours
        self.moves = 0

    @property
    def game(self) -> Game:
        """The game."""
        return self.table.match.active_game

    @property
    def left(self) -> dict[int, float]:
        """The seconds each player has left now."""
        return self.table.match.clock.remaining_s(self.hours.time)

    def wait(self, seconds: float) -> None:
        """Let time go by."""
        self.hours.time += seconds
        self.table.match.check_clocks()

    def act(self) -> dict[str, Any]:
        """Let the player who is asked do something at random."""
        mover = self.table.match.player_to_act
        if mover is None:
            return {}
        self.moves += 1
        action = RandomPlayer(f"{self.moves}").choose(self.game.view(mover))
        return self.table.ask(mover, "do", action=action.model_dump(mode="json"))

    def undo(self) -> dict[str, Any]:
        """Let whoever acted last take that back: by agreement while the other player's clock runs."""
        player = self.game.turns[-1].action.player if self.game.turns else 1
        said = self.table.ask(player, "undo")
        return self.agree_back(player) if said.get("code") == "thinking" else said

    def agree_back(self, player: int) -> dict[str, Any]:
        """Let a player ask for a move back, and the other one agree."""
        said = self.table.ask(player, "wish", what="back")
        return self.table.ask(3 - player, "answer", yes=True) if said["t"] == "done" else said

    def agree_break(self) -> bool:
        """Let both agree to break off."""
        asked = self.table.ask(1, "wish", what="break")
        return asked["t"] == "done" and self.table.ask(2, "answer", yes=True)["t"] == "done"

    def disconnect(self, seconds: float) -> None:
        """Let everybody leave, and come back later."""
        for seat in (0, 1, 2):
            self.table.match.remove_listener(("test", seat))
        self.wait(seconds)
        self.table.listen()

    def restart(self, away: float = 100.0) -> None:
        """Kill the host, and start it again later."""
        match = self.table.match
        match.store.close()
        self.hours.time += away
        registry = MatchRegistry(MatchStore(self.folder / "games.db"), self.hours)
        self.table = HostedTable(
            registry.load_match(match.id), self.table.keys, count=self.table.count
        )
        self.table.listen()

    def record(self) -> ReplayReader:
        """Give up, and play the record again."""
        if not self.table.match.is_over:
            assert self.table.ask(1, "concede")["t"] == "done"
        path = self.folder / "record.jsonl"
        path.write_text(self.table.match.record_text() or "", encoding="utf-8")
        reading = ReplayReader(path, rebuilder(path))
        while reading.replay_next():
            pass
        return reading


def standing(game: Game, by_turn: bool) -> Counter[int]:
    """Count the actions that stand, with a clock by the turn those of this turn."""
    turn = turn_key(game.rules, game.state)
    done = [entry for entry in game.turns if not isinstance(entry.action, Correction)]
    return Counter(
        entry.action.player
        for entry in done
        if not by_turn or turn_key(game.rules, entry.state_before) == turn
    )


STEPS = st.one_of(
    st.just(("act", 0.0)),
    st.just(("act", 0.0)),
    st.just(("undo", 0.0)),
    st.tuples(st.just("wait"), st.floats(0.0, 20.0)),
    st.tuples(st.just("back"), st.sampled_from((1.0, 2.0))),
    st.tuples(st.just("restart"), st.floats(0.0, 50.0)),
    st.tuples(st.just("break"), st.floats(0.0, 50.0)),
    st.tuples(st.just("give"), st.sampled_from((1.0, 2.0))),
    st.just(("say", 0.0)),
    st.tuples(st.just("disconnect"), st.floats(0.0, 20.0)),
)


@pytest.mark.parametrize("by_turn", [False, True])
@given(
    steps=st.lists(STEPS, max_size=25),
    limit=st.sampled_from((0.0, 60.0)),
    bonus=st.sampled_from((0.0, 5.0)),
)
@settings(max_examples=20, deadline=None)
def test_no_sequence_makes_time(
    by_turn: bool, steps: list[tuple[str, float]], limit: float, bonus: float
) -> None:
    """Time never rises but by bonuses and gifts; a host that is killed may forget what was thought in its last seconds."""
    if not limit and not bonus:
        return
    with TemporaryDirectory() as folder:
        timed = TimedGame(Path(folder), clock=limit, bonus=bonus, by_turn=by_turn)
        start = limit or bonus
        gifts: Counter[tuple[Any, int]] = Counter()
        lowest: dict[tuple[Any, int], float] = {}
        for name, number in steps:
            if timed.table.match.is_over:
                break
            if name == "wait":
                timed.wait(number)
            elif name == "back":
                timed.agree_back(int(number))
            elif name == "restart":
                timed.restart(number)
                lowest = {key: least + HEARTBEAT_INTERVAL_S + 0.1 for key, least in lowest.items()}
            elif name == "break" and timed.agree_break():
                timed.wait(number)
                assert timed.table.ask(1, "resume")["t"] == "done" and timed.table.match.is_paused
                assert (
                    timed.table.ask(2, "resume")["t"] == "done" and not timed.table.match.is_paused
                )
            elif name == "give":
                said = timed.table.ask(int(number), "give", seconds=7)
                turn = turn_key(timed.game.rules, timed.game.state) if by_turn else None
                gifts[turn, 3 - int(number)] += 7 * (said["t"] == "done")
            elif name == "disconnect":
                timed.disconnect(number)
            elif name == "say":
                timed.table.ask(1, "say", text="hello")
            elif name in ("act", "undo"):
                timed.act() if name == "act" else timed.undo()
            turn = turn_key(timed.game.rules, timed.game.state) if by_turn else None
            actions = standing(timed.game, by_turn)
            for player in PLAYERS:
                earned = start + bonus * actions[player] + gifts[turn, player]
                assert timed.left[player] <= earned + 0.06
                unearned = timed.left[player] - earned  # minus what was spent: it never rises
                least = min(0.0, lowest.get((turn, player), 0.0))
                assert unearned <= least + 0.11
                lowest[turn, player] = min(unearned, least)
        reading = timed.record()
        assert not reading.damage and reading.seal is not None
        assert reading.game.digest() == timed.game.digest()
        timed.table.match.store.close()


# The shortest repeats of what broke


def test_doing_and_undoing_earns_nothing(tmp_path: Path) -> None:
    timed = TimedGame(tmp_path, clock=600.0, bonus=5.0)
    mover = timed.table.match.player_to_act or 0
    for _ in range(20):
        timed.wait(0.4)
        assert timed.act()["t"] == "done"
        assert timed.undo()["t"] == "done"
    assert timed.left[mover] == pytest.approx(592.0, abs=0.11)


def test_an_agreed_take_back_earns_nothing_for_either(tmp_path: Path) -> None:
    timed = TimedGame(tmp_path, clock=600.0, bonus=5.0)
    while not timed.game.turns or not timed.game.turns[-1].is_final:
        timed.act()
    before = timed.left
    player = timed.game.turns[-1].action.player
    assert timed.agree_back(player)["t"] == "done"
    assert timed.left[player] == before[player] - 5 and timed.left[3 - player] == before[3 - player]


@pytest.mark.parametrize("game", ["discs", "neo_mechanika", "warmachine"])
def test_a_turn_that_is_reached_again_has_no_fresh_time(tmp_path: Path, game: str) -> None:
    timed = TimedGame(tmp_path, case_of(game), clock=1000.0, by_turn=True)
    for _ in range(200):
        turn = timed.table.match.clock.turn
        mover = timed.table.match.player_to_act or 0
        timed.wait(10.0)
        left = timed.left[mover]
        assert timed.act()["t"] == "done"
        if timed.table.match.clock.turn != turn:
            timed.wait(3.0)
            assert timed.agree_back(mover)["t"] == "done"
            assert timed.table.match.clock.turn == turn
            assert timed.left[mover] == left
            return
    raise AssertionError("no turn ended")


def test_a_clock_of_bonuses_alone_begins_with_the_first(tmp_path: Path) -> None:
    timed = TimedGame(tmp_path, clock=0.0, bonus=30.0)
    mover = timed.table.match.player_to_act or 0
    assert timed.left == {1: 30.0, 2: 30.0}
    timed.wait(20.0)
    timed.act()
    assert timed.left[mover] == 40.0
    timed.wait(31.0 if timed.table.match.player_to_act != mover else 41.0)
    assert timed.table.match.is_over


@pytest.mark.parametrize(
    ("whole", "turn", "made"),
    [
        ("0+5", "0", {"clock": 0.0, "bonus": 5.0, "by_turn": False}),
        ("0", "0+5", {"clock": 0.0, "bonus": 5.0, "by_turn": True}),
        ("60", "0", {"clock": 3600.0, "bonus": 0.0, "by_turn": False}),
    ],
)
def test_the_command_line_sets_either_clock(whole: str, turn: str, made: dict[str, Any]) -> None:
    import argparse

    assert (
        clock_settings(argparse.Namespace(clock=parse_clock(whole), turn_clock=parse_clock(turn)))
        == made
    )
    with pytest.raises(InputError, match="use only one of them"):
        clock_settings(argparse.Namespace(clock=parse_clock("0+5"), turn_clock=parse_clock("0+5")))


def test_taking_back_is_refused_where_it_would_end_a_players_time(tmp_path: Path) -> None:
    timed = TimedGame(tmp_path, clock=10.0, bonus=5.0)
    mover = timed.table.match.player_to_act or 0
    timed.wait(9.0)
    timed.act()
    assert timed.left[mover] == 6.0
    if timed.table.match.player_to_act == mover:
        timed.wait(2.0)
    else:
        timed.table.match.clock.time.spent[None, mover] += 2000
    version = timed.table.match.record_length
    assert timed.undo()["code"] == "no_time"
    assert timed.table.ask(mover, "wish", what="back")["code"] == "no_time"
    assert timed.table.match.record_length == version and not timed.table.match.is_over


def test_an_action_comes_too_late_even_before_the_host_looks(tmp_path: Path) -> None:
    timed = TimedGame(tmp_path, clock=10.0, bonus=5.0)
    mover = timed.table.match.player_to_act or 0
    timed.hours.time += 10.5
    assert timed.act()["t"] in ("stale", "refused")
    assert timed.table.match.is_over and timed.table.match.timed_out_player == mover


def test_time_that_was_thought_is_kept_when_the_host_is_killed(tmp_path: Path) -> None:
    timed = TimedGame(tmp_path, clock=600.0)
    mover = timed.table.match.player_to_act or 0
    for _ in range(120):
        timed.wait(1.0)
    timed.restart(5000.0)
    assert 480.0 <= timed.left[mover] <= 480.0 + 16.0


# Giving time


def test_time_is_given_to_the_other_player_alone(tmp_path: Path) -> None:
    timed = TimedGame(tmp_path, clock=60.0)
    before = timed.left
    assert timed.table.ask(1, "give", seconds=45)["t"] == "done"
    assert timed.left == {1: before[1], 2: before[2] + 45}
    told = timed.table.told[0][-1]
    assert (told["kind"], told["by"], told["to"], told["seconds"]) == (TIME_GIFT_ROW, 1, 2, 45)
    timed.restart(0.0)
    assert timed.left == {1: before[1], 2: before[2] + 45}
    reading = timed.record()
    assert not reading.damage


@pytest.mark.parametrize("seconds", [0, -5, 1.5, "60", None, True, 3601, 10**400])
def test_only_a_sensible_time_is_given(tmp_path: Path, seconds: Any) -> None:
    timed = TimedGame(tmp_path, clock=60.0)
    before = timed.left
    assert timed.table.ask(1, "give", seconds=seconds)["code"] == "unreadable"
    assert timed.table.ask(0, "give", seconds=5)["t"] == "refused" and timed.left == before


def test_no_time_is_given_without_a_clock_or_after_the_game(tmp_path: Path) -> None:
    assert table_of(DISCS, tmp_path).ask(1, "give", seconds=5)["code"] == "no_clock"
    other = tmp_path / "other"
    other.mkdir()
    timed = TimedGame(other, clock=60.0)
    timed.wait(61.0)
    assert timed.table.ask(1, "give", seconds=5)["code"] == "over"


def test_a_loss_on_time_is_a_line_of_its_own(tmp_path: Path) -> None:
    timed = TimedGame(tmp_path, clock=60.0)
    slow = timed.table.match.player_to_act or 0
    timed.wait(61.0)
    assert timed.table.match.is_over
    *_, loss, end = [
        json.loads(line) for line in (timed.table.match.record_text() or "").splitlines()
    ]
    assert loss[TIME_UP_FIELD] == slow and loss["by"] == 0 and loss["clock"]["left"][slow - 1] <= 0
    assert end["action"]["player"] == slow
    reading = timed.record()
    assert not reading.damage and reading.seal is not None and reading.seal.time_up == slow


def test_a_loss_that_was_cut_short_by_a_crash_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    timed = TimedGame(tmp_path, clock=60.0)
    with monkeypatch.context() as patched:
        patched.setattr(timed.table.match, "apply_step", lambda *given: None)
        timed.wait(61.0)
    assert not timed.table.match.is_over and timed.table.match.timed_out_player
    timed.restart(1.0)
    timed.wait(1.0)
    assert (
        timed.table.match.is_over
        and sum(row.kind == TIME_UP_ROW for row in timed.table.match.rows) == 1
    )
    assert not timed.record().damage


def test_a_full_disk_does_not_stop_the_clocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    timed = TimedGame(tmp_path, clock=60.0)

    def full(*values: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(timed.table.match.store, "add_event", full)
        timed.wait(61.0)
        assert not timed.table.match.is_over
    timed.wait(1.0)
    assert timed.table.match.is_over and not timed.record().damage


@pytest.mark.parametrize("dice", ["chain", "typed"])
def test_clocks_of_dice_that_players_give_are_proven(tmp_path: Path, dice: str) -> None:
    registry = hall_at(tmp_path)
    id, keys = registry.create_match(DISCS.new(), dice=dice, clock=600.0, bonus=5.0)
    table = HostedTable(registry.load_match(id), keys)
    chains = {player: make_chain(bytes([player]) * 32) for player in PLAYERS}
    if dice == "chain":
        for player in PLAYERS:
            table.ask(player, "commit", commitment=chains[player][0].hex())
    else:
        table.give_dice()
    hours = Hours()
    table.match.now = hours
    hours.time = table.match.rows[-1].time
    rng = random.Random(5)
    for number in range(60):
        hours.time += 1.0
        wanted = table.match.dice_wanted_row.body if table.match.dice_wanted_row is not None else {}
        if "roll" in wanted:
            faces = [rng.choice(die["faces"]) for die in wanted["roll"]["dice"]]
            assert table.ask(wanted["roll"]["player"] or 1, "rolled", faces=faces)["t"] == "done"
        elif wanted:
            player = table.match.awaited_player or 1
            link = chains[player][wanted["number"]].hex()
            assert table.ask(player, "link", number=wanted["number"], link=link)["t"] == "done"
        elif table.match.player_to_act is not None:
            action = RandomPlayer(f"{number}").choose(
                table.match.active_game.view(table.match.player_to_act)
            )
            assert (
                table.ask(table.match.player_to_act, "do", action=action.model_dump(mode="json"))[
                    "t"
                ]
                == "done"
            )
    table.ask(1, "concede")
    path = tmp_path / "record.jsonl"
    path.write_text(table.match.record_text() or "", encoding="utf-8")
    reading = ReplayReader(path, rebuilder(path))
    while reading.replay_next():
        pass
    assert not reading.damage and reading.seal is not None and reading.game.over
    assert (
        sum(
            line["clock"]["spent"][0] for line in map(json.loads, path.read_text().splitlines()[1:])
        )
        > 5000
    )


def test_what_is_told_before_the_end_holds_no_key(tmp_path: Path) -> None:
    table = table_of(case_of("neo_mechanika"), tmp_path)
    table.play(10)
    chain = table.match.chain
    assert chain is not None
    told = json.dumps(
        [table.told, [table.match.welcome_messages(seat, frozenset())[0] for seat in (0, 1, 2)]]
    )
    assert chain.key.hex() not in told and chain.head in told


# Hosts of earlier versions


def test_a_plan_of_an_earlier_host_keeps_its_clock() -> None:
    old = MatchSpec({}, clock=60.0, bonus=5.0).to_json()
    assert match_spec_from_json(old).clock == 60.0 and match_spec_from_json(old).bonus == 5.0
    without = {**old, "clock": 0.0}
    assert match_spec_from_json(without).clock == 0.0 and match_spec_from_json(without).bonus == 0.0
    oldest = {
        name: value
        for name, value in old.items()
        if name not in ("clock", "bonus", "by_turn", "agreeing")
    }
    assert match_spec_from_json(oldest).clock == 0.0


def test_a_game_of_an_earlier_host_goes_on_without_a_seal(tmp_path: Path) -> None:
    """Its clock was 10+5; an action was done and taken back three times."""
    database = sqlite3.connect(tmp_path / "games.db")
    database.executescript(
        (Path(__file__).parents[1] / "earlier" / "games.sql").read_text(encoding="utf-8")
    )
    database.close()
    hours = Hours()
    registry = MatchRegistry(MatchStore(tmp_path / "games.db"), hours)
    [row] = registry.store.list_matches()
    hours.time = row.begin_time + 3600.0
    match = registry.load_match(row.id)
    left = match.clock.remaining_s(hours.time)
    assert all(604.0 < seconds <= 605.0 for seconds in left.values()) and not match.heads[-1]
    assert match.welcome_messages(1, frozenset())[0]["clock"]["left"] == left
    table = HostedTable(match, {})
    assert table.play(2) == 2
    slow = match.player_to_act or 0
    hours.time += 700.0
    match.check_clocks()
    assert match.is_over and match.rules.setup.outcome(match.active_game).winner == 3 - slow
    path = tmp_path / "record.jsonl"
    path.write_text(match.record_text() or "", encoding="utf-8")
    reading = ReplayReader(path, rebuilder(path))
    while reading.replay_next():
        pass
    assert (
        not reading.damage
        and reading.seal is None
        and reading.game.digest() == match.active_game.digest()
    )


def test_the_hall_keeps_the_first_bonus(tmp_path: Path) -> None:
    registry = hall_at(tmp_path)
    id, _ = registry.create_match(DISCS.new(), clock=0.0, bonus=5.0)
    row = registry.store.find_match(id)
    assert row is not None and row.spec["clock"] == 5.0
