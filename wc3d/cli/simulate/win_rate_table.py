"""The balance table: each force's win share with its confidence interval."""

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
"""The standard deviations on each side of the mean that include 95% of a normal distribution."""

EVEN_SHARE = 0.5

TABLE_HEADINGS = (
    "games",
    "wins",
    "draws",
    "losses",
    "win share (95% CI)",
    "verdict",
    "points",
    "units lost",
    "rounds",
    "s/game",
)

LEGEND = (
    "Win share: a draw counts as half a win; the 95% confidence interval (Wilson) is in brackets.",
    "Verdict: stronger or weaker if the interval excludes 50%, else unclear. One in twenty evenly matched forces gets a wrong verdict.",
    "Points (own : opponent's), units lost (destroyed, even if they came back), rounds and seconds are averages per game.",
)


@dataclass
class ResultTally:
    """A force's or bot's results. `totals`: own and enemy points, units lost, rounds, seconds."""

    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    totals: list[float] = field(default_factory=lambda: [0.0] * 5)

    @property
    def game_count(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def win_share(self) -> float:
        """The share of wins from 0 to 1, with a draw as half a win."""
        return (self.wins + self.draws / 2) / self.game_count

    def add_game(self, game: GameResult, player: int) -> None:
        """Add a game in which this force or bot was `player`."""
        self.wins += game.winner == player
        self.draws += game.winner == 0
        self.losses += game.winner == 3 - player
        own, theirs = game.points if player == 1 else game.points[::-1]
        values = (own, theirs, game.lost[player - 1], game.rounds, game.seconds)
        self.totals = [a + b for a, b in zip(self.totals, values, strict=True)]

    def format_row(self, against_itself: bool) -> tuple[str, ...]:
        """Return a row of the table, without a win share if it only played against itself."""
        share = "-" if against_itself else format_share(self.win_share, self.game_count)
        verdict_words = (
            "-" if against_itself else describe_significance(self.win_share, self.game_count)
        )
        own, theirs, losses, rounds, seconds = (n / self.game_count for n in self.totals)
        counts = (self.game_count, self.wins, self.draws, self.losses)
        means = (f"{own:.1f} : {theirs:.1f}", f"{losses:.1f}", f"{rounds:.1f}", f"{seconds:.1f}")
        return (self.name, *map(str, counts), share, verdict_words, *means)


def terminal_width() -> int | None:
    """Return the width of the output terminal; None for a file or a pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def wilson_interval(share: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95% score interval for a win share in `games` games."""
    scale = 1 + Z_95_PERCENT * Z_95_PERCENT / games
    middle = (share + Z_95_PERCENT * Z_95_PERCENT / (2 * games)) / scale
    half = (
        Z_95_PERCENT
        * math.sqrt(share * (1 - share) / games + Z_95_PERCENT * Z_95_PERCENT / (4 * games * games))
        / scale
    )
    return max(0.0, middle - half), min(1.0, middle + half)


def format_share(share: float, games: int) -> str:
    """Format a share with its interval: "62% [41 to 79]"."""
    low, high = wilson_interval(share, games)
    return f"{share:.0%} [{100 * low:.0f} to {100 * high:.0f}]"


def describe_significance(share: float, games: int) -> str:
    """Describe whether a share differs from an even one: "stronger", "weaker" or "unclear"."""
    low, high = wilson_interval(share, games)
    return "stronger" if low > EVEN_SHARE else "weaker" if high < EVEN_SHARE else "unclear"


def count_results(games: Iterable[GameResult], of: str) -> list[ResultTally]:
    """Return the tally of each force or bot (`of`: "forces" or "bots"), the strongest first."""
    tallies_by_name: dict[str, ResultTally] = {}
    for game in games:
        for player, name in enumerate(getattr(game, of), 1):
            tallies_by_name.setdefault(name, ResultTally(name)).add_game(game, player)
    return sorted(tallies_by_name.values(), key=lambda t: (-t.win_share, t.name))


def format_report(games: Sequence[GameResult], width: int | None = None) -> list[str]:
    """Return the report: tables by force and by bot (if there are two), the pairings, and the
    value of the first turn.

    With a `width` in columns, the tables leave out columns that do not fit, and say so.
    """
    return [
        part
        for line in _report_lines(games, width)
        for part in (wrap(line, width) if width and len(line) > width else [line])
    ]


def _report_lines(games: Sequence[GameResult], width: int | None) -> list[str]:
    games = sorted(games, key=lambda g: g.game)
    forces = count_results(games, "forces")
    bots = count_results(games, "bots")
    lines = format_table(forces, "force", width)
    if len(bots) > 1:
        lines += ["", *format_table(bots, "bot", width)]
    if len(forces) > 2:
        lines += ["", *format_pairings(games, [t.name for t in forces])]
    return [*lines, "", *LEGEND, *([] if len(bots) > 1 else [describe_first_turn(games)])]


def format_table(rows: list[ResultTally], kind: str, width: int | None = None) -> list[str]:
    """Format tallies as a table with a header, without the last columns if they do not fit."""
    cells = [(kind, *TABLE_HEADINGS), *(t.format_row(against_itself=len(rows) == 1) for t in rows)]
    count = len(cells[0])
    while width and count > 2 and len(align_columns([row[:count] for row in cells])[0]) > width:
        count -= 1
    left_out = [
        f"Columns left out for lack of space: {', '.join(cells[0][count:])} (shown in a wider terminal or a file)."
    ]
    return align_columns([row[:count] for row in cells]) + (
        left_out if count < len(cells[0]) else []
    )


def format_pairings(games: Sequence[GameResult], names: list[str]) -> list[str]:
    """Return the win shares between each pair of forces that met."""
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
    """Describe the first turn's value (only for one bot: with two, it shows who goes first)."""
    count = len(games)
    share = sum(1.0 if g.winner == g.first else 0.5 if not g.winner else 0.0 for g in games) / count
    effect = {"stronger": "an advantage", "weaker": "a disadvantage"}.get(
        describe_significance(share, count), "unclear"
    )
    words = f"{format_share(share, count)} in {pluralize(count, 'game')} ({effect})"
    return f"Win share of the player with the first turn: {words}."


def align_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Align rows in columns: the first to the left, all others to the right."""
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
