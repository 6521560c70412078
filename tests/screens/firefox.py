"""A second real browser for tests, where it is there: headless Firefox, driven by WebDriver BiDi over a websocket."""

from __future__ import annotations

import base64
import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 90.0
"""Seconds: the browser must have answered by then."""
NAMES = ("firefox-esr", "firefox")


def firefox_there() -> str | None:
    """The path of Firefox; None if there is none (`apt-get install firefox-esr`)."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Firefox:
    """One tab. `complaints` are the errors that its pages told."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._process = subprocess.Popen(
            [
                firefox_there() or "firefox",
                "--headless",
                "--profile",
                str(folder),
                f"--remote-debugging-port={port}",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._socket = self._opened(f"ws://127.0.0.1:{port}/session")
        self._count = 0
        self.complaints = list[str]()
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self._tab = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def _opened(self, address: str) -> ClientConnection:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return connect(address, max_size=None, open_timeout=5).__enter__()
            except (OSError, TimeoutError):
                assert time.monotonic() < until, "Firefox does not answer"
                time.sleep(0.2)

    def __enter__(self) -> Firefox:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._socket.close()
        self._process.kill()
        self._process.wait()

    def send(self, method: str, **parameters: Any) -> Any:
        """What a command answers."""
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": parameters}))
        while True:
            told = json.loads(self._socket.recv(PATIENCE))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.complaints.append(str(told["params"]["text"]))
            if told.get("id") == self._count:
                assert told["type"] == "success", told
                return told["result"]

    def open(self, url: str, wide: int = 900, tall: int = 700) -> None:
        """Show a page."""
        self.send(
            "browsingContext.setViewport",
            context=self._tab,
            viewport={"width": wide, "height": tall},
        )
        self.send("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def run(self, script: str) -> Any:
        """The value of a script in the page, a plain one."""
        told = self.send(
            "script.evaluate", expression=script, target={"context": self._tab}, awaitPromise=True
        )
        assert told["type"] == "success", told
        return told["result"].get("value")

    def wait(self, script: str) -> None:
        """Wait until a script in the page says true."""
        until = time.monotonic() + PATIENCE
        while not self.run(f"Boolean({script})"):
            assert time.monotonic() < until, f"never: {script}"
            time.sleep(0.1)

    def picture(self) -> bytes:
        """A picture of what is shown, as PNG."""
        return base64.b64decode(
            self.send("browsingContext.captureScreenshot", context=self._tab)["data"]
        )
