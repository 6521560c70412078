"""The command line: parse arguments, run each command's module, report mistakes in one line."""

from __future__ import annotations

import argparse
import errno
import importlib
import os
import re
import sys
import traceback
import warnings
from collections.abc import Sequence
from typing import Any, NoReturn

import wc3d
from wc3d._internal.suggestions import suggest_similar
from wc3d.cli.optional_dependencies import describe_missing_extra
from wc3d.cli.output.colors import print_styled
from wc3d.cli.output.exit_codes import EXIT_BAD_INPUT, EXIT_BROKEN_PIPE, EXIT_INTERRUPTED
from wc3d.cli.output.safe_terminal import install_safe_streams
from wc3d.cli.shared_arguments import add_game_argument
from wc3d.errors import (
    InputError,
    UnreadPartWarning,
    describe_plugin_call,
    describe_plugin_fault,
    to_one_line,
)
from wc3d.registry import (
    GAMES,
    CommandEntry,
    GameEntry,
    all_games,
    game_entry,
    playable_games,
    with_added_cards,
)


def print_unread_warnings() -> None:
    """Print each UnreadPartWarning as a line of the command line; leave other warnings."""
    show = warnings.showwarning
    if getattr(show, "shows_unread", False):
        return

    def show_line(message: Any, category: type[Warning], *more: Any, **named: Any) -> None:
        if issubclass(category, UnreadPartWarning):
            print_styled("wc3d: note:", "yellow", f" {to_one_line(str(message))}", sys.stderr)
        else:
            show(message, category, *more, **named)

    show_line.shows_unread = True  # type: ignore[attr-defined]
    warnings.showwarning = show_line


NO_SPACE_ERRNOS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The system errors for output without space."""

TRACEBACK_SWITCH = "WC3D_TRACEBACK"
"""The environment variable that prints the traceback of a plug-in's fault."""

UNUSABLE_NAME_ERRNOS = (errno.ENAMETOOLONG, errno.EACCES)
"""The system errors for a file name that the system does not look up."""

SHARED_COMMANDS = {
    "judge": CommandEntry(
        "wc3d.cli.judge.command",
        "answer the questions in a file: line of sight, cover, moves, jumps, slams and more",
    ),
    "photo": CommandEntry(
        "wc3d.cli.judge.photo",
        "answer questions about a real table from marks in one photograph",
    ),
    "check": CommandEntry(
        "wc3d.cli.board.check",
        "check boards and question files, and list every problem with its place (exit code 1 if any is an error); or a game",
    ),
    "los": CommandEntry(
        "wc3d.cli.judge.los",
        "check line of sight between two places on a board, without a question file",
    ),
    "view": CommandEntry(
        "wc3d.cli.window.view",
        "open a board or a question file in a window to look, measure and edit",
    ),
    "fit": CommandEntry(
        "wc3d.cli.board.import_mesh",
        "turn a mesh file (STL, OBJ, GLB, glTF, PLY, 3MF) into terrain, and write a board with it",
    ),
    "board": CommandEntry(
        "wc3d.cli.board.board_actions",
        "write a random board that is fair and playable, or import one of another program",
    ),
    "export": CommandEntry(
        "wc3d.cli.board.export",
        "write a board as a GLB file for 3D viewers, its terrain for 3D printers (STL, 3MF), or a plan (PDF, SVG)",
    ),
    "new": CommandEntry(
        "wc3d.cli.new.command",
        "write a game, a bot, a board, a mission or a card that works at once, to start from",
    ),
    "schema": CommandEntry("wc3d.cli.board.schema", "print the JSON Schema of a file format"),
    "guide": CommandEntry(
        "wc3d.cli.guide",
        "read the guide: how to play, judge, build boards, host games and write programs",
    ),
    "rules": CommandEntry(
        "wc3d.cli.rulebook.rules", "look up the rules: ask in plain words, or give the id of a rule"
    ),
    "play": CommandEntry(
        "wc3d.cli.play.command", "play {games} at one computer, against a bot or on a host"
    ),
    "host": CommandEntry(
        "wc3d.cli.host.command", "host games: each player gets a link, and spectators get another"
    ),
    "serve": CommandEntry(
        "wc3d.cli.service.command",
        "answer questions of other programs over HTTP, as the judge does",
    ),
    "replay": CommandEntry(
        "wc3d.cli.play.replay",
        "replay a saved game: print its log or any position, or verify the file",
    ),
    "demo": CommandEntry("wc3d.cli.play.demo", "watch two bots play a whole game"),
    "simulate": CommandEntry(
        "wc3d.cli.simulate.command",
        "let bots play many games to find how often each force wins, with confidence intervals",
    ),
    "hint": CommandEntry(
        "wc3d.cli.advice.hint", "suggest the best plans in a saved game, with reasons"
    ),
    "analyze": CommandEntry(
        "wc3d.cli.advice.analyze",
        "analyze a saved game: show the chance to win after each turn, and better plans",
    ),
    "ladder": CommandEntry(
        "wc3d.cli.advice.ladder",
        "let bots play each other, and rate them (Elo, with confidence intervals)",
    ),
    "start": CommandEntry(
        "wc3d.cli.window.start",
        "open the start screen in a window, like wc3d without a command",
    ),
    "completion": CommandEntry(
        "wc3d.cli.shell_completion",
        "print the script that makes your shell complete commands with Tab",
    ),
    "rulings": CommandEntry(
        "wc3d.cli.rulebook.rulings",
        "list our rulings on questions that the rulebook leaves open, and the options that players can set",
    ),
}
"""The commands that all games share, each with its module and a line of help."""


def commands_for_game(game: GameEntry) -> dict[str, CommandEntry]:
    """Return the shared commands and the game's own."""
    return {**SHARED_COMMANDS, **game.commands}


def split_game_option(argv: Sequence[str]) -> tuple[GameEntry, list[str]]:
    """Return the game that --game names, or the first game, and the remaining words for the
    parser.

    The words are without --game, which a game's own command need not know. Raises InputError for
    an unknown game.
    """
    words = list(argv)
    own = {name for game in GAMES.values() for name in game.commands}
    command = next((word for word in words if not word.startswith("-")), "")
    at = next((i for i, word in enumerate(words) if word.partition("=")[0] == "--game"), None)
    if at is None or command not in own:
        return game_entry(), words
    _, sign, value = words[at].partition("=")
    named = value if sign else next(iter(words[at + 1 : at + 2]), "")
    entry = game_entry(named)
    if command not in entry.commands:
        raise InputError(f"{entry.title} has no command {command}")
    return entry, words[:at] + words[at + (1 if sign else 2) :]


INVALID_CHOICE_PATTERN = re.compile(r"argument (.+): invalid choice: '(.*)' \(choose from (.+)\)")
"""The argparse message for a word that is not a valid choice."""


class _Parser(argparse.ArgumentParser):
    """An argparse parser that reports a mistake in one line with suggestions."""

    def error(self, message: str) -> NoReturn:
        message = to_one_line(message)
        if (choice := INVALID_CHOICE_PATTERN.fullmatch(message)) is not None:
            message = _describe_bad_choice(*choice.groups())
        self.exit(EXIT_BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse as argparse does, but let the command itself report its unknown arguments."""
        parsed_args, remaining = super().parse_known_args(args, namespace)
        if remaining:
            options = (option for action in self._actions for option in action.option_strings)
            close = suggest_similar(
                next((word.partition("=")[0] for word in remaining if word.startswith("-")), ""),
                options,
            )
            self.error(f"unrecognized arguments: {' '.join(remaining)}{close}")
        return parsed_args, remaining


def _describe_bad_choice(argument: str, word: str, choices: str) -> str:
    """Return the message for an invalid choice, with similar choices or all of them."""
    names = [choice.strip(" '") for choice in choices.split(",")]
    problem = (
        "unknown command" if argument == "COMMAND" else f"argument {argument}: invalid choice:"
    )
    listed = ", ".join(names)
    return f"{problem} {word!r}{suggest_similar(word, names) or f'; expected one of {listed}'}"


def make_parser(game: GameEntry | None = None) -> argparse.ArgumentParser:
    """Return the parser of all commands for a game, by default the first one.

    Each command's module adds its own arguments. These modules have only fast imports.
    """
    chosen_game = game or game_entry()
    top = _Parser(
        prog="wc3d",
        description="A miniatures table in exact 3D: play games, judge disputes with proof, build boards.",
        epilog="Exit codes: 0 done; 1 a check found errors, or an answer differs from the expected one; "
        "2 bad input, bad arguments or a missing file.",
    )
    top.add_argument("--version", action="version", version=f"wc3d {wc3d.__version__}")
    commands = top.add_subparsers(
        dest="command", metavar="COMMAND", required=False, parser_class=_Parser
    )
    games = " or ".join(game.title for game in playable_games())
    for name, entry in commands_for_game(chosen_game).items():
        help_text = entry.help.format(games=games)
        command = commands.add_parser(
            name, help=help_text, description=f"{help_text[0].upper()}{help_text[1:]}."
        )
        importlib.import_module(entry.module).add_arguments(command)
        if name in chosen_game.commands:
            add_game_argument(command)
    return top


def run(argv: Sequence[str] | None) -> int:
    """Parse and run a command and return its exit code. Raises InputError for a user's mistake."""
    words = sys.argv[1:] if argv is None else argv
    if any(word.partition("=")[0] == "--game" for word in words):
        all_games()  # registers the options of all games
    game, words = split_game_option(words)
    arguments = make_parser(game).parse_args(words)
    if arguments.command is None:
        arguments = make_parser().parse_args([default_command()])
    named = getattr(arguments, "game", "") if arguments.command in SHARED_COMMANDS else game.id
    with with_added_cards(named, getattr(arguments, "cards", ())):
        code: int = importlib.import_module(commands_for_game(game)[arguments.command].module).run(
            arguments
        )
    sys.stdout.flush()
    return code


def default_command() -> str:
    """Return the command of a bare `wc3d`: the start screen, or exit with a list of commands."""
    from wc3d.cli.window.screens import has_display
    from wc3d.cli.window.start import TERMINAL_ALTERNATIVES

    if has_display():
        return "start"
    make_parser().error(
        f"expected a command, as there is no display for the start screen: {TERMINAL_ALTERNATIVES}"
    )


def discard_output() -> None:
    """Discard Python's final output: the failure of standard output is already handled."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command `wc3d`; report a user's mistake in one line and return 2."""
    install_safe_streams()
    print_unread_warnings()
    try:
        return run(argv)
    except BrokenPipeError:
        discard_output()
        return EXIT_BROKEN_PIPE
    except KeyboardInterrupt:
        print("wc3d: stopped", file=sys.stderr)
        return EXIT_INTERRUPTED
    except Exception as error:
        if isinstance(error, OSError) and error.errno in NO_SPACE_ERRNOS:
            discard_output()
            print(f"wc3d: cannot write the output ({error.strerror})", file=sys.stderr)
        elif isinstance(error, OSError) and error.errno in UNUSABLE_NAME_ERRNOS:
            print(f"wc3d: {error.filename}: cannot be opened ({error.strerror})", file=sys.stderr)
        elif isinstance(error, ModuleNotFoundError) and (missing := describe_missing_extra(error)):
            print(f"wc3d: {missing}", file=sys.stderr)
        elif isinstance(error, InputError):
            print_styled(
                "wc3d:", "red", f" {to_one_line(error)}{describe_plugin_call(error)}", sys.stderr
            )
        elif isinstance(error, MemoryError):
            print_styled(
                "wc3d:",
                "red",
                " not enough memory; ask for less, or simplify the meshes",
                sys.stderr,
            )
        elif not print_plugin_fault(error):
            raise
        return EXIT_BAD_INPUT
    except SystemExit as error:
        if not print_plugin_fault(error):
            raise
        return EXIT_BAD_INPUT


def print_plugin_fault(error: BaseException) -> bool:
    """Print a line about an error that began in a plug-in; return whether it began there."""
    if not (fault := describe_plugin_fault(error)):
        return False
    if os.environ.get(TRACEBACK_SWITCH):
        traceback.print_exception(error)
        hint = ""
    else:
        hint = f"; {TRACEBACK_SWITCH}=1 prints the calls that led to it"
    print_styled("wc3d:", "red", f" {fault}{hint}", sys.stderr)
    return True


if __name__ == "__main__":
    sys.exit(main())
