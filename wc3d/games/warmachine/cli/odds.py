"""`wc3d odds --game warmachine anvil maul hound --boost attack`: the exact chances of attacks."""

from __future__ import annotations

import argparse
import json
import re
from typing import TYPE_CHECKING

from wc3d.cli.output.progress import ProgressLine
from wc3d.cli.shared_arguments import add_cards_argument
from wc3d.errors import InputError

if TYPE_CHECKING:
    from wc3d.games.warmachine.odds.attack import AttackScenario, AttackTerms

MAX_ATTACKS = 4
"""The maximum number of attacks in a row: each multiplies the number of grids by about ten."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.add_argument(
        "attacker",
        metavar="ATTACKER",
        help="the attacking model: its name, part of its name, or its id",
    )
    command.add_argument("weapon", metavar="WEAPON", help="the weapon or offensive spell")
    command.add_argument("target", metavar="TARGET", help="the target model")
    boosted = "boost these rolls of every attack (one extra die)"
    command.add_argument("--boost", choices=("attack", "damage", "both"), help=boosted)
    command.add_argument(
        "--charge", action="store_true", help="the first attack is a charge attack"
    )
    command.add_argument("--free-strike", action="store_true", help="the attack is a free strike")
    command.add_argument("--aiming", action="store_true", help="the attacker has not moved")
    shelter = command.add_mutually_exclusive_group()
    shelter.add_argument("--cover", action="store_true", help="the target has cover")
    shelter.add_argument("--concealment", action="store_true", help="the target has concealment")
    command.add_argument("--screened", action="store_true", help="another model screens the target")
    command.add_argument(
        "--still", action="store_true", help="the target is knocked down or stationary"
    )
    command.add_argument(
        "--focus",
        type=int,
        default=0,
        metavar="N",
        help="unspent focus points on the target warcaster",
    )
    command.add_argument(
        "--damage",
        type=int,
        default=0,
        metavar="N",
        help="damage boxes already marked on the target warcaster",
    )
    box = "a damage box already marked on the target warjack; may be repeated"
    command.add_argument("--marked", action="append", default=[], metavar="COLUMN,ROW", help=box)
    command.add_argument(
        "--attacks",
        type=int,
        default=1,
        metavar="N",
        help=f"the number of attacks in a row, 1 to {MAX_ATTACKS} (default: 1)",
    )
    edition = "the edition and switches, such as prime_reference,screening=off"
    command.add_argument("--edition", default="", metavar="E", help=edition)
    command.add_argument(
        "--exact", action="store_true", help="also print every chance as a fraction"
    )
    command.add_argument(
        "--json", action="store_true", help="print the chances as JSON, for programs"
    )
    add_cards_argument(command)


def run(arguments: argparse.Namespace) -> int:
    """Compute the chances and print them."""
    from wc3d.games.warmachine.odds.attack import attack_odds
    from wc3d.games.warmachine.odds.odds_words import describe_odds, odds_as_json

    scenario = _read_scenario(arguments)
    with ProgressLine("target states computed") as line:
        odds = attack_odds(scenario, lambda looked: line(looked, 0))
    if arguments.json:
        print(json.dumps(odds_as_json(scenario, odds), indent=1, ensure_ascii=False))
    else:
        print("\n".join(describe_odds(scenario, odds, arguments.exact)))
    return 0


def _read_scenario(a: argparse.Namespace) -> AttackScenario:
    """Return the scenario of the arguments, with every name looked up. Raises InputError."""
    from wc3d.games.warmachine.odds.attack import AttackScenario
    from wc3d.games.warmachine.rules.card_words import match_model, match_weapon
    from wc3d.games.warmachine.rules.cards import CARDS

    cards = CARDS()
    attacker = match_model(a.attacker, cards)
    return AttackScenario(
        attacker, match_weapon(a.weapon, attacker), match_model(a.target, cards), _read_terms(a)
    )


def _read_terms(a: argparse.Namespace) -> AttackTerms:
    from wc3d.games.warmachine.odds.attack import AttackTerms
    from wc3d.games.warmachine.rules.editions import parse_edition

    for option, number, maximum in (
        ("--attacks", a.attacks, MAX_ATTACKS),
        ("--focus", a.focus, 30),
        ("--damage", a.damage, 36),
    ):
        minimum = 1 if option == "--attacks" else 0
        if not minimum <= number <= maximum:
            raise InputError(f"{option} {number}: expected a number from {minimum} to {maximum}")
    return AttackTerms(
        frozenset({"attack", "damage"} if a.boost == "both" else {a.boost} if a.boost else ()),
        a.charge,
        a.free_strike,
        a.aiming,
        "cover" if a.cover else "concealment" if a.concealment else "none",
        a.screened,
        a.still,
        a.focus,
        a.damage,
        tuple(map(_read_box, a.marked)),
        a.attacks,
        parse_edition(a.edition),
    )


def _read_box(text: str) -> tuple[int, int]:
    """Parse a box of a damage grid: "3,2" is column 3, row 2. Raises InputError."""
    match = re.fullmatch(r"\s*([1-6])\s*,\s*([1-6])\s*", text)
    if match is None:
        raise InputError(
            f"--marked {text[:20]!r}: expected COLUMN,ROW, each from 1 to 6, for example 3,2"
        )
    return int(match[1]), int(match[2])
