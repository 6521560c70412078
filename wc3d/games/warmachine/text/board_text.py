"""The board in words and from above: where each model stands, which way it looks, and what marks it. No distances: they are not
measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from wc3d.games.warmachine.rules.state import PLAYERS, State
from wc3d.games.warmachine.text.formatting import display_name, format_place, player_name
from wc3d.games.warmachine.text.question_words import list_model_facts
from wc3d.table.maps.text_plan import draw_text_plan

COMPASS_NAMES = (
    "east",
    "north-east",
    "north",
    "north-west",
    "west",
    "south-west",
    "south",
    "south-east",
)


FACING_ARROWS = "→↗↑↖←↙↓↘"
"""How a facing is drawn beside its model's letter."""

PLAYER_LETTERS = (ascii_uppercase, ascii_lowercase)
"""What stands for the models of either player on the plan."""

CLOUD_SYMBOL = "::"
"""How the middle of a cloud is drawn."""


def compass_name(facing: float) -> str:
    """A facing as the nearest of the eight winds."""
    return COMPASS_NAMES[round(facing / 45.0) % 8]


def draw_board(state: State) -> list[str]:
    """The board from above; of each model its letter, a capital for player 1's, and which way it looks.

    It tells no more of where a model stands than words do: a tenth of an inch (`place`).
    """
    signs, lines = list[tuple[str, Sequence[float]]](), list[str]()
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
    """A line for each model, player by player."""
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
    """A line for each feature: its id, its name and its kind, and from where to where it lies; then one for each cloud."""
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
