"""A game in the terminal: what is asked, what is typed, what is told. Line by line, so that it works with pipes, too."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.suggestions import pluralize
from wc3d.cli.output.colors import print_styled, tell_log
from wc3d.cli.output.completion import PromptCompletions
from wc3d.cli.output.prompt import PromptInput, QuitError
from wc3d.cli.output.safe_terminal import write_control_code
from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.game import Game
from wc3d.engine.replay import GameJournal, save
from wc3d.errors import InputError

if TYPE_CHECKING:
    from wc3d.bots import Bot

MAX_LISTED_ACTIONS = 8
"""How many actions of a kind are listed; of those that are told apart at a glance more."""

DEFAULT_LOG_LINES = 25
"""How many lines of the log are shown if nothing is said."""

CLEAR_SCREEN_CODE = "\033[2J\033[3J\033[H"
"""What makes a terminal forget what it shows."""

FIRST_HELP = "Type the number of a listed action, or type an action:"

COMMAND_HELP = (
    "why not ACTION      say whether the rules allow it, without doing it",
    "more                list more actions",
    "undo [N]            undo the last N actions (not past dice or revealed cards)",
    "redo [N]            redo the last N actions that you undid",
)

LAST_HELP = "log [N], save [FILE], help, quit"


class TerminalSession:
    """A game being played in the terminal. `bots` play for their players; everything done is in the journal's file."""

    def __init__(
        self, game: Game, journal: GameJournal, typed: PromptInput, bots: Mapping[int, Bot]
    ) -> None:
        self.game = game
        self.rules = game.rules
        self.journal = journal
        self.prompt_input = typed
        self.bots = bots
        self.people = [p for p in (1, 2) if p not in bots]
        self.reader = self.people[0] if len(self.people) == 1 else None
        self.teller = self.rules.teller(game.start, self.reader)
        self.seat = 0
        self.numbered_actions: list[Action] = []
        self.last_standings: list[str] = []
        self.is_unsaved = False

    def play(self) -> None:
        """Play until the game is over or the players leave. Raises InputError if the game could not be saved."""
        lines = self.teller.format_lines(self.game.log)
        self._tell_log(lines[-DEFAULT_LOG_LINES:] if self.game.turns else lines)
        try:
            while not self.game.over:
                mover = self.game.to_act or 0
                if mover in self.bots:
                    self._play_bot(self.bots[mover], mover)
                else:
                    self._ask(mover)
            self._tell_log(self.teller.format_rest())
        except QuitError:
            pass
        except KeyboardInterrupt:
            print()
            self._print_save_path()
            raise
        self._print_save_path()

    def _print_save_path(self) -> None:
        """Say where the game is; what has not been written is written now. Raises InputError."""
        self.journal.append_new()
        print(f"The game is saved in {self.journal.path}")

    def _tell(self, lines: list[str]) -> None:
        for line in lines:
            print(line)
        sys.stdout.flush()

    def _tell_log(self, lines: list[str]) -> None:
        tell_log(lines)
        sys.stdout.flush()

    def _play_bot(self, bot: Bot, player: int) -> None:
        """Do what a bot chooses. Raises InputError if that is not an action, or not a legal one."""
        from wc3d.bots.match import choose_action

        action = choose_action(bot, self.game.view(player))
        try:
            self._do(action)
        except RefusedError as error:
            name = f"{type(bot).__module__}:{type(bot).__qualname__}"
            raise InputError(
                f"bot {name}: the rules do not allow its action: {error.verdict.reason}"
            ) from None

    def _do(self, action: Action) -> None:
        """Do an action, tell what happens, and note it in the file."""
        happened = self.game.apply(action)
        self._update_file()
        self._tell_log(self.teller.format_lines(happened))

    def _update_file(self) -> None:
        """Bring the file up to date. Where it cannot be written that is told once, and tried again with every action."""
        try:
            self.journal.append_new()
        except InputError as error:
            if not self.is_unsaved:
                print(
                    f"{error}; the game continues without being saved: `save FILE` saves it elsewhere"
                )
            self.is_unsaved = True
        else:
            self.is_unsaved = False

    # Asking

    def _ask(self, player: int) -> None:
        """Ask a player for one action, answering whatever else is typed."""
        self._tell_log(self.teller.format_rest())
        self._hand_over(player)
        self._describe_turn(player)
        self.list_offers(MAX_LISTED_ACTIONS)
        old_state = self.game.state
        while self.game.state is old_state:
            try:
                self._answer(
                    self.prompt_input.read_line(
                        "> ", PromptCompletions(self._list_commands(), self._list_names)
                    )
                )
            except InputError as error:
                print_styled(str(error), "red")
            except RefusedError as error:
                print_styled("No:", "red", f" {error.verdict.reason}")

    def _hand_over(self, player: int) -> None:
        """Give the laptop to the other person before a hand can be seen; in a terminal nothing of the first one's is left."""
        if len(self.people) > 1 and self.seat not in (0, player):
            self.prompt_input.clear_history()
            if self.prompt_input.terminal:
                write_control_code(sys.stdout, CLEAR_SCREEN_CODE)
            print(f"\n*** Pass the computer to {self._name(player)}. ***")
            if self.prompt_input.terminal:
                self.prompt_input.read_line("Press Enter. ")
                self.print_log("")
        self.seat = player

    def _name(self, player: int) -> str:
        return self.rules.player_names(self.game.state)[player - 1]

    def _describe_turn(self, player: int) -> None:
        """Who is asked, when, and how the game stands (if that has changed since it was last told)."""
        print()
        print_styled(
            self._name(player), "bold", f", {self.rules.describe_moment(self.game.state)}:"
        )
        standings = self.rules.standings(self.game.state)
        self._tell(
            [
                *(standings if standings != self.last_standings else ()),
                *self.rules.describe_question(self.game.state),
            ]
        )
        self.last_standings = standings

    def list_offers(self, limit: int) -> None:
        """Number what can be done now."""
        self.numbered_actions = []
        pass_action = self.rules.pass_action(self.game.to_act or 0)
        unlisted = {kind.type for kind in self.rules.kinds if kind.may_lack_examples}
        explained = {""}
        for offer in sorted(
            self.game.offers(),
            key=lambda offer: pass_action is not None and offer.type == pass_action.type,
        ):
            actions = self.rules.examples(offer, limit)
            if pass_action is not None and offer.type == pass_action.type:
                self.numbered_actions += actions[:1]
                reason = "" if actions else offer.check(pass_action).text
                if actions:
                    print_styled(f"  {len(self.numbered_actions)}", "cyan", f" {offer.text}")
                else:
                    print(f"  ({offer.text}: not now, {reason})")
                continue
            if actions:
                print(f"  {offer.text}")
            elif offer.type in unlisted:
                print(f"  {offer.text} (no place found; type one yourself)")
            for action in actions:
                self._list_action(action, explained)

    def _list_action(self, action: Action, explained: set[str]) -> None:
        """List an action with its number; what it means only where that has not been said yet."""
        self.numbered_actions.append(action)
        print_styled(
            f"    {len(self.numbered_actions)}",
            "cyan",
            f" {self.rules.describe(self.game.state, action)}",
        )
        meaning = self.rules.explain_action(self.game.state, action)
        if meaning not in explained:
            print_styled(f"        {meaning}", "dim")
            explained.add(meaning)

    # Answering

    def _answer(self, line: str) -> None:
        if line.startswith("?") and (question := line.lstrip("? ")):
            line = f"rules {question}"
        word, _, rest = line.partition(" ")
        if not line:
            return
        if line.isdecimal():
            self._do_listed(int(line))
        elif (action := self.rules.parse_action(self.game, line)) is not None:
            self._do(action)
        elif (command := COMMANDS.get(COMMAND_ALIASES.get(word, word))) is not None:
            command(self, rest.strip())
        elif (look_up := self.rules.player_queries().get(word)) is not None:
            self._tell(look_up(self.game, rest.strip()))
        else:
            raise InputError(f"unknown command {word!r}; type help for a list")

    def _list_commands(self) -> Iterable[str]:
        """The first words of what can be typed now."""
        forms = {form.split()[0] for form in self.rules.command_forms().values()}
        return {
            *forms,
            *COMMANDS,
            *self.rules.player_queries(),
            *self.rules.completions(self.game, ""),
        }

    def _list_names(self, order: str) -> Iterable[str]:
        """What can be named after an order's word."""
        if order == "why":
            return {"not", *self.rules.command_forms(), *self.rules.completions(self.game, order)}
        return () if order in COMMANDS else self.rules.completions(self.game, order)

    def _do_listed(self, number: int) -> None:
        if not 1 <= number <= len(self.numbered_actions):
            raise InputError(f"expected a number from 1 to {len(self.numbered_actions)}")
        self._do(self.numbered_actions[number - 1])

    def explain_refusal(self, rest: str) -> None:
        """What the rules say to an order, without doing it."""
        order = rest.removeprefix("not ").strip()
        action = self.rules.parse_action(self.game, order)
        if action is None:
            raise InputError(
                f"expected an action after 'why not': {', '.join(self.rules.command_forms())}"
            )
        verdict = self.game.check(action)
        print(
            f"Allowed: {self.rules.describe(self.game.state, action)}"
            if verdict
            else f"No: {verdict.reason}"
        )

    def undo(self, rest: str) -> None:
        """Take back the last actions; those of bots along with the one before them."""
        count = self.game.undo_length(self.bots, parse_count(rest or "1"))
        self.game.undo(count)
        self._update_file()
        self.teller = self.rules.teller(self.game.start, self.reader)
        self.teller.format_lines(self.game.log)
        print(f"{pluralize(count, 'action')} undone")

    def redo(self, rest: str) -> None:
        """Do the last undone actions again, with those of bots that followed them."""
        event_count = len(self.game.log)
        self.game.redo(self.game.redo_length(self.bots, parse_count(rest or "1")))
        self._update_file()
        self._tell_log(self.teller.format_lines(self.game.log[event_count:]))

    def save_copy(self, rest: str) -> None:
        """Write the game to another file, too."""
        if rest and Path(rest).exists():
            raise InputError(f"{rest}: this file already exists")
        if rest:
            save(self.game, rest)
        print(f"The game is saved in {rest or self.journal.path}")

    def print_log(self, rest: str) -> None:
        """The last lines of the log."""
        teller = self.rules.teller(self.game.start, self.reader)
        self._tell_log(
            [*teller.format_lines(self.game.log), *teller.format_rest()][
                -parse_count(rest or str(DEFAULT_LOG_LINES)) :
            ]
        )

    def print_score(self, rest: str) -> None:
        """How the game stands."""
        self._tell(self.rules.scoreboard(self.game.state, self.game.log))

    def print_help(self, rest: str) -> None:
        """What can be typed."""
        orders = [f"  {form}" for form in self.rules.command_forms().values()]
        note = [self.rules.naming_help] if self.rules.naming_help else []
        score = f"score               {self.rules.score_help}"
        self._tell(
            [
                FIRST_HELP,
                *orders,
                *note,
                *COMMAND_HELP,
                *self.rules.player_query_help(),
                score,
                LAST_HELP,
            ]
        )

    def quit_game(self, rest: str) -> None:
        """Leave the game."""
        raise QuitError


def parse_count(text: str) -> int:
    """A whole number of 1 or more. Raises InputError."""
    if not text.isdecimal() or not 1 <= int(text) <= 10**6:
        raise InputError(f"expected a whole number of 1 or more, got {text!r}")
    return int(text)


COMMAND_ALIASES = {"exit": "quit", "?": "help", "status": "score", "list": "more"}
"""Other words for the same."""

COMMANDS: dict[str, Callable[[TerminalSession, str], None]] = {
    "why": TerminalSession.explain_refusal,
    "more": lambda session, rest: session.list_offers(3 * MAX_LISTED_ACTIONS),
    "undo": TerminalSession.undo,
    "redo": TerminalSession.redo,
    "log": TerminalSession.print_log,
    "score": TerminalSession.print_score,
    "save": TerminalSession.save_copy,
    "help": TerminalSession.print_help,
    "quit": TerminalSession.quit_game,
}
"""What can be typed besides actions and what the game's rules look up."""
