"""Games: plug-ins on top of all other packages, which find them by name through `wc3d.registry`.

Programs that use wc3d import the list of games from here.
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
from wc3d.registry import describe_rulings as describe_rulings
from wc3d.registry import game_entry as game_entry
from wc3d.registry import game_options as game_options
from wc3d.registry import load_controller_hooks as load_controller_hooks
from wc3d.registry import load_judge_book as load_judge_book
from wc3d.registry import load_lessons as load_lessons
from wc3d.registry import load_map as load_map
from wc3d.registry import load_object as load_object
from wc3d.registry import load_rulebook as load_rulebook
from wc3d.registry import load_window_hooks as load_window_hooks
from wc3d.registry import map_cache as map_cache
from wc3d.registry import mission_file_model as mission_file_model
from wc3d.registry import new_table as new_table
from wc3d.registry import playable_games as playable_games
from wc3d.registry import rebuilder as rebuilder
from wc3d.registry import register as register
from wc3d.registry import rules_of as rules_of
from wc3d.registry import space_policy_of as space_policy_of
from wc3d.registry import start_cautions as start_cautions
from wc3d.registry import table_from_map as table_from_map
from wc3d.registry import with_added_cards as with_added_cards

if TYPE_CHECKING:
    from wc3d.games import neo_mechanika as neo_mechanika
    from wc3d.games import warmachine as warmachine

_PACKAGES = ("neo_mechanika", "warmachine")


def __getattr__(name: str) -> Any:
    if name not in _PACKAGES:
        raise AttributeError(f"module 'wc3d.games' has no attribute {name!r}")
    return import_module(f"wc3d.games.{name}")
