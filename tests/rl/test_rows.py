"""The rows of states and choices of both games: what they say, and that no two choices look the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import wc3d
from wc3d.engine.game import Game
from wc3d.games.neo_mechanika import new_game, sample_force
from wc3d.games.neo_mechanika.observation import columns as nm
from wc3d.games.neo_mechanika.observation.observer import Observer as NeoMechanikaObserver
from wc3d.games.neo_mechanika.rules.actions import Advance, Attack, Clear, Deploy
from wc3d.games.warmachine.observation import columns as wm
from wc3d.games.warmachine.observation.observer import Observer as WarmachineObserver
from wc3d.rl.feature_rows import POINTER_SCALE
from wc3d.rl.name_tables import NUMBER_SCALE
from wc3d.rl.terrain_rows import LAYER_NAMES, TERRAIN_COLUMNS
from wc3d.table.features import Kind

pytest.importorskip("pettingzoo")

from wc3d.games.warmachine.environment import warmachine
from wc3d.rl.choice_sampling import sample_choices

OBSERVERS: dict[str, Any] = {
    "neo-mechanika": NeoMechanikaObserver(),
    "warmachine": WarmachineObserver(),
}

NEO_MECHANIKA_GAMES = (
    ("crossroads", "boiling_point", "marcher_worlds_skirmish", "iron_star_alliance_skirmish"),
    ("old-quarter", "strange_matter", "empyreans_sabers_skirmish", "aeternus_continuum_skirmish"),
    ("ravine", "decay_constant", "marcher_worlds_full", "aeternus_continuum_engines_full"),
)
WARMACHINE_GAMES = (
    ("battle", "cygnar", "khador"),
    ("battle", "protectorate", "cryx"),
    ("armies", "pikes_and_rifles", "husks_and_brute"),
)


def begin_neo_mechanika(board: str, mission: str, one: str, two: str, seed: int = 5) -> Game:
    """A new game of two sample forces."""
    try:
        return new_game(
            wc3d.board(board), (sample_force(one), sample_force(two)), mission, seed=seed
        )
    except wc3d.InputError:
        return new_game(
            wc3d.board(board), (sample_force(one), sample_force(two)), "boiling_point", seed=seed
        )


def begin_warmachine(mission: str, one: str, two: str, seed: int = 5) -> Game:
    """A new game of two included armies."""
    env = warmachine(mission=mission, forces=(one, two))
    env.reset(seed=seed)
    return env.game


def positions(game: Game, steps: int, seed: int = 1) -> Iterator[tuple[Any, int, list[Any]]]:
    """The views' states of a game played by chance, with the mover and its choices."""
    chance = random.Random(seed)
    for _ in range(steps):
        if game.over or game.to_act is None:
            return
        view = game.view(game.to_act)
        choices = sample_choices(view, chance, 200)
        yield view.state, game.to_act, choices
        game.apply(chance.choice([c for c in choices if c.type != "concede"]))


def last_position(game: Game, steps: int, seed: int = 1) -> tuple[Any, int]:
    """The view's state and the mover after so many steps by chance."""
    *_, (state, player, _) = positions(game, steps, seed)
    return state, player


GAMES = [
    *((begin_neo_mechanika, each) for each in NEO_MECHANIKA_GAMES),
    *((begin_warmachine, each) for each in WARMACHINE_GAMES),
]


@pytest.mark.parametrize(("begin", "how"), GAMES, ids=lambda value: str(value)[:30])
def test_no_two_choices_have_the_same_row(begin: Any, how: tuple[str, ...]) -> None:
    game = begin(*how)
    observer = OBSERVERS[game.rules.name]
    count = 0
    for state, player, choices in positions(game, 100):
        rows = observer.encode_choices(state, player, choices)
        by_row: dict[bytes, Any] = {}
        for row, choice in zip(rows, choices, strict=True):
            assert by_row.setdefault(row.tobytes(), choice) is choice
        count += len(choices)
        assert np.isfinite(rows).all()
    assert count > 500


@pytest.mark.parametrize(("begin", "how"), GAMES, ids=lambda value: str(value)[:30])
def test_rows_do_not_depend_on_what_was_seen_before(begin: Any, how: tuple[str, ...]) -> None:
    """Rows are kept from step to step. They are the same as those made anew."""
    game = begin(*how)
    kept = OBSERVERS[game.rules.name]
    for number, (state, player, choices) in enumerate(positions(game, 46, seed=2)):
        arrays = kept.encode_state(state, player, True)
        assert {name: array.shape for name, array in arrays.items()} == dict(kept.shapes)
        if number % 15 == 0:
            fresh = type(kept)()
            assert all(
                np.array_equal(arrays[name], array)
                for name, array in fresh.encode_state(state, player, True).items()
            )
            rows = fresh.encode_choices(state, player, choices)
            assert np.array_equal(rows, kept.encode_choices(state, player, choices))


def test_a_model_row_says_what_the_model_is() -> None:
    game = begin_neo_mechanika(*NEO_MECHANIKA_GAMES[0])
    state, player = last_position(game, 60)
    observer = OBSERVERS["neo-mechanika"]
    arrays = observer.encode_state(state, player, True)
    tables = observer.tables_of(state, player)
    assert [id[0] for id in tables.models] == sorted(
        (id[0] for id in tables.models), key=lambda p: p != str(player)
    )
    for id, number in tables.model_row.items():
        row = dict(zip(nm.MODEL.names, arrays["models"][number].tolist(), strict=True))
        model, card = state.models[id], state.setup.card_of(id)
        assert row["own"] == (state.owner(id) == player)
        assert row["in_play"] == (model.at is not None)
        assert row["def"] == pytest.approx(card.def_ / 10)
        assert row["rat"] == pytest.approx(card.rat / 10)
        assert row["health"] == pytest.approx((card.health - model.damage) / 10)
        assert row["card_number"] * NUMBER_SCALE == nm.NUMBERS["unit"].number(card.id)
        if model.unit:
            assert row["unit_row"] * POINTER_SCALE - 1 == tables.unit_row[model.unit]
            assert row["unit_arc"] == pytest.approx(state.units[model.unit].arc / 10)
        weapons = [w for w in state.setup.weapons[id] if w.card.kind in ("melee", "ranged")]
        shown = [row[f"weapon_{slot}_weapon_number"] * NUMBER_SCALE for slot in range(len(weapons))]
        assert shown == [nm.NUMBERS["weapon"].number(w.card.id) for w in weapons]
        abilities = np.flatnonzero(arrays["abilities"][number]).tolist()
        assert abilities == sorted(
            nm.NUMBERS["ability"].number(a) for a in state.setup.abilities[id]
        )


def test_a_warjack_row_shows_its_systems() -> None:
    game = begin_warmachine("battle", "cygnar", "khador")
    state, player = last_position(game, 110, seed=3)
    observer = OBSERVERS["warmachine"]
    arrays = observer.encode_state(state, player, True)
    tables = observer.tables_of(state, player)
    for id, number in tables.model_row.items():
        row = dict(zip(wm.MODEL.names, arrays["models"][number].tolist(), strict=True))
        model = state.models[id]
        assert row["focus"] == pytest.approx(model.focus / 10)
        assert row["warjack"] == model.is_warjack
        for system in wm.SYSTEMS:
            grid = state.damage_grid(id) if model.is_warjack else None
            boxes = grid.system_boxes(system) if grid is not None else ()
            whole = bool(boxes) and not any(box in grid.marked for box in boxes)  # type: ignore[union-attr]
            assert (row[f"system_{system}"] == 1.0) == whole


def test_cards_are_the_own_hand_and_what_lies_open() -> None:
    game = begin_neo_mechanika(*NEO_MECHANIKA_GAMES[0])
    for player in (1, 2):
        state = game.view(player).state
        cards = OBSERVERS["neo-mechanika"].encode_state(state, player, False)["cards"]
        shown = cards[cards[:, nm.CARD["present"]] > 0]
        numbers = (shown[:, nm.CARD["cypher_number"]] * NUMBER_SCALE).tolist()
        assert numbers == [
            nm.NUMBERS["cypher"].number(card) for card in game.state.players[player].hand
        ]


def test_a_choice_row_points_to_what_it_names() -> None:
    game = begin_neo_mechanika(*NEO_MECHANIKA_GAMES[0])
    observer = OBSERVERS["neo-mechanika"]
    kinds: set[str] = set()
    for state, player, choices in positions(game, 150):
        rows = observer.encode_choices(state, player, choices)
        tables = observer.tables_of(state, player)
        for action, numbers in zip(choices, rows, strict=True):
            row = dict(zip(nm.CHOICE.names, numbers.tolist(), strict=True))
            kinds.add(action.type)
            assert row[f"is_{action.type}"] == 1.0
            assert row["action_number"] * NUMBER_SCALE == nm.NUMBERS["action"].number(action.type)
            if isinstance(action, Attack):
                assert row["model_row"] * POINTER_SCALE - 1 == tables.model_row[action.model]
                if action.target in tables.model_row:
                    pointed = row["target_model_row"] * POINTER_SCALE - 1
                    assert pointed == tables.model_row[action.target]
            if isinstance(action, Advance) and action.path:
                at: Any = action.path[-1]
                x, y = at[:2] if isinstance(at, tuple) else (getattr(at, "jump", None) or at.to)[:2]
                place = tables.place((x, y, 0.0))
                assert (row["to_x"], row["to_y"]) == pytest.approx(place[:2])
            if isinstance(action, Clear):
                assert row["amount"] == pytest.approx(sum(action.arc.values()) / 10)
            if isinstance(action, Deploy):
                assert row["unit_row"] * POINTER_SCALE - 1 == tables.unit_row[action.unit]
    assert {"advance", "attack", "clear", "deploy"} <= kinds


def test_the_raster_shows_terrain_from_the_own_edge() -> None:
    table = wc3d.board("crossroads")
    game = begin_neo_mechanika(*NEO_MECHANIKA_GAMES[0])
    state, player = last_position(game, 12)
    arrays = OBSERVERS["neo-mechanika"].encode_state(state, player, True)
    north = state.players[player].side == "north"
    raster = dict(zip(LAYER_NAMES, arrays["raster"], strict=True))
    for feature in table.features:
        x, y = (feature.box[0] + feature.box[2]) / 2, (feature.box[1] + feature.box[3]) / 2
        x, y = (table.size[0] - x, table.size[1] - y) if north else (x, y)
        column, row = int(x / table.size[0] * 32), int(y / table.size[1] * 32)
        if feature.kind is Kind.FOREST:
            assert raster["rough"][row, column] > 0 and raster["obscuring"][row, column] > 0
    assert raster["height"].max() == pytest.approx(
        max(f.high for f in table.features) / table.size[0]
    )
    rows = arrays["terrain"]
    shown = rows[rows[:, TERRAIN_COLUMNS["present"]] > 0]
    assert len(shown) == len(table.features)
    assert shown[:, TERRAIN_COLUMNS["cover"]].tolist() == [float(f.cover) for f in table.features]
