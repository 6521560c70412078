"""Find the bots of a game by name, and play games to their end."""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from inspect import signature
from typing import Any, Protocol

from wc3d._internal.plugins import (
    describe_entry_point,
    find_entry_points,
    load_entry_point,
    print_warning,
)
from wc3d._internal.suggestions import suggest_similar
from wc3d.engine.actions import Action
from wc3d.engine.game import Game, View
from wc3d.engine.ruleset import RuleSet
from wc3d.engine.ruleset_types import GamePlan
from wc3d.errors import InputError, to_one_line
from wc3d.registry import load_object


class Bot(Protocol):
    """A player made of code: a class that is made from a seed and has a method `choose`.

    Three parts are optional. `prepare(plan, player)` returns the plan of a new game with the bot's
    own choices. `alternatives(view)` yields other sensible actions for hints, the best first. A
    parameter `think` of the constructor receives the budget of "name@budget".

    >>> class First:
    ...     def __init__(self, seed):
    ...         pass
    ...     def choose(self, view):
    ...         return next(action for offer in view.offers for action in offer.candidates())
    >>> First(1).choose(game.view(2)).option
    'first'
    """

    def choose(self, view: View) -> Action:
        """Return the action to do now, from what the player knows."""


ENTRY_POINT_GROUP = "wc3d.bots"
"""The entry point group for bots of installed packages: `mine = my_package.bots:Mine`."""


def bot_names(rules: RuleSet) -> list[str]:
    """Return the names of all bots of a game, the default one first.

    Bots of installed packages come last.

    >>> bot_names(game.rules)[:5]
    ['regular', 'veteran', 'master', 'recruit', 'random']
    """
    return list(dict.fromkeys((*rules.bots, *find_entry_points(ENTRY_POINT_GROUP))))


def resolve_bot_name(rules: RuleSet, name: str) -> str:
    """Return a bot's present name for a name from an older saved game."""
    return rules.former_bots.get(name, name)


def bots_of(rules: RuleSet) -> dict[str, Callable[[int | str], Bot]]:
    """Return all bots of a game by name, each as a function that makes it from a seed.

    >>> bot = bots_of(game.rules)["recruit"](7)
    >>> bot.choose(game.view(2)).type
    'choose'
    """
    return {
        name: load_object(rules.bots[name])
        if name in rules.bots
        else partial(make_bot, rules, name)
        for name in bot_names(rules)
    }


def validate_bot_name(rules: RuleSet, name: str) -> str:
    """Return the name of a bot after checking it. "" gives the default bot. Raises InputError.

    >>> validate_bot_name(game.rules, ""), validate_bot_name(game.rules, "veteran@60")
    ('regular', 'veteran@60')
    """
    names = bot_names(rules)
    name = resolve_bot_name(rules, name) or names[0]
    plain, budget = _split_budget(name)
    if ":" in plain or plain in set(names) - set(rules.bots):
        kind = load_bot_class(rules, plain)
        _check_constructor(plain, kind)
    elif plain not in names:
        raise InputError(
            f"unknown bot {plain!r}; expected one of {', '.join(names)}, or MODULE:CLASS{suggest_similar(plain, names)}"
        )
    else:
        kind = None
    if budget is not None and "think" not in signature(kind or bots_of(rules)[plain]).parameters:
        raise InputError(f"bot {name}: {plain} does not take a budget; leave out @{budget}")
    return name


def _check_constructor(name: str, kind: Callable[..., Any]) -> None:
    """Raise InputError if a bot's class cannot be called with a seed."""
    try:
        parameters = signature(kind)
    except (TypeError, ValueError):  # some callables have no signature
        return
    try:
        parameters.bind(0)
    except TypeError:
        raise InputError(
            f"bot {name}: expected a class whose constructor takes a seed: def __init__(self, seed)"
        ) from None


def _split_budget(name: str) -> tuple[str, int | None]:
    """Split "veteran@400" into a bot's name and its budget. Raises InputError."""
    plain, sign, words = name.partition("@")
    if not sign:
        return name, None
    if (
        not (words.isascii() and words.isdigit())
        or not 1 <= int(words[:9]) <= MAX_BUDGET
        or len(words) > 9
    ):
        message = f"expected a whole number from 1 to {MAX_BUDGET} after @, the number of turns to simulate"
        raise InputError(f"bot {name}: {message}")
    return plain, int(words)


def make_bot(rules: RuleSet, name: str, seed: int | str) -> Bot:
    """Return a new bot by its name: "veteran", "veteran@400", or "module:Class" for your own.

    `seed` decides its random choices. Raises InputError for an unknown name and for a class that
    has no method `choose`. A "module:Class" is imported, so use names from files only if they are
    in `bot_names`.

    >>> make_bot(game.rules, "random", seed=7).choose(game.view(2)).type
    'choose'
    """
    name = validate_bot_name(rules, name)
    plain, budget = _split_budget(name)
    kind = load_bot_class(rules, plain)
    instance = kind(seed) if budget is None else kind(seed, think=budget)
    if not callable(getattr(instance, "choose", None)):
        raise InputError(f"bot {plain}: expected a class with a method choose(view)")
    bot: Bot = instance
    return bot


def load_bot_class(rules: RuleSet, name: str) -> Callable[..., Any]:
    """Return a bot's class, also from a package or "module:Class". Raises InputError."""
    if name in rules.bots or name not in find_entry_points(ENTRY_POINT_GROUP):
        return _import_class(rules.bots.get(name, name))
    point = find_entry_points(ENTRY_POINT_GROUP)[name]
    kind: Callable[..., Any] = load_entry_point(point)
    if not callable(kind):
        raise InputError(
            f"{describe_entry_point(point)} cannot be used (expected a class, found {type(kind).__name__})"
        )
    return kind


def list_usable_bots(rules: RuleSet) -> list[str]:
    """Return the names of the bots that can be loaded; warn of the others."""
    usable = []
    for name in bot_names(rules):
        try:
            load_bot_class(rules, name)
        except InputError as error:
            print_warning(error)
        else:
            usable.append(name)
    return usable


def prepare_plan_for_bots(rules: RuleSet, plan: GamePlan, bots: Mapping[int, str]) -> GamePlan:
    """Return the plan after each bot's `prepare(plan, player)`, if it has one.

    `bots` maps players to the names of their bots. Raises InputError for an unknown name.
    """
    for player, name in bots.items():
        if (prepare := getattr(make_bot(rules, name, ""), "prepare", None)) is not None:
            plan = prepare(plan, player)
    return plan


def _import_class(place: str) -> Callable[..., Any]:
    """Import "module:Class", also from the current folder. Raises InputError."""
    name, _, attribute = place.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        module = importlib.import_module(name)
    except (ModuleNotFoundError, ValueError, TypeError) as error:
        if isinstance(error, ModuleNotFoundError) and not f"{name}.".startswith(f"{error.name}."):
            raise
        raise InputError(
            f"bot {place}: found no module {name!r} in this folder or among the installed packages"
        ) from None
    if not callable(value := getattr(module, attribute, None)):
        raise InputError(
            f"bot {place}: {name} has no class {attribute!r}{suggest_similar(attribute, vars(module))}"
        )
    kind: Callable[..., Any] = value
    return kind


def bot_seed(seed: int | str, player: int) -> str:
    """Return the seed of a player's bot in a game with this seed. It does not reveal the dice.

    >>> len(bot_seed(7, player=1)), bot_seed(7, 1) == bot_seed(7, 2)
    (64, False)
    """
    return hashlib.sha256(f"the bot of player {player}/{seed}".encode()).hexdigest()


MAX_BUDGET = 100_000
"""The maximum budget of a bot, in what its search counts, such as simulated turns."""

MAX_ACTIONS = 20_000
"""The number of actions after which a game is aborted as endless."""


def choose_action(bot: Bot, view: View) -> Action:
    """Return the bot's choice. Raises InputError if the choice is not an action."""
    action: object = bot.choose(view)
    if isinstance(action, Action):
        return action
    name = f"{type(bot).__module__}:{type(bot).__qualname__}"
    raise InputError(
        f"bot {name}: choose(view) must return an action, found {to_one_line(repr(action)[:80])}"
    )


def play_out(game: Game, players: Mapping[int, Bot], limit: int = MAX_ACTIONS) -> int:
    """Play a game with bots until it is over or `limit` actions are done.

    Return the number of actions. `players` holds a bot for each player.

    >>> played = copy(game)
    >>> bots = {player: make_bot(game.rules, "random", player) for player in (1, 2)}
    >>> play_out(played, bots, limit=20)
    20
    """
    count = 0
    while count < limit:
        mover = game.to_act
        if mover is None:
            break
        game.apply(choose_action(players[mover], game.view(mover)))
        count += 1
    return count
