"""The value of positions at a turn's end: its features, its batch, and its file."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games.neo_mechanika.bots.test_regular import HUNTER, squad
from tests.games.neo_mechanika.rules.playing import at_step, begun
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.bots.styles import STYLES, find_style
from wc3d.games.neo_mechanika.bots.turn_features import TURN_FEATURES, measure_turn
from wc3d.games.neo_mechanika.bots.turn_plan import TurnPlan
from wc3d.games.neo_mechanika.bots.turn_search import SearchedPlan, select_plan
from wc3d.games.neo_mechanika.bots.turn_value import (
    VALUE_FILE,
    judge_positions,
    load_turn_value,
    read_turn_value,
    round_progress,
)
from wc3d.games.neo_mechanika.rules.missions.book_missions import mission
from wc3d.games.neo_mechanika.rules.state import State

FIRST, SECOND, THEIRS = (
    "1.ranger_fire_team.1",
    "1.ranger_fire_team.2",
    "2.ranger_fire_team.1",
)
FAR = (4.0, 4.0)


def position(second: tuple[float, float] = FAR, enemy: tuple[float, float] = (44.0, 44.0)) -> State:
    """A squad by an objective, another at a place, and an enemy squad."""
    spot = begun([], mission=mission("uncertainty_principle")).objectives["node-6"].at
    at = {
        HUNTER: (40.0, 4.0),
        **squad(FIRST, spot[0] - 1.5, spot[1] + 0.5),
        **squad(SECOND, *second),
        **squad(THEIRS, *enemy),
    }
    state = begun(
        ["hunter", "ranger_fire_team", "ranger_fire_team"],
        ["ranger_fire_team"],
        at=at,
        tokens=(HUNTER, SECOND),
        mission=mission("uncertainty_principle"),
    )
    return replace(at_step(state, "charging").state, round=2)


def lose_models(state: State, unit: str) -> State:
    """The position without all models of a unit but one."""
    for model in state.models_of(unit)[1:]:
        state = state.with_model(model.id, at=None)
    return state


def features_of(state: State, player: int = 1) -> dict[str, float]:
    """The features by name."""
    return dict(zip(TURN_FEATURES, measure_turn(state, player).tolist(), strict=True))


def test_a_feature_is_what_a_player_has_more_of() -> None:
    state = position()
    assert np.allclose(measure_turn(state, 1), -measure_turn(state, 2))
    mine = features_of(state)
    assert mine["secured"] > 0.0 and mine["due"] > 0.0 and mine["strength"] > 0.0


def test_an_objective_with_two_holders_counts_once() -> None:
    alone = position()
    spot = alone.objectives["node-6"].at
    both = features_of(position((spot[0] - 1.5, spot[1] - 1.0)))
    single = features_of(alone)
    for name in ("due", "secured", "later", "safe"):
        assert both[name] == pytest.approx(single[name]), name
    assert both["second"] > single["second"] == 0.0


def test_an_enemy_by_the_objective_ends_its_security() -> None:
    spot = position().objectives["node-6"].at
    contested = features_of(position(enemy=(spot[0] - 1.5, spot[1] - 1.2)))
    assert contested["secured"] == 0.0 and contested["due"] < features_of(position())["due"]


def test_a_batch_has_the_same_chances_as_its_positions_alone() -> None:
    state = position()
    states = [state.with_player(1, points=k % 8) for k in range(64)]
    value = load_turn_value()
    batch = judge_positions(value, states, 1)
    assert batch == pytest.approx([judge_positions(value, [s], 1)[0] for s in states])
    assert batch[0] < batch[1] < batch[7]
    assert judge_positions(value, [], 1) == []
    rival = judge_positions(value, states, 2)
    assert [a + b for a, b in zip(batch, rival, strict=True)] == pytest.approx([1.0] * 64)


def test_after_the_game_a_larger_lead_is_better_and_a_win_better_still() -> None:
    state = replace(position(), over=True, winner=1)
    lost = replace(state, winner=2)
    close, clear = (state.with_player(1, points=p) for p in (1, 5))
    chances = judge_positions(load_turn_value(), [lost.with_player(2, points=1), close, clear], 1)
    assert chances == sorted(chances) and chances[0] < 0.5 < chances[1]


def test_the_progress_of_a_round_goes_from_nothing_to_all() -> None:
    state = replace(position(), round=1)
    turns = 2 * int(state.setup.mission.turns_per_round)
    shares = [round_progress(replace(state, turn=t)) for t in range(1, turns + 1)]
    assert shares == sorted(shares) and shares[0] == 0.0 and shares[-1] < 1.0


def shipped() -> dict[str, Any]:
    """The shipped value as data."""
    data: dict[str, Any] = json.loads(VALUE_FILE.read_text())
    return data


def test_the_shipped_value_names_its_games_and_its_tests() -> None:
    data = shipped()
    assert load_turn_value().games == data["games"] > 0
    assert [score["round"] for score in data["left_out"]] == [1, 2, 3]
    assert VALUE_FILE.stat().st_size < 20_000


def weights(round: int, part: str, index: int, value: object) -> dict[str, Any]:
    """The shipped data with another weight."""
    data = shipped()
    data["rounds"][round - 1][part][index] = value
    return data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "expected an object with features and rounds"),
        ({**shipped(), "features": ["points"]}, "features: expected points, secured"),
        ({**shipped(), "rounds": []}, "rounds: expected a list of 3 Pulse rounds"),
        ({**shipped(), "rounds": [{}, {}, {}]}, "rounds: round 1: early: expected a list of 15"),
        (weights(2, "late", 0, "1"), "rounds: round 2: late: points: expected a number from 0"),
        (weights(3, "early", 1, -1), "rounds: round 3: early: secured: expected a number from 0"),
        (weights(1, "early", 2, True), "rounds: round 1: early: due: expected a number from 0"),
        ({**shipped(), "games": -1}, "games: expected the number of games"),
    ],
)
def test_a_broken_value_file_is_refused_with_its_place(
    tmp_path: Path, data: object, message: str
) -> None:
    path = tmp_path / "value.json"
    path.write_text(json.dumps(data))
    with pytest.raises(InputError) as error:
        read_turn_value(path)
    assert str(error.value).startswith(f"{path}: {message}") and "\n" not in str(error.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 5000, b"\xff", b" " * 200_000, b"NaN"])
def test_a_value_file_that_is_no_json_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "value.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"value\.json: expected"):
        read_turn_value(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_turn_value(tmp_path / "missing.json")


# Styles


def judge(state: State, style: str) -> float:
    """The log odds of player 1's win as a style counts them."""
    chance = judge_positions(load_turn_value(), [state], 1, find_style(style))[0]
    return math.log(chance / (1.0 - chance))


def test_a_style_weighs_losses_and_points_in_its_own_way() -> None:
    whole = position(enemy=(20.0, 20.0))
    hurt = lose_models(whole, THEIRS)
    traded = lose_models(hurt, SECOND)
    point = whole.with_player(1, points=whole.players[1].points + 1)
    gains = {name: judge(hurt, name) - judge(whole, name) for name in ("", *STYLES)}
    losses = {name: judge(hurt, name) - judge(traded, name) for name in ("", *STYLES)}
    points = {name: judge(point, name) - judge(whole, name) for name in ("", *STYLES)}
    assert gains["aggressive"] > gains[""] > 0.0
    assert 0.0 < losses["aggressive"] < losses[""] < losses["steady"]
    assert points["scoring"] > points[""] > 0.0
    assert gains["tricky"] == gains[""]


def test_a_tricky_bot_leaves_the_usual_plan_where_it_costs_little() -> None:
    usual = SearchedPlan(TurnPlan(), answered=[0.5, 0.5, 0.5])
    rival = SearchedPlan(TurnPlan(gate=1), answered=[0.496, 0.495, 0.497])
    assert select_plan([usual, rival]) is usual
    assert STYLES["tricky"].min_gain is not None
    assert select_plan([usual, rival], STYLES["tricky"].min_gain) is rival
    bad = SearchedPlan(TurnPlan(gate=2), answered=[0.40, 0.41, 0.42])
    assert select_plan([usual, bad], STYLES["tricky"].min_gain) is usual
