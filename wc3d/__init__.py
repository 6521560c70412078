"""wc3d: a miniatures table in true 3D, decided exactly, and a whole game played on it.

A table, and what is asked of it (inches; x east, y north, z up; the origin is the south-west corner):

    table = wc3d.load_map("ravine")  # or a file, or new_table((30, 30), [feature("wall", "structure", box(...))])
    table = table.with_bodies(wc3d.Body("jack", "large", (10, 4)), wc3d.Body("hunter", "small", (22, 31, 5)))
    table.sight("jack", "hunter")                        # truthy if clear, with the line that proves it
    table.distance, cover, spray, blast, within, stand, move, jump, slam, reach, seen_from: see help(wc3d.Table)
    wc3d.save_map(table, "mine.json")

A game: people, bots and programs play it through one door. `help(wc3d.Game)`, `help(wc3d.View)`:

    forces = wc3d.warcaster.sample_force("marcher_worlds_skirmish"), wc3d.warcaster.load_force("mine.json")
    game = wc3d.warcaster.new_game(wc3d.load_map("crossroads"), forces, "boiling_point", seed=7)
    game.offers(), game.check(action), game.apply(action), game.undo(), game.redo(), game.view(1)
    ahead = game.view(1).fork(random.Random(1))         # a search: what is hidden dealt by chance, no log, no record
    ahead.fork().apply(action), help(wc3d.Position)     # microseconds a fork; `apply` takes dice of your choice, too
    env = wc3d.env.neo_mechanika()                       # for programs that learn: a PettingZoo environment (wc3d[rl])
    bots = wc3d.players.bots_of(game.rules)              # {"regular": ..., "random": ...}: made from a seed, they `choose`

Chances, exact: `wc3d.odds("dusk wolf", "rail gun", "marauder", cover=True).hit`.

Whatever is wrong with what you give raises `InputError`, with one line that says what, where and what was expected.
`import wc3d` is quick: what a name needs is imported when the name is first used.
"""
from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any
from zipimport import zipimporter

if TYPE_CHECKING:
    from wc3d import env as env
    from wc3d import players as players
    from wc3d import warcaster as warcaster
    from wc3d.engine.actions import Action as Action
    from wc3d.engine.actions import RefusedError as RefusedError
    from wc3d.engine.game import Game as Game
    from wc3d.engine.game import View as View
    from wc3d.engine.position import Position as Position
    from wc3d.errors import InputError as InputError
    from wc3d.games import load_map as load_map
    from wc3d.games import new_table as new_table
    from wc3d.games import table_from_map as table_from_map
    from wc3d.table.body import Body as Body
    from wc3d.table.features import Feature as Feature
    from wc3d.table.features import Kind as Kind
    from wc3d.table.layout import Ladder as Ladder
    from wc3d.table.maps.building import Shape as Shape
    from wc3d.table.maps.building import box as box
    from wc3d.table.maps.building import cylinder as cylinder
    from wc3d.table.maps.building import feature as feature
    from wc3d.table.maps.building import mesh as mesh
    from wc3d.table.maps.building import prism as prism
    from wc3d.table.maps.map_file import MapError as MapError
    from wc3d.table.maps.map_file import save_map as save_map
    from wc3d.table.table import Table as Table
    from wc3d.warcaster.odds.asking import odds as odds

__version__ = "0.6.0"

if isinstance(getattr(sys.modules[__name__].__spec__, "loader", None), zipimporter):
    from wc3d.unpacking import leave_zip

    leave_zip(sys.modules[__name__])

_HOMES = {
    "wc3d.engine.actions": ("Action", "RefusedError"),
    "wc3d.engine.game": ("Game", "View"),
    "wc3d.engine.position": ("Position",),
    "wc3d.errors": ("InputError",),
    "wc3d.games": ("load_map", "new_table", "table_from_map"),
    "wc3d.table.body": ("Body",),
    "wc3d.table.features": ("Feature", "Kind"),
    "wc3d.table.layout": ("Ladder",),
    "wc3d.table.maps.building": ("Shape", "box", "cylinder", "feature", "mesh", "prism"),
    "wc3d.table.maps.map_file": ("MapError", "save_map"),
    "wc3d.table.table": ("Table",),
    "wc3d.warcaster.odds.asking": ("odds",),
}

_PLACES = {name: module for module, names in _HOMES.items() for name in names}
_ROOMS = ("env", "players", "warcaster")

__all__ = ["__version__", *_PLACES]


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"wc3d.{name}")
    if name not in _PLACES:
        raise AttributeError(f"module 'wc3d' has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return [*__all__, *_ROOMS]
