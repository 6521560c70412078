"""A real browser for tests: headless Chromium, driven over a pipe with its DevTools protocol, without any library."""

from __future__ import annotations

import base64
import io
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

PATIENCE = 60.0
"""Seconds: the browser must have answered by then."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--enable-unsafe-swiftshader",
    "--mute-audio",
    "--no-default-browser-check",
)


def find_browser() -> str:
    """The path of a Chromium. Fails with what to install."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    raise AssertionError("no browser: apt-get install -y --no-install-recommends chromium")


class BrowserError(AssertionError):
    """The browser answered a command with an error."""


class Browser:
    """One tab of a headless Chromium. `events` is all it told: requests, messages of the console, exceptions."""

    def __init__(self, folder: Path) -> None:
        to_read, self._write = os.pipe()
        self._read, to_write = os.pipe()

        def wire() -> None:  # in the child: DevTools reads from 3 and writes to 4
            os.dup2(to_read, 213), os.dup2(to_write, 214), os.dup2(213, 3), os.dup2(214, 4)

        self._process = subprocess.Popen(
            [find_browser(), *SWITCHES, f"--user-data-dir={folder}"],
            close_fds=False,
            preexec_fn=wire,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self._rest = b""
        self._count = 0
        self._session = ""
        self.events: list[dict[str, Any]] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._write)  # Chromium ends when its pipe does
        os.close(self._read)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    @property
    def process(self) -> int:
        """The number of its first process."""
        return self._process.pid

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Ask for something; the answer."""
        self._count += 1
        asked: dict[str, Any] = {"id": self._count, "method": method, "params": parameters}
        if self._session:
            asked["sessionId"] = self._session
        os.write(self._write, json.dumps(asked).encode() + b"\0")
        while True:
            told = self._next()
            if told.get("id") != self._count:
                self.events.append(told)
                continue
            if "error" in told:
                raise BrowserError(method, told["error"])
            return dict(told["result"])

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._read, 1 << 20)
            assert more, "the browser has ended"
            self._rest += more
        message, self._rest = self._rest.split(b"\0", 1)
        return dict(json.loads(message))

    def open(
        self,
        url: str,
        wide: int = 900,
        tall: int = 700,
        *,
        phone: bool = False,
        scripts: bool = True,
    ) -> None:
        """Open a page in a window of that size, and forget what was told before."""
        dense = 2 if phone else 1
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=wide,
            height=tall,
            deviceScaleFactor=dense,
            mobile=phone,
        )
        self.send("Emulation.setTouchEmulationEnabled", enabled=phone)
        self.send("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.send("Page.navigate", url="about:blank")
        self.wait("location.href === 'about:blank'" if scripts else "true")
        self.events.clear()
        self.send("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, script: str) -> Any:
        """The value of a script in the page."""
        told = self.send(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def wait(self, script: str) -> None:
        """Wait until a script in the page returns a true value, in this page or in the next one that loads."""
        deadline = time.monotonic() + PATIENCE
        while not self._is_true(script):
            assert time.monotonic() < deadline, f"never: {script}"
            time.sleep(0.02)

    def _is_true(self, script: str) -> bool:
        """Return whether a script returns a true value; a page that unloads meanwhile returns none."""
        try:
            return bool(self.run(script))
        except BrowserError as error:
            if "navigated" in str(error):
                return False
            raise

    def drag(self, *way: tuple[float, float], touch: bool = False, up: bool = True) -> None:
        """Press at a place of the window, go along a way and let go at its end, by mouse or with a finger; one place is a click.
        Without `up` it is held there."""
        (x, y), *more = [
            w
            for a, b in zip(way, (*way[1:], way[-1]), strict=True)
            for w in ([a] if a == b else _between(a, b))
        ]
        self._hand("mousePressed", "touchStart", touch, x, y)
        for x, y in more:
            self._hand("mouseMoved", "touchMove", touch, x, y)
            time.sleep(0.03)
        if up:
            self.let_go((x, y), touch=touch)

    def let_go(self, at: tuple[float, float], *, touch: bool = False) -> None:
        """Let go of what is held at a place."""
        self._hand("mouseReleased", "touchEnd", touch, *at)

    def finger(self, does: str, x: float, y: float) -> None:
        """A finger does something at a place of the window: touchStart, touchMove or touchEnd."""
        self.send(
            "Input.dispatchTouchEvent",
            type=does,
            touchPoints=[] if does == "touchEnd" else [{"x": x, "y": y}],
        )

    def _hand(self, mouse: str, finger: str, touch: bool, x: float, y: float) -> None:
        if touch:
            self.finger(finger, x, y)
        else:
            held = 0 if mouse == "mouseReleased" else 1
            self.send(
                "Input.dispatchMouseEvent",
                type=mouse,
                x=x,
                y=y,
                button="left",
                buttons=held,
                clickCount=1,
            )

    def picture(self, whole: bool = False) -> NDArray[np.uint8]:
        """What the window shows (or the whole page), as an array (height, width, 3)."""
        data = base64.b64decode(
            self.send("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        )
        return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))

    def requests(self) -> list[str]:
        """Everything the page asked any server or disk for."""
        return [
            e["params"]["request"]["url"]
            for e in self.events
            if e.get("method") == "Network.requestWillBeSent"
        ]

    def complaints(self) -> list[str]:
        """Errors of scripts, and everything that the page's own policy refused."""
        thrown = [
            str(e["params"]["exceptionDetails"])
            for e in self.events
            if e.get("method") == "Runtime.exceptionThrown"
        ]
        logged = [e["params"]["entry"] for e in self.events if e.get("method") == "Log.entryAdded"]
        return thrown + [entry["text"] for entry in logged if entry["level"] == "error"]


def _between(
    a: tuple[float, float], b: tuple[float, float], steps: int = 6
) -> list[tuple[float, float]]:
    """Points on the way from one place to another, the first one left out unless the way begins there."""
    return [
        (a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps)
        for k in range(steps + 1)
    ]
