"""Plays random games and checks every state of them: `python scripts/exhaustive.py [--games 1000] [--jobs N] [--seed S]`.

Random legal forces of all Factions on every shipped map, every mission, all options. After every action the invariants of
`invariants.py` are checked; now and then illegal actions are tried, everything that is offered is checked, actions are taken
back and done again, and whole games are saved and loaded. A fault prints the command that repeats it; exit 1 if there was any.

`--until-used 5` plays, in rounds, until every ability, Cypher, head, weapon and weapon quality was used at least five times
(`cards_used.py` says what counts) or `--games` is reached; forces and players seek what is still missing (`seeking.py`). It
prints what was used least; exit 1 if something was used less often.
"""

from __future__ import annotations

import argparse
import os
import random
import shlex
import signal
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path

from tests.fuzz.cards_used import Key, nobody_has, things, times
from tests.fuzz.checked_game import Played, Search, play
from wc3d.bots import bots_of
from wc3d.cli.output.progress import ProgressLine
from wc3d.engine.actions import Event
from wc3d.engine.agenda import Question
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.actions import ACTION_TYPES
from wc3d.games.neo_mechanika.rules.all_handlers import ACTION_HANDLERS
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.missions.book_missions import MISSIONS
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA

BOTS = bots_of(NEO_MECHANIKA)


def report(all_played: Sequence[Played], seconds: float) -> None:
    """The totals, and what no game has seen."""
    counted: dict[str, Counter[str]] = {
        name: Counter() for name in ("actions", "questions", "events", "codes")
    }
    for played in all_played:
        for name, counter in counted.items():
            counter.update(getattr(played, name))
    actions, questions, seen, codes = counted.values()
    total = sum(actions.values())
    print(
        f"{len(all_played)} games, {total} actions, {seconds:.1f} s: {len(all_played) / seconds:.2f} games/s"
    )
    print("actions:", ", ".join(f"{kind} {n}" for kind, n in actions.most_common()))
    print("questions:", ", ".join(f"{kind} {n}" for kind, n in questions.most_common()))
    print("refused with:", ", ".join(f"{code} {n}" for code, n in codes.most_common()))
    kinds = {
        name
        for name, kind in vars(events).items()
        if isinstance(kind, type) and issubclass(kind, Event)
    } - {"Event"}
    asked = {kind.__name__ for kind, _ in ACTION_HANDLERS if issubclass(kind, Question)}
    print("events never seen:", ", ".join(sorted(kinds - set(seen))) or "none")
    print("questions never seen:", ", ".join(sorted(asked - set(questions))) or "none")
    print("actions never done:", ", ".join(sorted(set(ACTION_TYPES) - set(actions))) or "none")


Task = tuple[int, Search]
"""A game to be played: its seed, and what it is played for."""


def one_game(
    task: Task, mission: str, kind: str, save_failing: Path | None
) -> tuple[Played, Search]:
    """Play a game of the list; what it was played for comes back with it."""
    seed, search = task
    return play(seed, mission, kind, save_failing, search), search


def searches(all_played: Sequence[Played], asked: argparse.Namespace) -> list[Task]:
    """The next round: games that seek some of what was not used often enough yet. None if all of it was."""
    counts = used(all_played)
    known = things(CARDS())
    first = asked.seed + len(all_played)
    missing = sorted(
        (name for name, keys in known.items() if times(keys, counts) < asked.until_used)
    )
    wanted = frozenset(key for name in missing for key in known[name])
    last = min(first + ROUND * asked.jobs, asked.seed + asked.games) if missing else first
    return [
        (seed, Search(_aims(seed, missing, counts), wanted, asked.until_used))
        for seed in range(first, last)
    ]


def _aims(seed: int, missing: Sequence[str], counts: Counter[Key]) -> tuple[str, ...]:
    """Some of what is missing, mostly of the rarest."""
    rng = random.Random(f"aims {seed}")
    known = things(CARDS())
    rarest = sorted(missing, key=lambda name: (times(known[name], counts), rng.random()))[
        : 2 * AIMS
    ]
    return tuple(sorted(rng.sample(rarest, min(AIMS, len(rarest)))))


def used(all_played: Sequence[Played]) -> Counter[Key]:
    """How often each part of each thing was used in all games."""
    total: Counter[Key] = Counter()
    for played in all_played:
        total.update(played.used)
    return total


ROUND = 12
"""Games in a round, for each process."""

AIMS = 10
"""Things that a game seeks, at most."""


def report_use(all_played: Sequence[Played], least: int) -> int:
    """What was used less often than asked for, and what least often. Answers how many things were missing."""
    counts = used(all_played)
    known = things(CARDS())
    number = {name: times(keys, counts) for name, keys in known.items()}
    missing = [name for name in known if number[name] < least]
    rarest = sorted(known, key=lambda name: number[name])[:RAREST]
    print(
        f"{len(known)} things on the cards; {len(known) - len(missing)} were used at least {least} times"
    )
    print("used least:", ", ".join(f"{name} {number[name]}" for name in rarest))
    print("on no card:", ", ".join(nobody_has(CARDS())) or "nothing")
    for name in missing:
        parts = ", ".join(f"{' '.join(key)}: {counts[key]}" for key in known[name])
        print(f"used {number[name]} times: {name} ({parts})")
    return len(missing)


RAREST = 20
"""Things that the report names as used least."""


def rounds(asked: argparse.Namespace, all_played: Sequence[Played]) -> Iterator[list[Task]]:
    """The games to play, round by round: all at once, or as long as something is missing."""
    if not asked.until_used:
        yield [
            (seed, Search(tuple(asked.seek)))
            for seed in range(asked.seed, asked.seed + asked.games)
        ]
        return
    while tasks := searches(all_played, asked):
        yield tasks


def _missing(tasks: Sequence[Task]) -> int:
    """How much is missing still, of what the games of a round are played for."""
    wanted = tasks[0][1].wanted
    return sum(any(key in wanted for key in keys) for keys in things(CARDS()).values())


def again(played: Played, search: Search, asked: argparse.Namespace) -> str:
    """The command that plays a game again."""
    options = f" --mission {asked.mission}" * bool(asked.mission) + f" --bot {asked.bot}" * (
        asked.bot != "random"
    )
    options += "".join(f" --seek {shlex.quote(name)}" for name in search.aims)
    return f"python scripts/exhaustive.py --games 1 --seed {played.seed}{options}"


def play_all(asked: argparse.Namespace, all_played: list[Played]) -> None:
    """Play the games, round by round; each is told of if it has a fault. Those of a round that is stopped count, too."""
    one = partial(one_game, mission=asked.mission, kind=asked.bot, save_failing=asked.save_failing)
    with (
        Pool(asked.jobs, deaf) as pool,
        ProgressLine("random games", beside_output=True) as progress,
    ):
        for tasks in rounds(asked, all_played):
            progress.label = (
                f"random games, {_missing(tasks)} things to be used"
                if asked.until_used
                else "random games"
            )
            for played, search in pool.imap_unordered(one, tasks):
                all_played.append(played)
                progress(len(all_played), asked.games)
                if played.fault:
                    print(f"seed {played.seed} ({played.what}): {played.fault}", flush=True)
                    print(f"  again: {again(played, search, asked)}", flush=True)


def deaf() -> None:
    """Ctrl-C is for the process that started the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main(argv: Sequence[str] | None = None) -> int:
    """Play the games and say what was found: 1 if there was any fault, or if something was not used often enough."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes; all cores if left out"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="of the first game; the next game has the next seed"
    )
    parser.add_argument("--mission", choices=sorted(MISSIONS), default="")
    parser.add_argument(
        "--bot", choices=sorted(BOTS), default="random", help="one of the two players"
    )
    parser.add_argument(
        "--until-used",
        type=int,
        default=0,
        metavar="N",
        help="play until all on the cards was used N times",
    )
    parser.add_argument(
        "--seek",
        choices=things(CARDS()),
        action="append",
        default=[],
        metavar="NAME",
        help="forces and players seek this, such as 'ability stealth'",
    )
    parser.add_argument("--save-failing", type=Path, metavar="DIR")
    asked = parser.parse_args(argv)
    began = time.perf_counter()
    all_played = list[Played]()
    stopped = False
    try:
        play_all(asked, all_played)
    except KeyboardInterrupt:
        stopped = True
        print("stopped; so far:")
    report(all_played, time.perf_counter() - began)
    left = report_use(all_played, asked.until_used) if asked.until_used else 0
    failed = sorted(p.seed for p in all_played if p.fault)
    print(f"faults in {len(failed)} games: {failed}" if failed else "no fault")
    return 130 if stopped else 1 if failed or left else 0
