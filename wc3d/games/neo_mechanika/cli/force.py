"""`wc3d force`: the words and options of the command. `force_hooks` has the functions."""

from __future__ import annotations

import argparse

from wc3d.cli.force import ForceCommand

LISTABLE_KINDS = ("warjack", "squad", "solo", "hero", "attachment", "cypher")
"""The kinds that can be listed separately."""


def add_options(action: str, command: argparse.ArgumentParser) -> None:
    """Declare the options that only this game has: kinds, Markdown, and the size of a force."""
    if action == "list":
        command.add_argument("--kind", choices=LISTABLE_KINDS, help="list only this kind")
        return
    if action == "print":
        command.add_argument("--markdown", action="store_true", help="print the sheet as Markdown")
    elif action == "random":
        command.add_argument(
            "--units",
            metavar="N",
            type=int,
            help="the number of units (default: as many as allowed)",
        )
        command.add_argument(
            "--out", metavar="FILE", help="write the force to a new file (default: print it)"
        )
    size = command.add_mutually_exclusive_group()
    size.add_argument(
        "--mission", metavar="M", help="the mission to build for (default: any primary mission)"
    )
    size.add_argument(
        "--skirmish",
        metavar="N",
        type=int,
        help="build for a skirmish of up to N units, where N is 4 to 8",
    )


COMMAND = ForceCommand(
    hooks="wc3d.games.neo_mechanika.cli.force_hooks:HOOKS",
    noun="force",
    faction="Faction",
    actions={
        "list": "list what a Faction's force can include, with costs, and the sample forces",
        "check": "list every rule that a force breaks, with its page (exit code 1 if there are any)",
        "print": "print a reference sheet for the table, 80 columns wide, or cards as PDF",
        "random": "make a random legal force; the same seed gives the same force",
        "new": "build a force in the terminal, step by step",
        "edit": "change a force in the terminal",
        "export": "write a roster for BattleScribe and New Recruit, or cards for Tabletop Simulator",
        "import": "import a BattleScribe or New Recruit roster, with a report on each entry",
    },
    force_metavar="FILE",
    force_help="a force file, or the name of a sample force",
    edit_note="; a sample force is saved to a new file",
    new_faction_help="the Faction (default: ask)",
    new_out_help="the file that `save` writes (default: force-1.json, force-2.json, ...)",
    import_help="a .ros, .rosz or .json file from one of these programs, or one of `export`",
    not_created="You left before choosing a Faction",
    not_saved="The force was not saved (use --out FILE to save it)",
    add_options=add_options,
    export_help="a roster (.rosz or .ros), or a saved object of Tabletop Simulator (.json)",
)

add_arguments = COMMAND.add_arguments
run = COMMAND.run
