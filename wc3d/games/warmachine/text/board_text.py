"""The board as text and plan: the place, facing and marks of each model, without distances."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from wc3d.games.warmachine.rules.state import PLAYERS, State
from wc3d.games.warmachine.text.formatting import (
    compass_name,
    display_name,
    format_place,
    player_name,
)
from wc3d.games.warmachine.text.status_words import list_model_facts
from wc3d.table.maps.text_plan import draw_text_plan

FACING_ARROWS = "→↗↑↖←↙↓↘"
"""The arrows for facings, drawn next to a model's letter."""

PLAYER_LETTERS = (ascii_uppercase, ascii_lowercase)
"""The letters for the models of each player on the plan."""

CLOUD_SYMBOL = "::"
"""The symbol for the center of a cloud."""


def draw_board(state: State) -> list[str]:
    """Return a plan of the board with a letter and a facing for each model. Player 1 has capital
    letters.

    Positions are as exact as in the text: a tenth of an inch (`format_place`).
    """
    signs = list[tuple[str, Sequence[float]]]()
    lines = list[str]()
    for player, letters in zip(PLAYERS, PLAYER_LETTERS, strict=True):
        lines.append(f"{player_name(state, player)}:")
        for n, model in enumerate(state.models_in_play(player)):
            sign = letters[n % len(letters)] + FACING_ARROWS[round(model.facing / 45.0) % 8]
            signs.append((sign, [round(v, 1) for v in state.place(model.id)]))
            lines.append(
                f"  {sign} {display_name(state, model.id)}, facing {compass_name(model.facing)}"
            )
    clouds: list[tuple[str, Sequence[float]]] = [
        (CLOUD_SYMBOL, cloud.center) for cloud in state.clouds
    ]
    lines += [f"{CLOUD_SYMBOL} {display_name(state, cloud.id)}" for cloud in state.clouds]
    return [*draw_text_plan(state.table, [*clouds, *signs]), *lines]


def list_models(state: State) -> list[str]:
    """Return a line for each model, player by player."""
    lines = []
    for player in PLAYERS:
        side = state.sides[player - 1]
        lines.append(f"{player_name(state, player)}" + (f" ({side} edge)" if side else ""))
        for model in state.models.values():
            if model.owner == player:
                position = (
                    f"at {format_place(model.at)}, facing {compass_name(model.facing)}"
                    if model.at is not None
                    else "not on the table"
                )
                marks = "; ".join(list_model_facts(state, model)) if model.at is not None else ""
                lines.append(
                    f"  {model.id}: {display_name(state, model.id)}, {position}"
                    + (f"; {marks}" if marks else "")
                )
    return lines


def list_terrain(state: State) -> list[str]:
    """Return a line for each feature (id, name, kind, extent), then a line for each cloud."""
    lines = []
    for feature in state.table.features:
        west, south, east, north = feature.box
        lines.append(
            f"  {feature.id}: {feature.name}, {feature.kind.value}, {format_place((west, south))} to {format_place((east, north))}"
        )
    for cloud in state.clouds:
        harm = f", POW {cloud.power}" if cloud.power else ""
        across = f'{cloud.diameter:g}" wide at {format_place(cloud.center)}'
        lines.append(f"  {cloud.id}: {player_name(state, cloud.player)}'s, {across}{harm}")
    return lines or ["  no terrain"]
