"""Requests of every kind with values of every wrong kind: none is a fault of the host."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.games import PLAYERS, case_of
from tests.server.hosting import HostedTable, table_of
from wc3d.engine.replay import action_data
from wc3d.server.limits import ServerLimits, parse_message
from wc3d.server.match.registry import answer_safely
from wc3d.server.match.requests import CHANGE_HANDLERS, READ_HANDLERS
from wc3d.server.match.seat_keys import JUDGE_SEAT
from wc3d.server.match.work_queue import MatchExecutor
from wc3d.server.pages.page_sessions import PAGE_MESSAGES, PageResources, SeatPageSession
from wc3d.server.pages.send_queue import SendQueue

FIELDS = (
    *(
        "text",
        "phrase",
        "what",
        "yes",
        "to",
        "board",
        "options",
        "action",
        "place",
        "before",
        "most",
        "secret",
    ),
    *(
        "commitment",
        "leave",
        "number",
        "link",
        "faces",
        "model",
        "at",
        "facing",
        "why",
        "id",
        "eyes",
        "parts",
        "since",
    ),
)
KINDS = (*CHANGE_HANDLERS, *READ_HANDLERS, "judge_link", "nonsense", "hello")
PAGE_FIELDS = ("from", "way", "what", "n", "id", "turn", "corner", "touch", "click")
LIMITS = ServerLimits()


def nested(depth: int, with_names: bool) -> Any:
    """A value in a list (or an object) in a list, and so on."""
    value: Any = 1
    for _ in range(depth):
        value = {"a": value} if with_names else [value]
    return value


BAD_VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        3,
        10**400,
        -(10**400),
        2**63,
        2**64,
        1e308,
        -1e-320,
        0.5,
        "",
        " ",
        "x" * 5000,
        "0" * 64,
    ),
    *(
        "\x00",
        "\u202e",
        "é\u0301",
        "NaN",
        "1e999",
        [],
        {},
        [[]],
        [10**400, 2],
        [1, 10**400, 3],
        [1e308, 1e308],
        [None, None],
    ),
    *(
        [True, False],
        ["a"] * 100,
        [0] * 3,
        {"": ""},
        {"a": 10**400},
        {"type": 10**400},
        {"type": "correction", "player": 10**400},
    ),
    *(
        nested(200, False),
        nested(200, True),
        nested(900, False),
        nested(900, True),
        "break",
        "judge",
        "back",
    ),
)


def mutated(value: Any, rng: random.Random) -> Any:
    """The same value with something in it that is wrong."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(sorted(value))
        return {**value, name: mutated(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        index = rng.randrange(len(value))
        return [*value[:index], mutated(value[index], rng), *value[index + 1 :]]
    return rng.choice(BAD_VALUES)


def some_actions(table: HostedTable) -> Iterator[dict[str, Any]]:
    """An example of each action that is offered."""
    player = table.match.player_to_act
    if player is not None:
        view = table.match.active_game.view(player)
        for offer in view.offers:
            for action in table.match.rules.search.examples(offer, 1):
                yield action_data(action)


def send(table: HostedTable, seat: int, message: dict[str, Any]) -> None:
    """Send a message as a socket does, and check that it is no fault of the host."""
    read = parse_message(json.dumps(message), LIMITS)
    if read is None:
        return
    answer = answer_safely(table.match, seat, read)
    assert answer["t"] != "failed", (message, answer)
    json.dumps(answer, allow_nan=False)


@pytest.mark.parametrize("seat", [0, 1, 2, JUDGE_SEAT])
def test_each_request_with_each_wrong_value(tmp_path: Path, seat: int) -> None:
    table = table_of(case_of("discs"), tmp_path, agreeing=True, begun=False)
    rng = random.Random(seat)
    for begun in (False, True):
        if begun:
            for player in PLAYERS:
                table.ask(player, "commit", leave=True)
                table.ask(
                    player, "agree", to=table.match.proposal.number if table.match.proposal else 0
                )
        for kind in KINDS:
            fields = [name for name in FIELDS if kind not in ("concede",) or name == "id"]
            for name in fields:
                whole = name in ("place", "at", "action") and kind in (
                    "point",
                    "correct",
                    "do",
                    "why",
                )
                for value in BAD_VALUES if whole else rng.sample(BAD_VALUES, 4):
                    at = {} if name == "at" else {"at": table.match.record_length}
                    send(table, seat, {"t": kind, "id": f"x{rng.random()}", **at, name: value})
    assert table.match.game is not None or seat not in (0, JUDGE_SEAT)


@pytest.mark.parametrize("case", ["discs", "neo_mechanika", "warmachine"])
def test_actions_in_which_something_is_wrong(tmp_path: Path, case: str) -> None:
    table = table_of(case_of(case), tmp_path)
    rng = random.Random(case)
    for _ in range(25):
        player = table.match.player_to_act
        if player is None:
            break
        for data in some_actions(table):
            for kind in ("do", "why"):
                message = {
                    "t": kind,
                    "id": f"x{rng.random()}",
                    "at": table.match.record_length,
                    "action": mutated(data, rng),
                }
                send(table, player, message)
        table.play(1, rng.randrange(10**6))


def test_pages_with_each_wrong_value(tmp_path: Path) -> None:
    table = table_of(case_of("discs"), tmp_path)
    table.play(4)
    rng = random.Random(1)
    good: dict[str, Any] = {
        "from": [1, 1, 40],
        "way": [0, 0, -1],
        "id": "disc1",
        "click": True,
        "what": "x",
        "n": 1,
        "turn": 0,
    }

    async def shown() -> list[Any]:
        page = SeatPageSession(
            MatchExecutor(hall_like(table)),
            PageResources(),
            table.match,
            1,
            outbox := SendQueue(LIMITS),
        )
        faults: list[Any] = []
        outbox.put = lambda message: faults.append(message) if message["t"] == "failed" else None  # type: ignore[method-assign]
        page._run_safely(page._render)
        for kind in PAGE_MESSAGES:
            for name in PAGE_FIELDS:
                for value in (
                    BAD_VALUES if name in ("from", "way", "turn") else rng.sample(BAD_VALUES, 8)
                ):
                    page._run_safely(page._handle_input, kind, {**good, "t": kind, name: value})
            page._run_safely(page._render)
        page.close()
        return faults

    assert asyncio.run(shown()) == []


def hall_like(table: HostedTable) -> Any:
    """A hall that is asked for nothing."""
    return table
