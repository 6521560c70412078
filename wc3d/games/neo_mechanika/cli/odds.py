"""`wc3d odds "dusk wolf" "rail gun" marauder --arc 2 --cover`: print an attack's exact odds."""

from __future__ import annotations

import argparse
import json
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.atomic_write import check_output_path, write_output
from wc3d.cli.output.progress import ProgressLine
from wc3d.cli.shared_arguments import add_cards_argument
from wc3d.engine.options import SWITCHES_HELP

if TYPE_CHECKING:
    from wc3d.games.neo_mechanika.odds.duel import Duel
    from wc3d.games.neo_mechanika.odds.duel_result import Result


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument(
        "attacker", metavar="ATTACKER", help="the unit that attacks or channels a Fury"
    )
    command.add_argument("weapon", metavar="WEAPON", help="its weapon, or a Fury's name")
    command.add_argument("target", metavar="TARGET", help='the unit attacked, or "void gate"')
    _add_side_options(command)
    command.add_argument(
        "--mode", default="", metavar="M", help="the attack mode, for a weapon that must choose one"
    )
    command.add_argument(
        "--cover", action="store_true", help="put a low wall in front of the target"
    )
    distance_help = 'the distance between the bases (default: 8", or 0.5" in melee, or less for a shorter weapon)'
    command.add_argument("--distance", type=float, metavar="INCHES", help=distance_help)
    contact_help = "put a wall behind the target, so that a slam ends in contact"
    command.add_argument("--slam-contact", action="store_true", help=contact_help)
    command.add_argument(
        "--damage",
        type=int,
        default=0,
        metavar="N",
        help="the damage that the target has already suffered",
    )
    command.add_argument(
        "--well",
        type=int,
        metavar="N",
        help="the Arc in the attacker's well, for a Fury (default: 7 less the Arc on the attacker)",
    )
    command.add_argument(
        "--attacks",
        type=int,
        default=1,
        metavar="N",
        help="the number of attacks in a row on the same target",
    )
    models_help = "the number of squad models that attack, one after the other"
    command.add_argument("--models", type=int, default=1, metavar="N", help=models_help)
    squad_help = "target a whole squad: the next model replaces a destroyed one; also shows how many are destroyed"
    command.add_argument("--squad", action="store_true", help=squad_help)
    command.add_argument(
        "--switches", metavar="KEY=VALUE", nargs="*", default=(), help=SWITCHES_HELP
    )
    command.add_argument(
        "--exact", action="store_true", help="also print every chance as a fraction"
    )
    command.add_argument(
        "--json", action="store_true", help="print the chances as JSON, for programs"
    )
    command.add_argument("--plot", metavar="OUT.png", help="draw a chart of the damage chances")
    add_cards_argument(command)


def _add_side_options(command: argparse.ArgumentParser) -> None:
    """Add the options of the attacker, and of the target under the same names."""
    for side, prefix in (("the attacker", ""), ("the target", "target-")):
        command.add_argument(
            f"--{prefix}arc",
            type=int,
            metavar="N",
            help=f"the Arc on {side} (default: 0, or 5 on a void gate)",
        )
        command.add_argument(
            f"--{prefix}head",
            metavar="ID",
            help=f"the head of {side}, if it is a warjack (default: none)",
        )
        for name, help_text in (
            ("weapon", f"another weapon on {side}, if it is a warjack"),
            ("cypher", f"a Cypher on {side}"),
            ("effect", f"a continuous effect on {side}: fire, corrosion, ..."),
            ("spike", f"an ability that {side} spikes"),
        ):
            dest = f"{prefix}{name}s".replace("-", "_")
            command.add_argument(
                f"--{prefix}{name}",
                dest=dest,
                action="append",
                default=[],
                metavar="ID",
                help=help_text,
            )


def run(arguments: argparse.Namespace) -> int:
    """Compute the odds and print them."""
    from wc3d.games.neo_mechanika.odds.duel import DuelTerms
    from wc3d.games.neo_mechanika.odds.odds_by_name import SIDE_FIELDS, compute_odds
    from wc3d.games.neo_mechanika.odds.odds_words import describe_odds, odds_as_json
    from wc3d.games.neo_mechanika.rules.book.switch_text import parse_switches

    a = arguments
    plot = check_output_path(a.plot, ".png") if a.plot is not None else None
    agreed = parse_switches(a.switches)
    terms = DuelTerms(
        a.mode,
        a.distance,
        a.cover,
        a.slam_contact,
        a.damage,
        a.well,
        a.attacks,
        a.models,
        a.squad,
        agreed,
    )
    own, theirs = (
        {part: getattr(a, f"{prefix}{part}") for part in SIDE_FIELDS} for prefix in ("", "target_")
    )
    with ProgressLine("rolls evaluated") as line:
        planned_duel, result = compute_odds(
            a.attacker, a.weapon, a.target, own, theirs, terms, lambda rolls: line(rolls, 0)
        )
    if plot:
        _draw(plot, planned_duel, result)
    if a.json:
        print(json.dumps(odds_as_json(planned_duel, result), indent=1, ensure_ascii=False))
    else:
        print("\n".join(describe_odds(planned_duel, result, exact=a.exact)))
        if plot:
            print(f"\nDrawn: {plot}")
    return 0


def _draw(path: Path, planned_duel: Duel, result: Result) -> None:
    from wc3d.games.neo_mechanika.odds.odds_words import format_heading, summarize_odds
    from wc3d.printing.odds_plot import draw_odds_plot

    picture = draw_odds_plot(
        format_heading(planned_duel),
        summarize_odds(planned_duel, result),
        [float(c) for c in result.damage],
        result.health,
    )
    data = BytesIO()
    picture.save(data, "PNG")
    write_output(path, data.getvalue())
