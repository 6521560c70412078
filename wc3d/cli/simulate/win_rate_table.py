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
    from wc3d.bots.tournament import GameResult

Z_95_PERCENT = 1.96
"""Standard deviations either side of the middle that hold 95% of a normal distribution."""

EVEN_SHARE = 0.5

TABLE_HEADINGS = (
    "games",
    "wins",
    "draws",
    "losses",
    "win share (95%)",
    "verdict",
    "points",
    "units lost",
    "rounds",
    "s/game",
)

LEGEND = (
    "Win share: a draw counts as half a win; the brackets hold the 95% confidence interval (Wilson).",
    "Verdict: stronger or weaker if the interval excludes 50%, else unclear. One in twenty even forces gets a wrong verdict.",
    "Points (own : opponent's), units lost (destroyed, even if they came back), rounds and seconds are averages per game.",
)


@dataclass
class ResultTally:
    """What one force (or bot) did in its games. `sums`: points, own and theirs, units lost, rounds, seconds."""

    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    totals: list[float] = field(default_factory=lambda: [0.0] * 5)

    @property
    def game_count(self) -> int:
        """How many games it played."""
        return self.wins + self.draws + self.losses

    @property
    def win_share(self) -> float:
        """Its part of the wins, a draw counted as half a win; 0 to 1."""
        return (self.wins + self.draws / 2) / self.game_count

    def add_game(self, game: GameResult, player: int) -> None:
        """One more game, in which it was this player."""
        self.wins += game.winner == player
        self.draws += game.winner == 0
        self.losses += game.winner == 3 - player
        own, theirs = game.points if player == 1 else game.points[::-1]
        values = (own, theirs, game.lost[player - 1], game.rounds, game.seconds)
        self.totals = [a + b for a, b in zip(self.totals, values, strict=True)]

    def format_row(self, against_itself: bool) -> tuple[str, ...]:
        """Its line of the table; no share of the wins for one that only met itself."""
        share = "-" if against_itself else format_share(self.win_share, self.game_count)
        verdict_words = (
            "-" if against_itself else describe_significance(self.win_share, self.game_count)
        )
        own, theirs, losses, rounds, seconds = (n / self.game_count for n in self.totals)
        counts = (self.game_count, self.wins, self.draws, self.losses)
        means = (f"{own:.1f} : {theirs:.1f}", f"{losses:.1f}", f"{rounds:.1f}", f"{seconds:.1f}")
        return (self.name, *map(str, counts), share, verdict_words, *means)


def terminal_width() -> int | None:
    """How wide the terminal is that is written to; None for a file or a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def wilson_interval(share: float, games: int) -> tuple[float, float]:
    """Between what the true share lies with 95% confidence, if so much of so many games was won (Wilson's score interval)."""
    scale = 1 + Z_95_PERCENT * Z_95_PERCENT / games
    middle = (share + Z_95_PERCENT * Z_95_PERCENT / (2 * games)) / scale
    half = (
        Z_95_PERCENT
        * math.sqrt(share * (1 - share) / games + Z_95_PERCENT * Z_95_PERCENT / (4 * games * games))
        / scale
    )
    return max(0.0, middle - half), min(1.0, middle + half)


def format_share(share: float, games: int) -> str:
    """A share with its interval: "62% [41 to 79]"."""
    low, high = wilson_interval(share, games)
    return f"{share:.0%} [{100 * low:.0f} to {100 * high:.0f}]"


def describe_significance(share: float, games: int) -> str:
    """Is a share told from an even one?"""
    low, high = wilson_interval(share, games)
    return "stronger" if low > EVEN_SHARE else "weaker" if high < EVEN_SHARE else "unclear"


def count_results(games: Iterable[GameResult], of: str) -> list[ResultTally]:
    """What each of them did ("forces" or "bots"), the strongest first."""
    tallies_by_name: dict[str, ResultTally] = {}
    for game in games:
        for player, name in enumerate(getattr(game, of), 1):
            tallies_by_name.setdefault(name, ResultTally(name)).add_game(game, player)
    return sorted(tallies_by_name.values(), key=lambda t: (-t.win_share, t.name))


def format_report(games: Sequence[GameResult], width: int | None = None) -> list[str]:
    """The whole report, line by line: the table by force, by bot if there are two, who beat whom, the worth of the first turn.

    In a terminal of so many columns the tables leave out what has no room, and say so.
    """
    return [
        part
        for line in _report_lines(games, width)
        for part in (wrap(line, width) if width and len(line) > width else [line])
    ]


def _report_lines(games: Sequence[GameResult], width: int | None) -> list[str]:
    games = sorted(games, key=lambda g: g.game)
    forces, bots = count_results(games, "forces"), count_results(games, "bots")
    lines = format_table(forces, "force", width)
    if len(bots) > 1:
        lines += ["", *format_table(bots, "bot", width)]
    if len(forces) > 2:
        lines += ["", *format_pairings(games, [t.name for t in forces])]
    return [*lines, "", *LEGEND, *([] if len(bots) > 1 else [describe_first_turn(games)])]


def format_table(rows: list[ResultTally], kind: str, width: int | None = None) -> list[str]:
    """A table of tallies, with its heads; where it has no room the last columns are left out."""
    cells = [(kind, *TABLE_HEADINGS), *(t.format_row(against_itself=len(rows) == 1) for t in rows)]
    count = len(cells[0])
    while width and count > 2 and len(align_columns([row[:count] for row in cells])[0]) > width:
        count -= 1
    left_out = [
        f"Left out for lack of space: {', '.join(cells[0][count:])} (shown in a wider terminal or a file)."
    ]
    return align_columns([row[:count] for row in cells]) + (
        left_out if count < len(cells[0]) else []
    )


def format_pairings(games: Sequence[GameResult], names: list[str]) -> list[str]:
    """How often each force beat each other; nothing said of those that never met."""
    pairings = {pair for g in games for pair in (g.forces, g.forces[::-1])}
    wins = Counter((g.forces[g.winner - 1], g.forces[2 - g.winner]) for g in games if g.winner)
    heads = [f"#{n}" for n in range(1, len(names) + 1)]
    rows = [
        (
            f"{head} {name}",
            *(str(wins[name, loser]) if (name, loser) in pairings else "." for loser in names),
        )
        for head, name in zip(heads, names, strict=True)
    ]
    return align_columns([("wins against", *heads), *rows])


def describe_first_turn(games: Sequence[GameResult]) -> str:
    """What the first turn was worth (asked of one bot only: with two it says who takes the first turn, not what it is worth)."""
    count = len(games)
    share = sum(1.0 if g.winner == g.first else 0.5 if not g.winner else 0.0 for g in games) / count
    effect = {"stronger": "an advantage", "weaker": "a disadvantage"}.get(
        describe_significance(share, count), "unclear"
    )
    words = f"{format_share(share, count)} in {pluralize(count, 'game')} ({effect})"
    return f"Win share of the player with the first turn: {words}."


def align_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows in columns: the first to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            (
                row[0].ljust(widths[0]),
                *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True)),
            )
        )
        for row in rows
    ]
