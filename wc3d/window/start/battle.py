"""The battle on the start screen: models of two sides in legal places on an included board."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from wc3d._internal.data_files import shipped_folder
from wc3d.presentation.facing import face_enemies
from wc3d.presentation.palette import RGB, Livery
from wc3d.scene.camera import Orbit
from wc3d.scene.figure_library import figure_base
from wc3d.table.body import Body
from wc3d.table.table import Table

SIDE_RGBS: dict[int, RGB] = {1: (44, 148, 236), 2: (222, 62, 96)}
"""The colors of the two sides."""
BATTLE_ORBIT = Orbit((14.8, 8.0, 1.5), 8.0, 20.0, 23.5)
"""The view of the battle, with its middle to the right of the start screen's panels."""


@dataclass(frozen=True)
class BattleModel:
    """A model of the battle: its figure, its side and its place in inches."""

    figure: str
    side: int
    at: tuple[float, float, float]

    @property
    def figure_path(self) -> str:
        """The figure's path below models3d/figures."""
        return f"neo_mechanika/{self.figure}"


FIGHTERS = (
    BattleModel("firebrand", 1, (16.6, 6.8, 0.0)),
    BattleModel("nemesis", 2, (23.4, 6.2, 0.0)),
    BattleModel("scourge", 2, (21.0, 5.9, 0.0)),
    BattleModel("morningstar", 1, (15.6, 8.6, 0.0)),
    BattleModel("paladin_siegebreaker", 1, (17.6, 4.2, 0.0)),
    BattleModel("vassal_raiders", 2, (20.2, 3.6, 0.0)),
    BattleModel("vassal_raiders", 2, (21.4, 2.9, 0.0)),
    BattleModel("vassal_raiders", 2, (21.6, 4.3, 0.0)),
    BattleModel("paladin_defenders", 1, (15.5, 2.3, 0.0)),
    BattleModel("paladin_defenders", 1, (13.9, 2.5, 0.0)),
    BattleModel("paladin_defenders", 1, (17.0, 2.6, 0.0)),
    BattleModel("justicar_voss", 1, (15.3, 15.1, 2.5)),
    BattleModel("paladin_annihilators", 1, (14.9, 10.8, 0.0)),
    BattleModel("paladin_annihilators", 1, (16.2, 10.6, 0.0)),
    BattleModel("paladin_annihilators", 1, (15.4, 12.0, 0.0)),
    BattleModel("hierotheos_raxis", 2, (22.3, 8.0, 0.0)),
    BattleModel("vassal_reavers", 2, (19.6, 9.8, 0.0)),
    BattleModel("vassal_reavers", 2, (21.0, 10.0, 0.0)),
    BattleModel("vassal_reavers", 2, (20.4, 11.2, 0.0)),
    BattleModel("marauder", 2, (23.6, 10.2, 0.0)),
    BattleModel("vassal_witch_hunters", 2, (23.2, 18.2, 3.5)),
    BattleModel("vassal_witch_hunters", 2, (23.2, 20.4, 3.5)),
    BattleModel("paladin_enforcers", 1, (7.4, 10.6, 3.5)),
    BattleModel("paladin_enforcers", 1, (7.4, 8.8, 3.5)),
    BattleModel("raker", 2, (25.6, 4.2, 0.0)),
)
"""The models of the battle, the largest and foremost first."""


def battle_board() -> Path:
    """Return the map of the battle."""
    return shipped_folder("maps") / "glaziers-row.json"


def place_fighters(table: Table, count: int = len(FIGHTERS)) -> Table:
    """Return a table with the first `count` models; a model without a figure is left out."""
    bodies = []
    for number, fighter in enumerate(FIGHTERS[:count]):
        base = figure_base(fighter.figure_path)
        if base is not None:
            bodies.append(Body(f"{fighter.side}.battle.{number}", base, fighter.at, "unit"))
    return table.with_bodies(*bodies)


def battle_liveries() -> dict[str, Livery]:
    """Return the look of each model of the battle."""
    return {
        f"{fighter.side}.battle.{number}": Livery(
            SIDE_RGBS[fighter.side], fighter.side, figure=fighter.figure_path
        )
        for number, fighter in enumerate(FIGHTERS)
    }


def battle_facings(table: Table) -> dict[str, float]:
    """Return the facing of each model of the battle, toward its nearest enemy."""
    return face_enemies(table.bodies, {body.id: int(body.id[0]) for body in table.bodies})
