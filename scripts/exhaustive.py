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
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from cards_used import CardsUsed, Key, nobody_has, things, times
from invariants import faults
from random_games import begin, bots

from wc3d.app.output.progress import ProgressLine
from wc3d.engine import replay
from wc3d.engine.actions import Event, RefusedError
from wc3d.engine.agenda import Question, question
from wc3d.engine.game import Game
from wc3d.engine.replay import written
from wc3d.errors import InputError
from wc3d.players import bots_of
from wc3d.warcaster import events
from wc3d.warcaster.actions import KINDS
from wc3d.warcaster.book.log import chronicle
from wc3d.warcaster.cards import CARDS
from wc3d.warcaster.handlers import HANDLERS
from wc3d.warcaster.missions.mission import MISSIONS
from wc3d.warcaster.rules import NEO_MECHANIKA
from wc3d.warcaster.state import HIDDEN, State, other
from wc3d.warcaster.turn.racks import DiscardDown, hand_size

BOTS = bots_of(NEO_MECHANIKA)

LIMIT = 5000
"""Actions after which a game counts as endless."""

OFTEN, SELDOM = 0.06, 0.02
"""How often (of all actions) the cheap and the dear extra checks are made."""

REFUSALS = 0.2
"""How often (of all actions) it is looked at what is refused only because of an ability."""


class FaultError(Exception):
    """Something that must not happen."""


@dataclass
class Played:
    """What one game was like. `fault`: what was wrong, "" if nothing."""

    seed: int
    what: str
    seconds: float = 0.0
    actions: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    used: Counter[Key] = field(default_factory=Counter)
    fault: str = ""


@dataclass(frozen=True)
class Search:
    """What a game is played for: things by name that its forces and players seek, and what must still be seen how often."""

    aims: tuple[str, ...] = ()
    wanted: frozenset[Key] = frozenset()
    enough: int = 0


NOTHING = Search()


# Playing it


class Play:
    """One game being played and checked."""

    def __init__(self, seed: int, mission: str, kind: str, search: Search = NOTHING) -> None:
        self.game, self.rebuild, what = begin(seed, mission, search.aims)
        self.played = Played(seed, what)
        self.rng = random.Random(f"checks {seed}")
        self.bots = bots(seed, kind, search.aims)
        self.cards = CardsUsed(self.game, search.wanted, search.enough) if search.wanted else None

    def run(self) -> None:
        """Play to the end. Raises FaultError."""
        self._check(self.game.start, self.game.state, self.game.opening[1])
        while (mover := self.game.to_act) is not None:
            if len(self.game.turns) > LIMIT:
                raise FaultError(f"no end after {LIMIT} actions")
            self._extras(mover)
            if self.cards and self.rng.random() < REFUSALS:
                self.cards.refusals(self.game)
            before = self.game.state
            view = self.game.view(mover)
            happened = self.game.apply(self.bots[mover].choose(view))
            self.played.questions[type(question(before)).__name__] += 1
            self._check(before, self.game.state, happened)
            if self.cards:
                self.cards.note(self.game.turns[-1])
                self.played.used = self.cards.counts
        self.played.actions.update(t.action.type for t in self.game.turns)
        self.played.events.update(type(e).__name__ for e in self.game.log)
        self._whole_game()

    def _check(self, before: State, state: State, happened: Sequence[Event]) -> None:
        found = [*faults(before, state)]
        for player in {e.player for e in happened if isinstance(e, events.Drew)}:
            open_one = question(state)
            discards = isinstance(open_one, DiscardDown) and open_one.player == player  # what raised the hand left at once
            if len(state.players[player].hand) > hand_size(state, player) and not discards:
                found.append(f"player {player} drew up to {len(state.players[player].hand)} cards")
        if found:
            raise FaultError("; ".join(found))

    def _extras(self, mover: int) -> None:
        if self.rng.random() < OFTEN:
            self._try_illegal(mover)
        if self.rng.random() < OFTEN:
            self._back_and_forth()
        if self.rng.random() < SELDOM:
            self._try_offers(mover)

    def _try_illegal(self, mover: int) -> None:
        """What is refused changes nothing, and nothing that can be written down breaks the program."""
        try:
            action = self.game.rules.read_action(nonsense(self.game, mover, self.rng))
        except RefusedError as error:
            self.played.codes[error.verdict.code] += 1
            return
        verdict = self.game.check(action)
        if verdict:
            return
        self.played.codes[verdict.code] += 1
        before, hash, turns = self.game.state, self.game.digest(), len(self.game.turns)
        try:
            self.game.apply(action)
        except RefusedError:
            if (self.game.state is before, self.game.digest(), len(self.game.turns)) != (True, hash, turns):
                raise FaultError(f"refused, and yet it changed something: {written(action)}") from None
            return
        raise FaultError(f"check refuses what apply does: {written(action)}")

    def _back_and_forth(self) -> None:
        """What is taken back is as if it had never been; done again it leads to the same state."""
        most = self.game.undoable()
        if not most:
            return
        count = self.rng.randint(1, min(most, 4))
        again = [t.action for t in self.game.turns[-count:]]
        was, hash, logs = self.game.turns[-count].before, self.game.digest(), {p: len(log) for p, log in self.game.logs.items()}
        self.game.undo(count)
        if self.game.rules.digest(was) != self.game.digest():
            raise FaultError(f"taking {count} back leads to another state")
        for action in again:
            self.game.apply(action)
        if self.game.digest() != hash or {p: len(log) for p, log in self.game.logs.items()} != logs:
            raise FaultError(f"taking {count} back and doing it again leads to another state")

    def _try_offers(self, mover: int) -> None:
        """Everything offered from what the player knows is legal in truth, and something is always offered."""
        view = self.game.view(mover)
        if any(c != HIDDEN for c in (*view.state.players[other(mover)].hand, *view.state.players[mover].rack)):
            raise FaultError(f"player {mover} sees hidden cards")
        offered = [a for offer in view.offers for a in offer.candidates()]
        if not offered:
            raise FaultError(f"nothing is offered to {question(self.game.state)}")
        for action in offered:
            verdict = self.game.check(action)
            if not verdict:
                raise FaultError(f"offered and refused ({verdict}): {written(action)}")

    def _whole_game(self) -> None:
        """The events alone lead to the state; the log can be told; now and then: a saved game is the same game."""
        state = self.game.start
        for event in self.game.log:
            state = event.evolve(state)
        for name in (f.name for f in fields(State) if f.name not in ("setup", "agenda", "drawn")):
            if getattr(state, name) != getattr(self.game.state, name):
                raise FaultError(f"the events lead to another state: {name}")
        for player in (None, 1, 2):
            if not all(chronicle(self.game, player)[-1:]):
                raise FaultError("an empty log")
        if self.rng.random() < 0.25:
            self._save_and_load()

    def _save_and_load(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.jsonl"
            replay.save(self.game, path)
            try:
                loaded = replay.load(path, self.rebuild)
            except InputError as error:
                raise FaultError(f"what was saved cannot be loaded: {error}") from None
            if loaded.digest() != self.game.digest() or loaded.log != self.game.log:
                raise FaultError("saved and loaded it is another game")


def nonsense(game: Game, mover: int, rng: random.Random) -> dict[str, Any]:
    """An action that was not asked for, as a file might hold it: of any kind, with ids and places from anywhere."""
    state = game.state
    ids = ["", "nobody", "1.gate.99", *state.units, *state.models, *state.gates, *state.objectives]
    words = [*ids, *state.setup.cards.cyphers, *state.setup.cards.weapons, "south", "leave", "1", HIDDEN]

    def place() -> list[float]:
        size = rng.choice((0.0, 1.0, 30.0, 48.0, 1e9))
        return [rng.uniform(-0.1, 1.0) * size for _ in range(rng.choice((2, 2, 3)))]

    name, kind = rng.choice(list(KINDS.items()))
    made: dict[str, Any] = {
        "places": {rng.choice(ids): place() for _ in range(rng.randint(0, 3))},
        "others": {rng.choice(ids): place() for _ in range(rng.randint(0, 2))},
        "attachments": rng.sample(ids, rng.randint(0, 2)),
        "path": [
            rng.choice(({"jump": place()[:2]}, {"ladder": rng.choice(ids), "to": place()}, place()[:2]))
            for _ in range(rng.randint(0, 3))
        ],
        "at": place(),
    }
    asked = {field: made.get(field, rng.choice(words)) for field in kind.model_fields if field != "type"}
    if "arc" in asked:
        number = rng.choice((-1, 0, 1, 3, 10**9))
        asked["arc"] = {rng.choice(ids): number} if name == "clear" else number
    asked["player"] = rng.choice((mover, mover, mover, 3 - mover, 0, 7))
    if name == "concede":
        asked["player"] = 3 - mover
    return {"type": name, **asked}


def play(seed: int, mission: str, kind: str, save_failing: Path | None, search: Search = NOTHING) -> Played:
    """Play one game; a fault is in the answer."""
    began = time.perf_counter()
    run: Play | None = None
    try:
        run = Play(seed, mission, kind, search)
        run.run()
    except FaultError as error:
        fault = str(error)
    except Exception:
        fault = traceback.format_exc(limit=-8)
    else:
        fault = ""
    played = run.played if run else Played(seed, mission)
    played.seconds = time.perf_counter() - began
    if fault and run:
        asked, last = question(run.game.state), run.game.turns[-1].action if run.game.turns else None
        played.fault = f"{fault}\n  after {len(run.game.turns)} actions, the last {last!r}; now asked: {asked}"
        if save_failing:
            save_failing.mkdir(parents=True, exist_ok=True)
            replay.save(run.game, save_failing / f"seed-{seed}.jsonl")
    elif fault:
        played.fault = fault
    return played


# Many games


def report(all_played: Sequence[Played], seconds: float) -> None:
    """The totals, and what no game has seen."""
    counted: dict[str, Counter[str]] = {name: Counter() for name in ("actions", "questions", "events", "codes")}
    for played in all_played:
        for name, counter in counted.items():
            counter.update(getattr(played, name))
    actions, questions, seen, codes = counted.values()
    total = sum(actions.values())
    print(f"{len(all_played)} games, {total} actions, {seconds:.1f} s: {len(all_played) / seconds:.2f} games/s")
    print("actions:", ", ".join(f"{kind} {n}" for kind, n in actions.most_common()))
    print("questions:", ", ".join(f"{kind} {n}" for kind, n in questions.most_common()))
    print("refused with:", ", ".join(f"{code} {n}" for code, n in codes.most_common()))
    kinds = {name for name, kind in vars(events).items() if isinstance(kind, type) and issubclass(kind, Event)} - {"Event"}
    asked = {kind.__name__ for kind, _ in HANDLERS if issubclass(kind, Question)}
    print("events never seen:", ", ".join(sorted(kinds - set(seen))) or "none")
    print("questions never seen:", ", ".join(sorted(asked - set(questions))) or "none")
    print("actions never done:", ", ".join(sorted(set(KINDS) - set(actions))) or "none")


Task = tuple[int, Search]
"""A game to be played: its seed, and what it is played for."""


def one_game(task: Task, mission: str, kind: str, save_failing: Path | None) -> tuple[Played, Search]:
    """Play a game of the list; what it was played for comes back with it."""
    seed, search = task
    return play(seed, mission, kind, save_failing, search), search


def searches(all_played: Sequence[Played], asked: argparse.Namespace) -> list[Task]:
    """The next round: games that seek some of what was not used often enough yet. None if all of it was."""
    counts, known, first = used(all_played), things(CARDS()), asked.seed + len(all_played)
    missing = sorted((name for name, keys in known.items() if times(keys, counts) < asked.until_used))
    wanted = frozenset(key for name in missing for key in known[name])
    last = min(first + ROUND * asked.jobs, asked.seed + asked.games) if missing else first
    return [(seed, Search(_aims(seed, missing, counts), wanted, asked.until_used)) for seed in range(first, last)]


def _aims(seed: int, missing: Sequence[str], counts: Counter[Key]) -> tuple[str, ...]:
    """Some of what is missing, mostly of the rarest."""
    rng, known = random.Random(f"aims {seed}"), things(CARDS())
    rarest = sorted(missing, key=lambda name: (times(known[name], counts), rng.random()))[: 2 * AIMS]
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
    counts, known = used(all_played), things(CARDS())
    number = {name: times(keys, counts) for name, keys in known.items()}
    missing = [name for name in known if number[name] < least]
    rarest = sorted(known, key=lambda name: number[name])[:RAREST]
    print(f"{len(known)} things on the cards; {len(known) - len(missing)} were used at least {least} times")
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
        yield [(seed, Search(tuple(asked.seek))) for seed in range(asked.seed, asked.seed + asked.games)]
        return
    while tasks := searches(all_played, asked):
        yield tasks


def _missing(tasks: Sequence[Task]) -> int:
    """How much is missing still, of what the games of a round are played for."""
    wanted = tasks[0][1].wanted
    return sum(any(key in wanted for key in keys) for keys in things(CARDS()).values())


def again(played: Played, search: Search, asked: argparse.Namespace) -> str:
    """The command that plays a game again."""
    options = f" --mission {asked.mission}" * bool(asked.mission) + f" --bot {asked.bot}" * (asked.bot != "random")
    options += "".join(f" --seek {shlex.quote(name)}" for name in search.aims)
    return f"python scripts/exhaustive.py --games 1 --seed {played.seed}{options}"


def play_all(asked: argparse.Namespace, all_played: list[Played]) -> None:
    """Play the games, round by round; each is told of if it has a fault. Those of a round that is stopped count, too."""
    one = partial(one_game, mission=asked.mission, kind=asked.bot, save_failing=asked.save_failing)
    with Pool(asked.jobs, deaf) as pool, ProgressLine("random games", beside_output=True) as progress:
        for tasks in rounds(asked, all_played):
            progress.what = f"random games, {_missing(tasks)} things to be used" if asked.until_used else "random games"
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
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes; all cores if left out")
    parser.add_argument("--seed", type=int, default=0, help="of the first game; the next game has the next seed")
    parser.add_argument("--mission", choices=sorted(MISSIONS), default="")
    parser.add_argument("--bot", choices=sorted(BOTS), default="random", help="one of the two players")
    parser.add_argument("--until-used", type=int, default=0, metavar="N", help="play until all on the cards was used N times")
    parser.add_argument("--seek", choices=things(CARDS()), action="append", default=[], metavar="NAME",
                        help="forces and players seek this, such as 'ability stealth'")
    parser.add_argument("--save-failing", type=Path, metavar="DIR")
    asked = parser.parse_args(argv)
    began, all_played, stopped = time.perf_counter(), list[Played](), False
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


if __name__ == "__main__":
    raise SystemExit(main())
