"""Warcaster: Neo-Mechanika. Its rules begin in `rules/state.py` and `rules/turn/turn.py`.

    game = wc3d.games.neo_mechanika.new_game(
        table, forces=(red, blue), mission="boiling_point", seed=7
    )

A mission is an id, a file, or a Python object: `Mission("hill", "The Hill", "own",
(ObjectivePlan(...),), skirmish=True)`. Names load their modules when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wc3d.games.neo_mechanika.create_game import new_game as new_game
    from wc3d.games.neo_mechanika.rules.forces.force_files import Force as Force
    from wc3d.games.neo_mechanika.rules.forces.force_files import load_force as load_force
    from wc3d.games.neo_mechanika.rules.forces.force_files import sample_force as sample_force
    from wc3d.games.neo_mechanika.rules.forces.force_files import save_force as save_force
    from wc3d.games.neo_mechanika.rules.mission_plans import Mission as Mission
    from wc3d.games.neo_mechanika.rules.mission_plans import ObjectivePlan as ObjectivePlan
    from wc3d.games.neo_mechanika.rules.mission_plans import Worth as Worth
    from wc3d.games.neo_mechanika.rules.missions.book_missions import mission as mission

_HOMES = {
    "Mission": "wc3d.games.neo_mechanika.rules.mission_plans",
    "ObjectivePlan": "wc3d.games.neo_mechanika.rules.mission_plans",
    "Worth": "wc3d.games.neo_mechanika.rules.mission_plans",
    "mission": "wc3d.games.neo_mechanika.rules.missions.book_missions",
    "Force": "wc3d.games.neo_mechanika.rules.forces.force_files",
    "load_force": "wc3d.games.neo_mechanika.rules.forces.force_files",
    "new_game": "wc3d.games.neo_mechanika.create_game",
    "sample_force": "wc3d.games.neo_mechanika.rules.forces.force_files",
    "save_force": "wc3d.games.neo_mechanika.rules.forces.force_files",
}

__all__ = [
    "Force",
    "Mission",
    "ObjectivePlan",
    "Worth",
    "load_force",
    "mission",
    "new_game",
    "sample_force",
    "save_force",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'wc3d.games.neo_mechanika' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
