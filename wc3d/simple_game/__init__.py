"""A game in a few methods: subclass `SimpleGame`, and play it everywhere wc3d plays games.

Start at `wc3d/simple_game/game.py`; `wc3d new game NAME` writes an example.
"""

from wc3d.engine.actions import LEGAL as LEGAL
from wc3d.engine.actions import Verdict as Verdict
from wc3d.engine.agenda import Resolution as Resolution
from wc3d.engine.dice import D6 as D6
from wc3d.engine.ruleset_types import MissionEntry as MissionEntry
from wc3d.simple_game.actions import SimpleAction as SimpleAction
from wc3d.simple_game.actions import allowed_if as allowed_if
from wc3d.simple_game.actions import refuse as refuse
from wc3d.simple_game.events import DiceShot as DiceShot
from wc3d.simple_game.events import ModelHurt as ModelHurt
from wc3d.simple_game.events import ModelWalked as ModelWalked
from wc3d.simple_game.events import PointsWon as PointsWon
from wc3d.simple_game.events import SimpleEvent as SimpleEvent
from wc3d.simple_game.game import SimpleGame as SimpleGame
from wc3d.simple_game.state import SimpleModel as SimpleModel
from wc3d.simple_game.state import SimpleObjective as SimpleObjective
from wc3d.simple_game.state import SimpleState as SimpleState
from wc3d.table.maps.strict_json import Point2D as Point2D
from wc3d.table.space_policy import SpacePolicy as SpacePolicy
from wc3d.table.table import Table as Table
