"""`wc3d play`: a terminal game for two or against a bot, with seeded or physical dice."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.atomic_write import free_file, write_output
from wc3d.cli.optional_dependencies import require_host_extra
from wc3d.cli.play.game_args import add_game_arguments, all_options, parse_seed, start_game
from wc3d.cli.shared_arguments import require_in_range
from wc3d.errors import InputError
from wc3d.registry import rebuilder, rules_of, start_cautions

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wc3d.engine.dice import Roll
    from wc3d.engine.game import Game
    from wc3d.engine.ruleset import RuleSet
    from wc3d.window.shell.screen import Screen


def new_game_arguments() -> tuple[str, ...]:
    """Return the arguments that only apply to a new game."""
    player_options = (
        f"{option.name}{number}" for option in all_options(each=True) for number in (1, 2)
    )
    return (
        "map",
        "mission",
        "force1",
        "force2",
        *player_options,
        *(option.name for option in all_options(each=False)),
        "names",
        "game",
    )


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_game_arguments(command)
    help_text = (
        "the seats that bots play: 1, 2 or both; 2=NAME picks a bot, 2=NAME+STYLE its style, "
        "2=1400 a strength in Elo, 2=MODULE:CLASS your own bot; "
    )
    help_text += "none continues a saved game without its bots"
    command.add_argument("--bot", metavar="WHO", action="append", default=[], help=help_text)
    dice_help = "seeded: the program rolls; typed: you roll real dice and type what they show (default: seeded)"
    command.add_argument("--dice", choices=("seeded", "typed"), default="seeded", help=dice_help)
    command.add_argument(
        "--save",
        metavar="FILE",
        help="the file to save the game in (default: game-1.jsonl, game-2.jsonl, ...)",
    )
    command.add_argument("--load", metavar="FILE", help="continue a saved game")
    command.add_argument("--window", action="store_true", help="play in a window with the mouse")
    command.add_argument(
        "--guided",
        metavar="LESSON",
        nargs="?",
        type=int,
        const=1,
        help="learn the game in a window, in lessons of ten minutes (default: lesson 1)",
    )
    join_help = (
        "join a hosted game with your link from `wc3d host`; with --bot NAME a bot plays your seat"
    )
    command.add_argument("--join", metavar="LINK", help=join_help)
    at_help = "with --load: start a new game from the position after N actions of the saved one"
    command.add_argument("--at", metavar="N", type=int, help=at_help)
    command.add_argument(
        "--recover",
        action="store_true",
        help="with --load: continue a damaged game from the last action before the damage",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play and return the exit code."""
    if arguments.join is not None:
        return join_match(arguments)
    if arguments.guided is not None:
        return play_lesson(arguments)
    if arguments.window:
        return play_in_window(arguments)
    from wc3d.bots import bot_seed, make_bot
    from wc3d.cli.output.prompt import PromptInput, QuitError
    from wc3d.cli.play.terminal_session import TerminalSession
    from wc3d.engine.replay import GameJournal

    typed = PromptInput()
    path = select_save_path(arguments)
    select_bots(arguments, select_rules(arguments))
    try:
        game = (
            begin_game(arguments, typed.read_dice)
            if arguments.load is None
            else load_game(arguments, typed.read_dice)
        )
    except QuitError:
        print("You left before the game started")
        return 0
    game.bots = select_bots(arguments, game.rules, game.bots)
    journal = GameJournal(game, path)
    if game.origin is not None and arguments.at is not None:
        print(f"This is a new game that starts from {game.origin}.")
    if arguments.load is None or arguments.at is not None:
        print(
            f"The game is saved in {path}; `wc3d play --load {path}` continues it. Type help for a list of commands."
        )
        for caution in start_cautions(game):
            print(f"Note: {caution}")
    bots = {
        player: make_bot(game.rules, name, bot_seed(arguments.seed or "", player))
        for player, name in game.bots.items()
    }
    TerminalSession(game, journal, typed, bots).play()
    return 0


def join_match(arguments: argparse.Namespace) -> int:
    """Take a seat at a host and return the exit code. Raises InputError."""
    require_host_extra("--join")
    from wc3d.cli.output.prompt import QuitError
    from wc3d.cli.play.join import join_in_terminal
    from wc3d.engine.actions import RefusedError

    surplus = [
        name
        for name in (*new_game_arguments(), "load", "save", "seed", "recover", "at")
        if vars(arguments)[name]
    ]
    if surplus or arguments.dice != "seeded":
        raise InputError(
            f"--{(*surplus, 'dice')[0]}: cannot be used with --join, because the host decides this"
        )
    try:
        return (
            join_in_window(arguments)
            if arguments.window
            else join_in_terminal(arguments.join, arguments.bot[-1] if arguments.bot else "")
        )
    except QuitError:
        print("The game has not started. Your seat is kept; the same link opens it again")
        return 0
    except RefusedError as error:  # such as a seat whose dice another program has committed to
        raise InputError(f"--join: the host refused to seat you: {error.verdict.reason}") from None


def join_in_window(arguments: argparse.Namespace) -> int:
    """Join a host in the window; return the exit code. Raises InputError, NoGraphicsError."""
    from wc3d.cli.play.join_window import wait_for_play_screen
    from wc3d.cli.window.screens import run_window

    if arguments.bot:
        raise InputError(
            "--bot: cannot be used with --join and --window; leave out --window, because a bot needs no window"
        )
    screen, link = wait_for_play_screen(arguments.join)
    screen.on_leave = lambda: screen.window.go_to_start()
    return run_window(screen, f"wc3d: game on {link.host}", f"wc3d play --join {link.host}/#...")


def play_lesson(arguments: argparse.Namespace) -> int:
    """Play a lesson in the window; return the exit code. Raises as `play_in_window`."""
    from wc3d.cli.window.screens import run_window
    from wc3d.window.play.game.learning import open_lesson, select_lesson
    from wc3d.workers import solver_warmup

    named = ({*new_game_arguments()} - {"game"}) | {"load", "save", "seed", "recover", "bot", "at"}
    surplus = sorted(name for name in named if vars(arguments)[name])
    if surplus or arguments.dice != "seeded":
        raise InputError(
            f"--{(*surplus, 'dice')[0]}: cannot be used with --guided, because the lesson sets this"
        )
    rules = rules_of(arguments.game)
    lesson = select_lesson(rules, arguments.guided)
    solver_warmup.start_warmup()
    screen = open_lesson(lesson)
    screen.on_leave = screen.on_new = lambda: screen.window.go_to_start()
    return run_window(screen, f"wc3d: {rules.title}", "wc3d play --bot 2, then type help")


def play_in_window(arguments: argparse.Namespace) -> int:
    """Play in the window; return the exit code. Raises InputError, NoGraphicsError."""
    from wc3d.cli.window.screens import run_window
    from wc3d.workers import solver_warmup

    solver_warmup.start_warmup()
    path = select_save_path(arguments)
    title = select_rules(arguments).title
    return run_window(
        make_play_screen(arguments, path),
        f"wc3d: {title}",
        "the same command without --window",
        (path, "game"),
    )


def make_play_screen(arguments: argparse.Namespace, path: Path) -> Screen:
    """Return the game's screen, or that of a new game's typed rolls. Raises InputError."""
    from wc3d.engine.dice import TypedDice
    from wc3d.ui.play_session import PlaySession, TypedRolls
    from wc3d.window.play.game.opening_roll_screen import OpeningRollScreen
    from wc3d.window.play.game.screen import PlayScreen

    select_bots(arguments, select_rules(arguments))  # reports a mistake before any file opens
    typed = TypedRolls()

    def open_screen(game: Game) -> PlayScreen:
        rolls = typed if isinstance(game.dice, TypedDice) else None
        bots = select_bots(arguments, game.rules, game.bots)
        screen = PlayScreen(
            PlaySession(game, bots, path=path, typed=rolls, seed=arguments.seed or "")
        )
        screen.on_leave = lambda: screen.window.go_to_start()
        return screen

    if arguments.load is not None:
        return open_screen(load_game(arguments, typed))
    if arguments.dice == "typed":
        players = tuple(arguments.names or ("Player 1", "Player 2"))
        return OpeningRollScreen(
            select_rules(arguments),
            lambda: begin_game(arguments, typed),
            typed,
            players,
            open_screen,
        )
    return open_screen(begin_game(arguments, typed))


def select_rules(arguments: argparse.Namespace) -> RuleSet:
    """Return the rules of the saved game or of the named game. Raises InputError."""
    from wc3d.engine.replay import read_rules_name

    return rules_of(arguments.game if arguments.load is None else read_rules_name(arguments.load))


def select_bots(
    arguments: argparse.Namespace, rules: RuleSet, saved: Mapping[int, str] | None = None
) -> dict[int, str]:
    """Return the named bots by player, else those of the saved game. Raises InputError."""
    from wc3d.bots import validate_bot_name

    bots = (
        {player: check_saved_bot(rules, player, name) for player, name in (saved or {}).items()}
        if not arguments.bot
        else {}
    )
    for text in arguments.bot:
        seat, _, name = text.partition("=")
        if text == "none":
            continue
        if seat not in ("1", "2", "both"):
            raise InputError(
                f"--bot {text}: expected 1, 2, both, none, or a player and a bot (2=NAME)"
            )
        for player in (1, 2) if seat == "both" else (int(seat),):
            bots[player] = validate_bot_name(rules, name)
    return bots


def check_saved_bot(rules: RuleSet, player: int, name: str) -> str:
    """Return a saved game's bot. Raises InputError if unknown, so that a file runs no code."""
    from wc3d.bots import bot_names, validate_bot_name

    if ":" in name and name not in bot_names(rules):
        raise InputError(
            f"the saved game uses the bot {name}; confirm it with --bot {player}={name}, or use --bot none"
        )
    return validate_bot_name(rules, name)


def select_save_path(arguments: argparse.Namespace) -> Path:
    """Return the path of the game's file. Raises InputError rather than overwrite a file."""
    if arguments.load is not None:
        surplus = [name for name in new_game_arguments() if vars(arguments)[name]]
        if surplus:
            raise InputError(
                f"--{surplus[0]}: cannot be used with --load, because the saved game sets this"
            )
        if arguments.seed is not None and arguments.at is None:
            raise InputError(
                "--seed: cannot be used with --load, because the saved game has its own dice; to start a new game from it, add --at N"
            )
    elif arguments.recover:
        raise InputError("--recover: needs --load FILE, the damaged game")
    elif arguments.at is not None:
        raise InputError("--at: needs --load FILE, the game to start from")
    is_new = arguments.load is None or arguments.at is not None
    if arguments.save is None:
        return free_file("game", ".jsonl") if is_new else Path(arguments.load)
    path = Path(arguments.save)
    if path.is_dir():
        raise InputError(f"{path}: expected a file name, not a folder")
    if path.exists() and (is_new or arguments.save != arguments.load):
        raise InputError(f"{path}: this file already exists; to continue it, use --load {path}")
    return path


def begin_game(arguments: argparse.Namespace, ask: Callable[[Roll], Sequence[int]]) -> Game:
    """Begin a game; `ask` returns typed dice. Raises InputError and the errors of `ask`."""
    from wc3d.engine.dice import SeededDice, TypedDice

    dice = (
        TypedDice(ask, SeededDice(parse_seed(arguments.seed)))
        if arguments.dice == "typed"
        else None
    )
    return start_game(arguments, dice, select_bots(arguments, rules_of(arguments.game)))


def load_game(arguments: argparse.Namespace, ask: Callable[[Roll], Sequence[int]]) -> Game:
    """Load a saved game (`--at`: a new one from a point), with typed dice. Raises InputError."""
    from wc3d.engine.dice import SeededDice, TypedDice
    from wc3d.engine.replay import DamagedGameError, continue_game, has_typed_dice, load, recover

    path = Path(arguments.load)
    rebuild = rebuilder(path)
    if arguments.recover:
        game, damage = recover(path, rebuild)
        if damage and arguments.at is not None:
            print(f"{damage}; the new game uses the part before the damage")
        elif damage:
            copy_path = back_up_damaged_file(path)
            print(
                f"{damage}; the game continues from before the damage, and the damaged file is kept as {copy_path}"
            )
    else:
        try:
            game = load(path, rebuild)
        except DamagedGameError as error:
            raise InputError(f"{error}; to continue from before this line, add --recover") from None
    if arguments.at is not None:
        require_in_range("--at", arguments.at, 0, len(game.turns))
        game = continue_game(game, arguments.at, path.name, SeededDice(parse_seed(arguments.seed)))
    if has_typed_dice(path) or arguments.dice == "typed":
        game.dice = TypedDice(ask, game.dice)
    return game


def back_up_damaged_file(path: Path) -> Path:
    """Copy a damaged file to a new name next to it. Raises InputError."""
    names = (
        path.with_name(f"{path.name}.damaged{f'-{i}' if i > 1 else ''}") for i in range(1, 10**6)
    )
    data = path.read_bytes()
    copy_path = next(name for name in names if not name.exists() or name.read_bytes() == data)
    write_output(copy_path, data)
    return copy_path
