"""The setup of a game in a save: validation of the players' choices, and the first state."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, StrictInt

from wc3d._internal.memo import Size, memo_per_process, use_terrain
from wc3d.engine.dice import Dice
from wc3d.games.warmachine.rules.cards import (
    CARDS,
    KIND_BY_CARD,
    AnyCard,
    CardSet,
    UnitCard,
    WarcasterCard,
    WarjackCard,
)
from wc3d.games.warmachine.rules.damage_grid import parse_grid
from wc3d.games.warmachine.rules.editions import SWITCHES, Edition, parse_edition, read_edition
from wc3d.games.warmachine.rules.forces import Battlegroup, list_faults
from wc3d.games.warmachine.rules.game_setup import Setup
from wc3d.games.warmachine.rules.space.policy import SPACE
from wc3d.games.warmachine.rules.state import PLAYERS, Model, State, Unit
from wc3d.games.warmachine.rules.turn.opening import DEPLOYMENT_DEPTH_IN, SetupFrame
from wc3d.saved_setup import (
    SetupError,
    choose_seed,
    parse_setup,
    read_saved_map,
    restore_table,
    saved_dice,
    setup_data,
)
from wc3d.table.maps.map_file import map_data
from wc3d.table.maps.strict_json import FileFault, Id, StrictModel
from wc3d.table.maps.terrain_hash import hash_meshes
from wc3d.table.table import Table
from wc3d.table.table_state import hash_terrain

MIN_FORCE_DISTANCE_IN = 20.0
"""The smallest distance between the forces in inches (WM-SET-06)."""


class BattleSetup(StrictModel):
    """The setup of a game in a save. Values of player 1 come first.

    `edition` contains every switch. `rounds` is the round limit, 0 for none. `cards`, `terrain`
    and `meshes` are digests. A game continues only with the same cards, terrain solids and mesh
    files.
    """

    game: Literal["warmachine"] = "warmachine"
    names: tuple[Id, Id]
    mission: Literal["battle", "armies"] = "battle"
    edition: dict[str, Any]
    rounds: int = Field(0, strict=True, ge=0, le=100)
    seed: StrictInt | str | None = None
    cards: str
    forces: tuple[Battlegroup, Battlegroup]
    terrain: str
    meshes: str = ""
    map: dict[str, Any]


PreparedGame = tuple[State, Dice, dict[str, Any]]
"""The start of a game: its first state, its dice, and its setup as saved."""


def prepare_game(
    table: Table,
    forces: tuple[Battlegroup, Battlegroup],
    *,
    edition: Edition,
    rounds: int = 0,
    mission: str = "battle",
    seed: int | str | None = None,
    dice: Dice | None = None,
    names: tuple[str, str] = ("Player 1", "Player 2"),
) -> PreparedGame:
    """Set up a game of two battlegroups on a table. Raises InputError.

    Without `seed` and `dice` the dice are random.
    """
    cards = CARDS()
    described, table, terrain = _describe_table(table)
    setup = parse_setup(
        BattleSetup,
        {
            "names": names,
            "mission": mission,
            "edition": edition.as_json(),
            "rounds": rounds,
            "seed": choose_seed(seed, dice),
            "cards": cards.digest,
            "forces": forces,
            "terrain": terrain,
            "meshes": hash_meshes(table),
            "map": described,
        },
    )
    return _prepare(setup, table, cards, dice)


@memo_per_process(Size.FEW)
def _describe_table(table: Table) -> tuple[dict[str, Any], Table, str]:
    """Return a table in saved form, the table read from this form, and its terrain digest."""
    described = map_data(table, Path())
    return described, *_read_saved_table(json.dumps(described), hash_terrain(table))


@memo_per_process(Size.FEW)
def _read_saved_table(described: str, digest: str) -> tuple[Table, str]:
    """Return a saved table and its terrain digest, cached for games on the same board.

    `digest` is the expected terrain digest. It distinguishes boards whose mesh files differ but
    share names.
    """
    table = read_saved_map(json.loads(described), SPACE)
    return table, hash_terrain(table)


def restore_game(data: Any, dice: Dice | None = None) -> PreparedGame:
    """Return the start of a saved game, with these dice or those of its seed. Raises InputError.

    The setup must be readable, with the same cards and the same terrain.
    """
    cards = CARDS()
    setup = parse_setup(BattleSetup, data)
    table = restore_table(setup, SPACE, cards.digest)
    return _prepare(setup, table, cards, dice)


def _prepare(setup: BattleSetup, table: Table, cards: CardSet, dice: Dice | None) -> PreparedGame:
    dice = saved_dice(setup, dice)
    use_terrain(table)
    return _first_state(setup, table, cards), dice, setup_data(setup)


def _first_state(setup: BattleSetup, table: Table, cards: CardSet) -> State:
    edition = read_edition(setup.edition, "setup: edition")
    faults = [*_force_faults(setup, cards, edition), *_table_faults(table)]
    if faults:
        raise SetupError("new game", faults)
    has_officers = bool(edition["units.warcaster"])
    ids = {
        m.id: card
        for player in PLAYERS
        for m, card in _cards_of(player, setup.forces[player - 1], cards, has_officers)
    }
    models = {
        m.id: m
        for player in PLAYERS
        for m, _ in _cards_of(player, setup.forces[player - 1], cards, has_officers)
    }
    grids = {id: parse_grid(card.grid) for id, card in ids.items() if isinstance(card, WarjackCard)}
    card_ids = {id: card.id for id, card in ids.items()}
    table = replace(table, policy=replace(SPACE, extra_terrain=bool(edition["terrain.extra"])))
    game_setup = Setup(
        cards, setup.forces, table, edition, setup.rounds, setup.names, card_ids, grids
    )
    if edition["focus.start"] == "full":  # WM-MK3-13
        models = {id: replace(m, focus=getattr(ids[id], "foc", 0)) for id, m in models.items()}
    units = {
        u.id: u
        for player in PLAYERS
        for u, _ in _units_of(player, setup.forces[player - 1], cards, has_officers)
    }
    return State(game_setup, models, agenda=(SetupFrame(),), units=units)


def _name_cards(
    player: int, force: Battlegroup, cards: CardSet
) -> Iterator[tuple[str, str, AnyCard]]:
    """Yield id, name and card of a battlegroup's entries, the warcaster first."""
    card_ids = force.card_ids
    for i, id in enumerate(card_ids):
        number = f"{card_ids[: i + 1].count(id)}" if card_ids.count(id) > 1 else ""
        yield (
            f"{player}.{id}{number}",
            f"{cards.models[id].name} {number}".rstrip(),
            cards.models[id],
        )


def _units_of(
    player: int, force: Battlegroup, cards: CardSet, has_officers: bool
) -> Iterator[tuple[Unit, UnitCard]]:
    for id, name, card in _name_cards(player, force, cards):
        own = (
            cards.models.get(card.officer_of)
            if isinstance(card, WarcasterCard) and has_officers
            else None
        )
        if isinstance(own, UnitCard):  # led by its officer (WM-MK3-35)
            yield Unit(f"{id}.unit", player, f"{name}'s {own.name}"), own
        if isinstance(card, UnitCard):
            yield Unit(id, player, name), card


def _cards_of(
    player: int, force: Battlegroup, cards: CardSet, has_officers: bool
) -> Iterator[tuple[Model, AnyCard]]:
    """Yield the models of a battlegroup with their cards, the warcaster first.

    Duplicates are numbered, and troopers have letters. `has_officers`: a warcaster may be the
    officer of a unit (WM-MK3-35).
    """
    officers = {
        unit.id
        for unit, _ in _units_of(player, force, cards, has_officers)
        if unit.id.endswith(".unit")
    }
    for id, name, card in _name_cards(player, force, cards):
        if not isinstance(card, UnitCard):
            own = f"{id}.unit" if f"{id}.unit" in officers else ""
            yield (
                Model(
                    id,
                    player,
                    name,
                    card.base,
                    KIND_BY_CARD[type(card)],
                    unit=own,
                    leader=bool(own),
                ),
                card,
            )
    # the first trooper leads a unit without an officer
    for unit, card in _units_of(player, force, cards, has_officers):
        for n in range(1, card.size + 1):
            leads = n == 1 and unit.id not in officers
            name = f"{unit.name} leader" if leads else f"{unit.name} {'abcdefghijkl'[n - 1]}"
            yield (
                Model(
                    f"{unit.id}.{n}",
                    player,
                    name,
                    card.base,
                    KIND_BY_CARD[UnitCard],
                    unit=unit.id,
                    leader=leads,
                ),
                card,
            )


def _force_faults(setup: BattleSetup, cards: CardSet, edition: Edition) -> Iterator[FileFault]:
    for name, force in zip(setup.names, setup.forces, strict=True):
        yield from (FileFault(f"battlegroup of {name}", text) for text in list_faults(force, cards))
        if force.has_units and not edition["units"]:
            allowed = "switch units=on allows them (Quick Start rules, WM-MOD-01)"
            text = f"units and solos are not allowed in {edition.name}; {allowed}"
            yield FileFault(f"battlegroup of {name}", text)


def _table_faults(table: Table) -> Iterator[FileFault]:
    """Yield a fault if the table is less than 40" deep (WM-SET-06, WM-RUL-03)."""
    need = 2 * DEPLOYMENT_DEPTH_IN + MIN_FORCE_DISTANCE_IN
    if table.size[1] < need:
        yield FileFault(
            "map",
            f'the table is {table.size[1]:g}" deep; the forces need {need:g}" (Quick Start rules, WM-SET-06)',
        )


ARMIES_MISSION = "armies"
"""The mission for battlegroups with units, in any edition."""


def edition_for_game(columns: str, switches: Sequence[str] = (), mission: str = "") -> Edition:
    """Return the edition of a new game from its columns and changed switches. Raises InputError.

    A battle of armies has units and command checks unless the switches say otherwise.
    """
    edition = parse_edition(", ".join([columns or "quick_start", *switches]))
    named = {switch.partition("=")[0].strip() for switch in switches}
    return edition.with_changes(
        {
            key: True
            for key in ("units", "command")
            if mission == ARMIES_MISSION and key not in named
        }
    )


def describe_edition(columns: str, mission: str = "") -> str:
    """Return a sentence on the differences between an edition and the Quick Start booklet."""
    edition = edition_for_game(columns, (), mission)
    changed_keys = [key for key, switch in SWITCHES.items() if edition[key] != switch.quick_start]
    return (
        f"differs from the Quick Start booklet in {', '.join(changed_keys)}"
        if changed_keys
        else "same as the Quick Start booklet"
    )
