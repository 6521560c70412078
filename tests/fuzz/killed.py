"""Kills the program (-9) at any moment while it saves: nothing that was acknowledged is lost, and the next run leaves no litter.

    python -m tests.fuzz.killed --tries 500 --seed 1

Each try begins one of the things that save, in a process and a folder of its own, kills it after a while, looks at what is in the
folder, does the same again to its end and looks again.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from tests.cli.conftest import questions

ROOT = Path(__file__).resolve().parents[2]

READY = "ready"
"""What a process says when all is imported and the saving begins."""


def say(*words: object) -> None:
    """Acknowledge: from now on it must not be lost."""
    print(*words, flush=True)


@dataclass(frozen=True)
class Saver:
    """Something that saves: what it does over and over, acknowledging each time, and what is wrong with a folder that it left.

    `check` gets the words of the last acknowledgement. `files` are what may lie in the folder after a run to its end.
    """

    work: Callable[[], None]
    check: Callable[[Path, list[str]], str]
    files: frozenset[str]
    seconds: float


# --- what saves


def _play() -> None:
    from tests.made_up import GAME
    from wc3d.bots.random_player import RandomPlayer
    from wc3d.engine.replay import GameJournal
    from wc3d.registry import register

    register(GAME)
    from tests.conformance.games import case_of

    say(READY)
    for seed in range(2):
        game = case_of("discs").new(seed)
        journal = GameJournal(game, Path(f"game-{seed}.jsonl"))
        bot = RandomPlayer(1)
        while game.to_act is not None:
            game.apply(bot.choose(game.view(game.to_act)))
            journal.append_new()
            say(seed, len(game.turns))


def _check_play(folder: Path, said: list[str]) -> str:
    from tests.conformance.games import case_of
    from wc3d.engine.replay import recover

    if len(said) < 2:
        return ""
    game, _ = recover(folder / f"game-{said[0]}.jsonl", case_of("discs").rules.rebuild)
    return (
        ""
        if len(game.turns) >= int(said[1])
        else f"{len(game.turns)} of {said[1]} actions are left"
    )


def _wc3d(*words: str) -> None:
    from wc3d.cli.main import main

    code = main(list(words))
    if code not in (0, 1):
        raise SystemExit(f"{' '.join(words)}: exit {code}")


def _simulate() -> None:
    from tests.made_up import GAME
    from wc3d.bots.tournament import begin_game, play_to_end
    from wc3d.cli.simulate.results_file import ResultsWriter, to_json_line
    from wc3d.cli.simulate.simulate_args import read_series
    from wc3d.registry import register

    register(GAME)
    given = argparse.Namespace(
        game="discs",
        bots="random",
        forces=["all"],
        mission=[],
        map=None,
        seed="1",
        cards=[],
        mercy=False,
    )
    series = read_series(given)
    say(READY)
    file = ResultsWriter("games.jsonl", series)
    for number in range(len(file.games), 40):
        planned = series.plan_game(number)
        game = begin_game(series, planned)
        played = play_to_end(series, planned, game, lambda done: True)
        assert to_json_line(played)
        file.append(played)
        say(number + 1)


def _check_simulate(folder: Path, said: list[str]) -> str:
    path = folder / "games.jsonl"
    whole = path.read_bytes().count(b"\n") if path.exists() else 0
    for line in path.read_bytes().split(b"\n")[:whole] if whole else ():
        json.loads(line)
    return "" if whole >= int(said[0] if said else 0) else f"{whole} of {said[0]} games are left"


def _again(write: Callable[[int], None], times: int = 12) -> None:
    write(0)
    say(READY)
    for number in range(1, times):
        write(number)
        say(number)


def _page() -> None:
    asked = questions(
        {"type": "range", "from": "a", "to": "b"}, {"type": "sight", "from": "a", "to": "b"}
    )
    Path("q.json").write_text(json.dumps(asked), encoding="utf-8")
    _again(lambda number: _wc3d("judge", "q.json", "--report", "page.html"), 4)


def _check_page(folder: Path, said: list[str]) -> str:
    from wc3d.judging.dispute import read_json_or_report

    return (
        ""
        if len(read_json_or_report(folder / "page.html")["models"]) == 3
        else "the page has lost its questions"
    )


def _force() -> None:
    from wc3d.games.neo_mechanika.rules.forces.force_files import (
        sample_force,
        sample_names,
        save_force,
    )

    forces = [sample_force(name) for name in sample_names()]
    _again(lambda number: save_force(forces[number % len(forces)], "force-1.json"), 60)


def _check_force(folder: Path, said: list[str]) -> str:
    from wc3d.games.neo_mechanika.rules.forces.force_files import load_force

    return "" if load_force(folder / "force-1.json").units else "the force has lost its units"


def _map() -> None:
    from wc3d.registry import table_from_map
    from wc3d.table.maps.save_board import save_board

    (Path("from")).mkdir(exist_ok=True)
    for name in ("one.obj", "two.obj"):
        mesh = (ROOT / "models3d" / "bunker.obj").read_bytes() + f"# {name}\n".encode() * 20_000
        (Path("from") / name).write_bytes(mesh)
    shapes = [
        {"type": "mesh", "file": name, "position": [10, 5 + 10 * k, 0]}
        for k, name in enumerate(("one.obj", "two.obj"))
    ]
    terrain = [
        {"id": f"m{k}", "kind": "structure", "shape": shape} for k, shape in enumerate(shapes)
    ]
    table = table_from_map({"size": [30, 30], "terrain": terrain}, folder=Path("from"))
    say(READY)
    for number in range(12):
        Path("to").mkdir(exist_ok=True)
        if number % 3 == 1:
            for copied in Path("to").glob("*.obj"):
                copied.unlink()
        save_board(table, Path("to") / "board.json")
        say(number)


def _check_map(folder: Path, said: list[str]) -> str:
    path = folder / "to" / "board.json"
    return (
        ""
        if not said or len(json.loads(path.read_text(encoding="utf-8"))["terrain"]) == 2
        else "the map has lost terrain"
    )


def _settings() -> None:
    from wc3d._internal.atomic_write import write_atomic
    from wc3d.window.shell.settings import format_settings
    from wc3d.window.shell.window_memory import remember_file, remember_tour

    def write(number: int) -> None:
        write_atomic(Path("settings.toml"), format_settings())
        remember_tour(Path("window.json"))
        remember_file(f"board-{number}.json", "board", Path("window.json"))

    _again(write, 40)


def _check_settings(folder: Path, said: list[str]) -> str:
    from wc3d.window.shell.settings import load_settings
    from wc3d.window.shell.window_memory import load_memory

    load_settings(folder / "settings.toml")
    found = load_memory(folder / "window.json")
    wanted = int(said[0]) if said else 0
    numbers = [int(Path(file.path).stem.partition("-")[2]) for file in found.files]
    return (
        ""
        if found.toured and max(numbers) >= wanted
        else f"file {wanted} is not remembered any more"
    )


def _caches() -> None:
    import numpy as np

    from wc3d.geometry.array_cache import save_arrays

    many = np.random.default_rng(1).normal(size=(200_000, 3))
    _again(
        lambda number: save_arrays({"many": many, "number": np.array(number)}, Path("kept.npz")), 30
    )


def _check_caches(folder: Path, said: list[str]) -> str:
    from wc3d.geometry.array_cache import load_arrays

    number = int(load_arrays(folder / "kept.npz")["number"])
    wanted = int(said[0]) if said else 0
    return "" if number >= wanted else f"{number} is kept, not {wanted}"


SAVERS = {
    "play": Saver(_play, _check_play, frozenset({"game-0.jsonl", "game-1.jsonl"}), 0.6),
    "simulate": Saver(_simulate, _check_simulate, frozenset({"games.jsonl"}), 1.0),
    "page": Saver(_page, _check_page, frozenset({"q.json", "page.html"}), 1.0),
    "force": Saver(_force, _check_force, frozenset({"force-1.json"}), 0.3),
    "map": Saver(
        _map,
        _check_map,
        frozenset({"from/one.obj", "from/two.obj", "to/one.obj", "to/two.obj", "to/board.json"}),
        0.4,
    ),
    "settings": Saver(_settings, _check_settings, frozenset({"settings.toml", "window.json"}), 0.5),
    "caches": Saver(_caches, _check_caches, frozenset({"kept.npz"}), 0.8),
}


# --- and how it is killed


def begin(name: str, folder: Path) -> tuple[int, TextIO]:
    """Begin what saves, in a process of its own: its number, and what it says."""
    far, near = os.pipe()
    process = os.fork()
    if process == 0:
        code = 1
        try:
            os.dup2(near, 1)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            os.chdir(folder)
            SAVERS[name].work()
            code = 0
        finally:
            os._exit(code)
    os.close(near)
    return process, open(far, encoding="utf-8")


def acknowledged(process: int, said: TextIO, kill_after: float | None) -> tuple[bool, list[str]]:
    """Was it ready, and what did it acknowledge last? It is killed so many seconds after it was ready, or ends by itself."""
    with said:
        ready = any(line.strip() == READY for line in said)
        if ready and kill_after is not None:
            time.sleep(kill_after)
            os.kill(process, signal.SIGKILL)
        lines = [line for line in said.read().split("\n")[:-1] if line and line[0].isdigit()]
        os.waitpid(process, 0)
    return ready, lines[-1].split() if lines else []


def left_in(folder: Path) -> Iterator[str]:
    """Every file of a folder."""
    return (
        path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file()
    )


def fault_of(name: str, chance: random.Random) -> str:
    """Kill one saver, twice perhaps, and look at what it left; empty if all is well."""
    saver = SAVERS[name]
    with tempfile.TemporaryDirectory(prefix="wc3d-killed-", ignore_cleanup_errors=True) as given:
        folder = Path(given)
        for _ in range(chance.choice((1, 1, 2))):
            ready, said = acknowledged(*begin(name, folder), chance.uniform(0, saver.seconds))
            if not ready:
                return f"{name} did not begin"
            if wrong := saver.check(folder, said):
                return f"{name}: {wrong}"
        ready, said = acknowledged(*begin(name, folder), None)
        if wrong := saver.check(folder, said):
            return f"{name}, done again: {wrong}"
        litter = [file for file in left_in(folder) if file not in saver.files]
        return f"{name}: litter is left: {litter[0]}" if litter else ""


def import_all() -> None:
    """Save everything once, so that what is needed is there before the processes part."""
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as given, contextlib.redirect_stdout(io.StringIO()):
        for name, saver in SAVERS.items():
            folder = Path(given) / name
            folder.mkdir()
            os.chdir(folder)
            saver.work()
            os.chdir(here)
            saver.check(folder, [])


def play(seed: int, tries: int) -> tuple[list[str], Counter[str]]:
    """So many tries: the faults, and how often each saver was killed."""
    faults = []
    killed = Counter[str]()
    import_all()
    for number in range(tries):
        chance = random.Random(f"{seed} {number}")
        name = chance.choice(sorted(SAVERS))
        killed[name] += 1
        try:
            fault = fault_of(name, chance)
        except Exception as error:  # what a check raises on what is left
            fault = f"{name}: {type(error).__name__}: {error}"
        if fault:
            faults.append(f"seed {seed}, try {number}: {fault}")
            print(faults[-1], flush=True)
    return faults, killed


def main() -> int:
    """Kill until told, and print every fault."""
    command = argparse.ArgumentParser(description="Kills the program while it saves.")
    command.add_argument("--tries", type=int, default=100)
    command.add_argument("--seed", type=int, default=1)
    given = command.parse_args()
    faults, killed = play(given.seed, given.tries)
    print(
        *(f"{name}: {count}" for name, count in sorted(killed.items())),
        f"{len(faults)} faults",
        sep="\n",
    )
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
