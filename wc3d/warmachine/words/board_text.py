"""The board in words: where each model stands, which way it looks, and what marks it. No distances: they are not measured."""
from __future__ import annotations

from wc3d.warmachine.state import PLAYERS, State
from wc3d.warmachine.words.question_words import facts
from wc3d.warmachine.words.vocabulary import join_words, name, place, player_name

WINDS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")


def wind(facing: float) -> str:
    """A facing as the nearest of the eight winds."""
    return WINDS[round(facing / 45.0) % 8]


def models(state: State) -> list[str]:
    """A line for each model, player by player."""
    lines = []
    for player in PLAYERS:
        side = state.sides[player - 1]
        lines.append(f"{player_name(state, player)}" + (f" ({side} edge)" if side else ""))
        for model in state.models.values():
            if model.owner == player:
                where = f"at {place(model.at)}, looks {wind(model.facing)}" if model.at is not None else "not on the table"
                told = join_words(facts(state, model)) if model.at is not None else ""
                lines.append(f"  {model.id}: {name(state, model.id)}, {where}" + (f"; {told}" if told else ""))
    return lines


def terrain(state: State) -> list[str]:
    """A line for each feature: its id, its name and its kind, and from where to where it lies; then one for each cloud."""
    lines = []
    for feature in state.table.features:
        west, south, east, north = feature.box
        lines.append(f"  {feature.id}: {feature.name}, {feature.kind.value}, {place((west, south))} to {place((east, north))}")
    for cloud in state.clouds:
        harm = f", POW {cloud.power}" if cloud.power else ""
        across = f'{cloud.diameter:g}" across at {place(cloud.center)}'
        lines.append(f"  {cloud.id}: {player_name(state, cloud.player)}'s, {across}{harm}")
    return lines or ["  no terrain"]
