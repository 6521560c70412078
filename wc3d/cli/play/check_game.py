"""`wc3d check --game NAME`: find what is missing or wrong in a game, also one not installed."""

from __future__ import annotations

import argparse
import ast
import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wc3d._internal.game_folders import (
    GAMES_GROUP,
    PROJECT_FILE,
    find_game_folder,
    read_game_points,
)
from wc3d._internal.plugins import find_entry_points, load_entry_point
from wc3d.cli.output.colors import print_styled
from wc3d.cli.output.exit_codes import EXIT_BAD_INPUT, EXIT_SUCCESS
from wc3d.cli.play.game_args import start_game
from wc3d.engine.actions import RefusedError
from wc3d.errors import InputError, describe_plugin_fault, to_one_line
from wc3d.registry import GAMES, GameEntry, find_entry_faults, load_rules, register

if TYPE_CHECKING:
    from wc3d.engine.game import Game
    from wc3d.engine.ruleset import RuleSet

MAX_ACTIONS = 300
"""The most actions of the random game that is played in the first mission."""

MAX_FURTHER_ACTIONS = 10
"""The most actions in each other mission."""

CHECKED_STATES = 12
"""The states of that game in which each function is called."""

UNCALLED = (
    "play.decide",
    "play.correct_model",
    "play.join_state",
    "search.with_target",
    "setup.outcome",
)
"""The functions that do not answer about every state or action."""


def check_game(name: str) -> int:
    """Print a line for each fault of a game. Return 2 if there is one."""
    faults = 0
    for fault in find_game_faults(name):
        faults += 1
        print_styled(f"{name}: {to_one_line(fault)}", "red")
    count = f"{faults} fault{'s' if faults != 1 else ''}" if faults else "no fault"
    print(f"game {name} checked, {count}")
    return EXIT_BAD_INPUT if faults else EXIT_SUCCESS


def find_game_faults(name: str) -> Iterator[str]:
    """Yield the faults of a game: of its package, of its parts, then of a game that is played."""
    try:
        entry = locate_entry(name)
    except InputError as error:
        yield str(error)
        return
    faults = dict.fromkeys(find_entry_faults(entry))
    yield from faults
    if faults or not entry.rules:
        return
    register(entry)
    yield from dict.fromkeys(play_and_call(load_rules(entry), entry))


def locate_entry(name: str) -> GameEntry:
    """Return the entry of a game by its id, its folder, or a folder here that holds it.

    A folder may hold a package that is not installed. Raises InputError.
    """
    folder = Path(name) if (Path(name) / PROJECT_FILE).is_file() else find_game_folder(name)
    points = find_entry_points(GAMES_GROUP)
    if folder is None:
        if name in points:
            return _load_entry(points[name])
        known = next((entry for entry in GAMES.values() if name in (entry.id, entry.name)), None)
        if known is not None:
            return known
        if Path(name).is_dir():
            raise InputError(f"the folder has no {PROJECT_FILE}, which names the game")
        raise InputError(
            f"no game has this name; expected the id of a game, or a folder with a {PROJECT_FILE}"
        )
    try:
        found = read_game_points(folder)
    except (OSError, ValueError) as error:
        raise InputError(f"{folder / PROJECT_FILE}: cannot be read ({error})") from None
    place = found.get(name) or next(iter(found.values()), "")
    if not place:
        raise InputError(
            f'{folder / PROJECT_FILE}: expected [project.entry-points."{GAMES_GROUP}"] with a '
            'line NAME = "module:NAME"'
        )
    sys.path[:0] = [str(path.resolve()) for path in (folder, folder / "src") if path.is_dir()]
    return _load_entry(EntryPoint(name if name in found else next(iter(found)), place, GAMES_GROUP))


def _load_entry(point: EntryPoint) -> GameEntry:
    """Return the entry of an entry point. Raises InputError."""
    entry = load_entry_point(point)
    if not isinstance(entry, GameEntry):
        kind = type(entry).__name__
        raise InputError(f"{point.value}: expected a wc3d.games.GameEntry, found {kind}")
    if entry.id in GAMES and GAMES[entry.id] != entry:
        raise InputError(f"{point.value}: there is already a game {entry.id}; change the id")
    return entry


def play_and_call(rules: RuleSet, entry: GameEntry) -> Iterator[str]:
    """Yield the faults of a random game in each mission, and of each function in its states."""
    for number, mission in enumerate(rules.setup.missions()):
        arguments = argparse.Namespace(
            game=entry.id,
            map=None,
            mission=mission.id,
            seed="1",
            state=[],
            force1=None,
            force2=None,
            names=None,
        )
        try:
            game = start_game(arguments)
        except Exception as error:
            yield f"mission {mission.id} cannot begin: {_describe(error)}"
            continue
        yield from _play_at_random(rules, game, MAX_FURTHER_ACTIONS if number else MAX_ACTIONS)


def _play_at_random(rules: RuleSet, game: Game, limit: int) -> Iterator[str]:
    """Yield the faults of a random game of up to `limit` actions."""
    rng = random.Random(1)
    for number in range(limit):
        try:
            mover = game.to_act
            if mover is None:
                rules.setup.outcome(game)
                return
            view = game.view(mover)
            sampled = [action for offer in view.offers if (action := offer.sample(rng)) is not None]
            if not sampled:
                names = ", ".join(offer.type for offer in view.offers) or "nothing"
                yield f"player {mover} must act, and no offer has a legal action; offered: {names}"
                return
            action = rng.choice(sampled)
            if number < CHECKED_STATES:
                yield from call_functions(rules, game, action)
            game.apply(action)
        except Exception as error:
            yield _describe(error)
            return


def call_functions(rules: RuleSet, game: Game, action: Any) -> Iterator[str]:
    """Yield the faults of the functions that answer about a state."""
    view = game.view(game.to_act)
    ids = [body.id for body in rules.queries.table(game.state).bodies][:2]
    event = next(iter(game.log), None)
    values: Mapping[str, Any] = {
        "State": game.state,
        "Game": game,
        "Viewer": 1,
        "Player": 1,
        "Action": action,
        "Sequence[Event]": game.log,
        "View": view,
        "random.Random": random.Random(1),
        "PlaceXY": (1.0, 1.0),
        "Table": rules.queries.table(game.state),
        **({"Id": ids[0]} if len(ids) > 1 else {}),
        **({"Event": event} if event is not None else {}),
    }
    for place, function, types in list_functions(rules):
        if place in UNCALLED or not types or not all(kind in values for kind in types):
            continue
        try:
            arguments = [values[kind] for kind in types]
            if types.count("Id") > 1:
                arguments[-1] = ids[1]
            result = function(*arguments)
            if hasattr(result, "__next__"):
                list(result)
        except (InputError, RefusedError, KeyError):
            continue
        except Exception as error:
            yield _describe(error, place)


def list_functions(rules: RuleSet) -> Iterator[tuple[str, Any, list[str]]]:
    """Yield each function of a rules set with its place and the types of its parameters."""
    from wc3d.engine.ruleset import PARTS

    for part in PARTS:
        for field in fields(getattr(rules, part)):
            node = ast.parse(str(field.type), mode="eval").body
            function = getattr(getattr(rules, part), field.name)
            if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Callable":
                assert isinstance(node.slice, ast.Tuple) and isinstance(
                    node.slice.elts[0], ast.List
                )
                types = [ast.unparse(kind) for kind in node.slice.elts[0].elts]
                yield f"{part}.{field.name}", function, types


def _describe(error: Exception, place: str = "") -> str:
    """Return a line about an error: the fault of a plug-in, or what a file lacks."""
    if isinstance(error, InputError):
        return str(error)
    return describe_plugin_fault(error) or (
        f"{f'{place}: ' if place else ''}{type(error).__name__}: {error}"
    )
