"""A real window on a virtual screen: Xvfb, a mouse and keys (xdotool), screenshots, and pictures compared within a tolerance.

The window tells where its widgets are and what has happened (wc3d/window/shell/ui_probe.py). Every step waits until the window
has seen it; nothing here sleeps for a fixed time and hopes.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

SIZE = (1280, 720)
PATIENCE = 60.0
"""Seconds: how long a window on a busy machine may take for one thing."""
CELL = 4
"""Pictures are compared in cells of so many pixels each way."""
OFF, SHARE, MEAN = 10.0, 0.002, 0.6
"""A cell is off by more than this (of 255); so many of all may be; and the mean may be off by this."""
BEHIND = 1.0
"""Seconds after which a screen shows what was drawn."""
PATCH, WORST = 6, 0.15
"""In no patch of so many cells each way may this share be off: a small model, half hidden, is no more of the whole picture
than what may be off there, but much of a patch."""
MISSING = "apt-get install xvfb xauth xdotool imagemagick"


class RealScreen:
    """`wc3d ...` in a window on a screen of its own, drawn quickly unless its pictures matter; what happens in a game is shown
    at once unless it has a `pace`. Use it in a `with`."""

    def __init__(
        self, folder: Path, *command: object, quality: str = "low", pace: float = 0.0
    ) -> None:
        self.folder = folder
        (folder / "config").mkdir(exist_ok=True)
        (folder / "config" / "settings.toml").write_text(
            f'[display]\nquality = "{quality}"\npace = {pace:g}\n'
        )
        assert all(map(shutil.which, ("Xvfb", "xdotool", "import"))), MISSING
        read, write = os.pipe()
        screen = "x".join(map(str, (*SIZE, 24)))
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as told:
            display = ":" + told.readline().strip()
        self.told = folder / "watched.jsonl"
        self.said = folder / "stderr.txt"
        own = {
            "DISPLAY": display,
            "WC3D_CONFIG": str(folder / "config"),
            "WC3D_WATCH": str(self.told),
        }
        self.env = {**os.environ, **own}
        words = [
            sys.executable,
            "-c",
            "import sys; from wc3d.cli.main import main; sys.exit(main())",
            *map(str, command),
        ]
        with self.said.open("wb") as stderr:
            self.window = subprocess.Popen(words, env=self.env, stderr=stderr)
        self.read = 0
        self.half = b""
        self.stirs = 0
        self.log: list[str] = []
        self.shown: dict[str, Any] = {"marks": {}, "mouse": None, "drawn": False, "rest": False}

    def __enter__(self) -> RealScreen:
        return self

    def __exit__(self, *_: object) -> None:
        for process in (self.window, self.server):
            process.terminate()
            process.wait(20)

    # --- what the window tells

    def look(self) -> None:
        """Read what the window has told since."""
        if not self.told.exists():
            return
        with self.told.open("rb") as file:
            file.seek(self.read)
            new = file.read()
        self.read += len(new)
        *lines, self.half = (self.half + new).split(b"\n")
        for line in map(json.loads, lines):
            if "log" in line:
                self.log.append(line["log"])
                assert not line["log"].startswith("crash"), line["log"]
            else:
                self.shown = line
                self.stirs += not line["drawn"]

    def wait(self, what: str, until: Callable[[], object]) -> Any:
        """Look until this is so; what it gave."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.look()
            found = until()
            if found:
                return found
            assert self.window.poll() is None, f"the window has gone: {self.said.read_text()}"
            time.sleep(0.01)
        raise AssertionError(
            f"{what}: not within {PATIENCE} s; last heard {self.log[-5:]}, widgets {[*self.shown['marks']]}"
        )

    def settle(self) -> None:
        """Until all that changed is shown."""
        self.wait("everything to be drawn", lambda: self.shown["drawn"])

    def has(self, mark: str) -> bool:
        """Is this widget there?"""
        return mark in self.shown["marks"]

    def middle(self, mark: str) -> tuple[float, float]:
        """The middle of a widget, once it is there and nothing moves any more."""
        self.wait(f"the widget {mark!r}", lambda: self.has(mark))
        self.settle()
        x0, y0, x1, y1 = self.wait(f"the widget {mark!r}", lambda: self.shown["marks"].get(mark))
        return (x0 + x1) / 2, (y0 + y1) / 2

    def spot(self, point: tuple[float, float, float]) -> tuple[float, float]:
        """The pixel at which a point of space is seen."""
        self.settle()
        x, y, _, w = np.array([*point, 1.0]) @ np.array(self.shown["matrix"])
        assert w > 0, f"{point} is behind the camera"
        return (x / w + 1) * 0.5 * SIZE[0], (1 - y / w) * 0.5 * SIZE[1]

    # --- mouse and keys

    def do(self, *words: object) -> None:
        """One order to the X server."""
        subprocess.run(["xdotool", *map(str, words)], env=self.env, check=True, capture_output=True)

    def stir(self, *words: object) -> None:
        """An order at which the window draws anew, and until it does."""
        before = self.stirs
        self.do(*words)
        self.wait(f"an answer to {words}", lambda: self.stirs > before)

    def move(self, x: float, y: float) -> None:
        """Move the mouse, until the window has seen it."""
        x, y = round(x), round(y)
        self.do("mousemove", x, y)
        self.wait(
            f"the mouse at {x} {y}",
            lambda: (at := self.shown["mouse"]) and abs(at[0] - x) + abs(at[1] - y) < 2,
        )
        self.settle()

    def click(self, x: float, y: float) -> None:
        """Click the left button."""
        self.move(x, y)
        self.stir("click", 1)

    def press(self, mark: str) -> None:
        """Click a widget."""
        self.click(*self.middle(mark))

    def hover(self, mark: str) -> None:
        """Point at a widget."""
        self.move(*self.middle(mark))

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 3) -> None:
        """Drag with the left button."""
        self.move(*start)
        self.do("mousedown", 1)
        for k in range(1, steps + 1):
            self.move(
                start[0] + (end[0] - start[0]) * k / steps,
                start[1] + (end[1] - start[1]) * k / steps,
            )
        before = self.heard("drop") + self.heard("click")
        self.stir("mouseup", 1)
        self.wait(
            "what is dragged to be dropped",
            lambda: self.heard("drop") + self.heard("click") > before,
        )

    def heard(self, word: str) -> int:
        """How often the log has had a line that begins so."""
        return sum(line.startswith(word) for line in self.log)

    def key(self, key: str, command: str) -> None:
        """Press a key, until the window has done what it stands for."""
        before = self.heard(f"command {command}")
        self.settle()
        self.stir("key", key)
        self.wait(f"the command {command!r}", lambda: self.heard(f"command {command}") > before)

    # --- pictures

    def picture(self) -> np.ndarray:
        """What is on the screen now, the finished picture: (height, width, 3)."""
        self.wait("a finished picture", lambda: self.shown["rest"])
        told = subprocess.run(
            ["import", "-window", "root", "png:-"], env=self.env, check=True, capture_output=True
        ).stdout
        return np.asarray(Image.open(io.BytesIO(told)).convert("RGB")).astype(float)

    @property
    def renderer(self) -> str:
        """What draws, without how wide the processor's registers are: that changes no pixel."""
        line = self.wait(
            "its renderer",
            lambda: next((line for line in self.log if line.startswith("drawn by")), ""),
        )
        return re.sub(r", \d+ bits", "", line.removeprefix("drawn by "))


def cells(picture: np.ndarray) -> np.ndarray:
    """The means of a picture's cells."""
    high, wide, colors = picture.shape
    return picture.reshape(high // CELL, CELL, wide // CELL, CELL, colors).mean(axis=(1, 3))


def difference(one: np.ndarray, other: np.ndarray) -> tuple[float, float, float]:
    """Two pictures' cells: what share of them is off, how far they are apart on the whole, and the share in the worst patch."""
    apart = np.abs(one - other)
    off = apart.max(axis=-1) > OFF
    high, wide = (size // PATCH * PATCH for size in off.shape)
    patches = (
        off[:high, :wide].reshape(high // PATCH, PATCH, wide // PATCH, PATCH).mean(axis=(1, 3))
    )
    return float(off.mean()), float(apart.mean()), float(patches.max())


def alike(one: np.ndarray, other: np.ndarray) -> bool:
    """Are two pictures' cells the same within the tolerance?"""
    share, mean, worst = difference(one, other)
    return share < SHARE and mean < MEAN and worst < WORST


class Album:
    """Pictures taken of a screen, held against those that are kept in a folder.

    Those were drawn by a renderer named there. What another one draws is not compared with them, but with a second picture
    of the same thing. With WC3D_PICTURES=write the kept ones are written anew.
    """

    def __init__(self, screen: RealScreen, folder: Path) -> None:
        self.screen = screen
        self.folder = folder
        self.faults = list[str]()
        named = folder / "renderer.txt"
        self.writing = os.environ.get("WC3D_PICTURES") == "write"
        if self.writing:
            named.write_text(screen.renderer + "\n")
        self.known = named.read_text().strip() == screen.renderer

    def take(self, name: str) -> None:
        """Take a picture and compare it."""
        taken = cells(self.screen.picture())
        kept = self.folder / f"{name}.png"
        if self.writing:
            Image.fromarray(taken.round().astype(np.uint8)).save(kept, optimize=True)
        if self.known:
            expected = np.asarray(Image.open(kept).convert("RGB")).astype(float)
        else:
            for _ in range(2):
                self.screen.key("n", "names")
            expected = cells(self.screen.picture())
        # on a busy machine the screen may be a picture behind: it still shows the quick one
        if not alike(taken, expected):
            time.sleep(BEHIND)
            taken = cells(self.screen.picture())
        if not alike(taken, expected):
            Image.fromarray(taken.round().astype(np.uint8)).save(self.screen.folder / f"{name}.png")
            self.faults.append(
                f"{name}: {difference(taken, expected)}, see {self.screen.folder / name}.png"
            )
