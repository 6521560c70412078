"""The board as text: a plan with models, objectives and terrain, and what its labels stand for."""
from __future__ import annotations

import math
import shutil

import numpy as np
import shapely

from wc3d.table.features import Kind
from wc3d.table.maps.lint_levels import region_of
from wc3d.table.table import Table
from wc3d.table.terrain.standing import footprint
from wc3d.warcaster.missions.securing import secured_by
from wc3d.warcaster.moving.carrying import carrier, lying, place_of
from wc3d.warcaster.state import PLAYERS, State, Unit, Where
from wc3d.warcaster.words.question_words import facts
from wc3d.warcaster.words.short_names import labels
from wc3d.warcaster.words.vocabulary import effect_name, name, place

MARKS = {
    Kind.STRUCTURE: "#", Kind.IMPASSABLE: "%", Kind.OBSTACLE: "=", Kind.FOREST: "'", Kind.OBSCURING: ":", Kind.ROUGH: "~",
}  # fmt: skip
"""How terrain is drawn; what stands earlier here is drawn over the rest."""

SOLID = (Kind.STRUCTURE, Kind.IMPASSABLE, Kind.OBSTACLE)
"""What is drawn with its height in inches."""

CELLS = (1.0, 1.5, 2.0, 3.0)
"""Sizes of a plan's cell in inches: the smallest that fits the terminal is taken."""

SHARE = 0.2
"""How much of a cell a feature fills at least where it is drawn: fences are seen, too."""

EVERY = 5
"""Inches between the numbers at the edges."""


def plan(state: State) -> list[str]:
    """The board from above, north at the top, with coordinates at its edges, and what the signs on it mean."""
    table = state.setup.table
    cell = _cell(table.size[0])
    grid = _terrain(table, cell)
    shown = labels(state)
    things: list[tuple[str, tuple[float, ...]]] = [(k.id, k.at) for k in table.ladders]
    things += [(o.id, place_of(state, o.id)) for o in lying(state)] + [(b.id, b.at) for b in state.bodies]
    for id, (x, y, *_) in things:
        grid[min(int(y / cell), len(grid) - 1)][min(int(x / cell), len(grid[0]) - 1)] = shown.get(id, "?").ljust(2)
    lines = []
    for i in reversed(range(len(grid))):
        edge = _number(i, cell)
        lines.append(f"{edge:>3} |{''.join(grid[i])}|")
    rule = "    +" + "-" * (2 * len(grid[0])) + "+"
    below = "     " + "".join(_number(i, cell).ljust(2) for i in range(len(grid[0])))
    return [rule, *lines, rule, below.rstrip(), *_terrain_legend(table), *_legend(state, shown)]


def _cell(width: float) -> float:
    columns = shutil.get_terminal_size().columns
    return next((c for c in CELLS if 2 * width / c + 6 <= columns), CELLS[-1])


def _number(i: int, cell: float) -> str:
    """The coordinate to be written at the edge of a cell's row or column, if a multiple of 5 inches falls in it."""
    above = math.ceil(i * cell / EVERY) * EVERY
    return f"{above:g}" if above < (i + 1) * cell else ""


def _terrain(table: Table, cell: float) -> list[list[str]]:
    """The rows of the plan from south to north, with terrain only."""
    width, depth = table.size
    west, south = np.meshgrid(np.arange(0, width, cell), np.arange(0, depth, cell))
    cells = shapely.box(west, south, west + cell, south + cell)
    grid = [[" ." if (i + j) % 2 else "  " for i in range(cells.shape[1])] for j in range(cells.shape[0])]
    for feature in sorted(table.features, key=lambda f: tuple(MARKS).index(f.kind), reverse=True):
        pieces = sorted(((p.high, region_of(footprint(p))) for p in feature.pieces), key=lambda piece: piece[0])
        share = shapely.area(shapely.intersection(cells, shapely.union_all([region for _, region in pieces])))
        drawn = [tuple(ji) for ji in np.argwhere(share >= SHARE * cell * cell)]
        for high, region in pieces:
            mark = MARKS[feature.kind] + (_height(high) if feature.kind in SOLID else MARKS[feature.kind])
            for j, i in drawn:
                if region.intersects(cells[j, i]):
                    grid[j][i] = mark
    return grid


def _height(inches: float) -> str:
    """A height in one character."""
    return f"{inches:.0f}" if inches < 9.5 else "+"


def _terrain_legend(table: Table) -> list[str]:
    kinds = [k for k in MARKS if any(f.kind is k for f in table.features)]
    told = [f'{MARKS[k]}2 {k.value}, 2" high' if k in SOLID else f"{2 * MARKS[k]} {k.value}" for k in kinds]
    return ["     " + "  ".join(told)] if told else []


def terrain(state: State) -> list[str]:
    """Every feature of the terrain by its id: what it is, how high, and from where to where; then the ladders."""
    table, lines = state.setup.table, []
    for f in table.features:
        west, south, east, north = shapely.union_all([region_of(footprint(p)) for p in f.pieces]).bounds
        high = f'{f.low:.4g}" to {f.high:.4g}" high' if f.low else f'{f.high:.4g}" high' if f.high else "flat"
        lines.append(f"{f.id}: {f.kind.value}, {high}, x {west:.4g} to {east:.4g}, y {south:.4g} to {north:.4g}")
    return [*lines, *_ladders(table, labels(state))]


def _ladders(table: Table, shown: dict[str, str]) -> list[str]:
    """A line for each ladder: its sign on the plan, its id, where it stands and from which height to which it leads."""
    return [
        f'{shown.get(id, "--")} {id}: ladder at {place((*at, 0.0))}, {bottom:g}" to {top:g}" up'
        for id, at, bottom, top in ((k.id, k.at, k.bottom, k.top) for k in table.ladders)
    ]


def _legend(state: State, shown: dict[str, str]) -> list[str]:
    """What the labels stand for: one line for each unit, then void gates and objectives."""
    lines = []
    for player in PLAYERS:
        lines.append(f"{state.setup.names[player - 1]} ({state.players[player].side or 'no side yet'}):")
        for unit in state.units_in_play(player):
            at = ", ".join(f"{shown.get(m.id, '?')} {place(state.place(m.id))}" for m in state.models_of(unit.id))
            lines.append(f"  {unit.name}: {at}")
        lines += [f"  {g.name}: {shown[g.id]} {place(g.at)}, {g.arc} Arc" for g in state.gates_of(player)]
    return [*lines, *objectives(state), *_ladders(state.setup.table, shown)]


def objectives(state: State) -> list[str]:
    """A line for each objective: where it is and who has it."""
    shown = labels(state)
    return [f"{shown[o.id]} {o.name}: {_objective(state, o.id)}" for o in state.objectives.values() if not o.removed]


def _objective(state: State, id: str) -> str:
    model = carrier(state, id)
    if model is not None:
        return f"carried by {name(state, model.id)}"
    holder = secured_by(state, id)
    return place(state.objectives[id].at) + (f", secured by {state.setup.names[holder - 1]}" if holder else "")


def units(state: State) -> list[str]:
    """Every unit of both players: where it is, its Arc, token, damage, effects and cards."""
    lines = []
    for player in PLAYERS:
        who = state.players[player]
        head = f"{state.setup.names[player - 1]}: {who.points} VP, {who.well} Arc in the well"
        lines.append(f"{head}, {len(who.hand)} cards in hand, {len(who.rack)} in the rack, {len(who.discard)} discarded")
        lines += [f"  {_unit(state, u)}" for u in state.units.values() if u.player == player]
        lines += [f"  {g.name}: {g.arc} Arc{_effects(g.effects)}" for g in state.gates_of(player)]
    return lines


def _unit(state: State, unit: Unit) -> str:
    cost = state.setup.card_of(unit.id).cost
    if unit.where is not Where.PLAY:
        return f"{unit.name}: " + (f"in reserve, costs {cost}" if unit.where is Where.RESERVE else "out of the game")
    return f"{unit.name}: in play" + "".join(f", {fact}" for fact in facts(state, unit))


def _effects(effects: tuple[str, ...]) -> str:
    return "".join(f", {effect_name(e)}" for e in effects)
