"""`wc3d force --game warmachine`: list, check, print, generate, build and import battlegroups."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from wc3d._internal.atomic_write import free_file
from wc3d.cli.output.new_files import require_new_path
from wc3d.cli.shared_arguments import add_cards_argument
from wc3d.errors import InputError

FORCE_HELP = "the battlegroup's name, its file, or random:FACTION"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    actions = command.add_subparsers(dest="action", metavar="ACTION", required=True)

    def action(name: str, help_text: str) -> argparse.ArgumentParser:
        parser = actions.add_parser(
            name, help=help_text, description=f"{help_text[0].upper()}{help_text[1:]}."
        )
        add_cards_argument(parser)
        return parser

    list_command = action("list", "list the named battlegroups and the models of each faction")
    list_command.add_argument("--faction", metavar="F", default="", help="list only this faction")
    check_command = action(
        "check", "check a battlegroup and list its faults; exit code 1 if there are any"
    )
    check_command.add_argument("force", metavar="FORCE", help=FORCE_HELP)
    action("print", "print the cards of a battlegroup").add_argument(
        "force", metavar="FORCE", help=FORCE_HELP
    )
    random_command = action("random", "print a random battlegroup as JSON")
    random_command.add_argument("--faction", metavar="F", required=True, help="the faction")
    random_command.add_argument("--seed", metavar="N", help="the seed (default: a random one)")
    new = action("new", "build a battlegroup in the terminal, step by step")
    new.add_argument("--faction", metavar="F", help="the faction (default: ask)")
    new.add_argument(
        "--out",
        metavar="FILE",
        help="the file that `save` writes (default: battlegroup-1.json ...)",
    )
    edit = action("edit", "change a battlegroup in the terminal")
    edit.add_argument(
        "force",
        metavar="FORCE",
        help=f"{FORCE_HELP}; without a file, changes are saved to a new one",
    )
    import_command = action(
        "import", "read a text list with one model per line and report each line"
    )
    import_command.add_argument(
        "list",
        metavar="FILE",
        help="a text file with lines like `2 Charger`, `- Ironclad (9)`, `Stryker x1`",
    )
    import_command.add_argument("--out", metavar="FILE", help="write the battlegroup to a new file")


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand. Return exit code 1 for a battlegroup that is not legal."""
    actions = {
        "list": _list,
        "check": _check,
        "print": _print,
        "random": _random,
        "new": _new,
        "edit": _edit,
        "import": _import,
    }
    return actions[arguments.action](arguments)


def _list(arguments: argparse.Namespace) -> int:
    from wc3d.games.warmachine.rules.card_words import list_cards
    from wc3d.games.warmachine.rules.cards import CARDS
    from wc3d.games.warmachine.rules.forces import resolve_force, sample_forces

    cards = CARDS()
    print("\n".join(list_cards(cards, arguments.faction)))
    for id, name in () if arguments.faction else (*sample_forces(), *sample_forces(units=True)):
        force = resolve_force(id, 0)
        models = [cards.models[card_id].name for card_id in force.card_ids]
        print(f"{id}: {name} ({', '.join(models)})")
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from wc3d.games.warmachine.rules.cards import CARDS
    from wc3d.games.warmachine.rules.forces import list_faults, resolve_written_force

    force = resolve_written_force(arguments.force, 0)
    faults = list(list_faults(force, CARDS()))
    legal = f"{force.name} is legal. Points are not counted because the costs of the first edition are unknown"
    print("\n".join(faults) or legal)
    return 1 if faults else 0


def _print(arguments: argparse.Namespace) -> int:
    from wc3d.games.warmachine.rules.card_words import describe_card
    from wc3d.games.warmachine.rules.cards import CARDS
    from wc3d.games.warmachine.rules.forces import resolve_force

    cards, force = CARDS(), resolve_force(arguments.force, 0)
    card_texts = [
        "\n".join(describe_card(cards.models[id], cards)) for id in dict.fromkeys(force.card_ids)
    ]
    print(f"{force.name}\n\n" + "\n\n".join(card_texts))
    return 0


def _random(arguments: argparse.Namespace) -> int:
    from wc3d.games.warmachine.rules.forces import RANDOM_PREFIX, resolve_force

    seed = (
        arguments.seed if arguments.seed is not None else str(int.from_bytes(os.urandom(4), "big"))
    )
    if len(seed) > 100:
        raise InputError("--seed: expected at most 100 characters")
    force = resolve_force(f"{RANDOM_PREFIX}{arguments.faction}", seed)
    print(json.dumps(force.model_dump(mode="json"), indent=1))
    return 0


def _new(arguments: argparse.Namespace) -> int:
    """Build a battlegroup in the terminal."""
    from wc3d.cli.list_builder import ask_faction
    from wc3d.cli.output.prompt import PromptInput, QuitError
    from wc3d.engine.name_matching import match_name
    from wc3d.games.warmachine.cli.force_builder import BattlegroupBuilder
    from wc3d.games.warmachine.rules.battlegroup_editor import BattlegroupDraft
    from wc3d.games.warmachine.rules.card_words import title_from_id
    from wc3d.games.warmachine.rules.cards import CARDS

    cards, typed, faction_name = CARDS(), PromptInput(), arguments.faction
    path = (
        require_new_path(arguments.out)
        if arguments.out is not None
        else free_file("battlegroup", ".json")
    )
    factions = {faction: title_from_id(faction) for faction in cards.factions()}
    try:
        faction = (
            match_name(faction_name, factions, "faction")
            if faction_name is not None
            else ask_faction(typed, factions, "faction")
        )
    except QuitError:
        print("No battlegroup created")
        return 0
    BattlegroupBuilder(BattlegroupDraft(faction), cards, typed, path).run_prompt()
    return 0


def _edit(arguments: argparse.Namespace) -> int:
    """Edit a battlegroup in the terminal; save one that comes with the program elsewhere."""
    from wc3d.cli.output.prompt import PromptInput
    from wc3d.games.warmachine.cli.force_builder import BattlegroupBuilder
    from wc3d.games.warmachine.rules.battlegroup_editor import BattlegroupDraft
    from wc3d.games.warmachine.rules.cards import CARDS
    from wc3d.games.warmachine.rules.forces import resolve_unfinished_force

    cards, own = CARDS(), Path(arguments.force)
    draft = BattlegroupDraft.from_battlegroup(resolve_unfinished_force(arguments.force), cards)
    path = own if own.exists() else free_file("battlegroup", ".json")
    BattlegroupBuilder(draft, cards, PromptInput(), path, opened=own.exists()).run_prompt()
    return 0


def _import(arguments: argparse.Namespace) -> int:
    """Report the result of each line of a list and write the battlegroup."""
    from wc3d.games.warmachine.rules.battlegroup_editor import read_list, save_battlegroup
    from wc3d.games.warmachine.rules.cards import CARDS
    from wc3d.games.warmachine.rules.forces import list_faults

    cards = CARDS()
    path = require_new_path(arguments.out) if arguments.out is not None else None
    draft, lines = read_list(arguments.list, cards)
    for line in lines:
        print(
            f"{line.number}: {line.text[:60]}: {line.result}"
            + (f", {line.times} times" if line.times > 1 and line.card else "")
        )
    print("\n".join(list_faults(draft.as_battlegroup, cards)) or f"{draft.name} is legal")
    if path is None:
        print("Nothing saved (use --out FILE to save the battlegroup)")
    else:
        save_battlegroup(draft.as_battlegroup, path)
        print(f"The battlegroup is saved in {path}")
    return 0
