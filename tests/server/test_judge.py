"""A judge: both must agree to one; it sees with the eyes of either, and puts models elsewhere, of which the record tells."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.conftest import case
from tests.conformance.games import Case, case_of
from tests.server.hosting import DISCS, HostedTable, again, listening, table_of
from wc3d.engine.actions import read_correction
from wc3d.engine.replay import load, save
from wc3d.server.client.client import MatchClient
from wc3d.server.client.seat_game import join_seat_game
from wc3d.server.match.registry import MatchRegistry
from wc3d.server.match.seat_keys import JUDGE_SEAT, SeatLink
from wc3d.table.body import Body


def agreed(table: HostedTable) -> str:
    """Both agree to a judge, or to another one: the judge's key."""
    assert table.ask(1, "judge_link")["code"] == "no_judge"
    assert table.ask(1, "wish", what="judge")["t"] == "done"
    assert table.ask(2, "answer", yes=True)["t"] == "done"
    assert table.ask(0, "judge_link")["code"] == "no_judge"
    key: str = table.ask(2, "judge_link")["key"]
    return key


def standing(table: HostedTable) -> tuple[str, list[float]]:
    """A model that stands on the table, played to as far as there is one, and a place beside it."""
    while not (bodies := table.match.rules.queries.table(table.match.active_game.state).bodies):
        table.play(1, table.count)
    x, y, *_ = bodies[0].at
    return bodies[0].id, [round(x + 0.01, 3), round(y, 3)]


def two_models(table: HostedTable) -> tuple[Body, ...]:
    """The models of the table, played to as far as there are two."""
    while len(bodies := table.match.rules.queries.table(table.match.active_game.state).bodies) < 2:
        table.play(1, table.count)
    return bodies


def test_a_judge_puts_a_model_elsewhere_and_the_record_follows(case: Case, tmp_path: Path) -> None:
    table = table_of(case, tmp_path)
    agreed(table)
    model, at = standing(table)
    assert table.ask(1, "correct", model=model, at=at)["code"] == "no_judge"
    mover = table.match.player_to_act
    before = table.match.record_length
    assert (
        table.ask(JUDGE_SEAT, "correct", model=model, at=at, why="it was\x1b[2J bumped")["t"]
        == "done"
    )
    there = table.match.rules.queries.table(table.match.active_game.state).body(model).at
    assert (
        [round(x, 3) for x in there[:2]] == at
        and table.match.record_length == before + 1
        and table.match.player_to_act == mover
    )
    assert all("the judge" in "".join(table.told[seat][-1]["log"]["lines"]) for seat in (0, 1, 2))
    assert "\x1b" not in str(table.told)
    assert again(table, tmp_path).match.active_game.digest() == table.match.active_game.digest()


def test_its_record_is_sound(case: Case, tmp_path: Path) -> None:
    table = table_of(case, tmp_path)
    agreed(table)
    model, at = standing(table)
    assert table.ask(JUDGE_SEAT, "correct", model=model, at=at, why="bumped")["t"] == "done"
    table.play(4, 7)
    assert table.match.is_over or table.ask(1, "concede")["t"] == "done"
    path = tmp_path / "record.jsonl"
    path.write_text(table.match.record_text() or "", encoding="utf-8")
    assert load(path, case.rules.rebuild).digest() == table.match.active_game.digest()
    refusal = table.ask(JUDGE_SEAT, "correct", model=model, at=at, why="bumped")
    assert refusal["code"] == "over"


@pytest.mark.parametrize(
    "what",
    [
        {},
        {"model": "nobody", "at": [1, 1]},
        {"model": "disc1", "at": [99, 1]},
        {"model": "disc1", "at": [-1, 1]},
        {"model": "disc1", "at": "x"},
        {"model": "disc1", "at": [float("nan"), 1]},
        {"model": 3, "at": [1, 1]},
        {"model": "disc1", "at": ["1", 1]},
        {"model": "disc1", "at": [True, 1]},
        {"model": "disc1", "at": [1, 1, 0]},
        {"model": "disc1", "at": [1, 1], "facing": "90"},
        {"model": "disc1", "at": [1, 1], "why": 3},
        {"model": "disc1", "at": [1, 1], "why": "x" * 300},
        {"model": "disc1", "at": [1, 1], "facing": "north"},
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    tmp_path: Path, what: dict[str, Any]
) -> None:
    table = table_of(DISCS, tmp_path)
    agreed(table)
    standing(table)
    before = table.match.active_game.digest()
    assert table.ask(JUDGE_SEAT, "correct", **{"why": "bumped", **what})["t"] == "refused"
    assert table.match.active_game.digest() == before


@pytest.mark.parametrize("reason", [{}, {"why": ""}, {"why": " \t\x1b "}])
def test_a_correction_needs_a_reason(case: Case, tmp_path: Path, reason: dict[str, str]) -> None:
    table = table_of(case, tmp_path)
    agreed(table)
    model, at = standing(table)
    before = table.match.active_game.digest()
    refusal = table.ask(JUDGE_SEAT, "correct", model=model, at=at, **reason)
    assert refusal["code"] == "no_reason"
    assert refusal["text"] == 'correct: expected "why", the reason for the correction'
    assert table.match.active_game.digest() == before


def test_a_correction_onto_another_model_is_refused(case: Case, tmp_path: Path) -> None:
    table = table_of(case, tmp_path)
    agreed(table)
    model, other, *_ = two_models(table)
    digest = table.match.active_game.digest()
    for aside in (0.0, 0.2):
        at = [other.at[0] + aside, other.at[1]]
        refusal = table.ask(JUDGE_SEAT, "correct", model=model.id, at=at, why="bumped")
        assert refusal["code"] == "no_place", refusal
        assert "would overlap" in refusal["text"] and "choose a free place" in refusal["text"]
        assert (
            table.match.rules.text.display_name(table.match.active_game.state, other.id)
            in refusal["text"]
        )
    assert table.match.active_game.digest() == digest
    at = [model.at[0] + 0.001, model.at[1]]
    assert table.ask(JUDGE_SEAT, "correct", model=model.id, at=at, why="bumped")["t"] == "done"


def test_an_older_record_with_stacked_models_still_replays(case: Case, tmp_path: Path) -> None:
    table = table_of(case, tmp_path)
    model, other, *_ = two_models(table)
    game = copy(table.match.active_game)
    action = {"type": "correction", "player": 0, "model": model.id, "at": list(other.at[:2])}
    correction = read_correction(action)
    assert correction is not None
    game.apply(correction)
    path = tmp_path / "record.jsonl"
    save(game, path)
    assert load(path, case.rules.rebuild).digest() == game.digest()


@pytest.mark.parametrize(
    "kind", ["do", "undo", "concede", "wish", "answer", "resume", "commit", "open"]
)
def test_a_judge_does_not_play(tmp_path: Path, kind: str) -> None:
    table = table_of(DISCS, tmp_path)
    agreed(table)
    assert table.ask(JUDGE_SEAT, kind, what="back", yes=True, action={})["code"] == "judging"


def test_no_player_corrects_by_an_action(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    mover = table.match.player_to_act or 0
    for player in (0, mover):
        action = {"type": "correction", "player": player, "model": "disc1", "at": [1, 1]}
        assert table.ask(mover, "do", action=action)["t"] == "refused"


def test_what_a_judge_has_put_elsewhere_is_no_players_to_take_back(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    agreed(table)
    model, at = standing(table)
    assert table.ask(JUDGE_SEAT, "correct", model=model, at=at, why="bumped")["t"] == "done"
    for player in (1, 2):
        assert table.ask(player, "undo")["code"] == "not_yours"


def hall_of(table: HostedTable) -> MatchRegistry:
    """A hall that holds the game."""
    registry = object.__new__(MatchRegistry)
    registry.store = table.match.store
    registry.now = table.match.now
    registry.matches = {table.match.id: table.match}
    registry.last_use = {}
    return registry


def test_only_the_newest_link_opens_the_judges_seat(tmp_path: Path) -> None:
    table = table_of(DISCS, tmp_path)
    old = agreed(table)
    new = agreed(table)
    registry = hall_of(table)
    assert registry.find_seat(table.match.id, old) is None and registry.find_seat(
        table.match.id, new
    ) == (
        table.match,
        JUDGE_SEAT,
    )
    assert registry.find_seat(table.match.id, table.keys[1]) == (table.match, 1)


def test_a_judge_sees_with_the_eyes_of_either(tmp_path: Path) -> None:
    game_of = case_of("neo_mechanika")
    with listening(tmp_path) as host:
        id, keys = host.registry.create_match(game_of.new())
        table = HostedTable(host.registry.load_match(id), keys)
        table.give_dice()
        link = SeatLink(host.base, id, agreed(table))
        for eyes in (1, 2):
            client = MatchClient(
                link, lambda message: None, parts=("state", "events", "check"), eyes=eyes
            )
            game = join_seat_game(client)
            assert client.seat == JUDGE_SEAT and game.viewer == eyes
            assert game.digest() == game_of.rules.play.digest(
                table.match.active_game.view(eyes).state
            )
            assert not game.offers()
            client.close()
