"""Games, one folder each, and the list of games for programs that use wc3d.

A game is a plug-in: no package below this one knows it. `wc3d.registry` makes the list.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from wc3d.registry import GAMES as GAMES
from wc3d.registry import NEO_MECHANIKA as NEO_MECHANIKA
from wc3d.registry import WARMACHINE as WARMACHINE
from wc3d.registry import BookEntry as BookEntry
from wc3d.registry import CommandEntry as CommandEntry
from wc3d.registry import GameEntry as GameEntry
from wc3d.registry import all_games as all_games
from wc3d.registry import cautions_of as cautions_of
from wc3d.registry import describe_rulings as describe_rulings
from wc3d.registry import first_game as first_game
from wc3d.registry import game_entry as game_entry
from wc3d.registry import judge_book as judge_book
from wc3d.registry import load as load
from wc3d.registry import load_map as load_map
from wc3d.registry import map_shelf as map_shelf
from wc3d.registry import mission_file as mission_file
from wc3d.registry import new_table as new_table
from wc3d.registry import options_of as options_of
from wc3d.registry import own_interaction as own_interaction
from wc3d.registry import own_window as own_window
from wc3d.registry import playable as playable
from wc3d.registry import rebuilder as rebuilder
from wc3d.registry import register as register
from wc3d.registry import rulebook_of as rulebook_of
from wc3d.registry import rules_of as rules_of
from wc3d.registry import space_of as space_of
from wc3d.registry import table_from_map as table_from_map
from wc3d.registry import using_cards as using_cards

if TYPE_CHECKING:
    from wc3d.games import neo_mechanika as neo_mechanika
    from wc3d.games import warmachine as warmachine

_PACKAGES = ("neo_mechanika", "warmachine")


def __getattr__(name: str) -> Any:
    if name not in _PACKAGES:
        raise AttributeError(f"module 'wc3d.games' has no attribute {name!r}")
    return import_module(f"wc3d.games.{name}")
