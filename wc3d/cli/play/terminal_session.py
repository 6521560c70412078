"""A game in the terminal, line by line, which also works with pipes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.suggestions import pluralize
from wc3d.cli.output.colors import print_log, print_styled
from wc3d.cli.output.prompt import PromptInput, QuitError
from wc3d.cli.output.prompt_completion import PromptCompletions
from wc3d.cli.output.safe_terminal import write_control_code
from wc3d.engine.actions import Action, RefusedError
from wc3d.engine.game import Game
from wc3d.engine.replay import GameJournal, save
from wc3d.errors import InputError

if TYPE_CHECKING:
    from wc3d.bots import Bot

MAX_LISTED_ACTIONS = 8
"""The maximum number of listed actions of a kind; kinds that are easy to scan list more."""

DEFAULT_LOG_LINES = 25
"""The default number of log lines to show."""

CLEAR_SCREEN_CODE = "\033[2J\033[3J\033[H"
"""The control code that clears a terminal and its scrollback."""

FIRST_HELP = "Type the number of a listed action, or type an action:"

COMMAND_HELP = (
    "why not ACTION      check whether the rules allow an action, without taking it",
    "more                list more actions",
    "undo [N]            undo your last action, or your last N (not past dice or revealed cards)",
    "redo [N]            redo the last action that you undid, or the last N",
)

LAST_HELP = "log [N], save [FILE], help, quit"


class TerminalSession:
    """A game in the terminal. `bots` act for their players; the journal saves all actions."""

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
        self.teller = self.rules.text.teller(game.start, self.reader)
        self.seat = 0
        self.numbered_actions: list[Action] = []
        self.last_standings: list[str] = []
        self.is_unsaved = False

    def play(self) -> None:
        """Play until the game ends or the players leave. Raises InputError if saving failed."""
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
        """Write any unsaved actions and print the path of the game. Raises InputError."""
        self.journal.append_new()
        print(f"The game is saved in {self.journal.path}")

    def _tell(self, lines: list[str]) -> None:
        for line in lines:
            print(line)
        sys.stdout.flush()

    def _tell_log(self, lines: list[str]) -> None:
        print_log(lines)
        sys.stdout.flush()

    def _play_bot(self, bot: Bot, player: int) -> None:
        """Do a bot's action. Raises InputError if it is not an action or not legal."""
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
        """Do an action, print its events and save it."""
        happened = self.game.apply(action)
        self._update_file()
        self._tell_log(self.teller.format_lines(happened))

    def _update_file(self) -> None:
        """Bring the file up to date. Report a write error once, and retry with every action.

        Raises InputError in a game of bots, where nobody can choose another file.
        """
        try:
            self.journal.append_new()
        except InputError as error:
            if not self.people:
                raise
            if not self.is_unsaved:
                print(
                    f"{error}; the game goes on but is not saved: type save FILE to save it elsewhere"
                )
            self.is_unsaved = True
        else:
            self.is_unsaved = False

    # Questions

    def _ask(self, player: int) -> None:
        """Prompt a player for one action, and run other commands until then."""
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
        """Hand the computer to the next player, after clearing the other's screen."""
        if len(self.people) > 1 and self.seat not in (0, player):
            self.prompt_input.clear_history()
            if self.prompt_input.terminal:
                write_control_code(sys.stdout, CLEAR_SCREEN_CODE)
            print(f"\n*** Pass the computer to {self._name(player)}. ***")
            if self.prompt_input.terminal:
                self.prompt_input.read_line("Press Enter to continue. ")
                self.print_log("")
        self.seat = player

    def _name(self, player: int) -> str:
        return self.rules.text.player_names(self.game.state)[player - 1]

    def _describe_turn(self, player: int) -> None:
        """Print the player to act, the moment, and the standing if it has changed."""
        print()
        print_styled(
            self._name(player), "bold", f" ({self.rules.text.describe_moment(self.game.state)})"
        )
        standings = self.rules.text.standings(self.game.state)
        self._tell(
            [
                *(standings if standings != self.last_standings else ()),
                *self.rules.text.describe_question(self.game.state),
                *(
                    ["This game is not saved: type save FILE to save it elsewhere"]
                    if self.is_unsaved
                    else ()
                ),
            ]
        )
        self.last_standings = standings

    def list_offers(self, limit: int) -> None:
        """Print the possible actions with numbers."""
        self.numbered_actions = []
        pass_action = self.rules.search.pass_action(self.game.to_act or 0)
        unlisted = {kind.type for kind in self.rules.display.kinds if kind.may_lack_examples}
        explained = {""}
        for offer in sorted(
            self.game.offers(),
            key=lambda offer: pass_action is not None and offer.type == pass_action.type,
        ):
            actions = self.rules.search.examples(offer, limit)
            if pass_action is not None and offer.type == pass_action.type:
                self.numbered_actions += actions[:1]
                reason = "" if actions else offer.check(pass_action).text
                if actions:
                    print_styled(f"  {len(self.numbered_actions)}", "cyan", f" {offer.text}")
                else:
                    print(f"  ({offer.text}: not possible now; {reason})")
                continue
            if actions:
                print(f"  {offer.text}")
            elif offer.type in unlisted:
                print(f"  {offer.text} (the program found no place; type one)")
            for action in actions:
                self._list_action(action, explained)

    def _list_action(self, action: Action, explained: set[str]) -> None:
        """Print an action with its number, and its meaning unless that is in `explained`."""
        self.numbered_actions.append(action)
        print_styled(
            f"    {len(self.numbered_actions)}",
            "cyan",
            f" {self.rules.text.describe(self.game.state, action)}",
        )
        meaning = self.rules.text.explain_action(self.game.state, action)
        if meaning not in explained:
            print_styled(f"        {meaning}", "dim")
            explained.add(meaning)

    # Commands

    def _answer(self, line: str) -> None:
        if line.startswith("?") and (question := line.lstrip("? ")):
            line = f"rules {question}"
        word, _, rest = line.partition(" ")
        if not line:
            return
        if line.isdecimal():
            self._do_listed(int(line))
        elif (action := self.rules.text.parse_action(self.game, line)) is not None:
            self._do(action)
        elif (command := COMMANDS.get(COMMAND_ALIASES.get(word, word))) is not None:
            command(self, rest.strip())
        elif (look_up := self.rules.text.player_queries.get(word)) is not None:
            self._tell(look_up(self.game, rest.strip()))
        else:
            raise InputError(f"unknown command {word!r}; type help for a list")

    def _list_commands(self) -> Iterable[str]:
        """Return the first words of possible input."""
        forms = {form.split()[0] for form in self.rules.text.command_forms.values()}
        return {
            *forms,
            *COMMANDS,
            *self.rules.text.player_queries,
            *self.rules.text.completions(self.game, ""),
        }

    def _list_names(self, order: str) -> Iterable[str]:
        """Return the names that can follow a command."""
        if order == "why":
            return {
                "not",
                *self.rules.text.command_forms,
                *self.rules.text.completions(self.game, order),
            }
        return () if order in COMMANDS else self.rules.text.completions(self.game, order)

    def _do_listed(self, number: int) -> None:
        if not 1 <= number <= len(self.numbered_actions):
            raise InputError(f"expected a number from 1 to {len(self.numbered_actions)}")
        self._do(self.numbered_actions[number - 1])

    def explain_refusal(self, rest: str) -> None:
        """Explain whether an action is legal, without doing it."""
        order = rest.removeprefix("not ").strip()
        action = self.rules.text.parse_action(self.game, order)
        if action is None:
            raise InputError(
                f"expected an action after 'why not': {', '.join(self.rules.text.command_forms)}"
            )
        verdict = self.game.check(action)
        print(
            f"Allowed: {self.rules.text.describe(self.game.state, action)}"
            if verdict
            else f"No: {verdict.reason}"
        )

    def undo(self, rest: str) -> None:
        """Undo the last actions; bots' actions together with the action before them."""
        count = self.game.undo_length(self.bots, parse_count(rest or "1"))
        self.game.undo(count)
        self._update_file()
        self.teller = self.rules.text.teller(self.game.start, self.reader)
        self.teller.format_lines(self.game.log)
        print(f"{pluralize(count, 'action')} undone")

    def redo(self, rest: str) -> None:
        """Redo the last undone actions, with the bots' actions that followed them."""
        event_count = len(self.game.log)
        self.game.redo(self.game.redo_length(self.bots, parse_count(rest or "1")))
        self._update_file()
        self._tell_log(self.teller.format_lines(self.game.log[event_count:]))

    def save_copy(self, rest: str) -> None:
        """Save a copy of the game in another file."""
        if rest and Path(rest).exists():
            raise InputError(f"{rest}: this file already exists; choose another name")
        if rest:
            save(self.game, rest)
        print(f"The game is saved in {rest or self.journal.path}")

    def print_log(self, rest: str) -> None:
        """Print the last lines of the log."""
        teller = self.rules.text.teller(self.game.start, self.reader)
        self._tell_log(
            [*teller.format_lines(self.game.log), *teller.format_rest()][
                -parse_count(rest or str(DEFAULT_LOG_LINES)) :
            ]
        )

    def print_score(self, rest: str) -> None:
        """Print the standing of the game."""
        score = self.rules.text.scoreboard(self.game.state, self.game.log)
        self._tell(score or ["There is no score before the first round"])

    def print_help(self, rest: str) -> None:
        """Print the commands."""
        orders = [f"  {form}" for form in self.rules.text.command_forms.values()]
        note = [self.rules.text.naming_help] if self.rules.text.naming_help else []
        score = f"score               {self.rules.text.score_help}"
        self._tell(
            [
                FIRST_HELP,
                *orders,
                *note,
                *COMMAND_HELP,
                *self.rules.text.player_query_help,
                score,
                LAST_HELP,
            ]
        )

    def quit_game(self, rest: str) -> None:
        """Leave the game."""
        raise QuitError


def parse_count(text: str) -> int:
    """Parse an integer of 1 or more. Raises InputError."""
    if not text.isdecimal() or not 1 <= int(text) <= 10**6:
        raise InputError(f"expected a whole number of 1 or more, found {text!r}")
    return int(text)


COMMAND_ALIASES = {"exit": "quit", "?": "help", "status": "score", "list": "more"}
"""Aliases of commands."""

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
"""The commands in addition to actions and the rules' own queries."""
