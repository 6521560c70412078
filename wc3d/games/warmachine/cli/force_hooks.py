"""The battlegroups of WARMACHINE for `wc3d force`."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from wc3d.cli.force import ForceHooks, RandomForce
from wc3d.cli.output.prompt import PromptInput
from wc3d.errors import InputError
from wc3d.games.warmachine.cli.force_builder import BattlegroupBuilder
from wc3d.games.warmachine.cli.paper_cards import make_paper_card
from wc3d.games.warmachine.rules import forces
from wc3d.games.warmachine.rules.battlegroup_editor import (
    BattlegroupDraft,
    read_list,
    save_battlegroup,
)
from wc3d.games.warmachine.rules.card_words import describe_card, list_cards, title_from_id
from wc3d.games.warmachine.rules.cards import CARDS
from wc3d.printing.paper_cards import PaperCard

MAX_SEED_CHARS = 100


class BattlegroupHooks:
    """The functions for battlegroups, which have no limits that options set."""

    def read_limits(self, arguments: argparse.Namespace) -> None:
        """Return no limits."""

    def read_force(self, name: str, action: str) -> BattlegroupDraft:
        """Return a battlegroup. `print` needs a legal one, and `edit` one of a single faction."""
        if action == "print":
            battlegroup = forces.load_legal_force(name, 0)
        elif action == "edit":
            battlegroup = forces.resolve_unfinished_force(name)
        else:
            battlegroup = forces.resolve_written_force(name, 0)
        return BattlegroupDraft.from_battlegroup(battlegroup, CARDS())

    def list_available(self, arguments: argparse.Namespace) -> Iterator[str]:
        """Yield the models, and without a faction the named battlegroups."""
        cards = CARDS()
        faction = arguments.faction or ""
        yield from list_cards(cards, faction)
        samples = (*forces.sample_forces(), *forces.sample_forces(units=True))
        for id, name in () if faction else samples:
            card_ids = forces.load_legal_force(id, 0).card_ids
            yield f"{id}: {name} ({', '.join(cards.models[card_id].name for card_id in card_ids)})"

    def check(self, name: str, force: BattlegroupDraft, limits: None) -> tuple[list[str], bool]:
        """Return the faults of a battlegroup, or that it is legal."""
        faults = list(forces.list_faults(force.as_battlegroup, CARDS()))
        legal = f"{name}: legal. Points are not counted because the costs of the first edition are unknown"
        return faults or [legal], not faults

    def format_sheet(
        self, force: BattlegroupDraft, limits: None, arguments: argparse.Namespace
    ) -> str:
        """Return the cards of a battlegroup, each once."""
        cards = CARDS()
        models = [cards.models[id] for id in dict.fromkeys(force.card_ids)]
        texts = ["\n".join(describe_card(model, cards)) for model in models]
        return "\n\n".join([force.name, *texts])

    def paper_cards(self, force: BattlegroupDraft, limits: None, name: str) -> Iterator[PaperCard]:
        """Yield the cards of a battlegroup."""
        cards = CARDS()
        return (make_paper_card(cards.models[id]) for id in force.card_ids)

    def make_random(
        self, limits: None, arguments: argparse.Namespace
    ) -> RandomForce[BattlegroupDraft]:
        """Return a random battlegroup of a warcaster and warjacks."""
        seed = arguments.seed
        if seed is None:
            seed = str(int.from_bytes(os.urandom(4), "big"))
        if len(seed) > MAX_SEED_CHARS:
            raise InputError(f"--seed: expected up to {MAX_SEED_CHARS} characters")
        battlegroup = forces.load_legal_force(f"{forces.RANDOM_PREFIX}{arguments.faction}", seed)
        text = json.dumps(battlegroup.model_dump(mode="json"), indent=1)
        return RandomForce(BattlegroupDraft.from_battlegroup(battlegroup, CARDS()), seed, text)

    def factions(self) -> Mapping[str, str]:
        """Return the names of the factions by id."""
        return {faction: title_from_id(faction) for faction in CARDS().factions()}

    def empty_force(self, faction: str) -> BattlegroupDraft:
        """Return a battlegroup of a faction without models."""
        return BattlegroupDraft(faction)

    def builder(
        self, force: BattlegroupDraft, limits: None, typed: PromptInput, path: Path, opened: bool
    ) -> BattlegroupBuilder:
        """Return the terminal builder of a battlegroup."""
        return BattlegroupBuilder(force, CARDS(), typed, path, opened)

    def import_list(self, path: str, limits: None) -> tuple[BattlegroupDraft, list[str]]:
        """Return the battlegroup of a text list, with the result of each line and the faults."""
        draft, lines = read_list(path, CARDS())
        report = [
            f"line {line.number}: {line.text[:60]}: {line.result}"
            + (f", {line.times} times" if line.times > 1 and line.card else "")
            for line in lines
        ]
        faults = list(forces.list_faults(draft.as_battlegroup, CARDS()))
        return draft, report + (faults or ["imported battlegroup: legal"])

    def save(self, force: BattlegroupDraft, path: Path) -> None:
        """Write a battlegroup file."""
        save_battlegroup(force.as_battlegroup, path)


HOOKS: ForceHooks[BattlegroupDraft] = BattlegroupHooks()
