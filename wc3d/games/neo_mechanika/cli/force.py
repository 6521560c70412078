"""`wc3d force`: what may be taken, whether a force is legal, its sheet, one by chance, the builder, and rosters."""
from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.atomic_write import free_file
from wc3d.cli.arguments import add_cards_argument
from wc3d.cli.output.new_files import new_file
from wc3d.errors import InputError

if TYPE_CHECKING:
    from wc3d.games.neo_mechanika.rules.cards import Cards
    from wc3d.games.neo_mechanika.rules.forces.force_files import Force, Limits

FORCE = "a force file, or the name of a sample force"

KINDS = ("warjack", "squad", "solo", "hero", "attachment", "cypher")
"""What can be listed by itself."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    actions = command.add_subparsers(dest="action", metavar="ACTION", required=True)

    def action(name: str, help_text: str) -> argparse.ArgumentParser:
        parser = actions.add_parser(name, help=help_text, description=f"{help_text[0].upper()}{help_text[1:]}.")
        add_cards_argument(parser)
        return parser

    listed = action("list", "list what a Faction may take, with costs, and the sample forces")
    listed.add_argument("--faction", metavar="F", help="list only this Faction")
    listed.add_argument("--kind", choices=KINDS, help="list only this kind")
    checked = action("check", "list every rule that a force breaks, with its page; exit code 1 if there is one")
    checked.add_argument("force", metavar="FILE", help=FORCE)
    _add_size(checked)
    printed = action("print", "print a reference sheet for the table, 80 columns wide")
    printed.add_argument("force", metavar="FILE", help=FORCE)
    printed.add_argument("--markdown", action="store_true", help="print Markdown")
    _add_size(printed)
    chance = action("random", "make a random legal force; the same seed gives the same force")
    chance.add_argument("--faction", metavar="F", required=True, help="the Faction")
    chance.add_argument("--seed", metavar="N", help="the seed (default: a random one)")
    chance.add_argument("--units", metavar="N", type=int, help="the number of units (default: the maximum)")
    chance.add_argument("--out", metavar="FILE", help="write the force to a new file (default: print it)")
    _add_size(chance)
    new = action("new", "build a force in the terminal, step by step")
    new.add_argument("--faction", metavar="F", help="the Faction (default: ask for it)")
    new.add_argument("--out", metavar="FILE", help="the file that `save` writes (default: force-1.json, ...)")
    _add_size(new)
    edit = action("edit", "change a force in the terminal")
    edit.add_argument("force", metavar="FILE", help=f"{FORCE}; a sample force is saved to a new file")
    _add_size(edit)
    imported = action("import", "import a BattleScribe or New Recruit roster, with a report on each entry")
    imported.add_argument("roster", metavar="FILE", help="a .ros, .rosz or .json file from one of these programs")
    imported.add_argument("--out", metavar="FILE", help="write the force to a new file")
    _add_size(imported)


def _add_size(command: argparse.ArgumentParser) -> None:
    size = command.add_mutually_exclusive_group()
    size.add_argument("--mission", metavar="M", help="the mission to build for (default: a primary mission)")
    size.add_argument("--skirmish", metavar="N", type=int, help="build for a skirmish of up to N units, 4 to 8")


def run(arguments: argparse.Namespace) -> int:
    """Do what is asked; the exit code."""
    from wc3d.games.neo_mechanika.rules.cards import CARDS

    return ACTIONS[arguments.action](arguments, CARDS())


def limits_of(arguments: argparse.Namespace) -> Limits:
    """The limits of the mission or the skirmish that is named; a primary mission's if none is. Raises InputError."""
    from wc3d.games.neo_mechanika.rules.forces import force_files as forces

    if arguments.skirmish is not None:
        return forces.skirmish(arguments.skirmish)
    if arguments.mission is not None:
        from wc3d.games.neo_mechanika.rules.missions.mission import mission

        return forces.limits_of(mission(arguments.mission))
    return forces.PRIMARY


def list_cards(arguments: argparse.Namespace, cards: Cards) -> int:
    """Print what may be taken, Faction by Faction, the Cyphers that all share, and the sample forces."""
    from wc3d.games.neo_mechanika.cli import available_units
    from wc3d.games.neo_mechanika.text.card_names import faction_meant

    factions = [faction_meant(arguments.faction, cards)] if arguments.faction is not None else list(cards.factions())
    print("\n".join(available_units.list_cards_of(factions, arguments.kind, cards)))
    return 0


def check(arguments: argparse.Namespace, cards: Cards) -> int:
    """Print every refusal, or what the force has; exit code 1 if it is not legal."""
    from wc3d.games.neo_mechanika.rules.forces.named_forces import written_force

    return 0 if tell_legality(arguments.force, written_force(arguments.force), cards, limits_of(arguments)) else 1


def tell_legality(named: str, force: Force, cards: Cards, limits: Limits) -> bool:
    """Print that a force is legal, and its totals, or every refusal; whether it is legal."""
    from wc3d.games.neo_mechanika.rules.book.rule_text import wrap
    from wc3d.games.neo_mechanika.rules.forces.force_files import faults_of
    from wc3d.games.neo_mechanika.text.force_sheet import (
        count_words,
        describe_limits,
        describe_refusal,
        describe_totals,
    )

    faults = faults_of(force, cards, limits)
    verdict_text = f"not legal, {count_words(len(faults), 'problem')}" if faults else f"legal, {describe_limits(limits)}"
    print(wrap(f"{named}: {verdict_text}", ""))
    for fault in faults:
        print(wrap(f"{fault.evidence}: {describe_refusal(fault)}", more="    "))
    if not faults:
        print(wrap(describe_totals(force, cards, limits), more="    "))
        for caution in cautions_of(force, cards, limits):
            print(wrap(f"note: {caution}", more="    "))
    return not faults


def cautions_of(force: Force, cards: Cards, limits: Limits) -> list[str]:
    """The missions of this size in which the force has next to nothing to hold objectives with."""
    from wc3d.games.neo_mechanika.rules.forces.force_files import PRIMARY
    from wc3d.games.neo_mechanika.rules.forces.scorers import caution
    from wc3d.games.neo_mechanika.rules.missions.mission import MISSIONS

    skirmish = limits.rule != PRIMARY.rule
    return [text for m in MISSIONS.values() if m.skirmish == skirmish and (text := caution(force, m, cards))]


def print_sheet(arguments: argparse.Namespace, cards: Cards) -> int:
    """Print the sheet of a force, legal or not. Raises InputError if it names unknown cards."""
    from wc3d.games.neo_mechanika.rules.forces.named_forces import written_force
    from wc3d.games.neo_mechanika.text.force_sheet import markdown, sheet, text

    force, limits = written_force(arguments.force), limits_of(arguments)
    check_known(force, cards, arguments.force)
    print((markdown if arguments.markdown else text)(sheet(force, cards, limits)))
    return 0


def check_known(force: Force, cards: Cards, source: str) -> None:
    """Raises InputError if a force names cards there are not."""
    from wc3d.games.neo_mechanika.rules.forces.force_files import PRIMARY
    from wc3d.games.neo_mechanika.rules.forces.limits import cards_are_known

    unknown = [fault.text for fault in cards_are_known(force, cards, PRIMARY)]
    if unknown:
        raise InputError(f"{source}: {unknown[0]}" + (f" And {len(unknown) - 1} more." if len(unknown) > 1 else ""))


def by_chance(arguments: argparse.Namespace, cards: Cards) -> int:
    """Make a legal force by chance; print it, or write it to a new file."""
    import random
    from dataclasses import replace

    from wc3d.cli.play.game_args import seed
    from wc3d.games.neo_mechanika.rules.forces.force_files import (
        force_text,
        random_force,
        save_force,
    )
    from wc3d.games.neo_mechanika.text.card_names import faction_meant

    limits = limits_of(arguments)
    min_units, max_units = limits.units
    units = max_units if arguments.units is None else arguments.units
    if not min_units <= units <= max_units:
        raise InputError(f"--units {units}: expected {min_units} to {max_units}")
    path = new_file(arguments.out) if arguments.out is not None else None
    seed_number = seed(arguments.seed)
    faction = faction_meant(arguments.faction, cards)
    force = random_force(cards, faction, replace(limits, units=(units, units)), random.Random(seed_number))
    force = force.model_copy(update={"name": f"{force.name}, seed {seed_number}"[:NAME_LENGTH]})
    if path is None:
        print(force_text(force), end="")
    else:
        save_force(force, path)
        print(f"The force is saved in {path} (seed {seed_number})")
    return 0


def import_roster(arguments: argparse.Namespace, cards: Cards) -> int:
    """Tell what became of each entry of a roster, and whether the force is legal; write the force, legal or not."""
    from wc3d.games.neo_mechanika.rules.book.rule_text import wrap
    from wc3d.games.neo_mechanika.rules.forces.force_files import save_force
    from wc3d.games.neo_mechanika.rules.forces.rosters import describe_import, read_roster

    limits = limits_of(arguments)
    path = new_file(arguments.out) if arguments.out is not None else None
    imported = read_roster(arguments.roster, cards)
    for line in describe_import(imported):
        print(wrap(line, "", "    "))
    tell_legality("imported force", imported.force, cards, limits)
    if path is None:
        print("The force was not saved (use --out FILE to save it)")
    else:
        save_force(imported.force, path)
        print(f"The force is saved in {path}")
    return 0


def build_new(arguments: argparse.Namespace, cards: Cards) -> int:
    """Build a force in the terminal."""
    from wc3d.cli.list_builder import ask_faction
    from wc3d.cli.output.prompt import LeftError, TypedInput
    from wc3d.games.neo_mechanika.cli.force_builder import ForceBuilder
    from wc3d.games.neo_mechanika.rules.forces.force_files import Force, faction_name
    from wc3d.games.neo_mechanika.text.card_names import faction_meant

    limits, typed, faction_text = limits_of(arguments), TypedInput(), arguments.faction
    path = new_file(arguments.out) if arguments.out is not None else free_file("force", ".json")
    faction_names = {faction: faction_name(faction) for faction in cards.factions()}
    try:
        faction = faction_meant(faction_text, cards) if faction_text is not None else ask_faction(typed, faction_names, "Faction")
    except LeftError:
        print("No force was created")
        return 0
    ForceBuilder(Force(faction=faction, units=(), rack=()), cards, limits, typed, path).build()
    return 0


def edit(arguments: argparse.Namespace, cards: Cards) -> int:
    """Change a force in the terminal; a sample force is saved elsewhere."""
    from wc3d.cli.output.prompt import TypedInput
    from wc3d.games.neo_mechanika.cli.force_builder import ForceBuilder
    from wc3d.games.neo_mechanika.rules.forces.named_forces import written_force

    force, limits = written_force(arguments.force), limits_of(arguments)
    own = Path(arguments.force)
    path = own if own.exists() else free_file("force", ".json")
    ForceBuilder(force, cards, limits, TypedInput(), path, opened=own.exists()).build()
    return 0


NAME_LENGTH = 100
"""Characters of a name made of what was typed, at most."""

ACTIONS: dict[str, Callable[[argparse.Namespace, Cards], int]] = {
    "list": list_cards,
    "check": check,
    "print": print_sheet,
    "random": by_chance,
    "new": build_new,
    "edit": edit,
    "import": import_roster,
}
