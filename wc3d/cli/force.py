"""`wc3d force`: list, check, print, randomize, build, import and export the forces of a game.

A game supplies a `ForceCommand`, which has its words and options, and `ForceHooks`.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, runtime_checkable

from wc3d._internal.atomic_write import free_file
from wc3d.cli.output.exit_codes import EXIT_NEGATIVE, EXIT_SUCCESS
from wc3d.cli.output.new_files import require_new_path
from wc3d.cli.shared_arguments import add_cards_argument
from wc3d.errors import InputError
from wc3d.registry import load_object

if TYPE_CHECKING:
    from wc3d.cli.list_builder import ListBuilder
    from wc3d.cli.output.prompt import PromptInput
    from wc3d.printing.paper_cards import PaperCard

ForceT = TypeVar("ForceT")
"""A game's force, complete or not."""


@dataclass(frozen=True)
class RandomForce(Generic[ForceT]):
    """A random force, with its seed and the text to print without --out."""

    force: ForceT
    seed: int | str
    text: str


class ForceHooks(Protocol[ForceT]):
    """The functions of `wc3d force` for a game. Methods raise InputError for a user's mistake.

    `limits` are the game's own: `read_limits` returns them, and other methods receive them.
    """

    def read_limits(self, arguments: argparse.Namespace) -> Any:
        """Return the limits of a force that the options set."""

    def read_force(self, name: str, action: str) -> ForceT:
        """Return a force by its name or file, for "check", "print", "edit" or "export"."""

    def list_available(self, arguments: argparse.Namespace) -> Iterable[str]:
        """Return the models that a force can have, and the named forces."""

    def check(self, name: str, force: ForceT, limits: Any) -> tuple[list[str], bool]:
        """Return the faults of a force or its totals, and whether it is legal."""

    def format_sheet(self, force: ForceT, limits: Any, arguments: argparse.Namespace) -> str:
        """Return a force with its cards, to print."""

    def make_random(self, limits: Any, arguments: argparse.Namespace) -> RandomForce[ForceT]:
        """Return a random force."""

    def factions(self) -> Mapping[str, str]:
        """Return the names of the factions by id."""

    def empty_force(self, faction: str) -> ForceT:
        """Return a force of a faction without models."""

    def builder(
        self, force: ForceT, limits: Any, typed: PromptInput, path: Path, opened: bool
    ) -> ListBuilder[Any]:
        """Return the terminal builder of a force; if `opened`, it may overwrite `path`."""

    def import_list(self, path: str, limits: Any) -> tuple[ForceT, list[str]]:
        """Return the force in a file of another program, and a report on its entries and faults."""

    def save(self, force: ForceT, path: Path) -> None:
        """Write a force file."""


@runtime_checkable
class PaperCardHooks(Protocol):
    """The function of `wc3d force print FORCE OUT.pdf`, which a game may have."""

    def paper_cards(self, force: Any, limits: Any, name: str) -> Iterable[PaperCard]:
        """Return the cards of a force to print and cut out; `name` is the force's in messages."""


@runtime_checkable
class RosterHooks(Protocol):
    """The function of `wc3d force export FORCE OUT.rosz`, which a game may have."""

    def format_roster(self, force: Any, name: str) -> str:
        """Return a force as a roster's XML; `name` is the force's in messages."""


def no_options(action: str, command: argparse.ArgumentParser) -> None:
    """Declare no options."""


@dataclass(frozen=True)
class ForceCommand:
    """The command `wc3d force` of a game.

    Its module is imported at each start of the program, so it names the hooks as "module:name".
    """

    hooks: str
    noun: str
    """The word for a force, which also begins the names of new files."""
    faction: str
    """The word for a faction."""
    actions: Mapping[str, str]
    """The help of each action."""
    force_metavar: str
    force_help: str
    edit_note: str
    """The note about the file that `edit` saves, after `force_help`."""
    new_faction_help: str
    new_out_help: str
    import_help: str
    not_created: str
    """The message if the player leaves before choosing a faction."""
    not_saved: str
    """The message after an import without --out."""
    add_options: Callable[[str, argparse.ArgumentParser], None] = no_options
    """The function that declares the game's own options of an action."""
    export_help: str = "the file to write"
    """The help of the file that `export` writes."""

    def add_arguments(self, command: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        actions = command.add_subparsers(dest="action", metavar="ACTION", required=True)
        for name, text in self.actions.items():
            action = actions.add_parser(
                name, help=text, description=f"{text[0].upper()}{text[1:]}."
            )
            add_cards_argument(action)
            self._add_shared_options(name, action)
            self.add_options(name, action)

    def _add_shared_options(self, name: str, action: argparse.ArgumentParser) -> None:
        """Declare the options of an action that all games have."""
        if name in ("check", "print", "edit", "export"):
            note = self.edit_note if name == "edit" else ""
            action.add_argument("force", metavar=self.force_metavar, help=self.force_help + note)
            if name == "print":
                out_help = "write cards to print and cut out, nine on a page, to a PDF file"
                action.add_argument("out", metavar="OUT.pdf", nargs="?", help=out_help)
                paper_help = "the paper of the PDF file (default: %(default)s)"
                action.add_argument(
                    "--paper", choices=("a4", "letter"), default="a4", help=paper_help
                )
            if name == "export":
                action.add_argument("out", metavar="OUT", help=self.export_help)
        elif name == "list":
            action.add_argument("--faction", metavar="F", help=f"list only this {self.faction}")
        elif name == "random":
            action.add_argument("--faction", metavar="F", required=True, help=f"the {self.faction}")
            action.add_argument("--seed", metavar="N", help="the seed (default: random)")
        elif name == "new":
            action.add_argument("--faction", metavar="F", help=self.new_faction_help)
            action.add_argument("--out", metavar="FILE", help=self.new_out_help)
        elif name == "import":
            action.add_argument("list", metavar="FILE", help=self.import_help)
            action.add_argument(
                "--out", metavar="FILE", help=f"write the {self.noun} to a new file"
            )

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the action. Return exit code 1 if `check` finds an illegal force."""
        return ACTIONS[arguments.action](self, load_object(self.hooks), arguments)


def _list(command: ForceCommand, hooks: ForceHooks[Any], arguments: argparse.Namespace) -> int:
    print("\n".join(hooks.list_available(arguments)))
    return EXIT_SUCCESS


def _check(command: ForceCommand, hooks: ForceHooks[Any], arguments: argparse.Namespace) -> int:
    force = hooks.read_force(arguments.force, "check")
    lines, is_legal = hooks.check(arguments.force, force, hooks.read_limits(arguments))
    print("\n".join(lines))
    return EXIT_SUCCESS if is_legal else EXIT_NEGATIVE


def _print(command: ForceCommand, hooks: ForceHooks[Any], arguments: argparse.Namespace) -> int:
    force = hooks.read_force(arguments.force, "print")
    if arguments.out is not None:
        _print_cards(hooks, force, arguments)
        return EXIT_SUCCESS
    print(hooks.format_sheet(force, hooks.read_limits(arguments), arguments))
    return EXIT_SUCCESS


def _print_cards(hooks: ForceHooks[Any], force: Any, arguments: argparse.Namespace) -> None:
    """Write the cards of a force to a PDF file."""
    from wc3d._internal.atomic_write import check_output_path, write_output
    from wc3d._internal.suggestions import pluralize
    from wc3d.printing.paper_cards import make_card_pages
    from wc3d.printing.printed_plan import PAPER_SIZES
    from wc3d.printing.write_plan import require_fonttools

    path = check_output_path(arguments.out, ".pdf")
    if not isinstance(hooks, PaperCardHooks):
        raise InputError(f"{path}: this game has no cards to print")
    require_fonttools(f"{path}: PDF files")
    from wc3d.printing.pdf import render_pdf

    cards = list(hooks.paper_cards(force, hooks.read_limits(arguments), arguments.force))
    paper = PAPER_SIZES[arguments.paper]
    pages = make_card_pages(cards, paper)
    write_output(path, render_pdf(pages, Path(arguments.force).stem))
    count = pluralize(len(pages), f"{paper.name} page")
    print(f"wrote {path}: {pluralize(len(cards), 'card')} on {count}; print at 100%")


def _random(command: ForceCommand, hooks: ForceHooks[Any], arguments: argparse.Namespace) -> int:
    """Print a random force, or write it to a new file if the game has --out."""
    limits = hooks.read_limits(arguments)
    path = _read_out(arguments)
    drawn = hooks.make_random(limits, arguments)
    if path is None:
        print(drawn.text)
    else:
        hooks.save(drawn.force, path)
        print(f"The {command.noun} is saved in {path} (seed {drawn.seed})")
    return EXIT_SUCCESS


def _new(command: ForceCommand, hooks: ForceHooks[Any], arguments: argparse.Namespace) -> int:
    """Build a force in the terminal."""
    from wc3d.cli.list_builder import ask_faction
    from wc3d.cli.output.prompt import PromptInput, QuitError
    from wc3d.engine.name_matching import match_name

    limits = hooks.read_limits(arguments)
    typed = PromptInput()
    path = _read_out(arguments) or free_file(command.noun, ".json")
    try:
        faction = (
            match_name(arguments.faction, hooks.factions(), command.faction)
            if arguments.faction is not None
            else ask_faction(typed, hooks.factions(), command.faction)
        )
    except QuitError:
        print(command.not_created)
        return EXIT_SUCCESS
    hooks.builder(hooks.empty_force(faction), limits, typed, path, opened=False).run_prompt()
    return EXIT_SUCCESS


def _edit(command: ForceCommand, hooks: ForceHooks[Any], arguments: argparse.Namespace) -> int:
    """Edit a force in the terminal; save one that is not a file to a new file."""
    from wc3d.cli.output.prompt import PromptInput

    force = hooks.read_force(arguments.force, "edit")
    limits = hooks.read_limits(arguments)
    own = Path(arguments.force)
    path = own if own.exists() else free_file(command.noun, ".json")
    hooks.builder(force, limits, PromptInput(), path, opened=own.exists()).run_prompt()
    return EXIT_SUCCESS


def _import(command: ForceCommand, hooks: ForceHooks[Any], arguments: argparse.Namespace) -> int:
    """Report on each entry of a list, and write its force, legal or not."""
    from wc3d.cli.force_export import force_file_of_saved_object, read_force_text

    limits = hooks.read_limits(arguments)
    path = _read_out(arguments)
    own = force_file_of_saved_object(arguments.list)
    if own is None:
        force, lines = hooks.import_list(arguments.list, limits)
    else:
        force = read_force_text(own, lambda file: hooks.read_force(file, "check"), arguments.list)
        lines, _ = hooks.check(arguments.list, force, limits)
    print("\n".join(lines))
    if path is None:
        print(command.not_saved)
    else:
        hooks.save(force, path)
        print(f"The {command.noun} is saved in {path}")
    return EXIT_SUCCESS


def _export(command: ForceCommand, hooks: ForceHooks[Any], arguments: argparse.Namespace) -> int:
    """Write a force as a roster or as cards for Tabletop Simulator."""
    from wc3d._internal.atomic_write import check_output_path, write_output
    from wc3d.cli.force_export import format_saved_object, pack_roster

    has_rosters = isinstance(hooks, RosterHooks)
    path = check_output_path(arguments.out, ".json", *((".rosz", ".ros") if has_rosters else ()))
    force = hooks.read_force(arguments.force, "export")
    if path.suffix.lower() != ".json" and isinstance(hooks, RosterHooks):
        text = hooks.format_roster(force, arguments.force)
        is_packed = path.suffix.lower() == ".rosz"
        write_output(path, pack_roster(text, path.stem) if is_packed else text)
        print(f"wrote {path}: a roster for BattleScribe and New Recruit")
        return EXIT_SUCCESS
    if not isinstance(hooks, PaperCardHooks):
        raise InputError(f"{path}: this game has no cards to export")
    cards = list(hooks.paper_cards(force, hooks.read_limits(arguments), arguments.force))
    with tempfile.TemporaryDirectory(prefix="wc3d-force-") as folder:
        file = Path(folder) / "force.json"
        hooks.save(force, file)
        own = file.read_text(encoding="utf-8")
    write_output(path, format_saved_object(cards, own, Path(arguments.force).stem))
    print(f"wrote {path}: a saved object for Tabletop Simulator with {len(cards)} cards")
    return EXIT_SUCCESS


def _read_out(arguments: argparse.Namespace) -> Path | None:
    """Return the path of --out, or None without one. Raises InputError if the file exists."""
    named = getattr(arguments, "out", None)
    return None if named is None else require_new_path(named)


ACTIONS: dict[str, Callable[[ForceCommand, ForceHooks[Any], argparse.Namespace], int]] = {
    "list": _list,
    "check": _check,
    "print": _print,
    "random": _random,
    "new": _new,
    "edit": _edit,
    "import": _import,
    "export": _export,
}
"""The functions of the actions."""
