"""`wc3d force`: list cards, check, print, randomize, build and import forces."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.atomic_write import free_file
from wc3d.cli.output.new_files import require_new_path
from wc3d.cli.shared_arguments import add_cards_argument
from wc3d.errors import InputError

if TYPE_CHECKING:
    from wc3d.games.neo_mechanika.rules.cards import Cards
    from wc3d.games.neo_mechanika.rules.forces.force_files import Force, Limits

FORCE_HELP = "a force file, or the name of a sample force"

LISTABLE_KINDS = ("warjack", "squad", "solo", "hero", "attachment", "cypher")
"""The kinds that can be listed separately."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    actions = command.add_subparsers(dest="action", metavar="ACTION", required=True)

    def action(name: str, help_text: str) -> argparse.ArgumentParser:
        parser = actions.add_parser(
            name, help=help_text, description=f"{help_text[0].upper()}{help_text[1:]}."
        )
        add_cards_argument(parser)
        return parser

    listed = action("list", "list what a Faction may take, with costs, and the sample forces")
    listed.add_argument("--faction", metavar="F", help="list only this Faction")
    listed.add_argument("--kind", choices=LISTABLE_KINDS, help="list only this kind")
    checked = action(
        "check", "list every rule that a force breaks, with its page; exit code 1 if there is one"
    )
    checked.add_argument("force", metavar="FILE", help=FORCE_HELP)
    _add_size(checked)
    printed = action("print", "print a reference sheet for the table, 80 columns wide")
    printed.add_argument("force", metavar="FILE", help=FORCE_HELP)
    printed.add_argument("--markdown", action="store_true", help="print Markdown")
    _add_size(printed)
    chance = action("random", "make a random legal force; the same seed gives the same force")
    chance.add_argument("--faction", metavar="F", required=True, help="the Faction")
    chance.add_argument("--seed", metavar="N", help="the seed (default: a random one)")
    chance.add_argument(
        "--units", metavar="N", type=int, help="the number of units (default: the maximum)"
    )
    chance.add_argument(
        "--out", metavar="FILE", help="write the force to a new file (default: print it)"
    )
    _add_size(chance)
    new = action("new", "build a force in the terminal, step by step")
    new.add_argument("--faction", metavar="F", help="the Faction (default: ask for it)")
    new.add_argument(
        "--out", metavar="FILE", help="the file that `save` writes (default: force-1.json, ...)"
    )
    _add_size(new)
    edit = action("edit", "change a force in the terminal")
    edit.add_argument(
        "force", metavar="FILE", help=f"{FORCE_HELP}; a sample force is saved to a new file"
    )
    _add_size(edit)
    imported = action(
        "import", "import a BattleScribe or New Recruit roster, with a report on each entry"
    )
    imported.add_argument(
        "roster", metavar="FILE", help="a .ros, .rosz or .json file from one of these programs"
    )
    imported.add_argument("--out", metavar="FILE", help="write the force to a new file")
    _add_size(imported)


def _add_size(command: argparse.ArgumentParser) -> None:
    size = command.add_mutually_exclusive_group()
    size.add_argument(
        "--mission", metavar="M", help="the mission to build for (default: a primary mission)"
    )
    size.add_argument(
        "--skirmish", metavar="N", type=int, help="build for a skirmish of up to N units, 4 to 8"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    from wc3d.games.neo_mechanika.rules.cards import CARDS

    return SUBCOMMANDS[arguments.action](arguments, CARDS())


def read_limits(arguments: argparse.Namespace) -> Limits:
    """Return the limits of the named mission or skirmish, or the default. Raises InputError."""
    from wc3d.games.neo_mechanika.rules.forces import force_files as forces

    if arguments.skirmish is not None:
        return forces.make_skirmish_limits(arguments.skirmish)
    if arguments.mission is not None:
        from wc3d.games.neo_mechanika.rules.missions.mission import mission

        return forces.mission_limits(mission(arguments.mission))
    return forces.PRIMARY_LIMITS


def list_cards(arguments: argparse.Namespace, cards: Cards) -> int:
    """Print the cards of each Faction, the shared Cyphers and the sample forces."""
    from wc3d.games.neo_mechanika.cli import available_units
    from wc3d.games.neo_mechanika.text.card_names import parse_faction

    factions = (
        [parse_faction(arguments.faction, cards)]
        if arguments.faction is not None
        else list(cards.factions())
    )
    print("\n".join(available_units.describe_available(factions, arguments.kind, cards)))
    return 0


def check_force(arguments: argparse.Namespace, cards: Cards) -> int:
    """Print every refusal, or the force's totals; return 1 if it is illegal."""
    from wc3d.games.neo_mechanika.rules.forces.named_forces import resolve_written_force

    return (
        0
        if print_legality(
            arguments.force, resolve_written_force(arguments.force), cards, read_limits(arguments)
        )
        else 1
    )


def print_legality(named: str, force: Force, cards: Cards, limits: Limits) -> bool:
    """Print a legal force's totals, or every refusal; return whether it is legal."""
    from wc3d.engine.text import wrap_paragraph
    from wc3d.games.neo_mechanika.rules.forces.force_files import list_faults
    from wc3d.games.neo_mechanika.text.force_sheet import (
        describe_limits,
        describe_refusal,
        describe_totals,
        format_count,
    )

    faults = list_faults(force, cards, limits)
    verdict_text = (
        f"not legal, {format_count(len(faults), 'problem')}"
        if faults
        else f"legal, {describe_limits(limits)}"
    )
    print(wrap_paragraph(f"{named}: {verdict_text}", ""))
    for fault in faults:
        print(wrap_paragraph(f"{fault.evidence}: {describe_refusal(fault)}", more="    "))
    if not faults:
        print(wrap_paragraph(describe_totals(force, cards, limits), more="    "))
        for caution in mission_cautions(force, cards, limits):
            print(wrap_paragraph(f"note: {caution}", more="    "))
    return not faults


def mission_cautions(force: Force, cards: Cards, limits: Limits) -> list[str]:
    """Return the missions of this size in which the force can hardly hold objectives."""
    from wc3d.games.neo_mechanika.rules.forces.force_files import PRIMARY_LIMITS
    from wc3d.games.neo_mechanika.rules.forces.scoring_units import scoring_caution
    from wc3d.games.neo_mechanika.rules.missions.mission import MISSIONS

    skirmish = limits.rule != PRIMARY_LIMITS.rule
    return [
        text
        for m in MISSIONS.values()
        if m.skirmish == skirmish and (text := scoring_caution(force, m, cards))
    ]


def print_sheet(arguments: argparse.Namespace, cards: Cards) -> int:
    """Print the sheet of a force, legal or not. Raises InputError for unknown cards."""
    from wc3d.games.neo_mechanika.rules.forces.named_forces import resolve_written_force
    from wc3d.games.neo_mechanika.text.force_sheet import (
        make_force_sheet,
        sheet_as_markdown,
        sheet_as_text,
    )

    force, limits = resolve_written_force(arguments.force), read_limits(arguments)
    require_known_cards(force, cards, arguments.force)
    print(
        (sheet_as_markdown if arguments.markdown else sheet_as_text)(
            make_force_sheet(force, cards, limits)
        )
    )
    return 0


def require_known_cards(force: Force, cards: Cards, source: str) -> None:
    """Raise InputError if a force names unknown cards."""
    from wc3d.games.neo_mechanika.rules.forces.force_files import PRIMARY_LIMITS
    from wc3d.games.neo_mechanika.rules.forces.limits import check_cards_known

    unknown = [fault.text for fault in check_cards_known(force, cards, PRIMARY_LIMITS)]
    if unknown:
        raise InputError(
            f"{source}: {unknown[0]}"
            + (f" And {len(unknown) - 1} more." if len(unknown) > 1 else "")
        )


def make_random_force(arguments: argparse.Namespace, cards: Cards) -> int:
    """Create a random legal force and print it, or write it to a new file."""
    import random
    from dataclasses import replace

    from wc3d.cli.play.game_args import parse_seed
    from wc3d.games.neo_mechanika.rules.forces.force_files import (
        format_force,
        make_random_force,
        save_force,
    )
    from wc3d.games.neo_mechanika.text.card_names import parse_faction

    limits = read_limits(arguments)
    min_units, max_units = limits.units
    units = max_units if arguments.units is None else arguments.units
    if not min_units <= units <= max_units:
        raise InputError(f"--units {units}: expected {min_units} to {max_units}")
    path = require_new_path(arguments.out) if arguments.out is not None else None
    seed_number = parse_seed(arguments.seed)
    faction = parse_faction(arguments.faction, cards)
    force = make_random_force(
        cards, faction, replace(limits, units=(units, units)), random.Random(seed_number)
    )
    force = force.model_copy(update={"name": f"{force.name}, seed {seed_number}"[:MAX_NAME_CHARS]})
    if path is None:
        print(format_force(force), end="")
    else:
        save_force(force, path)
        print(f"The force is saved in {path} (seed {seed_number})")
    return 0


def import_roster(arguments: argparse.Namespace, cards: Cards) -> int:
    """Report each entry of a roster and the force's legality; write the force in any case."""
    from wc3d.engine.text import wrap_paragraph
    from wc3d.games.neo_mechanika.rules.forces.force_files import save_force
    from wc3d.games.neo_mechanika.rules.forces.rosters import describe_import, read_roster

    limits = read_limits(arguments)
    path = require_new_path(arguments.out) if arguments.out is not None else None
    imported = read_roster(arguments.roster, cards)
    for line in describe_import(imported):
        print(wrap_paragraph(line, "", "    "))
    print_legality("imported force", imported.force, cards, limits)
    if path is None:
        print("The force was not saved (use --out FILE to save it)")
    else:
        save_force(imported.force, path)
        print(f"The force is saved in {path}")
    return 0


def build_force(arguments: argparse.Namespace, cards: Cards) -> int:
    """Build a force in the terminal."""
    from wc3d.cli.list_builder import ask_faction
    from wc3d.cli.output.prompt import PromptInput, QuitError
    from wc3d.games.neo_mechanika.cli.force_builder import ForceBuilder
    from wc3d.games.neo_mechanika.rules.forces.force_files import Force, format_faction
    from wc3d.games.neo_mechanika.text.card_names import parse_faction

    limits, typed, faction_text = read_limits(arguments), PromptInput(), arguments.faction
    path = (
        require_new_path(arguments.out)
        if arguments.out is not None
        else free_file("force", ".json")
    )
    faction_names = {faction: format_faction(faction) for faction in cards.factions()}
    try:
        faction = (
            parse_faction(faction_text, cards)
            if faction_text is not None
            else ask_faction(typed, faction_names, "Faction")
        )
    except QuitError:
        print("No force was created")
        return 0
    ForceBuilder(Force(faction=faction, units=(), rack=()), cards, limits, typed, path).run_prompt()
    return 0


def edit_force(arguments: argparse.Namespace, cards: Cards) -> int:
    """Edit a force in the terminal; sample forces are saved to a new file."""
    from wc3d.cli.output.prompt import PromptInput
    from wc3d.games.neo_mechanika.cli.force_builder import ForceBuilder
    from wc3d.games.neo_mechanika.rules.forces.named_forces import resolve_written_force

    force, limits = resolve_written_force(arguments.force), read_limits(arguments)
    own = Path(arguments.force)
    path = own if own.exists() else free_file("force", ".json")
    ForceBuilder(force, cards, limits, PromptInput(), path, opened=own.exists()).run_prompt()
    return 0


MAX_NAME_CHARS = 100
"""The maximum length of a name made from typed text, in characters."""

SUBCOMMANDS: dict[str, Callable[[argparse.Namespace, Cards], int]] = {
    "list": list_cards,
    "check": check_force,
    "print": print_sheet,
    "random": make_random_force,
    "new": build_force,
    "edit": edit_force,
    "import": import_roster,
}
