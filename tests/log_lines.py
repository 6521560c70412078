"""Reading logs: the lines of a game that tell events, and what is wrong with a line whatever it tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from wc3d.engine.actions import Event
from wc3d.engine.game import Game

HEADINGS = ("RoundBegan", "TurnBegan", "GameEnded")
"""Events that come with headings and scoreboards beside their line."""

HEADING = re.compile(r"^(=== .* ===|--- .* ---)$")

UGLY = {
    "zero inches": re.compile(r"(?<![\d.])0(\.0+)?\" (to|away)|after deviating 0"),
    "nothing more": re.compile(r"\b0 more\b"),
    "an empty list": re.compile(r"\[\]|\(\)|: *\(|, *\(|, ,|: *$"),
    "one of many": re.compile(
        r"(?<!Player )(?<![\d.,])\b1 (strikes|points|boxes|cards|inches|units|rolls|models|dice)\b"
    ),
    "a doubled word": re.compile(r"\b([A-Za-z]{2,}) \1\b"),
    "a doubled page": re.compile(r"(\([^()]+\)) \1"),
    "two spaces": re.compile(r"\S  "),
    "a name of the program": re.compile(r"\b[12]\.[a-z_]+\b|\b[a-z]+_[a-z_]+\b"),
}
"""Faults that no line of a log may have."""


def ugliness(line: str) -> list[str]:
    """Return what is ugly in a line, with the line."""
    return [f"{fault}: {line!r}" for fault, pattern in UGLY.items() if pattern.search(line)]


def event_lines(game: Game, reader: int | None = None) -> Iterator[tuple[str, str]]:
    """Yield every line of a game's log that tells events, each with the kind of the last event in it.

    Empty lines, headings and scoreboards are left out.
    """
    teller: Any = game.rules.text.teller(game.start, reader)
    log: list[Event] = []
    for event in game.log:
        kind = type(event).__name__
        boards: set[str] = set()
        if kind in HEADINGS:
            boards |= {
                *game.rules.text.scoreboard(teller.state, log),
                *game.rules.text.scoreboard(teller.state, [*log, event]),
            }
        log.append(event)
        yield from ((kind, line) for line in _telling(teller.format_lines([event]), boards))
    yield from (("the end", line) for line in teller.format_rest())


def _telling(lines: Iterable[str], boards: set[str]) -> Iterator[str]:
    return (
        line for line in lines if line.strip() and line not in boards and not HEADING.match(line)
    )
