"""Games of bots at a host over connections that fail, many of them: every client's log is the host's, and every record is sound
with its clocks and is the game that each client noted.

A third of the games is played while the host is stopped and begun again, at any message.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.conformance.games import case_of
from tests.server.hosting import listening
from tests.server.test_faults import FaultyConnection, check, play, play_through_restarts

OFTEN = (0.01, 0.03, 0.06)
"""How often each thing befalls a message."""

RESTARTS = 5
"""How often the host is begun again during a game, at most."""


def one_game(case: str, seed: int, dice: str) -> tuple[int, int]:
    """A game: how many faults befell it, and how often its host was begun again. Raises AssertionError for what must not be."""
    FaultyConnection.count = 0
    clock = {"clock": 3600.0 * (seed % 2), "bonus": 2.0 * (seed % 2), "by_turn": seed % 4 == 1}
    with tempfile.TemporaryDirectory() as folder:
        if seed % 3 == 2:
            return FaultyConnection.count, play_through_restarts(
                case_of(case), Path(folder), seed, RESTARTS, dice=dice, **clock
            )
        with listening(Path(folder)) as host:
            links = host.links(*host.registry.create_match(case_of(case).new(), dice=dice, **clock))
            check(host, case_of(case), play(links, seed, OFTEN[seed % len(OFTEN)]), Path(folder))
    return FaultyConnection.count, 0


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is 1 if something was found."""
    parser = argparse.ArgumentParser("host_faults.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--games", metavar="N", type=int, default=100, help="how many games (%(default)s)"
    )
    parser.add_argument(
        "--first", metavar="N", type=int, default=0, help="the number of the first (%(default)s)"
    )
    parser.add_argument(
        "--minutes",
        metavar="M",
        type=float,
        default=10.0,
        help="begin no more after so long (%(default)s)",
    )
    parser.add_argument("--case", default="discs", help="the game that is played (%(default)s)")
    parser.add_argument(
        "--dice", choices=("fair", "chain", "typed"), default="fair", help="its dice (%(default)s)"
    )
    wanted = parser.parse_args(words)
    until = time.monotonic() + 60 * wanted.minutes
    faults = 0
    stops = 0
    done = 0
    failed = list[int]()
    for seed in range(wanted.first, wanted.first + wanted.games):
        if time.monotonic() > until:
            break
        try:
            befell, stopped = one_game(wanted.case, seed, wanted.dice)
        except Exception as fault:
            failed.append(seed)
            print(f"game {seed}: {type(fault).__name__}: {fault}", flush=True)
            continue
        faults = faults + befell
        stops = stops + stopped
        done = done + 1
        if done % 20 == 0:
            print(f"{done} games, {faults} faults, {stops} restarts", flush=True)
    print(
        f"{done} games of {wanted.case} ({wanted.dice} dice) as they should be, {len(failed)} not ({failed})"
    )
    print(f"{faults} faults of connections, {stops} restarts of hosts")
    return bool(failed)
