"""The board from above in the terminal: every model with the way it looks, terrain, water and clouds, and no distance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.games.warmachine.rules.building import box
from tests.games.warmachine.rules.playing import battle, state_of
from tests.games.warmachine.rules.test_no_distances import NEARER
from wc3d.games.warmachine.rules.state import CloudInPlay
from wc3d.games.warmachine.ruleset import WARMACHINE

PLACED = {"1.anvil": (20.5, 20.5, 40.0), "2.mortar": (30.5, 30.5, 270.0)}


def plan(game, monkeypatch, columns="120"):
    """What `map` answers."""
    monkeypatch.setenv("COLUMNS", columns)
    return WARMACHINE.text.player_queries["map"](game, "")


def test_models_stand_in_their_cell_and_look_their_way(monkeypatch):
    lines = plan(battle(PLACED), monkeypatch)
    rows = lines[1:49]
    assert rows[47 - 20][5 + 40 : 5 + 42] == "B↗" and rows[47 - 30][5 + 60 : 5 + 62] == "b↓"
    assert "  B↗ Anvil, facing north-east" in lines and "  b↓ Mortar, facing south" in lines
    assert (
        lines.index("Player 1:")
        < lines.index("  B↗ Anvil, facing north-east")
        < lines.index("Player 2:")
    )


def test_water_and_clouds_are_drawn_and_named(monkeypatch):
    terrain = (
        box("pond", "rough", (10, 10), (4, 4), water=True),
        box("lake", "impassable", (40, 10), (4, 4), water=True),
    )
    game = battle(PLACED, terrain=terrain)
    game.state = replace(state_of(game), clouds=(CloudInPlay("cloud.1", (15.5, 40.5), 3.0, 1),))
    lines = plan(game, monkeypatch)
    assert (
        lines[1 + 47 - 10][5 + 20 : 5 + 22] == "w~" and lines[1 + 47 - 10][5 + 80 : 5 + 82] == "w%"
    )
    assert lines[1 + 47 - 40][5 + 30 : 5 + 32] == "::"
    assert any("w~ shallow water  w% deep water" in line for line in lines)


@pytest.mark.rule("WM-GEO-38")
def test_the_map_tells_no_distance_that_is_not_measured(monkeypatch):
    found = [
        plan(battle({**PLACED, "2.mortar": (30.5 + off, 30.5, 270.0)}), monkeypatch)
        for off in (-NEARER, NEARER)
    ]
    assert found[0] == found[1] and not any('"' in line for line in found[0])


def test_a_narrow_terminal_gets_a_coarser_map(monkeypatch):
    assert max(map(len, plan(battle(PLACED), monkeypatch, "72")[:30])) <= 72
