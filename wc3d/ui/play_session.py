"""A game in the window: its players and bots, views, actions, dice, saving and undo.

It contains no graphics. Only the game decides whether an action is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wc3d._internal.memo import use_terrain
from wc3d._internal.progress import Progress
from wc3d.animation.queue import AnimationQueue
from wc3d.animation.steps import AnimationKind
from wc3d.bots import Bot, bot_seed, make_bot
from wc3d.bots.decision_trace import finish_trace, start_trace
from wc3d.bots.match import choose_action
from wc3d.engine.actions import Action, Event, Offer, RefusedError, Verdict
from wc3d.engine.dice import DiceError, DiceWantedError, Roll, check_faces
from wc3d.engine.game import Game, View
from wc3d.engine.replay import GameJournal, save
from wc3d.engine.ruleset import RuleSet
from wc3d.errors import InputError
from wc3d.scene.attack_places import find_weapon_places
from wc3d.ui.game_log import GameLog
from wc3d.ui.player_clock import PlayerClock
from wc3d.workers.background import BackgroundProcess

MAX_ACTIONS_AHEAD = 6
"""The approximate number of actions by which a bot may run ahead of the animation."""


class TypedRolls:
    """Rolls that players make with their own dice and type in.

    An action is tried with the typed rolls, and again after each new roll, until it is done.
    """

    def __init__(self) -> None:
        self.rolls: list[tuple[int, ...]] = []
        self._used = 0

    def restart(self) -> None:
        """Use the rolls from the first one again for another try."""
        self._used = 0

    def __call__(self, roll: Roll) -> Sequence[int]:
        """Return the faces of the next roll. Raises DiceWantedError if it is not typed yet."""
        if self._used == len(self.rolls):
            raise DiceWantedError(roll)
        self._used += 1
        return self.rolls[self._used - 1]

    def add_roll(self, roll: Roll, faces: Sequence[int]) -> None:
        """Add a typed roll. Raises DiceError if the faces do not fit."""
        self.rolls.append(check_faces(roll, faces))


class PlaySession:
    """A game being played in the window.

    `bots` names the bot of each bot player. `path` is the file of the game. `typed` are the rolls
    of a game with typed dice. `change_count` counts all changes.

    Actions are animated (`animation`), instantly unless it has a speed. `state` is the displayed
    state, and nobody may act before all is shown. The game and its file never wait.
    `next_prepared_action` has priority over bots.
    """

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, str] | None = None,
        *,
        path: str | Path | None = None,
        typed: TypedRolls | None = None,
        seed: str = "",
    ) -> None:
        self.game = game
        self.rules = game.rules
        self.bots = dict(bots or {})
        self.typed_rolls = typed
        self.seed = seed
        game.bots = self.bots
        self.check = game.check
        self.path = Path(path) if path is not None else None
        self._journal: GameJournal | None = None
        self.people = tuple(p for p in (1, 2) if p not in self.bots)
        self.reader = self.people[0] if len(self.people) == 1 else None
        self.bot_process = BackgroundProcess()
        self.seated_player = self.reader or 0
        self.next_person = 0
        self.wanted_roll: Roll | None = None
        self._tried: Action | None = None
        self.fault = ""
        self.stop_reason = ""
        self.change_count = 0
        self.animation = AnimationQueue(
            self.rules,
            game.state,
            speed=0.0,
            viewer=lambda: self.viewer,
            rested=self._finish_action,
            heard=lambda event, done: self.log.add_events((event,), done),
            find_weapon=find_weapon_places,
        )
        self._staged = 0
        self.next_prepared_action: Callable[[], Action | None] = lambda: None
        self._weighed: dict[int, tuple[tuple[float, Action], ...]] = {}
        self._write_log()
        self._refresh()

    # --- Views

    @property
    def viewer(self) -> int | None:
        """The only person, or the seated person to act; otherwise None for the public view."""
        if self.reader is not None:
            return self.reader
        return (
            self.seated_player
            if self.seated_player
            and self.seated_player == self.game.to_act
            and not self.next_person
            else None
        )

    @property
    def person_to_act(self) -> int:
        """The person to act, 0 for a bot, a pending handover or roll, or a finished game."""
        mover = self.game.to_act or 0
        waits = bool(self.next_person) or self.wanted_roll is not None or self.animation.is_busy
        return mover if mover in self.people and not waits else 0

    @property
    def clocks(self) -> Sequence[PlayerClock]:
        """The clocks of both players; empty in a game without a clock."""
        return ()

    @property
    def is_over(self) -> bool:
        """Return whether the game is over and fully shown."""
        return self.game.over and not self.animation.is_busy

    @property
    def shown_log(self) -> tuple[Event, ...]:
        """All events that have been shown."""
        events = [*self.game.opening[1], *(e for turn in self.game.turns for e in turn.events)]
        return tuple(events[: len(events) - self.animation.waiting_events])

    def _refresh(self) -> None:
        """Update the seated person, the state and the offers after a change."""
        self.change_count += 1
        self._staged = self.animation.changes
        mover = self.game.to_act or 0
        state = self.game.state
        comes = len(self.people) == 2 and mover != self.seated_player and not self.animation.is_busy
        self.next_person = (
            mover if comes and mover and self.rules.queries.asks_in_private(state, mover) else 0
        )
        self.state: Any = self.rules.play.seen_by(
            self.animation.state if self.animation.is_busy else state, self.viewer
        )
        self.offers: tuple[Offer, ...] = (
            self.game.view(self.person_to_act).offers if self.person_to_act else ()
        )

    def confirm_handover(self) -> None:
        """Seat the next person after the screen was passed on."""
        self.seated_player = self.next_person or self.seated_player
        self.next_person = 0
        self._refresh()

    # --- Actions

    def apply(self, action: Action) -> None:
        """Apply an action, or wait for its typed dice (`wanted_roll`).

        Raises RefusedError without any change. Unfinished animations end immediately.
        """
        self.skip_to_present()
        self._do(action)

    def _do(self, action: Action) -> None:
        if self.typed_rolls is not None:
            self.typed_rolls.restart()
        try:
            happened = self.game.apply(action)
        except DiceWantedError as wanting:
            self.wanted_roll = wanting.roll
            self._tried = action
            self._refresh()
            return
        if self.typed_rolls is not None:
            self.typed_rolls.rolls.clear()
        self.wanted_roll = self._tried = None
        self._stage_events(happened)

    def type_roll(self, faces: Sequence[int]) -> None:
        """Enter the faces of the wanted roll. Raises DiceError if they do not fit."""
        if self.wanted_roll is None or self.typed_rolls is None or self._tried is None:
            raise DiceError("there is no roll to enter now")
        self.typed_rolls.add_roll(self.wanted_roll, faces)
        self.apply(self._tried)

    def _stage_events(self, happened: Sequence[Event]) -> None:
        turn = self.game.turns[-1]
        self.save()
        self.animation.add(turn.state_before, happened, turn.state_after, len(self.game.turns))
        self._refresh()

    def _finish_action(self, action_count: int, all_shown: bool) -> None:
        """Log an unfinished attack after its animation if a person is to act."""
        mover = self.rules.play.to_act(self.animation.state)
        if mover is None or mover in self.people:
            self.log.flush_open_attack(action_count)

    # --- Animation

    def skip_one_step(self) -> bool:
        """Finish the current animation at once. Return False if everything has been shown."""
        return self._note_skip(self.animation.skip_group())

    def skip_to_present(self) -> bool:
        """Skip all animations. Return False if everything has been shown."""
        return self._note_skip(self.animation.skip_all())

    def _note_skip(self, has_skipped: bool) -> bool:
        if has_skipped:
            self._refresh()
        return has_skipped

    def is_next_person(self, player: int) -> bool:
        """Return whether a person can act once everything has been shown."""
        return self.animation.is_busy and player == self.game.to_act and player in self.people

    def bot_options(self) -> list[tuple[str, str]]:
        """Return the options that the animated bot considered, with their values, best first.

        Options that are impossible to the viewer's knowledge are omitted, as they reveal secrets.
        """
        action_count = len(self.game.turns) - self.animation.waiting_actions + 1
        options = (
            self._weighed.get(action_count, ()) if 0 < action_count <= len(self.game.turns) else ()
        )
        if not options:
            return []
        known_state = self.rules.play.seen_by(
            self.game.turns[action_count - 1].state_before, self.viewer
        )
        possible = [
            (worth, action)
            for worth, action in options
            if self.rules.play.check(known_state, action)
        ]
        rows = {
            self.rules.text.describe(known_state, action): f"{worth:.2f}"
            for worth, action in possible
        }
        return list(rows.items())

    @property
    def is_showing_bot(self) -> bool:
        """Return whether a bot's action is being shown."""
        turns = self.game.turns
        ahead = self.animation.waiting_actions
        return 0 < ahead <= len(turns) and turns[-ahead].action.player in self.bots

    @property
    def is_showing_own_action(self) -> bool:
        """Return whether only dice-free actions of persons remain to be shown, so nobody waits."""
        turns = self.game.turns
        first = len(self.game.turns) - self.animation.waiting_actions
        mine = bool(turns) and all(
            turn.action.player in self.people for turn in turns[max(first, 0) :]
        )
        return mine and not any(
            beat.kind is AnimationKind.DICE for beat in self.animation.remaining_steps
        )

    def save(self) -> None:
        """Update the file. An error goes to `fault`, and the next action tries again."""
        try:
            if self._journal is not None:
                self._journal.append_new()
            elif self.path is not None:
                self._journal = GameJournal(self.game, self.path)
        except InputError as error:
            self.fault = f"{error}; you can keep playing, but wc3d cannot save the game"
        else:
            self.fault = ""

    # --- Bots

    def poll(self) -> bool:
        """Advance the animation and the bots. Return whether anything has changed."""
        moved = self.animation.poll()
        if self.animation.changes != self._staged:
            self._refresh()
        return self._poll_bots() or moved

    def _poll_bots(self) -> bool:
        mover = self.game.to_act
        if (
            self.stop_reason
            or self.wanted_roll is not None
            or mover not in self.bots
            or self.animation.waiting_actions > MAX_ACTIONS_AHEAD
        ):
            return False
        prepared_action = self.next_prepared_action() if not self.bot_process.is_busy else None
        if prepared_action is not None:
            self._do(prepared_action)
            return True
        if not self.bot_process.is_busy:
            view = self.game.view(mover)
            changing, lasting = self.rules.play.split_state(view.state)
            task_name = f"{self.player_name(mover)}'s bot"
            seat = (mover, self.bots[mover], bot_seed(self.seed, mover))
            self.bot_process.start_task(
                task_name,
                choose_and_explain_bot_action,
                *seat,
                changing,
                view.log,
                rules=self.rules,
                lasting=lasting,
            )
            return False
        report = self.bot_process.poll()
        if report is None or not report.is_finished:
            return False
        try:
            if report.failure:
                raise RefusedError(Verdict(False, "no_action", report.failure))
            action, self._weighed[len(self.game.turns) + 1] = report.answer
            self._do(action)
        except RefusedError as error:
            self.stop_reason = f"{self.player_name(mover)}'s bot cannot continue: {error}"
            self.change_count += 1
        return True

    @property
    def is_bot_thinking(self) -> bool:
        """Return whether a bot is to act."""
        return self.game.to_act in self.bots and not self.stop_reason

    # --- Undo and redo

    def undoable_count(self) -> int:
        """Return how many actions a person can take back, including later actions of bots."""
        count = self.game.undo_length(self.bots)
        return count if count <= self.game.undoable() else 0

    def redoable_count(self) -> int:
        """Return how many undone actions a person can redo, including later actions of bots."""
        count = self.game.redo_length(self.bots)
        return count if count <= self.game.redoable() else 0

    def undo(self) -> None:
        """Take back a person's last action. Raises RefusedError after dice or revealed cards."""
        self._take_back(self.undoable_count() or self.game.undoable() + 1)

    def undo_to(self, action_count: int) -> None:
        """Take back all but the first `action_count` actions. Raises RefusedError."""
        self._take_back(len(self.game.turns) - action_count)

    def redo(self) -> None:
        """Redo a person's next undone action. Raises RefusedError if there is none."""
        self.bot_process.stop()
        self.game.redo(self.redoable_count() or self.game.redoable() + 1)
        self._show_at_once()

    def _take_back(self, count: int) -> None:
        self.bot_process.stop()
        self.game.undo(count)
        self._show_at_once()

    def _show_at_once(self) -> None:
        """Show the state after an undo or redo without animation, and update file and log."""
        self.wanted_roll = self._tried = None
        self.stop_reason = ""
        if self.typed_rolls is not None:
            self.typed_rolls.rolls.clear()
        self.save()
        self.animation.reset(self.game.state)
        self._write_log()
        if self.next_person:
            self.seated_player = 0  # either person may be next at a covered screen
        self._refresh()

    def _write_log(self) -> None:
        self.log = GameLog(self.rules, self.game.start, self.reader)
        self.log.add_events(self.game.opening[1], 0)
        for action_count, turn in enumerate(self.game.turns, 1):
            self.log.add_events(turn.events, action_count)
        self.log.flush_open_attack(len(self.game.turns))

    # --- Saving and closing

    def save_copy(self, path: str | Path) -> None:
        """Save the game to a new file. Raises InputError, also if the file exists."""
        if Path(path).exists():
            raise InputError(f"{path}: this file already exists; choose another name")
        save(self.game, path)

    def player_name(self, player: int) -> str:
        """Return the name of a player."""
        return self.rules.text.player_names(self.game.state)[player - 1]

    def close(self) -> None:
        """Stop the bots' process, update the file and clear the caches of this game."""
        self.bot_process.stop()
        self.save()
        use_terrain(None)


_BOTS: dict[tuple[str, int, str, str], Bot] = {}
"""The bots of this process, cached for entire games."""


def _get_bot(rules: RuleSet, player: int, bot: str, seed: str) -> Bot:
    key = rules.name, player, bot, seed
    if key not in _BOTS:
        _BOTS[key] = make_bot(rules, bot, seed)
    return _BOTS[key]


def choose_bot_action(
    progress: Progress,
    player: int,
    bot: str,
    seed: str,
    changing: Any,
    log: tuple[Event, ...],
    *,
    rules: RuleSet,
    lasting: Any,
) -> Action:
    """Return a bot's action, from the log and the state in two parts (`PlayRules.split_state`)."""
    state = rules.play.join_state(changing, lasting)
    view = View(rules, player, state, player, rules.play.offers(state, player), log)
    return choose_action(_get_bot(rules, player, bot, seed), view)


def choose_and_explain_bot_action(
    progress: Progress,
    player: int,
    bot: str,
    seed: str,
    changing: Any,
    log: tuple[Event, ...],
    *,
    rules: RuleSet,
    lasting: Any,
) -> tuple[Action, tuple[tuple[float, Action], ...]]:
    """Return a bot's action (see `choose_bot_action`) and the options it considered."""
    start_trace()
    action = choose_bot_action(
        progress, player, bot, seed, changing, log, rules=rules, lasting=lasting
    )
    return action, finish_trace()
