"""The series of games in the arguments of `wc3d simulate`: forces, bots, missions, map."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.suggestions import suggest_similar
from wc3d.cli.play.game_args import choose_mission, load_board, load_mission_board, read_options
from wc3d.errors import InputError
from wc3d.registry import game_entry, rules_of

if TYPE_CHECKING:
    from wc3d.bots.tournament import Entrant, Series
    from wc3d.engine.ruleset import RuleSet
    from wc3d.engine.ruleset_types import MissionEntry

ALL_FORCES, RANDOM_FORCE_PREFIX = "all", "random:"
"""The values of `--forces` for every sample force, and for a new random force in each game."""

MAX_TEXT_CHARS = 4000
"""The maximum characters of a file name or a seed, which each game's line includes."""

FORCES_HELP = "a sample force, a force file, random:FACTION or all"
"""The help for the values of `--forces`."""


def read_series(arguments: argparse.Namespace) -> Series:
    """Return the series of the arguments. Raises InputError for the first fault."""
    from wc3d.bots.tournament import Series
    from wc3d.engine.options import bot_defaults

    game = game_entry(arguments.game)
    rules = rules_of(arguments.game)
    bots = select_bots(arguments.bots, rules)
    named = [parse_entrant(word, rules) for word in arguments.forces if word != ALL_FORCES]
    size = select_size(arguments, named, rules)
    usual = rules.default_mission(size)
    map_name = arguments.map or usual.board
    table = (
        load_board(arguments.map, rules.name)
        if arguments.map
        else load_mission_board(usual, rules.name)
    )
    missions = select_missions(arguments, usual, rules)
    for mission in missions:
        require_suitable_forces(mission, named, map_name, table.size, rules)
    entrants = [
        e
        for word in arguments.forces
        for e in (
            sample_entrants(size, rules) if word == ALL_FORCES else [parse_entrant(word, rules)]
        )
    ]
    for name in (names := [e.name for e in entrants]):
        if names.count(name) > 1:
            raise InputError(
                f"--forces: {name} is listed {names.count(name)} times; list each force once"
            )
    for option, words in (("--forces", names), ("--map", [map_name]), ("--seed", [arguments.seed])):
        for word in words:
            if len(word) > MAX_TEXT_CHARS or not word.isprintable():
                raise InputError(
                    f"{option} {word[:60]}: expected up to {MAX_TEXT_CHARS} printable characters"
                )
    options = {**bot_defaults(rules.setup.options), **read_options(arguments, game)}
    ids = tuple(m.id for m in missions)
    return Series(tuple(entrants), ids, map_name, table, bots, arguments.seed, options, game)


def select_bots(text: str, rules: RuleSet) -> tuple[str, str]:
    """Return one bot for both sides or two bots, by default the standard one. Raises InputError."""
    from wc3d.bots import validate_bot_name

    names = text.split(",") if text else [""]
    try:
        names = [validate_bot_name(rules, name) for name in names]
    except InputError as error:
        raise InputError(f"--bots: {error}") from None
    if len(names) > 2:
        raise InputError(f"--bots {text}: expected one or two bots")
    return names[0], names[-1]


def game_sizes(rules: RuleSet) -> list[str]:
    """Return the sizes of games, the default one first."""
    return list(dict.fromkeys(mission.size for mission in rules.setup.missions()))


def parse_entrant(word: str, rules: RuleSet) -> Entrant:
    """Return the entrant that a word of --forces names. Raises InputError with similar names."""
    from wc3d.bots.tournament import Entrant

    usual = rules.default_mission().id
    if word.startswith(RANDOM_FORCE_PREFIX):
        names = [name.removeprefix(RANDOM_FORCE_PREFIX) for name, _ in rules.setup.random_forces()]
        if (faction := word.removeprefix(RANDOM_FORCE_PREFIX)) not in names:
            raise InputError(
                f"--forces {word}: unknown Faction; expected one of {', '.join(names)}{suggest_similar(faction, names)}"
            )
        return Entrant(word)
    names = sorted(name for size in game_sizes(rules) for name, _ in rules.setup.forces(size))
    if "." not in word and not Path(word).exists() and word not in names:
        raise InputError(
            f"--forces: unknown force {word!r}; expected {FORCES_HELP}{suggest_similar(word, names)}"
        )
    return Entrant(word, rules.setup.force(word, usual, 0))


def sample_entrants(size: str, rules: RuleSet) -> list[Entrant]:
    """Return the sample forces of a size; for a game without forces, one entrant for all."""
    from wc3d.bots.tournament import Entrant

    usual = rules.default_mission(size)
    return [
        Entrant(name, rules.setup.force(name, usual.id, 0)) for name, _ in rules.setup.forces(size)
    ] or [Entrant(ALL_FORCES)]


def select_size(arguments: argparse.Namespace, named: list[Entrant], rules: RuleSet) -> str:
    """Return the game size by the missions, else the map, else the forces: the first size at which
    all are legal.

    Raises InputError.
    """
    mission_sizes = dict.fromkeys(rules.mission(id).size for id in arguments.mission)
    if len(mission_sizes) > 1:
        all_sizes = " or ".join(game_sizes(rules))
        raise InputError(
            f"--mission {' '.join(arguments.mission)}: expected missions of one size ({all_sizes})"
        )
    if mission_sizes:
        return next(iter(mission_sizes))
    if arguments.map:
        return choose_mission(rules, arguments.map).size
    fitting = (
        size
        for size in game_sizes(rules)
        if all(can_play_mission(e, rules.default_mission(size), rules) for e in named)
    )
    return next(fitting, game_sizes(rules)[-1])


def can_play_mission(entrant: Entrant, mission: MissionEntry, rules: RuleSet) -> bool:
    """Return whether the entrant can play the mission."""
    return entrant.force is None or bool(rules.setup.check_force(entrant.force, mission.id))


def select_missions(
    arguments: argparse.Namespace, usual: MissionEntry, rules: RuleSet
) -> list[MissionEntry]:
    """Return the named missions, else one that fits the map, else `usual`. Raises InputError."""
    named = list(dict.fromkeys(arguments.mission))
    return [rules.mission(id) for id in named] or [
        choose_mission(rules, arguments.map) if arguments.map else usual
    ]


def require_suitable_forces(
    mission: MissionEntry,
    named: list[Entrant],
    map_name: str,
    size: tuple[float, float],
    rules: RuleSet,
) -> None:
    """Raise InputError for a force or map size that does not suit the mission, or warn."""
    for contender in named:
        verdict = (
            rules.setup.check_force(contender.force, mission.id)
            if contender.force is not None
            else None
        )
        if verdict is not None and not verdict:
            raise InputError(
                f"--forces: {contender.name} cannot play {mission.id}: {verdict.reason}"
            )
    if size != mission.table:
        (width, depth), (own_width, own_depth) = mission.table, size
        played = f'{width:g}" x {depth:g}"'
        actual = f'{own_width:g}" x {own_depth:g}"'
        source = f" ({mission.source})" if mission.source else ""
        message = f"--map {map_name}: {mission.id} needs a {played} table, but this board is {actual}{source}"
        if not mission.allows_any_table:
            raise InputError(message)
        print(f"wc3d: note: {message}", file=sys.stderr)
