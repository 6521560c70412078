"""The saved setup of a game: validate the players' input and create the first state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, StrictInt

from wc3d._internal.memo import Size, memo_per_process, use_terrain
from wc3d.engine.dice import Dice
from wc3d.games.neo_mechanika.rules.book.rulings import RULINGS_VERSION, GameOptions
from wc3d.games.neo_mechanika.rules.cards import CARDS, Cards
from wc3d.games.neo_mechanika.rules.forces import force_files as forces_module
from wc3d.games.neo_mechanika.rules.forces.force_editor import fill_rack
from wc3d.games.neo_mechanika.rules.forces.force_files import Force, mission_limits
from wc3d.games.neo_mechanika.rules.game_setup import Two
from wc3d.games.neo_mechanika.rules.missions import book_missions as missions
from wc3d.games.neo_mechanika.rules.missions import secondary as secondary_missions
from wc3d.games.neo_mechanika.rules.missions.book_missions import Mission
from wc3d.games.neo_mechanika.rules.missions.mission_file import MissionModel, mission_to_model
from wc3d.games.neo_mechanika.rules.muster import make_first_state
from wc3d.games.neo_mechanika.rules.space import space_policy_for
from wc3d.games.neo_mechanika.rules.state import State
from wc3d.games.neo_mechanika.rules.turn.setup_phase import SetupFrame
from wc3d.saved_setup import SetupError as SetupError
from wc3d.saved_setup import (
    choose_seed,
    parse_setup,
    read_saved_map,
    restore_table,
    saved_dice,
    setup_data,
)
from wc3d.table.maps.map_file import map_data
from wc3d.table.maps.strict_json import Coordinate, FileFault, Id, StrictModel
from wc3d.table.maps.terrain_hash import hash_meshes
from wc3d.table.table import Table
from wc3d.table.table_state import hash_terrain


class GameSetup(StrictModel):
    """The saved setup of a game. Player 1's values come first.

    `plan` is the full data of a custom mission. `layout` has the places of objectives, if they
    differ from the mission's. `cards`, `terrain` and `meshes` are digests: a game continues only
    with the same cards, terrain solids and mesh files. `rulings` is the version of the rulings at
    the start (`RULINGS_VERSION`).
    """

    game: Literal["neo-mechanika"] = "neo-mechanika"
    names: tuple[Id, Id]
    mission: Id
    plan: MissionModel | None = None
    layout: dict[Id, tuple[Coordinate, Coordinate] | tuple[Coordinate, Coordinate, Coordinate]] = {}  # noqa: RUF012
    options: GameOptions = GameOptions()
    rulings: int = Field(default=1, strict=True, ge=1, le=RULINGS_VERSION)
    secondary: tuple[tuple[Id, ...], tuple[Id, ...]] = ((), ())
    seed: StrictInt | str | None = None
    cards: str
    forces: tuple[Force, Force]
    terrain: str
    meshes: str = ""
    map: dict[str, Any]


PreparedGame = tuple[State, Dice, dict[str, Any]]
"""A game's first state, dice and saved setup."""


def prepare_game(
    table: Table,
    forces: tuple[Force, Force],
    mission: Mission | str,
    *,
    seed: int | str | None = None,
    dice: Dice | None = None,
    options: GameOptions | None = None,
    secondary: Two = ((), ()),
    names: tuple[str, str] = ("Player 1", "Player 2"),
    cards: Cards | None = None,
) -> PreparedGame:
    """Return the start of a game. Without `seed` and `dice` the dice are random.

    Raises SetupError, which lists every fault: of the forces, the secondary missions.
    """
    cards = cards or CARDS()
    mission = missions.mission(mission) if isinstance(mission, str) else mission
    _check_types(table, forces, mission)
    plan = None if _is_book_mission(mission) else mission_to_model(mission)
    own = {
        o.id: o.at
        for o in (mission if plan is not None else missions.MISSIONS[mission.id]).objectives
    }
    options = options or GameOptions()
    described, table, terrain = _describe_table(table, options)
    setup = parse_setup(
        GameSetup,
        {
            "names": names,
            "mission": mission.id,
            "plan": plan,
            "layout": {o.id: o.at for o in mission.objectives if o.at != own[o.id]},
            "options": options,
            "rulings": RULINGS_VERSION,
            "secondary": secondary,
            "seed": choose_seed(seed, dice),
            "cards": cards.digest,
            "forces": forces,
            "terrain": terrain,
            "meshes": hash_meshes(table),
            "map": described,
        },
    )
    return _prepare_setup(setup, table, cards, dice)


@memo_per_process(Size.FEW)
def _describe_table(table: Table, options: GameOptions) -> tuple[dict[str, Any], Table, str]:
    """Return a table's saved form, the table from that form, and its terrain digest (cached)."""
    described = map_data(table, Path())
    read = read_saved_map(described, space_policy_for(RULINGS_VERSION, options))
    return described, read, hash_terrain(read)


def restore_game(data: Any, dice: Dice | None = None, cards: Cards | None = None) -> PreparedGame:
    """Return the start of a saved setup's game, with these dice or those of its seed.

    Raises SetupError for an unreadable setup, for other cards and for changed terrain.
    """
    cards = cards or CARDS()
    setup = parse_setup(GameSetup, data)
    table = restore_table(setup, space_policy_for(setup.rulings, setup.options), cards.digest)
    return _prepare_setup(setup, table, cards, dice)


def shared_setup(setup: dict[str, Any], player: int | None) -> dict[str, Any]:
    """Return a saved setup for a player: without seed, with placeholders for others' Cyphers."""
    cards = CARDS()
    forces = [
        force
        if number == player
        else {**force, "rack": list(fill_rack((), cards, len(force["rack"])))}
        for number, force in enumerate(setup["forces"], 1)
    ]
    return {**{name: value for name, value in setup.items() if name != "seed"}, "forces": forces}


def _check_types(table: Any, forces: Any, mission: Any) -> None:
    """Raise SetupError with help unless the arguments are a table, two forces and a mission."""
    has_two_forces = (
        isinstance(forces, list | tuple)
        and len(forces) == 2
        and all(isinstance(f, Force) for f in forces)
    )
    kinds = (
        ("table", isinstance(table, Table), "a table (load_map, new_table)"),
        ("forces", has_two_forces, "two forces (load_force, sample_force, Force)"),
        ("mission", isinstance(mission, Mission), "the id of a mission, its file or a Mission"),
    )
    if faults := [
        FileFault(place, f"expected {description}")
        for place, fits, description in kinds
        if not fits
    ]:
        raise SetupError("new game", faults)


def _is_book_mission(mission: Mission) -> bool:
    """Return whether a mission is from the book, with any places of its objectives."""
    book_mission = missions.MISSIONS.get(mission.id)
    if book_mission is None or [o.id for o in mission.objectives] != [
        o.id for o in book_mission.objectives
    ]:
        return False
    return mission.with_objectives_at({o.id: o.at for o in book_mission.objectives}) == book_mission


def _prepare_setup(setup: GameSetup, table: Table, cards: Cards, dice: Dice | None) -> PreparedGame:
    dice = saved_dice(setup, dice)
    use_terrain(table)
    return _make_first_state(setup, table, cards), dice, setup_data(setup)


def _make_first_state(setup: GameSetup, table: Table, cards: Cards) -> State:
    if setup.plan is not None and (faults := list(setup.plan.find_faults())):
        raise SetupError("setup", faults)
    named = setup.plan.to_mission() if setup.plan is not None else missions.mission(setup.mission)
    mission = named.scaled_to(table.size).with_objectives_at(setup.layout)
    faults = [*_find_force_faults(setup, mission, cards), *_find_secondary_faults(setup, mission)]
    if faults:
        raise SetupError("new game", faults)
    state = make_first_state(
        table,
        setup.forces,
        mission,
        cards,
        setup.options,
        setup.secondary,
        setup.names,
        setup.rulings,
    )
    return replace(state, agenda=(SetupFrame(),))


def _find_force_faults(setup: GameSetup, mission: Mission, cards: Cards) -> Iterator[FileFault]:
    limits = mission_limits(mission)
    for name, force in zip(setup.names, setup.forces, strict=True):
        yield from (
            FileFault(f"force of {name}", str(v))
            for v in forces_module.list_faults(force, cards, limits)
        )


def _find_secondary_faults(setup: GameSetup, mission: Mission) -> Iterator[FileFault]:
    """Yield the faults of the chosen secondary missions (NM-SEC-01, NM-SKM-04)."""
    for name, mission_ids in zip(setup.names, setup.secondary, strict=True):
        texts = secondary_missions.list_faults(
            mission, mission_ids, setup.options.secondary_missions
        )
        yield from (FileFault(f"secondary missions of {name}", text) for text in texts)
