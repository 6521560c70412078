"""Damage boxes as cards print them: a warjack's six columns with their systems, a warcaster's row (WM-DJA-01, WM-DCA-01)."""
from __future__ import annotations

from wc3d.games.warmachine.rules.damage_grid import HULL, GRID_SIZE, Box, DamageGrid
from wc3d.games.warmachine.rules.state import State
from wc3d.games.warmachine.text.vocabulary import SYSTEM_NAMES
from wc3d.presentation.view_models import DamageBox, DamageChart, SheetRow

MAX_BOXES_PER_ROW = 10
"""Boxes of a warcaster that are drawn side by side."""
DISABLED_CONSEQUENCES = {
    "L": "its weapons cannot be used", "R": "its weapons cannot be used", "H": "its weapons cannot be used",
    "M": "SPD 1 and DEF 7; the warjack cannot charge or slam", "C": "the warjack can neither hold nor spend focus points",
    "A": "no spells can be channeled", HULL: "no effect by itself, but it counts as a disabled system",
}  # fmt: skip
"""What follows when a system is disabled (WM-DJA-07 to 13)."""


def damage_chart(state: State, id: str) -> DamageChart:
    """The boxes of a model as they are now."""
    return _grid_chart(state.damage_grid(id)) if state.models[id].is_warjack else _row_chart(state, id)


def _grid_chart(grid: DamageGrid) -> DamageChart:
    columns = tuple(tuple(_chart_box(grid, (c, r)) for r in range(1, GRID_SIZE + 1)) for c in range(1, GRID_SIZE + 1))
    parts = tuple(_system_row(grid, system) for system in grid.systems)
    return DamageChart(columns, tuple(map(str, range(1, GRID_SIZE + 1))), parts)


def _chart_box(grid: DamageGrid, box: Box) -> DamageBox | None:
    if box not in grid.boxes:
        return None
    system = grid.system_at(box)
    state = "marked" if box in grid.marked else "not marked"
    tip = f"column {box[0]}, {state}. {_system_row(grid, system).tip}"
    return DamageBox("" if system == HULL else system, box in grid.marked, grid.is_disabled(system), system, tip)


def _system_row(grid: DamageGrid, system: str) -> SheetRow:
    """A system: how many of its boxes are left, as the lists tell a model's, and what its loss means."""
    own = grid.system_boxes(system)
    marked, is_disabled = sum(box in grid.marked for box in own), grid.is_disabled(system)
    called = SYSTEM_NAMES.get(system, system)
    words = f"{called}: DISABLED" if is_disabled else f"{called} {len(own) - marked}/{len(own)}"
    summary = f"{marked} of {len(own)} boxes marked. Disabled when all are marked: {DISABLED_CONSEQUENCES.get(system, 'the system does not work')}"
    return SheetRow(words, f"{called}: {summary}. A warjack with three disabled systems is disabled (WM-DJA-14)", is_changed=is_disabled, id=system)


def _row_chart(state: State, id: str) -> DamageChart:
    """The boxes of a warcaster or another warrior, marked from the left (WM-DCA-01), in rows of ten."""
    whole, hurt, caster = state.setup.damage_row_size(id), state.models[id].damage, state.models[id].is_warcaster
    last = "; you lose the game when the last box is marked (WM-DCA-02)" if caster else ""
    high = -(-whole // MAX_BOXES_PER_ROW)

    def box(column: int, row: int) -> DamageBox | None:
        n = row * MAX_BOXES_PER_ROW + column
        tip = f"box {n + 1} of {whole}" + (", marked" if n < hurt else "") + last
        return DamageBox("", n < hurt, tip=tip) if n < whole else None

    return DamageChart(tuple(tuple(box(c, r) for r in range(high)) for c in range(min(MAX_BOXES_PER_ROW, whole))))
