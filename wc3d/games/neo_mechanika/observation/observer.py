"""The encoder of states and choices for learners: `Observer`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from wc3d.engine.actions import Action
from wc3d.games.neo_mechanika.observation.choice_rows import ChoiceRows
from wc3d.games.neo_mechanika.observation.columns import (
    CARD,
    CHOICE,
    GAME,
    GATE,
    MAX_ABILITIES,
    MAX_CARDS,
    MAX_GATES,
    MAX_MODELS,
    MAX_OBJECTIVES,
    MAX_UNITS,
    MODEL,
    OBJECTIVE,
    UNIT,
)
from wc3d.games.neo_mechanika.observation.game_tables import GameTables
from wc3d.games.neo_mechanika.observation.state_rows import (
    encode_cards,
    encode_constants,
    encode_game,
    encode_gates,
    encode_objectives,
    encode_units,
)
from wc3d.games.neo_mechanika.rules.state import State, opponent_of
from wc3d.rl.feature_rows import Rows
from wc3d.rl.terrain_rows import (
    LAYER_NAMES,
    MAX_TERRAIN,
    RASTER_CELLS,
    TERRAIN_COLUMNS,
    encode_terrain,
)

_MAX_GAMES = 16
"""The number of games and players whose rows are kept."""


class Observer:
    """An encoder of states and choices of Neo-Mechanika.

    `state_names` has the names of the columns of each array (for "raster", of its layers),
    `choice_names` those of a choice's row, and `shapes` the shape of each array.

    >>> from wc3d.games.neo_mechanika.observation.observer import Observer
    >>> observer = Observer()
    >>> observer.shapes["models"] == (96, len(observer.state_names["models"]))
    True
    """

    game = "neo-mechanika"
    state_names: Mapping[str, tuple[str, ...]] = {
        "observation": GAME.names,
        "units": UNIT.names,
        "models": MODEL.names,
        "gates": GATE.names,
        "objectives": OBJECTIVE.names,
        "cards": CARD.names,
        "terrain": TERRAIN_COLUMNS.names,
        "raster": LAYER_NAMES,
        "abilities": tuple(f"ability_{number}" for number in range(MAX_ABILITIES)),
    }
    choice_names: tuple[str, ...] = CHOICE.names
    flag_arrays: tuple[str, ...] = ("abilities",)
    shapes: Mapping[str, tuple[int, ...]] = {
        "observation": (len(GAME),),
        "units": (MAX_UNITS, len(UNIT)),
        "models": (MAX_MODELS, len(MODEL)),
        "gates": (MAX_GATES, len(GATE)),
        "objectives": (MAX_OBJECTIVES, len(OBJECTIVE)),
        "cards": (MAX_CARDS, len(CARD)),
        "terrain": (MAX_TERRAIN, len(TERRAIN_COLUMNS)),
        "raster": (len(LAYER_NAMES), RASTER_CELLS, RASTER_CELLS),
        "abilities": (MAX_MODELS, MAX_ABILITIES),
    }

    def __init__(self) -> None:
        self._tables: OrderedDict[tuple[int, int], tuple[object, GameTables]] = OrderedDict()

    def __reduce__(self) -> tuple[type[Observer], tuple[()]]:
        return Observer, ()

    def encode_state(self, state: State, player: int, to_act: bool) -> dict[str, NDArray[Any]]:
        """Return the arrays for a view's state, one for each of `state_names`.

        Arrays other than "observation" may be read-only, because steps share what is unchanged.
        """
        tables = self.tables_of(state, player)
        raster, features = encode_terrain(state.setup.table, tables.turned)
        return {
            "observation": encode_game(state, tables, to_act),
            "units": encode_units(state, tables),
            "models": tables.model_rows,
            "gates": encode_gates(state, tables),
            "objectives": encode_objectives(state, tables),
            "cards": encode_cards(state, tables),
            "terrain": features,
            "raster": raster,
            "abilities": tables.abilities,
        }

    def encode_choices(
        self, state: State, player: int, actions: Sequence[Action], rows: Rows | None = None
    ) -> Rows:
        """Return a row for each action, in `rows` if given (at least as many, all 0)."""
        if rows is None:
            rows = np.zeros((len(actions), len(CHOICE)), dtype=np.float32)
        ChoiceRows(state, self.tables_of(state, player), actions, rows)
        return rows

    def tables_of(self, state: State, player: int) -> GameTables:
        """Return the rows of units and models, brought up to date."""
        game = state.setup.game_memo_key
        key = (id(game), player)
        entry = self._tables.get(key)
        if entry is None:
            entry = self._tables[key] = (game, GameTables(state, player))
            entry[1].game_row = encode_constants(state)
            if len(self._tables) > _MAX_GAMES:
                self._tables.popitem(last=False)
        entry[1].sync(state)
        return entry[1]


def points_ahead(state: State, player: int) -> int:
    """Return a player's lead in victory points, negative if behind."""
    return cast(int, state.players[player].points - state.players[opponent_of(player)].points)
