"""`wc3d ladder`: rate bots, with intervals, in games with equal forces and swapped sides."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.atomic_write import write_atomic
from wc3d._internal.data_files import ShippedKind, find_shipped_or_own_file, shipped_files
from wc3d.cli.output.exit_codes import EXIT_INTERRUPTED, EXIT_NEGATIVE, EXIT_SUCCESS
from wc3d.cli.output.progress import ProgressLine
from wc3d.cli.shared_arguments import (
    add_cards_argument,
    add_cluster_argument,
    add_game_argument,
    require_in_range,
)
from wc3d.errors import InputError, read_bounded_file, to_one_line
from wc3d.registry import game_entry, rules_of

if TYPE_CHECKING:
    from wc3d.bots.ladder import LadderGame, LadderPairing
    from wc3d.engine.ruleset import RuleSet

MAX_RESULTS_BYTES = 50_000_000
"""The maximum size in bytes of a results file."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument(
        "--games",
        metavar="N",
        type=int,
        required=True,
        help="the number of games for each pair of bots",
    )
    bots_help = "two or more bots; MODULE:CLASS is your own bot (default: all bots of the game)"
    command.add_argument("--bots", metavar="BOT", nargs="+", default=[], help=bots_help)
    command.add_argument(
        "--mission",
        metavar="M",
        nargs="+",
        default=[],
        help="the missions, used in turn (default: all)",
    )
    map_help = (
        "the boards, used in turn: files or names of included boards (default: the mission's)"
    )
    command.add_argument("--map", metavar="MAP", nargs="+", default=[], help=map_help)
    command.add_argument(
        "--seed", metavar="S", default="1", help="the seed for the games (default: 1)"
    )
    command.add_argument(
        "--jobs",
        metavar="N",
        type=int,
        default=0,
        help="play N games at once (default: one per core)",
    )
    add_cluster_argument(command)
    out_help = (
        "write each game to this file as a line of JSON; run the same command again to continue"
    )
    command.add_argument("--out", metavar="FILE.jsonl", help=out_help)
    command.add_argument(
        "--json", action="store_true", help="print the table as JSON, for programs"
    )
    add_cards_argument(command)
    add_game_argument(command)


def run(arguments: argparse.Namespace) -> int:
    """Play the remaining games, print the table and return the exit code."""
    from wc3d.bots.ladder import LadderPairing, schedule_games
    from wc3d.bots.process_pool import BOT_FAULT_PREFIX

    require_in_range("--games", arguments.games, 1, 10**6)
    require_in_range("--jobs", arguments.jobs, 0, 1000)
    if arguments.cluster and arguments.jobs:
        raise InputError(
            "--jobs: cannot be used with --cluster, which decides how many games run at once"
        )
    rules = rules_of(arguments.game)
    bots = parse_bots(arguments.bots, rules)
    missions = [rules.mission(m).id for m in arguments.mission] or [
        entry.id for entry in rules.setup.missions()
    ]
    boards = [resolve_board_name(name) for name in arguments.map]
    planned = [
        LadderPairing(
            game_entry(arguments.game).id, pair, mission, board, force, arguments.seed, number
        )
        for pair in combinations(bots, 2)
        for mission, board, force, number in schedule_games(
            rules, missions, boards, arguments.games
        )
    ]
    saved_games = read_ladder_results(Path(arguments.out)) if arguments.out is not None else {}
    played = {m.key: saved_games[m.key] for m in planned if m.key in saved_games}
    remaining = [m for m in planned if m.key not in played]
    failed = 0
    stopped = False
    try:
        for game, fault in play_games(remaining, arguments, len(played), len(planned)):
            if game is None and fault.startswith(BOT_FAULT_PREFIX):
                raise InputError(fault)
            if game is None:
                failed += 1
                print(f"wc3d: a game failed: {fault}", file=sys.stderr)
                continue
            played[game.key] = game
            if arguments.out is not None:
                append_result(Path(arguments.out), game)
    except KeyboardInterrupt:
        stopped = True
        print(f"wc3d: stopped after {len(played)} of {len(planned)} games", file=sys.stderr)
    print_ratings(list(played.values()), bots, as_json=arguments.json)
    return EXIT_INTERRUPTED if stopped else EXIT_NEGATIVE if failed else EXIT_SUCCESS


def resolve_board_name(name: str) -> str:
    """Return a board's name in games: a shipped name or a file's path. Raises InputError."""
    path = find_shipped_or_own_file(name, ShippedKind.BOARD)
    if path == shipped_files(ShippedKind.BOARD).get(path.stem):
        return path.stem
    return name if str(path) != path.name else os.path.join(os.curdir, path)


def parse_bots(named: list[str], rules: RuleSet) -> list[str]:
    """Return the bots. Raises InputError for fewer than two, a duplicate or an unknown one."""
    from wc3d.bots import list_usable_bots, validate_bot_name

    bots = [validate_bot_name(rules, name) for name in named] or list_usable_bots(rules)
    for name in bots:
        if bots.count(name) > 1:
            raise InputError(
                f"--bots: {name} is listed {bots.count(name)} times; list each bot once"
            )
    if len(bots) < 2:
        raise InputError(f"--bots {' '.join(bots)}: expected at least two bots")
    return bots


def play_games(
    remaining: list[LadderPairing], arguments: argparse.Namespace, start_count: int, total: int
) -> Iterator[tuple[LadderGame | None, str]]:
    """Yield each finished game with its result, or with the reason for a failure."""
    from wc3d.bots import ladder
    from wc3d.bots.cluster import run_tasks
    from wc3d.cli.output.progress import show_compiling
    from wc3d.geometry.sight_solver import compile_sight_search

    if not remaining:
        return
    with show_compiling(after=0.0):
        compile_sight_search()  # interpreted, many games would take far longer
    with ProgressLine("games", timed=True, before=start_count) as progress:
        count = [start_count]

        def show() -> None:
            progress(count[0], total)

        options = {"cluster": arguments.cluster, "game": arguments.game, "cards": arguments.cards}
        with closing(
            run_tasks(ladder.play_ladder_game, remaining, arguments.jobs, show, **options)
        ) as results:
            for outcome in results:
                count[0] += 1
                yield outcome.answer, outcome.fault


def read_ladder_results(path: Path) -> dict[str, LadderGame]:
    """Return a file's games by key, without an incomplete last line. Raises InputError."""
    if not path.exists():
        return {}
    games = [
        _parse_game(line, f"{path}: line {number}")
        for number, line in enumerate(_read_whole_lines(path)[0], 1)
    ]
    return {game.key: game for game in games}


def _read_whole_lines(path: Path) -> tuple[list[bytes], bool]:
    """Return a file's complete lines, and whether these are all of it. Raises InputError."""
    from wc3d.cli.output.read_jsonl import split_complete_lines

    data = read_bounded_file(path, MAX_RESULTS_BYTES, "a results file")
    lines, _ = split_complete_lines(data, _parse_game)
    return lines, b"".join(lines) == data


def _parse_game(line: bytes, place: str = "") -> LadderGame:
    """Return the game of a line. Raises InputError."""
    from wc3d.bots.ladder import LadderGame

    try:
        data = json.loads(line)
        bot_1, bot_2 = data["bots"]
        mine, theirs = data["points"]
        game = LadderGame(
            str(data["key"]),
            (bot_1, bot_2),
            str(data["mission"]),
            float(data["score"]),
            (int(mine), int(theirs)),
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        raise InputError(
            f"{place}: expected the result of a game, as wc3d ladder --out writes it"
        ) from None
    if unknown := sorted(data.keys() - asdict(game).keys()):
        raise InputError(f"{place}: {to_one_line(unknown[0])[:60]}: unknown key")
    return game


def append_result(path: Path, game: LadderGame) -> None:
    """Add a game to the file and remove an incomplete last line. Raises InputError."""
    line = (json.dumps(game.__dict__, ensure_ascii=False) + "\n").encode()
    lines, is_all = _read_whole_lines(path) if path.exists() else ([], True)
    try:
        if is_all:
            with path.open("ab") as file:
                file.write(line)
        else:
            write_atomic(path, b"".join([*lines, line]))
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None


def print_ratings(played: list[LadderGame], bots: list[str], as_json: bool) -> None:
    """Print each bot's rating with its interval, and the results of each pair."""
    from wc3d.bots.ladder import compute_ratings, count_results
    from wc3d.cli.simulate.win_rate_table import wilson_interval

    if not played:
        return
    rows = compute_ratings(played, bots)
    if as_json:
        data = [
            {
                "bot": r.bot,
                "elo": round(r.elo),
                "from": round(r.low),
                "to": round(r.high),
                "games": r.games,
            }
            for r in rows
        ]
        print(json.dumps({"games": len(played), "ratings": data}, ensure_ascii=False))
        return
    wide = max(len(b) for b in bots)
    print(f"{'bot':{wide}}    Elo  95% CI          games")
    for r in rows:
        print(f"{r.bot:{wide}}  {r.elo:5.0f}  {f'{r.low:.0f} to {r.high:.0f}':14}  {r.games:5}")
    print()
    for bot_a, bot_b in combinations([r.bot for r in rows], 2):
        wins, draws, losses = count_results(played, bot_a, bot_b)
        if games := wins + draws + losses:
            share = (wins + draws / 2) / games
            low, high = wilson_interval(share, games)
            score = f"{wins}-{draws}-{losses} (wins-draws-losses)"
            interval = f"95% CI: {low:.0%} to {high:.0%}"
            print(f"{bot_a} against {bot_b}: {score}, {share:.0%} [{interval}]")
    print("Both bots play the same force, from both sides, with the same dice.")
    print("A lead of 100 Elo means 64% of the points; 0 is the average of these bots.")
