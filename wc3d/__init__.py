"""wc3d: a miniatures table in true 3D, decided exactly, and a whole game played on it.

    table = wc3d.load_map("maps/ravine.json").with_bodies(Body("jack", base="large", at=(10, 4)), ...)
    table.sight("jack", "hunter")  # truthy if clear, with the line that proves it
    game = wc3d.warcaster.new_game(table, forces=(red, blue), mission="boiling_point", seed=7)

`import wc3d` is quick: what a name needs is imported when the name is first used.
"""
from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wc3d.errors import InputError as InputError
    from wc3d.games import load_map as load_map
    from wc3d.games import table_from_map as table_from_map
    from wc3d.table.body import Body as Body
    from wc3d.table.features import Kind as Kind
    from wc3d.table.features import feature as feature
    from wc3d.table.layout import Ladder as Ladder
    from wc3d.table.maps.map_file import MapError as MapError
    from wc3d.table.maps.map_file import save_map as save_map
    from wc3d.table.table import Table as Table

__version__ = "0.5.0"

_HOMES = {
    "InputError": "wc3d.errors",
    "Kind": "wc3d.table.features",
    "feature": "wc3d.table.features",
    "MapError": "wc3d.table.maps.map_file",
    "load_map": "wc3d.games",
    "save_map": "wc3d.table.maps.map_file",
    "table_from_map": "wc3d.games",
    "Body": "wc3d.table.body",
    "Ladder": "wc3d.table.layout",
    "Table": "wc3d.table.table",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    if name == "warcaster":
        return import_module("wc3d.warcaster")
    if name not in _HOMES:
        raise AttributeError(f"module 'wc3d' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__
