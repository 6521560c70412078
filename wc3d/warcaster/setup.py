"""What never changes in a game: cards, forces, mission, terrain, and what each unit and model is."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from wc3d.table.table import Table
from wc3d.warcaster.book.rulings import START_ARC, GameOptions
from wc3d.warcaster.cards import Cards, UnitCard
from wc3d.warcaster.forces.force_files import Force, UnitChoice, WeaponInstance, abilities_of, weapons_of
from wc3d.warcaster.state import PLAYERS, Model, Objective, Player, State, Unit

if TYPE_CHECKING:
    from wc3d.warcaster.missions.mission import Mission

Two = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, eq=False)
class Setup:
    """What never changes in a game. Player 1's things come first.

    `table` is the terrain alone. `card_ids` names the card of each unit, model and attachment; `weapons` and `abilities`
    what each model carries and can (a warjack's head and equipment included); `attachments` are each player's, by model id.
    """

    cards: Cards
    forces: tuple[Force, Force]
    mission: Mission
    options: GameOptions
    table: Table
    secondary: Two
    names: tuple[str, str]
    card_ids: Mapping[str, str] = field(repr=False)
    weapons: Mapping[str, tuple[WeaponInstance, ...]] = field(repr=False)
    abilities: Mapping[str, tuple[str, ...]] = field(repr=False)
    attachments: Mapping[int, tuple[str, ...]] = field(repr=False)
    _terrains: dict[tuple[str, ...], Table] = field(default_factory=dict, repr=False)

    def card_of(self, id: str) -> UnitCard:
        """The card of a unit, model or attachment. Raises KeyError."""
        return self.cards.units[self.card_ids[id]]

    def terrain(self, objectives: tuple[str, ...]) -> Table:
        """The terrain with these objectives standing on it, as far as they are terrain (NM-OBJ-12)."""
        if objectives not in self._terrains:
            from wc3d.warcaster.missions.objectives import features

            standing = features(self, objectives)
            self._terrains[objectives] = replace(self.table, features=self.table.features + standing) if standing else self.table
        return self._terrains[objectives]

    @cached_property
    def public(self) -> Setup:
        """The same without what is hidden: which Cyphers are in the racks."""
        one, two = (force.model_copy(update={"rack": ()}) for force in self.forces)
        return replace(self, forces=(one, two))


class Roster:
    """The units, models and attachments of both forces, with their ids and names, as they are made."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.units: dict[str, Unit] = {}
        self.models: dict[str, Model] = {}
        self.card_ids: dict[str, str] = {}
        self.weapons: dict[str, tuple[WeaponInstance, ...]] = {}
        self.abilities: dict[str, tuple[str, ...]] = {}
        self.attachments: dict[int, tuple[str, ...]] = {p: () for p in PLAYERS}

    def enlist(self, player: int, force: Force) -> None:
        """Take a player's force in: units first, then Heroes, then attachments."""
        choices = (*force.units, *force.heroes)
        for choice, id, name in _named(player, choices, self.cards):
            self._add_unit(player, choice, id, name)
        for choice, id, name in _named(player, tuple(UnitChoice(unit=a) for a in force.attachments), self.cards):
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
        self.weapons[id] = weapons_of(choice, self.cards)
        self.abilities[id] = abilities_of(choice, self.cards)


def _named(player: int, choices: tuple[UnitChoice, ...], cards: Cards) -> Iterator[tuple[UnitChoice, str, str]]:
    """Each choice with its id ("1.dusk_wolf.2") and name ("Dusk Wolf 2", numbered if the side has several)."""
    all_ids = [c.unit for c in choices]
    for i, choice in enumerate(choices):
        number = all_ids[: i + 1].count(choice.unit)
        name = cards.unit(choice.unit).name
        several = all_ids.count(choice.unit) > 1
        yield choice, f"{player}.{choice.unit}.{number}", f"{name} {number}" if several else name


def assemble(
    table: Table,
    forces: tuple[Force, Force],
    mission: Mission,
    cards: Cards,
    options: GameOptions | None = None,
    secondary: Two = ((), ()),
    names: tuple[str, str] = ("Player 1", "Player 2"),
) -> State:
    """The state before anything happens: everyone in reserve, 7 Arc in each well (NM-SET-04, NM-SET-05, NM-CMP-05).

    Nothing is checked here (`new_game` does).
    """
    from wc3d.warcaster.missions.mission import objectives_of

    roster = Roster(cards)
    for player, force in zip(PLAYERS, forces, strict=True):
        roster.enlist(player, force)
    setup = Setup(
        cards, forces, mission, options or GameOptions(), replace(table, bodies=()), secondary, names,
        roster.card_ids, roster.weapons, roster.abilities, roster.attachments,
    )  # fmt: skip
    players = {p: Player(well=START_ARC, rack=force.rack) for p, force in zip(PLAYERS, forces, strict=True)}
    objectives: Mapping[str, Objective] = objectives_of(mission, setup.table)
    return State(setup, players, roster.units, roster.models, objectives=objectives)
