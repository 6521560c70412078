"""How soon a page of a host shows its table, and how quickly that turns, in this machine's Chromium at the size of a phone.

The first page of a game waits until its table is packed; the others do not. Times depend on what else the machine does: its load
is told beside them. The processor's time for a picture hardly does.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.host import below
from tests.conformance.games import case_of
from tests.screens.browser import Browser
from tests.server.hosting import HostedTable, listening

PHONE = (390, 844)
"""Dots of the page; a phone has four of its own for each."""

ACTIONS = 60
"""Of random players, before anybody looks."""

TURNING = 5.0
"""Seconds for which a finger turns the table; those before a picture's cost is known are not counted."""

LEARNING = 1.5

WATCH = """
window.seen = {bytes: 0};
const note = name => { if (!(name in seen)) seen[name] = performance.now(); };
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...words) {
    super(...words); note("asked");
    this.addEventListener("message", ({data}) => { seen.bytes += data.length; note(data.match(/"t":\\s*"(\\w+)"/)[1]); });
  }
};
new MutationObserver(() => {
  if (Number(document.querySelector("figure.view")?.dataset.drawn) > 0) note("drawn");
}).observe(document, {subtree: true, attributes: true, childList: true});
"""
"""Notes in the page when its script runs, when messages come, and when the first picture is there, in milliseconds."""


@dataclass(frozen=True)
class Opening:
    """What an opened page has noted."""

    asked: float
    table: float
    drawn: float
    bytes: int


def opened(browser: Browser, link: str) -> Opening:
    """Open a page and wait for its table."""
    browser.send("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    browser.open(link, *PHONE, phone=True)
    browser.wait("window.seen.drawn > 0")
    seen: dict[str, Any] = browser.run("window.seen")
    return Opening(seen["asked"], seen["stage"], seen["drawn"], seen["bytes"])


def drawing_time(browser: Browser) -> float:
    """Seconds of processor time of the process that draws for the browser."""
    for process in below(browser.process):
        if b"--type=gpu-process" in Path(f"/proc/{process}/cmdline").read_bytes():
            parts = (
                Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            )
            return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")
    raise SystemExit("no process of the browser draws")


def turned(browser: Browser) -> tuple[float, float]:
    """Turn the table with a finger: pictures a second, and the processor's seconds for each."""
    left, top, wide, tall = browser.run(
        "(() => { const r = document.querySelector('figure.view canvas').getBoundingClientRect();"
        " return [r.left, r.top, r.width, r.height]; })()"
    )
    drawn = "Number(document.querySelector('figure.view').dataset.drawn)"
    begun = time.monotonic()
    first = None
    steps = 0
    browser.finger("touchStart", left + wide / 2, top + tall * 0.12)
    while (now := time.monotonic()) < begun + TURNING:
        if first is None and now > begun + LEARNING:
            first = now, browser.run(drawn), drawing_time(browser)
        steps += 1
        browser.finger(
            "touchMove", left + wide / 2 + 100 * ((steps * 4 % 200) / 100 - 1), top + tall * 0.12
        )
        time.sleep(0.016)
    assert first is not None
    pictures = browser.run(drawn) - first[1]
    seconds = time.monotonic() - first[0]
    spent = drawing_time(browser) - first[2]
    browser.finger("touchEnd", 0, 0)
    return pictures / seconds, spent / max(1, pictures)


def measured(case: str, pages: int) -> None:
    """Open pages of one game, one after the other, turn the last, and print what was seen."""
    with tempfile.TemporaryDirectory() as folder, listening(Path(folder)) as host:
        id, keys = host.registry.create_match(case_of(case).new())
        table = HostedTable(host.registry.load_match(id), keys)
        table.give_dice()
        table.play(ACTIONS)
        link = str(host.links(id, keys)[1])
        found = list[Opening]()
        for number in range(pages):
            with Browser(Path(folder) / f"browser {number}") as browser:
                found.append(opened(browser, link))
                if number == pages - 1:
                    time.sleep(1)
                    quick, spent = turned(browser)
    first = found[0]
    later = [page.drawn for page in found[1:]]
    print(
        f"{case}: first page: script {first.asked:.0f} ms, table sent {first.table:.0f} ms, shown {first.drawn:.0f} ms",
        end="",
    )
    print(
        f"; later pages shown {statistics.median(later):.0f} ms (at most {max(later):.0f})"
        if later
        else ""
    )
    each = f"{quick:.1f} pictures a second, {spent * 1000:.0f} ms of processor each"
    print(f"  {first.bytes / 1000:.0f} kB of messages; turning {each}")


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; the exit code."""
    parser = argparse.ArgumentParser("host_page.py", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--pages",
        metavar="N",
        type=int,
        default=4,
        help="pages that are opened of each game (%(default)s)",
    )
    parser.add_argument(
        "--case",
        action="append",
        default=[],
        help="a game (default: neo_mechanika, warmachine_armies)",
    )
    wanted = parser.parse_args(words)
    for case in wanted.case or ("neo_mechanika", "warmachine_armies"):
        measured(case, max(1, wanted.pages))
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    return 0
