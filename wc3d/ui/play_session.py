"""A game at the window: who sits before it, what they may know, what is done, told, rolled, saved and taken back.

No graphics here. Whether something may be done is asked of the game alone.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wc3d._internal.progress import Progress
from wc3d.animation.beats import BeatKind
from wc3d.animation.queue import Staging
from wc3d.bots import Bot, bot_seed, make_bot
from wc3d.bots.decision_trace import begin_weighing, weighed
from wc3d.bots.match import choose_action
from wc3d.engine.actions import Action, Event, Offer, RefusedError, Verdict
from wc3d.engine.dice import DiceError, DiceWantedError, Roll, check_faces
from wc3d.engine.game import Game, View
from wc3d.engine.replay import Journal, save
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.table.memo import forget
from wc3d.ui.game_log import GameLog
from wc3d.workers.background import BackgroundProcess

AHEAD = 6
"""A bot acts no more than about so many actions ahead of what is shown."""


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

    What happens is staged (`staging`; at once unless it is given a speed): `state` is the game as far as it has been shown, and
    until all of it has been, nothing is asked. The game itself, and its file, never wait. `prepared` is asked for an action
    before a bot is.
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
        self.fault = ""
        self.stuck = ""
        self.changes = 0
        self.staging = Staging(
            self.rules, game.state, speed=0.0, viewer=lambda: self.viewer, rested=self._rested,
            heard=lambda event, done: self.log.tell((event,), done),
        )  # fmt: skip
        self._staged = 0
        self.prepared: Callable[[], Action | None] = lambda: None
        self._weighed: dict[int, tuple[tuple[float, Action], ...]] = {}
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
        waits = bool(self.pass_to) or self.wanted is not None or self.staging.busy
        return mover if mover in self.people and not waits else 0

    @property
    def over(self) -> bool:
        """Is the game over, and has all of it been shown?"""
        return self.game.over and not self.staging.busy

    @property
    def shown_log(self) -> tuple[Event, ...]:
        """Everything that has been shown."""
        events = [*self.game.opening[1], *(e for turn in self.game.turns for e in turn.events)]
        return tuple(events[: len(events) - self.staging.untold])

    def _changed(self) -> None:
        """Something has happened or been shown: who sits here now, and what they see."""
        self.changes += 1
        self._staged = self.staging.changes
        mover, state = self.game.to_act or 0, self.game.state
        comes = len(self.people) == 2 and mover != self.seat and not self.staging.busy
        self.pass_to = mover if comes and mover and self.rules.asks_in_private(state, mover) else 0
        self.state: Any = self.rules.seen_by(self.staging.state if self.staging.busy else state, self.viewer)
        self.offers: tuple[Offer, ...] = self.game.view(self.asked).offers if self.asked else ()

    def sit_down(self) -> None:
        """The screen was passed on."""
        self.seat, self.pass_to = self.pass_to or self.seat, 0
        self._changed()

    # --- doing

    def do(self, action: Action) -> None:
        """Do an action; where dice are typed it may wait for them (`wanted`). Raises RefusedError, and nothing has changed.

        What has not been shown yet is shown at once: a decision waits for nothing.
        """
        self.present()
        self._do(action)

    def _do(self, action: Action) -> None:
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
            raise DiceError("there is no roll to enter now")
        self.typed.take(self.wanted, faces)
        self.do(self._tried)

    def _happened(self, happened: Sequence[Event]) -> None:
        turn = self.game.turns[-1]
        self.keep()
        self.staging.add(turn.before, happened, turn.after, len(self.game.turns))
        self._changed()

    def _rested(self, action_count: int, all_shown: bool) -> None:
        """An action has been shown to its end: tell what there is of an attack if a person is asked then."""
        mover = self.rules.to_act(self.staging.state)
        if mover is None or mover in self.people:
            self.log.pause(action_count)

    # --- what is shown of it

    def skip(self) -> bool:
        """Show one thing to its end at once; False if everything has been shown."""
        return self._skipped(self.staging.skip())

    def present(self) -> bool:
        """Show everything that has happened at once; False if it has been shown."""
        return self._skipped(self.staging.skip_all())

    def _skipped(self, has_skipped: bool) -> bool:
        if has_skipped:
            self._changed()
        return has_skipped

    def comes_next(self, player: int) -> bool:
        """Is this the person who can act as soon as everything has been shown?"""
        return self.staging.busy and player == self.game.to_act and player in self.people

    def weighed(self) -> list[tuple[str, str]]:
        """What the bot weighed whose action is being shown, best first: an option in words, and its worth to the bot.

        What only the bot may know of is left out: options that are not possible as far as the viewer knows.
        """
        action_count = len(self.game.turns) - self.staging.ahead + 1
        options = self._weighed.get(action_count, ()) if 0 < action_count <= len(self.game.turns) else ()
        if not options:
            return []
        known_state = self.rules.seen_by(self.game.turns[action_count - 1].before, self.viewer)
        possible = [(worth, action) for worth, action in options if self.rules.check(known_state, action)]
        rows = {self.rules.describe(known_state, action): f"{worth:.2f}" for worth, action in possible}
        return list(rows.items())

    @property
    def shows_bot(self) -> bool:
        """Is it a bot's action that is being shown?"""
        turns, ahead = self.game.turns, self.staging.ahead
        return 0 < ahead <= len(turns) and turns[-ahead].action.player in self.bots

    @property
    def shows_own(self) -> bool:
        """Is what is still to be shown done by people alone, and without dice? Then nobody waits for it."""
        turns, first = self.game.turns, len(self.game.turns) - self.staging.ahead
        mine = bool(turns) and all(turn.action.player in self.people for turn in turns[max(first, 0) :])
        return mine and not any(beat.kind is BeatKind.DICE for beat in self.staging.left)

    def keep(self) -> None:
        """Bring the file up to date; what hinders that is told (`fault`), and tried again with the next action."""
        try:
            if self._journal is not None:
                self._journal.note()
            elif self.path is not None:
                self._journal = Journal(self.game, self.path)
        except InputError as error:
            self.fault = f"{error}; you can keep playing, but wc3d cannot save the game"
        else:
            self.fault = ""

    # --- bots

    def poll(self) -> bool:
        """Let what happened be shown, and bots think and act; True if something has changed."""
        moved = self.staging.poll()
        if self.staging.changes != self._staged:
            self._changed()
        return self._poll_bots() or moved

    def _poll_bots(self) -> bool:
        mover = self.game.to_act
        if self.stuck or self.wanted is not None or mover not in self.bots or self.staging.ahead > AHEAD:
            return False
        prepared_action = self.prepared() if not self.thinker.busy else None
        if prepared_action is not None:
            self._do(prepared_action)
            return True
        if not self.thinker.busy:
            view = self.game.view(mover)
            changing, lasting = self.rules.for_sending(view.state)
            task_name, seat = f"{self.name(mover)}'s bot", (mover, self.bots[mover], bot_seed(self.seed, mover))
            self.thinker.ask(task_name, choose_and_weigh, *seat, changing, view.log, rules=self.rules, lasting=lasting)
            return False
        report = self.thinker.poll()
        if report is None or not report.ended:
            return False
        try:
            if report.failure:
                raise RefusedError(Verdict(False, "no_action", report.failure))
            action, self._weighed[len(self.game.turns) + 1] = report.answer
            self._do(action)
        except RefusedError as error:
            self.stuck = f"{self.name(mover)}'s bot cannot continue: {error}"
            self.changes += 1
        return True

    @property
    def thinking(self) -> bool:
        """Is a bot to act?"""
        return self.game.to_act in self.bots and not self.stuck

    # --- taking back

    def undoable(self) -> int:
        """How many of the last actions can be taken back by a person; those of bots go along with the one before them."""
        count = self.game.undo_length(self.bots)
        return count if count <= self.game.undoable() else 0

    def redoable(self) -> int:
        """Return how many undone actions a person can redo at once; those of bots go along with the one before them."""
        count = self.game.redo_length(self.bots)
        return count if count <= self.game.redoable() else 0

    def undo(self) -> None:
        """Take back the last action of a person. Raises RefusedError if dice or hidden cards forbid it."""
        self._take_back(self.undoable() or self.game.undoable() + 1)

    def undo_to(self, action_count: int) -> None:
        """Take back all but the first `action_count` actions. Raises RefusedError."""
        self._take_back(len(self.game.turns) - action_count)

    def redo(self) -> None:
        """Do the next undone action of a person again. Raises RefusedError if there is none."""
        self.thinker.stop()
        self.game.redo(self.redoable() or self.game.redoable() + 1)
        self._show_at_once()

    def _take_back(self, count: int) -> None:
        self.thinker.stop()
        self.game.undo(count)
        self._show_at_once()

    def _show_at_once(self) -> None:
        """Show the game as it is after an undo or redo, with its file and its log."""
        self.wanted = self._tried = None
        self.stuck = ""
        if self.typed is not None:
            self.typed.given.clear()
        self.keep()
        self.staging.forget(self.game.state)
        self._write_log()
        if self.pass_to:
            self.seat = 0  # before a covered screen may be either
        self._changed()

    def _write_log(self) -> None:
        self.log = GameLog(self.rules, self.game.start, self.reader)
        self.log.tell(self.game.opening[1], 0)
        for action_count, turn in enumerate(self.game.turns, 1):
            self.log.tell(turn.events, action_count)
        self.log.pause(len(self.game.turns))

    # --- saving, leaving

    def save_copy(self, path: str | Path) -> None:
        """Write the game to another file. Raises InputError, also rather than write over one."""
        if Path(path).exists():
            raise InputError(f"{path}: this file already exists")
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
    view = View(rules, player, state, player, rules.offers(state, player), log)
    return choose_action(_seat(rules, player, bot, seed), view)


def choose_and_weigh(
    progress: Progress, player: int, bot: str, seed: str, changing: Any, log: tuple[Event, ...], *, rules: RuleSet, lasting: Any
) -> tuple[Action, tuple[tuple[float, Action], ...]]:
    """What a bot chooses (see `choose`), and what it weighed."""
    begin_weighing()
    action = choose(progress, player, bot, seed, changing, log, rules=rules, lasting=lasting)
    return action, weighed()
