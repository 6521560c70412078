"""Bots, and games between them. A bot sees only what its player may see.

Start at `wc3d.bots.match`. The bots of each game are in a package of its name.
"""
from wc3d.bots.match import Bot as Bot
from wc3d.bots.match import agreed as agreed
from wc3d.bots.match import bot_names as bot_names
from wc3d.bots.match import bot_seed as bot_seed
from wc3d.bots.match import bots_of as bots_of
from wc3d.bots.match import known_bot as known_bot
from wc3d.bots.match import make_bot as make_bot
from wc3d.bots.match import play_out as play_out
from wc3d.bots.match import present_name as present_name
from wc3d.bots.match import usable_bots as usable_bots
