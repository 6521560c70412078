"""The numbers of names and of actions stay the same in every release."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import wc3d
from tests.rl.test_rows import GAMES, positions
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.observation.columns import NUMBERS as NEO_MECHANIKA_NUMBERS
from wc3d.games.neo_mechanika.rules.actions import ACTION_TYPES as NEO_MECHANIKA_ACTIONS
from wc3d.games.neo_mechanika.rules.cards import CARDS as NEO_MECHANIKA_CARDS
from wc3d.games.warmachine.observation.columns import NUMBERS as WARMACHINE_NUMBERS
from wc3d.games.warmachine.rules.actions import ACTION_TYPES as WARMACHINE_ACTIONS
from wc3d.games.warmachine.rules.cards import CARDS as WARMACHINE_CARDS
from wc3d.rl.name_tables import OWN_NAMES_FROM, NameTable

pytest.importorskip("pettingzoo")

from wc3d.games.neo_mechanika.observation.factored import (
    FACTORED_ACTIONS as NEO_MECHANIKA_FACTORED,
)
from wc3d.games.warmachine.observation.factored import (
    FACTORED_ACTIONS as WARMACHINE_FACTORED,
)
from wc3d.rl.factored_actions import FACTORS

KEPT = json.loads(Path(__file__).with_name("kept_numbers.json").read_text(encoding="utf-8"))
"""The names in order as of version 1. Extend it with new names; never change the order."""

NUMBERS = {"neo_mechanika": NEO_MECHANIKA_NUMBERS, "warmachine": WARMACHINE_NUMBERS}
FACTORED = {"neo-mechanika": NEO_MECHANIKA_FACTORED, "warmachine": WARMACHINE_FACTORED}


@pytest.mark.parametrize("game", NUMBERS)
def test_no_number_has_changed_its_meaning(game: str) -> None:
    for kind, names in KEPT[game].items():
        assert list(NUMBERS[game][kind].names[: len(names)]) == names
        assert len(NUMBERS[game][kind].names) < OWN_NAMES_FROM


def test_the_factors_are_the_kept_ones() -> None:
    assert dict(FACTORS) == KEPT["factors"] and list(FACTORS) == list(KEPT["factors"])


def test_every_shipped_name_has_a_number() -> None:
    cards, numbers = NEO_MECHANIKA_CARDS(), NEO_MECHANIKA_NUMBERS
    names: Iterable[str]
    for kind, names in (
        ("action", NEO_MECHANIKA_ACTIONS),
        ("unit", cards.units),
        ("weapon", cards.weapons),
        ("cypher", cards.cyphers),
        ("ability", cards.abilities),
    ):
        assert set(names) <= set(numbers[kind].names)
    models = WARMACHINE_CARDS().models
    weapons = {weapon.id for model in models.values() for weapon in model.weapons}
    for kind, names in (("action", WARMACHINE_ACTIONS), ("model", models), ("weapon", weapons)):
        assert set(names) <= set(WARMACHINE_NUMBERS[kind].names)


def test_names_of_your_own_have_numbers_outside_the_table() -> None:
    table = NameTable(("one", "two"))
    assert table.number("mine") >= OWN_NAMES_FROM and table.number("mine") == table.number("mine")
    assert table.name(table.number("mine")) == "" and table.name(2) == "two"


@pytest.mark.parametrize(("begin", "how"), GAMES, ids=lambda value: str(value)[:30])
def test_numbers_of_actions_lead_back_to_them(begin: Any, how: tuple[str, ...]) -> None:
    game = begin(*how)
    factored = FACTORED[game.rules.name]
    for number, (state, player, choices) in enumerate(positions(game, 61, seed=4)):
        if number % 4:
            continue
        view = game.view(player)
        for choice in choices[::5]:
            numbers = factored.encode(state, choice)
            assert factored.space.contains(numbers)
            decoded = factored.decode(view, numbers, choices)
            assert np.array_equal(factored.encode(state, decoded), numbers)
            assert decoded.type == choice.type


def test_actions_are_made_of_numbers_alone() -> None:
    """Without the list of choices, the numbers of a place give the place on the grid."""
    env = wc3d.rl.neo_mechanika()
    env.reset(seed=2)
    chance = random.Random(2)
    names = list(env.factored.names)
    for _ in range(400):
        move: Any = next((c for c in env.choices if c.type == "advance"), None)
        if move is not None and env.view(env.agent_selection).state.models[move.model].at:
            break
        env.step(chance.randrange(len(env.choices)))
    assert move is not None
    x, y, _ = env.view(env.agent_selection).state.models[move.model].at
    numbers = env.encode_action(move)
    numbers[names.index("x")], numbers[names.index("y")] = 1 + round(4 * x), 1 + round(4 * y)
    numbers[names.index("z")] = 0
    made: Any = env.decode_action(numbers)
    assert made.path == ((round(4 * x) / 4, round(4 * y) / 4),)
    before = len(env.game.turns)
    env.step(numbers)
    assert len(env.game.turns) == before + 1


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({}, "action numbers: choose is not offered; offered: "),
        ({"kind": 0}, "action numbers: unknown kind is not offered"),
        ({"x": 400}, "action numbers: x 400: expected 0 to 399"),
        ({"kind": -1}, "action numbers: kind -1: expected 0 to 63"),
    ],
)
def test_wrong_numbers_are_refused_in_a_line(changed: dict[str, int], message: str) -> None:
    env = wc3d.rl.neo_mechanika()
    env.reset(seed=2)
    numbers = env.encode_action(0)
    while any(c.type == "choose" for c in env.choices):
        env.step(0)
    for name, value in changed.items():
        numbers[env.factored.names.index(name)] = value
    with pytest.raises(InputError, match=message) as caught:
        env.decode_action(numbers)
    assert "\n" not in str(caught.value)
    with pytest.raises(InputError, match="expected 18 whole numbers, found an array of shape"):
        env.step([1, 2, 3])
