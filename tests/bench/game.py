"""How fast games go: `python scripts/bench_game.py [--game warmachine] [--games 10] [--profile] [--baseline FILE] [--save FILE]`.

Random games a second on one core, and what a recruit's turns take (median and longest); of WARMACHINE what
random games take. `--save` writes the numbers, `--baseline` prints them next to those of another day. `--profile` says where the
time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from tests.bench.baseline import add_options, report
from wc3d._internal.gc_tuning import freeze_gc
from wc3d.bots import bots_of, play_out
from wc3d.bots.random_player import RandomPlayer
from wc3d.engine.game import Game
from wc3d.engine.ruleset_types import GamePlan
from wc3d.games.neo_mechanika.create_game import new_game
from wc3d.games.neo_mechanika.rules.forces.force_files import sample_force
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.games.warmachine.ruleset import WARMACHINE
from wc3d.registry import load_map

BOTS = bots_of(NEO_MECHANIKA)

MAPS = Path(__file__).resolve().parents[2] / "maps"
FORCES = ("aeternus_continuum", "iron_star_alliance", "marcher_worlds")
BOXES = (("anvil_and_hound", "mortar_and_spitter"), ("cygnar", "khador"), ("protectorate", "cryx"))
GAMES = {
    "skirmish": ("crossroads", "boiling_point", "skirmish"),
    "primary": ("old-quarter", "decay_constant", "full"),
}
"""A map, a mission and the kind of the sample forces."""


def game(kind: str, seed: int) -> Game:
    """A game of the sample forces, which ones by the seed."""
    name, mission, size = GAMES[kind]
    one, two = (sample_force(f"{FORCES[(seed + i) % 3]}_{size}") for i in (0, 1))
    return new_game(load_map(MAPS / f"{name}.json"), (one, two), mission, seed=seed)


def random_games(kind: str, games: int) -> float:
    """Random games a second, checks and log included."""
    play_out(
        game(kind, games), {p: BOTS["random"](p) for p in (1, 2)}
    )  # what is compiled or read once
    freeze_gc()  # as every process does that plays many games
    began = time.process_time()
    for seed in range(games):
        play_out(game(kind, seed), {p: BOTS["random"](f"{seed}/{p}") for p in (1, 2)})
    return games / (time.process_time() - began)


def battlegroup_games(games: int) -> dict[str, float]:
    """Seconds of random games of WARMACHINE, checks and log included, on a board of plain pieces and on one of meshes."""
    found: dict[str, float] = {}
    for name in ("ravine", "salt-flats"):
        table = load_map(MAPS / f"{name}.json", WARMACHINE.name)
        spent = list[float]()
        for seed in range(games + 1):
            one, two = (
                WARMACHINE.setup.force(named, "battle", seed) for named in BOXES[seed % len(BOXES)]
            )
            plan = GamePlan("battle", table, (one, two), seed=seed, options={"rounds": "10"})
            began = time.process_time()
            play_out(WARMACHINE.new_game(plan), {p: RandomPlayer(f"{seed}/{p}") for p in (1, 2)})
            spent.append(time.process_time() - began)
        found[f"random battlegroup game on {name}, median s"] = statistics.median(
            spent[1:]
        )  # the first makes much ready
        found[f"random battlegroup game on {name}, longest s"] = max(spent[1:])
    return found


def recruit_turns(kind: str, games: int) -> list[float]:
    """What each turn of recruit games took one player to decide, in seconds."""
    turns: defaultdict[tuple[int, int, int], float] = defaultdict(float)
    for seed in range(games):
        played = game(kind, seed)
        bots = {p: BOTS["recruit"](f"{seed}/{p}") for p in (1, 2)}
        while (mover := played.to_act) is not None:
            began = time.process_time()
            action = bots[mover].choose(played.view(mover))
            turns[seed, played.state.turn, mover] += time.process_time() - began
            played.apply(action)
    return sorted(turns.values())


def measured(games: int, of: str = NEO_MECHANIKA.name) -> dict[str, float]:
    """All the numbers of a game, by name."""
    if of == WARMACHINE.name:
        return battlegroup_games(games)
    found: dict[str, float] = {}
    for kind in GAMES:
        found[f"random {kind} games a second"] = random_games(kind, games)
        turns = recruit_turns(kind, max(1, games // 5))
        found[f"recruit {kind} turn, median s"] = statistics.median(turns)
        found[f"recruit {kind} turn, longest s"] = turns[-1]
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument(
        "--game", choices=(NEO_MECHANIKA.name, WARMACHINE.name), default=NEO_MECHANIKA.name
    )
    add_options(parser)
    asked = parser.parse_args(argv)
    if asked.profile:
        with cProfile.Profile() as profile:
            measured(asked.games, asked.game)
        pstats.Stats(profile).sort_stats("cumulative").print_stats(45)
        pstats.Stats(profile).sort_stats("tottime").print_stats(15)
        return 0
    report(measured(asked.games, asked.game), asked)
    return 0
