"""Create the units, models and attachments of both forces, and the first state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from wc3d.games.neo_mechanika.rules.book.rulings import RULINGS_VERSION, START_WELL_ARC, GameOptions
from wc3d.games.neo_mechanika.rules.cards import Cards
from wc3d.games.neo_mechanika.rules.forces.force_files import (
    Force,
    UnitChoice,
    WeaponInstance,
    choice_abilities,
    choice_weapons,
)
from wc3d.games.neo_mechanika.rules.game_setup import Setup, Two
from wc3d.games.neo_mechanika.rules.mission_plans import Mission
from wc3d.games.neo_mechanika.rules.objectives import Objective, place_objectives
from wc3d.games.neo_mechanika.rules.state import PLAYERS, Model, Player, State, Unit
from wc3d.table.table import Table


class ForceSetup:
    """A builder for the units, models and attachments of both forces, with ids and names."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.units: dict[str, Unit] = {}
        self.models: dict[str, Model] = {}
        self.card_ids: dict[str, str] = {}
        self.weapons: dict[str, tuple[WeaponInstance, ...]] = {}
        self.abilities: dict[str, tuple[str, ...]] = {}
        self.attachments: dict[int, tuple[str, ...]] = {p: () for p in PLAYERS}

    def add_force(self, player: int, force: Force) -> None:
        """Add a player's force: units first, then Heroes, then attachments."""
        for choice, id, name in named_units(player, force, self.cards):
            self._add_unit(player, choice, id, name)
        for choice, id, name in _name_choices(
            player, tuple(UnitChoice(unit=a) for a in force.attachments), self.cards
        ):
            self._add_model(choice, id, name, unit="")
            self.attachments[player] += (id,)

    def _add_unit(self, player: int, choice: UnitChoice, id: str, name: str) -> None:
        size = self.cards.unit(choice.unit).size
        letters = [chr(ord("a") + i) for i in range(size)] if size > 1 else []
        models = tuple(f"{id}.{letter}" for letter in letters) or (id,)
        for i, model in enumerate(models):
            self._add_model(choice, model, f"{name} {letters[i]}" if letters else name, unit=id)
        self.units[id] = Unit(id, player, choice.unit, name, models)
        self.card_ids[id] = choice.unit

    def _add_model(self, choice: UnitChoice, id: str, name: str, unit: str) -> None:
        self.models[id] = Model(id, unit, choice.unit, name, self.cards.unit(choice.unit).base)
        self.card_ids[id] = choice.unit
        self.weapons[id] = choice_weapons(choice, self.cards)
        self.abilities[id] = choice_abilities(choice, self.cards)


def named_units(player: int, force: Force, cards: Cards) -> Iterator[tuple[UnitChoice, str, str]]:
    """Yield a force's units and Heroes as (choice, id, name)."""
    return _name_choices(player, (*force.units, *force.heroes), cards)


def _name_choices(
    player: int, choices: tuple[UnitChoice, ...], cards: Cards
) -> Iterator[tuple[UnitChoice, str, str]]:
    """Yield each choice with id ("1.dusk_wolf.2") and name ("Dusk Wolf 2" if repeated)."""
    all_ids = [c.unit for c in choices]
    for i, choice in enumerate(choices):
        number = all_ids[: i + 1].count(choice.unit)
        name = cards.unit(choice.unit).name
        several = all_ids.count(choice.unit) > 1
        yield choice, f"{player}.{choice.unit}.{number}", f"{name} {number}" if several else name


def make_first_state(
    table: Table,
    forces: tuple[Force, Force],
    mission: Mission,
    cards: Cards,
    options: GameOptions | None = None,
    secondary: Two = ((), ()),
    names: tuple[str, str] = ("Player 1", "Player 2"),
    rulings: int = RULINGS_VERSION,
) -> State:
    """Return the first state: all in reserve, 7 Arc per well (NM-SET-04, NM-SET-05, NM-CMP-05).

    It checks nothing; `new_game` does.
    """

    muster = ForceSetup(cards)
    for player, force in zip(PLAYERS, forces, strict=True):
        muster.add_force(player, force)
    setup = Setup(
        cards,
        forces,
        mission,
        options or GameOptions(),
        replace(table, bodies=()),
        secondary,
        names,
        muster.card_ids,
        muster.weapons,
        muster.abilities,
        muster.attachments,
        rulings,
    )
    players = {
        p: Player(well=START_WELL_ARC, rack=force.rack)
        for p, force in zip(PLAYERS, forces, strict=True)
    }
    objectives: Mapping[str, Objective] = place_objectives(mission, setup.table)
    return State(setup, players, muster.units, muster.models, objectives=objectives)
