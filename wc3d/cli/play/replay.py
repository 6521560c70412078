"""`wc3d replay FILE`: a saved game's log, its position at any point, and a check of each line."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d._internal.suggestions import pluralize
from wc3d.cli.output.colors import print_log
from wc3d.cli.shared_arguments import add_cards_argument, require_in_range
from wc3d.errors import InputError
from wc3d.registry import rebuilder

if TYPE_CHECKING:
    from wc3d.engine.game import Game
    from wc3d.engine.replay import ReplayCursor

NUMBER = re.compile(r"[0-9a-fA-F]{64}")
"""A number that a player notes."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument("file", metavar="FILE", help="a saved game")
    command.add_argument(
        "--to", metavar="N", type=int, help="print the position after N actions instead of the log"
    )
    command.add_argument(
        "--step", action="store_true", help="step through the game, forward and back"
    )
    command.add_argument(
        "--window",
        action="store_true",
        help="watch the game in a window; with --to N, from action N",
    )
    command.add_argument(
        "--verify",
        action="store_true",
        help="check whether the file is intact, and say what it proves, without printing the log",
    )
    command.add_argument(
        "--recover", metavar="OUT", help="save the part before the first damaged line to OUT"
    )
    command.add_argument(
        "--json",
        action="store_true",
        help="print the events as JSON, one action per line, for programs",
    )
    noted_help = (
        "with --verify: compare the file with a proof number that your program showed during the game: WHO=NUMBER, where "
        "WHO is game for the actions, or host, 1, 2 or links for the dice; may be repeated"
    )
    command.add_argument(
        "--noted", metavar="WHO=N", type=parse_note, action="append", default=[], help=noted_help
    )
    add_cards_argument(command)


def run(arguments: argparse.Namespace) -> int:
    """Replay the game. Return exit code 2 for a damaged file."""
    if arguments.noted and not arguments.verify:
        raise InputError("--noted: can be used only with --verify")
    if arguments.to is not None and arguments.verify:
        raise InputError("--to: cannot be used with --verify, which checks the whole game")
    if arguments.window:
        return watch_in_window(arguments)
    from wc3d.cli.play.verify import describe_time_loss, replay_to_end, verify_record
    from wc3d.engine.replay import DamagedGameError, ReplayCursor, recover, save

    if arguments.recover is not None:
        if Path(arguments.recover).exists():
            raise InputError(f"{arguments.recover}: this file already exists; choose another name")
        game, damage = recover(arguments.file, rebuilder(arguments.file))
        save(game, arguments.recover)
        print(damage or "The file is not damaged")
        print(f"Saved {pluralize(len(game.turns), 'action')} in {arguments.recover}")
        return 0
    try:
        if arguments.verify:
            verify_record(arguments.file, _merge_noted(arguments.noted))
            return 0
        reading = replay_to_end(arguments.file)
    except DamagedGameError as error:
        raise InputError(f"{error}; to save the part before this line, add --recover OUT") from None
    game = reading.game
    replay = ReplayCursor(game)
    if arguments.to is not None:
        require_in_range("--to", arguments.to, 0, len(replay))
        replay.go_to(arguments.to)
    if arguments.json:
        print_json(game, len(replay) if arguments.to is None else arguments.to)
    elif arguments.step:
        step_through(replay)
    elif arguments.to is not None:
        print_position(replay)
    else:
        teller = game.rules.text.teller(game.start, None)
        print_log(
            [
                *teller.format_lines(game.log),
                *teller.format_rest(),
                *filter(None, [describe_time_loss(reading)]),
            ]
        )
    return 0


def parse_note(text: str) -> tuple[str, str]:
    """Parse a number noted during the game: WHO=NUMBER. Raises ArgumentTypeError."""
    name, _, number = (part.strip() for part in text.partition("="))
    if not NUMBER.fullmatch(number):
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected WHO=NUMBER, where NUMBER has 64 hexadecimal digits"
        )
    return name, number


def _merge_noted(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return each person's noted number. Raises InputError for two different ones."""
    numbers = dict(pairs)
    for name, number in pairs:
        if numbers[name].lower() != number.lower():
            raise InputError(
                f"--noted {name}: given twice with different numbers; check one at a time"
            )
    return numbers


def watch_in_window(arguments: argparse.Namespace) -> int:
    """Show the replay in the window until closed. Raises InputError, NoGraphicsError."""
    from wc3d.cli.window.screens import run_window
    from wc3d.window.play.game.screen import save_branch_and_make_screen
    from wc3d.window.play.replay.screen import ReplayScreen
    from wc3d.window.shell.window_memory import remember_replay

    path = Path(arguments.file)
    alone = ("recover", "json", "step", "verify")
    conflict = next((name for name in alone if getattr(arguments, name)), None)
    if conflict is not None:
        raise InputError(f"--window: cannot be used with --{conflict}")
    if not path.is_file():
        raise InputError(
            f"{path}: {'expected a file, not a folder' if path.is_dir() else 'no such file'}"
        )

    def leave() -> None:
        screen.window.go_to_start()

    begin = partial(save_branch_and_make_screen, on_leave=leave)
    screen = ReplayScreen(path, leave, read=remember_replay, at=arguments.to or 0, begin=begin)
    return run_window(screen, f"wc3d: {path.name}", f"wc3d replay {path}, or with --step")


def print_json(game: Game, to: int) -> None:
    """Print each action with its rolls and events, one a line, with the opening first."""
    from wc3d.engine.replay import action_data

    steps: list[tuple[Any, Any, Any]] = [(None, game.opening[0], game.opening[1])]
    steps += [(turn.action, turn.drawn, turn.events) for turn in game.turns[:to]]
    for n, (action, draws, events) in enumerate(steps):
        happened = [{"event": type(e).__name__, **asdict(e)} for e in events]
        entry = action_data(action) if action is not None else None
        print(
            json.dumps(
                {
                    "n": n,
                    "action": entry,
                    "rolls": draws.rolls,
                    "shuffles": draws.shuffles,
                    "events": happened,
                }
            )
        )


def last_action_lines(replay: ReplayCursor) -> list[str]:
    """Return the log lines of the last action."""
    teller = replay.game.rules.text.teller(
        replay.state_after(replay.actions_done - 1) if replay.actions_done else replay.game.start,
        None,
    )
    return [*teller.format_lines(replay.events), *teller.format_rest()]


def print_position(replay: ReplayCursor) -> None:
    """Print the last events and the position."""
    rules = replay.game.rules
    state = replay.state
    print_log(last_action_lines(replay) or [""])
    print(
        f"\nAfter {replay.actions_done} of {pluralize(len(replay), 'action')}: {rules.text.clock(state)}"
    )
    print("\n".join(rules.text.describe_position(state)))


def step_through(replay: ReplayCursor) -> None:
    """Step through the game by typed commands, until the end of the input or q."""
    from wc3d.cli.output.prompt import PromptInput, QuitError
    from wc3d.cli.output.prompt_completion import PromptCompletions

    typed = PromptInput()
    while True:
        print_log(last_action_lines(replay) or [""])
        try:
            word = typed.read_line(
                f"[{replay.actions_done}/{len(replay)}] ",
                PromptCompletions(("b", "m", "q"), lambda order: ()),
            )
        except QuitError:
            return
        if word == "q":
            return
        try:
            go_to(replay, word)
        except InputError as error:
            print(error)


def go_to(replay: ReplayCursor, word: str) -> None:
    """Go to the point that a typed word names; "m" shows the position. Raises InputError."""
    if word == "":
        replay.step_forward()
    elif word == "b":
        replay.step_back()
    elif word == "m":
        print_position(replay)
    elif word.isdecimal():
        replay.go_to(int(word))
    else:
        raise InputError(
            f"{word!r}: expected Enter (forward), b (back), the number of an action, m (position) or q (quit)"
        )
