"""Asks that cannot be: the answer is a refusal with a sentence, never an error, and nothing changes."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.games.neo_mechanika.rules.playing import play, refused
from wc3d import load_map
from wc3d.engine.actions import RefusedError
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game
from wc3d.engine.replay import action_data
from wc3d.games.neo_mechanika.bots.random_player import ApproachingRandomPlayer
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.rules.actions import ACTION_TYPES, Concede, Pass, read_action
from wc3d.games.neo_mechanika.rules.all_handlers import FRAME_STEPS
from wc3d.games.neo_mechanika.rules.book.rulebook import BOOK
from wc3d.games.neo_mechanika.rules.forces.force_files import sample_force
from wc3d.games.neo_mechanika.rules.state import PLAYERS, digest

NUMBERS = (
    0,
    -1,
    1,
    7,
    10**18,
    10**400,
    10**5000,
    1e308,
    -1e308,
    1e-320,
    -0.0,
    float("nan"),
    float("inf"),
    True,
    None,
    "3",
    48.0,
)
NAMES = (
    "",
    "x",
    "1.",
    "3.dusk_wolf.1",
    "1.gate.1",
    "2.gate.1",
    "first",
    "south",
    "leave",
    "\x00",
    "é" * 50,
)


def anything(rng: random.Random, ids: list[str], depth: int = 2) -> Any:
    """Any value JSON or Python could hold."""
    kind = rng.randrange(7 if depth else 4)
    if kind < 4:
        return rng.choice(
            (rng.choice(ids), rng.choice(NUMBERS), rng.choice(NAMES), rng.uniform(-5.0, 60.0))
        )
    if kind == 4:
        keys = (*ids, *NAMES, "ladder", "to", "jump")
        return {rng.choice(keys): anything(rng, ids, depth - 1) for _ in range(rng.randrange(3))}
    return [anything(rng, ids, depth - 1) for _ in range(rng.randrange(5))]


def near_miss(rng: random.Random, value: Any, ids: list[str]) -> Any:
    """The value with one thing in it changed."""
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        changed = {k: near_miss(rng, v, ids) if k == key else v for k, v in value.items()}
        if rng.random() < 0.2:
            changed[rng.choice(ids)] = changed.pop(key)
        return changed
    if isinstance(value, list) and value:
        i = rng.randrange(len(value))
        return [*value[:i], near_miss(rng, value[i], ids), *value[i + 1 :]]
    if isinstance(value, float):
        return rng.choice(
            (rng.uniform(-2.0, 50.0), value + rng.uniform(-3.0, 3.0), rng.choice(NUMBERS))
        )
    return rng.choice((rng.choice(ids), anything(rng, ids)))


def bad_ask(rng: random.Random, game: Game, ids: list[str]) -> dict[str, Any]:
    """An action that is nearly legal, or that holds anything at all."""
    offers = [o for o in game.offers() if o.type != "pass"]
    legal = rng.choice(offers).sample(rng) if offers and rng.random() < 0.6 else None
    if legal is not None:
        data = {**action_data(legal), "player": game.to_act}
        key = rng.choice([k for k in data if k not in ("type", "player")] or ["player"])
        return {**data, key: near_miss(rng, json.loads(json.dumps(data[key])), ids)}
    kind = rng.choice(list(ACTION_TYPES))
    return {
        **{k: anything(rng, ids) for k in ACTION_TYPES[kind].model_fields},
        "type": kind,
        "player": game.to_act,
    }


def answer(game: Game, data: dict[str, Any]) -> str:
    """The code of the answer: of the refusal, with a sentence and a page of the book, or "legal", and then it can be done."""
    try:
        action = read_action(data)
    except RefusedError as error:
        assert error.verdict.text
        return error.verdict.code
    verdict = game.check(action)
    if verdict:
        game.rules.play.decide(Resolution(game.state, SeededDice(1), FRAME_STEPS), action)
        return verdict.code
    assert verdict.text[0] and verdict.code != "legal" and str(verdict)
    assert verdict.page == BOOK.rule(verdict.rule).page
    with pytest.raises(RefusedError):
        game.apply(action)
    return verdict.code


@pytest.mark.parametrize(
    ("board", "size", "played"),
    [
        ("crossroads", "skirmish", "boiling_point"),
        pytest.param("container-yard", "full", "strange_matter", marks=pytest.mark.slow),
    ],
)
def test_whatever_is_asked_is_answered_and_a_refusal_changes_nothing(
    board: str, size: str, played: str
) -> None:
    forces = sample_force(f"marcher_worlds_{size}"), sample_force(f"aeternus_continuum_{size}")
    game = new_game(load_map(f"maps/{board}.json"), forces, played, seed=1)
    player = ApproachingRandomPlayer(1)
    rng = random.Random(1)
    codes = set[str]()
    ids = [
        *game.state.units,
        *game.state.models,
        *game.state.objectives,
        *(r.id for r in game.state.table.ladders),
    ]
    while game.to_act is not None:
        before = game.state
        turns = len(game.turns)
        was = digest(game.state)
        for _ in range(6):
            codes.add(answer(game, bad_ask(rng, game, ids)))
        assert game.state is before and len(game.turns) == turns and digest(game.state) == was
        game.apply(player.choose(game.view(game.to_act)))
    assert {
        "unreadable",
        "not_now",
        "unknown",
        "too_far",
        "cannot_stand",
        "off_table",
        "not_in_play",
        "not_yours",
    } <= codes


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (None, "type"),
        ([], "type"),
        ({}, "type"),
        ({"type": ["pass"]}, "type"),
        ({"type": "fly", "player": 1}, "type"),
        ({"type": "pass"}, "player: missing"),
        ({"type": "pass", "player": True}, "player"),
        ({"type": "pass", "player": "1"}, "player"),
        ({"type": "pass", "player": 1.0}, "player"),
        ({"type": "pass", "player": 1, "why": "because"}, "why"),
        ({"type": "charge", "player": 1, "on": 3}, "on"),
        ({"type": "place_gate", "player": 1, "at": [1, 2], "arc": True}, "place_gate: arc"),
        ({"type": "place_gate", "player": 1, "at": [1, 2], "arc": 10**5000}, "place_gate: arc"),
        (
            {"type": "place_gate", "player": 1, "at": [1, True], "arc": 1},
            "place_gate: at: a place is [x, y]",
        ),
        (
            {"type": "place_gate", "player": 1, "at": [1, 2, 3, 4], "arc": 1},
            "place_gate: at: a place is [x, y]",
        ),
        ({"type": "clear", "player": 1, "arc": {"1.gate.1": 0.5}}, "clear: arc.1.gate.1"),
        ({"type": "clear", "player": 1, "arc": {"1.gate.1": 10**5000}}, "clear: arc.1.gate.1"),
        (
            {"type": "advance", "player": 1, "model": "x", "path": [[1, float("nan")]]},
            "advance: path.0: a step is [x, y]",
        ),
        (
            {"type": "advance", "player": 1, "model": "x", "path": [{"jump": [1]}]},
            "advance: path.0: a step is [x, y]",
        ),
        (
            {"type": "deploy", "player": 1, "unit": "x", "places": {"a": [10**400, 1]}},
            "deploy: places.a: a place is [x, y]",
        ),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(data: Any, place: str) -> None:
    with pytest.raises(RefusedError) as told:
        read_action(data)
    assert told.value.verdict.code == "unreadable" and place in told.value.verdict.text


@pytest.mark.rule("NM-SIL-01")
@pytest.mark.parametrize("player", PLAYERS)
def test_a_player_may_concede_also_when_the_other_is_to_act(player: int) -> None:
    game = play(at={"1.dusk_wolf.1": (24.0, 24.0)})
    assert game.to_act == 1
    game.apply(Concede(player=player))
    assert game.over and game.state.winner == 3 - player
    assert refused(game, Concede(player=player)).code == "game_over"


def test_nobody_else_concedes_or_acts() -> None:
    game = play(at={"1.dusk_wolf.1": (24.0, 24.0)})
    for player in (0, 3, -1, 10**400):
        assert refused(game, Concede(player=player)).code == "wrong_player"
        assert refused(game, Pass(player=player)).code == "wrong_player"
