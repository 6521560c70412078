"""One game by chance, played to its end and checked after every action. `exhaustive.py` plays them by the thousand."""

from __future__ import annotations

import random
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from tests.fuzz.cards_used import CardsUsed, Key
from tests.fuzz.invariants import faults
from tests.fuzz.random_games import begin, bots
from tests.games.neo_mechanika.rules.playing import chronicle
from wc3d.engine import replay
from wc3d.engine.actions import Event, RefusedError
from wc3d.engine.agenda import find_open_question
from wc3d.engine.game import Game
from wc3d.engine.replay import action_data
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.rules import events
from wc3d.games.neo_mechanika.rules.abilities.hand_size import DiscardDown
from wc3d.games.neo_mechanika.rules.actions import ACTION_TYPES
from wc3d.games.neo_mechanika.rules.state import HIDDEN_CARD, State, opponent_of
from wc3d.games.neo_mechanika.rules.turn.racks import max_hand_size

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
                raise FaultError(f"not over after {LIMIT} actions")
            self._extras(mover)
            if self.cards and self.rng.random() < REFUSALS:
                self.cards.refusals(self.game)
            before = self.game.state
            view = self.game.view(mover)
            happened = self.game.apply(self.bots[mover].choose(view))
            self.played.questions[type(find_open_question(before)).__name__] += 1
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
            open_one = find_open_question(state)
            discards = (
                isinstance(open_one, DiscardDown) and open_one.player == player
            )  # what raised the hand left at once
            if len(state.players[player].hand) > max_hand_size(state, player) and not discards:
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
            action = self.game.rules.play.read_action(nonsense(self.game, mover, self.rng))
        except RefusedError as error:
            self.played.codes[error.verdict.code] += 1
            return
        verdict = self.game.check(action)
        if verdict:
            return
        self.played.codes[verdict.code] += 1
        before = self.game.state
        hash = self.game.digest()
        turns = len(self.game.turns)
        try:
            self.game.apply(action)
        except RefusedError:
            if (self.game.state is before, self.game.digest(), len(self.game.turns)) != (
                True,
                hash,
                turns,
            ):
                raise FaultError(
                    f"refused, and yet it changed something: {action_data(action)}"
                ) from None
            return
        raise FaultError(f"check refuses what apply does: {action_data(action)}")

    def _back_and_forth(self) -> None:
        """What is taken back is as if it had never been; done again it leads to the same state."""
        most = self.game.undoable()
        if not most:
            return
        count = self.rng.randint(1, min(most, 4))
        again = [t.action for t in self.game.turns[-count:]]
        was = self.game.turns[-count].state_before
        hash = self.game.digest()
        logs = {p: len(log) for p, log in self.game.logs.items()}
        self.game.undo(count)
        if self.game.rules.play.digest(was) != self.game.digest():
            raise FaultError(f"taking {count} back leads to another state")
        for action in again:
            self.game.apply(action)
        if self.game.digest() != hash or {p: len(log) for p, log in self.game.logs.items()} != logs:
            raise FaultError(f"taking {count} back and doing it again leads to another state")

    def _try_offers(self, mover: int) -> None:
        """Everything offered from what the player knows is legal in truth, and something is always offered."""
        view = self.game.view(mover)
        if any(
            c != HIDDEN_CARD
            for c in (*view.state.players[opponent_of(mover)].hand, *view.state.players[mover].rack)
        ):
            raise FaultError(f"player {mover} sees hidden cards")
        offered = [a for offer in view.offers for a in offer.candidates()]
        if not offered:
            raise FaultError(f"nothing is offered to {find_open_question(self.game.state)}")
        for action in offered:
            verdict = self.game.check(action)
            if not verdict:
                raise FaultError(f"offered and refused ({verdict}): {action_data(action)}")

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
    words = [
        *ids,
        *state.setup.cards.cyphers,
        *state.setup.cards.weapons,
        "south",
        "leave",
        "1",
        HIDDEN_CARD,
    ]

    def place() -> list[float]:
        size = rng.choice((0.0, 1.0, 30.0, 48.0, 1e9))
        return [rng.uniform(-0.1, 1.0) * size for _ in range(rng.choice((2, 2, 3)))]

    name, kind = rng.choice(list(ACTION_TYPES.items()))
    made: dict[str, Any] = {
        "places": {rng.choice(ids): place() for _ in range(rng.randint(0, 3))},
        "others": {rng.choice(ids): place() for _ in range(rng.randint(0, 2))},
        "attachments": rng.sample(ids, rng.randint(0, 2)),
        "path": [
            rng.choice(
                ({"jump": place()[:2]}, {"ladder": rng.choice(ids), "to": place()}, place()[:2])
            )
            for _ in range(rng.randint(0, 3))
        ],
        "at": place(),
    }
    asked = {
        field: made.get(field, rng.choice(words)) for field in kind.model_fields if field != "type"
    }
    if "arc" in asked:
        number = rng.choice((-1, 0, 1, 3, 10**9))
        asked["arc"] = {rng.choice(ids): number} if name == "clear" else number
    asked["player"] = rng.choice((mover, mover, mover, 3 - mover, 0, 7))
    if name == "concede":
        asked["player"] = 3 - mover
    return {"type": name, **asked}


def play(
    seed: int, mission: str, kind: str, save_failing: Path | None, search: Search = NOTHING
) -> Played:
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
        asked = find_open_question(run.game.state)
        last = run.game.turns[-1].action if run.game.turns else None
        played.fault = (
            f"{fault}\n  after {len(run.game.turns)} actions, the last {last!r}; now asked: {asked}"
        )
        if save_failing:
            save_failing.mkdir(parents=True, exist_ok=True)
            replay.save(run.game, save_failing / f"seed-{seed}.jsonl")
    elif fault:
        played.fault = fault
    return played
