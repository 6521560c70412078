"""`wc3d completion bash`: print shtab's completion script for commands, options and names."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

SUPPORTED_SHELLS = ("bash", "zsh", "tcsh")

FILE_METAVARS = (
    "FILE",
    "MAP",
    "MAP.json",
    "MESH",
    "MAP_OR_MESH",
    "PATH",
    "OUT",
    "OUT.png",
    "OUT.glb",
    "OUT.html",
    "FILE.jsonl",
)
FOLDER_METAVARS = ("DIR", "FOLDER")
"""The metavars of options that take a folder."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    command.epilog = 'Bash: add eval "$(wc3d completion bash)" to ~/.bashrc. Zsh: add eval "$(wc3d completion zsh)" to ~/.zshrc.'
    command.add_argument("shell", choices=SUPPORTED_SHELLS, help="the shell")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    from wc3d.cli.main import make_parser

    whole = make_parser()
    for action in iterate_arguments(whole):
        if action.choices is None:
            _set_completion(action, shtab.FILE, shtab.DIRECTORY)
    print(shtab.complete(whole, shell=arguments.shell))
    return 0


def iterate_arguments(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield every argument of a command and of its subcommands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in dict.fromkeys(action.choices.values()):
                yield from iterate_arguments(inner)
        else:
            yield action


def _set_completion(action: argparse.Action, file: object, folder: object) -> None:
    """Set an argument's completion: names of missions, forces and bots, else files or folders."""
    names = list(argument_values(action.dest))
    if names:
        action.choices = names
    elif isinstance(action.metavar, str) and action.metavar in (*FILE_METAVARS, *FOLDER_METAVARS):
        action.complete = folder if action.metavar in FOLDER_METAVARS else file  # type: ignore[attr-defined]


def argument_values(argument: str) -> Iterator[str]:
    """Yield the possible names of an argument in the default game."""
    from wc3d.guide.pages import all_pages
    from wc3d.registry import rules_of

    rules = rules_of()
    if argument == "mission":
        yield from (mission.id for mission in rules.setup.missions())
    elif argument in ("force1", "force2", "forces"):
        yield from dict.fromkeys(
            name
            for mission in rules.setup.missions()
            for name, _ in rules.setup.forces(mission.size)
        )
    elif argument == "bots":
        yield from rules.bots
    elif argument == "topic":
        yield from all_pages()
