"""The pages of the reference: which public names each one describes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """A page: its file name, title, introduction, the code before all examples, and its names.

    `names` maps a module to what the page describes of it. "Class.method" is a method.
    """

    file: str
    title: str
    intro: str
    setup: str
    names: dict[str, tuple[str, ...]]

    def places(self) -> Iterator[tuple[str, str]]:
        """Yield the module and the name of everything on the page, in order."""
        for module, names in self.names.items():
            for name in names:
                yield module, name


BOARDS = Page(
    "boards.md",
    "Reference: boards and terrain",
    "Boards, terrain, models, errors and odds. Most of it is in `wc3d`.\n"
    "Lengths are inches, angles are degrees counter-clockwise. `XY` is (x, y) and `XYZ` is (x, y, z): x east,\n"
    "y north, z up, from the south-west corner.",
    """\
import wc3d
table = wc3d.load_map("ravine")
""",
    {
        "wc3d.library": ("board", "boards", "judge"),
        "wc3d.games": ("load_map", "table_from_map", "new_table"),
        "wc3d.table.maps.map_file": ("save_map", "MapError"),
        "wc3d.table.maps.build_board": ("feature", "box", "prism", "cylinder", "mesh"),
        "wc3d.table.features": ("Feature", "Kind"),
        "wc3d.table.table_state": ("Ladder",),
        "wc3d.table.body": ("Body",),
        "wc3d.errors": ("InputError",),
        "wc3d.games.neo_mechanika.odds.odds_by_name": ("odds",),
        "wc3d.games.neo_mechanika.odds.duel_result": ("Result",),
    },
)

TABLE = Page(
    "table.md",
    "Reference: the table",
    "`wc3d.Table` answers questions about space. Each answer is a value that carries its evidence.\n"
    "Most answers can be used as a bool. `rules` on an answer names the rules that decided.\n"
    "Lengths are inches, angles are degrees counter-clockwise. `XY` is (x, y) and `XYZ` is (x, y, z): x east,\n"
    "y north, z up, from the south-west corner.",
    """\
import wc3d
table = wc3d.load_map("ravine").with_bodies(
    wc3d.Body("jack", "large", (10, 4)), wc3d.Body("hunter", "small", (22, 31, 5)))
""",
    {
        "wc3d.table.table": (
            "Table",
            "Table.with_bodies",
            "Table.without",
            "Table.body",
            "Table.feature",
            "Table.sight",
            "Table.sight_matrix",
            "Table.seen_from",
            "Table.distance",
            "Table.cover",
            "Table.has_cover",
            "Table.spray",
            "Table.blast",
            "Table.within",
            "Table.stand",
            "Table.move",
            "Table.jump",
            "Table.slam",
            "Table.reach",
            "Table.reposition",
            "Table.plan",
            "Table.picture",
        ),
        "wc3d.table.sight.sight": ("Sight",),
        "wc3d.table.sight.sight_area": ("SeenFrom", "SeenLevel"),
        "wc3d.table.sight.cover": ("Cover",),
        "wc3d.table.sight.sprays_and_blasts": ("Spray", "Blast"),
        "wc3d.table.terrain.standing_places": ("Stand",),
        "wc3d.table.moves.movement": ("Move",),
        "wc3d.table.moves.jumping": ("Jump",),
        "wc3d.table.moves.slams": ("Slam",),
        "wc3d.table.moves.reach": ("Reach",),
        "wc3d.table.moves.reposition": ("Reposition",),
    },
)

ENGINE = Page(
    "engine.md",
    "Reference: games",
    "A game is played through `Game`: offers, check, apply, undo, view. Searches use `Position`.",
    """\
import random
from copy import copy
from pathlib import Path
from tempfile import mkdtemp
import wc3d
import wc3d.games
from wc3d.engine.actions import Choose
from wc3d.engine.replay import load, save
from wc3d.games import rebuilder
from wc3d.games.neo_mechanika import new_game, sample_force
forces = sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish")
game = new_game(wc3d.load_map("crossroads"), forces, "boiling_point", seed=7)
def save_example():
    path = Path(mkdtemp()) / "game.jsonl"
    save(game, path)
    return path

""",
    {
        "wc3d.library": ("load_game", "save_game"),
        "wc3d.engine.game": (
            "Game",
            "Game.to_act",
            "Game.offers",
            "Game.check",
            "Game.apply",
            "Game.undo",
            "Game.redo",
            "Game.log",
            "Game.events",
            "Game.view",
            "Game.digest",
        ),
        "wc3d.engine.position": ("View", "View.fork", "Position", "Position.fork"),
        "wc3d.engine.actions": ("Action", "Choose", "Verdict", "RefusedError", "Event", "Offer"),
        "wc3d.engine.dice": ("SeededDice", "ScriptedDice", "DiceWantedError"),
        "wc3d.engine.replay": ("save", "load", "recover"),
        "wc3d.games": ("rules_of", "rebuilder", "GameEntry"),
        "wc3d.engine.ruleset": ("RuleSet",),
    },
)

BOTS = Page(
    "bots.md",
    "Reference: bots",
    "A bot sees only the view of its player. The functions are in `wc3d.bots`.",
    """\
from copy import copy
import wc3d
from wc3d.bots import bot_names, bot_seed, bots_of, make_bot, play_out
from wc3d.games.neo_mechanika import new_game, sample_force
forces = sample_force("marcher_worlds_skirmish"), sample_force("aeternus_continuum_skirmish")
game = new_game(wc3d.load_map("crossroads"), forces, "boiling_point", seed=7)
""",
    {
        "wc3d.bots.match": (
            "Bot",
            "bot_names",
            "bots_of",
            "make_bot",
            "bot_seed",
            "play_out",
        )
    },
)

NEO_MECHANIKA = Page(
    "neo_mechanika.md",
    "Reference: Neo-Mechanika",
    "New games, forces and missions of Warcaster: Neo-Mechanika, in `wc3d.games.neo_mechanika`. Its actions are in\n"
    "`wc3d.games.neo_mechanika.rules.actions`.",
    """\
from pathlib import Path
import wc3d
from wc3d.games.neo_mechanika import Mission, ObjectivePlan, Worth, load_force, mission, new_game
from wc3d.games.neo_mechanika import sample_force, save_force
""",
    {
        "wc3d.games.neo_mechanika.create_game": ("new_game",),
        "wc3d.games.neo_mechanika.rules.forces.force_files": (
            "sample_force",
            "load_force",
            "save_force",
        ),
        "wc3d.games.neo_mechanika.rules.missions.book_missions": ("mission",),
        "wc3d.games.neo_mechanika.rules.mission_plans": ("Mission", "ObjectivePlan", "Worth"),
    },
)

ENVIRONMENTS = Page(
    "env.md",
    "Reference: environments",
    "Games as environments of PettingZoo and Gymnasium, in `wc3d.rl`. They need `pip install 'wc3d[rl]'`; without\n"
    "it, using a name raises InputError.\n\n"
    "Columns: places, lengths and heights are shares of the table's width, seen from the player's own edge. Stats\n"
    "and counts are tenths, flags 0 or 1. A column named `*_number` holds a stable number divided by 1024. A column\n"
    "named `*_row` points to a row of another array: (row + 1) / 128, or 0 for none.",
    """\
import wc3d
import wc3d.rl
env = wc3d.rl.neo_mechanika()
""",
    {
        "wc3d.rl.game_env": (
            "GameEnv",
            "GameEnv.reset",
            "GameEnv.step",
            "GameEnv.observe",
            "GameEnv.view",
            "GameEnv.choices",
            "GameEnv.encode_action",
            "GameEnv.decode_action",
            "GameEnv.clone",
            "GameEnv.save",
            "GameEnv.load",
            "GameEnv.state",
            "GameEnv.render",
        ),
        "wc3d.games.neo_mechanika.environment": ("neo_mechanika",),
        "wc3d.games.warmachine.environment": ("warmachine",),
        "wc3d.rl": ("make_env",),
        "wc3d.rl.parallel_env": ("ParallelGameEnv", "ParallelGameEnv.step"),
        "wc3d.rl.single_env": ("SingleGameEnv", "SingleGameEnv.step", "SingleGameEnv.action_masks"),
        "wc3d.rl.vector_env": ("GameVectorEnv", "GameVectorEnv.reset", "GameVectorEnv.step"),
    },
)

JUDGE = Page(
    "judge.md",
    "Reference: the judge",
    "Question files from Python: read one, answer its questions, compare with expected answers.",
    """\
from pathlib import Path
from wc3d.games import map_cache
from wc3d.judging.solve import answer, differences
from wc3d.judging.dispute import open_dispute, read_dispute
from wc3d.judging.question_types import question_type
question = {"map": "ravine", "questions": [{"type": "range", "from": "a", "to": "b"}],
            "models": [{"id": "a", "base": "small", "position": [4, 4]},
                       {"id": "b", "base": "large", "position": [20, 20]}]}
""",
    {
        "wc3d.games": ("map_cache",),
        "wc3d.judging.dispute": ("read_dispute", "open_dispute", "Dispute"),
        "wc3d.judging.solve": ("answer", "Answer", "Answer.picture", "differences"),
        "wc3d.judging.question_types": ("question_type",),
        "wc3d.judging.question_type": ("QuestionType",),
    },
)

PAGES = (BOARDS, TABLE, ENGINE, BOTS, NEO_MECHANIKA, ENVIRONMENTS, JUDGE)
