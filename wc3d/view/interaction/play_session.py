"""A game at the window: who sits before it, what they may know, what is done, told, rolled, saved and taken back.

No graphics here. Whether something may be done is asked of the game alone.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wc3d.engine.actions import Action, Event, Offer, RefusedError, Verdict
from wc3d.engine.dice import DiceError, DiceWantedError, Roll, check_faces
from wc3d.engine.game import Game, View
from wc3d.engine.replay import Journal, save
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.evidence.game_facts import DiceShown
from wc3d.players import Bot, bot_seed, make_bot
from wc3d.progress import Progress
from wc3d.table.caches import forget
from wc3d.view.interaction.game_log import GameLog
from wc3d.view.work.background import BackgroundProcess


class TypedRolls:
    """Rolls that people make with their own dice and type in.

    An action is tried, the roll it wants is asked for, and it is tried again with all that was typed, until it is done.
    """

    def __init__(self) -> None:
        self.given: list[tuple[int, ...]] = []
        self._used = 0

    def again(self) -> None:
        """An action is tried from its beginning."""
        self._used = 0

    def __call__(self, roll: Roll) -> Sequence[int]:
        """What the dice of a roll show. Raises DiceWantedError if that has not been typed yet."""
        if self._used == len(self.given):
            raise DiceWantedError(roll)
        self._used += 1
        return self.given[self._used - 1]

    def take(self, roll: Roll, faces: Sequence[int]) -> None:
        """Keep what was typed for a roll. Raises DiceError if no such dice were rolled."""
        self.given.append(check_faces(roll, faces))


class PlaySession:
    """A game being played at the window.

    `bots` names the bot of each player who is one. `path` is the file that keeps up with the game. `typed` are the rolls of
    a game whose dice are typed in. `changes` counts what has changed.
    """

    def __init__(
        self, game: Game, bots: Mapping[int, str] | None = None, *,
        path: str | Path | None = None, typed: TypedRolls | None = None, seed: str = "",
    ) -> None:  # fmt: skip
        self.game, self.rules, self.bots, self.typed, self.seed = game, game.rules, dict(bots or {}), typed, seed
        game.bots = self.bots
        self.check = game.check
        self.path = Path(path) if path is not None else None
        self._journal: Journal | None = None
        self.people = tuple(p for p in (1, 2) if p not in self.bots)
        self.reader = self.people[0] if len(self.people) == 1 else None
        self.thinker = BackgroundProcess()
        self.seat = self.reader or 0
        self.pass_to = 0
        self.wanted: Roll | None = None
        self._tried: Action | None = None
        self.rolled: list[DiceShown] = []
        self.fault = ""
        self.stuck = ""
        self.changes = 0
        self._write_log()
        self._changed()

    # --- what may be known

    @property
    def viewer(self) -> int | None:
        """Whose knowledge is shown: of the only person, or of the one who sits here and is asked; else what both know."""
        if self.reader is not None:
            return self.reader
        return self.seat if self.seat and self.seat == self.game.to_act and not self.pass_to else None

    @property
    def asked(self) -> int:
        """The person whose action is awaited; 0 if it is a bot's, the screen must be passed first, or the game is over."""
        mover = self.game.to_act or 0
        return mover if mover in self.people and not self.pass_to and self.wanted is None else 0

    def _changed(self) -> None:
        """Something has happened: who sits here now, and what they see."""
        self.changes += 1
        mover, state = self.game.to_act or 0, self.game.state
        comes = len(self.people) == 2 and mover != self.seat
        self.pass_to = mover if comes and mover and self.rules.asks_in_private(state, mover) else 0
        self.state: Any = self.game.view(self.viewer).state
        self.offers: tuple[Offer, ...] = self.game.view(self.asked).offers if self.asked else ()

    def sit_down(self) -> None:
        """The screen was passed on."""
        self.seat, self.pass_to = self.pass_to or self.seat, 0
        self._changed()

    # --- doing

    def do(self, action: Action) -> None:
        """Do an action; where dice are typed it may wait for them (`wanted`). Raises RefusedError, and nothing has changed."""
        if self.typed is not None:
            self.typed.again()
        try:
            happened = self.game.apply(action)
        except DiceWantedError as wanting:
            self.wanted, self._tried = wanting.roll, action
            self._changed()
            return
        if self.typed is not None:
            self.typed.given.clear()
        self.wanted = self._tried = None
        self._happened(happened)

    def type_roll(self, faces: Sequence[int]) -> None:
        """What the dice on the table show. Raises DiceError if it cannot be what was rolled."""
        if self.wanted is None or self.typed is None or self._tried is None:
            raise DiceError("no dice are asked for now")
        self.typed.take(self.wanted, faces)
        self.do(self._tried)

    def _happened(self, happened: Sequence[Event]) -> None:
        state = self.game.turns[-1].before
        for event in happened:
            roll = self.rules.happening(state, event).roll
            self.rolled += [roll] if roll is not None else []
            state = event.evolve(state)
        self.log.tell(happened, len(self.game.turns))
        if self.game.over or self.game.to_act in self.people:
            self.log.pause(len(self.game.turns))
        self.keep()
        self._changed()

    def keep(self) -> None:
        """Bring the file up to date; what hinders that is told (`fault`), and tried again with the next action."""
        try:
            if self._journal is not None:
                self._journal.note()
            elif self.path is not None:
                self._journal = Journal(self.game, self.path)
        except InputError as error:
            self.fault = f"{error}; the game goes on, but is not saved"
        else:
            self.fault = ""

    # --- bots

    def poll(self) -> bool:
        """Let bots think and act; True if something has changed."""
        mover = self.game.to_act
        if self.stuck or self.wanted is not None or mover not in self.bots:
            return False
        if not self.thinker.busy:
            view = self.game.view(mover)
            changing, lasting = self.rules.for_sending(view.state)
            what, seat = f"the bot of {self.name(mover)}", (mover, self.bots[mover], bot_seed(self.seed, mover))
            self.thinker.ask(what, choose, *seat, changing, view.log, rules=self.rules, lasting=lasting)
            return False
        thought = self.thinker.poll()
        if thought is None or not thought.ended:
            return False
        try:
            if thought.failure:
                raise RefusedError(Verdict(False, "no_action", thought.failure))
            self.do(thought.answer)
        except RefusedError as error:
            self.stuck = f"the bot of {self.name(mover)} cannot go on: {error}"
            self.changes += 1
        return True

    @property
    def thinking(self) -> bool:
        """Is a bot to act?"""
        return self.game.to_act in self.bots and not self.stuck

    # --- taking back

    def undoable(self) -> int:
        """How many of the last actions can be taken back by a person; those of bots go along with the one before them."""
        turns, most = self.game.turns, self.game.undoable()
        return next((n for n in range(1, most + 1) if turns[-n].action.player not in self.bots), 0)

    def undo(self) -> None:
        """Take back the last action of a person. Raises RefusedError if dice or hidden cards forbid it."""
        self._take_back(self.undoable() or self.game.undoable() + 1)

    def undo_to(self, done: int) -> None:
        """Take back all but the first `done` actions. Raises RefusedError."""
        self._take_back(len(self.game.turns) - done)

    def _take_back(self, count: int) -> None:
        self.thinker.stop()
        self.game.undo(count)
        self.wanted = self._tried = None
        self.stuck = ""
        if self.typed is not None:
            self.typed.given.clear()
        self.keep()
        self._write_log()
        if self.reader is None:
            self.seat = self.rules.turn_bar(self.game.state).active
        self._changed()

    def _write_log(self) -> None:
        self.log = GameLog(self.rules, self.game.start, self.reader)
        self.log.tell(self.game.opening[1], 0)
        for done, turn in enumerate(self.game.turns, 1):
            self.log.tell(turn.events, done)
        self.log.pause(len(self.game.turns))

    # --- saving, leaving

    def save_copy(self, path: str | Path) -> None:
        """Write the game to another file. Raises InputError, also rather than write over one."""
        if Path(path).exists():
            raise InputError(f"{path}: there is such a file already")
        save(self.game, path)

    def name(self, player: int) -> str:
        """What a player is called."""
        return self.rules.player_names(self.game.state)[player - 1]

    def close(self) -> None:
        """Let the bots' process go; the file is brought up to date, and what was kept for this game's sake is forgotten."""
        self.thinker.stop()
        self.keep()
        forget()


_SEATED: dict[tuple[str, int, str, str], Bot] = {}
"""The bots of this process: the same for a whole game."""


def _seat(rules: RuleSet, player: int, bot: str, seed: str) -> Bot:
    key = rules.name, player, bot, seed
    if key not in _SEATED:
        _SEATED[key] = make_bot(rules, bot, seed)
    return _SEATED[key]


def choose(
    progress: Progress, player: int, bot: str, seed: str, changing: Any, log: tuple[Event, ...], *, rules: RuleSet, lasting: Any
) -> Action:
    """What a bot chooses for a player, who knows the log and the state that comes in two parts (see `RuleSet.for_sending`)."""
    state = rules.put_together(changing, lasting)
    return _seat(rules, player, bot, seed).choose(View(rules, player, state, player, rules.offers(state, player), log))
