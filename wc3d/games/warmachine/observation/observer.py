"""The encoder of states and choices for learners: `Observer`."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wc3d._internal.memo import memo_on_state
from wc3d.engine.actions import Action
from wc3d.games.warmachine.observation.choice_rows import ChoiceRows
from wc3d.games.warmachine.observation.columns import (
    CASTER_SPELL,
    CHOICE,
    CLOUD,
    GAME,
    MAX_CLOUDS,
    MAX_MODELS,
    MAX_SPELLS,
    MAX_TRAITS,
    MAX_UNITS,
    MODEL,
    UNIT,
)
from wc3d.games.warmachine.observation.game_tables import GameTables, count_boxes
from wc3d.games.warmachine.observation.state_rows import (
    encode_clouds,
    encode_game,
    encode_spells,
    encode_units,
)
from wc3d.games.warmachine.rules.state import State, opponent_of
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
    """An encoder of states and choices of WARMACHINE.

    `state_names` has the names of the columns of each array (for "raster", of its layers),
    `choice_names` those of a choice's row, and `shapes` the shape of each array.

    >>> from wc3d.games.warmachine.observation.observer import Observer
    >>> observer = Observer()
    >>> observer.shapes["models"] == (96, len(observer.state_names["models"]))
    True
    """

    game = "warmachine"
    state_names: Mapping[str, tuple[str, ...]] = {
        "observation": GAME.names,
        "units": UNIT.names,
        "models": MODEL.names,
        "spells": CASTER_SPELL.names,
        "clouds": CLOUD.names,
        "terrain": TERRAIN_COLUMNS.names,
        "raster": LAYER_NAMES,
        "traits": tuple(f"trait_{number}" for number in range(MAX_TRAITS)),
    }
    choice_names: tuple[str, ...] = CHOICE.names
    flag_arrays: tuple[str, ...] = ("traits",)
    shapes: Mapping[str, tuple[int, ...]] = {
        "observation": (len(GAME),),
        "units": (MAX_UNITS, len(UNIT)),
        "models": (MAX_MODELS, len(MODEL)),
        "spells": (MAX_SPELLS, len(CASTER_SPELL)),
        "clouds": (MAX_CLOUDS, len(CLOUD)),
        "terrain": (MAX_TERRAIN, len(TERRAIN_COLUMNS)),
        "raster": (len(LAYER_NAMES), RASTER_CELLS, RASTER_CELLS),
        "traits": (MAX_MODELS, MAX_TRAITS),
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
            "spells": encode_spells(state, tables),
            "clouds": encode_clouds(state, tables),
            "terrain": features,
            "raster": raster,
            "traits": tables.traits,
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
        """Return the rows of models and units, brought up to date."""
        key = (id(state.setup), player)
        entry = self._tables.get(key)
        if entry is None:
            entry = self._tables[key] = (state.setup, GameTables(state, player))
            if len(self._tables) > _MAX_GAMES:
                self._tables.popitem(last=False)
        entry[1].sync(state)
        return entry[1]


def boxes_ahead(state: State, player: int) -> float:
    """Return a player's lead in unmarked damage boxes, as shares of each army's own boxes."""
    return float(_box_share(state, player) - _box_share(state, opponent_of(player)))


@memo_on_state
def _box_share(state: State, player: int) -> float:
    """Return the share of an army's boxes that is unmarked. Each step asks twice for each army."""
    counts = [count_boxes(state, m) for m in state.models.values() if m.army_player == player]
    return sum(count for count, _ in counts) / max(1, sum(most for _, most in counts))
