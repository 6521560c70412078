"""Which series of games the arguments of `wc3d simulate` describe: forces, bots, missions, map."""
from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from wc3d.errors import InputError

if TYPE_CHECKING:
    from wc3d.players.tournament import Entry, Series
    from wc3d.warcaster.missions.mission import Mission

ALL, RANDOM = "all", "random:"
"""How `--forces` says every sample force, and a new random force for each game."""

LONGEST = 4000
"""Characters of a force file's name, a map's or a seed: each game's line holds them."""

MAY_HOLD = "a sample force, a force file, random:FACTION or all"
"""What `--forces` may hold."""


def series_of(arguments: argparse.Namespace) -> Series:
    """The series that the command line describes. Raises InputError for the first thing wrong with it."""
    from wc3d.app.play.game_args import BOARD, SKIRMISH_BOARD, board
    from wc3d.players.tournament import Series

    bots = bots_of(arguments.bots)
    named = [entry(word) for word in arguments.forces if word != ALL]
    skirmish = is_skirmish(arguments, named)
    map_name = arguments.map or (SKIRMISH_BOARD if skirmish else BOARD)
    missions, table = missions_of(arguments, map_name), board(map_name)
    for mission in missions:
        must_suit(mission, named, map_name, table.size)
    entries = [e for word in arguments.forces for e in (samples(skirmish) if word == ALL else [entry(word)])]
    for name in (names := [e.name for e in entries]):
        if names.count(name) > 1:
            raise InputError(f"--forces: {name} is there {names.count(name)} times, expected once")
    for option, words in (("--forces", names), ("--map", [map_name]), ("--seed", [arguments.seed])):
        for word in words:
            if len(word) > LONGEST or not word.isprintable():
                raise InputError(f"{option} {word[:60]}: expected at most {LONGEST} printable characters")
    return Series(tuple(entries), tuple(m.id for m in missions), map_name, table, bots, arguments.seed, arguments.mercy)


def bots_of(text: str) -> tuple[str, str]:
    """One bot for both sides, or two. Raises InputError."""
    from wc3d.games import rules_of
    from wc3d.spelling import near

    names, bots = text.split(","), rules_of().bots
    for name in names:
        if name not in bots:
            raise InputError(f"--bots: unknown bot {name!r}; expected {' or '.join(bots)}{near(name, bots)}")
    if len(names) > 2:
        raise InputError(f"--bots {text}: expected one bot or two")
    return names[0], names[-1]


def entry(word: str) -> Entry:
    """Whom a word of --forces means. Raises InputError, with names that look like it."""
    from wc3d.app.play.game_args import force
    from wc3d.players.tournament import Entry
    from wc3d.spelling import near
    from wc3d.warcaster.cards import CARDS
    from wc3d.warcaster.forces.force_files import sample_names

    if word.startswith(RANDOM):
        faction, known = word.removeprefix(RANDOM), CARDS().factions()
        if faction not in known:
            raise InputError(f"--forces {word}: unknown Faction; expected one of {', '.join(known)}{near(faction, known)}")
        return Entry(word, None, faction)
    if "." not in word and not Path(word).exists() and word not in sample_names():
        raise InputError(f"--forces: unknown force {word!r}; expected {MAY_HOLD}{near(word, sample_names())}")
    return Entry(word, force(word))


def samples(skirmish: bool) -> list[Entry]:
    """The sample forces made for a skirmish, or those for a primary mission."""
    from wc3d.players.tournament import Entry
    from wc3d.warcaster.forces.force_files import sample_force, sample_names

    entries = [Entry(name, sample_force(name)) for name in sample_names()]
    return [e for e in entries if fits_skirmish(e) == skirmish]


def fits_skirmish(entry: Entry) -> bool:
    """Is it small enough for a skirmish?"""
    from wc3d.warcaster.cards import CARDS
    from wc3d.warcaster.forces.force_files import SKIRMISH, check_force

    return entry.force is None or bool(check_force(entry.force, CARDS(), SKIRMISH))


def is_skirmish(arguments: argparse.Namespace, named: list[Entry]) -> bool:
    """Are skirmishes played? The missions say it, else the map, else the forces: one if all of them fit. Raises InputError."""
    from wc3d.app.play.game_args import chosen_mission
    from wc3d.warcaster.missions.mission import mission

    sizes = {mission(id).skirmish for id in arguments.mission}
    if len(sizes) > 1:
        raise InputError(f"--mission {' '.join(arguments.mission)}: expected skirmish missions or primary missions, not both")
    if sizes:
        return sizes.pop()
    if arguments.map:
        return chosen_mission(of_map(arguments.map)).skirmish
    return all(map(fits_skirmish, named))


def of_map(map_name: str) -> argparse.Namespace:
    """What asks `starting` for the mission that fits a map."""
    return argparse.Namespace(map=map_name, mission=None)


def missions_of(arguments: argparse.Namespace, map_name: str) -> list[Mission]:
    """The missions named, or the one that fits the map. Raises InputError."""
    from wc3d.app.play.game_args import chosen_mission
    from wc3d.warcaster.missions.mission import mission

    named = list(dict.fromkeys(arguments.mission))
    return [mission(id) for id in named] or [chosen_mission(of_map(map_name))]


def must_suit(mission: Mission, named: list[Entry], map_name: str, size: tuple[float, float]) -> None:
    """Refuse a force that may not play the mission, and a map of another size. Raises InputError, with the page."""
    from wc3d.warcaster.book.rulebook import page_words
    from wc3d.warcaster.cards import CARDS
    from wc3d.warcaster.forces.force_files import check_force, limits_of

    for one in named:
        verdict = check_force(one.force, CARDS(), limits_of(mission)) if one.force else None
        if verdict is not None and not verdict:
            raise InputError(f"--forces: {one.name} cannot play {mission.id}: {verdict}")
    if size != mission.size:
        (width, depth), (own_width, own_depth) = mission.size, size
        played, given = f'{width:g}" x {depth:g}"', f'{own_width:g}" x {own_depth:g}"'
        raise InputError(f"--map {map_name}: {mission.id} is played on {played}, this is {given} ({page_words(mission.page)})")
