"""The battle on the start screen: models of two sides in legal places on an included board."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from wc3d._internal.data_files import shipped_folder
from wc3d.presentation.palette import RGB, Livery
from wc3d.scene.camera import Orbit
from wc3d.scene.figure_library import figure_base
from wc3d.table.body import Body
from wc3d.table.table import Table

SIDE_RGBS: dict[int, RGB] = {1: (240, 152, 36), 2: (44, 148, 236)}
"""The colors of the two sides."""
BATTLE_ORBIT = Orbit((18.9, 18.9, 1.5), -56.0, 15.5, 18.5)
"""The view of the battle, with its middle to the right of the start screen's panels."""
BATTLE_HOUR = 17.55
"""The time of day of the battle."""


@dataclass(frozen=True)
class BattleModel:
    """A model of the battle: figure, side, place in inches and facing in degrees."""

    figure: str
    side: int
    at: tuple[float, float, float]
    facing: float

    @property
    def figure_path(self) -> str:
        """The figure's path below models3d/figures."""
        return f"neo_mechanika/{self.figure}"


FIGHTERS = (
    BattleModel("strike_raptor", 1, (17.6, 15.3, 0.0), -108.0),
    BattleModel("firebrand", 2, (24.2, 14.6, 0.0), 98.0),
    BattleModel("jax_redblade", 1, (19.1, 13.4, 0.0), -120.0),
    BattleModel("ranger_infiltrators", 1, (16.6, 13.0, 0.0), -190.0),
    BattleModel("ranger_infiltrators", 1, (16.1, 16.9, 0.0), -175.0),
    BattleModel("paladin_enforcers", 2, (22.3, 16.4, 0.0), 100.0),
    BattleModel("paladin_enforcers", 2, (24.7, 12.0, 0.0), 80.0),
    BattleModel("paladin_enforcers", 2, (26.6, 13.2, 0.0), 85.0),
    BattleModel("hunter", 1, (18.0, 18.6, 0.0), -85.0),
    BattleModel("paladin_annihilators", 2, (23.3, 18.6, 5.0), 112.0),
    BattleModel("paladin_annihilators", 2, (24.0, 20.6, 5.0), 100.0),
    BattleModel("justicar_voss", 2, (26.4, 15.4, 0.0), 95.0),
    BattleModel("ranger_fire_team", 1, (15.0, 20.4, 3.5), -90.0),
    BattleModel("paladin_aegis", 2, (30.2, 12.4, 3.5), 80.0),
)
"""The models of the battle, the largest and foremost first."""
FIGHTERS_BY_ID = {
    f"{fighter.side}.battle.{number}": fighter for number, fighter in enumerate(FIGHTERS)
}


def battle_board() -> Path:
    """Return the map of the battle."""
    return shipped_folder("maps") / "old-quarter.json"


def place_fighters(table: Table, count: int = len(FIGHTERS)) -> Table:
    """Return a table with the first `count` models; a model without a figure is left out."""
    bodies = []
    for id, fighter in islice(FIGHTERS_BY_ID.items(), count):
        base = figure_base(fighter.figure_path)
        if base is not None:
            bodies.append(Body(id, base, fighter.at, "unit"))
    return table.with_bodies(*bodies)


def battle_liveries() -> dict[str, Livery]:
    """Return the look of each model of the battle."""
    return {
        id: Livery(SIDE_RGBS[fighter.side], fighter.side, figure=fighter.figure_path)
        for id, fighter in FIGHTERS_BY_ID.items()
    }


def battle_facings() -> dict[str, float]:
    """Return the facing of each model of the battle in degrees."""
    return {id: fighter.facing for id, fighter in FIGHTERS_BY_ID.items()}
