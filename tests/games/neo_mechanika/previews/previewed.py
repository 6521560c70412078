"""Positions and dice for the tests of previews: skirmishes at random on the shipped boards, played on by the game itself."""

import copy
import random
from functools import lru_cache
from pathlib import Path

from tests.games.neo_mechanika.rules.fighting import armed
from tests.games.neo_mechanika.rules.playing import at_step, begun
from wc3d.games.neo_mechanika.rules.actions import Activate
from wc3d.games.neo_mechanika.rules.moving.placing import find_places, resolve_place
from wc3d.games.neo_mechanika.rules.state import Where
from wc3d.registry import load_map

MAPS = Path(__file__).resolve().parents[4] / "maps"
BOARDS = ("watchtowers", "trench-line", "pinewood", "crossroads")
WOLF = "1.dusk_wolf.1"
TEAM = "1.vassal_reavers.1"
HUNTER = "1.hunter.1"
SOUTH = (armed("flame_thrower", "cyclone_cannon", "rail_gun"), "vassal_reavers", "hunter")
NORTH = ("scourge", "marauder", "vassal_reavers")


class Low:
    """Dice that always show their lowest face, and orders that change nothing."""

    def roll(self, roll, number):
        return tuple(min(die.faces) for die in roll.dice)

    def shuffle(self, count, number):
        return tuple(range(count))


class High(Low):
    """Dice that always show their highest face."""

    def roll(self, roll, number):
        return tuple(max(die.faces) for die in roll.dice)


@lru_cache
def shipped(name):
    """A shipped board."""
    return load_map(MAPS / f"{name}.json")


def skirmish(seed, unit=WOLF, board=None, south=SOUTH, north=NORTH, **more):
    """A game on a shipped board with everyone somewhere near its middle, in which a unit has begun its activation."""
    rng = random.Random(seed)
    table = shipped(board or rng.choice(BOARDS))
    state = begun(south, north, table=table, **more)
    for u in state.units.values():
        first = None
        for id in u.models:
            at = None
            while at is None:
                base = state.models[id].base
                if first is None:
                    x, y = (s / 2 + rng.uniform(-9, 9) for s in table.size)
                    at = resolve_place(state, base, (x, y) if rng.random() < 0.5 else (x, y, 0.0))
                else:
                    at = next(
                        find_places(state, base, state.table.body(first), 2.0, rng=rng, count=1),
                        None,
                    )
                    first = first if at else None
            first = first or id
            state = state.with_model(id, at=at).with_unit(u.id, where=Where.PLAY)
    game = at_step(state, "activation")
    game.apply(Activate(player=1, unit=unit))
    return game


def played(game, action, dice=None):
    """The game after an action, and what happened; the game itself stays where it is."""
    trial = copy.copy(game)
    trial.turns = []
    trial.record = []
    trial.logs = {None: [], 1: [], 2: []}
    happened = trial.apply(action, dice=dice or Low())
    return trial.state, happened
