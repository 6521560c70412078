"""A game with check, apply, undo and view, shared by people, bots and files."""

from __future__ import annotations

from collections.abc import Container, Iterable
from copy import copy
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any, TypeVar, overload

from wc3d._internal.suggestions import pluralize
from wc3d.engine.actions import LEGAL, Action, Correction, Event, RefusedError, Verdict
from wc3d.engine.agenda import Resolution
from wc3d.engine.dice import Dice, DiceRecord, copy_dice
from wc3d.engine.position import Position
from wc3d.engine.position import View as View
from wc3d.errors import InputError

if TYPE_CHECKING:
    from wc3d.engine.ruleset import RuleSet


EventT = TypeVar("EventT", bound=Event)


@dataclass(frozen=True, slots=True, repr=False)
class ActionRecord:
    """A recorded action: its dice, its events, and the states before and after."""

    action: Action
    drawn: DiceRecord
    events: tuple[Event, ...]
    state_before: Any
    state_after: Any
    reveals_cards: bool

    def __repr__(self) -> str:
        return f"<Turn: {self.action!r}, {pluralize(len(self.drawn.rolls), 'roll')}, {pluralize(len(self.events), 'event')}>"

    @property
    def is_final(self) -> bool:
        """Return whether undo is impossible: dice were rolled or a hidden card was revealed."""
        return bool(self.drawn.rolls or self.drawn.shuffles) or self.reveals_cards


@dataclass(frozen=True, slots=True)
class GameOrigin:
    """The saved game that a game continues: its file name, inherited actions, and final hash."""

    file: str
    actions: int
    hash: str

    def __str__(self) -> str:
        return (
            f"{self.file} after action {self.actions}"
            if self.actions
            else f"the opening of {self.file}"
        )


@dataclass(frozen=True, slots=True)
class UndoRecord:
    """A recorded undo of the last `count` actions, back to `state_after`; dice only if `agreed`."""

    count: int
    state_after: Any
    agreed: bool = False


def redoable_after_action(undone: list[ActionRecord], turn: ActionRecord) -> list[ActionRecord]:
    """Return the redoable actions after a turn: the rest if it repeats the next, else none."""
    return undone[:-1] if undone and undone[-1].action == turn.action else []


def redoable_after_undo(
    undone: list[ActionRecord], turns: list[ActionRecord]
) -> list[ActionRecord]:
    """Return the redoable actions after an undo of `turns`: none if it included dice or cards."""
    return [] if any(turn.is_final for turn in turns) else [*undone, *reversed(turns)]


class Game(Position):
    """A game being played: a position with a record, a log and undo.

    - `state`: the game's own frozen state. `rules`: the `RuleSet`. `setup`: the start, as JSON.
    - `turns`: the actions that lead from the opening to `state`, each with dice and events.
    - `record`: the same, with everything that was undone.
    - `bots`: the name of each player's bot. The game itself never calls them.
    - `origin`: the saved game that this one continues from a chosen point, or None.

    `copy.copy(game)` is an independent game with the whole record. For searches, use `View.fork`.

    >>> game.to_act, game.over, len(game.turns)
    (2, False, 0)
    """

    def __init__(self, rules: RuleSet, state: Any, dice: Dice, setup: dict[str, Any]) -> None:
        resolution = Resolution(state, dice, rules.play.steps)
        resolution.run()
        super().__init__(rules, resolution.state, dice)
        self.setup = setup
        self.bots: dict[int, str] = {}
        self.start = state
        self.opening = (resolution.drawn, tuple(resolution.events))
        self.turns: list[ActionRecord] = []
        self.logs: dict[int | None, list[Event]] = {None: [], 1: [], 2: []}
        self._log_events(resolution.events)
        self.record: list[ActionRecord | UndoRecord] = []
        self.undone: list[ActionRecord] = []
        self.origin: GameOrigin | None = None

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, {pluralize(len(self.turns), 'action')}>"

    def __copy__(self) -> Game:
        """Return an independent game at the same point, with its record. It shares frozen states.
        Searches use `fork`.
        """
        duplicate = object.__new__(type(self))
        vars(duplicate).update(vars(self))
        duplicate.turns = list(self.turns)
        duplicate.record = list(self.record)
        duplicate.bots = dict(self.bots)
        duplicate.undone = list(self.undone)
        duplicate.logs = {player: list(log) for player, log in self.logs.items()}
        duplicate.dice = copy_dice(self.dice)
        return duplicate

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return copy(self)

    @property
    def log(self) -> tuple[Event, ...]:
        """Return everything that has happened, as a tuple of `Event`.

        >>> [event.why for event in game.log if type(event).__name__ == "Rolled"][0]
        'first turn or choice of side'
        """
        return self.opening[1] + tuple(e for t in self.turns for e in t.events)

    @overload
    def events(self) -> tuple[Event, ...]: ...

    @overload
    def events(self, kind: type[EventT]) -> tuple[EventT, ...]: ...

    def events(self, kind: type[Event] | None = None) -> tuple[Event, ...]:
        """Return everything that has happened, or the events of one type, in order.

        The types are in the module `rules.events` of each game. What a player or a spectator has
        seen of it is `game.view(player).log`.

        >>> from wc3d.games.neo_mechanika.rules.events import Rolled
        >>> [event.why for event in game.events(Rolled)][0]
        'first turn or choice of side'
        """
        return self.log if kind is None else tuple(e for e in self.log if isinstance(e, kind))

    def _log_events(self, events: Iterable[Event]) -> None:
        for player, log in self.logs.items():
            log.extend(e.seen_by(player) for e in events)

    def check(self, action: Action) -> Verdict:
        """Return whether an action is legal now, as a `Verdict`. Nothing changes.

        >>> bool(game.check(Choose(player=2, option="first")))
        True
        >>> game.check(Choose(player=1, option="first")).code
        'wrong_player'
        """
        return (
            self._check_correction(action)
            if isinstance(action, Correction)
            else super().check(action)
        )

    def _check_correction(self, action: Correction) -> Verdict:
        """Return whether a judge may put this model there: anywhere until the game ends."""
        if self.over:
            return Verdict(False, "over", "the game is over")
        try:
            self.rules.play.correct_model(self.state, action)
        except InputError as error:
            return Verdict(False, "no_place", str(error))
        except RefusedError as error:
            return error.verdict
        return LEGAL

    def _resolve(self, action: Action, dice: Dice | None) -> Resolution:
        if not isinstance(action, Correction):
            return super()._resolve(action, dice)
        if not (verdict := self.check(action)):
            raise RefusedError(verdict)
        resolution = Resolution(self.state, dice or self.dice, self.rules.play.steps)
        resolution.emit(self.rules.play.correct_model(self.state, action))
        return resolution

    def apply(self, action: Action, dice: Dice | None = None) -> tuple[Event, ...]:
        """Carry out an action and return its events, as a tuple of `Event`.

        `dice` roll for this action alone, if given. Raises RefusedError for an illegal action, and
        DiceError or DiceWantedError from the dice; then nothing has changed.

        >>> played = copy(game)
        >>> events = played.apply(Choose(player=2, option="first"))
        >>> played.to_act, len(played.turns)
        (1, 1)
        """
        resolution = self._resolve(action, dice)
        turn = ActionRecord(
            action,
            resolution.drawn,
            tuple(resolution.events),
            self.state,
            resolution.state,
            resolution.revealed,
        )
        self.undone = redoable_after_action(self.undone, turn)
        self.turns.append(turn)
        self.record.append(turn)
        self.state = resolution.state
        self._log_events(turn.events)
        return turn.events

    def _seen_log(self, player: int | None) -> tuple[Event, ...]:
        return tuple(self.logs[player])

    @property
    def inherited_count(self) -> int:
        """The number of actions inherited from the game that this one continues."""
        return self.origin.actions if self.origin is not None else 0

    def undoable(self) -> int:
        """Return how many of the last actions can be undone.

        These are the actions since the last roll or revealed card.

        >>> game.undoable()
        0
        """
        free = sum(1 for _ in takewhile(lambda turn: not turn.is_final, reversed(self.turns)))
        return min(free, len(self.turns) - self.inherited_count)

    def undo(self, count: int = 1, agreed: bool = False) -> None:
        """Undo the last `count` actions. They stay in the record, and `redo` can repeat them.

        Rolled dice and revealed cards cannot be undone unless both players have `agreed`. Dice
        that nobody knows yet are then rolled again. Raises RefusedError if fewer actions can be
        undone.

        >>> played = copy(game)
        >>> events = played.apply(Choose(player=2, option="first"))
        >>> played.undo()
        >>> played.to_act, played.redoable()
        (2, 1)
        """
        own = len(self.turns) - self.inherited_count
        if count < 1 or count > (own if agreed else self.undoable()):
            reason = "dice were rolled or a card was revealed after that action"
            if not own:
                inherited = "the earlier actions belong to the game from which this one starts"
                reason = inherited if self.inherited_count else "nothing to undo"
            raise RefusedError(Verdict(False, "cannot_undo", reason))
        turns = self.turns[-count:]
        renew = getattr(self.dice, "renew", None)
        if renew is not None and any(turn.is_final for turn in turns):
            renew()
        self.state = turns[0].state_before
        del self.turns[-count:]
        events = sum(len(t.events) for t in turns)
        for log in self.logs.values():
            del log[len(log) - events :]
        self.undone = redoable_after_undo(self.undone, turns)
        self.record.append(UndoRecord(count, self.state, agreed))

    def undo_length(self, bots: Container[int], people: int = 1) -> int:
        """Return how many actions to undo for the last `people` actions of people, including later
        actions of bots.

        If there are too few, the result exceeds the number of actions, which `undo` refuses.
        """
        by_people = [
            i for i, turn in enumerate(reversed(self.turns), 1) if turn.action.player not in bots
        ]
        return by_people[people - 1] if len(by_people) >= people else len(self.turns) + 1

    def redo_length(self, bots: Container[int], people: int = 1) -> int:
        """Return how many actions to redo for `people` human actions, bots' replies included."""
        turns = list(reversed(self.undone))
        by_people = [i for i, turn in enumerate(turns) if turn.action.player not in bots]
        if len(by_people) < people:
            return len(turns) + 1
        return by_people[people] if len(by_people) > people else len(turns)

    def redoable(self) -> int:
        """Return how many undone actions `redo` can repeat."""
        return len(self.undone)

    def redo(self, count: int = 1) -> None:
        """Repeat the last `count` undone actions, in their order.

        Raises RefusedError if fewer can be repeated; then nothing has changed.

        >>> played = copy(game)
        >>> events = played.apply(Choose(player=2, option="first"))
        >>> played.undo()
        >>> played.redo()
        >>> len(played.turns)
        1
        """
        if not 1 <= count <= self.redoable():
            raise RefusedError(Verdict(False, "cannot_redo", "nothing to redo"))
        for turn in list(reversed(self.undone))[:count]:
            self.apply(turn.action)
