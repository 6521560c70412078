"""The forces of Warcaster: Neo-Mechanika for `wc3d force`."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from wc3d.cli.force import ForceHooks, RandomForce
from wc3d.cli.list_builder import MAX_NAME_CHARS
from wc3d.cli.output.prompt import PromptInput
from wc3d.cli.play.game_args import parse_seed
from wc3d.engine.text import wrap_paragraph
from wc3d.errors import InputError
from wc3d.games.neo_mechanika.cli.available_units import describe_available
from wc3d.games.neo_mechanika.cli.force_builder import ForceBuilder
from wc3d.games.neo_mechanika.cli.paper_cards import make_paper_cards
from wc3d.games.neo_mechanika.rules.cards import CARDS
from wc3d.games.neo_mechanika.rules.forces.force_files import (
    PRIMARY_LIMITS,
    Force,
    Limits,
    format_faction,
    format_force,
    list_faults,
    make_random_force,
    make_skirmish_limits,
    mission_limits,
    save_force,
)
from wc3d.games.neo_mechanika.rules.forces.limits import check_cards_known
from wc3d.games.neo_mechanika.rules.forces.named_forces import resolve_written_force
from wc3d.games.neo_mechanika.rules.forces.rosters import describe_import, read_roster
from wc3d.games.neo_mechanika.rules.forces.rosters.roster_export import format_roster
from wc3d.games.neo_mechanika.rules.forces.scoring_units import scoring_caution
from wc3d.games.neo_mechanika.rules.missions.book_missions import MISSIONS, mission
from wc3d.games.neo_mechanika.text import force_sheet
from wc3d.games.neo_mechanika.text.card_names import parse_faction
from wc3d.printing.paper_cards import PaperCard


class NeoMechanikaForceHooks:
    """The functions for forces, whose limits depend on the mission or the size of a skirmish."""

    def read_limits(self, arguments: argparse.Namespace) -> Limits:
        """Return the limits of the mission or skirmish; --units narrows them."""
        limits = PRIMARY_LIMITS
        if arguments.skirmish is not None:
            limits = make_skirmish_limits(arguments.skirmish)
        elif arguments.mission is not None:
            limits = mission_limits(mission(arguments.mission))
        if arguments.action != "random":
            return limits
        min_units, max_units = limits.units
        units = max_units if arguments.units is None else arguments.units
        if not min_units <= units <= max_units:
            raise InputError(f"--units {units}: expected a number from {min_units} to {max_units}")
        return replace(limits, units=(units, units))

    def read_force(self, name: str, action: str) -> Force:
        """Return a sample force or the force of a file."""
        return resolve_written_force(name)

    def list_available(self, arguments: argparse.Namespace) -> list[str]:
        """Return the cards of each Faction, the shared Cyphers and the sample forces."""
        cards = CARDS()
        named = arguments.faction
        factions = cards.factions() if named is None else [parse_faction(named, cards)]
        return describe_available(factions, arguments.kind, cards)

    def check(self, name: str, force: Force, limits: Limits) -> tuple[list[str], bool]:
        """Return the totals of a legal force, or every refusal."""
        cards = CARDS()
        if faults := list_faults(force, cards, limits):
            title = f"{name}: not legal, {force_sheet.format_count(len(faults), 'problem')}"
            details = [
                f"{fault.evidence}: {force_sheet.describe_refusal(fault)}" for fault in faults
            ]
        else:
            title = f"{name}: legal, {force_sheet.describe_limits(limits)}"
            details = [force_sheet.describe_totals(force, cards, limits)]
            details += [f"note: {caution}" for caution in list_cautions(force, limits)]
        lines = [wrap_paragraph(detail, more="    ") for detail in details]
        return [wrap_paragraph(title, ""), *lines], not faults

    def format_sheet(self, force: Force, limits: Limits, arguments: argparse.Namespace) -> str:
        """Return the sheet of a force, legal or not. Raises InputError for unknown cards."""
        require_known_cards(force, arguments.force)
        sheet = force_sheet.make_force_sheet(force, CARDS(), limits)
        if arguments.markdown:
            return force_sheet.sheet_as_markdown(sheet)
        return force_sheet.sheet_as_text(sheet)

    def paper_cards(self, force: Force, limits: Limits, name: str) -> Iterator[PaperCard]:
        """Yield the cards of a force, legal or not. Raises InputError for unknown cards."""
        require_known_cards(force, name)
        return make_paper_cards(force, CARDS(), limits)

    def format_roster(self, force: Force, name: str) -> str:
        """Return the roster of a force, legal or not. Raises InputError for unknown cards."""
        require_known_cards(force, name)
        return format_roster(force, CARDS())

    def make_random(self, limits: Limits, arguments: argparse.Namespace) -> RandomForce[Force]:
        """Return a random legal force, named after its seed."""
        seed = parse_seed(arguments.seed)
        faction = parse_faction(arguments.faction, CARDS())
        force = make_random_force(CARDS(), faction, limits, random.Random(seed))
        name = f"{force.name}, seed {seed}"[:MAX_NAME_CHARS]
        force = force.model_copy(update={"name": name})
        return RandomForce(force, seed, format_force(force).removesuffix("\n"))

    def factions(self) -> Mapping[str, str]:
        """Return the names of the Factions by id."""
        return {faction: format_faction(faction) for faction in CARDS().factions()}

    def empty_force(self, faction: str) -> Force:
        """Return a force of a Faction without units."""
        return Force(faction=faction, units=(), rack=())

    def builder(
        self, force: Force, limits: Limits, typed: PromptInput, path: Path, opened: bool
    ) -> ForceBuilder:
        """Return the terminal builder of a force."""
        return ForceBuilder(force, CARDS(), limits, typed, path, opened)

    def import_list(self, path: str, limits: Limits) -> tuple[Force, list[str]]:
        """Return the force of a roster, with a report on each entry and the faults."""
        imported = read_roster(path, CARDS())
        report = [wrap_paragraph(line, "", "    ") for line in describe_import(imported)]
        lines, _ = self.check("imported force", imported.force, limits)
        return imported.force, report + lines

    def save(self, force: Force, path: Path) -> None:
        """Write a force file."""
        save_force(force, path)


def list_cautions(force: Force, limits: Limits) -> list[str]:
    """Return the missions of this size in which the force can hardly hold objectives."""
    skirmish = limits.rule != PRIMARY_LIMITS.rule
    return [
        text
        for m in MISSIONS.values()
        if m.skirmish == skirmish and (text := scoring_caution(force, m, CARDS()))
    ]


def require_known_cards(force: Force, source: str) -> None:
    """Raise InputError if a force names unknown cards."""
    unknown = [fault.text for fault in check_cards_known(force, CARDS(), PRIMARY_LIMITS)]
    if unknown:
        more = f" And {len(unknown) - 1} more." if len(unknown) > 1 else ""
        raise InputError(f"{source}: {unknown[0]}{more}")


HOOKS: ForceHooks[Force] = NeoMechanikaForceHooks()
