"""Dice that do not come from the host: chains of links, of which nobody knows the next, and rolls that are typed in."""

from __future__ import annotations

import json
import random
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.conftest import case
from tests.conformance.games import PLAYERS, Case
from tests.server.hosting import DISCS, HostedTable, again, hall_at, listening, table_of
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.chain_dice import hash_roll_purpose, make_chain
from wc3d.engine.dice_proof import (
    check_commitments,
    describe_dice_proof,
    dice_commitments,
    game_links_sum,
)
from wc3d.engine.replay import action_data, load
from wc3d.errors import InputError
from wc3d.server.client.client import MatchClient
from wc3d.server.client.seat_game import SeatGame, join_seat_game, play_to_end, wait_for_begin

CHAINS = {player: make_chain(bytes([player]) * 32) for player in PLAYERS}


def of_chains(case: Case, folder: Path) -> HostedTable:
    """A game whose players have committed to their chains."""
    table = table_of(case, folder, begun=False, dice="chain")
    for player in PLAYERS:
        assert table.ask(player, "commit", commitment=CHAINS[player][0].hex())["t"] == "done"
    return table


def give(table: HostedTable) -> int:
    """Give all that is wanted: how many times something was."""
    times = 0
    while (want := table.match.dice_wanted_row) is not None:
        for player in PLAYERS:
            link = CHAINS[player][want.body["number"]].hex()
            assert table.ask(player, "link", number=want.body["number"], link=link)["t"] == "done"
        times += 1
    return times


def play(table: HostedTable, actions: int) -> int:
    """Play on at random, so many actions and until an action has rolled dice: how many links were wanted."""
    given = number = 0
    while table.match.player_to_act is not None and (number < actions or not given):
        number += 1
        if (mover := table.match.player_to_act) is not None:
            action = RandomPlayer(f"{number}/{mover}").choose(table.match.active_game.view(mover))
            assert table.ask(mover, "do", action=action_data(action))["t"] == "done"
            given += give(table)
    return given


def record(table: HostedTable, folder: Path) -> Path:
    """The record of a game that is given up."""
    assert table.match.is_over or table.ask(1, "concede")["t"] == "done"
    path = folder / "record.jsonl"
    path.write_text(table.match.record_text() or "", encoding="utf-8")
    return path


def test_each_roll_comes_from_links_that_were_opened_for_it(case: Case, tmp_path: Path) -> None:
    table = of_chains(case, tmp_path)
    give(table)
    play(table, 30)
    used = table.match.used_link_count
    path = record(table, tmp_path)
    game = load(path, case.rules.rebuild)
    assert used and f"links: {game_links_sum(game)}" in describe_dice_proof(game)
    check_commitments(game, {**dice_commitments(game.dice), "links": game_links_sum(game)})
    wants = [row for row in table.match.rows if row.kind == "want"]
    assert len(wants) == used and wants[0].body["settled"] == hash_roll_purpose(
        table.match.id, 1, game.setup
    )


def test_an_action_that_waits_for_dice_survives_a_restart(tmp_path: Path) -> None:
    table = of_chains(DISCS, tmp_path)
    give(table)
    while table.match.dice_wanted_row is None:
        mover = table.match.player_to_act or 0
        action = RandomPlayer(f"{table.count}").choose(table.match.active_game.view(mover))
        assert table.ask(mover, "do", action=action_data(action))["t"] == "done"
    number = table.match.dice_wanted_row.body["number"]
    assert table.match.player_to_act is None and table.match.awaited_player == 1
    assert table.ask(mover, "do", action=action_data(action))["code"] == "rolling"
    assert table.ask(mover, "wish", what="back")["code"] == "rolling"
    assert table.ask(1, "link", number=number, link=CHAINS[1][number].hex())["t"] == "done"
    other = again(table, tmp_path)
    assert other.match.awaited_player == 2 and other.match.welcome_messages(2, frozenset())[0][
        "waits"
    ]["given"] == [1]
    assert other.ask(1, "link", number=number, link=CHAINS[1][number].hex())["code"] == "not_wanted"
    for wrong in (CHAINS[2][number + 1].hex(), CHAINS[1][number].hex(), "00", None, "x" * 64):
        assert other.ask(2, "link", number=number, link=wrong)["code"] == "not_committed"
    assert other.ask(2, "link", number=number, link=CHAINS[2][number].hex())["t"] == "done"
    give(other)
    assert (
        other.match.dice_wanted_row is None
        and other.match.record_length == table.match.record_length + 1
    )


def changed(path: Path, change: Any) -> Path:
    """The same record with something changed in it, and its sums put right."""
    from wc3d.engine.replay import format_line

    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    change(lines)
    path.write_text(
        "".join(format_line({k: v for k, v in line.items() if k != "sum"}) for line in lines),
        encoding="utf-8",
    )
    return path


def first_roll(lines: list[Any]) -> Any:
    """The first line with dice."""
    return next(line for line in lines[1:] if line.get("rolls"))


def _skip(lines: list[Any]) -> None:
    for link in first_roll(lines)["links"]:
        link[0] += 1


def _foreign(lines: list[Any]) -> None:
    first_roll(lines)["links"][0][2] = "ab" * 32


def _die(lines: list[Any]) -> None:
    roll = first_roll(lines)["rolls"][0]
    roll[0] = 1 if roll[0] != 1 else 2


def _end(lines: list[Any]) -> None:
    lines[0]["dice"]["chain"]["ends"]["2"] = "ab" * 32


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_skip, "a dice secret was revealed but not used for a roll"),
        (_foreign, "player 2's dice secret . does not match"),
        (_die, "is . in the file, but the dice secrets give"),
        (_end, "player 2's dice secret . does not match"),
    ],
)
def test_what_is_changed_in_the_record_is_found_and_named(
    tmp_path: Path, change: Any, said: str
) -> None:
    table = of_chains(DISCS, tmp_path)
    give(table)
    play(table, 30)
    path = changed(record(table, tmp_path), change)
    with pytest.raises(InputError, match=said):
        check_commitments(load(path, DISCS.rules.rebuild), {})


def test_links_that_were_opened_for_another_action_are_found(tmp_path: Path) -> None:
    """A host that plays cannot open links for one thing and do another then: the sum that players note says so."""
    table = of_chains(DISCS, tmp_path)
    give(table)
    play(table, 30)
    game = load(record(table, tmp_path), DISCS.rules.rebuild)
    told = game_links_sum(game)
    turn = next(turn for turn in game.turns if turn.drawn.links)
    game.record[game.record.index(turn)] = next(
        other for other in game.turns if other.action != turn.action
    )
    with pytest.raises(InputError, match="the number of the dice secrets differs"):
        check_commitments(game, {"links": told})
    with pytest.raises(InputError, match="the number of player 2 differs"):
        check_commitments(game, {"2": "00"})


def played(case: Case, folder: Path, **more: Any) -> tuple[dict[int, SeatGame], Any]:
    """A game between two programs over sockets, to its end."""
    games: dict[int, SeatGame] = {}
    with listening(folder) as host:
        id, keys = host.registry.create_match(case.new(), **more)
        links = host.links(id, keys)

        def take_part(seat: int) -> None:
            games[seat] = join_seat_game(
                MatchClient(links[seat], lambda message: None, parts=("state", "events", "check"))
            )
            play_to_end(games[seat], RandomPlayer(f"5/{seat}").choose)

        threads = [
            threading.Thread(target=take_part, args=(seat,), daemon=True) for seat in PLAYERS
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(40)
        match = host.registry.load_match(id)
        assert match.is_over
        path = folder / "record.jsonl"
        path.write_text(match.record_text() or "", encoding="utf-8")
        return games, load(path, case.rules.rebuild)


def test_programs_play_with_chains_and_note_what_proves_the_dice(tmp_path: Path) -> None:
    games, game = played(DISCS, tmp_path, dice="chain")
    for seat in PLAYERS:
        keeper = games[seat].client.chain_tracker
        assert (
            keeper.is_complete
            and keeper.chain_digest == game_links_sum(game)
            and games[seat].client.commitments == dice_commitments(game.dice)
        )


def test_a_link_is_given_in_its_turn_only() -> None:
    from wc3d.server.client.client import DiceChainTracker

    keeper = DiceChainTracker(b"x" * 32)
    keeper.reveal_link(1)
    keeper.reveal_link(2)
    assert keeper.reveal_link(2) == keeper.own_chain[2].hex()
    with pytest.raises(InputError, match="asked for dice secret 4, but 3 is next"):
        keeper.reveal_link(4)


def test_typed_dice_are_those_that_were_typed_and_the_record_says_so(tmp_path: Path) -> None:
    _, game = played(DISCS, tmp_path, dice="typed")
    assert "rolled by hand and typed in" in describe_dice_proof(game)


def test_no_roll_is_typed_while_the_game_is_paused(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path, dice="typed")
    for number in range(40):
        if table.match.dice_wanted_row is not None:
            break
        mover = table.match.player_to_act or 0
        action = RandomPlayer(f"{number}/{mover}").choose(table.match.active_game.view(mover))
        assert table.ask(mover, "do", action=action_data(action))["t"] == "done"
    assert table.match.dice_wanted_row is not None
    roll = table.match.dice_wanted_row.body["roll"]
    who = roll["player"] or 1
    faces = [die["faces"][0] for die in roll["dice"]]
    assert table.ask(1, "wish", what="break")["t"] == "done"
    assert table.ask(2, "answer", yes=True)["t"] == "done"
    assert table.ask(who, "rolled", faces=faces)["code"] == "broken_off"
    assert table.ask(1, "resume")["t"] == "done"
    assert table.ask(who, "rolled", faces=faces)["t"] == "done"


def test_a_roll_is_typed_by_whose_it_is(case: Case, tmp_path: Path) -> None:
    table = table_of(case, tmp_path, dice="typed")
    typed = list[list[int]]()
    rng = random.Random(1)
    for number in range(40):
        while (want := table.match.dice_wanted_row) is not None:
            roll = want.body["roll"]
            who = roll["player"] or 1
            faces = [
                rng.choice(die["faces"]) for die in roll["dice"]
            ]  # the same again and again would be a tie without end
            assert table.ask(3 - who, "rolled", faces=faces)["code"] == "not_wanted"
            assert table.ask(who, "rolled", faces=[99] * len(faces))["code"] == "dice"
            assert table.ask(who, "rolled", faces="6")["code"] == "unreadable"
            assert table.ask(who, "rolled", faces=faces)["t"] == "done"
            typed.append(faces)
        if (mover := table.match.player_to_act) is not None:
            action = RandomPlayer(f"{number}/{mover}").choose(table.match.active_game.view(mover))
            assert table.ask(mover, "do", action=action_data(action))["t"] == "done"
    drawn = [
        table.match.active_game.opening[0],
        *(turn.drawn for turn in table.match.active_game.turns),
    ]
    assert typed and [list(roll) for d in drawn for roll in d.rolls][: len(typed)] == typed
    other = again(table, tmp_path)
    assert other.match.active_game.digest() == table.match.active_game.digest()


def test_a_bot_of_the_host_gives_its_links_by_itself(tmp_path: Path) -> None:
    game = DISCS.new()
    game.bots = {2: "random"}
    registry = hall_at(tmp_path)
    id, keys = registry.create_match(game, dice="chain")
    table = HostedTable(registry.load_match(id), keys)
    assert table.ask(1, "commit", commitment=CHAINS[1][0].hex())["t"] == "done"
    while (want := table.match.dice_wanted_row) is not None:
        number = want.body["number"]
        assert table.match.awaited_player == 1
        assert table.ask(1, "link", number=number, link=CHAINS[1][number].hex())["t"] == "done"
    assert table.match.game is not None and table.match.player_to_act in PLAYERS


class AskedAtOnce:
    """A seat's game and its client, which hears with each answer that it is to roll again, or to act; nothing comes after."""

    def __init__(self, rolls: int, begun: bool) -> None:
        self.client = self
        self.seat = 1
        self.rolls = rolls
        self.has_begun = begun
        self.terms_to_accept = None
        self.to_act = 1
        self.done = list[str]()

    @property
    def roll_to_type(self) -> Any:
        return {"dice": [{"name": "d6", "faces": [1, 2]}]} if self.rolls else None

    awaited_dice = roll_to_type

    def give_dice_secret(self) -> None:
        """It has been given."""

    def request_change(self, kind: str, **what: Any) -> None:
        self.done.append(kind)
        self.rolls -= 1
        self.has_begun = self.has_begun or not self.rolls

    def listen(self) -> None:
        raise AssertionError("it waits, though it is asked")

    def view(self, seat: int) -> None:
        """Nothing is looked at."""

    def apply(self, action: str) -> None:
        self.done.append(action)
        self.to_act = None  # type: ignore[assignment]


def test_who_is_asked_to_roll_again_with_an_answer_rolls_and_does_not_wait() -> None:
    opening: Any = AskedAtOnce(rolls=3, begun=False)
    assert wait_for_begin(opening).has_begun and opening.done == ["rolled"] * 3
    playing: Any = AskedAtOnce(rolls=2, begun=True)
    acts: Any = "acts"
    assert play_to_end(playing, lambda view: acts) == 1 and playing.done == [
        "rolled",
        "rolled",
        "acts",
    ]
