"""`wc3d analyze GAME`: the chance to win after each turn, with causes and better plans."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from wc3d._internal.suggestions import pluralize
from wc3d.cli.output.new_files import require_new_path
from wc3d.cli.output.progress import ProgressLine
from wc3d.cli.shared_arguments import add_cards_argument, require_in_range
from wc3d.registry import rebuilder

if TYPE_CHECKING:
    from wc3d.bots.advice import Adviser
    from wc3d.engine.game import Game

BAR_WIDTH_CHARS = 20
"""The width in characters of a bar of 100%."""

MIN_CHANCE_GAIN = 0.03
"""The smallest certain gain for which a better plan is shown."""


@dataclass
class TurnAnalysis:
    """A row of the table: the actions under one heading of the game clock. `chance` is player 1's
    chance after them.

    `swing` is the change for `player`, who made most of the decisions. `better` names a better
    plan. `ended` names what ended with the turn, such as a scored Pulse round; the swing includes
    it.
    """

    turn: str
    player: int
    first: int
    last: int
    chance: float
    swing: float
    why: tuple[str, ...]
    ended: str = ""
    better: str = ""
    better_by: float = 0.0


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument("file", metavar="GAME", help="a saved game")
    look_help = "look for better plans in the N worst turns (default: 3)"
    command.add_argument("--look", metavar="N", type=int, default=3, help=look_help)
    think_help = (
        "simulate up to N turns for each decision in those turns (default: as many as for a hint)"
    )
    command.add_argument("--think", metavar="N", type=int, default=0, help=think_help)
    command.add_argument(
        "--json", action="store_true", help="print the turns as JSON, for programs"
    )
    command.add_argument("--plot", metavar="FILE.svg", help="draw a chart of the chance to win")
    add_cards_argument(command)


def run(arguments: argparse.Namespace) -> int:
    """Print the table and return the exit code."""
    from wc3d._internal.atomic_write import open_atomic
    from wc3d._internal.gc_tuning import freeze_gc
    from wc3d.bots.advice import load_adviser
    from wc3d.engine.replay import load

    require_in_range("--look", arguments.look, 0, 1000)
    require_in_range("--think", arguments.think, 0, 100_000)
    plot = require_new_path(arguments.plot) if arguments.plot is not None else None
    game = load(arguments.file, rebuilder(arguments.file))
    adviser = load_adviser(game.rules)
    freeze_gc()
    names = game.rules.text.player_names(game.state)
    turns = analyze_turns(game, adviser)
    worst = sorted((t for t in turns if t.swing < 0.0), key=lambda t: t.swing)[: arguments.look]
    with ProgressLine("looking for better plans") as progress:
        for count, turn in enumerate(worst):
            progress(count, len(worst))
            find_better_plan(game, adviser, turn, arguments.think)
    if plot is not None:
        with open_atomic(plot) as file:
            file.write(render_chance_svg(turns, names).encode())
    if arguments.json:
        print(
            json.dumps(
                {
                    "players": names,
                    "turns": [asdict(t) for t in turns],
                    "sure": adviser.describe_certainty(),
                },
                ensure_ascii=False,
            )
        )
        return 0
    print("\n".join([*format_table(turns, names), adviser.describe_certainty()]))
    return 0


def analyze_turns(game: Game, adviser: Adviser) -> list[TurnAnalysis]:
    """Split the game at each step of its clock and return the change in each part."""
    rules = game.rules
    cuts = [0]
    clocks = [rules.text.clock(turn.state_before) for turn in game.turns]
    cuts += [i for i in range(1, len(clocks)) if _cut_clock(clocks[i]) != _cut_clock(clocks[i - 1])]
    turns = []
    for first, last in zip(cuts, [*cuts[1:], len(game.turns)], strict=True):
        if not rules.text.standings(game.turns[first].state_before):
            continue  # setup
        movers = [turn.action.player for turn in game.turns[first:last]]
        player = max((1, 2), key=movers.count)
        start_state, end_state = game.turns[first].state_before, game.turns[last - 1].state_after
        swing = adviser.win_chance(end_state, player) - adviser.win_chance(start_state, player)
        reasons = tuple(adviser.explain_change(start_state, end_state, player))
        heading = _cut_clock(clocks[first])
        period = _cut_clock(heading, 1)
        ended = "" if _cut_clock(rules.text.clock(end_state), 1) == period else period
        turns.append(
            TurnAnalysis(
                heading,
                player,
                first,
                last,
                adviser.win_chance(end_state, 1),
                swing,
                reasons,
                ended,
            )
        )
    return turns


def _cut_clock(clock: str, parts: int = 2) -> str:
    """Return the clock without the step of the turn; with one part, also without the turn."""
    return ", ".join(clock.split(", ")[:parts])


def find_better_plan(game: Game, adviser: Adviser, turn: TurnAnalysis, think: int) -> None:
    """Record the turn's decision at which another plan gains most, if it gains enough."""
    from copy import copy

    ahead = copy(game)
    ahead.undo(len(ahead.turns) - turn.first, agreed=True)
    for played_turn in game.turns[turn.first : turn.last]:
        mover = ahead.to_act
        if (
            mover == turn.player
            and played_turn.action.player == mover
            and played_turn.action.type in ("activate", "advance", "attack", "play")
        ):
            plan = adviser.find_better_plan(ahead.view(mover), played_turn.action, think)
            if (
                plan is not None
                and plan.gain - plan.uncertainty > MIN_CHANCE_GAIN
                and plan.gain > turn.better_by
            ):
                turn.better_by = plan.gain
                give = f"{plan.gain:+.0%} chance to win, ±{plan.uncertainty:.0%}; {pluralize(plan.tries, 'simulation')}"
                turn.better = f"{plan.words} ({give})"
        ahead.apply(played_turn.action, scripted_dice_of(played_turn))


def scripted_dice_of(turn: Any) -> Any:
    """Return dice that repeat the faces of the turn."""
    from wc3d.engine.dice import RecordedDice

    return RecordedDice(turn.drawn)


def format_table(turns: list[TurnAnalysis], names: tuple[str, str]) -> list[str]:
    """Format the turns with player 1's chance, the swing, its cause and a better plan."""
    wide = max((len(t.turn) for t in turns), default=4)
    lines = [f"{'turn':{wide}}  {names[0]}'s chance{'':{max(0, BAR_WIDTH_CHARS - 7)}}  swing"]
    for t in turns:
        full = round(t.chance * BAR_WIDTH_CHARS)
        bar = "#" * full + "." * (BAR_WIDTH_CHARS - full)
        player_words = names[t.player - 1] + (f" at the end of {t.ended}" if t.ended else "")
        reasons = "; ".join(t.why) or "little changed"
        lines.append(
            f"{t.turn:{wide}}  {t.chance:4.0%} {bar}  {_format_change(t.swing):>4} for {player_words}: {reasons}"
        )
        if t.better:
            lines.append(f"{'':{wide}}  better: {t.better}")
    return lines


def _format_change(share: float) -> str:
    """Return a change in percent with its sign; 0 has none."""
    percent = round(100 * share)
    return f"{percent:+d}" if percent else "0"


DOT, RING = 'r="5" fill="#204060"', 'r="8" fill="white" stroke="#204060" stroke-width="3"'
"""The SVG attributes of a turn, and of a turn with a better plan."""


def render_chance_svg(turns: list[TurnAnalysis], names: tuple[str, str]) -> str:
    """Return an SVG chart of the chance to win: a line from turn to turn, a dashed middle, and a
    tooltip for each turn.

    A vertical line marks the end of a round. A ring marks a turn with a better plan.
    """
    from html import escape

    wide = 40 * max(2, len(turns))
    tall = 240
    left = 60
    top = 30
    points = [(left + i * 40, top + tall * (1 - t.chance)) for i, t in enumerate(turns)]
    line = " ".join(f"{x:.0f},{y:.1f}" for x, y in points)
    titles = [
        escape(f"{t.turn}: {t.chance:.0%}{'; better: ' * bool(t.better)}{t.better}") for t in turns
    ]
    dots = "".join(
        f'<circle cx="{x:.0f}" cy="{y:.1f}" {RING if t.better else DOT}><title>{words}</title></circle>'
        for (x, y), words, t in zip(points, titles, turns, strict=True)
    )
    ends = "".join(
        f'<line x1="{x + 20:.0f}" y1="{top}" x2="{x + 20:.0f}" y2="{top + tall}" stroke="silver"/>'
        f'<text x="{x + 14:.0f}" y="{top + tall + 22}" text-anchor="end" fill="#606060">{escape(t.ended)} ends</text>'
        for (x, _), t in zip(points, turns, strict=True)
        if t.ended
    )
    legend = ""
    if any(t.better for t in turns):
        legend = (
            f'<text x="{wide + left}" y="18" text-anchor="end">ring: a better plan was found</text>'
        )
    middle = top + tall / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide + left + 20} {tall + 2 * top}" font-family="sans-serif">'
        f'<rect width="100%" height="100%" fill="white"/><text x="{left}" y="18">{escape(names[0])} wins</text>'
        f'<text x="{left}" y="{tall + top + 22}">{escape(names[1])} wins</text>'
        f'<line x1="{left}" y1="{middle}" x2="{wide + left}" y2="{middle}" stroke="gray" stroke-dasharray="6 4"/>'
        f'<text x="8" y="{middle + 5}">50%</text><text x="8" y="{top + 5}">100%</text><text x="8" y="{top + tall + 5}">0%</text>'
        f'{ends}<polyline points="{line}" fill="none" stroke="#204060" stroke-width="2"/>{dots}{legend}</svg>\n'
    )
