"""Which series of games the arguments of `wc3d simulate` describe: forces, bots, missions, map."""
from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d._internal.suggestions import near
from wc3d.cli.play.game_args import board, choose_mission, mission_board, read_options
from wc3d.errors import InputError
from wc3d.registry import game_entry, rules_of

if TYPE_CHECKING:
    from wc3d.bots.tournament import Entrant, Series
    from wc3d.engine.ruleset import RuleSet
    from wc3d.engine.ruleset_types import MissionEntry

ALL, RANDOM = "all", "random:"
"""How `--forces` says every sample force, and a new random force for each game."""

LONGEST = 4000
"""Characters of a force file's name, a map's or a seed: each game's line holds them."""

MAY_HOLD = "a sample force, a force file, random:FACTION or all"
"""What `--forces` may hold."""


def series_of(arguments: argparse.Namespace) -> Series:
    """The series that the command line describes. Raises InputError for the first thing wrong with it."""
    from wc3d.bots.tournament import Series
    from wc3d.engine.options import between_bots

    game, rules = game_entry(arguments.game), rules_of(arguments.game)
    bots = choose_bots(arguments.bots, rules)
    named = [entrant(word, rules) for word in arguments.forces if word != ALL]
    size = size_of(arguments, named, rules)
    usual = rules.usual_mission(size)
    map_name = arguments.map or usual.board
    table = board(arguments.map, rules.name) if arguments.map else mission_board(usual, rules.name)
    missions = missions_of(arguments, usual, rules)
    for mission in missions:
        must_suit(mission, named, map_name, table.size, rules)
    entrants = [e for word in arguments.forces for e in (samples(size, rules) if word == ALL else [entrant(word, rules)])]
    for name in (names := [e.name for e in entrants]):
        if names.count(name) > 1:
            raise InputError(f"--forces: {name} is named {names.count(name)} times; name every force once")
    for option, words in (("--forces", names), ("--map", [map_name]), ("--seed", [arguments.seed])):
        for word in words:
            if len(word) > LONGEST or not word.isprintable():
                raise InputError(f"{option} {word[:60]}: expected up to {LONGEST} printable characters")
    options, ids = {**between_bots(rules.options), **read_options(arguments, game)}, tuple(m.id for m in missions)
    return Series(tuple(entrants), ids, map_name, table, bots, arguments.seed, options, game)


def choose_bots(text: str, rules: RuleSet) -> tuple[str, str]:
    """One bot for both sides, or two; the usual one if none is named. Raises InputError."""
    from wc3d.bots import known_bot

    names = text.split(",") if text else [""]
    try:
        names = [known_bot(rules, name) for name in names]
    except InputError as error:
        raise InputError(f"--bots: {error}") from None
    if len(names) > 2:
        raise InputError(f"--bots {text}: expected one or two bots")
    return names[0], names[-1]


def sizes(rules: RuleSet) -> list[str]:
    """The sizes of games there are, the usual one first."""
    return list(dict.fromkeys(mission.size for mission in rules.missions()))


def entrant(word: str, rules: RuleSet) -> Entrant:
    """Whom a word of --forces means. Raises InputError, with names that look like it."""
    from wc3d.bots.tournament import Entrant

    usual = rules.usual_mission().id
    if word.startswith(RANDOM):
        names = [name.removeprefix(RANDOM) for name, _ in rules.random_forces()]
        if (faction := word.removeprefix(RANDOM)) not in names:
            raise InputError(f"--forces {word}: unknown Faction; expected one of {', '.join(names)}{near(faction, names)}")
        return Entrant(word)
    names = sorted(name for size in sizes(rules) for name, _ in rules.forces(size))
    if "." not in word and not Path(word).exists() and word not in names:
        raise InputError(f"--forces: unknown force {word!r}; expected {MAY_HOLD}{near(word, names)}")
    return Entrant(word, rules.force(word, usual, 0))


def samples(size: str, rules: RuleSet) -> list[Entrant]:
    """The sample forces of a size; of a game without forces one that stands for all."""
    from wc3d.bots.tournament import Entrant

    usual = rules.usual_mission(size)
    return [Entrant(name, rules.force(name, usual.id, 0)) for name, _ in rules.forces(size)] or [Entrant(ALL)]


def size_of(arguments: argparse.Namespace, named: list[Entrant], rules: RuleSet) -> str:
    """The size of the games. The missions say it, else the map, else the forces: the first for which all of them are legal.

    Raises InputError.
    """
    mission_sizes = dict.fromkeys(rules.mission(id).size for id in arguments.mission)
    if len(mission_sizes) > 1:
        all_sizes = " or ".join(sizes(rules))
        raise InputError(f"--mission {' '.join(arguments.mission)}: all missions must be the same size: {all_sizes}")
    if mission_sizes:
        return next(iter(mission_sizes))
    if arguments.map:
        return choose_mission(rules, arguments.map).size
    fitting = (size for size in sizes(rules) if all(fits(e, rules.usual_mission(size), rules) for e in named))
    return next(fitting, sizes(rules)[-1])


def fits(entrant: Entrant, mission: MissionEntry, rules: RuleSet) -> bool:
    """May it play that mission?"""
    return entrant.force is None or bool(rules.check_force(entrant.force, mission.id))


def missions_of(arguments: argparse.Namespace, usual: MissionEntry, rules: RuleSet) -> list[MissionEntry]:
    """Return the missions named, else the one that fits the map, else the usual one. Raises InputError."""
    named = list(dict.fromkeys(arguments.mission))
    return [rules.mission(id) for id in named] or [choose_mission(rules, arguments.map) if arguments.map else usual]


def must_suit(
    mission: MissionEntry, named: list[Entrant], map_name: str, size: tuple[float, float], rules: RuleSet
) -> None:
    """Refuse a force that may not play the mission; of a map of another size say so, or refuse it. Raises InputError."""
    for contender in named:
        verdict = rules.check_force(contender.force, mission.id) if contender.force is not None else None
        if verdict is not None and not verdict:
            raise InputError(f"--forces: {contender.name} cannot play {mission.id}: {verdict.reason}")
    if size != mission.table:
        (width, depth), (own_width, own_depth) = mission.table, size
        played, actual = f'{width:g}" x {depth:g}"', f'{own_width:g}" x {own_depth:g}"'
        source = f" ({mission.source})" if mission.source else ""
        message = f"--map {map_name}: {mission.id} needs a table of {played}, this board has {actual}{source}"
        if not mission.any_table:
            raise InputError(message)
        print(f"wc3d: note: {message}", file=sys.stderr)
