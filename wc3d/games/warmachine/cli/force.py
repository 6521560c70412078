"""`wc3d force --game warmachine`: the words of the command. `force_hooks` has the functions."""

from __future__ import annotations

from wc3d.cli.force import ForceCommand

COMMAND = ForceCommand(
    hooks="wc3d.games.warmachine.cli.force_hooks:HOOKS",
    noun="battlegroup",
    faction="faction",
    actions={
        "list": "list the named battlegroups and the models of each faction",
        "check": "list every rule that a battlegroup breaks (exit code 1 if there are any)",
        "print": "print the cards of a battlegroup, or write them as PDF",
        "random": "print a random battlegroup as JSON",
        "new": "build a battlegroup in the terminal, step by step",
        "edit": "change a battlegroup in the terminal",
        "export": "write the cards of a battlegroup for Tabletop Simulator",
        "import": "import a text list with one model per line, with a report on each line",
    },
    force_metavar="FORCE",
    force_help="the battlegroup's name, its file, or random:FACTION",
    edit_note="; unless it is a file, it is saved to a new file",
    new_faction_help="the faction (default: ask)",
    new_out_help="the file that `save` writes (default: battlegroup-1.json, battlegroup-2.json, ...)",
    import_help="a text file with lines like `2 Charger`, `- Ironclad (9)`, `Stryker x1`",
    not_created="You left before choosing a faction",
    not_saved="The battlegroup was not saved (use --out FILE to save it)",
    export_help="a saved object of Tabletop Simulator (.json)",
)

add_arguments = COMMAND.add_arguments
run = COMMAND.run
