"""`wc3d simulate`: play many games between bots on all cores, and print the win shares."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.suggestions import pluralize
from wc3d.cli.output.exit_codes import EXIT_INTERRUPTED, EXIT_NEGATIVE, EXIT_SUCCESS
from wc3d.cli.output.progress import ProgressLine
from wc3d.cli.play.game_args import add_flags, all_options
from wc3d.cli.shared_arguments import add_cards_argument, add_cluster_argument, add_game_argument
from wc3d.errors import InputError

if TYPE_CHECKING:
    from wc3d.bots.process_pool import TaskResult
    from wc3d.bots.tournament import GameResult, Series
    from wc3d.cli.simulate.results_file import ResultsWriter


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument(
        "--games",
        metavar="N",
        type=int,
        help="the number of games; with --out, a larger number adds games to the file",
    )
    forces_help = "the forces, every one against every other: sample forces, force files, random:FACTION (a new force each game), or all "
    forces_help += (
        "for every sample force of the mission's size; a single force plays itself (default: all)"
    )
    command.add_argument("--forces", metavar="F", nargs="+", default=["all"], help=forces_help)
    bots_help = "one bot for all forces, or two such as recruit,random, which each play every force (default: the game's usual bot)"
    command.add_argument("--bots", metavar="BOT", default="", help=bots_help)
    mission_help = "the missions, used in turn (default: one that fits the forces and the board)"
    command.add_argument("--mission", metavar="M", nargs="+", default=[], help=mission_help)
    command.add_argument(
        "--map",
        metavar="MAP",
        help="a board file, or the name of an included board (default: the mission's)",
    )
    add_flags(command)
    command.add_argument(
        "--seed", metavar="S", default="1", help="the seed for the games (default: 1)"
    )
    command.add_argument(
        "--jobs", metavar="N", type=int, help="play N games at once (default: one per core)"
    )
    add_cluster_argument(command)
    out_help = (
        "write each game to this file as a line of JSON; run the same command again to continue"
    )
    command.add_argument("--out", metavar="FILE.jsonl", help=out_help)
    table_help = "print the table of a file that --out wrote, without playing"
    command.add_argument("--table-only", metavar="FILE.jsonl", help=table_help)
    command.add_argument(
        "--only", metavar="K", type=int, help="play only game K and print its line of JSON"
    )
    command.add_argument(
        "--save", metavar="FILE", help="with --only: save the whole game, for `wc3d replay`"
    )
    add_cards_argument(command)
    add_game_argument(command)


def run(arguments: argparse.Namespace) -> int:
    """Play the games and return the exit code."""
    if arguments.table_only is not None:
        return print_results_table(Path(arguments.table_only))
    count, jobs = game_and_job_counts(arguments)
    if arguments.only is None and not arguments.cluster:
        start_preloading(arguments.game)
    from wc3d.cli.simulate.simulate_args import read_series

    series = read_series(arguments)
    if arguments.only is not None:
        return play_one_game(series, arguments)
    return SeriesRun(series, count, jobs, arguments).play_and_report()


def start_preloading(game: str) -> None:
    """Start preloading the modules that all processes need, in parallel with this process."""
    from wc3d.bots.process_pool import preload_modules
    from wc3d.registry import game_entry

    preload_modules("wc3d.bots.preload", game_entry(game).rules.partition(":")[0])


def game_and_job_counts(arguments: argparse.Namespace) -> tuple[int, int]:
    """Return the games in total and at once (0: one for each core). Raises InputError."""
    if arguments.only is None and arguments.games is None:
        raise InputError("--games: expected the number of games, for example --games 40")
    for name, minimum in (("games", 1), ("jobs", 1), ("only", 0)):
        value = vars(arguments)[name]
        if value is not None and not minimum <= value < 10**9:
            raise InputError(
                f"--{name} {value}: expected a whole number from {minimum} to {10**9 - 1}"
            )
    if arguments.cluster and (arguments.jobs is not None or arguments.only is not None):
        raise InputError(
            f"--cluster: cannot be used with --{'only' if arguments.jobs is None else 'jobs'}"
        )
    if arguments.save is not None and arguments.only is None:
        raise InputError("--save: needs --only K, the number of the game to save")
    return arguments.games or 0, arguments.jobs or 0


def print_results_table(path: Path) -> int:
    """Print the table of a results file. Raises InputError."""
    from wc3d.cli.simulate.results_file import read_results, require_one_series
    from wc3d.cli.simulate.win_rate_table import format_report, terminal_width

    if not path.exists():
        raise InputError(f"{path}: no such file")
    games = read_results(path).games
    if not games:
        raise InputError(f"{path}: expected at least one game, found none")
    require_one_series(games, path)
    print(
        "\n".join(format_report(list({g.game: g for g in games}.values()), terminal_width()))
    )  # two processes may have played the same game
    return EXIT_SUCCESS


def play_one_game(series: Series, arguments: argparse.Namespace) -> int:
    """Play one game here and print its line; errors of a faulty game are not caught."""
    from wc3d.bots.tournament import begin_game, play_to_end
    from wc3d.cli.simulate.results_file import to_json_line
    from wc3d.engine.replay import save

    if arguments.save is not None and Path(arguments.save).exists():
        raise InputError(f"--save {arguments.save}: this file already exists; choose another name")
    if arguments.save is not None and not Path(arguments.save).parent.is_dir():
        raise InputError(
            f"--save {arguments.save}: the folder {Path(arguments.save).parent} does not exist"
        )
    planned = series.plan_game(arguments.only)
    game = begin_game(series, planned)
    try:
        with ProgressLine(f"playing game {arguments.only}") as progress:
            played = play_to_end(series, planned, game, lambda done: progress(done, 0))
    finally:
        if arguments.save is not None:
            save(game, arguments.save)
    print(to_json_line(played))
    return EXIT_SUCCESS


class SeriesRun:
    """A running series, with its finished, failed and remaining games."""

    def __init__(
        self, series: Series, count: int, jobs: int, arguments: argparse.Namespace
    ) -> None:
        """Open the results file, if there is one. Raises InputError."""
        from wc3d.cli.simulate.results_file import ResultsWriter

        self.series = series
        self.count = count
        self.jobs = jobs
        self.arguments = arguments
        self.file: ResultsWriter | None = (
            ResultsWriter(arguments.out, series) if arguments.out is not None else None
        )
        old_games = self.file.games if self.file else []
        self.played: dict[int, GameResult] = {g.game: g for g in old_games if g.game < count}
        self.failed = 0

    def play_and_report(self) -> int:
        """Play the remaining games, print the table and return the exit code."""
        try:
            self._play([n for n in range(self.count) if n not in self.played])
        except KeyboardInterrupt:
            self._print_stop()
            return EXIT_INTERRUPTED
        self._report()
        return EXIT_NEGATIVE if self.failed else EXIT_SUCCESS

    def _play(self, remaining: Sequence[int]) -> None:
        from wc3d.bots import tournament
        from wc3d.bots.cluster import run_tasks
        from wc3d.cli.output.progress import show_compiling
        from wc3d.geometry.kernel_store import is_compiled
        from wc3d.geometry.sight_solver import compile_sight_search

        if not remaining:
            return
        if self.played:
            print(
                f"wc3d: {self.arguments.out}: already contains {len(self.played)} of {self.count} games",
                file=sys.stderr,
            )
        if not is_compiled():
            with show_compiling(after=0.0):
                compile_sight_search()  # interpreted, many games would take far longer
        with ProgressLine("games", timed=True, before=len(self.played)) as progress:

            def show() -> None:
                progress(len(self.played) + self.failed, self.count)

            work = partial(tournament.play_game, self.series)
            arguments = self.arguments
            options = {
                "cluster": arguments.cluster,
                "game": arguments.game,
                "cards": arguments.cards,
            }
            with closing(run_tasks(work, remaining, self.jobs, show, **options)) as outcomes:
                for outcome in outcomes:
                    self._record_outcome(outcome, progress)

    def _record_outcome(self, outcome: TaskResult[int, GameResult], progress: ProgressLine) -> None:
        """Save a finished game, or print the command that repeats a failed one."""
        from wc3d.bots.process_pool import BOT_FAULT_PREFIX

        if outcome.answer is None:
            self.failed += 1
            progress.erase()
            if outcome.fault.startswith(BOT_FAULT_PREFIX):
                raise InputError(outcome.fault)
            repeat_command = shlex.join(rerun_command(self.arguments, self.series, outcome.task))
            print(
                f"wc3d: game {outcome.task} failed: {outcome.fault}; to repeat it: {repeat_command}",
                file=sys.stderr,
            )
            return
        if self.file:
            self.file.append(outcome.answer)
        self.played[outcome.task] = outcome.answer

    def _print_stop(self) -> None:
        """Print how to continue and the results so far."""
        advice = (
            "run the same command again to continue"
            if self.file
            else "they are not saved (--out FILE.jsonl saves them)"
        )
        print(
            f"wc3d: stopped after {len(self.played)} of {self.count} games; {advice}",
            file=sys.stderr,
        )
        self._report()

    def _report(self) -> None:
        """Print the table if any game is finished."""
        from wc3d.cli.simulate.win_rate_table import format_report, terminal_width

        if not self.played:
            return
        print(describe_series(self.series, len(self.played)))
        print("\n".join(["", *format_report(list(self.played.values()), terminal_width())]))
        if len(self.played) % self.series.games_per_cycle:
            print(
                f"Some pairs played more games than others; to prevent that, play a multiple of {self.series.games_per_cycle} games."
            )


def describe_series(series: Series, games: int) -> str:
    """Describe the series in one line."""
    missions = " and ".join(series.missions)
    bots = " and ".join(dict.fromkeys(series.bots))
    forces = (
        f"{len(series.entrants)} forces, every one against every other"
        if len(series.entrants) > 1
        else "one force against itself"
    )
    return f"{pluralize(games, 'game')}: {forces}; {missions} on {series.board}; played by {bots}; seed {series.seed}"


def rerun_command(arguments: argparse.Namespace, series: Series, number: int) -> list[str]:
    """Return the command that plays one game of the series again."""
    bots = ",".join(dict.fromkeys(series.bots))
    command = [
        "wc3d",
        "simulate",
        "--forces",
        *arguments.forces,
        "--bots",
        bots,
        "--seed",
        arguments.seed,
    ]
    command += ["--mission", *arguments.mission] if arguments.mission else []
    command += ["--map", arguments.map] if arguments.map else []
    command += [word for path in arguments.cards for word in ("--cards", path)]
    command += [
        f"--{option.name}"
        for option in all_options(each=False)
        if option.is_flag and getattr(arguments, option.name)
    ]
    command += ["--game", arguments.game] if arguments.game else []
    return [*command, "--only", str(number)]
