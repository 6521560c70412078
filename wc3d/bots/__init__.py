"""Bots, and games between them. A bot sees only what its player is allowed to see.

Start at `wc3d.bots.match`. Each game has its own bots in its package.
"""

from wc3d.bots.bot_choice import BotChoice as BotChoice
from wc3d.bots.bot_choice import read_bot_choice as read_bot_choice
from wc3d.bots.match import Bot as Bot
from wc3d.bots.match import bot_names as bot_names
from wc3d.bots.match import bot_seed as bot_seed
from wc3d.bots.match import bots_of as bots_of
from wc3d.bots.match import is_own_bot as is_own_bot
from wc3d.bots.match import list_usable_bots as list_usable_bots
from wc3d.bots.match import make_bot as make_bot
from wc3d.bots.match import play_out as play_out
from wc3d.bots.match import prepare_plan_for_bots as prepare_plan_for_bots
from wc3d.bots.match import resolve_bot_name as resolve_bot_name
from wc3d.bots.match import styles_of as styles_of
from wc3d.bots.match import validate_bot_name as validate_bot_name
from wc3d.bots.rated_player import find_neighbors as find_neighbors
from wc3d.bots.rated_player import rating_range as rating_range
