"""New games from the lobby: the choices it offers, and the game that the choices describe.

Only what is offered can be chosen, so a browser never names a file or a program of the host.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from wc3d._internal.data_files import ShippedKind, shipped_files
from wc3d.board_generator.styles import MAX_SEED_CHARS, MAX_SIDE_IN, MIN_SIDE_IN, STYLES
from wc3d.bots import (
    bot_names,
    prepare_plan_for_bots,
    read_bot_choice,
    styles_of,
    validate_bot_name,
)
from wc3d.engine.dice import SeededDice
from wc3d.engine.game import Game
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import GamePlan, MissionEntry
from wc3d.errors import CONTROL_CHARACTERS_PATTERN, InputError
from wc3d.registry import (
    GAMES,
    GameEntry,
    load_map,
    playable_games,
    rules_of,
    table_from_map,
)
from wc3d.server.match.game_settings import shipped_boards
from wc3d.server.match.match_spec import CHAIN_DICE, FAIR_DICE, TYPED_DICE
from wc3d.server.match.random_board import generate_map_in_process
from wc3d.table.table import Table

MAX_NAME_CHARS = 40
"""The maximum length of a player's name."""

RANDOM_BOARD = "random "
"""The beginning of the id of a random board; its style follows."""

PERSON = ""
"""The opponent who comes by a link, as opposed to the name of a bot."""

CLOCKS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "": ("No clock", {}),
    "30": ("30 minutes for each player", {"clock": 1800.0}),
    "60": ("60 minutes for each player", {"clock": 3600.0}),
    "60+5": ("60 minutes each, and 5 seconds for each action", {"clock": 3600.0, "bonus": 5.0}),
    "90": ("90 minutes for each player", {"clock": 5400.0}),
    "turn 5": ("5 minutes for each turn", {"clock": 300.0, "by_turn": True}),
    "turn 10": ("10 minutes for each turn", {"clock": 600.0, "by_turn": True}),
}
"""The clocks that the lobby offers: their labels, and the fields of `MatchSpec`."""

DICE: Mapping[str, str] = {
    FAIR_DICE: "Rolled by the host, from secrets of both players",
    CHAIN_DICE: "Rolled by both players together; both must be online",
    TYPED_DICE: "Rolled by hand, and typed in",
}
"""The sources of dice, with their labels."""

MISSION_BOARD = "mission"
"""The id of a board that comes with a plug-in's mission, as a map file in its package."""

DELAYS: Mapping[str, tuple[str, float]] = {
    "": ("at once", 0.0),
    "120": ("2 minutes later", 120.0),
    "600": ("10 minutes later", 600.0),
}
"""When spectators see an action: labels and seconds."""


def choices_to_json() -> dict[str, Any]:
    """Return all choices for a new game with their labels, the default ones first."""
    return {
        "games": [_game_to_json(entry) for entry in playable_games()],
        "clocks": [[id, label] for id, (label, _) in CLOCKS.items()],
        "dice": [list(pair) for pair in DICE.items()],
        "delays": [[id, label] for id, (label, _) in DELAYS.items()],
    }


def _game_to_json(entry: GameEntry) -> dict[str, Any]:
    rules = rules_of(entry.id)
    missions = rules.setup.missions()
    default = rules.default_mission()
    names = bot_names(rules)
    bots = [[name, f"A bot: {name}"] for name in names]
    return {
        "id": entry.id,
        "title": entry.title,
        "opponents": [[PERSON, "A person, by a link"], *bots],
        "styles": {name: styles for name in names if (styles := _styles_to_json(rules, name))},
        "strengths": _strengths_to_json(rules),
        "missions": [
            _mission_to_json(rules, mission)
            for mission in sorted(missions, key=lambda mission: mission.id != default.id)
        ],
    }


def _styles_to_json(rules: RuleSet, bot: str) -> list[list[str]]:
    """Return the styles of a bot with their labels; none for a bot that cannot be loaded."""
    try:
        styles = styles_of(rules, bot)
    except InputError:
        return []
    return [[name, f"{name.capitalize()}: {words}"] for name, words in styles.items()]


def _strengths_to_json(rules: RuleSet) -> list[list[Any]]:
    """Return the measured bots, the weakest first: their Elo and their names."""
    return sorted([rating, name] for name, rating in rules.bot_ratings.items())


def _mission_to_json(rules: RuleSet, mission: MissionEntry) -> dict[str, Any]:
    return {
        "id": mission.id,
        "name": mission.name,
        "about": mission.summary,
        "boards": _available_boards(mission),
        "forces": [list(force) for force in rules.setup.forces(mission.size)],
        "default_forces": list(mission.forces),
    }


def _available_boards(mission: MissionEntry) -> list[list[str]]:
    """Return the boards of a mission's size by id and name, its own board first, then random ones."""
    boards = [[id, name] for id, name, size in shipped_boards() if size == mission.table]
    styles = [
        [f"{RANDOM_BOARD}{style.name}", f"Random board: {style.title.lower()}"]
        for style in STYLES.values()
        if all(MIN_SIDE_IN <= side <= MAX_SIDE_IN for side in mission.table)
    ]
    has_own = mission.board not in shipped_files(ShippedKind.BOARD)
    own = [[MISSION_BOARD, "The mission's own board"]] if has_own else []
    return own + sorted(boards, key=lambda board: board[0] != mission.board) + styles


def _load_board(board: str, mission: MissionEntry, seed: str, rules: RuleSet) -> Table:
    """Return the table of an offered board, with a seed for a random one. Raises InputError."""
    if board == MISSION_BOARD:
        return load_map(mission.board, rules.name)
    if not board.startswith(RANDOM_BOARD):
        return load_map(shipped_files(ShippedKind.BOARD)[board], rules.name)
    style = board.removeprefix(RANDOM_BOARD)
    return table_from_map(generate_map_in_process(style, mission.table, seed), game=rules.name)


def _choose_seed(choices: Mapping[str, Any]) -> str:
    """Return the seed of a random board, at random if the choices name none. Raises InputError."""
    seed = choices.get("board_seed", "")
    if not isinstance(seed, str) or len(seed) > MAX_SEED_CHARS or not seed.isprintable():
        raise InputError(f"board_seed: expected up to {MAX_SEED_CHARS} printable characters")
    return seed.strip() or str(secrets.randbelow(10**6))


def make_chosen_game(choices: Mapping[str, Any]) -> tuple[Game, dict[str, Any]]:
    """Return the game that choices describe, and further fields of its `MatchSpec`.

    What is left out has its default. Raises InputError for a choice that is not offered.
    """
    game = _choose(choices, "game", [entry.id for entry in playable_games()])
    rules = rules_of(GAMES[game].id)
    missions = {mission.id: mission for mission in rules.setup.missions()}
    mission = missions[_choose(choices, "mission", [rules.default_mission().id, *missions])]
    board = _choose(choices, "board", [id for id, _ in _available_boards(mission)])
    offered = [id for id, _ in rules.setup.forces(mission.size)]
    forces = [
        rules.setup.force(_choose(choices, f"force{player}", [usual, *offered]), mission.id, 0)
        for player, usual in enumerate(mission.forces, 1)
    ]
    bot = _choose_opponent(choices, rules)
    bots = {2: bot} if bot else {}
    plan = GamePlan(
        mission.id,
        _load_board(board, mission, _choose_seed(choices), rules),
        (forces[0], forces[1]),
        _choose_names(choices),
    )
    made = rules.new_game(
        prepare_plan_for_bots(rules, plan, bots), SeededDice("its setup is all that is taken of it")
    )
    made.bots = bots
    return made, {
        "dice": _choose(choices, "dice", list(DICE)),
        "delay": DELAYS[_choose(choices, "delay", list(DELAYS))][1],
        **CLOCKS[_choose(choices, "clock", list(CLOCKS))][1],
        "agreeing": not bots and choices.get("settled") is not True,
    }


def _choose_opponent(choices: Mapping[str, Any], rules: RuleSet) -> str:
    """Return the bot that plays player 2, or PERSON. Raises InputError.

    A bot has no other budget than its own, because the host computes its turns.
    """
    value = choices.get("opponent", PERSON)
    if not isinstance(value, str) or len(value) > MAX_SEED_CHARS:
        raise InputError("opponent: expected a bot's name, or nothing for a person")
    if value == PERSON:
        return PERSON
    choice = read_bot_choice(value)
    if choice.think is not None:
        raise InputError(f"opponent: {value}: the host allows no budget; leave out @{choice.think}")
    if choice.rating is None:
        _choose({"opponent": choice.name}, "opponent", [PERSON, *bot_names(rules)])
    return validate_bot_name(rules, value)


def _choose(choices: Mapping[str, Any], name: str, offered: Sequence[str]) -> str:
    """Return a choice, by default the first of the offered ones. Raises InputError."""
    value = choices.get(name, offered[0])
    if not isinstance(value, str) or value not in offered:
        expected = ", ".join(repr(one) for one in dict.fromkeys(offered))
        raise InputError(f"{name}: expected one of {expected}")
    return value


def _choose_names(choices: Mapping[str, Any]) -> tuple[str, str]:
    """Return the names of the players. Raises InputError for two equal names."""
    given = choices.get("names", ["", ""])
    if (
        not isinstance(given, list)
        or len(given) != 2
        or not all(isinstance(name, str) for name in given)
    ):
        raise InputError("names: expected a list of two names")
    first, second = (
        " ".join(CONTROL_CHARACTERS_PATTERN.sub("", name).split())[:MAX_NAME_CHARS]
        or f"Player {player}"
        for player, name in enumerate(given, 1)
    )
    if first == second:
        raise InputError(f"both players are called {first}; choose two different names")
    return first, second
