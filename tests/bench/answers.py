"""How soon the window answers, on a virtual screen: a click, a dispute and a long replay opened, and what it does at rest.

Each in seconds of the clock, and of the window's own processor time (all its threads), so that other work on the machine does not
count. The load of the machine is told, too: times of the clock mean little where it is high. What an installation does once (the
modules are compiled, the boards' meshes made solid) is done before.
"""

from __future__ import annotations

import compileall
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.screens import real_screen
from tests.screens.real_screen import RealScreen
from wc3d.bots import bots_of
from wc3d.engine.replay import save
from wc3d.games.neo_mechanika import new_game, sample_force
from wc3d.games.neo_mechanika.ruleset import NEO_MECHANIKA
from wc3d.registry import load_map

ROOT = Path(__file__).resolve().parents[2]
ACTIONS, REST, PATIENCE = 300, 10.0, 300.0
"""Actions of the replay; seconds that a window at rest is watched; seconds that one thing may take on a busy machine."""
Numbers = dict[str, float]


def processor(screen: RealScreen) -> float:
    """Seconds of processor time that the window has taken, without the processes beside it."""
    return time.clock_gettime(
        ~screen.window.pid << 3 | 2
    )  # its own clock: /proc counts in hundredths of a second


@contextmanager
def timed(
    screen: RealScreen, name: str, found: Numbers, began: float | None = None
) -> Iterator[Callable[[str], None]]:
    """What is done meanwhile; the function that is given notes how long it has taken so far."""
    clock = began or time.monotonic()
    used = 0.0 if began else processor(screen)

    def note(what: str) -> None:
        found[f"{name}, {what}: s"] = time.monotonic() - clock
        found[f"{name}, {what}: processor s"] = processor(screen) - used

    yield note


def saved_game(path: Path) -> None:
    """A game of two bots, up to ACTIONS or its end."""
    forces = sample_force("marcher_worlds_full"), sample_force("iron_star_alliance_full")
    game = new_game(
        load_map(ROOT / "maps" / "container-yard.json"),
        forces,
        "strange_matter",
        seed=11,
        names=("Ann", "Ben"),
    )
    bots = {player: bots_of(NEO_MECHANIKA)["recruit"](player) for player in (1, 2)}
    while game.to_act is not None and len(game.turns) < ACTIONS:
        game.apply(bots[game.to_act].choose(game.view(game.to_act)))
    save(game, path)
    print(f"the replay has {len(game.turns)} actions", flush=True)


def clicked(folder: Path, game: Path) -> Numbers:
    """A unit of a game is clicked in the list; then the window is left alone (what watches it takes no part worth telling)."""
    found: Numbers = {}
    with RealScreen(folder, "play", "--window", "--load", game, quality="auto") as screen:
        screen.press("sit down")
        screen.wait(
            "the game",
            lambda: (
                screen.shown["rest"]
                and any(mark.startswith("unit ") for mark in screen.shown["marks"])
            ),
        )
        units = [mark for mark in screen.shown["marks"] if mark.startswith("unit ")]
        for number, unit in enumerate(units[:3]):
            screen.hover(unit)
            screen.wait("rest", lambda: screen.shown["rest"])
            stirs = screen.stirs
            with timed(screen, f"click {number + 1}", found) as note:
                screen.do("click", 1)
                screen.wait("a change", lambda stirs=stirs: screen.stirs > stirs)  # type: ignore[misc]
                note("first change")
                screen.wait("rest", lambda: screen.shown["rest"])
                note("settled")
        time.sleep(1.0)
        screen.look()
        before = processor(screen)
        drawn = screen.stirs
        began = time.monotonic()
        time.sleep(REST)
        screen.look()
        seconds = time.monotonic() - began
        found["at rest, pictures a second"] = (screen.stirs - drawn) / seconds
        found["at rest, processor %"] = 100 * (processor(screen) - before) / seconds
    return found


def opened(folder: Path, name: str, there: Mapping[str, str], *command: object) -> Numbers:
    """A window is opened with a file; how long until each of these is seen (by the first words of a widget), and all is drawn."""
    found: Numbers = {}
    began = time.monotonic()
    with (
        RealScreen(folder, *command, "--window", quality="auto") as screen,
        timed(screen, name, found, began) as note,
    ):
        screen.wait("its window", lambda: screen.heard("screen"))
        note("window")

        def seen(words: str) -> bool:
            return screen.shown["drawn"] and any(
                mark.startswith(words) for mark in screen.shown["marks"]
            )

        for what, words in there.items():
            screen.wait(what, partial(seen, words))
            note(what)
        screen.wait("rest", lambda: screen.shown["rest"])
        note("settled")
    return found


def measured() -> Numbers:
    """All of it."""
    real_screen.PATIENCE = PATIENCE
    print(
        "load of the machine: "
        + " ".join(f"{load:.1f}" for load in os.getloadavg())
        + f", {os.cpu_count()} cores",
        flush=True,
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = Numbers()
        game = folder / "game.jsonl"
        saved_game(game)
        question = ROOT / "maps" / "questions" / "over-the-palisade.json"
        compileall.compile_dir(ROOT / "wc3d", quiet=1)
        for map_file in (ROOT / "maps").glob("*.json"):
            load_map(map_file)
        for part, make in (
            ("click", lambda where: clicked(where, game)),
            (
                "judge",
                lambda where: opened(
                    where, "judge", {"board": "model ", "verdict": "verdict"}, "judge", question
                ),
            ),
            ("replay", lambda where: opened(where, "replay", {"board": "slider"}, "replay", game)),
        ):
            where = folder / part
            where.mkdir()
            found.update(make(where))
    return found
