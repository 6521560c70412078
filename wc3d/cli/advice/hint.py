"""`wc3d hint --load GAME`: the best plans for the player to act, with reasons and results."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from wc3d._internal.suggestions import pluralize
from wc3d.cli.output.progress import ProgressLine
from wc3d.cli.shared_arguments import add_cards_argument, require_in_range
from wc3d.errors import InputError
from wc3d.registry import rebuilder

if TYPE_CHECKING:
    from wc3d.bots.advice import Hint, TurnHint
    from wc3d.engine.game import Game


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument("--load", metavar="GAME", required=True, help="a saved game")
    command.add_argument(
        "--at",
        metavar="N",
        type=int,
        help="give hints for the position after N actions (default: the last position)",
    )
    command.add_argument(
        "--most", metavar="N", type=int, default=3, help="print up to N plans (default: 3)"
    )
    think_help = "simulate up to N turns (default: about as many as 3 seconds allow)"
    command.add_argument("--think", metavar="N", type=int, default=0, help=think_help)
    command.add_argument(
        "--turn",
        action="store_true",
        help="plan the rest of the turn",
    )
    command.add_argument(
        "--json", action="store_true", help="print the plans as JSON, for programs"
    )
    add_cards_argument(command)


def run(arguments: argparse.Namespace) -> int:
    """Print the plans and return the exit code."""
    from wc3d._internal.gc_tuning import freeze_gc
    from wc3d.bots.advice import describe_certainty, find_hints
    from wc3d.engine.replay import load

    require_in_range("--most", arguments.most, 1, 20)
    require_in_range("--think", arguments.think, 0, 100_000)
    game = load(arguments.load, rebuilder(arguments.load))
    freeze_gc()
    if arguments.at is not None:
        game = rewind_game(game, arguments.at)
    mover = game.to_act
    if mover is None:
        raise InputError(f"{arguments.load}: the game is over, so there is nothing to decide")
    if arguments.turn:
        return print_turn_hints(game, mover, arguments)
    with ProgressLine("looking ahead"):
        hints = find_hints(game.view(mover), arguments.think, arguments.most)
    if arguments.json:
        print(json.dumps([hint_to_json(hint) for hint in hints], ensure_ascii=False))
        return 0
    print(
        f"{game.rules.text.player_names(game.state)[mover - 1]} to act ({game.rules.text.describe_moment(game.state)})"
    )
    for number, hint in enumerate(hints, 1):
        print("\n".join(format_hint(number, hint)))
    if len(hints) == 1 and arguments.most > 1:
        print("The search tried no other plan.")
    print(
        describe_certainty(game.rules)
        if hints
        else "No hint: there is only one sensible action, or the choice does not matter."
    )
    return 0


def print_turn_hints(game: Game, mover: int, arguments: argparse.Namespace) -> int:
    """Print plans for the rest of the turn and return the exit code."""
    from wc3d.bots.advice import find_turn_hints

    with ProgressLine("planning the turn"):
        hints = find_turn_hints(game.view(mover), arguments.think, arguments.most)
    if arguments.json:
        print(json.dumps([turn_hint_to_json(hint) for hint in hints], ensure_ascii=False))
        return 0
    for number, hint in enumerate(hints, 1):
        print("\n".join(format_turn_hint(number, hint)))
    if any(hint.is_alike for hint in hints):
        print("Plans that are alike differ by less than their errors: choose what you like.")
    if not hints:
        print("No plan: this is not a choice of the player's own turn.")
    return 0


def format_turn_hint(number: int, hint: TurnHint) -> list[str]:
    """Format a plan for a turn: its chance and points, then its actions."""
    mine, theirs = hint.points
    alike = ", about like plan 1" if hint.is_alike else ""
    chance = f"{hint.chance:.0%} chance to win (±{hint.uncertainty:.0%}){alike}"
    score = f"{mine:.1f} to {theirs:.1f} points expected at the end of the round"
    return [f"{number}. {chance}, {score}", *(f"   - {words}" for words in hint.line)]


def turn_hint_to_json(hint: TurnHint) -> dict[str, Any]:
    """Return a plan for a turn as JSON data."""
    return {
        "line": list(hint.line),
        "chance": round(hint.chance, 4),
        "error": round(hint.uncertainty, 4),
        "points": [round(p, 2) for p in hint.points],
        "alike": hint.is_alike,
        "tries": hint.tries,
    }


def rewind_game(game: Game, at: int) -> Game:
    """Return the game after its first `at` actions. Raises InputError."""
    require_in_range("--at", at, 0, len(game.turns))
    if at < len(game.turns):
        game.undo(len(game.turns) - at, agreed=True)
    return game


def format_hint(number: int, hint: Hint) -> list[str]:
    """Format a plan in two lines."""
    if hint.chance is None:
        return [f"{number}. {hint.words}", f"   {'; '.join(hint.reasons)}"]
    mine, theirs = hint.points
    differs = hint.uncertainty >= 0.005
    give = f" (±{hint.uncertainty:.0%})" if differs else ""
    score = f"average score {mine:.1f} to {theirs:.1f} at the end of the round"
    first = f"{number}. {hint.words}: {hint.chance:.0%} chance to win{give}, {score}"
    sample_words = f"{pluralize(hint.tries, 'simulation')}{' with the same result' * (hint.tries > 1 and not differs)}"
    return [
        first,
        f"   In {sample_words}: {'; '.join(hint.reasons) or 'it makes little difference'}",
    ]


def hint_to_json(hint: Hint) -> dict[str, Any]:
    """Return a plan as JSON data."""
    return {
        "action": hint.action.model_dump(mode="json"),
        "words": hint.words,
        "chance": None if hint.chance is None else round(hint.chance, 4),
        "spread": round(hint.uncertainty, 4),
        "points": [round(p, 2) for p in hint.points],
        "why": list(hint.reasons),
        "tries": hint.tries,
    }
