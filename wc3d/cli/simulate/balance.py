"""The balance table: how often each force won, and how sure that is."""
from __future__ import annotations

import math
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import TYPE_CHECKING

from wc3d._internal.suggestions import pluralize

if TYPE_CHECKING:
    from wc3d.bots.tournament import Played

Z = 1.96
"""Standard deviations either side of the middle that hold 95% of a normal distribution."""

EVEN = 0.5

HEAD = ("games", "wins", "draws", "losses", "win share (95%)", "verdict", "points", "units lost", "rounds", "s/game")

LEGEND = (
    "Win share: a draw counts as half a win; the brackets hold the 95% confidence interval (Wilson).",
    "Verdict: stronger or weaker if the interval excludes 50%, else unclear. One in twenty even forces gets a wrong verdict.",
    "Points (own : opponent's), units lost (destroyed, even if they came back), rounds and seconds are averages per game.",
)


@dataclass
class Tally:
    """What one force (or bot) did in its games. `sums`: points, own and theirs, units lost, rounds, seconds."""

    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    sums: list[float] = field(default_factory=lambda: [0.0] * 5)

    @property
    def games(self) -> int:
        """How many games it played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Its part of the wins, a draw counted as half a win; 0 to 1."""
        return (self.wins + self.draws / 2) / self.games

    def count(self, game: Played, player: int) -> None:
        """One more game, in which it was this player."""
        self.wins += game.winner == player
        self.draws += game.winner == 0
        self.losses += game.winner == 3 - player
        own, theirs = game.points if player == 1 else game.points[::-1]
        values = (own, theirs, game.lost[player - 1], game.rounds, game.seconds)
        self.sums = [a + b for a, b in zip(self.sums, values, strict=True)]

    def row(self, against_itself: bool) -> tuple[str, ...]:
        """Its line of the table; no share of the wins for one that only met itself."""
        share = "-" if against_itself else share_words(self.share, self.games)
        verdict_words = "-" if against_itself else verdict(self.share, self.games)
        own, theirs, losses, rounds, seconds = (n / self.games for n in self.sums)
        counts = (self.games, self.wins, self.draws, self.losses)
        means = (f"{own:.1f} : {theirs:.1f}", f"{losses:.1f}", f"{rounds:.1f}", f"{seconds:.1f}")
        return (self.name, *map(str, counts), share, verdict_words, *means)


def columns() -> int | None:
    """How wide the terminal is that is written to; None for a file or a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def wilson(share: float, games: int) -> tuple[float, float]:
    """Between what the true share lies with 95% confidence, if so much of so many games was won (Wilson's score interval)."""
    scale = 1 + Z * Z / games
    middle = (share + Z * Z / (2 * games)) / scale
    half = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games)) / scale
    return max(0.0, middle - half), min(1.0, middle + half)


def share_words(share: float, games: int) -> str:
    """A share with its interval: "62% [41 to 79]"."""
    low, high = wilson(share, games)
    return f"{share:.0%} [{100 * low:.0f} to {100 * high:.0f}]"


def verdict(share: float, games: int) -> str:
    """Is a share told from an even one?"""
    low, high = wilson(share, games)
    return "stronger" if low > EVEN else "weaker" if high < EVEN else "unclear"


def tallies(games: Iterable[Played], of: str) -> list[Tally]:
    """What each of them did ("forces" or "bots"), the strongest first."""
    tallies_by_name: dict[str, Tally] = {}
    for game in games:
        for player, name in enumerate(getattr(game, of), 1):
            tallies_by_name.setdefault(name, Tally(name)).count(game, player)
    return sorted(tallies_by_name.values(), key=lambda t: (-t.share, t.name))


def report(games: Sequence[Played], width: int | None = None) -> list[str]:
    """The whole report, line by line: the table by force, by bot if there are two, who beat whom, the worth of the first turn.

    In a terminal of so many columns the tables leave out what has no room, and say so.
    """
    return [part for line in _report(games, width) for part in (wrap(line, width) if width and len(line) > width else [line])]


def _report(games: Sequence[Played], width: int | None) -> list[str]:
    games = sorted(games, key=lambda g: g.game)
    forces, bots = tallies(games, "forces"), tallies(games, "bots")
    lines = table(forces, "force", width)
    if len(bots) > 1:
        lines += ["", *table(bots, "bot", width)]
    if len(forces) > 2:
        lines += ["", *tell_beaten(games, [t.name for t in forces])]
    return [*lines, "", *LEGEND, *([] if len(bots) > 1 else [first_turn(games)])]


def table(rows: list[Tally], kind: str, width: int | None = None) -> list[str]:
    """A table of tallies, with its heads; where it has no room the last columns are left out."""
    cells = [(kind, *HEAD), *(t.row(against_itself=len(rows) == 1) for t in rows)]
    count = len(cells[0])
    while width and count > 2 and len(align([row[:count] for row in cells])[0]) > width:
        count -= 1
    left_out = [f"Left out for lack of space: {', '.join(cells[0][count:])} (shown in a wider terminal or a file)."]
    return align([row[:count] for row in cells]) + (left_out if count < len(cells[0]) else [])


def tell_beaten(games: Sequence[Played], names: list[str]) -> list[str]:
    """How often each force beat each other; nothing said of those that never met."""
    pairings = {pair for g in games for pair in (g.forces, g.forces[::-1])}
    wins = Counter((g.forces[g.winner - 1], g.forces[2 - g.winner]) for g in games if g.winner)
    heads = [f"#{n}" for n in range(1, len(names) + 1)]
    rows = [
        (f"{head} {name}", *(str(wins[name, loser]) if (name, loser) in pairings else "." for loser in names))
        for head, name in zip(heads, names, strict=True)
    ]
    return align([("wins against", *heads), *rows])


def first_turn(games: Sequence[Played]) -> str:
    """What the first turn was worth (asked of one bot only: with two it says who takes the first turn, not what it is worth)."""
    count = len(games)
    share = sum(1.0 if g.winner == g.first else 0.5 if not g.winner else 0.0 for g in games) / count
    effect = {"stronger": "an advantage", "weaker": "a disadvantage"}.get(verdict(share, count), "unclear")
    words = f"{share_words(share, count)} in {pluralize(count, 'game')} ({effect})"
    return f"Win share of the player with the first turn: {words}."


def align(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows in columns: the first to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join((row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True)))) for row in rows]
