"""`wc3d force --game warmachine`: the battlegroups there are, whether one is legal, its cards, and one by chance."""
from __future__ import annotations

import argparse
import json
import os

from wc3d.app.arguments import add_cards_argument
from wc3d.errors import InputError

FORCE = "a battlegroup's name, its file, or random:FACTION"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    actions = command.add_subparsers(dest="action", metavar="ACTION", required=True)

    def action(name: str, help_text: str) -> argparse.ArgumentParser:
        made = actions.add_parser(name, help=help_text, description=f"{help_text[0].upper()}{help_text[1:]}.")
        add_cards_argument(made)
        return made

    listed = action("list", "the battlegroups that can be named, and what each faction may take")
    listed.add_argument("--faction", metavar="F", default="", help="of this faction only")
    action("check", "what is wrong with a battlegroup; exit 1 if anything is").add_argument("force", metavar="FORCE", help=FORCE)
    action("print", "the cards of a battlegroup").add_argument("force", metavar="FORCE", help=FORCE)
    drawn = action("random", "a battlegroup by chance, as a file holds it")
    drawn.add_argument("--faction", metavar="F", required=True, help="of which faction")
    drawn.add_argument("--seed", metavar="N", help="the seed (default: a random one)")


def run(arguments: argparse.Namespace) -> int:
    """Do what is asked; exit code 1 for a battlegroup that is not legal."""
    return {"list": _list, "check": _check, "print": _print, "random": _random}[arguments.action](arguments)


def _list(arguments: argparse.Namespace) -> int:
    from wc3d.warmachine.card_words import list_cards
    from wc3d.warmachine.cards import CARDS
    from wc3d.warmachine.forces import named_force, sample_forces

    cards = CARDS()
    print("\n".join(list_cards(cards, arguments.faction)))
    for id, name in () if arguments.faction else (*sample_forces(), *sample_forces(units=True)):
        force = named_force(id, 0)
        models = [cards.models[one].name for one in force.cards]
        print(f"{id}: {name} ({', '.join(models)})")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from wc3d.warmachine.cards import CARDS
    from wc3d.warmachine.forces import faults_in, written_force

    force = written_force(arguments.force, 0)
    faults = list(faults_in(force, CARDS()))
    print("\n".join(faults) or f"{force.name} is legal. Points are not counted: no cost of the first edition is known")
    return 1 if faults else 0


def _print(arguments: argparse.Namespace) -> int:
    from wc3d.warmachine.card_words import describe_card
    from wc3d.warmachine.cards import CARDS
    from wc3d.warmachine.forces import named_force

    cards, force = CARDS(), named_force(arguments.force, 0)
    told = ["\n".join(describe_card(cards.models[id], cards)) for id in dict.fromkeys(force.cards)]
    print(f"{force.name}\n\n" + "\n\n".join(told))
    return 0


def _random(arguments: argparse.Namespace) -> int:
    from wc3d.warmachine.forces import RANDOM, named_force

    seed = arguments.seed if arguments.seed is not None else str(int.from_bytes(os.urandom(4), "big"))
    if len(seed) > 100:
        raise InputError("--seed: expected at most 100 characters")
    force = named_force(f"{RANDOM}{arguments.faction}", seed)
    print(json.dumps(force.model_dump(mode="json"), indent=1))
    return 0
