"""A miniatures table in exact 3D, and the games played on it.

Boards and models (inches and degrees; x east, y north, z up from the south-west corner):

    board, boards                                   the included boards, by name
    load_map, new_table, table_from_map, save_map   a board from a file, from Python, from JSON
    feature, box, prism, cylinder, mesh             terrain and its shapes (Shape)
    Table, Feature, Kind, Ladder, Body              the types of a board and its models

    >>> import wc3d
    >>> table = wc3d.load_map("ravine")
    >>> table = table.with_bodies(wc3d.Body("jack", "large", (10, 4)),
    ...                           wc3d.Body("hunter", "small", (22, 31, 5)))
    >>> table.sight("jack", "hunter").verdict
    'clear'

    More questions: distance, cover, spray, blast, within, stand, move, jump, slam, reach,
    seen_from. See help(wc3d.Table). plan and picture draw it, and a notebook shows it.
    judge answers question files.

Games (people, bots and programs all play through the same methods):

    Game                      offers, check, apply, undo, redo, view, events
    load_game, save_game      saved games of all games
    View, Position            one player's knowledge; a position for searches
    Action, RefusedError      a player's action; the reason why the rules reject it
    wc3d.games.neo_mechanika  Neo-Mechanika: new_game, sample_force, load_force, Mission
    wc3d.bots                 bots: bots_of, make_bot, play_out
    wc3d.rl                   environments of PettingZoo and Gymnasium, for programs that learn
    odds                      exact chances of an attack

    >>> from wc3d.bots import make_bot, play_out
    >>> from wc3d.games.neo_mechanika import new_game, sample_force
    >>> forces = sample_force("marcher_worlds_skirmish"), sample_force("empyreans_skirmish")
    >>> game = new_game(wc3d.load_map("crossroads"), forces, "boiling_point", seed=7)
    >>> bots = {player: make_bot(game.rules, "recruit", player) for player in (1, 2)}
    >>> play_out(game, bots, limit=10)
    10

Errors: InputError for any unusable value, with one line that says where, what is wrong and what
was expected. MapError, which is an InputError, lists every fault of a map.

The guide explains more: the pages python, bots and formats, and the reference, in wc3d/guide.
`import wc3d` is fast: each name is imported on first use.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any
from zipimport import zipimporter

if TYPE_CHECKING:
    from wc3d import bots as bots
    from wc3d import games as games
    from wc3d import rl as rl
    from wc3d.engine.actions import Action as Action
    from wc3d.engine.actions import RefusedError as RefusedError
    from wc3d.engine.game import Game as Game
    from wc3d.engine.game import View as View
    from wc3d.engine.position import Position as Position
    from wc3d.errors import InputError as InputError
    from wc3d.games.neo_mechanika.odds.odds_by_name import odds as odds
    from wc3d.library import board as board
    from wc3d.library import boards as boards
    from wc3d.library import judge as judge
    from wc3d.library import load_game as load_game
    from wc3d.library import save_game as save_game
    from wc3d.registry import load_map as load_map
    from wc3d.registry import new_table as new_table
    from wc3d.registry import table_from_map as table_from_map
    from wc3d.table.body import Body as Body
    from wc3d.table.features import Feature as Feature
    from wc3d.table.features import Kind as Kind
    from wc3d.table.maps.build_board import Shape as Shape
    from wc3d.table.maps.build_board import box as box
    from wc3d.table.maps.build_board import cylinder as cylinder
    from wc3d.table.maps.build_board import feature as feature
    from wc3d.table.maps.build_board import mesh as mesh
    from wc3d.table.maps.build_board import prism as prism
    from wc3d.table.maps.map_file import MapError as MapError
    from wc3d.table.maps.map_file import save_map as save_map
    from wc3d.table.table import Table as Table
    from wc3d.table.table_state import Ladder as Ladder

__version__ = "0.6.0"

if isinstance(getattr(sys.modules[__name__].__spec__, "loader", None), zipimporter):
    from wc3d._internal.unpack_zip import import_from_unpacked_copy

    import_from_unpacked_copy(sys.modules[__name__])

_HOMES = {
    "wc3d.engine.actions": ("Action", "RefusedError"),
    "wc3d.engine.game": ("Game", "View"),
    "wc3d.engine.position": ("Position",),
    "wc3d.errors": ("InputError",),
    "wc3d.library": ("board", "boards", "judge", "load_game", "save_game"),
    "wc3d.registry": ("load_map", "new_table", "table_from_map"),
    "wc3d.table.body": ("Body",),
    "wc3d.table.features": ("Feature", "Kind"),
    "wc3d.table.table_state": ("Ladder",),
    "wc3d.table.maps.build_board": ("Shape", "box", "cylinder", "feature", "mesh", "prism"),
    "wc3d.table.maps.map_file": ("MapError", "save_map"),
    "wc3d.table.table": ("Table",),
    "wc3d.games.neo_mechanika.odds.odds_by_name": ("odds",),
}

_PLACES = {name: module for module, names in _HOMES.items() for name in names}
_ROOMS = ("bots", "games", "rl")


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"wc3d.{name}")
    if name not in _PLACES:
        raise AttributeError(f"module 'wc3d' has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return ["__version__", *_PLACES, *_ROOMS]
